package dm3

import (
	"math"
	"math/bits"
	"slices"

	"demoscope/formats/message"
)

// stretch returns changes[first:end], nil if the bounds are invalid.
func stretch(changes []message.SnapshotChange, first, end int32) []message.SnapshotChange {
	if first < 0 || end < first || int(end) > len(changes) {
		return nil
	}
	return changes[first:end]
}

// writeEntity writes an entity's number and the data for the decoder's readEntity.
func (e *Encoder) writeEntity(m *message.SnapshotEntity, all []message.SnapshotChange) error {
	w, p := &e.bits, e.proto
	if m.Number >= endOfEntities {
		return message.ErrRange
	}
	w.Bits(uint32(m.Number), 10)
	switch m.Kind {
	case message.SnapshotRemoved:
		w.Raw(1, 1)
		return nil
	case message.SnapshotSame:
		w.Raw(0, 2)
		return nil
	}
	w.Raw(2, 2)
	changes := stretch(all, m.First, m.End)
	if p.huffman {
		return e.writeLed(&p.entity, int(m.Lead), p.entities, true, changes)
	}
	mask, err := p.maskOf(changes)
	if err != nil {
		return err
	}
	w.Raw(uint32(m.Lead), 5)
	switch {
	case int(m.Lead) > len(knownMasks):
		return message.ErrRange
	case int(m.Lead) == len(knownMasks):
		w.Raw(uint32(mask), 32)
		w.Raw(uint32(mask>>32), p.mask-32)
	case mask != knownMasks[m.Lead]&(1<<p.mask-1):
		return errChanges
	}
	for _, c := range changes {
		i := bits.TrailingZeros64(mask)
		mask &= mask - 1
		if err := e.writeValue(&p.entity[i], c); err != nil {
			return err
		}
	}
	return nil
}

// maskOf returns the set of fields in changes, which must be in wire order.
func (p *protocol) maskOf(changes []message.SnapshotChange) (uint64, error) {
	var mask uint64
	i := 0
	for _, c := range changes {
		for i < p.entities && p.entity[i].id != c.Field {
			i++
		}
		if i == p.entities {
			return 0, errChanges
		}
		mask |= 1 << i
		i++
	}
	return mask, nil
}

// writePlayer writes the data for the decoder's readPlayer.
func (e *Encoder) writePlayer(m *message.SnapshotPlayer, all []message.SnapshotChange) error {
	w, p := &e.bits, e.proto
	changes := stretch(all, m.First, m.End)
	fields := slices.IndexFunc(changes, func(c message.SnapshotChange) bool {
		return c.Field >= message.PlayerStateStats
	})
	if fields < 0 {
		fields = len(changes)
	}
	lead := p.players
	if p.huffman {
		lead = int(m.Lead)
	}
	if err := e.writeLed(&p.player, lead, p.players, false, changes[:fields]); err != nil {
		return err
	}
	changes = changes[fields:]
	if p.huffman {
		w.Raw(uint32(m.Arrays>>7), 1)
		if m.Arrays>>7 == 0 {
			return nil
		}
	}
	for array := range 4 {
		present := uint32(m.Arrays) >> array & 1
		w.Raw(present, 1)
		if present == 0 {
			continue
		}
		w.Bits(uint32(m.Masks[array]), 16)
		for mask := m.Masks[array]; mask != 0; mask &= mask - 1 {
			field := message.PlayerStateStats + array<<4 + bits.TrailingZeros16(mask)
			if len(changes) == 0 || int(changes[0].Field) != field {
				return errChanges
			}
			if array < 3 {
				w.Short(int16(changes[0].Value))
			} else {
				w.Long(changes[0].Value)
			}
			changes = changes[1:]
		}
	}
	if len(changes) > 0 {
		return errChanges
	}
	return nil
}

// writeLed writes changes of the first lead fields of a state with count fields, with a bit before each field that says
// whether it changes. Only Huffman-coded messages have lead, and only entities have the bit for zero values.
func (e *Encoder) writeLed(fields *[64]field, lead, count int, zero bool, changes []message.SnapshotChange) error {
	w := &e.bits
	if lead > count {
		return errLead
	}
	if e.proto.huffman {
		w.Byte(uint8(lead))
	}
	for i := range lead {
		if len(changes) == 0 || changes[0].Field != fields[i].id {
			w.Raw(0, 1)
			continue
		}
		c := changes[0]
		changes = changes[1:]
		w.Raw(1, 1)
		if zero {
			if c.Form == message.FormZero {
				w.Raw(0, 1)
				continue
			}
			w.Raw(1, 1)
		}
		if err := e.writeValue(&fields[i], c); err != nil {
			return err
		}
	}
	if len(changes) > 0 {
		return errChanges
	}
	return nil
}

// writeValue writes a value.
func (e *Encoder) writeValue(f *field, c message.SnapshotChange) error {
	w := &e.bits
	if !f.float {
		w.Bits(uint32(c.Value), uint(f.width))
		return nil
	}
	if c.Form == message.FormLong {
		w.Raw(1, 1)
		w.Long(c.Value)
		return nil
	}
	v := math.Float32frombits(uint32(c.Value))
	whole := int32(v)
	if float32(whole) != v || whole < -4096 || whole > 4095 {
		return errWhole
	}
	w.Raw(0, 1)
	w.Bits(uint32(whole+4096), 13)
	return nil
}
