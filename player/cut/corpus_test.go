package cut

import (
	"bytes"
	"flag"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/internal/corpus"
	"demoscope/internal/made"
	"demoscope/player/scan"
	"demoscope/player/world"
)

// seen is what a viewer can see of a world. Times are seconds since the part began.
type seen struct {
	Level                *world.Level
	Styles               world.LightStyles
	Statics              []world.Entity
	Static               []world.SoundStart
	Entities             []world.Entity
	Players              []world.Player
	Nails                []world.Nail
	View                 world.View
	Stats                world.Stats
	Effects              []world.Effect
	Sounds               []world.SoundStart
	Intermission, Paused bool
	Recorder             int
	Quake2HUD            world.Quake2HUD
}

// look returns what is seen of w, in which the part began at start of the viewer's clock and ahead of the demo's.
//
// What is left out is what only those know who saw the demo before the part: effects and sounds of that time,
// how often who was killed and hit and when, where things were one frame before the part, and lines of text.
func look(w *world.World, start, ahead float64) seen {
	// Rounding decides whether what began just a fifth of a second ago, or when the part did, is still there.
	const lately, rounding = 0.2017, 1e-6
	// An event of Quake III stays in the state of an entity for a third of a second, and is taken for a new one by who
	// has not seen it begin, as the game's client does that has just connected.
	const events = 0.5
	since := func(clock *float64) bool {
		old := w.Clock-*clock > lately
		*clock = math.Round((*clock-start)/rounding) * rounding
		if w.Game == world.Quake3 {
			return *clock > events && !old
		}
		return *clock >= 0 && !old
	}
	s := seen{
		Level: w.Level(), Styles: *w.LightStyles(), Statics: w.Statics, Entities: w.Entities, Nails: w.Nails,
		View: w.View, Stats: w.Stats, Intermission: w.Intermission, Paused: w.Paused, Recorder: w.Recorder,
		Quake2HUD: w.Quake2HUD,
	}
	// also when a restart has ended it, or the view says it
	if ended := 22; w.Game == world.Quake3 && s.Level.ConfigString(ended) == "1" {
		level := *s.Level
		level.ConfigStrings = slices.Clone(level.ConfigStrings)
		level.ConfigStrings[ended] = ""
		s.Level = &level
	}
	if w.Game == world.Quake2 {
		level := *s.Level
		level.Texts.LateModels, level.Texts.LateSounds = 0, 0 // which names came behind the first frame
		s.Level = &level
		s.Entities = slices.Clone(s.Entities)
		for i := range s.Entities {
			e := &s.Entities[i]
			if e.RenderFX&quake2Beam == 0 { // it is where the entity was a frame before it was first seen
				e.OldOrigin = [3]float32{}
			}
			// In a multi-view demo a body looks where its player last did, in 16 bits; the part has 8 for an entity.
			if slot := int(e.Number) - 1; slot < len(w.Players) && w.Players[slot].Dead {
				const step = 360.0 / 256
				for k := range e.Angles {
					e.Angles[k] = float32(math.Floor(float64(e.Angles[k])/step) * step)
				}
			}
		}
	}
	s.Stats.Turn = world.Turn{}
	s.View.WasOrigin, s.View.NoLerp = [3]float32{}, false
	// by what came with the first frame, it is told from the one before
	if !since(&s.View.HurtClock) || s.View.HurtClock == 0 {
		s.View.Hurt, s.View.HurtClock = [3]float32{}, 0
	}
	if w.Game == world.QuakeWorld {
		s.View.Punch = [3]float32{} // what is left of a recoil
	}
	for _, e := range w.Effects.List {
		if w.Game == world.Quake2 && w.Clock-e.Clock > e.Life-0.001 {
			continue // it lasts as long as a frame or several: rounding decides
		}
		e.Life = math.Round(e.Life/rounding) * rounding // a beam that goes on is the difference of two times
		if since(&e.Clock) {
			s.Effects = append(s.Effects, e)
		}
	}
	for _, x := range w.Effects.Sounds {
		x.Own = min(x.Own, 1) // which of several noises the client makes is by chance
		if w.Game == world.Quake2 && x.Own > 0 && x.Entity == 0 {
			continue // which bullet makes a noise where it hits is by chance
		}
		if w.Game == world.Quake3 && x.Own > 0 && x.Flags == world.SoundFollows {
			continue // who is hit cries at most twice a second
		}
		// A shotgun is loaded anew, on no channel of its own, a tenth of a second after its shot, which may
		// be before the part.
		if reload := 0.1; w.Game == world.Quake2 && x.Own > 0 && x.Channel == 0 && x.Clock-start < reload+rounding {
			continue
		}
		if since(&x.Clock) {
			s.Sounds = append(s.Sounds, x)
		}
	}
	for _, x := range w.Effects.Static {
		x.Clock = 0
		s.Static = append(s.Static, x)
	}
	for _, p := range w.Players {
		p.Was, p.WasVisible, p.WasGun, p.WasFrame, p.NoLerp = world.Pose{}, false, world.Gun{}, 0, false
		p.Kills, p.Deaths, p.Suicides, p.TeamKills, p.Guest = 0, 0, 0, 0, 0
		p.Hit, p.Hurt, p.Fired, p.Struck, p.StruckBy = world.Hit{}, world.Timestamp{}, world.Timestamp{},
			world.Timestamp{}, 0
		p.HealthEstimate = world.HealthEstimate{}
		p.Hits, p.HitCounted, p.Died = 0, 0, 0
		p.Weapon, p.WeaponClock, p.FrameClock, p.WeaponFrameClock = 0, 0, 0, 0
		if p.Entered -= ahead; !p.InUse || w.Game == world.Quake2 { // there nothing says it
			p.Entered = 0
		}
		// Whom a spectator follows is certain once he has moved, or rested for half a second.
		if w.Game == world.QuakeWorld && w.Recorder >= 0 && w.Players[w.Recorder].Spectator && w.Clock-start < 0.6 {
			p.Stats = nil
		}
		if w.Game == world.Quake3 { // lists of scores are old, and those that were only counted are told in the part
			p.FragsReported = w.HasFrags(&p)
			p.FragsAt, p.Ping, p.Stats = 0, 0, nil
		}
		if p.Stats != nil {
			stats := *p.Stats
			stats.Sums = world.Sums{} // a part has the hits of its own
			stats.Turn = world.Turn{} // what a number was of before the part
			p.Stats = &stats
		}
		if w.Game == world.Quake2 && !p.EyeKnown { // so are those of others
			p.Frags, p.Ping, p.FragsReported = 0, 0, false
		}
		if w.Game == world.QuakeWorld && w.Intermission { // what was pressed before it
			p.Keys, p.KeysKnown = 0, 0
		}
		if !p.Visible {
			p.Pose, p.Dead, p.Gibbed, p.Age, p.Keys, p.KeysKnown, p.Footing = world.Pose{}, false, false, 0, 0, 0, 0
			p.Model, p.Frame, p.WeaponFrame, p.SkinNumber, p.Effects, p.NoModel = 0, 0, 0, 0, 0, false
		}
		s.Players = append(s.Players, p)
	}
	// A slot that was never used may stand at the end of one of the two.
	for n := len(s.Players); n > 0 && s.Players[n-1] == (world.Player{Slot: n - 1}); n-- {
		s.Players = s.Players[:n-1]
	}
	return s
}

// same are what need not be equal bit by bit: the wire has when a player entered as so many seconds ago, in 32 bits.
var same = []cmp.Option{
	cmpopts.IgnoreUnexported(world.View{}), cmpopts.EquateEmpty(), cmpopts.EquateNaNs(),
	cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".Entered" }, cmpopts.EquateApprox(1e-6, 0.01)),
}

// differ is [cmp.Diff] with same and more. What is equal bit by bit, as most is, is not given to it: it takes
// twenty times as long.
func differ(want, got seen, more ...cmp.Option) string {
	w, g := reflect.ValueOf(&want).Elem(), reflect.ValueOf(&got).Elem()
	for i := range w.NumField() {
		if reflect.DeepEqual(w.Field(i).Interface(), g.Field(i).Interface()) {
			w.Field(i).SetZero()
			g.Field(i).SetZero()
		}
	}
	if len(want.Players) == len(got.Players) { // each has its slot
		players := want.Players
		want.Players, got.Players = nil, slices.Clone(got.Players)
		for i := len(players) - 1; i >= 0; i-- {
			if reflect.DeepEqual(players[i], got.Players[i]) {
				got.Players = slices.Delete(got.Players, i, i+1)
			} else {
				want.Players = slices.Insert(want.Players, 0, players[i])
			}
		}
	}
	return cmp.Diff(want, got, slices.Concat(same, more)...)
}

// open opens a demo, which must be one.
func open(t testing.TB, file string) *formats.Demo {
	t.Helper()
	demo, err := formats.Open(filepath.Base(file), corpus.Read(t, file))
	if err != nil {
		t.Fatal(err)
	}
	return demo
}

// cursor returns a cursor whose world is all there after each packet.
func cursor(demo *formats.Demo) *scan.Cursor {
	return scan.NewCursor(demo.Format.Name, demo.Decoder())
}

// length returns when the last frame of a demo is, in viewer's seconds.
func length(demo *formats.Demo) float64 {
	c := cursor(demo)
	c.Skim()
	for c.Next() == nil {
	}
	return c.World.FrameClock
}

// blocks returns how many packets a demo has, and whether a mark ends it.
func blocks(t testing.TB, demo *formats.Demo) (n int, marked bool) {
	d := demo.Decoder()
	for {
		p, err := d.NextPacket()
		if err == io.EOF {
			return n, marked
		}
		if err != nil {
			t.Fatal(err)
		}
		if p.Kind == message.PacketEnd {
			marked = true
			continue
		}
		n++
		for err == nil { // a serverdata says whether a mark must end the demo
			_, err = d.NextMessage()
		}
	}
}

// lastPacket returns the bytes of a packet, and those behind it that end the demo.
func lastPacket(t testing.TB, demo *formats.Demo, block int) []byte {
	d := demo.Decoder()
	for {
		p, err := d.NextPacket()
		if err != nil {
			t.Fatal(err)
		}
		if p.Block == block {
			data := demo.Data()[p.Offset : p.Offset+int64(p.Size)]
			if p, err := d.NextPacket(); err == nil && p.Kind == message.PacketEnd {
				data = demo.Data()[p.Offset-int64(len(data)) : p.Offset+int64(p.Size)]
			}
			return data
		}
	}
}

// places are looked at in each demo: `go test ./player/cut -run TestCorpus -places 20` takes some minutes.
// Few are other parts of each demo, so that all demos together have been cut everywhere.
var places = flag.Int("places", 2, "places of each real demo at which a part is cut out")

const (
	partLength = 2.0 // seconds
	moments    = 12  // of a part
)

// TestCorpus: at some places of every real demo, a part of two seconds shows the same as the demo does.
func TestCorpus(t *testing.T) {
	for _, format := range []string{"mvd", "qwd", "dem", "dm3", "dm2", "mvd2"} {
		for _, file := range append(corpus.Demos(t, format), corpus.Newer(t, format)...) {
			t.Run(filepath.Base(file), func(t *testing.T) {
				demo := open(t, file)
				whole := length(demo)
				first := float64(crc32.ChecksumIEEE([]byte(filepath.Base(file)))) / (1 << 32)
				for i := range *places {
					if compare(t, demo, whole*(float64(i)+first)/float64(*places), whole); t.Failed() {
						return
					}
				}
			})
		}
	}
}

// madeDemos are our own recordings, ones in which far more happens on two levels, and ones of rare protocols.
func madeDemos(t *testing.T) map[string]*formats.Demo {
	demos := map[string]*formats.Demo{}
	add := func(name string, data []byte) {
		demo, err := formats.Open(name, data)
		if err != nil {
			t.Fatal(err)
		}
		demos[name] = demo
	}
	for _, name := range []string{"demoscope1_p15.dem", "demoscope1_p666.dem", "demoscope1.qwd", "demoscope1.mvd",
		"demoscope1.dm2", "demoscope1.mvd2", "demoscope1.dm_71"} {
		data := corpus.Read(t, filepath.Join(corpus.Sample, name))
		add(name, data)
		add("eventful_"+name, made.Eventful(t, name, data))
	}
	for _, format := range []string{"dem", "qwd", "mvd"} {
		add("replacing."+format, made.Replacing(t, format, 60))
		add("random."+format, randomReplacing(t, format, true, rand.New(rand.NewPCG(1, 4))))
	}
	for _, protocol := range []int32{1038, 2022, 2023} {
		add(fmt.Sprintf("rerelease%d.dm2", protocol), made.Rerelease{Protocol: protocol, Frames: 200, Back: 3}.Demo(t))
	}
	add("split.dm2", made.Rerelease{Protocol: 2022, Frames: 200, Split: true}.Demo(t))
	add("server.dm2", made.Quake2Server(t, make([][2]made.Body, 50)...))
	add("nehahra.dem", made.Nehahra(t, 60))
	return demos
}

// TestMade: parts of made demos show what they do, and the whole is the demo, with an end.
func TestMade(t *testing.T) {
	for name, demo := range madeDemos(t) {
		t.Run(name, func(t *testing.T) {
			whole := length(demo)
			const places = 5
			for i := range places {
				compare(t, demo, whole*(float64(i)+0.3)/places, whole)
			}
			part, err := Cut(demo, 0, math.Inf(1))
			if err != nil {
				t.Fatal(err)
			}
			end := 50 // bytes of the packet that ends a demo, which those of Quake II and III have or lack as a whole
			if strings.HasPrefix(demo.Format.Name, "dm") || demo.Format.Name == "mvd2" {
				end = 0
			}
			if rest, same := bytes.CutPrefix(part.Data, demo.Data()); !same || len(rest) > end {
				t.Errorf("the whole has %d bytes, not %d", len(part.Data), len(demo.Data()))
			}
		})
	}
}

// compare cuts a part out of a demo of so many seconds and compares it with the demo.
func compare(t *testing.T, demo *formats.Demo, from, whole float64) {
	t.Helper()
	to := from + partLength
	cut, err := Cut(demo, from, to)
	for err == ErrEmpty && to < whole { // some recordings stand still for longer
		to += 10 * partLength
		cut, err = Cut(demo, from, to)
	}
	if err != nil {
		t.Fatalf("from %v: %v", from, err)
	}
	data := cut.Data
	if got, _ := formats.Open("a."+demo.Format.Name, data); got == nil || got.Format != demo.Format {
		t.Fatalf("from %v: what was cut out is %v", from, got)
	}
	part := demo.Format.Open(demo.File, data)
	c, o := cursor(part), cursor(demo)
	o.World.Defer = true
	packets, err := find(demo, from, to)
	if err != nil {
		t.Fatal(err)
	}
	first := packets.first
	if packets.whole {
		first = 0
	}
	// Of what is cut out, the packets of the part are the last ones, but for one that ends the demo.
	n := packets.last - first + 1
	all, marked := blocks(t, part)
	opening := all - n
	if _, whole := blocks(t, demo); whole != marked {
		t.Fatalf("from %v: a mark of the end: %v", from, marked)
	}
	if !marked && !bytes.HasSuffix(data, lastPacket(t, demo, packets.last)) {
		opening--
	}
	if opening < 0 {
		t.Fatalf("from %v: %d packets are missing", from, -opening)
	}
	for o.World.Block < first-1 {
		if err := o.Next(); err != nil {
			t.Fatal(err)
		}
	}
	o.World.Defer = false
	for c.World.Block < opening-1 {
		if err := c.Next(); err != nil {
			t.Fatalf("from %v: the opening: %v", from, err)
		}
	}
	var start, began, ahead, aheadOf float64
	for i := range n {
		if err := o.Next(); err != nil {
			t.Fatal(err)
		}
		if err := c.Next(); err != nil {
			t.Fatalf("from %v: %v", from, err)
		}
		if c.Damage != nil {
			t.Fatalf("from %v: %v", from, c.Damage)
		}
		if i == 0 {
			start, began, ahead, aheadOf = o.World.Clock, c.World.Clock, o.World.Time, c.World.Time
		}
		if every := n/moments + 1; i%every != 0 && i != n-1 || c.World.FrameClock < began {
			continue
		}
		if o.World.Game == world.QuakeWorld && o.World.Match.Start != 0 && c.World.Block > 0 &&
			!o.World.Intermission { // which ends a match, whatever is said behind it
			want, got := o.World.Time-o.World.Match.Start, c.World.Time-c.World.Match.Start
			if c.World.Match.Start == 0 || math.Abs(want-got) > 0.05 || o.World.Match.Phase != c.World.Match.Phase ||
				o.World.Match.Limit != c.World.Match.Limit {
				t.Errorf("from %v: the match has run for %v s, %+v, want %v s, %+v", from, got, c.World.Match, want,
					o.World.Match)
				return
			}
		}
		want, got := look(o.World, start, ahead), look(c.World, began, aheadOf)
		var nearly []cmp.Option
		if o.World.Level().Protocol == 2022 { // whole states of what is not solid have places in eighths
			nearly = append(nearly, cmp.FilterPath(func(p cmp.Path) bool {
				return strings.Contains(p.String(), "Origin") || strings.Contains(p.String(), "End")
			}, cmpopts.EquateApprox(0, 0.0625)))
		}
		if diff := differ(want, got, nearly...); diff != "" {
			t.Fatalf("from %v, packet %d of %d (- the demo, + the part):\n%s", from, i, n, diff[:min(len(diff), 3000)])
		}
	}
}
