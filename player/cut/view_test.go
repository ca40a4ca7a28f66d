package cut

import (
	"maps"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/internal/corpus"
	"demoscope/player/world"
)

// TestView: what a player's view shows at each of its packets is what the server's recording does at that time.
func TestView(t *testing.T) {
	files := []string{filepath.Join(corpus.Sample, "demoscope1.mvd")}
	if _, ok := corpus.Lookup(); ok {
		files = append(files, corpus.Demos(t, "mvd")...)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			demo := open(t, file)
			whole := length(demo)
			for _, part := range [][2]float64{{0, 8}, {whole / 3, whole/3 + 8}, {whole * 2 / 3, whole*2/3 + 20}} {
				viewPart(t, demo, part[0], part[1])
			}
		})
	}
}

// TestViewRefuses: a view is that of a slot of QuakeWorld.
func TestViewRefuses(t *testing.T) {
	demo := open(t, filepath.Join(corpus.Sample, "demoscope1.mvd"))
	for slot, want := range map[int]string{-1: "no player has the slot -1", 31: "this player was a spectator; server " +
		"demos do not contain the views of spectators", 32: "no player has the slot 32"} {
		if _, err := View(demo, slot, 0, 2); err == nil || err.Error() != want {
			t.Errorf("slot %d: %v, not %s", slot, err, want)
		}
	}
}

// TestViewMoments: a moment is in the view if the server has sent anything of it to the player.
func TestViewMoments(t *testing.T) {
	me := &message.MVDPlayerInfo{Bits: 1, Origin: [3]coord{80}}
	for what, c := range map[string]struct {
		record record
		want   int
	}{"entities": {all(20, &message.PacketEntities{Delta: true}), 1}, "a player": {all(20, me), 1},
		"nails": {all(20, &message.QWNails{}), 1}, "a line": {all(20, &message.Print{Text: []byte("hello")}), 1},
		"another's line": {record{message.Packet{Type: mvdSingle | 1<<mvdSlotShift, Targets: 2, Milliseconds: 20},
			[]message.Message{&message.Print{Text: []byte("hello")}}}, 0}, "nothing": {all(20), 0}} {
		demo := makeDemo(t, "mvd", all(0, &message.QWServerData{Protocol: 28, MapName: []byte("A Map")},
			&message.QWList{Names: [][]byte{[]byte("maps/a.bsp")}}), all(20, &message.PacketEntities{}, me),
			all(20, &message.PacketEntities{Delta: true}), c.record, all(20, &message.PacketEntities{Delta: true}))
		part, err := View(demo, 0, 0.02, 1)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for m := range messagesOf(formats.Lookup("qwd").Open("a.qwd", part.Data)) {
			if _, ok := m.(*message.PacketEntities); ok {
				n++
			}
		}
		if n != 2+c.want {
			t.Errorf("with a moment of %s there are %d", what, n)
		}
	}
}

// player returns the first slot that somebody plays in at a time.
func player(t *testing.T, demo *formats.Demo, at float64) int {
	t.Helper()
	c := cursor(demo)
	for c.Next() == nil {
		if c.World.FrameClock < at {
			continue
		}
		for i := range c.World.Players {
			if p := &c.World.Players[i]; p.InUse && !p.Spectator && p.Visible && p.Stats != nil {
				return i
			}
		}
	}
	t.Skip("nobody plays then")
	return 0
}

func viewPart(t *testing.T, demo *formats.Demo, from, to float64) {
	t.Helper()
	slot := player(t, demo, from+1)
	part, err := View(demo, slot, from, to)
	if err != nil {
		t.Fatal(err)
	}
	made, err := formats.Open("view.qwd", part.Data)
	if err != nil {
		t.Fatal(err)
	}
	if made.Format.Name != "qwd" {
		t.Fatalf("it is a %s", made.Format.Name)
	}
	// As a client on the server's own machine has it: with other numbers ezQuake's view stands still.
	for n, ahead := range moveNumbers(t, made) {
		if ahead != 1 {
			t.Fatalf("when packet %d comes the next move is %d ahead", n, ahead)
		}
	}
	got, want := viewed(t, made, slot, math.Inf(1)), viewed(t, demo, slot, to+5)
	for i := range got {
		got[i].time -= 1 // by which its clock is ahead
	}
	compared, lastAt := 0, 0
	for _, g := range got {
		for lastAt < len(want) && want[lastAt].time < g.time-0.001 {
			lastAt++
		}
		if lastAt == len(want) {
			t.Fatalf("from %v: at %v s the demo has nothing", from, g.time)
		}
		w := want[lastAt]
		if math.Abs(w.time-g.time) > 0.001 {
			t.Fatalf("from %v: at %v s, not at %v s", from, g.time, w.time)
		}
		compared++
		if maps.Equal(w.Entities, g.Entities) { // most often, and cmp.Diff takes long to see it
			w.Entities, g.Entities = nil, nil
		}
		if maps.Equal(w.Frags, g.Frags) {
			w.Frags, g.Frags = nil, nil
		}
		// The wire has angles of others in 16 bits, as the server's recording.
		if diff := cmp.Diff(w, g, cmpopts.EquateApprox(0, 0.13), cmpopts.EquateEmpty(),
			cmpopts.IgnoreUnexported(viewedMoment{})); diff != "" {
			t.Fatalf("from %v, slot %d, at %v s (- the demo, + the view):\n%s", from, slot, g.time,
				diff[:min(len(diff), 2500)])
		}
	}
	if compared < 100 {
		t.Errorf("from %v: %d moments are compared", from, compared)
	}
}

// viewedMoment is what a viewer sees at a moment, and what is known of the one player.
type viewedMoment struct {
	time     float64
	Players  map[int]viewedPlayer
	Entities map[int32][3]float32
	Nails    int
	Health, Armor, Rockets, Items,
	Weapon int32
	Angles [3]float32 // of the one player
	Frags  map[int]int
	Map    string
}

type viewedPlayer struct {
	Origin [3]float32
	Pitch  float32
	Yaw    float32
	Model  int
	Frame  int
	Dead   bool
}

// turn returns an angle from 0 to 360 degrees.
func turn(a float32) float32 { return a - 360*float32(math.Floor(float64(a)/360)) }

// viewed returns the moments of a demo up to a time, by the container's clock.
func viewed(t *testing.T, demo *formats.Demo, slot int, until float64) (list []viewedMoment) {
	t.Helper()
	c := cursor(demo)
	w := c.World
	last := math.Inf(-1)
	c.Begin = func(p *message.Packet) {
		if p.Time == last {
			return
		}
		at := last
		last = p.Time
		if at < 0 || !w.Began() || w.Intermission {
			return
		}
		m := viewedMoment{time: at, Players: map[int]viewedPlayer{}, Entities: map[int32][3]float32{},
			Nails: len(w.Nails), Frags: map[int]int{}, Map: w.Level().Map}
		for i := range w.Players {
			p := &w.Players[i]
			if p.InUse {
				m.Frags[i] = int(p.Frags)
			}
			if p.InUse && p.Visible {
				model := int(p.Model)
				if model == 0 { // the usual one
					model = slices.Index(w.Level().Models, "progs/player.mdl")
				}
				m.Players[i] = viewedPlayer{p.Pose.Origin, turn(p.Pose.Angles[0]), turn(p.Pose.Angles[1]), model,
					int(p.Frame), p.Dead}
			}
		}
		if p := &w.Players[slot]; p.Visible {
			for i, a := range p.Pose.Angles {
				m.Angles[i] = turn(a)
			}
			if p.Dead {
				m.Angles[2] = 0
			}
		}
		for i := range w.Entities {
			m.Entities[int32(w.Entities[i].Number)] = w.Entities[i].Origin
		}
		s := &w.Stats
		if demo.Format.Name == "mvd" {
			s = w.Players[slot].Stats
		}
		if s != nil {
			m.Health, _ = s.Get(world.StatHealth)
			m.Armor, _ = s.Get(world.StatArmor)
			m.Rockets, _ = s.Get(world.StatRockets)
			m.Items, _ = s.Get(world.StatItems)
			m.Weapon, _ = s.Get(world.StatWeapon)
		}
		list = append(list, m)
	}
	for c.Next() == nil && w.FrameClock <= until {
	}
	if c.Damage != nil {
		t.Fatal(c.Damage)
	}
	return list
}
