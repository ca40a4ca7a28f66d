package hud

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/timeline"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/player/world/rules"
	"demoscope/render/anchor"
	"demoscope/render/draw"
)

// overlayInput is a moment of a match of teams, recorded by the server, with all overlays.
func overlayInput(s Screen) *Input {
	in := teamInput(s)
	w := rules.New("mvd")
	w.Recorder = world.Nobody
	l := w.Level()
	l.Map, l.Title = "maps/dm3.bsp", "The Abandoned Base"
	l.ServerInfo = `\timelimit\20`
	l.Models = []string{"", "maps/dm3.bsp", "progs/v_rock2.mdl", "progs/v_shot.mdl", "progs/v_light.mdl",
		"progs/player.mdl"}
	add := func(p world.Player, at mgl32.Vec3, health, armor, items, weapon int32) {
		p.Slot, p.InUse, p.Visible = len(w.Players), true, true
		p.Pose.Origin = at
		if health != unknown {
			p.Stats = &world.Stats{}
			p.Stats.Set(world.StatHealth, health)
			p.Stats.Set(world.StatArmor, armor)
			p.Stats.Set(world.StatItems, items)
			p.Stats.Set(world.StatWeapon, weapon)
		}
		w.Players = append(w.Players, p)
	}
	add(world.Player{Name: "Ranger", Team: "red", Frags: 10, Pants: 4, Shirt: 4}, mgl32.Vec3{100, 0, 24}, 87, 142,
		world.ItemRedArmor, 2)
	add(world.Player{Name: "Vesper", Team: "blue", Frags: 30, Pants: 13, Shirt: 13}, mgl32.Vec3{1000, 0, 24}, 250, 0,
		world.ItemQuad|world.ItemMegahealth, 4)
	add(world.Player{Name: "Quarry with a name that is long", Team: "red", Frags: 50, Pants: 4, Shirt: 4},
		mgl32.Vec3{600, 300, 24}, 12, 3, world.ItemGreenArmor|world.ItemRing|world.ItemPentagram, 3)
	add(world.Player{Name: "Lumen", Team: "blue", Frags: 31, Pants: 13, Shirt: 13, Dead: true},
		mgl32.Vec3{1000, 40, 24}, -20, 0, 0, 0)
	add(world.Player{Name: "Stray", Team: "grey", Frags: 7}, mgl32.Vec3{9000, 9000, 0}, unknown, 0, 0, 0)
	w.Players[0].Keys, w.Players[0].KeysKnown = world.KeyForward|world.KeyRight|world.KeyJump, world.MoveKeys|
		world.ButtonKeys
	in.World, in.Watched = w, 0
	in.Clock, in.Time = 100, 100
	w.Match.Start = 30
	in.Messages = nil
	in.Overlays = Overlays{Team: true, Timers: true, Velocity: true, Buttons: true, Items: someItems(),
		Speed: Speed{Now: 412.4, Track: someTrack()}}
	return in
}

const unknown = math.MinInt32

// someItems are what lies in a level: the red armor was taken by Quarry at 92 s, so that it is
// back at 112 s; the megahealth by Vesper, who still has it; the quad damage 65 s ago, and it
// has come back; the yellow armor lies there.
func someItems() *timeline.Items {
	inf := math.Inf(1)
	return &timeline.Items{Whole: true, Spots: []timeline.Spot{
		{Entity: 40, Item: weapon.Item(weapon.RocketLauncher), Origin: mgl32.Vec3{600, 0, 24}},
		{Entity: 41, Item: weapon.ItemRedArmor,
			Origin: mgl32.Vec3{130, 20, 24},
			Takes: []timeline.Take{{Clock: 92, Slot: 2, Name: "Quarry with a name that is long", Counts: 92, Due: 112,
				Back: 112.1}}},
		{Entity: 42, Item: weapon.ItemMegahealth,
			Origin: mgl32.Vec3{1000, 300, 24},
			Takes:  []timeline.Take{{Clock: 70, Slot: 1, Name: "Vesper", Counts: 120, Due: 140, Back: inf}}},
		{Entity: 43, Item: weapon.ItemQuad, Origin: mgl32.Vec3{-700, 0, 24},
			Takes: []timeline.Take{{Clock: 35, Slot: 1, Name: "Vesper", Counts: 35, Due: 95, Back: 95.02}}},
		{Entity: 44, Item: weapon.ItemYellowArmor,
			Origin: mgl32.Vec3{-700, 900, 24}},
	}}
}

// someTrack is 4 s of a player who gains speed, and half a second of one who has come out of a
// teleporter and stands.
func someTrack() (list []timeline.Sample) {
	for i := range 40 {
		list = append(list, timeline.Sample{Clock: 95 + float32(i)/10, Speed: 100 + 10*float32(i), Begins: i == 0})
	}
	return append(list, timeline.Sample{Clock: 99.5, Speed: -1, Begins: true}, timeline.Sample{Clock: 99.75},
		timeline.Sample{Clock: 100})
}

// texts are the words of a picture with their colors, in order.
func texts(h *HUD) string {
	var list []string
	for _, l := range describe(h) {
		if strings.HasPrefix(l, "text ") {
			list = append(list, strings.Fields(l)[4]+" "+l[strings.IndexByte(l, '"'):])
		}
	}
	return strings.Join(list, "\n")
}

// TestTeamInfo: the best of the best team first; the watched player's line is no other. Of who
// lies dead there is no more than that, of Stray nothing is known, and he is near nothing.
func TestTeamInfo(t *testing.T) {
	s := screens[3]
	h, in := New(s.Unit()), overlayInput(s)
	h.decide(in)
	h.board.drawTeamInfo(in, Rect{0, 0, 326, 300})
	want := `5b73cf "blue"
566070 "Lumen"
e8ecf1 "Vesper"
e8ecf1 "250"
8d97a5 "LG"
8d97a5 "near"
e8ecf1 "MH"
`
	if got := texts(h); !strings.HasPrefix(stripColor(got), stripColor(want)) {
		t.Errorf("blue:\n%s\nwant\n%s", got, want)
	}
	for _, part := range []string{
		"e8ecf1 \"Ranger\"\ne8ecf1 \"87\"\ne2584a \"142\"\n8d97a5 \"RL\"\n8d97a5 \"at\"\ne2584a \"RA\"",
		"ff5b4f \"12\"\n5fbf63 \"3\"\n8d97a5 \"SG\"\n8d97a5 \"near\"\ne8ecf1 \"RL\"",
		"8d97a5 \"no team\"\ne8ecf1 \"Stray\"",
	} {
		if got := texts(h); !strings.Contains(got, part) {
			t.Errorf("\n%s\nhas no\n%s", got, part)
		}
	}
	if got := texts(h); !strings.HasSuffix(got, `"Stray"`) {
		t.Errorf("more of Stray than the name:\n%s", got)
	}
	// Who is out is nowhere, but it is known that he is dead.
	h.out.Reset()
	in.World.Players[3].Out, in.World.Players[3].Dead, in.World.Players[3].Visible = true, true, false
	h.board.drawTeamInfo(in, Rect{0, 0, 326, 300})
	if got := texts(h); !strings.Contains(got, `566070 "Lumen"`+"\n") {
		t.Errorf("who is out is not in\n%s", got)
	}
	// Where they do not fit, the headings go first, then the last players, of whom it is said how many they are.
	h.out.Reset()
	h.board.drawTeamInfo(in, Rect{0, 0, 326, 50})
	if got := texts(h); strings.Contains(got, "blue") || !strings.Contains(got, `"Lumen"`) ||
		strings.Contains(got, "Vesper") || !strings.Contains(got, `"+4 more"`) {
		t.Errorf("in two lines:\n%s", got)
	}
	if b, _ := bounds(&h.out); b.Y+b.H > 51 {
		t.Errorf("two lines reach to %v of 50", b.Y+b.H)
	}
}

// stripColor removes the color before the first word of a line, which is a palette's.
func stripColor(s string) string { return s[strings.IndexByte(s, '"'):] }

// TestOverlaysDoNotAllocate: nor do pictures with them.
func TestOverlaysDoNotAllocate(t *testing.T) {
	s := screens[3]
	h, in := New(s.Unit()), overlayInput(s)
	h.Build(in)
	if n := testing.AllocsPerRun(20, func() { h.Build(in) }); n > 0 {
		t.Errorf("%v allocations a frame", n)
	}
}

// TestRoomOfOverlays is worked out by hand: 326 units at the left, down to the status, since
// messages are beside it.
func TestRoomOfOverlays(t *testing.T) {
	for s, want := range map[Screen]SideAreas{
		{1280, 720, 1, 0, false}: {overlayTeam: Rect{12, 154, 326, 454}},
		{640, 360, 1, 0, false}:  {overlayTeam: Rect{11, 135, 285, 127}},
		{400, 300, 1, 0, false}:  {}, // 457 units wide: there is no room
	} {
		in := &Input{Screen: s, Moment: Moment{World: rules.New("mvd")}}
		in.Overlays = Overlays{Team: true}
		l, _ := in.layout(true, 0)
		if l.Beside != want {
			t.Errorf("%v: %+v, want %+v", s, l.Beside, want)
		}
		if l.Center.Overlaps(l.Beside[overlayTeam]) || l.Center.W < 100 {
			t.Errorf("%v: the middle is %v", s, l.Center)
		}
	}
}

// TestPlayersBelowAMod: in a narrow picture of Quake II the table of the players stands below what a mod's
// status bar has at the left, or in its place where it has nothing, also with the speed and in one of two
// views; in a wide one beside it.
func TestPlayersBelowAMod(t *testing.T) {
	for _, c := range []struct {
		size  Screen
		bar   string
		views bool
		x     float32
		chips bool
	}{
		{Screen{747, 420, 1, 0, false}, duelBar, false, 11, true},
		{Screen{747, 420, 1, 0, false}, "", false, 11, false},
		{Screen{747, 420, 1, 0, false}, "", true, 11, false},
		{Screen{747, 420, 1, 0, false}, duelBar, true, 11, true},
		{Screen{1280, 720, 1, 0, false}, duelBar, false, 150, true},
	} {
		in := quake2Input(c.size, quake2World(c.bar, "", duelStats(0)))
		for i := range 2 {
			in.World.Players[i].Visible = true
		}
		in.Messages, in.NoBar = nil, true
		in.Overlays = Overlays{Team: true, Velocity: true, Speed: Speed{Now: 412.4, Track: someTrack()}}
		if c.views {
			in.Extent, in.Panes = Window, []Rect{{0, 0, 372, 420}, {375, 0, 372, 420}}
		}
		h := New(c.size.Unit())
		h.decide(in)
		team := h.page.layout.Beside[overlayTeam]
		h.server.drawChips(in, &h.page, h.page.layout.Match)
		chips, any := bounds(&h.out)
		if any != c.chips || any && overlap(&chips, &team) || team.X != c.x {
			t.Errorf("%v, views %v: the players at %v, a mod's at %v", c.size, c.views, team, chips)
		}
		h.out.Reset()
		h.board.drawTeamInfo(in, team)
		if got := textsOf(h); !slices.Contains(got, "Ranger") || !slices.Contains(got, "Quarry") {
			t.Errorf("%v, views %v: the table has only %q", c.size, c.views, got)
		}
	}
}

// TestItemClocks: the red armor was taken at 92 s, so 12 of its 20 s are left at 100 s; the
// megahealth has not worn off until 120 s. The countdown shows the second that has begun, and
// what is seen is there, whatever the rules say.
func TestItemClocks(t *testing.T) {
	s := screens[3]
	h, in := New(s.Unit()), overlayInput(s)
	at := func(clock float64) string {
		in.Clock = clock
		h.decide(in)
		h.out.Reset()
		h.clocks.drawItemClocks(in, Rect{0, 0, 150, 300})
		return texts(h)
	}
	for _, c := range []struct {
		clock float64
		want  string
	}{
		{100, `e2584a "RA"|e8ecf1 "0:12 Quarry …"|e8ecf1 "MH"|8d97a5 "with"|e8ecf1 "Vesper"|e8ecf1 ` +
			`"Quad"|8d97a5 "?"|e9c343 "YA"|8d97a5 "?"`},
		{91.9, `e2584a "RA"|8d97a5 "?"|e8ecf1 "MH"|8d97a5 "with"|e8ecf1 "Vesper"|e8ecf1 "Quad"|e8ecf1 ` +
			`"0:04 Vesper"|e9c343 "YA"|8d97a5 "?"`},
		{112.05, `e2584a "RA"|8d97a5 "due"|e8ecf1 "Quarry …"|e8ecf1 "MH"|8d97a5 "with"|e8ecf1 "Vesper"|e8ecf1 ` +
			`"Quad"|8d97a5 "?"|e9c343 "YA"|8d97a5 "?"`},
		{120.5, `e2584a "RA"|8d97a5 "?"|e8ecf1 "MH"|e8ecf1 "0:20 Vesper"|e8ecf1 "Quad"|8d97a5 "?"|e9c343 ` +
			`"YA"|8d97a5 "?"`},
		{20, `e2584a "RA"|8d97a5 "?"|e8ecf1 "MH"|8d97a5 "?"|e8ecf1 "Quad"|8d97a5 "?"|e9c343 "YA"|8d97a5 "?"`},
	} {
		want := strings.ReplaceAll(c.want, "Quarry …", quarry(h))
		if got := strings.ReplaceAll(at(c.clock), "\n", "|"); got != want {
			t.Errorf("at %v\n%s, want\n%s", c.clock, got, c.want)
		}
	}
	in.World.Entities = []world.Entity{{Number: 41, Model: [4]uint16{5}}}
	if got := at(100); !strings.HasPrefix(got, "e2584a \"RA\"\n6fcf73 \"there\"\n") {
		t.Errorf("with the armor in sight:\n%s", got)
	}
}

// TestClocksThatHaveNoRoom: in two rows at 91.9 s there is the quad damage, which is back first of what
// decides games, and how many more there are; in three at 100 s the red armor, which comes back, and the
// megahealth, which somebody has, rather than the quad damage and the yellow armor, of which nothing is known.
func TestClocksThatHaveNoRoom(t *testing.T) {
	s := screens[3]
	h, in := New(s.Unit()), overlayInput(s)
	for _, c := range []struct {
		clock float64
		rows  int
		want  string
	}{
		{91.9, 2, `e8ecf1 "Quad"|e8ecf1 "0:04 Vesper"|8d97a5 "+3 more"|`},
		{100, 3, `e2584a "RA"|e8ecf1 "0:12 Quarry …"|e8ecf1 "MH"|8d97a5 "with"|e8ecf1 "Vesper"|8d97a5 ` +
			`"+2 more"|`},
		{120.5, 2, `e8ecf1 "MH"|e8ecf1 "0:20 Vesper"|8d97a5 "+3 more"|`},
	} {
		in.Clock = c.clock
		h.decide(in)
		h.out.Reset()
		r := Rect{0, 0, 150, h.clocksHeight(c.rows)}
		h.clocks.drawItemClocks(in, r)
		if got := strings.TrimSuffix(strings.ReplaceAll(texts(h), "\n", "|"), "|") + "|"; got != strings.ReplaceAll(
			c.want, "Quarry …", quarry(h)) {
			t.Errorf("at %v, %d rows:\n%s, want\n%s", c.clock, c.rows, got, c.want)
		}
		if b, _ := bounds(&h.out); b.Y+b.H > r.H+1 {
			t.Errorf("%d rows reach to %v of %v", c.rows, b.Y+b.H, r.H)
		}
	}
}

// quarry is as much of a long name as fits beside a clock.
func quarry(h *HUD) string {
	return string(clip(h.canvas.Atlas, fontSmall, nil, "Quarry with a name that is long", charsetOwn, 150-6-6-82-6))
}

// TestSpeed: 412.4 units a second are 412; the scale ends at the next 200, and the graph is 39
// lines from 5 s ago to 1.1 s ago and one at its ground, with nothing where the player jumped.
func TestSpeed(t *testing.T) {
	s := screens[3]
	h, in := New(s.Unit()), overlayInput(s)
	h.drawSpeed(in, Rect{0, 0, 162, 100})
	if got := texts(h); got != "e8ecf1 \"412\"\n8d97a5 \"units/s\"\n566070 \"600\"" {
		t.Errorf("%s", got)
	}
	all := len(h.out.Vertices)
	in.Speed.Track = nil
	h.out.Reset()
	h.drawSpeed(in, Rect{0, 0, 162, 100})
	var one draw.Buffer
	one.Line(0, 0, 9, 9, 2, colorText)
	if n := (all - len(h.out.Vertices)) / len(one.Vertices); n != 40 {
		t.Errorf("%d lines, want 40", n)
	}
	in.Speed = Speed{Now: -1}
	h.out.Reset()
	if h.drawSpeed(in, Rect{0, 0, 162, 100}); len(h.out.Vertices) != 0 {
		t.Error("the speed of nobody is drawn")
	}
}

// TestButtons: Ranger goes forward and to the right, and jumps; of Vesper no key is told.
func TestButtons(t *testing.T) {
	s := screens[3]
	h, in := New(s.Unit()), overlayInput(s)
	h.drawButtons(in, Rect{0, 0, 150, 62})
	want := `14181e "W"|8d97a5 "A"|8d97a5 "S"|14181e "D"|8d97a5 "fire"|14181e "jump"`
	if got := strings.ReplaceAll(texts(h), "\n", "|"); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	in.Watched = 1
	h.out.Reset()
	if h.drawButtons(in, Rect{0, 0, 150, 62}); words(h) != `"no keys in" "this demo"` {
		t.Error("keys are drawn that nobody knows")
	}
}

// TestPowerupsBesideOverlays: the name of a powerup that is wider than its column is left out where the speed
// lies, and is there else.
func TestPowerupsBesideOverlays(t *testing.T) {
	seen := 0
	for _, s := range screens {
		for _, speed := range []bool{false, true} {
			h, in := New(s.Unit()), overlayInput(s)
			in.World.Players[0].Stats.Set(world.StatItems, world.ItemPentagram)
			in.Overlays.Team, in.Overlays.Timers, in.Overlays.Buttons, in.Overlays.Velocity = false, false, false, speed
			h.Build(in)
			if len(h.status.Items()) == 0 || speed && h.page.layout.Beside[overlaySpeed].W <= 0 {
				continue
			}
			seen++
			if got := slices.Contains(textsOf(h), "invulnerable"); got == speed {
				t.Errorf("%v by %v, speed %v: the name is there: %v", s.Width, s.Height, speed, got)
			}
		}
	}
	if seen < 6 {
		t.Errorf("only %d pictures have the powerup", seen)
	}
}

// TestNamesBesideOverlays: a name is moved beside the overlay that would lie on it.
func TestNamesBesideOverlays(t *testing.T) {
	s := screens[3]
	for i := range overlayCount {
		h, in := New(s.Unit()), overlayInput(s)
		in.Overlays.Timers, in.Overlays.Beside, in.Bodies = i == overlayTimers, i == overlayGhost, nil
		h.decide(in)
		r := &h.page.layout.Beside[i]
		if r.W <= 0 {
			continue // nothing is heard
		}
		in.Labels = []anchor.Label{{X: r.X + r.W/2, Y: r.Y + 40, Text: "Baker", Color: colorText, Depth: 300,
			Player: 9}}
		h.Build(in)
		for _, b := range h.targets {
			if b.slot == 8 && overlap(&b.area, r) {
				t.Errorf("overlay %d at %v lies on the name at %v", i, *r, b.area)
			}
		}
		if !slices.Contains(textsOf(h), "Baker") {
			t.Errorf("overlay %d at %v: there is no name", i, *r)
		}
	}
}

// TestMatchupWithoutRoom: at 640x360 the matchup panel has room beside the speed, and none between it and the table of
// players; that is not said while a message of the program is shown, which may be what takes the room.
func TestMatchupWithoutRoom(t *testing.T) {
	for _, c := range []struct {
		team, message bool
		want          string
	}{{false, false, ""}, {true, false, "the matchup panel"}, {true, true, ""}} {
		h, in := New(0.75), overlayInput(Screen{640, 360, 1, 0, false})
		in.Matchup.Sides = [2]anchor.Label{{Text: "A", Player: 1}, {Text: "B", Player: 2}}
		in.Overlays.Team, in.Overlays.Timers, in.Overlays.Buttons = c.team, false, false
		if c.message {
			in.Messages = []Message{{"The speed is shown", MessageNote}}
		}
		h.Build(in)
		if got, _ := h.NoRoom(in); got.String() != c.want {
			t.Errorf("%+v: no room for %q", c, got)
		}
		in.Matchup = anchor.Matchup{}
		h.Build(in)
		if got, _ := h.NoRoom(in); got != 0 {
			t.Errorf("%+v: without a matchup panel there is no room for %v", c, got)
		}
	}
}

// TestOverlaysOfTheSmallest: also in windows that have no room for the whole layout it is said of each
// overlay, and of the matchup panel beside one, whether it is left out, and of none that is drawn.
func TestOverlaysOfTheSmallest(t *testing.T) {
	out, gone := map[string]int{}, 0
	for _, s := range []Screen{{233, 187, 1, 0, false}, {420, 140, 1, 0, false}, {467, 292, 1, 0, false},
		{548, 338, 1, 0, false}, {747, 280, 1, 0, false}} {
		for i, one := range [...]Overlays{{Team: true}, {Timers: true}, {Buttons: true}, {Velocity: true}} {
			h, in := New(s.Unit()), overlayInput(s)
			one.Items, one.Speed = in.Items, in.Speed
			in.Overlays, in.Messages = one, nil
			in.Matchup.Sides = [2]anchor.Label{{Text: "A", Player: 1}, {Text: "B", Player: 2}}
			h.Build(in)
			for k, bit := range map[int]OverlaySet{i: 1 << i, 6: MatchupPanel} {
				e := slices.IndexFunc(elements[:], func(e element) bool { return e.name == overlays[k].element })
				h.out.Reset()
				if elements[e].visible(h, in) && !h.room.leavesOut(e) {
					elements[e].draw(h, in, elements[e].area(h, in))
				}
				lack, known := h.NoRoom(in)
				said := lack&bit != 0
				if drawn := len(h.out.Vertices) > 0; said == drawn {
					t.Errorf("%v: %s is drawn: %v, said to have no room: %v", s, elements[e].name, drawn, said)
				}
				if said {
					out[elements[e].name]++
				}
				if known&bit == 0 {
					t.Errorf("%v: of %s it is not known whether it has room", s, elements[e].name)
				}
				// While a kill is told, that takes the room of what is left out in a small window for a while.
				if h.room.leavesOut(e) && (k == 6 && !h.page.matchupHidden || h.page.layout.Beside.placed()&bit != 0) {
					in.Kill.Known = true
					if lack, known := h.NoRoom(in); (lack|known)&bit != 0 {
						t.Errorf("%v: beside a kill %s is said to have no room: %v, or some: %v", s, elements[e].name,
							lack&bit != 0, known&bit != 0)
					}
					in.Kill.Known = false
					gone++
				}
			}
		}
	}
	if len(out) < 5 || gone == 0 {
		t.Errorf("only some are ever left out: %v, %d of them for others", out, gone)
	}
}
