package timeline_test

import (
	"hash/maphash"
	"io"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/internal/corpus"
	"demoscope/player/scan"
	"demoscope/player/timeline"
	"demoscope/player/world"
)

// lossy is a decoder that loses packets: those from one number to before another, as one
// damage; or of a packet all messages but the first few.
type lossy struct {
	message.Decoder
	from, to int
	messages int // that are left of packet from, -1 to lose packets
	read     int // of the packet
	block    int
}

func (l *lossy) NextPacket() (*message.Packet, error) {
	l.read = 0
	before := l.Decoder.Mark()
	l.block = before.Block
	if l.messages >= 0 || before.Block < l.from || before.Block >= l.to {
		return l.Decoder.NextPacket()
	}
	for l.Decoder.Mark().Block < l.to {
		if _, err := l.Decoder.NextPacket(); err != nil {
			return nil, err
		}
	}
	return nil, l.damage(before.Block, l.Decoder.Mark().Offset-before.Offset)
}

func (l *lossy) NextMessage() (message.Message, error) {
	if l.messages >= 0 && l.block == l.from && l.read == l.messages {
		l.read++
		return nil, l.damage(l.block, 1)
	}
	if l.messages >= 0 && l.block == l.from && l.read > l.messages {
		return nil, io.EOF
	}
	l.read++
	return l.Decoder.NextMessage()
}

func (l *lossy) damage(block int, skipped int64) error {
	return &message.Damage{Format: "test", Message: "container", Block: block, Skipped: skipped,
		Err: io.ErrUnexpectedEOF}
}

// picture is what a world shows of places.
type picture struct {
	things []thing // rising by number
	clock  float64
}

// thing is a player or an entity that can be seen: number is firstPlayer and the slot, or
// the entity's; sum stands for where it is and what it looks like.
type thing struct {
	number int32
	sum    uint64
}

const firstPlayer = 1 << 16

var seed = maphash.MakeSeed()

func pictureOf(w *world.World) picture {
	p := picture{clock: w.Clock}
	for i := range w.Entities {
		if e := &w.Entities[i]; w.ModelOf(e) != "" {
			p.things = append(p.things, thing{e.Number, maphash.Comparable(seed, [...]any{e.Origin, e.Model[0]})})
		}
	}
	for i := range w.Players {
		if k := &w.Players[i]; k.Visible {
			p.things = append(p.things, thing{firstPlayer + int32(i),
				maphash.Comparable(seed, [...]any{k.Pose.Origin, k.Dead})})
		}
	}
	return p
}

// differences counts the players and the entities that differ.
func (p *picture) differences(o *picture) (players, entities int) {
	a, b := p.things, o.things
	for len(a) > 0 || len(b) > 0 {
		number := int32(0)
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].number < b[0].number:
			number, a = a[0].number, a[1:]
		case len(a) == 0 || b[0].number < a[0].number:
			number, b = b[0].number, b[1:]
		default:
			same := a[0].sum == b[0].sum
			number, a, b = a[0].number, a[1:], b[1:]
			if same {
				continue
			}
		}
		if number >= firstPlayer {
			players++
		} else {
			entities++
		}
	}
	return players, entities
}

// losses are what became of many demos that were damaged, of one format.
type losses struct {
	runs, lasting int
	said, unsaid  float64 // seconds in which the world differs
	players       float64 // of them with players who differ
	wrong         []float64
}

// watched is how long a damaged demo is compared with the whole one, in viewer's seconds.
const watched = 60

// compare plays the rest of a demo with a decoder that loses something at a mark, and
// compares it with what truth has, by the offsets behind the packets.
func (l *losses) compare(t *testing.T, name string, c *scan.Cursor, truth map[int64]picture, began float64) {
	l.runs++
	last, wrong := began, 0.0
	for c.Next() == nil {
		is, ok := truth[c.Mark().Offset]
		if !ok {
			break
		}
		now := pictureOf(c.World)
		players, entities := now.differences(&is)
		step := is.clock - last
		last = is.clock
		if players+entities == 0 {
			continue
		}
		wrong += step
		if players > 0 {
			l.players += step
		}
		if c.World.Uncertain.Places() {
			l.said += step
			continue
		}
		if l.unsaid += step; step > 0 || l.unsaid == 0 {
			t.Errorf("%s: at %.2f s %d players and %d entities differ, and nothing says so", name, is.clock,
				players, entities)
		}
	}
	if c.World.Uncertain.Places() {
		l.lasting++
	}
	l.wrong = append(l.wrong, wrong)
}

// Where something is lost, the world is right again within seconds, and says that it may
// be wrong for as long as it is. What is lost is made so that nothing else is damaged:
// some packets, or the end of one. The damaged demo is compared with the whole one packet
// by packet, for a minute: the places and looks of all players and of all entities that
// have a model.
func TestCorpusLossIsSaid(t *testing.T) {
	random := rand.New(rand.NewPCG(10, 6))
	runs, short := 0, 0
	for _, format := range []string{"dem", "qwd", "mvd", "dm2", "mvd2", "dm3"} {
		var sum losses
		for _, path := range corpus.Demos(t, format) {
			demo, err := formats.Open(filepath.Base(path), corpus.Read(t, path))
			if err != nil {
				t.Fatal(err)
			}
			index := timeline.Start(demo.Name, demo.Decoder(), int64(len(demo.Data())), timeline.Options{})
			index.Wait()
			if gaps, _ := index.Gaps(); len(gaps) > 0 && gaps[0].Damage.Err == nil {
				t.Errorf("%s: whole, it has the gap %+v", path, gaps[0])
			}
			duration, _ := index.Duration()
			for range 4 {
				at := random.Float64() * duration
				k, ok := index.Before(at)
				c := scan.NewCursor(demo.Name, demo.Decoder())
				if ok {
					c.Return(k.Mark, k.World)
				}
				c.Reach(at, nil)
				mark, start, level := c.Mark(), c.World.Clone(), c.World.LevelCount
				truth := map[int64]picture{}
				for c.Next() == nil && c.World.Clock < at+watched && c.World.LevelCount == level {
					truth[c.Mark().Offset] = pictureOf(c.World)
				}
				loss := &lossy{Decoder: demo.Decoder(), from: mark.Block, to: mark.Block + 1 + random.IntN(6),
					messages: -1}
				if random.IntN(3) == 0 {
					loss.messages = random.IntN(8)
				}
				d := scan.NewCursor(demo.Name, loss)
				if ok {
					d.Return(k.Mark, k.World)
				}
				for d.World.Block < start.Block && d.Next() == nil {
				}
				if d.World.Hash() != start.Hash() {
					t.Fatalf("%s: before the loss the worlds differ", path)
				}
				sum.compare(t, filepath.Base(path), d, truth, start.Clock)
			}
		}
		slices.Sort(sum.wrong)
		within, _ := slices.BinarySearch(sum.wrong, 5)
		runs, short = runs+sum.runs, short+within
		n := len(sum.wrong)
		t.Logf("%-4s %3d losses: %5.1f %% are right again within 5 s, half within %.2f s, 95 %% within %.2f s; %.1f "+
			"s differ and say so (%.1f s players), %.1f s differ without; uncertain for all of the minute: %d",
			format, sum.runs, 100*float64(within)/float64(n), sum.wrong[n/2], sum.wrong[n*95/100], sum.said,
			sum.players, sum.unsaid, sum.lasting)
	}
	if runs < 200 || short*100 < runs*95 {
		t.Errorf("of %d losses %d are right again within 5 s", runs, short)
	}
}
