package studio

import (
	"fmt"
	"time"

	"demoscope/formats"
	"demoscope/internal/fault"
	"demoscope/player"
	levels "demoscope/player/rebuilt"
	"demoscope/player/scan"
	"demoscope/player/timeline"
	"demoscope/player/world"
	"demoscope/render/app"
)

// TimedemoOptions describe a benchmark.
type TimedemoOptions struct {
	Demo *formats.Demo
	// Window has the maps, palette, models and title of the demo, and the size, renderer and settings of the window.
	Window app.Options
	// WarmUp is the number of pictures drawn from the start of the demo before the measurement begins at its first
	// block: a driver's first pictures take longer.
	WarmUp int
	// Measure shows a game in a window without vertical sync until it ends, and returns the name of the graphics API.
	// The error is a [*app.WindowError].
	Measure func(g app.Game, title string, width, height int) (graphics string, err error)
	// Timeline is the index of the demo, from which levels without a map are reconstructed; nil for no
	// reconstruction. The time for that does not count either.
	Timeline *timeline.Timeline
}

// timedemoMeasures says what a [TimedemoResult] measures.
const timedemoMeasures = "draws every block once, without vertical sync or map loading; build: " +
	"decoding, world, scene, HUD; driver: everything after"

// Timedemo plays every block of a demo in a window as fast as possible, and returns the speed. Loading maps does not
// count. The error is a [*app.WindowError].
func Timedemo(o TimedemoOptions) (*TimedemoResult, error) {
	window := &o.Window
	if window.Width <= 0 || window.Height <= 0 {
		window.Width, window.Height = app.DefaultWidth, app.DefaultHeight
	}
	t := &timedemo{
		Picture: app.NewPicture(window),
		cursor:  scan.NewCursor(o.Demo.Format.Name, o.Demo.Decoder()),
		frames:  make([]frameTime, 0, 1<<16),
		warmUp:  o.WarmUp,
	}
	t.rebuildFrom(o.Timeline)
	graphics, err := o.Measure(t, window.Title, window.Width, window.Height)
	if err != nil {
		return nil, err
	}
	if t.CPU != nil {
		graphics += ", software renderer"
	}
	r := summarize(t.frames)
	r.File = o.Demo.File
	r.Width, r.Height = int(t.Size.Width), int(t.Size.Height)
	r.Measures, r.Mode, r.Graphics, r.WarmUp = timedemoMeasures, window.Settings.Of("mode").String(), graphics, o.WarmUp
	return r, nil
}

// rebuildFrom enables the reconstruction of levels without a map from the index of the demo, if there is one.
func (t *timedemo) rebuildFrom(index *timeline.Timeline) {
	if index != nil {
		t.Demo.Maps.Rebuilder.Source = levels.New(index, levels.Kept{})
	}
}

// timedemo is the measuring window.
type timedemo struct {
	*app.Picture
	cursor   *scan.Cursor
	moment   player.Moment
	frames   []frameTime
	begun    time.Time // start of the current frame
	loading  time.Duration
	building time.Duration
	warmUp   int // pictures left to draw before the measurement; -1 during it
}

func (t *timedemo) Recover(*fault.Error) bool { return false }

// Describe returns the demo and the position, for crash reports.
func (t *timedemo) Describe() string {
	w := t.cursor.World
	return fmt.Sprintf("%s at %.3f s, block %d", t.Demo.Title, w.Clock, w.Block)
}

// Update draws the next block. A frame lasts from one Update to the next.
func (t *timedemo) Update() error {
	if !t.next(time.Now()) {
		return app.ErrEnd
	}
	return nil
}

// Draw draws the picture that Update has built.
func (t *timedemo) Draw(to app.Card) {
	if t.HUD != nil {
		t.DrawOn(to, t, true)
	}
}

// next ends the current frame and builds the picture of the next block. It returns false after the last one.
func (t *timedemo) next(now time.Time) bool {
	w := t.cursor.World
	if !t.begun.IsZero() {
		t.frames = append(t.frames, frameTime{
			Block: w.Block, Clock: w.Clock, Total: now.Sub(t.begun) - t.loading, Build: t.building,
		})
	}
	t.begun = now
	if t.warmUp == 0 {
		t.warmUp = -1
		t.cursor.Rewind()
		t.frames = t.frames[:0]
	}
	began := time.Now()
	if t.cursor.Next() != nil {
		if t.warmUp < 0 {
			return false
		}
		t.warmUp = 0
		return true
	}
	if t.warmUp > 0 && w.Began() {
		t.warmUp--
	}
	before := time.Now()
	t.Demo.LoadLevel(w)
	t.loading = time.Since(before)
	t.moment.Show(w, w.Clock, world.Nobody)
	t.Active.Camera.Cut() // no time passes
	t.BuildScene(&t.moment, 0)
	t.Input.NoBar = true
	t.FinishHUD(&t.moment)
	t.building = time.Since(began) - t.loading
	return true
}
