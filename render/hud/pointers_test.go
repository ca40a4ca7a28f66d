package hud

import (
	"strings"
	"testing"

	"demoscope/player/story"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/render/anchor"
)

// pointed are pointers to all sides.
func pointed() []anchor.Pointer {
	list := []anchor.Pointer{
		{Text: "Vesper", Side: anchor.SideLeft, Place: 0.5, Distance: 340.4,
			Status: story.Status{Weapon: weapon.RocketLauncher, Fires: true}},
		{Text: "Lumen", Side: anchor.SideRight, Place: 1, Distance: 900, Status: story.Status{Mate: true}},
		{Text: "Quarry", Side: anchor.SideTop, Place: 0.5, Distance: 120, Status: story.Status{Weapon: weapon.Shotgun}},
	}
	for i := range list {
		list[i].Color = colorText
	}
	return list
}

// TestPointers: each has its arrow, the weapon, the name and how many meters away it is, of 32 units, at its
// side; what does not fit beside others is left out.
func TestPointers(t *testing.T) {
	in := fakeInput(screens[3])
	in.Pointers = pointed()
	h := New(1)
	area := Rect{100, 200, 800, 100}
	h.drawPointers(in, area)
	if got, want := words(h), `"RL" "Vesper" "fires" "11 m" "Lumen" "28 m" "SG" "Quarry" "4 m"`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	var boxes []string
	for _, l := range describe(h) {
		if strings.HasPrefix(l, "shape") {
			boxes = append(boxes, l)
		}
	}
	// Lines are 21 high: in the middle, at the lower end, and at the top.
	want := []string{"shape 104.0 244.0 12.0 12.0 ff5b4f of 1", "shape 884.0 283.5 12.0 12.0 6fcf73 of 1"}
	for i, w := range want {
		if i >= len(boxes) || boxes[i] != w {
			t.Errorf("arrow %d: %v, want %s", i, boxes, w)
		}
	}
	in.Pointers = append(pointed()[:1], pointed()[0], pointed()[0], pointed()[0], pointed()[0])
	h = New(1)
	h.drawPointers(in, area)
	if n := strings.Count(words(h), "Vesper"); n < 2 || n > 4 {
		t.Errorf("%d of five fit", n)
	}
	for _, v := range h.out.Vertices {
		if v.X < area.X || v.X > area.X+area.W || v.Y < area.Y || v.Y > area.Y+area.H {
			t.Fatalf("drawn at %v %v, outside of the area", v.X, v.Y)
		}
	}
	in.Pointers = pointed()
	if n := testing.AllocsPerRun(20, func() { h.out.Reset(); h.drawPointers(in, area) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestPointersOnce: nobody is pointed at from the side whose name stands in the picture; a shot's name, or one beside
// the picture, is none. While a kill is told who fires from beside the picture is not named at the arc, too.
func TestPointersOnce(t *testing.T) {
	for _, c := range []struct {
		label anchor.Label
		want  string
	}{
		{anchor.Label{Player: 2, X: 500, Y: 300}, ``}, {anchor.Label{Player: 3, X: 500, Y: 300}, `"Vesper" "11 m"`},
		{anchor.Label{Player: 2, X: -1, Y: 300}, `"Vesper" "11 m"`},
		{anchor.Label{Player: 2, X: 500, Y: 300, Shot: true},
			`"Vesper" "11 m"`},
	} {
		in := fakeInput(screens[3])
		in.Labels = []anchor.Label{c.label}
		in.Pointers = []anchor.Pointer{{Text: "Vesper", Player: 2, Color: colorText, Place: 0.5, Distance: 340}}
		h := New(1)
		h.drawPointers(in, Rect{100, 200, 800, 100})
		if got := words(h); got != c.want {
			t.Errorf("%+v: %s, want %s", c.label, got, c.want)
		}
	}
	in := fakeInput(screens[3])
	in.Labels, in.Pointers = nil, []anchor.Pointer{{Text: "Vesper", Player: 2, Color: colorText,
		Status: story.Status{Fires: true}}}
	in.Attacker = anchor.Label{Text: "Vesper", Player: 2}
	h := New(1)
	for _, told := range []bool{false, true} {
		if in.Kill.Known = told; hasAttacker(h, in) == told {
			t.Errorf("with a kill %v: %v", told, !told)
		}
	}
}

// TestAttacker: the name of who hit is above or below its place in the middle, and at the left
// side right of it, inside of the arc.
func TestAttacker(t *testing.T) {
	in := fakeInput(screens[3])
	middle := in.Screen.Width / 2
	for _, c := range []struct {
		x, left, right float32 // where the name begins and ends beside x, in widths
	}{{middle, -0.5, 0.5}, {middle - 200, 0, 1}, {middle + 200, -1, 0}} {
		h := New(1)
		in.Attacker = anchor.Label{X: c.x, Y: 300, Text: "Vesper", Color: colorText, Status: story.Status{
			Weapon: weapon.RocketLauncher, Mate: true}}
		h.drawAttacker(in, screenArea(h, in))
		if got, want := words(h), `"RL" "Vesper" "mate"`; got != want {
			t.Errorf("%s, want %s", got, want)
		}
		v := h.out.Vertices
		width := v[1].X - v[0].X
		if l, r := (v[0].X-c.x)/width, (v[1].X-c.x)/width; l < c.left-0.01 || l > c.left+0.01 || r < c.right-0.01 ||
			r > c.right+0.01 {
			t.Errorf("at %v: from %v to %v widths", c.x, l, r)
		}
		in.Labels = []anchor.Label{{X: c.x, Y: 310, Text: "Somebody in the way", Color: colorText}}
		h = New(1)
		h.drawLabels(in, screenArea(h, in))
		h.drawAttacker(in, screenArea(h, in))
		if got := words(h); got != `"Somebody in the way"` {
			t.Errorf("on a plate: %s", got)
		}
	}
}

// TestAttackerOnce: the name at the arc is left out where the same player has a plate, is in the
// inset or in the matchup panel; a plate of his shot, and one behind a wall, are none.
func TestAttackerOnce(t *testing.T) {
	for name, c := range map[string]struct {
		change func(h *HUD, in *Input)
		want   bool
	}{
		"alone":           {func(*HUD, *Input) {}, true},
		"a plate":         {func(_ *HUD, in *Input) { in.Labels = []anchor.Label{{Player: 2, Text: "B"}} }, false},
		"another's plate": {func(_ *HUD, in *Input) { in.Labels = []anchor.Label{{Player: 3, Text: "B"}} }, true},
		"his rocket": {func(_ *HUD, in *Input) { in.Labels = []anchor.Label{{Player: 2, Text: "B", Shot: true}} },
			true},
		"behind a wall": {func(_ *HUD, in *Input) {
			in.Labels = []anchor.Label{{Player: 2, Text: "B", Unseen: true}}
		}, true},
		"the matchup panel": {func(_ *HUD, in *Input) { in.Matchup.Sides[1] = anchor.Label{Player: 2, Text: "B"} },
			false},
		"the inset":       {func(h *HUD, in *Input) { h.page.insetArea.W, in.Inset.Slot = 100, 1 }, false},
		"another's inset": {func(h *HUD, in *Input) { h.page.insetArea.W, in.Inset.Slot = 100, 2 }, true},
		"an unknown player": {func(_ *HUD, in *Input) {
			in.Attacker.Player = 0
			in.Labels = []anchor.Label{{Text: "B"}}
		},
			true},
	} {
		in := fakeInput(screens[3])
		in.Labels, in.Attacker = nil, anchor.Label{Player: 2, Text: "B", Color: colorText}
		h := New(1)
		h.decide(in)
		if c.change(h, in); hasAttacker(h, in) != c.want {
			t.Errorf("%s: %v", name, !c.want)
		}
	}
}

// TestPointersLeaveBodies: an arrow goes above who lives, not above who is watched, and the bar
// of weapons over somebody is 0.35 as opaque as usual.
func TestPointersLeaveBodies(t *testing.T) {
	area := Rect{100, 200, 800, 300}
	for _, c := range []struct {
		body anchor.Body
		y    float32
	}{{anchor.Body{}, 339.5}, {anchor.Body{X: 80, Y: 320, W: 90, H: 300}, 295},
		{anchor.Body{X: 80, Y: 320, W: 90, H: 300, Watched: true}, 339.5}} {
		in := fakeInput(screens[3])
		in.Pointers = pointed()[:1]
		if c.body.W > 0 {
			in.Bodies = append(in.Bodies, c.body)
		}
		h := New(1)
		h.drawPointers(in, area)
		if y := h.out.Vertices[0].Y; y != c.y {
			t.Errorf("%+v: it is at a height of %v, want %v", c.body, y, c.y)
		}
	}
	in := fakeInput(screens[3])
	h := New(1)
	show := fadeOverBody(func(h *HUD, _ *Input, r Rect) { h.out.Rect(r.X, r.Y, r.W, r.H, colorText) })
	for body, want := range map[anchor.Body]float32{{}: 1, {X: 50, Y: 50, W: 60, H: 60}: 0.35,
		{X: 50, Y: 50, W: 60, H: 60, Watched: true}: 1, {X: 300, Y: 50, W: 60, H: 60}: 1} {
		h.out.Reset()
		in.Bodies = []anchor.Body{body}
		show(h, in, Rect{100, 100, 100, 20})
		if got := h.out.Vertices[0].A; got != want {
			t.Errorf("%+v: opaque %v, want %v", body, got, want)
		}
	}
}

// TestPointersBesidePowerups: no pointer lies on a powerup, whose word may be wider than its column.
func TestPointersBesidePowerups(t *testing.T) {
	for _, s := range screens {
		h, in := New(s.Unit()), overlayInput(s)
		in.World.Players[0].Stats.Set(world.StatItems, world.ItemPentagram|world.ItemQuad)
		in.Overlays, in.Messages = Overlays{}, nil
		in.Pointers = nil
		for i := range 5 {
			in.Pointers = append(in.Pointers, anchor.Pointer{Text: "Baker the second of them all", Player: 3 + i,
				Color: colorText, Side: anchor.SideRight, Place: 1 - 0.05*float32(i), Distance: 320})
		}
		h.Build(in)
		if len(h.status.Items()) != 2 {
			t.Errorf("%v: %d powerups", s, len(h.status.Items()))
		}
		for i := range h.status.Items() {
			box, _, _ := h.status.itemBox(in, &h.page, h.page.layout.Items, i)
			for _, p := range h.targets {
				if p.slot >= 2 && overlap(&box, &p.area) {
					t.Errorf("%v: the pointer at %v lies on the powerup at %v", s, p.area, box)
				}
			}
		}
	}
}
