package settings

import (
	"regexp"
	"strings"
)

// Statement is a part of a TOML file that can be parsed alone: a line, with the lines after
// it to which its list goes on.
type Statement struct {
	Line int    // of the file, from 1
	Text string // with the end of its last line
}

// statementStart matches a line that begins a statement, even where a list was not closed: with
// a name and what follows a name, or a table's header. The lines of a list do not begin like
// that.
var statementStart = regexp.MustCompile(
	`^\s*(?:[A-Za-z0-9_-]+\s*=|[A-Za-z_][A-Za-z0-9_-]*\s*\.|"[^"]*"\s*[.=]|'[^']*'\s*[.=]|\[+\s*[A-Za-z_"'][^\]]` +
		`*\]+\s*(?:#.*)?$)`)

// Statements splits a TOML file into statements, so that an error in one does not affect
// the others. Their texts one behind the other are the file, but for a mark of its byte
// order, which some editors write.
func Statements(file string) (list []Statement) {
	file = strings.TrimPrefix(file, "\ufeff")
	number, begin, end := 0, 0, 0
	var open brackets
	for line := range strings.Lines(file) {
		number++
		if len(list) == 0 || !open.any() || statementStart.MatchString(line) {
			list = append(list, Statement{Line: number})
			begin, open = end, brackets{}
		}
		open.add(line)
		end += len(line)
		list[len(list)-1].Text = file[begin:end]
	}
	return list
}

// brackets counts those that a text has opened and not closed. Brackets in strings and
// comments are none.
type brackets struct{ depth int }

// any reports whether a list goes on.
func (b *brackets) any() bool { return b.depth > 0 }

// add reads a line.
func (b *brackets) add(line string) {
	quote := byte(0) // a line ends comments, and strings that were not closed
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case quote == '"' && c == '\\':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"', c == '\'':
			quote = c
		case c == '#':
			return
		case c == '[':
			b.depth++
		case c == ']':
			b.depth--
		}
	}
}
