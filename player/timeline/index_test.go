package timeline_test

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/internal/corpus"
	"demoscope/player/scan"
	"demoscope/player/timeline"
)

// twoLevels is a Quake demo of 26 blocks. Block 0 names the map one.bsp, and
// blocks 1 to 16 are frames at 10, 10.125 ... 11.875 s of the demo's clock; block
// 17 names two.bsp, and blocks 18 to 25 are frames at 3, 3.125 ... 3.875 s. The
// player, entity 1, is at x = 10 times the frame's number in its level.
func twoLevels(t *testing.T) *formats.Demo {
	t.Helper()
	return levelsOf(t, ofFrames{"one", "The First", 10, 16}, ofFrames{"two", "The Second", 3, 8})
}

// ofFrames is a level with frames from a time of the demo's clock on; without a name its beginning is missing.
type ofFrames struct {
	name, title string
	start       float64
	frames      int
}

// levelsOf is a Quake demo of levels as those of [twoLevels].
func levelsOf(t *testing.T, list ...ofFrames) *formats.Demo {
	t.Helper()
	var b strings.Builder
	b.WriteString(`{"dump":1,"format":"dem","file":"two.dem"}` + "\n" + `{"message":"cdtrack_line","text":"-1\n"}` +
		"\n")
	for _, l := range list {
		if l.name != "" {
			fmt.Fprintf(&b, `{"packet":"server","angles":[0,0,0]}
{"message":"serverinfo","serverversion":15,"flags":0,"maxclients":1,"multi":0,"mapname":%q,`+
				`"precache_models":["maps/%s.bsp","progs/player.mdl"],"precache_sounds":[]}
{"message":"setview","entity":1}
{"message":"updatename","player":0,"netname":"Ann"}
`, l.title, l.name)
		}
		for i := range l.frames {
			fmt.Fprintf(&b, `{"packet":"server","angles":[0,0,0]}
{"message":"time","time":%v}
{"message":"clientdata","mask":1056,"vel":[5,0,0],"view_ofs_z":22,"items":1,"health":100}
{"message":"updateentity","entity":1,"mask":1035,"modelindex":2,"origin":[%d,null,24],"angles":[null,null,null]}
`, l.start+float64(i)/8, 10*i)
		}
	}
	data, _, err := formats.Compile(strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	demo, err := formats.Open("two.dem", data)
	if err != nil {
		t.Fatal(err)
	}
	return demo
}

// index returns the finished index of a demo.
func index(t testing.TB, demo *formats.Demo, o timeline.Options) *timeline.Timeline {
	x := timeline.Start(demo.Format.Name, demo.Decoder(), int64(len(demo.Data())), o)
	x.Wait()
	record(t, x)
	return x
}

// near reports whether two times are the same but for the rounding of sums.
func near(a, b float64) bool { return math.Abs(a-b) < 1e-6 }

// The viewer's clock begins at 0 with the first frame, and a new level takes a
// tenth of a second of it: 0, 0.125 ... 1.875, then 1.975, 2.1 ... 2.85. The block
// that names the level is still at the time of the frame before, and whoever goes to the
// beginning of the level wants to see it, and not the end of the one before.
func TestLevelsAndClocks(t *testing.T) {
	x := index(t, twoLevels(t), timeline.Options{})
	if d, complete := x.Duration(); !complete || !near(d, 2.85) {
		t.Errorf("duration %v, complete %v", d, complete)
	}
	if gaps, losses := x.Gaps(); x.Progress() != 1 || len(gaps) != 0 || losses != (scan.Losses{}) {
		t.Errorf("progress %v, gaps %+v, %+v", x.Progress(), gaps, losses)
	}
	levels := x.Levels()
	want := []timeline.Level{
		{Map: "maps/one.bsp", Title: "The First", Start: 0, End: 1.975},
		{Map: "maps/two.bsp", Title: "The Second", Start: 1.975, End: 2.85},
	}
	if len(levels) != len(want) {
		t.Fatalf("levels %+v", levels)
	}
	for i, w := range want {
		if l := levels[i]; l.Map != w.Map || l.Title != w.Title || !near(l.Start, w.Start) || !near(l.End, w.End) {
			t.Errorf("level %d is %+v, want %+v", i, l, w)
		}
	}
	if levels[0].End != levels[1].Start {
		t.Errorf("between the levels lie %v and %v", levels[0].End, levels[1].Start)
	}
	for clock, level := range map[float64]int{-1: 0, 0: 0, 1.5: 0, levels[1].Start - 0.001: 0, levels[1].Start: 1,
		2.5: 1, 99: 1} {
		if got := x.LevelAt(clock); got != level {
			t.Errorf("at %v s is level %d, want %d", clock, got, level)
		}
	}
	for _, test := range []struct{ at, next, prev float64 }{
		{-1, 0, -1}, {0, 0.125, 0}, {0.06, 0.125, 0}, {0.125, 0.25, 0}, {1.875, 1.975, 1.75}, {1.9, 1.975, 1.875},
		{2.86, 2.86, 2.85},
	} {
		next, ok := x.NextFrame(test.at)
		if !near(next, test.next) || ok != (test.next != test.at) {
			t.Errorf("after %v s comes %v, %v, want %v", test.at, next, ok, test.next)
		}
		prev, ok := x.PrevFrame(test.at)
		if !near(prev, test.prev) || ok != (test.prev != test.at) {
			t.Errorf("before %v s comes %v, %v, want %v", test.at, prev, ok, test.prev)
		}
	}
}

// The player goes from x 0 to 150 and, on the second level, to 70, 24 units
// above the ground: cells of 32 units. What is before the first move is left out.
func TestWalkedGround(t *testing.T) {
	demo := twoLevels(t)
	x := index(t, demo, timeline.Options{Surveys: demo.Decoder})
	x.WaitSurveys()
	first, second := x.Walked(0), x.Walked(1)
	if x.Walked(-1) != nil || x.Walked(2) != nil || first == nil || second == nil {
		t.Fatal("which levels have ground")
	}
	if got, want := first.Points, []mgl32.Vec3{{10, 0, 0}, {40, 0, 0}, {70, 0, 0}, {100, 0, 0},
		{130, 0, 0}}; !slices.Equal(got, want) {
		t.Errorf("points %v, want %v", got, want)
	}
	if got, want := first.Counts, []uint32{1, 1, 1, 1, 1}; !slices.Equal(got, want) {
		t.Errorf("counts %v, want %v", got, want)
	}
	if got, want := second.Points, []mgl32.Vec3{{0, 0, 0}, {40, 0, 0}, {70, 0, 0}}; !slices.Equal(got, want) {
		t.Errorf("points %v, want %v", got, want)
	}
}

// Surveys are gathered once they are asked for, by a decoder of their own: of both levels, and
// of none without one.
func TestSurveysAreGatheredWhenWanted(t *testing.T) {
	demo := twoLevels(t)
	decoders := 0
	x := index(t, demo, timeline.Options{Surveys: func() message.Decoder {
		decoders++
		return demo.Decoder()
	}})
	defer x.Stop()
	before, _ := x.Memory()
	if part, whole := x.Surveyed(0); decoders != 0 || part != 0 || whole {
		t.Errorf("before anybody asks: %d decoders, %v, %v", decoders, part, whole)
	}
	x.WaitSurveys()
	if x.Survey(0) == nil || x.Survey(1) == nil || x.Survey(2) != nil || x.Survey(-1) != nil || decoders != 1 {
		t.Errorf("%v, %v, %v, %d decoders", x.Survey(0), x.Survey(1), x.Survey(2), decoders)
	}
	if part, whole := x.Surveyed(1); part != 1 || !whole || x.Err() != nil {
		t.Errorf("%v, %v: %v", part, whole, x.Err())
	}
	if after, _ := x.Memory(); after <= before {
		t.Errorf("the index holds %d bytes with surveys, %d without", after, before)
	}
	if x.Survey(0).Empty() || x.Survey(1).Empty() {
		t.Error("nobody has left a path")
	}
	none := index(t, demo, timeline.Options{})
	if none.WaitSurveys(); none.Survey(0) != nil || none.Walked(0) != nil {
		t.Error("a survey without a decoder")
	}
	stopped := index(t, demo, timeline.Options{Surveys: demo.Decoder})
	stopped.Stop()
	if stopped.Survey(0) != nil {
		t.Error("an index that was stopped begins to gather")
	}
	stopped.WaitSurveys()
}

// A level of which no frame is there is a level: it begins and ends at the last frame of the one before, and
// at the end with the demo. What is known of levels by their numbers is of the same ones.
func TestLevelsWithoutFrames(t *testing.T) {
	demo := levelsOf(t, ofFrames{"one", "The First", 10, 16}, ofFrames{name: "none", title: "Nothing"},
		ofFrames{"two", "The Second", 3, 8}, ofFrames{name: "end", title: "The End"})
	x := index(t, demo, timeline.Options{Surveys: demo.Decoder})
	want := []timeline.Level{
		{Map: "maps/one.bsp", Title: "The First", Start: 0, End: 1.875, Count: 1},
		{Map: "maps/none.bsp", Title: "Nothing", Start: 1.875, End: 1.975, Count: 2, Empty: true},
		{Map: "maps/two.bsp", Title: "The Second", Start: 1.975, End: 2.85, Count: 3},
		{Map: "maps/end.bsp", Title: "The End", Start: 2.85, End: 2.85, Count: 4, Empty: true},
	}
	got := slices.Clone(x.Levels())
	for i := range min(len(got), len(want)) {
		if near(got[i].Start, want[i].Start) && near(got[i].End, want[i].End) {
			got[i].Start, got[i].End = want[i].Start, want[i].End
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("the levels are %+v, want %+v", got, want)
	}
	x.WaitSurveys()
	if x.Survey(1) != nil || x.Survey(0).Empty() || x.Survey(2).Empty() || x.Survey(3) != nil {
		t.Errorf("the surveys are %v, %v, %v, %v", x.Survey(0), x.Survey(1), x.Survey(2), x.Survey(3))
	}
	for i, points := range []bool{true, false, true, false} {
		if w := x.Walked(i); w == nil || len(w.Points) > 0 != points {
			t.Errorf("the walked ground of level %d is %+v", i, w)
		}
	}
}

// A cursor stops at the first frame that is not before a time, and says when
// that is behind it.
func TestReach(t *testing.T) {
	demo := twoLevels(t)
	c := scan.NewCursor(demo.Format.Name, demo.Decoder())
	for _, test := range []struct {
		clock float64
		block int
	}{{0, 1}, {0.01, 2}, {0.125, 2}, {1, 9}, {1.9, 18}, {2.85, 25}, {99, 25}} {
		if c.Past(test.clock) {
			t.Errorf("%v s is past at block %d", test.clock, c.World.Block)
		}
		if !c.Reach(test.clock, nil) || c.World.Block != test.block {
			t.Errorf("%v s is in block %d, want %d", test.clock, c.World.Block, test.block)
		}
	}
	if !c.Ended() || c.Next() == nil {
		t.Error("the end is not the end")
	}
	c.Rewind()
	if c.Ended() || c.World.Block != -1 || c.World.LevelCount != 0 {
		t.Errorf("rewound to block %d, level %d", c.World.Block, c.World.LevelCount)
	}
	c.Reach(1, nil)
	for clock, past := range map[float64]bool{0.5: true, 0.875: true, 0.876: false, 1: false, 1.5: false} {
		if c.Past(clock) != past {
			t.Errorf("at the frame of 1 s, %v s is past: %v", clock, !past)
		}
	}
}

// Keyframes lie as many bytes apart as Spacing says, by default 128 KiB, and
// Before finds the last whose frame is before a time.
func TestKeyframes(t *testing.T) {
	data := corpus.Read(t, filepath.Join(corpus.Sample, "demoscope1.qwd")) // 369355 bytes
	demo, err := formats.Open("demoscope1.qwd", data)
	if err != nil {
		t.Fatal(err)
	}
	const largest = 1500 // a packet
	for _, test := range []struct{ spacing, apart int64 }{{0, 131072}, {131072, 131072}, {10000, 10000}} {
		x := index(t, demo, timeline.Options{Spacing: test.spacing})
		bytes, n := x.Memory()
		if least, most := int64(len(data))/(test.apart+largest), int64(len(data))/test.apart; int64(n) < least ||
			int64(n) > most {
			t.Errorf("spacing %d: %d keyframes, want %d to %d", test.spacing, n, least, most)
		}
		if bytes < int64(n)<<10 {
			t.Errorf("%d keyframes hold %d bytes", n, bytes)
		}
		if _, ok := x.Before(0); ok {
			t.Error("there is a keyframe before the beginning")
		}
		last, seen := int64(0), 0
		for clock := 0.0; clock < 61; clock += 0.05 {
			k, ok := x.Before(clock)
			if !ok {
				continue
			}
			if !(k.World.FrameClock < clock) || k.Mark.Block != k.World.Block+1 {
				t.Errorf("before %v s is the keyframe of %v s, block %d, mark %d", clock, k.World.FrameClock,
					k.World.Block, k.Mark.Block)
			}
			if _, ok := x.Before(k.World.FrameClock); ok && seen == 0 {
				t.Errorf("a keyframe is before its own frame")
			}
			if k.Mark.Offset == last {
				continue
			}
			// Before the first frame all is at 0 s, and only the last is found.
			if apart := k.Mark.Offset - last; apart < test.apart || apart > test.apart+largest && last > 0 {
				t.Errorf("spacing %d: after %d comes a keyframe at %d", test.spacing, last, k.Mark.Offset)
			}
			last, seen = k.Mark.Offset, seen+1
		}
		if early := int(40000 / test.apart); seen > n || seen < n-early {
			t.Errorf("spacing %d: %d keyframes are found, %d are there", test.spacing, seen, n)
		}
	}
}

// Where memory is short, keyframes are farther apart, and all of the demo still
// has some.
func TestKeyframesInLittleMemory(t *testing.T) {
	data := corpus.Read(t, filepath.Join(corpus.Sample, "demoscope1.qwd"))
	demo, err := formats.Open("demoscope1.qwd", data)
	if err != nil {
		t.Fatal(err)
	}
	_, all := index(t, demo, timeline.Options{Spacing: 4000}).Memory()
	x := index(t, demo, timeline.Options{Spacing: 4000, Memory: 1 << 20})
	bytes, n := x.Memory()
	if bytes > 1<<20 || n < 4 || n > all/2 {
		t.Errorf("%d keyframes of %d, %d bytes", n, all, bytes)
	}
	last := 0.0
	for clock := 0.0; clock < 61; clock += 0.05 {
		if k, ok := x.Before(clock); ok {
			last = k.World.FrameClock
		}
		if clock-last > 60.0*3/float64(n) {
			t.Errorf("between %v and %v s there is no keyframe of %d", last, clock, n)
			break
		}
	}
}

// The pass stops when it is told to, and says that it has not read all.
func TestStop(t *testing.T) {
	demo := twoLevels(t)
	x := timeline.Start(demo.Format.Name, demo.Decoder(), int64(len(demo.Data())), timeline.Options{})
	x.Stop()
	x.Stop()
	x.Wait()
	if _, complete := x.Duration(); complete && x.Progress() != 1 {
		t.Errorf("complete at %v", x.Progress())
	}
}

// What comes before the first level has a shape, too: the beginning of the demo is missing.
func TestSurveyWithoutBeginning(t *testing.T) {
	surveys := func(list ...ofFrames) *timeline.Timeline {
		demo := levelsOf(t, list...)
		x := index(t, demo, timeline.Options{Surveys: demo.Decoder})
		x.WaitSurveys()
		return x
	}
	for _, list := range [][]ofFrames{{{"", "", 10, 16}}, {{"", "", 10, 16}, {"two", "The Second", 3, 8}}} {
		x := surveys(list...)
		levels := len(list) - 1
		if s := x.Survey(-1); s == nil || s.Empty() || len(x.Levels()) != levels || x.Survey(levels) != nil {
			t.Errorf("%d levels: %p, %p", len(x.Levels()), s, x.Survey(levels))
		}
		if _, whole := x.Surveyed(-1); !whole {
			t.Error("it is not whole")
		}
		if levels > 0 && x.Survey(0).Empty() {
			t.Error("nothing is known of the level behind")
		}
	}
}
