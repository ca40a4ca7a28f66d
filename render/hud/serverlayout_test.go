package hud

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"demoscope/formats/message"
	"demoscope/internal/golden"
	"demoscope/player/story"
	"demoscope/player/world"
	"demoscope/player/world/layout"
	"demoscope/player/world/rules"
	"demoscope/render/anchor"
)

// duelBar is a status bar as duel mods have it: what every game tells, team
// scores with their names below them, the match clock, a second timer, the
// player that is chased and the ammunition of weapons.
const duelBar = `yb -24 xv 0 hnum xv 50 pic 0 if 2 xv 100 anum xv 150 pic 2 endif ` +
	`xv 205 yb -48 stat_string 26 yb -39 stat_string 31 ` +
	`xr -32 yb -96 string "Home" xr -32 yb -48 string "Away" xr -66 yb -120 num 4 23 yb -72 num 4 24 ` +
	`if 25 xr -58 yt 40 string "Timeout" xr -42 yt 48 stat_string 25 endif xr -50 yt 2 num 3 14 ` +
	`if 16 xv 0 yb -68 string "Chasing" xv 64 stat_string 16 endif if 17 xv 0 yb -58 string2 "SPECTATOR MODE" endif ` +
	`if 30 yb -80 xv 276 num 2 30 xv 310 pic 29 endif ` +
	`xr -25 yv 0 picn w_sshotgun yv 25 picn w_chaingun xr -75 yv 0 num 3 19 yv 25 num 3 20 `

// duelLayout is a scoreboard of columns, with a note on the lower border.
const duelLayout = `xv 72 yv 0 string2 " Team          Frags" yv 8 string "Ranger             1" yv 16 string ` +
	`"Quarry             2" ` +
	`xv 8 yv 48 string2 " Name            Frags Dths Net Ping" yv 56 string "Ranger               1    2  -1   29" ` +
	`yv 64 string "Quarry               2    1   1   54" xl 8 yb -37 string2 "a server of duels" xv 64 yv 104 ` +
	`string2 " Spectators" ` +
	`yv 120 string "Lumen:119"`

// clientLayout is the game's own scoreboard.
const clientLayout = "xv 32 yv 32 picn tag2 client 0 32 1 13 25 7 xv 32 yv 64 picn tag1 client 0 64 0 -2 5 7 "

const (
	images2 = 544 // where these config strings begin
	items2  = 1056
	skins2  = 1312
	texts2  = 1568
)

// quake2World is a world of Quake II with a status bar, a layout and stats;
// the recorder has slot 0.
func quake2World(bar, layout string, stats map[int]int16, more ...message.Message) *world.World {
	w := rules.New("dm2")
	list := []message.Message{
		&message.Quake2ServerData{Protocol: 34, IsDemo: 1, MapName: []byte("The Edge")},
		&message.ConfigString{Index: 5, Text: []byte(bar)},
		&message.ConfigString{Index: 30, Text: []byte("4")},
		&message.ConfigString{Index: 33, Text: []byte("maps/q2dm1.bsp")},
	}
	for i, s := range []string{"", "i_health", "a_shells", "p_quad", "w_railgun", "somemod/thing.pcx"} {
		list = append(list, &message.ConfigString{Index: uint16(images2 + i), Text: []byte(s)})
	}
	for i, s := range []string{"", "Shells", "Super Shotgun", "Quad Damage"} {
		list = append(list, &message.ConfigString{Index: uint16(items2 + i), Text: []byte(s)})
	}
	for i, s := range []string{`Ranger\male/grunt`, `Quarry\female/athena`, `Lumen\male/grunt`} {
		list = append(list, &message.ConfigString{Index: uint16(skins2 + i), Text: []byte(s)})
	}
	for i, s := range []string{"", "       Warmup", bronze("4:15"), "Shells"} {
		list = append(list, &message.ConfigString{Index: uint16(texts2 + i), Text: []byte(s)})
	}
	info := &message.Quake2PlayerInfo{}
	for i := range 64 {
		if v, ok := stats[i]; ok {
			info.StatBits |= 1 << i
			info.Stats = append(info.Stats, v)
		}
	}
	list = append(list, &message.Quake2Frame{Sequence: 1, Delta: -1}, info, &message.PacketEntities{})
	if layout != "" {
		list = append(list, &message.Layout{Text: []byte(layout)})
	}
	apply(w, append(list, more...)...)
	return w
}

// duelStats are those of somebody who plays, with a layout shown or not.
func duelStats(layouts int16) map[int]int16 {
	return map[int]int16{
		0: 1, 1: 87, 2: 2, 3: 17, 13: layouts, 14: 5, 16: skins2 + 1, 17: 1, 19: 5, 20: 200, 23: 14, 24: -3,
		25: texts2 + 2, 26: texts2 + 1,
		29: 3, 30: 21, 31: texts2 + 2,
	}
}

func quake2Input(s Screen, w *world.World) *Input {
	in := fakeInput(s)
	in.World, in.Clock, in.Watched = w, w.Clock, 0
	return in
}

// words are the texts that the chips show, each chip's with spaces between.
func (h *HUD) words() (list []string) {
	q := &h.server.quake2Layout
	for i := range q.chips {
		var s []string
		for _, r := range q.chips[i].rows[:q.chips[i].count] {
			for _, cell := range r.cells[:r.count] {
				switch it := &q.bar[q.barCells[cell].item]; it.Kind {
				case layout.Number, layout.Integer:
					s = append(s, fmt.Sprint(it.Value))
				default:
					s = append(s, trimQuake2(it.Text))
				}
			}
		}
		list = append(list, strings.Join(s, " "))
	}
	return list
}

func TestStatusBarIsGatheredIntoChips(t *testing.T) {
	h := New(1)
	in := quake2Input(screens[3], quake2World(duelBar, "", duelStats(0)))
	h.Build(in)
	want := "Timeout " + bronze("4:15") +
		"|5 w_sshotgun|200 w_chaingun|14 Home|21 p_quad|-3 Away|Chasing Quarry\\female/athena SPECTATOR MODE|Warmup " +
		bronze("4:15")
	if got := strings.Join(h.words(), "|"); got != want {
		t.Errorf("%q\nnot %q", got, want)
	}
	ranks := ""
	for i := range h.server.chips {
		ranks += fmt.Sprint(h.server.chips[i].rank())
	}
	if ranks != "12202011" {
		t.Errorf("ranks %s", ranks)
	}
	if h.server.box.H != 0 {
		t.Error("there is a panel though the game shows none")
	}
	in.Watched = world.Nobody
	h.Build(in)
	if len(h.server.bar) != 0 {
		t.Error("there are chips though nobody is watched")
	}
}

// What the score in the corner says is not said again by a chip: a side's score with its
// name, and the time that is left.
func TestChipsDoNotRepeatTheScore(t *testing.T) {
	sides := []world.Side{{Name: "Ranger", Slot: 0, Color: -1, Score: 14}, {Name: "Quarry", Slot: 1, Color: -1,
		Score: -3}}
	for _, c := range []struct {
		name   string
		change func(in *Input)
		want   string
	}{
		{"nothing known", func(*Input) {}, "Home Away Timeout Warmup 4:15"},
		{"sides", func(in *Input) { in.Sides = sides }, "Timeout Warmup 4:15"},
		{"other scores", func(in *Input) { in.Sides = []world.Side{{Score: 1}, {Score: 13}} },
			"Home Away Timeout Warmup 4:15"},
		{"the same time", func(in *Input) { in.World.Match.Start, in.World.Match.Limit = in.Time-45, 300 },
			"Home Away"},
		{"a second later", func(in *Input) { in.World.Match.Start, in.World.Match.Limit = in.Time-46, 300 },
			"Home Away"},
		{"another time", func(in *Input) { in.World.Match.Start, in.World.Match.Limit = in.Time-48, 300 },
			"Home Away Timeout Warmup 4:15"},
	} {
		in := quake2Input(screens[3], quake2World(duelBar, "", duelStats(0)))
		in.Time = 100
		c.change(in)
		list := written(in, drawChips, Rect{0, 0, 400, 600})
		var got []string
		for _, text := range []string{"Home", "Away", "Timeout", "Warmup", "4:15"} {
			if slices.Contains(list, text) {
				got = append(got, text)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q of %q, want %q", c.name, got, list, c.want)
		}
	}
}

func TestClockOf(t *testing.T) {
	for text, want := range map[string]int{
		"4:15": 255, " 0:05 ": 5, bronze("12:34"): 754, "100:00": 6000, "4:1": -1, "4:155": -1, ":15": -1,
		"4:15 left": -1, "": -1, "415": -1, "4:1:5": -1, "12345:00": -1, "4:": -1,
	} {
		got, ok := clockOf(text)
		if !ok {
			got = -1
		}
		if got != want {
			t.Errorf("%q is %d seconds, want %d", text, got, want)
		}
	}
}

func TestWhatTheStatusTellsIsLeftOut(t *testing.T) {
	for program, want := range map[string]int{
		"hnum pic 0 anum pic 2 rnum pic 4":                  0,
		"pic 6 pic 7 stat_string 8 pic 9 num 2 10 num 3 14": 0,
		"pic 11":                     0, // the weapon in hand
		"picn i_help picn w_railgun": 2,
		"stat_string 40":             0, // nothing told: not the title
		`string "   " picn field_3`:  0,
		"num 3 19":                   1,
	} {
		stats := duelStats(0)
		stats[4], stats[5], stats[6], stats[7], stats[8], stats[9], stats[10], stats[11] = 1, 50, 3, 2,
			texts2+3, 3, 9, 4
		h := New(1)
		h.Build(quake2Input(screens[3], quake2World(program, "", stats)))
		if got := len(h.server.bar); got != want {
			t.Errorf("%q: %d items, want %d: %+v", program, got, want, h.server.bar)
		}
	}
}

// The panel keeps columns: letters below each other are so in the picture.
func TestPanelKeepsColumns(t *testing.T) {
	h := New(1)
	in := quake2Input(screens[3], quake2World("", `xv 0 yv 0 string "a   b" yv 8 string "    c" yv 100 string "d"`,
		duelStats(1)))
	h.Build(in)
	h.out.Reset()
	h.server.drawServerLayout(in, h.server.box)
	g := glyphs(&h.out)
	if len(g) != 4 {
		t.Fatalf("%d glyphs", len(g))
	}
	q := &h.server.quake2Layout
	column := func(r Rect) int { return int((r.X - q.box.X - 8) / q.letter) }
	row := func(r Rect) int { return int((r.Y - q.box.Y - 8) / q.line) }
	for i, want := range [][2]int{{0, 0}, {4, 0}, {4, 1}, {0, 3}} { // the gap is closed but for a line
		if column(g[i]) != want[0] || row(g[i]) != want[1] {
			t.Errorf("glyph %d is in column %d of row %d, want %v", i, column(g[i]), row(g[i]), want)
		}
	}
}

func TestPanelShowsEveryKind(t *testing.T) {
	for name, c := range map[string]struct {
		program  string
		vertices int // more than the panel's ground has
	}{
		"text":            {`xv 0 yv 0 string "a"`, 4},
		"centered":        {`xv 0 yv 0 cstring2 "a"`, 4},
		"number":          {"xv 0 yv 0 num 3 19", 4},
		"number in a box": {"xv 0 yv 0 hnum", 12},
		"picture":         {"xv 0 yv 0 picn k_redkey", 20},
		"unknown picture": {"xv 0 yv 0 pic 27", 4 * len("thing")},
		"band":            {"xv 0 yv 0 picn tag1", 4},
		"client":          {"client 0 0 1 5 20 3", 4 * len("QuarryScore:5Ping:20Time:3")},
		"flag client":     {"ctf 0 0 1 5 20", 4 * len("520Quarry")},
	} {
		stats := duelStats(1)
		stats[15], stats[27] = 1, 5
		h := New(1)
		in := quake2Input(screens[3], quake2World("", c.program, stats))
		h.Build(in)
		if h.server.box.H <= 0 {
			t.Errorf("%s: no panel", name)
			continue
		}
		h.out.Reset()
		h.canvas.panel(h.server.box, colorPanel)
		ground := len(h.out.Vertices)
		h.out.Reset()
		h.server.drawServerLayout(in, h.server.box)
		if got := len(h.out.Vertices) - ground; got < c.vertices {
			t.Errorf("%s: %d vertices, want at least %d", name, got, c.vertices)
		}
	}
}

func TestInventory(t *testing.T) {
	m := &message.Inventory{}
	m.Items[1], m.Items[2], m.Items[200] = 150, 1, 9 // the last has no name
	stats := duelStats(2)
	stats[12] = 2
	w := quake2World("", "", stats, m)
	h := New(1)
	in := quake2Input(screens[3], w)
	h.Build(in)
	var got []string
	for _, it := range h.server.items {
		got = append(got, fmt.Sprint(it.Value, it.Text, it.Bright))
	}
	if s := strings.Join(got, "|"); s != "150false|150Shellsfalse|1true|1Super Shotguntrue" {
		t.Errorf("%s", s)
	}
	if h.server.box.H <= 0 {
		t.Error("no panel")
	}
	in.Watched = 1
	w.Players[1].Stats = &world.Stats{}
	w.Players[1].Stats.Set(world.Quake2StatLayouts, 2)
	h.Build(in)
	if h.server.box.H > 0 {
		t.Error("the recorder's inventory is shown for another player")
	}
}

// A layout that only stands at a border is a note, not a panel.
func TestNoteAtTheBorderIsAChip(t *testing.T) {
	h := New(1)
	h.Build(quake2Input(screens[3], quake2World("", `xl 8 yb -160 string "admin: Lumen"`, duelStats(1))))
	if w := h.words(); len(w) != 1 || w[0] != "admin: Lumen" || h.server.box.H > 0 {
		t.Errorf("chips %q, panel %v", w, h.server.box)
	}
}

// The server's scoreboard takes the place of ours at the end of a level, and
// ours that of the server's when it is asked for.
func TestWhichScoreboardIsShown(t *testing.T) {
	h := New(1)
	for _, layouts := range []int16{0, 1} {
		w := quake2World(duelBar, duelLayout, duelStats(layouts))
		w.Intermission = true
		in := quake2Input(screens[3], w)
		h.Build(in)
		if panel := h.server.box.H > 0; panel != (layouts == 1) || h.intermission(in) == panel {
			t.Errorf("layouts %d: panel %v, scoreboard %v", layouts, panel, h.intermission(in))
		}
		in.Scores = true
		h.Build(in)
		if h.server.box.H > 0 {
			t.Error("the server's panel is there though ours is asked for")
		}
	}
}

// The scoreboard that the recorder opens covers a fight in the analyst display alone; that of an intermission is shown
// in watch, too.
func TestServersPanelInFights(t *testing.T) {
	for _, c := range []struct {
		display      Display
		intermission bool
		want         bool
	}{{Analyst, false, true}, {Watch, false, false}, {Watch, true, true}} {
		in := quake2Input(screens[3], quake2World(duelBar, duelLayout, duelStats(1)))
		in.Display, in.World.Intermission = c.display, c.intermission
		h := New(1)
		h.Build(in)
		if got := h.server.box.H > 0; got != c.want {
			t.Errorf("%+v: there is a panel: %v", c, got)
		}
	}
}

// The panel and the chips overlap nothing: on all screens the panel is in the
// middle, or it hides the rest.
func TestServersPanelIsApart(t *testing.T) {
	for _, s := range screens {
		for name, layout := range map[string]string{"duel": duelLayout, "clients": clientLayout, "tall": clientGrid(),
			"too tall": manyLines()} {
			for _, messages := range []bool{false, true} {
				h := New(s.Unit())
				in := quake2Input(s, quake2World(duelBar, layout, duelStats(1), &message.CenterPrint{
					Text: []byte("one\ntwo\nthree\nfour")}))
				if !messages {
					in.Messages = nil
				}
				h.Build(in)
				q, l := &h.server.quake2Layout, h.page.layout
				if q.box.H <= 0 || !(Rect{0, 0, s.Width, s.Height}).Contains(q.box) {
					t.Fatalf("%v %s: panel %v", s, name, q.box)
				}
				if s.Width >= 1024*s.Unit()*0.75 && s.Unit() >= 1 && name == "clients" && q.overlay {
					t.Errorf("%v %s: a small panel hides the rest", s, name)
				}
				for area, r := range areas(l) {
					free := area == "Center" || area == "Banner" && !messages || q.overlay && area != "Bar"
					if !free && r.Overlaps(q.box) {
						t.Errorf("%v %s: panel %v is on %s %v", s, name, q.box, area, r)
					}
				}
				if center := q.centerArea(&l); !q.overlay && center.Overlaps(q.box) {
					t.Errorf("%v %s: panel %v is on the text in the middle %v", s, name, q.box, center)
				}
				notCollide(t, fmt.Sprintf("%v %s", s, name), s, h)
				if s.Width == 640 {
					golden.Save(t, fmt.Sprintf("layout-%s-%v", name, messages), picture(h, s))
				}
				slack := 1 + round(s.Unit())
				for part, draw := range map[string]func() Rect{
					"panel": func() Rect { h.server.drawServerLayout(in, h.server.box); return q.box },
					"chips": func() Rect { h.server.drawChips(in, &h.page, l.Match); return l.Match },
				} {
					h.out.Reset()
					a := draw()
					r, any := bounds(&h.out)
					if !any || !(Rect{a.X - slack, a.Y - slack, a.W + 2*slack, a.H + 2*slack}).Contains(r) {
						t.Errorf("%v %s: %s draws %v, its area is %v", s, name, part, r, a)
					}
				}
			}
		}
	}
}

// clientGrid is a scoreboard of twelve players.
func clientGrid() string {
	var b strings.Builder
	for i := range 12 {
		fmt.Fprintf(&b, "client %d %d %d %d 20 7 ", i/6*160, 32+i%6*32, i%3, i)
	}
	return b.String()
}

// manyLines are more lines than fit on the smallest screen.
func manyLines() string {
	var b strings.Builder
	for i := range 40 {
		fmt.Fprintf(&b, "xv 0 yv %d string line%d ", i*8, i)
	}
	return b.String()
}

// Programs of any words draw nothing outside their areas.
func TestMalformedProgramsStayInside(t *testing.T) {
	words := strings.Fields(
		`xl xr xv yt yb yv if endif pic picn num hnum anum rnum stat_string string string2 cstring cstring2 client ctf
		0 1 2 3 13 14 25 26 31 63 64 -1 -24 120 160 320 400 99999 -99999 99999999999999999999
		i_health tag1 tag2 help ../../x "`)
	words = append(words, `"two words"`, "\"a\nb\n\nc\"", `"`+strings.Repeat("long ", 60)+`"`, bronze("\x8a\xa0"),
		"\x00\xff", "\"\"")
	rng := rand.New(rand.NewPCG(1, 2))
	huds := map[float32]*HUD{}
	drawn := map[string]int{}
	for n := range 1500 {
		var programs [2]string
		for i := range programs {
			var b strings.Builder
			if n%8 < 4 {
				b.WriteString("xv 0 yv 0 ")
			}
			for range rng.IntN(60) {
				b.WriteString(words[rng.IntN(len(words))])
				b.WriteByte(' ')
			}
			programs[i] = b.String()
		}
		stats := duelStats(int16(n % 4))
		for range 8 {
			stats[rng.IntN(64)] = int16(rng.Uint32())
		}
		stats[13] = int16(n % 4)
		s := screens[n%len(screens)]
		h := huds[s.Unit()]
		if h == nil {
			h = New(s.Unit())
			huds[s.Unit()] = h
		}
		in := quake2Input(s, quake2World(programs[0], programs[1], stats))
		h.Build(in)
		l, slack := NewLayout(s), 1+round(s.Unit())
		h.canvas.Shade = true
		for part, draw := range map[string]func() Rect{
			"panel": func() Rect { h.server.drawServerLayout(in, h.server.box); return h.server.box },
			"chips": func() Rect { h.server.drawChips(in, &h.page, l.Match); return l.Match },
		} {
			h.out.Reset()
			a := draw()
			r, any := bounds(&h.out)
			if any {
				drawn[part]++
			}
			if any && !(Rect{a.X - slack, a.Y - slack, a.W + 2*slack, a.H + 2*slack}).Contains(r) {
				t.Fatalf("%v: %s draws %v, its area is %v\nbar %q\nlayout %q", s, part, r, a, programs[0], programs[1])
			}
		}
		if !l.Overlay.Contains(h.server.box) && h.server.box.H > 0 {
			t.Fatalf("%v: panel %v", s, h.server.box)
		}
	}
	if drawn["panel"] < 300 || drawn["chips"] < 300 {
		t.Errorf("drawn only %v", drawn)
	}
}

func TestLayoutsDoNotAllocate(t *testing.T) {
	inventory := &message.Inventory{}
	for i := range inventory.Items {
		inventory.Items[i] = int16(i)
	}
	for name, in := range map[string]*Input{
		"duel":      quake2Input(screens[3], quake2World(duelBar, duelLayout, duelStats(1))),
		"small":     quake2Input(screens[0], quake2World(duelBar, clientGrid(), duelStats(1))),
		"inventory": quake2Input(screens[3], quake2World(duelBar, "", duelStats(2), inventory)),
	} {
		h := New(in.Screen.Unit())
		h.Build(in)
		if h.server.box.H <= 0 {
			t.Errorf("%s: no panel", name)
		}
		if n := testing.AllocsPerRun(20, func() { h.Build(in) }); n > 0 {
			t.Errorf("%s: %v allocations a frame", name, n)
		}
	}
}

func TestPicturesOfLayouts(t *testing.T) {
	for name, want := range map[string]icon{
		"i_health": iconHealth, "a_bullets": iconBullets, "w_sshotgun": iconSuperShotgun, "k_bluekey": iconKey,
		"k_datacd": iconKey,
		"p_quad":   iconQuad, "/pics/tech2.pcx": iconRune, "i_ctf1t": iconFlag, "p_silencer": iconNone,
		"../w_bfg/x.pcx": iconNone,
	} {
		if p, ground := pictureOf(name); p.icon != want || ground {
			t.Errorf("%s: icon %d, want %d", name, p.icon, want)
		}
	}
}

// TestPlacesInTheField: a layout's items stand in a field of 320 by 512 pixels,
// letters are 8 wide and high, large digits 16 by 24, pictures 24.
func TestPlacesInTheField(t *testing.T) {
	const start, middle, end = 0, 1, 2
	for _, c := range []struct {
		item layout.Item
		want quake2Cell
	}{
		{layout.Item{Kind: layout.Text, X: 10, Y: 20, Text: "abc"}, quake2Cell{x: 10, y: 20, w: 24, h: 8}},
		{layout.Item{Kind: layout.Text, XFrom: end, X: -32, YFrom: end, Y: -24, Text: "abc"},
			quake2Cell{x: 288, y: 488, w: 24, h: 8}},
		{layout.Item{Kind: layout.Text, XFrom: middle, X: 5, YFrom: middle, Y: -6, Text: "abcd", Center: true},
			quake2Cell{x: 149, y: 250, w: 32, h: 8}},
		{layout.Item{Kind: layout.Number, XFrom: start, Width: 3}, quake2Cell{w: 48, h: 24}},
		{layout.Item{Kind: layout.Integer, Value: -120}, quake2Cell{w: 32, h: 8}},
		{layout.Item{Kind: layout.Picture, Text: "i_health"}, quake2Cell{w: 24, h: 24}},
		{layout.Item{Kind: layout.Picture, Text: "tag1"}, quake2Cell{w: 128, h: 32}},
		{layout.Item{Kind: layout.Picture, Text: "unknown"}, quake2Cell{w: 56, h: 8}},
	} {
		if got := cellOf([]layout.Item{c.item}, 0); got != c.want {
			t.Errorf("%+v is at %+v, want %+v", c.item, got, c.want)
		}
	}
}

// TestChipsAreBounded: of items that all stand apart 64 are shown.
func TestChipsAreBounded(t *testing.T) {
	for _, c := range []struct{ items, want int }{{63, 63}, {64, 64}, {65, 64}, {180, 64}} {
		var program strings.Builder
		for i := range c.items {
			fmt.Fprintf(&program, "xl %d yt %d num 1 19 ", i%15*40-150, i/15*40)
		}
		h := New(1)
		h.Build(quake2Input(screens[3], quake2World(program.String(), "", duelStats(0))))
		if got := len(h.server.chips); got != c.want {
			t.Errorf("%d items make %d chips, want %d", c.items, got, c.want)
		}
	}
}

// TestItemsBeyondTheField: what is more than 160 pixels beside the field, or above
// or below it, is left out; the rest is from the top, and in a row from the left.
func TestItemsBeyondTheField(t *testing.T) {
	at := func(x, y int, text string) layout.Item { return layout.Item{Kind: layout.Text, X: x, Y: y, Text: text} }
	for _, c := range []struct {
		item layout.Item
		want bool
	}{
		{at(-160, 0, "a"), true}, {at(-167, 0, "a"), true}, {at(-168, 0, "a"), false}, {at(-168, 0, "ab"), true},
		{at(-400, 0, "ab"), false},
		{at(479, 0, "a"), true}, {at(480, 0, "a"), false}, {at(0, -1, "a"), false}, {at(0, 511, "a"), true},
		{at(0, 512, "a"), false},
		{at(0, 0, ""), false}, {layout.Item{Kind: layout.Number, X: -207, Width: 3}, true},
		{layout.Item{Kind: layout.Number, X: -208, Width: 3}, false},
	} {
		if got := len(place(nil, []layout.Item{c.item})) == 1; got != c.want {
			t.Errorf("%+v is in the field: %v", c.item, got)
		}
	}
	order := ""
	for _, c := range place(nil, []layout.Item{at(8, 8, "a"), at(0, 16, "b"), at(0, 8, "c"), at(99, 0, "d"),
		at(8, 8, "e")}) {
		order += string(rune('a' + c.item))
	}
	if order != "dcaeb" {
		t.Errorf("the items stand in the order %s", order)
	}
}

// TestWhatBelongsTogether: items of a row that are at most 16 pixels apart, and
// a text at most 4 below.
func TestWhatBelongsTogether(t *testing.T) {
	for program, chips := range map[string]int{
		"xv 0 yv 0 num 1 19 xv 32 num 1 20": 1, "xv 0 yv 0 num 1 19 xv 33 num 1 20": 2,
		`xv 0 yv 0 num 1 19 yv 28 string "a"`: 1, `xv 0 yv 0 num 1 19 yv 29 string "a"`: 2,
		"xv 0 yv 0 num 1 19 xr -32 num 1 20": 2, "xv 0 yv 0 num 1 19 xv 17 yv 12 num 1 20": 1,
		"xv 0 yv 0 num 1 19 xv 17 yv 13 num 1 20": 2,
	} {
		h := New(1)
		h.Build(quake2Input(screens[3], quake2World(program, "", duelStats(0))))
		if got := len(h.server.chips); got != chips {
			t.Errorf("%q makes %d chips, want %d", program, got, chips)
		}
	}
}

// Flags and captures of the status bar stand at the sides of the score; what the score does not say stays.
func TestChipsDoNotRepeatTheFlags(t *testing.T) {
	const bar = "yb -102 xr -26 picn i_ctf1 xr -62 num 2 18 yb -75 xr -26 picn i_ctf2t xr -62 num 2 20 "
	sides := []world.Side{{Name: "red", Slot: world.Nobody, Color: 4, Score: 1}, {Name: "blue", Slot: world.Nobody,
		Color: 13}}
	flags := [2]world.Flag{{State: world.FlagHome, Carrier: world.Nobody},
		{State: world.FlagTaken, Carrier: world.Nobody}}
	for _, c := range []struct {
		name   string
		change func(in *Input)
		want   string
	}{
		{"told by the score", func(in *Input) { in.Sides, in.World.Match.Flags = sides, flags }, ""},
		{"no flags in the score", func(in *Input) { in.Sides = sides }, "1 0"},
		{"other captures", func(in *Input) {
			in.Sides, in.World.Match.Flags = []world.Side{{Score: 7}, {Score: 8}},
				flags
		}, "1 0"},
		{"no score", func(in *Input) { in.World.Match.Flags = flags }, "1 0"},
	} {
		in := quake2Input(screens[3], quake2World(bar, "", map[int]int16{18: 1, 20: 0}))
		in.Sides = nil
		c.change(in)
		if got := strings.Join(written(in, drawChips, Rect{0, 0, 400, 600}), " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// The flag beside the name of whom the recorder looks at is that of his team: he does not carry it.
// The name stays, and so does any other picture there.
func TestTeamOfWhoIsLookedAtIsNoFlag(t *testing.T) {
	const bar = "if 27 xv 112 yb -58 stat_string 27 endif if 29 xv 96 yb -58 pic 29 endif "
	for image, want := range map[string]int{"sbfctf1": 1, "sbfctf2": 1, "/pics/sbfctf2.pcx": 1, "p_quad": 2} {
		w := quake2World(bar, "", map[int]int16{27: texts2 + 3, 29: 5},
			&message.ConfigString{Index: images2 + 5, Text: []byte(image)}, &message.ConfigString{Index: texts2 + 3,
				Text: []byte("bob")})
		h := New(1)
		h.Build(quake2Input(screens[3], w))
		if got := h.server.bar; len(got) != want || got[0].Text != "bob" {
			t.Errorf("%s: %+v, want %d items, the name first", image, got, want)
		}
	}
}

// No name is read through the panel of a server: whose body is behind it has none, and others' stand beside it.
func TestNamesBehindTheServersPanel(t *testing.T) {
	for _, s := range []Screen{{1280, 720, 1, 0, false}, {640, 360, 1, 0, false}} {
		h := New(s.Unit())
		in := quake2Input(s, quake2World(duelBar, clientLayout, duelStats(1)))
		in.Messages, in.Bodies = nil, nil
		h.Build(in)
		box := h.server.box
		if box.H <= 0 || h.server.overlay {
			t.Fatalf("%v: panel %v", s, box)
		}
		in.Labels = []anchor.Label{
			{Text: "Behind", Player: 2, X: box.X + box.W/2, Y: box.Y + box.H/2, Color: colorText},
			{Text: "Below", Player: 3, X: box.X + box.W/2, Y: box.Y + box.H + 6*s.Unit(), Color: colorText},
		}
		h.Build(in)
		if text := words(h); strings.Contains(text, `"Behind"`) || !strings.Contains(text, `"Below"`) {
			t.Errorf("%v: %s", s, text)
		}
		h.targets = h.targets[:0]
		h.drawLabels(in, h.page.namesArea(in))
		for _, name := range h.targets {
			if name.area.Overlaps(box) {
				t.Errorf("%v: a name at %v is on the panel %v", s, name.area, box)
			}
		}
	}
}

// Below the panel of a server nothing is drawn that would shine through it, or be cut at its sides: of a low
// picture it covers the matchup panel, the words of a kill and the cross.
func TestNothingBelowTheServersPanel(t *testing.T) {
	s := Screen{640, 360, 1, 0, false}
	var rows strings.Builder
	for i := range 17 {
		fmt.Fprintf(&rows, "xv 0 yv %d string \"%c a line of twenty cells\" ", 8*i, 'a'+i)
	}
	names := []string{"names", "matchup", "kill", "crosshair"}
	draws := func(in *Input) (drawn map[string]bool, below []string, panel Rect) {
		h := New(s.Unit())
		h.Build(in)
		panel, drawn = h.server.box, map[string]bool{}
		for i := range elements {
			e := &elements[i]
			if !slices.Contains(names, e.name) || !e.visible(h, in) {
				continue
			}
			h.out.Reset()
			e.draw(h, in, e.area(h, in))
			drawn[e.name] = len(h.out.Indices) > 0
			for k := 0; k+2 < len(h.out.Indices); k += 3 {
				a, b, c := h.out.Vertices[h.out.Indices[k]], h.out.Vertices[h.out.Indices[k+1]],
					h.out.Vertices[h.out.Indices[k+2]]
				x, y := min(a.X, b.X, c.X), min(a.Y, b.Y, c.Y)
				r := Rect{x, y, max(a.X, b.X, c.X) - x, max(a.Y, b.Y, c.Y) - y}
				if panel.H > 0 && overlap(&r, &panel) && !slices.Contains(below, e.name) {
					below = append(below, e.name)
				}
			}
		}
		return drawn, below, panel
	}
	for _, layouts := range []int16{0, 1} {
		in := quake2Input(s, quake2World("", rows.String(), duelStats(layouts)))
		in.Messages, in.Crosshair, in.Watched = nil, true, 0
		in.Kill = killInput()
		in.Kill.In, in.Kill.Sides[1].Body = -0.3, anchor.Body{X: 310, Y: 160, W: 20, H: 40}
		in.Matchup.Sides = [2]anchor.Label{{Text: "A", Player: 1, Status: story.Status{HealthKnown: true, Health: 50}},
			{Text: "B", Player: 2}}
		in.Labels = []anchor.Label{{X: 320, Y: 150, Text: "Baker", Color: colorText, Player: 3}}
		drawn, below, panel := draws(in)
		if layouts == 0 {
			for _, name := range names {
				if !drawn[name] {
					t.Errorf("without a panel %s is not drawn", name)
				}
			}
			continue
		}
		if panel.H < 100 || panel.Y+panel.H < 250 {
			t.Fatalf("the panel is at %v", panel)
		}
		if len(below) > 0 {
			t.Errorf("below the panel at %v there is something of %v", panel, below)
		}
	}
}
