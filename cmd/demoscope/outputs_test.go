//go:build !js

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"
	"time"

	"demoscope/internal/golden"
	"demoscope/player"
	"demoscope/player/report"
	"demoscope/player/scan"
	"demoscope/player/world"
	"demoscope/render/sound"
)

// outputs are command lines whose output is compared for each demo; FILE stands for the demo.
var outputs = []struct {
	name, args string
	own        bool // only for this project's own demos, because it takes long
}{
	{"info.txt", "info FILE", false},
	{"info.json", "info --json FILE", false},
	{"events.json", "events FILE", false},
	{"events.csv", "events --format csv FILE", false},
	{"tracks.json", "tracks --rate 1 FILE", false},
	{"tracks-all.json", "tracks --rate 0 FILE", true},
	{"stats.json", "export-stats FILE", false},
	{"find-kill.json", "find --json --unjudged kill FILE", false},
	{"find-moments.json", "find --json --unjudged length>0s FILE", false},
	{"find-moments.txt", "find --best length>0s FILE", false},
	{"find-chat.txt", "find chat FILE", false},
	{"report.html", "report --rebuild --highlights 0 -o - FILE", false},
	{"report-map.html", "report --highlights 8 -o - FILE", true},
	{"sound.wav", "sound --own -o - FILE", true},
	{"dump.txt", "dump FILE", true},
	{"dump.json", "dump --json FILE", true},
	{"cut", "cut --from 3 --to 8 -o - FILE", true},
	{"cut-level", "cut --level 2 --from 2 --to 6 -o - FILE", true},
	{"cut-view", "cut --player 1 --from 3 --to 6 -o - FILE", true},
	{"convert", "convert -o - FILE", true},
	{"convert-15", "convert --to 15 --round -o - FILE", true},
	{"convert-999", "convert --to 999 -o - FILE", true},
	{"convert-43", "convert --to 43 -o - FILE", true},
	{"convert-66", "convert --to 66 -o - FILE", true},
}

// picture matches a picture in a report. Pictures are compared by a test of package render.
var picture = regexp.MustCompile(`data:image/[^"]*`)

// TestOutputs compares the hashes of what the commands print about each demo with testdata/outputs.txt, so
// that a change of the structure shows every change of a result. See [golden.Outputs].
func TestOutputs(t *testing.T) {
	o := golden.NewOutputs(t, "outputs")
	dir := t.TempDir()
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"} {
		t.Setenv(name, t.TempDir())
	}
	t.Setenv("DEMOSCOPE_PATH", "")
	local := time.Local
	time.Local = time.UTC
	t.Cleanup(func() { time.Local = local })
	demos := golden.OutputDemos(t)
	for i := range demos {
		demos[i].Copy(t, dir)
	}
	t.Chdir(dir)
	golden.Each(demos, func(d *golden.Demo) {
		for _, c := range outputs {
			// Made demos share names of maps, which are missing and reconstructed once for all.
			made := strings.HasPrefix(d.Name, "made/") && c.name == "report-map.html"
			if !made && (!c.own || d.Own) {
				o.Add(d.Name, c.name, outputOf(strings.Fields(strings.ReplaceAll(c.args, "FILE", d.Name))...))
			}
		}
		o.Add(d.Name, "state.json", statesOf(t, d.Name))
		o.Add(d.Name, "sounds.txt", soundsOf(d.Name))
	})
	addRows(t, o, dir)
	merge := []string{"merge", "-o", "-"}
	for _, slot := range []string{"0", "1", "2"} {
		view := "view" + slot + ".qwd"
		outputOf("cut", "--player", slot, "--from", "5", "--to", "45", "-o", view, "sample/demoscope1.mvd")
		merge = append(merge, view)
	}
	o.Add("sample/demoscope1.mvd", "merged-views", outputOf(merge...))
	o.Compare()
}

// outputOf returns what a command prints, and its exit status.
func outputOf(args ...string) []byte {
	var out, said bytes.Buffer
	status := run(args, &streams{out: &out, err: &said})
	fmt.Fprintf(&out, "%sexit status %d\n", &said, status)
	text := bytes.ReplaceAll(out.Bytes(), []byte(version()), []byte("VERSION"))
	return picture.ReplaceAll(text, []byte("PICTURE"))
}

// statesOf returns the state of a demo at 50 moments.
func statesOf(t *testing.T, file string) []byte {
	const moments = 50
	demo, err := openDemo(file)
	if err != nil {
		return []byte(err.Error())
	}
	count := scan.NewCursor(demo.Format.Name, demo.Decoder())
	count.World.Defer = true
	blocks := 0
	for count.Next() == nil {
		blocks++
	}
	var out bytes.Buffer
	cursor := scan.NewCursor(demo.Format.Name, demo.Decoder())
	for i, next := 1, 1; cursor.Next() == nil; i++ {
		if i < next*blocks/moments {
			continue
		}
		next++
		if err := writeJSON(&out, report.StateOf(demo.Format.Name, cursor.World, world.Nobody)); err != nil {
			t.Error(err)
		}
	}
	return out.Bytes()
}

// soundsOf returns all sounds of a demo, with the words of their subtitles.
func soundsOf(file string) []byte {
	demo, err := openDemo(file)
	if err != nil {
		return []byte(err.Error())
	}
	p := player.New(demo, player.Options{})
	defer p.Close()
	cursor := p.NewSoundCursor()
	var out bytes.Buffer
	score := sound.NewScore(cursor, sound.NewBank(cursor.World().Game, nil, true))
	score.Heard = func(s *world.SoundStart, sound *sound.Sound) {
		fmt.Fprintf(&out,
			"%.3f %s entity %d channel %d at %.1f volume %.2f attenuation %.2f only %x flags %d words %q\n",
			s.Clock, sound.Name, s.Entity, s.Channel, s.Origin, s.Volume, s.Attenuation, s.Only, s.Flags, sound.Words)
	}
	cursor.Reach(math.Inf(1), score)
	fmt.Fprintf(&out, "%d without a name\n", score.Nameless)
	return out.Bytes()
}

// addRows adds the rows of a library of all demos in the current folder, dir.
func addRows(t *testing.T, o *golden.Outputs, dir string) {
	t.Helper()
	outputOf("add", ".")
	clean := func(b []byte) string { return strings.ReplaceAll(string(b), dir+"/", "") }
	for line := range strings.Lines(clean(outputOf("library", "--json"))) {
		var row struct{ File string }
		if err := json.Unmarshal([]byte(line), &row); err == nil {
			o.Add(row.File, "library.json", []byte(line))
		}
	}
	for line := range strings.Lines(clean(outputOf("library"))) {
		columns := strings.Fields(line) // their widths depend on the other rows
		if file := columns[len(columns)-1]; strings.Contains(file, "/") {
			o.Add(file, "library.txt", []byte(strings.Join(columns, " ")+"\n"))
		}
	}
}
