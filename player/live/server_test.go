package live

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/formats/netchan"
	"demoscope/internal/corpus"
	"demoscope/internal/wait"
	"demoscope/player/scan"
)

// watched is how long a game is watched.
var watched = flag.Duration("watch", 12*time.Second, "how long games on a real server are watched")

// realServer is a real server on this machine.
type realServer struct {
	address string
	qtv     string // where its stream is
	console io.Writer
}

// start starts a real server; it ends with the test.
func start(t *testing.T, args ...string) *realServer {
	t.Helper()
	script := filepath.Join(corpus.Dir(t), "live", "serve.sh")
	if runtime.GOOS != "linux" {
		t.Skip("the server's script is for Linux")
	}
	for _, need := range []string{"/usr/games/mvdsv", "/usr/lib/quakeworld/ktx/qwprogs.so"} {
		if _, err := os.Stat(need); err != nil {
			t.Skip("mvdsv or ktx is not installed")
		}
	}
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not installed")
	}
	cmd := exec.Command("bash", append([]string{script}, args...)...)
	console, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	// What the script has begun may hold its output open.
	cmd.WaitDelay = 5 * time.Second
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM) // the signal of Ctrl+C is ignored where tests run in the background
		done := make(chan bool)
		go func() { _ = cmd.Wait(); close(done) }()
		select {
		case <-done:
		case <-time.After(15 * time.Second):
			_ = cmd.Process.Kill()
			<-done
		}
		_ = console.Close()
	})
	s := &realServer{console: console}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if port, ok := strings.CutPrefix(lines.Text(), "udp "); ok {
			s.address = "127.0.0.1:" + port
		}
		if port, ok := strings.CutPrefix(lines.Text(), "qtv "); ok {
			s.qtv = "qtv:127.0.0.1:" + port
		}
		if lines.Text() == "ready" {
			return s
		}
	}
	t.Fatalf("the server did not start: %s", &said)
	return nil
}

// sums are the checksums of the maps of the server, as the facts of the captures have them.
func sums(_, path string) (int32, error) {
	switch path {
	case "maps/demoscope1.bsp":
		return 1226110416, nil
	case "maps/dm4.bsp":
		return 1429241766, nil
	}
	return 0, errors.New("there is no " + path)
}

// keeper is a writer that several goroutines may use.
type keeper struct {
	mu   sync.Mutex
	data []byte
}

func (w *keeper) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.data = append(w.data, p...)
	return len(p), nil
}

func (w *keeper) bytes() []byte {
	w.mu.Lock()
	defer w.mu.Unlock()
	return bytes.Clone(w.data)
}

// watch joins a server, watches two changes of the level, leaves, and returns what was recorded.
func watch(t *testing.T, server *realServer, address string) ([]byte, netchan.Count) {
	t.Helper()
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	s, err := DialSpectator(ctx, address, SpectatorOptions{Name: "watcher", Checksum: sums})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var out keeper
	ended := make(chan error, 1)
	go func() { ended <- s.Copy(ctx, &out) }()
	for i, next := range []string{"map dm4", "map demoscope1", ""} {
		// A bad line takes some seconds for each sign-on.
		wait.For(t, fmt.Sprintf("level %d", i+1), func() bool {
			select {
			case err := <-ended:
				t.Fatal(err)
			default:
			}
			if s.Status().State != netchan.Spectating {
				return false
			}
			n, _ := levels(t, out.bytes())
			return n == i+1
		})
		time.Sleep(*watched / 3) // the server's clock is the wall's
		if state := s.Status(); state.State != netchan.Spectating || state.Quiet > 2*time.Second {
			t.Errorf("level %d: %v, quiet for %v", i+1, state.State, state.Quiet)
		}
		// What there is by now can be played.
		if n, damage := levels(t, out.bytes()); n != i+1 || damage != nil {
			t.Errorf("level %d: %d levels, %v", i+1, n, damage)
		}
		if next == "" {
			break
		}
		fmt.Fprintln(server.console, next)
	}
	leave()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if count := s.Status(); count.State != netchan.Over {
		t.Error(count.State)
	}
	return out.bytes(), s.Status().Count
}

// levels plays a recording and returns how many levels it has, and its damage.
func levels(t *testing.T, data []byte) (int, *message.Damage) {
	t.Helper()
	demo, err := formats.Open("x.qwd", data)
	if err != nil {
		t.Fatalf("%d bytes: %v", len(data), err)
	}
	c := scan.NewCursor("qwd", demo.Decoder())
	for c.Next() == nil {
	}
	return c.World.LevelCount, c.Damage
}

// checkGame demands that a recording shows a game of bots on three levels.
func checkGame(t *testing.T, data []byte) {
	t.Helper()
	if dir := os.Getenv("DEMOSCOPE_KEEP"); dir != "" {
		_ = os.WriteFile(filepath.Join(dir, strings.ReplaceAll(t.Name(), "/", "-")+".qwd"), data, 0o666)
	}
	demo, err := formats.Open("x.qwd", data)
	if err != nil {
		t.Fatal(err)
	}
	c := scan.NewCursor("qwd", demo.Decoder())
	var maps []string
	names, moved, told := map[string]bool{}, 0, 0
	var last [3]float32
	c.Observe = func(m message.Message) {
		switch m := m.(type) {
		case *message.QWPlayerInfo:
			told++
		case *message.QWList:
			if m.Kind != message.QWSoundList && m.First == 0 {
				maps = append(maps, string(m.Names[0]))
			}
		}
	}
	for c.Next() == nil {
		for i := range c.World.Players {
			p := &c.World.Players[i]
			if p.InUse && !p.Spectator && p.Visible {
				names[p.Name] = true
				if p.Pose.Origin != last {
					moved++
				}
				last = p.Pose.Origin
			}
		}
	}
	if c.Damage != nil {
		t.Errorf("damage: %v", c.Damage)
	}
	if want := "maps/demoscope1.bsp maps/dm4.bsp maps/demoscope1.bsp"; strings.Join(maps, " ") != want {
		t.Errorf("the levels are %q", maps)
	}
	if len(names) < 2 || moved < 100 || told < 200 {
		t.Errorf("players %v were told of %d times and moved %d times", names, told, moved)
	}
}

// TestRealServer joins a real server, sees a game of bots through two changes of the level, and leaves.
func TestRealServer(t *testing.T) {
	t.Parallel() // it waits for a server most of its time
	server := start(t, "--bots", "3", "--seconds", fmt.Sprint(int(watched.Seconds())+100))
	data, count := watch(t, server, server.address)
	checkGame(t, data)
	if !bytes.HasSuffix(data, []byte("\xff\xff\xff\xff\x02EndOfDemo\x00")) {
		t.Error("the recording has no end")
	}
	if count.Accepted < int(watched.Seconds()*20) {
		t.Errorf("%+v", count)
	}
	// The server knows that we left.
	if text := players(t, server.address); strings.Contains(text, "watcher") || !strings.Contains(text, "keeper") {
		t.Errorf("it has %q", text)
	}
}

// players returns a server's answer to a status.
func players(t *testing.T, address string) string {
	t.Helper()
	conn, err := net.Dial("udp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_, _ = conn.Write(netchan.OutOfBand("status 23\n"))
	_ = conn.SetReadDeadline(time.Now().Add(5 * time.Second))
	buffer := make([]byte, 65536)
	n, err := conn.Read(buffer)
	if err != nil {
		t.Fatal(err)
	}
	return string(buffer[:n])
}

// TestLossyServer is the same over a bad line: a tenth of the datagrams is lost, some come twice, all late and
// some later than others. A stranger, who is not asked, answers too: that the game is over.
func TestLossyServer(t *testing.T) {
	t.Parallel() // it waits for a server most of its time
	server := start(t, "--bots", "3", "--seconds", fmt.Sprint(int(watched.Seconds())+100))
	line := newBadLine(t, server.address)
	data, count := watch(t, server, line.address)
	checkGame(t, data)
	if count.Stale < 10 || count.Gaps < 20 || count.Resent < 1 {
		t.Errorf("the line is not bad: %+v", count)
	}
}

// badLine relays datagrams between one client and a server.
type badLine struct{ address string }

func newBadLine(t *testing.T, server string) *badLine {
	t.Helper()
	near, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	far, err := net.Dial("udp", server)
	if err != nil {
		t.Fatal(err)
	}
	stranger, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { near.Close(); far.Close(); stranger.Close() })
	var mu sync.Mutex
	random := rand.New(rand.NewPCG(1, 2))
	var client net.Addr
	pass := func(d []byte, write func([]byte)) {
		mu.Lock()
		defer mu.Unlock()
		times := 1
		switch n := random.IntN(100); {
		case n < 10:
			return // lost
		case n < 15:
			times = 2
		}
		for range times {
			// 100 ms each way, and some are overtaken.
			late := 100*time.Millisecond + time.Duration(random.IntN(10))*time.Millisecond
			if random.IntN(100) < 10 {
				late += 60 * time.Millisecond
			}
			d := bytes.Clone(d)
			time.AfterFunc(late, func() { write(d) })
		}
	}
	go func() {
		buffer := make([]byte, 65536)
		for {
			n, from, err := near.ReadFrom(buffer)
			if err != nil {
				return
			}
			mu.Lock()
			client = from
			mu.Unlock()
			pass(buffer[:n], func(d []byte) { _, _ = far.Write(d) })
		}
	}()
	go func() {
		buffer := make([]byte, 65536)
		for {
			n, err := far.Read(buffer)
			if errors.Is(err, net.ErrClosed) {
				return
			}
			if err != nil {
				continue
			}
			mu.Lock()
			to := client
			mu.Unlock()
			if n > 8 && binary.LittleEndian.Uint32(buffer) != 1<<32-1 {
				const disconnect = 2 // svc_disconnect
				over := append(bytes.Clone(buffer[:8]), disconnect)
				// to come, unreliable
				binary.LittleEndian.PutUint32(over, binary.LittleEndian.Uint32(over)&^(1<<31)+100)
				_, _ = stranger.WriteTo(over, to)
			}
			pass(buffer[:n], func(d []byte) { _, _ = near.WriteTo(d, to) })
		}
	}()
	return &badLine{near.LocalAddr().String()}
}

// TestRealServerRefuses: a wrong map, a password, a server that is not there.
func TestRealServerRefuses(t *testing.T) {
	server := start(t, "--bots", "0", "--seconds", "60", "--spectator-password", "sesame")
	try := func(address string, o SpectatorOptions) error {
		t.Helper()
		ctx, leave := context.WithTimeout(t.Context(), 20*time.Second)
		defer leave()
		s, err := DialSpectator(ctx, address, o)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		var wrote keeper
		err = s.Copy(ctx, &wrote)
		if n := len(wrote.bytes()); n > 0 {
			t.Errorf("%d bytes of a game that was never joined: %v", n, err)
		}
		return err
	}
	err := try(server.address, SpectatorOptions{Checksum: sums})
	if err == nil || err.Error() != "the server refuses: requires a spectator password" {
		t.Error(err)
	}
	err = try(server.address, SpectatorOptions{Password: "sesame", Checksum: func(_, path string) (int32, error) {
		return 1, nil
	}})
	if err == nil || !strings.Contains(err.Error(), "does not match (maps/demoscope1.bsp)") {
		t.Error(err)
	}
	err = try(server.address, SpectatorOptions{Password: "sesame", Checksum: func(_, path string) (int32, error) {
		return 0, errors.New("there is no " + path)
	}})
	var missing *MissingMapError
	if !errors.As(err, &missing) || missing.Path != "maps/demoscope1.bsp" ||
		!strings.HasPrefix(err.Error(), "maps/demoscope1.bsp is missing: ") {
		t.Error(err)
	}
	if text := players(t, server.address); strings.Contains(text, "demoscope\"") {
		t.Errorf("the server still has us: %q", text)
	}
	// A port that was somebody's a moment ago.
	free, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := free.LocalAddr().String()
	free.Close()
	if err := try(nobody, SpectatorOptions{Checksum: sums}); err == nil || err.Error() != "no server at this address" {
		t.Error(err)
	}
}

// TestOwnAddress: a server that asks for our address lets in who answers.
func TestOwnAddress(t *testing.T) {
	t.Parallel() // it waits for a server most of its time
	server := start(t, "--bots", "0", "--seconds", "60")
	fmt.Fprintln(server.console, "sv_getrealip 2")
	time.Sleep(500 * time.Millisecond) // the server obeys its console without an answer
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	s, err := DialSpectator(ctx, server.address, SpectatorOptions{Checksum: sums})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ended := make(chan error, 1)
	go func() { ended <- s.Copy(ctx, io.Discard) }()
	wait.For(t, "100 packets", func() bool { return len(ended) > 0 || s.Status().Accepted >= 100 })
	leave()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestRealServerRestarts: a game whose server starts anew is joined again, and the demo goes on with the next level.
func TestRealServerRestarts(t *testing.T) {
	free, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(free.LocalAddr().String())
	free.Close()
	server := start(t, "--map", "dm4", "--port", port, "--seconds", "9")
	s, err := DialSpectator(t.Context(), server.address, SpectatorOptions{Checksum: sums})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	var to keeper
	ended := make(chan error)
	go func() { ended <- s.Copy(ctx, &to) }()
	wait.For(t, "the game", func() bool { return s.Status().State == netchan.Spectating })
	wait.For(t, "its end", s.Gone)
	if text := s.Awaits(); !strings.HasPrefix(text, "connection lost; joining again") ||
		strings.Contains(text, " 0 s") {
		t.Errorf("it says %q", text)
	}
	start(t, "--map", "demoscope1", "--port", port)
	wait.For(t, "the next level", func() bool {
		if s.Status().State != netchan.Spectating || s.Gone() {
			return false
		}
		n, _ := levels(t, to.bytes())
		return n > 1
	})
	leave()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if n, damage := levels(t, to.bytes()); n < 2 || damage != nil {
		t.Errorf("%d levels, %v", n, damage)
	}
}

// TestMayReturn: a game is joined again unless its server does not want us.
func TestMayReturn(t *testing.T) {
	for _, c := range []struct {
		err  error
		want bool
	}{
		{netchan.ErrSilent, true}, {netchan.ErrNoAnswer, true}, {netchan.ErrSignOn, true}, {errNobody, true},
		{&reasonError{syscall.ENETUNREACH}, true}, {&reasonError{net.ErrClosed}, false},
		{&netchan.ClosedError{Text: "Server is shutting down"}, true}, {&netchan.ClosedError{}, true},
		{&netchan.ClosedError{Text: "demoscope was kicked"}, false},
		{&netchan.ClosedError{Text: "You are banned"}, false},
		{&netchan.RefusedError{Text: "server is full"}, false}, {netchan.ErrFlood, false}, {netchan.ErrNonsense, false},
		{&MissingMapError{Path: "maps/x.bsp", Err: errors.New("x")}, false}, {nil, false},
	} {
		if got := mayReturn(c.err); got != c.want {
			t.Errorf("%v: %v", c.err, got)
		}
	}
}
