package serve

import (
	"net"
	"net/http"
	"sync"
	"testing"
	"time"

	"demoscope/internal/wait"
)

// door is a listener to which connections come from anywhere.
type door chan net.Conn

func (d door) Accept() (net.Conn, error) {
	c, ok := <-d
	if !ok {
		return nil, net.ErrClosed
	}
	return c, nil
}
func (d door) Close() error { close(d); return nil }
func (door) Addr() net.Addr { return &net.TCPAddr{} }

// caller is a connection from an address.
type caller struct {
	net.Conn
	from   net.Addr
	once   sync.Once
	closed chan struct{}
}

func (c *caller) RemoteAddr() net.Addr { return c.from }
func (c *caller) Close() error {
	c.once.Do(func() {
		close(c.closed)
		if c.Conn != nil {
			c.Conn.Close()
		}
	})
	return nil
}

// TestShare: one address has its share of the connections and no more, and this machine's browser is let in
// whoever else there is.
func TestShare(t *testing.T) {
	d := make(door)
	g := newGate(d, gateLimits{connections: 4, fromOne: 2, stall: time.Minute})
	in := make(chan net.Conn)
	go func() {
		defer close(in)
		for {
			c, err := g.Accept()
			if err != nil {
				return
			}
			in <- c
		}
	}()
	comes := func(address string) *caller {
		t.Helper()
		from, err := net.ResolveTCPAddr("tcp", net.JoinHostPort(address, "40000"))
		if err != nil {
			t.Fatal(err)
		}
		c := &caller{from: from, closed: make(chan struct{})}
		d <- c
		return c
	}
	expect := func(address string) net.Conn {
		t.Helper()
		c := wait.From(t, address, in)
		if got := c.RemoteAddr().(*net.TCPAddr).IP; !got.Equal(net.ParseIP(address)) {
			t.Fatalf("%v was let in, not %s", got, address)
		}
		return c
	}
	admitted := func(address string) net.Conn {
		t.Helper()
		comes(address)
		return expect(address)
	}
	refused := func(address string) {
		t.Helper()
		c := comes(address)
		wait.For(t, "the end of "+address, func() bool {
			select {
			case <-c.closed:
				return true
			case c := <-in:
				t.Fatalf("%v was let in beyond its share", c.RemoteAddr())
			default:
			}
			return false
		})
	}
	const one, another, third = "203.0.113.5", "2001:db8:0:1::7", "203.0.113.6"
	first := admitted(one)
	admitted("::ffff:" + one)
	refused(one)
	first.Close()
	first.Close() // which the server may do twice
	admitted(one)
	refused(one)
	// An address of IPv6 is one of a network's.
	last := admitted(another)
	admitted("2001:db8:0:1:ffff::1")
	refused("2001:db8:0:1::8")
	// All places are taken: another one waits, and has no more than its share of that either.
	comes(third)
	comes(third)
	refused(third)
	for _, own := range []string{"127.0.0.1", "127.0.0.1", "::1", "127.0.0.1"} {
		admitted(own)
	}
	last.Close()
	expect(third)
	waits := comes("198.51.100.1")
	if err := g.Close(); err != nil {
		t.Error(err)
	}
	wait.From(t, "the end of who waits", waits.closed)
	if c, ok := <-in; ok {
		t.Errorf("%v was let in at the end", c.RemoteAddr())
	}
}

// TestIdle: connections that say nothing give their room to others, the one that has been silent longest first. Those
// that are at work do not.
func TestIdle(t *testing.T) {
	d := make(door)
	g := newGate(d, gateLimits{connections: 3, fromOne: 2, stall: time.Minute})
	in := make(chan net.Conn, 10)
	go func() {
		for {
			c, err := g.Accept()
			if err != nil {
				return
			}
			in <- c
		}
	}()
	t.Cleanup(func() { g.Close() })
	come := func(address string, state http.ConnState) *caller {
		t.Helper()
		c := &caller{from: &net.TCPAddr{IP: net.ParseIP(address), Port: 40000}, closed: make(chan struct{})}
		d <- c
		got := wait.From(t, address, in)
		g.state(got, http.StateNew)
		g.state(got, state)
		return c
	}
	gone := func(c *caller) bool {
		select {
		case <-c.closed:
			return true
		default: // it goes before another one comes
			return false
		}
	}
	first, second := come("127.0.0.1", http.StateIdle), come("127.0.0.1", http.StateActive)
	third := come("127.0.0.1", http.StateIdle)
	come("127.0.0.1", http.StateActive) // all the room was taken
	if !gone(first) || gone(second) || gone(third) {
		t.Error("it is not the one that has been idle longest that went")
	}
	come("127.0.0.1", http.StateActive)
	if !gone(third) || gone(second) {
		t.Error("the other idle one did not go")
	}
	// From elsewhere, one address takes its own share only.
	a, b := come("10.0.0.1", http.StateIdle), come("10.0.0.2", http.StateIdle)
	c := come("10.0.0.1", http.StateIdle)
	come("10.0.0.1", http.StateActive)
	if !gone(a) || gone(b) || gone(c) {
		t.Error("an address has not lost its own idle one")
	}
}
