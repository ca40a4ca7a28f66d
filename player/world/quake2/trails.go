package quake2

import "demoscope/player/world"

// Effect bits of an entity that leave a trail.
const (
	effectGib          = 1 << 1
	effectBlaster      = 1 << 3
	effectRocket       = 1 << 4
	effectGrenade      = 1 << 5
	effectHyperBlaster = 1 << 6
	effectBFG          = 1 << 7
	effectIonRipper    = 1 << 20
	effectGreenGib     = 1 << 21
	effectBlueBlaster  = 1 << 22
	effectPlasma       = 1 << 24
	effectTracker      = 1 << 26
	effectTag          = 1 << 29
	effectTrackerTrail = 1 << 31

	anyTrail = effectGib | effectBlaster | effectRocket | effectGrenade | effectHyperBlaster | effectBFG |
		world.Quake2EffectRedFlag | world.Quake2EffectBlueFlag |
		effectIonRipper | effectGreenGib | effectBlueBlaster | effectPlasma | effectTracker | effectTag |
		effectTrackerTrail
)

// trails maps effect bits to trails. The first match counts, as in the game. The tracker's bit together with the
// blaster's is a green blaster, see TrailOf.
var trails = [...]struct {
	bit  uint32
	kind world.TrailKind
}{
	{effectRocket, world.TrailRocket}, {effectBlaster, world.TrailBlaster}, {effectHyperBlaster, world.TrailBlaster},
	{effectGib, world.TrailGib},
	{effectGrenade, world.TrailGrenade}, {effectBFG, world.TrailBFG}, {world.Quake2EffectRedFlag, world.TrailRedFlag},
	{world.Quake2EffectBlueFlag, world.TrailBlueFlag},
	{effectTag, world.TrailTag}, {effectTrackerTrail, world.TrailTracker}, {effectTracker, world.TrailTracker},
	{effectGreenGib, world.TrailGreenGib},
	{effectIonRipper, world.TrailIonRipper}, {effectBlueBlaster, world.TrailPlasma}, {effectPlasma, world.TrailPlasma},
}

// TrailOf implements [world.Trailer].
func (*base) TrailOf(_ string, e *world.Entity) world.TrailKind {
	if e.Effects&(effectBlaster|effectTracker) == effectBlaster|effectTracker {
		return world.TrailBFG
	}
	for _, t := range trails {
		if e.Effects&t.bit != 0 {
			return t.kind
		}
	}
	return world.NoTrail
}

// TrailEffects implements [world.Trailer].
func (*base) TrailEffects() uint32 { return anyTrail }
