package world

import (
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// maxStatics bounds the static entities of a level: more than any engine
// accepts.
const maxStatics = 4096

// applyCommon applies what Quake and QuakeWorld say in the same way.
func (w *World) applyCommon(m message.Message, u wire.Units) {
	switch m := m.(type) {
	case *message.CenterPrint:
		w.centerPrint(m.Text)
	case *message.LightStyle:
		w.setLightStyle(m.Style, m.Text)
	case *message.UpdateStat:
		w.Stats.Set(int(m.Index), m.Value)
	case *message.KilledMonster:
		w.Stats.Set(StatMonsters, w.Stats.Values[StatMonsters]+1)
		w.event(Event{Kind: EventMonster, Player: Nobody, Other: Nobody})
	case *message.FoundSecret:
		w.Stats.Set(StatSecrets, w.Stats.Values[StatSecrets]+1)
		w.event(Event{Kind: EventSecret, Player: Nobody, Other: Nobody})
	case *message.SetPause:
		w.pause(m.Pause != 0, Nobody, nil)
	case *message.HitDamage:
		w.event(Event{Kind: EventDamage, Player: Nobody, Other: w.Recorder, Value: int32(m.Save) + int32(m.Take)})
	case *message.Sound:
		w.Effects.sound(SoundStart{
			Clock: w.Clock, Origin: u.Vec(m.Origin), Entity: m.Entity, Sound: uint16(m.Sound), Channel: m.Channel,
			Volume: float32(m.Volume) / 255, Attenuation: float32(m.Attenuation) / 64,
		})
		w.event(Event{Kind: EventSound, Player: int(m.Entity) - 1, Other: Nobody, Value: m.Sound})
	case *message.StopSound:
		w.Effects.stop(m.Entity, m.Channel)
	case *message.SpawnStaticSound:
		w.Effects.static(SoundStart{
			Origin: u.Vec(m.Origin), Sound: uint16(m.Sound),
			Volume: float32(m.Volume) / 255, Attenuation: float32(m.Attenuation) / 64,
		})
	case *message.Particle:
		count := int32(m.Count)
		if count == 255 {
			count = 1024 // an explosion
		}
		v := m.Velocity
		w.Effects.add(Effect{
			Kind: EffectParticles, Clock: w.Clock, Life: 0.5, Origin: u.Vec(m.Origin), Count: count, Color: m.Color,
			Velocity: [3]float32{float32(v[0]) / 16, float32(v[1]) / 16, float32(v[2]) / 16},
		})
	case *message.TempEntity:
		w.quakeTempEntity(m, u)
	}
}

// intermission shows the result of the level.
func (w *World) intermission() {
	if !w.Intermission {
		w.event(Event{Kind: EventIntermission, Player: Nobody, Other: Nobody})
	}
	w.Intermission = true
	w.View.NoLerp = true
}

// addStatic adds an entity that never changes.
func (w *World) addStatic(d *message.EntityDelta, u wire.Units) {
	if len(w.Statics) >= maxStatics {
		return
	}
	var e Entity
	e.apply(d, u)
	e.Number = 0
	w.Statics = append(w.Statics, e)
}

// quakeTempEntities are the effects of Quake's temporary entity numbers (DEM
// tables 7 and 8), QuakeWorld's too where it uses the number for the same.
var quakeTempEntities = [...]struct {
	kind EffectKind
	life float64 // seconds
}{
	0:  {EffectSpike, 0.3},
	1:  {EffectSuperSpike, 0.3},
	2:  {EffectGunshot, 0.3},
	3:  {EffectExplosion, 0.6},
	4:  {EffectTarExplosion, 0.6},
	5:  {EffectLightning, 0.2},
	6:  {EffectLightning, 0.2},
	7:  {EffectWizSpike, 0.3},
	8:  {EffectKnightSpike, 0.3},
	9:  {EffectLightning, 0.2},
	10: {EffectLavaSplash, 1.5},
	11: {EffectTeleport, 0.6},
	12: {EffectExplosion, 0.6},
	13: {EffectGrapple, 0.2},
}

func (w *World) quakeTempEntity(m *message.TempEntity, u wire.Units) {
	if int(m.Type) >= len(quakeTempEntities) {
		return
	}
	k := quakeTempEntities[m.Type]
	w.Effects.add(Effect{
		Kind: k.kind, Clock: w.Clock, Life: k.life, Origin: u.Vec(m.Origin), End: u.Vec(m.End),
		Entity: m.Entity, Count: int32(m.Count), Color: m.Color,
	})
}
