package rules_test

import (
	"math"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/formats/message"
	"demoscope/formats/wire"
	"demoscope/player/world"
	"demoscope/player/world/internal/worldtest"
	"demoscope/player/world/rules"
)

// newWorld23 returns the world of a Quake II or Quake III demo before its first
// packet.
func newWorld23(t testing.TB, format string) *world.World {
	t.Helper()
	return worldtest.Watch(t, rules.New(format))
}

// feed applies messages as one packet.
func feed(w *world.World, messages ...message.Message) {
	feedAt(w, float64(w.Block+1)/10, messages...)
}

// feedAt applies messages as one packet at a time of the container, in seconds.
func feedAt(w *world.World, seconds float64, messages ...message.Message) {
	w.Begin(&message.Packet{Kind: message.PacketServer, Block: w.Block + 1, Time: seconds})
	for _, m := range messages {
		w.Apply(m)
	}
	w.End()
	worldtest.See(w)
}

// eventsOf returns the events of one kind in the last packet, with their texts
// in memory of their own.
func eventsOf(w *world.World, kind world.EventKind) []world.Event {
	var list []world.Event
	for _, e := range w.Events {
		if e.Kind == kind {
			if e.Text != nil {
				e.Text = append([]byte{}, e.Text...)
			}
			list = append(list, e)
		}
	}
	return list
}

func q2String(index int, text string) message.Message {
	return &message.ConfigString{Index: uint16(index), Text: []byte(text)}
}

// q2Begin begins a level of four clients whose recorder is a slot, -1 for none.
func q2Begin(protocol int32, isDemo uint8, client int16) []message.Message {
	return []message.Message{
		&message.Quake2ServerData{Protocol: protocol, IsDemo: isDemo, Client: client, MapName: []byte("Edge"),
			GameDir: []byte("lmctf")},
		q2String(30, "4"),
		q2String(33, "maps/q2dm1.bsp"),
		q2String(1312, `Ann\female/athena`),
		q2String(1313, `Bob\male/grunt`),
		q2String(1314, `Cy`),
	}
}

// q2Client returns a world that has begun a level recorded by client 0.
func q2Client(t testing.TB) *world.World {
	w := newWorld23(t, "dm2")
	feed(w, q2Begin(34, 1, 0)...)
	return w
}

// q2Frame makes the messages of a frame of a client's recording.
func q2Frame(sequence, base int32, info *message.Quake2PlayerInfo, changes ...message.EntityDelta) []message.Message {
	list := []message.Message{&message.Quake2Frame{Sequence: sequence, Delta: base}}
	if info != nil {
		list = append(list, info)
	}
	return append(list, &message.PacketEntities{Entities: changes})
}

// q2Model is a change of an entity's model.
func q2Model(number, model int32) message.EntityDelta {
	return message.EntityDelta{Number: number, Mask: message.FieldModel, Model: model}
}

// q2Gone removes an entity.
func q2Gone(number int32) message.EntityDelta {
	return message.EntityDelta{Number: number, Remove: true}
}

// q2Models lists the models of the current entities by number.
func q2Models(w *world.World) map[int32]uint16 {
	m := map[int32]uint16{}
	last := int32(math.MinInt32)
	for _, e := range w.Entities {
		if e.Number <= last {
			return map[int32]uint16{-1: 0} // out of order
		}
		last = e.Number
		m[e.Number] = e.Model[0]
	}
	return m
}

// A frame can be a change of any of the fifteen frames before it, not only of
// the newest.
func TestQuake2DeltaReach(t *testing.T) {
	// Frame n, 1 to 20, is whole: entity 500 with model n, entity n+10, and the
	// recorder at n units.
	twenty := func() *world.World {
		w := q2Client(t)
		for n := int32(1); n <= 20; n++ {
			feed(w, q2Frame(n, -1, &message.Quake2PlayerInfo{Mask: message.PlayerOriginX, Origin: [3]wire.Coord{
				wire.Coord(n * 8)}},
				q2Model(n+10, 1), q2Model(500, n))...)
		}
		return w
	}
	for _, test := range []struct {
		base, sequence int32
		want           map[int32]uint16
		x              float32
	}{
		{20, 21, map[int32]uint16{30: 1, 500: 20}, 20},
		{19, 21, map[int32]uint16{29: 1, 500: 19}, 19},
		{13, 21, map[int32]uint16{23: 1, 500: 13}, 13},
		{7, 21, map[int32]uint16{17: 1, 500: 7}, 7},
		{6, 21, map[int32]uint16{16: 1, 500: 6}, 6},
		{5, 20 + 1, map[int32]uint16{30: 1, 500: 20}, 20}, // 16 back: the last instead
		{4, 21, map[int32]uint16{30: 1, 500: 20}, 20},
		{20, 35, map[int32]uint16{30: 1, 500: 20}, 20},
		{19, 35, map[int32]uint16{30: 1, 500: 20}, 20},
		{0, 21, map[int32]uint16{}, 0},
		{-1, 21, map[int32]uint16{}, 0},
	} {
		w := twenty()
		feed(w, q2Frame(test.sequence, test.base, &message.Quake2PlayerInfo{})...)
		if d := cmp.Diff(test.want, q2Models(w)); d != "" {
			t.Errorf("frame %d of %d: %s", test.sequence, test.base, d)
		}
		if x := w.Players[0].Pose.Origin[0]; x != test.x {
			t.Errorf("frame %d of %d: the recorder at %v, not %v", test.sequence, test.base, x, test.x)
		}
	}
}

// Base tells the frame that the last one was a change of, for copies.
func TestQuake2Base(t *testing.T) {
	w := q2Client(t)
	feed(w, q2Frame(1, -1, nil, q2Model(9, 1))...)
	if key, ok := w.Base(); ok {
		t.Errorf("a full frame has the base %d", key)
	}
	feed(w, q2Frame(2, 1, nil)...)
	if key, ok := w.Base(); !ok || key != 1 {
		t.Errorf("base %d, %v", key, ok)
	}
	feed(w, q2Frame(3, 1, nil)...)
	if key, ok := w.Base(); !ok || key != 1 {
		t.Errorf("base %d, %v", key, ok)
	}
	feed(w)
	if _, ok := w.Base(); ok {
		t.Error("an empty packet has a base")
	}
}

// Every field of an entity is set by a change, kept by the next ones, and zero
// again after a full frame; one that comes back begins from its baseline.
func TestQuake2EntityFields(t *testing.T) {
	all := message.EntityDelta{
		Number: 70,
		Mask: message.FieldOrigin | message.FieldAngles | message.FieldModel | message.FieldModel2 |
			message.FieldModel3 |
			message.FieldModel4 | message.FieldFrame | message.FieldSkin | message.FieldEffects |
			message.FieldRenderFX |
			message.FieldOldOrigin | message.FieldSound | message.FieldEvent | message.FieldSolid,
		Model: 11, Model2: 12, Model3: 13, Model4: 14, Frame: 300, Skin: 0x01020304, Effects: -0x7fffffff,
		RenderFX: 0x10002,
		Origin:   [3]wire.Coord{80, -160, 4}, Angles: [3]wire.Angle{32, 64, -16}, OldOrigin: [3]wire.Coord{8, 16, 24},
		Sound: 77, Event: 2, Solid: 8290,
	}
	want := world.Entity{
		Number: 70, Origin: [3]float32{10, -20, 0.5}, Angles: [3]float32{45, 90, -22.5}, OldOrigin: [3]float32{1, 2, 3},
		Model: [4]uint16{11, 12, 13, 14}, Frame: 300, Sound: 77, Skin: 0x01020304, Effects: 0x80000001,
		RenderFX: 0x10002,
		Solid:    8290, Event: 2,
	}
	entity := func(w *world.World, what string, want world.Entity) {
		t.Helper()
		e := w.Entity(want.Number)
		if e == nil {
			t.Fatalf("%s: entity %d is not there", what, want.Number)
		}
		if d := cmp.Diff(want, *e); d != "" {
			t.Errorf("%s: %s", what, d)
		}
	}
	w := q2Client(t)
	feed(w, q2Frame(1, -1, nil, all)...)
	entity(w, "all", want)
	want.Event = 0
	feed(w, q2Frame(2, 1, nil)...)
	entity(w, "not named", want)
	// One field at a time changes nothing else.
	for i, step := range []struct {
		change message.EntityDelta
		set    func(e *world.Entity)
	}{
		{message.EntityDelta{Mask: message.FieldOriginX, Origin: [3]wire.Coord{8, 99, 99}}, func(e *world.Entity) {
			e.Origin[0] = 1
		}},
		{message.EntityDelta{Mask: message.FieldOriginY, Origin: [3]wire.Coord{99, 8, 99}}, func(e *world.Entity) {
			e.Origin[1] = 1
		}},
		{message.EntityDelta{Mask: message.FieldOriginZ, Origin: [3]wire.Coord{99, 99, 8}}, func(e *world.Entity) {
			e.Origin[2] = 1
		}},
		{message.EntityDelta{Mask: message.FieldPitch, Angles: [3]wire.Angle{128, 9, 9}}, func(e *world.Entity) {
			e.Angles[0] = 180
		}},
		{message.EntityDelta{Mask: message.FieldYaw, Angles: [3]wire.Angle{9, 128, 9}}, func(e *world.Entity) {
			e.Angles[1] = 180
		}},
		{message.EntityDelta{Mask: message.FieldRoll, Angles: [3]wire.Angle{9, 9, 128}}, func(e *world.Entity) {
			e.Angles[2] = 180
		}},
		{message.EntityDelta{Mask: message.FieldModel, Model: 21}, func(e *world.Entity) { e.Model[0] = 21 }},
		{message.EntityDelta{Mask: message.FieldModel2, Model2: 22}, func(e *world.Entity) { e.Model[1] = 22 }},
		{message.EntityDelta{Mask: message.FieldModel3, Model3: 23}, func(e *world.Entity) { e.Model[2] = 23 }},
		{message.EntityDelta{Mask: message.FieldModel4, Model4: 24}, func(e *world.Entity) { e.Model[3] = 24 }},
		{message.EntityDelta{Mask: message.FieldFrame, Frame: 4}, func(e *world.Entity) { e.Frame = 4 }},
		{message.EntityDelta{Mask: message.FieldSkin, Skin: 5}, func(e *world.Entity) { e.Skin = 5 }},
		{message.EntityDelta{Mask: message.FieldEffects, Effects: 6}, func(e *world.Entity) { e.Effects = 6 }},
		{message.EntityDelta{Mask: message.FieldRenderFX, RenderFX: 7}, func(e *world.Entity) { e.RenderFX = 7 }},
		{message.EntityDelta{Mask: message.FieldOldOrigin, OldOrigin: [3]wire.Coord{32, 40, 48}},
			func(e *world.Entity) { e.OldOrigin = [3]float32{4, 5, 6} }},
		{message.EntityDelta{Mask: message.FieldSound, Sound: 8}, func(e *world.Entity) { e.Sound = 8 }},
		{message.EntityDelta{Mask: message.FieldSolid, Solid: 9}, func(e *world.Entity) { e.Solid = 9 }},
	} {
		step.change.Number = 70
		step.set(&want)
		feed(w, q2Frame(int32(3+i), int32(2+i), nil, step.change)...)
		entity(w, "field "+strconv.Itoa(i), want)
	}
	feed(w, q2Frame(40, -1, nil, q2Model(70, 3))...)
	entity(w, "from nothing", world.Entity{Number: 70, Model: [4]uint16{3}})

	// A baseline has all but the event.
	all.Number = 71
	feed(w, &message.SpawnBaseline{EntityDelta: all})
	if n := w.Baselines(); n != 1 {
		t.Errorf("%d baselines", n)
	}
	feed(w, q2Frame(41, 40, nil, message.EntityDelta{Number: 71, Mask: message.FieldSound, Sound: 3})...)
	based := world.Entity{
		Number: 71, Origin: [3]float32{10, -20, 0.5}, Angles: [3]float32{45, 90, -22.5}, OldOrigin: [3]float32{1, 2, 3},
		Model: [4]uint16{11, 12, 13, 14}, Frame: 300, Sound: 3, Skin: 0x01020304, Effects: 0x80000001,
		RenderFX: 0x10002, Solid: 8290,
	}
	entity(w, "from the baseline", based)
	feed(w, q2Frame(42, 41, nil, message.EntityDelta{Number: 71, Mask: message.FieldModel, Model: 99})...)
	feed(w, q2Frame(43, 42, nil, q2Gone(71))...)
	feed(w, q2Frame(44, 43, nil, message.EntityDelta{Number: 71})...)
	based.Sound = 77
	entity(w, "come back without a change", based)
	feed(w, q2Frame(45, 44, nil, message.EntityDelta{Number: 71, Remove: true, Mask: message.FieldModel, Model: 5},
		q2Gone(72))...)
	if w.Entity(71) != nil || w.Entity(72) != nil {
		t.Error("removed entities are there")
	}
}

// Entities are kept in the order of their numbers, whatever order changes have.
func TestQuake2EntityOrder(t *testing.T) {
	w := q2Client(t)
	feed(w, q2Frame(1, -1, nil, q2Model(50, 1), q2Model(60, 1), q2Model(70, 1))...)
	feed(w, q2Frame(2, 1, nil, q2Model(80, 2), q2Model(65, 2), q2Model(50, 2), q2Gone(60), q2Model(10, 2),
		q2Model(10, 3))...)
	if d := cmp.Diff(map[int32]uint16{10: 3, 50: 2, 65: 2, 70: 1, 80: 2}, q2Models(w)); d != "" {
		t.Error(d)
	}
	for _, n := range []int32{9, 11, 49, 51, 60, 66, 79, 81, 0, -1} {
		if w.Entity(n) != nil {
			t.Errorf("entity %d", n)
		}
	}
	if len(w.PrevEntities) != 3 || w.PrevEntities[1].Number != 60 {
		t.Errorf("before: %+v", w.PrevEntities)
	}
}

// Coordinates of the extended protocol are added to those of the base, axis by
// axis.
func TestQuake2Differences(t *testing.T) {
	w := newWorld23(t, "dm2")
	feed(w, &message.Quake2ServerData{Protocol: 3436, IsDemo: 1, Client: 0})
	change := func(difference message.Field, x, y, z wire.Coord) message.EntityDelta {
		return message.EntityDelta{Number: 5, Mask: message.FieldOrigin, Difference: difference,
			Origin: [3]wire.Coord{x, y, z}}
	}
	info := func(difference message.PlayerField, x, y, z wire.Coord) *message.Quake2PlayerInfo {
		v := [3]wire.Coord{x * 2, y * 2, z * 2}
		return &message.Quake2PlayerInfo{
			Mask: message.PlayerOrigin | message.PlayerVelocity, Difference: difference, Origin: [3]wire.Coord{x, y, z},
			Velocity: v,
		}
	}
	feed(w, q2Frame(1, -1, info(message.PlayerOrigin|message.PlayerVelocity, 8, 16, 24), change(message.FieldOrigin, 8,
		16, 24))...)
	feed(w, q2Frame(2, 1, info(message.PlayerOrigin|message.PlayerVelocity, 80, 80, 80), change(message.FieldOrigin, 80,
		80, 80))...)
	// The sum is that of the base, not of the newest.
	feed(w, q2Frame(3, 1, info(message.PlayerOriginX|message.PlayerVelocityY, 8, 8, 8), change(message.FieldOriginX,
		8, 8, 8))...)
	if o := w.Entity(5).Origin; o != [3]float32{2, 1, 1} {
		t.Errorf("entity at %v", o)
	}
	if p := w.Players[0].Pose; p.Origin != [3]float32{2, 1, 1} || p.Velocity != [3]float32{2, 6, 2} {
		t.Errorf("player at %+v", p)
	}
	feed(w, q2Frame(4, 3, info(message.PlayerOriginZ|message.PlayerVelocityZ, 0, 0, -16),
		change(message.FieldOriginY|message.FieldOriginZ, 0, 8, -16))...)
	if o := w.Entity(5).Origin; o != [3]float32{0, 2, -1} {
		t.Errorf("entity at %v", o)
	}
	if p := w.Players[0].Pose; p.Origin != [3]float32{0, 0, -1} || p.Velocity != [3]float32{0, 0, -2} {
		t.Errorf("player at %+v", p)
	}
	// A baseline's differences are from zero, an entity's from its baseline.
	feed(w, &message.SpawnBaseline{EntityDelta: message.EntityDelta{
		Number: 6, Mask: message.FieldOrigin, Difference: message.FieldOrigin, Origin: [3]wire.Coord{800, 0, 0},
	}})
	feed(w, q2Frame(5, 4, nil, message.EntityDelta{
		Number: 6, Mask: message.FieldOriginX, Difference: message.FieldOriginX, Origin: [3]wire.Coord{-8},
	})...)
	if o := w.Entity(6).Origin; o != [3]float32{99, 0, 0} {
		t.Errorf("from the baseline %v", o)
	}
}

// Frame parts before any frame change nothing; those of a server's recording
// have no base.
func TestQuake2FrameParts(t *testing.T) {
	w := q2Client(t)
	hash := w.Hash()
	feedAt(w, 0, &message.Quake2PlayerInfo{Mask: message.PlayerOriginX, Origin: [3]wire.Coord{8}},
		&message.PacketEntities{Entities: []message.EntityDelta{q2Model(9, 1)}})
	w.Block--
	if w.Hash() != hash {
		t.Error("parts without a frame change the world")
	}
	feed(w, q2Frame(1, -1, nil, q2Model(9, 1))...)
	feed(w, &message.PacketEntities{Entities: []message.EntityDelta{q2Model(10, 1)}})
	if d := cmp.Diff(map[int32]uint16{9: 1}, q2Models(w)); d != "" {
		t.Errorf("a later packet: %s", d)
	}
	feed(w, &message.Quake2Frame{Server: true, Sequence: 2, Delta: 1}, &message.PacketEntities{
		Entities: []message.EntityDelta{q2Model(11, 1)}})
	if d := cmp.Diff(map[int32]uint16{11: 1}, q2Models(w)); d != "" {
		t.Errorf("a server's frame: %s", d)
	}
}

// The players of a frame are shown by their entities, and only those.
func TestQuake2PlayerEntities(t *testing.T) {
	body := func(number, frame int32, model int32) message.EntityDelta {
		return message.EntityDelta{
			Number: number, Mask: message.FieldModel | message.FieldFrame | message.FieldOrigin | message.FieldAngles |
				message.FieldSkin | message.FieldEffects,
			Model: model, Frame: frame, Origin: [3]wire.Coord{8 * wire.Coord(number), 16, 24}, Angles: [3]wire.Angle{
				16, 32, 64}, Skin: 0x507, Effects: 0x40,
		}
	}
	w := newWorld23(t, "dm2")
	feed(w, q2Begin(34, 2, -1)...)
	server := func(n int32, changes ...message.EntityDelta) {
		feed(w, &message.Quake2Frame{Server: true, Sequence: n}, &message.PacketEntities{Entities: changes})
	}
	server(1, body(1, 172, 255), body(2, 173, 255), body(3, 5, 0), body(4, 197, 255), body(5, 198, 255))
	want := world.Pose{Origin: [3]float32{1, 2, 3}, Angles: [3]float32{22.5, 45, 90}}
	p := &w.Players[0]
	if !p.Visible || p.Dead || p.Spectator || p.Pose != want || p.Model != 255 || p.Frame != 172 || !p.Ducked ||
		p.SkinNumber != 7 || p.Effects != 0x40 {
		t.Errorf("%+v", p)
	}
	if p := &w.Players[1]; !p.Visible || !p.Dead || p.Ducked || p.Gibbed {
		t.Errorf("the first frame of a death: %+v", p)
	}
	if p := &w.Players[2]; p.Visible {
		t.Errorf("without a model: %+v", p)
	}
	if p := &w.Players[3]; !p.Visible || !p.Dead {
		t.Errorf("the last frame of a death: %+v", p)
	}
	if len(w.Players) != 4 {
		t.Errorf("%d players: entity 5 is no client of four", len(w.Players))
	}
	if w.PlayerOf(w.Entity(1)) != 0 || w.PlayerOf(w.Entity(2)) != 1 || w.PlayerOf(w.Entity(3)) != -1 ||
		w.PlayerOf(w.Entity(5)) != -1 {
		t.Error("entities and players do not go together")
	}
	server(2, body(4, 198, 255))
	if w.Players[0].Visible || !w.Players[0].WasVisible || w.Players[0].Was != want {
		t.Errorf("gone: %+v", w.Players[0])
	}
	if p := &w.Players[3]; p.Dead || p.NoLerp {
		t.Errorf("behind the last frame of a death: %+v", p)
	}
	teleport := body(4, 1, 255)
	teleport.Mask |= message.FieldEvent
	teleport.Event = 6
	server(3, teleport)
	if !w.Players[3].NoLerp {
		t.Error("a teleport is no walk")
	}
	server(4, body(4, 1, 255))
	if w.Players[3].NoLerp {
		t.Error("a frame later it is one")
	}
}

// Every field of a player is set by its message, kept by the next ones and zero
// after a full frame.
func TestQuake2PlayerFields(t *testing.T) {
	all := message.Quake2PlayerInfo{
		Mask: message.PlayerType | message.PlayerOrigin | message.PlayerVelocity | message.PlayerViewOffset |
			message.PlayerViewAngles |
			message.PlayerViewRoll | message.PlayerKickAngles | message.PlayerGunIndex | message.PlayerGunFrame |
			message.PlayerFOV | message.PlayerRDFlags,
		Type: 0, Origin: [3]wire.Coord{80, 160, -240}, Velocity: [3]wire.Coord{800, -1600, 8},
		ViewOffset: [3]int8{4, -8, 88},
		ViewAngles: [3]wire.Angle{8192, -16384, 4096}, KickAngles: [3]int8{-4, 8, 2}, GunIndex: 300, GunFrame: 17,
		FOV: 105, RDFlags: 1,
		StatBits: 1<<1 | 1<<14 | 1<<31, Stats: []int16{100, 13, -7},
	}
	player := func(w *world.World) world.Player {
		p := w.Players[0]
		p.Was, p.WasVisible = world.Pose{}, false
		return p
	}
	want := world.Player{
		Slot: 0, InUse: true, Name: "Ann", Skin: "female/athena",
		Pose: world.Pose{Origin: [3]float32{10, 20, -30}, Velocity: [3]float32{100, -200, 1}, VelocityKnown: true,
			Angles: [3]float32{45, -90, 22.5}},
		EyeKnown: true, ViewOffset: [3]float32{1, -2, 22}, Punch: [3]float32{-1, 2, 0.5}, FOV: 105, RDFlags: 1,
		WeaponModel: 300, WeaponFrame: 17, Frags: 13, Gun: world.Gun{Known: true}, Footing: world.InAir,
	}
	w := q2Client(t)
	feed(w, q2Frame(1, -1, &all)...)
	if d := cmp.Diff(want, player(w)); d != "" {
		t.Error(d)
	}
	v := w.View
	if !v.Known || v.Origin != [3]float32{11, 18, -8} || v.Height != 22 || v.Punch != [3]float32{-1, 2, 0.5} ||
		v.FOV != 105 ||
		v.Angles != [3]float32{45, -90, 22.5} || v.Entity != 1 || v.NoLerp {
		t.Errorf("%+v", v)
	}
	for i, stat := range []struct {
		index int
		value int32
		known bool
	}{{1, 100, true}, {14, 13, true}, {31, -7, true}, {0, 0, false}, {2, 0, false}, {30, 0, false}, {32, 0, false},
		{64, 0, false}, {-1, 0, false}} {
		if v, known := w.Stats.Get(stat.index); v != stat.value || known != stat.known {
			t.Errorf("%d: stat %d is %d, %v", i, stat.index, v, known)
		}
	}
	// A mask of nothing keeps all; each field alone changes only itself.
	feed(w, q2Frame(2, 1, &message.Quake2PlayerInfo{Type: 3, FOV: 9, GunIndex: 9})...)
	if d := cmp.Diff(want, player(w)); d != "" {
		t.Errorf("kept: %s", d)
	}
	last := int32(2)
	for i, step := range []struct {
		info message.Quake2PlayerInfo
		set  func(p *world.Player)
	}{
		{message.Quake2PlayerInfo{Mask: message.PlayerOriginY, Origin: [3]wire.Coord{9, 8, 9}}, func(p *world.Player) {
			p.Pose.Origin[1] = 1
		}},
		{message.Quake2PlayerInfo{Mask: message.PlayerOriginZ, Origin: [3]wire.Coord{9, 9, 8}}, func(p *world.Player) {
			p.Pose.Origin[2] = 1
		}},
		{message.Quake2PlayerInfo{Mask: message.PlayerVelocityX, Velocity: [3]wire.Coord{8, 9, 9}},
			func(p *world.Player) { p.Pose.Velocity[0] = 1 }},
		{message.Quake2PlayerInfo{Mask: message.PlayerVelocityY, Velocity: [3]wire.Coord{9, 8, 9}},
			func(p *world.Player) { p.Pose.Velocity[1] = 1 }},
		{message.Quake2PlayerInfo{Mask: message.PlayerVelocityZ, Velocity: [3]wire.Coord{9, 9, 16}},
			func(p *world.Player) { p.Pose.Velocity[2] = 2 }},
		{message.Quake2PlayerInfo{Mask: message.PlayerViewOffset, ViewOffset: [3]int8{0, 0, -4}},
			func(p *world.Player) { p.ViewOffset = [3]float32{0, 0, -1} }},
		{message.Quake2PlayerInfo{Mask: message.PlayerViewAngles, ViewAngles: [3]wire.Angle{4096, 8192, 99}},
			func(p *world.Player) { p.Pose.Angles = [3]float32{22.5, 45, 22.5} }},
		{message.Quake2PlayerInfo{Mask: message.PlayerViewRoll, ViewAngles: [3]wire.Angle{99, 99, -8192}},
			func(p *world.Player) { p.Pose.Angles[2] = -45 }},
		{message.Quake2PlayerInfo{Mask: message.PlayerKickAngles, KickAngles: [3]int8{1, 2, 3}}, func(p *world.Player) {
			p.Punch = [3]float32{0.25, 0.5, 0.75}
		}},
		{message.Quake2PlayerInfo{Mask: message.PlayerGunIndex, GunIndex: 4}, func(p *world.Player) {
			p.WeaponModel = 4
		}},
		{message.Quake2PlayerInfo{Mask: message.PlayerGunFrame, GunFrame: 5}, func(p *world.Player) {
			p.WeaponFrame, p.WeaponFrameClock = 5, 1.2
		}},
		{message.Quake2PlayerInfo{Mask: message.PlayerFOV, FOV: 90}, func(p *world.Player) { p.FOV = 90 }},
		{message.Quake2PlayerInfo{Mask: message.PlayerRDFlags, RDFlags: 2}, func(p *world.Player) { p.RDFlags = 2 }},
		{message.Quake2PlayerInfo{Mask: message.PlayerGunOffset, GunOffset: [3]int8{4, -4, 1}}, func(p *world.Player) {
			p.Gun.Offset = [3]float32{1, -1, 0.25}
		}},
		{message.Quake2PlayerInfo{Mask: message.PlayerGunAngles, GunAngles: [3]int8{2, 8, -6}}, func(p *world.Player) {
			p.Gun.Angles = [3]float32{0.5, 2, -1.5}
		}},
		{message.Quake2PlayerInfo{Mask: message.PlayerBlend, BlendBits: 15, Blend: [4]uint8{1, 2, 3, 4}},
			func(p *world.Player) { p.Blend = [4]uint8{1, 2, 3, 4} }},
		{message.Quake2PlayerInfo{Mask: message.PlayerBlend, BlendBits: 8, Blend: [4]uint8{9, 9, 9, 9}},
			func(p *world.Player) { p.Blend[3] = 9 }},
		{message.Quake2PlayerInfo{StatBits: 1 << 14, Stats: []int16{-3}}, func(p *world.Player) { p.Frags = -3 }},
		{message.Quake2PlayerInfo{Mask: message.PlayerType, Type: 2}, func(p *world.Player) {
			p.MoveType, p.Dead = 2, true
		}},
		{message.Quake2PlayerInfo{Mask: message.PlayerType, Type: 3}, func(p *world.Player) {
			p.MoveType, p.Dead, p.Gibbed = 3, true, true
		}},
		{message.Quake2PlayerInfo{Mask: message.PlayerType, Type: 4}, func(p *world.Player) {
			p.MoveType, p.Dead, p.Gibbed = 4, false, false
		}},
		{message.Quake2PlayerInfo{Mask: message.PlayerType, Type: 1}, func(p *world.Player) {
			p.MoveType, p.Spectator = 1, true
		}},
		{message.Quake2PlayerInfo{Mask: message.PlayerType, Type: 0}, func(p *world.Player) {
			p.MoveType, p.Spectator = 0, false
		}},
	} {
		step.set(&want)
		feed(w, q2Frame(last+1, last, &step.info)...)
		last++
		if d := cmp.Diff(want, player(w)); d != "" {
			t.Errorf("field %d: %s", i, d)
		}
	}
	// Fewer values than bits: the rest stays.
	feed(w, q2Frame(last+1, last, &message.Quake2PlayerInfo{StatBits: 1<<1 | 1<<5, Stats: []int16{55}})...)
	if v, _ := w.Stats.Get(1); v != 55 {
		t.Errorf("health %d", v)
	}
	if v, known := w.Stats.Get(5); v != 0 || !known {
		t.Errorf("armor %d, %v", v, known)
	}
	// From nothing: what is not said is zero, the stats too.
	feed(w, q2Frame(last+2, -1, &message.Quake2PlayerInfo{})...)
	if p := w.Players[0]; p.Pose != (world.Pose{VelocityKnown: true}) || p.FOV != 0 || p.WeaponModel != 0 ||
		p.Frags != 0 || !p.EyeKnown {
		t.Errorf("%+v", p)
	}
	for _, i := range []int{1, 14, 31} {
		if v, known := w.Stats.Get(i); v != 0 || !known {
			t.Errorf("stat %d is %d, %v after a full frame", i, v, known)
		}
	}
}

// Where a spectator's eye is no body, a player with one is none.
func TestQuake2RecorderSpectates(t *testing.T) {
	w := q2Client(t)
	feed(w, q2Frame(1, -1, &message.Quake2PlayerInfo{Mask: message.PlayerType, Type: 1}, q2Model(2, 255))...)
	if !w.Players[0].Spectator || w.Players[1].Spectator || w.Players[0].Visible || !w.Players[1].Visible {
		t.Errorf("%+v", w.Players)
	}
	feed(w, q2Frame(2, 1, &message.Quake2PlayerInfo{Mask: message.PlayerType, Type: 1}, q2Model(1, 255))...)
	if w.Players[0].Spectator || !w.Players[0].Visible {
		t.Errorf("with a body %+v", w.Players[0])
	}
	// Its own pose is that of its message, not of its entity.
	feed(w, q2Frame(3, 2, &message.Quake2PlayerInfo{Mask: message.PlayerOriginX, Origin: [3]wire.Coord{80}},
		message.EntityDelta{Number: 1, Mask: message.FieldOriginX | message.FieldFrame, Origin: [3]wire.Coord{8},
			Frame: 180})...)
	if p := w.Players[0]; p.Pose.Origin[0] != 10 || p.Dead {
		t.Errorf("%+v", p)
	}
}

// A move of more than 256 units along an axis in one frame is a jump.
func TestQuake2Jumps(t *testing.T) {
	for _, test := range []struct {
		axis    int
		eighths wire.Coord
		jump    bool
	}{
		{0, 2048, false}, {0, 2049, true}, {1, 2048, false}, {1, 2049, true}, {2, 2048, false}, {2, 2049, true},
		{0, -2048, false}, {0, -2049, true}, {1, -2049, true}, {2, -2049, true},
	} {
		w := q2Client(t)
		info := func(v wire.Coord) *message.Quake2PlayerInfo {
			m := &message.Quake2PlayerInfo{Mask: message.PlayerOrigin}
			m.Origin[test.axis] = v
			return m
		}
		body := q2Model(1, 255)
		feed(w, q2Frame(1, -1, info(0), body)...)
		if !w.View.Jumped() {
			t.Error("there is nothing before the first frame")
		}
		feed(w, q2Frame(2, 1, info(0), body)...)
		if w.View.Jumped() || w.Players[0].NoLerp {
			t.Error("standing still is a jump")
		}
		feed(w, q2Frame(3, 2, info(test.eighths), body)...)
		if w.Players[0].NoLerp != test.jump || w.View.NoLerp != test.jump || w.View.Jumped() != test.jump {
			t.Errorf("%d eighths along %d: %v, %v", test.eighths, test.axis, w.Players[0].NoLerp, w.View.NoLerp)
		}
		feed(w, q2Frame(4, 3, info(test.eighths), body)...)
		if w.Players[0].NoLerp || w.View.NoLerp {
			t.Error("the jump stays")
		}
		if w.View.WasOrigin[test.axis] != float32(test.eighths)/8 {
			t.Errorf("it was at %v", w.View.WasOrigin)
		}
	}
}

// A frozen player looks at the result of the level, until it moves again.
func TestQuake2Intermission(t *testing.T) {
	w := q2Client(t)
	info := func(kind uint8) *message.Quake2PlayerInfo {
		return &message.Quake2PlayerInfo{Mask: message.PlayerType, Type: kind}
	}
	for i, step := range []struct {
		kind          uint8
		shown, begins bool
	}{{0, false, false}, {4, true, true}, {4, true, false}, {2, false, false}, {4, true, true}, {1, false, false},
		{3, false, false}} {
		feed(w, q2Frame(int32(i+1), int32(i), info(step.kind))...)
		if w.Intermission != step.shown || len(eventsOf(w, world.EventIntermission)) == 1 != step.begins {
			t.Errorf("step %d: %v, %+v", i, w.Intermission, w.Events)
		}
		if step.shown && !w.View.NoLerp {
			t.Errorf("step %d: the eye walks to the result", i)
		}
	}
}

// Angles between two frames go the short way round; a jump is not between.
func TestQuake2ViewAt(t *testing.T) {
	w := q2Client(t)
	turn := func(n int32, pitch, yaw wire.Angle, x wire.Coord) {
		feed(w, q2Frame(n, n-1, &message.Quake2PlayerInfo{
			Mask: message.PlayerViewAngles | message.PlayerOriginX, ViewAngles: [3]wire.Angle{pitch, yaw},
			Origin: [3]wire.Coord{x},
		})...)
	}
	near := func(what string, clock float64, want [3]float32) {
		t.Helper()
		got := w.View.At(clock)
		for i := range got {
			if math.Abs(float64(got[i]-want[i])) > 1e-2 {
				t.Errorf("%s: at %v %v, not %v", what, clock, got, want)
				return
			}
		}
	}
	turn(1, 0, 31857, 0)     // 175 degrees, at clock 0
	turn(2, 4096, -31857, 0) // -175 degrees and 22.5 down, at 0.1
	near("at the first", 0, [3]float32{0, 175, 0})
	near("a quarter", 0.025, [3]float32{5.625, 177.5, 0})
	near("half way", 0.05, [3]float32{11.25, 180, 0})
	near("at the second", 0.1, [3]float32{22.5, -175, 0})
	near("later", 5, [3]float32{22.5, -175, 0})
	near("before all", -1, [3]float32{22.5, -175, 0})
	turn(3, 0, 0, 8000) // a jump
	near("before a jump", 0.15, [3]float32{22.5, -175, 0})
	near("after it", 0.2, [3]float32{0, 0, 0})
	feed(w, q2Frame(3, 3, &message.Quake2PlayerInfo{Mask: message.PlayerViewAngles, ViewAngles: [3]wire.Angle{
		0, 2048}})...)
	near("before a jump that is told twice", 0.15, [3]float32{22.5, -175, 0})
	near("after it", 0.2, [3]float32{0, 11.25, 0})
	// The second half of a full turn, and more frames than are kept.
	for n := int32(4); n <= 30; n++ {
		turn(n, 0, wire.Angle(n%4)*16384, 8000)
	}
	near("long ago", 0.05, w.View.Angles)
	near("lately", 2.85, [3]float32{0, 135, 0}) // 90 at 2.8, 180 at 2.9
	for _, test := range []struct {
		a, b float32
		f    float32
		want float32
	}{
		{10, 20, 0.5, 15}, {350, 10, 0.5, 360}, {10, 350, 0.5, 0}, {0, 180, 0.5, 90}, {0, 181, 0.5, -89.5},
		{0, -180, 0.5, -90},
		{0, -181, 0.5, 89.5}, {0, 720, 0.5, 0}, {-170, 170, 0.25, -175}, {30, 30, 0.7, 30}, {90, 0, 1, 0},
		{90, 0, 0, 90},
	} {
		got := world.LerpAngles([3]float32{test.a, 1, test.a}, [3]float32{test.b, 3, test.b}, test.f)
		if got[0] != test.want || got[2] != test.want || got[1] != 1+2*test.f {
			t.Errorf("from %v to %v by %v: %v", test.a, test.b, test.f, got)
		}
	}
	if got := world.Lerp([3]float32{0, 10, -4}, [3]float32{8, 20, 4}, 0.25); got != [3]float32{2, 12.5, -2} {
		t.Errorf("%v", got)
	}
}

// The viewer's clock goes on by the steps of the demo's, but not over cuts.
func TestQuake2Clock(t *testing.T) {
	w := newWorld23(t, "mvd2")
	if w.Timed() || w.Began() || w.Block != -1 || w.LevelCount != 0 {
		t.Errorf("before the first packet: %+v", w)
	}
	feedAt(w, 100, &message.MultiViewData{Protocol: 37, Version: 2010, Client: -1})
	if w.Time != 100 || w.Clock != 0 || !w.Timed() || !w.Began() {
		t.Errorf("time %v, clock %v", w.Time, w.Clock)
	}
	clock := 0.0
	for _, step := range []struct {
		what        string
		time, step  float64
		stays, cuts bool // the demo's clock stays; the frame before is not one to come from
	}{
		{"the level's first", 100.25, 0.1, false, true},
		{"on", 100.5, 0.25, false, false},
		{"60 seconds", 160.5, 60, false, false},
		{"more than 60 seconds", 220.75, 0.1, false, true},
		{"59.75 seconds", 280.5, 59.75, false, false},
		{"500 seconds", 780.5, 0.1, false, true},
		{"back", 780.25, 0.1, false, true},
		{"far back", 1, 0.1, false, true},
		{"no number", math.NaN(), 0, true, false},
		{"infinite", math.Inf(1), 0, true, false},
		{"infinite", math.Inf(-1), 0, true, false},
		{"on again", 1.25, 0.25, false, false},
	} {
		before := w.Time
		prev := w.FrameClock
		feedAt(w, step.time, &message.MultiViewFrame{})
		clock += step.step
		want := step.time
		if step.stays {
			want = before
		}
		if w.Time != want || math.Abs(w.Clock-clock) > 1e-9 {
			t.Fatalf("%s: time %v, clock %v, not %v", step.what, w.Time, w.Clock, clock)
		}
		if w.FrameClock != w.Clock {
			t.Errorf("%s: the frame's clock %v at %v", step.what, w.FrameClock, w.Clock)
		}
		if step.cuts {
			prev = w.Clock
		}
		if !step.stays && w.PrevFrameClock != prev {
			t.Errorf("%s: the frame before was at %v, not %v", step.what, w.PrevFrameClock, prev)
		}
	}
	// The same time again is no step, and no new frame.
	prev := w.PrevFrameClock
	feedAt(w, 1.25, &message.MultiViewFrame{})
	if w.Clock != clock && math.Abs(w.Clock-clock) > 1e-9 || w.PrevFrameClock != prev {
		t.Errorf("clock %v, before %v", w.Clock, w.PrevFrameClock)
	}
	// A level takes a tenth of a second, however late it is.
	w = q2Client(t)
	feed(w, q2Frame(1, -1, nil)...)
	feed(w, q2Frame(6, -1, nil)...)
	if w.Time != 0.6 || math.Abs(w.Clock-0.5) > 1e-9 {
		t.Errorf("time %v, clock %v", w.Time, w.Clock)
	}
	feed(w, q2Begin(34, 1, 0)...)
	if w.Began() || w.LevelCount != 2 {
		t.Error("a new level has a frame")
	}
	feed(w, q2Frame(600, -1, nil)...)
	if w.Time != 60 || math.Abs(w.Clock-0.6) > 1e-9 || w.PrevFrameClock != w.FrameClock {
		t.Errorf("time %v, clock %v", w.Time, w.Clock)
	}
	feed(w, q2Frame(605, 600, nil)...)
	if math.Abs(w.Clock-1.1) > 1e-9 || math.Abs(w.PrevFrameClock-0.6) > 1e-9 {
		t.Errorf("clock %v, before %v", w.Clock, w.PrevFrameClock)
	}
}

// Who records, by kind of recording.
func TestQuake2Recorder(t *testing.T) {
	for _, test := range []struct {
		protocol int32
		isDemo   uint8
		client   int16
		want     int
		view     int32
	}{
		{34, 1, 0, 0, 1}, {34, 0, 3, 3, 4}, {26, 1, 2, 2, 3}, {34, 1, 255, 255, 256}, {34, 1, 256, -1, 0},
		{34, 1, -1, -1, 0},
		{34, 2, 1, -1, 0}, {34, 0x80, 1, -1, 0}, {32, 0, -1, -1, 0}, {3434, 1, 5, 5, 6},
	} {
		w := newWorld23(t, "dm2")
		feed(w, q2Begin(test.protocol, test.isDemo, test.client)...)
		if w.Recorder != test.want || w.View.Entity != test.view || w.Level().Protocol != int(test.protocol) {
			t.Errorf("%+v: recorder %d, view %d", test, w.Recorder, w.View.Entity)
		}
		if test.want >= 0 && len(w.Players) <= test.want {
			t.Errorf("%+v: the recorder is no player", test)
		}
	}
	// A protocol that is not known begins no level.
	w := q2Client(t)
	feed(w, &message.Quake2ServerData{Protocol: 35, Client: 1})
	if w.LevelCount != 1 || w.Level().Title != "Edge" || w.Recorder != 0 {
		t.Errorf("level %d, %q", w.LevelCount, w.Level().Title)
	}
}

// A new level forgets all but who has recorded so far, and the clock.
func TestQuake2LevelForgets(t *testing.T) {
	w := q2Client(t)
	feed(w, &message.SpawnBaseline{EntityDelta: q2Model(9, 5)}, q2String(800, "abc"), q2String(544, "x"),
		q2String(5, "yb 1"), q2String(289, "a.wav"))
	feed(w, append(q2Frame(1, -1, &message.Quake2PlayerInfo{
		Mask: message.PlayerOriginX | message.PlayerType, Type: 4, Origin: [3]wire.Coord{80}, StatBits: 2,
		Stats: []int16{9},
	}, q2Model(9, 1)),
		&message.Quake2TempEntity{Type: 5}, &message.Sound{Entity: 9, Sound: 1, Volume: 255},
		&message.Print{Level: 2, Text: []byte("line\n")}, &message.CenterPrint{Text: []byte("middle")},
		&message.Layout{Text: []byte("xv 0")}, &message.Inventory{Items: [256]int16{4: 1}},
		&message.Print{Level: 3, Text: []byte("Bob called a time out\n")})...)
	if !w.Paused || !w.Intermission || len(w.Effects.List) == 0 || len(w.Effects.Sounds) == 0 {
		t.Fatalf("nothing to forget: %+v", w)
	}
	feed(w, &message.Quake2ServerData{Protocol: 34, IsDemo: 1, Client: 1, MapName: []byte("Next")})
	l := w.Level()
	for what, forgotten := range map[string]bool{
		"entities": len(w.Entities) == 0 && len(w.PrevEntities) == 0, "baselines": w.Baselines() == 0,
		"names": w.Players[0].Name == "" && !w.Players[0].InUse, "stats": w.Stats == world.Stats{},
		"view": !w.View.Known && w.View.Origin == [3]float32{}, "pause": !w.Paused, "intermission": !w.Intermission,
		"effects": len(w.Effects.List) == 0, "sounds": len(w.Effects.Sounds) == 0, "lines": w.Notices.Len() == 0,
		"middle": len(w.Notices.Center) == 0,
		"layout": w.Quake2HUD.Layout == "", "inventory": w.Quake2HUD.Inventory[4] == 0,
		"light styles": w.LightStyles()[0] == "", "status bar": l.Texts.StatusBar == "",
		"images":      l.ConfigString(544) == "",
		"sound names": l.Sound(1) == "", "map": l.Map == "" && l.Title == "Next" && l.GameDir == "",
		"clients": l.MaxClients == 0,
		"frame":   !w.Began(), "recorder": w.Recorder == 1 && len(w.Players) == 2,
	} {
		if !forgotten {
			t.Errorf("the %s of the last level", what)
		}
	}
	if len(eventsOf(w, world.EventLevel)) != 1 {
		t.Errorf("%+v", w.Events)
	}
	// Frames of the last level are no bases.
	feed(w, q2Frame(2, 1, &message.Quake2PlayerInfo{}, message.EntityDelta{Number: 9, Mask: message.FieldFrame})...)
	if d := cmp.Diff(map[int32]uint16{9: 0}, q2Models(w)); d != "" {
		t.Error(d)
	}
	if w.Players[1].Pose.Origin[0] != 0 {
		t.Errorf("%+v", w.Players[1].Pose)
	}
	w = q2Client(t)
	feed(w, q2Frame(1, -1, &message.Quake2PlayerInfo{Mask: message.PlayerOriginX, Origin: [3]wire.Coord{80}})...)
	feed(w, q2Begin(34, 1, 0)...)
	feed(w, q2Frame(2, 1, &message.Quake2PlayerInfo{})...)
	if w.Players[0].Pose.Origin[0] != 0 {
		t.Errorf("of a frame of the last level: %+v", w.Players[0].Pose)
	}
}

// Baselines are those of the numbers that any protocol has, counted once.
func TestQuake2BaselineNumbers(t *testing.T) {
	w := q2Client(t)
	for _, test := range []struct {
		number int32
		count  int
	}{{-1, 0}, {32768, 0}, {32767, 1}, {0, 2}, {5, 3}, {5, 3}, {32767, 3}} {
		feed(w, &message.SpawnBaseline{EntityDelta: q2Model(test.number, 4)})
		if n := w.Baselines(); n != test.count {
			t.Errorf("with %d: %d baselines", test.number, n)
		}
	}
	feed(w, q2Frame(1, -1, nil, message.EntityDelta{Number: 5}, message.EntityDelta{Number: 6}, message.EntityDelta{
		Number: 32767})...)
	if d := cmp.Diff(map[int32]uint16{5: 4, 6: 0, 32767: 4}, q2Models(w)); d != "" {
		t.Error(d)
	}
	// Before others, too.
	feed(w, q2Frame(2, -1, nil, message.EntityDelta{Number: 32767})...)
	feed(w, q2Frame(3, 2, nil, message.EntityDelta{Number: 5, Mask: message.FieldFrame, Frame: 1}, message.EntityDelta{
		Number: 6})...)
	if d := cmp.Diff(map[int32]uint16{5: 4, 6: 0, 32767: 4}, q2Models(w)); d != "" {
		t.Error(d)
	}
}
