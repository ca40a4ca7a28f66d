// Package draw has vertex and index buffers that can be drawn as they are, and the
// few shapes that everything is drawn with. It needs no window: package render draws
// the buffers on the screen.
package draw

// Vertex is a corner of a triangle. Its memory is laid out like an Ebitengine
// vertex, so that a slice of one can be used as a slice of the other.
type Vertex struct {
	X, Y       float32    // pixels on the screen, from the upper left corner
	U, V       float32    // pixels in the atlas
	R, G, B, A float32    // 0 to 1, premultiplied by A
	Custom     [4]float32 // unused
}

// WhiteU and WhiteV are a place in the atlas, in pixels, with white and opaque
// pixels around it, for triangles without a texture.
const (
	WhiteU = 2
	WhiteV = 2
)

// Color is a colour with its opacity, all 0 to 1. Red, green and blue are not
// premultiplied: the shapes do that.
type Color struct{ R, G, B, A float32 }

// RGB returns an opaque colour from bytes as 0xrrggbb.
func RGB(hex uint32) Color {
	return Color{float32(hex>>16&255) / 255, float32(hex>>8&255) / 255, float32(hex&255) / 255, 1}
}

// Alpha returns the colour with its opacity multiplied by a.
func (c Color) Alpha(a float32) Color {
	c.A *= a
	return c
}

// Dim returns the colour with red, green and blue multiplied by f.
func (c Color) Dim(f float32) Color {
	return Color{c.R * f, c.G * f, c.B * f, c.A}
}

// Mix returns the colour t of the way to d (0 is c, 1 is d).
func (c Color) Mix(d Color, t float32) Color {
	return Color{c.R + (d.R-c.R)*t, c.G + (d.G-c.G)*t, c.B + (d.B-c.B)*t, c.A + (d.A-c.A)*t}
}

// Label is the name of a player with what is known of him, to be written at a place in the
// picture.
type Label struct {
	X, Y  float32 // the middle of its lower side, in pixels
	Text  string  // in the charset of the demo's game
	Color Color
	Scale float32 // 1 is the usual size

	// Depth is how far it is before the camera, in units. Unseen is set if the level hides
	// whose name it is.
	Depth  float32
	Unseen bool

	// Health and Armor are in the games' points, valid if HealthKnown and ArmorKnown are set.
	Health, Armor           int
	HealthKnown, ArmorKnown bool
	ArmorColor              Color
	// HealthAbout is set if the Health was told a while ago, and is at most HealthMost then,
	// which is below Health for no bound.
	HealthAbout bool
	HealthMost  int
	// HealthAge is how many seconds ago that was.
	HealthAge float32
	// Hurt is how lately the player was hit, 1 for now and 0 for not lately.
	Hurt float32
	// Mate is set for a team mate of who is watched, Threat for a foe who aims at the watched,
	// and Target for the foe at whom the watched aims.
	Mate, Threat, Target bool
	// Weapon is the one in hand and Carried what else is carried, by the numbers of
	// [player/weapon.Kind] and the bits of [player/world.Carried].
	Weapon  uint8
	Carried uint32
	// Player is 1 + the slot of whose name it is, 0 for none.
	Player int
	// Ghost is set for the player of a second demo who is compared with the watched one.
	Ghost bool
	// Shot is set for the name of who fired what flies there; Weapon is then what fires that.
	Shot bool
	// Body is 1 + the index of the body whose name it is, 0 for none that is seen.
	Body int
}

// Body is the box of a living player in the picture, in pixels.
type Body struct {
	X, Y, W, H float32 // of the upper left corner, and its size
	Watched    bool    // it is who is watched
}

// Pointer says where a player is who is not in the picture.
type Pointer struct {
	Text   string // his name, in the charset of the demo's game
	Player int    // 1 + his slot
	Color  Color
	Weapon uint8 // as that of [Label]
	// Side is the side of the picture beyond which he is, and Place where along it, from 0 at
	// its left or upper end to 1.
	Side     Side
	Place    float32
	Distance float32 // in units
	// Fires is set if he has just fired, or hit the watched, and Mate if he is a team mate.
	Fires, Mate bool
}

// Side is a side of the picture.
type Side uint8

// The sides.
const (
	SideLeft Side = iota
	SideRight
	SideTop
	SideBottom
)

// Duel is the fight of who is watched with one other player.
type Duel struct {
	// Sides are the two with what is known of them, the watched first; no place is theirs. The
	// second has no Text if the watched fights nobody.
	Sides [2]Label
	// Deeds are what each does to the other.
	Deeds [2]Deed
}

// Deed is what one player does to another.
type Deed uint8

// The deeds; those that matter more are greater.
const (
	DeedNone Deed = iota
	DeedAims
	DeedFires   // aims at the other, and has fired a moment ago
	DeedHits    // has hit the other lately
	DeedShot    // a shot of his that is none of the following flies at the other
	DeedGrenade // a grenade of his lies or flies near the other
	DeedRocket  // a rocket of his flies at the other
)

// Kill is a death that is about to come, or has just come, with who is killed by whom.
type Kill struct {
	// Known is set if there is one.
	Known bool
	// Sides are the killer and the victim. Who is not known has no Text, and a killer who is the
	// victim, or nobody, has none.
	Sides [2]KillSide
	// Means is what kills: a weapon, or lava and such, in words. Weapon is its number, as one of
	// assets/figure, 0 for none.
	Means  string
	Weapon uint8
	// Unfired is set if what kills, a rocket, has not been fired yet.
	Unfired bool
	// In is the time until it comes in seconds, below 0 once it has come. Alpha is how opaque its
	// signs are.
	In, Alpha float32
	// Damage is what the killer's last blow does to health and armour together. Where the demo does not tell that Takes
	// is how much health the last blow takes, or Last how much was left before it; 0 if the demo does not tell it. They
	// are the same before the kill and after it. Quad is set if the killer has quad damage.
	Damage, Takes, Last int
	Quad                bool
	// Back is set if the victim has come back: he lives again, somewhere else.
	Back bool
	// Own is set if the victim kills himself, Mates if the two are of one team. Falls is set if the victim
	// falls to death, whatever word the game has for it.
	Own, Mates, Falls bool
	// Flies is set if what kills is on its way: it is at X and Y in the picture. Strikes is set if it
	// is lightning that reaches the victim already.
	Flies   bool
	Strikes bool
	X, Y    float32
}

// killHolds is for how many seconds after a kill the picture is about nothing else.
const killHolds = 0.45

// Holds reports whether the picture is about that kill: it is about to come, or has just come. All others give
// way to the two.
func (k *Kill) Holds() bool { return k.Known && k.In > -killHolds }

// KillSide is one of the two of a kill.
type KillSide struct {
	// Pointer is who it is and, if At is KillOutside, where.
	Pointer
	At KillPlace
	// Body is where he is if At is KillInside; Hidden is set if a wall is before him.
	Body   Body
	Hidden bool
}

// KillPlace is where one of the two of a kill is.
type KillPlace uint8

// The places.
const (
	KillNowhere KillPlace = iota // nobody knows
	KillInside                   // in the picture, maybe behind a wall
	KillOutside                  // beside or behind it
	KillEye                      // the picture is seen with his eyes
)

// Buffer is a list of triangles in the order in which they are drawn. Its memory is
// reused from frame to frame.
type Buffer struct {
	Vertices []Vertex
	Indices  []uint32 // three a triangle
}

// Reset empties the buffer and keeps its memory.
func (b *Buffer) Reset() {
	b.Vertices = b.Vertices[:0]
	b.Indices = b.Indices[:0]
}

// vertex makes a corner without a texture.
func vertex(x, y float32, c Color) Vertex {
	return Vertex{X: x, Y: y, U: WhiteU, V: WhiteV, R: c.R * c.A, G: c.G * c.A, B: c.B * c.A, A: c.A}
}

// Vertex appends a corner without a texture and returns its index, for
// [Buffer.Index].
func (b *Buffer) Vertex(x, y float32, c Color) uint32 {
	b.Vertices = append(b.Vertices, vertex(x, y, c))
	return uint32(len(b.Vertices) - 1)
}

// Index appends a triangle of three corners in the buffer.
func (b *Buffer) Index(i, j, k uint32) {
	b.Indices = append(b.Indices, i, j, k)
}
