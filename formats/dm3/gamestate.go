package dm3

import (
	"bytes"
	"fmt"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// readGameState reads all configstrings and baselines of a level. With an error, the message is the trustworthy part,
// nil if there is none.
func (d *Decoder) readGameState() (message.Message, error) {
	m := &d.state
	err := d.readLevel(m)
	// d.text does not grow any more, so views of it stay valid.
	from := 0
	for i, end := range d.ends {
		m.ConfigStrings[i].Text = d.text[from:end:end]
		from = end
	}
	m.Changes = d.changes[:d.used]
	if err != nil {
		if trimDamaged(m) {
			return m, err
		}
		return nil, err
	}
	d.claim(m)
	if d.doubt == "" {
		d.doubt = doubtOf(m)
	}
	return m, nil
}

// readLevel reads a gamestate and leaves its texts in d.text and d.ends. Of a damaged message it leaves the part before
// the damage, without a recorder.
func (d *Decoder) readLevel(m *message.GameState) error {
	r := &d.bits
	m.Protocol = int32(d.proto.number)
	m.CommandSequence = r.Long()
	m.ConfigStrings, m.Baselines = m.ConfigStrings[:0], m.Baselines[:0]
	m.ClientNum, m.ChecksumFeed = noClient, 0
	d.ends = d.ends[:0]
	for {
		id := r.Byte()
		if r.Overrun() {
			return message.ErrTruncated
		}
		switch id {
		case svcConfigString:
			index := r.Bits(16)
			if index >= maxConfigStrings {
				return message.ErrRange
			}
			d.text = r.AppendString(d.text)
			d.ends = append(d.ends, len(d.text))
			m.ConfigStrings = append(m.ConfigStrings, message.GameStateString{Index: uint16(index)})
		case svcBaseline:
			var e message.SnapshotEntity
			if err := d.readEntity(&e); err != nil {
				return err
			}
			if e.Number == endOfEntities {
				return message.ErrRange
			}
			m.Baselines = append(m.Baselines, e)
		case svcEnd, svcBad:
			if (id == svcEnd) != d.proto.huffman {
				return message.ErrUnknown
			}
			client, feed := int32(0), int32(0)
			if d.proto.client {
				client, feed = r.Long(), r.Long()
			}
			if r.Overrun() {
				return message.ErrTruncated
			}
			m.ClientNum, m.ChecksumFeed = client, feed
			return nil
		default:
			return message.ErrUnknown
		}
		if r.Overrun() {
			return message.ErrTruncated
		}
	}
}

// noClient is the slot of an unknown recorder.
const noClient = -1

// doubtOf describes something in a gamestate that no server writes, which must be readable damage; empty for nothing.
func doubtOf(m *message.GameState) string {
	named, last := false, -1
	for i := range m.ConfigStrings {
		s := &m.ConfigStrings[i]
		switch {
		case int(s.Index) <= last:
			return fmt.Sprintf("configstring %d comes behind %d", s.Index, last)
		case bytes.ContainsFunc(s.Text, isControl):
			return fmt.Sprintf("configstring %d has control characters", s.Index)
		case s.Index <= csSystemInfo && len(s.Text) > 0 && (s.Text[0] != '\\' || bytes.Count(s.Text, backslash)%2 != 0):
			return fmt.Sprintf("configstring %d is not a list of keys and values", s.Index)
		}
		if last = int(s.Index); last == csServerInfo {
			name := infoValue(s.Text, "mapname")
			if !isMapName(name) {
				return "the map's name has characters that no map's has"
			}
			named = len(name) > 0
		}
	}
	if !named {
		return "no map is named"
	}
	last = -1
	for i := range m.Baselines {
		b := &m.Baselines[i]
		if int(b.Number) <= last {
			return fmt.Sprintf("the baseline of entity %d comes behind that of %d", b.Number, last)
		}
		last = int(b.Number)
	}
	if m.ClientNum < 0 || m.ClientNum >= slots {
		return fmt.Sprintf("the recorder has the slot %d", m.ClientNum)
	}
	return ""
}

// isControl reports whether c is a character that no configstring contains.
func isControl(c rune) bool { return c < ' ' || c == 0x7f }

// isMapName reports whether name is a possible map name, or empty.
func isMapName(name []byte) bool {
	return !bytes.ContainsFunc(name, func(c rune) bool { return c <= ' ' || c > '~' })
}

var backslash = []byte{'\\'}

// readSnapshot reads a snapshot.
func (d *Decoder) readSnapshot() (message.Message, error) {
	r, m := &d.bits, &d.snapshot
	m.ClientCommand = 0
	if d.proto.command {
		m.ClientCommand = r.Long()
	}
	areas := d.readSnapshotHead(m)
	if areas > maxAreaBytes {
		return nil, message.ErrTooLarge
	}
	m.AreaMask = r.AppendBytes(m.AreaMask[:0], areas)
	if err := d.readPlayer(&m.Player); err != nil {
		return nil, err
	}
	var err error
	if d.proto.huffman {
		err = d.readEntities(m)
	} else {
		err = d.readPlainEntities(m)
	}
	if err != nil {
		return nil, err
	}
	m.Changes = d.changes[:d.used]
	d.time = m.ServerTime
	return m, nil
}

// readPlainEntities is readEntities for the early protocols.
func (d *Decoder) readPlainEntities(m *message.Snapshot) error {
	m.Entities = m.Entities[:0]
	last := -1
	for {
		n := len(m.Entities)
		if n == cap(m.Entities) {
			m.Entities = append(m.Entities, message.SnapshotEntity{})
		}
		m.Entities = m.Entities[:n+1]
		e := &m.Entities[n]
		if err := d.readEntity(e); err != nil {
			return err
		}
		if e.Number == endOfEntities {
			m.Entities = m.Entities[:n]
			return nil
		}
		if int(e.Number) <= last {
			return errOrder
		}
		last = int(e.Number)
	}
}

// readSnapshotHead reads the data before the area mask and returns the length of the mask in bytes.
func (d *Decoder) readSnapshotHead(m *message.Snapshot) int {
	r := &d.bits
	if !d.proto.huffman {
		m.ServerTime = r.Long()
		m.DeltaNum, m.Flags = r.Byte(), r.Byte()
		return int(r.Byte())
	}
	// Four symbols fit into a window, three into the next.
	pos := r.Pos()
	time, pos := readLong(r.Window(pos), pos)
	m.ServerTime = int32(time)
	w := r.Window(pos)
	e0 := wire.Huffman[w&wire.HuffmanMask]
	w >>= e0 >> 8 & 63
	e1 := wire.Huffman[w&wire.HuffmanMask]
	w >>= e1 >> 8 & 63
	e2 := wire.Huffman[w&wire.HuffmanMask]
	m.DeltaNum, m.Flags = uint8(e0), uint8(e1)
	r.SetPos(pos + uint(e0>>8) + uint(e1>>8) + uint(e2>>8))
	return int(e2 & 0xff)
}
