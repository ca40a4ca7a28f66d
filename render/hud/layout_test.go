package hud

import (
	"fmt"
	"reflect"
	"testing"

	"demoscope/render/draw"
)

// screens are sizes from the smallest that must be legible on.
var screens = []Screen{
	{640, 360, 1}, {800, 600, 1}, {1024, 768, 1}, {1280, 720, 1}, {1920, 1080, 1}, {2560, 1440, 1},
	{2560, 1440, 2}, {1280, 720, 2}, {1920, 1080, 1.5}, {720, 1280, 1}, {3440, 1440, 1},
}

func (s Screen) String() string { return fmt.Sprintf("%vx%v@%v", s.Width, s.Height, s.Scale) }

// areas are the areas of a layout by name, but for Overlay.
func areas(l Layout) map[string]Rect {
	m := map[string]Rect{}
	v := reflect.ValueOf(l)
	for i := range v.NumField() {
		if r, ok := v.Field(i).Interface().(Rect); ok && v.Type().Field(i).Name != "Overlay" {
			m[v.Type().Field(i).Name] = r
		}
	}
	return m
}

func TestLayoutAreasAreApartAndInside(t *testing.T) {
	for _, s := range screens {
		l := NewLayout(s)
		screen := Rect{0, 0, s.Width, s.Height}
		m := areas(l)
		if len(m) < 8 {
			t.Fatalf("%d areas found", len(m))
		}
		for name, r := range m {
			if r.W <= 0 || r.H <= 0 || !screen.Contains(r) {
				t.Errorf("%v: %s %v is not inside", s, name, r)
			}
			for other, q := range m {
				if name < other && r.Overlaps(q) {
					t.Errorf("%v: %s %v and %s %v overlap", s, name, r, other, q)
				}
			}
		}
		if !screen.Contains(l.Overlay) || l.Overlay.Overlaps(l.Bar) {
			t.Errorf("%v: overlay %v", s, l.Overlay)
		}
		b := NewBar(l)
		parts := []Rect{b.Back, b.Play, b.Forward, b.Elapsed, b.Track, b.Total, b.Rate, b.List}
		for i, r := range parts {
			if !b.Rect.Contains(r) || r.W <= 0 {
				t.Errorf("%v: part %d of the bar %v is not inside %v", s, i, r, b.Rect)
			}
			for j := range i {
				if r.Overlaps(parts[j]) {
					t.Errorf("%v: parts %d and %d of the bar overlap", s, i, j)
				}
			}
		}
		if b.Track.W < s.Width/3 {
			t.Errorf("%v: the track is only %v wide", s, b.Track.W)
		}
	}
}

// bounds is what a buffer covers, without soft borders.
func bounds(b *draw.Buffer) (r Rect, any bool) {
	var x0, y0, x1, y1 float32
	for _, v := range b.Vertices {
		if v.A == 0 {
			continue
		}
		if !any {
			x0, y0, x1, y1, any = v.X, v.Y, v.X, v.Y, true
		}
		x0, y0, x1, y1 = min(x0, v.X), min(y0, v.Y), max(x1, v.X), max(y1, v.Y)
	}
	return Rect{x0, y0, x1 - x0, y1 - y0}, any
}

// Every part draws something, and nothing outside its area.
func TestPartsStayInTheirAreas(t *testing.T) {
	for _, s := range screens {
		h := New(s.Unit())
		h.canvas.Shade = true
		in := fakeInput(s)
		l := NewLayout(s)
		h.status.Read(in.World, in.Watched, in.Time)
		bar := NewBar(l)
		for name, part := range map[string]struct {
			draw func()
			area Rect
		}{
			"notices":  {func() { h.drawNotices(in, l.Notices) }, l.Notices},
			"info":     {func() { h.drawInfo(in, l.Info) }, l.Info},
			"center":   {func() { h.drawCenter(in, l.Center) }, l.Center},
			"messages": {func() { h.drawMessages(in.Messages, l.Banner) }, l.Banner},
			"vitals":   {func() { h.drawVitals(&l, &h.status) }, l.Vitals},
			"weapons":  {func() { h.drawWeapons(&l, &h.status) }, l.Weapons},
			"ammo":     {func() { h.drawAmmo(&l, &h.status) }, l.Ammo},
			"items":    {func() { h.drawItems(&l, &h.status, CharsetQuake) }, l.Items},
			"bar":      {func() { h.drawBar(in, &bar) }, l.Bar},
			"scores":   {func() { h.drawScores(in, l.Overlay) }, l.Overlay},
			"help":     {func() { h.drawHelp(in, l.Overlay) }, l.Overlay},
		} {
			h.out.Reset()
			part.draw()
			r, any := bounds(&h.out)
			if !any {
				t.Errorf("%v: %s draws nothing", s, name)
			}
			slack := 1 + round(s.Unit()) // the shade
			if a := part.area; !(Rect{a.X - slack, a.Y - slack, a.W + 2*slack, a.H + 2*slack}).Contains(r) {
				t.Errorf("%v: %s draws %v, its area is %v", s, name, r, part.area)
			}
		}
	}
}

// glyphs are the places of the glyphs in a buffer, without shades.
func glyphs(b *draw.Buffer) (list []Rect) {
	for i := 0; i+3 < len(b.Vertices); i++ {
		v, w := &b.Vertices[i], &b.Vertices[i+2]
		if v.U == draw.WhiteU && v.V == draw.WhiteV || v.R+v.G+v.B == 0 {
			continue
		}
		list = append(list, Rect{v.X, v.Y, w.X - v.X, w.Y - v.Y})
		i += 3
	}
	return list
}

// No letter is written over another: not in the whole picture, nor on the
// scoreboard or the help page.
func TestTextsDoNotCollide(t *testing.T) {
	for _, s := range screens {
		for _, page := range []string{"playing", "scores", "help", "many scores", "list", "naming"} {
			h := New(s.Unit())
			in := fakeInput(s)
			in.choose(page)
			in.Scores = page == "scores"
			in.ShowHelp = page == "help"
			if page == "many scores" {
				in.World = quakeWorld(16)
				in.Scores = true
			}
			if in.Scores || in.ShowHelp {
				in.Messages = nil
			}
			h.Build(in)
			list := glyphs(h.Buffer())
			if len(list) < 40 {
				t.Errorf("%v %s: only %d glyphs", s, page, len(list))
			}
			notCollide(t, fmt.Sprintf("%v %s", s, page), s, h)
		}
	}
}

// notCollide reports letters that are written over others, and those outside
// the screen.
func notCollide(t *testing.T, name string, s Screen, h *HUD) {
	t.Helper()
	list := glyphs(h.Buffer())
	for i, r := range list {
		if !(Rect{0, 0, s.Width, s.Height}).Contains(r) {
			t.Errorf("%s: glyph at %v is outside", name, r)
		}
		for _, q := range list[:i] {
			w, k := min(r.X+r.W, q.X+q.W)-max(r.X, q.X), min(r.Y+r.H, q.Y+q.H)-max(r.Y, q.Y)
			if w > 0 && k > 0 && w*k > 0.5*min(r.W*r.H, q.W*q.H) {
				t.Fatalf("%s: glyphs at %v and %v collide", name, r, q)
			}
		}
	}
}

// choose opens a page that is not a switch of Input.
func (in *Input) choose(page string) {
	in.List, in.Naming = nil, nil
	switch page {
	case "list":
		in.List = NewEventList()
		in.Clock = 300
	case "naming":
		in.Naming = &Typed{}
		in.Naming.Add([]rune("the rail through the door, and a name that is longer than its box, which shows its end"))
	}
}

func TestPictures(t *testing.T) {
	for _, s := range []Screen{{1280, 720, 1}, {640, 360, 1}, {2560, 1440, 2}} {
		for _, page := range []string{"playing", "scores", "help", "list", "naming"} {
			h := New(s.Unit())
			in := fakeInput(s)
			in.Scores, in.ShowHelp = page == "scores", page == "help"
			in.choose(page)
			in.MouseKnown, in.MouseX, in.MouseY = true, s.Width*0.42, s.Height-20
			h.Build(in)
			img := picture(h, s)
			bar := NewBar(NewLayout(s))
			lit := 0
			for x := int(bar.Track.X); x < int(bar.Track.X+bar.Track.W); x++ {
				if c := img.RGBAAt(x, int(bar.Track.Y+bar.Track.H/2)); int(c.R)+int(c.G)+int(c.B) > 150 {
					lit++
				}
			}
			if lit < int(bar.Track.W/3) {
				t.Errorf("%v %s: only %d pixels of the track show", s, page, lit)
			}
			save(t, fmt.Sprintf("%s-%v", page, s), img)
		}
	}
}

func TestBuildDoesNotAllocate(t *testing.T) {
	s := screens[3]
	h := New(s.Unit())
	in := fakeInput(s)
	for _, page := range []string{"playing", "scores", "help", "list", "naming"} {
		in.Scores, in.ShowHelp = page == "scores", page == "help"
		in.choose(page)
		in.MouseKnown, in.MouseX, in.MouseY = true, s.Width/2, s.Height-20
		h.Build(in)
		if n := testing.AllocsPerRun(20, func() { h.Build(in) }); n > 0 {
			t.Errorf("%s: %v allocations a frame", page, n)
		}
	}
}

func BenchmarkBuild(b *testing.B) {
	s := screens[3]
	h := New(s.Unit())
	in := fakeInput(s)
	h.Build(in)
	b.ReportAllocs()
	for b.Loop() {
		h.Build(in)
	}
}
