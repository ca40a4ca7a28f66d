package survey

import "github.com/go-gl/mathgl/mgl32"

// Level is what a survey says of a level's shape: surfaces and things at rest, in units of
// the game, z up. Nothing in it depends on what happened first of two things that happened:
// the same paths make the same Level.
type Level struct {
	Faces []Face
	Items []Item
	// Box is around all faces: its lowest and its highest corner; zero without faces.
	Box [2]mgl32.Vec3
}

// Face is a flat piece of surface.
type Face struct {
	// Corners are those of a convex polygon of 3 to 8, clockwise as seen from the front, as
	// a [demoscope/bsp.Face] has them. Faces of one kind do not overlap; a corner may lie
	// on the side of a neighbor, as happens where rectangles meet.
	Corners []mgl32.Vec3
	// Normal points away from what is solid, and has the length 1. A wall has its free side
	// there: what is behind it is unknown.
	Normal mgl32.Vec3
	Kind   Kind
}

// Kind is what a [Face] is of a level, and how that is known.
type Kind uint8

// The kinds. Of the presumed ones nobody has seen anything: they are what lies around the
// known ones most often.
const (
	Floor         Kind = iota // level, somebody stood there or something lay there
	Slope                     // a floor that is not level
	Riser                     // upright, between two floors that are one step apart
	Skirt                     // upright, the first units below the end of a floor where one falls off
	Wall                      // upright, somebody or something was stopped by it
	PresumedFloor             // level, beyond the end of a known one
	PresumedWall              // upright, around what is known and presumed
	LikelyWall                // upright, on the plane of a known wall, above it or beside
	Water                     // level, the surface of a liquid around where somebody got into it
	Slime
	Lava

	// KindCount is how many kinds there are.
	KindCount
)

var kindNames = [KindCount]string{"floor", "slope", "riser", "skirt", "wall", "presumed_floor", "presumed_wall",
	"likely_wall", "water", "slime", "lava"}

// String returns the name of the kind as files have it.
func (k Kind) String() string {
	if k < KindCount {
		return kindNames[k]
	}
	return "unknown"
}

// Presumed reports whether faces of the kind are a guess. How far a liquid goes is one, too.
func (k Kind) Presumed() bool { return k == PresumedFloor || k == PresumedWall || k == LikelyWall }

// Item is a thing that lay still.
type Item struct {
	Origin mgl32.Vec3 // where the thing's origin was
	Floor  float32    // the height of the floor below it
	Model  string     // the game path of its model; "" where it is not known
}
