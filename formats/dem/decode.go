package dem

import (
	"errors"
	"fmt"
	"math"

	"demoscope/formats/internal/coding"
	"demoscope/formats/internal/container"
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Decoder reads a .dem. It is a [message.Decoder], [message.Headed], [message.Informer] and [message.LostBytes]. It
// never changes its data.
type Decoder struct {
	message.Localized
	file   container.Reader
	pos    int // of the next message
	header message.CDTrackLine

	p      protocol
	time   float32
	r      wire.Reader
	window [window]byte
	doubt  doubt // about the form of clientdata
	ahead  bool  // blocks may be read in advance to determine the form of clientdata

	// The messages that NextMessage returns, which are reused.
	update message.UpdateEntity
	clock  message.Time
	client message.ClientData
	sound  message.Sound
	nop    message.Nop
	others coding.Store[*protocol]
	// nehahra and fte are the messages that only Nehahra and FTE's extensions have.
	nehahra, fte coding.Store[*protocol]
}

var (
	_ message.Decoder   = (*Decoder)(nil)
	_ message.Headed    = (*Decoder)(nil)
	_ message.Informer  = (*Decoder)(nil)
	_ message.LostBytes = (*Decoder)(nil)

	_ message.Localizer = (*Decoder)(nil)
)

// NewDecoder returns a decoder of a whole .dem. It finds the end of the line with the CD track, if there is one, and if
// the beginning is damaged, the protocol.
func NewDecoder(data []byte) *Decoder {
	return NewDecoderAt(data, Find(data, true))
}

// NewDecoderAt is NewDecoder for a file with a known start.
func NewDecoderAt(data []byte, start container.Start) *Decoder {
	d := newDecoder(data)
	d.header.Text = data[:start.Mark.Offset]
	d.ahead = true
	d.file.Begin(d, start)
	return d
}

// newDecoder returns a decoder at the beginning of data that does not search for blocks after damage.
func newDecoder(data []byte) *Decoder {
	d := new(Decoder)
	d.file = container.Reader{Format: Name, Data: data, Clock: d.seconds}
	d.p.Read(&d.r)
	d.Return(message.Mark{State: [6]uint32{protocolQuake}})
	return d
}

func (d *Decoder) seconds() float64 { return float64(d.time) }

// Header returns the line with the CD track, nil if the file has none.
func (d *Decoder) Header() message.Message {
	if len(d.header.Text) == 0 {
		return nil
	}
	return &d.header
}

// Info returns the protocol, the flags of protocol 999, FTE's extensions, and notes about an ambiguous form of
// clientdata and about messages that could not be read completely.
func (d *Decoder) Info() message.Info {
	info := message.Info{Protocol: int(d.p.number)}
	switch d.p.number {
	case protocolNehahra:
		info.Extensions = []string{"Nehahra"}
	case protocolRMQ:
		info.Extensions = []string{fmt.Sprintf("protocolflags 0x%x", d.p.flags)}
	}
	info.AddFamilies(d.p.fte, d.p.fte2, 0)
	info.Notes = d.file.Notes(info.Notes)
	if d.p.unsized {
		info.Notes = append(info.Notes, coding.UnsizedNote)
	}
	if note := d.itemsNote(); note != "" {
		info.Notes = append(info.Notes, note)
	}
	return info
}

// Mark returns the position of the next block. State holds the protocol, its flags, the form of clientdata's items, the
// bits of the last time, and those of FTE's extensions.
func (d *Decoder) Mark() message.Mark {
	return d.file.Mark(d.state())
}

func (d *Decoder) state() [6]uint32 {
	s := [6]uint32{stateItems: uint32(d.p.items), stateTime: math.Float32bits(d.time)}
	d.p.version.state(&s)
	return s
}

// Return goes to a position returned by Mark.
func (d *Decoder) Return(m message.Mark) {
	d.file.Return(m)
	d.pos = d.file.Pos
	d.p.set(versionIn(&m.State))
	d.p.items = items(uint8(m.State[stateItems]))
	d.time = math.Float32frombits(m.State[stateTime])
}

// Rest returns the bytes lost by the last [message.Damage].
func (d *Decoder) Rest() []byte { return d.file.Rest() }

// NextMessage returns the next message of the block.
func (d *Decoder) NextMessage() (message.Message, error) {
	pos, data := d.pos, d.file.Data
	if pos >= d.file.Pos {
		return d.file.Last()
	}
	if data[pos] >= svcUpdateEntity {
		var n int
		if pos+window <= len(data) {
			n = d.p.readUpdate((*[window]byte)(data[pos:]), &d.update.EntityDelta)
		} else {
			d.window = [window]byte{}
			copy(d.window[:], data[pos:])
			n = d.p.readUpdate(&d.window, &d.update.EntityDelta)
		}
		if pos+n > d.file.Pos {
			return nil, d.lost(message.ErrTruncated)
		}
		d.pos = pos + n
		return &d.update, nil
	}
	if data[pos] == svcNop { // a file may have a hundred million in a row
		d.pos = pos + 1
		return &d.nop, nil
	}
	d.r.Reset(data[pos+1 : d.file.Pos])
	m, err := d.read(data[pos])
	if d.r.Overrun() {
		err = message.ErrTruncated
	}
	if err != nil {
		err = d.lost(err)
		if info, ok := m.(*message.ServerInfo); ok && d.trimDamaged(info) {
			err = container.Partly(err, info)
		}
		return nil, err
	}
	d.pos = pos + 1 + d.r.Pos()
	return m, nil
}

// read reads the message with that id, which is below that of updateentity. d.r is just after the id. The caller checks
// for an overrun.
func (d *Decoder) read(id uint8) (message.Message, error) {
	switch id {
	case svcTime:
		d.clock.Time = d.r.Float()
		d.time = d.clock.Time
		if d.p.fte2&message.FTE2Prediction != 0 {
			d.clock.Acknowledge = d.r.Word()
		} else {
			d.clock.Acknowledge = 0
		}
		return &d.clock, nil
	case svcClientData:
		d.p.readClientData(&d.r, &d.client, d.itemsMasked())
		return &d.client, nil
	case svcSound:
		if d.p.hasFTE() {
			coding.ExtendedSound(&d.p.Codec, d.p.fte2, &d.sound)
			return &d.sound, d.p.Err()
		}
		d.p.readSound(&d.r, &d.sound)
		return &d.sound, nil
	case svcSpawnBinary:
		if !d.p.hasFTE() {
			return nil, errObsolete
		}
	}
	row, store := messages.ID(id), &d.others
	switch {
	case d.p.nehahra() && nehahraMessages.ID(id) != nil:
		row, store = nehahraMessages.ID(id), &d.nehahra
	case d.p.hasFTE() && fteMessages.ID(id) != nil && !(id == svcAchievement && isAchievement(d.r.Rest())):
		row, store = fteMessages.ID(id), &d.fte
	}
	if row == nil {
		return nil, message.ErrUnknown
	}
	m := store.Message(row)
	before := d.state()
	row.Code(&d.p, m)
	err := d.p.Err()
	if err != nil || d.r.Overrun() {
		return m, err
	}
	switch m := m.(type) {
	case *message.ServerInfo:
		if d.file.CheckProtocol(m.Name(), before) {
			m.Units = d.p.Units
		}
	case *message.UpdateEntities:
		d.time = m.Time
	}
	return m, nil
}

// lost skips the rest of the block from the next message on.
func (d *Decoder) lost(err error) error {
	pos := d.pos
	id := d.file.Data[pos]
	name := d.p.nameOf(id)
	if name == unknownName || errors.Is(err, message.ErrUnknown) {
		err = fmt.Errorf("id %d: %w", id, err)
	}
	d.pos = d.file.Pos
	return d.file.Lost(name, pos, min(pos+1+d.r.Pos(), d.file.Pos), err)
}
