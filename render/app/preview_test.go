package app

import (
	"image"
	"testing"

	"demoscope/internal/wait"
	"demoscope/player/world"
	"demoscope/render/control"
	"demoscope/render/hud"
	"demoscope/render/levelmap"
	"demoscope/render/setting"
	"demoscope/render/thumbnail"
)

// pointAt moves the pointer to a part of the bar.
func (r *rig) pointAt(part float32) hud.Bar {
	bar := hud.NewBar(hud.NewLayout(r.Size), false)
	r.move(bar.Track.X+part*bar.Track.W, bar.Track.Y+bar.Track.H/2)
	return bar
}

// previewed waits for the picture at a part of the bar.
func (r *rig) previewed(part float32) *Bitmap {
	r.t.Helper()
	r.pointAt(part)
	r.until("the picture at the pointer", func() bool { return r.preview.making == nil && r.preview.bitmap != nil })
	r.pass(0)
	return r.preview.bitmap
}

// At the pointer over the bar one sees what one would see there: the same picture as that of the window, but for its
// size.
func TestPreviewShowsTheMoment(t *testing.T) {
	r := newRig(t)
	r.seek(40)
	r.Demo.Player.Follow(1)
	r.pass(0)
	p := r.previewed(0.3)
	if p.Size != image.Pt(240, 135) {
		t.Errorf("it is %v", p.Size)
	}
	key := r.preview.kept[len(r.preview.kept)-1].key
	if key.slot != 1 || r.Demo.Player.Clock() != 40 || r.Demo.Player.Following() != 1 {
		t.Errorf("it follows %d; the window is at %v s", key.slot, r.Demo.Player.Clock())
	}
	// The window there, as small.
	want := func(clock float64) *image.RGBA {
		other := newRig(t)
		other.Demo.Player.Follow(1)
		other.Viewing.Display = hud.Clean
		other.Viewing.Set(setting.NameTags|setting.OffScreenArrows|setting.ScreenEffects|setting.PictureInPicture|
			setting.KillPreview, false)
		other.seek(clock)
		// lines are 0.6 as wide, and twice as large
		other.Size = hud.Screen{Width: 480, Height: 270, Scale: 1.2, Percent: 100}
		wait.For(t, "the textures", func() bool { other.pass(0); return other.Active.Scene.World.Textures != nil })
		other.CPU = NewSoftware()
		return thumbnail.Fit(other.DrawCPU(image.Pt(480, 270), other, false).Image(), image.Pt(240, 135))
	}
	same, far := apartBy(p, want(key.clock)), apartBy(p, want(key.clock+20))
	t.Logf("it differs by %.2f of 255 from the window there, by %.2f from another moment", same, far)
	if same > 3 || far < 8 {
		t.Errorf("it differs by %.2f of 255 from the window there, by %.2f from another moment", same, far)
	}
}

// apartBy is the mean difference of two pictures of a size, of 255.
func apartBy(p *Bitmap, m *image.RGBA) float64 {
	sum := 0
	for i, v := range p.Picture.Image().Pix {
		sum += max(int(v)-int(m.Pix[i]), int(m.Pix[i])-int(v))
	}
	return float64(sum) / float64(len(m.Pix))
}

// It stands above the tip, within the window, at the pointer, and is gone with it.
func TestPreviewPlace(t *testing.T) {
	r := newRig(t)
	r.Viewing.Display = hud.Analyst
	r.seek(21) // when nobody fights
	// The health and the ammunition begin 106 above the lower edge, and the tip is above them.
	const bottom = 720 - 106 - 28
	for _, part := range []float32{0.02, 0.999, 0.5} {
		r.previewed(part)
		at, bar := r.App.HUD.Preview(), hud.NewBar(hud.NewLayout(r.Size), false)
		// The tip is 4 units above them, and as high as a line of text and 8 units.
		if at.W != 240 || at.H != 135 || at.X < 0 || at.X+at.W > 1280 || at.Y+at.H > bottom || at.Y+at.H < bottom-16 {
			t.Errorf("at %v it is at %v, the bar at %v", part, at, bar.Rect)
		}
		if middle := at.X + at.W/2; part == 0.5 && abs(middle-r.input.x) > 1 {
			t.Errorf("its middle is at %v, the pointer at %v", middle, r.input.x)
		}
	}
	r.CPU = NewSoftware()
	at := r.App.HUD.Preview()
	if got, want := r.DrawCPU(image.Pt(1280, 720), r.App, true).Image().RGBAAt(int(at.X)+120, int(at.Y)+60),
		r.preview.bitmap.Picture.Image().RGBAAt(120, 60); got != want {
		t.Errorf("%v is drawn, the picture has %v", got, want)
	}
	r.CPU = nil
	r.move(640, 300)
	if r.preview.bitmap != nil || r.App.HUD.Preview().W != 0 {
		t.Error("without the pointer it stays")
	}
}

// There is none while the bar is dragged, in a small window, of what lies ahead if that is hidden, or if it
// is not wanted.
func TestNoPreview(t *testing.T) {
	r := newRig(t)
	none := func(what string, part float32) {
		t.Helper()
		r.pointAt(part)
		r.pass(1. / 64)
		r.until("the end of one that was begun before", func() bool { return r.preview.making == nil })
		for range 30 {
			if r.pass(1. / 64); r.preview.bitmap != nil || r.preview.making != nil {
				t.Fatalf("%s: there is one", what)
			}
		}
	}
	r.Viewing.Set(setting.SeekThumbnails, false)
	none("not wanted", 0.5)
	r.Viewing.Set(setting.SeekThumbnails, true)
	r.Viewing.Set(setting.Spoilers, false)
	none("what lies ahead", 0.5)
	r.seek(50)
	r.previewed(0.1) // what lies behind
	r.Viewing.Set(setting.Spoilers, true)
	r.Viewing.help = true
	none("below the help page", 0.6)
	r.Viewing.help = false
	r.previewed(0.6)
	r.hit(control.MouseLeft)
	none("dragging", 0.61)
	r.lift(control.MouseLeft)
	r.Size = hud.Screen{Width: 480, Height: 300, Scale: 1}
	none("480 pixels", 0.5)
	r.Size = hud.Screen{Width: 640, Height: 360, Scale: 1}
	if p := r.previewed(0.5); p.Size.X > 256 || p.Size.X < 150 {
		t.Errorf("at 640x360 it is %v", p.Size)
	}
}

// What was made is kept, and shown at once; asking for it costs no memory, and a window in which the pointer rests
// draws nothing.
func TestPreviewIsKept(t *testing.T) {
	r := newRig(t)
	first := r.previewed(0.2)
	if other := r.previewed(0.7); other == first {
		t.Error("another time has the same picture")
	}
	r.pointAt(0.2)
	if r.preview.bitmap != first || r.preview.making != nil {
		t.Error("it is made again")
	}
	in := &input{x: r.input.x, y: r.input.y}
	if n := allocations(50, 0, func() { r.preview.update(r.Picture, in) }); n != 0 {
		t.Errorf("asking for it allocates %v times", n)
	}
	r.run(64)
	for range 12 {
		if r.pass(0.1); r.redraw.draw {
			t.Fatal("a window in which nothing happens draws")
		}
	}
	made := len(r.preview.kept)
	r.move(640, 300)
	r.run(64)
	if r.preview.making != nil || len(r.preview.kept) != made {
		t.Error("without the pointer more are made")
	}
	// Many of them are bounded.
	for i := range 1200 {
		r.preview.keep(&previewShot{key: previewKey{clock: float64(1000 + i)}, bitmap: first})
	}
	if n := r.preview.bytes; n > 24<<20 || n < 23<<20 {
		t.Errorf("they take %d bytes", n)
	}
}

// Another follower, camera or look has other pictures; the one of before is not shown for long.
func TestPreviewFollows(t *testing.T) {
	r := newRig(t)
	r.Demo.Player.Follow(0)
	first := r.previewed(0.4)
	r.Demo.Player.Follow(2)
	r.pass(0)
	r.until("the picture of another", func() bool { return r.preview.making == nil && r.preview.bitmap != first })
	second := r.preview.bitmap
	if m := second.Picture.Image(); apartBy(first, m) < 4 {
		t.Error("another player sees the same")
	}
	r.press("C") // from behind
	r.pass(0)
	r.until("the picture from behind", func() bool { return r.preview.making == nil && r.preview.bitmap != second })
	r.Viewing.Set(setting.FloorGrid, false)
	r.pass(0)
	if len(r.preview.kept) != 0 {
		t.Error("pictures of another look stay")
	}
	r.until("the picture without a grid", func() bool { return r.preview.making == nil && len(r.preview.kept) == 1 })
	without := r.preview.kept[0]
	r.Active.Camera.FOV = 60
	r.pass(0)
	r.until("the picture from nearer", func() bool {
		return r.preview.making == nil && r.preview.bitmap != without.bitmap
	})
}

// TestPreviewHasTextures: a thumbnail waits for the textures of the level, and one of another light is forgotten.
func TestPreviewHasTextures(t *testing.T) {
	r := newRig(t)
	r.until("the textures", func() bool { return r.textured() })
	done := make(chan struct{})
	r.texturing.done = done
	r.pointAt(0.4)
	for range 20 {
		if r.pass(0); r.preview.making != nil || r.preview.bitmap != nil {
			t.Fatal("a thumbnail without textures is made")
		}
	}
	close(done)
	lifted := r.previewed(0.4)
	for _, c := range []struct {
		what   string
		change func()
	}{
		{"the game's light", func() { r.Viewing.light = trueLight }},
		{"another brightness", func() { r.Viewing.brightness = 150 }},
	} {
		c.change()
		r.until("a thumbnail in "+c.what, func() bool {
			return r.preview.making == nil && r.preview.bitmap != nil && r.preview.bitmap != lifted
		})
		if apartBy(r.preview.bitmap, lifted.Picture.Image()) < 2 || len(r.preview.kept) != 1 {
			t.Errorf("in %s: the thumbnail is that of before", c.what)
		}
		lifted = r.preview.bitmap
	}
}

// What is not whole is made again when there is more: behind what is indexed, of a map that is found, with models.
func TestPreviewIsMadeAgain(t *testing.T) {
	r := newRig(t)
	whole := r.previewed(0.4)
	shot := r.preview.kept[0]
	key := world.MapKey{Name: "a level without a map", Checksum: 0}
	r.Demo.Maps.Cache.Keep(key, &levelmap.Loaded{Key: key})
	for _, c := range []struct {
		what   string
		change func(*previewShot)
		want   bool
	}{
		{"whole", func(*previewShot) {}, false},
		{"too far, and as much is indexed as then", func(s *previewShot) { s.unreached, s.indexed = true, 1 }, false},
		{"too far, and more is indexed", func(s *previewShot) { s.unreached, s.indexed = true, 0.5 }, true},
		{"models came later", func(s *previewShot) { s.lacksModels = true }, true},
		{"models never come", func(s *previewShot) { s.lacksModels, s.tries = true, 4 }, false},
		{"a map that is there", func(s *previewShot) {
			s.needs = levelmap.RequestFor(r.Demo.Player.Moment().World)
		}, true},
		{"a map that is missing", func(s *previewShot) {
			s.needs = &levelmap.Request{Level: world.Level{Map: key.Name}}
		},
			false},
	} {
		s := *shot
		if c.change(&s); r.preview.improvable(&s, r.Demo) != c.want {
			t.Errorf("%s: it is made again: %v", c.what, !c.want)
		}
	}
	*shot = previewShot{key: shot.key, unreached: true, indexed: 0.5}
	r.pass(0)
	r.until("the picture behind what was indexed", func() bool {
		return r.preview.making == nil && r.preview.bitmap != nil && r.preview.bitmap != whole
	})
	r.run(64)
	if r.preview.making != nil || len(r.preview.kept) != 1 || r.preview.kept[0].tries != 1 {
		t.Errorf("it is made again and again: %d times", r.preview.kept[0].tries)
	}
}

// With another demo nothing of the one before is kept.
func TestPreviewOfAnotherDemo(t *testing.T) {
	r := newRig(t)
	r.previewed(0.4)
	r.preview.broken = true
	r.showDemo(&Demo{Player: newPlayer(t, "demoscope1.mvd", sample(t, "demoscope1.mvd")),
		Maps: sampleMap(t)})
	if p := &r.preview; p.of.session != nil || p.drawer != nil || p.kept != nil || p.bitmap != nil || p.broken {
		t.Errorf("%+v stays", p)
	}
}
