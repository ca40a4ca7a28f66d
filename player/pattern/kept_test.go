package pattern

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/formats"
	"demoscope/internal/binenc"
	"demoscope/internal/corpus"
	"demoscope/player/world"
)

// factsOf reads the facts of a file.
func factsOf(t testing.TB, path string) *Facts {
	t.Helper()
	d, err := formats.Open(filepath.Base(path), corpus.Read(t, path))
	if err != nil {
		t.Fatal(err)
	}
	return Read(d.Format.Name, d.Decoder(), Options{})
}

// exported copies the exported fields of a value, which are those that are kept.
func exported(from, to reflect.Value) {
	switch from.Kind() {
	case reflect.Struct:
		for i := range from.NumField() {
			if from.Type().Field(i).IsExported() {
				exported(from.Field(i), to.Field(i))
			}
		}
	case reflect.Slice:
		if !from.IsNil() {
			to.Set(reflect.MakeSlice(from.Type(), from.Len(), from.Len()))
			for i := range from.Len() {
				exported(from.Index(i), to.Index(i))
			}
		}
	default:
		to.Set(from)
	}
}

// What is kept is what was read, bit by bit, and answers queries alike.
func TestKeptFacts(t *testing.T) {
	files := corpus.Files(t, corpus.Sample, formats.HasDemoName)
	if dir, ok := corpus.Lookup(); ok {
		for _, format := range []string{"dem", "qwd", "mvd", "dm2", "mvd2", "dm3"} {
			files = append(files, corpus.Files(t, filepath.Join(dir, format), formats.HasDemoName)...)
		}
	}
	hits, bytes := 0, 0
	for _, path := range files {
		if s, err := os.Stat(path); err != nil || s.Size() == 0 {
			continue
		}
		f := factsOf(t, path)
		data := binenc.Marshal(f)
		var got, want Facts
		if err := binenc.Unmarshal(data, &got); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		exported(reflect.ValueOf(f).Elem(), reflect.ValueOf(&want).Elem())
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %s", path, cmp.Diff(want, got, cmp.AllowUnexported(Death{})))
		}
		for _, text := range []string{"", "kill", "chat", "direct distance>100", "midair height>20"} {
			q, err := Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			a, b := q.Match(f), q.Match(&got)
			if !reflect.DeepEqual(a, b) {
				t.Errorf("%s, %q: %d hits, %d of what was kept", path, text, len(a), len(b))
			}
			hits += len(a)
		}
		bytes += len(data)
	}
	if hits < 50 {
		t.Errorf("only %d hits were compared", hits)
	}
	t.Logf("%d demos, %d bytes, %d hits", len(files), bytes, hits)
}

// Bytes of another shape are none, and those that are damaged cost no more than their length allows.
func TestDamagedFacts(t *testing.T) {
	f := &Facts{
		Format: "mvd", Game: world.QuakeWorld, Levels: []Level{{Map: "maps/dm6.bsp", End: 9}},
		Players: []Player{{Slot: 3, Name: "a"}, {Name: "a"}},
	}
	data := binenc.Marshal(f)
	var got Facts
	if err := binenc.Unmarshal(data, &got); err != nil || got.Players[1].Name != "a" ||
		got.Levels[0].Map != "maps/dm6.bsp" {
		t.Fatalf("%+v, %v", got, err)
	}
	other := bytes.Clone(data)
	other[0]++
	for _, wrong := range [][]byte{nil, {1, 2, 3}, other} {
		if err := binenc.Unmarshal(wrong, &got); !errors.Is(err, binenc.ErrShape) {
			t.Errorf("%x: %v", wrong, err)
		}
	}
	for n := 4; n < len(data); n++ {
		if err := binenc.Unmarshal(data[:n], &got); err == nil || errors.Is(err, binenc.ErrShape) || got.Format != "" {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
	if err := binenc.Unmarshal(append(bytes.Clone(data), 0), &got); err == nil {
		t.Error("more bytes than facts are none")
	}
	// A death of an event that does not exist.
	if err := binenc.Unmarshal(binenc.Marshal(&Facts{Kills: []Death{{Event: 1}}}), &got); err == nil {
		t.Error("a death without an event")
	}
}

func FuzzFacts(f *testing.F) {
	f.Add(binenc.Marshal(factsOf(f, filepath.Join(corpus.Sample, "demoscope1.dm2")))[4:])
	empty := binenc.Marshal(new(Facts))
	f.Add(empty[4:])
	q, err := Parse("")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var facts Facts
		if binenc.Unmarshal(append(bytes.Clone(empty[:4]), data...), &facts) == nil {
			q.Match(&facts)
		}
	})
}
