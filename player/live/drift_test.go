package live

import (
	"flag"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"demoscope/formats"
	"demoscope/internal/wait"
	"demoscope/player"
	"demoscope/player/timeline"
)

// watchedServer is a server that runs already, HOST:PORT, for [TestDrift]: with -watch=1h.
var watchedServer = flag.String("server", "",
	"a server that runs already, HOST:PORT, to watch instead of one that is started")

// TestDrift watches a real server's game through a player, at 50 frames a second, and goes to and fro in it:
// what is kept stays within its limits, and the game's clock with ours.
func TestDrift(t *testing.T) {
	t.Parallel() // it waits for a server most of its time
	address := *watchedServer
	if address == "" {
		address = start(t, "--bots", "3", "--seconds", "100").address
	}
	s, err := DialSpectator(t.Context(), address, SpectatorOptions{Name: "watcher", Checksum: sums})
	if err != nil {
		t.Fatal(err)
	}
	const memory, index = 4 << 20, 8 << 20
	w := Watch("qw://"+address, s, formats.GrowOptions{Format: formats.Lookup("qwd"), Memory: memory}, nil)
	defer func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	}()
	demo, err := w.Demo(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	p := player.New(demo, player.Options{Index: timeline.Options{Memory: index}, Budget: 1 << 40})
	defer p.Close()
	wait.For(t, "a second of the game", func() bool { p.GoLive(); d, _ := p.Duration(); return d > 1 })
	rng := rand.New(rand.NewPCG(3, 4))
	begun := time.Now()
	first, _ := p.Duration()
	ahead := first // how much the game's clock is ahead of ours
	var least, most uint64
	frame := time.NewTicker(20 * time.Millisecond)
	defer frame.Stop()
	last, seeks, parts := begun, 0, 1
	behind := time.Time{} // since when it is, zero if it is not
	next := begun.Add(2 * time.Second)
	for now := range frame.C {
		since := now.Sub(begun)
		if since >= *watched {
			break
		}
		p.Update(now.Sub(last).Seconds())
		last = now
		d, complete := p.Duration()
		if complete {
			_, err := w.Ended()
			t.Fatalf("after %v the game has ended: %v", since, err)
		}
		if now.After(next) {
			if seeks++; seeks%2 == 1 {
				p.Seek(rng.Float64() * d)
				next = now.Add(time.Second)
			} else {
				if lag := p.Lag(); lag < 0.1 && d > 10 {
					t.Errorf("after a seek to and fro it is %.2f s behind", lag)
				}
				p.GoLive()
				next = now.Add(3 * time.Second)
			}
		} else if seeks%2 == 0 && next.Sub(now) < time.Second && !p.Live() {
			t.Errorf("after %v it is not live, %.2f s behind", since, p.Lag())
			next = now
		}
		// A machine that is busy with something else makes us late, which is made good by playing faster.
		if !p.Live() || p.Lag() <= 1.5 {
			behind = time.Time{}
		} else if behind.IsZero() {
			behind = now
		} else if now.Sub(behind) > 3*time.Second {
			t.Errorf("after %v it has been more than 1.5 s behind for 3 s: %.2f s", since, p.Lag())
			behind = now
		}
		if held, _ := p.Timeline().Memory(); w.Held() > memory+2<<20 || held > index*5/4 {
			t.Fatalf("after %v: %d bytes of the demo and %d of the index are held", since, w.Held(), held)
		}
		if since > *watched*time.Duration(parts)/12 {
			parts++
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			if parts > 6 && least == 0 {
				least = m.HeapAlloc
			}
			most = m.HeapAlloc
			held, _ := p.Timeline().Memory()
			t.Logf("%8v: %.2f MB came, %.2f MB in use, of which demo %.2f and index %.2f, the game is %+.3f s ahead "+
				"of our clock",
				since.Round(time.Second), float64(w.Len())/1e6, float64(m.HeapAlloc)/1e6, float64(w.Held())/1e6,
				float64(held)/1e6, d-since.Seconds()-first)
		}
		if off := d - since.Seconds() - ahead; off > 1.5 || off < -1.5 {
			t.Errorf("after %v the game's clock is %.2f s off ours", since, off)
			ahead = d - since.Seconds()
		}
	}
	if most > least+6<<20 {
		t.Errorf("memory grew from %d to %d bytes", least, most)
	}
	if seeks < 3 {
		t.Errorf("%d seeks", seeks)
	}
}
