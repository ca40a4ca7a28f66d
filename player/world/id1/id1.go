// Package id1 interprets what Quake and QuakeWorld share: their servers run the same game, and send much of it in the
// same messages.
package id1

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/formats/message"
	"demoscope/formats/wire"
	"demoscope/player/world"
	"demoscope/player/world/prints"
)

// Apply applies a message that means the same in both games. u are the units of its coordinates. Other messages change
// nothing.
func Apply(w world.Edit, m message.Message, u wire.Units) {
	switch m := m.(type) {
	case *message.CenterPrint:
		w.CenterPrint(m.Text, world.Everybody, false)
	case *message.LightStyle:
		w.SetLightStyle(m.Style, m.Text)
	case *message.UpdateStat:
		w.SetStat(&w.Stats, int(m.Index), m.Value)
		Count(w, int(m.Index), m.Value)
	case *message.FoundSecret:
		w.SetStat(&w.Stats, world.StatSecrets, w.Stats.Values[world.StatSecrets]+1)
		Count(w, world.StatSecrets, w.Single.Secrets+1)
		w.Event(world.Event{Kind: world.EventSecret, Player: Alone(w), Other: world.Nobody})
	case *message.SetPause:
		w.Pause(m.Pause != 0, world.Nobody, nil)
	case *message.HitDamage:
		w.Event(world.Event{Kind: world.EventDamage, Player: world.Nobody, Other: w.Recorder, Value: int32(m.Save) +
			int32(m.Take)})
	case *message.Sound:
		w.StartSound(world.SoundStart{
			Origin: u.Vec(m.Origin), Entity: m.Entity, Sound: uint16(m.Sound), Channel: m.Channel,
			Volume: float32(m.Volume) / 255, Attenuation: float32(m.Attenuation) / 64,
		}, 0)
		used(w, m.Entity, shot(w.Level().Sound(uint16(m.Sound))))
		w.Event(world.Event{Kind: world.EventSound, Player: int(m.Entity) - 1, Other: world.Nobody, Value: m.Sound})
	case *message.StopSound:
		w.StopSound(m.Entity, m.Channel)
	case *message.SpawnStaticSound:
		w.Effects.AddStatic(world.SoundStart{
			Origin: u.Vec(m.Origin), Sound: uint16(m.Sound),
			Volume: float32(m.Volume) / 255, Attenuation: float32(m.Attenuation) / 64,
		})
	case *message.Particle:
		v := m.Velocity
		e := world.Effect{
			Kind: world.EffectParticles, Life: 0.5, Origin: u.Vec(m.Origin), Count: int32(m.Count), Color: m.Color &^ 7,
			Colors:   8,
			Velocity: [3]float32{float32(v[0]) / 16, float32(v[1]) / 16, float32(v[2]) / 16},
		}
		if m.Count == 255 { // an explosion
			look := &tempEntities[tempExplosion]
			e.Count, e.Color, e.Colors = look.count, look.color, look.colors
		}
		w.AddEffect(e)
	case *message.TempEntity:
		TempEntity(w, m, u)
	}
}

// WholeStat returns a stat as the integer of the usual messages. It returns false if the stat doesn't fit. In FTE's
// recordings, the first items with a rune are rounded and have the bits of a float, so they are unknown.
func WholeStat(m *message.QWStatFloat) (int32, bool) {
	const limit = 1 << 31
	v := int32(m.Value)
	return v, m.Value >= -limit && m.Value < limit && (m.Index != world.StatItems || float32(v) == m.Value)
}

// Temporary entities with special handling.
const (
	tempGunshot    = 2
	tempExplosion  = 3
	tempExplosion2 = 12 // Quake's
)

// tempEntities are the effects of Quake's temporary entities by number (DEM tables 7 and 8), with the number and colors
// of their particles. They also apply to QuakeWorld where it uses the same numbers. Beams have no particles.
var tempEntities = [...]struct {
	kind          world.EffectKind
	life          float64 // seconds
	count         int32   // of particles
	color, colors uint8   // palette indices
}{
	0:              {world.EffectSpike, 0.3, 10, 0, 8},
	1:              {world.EffectSuperSpike, 0.3, 20, 0, 8},
	tempGunshot:    {world.EffectGunshot, 0.3, 20, 0, 8},
	tempExplosion:  {world.EffectExplosion, 0.6, 1024, 0x61, 15},
	4:              {world.EffectTarExplosion, 0.6, 1024, 150, 6},
	5:              {world.EffectLightning, 0.2, 0, 0, 0},
	6:              {world.EffectLightning, 0.2, 0, 0, 0},
	7:              {world.EffectWizSpike, 0.3, 30, 16, 8},
	8:              {world.EffectKnightSpike, 0.3, 20, 224, 8},
	9:              {world.EffectLightning, 0.2, 0, 0, 0},
	10:             {world.EffectLavaSplash, 1.5, 1024, 224, 8},
	11:             {world.EffectTeleport, 0.6, 896, 7, 8},
	tempExplosion2: {world.EffectExplosion, 0.6, 512, 0, 0},
	13:             {world.EffectGrapple, 0.2, 0, 0, 0},
}

// TempEntity starts the effect of a temporary entity with coordinates in units u. It ignores types that Quake doesn't
// have.
func TempEntity(w world.Edit, m *message.TempEntity, u wire.Units) {
	if int(m.Type) >= len(tempEntities) {
		return
	}
	k := &tempEntities[m.Type]
	e := world.Effect{
		Kind: k.kind, Life: k.life, Origin: u.Vec(m.Origin), End: u.Vec(m.End), Entity: m.Entity,
		Count: k.count, Color: k.color, Colors: k.colors,
	}
	switch {
	case m.Type == tempPlayersLightning:
		used(w, m.Entity, thunderbolt)
	case m.Type == tempExplosion2: // has its own colors
		e.Color, e.Colors = m.Color, m.Range
	case m.Type == tempGunshot && m.Count > 0: // in QuakeWorld, one message has several shots
		e.Count *= int32(m.Count)
	}
	w.AddEffect(e)
	tempSound(w, m.Type, e.Origin)
}

// MuzzleFlash lights an entity at a place for a tenth of a second.
func MuzzleFlash(w world.Edit, entity int32, at mgl32.Vec3) {
	w.AddEffect(world.Effect{Kind: world.EffectMuzzleFlash, Life: 0.1, Origin: at, Entity: entity})
}

// Talk plays the sound of chat for the players whose slots are bits of targets.
func Talk(w world.Edit, targets uint32) {
	if targets == world.Everybody {
		targets = 0
	}
	w.StartSound(world.SoundStart{Own: soundTalk, Volume: 1, Flags: world.SoundFlat, Only: targets}, 0)
}

// Death reports and counts a death. Player and Other of e are slots of w or [world.Nobody]. Against monsters all
// players are team-mates, as in Quake II, although the line is that of any kill.
func Death(w world.Edit, e world.Event) {
	e.TeamKill = e.TeamKill || w.Single.Known && e.Player >= 0 && e.Other >= 0 && e.Player != e.Other
	if e.Player >= 0 {
		switch p := &w.Players[e.Player]; {
		case e.Player == e.Other:
			p.Suicides++
		case e.TeamKill:
			p.TeamKills++
		default:
			p.Kills++
		}
	}
	if e.Other >= 0 {
		p := &w.Players[e.Other]
		p.Deaths++
		p.Weapon, p.WeaponClock = 0, 0
	}
	w.Event(e)
}

// Pause pauses or resumes the game if a printed line says so. Only lines about a player, or without a name, count.
func Pause(w world.Edit, said prints.MatchLine, line []byte) {
	slot := prints.PlayerNamed(w.Players, said.Name)
	if slot >= 0 || len(said.Name) == 0 {
		w.Pause(said.Meaning == prints.Pauses, slot, line)
	}
}

// Hit applies a damage message to a player. u are the units of its coordinates.
func Hit(w world.Edit, p *world.Player, m *message.HitDamage, u wire.Units) {
	w.Hit(p, int(m.Take), int(m.Save))
	if m.Origin != [3]wire.Coord{} { // not damage by the world, such as falling, drowning or lava
		w.HitFrom(p, u.Vec(m.Origin))
	}
}
