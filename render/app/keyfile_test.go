package app

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/internal/bounded"
	"demoscope/player/world"
	"demoscope/render/control"
	"demoscope/render/levelmap"
)

func TestKeysByName(t *testing.T) {
	for text, want := range map[string]chord{
		"K": {Key: control.KeyK}, "k": {Key: control.KeyK}, "Shift+F2": {Key: control.KeyF2, Shift: true},
		"shift+[": {Key: control.KeyBracketLeft, Shift: true},
		"Space":   {Key: control.KeySpace}, "PgUp": {Key: control.KeyPageUp}, "Esc": {Key: control.KeyEscape},
		"Numpad5":   {Key: control.KeyNumpad5},
		"5":         {Key: control.KeyDigit5},
		"ArrowLeft": {Key: control.KeyArrowLeft}, "Left": {Key: control.KeyArrowLeft},
		"`":           {Key: control.KeyBackquote},
		"Shift":       {Key: control.KeyShiftLeft},
		"BracketLeft": {Key: control.KeyBracketLeft}, ",": {Key: control.KeyComma},
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
func keysOf(t *testing.T, text string) (Keys, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "keys.toml")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return ReadKeys(path)
}

// owners returns the names of the commands that keys give in a table.
func owners(t *testing.T, table Keys, keys ...string) map[string]string {
	t.Helper()
	list := map[string]string{}
	for _, text := range keys {
		want, err := parseChord(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range table.table() {
			for _, c := range g.Commands {
				for _, k := range c.Keys {
					if k == want {
						list[text] += c.Name
					}
				}
			}
		}
	}
	return list
}

func TestKeysAreChanged(t *testing.T) {
	groups, err := keysOf(t, `# mine
next-kill = "N"
pause = [ "Space", 'Shift+P', # both
]
"forward-5" = "D"
forward-30 = [
	"F9",

	# and
	"F10"
]
x-ray = []
`)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"N": "next-kill", "Shift+K": "previous-kill", "Space": "pause", "Shift+P": "pause", "P": "previous-player",
		"D": "forward-5", "Left": "back-5", "A": "move-left", "F9": "forward-30", "F10": "forward-30",
		"Shift+Left": "back-30",
	}
	got := owners(t, groups, "N", "K", "Shift+K", "Space", "Shift+P", "P", "D", "Right", "Left", "X", "A", "F9", "F10",
		"Shift+Left", "Shift+Right")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	help := ""
	for _, g := range allKeysPage(groups.table()) {
		for _, l := range g.Lines {
			help += l.Keys + ": " + l.Label + "\n"
		}
	}
	for _, line := range []string{
		"N Shift+K: Next / previous kill", "Space Shift+P: Play / pause", "Left D: Back / forward 5 seconds",
		"Shift+Left F9 F10: Back / forward 30 seconds", "F3: Event list", "0 – 9: Go to 0–90%",
	} {
		if !strings.Contains(help, line+"\n") {
			t.Errorf("the help page has not %q:\n%s", line, help)
		}
	}
}

// A line that is wrong is named and lost; all others count.
func TestWrongKeysAreNamedWithTheirLine(t *testing.T) {
	for _, c := range []struct {
		file   string
		errors []string
		keys   map[string]string // of P, H, Space, O
	}{
		{"\n\nnext-kil = 'P'\n", []string{`keys.toml:3: there is no action "next-kil"`},
			map[string]string{"P": "previous-player", "H": "help", "Space": "pause", "O": "display"}},
		{"pause = 'Spacebar'\nhelp='O'", []string{`keys.toml:1: pause: there is no key "Spacebar"`},
			map[string]string{"P": "previous-player", "Space": "pause", "O": "help"}},
		{"pause = 'P'\nhelp = ['H', 'P']", []string{"keys.toml:2: help has a key that pause has"},
			map[string]string{"P": "pause", "H": "help", "O": "display"}},
		{"pause = 'P'\npause = 'O'", []string{"keys.toml:2: pause is given keys twice"}, map[string]string{"P": "pause",
			"H": "help", "O": "display"}},
		{"pause = 'P'\n[keys]\nhelp = 'O'", []string{"keys.toml:2: there are no tables here"},
			map[string]string{"P": "pause", "O": "help"}},
		{"pause = 5\nhelp = ['O', 5]", []string{"keys.toml:1: pause: keys are texts",
			"keys.toml:2: help: keys are texts"}, map[string]string{"P": "previous-player", "H": "help",
			"Space": "pause", "O": "display"}},
		{"pause = 'P'\n\nhelp = \"O\ndisplay = 'H'", []string{"keys.toml:3: "}, map[string]string{"P": "pause",
			"H": "display"}},
		{"pause = 'P'\nhelp\ndisplay = 'H'\n", []string{"keys.toml:2: "}, map[string]string{"P": "pause",
			"H": "display"}},
		{"pause = ['P'\nhelp = 'O'\n", []string{"keys.toml:"}, map[string]string{"P": "previous-player",
			"Space": "pause", "O": "help"}},
		{"pause = [\n'P',\n'Q' 'O']\nhelp = 'O'\n", []string{"keys.toml:3: "}, map[string]string{"P": "previous-player",
			"Space": "pause", "O": "help"}},
		{"pause.now = 'P'\nhelp='O'", []string{`keys.toml:1: there is no action "pause.now"`},
			map[string]string{"P": "previous-player", "Space": "pause", "O": "help"}},
		{"pause = 'P'\n= 'K'\nhelp = 'O'\n", []string{"keys.toml:2: "}, map[string]string{"P": "pause", "O": "help"}},
		{"pause = 'P'\n\"help = \"O\"\ndisplay = 'H'\n", []string{"keys.toml:2: "}, map[string]string{"P": "pause",
			"H": "display"}},
		{"pause = ['P', '[', ']'] # [\n@help = 'O'\n\xff\xfe\ndisplay = 'H'\n",
			[]string{"keys.toml:2: ", "keys.toml:3: "},
			map[string]string{"P": "pause", "H": "display"}},
		{"pause = [\n'P', # one ]\n'Shift+P']\n,\nhelp = 'O'\n", []string{"keys.toml:4: "},
			map[string]string{"P": "pause", "O": "help"}},
		{"pause = ['P'\n}\nhelp = 'O'\n", []string{"keys.toml:2: "}, map[string]string{"P": "previous-player",
			"Space": "pause", "O": "help"}},
		{"\ufeffpause = 'P'\r\nhelp = 'O'\r\n", nil, map[string]string{"P": "pause", "O": "help"}},
		{"# nothing\n\n", nil, map[string]string{"P": "previous-player", "H": "help", "Space": "pause",
			"O": "display"}},
	} {
		groups, err := keysOf(t, c.file)
		var lines []string
		if err != nil {
			lines = strings.Split(err.Error(), "\n")
		}
		if len(lines) != len(c.errors) {
			t.Errorf("%q: errors %q, want %q", c.file, lines, c.errors)
			continue
		}
		for i := range lines {
			if !strings.Contains(lines[i], c.errors[i]) {
				t.Errorf("%q: error %q, want %q", c.file, lines[i], c.errors[i])
			}
		}
		if diff := cmp.Diff(c.keys, owners(t, groups, "P", "H", "Space", "O")); diff != "" {
			t.Errorf("%q: %s", c.file, diff)
		}
	}
	if _, err := ReadKeys(filepath.Join(t.TempDir(), "none.toml")); err != nil {
		t.Errorf("without a file: %v", err)
	}
	if _, err := ReadKeys(t.TempDir()); err == nil {
		t.Error("a folder is read as a file of keys")
	}
}

// Who looks for the key of a command that another one has taken finds out which: in the list of keys and,
// that there is none, on the help page.
func TestTakenKeysAreTold(t *testing.T) {
	table, err := keysOf(t, "pause = ['Space', 'P', 'R']\nhelp = ['H', 'F1', 'Shift+P']\nx-ray = []\n")
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := table.Write(&text); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]bool{
		"previous-player = [\"Pad+Left\"] # P is a key of pause now\n": true,
		"previous-file = [] # Shift+P is a key of help now\n":          true,
		"x-ray = []\n": true, // given away, and taken by nobody
		"recorder = [] # R is a key of pause now\n": true,
		"pause = [\"Space\", \"P\", \"R\"] #":       false,
		"is a key of previous-player":               false,
	} {
		if strings.Contains(text.String(), line) != want {
			t.Errorf("%q is there: %v, in\n%s", line, !want, text.String())
		}
	}
	bare := false
	for _, g := range allKeysPage(table.table()) {
		for _, l := range g.Lines {
			if l.Keys == "" {
				t.Errorf("%q has nothing where its key is named", l.Label)
			}
			if l.Keys == noKey {
				bare = bare || l.Label == "Recorder's view"
			}
		}
	}
	if !bare {
		t.Error("no line of the page of keys says that there is none")
	}
}

// The table as it is written gives the same keys when it is read, those that
// are changed too.
func TestKeysComeBack(t *testing.T) {
	changed, err := keysOf(t, "pause = ['P', 'Shift+\\']\nx-ray = []\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []Keys{{}, changed} {
		var text strings.Builder
		if err := want.Write(&text); err != nil {
			t.Fatal(err)
		}
		got, err := keysOf(t, text.String())
		if err != nil {
			t.Fatalf("%v in\n%s", err, text.String())
		}
		for i, g := range want.table() {
			for k, c := range g.Commands {
				if len(c.Keys)+len(got.table()[i].Commands[k].Keys) == 0 {
					continue
				}
				if diff := cmp.Diff(c.Keys, got.table()[i].Commands[k].Keys); diff != "" {
					t.Errorf("%s: %s", c.Name, diff)
				}
			}
		}
	}
	// By hand: a line of a group that has several keys, and an empty one.
	var text strings.Builder
	if err := changed.Write(&text); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"# Playback\npause = [\"P\", \"Shift+\\\\\", \"Pad+A\"]\n", "\nx-ray = []\n",
		"\nnormal-speed = [\"\\\\\", \"Enter\"]\n", "\nseek-30 = [\"3\", \"Numpad3\"]\n",
		"\n\n# Jump to\nnext-event = [\"Down\"]\n"} {
		if !strings.Contains(text.String(), line) {
			t.Errorf("%q is not in\n%s", line, text.String())
		}
	}
}

// Keys that a file has changed do what they are for.
func TestChangedKeysWork(t *testing.T) {
	groups, err := keysOf(t, "forward-5 = 'K'\n")
	if err != nil {
		t.Fatal(err)
	}
	r := newRig(t)
	r.reader = newReader(r.input, groups.table())
	r.press("K")
	if c := r.Demo.Player.Clock(); c != 15 {
		t.Errorf("K, given to 5 seconds on, went from 10 to %v", c)
	}
	r.press("Right")
	if c := r.Demo.Player.Clock(); c != 15 {
		t.Errorf("Right, which nothing has any longer, went to %v", c)
	}
}

// What is said of keys names those that a file has changed.
func TestChangedKeysAreSaid(t *testing.T) {
	groups, err := keysOf(t, "pause = 'Q'\nclose = 'Shift+K'\nwarnings = 'L'\n")
	if err != nil {
		t.Fatal(err)
	}
	r := newRig(t)
	r.reader = newReader(r.input, groups.table())
	r.Demo.Notices.keys = keyTexts{} // a window has its keys before the first frame
	r.press("End")
	r.pass(3)
	if got, want := r.see().Says, "End. Q: play again"; got != want {
		t.Errorf("at the end it says %q, want %q", got, want)
	}
	r.press("Shift+K")
	if got, want := r.see().Says, "Press Shift+K again to quit"; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
	n := missingMapNotice(&levelmap.Loaded{Key: world.MapKey{Name: "maps/dm2.bsp"}, Notice: "lost"}, "maps/dm2.bsp",
		nil, &r.Demo.Notices.keys, false)
	if got, want := n.line, "Map dm2 not found; reconstructing the map (L: details)"; got != want {
		t.Errorf("of the map it says %q, want %q", got, want)
	}
}

// A quotation mark in a string does not end it, so the bracket behind it ends no list.
func TestListsWithQuotationMarks(t *testing.T) {
	groups, err := keysOf(t, "pause = [ \"\\\"]\",\n\t\"Space\" ]\nnext-kill = \"N\"\n")
	if err == nil || strings.Count(err.Error(), "keys.toml:") != 1 || !strings.Contains(err.Error(), "keys.toml:1: ") {
		t.Errorf("errors %v, want one in line 1", err)
	}
	if got := owners(t, groups, "N", "Space"); got["N"] != "next-kill" || got["Space"] != "pause" {
		t.Errorf("keys %v", got)
	}
}

// TestKeysFileOfAnySize: whatever stands in its place, reading it takes no time, and what is
// said of it can be read.
func TestKeysFileOfAnySize(t *testing.T) {
	rest := "\nhelp = 'O'\n"
	for name, c := range map[string]struct {
		text string
		read bool // the rest of it counts
	}{
		"wrong lines":      {strings.Repeat("@\n", 30000), true},
		"an open list":     {"pause = [" + strings.Repeat("\n,", 30000), true},
		"open strings":     {"pause = [" + strings.Repeat("\n'", 30000), true},
		"deep":             {"pause = " + strings.Repeat("[", 60000), true},
		"dots":             {"a" + strings.Repeat(".a", 30000) + " = 1", true},
		"a long name":      {strings.Repeat("a", 60000) + " = 'P'", true},
		"a long key":       {"pause = '" + strings.Repeat("a", 60000) + "'", true},
		"many keys":        {"pause = [" + strings.Repeat("'P',", 15000) + "]", true},
		"zeros":            {strings.Repeat("\x00", 60000), true},
		"control":          {"pause = '\x1b[31m\u202e'\n", true},
		"larger":           {strings.Repeat("#", MaxKeyFile), false},
		"a later version":  {"rewind-further = 'F12'\ncolor-of-blood = 'green'", true},
		"not text at all":  {"\xff\xfe\x00h\x00e", true},
		"only half a line": {"pau", true},
	} {
		keys, err := keysOf(t, c.text+rest)
		if name != "many keys" && (err == nil || len(err.Error()) > 8000 ||
			strings.Count(err.Error(), "\n") > bounded.MaxBadLines) {
			t.Errorf("%s: error of %d bytes: %.200v", name, len(fmt.Sprint(err)), err)
		}
		if got := owners(t, keys, "O")["O"]; got == "help" != c.read {
			t.Errorf("%s: O is for %q", name, got)
		}
	}
	if _, err := ReadKeys(""); err != nil {
		t.Errorf("without settings: %v", err)
	}
}

// FuzzReadKeys: any file gives a whole table, and that can be written and read again.
func FuzzReadKeys(f *testing.F) {
	f.Add([]byte("pause = [\"Space\", \"Shift+F2\"]\nseek-forward = \"Right\"\n"))
	f.Add([]byte("\ufeffpause = [\n\"P\",\n]\n[table]\n'a b' = 3\na.b = \"x\"\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "keys")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		keys, _ := ReadKeys(path)
		var written, again strings.Builder
		if err := keys.Write(&written); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(written.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		keys, err := ReadKeys(path)
		if err != nil {
			t.Fatalf("%v\n%s", err, written.String())
		}
		if _ = keys.Write(&again); again.String() != written.String() {
			t.Fatalf("%s\nbecame\n%s", written.String(), again.String())
		}
	})
}
