package quake3

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/formats/message"
	"demoscope/player/world"
)

// TestHits: a hit is told once, by a new number of its event, for the player whose view it
// is; the direction is that in which it flew, in 256ths of a turn.
func TestHits(t *testing.T) {
	const client, event, yaw, pitch, count = message.PlayerStateClientNum, message.PlayerStateDamageEvent,
		message.PlayerStateDamageYaw,
		message.PlayerStateDamagePitch, message.PlayerStateDamageCount
	q := newQ3(t, 68)
	sequence := int32(10)
	step := func(changes ...int32) {
		q.packet(sequence, &snapshotAt(1000+50*(sequence-10), uint8(min(1, sequence-10))).player(changes...).Snapshot)
		sequence++
	}
	hit := func(slot int) world.Hit { q.w.Settle(); return q.w.Players[slot].Hit }
	step(client, 3, event, 7, count, 100, message.PlayerStateOriginX, bits32(100))
	if hit(3) != (world.Hit{}) {
		t.Errorf("what was before the first snapshot is a hit: %+v", hit(3))
	}
	// It flew along 90 degrees, so it came from -90; a quarter of a turn is 64.
	step(event, 8, count, 30, yaw, 64, pitch, 0)
	if h := hit(3); h.Clock != q.w.Clock || math.Abs(float64(h.Strength)-0.3) > 1e-3 || !h.Directed ||
		h.From.Sub(mgl32.Vec3{100, -1000, 0}).Len() > 0.5 {
		t.Errorf("the first: %+v", h)
	}
	// Up, by a pitch of -90 degrees: it came from below.
	step(event, 9, pitch, 192)
	if h := hit(3); h.From.Sub(mgl32.Vec3{100, 0, -1000}).Len() > 0.5 {
		t.Errorf("from below: %+v", h)
	}
	was := hit(3)
	step(yaw, 10)
	step(event, 10, count, 0)
	if hit(3) != was {
		t.Errorf("without a new event, or points: %+v", hit(3))
	}
	step(event, 11, count, 5, yaw, 255, pitch, 255)
	if h := hit(3); h.Clock != q.w.Clock || h.Directed {
		t.Errorf("of the world: %+v", h)
	}
	step(client, 4, event, 12)
	if hit(4) != (world.Hit{}) {
		t.Errorf("another's view: %+v", hit(4))
	}
}

// TestHooksSayWhose: the entity of a hook names the player who fired it.
func TestHooksSayWhose(t *testing.T) {
	q := newQ3(t, 68)
	q.packet(10, &snapshotAt(1000, 0).
		entity(70, delta, message.EntityStateType, etGrapple, message.EntityStateOtherEntityNum, 6).
		entity(71, delta, message.EntityStateType, etGrapple, message.EntityStateOtherEntityNum, 1022).
		entity(72, delta, message.EntityStateType, etMissile, message.EntityStateOtherEntityNum, 6).Snapshot)
	q.w.Settle()
	q.expect("a player's", uint8(7), q.w.Entity(70).Colormap)
	q.expect("the world's", uint8(0), q.w.Entity(71).Colormap)
	q.expect("a rocket", uint8(0), q.w.Entity(72).Colormap)
}
