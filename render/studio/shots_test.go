package studio

import (
	"errors"
	"fmt"
	"image"
	"image/draw"
	"slices"
	"strings"
	"testing"

	"demoscope/internal/fault"
	"demoscope/internal/golden"
	"demoscope/render/app"
	"demoscope/render/camera"
	"demoscope/render/film"
	"demoscope/render/internal/rendertest"
	"demoscope/render/scene"
	"demoscope/render/setting"
)

// TestMomentsAreDrawnAsLookedAt compares the processor's pictures of the moments in four modes,
// with the HUD, with the sheets in testdata: lit and shaded above hidden-line and wire, drawn
// at 640x360 and kept at a quarter of that.
func TestMomentsAreDrawnAsLookedAt(t *testing.T) {
	const width, height, part = 640, 360, 4
	for _, m := range rendertest.Moments {
		p, maps := newPlayer(t, m.Name, sample(t, m.Name)), gameMap(t, m.Name)
		sheet := image.NewRGBA(image.Rect(0, 0, 2*width/part, 2*height/part))
		for mode := scene.Lit; mode <= scene.Wire; mode++ {
			picture, err := Shot(app.ShotOptions{Player: p, Maps: maps, At: m.Clock, Width: width, Height: height,
				Renderer: app.CPU, Settings: setting.Values{"mode": {mode.String()}}})
			if err != nil {
				t.Fatal(err)
			}
			name := fmt.Sprintf("%s at %v %s", m.Name, m.Clock, mode)
			golden.Save(t, name, picture)
			tile := int(mode - scene.Lit)
			at := image.Pt(tile%2*width/part, tile/2*height/part)
			draw.Draw(sheet, sheet.Rect.Add(at), golden.Smaller(picture, part), image.Point{}, draw.Src)
		}
		golden.Picture(t, fmt.Sprintf("moments/%s at %v", m.Name, m.Clock), sheet)
	}
}

// TestViewsAreDrawnAsLookedAt compares pictures of 2, 3 and 4 views, and of 4 from behind, with the
// sheet in testdata, drawn and kept as above.
func TestViewsAreDrawnAsLookedAt(t *testing.T) {
	const width, height, part = 640, 360, 4
	sheet := image.NewRGBA(image.Rect(0, 0, 2*width/part, 2*height/part))
	for i, c := range []struct {
		views int
		how   camera.Mode
	}{{2, camera.Eyes}, {3, camera.Eyes}, {4, camera.Eyes}, {4, camera.Chase}} {
		picture, err := Shot(app.ShotOptions{Player: newPlayer(t, "demoscope1.mvd", sample(t, "demoscope1.mvd")),
			Maps: sampleMap(t), At: 40, Width: width, Height: height, Renderer: app.CPU, CameraMode: c.how,
			Views: c.views, Settings: setting.Values{"mode": {"lit"}}})
		if err != nil {
			t.Fatal(err)
		}
		golden.Save(t, fmt.Sprintf("%d views %v", c.views, c.how), picture)
		at := image.Pt(i%2*width/part, i/2*height/part)
		draw.Draw(sheet, sheet.Rect.Add(at), golden.Smaller(picture, part), image.Point{}, draw.Src)
	}
	golden.Picture(t, "moments/views", sheet)
}

// TestShotOnCPU: a picture needs no window, and is the same each time.
func TestShotOnCPU(t *testing.T) {
	p := newPlayer(t, "demoscope1.mvd", sample(t, "demoscope1.mvd"))
	o := app.ShotOptions{Player: p, Maps: sampleMap(t), At: 20, Width: 320, Height: 200, Renderer: app.CPU}
	a, err := Shot(o)
	if err != nil {
		t.Fatal(err)
	}
	b, _ := Shot(o)
	if n := differing(a, b, a.Rect); n > 0 || a.Rect != image.Rect(0, 0, 320, 200) {
		t.Errorf("%d pixels differ in %v", n, a.Rect)
	}
	o.Settings = setting.Values{"display": {"clean"}}
	c, _ := Shot(o)
	if n := differing(a, c, a.Rect); n < 500 {
		t.Errorf("the HUD changes only %d pixels", n)
	}
	o.Width = app.MaxShot + 1
	if _, err := Shot(o); err == nil {
		t.Error("a picture that is too wide is drawn")
	}
	// A mistake of ours is an error, with the place.
	o.Width, o.Player = 320, nil
	var f *fault.Error
	if _, err := Shot(o); !errors.As(err, &f) || f.Doing != "showing a picture at 20.000 s" {
		t.Errorf("without a player: %v", err)
	}
}

// TestShotWithoutMap: however far the index has come, the ground that is walked on is the
// same.
func TestShotWithoutMap(t *testing.T) {
	shoot := func(wait bool) *image.RGBA {
		r := newUnindexed(t, "demoscope1.mvd")
		if wait {
			r.Timeline().Wait()
		}
		m, err := Shot(app.ShotOptions{Player: r, At: 1, Width: 320, Height: 200, Renderer: app.CPU,
			Camera: &app.Camera{Origin: [3]float32{-429, -429, 352}, Angles: [3]float32{30, 45, 0}}})
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	a, b := shoot(false), shoot(true)
	if n := differing(a, b, a.Rect); n > 0 {
		t.Errorf("%d pixels differ", n)
	}
	golden.Save(t, "no-map", a)
}

// A picture has the views that are asked for, and each is drawn in its place alone.
func TestShotOfViews(t *testing.T) {
	p := newPlayer(t, "demoscope1.mvd", sample(t, "demoscope1.mvd"))
	p.Follow(3)
	size := image.Rect(0, 0, 320, 180)
	shoot := func(watch []int, views int) *image.RGBA {
		o := app.ShotOptions{Player: p, Maps: sampleMap(t), At: 40, Width: size.Dx(), Height: size.Dy(),
			Settings: setting.Values{"display": {"clean"}}, Renderer: app.CPU, Views: views, OtherViews: watch}
		img, err := Shot(o)
		if err != nil {
			t.Fatal(err)
		}
		return img
	}
	four, other := shoot([]int{2, 1, 0}, 4), shoot([]int{2, 0, 1}, 4)
	for i, c := range []struct {
		part image.Rectangle
		same bool
	}{
		{image.Rect(0, 0, 159, 89), true}, {image.Rect(161, 0, 320, 89), true},
		{image.Rect(0, 91, 159, 180), false}, {image.Rect(161, 91, 320, 180), false},
	} {
		if n := differing(four, other, c.part); c.same != (n == 0) {
			t.Errorf("pane %d: %d pixels differ when the last two change places", i, n)
		}
	}
	if n := differing(four, shoot(nil, 1), size); n < 5000 {
		t.Errorf("four views differ from one in %d pixels", n)
	}
}

// TestShotOfFewerViews: a picture says that it has fewer views than were asked for.
func TestShotOfFewerViews(t *testing.T) {
	var said []string
	_, err := Shot(app.ShotOptions{Player: newPlayer(t, "demoscope1_p15.dem", sample(t, "demoscope1_p15.dem")),
		Maps: sampleMap(t), At: 1, Width: 320, Height: 180, Renderer: app.CPU, Views: 4,
		Say: func(text string) { said = append(said, text) }})
	if want := "the picture has one view, not 4: the demo shows nobody else at that time"; err != nil ||
		!slices.Contains(said, want) {
		t.Errorf("a picture says %q, %v; want %q", said, err, want)
	}
}

// TestShotWithoutRoomForOverlays: a picture says which overlay has no room among four views.
func TestShotWithoutRoomForOverlays(t *testing.T) {
	var said []string
	o := app.ShotOptions{
		Player: newPlayer(t, "demoscope1.mvd", sample(t, "demoscope1.mvd")), Maps: sampleMap(t), At: 40,
		Width: 747, Height: 420, Renderer: app.CPU, Views: 4,
		Settings: setting.Values{"speedometer": {"true"}, "key-display": {"true"}, "display": {"analyst"}},
		Say:      func(text string) { said = append(said, text) }}
	if _, err := Shot(o); err != nil ||
		!slices.Contains(said, "No room for the key display in 4 views; a single view has room") {
		t.Errorf("a picture says %q, %v", said, err)
	}
}

// Pictures that no graphics card can draw are refused.
func TestShotSizes(t *testing.T) {
	for _, o := range []app.ShotOptions{{Width: 0, Height: 9}, {Width: 9, Height: -1}, {Width: 8193, Height: 9},
		{Width: 9, Height: 8193}} {
		_, err := Shot(o)
		size := film.Options{Width: o.Width, Height: o.Height}
		for what, err := range map[string]error{"picture": err, "film": Film(t.Context(), app.FilmOptions{Film: size}),
			"film of scenes": Reel(t.Context(), size, nil, false)} {
			if err == nil || !strings.Contains(err.Error(), fmt.Sprintf(" of %dx%d is not from 1x1 to 8192x8192",
				o.Width, o.Height)) {
				t.Errorf("a %s: %v", what, err)
			}
		}
	}
}
