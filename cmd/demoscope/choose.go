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
	"demoscope/player/charset"
	"demoscope/player/report"
	"demoscope/player/timeline"
	"demoscope/player/world"
	"demoscope/render/app"
	"demoscope/render/link"
)

// moment is a flag's value: a time in a demo, in seconds, negative from the end, or as a part of the whole, from 0 to
// 1.
type moment struct {
	value   float64
	percent bool
	fromEnd bool // set for -0, too, which is the end
}

// UnmarshalText parses "90", "1:30", "1:02:03.5", "50%", or "-5" for 5 seconds before the end.
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

// span is the part of a demo that times refer to, in viewer's seconds.
type span struct {
	start, end float64
}

// at returns a moment of the span in viewer's seconds. A moment before the start is the start.
func (s span) at(m moment) float64 {
	switch {
	case m.percent:
		return s.start + m.value*(s.end-s.start)
	case m.fromEnd:
		return max(s.start, s.end+m.value)
	}
	return s.start + m.value
}

// between returns the part of the span from one moment to another, in viewer's seconds; nil means its start and its
// end.
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

// levelFlag selects the span that times refer to.
type levelFlag struct {
	Level int `placeholder:"N" help:"Level N, from 1; times then count from the start of the level"`
}

func (f levelFlag) check() error {
	if f.Level < 0 {
		return errors.New("--level must be at least 1")
	}
	return nil
}

// needsEnd reports whether a moment can be resolved only after the whole demo has been read; m may be nil.
func (m *moment) needsEnd() bool { return m != nil && (m.percent || m.fromEnd) }

// span returns the selected level, or the whole demo. It waits for the index if the level or one of the times needs
// it.
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

// seek takes a player to a time, or to the start of the level if there is none. It reports a demo that ends before
// it, or a level without frames. what names the output for that moment.
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

// sayFrameless reports a level without a frame up to the current moment; what names the output.
func (s *streams) sayFrameless(file string, w *world.World, what string) {
	if w.LevelCount > 0 && !w.Framed() {
		s.say("%s has no frame of level %d up to %s, so the %s does not show it", file, w.LevelCount,
			humanize.Tenths(w.Clock), what)
	}
}

// index returns the complete index of a demo. An error is a bug in this program: the caller must not silently use an
// incomplete index.
func index(demo *formats.Demo) (*timeline.Timeline, error) {
	return indexOf(demo.Format.Name, demo.Decoder(), int64(len(demo.Data())))
}

// indexOf is [index] for a decoder of size bytes.
func indexOf(format string, decoder message.Decoder, size int64) (*timeline.Timeline, error) {
	t := timeline.Start(format, decoder, size, timeline.Options{})
	t.Wait()
	return t, t.Err()
}

// playerFinder finds the players that flags name.
type playerFinder struct {
	demo *formats.Demo
	all  *report.Info // the summary of the demo, computed when first needed
}

// find returns the slot of the player that a flag names, by slot number or by name: a player at this moment,
// otherwise one at another time of the demo.
func (f *playerFinder) find(w *world.World, name string) (int, error) {
	slot, err := playerNow(w, name)
	if err == nil || f.demo.Growing() != nil {
		return slot, err
	}
	if f.all == nil {
		f.all = report.Summarize(f.demo.Format.Name, f.demo.Size(), f.demo.Decoder())
	}
	if slot, ok := f.all.PlayerWithPastName(w, name); ok {
		return slot, nil
	}
	return slot, err
}

// playerNow returns the slot of the player that a flag names, by slot number or by the name at this moment.
func playerNow(w *world.World, who string) (int, error) {
	if slot, err := strconv.Atoi(who); err == nil && slot >= 0 && slot < len(w.Players) && w.Players[slot].InUse {
		return slot, nil
	}
	if slot, ok := report.PlayerNamed(w, who); ok {
		return slot, nil
	}
	var there, alike []string
	for i := range w.Players {
		if p := &w.Players[i]; p.InUse {
			name := charset.Plain(w.Game, p.Name)
			there = append(there, fmt.Sprintf("%s (%d)", name, i))
			if strings.Contains(strings.ToLower(name), strings.ToLower(who)) {
				alike = append(alike, there[len(there)-1])
			}
		}
	}
	switch {
	case len(there) == 0:
		return 0, fmt.Errorf("no player %q: no players at this time", who)
	case len(alike) > 0:
		return 0, fmt.Errorf("several players match %q: %s", who, strings.Join(alike, ", "))
	}
	return 0, fmt.Errorf("no player %q at this time; players: %s", who, strings.Join(there, ", "))
}

// follow makes p follow the player that a flag names. An empty flag changes nothing.
func follow(p *player.Player, name string) error {
	if name == "" {
		return nil
	}
	slot, err := (&playerFinder{demo: p.Demo()}).find(p.Moment().World, name)
	if err != nil {
		return err
	}
	p.Follow(slot)
	p.Update(0)
	return nil
}

// followAll makes p follow the player that a flag names, or the first of several separated by commas, and returns the
// slots of the others. An empty flag changes nothing.
func followAll(p *player.Player, names string) (others []int, err error) {
	if names == "" {
		return nil, nil
	}
	slots, err := (&playerFinder{demo: p.Demo()}).findAll(p.Moment().World, names)
	if err != nil {
		return nil, err
	}
	p.Follow(slots[0])
	p.Update(0)
	return slots[1:], nil
}

// findAll returns the slots of one player, whose name may contain commas, or of several players separated by commas,
// at most as many as there are views.
func (f *playerFinder) findAll(w *world.World, text string) (slots []int, err error) {
	slot, err := f.find(w, text)
	if err == nil {
		return []int{slot}, nil
	}
	names := strings.Split(text, ",")
	if len(names) == 1 {
		return nil, err
	}
	if len(names) > app.MaxViews {
		return nil, fmt.Errorf("--follow: %d players, but at most %d views", len(names),
			app.MaxViews)
	}
	for _, name := range names {
		slot, err := f.find(w, strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		if slices.Contains(slots, slot) {
			return nil, fmt.Errorf("--follow: %q names a player twice", text)
		}
		slots = append(slots, slot)
	}
	return slots, nil
}

// othersFlag names other recordings of the same game.
type othersFlag struct {
	With []string `placeholder:"FILE" sep:"none" predictor:"demo" help:"${others_with_text}"`
}

// together returns a demo and the other recordings of its game for [player.Options]. For QuakeWorld, it returns a
// single demo, in which all recordings are merged as in a server's recording.
func (f *othersFlag) together(s *streams, demo *formats.Demo) (*formats.Demo, []player.Other, error) {
	if len(f.With) == 0 {
		return demo, nil, nil
	}
	if demo.Growing() != nil {
		return nil, nil, errors.New("--with needs complete demos")
	}
	var list []*formats.Demo
	for _, file := range f.With {
		other, err := s.openDemo(file)
		if err != nil {
			return nil, nil, err
		}
		s.sayCut(other)
		list = append(list, other)
	}
	if demo.Format.Name == mergedFormat && player.OneKind(demo, list) == nil {
		merged, err := mergeDemos(append([]*formats.Demo{demo}, list...))
		return merged, nil, err
	}
	others, err := player.Together(demo, list)
	var differs *player.TogetherError
	if errors.As(err, &differs) {
		return nil, nil, fmt.Errorf("%s: %w", list[differs.Other].Path(), err)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", demo.Path(), err)
	}
	return demo, others, nil
}

// mergedFormat is the format of recordings that can be merged into one demo; see [cut.Merge].
const mergedFormat = "qwd"
