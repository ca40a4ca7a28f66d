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
	// pace is the interval between packets. A server sends one packet for each, and fewer than 20 a second make no
	// sense.
	pace = time.Second / 50
	// usualRate is the default maximum number of bytes per second that the server may send, more than any game needs.
	usualRate = 60000
	// maxUDP is the maximum size in bytes of a datagram from the socket. Datagrams larger than [netchan.MaxDatagram]
	// are ignored.
	maxUDP = 1 << 16
	// maxRefusals is the maximum number of refusals in a row. The other machine refuses packets while its server
	// restarts.
	maxRefusals = 100
	// statusWait is how long to wait for the answer to a status request.
	statusWait = time.Second
	// serverPort is the default port of servers.
	serverPort = "27500"
)

// SpectatorOptions are the options for joining a server.
type SpectatorOptions struct {
	Name     string // shown to others; empty for "demoscope"
	Password string // the server's spectator password; empty for none
	Rate     int    // bytes per second that the server may send; 0 for 60,000
	// Checksum returns the checksum2 of a map by its path in the game folder. Servers only let in clients that have the
	// map.
	Checksum func(gameDir, path string) (int32, error)
}

// Spectator watches a game on a QuakeWorld server as a spectator. Its methods may be called while [Spectator.Copy]
// runs.
type Spectator struct {
	connectionLoss
	start   time.Time
	options netchan.Options // of the next connection
	dial    func() (net.Conn, error)

	mu     sync.Mutex
	conn   net.Conn
	closed bool
	client *netchan.Client
	// follow, place and angles are the viewer's wishes for the next connection.
	follow        int
	place, angles [3]float32
}

// SpectatorStatus is the state of a connection.
type SpectatorStatus struct {
	State    netchan.State
	Followed int           // slot of the followed player, or netchan.Nobody
	Quiet    time.Duration // time since the server last sent something
	netchan.Count
}

// MissingMapError is the error if a server can't be joined because its map is missing.
type MissingMapError struct {
	Path string // of the map in the game folder
	Err  error  // with the places that were searched
	QTV  string // the server's stream, which needs no map, as STREAM@HOST:PORT; empty if it has none
}

func (e *MissingMapError) Error() string {
	// The file comes first and the remedy second, because a window has room for only one or two lines.
	text := e.Path + " is missing"
	if e.QTV != "" {
		text += ", but its stream qtv:" + e.QTV + " needs no map"
	}
	return fmt.Sprintf("%s: the server requires the map; %s", text, strings.TrimPrefix(e.Err.Error(),
		e.Path+" not found; "))
}

func (e *MissingMapError) Unwrap() error { return e.Err }

// WantsPassword reports whether the server refused the client because of a missing or wrong password.
func WantsPassword(err error) bool {
	var refused *netchan.RefusedError
	return errors.As(err, &refused) && strings.Contains(strings.ToLower(refused.Text), "password")
}

// ServerAddress returns the HOST:PORT of an address in one of the forms qw://HOST:PORT, qw://HOST and qw:HOST. ok is
// false if the text is not the address of a server to join.
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

// DialSpectator opens a socket for a server, HOST:PORT. It sends nothing yet, see [Spectator.Copy].
func DialSpectator(ctx context.Context, address string, o SpectatorOptions) (*Spectator, error) {
	conn, err := dialUDP(ctx, address)
	if err != nil {
		return nil, err
	}
	server := conn.RemoteAddr().(*net.UDPAddr)
	s := newSpectator(conn, server.AddrPort(), o)
	s.dial = func() (net.Conn, error) { return net.DialUDP("udp", nil, server) }
	return s, nil
}

// newSpectator returns a spectator with a connected socket for datagrams.
func newSpectator(conn net.Conn, server netip.AddrPort, o SpectatorOptions) *Spectator {
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
	return s
}

// Follow chooses what the server shows: the player in a slot, with [netchan.Nobody] the place given to
// [Spectator.Place], or with [netchan.Anybody] any player, as at the start.
func (s *Spectator) Follow(slot int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.follow = slot
	s.client.Follow(slot)
}

// Place sets the position of the view, in Quake units, and its angles, in degrees, which are used while no player is
// followed.
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

// Status returns the state of the connection.
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
	if gone := s.description(""); gone != "" {
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

// Copy joins the server and writes the game as a .qwd, block by block, so that the output is a complete demo at any
// time. It writes nothing before the server lets the spectator in, so a game that can't be joined never starts. If ctx
// ends, the error is that of ctx. In any case, Copy tells the server that the spectator leaves.
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

// silentFor is the time without data after which a server counts as gone. A server that loads a level is silent for
// some seconds.
const silentFor = 15 * time.Second

// again reports whether to join the game again after an error, for example after a server restart or a network failure,
// and if so, prepares another connection after a pause.
func (s *Spectator) again(ctx context.Context, err error) bool {
	if !mayReturn(err) || !s.lose() || sleep(ctx, againEvery) != nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	// The address of this machine may have changed.
	if conn, err := s.dial(); err == nil {
		s.conn.Close()
		s.conn = conn
	}
	if s.closed {
		s.conn.Close()
	}
	s.options.QPort++ // so that the server sees a new client
	s.client = netchan.NewClient(s.options)
	s.client.Follow(s.follow)
	s.client.Place(s.place, s.angles)
	return true
}

// mayReturn reports whether a game that ended with this error may come back. It does not if the server has kicked or
// banned the spectator.
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
		case errors.As(err, &network): // for example while the network is down
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

// send sends the packets that are due.
func (s *Spectator) send(now time.Duration, r *recording) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.client.State() >= netchan.Spectating && s.client.State() != netchan.Over && now-s.client.Heard() > silentFor {
		return netchan.ErrSilent
	}
	var lost error
	err := s.client.Send(now, func(d []byte) {
		// Packets that fail now may succeed later.
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
		return nil // the demo continues with the level
	}
	_, angles := s.client.View()
	return r.moved(now, angles)
}

// receive handles a datagram.
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
	case netchan.Spectating:
		s.come()
		if err := r.letIn(); err != nil {
			return err
		}
	}
	return err
}

// leave tells the server that the spectator leaves.
func (s *Spectator) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.client.Leave(func(d []byte) { _, _ = s.conn.Write(d) })
}

// askQTV asks the server for its QTV stream. It returns "" if there is none.
func (s *Spectator) askQTV() string {
	conn := s.socket()
	if _, err := conn.Write(netchan.OutOfBand("status 32\n")); err != nil {
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

func (s *Spectator) socket() net.Conn {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.conn
}
