package setting

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// drive is what paths begin with that are absolute: "C:" on Windows.
var drive = filepath.VolumeName(os.TempDir())

// TestTable: names are unique, usual values are in their usual form, and groups are in one piece.
func TestTable(t *testing.T) {
	var names, groups []string
	for i := range table {
		s := &table[i]
		if slices.Contains(names, s.Name) {
			t.Errorf("%s stands twice", s.Name)
		}
		names = append(names, s.Name)
		if got, err := s.Check(s.Usual); err != nil || !slices.Equal(got, s.Usual) {
			t.Errorf("%s: usual %q: %q, %v", s.Name, s.Usual, got, err)
		}
		if s.Label == "" || s.Help == "" || strings.HasSuffix(s.Help, ".") {
			t.Errorf("%s: %q, %q", s.Name, s.Label, s.Help)
		}
		if len(groups) == 0 || groups[len(groups)-1] != s.Group {
			if slices.Contains(groups, s.Group) {
				t.Errorf("group %s is in two pieces", s.Group)
			}
			groups = append(groups, s.Group)
		}
	}
}

func TestCheck(t *testing.T) {
	for _, test := range []struct {
		name string
		in   Value
		want string // "" for an error
	}{
		{"picture-in-picture", Value{"off"}, "false"},
		{"picture-in-picture", Value{"YES"}, "true"},
		{"picture-in-picture", Value{"2"}, ""},
		{"picture-in-picture", Value{}, ""},
		{"mode", Value{"wire"}, "wire"},
		{"mode", Value{"Wire"}, ""},
		{"mode", Value{"wire", "lit"}, ""},
		{"library-columns", Value{"map", "date", "map"}, "date,map"},
		{"library-columns", Value{"walls"}, ""},
		{"volume", Value{"40"}, "40"},
		{"volume", Value{"040"}, "40"},
		{"volume", Value{"101"}, ""},
		{"volume", Value{"-1"}, ""},
		{"volume", Value{"loud"}, ""},
		{"size", Value{"640x360"}, "640x360"},
		{"size", Value{"640"}, ""},
		{"size", Value{"8x360"}, ""},
		{"size", Value{"99999x360"}, ""},
		{"place", Value{"20,-40"}, "20,-40"},
		{"place", Value{"center"}, "center"},
		{"place", Value{"20"}, ""},
		{"place", Value{"20,x"}, ""},
		{"place", Value{"20,99999999"}, ""},
		{"basedir", Value{drive + "/games/quake", drive + "/games/q3,a"}, drive + "/games/quake," + drive +
			"/games/q3,a"},
		{"basedir", Value{"games"}, ""},
	} {
		got, err := Find(test.name).Check(test.in)
		if (err == nil) != (test.want != "") || got.String() != test.want {
			t.Errorf("%s %q: %q, %v", test.name, test.in, got, err)
		}
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
		{"volume", "70", 1, "80"}, {"volume", "100", 1, "100"}, {"volume", "10", -2, "0"},
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
