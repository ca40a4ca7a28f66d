package coding

import (
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Coders of messages that Quake, QuakeWorld and Quake II encode in the same way. They code the data after the id.

// Empty codes a message that consists of its id.
func Empty[M message.Message](*wire.Codec, M) {}

// Print codes a print with its level (not in Quake).
func Print(c *wire.Codec, m *message.Print) {
	c.Byte(&m.Level)
	c.String(&m.Text)
}

// CenterPrint codes a centerprint.
func CenterPrint(c *wire.Codec, m *message.CenterPrint) { c.String(&m.Text) }

// StuffText codes a stufftext.
func StuffText(c *wire.Codec, m *message.StuffText) { c.String(&m.Text) }

// LightStyle codes a lightstyle.
func LightStyle(c *wire.Codec, m *message.LightStyle) {
	c.Byte(&m.Style)
	c.String(&m.Text)
}

// UpdateFrags codes an updatefrags.
func UpdateFrags(c *wire.Codec, m *message.UpdateFrags) {
	c.Byte(&m.Player)
	c.Short(&m.Frags)
}

// HitDamage codes a damage.
func HitDamage(c *wire.Codec, m *message.HitDamage) {
	c.Byte(&m.Save)
	c.Byte(&m.Take)
	c.Place(&m.Origin)
}

// channel codes the word with a channel in its low three bits and an entity above.
func channel(c *wire.Codec, channel *uint8, entity *int32) {
	v := uint16(*entity)<<3 | uint16(*channel&7)
	if c.Word(&v); c.Reading() {
		*channel, *entity = uint8(v&7), int32(v>>3)
	}
}

// StopSound codes a stopsound.
func StopSound(c *wire.Codec, m *message.StopSound) { channel(c, &m.Channel, &m.Entity) }

// SpawnStaticSound codes a spawnstaticsound; its number has 16 bits if it is long (protocols 666 and 999).
func SpawnStaticSound(c *wire.Codec, m *message.SpawnStaticSound) {
	c.Place(&m.Origin)
	c.Index(&m.Sound, m.Long)
	c.Byte(&m.Volume)
	c.Byte(&m.Attenuation)
}

// SetPause codes a setpause.
func SetPause(c *wire.Codec, m *message.SetPause) { c.Byte(&m.Pause) }

// Finale codes a finale.
func Finale(c *wire.Codec, m *message.Finale) { c.String(&m.Text) }

// State codes the common fields of baselines and static entities in all protocols: model, frame, colormap, skin, then
// coordinates and angles alternately. Model and frame have 16 bits if long, otherwise 8.
func State(c *wire.Codec, e *message.EntityDelta, longModel, longFrame bool) {
	c.Index(&e.Model, longModel)
	c.Index(&e.Frame, longFrame)
	c.Index(&e.Colormap, false)
	c.Index(&e.Skin, false)
	for i := range 3 {
		c.Coord(&e.Origin[i])
		c.Angle(&e.Angles[i])
	}
}

// StateFields are the fields of [State].
const StateFields = message.FieldModel | message.FieldFrame | message.FieldColormap | message.FieldSkin |
	message.FieldOrigin | message.FieldAngles
