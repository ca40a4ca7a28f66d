package app

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/internal/wait"
	"demoscope/player"
	"demoscope/player/bookmarks"
	"demoscope/player/world"
	"demoscope/render/control"
	"demoscope/render/hud"
	"demoscope/render/internal/rendertest"
	"demoscope/render/levelmap"
	"demoscope/render/setting"
)

// rig is a game without a window: keyboard, mouse and time are made up.
type rig struct {
	*App
	t      testing.TB
	input  *testDevices
	window *testDesktop
	folder string // of the bookmarks
}

// testDevices are a keyboard and a mouse that a test uses.
type testDevices struct {
	down, pressed, released map[control.Key]bool
	typed                   []rune
	x, y, notches           float32
	buttons, clicked        map[control.Mouse]bool

	fingers []Touch

	pads                []control.Pad
	padIsDown, padWasUp map[control.Button]bool
	axes                map[control.Axis]float32
}

func newTestDevices() *testDevices {
	d := &testDevices{down: map[control.Key]bool{}, buttons: map[control.Mouse]bool{}, x: 640, y: 300}
	d.pass()
	return d
}

func (d *testDevices) KeyDown(k control.Key) bool     { return d.down[k] }
func (d *testDevices) KeyPressed(k control.Key) bool  { return d.pressed[k] }
func (d *testDevices) KeyReleased(k control.Key) bool { return d.released[k] }
func (d *testDevices) AppendTyped(dst []rune) []rune  { return append(dst, d.typed...) }
func (d *testDevices) Cursor() (x, y float32)         { return d.x, d.y }
func (d *testDevices) Wheel() float32                 { return d.notches }
func (d *testDevices) Button(b control.Mouse) (down, pressed bool) {
	return d.buttons[b], d.clicked[b]
}

func (d *testDevices) AppendTouches(dst []Touch) []Touch { return append(dst, d.fingers...) }

func (d *testDevices) AppendPads(dst []control.Pad) []control.Pad {
	return append(dst, d.pads...)
}
func (d *testDevices) PadButton(_ control.Pad, b control.Button) (down, pressed bool) {
	return d.padIsDown[b], d.padIsDown[b] && d.padWasUp[b]
}
func (d *testDevices) PadAxis(_ control.Pad, a control.Axis) float32 {
	return d.axes[a]
}

// pass ends a frame: what lasts for one frame only is over.
func (d *testDevices) pass() {
	d.pressed, d.released, d.clicked = map[control.Key]bool{}, map[control.Key]bool{}, map[control.Mouse]bool{}
	d.typed, d.notches, d.padWasUp = nil, 0, nil
}

// testDesktop notes what is asked of the window.
type testDesktop struct {
	at                   Place
	captured, fullscreen bool
	hand                 bool
	title                string
	dropped              fs.FS
	hidden               bool
	waits                bool // for input
	page                 Typed
	onPage               []string // the line that the page shows, none if it shows none
	box                  hud.Rect // where
}

func (d *testDesktop) CaptureCursor(captured bool) { d.captured = captured }
func (d *testDesktop) ShowHand(hand bool)          { d.hand = hand }
func (d *testDesktop) ToggleFullscreen()           { d.fullscreen = !d.fullscreen }
func (d *testDesktop) SetTitle(title string)       { d.title = title }
func (d *testDesktop) Minimized() bool             { return d.hidden }
func (d *testDesktop) Focused() bool               { return !d.hidden }
func (d *testDesktop) Place() Place                { return d.at }
func (d *testDesktop) WaitForInput(wait bool)      { d.waits = wait }
func (d *testDesktop) Wake()                       {}
func (d *testDesktop) DroppedFiles() fs.FS         { f := d.dropped; d.dropped = nil; return f }

func (d *testDesktop) TypeOnPage(line *hud.Typed, box hud.Rect) {
	d.onPage, d.box = nil, box
	if line != nil {
		d.onPage = []string{line.String()}
	}
}
func (d *testDesktop) TypedOnPage() (typed Typed) {
	typed, d.page = d.page, Typed{}
	return typed
}

// Helpers under the names that tests call them by.
var (
	sample       = rendertest.Sample
	newPlayer    = rendertest.NewPlayer
	gameMap      = rendertest.GameMap
	allocations  = rendertest.Allocations
	near         = rendertest.Near
	newUnindexed = rendertest.NewUnindexed
)

// sampleMap finds the map of our own recordings, whatever the level is.
func sampleMap(t testing.TB) levelmap.Load { return rendertest.SampleMap(t) }

// newRig shows demoscope1.mvd, paused at 10 s, in 1280x720 pixels.
func newRig(t testing.TB) *rig { return newRigOf(t, "demoscope1.mvd", sample(t, "demoscope1.mvd")) }

// newRigOf shows a demo, paused at 10 s, with its map.
func newRigOf(t testing.TB, name string, data []byte) *rig {
	t.Helper()
	r := &rig{t: t, input: newTestDevices(), window: &testDesktop{}, folder: t.TempDir()}
	p := newPlayer(t, name, data)
	p.Seek(10)
	r.App = New(&Options{Demo: Demo{Player: p, Maps: sampleMap(t), Bookmarks: r.openMarks},
		Width: 1280, Height: 720},
		r.window, r.input)
	r.Demo.Marks.Take(&r.Demo.Notices, true)
	r.pass(0)
	// Preparing the map takes longer than most tests.
	w := r.Demo.Player.Moment().World
	key := world.MapKey{Name: w.Level().Map, Checksum: w.Level().Checksum}
	if m, ok := preparedMaps[key]; ok {
		r.Demo.Maps.Cache.Keep(key, m)
	}
	r.Demo.LoadMap(w)
	preparedMaps[key] = r.Demo.Maps.Current
	r.pass(0)
	return r
}

// preparedMaps are those of earlier tests.
var preparedMaps = map[world.MapKey]*levelmap.Loaded{}

// openMarks opens the bookmarks as the program does.
func (r *rig) openMarks() (*bookmarks.Bookmarks, error) {
	return bookmarks.Open(r.folder, sha256.Sum256([]byte("demo")))
}

// savedMarks reads the bookmarks from disk.
func (r *rig) savedMarks() *bookmarks.Bookmarks {
	r.t.Helper()
	b, err := r.openMarks()
	if err != nil {
		r.t.Fatal(err)
	}
	return b
}

// pass lets seconds pass in one frame.
func (r *rig) pass(seconds float64) {
	r.frame(seconds)
	r.input.pass()
}

// passUntil lets frames pass until something is so.
func (r *rig) passUntil(seconds float64, what string, so func() bool) {
	r.t.Helper()
	wait.For(r.t, what, func() bool {
		if so() {
			return true
		}
		r.pass(seconds)
		return false
	})
}

// settle ends the hand-over of the camera that is under way.
func (r *rig) settle() {
	r.Active.Camera.Cut()
	r.pass(0)
}

// run lets so many frames of 1/64 s pass.
func (r *rig) run(frames int) {
	for range frames {
		r.pass(1. / 64)
	}
}

// seek shows a moment.
func (r *rig) seek(clock float64) {
	r.Demo.Player.Seek(clock)
	r.Active.Camera.Cut()
	r.pass(0)
}

// hold presses a key, "Shift+K", without letting it go.
func (r *rig) hold(key string) {
	c := r.chord(key)
	if c.Shift {
		r.input.down[control.KeyShiftLeft] = true
	}
	r.input.down[c.Key], r.input.pressed[c.Key] = true, true
	r.pass(1. / 64)
}

// release lets a key go.
func (r *rig) release(key string) {
	c := r.chord(key)
	delete(r.input.down, control.KeyShiftLeft)
	delete(r.input.down, c.Key)
	r.input.released[c.Key] = true
	r.pass(1. / 64)
}

// press presses a key shortly.
func (r *rig) press(key string) { r.hold(key); r.release(key) }

func (r *rig) chord(key string) chord {
	r.t.Helper()
	c, err := parseChord(key)
	if err != nil {
		r.t.Fatal(err)
	}
	return c
}

// write types a text.
func (r *rig) write(text string) {
	r.input.typed = []rune(text)
	r.pass(1. / 64)
}

// move puts the pointer to a place.
func (r *rig) move(x, y float32) {
	r.input.x, r.input.y = x, y
	r.pass(1. / 64)
}

// hover puts the pointer into the middle of an area.
func (r *rig) hover(a hud.Rect) { r.move(a.X+a.W/2, a.Y+a.H/2) }

// hit presses a button of the mouse without letting it go; lift lets it go.
func (r *rig) hit(b control.Mouse) {
	r.input.buttons[b], r.input.clicked[b] = true, true
	r.pass(1. / 64)
}

func (r *rig) lift(b control.Mouse) {
	delete(r.input.buttons, b)
	r.pass(1. / 64)
}

// click presses the left button in the middle of an area, rightClick the
// right one.
func (r *rig) click(a hud.Rect) {
	r.hover(a)
	r.hit(control.MouseLeft)
	r.lift(control.MouseLeft)
}

func (r *rig) rightClick(a hud.Rect) {
	r.hover(a)
	r.hit(control.MouseRight)
	r.lift(control.MouseRight)
}

// turn turns the wheel.
func (r *rig) turn(notches float32) {
	r.input.notches = notches
	r.pass(1. / 64)
}

// seen is what the window shows and asks of the desktop, and what is on disk.
type seen struct {
	Loud              soundSettings
	Clock             float64
	Speed             float64
	Paused            bool
	Follow            int
	Views             string // whom the views show, with a star at the active one; empty for one
	View, Mode        string
	XRay, Markers     bool
	Walked            bool
	Overlays          string // that are drawn
	Aligned           player.Alignment
	Plain             string // what is left out of the picture
	Finder            bool
	Shaken            bool // the picture is not taken along the eye's angles
	HUD, Help, Scores bool
	List, Asking      bool
	Filtered          string // the classes of events that are not shown
	Spoilers          bool
	ClockKind         hud.ClockKind
	Marks             string // on disk: clock and name
	Clip              string // on disk
	Path              string // on disk: clocks of the points
	Naming            bool
	Says              string
	Sounds            string
	Captured, Full    bool
	Quit              bool
}

// do carries out the command with a name, as the command palette does.
func (r *rig) do(name string) {
	r.t.Helper()
	c := findCommand(r.reader.groups, name)
	c.Do(r.App)
	r.pass(0)
}

// see returns what is to be seen.
func (r *rig) see() seen {
	r.t.Helper()
	h, o := &r.Input, &r.Active.Options
	s := seen{
		Loud: r.Viewing.sound, Sounds: r.Viewing.soundCues.String(),
		Clock: round4(h.Clock), Speed: h.PlaybackRate, Paused: h.Paused, Follow: r.Demo.Player.Following(),
		View: h.View, Mode: h.Mode,
		XRay: o.On(setting.XRay), Markers: o.On(setting.Items), Walked: o.On(setting.HeatMap),
		Shaken: o.FirstPerson && !r.Demo.Player.Moment().Eye.ThirdPerson &&
			r.Active.View.Angles != r.Demo.Player.Moment().Eye.Angles,
		HUD: h.Display != hud.Clean, Help: h.ShowHelp, Scores: h.Scores, List: h.List != nil,
		Finder: h.Finder != nil, Asking: h.List != nil && h.List.Asking,
		Spoilers: h.On(setting.Spoilers), ClockKind: h.Clocks, Naming: h.Naming != nil,
		Captured: r.window.captured, Full: r.window.fullscreen, Quit: r.quit,
	}
	for _, p := range r.Panes {
		s.Views += fmt.Sprintf(" %d", followed(r.momentOf(p)))
		if p == r.Active {
			s.Views += "*"
		}
	}
	if s.Views = strings.TrimSpace(s.Views); len(r.Panes) == 1 {
		s.Views = ""
	}
	for v, i := reflect.ValueOf(h.Overlays), 0; i < v.NumField(); i++ {
		if v.Field(i).Kind() == reflect.Bool && v.Field(i).Bool() {
			s.Overlays = strings.TrimSpace(s.Overlays + " " + v.Type().Field(i).Name)
		}
	}
	for _, c := range []struct {
		name string
		out  bool
	}{{"tints", !o.On(setting.TextureColors)}, {"grid", !o.On(setting.FloorGrid)}, {"sky", !o.On(setting.SkyLines)},
		{"flicker", !o.On(setting.LightFlicker)}, {"names", !o.On(setting.NameTags)},
		{"arrows", !r.Viewing.On(setting.OffScreenArrows)}, {"inset", !r.Viewing.On(setting.PictureInPicture)},
		{"status bar", !h.On(setting.StatusBar)}, {"info", !h.On(setting.InfoPanel)},
		{"brackets", !o.On(setting.Brackets)}, {"hits", !o.On(setting.HitSigns)},
		{"damage numbers", !h.On(setting.DamageNumbers)}, {"states", !o.On(setting.PlayerStates)},
		{"preview", !r.Viewing.On(setting.SeekThumbnails)}, {"foretell", !r.Viewing.On(setting.KillPreview)},
		{"effects", !o.On(setting.Effects)},
		{"damage", !o.On(setting.ScreenEffects)}, {"matchup", !r.Viewing.On(setting.MatchupPanel)}} {
		if c.out {
			s.Plain = strings.TrimSpace(s.Plain + " " + c.name)
		}
	}
	if len(o.Trails) > 0 {
		s.Overlays = strings.TrimSpace(s.Overlays + " trails")
	}
	if len(o.Footprints) > 0 {
		s.Overlays = strings.TrimSpace(s.Overlays + " footprints")
	}
	s.Aligned = h.Ghost.By
	if o.On(setting.AimLines) {
		s.Overlays = strings.TrimSpace(s.Overlays + " aim")
	}
	for c := range hud.ClassCount {
		if !h.Filter.Has(c) {
			s.Filtered = strings.TrimSpace(s.Filtered + " " + c.String())
		}
	}
	for _, m := range h.Messages {
		s.Says = strings.TrimSpace(s.Says + " " + m.Text)
	}
	b := r.savedMarks()
	for _, m := range b.Marks {
		s.Marks = strings.TrimSpace(fmt.Sprintf("%s %v%s", s.Marks, round4(m.Clock), m.Name))
	}
	for _, p := range b.Path {
		s.Path = strings.TrimSpace(fmt.Sprintf("%s %v", s.Path, round4(p.Clock)))
	}
	if !slices.Equal(b.Path, h.Path) {
		r.t.Errorf("the path on disk is %v, on the bar %v", b.Path, h.Path)
	}
	clip := func(in, out *float64, loop bool) (text string) {
		if in != nil {
			text += fmt.Sprintf("from %v ", round4(*in))
		}
		if out != nil {
			text += fmt.Sprintf("to %v ", round4(*out))
		}
		if loop {
			text += "loop"
		}
		return strings.TrimSpace(text)
	}
	s.Clip = clip(b.In, b.Out, b.Loop)
	var in, out *float64 // on the bar
	if h.Clip.HasIn {
		in = &h.Clip.In
	}
	if h.Clip.HasOut {
		out = &h.Clip.Out
	}
	if bar := clip(in, out, h.Clip.Loop); bar != s.Clip {
		r.t.Errorf("the clip on disk is %q, on the bar %q", s.Clip, bar)
	}
	if d := cmp.Diff(b.Marks, h.Bookmarks, cmp.Comparer(func(a, b float64) bool { return a == b })); len(b.Marks)+
		len(h.Bookmarks) > 0 && d != "" {
		r.t.Errorf("bookmarks on disk and on the bar differ: %s", d)
	}
	return s
}

// changed compares what is to be seen with what was and what a test changes in
// it.
func (r *rig) changed(what string, was seen, change func(*seen)) {
	r.t.Helper()
	change(&was)
	if d := cmp.Diff(was, r.see()); d != "" {
		r.t.Errorf("%s (-want +got):\n%s", what, d)
	}
}

func round4(v float64) float64 { return math.Round(v*1e4) / 1e4 }
