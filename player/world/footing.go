package world

// Footing is whether a player stands on something.
type Footing uint8

// The values of [Footing]. Quake and Quake II demos have it for the recorder. Quake III demos have
// it for all players in sight, and so do QuakeWorld client demos if the server has an extension.
// Server-side recordings do not have it.
const (
	FootingUnknown Footing = iota
	OnGround
	InAir
)

// FootingOf returns the footing of a player for whom the demo reports it.
func FootingOf(stands bool) Footing {
	if stands {
		return OnGround
	}
	return InAir
}

// HitType is how a missile hit.
type HitType uint8

// The values of [HitType]. Quake II and Quake III always report it, and server-side QuakeWorld
// recordings do if they have hidden messages.
const (
	HitUnknown HitType = iota // not reported, or the weapon has no missiles
	HitDirect                 // a direct hit
	HitSplash                 // splash damage
)
