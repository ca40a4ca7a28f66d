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

// maxMerged is the maximum number of recordings that can be merged: one for each slot.
const maxMerged = qwSlots

// maxHeld is the memory for merging in bytes, in addition to heldFor bytes for each byte of the recordings. It
// covers the data of the recordings and the merged demo. Real recordings need 0.3 to 1.5 bytes per byte.
const (
	maxHeld = 32 << 20
	heldFor = 2
)

// mostHeld returns the memory limit for merging recordings, in bytes.
func mostHeld(demos []*formats.Demo) (most int64) {
	for _, d := range demos {
		most += d.Size()
	}
	return min(maxHeld+heldFor*most, math.MaxUint32) // the offsets in bytes have 32 bits
}

// tooMuch returns the error for a recording that exceeds the memory limit.
func tooMuch(number int, most int64) error {
	return &MergeError{number, fmt.Sprintf(
		"merging it would take more than %d MB of memory: it tells far more than recordings of games do", most>>20)}
}

// MergeError describes why recordings cannot be merged.
type MergeError struct {
	Demo   int // index of the recording
	Reason string
}

func (e *MergeError) Error() string { return e.Reason }

// Merged is the result of merging several recordings of a match.
type Merged struct {
	Data   []byte   // a server recording (.mvd)
	Levels []string // the maps of the levels
}

// Merge merges several client recordings (.qwd) of one match into one server recording (.mvd), with every level
// that any of them contains. It contains everyone whom any recorder saw; the recorder's own data has priority
// over that of others. Messages in several recordings are written once. The recordings are synchronized second
// by second, using what is true only at one moment, such as the positions of players and printed messages.
// Times are those of the server's clock, if the server sent it.
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
	var games [][]*recording // the recordings of each level
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
		var apart error // why the recording's first level does not fit any game
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

// join synchronizes a recording of a level with the first game that it belongs to, and returns the game's
// index. If there is none, it returns -1 and the reason for the first game.
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

// maxLevels limits the levels of a recording: a whole evening has some tens.
const maxLevels = 256

// errHeld is the error for exceeding the memory limit.
var errHeld = errors.New("too much is kept")

// differs returns why another recording is not of the same game, or "".
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
