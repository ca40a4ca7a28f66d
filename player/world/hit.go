package world

import "github.com/go-gl/mathgl/mgl32"

// Hit is damage as felt by the player who takes it.
type Hit struct {
	// Clock is when the damage was taken, in seconds of the viewer's clock. Strength is how
	// strongly it was felt then, 0 to 1, including the rest of earlier damage: see [Hit.Left].
	Clock    float64
	Strength float32
	// Armor is set if the armor is known to have absorbed more of the damage than the health.
	Armor bool
	// From is a place in the direction of the source. It is valid only if Directed is set.
	From     mgl32.Vec3
	Directed bool
	// By is the slot of the attacker plus 1, or 0 if unknown.
	By int
}

// How damage is felt, as in Quake's clients: half of the points count, but at least 10. Each point
// that counts adds 0.02 to the strength, which fades at a rate of 1 per second.
const (
	hitShare, hitLeast = 0.5, 10 // the share of the points that counts, and the least number that counts
	hitPoint           = 0.02
)

// Left returns how strongly the damage is still felt at a time of the viewer's clock, 0 to 1.
func (h *Hit) Left(clock float64) float32 {
	if clock < h.Clock {
		return 0 // before the hit
	}
	return max(0, h.Strength-float32(clock-h.Clock))
}

// add adds damage at a time of the viewer's clock.
func (h *Hit) add(clock float64, health, armor int) {
	strength := h.Left(clock) + hitPoint*max(hitLeast, hitShare*float32(health+armor))
	*h = Hit{Clock: clock, Strength: min(1, strength), Armor: armor > health}
}
