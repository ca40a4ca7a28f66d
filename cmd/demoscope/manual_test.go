//go:build !js

package main

import (
	"regexp"
	"testing"

	"github.com/alecthomas/kong"

	"demoscope/render/setting"
)

// TestHelpSaysDefaults: whoever reads the help of a command knows what a flag is that is not given; those of
// settings are what config prints.
func TestHelpSaysDefaults(t *testing.T) {
	var c cli
	parser, err := newParser(&c, kong.Vars{"version": ""})
	if err != nil {
		t.Fatal(err)
	}
	flags := 0
	for _, command := range parser.Model.Children {
		for _, f := range command.Flags {
			s := setting.Find(f.Name)
			if !f.HasDefault || f.PlaceHolder == "" || f.IsBool() || f.Hidden || s != nil && f.Help == s.Help ||
				f.Default == standardStream || f.Default == "none" {
				continue
			}
			flags++
			if !regexp.MustCompile(`(^|[^0-9A-Za-z.])` + regexp.QuoteMeta(f.Default) + `($|[^0-9A-Za-z])`).MatchString(
				f.Help) {
				t.Errorf("%s --%s: %q does not say %s", command.Name, f.Name, f.Help, f.Default)
			}
		}
	}
	if flags < 20 {
		t.Errorf("only %d flags have a default", flags)
	}
}
