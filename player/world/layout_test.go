package world

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/formats/quake2"
)

// quake2Level returns a world with a level of Quake II.
func quake2Level(t *testing.T, texts map[int]string) *World {
	t.Helper()
	w := New("dm2")
	w.beginLevel().beginTexts(quake2.Default())
	for index, s := range texts {
		w.setConfigString(index, []byte(s))
	}
	w.joinTexts()
	return w
}

func TestRunLayout(t *testing.T) {
	w := quake2Level(t, map[int]string{
		544 + 2: "i_health", 544 + 7: "a_shells", 1056 + 3: "Shells",
		1312: `Ranger\male/grunt`, 1313: `Quarry\male/grunt`,
	})
	w.Stats.Set(Quake2StatHealthIcon, 2)
	w.Stats.Set(Quake2StatHealth, 20)
	w.Stats.Set(Quake2StatAmmoIcon, 7)
	w.Stats.Set(Quake2StatAmmo, 17)
	w.Stats.Set(Quake2StatPickupText, 1056+3)
	w.Stats.Set(Quake2StatFlashes, flashAmmo)

	for _, test := range []struct {
		name, program string
		want          []LayoutItem
	}{
		{"nothing", "", nil},
		{"unknown words and no numbers", "wobble xl yb", nil},
		{"health and ammo", "yb -24 xv 0 hnum xv 50 pic 0 if 2 xv 100 anum xv 150 pic 2 endif", []LayoutItem{
			{XFrom: LayoutMiddle, X: -160, YFrom: LayoutEnd, Y: -24, Kind: LayoutNumber, Value: 20, Width: 3, Alarm: true, FromStat: true, Stat: 1},
			{XFrom: LayoutMiddle, X: -110, YFrom: LayoutEnd, Y: -24, Kind: LayoutPicture, Text: "i_health", FromStat: true, Stat: 0},
			{XFrom: LayoutMiddle, X: -60, YFrom: LayoutEnd, Y: -24, Kind: LayoutNumber, Value: 17, Width: 3, Box: true, FromStat: true, Stat: 3},
			{XFrom: LayoutMiddle, X: -10, YFrom: LayoutEnd, Y: -24, Kind: LayoutPicture, Text: "a_shells", FromStat: true, Stat: 2},
		}},
		{"no armour", "rnum if 4 pic 4 endif yt 5 xr -50 num 9 1", []LayoutItem{
			{XFrom: LayoutEnd, X: -50, Y: 5, Kind: LayoutNumber, Value: 20, Width: 5, FromStat: true, Stat: 1},
		}},
		{"texts", `xl 1 yt 2 stat_string 8 string "a b" string2 c cstring "d` + "\n\n" + `e" picn tag1`, []LayoutItem{
			{X: 1, Y: 2, Text: "Shells", FromStat: true, Stat: 8},
			{X: 1, Y: 2, Text: "a b"},
			{X: 1, Y: 2, Text: "c", Bright: true},
			{X: 161, Y: 2, Text: "d", Center: true},
			{X: 161, Y: 18, Text: "e", Center: true},
			{X: 1, Y: 2, Kind: LayoutPicture, Text: "tag1"},
		}},
		{"scoreboard", "client 0 32 1 3 25 7 client 0 0 9 0 0 0", []LayoutItem{
			{XFrom: LayoutMiddle, YFrom: LayoutMiddle, X: -128, Y: -88, Text: "Quarry", Bright: true},
			{XFrom: LayoutMiddle, YFrom: LayoutMiddle, X: -128, Y: -80, Text: "Score:"},
			{XFrom: LayoutMiddle, YFrom: LayoutMiddle, X: -72, Y: -80, Kind: LayoutInteger, Value: 3, Bright: true},
			{XFrom: LayoutMiddle, YFrom: LayoutMiddle, X: -128, Y: -72, Text: "Ping:"},
			{XFrom: LayoutMiddle, YFrom: LayoutMiddle, X: -72, Y: -72, Kind: LayoutInteger, Value: 25},
			{XFrom: LayoutMiddle, YFrom: LayoutMiddle, X: -128, Y: -64, Text: "Time:"},
			{XFrom: LayoutMiddle, YFrom: LayoutMiddle, X: -72, Y: -64, Kind: LayoutInteger, Value: 7},
		}},
		{"flag scoreboard", "ctf 8 8 0 2 1200", []LayoutItem{
			{XFrom: LayoutMiddle, YFrom: LayoutMiddle, X: -152, Y: -112, Kind: LayoutInteger, Value: 2},
			{XFrom: LayoutMiddle, YFrom: LayoutMiddle, X: -120, Y: -112, Kind: LayoutInteger, Value: 999},
			{XFrom: LayoutMiddle, YFrom: LayoutMiddle, X: -88, Y: -112, Text: "Ranger"},
		}},
		{"a text without its end", `string "abc`, []LayoutItem{{Text: "abc"}}},
		{"an if without its end", "if 4 hnum", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := RunLayout(nil, test.program, &w.Stats, w.Level(), w.Players)
			if d := cmp.Diff(test.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestRunLayoutIsBounded(t *testing.T) {
	w := quake2Level(t, nil)
	items := RunLayout(nil, strings.Repeat("hnum ", 10*maxLayoutItems), &w.Stats, w.Level(), nil)
	if len(items) != maxLayoutItems {
		t.Errorf("%d items", len(items))
	}
}

func TestStatusBarIsOneText(t *testing.T) {
	piece := strings.Repeat("a", 63) + " "
	long := strings.Repeat("b", 200)
	for _, test := range []struct {
		name  string
		texts map[int]string
		want  string
	}{
		{"pieces of 64 bytes", map[int]string{5: piece, 6: piece, 7: "end"}, piece + piece + "end"},
		{"the whole, and its tail again", map[int]string{5: long, 6: long[64:], 7: long[128:], 8: long[192:]}, long},
		{"beyond the last piece", map[int]string{28: long}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := quake2Level(t, test.texts).Level().Texts.StatusBar; got != test.want {
				t.Errorf("%q, not %q", got, test.want)
			}
		})
	}
}

func FuzzRunLayout(f *testing.F) {
	f.Add("yb -24 xv 0 hnum xv 50 pic 0 if 2 xv 100 anum xv 150 pic 2 endif")
	f.Add(`client 0 32 1 3 25 7 ctf 1 1 0 5 9 cstring2 "x` + "\n" + `y" num 99999999999 -1 stat_string -5`)
	f.Fuzz(func(t *testing.T, program string) {
		w := New("dm2")
		w.beginLevel().beginTexts(quake2.Default())
		w.player(3)
		for i := range w.Stats.Values {
			w.Stats.Set(i, int32(i)*1000-5000)
		}
		if n := len(RunLayout(nil, program, &w.Stats, w.Level(), w.Players)); n > 2*maxLayoutItems {
			t.Fatalf("%d items", n)
		}
	})
}
