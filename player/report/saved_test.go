package report

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"demoscope/formats"
	"demoscope/internal/binenc"
	"demoscope/internal/corpus"
	"demoscope/player/match"
	"demoscope/player/world"
)

// summaryOf summarizes a file.
func summaryOf(t testing.TB, path string) *Info {
	t.Helper()
	d, err := formats.Open(filepath.Base(path), corpus.Read(t, path))
	if err != nil {
		t.Fatal(err)
	}
	return Summarize(d.Format.Name, int64(len(d.Data())), d.Decoder())
}

// printed returns all that is printed of a summary.
func printed(t testing.TB, info *Info) []byte {
	t.Helper()
	var out bytes.Buffer
	out.WriteString(info.String())
	for _, cell := range info.Row() {
		out.WriteString(cell + "\n")
	}
	for _, name := range info.Demo.Names() {
		out.WriteString(name + "\n")
	}
	_ = json.NewEncoder(&out).Encode(info) // a float of a fuzz test may be no number
	return out.Bytes()
}

// A summary that was saved is printed as the one that was read, byte for byte.
func TestSavedSummary(t *testing.T) {
	files := corpus.Files(t, corpus.Sample, formats.HasDemoName)
	if dir, ok := corpus.Lookup(); ok {
		for _, format := range []string{"dem", "qwd", "mvd", "dm2", "mvd2", "dm3"} {
			files = append(files, corpus.Files(t, filepath.Join(dir, format), formats.HasDemoName)...)
		}
	}
	for _, path := range files {
		if s, err := os.Stat(path); err != nil || s.Size() == 0 {
			continue
		}
		info, got := summaryOf(t, path), new(Info)
		if err := binenc.Unmarshal(binenc.Marshal(info), got); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if want := printed(t, info); !bytes.Equal(printed(t, got), want) {
			t.Errorf("%s: %s, not %s", path, printed(t, got), want)
		}
	}
}

// A summary that no demo has is refused, since printing it would fail.
func TestUnsoundSummary(t *testing.T) {
	for _, demo := range []match.Demo{
		{Matches: []*match.Match{nil}}, {Matches: []*match.Match{{}}}, {Players: []match.Player{{}}},
		{Left: []match.Player{{}}}, {Matches: []*match.Match{{Result: &world.Result{}, Left: []match.Player{{}}}}},
	} {
		if err := binenc.Unmarshal(binenc.Marshal(&Info{Demo: demo}), new(Info)); err == nil {
			t.Errorf("%+v is read", demo)
		}
	}
}

func FuzzSummary(f *testing.F) {
	saved := binenc.Marshal(summaryOf(f, filepath.Join(corpus.Sample, "demoscope1.mvd")))
	f.Add(saved[4:])
	f.Fuzz(func(t *testing.T, data []byte) {
		info := new(Info)
		if binenc.Unmarshal(append(bytes.Clone(saved[:4]), data...), info) == nil {
			printed(t, info)
		}
	})
}
