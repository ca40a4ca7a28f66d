package layout_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/formats/message"
	"demoscope/player/world"
	"demoscope/player/world/internal/worldtest"
	"demoscope/player/world/layout"
	"demoscope/player/world/quake2"
)

// game returns a game of Quake II whose level has these config strings.
func game(t testing.TB, texts map[int]string) *world.World {
	t.Helper()
	list := []message.Message{&message.Quake2ServerData{Protocol: 34, IsDemo: 1}}
	for index, s := range texts {
		list = append(list, &message.ConfigString{Index: uint16(index), Text: []byte(s)})
	}
	return worldtest.Play(world.New(world.Quake2, quake2.NewDemo), list)
}

func TestRun(t *testing.T) {
	w := game(t, map[int]string{
		544 + 2: "i_health", 544 + 7: "a_shells", 1056 + 3: "Shells",
		1312: `Ranger\male/grunt`, 1313: `Quarry\male/grunt`,
	})
	w.Stats.Set(world.Quake2StatHealthIcon, 2)
	w.Stats.Set(world.Quake2StatHealth, 20)
	w.Stats.Set(world.Quake2StatAmmoIcon, 7)
	w.Stats.Set(world.Quake2StatAmmo, 17)
	w.Stats.Set(world.Quake2StatPickupText, 1056+3)
	w.Stats.Set(world.Quake2StatFlashes, 4)

	for _, test := range []struct {
		name, program string
		want          []layout.Item
	}{
		{"nothing", "", nil},
		{"unknown words and no numbers", "wobble xl yb", nil},
		{"health and ammo", "yb -24 xv 0 hnum xv 50 pic 0 if 2 xv 100 anum xv 150 pic 2 endif", []layout.Item{
			{XFrom: layout.Middle, X: -160, YFrom: layout.End, Y: -24, Kind: layout.Number, Value: 20, Width: 3,
				Alarm: true, FromStat: true, Stat: 1},
			{XFrom: layout.Middle, X: -110, YFrom: layout.End, Y: -24, Kind: layout.Picture, Text: "i_health",
				FromStat: true, Stat: 0},
			{XFrom: layout.Middle, X: -60, YFrom: layout.End, Y: -24, Kind: layout.Number, Value: 17, Width: 3,
				Box: true, FromStat: true, Stat: 3},
			{XFrom: layout.Middle, X: -10, YFrom: layout.End, Y: -24, Kind: layout.Picture, Text: "a_shells",
				FromStat: true, Stat: 2},
		}},
		{"no armor", "rnum if 4 pic 4 endif yt 5 xr -50 num 9 1", []layout.Item{
			{XFrom: layout.End, X: -50, Y: 5, Kind: layout.Number, Value: 20, Width: 5, FromStat: true, Stat: 1},
		}},
		{"texts", `xl 1 yt 2 stat_string 8 string "a b" string2 c cstring "d` + "\n\n" + `e" picn tag1`, []layout.Item{
			{X: 1, Y: 2, Text: "Shells", FromStat: true, Stat: 8},
			{X: 1, Y: 2, Text: "a b"},
			{X: 1, Y: 2, Text: "c", Bright: true},
			{X: 161, Y: 2, Text: "d", Center: true},
			{X: 161, Y: 18, Text: "e", Center: true},
			{X: 1, Y: 2, Kind: layout.Picture, Text: "tag1"},
		}},
		{"scoreboard", "client 0 32 1 3 25 7 client 0 0 9 0 0 0", []layout.Item{
			{XFrom: layout.Middle, YFrom: layout.Middle, X: -128, Y: -88, Text: "Quarry", Bright: true},
			{XFrom: layout.Middle, YFrom: layout.Middle, X: -128, Y: -80, Text: "Score:"},
			{XFrom: layout.Middle, YFrom: layout.Middle, X: -72, Y: -80, Kind: layout.Integer, Value: 3, Bright: true},
			{XFrom: layout.Middle, YFrom: layout.Middle, X: -128, Y: -72, Text: "Ping:"},
			{XFrom: layout.Middle, YFrom: layout.Middle, X: -72, Y: -72, Kind: layout.Integer, Value: 25},
			{XFrom: layout.Middle, YFrom: layout.Middle, X: -128, Y: -64, Text: "Time:"},
			{XFrom: layout.Middle, YFrom: layout.Middle, X: -72, Y: -64, Kind: layout.Integer, Value: 7},
		}},
		{"flag scoreboard", "ctf 8 8 0 2 1200", []layout.Item{
			{XFrom: layout.Middle, YFrom: layout.Middle, X: -152, Y: -112, Kind: layout.Integer, Value: 2},
			{XFrom: layout.Middle, YFrom: layout.Middle, X: -120, Y: -112, Kind: layout.Integer, Value: 999},
			{XFrom: layout.Middle, YFrom: layout.Middle, X: -88, Y: -112, Text: "Ranger"},
		}},
		{"a text without its end", `string "abc`, []layout.Item{{Text: "abc"}}},
		{"an if without its end", "if 4 hnum", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := layout.Run(nil, test.program, &w.Stats, w.Level(), w.Players)
			if d := cmp.Diff(test.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestRunIsBounded(t *testing.T) {
	w := game(t, nil)
	items := layout.Run(nil, strings.Repeat("hnum ", 10*512), &w.Stats, w.Level(), nil)
	if len(items) != 512 {
		t.Errorf("%d items", len(items))
	}
}

func FuzzRun(f *testing.F) {
	f.Add("yb -24 xv 0 hnum xv 50 pic 0 if 2 xv 100 anum xv 150 pic 2 endif")
	f.Add(`client 0 32 1 3 25 7 ctf 1 1 0 5 9 cstring2 "x` + "\n" + `y" num 99999999999 -1 stat_string -5`)
	f.Fuzz(func(t *testing.T, program string) {
		w := game(t, map[int]string{1315: `Cy\male/grunt`})
		for i := range w.Stats.Values {
			w.Stats.Set(i, int32(i)*1000-5000)
		}
		if n := len(layout.Run(nil, program, &w.Stats, w.Level(), w.Players)); n > 2*512 {
			t.Fatalf("%d items", n)
		}
	})
}

// TestFarPlaces: places are cut to 16,384 pixels, so that sums with them are
// exact and what is far out stays there.
func TestFarPlaces(t *testing.T) {
	w := game(t, nil)
	for program, want := range map[string][2]int{
		`xl 16384 yt -16384 string "a"`: {16384, -16384}, `xl 16385 yt -16385 string "a"`: {16384, -16384},
		`xl 999999999 yt -999999999 string "a"`: {16384, -16384}, `xr 20000 yb 20000 string "a"`: {16384, 16384},
		`xv -20000 yv 20000 string "a"`: {-16384 - 160, 16384 - 120},
	} {
		items := layout.Run(nil, program, &w.Stats, w.Level(), w.Players)
		if len(items) != 1 || items[0].X != want[0] || items[0].Y != want[1] {
			t.Errorf("%s: %+v, want %v", program, items, want)
		}
	}
}
