package quake3

import (
	"testing"

	"demoscope/formats/message"
	"demoscope/player/world"
)

// A snapshot that is a change of one before the recording tells what it names, and no more:
// not whose view it is, nor a score. Entities with the number of a client are players.
func TestWithoutBase(t *testing.T) {
	w, in := NewInspected()
	q := &q3{t: t, w: w, in: in}
	q.packet(1000, &snapshotAt(61000, 1).
		player(message.PlayerStateOriginX, bits32(10), message.PlayerStateOriginZ, bits32(30),
			message.PlayerStateStats+5, 77).
		entity(4, delta, message.EntityStatePosBaseX, bits32(100)).
		entity(200, delta, message.EntityStateFrame, 3).Snapshot)
	q.expect("missing", world.MissingBeginning, w.Missing)
	q.expect("uncertain", true, w.Uncertain.Entities && w.Uncertain.Players && w.Uncertain.Texts)
	q.expect("time", 61.0, w.Time)
	q.expect("clock", 0.0, w.Clock)
	q.expect("recorder", world.Nobody, w.Recorder)
	q.expect("stats", uint64(1<<5), w.Stats.Known)
	q.expect("the stat", int32(77), w.Stats.Values[5])
	q.expect("a view without its height", false, w.View.Known)
	q.expect("entities", []int32{4, 200}, q.numbers())
	q.expect("a player", true, w.Players[4].Visible && w.Players[4].InUse)
	q.expect("slot 0 is nobody's", false, w.Players[0].Visible || w.Players[0].InUse)
	q.expect("his place", float32(100), w.Players[4].Pose.Origin[0])

	// What is named later is known from then on; one hole is told once.
	q.packet(1001, &snapshotAt(61050, 1).player(message.PlayerStateOriginY, bits32(20)).entity(4, delta,
		message.EntityStateWeapon, 5).Snapshot)
	q.expect("told once", world.NothingMissing, w.Missing)
	q.expect("clock", 0.05, float64(int(w.Clock*1000+0.5))/1000)
	q.expect("the view", true, w.View.Known)
	q.expect("its place", float32(30+standing), w.View.Origin[2])
	q.expect("nobody's", world.Nobody, w.Recorder)
	q.packet(1002, &snapshotAt(61100, 1).player(message.PlayerStateClientNum, 9).Snapshot)
	q.expect("recorder", 9, w.Recorder)
	q.expect("his score is not told", int32(0), w.Players[9].Frags)
	q.packet(1003, &snapshotAt(61150, 1).player(message.PlayerStatePersistant, 12).Snapshot)
	q.expect("his score", int32(12), w.Players[9].Frags)
	q.expect("he is seen", true, w.Players[9].Visible)
	q.expect("uncertain still", true, w.Uncertain.Entities && w.Uncertain.Players)

	// A whole one has all of the players; of other entities the baselines are missing.
	q.packet(1004, &snapshotAt(61200, 0).player(message.PlayerStateClientNum, 9).entity(4, delta,
		message.EntityStateType, etPlayer).Snapshot)
	q.expect("stats", ^uint64(0), w.Stats.Known)
	q.expect("players are certain", world.Uncertain{Entities: true, Players: false},
		world.Uncertain{Entities: w.Uncertain.Entities, Players: w.Uncertain.Players})
	q.packet(1005, gameStateOf(68, `0 \mapname\q3dm6`))
	q.packet(1006, &snapshotAt(61300, 0).Snapshot)
	q.expect("a level", world.Uncertain{}, w.Uncertain)
}

// Without the beginning, nothing tells when the match has begun, also if the server's info comes again: neither a clock
// nor overtime follows from the server's time.
func TestMatchClockWithoutBeginning(t *testing.T) {
	w, in := NewInspected()
	q := &q3{t: t, w: w, in: in}
	w.Assume(&message.GameState{Protocol: 68})
	for n := range int32(3) {
		q.packet(1000+n, q.say(`cs 0 "\g_gametype\1\timelimit\15\mapname\q3dm6"`),
			&snapshotAt(36_000_000+50*n, 1).player(message.PlayerStateOriginX, bits32(10)).Snapshot)
	}
	q.expect("match", world.PhaseRunning, w.Match.Phase)
	q.expect("clock", 0.0, w.Match.Start)
}

// Behind a gamestate the view is the recorder's own, whom it names, until a snapshot says
// another. What is not named is not taken for a score of 0.
func TestWithoutFirstSnapshot(t *testing.T) {
	q := newQ3(t, 68, `0 \mapname\x\sv_maxclients\8`, `547 n\Ann\t\0`)
	q.packet(500, &snapshotAt(90000, 3).player(message.PlayerStateOriginX, bits32(1)).Snapshot)
	q.expect("missing", world.MissingPackets, q.w.Missing)
	q.expect("recorder", 3, q.w.Recorder)
	q.expect("stats", uint64(0), q.w.Stats.Known)
	for what, s := range map[string]string{"a spectator": `547 n\Ann\t\3`, "nobody": `545 n\Ann\t\0`} {
		follows := newQ3(t, 68, `0 \mapname\x\sv_maxclients\8`, s)
		follows.packet(500, &snapshotAt(90000, 3).Snapshot)
		follows.expect(what+" may follow anyone", world.Nobody, follows.w.Recorder)
	}
	q.packet(501, &snapshotAt(90050, 0).player(message.PlayerStateClientNum, 3).Snapshot)
	q.expect("certain", false, q.w.Uncertain.Places())
}

// A hole in the middle may be long: the clock follows it at once.
func TestLongHole(t *testing.T) {
	w, in := NewInspected()
	w.ConfirmTime = true
	q := &q3{t: t, w: w, in: in}
	q.packet(1, gameStateOf(68))
	q.packet(10, &snapshotAt(1000, 0).entity(5, same).Snapshot)
	q.packet(410, &snapshotAt(21000, 1).entity(6, same).Snapshot)
	q.expect("missing", world.MissingPackets, w.Missing)
	q.expect("since", 0.0, w.Uncertain.Since)
	q.expect("clock", 20.0, w.Clock)
	// Without a missing base, packets that are lost are the network's.
	q = newQ3(t, 68)
	q.packet(10, &snapshotAt(1000, 0).entity(5, same).Snapshot)
	q.packet(40, &snapshotAt(2500, 30).entity(6, same).Snapshot)
	q.expect("a jump", world.NothingMissing, q.w.Missing)
	q.expect("is no hole", world.Uncertain{}, q.w.Uncertain)
}

// If a demo without its beginning never has the slot of the followed player, it follows from that player's death: no
// player who is in a snapshot is the followed one.
func TestWatchedPlayerWithoutBase(t *testing.T) {
	const health, kind = message.PlayerStateStats, message.EntityStateType
	for _, c := range []struct {
		what    string
		victims []int32
		health  int32
		want    int
	}{{"own death", []int32{6}, -5, 6}, {"a stranger dies", []int32{6}, 30, world.Nobody},
		{"who is seen dies", []int32{4}, -5, world.Nobody}, {"two die, one is seen", []int32{4, 6}, -5, 6},
		{"two strangers die", []int32{6, 9}, -5, world.Nobody}} {
		w, in := NewInspected()
		q := &q3{t: t, w: w, in: in}
		w.Assume(&message.GameState{Protocol: 68})
		q.packet(1000, &snapshotAt(61000, 1).player(health, 80).entity(4, delta, kind, etPlayer).Snapshot)
		s := snapshotAt(61050, 1).player(health, c.health)
		for i, victim := range c.victims {
			s.entity(uint16(200+i), delta, kind, q.events()+evObituary, message.EntityStateOtherEntityNum, victim,
				message.EntityStateOtherEntityNum2, 4, message.EntityStateEventParm, 10)
		}
		q.packet(1001, &s.Snapshot)
		q.packet(1002, &snapshotAt(61100, 2).Snapshot) // a change of one from before
		q.expect(c.what, c.want, w.Recorder)
		q.packet(1003, &snapshotAt(61150, 1).player(health, 100).Snapshot)
		q.packet(1004, &snapshotAt(61200, 3).Snapshot) // of one from before again
		q.expect(c.what+", later", c.want, w.Recorder)
		q.packet(1005, &snapshotAt(61250, 1).player(message.PlayerStateClientNum, 9).Snapshot)
		q.packet(1006, &snapshotAt(61300, 1).Snapshot)
		q.expect(c.what+", then the slot is told", 9, w.Recorder)
	}
}

// Other signs of the followed player, who is in no snapshot: a point that is shown to its player alone, the only unseen
// killer when the score rises, and two shots of the only unseen player who may have fired.
func TestSignsOfWatchedPlayer(t *testing.T) {
	const kind, parm = message.EntityStateType, message.EntityStateEventParm
	const other, killer = message.EntityStateOtherEntityNum, message.EntityStateOtherEntityNum2
	const by = message.EntityStateClientNum
	const score, shells, slugs = message.PlayerStatePersistant, message.PlayerStateAmmo + 3, message.PlayerStateAmmo + 7
	type event3 struct{ number, field, slot int32 }
	for _, c := range []struct {
		what          string
		field         int32
		before, after int32 // of the field
		events        []event3
		times, want   int
	}{
		{"a point", score, 1, 1, []event3{{65, other, 6}}, 1, 6},
		{"a point of a player who is seen", score, 1, 1, []event3{{65, other, 4}}, 1, world.Nobody},
		{"the score rises with a kill", score, 1, 2, []event3{{60, killer, 6}}, 1, 6},
		{"a kill without a score", score, 1, 1, []event3{{60, killer, 6}}, 1, world.Nobody},
		{"one kills who is seen", score, 1, 2, []event3{{60, killer, 4}}, 1, world.Nobody},
		{"two kill", score, 1, 2, []event3{{60, killer, 6}, {60, killer, 7}}, 1, world.Nobody},
		{"one shot", shells, 9, 8, []event3{{54, other, 6}}, 1, world.Nobody},
		{"two shots", shells, 9, 8, []event3{{54, other, 6}}, 2, 6},
		{"two shots without a loss", shells, 8, 8, []event3{{54, other, 6}}, 2, world.Nobody},
		{"two shots of another weapon", slugs, 9, 8, []event3{{54, other, 6}}, 2, world.Nobody},
		{"two rails", slugs, 9, 8, []event3{{53, by, 6}}, 2, 6},
		{"two fire twice", shells, 9, 8, []event3{{54, other, 6}, {54, other, 7}}, 2, world.Nobody},
		{"one shot of each of two", shells, 9, 8, []event3{{54, other, 6}}, -2, world.Nobody},
	} {
		w, in := NewInspected()
		q := &q3{t: t, w: w, in: in}
		w.Assume(&message.GameState{Protocol: 68})
		sequence, now := int32(1000), int32(61000)
		packet := func(s *snap) {
			q.packet(sequence, &s.Snapshot)
			sequence, now = sequence+1, now+50
		}
		slots := int32(0)
		if c.times < 0 {
			slots = 1
		}
		for i := range max(c.times, -c.times) {
			packet(snapshotAt(now, 1).player(c.field, c.before).entity(4, delta, kind, etPlayer))
			s := snapshotAt(now, 1).player(c.field, c.after)
			for n, e := range c.events {
				s.entity(uint16(200+n), delta, kind, q.events()+e.number, other, 9,
					parm, 10, e.field, e.slot+slots*int32(i))
			}
			packet(s)
			packet(snapshotAt(now, 1).player(c.field, c.before).entity(200, removed).entity(201, removed))
		}
		q.expect(c.what, c.want, w.Recorder)
		if slot, end := world.FoundRecorder(w); slot != c.want || end != (c.want != world.Nobody) {
			t.Errorf("%s: found is %d, %v", c.what, slot, end)
		}
	}
}
