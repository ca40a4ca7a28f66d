package quake3

import (
	"testing"

	"demoscope/formats/message"
	"demoscope/player/world"
)

// estimateOf returns the estimate of a player's health.
func (q *q3) estimateOf(slot int) (estimate world.HealthEstimate, known bool) {
	q.w.Settle()
	estimate, _, known = q.w.Players[slot].EstimatedHealth(q.w.Clock)
	return estimate, known
}

// TestPain: a pain sound tells another player's health, items add to it, and death and absence take
// it away.
func TestPain(t *testing.T) {
	const kind, event, parm = message.EntityStateType, message.EntityStateEvent, message.EntityStateEventParm
	q := newQ3(t, 68, `544 n\a`, `545 n\b`)
	sequence := int32(10)
	step := func(s *snap) { q.packet(sequence, &s.Snapshot); sequence++ }
	at := func() *snap { return snapshotAt(1000+50*(sequence-10), uint8(min(1, sequence-10))).player() }
	expect := func(what string, health int16) {
		t.Helper()
		estimate, known := q.estimateOf(1)
		if known != (health > 0) || estimate.Least != health || estimate.Most != health {
			t.Errorf("%s: %+v %v", what, estimate, known)
		}
	}
	step(at().entity(1, message.SnapshotDelta, kind, etPlayer))
	expect("nothing yet", 0)
	step(at().entity(1, message.SnapshotDelta, event, evPain, parm, 37))
	expect("pain", 37)
	if p := &q.w.Players[1]; !p.Hurt.Within(q.w.Clock+0.9, 1) || p.Hurt.Within(q.w.Clock+1.1, 1) {
		t.Errorf("hurt: %+v", p.Hurt)
	}
	step(at())
	expect("kept", 37)
	step(at().entity(1, message.SnapshotDelta, event, evItemPickup|0x100, parm, 5)) // 25 health
	expect("healed", 62)
	step(at().entity(1, message.SnapshotDelta, event, evItemPickup|0x200, parm, 6)) // 50, up to 100
	expect("healed to the most", 100)
	step(at().entity(1, message.SnapshotDelta, event, evPain|0x300, parm, 9))
	expect("pain again", 9)
	step(at().entity(1, message.SnapshotRemoved))
	expect("out of sight", 0)
	step(at().entity(1, message.SnapshotDelta, kind, etPlayer))
	expect("back", 0)
	step(at().entity(1, message.SnapshotDelta, event, evPain, parm, 50))
	expect("pain anew", 50)
	step(at().entity(70, message.SnapshotDelta, kind, q.in.ObituaryType(), message.EntityStateOtherEntityNum, 1,
		message.EntityStateOtherEntityNum2, 3))
	expect("dead", 0)
	step(at().entity(1, message.SnapshotDelta, event, evPain|0x100, parm, 80))
	expect("another life", 80)
	q.packet(sequence, q.say("map_restart"))
	expect("after a restart of the level", 0)
	sequence++
	step(at().entity(1, message.SnapshotDelta, event, evPain|0x200, parm, 70))
	expect("pain in the match", 70)
	q.w.Lost()
	expect("after a gap in the demo", 0)
	step(at().entity(1, message.SnapshotDelta, event, evPain|0x300, parm, 60))
	expect("pain behind the gap", 60)
	for range 170 { // 8.5 seconds
		step(at())
	}
	expect("too old", 0)
}

// TestPainOfQuakeLive: it tells the quarter.
func TestPainOfQuakeLive(t *testing.T) {
	for _, c := range [...]struct {
		parm        int32
		least, most int16
	}{{20, 0, 24}, {12, 0, 24}, {25, 25, 49}, {40, 25, 49}, {60, 50, 74}, {74, 50, 74}, {80, 75, world.NoUpperBound},
		{99, 75, world.NoUpperBound}} {
		q := newQ3(t, 91, `530 n\b`)
		q.packet(10, &snapshotAt(1000, 0).player().entity(1, message.SnapshotDelta, message.EntityStateType,
			etPlayer).Snapshot)
		q.packet(11, &snapshotAt(1050, 1).player().entity(1, message.SnapshotDelta, message.EntityStateEvent, 53,
			message.EntityStateEventParm, c.parm).Snapshot)
		if estimate, known := q.estimateOf(1); !known || estimate.Least != c.least || estimate.Most != c.most {
			t.Errorf("%d: %+v %v", c.parm, estimate, known)
		}
	}
}

// TestHitsOfOthers: bullets and missiles name whom they hit.
func TestHitsOfOthers(t *testing.T) {
	q := newQ3(t, 68, `544 n\a`, `545 n\b`, `546 n\c`)
	step := func(sequence int32, s *snap) { q.packet(sequence, &s.Snapshot) }
	step(10, snapshotAt(1000, 0).player().entity(0, message.SnapshotDelta, message.EntityStateType, etPlayer).
		entity(1, message.SnapshotDelta, message.EntityStateType, etPlayer).entity(2, message.SnapshotDelta,
		message.EntityStateType, etPlayer))
	step(11, snapshotAt(1050, 1).player().
		entity(70, message.SnapshotDelta, message.EntityStateType, 13+evBulletHitFlesh, message.EntityStateEventParm, 1,
			message.EntityStateOtherEntityNum, 2).
		entity(71, message.SnapshotDelta, message.EntityStateEvent, evMissileHit, message.EntityStateType, etGeneral,
			message.EntityStateOtherEntityNum, 0))
	for slot, hit := range [...]bool{true, true, false} {
		if q.w.Players[slot].Hurt.Within(q.w.Clock, 1) != hit {
			t.Errorf("player %d: %+v", slot, q.w.Players[slot].Hurt)
		}
	}
}
