//go:build !js

package main

import (
	"cmp"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/alecthomas/kong"
)

// expandNames replaces names of demos and folders with wildcards in the arguments of a command that takes several.
func expandNames(command *kong.Node) {
	for _, p := range command.Positional {
		if names, ok := p.Target.Interface().([]string); ok && p.Tag.Get("predictor") != "" {
			p.Target.Set(reflect.ValueOf(withMatches(names)))
		}
	}
}

// withMatches returns names, of which those with wildcards are replaced by the files that they match, in the
// order of the folder. A name that nothing matches stays, and whoever opens it says so.
func withMatches(names []string) (list []string) {
	for _, name := range names {
		if found := matches(name); len(found) > 0 {
			list = append(list, found...)
		} else {
			list = append(list, name)
		}
	}
	return list
}

// matches returns the files and folders that a name with wildcards in its last element stands for, as the
// command line of Windows has it: * and ? alone are wildcards, *.* is everything, and letters are the same in
// both cases. Names that begin with a dot must be asked for with one.
func matches(name string) (list []string) {
	folder, pattern := filepath.Split(name)
	if !strings.ContainsAny(pattern, "*?") {
		return nil
	}
	entries, err := os.ReadDir(cmp.Or(folder, "."))
	if err != nil {
		return nil
	}
	if pattern == "*.*" {
		pattern = "*"
	}
	pattern = strings.ToLower(strings.ReplaceAll(pattern, "[", "[[]"))
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") && !strings.HasPrefix(pattern, ".") {
			continue
		}
		if ok, err := path.Match(pattern, strings.ToLower(e.Name())); ok && err == nil {
			list = append(list, folder+e.Name())
		}
	}
	return list
}
