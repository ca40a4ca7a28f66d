package studio

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"demoscope/bsp"
	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/player/scan"
	"demoscope/player/timeline"
	"demoscope/player/world"
	"demoscope/render/app"
	"demoscope/render/setting"
)

// A timedemo draws every block once, after the warm-up. demoscope1_p15.dem has
// 1396 blocks, of which the first two show nothing, and ends after 55.417 s.
func TestTimedemoDrawsEveryBlock(t *testing.T) {
	demo, err := formats.Open("demoscope1_p15.dem", sample(t, "demoscope1_p15.dem"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ warmUp, drawn int }{{0, 1397}, {20, 1419}} {
		d := &timedemo{
			Picture: app.NewPicture(&app.Options{Demo: app.Demo{Maps: sampleMap(t)}, Width: 320,
				Height: 200}),
			cursor: scan.NewCursor(demo.Format.Name, demo.Decoder()), warmUp: c.warmUp,
		}
		now, drawn := time.Unix(1e9, 0), 1
		for ; d.next(now); drawn++ {
			now = now.Add(time.Second)
		}
		if n := len(d.frames); n != 1396 || drawn != c.drawn {
			t.Fatalf("after a warm-up of %d: %d frames, %d were drawn", c.warmUp, n, drawn)
		}
		last := d.frames[1395]
		if last.Block != 1395 || !near(last.Clock, 55.417, 1e-3) || last.Total <= 999*time.Millisecond ||
			last.Total > time.Second || last.Build <= 0 {
			t.Errorf("the last frame is %+v", last)
		}
		if d.Demo.Maps.Map() == nil || !d.Input.NoBar || !d.Active.Options.FirstPerson || d.Input.Clock < 55 {
			t.Errorf("map %v, no bar %v, first person %v, at %v", d.Demo.Maps.Map() != nil, d.Input.NoBar,
				d.Active.Options.FirstPerson, d.Input.Clock)
		}
	}
}

// A timedemo ends after the last block and reports the demo, its window and its renderer. A level without a map is
// reconstructed from the index.
func TestTimedemo(t *testing.T) {
	const name = "demoscope1.mvd"
	data := sample(t, name)
	demo, err := formats.Open(name, data)
	if err != nil {
		t.Fatal(err)
	}
	index := timeline.Start(demo.Format.Name, demo.Decoder(), int64(len(data)), timeline.Options{Surveys: demo.Decoder})
	index.Wait()
	if demo, err = formats.Open(name, data[:20000]); err != nil { // the beginning is enough
		t.Fatal(err)
	}
	blocks := 0
	for c := scan.NewCursor(demo.Format.Name, demo.Decoder()); c.Next() == nil; blocks++ {
	}
	missing := func(*world.Level) (*bsp.Map, string) { return nil, "no map" }
	noWindow := errors.New("no window")
	for _, from := range []*timeline.Timeline{nil, index} {
		var level *bsp.Map
		o := TimedemoOptions{Demo: demo, Timeline: from, WarmUp: 3, Window: app.Options{Width: 320,
			Demo: app.Demo{Maps: missing, Title: "a title"}, Settings: setting.Values{"mode": {"wire"}}}}
		o.Measure = func(g app.Game, title string, width, height int) (string, error) {
			if title != "a title" || width != app.DefaultWidth || height != app.DefaultHeight {
				t.Errorf("a window %q of %dx%d", title, width, height)
			}
			for err = g.Update(); err == nil; err = g.Update() {
				if m := g.(*timedemo).Demo.Maps.Map(); m != nil {
					level = m
				}
			}
			return "API", nil
		}
		r, failed := Timedemo(o)
		if failed != nil || !errors.Is(err, app.ErrEnd) {
			t.Fatal(failed, err)
		}
		if (level != nil) != (from != nil) || level != nil && len(level.Faces) < 1000 {
			t.Errorf("with an index %v: a level %v", from != nil, level != nil)
		}
		if r.Frames != blocks || blocks < 10 || r.WarmUp != 3 || r.File != demo.File || r.Width != app.DefaultWidth ||
			r.Height != app.DefaultHeight || r.Graphics != "API" || r.Mode != "wire" {
			t.Errorf("%d blocks: %+v", blocks, r)
		}
		o.Measure = func(app.Game, string, int, int) (string, error) { return "", noWindow }
		if r, err := Timedemo(o); r != nil || !errors.Is(err, noWindow) {
			t.Errorf("without a window: %v, %v", r, err)
		}
	}
}

// slowDecoder takes a second for each packet.
type slowDecoder struct{ message.Decoder }

func (d slowDecoder) NextPacket() (*message.Packet, error) {
	time.Sleep(time.Second)
	return d.Decoder.NextPacket()
}

// Decoding is a part of building a frame, and loading a map, which takes a minute here, is not.
func TestTimedemoTimes(t *testing.T) {
	data, load := sample(t, "demoscope1.mvd")[:20000], sampleMap(t)
	synctest.Test(t, func(t *testing.T) {
		demo, err := formats.Open("demoscope1.mvd", data)
		if err != nil {
			t.Fatal(err)
		}
		loads := 0
		slow := func(l *world.Level) (*bsp.Map, string) {
			loads++
			time.Sleep(time.Minute)
			return load(l)
		}
		d := &timedemo{Picture: app.NewPicture(&app.Options{Demo: app.Demo{Maps: slow}, Width: 320, Height: 200}),
			cursor: scan.NewCursor(demo.Format.Name, slowDecoder{demo.Decoder()}), warmUp: -1}
		for d.next(time.Now()) {
		}
		for _, f := range d.frames {
			if f.Build != time.Second || f.Total != time.Second {
				t.Errorf("block %d takes %v and is built in %v, want a second each", f.Block, f.Total, f.Build)
			}
		}
		if loads == 0 || len(d.frames) < 10 {
			t.Errorf("%d frames, the map was loaded %d times", len(d.frames), loads)
		}
	})
}

// TestTimedemoStatistics: twenty frames take 1 to 20 ms, in no order, and a quarter of that to build.
func TestTimedemoStatistics(t *testing.T) {
	var frames []frameTime
	for i := range 20 {
		total := time.Duration(i*7%20+1) * time.Millisecond
		frames = append(frames, frameTime{Block: 100 + i, Clock: float64(i) / 4, Total: total, Build: total / 4})
	}
	r := summarize(frames)
	r.File, r.Width, r.Height, r.Mode, r.Graphics, r.Measures = "a/b.dem", 640, 360, "lit", "none", "building"
	const want = `b.dem: 20 frames, 0.210 s, 95.2 fps, 1% low 50.0 fps, 0.1% low 50.0 fps (640x360, lit, none)
measured: building
frame:  mean 10.500 ± 5.766 ms, median 11.000 ms, 90% 19.000 ms, 99% 20.000 ms, 99.9% 20.000 ms, longest 20.000 ms
build:  mean 2.625 ± 1.442 ms, median 2.750 ms, 99% 5.000 ms, longest 5.000 ms
driver: mean 7.875 ± 4.325 ms, median 8.250 ms, 99% 15.000 ms, longest 15.000 ms
worst:  block 117 at 4.25 s 20.00 ms (build 5.00), block 114 at 3.50 s 19.00 ms (build 4.75), ` +
		`block 111 at 2.75 s 18.00 ms (build 4.50), block 108 at 2.00 s 17.00 ms (build 4.25), ` +
		`block 105 at 1.25 s 16.00 ms (build 4.00), block 102 at 0.50 s 15.00 ms (build 3.75), ` +
		`block 119 at 4.75 s 14.00 ms (build 3.50), block 116 at 4.00 s 13.00 ms (build 3.25), ` +
		`block 113 at 3.25 s 12.00 ms (build 3.00), block 110 at 2.50 s 11.00 ms (build 2.75)`
	if got := r.String(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	var log strings.Builder
	if err := r.WriteLog(&log); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(log.String()), "\n")
	if len(lines) != 21 || lines[0] != "block,clock,ms,build_ms" || lines[18] != "117,4.250000,20.000000,5.000000" {
		t.Errorf("log of %d lines, %q", len(lines), lines)
	}
	if got := summarize(make([]frameTime, 3)); got.FPS != 0 || got.Frames != 3 { // without a clock
		t.Errorf("of no time %+v", got)
	}
	if got := summarize(nil); got.Frames != 0 || got.FPS != 0 {
		t.Errorf("of nothing %+v", got)
	}
	if got := slowest(make([]time.Duration, 2000), 100); len(got) != 20 {
		t.Errorf("the slowest of 2000 are %d", len(got))
	}
}
