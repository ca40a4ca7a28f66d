package rules_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/formats/message"
	"demoscope/player/world"
	"demoscope/player/world/layout"
)

// The ranges of config strings, DM2 3.14, and those of Q2PRO's extended
// protocol: the first and the last of each.
func TestQuake2ConfigStringRanges(t *testing.T) {
	for _, test := range []struct {
		protocol                                                            int32
		clients, models, sounds, images, lights, items, skins, general, end int
	}{
		{34, 30, 32, 288, 544, 800, 1056, 1312, 1568, 2080},
		{3434, 60, 62, 8254, 10302, 12350, 12606, 12862, 13118, 13630},
	} {
		w := newWorld23(t, "dm2")
		feed(w, &message.Quake2ServerData{Protocol: test.protocol, IsDemo: 1, Client: 0})
		for _, index := range []int{
			0, 1, 2, test.models - 1, test.models, test.models + 1, test.models + 2, test.sounds - 1, test.sounds,
			test.sounds + 1, test.images - 1,
			test.images, test.lights - 1, test.lights, test.items - 1, test.items, test.skins - 1, test.skins,
			test.general - 1, test.general,
			test.end - 1, test.end, 65535,
		} {
			feed(w, q2String(index, fmt.Sprint("text ", index)))
		}
		feed(w, q2String(test.clients, "9"))
		l := w.Level()
		for _, s := range []struct {
			what  string
			index int
			got   string
		}{
			{"title", 0, l.Title}, {"sky", 2, l.SkyBox}, {"map", test.models + 1, l.Map},
			{"first model", test.models + 2, l.Model(2)}, {"no model", test.models, l.Model(0)},
			{"last model", test.sounds - 1, l.Model(uint16(test.sounds - 1 - test.models))},
			{"no sound", test.sounds, l.Sound(0)}, {"sound", test.sounds + 1, l.Sound(1)},
			{"last sound", test.images - 1, l.Sound(uint16(test.images - 1 - test.sounds))},
			{"image", test.images, l.Texts.Images[0]}, {"last image", test.lights - 1,
				l.Texts.Images[test.lights-1-test.images]},
			{"light style", test.lights, w.LightStyles()[0]}, {"last light style", test.items - 1,
				w.LightStyles()[255]},
			{"item", test.items, l.Texts.Items[0]}, {"last item", test.skins - 1, l.Texts.Items[255]},
			{"skin", test.skins, l.Texts.Skins[0]}, {"last skin", test.general - 1, l.Texts.Skins[255]},
			{"general", test.general, l.Texts.General[0]}, {"last", test.end - 1, l.Texts.General[511]},
		} {
			if want := fmt.Sprint("text ", s.index); s.got != want {
				t.Errorf("protocol %d: %s: %q, not %q", test.protocol, s.what, s.got, want)
			}
			want := fmt.Sprint("text ", s.index)
			if s.index >= test.lights && s.index < test.items {
				want = "" // light styles are none
			}
			if got := l.ConfigString(s.index); got != want {
				t.Errorf("protocol %d: %d: %q", test.protocol, s.index, got)
			}
		}
		if w.LightStyles()[1] != "" || l.ConfigString(test.end) != "" || l.ConfigString(-1) != "" ||
			l.ConfigString(3) != "" || l.ConfigString(test.items+1) != "" {
			t.Errorf("protocol %d: texts that are not there", test.protocol)
		}
		if l.MaxClients != 9 || l.Texts.LateModels != 0 || l.Texts.LateSounds != 0 {
			t.Errorf("protocol %d: %+v", test.protocol, l)
		}
		if p := w.Players[0]; p.Name != fmt.Sprint("text ", test.skins) || p.Skin != "" || !p.InUse {
			t.Errorf("protocol %d: %+v", test.protocol, p)
		}
		if len(w.Players) != 256 || w.Players[255].Name != fmt.Sprint("text ", test.general-1) {
			t.Errorf("protocol %d: %d players", test.protocol, len(w.Players))
		}
		// A text that is replaced, and one that is taken away.
		feed(w, q2String(test.skins, `Dee\cyborg/oni911`), q2String(test.models+2, "new"), q2String(test.images, ""),
			q2String(test.skins+255, ""))
		if p := w.Players[0]; p.Name != "Dee" || p.Skin != "cyborg/oni911" || l.Model(2) == "new" && w.Level() != l {
			t.Errorf("protocol %d: %+v", test.protocol, p)
		}
		if l := w.Level(); l.Model(2) != "new" || l.ConfigString(test.images) != "" || w.Players[255].InUse ||
			w.Players[255].Name != "" {
			t.Errorf("protocol %d: %+v", test.protocol, w.Players[255])
		}
	}
}

func TestQuake2HeadStrings(t *testing.T) {
	w := q2Client(t)
	if w.Level().Title != "Edge" || w.Level().GameDir != "lmctf" || w.Level().Map != "maps/q2dm1.bsp" ||
		w.Level().HasChecksum {
		t.Errorf("%+v", w.Level())
	}
	for _, test := range []struct {
		text string
		want int
	}{{"4", 4}, {"256", 256}, {"257", 256}, {"-1", 256}, {"x", 256}, {"", 256}, {"0", 0}, {"16", 16}} {
		feed(w, q2String(30, test.text))
		if got := w.Level().MaxClients; got != test.want {
			t.Errorf("%q clients: %d", test.text, got)
		}
	}
	for _, test := range []struct {
		text string
		want uint32
		ok   bool
	}{{"123456", 123456, true}, {"-1", 0xffffffff, true}, {"4294967295", 0xffffffff, true}, {"-2147483648", 0x80000000,
		true}, {"", 0, false}, {"x", 0, false}} {
		feed(w, q2String(31, test.text))
		if l := w.Level(); l.HasChecksum != test.ok || test.ok && l.Checksum != test.want {
			t.Errorf("%q: %d, %v", test.text, l.Checksum, l.HasChecksum)
		}
	}
}

// The status bar is one text, of which each config string from 5 to 28 is 64
// bytes.
func TestQuake2StatusBarPieces(t *testing.T) {
	w := q2Client(t)
	bar := func() string { return w.Level().Texts.StatusBar }
	piece := func(s string) string { return s + strings.Repeat(" ", 64-len(s)) }
	feed(w, q2String(5, piece("yb -24")), q2String(6, "xv 0"), q2String(8, "lost"))
	if bar() != piece("yb -24")+"xv 0" {
		t.Errorf("%q", bar())
	}
	// One piece is replaced during the level; the first alone is the whole.
	feed(w, q2String(6, piece("hnum")), q2String(7, "endif"))
	if bar() != piece("yb -24")+piece("hnum")+"endif" {
		t.Errorf("%q", bar())
	}
	feed(w, q2String(5, "xl 0"))
	if bar() != "xl 0" {
		t.Errorf("%q", bar())
	}
	feed(w, q2String(5, ""))
	if bar() != "" {
		t.Errorf("%q", bar())
	}
	// All of them; neither 4 nor 29 belongs to it.
	w = q2Client(t)
	want := ""
	for i := 5; i <= 28; i++ {
		s := strings.Repeat(string(rune('a'+i-5)), 64)
		want += s
		feed(w, q2String(i, s))
	}
	feed(w, q2String(29, "air"), q2String(4, "rotate"))
	if bar() != want {
		t.Errorf("%q", bar())
	}
	// The extended protocol has 54 pieces, 5 to 58.
	w = newWorld23(t, "dm2")
	feed(w, &message.Quake2ServerData{Protocol: 3434, IsDemo: 1})
	feed(w, q2String(5, strings.Repeat("x", 64*53)), q2String(58, "end"), q2String(59, "air"))
	if want := strings.Repeat("x", 64*53) + "end"; bar() != want {
		t.Errorf("%d bytes: %q", len(bar()), bar())
	}
}

// Programs of the layout control language, word by word.
func TestQuake2LayoutWords(t *testing.T) {
	w := q2Client(t)
	feed(w, q2String(544, "zero"), q2String(545, "one"), q2String(799, "last"), q2String(1568, "first\nsecond"),
		q2String(1056, "item"))
	const start, middle, end = layout.Start, layout.Middle, layout.End
	stats := func(values map[int]int32) *world.Stats {
		s := &world.Stats{}
		for i, v := range values {
			s.Set(i, v)
		}
		return s
	}
	text := func(s string) layout.Item { return layout.Item{Kind: layout.Text, Text: s} }
	number := func(v int32, stat uint8, alarm, box bool) layout.Item {
		return layout.Item{Kind: layout.Number, Value: v, Width: 3, Alarm: alarm, Box: box, FromStat: true, Stat: stat}
	}
	for _, test := range []struct {
		program string
		stats   map[int]int32
		want    []layout.Item
	}{
		// Places: each axis has three anchors.
		{`xl 3 yt 4 string a`, nil, []layout.Item{{XFrom: start, X: 3, YFrom: start, Y: 4, Text: "a"}}},
		{`xr -3 yb -4 string a`, nil, []layout.Item{{XFrom: end, X: -3, YFrom: end, Y: -4, Text: "a"}}},
		{`xv 3 yv 4 string a`, nil, []layout.Item{{XFrom: middle, X: -157, YFrom: middle, Y: -116, Text: "a"}}},
		{`xv 160 yv 120 string a`, nil, []layout.Item{{XFrom: middle, X: 0, YFrom: middle, Y: 0, Text: "a"}}},
		{`xl 99999 yt -99999 string a`, nil, []layout.Item{{X: 16384, Y: -16384, Text: "a"}}},
		// Texts.
		{`string a`, nil, []layout.Item{text("a")}},
		{`string "a b"`, nil, []layout.Item{text("a b")}},
		{`string2 a`, nil, []layout.Item{{Text: "a", Bright: true}}},
		{`cstring a`, nil, []layout.Item{{Text: "a", X: 160, Center: true}}},
		{`cstring2 a`, nil, []layout.Item{{Text: "a", X: 160, Center: true, Bright: true}}},
		{"string \"a\nb\n\nc\"", nil, []layout.Item{text("a"), {Text: "b", Y: 8}, {Text: "c", Y: 24}}},
		{"yt\t1\r\nstring\na", nil, []layout.Item{{Text: "a", Y: 1}}},
		{`stat_string 2`, map[int]int32{2: 1568}, []layout.Item{
			{Text: "first", FromStat: true, Stat: 2}, {Text: "second", Y: 8, FromStat: true, Stat: 2},
		}},
		{`string a stat_string 2 string b`, map[int]int32{2: 1056}, []layout.Item{
			text("a"), {Text: "item", FromStat: true, Stat: 2}, text("b"),
		}},
		{`stat_string 2`, map[int]int32{2: 5000}, nil},
		// Pictures.
		{`pic 3`, map[int]int32{3: 1}, []layout.Item{{Kind: layout.Picture, Text: "one", FromStat: true, Stat: 3}}},
		{`pic 3`, map[int]int32{3: 0}, []layout.Item{{Kind: layout.Picture, Text: "zero", FromStat: true, Stat: 3}}},
		{`pic 3`, map[int]int32{3: 255}, []layout.Item{{Kind: layout.Picture, Text: "last", FromStat: true, Stat: 3}}},
		{`pic 3`, map[int]int32{3: 256}, nil},
		{`pic 3`, map[int]int32{3: -1}, nil},
		{`pic 3`, map[int]int32{3: 2}, nil},
		{`picn tag1`, nil, []layout.Item{{Kind: layout.Picture, Text: "tag1"}}},
		{`picn`, nil, nil},
		// Numbers: the stats 1 health, 3 ammo, 5 armor, 15 flashes.
		{`num 4 9`, map[int]int32{9: -12}, []layout.Item{{Kind: layout.Number, Value: -12, Width: 4, FromStat: true,
			Stat: 9}}},
		{`num 0 9`, map[int]int32{9: 5}, []layout.Item{{Kind: layout.Number, Value: 5, Width: 1, FromStat: true,
			Stat: 9}}},
		{`num 6 63`, map[int]int32{63: 5}, []layout.Item{{Kind: layout.Number, Value: 5, Width: 5, FromStat: true,
			Stat: 63}}},
		{`num 2 64`, map[int]int32{0: 5}, []layout.Item{{Kind: layout.Number, Width: 2, FromStat: true}}},
		{`num 2 -1`, map[int]int32{0: 5}, []layout.Item{{Kind: layout.Number, Width: 2, FromStat: true}}},
		{`hnum`, map[int]int32{1: 26}, []layout.Item{number(26, 1, false, false)}},
		{`hnum`, map[int]int32{1: 25}, []layout.Item{number(25, 1, true, false)}},
		{`hnum`, map[int]int32{1: -9, 15: 1}, []layout.Item{number(-9, 1, true, true)}},
		{`hnum`, map[int]int32{1: 99, 15: 6}, []layout.Item{number(99, 1, false, false)}},
		{`anum`, map[int]int32{3: 6}, []layout.Item{number(6, 3, false, false)}},
		{`anum`, map[int]int32{3: 5, 15: 4}, []layout.Item{number(5, 3, true, true)}},
		{`anum`, map[int]int32{3: 0, 15: 3}, []layout.Item{number(0, 3, true, false)}},
		{`anum`, map[int]int32{3: -1}, nil},
		{`rnum`, map[int]int32{5: 1}, []layout.Item{number(1, 5, false, false)}},
		{`rnum`, map[int]int32{5: 200, 15: 2}, []layout.Item{number(200, 5, false, true)}},
		{`rnum`, map[int]int32{5: 200, 15: 5}, []layout.Item{number(200, 5, false, false)}},
		{`rnum`, map[int]int32{5: 0}, nil},
		// What an "if" leaves out.
		{`if 2 string a endif string b`, map[int]int32{2: 1}, []layout.Item{text("a"), text("b")}},
		{`if 2 string a endif string b`, map[int]int32{2: -1}, []layout.Item{text("a"), text("b")}},
		{`if 2 string a endif string b`, nil, []layout.Item{text("b")}},
		{`if 99 string a endif string b`, map[int]int32{0: 1}, []layout.Item{text("b")}},
		{`if 2 yt 9 string endif string b`, nil, []layout.Item{text("b")}},
		// Scoreboards.
		{`client 0 0 0 -5 6 7`, nil, []layout.Item{
			{XFrom: middle, YFrom: middle, X: -128, Y: -120, Text: "Ann", Bright: true},
			{XFrom: middle, YFrom: middle, X: -128, Y: -112, Text: "Score:"},
			{XFrom: middle, YFrom: middle, X: -72, Y: -112, Kind: layout.Integer, Value: -5, Bright: true},
			{XFrom: middle, YFrom: middle, X: -128, Y: -104, Text: "Ping:"},
			{XFrom: middle, YFrom: middle, X: -72, Y: -104, Kind: layout.Integer, Value: 6},
			{XFrom: middle, YFrom: middle, X: -128, Y: -96, Text: "Time:"},
			{XFrom: middle, YFrom: middle, X: -72, Y: -96, Kind: layout.Integer, Value: 7},
		}},
		{`client 0 0 3 1 1 1 string a`, nil, []layout.Item{{XFrom: middle, YFrom: middle, X: -160, Y: -120,
			Text: "a"}}},
		{`client 0 0 -1 1 1 1`, nil, nil},
		{`client 0 0 x 1 1 1`, nil, nil},
		{`ctf 16 24 1 -3 999`, nil, []layout.Item{
			{XFrom: middle, YFrom: middle, X: -144, Y: -96, Kind: layout.Integer, Value: -3},
			{XFrom: middle, YFrom: middle, X: -112, Y: -96, Kind: layout.Integer, Value: 999},
			{XFrom: middle, YFrom: middle, X: -80, Y: -96, Text: "Bob"},
		}},
		{`ctf 0 0 2 1 1000`, nil, []layout.Item{
			{XFrom: middle, YFrom: middle, X: -160, Y: -120, Kind: layout.Integer, Value: 1},
			{XFrom: middle, YFrom: middle, X: -128, Y: -120, Kind: layout.Integer, Value: 999},
			{XFrom: middle, YFrom: middle, X: -96, Y: -120, Text: "Cy"},
		}},
		{`ctf 0 0 3 1 1`, nil, nil},
		{`ctf 0 0 -1 1 1`, nil, nil},
		{`endif`, nil, nil}, {`string`, nil, nil}, {`String a`, nil, nil},
	} {
		got := layout.Run(nil, test.program, stats(test.stats), w.Level(), w.Players)
		if d := cmp.Diff(test.want, got); d != "" {
			t.Errorf("%s %v: %s", test.program, test.stats, d)
		}
	}
	// 512 items are drawn, besides those that were there.
	items := []layout.Item{{Text: "before"}}
	for _, test := range []struct{ words, want int }{{511, 512}, {512, 513}, {513, 513}, {2000, 513}} {
		got := layout.Run(items, strings.Repeat("picn a ", test.words), stats(nil), w.Level(), nil)
		if len(got) != test.want || got[0].Text != "before" {
			t.Errorf("%d words: %d items", test.words, len(got))
		}
	}
}

// A layout tells the scores of those who have none of their own.
func TestQuake2LayoutScores(t *testing.T) {
	w := q2Client(t)
	feed(w, q2Frame(1, -1, &message.Quake2PlayerInfo{StatBits: 1 << 14, Stats: []int16{3}})...)
	feed(w, &message.Layout{Text: []byte(
		`xv 32 client 0 32 1 -4 120 9 client 0 64 0 8 33 9 client 0 0 2 5 x 9 client 0 0 7 1 1 1 client 0 0 -1 1 1 1`)})
	for slot, want := range []struct{ frags, ping int32 }{{8, 33}, {-4, 120}, {0, 0}} {
		if p := w.Players[slot]; p.Frags != want.frags || p.Ping != want.ping {
			t.Errorf("player %d has %d frags, ping %d", slot, p.Frags, p.Ping)
		}
	}
	if !strings.HasPrefix(w.Quake2HUD.Layout, "xv 32 client") {
		t.Errorf("%q", w.Quake2HUD.Layout)
	}
	// The same layout again tells nothing new.
	w.Players[1].Frags = 70
	layout := w.Quake2HUD.Layout
	feed(w, &message.Layout{Text: []byte(layout)})
	if w.Players[1].Frags != 70 {
		t.Errorf("%d frags", w.Players[1].Frags)
	}
	feed(w, &message.Layout{})
	if w.Quake2HUD.Layout != "" {
		t.Errorf("%q", w.Quake2HUD.Layout)
	}
	feed(w, &message.Inventory{Items: [256]int16{0: 1, 255: -2}})
	if u := w.Quake2HUD; u.Inventory[0] != 1 || u.Inventory[255] != -2 || u.Inventory[1] != 0 {
		t.Errorf("%v", u.Inventory)
	}
}

// How printed texts become lines.
func TestQuake2Notices(t *testing.T) {
	w := q2Client(t)
	feed(w, q2Frame(1, -1, nil)...)
	feed(w, q2Frame(6, 1, nil)...)
	lines := func() (list []string) {
		for i := w.Notices.Len() - 1; i >= 0; i-- {
			list = append(list, string(w.Notices.Line(i).Text))
		}
		return list
	}
	say := func(level uint8, text string) { feed(w, &message.Print{Level: level, Text: []byte(text)}) }
	say(0, "one\ntwo\n\nfour")
	say(2, " goes on\nfive\n")
	if d := cmp.Diff([]string{"one", "two", "", "four goes on", "five"}, lines()); d != "" {
		t.Error(d)
	}
	// A line that goes on is of the level of its beginning.
	if l := w.Notices.Line(1); l.Level != 0 || l.Chat || l.Clock != 0.5 {
		t.Errorf("%+v", l)
	}
	if l := w.Notices.Line(0); l.Level != 2 {
		t.Errorf("%+v", l)
	}
	// A line has at least 1024 bytes, and not every one that comes.
	say(0, strings.Repeat("x", 1023))
	say(0, "y")
	say(0, "z")
	if got := lines()[5]; got != strings.Repeat("x", 1023)+"y" {
		t.Errorf("%d bytes, at the end %q", len(got), got[1020:])
	}
	say(0, "\n")
	// 32 lines are kept, the newest.
	for i := range 32 {
		say(0, fmt.Sprintf("%d\n", i))
	}
	if list := lines(); len(list) != 32 || list[0] != "0" || list[31] != "31" {
		t.Errorf("%q", list)
	}
	say(0, "32\n")
	if list := lines(); len(list) != 32 || list[0] != "1" || list[31] != "32" {
		t.Errorf("%q", list)
	}
	// The middle of the screen.
	feed(w, &message.CenterPrint{Text: []byte("one\ntwo")})
	if string(w.Notices.Center) != "one\ntwo" || w.Notices.CenterClock != 0.5 || w.Notices.Finale ||
		w.Notices.CenterTargets != world.Everybody {
		t.Errorf("%+v", w.Notices)
	}
	feed(w, q2Frame(7, 6, nil)...)
	feed(w, &message.CenterPrint{})
	if len(w.Notices.Center) != 0 || w.Notices.CenterClock < 0.59 {
		t.Errorf("%q at %v", w.Notices.Center, w.Notices.CenterClock)
	}
	say(0, "later\n")
	if l := w.Notices.Line(0); l.Clock < 0.59 || l.Clock > 0.61 {
		t.Errorf("%+v", l)
	}
	// A new level's lines do not go on with those of the last.
	say(0, "unfinished")
	feed(w, q2Begin(34, 1, 0)...)
	say(1, "new\n")
	if d := cmp.Diff([]string{"new"}, lines()); d != "" {
		t.Error(d)
	}
	for _, test := range []struct {
		targets uint32
		slot    int
		want    bool
	}{
		{world.Everybody, world.Nobody, true}, {world.Everybody, 40, true}, {0, world.Nobody, false}, {1, 0, true},
		{1, 1, false}, {2, 0, false},
		{2, 1, true}, {1 << 31, 31, true}, {1 << 31, 32, false}, {0x7fffffff, 31, false}, {0xfffffffe, 0, false},
		{0xfffffffe, world.Nobody, false},
	} {
		if got := world.For(test.targets, test.slot); got != test.want {
			t.Errorf("for %x, slot %d: %v", test.targets, test.slot, got)
		}
	}
}
