// Package facts compares worlds with what independent decoders read from the same demos, as stored in the fact files of
// the sample and the corpus. Only tests use it.
package facts

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/internal/corpus"
	"demoscope/player/world"
	"demoscope/player/world/internal/worldtest"
	"demoscope/player/world/rules"
)

// File is what independent decoders read from one demo. Its facts are the top level of the JSON file, by kind.
type File struct {
	Path  string // path of the fact file
	Dir   string // folder of the corpus or sample, to which the fact "file" is relative
	Facts map[string]json.RawMessage
	Demo  *formats.Demo

	counts map[string]int
}

// commonNotes are the notes of every format, see [Check].
var commonNotes = map[string]string{
	"primary_tool": "which decoder made the facts",
	"agreement":    "which other decoders agree with it",
	"trust":        "how far its makers trust it",
	"samples_note": "explains the samples",
}

// Of returns a demo without facts, for playing.
func Of(demo *formats.Demo) *File { return &File{Demo: demo, counts: map[string]int{}} }

// withoutSample are the formats whose sample recordings have no facts, with the reasons.
var withoutSample = map[string]string{"mvd2": "no independent decoder has read it"}

// Check calls check with the facts of every demo of a format, in the sample and, if available, in the corpus. notes are
// the kinds of facts that decoders can't be checked against, with the reasons. A kind that is neither checked nor a
// note fails the test.
func Check(t *testing.T, format string, notes map[string]string, check func(t *testing.T, f *File)) {
	folder := func(t *testing.T, dir string) {
		found := false
		for _, path := range corpus.Expected(t, dir) {
			if formatOf(t, path) != format {
				continue
			}
			found = true
			t.Run(filepath.Base(path), func(t *testing.T) {
				f := read(t, dir, path)
				if f.Demo.Name != format {
					t.Fatalf("a .%s, not a .%s", f.Demo.Name, format)
				}
				check(t, f)
				f.finish(t, notes)
			})
		}
		if !found {
			t.Errorf("there are no facts about a .%s in %s", format, dir)
		}
	}
	if _, ok := withoutSample[format]; !ok {
		t.Run("sample", func(t *testing.T) { folder(t, corpus.Sample) })
	}
	t.Run("corpus", func(t *testing.T) { folder(t, corpus.Dir(t)) })
}

// formatOf returns the format of the demo of a fact file, by the demo's extension.
func formatOf(t *testing.T, path string) string {
	t.Helper()
	var head struct{ File string }
	corpus.ReadJSON(t, path, &head)
	switch extension := strings.ToLower(filepath.Ext(head.File)); extension {
	case ".dem", ".qwd", ".mvd", ".dm2", ".mvd2":
		return extension[1:]
	case ".dm3", ".dm_43", ".dm_45", ".dm_46", ".dm_48", ".dm_66", ".dm_67", ".dm_68", ".dm_71", ".dm_73",
		".dm_90", ".dm_91":
		return "dm3"
	}
	t.Errorf("%s: nothing checks the facts of %s", path, head.File)
	return ""
}

// read reads a fact file and opens its demo. It checks the facts about the file itself.
func read(t *testing.T, dir, path string) *File {
	t.Helper()
	f := &File{Path: path, Dir: dir, counts: map[string]int{}}
	corpus.ReadJSON(t, path, &f.Facts)
	var file string
	f.Get(t, "file", &file)
	data := corpus.Read(t, filepath.Join(dir, filepath.FromSlash(file)))
	var err error
	f.Demo, err = formats.Open(filepath.Base(file), data)
	if err != nil {
		t.Fatal(err)
	}
	Equal(t, f, "size", len(data))
	sum := sha256.Sum256(data)
	Equal(t, f, "sha256", hex.EncodeToString(sum[:]))
	Equal(t, f, "format", f.Demo.Name)
	return f
}

// Checked counts n facts of a kind as compared.
func (f *File) Checked(kind string, n int) { f.counts[kind] += n }

// Has reports whether the file has facts of a kind.
func (f *File) Has(kind string) bool { _, ok := f.Facts[kind]; return ok }

// Get strictly decodes the facts of a kind into v, and counts them as one fact. The caller compares them.
func (f *File) Get(t *testing.T, kind string, v any) {
	t.Helper()
	raw, ok := f.Facts[kind]
	if !ok {
		t.Fatalf("there is no fact %q", kind)
	}
	if err := Strict(raw, v); err != nil {
		t.Fatalf("fact %q: %v", kind, err)
	}
	f.Checked(kind, 1)
}

// Equal compares one whole fact, if the file has it.
func Equal[T any](t *testing.T, f *File, kind string, got T) {
	t.Helper()
	if !f.Has(kind) {
		return
	}
	var want T
	f.Get(t, kind, &want)
	Diff(t, kind, want, got)
}

// finish fails if a kind of fact was neither checked nor a note, and logs how many facts were checked.
func (f *File) finish(t *testing.T, notes map[string]string) {
	t.Helper()
	total := 0
	for kind := range f.Facts {
		_, common := commonNotes[kind]
		_, note := notes[kind]
		if n := f.counts[kind]; n == 0 && !common && !note {
			t.Errorf("the fact %q is neither checked nor a note: %.200s", kind, f.Facts[kind])
		}
	}
	kinds := slices.Sorted(maps.Keys(f.counts))
	for _, kind := range kinds {
		total += f.counts[kind]
	}
	t.Logf("%d facts of %d kinds checked", total, len(kinds))
}

// Play drives a new world through the whole demo. It calls onMessage after each message and onBlock after each block,
// unless they are nil. Damage fails the test.
func (f *File) Play(t *testing.T, onMessage func(w *world.World, m message.Message), onBlock func(w *world.World,
	p *message.Packet)) *world.World {
	t.Helper()
	return f.PlayFrom(t, f.Demo.Decoder(), onMessage, onBlock)
}

// PlayFrom is [File.Play] with the caller's decoder.
func (f *File) PlayFrom(t *testing.T, d message.Decoder, onMessage func(w *world.World, m message.Message),
	onBlock func(w *world.World, p *message.Packet)) *world.World {
	t.Helper()
	w := rules.New(f.Demo.Name)
	Drive(t, w, d, onMessage, onBlock)
	return w
}

// Drive drives a world with a decoder until its end. It calls onMessage after each message and onBlock after each
// block, unless they are nil. Damage fails the test.
func Drive(t testing.TB, w *world.World, d message.Decoder, onMessage func(w *world.World, m message.Message),
	onBlock func(w *world.World, p *message.Packet)) {
	t.Helper()
	for {
		p, err := d.NextPacket()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		w.Begin(p)
		for {
			m, err := d.NextMessage()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Error(err)
				break
			}
			w.Apply(m)
			if onMessage != nil {
				onMessage(w, m)
			}
		}
		w.End()
		worldtest.CheckEvents(t, w)
		if onBlock != nil {
			onBlock(w, p)
		}
	}
}
