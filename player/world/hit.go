package world

import "github.com/go-gl/mathgl/mgl32"

// Hit is damage as the one who takes it feels it.
type Hit struct {
	// Clock is when it came, in viewer's seconds, and Strength how much was felt then, 0 to
	// 1, with what was left of damage before it: see [Hit.Left].
	Clock    float64
	Strength float32
	// Armor is set if the armor is known to have taken more of it than the health.
	Armor bool
	// From is a place in the direction from which it came; it has no meaning unless
	// Directed is set.
	From     mgl32.Vec3
	Directed bool
	// By is one more than the slot of the player whose hit it was, 0 if that is not known.
	By int
}

// How damage is felt, as Quake's clients have it: half of it counts, two hundredths of
// the most for each point, and all is gone in a second.
const (
	hitShare, hitLeast = 0.5, 10 // of the points, and how many count at least
	hitPoint           = 0.02
)

// Left returns how much of the damage is felt at a viewer's time, 0 to 1.
func (h *Hit) Left(clock float64) float32 {
	if clock < h.Clock {
		return 0 // a time before it
	}
	return max(0, h.Strength-float32(clock-h.Clock))
}

// add adds damage at a viewer's time.
func (h *Hit) add(clock float64, health, armor int) {
	strength := h.Left(clock) + hitPoint*max(hitLeast, hitShare*float32(health+armor))
	*h = Hit{Clock: clock, Strength: min(1, strength), Armor: armor > health}
}
