package live

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/formats/mvd"
	"demoscope/formats/qtv"
	"demoscope/internal/corpus"
)

// testServer answers connections one after the other, each with the next of its scripts.
type testServer struct {
	t *testing.T
	net.Listener
	requests chan string
}

// serve starts a server on loopback. Each script gets the request of its connection.
func serve(t *testing.T, scripts ...func(c net.Conn, request string)) *testServer {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &testServer{t, l, make(chan string, len(scripts))}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for _, script := range scripts {
			c, err := l.Accept()
			if err != nil {
				return
			}
			request := readRequest(c)
			s.requests <- request
			script(c, request)
			c.Close()
		}
	}()
	t.Cleanup(func() {
		l.Close()
		<-done
	})
	return s
}

func (s *testServer) address(source string) qtv.Address {
	a, err := qtv.ParseAddress("qtv:" + s.Addr().String())
	if err != nil {
		s.t.Fatal(err)
	}
	a.Source = source
	return a
}

// readRequest reads up to an empty line.
func readRequest(c net.Conn) string {
	var b []byte
	for one := make([]byte, 1); !bytes.HasSuffix(b, []byte("\n\n")); {
		if _, err := c.Read(one); err != nil {
			return string(b)
		}
		b = append(b, one...)
	}
	return string(b)
}

// send sends text in pieces of random sizes.
func send(c net.Conn, data []byte, dice *rand.Rand, most int) {
	for len(data) > 0 {
		n := min(1+dice.IntN(most), len(data))
		if _, err := c.Write(data[:n]); err != nil {
			return
		}
		data = data[n:]
	}
}

func answer(text string) func(net.Conn, string) {
	return func(c net.Conn, _ string) { _, _ = io.WriteString(c, text) }
}

var errEnough = errors.New("enough")

// captured returns what the server sent in a capture.
func captured(t *testing.T, name string) (all []byte) {
	t.Helper()
	for _, d := range corpus.Capture(t, name) {
		if d.Dir == "s2c" {
			all = append(all, d.Data...)
		}
	}
	return all
}

// facts are those that an independent parser read from a stream.
type facts struct {
	StreamSHA256 string         `json:"stream_sha256"`
	StreamBytes  int            `json:"stream_bytes"`
	StreamMS     int64          `json:"stream_ms"`
	Records      map[string]int `json:"records"`
	Levels       []struct {
		StreamMS   int64 `json:"stream_ms"`
		SpawnCount int   `json:"spawncount"`
		Title, Map string
	}
	Disconnects []struct {
		StreamMS int64 `json:"stream_ms"`
		Text     string
	}
}

// decoded checks what was recorded against the facts.
func decoded(t *testing.T, data []byte, want *facts) {
	t.Helper()
	d := mvd.NewDecoder(data)
	records := map[string]int{}
	levels, ends := 0, 0
	for {
		p, err := d.NextPacket()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		records[strconv.Itoa(int(p.Type&7))]++
		for {
			m, err := d.NextMessage()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			ms := int64(p.Time*1000 + 0.5)
			switch m := m.(type) {
			case *message.QWServerData:
				if levels >= len(want.Levels) {
					t.Fatal("too many levels")
				}
				if l := want.Levels[levels]; string(m.MapName) != l.Title || ms != l.StreamMS ||
					int(m.Age) != l.SpawnCount {
					t.Errorf("level %q at %d ms, count %d; want %+v", m.MapName, ms, m.Age, l)
				}
				levels++
			case *message.Disconnect:
				if ends >= len(want.Disconnects) {
					t.Fatal("too many disconnects")
				}
				if e := want.Disconnects[ends]; string(m.Text) != e.Text || ms != e.StreamMS {
					t.Errorf("%q at %d ms; want %+v", m.Text, ms, e)
				}
				ends++
			}
		}
	}
	if levels != len(want.Levels) || ends != len(want.Disconnects) {
		t.Errorf("%d levels, %d disconnects; want %d, %d", levels, ends, len(want.Levels), len(want.Disconnects))
	}
	for kind, n := range want.Records {
		if records[kind] != n {
			t.Errorf("%d records of kind %s, want %d", records[kind], kind, n)
		}
	}
}

// TestCapturedStreams: captured streams, replayed in pieces of random sizes, are written byte for
// byte, in whole records, and are demos without damage.
func TestCapturedStreams(t *testing.T) {
	for _, name := range []string{"live_pext_qtv", "live_loss_qtv", "live_p28_qtv", "qtv_ezquake"} {
		t.Run(name, func(t *testing.T) {
			all := captured(t, name)
			var want facts
			corpus.ReadJSON(t, filepath.Join(corpus.Dir(t), "live", "expect", name+".json"), &want)
			for seed, most := range []int{1 << 20, 1500, 40} {
				s := serve(t, func(c net.Conn, _ string) { send(c, all, rand.New(rand.NewPCG(1, uint64(seed))), most) })
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				q, err := DialQTV(ctx, s.address("1"), QTVOptions{Wait: func(context.Context, time.Duration) error {
					return errEnough
				}})
				if err != nil {
					t.Fatal(err)
				}
				var w recordWriter
				if err := q.Copy(ctx, &w); err != errEnough {
					t.Errorf("the end is %v", err)
				}
				cancel()
				if got := <-s.requests; got != "QTV\nVERSION: 1\nSOURCE: 1\n\n" {
					t.Errorf("asked %q", got)
				}
				if sum := sha256.Sum256(w.data); hex.EncodeToString(sum[:]) != want.StreamSHA256 {
					t.Errorf("in pieces of up to %d: %d bytes with the sum %x; want %d with %s", most, len(w.data), sum,
						want.StreamBytes, want.StreamSHA256)
				}
				if w.torn > 0 {
					t.Errorf("%d of %d writes were no whole records", w.torn, w.writes)
				}
				if st := q.Status(); st.Bytes != int64(len(w.data)) || st.Game.Milliseconds() != want.StreamMS ||
					!st.Trying || st.Problem == "" {
					t.Errorf("status %+v", st)
				}
				if seed == 0 {
					decoded(t, w.data, &want)
				}
			}
		})
	}
}

// recordWriter notes writes that are no whole records.
type recordWriter struct {
	data         []byte
	writes, torn int
}

func (w *recordWriter) Write(p []byte) (int, error) {
	w.writes++
	for rest := p; len(rest) > 0; {
		// A record by hand: milliseconds, type, a mask for several players, a size.
		header := 6
		switch rest[1] & 7 {
		case 2:
			rest = rest[10:]
			continue
		case 3:
			header = 10
		}
		if len(rest) < header {
			w.torn++
			break
		}
		b := rest[header-4:]
		size := header + (int(b[0]) | int(b[1])<<8 | int(b[2])<<16 | int(b[3])<<24)
		if size > len(rest) {
			w.torn++
			break
		}
		rest = rest[size:]
	}
	w.data = append(w.data, p...)
	return len(p), nil
}

// record is a record for all players with a print, by hand: 23 ms later.
const record = "\x17\x06\x04\x00\x00\x00\x08\x02x\x00"

// TestCutConnection: a stream that is cut in the middle of a record goes on with the sign-on of the
// next connection, after waits that grow while it is refused.
func TestCutConnection(t *testing.T) {
	s := serve(t,
		answer("QTVSV 1\nBEGIN\n\n"+record+record+record[:5]),
		answer("QTVSV 1\nTERROR: server is full\n\n"),
		answer(""),
		answer("QTVSV 1\nBEGIN: tcp:a:1\n\n"+record),
	)
	var waits []time.Duration
	var said []string
	var q *QTV
	var err error
	q, err = DialQTV(t.Context(), s.address("2"), QTVOptions{Name: "me", Wait: func(_ context.Context,
		d time.Duration) error {
		said = append(said, q.Awaits())
		if waits = append(waits, d); len(waits) == 4 {
			return errEnough
		}
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	var w recordWriter
	if err := q.Copy(t.Context(), &w); err != errEnough {
		t.Error(err)
	}
	if string(w.data) != record+record+record {
		t.Errorf("%q", w.data)
	}
	if !slices.Equal(waits, []time.Duration{time.Second, 2 * time.Second, 4 * time.Second, time.Second}) {
		t.Errorf("waited %v", waits)
	}
	const lost, again = "connection lost (the server ", "); joining again"
	if want := []string{lost + "closed the connection" + again, lost + "says: server is full" + again,
		lost + "closed the connection without an answer" + again,
		lost + "closed the connection" + again}; !slices.Equal(said, want) || q.Gone() != true {
		t.Errorf("said %q", said)
	}
	if st := q.Status(); st.Reconnects != 1 || st.Bytes != 30 || st.Game != 69*time.Millisecond ||
		st.Origin != "tcp:a:1" {
		t.Errorf("%+v", st)
	}
	for range 4 {
		if got := <-s.requests; got != "QTV\nVERSION: 1\nSOURCE: 2\nUSERINFO: \"\\name\\me\"\n\n" {
			t.Errorf("asked %q", got)
		}
	}
}

// TestAwaits: who says nothing is told of, after a while.
func TestAwaits(t *testing.T) {
	s := serve(t, answer("QTVSV 1\nBEGIN\n\n"+record))
	q, err := DialQTV(t.Context(), s.address(""), QTVOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	w := Watched{Growing: New("game.mvd", formats.GrowOptions{}), source: q}
	defer w.Release()
	if says := w.Awaits(); says != "" {
		t.Errorf("at first %q", says)
	}
	q.status.Last = time.Now().Add(-5500 * time.Millisecond)
	if says := w.Awaits(); says != "nothing has come for 5 s" {
		t.Errorf("after 5.5 s %q", says)
	}
	w.End(nil)
	if says := w.Awaits(); says != "" {
		t.Errorf("after the end %q", says)
	}
	silent, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	server, err := DialSpectator(t.Context(), silent.LocalAddr().String(), SpectatorOptions{Checksum: sums})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	if says := server.Awaits(); says != "the server is asked to let us in" {
		t.Errorf("before joining %q", says)
	}
}

// TestGiveUp: the viewer ends the wait for a game that went away, but no game that is there.
func TestGiveUp(t *testing.T) {
	s := serve(t, answer("QTVSV 1\nBEGIN\n\n"+record))
	var q *QTV
	q, err := DialQTV(t.Context(), s.address(""), QTVOptions{Wait: func(ctx context.Context, _ time.Duration) error {
		s.Close()
		q.GiveUp()
		return ctx.Err()
	}})
	if err != nil {
		t.Fatal(err)
	}
	q.GiveUp()
	if err := q.Copy(t.Context(), writerFunc(func(p []byte) (int, error) {
		q.GiveUp()
		return len(p), nil
	})); err != errLost || q.Status().Bytes != int64(len(record)) {
		t.Errorf("%v after %d bytes", err, q.Status().Bytes)
	}
}

// TestGivenUp: a server that is gone for good is not asked for ever, and a password that is wanted at once
// is not guessed.
func TestGivenUp(t *testing.T) {
	s := serve(t, answer("QTVSV 1\nBEGIN\n\n"+record))
	var waits int
	var longest time.Duration
	q, err := DialQTV(t.Context(), s.address(""), QTVOptions{Wait: func(_ context.Context, d time.Duration) error {
		waits++
		longest = max(longest, d)
		s.Close()
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	err = q.Copy(t.Context(), io.Discard)
	if err == nil || err.Error() !=
		"the stream ended (the server closed the connection) and can't be reopened: connection refused" ||
		waits != 182 || longest != 5*time.Second { // 15 minutes
		t.Errorf("%v after %d waits of up to %v", err, waits, longest)
	}
	s = serve(t, answer("QTVSV 1\nBEGIN\n\n"+record), answer("QTVSV 1\nAUTH: MD4\nCHALLENGE: x\n\n"))
	q, err = DialQTV(t.Context(), s.address(""), QTVOptions{Wait: func(context.Context, time.Duration) error {
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	if err := q.Copy(t.Context(), io.Discard); !errors.Is(err, qtv.ErrPassword) {
		t.Error(err)
	}
}

// TestShortStreams: a server that begins a stream and spoils or closes it soon, each time, is given up.
func TestShortStreams(t *testing.T) {
	for stream, want := range map[string]string{
		record + "\x00\x07\x00\x00\x00\x00": "the stream ended 8 times in a row soon after its start: the stream " +
			"is damaged: ",
		record: "the stream ended 8 times in a row soon after its start: the server " +
			"closed the connection",
	} {
		s := serve(t, slices.Repeat([]func(net.Conn, string){answer("QTVSV 1\nBEGIN\n\n" + stream)}, 20)...)
		q, err := DialQTV(t.Context(), s.address(""), QTVOptions{Wait: func(context.Context, time.Duration) error {
			return nil
		}})
		if err != nil {
			t.Fatal(err)
		}
		var w recordWriter
		if err := q.Copy(t.Context(), &w); err == nil || !strings.HasPrefix(err.Error(), want) ||
			string(w.data) != strings.Repeat(record, 8) {
			t.Errorf("%v, %d bytes", err, len(w.data))
		}
	}
}

// piped returns what makes connections, each to the next of the scripts, which begins behind the request.
// Each must be closed in the end.
func piped(scripts ...func(c net.Conn)) func(context.Context, string) (net.Conn, error) {
	return func(context.Context, string) (net.Conn, error) {
		if len(scripts) == 0 {
			return nil, errEnough
		}
		script := scripts[0]
		scripts = scripts[1:]
		near, far := net.Pipe()
		go func() {
			readRequest(far)
			script(far)
			far.Close()
		}()
		return near, nil
	}
}

// TestSilence: a server that says nothing is left, soon where it was asked and after a minute of a stream; streams that
// fall silent soon are not asked for ever, and those that last are.
func TestSilence(t *testing.T) {
	none := func(context.Context, time.Duration) error { return nil }
	holds := func(text string) func(net.Conn) {
		return func(c net.Conn) {
			_, _ = io.WriteString(c, text)
			_, _ = io.Copy(io.Discard, c)
		}
	}
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		_, err := DialQTV(t.Context(), qtv.Address{}, QTVOptions{Dial: piped(holds("QTVSV 1\n"))})
		if took := time.Since(began); !errors.Is(err, os.ErrDeadlineExceeded) || took != 10*time.Second {
			t.Errorf("without an answer: %v after %v", err, took)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		scripts := slices.Repeat([]func(net.Conn){holds("QTVSV 1\nBEGIN\n\n" + record)}, 20)
		q, err := DialQTV(t.Context(), qtv.Address{Source: "1"}, QTVOptions{Dial: piped(scripts...), Wait: none})
		if err != nil {
			t.Fatal(err)
		}
		err = q.Copy(t.Context(), io.Discard)
		if took := time.Since(began); err == nil ||
			err.Error() != "the stream ended 8 times in a row soon after its start: no answer" ||
			took != 8*time.Minute {
			t.Errorf("a record and silence: %v after %v", err, took)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		script := func(c net.Conn) {
			_, _ = io.WriteString(c, "QTVSV 1\nBEGIN\n\n")
			for range 40 {
				_, _ = io.WriteString(c, record)
				time.Sleep(time.Second)
			}
		}
		reconnects := 0
		q, err := DialQTV(t.Context(), qtv.Address{Source: "1"}, QTVOptions{Dial: piped(slices.Repeat([]func(net.Conn){
			script}, 20)...), Wait: func(context.Context, time.Duration) error {
			if reconnects++; reconnects == 20 {
				return errEnough
			}
			return nil
		}})
		if err != nil {
			t.Fatal(err)
		}
		if err := q.Copy(t.Context(), io.Discard); err != errEnough {
			t.Errorf("streams of 40 s, the connection number %d: %v", reconnects, err)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		var waits []time.Duration
		stream := func(text string) func(net.Conn) {
			return func(c net.Conn) {
				_, _ = io.WriteString(c, text)
				time.Sleep(time.Second) // an end of a pipe that is closed takes no deadline any more
			}
		}
		q, err := DialQTV(t.Context(), qtv.Address{Source: "1"}, QTVOptions{
			Dial: piped(stream("QTVSV 1\nBEGIN\n\n"), stream("QTVSV 1\nBEGIN\n\n"+record)),
			Wait: func(_ context.Context, d time.Duration) error {
				if waits = append(waits, d); len(waits) == 2 {
					return errEnough
				}
				return nil
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := q.Copy(t.Context(), io.Discard); err != errEnough ||
			!slices.Equal(waits, []time.Duration{2 * time.Second, time.Second}) {
			t.Errorf("behind a connection without and one with a record it waits %v: %v", waits, err)
		}
	})
}

// TestFlood: a stream that is more than any game is left, and a burst is taken.
func TestFlood(t *testing.T) {
	many := []byte(strings.Repeat(record, 100_000))
	for seconds, most := range map[int]int{0: 16 << 20, 30: 16<<20 + 30*256<<10} {
		synctest.Test(t, func(t *testing.T) {
			q, err := DialQTV(t.Context(), qtv.Address{Source: "1"}, QTVOptions{Dial: piped(func(c net.Conn) {
				_, _ = io.WriteString(c, "QTVSV 1\nBEGIN\n\n"+record)
				time.Sleep(time.Duration(seconds) * time.Second)
				for {
					if _, err := c.Write(many); err != nil {
						return
					}
				}
			})})
			if err != nil {
				t.Fatal(err)
			}
			defer q.Close()
			came := 0
			err = q.Copy(t.Context(), writerFunc(func(p []byte) (int, error) { came += len(p); return len(p), nil }))
			if err != ErrFlood || came > most || came < most-256<<10 {
				t.Errorf("%v after %d bytes in %d s", err, came, seconds)
			}
		})
	}
}

// TestSourceIsFound: who names no source gets the only one of a proxy, or the list.
func TestSourceIsFound(t *testing.T) {
	const refused = "QTVSV 1\nPERROR: invalid request\n\n"
	s := serve(t, answer(refused), answer("QTVSV 1\nASOURCE: 5: tcp:a:1: x\n\n"),
		answer("QTVSV 1\nBEGIN: tcp:a:1\n\n"+record))
	q, err := DialQTV(t.Context(), s.address(""), QTVOptions{})
	if err != nil {
		t.Fatal(err)
	}
	q.Close()
	if q.Address().Source != "5" {
		t.Errorf("%+v", q.Address())
	}
	for _, want := range []string{"QTV\nVERSION: 1\n\n", "QTV\nVERSION: 1\nSOURCELIST\n\n",
		"QTV\nVERSION: 1\nSOURCE: 5\n\n"} {
		if got := <-s.requests; got != want {
			t.Errorf("asked %q, want %q", got, want)
		}
	}
	for list, want := range map[string]string{
		"QTVSV 1\nASOURCE: 5: tcp:a:1: x\nASOURCE: 7: tcp:b:2: \xf9\n\n": "has 2 streams: choose one\n  " +
			"qtv:5@HOST  x  (tcp:a:1)\n  qtv:7@HOST  y  (tcp:b:2)",
		"QTVSV 1\n": "has no streams at present",
	} {
		s := serve(t, answer(refused), answer(list))
		_, err := DialQTV(t.Context(), s.address(""), QTVOptions{})
		var several *SourcesError
		if !errors.As(err, &several) || !strings.HasSuffix(err.Error(), strings.ReplaceAll(want, "HOST",
			s.Addr().String())) || want[4] == '2' && (len(several.Sources) != 2 || several.Sources[1] != qtv.Source{
			ID: "7", Server: "tcp:b:2", Name: "\xf9"}) {
			t.Errorf("%v: %+v", err, several)
		}
	}
}

// TestPassword: the password is proved on the same connection.
func TestPassword(t *testing.T) {
	proof := make(chan string, 1)
	s := serve(t, func(c net.Conn, _ string) {
		_, _ = io.WriteString(c,
			"QTVSV 1\nAUTH: CCITT\nCHALLENGE: 127.0.0.1:48708Ac=/<?f'f\\X5-b]M?RSfXLTN5\\W_VhK2fh[$(B*)9{>`_z.}\n\n")
		proof <- readRequest(c)
		_, _ = io.WriteString(c, "QTVSV 1\nBEGIN\n\n"+record)
	})
	q, err := DialQTV(t.Context(), s.address(""), QTVOptions{Password: "sesame"})
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	if got := <-proof; got != "QTV\nVERSION: 1\nAUTH: CCITT\nPASSWORD: \"0xF67D\"\n\n" {
		t.Errorf("%q", got)
	}
}

// TestBadStreams: what is no stream ends the connection, and who cannot be written to ends all.
func TestBadStreams(t *testing.T) {
	for name, c := range map[string]struct{ stream, written, problem string }{
		"a type that is none":  {record + "\x00\x07\x00\x00\x00\x00", record, "the stream is damaged: "},
		"a record without end": {record + "\x00\x06\xff\xff\xff\x7f", record, "the stream is damaged: "},
		"nothing":              {"", "", "the server closed the connection"},
	} {
		s := serve(t, answer("QTVSV 1\nBEGIN\n\n"+c.stream))
		q, err := DialQTV(t.Context(), s.address(""), QTVOptions{Wait: func(context.Context, time.Duration) error {
			return errEnough
		}})
		if err != nil {
			t.Fatal(err)
		}
		var w recordWriter
		if err := q.Copy(t.Context(), &w); err != errEnough || string(w.data) != c.written ||
			!strings.HasPrefix(q.Status().Problem, c.problem) {
			t.Errorf("%s: %v, wrote %q, %q", name, err, w.data, q.Status().Problem)
		}
	}
	s := serve(t, answer("QTVSV 1\nBEGIN\n\n"+record))
	q, err := DialQTV(t.Context(), s.address(""), QTVOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := q.Copy(t.Context(), fullDisk{}); err != errEnough {
		t.Error(err)
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errEnough }

// TestEndedByTheViewer: neither a server that says nothing nor a stream holds anybody.
func TestEndedByTheViewer(t *testing.T) {
	stay := func(text string) func(net.Conn, string) {
		return func(c net.Conn, _ string) {
			_, _ = io.WriteString(c, text)
			_, _ = io.Copy(io.Discard, c)
		}
	}
	s := serve(t, stay("QTVSV 1\n"))
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-s.requests; cancel() }()
	if _, err := DialQTV(ctx, s.address(""), QTVOptions{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	s = serve(t, stay("QTVSV 1\nBEGIN\n\n"+record))
	ctx, cancel = context.WithCancel(t.Context())
	q, err := DialQTV(ctx, s.address(""), QTVOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := q.Copy(ctx, writerFunc(func(p []byte) (int, error) { cancel(); return len(p), nil })); !errors.Is(err,
		context.Canceled) {
		t.Error(err)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }
