package main

import (
	"regexp"
	"strings"
)

// usageErrors are errors of the command line parser, and how Demoscope words them.
var usageErrors = []struct {
	parser *regexp.Regexp
	says   string
}{
	{regexp.MustCompile(`^(unknown flag -\w), did you mean .*$`), "$1"}, // every letter is like -h
	{regexp.MustCompile(`^missing flags: (\S+)$`), "missing flag $1"},
	{regexp.MustCompile(`^expected "(<.*)"$`), "missing argument $1"},
	{regexp.MustCompile(`^(\S+): (?:missing value, expecting ".*"|expected .* but got "EOL" .*)$`), "$1 needs a value"},
	{regexp.MustCompile(`^<(\S+)> must be one of (\S+) but got (".*")$`), "invalid $1 $3 (want $2)"},
	{regexp.MustCompile(`^(\S+) must be one of (\S+) but got (".*")$`), "$1: invalid value $3 (want $2)"},
	{regexp.MustCompile(`^(\S+): expected a (?:valid )?.*\b(?:int|uint|float) but got (".*")( \(.*\))?$`),
		"$1: invalid number $2"},
}

// usageError is an error in a command line that only the command itself finds.
type usageError struct{ error }

// usageText returns what is wrong with a command line, in the words of the other errors.
func usageText(err error) string {
	text := err.Error()
	for _, e := range usageErrors {
		text = e.parser.ReplaceAllString(text, e.says)
	}
	return strings.ReplaceAll(text, `","`, `", "`)
}
