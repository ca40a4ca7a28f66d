package quake3

import (
	"demoscope/formats/message"
	"demoscope/internal/directions"
	"demoscope/player/world"
	"demoscope/player/world/internal/info"
)

// effects maps events to their effects.
var effects = [...]struct {
	kind world.EffectKind
	life float64 // seconds
}{
	evJumpPad:          {world.EffectJumpPad, 0.5},
	evFireWeapon:       {world.EffectMuzzleFlash, 0.1},
	evItemRespawn:      {world.EffectItemRespawn, 0.5},
	evTeleportIn:       {world.EffectTeleport, 0.5},
	evTeleportOut:      {world.EffectTeleport, 0.5},
	evBulletHitFlesh:   {world.EffectBlood, 0.3},
	evBulletHitWall:    {world.EffectGunshot, 0.3},
	evMissileHit:       {world.EffectBlood, 0.3}, // unless missileHits has the weapon
	evMissileMiss:      {world.EffectSparks, 0.3},
	evMissileMissMetal: {world.EffectSparks, 0.3},
	evRailTrail:        {world.EffectRail, 0.4},
	evShotgun:          {world.EffectShotgun, 0.2},
	evGibPlayer:        {world.EffectGibs, 1},
	evKamikaze:         {world.EffectNuke, 1},
	evObeliskExplodes:  {world.EffectExplosion, 0.6},
	evInvulnerable:     {world.EffectShield, 0.3},
	evLightningBolt:    {world.EffectLightning, 0.2},
}

// missileHits are the impacts of weapons on walls, and also on players for weapons with splash damage. Impacts of other
// weapons are sparks or blood.
var missileHits = [...]struct {
	kind   world.EffectKind
	life   float64 // seconds
	rgb    uint32
	around bool
}{
	wpMachinegun:   {kind: world.EffectGunshot, life: 0.3},
	wpShotgun:      {kind: world.EffectGunshot, life: 0.3},
	wpGrenade:      {kind: world.EffectExplosion, life: 0.6, around: true},
	wpRocket:       {kind: world.EffectExplosion, life: 0.6, around: true},
	wpLightning:    {kind: world.EffectPlasma, life: 0.2, rgb: 0x9999ff},
	wpPlasma:       {kind: world.EffectPlasma, life: 0.3, rgb: 0x9999ff, around: true},
	wpBFG:          {kind: world.EffectBFG, life: 0.6, around: true},
	wpNail:         {kind: world.EffectSpike, life: 0.3},
	wpMine:         {kind: world.EffectExplosion, life: 0.6, around: true},
	wpChaingun:     {kind: world.EffectGunshot, life: 0.3},
	wpHeavyBullets: {kind: world.EffectGunshot, life: 0.3},
}

// The weapons, by number.
const (
	wpGauntlet = iota + 1
	wpMachinegun
	wpShotgun
	wpGrenade
	wpRocket
	wpLightning
	wpRail
	wpPlasma
	wpBFG
	wpGrapple
	wpNail
	wpMine
	wpChaingun
	wpHeavyBullets // Quake Live only
)

// flashes are the muzzle flashes of weapons: the kind of shot and the color of its light as 0xRRGGBB. The gauntlet has
// none.
var flashes = [...]struct {
	shot world.Shot
	rgb  uint32
}{
	wpGauntlet:     {},
	wpMachinegun:   {world.ShotBullet, 0xffff00},
	wpShotgun:      {world.ShotPellets, 0xffff00},
	wpGrenade:      {world.ShotMissile, 0xffb300},
	wpRocket:       {world.ShotMissile, 0xffbf00},
	wpLightning:    {world.ShotBeam, 0x9999ff},
	wpRail:         {world.ShotBeam, 0xff8000},
	wpPlasma:       {world.ShotBolt, 0x9999ff},
	wpBFG:          {world.ShotBolt, 0xffb3ff},
	wpGrapple:      {world.ShotMissile, 0x9999ff},
	wpNail:         {world.ShotMissile, 0xffbf00},
	wpMine:         {world.ShotMissile, 0xffb300},
	wpChaingun:     {world.ShotBullet, 0xffff00},
	wpHeavyBullets: {world.ShotBullet, 0xffff00},
}

// pellets is the number of pellets in a shotgun shot.
const pellets = 11

// effect starts the effect of an event of entity number.
func effect(w world.Edit, s *entityState, number, event int32) {
	if event <= 0 || int(event) >= len(effects) || effects[event].life == 0 {
		return
	}
	k := &effects[event]
	if !w.Fleeting() && k.kind != world.EffectMuzzleFlash && k.kind != world.EffectLightning {
		return // only these two say who fires
	}
	f := world.Effect{Kind: k.kind, Life: k.life, Origin: s.place(), Entity: s[message.EntityStateClientNum]}
	from := s.vec(message.EntityStateOrigin2X, message.EntityStateOrigin2Y, message.EntityStateOrigin2Z)
	weapon := int(s[message.EntityStateWeapon])
	switch event {
	case evFireWeapon:
		if number < clients {
			f.Entity = number
		}
		if weapon < 0 || weapon >= len(flashes) || flashes[weapon].shot == world.ShotUnknown {
			return
		}
		f.Shot, f.RGB = flashes[weapon].shot, flashes[weapon].rgb
	case evRailTrail:
		f.Origin, f.End = from, f.Origin
		f.RGB = railColor(w, f.Entity)
	case evLightningBolt:
		f.Origin, f.End = from, f.Origin
	case evShotgun:
		// The second origin is a direction, and the parameter is the seed of the client's pellet spread.
		f.End = f.Origin.Add(from)
		f.Entity, f.Count = s[message.EntityStateOtherEntityNum], pellets
		f.Color = uint8(s[message.EntityStateEventParm])
	case evBulletHitFlesh, evBulletHitWall:
		f.Entity = s[message.EntityStateOtherEntityNum]
		if event == evBulletHitWall {
			f.Velocity = directions.Of(uint8(s[message.EntityStateEventParm]))
		}
	case evMissileHit, evMissileMiss, evMissileMissMetal:
		f.Velocity = directions.Of(uint8(s[message.EntityStateEventParm]))
		if weapon < 0 || weapon >= len(missileHits) {
			break
		}
		if h := &missileHits[weapon]; h.life > 0 && (event != evMissileHit || h.around) {
			f.Kind, f.Life, f.RGB = h.kind, h.life, h.rgb
		}
	}
	w.AddEffect(f)
}

// railColor returns the color of a player's rail trail, which the game's client derives from the player's setting "c1".
// It returns white if the setting is invalid.
func railColor(w world.Edit, slot int32) uint32 {
	const white = 0xffffff
	if slot < 0 || int(slot) >= len(w.Players) {
		return white
	}
	n := info.Number(info.Value(w.Players[slot].UserInfo, "c1"))
	if n < 1 || n > 7 {
		return white
	}
	return uint32(n&1)*0xff0000 | uint32(n>>1&1)*0xff00 | uint32(n>>2&1)*0xff
}
