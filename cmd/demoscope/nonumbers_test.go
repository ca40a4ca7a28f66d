package main

import (
	"bytes"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"demoscope/internal/corpus"
)

// noNumbers are the bits of floats that a demo may hold: no number, both infinities, and the largest number.
var noNumbers = []string{"0x7fc00000", "0x7f800000", "0xff800000", "0x7f7fffff"}

// TestNoNumbersAreDrawn: places, angles and speeds that are no numbers, in each format that has floats,
// neither end a command nor make its picture black: a camera stands somewhere, and looks somewhere.
func TestNoNumbersAreDrawn(t *testing.T) {
	places, number := regexp.MustCompile(`"origin":\[[^][{}]*\]`), regexp.MustCompile(`-?\d+(\.\d+)?(e[-+]?\d+)?`)
	// FTE's, of which this one makes floats of coordinates
	extensions, floats := regexp.MustCompile(`"extensions":\[\]`), `"extensions":[{"tag":1480938566,"bits":32768}]`
	for _, c := range []struct {
		name, file string
		from       *regexp.Regexp // what is replaced, so that coordinates and angles are floats
		to         string
		fields     *regexp.Regexp
		part       float64 // of the numbers in the fields
	}{
		{"angles of packets", "demoscope1_p15.dem", nil, "", regexp.MustCompile(`"angles":\[[^][{}]*\]`), 0.5},
		{"floats of protocol 999", "demoscope1_p999.dem", regexp.MustCompile(`"flags":\d+`), `"flags":20`,
			regexp.MustCompile(`"(angles|origin)":\[[^][{}]*\]`), 0.2},
		{"angles of commands", "demoscope1.qwd", nil, "", regexp.MustCompile(`"uk_angles":\[[^][{}]*\]`), 0.5},
		{"floats of FTE", "demoscope1.qwd", extensions, floats, places, 0.2},
		{"floats of FTE, of a server", "demoscope1.mvd", extensions, floats, places, 0.2},
		{"fields", "demoscope1.dm_71", nil, "",
			regexp.MustCompile(`"(origin|velocity|viewangles|angles2?|a?pos\.tr[A-Z][a-z]+)\[\d\]":[^,}]+`), 0.3},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := t.TempDir()
			t.Setenv("XDG_CACHE_HOME", folder) // levels of other tests would change the picture
			in := func(name string) string { return filepath.Join(folder, name) }
			source := filepath.Join(corpus.Sample, c.file)
			if strings.Contains(c.file, "p999") {
				source = in(c.file)
				succeed(t, "convert", "--to", "999", "-o", source, filepath.Join(corpus.Sample, "demoscope1_p15.dem"))
			}
			text, demo := in("demo.json"), in("changed"+filepath.Ext(c.file))
			r := rand.New(rand.NewPCG(7, 8))
			changed := 0
			var out strings.Builder
			for line := range strings.Lines(succeed(t, "dump", "--json", source)) {
				if c.from != nil {
					line = c.from.ReplaceAllString(line, c.to)
				}
				if !strings.HasPrefix(line, `{"message":"clientdata"`) { // whose angles are bytes
					line = c.fields.ReplaceAllStringFunc(line, func(field string) string {
						name, values, _ := strings.Cut(field, ":")
						return name + ":" + number.ReplaceAllStringFunc(values, func(was string) string {
							if r.Float64() >= c.part {
								return was
							}
							changed++
							return strconv.Quote(noNumbers[r.IntN(len(noNumbers))])
						})
					})
				}
				out.WriteString(line)
			}
			if changed < 100 {
				t.Fatalf("%d numbers were changed", changed)
			}
			if err := os.WriteFile(text, []byte(out.String()), 0o600); err != nil {
				t.Fatal(err)
			}
			succeed(t, "compile", "-o", demo, text)

			for _, way := range []string{"eyes", "chase", "orbit", "overhead"} {
				succeed(t, "shot", "--renderer", "cpu", "--size", "160x90", "--display", "clean", "--camera", way,
					"--at", "45%", "-o", in("shot.png"), demo)
				if bright := brightness(t, in("shot.png")); bright < 0.05 {
					t.Errorf("%s: the picture has a brightness of %.3f", way, bright)
				}
				succeed(t, "scene", "--camera", way, "--at", "45%", "-o", in("scene.glb"), demo)
			}
			succeed(t, "scene", "--from", "50%", "--to", "53%", "-o", in("scene.glb"), demo)
			succeed(t, "scene", "--camera", "chase", "--at", "50%", "-o", in("scene.svg"), demo)
			if svg := string(corpus.Read(t, in("scene.svg"))); strings.Contains(svg, "NaN") ||
				strings.Contains(svg, "Inf") {
				t.Error("the drawing has numbers that are none")
			}
			succeed(t, "sound", "--from", "30%", "--to", "70%", "-o", in("sound.wav"), demo)
			succeed(t, "state", "--at", "50%", demo)
			if tracks := succeed(t, "tracks", "--format", "ndjson", demo); !strings.Contains(tracks, "\n") ||
				strings.Contains(tracks, "NaN") || strings.Contains(tracks, "Inf") {
				t.Error("the tracks are empty, or have numbers that are none")
			}
		})
	}
}

// brightness returns how bright a picture is in the mean, 0 to 1.
func brightness(t *testing.T, file string) float64 {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(corpus.Read(t, file)))
	if err != nil {
		t.Fatal(err)
	}
	sum, size := 0.0, picture.Bounds()
	for y := range size.Dy() {
		for x := range size.Dx() {
			r, g, b, _ := picture.At(size.Min.X+x, size.Min.Y+y).RGBA()
			sum += float64(r+g+b) / 3 / 0xffff
		}
	}
	return sum / float64(size.Dx()*size.Dy())
}
