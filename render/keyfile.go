package render

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"demoscope/internal/bounded"
	"demoscope/internal/settings"
	"demoscope/render/control"
)

// KeyFile returns the path of the user's keys file, "" if there are no settings: see
// [ReadKeys].
func KeyFile() string { return settings.File("keys.toml") }

// MaxKeyFile is the size of the largest one, in bytes: the file of all keys has a
// twentieth of it.
const MaxKeyFile = 64 << 10

// Keys is the table of commands with the user's keys. The zero value has the
// default keys.
type Keys struct{ groups []group }

// table returns the table of commands.
func (k Keys) table() []group {
	if k.groups == nil {
		return newCommands()
	}
	return k.groups
}

// ReadKeys returns the default keys with the changes of a TOML file, lines of
//
//	next-kill = "K"
//	pause = ["Space", "Shift+P", "Pad+A"]
//
// Commands that it does not name keep their keys and the buttons of a gamepad ("Pad+..."), unless
// another one takes them; an empty list removes a command's keys. A line without a button
// leaves a command those that it has, and "Pad+none" takes them. A missing file, and the path "", change nothing.
// The error names the file and the first wrong lines; the returned keys have the changes
// of all other lines. A file of more than [MaxKeyFile] bytes, or what is no file, is not
// read.
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
		given: map[string]bool{}}
	wrong := bounded.WrongLines{Path: path}
	for _, s := range settings.Statements(string(data)) {
		if at, err := f.apply(s.Text); err != nil {
			wrong.Add(s.Line+at, err.Error())
		}
	}
	return keys, wrong.Err()
}

// Write writes all keys in the form that [ReadKeys] reads. A comment says who has the keys of a command that
// has none left.
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

// keyFile is a file of keys that is being read.
type keyFile struct {
	groups   []group
	owner    map[chord]string          // command by the chord that the file has given it
	padOwner map[control.Button]string // and by the button
	given    map[string]bool           // commands that the file has named
}

// apply applies a statement to the table. For an error it returns the line within
// the statement, from 0.
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
	for name, value := range values { // one, or none if it is only a comment
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
		return 0, f.give(name, &given)
	}
	return 0, nil
}

// give gives a command its keys and buttons, unless the file has given either of them before.
func (f *keyFile) give(name string, b *bindings) error {
	switch {
	case findCommand(f.groups, name) == nil:
		return fmt.Errorf("there is no action %q", name)
	case f.given[name]:
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
	f.given[name] = true
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

// keyValues returns the keys and buttons that a value names: a string, or a list of strings.
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
