package timeline_test

import (
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/internal/corpus"
	"demoscope/player/timeline"
	"demoscope/player/world"
)

// lossy is a decoder that loses the packets from one number to before another, as one
// damage.
type lossy struct {
	message.Decoder
	from, to int
}

func (l *lossy) NextPacket() (*message.Packet, error) {
	before := l.Decoder.Mark()
	if before.Block < l.from || before.Block >= l.to {
		return l.Decoder.NextPacket()
	}
	for l.Decoder.Mark().Block < l.to {
		if _, err := l.Decoder.NextPacket(); err != nil {
			return nil, err
		}
	}
	return nil, &message.Damage{
		Format: "test", Message: "container", Offset: before.Offset, Block: before.Block,
		Skipped: l.Decoder.Mark().Offset - before.Offset, Err: io.ErrUnexpectedEOF,
	}
}

// picture is what a world shows of places: a sum for each player and entity, by its
// number, players from 1<<16 on.
type picture struct {
	things []thing
	clock  float64
}

type thing struct {
	number int32
	sum    uint64
}

func pictureOf(w *world.World) picture {
	p := picture{clock: w.Clock}
	for i := range w.Players {
		if k := &w.Players[i]; k.Visible {
			p.things = append(p.things, thing{1<<16 + int32(i), sumOf(k.Pose.Origin, k.Dead)})
		}
	}
	for i := range w.Entities {
		e := &w.Entities[i]
		p.things = append(p.things, thing{e.Number, sumOf(e.Origin, e.Model[0])})
	}
	slices.SortFunc(p.things, func(a, b thing) int { return int(a.number - b.number) })
	return p
}

func sumOf(v ...any) uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, v...)
	return h.Sum64()
}

// differences counts the players and the entities that differ.
func (p *picture) differences(o *picture) (players, entities int) {
	a, b := p.things, o.things
	for len(a) > 0 || len(b) > 0 {
		number, same := int32(0), false
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].number < b[0].number:
			number, a = a[0].number, a[1:]
		case len(a) == 0 || b[0].number < a[0].number:
			number, b = b[0].number, b[1:]
		default:
			number, same = a[0].number, a[0].sum == b[0].sum
			a, b = a[1:], b[1:]
		}
		if same {
			continue
		}
		if number >= 1<<16 {
			players++
		} else {
			entities++
		}
	}
	return players, entities
}

func TestMeasureLoss(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, format := range formatsHere {
		hist := map[string]float64{}
		runs, said, unsaid, playersWrong, entitiesWrong := 0, 0, 0, 0.0, 0.0
		var loses []float64
		lasting := 0
		for _, path := range corpus.Demos(t, format) {
			demo, err := formats.Open(filepath.Base(path), corpus.Read(t, path))
			if err != nil {
				t.Fatal(err)
			}
			index := timeline.Start(demo.Name, demo.Decoder(), int64(len(demo.Data)), timeline.Options{})
			index.Wait()
			if gaps, _ := index.Gaps(); len(gaps) > 0 {
				t.Logf("%s: %+v", path, gaps[0])
			}
			duration, _ := index.Duration()
			for range 5 {
				at := random.Float64() * duration
				k, ok := index.Before(at)
				if !ok {
					continue
				}
				c := timeline.NewCursor(demo.Name, demo.Decoder())
				c.Return(k.Mark, k.World)
				c.Reach(at, nil)
				mark, start, level := c.Mark(), c.World.Clone(), c.World.LevelCount
				began := start.Clock
				lost := 1 + random.IntN(4)
				if demo.Name == "qwd" {
					lost *= 3
				}
				truth := map[int64]picture{}
				for c.Next() == nil && c.World.Clock < at+60 && c.World.LevelCount == level {
					truth[c.Mark().Offset] = pictureOf(c.World)
				}
				d := timeline.NewCursor(demo.Name, &lossy{demo.Decoder(), mark.Block, mark.Block + lost})
				d.Return(mark, k.World)
				d.World.CopyFrom(start)
				runs++
				wrong, last := 0.0, began
				for d.Next() == nil {
					p, ok := truth[d.Mark().Offset]
					if !ok {
						break
					}
					q := pictureOf(d.World)
					players, entities := q.differences(&p)
					dt := p.clock - last
					last = p.clock
					if format == "dm3" && d.World.Clock > began+2 {
						debugDiff(hist, &q, &p, d.World, dt)
					}
					if players+entities > 0 {
						wrong = p.clock - began
						playersWrong += float64(players) * dt
						entitiesWrong += float64(entities) * dt
						if d.World.Uncertain.Places() {
							said++
						} else {
							unsaid++
							if unsaid < 5 {
								t.Errorf("%s: %.2f s: %d players, %d entities differ without a word, lost at %.2f", path, p.clock, players, entities, at)
							}
						}
					}
				}
				if d.World.Uncertain.Places() {
					lasting++
				}
				loses = append(loses, wrong)
			}
		}
		slices.Sort(loses)
		within := 0
		for _, l := range loses {
			if l < 5 {
				within++
			}
		}
		t.Logf("%s: %d runs, %d frames differ and say so, %d not; %.1f player seconds, %.1f entity seconds; %d%% lose less than 5 s; median %.2f, 90%% %.2f; %d uncertain to the end",
			format, runs, said, unsaid, playersWrong, entitiesWrong, 100*within/max(1, runs), loses[len(loses)/2], loses[len(loses)*9/10], lasting)
		for k, v := range hist {
			t.Logf("%s %.1f", k, v)
		}
		_ = math.Pi
	}
}

func debugDiff(h map[string]float64, a, b *picture, w *world.World, dt float64) {
	m := map[int32]uint64{}
	for _, x := range b.things {
		m[x.number] = x.sum
	}
	n := map[int32]uint64{}
	for _, x := range a.things {
		n[x.number] = x.sum
		if x.number >= 1<<16 {
			continue
		}
		e := w.Entity(x.number)
		if _, ok := m[x.number]; !ok {
			h[fmt.Sprintf("ghost type %d %s frame %d", e.Type, w.ModelOf(e), e.Number)] += dt
		} else if m[x.number] != x.sum {
			h[fmt.Sprintf("other type %d", e.Type)] += dt
		}
	}
	for _, x := range b.things {
		if _, ok := n[x.number]; !ok && x.number < 1<<16 {
			h["missing"] += dt
		}
	}
}

var formatsHere = []string{"dm3"}
