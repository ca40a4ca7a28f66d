//go:build amd64

package app

import (
	"encoding/json"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"demoscope/internal/golden"
	"demoscope/render/hud"
)

// homeFields returns the fields of the demo browser by name, as JSON. Long ones are checksums.
func homeFields(t *testing.T, in *hud.Home, folder string) (names, values []string) {
	t.Helper()
	var add func(prefix string, v reflect.Value)
	add = func(prefix string, v reflect.Value) {
		for i := range v.NumField() {
			f := v.Type().Field(i)
			switch f.Name {
			case "Screen", "MouseKnown", "MouseX", "MouseY", "Query", "Columns":
				continue
			case "HomeTable":
				add(prefix, v.Field(i))
				continue
			case "Page":
				if !v.Field(i).IsNil() {
					add("Page.", v.Field(i).Elem())
					continue
				}
			}
			text, err := json.Marshal(v.Field(i).Interface())
			if err != nil {
				t.Fatal(f.Name, err)
			}
			s := strings.ReplaceAll(strings.ReplaceAll(string(text), folder, "DIR"), `,""`, "")
			if len(s) > 600 {
				s = fmt.Sprintf("%d bytes, %08x", len(s), crc32.ChecksumIEEE([]byte(s)))
			}
			names, values = append(names, prefix+f.Name), append(values, s)
		}
	}
	add("", reflect.ValueOf(*in))
	return names, values
}

// TestHomeSteps compares what the demo browser shows while it is used with a file: after each step, what has changed.
func TestHomeSteps(t *testing.T) {
	r := newHomeRig(t, folderSource{})
	dir := t.TempDir()
	for i, name := range []string{"demoscope1.mvd", "demoscope1.dm2", "demoscope1_p15.dem", "demoscope1.qwd",
		"demoscope1.dm_71", "demoscope1.mvd2", "broken.dem"} {
		data := []byte("-1\nno demo")
		if name != "broken.dem" {
			data = sample(t, name)
		}
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
		day := time.Date(2024, 6, 20-i, 12, 0, 0, 0, time.UTC)
		if err := os.Chtimes(file, day, day); err != nil {
			t.Fatal(err)
		}
	}
	r.dropFolder(dir, 7)
	var lines []string
	last := map[string]string{}
	for _, step := range []string{"", "Down", "Down", "Tab", "Down", "Right", "Tab", "Tab", "F6", "F6", "Shift+F6",
		"F7", "F7", "F9", "Down", "Space", "Down", "Down", "Enter", "Esc", "End", "PgUp", "Home", "640x360", "Tab",
		"Esc", "480x360", "1920x1080", "'game:quake", "Tab", "Esc", "Esc", "'mode:nothing ", "Esc",
		"'kills>=2 within 5s", "Down", "Down", "Tab", "Esc", "Esc", "'length>x", "Esc", "Esc", "320x200", "'map:de",
		"Tab", "Esc", "Esc"} {
		switch {
		case step == "":
		case step[0] == '\'':
			r.write(step[1:])
		case step[0] >= '1' && step[0] <= '9':
			var w, h float32
			fmt.Sscanf(step, "%gx%g", &w, &h)
			r.Size = hud.Screen{Width: w, Height: h, Scale: 1}
		default:
			r.press(step)
		}
		r.pass(0.02)
		r.until("everything", func() bool {
			now := r.home.pager.now
			return !r.home.momentSearch.running() && (now == nil || now.complete()) && !r.home.pager.making
		})
		r.pass(3) // messages disappear
		r.pass(0.02)
		lines = append(lines, "> "+step)
		names, values := homeFields(t, &r.home.hudIn, dir)
		names = append(names, "layout")
		values = append(values, fmt.Sprintf("%08x", crc32.ChecksumIEEE(fmt.Appendf(nil, "%.2f", r.home.layout))))
		shown := map[string]string{}
		for i, name := range names {
			if shown[name] = values[i]; last[name] != values[i] {
				lines = append(lines, name+" "+values[i])
			}
		}
		last = shown
	}
	golden.Lines(t, "home", lines, func(got, want string) bool { return got == want })
}
