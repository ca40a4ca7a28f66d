package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/player"
	"demoscope/player/dataset"
	"demoscope/player/pattern"
	"demoscope/player/report"
	"demoscope/player/scan"
	"demoscope/player/timeline"
	"demoscope/player/world"
)

// outcomeOf returns Damaged if there is damage.
func outcomeOf(damage *message.Damage) Outcome {
	if damage != nil {
		return Damaged
	}
	return Whole
}

// damages checks the damage that a decoder reports.
type damages struct {
	size  int64 // of the file
	first *message.Damage
}

// note requires that damage has an offset in the file.
func (a *damages) note(err error) error {
	var d *message.Damage
	switch {
	case !errors.As(err, &d):
		return fmt.Errorf("an error without a place: %w", err)
	case d.Format == "" || d.Message == "" || d.Err == nil || d.Offset < 0 || d.Offset > a.size || d.Skipped < 0 ||
		d.Skipped > a.size-d.Offset:
		return fmt.Errorf("a damage with a wrong place: %w", err)
	case a.first == nil:
		a.first = d
	}
	return nil
}

// messages reads the messages of a packet.
func (a *damages) messages(d message.Decoder, p *message.Packet) error {
	for n := int64(0); ; n++ {
		m, err := d.NextMessage()
		switch {
		case err == io.EOF:
			return nil
		case n > 4*a.size+16:
			return fmt.Errorf("block %d: %d messages, and no end", p.Block, n)
		case err != nil:
			if err := a.note(err); err != nil {
				return err
			}
		case m == nil || m.Name() == "":
			return fmt.Errorf("block %d: a message without a name: %T", p.Block, m)
		}
	}
}

// decode reads all packets and messages. It requires that every call makes progress and that damage has an offset in
// the file.
func (b *bench) decode(in *Input) (Outcome, error) {
	demo := b.demo(in)
	if demo == nil {
		return Refused, nil
	}
	a := damages{size: int64(len(demo.Data()))}
	d := demo.Decoder()
	last := d.Mark()
	for n := int64(0); ; n++ {
		p, err := d.NextPacket()
		if err == io.EOF {
			return outcomeOf(a.first), nil
		}
		if n > 2*a.size+16 {
			return Damaged, fmt.Errorf("%d packets of %d bytes, and no end", n, a.size)
		}
		if err != nil {
			if err := a.note(err); err != nil {
				return Damaged, err
			}
			continue
		}
		mark := d.Mark()
		if mark.Offset < last.Offset || mark.Offset > a.size {
			return Damaged, fmt.Errorf("after byte %d, the next packet is at %d of %d", last.Offset, mark.Offset,
				a.size)
		}
		last = mark
		if err := a.messages(d, p); err != nil {
			return Damaged, err
		}
	}
}

// encode writes what was read, including damage, and requires the same bytes.
func (b *bench) encode(in *Input) (Outcome, error) {
	demo := b.demo(in)
	if demo == nil {
		return Refused, nil
	}
	d, e, outcome := demo.ExactDecoder(), demo.Encoder(nameOf(demo)), Whole
	var err error
	rest, _ := d.(message.LostBytes)
	if h, ok := d.(message.Headed); ok && h.Header() != nil {
		err = e.Message(h.Header())
	}
	for err == nil {
		p, end := d.NextPacket()
		if end == io.EOF {
			break
		}
		if end != nil {
			outcome = Damaged
			err = errors.Join(e.Packet(&message.Packet{Kind: message.PacketRaw}),
				e.Message(&message.Raw{Data: rest.Rest()}))
			continue
		}
		err = e.Packet(p)
		// A refused message does not matter if the packet's exact bytes follow.
		for end == nil {
			var m message.Message
			if m, end = d.NextMessage(); end == io.EOF {
				break
			}
			if end != nil {
				outcome = Damaged
				m, end = &message.Raw{Data: rest.Rest()}, nil
			}
			refused := e.Message(m)
			if _, ok := m.(*message.Exact); ok {
				err = refused
			} else if err == nil {
				err = refused
			}
		}
	}
	if err != nil {
		return Damaged, fmt.Errorf("what was read cannot be written: %w", err)
	}
	data, err := e.Close()
	if err != nil {
		return Damaged, fmt.Errorf("the end cannot be written: %w", err)
	}
	if !bytes.Equal(data, demo.Data()) {
		return Damaged, fmt.Errorf("%d bytes are written as %d, other ones from byte %d on", len(demo.Data()),
			len(data), differAt(data, demo.Data()))
	}
	return outcome, nil
}

// nameOf returns the name of the demo itself, without the extensions of its packing.
func nameOf(demo *formats.Demo) string {
	return formats.UnpackedName(cmp.Or(demo.Member, demo.File))
}

// differAt returns the offset of the first byte that differs.
func differAt(a, b []byte) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	return min(len(a), len(b))
}

// dump writes the demo as text and compiles it.
func (b *bench) dump(in *Input) (Outcome, error) {
	demo := b.demo(in)
	if demo == nil {
		return Refused, nil
	}
	var text bytes.Buffer
	if err := demo.Dump(&text, false); err != nil {
		return Damaged, fmt.Errorf("dump: %w", err)
	}
	if err := plain(text.String(), true); err != nil {
		return Damaged, err
	}
	damaged := Whole
	if bytes.Contains(text.Bytes(), []byte("\n{\"damage\"")) {
		damaged = Damaged
	}
	data, _, err := formats.Compile(&text)
	switch {
	case err != nil:
		if _, refused := formats.Open(in.Name, in.Data); refused == nil {
			return Damaged, fmt.Errorf("compile of dump: %w", err)
		}
		return Refused, nil
	case !bytes.Equal(data, demo.Data()):
		return Damaged, fmt.Errorf("%d bytes are compiled to %d, other ones from byte %d on", len(demo.Data()),
			len(data),
			differAt(data, demo.Data()))
	}
	return damaged, nil
}

// readable writes the demo for people and requires that the output does not control the terminal.
func (b *bench) readable(in *Input) (Outcome, error) {
	demo := b.demo(in)
	if demo == nil {
		return Refused, nil
	}
	demo.File, demo.Member = "a.dem", "" // cmd makes names printable
	var text bytes.Buffer
	if err := demo.Dump(&text, true); err != nil {
		return Damaged, err
	}
	if err := plain(text.String(), true); err != nil {
		return Damaged, err
	}
	return Whole, nil
}

// spacing is short, so that small inputs have keyframes.
const spacing = 1 << 10

// index makes the index, and queries everything in it.
func (b *bench) index(in *Input) (Outcome, error) {
	demo := b.demo(in)
	if demo == nil {
		return Refused, nil
	}
	t := timeline.Start(demo.Name, demo.Decoder(), int64(len(demo.Data())), timeline.Options{Spacing: spacing,
		Surveys: demo.Decoder})
	defer t.Stop()
	t.Wait()
	t.WaitSurveys()
	if err := t.Err(); err != nil {
		return Damaged, err
	}
	duration, complete := t.Duration()
	if !complete || !(duration >= 0) || math.IsInf(duration, 0) {
		return Damaged, fmt.Errorf("the duration is %v, complete %v", duration, complete)
	}
	size := int64(len(demo.Data()))
	err := cmp.Or(checkEvents(t, duration), checkLevels(t), checkGaps(t, duration, size), checkFrames(t, duration))
	if err != nil {
		return Damaged, err
	}
	return outcomeOf(t.Damage()), nil
}

// checkEvents requires that events are in order.
func checkEvents(t *timeline.Timeline, duration float64) error {
	last := math.Inf(-1)
	for i, e := range t.Events() {
		if !(e.Clock >= last) || e.Clock > duration {
			return fmt.Errorf("event %d is at %v s, after %v s, in a demo of %v s", i, e.Clock, last, duration)
		}
		last = e.Clock
	}
	return nil
}

// checkLevels requires valid levels, and rebuilds the first ones.
func checkLevels(t *timeline.Timeline) error {
	for i, l := range t.Levels() {
		if !(l.Start <= l.End) {
			return fmt.Errorf("level %d is from %v s to %v s", i, l.Start, l.End)
		}
		if w := t.Walked(i); w != nil && len(w.Points) != len(w.Counts) {
			return fmt.Errorf("%d walked points and %d counts", len(w.Points), len(w.Counts))
		}
		if s := t.Survey(i); s != nil && i < rebuiltLevels {
			if m := s.Build().Map(); m.TreeDepth > rebuiltDepth {
				return fmt.Errorf("level %d is rebuilt with a tree %d deep", i, m.TreeDepth)
			}
		}
	}
	return nil
}

// checkGaps requires that gaps are in order and contain all damage of a demo with size bytes.
func checkGaps(t *timeline.Timeline, duration float64, size int64) error {
	gaps, losses := t.Gaps()
	count, from := 0, math.Inf(-1)
	for i, g := range gaps {
		if count += g.Count; !(g.Start >= from && g.End >= g.Start && g.Until >= g.Start && g.Until <= duration &&
			g.Lost >= 0) {
			return fmt.Errorf("gap %d of %d in a demo of %v s: %+v", i, len(gaps), duration, g)
		}
		from = g.Start
	}
	if count != losses.Count || (losses.Count > 0) != (t.Damage() != nil) || losses.Skipped < 0 ||
		losses.Skipped > size || losses.Missing < 0 || !(losses.Lost >= 0) {
		return fmt.Errorf("%d damages in the gaps, in all %+v, in %d bytes, first %v", count, losses, size, t.Damage())
	}
	return nil
}

// checkFrames requires that the frames around a time are before and after it.
func checkFrames(t *timeline.Timeline, duration float64) error {
	for _, c := range []float64{0, duration / 2, duration, duration + 1, -1, math.Inf(1)} {
		t.Before(c)
		t.LevelAt(c)
		if next, ok := t.NextFrame(c); ok && !(next > c) {
			return fmt.Errorf("the frame after %v s is at %v s", c, next)
		}
		if prev, ok := t.PrevFrame(c); ok && !(prev < c) {
			return fmt.Errorf("the frame before %v s is at %v s", c, prev)
		}
	}
	return nil
}

// seek goes to random times, steps, follows, and requires the same world as after playing straight to that time.
func (b *bench) seek(in *Input) (Outcome, error) {
	demo := b.demo(in)
	if demo == nil {
		return Refused, nil
	}
	p := player.New(demo, player.Options{Index: timeline.Options{Spacing: spacing}, Budget: 1 << 50})
	defer p.Close()
	if b.IntN(4) > 0 {
		p.Timeline().Wait()
	}
	p.SetPaused(true)
	duration, _ := p.Duration()
	for n := range 6 {
		c := b.Float64() * duration
		how := b.move(p, c, duration)
		for p.Update(0); p.Behind(); {
			p.Update(0)
		}
		at := p.Clock()
		if !(at >= 0) || math.IsInf(at, 0) {
			return Damaged, fmt.Errorf("after %s, the clock is %v", how, at)
		}
		straight := scan.NewCursor(demo.Name, demo.Decoder())
		straight.Reach(at, nil)
		m := p.Moment()
		w := m.World
		if m.Next != nil {
			w = m.Next
		}
		if duration, _ := p.Duration(); at >= duration && w.Block > straight.World.Block {
			// Data after the last frame is shown if it was played.
			for w.Block > straight.World.Block && straight.Next() == nil {
			}
		}
		if w.Hash() != straight.World.Hash() {
			return Damaged, fmt.Errorf("after %s (the %d. deed) to %v s of %v s the world differs from that of a "+
				"play-through: block %d and %d", how, n+1, at, duration, w.Block, straight.World.Block)
		}
		if m.World == w {
			continue
		}
		before := scan.NewCursor(demo.Name, demo.Decoder())
		if before.Reach(w.PrevFrameClock, nil); m.World.Hash() != before.World.Hash() {
			return Damaged, fmt.Errorf("after %s (the %d. deed) to %v s of %v s what is known differs from a "+
				"play-through: block %d and %d", how, n+1, at, duration, m.World.Block, before.World.Block)
		}
	}
	return outcomeOf(p.Timeline().Damage()), nil
}

// move goes to another time, mostly c, and follows another player. It returns how.
func (b *bench) move(p *player.Player, c, duration float64) (how string) {
	how = "a seek"
	switch b.IntN(6) {
	case 0:
		p.Step(1 - 2*b.IntN(2))
		how = "a step"
	case 1:
		p.Step(3 - 6*b.IntN(2))
		how = "three steps"
	case 2:
		p.SetPaused(false)
		p.SetSpeed(2 - 4*float64(b.IntN(2)))
		for range 5 {
			p.Update(0.05)
		}
		p.SetPaused(true)
		how = "playing"
	case 3:
		p.Seek([]float64{math.Inf(1), math.Inf(-1), math.NaN(), -1, 1e300, duration}[b.IntN(6)])
		how = "a seek to an end"
	default:
		p.Seek(c)
	}
	switch b.IntN(4) {
	case 0:
		p.FollowNext(1 - 2*b.IntN(2))
	case 1:
		p.Follow(b.IntN(70) - 2)
	}
	return how
}

// info summarizes the demo, for programs and for people.
func (b *bench) info(in *Input) (Outcome, error) {
	demo := b.demo(in)
	if demo == nil {
		return Refused, nil
	}
	info := report.Summarize(demo.Name, int64(len(demo.Data())), demo.Decoder())
	if _, err := json.Marshal(info); err != nil {
		return Damaged, err
	}
	_, _, _ = info.String(), info.Row(), info.When()
	if info.Damage != nil {
		return Damaged, nil
	}
	return Whole, nil
}

// state describes the world at a moment, after any packet.
func (b *bench) state(in *Input) (Outcome, error) {
	demo := b.demo(in)
	if demo == nil {
		return Refused, nil
	}
	c := scan.NewCursor(demo.Name, demo.Decoder())
	c.World.Defer = b.IntN(2) == 0
	every := 1 + b.IntN(64)
	left := 4
	for n := 0; c.Next() == nil; n++ {
		if n%every == 0 && left > 0 && !c.World.Defer {
			left--
			if err := b.stateOf(demo, c.World); err != nil {
				return Damaged, err
			}
		}
	}
	c.World.Settle()
	if err := b.stateOf(demo, c.World); err != nil {
		return Damaged, err
	}
	if a, b := c.World.Hash(), c.World.Clone().Hash(); a != b {
		return Damaged, errors.New("a copy of the world differs from it")
	}
	return outcomeOf(c.Damage), nil
}

// stateOf describes the world for its recorder or for any player.
func (b *bench) stateOf(demo *formats.Demo, w *world.World) error {
	follow := world.Nobody
	if n := len(w.Players); n > 0 && b.IntN(2) == 0 {
		follow = b.IntN(n)
	}
	_, err := json.Marshal(report.StateOf(demo.Name, w, follow))
	return err
}

// Only the first few levels of a demo are reconstructed, and the depth of their trees is limited.
const rebuiltLevels, rebuiltDepth = 4, 110

func (b *bench) patterns(in *Input) (Outcome, error) {
	demo := b.demo(in)
	if demo == nil {
		return Refused, nil
	}
	facts := pattern.Read(demo.Format.Name, demo.Decoder(), pattern.Options{})
	for k := range pattern.KindCount {
		q, err := pattern.Parse(k.String() + " warmup:yes")
		if err != nil {
			return Damaged, err
		}
		for _, h := range q.Match(facts) {
			if err := plain(h.Words(facts.Game), false); err != nil {
				return Damaged, fmt.Errorf("%s: %w", k, err)
			}
			if _, err := json.Marshal(h.Report(facts.Game)); err != nil {
				return Damaged, fmt.Errorf("%s: %w", k, err)
			}
		}
	}
	origin := dataset.Demo{File: in.Name}
	events, err := dataset.NewWriter[dataset.Event](dataset.NDJSON, io.Discard)
	if err == nil {
		err = events.Write(dataset.Events(facts, origin))
	}
	if err != nil {
		return Damaged, fmt.Errorf("events: %w", err)
	}
	if _, err := json.Marshal(dataset.StatisticsOf(facts, origin)); err != nil {
		return Damaged, fmt.Errorf("statistics: %w", err)
	}
	tracks, err := dataset.NewWriter[dataset.Track](dataset.NDJSON, io.Discard)
	if err == nil {
		err = dataset.Tracks(demo.Format.Name, demo.Decoder, origin, 1, tracks.Write)
	}
	if err != nil {
		return Damaged, fmt.Errorf("tracks: %w", err)
	}
	return Whole, nil
}
