package hud

import (
	"math"
	"strings"
	"testing"

	"demoscope/player"
	"demoscope/render/anchor"
	"demoscope/render/draw"
)

// someGhost is Vesper, who came past this place 1.24 s earlier than Ranger and is 312.4 units away.
func someGhost() Ghost {
	return Ghost{Name: "Vesper", Color: draw.RGB(0x00ff00), Late: 1.2385, LateKnown: true, Distance: 312.4,
		Speed: 480.7}
}

// ghostInput is a moment with a ghost, and the speed of the watched player above it.
func ghostInput(s Screen) *Input {
	in := overlayInput(s)
	in.Overlays = Overlays{Velocity: true, Speed: in.Speed, Beside: true, Ghost: someGhost()}
	in.Labels = []anchor.Label{{X: s.Width / 2, Y: s.Height / 3, Text: "Vesper", Color: in.Ghost.Color,
		Ghost: true}}
	return in
}

func TestAppendLate(t *testing.T) {
	for late, want := range map[float64]string{
		1.24: "+1.24 s", -0.5: "-0.50 s", 0: "0.00 s", -0.004: "0.00 s", 0.004: "0.00 s", 0.006: "+0.01 s",
		83.126:      "+83.13 s",
		math.Inf(1): "+5999.99 s", -1e300: "-5999.99 s",
	} {
		if got := string(appendLate(nil, late)); got != want {
			t.Errorf("%v is %q, want %q", late, got, want)
		}
	}
}

// TestGhostPanel: who is late reads so in red, who is ahead in green; aligned by start it has the
// distance, by place the speed; and why there is no ghost, in words.
func TestGhostPanel(t *testing.T) {
	s := screens[3]
	h, in := New(s.Unit()), overlayInput(s)
	for name, c := range map[string]struct {
		change func(g *Ghost)
		want   string
	}{
		"late":  {func(*Ghost) {}, `00ff00 "Vesper"|e8ecf1 "+1.24 s"|8d97a5 "312 units away"`},
		"ahead": {func(g *Ghost) { g.Late = -12 }, `00ff00 "Vesper"|6fcf73 "-12.00 s"|8d97a5 "312 units away"`},
		"by place": {func(g *Ghost) { g.By, g.Distance = player.ByPlace, 3 },
			`00ff00 "Vesper"|e8ecf1 "+1.24 s"|8d97a5 "at 481 units/s"`},
		"elsewhere": {func(g *Ghost) { g.LateKnown = false }, `00ff00 "Vesper"|8d97a5 "312 units away"`},
		"nobody":    {func(g *Ghost) { g.Distance = -1 }, `00ff00 "Vesper"|e8ecf1 "+1.24 s"`},
		"very far": {func(g *Ghost) {
			g.Distance = math.MaxFloat32
		}, `00ff00 "Vesper"|e8ecf1 "+1.24 s"|8d97a5 "99999 units away"`},
		"over": {func(g *Ghost) {
			g.State = player.GhostOver
		}, `00ff00 "Vesper"|e8ecf1 "+1.24 s"|8d97a5 "has ended"`},
		"other map": {func(g *Ghost) { *g = Ghost{State: player.GhostOtherMap, Color: g.Color} },
			`00ff00 "ghost"|8d97a5 "other map"`},
		"other game": {func(g *Ghost) { *g = Ghost{State: player.GhostOtherGame, Color: g.Color} },
			`00ff00 "ghost"|8d97a5 "other game"`},
	} {
		in.Ghost = someGhost()
		c.change(&in.Ghost)
		h.out.Reset()
		h.drawGhost(in, Rect{0, 0, 150, 62})
		if got := strings.ReplaceAll(texts(h), "\n", "|"); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	for state := range player.GhostStates {
		if (ghostWords[state] == "") != (state == player.GhostShown) {
			t.Errorf("state %d is %q", state, ghostWords[state])
		}
	}
}

// TestRoomOfTheGhost: below the speed; in a window with no room for all it is the first.
func TestRoomOfTheGhost(t *testing.T) {
	for s, want := range map[Screen][2]Rect{
		{1280, 720, 1, 0, false}: {{1016, 546, 150, 62}, {1016, 456, 150, 84}},
		{640, 360, 1, 0, false}:  {{409, 208, 131, 54}, {}},
	} {
		l, _ := ghostInput(s).layout(true, 0)
		if got := [2]Rect{l.Beside[overlayGhost], l.Beside[overlaySpeed]}; got != want {
			t.Errorf("%v: %v, want %v", s, got, want)
		}
	}
}

func TestGhostDoesNotAllocate(t *testing.T) {
	s := screens[3]
	h, in := New(s.Unit()), ghostInput(s)
	h.Build(in)
	if n := testing.AllocsPerRun(20, func() { h.Build(in) }); n > 0 {
		t.Errorf("%v allocations a frame", n)
	}
}

// TestGhostLabel: the difference stands behind the ghost's name, and behind no other.
func TestGhostLabel(t *testing.T) {
	s := screens[3]
	h, in := New(s.Unit()), overlayInput(s)
	in.Ghost = someGhost()
	in.Labels = []anchor.Label{{X: 300, Y: 300, Text: "Ranger", Color: colorText},
		{X: 600, Y: 300, Text: "Vesper", Color: in.Ghost.Color, Ghost: true}}
	h.drawLabels(in, Rect{})
	if got, want := strings.ReplaceAll(texts(h), "\n", "|"),
		`e8ecf1 "Ranger"|00ff00 "Vesper"|e8ecf1 "+1.24 s"`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
