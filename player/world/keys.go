package world

// Keys is a bit set of the keys that a player presses.
type Keys uint8

// The keys.
const (
	KeyForward Keys = 1 << iota
	KeyBack
	KeyLeft
	KeyRight
	KeyJump
	KeyAttack
	KeyCrouch
)

const (
	// MoveKeys are the direction keys.
	MoveKeys = KeyForward | KeyBack | KeyLeft | KeyRight
	// ButtonKeys are QuakeWorld's two buttons.
	ButtonKeys = KeyAttack | KeyJump
)

// MoveOf returns the direction keys for a QuakeWorld client's move, given its speeds forward and to
// the right.
func MoveOf(forward, right int16) (k Keys) {
	switch {
	case forward > 0:
		k = KeyForward
	case forward < 0:
		k = KeyBack
	}
	switch {
	case right > 0:
		k |= KeyRight
	case right < 0:
		k |= KeyLeft
	}
	return k
}

// ButtonsOf returns the keys for the buttons of a QuakeWorld client's move.
func ButtonsOf(buttons uint8) (k Keys) {
	if buttons&1 != 0 {
		k = KeyAttack
	}
	if buttons&2 != 0 {
		k |= KeyJump
	}
	return k
}
