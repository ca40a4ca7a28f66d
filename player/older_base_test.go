package player_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"demoscope/formats"
	"demoscope/player"
	"demoscope/player/scan"
	"demoscope/player/timeline"
	"demoscope/player/world"
)

// A server deltas from the newest frame that the client has acknowledged: on a
// slow line that is many frames back, and in a recording of a good line, such
// as all of ours, always the newest. These demos delta from older frames, also
// from ones before a keyframe, which is what [world.World.AddBase] is for.

// olderDemo writes a demo in which each frame names one entity of several and
// gives it a new place; the others are what they were in an earlier frame.
type olderDemo struct {
	format string
	first  int   // number of the first entity
	back   []int // how many frames lie between a frame and its base, in turns
	head   func(b *strings.Builder)
	// frame writes frame n, from 1 on, in which an entity moves to x. Its base
	// is frame base, 0 for a full frame.
	frame func(b *strings.Builder, n, base, entity, x int)
}

const (
	olderFrames   = 700 // more than the pass waits for bases: see ringDepth of timeline
	olderEntities = 6
)

// fov is the field of view of Quake II's player in frame n, where it changes.
func fov(n int) (degrees int, told bool) { return 60 + n%50, n%3 == 1 }

var olderDemos = []olderDemo{
	{
		format: "qwd", first: 40, back: []int{1, 2, 7, 40, 64, 63, 3},
		head: func(b *strings.Builder) {
			fmt.Fprintf(b, `{"packet":"server","type":1,"rawtime":%d,"sequence":1,"acknowledge":1}`+"\n",
				math.Float32bits(1))
			b.WriteString(
				`{"message":"serverdata","extensions":[],"serverversion":28,"age":1,"game":"qw","client":0,` +
					`"mapname":"Older","movevars":[800,100,320,500,10,10,10,4,4,1]}` + "\n")
		},
		frame: func(b *strings.Builder, n, base, entity, x int) {
			fmt.Fprintf(b, `{"packet":"server","type":1,"rawtime":%d,"sequence":%d,"acknowledge":%d}`+"\n",
				math.Float32bits(1+float32(n)/16), 100+n, 100+n)
			name, delta, from := "packetentities", false, 0
			if base > 0 {
				name, delta, from = "deltapacketentities", true, (100+base)&255
			}
			fmt.Fprintf(b,
				`{"message":%q,"delta":%v,"from":%d,"entities":[{"entity":%d,"mask":512,"origin":[%d,null,null]}]}`+
					"\n", name, delta, from, entity, x)
		},
	},
	{
		format: "dm2", first: 100, back: []int{1, 15, 2, 9, 14},
		head: func(b *strings.Builder) {
			b.WriteString(`{"packet":"server"}` + "\n")
			b.WriteString(
				`{"message":"serverdata","serverversion":34,"key":1,"isdemo":1,"game":"","client":0,` +
					`"mapname":"Older"}` + "\n")
			b.WriteString(`{"message":"configstring","index":33,"string":"maps/older.bsp"}` + "\n")
		},
		frame: func(b *strings.Builder, n, base, entity, x int) {
			seq2 := base
			if base == 0 {
				seq2 = -1
			}
			b.WriteString(`{"packet":"server"}` + "\n")
			fmt.Fprintf(b, `{"message":"frame","seq1":%d,"seq2":%d,"uk_b1":0,"areas":"\u0002"}`+"\n", n, seq2)
			if degrees, told := fov(n); told {
				fmt.Fprintf(b, `{"message":"playerinfo","player":0,"mask":2048,"fov":%d,"mask2":0,"stats":[]}`+
					"\n", degrees)
			} else {
				b.WriteString(`{"message":"playerinfo","player":0,"mask":0,"mask2":0,"stats":[]}` + "\n")
			}
			fmt.Fprintf(b,
				`{"message":"packetentities","delta":false,"from":0,"entities":[{"entity":%d,"mask":1,`+
					`"origin":[%d,null,null]}]}`+"\n", entity, x)
		},
	},
	{
		format: "dm3", first: 100, back: []int{1, 31, 2, 20, 32, 30},
		head: func(b *strings.Builder) {
			b.WriteString(`{"packet":"server","sequence":100,"acknowledge":1}` + "\n")
			b.WriteString(
				`{"message":"gamestate","protocol":71,"serverCommandSequence":0,"configstrings":[{"index":0,` +
					`"text":"\\mapname\\older"}],"baselines":[],"clientNum":0,"checksumFeed":0}` + "\n")
		},
		frame: func(b *strings.Builder, n, base, entity, x int) {
			deltaNum := 0
			if base > 0 {
				deltaNum = n - base
			}
			fmt.Fprintf(b, `{"packet":"server","sequence":%d,"acknowledge":1}`+"\n", 100+n)
			fmt.Fprintf(b,
				`{"message":"snapshot","serverTime":%d,"deltaNum":%d,"snapFlags":0,"areamask":"",`+
					`"playerState":{"lc":1,"fields":{"commandTime":%d}},"entities":[{"number":%d,"kind":"delta",`+
					`"lc":6,"fields":{"pos.trBase[0]":%d}}]}`+"\n",
				1000+50*n, deltaNum, 1000+50*n, entity, x)
		},
	},
}

// olderState is what a frame holds: x of each entity, 0 if it is not there, and
// the field of view.
type olderState struct {
	x   [olderEntities]int
	fov int
}

// build returns the demo, and the state in each of its frames.
func (o *olderDemo) build(t *testing.T) (*formats.Demo, []olderState) {
	t.Helper()
	var b strings.Builder
	name := "older." + o.format
	if o.format == "dm3" {
		name = "older.dm_71"
	}
	fmt.Fprintf(&b, `{"dump":1,"format":%q,"file":%q}`+"\n", o.format, name)
	o.head(&b)
	states := make([]olderState, olderFrames+1)
	for n := 1; n <= olderFrames; n++ {
		base := max(0, n-o.back[n%len(o.back)])
		state := states[base]
		i := n * 5 % olderEntities
		state.x[i] = n
		if degrees, told := fov(n); told {
			state.fov = degrees
		}
		states[n] = state
		o.frame(&b, n, base, o.first+i, n)
	}
	if o.format == "dm2" {
		b.WriteString(`{"packet":"end"}` + "\n")
	}
	data, _, err := formats.Compile(strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	demo, err := formats.Open(name, data)
	if err != nil {
		t.Fatal(err)
	}
	if demo.Format.Name != o.format {
		t.Fatalf("a %s became a %s", o.format, demo.Format.Name)
	}
	return demo, states
}

// check compares a world with the state of its frame.
func (o *olderDemo) check(t *testing.T, how string, n int, w *world.World, want olderState) {
	t.Helper()
	var got olderState
	for i := range w.Entities {
		e := &w.Entities[i]
		if k := int(e.Number) - o.first; k >= 0 && k < olderEntities {
			got.x[k] = int(e.Origin[0])
		}
	}
	got.fov = want.fov
	if o.format == "dm2" {
		got.fov = int(w.View.FOV)
	}
	if got != want {
		t.Errorf("%s, frame %d: %+v, want %+v", how, n, got, want)
	}
}

func TestSeekToDeltasOfOlderFrames(t *testing.T) {
	for _, o := range olderDemos {
		t.Run(o.format, func(t *testing.T) {
			demo, states := o.build(t)
			straight := scan.NewCursor(demo.Format.Name, demo.Decoder())
			hashes := []uint64{0}
			var clocks []float64
			for straight.Next() == nil {
				w := straight.World
				if !w.Began() {
					continue // the packet before the first frame
				}
				o.check(t, "played through", len(hashes), w, states[len(hashes)])
				hashes = append(hashes, w.Hash())
				clocks = append(clocks, w.FrameClock)
				if t.Failed() {
					return
				}
			}
			if straight.Damage != nil || len(hashes) != len(states) {
				t.Fatalf("%d frames of %d: %v", len(hashes)-1, olderFrames, straight.Damage)
			}
			if !slices.IsSorted(clocks) || clocks[len(clocks)-1] <= clocks[0] {
				t.Fatalf("clocks %v", clocks)
			}

			// A keyframe at every packet, so that each seek goes on from the one
			// just before, and none of the frames that it needs comes by.
			p := player.New(demo, player.Options{Index: timeline.Options{Spacing: 1}, Budget: 1 << 40})
			defer p.Close()
			p.Timeline().Wait()
			p.SetPaused(true)
			if _, n := p.Timeline().Memory(); n < olderFrames {
				t.Fatalf("%d keyframes for %d frames", n, olderFrames)
			}
			for n := olderFrames; n >= 1; n-- {
				p.Seek(clocks[n-1])
				p.Update(0)
				w := p.Moment().World
				if w.FrameClock != clocks[n-1] {
					t.Fatalf("a seek to frame %d at %v s went to %v s", n, clocks[n-1], w.FrameClock)
				}
				o.check(t, "sought", n, w, states[n])
				if w.Hash() != hashes[n] {
					t.Errorf("frame %d: another world than after playing through", n)
				}
				if t.Failed() {
					return
				}
			}
			// And on from a keyframe: the bases of all that follows are there. The
			// pass publishes at every 256th packet, and by then only keyframes that nothing
			// after it goes back beyond.
			p.Seek(clocks[olderFrames-1])
			p.Update(0)
			for _, from := range []int{600, 511, 509, 505, 485, 465, 450, 300, 256, 254, 253, 250, 240, 230,
				210, 195, 70} {
				p.Seek(clocks[from])
				p.Update(0)
				for n := from + 2; n < from+80; n++ {
					p.Seek(clocks[n-1])
					p.Update(0)
					o.check(t, fmt.Sprintf("on from frame %d", from), n, p.Moment().World, states[n])
				}
			}
		})
	}
}
