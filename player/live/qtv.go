package live

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"

	"demoscope/formats/mvd"
	"demoscope/formats/netchan"
	"demoscope/formats/qtv"
)

const (
	// dialTime is how long a connection may take to be made, and answerTime how long the
	// server may take to answer a request: mvdsv itself waits five seconds for one.
	dialTime   = 10 * time.Second
	answerTime = 10 * time.Second
	// silence is after how long without a byte a connection counts as cut. Servers send
	// each frame, also while the game is paused.
	silence = 60 * time.Second
	// firstWait is how long is waited before a connection that was cut is made again, twice as
	// long after each try in vain, up to maxWait.
	firstWait = time.Second
	maxWait   = 5 * time.Second
	// steady is how long a connection stands that counts as a good one, and maxShort how many in a row may be
	// shorter: a server that sends nonsense, or closes each soon, is not asked for ever.
	steady   = 30 * time.Second
	maxShort = 8
	// maxBurst is how many bytes may come at once, and maxRate how many in a second from then on. A game has
	// up to 60 KB a second, a sign-on some 100 KB, and behind a line that stood still comes what a proxy has kept.
	maxBurst = 16 << 20
	maxRate  = 256 << 10
	// maxRecord is how many bytes of a record are waited for: no record is longer.
	maxRecord = 128 << 10
)

// sourceText is how many letters of what a proxy says of a stream are told.
const sourceText = 80

// SourcesError says that a proxy has several streams, of which one is to be chosen, or none.
type SourcesError struct {
	Address qtv.Address
	Sources []qtv.Source
}

// What says what the proxy has.
func (e *SourcesError) What() string {
	if len(e.Sources) == 0 {
		return "no streams at present"
	}
	return fmt.Sprintf("%d streams: choose one", len(e.Sources))
}

func (e *SourcesError) Error() string {
	text := e.Address.HostPort() + " has " + e.What()
	for _, s := range e.Sources {
		a := e.Address
		a.Source = netchan.Readable([]byte(s.ID), sourceText)
		text += fmt.Sprintf("\n  %s  %s  (%s)", a, netchan.Readable([]byte(s.Name), sourceText),
			netchan.Readable([]byte(s.Server), sourceText))
	}
	return text
}

// QTVOptions are the choices of [DialQTV].
type QTVOptions struct {
	Name     string // shown to others who watch, empty for none
	Password string
	// Dial makes connections, and Wait passes the time before a connection is made again; they are set by tests.
	Dial func(ctx context.Context, address string) (net.Conn, error)
	Wait func(ctx context.Context, d time.Duration) error
}

// QTV is the stream of a game. See [DialQTV].
type QTV struct {
	absence
	address qtv.Address
	o       QTVOptions
	conn    net.Conn
	rest    []byte // of the stream, that came with the answer

	mu     sync.Mutex
	status QTVStatus
}

// QTVStatus is how a stream goes.
type QTVStatus struct {
	Bytes      int64         // of whole records, of all connections
	Game       time.Duration // that has come
	Last       time.Time     // when something came last
	Trying     bool          // the connection was cut and is being made again
	Problem    string        // why it was cut, empty while it stands
	Reconnects int
	Origin     string // where a proxy has the stream from, empty at a server's own port
}

// DialQTV connects to the stream of a game and reads the answer up to where the stream begins.
// The error is a [*SourcesError] if one of several has to be chosen, [qtv.ErrPassword] if a
// password is missing, or a [*qtv.RefusedError].
//
// Only the address is spoken to. Nothing is sent after the request: a stream needs no answers.
func DialQTV(ctx context.Context, a qtv.Address, o QTVOptions) (*QTV, error) {
	if o.Dial == nil {
		d := net.Dialer{Timeout: dialTime}
		o.Dial = func(ctx context.Context, address string) (net.Conn, error) {
			return d.DialContext(ctx, "tcp", address)
		}
	}
	if o.Wait == nil {
		o.Wait = wait
	}
	q := &QTV{address: a, o: o}
	if err := q.connect(ctx); err != nil {
		return nil, err
	}
	return q, nil
}

// wait passes some time, unless ctx ends.
func wait(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Address returns the address of the stream, with the source that was found.
func (q *QTV) Address() qtv.Address { return q.address }

// Status returns how the stream goes. It may be called by any goroutine.
func (q *QTV) Status() QTVStatus {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.status
}

// Awaits implements [Source].
func (q *QTV) Awaits() string {
	s := q.Status()
	if gone := q.says(s.Problem); gone != "" {
		return gone
	}
	return awaitsMore("come", time.Since(s.Last))
}

// Close closes the connection.
func (q *QTV) Close() error {
	if q.conn == nil {
		return nil
	}
	return q.conn.Close()
}

// connect asks for the stream. Who named no source gets that of a server's own port, which
// has one, or the only one of a proxy, which demands a name and is asked for its list.
func (q *QTV) connect(ctx context.Context) error {
	err := q.request(ctx)
	var refused *qtv.RefusedError
	if !errors.As(err, &refused) || q.address.Source != "" {
		return err
	}
	list := &qtv.Handshake{List: true, Name: q.o.Name, Password: q.o.Password}
	conn, _, listErr := q.shake(ctx, list)
	if conn != nil {
		conn.Close()
	}
	if listErr != nil {
		return err // the first answer says more
	}
	if len(list.Sources) != 1 {
		return &SourcesError{Address: q.address, Sources: list.Sources}
	}
	q.address.Source = list.Sources[0].ID
	return q.request(ctx)
}

// request makes a connection on which the stream comes.
func (q *QTV) request(ctx context.Context) error {
	h := &qtv.Handshake{Source: q.address.Source, Name: q.o.Name, Password: q.o.Password}
	conn, rest, err := q.shake(ctx, h)
	if err != nil {
		return err
	}
	q.conn, q.rest = conn, rest
	q.mu.Lock()
	q.status.Origin, q.status.Last = h.Origin, time.Now()
	q.mu.Unlock()
	return nil
}

// shake makes a connection and does the handshake on it. It returns the bytes of the stream
// that came with the answer. If there is an error the connection is closed.
func (q *QTV) shake(ctx context.Context, h *qtv.Handshake) (conn net.Conn, rest []byte, err error) {
	conn, err = q.o.Dial(ctx, q.address.HostPort())
	if err != nil {
		return nil, nil, err
	}
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer func() {
		stop()
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			conn.Close()
			conn = nil
			if ctx.Err() != nil {
				err = ctx.Err()
			}
		}
	}()
	if err := conn.SetDeadline(time.Now().Add(answerTime)); err != nil {
		return conn, nil, err
	}
	if _, err := conn.Write(h.Request()); err != nil {
		return conn, nil, err
	}
	buffer := make([]byte, 8<<10)
	for {
		n, readErr := conn.Read(buffer)
		data := buffer[:n]
		for len(data) > 0 {
			used, send, done, err := h.Receive(data)
			if err != nil {
				return conn, nil, err
			}
			if data = data[used:]; done {
				return conn, data, conn.SetDeadline(time.Time{})
			}
			if send != nil {
				if _, err := conn.Write(send); err != nil {
					return conn, nil, err
				}
			}
		}
		switch {
		case errors.Is(readErr, io.EOF):
			return conn, nil, h.End()
		case readErr != nil:
			return conn, nil, readErr
		}
	}
}

// Copy writes the stream to w as it comes, in whole records, until ctx ends; the error is then
// that of ctx. After a connection that was cut it is made again, after growing waits, and
// the new sign-on follows what came before: to a reader it is a change of the map. Where that
// is in vain the error says why.
//
// A server closes a connection that is not read, so w must not make it wait.
func (q *QTV) Copy(ctx context.Context, w io.Writer) error {
	ctx, stop := q.begin(ctx)
	defer stop()
	q.come()
	for short := 1; ; short++ {
		began := time.Now()
		came, err := q.stream(ctx, w)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		var lost *writeError
		if errors.As(err, &lost) {
			return lost.err
		}
		if errors.Is(err, ErrFlood) {
			return err
		}
		if q.Status().Last.Sub(began) >= steady { // a silence at its end does not count
			short = 0
		}
		if short == maxShort {
			return fmt.Errorf("the stream ended %d times in a row soon after its start: %w", short,
				&reasonError{err})
		}
		if err := q.again(ctx, err, came); err != nil {
			return err
		}
	}
}

// writeError is one of who the stream is written to.
type writeError struct{ err error }

func (e *writeError) Error() string { return e.err.Error() }

// again makes a connection anew that was cut because of an error.
func (q *QTV) again(ctx context.Context, cut error, came bool) error {
	pause := firstWait
	if !came {
		pause *= 2 // the server takes the connection and says nothing
	}
	first := cut
	for waited := pause; ; waited += pause {
		q.mu.Lock()
		q.status.Trying, q.status.Problem = true, Reason(cut)
		q.mu.Unlock()
		q.lose()
		err := q.o.Wait(ctx, pause)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err != nil {
			return err
		}
		if err = q.connect(ctx); err == nil {
			q.come()
			q.mu.Lock()
			q.status.Trying, q.status.Problem, q.status.Last = false, "", time.Now()
			q.status.Reconnects++
			q.mu.Unlock()
			return nil
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if waited > againFor || errors.Is(err, qtv.ErrPassword) {
			return fmt.Errorf("the stream ended (%s) and can't be reopened: %w", Reason(first),
				&reasonError{err})
		}
		cut, pause = err, min(2*pause, maxWait)
	}
}

// stream writes the records of one connection to w until it is cut; came says that there was one.
// Of a last record that is not whole nothing is written.
func (q *QTV) stream(ctx context.Context, w io.Writer) (came bool, err error) {
	conn := q.conn
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	defer conn.Close()
	buffer := make([]byte, maxRecord+64<<10)
	have := copy(buffer, q.rest)
	meter := meter{began: time.Now()}
	q.rest = nil
	for {
		n, game, err := whole(buffer[:have])
		if n > 0 {
			if _, err := w.Write(buffer[:n]); err != nil {
				return came, &writeError{err}
			}
			came = true
			have = copy(buffer, buffer[n:have])
			q.mu.Lock()
			q.status.Bytes += int64(n)
			q.status.Game += game
			q.status.Last = time.Now()
			q.mu.Unlock()
		}
		if err != nil {
			return came, fmt.Errorf("the stream is damaged: %w", err)
		}
		if err := conn.SetReadDeadline(time.Now().Add(silence)); err != nil {
			return came, err
		}
		m, err := conn.Read(buffer[have:])
		have += m
		if meter.tooMuch(m) {
			return came, ErrFlood
		}
		if err != nil && m == 0 {
			if errors.Is(err, io.EOF) {
				err = errClosed
			}
			return came, err
		}
	}
}

// ErrFlood says that a stream is more than any game is.
var ErrFlood = errors.New("the stream sends more data than any game")

// meter measures what comes by a connection.
type meter struct {
	began time.Time
	bytes int64
}

// tooMuch counts n bytes that have come, and reports whether those are more than any game has.
func (m *meter) tooMuch(n int) bool {
	m.bytes += int64(n)
	return m.bytes > maxBurst && float64(m.bytes-maxBurst) > maxRate*time.Since(m.began).Seconds()
}

var errClosed = errors.New("the server closed the connection")

// whole returns how many bytes of data are whole records, and how much of the game they are.
func whole(data []byte) (n int, game time.Duration, err error) {
	for n < len(data) {
		size, err := mvd.Span(data[n:])
		if err != nil {
			return n, game, err
		}
		if size == 0 || size > len(data)-n {
			break
		}
		game += time.Duration(data[n]) * time.Millisecond
		n += size
	}
	return n, game, nil
}
