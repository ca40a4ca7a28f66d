package world

// Footing is whether a player stands on something.
type Footing uint8

// What a demo may tell of it. Quake and Quake II tell it of the recorder, QuakeWorld's
// clients of all in sight if the server has an extension, Quake III of all in sight;
// servers' recordings of nobody.
const (
	FootingUnknown Footing = iota
	OnGround
	InAir
)

// FootingOf returns the footing of a player of whom the demo tells whether he stands.
func FootingOf(stands bool) Footing {
	if stands {
		return OnGround
	}
	return InAir
}

// Blow is how the missile that killed a player hit.
type Blow uint8

// What a demo may tell of it: Quake II and III always, QuakeWorld in servers' recordings with
// hidden messages.
const (
	BlowUnknown Blow = iota // the demo does not tell it, or the weapon has no missiles
	BlowDirect              // the missile struck
	BlowSplash              // it burst beside
)
