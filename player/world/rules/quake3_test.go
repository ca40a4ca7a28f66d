package rules_test

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/formats/message"
	"demoscope/player/world"
	"demoscope/player/world/internal/worldtest"
)

// q3World drives a world of Quake III by messages made by hand.
type q3World struct {
	*world.World
	command int32
}

// q3Begin begins a level of a protocol with configstrings "index text".
func q3Begin(t testing.TB, protocol int32, texts ...string) *q3World {
	t.Helper()
	q := &q3World{World: newWorld23(t, "dm3"), command: 10}
	q.packet(1, q3GameState(protocol, texts...))
	return q
}

func q3GameState(protocol int32, texts ...string) *message.GameState {
	m := &message.GameState{Protocol: protocol, CommandSequence: 10, ClientNum: 3}
	for _, s := range texts {
		index, text, _ := strings.Cut(s, " ")
		n, err := strconv.Atoi(index)
		if err != nil {
			panic(err)
		}
		m.ConfigStrings = append(m.ConfigStrings, message.GameStateString{Index: uint16(n), Text: []byte(text)})
	}
	return m
}

// packet applies messages as the packet of a sequence number.
func (q *q3World) packet(sequence int32, messages ...message.Message) {
	q.Begin(&message.Packet{Sequence: sequence, Block: q.Block + 1})
	for _, m := range messages {
		q.Apply(m)
	}
	q.End()
	worldtest.See(q.World)
}

// say makes the next command of the server.
func (q *q3World) say(text string) message.Message {
	q.command++
	return &message.ServerCommand{Sequence: q.command, Text: []byte(text)}
}

// commands applies a packet of commands.
func (q *q3World) commands(texts ...string) {
	var list []message.Message
	for _, s := range texts {
		list = append(list, q.say(s))
	}
	q.packet(0, list...)
}

// q3Snap is a snapshot in the making: the player's changes come before those
// of entities.
type q3Snap struct{ m message.Snapshot }

func q3At(milliseconds int32, deltaNum uint8) *q3Snap {
	return &q3Snap{message.Snapshot{ServerTime: milliseconds, DeltaNum: deltaNum}}
}

func (s *q3Snap) changes(list []int32) (first, end int32) {
	first = int32(len(s.m.Changes))
	for i := 0; i < len(list); i += 2 {
		s.m.Changes = append(s.m.Changes, message.SnapshotChange{Field: uint8(list[i]), Value: list[i+1]})
	}
	return first, int32(len(s.m.Changes))
}

func (s *q3Snap) player(fields ...int32) *q3Snap {
	s.m.Player.First, s.m.Player.End = s.changes(fields)
	return s
}

func (s *q3Snap) entity(number uint16, fields ...int32) *q3Snap {
	return s.entityOf(message.SnapshotDelta, number, fields...)
}

func (s *q3Snap) entityOf(kind message.SnapshotChanged, number uint16, fields ...int32) *q3Snap {
	first, end := s.changes(fields)
	s.m.Entities = append(s.m.Entities, message.SnapshotEntity{Number: number, Kind: kind, First: first, End: end})
	return s
}

func (s *q3Snap) gone(number uint16) *q3Snap {
	return s.entityOf(message.SnapshotRemoved, number)
}

// q3Bits are the bits of a number on the wire.
func q3Bits(v float32) int32 { return int32(math.Float32bits(v)) }

// q3Frames lists the frames of the current entities by number.
func q3Frames(q *q3World) map[int32]uint16 {
	m := map[int32]uint16{}
	for _, e := range q.Entities {
		m[e.Number] = e.Frame
	}
	return m
}

// A snapshot changes the one that it names, up to 32 messages back: entities and
// playerState are those of that one.
func TestQuake3DeltaReach(t *testing.T) {
	for _, test := range []struct {
		delta uint8
		frame uint16 // of the base; 0 where it is lost
	}{{1, 140}, {2, 139}, {5, 136}, {31, 110}, {32, 109}, {33, 0}, {40, 0}, {200, 0}} {
		q := q3Begin(t, 68)
		for n := int32(100); n <= 140; n++ {
			q.packet(n, &q3At(n*50, 0).player(message.PlayerStateOriginX, q3Bits(float32(n))).entity(7,
				message.EntityStateFrame, n).m)
		}
		count := q.Snapshots
		q.packet(141, &q3At(9000, test.delta).entity(8, message.EntityStateFrame, 1).m)
		if key, ok := q.Base(); ok != (test.frame != 0) || ok && key != 141-int32(test.delta) {
			t.Errorf("delta %d: base %d, %v", test.delta, key, ok)
		}
		if test.frame == 0 {
			if !q.Uncertain.Entities || !q.Uncertain.Players {
				t.Errorf("delta %d is certain", test.delta)
			}
			test.frame = 140 // the newest is the best guess
		} else if q.Uncertain.Places() {
			t.Errorf("delta %d is uncertain", test.delta)
		}
		if d := cmp.Diff(map[int32]uint16{7: test.frame, 8: 1}, q3Frames(q)); d != "" {
			t.Errorf("delta %d: %s", test.delta, d)
		}
		if q.View.Origin[0] != float32(test.frame) || q.Time != 9 || q.Snapshots != count+1 {
			t.Errorf("delta %d: the eye at %v, time %v", test.delta, q.View.Origin, q.Time)
		}
	}
	// Without a base all begins from nothing.
	q := q3Begin(t, 68)
	for n := int32(1); n <= 80; n++ {
		q.packet(n, &q3At(n*50, 0).player(message.PlayerStateOriginX, q3Bits(9), message.PlayerStateStats+3, 100).m)
	}
	q.packet(81, &q3At(9000, 0).m)
	if v, _ := q.Stats.Get(3); q.View.Origin[0] != 0 || v != 0 {
		t.Errorf("the eye at %v, armor %d", q.View.Origin, v)
	}
	q = q3Begin(t, 68)
	q.packet(2, &q3At(1000, 0).player(message.PlayerStateOriginX, q3Bits(9)).entity(7, message.EntityStateFrame, 3).m)
	q.packet(3, &q3At(1050, 0).m)
	if _, ok := q.Base(); ok || len(q.Entities) != 0 || q.View.Origin[0] != 0 {
		t.Errorf("%v, %d entities, the eye at %v", ok, len(q.Entities), q.View.Origin)
	}
}

// Entities begin from their baseline, go, come back and stay.
func TestQuake3Baselines(t *testing.T) {
	m := q3GameState(68)
	m.Changes = []message.SnapshotChange{
		{Field: message.EntityStateFrame, Value: 1}, {Field: message.EntityStateModelIndex, Value: 5},
		{Field: message.EntityStateFrame, Value: 2},
		{Field: message.EntityStateFrame, Value: 3}, {Field: message.EntityStateFrame, Value: 4},
		{Field: message.EntityStateFrame, Value: 6},
	}
	m.Baselines = []message.SnapshotEntity{
		{Number: 10, Kind: message.SnapshotDelta, First: 0, End: 2}, {Number: 10, Kind: message.SnapshotDelta,
			First: 2, End: 3},
		{Number: 11, Kind: message.SnapshotRemoved, First: 3, End: 4}, {Number: 1022, Kind: message.SnapshotDelta,
			First: 4, End: 5},
		{Number: 1023, Kind: message.SnapshotDelta, First: 5, End: 6},
	}
	q := &q3World{World: newWorld23(t, "dm3")}
	q.packet(1, m)
	q.packet(2, &q3At(1000, 0).entityOf(message.SnapshotSame, 10).entity(11, message.EntityStateWeapon, 1).entityOf(
		message.SnapshotSame, 1022).m)
	if d := cmp.Diff(map[int32]uint16{10: 2, 11: 0, 1022: 4}, q3Frames(q)); d != "" {
		t.Error(d)
	}
	if _, ok := q.SentPose(1022); !ok {
		t.Error("the last entity has no pose")
	}
	if e := q.Entity(10); e.Model[0] != 0 {
		t.Errorf("of two baselines both: %+v", e)
	}
	// Changed, gone, and from the baseline again.
	q.packet(3, &q3At(1050, 1).entity(10, message.EntityStateFrame, 9).m)
	q.packet(4, &q3At(1100, 1).gone(10).gone(500).m)
	if d := cmp.Diff(map[int32]uint16{11: 0, 1022: 4}, q3Frames(q)); d != "" {
		t.Error(d)
	}
	q.packet(5, &q3At(1150, 1).entity(10, message.EntityStateWeapon, 3).m)
	if e := q.Entity(10); e.Frame != 2 || e.Weapon != 3 {
		t.Errorf("%+v", e)
	}
	// A new level has baselines of its own.
	q.packet(6, q3GameState(68))
	q.packet(7, &q3At(1200, 0).entity(10, message.EntityStateWeapon, 3).m)
	if e := q.Entity(10); e.Frame != 0 {
		t.Errorf("%+v", e)
	}
}

// What each field of an entityState is in an entity.
func TestQuake3EntityFields(t *testing.T) {
	q := q3Begin(t, 68)
	fields := []int32{
		message.EntityStateType, 4, message.EntityStateFlags, 0x20001, message.EntityStateWeapon, 5,
		message.EntityStateModelIndex, 33,
		message.EntityStateModelIndex2, 44, message.EntityStateFrame, 55, message.EntityStateLoopSound, 66,
		message.EntityStateClientNum, 7,
		message.EntityStateEvent, 0x207, message.EntityStateSolid, 0xffffff,
		message.EntityStateOrigin2X, q3Bits(1), message.EntityStateOrigin2Y, q3Bits(2), message.EntityStateOrigin2Z,
		q3Bits(3),
		message.EntityStatePosBaseX, q3Bits(10), message.EntityStatePosBaseY, q3Bits(20), message.EntityStatePosBaseZ,
		q3Bits(30),
		message.EntityStatePosDeltaX, q3Bits(100), message.EntityStatePosDeltaY, q3Bits(200),
		message.EntityStatePosDeltaZ, q3Bits(300),
		message.EntityStateAposBasePitch, q3Bits(40), message.EntityStateAposBaseYaw, q3Bits(50),
		message.EntityStateAposBaseRoll, q3Bits(60),
		message.EntityStateOriginX, q3Bits(-1), message.EntityStateAnglesPitch, q3Bits(-1),
		message.EntityStateAngles2Yaw, q3Bits(-1),
		message.EntityStateLegsAnim, 11, message.EntityStateTorsoAnim, 12, message.EntityStatePowerups, 1,
		message.EntityStateEventParm, 2,
	}
	q.packet(2, &q3At(1000, 0).entity(70, fields...).m)
	want := world.Entity{
		Number: 70, Origin: [3]float32{10, 20, 30}, Angles: [3]float32{40, 50, 60}, OldOrigin: [3]float32{1, 2, 3},
		Model: [4]uint16{33, 44},
		Frame: 55, Sound: 66, Skin: 7, Effects: 0x20001, Solid: 0xffffff, Event: 7, Type: 4, Weapon: 5,
	}
	if d := cmp.Diff([]world.Entity{want}, q.Entities); d != "" {
		t.Error(d)
	}
	pose, ok := q.SentPose(70)
	if d := cmp.Diff(world.Pose{Origin: [3]float32{10, 20, 30}, Angles: [3]float32{40, 50, 60}, Velocity: [3]float32{
		100, 200, 300}, VelocityKnown: true}, pose); d != "" || !ok {
		t.Error(d)
	}
	for _, n := range []int32{-1, 69, 71, 1022, 1023, 5000} {
		if _, ok := q.SentPose(n); ok {
			t.Errorf("entity %d has a pose", n)
		}
	}
}

// Where a thing is at 2,000 ms of the server that began its way at 1,000 ms at
// (10, 20, 30), with (100, -40, 8) and, where it ends or swings, 800 ms.
func TestQuake3Trajectories(t *testing.T) {
	for _, test := range []struct {
		kind, began, duration int32
		want                  [3]float32
		angles                [3]float32
	}{
		{0, 1000, 800, [3]float32{10, 20, 30}, [3]float32{10, 20, 30}},
		{1, 1000, 800, [3]float32{10, 20, 30}, [3]float32{10, 20, 30}},
		{2, 1000, 800, [3]float32{110, -20, 38}, [3]float32{110, -20, 38}},
		{2, 2500, 800, [3]float32{-40, 40, 26}, [3]float32{-40, 40, 26}},
		{3, 1000, 800, [3]float32{90, -12, 36.4}, [3]float32{90, -12, 36.4}},
		{3, 1500, 800, [3]float32{60, 0, 34}, [3]float32{60, 0, 34}},
		{3, 2500, 800, [3]float32{10, 20, 30}, [3]float32{10, 20, 30}},
		{4, 1800, 800, [3]float32{110, -20, 38}, [3]float32{110, -20, 38}}, // a quarter of a swing
		{4, 1600, 800, [3]float32{10, 20, 30}, [3]float32{10, 20, 30}},     // half of one
		{4, 1400, 800, [3]float32{-90, 60, 22}, [3]float32{-90, 60, 22}},   // three quarters
		{4, 1000, 0, [3]float32{10, 20, 30}, [3]float32{10, 20, 30}},
		{5, 1000, 800, [3]float32{110, -20, -362}, [3]float32{110, -20, 38}}, // 400 down after a second
		{5, 1500, 800, [3]float32{60, 0, -66}, [3]float32{60, 0, 34}},        // 100 after half of one
		{6, 1000, 800, [3]float32{10, 20, 30}, [3]float32{10, 20, 30}},
	} {
		q := q3Begin(t, 68)
		q.packet(2, &q3At(2000, 0).entity(70,
			message.EntityStatePosType, test.kind, message.EntityStatePosTime, test.began,
			message.EntityStatePosDuration, test.duration,
			message.EntityStatePosBaseX, q3Bits(10), message.EntityStatePosBaseY, q3Bits(20),
			message.EntityStatePosBaseZ, q3Bits(30),
			message.EntityStatePosDeltaX, q3Bits(100), message.EntityStatePosDeltaY, q3Bits(-40),
			message.EntityStatePosDeltaZ, q3Bits(8),
		).entity(71,
			message.EntityStateAposType, test.kind, message.EntityStateAposTime, test.began,
			message.EntityStateAposDuration, test.duration,
			message.EntityStateAposBasePitch, q3Bits(10), message.EntityStateAposBaseYaw, q3Bits(20),
			message.EntityStateAposBaseRoll, q3Bits(30),
			message.EntityStateAposDeltaPitch, q3Bits(100), message.EntityStateAposDeltaYaw, q3Bits(-40),
			message.EntityStateAposDeltaRoll, q3Bits(8),
		).m)
		for axis := range 3 {
			if got := q.Entity(70).Origin[axis]; math.Abs(float64(got-test.want[axis])) > 1e-3 {
				t.Errorf("kind %d from %d: place %v, not %v", test.kind, test.began, q.Entity(70).Origin, test.want)
			}
			if got := q.Entity(71).Angles[axis]; math.Abs(float64(got-test.angles[axis])) > 1e-3 {
				t.Errorf("kind %d from %d: angles %v, not %v", test.kind, test.began, q.Entity(71).Angles, test.angles)
			}
		}
		if q.Entity(70).Angles != [3]float32{} || q.Entity(71).Origin != [3]float32{} {
			t.Error("place and angles are mixed up")
		}
	}
}

// What each field of the playerState is in the player, the view and the stats.
func TestQuake3PlayerState(t *testing.T) {
	q := q3Begin(t, 68, `546 n\Cy\t\0`)
	fields := []int32{
		message.PlayerStateClientNum, 2, message.PlayerStateOriginX, q3Bits(10), message.PlayerStateOriginY, q3Bits(20),
		message.PlayerStateOriginZ, q3Bits(30),
		message.PlayerStateVelocityX, q3Bits(100), message.PlayerStateVelocityY, q3Bits(200),
		message.PlayerStateVelocityZ, q3Bits(-300),
		message.PlayerStateViewPitch, q3Bits(5), message.PlayerStateViewYaw, q3Bits(95), message.PlayerStateViewRoll,
		q3Bits(-15),
		message.PlayerStateViewHeight, 26, message.PlayerStateWeapon, 7, message.PlayerStateLegsAnim, 21,
		message.PlayerStateTorsoAnim, 22,
		message.PlayerStateGroundEntityNum, 1023, message.PlayerStateFlags, 0x500, message.PlayerStateFOV, 100,
		message.PlayerStateBobCycle, 130,
		message.PlayerStateStats, 125, message.PlayerStateStats + 3, 50, message.PlayerStateStats + 15, 9,
		message.PlayerStatePersistant, 14, message.PlayerStatePersistant + 1, 77, message.PlayerStateAmmo + 2, 200,
		message.PlayerStatePowerups + 1, 30000,
		message.PlayerStatePowerups + 15, 8,
	}
	q.packet(2, &q3At(1000, 0).player(fields...).m)
	want := world.Player{
		Slot: 2, InUse: true, Visible: true, Name: "Cy", Team: "free", UserInfo: `n\Cy\t\0`, Frags: 14,
		FragsReported: true, NoLerp: true,
		Pose: world.Pose{Origin: [3]float32{10, 20, 30}, Angles: [3]float32{5, 95, -15}, Velocity: [3]float32{100, 200,
			-300}, VelocityKnown: true},
		Frame: 21, WasFrame: 21, WeaponFrame: 22, Effects: 0x500, Powerups: 0x8002, Weapon: 7,
		Keys: world.KeyAttack, KeysKnown: world.KeyAttack | world.KeyJump | world.KeyCrouch,
		Gun: world.Gun{Known: true, Bob: 130}, Footing: world.InAir,
	}
	if d := cmp.Diff(want, q.Players[2]); d != "" {
		t.Error(d)
	}
	v := &q.View
	if !v.Known || v.Origin != [3]float32{10, 20, 56} || v.Angles != [3]float32{5, 95, -15} || v.Height != 26 ||
		v.FOV != 100 || v.Entity != 2 ||
		!v.NoLerp || q.Recorder != 2 {
		t.Errorf("%+v", v)
	}
	for _, s := range []struct {
		index int
		want  int32
	}{{0, 125}, {3, 50}, {15, 9}, {16, 14}, {17, 77}, {34, 200}, {49, 30000}, {63, 8}, {1, 0}, {18, 0}} {
		if v, known := q.Stats.Get(s.index); v != s.want || !known {
			t.Errorf("stat %d is %d, %v", s.index, v, known)
		}
	}
	// What is not named stays.
	q.packet(3, &q3At(1050, 1).player(message.PlayerStateOriginX, q3Bits(11)).m)
	want.Pose.Origin[0], want.NoLerp, want.FragsAt = 11, false, 0.05
	want.Was, want.WasVisible, want.WasGun = q.Players[2].Was, true, want.Gun
	if d := cmp.Diff(want, q.Players[2]); d != "" {
		t.Error(d)
	}
	if q.View.NoLerp || q.View.Origin != [3]float32{11, 20, 56} || q.View.WasOrigin != [3]float32{10, 20, 56} ||
		q.View.Jumped() {
		t.Errorf("%+v", q.View)
	}
}

// pm_type and pm_flags decide who is seen: 0 normal, 1 without clipping, 2
// spectator, 3 dead, 4 frozen, 5 and 6 intermission; 4096 follows.
func TestQuake3MoveTypes(t *testing.T) {
	for _, test := range []struct {
		kind, flags           int32
		visible, dead, result bool
	}{
		{0, 0, true, false, false}, {1, 0, true, false, false}, {2, 0, false, false, false},
		{2, 4096, true, false, false}, {2, 4095, false, false, false},
		{3, 0, true, true, false}, {4, 0, true, false, false}, {5, 0, false, false, true}, {6, 0, false, false, true},
		{5, 4096, false, false, true},
	} {
		q := q3Begin(t, 68)
		q.packet(2, &q3At(1000, 0).player(message.PlayerStatePMType, test.kind, message.PlayerStatePMFlags, test.flags,
			message.PlayerStateOriginZ, q3Bits(100), message.PlayerStateViewHeight, -16).m)
		p := &q.Players[0]
		if p.Visible != test.visible || p.Dead != test.dead || q.Intermission != test.result {
			t.Errorf("pm_type %d, flags %d: %v, %v, %v", test.kind, test.flags, p.Visible, p.Dead, q.Intermission)
		}
		height, z := float32(-16), float32(84)
		if test.result {
			height, z = 0, 100
		}
		if q.View.Height != height || q.View.Origin[2] != z {
			t.Errorf("pm_type %d: the eye %v high at %v", test.kind, q.View.Height, q.View.Origin)
		}
		ends, shows := len(eventsOf(q.World, world.EventMatchEnd)), len(eventsOf(q.World, world.EventIntermission))
		if ends != 0 || (shows == 1) != test.result { // a match that the recording has not ended before it
			t.Errorf("pm_type %d: %+v", test.kind, q.Events)
		}
		// It is told once.
		q.packet(3, &q3At(1050, 1).m)
		if len(q.Events) != 0 {
			t.Errorf("pm_type %d, again: %+v", test.kind, q.Events)
		}
	}
	// A level's result is told again.
	q := q3Begin(t, 68)
	for n := int32(0); n < 2; n++ {
		q.packet(2+2*n, &q3At(1000, 0).player(message.PlayerStatePMType, 5).m)
		if len(eventsOf(q.World, world.EventIntermission)) != 1 {
			t.Errorf("level %d: %+v", n+1, q.Events)
		}
		q.packet(3+2*n, q3GameState(68))
	}
	// Who recorded is told since protocol 66.
	for _, test := range []struct {
		protocol int32
		told     bool
	}{{43, false}, {48, false}, {66, true}, {68, true}, {91, true}} {
		one, two := q3GameState(test.protocol), q3GameState(test.protocol)
		one.ClientNum, two.ClientNum = 3, 4
		first, second := &q3World{World: newWorld23(t, "dm3")}, &q3World{World: newWorld23(t, "dm3")}
		first.packet(1, one)
		second.packet(1, two)
		if first.Hash() != second.Hash() != test.told {
			t.Errorf("protocol %d: whoever records, the world is the same: %v", test.protocol, !test.told)
		}
	}
	// The dead bit of the flags; view heights of the early protocols are unsigned.
	q = q3Begin(t, 68)
	q.packet(2, &q3At(1000, 0).player(message.PlayerStateFlags, 1).m)
	if !q.Players[0].Dead {
		t.Errorf("%+v", q.Players[0])
	}
	for _, test := range []struct {
		raw  int32
		want float32
	}{{240, -16}, {-16, -16}, {26, 26}, {12, 12}, {127, 127}, {128, -128}} {
		q := q3Begin(t, 43)
		q.packet(2, &q3At(1000, 0).player(message.PlayerStateViewHeight, test.raw).m)
		if q.View.Height != test.want || q.View.Origin[2] != test.want {
			t.Errorf("height %d is %v", test.raw, q.View.Height)
		}
	}
	for _, test := range []struct{ raw, want int32 }{{90, 90}, {255, 255}, {-1, 255}} {
		q := q3Begin(t, 68)
		q.packet(2, &q3At(1000, 0).player(message.PlayerStateFOV, test.raw).m)
		if q.View.FOV != float32(test.want) {
			t.Errorf("fov %d is %v", test.raw, q.View.FOV)
		}
	}
}

// Players come from entities 0 to 63 of kind 1, by their flags and animations.
func TestQuake3PlayerEntities(t *testing.T) {
	q := q3Begin(t, 68, `0 \sv_maxclients\8`, `545 n\Bob\t\2`)
	q.packet(2, &q3At(1000, 0).
		entity(1, message.EntityStateType, 1, message.EntityStateFlags, 0x101, message.EntityStateWeapon, 6,
			message.EntityStateLegsAnim, 15,
			message.EntityStateTorsoAnim, 140, message.EntityStatePosBaseX, q3Bits(5), message.EntityStateAposBaseYaw,
			q3Bits(30),
			message.EntityStatePosDeltaX, q3Bits(1), message.EntityStatePosDeltaY, q3Bits(2),
			message.EntityStatePosDeltaZ, q3Bits(3)).
		entity(2, message.EntityStateType, 2).
		entity(63, message.EntityStateType, 1).
		entity(64, message.EntityStateType, 1).m)
	want := world.Player{
		Slot: 1, InUse: true, Visible: true, Dead: true, Name: "Bob", Team: "blue", UserInfo: `n\Bob\t\2`,
		Shirt: 13, Pants: 13,
		Pose: world.Pose{Origin: [3]float32{5}, Angles: [3]float32{0, 30}, Velocity: [3]float32{1, 2, 3},
			VelocityKnown: true},
		Frame: 15, WasFrame: 15, WeaponFrame: 140, Effects: 0x101, Weapon: 6, Footing: world.OnGround,
	}
	if d := cmp.Diff(want, q.Players[1]); d != "" {
		t.Error(d)
	}
	if q.Players[2].Visible || !q.Players[63].Visible || len(q.Players) != 64 {
		t.Errorf("%d players", len(q.Players))
	}
	if q.PlayerOf(q.Entity(1)) != 1 || q.PlayerOf(q.Entity(2)) != -1 || q.PlayerOf(q.Entity(63)) != 63 ||
		q.PlayerOf(q.Entity(64)) != -1 {
		t.Error("entities and players do not go together")
	}
	// The teleport bit toggles: against the frame before, whatever the base is.
	for i, test := range []struct {
		delta uint8
		flags int32
		jump  bool
	}{{1, 0x0, false}, {1, 0x4, true}, {1, 0x4, false}, {1, 0x6, false}, {1, 0x2, true}, {2, 0x4, true},
		{1, 0x4, false}, {2, 0x0, true}} {
		q.packet(int32(3+i), &q3At(int32(1050+50*i), test.delta).player(message.PlayerStateFlags, test.flags).entity(1,
			message.EntityStateFlags, test.flags).m)
		if q.Players[1].NoLerp != test.jump || q.View.NoLerp != test.jump || q.Players[0].NoLerp != test.jump {
			t.Errorf("step %d: %v, %v, %v", i, q.Players[1].NoLerp, q.View.NoLerp, q.Players[0].NoLerp)
		}
	}
	// Gone, it is not seen and has no pose; it was there.
	q.packet(30, &q3At(2000, 20).m)
	q.packet(31, &q3At(2000, 0).m)
	q.packet(32, &q3At(2050, 0).m)
	if p := q.Players[1]; p.Visible || p.Pose != (world.Pose{}) || p.Weapon != 0 || p.Effects != 0 || p.Frame != 0 {
		t.Errorf("%+v", p)
	}
	// Another player is looked through: a jump.
	q.packet(33, &q3At(2100, 1).player(message.PlayerStateClientNum, 1).m)
	if q.Recorder != 1 || !q.View.NoLerp || q.View.Entity != 1 || !q.Players[1].Visible {
		t.Errorf("recorder %d, %+v", q.Recorder, q.View)
	}
	q.packet(34, &q3At(2150, 1).player(message.PlayerStateClientNum, 64+5).m)
	if q.Recorder != 5 {
		t.Errorf("recorder %d", q.Recorder)
	}
}

// Two snapshots of one moment are one frame.
func TestQuake3SameMoment(t *testing.T) {
	q := q3Begin(t, 68)
	at := func(sequence, milliseconds int32, x float32) {
		q.packet(sequence, &q3At(milliseconds, 0).player(message.PlayerStateOriginX, q3Bits(x)).entity(1,
			message.EntityStateType, 1,
			message.EntityStatePosBaseX, q3Bits(x)).m)
	}
	at(2, 1000, 1)
	at(3, 1050, 2)
	at(4, 1050, 3)
	if q.Players[1].Was.Origin[0] != 1 || q.Players[1].Pose.Origin[0] != 3 || q.View.WasOrigin[0] != 1 ||
		q.View.Origin[0] != 3 || q.PrevEntities[0].Origin[0] != 1 {
		t.Errorf("%+v %+v", q.Players[1], q.View)
	}
	at(5, 1100, 4)
	if q.Players[1].Was.Origin[0] != 3 || q.PrevEntities[0].Origin[0] != 3 || q.View.WasOrigin[0] != 3 ||
		q.Snapshots != 4 {
		t.Errorf("%+v", q.Players[1])
	}
	if math.Abs(q.Clock-0.1) > 1e-9 || math.Abs(q.PrevFrameClock-0.05) > 1e-9 {
		t.Errorf("clock %v, before %v", q.Clock, q.PrevFrameClock)
	}
	at(6, 61100, 5)
	if math.Abs(q.Clock-60.1) > 1e-9 {
		t.Errorf("60 seconds on, the clock is %v", q.Clock)
	}
	at(7, 121101, 6)
	if math.Abs(q.Clock-60.2) > 1e-9 || q.PrevFrameClock != q.FrameClock {
		t.Errorf("more than 60 seconds on, the clock is %v", q.Clock)
	}
	at(8, 5000, 7)
	if math.Abs(q.Clock-60.3) > 1e-9 || q.Time != 5 {
		t.Errorf("back, the clock is %v", q.Clock)
	}
}

// Passing over snapshots leaves what is looked at for Settle, and nothing else.
func TestQuake3Defer(t *testing.T) {
	drive := func(later bool) *q3World {
		q := q3Begin(t, 68, `545 n\Bob`)
		q.Defer = later
		for n := int32(2); n <= 80; n++ {
			s := q3At(1000+50*n, 1)
			if n == 2 {
				s = q3At(1000, 0)
			}
			if n%3 == 0 {
				s.m.ServerTime -= 50
			}
			q.packet(n, &s.player(message.PlayerStateOriginX, q3Bits(float32(n))).
				entity(1, message.EntityStateType, 1, message.EntityStatePosBaseX, q3Bits(float32(n)),
					message.EntityStateFlags, n/5&1*4).m)
		}
		return q
	}
	now, later := drive(false), drive(true)
	if later.Time != now.Time || later.View.Origin != now.View.Origin || later.Recorder != 0 {
		t.Errorf("passed over: time %v, the eye at %v", later.Time, later.View.Origin)
	}
	if len(later.Entities) != 0 && later.Entities[0].Origin[0] == 80 {
		t.Error("nothing was left for later")
	}
	later.Settle()
	if d := cmp.Diff(now.Entities, later.Entities); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(now.PrevEntities, later.PrevEntities); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(now.Players, later.Players); d != "" {
		t.Error(d)
	}
	if now.Hash() != later.Hash() {
		t.Error("another world")
	}
	// A level that begins before anybody has looked.
	later.packet(81, &q3At(9000, 0).entity(7).m)
	later.packet(82, q3GameState(68))
	later.Settle()
	if len(later.Entities) != 0 || len(later.PrevEntities) != 0 {
		t.Errorf("%+v", later.Entities)
	}
}

// Which configstrings are which, by protocol: the first and the last of each
// list.
func TestQuake3ConfigStringRanges(t *testing.T) {
	for _, test := range []struct {
		protocol                int32
		models, sounds, players int
		lastSound               int
	}{{43, 32, 288, 544, 543}, {48, 32, 288, 544, 543}, {68, 32, 288, 544, 543}, {71, 32, 288, 544, 543},
		{73, 17, 274, 529, 528}, {91, 17, 274, 529, 528}} {
		var texts []string
		for _, i := range []int{3, test.models, test.models + 1, test.models + 255, test.sounds, test.sounds + 1,
			test.lastSound} {
			texts = append(texts, fmt.Sprintf("%d text %d", i, i))
		}
		for slot := range 64 {
			texts = append(texts, fmt.Sprintf(`%d n\P%d`, test.players+slot, slot))
		}
		texts = append(texts, fmt.Sprintf(`%d n\nobody`, test.players+64), "1023 last", "1024 beyond")
		q := q3Begin(t, test.protocol, texts...)
		l := q.Level()
		if l.Protocol != int(test.protocol) || l.Title != "text 3" ||
			l.Model(1) != fmt.Sprint("text ", test.models+1) || l.Model(0) != fmt.Sprint("text ", test.models) ||
			l.Model(255) != fmt.Sprint("text ", test.models+255) || l.Sound(0) != fmt.Sprint("text ", test.sounds) ||
			l.Sound(1) != fmt.Sprint("text ", test.sounds+1) ||
			l.Sound(uint16(test.lastSound-test.sounds)) != fmt.Sprint("text ", test.lastSound) || l.Model(256) != "" ||
			l.Sound(256) != "" {
			t.Errorf("protocol %d: %q", test.protocol, l.Models)
		}
		if len(q.Players) != 64 || q.Players[0].Name != "P0" || q.Players[63].Name != "P63" {
			t.Errorf("protocol %d: %d players", test.protocol, len(q.Players))
		}
		if l.ConfigString(1023) != "last" || l.ConfigString(1024) != "" || l.ConfigString(-1) != "" ||
			l.ConfigString(3) != "text 3" {
			t.Errorf("protocol %d: %q", test.protocol, l.ConfigString(1023))
		}
	}
}

// Server and system info, players, and what is forgotten with one who leaves.
func TestQuake3Infos(t *testing.T) {
	q := q3Begin(t, 68, `0 \mapname\Q3DM6\sv_maxclients\12\g_gametype\4\timelimit\20`, `1 \sv_serverid\9\fs_game\osp`,
		"3 The Camping Grounds",
		`544 n\^1Ann\t\1\model\sarge/red\hmodel\keel`, `545 n\Bob\t\2`, `546 n\Cy\t\3`, `547 n\Dee\t\0`, `548 n\Ed\t\4`,
		`549 n\Flo\t\-1`,
		`550 \mo\x\models\y\model\keel\nn\No\\\n\Gil\n\Twice\tt\2\t\1`)
	l := q.Level()
	if l.Map != "maps/q3dm6.bsp" || l.MaxClients != 12 || l.GameDir != "osp" || l.Title != "The Camping Grounds" ||
		!q.Match.Teams ||
		!strings.HasPrefix(l.ServerInfo, `\mapname\Q3DM6`) || len(q.Players) != 12 || q.Recorder != -1 {
		t.Errorf("%+v, %d players", l, len(q.Players))
	}
	for slot, want := range []world.Player{
		{Name: "^1Ann", Team: "red", Skin: "sarge/red", Shirt: 4, Pants: 4}, {Name: "Bob", Team: "blue", Shirt: 13,
			Pants: 13},
		{Name: "Cy", Team: "spectator", Spectator: true}, {Name: "Dee", Team: "free"}, {Name: "Ed", Team: "free"},
		{Name: "Flo", Team: "free"},
		{Name: "Gil", Team: "red", Skin: "keel", Shirt: 4, Pants: 4},
	} {
		want.Slot, want.InUse, want.UserInfo = slot, true, q.Players[slot].UserInfo
		if d := cmp.Diff(want, q.Players[slot]); d != "" {
			t.Errorf("player %d: %s", slot, d)
		}
	}
	q.Players[0].Frags, q.Players[0].Kills, q.Players[0].Deaths, q.Players[0].Ping = 4, 5, 6, 7
	q.commands(`cs 544 ""`, `cs 546 ""`)
	for _, slot := range []int{0, 2} {
		if d := cmp.Diff(world.Player{Slot: slot, Guest: 1}, q.Players[slot]); d != "" {
			t.Errorf("player %d left: %s", slot, d)
		}
	}
	for _, test := range []struct {
		kind  string
		teams bool
	}{{"0", false}, {"1", false}, {"2", false}, {"3", true}, {"4", true}, {"x", false}} {
		if q := q3Begin(t, 68, `0 \g_gametype\`+test.kind); q.Match.Teams != test.teams {
			t.Errorf("game type %s: %v", test.kind, q.Match.Teams)
		}
	}
	for _, test := range []struct {
		clients          string
		players, maximum int
	}{{"0", 1, 0}, {"1", 1, 1}, {"64", 64, 64}, {"65", 64, 64}, {"x", 1, 0}} {
		if q := q3Begin(t, 68, `0 \sv_maxclients\`+test.clients); len(q.Players) != test.players ||
			q.Level().MaxClients != test.maximum {
			t.Errorf("%s clients: %d players of %d", test.clients, len(q.Players), q.Level().MaxClients)
		}
	}
	// Bytes beyond ASCII and percent signs, as the game takes them.
	for _, test := range []struct {
		protocol int32
		want     string
	}{{68, "a.b.."}, {90, "a.b.."}, {91, "a.b\xc3\xa9"}} {
		if q := q3Begin(t, test.protocol, "3 a%b\xc3\xa9"); q.Level().Title != test.want {
			t.Errorf("protocol %d: %q", test.protocol, q.Level().Title)
		}
	}
	// A new level forgets.
	q.packet(5, &q3At(5000, 0).entity(5).m)
	q.commands(`cp "middle"`, `print "line`+"\n\"", `cs 22 1`)
	q.packet(6, q3GameState(68))
	if q.LevelCount != 2 || q.Level().Map != "" || q.Level().Title != "" || len(q.Entities) != 0 ||
		q.Match != (world.Match{FragsCount: true}) || q.Intermission ||
		q.Notices.Len() != 0 || len(q.Notices.Center) != 0 || len(q.Players) != 1 || q.Players[0].InUse || q.Began() ||
		q.View.Known || q.Recorder != -1 {
		t.Errorf("%+v", q.World)
	}
}
