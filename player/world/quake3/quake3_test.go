package quake3

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/formats/message"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/player/world/internal/info"
	"demoscope/player/world/internal/worldtest"
)

// q3 drives a world by messages made by hand.
type q3 struct {
	t        *testing.T
	w        *world.World
	in       *Inspector
	sequence int32
	command  int32
}

func newQ3(t *testing.T, protocol int32, strings ...string) *q3 {
	w, in := NewInspected()
	q := &q3{t: t, w: worldtest.Watch(t, w), in: in}
	q.packet(1, gameStateOf(protocol, strings...))
	return q
}

// gameStateOf has configstrings "index text" and a baseline of entity 100 with
// the event 7.
func gameStateOf(protocol int32, list ...string) *message.GameState {
	m := &message.GameState{Protocol: protocol, CommandSequence: 10, ClientNum: 3}
	for _, s := range list {
		index, text, _ := strings.Cut(s, " ")
		m.ConfigStrings = append(m.ConfigStrings, message.GameStateString{Index: uint16(info.Number(index)),
			Text: []byte(text)})
	}
	m.Changes = []message.SnapshotChange{{Field: message.EntityStateModelIndex, Value: 7}}
	m.Baselines = []message.SnapshotEntity{{Number: 100, Kind: message.SnapshotDelta, End: 1}}
	return m
}

func (q *q3) packet(sequence int32, messages ...message.Message) {
	q.sequence = sequence
	q.w.Begin(&message.Packet{Sequence: sequence, Block: q.w.Block + 1})
	for _, m := range messages {
		q.w.Apply(m)
	}
	q.w.End()
	worldtest.See(q.w)
}

func (q *q3) say(text string) *message.ServerCommand {
	if q.command == 0 {
		q.command = 10
	}
	q.command++
	return &message.ServerCommand{Sequence: q.command, Text: []byte(text)}
}

// snap is a snapshot in the making.
type snap struct{ message.Snapshot }

func snapshotAt(milliseconds int32, deltaNum uint8) *snap {
	return &snap{message.Snapshot{ServerTime: milliseconds, DeltaNum: deltaNum}}
}

// player changes fields of the playerState; it comes before entities.
func (s *snap) player(changes ...int32) *snap {
	for i := 0; i < len(changes); i += 2 {
		s.Changes = append(s.Changes, message.SnapshotChange{Field: uint8(changes[i]), Value: changes[i+1]})
	}
	s.Player.End = int32(len(s.Changes))
	return s
}

func (s *snap) entity(number uint16, kind message.SnapshotChanged, changes ...int32) *snap {
	e := message.SnapshotEntity{Number: number, Kind: kind, First: int32(len(s.Changes))}
	for i := 0; i < len(changes); i += 2 {
		s.Changes = append(s.Changes, message.SnapshotChange{Field: uint8(changes[i]), Value: changes[i+1]})
	}
	e.End = int32(len(s.Changes))
	s.Entities = append(s.Entities, e)
	return s
}

// numbers are those of the world's entities.
func (q *q3) numbers() (list []int32) {
	for i := range q.w.Entities {
		list = append(list, q.w.Entities[i].Number)
	}
	return list
}

func (q *q3) expect(what string, want, got any) {
	q.t.Helper()
	if !equalAny(want, got) {
		q.t.Errorf("%s: %v, not %v", what, got, want)
	}
}

func equalAny(a, b any) bool {
	x, isList := a.([]int32)
	y, _ := b.([]int32)
	if !isList {
		return a == b
	}
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if x[i] != y[i] {
			return false
		}
	}
	return true
}

const (
	same    = message.SnapshotSame
	delta   = message.SnapshotDelta
	removed = message.SnapshotRemoved
)

func bits32(v float32) int32 { return int32(math.Float32bits(v)) }

// TestSnapshotDelta: every rule of the delta between snapshots.
func TestSnapshotDelta(t *testing.T) {
	q := newQ3(t, 68)
	q.packet(10, &snapshotAt(1000, 0).
		entity(5, delta, message.EntityStateModelIndex, 1).
		entity(100, delta, message.EntityStateFrame, 2).
		entity(200, same).Snapshot)
	q.expect("numbers", []int32{5, 100, 200}, q.numbers())
	q.expect("from the baseline", uint16(7), q.w.Entity(100).Model[0])
	q.expect("frame", uint16(2), q.w.Entity(100).Frame)

	// Removal, of one that is there and one that is not; an old one that is
	// not named stays; one that is named without a change is copied.
	q.packet(11, &snapshotAt(1050, 1).
		entity(5, removed).entity(7, removed).entity(100, same).entity(300, delta, message.EntityStateFrame,
		9).Snapshot)
	q.expect("numbers", []int32{100, 200, 300}, q.numbers())
	q.expect("copied", uint16(2), q.w.Entity(100).Frame)

	// Against an earlier one: 5 is still there.
	q.packet(12, &snapshotAt(1100, 2).entity(100, delta, message.EntityStateFrame, 3).Snapshot)
	q.expect("numbers", []int32{5, 100, 200}, q.numbers())
	q.expect("previous", 3, len(q.w.PrevEntities))

	// Gone and come back: from the baseline, not from what it was.
	q.packet(13, &snapshotAt(1150, 1).entity(100, removed).Snapshot)
	q.packet(14, &snapshotAt(1200, 1).entity(100, delta, message.EntityStateWeapon, 4).Snapshot)
	q.expect("frame anew", uint16(0), q.w.Entity(100).Frame)
	q.expect("model anew", uint16(7), q.w.Entity(100).Model[0])

	// A base that is not there: the newest is the best guess, which stays uncertain.
	q.expect("certain", world.Uncertain{}, q.w.Uncertain)
	q.packet(15, &snapshotAt(1250, 6).entity(100, removed).Snapshot)
	q.expect("time", 1.25, q.w.Time)
	q.expect("without it", []int32{5, 200}, q.numbers())
	q.expect("uncertain since the snapshot before", world.Uncertain{Entities: true, Players: true, Texts: true,
		Since: q.w.PrevFrameClock}, q.w.Uncertain)
	q.expect("packets are missing", world.MissingPackets, q.w.Missing)
	q.packet(16, &snapshotAt(1300, 1).entity(400, same).Snapshot)
	q.expect("from the guess", []int32{5, 200, 400}, q.numbers())
	q.expect("uncertain still", true, q.w.Uncertain.Places())
	q.expect("told once", world.NothingMissing, q.w.Missing)
	q.packet(17, &snapshotAt(1350, 3).entity(400, same).Snapshot)
	q.expect("from before it", []int32{5, 100, 200, 400}, q.numbers())
	q.expect("certain again", false, q.w.Uncertain.Places())
}

// TestSnapshotDepth: a base is 32 messages back at most, and is the exact one.
func TestSnapshotDepth(t *testing.T) {
	for _, test := range []struct {
		delta uint8
		kept  bool
	}{{21, true}, {31, true}, {32, true}, {33, false}, {255, false}} {
		q := newQ3(t, 68)
		q.packet(100, &snapshotAt(1000, 0).entity(50, same).Snapshot)
		for i := range int32(test.delta) - 1 {
			q.packet(101+i, &snapshotAt(1001+i, 0).entity(60, delta, message.EntityStateFrame, i).Snapshot)
		}
		q.packet(100+int32(test.delta), &snapshotAt(5000, test.delta).entity(70, same).Snapshot)
		if got := q.w.Entity(50) != nil; got != test.kept {
			t.Errorf("delta of %d: %v", test.delta, got)
		}
	}
}

// TestSnapshotStates: states are shared and given back; a long demo needs no
// more of them.
func TestSnapshotStates(t *testing.T) {
	q := newQ3(t, 68)
	s := snapshotAt(1000, 0)
	for n := range uint16(200) {
		s.entity(n, same)
	}
	q.packet(1, &s.Snapshot)
	for i := int32(2); i < 2000; i++ {
		s := snapshotAt(1000+i, uint8(1+i%2))
		if i == 2 {
			s.DeltaNum = 1
		}
		for n := uint16(i % 7); n < 200; n += 7 {
			s.entity(n, delta, message.EntityStateFrame, i)
		}
		q.packet(i, &s.Snapshot)
	}
	rules := q.in.rules
	if n := len(rules.snaps.states); n > 4*(200+33*30) {
		t.Errorf("%d states", n)
	}
	live := map[uint16]bool{}
	rules.snaps.ring.All(func(n *snapshot) {
		for _, e := range n.entities {
			live[e.slot] = true
		}
	})
	for _, e := range rules.snaps.replaced.entities {
		live[e.slot] = true
	}
	for len(rules.snaps.free) > 0 { // until it has to look for others
		rules.snaps.take(nil)
	}
	rules.snaps.enough = 0
	slot := rules.snaps.take(nil)
	if free := len(rules.snaps.free) + 1; live[slot] || len(live)+free != len(rules.snaps.states) {
		t.Errorf("%d states in use, %d free, %d in all", len(live), free, len(rules.snaps.states))
	}
	kept := 0
	rules.snaps.ring.All(func(n *snapshot) {
		kept++
		for k := uint16(0); k < 200; k++ {
			if rules.snaps.find(n, k) == nil {
				t.Fatalf("entity %d has gone", k)
			}
		}
	})
	if kept != snapshotDepth {
		t.Errorf("%d snapshots kept", kept)
	}
}

// TestTwoGameStates: a second level wipes the first, and time goes back.
func TestTwoGameStates(t *testing.T) {
	q := newQ3(t, 68, `0 \mapname\Q3DM17\sv_maxclients\4`, `1 \fs_game\osp`, "3 The Longest Yard", `544 n\Ann\t\1`,
		"33 *1", "289 sound/a.wav")
	q.packet(10, &snapshotAt(90000, 0).entity(5, same).Snapshot)
	w := q.w
	clock := w.Clock
	q.expect("map", "maps/q3dm17.bsp", w.Level().Map)
	q.expect("title", "The Longest Yard", w.Level().Title)
	q.expect("folder", "osp", w.Level().GameDir)
	q.expect("clients", 4, w.Level().MaxClients)
	q.expect("model", "*1", w.Level().Model(1))
	q.expect("sound", "sound/a.wav", w.Level().Sound(1))
	q.expect("name", "Ann", w.Players[0].Name)
	q.expect("team", "red", w.Players[0].Team)

	q.packet(11, gameStateOf(68, `0 \mapname\q3dm6`))
	q.expect("levels", 2, w.LevelCount)
	q.expect("entities", 0, len(w.Entities))
	q.expect("in use", false, w.Players[0].InUse)
	q.packet(12, &snapshotAt(5000, 2).Snapshot) // its base was wiped
	q.expect("a change of nothing", world.MissingPackets, w.Missing)
	q.expect("is uncertain", true, w.Uncertain.Places())
	q.packet(13, &snapshotAt(5050, 0).Snapshot)
	q.expect("a whole one is not", false, w.Uncertain.Places())
	q.expect("time", 5.05, w.Time)
	if w.Clock <= clock {
		t.Errorf("the viewer's clock went from %v to %v", clock, w.Clock)
	}
}

// TestCommands: each is carried out once; long configstrings come in pieces.
func TestCommands(t *testing.T) {
	q := newQ3(t, 68, `0 \mapname\x`)
	w := q.w
	twice := q.say("cs 544 \"n\\B\xe9%b\\t\\3\"\n")
	q.packet(2, twice, twice, &message.ServerCommand{Sequence: 9, Text: []byte(`cs 544 "n\old"`)})
	q.expect("name", "B..b", w.Players[0].Name)
	q.expect("spectator", true, w.Players[0].Spectator)
	q.packet(3, q.say(`bcs0 1 "\fs_game\`), q.say(`bcs1 1 "cp"`), q.say(`bcs2 1 "ma\x\y"`))
	q.expect("joined", `\fs_game\cpma\x\y`, w.Level().ConfigString(1))
	q.packet(4, q.say(`bcs0 1 "`+strings.Repeat("x", 9000)+`"`), q.say(`bcs2 1 "y"`))
	q.expect("too long", `\fs_game\cpma\x\y`, w.Level().ConfigString(1)[:len(`\fs_game\cpma\x\y`)])
	q.packet(5, q.say("cs 1024 \"x\""), q.say("cs -1 \"x\""), q.say("cs"), q.say(""), q.say("bcs2"), q.say(`"`),
		q.say("scores 64 0 0"), q.say("tinfo 1 99 0 0 0 0 0"), q.say("mm2 -1 0 \"x\""))

	q.packet(6, q.say(`chat "B..b^7: ^2hello"`), q.say(`print "a line`+"\n"+`"`), q.say(`cp "middle"`))
	var kinds []world.EventKind
	for _, e := range w.Events {
		kinds = append(kinds, e.Kind)
	}
	if len(kinds) != 2 || kinds[0] != world.EventChat || kinds[1] != world.EventPrint || w.Events[0].Player != 0 {
		t.Errorf("%+v", w.Events)
	}
	q.expect("center", "middle", string(w.Notices.Center))
	q.packet(7, q.say("scores 2 3 4 0 17 30 5 0 0 1 -2 40 5 0 0"), q.say("tinfo 1 1 0 66 77 5 0"))
	q.expect("score of the player whom a spectator follows", int32(0), w.Players[0].Frags)
	q.expect("score", int32(-2), w.Players[1].Frags)
	q.expect("ping", int32(40), w.Players[1].Ping)
	if v, ok := w.Players[1].Stats.Get(3); !ok || v != 77 {
		t.Error("armor of a team mate", v, ok)
	}
	q.packet(8, q.say(`cs 544 ""`))
	q.expect("left", false, w.Players[0].InUse)
}

// TestObituary: an event entity that stays fires once; one that comes back
// fires again.
func TestObituary(t *testing.T) {
	for _, test := range []struct{ protocol, kind int32 }{{43, 70}, {48, 73}, {68, 73}, {71, 73}, {73, 71}, {91, 71}} {
		q := newQ3(t, test.protocol)
		kills := 0
		frame := func(n int32, m *snap) {
			q.packet(n, &m.Snapshot)
			for _, e := range q.w.Events {
				if e.Kind == world.EventKill {
					kills++
					if e.Player != 1 || e.Other != 2 || e.Weapon != weapon.RocketLauncher || e.Value != 6 {
						t.Errorf("protocol %d: %+v", test.protocol, e)
					}
				}
			}
		}
		dead := []int32{
			message.EntityStateType, test.kind, message.EntityStateOtherEntityNum, 2,
			message.EntityStateOtherEntityNum2, 1, message.EntityStateEventParm, 6,
		}
		frame(10, snapshotAt(1000, 0).entity(400, delta, dead...))
		frame(11, snapshotAt(1050, 1))
		frame(12, snapshotAt(1100, 1))
		if kills != 1 {
			t.Errorf("protocol %d: %d kills", test.protocol, kills)
		}
		frame(13, snapshotAt(1150, 1).entity(400, removed))
		frame(14, snapshotAt(1200, 2)) // still in the snapshot that this one changes
		if kills != 2 || q.w.Players[2].Deaths != 2 || q.w.Players[1].Kills != 2 {
			t.Errorf("protocol %d: %d kills, then", test.protocol, kills)
		}
	}
}

// TestPlayers: players come from their entities, and the one who is followed
// from the playerState.
func TestPlayers(t *testing.T) {
	q := newQ3(t, 68, `544 n\Ann`, `545 n\Bob`)
	w := q.w
	q.packet(10, &snapshotAt(1000, 0).
		player(message.PlayerStateOriginX, bits32(10), message.PlayerStateViewYaw, bits32(90),
			message.PlayerStateViewHeight, 26,
			message.PlayerStateWeapon, 5, message.PlayerStateStats, 66, message.PlayerStatePersistant, 4).
		entity(1, delta, message.EntityStateType, etPlayer, message.EntityStatePosType, trInterpolate,
			message.EntityStatePosBaseY, bits32(20), message.EntityStateAposBaseYaw, bits32(45),
			message.EntityStatePosDeltaX, bits32(300), message.EntityStateWeapon, 7, message.EntityStateFlags,
			efDead).Snapshot)
	ann, bob := &w.Players[0], &w.Players[1]
	if !ann.Visible || ann.Pose.Origin[0] != 10 || ann.Pose.Angles[1] != 90 || ann.Weapon != 5 || ann.Frags != 4 {
		t.Errorf("%+v", ann)
	}
	if !bob.Visible || !bob.Dead || bob.Pose.Origin[1] != 20 || bob.Pose.Angles[1] != 45 ||
		bob.Pose.Velocity[0] != 300 || bob.Weapon != 7 {
		t.Errorf("%+v", bob)
	}
	if !w.View.Known || w.View.Origin != [3]float32{10, 0, 26} || w.Recorder != 0 || w.PlayerOf(w.Entity(1)) != 1 {
		t.Errorf("%+v", w.View)
	}
	if v, ok := w.Stats.Get(0); !ok || v != 66 {
		t.Error("health", v, ok)
	}
	// A teleport toggles a bit; a spectator's eye is no player.
	q.packet(11, &snapshotAt(1050, 1).player(message.PlayerStateFlags, efTeleport).entity(1, delta,
		message.EntityStateFlags, efTeleport).Snapshot)
	if !ann.NoLerp || !bob.NoLerp || !w.View.NoLerp || bob.Dead {
		t.Error("a teleport was not noticed")
	}
	q.packet(12, &snapshotAt(1100, 1).player(message.PlayerStatePMType, pmSpectator).entity(1, removed).Snapshot)
	if ann.Visible || bob.Visible || !bob.WasVisible || ann.NoLerp {
		t.Errorf("%+v %+v", ann, bob)
	}
	q.packet(13, &snapshotAt(1150, 1).player(message.PlayerStatePMType, pmIntermission).Snapshot)
	if !w.Intermission || w.View.Origin != [3]float32{10, 0, 0} {
		t.Errorf("intermission: %+v", w.View)
	}
	// Early protocols have no signed numbers.
	q = newQ3(t, 43)
	q.packet(10, &snapshotAt(1000, 0).player(message.PlayerStateViewHeight, 240).Snapshot)
	q.expect("view height", float32(-16), q.w.View.Height)
}

// TestTrajectory: places over time, by kind.
func TestTrajectory(t *testing.T) {
	var s entityState
	for i, v := range []float32{1, 2, 3} {
		at := [3]int{message.EntityStatePosBaseX, message.EntityStatePosBaseY, message.EntityStatePosBaseZ}
		to := [3]int{message.EntityStatePosDeltaX, message.EntityStatePosDeltaY, message.EntityStatePosDeltaZ}
		s[at[i]], s[to[i]] = bits32(v), bits32([]float32{10, 0, 100}[i])
		at = [3]int{message.EntityStateAposBasePitch, message.EntityStateAposBaseYaw, message.EntityStateAposBaseRoll}
		to = [3]int{message.EntityStateAposDeltaPitch, message.EntityStateAposDeltaYaw,
			message.EntityStateAposDeltaRoll}
		s[at[i]], s[to[i]] = bits32(v), bits32([]float32{10, 0, 100}[i])
	}
	s[message.EntityStatePosTime], s[message.EntityStatePosDuration] = 1000, 500
	s[message.EntityStateAposTime], s[message.EntityStateAposDuration] = 1000, 500
	for _, test := range []struct {
		kind, now int32
		want      [3]float32
	}{
		{trStationary, 9000, [3]float32{1, 2, 3}},
		{trInterpolate, 9000, [3]float32{1, 2, 3}},
		{trLinear, 1100, [3]float32{2, 2, 13}},
		{trLinear, 900, [3]float32{0, 2, -7}},
		{trLinearStop, 1100, [3]float32{2, 2, 13}},
		{trLinearStop, 900, [3]float32{1, 2, 3}},
		{trLinearStop, 9000, [3]float32{6, 2, 53}},
		{trSine, 1125, [3]float32{11, 2, 103}},
		{trSine, 1375, [3]float32{-9, 2, -97}},
		{trGravity, 1100, [3]float32{2, 2, 9}},
		{77, 9000, [3]float32{1, 2, 3}},
		{-1, 9000, [3]float32{1, 2, 3}},
	} {
		s[message.EntityStatePosType], s[message.EntityStateAposType] = test.kind, test.kind
		var place, angles mgl32.Vec3
		s.placeAt(test.now, &place)
		s.anglesAt(test.now, &angles)
		if test.kind == trGravity {
			angles[2] -= 4
		}
		for i := range place {
			if math.Abs(float64(place[i]-test.want[i])) > 1e-4 || math.Abs(float64(angles[i]-test.want[i])) > 1e-4 {
				t.Errorf("kind %d at %d: %v and %v, not %v", test.kind, test.now, place, angles, test.want)
				break
			}
		}
	}
	q := newQ3(t, 68)
	q.packet(10, &snapshotAt(1100, 0).entity(9, delta, message.EntityStatePosType, trLinear, message.EntityStatePosTime,
		1000,
		message.EntityStatePosBaseX, bits32(5), message.EntityStatePosDeltaX, bits32(100)).Snapshot)
	q.expect("place", mgl32.Vec3{15, 0, 0}, q.w.Entity(9).Origin)
	if p, ok := q.w.SentPose(9); !ok || p.Origin[0] != 5 || p.Velocity[0] != 100 {
		t.Errorf("%v %v", p, ok)
	}
	if _, ok := q.w.SentPose(8); ok {
		t.Error("there is no entity 8")
	}
	if traveled(trSine, 1, 0, 5) != 0 {
		t.Error("a swing without a period")
	}
}

// TestModels: what entities show, by kind.
func TestModels(t *testing.T) {
	q := newQ3(t, 68, "32 -1", "34 models/a.md3")
	for _, test := range []struct {
		e    world.Entity
		want string
	}{
		{world.Entity{Type: etMover, Model: [4]uint16{3}, Solid: solidBrushModel}, "*3"},
		{world.Entity{Type: etGeneral, Model: [4]uint16{2}}, "models/a.md3"},
		{world.Entity{Type: etGeneral}, ""}, // 0 has a name in some demos
		{world.Entity{Type: etItem, Model: [4]uint16{12}}, "models/weapons2/rocketl/rocketl.md3"},
		{world.Entity{Type: etItem, Model: [4]uint16{12}, Effects: efNoDraw}, ""},
		{world.Entity{Type: etMissile, Weapon: 5}, "models/ammo/rocket/rocket.md3"},
		{world.Entity{Type: etPushTrigger, Model: [4]uint16{1}, Solid: solidBrushModel}, ""},
		{world.Entity{Type: 80}, ""},
		{world.Entity{Type: etItem, Model: [4]uint16{250}}, ""},
		{world.Entity{Type: etMissile, Weapon: 250}, ""},
	} {
		q.expect("model", test.want, q.w.ModelOf(&test.e))
	}
	live := newQ3(t, 91)
	q.expect("railgun", "models/weapons2/railgun/railgun.md3",
		live.w.ModelOf(&world.Entity{Type: etItem, Model: [4]uint16{15}}))
}

// q3ItemNumber is the number of an item in a list.
func q3ItemNumber(t *testing.T, list []item, class string) int32 {
	for i := range list {
		if list[i].class == class {
			return int32(i)
		}
	}
	t.Fatal(class)
	return 0
}

// q3Event is an entity's event, new with each toggle of its high bits.
func q3Event(s *snap, number uint16, toggle, event, parm int32) *snap {
	return s.entity(number, message.SnapshotDelta, message.EntityStateType, etPlayer,
		message.EntityStateEvent, event|toggle<<8, message.EntityStateEventParm, parm)
}

func TestQuake3Items(t *testing.T) {
	q := newQ3(t, 68, `544 n\Ann`, `545 n\^1Bo^7`, `546 n\Cy`)
	w := q.w
	rocket, shard, quad := q3ItemNumber(t, baseItems, "weapon_rocketlauncher"), q3ItemNumber(t, baseItems,
		"item_armor_shard"), q3ItemNumber(t, baseItems, "item_quad")
	flag := q3ItemNumber(t, baseItems, "team_CTF_redflag")
	q.packet(2, &snapshotAt(1000, 0).player(message.PlayerStateClientNum, 2).Snapshot)
	q.packet(3, &q3Event(q3Event(snapshotAt(1050, 1), 0, 1, evItemPickup, rocket), 1, 1, evItemPickup, shard).Snapshot)
	worldtest.ExpectEvents(t, w, "a weapon and a shard", "Ann takes Rocket Launcher")
	q.packet(4, &q3Event(snapshotAt(1100, 1), 1, 2, evItemPickup, quad).Snapshot)
	worldtest.ExpectEvents(t, w, "a powerup", "^1Bo^7 takes Quad Damage")
	q.packet(5, &snapshotAt(1150, 1).entity(70, message.SnapshotDelta,
		message.EntityStateType, q.events()+evGlobalItemPickup, message.EntityStateEventParm, quad).Snapshot)
	worldtest.ExpectEvents(t, w, "the same, heard by all")
	// A line tells who has the flag, before everybody hears it.
	q.packet(6, q.say(`print "^1Bo^7^7 got the RED flag!`+"\n\""), &snapshotAt(1200, 1).Snapshot)
	worldtest.ExpectEvents(t, w, "a line", "^1Bo^7 takes Red Flag")
	q.packet(7, &snapshotAt(1250, 1).entity(71, message.SnapshotDelta,
		message.EntityStateType, q.events()+evGlobalItemPickup, message.EntityStateEventParm, flag).Snapshot)
	worldtest.ExpectEvents(t, w, "the same, heard by all")
	q.packet(8, &snapshotAt(3000, 1).entity(72, message.SnapshotDelta,
		message.EntityStateType, q.events()+evGlobalItemPickup, message.EntityStateEventParm, flag).Snapshot)
	worldtest.ExpectEvents(t, w, "only heard by all", "- takes Red Flag")
	// The recorder's own event comes after what everybody hears.
	q.packet(9, &snapshotAt(4000, 1).player(message.PlayerStateEventSequence, 1, message.PlayerStateEvents0,
		evItemPickup, message.PlayerStateEventParms0, quad).
		entity(73, message.SnapshotDelta, message.EntityStateType, q.events()+evGlobalItemPickup,
			message.EntityStateEventParm, quad).Snapshot)
	worldtest.ExpectEvents(t, w, "heard, then known", "Cy takes Quad Damage")
}

// events is the kind of the first entity that is nothing but an event.
func (q *q3) events() int32 { return q.in.rules.numbers.events }

func TestQuake3Captures(t *testing.T) {
	q := newQ3(t, 68, `544 n\Ann`)
	w := q.w
	capture := func(n, milliseconds int32) {
		s := snapshotAt(milliseconds, 1)
		if n == 2 {
			s = snapshotAt(milliseconds, 0)
		}
		q.packet(n, &s.entity(uint16(60+n), message.SnapshotDelta,
			message.EntityStateType, q.events()+evGlobalTeamSound, message.EntityStateEventParm, 1).Snapshot)
	}
	capture(2, 1000)
	worldtest.ExpectEvents(t, w, "a sound", "- captures 2")
	q.packet(3, q.say(`print "Ann^7 captured the RED flag!`+"\n\""), &snapshotAt(1050, 1).Snapshot)
	worldtest.ExpectEvents(t, w, "a line", "Ann captures Red Flag0")
	capture(4, 1100)
	worldtest.ExpectEvents(t, w, "its sound")
	capture(5, 9000)
	worldtest.ExpectEvents(t, w, "another sound", "- captures 2")
}

// In harvester a line tells who brought in skulls, to the base of the others, whose sound is heard.
func TestSkullsBroughtIn(t *testing.T) {
	q := newQ3(t, 71, `0 \g_gametype\7`, `544 n\Ann\t\2`, `545 n\Bo\t\1`)
	w := q.w
	sound := func(n, milliseconds, parm int32) {
		q.packet(n, &snapshotAt(milliseconds, 0).entity(uint16(60+n), message.SnapshotDelta,
			message.EntityStateType, q.events()+evGlobalTeamSound, message.EntityStateEventParm, parm).Snapshot)
	}
	sound(2, 1000, 0)
	worldtest.ExpectEvents(t, w, "a sound", "- captures Skulls2")
	q.packet(3, q.say(`print "Ann^7 brought in 12 skulls.`+"\n\""), q.say(`print "Zed^7 brought in 1 skull.`+"\n\""),
		q.say(`print "Ann^7 brought in skulls.`+"\n\""),
		&snapshotAt(1050, 0).Snapshot)
	worldtest.ExpectEvents(t, w, "lines", "Ann captures Skulls2")
	sound(4, 1100, 0)
	worldtest.ExpectEvents(t, w, "its sound")
	q.packet(5, q.say(`print "Bo^7 brought in 1 skull.`+"\n\""), &snapshotAt(9000, 0).Snapshot)
	worldtest.ExpectEvents(t, w, "another line", "Bo captures Skulls1")
}

// Quake Live tells those who watch what was taken, and of time-outs.
func TestQuakeLiveLines(t *testing.T) {
	q := newQ3(t, 91, `529 n\^1Ann`, `530 n\Bo`)
	w := q.w
	q.packet(2, q.say(`print "^1Ann^7 ^7got the ^7Red Armor.`+"\n\""),
		q.say(`print "Zed^7 ^7got the ^7Red Armor.`+"\n\""),
		q.say(`print "Bo^7 ^7got the ^7Mega Health.`+"\n\""), q.say(`print "Bo^7 ^7got the ^7Shells.`+"\n\""))
	worldtest.ExpectEvents(t, w, "lines", "^1Ann takes Red Armor", "Bo takes Mega Health")
	q.packet(3, q.say(`cs 669 "123000"`))
	worldtest.ExpectEvents(t, w, "time-out", "- pause 1")
	c := w.Clone()
	q.packet(4, q.say(`cs 669 ""`))
	worldtest.ExpectEvents(t, w, "over", "- pause 0")
	if !c.Paused || w.Paused {
		t.Error(c.Paused, w.Paused)
	}
}

func TestCPMATimeOut(t *testing.T) {
	q := newQ3(t, 68, `0 \gamename\cpma`)
	q.packet(2, q.say(`cs 672 "\ts\1000\tw\0\te\5000"`))
	worldtest.ExpectEvents(t, q.w, "time-out", "- pause 1", "begin")
	q.packet(3, q.say(`cs 672 "\ts\1000\tw\0\te\0"`))
	worldtest.ExpectEvents(t, q.w, "over", "- pause 0")
}

// Lines stay as they are until the next packet.
func TestQuake3TextsStay(t *testing.T) {
	q := newQ3(t, 68, `0 \gamename\cpma`, `544 n\Ann`, `545 n\Bo`)
	q.packet(2, q.say(`chat "Ann^7: one"`), q.say(`tchat "Bo^7: two two"`), q.say(`mm2 0 "" "three"`),
		q.say(`cs 3 "four four four"`))
	worldtest.ExpectEvents(t, q.w, "chat", `Ann says "Ann^7: one\n"`, `Bo says "Bo^7: two two\n"`,
		`Ann says "(Ann^7): three\n"`)
}

// Chat as the games write it, with the speaker.
func TestChat(t *testing.T) {
	players := []string{`544 n\Ann`, `545 n\^1Bo^7`, `546 n\Ann (b)`, "547 n\\Di "}
	for _, test := range []struct {
		protocol   int32
		info, text string
		want       string // speaker and line
	}{
		{68, "0 ", "chat \"Ann^7\x19: ^2hello\"", `Ann says "Ann^7: ^2hello\n"`},
		{43, "0 ", `chat "^1Bo^7^7: ^2hello"`, `^1Bo^7 says "^1Bo^7^7: ^2hello\n"`},
		{68, "0 ", "tchat \"\x19(Ann^7\x19) (Quad)\x19: ^5here\"", `Ann says "(Ann^7) (Quad): ^5here\n"`},
		{68, "0 ", "tchat \"\x19(Ann (b)^7\x19) (Quad)\x19: ^5here\"", `Ann (b) says "(Ann (b)^7) (Quad): ^5here\n"`},
		{68, "0 ", "chat \"\x19[Di ^7\x19]\x19: ^6psst\"", `Di  says "[Di ^7]: ^6psst\n"`},
		{68, "0 ", `chat "Ann is on a killing spree with 5 kills"`,
			`- says "Ann is on a killing spree with 5 kills\n"`},
		{68, "0 ", `chat "Zed^7: ^2Ann^7: hello"`, `- says "Zed^7: ^2Ann^7: hello\n"`},
		// Numbers before a name are a name's own before Quake Live.
		{68, "0 ", `chat "01 Ann^7: ^2hello"`, `- says "01 Ann^7: ^2hello\n"`},
		{68, `0 \gamename\cpma`, `mm2 1 4 "low"`, `^1Bo^7 says "(^1Bo^7^7) (^5QUAD^7^7): low\n"`},
		{68, `0 \gamename\cpma`, `mm2 1 5 "low"`, `^1Bo^7 says "(^1Bo^7^7): low\n"`},
		{68, `0 \gamename\cpma`, `mm2 1 0 "^7 ^3TAKEN"`, `^1Bo^7 says "(^1Bo^7^7): ^7 ^3TAKEN\n"`},
		{68, `0 \gamename\cpma`, `mm2 99 0 "low"`, `- says "(^7): low\n"`},
	} {
		q := newQ3(t, test.protocol, append([]string{test.info, "608 unknown", "612 ^5QUAD^7"}, players...)...)
		q.packet(2, q.say(test.text))
		worldtest.ExpectEvents(t, q.w, test.text, test.want)
	}
	// Quake Live writes the speaker's slot and clan before the name.
	for _, test := range []struct{ text, want string }{
		{"chat \"01 345 ^4Terifire^7^7\x19: ^2hf\"", `^4Terifire^7 says "345 ^4Terifire^7^7: ^2hf\n"`},
		{"tchat \"00 \x19(12 x^7\x19) (RA)\x19: ^5b\"", `12 x says "(12 x^7) (RA): ^5b\n"`},
		{"chat \"12 x^7\x19: ^2b\"", `12 x says "12 x^7: ^2b\n"`},
		{"chat \"12 monkeys\"", `- says "12 monkeys\n"`},
		{"chat \"12\"", `- says "12\n"`},
		{"chat \"1a b\"", `- says "1a b\n"`},
	} {
		q := newQ3(t, 73, "0 ", `529 n\12 x`, `530 n\^4Terifire^7`)
		q.packet(2, q.say(test.text))
		worldtest.ExpectEvents(t, q.w, test.text, test.want)
	}
	q := newQ3(t, 68, "0 ")
	q.packet(2, q.say("print \"[skipnotify]a line\n\""))
	q.expect("for the console", "a line", string(q.w.Notices.Line(0).Text))
}

// A player who has gone through a teleporter is not moved from there, also if the
// moment has a second snapshot, however the world came to it.
func TestTeleport(t *testing.T) {
	player := func(milliseconds int32, flags, frame int32) *message.Snapshot {
		return &snapshotAt(milliseconds, 1).player(message.PlayerStateClientNum, 9).entity(3, delta,
			message.EntityStateType, etPlayer,
			message.EntityStateFlags, flags, message.EntityStateFrame, frame).Snapshot
	}
	begin := func() *q3 {
		q := newQ3(t, 68)
		q.packet(10, &snapshotAt(1000, 0).player(message.PlayerStateClientNum, 9).entity(3, delta,
			message.EntityStateType, etPlayer).Snapshot)
		return q
	}
	expect := func(what string, w *world.World, want bool) {
		t.Helper()
		w.Settle()
		if w.Players[3].NoLerp != want {
			t.Errorf("%s: jumped is %v", what, !want)
		}
	}
	q := begin()
	q.packet(11, player(1050, efTeleport, 0))
	expect("a teleport", q.w, true)
	c := q.w.Clone()
	q.packet(12, player(1050, efTeleport, 1))
	expect("the same moment", q.w, true)
	deferred := begin()
	deferred.w.Defer = true
	deferred.packet(11, player(1050, efTeleport, 0))
	deferred.packet(12, player(1050, efTeleport, 1))
	expect("passed over", deferred.w, true)
	if deferred.w.Hash() != q.w.Hash() {
		t.Error("passed over, it is another world")
	}
	copied := worldtest.Watch(t, world.New(world.Quake3, New))
	copied.CopyFrom(c)
	copied.Begin(&message.Packet{Sequence: 12, Block: copied.Block + 1})
	copied.Apply(player(1050, efTeleport, 1))
	copied.End()
	expect("from a copy", copied, true)
	if copied.Hash() != q.w.Hash() {
		t.Error("from a copy, it is another world")
	}
	q.packet(13, player(1100, efTeleport, 2))
	expect("the next moment", q.w, false)
	// Two teleports in a moment are where it began; who was watched has no entity.
	q = begin()
	q.packet(11, player(1050, efTeleport, 0))
	q.packet(12, player(1050, 0, 0))
	expect("there and back", q.w, false)
	q.packet(13, &snapshotAt(1100, 1).player(message.PlayerStateClientNum, 3).entity(3, removed).Snapshot)
	q.packet(14, player(1150, efTeleport, 0))
	expect("watched before", q.w, true)
	q.packet(15, &snapshotAt(1200, 1).entity(3, removed).Snapshot)
	q.packet(16, player(1250, 0, 0))
	expect("not there before", q.w, false)
}

// The frame before is the last snapshot of its moment, also if somebody has looked at an
// earlier one of that moment and passes over the rest, as a seek from a keyframe does.
func TestFrameBeforeOfTwoSnapshots(t *testing.T) {
	at := func(milliseconds int32, deltaNum uint8, x float32) *message.Snapshot {
		bits := int32(math.Float32bits(x))
		return &snapshotAt(milliseconds, deltaNum).player(message.PlayerStateClientNum, 3, message.PlayerStateOriginX,
			bits).
			entity(100, delta, message.EntityStatePosBaseX, bits).Snapshot
	}
	for _, test := range []struct {
		name  string
		looks [4]bool // at each snapshot
	}{
		{"each", [4]bool{true, true, true, true}},
		{"none", [4]bool{}},
		{"the first of the moment", [4]bool{false, true, false, false}},
		{"the last of the moment", [4]bool{false, false, true, false}},
	} {
		q := newQ3(t, 68)
		q.w.Defer = true
		for i, s := range []*message.Snapshot{at(1000, 0, 10), at(1050, 1, 20), at(1050, 1, 30), at(1100, 1, 40)} {
			q.packet(10+int32(i), s)
			if test.looks[i] {
				q.w.Settle()
			}
		}
		q.w.Settle()
		q.expect(test.name+": the player", [2]float32{30, 40}, [2]float32{q.w.Players[3].Was.Origin[0],
			q.w.Players[3].Pose.Origin[0]})
		q.expect(test.name+": entities", [2]int{1, 1}, [2]int{len(q.w.PrevEntities), len(q.w.Entities)})
		q.expect(test.name+": the entity", [2]float32{30, 40}, [2]float32{q.w.PrevEntities[0].Origin[0],
			q.w.Entities[0].Origin[0]})
	}
}

// The lists of a world are made anew only where they are not what they were: of each frame they say
// what its snapshot has, also where entities come and go, and when the states of a list that was made
// long ago are those of others.
func TestListsComeBack(t *testing.T) {
	const x, frame = message.EntityStatePosBaseX, message.EntityStateFrame
	q := newQ3(t, 68)
	sequence := int32(10)
	step := func(s *snap) { q.packet(sequence, &s.Snapshot); sequence++ }
	at := func() *snap { return snapshotAt(1000+50*(sequence-10), uint8(min(1, sequence-10))).player() }
	// number, place and frame of each
	rows := func(list []world.Entity) (rows [][3]int) {
		for i := range list {
			rows = append(rows, [3]int{int(list[i].Number), int(list[i].Origin[0]), int(list[i].Frame)})
		}
		return rows
	}
	var before [][3]int
	expect := func(what string, want ...[3]int) {
		t.Helper()
		if got := rows(q.w.Entities); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
		if got := rows(q.w.PrevEntities); !slices.Equal(got, before) {
			t.Errorf("before %s: %v, want %v", what, got, before)
		}
		before = want
	}
	step(at().entity(70, delta, x, bits32(7)).entity(80, delta, x, bits32(8)))
	expect("two", [3]int{70, 7, 0}, [3]int{80, 8, 0})
	step(at())
	expect("the same", [3]int{70, 7, 0}, [3]int{80, 8, 0})
	step(at().entity(80, delta, frame, 3))
	expect("a change", [3]int{70, 7, 0}, [3]int{80, 8, 3})
	step(at())
	expect("since the frame before", [3]int{70, 7, 0}, [3]int{80, 8, 3})
	step(at().entity(60, delta, x, bits32(6)))
	expect("one more in front", [3]int{60, 6, 0}, [3]int{70, 7, 0}, [3]int{80, 8, 3})
	step(at().entity(70, removed))
	expect("one less", [3]int{60, 6, 0}, [3]int{80, 8, 3})
	step(at().entity(60, delta, message.EntityStatePosType, trLinear, message.EntityStatePosTime, 1300,
		message.EntityStatePosDeltaX, bits32(100)))
	expect("one moves", [3]int{60, 6, 0}, [3]int{80, 8, 3})
	step(at())
	expect("and goes on", [3]int{60, 11, 0}, [3]int{80, 8, 3})
	step(at())
	expect("and on", [3]int{60, 16, 0}, [3]int{80, 8, 3})
	step(at().entity(60, removed))
	expect("it is gone", [3]int{80, 8, 3})
	// Nobody looks while states and snapshots are taken again: which are, depends on how long that is.
	last := 3
	for unseen := range 50 {
		was := last
		q.w.Defer = true
		for range unseen {
			was, last = last, last+1
			step(at().entity(80, delta, frame, int32(last)))
		}
		q.w.Settle()
		if unseen > 0 {
			before = [][3]int{{80, 8, was}}
			expect("long after", [3]int{80, 8, last})
		}
		q.w.Defer = false
		step(at())
		expect("the next", [3]int{80, 8, last})
	}
	// A copy goes on by itself.
	copied := worldtest.Watch(t, world.New(world.Quake3, New))
	copied.CopyFrom(q.w)
	step(at().entity(80, delta, frame, 5))
	expect("in the world", [3]int{80, 8, 5})
	if got := rows(copied.Entities); !slices.Equal(got, [][3]int{{80, 8, last}}) {
		t.Errorf("in its copy: %v", got)
	}
	q.w.CopyFrom(copied)
	step(at())
	before = [][3]int{{80, 8, last}}
	expect("back", [3]int{80, 8, last})
}

// A player whose slot the server has not told is added by the snapshot that first has
// it, also if nobody looks at that snapshot.
func TestUntoldPlayers(t *testing.T) {
	passed := func(later bool) *world.World {
		q := newQ3(t, 68)
		q.w.Defer = later
		q.packet(10, &snapshotAt(1000, 0).entity(3, delta, message.EntityStateType, etPlayer).Snapshot)
		q.packet(11, &snapshotAt(1050, 0).Snapshot)
		q.packet(12, &snapshotAt(1100, 0).Snapshot)
		q.w.Settle()
		return q.w
	}
	played, skipped := passed(false), passed(true)
	if len(played.Players) != 4 {
		t.Errorf("%d players, want 4: one is in slot 3", len(played.Players))
	}
	if len(skipped.Players) != 4 || played.Hash() != skipped.Hash() {
		t.Errorf("passed over, there are %d players", len(skipped.Players))
	}
}

// After a gap of just 32 messages the snapshot before is still known: nothing happens
// twice.
func TestGapOfTheRing(t *testing.T) {
	q := newQ3(t, 68)
	shot := func(milliseconds int32) *message.Snapshot {
		return &q3Event(snapshotAt(milliseconds, 0), 3, 1, evMissileHit, 0).Snapshot
	}
	q.packet(10, shot(1000))
	q.packet(42, shot(1100))
	if n := len(q.w.Effects.List); n != 1 {
		t.Errorf("%d effects of one event", n)
	}
	q.packet(74, shot(1150))
	if n := len(q.w.Effects.List); n != 1 {
		t.Errorf("%d effects of one event, then", n)
	}
	if c := q.w.Clone(); c.Hash() != q.w.Hash() {
		t.Error("the copy is another world")
	}
}

// Changes out of order are applied, and no entity is there twice.
func TestEntitiesOutOfOrder(t *testing.T) {
	q := newQ3(t, 68)
	q.packet(10, &snapshotAt(1000, 0).
		entity(50, delta, message.EntityStateFrame, 5).
		entity(20, delta, message.EntityStateFrame, 2).
		entity(100, same).
		entity(20, delta, message.EntityStateWeapon, 7).
		entity(60, delta).
		entity(100, delta, message.EntityStateFrame, 3).
		entity(60, removed).entity(61, removed).entity(50, same).Snapshot)
	q.expect("numbers", []int32{20, 50, 100}, q.numbers())
	if e := q.w.Entity(20); e.Frame != 2 || e.Weapon != 7 {
		t.Errorf("%+v", e)
	}
	q.expect("from the baseline", uint16(7), q.w.Entity(100).Model[0])
	q.expect("frame", uint16(3), q.w.Entity(100).Frame)
	q.packet(11, &snapshotAt(1050, 1).
		entity(100, delta, message.EntityStateFrame, 4).
		entity(20, delta, message.EntityStateFrame, 9).
		entity(30, delta, message.EntityStateType, q.events()+evMissileHit).
		entity(10, delta, message.EntityStateEvent, evMissileHit).
		entity(10, delta, message.EntityStateEvent, evGibPlayer).Snapshot)
	q.expect("numbers", []int32{10, 20, 30, 50, 100}, q.numbers())
	if e := q.w.Entity(20); e.Frame != 9 || e.Weapon != 7 {
		t.Errorf("%+v", e)
	}
	if n := len(q.w.Effects.List); n != 2 {
		t.Errorf("%d effects of two events", n)
	}
	q.packet(12, gameStateOf(68))
	if n := len(q.in.rules.snaps.states); n != 0 {
		t.Errorf("%d states remain", n)
	}
}

// Missiles point where they fly, whatever their angles.
func TestMissilesPointAhead(t *testing.T) {
	for _, test := range []struct {
		kind  int32
		speed [3]float32
		want  mgl32.Vec3
	}{
		{etMissile, [3]float32{900, 0, 0}, mgl32.Vec3{0, 0, 0}},
		{etMissile, [3]float32{0, 900, 0}, mgl32.Vec3{0, 90, 0}},
		{etMissile, [3]float32{-600, 0, -600}, mgl32.Vec3{45, 180, 0}},
		{etMissile, [3]float32{0, 0, 900}, mgl32.Vec3{-90, 0, 0}},
		{etMissile, [3]float32{0, 0, 0}, mgl32.Vec3{-90, 0, 0}},
		{etGrapple, [3]float32{0, -5, 0}, mgl32.Vec3{0, -90, 0}},
		{etMover, [3]float32{0, -5, 0}, mgl32.Vec3{0, 77, 0}},
		{etPlayer, [3]float32{0, -5, 0}, mgl32.Vec3{0, 77, 0}},
	} {
		q := newQ3(t, 68)
		q.packet(10, &snapshotAt(1000, 0).entity(70, delta, message.EntityStateType, test.kind,
			message.EntityStateAposBaseYaw, bits32(77),
			message.EntityStatePosDeltaX, bits32(test.speed[0]), message.EntityStatePosDeltaY, bits32(test.speed[1]),
			message.EntityStatePosDeltaZ, bits32(test.speed[2])).Snapshot)
		got := q.w.Entity(70).Angles
		for i := range got {
			if math.Abs(float64(got[i]-test.want[i])) > 1e-3 {
				t.Errorf("kind %d at %v: %v, not %v", test.kind, test.speed, got, test.want)
				break
			}
		}
	}
}

// In a duel of CPMA the opponent's score is known, also if a client without a name is
// there, who is no player.
func TestDuelWithUnnamedClient(t *testing.T) {
	q := newQ3(t, 68, `0 \g_gametype\1\gamename\cpma`, `1 \fs_game\cpma`, `672 sb\0\sr\0\t\1\tw\0\ts\1000`,
		`710 sb\7\sr\3`,
		`544 n\Ann\t\0`, `545 n\Bo\t\0`, `546 n\\t\0\model\sarge`)
	score := func(sequence, score int32) {
		q.packet(sequence, &snapshotAt(1000*sequence, 0).player(message.PlayerStateClientNum, 1,
			message.PlayerStatePersistant, score).Snapshot)
	}
	score(2, 3)
	if w := q.w; w.Players[0].Frags != 7 || w.Players[1].Frags != 3 || w.Players[2].InUse {
		t.Errorf("%+v", w.Players)
	}
	q.packet(3, q.say(`cs 710 "sb\8\sr\3"`))
	score(4, 3)
	q.expect("the opponent's score", int32(8), q.w.Players[0].Frags)
}

// Who carries a flag has its powerup: number 7 is the red one, but 1 in protocol 91.
func TestFlagCarriers(t *testing.T) {
	for protocol, red := range map[int32]int32{68: 7, 90: 7, 91: 1} {
		game, status, players := "4", "23 ", 544
		if protocol >= 73 {
			game, status, players = "5", "658 ", 529
		}
		q := newQ3(t, protocol, `0 \g_gametype\`+game, status+"11", strconv.Itoa(players+2)+` n\Ann\t\2`,
			strconv.Itoa(players+3)+` n\Bo\t\1`)
		q.packet(2, &snapshotAt(1000, 0).player(message.PlayerStateClientNum, 9).
			entity(2, delta, message.EntityStateType, etPlayer, message.EntityStatePowerups, 1<<red).
			entity(3, delta, message.EntityStateType, etPlayer, message.EntityStatePowerups, 1<<(red+1)).Snapshot)
		for i, carrier := range []int{2, 3} {
			if f := q.w.Match.Flags[i]; f.State != world.FlagTaken || f.Carrier != carrier {
				t.Errorf("protocol %d: flag %d is %+v, not with player %d", protocol, i, f, carrier)
			}
		}
	}
}

// A match that began when the server's clock was at 0 has a clock, but not its warm-up.
func TestMatchOfFirstLevel(t *testing.T) {
	q := newQ3(t, 71, `0 \g_gametype\0\timelimit\2`, "21 0", `544 n\Ann`)
	q.packet(2, &snapshotAt(60000, 0).Snapshot)
	if seconds, limit, ok := q.w.Match.Clock(q.w.Level(), 75); math.Abs(seconds-75) > 1e-3 || limit != 120 || !ok {
		t.Errorf("%v of %v, %v", seconds, limit, ok)
	}
	q.packet(3, q.say(`cs 5 "-1"`), &snapshotAt(61000, 0).Snapshot)
	if _, _, ok := q.w.Match.Clock(q.w.Level(), 75); ok {
		t.Error("a warm-up has a clock")
	}
}

// Where weapons and armor are, by the game and, where that is not named or has
// changed, by the weapon in hand.
func TestStatsOfGames(t *testing.T) {
	base, mission := world.Quake3Stats{Weapons: 2, Armor: 3, DeadYaw: 4, Rank: 18}, world.Quake3Stats{Weapons: 3,
		Armor: 4, DeadYaw: 5, Rank: 18}
	const health, second, third = message.PlayerStateStats, message.PlayerStateStats + 2, message.PlayerStateStats + 3
	for _, test := range []struct {
		what     string
		protocol int32
		info     string
		player   []int32
		want     world.Quake3Stats
	}{
		{"Quake III", 68, `0 \gamename\baseq3`, nil, base},
		{"1.16", 43, "0 ", nil, base},
		{"OSP", 68, `1 \fs_game\osp`, nil, base},
		{"Team Arena", 68, `1 \fs_game\missionpack`, nil, mission},
		{"OpenArena", 71, `0 \gamename\baseoa`, nil, mission},
		{"a mod of OpenArena", 71, `1 \fs_game\excessive`, nil, mission},
		{"Quake Live", 91, "0 ", nil, world.Quake3Stats{Weapons: 3, Armor: 4}},
		{"CPMA", 68, `1 \fs_game\CPMA`, nil, world.Quake3Stats{Weapons: 2, Armor: 3, DeadYaw: 4, ArmorKind: 9}},
		// The machine gun is 2: its bit is 4.
		{"a mod with the mission pack's code", 68, `1 \fs_game\mod`, []int32{message.PlayerStateWeapon, 2, health, 100,
			third, 6}, mission},
		{"with the doubler, 44", 68, `1 \fs_game\mod`, []int32{message.PlayerStateWeapon, 1, health, 100, second, 44,
			third, 6}, mission},
		{"OpenArena's later order", 71, "0 ", []int32{message.PlayerStateWeapon, 2, health, 100, second, 6, third, 25},
			base},
		{"armor with that bit", 68, "0 ", []int32{message.PlayerStateWeapon, 2, health, 100, second, 6, third, 100},
			base},
		{"a weapon that is not owned, for a moment", 68, "0 ", []int32{message.PlayerStateWeapon, 2, health, 100,
			second, 2, third, 100}, base},
		{"the dead", 68, "0 ", []int32{message.PlayerStateWeapon, 2, health, -5, third, 100}, base},
		{"nothing in hand", 68, "0 ", []int32{message.PlayerStateWeapon, 0, health, 100, third, 101}, base},
	} {
		q := newQ3(t, test.protocol, test.info)
		q.packet(2, &snapshotAt(1000, 0).player(test.player...).Snapshot)
		if got := q.w.Level().Quake3Stats; got != test.want {
			t.Errorf("%s: %+v, not %+v", test.what, got, test.want)
		}
	}
}

// A team's players are known by what their team is told; of the watched player the
// playerState says more.
func TestTeamInfo(t *testing.T) {
	q := newQ3(t, 71, `0 \gamename\baseoa`, `544 n\Ann`, `545 n\Bo`, `546 n\Cy`)
	w := q.w
	watch := func(sequence, slot, health int32) {
		q.packet(sequence, &snapshotAt(1000*sequence, 0).player(message.PlayerStateClientNum, slot,
			message.PlayerStateStats, health).Snapshot)
	}
	watch(2, 1, 88)
	q.packet(3, q.say("tinfo 3 0 4 100 50 5 0 1 4 77 60 5 0 2 4 99 40 5 1"))
	if w.Players[1].Stats != nil {
		t.Error("the watched player is known by what the team is told")
	}
	stat := func(slot, index int) int32 {
		t.Helper()
		if w.Players[slot].Stats == nil {
			t.Fatal("not known", slot)
		}
		v, known := w.Players[slot].Stats.Get(index)
		if !known {
			t.Errorf("stat %d of player %d is not known", index, slot)
		}
		return v
	}
	q.expect("health", int32(100), stat(0, 0))
	q.expect("armor", int32(50), stat(0, 4))
	q.expect("health", int32(99), stat(2, 0))
	q.expect("armor", int32(40), stat(2, 4))
	q.expect("known", uint64(1|1<<4), w.Players[0].Stats.Known)
	// Following another one.
	watch(4, 2, 55)
	if w.Players[2].Stats != nil {
		t.Error("the player watched now is known by what the team was told")
	}
	// More values of a member than six, and fewer than there should be.
	q.packet(5, q.say("tinfo 2 0 4 90 30 5 0 7 8 1 4 70 20 5 0 7 8"), q.say("tinfo 2 0 4 1 1 5 0 1 4 1"),
		q.say("tinfo 0"), q.say("tinfo -1 0 0 0 0 0 0"))
	q.expect("health", int32(90), stat(0, 0))
	q.expect("health", int32(70), stat(1, 0))
	q.expect("armor", int32(20), stat(1, 4))
}

// TestFrozen: a state that stands still is that of a multi-view recording only in CPMA, of a spectator who follows
// nobody.
func TestFrozen(t *testing.T) {
	const frozen = 4
	for _, c := range []struct {
		info, taker string
		flags       int32
		want        bool
	}{
		{`0 \gamename\cpma`, `547 n\Cam\t\3`, 0, true},
		{`0 \gamename\cpma`, `547 t\0`, 0, true}, // a camera without a name
		{`0 \gamename\cpma`, `547 n\Ann\t\0`, 0, false},
		{`0 \gamename\cpma`, `547 n\Cam\t\3`, pmfFollow, false},
		{`0 \gamename\baseq3`, `547 n\Cam\t\3`, 0, false},
	} {
		q := newQ3(t, 68, c.info, c.taker)
		q.packet(2, &snapshotAt(1000, 0).player(message.PlayerStatePMType, frozen, message.PlayerStatePMFlags, c.flags,
			message.PlayerStateClientNum, 3, message.PlayerStatePowerups+3, 100<<24).Snapshot)
		if got := q.w.Level().MultiView; got != c.want || (q.w.Recorder == world.Nobody) != c.want {
			t.Errorf("%s, %s, flags %d: multi-view %v, recorder %d", c.info, c.taker, c.flags, got, q.w.Recorder)
		}
		// In the intermission it is what it was.
		q.packet(3, &snapshotAt(1050, 0).player(message.PlayerStatePMType, pmIntermission,
			message.PlayerStateClientNum, 3).Snapshot)
		if (q.w.Recorder == world.Nobody) != c.want {
			t.Errorf("%s, %s, flags %d: recorder %d in the intermission", c.info, c.taker, c.flags, q.w.Recorder)
		}
	}
}
