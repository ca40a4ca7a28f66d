package serve

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"time"
)

const (
	// maxConnections is the maximum number of open connections; a browser has up to six. As many others may wait.
	// Connections from this machine count separately, so that others can't lock out its browser.
	maxConnections = 256
	// maxFromOne is the maximum number of open and waiting connections per address: ten browsers behind a router.
	maxFromOne = 64
	// maxStall is the maximum time for which a client may read nothing from its connection.
	maxStall = time.Minute
	// atOnce is the number of bytes that a client must read in that time.
	atOnce = 32 << 10
)

// gateLimits are the limits of a gate: see the constants.
type gateLimits struct {
	connections, fromOne int
	stall                time.Duration
}

// gate limits the number of open connections.
type gate struct {
	net.Listener
	limits   gateLimits
	arrivals chan arrival
	freed    chan struct{} // has an element if a connection closed since Accept looked
	done     chan struct{} // closed when the gate accepts no more connections
	begin    func()        // starts listening
	end      func() error

	mu      sync.Mutex
	open    [2]int               // numbers of connections from others and from this machine
	of      map[netip.Prefix]int // numbers of open and waiting connections of others by network
	waiting []*connection
	idle    map[*connection]time.Time // start of the idle time of open connections
}

// arrival is a result of the listener.
type arrival struct {
	net.Conn
	err error
}

func newGate(l net.Listener, limits gateLimits) *gate {
	g := &gate{Listener: l, limits: limits, arrivals: make(chan arrival), freed: make(chan struct{}, 1),
		done: make(chan struct{}), of: map[netip.Prefix]int{}, idle: map[*connection]time.Time{}}
	g.begin = sync.OnceFunc(func() { go g.listen() })
	g.end = sync.OnceValue(func() error {
		close(g.done)
		return g.Listener.Close()
	})
	return g
}

// listen passes on new connections: their source is only known after accepting them.
func (g *gate) listen() {
	for {
		c, err := g.Listener.Accept()
		select {
		case g.arrivals <- arrival{c, err}:
		case <-g.done:
			if err == nil {
				c.Close()
			}
			return
		}
	}
}

// Accept implements [net.Listener].
func (g *gate) Accept() (net.Conn, error) {
	g.begin()
	for {
		if c := g.next(); c != nil {
			return c, nil
		}
		select {
		case a := <-g.arrivals:
			if a.err != nil {
				return nil, a.err
			}
			g.enqueue(a.Conn)
		case <-g.freed:
		case <-g.done:
			return nil, net.ErrClosed
		}
	}
}

// Close implements [net.Listener]. It closes waiting connections.
func (g *gate) Close() error {
	err := g.end()
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, c := range g.waiting {
		c.Conn.Close()
	}
	g.waiting = nil
	return err
}

// state tracks idle connections. It is [http.Server.ConnState].
func (g *gate) state(conn net.Conn, state http.ConnState) {
	c, ok := conn.(*connection)
	if !ok {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	switch state {
	case http.StateNew, http.StateIdle:
		g.idle[c] = time.Now()
	default:
		delete(g.idle, c)
	}
}

// stale returns the connection to close in favor of a new one: the longest idle one among those that count against the
// same limit. It returns nil if the limit is not reached or none is idle. A browser whose idle connection is closed
// opens another when needed.
func (g *gate) stale(of *connection) (oldest *connection) {
	g.mu.Lock()
	defer g.mu.Unlock()
	mine := !of.local && g.of[of.of] >= g.limits.fromOne
	if !mine && g.open[of.side()] < g.limits.connections {
		return nil
	}
	for c, since := range g.idle {
		if c.local == of.local && (!mine || c.of == of.of) && (oldest == nil || since.Before(g.idle[oldest])) {
			oldest = c
		}
	}
	return oldest
}

// enqueue makes a connection wait until there is room for it, which may be now, or closes it.
func (g *gate) enqueue(conn net.Conn) {
	c := &connection{Conn: conn, gate: g}
	c.of, c.local = whose(conn.RemoteAddr())
	if old := g.stale(c); old != nil {
		old.Close()
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	same := 0
	for _, w := range g.waiting {
		if w.local == c.local {
			same++
		}
	}
	ended := false
	select {
	case <-g.done:
		ended = true
	default:
	}
	if ended || same >= g.limits.connections || !c.local && g.of[c.of] >= g.limits.fromOne {
		conn.Close()
		return
	}
	if !c.local {
		g.of[c.of]++
	}
	g.waiting = append(g.waiting, c)
}

// next returns the longest waiting connection for which there is room, nil if there is none.
func (g *gate) next() *connection {
	g.mu.Lock()
	defer g.mu.Unlock()
	i := slices.IndexFunc(g.waiting, func(c *connection) bool { return g.open[c.side()] < g.limits.connections })
	if i < 0 {
		return nil
	}
	c := g.waiting[i]
	g.waiting = slices.Delete(g.waiting, i, i+1)
	g.open[c.side()]++
	return c
}

// leave makes room for another connection.
func (g *gate) leave(c *connection) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.open[c.side()]--
	delete(g.idle, c)
	if !c.local {
		if g.of[c.of]--; g.of[c.of] == 0 {
			delete(g.of, c.of)
		}
	}
	select {
	case g.freed <- struct{}{}:
	default: // Accept has not looked yet
	}
}

// whose returns the network that a connection counts for, and whether it is from this machine. For IPv6 it is a whole
// network, because owners of an address have all of it.
func whose(from net.Addr) (of netip.Prefix, local bool) {
	t, ok := from.(*net.TCPAddr)
	if !ok {
		return netip.Prefix{}, false
	}
	a := t.AddrPort().Addr().Unmap().WithZone("")
	bits := a.BitLen()
	if a.Is6() {
		bits = 64
	}
	of, _ = a.Prefix(bits) // zero for an invalid address
	return of, a.IsLoopback()
}

// connection is an open connection. It ends when its peer stops reading; a peer that reads slowly has all the time it
// needs.
type connection struct {
	net.Conn
	gate   *gate
	of     netip.Prefix
	local  bool
	closed sync.Once
}

// side returns the index of its count in gate.open.
func (c *connection) side() int {
	if c.local {
		return 1
	}
	return 0
}

// Write implements [net.Conn].
func (c *connection) Write(data []byte) (n int, err error) {
	for part := range slices.Chunk(data, atOnce) {
		if err = c.SetWriteDeadline(time.Now().Add(c.gate.limits.stall)); err != nil {
			return n, err
		}
		m, err := c.Conn.Write(part)
		n += m
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

// Close implements [net.Conn].
func (c *connection) Close() error {
	defer c.closed.Do(func() { c.gate.leave(c) })
	return c.Conn.Close()
}
