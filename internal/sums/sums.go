// Package sums compares sums of values with documents in testdata. "go test -update" rewrites the documents: find out
// why a sum changes before you commit it.
package sums

import (
	"encoding/binary"
	"flag"
	"fmt"
	"hash/crc32"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"demoscope/internal/corpus"
)

// Update reports whether tests write their documents. It is the only flag of this name.
var Update = flag.Bool("update", false, "write what is drawn or summed into testdata; review it before you commit it")

// Sum returns a sum of a value: of its exported fields, and of what they refer to. Floating-point numbers are summed
// bit by bit, so that sums of computed ones are those of one kind of processor.
func Sum(v any) uint32 {
	s := summer{}
	s.add(reflect.ValueOf(v))
	return crc32.ChecksumIEEE(s)
}

type summer []byte

func (s *summer) add(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		*s = append(*s, map[bool]byte{true: 1}[v.Bool()])
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		*s = binary.AppendVarint(*s, v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		*s = binary.AppendUvarint(*s, v.Uint())
	case reflect.Float32, reflect.Float64:
		*s = binary.LittleEndian.AppendUint64(*s, math.Float64bits(v.Float()))
	case reflect.String:
		*s = append(binary.AppendUvarint(*s, uint64(v.Len())), v.String()...)
	case reflect.Pointer:
		if v.IsNil() {
			*s = append(*s, 0)
			return
		}
		*s = append(*s, 1)
		s.add(v.Elem())
	case reflect.Slice:
		*s = binary.AppendUvarint(*s, uint64(v.Len()))
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			s.add(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				s.add(v.Field(i))
			}
		}
	case reflect.Interface:
		if err, ok := v.Interface().(error); ok {
			*s = append(*s, err.Error()...)
		} else if !v.IsNil() {
			s.add(v.Elem())
		}
	case reflect.Map:
		var pairs []string
		for k, x := range v.Seq2() {
			pair := summer{}
			pair.add(k)
			pair.add(x)
			pairs = append(pairs, string(pair))
		}
		slices.Sort(pairs)
		*s = append(*s, strings.Join(pairs, "")...)
	default:
		panic(fmt.Sprintf("no sum of a %v", v.Type()))
	}
}

var entries sync.Mutex

// hasReal reports whether tests run on real demos, too.
func hasReal() bool {
	_, ok := corpus.Lookup()
	return ok
}

// Entry compares text with the line for key in a document, except on processors whose sums may differ. "go test
// -update" writes the line. Documents have no lines for real demos.
func Entry(t testing.TB, path, key, text string) {
	t.Helper()
	if runtime.GOARCH != "amd64" {
		return
	}
	entries.Lock()
	defer entries.Unlock()
	data, err := os.ReadFile(path)
	if err != nil && !*Update {
		t.Fatal(err)
	}
	lines := map[string]string{}
	for line := range strings.Lines(strings.ReplaceAll(string(data), "\r\n", "\n")) {
		name, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		lines[name] = rest
	}
	if _, ok := lines[key]; !ok && hasReal() || lines[key] == text {
		return
	}
	if !*Update {
		t.Errorf("%s: %s is\n\t%s\nwant\n\t%s", path, key, text, lines[key])
		return
	}
	lines[key] = text
	var out strings.Builder
	for _, name := range slices.Sorted(maps.Keys(lines)) {
		fmt.Fprintf(&out, "%s: %s\n", name, lines[name])
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(out.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}
