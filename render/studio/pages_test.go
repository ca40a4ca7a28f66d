// Other processors round differently.

//go:build amd64

package studio

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"reflect"
	"testing"
	"time"

	"demoscope/formats"
	"demoscope/internal/golden"
	demos "demoscope/internal/made"
	"demoscope/player/pattern"
	"demoscope/player/report"
	"demoscope/player/scan"
	"demoscope/render/link"
	"demoscope/render/thumbnail"
)

// describe appends the fields of a page, and those of its matches and highlights one by one, as JSON. Long ones are
// checksums.
func describe(t *testing.T, to []string, prefix string, v reflect.Value) []string {
	t.Helper()
	for i := range v.NumField() {
		name, f := prefix+v.Type().Field(i).Name, v.Field(i)
		if f.Kind() == reflect.Slice && f.Type().Elem().Kind() == reflect.Struct {
			if e := f.Type().Elem().Name(); e == "Match" || e == "Highlight" || e == "Level" {
				for k := range f.Len() {
					to = describe(t, to, fmt.Sprintf("%s.%d.", name, k), f.Index(k))
				}
				continue
			}
		}
		text, err := json.Marshal(f.Interface())
		if err != nil {
			t.Fatal(name, err)
		}
		if f.IsZero() {
			continue
		}
		if len(text) > 400 {
			text = fmt.Appendf(nil, "%d bytes, %08x", len(text), crc32.ChecksumIEEE(text))
		}
		to = append(to, name+" "+string(text))
	}
	return to
}

// TestPages compares pages on demos of all games, with a little and with all that happens in them, with a file.
func TestPages(t *testing.T) {
	var lines []string
	add := func(name, format string, data []byte, highlights int) {
		demo := formats.Lookup(format).Open(name, data)
		summary, pass := report.NewSummary(format, int64(len(data))), pattern.NewPass(format, pattern.Options{})
		watch := NewPageWatch(demo, highlights)
		cursor := scan.Read(format, demo.Decoder(), summary, pass, watch)
		facts, info := pass.Finish(cursor), summary.Finish(cursor)
		page, err := MatchPage(&thumbnail.Source{Demo: demo, Maps: gameMap(t, name), Close: func() {}},
			MatchPageOptions{File: name, In: "a.zip", Made: "Demoscope", Address: "http://localhost/",
				Link: link.Link{Demo: name, Speed: 1}, Highlights: highlights, Command: "demoscope", Facts: facts,
				Info: info, Watch: watch, Modified: time.Date(2024, 6, 20, 12, 0, 0, 0, time.UTC)})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
		lines = append(lines, "# "+name)
		lines = describe(t, lines, "", reflect.ValueOf(*page))
		var html bytes.Buffer
		if err := page.Write(&html); err != nil {
			t.Error(err)
		}
		lines = append(lines, fmt.Sprintf("HTML %d bytes, %08x", html.Len(), crc32.ChecksumIEEE(html.Bytes())))
	}
	for _, c := range [][2]string{{"demoscope1.mvd", "mvd"}, {"demoscope1.qwd", "qwd"}, {"demoscope1_p15.dem", "dem"},
		{"demoscope1.dm2", "dm2"}, {"demoscope1.dm_71", "dm3"}} {
		name, format := c[0], c[1]
		data := sample(t, name)
		add(name, format, data, 2)
		add("eventful_"+name, format, demos.Eventful(t, name, data), 1)
	}
	golden.Lines(t, "pages", lines, golden.Equal)
}
