package setting

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"demoscope/internal/golden"
)

// drive is what paths begin with that are absolute: "C:" on Windows.
var drive = filepath.VolumeName(os.TempDir())

// TestTable compares all rows with a file. Names are unique, usual values are in their usual form, groups are in one
// piece, and each switch has a bit of its own.
func TestTable(t *testing.T) {
	var lines, groups []string
	var seen, grouped Switches
	for i, s := range Table() {
		lines = append(lines, fmt.Sprintf("%+v, look %v", s, IsLook(&s)))
		if Index(s.Name) != i || Find(s.Name) != &table[i] || Names()[i] != s.Name {
			t.Errorf("%s is not row %d alone", s.Name, i)
		}
		if got, err := s.Check(s.Usual); err != nil || !slices.Equal(got, s.Usual) {
			t.Errorf("%s: usual %q: %q, %v", s.Name, s.Usual, got, err)
		}
		if got := (Values{"x": on}).Of(s.Name); !slices.Equal(got, s.Usual) {
			t.Errorf("%s without a value is %q", s.Name, got)
		}
		if len(groups) == 0 || groups[len(groups)-1] != s.Group {
			if slices.Contains(groups, s.Group) {
				t.Errorf("group %s is in two pieces", s.Group)
			}
			groups = append(groups, s.Group)
			grouped |= Group(s.Group)
		}
		if s.Bit == 0 {
			continue
		}
		if s.Kind != Switch || seen&s.Bit != 0 || Group(s.Group)&s.Bit == 0 {
			t.Errorf("%s has the bit %b of another setting", s.Name, s.Bit)
		}
		seen |= s.Bit
		other := table[1].Bit ^ table[3].Bit ^ s.Bit&(table[1].Bit|table[3].Bit) // on by default, and off
		for _, is := range []bool{false, true, false} {
			var v Switches
			if v.On(s.Bit) != s.Usual.On() {
				t.Errorf("%s is %v by default", s.Name, v.On(s.Bit))
			}
			v.Set(other, true)
			if v.Set(s.Bit, is); v.On(s.Bit) != is || v.On(other) == (other == 0) {
				t.Errorf("%s was set to %v: %b", s.Name, is, v)
			}
			if v.Set(s.Bit, s.Usual.On()); other&s.Bit == 0 && v&s.Bit != 0 {
				t.Errorf("%s as usual differs", s.Name)
			}
		}
	}
	if seen != grouped || seen+1 != SeekThumbnails<<1 {
		t.Errorf("the bits of all switches are %b, of all groups %b", seen, grouped)
	}
	if Find("nonsense") != nil || Index("nonsense") != -1 {
		t.Error("there is a setting nonsense")
	}
	golden.Lines(t, "table", lines, golden.Equal)
}

// TestCheck has values on both sides of each bound, with their usual form or the error.
func TestCheck(t *testing.T) {
	const columns = "date, game, map, mode, players, result, length, file, best, recorder, format, size, damage, folder"
	sizes := " (want WxH, 16 to 16384 pixels a side)"
	path := drive + "/games/q3,a"
	for _, test := range []struct {
		name      string
		in        Value
		want, err string
	}{
		{"x-ray", Value{"off"}, "false", ""}, {"x-ray", Value{"No"}, "false", ""}, {"x-ray", Value{"on"}, "true", ""},
		{"x-ray", Value{"YES"}, "true", ""}, {"x-ray", Value{"2"}, "", `x-ray must be true or false, not "2"`},
		{"x-ray", Value{}, "", "x-ray takes one value, not 0"},
		{"light", Value{"true"}, "true", ""},
		{"light", Value{"Lit"}, "", `light must be one of lifted, true, not "Lit"`},
		{"mode", Value{"wire", "lit"}, "", "mode takes one value, not 2"},
		{"library-columns", Value{"map", "date", "map"}, "date,map", ""}, {"library-columns", Value{}, "", ""},
		{"library-columns", Value{"date", "walls"}, "", "library-columns takes any of " + columns + `, not "walls"`},
		{"volume", Value{"040"}, "40", ""}, {"volume", Value{"0"}, "0", ""}, {"volume", Value{"100"}, "100", ""},
		{"volume", Value{"101"}, "", `volume must be a whole number from 0 to 100, not "101"`},
		{"brightness", Value{"50"}, "50", ""},
		{"brightness", Value{"49"}, "", `brightness must be a whole number from 50 to 200, not "49"`},
		{"volume", Value{"loud"}, "", `volume must be a whole number from 0 to 100, not "loud"`},
		{"size", Value{"16x16384"}, "16x16384", ""}, {"size", Value{"640"}, "", `size: invalid size "640"` + sizes},
		{"size", Value{"15x360"}, "", `size: invalid size "15x360"` + sizes},
		{"size", Value{"360x16385"}, "", `size: invalid size "360x16385"` + sizes},
		{"size", Value{"360xx"}, "", `size: invalid size "360xx"` + sizes},
		{"place", Value{"-16384,16384"}, "-16384,16384", ""},
		{"place", Value{"-16385,1"}, "", `place must be center or X,Y like 20,40, not "-16385,1"`},
		{"place", Value{"center"}, "center", ""},
		{"place", Value{"16385,1"}, "", `place must be center or X,Y like 20,40, not "16385,1"`},
		{"place", Value{"1,-16385"}, "", `place must be center or X,Y like 20,40, not "1,-16385"`},
		{"place", Value{"20"}, "", `place must be center or X,Y like 20,40, not "20"`},
		{"basedir", Value{drive + "/games", path}, drive + "/games," + path, ""},
		{"basedir", Value{path, "games"}, "", `basedir: "games" is not an absolute path`},
	} {
		got, err := Find(test.name).Check(test.in)
		if got.String() != test.want || err == nil && test.err != "" || err != nil && err.Error() != test.err {
			t.Errorf("%s %q: %q, %v, want %q, %s", test.name, test.in, got, err, test.want, test.err)
		}
	}
	if x, y, ok := ParsePlace("20,-40"); x != 20 || y != -40 || !ok {
		t.Errorf("20,-40 is %d, %d, %v", x, y, ok)
	}
	if w, h, err := ParseSize("640x360"); w != 640 || h != 360 || err != nil {
		t.Errorf("640x360 is %d, %d, %v", w, h, err)
	}
}

func TestNext(t *testing.T) {
	for _, test := range []struct {
		name, from string
		steps      int
		want       string
	}{
		{"picture-in-picture", "true", 1, "false"}, {"picture-in-picture", "true", -1, "false"},
		{"picture-in-picture", "true", 2, "true"},
		{"mode", "lit", 1, "shaded"}, {"mode", "lit", -1, "game"}, {"mode", "wire", 1, "game"},
		{"mode", "game", -6, "wire"}, {"volume", "70", 1, "80"}, {"volume", "95", 1, "100"}, {"volume", "10", -2, "0"},
		{"ui-scale", "100", -3, "50"},
		{"size", "640x360", 1, "640x360"},
	} {
		if got := Find(test.name).Next(Value{test.from}, test.steps).String(); got != test.want {
			t.Errorf("%s: %d behind %s is %s, not %s", test.name, test.steps, test.from, got, test.want)
		}
	}
}

// TestNames: a setting has one name, which its label repeats, and says what is there if it is on.
func TestNames(t *testing.T) {
	// The names of these are shorter, since flags and links have them.
	labels := map[string]string{"mode": "Render mode", "director": "Director at start", "size": "Window size",
		"place": "Window position", "fullscreen": "Start in full screen", "library-sort": "Sort library by",
		"basedir": "Game folders", "hit-signs": "Hit and aim signs"}
	unit := strings.NewReplacer(" (%)", "", " (after restart)", "")
	for _, s := range Table() {
		want, ok := labels[s.Name]
		if !ok {
			want = strings.ReplaceAll(s.Name, "-", " ")
		}
		got := unit.Replace(s.Label)
		if !strings.EqualFold(strings.ReplaceAll(got, "-", " "), want) {
			t.Errorf("%s has the label %q", s.Name, s.Label)
		}
		for _, word := range strings.Fields(strings.ToLower(got + " " + strings.ReplaceAll(s.Name, "-", " "))) {
			if slices.Contains([]string{"no", "not", "without", "hide", "hidden", "disable", "skip", "less"}, word) {
				t.Errorf("%s, %q: %q has the opposite sense", s.Name, s.Label, word)
			}
		}
		if s.Help == "" || strings.HasSuffix(s.Help, ".") || strings.HasPrefix(s.Help, "Hide ") {
			t.Errorf("%s: help %q", s.Name, s.Help)
		}
	}
}
