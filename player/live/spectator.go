package live

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"strings"
	"sync"
	"syscall"
	"time"

	"demoscope/formats/netchan"
)

const (
	// pace is how often a packet is sent: a server sends as many, and no less than 20 a second are sensible.
	pace = time.Second / 50
	// usualRate is how many bytes a second are asked for: more than any game takes.
	usualRate = 60000
	// maxUDP is the largest datagram that is taken from the socket. Those larger than
	// [netchan.MaxDatagram] are not read.
	maxUDP = 1 << 16
	// maxRefusals is how often in a row the other machine may say that nobody listens: while a
	// server starts anew it says so.
	maxRefusals = 100
	// statusWait is how long an answer to a status is waited for.
	statusWait = time.Second
	// serverPort is where servers listen if nothing is said.
	serverPort = "27500"
)

// SpectatorOptions are how a server is joined.
type SpectatorOptions struct {
	Name     string // as others see it, empty for "demoscope"
	Password string // the server's for spectators, empty for none
	Rate     int    // bytes a second that the server may send, 0 for the usual 60,000
	// Checksum returns the checksum2 of a map by its path in the game folder. Servers let in
	// only who has the map.
	Checksum func(gameDir, path string) (int32, error)
}

// Spectator watches a game on a QuakeWorld server as a spectator. Its methods may be called while
// [Spectator.Copy] runs.
type Spectator struct {
	conn  *net.UDPConn
	start time.Time

	options netchan.Options // of the next connection
	given   chan struct{}   // closed by GiveUp
	giving  sync.Once

	mu     sync.Mutex
	client *netchan.Client
	// lost is when a game that we were let into went away, 0 if it did not or is back; follow, place and angles are
	// what the viewer wants in the next connection.
	lost          time.Duration
	follow        int
	place, angles [3]float32
}

// SpectatorStatus is how a connection is.
type SpectatorStatus struct {
	State    netchan.State
	Followed int           // slot of who is watched, netchan.Nobody for none
	Quiet    time.Duration // since the server said something
	netchan.Count
}

// MissingMapError says that a server cannot be joined because its map is not at hand.
type MissingMapError struct {
	Path string // of the map in the game folder
	Err  error  // says where it was looked for
	QTV  string // the server's stream that needs no map, STREAM@HOST:PORT, empty if it has none
}

func (e *MissingMapError) Error() string {
	// The file comes first and what helps next, because a window has room for a line or two.
	text := e.Path + " is missing"
	if e.QTV != "" {
		text += ", but its stream qtv:" + e.QTV + " needs no map"
	}
	return fmt.Sprintf("%s: the server requires the map; %s", text, strings.TrimPrefix(e.Err.Error(),
		e.Path+" not found; "))
}

func (e *MissingMapError) Unwrap() error { return e.Err }

// WantsPassword reports whether a server lets nobody in without a password, or with this one.
func WantsPassword(err error) bool {
	var refused *netchan.RefusedError
	return errors.As(err, &refused) && strings.Contains(strings.ToLower(refused.Text), "password")
}

// ServerAddress returns the HOST:PORT of an address as people write it: qw://HOST:PORT, qw://HOST, qw:HOST. false
// if it is none of a server to join.
func ServerAddress(text string) (address string, ok bool) {
	rest, ok := strings.CutPrefix(text, "qw:")
	if !ok {
		return "", false
	}
	rest = strings.TrimSuffix(strings.TrimPrefix(rest, "//"), "/")
	if rest == "" || strings.ContainsAny(rest, "/@ ") {
		return "", false
	}
	if _, _, err := net.SplitHostPort(rest); err != nil {
		rest = net.JoinHostPort(strings.Trim(rest, "[]"), serverPort)
	}
	host, port, err := net.SplitHostPort(rest)
	if err != nil || host == "" || port == "" {
		return "", false
	}
	return rest, true
}

// DialSpectator makes a connection to a server, HOST:PORT. It says nothing to it yet: see [Spectator.Copy].
func DialSpectator(ctx context.Context, address string, o SpectatorOptions) (*Spectator, error) {
	conn, err := dialUDP(ctx, address)
	if err != nil {
		return nil, err
	}
	server := conn.RemoteAddr().(*net.UDPAddr).AddrPort()
	var port [2]byte
	_, _ = rand.Read(port[:]) // never fails
	if o.Name == "" {
		o.Name = "demoscope"
	}
	if o.Rate == 0 {
		o.Rate = usualRate
	}
	s := &Spectator{conn: conn, start: time.Now(), given: make(chan struct{}), follow: netchan.Anybody}
	s.options = netchan.Options{
		Server: netip.AddrPortFrom(server.Addr().Unmap(), server.Port()),
		QPort:  binary.LittleEndian.Uint16(port[:]), Name: o.Name, Password: o.Password, Rate: o.Rate,
		Checksum: func(gameDir, path string) (int32, error) {
			sum, err := o.Checksum(gameDir, path)
			if err != nil {
				err = &MissingMapError{Path: path, Err: err}
			}
			return sum, err
		},
	}
	s.client = netchan.NewClient(s.options)
	return s, nil
}

// Follow chooses whom the server shows: a slot, [netchan.Nobody] for the place that [Spectator.Place]
// says, or [netchan.Anybody], as at the beginning.
func (s *Spectator) Follow(slot int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.follow = slot
	s.client.Follow(slot)
}

// Place says where the view is, in Quake units, and where it looks, in degrees, while nobody is followed.
func (s *Spectator) Place(origin, angles [3]float32) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.place, s.angles = origin, angles
	s.client.Place(origin, angles)
}

// Say sends a line of chat.
func (s *Spectator) Say(text string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.client.Say(text)
}

// Status returns how the connection is.
func (s *Spectator) Status() SpectatorStatus {
	s.mu.Lock()
	defer s.mu.Unlock()
	return SpectatorStatus{
		State: s.client.State(), Followed: s.client.Followed(),
		Quiet: time.Since(s.start) - s.client.Heard(), Count: s.client.Count(),
	}
}

// Awaits implements [Source].
func (s *Spectator) Awaits() string {
	st := s.Status()
	if lost := s.gone(); lost > 0 {
		return fmt.Sprintf("connection lost; joining again for %d s", int((time.Since(s.start) - lost).Seconds()))
	}
	switch st.State {
	case netchan.Asking, netchan.Joining:
		return "the server is asked to let us in"
	case netchan.SigningOn:
		return "the server tells of its level"
	case netchan.Changing:
		return "the level changes"
	case netchan.Over:
		return ""
	}
	return awaitsMore("come", st.Quiet)
}

// Copy joins the server and writes what it says as a .qwd, block by block: what was written is a
// whole demo at every moment. Nothing is written before the server lets us in, so that a game that cannot be
// joined is none that has begun. Where ctx ends it the error is that of ctx. However it ends, the server
// is told that we leave.
func (s *Spectator) Copy(ctx context.Context, w io.Writer) error {
	r := newRecording(w)
	r.holds = true
	err := s.copy(ctx, r)
	for s.again(ctx, err) {
		r.again()
		err = s.copy(ctx, r)
	}
	s.leave()
	if end := r.end(time.Since(s.start)); end != nil && ctx.Err() != nil {
		err = end
	}
	var missing *MissingMapError
	if errors.As(err, &missing) {
		missing.QTV = s.askQTV()
	}
	return err
}

const (
	// againEvery is how long a server is left alone that is gone, until it is asked again, and againFor how long it is
	// waited for.
	againEvery = time.Second
	againFor   = 15 * time.Minute
	// silentFor is after how long without a word a server is taken for gone: one that loads a level is silent for some
	// seconds.
	silentFor = 15 * time.Second
)

// gone returns when a game went away that is waited for, 0 for none.
func (s *Spectator) gone() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lost
}

// Gone reports whether a game went away that is waited for.
func (s *Spectator) Gone() bool { return s.gone() > 0 }

// GiveUp ends waiting for a game that went away.
func (s *Spectator) GiveUp() { s.giving.Do(func() { close(s.given) }) }

// again reports whether a game that ended with an error is to be joined again, as one whose server starts anew or whose
// line was cut, and begins another connection after a moment. The error is the one by which it would end.
func (s *Spectator) again(ctx context.Context, err error) bool {
	now := time.Since(s.start)
	s.mu.Lock()
	if s.client.State() == netchan.Watching || s.client.State() == netchan.Changing || s.client.Heard() > s.lost {
		s.lost = now
	}
	begun := s.lost
	s.mu.Unlock()
	if begun == 0 || now-begun > againFor || !mayReturn(err) || ctx.Err() != nil {
		return false
	}
	select {
	case <-ctx.Done():
		return false
	case <-s.given:
		return false
	case <-time.After(againEvery):
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.options.QPort++ // the server takes it for another client
	s.client = netchan.NewClient(s.options)
	s.client.Follow(s.follow)
	s.client.Place(s.place, s.angles)
	return true
}

// mayReturn reports whether a game that ended so may come back: not one whose server does not want us.
func mayReturn(err error) bool {
	var closed *netchan.ClosedError
	if errors.As(err, &closed) {
		text := strings.ToLower(closed.Text)
		return !strings.Contains(text, "kick") && !strings.Contains(text, "ban")
	}
	for _, gone := range []error{netchan.ErrSilent, netchan.ErrNoAnswer, netchan.ErrSignOn, errNobody} {
		if errors.Is(err, gone) {
			return true
		}
	}
	return false
}

var errNobody = errors.New("no server at this address")

func (s *Spectator) copy(ctx context.Context, r *recording) error {
	buffer := make([]byte, maxUDP)
	next, refusals := time.Since(s.start), 0
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		select {
		case <-s.given:
			return netchan.ErrSilent
		default:
		}
		if now := time.Since(s.start); now >= next {
			if err := s.send(now, r); err != nil {
				return err
			}
			if next += pace; next < now {
				next = now + pace
			}
		}
		if err := s.conn.SetReadDeadline(s.start.Add(next)); err != nil {
			return err
		}
		n, err := s.conn.Read(buffer)
		switch {
		case err == nil:
			refusals = 0
			if err := s.receive(time.Since(s.start), buffer[:n], r); err != nil {
				return err
			}
		case errors.Is(err, os.ErrDeadlineExceeded):
		case errors.Is(err, syscall.ECONNREFUSED):
			if refusals++; refusals > maxRefusals || s.Status().State == netchan.Asking {
				return errNobody
			}
		default:
			return &reasonError{err}
		}
	}
}

// send sends what is due.
func (s *Spectator) send(now time.Duration, r *recording) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.client.State() >= netchan.Watching && s.client.State() != netchan.Over && now-s.client.Heard() > silentFor {
		return netchan.ErrSilent
	}
	var lost error
	err := s.client.Send(now, func(d []byte) {
		// What the network refuses now may go later.
		if _, err := s.conn.Write(d); err != nil && errors.Is(err, net.ErrClosed) {
			lost = err
		}
	})
	if err == nil {
		err = lost
	}
	if err != nil {
		return err
	}
	if s.client.State() < netchan.SigningOn {
		return nil // the demo goes on with the level
	}
	_, angles := s.client.View()
	return r.moved(now, angles)
}

// receive takes a datagram.
func (s *Spectator) receive(now time.Duration, d []byte, r *recording) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, err := s.client.Receive(now, d)
	if p != nil {
		if err := r.packet(now, p, s.client.Sequence()); err != nil {
			return err
		}
	}
	if s.client.State() == netchan.Watching {
		s.lost = 0
		if err := r.letIn(); err != nil {
			return err
		}
	}
	return err
}

// leave tells the server that we leave.
func (s *Spectator) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.client.Leave(func(d []byte) { _, _ = s.conn.Write(d) })
}

// askQTV asks the server for its QTV stream; empty if it says none.
func (s *Spectator) askQTV() string {
	if _, err := s.conn.Write(netchan.Outside("status 32\n")); err != nil {
		return ""
	}
	end := time.Now().Add(statusWait)
	buffer := make([]byte, maxUDP)
	for time.Now().Before(end) {
		if s.conn.SetReadDeadline(end) != nil {
			return ""
		}
		n, err := s.conn.Read(buffer)
		if err != nil {
			return ""
		}
		if text, ok := netchan.Print(buffer[:n]); ok {
			if stream, ok := netchan.QTVStream(text); ok {
				return stream
			}
		}
	}
	return ""
}

// Close closes the socket, which ends [Spectator.Copy].
func (s *Spectator) Close() error { return s.conn.Close() }
