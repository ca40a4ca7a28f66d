package timeline_test

import (
	"math"
	"path/filepath"
	"slices"
	"testing"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/player/scan"
	"demoscope/player/timeline"
	"demoscope/player/world"
)

// recording is a demo with where its packets are.
type recording struct {
	name    string
	data    []byte
	offsets []int
	clocks  []float64 // after each packet, in viewer's seconds
	last    *world.World
}

// play reads a demo from its first packet to its last.
func play(t *testing.T, name string, data []byte) (*recording, *scan.Cursor) {
	t.Helper()
	demo, err := formats.Open(name, data)
	if err != nil {
		t.Fatal(name, err)
	}
	r := &recording{name: name, data: data}
	c := scan.NewCursor(demo.Format.Name, demo.Decoder())
	c.Gaps = new(scan.Gaps)
	for {
		at := int(c.Mark().Offset)
		if c.Next() != nil {
			break
		}
		r.offsets = append(r.offsets, at)
		r.clocks = append(r.clocks, c.World.Clock)
	}
	r.last = c.World
	return r, c
}

// samples are the recordings of all formats.
func samples(t *testing.T) (list []*recording) {
	t.Helper()
	for _, name := range []string{
		"demoscope1_p15.dem", "demoscope1.qwd", "demoscope1.mvd", "demoscope1.dm2", "demoscope1.mvd2",
		"demoscope1.dm_71",
	} {
		r, c := play(t, name, corpus.Read(t, filepath.Join(corpus.Sample, name)))
		if c.Damage != nil || len(c.Gaps.List(c.World.Clock)) > 0 {
			t.Fatalf("%s, whole: %v, %+v", name, c.Damage, c.Gaps.Losses())
		}
		list = append(list, r)
	}
	return list
}

// expectPlayers compares where players are at the end of a demo and of the whole one.
func expectPlayers(t *testing.T, what string, got, want *world.World) {
	t.Helper()
	seen := 0
	for i := range got.Players {
		p := &got.Players[i]
		if !p.Visible || i >= len(want.Players) {
			continue
		}
		seen++
		if off := p.Pose.Origin.Sub(want.Players[i].Pose.Origin).Len(); off > 1 {
			t.Errorf("%s: player %d is at %v, not %v", what, i, p.Pose.Origin, want.Players[i].Pose.Origin)
		}
	}
	if seen == 0 {
		t.Errorf("%s: nobody is there", what)
	}
}

// expectSeeks fails unless a seek in a demo leads to the same world as playing it.
func expectSeeks(t *testing.T, name string, data []byte) {
	t.Helper()
	demo, err := formats.Open(name, data)
	if err != nil {
		t.Fatal(name, err)
	}
	index := timeline.Start(demo.Format.Name, demo.Decoder(), int64(len(data)), timeline.Options{Spacing: 1 << 10})
	index.Wait()
	played, sought := scan.NewCursor(demo.Format.Name, demo.Decoder()), scan.NewCursor(demo.Format.Name,
		demo.Decoder())
	end, _ := index.Duration()
	seeks := 0
	for clock := 0.3; clock < end; clock += 0.7 {
		played.Reach(clock, nil)
		if played.Past(clock) {
			continue
		}
		if k, ok := index.Before(clock - world.Fleeting); ok {
			seeks++
			sought.Return(k.Mark, k.World)
			sought.Reach(clock, nil)
			if sought.World.Hash() != played.World.Hash() {
				t.Errorf("%s at %.1f s: a seek leads to another world", name, clock)
				return
			}
		}
	}
	if seeks < 10 {
		t.Errorf("%s: only %d seeks", name, seeks)
	}
}

// A demo whose first third is cut off, before a packet or in one, is as long as what there
// is, and says that its beginning is missing.
func TestWithoutBeginning(t *testing.T) {
	for _, whole := range samples(t) {
		k := len(whole.offsets) / 3
		for _, inside := range []int{0, 3} {
			_, c := play(t, whole.name, whole.data[whole.offsets[k]+inside:])
			left := whole.clocks[len(whole.clocks)-1] - whole.clocks[k]
			if off := c.World.Clock - left; off > 0.2 || off < -0.5 {
				t.Errorf("%s, %d: %.1f s are played, not %.1f s", whole.name, inside, c.World.Clock, left)
			}
			gaps, sum := c.Gaps.List(c.World.Clock), c.Gaps.Losses()
			if len(gaps) == 0 || gaps[0].Start != 0 || !gaps[0].Beginning || gaps[0].Count < 1 || gaps[0].Lost != 0 ||
				gaps[0].Last {
				t.Fatalf("%s, %d: gaps %+v", whole.name, inside, gaps)
			}
			if gaps[0].Until <= gaps[0].End {
				t.Errorf("%s, %d: nothing is uncertain: %+v", whole.name, inside, gaps[0])
			}
			if !sum.Beginning || sum.Packets || sum.Count != len(gaps) || len(gaps) > 1 {
				t.Errorf("%s, %d: in all %+v, gaps %+v", whole.name, inside, sum, gaps)
			}
			if d := c.Damage; d == nil || c.DamageClock != 0 || d.Err.Error() != gaps[0].Damage.Err.Error() ||
				d.Offset != gaps[0].Damage.Offset {
				t.Errorf("%s, %d: %v, the gap %v", whole.name, inside, d, &gaps[0].Damage)
			}
			if c.World.Level().Map != "" {
				t.Errorf("%s: the map is %q", whole.name, c.World.Level().Map)
			}
			expectSeeks(t, whole.name, whole.data[whole.offsets[k]+inside:])
			if filepath.Ext(whole.name) == ".dm_71" {
				expectPlayers(t, whole.name, c.World, whole.last)
			}
		}
	}
}

// Where packets are missing from the middle, or from behind the level's beginning, changes of
// frames that are not there show it.
func TestWithoutPackets(t *testing.T) {
	for _, whole := range samples(t) {
		switch filepath.Ext(whole.name) {
		case ".qwd", ".dm2", ".dm_71":
		default:
			continue // has no changes of older frames
		}
		n := len(whole.offsets)
		from, to := n/4, n/2
		data := slices.Concat(whole.data[:whole.offsets[from]], whole.data[whole.offsets[to]:])
		_, c := play(t, whole.name, data)
		expectSeeks(t, whole.name, data)
		lost := whole.clocks[to-1] - whole.clocks[from-1]
		gaps, sum := c.Gaps.List(c.World.Clock), c.Gaps.Losses()
		if sum.Count != 1 || !sum.Packets || sum.Beginning || sum.Skipped != 0 || len(gaps) == 0 ||
			math.Abs(gaps[0].Start-whole.clocks[from-1]) > 0.2 {
			t.Errorf("%s: %+v, %+v", whole.name, sum, gaps)
		}
		if math.Abs(sum.Lost-lost) > 0.2 {
			t.Errorf("%s: %.1f s are lost, not %.1f s", whole.name, sum.Lost, lost)
		}
		if c.Damage == nil || c.Damage.Offset < int64(whole.offsets[from]) ||
			c.Damage.Offset > int64(whole.offsets[from]+200) {
			t.Errorf("%s: %v, not just behind %d", whole.name, c.Damage, whole.offsets[from])
		}
		if off := c.World.Clock - whole.clocks[n-1]; math.Abs(off) > 0.3 {
			t.Errorf("%s: it is %.1f s longer", whole.name, off)
		}
	}
}

// Behind a gamestate Quake III's snapshots are changes of some that are missing.
func TestGameStateAndLater(t *testing.T) {
	whole, _ := play(t, "demoscope1.dm_71", corpus.Read(t, filepath.Join(corpus.Sample, "demoscope1.dm_71")))
	k := len(whole.offsets) / 3
	data := slices.Concat(whole.data[:whole.offsets[1]], whole.data[whole.offsets[k]:])
	_, c := play(t, whole.name, data)
	expectSeeks(t, whole.name, data)
	sum := c.Gaps.Losses()
	if sum.Count != 1 || !sum.Packets || sum.Beginning || sum.Lost != 0 || !c.World.Uncertain.Texts {
		t.Errorf("%+v, %+v", sum, c.World.Uncertain)
	}
	left := whole.clocks[len(whole.clocks)-1] - whole.clocks[k]
	if math.Abs(c.World.Clock-left) > 0.2 {
		t.Errorf("%.1f s are played, not %.1f s", c.World.Clock, left)
	}
	if c.World.Level().Map != whole.last.Level().Map || c.World.Recorder != whole.last.Recorder {
		t.Errorf("map %q, recorder %d", c.World.Level().Map, c.World.Recorder)
	}
	expectPlayers(t, "at the end", c.World, whole.last)
}
