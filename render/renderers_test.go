package render

import (
	"errors"
	"fmt"
	"image"
	"image/draw"
	"path/filepath"
	"testing"

	"demoscope/bsp"
	"demoscope/formats"
	"demoscope/internal/fault"
	"demoscope/internal/golden"
	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/camera"
	"demoscope/render/scene"
	"demoscope/render/setting"
)

// gameMap returns the map of a demo of our own, as its game has it.
func gameMap(t testing.TB, name string) Maps {
	t.Helper()
	folder := map[string]string{".dm2": "q2", ".mvd2": "q2", ".dm_71": "q3"}[filepath.Ext(name)]
	m, err := bsp.Load(sample(t, filepath.Join(folder, "demoscope1.bsp")))
	if err != nil {
		t.Fatal(err)
	}
	return func(*world.Level) (*bsp.Map, string) { return m, "" }
}

// shotOf returns a game that draws pictures of a demo of our own, with its game's map.
func shotOf(t testing.TB, name string) *game {
	t.Helper()
	return newGame(&Options{Player: newPlayer(t, name, sample(t, name)), Maps: gameMap(t, name), Width: minWidth,
		Height: minHeight}, windowDesktop{}, windowDevices{})
}

// difference returns the mean and the largest difference of the channels of two pictures,
// of 255, and how many pixels differ by more than 16.
func difference(a, b *image.RGBA) (mean float64, most, far int) {
	for i := 0; i < len(a.Pix); i += 4 {
		worst := 0
		for k := range 3 {
			d := int(a.Pix[i+k]) - int(b.Pix[i+k])
			d = max(d, -d)
			mean += float64(d)
			worst = max(worst, d)
		}
		if most = max(most, worst); worst > 16 {
			far++
		}
	}
	return mean / float64(len(a.Pix)/4*3), most, far
}

// What the graphics card's pictures and ours may differ by: a mean of all channels, of 255, which
// is less than half a step, because a tint over the whole picture may be rounded the other way at
// each pixel; and one pixel in so many by more than 16, because a side of a triangle passes its middle
// so closely that it may belong to either. Lines whose color changes differ by up to 13: the card bends
// colors at the diagonals of triangles.
const (
	meanTolerance = 0.4
	farTolerance  = 20000
)

// moments are those of all games that are looked at in all modes.
var moments = [...]struct {
	name  string
	clock float64
}{
	{"demoscope1_p15.dem", 6}, {"demoscope1_p15.dem", 33}, {"demoscope1.qwd", 12}, {"demoscope1.qwd", 40},
	{"demoscope1.mvd", 20}, {"demoscope1.mvd", 27.35},
	{"demoscope1.dm2", 5}, {"demoscope1.dm2", 46.5}, {"demoscope1.mvd2", 10}, {"demoscope1.mvd2", 30},
	{"demoscope1.dm_71", 20}, {"demoscope1.dm_71", 31},
}

// TestMomentsAreDrawnAsLookedAt compares the processor's pictures of the moments in all modes,
// with the HUD, with the sheets in testdata: lit and shaded above hidden-line and wire, drawn
// at 640x360 and kept at a quarter of that.
func TestMomentsAreDrawnAsLookedAt(t *testing.T) {
	const width, height, part = 640, 360, 4
	for _, m := range moments {
		g := shotOf(t, m.name)
		sheet := image.NewRGBA(image.Rect(0, 0, 2*width/part, 2*height/part))
		for mode := range scene.Wire + 1 {
			g.viewing.mode, g.cpu = mode, nil
			picture := g.shootCPU(&ShotOptions{At: m.clock, Width: width, Height: height, Choices: setting.Values{
				"mode": {mode.String()}}})
			name := fmt.Sprintf("%s at %v %s", m.name, m.clock, mode)
			golden.Save(t, name, picture)
			at := image.Pt(int(mode)%2*width/part, int(mode)/2*height/part)
			draw.Draw(sheet, sheet.Rect.Add(at), golden.Smaller(picture, part), image.Point{}, draw.Src)
		}
		golden.Picture(t, fmt.Sprintf("moments/%s at %v", m.name, m.clock), sheet)
	}
}

// TestViewsAreDrawnAsLookedAt compares pictures of 2, 3 and 4 views, and of 4 from behind, with the
// sheet in testdata, drawn and kept as above.
func TestViewsAreDrawnAsLookedAt(t *testing.T) {
	const width, height, part = 640, 360, 4
	sheet := image.NewRGBA(image.Rect(0, 0, 2*width/part, 2*height/part))
	for i, c := range []struct {
		views int
		how   camera.How
	}{{2, camera.Eyes}, {3, camera.Eyes}, {4, camera.Eyes}, {4, camera.Behind}} {
		g := shotOf(t, "demoscope1.mvd")
		g.viewing.views = c.views
		picture := g.shootCPU(&ShotOptions{At: 40, Width: width, Height: height, How: c.how})
		golden.Save(t, fmt.Sprintf("%d views %v", c.views, c.how), picture)
		at := image.Pt(i%2*width/part, i/2*height/part)
		draw.Draw(sheet, sheet.Rect.Add(at), golden.Smaller(picture, part), image.Point{}, draw.Src)
	}
	golden.Picture(t, "moments/views", sheet)
}

// TestWindowDrawsViews compares a picture of four views by the graphics card and by the processor:
// both put each into its place alone.
func TestWindowDrawsViews(t *testing.T) {
	h := realWindow(t)
	g := shotOf(t, "demoscope1.mvd")
	g.viewing.views = 4
	o := ShotOptions{At: 40, Width: 640, Height: 360}
	var gpu *image.RGBA
	h.on(func() { gpu = g.shoot(&o, &screen{}) })
	cpu := g.shootCPU(&o)
	golden.Save(t, "4 views gpu", gpu)
	if mean, _, far := difference(gpu, cpu); mean > meanTolerance || far > 640*360/farTolerance {
		t.Errorf("the renderers differ by %.3f in the mean, in %d pixels by more than 16", mean, far)
	}
}

// TestWindowRenderers compares pictures by the graphics card and by the processor, of
// moments of all games in all modes.
func TestWindowRenderers(t *testing.T) {
	h := realWindow(t)
	for _, m := range moments {
		g := shotOf(t, m.name)
		for mode := range scene.Wire + 1 {
			// The large one is slow under software.
			size := image.Pt(640, 360)
			if mode == scene.Lit && m.clock > 30 {
				size = image.Pt(1280, 720)
			}
			name := fmt.Sprintf("%s at %v %s", m.name, m.clock, mode)
			g.viewing.mode, g.cpu = mode, nil
			o := ShotOptions{At: m.clock, Width: size.X, Height: size.Y, Choices: setting.Values{
				"mode": {mode.String()}}}
			var gpu *image.RGBA
			h.on(func() { gpu = g.shoot(&o, &screen{}) })
			cpu := g.shootCPU(&o)
			golden.Save(t, name+" gpu", gpu)
			golden.Save(t, name+" cpu", cpu)
			mean, most, far := difference(gpu, cpu)
			t.Logf("%s: mean %.3f, most %d, %d pixels by more than 16", name, mean, most, far)
			if mean > meanTolerance || far > size.X*size.Y/farTolerance {
				t.Errorf("%s: the renderers differ by %.3f in the mean, in %d pixels by more than 16", name, mean, far)
			}
		}
	}
}

// TestWindowOnCPU: the window shows the processor's picture, pixel for pixel.
func TestWindowOnCPU(t *testing.T) {
	h := realWindow(t)
	p := newPlayer(t, "demoscope1.mvd", sample(t, "demoscope1.mvd"))
	p.Seek(10)
	g := newGame(&Options{Player: p, Maps: sampleMap(t), Width: 1280, Height: 720, Renderer: CPU}, windowDesktop{},
		windowDevices{})
	h.on(func() { h.game = g })
	t.Cleanup(func() { h.on(func() { h.game = nil }) })
	h.until(t, "the level is drawn at 10 s", func() bool {
		return g.demo.maps.current != nil && g.hudIn.Clock == 10 && g.size.Width > 1
	})
	shown := h.shoot()
	golden.Save(t, "window-cpu", shown)
	h.on(func() {
		want := g.drawCPU(shown.Rect.Size(), g, true).Image()
		if n := differing(shown, want, shown.Rect); n > 0 {
			t.Errorf("%d pixels are not the processor's", n)
		}
	})
	if c := shown.RGBAAt(348, trackY); c.R < 200 || c.G < 200 || c.B < 200 {
		t.Errorf("the bar's knob is not where the clock is: %v", c)
	}
}

// TestShotOnCPU: a picture needs no window, and is the same each time.
func TestShotOnCPU(t *testing.T) {
	p := newPlayer(t, "demoscope1.mvd", sample(t, "demoscope1.mvd"))
	o := ShotOptions{Player: p, Maps: sampleMap(t), At: 20, Width: 320, Height: 200, Renderer: CPU}
	a, err := Shot(o)
	if err != nil {
		t.Fatal(err)
	}
	b, _ := Shot(o)
	if n := differing(a, b, a.Rect); n > 0 || a.Rect != image.Rect(0, 0, 320, 200) {
		t.Errorf("%d pixels differ in %v", n, a.Rect)
	}
	o.Choices = setting.Values{"display": {"clean"}}
	c, _ := Shot(o)
	if n := differing(a, c, a.Rect); n < 500 {
		t.Errorf("the HUD changes only %d pixels", n)
	}
	o.Width = MaxShot + 1
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

// TestDrawOnCPUDoesNotAllocate: neither scene nor HUD, once the picture has its size.
func TestDrawOnCPUDoesNotAllocate(t *testing.T) {
	g := shotOf(t, "demoscope1.mvd")
	g.cpu = newSoftware()
	g.buildShot(&ShotOptions{At: 20, Width: 640, Height: 360})
	size := image.Pt(640, 360)
	g.drawCPU(size, g, true)
	if n := allocations(3, 0, func() { g.drawCPU(size, g, true) }); n > 0 {
		t.Errorf("%v allocations a picture", n)
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
		m, err := Shot(ShotOptions{Player: r, At: 1, Width: 320, Height: 200, Renderer: CPU,
			Camera: &Camera{Origin: [3]float32{-429, -429, 352}, Angles: [3]float32{30, 45, 0}}})
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

// newUnindexed opens a demo whose index has just begun.
func newUnindexed(t testing.TB, name string) *player.Player {
	demo, err := formats.Open(name, sample(t, name))
	if err != nil {
		t.Fatal(err)
	}
	p := player.New(demo, player.Options{})
	t.Cleanup(p.Close)
	return p
}
