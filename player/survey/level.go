package survey

import "github.com/go-gl/mathgl/mgl32"

// Level is the shape of a level as known from a survey: surfaces and resting items, in game units with z up. It
// does not depend on the order of events: the same paths result in the same Level.
type Level struct {
	Faces []Face
	Items []Item
	// Box is the bounding box of the faces, as the lowest and highest corner. It is zero without faces.
	Box [2]mgl32.Vec3
}

// Face is a flat piece of surface.
type Face struct {
	// Corners form a convex polygon of 3 to 8 corners, clockwise as seen from the front, as in a
	// [demoscope/bsp.Face]. Faces of one kind do not overlap. A corner may be on the edge of a neighbor where
	// rectangles meet.
	Corners []mgl32.Vec3
	// Normal is the unit vector away from the solid side. A wall faces the free side; behind it is unknown
	// space.
	Normal mgl32.Vec3
	Kind   Kind
}

// Kind is what a [Face] is, and how that is known.
type Kind uint8

// The kinds. Presumed faces are guesses without evidence, from what usually surrounds known faces.
const (
	Floor         Kind = iota // level; a player stood or an item rested there
	Slope                     // a floor that is not level
	Riser                     // upright, between two floors one step apart
	Skirt                     // upright, the first units below an edge where players can fall
	Wall                      // upright; it stopped a player or a shot
	PresumedFloor             // level, beyond the end of a known floor
	PresumedWall              // upright, around known and presumed floors
	LikelyWall                // upright, on the plane of a known wall, above or beside it
	Water                     // level, surface of a liquid around where a player entered it
	Slime
	Lava

	// KindCount is the number of kinds.
	KindCount
)

var kindNames = [KindCount]string{"floor", "slope", "riser", "skirt", "wall", "presumed_floor", "presumed_wall",
	"likely_wall", "water", "slime", "lava"}

// String returns the name of the kind as used in files.
func (k Kind) String() string {
	if k < KindCount {
		return kindNames[k]
	}
	return "unknown"
}

// Presumed reports whether faces of the kind are guesses. The extent of a liquid is a guess, too, but not
// covered.
func (k Kind) Presumed() bool { return k == PresumedFloor || k == PresumedWall || k == LikelyWall }

// Item is an item at rest.
type Item struct {
	Origin mgl32.Vec3 // origin of the item
	Floor  float32    // height of the floor below it
	Model  string     // game path of its model; empty if unknown
}
