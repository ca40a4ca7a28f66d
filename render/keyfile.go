package render

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/adrg/xdg"
	"github.com/pelletier/go-toml/v2/unstable"
)

// KeyFile returns the path of the file in the user's settings that gives
// actions other keys.
func KeyFile() string { return filepath.Join(xdg.ConfigHome, "demoscope", "keys.toml") }

// ReadKeys returns the table of keys with what a file changes in it, lines of
//
//	next-kill = "K"
//	pause = ["Space", "Shift+P"]
//
// Actions that it does not name keep their keys, unless another one takes
// them; an empty list takes an action's keys away. Without the file the table
// is Bindings. The error names file and line; the table is then Bindings too.
func ReadKeys(path string) ([]Group, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Bindings, nil
	}
	if err != nil {
		return Bindings, err
	}
	groups := make([]Group, len(Bindings))
	for i, g := range Bindings {
		groups[i] = Group{g.Title, slices.Clone(g.Bindings)}
	}
	if line, err := applyKeys(groups, data); err != nil {
		return Bindings, fmt.Errorf("%s:%d: %w", path, line, err)
	}
	return groups, nil
}

// WriteKeys writes a table of keys as ReadKeys reads it.
func WriteKeys(w io.Writer, groups []Group) error {
	var out strings.Builder
	for i, g := range groups {
		if i > 0 {
			out.WriteByte('\n')
		}
		fmt.Fprintf(&out, "# %s\n", g.Title)
		for _, b := range g.Bindings {
			var order []string
			keys := map[string][]string{}
			for _, c := range b.Chords {
				name := actionNames[action{b.Command, c.Arg}]
				if keys[name] == nil {
					order = append(order, name)
				}
				keys[name] = append(keys[name], strconv.Quote(chordName(c)))
			}
			for _, name := range order {
				fmt.Fprintf(&out, "%s = [%s]\n", name, strings.Join(keys[name], ", "))
			}
		}
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// applyKeys changes a table as the lines of a file say. An error comes with
// its line.
func applyKeys(groups []Group, data []byte) (line int, err error) {
	var p unstable.Parser
	p.Reset(data)
	taken := map[Chord]string{}
	given := map[string]bool{}
	for p.NextExpression() {
		e := p.Expression()
		name, line, err := keyLine(&p, e)
		if err != nil {
			return line, err
		}
		a, ok := actionNamed(name)
		if !ok {
			return line, fmt.Errorf("there is no action %q", name)
		}
		if given[name] {
			return line, fmt.Errorf("%s is given keys twice", name)
		}
		given[name] = true
		chords, err := keyValues(e.Value())
		if err != nil {
			return line, fmt.Errorf("%s: %w", name, err)
		}
		for _, c := range chords {
			if other, twice := taken[c]; twice {
				return line, fmt.Errorf("%s has a key that %s has", name, other)
			}
			taken[c] = name
		}
		rebind(groups, a, chords)
	}
	if err := p.Error(); err != nil {
		line := 1
		var at *unstable.ParserError
		if errors.As(err, &at) {
			line = p.Shape(p.Range(at.Highlight)).Start.Line
		}
		return line, err
	}
	return 0, nil
}

// keyLine returns the name of an expression and its line.
func keyLine(p *unstable.Parser, e *unstable.Node) (name string, line int, err error) {
	if e.Kind != unstable.KeyValue {
		at := e.Child()
		if at == nil {
			return "", 1, errors.New("there are no tables here")
		}
		return "", p.Shape(at.Raw).Start.Line, errors.New("there are no tables here")
	}
	keys := e.Key()
	var parts []string
	for keys.Next() {
		n := keys.Node()
		parts = append(parts, string(n.Data))
		line = p.Shape(n.Raw).Start.Line
	}
	return strings.Join(parts, "."), line, nil
}

// keyValues reads a key, or a list of keys.
func keyValues(v *unstable.Node) ([]Chord, error) {
	one := func(n *unstable.Node) (Chord, error) {
		if n.Kind != unstable.String {
			return Chord{}, errors.New(`keys are texts like "Shift+K"`)
		}
		return parseChord(string(n.Data))
	}
	if v.Kind != unstable.Array {
		c, err := one(v)
		return []Chord{c}, err
	}
	var list []Chord
	for it := v.Children(); it.Next(); {
		if it.Node().Kind == unstable.Comment {
			continue
		}
		c, err := one(it.Node())
		if err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, nil
}
