package cut

import (
	"cmp"
	"errors"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/internal/corpus"
	"demoscope/internal/made"
	"demoscope/player/scan"
	"demoscope/player/world"
)

// TestMergedAgrees: at every second, what is merged of clients' recordings agrees with the recording of their server.
func TestMergedAgrees(t *testing.T) {
	for _, name := range []string{"rec_dm4_ktxbots", "rec_ultrav_ktxbots", "rec_lqdm11_dmm4",
		"rec_lqdm11_nails_nopext"} {
		t.Run(name, func(t *testing.T) {
			one := open(t, filepath.Join(corpus.Dir(t), "qwd", name+".qwd"))
			whole := length(one)
			// Two clients, each of whom has recorded a part; a third of the time both have.
			early, late := partOf(t, one, 0, whole*2/3), partOf(t, one, whole/3, whole)
			agree(t, open(t, filepath.Join(corpus.Dir(t), "mvd", name+".mvd")), []*formats.Demo{late, early})
		})
	}
}

// TestMergeViews: what single players saw of a server's recording, merged again, agrees with it.
func TestMergeViews(t *testing.T) {
	for _, name := range []string{"1on1_milton_vs_mushi[tron]20240616-1719", "rec_dm4_ktxbots"} {
		server := open(t, filepath.Join(corpus.Dir(t), "mvd", name+".mvd"))
		var views []*formats.Demo
		c := scan.NewCursor(server.Format.Name, server.Decoder())
		for c.Next() == nil && c.World.Clock < 30 {
		}
		for slot := range c.World.Players {
			if !c.World.Players[slot].Visible {
				continue
			}
			part, err := View(server, slot, 10, 90)
			if err != nil {
				t.Fatal(err)
			}
			views = append(views, formats.Lookup("qwd").Open("view.qwd", part.Data))
		}
		agree(t, server, views)
	}
}

// TestMergeSample: the views of two players of our own recording, merged again, agree with it.
func TestMergeSample(t *testing.T) {
	server := open(t, filepath.Join(corpus.Sample, "demoscope1.mvd"))
	c := scan.NewCursor(server.Format.Name, server.Decoder())
	for c.Next() == nil && c.World.Clock < 10 {
	}
	whole := length(server)
	var views []*formats.Demo
	for slot := range c.World.Players {
		if p := &c.World.Players[slot]; !p.Visible || p.Spectator || len(views) == 2 {
			continue
		}
		// The second one comes later. (Who leaves sooner keeps the health that was told him last.)
		part, err := View(server, slot, whole/4*float64(len(views)), whole)
		if err != nil {
			t.Fatal(err)
		}
		views = append(views, formats.Lookup("qwd").Open("view.qwd", part.Data))
	}
	if len(views) != 2 {
		t.Fatalf("%d players are seen", len(views))
	}
	agree(t, server, views)
}

// TestMergeStandingClock: a client's clock that stands still for a while, as it does while the client is
// busy, moves nobody.
func TestMergeStandingClock(t *testing.T) {
	const name = "rec_dm4_ktxbots"
	one := open(t, filepath.Join(corpus.Dir(t), "qwd", name+".qwd"))
	whole := length(one)
	early, late := partOf(t, one, 0, whole*2/3), standing(t, partOf(t, one, whole/10, whole), whole*0.45, 0.4)
	agree(t, open(t, filepath.Join(corpus.Dir(t), "mvd", name+".mvd")), []*formats.Demo{early, late})
}

// standing returns a recording whose clock stood still for some seconds after others.
func standing(t *testing.T, demo *formats.Demo, after, seconds float64) *formats.Demo {
	t.Helper()
	return retimed(t, demo, func(_ int, since float64) float64 {
		if since > after {
			return max(after, since-seconds)
		}
		return since
	})
}

// retimed returns a recording with other times of its packets, of their number and the seconds since the first one.
func retimed(t *testing.T, demo *formats.Demo, to func(n int, since float64) float64) *formats.Demo {
	t.Helper()
	d, e := demo.Decoder(), demo.Encoder(demo.File)
	first := math.NaN()
	for n := 0; ; n++ {
		p, err := d.NextPacket()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if math.IsNaN(first) {
			first = p.Time
		}
		p.RawTime = math.Float32bits(float32(first + to(n, p.Time-first)))
		if err := e.Packet(p); err != nil {
			t.Fatal(err)
		}
		for {
			m, err := d.NextMessage()
			if err == io.EOF {
				break
			}
			if err == nil {
				err = e.Message(m)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	data, err := e.Close()
	if err != nil {
		t.Fatal(err)
	}
	return demo.Format.Open(demo.File, slices.Clone(data))
}

func partOf(t *testing.T, demo *formats.Demo, from, to float64) *formats.Demo {
	t.Helper()
	part, err := Cut(demo, from, to)
	if err != nil {
		t.Fatal(err)
	}
	return demo.Format.Open(demo.File, part.Data)
}

// sight is what is compared of a moment.
type sight struct {
	clock   float64
	frags   [qwSlots]int32
	health  [qwSlots]int32 // -1 if not known
	seen    [qwSlots]bool
	dead    [qwSlots]bool
	origin  [qwSlots][3]float32
	items   int
	changed [qwSlots]float64 // when frags or health have changed last
}

// sights returns what is seen in each frame of a recording.
func sights(t *testing.T, demo *formats.Demo) (list []sight) {
	t.Helper()
	c := scan.NewCursor(demo.Format.Name, demo.Decoder())
	var last sight
	for c.Next() == nil {
		w := c.World
		if !w.Began() || w.Intermission {
			continue
		}
		s := sight{clock: w.Clock, items: len(w.Entities), changed: last.changed}
		for i := range w.Players {
			p := &w.Players[i]
			s.frags[i], s.seen[i], s.origin[i], s.health[i] = int32(p.Frags), p.Visible, p.Pose.Origin, -1
			s.dead[i] = p.Dead
			if p.Stats != nil {
				s.health[i], _ = p.Stats.Get(world.StatHealth)
			}
			if len(list) > 0 && (s.frags[i] != last.frags[i] || s.health[i] != last.health[i]) {
				s.changed[i] = w.Clock
			}
		}
		if n := len(list); n > 0 && list[n-1].clock == s.clock {
			list[n-1] = s
		} else {
			list = append(list, s)
		}
		last = s
	}
	if c.Damage != nil {
		t.Fatal(c.Damage)
	}
	return list
}

// ahead returns how many seconds the clock of b is ahead of a's: with which the places of all players together agree
// best.
func ahead(a, b []sight) float64 {
	const from, to, step, every = -60, 60, 0.02, 20
	var means []float64 // of each try
	for try := float64(from); try < to; try += step {
		sum, n := 0.0, 0
		for i := 0; i < len(a); i += every {
			j := after(b, a[i].clock+try)
			if j >= len(b) || j == 0 {
				continue
			}
			for slot := range a[i].seen {
				if a[i].seen[slot] && b[j].seen[slot] {
					sum += min(200, float64(distance(a[i].origin[slot], b[j].origin[slot])))
					n++
				}
			}
		}
		mean := math.Inf(1)
		if n > len(a)/every/2 {
			mean = sum / float64(n)
		}
		means = append(means, mean)
	}
	least := slices.Min(means)
	// Up to a frame's time all are as good: the first of them is as far off as the last.
	first := slices.Index(means, least)
	last := first
	for last+1 < len(means) && means[last+1] <= least+0.5 {
		last++
	}
	return from + step*float64(first+last)/2
}

// after returns the index of the first frame at or after a time.
func after(list []sight, clock float64) int {
	at, _ := slices.BinarySearchFunc(list, clock, func(s sight, at float64) int { return cmp.Compare(s.clock, at) })
	return at
}

func distance(a, b [3]float32) float32 {
	x, y, z := a[0]-b[0], a[1]-b[1], a[2]-b[2]
	return float32(math.Sqrt(float64(x*x + y*y + z*z)))
}

// agree merges recordings and compares the merged one with the server's, at every second.
func agree(t *testing.T, server *formats.Demo, clients []*formats.Demo) {
	t.Helper()
	made, err := Merge(clients)
	if err != nil {
		t.Fatal(err)
	}
	if len(made.Levels) != 1 || made.Levels[0] == "" {
		t.Errorf("it is of %q", made.Levels)
	}
	merged, err := formats.Open("a.mvd", made.Data)
	if err != nil {
		t.Fatal(err)
	}
	a, b := sights(t, merged), sights(t, server)
	shift := ahead(a, b)
	seconds, places, near, health, healthy, frags, fragged, unseen := 0, 0, 0, 0, 0, 0, 0, 0
	var apart []float32
	next := a[0].clock + 1
	for i := range a {
		if a[i].clock < next {
			continue
		}
		next = a[i].clock + 1
		j := after(b, a[i].clock+shift)
		if j == 0 || j >= len(b) {
			continue
		}
		if a[i].clock+shift-b[j-1].clock < b[j].clock-a[i].clock-shift {
			j--
		}
		seconds++
		for slot := range a[i].seen {
			// What has just changed may have come a moment sooner to one of the two.
			const just = 0.25
			fresh := a[i].clock-a[i].changed[slot] < just || b[j].clock-b[j].changed[slot] < just
			k := min(j+12, len(b)-1)
			fresh = fresh || b[k].changed[slot] > b[j].clock
			if !fresh {
				if frags++; a[i].frags[slot] == b[j].frags[slot] {
					fragged++
				}
				if a[i].health[slot] >= 0 && a[i].seen[slot] {
					if health++; a[i].health[slot] == b[j].health[slot] {
						healthy++
					}
				}
			}
			switch {
			case a[i].seen[slot] && b[j].seen[slot]:
				d := distance(a[i].origin[slot], b[j].origin[slot])
				if places++; d <= 32 {
					near++
				}
				apart = append(apart, d)
			case a[i].seen[slot]:
				unseen++
			}
		}
	}
	slices.Sort(apart)
	if len(apart) == 0 {
		t.Fatal("nobody is seen")
	}
	median := apart[len(apart)/2]
	t.Logf("%d seconds: %d of %d places within 32 units (median %.1f, 95 %% within %.1f), "+
		"health %d of %d, frags %d of %d, %d seen where the server has nobody",
		seconds, near, places, median, apart[len(apart)*95/100], healthy, health, fragged, frags, unseen)
	switch {
	case seconds < 40:
		t.Errorf("only %d seconds were compared", seconds)
	case near*100 < places*95:
		t.Errorf("%d of %d places are within 32 units", near, places)
	case median > 12:
		t.Errorf("half of all places are more than %v units apart", median)
	case health < 20 || healthy*100 < health*97:
		t.Errorf("%d of %d times the health is the server's", healthy, health)
	case fragged != frags:
		t.Errorf("%d of %d times the frags are the server's", fragged, frags)
	case unseen*100 > places:
		t.Errorf("%d times somebody is seen who is not in the game", unseen)
	}
}

// TestMergeWatchers: a recorder who only watched has a place in his own recording, but is nobody in the game.
func TestMergeWatchers(t *testing.T) {
	one := open(t, filepath.Join(corpus.Dir(t), "qwd/qwz_demo20.qwd"))
	whole := length(one)
	made, err := Merge([]*formats.Demo{partOf(t, one, 0, whole*2/3), partOf(t, one, whole/3, whole)})
	if err != nil {
		t.Fatal(err)
	}
	merged, err := formats.Open("a.mvd", made.Data)
	if err != nil {
		t.Fatal(err)
	}
	c := scan.NewCursor(one.Format.Name, one.Decoder())
	for c.Next() == nil && !c.World.Began() {
	}
	watcher := c.World.Recorder
	if watcher < 0 || !c.World.Players[watcher].Spectator {
		t.Fatalf("slot %d recorded it, and is no spectator", watcher)
	}
	others := 0
	for _, s := range sights(t, merged) {
		if s.seen[watcher] {
			t.Fatalf("at %.2f s the spectator is seen", s.clock)
		}
		for slot := range s.seen {
			if s.seen[slot] {
				others++
			}
		}
	}
	if others < 1000 {
		t.Errorf("somebody is seen only %d times", others)
	}
}

// TestMergeRefuses: what is not of one game is not merged.
func TestMergeRefuses(t *testing.T) {
	server := open(t, filepath.Join(corpus.Sample, "demoscope1.mvd"))
	view := func(slot int, from, to float64) *formats.Demo {
		part, err := View(server, slot, from, to)
		if err != nil {
			t.Fatal(err)
		}
		return formats.Lookup("qwd").Open("view.qwd", part.Data)
	}
	one := view(0, 0, 40)
	other := makeDemo(t, "qwd", record{message.Packet{Type: 1}, []message.Message{
		&message.QWServerData{Protocol: 28, MapName: []byte("A Map")},
		&message.QWList{Names: [][]byte{[]byte("maps/a.bsp")}}}},
		record{message.Packet{Type: 1, Sequence: 1}, []message.Message{&message.PacketEntities{}}})
	dem := open(t, filepath.Join(corpus.Sample, "demoscope1_p15.dem"))
	for _, c := range []struct {
		demos []*formats.Demo
		demo  int
		want  string
	}{
		{[]*formats.Demo{one, other}, 1, "different map: maps/a.bsp, not maps/demoscope1.bsp"},
		{[]*formats.Demo{one, one, server}, 2, "only .qwd can be merged"},
		{[]*formats.Demo{one, view(0, 0, 40)}, 1, "it is the same recording as "},
		{[]*formats.Demo{view(0, 1, 15), view(1, 30, 40)}, 1, "it shares no time with the others"},
		{[]*formats.Demo{dem, one}, 0, "only .qwd can be merged"},
	} {
		_, err := Merge(c.demos)
		var refused *MergeError
		if !errors.As(err, &refused) || refused.Demo != c.demo || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, not %q", err, c.want)
		}
	}
	if _, err := Merge([]*formats.Demo{one}); err == nil {
		t.Error("one recording was merged")
	}
	if _, err := Merge([]*formats.Demo{one, one.Format.Open("a.qwd", one.Data()[:len(one.Data())/2])}); err == nil ||
		!errors.As(err, new(*DamageError)) {
		t.Errorf("half a recording was merged: %v", err)
	}
}

// TestMergeReplacing: it is said of which recording replacement deltas can't be merged, and what to do.
func TestMergeReplacing(t *testing.T) {
	open := func(frames int) *formats.Demo {
		return formats.Lookup("qwd").Open("made.qwd", made.Replacing(t, "qwd", frames))
	}
	_, err := Merge([]*formats.Demo{open(5), open(6)})
	var refused *MergeError
	if !errors.As(err, &refused) || refused.Demo != 0 || !strings.Contains(err.Error(), "convert the demo first") {
		t.Errorf("%v", err)
	}
}

// withoutEnd returns a recording without its last packet if that ends it.
func withoutEnd(t *testing.T, data []byte) []byte {
	t.Helper()
	demo := formats.Lookup("qwd").Open("a.qwd", data)
	d := demo.Decoder()
	for {
		p, err := d.NextPacket()
		if err != nil {
			return data
		}
		for {
			m, err := d.NextMessage()
			if err != nil {
				break
			}
			if _, ends := m.(*message.Disconnect); ends {
				return data[:p.Offset]
			}
		}
	}
}
