//go:build !js

package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/alecthomas/kong"
)

// TestWildcards: what Windows' shells hand over as it was typed becomes the files that are meant.
func TestWildcards(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.dem", "B.DEM", "4on4[dm2].mvd", "c.mvd", ".hidden.dem", "plain", "ö 日本.dem"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	for _, test := range []struct {
		names, want []string
	}{
		{[]string{"*.dem"}, []string{"B.DEM", "a.dem", "ö 日本.dem"}},
		{[]string{"?.dEm", "c.mvd"}, []string{"B.DEM", "a.dem", "c.mvd"}},
		{[]string{"4on4[dm2]*"}, []string{"4on4[dm2].mvd"}},
		{[]string{"*[dm2].mvd", "-"}, []string{"4on4[dm2].mvd", "-"}},
		{[]string{".*"}, []string{".hidden.dem"}},
		{[]string{"*.*"}, []string{"4on4[dm2].mvd", "B.DEM", "a.dem", "c.mvd", "plain", "ö 日本.dem"}},
		{[]string{"*.dm2", "run kills>=3", "none/*.dem", "[a].dem", `"*"`}, []string{"*.dm2", "run kills>=3",
			"none/*.dem", "[a].dem", `"*"`}},
		{[]string{filepath.Join(dir, "C*")}, []string{filepath.Join(dir, "c.mvd")}},
		{nil, nil},
	} {
		if got := withMatches(test.names); !slices.Equal(got, test.want) {
			t.Errorf("%q are %q, not %q", test.names, got, test.want)
		}
	}
}

// TestExpandedNames: the arguments of each command that takes several files are expanded, and nothing else is.
func TestExpandedNames(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.dem", "b.dem"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	expanded := func(line []string) *cli {
		var c cli
		var conf settingsResolver
		parser, err := newParser(&c, kong.Vars{"version": ""}, kong.Bind(&conf))
		if err != nil {
			t.Fatal(err)
		}
		ctx, err := parser.Parse(line)
		if err != nil {
			t.Fatal(line, err)
		}
		expandNames(ctx.Selected())
		return &c
	}
	for _, line := range [][]string{
		{"info", "*.dem"}, {"*.dem"}, {"find", "*", "*.dem"}, {"events", "--output", "*.csv", "*.dem"},
		{"merge", "--output", "*.mvd", "*.dem"}, {"add", "*.dem"},
		{"highlights", "*.dem"},
	} {
		c := expanded(line)
		files := slices.Concat(c.Info.Files, c.Play.Files, c.Find.Files, c.Events.Files, c.Merge.Files, c.Add.Folders,
			c.Highlights.Args)
		if !slices.Equal(files, []string{"a.dem", "b.dem"}) {
			t.Errorf("%q has the files %q", line, files)
		}
		if c.Find.Query != "" && c.Find.Query != "*" {
			t.Errorf("%q looks for %q", line, c.Find.Query)
		}
	}
	for _, line := range [][]string{{"library", "*.dem"}, {"config", "folders", "*.dem"}, {"servers", "*.dem"}} {
		c := expanded(line)
		if words := slices.Concat(c.Library.Filter, c.Config.Value, c.Servers.Masters); !slices.Equal(words,
			[]string{"*.dem"}) {
			t.Errorf("%q has %q", line, words)
		}
	}
}
