package player_test

import (
	"math"
	"slices"
	"testing"

	"demoscope/formats/message"
	"demoscope/player"
	"demoscope/player/world"
	"demoscope/player/world/rules"
)

// between is a world whose frames are at 1 and 2 s of the viewer's clock, 101
// and 102 s of the demo's.
func between(game world.Game) *world.World {
	w := new(world.World)
	w.Game, w.Recorder = game, world.Nobody
	w.PrevFrameClock, w.FrameClock, w.Clock, w.Time = 1, 2, 2, 102
	return w
}

// show returns the moment at clock.
func show(w *world.World, clock float64, follow int) *player.Moment {
	m := new(player.Moment)
	m.Show(w, clock, follow)
	return m
}

func TestEntitiesBetweenFrames(t *testing.T) {
	at := func(number int32, x float32) world.Entity {
		e := world.Entity{Number: number, Origin: [3]float32{x, 2 * x, -x}, Angles: [3]float32{0, 350, 0}}
		e.Model[0] = 7
		return e
	}
	turned := at(20, 40)
	turned.Angles = [3]float32{8, 10, 0}
	noLerp := at(21, 40)
	noLerp.Flags |= world.FlagNoLerp
	other := at(22, 40)
	other.Model[0] = 8
	w := between(world.QuakeWorld)
	w.PrevEntities = []world.Entity{at(5, 1), at(20, 0), at(21, 0), at(22, 0), at(24, 0), at(25, 0),
		at(26, 0), at(30, 0)}
	w.Entities = []world.Entity{turned, noLerp, other, at(23, 40), at(24, 831), at(25, 833), at(26, -833)}
	for _, test := range []struct {
		clock float64
		x     []float32 // of each entity
	}{
		{1.25, []float32{10, 40, 40, 40, 207.75, 833, -833}},
		{2, []float32{40, 40, 40, 40, 831, 833, -833}},
		{2.5, []float32{40, 40, 40, 40, 831, 833, -833}}, // not beyond the frame
		{0.5, []float32{0, 40, 40, 40, 0, 833, -833}},    // nor before the one before
	} {
		m := show(w, test.clock, world.Nobody)
		if m.World != w || m.Clock != test.clock || m.Time != 100+test.clock || len(m.Entities) != len(test.x) {
			t.Fatalf("at %v s: clock %v, time %v, %d entities", test.clock, m.Clock, m.Time, len(m.Entities))
		}
		for i, x := range test.x {
			e := &m.Entities[i]
			if e.Number != w.Entities[i].Number || e.Origin != [3]float32{x, 2 * x, -x} {
				t.Errorf("at %v s entity %d is at %v, want x %v", test.clock, e.Number, e.Origin, x)
			}
		}
	}
	m := show(w, 1.25, world.Nobody)
	if got := m.Entities[0].Angles; got != [3]float32{2, 355, 0} {
		t.Errorf("turned to %v", got)
	}
	if w.Entities[0].Origin[0] != 40 {
		t.Error("the world was changed")
	}
	// The time between two frames is not known: everything is where it is.
	w.PrevFrameClock = 2
	if m := show(w, 1.25, world.Nobody); m.Entities[0].Origin[0] != 40 {
		t.Errorf("without a frame before, entity 20 is at %v", m.Entities[0].Origin)
	}
}

// Frames more than a second apart have a gap between them: all stands as it did before
// it, and jumps at its end.
func TestMomentHoldsThroughGap(t *testing.T) {
	for _, test := range []struct {
		span, clock float64
		x           float32 // of entity and player, from 10 to 20
		entities    []int32
	}{
		{1, 0.5, 15, []int32{30, 40}},
		{11, 0, 10, []int32{30, 35}},
		{11, 10.9, 10, []int32{30, 35}},
		{11, 11, 20, []int32{30, 40}},
	} {
		at := func(number int32, x float32) world.Entity {
			e := world.Entity{Number: number, Origin: [3]float32{x, 0, 0}}
			e.Model[0] = 7
			return e
		}
		w := rules.New("dem")
		w.PrevFrameClock, w.FrameClock, w.Clock = 0, test.span, test.span
		w.PrevEntities = []world.Entity{at(1, 10), at(30, 10), at(35, 10)} // 1 is the player
		w.Entities = []world.Entity{at(1, 20), at(30, 20), at(40, 20)}
		pose := func(x float32) world.Pose {
			return world.Pose{Origin: [3]float32{x, 0, 0}, Velocity: [3]float32{x, 0, 0}, VelocityKnown: true}
		}
		w.Players = []world.Player{{Was: pose(10), Pose: pose(20), WasVisible: true, Visible: true}}
		m := show(w, test.clock, 0)
		var numbers []int32
		for i := range m.Entities {
			numbers = append(numbers, m.Entities[i].Number)
		}
		if !slices.Equal(numbers, test.entities) || m.Entities[0].Origin[0] != test.x ||
			m.Poses[0].Origin[0] != test.x {
			t.Errorf("%v s of %v: entities %v at %v, player at %v", test.clock, test.span, numbers,
				m.Entities[0].Origin, m.Poses[0].Origin)
		}
	}
}

// The recorder's eye stands still in a gap, too.
func TestEyeHoldsThroughGap(t *testing.T) {
	for _, test := range []struct{ last, clock, x, yaw float32 }{
		{2, 0.5, 15, 45}, {12, 0.5, 10, 0}, {12, 10.9, 10, 0}, {12, 11, 20, 90},
	} {
		w := rules.New("dm3")
		w.Begin(&message.Packet{Sequence: 1})
		w.Apply(&message.GameState{Protocol: 68})
		w.End()
		for i, at := range []float32{1, test.last} {
			s := &message.Snapshot{ServerTime: int32(1000 * at), Changes: []message.SnapshotChange{
				{Field: message.PlayerStateViewYaw, Value: int32(math.Float32bits(90 * float32(i)))},
				{Field: message.PlayerStateOriginX, Value: int32(math.Float32bits(10 + 10*float32(i)))},
			}}
			s.Player.End = 2
			w.Begin(&message.Packet{Sequence: int32(2 + i)})
			w.Apply(s)
			w.End()
		}
		clock := w.PrevFrameClock + float64(test.clock)
		if e := show(w, clock, world.Nobody).Eye; !e.Known || e.Origin[0] != test.x || e.Angles[1] != test.yaw {
			t.Errorf("%v s of %v: the eye is at %v, %v", test.clock, test.last-1, e.Origin, e.Angles)
		}
	}
}

// A move is a jump beyond 64 units and 1600 a second, along any axis.
func TestJumps(t *testing.T) {
	for _, test := range []struct {
		seconds float64
		move    [3]float32
		jump    bool
	}{
		{1, [3]float32{1664, 0, 0}, false}, {1, [3]float32{1665, 0, 0}, true},
		{1, [3]float32{0, -1664, 0}, false}, {1, [3]float32{0, -1665, 0}, true},
		{1, [3]float32{0, 0, 1665}, true}, {1, [3]float32{1600, 1600, 1600}, false},
		{0.0625, [3]float32{164, 0, 0}, false}, {0.0625, [3]float32{165, 0, 0}, true},
	} {
		w := between(world.QuakeWorld)
		w.PrevFrameClock = w.FrameClock - test.seconds
		w.PrevEntities, w.Entities = []world.Entity{{Number: 50}}, []world.Entity{{Number: 50, Origin: test.move}}
		w.Players = []world.Player{{Visible: true, WasVisible: true, Pose: world.Pose{Origin: test.move}}}
		m := show(w, w.FrameClock-test.seconds/2, 0)
		want := test.move
		if !test.jump {
			want = [3]float32{test.move[0] / 2, test.move[1] / 2, test.move[2] / 2}
		}
		if m.Entities[0].Origin != want || m.Poses[0].Origin != want {
			t.Errorf("%v in %v s: entity at %v, player at %v, want %v", test.move, test.seconds, m.Entities[0].Origin,
				m.Poses[0].Origin, want)
		}
	}
}

// Entities that are visible players are drawn from Poses.
func TestPlayersAreNoEntities(t *testing.T) {
	for game, want := range map[world.Game][]int32{world.QuakeWorld: {2, 3}, world.Quake3: {2, 3}} {
		w := between(game)
		w.Players = []world.Player{{Visible: true}, {}}
		w.Entities = []world.Entity{{Number: 1}, {Number: 2}, {Number: 3}}
		if game == world.Quake3 {
			w.Entities[0].Number = 0
		}
		var got []int32
		for _, e := range show(w, 2, world.Nobody).Entities {
			got = append(got, e.Number)
		}
		if len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
			t.Errorf("%v: entities %v, want %v", game, got, want)
		}
	}
}

func TestPosesBetweenFrames(t *testing.T) {
	was, is := world.Pose{Origin: [3]float32{0, 100, 0}, Angles: [3]float32{0, 350, 0}},
		world.Pose{Origin: [3]float32{40, 100, -8}, Angles: [3]float32{4, 10, 0}}
	w := between(world.Quake2)
	w.Players = []world.Player{
		{Visible: true, WasVisible: true, Was: was, Pose: is},
		{Visible: true, Was: was, Pose: is},
		{Visible: true, WasVisible: true, NoLerp: true, Was: was, Pose: is},
		{WasVisible: true, Was: was, Pose: is},
	}
	m := show(w, 1.75, world.Nobody)
	if len(m.Poses) != 4 {
		t.Fatalf("%d poses", len(m.Poses))
	}
	if got := m.Poses[0]; got.Origin != [3]float32{30, 100, -6} || got.Angles != [3]float32{3, 365, 0} {
		t.Errorf("at 1.75 s the player is %+v", got)
	}
	for i := 1; i < 4; i++ {
		if m.Poses[i] != is {
			t.Errorf("player %d is %+v", i, m.Poses[i])
		}
	}
	if m = show(w, 2, world.Nobody); m.Poses[0] != is {
		t.Errorf("at the frame the player is %+v", m.Poses[0])
	}
}

// The eye of a player of which the demo has only the model's place.
func TestEyeOfModels(t *testing.T) {
	pose := world.Pose{Origin: [3]float32{10, 20, 30}, Angles: [3]float32{5, 90, 1}}
	for _, test := range []struct {
		game        world.Game
		player      world.Player
		z           float32
		pitch, roll float32
		entity      int32
	}{
		{world.Quake, world.Player{}, 52, -15, 1, 2},
		{world.Quake, world.Player{Dead: true}, 22, 0, 0, 2},
		{world.Quake, world.Player{Dead: true, Gibbed: true}, 38, 0, 0, 2},
		{world.QuakeWorld, world.Player{}, 52, 5, 1, 2},
		{world.QuakeWorld, world.Player{Dead: true}, 14, 0, 0, 2},
		{world.QuakeWorld, world.Player{Dead: true, Gibbed: true}, 38, 0, 0, 2},
		{world.Quake2, world.Player{}, 52, 15, 1, 2},
		{world.Quake2, world.Player{Ducked: true}, 28, 15, 1, 2},
		{world.Quake2, world.Player{Dead: true}, 28, 0, 0, 2},
		{world.Quake2, world.Player{Dead: true, Gibbed: true}, 38, 0, 0, 2},
		{world.Quake3, world.Player{}, 56, 5, 1, 1},
		{world.Quake3, world.Player{Ducked: true}, 42, 5, 1, 1},
		{world.Quake3, world.Player{Dead: true}, 14, 5, 1, 1},
	} {
		w := between(test.game)
		p := test.player
		p.Visible, p.Pose, p.FOV = true, pose, 100
		w.Players = []world.Player{{}, p}
		want := player.Eye{
			Origin: [3]float32{10, 20, test.z}, Angles: [3]float32{test.pitch, 90, test.roll}, FOV: 100, Slot: 1,
			Entity: test.entity, Known: true,
			ThirdPerson: test.player.Dead,
		}
		if got := show(w, 2, 1).Eye; got != want {
			t.Errorf("%v, %+v: %+v, want %+v", test.game, test.player, got, want)
		}
	}
}

// A player whose eye the demo has.
func TestEyeOfTheDemo(t *testing.T) {
	w := between(world.Quake2)
	w.Players = []world.Player{{
		Visible: true, Dead: true, Pose: world.Pose{Origin: [3]float32{10, 20, 30}, Angles: [3]float32{5, 90, 0}},
		EyeKnown: true, ViewOffset: [3]float32{1, 2, 22}, Punch: [3]float32{-3, 0, 2}, FOV: 110,
	}}
	want := player.Eye{
		Origin: [3]float32{11, 22, 52}, Angles: [3]float32{0, 90, 0}, Kick: [3]float32{-3, 0, 2}, FOV: 110, Slot: 0,
		Entity: 1, Known: true,
		ThirdPerson: true,
	}
	if got := show(w, 2, 0).Eye; got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// Another watched player has an eye of his own, between the same two frames, and all else is shared.
func TestWatch(t *testing.T) {
	pose := func(x float32) world.Pose { return world.Pose{Origin: [3]float32{x, 0, 0}} }
	w := between(world.QuakeWorld)
	w.Players = []world.Player{
		{Visible: true, WasVisible: true, Was: pose(0), Pose: pose(40)},
		{Visible: true, WasVisible: true, Dead: true, Was: pose(100), Pose: pose(180)},
		{},
	}
	m := show(w, 1.25, 0)
	o := m.Watch(1)
	if o.Eye.Origin != [3]float32{120, 0, -16} || o.Eye.Slot != 1 || !o.Eye.ThirdPerson || !o.Eye.Known ||
		o.Eye.Entity != 2 {
		t.Errorf("the other's eye is %+v", o.Eye)
	}
	if o.World != w || o.Clock != 1.25 || o.Time != 101.25 || &o.Poses[0] != &m.Poses[0] {
		t.Errorf("the other moment is at %v s, %v", o.Clock, o.Time)
	}
	if m.Eye.Slot != 0 || m.Eye.Origin != [3]float32{10, 0, 22} || m.Eye.ThirdPerson {
		t.Errorf("the first eye is %+v", m.Eye)
	}
	if o := m.Watch(2); o.Eye.Known {
		t.Error("who is not visible has an eye")
	}
	if o := m.Watch(world.Nobody); o.Eye.Slot != 0 || o.Eye.Origin != m.Eye.Origin {
		t.Errorf("nobody's eye is %+v", o.Eye)
	}
	if o := new(player.Moment).Watch(1); o.Eye.Known || o.World != nil {
		t.Error("a moment without a world has an eye")
	}
}

// What shakes the view is apart from the angles: strafing rolls it by 2 degrees at
// 200 units a second and beyond in Quake and QuakeWorld, by a 200th of the speed in
// Quake III, which also pitches it by a 500th of the speed onward. The player looks
// along y, so x is to the right.
func TestKickOfSpeed(t *testing.T) {
	for _, test := range []struct {
		game     world.Game
		velocity [3]float32
		known    bool // or else the place is another than that of the frame before
		want     [3]float32
	}{
		{world.Quake, [3]float32{100, 300, 50}, true, [3]float32{0, 0, 1}},
		{world.Quake, [3]float32{-320, 0, 0}, true, [3]float32{0, 0, -2}},
		{world.QuakeWorld, [3]float32{50, 0, 0}, true, [3]float32{0, 0, 0.5}},
		{world.QuakeWorld, [3]float32{-50, 0, 0}, false, [3]float32{0, 0, -0.5}},
		{world.QuakeWorld, [3]float32{5000, 0, 0}, false, [3]float32{}}, // a teleporter
		{world.Quake2, [3]float32{100, 300, 50}, true, [3]float32{}},
		{world.Quake3, [3]float32{100, 300, 50}, true, [3]float32{0.6, 0, 0.5}},
	} {
		w := between(test.game)
		p := world.Player{Visible: true, WasVisible: true, Pose: world.Pose{Angles: [3]float32{0, 90, 0}}}
		if test.known {
			p.Pose.Velocity, p.Pose.VelocityKnown = test.velocity, true
		} else {
			p.Pose.Origin = test.velocity // within a second
		}
		w.Players = []world.Player{p}
		eye := show(w, 2, 0).Eye
		for i := range test.want {
			if d := eye.Kick[i] - test.want[i]; d > 1e-4 || d < -1e-4 {
				t.Errorf("%v at %v: %v, want %v", test.game, test.velocity, eye.Kick, test.want)
			}
		}
		if eye.Angles[2] != 0 {
			t.Errorf("%v at %v: the angles are %v", test.game, test.velocity, eye.Angles)
		}
		w.Players[0].Dead = true
		if eye := show(w, 2, 0).Eye; eye.Kick != [3]float32{} {
			t.Errorf("%v: a dead player sways by %v", test.game, eye.Kick)
		}
	}
}

// In an intermission everybody sees from where the game shows the level.
func TestEyeInIntermission(t *testing.T) {
	w := between(world.QuakeWorld)
	w.Players = []world.Player{{Visible: true, Pose: world.Pose{Origin: [3]float32{7, 8, 9}}}}
	w.View = world.View{Origin: [3]float32{1, 2, 3}, Angles: [3]float32{10, 20, 0}, Punch: [3]float32{5, 0, 0},
		Known: true, Fixed: true}
	w.Intermission = true
	want := player.Eye{Origin: [3]float32{1, 2, 3}, Angles: [3]float32{10, 20, 0}, Slot: 0, Known: true}
	if got := show(w, 2, 0).Eye; got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// Whose eye it is where the recorder has one, and where it has none.
func TestEyeOfTheRecorder(t *testing.T) {
	w := between(world.QuakeWorld)
	w.Players = []world.Player{{}, {Visible: true, Spectator: true},
		{Visible: true, Pose: world.Pose{Origin: [3]float32{7, 8, 9}}}}
	w.Recorder = 1
	w.View = world.View{
		Origin: [3]float32{1, 2, 3}, Angles: [3]float32{10, 20, 0}, Punch: [3]float32{-2, 1, 5}, FOV: 90, Entity: 6,
		Known: true,
	}
	view := player.Eye{
		Origin: [3]float32{1, 2, 3}, Angles: [3]float32{10, 20, 0}, Kick: [3]float32{-2, 1, 5}, FOV: 90, Slot: 1,
		Entity: 6, Known: true,
	}
	second := player.Eye{Origin: [3]float32{7, 8, 31}, Slot: 2, Entity: 3, Known: true}
	for _, test := range []struct {
		name   string
		known  bool
		follow int
		want   player.Eye
	}{
		{"the recorder", true, world.Nobody, view},
		{"the recorder's slot", true, 1, view},
		{"another", true, 2, second},
		{"nobody, and no recorder: the first player who can be seen", false, world.Nobody, second},
		{"one who cannot be seen", true, 0, player.Eye{}},
		{"a slot that there is not", true, 3, player.Eye{}},
	} {
		w.View.Known = test.known
		got := show(w, 1.5, test.follow).Eye
		if got.Known != test.want.Known || got.Known && got != test.want {
			t.Errorf("%s: %+v, want %+v", test.name, got, test.want)
		}
	}
	w.View.Known = false
	w.Players[2].Visible = false
	if eye := show(w, 1.5, world.Nobody).Eye; eye.Known {
		t.Errorf("with spectators only: %+v", eye)
	}
}

// The recorder's eye moves from frame to frame, in a recording.
func TestRecordersEyeIsSmooth(t *testing.T) {
	for _, name := range []string{"demoscope1_p15.dem", "demoscope1.qwd", "demoscope1.dm2", "demoscope1.dm_71"} {
		p := opened(t, sample(name))
		p.SetPaused(true)
		moved := 0
		for c := 5.0; c < 40; c += 0.137 {
			p.Seek(c)
			p.Update(0)
			m := p.Moment()
			w := m.Next
			v := &w.View
			if !m.Eye.Known || v.Jumped() || m.Eye.Slot != w.Recorder || m.Eye.Entity != v.Entity ||
				m.Eye.FOV != v.FOV {
				continue
			}
			f := float32((c - w.PrevFrameClock) / (w.FrameClock - w.PrevFrameClock))
			for axis := range 3 {
				from, to := v.WasOrigin[axis], v.Origin[axis]
				if to-from > 60 || to-from < -60 {
					f = 1
				}
				want := from + (to-from)*f
				if d := m.Eye.Origin[axis] - want; d > 0.02 || d < -0.02 {
					t.Errorf("%s at %v s: the eye is at %v between %v and %v", name, c, m.Eye.Origin,
						v.WasOrigin, v.Origin)
				}
				if to != from && f > 0.1 && f < 0.9 {
					moved++
				}
			}
		}
		if moved < 50 {
			t.Errorf("%s: only %d moves were looked at", name, moved)
		}
	}
}

// A dead player of Quake III is seen from behind, turned to the killer. The world's own
// view keeps the angles that the demo has.
func TestEyeOfTheDeadInQuake3(t *testing.T) {
	dead := func(protocol int32, index int, yaw, health, kind, flags int32) *world.World {
		w := rules.New("dm3")
		w.Begin(&message.Packet{Sequence: 1})
		w.Apply(&message.GameState{Protocol: protocol})
		w.End()
		list := []int32{
			message.PlayerStatePMType, kind, message.PlayerStateFlags, flags, message.PlayerStateViewYaw,
			int32(math.Float32bits(90)),
			message.PlayerStateOriginX, int32(math.Float32bits(8)), message.PlayerStateViewHeight, -16,
			message.PlayerStateStats, health, message.PlayerStateStats + int32(index), yaw,
		}
		s := &message.Snapshot{ServerTime: 1000}
		for i := 0; i < len(list); i += 2 {
			s.Changes = append(s.Changes, message.SnapshotChange{Field: uint8(list[i]), Value: list[i+1]})
		}
		s.Player.End = int32(len(s.Changes))
		w.Begin(&message.Packet{Sequence: 2})
		w.Apply(s)
		w.End()
		return w
	}
	for _, c := range []struct {
		name     string
		w        *world.World
		third    bool
		yaw      float32
		nothing  bool // is left of the body
		eyeAbove float32
	}{
		{"protocol 68", dead(68, 4, 239, -17, 3, 1), true, 239, false, -16},
		{"protocol 68, facing back", dead(68, 4, -179, -999, 3, 1), true, -179, true, -16},
		{"gibbed", dead(68, 4, 20, -40, 3, 1), true, 20, true, -16},
		{"not yet gibbed", dead(68, 4, 20, -39, 3, 1), true, 20, false, -16},
		{"protocol 43", dead(43, 4, 10, 0, 3, 1), true, 10, false, -16},
		{"OpenArena", dead(71, 5, 95, -14, 3, 1), true, 95, false, -16},
		{"Quake Live, whose own angles turn", dead(91, 5, 0, -2, 3, 1), true, 90, false, -16},
		{"alive", dead(68, 4, 239, 100, 0, 0), false, 90, false, -16},
		{"an intermission", dead(68, 4, 239, -17, 5, 1), false, 90, false, 0},
	} {
		e := show(c.w, c.w.Clock, world.Nobody).Eye
		if !e.Known || e.ThirdPerson != c.third || e.Angles != [3]float32{0, c.yaw, 0} ||
			e.Origin != [3]float32{8, 0, c.eyeAbove} {
			t.Errorf("%s: %+v", c.name, e)
		}
		if v := c.w.View.Angles; v != [3]float32{0, 90, 0} {
			t.Errorf("%s: the world's view has %v", c.name, v)
		}
		if p := &c.w.Players[0]; p.Visible && p.NoModel != c.nothing {
			t.Errorf("%s: without a body: %v", c.name, p.NoModel)
		}
	}
}

// What entities were in the frame before is known where it leads to what they are.
func TestFramesBefore(t *testing.T) {
	at := func(number int32, x float32, frame uint16) world.Entity {
		e := world.Entity{Number: number, Origin: [3]float32{x}, Frame: frame}
		e.Model[0] = 7
		return e
	}
	noLerp, other := at(21, 40, 6), at(22, 40, 6)
	noLerp.Flags |= world.FlagNoLerp
	other.Model[0] = 8
	w := between(world.QuakeWorld)
	w.PrevEntities = []world.Entity{at(5, 1, 1), at(20, 0, 2), at(21, 0, 3), at(22, 0, 4), at(24, 0, 5)}
	w.Entities = []world.Entity{at(20, 40, 6), noLerp, other, at(23, 40, 6), at(24, 1665, 6), at(25, 0, 6)}
	for _, c := range []struct {
		clock float64
		lerp  float32
	}{{0.5, 0}, {1, 0}, {1.25, 0.25}, {2, 1}, {3, 1}} {
		m := show(w, c.clock, world.Nobody)
		want := []player.PreviousState{{Frame: 2, Known: true}, {}, {}, {}, {}, {}}
		if m.Lerp != c.lerp || !slices.Equal(m.Previous, want) {
			t.Errorf("at %v s: %v, %+v", c.clock, m.Lerp, m.Previous)
		}
	}
	// In a gap there is nothing between the two frames, and after it the second stands alone.
	w.FrameClock, w.Clock = 12, 12
	if m := show(w, 6, world.Nobody); m.Lerp != 0 || len(m.Entities) != 5 ||
		!slices.Equal(m.Previous, make([]player.PreviousState, 5)) {
		t.Errorf("in a gap: %v, %+v", m.Lerp, m.Previous)
	}
}

// Who is out in a round has no place, but what he looks from is shown where he is followed, and moves between
// two frames.
func TestWhoIsOutLooks(t *testing.T) {
	w := between(world.QuakeWorld)
	pose := func(x float32) world.Pose { return world.Pose{Origin: [3]float32{x}} }
	w.Players = []world.Player{
		{Out: true, Dead: true, Was: pose(0), Pose: pose(20)},
		{Out: true, Dead: true, NoLerp: true, Was: pose(0), Pose: pose(20)},
		{Dead: true, Was: pose(0), Pose: pose(20)},
	}
	for slot, want := range []struct {
		known bool
		x     float32
	}{{true, 5}, {true, 20}, {}} {
		m := show(w, 1.25, slot)
		if e := m.Eye; e.Known != want.known || e.ThirdPerson != want.known || e.Origin[0] != want.x {
			t.Errorf("player %d: %+v", slot, e)
		}
		if v := m.Velocity(slot); v != [3]float32{} {
			t.Errorf("player %d has a speed: %v", slot, v)
		}
	}
}

// A player's velocity is that of the demo, or that between the two frames.
func TestVelocity(t *testing.T) {
	w := between(world.Quake)
	pose := func(x float32) world.Pose { return world.Pose{Origin: [3]float32{x, 0, -x}} }
	told := pose(8)
	told.Velocity, told.VelocityKnown = [3]float32{1, 2, 3}, true
	w.Players = []world.Player{
		{Visible: true, WasVisible: true, Was: pose(0), Pose: pose(20)},
		{Visible: true, WasVisible: true, Was: pose(0), Pose: told},
		{Visible: true, Was: pose(0), Pose: pose(20)},
		{Visible: true, WasVisible: true, NoLerp: true, Was: pose(0), Pose: pose(20)},
		{Visible: true, WasVisible: true, Was: pose(0), Pose: pose(1665)},
	}
	w.PrevFrameClock = 1.5
	m := show(w, 2, world.Nobody)
	for slot, want := range map[int][3]float32{-1: {}, 0: {40, 0, -40}, 1: {1, 2, 3}, 2: {}, 3: {}, 4: {}, 5: {}} {
		if got := m.Velocity(slot); got != want {
			t.Errorf("slot %d: %v, not %v", slot, got, want)
		}
	}
	if got := new(player.Moment).Velocity(0); got != [3]float32{} {
		t.Errorf("without a world: %v", got)
	}
}
