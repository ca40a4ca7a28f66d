package cut

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"demoscope/formats"
	"demoscope/formats/message"
)

// maxMerged is how many recordings of a match can be merged: one for each slot.
const maxMerged = qwSlots

// maxHeld is how many bytes merging may keep, and for each byte of the recordings heldFor more: what they
// tell, and what they are merged into. Real ones need 0.3 to 1.5 bytes for each of theirs.
const (
	maxHeld = 32 << 20
	heldFor = 2
)

// mostHeld returns how many bytes merging recordings may take.
func mostHeld(demos []*formats.Demo) (most int64) {
	for _, d := range demos {
		most += d.Size()
	}
	return min(maxHeld+heldFor*most, math.MaxUint32) // told counts in 32 bits
}

// tooMuch refuses a recording at which merging takes more memory than it may.
func tooMuch(number int, most int64) error {
	return &MergeError{number, fmt.Sprintf(
		"merging it would take more than %d MB of memory: it tells far more than recordings of games do", most>>20)}
}

// MergeError says why recordings cannot be merged.
type MergeError struct {
	Demo   int // which of them, from 0
	Reason string
}

func (e *MergeError) Error() string { return e.Reason }

// Merged is what several recordings of a match are merged into.
type Merged struct {
	Data   []byte   // a server's recording (.mvd)
	Levels []string // its maps
}

// Merge makes one server's recording (.mvd) of what several clients have recorded (.qwd) of one match, with
// all levels that one of them has. Everybody is there whom one of them saw, where the recorder's own word
// goes before that of others; what was told is told once. Times are laid over one another by what is true at
// one moment only (who stood where, what was printed), second by second, and are those of the server's clock
// where it told that.
//
// The error is a [*MergeError] if the recordings are not of one game, or a [*DamageError].
func Merge(demos []*formats.Demo) (*Merged, error) {
	if len(demos) < 2 {
		return nil, errors.New("only one recording: merge needs two or more, by different players")
	}
	if len(demos) > maxMerged {
		return nil, fmt.Errorf("too many recordings: %d; a match has at most %d players", len(demos), maxMerged)
	}
	for i, d := range demos {
		if d.Format.Name != "qwd" {
			return nil, &MergeError{i, "only .qwd can be merged"}
		}
	}
	for i, d := range demos {
		if at := slices.IndexFunc(demos[:i], func(other *formats.Demo) bool {
			return other.Sum() == d.Sum()
		}); at >= 0 {
			return nil, &MergeError{i, "it is the same recording as " + demos[at].Path()}
		}
	}
	most := mostHeld(demos)
	left := most
	var games [][]*recording // of each level those who recorded it
	for i, d := range demos {
		levels, err := readLevels(d, i, &left)
		if errors.Is(err, errHeld) {
			err = tooMuch(i, most)
		}
		if errors.Is(err, errReplaced) {
			return nil, &MergeError{i, err.Error()}
		}
		if err != nil {
			return nil, err
		}
		if len(levels) == 0 {
			return nil, &MergeError{i, "nobody is seen in it"}
		}
		shared := i == 0
		var apart error // why the first of them is of no game of the others
		for _, r := range levels {
			at, err := join(games, r)
			if at < 0 {
				r.byServer()
				games = append(games, []*recording{r})
				if apart == nil {
					apart = err
				}
				continue
			}
			games[at] = append(games[at], r)
			shared = true
		}
		if !shared {
			return nil, apart
		}
	}
	slices.SortStableFunc(games, func(a, b []*recording) int { return cmp.Compare(a[0].data.Age, b[0].data.Age) })
	merged := &Merged{}
	for i, list := range games {
		slices.SortStableFunc(list, func(a, b *recording) int { return cmp.Compare(a.start(), b.start()) })
		m := merger{list: list, encoder: formats.Lookup("mvd").Encoder("a.mvd"), final: i == len(games)-1,
			out: merged.Data, most: left}
		var err error
		if merged.Data, err = m.write(); errors.Is(err, errHeld) {
			err = tooMuch(list[0].number, most)
		}
		if err != nil {
			return nil, err
		}
		merged.Levels = append(merged.Levels, list[0].level)
		games[i] = nil
	}
	return merged, nil
}

// join lays a recording of a level over those of the first game that it is of, and returns which one that is;
// -1 if it is of none, with the reason why not of the first one.
func join(games [][]*recording, r *recording) (at int, apart error) {
	for i, list := range games {
		if slices.ContainsFunc(list, func(o *recording) bool { return o.number == r.number }) {
			continue
		}
		var err error
		if reason := list[0].differs(r); reason != "" {
			err = &MergeError{r.number, reason}
		} else if err = r.align(list, r.number); err == nil {
			return i, nil
		}
		if apart == nil {
			apart = err
		}
	}
	return -1, apart
}

// maxLevels bounds the levels of a recording that are merged: a whole evening has some tens.
const maxLevels = 256

// errHeld says that more memory is needed than there may be.
var errHeld = errors.New("too much is kept")

// differs says in what another recording is not of the same game, empty for nothing.
func (r *recording) differs(o *recording) string {
	switch {
	case r.level != o.level:
		return fmt.Sprintf("different map: %s, not %s", o.level, r.level)
	case r.data.Age != o.data.Age:
		return fmt.Sprintf("different game on the server: level %d since its start, not %d", o.data.Age,
			r.data.Age)
	case string(r.data.GameDir) != string(o.data.GameDir):
		return fmt.Sprintf("different game folder: %q, not %q", o.data.GameDir, r.data.GameDir)
	case r.data.Protocol != o.data.Protocol || !slices.EqualFunc(r.data.Extensions, o.data.Extensions,
		message.QWExtension.Equal):
		return "its client has agreed on other extensions of the protocol"
	}
	return ""
}
