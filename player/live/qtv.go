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
	// dialTime limits connecting, and answerTime the time until the server answers a request. mvdsv itself waits five
	// seconds for a request.
	dialTime   = 10 * time.Second
	answerTime = 10 * time.Second
	// silence is the time without data after which a connection counts as lost. Servers send every frame, even while
	// the game is paused.
	silence = 60 * time.Second
	// firstWait is the pause before reconnecting after a loss, and maxWait the maximum pause after further failures.
	// Each failure doubles the pause.
	firstWait = time.Second
	maxWait   = 5 * time.Second
	// steady is the duration from which a connection counts as good, and maxShort the maximum number of shorter ones in
	// a row, so that a server that sends garbage or disconnects early is not asked forever.
	steady   = 30 * time.Second
	maxShort = 8
	// maxBurst is the number of bytes that may arrive at once, and maxRate the number of bytes per second from then on.
	// A game has up to 60 KB per second and a sign-on about 100 KB. After a network stall, a proxy sends what it has
	// buffered.
	maxBurst = 16 << 20
	maxRate  = 256 << 10
	// maxRecord is the maximum size of a record in bytes. No record is longer.
	maxRecord = 128 << 10
)

// sourceText is the maximum number of characters shown of a proxy's texts about a stream.
const sourceText = 80

// SourcesError is the error if a proxy has several streams to choose from, or none.
type SourcesError struct {
	Address qtv.Address
	Sources []qtv.Source
}

// What describes what the proxy has.
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

// QTVOptions are the options of [DialQTV].
type QTVOptions struct {
	Name     string // shown to other viewers; empty for none
	Password string
	// Dial connects, and Wait waits before a reconnection. Tests set them.
	Dial func(ctx context.Context, address string) (net.Conn, error)
	Wait func(ctx context.Context, d time.Duration) error
}

// QTV is the stream of a game, see [DialQTV].
type QTV struct {
	connectionLoss
	address qtv.Address
	o       QTVOptions
	conn    net.Conn
	rest    []byte // beginning of the stream that was received with the answer

	mu     sync.Mutex
	status QTVStatus
}

// QTVStatus is the state of a stream.
type QTVStatus struct {
	Bytes      int64         // of complete records, over all connections
	Game       time.Duration // length of the game that was received
	Last       time.Time     // when data was last received
	Trying     bool          // reconnecting after a loss
	Problem    string        // reason of the loss; empty while connected
	Reconnects int
	Origin     string // a proxy's source of the stream; empty at a server's own port
}

// DialQTV connects to the stream of a game and reads the answer up to the beginning of the stream. The error is a
// [*SourcesError] if the user must choose a stream, [qtv.ErrPassword] if a password is missing, or a
// [*qtv.RefusedError].
//
// DialQTV only connects to the given address. It sends nothing after the request, because a stream needs no answers.
func DialQTV(ctx context.Context, a qtv.Address, o QTVOptions) (*QTV, error) {
	if o.Dial == nil {
		d := net.Dialer{Timeout: dialTime}
		o.Dial = func(ctx context.Context, address string) (net.Conn, error) {
			return d.DialContext(ctx, "tcp", address)
		}
	}
	if o.Wait == nil {
		o.Wait = sleep
	}
	q := &QTV{address: a, o: o}
	if err := q.connect(ctx); err != nil {
		return nil, err
	}
	return q, nil
}

// sleep waits for d, unless ctx ends.
func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Address returns the address of the stream, including the source that was found.
func (q *QTV) Address() qtv.Address { return q.address }

// Status returns the state of the stream. It is safe for concurrent use.
func (q *QTV) Status() QTVStatus {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.status
}

// Awaits implements [Source].
func (q *QTV) Awaits() string {
	s := q.Status()
	if gone := q.description(s.Problem); gone != "" {
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

// connect requests the stream. Without a named source, it gets the stream of a server's own port, or the only one of a
// proxy: a proxy refuses a request without a name, and is then asked for its list.
func (q *QTV) connect(ctx context.Context) error {
	err := q.request(ctx)
	var refused *qtv.RefusedError
	if !errors.As(err, &refused) || q.address.Source != "" {
		return err
	}
	list := &qtv.Handshake{List: true, Name: q.o.Name, Password: q.o.Password}
	conn, _, listErr := q.handshake(ctx, list)
	if conn != nil {
		conn.Close()
	}
	if listErr != nil {
		return err // the first answer is more informative
	}
	if len(list.Sources) != 1 {
		return &SourcesError{Address: q.address, Sources: list.Sources}
	}
	q.address.Source = list.Sources[0].ID
	return q.request(ctx)
}

// request opens a connection that receives the stream.
func (q *QTV) request(ctx context.Context) error {
	h := &qtv.Handshake{Source: q.address.Source, Name: q.o.Name, Password: q.o.Password}
	conn, rest, err := q.handshake(ctx, h)
	if err != nil {
		return err
	}
	q.conn, q.rest = conn, rest
	q.mu.Lock()
	q.status.Origin, q.status.Last = h.Origin, time.Now()
	q.mu.Unlock()
	return nil
}

// handshake opens a connection and does the handshake. It returns the bytes of the stream that were received with the
// answer. If there is an error, the connection is closed.
func (q *QTV) handshake(ctx context.Context, h *qtv.Handshake) (conn net.Conn, rest []byte, err error) {
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

// Copy writes the stream to w in complete records until ctx ends; the error is then that of ctx. After a lost
// connection it reconnects, with growing pauses. The new sign-on follows the old data, so for a reader the level
// changes. If reconnecting fails, the error is the reason.
//
// A server disconnects clients that don't read, so w must not block.
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
		if q.Status().Last.Sub(began) >= steady { // without a silence at its end
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

// writeError is an error of the writer of Copy.
type writeError struct{ err error }

func (e *writeError) Error() string { return e.err.Error() }

// again reconnects after a connection was lost because of an error.
func (q *QTV) again(ctx context.Context, cut error, came bool) error {
	pause := firstWait
	if !came {
		pause *= 2 // the server accepts connections but sends nothing
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

// stream writes the records of one connection to w until it is lost. came reports whether there was any record. An
// incomplete last record is not written.
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
		n, game, err := completeRecords(buffer[:have])
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

// ErrFlood is the error if a stream has more data than any game.
var ErrFlood = errors.New("the stream sends more data than any game")

// meter measures the data of a connection.
type meter struct {
	began time.Time
	bytes int64
}

// tooMuch counts n received bytes, and reports whether the total is more than any game has.
func (m *meter) tooMuch(n int) bool {
	m.bytes += int64(n)
	return m.bytes > maxBurst && float64(m.bytes-maxBurst) > maxRate*time.Since(m.began).Seconds()
}

var errClosed = errors.New("the server closed the connection")

// completeRecords returns the number of bytes of data that are complete records, and the length of the game in them.
func completeRecords(data []byte) (n int, game time.Duration, err error) {
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
