package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/internal/humanize"
	"demoscope/player"
	"demoscope/player/timeline"
	"demoscope/player/world"
	"demoscope/render/link"
)

// moment is a flag's value: a time of a demo, in seconds, negative from the end, or as a
// part of the whole, from 0 to 1.
type moment struct {
	value   float64
	percent bool
	fromEnd bool // of -0, too, which is the end itself
}

// UnmarshalText reads "90", "1:30", "1:02:03.5", "50%", or "-5" for 5 seconds before the
// end.
func (m *moment) UnmarshalText(text []byte) error {
	s := string(text)
	bad := fmt.Errorf("invalid time %q (try 90, 1:30, 50%% or -5)", s)
	if p, ok := strings.CutSuffix(s, "%"); ok {
		v, err := strconv.ParseFloat(p, 64)
		if err != nil || !(v >= 0 && v <= 100) {
			return bad
		}
		*m = moment{value: v / 100, percent: true}
		return nil
	}
	s, fromEnd := strings.CutPrefix(s, "-")
	t, err := link.ParseClock(s)
	if err != nil {
		return bad
	}
	if fromEnd {
		t = -t
	}
	*m = moment{value: t, fromEnd: fromEnd}
	return nil
}

// span is the part of a demo in which times are counted, in viewer's seconds.
type span struct {
	start, end float64
}

// at returns a moment of the span in viewer's seconds. One before its beginning is the
// beginning.
func (s span) at(m moment) float64 {
	switch {
	case m.percent:
		return s.start + m.value*(s.end-s.start)
	case m.fromEnd:
		return max(s.start, s.end+m.value)
	}
	return s.start + m.value
}

// between returns the part of the span from one moment to another, in viewer's seconds; nil stands for its
// beginning and its end.
func (s span) between(from, to *moment) (start, end float64) {
	start, end = s.start, s.end
	if from != nil {
		start = s.at(*from)
	}
	if to != nil {
		end = s.at(*to)
	}
	return start, end
}

// levelFlag selects the span in which times are counted.
type levelFlag struct {
	Level int `placeholder:"N" help:"Level N, from 1; times then count from the start of the level"`
}

func (f levelFlag) check() error {
	if f.Level < 0 {
		return errors.New("--level must be at least 1")
	}
	return nil
}

// needsEnd reports whether a moment can be found only when the whole demo has been read;
// m may be nil.
func (m *moment) needsEnd() bool { return m != nil && (m.percent || m.fromEnd) }

// span returns the selected level, or the whole demo. It waits for the index if
// a level or one of the times needs it.
func (f levelFlag) span(t *timeline.Timeline, times ...*moment) (span, error) {
	if f.Level == 0 && !slices.ContainsFunc(times, (*moment).needsEnd) {
		return span{0, math.Inf(1)}, nil
	}
	t.Wait()
	if f.Level == 0 {
		end, _ := t.Duration()
		return span{0, end}, nil
	}
	levels := t.Levels()
	if f.Level > len(levels) {
		return span{}, fmt.Errorf("no level %d: the demo has %d", f.Level, len(levels))
	}
	l := levels[f.Level-1]
	return span{l.Start, l.End}, nil
}

// stretch returns the part of a demo between --from and --to, in viewer's seconds, and reports times that do not fit
// the demo.
func (f levelFlag) stretch(s *streams, demo *formats.Demo, t *timeline.Timeline, from, to *moment) (start, end float64,
	err error) {
	part, err := f.span(t, from, to)
	if err != nil {
		return 0, 0, fmt.Errorf("%s: %w", demo.File, err)
	}
	start, end = part.between(from, to)
	s.sayEarly("--from", from, part)
	s.sayEarly("--to", to, part)
	switch {
	case end > start:
	case !(part.end > part.start) && (from.needsEnd() || to.needsEnd()):
		return 0, 0, fmt.Errorf("%s: demo has no duration", demo.File)
	default:
		s.say("--to must be after --from")
		return 0, 0, errWrongLine
	}
	return start, end, nil
}

// seek takes a player to a time, or to the beginning of the level if there is none, and reports a demo that
// ends before it, or a level without frames. what names the output for that moment.
func (f levelFlag) seek(s *streams, demo *formats.Demo, p *player.Player, time *moment, what string) error {
	part, err := f.span(p.Timeline(), time)
	if err != nil {
		return fmt.Errorf("%s: %w", demo.File, err)
	}
	at := part.start
	if time != nil {
		at = part.at(*time)
	}
	s.sayEarly("--at", time, part)
	seekTo(p, at)
	if at > p.Clock()+1 {
		s.say("%s ends at %s; using its last moment for the %s", demo.File, humanize.Clock(p.Clock()), what)
	}
	s.sayFrameless(demo.File, p.Moment().World, what)
	return nil
}

// sayFrameless says that a level has no frame up to a moment, of which what is made.
func (s *streams) sayFrameless(file string, w *world.World, what string) {
	if w.LevelCount > 0 && !w.Framed() {
		s.say("%s has no frame of level %d up to %s, so the %s does not show it", file, w.LevelCount,
			humanize.Tenths(w.Clock), what)
	}
}

// index returns the complete index of a demo. The error is a mistake in this program: what
// is asked for must not be taken from a part without a word.
func index(demo *formats.Demo) (*timeline.Timeline, error) {
	return indexOf(demo.Format.Name, demo.Decoder(), int64(len(demo.Data)))
}

// indexOf is [index] of a decoder of size bytes.
func indexOf(format string, decoder message.Decoder, size int64) (*timeline.Timeline, error) {
	t := timeline.Start(format, decoder, size, timeline.Options{})
	t.Wait()
	return t, t.Err()
}
