package quake2

import (
	"fmt"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Write writes a message with its id. A serverdata sets the protocol for what
// follows.
func (p *Protocol) Write(w *wire.Writer, m message.Message) error {
	switch m := m.(type) {
	case *message.Quake2Frame:
		w.Byte(IDFrame)
		return p.writeFrame(w, m)
	case *message.Quake2PlayerInfo:
		w.Byte(IDPlayerInfo)
		p.writePlayer(w, m)
	case *message.PacketEntities:
		w.Byte(IDPacketEntities)
		p.WriteEntities(w, m.Entities)
	case *message.Quake2TempEntity:
		w.Byte(IDTempEntity)
		return p.writeTempEntity(w, m)
	case *message.Sound:
		w.Byte(IDSound)
		p.writeSound(w, m)
	case *message.Quake2MuzzleFlash:
		p.writeMuzzleFlash(w, m)
	case *message.Layout:
		w.Byte(IDLayout)
		w.String(m.Text)
	case *message.Inventory:
		w.Byte(IDInventory)
		for _, v := range m.Items {
			w.Short(v)
		}
	case *message.Nop:
		w.Byte(IDNop)
	case *message.Disconnect:
		w.Byte(IDDisconnect)
	case *message.Reconnect:
		w.Byte(IDReconnect)
	case *message.Print:
		w.Byte(IDPrint)
		w.Byte(m.Level)
		w.String(m.Text)
	case *message.StuffText:
		w.Byte(IDStuffText)
		w.String(m.Text)
	case *message.Quake2ServerData:
		return p.writeServerData(w, m)
	case *message.ConfigString:
		w.Byte(IDConfigString)
		WriteConfigString(w, m)
	case *message.SpawnBaseline:
		w.Byte(IDSpawnBaseline)
		p.writeEntity(w, &m.EntityDelta)
	case *message.CenterPrint:
		w.Byte(IDCenterPrint)
		w.String(m.Text)
	case *message.Quake2Download:
		w.Byte(IDDownload)
		w.Short(m.Size)
		w.Byte(m.Percent)
		w.Bytes(m.Data)
	case *message.DeltaPacketEntities:
		w.Byte(IDDeltaPacketEntities)
	case *message.Raw:
		w.Bytes(m.Data)
	default:
		return fmt.Errorf("%s is no message of Quake II", m.Name())
	}
	return nil
}

func (p *Protocol) writeServerData(w *wire.Writer, m *message.Quake2ServerData) (err error) {
	w.Byte(IDServerData)
	w.Long(m.Protocol)
	w.Long(m.Key)
	w.Byte(m.IsDemo)
	w.String(m.GameDir)
	w.Short(m.Client)
	w.String(m.MapName)
	*p, err = ForDemo(m)
	return err
}

// WriteConfigString writes an index and a text.
func WriteConfigString(w *wire.Writer, m *message.ConfigString) {
	w.Word(m.Index)
	w.String(m.Text)
}

func (p *Protocol) writeFrame(w *wire.Writer, m *message.Quake2Frame) error {
	w.Long(m.Sequence)
	if p.Server {
		return nil
	}
	w.Long(m.Delta)
	if p.Number != protocolFirst {
		w.Byte(m.Suppressed)
	}
	if len(m.Areas) > 255 || len(m.Connected) > 255 {
		return message.ErrTooLarge
	}
	w.Byte(uint8(len(m.Areas)))
	w.Bytes(m.Areas)
	if p.IsDemo == DemoRelay {
		w.Byte(uint8(len(m.Connected)))
		w.Bytes(m.Connected)
	}
	return nil
}

func (p *Protocol) writeMuzzleFlash(w *wire.Writer, m *message.Quake2MuzzleFlash) {
	entity := uint16(m.Entity)
	if m.Monster {
		w.Byte(IDMuzzleFlash2)
		if p.Extended {
			entity |= m.Value >> 8 << flashEntityBits
		}
	} else {
		w.Byte(IDMuzzleFlash)
	}
	w.Word(entity)
	w.Byte(uint8(m.Value))
}

func (p *Protocol) writeSound(w *wire.Writer, m *message.Sound) {
	p.writeSoundHead(w, m)
	if m.Bits&soundEntity != 0 {
		writeChannel(w, m)
	}
	if m.Bits&soundOrigin != 0 {
		p.writePosition(w, &m.Origin)
	}
}

func (p *Protocol) writeSoundHead(w *wire.Writer, m *message.Sound) {
	w.Byte(uint8(m.Bits))
	writeIndex(w, m.Sound, p.Extended && m.Bits&soundIndex16 != 0)
	if m.Bits&soundVolume != 0 {
		w.Byte(m.Volume)
	}
	if m.Bits&soundAttenuation != 0 {
		w.Byte(m.Attenuation)
	}
	if m.Bits&soundTimeOffset != 0 {
		w.Byte(m.TimeOffset)
	}
}

func writeChannel(w *wire.Writer, m *message.Sound) {
	w.Word(uint16(m.Entity)<<3 | uint16(m.Channel)&7)
}

// WriteMultiViewSound writes what ReadMultiViewSound reads.
func (p *Protocol) WriteMultiViewSound(w *wire.Writer, m *message.Sound) {
	p.writeSoundHead(w, m)
	writeChannel(w, m)
}
