package player_test

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/internal/wait"
	"demoscope/player"
	"demoscope/player/live"
	"demoscope/player/timeline"
)

// growing opens a demo that grows, of which a beginning is there.
func growing(t *testing.T, path string, o formats.GrowOptions, data []byte, beginning int) (*formats.Growing,
	*formats.Demo) {
	t.Helper()
	g := live.New(path, o)
	t.Cleanup(func() {
		if err := g.Release(); err != nil {
			t.Error(err)
		}
	})
	if _, err := g.Write(data[:beginning]); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	demo, err := g.Demo(ctx)
	if err != nil {
		t.Fatalf("%s with %d bytes: %v", path, beginning, err)
	}
	return g, demo
}

// TestGrowingEqualsWhole: a demo that came in pieces, and in which one went to and fro meanwhile, has the worlds,
// events, levels and keyframes of the whole file.
func TestGrowingEqualsWhole(t *testing.T) {
	paths := []string{sample("demoscope1.mvd"), sample("demoscope1.qwd"), sample("demoscope1_p15.dem"),
		sample("demoscope1.dm2"), sample("demoscope1.mvd2"), sample("demoscope1.dm_71")}
	if dir, ok := corpus.Lookup(); ok {
		for _, name := range []string{
			"mvd/rec_dm4_ktxbots.mvd", "mvd/ffa_5[dm4]20240501-1229.mvd", "mvd/4on4_-s-_vs_pol[dm2]20241118-2135.mvd",
			"qwd/rec_lqdm11_dmm4.qwd", "qwd/qwz_demo31.qwd",
			"dm2/testduel.dm2", "dm2/lq2dm11_yq2_serverrecord.dm2", "mvd2/test.mvd2", "mvd2/lq2dm11_q2pro_ext2013.mvd2",
			"live/live_pext.mvd", "live/live_loss.mvd", "live/live_p28.mvd", "live/live_pext.qwd", "live/live_loss.qwd",
			"live/live_p28.qwd",
		} {
			paths = append(paths, filepath.Join(dir, filepath.FromSlash(name)))
		}
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) { growingEqualsWhole(t, path) })
	}
}

func growingEqualsWhole(t *testing.T, path string) {
	data := corpus.Read(t, path)
	whole := open(t, path)
	options := timeline.Options{Spacing: 4 << 10, Memory: 32 << 20}
	want := player.New(whole, player.Options{Index: options, Budget: 1 << 40})
	defer want.Close()
	want.Timeline().Wait()
	length, _ := want.Duration()

	rng := rand.New(rand.NewPCG(7, uint64(len(data))))
	beginning := min(len(data), max(64<<10, len(data)/10))
	g, demo := growing(t, path, formats.GrowOptions{Memory: 1}, data, beginning)
	got := player.New(demo, player.Options{Index: options, Budget: 1 << 40})
	defer got.Close()
	got.SetPaused(true)
	compare := func(clock float64) {
		t.Helper()
		got.Seek(clock)
		got.Update(0)
		want.Seek(got.Clock())
		want.Update(0)
		if a, b := got.Moment().World.Hash(), want.Moment().World.Hash(); a != b {
			t.Errorf("at %.3f of %.3f s: another world (block %d, not %d)", got.Clock(), length,
				got.Moment().World.Block, want.Moment().World.Block)
		}
	}
	want.SetPaused(true)
	for at := beginning; at < len(data); {
		n := min(len(data)-at, 1+rng.IntN(1+len(data)/25))
		if _, err := g.Write(data[at : at+n]); err != nil && err != formats.ErrOver {
			t.Fatal(err)
		}
		at += n
		got.Update(0)
		if d, complete := got.Duration(); !complete && d > 1 {
			compare(rng.Float64() * (d - 0.5))
		}
	}
	g.End(nil)
	got.Timeline().Wait()
	if d, complete := got.Duration(); d != length || !complete || got.Growing() {
		t.Errorf("%v s, complete %v, growing %v; want %v s", d, complete, got.Growing(), length)
	}
	if !reflect.DeepEqual(got.Timeline().Events(), want.Timeline().Events()) {
		t.Errorf("events (-whole +growing)\n%s", cmp.Diff(want.Timeline().Events(), got.Timeline().Events()))
	}
	if a, b := got.Timeline().Levels(), want.Timeline().Levels(); !slices.Equal(a, b) {
		t.Errorf("levels %v, want %v", a, b)
	}
	_, a := got.Timeline().Memory()
	if _, b := want.Timeline().Memory(); a != b || a == 0 {
		t.Errorf("%d keyframes, want %d", a, b)
	}
	for range 20 {
		compare(rng.Float64() * length)
	}
	compare(length)
}

// paced is a server's recording that is written as its clock goes.
type paced struct {
	data  []byte
	at    int
	clock float64 // of what was written
}

// until returns the records up to a time.
func (p *paced) until(clock float64) []byte {
	from := p.at
	for p.at < len(p.data) && p.clock+float64(p.data[p.at])/1000 <= clock {
		p.clock += float64(p.data[p.at]) / 1000
		kind := p.data[p.at+1] & 7
		p.at += 2
		if kind == 2 {
			p.at += 8
			continue
		}
		if kind == 3 {
			p.at += 4
		}
		size := int(p.data[p.at]) | int(p.data[p.at+1])<<8 | int(p.data[p.at+2])<<16
		p.at += 4 + size
	}
	return p.data[from:p.at]
}

// TestLive: the end is followed a little behind it, whatever the steps in which it moves; a pause, a seek and another
// speed leave it, and three ways lead back.
func TestLive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		data := corpus.Read(t, sample("demoscope1.mvd"))
		source := &paced{data: data}
		beginning := source.until(4)
		g, demo := growing(t, "game.mvd", formats.GrowOptions{Live: true}, beginning, len(beginning))
		p := player.New(demo, player.Options{Budget: 1 << 40})
		defer p.Close()
		now := 4.0
		indexed := synctest.Wait // all that was written
		indexed()
		if p.Live() || !p.Growing() {
			t.Fatalf("live %v, growing %v at the beginning", p.Live(), p.Growing())
		}
		p.GoLive()
		p.Update(0)
		play := func(seconds, step float64) {
			t.Helper()
			still := 0
			for end, next := now+seconds, now+step; now < end; {
				now += 1.0 / 50
				if now >= next {
					next += step
					if _, err := g.Write(source.until(now)); err != nil {
						t.Fatal(err)
					}
					indexed()
				}
				was := p.Clock()
				p.Update(1.0 / 50)
				if still++; !p.Live() || p.Clock() > was {
					still = 0
				}
				if still > 3 {
					t.Fatalf("the picture stands still at %.2f s, %.2f s behind", p.Clock(), p.Lag())
				}
			}
		}
		near := func(how string) {
			t.Helper()
			if !p.Live() || p.Paused() || p.Speed() != 1 || p.Lag() < 0.05 || p.Lag() > 0.8 {
				t.Errorf("%s: live %v, paused %v, speed %v, %.2f s behind", how, p.Live(), p.Paused(), p.Speed(),
					p.Lag())
			}
		}
		play(3, 0.04)
		near("frames of 40 ms")
		play(3, 0.3)
		near("bursts every 0.3 s")
		// Behind a stall it is played faster, and behind a long one jumped ahead.
		stall := func(seconds float64) {
			t.Helper()
			now += seconds
			if _, err := g.Write(source.until(now)); err != nil {
				t.Fatal(err)
			}
			indexed()
			p.Update(1.0 / 50)
		}
		stall(2)
		if !p.Live() || p.Lag() < 1.5 {
			t.Errorf("behind a stall of 2 s: live %v, %.2f s behind", p.Live(), p.Lag())
		}
		play(4, 0.04)
		near("4 s behind a stall of 2 s")
		stall(10)
		near("behind a stall of 10 s")

		p.SetPaused(true)
		play(2, 0.04)
		if p.Live() || p.Lag() < 2 {
			t.Errorf("paused: live %v, %.2f s behind", p.Live(), p.Lag())
		}
		p.SetPaused(false)
		play(1, 0.04)
		if p.Live() || p.Lag() < 2 {
			t.Errorf("on behind a pause: live %v, %.2f s behind", p.Live(), p.Lag())
		}
		p.GoLive()
		play(1, 0.04)
		near("GoLive")

		p.SeekBy(-5)
		play(1, 0.04)
		if p.Live() || p.Lag() < 5 {
			t.Errorf("5 s back: live %v, %.2f s behind", p.Live(), p.Lag())
		}
		p.SetSpeed(4)
		play(4, 0.04)
		near("played fast into the end")

		p.SetSpeed(0.5)
		play(2, 0.04)
		if p.Live() || p.Lag() < 1 {
			t.Errorf("slow: live %v, %.2f s behind", p.Live(), p.Lag())
		}
		p.SetSpeed(1)
		d, _ := p.Duration()
		p.Seek(d)
		play(1, 0.04)
		near("a seek to the end")

		g.End(nil)
		p.Timeline().Wait()
		for range 100 {
			p.Update(1.0 / 50)
		}
		if d, complete := p.Duration(); !complete || p.Live() || !p.Ended() || p.Clock() != d {
			t.Errorf("at the end: live %v, %v s of %v s, complete %v", p.Live(), p.Clock(), d, complete)
		}
	})
}

// TestHour: an hour of a game, with seeks to and fro, takes no more memory than its limit.
func TestHour(t *testing.T) {
	data := corpus.Read(t, sample("demoscope1.mvd"))
	whole := open(t, sample("demoscope1.mvd"))
	index := timeline.Start("mvd", whole.Decoder(), whole.Size(), timeline.Options{})
	index.Wait()
	one, _ := index.Duration()
	times := int(3600/one) + 1
	const memory, most = 4 << 20, 8 << 20
	g, demo := growing(t, "game.mvd", formats.GrowOptions{Live: true, Memory: memory}, data, len(data))
	p := player.New(demo, player.Options{Index: timeline.Options{Memory: most}, Budget: 1 << 40})
	defer p.Close()
	rng := rand.New(rand.NewPCG(1, 2))
	var least, largest uint64
	for n := 1; n < times; n++ {
		for at := 0; at < len(data); at += 10000 {
			if _, err := g.Write(data[at:min(at+10000, len(data))]); err != nil {
				t.Fatal(err)
			}
		}
		wait.For(t, "the level is indexed", func() bool { return len(p.Timeline().Levels()) == n+1 })
		d, _ := p.Duration()
		p.Seek(rng.Float64() * d)
		p.Update(0)
		p.GoLive()
		p.Update(0.02)
		if held, _ := p.Timeline().Memory(); g.Held() > memory+2<<20 || held > most*5/4 {
			t.Fatalf("after %.0f s: %d bytes of the demo and %d of the index are held", d, g.Held(), held)
		}
		if n == times/3 || n == times*2/3 || n == times-1 {
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			if least == 0 {
				least = m.HeapAlloc
			}
			largest = m.HeapAlloc
			t.Logf("%5.0f s, %3d MB came: %.1f MB in use", d, g.Len()>>20, float64(m.HeapAlloc)/1e6)
		}
	}
	d, _ := p.Duration()
	if want := one * float64(times); d < want*0.98 || d > want*1.02 {
		t.Errorf("%v s, want about %v", d, want)
	}
	if largest > least+8<<20 {
		t.Errorf("memory grew from %d to %d bytes", least, largest)
	}
}

// BenchmarkLiveDelay writes a game as its clock goes, packet by packet, to a window of 60 frames a second, and says
// how late a packet is there: indexed-ms from when it was written until the timeline has it, and shown-ms until the
// picture's world is at its time, of which [player.LiveDelay] is wished; worst-ms is the latest of those in a
// hundred. What comes in the first two seconds, in which the clock finds its place, is left out.
func BenchmarkLiveDelay(b *testing.B) {
	data := corpus.Read(b, sample("demoscope1.mvd"))
	for b.Loop() {
		source := &paced{data: data}
		beginning := source.until(4)
		g := live.New("game.mvd", formats.GrowOptions{Live: true})
		if _, err := g.Write(beginning); err != nil {
			b.Fatal(err)
		}
		demo, err := g.Demo(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		p := player.New(demo, player.Options{Budget: 1 << 40})
		p.GoLive()
		type packet struct {
			clock float64 // the server's, which the viewer's is not
			at    time.Time
		}
		var coming, indexing []packet
		var indexed, shown []float64
		begun := time.Now()
		frame := time.NewTicker(time.Second / 60)
		for range 3 { // the beginning is indexed
			<-frame.C
		}
		d, _ := p.Duration()
		behind := source.clock - d // the viewer's clock begins later
		for last := begun; ; {
			<-frame.C
			now := time.Now()
			clock := 4 + now.Sub(begun).Seconds()
			if clock > 14 {
				break
			}
			for { // packet by packet, as they come
				was := source.clock
				piece := source.until(min(clock, was+0.001))
				if len(piece) == 0 {
					if piece = source.until(clock); len(piece) == 0 {
						break
					}
				}
				if _, err := g.Write(piece); err != nil {
					b.Fatal(err)
				}
				coming = append(coming, packet{source.clock, time.Now()})
				indexing = append(indexing, packet{source.clock, time.Now()})
				for len(indexing) > 0 {
					if d, _ := p.Duration(); d < indexing[0].clock-behind-0.001 {
						runtime.Gosched()
						if time.Since(indexing[0].at) < 5*time.Millisecond {
							continue
						}
						break
					}
					indexed = append(indexed, time.Since(indexing[0].at).Seconds())
					indexing = indexing[1:]
				}
			}
			p.Update(now.Sub(last).Seconds())
			last = now
			for len(coming) > 0 && coming[0].clock-behind <= p.Clock() {
				if coming[0].at.Sub(begun) > 2*time.Second {
					shown = append(shown, time.Since(coming[0].at).Seconds())
				}
				coming = coming[1:]
			}
		}
		p.Close()
		if err := g.Release(); err != nil {
			b.Fatal(err)
		}
		slices.Sort(indexed)
		slices.Sort(shown)
		if len(shown) < 50 || len(indexed) < 50 {
			b.Fatalf("%d packets shown, %d indexed", len(shown), len(indexed))
		}
		b.ReportMetric(1e3*indexed[len(indexed)/2], "indexed-ms")
		b.ReportMetric(1e3*indexed[len(indexed)*99/100], "indexed-worst-ms")
		b.ReportMetric(1e3*shown[len(shown)/2], "shown-ms")
		b.ReportMetric(1e3*shown[len(shown)*99/100], "worst-ms")
	}
}
