package world_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/player/world"
)

// sampleDir holds our own recordings, with facts in the form of the corpus.
const sampleDir = "../../assets/sample"

// factFile is what independent decoders read from one demo. Its facts are the
// top level of the JSON file, by kind.
type factFile struct {
	Path  string // of the facts
	Dir   string // of the corpus or sample, which the fact "file" is relative to
	Facts map[string]json.RawMessage
	Demo  *formats.Demo

	counts map[string]int
}

// factCheckers check all facts of a file, by the file's format. Each family
// registers its own in an init function, with the kinds of facts that it does
// not check in factNotes.
var factCheckers = map[string]func(t *testing.T, f *factFile){}

// factNotes are, by format, the kinds of facts that no decoder can be checked
// against, and why.
var factNotes = map[string]map[string]string{}

// commonNotes are those of every format.
var commonNotes = map[string]string{
	"primary_tool": "which decoder made the facts",
	"agreement":    "which other decoders agree with it",
	"trust":        "how far its makers trust it",
	"samples_note": "explains the samples",
}

// TestCorpus checks every fact of every file in the corpus and in the sample.
// A kind of fact that is neither checked nor a note fails.
func TestCorpus(t *testing.T) {
	t.Run("sample", func(t *testing.T) { checkFolder(t, sampleDir) })
	t.Run("corpus", func(t *testing.T) { checkFolder(t, corpusDir(t)) })
}

// corpusDir returns the folder with real demos.
func corpusDir(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("DEMOSCOPE_CORPUS")
	if dir == "" {
		t.Skip("DEMOSCOPE_CORPUS is not set: no real demos to test with")
	}
	return dir
}

func checkFolder(t *testing.T, dir string) {
	files, err := filepath.Glob(filepath.Join(dir, "expect", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no facts in %s: %v", dir, err)
	}
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) {
			f := readFacts(t, dir, path)
			check := factCheckers[f.Demo.Name]
			if check == nil {
				t.Fatalf("nothing checks the facts of a .%s", f.Demo.Name)
			}
			check(t, f)
			f.finish(t)
		})
	}
}

// readFacts reads one file of facts and opens its demo. It checks the facts
// about the file itself.
func readFacts(t *testing.T, dir, path string) *factFile {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f := &factFile{Path: path, Dir: dir, counts: map[string]int{}}
	if err := json.Unmarshal(text, &f.Facts); err != nil {
		t.Fatal(err)
	}
	var file string
	f.get(t, "file", &file)
	data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(file)))
	if err != nil {
		t.Fatal(err)
	}
	f.Demo, err = formats.Open(filepath.Base(file), data)
	if err != nil {
		t.Fatal(err)
	}
	equal(t, f, "size", len(data))
	sum := sha256.Sum256(data)
	equal(t, f, "sha256", hex.EncodeToString(sum[:]))
	equal(t, f, "format", f.Demo.Name)
	return f
}

// checked counts n facts of that kind as compared.
func (f *factFile) checked(kind string, n int) { f.counts[kind] += n }

// has reports whether the file has facts of that kind.
func (f *factFile) has(kind string) bool { _, ok := f.Facts[kind]; return ok }

// get decodes the facts of a kind into v, strictly, and counts them as one
// fact: the caller compares them.
func (f *factFile) get(t *testing.T, kind string, v any) {
	t.Helper()
	raw, ok := f.Facts[kind]
	if !ok {
		t.Fatalf("there is no fact %q", kind)
	}
	if err := strict(raw, v); err != nil {
		t.Fatalf("fact %q: %v", kind, err)
	}
	f.checked(kind, 1)
}

// equal compares one whole fact, if the file has it.
func equal[T any](t *testing.T, f *factFile, kind string, got T) {
	t.Helper()
	if !f.has(kind) {
		return
	}
	var want T
	f.get(t, kind, &want)
	diff(t, kind, want, got)
}

// finish demands that every kind of fact was checked or is a note, and tells
// how many facts there were.
func (f *factFile) finish(t *testing.T) {
	total := 0
	for kind := range f.Facts {
		_, common := commonNotes[kind]
		_, note := factNotes[f.Demo.Name][kind]
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

// play drives a world by the whole demo and calls, if they are not nil,
// onMessage after each message was applied and onBlock after each block. A
// damage fails the test.
func (f *factFile) play(t *testing.T, onMessage func(w *world.World, m message.Message), onBlock func(w *world.World, p *message.Packet)) *world.World {
	t.Helper()
	return f.playFrom(t, f.Demo.Decoder(), onMessage, onBlock)
}

// playFrom is play with a decoder of the caller's.
func (f *factFile) playFrom(t *testing.T, d message.Decoder, onMessage func(w *world.World, m message.Message), onBlock func(w *world.World, p *message.Packet)) *world.World {
	t.Helper()
	w := world.New(f.Demo.Name)
	for {
		p, err := d.NextPacket()
		if errors.Is(err, io.EOF) {
			return w
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
		if onBlock != nil {
			onBlock(w, p)
		}
	}
}
