// Package bookmarks keeps what a viewer marks in a demo: moments with names, and a
// clip between two moments. They are in a file named after a hash of the demo's
// content, so that a demo keeps its bookmarks when it is renamed or moved. The demo
// itself is never written.
//
// All times are seconds of the viewer's clock, which begins at 0 and never goes
// back: see [demoscope/player/world.State].Clock.
package bookmarks

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/adrg/xdg"
)

// Mark is a moment with a name.
type Mark struct {
	Clock float64 `json:"clock"` // viewer's seconds
	Name  string  `json:"name"`
}

// Bookmarks are those of one demo, as the file has them. They must not be used by
// several goroutines at once.
type Bookmarks struct {
	// Marks are in order of time. Change them with [Bookmarks.Toggle].
	Marks []Mark `json:"marks,omitempty"`
	// In and Out bound the clip, in viewer's seconds; nil if not set. In is
	// before Out. Change them with [Bookmarks.SetIn] and [Bookmarks.SetOut].
	In   *float64 `json:"in,omitempty"`
	Out  *float64 `json:"out,omitempty"`
	Loop bool     `json:"loop,omitempty"` // play the clip again and again

	path string // of the file, empty if the file could not be read
}

// near is how far from a mark, in seconds, a moment still counts as marked.
const near = 0.25

// Dir returns the folder where bookmarks are kept, in the user's settings:
// demoscope/bookmarks in ~/.config on Linux.
func Dir() string { return filepath.Join(xdg.ConfigHome, "demoscope", "bookmarks") }

// Open returns the bookmarks of the demo with the given bytes from the folder dir,
// none if it has no file there. If the file cannot be read, Open returns an error
// and empty bookmarks, which [Bookmarks.Save] refuses to write.
func Open(dir string, demo []byte) (*Bookmarks, error) {
	sum := sha256.Sum256(demo)
	path := filepath.Join(dir, hex.EncodeToString(sum[:])+".json")
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return &Bookmarks{path: path}, nil
	}
	if err != nil {
		return &Bookmarks{}, err
	}
	b := &Bookmarks{}
	if err := json.Unmarshal(data, b); err != nil {
		return &Bookmarks{}, fmt.Errorf("%s: %w", path, err)
	}
	b.path = path
	b.sort()
	return b, nil
}

// Save writes the file, and creates its folder if needed. If there is an error, the
// old file stays as it was.
func (b *Bookmarks) Save() error {
	if b.path == "" {
		return errors.New("these bookmarks have no file")
	}
	if err := os.MkdirAll(filepath.Dir(b.path), 0o755); err != nil {
		return err
	}
	data, err := json.MarshalIndent(b, "", "\t")
	if err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(b.path), "bookmarks-*")
	if err != nil {
		return err
	}
	_, err = tmp.Write(append(data, '\n'))
	if err == nil {
		err = tmp.Sync() // else a power cut could leave an empty file under the new name
	}
	err = errors.Join(err, tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), b.path)
	}
	if err != nil {
		os.Remove(tmp.Name())
	}
	return err
}

// Toggle sets a mark with a name at a moment, or removes the one less than a
// quarter of a second away. It reports whether one was set.
func (b *Bookmarks) Toggle(clock float64, name string) (set bool) {
	if m := b.At(clock); m != nil {
		b.Marks = slices.DeleteFunc(b.Marks, func(o Mark) bool { return o.Clock == m.Clock })
		return false
	}
	b.Marks = append(b.Marks, Mark{clock, name})
	b.sort()
	return true
}

// At returns the first mark less than a quarter of a second from a moment, nil
// if there is none. It is valid until the marks change.
func (b *Bookmarks) At(clock float64) *Mark {
	for i := range b.Marks {
		if m := &b.Marks[i]; m.Clock > clock-near && m.Clock < clock+near {
			return m
		}
	}
	return nil
}

// Next returns the first mark that is more than a quarter of a second after a
// moment; ok is false if there is none.
func (b *Bookmarks) Next(clock float64) (m Mark, ok bool) {
	for _, m := range b.Marks {
		if m.Clock > clock+near {
			return m, true
		}
	}
	return Mark{}, false
}

// Previous returns the last mark that is more than a quarter of a second before
// a moment; ok is false if there is none.
func (b *Bookmarks) Previous(clock float64) (m Mark, ok bool) {
	for _, m := range slices.Backward(b.Marks) {
		if m.Clock < clock-near {
			return m, true
		}
	}
	return Mark{}, false
}

// SetIn sets where the clip begins. An end that is not after it is removed, and the
// loop with it.
func (b *Bookmarks) SetIn(clock float64) {
	b.In = &clock
	if b.Out != nil && *b.Out <= clock {
		b.Out = nil
	}
	b.Loop = b.Loop && b.Out != nil
}

// SetOut sets where the clip ends. A beginning that is not before it is removed,
// and the loop with it.
func (b *Bookmarks) SetOut(clock float64) {
	b.Out = &clock
	if b.In != nil && *b.In >= clock {
		b.In = nil
	}
	b.Loop = b.Loop && b.In != nil
}

// Clip returns where the clip begins and ends; ok is false unless both are set.
func (b *Bookmarks) Clip() (in, out float64, ok bool) {
	if b.In == nil || b.Out == nil {
		return 0, 0, false
	}
	return *b.In, *b.Out, true
}

func (b *Bookmarks) sort() {
	slices.SortStableFunc(b.Marks, func(x, y Mark) int { return cmp.Compare(x.Clock, y.Clock) })
}
