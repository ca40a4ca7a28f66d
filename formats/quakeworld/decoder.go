package quakeworld

import (
	"encoding/binary"

	"demoscope/formats/internal/coding"
	"demoscope/formats/internal/container"
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// MaxPayload is the maximum size in bytes of a packet's messages: no engine sends or records more than 8,192, and no
// UDP packet can hold more than this.
const MaxPayload = 1 << 16

// Span returns the size in bytes of the record at the beginning of data, whose header of header bytes ends with the
// length of its messages; 0 if data is too short to tell.
func Span(data []byte, header int) (int, error) {
	if len(data) < header {
		return 0, nil
	}
	size := binary.LittleEndian.Uint32(data[header-4:])
	if size > MaxPayload {
		return 0, message.ErrTooLarge
	}
	return header + int(size), nil
}

// Decoder reads the messages of consecutive payloads. It reuses the messages, which are valid until the next call.
type Decoder struct {
	// Protocol is the protocol of the last serverdata.
	Protocol Protocol
	before   Protocol // the previous one, for CheckProtocol

	r      wire.Reader
	c      coder
	tables *[2]*coding.Table[*coder] // of the container
	table  *coding.Table[*coder]     // of the protocol
	err    error

	units       wire.Units
	entitySizes *deltaSizes
	widePlayers bool // players' origins are floats

	sound      message.Sound
	tempEntity message.TempEntity
	updateStat message.UpdateStat
	playerInfo message.QWPlayerInfo
	mvdPlayer  message.MVDPlayerInfo
	entities   message.PacketEntities
	others     coding.Store[*coder]

	unsized bool // there was a message with a length that only a mod's own program knows
}

// Init prepares d for a recording before its first level; mvd marks a server's recording. d must not be copied after
// that.
func (d *Decoder) Init(mvd bool) {
	d.tables = containerTables(mvd)
	d.c.p, d.c.d = &d.Protocol, d
	d.c.Read(&d.r)
	d.setProtocol(Protocol{Version: newestProtocol, MVD: mvd})
}

// setProtocol switches d to p.
func (d *Decoder) setProtocol(p Protocol) {
	d.before, d.Protocol = d.Protocol, p
	if t := d.tables[p.table()]; t != d.table {
		d.table = t
		d.others[idProgram] = nil // it has another type
	}
	d.units = p.Units()
	d.c.Units = d.units
	d.entitySizes = deltaSizesOf(p.EntityUnits())
	d.widePlayers = p.PlayerUnits().Coord == wire.CoordFloat
}

// SetState restores the protocol from a state returned by [Protocol.State].
func (d *Decoder) SetState(s [6]uint32) {
	d.setProtocol(d.Protocol.withState(s))
}

// Info returns the protocol, its extensions, and a note if some messages could not be read completely.
func (d *Decoder) Info() message.Info {
	info := d.Protocol.Info()
	if d.unsized {
		info.Notes = append(info.Notes, coding.UnsizedNote)
	}
	return info
}

// Reset makes d read a payload from its first byte.
func (d *Decoder) Reset(payload []byte) { d.r.Reset(payload) }

// fail abandons the current message.
func (d *Decoder) fail(err error) {
	if d.err == nil {
		d.err = err
	}
}

// slot reads the number of a player.
func (d *Decoder) slot() uint8 {
	n := d.r.Byte()
	if n >= d.Protocol.clients() {
		d.fail(message.ErrRange)
	}
	return n
}

func (d *Decoder) coords(v *[3]wire.Coord) {
	if d.units.Coord == wire.CoordShort {
		if b := d.r.Bytes(6); b != nil {
			v[0] = wire.Coord(int16(binary.LittleEndian.Uint16(b)))
			v[1] = wire.Coord(int16(binary.LittleEndian.Uint16(b[2:])))
			v[2] = wire.Coord(int16(binary.LittleEndian.Uint16(b[4:])))
		}
		return
	}
	for i := range v {
		v[i] = d.r.Coord(d.units)
	}
}

// Next returns the next message of the payload, which is that of the packet of f; after the last message, the rest of
// the packet (see container.Reader.Last). After damage the rest of the payload is lost.
func (d *Decoder) Next(f *container.Reader) (message.Message, error) {
	r := &d.r
	if r.Len() == 0 {
		return f.Last()
	}
	start := r.Pos()
	id := r.Byte()
	m := d.read(id)
	if d.err == nil && !r.Overrun() {
		return m, nil
	}
	err := d.err
	d.err = nil
	if r.Overrun() {
		err = message.ErrTruncated
	}
	reached := f.Payload + r.Pos()
	r.Reset(nil)
	return nil, f.Lost(d.table.Name(id), f.Payload+start, reached, err)
}

// read reads the data after a message's id.
func (d *Decoder) read(id uint8) message.Message {
	switch id {
	case idPacketEntities:
		d.entities.Delta, d.entities.From = false, 0
		d.readEntities(&d.entities)
		return &d.entities
	case idDeltaEntities:
		d.entities.Delta, d.entities.From = true, d.r.Byte()
		d.readEntities(&d.entities)
		return &d.entities
	case idPlayerInfo:
		if d.Protocol.MVD {
			d.readMVDPlayer(&d.mvdPlayer)
			return &d.mvdPlayer
		}
		d.readPlayer(&d.playerInfo)
		return &d.playerInfo
	case idSound:
		d.readSound(&d.sound)
		return &d.sound
	case idTempEntity:
		d.readTempEntity(&d.tempEntity)
		return &d.tempEntity
	case idUpdateStat, idUpdateStatLong:
		d.readStat(&d.updateStat, id == idUpdateStatLong)
		return &d.updateStat
	}
	row := d.table.ID(id)
	if row == nil {
		d.fail(message.ErrUnknown)
		return nil
	}
	m := d.others.Message(row)
	row.Code(&d.c, m)
	if err := d.c.Err(); err != nil {
		d.fail(err)
	}
	return m
}
