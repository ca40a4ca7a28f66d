package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/story"
	"demoscope/player/world"
)

// sight is who is in the picture, and what the level hides of the moment.
type sight struct {
	frame   *frame
	figures []figure
	struck  uint64    // slots of those on whom lightning ends, one bit each
	bolts   [64]uint8 // by the slot of who holds lightning: 1 + the slot on whom it ends
}

func (s *sight) begin() {
	s.figures = s.figures[:0]
	s.struck, s.bolts = 0, [64]uint8{}
}

// strike notes that the lightning of a shooter ends on the player in a slot.
func (s *sight) strike(shooter, slot int) {
	if slot < len(s.bolts) && shooter >= 0 && shooter < len(s.bolts) {
		s.struck |= 1 << slot
		s.bolts[shooter] = uint8(slot + 1)
	}
}

// Clear reports whether the level leaves the line between two places free. Doors do not block it.
func (s *sight) Clear(a, b mgl32.Vec3) bool { return s.frame.g.Clear(a, b) }

// Glimpses is Clear for the line from a place to any part of a body at another.
func (s *sight) Glimpses(from, at mgl32.Vec3) bool { return s.frame.g.Glimpses(from, at) }

// Hollow reports whether there is no ground close below a body at a place.
func (s *sight) Hollow(at mgl32.Vec3) bool { return s.frame.g.hollow(at) }

// Hides reports whether the level hides all of a body at a place from the camera.
func (s *sight) Hides(at mgl32.Vec3) bool { return s.frame.behindWall(at) }

// Shows reports whether a place is within the bounds of the picture, hidden or not.
func (s *sight) Shows(at mgl32.Vec3) bool { return s.frame.shows(at) }

// Sees reports whether a place is in the picture and the level does not hide it.
func (s *sight) Sees(at mgl32.Vec3) bool { return s.Shows(at) && s.Clear(s.frame.origin, at) }

// tinyFoe is the height of a body, as a part of the picture's, below which little is seen of it: 30 of 720 lines.
const tinyFoe = 1. / 24

// Body returns how the player in a slot is seen.
func (s *sight) Body(slot int) (b story.Body) {
	if i := s.figureOf(slot); i >= 0 {
		f := &s.figures[i]
		b.Depth, b.Seen = f.w, !f.unseen
		b.Tiny = (playerHigh-playerLow)*s.frame.focal < tinyFoe*s.frame.height*f.w
	}
	return b
}

// Bolt returns the slot of the player that the lightning of a shooter hits, [world.Nobody] for none.
func (s *sight) Bolt(shooter int) int {
	if shooter < 0 || shooter >= len(s.bolts) {
		return world.Nobody
	}
	return int(s.bolts[shooter]) - 1
}
