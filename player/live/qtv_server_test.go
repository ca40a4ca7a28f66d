package live

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"demoscope/formats/message"
	"demoscope/formats/mvd"
	"demoscope/formats/qtv"
	"demoscope/internal/wait"
)

// relay passes connections on to a server, and cuts them.
type relay struct {
	net.Listener
	mu    sync.Mutex
	conns []net.Conn
}

func newRelay(t *testing.T, to string) *relay {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := &relay{Listener: l}
	var all sync.WaitGroup
	all.Go(func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", to)
			if err != nil {
				near.Close()
				continue
			}
			r.mu.Lock()
			r.conns = append(r.conns, near, far)
			r.mu.Unlock()
			all.Go(func() { _, _ = io.Copy(far, near); far.Close() })
			all.Go(func() { _, _ = io.CopyBuffer(near, struct{ io.Reader }{far}, make([]byte, 777)); near.Close() })
		}
	})
	t.Cleanup(func() {
		l.Close()
		r.cut()
		all.Wait()
	})
	return r
}

func (r *relay) cut() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, c := range r.conns {
		c.Close()
	}
	r.conns = nil
}

// TestRealStream watches a real server by its QTV port, through a change of the map and a cut connection: what was
// written is a demo without damage.
func TestRealStream(t *testing.T) {
	t.Parallel() // it waits for a server most of its time
	server := start(t, "--bots", "3", "--seconds", "100", "--qtv-password", "sesame")
	direct, err := ParseQTV(server.qtv)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := DialQTV(t.Context(), direct, QTVOptions{}); !errors.Is(err, ErrPassword) {
		t.Errorf("without a password: %v", err)
	}
	var refused *qtv.RefusedError
	if _, err := DialQTV(t.Context(), direct, QTVOptions{Password: "wrong"}); !errors.As(err, &refused) ||
		refused.Text != "Bad password." {
		t.Errorf("with a wrong password: %v", err)
	}
	line := newRelay(t, direct.HostPort())
	a, err := ParseQTV("qtv:" + line.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	q, err := DialQTV(t.Context(), a, QTVOptions{Password: "sesame", Name: "watcher", Wait: func(ctx context.Context,
		_ time.Duration) error {
		return sleep(ctx, 100*time.Millisecond)
	}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var w keeper
	done := make(chan error)
	go func() { done <- q.Copy(ctx, &w) }()
	level := func(n int) {
		t.Helper()
		wait.For(t, fmt.Sprintf("level %d", n), func() bool { l, _ := streamLevels(t, w.bytes()); return len(l) == n })
	}
	later := func(seconds time.Duration) {
		t.Helper()
		game := q.Status().Game
		wait.For(t, "more of the game", func() bool { return q.Status().Game > game+seconds*time.Second })
	}
	later(3)
	level(1)
	fmt.Fprintln(server.console, "map dm4")
	level(2)
	later(1)
	line.cut()
	level(3)
	later(2)
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	levels, ends := streamLevels(t, w.bytes())
	if got, want := strings.Join(levels, ", "), "Demoscope One, The Bad Place, The Bad Place"; got != want ||
		ends != 1 {
		t.Errorf("%s, %d ends; want %s", got, ends, want)
	}
	if st := q.Status(); st.Reconnects != 1 || st.Bytes != int64(len(w.bytes())) {
		t.Errorf("%+v", st)
	}
}

// streamLevels decodes what was written so far, which must be whole and without damage.
func streamLevels(t *testing.T, data []byte) (levels []string, ends int) {
	t.Helper()
	d := mvd.NewDecoder(data)
	d.Live()
	for {
		_, err := d.NextPacket()
		if err == io.EOF {
			return levels, ends
		}
		for err == nil {
			var m message.Message
			if m, err = d.NextMessage(); err == nil {
				switch m := m.(type) {
				case *message.QWServerData:
					levels = append(levels, string(m.MapName))
				case *message.Disconnect:
					ends++
				}
			}
		}
		if err != io.EOF {
			t.Fatal(err)
		}
	}
}

// TestRealStatus: what a real server says of itself.
func TestRealStatus(t *testing.T) {
	t.Parallel() // it waits for a server most of its time
	server := start(t, "--bots", "2", "--seconds", "60")
	var got []Server
	if err := AskServers(t.Context(), []string{server.address}, ServersOptions{}, func(s Server) {
		got = append(got, s)
	}); err != nil {
		t.Fatal(err)
	}
	if len(got) != 1 || got[0].Status == nil {
		t.Fatalf("%+v", got)
	}
	st := got[0].Status
	players, spectators := 0, 0
	for _, c := range st.Clients {
		if c.Spectator {
			spectators++
		} else {
			players++
		}
	}
	if st.Value("map") != "demoscope1" || !strings.HasPrefix(st.Value("hostname"), "demoscope test") || players != 2 ||
		spectators != 1 || len(st.Streams) != 0 {
		t.Errorf("%+v", st)
	}
}
