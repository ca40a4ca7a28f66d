// Package anchor has the places of players in a picture, with what a [story.Moment] says of them, for text and signs
// over the picture.
// Places and sizes are in pixels, from the upper left corner.
package anchor

import (
	"demoscope/player/story"
	"demoscope/render/draw"
)

// The colors of names in the red and in the blue team.
var (
	TeamRed  = draw.RGB(0xe2584a)
	TeamBlue = draw.RGB(0x5b9bf0)
)

// The pants of the red and the blue team in Quake and QuakeWorld.
const (
	PantsRed  = 4
	PantsBlue = 13
)

// TeamColor returns the color of names in a team of Quake by its pants; ok is false for all but the red and the blue
// team.
func TeamColor(pants int) (color draw.Color, ok bool) {
	switch pants {
	case PantsRed:
		return TeamRed, true
	case PantsBlue:
		return TeamBlue, true
	}
	return color, false
}

// Label is the place for the name of a player, with what is known of that player.
type Label struct {
	X, Y  float32 // the middle of its lower side
	Text  string  // in the charset of the demo's game
	Color draw.Color

	// Depth is the distance in front of the camera, in units. Unseen is set if the level hides the player, or in a
	// matchup if the demo does not say where the player is.
	Depth  float32
	Unseen bool
	// Player is 1 + the slot of the player, 0 for none.
	Player int
	// Ghost is set for the player of a second demo that is compared with the followed one.
	Ghost bool
	// Shot is set for the name of the shooter at a missile; Weapon is then what fires it.
	Shot bool
	// Body is 1 + the index of the player's body, 0 for one that is not seen.
	Body       int
	ArmorColor draw.Color
	story.Status
}

// Body is the box of a living player.
type Body struct {
	X, Y, W, H float32 // of the upper left corner, and its size
	Watched    bool    // of the followed player
}

// Pointer points at a player outside the picture.
type Pointer struct {
	Text   string // the name, in the charset of the demo's game
	Player int    // 1 + the slot
	Color  draw.Color
	// Side is the side of the picture beyond which the player is, and Place where along it, from 0 at its left or upper
	// end to 1.
	Side     Side
	Place    float32
	Distance float32 // in units
	story.Status
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

// Matchup is the fight of the followed player with one opponent. Its labels have no place.
type Matchup struct {
	// Sides are the followed player and the opponent, who has no Text if there is none.
	Sides [2]Label
	// Actions are what each does to the other.
	Actions [2]story.Action
}

// Kill is a kill with the places of its two players.
type Kill struct {
	story.Kill
	// Sides are the killer and the victim. Text is empty for an unknown player.
	Sides [2]KillSide
	// X and Y are the place of the missile that kills, if it flies.
	X, Y float32
}

// KillSide is the killer or the victim.
type KillSide struct {
	// Pointer says which player it is and, if At is KillOutside, where.
	Pointer
	At KillPlace
	// Body is the place of the player if At is KillInside. Hidden is set if a wall hides the player.
	Body   Body
	Hidden bool
}

// KillPlace is where one of the two of a kill is.
type KillPlace uint8

// The places.
const (
	KillNowhere KillPlace = iota // not known
	KillInside                   // in the picture, maybe behind a wall
	KillOutside                  // beside or behind it
	KillEye                      // the picture is the player's view
)

// Places are all that is written or drawn over a picture.
type Places struct {
	Labels []Label // the names of players
	// Pointers are at players who are not in the picture, the most important first.
	Pointers []Pointer
	// Matchup is the fight of the followed player, and Kill the kill that is shown.
	Matchup Matchup
	Kill    Kill
	// Falls is set if the followed player falls fast, far above the ground.
	Falls bool
	// Bodies are the boxes of the living who are seen.
	Bodies []Body
	// Hand is the box of the weapon before the eye; without a width there is none.
	Hand Body
	// NameColors are the colors by which players are known, by slot, bright enough for text.
	NameColors []draw.Color
	// Attacker is the name of the player who has hit the followed one last, at the arc of damage: its middle is at X
	// and Y. It has no Text if that is unknown, or there is no arc.
	Attacker Label
}

// Reset empties the places and keeps their memory.
func (p *Places) Reset() {
	*p = Places{Labels: p.Labels[:0], Pointers: p.Pointers[:0], Bodies: p.Bodies[:0], NameColors: p.NameColors[:0]}
}
