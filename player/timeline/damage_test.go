package timeline_test

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/player/scan"
	"demoscope/player/timeline"
)

// spoil damages a copy of data at a place: 100 bytes are lost, put in, zeroed or
// overwritten.
func spoil(random *rand.Rand, data []byte, at int) (spoiled []byte, what string) {
	const size = 100
	noise := make([]byte, size)
	for i := range noise {
		noise[i] = byte(random.Uint32())
	}
	end := min(len(data), at+size)
	switch random.IntN(4) {
	case 0:
		return slices.Concat(data[:at], data[end:]), "lost"
	case 1:
		return slices.Concat(data[:at], noise, data[at:]), "put in"
	case 2:
		return slices.Concat(data[:at], make([]byte, end-at), data[end:]), "zeroed"
	}
	return slices.Concat(data[:at], noise[:end-at], data[end:]), "overwritten"
}

// shown is what is shown behind a packet.
type shown struct {
	picture
	left    int64 // bytes of the file behind the packet
	certain bool
}

// damaged are what became of many demos of a format with damaged bytes.
type damaged struct {
	runs, unnoticed int
	lost            []float64 // seconds that are not shown, or wrong
	said, unsaid    float64   // seconds that are wrong
}

// Demos with damaged bytes are compared with whole ones, for a minute behind the damage.
// Packets are the same if as much of the file follows them. What the damage makes of a
// number cannot be known: a demo that can be read to its end without a word is not
// counted, and neither is the packet in which the damage lies.
func TestCorpusDamagedBytes(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 9))
	runs, short := 0, 0
	unsaid, total := 0.0, 0.0
	for _, format := range []string{"dem", "qwd", "mvd", "dm2", "mvd2", "dm3"} {
		var sum damaged
		for _, path := range corpus.Demos(t, format) {
			data := corpus.Read(t, path)
			demo, err := formats.Open(filepath.Base(path), data)
			if err != nil {
				t.Fatal(err)
			}
			data = demo.Data()
			index := timeline.Start(demo.Name, demo.Decoder(), int64(len(data)), timeline.Options{})
			index.Wait()
			duration, _ := index.Duration()
			for range 3 {
				k, ok := index.Before(random.Float64() * duration)
				c := scan.NewCursor(demo.Name, demo.Decoder())
				if ok {
					c.Return(k.Mark, k.World)
				}
				at := int(c.Mark().Offset) + random.IntN(min(128<<10, len(data)-int(c.Mark().Offset)))
				if at < 4096 {
					continue // the beginning of a demo has tests of its own
				}
				spoiled, what := spoil(random, data, at)
				other, err := formats.Open(filepath.Base(path), spoiled)
				if err != nil {
					t.Errorf("%s, %s at %d: %v", path, what, at, err)
					continue
				}
				d := scan.NewCursor(demo.Name, other.Decoder())
				if ok {
					d.Return(k.Mark, k.World)
				}
				truth := follow(c, at, len(data))
				is := map[int64]shown{}
				for _, f := range follow(d, at, len(spoiled)) {
					is[f.left] = f
				}
				sum.runs++
				if d.Damage == nil {
					sum.unnoticed++
					continue
				}
				sum.compare(t, filepath.Base(path)+" "+what, truth, is)
			}
		}
		slices.Sort(sum.lost)
		n := len(sum.lost)
		within, _ := slices.BinarySearch(sum.lost, 5)
		runs, short = runs+n, short+within
		unsaid, total = unsaid+sum.unsaid, total+float64(n)*watched
		t.Logf("%-4s %3d damages, %d without a word; %5.1f %% lose less than 5 s, half %.2f s, 95 %% %.2f s; %.1f s "+
			"are wrong and say so, %.1f s are wrong without",
			format, sum.runs, sum.unnoticed, 100*float64(within)/float64(max(1, n)), sum.lost[n/2], sum.lost[n*95/100],
			sum.said, sum.unsaid)
	}
	t.Logf("of %d damages %d lose less than 5 s; %.2f s of %.0f s are wrong without a word", runs, short, unsaid, total)
	if unsaid > 0 {
		t.Errorf("%.2f s are wrong and nothing says so", unsaid)
	}
	// Nine of ten: Quake II's later protocols send how far players have moved, so that
	// places stay wrong until one is sent whole, and Quake's are right at once.
	if runs < 150 || short*100 < runs*85 {
		t.Errorf("of %d damages %d lose less than 5 s", runs, short)
	}
}

// follow plays a minute from a place of the file of size bytes on, and returns what is
// shown behind each packet that begins behind that place.
func follow(c *scan.Cursor, at, size int) (list []shown) {
	began := -1.0
	for before := c.Mark().Offset; c.Next() == nil; before = c.Mark().Offset {
		w := c.World
		if before <= int64(at) {
			continue
		}
		if began < 0 {
			began = w.Clock
		}
		if w.Clock > began+watched {
			break
		}
		list = append(list, shown{pictureOf(w), int64(size) - c.Mark().Offset, !w.Uncertain.Places()})
	}
	return list
}

func (s *damaged) compare(t *testing.T, name string, truth []shown, is map[int64]shown) {
	if len(truth) == 0 {
		return
	}
	lost, last := 0.0, truth[0].clock
	for i := range truth {
		f := &truth[i]
		step := f.clock - last
		last = f.clock
		now, ok := is[f.left]
		if !ok {
			lost += step
			continue
		}
		players, entities := now.differences(&f.picture)
		switch {
		case players+entities == 0:
		case now.certain:
			if s.unsaid == 0 {
				t.Logf("%s: at %.2f s %d players and %d entities differ, and nothing says so", name, f.clock,
					players, entities)
			}
			lost += step
			s.unsaid += step
		default:
			lost += step
			s.said += step
		}
	}
	s.lost = append(s.lost, lost)
}
