package app

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"demoscope/internal/bounded"
	"demoscope/internal/settings"
	"demoscope/render/control"
	"demoscope/render/hud"
)

// chord is a key, by its position on an American keyboard, with or without Shift.
type chord struct {
	Key   control.Key
	Shift bool
}

func keys(list ...control.Key) (c []chord) {
	for _, k := range list {
		c = append(c, chord{Key: k})
	}
	return c
}

func pad(list ...control.Button) []control.Button { return list }

func shift(k control.Key) []chord { return []chord{{k, true}} }

// types reports whether the key types a character or edits text.
func (c chord) types() bool {
	return c.Key != control.KeyEscape && (c.Key < control.KeyF1 || c.Key > control.KeyF24)
}

// keyNames are the names of keys that print nothing.
var keyNames = map[control.Key]string{
	control.KeySpace: "Space", control.KeyArrowLeft: "Left", control.KeyArrowRight: "Right", control.KeyArrowUp: "Up",
	control.KeyArrowDown: "Down",
	control.KeyBackspace: "Backspace", control.KeyPageUp: "PgUp", control.KeyPageDown: "PgDn", control.KeyHome: "Home",
	control.KeyEnd: "End",
	control.KeyTab: "Tab", control.KeyEscape: "Esc", control.KeyEnter: "Enter", control.KeyShiftLeft: "Shift",
}

// signNames are the names of keys that print a sign, for when the keyboard's layout is unknown.
var signNames = map[control.Key]string{
	control.KeyComma: ",", control.KeyPeriod: ".", control.KeySlash: "/", control.KeyBracketLeft: "[",
	control.KeyBracketRight: "]", control.KeyBackslash: "\\",
	control.KeyBackquote: "`", control.KeyMinus: "-", control.KeyEqual: "=", control.KeySemicolon: ";",
	control.KeyQuote: "'",
}

// keyWords are the names of keys in the keys file, in lower case, in addition to those of [control.Key].
var keyWords = func() map[string]control.Key {
	m := map[string]control.Key{}
	for _, names := range [...]map[control.Key]string{keyNames, signNames} {
		for k, name := range names {
			m[strings.ToLower(name)] = k
		}
	}
	for i := range 10 {
		m[fmt.Sprint(i)] = control.KeyDigit0 + control.Key(i)
	}
	return m
}()

// parseChord parses a chord of the keys file: "K", "Shift+F2", "PgUp", "Numpad5".
func parseChord(text string) (c chord, err error) {
	name := text
	if rest, ok := cutFold(name, "shift+"); ok {
		c.Shift, name = true, rest
	}
	if k, ok := keyWords[strings.ToLower(name)]; ok {
		c.Key = k
		return c, nil
	}
	k, ok := control.ParseKey(name)
	if !ok {
		return c, fmt.Errorf("there is no key %q", text)
	}
	c.Key = k
	return c, nil
}

// cutFold is [strings.CutPrefix] that ignores case.
func cutFold(text, prefix string) (rest string, ok bool) {
	if len(text) < len(prefix) || !strings.EqualFold(text[:len(prefix)], prefix) {
		return text, false
	}
	return text[len(prefix):], true
}

// String returns the chord in the form that parseChord parses.
func (c chord) String() string {
	name := c.Key.String()
	for _, names := range [...]map[control.Key]string{keyNames, signNames} {
		if n, ok := names[c.Key]; ok {
			name = n
		}
	}
	return c.prefix() + strings.TrimPrefix(name, "Digit")
}

// label returns the chord as printed on this keyboard's keys. If that is unknown or the font lacks the characters, it
// uses an American keyboard's.
func (c chord) label() string {
	if (c == chord{control.KeySlash, true}) && control.Printed(c.Key) == "/" {
		return "?" // on every keyboard with the slash on this key
	}
	return c.prefix() + keyLabel(c.Key)
}

func keyLabel(k control.Key) string {
	if name, ok := keyNames[k]; ok {
		return name
	}
	if k >= control.KeyNumpad0 && k <= control.KeyNumpadSubtract {
		return k.String() // unlike the digit keys, which have the same label
	}
	if name := strings.ToUpper(control.Printed(k)); hud.Prints(name) {
		return name
	}
	if name, ok := signNames[k]; ok {
		return name
	}
	return strings.TrimPrefix(strings.TrimPrefix(k.String(), "Key"), "Digit")
}

// typedAt returns the index in typed of the character typed by one of the command's keys, or -1.
func (c *command) typedAt(typed []rune) int {
	return slices.IndexFunc(typed, func(r rune) bool {
		return slices.ContainsFunc(c.Keys, func(k chord) bool {
			return strings.EqualFold(strings.TrimPrefix(k.label(), k.prefix()), string(r))
		})
	})
}

func (c chord) prefix() string {
	if c.Shift {
		return "Shift+"
	}
	return ""
}

// noKey is shown on the help page for a command without a key.
const noKey = "–"

// mainKeys are the keys of the first help page: a label, and the commands whose first keys it shows. An entry that is
// not a command is shown as it is.
var mainKeys = [...]struct {
	title, label string
	commands     []string
}{
	{"Playback", "Play / pause", []string{"pause"}},
	{"Playback", "Back / forward 5 s", []string{"back-5", "forward-5"}},
	{"Playback", "Previous / next frame", []string{"previous-frame", "next-frame"}},
	{"Playback", "Slower / faster", []string{"slower", "faster"}},
	{"Playback", "Go to 0% … 90%", []string{"seek-0", "–", "seek-90"}},
	{"Playback", "Next / previous kill", []string{"next-kill", "previous-kill"}},
	{"Playback", "Volume down / up", []string{"volume-down", "volume-up"}},
	{"Playback", "Mute", []string{"mute"}},
	{"Camera", "Next / previous player", []string{"next-player", "previous-player"}},
	{"Camera", "Next camera", []string{"next-camera"}},
	{"Camera", "Free camera (WASD)", []string{"free-camera"}},
	{"Camera", "X-ray", []string{"x-ray"}},
	{"Camera", "Display level", []string{"display"}},
	{"Window", "Scoreboard", []string{"scoreboard"}},
	{"Window", "Event list", []string{"event-list"}},
	{"Window", "Settings", []string{"settings"}},
	{"Window", "Commands, search", []string{"command-palette"}},
	{"Window", "Full screen", []string{"fullscreen"}},
	{"Window", "Help; again: all keys", []string{"help"}},
	{"Window", "Close / quit", []string{"close"}},
}

// mousePage is the section about the mouse.
var mousePage = hud.HelpGroup{Title: "Mouse", Lines: []hud.HelpLine{
	{Keys: "Click", Label: "Follow, next player"},
	{Keys: "Right click", Label: "Previous player"},
	{Keys: "Timeline", Label: "Seek; wheel: step"},
	{Keys: "Right drag", Label: "Turn the camera"},
	{Keys: "Wheel", Label: "Camera distance"},
}}

// mainPad is the section about the gamepad on the first help page. A connected gamepad also gets its own page.
var mainPad = hud.HelpGroup{Title: "Gamepad", Lines: []hud.HelpLine{
	{Keys: "A", Label: "Play / pause"},
	{Keys: "LB RB", Label: "Back / forward 5 s"},
	{Keys: "D-pad", Label: "Player, speed"},
	{Keys: "X Y", Label: "Next, free camera"},
	{Keys: "Start", Label: "Commands"},
}}

// mainPage returns the first help page: the most important keys, the mouse and the gamepad.
func mainPage(groups []group) []hud.HelpGroup {
	var page []hud.HelpGroup
	for i := range mainKeys {
		k := &mainKeys[i]
		if n := len(page); n == 0 || page[n-1].Title != k.title {
			page = append(page, hud.HelpGroup{Title: k.title})
		}
		var names []string
		for _, name := range k.commands {
			if c := findCommand(groups, name); c == nil {
				names = append(names, name)
			} else if len(c.Keys) > 0 {
				names = append(names, c.Keys[0].label())
			}
		}
		if len(names) == 0 {
			names = []string{noKey}
		}
		lines := &page[len(page)-1].Lines
		*lines = append(*lines, hud.HelpLine{Keys: strings.Join(names, " "), Label: k.label})
	}
	return append(page, mousePage, mainPad)
}

// allKeysPage returns the help page with all keys.
func allKeysPage(groups []group) []hud.HelpGroup {
	var page []hud.HelpGroup
	for _, g := range groups {
		h := hud.HelpGroup{Title: g.Title}
		for i, c := range g.Commands {
			if c.Joined || len(c.Keys) == 0 && liveSettingOf(c.Name) != nil {
				continue // on the previous line, or on the settings page
			}
			line := hud.HelpLine{Keys: shortKeys(c.Short, g.Commands[i:]), Label: c.Line}
			if line.Label == "" {
				line.Label = c.Label
			}
			if line.Keys == "" {
				line.Keys = lineKeys(g.Commands[i:])
			}
			if line.Keys == "" {
				line.Keys = noKey
			}
			h.Lines = append(h.Lines, line)
		}
		page = append(page, h)
	}
	return page
}

// shortKeys replaces each %s in short by the name of the next row's first key, without Shift.
func shortKeys(short string, rows []command) string {
	for i := 0; i < len(rows) && strings.Contains(short, "%s") && len(rows[i].Keys) > 0; i++ {
		short = strings.Replace(short, "%s", keyLabel(rows[i].Keys[0].Key), 1)
	}
	return short
}

// lineKeys returns the names of the keys of the first row and of the rows joined to it.
func lineKeys(rows []command) string {
	var names []string
	for i, c := range rows {
		if i > 0 && !c.Joined {
			break
		}
		for _, k := range c.Keys {
			names = append(names, k.label())
		}
	}
	return strings.Join(names, " ")
}

// findCommand returns the command with a name, or nil.
func findCommand(groups []group, name string) *command {
	for _, g := range groups {
		for i := range g.Commands {
			if c := &g.Commands[i]; c.Name == name {
				return c
			}
		}
	}
	return nil
}

// rebind assigns keys to the command with a name, and removes them from all other commands.
func rebind(groups []group, name string, chords []chord) {
	for g := range groups {
		head := 0
		for i := range groups[g].Commands {
			c := &groups[g].Commands[i]
			if !c.Joined {
				head = i
			}
			next := chords
			if c.Name != name {
				next = slices.DeleteFunc(slices.Clone(c.Keys), func(k chord) bool { return slices.Contains(chords, k) })
			}
			if !slices.Equal(next, c.Keys) {
				c.Keys = next
				groups[g].Commands[head].Short = "" // show the keys' own names again
			}
		}
	}
}

// KeyFile returns the path of the user's keys file, or "" if there is no settings folder: see [ReadKeys].
func KeyFile() string { return settings.File("keys.toml") }

// MaxKeyFile is the maximum size of a keys file in bytes, about 20 times that of a file with all keys.
const MaxKeyFile = 64 << 10

// Keys is a table of commands with the user's keys. The zero value has the default keys.
type Keys struct{ groups []group }

// table returns the table of commands.
func (k Keys) table() []group {
	if k.groups == nil {
		return newCommands()
	}
	return k.groups
}

// ReadKeys returns the default keys with the changes from a TOML file, such as
//
//	next-kill = "K"
//	pause = ["Space", "Shift+P", "Pad+A"]
//
// Commands that the file doesn't name keep their keys and gamepad buttons ("Pad+..."), except those that the file
// assigns to other commands. An empty list removes a command's keys. A line without a button keeps the command's
// buttons; "Pad+none" removes them. A missing file and the path "" change nothing. The error has the file's path and
// the first bad lines; the returned keys include the changes of all other lines. A file larger than [MaxKeyFile], or a
// path that is not a file, is not read.
func ReadKeys(path string) (Keys, error) {
	keys := Keys{newCommands()}
	if path == "" {
		return keys, nil
	}
	data, err := bounded.ReadFile(path, MaxKeyFile)
	if errors.Is(err, fs.ErrNotExist) {
		return keys, nil
	}
	if err != nil {
		return keys, settings.Plain(path, err)
	}
	f := keyFile{groups: keys.groups, owner: map[chord]string{}, padOwner: map[control.Button]string{},
		assigned: map[string]bool{}}
	wrong := bounded.BadLines{Path: path}
	for _, s := range settings.Statements(string(data)) {
		if at, err := f.apply(s.Text); err != nil {
			wrong.Add(s.Line+at, err.Error())
		}
	}
	return keys, wrong.Err()
}

// Write writes all keys in the form that [ReadKeys] reads. For a command that lost all its keys, it adds a comment with
// the command that has its first one now.
func (k Keys) Write(w io.Writer) error {
	var out strings.Builder
	usual, owner := map[string]command{}, map[chord]string{}
	for _, g := range newCommands() {
		for _, c := range g.Commands {
			usual[c.Name] = c
		}
	}
	for _, g := range k.table() {
		for _, c := range g.Commands {
			for _, key := range c.Keys {
				owner[key] = c.Name
			}
		}
	}
	for i, g := range k.table() {
		if i > 0 {
			out.WriteByte('\n')
		}
		fmt.Fprintf(&out, "# %s\n", g.Title)
		for _, c := range g.Commands {
			was := usual[c.Name]
			names := c.names(len(was.Pad) > 0)
			for i := range names {
				names[i] = strconv.Quote(names[i])
			}
			fmt.Fprintf(&out, "%s = [%s]", c.Name, strings.Join(names, ", "))
			if len(c.Keys) == 0 && len(was.Keys) > 0 {
				if by := owner[was.Keys[0]]; by != "" {
					fmt.Fprintf(&out, " # %v is a key of %s now", was.Keys[0], by)
				}
			}
			out.WriteByte('\n')
		}
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// keyFile is the state of reading a keys file.
type keyFile struct {
	groups   []group
	owner    map[chord]string          // the command to which the file has assigned a chord
	padOwner map[control.Button]string // the same for buttons
	assigned map[string]bool           // commands that the file has named
}

// apply applies a statement to the table. If it returns an error, line is the line in the statement, from 0.
func (f *keyFile) apply(text string) (line int, err error) {
	if strings.HasPrefix(strings.TrimSpace(text), "[") {
		return 0, errors.New("there are no tables here")
	}
	values := map[string]any{}
	if err := toml.Unmarshal([]byte(text), &values); err != nil {
		if at := new(toml.DecodeError); errors.As(err, &at) {
			row, _ := at.Position()
			line = row - 1
		}
		return line, err
	}
	for name, value := range values { // one, or none if the statement is a comment
		if inner, ok := value.(map[string]any); ok {
			for part := range inner {
				name += "." + part
			}
			return 0, fmt.Errorf("there is no action %q", name)
		}
		given, err := keyValues(value)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", name, err)
		}
		return 0, f.assign(name, &given)
	}
	return 0, nil
}

// assign assigns keys and buttons to a command. It returns an error if the file has already named the command or
// assigned one of them.
func (f *keyFile) assign(name string, b *bindings) error {
	switch {
	case findCommand(f.groups, name) == nil:
		return fmt.Errorf("there is no action %q", name)
	case f.assigned[name]:
		return fmt.Errorf("%s is given keys twice", name)
	}
	for _, c := range b.keys {
		if other, taken := f.owner[c]; taken {
			return fmt.Errorf("%s has a key that %s has", name, other)
		}
	}
	for _, p := range b.pads {
		if other, taken := f.padOwner[p]; taken {
			return fmt.Errorf("%s has a button that %s has", name, other)
		}
	}
	rebind(f.groups, name, b.keys)
	f.assigned[name] = true
	for _, c := range b.keys {
		f.owner[c] = name
	}
	if b.padded {
		rebindPad(f.groups, name, b.pads)
	}
	for _, p := range b.pads {
		f.padOwner[p] = name
	}
	return nil
}

// keyValues returns the keys and buttons named by a value, which is a string or a list of strings.
func keyValues(value any) (b bindings, err error) {
	list, ok := value.([]any)
	if !ok {
		list = []any{value}
	}
	b.keys = []chord{}
	for _, v := range list {
		text, ok := v.(string)
		if !ok {
			return b, errors.New(`keys are texts like "Shift+K"`)
		}
		if err := b.add(text); err != nil {
			return b, err
		}
	}
	return b, nil
}
