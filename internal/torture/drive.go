package torture

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"unicode"
	"unicode/utf8"

	"demoscope/formats"
)

// Outcome is what became of a run.
type Outcome uint8

// The outcomes.
const (
	Whole   Outcome = iota // read to the end, and nothing wrong was seen
	Damaged                // read, with damage that was noticed
	Refused                // refused with an error
	Found                  // a find
	outcomes
)

// String returns the word for it.
func (o Outcome) String() string { return [...]string{"whole", "damaged", "refused", "found"}[o] }

// Drive is a way through the program that takes an input. The program may refuse what
// it is given, and may find it damaged; everything else that is not as it should be is
// an error, which makes the run a find.
type Drive struct {
	Name string
	Kind Kind // of the inputs that it takes
	// Share is how many of a thousand inputs are given to it.
	Share int
	// Passes is about how often it reads the whole input: so many times as long as one
	// reading may last, it may take.
	Passes int
	Run    func(*bench, *Input) (Outcome, error)
}

// process reports whether a drive runs the program itself.
func (d *Drive) process() bool { return strings.HasPrefix(d.Name, "program") }

// Drives is the table of all ways through the program. A new part of the program has a
// row here: see "The harness" in CONTRIBUTING.md.
var Drives = []Drive{
	{"decode", KindDemo, 1000, 1, (*bench).decode},
	{"encode", KindDemo, 300, 2, (*bench).encode},
	{"dump", KindDemo, 25, 8, (*bench).dump},
	{"readable", KindDemo, 25, 6, (*bench).readable},
	{"index", KindDemo, 150, 3, (*bench).index},
	{"seek", KindDemo, 40, 40, (*bench).seek},
	{"scene", KindDemo, 15, 20, (*bench).scene},
	{"info", KindDemo, 60, 4, (*bench).info},
	{"state", KindDemo, 60, 3, (*bench).state},
	{"patterns", KindDemo, 30, 12, (*bench).patterns},
	{"program", KindDemo, 2, 0, (*bench).programRun},
	{"compile", KindText, 1000, 4, (*bench).compile},
	{"map", KindMap, 1000, 4, (*bench).level},
	{"model", KindModel, 1000, 4, (*bench).model},
	{"game-model", KindModel, 1000, 8, (*bench).gameModel},
	{"texture", KindTexture, 1000, 4, (*bench).texture},
	{"program-map", KindMap, 10, 0, (*bench).programDraws},
	{"program-model", KindModel, 10, 0, (*bench).programDraws},
	{"program-texture", KindTexture, 10, 0, (*bench).programDraws},
	{"archive", KindArchive, 1000, 4, (*bench).archive},
	{"bookmarks", KindBookmarks, 1000, 2, (*bench).bookmarks},
	{"program-keys", KindSettings, 1000, 0, (*bench).keys},
}

// driveNamed returns a row of the table, nil if there is none.
func driveNamed(name string) *Drive {
	for i := range Drives {
		if Drives[i].Name == name {
			return &Drives[i]
		}
	}
	return nil
}

// chosen returns which drives an input is given to.
func chosen(in *Input) []*Drive {
	r := in.drivesRandom("chosen")
	var list []*Drive
	for i := range Drives {
		if d := &Drives[i]; d.Kind == in.Kind && r.IntN(1000) < d.Share {
			list = append(list, d)
		}
	}
	return list
}

// bench is what drives share from run to run: maps that are ready, memory that is used
// again, as the program does.
type bench struct {
	*rand.Rand // of the run
	exact      bool
	program    string // the program itself, for the drive of that name; "" for none
	dir        string // an empty folder, of which nothing may be left

	opened *Input        // the last one
	open   *formats.Demo // nil if it was refused

	pictures pictures
}

// demo opens an input as the program does, once for all drives; if that refuses it, for
// every second one a decoder is forced to read it. It is nil if it was refused.
func (b *bench) demo(in *Input) (*formats.Demo, error) {
	if b.opened != in {
		b.opened = in
		demo, err := formats.Open(in.Name, in.Data)
		if err != nil && in.Seed%2 == 0 {
			demo = openAs(in.Format, in.Name, in.Data)
		}
		b.open = demo
	}
	return b.open, nil
}

// errControl says that a text that is printed as it is has a character that a terminal
// obeys.
var errControl = errors.New("a control character is printed")

// plain returns an error if a text would be obeyed by a terminal. Lines are allowed if
// lines is set.
func plain(s string, lines bool) error {
	for i, r := range s {
		if r == '\n' && lines || r == '\t' && lines {
			continue
		}
		if r == utf8.RuneError {
			if _, n := utf8.DecodeRuneInString(s[i:]); n == 1 {
				return fmt.Errorf("%w: byte %#x at %d of %.60q", errControl, s[i], i, s[max(0, i-20):])
			}
		}
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) && r != 0xad {
			return fmt.Errorf("%w: %U at %d of %.60q", errControl, r, i, s[max(0, i-20):])
		}
	}
	return nil
}
