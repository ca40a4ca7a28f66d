package main

import (
	"bufio"
	"bytes"
	"strings"
	"testing"
)

// Columns of a table begin where they do on a terminal, on which letters may be wide or none.
func TestTextTable(t *testing.T) {
	table := textTable{rows: [][]string{{"NAME", "MAP", "FILE"}, {"Ann", "dm6", "a.dem"}, {"日本", "dm2", "b.dem"},
		{"e\u0301a", "", "c.dem"}}}
	var b bytes.Buffer
	out := bufio.NewWriter(&b)
	table.write(out)
	out.Flush()
	want := "NAME  MAP  FILE\n" +
		"Ann   dm6  a.dem\n" +
		"日本  dm2  b.dem\n" +
		"e\u0301a         c.dem\n"
	if b.String() != want {
		t.Errorf("%q\nnot\n%q", b.String(), want)
	}
}

// A cell that is far wider than the others of its column widens no other row.
func TestOneWideCell(t *testing.T) {
	long := strings.Repeat("x", 300)
	for _, c := range []struct {
		cells []string
		want  int // where the second column begins in the other rows
	}{
		{[]string{"FILE", "a.dem", "b.dem", long + ".dem"}, 7},
		{[]string{"FILE", "a.dem", strings.Repeat("y", 21)}, 23},
		{[]string{"FILE", long}, 6},
		{[]string{"RESULT", "", "", "", "", "", strings.Repeat("y", 22)}, 24},
		{[]string{long, long + "x", long}, 303},
	} {
		var table textTable
		for _, cell := range c.cells {
			table.add(cell, "|")
		}
		var b bytes.Buffer
		out := bufio.NewWriter(&b)
		table.write(out)
		out.Flush()
		for i, line := range strings.Split(strings.TrimSpace(b.String()), "\n") {
			if want := max(c.want, len(c.cells[i])+2); strings.Index(line, "|") != want {
				t.Errorf("%.40q begins its second column at %d, not %d", line, strings.Index(line, "|"), want)
			}
		}
	}
}

func TestShorten(t *testing.T) {
	for _, c := range []struct {
		text string
		n    int
		want string
	}{
		{"short", 5, "short"},
		{"a little longer", 8, "a lit..."},
		{"日本語の名前", 12, "日本語の名前"},
		{"日本語の名前", 11, "日本語の..."},
		{"日本語の名前", 10, "日本語..."},
		{"e\u0301e\u0301e\u0301e\u0301e\u0301", 5, "e\u0301e\u0301e\u0301e\u0301e\u0301"},
		{"e\u0301e\u0301e\u0301e\u0301e\u0301", 4, "e\u0301..."},
	} {
		if got := shorten(c.text, c.n); got != c.want {
			t.Errorf("%q in %d: %q, want %q", c.text, c.n, got, c.want)
		}
	}
}
