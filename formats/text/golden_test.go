package text_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/formats"
	"demoscope/internal/corpus"
)

var update = flag.Bool("update", false, "write the lines of the samples into testdata")

// longest is how many bytes of a line the golden files hold.
const longest = 600

// choose returns of a dump the first line, and of each kind of line and name
// the first, cut, and the first that is whole.
func choose(dump []byte, readable bool) string {
	var out strings.Builder
	begun, whole := map[string]bool{}, map[string]bool{}
	for i, line := range strings.Split(strings.TrimRight(string(dump), "\n"), "\n") {
		name := strings.Join(strings.SplitN(line, ",", 2)[:1], "")
		if readable {
			indented := strings.HasPrefix(line, " ")
			name = strings.Join(strings.Fields(line)[:1], "")
			if !indented && i > 0 {
				name = strings.Join(strings.Fields(line)[:2], " ")
			}
		}
		fits := len(line) <= longest
		if begun[name] && (whole[name] || !fits) {
			continue
		}
		begun[name] = true
		whole[name] = whole[name] || fits
		if !fits {
			line = strings.ToValidUTF8(line[:longest], "") + "…"
		}
		out.WriteString(line + "\n")
	}
	return out.String()
}

// TestSamples compares lines of every sample's text with those that were
// approved; -update writes them anew.
func TestSamples(t *testing.T) {
	for _, name := range []string{
		"demoscope1_p15.dem", "demoscope1.qwd", "demoscope1.mvd", "demoscope1.dm2", "demoscope1.mvd2",
		"demoscope1.dm_71",
	} {
		d, err := formats.Open(name, corpus.Read(t, filepath.Join(corpus.Sample, name)))
		if err != nil {
			t.Fatal(err)
		}
		for _, form := range []struct {
			suffix   string
			readable bool
		}{{".jsonl", false}, {".txt", true}} {
			t.Run(name+form.suffix, func(t *testing.T) {
				var b bytes.Buffer
				if err := d.Dump(&b, form.readable); err != nil {
					t.Fatal(err)
				}
				got := choose(b.Bytes(), form.readable)
				file := filepath.Join("testdata", "samples", name+form.suffix)
				if *update {
					if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
						t.Fatal(err)
					}
					if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
						t.Fatal(err)
					}
					return
				}
				want, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
					t.Error(diff)
				}
			})
		}
	}
}
