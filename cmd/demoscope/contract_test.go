package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/internal/corpus"
)

// object is a JSON object that was read without a type.
type object = map[string]any

// facts is what independent decoders read from one demo, and a count of what
// was compared.
type facts struct {
	t      *testing.T
	path   string // of the demo
	format string
	object
	checked map[string]int
}

// TestCorpusContract compares what info and state print, through the command
// line, with what independent decoders read: see the README of the corpus.
func TestCorpusContract(t *testing.T) {
	t.Run("sample", func(t *testing.T) { checkContract(t, corpus.Sample) })
	t.Run("corpus", func(t *testing.T) { checkContract(t, corpus.Dir(t)) })
}

func checkContract(t *testing.T, dir string) {
	for _, path := range corpus.Expected(t, dir) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			f := readFacts(t, dir, path)
			f.checkInfo()
			switch f.format {
			case "dem":
				f.checkQuakeStates()
			case "qwd":
				f.checkQuakeWorldStates()
			case "mvd":
				f.checkMVDStates()
			case "dm2":
				f.checkQuake2States()
			case "mvd2":
				f.checkMultiViewStates()
			case "dm3":
				f.checkQuake3States()
			default:
				t.Fatalf("facts of the format %q", f.format)
			}
			f.report()
		})
	}
}

func readFacts(t *testing.T, dir, path string) *facts {
	t.Helper()
	f := &facts{t: t, checked: map[string]int{}, format: "dm3"}
	corpus.ReadJSON(t, path, &f.object)
	if format, ok := f.object["format"].(string); ok {
		f.format = format
	}
	f.path = filepath.Join(dir, filepath.FromSlash(f.object["file"].(string)))
	return f
}

// report prints how much was compared.
func (f *facts) report() {
	total := 0
	var parts []string
	for _, kind := range slices.Sorted(maps.Keys(f.checked)) {
		total += f.checked[kind]
		parts = append(parts, fmt.Sprintf("%s %d", kind, f.checked[kind]))
	}
	f.t.Logf("%d facts checked: %s", total, strings.Join(parts, ", "))
	if total < 20 {
		f.t.Errorf("only %d facts were checked", total)
	}
}

// equal compares one thing, of which n single facts are part. Numbers that the
// facts or the program print as whole ones are numbers all the same; floats
// are compared as float32.
func (f *facts) equal(kind string, want, got any) {
	f.t.Helper()
	want, got = rounded(want), rounded(got)
	if d := cmp.Diff(want, got); d != "" {
		f.t.Errorf("%s (-facts +ours)\n%s", kind, d)
	}
	f.checked[strings.Fields(kind)[0]] += leaves(want)
}

// rounded returns JSON values with float32 for every number.
func rounded(v any) any {
	switch v := v.(type) {
	case float64:
		return float32(v) + 0 // -0 is 0
	case int:
		return float32(v)
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = rounded(v[i])
		}
		return out
	case []string:
		out := make([]any, len(v))
		for i := range v {
			out[i] = v[i]
		}
		return out
	case object:
		out := object{}
		for k, e := range v {
			out[k] = rounded(e)
		}
		return out
	}
	return v
}

// decimals rounds a number to eight decimals.
func decimals(v any) any {
	if f, ok := v.(float64); ok {
		return math.Round(f*1e8) / 1e8
	}
	return v
}

func leaves(v any) int {
	n := 0
	switch v := v.(type) {
	case object:
		for _, e := range v {
			n += leaves(e)
		}
		return n
	case []any:
		for _, e := range v {
			n += leaves(e)
		}
		return n
	}
	return 1
}

// succeed runs a command line that must succeed and returns what it prints.
func succeed(t *testing.T, args ...string) string {
	t.Helper()
	var out, errors bytes.Buffer
	if status := run(args, &streams{out: &out, err: &errors}); status != exitOK {
		t.Fatalf("%q: exit status %d: %s", args, status, &errors)
	}
	return out.String()
}

// output runs a command line that must succeed and returns the object that it
// prints.
func output(t *testing.T, args ...string) object {
	t.Helper()
	var out, errors bytes.Buffer
	if status := run(args, &streams{out: &out, err: &errors}); status != exitOK {
		t.Fatalf("%q: exit status %d: %s", args, status, &errors)
	}
	if errors.Len() > 0 {
		t.Errorf("%q: %s", args, &errors)
	}
	var o object
	if err := json.Unmarshal(out.Bytes(), &o); err != nil {
		t.Fatalf("%q: %v in %.200s", args, err, &out)
	}
	return o
}

// list returns an array of objects, nothing for what is none.
func list(v any) []object {
	array, _ := v.([]any)
	var out []object
	for _, e := range array {
		if o, ok := e.(object); ok {
			out = append(out, o)
		}
	}
	return out
}

// find returns the object of a list whose key has that number, nil if there is
// none.
func find(v any, key string, number any) object {
	for _, o := range list(v) {
		if o[key] == number {
			return o
		}
	}
	return nil
}

// part returns the keys of o that want has, under their names there; renamed
// gives the names that differ.
func part(o, want object, renamed map[string]string) object {
	out := object{}
	for k := range want {
		name := k
		if r, ok := renamed[k]; ok {
			name = r
		}
		if v, ok := o[name]; ok {
			out[k] = v
		}
	}
	return out
}

// without returns o without some keys.
func without(o object, keys ...string) object {
	out := maps.Clone(o)
	for _, k := range keys {
		delete(out, k)
	}
	return out
}
