//go:build !js

package main

import (
	"bytes"
	"context"
	"encoding/json"
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
	"testing"
	"testing/synctest"
	"time"

	"demoscope/formats/netchan"
	"demoscope/internal/corpus"
	"demoscope/internal/fault"
	"demoscope/internal/loopback"
	"demoscope/internal/wait"
	"demoscope/player/live"
)

// TestJoinWaits: a server that does not answer is waited for by a window, which may give it up; what goes
// wrong at once is returned at once.
func TestJoinWaits(t *testing.T) {
	silent, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	address := "qw://" + silent.LocalAddr().String()
	c := parsed(t, address)
	var said bytes.Buffer
	s := &streams{out: &said, err: &said}
	_, waits, err := c.join(s, address)
	if !waits || err != nil {
		t.Fatalf("waits %v: %v", waits, err)
	}
	if what := c.awaited(); what != "the server is asked to let us in" {
		t.Errorf("it waits for %q", what)
	}
	ctx, giveUp := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, giveUp)
	if _, ok, err := c.joined(ctx); !ok || !errors.Is(err, context.Canceled) {
		t.Errorf("given up: %v, %v", ok, err)
	}
	if _, ok, _ := c.joined(t.Context()); ok {
		t.Error("it is joined a second time")
	}
	if what := c.awaited(); what != "" {
		t.Errorf("when nothing is opened it waits for %q", what)
	}

	// The same without anybody who waits for it.
	if _, waits, err := c.join(s, address); !waits || err != nil {
		t.Fatalf("waits %v: %v", waits, err)
	}
	c.cancelJoin()
	if _, waits, err := c.join(s, "qw://127.0.0.1:0"); waits || err == nil ||
		err.Error() != `qw://127.0.0.1:0: invalid port "0"` {
		t.Errorf("waits %v: %v", waits, err)
	}
}

// TestJoinGuards: a mistake in this program is an error of the game that is opened, and does not end the program.
func TestJoinGuards(t *testing.T) {
	var mistake *fault.Error
	// Without streams there is no standard input to read.
	if _, waits, err := parsed(t).join(nil, standardStream); waits || !errors.As(err, &mistake) ||
		mistake.Doing != "opening -" {
		t.Errorf("waits %v: %v", waits, err)
	}
}

func TestJoinError(t *testing.T) {
	for words, want := range map[string]string{
		"requires a spectator password": "qw://a: the server refuses: requires a spectator password (use --password)",
		"server is full":                "qw://a: the server refuses: server is full",
	} {
		if got := joinError("qw://a", &netchan.RefusedError{Text: words}).Error(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// ownHome makes a home for the settings and data of a test.
func ownHome(t *testing.T) {
	t.Helper()
	home := t.TempDir()
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "LOCALAPPDATA",
		"APPDATA"} {
		t.Setenv(name, home)
	}
}

// tv serves a stream to whoever asks, once it may, and tells of each who leaves.
func tv(t *testing.T, stream string, may ...<-chan struct{}) (address string, left chan struct{}) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	left = make(chan struct{}, 16)
	var all sync.WaitGroup
	all.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			all.Go(func() {
				defer c.Close()
				var request []byte
				for one := make([]byte, 1); !bytes.HasSuffix(request, []byte("\n\n")); request = append(
					request, one...) {
					if _, err := c.Read(one); err != nil {
						return
					}
				}
				for _, m := range may {
					<-m
				}
				_, _ = io.WriteString(c, "QTVSV 1\nBEGIN\n\n"+stream)
				_, _ = io.Copy(io.Discard, c)
				left <- struct{}{}
			})
		}
	})
	t.Cleanup(func() {
		l.Close()
		all.Wait()
	})
	return "qtv:" + l.Addr().String(), left
}

// aRecord is a record of an .mvd with a print, by hand.
const aRecord = "\x17\x06\x04\x00\x00\x00\x08\x02x\x00"

// TestRecord: what comes of a game is written until the time is over, which is no error but where nothing came.
func TestRecord(t *testing.T) {
	record := func(stream, output string) (printed, said string, err error) {
		address, left := tv(t, stream)
		var out, says bytes.Buffer
		err = parsedAny(t, "record", "--for", "1s", "-o", output, address).Record.Run(&streams{out: &out, err: &says})
		if err != nil {
			err = errors.New(strings.ReplaceAll(err.Error(), address, "ADDRESS"))
		}
		wait.From(t, "the end of "+output, left)
		return out.String(), says.String(), err
	}
	path := filepath.Join(t.TempDir(), "x.mvd")
	if _, said, err := record("", path); err == nil || err.Error() != "ADDRESS: no data received" || said != "" {
		t.Errorf("of nothing it says %q: %v", said, err)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("of nothing there is a file: %v", err)
	}
	if _, said, err := record(aRecord+aRecord+aRecord[:4], path); err != nil ||
		!strings.HasPrefix(said, "demoscope: "+path+": 20 bytes in ") {
		t.Errorf("of two records it says %q: %v", said, err)
	}
	if data, err := os.ReadFile(path); string(data) != aRecord+aRecord || err != nil {
		t.Errorf("it writes %q, %v", data, err)
	}
	if printed, _, err := record(aRecord, "-"); err != nil || printed != aRecord {
		t.Errorf("it prints %q, %v", printed, err)
	}
}

// TestWatchedIsRecorded: the game that is named is recorded while it is watched, and not another that is
// chosen later; each is left when it is closed, and when it is given up.
func TestWatchedIsRecorded(t *testing.T) {
	ownHome(t)
	data := corpus.Read(t, filepath.Join(corpus.Sample, "demoscope1.mvd"))
	data = data[:len(data)/2]
	named, left := tv(t, string(data))
	other, otherLeft := tv(t, string(data[:len(data)/2]))
	silent, silentLeft := tv(t, "")
	path := filepath.Join(t.TempDir(), "x.mvd")
	c := parsed(t, "--record", path, named)
	s := &streams{out: io.Discard, err: io.Discard}
	o, err := c.open(t.Context(), s, named)
	if err != nil {
		t.Fatal(err)
	}
	if !o.Player.Growing() {
		t.Error("it does not grow")
	}
	second, err := c.open(t.Context(), s, other)
	if err != nil {
		t.Fatal(err)
	}
	second.Close()
	wait.From(t, "the end of another", otherLeft)
	size := func() int64 {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	wait.For(t, "the recording", func() bool { return size() >= int64(len(data))-5000 })
	o.Close()
	wait.From(t, "the end of what is named", left)
	// All but the last record, of which a part is missing.
	if got, err := os.ReadFile(path); err != nil || !bytes.HasPrefix(data, got) || len(got) < len(data)-5000 {
		t.Errorf("%d of %d bytes are recorded, or others: %v", len(got), len(data), err)
	}
	ctx, giveUp := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer giveUp()
	if _, err := c.open(ctx, s, silent); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	wait.From(t, "the end of what is given up", silentLeft)
}

// TestPart: a game that a window was to wait for, and that is joined when nobody waits any more, is left.
func TestPart(t *testing.T) {
	ownHome(t)
	data := corpus.Read(t, filepath.Join(corpus.Sample, "demoscope1.mvd"))
	may := make(chan struct{})
	address, left := tv(t, string(data[:len(data)/2]), may)
	c := parsed(t, address)
	_, waits, err := c.join(&streams{out: io.Discard, err: io.Discard}, address)
	close(may)
	if !waits || err != nil {
		t.Fatalf("waits %v: %v", waits, err)
	}
	<-c.joins.Load().done
	select {
	case <-left:
		t.Fatal("it is left before")
	default:
	}
	c.cancelJoin()
	wait.From(t, "the end of what nobody waits for", left)
}

// TestSayAwaited: what a game waits for is said once, and not again for how long, even where it is soon over.
func TestSayAwaited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var said bytes.Buffer
		s := &streams{out: io.Discard, err: &said}
		began := time.Now()
		end := s.sayAwaited("qw://a", func() string {
			switch n := int(time.Since(began).Seconds()); {
			case n < 3:
				return ""
			case n < 8:
				return fmt.Sprintf("nothing has come for %d s", n)
			case n < 10:
				return "the level changes"
			case time.Since(began) < 12500*time.Millisecond:
				return ""
			case n < 13:
				return "connection lost; joining again"
			}
			return ""
		})
		time.Sleep(14500 * time.Millisecond)
		end()
		want := ""
		for _, line := range []string{"nothing has come for 3 s", "the level changes", "the game goes on",
			"connection lost; joining again", "the game goes on"} {
			want += "demoscope: qw://a: " + line + "\n"
		}
		if said.String() != want {
			t.Errorf("%q, want %q", said.String(), want)
		}
	})
}

// TestServers: those of a master and the favorites are listed, but for those where nobody plays, and who
// does not answer is named.
func TestServers(t *testing.T) {
	ownHome(t)
	always := func(reply string) (address string) {
		return loopback.Answer(t, func(_ string, send func(string)) {
			if reply != "" {
				send(reply)
			}
		})
	}
	const player, spectator = "7 1 2 30 \"ann\" \"\" 4 4 \"red\"\n", "8 S 2 -30 \"\\s\\eve\" \"\" 0 0 \"\"\n"
	status := func(name, clients string) string {
		return always("\xff\xff\xff\xffn\\map\\dm4\\hostname\\" + name + "\n" + clients + "\x00")
	}
	list := "\xff\xff\xff\xffd\n"
	for _, a := range []string{status("duel", player+player), status("only watched", spectator)} {
		port := netip.MustParseAddrPort(a).Port()
		list += string([]byte{127, 0, 0, 1, byte(port >> 8), byte(port)})
	}
	favorite, silent := status("favorite", player+spectator), always("")
	if err := live.SetFavorite(live.FavoritesFile(), favorite, true); err != nil {
		t.Fatal(err)
	}
	servers := func(args ...string) (names []string, said string, err error) {
		var out, says bytes.Buffer
		err = parsedAny(t, append([]string{"servers", "--json"}, args...)...).Servers.Run(&streams{out: &out,
			err: &says})
		for line := range bytes.Lines(out.Bytes()) {
			var g struct {
				Name     string
				Favorite bool
				Players  []any
			}
			if err := json.Unmarshal(line, &g); err != nil {
				t.Fatal(err)
			}
			names = append(names, fmt.Sprint(g.Name, " ", len(g.Players), " ", g.Favorite))
		}
		return names, says.String(), err
	}
	master := always(list)
	if names, said, err := servers(master); !slices.Equal(names, []string{"duel 2 false", "favorite 1 true"}) ||
		err != nil || said != "" {
		t.Errorf("of a master %q, %q, %v", names, said, err)
	}
	if names, _, err := servers("--all", master); !slices.Equal(names, []string{"duel 2 false", "favorite 1 true",
		"only watched 0 false"}) || err != nil {
		t.Errorf("all of a master %q, %v", names, err)
	}
	if names, _, err := servers("--filter", "eve", master); !slices.Equal(names, []string{"favorite 1 true"}) ||
		err != nil {
		t.Errorf("with eve %q, %v", names, err)
	}
	if names, said, err := servers("qw://" + favorite); !slices.Equal(names, []string{"favorite 1 true"}) ||
		err != nil || said != "" {
		t.Errorf("of a server's address %q, %q, %v", names, said, err)
	}
	if names, said, err := servers("--server", silent); len(names) != 0 || said != "demoscope: "+silent+
		": no answer\n" || !errors.Is(err, errReported) {
		t.Errorf("of who is silent %q, %q, %v", names, said, err)
	}
}
