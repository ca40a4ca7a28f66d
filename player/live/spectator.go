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
	absence
	start   time.Time
	options netchan.Options // of the next connection

	mu     sync.Mutex
	conn   *net.UDPConn
	closed bool
	client *netchan.Client
	// follow, place and angles are what the viewer wants in the next connection.
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
	s := &Spectator{conn: conn, start: time.Now(), follow: netchan.Anybody}
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
	if gone := s.says(""); gone != "" {
		return gone
	}
	st := s.Status()
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
	ctx, stop := s.begin(ctx)
	defer stop()
	r := newRecording(w)
	r.holds = true
	err := s.copy(ctx, r)
	for s.again(ctx, err) {
		r.again()
		err = s.copy(ctx, r)
	}
	if ctx.Err() != nil {
		err = context.Cause(ctx)
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

// silentFor is after how long without a word a server is taken for gone: one that loads a level is silent for some
// seconds.
const silentFor = 15 * time.Second

// again reports whether a game that ended with an error is to be joined again, as one whose server starts anew or whose
// line was cut, and begins another connection after a moment. The error is the one by which it would end.
func (s *Spectator) again(ctx context.Context, err error) bool {
	if !mayReturn(err) || !s.lose() || wait(ctx, againEvery) != nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	// This machine may have another address by now.
	if conn, err := net.DialUDP("udp", nil, s.conn.RemoteAddr().(*net.UDPAddr)); err == nil {
		s.conn.Close()
		s.conn = conn
	}
	if s.closed {
		s.conn.Close()
	}
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
	var network syscall.Errno
	return errors.As(err, &network)
}

var errNobody = errors.New("no server at this address")

func (s *Spectator) copy(ctx context.Context, r *recording) error {
	buffer := make([]byte, maxUDP)
	conn := s.socket()
	next, refusals := time.Since(s.start), 0
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		if now := time.Since(s.start); now >= next {
			if err := s.send(now, r); err != nil {
				return err
			}
			if next += pace; next < now {
				next = now + pace
			}
		}
		if err := conn.SetReadDeadline(s.start.Add(next)); err != nil {
			return err
		}
		n, err := conn.Read(buffer)
		var network syscall.Errno
		switch {
		case err == nil:
			refusals = 0
			if err := s.receive(time.Since(s.start), buffer[:n], r); err != nil {
				return err
			}
		case errors.Is(err, os.ErrDeadlineExceeded):
		case errors.As(err, &network): // as while the line is cut
			if refusals++; refusals <= maxRefusals && s.Status().State != netchan.Asking {
				continue
			}
			if network == syscall.ECONNREFUSED {
				return errNobody
			}
			return &reasonError{err}
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
	switch s.client.State() {
	case netchan.Changing:
		s.come()
	case netchan.Watching:
		s.come()
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
	conn := s.socket()
	if _, err := conn.Write(netchan.Outside("status 32\n")); err != nil {
		return ""
	}
	end := time.Now().Add(statusWait)
	buffer := make([]byte, maxUDP)
	for time.Now().Before(end) {
		if conn.SetReadDeadline(end) != nil {
			return ""
		}
		n, err := conn.Read(buffer)
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
func (s *Spectator) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	return s.conn.Close()
}

func (s *Spectator) socket() *net.UDPConn {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.conn
}
