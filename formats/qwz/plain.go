package qwz

import (
	"bytes"
	"encoding/binary"
	"slices"

	"demoscope/formats/internal/container"
	"demoscope/formats/message"
	"demoscope/formats/quakeworld"
)

// plain reads packets that are not packed, because later ones refer to them.
type plain struct {
	file     container.Reader
	decoder  quakeworld.Decoder
	rings    [256][]entity // by the lower eight bits of the packet number
	entities []entity      // of the packet
}

func (p *plain) init() {
	p.file = container.Reader{Format: Name, Clock: func() float64 { return 0 }}
	p.decoder.Init(false)
}

// readPlain reads an unpacked packet.
func (r *Reader) readPlain() {
	r.place.part = "packet"
	size := int(r.byte(rowByte)) | int(r.byte(rowByte))<<8
	if size > maxPacket {
		r.fail(errPacket)
		return
	}
	r.write32(uint32(size))
	r.pass(rowByte, size)
	if r.coder.err != nil {
		return
	}
	data := r.out[headerSize:]
	if len(data) < 8 {
		return
	}
	number := binary.LittleEndian.Uint32(data)
	if number == nowhere {
		return
	}
	r.sequence = number
	r.current = r.current[:0]
	listed := r.readMessages(number, data[8:])
	kept := number
	if len(r.current) > 0 && r.outgoing != 0 {
		kept = r.outgoing + 1
	}
	if listed {
		ring := &r.plain.rings[number&0xff]
		*ring = append((*ring)[:0], r.plain.entities...)
		r.entities.copy(kept, r.plain.entities)
	}
	r.current = r.players.keep(kept, r.current)
	r.dropped = 0
}

// readMessages reads the messages of a plain packet up to the first unreadable one, and reports whether its entities
// are among them.
func (r *Reader) readMessages(number uint32, data []byte) (listed bool) {
	p := &r.plain
	p.file.Data, p.file.Pos, p.file.Payload = data, len(data), 0
	p.decoder.Reset(data)
	for {
		m, err := p.decoder.Next(&p.file)
		if err != nil {
			return listed
		}
		switch m := m.(type) {
		case *message.QWServerData:
			r.own = m.Client & 0x7f
		case *message.StuffText:
			if !r.lists.built && (bytes.HasPrefix(m.Text, []byte("cmd prespawn")) ||
				bytes.HasPrefix(m.Text, []byte("cmd spawn"))) {
				r.lists.build(r.words)
			}
		case *message.QWList:
			r.readList(m)
		case *message.SpawnBaseline:
			if m.Number >= 0 && m.Number <= lastEntity {
				e := &r.baselines[m.Number]
				*e = entity{}
				e.change(&m.EntityDelta)
				e.mask = 0
			}
		case *message.QWPlayerInfo:
			if len(r.current) <= lastPlayer {
				r.current = append(r.current, r.plainPlayer(m))
			}
		case *message.PacketEntities:
			p.entities = p.entities[:0]
			if m.Delta {
				p.entities = append(p.entities, p.rings[m.From]...)
			}
			for i := range m.Entities {
				r.plainEntity(&m.Entities[i])
			}
			listed = true
		case *message.QWUpdateUserInfo:
			r.userInfo(m.Player, m.Text)
		case *message.QWSetInfo:
			r.setInfo(m.Player, m.Key, m.Value)
		}
	}
}

// readList stores a part of a list.
func (r *Reader) readList(m *message.QWList) {
	c := chunk{first: uint8(m.First)}
	for i, name := range m.Names {
		c.names = append(c.names, string(name))
		if !m.Sounds() && string(name) == playerModel {
			r.playerModel = c.first + 1 + uint8(i)
		}
	}
	list := &r.lists.sounds
	if !m.Sounds() {
		list = &r.lists.models
		if c.first == 0 {
			r.baselines = [lastEntity + 1]entity{}
			r.entities.clear()
			for i := range r.plain.rings {
				r.plain.rings[i] = r.plain.rings[i][:0]
			}
		}
	}
	if list.keep(c) {
		r.lists.built = false
	}
}

// plainPlayer converts a player of a plain packet.
func (r *Reader) plainPlayer(m *message.QWPlayerInfo) player {
	p := r.usual()
	p.number, p.frame, p.msec = m.Player, m.Frame, m.Msec
	for i := range p.origin {
		p.origin[i] = int16(m.Origin[i])
	}
	if m.Bits&message.QWPlayerCommand != 0 {
		c := &m.Command
		p.pitch, p.yaw = c.Angles[0], c.Angles[1]
		p.forward, p.side, p.up = c.Moves[0], c.Moves[1], c.Moves[2]
		p.buttons, p.impulse, p.commandMsec = c.Buttons, c.Impulse, c.Msec
	}
	p.velocity = m.Velocity
	if m.Bits&message.QWPlayerModel != 0 {
		p.model = m.Model
	}
	p.skin, p.effects, p.weaponFrame = m.Skin, m.Effects, m.WeaponFrame
	return p
}

// plainEntity changes an entity of a plain packet.
func (r *Reader) plainEntity(m *message.EntityDelta) {
	p := &r.plain
	if m.Number < 0 || m.Number > lastEntity {
		return
	}
	i, known := findEntity(p.entities, uint16(m.Number))
	switch {
	case m.Remove && known:
		p.entities = slices.Delete(p.entities, i, i+1)
	case m.Remove:
	case known:
		p.entities[i].change(m)
	default:
		e := r.baseline(int(m.Number))
		e.change(m)
		p.entities = slices.Insert(p.entities, i, e)
	}
}

// change applies a delta. It stores the wire's mask, although packed entities have a different one: Qizmo mixes them
// up.
func (e *entity) change(m *message.EntityDelta) {
	f := m.Mask
	if f&message.FieldModel != 0 {
		e.model = uint8(m.Model)
	}
	if f&message.FieldFrame != 0 {
		e.frame = uint8(m.Frame)
	}
	if f&message.FieldColormap != 0 {
		e.colormap = uint8(m.Colormap)
	}
	if f&message.FieldSkin != 0 {
		e.skin = uint8(m.Skin)
	}
	if f&message.FieldEffects != 0 {
		e.effects = uint8(m.Effects)
	}
	for i := range e.origin {
		if f&(message.FieldOriginX<<i) != 0 {
			e.origin[i] = int16(m.Origin[i])
		}
		if f&(message.FieldPitch<<i) != 0 {
			e.angles[i] = uint8(m.Angles[i])
		}
	}
	e.originSteps, e.angleSteps = [3]int16{}, [3]uint8{}
	e.mask = uint16(m.Bits) & maskKept
}
