//go:build !js

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestPackedDemosAreAlike: what a command says and writes of a demo it says and writes of the same one
// packed, and in an archive beside another, but for its name.
func TestPackedDemosAreAlike(t *testing.T) {
	root := t.TempDir()
	t.Chdir(root)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(root, "cache"))
	const member = "a.zip/a.dm2"
	for _, made := range [][]string{
		{"copy", "plain/a.dm2", "sample:demoscope1.dm2"}, {"gzip", "packed/a.dm2.gz", "sample:demoscope1.dm2"},
		{"zip", "archive/a.zip", "b.dem=sample:demoscope1_p15.dem", "a.dm2=sample:demoscope1.dm2"},
	} {
		if err := makeFile(made); err != nil {
			t.Fatal(err)
		}
		written := time.Date(2024, 6, 16, 17, 19, 0, 0, time.UTC) // which a report says
		if err := os.Chtimes(made[1], written, written); err != nil {
			t.Fatal(err)
		}
	}
	// What differs are the names, when the file was written, which an archive has not to say, and links,
	// which lead to no demo in an archive.
	names := strings.NewReplacer("archive/"+member, "FILE", "plain/a.dm2", "FILE", "packed/a.dm2.gz", "FILE",
		member, "NAME", "a.dm2.gz", "NAME", "a.dm2", "NAME", `"member":"NAME",`, "", "archive/", "", "plain/", "",
		"packed/", "")
	differs, gap := regexp.MustCompile(`,?"(modified|member)":"[^"]*"|  File written .*\n|<a `+
		`href="http://localhost:[^>]*>|</a>|<p>(Times are|Click a time) .*`), regexp.MustCompile(`  +`)
	for _, c := range []string{
		"info", "info --json", "state --at 20", "events", "tracks --rate 1", "export-stats", "dump --from 10 --to 10.2",
		"find kill", "highlights --list",
		"split --list", "split -o OUT", "cut --from 10 --to 20 -o OUT/o.dm2",
		"shot --at 20 --renderer cpu --size 160x90 -o OUT/o.png", "film --from 10 --to 10.2 --size 64x36 -o OUT/o.gif",
		"sound --from 10 --to 11 -o OUT/o.wav", "scene --at 20 -o OUT/o.glb", "scene --at 20 -o OUT/o.svg",
		"rebuild -o OUT/o.glb", "report -o OUT/o.html",
	} {
		var first string
		for _, file := range []string{"plain/a.dm2", "packed/a.dm2.gz", "archive/" + member} {
			out := filepath.Join(root, "out")
			if err := os.RemoveAll(out); err != nil {
				t.Fatal(err)
			}
			if err := os.Mkdir(out, 0o755); err != nil {
				t.Fatal(err)
			}
			var said bytes.Buffer
			args := append(strings.Fields(strings.ReplaceAll(c, "OUT", "out")), file)
			if status := run(args, &streams{in: new(bytes.Buffer), out: &said, err: &said}); status != exitOK {
				t.Errorf("%v: %d: %s", args, status, &said)
			}
			entries, err := os.ReadDir(out)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range entries {
				data, err := os.ReadFile(filepath.Join(out, e.Name()))
				if err != nil {
					t.Fatal(err)
				}
				said.WriteString("\nwrote " + e.Name() + "\n")
				said.Write(data)
			}
			if strings.Contains(c, "OUT") != (len(entries) > 0) {
				t.Errorf("%v: %d files were written", args, len(entries))
			}
			got := gap.ReplaceAllString(differs.ReplaceAllString(names.Replace(said.String()), ""), " ")
			if first == "" {
				first = got
			} else if got != first {
				at := 0
				for at < min(len(got), len(first)) && got[at] == first[at] {
					at++
				}
				t.Errorf("%v: it differs at byte %d of %d and %d:\n%.200q\n%.200q", args, at, len(first), len(got),
					first[max(0, at-40):], got[max(0, at-40):])
			}
		}
	}
}
