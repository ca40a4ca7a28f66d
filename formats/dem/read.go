package dem

import (
	"errors"
	"fmt"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

var errObsolete = errors.New("it is obsolete and has no content that is known")

// read reads the message with that id from d.r, which stands behind it. Every
// id below updateentity is here; an overrun is the caller's to see.
func (d *Decoder) read(id uint8) (message.Message, error) {
	r, m := &d.r, &d.m
	switch id {
	case svcTime:
		m.time.Time = r.Float()
		d.time = m.time.Time
		return &m.time, nil
	case svcClientData:
		d.readClientData(r, &m.client, d.itemsMasked())
		return &m.client, nil
	case svcSound:
		d.readSound(r, &m.sound)
		return &m.sound, nil
	case svcParticle:
		for i := range 3 {
			m.particle.Origin[i] = r.Coord(d.units)
		}
		for i := range 3 {
			m.particle.Velocity[i] = r.Char()
		}
		m.particle.Count = r.Byte()
		m.particle.Color = r.Byte()
		return &m.particle, nil
	case svcTempEntity:
		if !d.readTempEntity(r, &m.temp) {
			return nil, fmt.Errorf("type %d: %w", m.temp.Type, message.ErrUnknown)
		}
		return &m.temp, nil
	case svcDamage:
		m.damage.Save = r.Byte()
		m.damage.Take = r.Byte()
		for i := range 3 {
			m.damage.Origin[i] = r.Coord(d.units)
		}
		return &m.damage, nil
	case svcSpawnBaseline, svcSpawnBaseline2:
		m.baseline.Kind = message.BaselinePlain
		if id == svcSpawnBaseline2 {
			m.baseline.Kind = message.BaselineFlags
		}
		m.baseline.Number = int32(r.Word())
		d.readBaseline(r, m.baseline.Kind, &m.baseline.EntityDelta)
		return &m.baseline, nil
	case svcSpawnStatic, svcSpawnStatic2:
		m.static.Kind = message.BaselinePlain
		if id == svcSpawnStatic2 {
			m.static.Kind = message.BaselineFlags
		}
		d.readBaseline(r, m.static.Kind, &m.static.EntityDelta)
		return &m.static, nil
	case svcSpawnStaticSound, svcSpawnStaticSound2:
		m.staticSound.Long = id == svcSpawnStaticSound2
		d.readStaticSound(r, &m.staticSound)
		return &m.staticSound, nil
	case svcServerInfo:
		return d.readServerInfo()
	case svcUpdateStat:
		m.stat.Index = r.Byte()
		m.stat.Value = r.Long()
		return &m.stat, nil
	case svcVersion:
		m.version.Protocol = r.Long()
		return &m.version, nil
	case svcSetView:
		m.view.Entity = int32(r.Word())
		return &m.view, nil
	case svcPrint:
		m.print.Text = r.String()
		return &m.print, nil
	case svcStuffText:
		m.stuff.Text = r.String()
		return &m.stuff, nil
	case svcSetAngle:
		for i := range 3 {
			m.angle.Angles[i] = r.Angle(d.units)
		}
		return &m.angle, nil
	case svcLightStyle:
		m.style.Style = r.Byte()
		m.style.Text = r.String()
		return &m.style, nil
	case svcUpdateName:
		m.name.Player = r.Byte()
		m.name.Text = r.String()
		return &m.name, nil
	case svcUpdateFrags:
		m.frags.Player = r.Byte()
		m.frags.Frags = r.Short()
		return &m.frags, nil
	case svcUpdateColors:
		m.colors.Player = r.Byte()
		m.colors.Colors = r.Byte()
		return &m.colors, nil
	case svcStopSound:
		m.stop.Channel, m.stop.Entity = unpackChannel(r.Word())
		return &m.stop, nil
	case svcSetPause:
		m.pause.Pause = r.Byte()
		return &m.pause, nil
	case svcSignonNum:
		m.signon.Signon = r.Byte()
		return &m.signon, nil
	case svcCenterPrint:
		m.center.Text = r.String()
		return &m.center, nil
	case svcFinale:
		m.finale.Text = r.String()
		return &m.finale, nil
	case svcCutscene:
		m.cutscene.Text = r.String()
		return &m.cutscene, nil
	case svcCDTrack:
		m.track.From = r.Byte()
		m.track.To = r.Byte()
		return &m.track, nil
	case svcNop:
		return &m.nop, nil
	case svcDisconnect:
		return &m.disconnect, nil
	case svcKilledMonster:
		return &m.killed, nil
	case svcFoundSecret:
		return &m.secret, nil
	case svcIntermission:
		return &m.intermission, nil
	case svcSellScreen:
		return &m.sell, nil
	// Engines read these whatever the protocol is.
	case svcSkyBox:
		m.sky.Text = r.String()
		return &m.sky, nil
	case svcBonusFlash:
		return &m.bonus, nil
	case svcFog:
		m.fog.Density = r.Byte()
		m.fog.Red = r.Byte()
		m.fog.Green = r.Byte()
		m.fog.Blue = r.Byte()
		m.fog.Time = r.Short()
		return &m.fog, nil
	case svcSpawnBinary:
		return nil, errObsolete
	}
	return nil, message.ErrUnknown
}

// readServerInfo reads a serverinfo behind its id and follows its protocol.
// The lists may be longer than the document's 255 names: they end with an
// empty string, and cannot be longer than the block.
func (d *Decoder) readServerInfo() (message.Message, error) {
	r, m := &d.r, &d.m.info
	m.Protocol = r.Long()
	m.Flags = 0
	switch m.Protocol {
	case ProtocolQuake, ProtocolFitz:
	case ProtocolRMQ:
		m.Flags = uint32(r.Long())
	default:
		if r.Overrun() {
			return nil, message.ErrTruncated
		}
		return nil, fmt.Errorf("protocol %d is none of 15, 666 and 999", m.Protocol)
	}
	d.seen = true
	m.MaxClients = r.Byte()
	m.Multi = r.Byte()
	m.MapName = r.String()
	m.Models = readNames(r, m.Models[:0])
	m.Sounds = readNames(r, m.Sounds[:0])
	if r.Overrun() {
		return nil, message.ErrTruncated
	}
	d.set(m.Protocol, m.Flags)
	m.Units = d.units
	return m, nil
}

// readNames reads names up to an empty one.
func readNames(r *wire.Reader, list [][]byte) [][]byte {
	for {
		name := r.String()
		if len(name) == 0 || r.Overrun() {
			return list
		}
		list = append(list, name)
	}
}
