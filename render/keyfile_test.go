package render

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/hajimehoshi/ebiten/v2"
)

// Every key of the table gives an action that has a name of its own.
func TestActionsHaveNames(t *testing.T) {
	used := map[string]bool{}
	for _, g := range Bindings {
		for _, b := range g.Bindings {
			for _, c := range b.Chords {
				name := actionNames[action{b.Command, c.Arg}]
				if name == "" {
					t.Errorf("%s: command %d with %v has no name", g.Title, b.Command, c.Arg)
				}
				used[name] = true
			}
		}
	}
	seen := map[string]action{}
	for a, name := range actionNames {
		if other, twice := seen[name]; twice {
			t.Errorf("%q is %v and %v", name, a, other)
		}
		seen[name] = a
		if !used[name] {
			t.Errorf("%q has no key", name)
		}
	}
}

func TestKeysByName(t *testing.T) {
	for text, want := range map[string]Chord{
		"K": {Key: ebiten.KeyK}, "k": {Key: ebiten.KeyK}, "Shift+F2": {Key: ebiten.KeyF2, Shift: true}, "shift+[": {Key: ebiten.KeyBracketLeft, Shift: true},
		"Space": {Key: ebiten.KeySpace}, "PgUp": {Key: ebiten.KeyPageUp}, "Esc": {Key: ebiten.KeyEscape}, "Numpad5": {Key: ebiten.KeyNumpad5},
		"5": {Key: ebiten.KeyDigit5}, "ArrowLeft": {Key: ebiten.KeyArrowLeft}, "Left": {Key: ebiten.KeyArrowLeft}, "`": {Key: ebiten.KeyBackquote},
		"Shift": {Key: ebiten.KeyShiftLeft}, "BracketLeft": {Key: ebiten.KeyBracketLeft}, ",": {Key: ebiten.KeyComma},
	} {
		if got, err := parseChord(text); err != nil || got != want {
			t.Errorf("%q is %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "Shift+", "Hyper+K", "KK"} {
		if got, err := parseChord(text); err == nil {
			t.Errorf("%q is %+v", text, got)
		}
	}
}

// keysOf reads a file of keys.
func keysOf(t *testing.T, text string) ([]Group, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "keys.toml")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return ReadKeys(path)
}

// given returns the action of a chord in a table.
func given(groups []Group, c Chord) string {
	for _, g := range groups {
		for _, b := range g.Bindings {
			for _, d := range b.Chords {
				if d.Key == c.Key && d.Shift == c.Shift {
					return actionNames[action{b.Command, d.Arg}]
				}
			}
		}
	}
	return ""
}

func TestKeysAreChanged(t *testing.T) {
	groups, err := keysOf(t, `# mine
next-kill = "N"
pause = [ "Space", 'Shift+P', # both
]
"forward-5" = "D"
x-ray = []
`)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"N": "next-kill", "K": "", "Shift+K": "previous-kill", "Space": "pause", "Shift+P": "pause", "P": "previous-player",
		"D": "forward-5", "Right": "", "Left": "back-5", "X": "", "A": "move-left",
	} {
		c, err := parseChord(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := given(groups, c); got != want {
			t.Errorf("%s gives %q, want %q", text, got, want)
		}
	}
	if c, _ := parseChord("K"); given(Bindings, c) != "next-kill" {
		t.Error("the table of the program has changed")
	}
	help := ""
	for _, g := range helpGroups(groups) {
		for _, l := range g.Lines {
			help += l.Keys + ": " + l.Label + "\n"
		}
	}
	for _, line := range []string{"N Shift+K: next, previous kill", "Space Shift+P: play, pause", "Left D: 5 seconds back, on"} {
		if !strings.Contains(help, line+"\n") {
			t.Errorf("the help page has not %q:\n%s", line, help)
		}
	}
}

func TestWrongKeysAreNamedWithTheirLine(t *testing.T) {
	for text, want := range map[string]string{
		"\n\nnext-kil = 'K'\n":                   "keys.toml:3: there is no action \"next-kil\"",
		"pause = 'Spacebar'\n":                   "keys.toml:1: pause: there is no key \"Spacebar\"",
		"pause = 'Space'\nhelp = ['H', 'Space']": "keys.toml:2: help has a key that pause has",
		"pause = 'P'\npause = 'O'":               "keys.toml:2: pause is given keys twice",
		"pause = 'P'\n[keys]\nhelp = 'H'":        "keys.toml:2: there are no tables here",
		"pause = 5":                              "keys.toml:1: pause: keys are texts",
		"pause = 'P'\n\nhelp = \"H\n":            "keys.toml:3: ",
		"pause = 'P'\nhelp\n":                    "keys.toml:2: ",
		"pause.now = 'P'":                        "keys.toml:1: there is no action \"pause.now\"",
	} {
		groups, err := keysOf(t, text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
		if len(groups) != len(Bindings) || &groups[0] != &Bindings[0] {
			t.Errorf("%q: the table is another", text)
		}
	}
	if groups, err := ReadKeys(filepath.Join(t.TempDir(), "none.toml")); err != nil || &groups[0] != &Bindings[0] {
		t.Errorf("without a file: %v", err)
	}
}

// The table as it is written gives the same keys when it is read.
func TestKeysComeBack(t *testing.T) {
	var text strings.Builder
	if err := WriteKeys(&text, Bindings); err != nil {
		t.Fatal(err)
	}
	groups, err := keysOf(t, text.String())
	if err != nil {
		t.Fatalf("%v in\n%s", err, text.String())
	}
	for i, g := range Bindings {
		for k, b := range g.Bindings {
			less := func(a, b Chord) int { return 2*cmp.Compare(a.Key, b.Key) + cmp.Compare(a.Arg, b.Arg) }
			want, got := slices.SortedFunc(slices.Values(b.Chords), less), slices.SortedFunc(slices.Values(groups[i].Bindings[k].Chords), less)
			if diff := gocmp.Diff(want, got); diff != "" {
				t.Errorf("%s: %s", b.Label, diff)
			}
		}
	}
}
