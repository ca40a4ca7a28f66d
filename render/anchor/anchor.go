// Package anchor holds the positions of players in a picture, together with their state in a [story.Moment], for text
// and signs over the picture. Positions and sizes are in pixels, from the upper-left corner.
package anchor

import (
	"demoscope/player/story"
	"demoscope/render/draw"
)

// The colors of names in the red and the blue team.
var (
	TeamRed  = draw.RGB(0xe2584a)
	TeamBlue = draw.RGB(0x5b9bf0)
)

// The pants of the red and the blue team in Quake and QuakeWorld.
const (
	PantsRed  = 4
	PantsBlue = 13
)

// TeamColor returns the color of names in a team of Quake, given by its pants; ok is false for teams other than red
// and blue.
func TeamColor(pants int) (color draw.Color, ok bool) {
	switch pants {
	case PantsRed:
		return TeamRed, true
	case PantsBlue:
		return TeamBlue, true
	}
	return color, false
}

// Label is the position of a player's name, with the known state of the player.
type Label struct {
	X, Y  float32 // the middle of its lower side
	Text  string  // in the charset of the demo's game
	Color draw.Color

	// Depth is the distance in front of the camera, in Quake units. Unseen is set if the level hides the player, or
	// in a matchup if the demo does not contain the player's position.
	Depth  float32
	Unseen bool
	// Player is 1 + the slot of the player, 0 for none.
	Player int
	// Ghost is set for a player of a second demo who is compared with the followed player.
	Ghost bool
	// Shot is set for the shooter's name at a missile. Weapon is then the weapon that fired it.
	Shot bool
	// Body is 1 + the index of the player's body, 0 if it is not visible.
	Body       int
	ArmorColor draw.Color
	story.Status
}

// Body is the box of a living player.
type Body struct {
	X, Y, W, H float32 // position of the upper-left corner, and size
	Watched    bool    // it is the followed player's
}

// Pointer points to a player outside the picture.
type Pointer struct {
	Text   string // name, in the charset of the demo's game
	Player int    // 1 + the slot
	Color  draw.Color
	// Side is the side of the picture beyond which the player is, and Place the position along it, from 0 at its left
	// or upper end to 1.
	Side     Side
	Place    float32
	Distance float32 // in Quake units
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

// Matchup is the fight of the followed player with one opponent. Its labels have no position.
type Matchup struct {
	// Sides are the followed player and the opponent. Text is empty if there is no opponent.
	Sides [2]Label
	// Actions are the actions of each player against the other.
	Actions [2]story.Action
}

// Kill is a kill with the positions of its two players.
type Kill struct {
	story.Kill
	// Sides are the killer and the victim. Text is empty for an unknown player.
	Sides [2]KillSide
	// X and Y are the position of the missile that kills, if it flies.
	X, Y float32
}

// KillSide is the killer or the victim.
type KillSide struct {
	// Pointer identifies the player and, if At is KillOutside, holds the direction.
	Pointer
	At KillPlace
	// Body is the player's box if At is KillInside. Hidden is set if a wall hides the player.
	Body   Body
	Hidden bool
}

// KillPlace says where the killer or the victim is.
type KillPlace uint8

// The places.
const (
	KillNowhere KillPlace = iota // unknown
	KillInside                   // in the picture, possibly behind a wall
	KillOutside                  // outside the picture
	KillEye                      // the picture is the player's first-person view
)

// Places are the positions of everything that is drawn over a picture.
type Places struct {
	Labels []Label // names of players
	// Pointers point to players outside the picture, most important first.
	Pointers []Pointer
	// Matchup is the fight of the followed player, and Kill the kill in the kill preview.
	Matchup Matchup
	Kill    Kill
	// Falls is set if the followed player falls fast, far above the ground.
	Falls bool
	// Bodies are the boxes of living players in the picture.
	Bodies []Body
	// Hand is the box of the weapon in first-person view. Its width is 0 if there is none.
	Hand Body
	// NameColors are the colors of players by slot, bright enough for text.
	NameColors []draw.Color
	// Attacker is the name of the last player who hit the followed player, with its middle at X and Y, at the arc of
	// damage. Text is empty if the attacker is unknown or there is no arc.
	Attacker Label
}

// Reset empties the places and keeps their memory.
func (p *Places) Reset() {
	*p = Places{Labels: p.Labels[:0], Pointers: p.Pointers[:0], Bodies: p.Bodies[:0], NameColors: p.NameColors[:0]}
}
