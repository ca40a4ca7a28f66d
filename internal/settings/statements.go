package settings

import (
	"regexp"
	"strings"
)

// Statement is a part of a TOML file that can be parsed separately: a line, and the lines after it that continue its
// list.
type Statement struct {
	Line int    // of the file, from 1
	Text string // including the end of its last line
}

// statementStart matches the beginning of a statement, even after an unclosed list: a name followed by what may follow
// a name, or a table's header. The lines of a list do not look like that.
var statementStart = regexp.MustCompile(
	`^\s*(?:[A-Za-z0-9_-]+\s*=|[A-Za-z_][A-Za-z0-9_-]*\s*\.|"[^"]*"\s*[.=]|'[^']*'\s*[.=]|\[+\s*[A-Za-z_"'][^\]]` +
		`*\]+\s*(?:#.*)?$)`)

// Statements splits a TOML file into statements, so that an error in one does not affect the others. Their concatenated
// texts are the file without a byte order mark, which some editors write.
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

// brackets counts the open brackets of a text, except for those in strings and comments.
type brackets struct{ depth int }

// any reports whether a bracket is open.
func (b *brackets) any() bool { return b.depth > 0 }

// add processes a line.
func (b *brackets) add(line string) {
	quote := byte(0) // the end of a line ends comments and unclosed strings
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
