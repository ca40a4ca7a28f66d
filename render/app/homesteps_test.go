// Other processors round differently.

//go:build amd64

package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"demoscope/internal/golden"
	"demoscope/player/lobby"
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
	f := &fakeGames{failed: []error{errors.New("no answer"), errors.New("another")}}
	f.answer(lobby.Game{Address: "a.example:27500", PingMS: 30, Name: "duels", Map: "aerowalk", Mode: "1on1",
		Status: "3 min left", MaxPlayers: 2, Players: clients("ann", "bob"), Spectators: clients("eve")},
		lobby.Game{Address: "b.example:27501", PingMS: 20, Name: "teams", Map: "dm3", Mode: "4on4", MaxPlayers: 8,
			Players: clients("carl", "dave", "finn"), QTV: "2@tv.example:28000"},
		lobby.Game{Address: "c.example:27502", PingMS: 10, Name: "nobody", Map: "dm6", MaxPlayers: 16})
	r := gamesRig(t, f)
	dir := t.TempDir()
	for i, name := range []string{"demoscope1.mvd", "demoscope1.dm2", "demoscope1_p15.dem", "demoscope1.qwd",
		"demoscope1.dm_71", "demoscope1.mvd2", "broken.dem", "copy.mvd"} {
		data := []byte("-1\nno demo")
		switch name {
		case "broken.dem":
		case "copy.mvd":
			data = sample(t, "demoscope1.mvd")
		default:
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
		"Tab", "Esc", "Esc", "1280x720", "F2", "Down", "Down", "Tab", "Down", "Tab", "F7", "Down", "F6", "F6",
		"Shift+F6", "Up", "'du", "Esc", "480x360", "F2", "F2", "F2"} {
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
			return !strings.HasSuffix(r.home.hudIn.Status, "asking") &&
				!r.home.momentSearch.running() && (now == nil || now.complete()) && !r.home.pager.making
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
	golden.Lines(t, "home", lines, golden.Equal)
}
