package studio

import (
	"errors"
	"math"
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

func TestTimedemoStatistics(t *testing.T) {
	var frames []frameTime
	for i := range 200 {
		frames = append(frames, frameTime{Block: i, Total: 10 * time.Millisecond, Build: 4 * time.Millisecond})
	}
	frames[50].Total = 100 * time.Millisecond
	frames[120].Total = 60 * time.Millisecond
	frames[120].Build = 50 * time.Millisecond
	r := summarize(frames)
	near := func(name string, got, want float64) {
		if math.Abs(got-want) > 1e-6*max(1, want) {
			t.Errorf("%s %v, want %v", name, got, want)
		}
	}
	near("frames", float64(r.Frames), 200)
	near("seconds", r.Seconds, 2.14)
	near("fps", r.FPS, 200/2.14)
	near("1% low", r.Low1, 2/0.16)
	near("0.1% low", r.Low01, 10)
	near("median", r.MedianMS, 10)
	near("max", r.MaxMS, 100)
	near("deviation", r.DeviationMS, math.Sqrt(52.51)) // 198 frames 0.7 ms from the mean of 10.7, one 89.3, one 49.3
	near("p99", r.P99MS, 60)
	near("build mean", r.BuildMeanMS, (199*4+50)/200.)
	near("build max", r.BuildMaxMS, 50)
	near("driver median", r.DriverMedianMS, 6)
	near("driver max", r.DriverMaxMS, 96)
	if len(r.Worst) != worstShown || r.Worst[0].Block != 50 || r.Worst[1].Block != 120 {
		t.Errorf("worst %+v", r.Worst)
	}
	if text := r.String(); !strings.Contains(text, "200 frames") || !strings.Contains(text, "block 50") {
		t.Errorf("text %q", text)
	}
	var log strings.Builder
	if err := r.WriteLog(&log); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(log.String()), "\n")
	if len(lines) != 201 || lines[0] != "block,clock,ms,build_ms" || lines[121] != "120,0.000000,60.000000,50.000000" {
		t.Errorf("log of %d lines, %q", len(lines), lines[121])
	}
	if r := summarize(nil); r.Frames != 0 || r.FPS != 0 {
		t.Errorf("of nothing %+v", r)
	}
}
