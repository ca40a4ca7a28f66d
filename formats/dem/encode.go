package dem

import (
	"errors"
	"fmt"

	"demoscope/formats/internal/container"
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Encoder writes a .dem. It implements message.Encoder: what a Decoder reads
// it writes back byte by byte.
type Encoder struct {
	w wire.Writer
	protocol
	size container.Size
}

// NewEncoder returns an encoder of an empty .dem without a CD track. A
// message.CDTrackLine before the first packet gives it one.
func NewEncoder(Options) *Encoder {
	e := &Encoder{size: container.Size{Format: Name, Limit: MaxBlock}}
	e.set(ProtocolQuake, 0)
	return e
}

// Packet begins a block.
func (e *Encoder) Packet(p *message.Packet) error {
	if err := e.size.Finish(&e.w); err != nil {
		return err
	}
	switch p.Kind {
	case message.PacketServer:
		e.size.Begin(&e.w, 4, p.Missing)
		for _, a := range p.Angles {
			e.w.Float(a)
		}
		e.size.Body(&e.w)
	case message.PacketRaw:
	default:
		return fmt.Errorf("dem: no packet of the kind %v", p.Kind)
	}
	return nil
}

// Close ends the last block and returns the whole file.
func (e *Encoder) Close() ([]byte, error) { return e.size.Close(&e.w) }

var errOutside = errors.New("it stands outside of a block")

// Message writes a message into the current block.
func (e *Encoder) Message(m message.Message) error {
	var err error
	switch m := m.(type) {
	case *message.Raw:
		e.w.Bytes(m.Data)
		return nil
	case *message.CDTrackLine:
		if len(e.w.Data) != 0 {
			return errors.New("dem: cdtrack_line: it is not the first")
		}
		e.w.Bytes(m.Text)
		return nil
	}
	if !e.size.Open() {
		err = errOutside
	} else {
		err = e.write(m)
	}
	if err != nil {
		return fmt.Errorf("dem: %s: %w", m.Name(), err)
	}
	return nil
}

// write writes one message, its id first.
func (e *Encoder) write(m message.Message) error {
	w := &e.w
	switch m := m.(type) {
	case *message.UpdateEntity:
		e.writeUpdate(w, &m.EntityDelta)
	case *message.Time:
		w.Byte(svcTime)
		w.Float(m.Time)
	case *message.ClientData:
		w.Byte(svcClientData)
		e.writeClientData(w, m)
	case *message.Sound:
		w.Byte(svcSound)
		e.writeSound(w, m)
	case *message.Particle:
		w.Byte(svcParticle)
		e.writePlace(w, m.Origin)
		for _, v := range m.Velocity {
			w.Char(v)
		}
		w.Byte(m.Count)
		w.Byte(m.Color)
	case *message.TempEntity:
		w.Byte(svcTempEntity)
		if !e.writeTempEntity(w, m) {
			return fmt.Errorf("type %d: %w", m.Type, message.ErrUnknown)
		}
	case *message.HitDamage:
		w.Byte(svcDamage)
		w.Byte(m.Save)
		w.Byte(m.Take)
		e.writePlace(w, m.Origin)
	case *message.SpawnBaseline:
		id, err := kindID(m.Kind, svcSpawnBaseline, svcSpawnBaseline2)
		if err != nil {
			return err
		}
		w.Byte(id)
		w.Word(uint16(m.Number))
		e.writeBaseline(w, m.Kind, &m.EntityDelta)
	case *message.SpawnStatic:
		id, err := kindID(m.Kind, svcSpawnStatic, svcSpawnStatic2)
		if err != nil {
			return err
		}
		w.Byte(id)
		e.writeBaseline(w, m.Kind, &m.EntityDelta)
	case *message.SpawnStaticSound:
		id := uint8(svcSpawnStaticSound)
		if m.Long {
			id = svcSpawnStaticSound2
		}
		w.Byte(id)
		e.writeStaticSound(w, m)
	case *message.ServerInfo:
		w.Byte(svcServerInfo)
		return e.writeServerInfo(m)
	case *message.UpdateStat:
		w.Byte(svcUpdateStat)
		w.Byte(m.Index)
		w.Long(m.Value)
	case *message.Version:
		w.Byte(svcVersion)
		w.Long(m.Protocol)
	case *message.SetView:
		w.Byte(svcSetView)
		w.Word(uint16(m.Entity))
	case *message.Print:
		e.writeString(svcPrint, m.Text)
	case *message.StuffText:
		e.writeString(svcStuffText, m.Text)
	case *message.SetAngle:
		w.Byte(svcSetAngle)
		e.writeAngles(w, m.Angles)
	case *message.LightStyle:
		w.Byte(svcLightStyle)
		w.Byte(m.Style)
		w.String(m.Text)
	case *message.UpdateName:
		w.Byte(svcUpdateName)
		w.Byte(m.Player)
		w.String(m.Text)
	case *message.UpdateFrags:
		w.Byte(svcUpdateFrags)
		w.Byte(m.Player)
		w.Short(m.Frags)
	case *message.UpdateColors:
		w.Byte(svcUpdateColors)
		w.Byte(m.Player)
		w.Byte(m.Colors)
	case *message.StopSound:
		w.Byte(svcStopSound)
		w.Word(packChannel(m.Channel, m.Entity))
	case *message.SetPause:
		w.Byte(svcSetPause)
		w.Byte(m.Pause)
	case *message.SignonNum:
		w.Byte(svcSignonNum)
		w.Byte(m.Signon)
	case *message.CenterPrint:
		e.writeString(svcCenterPrint, m.Text)
	case *message.Finale:
		e.writeString(svcFinale, m.Text)
	case *message.Cutscene:
		e.writeString(svcCutscene, m.Text)
	case *message.SkyBox:
		e.writeString(svcSkyBox, m.Text)
	case *message.CDTrack:
		w.Byte(svcCDTrack)
		w.Byte(m.From)
		w.Byte(m.To)
	case *message.Fog:
		w.Byte(svcFog)
		w.Byte(m.Density)
		w.Byte(m.Red)
		w.Byte(m.Green)
		w.Byte(m.Blue)
		w.Short(m.Time)
	case *message.Nop:
		w.Byte(svcNop)
	case *message.Disconnect:
		w.Byte(svcDisconnect)
	case *message.KilledMonster:
		w.Byte(svcKilledMonster)
	case *message.FoundSecret:
		w.Byte(svcFoundSecret)
	case *message.Intermission:
		w.Byte(svcIntermission)
	case *message.SellScreen:
		w.Byte(svcSellScreen)
	case *message.BonusFlash:
		w.Byte(svcBonusFlash)
	default:
		return message.ErrUnknown
	}
	return nil
}

// kindID returns the message id for a kind of baseline.
func kindID(kind message.BaselineKind, plain, flags uint8) (uint8, error) {
	switch kind {
	case message.BaselinePlain:
		return plain, nil
	case message.BaselineFlags:
		return flags, nil
	}
	return 0, message.ErrUnknown
}

func (e *Encoder) writeString(id uint8, text []byte) {
	e.w.Byte(id)
	e.w.String(text)
}

func (e *Encoder) writeServerInfo(m *message.ServerInfo) error {
	e.set(m.Protocol, m.Flags)
	w := &e.w
	w.Long(m.Protocol)
	switch m.Protocol {
	case ProtocolQuake, ProtocolFitz:
	case ProtocolRMQ:
		w.Long(int32(m.Flags))
	default:
		return fmt.Errorf("protocol %d: %w", m.Protocol, message.ErrUnknown)
	}
	w.Byte(m.MaxClients)
	w.Byte(m.Multi)
	w.String(m.MapName)
	for _, list := range [...][][]byte{m.Models, m.Sounds} {
		for _, name := range list {
			w.String(name)
		}
		w.Byte(0)
	}
	return nil
}
