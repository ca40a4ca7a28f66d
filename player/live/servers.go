package live

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"demoscope/formats/netchan"
)

// Masters are the default master servers, run by the QuakeWorld community.
var Masters = []string{"master.quakeservers.net:27000", "qwmaster.ocrana.de:27000", "master.quakeworld.nu:27000"}

const (
	// MaxServers is the maximum number of servers of all lists together. There are a few thousand.
	MaxServers = 8192
	// maxMasterParts is the maximum number of datagrams of a master's list. Each has about 200 servers.
	maxMasterParts = 256
	// maxAtOnce is the maximum number of servers queried at once, so as not to overload the connection or a home
	// router's table.
	maxAtOnce = 128
	// mastersWait limits the query of all masters together, including name lookups, and serversWait the query of all
	// servers. Those that have not answered by then get no answer.
	mastersWait = 4 * time.Second
	serversWait = 5 * time.Second
	// masterTries and serverTries are the maximum number of requests without an answer. masterQuiet and serverWait are
	// how long to wait for each answer. A master's list is complete after such a silence.
	masterTries = 3
	serverTries = 3
	masterQuiet = time.Second
	serverWait  = 800 * time.Millisecond
)

// Server is the answer of a server.
type Server struct {
	Address string // HOST:PORT as given
	Ping    time.Duration
	Status  *netchan.Status // nil if it did not answer
	Err     error           // reason of a missing answer
}

// ServersOptions are options of [AskMasters] and [AskServers], for tests.
type ServersOptions struct {
	Quiet time.Duration // wait for each answer; zero for the defaults above
	All   time.Duration // wait for all answers together; likewise
}

func (o ServersOptions) or(d time.Duration) time.Duration { return cmp.Or(o.Quiet, d) }

// AskMasters asks all masters at once for their servers. It returns the servers sorted and without duplicates. Each
// error is that of one master; the lists of the others are used.
func AskMasters(ctx context.Context, masters []string, o ServersOptions) (servers []netip.AddrPort, failed []error) {
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(o.All, mastersWait))
	defer cancel()
	lists, errs := make([][]netip.AddrPort, len(masters)), make([]error, len(masters))
	var all sync.WaitGroup
	for i, m := range masters {
		all.Go(func() {
			if lists[i], errs[i] = askMaster(ctx, m, o); errs[i] != nil {
				if ctx.Err() == context.DeadlineExceeded {
					errs[i] = errNoAnswer
				}
				errs[i] = &MasterError{m, errs[i]}
			}
		})
	}
	all.Wait()
	known := map[netip.AddrPort]bool{}
	for _, list := range lists {
		for _, s := range list {
			if !known[s] && len(servers) < MaxServers {
				known[s] = true
				servers = append(servers, s)
			}
		}
	}
	slices.SortFunc(servers, netip.AddrPort.Compare)
	for _, err := range errs {
		if err != nil {
			failed = append(failed, err)
		}
	}
	return servers, failed
}

// MasterError is the reason why a master returned no list.
type MasterError struct {
	Master string // as given
	Err    error
}

func (e *MasterError) Error() string {
	return fmt.Sprintf("no list from %s: %s", e.Master, Reason(e.Err))
}

func (e *MasterError) Unwrap() error { return e.Err }

// Addresses returns the servers of the masters, and the favorites that are not among them, as HOST:PORT. failed is as
// for [AskMasters].
func Addresses(ctx context.Context, masters, favorites []string, o ServersOptions) (list []string, failed []error) {
	servers, failed := AskMasters(ctx, masters, o)
	for _, a := range servers {
		list = append(list, a.String())
	}
	for _, a := range favorites {
		if !slices.Contains(list, a) {
			list = append(list, a)
		}
	}
	return list, failed
}

var errNoAnswer = errors.New("no answer")

// askMaster asks one master. The socket is connected, so it only receives datagrams of the master.
func askMaster(ctx context.Context, master string, o ServersOptions) (servers []netip.AddrPort, err error) {
	conn, err := dialUDP(ctx, withPort(master, strconv.Itoa(netchan.MasterPort)))
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	// A loopback address is only valid if the master is on this machine, too.
	self := conn.RemoteAddr().(*net.UDPAddr).IP.IsLoopback()
	buffer := make([]byte, 64<<10)
	parts := 0
	for range masterTries {
		if _, err := conn.Write(netchan.MasterRequest()); err != nil {
			return nil, err
		}
		until := time.Now().Add(o.or(masterQuiet))
		for parts < maxMasterParts {
			if err := conn.SetReadDeadline(until); err != nil {
				return nil, err
			}
			n, err := conn.Read(buffer)
			if err != nil {
				break // no answer: ask again
			}
			list, ok := netchan.ParseMaster(buffer[:n])
			if !ok {
				continue // without restarting the time
			}
			parts++
			until = time.Now().Add(o.or(masterQuiet))
			for _, s := range list {
				if (self || !s.Addr().IsLoopback()) && len(servers) < MaxServers {
					servers = append(servers, s)
				}
			}
		}
		if parts > 0 {
			return servers, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return nil, errNoAnswer
}

// withPort adds a port to an address that has none.
func withPort(address, port string) string {
	if _, _, err := net.SplitHostPort(address); err == nil {
		return address
	}
	return net.JoinHostPort(strings.Trim(address, "[]"), port)
}

// AskServers asks servers for their status, up to maxAtOnce at a time. It calls each with the result of every server as
// soon as it is known, one call at a time. It ignores datagrams of servers that were not asked or have already
// answered.
func AskServers(ctx context.Context, addresses []string, o ServersOptions, each func(Server)) error {
	conn, err := net.ListenUDP("udp", nil)
	if err != nil {
		return err
	}
	a := asker{conn: conn, o: o, waiting: map[netip.AddrPort]chan<- []byte{}}
	asking, cancel := context.WithTimeout(ctx, cmp.Or(o.All, serversWait))
	defer cancel()
	read := make(chan struct{})
	go func() {
		defer close(read)
		a.read()
	}()
	var telling sync.Mutex
	var all sync.WaitGroup
	free := make(chan struct{}, maxAtOnce)
	for _, address := range addresses[:min(len(addresses), MaxServers)] {
		free <- struct{}{}
		all.Go(func() {
			s := a.ask(asking, address)
			if s.Err != nil && asking.Err() != nil {
				s.Err = errNoAnswer
			}
			<-free
			telling.Lock()
			defer telling.Unlock()
			if ctx.Err() == nil {
				each(s)
			}
		})
	}
	all.Wait()
	conn.Close()
	<-read
	return ctx.Err()
}

// asker queries servers on one socket.
type asker struct {
	conn *net.UDPConn
	o    ServersOptions

	mu      sync.Mutex
	waiting map[netip.AddrPort]chan<- []byte // by the server that should answer
}

// read passes datagrams to the waiting goroutines until the socket is closed.
func (a *asker) read() {
	buffer := make([]byte, netchan.MaxDatagram+1)
	for {
		n, from, err := a.conn.ReadFromUDPAddrPort(buffer)
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil || n > netchan.MaxDatagram {
			continue // on some systems, a closed port reports an error here
		}
		from = netip.AddrPortFrom(from.Addr().Unmap(), from.Port())
		a.mu.Lock()
		to := a.waiting[from]
		a.mu.Unlock()
		if to == nil {
			continue
		}
		select {
		case to <- slices.Clone(buffer[:n]):
		default: // an answer too many
		}
	}
}

// ask queries one server.
func (a *asker) ask(ctx context.Context, address string) Server {
	s := Server{Address: address}
	to, err := resolve(ctx, withPort(address, serverPort))
	if err != nil {
		s.Err = err
		return s
	}
	answers := make(chan []byte, 1)
	a.mu.Lock()
	if a.waiting[to] != nil {
		a.mu.Unlock()
		s.Err = errors.New("duplicate address")
		return s
	}
	a.waiting[to] = answers
	a.mu.Unlock()
	defer func() {
		a.mu.Lock()
		delete(a.waiting, to)
		a.mu.Unlock()
	}()
	for range serverTries {
		asked := time.Now()
		if _, err := a.conn.WriteToUDPAddrPort(netchan.StatusRequest(), to); err != nil {
			s.Err = err
			return s
		}
		silence := time.NewTimer(a.o.or(serverWait))
		for waits := true; waits; {
			select {
			case <-ctx.Done():
				silence.Stop()
				s.Err = ctx.Err()
				return s
			case <-silence.C:
				waits = false
			case d := <-answers:
				if status, ok := netchan.ParseStatus(d); ok {
					silence.Stop()
					s.Status, s.Ping = status, time.Since(asked)
					return s
				}
			}
		}
	}
	s.Err = errNoAnswer
	return s
}

// resolve returns the IP address and port of HOST:PORT.
func resolve(ctx context.Context, address string) (netip.AddrPort, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return netip.AddrPort{}, err
	}
	n, err := parsePort(port)
	if err != nil {
		return netip.AddrPort{}, err
	}
	ips, err := net.DefaultResolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return netip.AddrPort{}, err
	}
	return netip.AddrPortFrom(preferIPv4(ips), n), nil
}

// preferIPv4 chooses one of a host's addresses. QuakeWorld servers use IPv4, and hardly any IPv6.
func preferIPv4(ips []netip.Addr) netip.Addr {
	ip := ips[0]
	if i := slices.IndexFunc(ips, func(ip netip.Addr) bool { return ip.Unmap().Is4() }); i >= 0 {
		ip = ips[i]
	}
	return ip.Unmap()
}

// dialUDP returns a socket connected to HOST:PORT.
func dialUDP(ctx context.Context, address string) (*net.UDPConn, error) {
	to, err := resolve(ctx, address)
	if err != nil {
		return nil, err
	}
	return net.DialUDP("udp", nil, net.UDPAddrFromAddrPort(to))
}

func parsePort(port string) (uint16, error) {
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil || n == 0 {
		return 0, fmt.Errorf("invalid port %q", port)
	}
	return uint16(n), nil
}
