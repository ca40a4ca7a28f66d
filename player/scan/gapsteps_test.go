package scan

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/world"
)

// spell returns gaps in words.
func spell(gaps []Gap) string {
	var list []string
	for _, k := range gaps {
		s := fmt.Sprintf("%.1f-%.1f until %.1f", k.Start, k.End, k.Until)
		if k.Last {
			s += " last"
		}
		if k.Lasting {
			s += " lasting"
		}
		list = append(list, strings.TrimSuffix(fmt.Sprintf("%s, %d: %s", s, k.Count, k.Text()), ": "))
	}
	return strings.Join(list, "; ")
}

// TestGapsStepByStep goes through frames and damages one by one.
func TestGapsStepByStep(t *testing.T) {
	w, g := new(world.World), &Gaps{framed: true}
	frame := func(clock float64, uncertain bool) func() {
		return func() {
			w.PrevFrameClock, w.FrameClock, w.Clock = w.FrameClock, clock, clock
			w.Uncertain.Players = uncertain
			g.packet(w, 100)
		}
	}
	same := func(clock float64) func() { // a packet without a frame
		return func() {
			w.Clock = clock
			g.packet(w, 100)
		}
	}
	lose := func(skipped, missing int64) func() {
		return func() { g.damaged(w, &message.Damage{Format: "dem", Skipped: skipped, Missing: missing}) }
	}
	const first = "1.1-2.4 until 2.6, 2: 413 bytes unreadable, 7 bytes missing, 1.2 s lost"
	const second = first + "; 4.0-4.1 until 4.3, 0"
	for i, c := range []struct {
		do      func()
		changed bool
		want    string
	}{
		{frame(1, false), false, ""},
		{frame(1.1, false), false, ""},
		{lose(412, 7), true, "1.1-1.1 until 1.1 last lasting, 1: 412 bytes unreadable, 7 bytes missing"},
		{same(1.5), false, "1.1-1.5 until 1.5 last lasting, 1: 412 bytes unreadable, 7 bytes missing"},
		{lose(1, 0), true, "1.1-1.5 until 1.5 last lasting, 2: 413 bytes unreadable, 7 bytes missing"},
		{frame(2.4, true), true, "1.1-2.4 until 2.4 lasting, 2: 413 bytes unreadable, 7 bytes missing, 1.2 s lost"},
		{frame(2.5, true), false, "1.1-2.4 until 2.5 lasting, 2: 413 bytes unreadable, 7 bytes missing, 1.2 s lost"},
		{frame(2.6, false), true, first},
		{frame(4, false), false, first},
		// A change of something that the file lacks: there is no damage.
		{func() {
			w.Uncertain.Since = w.FrameClock
			frame(4.1, true)()
		}, true, first + "; 4.0-4.1 until 4.1 lasting, 0"},
		{frame(4.2, true), false, first + "; 4.0-4.1 until 4.2 lasting, 0"},
		{frame(4.3, false), true, second},
		// Two damages with a frame between them that ends in the second.
		{lose(5, 0), true, second + "; 4.3-4.3 until 4.3 last lasting, 1: 5 bytes unreadable"},
		{func() {
			w.PrevFrameClock, w.FrameClock, w.Clock = 4.3, 4.4, 4.4
			lose(6, 0)()
		}, true, second + "; 4.3-4.4 until 4.4 lasting, 1: 5 bytes unreadable; 4.4-4.4 until 4.4 last lasting, 1: 6 " +
			"bytes unreadable"},
		{frame(4.45, false), true, // sooner than usual
			second + "; 4.3-4.4 until 4.5, 1: 5 bytes unreadable; 4.4-4.5 until 4.5, 1: 6 bytes unreadable"},
		{frame(4.6, false), false, second +
			"; 4.3-4.4 until 4.5, 1: 5 bytes unreadable; 4.4-4.5 until 4.5, 1: 6 bytes unreadable"},
	} {
		g.changed = false
		if c.do(); g.changed != c.changed {
			t.Errorf("step %d: changed is %v", i, g.changed)
		}
		if got := spell(g.List(w.Clock)); got != c.want {
			t.Errorf("step %d: %s, want %s", i, got, c.want)
		}
	}
	if l := g.Losses(); l.Count != 4 || l.Skipped != 424 || l.Missing != 7 || math.Abs(l.Lost-1.2) > 1e-9 ||
		l.Estimated {
		t.Errorf("%+v", l)
	}
}

func TestPlus(t *testing.T) {
	a := Losses{Count: 1, Skipped: 20, Missing: 300, Lost: 4, Beginning: true}
	b := Losses{Count: 5, Skipped: 60, Missing: 700, Lost: 8, Estimated: true, Packets: true}
	want := Losses{Count: 6, Skipped: 80, Missing: 1000, Lost: 12, Estimated: true, Beginning: true, Packets: true}
	if got := a.Plus(b); got != want {
		t.Errorf("%+v", got)
	}
	if got := b.Plus(a); got != want {
		t.Errorf("the other way: %+v", got)
	}
}

// Two gaps as one have the damage of the first that has one, and what each of them has
// lost, told by the rate beside it.
func TestJoin(t *testing.T) {
	mvd := message.Damage{Format: "mvd", Offset: 7}
	known := rate{bytes: 1000, seconds: 2}
	a := Gap{Losses: Losses{}, Start: 1, End: 2, Until: 9, after: known}
	b := Gap{Damage: mvd, Losses: Losses{Count: 1, Skipped: 500}, Start: 3, End: 4, Until: 5, before: known}
	c := Gap{Damage: message.Damage{Format: "mvd", Offset: 8}, Losses: Losses{Count: 2, Skipped: 1000, Missing: 3},
		Start: 6, End: 7, Until: 12, after: known}
	for _, k := range []struct {
		name      string
		got, want Gap
	}{
		{"without a damage first", join(a, b), Gap{Damage: mvd, Losses: Losses{Count: 1, Skipped: 500, Lost: 1,
			Estimated: true}, Start: 1, End: 4, Until: 9}},
		{"two damages", join(b, c), Gap{Damage: mvd, Losses: Losses{Count: 3, Skipped: 1500, Missing: 3, Lost: 3,
			Estimated: true}, Start: 3, End: 7, Until: 12}},
	} {
		if k.got != k.want {
			t.Errorf("%s: %+v, want %+v", k.name, k.got, k.want)
		}
	}
}

// What is lost of a demo whose times are differences is told by the bytes, if the demo is
// known for a second beside the gap, and if that is more than the times tell.
func TestTold(t *testing.T) {
	second := rate{bytes: 100, seconds: 1}
	for _, c := range []struct {
		name          string
		format        string
		count         int
		lost          float64 // by the times
		before, after rate
		want          float64
		guessed       bool
	}{
		{"mvd", "mvd", 1, 0.5, second, second, 5, true},
		{"mvd2", "mvd2", 1, 0.5, rate{}, rate{bytes: 400, seconds: 2}, 2.5, true},
		{"both sides", "mvd", 1, 0, second, rate{bytes: 700, seconds: 3}, 2.5, true},
		{"half a second on each side", "mvd", 1, 0, rate{bytes: 50, seconds: 0.5}, rate{bytes: 50, seconds: 0.5}, 5,
			true},
		{"less than a second", "mvd", 1, 0.5, rate{bytes: 50, seconds: 0.9}, rate{}, 0.5, false},
		{"a second without bytes", "mvd", 1, 0.5, rate{seconds: 5}, rate{}, 0.5, false},
		{"the times tell more", "mvd", 1, 7, second, second, 7, false},
		{"no damage", "mvd", 0, 0.5, second, second, 0.5, false},
		{"times that are absolute", "dem", 1, 0.5, second, second, 0.5, false},
	} {
		k := Gap{Damage: message.Damage{Format: c.format}, Losses: Losses{Count: c.count, Skipped: 500, Missing: 10_000,
			Lost: c.lost}, before: c.before, after: c.after}
		if got := k.withEstimate(); got.Lost != c.want || got.Estimated != c.guessed {
			t.Errorf("%s: %v s, guessed is %v", c.name, got.Lost, got.Estimated)
		}
	}
}

// TestToldByRecords: a record of .mvd says its time though a message in it cannot be read, so that nothing is guessed
// of it. What is lost between records is.
func TestToldByRecords(t *testing.T) {
	for _, c := range []struct {
		format, message string
		want            float64
	}{{"mvd", "updatestat", 0}, {"mvd", "container", 5}, {"mvd2", "frame", 5}} {
		g := &Gaps{framed: true, recent: rate{bytes: 100, seconds: 1}}
		g.damaged(new(world.World), &message.Damage{Format: c.format, Message: c.message, Skipped: 500})
		if got := g.Losses(); got.Lost != c.want || got.Skipped != 500 {
			t.Errorf("%s in %s: %+v, want %v s", c.message, c.format, got, c.want)
		}
	}
}

// TestRates counts the bytes of packets beside a gap.
func TestRates(t *testing.T) {
	g := new(Gaps)
	expect := func(what string, got rate, bytes, seconds float64) {
		t.Helper()
		if math.Abs(got.bytes-bytes) > 0.01 || math.Abs(got.seconds-seconds) > 0.001 {
			t.Errorf("%s: %+v, want %v bytes in %v s", what, got, bytes, seconds)
		}
	}
	g.read(100, false, 0) // before the first frame
	g.read(50, false, 10)
	expect("a frame of two packets", g.recent, 150, 10)
	g.read(1000, true, 11)
	g.read(70, false, 11)
	expect("what a level begins with, and part of a frame", g.recent, 150, 10)
	g.read(30, false, 41)
	expect("30 s later", g.recent, 150*0.36788+100, 10*0.36788+30)

	g.list, g.open = []Gap{{}}, true
	g.read(500, false, 42)
	expect("while a gap is open", g.list[0].after, 0, 0)
	g.open = false
	g.read(20, false, 52)
	g.read(30, false, 82)
	expect("behind it", g.list[0].after, 50, 40)
	g.read(5000, false, 92)
	expect("far behind it", g.list[0].after, 50, 40)
}

// A gap begins with the rate of what was read before it, and ends without what was read
// over it.
func TestRateOfGap(t *testing.T) {
	w, g := new(world.World), new(Gaps)
	step := func(bytes int, clock float64, level int) {
		w.PrevFrameClock, w.FrameClock, w.LevelCount = w.FrameClock, clock, level
		g.packet(w, bytes)
	}
	step(0, 0, 1)
	step(40, 1, 1)
	step(4000, 2, 2) // a level's beginning takes no time
	g.damaged(w, &message.Damage{Format: "mvd", Skipped: 100})
	step(900, 3, 2)
	step(60, 4, 2)
	if k := g.list[0]; k.before != (rate{40, 1}) || k.after != (rate{60, 1}) {
		t.Errorf("%+v before, %+v behind", k.before, k.after)
	}
}

// Packets are missing before a frame, and a damage is in the same packet: gaps are in order,
// and none begins before the one before it has ended.
func TestMissingBesideDamage(t *testing.T) {
	lost := Losses{Count: 1, Packets: true}
	for name, c := range map[string]struct {
		before []float64 // frames before the packet; a damage is behind each at the end of it
		damage bool      // in the packet
		want   string
	}{
		"no damage": {nil, false, "0.9-2.0 until 2.0 lasting, 1: packets missing, 1.0 s lost"},
		"damage in the packet": {nil, true,
			"0.9-2.1 until 2.1 lasting, 1: packets missing, 5 bytes unreadable, 1.1 s lost"},
		"damage before it, too": {[]float64{0.9}, true,
			"0.9-2.0 until 2.1 lasting, 1: 7 bytes unreadable, 1.0 s lost; 2.0-2.1 until 2.1 lasting, 1: packets " +
				"missing, 5 bytes unreadable"},
		"damage long before it": {[]float64{0.5}, false,
			"0.5-0.9 until 2.0 lasting, 1: 7 bytes unreadable, 0.3 s lost; 0.9-2.0 until 2.0 lasting, 1: packets " +
				"missing, 1.0 s lost"},
	} {
		w, g := new(world.World), &Gaps{framed: true}
		w.Uncertain.Players = true
		g.certain = 0
		at := func(clock float64) { w.PrevFrameClock, w.FrameClock, w.Clock = clock-0.1, clock, clock }
		for _, clock := range c.before {
			at(clock)
			g.damaged(w, &message.Damage{Format: "dm3", Skipped: 7})
		}
		at(2)
		if c.damage {
			g.damaged(w, &message.Damage{Format: "dm3", Skipped: 5})
		}
		g.missing(&message.Damage{Format: "dm3"}, lost, 0.9, 0.1)
		g.packet(w, 100)
		if c.damage {
			at(2.1)
			g.packet(w, 100)
		}
		if got := spell(g.List(w.Clock)); got != c.want {
			t.Errorf("%s: %s\nwant %s", name, got, c.want)
		}
	}
}
