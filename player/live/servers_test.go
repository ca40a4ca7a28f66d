package live

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"demoscope/formats/netchan"
	"demoscope/internal/atomicfile"
	"demoscope/internal/loopback"
	"demoscope/internal/wait"
)

// quick are times for tests on this machine.
var quick = ServersOptions{Quiet: 60 * time.Millisecond}

// TestMasters: lists come in parts and with doubles, one master is asked again, one is silent, one talks nonsense.
func TestMasters(t *testing.T) {
	const head = "\xff\xff\xff\xffd\n"
	var asked atomic.Int32
	first := loopback.Answer(t, func(d string, send func(string)) {
		if d != "c\n\x00" {
			t.Errorf("asked %q", d)
		}
		if asked.Add(1) == 1 {
			return // lost
		}
		send("nonsense")
		send(head + "\x05\x06\x07\x08\x6b\x6c" + "\x01\x02\x03\x04\x6b\x6c")
		send(head + "\x01\x02\x03\x04\x6b\x6c" + "\x01\x02\x03\x04\x6b\x6d" + "\x01\x02\x03\x04\x00\x00" + "\x07")
		send(head)
	})
	second := loopback.Answer(t, func(_ string, send func(string)) {
		send(head + "\x05\x06\x07\x08\x6b\x6c\x7f\x00\x00\x01\x6b\x6c")
	})
	silent := loopback.Answer(t, func(string, func(string)) {})
	servers, failed := AskMasters(t.Context(), []string{first, second, silent}, quick)
	var got []string
	for _, s := range servers {
		got = append(got, s.String())
	}
	if want := []string{"1.2.3.4:27500", "1.2.3.4:27501", "5.6.7.8:27500", "127.0.0.1:27500"}; !slices.Equal(
		got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if len(failed) != 1 || failed[0].Error() != "no list from "+silent+": no answer" {
		t.Errorf("failed: %v", failed)
	}
	if n := asked.Load(); n != 2 {
		t.Errorf("the first was asked %d times", n)
	}
}

// TestMasterWithoutEnd: a master that sends and sends is left after a bounded list.
func TestMasterWithoutEnd(t *testing.T) {
	part := []byte("\xff\xff\xff\xffd\n")
	flood := loopback.Answer(t, func(_ string, send func(string)) {
		for i := range 2000 {
			for j := range 200 {
				part = append(part, 10, byte(i>>8), byte(i), byte(j), 0x6b, 0x6c)
			}
			send(string(part))
			part = part[:6]
		}
	})
	servers, failed := AskMasters(t.Context(), []string{flood}, quick)
	if len(failed) > 0 || len(servers) > MaxServers || len(servers) < 1000 {
		t.Errorf("%d servers, %v", len(servers), failed)
	}
}

// TestAskServers: many at once, of which some are lost, slow, silent or others than they say.
func TestAskServers(t *testing.T) {
	const answer = "\xff\xff\xff\xffn\\map\\dm4\\hostname\\%s\n7 1 2 30 \"\xe2\xef\xe2\" \"\" 4 4 \"red\"\nqtv 1 " +
		"\"\" \"1@127.0.0.1:28000\" 2\n\x00"
	var addresses []string
	want := map[string]string{} // names by address
	for i := range 120 {
		name := fmt.Sprintf("server %d", i)
		times := 0
		a := loopback.Answer(t, func(d string, send func(string)) {
			if d != "\xff\xff\xff\xffstatus 55\n" {
				t.Errorf("asked %q", d)
			}
			switch times++; {
			case i%10 == 0 && times == 1: // lost
			case i == 5: // silent
			case i == 7 && times == 1:
				send("l")
				send("\xff\xff\xff\xffnno status\n")
			default:
				send(fmt.Sprintf(answer, name))
				send(fmt.Sprintf(answer, "again"))
			}
		})
		addresses = append(addresses, a)
		if i != 5 {
			want[a] = name
		}
	}
	got := map[string]string{}
	var failed []string
	err := AskServers(t.Context(), append(addresses, "127.0.0.1:0", addresses[3]),
		ServersOptions{Quiet: 400 * time.Millisecond}, func(s Server) {
			if s.Status == nil {
				failed = append(failed, s.Address+" "+s.Err.Error())
				return
			}
			got[s.Address] = s.Status.Value("hostname")
			if len(s.Status.Streams) != 1 || s.Status.Streams[0].Address != "1@127.0.0.1:28000" ||
				len(s.Status.Clients) != 1 || s.Status.Clients[0] != (netchan.StatusClient{UserID: 7, Frags: 1,
				Minutes: 2, Ping: 30, Name: "\xe2\xef\xe2", Team: "red", Top: 4, Bottom: 4}) || s.Ping <= 0 {
				t.Errorf("%+v", s)
			}
		})
	if err != nil {
		t.Fatal(err)
	}
	for a, name := range want {
		if got[a] != name {
			t.Errorf("%s is %q, want %q", a, got[a], name)
		}
	}
	slices.Sort(failed)
	if wrong := strings.Join(failed, "\n"); !strings.Contains(wrong, addresses[5]+" no answer") ||
		!strings.Contains(wrong, "127.0.0.1:0 invalid port \"0\"") || len(failed) > 3 {
		t.Errorf("failed: %s", wrong)
	}
}

// TestOffPath: who was not asked is not heard, whatever he sends to the socket.
func TestOffPath(t *testing.T) {
	conn, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	a := asker{conn: conn, o: ServersOptions{Quiet: 100 * time.Millisecond},
		waiting: map[netip.AddrPort]chan<- []byte{}}
	done := make(chan struct{})
	go func() { defer close(done); a.read() }()
	defer func() { conn.Close(); <-done }()
	server := loopback.Answer(t, func(string, func(string)) {
		stranger, err := net.Dial("udp", conn.LocalAddr().String())
		if err != nil {
			t.Error(err)
			return
		}
		defer stranger.Close()
		for range 100 {
			_, _ = io.WriteString(stranger, "\xff\xff\xff\xffn\\hostname\\stranger\n")
		}
	})
	if s := a.ask(t.Context(), server); s.Status != nil || !errors.Is(s.Err, errNoAnswer) {
		t.Errorf("%+v", s)
	}
	if len(a.waiting) != 0 {
		t.Errorf("%d are waited for", len(a.waiting))
	}
}

// TestAskingEnds: Ctrl+C ends it at once.
func TestAskingEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	silent := loopback.Answer(t, func(string, func(string)) { cancel() })
	if err := AskServers(ctx, []string{silent}, ServersOptions{Quiet: time.Hour}, func(s Server) {
		t.Errorf("%+v", s)
	}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	ctx, cancel = context.WithCancel(t.Context())
	master := loopback.Answer(t, func(string, func(string)) { cancel() })
	if servers, failed := AskMasters(ctx, []string{master}, ServersOptions{Quiet: time.Hour}); len(servers) != 0 ||
		len(failed) != 1 {
		t.Errorf("%v, %v", servers, failed)
	}
}

func TestFavorites(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings", "servers.txt")
	if list, err := Favorites(path); len(list) != 0 || err != nil {
		t.Errorf("%v, %v", list, err)
	}
	for _, step := range []struct {
		address string
		add     bool
		want    string
	}{
		{"quake.example", true, "quake.example:27500"},
		{"[::1]:27501", true, "quake.example:27500 [::1]:27501"},
		{"quake.example:27500", true, "[::1]:27501 quake.example:27500"},
		{"::1", false, "[::1]:27501 quake.example:27500"},
		{"[::1]:27501", false, "quake.example:27500"},
	} {
		if err := SetFavorite(path, step.address, step.add); err != nil {
			t.Fatal(err)
		}
		if list, err := Favorites(path); strings.Join(list, " ") != step.want || err != nil {
			t.Errorf("after %+v: %v, %v", step, list, err)
		}
	}
	data, err := os.ReadFile(path)
	if want := "# Demoscope's favorite servers, one HOST:PORT per line.\nquake.example:27500\n"; err != nil ||
		string(data) != want {
		t.Errorf("%q, %v", data, err)
	}
	for _, bad := range []string{"", "a b", "a\nb", "host:", "http://x/", "-x", "\"", "a:b:c:d"} {
		if SetFavorite(path, bad, true) == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}

// TestFavoritesAreKept: a list that cannot be read, has wrong lines or is full stays as it is, and two windows that
// write it at once lose nothing.
func TestFavoritesAreKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "servers.txt")
	for what, list := range map[string]string{
		"too long": strings.Repeat("# a list that somebody wrote by hand\n", 10000) + "a.example:27500\n",
		"full":     fullList(),
		"garbage":  "a.example:27500\nno server\n",
	} {
		if err := os.WriteFile(path, []byte(list), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := SetFavorite(path, "b.example", true); err == nil {
			t.Errorf("%s: another is added", what)
		}
		if data, err := os.ReadFile(path); string(data) != list || err != nil {
			t.Errorf("%s: now it has %d bytes, not %d; %v", what, len(data), len(list), err)
		}
	}
	path = filepath.Join(t.TempDir(), "servers.txt")
	unlock, err := atomicfile.Lock(path+".lock", 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := SetFavorite(path, "c.example", true); !errors.Is(err, atomicfile.ErrLocked) {
		t.Errorf("while another one writes: %v", err)
	}
	if list, err := Favorites(path); len(list) > 0 || err != nil {
		t.Errorf("while another one writes it has become %q, %v", list, err)
	}
	unlock()
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for j := range 8 {
				err := atomicfile.ErrLocked
				for errors.Is(err, atomicfile.ErrLocked) { // by the others, on a machine that is slow
					err = SetFavorite(path, fmt.Sprintf("10.0.%d.%d", i, j), true)
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if list, err := Favorites(path); len(list) != 64 || err != nil {
		t.Errorf("%d of 64 are kept, %v", len(list), err)
	}
}

// fullList is a list of as many favorites as there may be.
func fullList() string {
	var b strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&b, "10.1.%d.%d:27500\n", i/250, i%250)
	}
	return b.String()
}

// TestPing: a ping is the time of the question that was answered, not of one that was lost.
func TestPing(t *testing.T) {
	times := 0
	server := loopback.Answer(t, func(_ string, send func(string)) {
		if times++; times > 1 {
			send("\xff\xff\xff\xffn\\map\\dm4\n")
		}
	})
	err := AskServers(t.Context(), []string{server}, ServersOptions{Quiet: time.Second}, func(s Server) {
		if s.Status == nil || s.Ping <= 0 || s.Ping >= time.Second {
			t.Errorf("%v, %v", s.Ping, s.Err)
		}
	})
	if err != nil {
		t.Error(err)
	}
}

// TestPreferIPv4: a host that has addresses of both kinds is spoken to by IPv4.
func TestPreferIPv4(t *testing.T) {
	for addresses, want := range map[string]string{
		"2001:db8::1 192.0.2.1 192.0.2.2": "192.0.2.1", "2001:db8::1 ::ffff:192.0.2.1": "192.0.2.1",
		"2001:db8::1 2001:db8::2": "2001:db8::1",
	} {
		var ips []netip.Addr
		for _, a := range strings.Fields(addresses) {
			ips = append(ips, netip.MustParseAddr(a))
		}
		if got := preferIPv4(ips).String(); got != want {
			t.Errorf("%s: %s, want %s", addresses, got, want)
		}
	}
}

func TestWatchAddress(t *testing.T) {
	for text, want := range map[string]string{
		"qw://quake.example": "qw://quake.example:27500", "quake.example:27501": "qw://quake.example:27501",
		"[::1]:27500":          "qw://[::1]:27500",
		"qtv:tv.example:28000": "qtv:tv.example:28000", "2@tv.example:28000": "2@tv.example:28000",
		"": "", "dm6": "", "map:dm6": "", "quake.example": "", "a b:1": "", "qw://": "", "qw://a/b": "", ":27500": "",
	} {
		if got, ok := WatchAddress(text); ok != (want != "") || ok && got != want {
			t.Errorf("%q: %q, %v, want %q", text, got, ok, want)
		}
	}
}

// TestAskSilent: however many are silent, asking them ends soon; each is told, and none twice.
func TestAskSilent(t *testing.T) {
	silent, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	_, port, _ := net.SplitHostPort(silent.LocalAddr().String())
	var servers []string
	for i := range 2000 {
		servers = append(servers, fmt.Sprintf("127.0.%d.%d:%s", 1+i/200, 1+i%200, port))
	}
	ask := func(servers []string, o ServersOptions) error {
		told := map[string]bool{}
		err := AskServers(t.Context(), servers, o, func(s Server) {
			if s.Err != errNoAnswer || told[s.Address] {
				t.Errorf("%s: %v", s.Address, s.Err)
			}
			told[s.Address] = true
		})
		if len(told) != len(servers) {
			t.Errorf("%d of %d are told", len(told), len(servers))
		}
		return err
	}
	// Each limit ends it where the other one is far away.
	brief, long := 10*time.Millisecond, time.Hour
	for what, f := range map[string]func() error{
		"all of many":  func() error { return ask(servers, ServersOptions{Quiet: long, All: brief}) },
		"each of some": func() error { return ask(servers[:2*maxAtOnce], ServersOptions{Quiet: brief, All: long}) },
		"masters": func() error {
			_, failed := AskMasters(t.Context(), []string{silent.LocalAddr().String()},
				ServersOptions{Quiet: long, All: brief})
			var master *MasterError
			if len(failed) != 1 || !errors.As(failed[0], &master) || master.Err != errNoAnswer {
				t.Errorf("%v", failed)
			}
			return nil
		},
	} {
		ended := make(chan error, 1)
		go func() { ended <- f() }()
		if err := wait.From(t, what, ended); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
}
