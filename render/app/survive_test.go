package app

import (
	"context"
	"errors"
	"image"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"demoscope/bsp"
	"demoscope/internal/fault"
	"demoscope/internal/wait"
	"demoscope/player/world"
	"demoscope/render/hud"
	"demoscope/render/levelmap"
)

// The place of a fault is that of the demo.
func TestPlaceOfAFault(t *testing.T) {
	r := newRig(t)
	r.Demo.Title = "demoscope1.mvd"
	if got := r.Describe(); got != "demoscope1.mvd at 10.000 s" {
		t.Errorf("the place is %q", got)
	}
}

// A panic while a map is loaded costs the map; while a file is opened, the file.
func TestPanicsOfLoadingCostOneFile(t *testing.T) {
	var reported []error
	report := func(err error) { reported = append(reported, err) }
	r := newRig(t)
	r.Demo.Maps.Loader = levelmap.NewLoader(func(*world.Level) (*bsp.Map, string) { panic("broken map") }, report)
	r.pass(0)
	r.passUntil(0, "the lack of a map", func() bool { return r.Demo.Maps.Current != nil })
	const noMap = "loading maps/demoscope1.bsp met a mistake in this program (broken map); please report it, " +
		"with the file"
	if got := r.Demo.Notices.mapNotice.search; got != noMap {
		t.Errorf("it says %q", got)
	}
	r.passUntil(0, "a reconstructed map", func() bool { return r.Demo.Maps.Rebuilt != nil })
	r.pass(20)
	if got := r.Demo.Notices.allWarnings(); !strings.HasPrefix(got, "Map demoscope1 not found; ") {
		t.Errorf("the warnings are %q", got)
	}

	r.opener = opener{open: func(context.Context, string) (Demo, error) { panic("broken file") }, report: report}
	r.window.dropped = droppedFS{fstest.MapFS{"a.dem": {}}}
	r.pass(0)
	r.opening()
	const noFile = "opening /somewhere/a.dem met a mistake in this program (broken file); please report it, " +
		"with the file"
	if got := r.see().Says; got != noFile {
		t.Errorf("it says %q", got)
	}
	if len(reported) != 2 || reported[0].Error() != noMap || reported[1].Error() != noFile {
		t.Errorf("reported: %q", reported)
	}
}

// A signal closes the window, as its button does.
func TestSignals(t *testing.T) {
	r := newRig(t)
	from := make(chan os.Signal, 1)
	r.signals.from = from
	if err := r.Update(); err != nil {
		t.Errorf("it quits without a signal: %v", err)
	}
	from <- syscall.SIGTERM
	if err := r.Update(); err != ErrEnd {
		t.Errorf("a signal ends it with %v", err)
	}
	if i, ok := r.signals.interrupted().(*Interrupted); !ok || i.Signal != syscall.SIGTERM {
		t.Errorf("the error is %v", r.signals.interrupted())
	}
}

// The clock of a machine that slept, or whose clock was set, moves the demo by a quarter
// of a second at most, and never back.
func TestClockJumps(t *testing.T) {
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	g := &App{}
	for _, c := range []struct {
		jump time.Duration
		want float64
	}{
		{0, 0}, // the first frame
		{time.Second / 64, 1. / 64}, {0, 0}, {time.Hour, maxStep}, {-time.Hour, 0}, {-time.Nanosecond, 0},
		{time.Second / 64, 1. / 64}, {100 * 365 * 24 * time.Hour, maxStep}, {-150 * 365 * 24 * time.Hour, 0},
		{time.Second / 64, 1. / 64},
	} {
		now = now.Add(c.jump)
		if dt := g.elapsed(now); !near(dt, c.want, 1e-9) {
			t.Errorf("after a jump of %v %v s pass, want %v", c.jump, dt, c.want)
		}
	}
}

// The picture is as large as the window has pixels, unless a graphics card cannot draw
// that, or the numbers are nonsense.
func TestScreenSizes(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		width, height, scale float64
		largest              int
		want                 hud.Screen
	}{
		{1280, 720, 1, 16384, hud.Screen{Width: 1280, Height: 720, Scale: 1}},
		{1280, 720, 1.25, 16384, hud.Screen{Width: 1600, Height: 900, Scale: 1.25}},
		{1280.1, 720, 2, 16384, hud.Screen{Width: 2561, Height: 1440, Scale: 2}},
		{0, 0, 1, 16384, hud.Screen{Width: 1, Height: 1, Scale: 1}},
		{1, 1, 0, 0, hud.Screen{Width: 1, Height: 1, Scale: 1}},
		{-5, nan, nan, 16384, hud.Screen{Width: 1, Height: 1, Scale: 1}},
		{100, 100, inf, 16384, hud.Screen{Width: 400, Height: 400, Scale: 4}},
		// Too large: smaller, in the same proportions.
		{16000, 8000, 1, 8194, hud.Screen{Width: 8190, Height: 4095, Scale: 0.511875}},
		{4000, 16000, 1, 4098, hud.Screen{Width: 1024, Height: 4096, Scale: 0.256}},
		{3000, 1500, 4, 4098, hud.Screen{Width: 4096, Height: 2048, Scale: 4. * 4096 / 12000}},
		{inf, 100, 1, 8194, hud.Screen{Width: 8190, Height: 1, Scale: 0.00819}},
	} {
		got := fitScreen(c.width, c.height, c.scale, c.largest)
		if got.Width != c.want.Width || got.Height != c.want.Height ||
			!near(float64(got.Scale), float64(c.want.Scale), 1e-6) {
			t.Errorf("%v x %v at %v on a card of %d: %+v, want %+v", c.width, c.height, c.scale, c.largest, got, c.want)
		}
		if side := hud.New(got.Unit()).Atlas().Image.Rect.Size(); max(side.X, side.Y) > MaxShot-imageMargin {
			t.Errorf("the image of the glyphs is %v", image.Point(side))
		}
	}
}

// What a device reports that is no number moves nothing.
func TestDevicesThatReportNonsense(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, key := range []string{"C", "F"} {
		r := newRig(t)
		r.press(key)
		r.run(64)
		was := r.Active.Camera
		r.move(nan, 5)
		r.move(5, inf)
		r.move(640, 300)
		for _, notches := range []float32{nan, inf, -inf} {
			r.turn(notches)
		}
		if got := r.Active.Camera; !reflect.DeepEqual(got, was) {
			t.Errorf("%s: the camera is %+v, was %+v", key, got, was)
		}
	}
}

// A name in an archive may hold anything; a title holds what prints.
func TestHostileTitles(t *testing.T) {
	for name, want := range map[string]string{
		"":                            "Demoscope",
		"a.dem":                       "a.dem - Demoscope",
		"Fjörð ☃.mvd":                 "Fjörð ☃.mvd - Demoscope",
		"a\x00b\x1b[31m\n\u202e\xff":  "a\ufffdb\ufffd[31m\ufffd\ufffd\ufffd - Demoscope",
		strings.Repeat("ä", maxTitle): strings.Repeat("ä", maxTitle) + " - Demoscope",
		strings.Repeat("ä", 1<<20):    strings.Repeat("ä", maxTitle) + "… - Demoscope",
	} {
		if got := WindowTitle(name); got != want {
			t.Errorf("%.40q: the title is %q, want %q", name, got, want)
		}
	}
}

// A panic while a demo is shown costs that demo: the window goes on with the next file that
// can be opened, behind the last one with the built-in sample, and says what was wrong.
func TestAPanicCostsOneDemo(t *testing.T) {
	const mistake = "met a mistake in this program (runtime error: invalid memory address or nil pointer " +
		"dereference); please report it, with the file"
	for _, c := range []struct {
		what  string
		files []string
		shown int
		spoil func(*rig)
		want  []string // what is opened
		file  int      // is shown then
		says  []string
	}{
		{"the scene", []string{"a", "b", "c"}, 0, func(r *rig) { r.Active.Scene = nil }, []string{"b"}, 1,
			[]string{"demoscope1.mvd at 10.000 s", mistake}},
		{"the maps", []string{"a", "b", "c"}, 1, func(r *rig) { r.Demo.Maps.Loader = nil }, []string{"c"}, 2,
			[]string{mistake}},
		{"the last file", []string{"a", "b"}, 1, func(r *rig) { r.Demo.Maps.Loader = nil }, []string{""}, 2,
			[]string{mistake}},
		{"a file that cannot be opened", []string{"a", "bad", "c"}, 0, func(r *rig) {
			r.Demo.Maps.Loader = nil
		}, []string{"bad", "c"}, 2, []string{mistake, "it is bad"}},
		{"all that follow", []string{"a", "bad"}, 0, func(r *rig) { r.Demo.Maps.Loader = nil }, []string{"bad", ""}, 2,
			[]string{mistake, "it is bad"}},
	} {
		t.Run(c.what, func(t *testing.T) {
			r := newRig(t)
			r.lastUpdate = time.Now()
			r.Demo.Title = "demoscope1.mvd"
			closed := 0
			r.Demo.close = func() { closed++ }
			var asked []string
			var reported []error
			r.opener = opener{report: func(err error) {
				reported = append(reported, err)
			}, open: func(_ context.Context, path string) (Demo, error) {
				asked = append(asked, path)
				if path == "bad" {
					return Demo{}, errors.New("it is bad")
				}
				return Demo{Player: newPlayer(t, "demoscope1.mvd", sample(t, "demoscope1.mvd")),
					Maps: sampleMap(t), Title: "file " + path}, nil
			}}
			r.files = playlist{paths: c.files, shown: c.shown}
			g := &survivor{game: r.App}
			c.spoil(r)
			wait.For(t, "another demo", func() bool {
				if r.panicked.last == nil && len(asked) == 0 {
					g.do(func() { r.pass(0) }) // as Update, without a window
				} else if err := r.Update(); err != nil {
					t.Fatal(err)
				}
				if r.panicked.last != nil {
					r.Draw(nil) // draws nothing, as there is nothing
				}
				return r.panicked.last == nil
			})
			r.pass(0)
			if !slices.Equal(asked, c.want) || r.files.shown != c.file || r.Demo.Title != "file "+
				c.want[len(c.want)-1] || r.Demo.Player.Paused() {
				t.Errorf("%q were opened; file %d, %q is shown, paused %v", asked, r.files.shown, r.Demo.Title,
					r.Demo.Player.Paused())
			}
			for _, says := range c.says {
				if got := r.see().Says; !strings.Contains(got, says) {
					t.Errorf("it says %q, not %q", got, says)
				}
			}
			if closed != 1 || len(reported) != 1 {
				t.Errorf("the demo was closed %d times; reported: %q", closed, reported)
			}
		})
	}
}

// survivor does what a game may panic in, as a window does.
type survivor struct {
	game *App
	err  error // that the game did not survive
}

func (s *survivor) do(f func()) {
	var mistake *fault.Error
	err := fault.Guard("", f)
	if !errors.As(err, &mistake) {
		return
	}
	if mistake.Doing = "showing " + s.game.Describe(); !s.game.Recover(mistake) {
		s.err = err
	}
}

// A mistake that comes again with each demo ends the window, as does one where no demo can be
// opened.
func TestPanicsThatDoNotEnd(t *testing.T) {
	for _, c := range []struct {
		what string
		open func(context.Context, string) (Demo, error)
		want int // mistakes that are survived
	}{
		{"each demo", func(context.Context, string) (Demo, error) {
			return Demo{Player: newPlayer(t, "demoscope1.mvd", sample(t, "demoscope1.mvd"))}, nil
		}, maxPanics},
		{"no demo", func(context.Context, string) (Demo, error) {
			return Demo{}, errors.New("the disk is gone")
		}, 1},
		{"nothing is opened", nil, 0},
	} {
		r := newRig(t)
		r.lastUpdate = time.Now()
		r.opener.open = c.open
		r.files = playlist{paths: []string{"a"}}
		g := &survivor{game: r.App}
		var err error
		wait.For(t, "the end", func() bool {
			r.Demo.Maps.Loader = nil
			if r.panicked.last == nil && g.err == nil {
				g.do(func() { r.pass(0) })
				return false
			}
			if err = g.err; err == nil {
				err = r.Update()
			}
			return err != nil
		})
		var f *fault.Error
		if !errors.As(err, &f) || r.panicked.count != c.want {
			t.Errorf("%s: after %d mistakes the error is %v", c.what, r.panicked.count, err)
		}
	}
}
