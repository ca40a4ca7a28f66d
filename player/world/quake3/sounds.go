package quake3

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/formats/message"
	"demoscope/player/world"
)

// clientSounds are the game paths of the sounds that the game's client plays on its own: see [world.Level]. A path that
// starts with an asterisk belongs to the player's model.
var clientSounds = []string{""}

// own adds a path to clientSounds and returns its index.
func own(path string) uint8 {
	clientSounds = append(clientSounds, path+".wav")
	return uint8(len(clientSounds) - 1)
}

// choice is a group of sounds from which the client picks one at random.
type choice struct{ first, count uint8 }

// choiceOf adds n paths that differ by a number, starting at 1.
func choiceOf(path string, n int) choice {
	c := choice{own(fmt.Sprintf(path, 1)), uint8(n)}
	for i := 2; i <= n; i++ {
		own(fmt.Sprintf(path, i))
	}
	return c
}

// one returns a choice with a single sound.
func one(path string) choice { return choice{own(path), 1} }

var (
	soundRicochets = choiceOf("sound/weapons/machinegun/ric%d", 3)
	soundBolts     = [...]uint8{own("sound/weapons/lightning/lg_hit2"), own("sound/weapons/lightning/lg_hit"),
		own("sound/weapons/lightning/lg_hit3")}
	soundExplosion  = own("sound/weapons/rocket/rocklx1a")
	soundPlasma     = own("sound/weapons/plasma/plasmx1a")
	soundQuad       = own("sound/items/damage3")
	soundJump       = own("*jump1")
	soundDrown      = own("*drown")
	soundJumpPad    = own("sound/world/jumppad")
	soundBounce     = choice{own("sound/weapons/grenade/hgrenb1a"), 2}
	_               = own("sound/weapons/grenade/hgrenb2a")
	soundUseNothing = own("sound/items/use_nothing")
	soundUseMedkit  = own("sound/items/use_medkit")
	soundWearsOff   = own("sound/items/wearoff")
	soundTalk       = own("sound/player/talk")
	soundPains      = [...]uint8{own("*pain25_1"), own("*pain50_1"), own("*pain75_1"), own("*pain100_1")}
	soundHit        = own("sound/feedback/hit")
	soundHitMate    = own("sound/feedback/hit_teammate")
)

// eventSounds are the sounds of events that have one sound, or several to pick from.
var eventSounds = [...]choice{
	1:                 choiceOf("sound/player/footsteps/step%d", 4), // or the footsteps of the player's model
	2:                 choiceOf("sound/player/footsteps/clank%d", 4),
	3:                 choiceOf("sound/player/footsteps/splash%d", 4),
	10:                one("sound/player/land1"),
	11:                one("*pain100_1"),
	12:                one("*fall1"),
	evJumpPad:         {soundJump, 1}, // and soundJumpPad
	14:                {soundJump, 1},
	15:                one("sound/player/watr_in"),
	16:                one("sound/player/watr_out"),
	17:                one("sound/player/watr_un"),
	18:                one("*gasp"),
	22:                one("sound/weapons/change"),
	evUseItem:         {soundUseNothing, 1},
	evUseItem + 2:     {soundUseMedkit, 1},
	evItemRespawn:     one("sound/items/respawn1"),
	evTeleportIn:      one("sound/world/telein"),
	evTeleportOut:     one("sound/world/teleout"),
	44:                soundBounce,
	evBulletHitWall:   soundRicochets,
	57:                one("*death1"),
	58:                one("*death2"),
	59:                one("*death3"),
	61:                {soundQuad, 1},
	62:                one("sound/items/protect3"),
	63:                one("sound/items/regen"),
	evGibPlayer:       one("sound/player/gibsplt1"),
	evKamikaze:        {soundExplosion, 1},
	evObeliskExplodes: {soundExplosion, 1},
	evTaunt:           one("*taunt"),
}

// sameSound returns the event whose sound an event has, which is mostly itself.
func sameSound(event int32) int32 {
	switch event {
	case 4, 5: // wading and swimming sound like splashes
		return 3
	case evItemPop:
		return evItemRespawn
	}
	return event
}

const (
	evUseItem = 24 // first of the events for using a holdable; the item is added to it
	evTaunt   = 76
	// worldNumber is the entity number for sounds without an entity.
	worldNumber = 1022
	quadBit     = 1 << 1
	efFiring    = 0x100
	noImpact    = 255 // event parameter of a rail trail without an impact
)

// fireSounds are the firing sounds of weapons.
var fireSounds = [...]choice{
	wpGauntlet:     one("sound/weapons/melee/fstatck"),
	wpMachinegun:   choiceOf("sound/weapons/machinegun/machgf%db", 4),
	wpShotgun:      one("sound/weapons/shotgun/sshotf1b"),
	wpGrenade:      one("sound/weapons/grenade/grenlf1a"),
	wpRocket:       one("sound/weapons/rocket/rocklf1a"),
	wpLightning:    one("sound/weapons/lightning/lg_fire"),
	wpRail:         one("sound/weapons/railgun/railgf1a"),
	wpPlasma:       one("sound/weapons/plasma/hyprbf1a"),
	wpBFG:          one("sound/weapons/bfg/bfg_fire"),
	wpNail:         one("sound/weapons/nailgun/wnalfire"),
	wpMine:         one("sound/weapons/proxmine/wstbfire"),
	wpChaingun:     choiceOf("sound/weapons/vulcan/vulcanf%db", 4),
	wpHeavyBullets: choiceOf("sound/weapons/machinegun/hmgf%db", 4),
}

// itemSounds are pickup sounds by prefix of the item's class. The first match counts.
var itemSounds = [...]struct {
	class string
	sound uint8
}{
	{"item_armor_shard", own("sound/misc/ar1_pkup")}, {"item_armor", own("sound/misc/ar2_pkup")},
	{"item_spawnarmor", own("sound/misc/ar2_pkup")},
	{"item_health_small", own("sound/items/s_health")}, {"item_health_large", own("sound/items/l_health")},
	{"item_health_mega", own("sound/items/m_health")}, {"item_health", own("sound/items/n_health")},
	{"weapon_", own("sound/misc/w_pkup")}, {"ammo_", own("sound/misc/am_pkup")},
	{"item_backpack", own("sound/misc/am_pkup")},
	{"holdable_", own("sound/items/holdable")}, {"item_quad", own("sound/items/quaddamage")},
	{"item_enviro", own("sound/items/protect")},
	{"item_haste", own("sound/items/haste")}, {"item_invis", own("sound/items/invisibility")},
	{"item_regen", own("sound/items/regeneration")},
	{"item_flight", own("sound/items/flight")}, {"item_scout", own("sound/items/scout")},
	{"item_guard", own("sound/items/guard")},
	{"item_doubler", own("sound/items/doubler")}, {"item_ammoregen", own("sound/items/ammoregen")},
	{"item_redcube", own("sound/misc/am_pkup")}, {"item_bluecube", own("sound/misc/am_pkup")},
	{"item_key", own("sound/misc/w_pkup")},
}

// soundAt starts a sound at a position. The sound follows entity number unless that is worldNumber.
func soundAt(w world.Edit, number int32, at mgl32.Vec3, sound uint8) {
	if sound == 0 {
		return
	}
	s := world.SoundStart{Origin: at, Entity: number, Own: sound, Volume: 1, Attenuation: 1}
	if number != worldNumber {
		s.Flags = world.SoundFollows
	}
	w.StartSound(s, 0)
}

// pick returns one of the sounds. The choice is a pseudorandom function of the time.
func (c choice) pick(w world.Edit, number int32) uint8 {
	if c.count < 2 {
		return c.first
	}
	return c.first + uint8(w.Pick(number, uint32(c.count)))
}

// startLocalSound plays a sound without a position, as the client does only for its own player.
func startLocalSound(w world.Edit, sound uint8) {
	if sound != 0 {
		w.StartSound(world.SoundStart{Entity: worldNumber, Own: sound, Volume: 1, Flags: world.SoundFlat}, 0)
	}
}

// eventSound plays the sound of an event of entity number.
func (q *rules) eventSound(w world.Edit, s *entityState, number, event int32) {
	if q.dive(number, event); !w.Fleeting() {
		return
	}
	at, parm, weapon := s.place(), s[message.EntityStateEventParm], int(s[message.EntityStateWeapon])
	if number < 0 {
		number = worldNumber
	}
	switch event {
	case evFireWeapon:
		q.fireSound(w, s, number)
	case evJumpPad:
		soundAt(w, worldNumber, at, soundJumpPad)
		soundAt(w, number, at, soundJump)
	case evItemPickup:
		soundAt(w, number, at, q.pickupSound(parm))
	case evGlobalItemPickup:
		startLocalSound(w, q.itemSound(parm))
	case evGlobalTeamSound:
		q.teamSound(w, parm)
	case evMissileHit, evMissileMiss, evMissileMissMetal:
		impactSound(w, at, weapon, event != evMissileHit)
	case evBulletHitWall:
		soundAt(w, worldNumber, at, soundRicochets.first+[...]uint8{0, 1, 2, 2}[w.Pick(number, 4)])
	case evRailTrail:
		if parm&noImpact != noImpact {
			soundAt(w, worldNumber, at, soundPlasma)
		}
	case evPain:
		if q.snaps.current == nil || int(number) != q.snaps.current.slot() {
			soundAt(w, number, at, painSound(parm))
		}
	case evDeath, evDeath + 1, evDeath + 2:
		soundAt(w, number, at, q.deathSound(number, event))
	case evStopLoop:
		w.StopSound(number, world.AllChannels)
	default:
		if event = sameSound(event); event > 0 && int(event) < len(eventSounds) && eventSounds[event].count > 0 {
			soundAt(w, number, at, eventSounds[event].pick(w, number))
		}
	}
}

// fireSound plays the sound of a player's shot. A lightning gun sounds when it starts to fire.
func (q *rules) fireSound(w world.Edit, s *entityState, number int32) {
	weapon := int(s[message.EntityStateWeapon])
	if weapon <= 0 || weapon >= len(fireSounds) || weapon == wpLightning && q.snaps.wasFiring(number) {
		return
	}
	soundAt(w, number, s.place(), fireSounds[weapon].pick(w, number))
	if s[message.EntityStatePowerups]&quadBit != 0 {
		soundAt(w, number, s.place(), soundQuad)
	}
}

// pickupSound returns the sound of an item that a player picks up.
func (q *rules) pickupSound(item int32) uint8 {
	if q.everydayItem(item) {
		return soundHealth
	}
	return q.itemSound(item)
}

// deathSound returns the sound of a death event of an entity.
func (q *rules) deathSound(number, event int32) uint8 {
	if number < clients && q.under>>number&1 != 0 {
		return soundDrown
	}
	return eventSounds[event].first
}

const (
	evWaterLeave, evWaterUnder, evWaterClear = 16, 17, 18
	evDeath                                  = 57 // first of three
	evStopLoop                               = 75
)

// dive tracks from a player's events whether the player's head is under water.
func (q *rules) dive(number, event int32) {
	if number < 0 || number >= clients {
		return
	}
	switch bit := uint64(1) << number; event {
	case evWaterUnder:
		q.under |= bit
	case evWaterLeave, evWaterClear, evTeleportIn:
		q.under &^= bit
	}
}

// soundHealth is the pickup sound of normal health.
var soundHealth = func() uint8 {
	for i := range itemSounds {
		if itemSounds[i].class == "item_health" {
			return itemSounds[i].sound
		}
	}
	return 0
}()

// painSound returns the pain sound of a player with the given health.
func painSound(health int32) uint8 {
	return soundPains[max(0, min(3, health/25))]
}

// impactSound plays the sound of a weapon's missile that hits a wall or a body.
func impactSound(w world.Edit, at mgl32.Vec3, weapon int, wall bool) {
	switch weapon {
	case wpRocket, wpGrenade, wpBFG, wpMine:
		soundAt(w, worldNumber, at, soundExplosion)
	case wpPlasma:
		if wall {
			soundAt(w, worldNumber, at, soundPlasma)
		}
	case wpLightning:
		if wall {
			soundAt(w, worldNumber, at, soundBolts[[...]uint8{0, 0, 1, 2}[w.Pick(int32(at[0]), 4)]])
		}
	}
}

// wasFiring reports whether the player with a number was already firing in the previous snapshot.
func (s *snapshots) wasFiring(number int32) bool {
	if s.previous == nil || number < 0 || number >= clients {
		return false
	}
	if s.previous.slot() == int(number) {
		return s.previous.player[message.PlayerStateFlags]&efFiring != 0
	}
	old := s.find(s.previous, uint16(number))
	return old != nil && old[message.EntityStateFlags]&efFiring != 0
}
