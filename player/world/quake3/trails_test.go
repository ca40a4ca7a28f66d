package quake3

import (
	"testing"

	"demoscope/formats/message"
	"demoscope/player/world"
)

// TestWhoSentMissiles: a rocket is of the living player along whose sight, 26 units high, it was
// sent a quarter of a second ago at most: of one who is seen, or of the recorder.
func TestWhoSentMissiles(t *testing.T) {
	for _, c := range []struct {
		name       string
		ago        int32 // milliseconds
		x, y, z    float32
		dead, gone int32 // flags of who is seen, and the recorder's pm_type
		want       int
	}{
		{"just now", 50, 1000, 20, 26, 0, 0, 1},
		{"a while ago", 240, 1000, 20, 26, 0, 0, 1},
		{"long ago", 260, 1000, 20, 26, 0, 0, world.Nobody},
		{"from high up", 50, 1000, 20, 26 + 39, 0, 0, 1},
		{"from higher", 50, 1000, 20, 26 + 41, 0, 0, world.Nobody},
		{"from the feet", 50, 1000, 20, 26 - 39, 0, 0, 1},
		{"from below", 50, 1000, 20, 26 - 41, 0, 0, world.Nobody},
		{"of the dead", 50, 1000, 20, 26, 1, 0, world.Nobody},
		{"the recorder's", 50, 20, 0, 26, 0, 0, 3},
		{"the recorder's, from high up", 50, 20, 0, 26 + 39, 0, 0, 3},
		{"the recorder's, from below", 50, 20, 0, 26 - 41, 0, 0, world.Nobody},
		{"the dead recorder's", 50, 20, 0, 26, 0, 3, world.Nobody},
	} {
		q := newQ3(t, 68, `545 n\b`, `547 n\d`)
		q.packet(10, &snapshotAt(1000, 0).player(message.PlayerStateClientNum, 3).Snapshot)
		q.packet(11, &snapshotAt(1300, 1).player(message.PlayerStatePMType, c.gone).
			entity(1, delta, message.EntityStateType, etPlayer, message.EntityStateFlags, c.dead,
				message.EntityStatePosBaseX, bits32(1000), message.EntityStateAposBaseYaw, bits32(90)).
			entity(70, delta, message.EntityStateType, etMissile, message.EntityStateWeapon, wpRocket,
				message.EntityStatePosType, trLinear, message.EntityStatePosTime, 1300-c.ago,
				message.EntityStatePosBaseX, bits32(c.x), message.EntityStatePosBaseY, bits32(c.y),
				message.EntityStatePosBaseZ, bits32(c.z),
				message.EntityStatePosDeltaX, bits32(900)).Snapshot)
		if got := q.w.Effects.OwnerOf(70); got != c.want || len(q.w.Effects.Projectiles) != 1 {
			t.Errorf("%s: of %d, want %d", c.name, got, c.want)
		}
	}
}
