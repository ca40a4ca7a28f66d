package cut

import (
	"bytes"
	"maps"
	"math/bits"
	"slices"
	"strings"

	"demoscope/formats/message"
	"demoscope/formats/quake2"
)

// quake2Player is a player's state, accumulated from deltas.
type quake2Player struct {
	info  message.Quake2PlayerInfo
	stats [64]int16
}

// apply applies a delta.
func (p *quake2Player) apply(m *message.Quake2PlayerInfo) {
	p.info.Merge(m)
	values := m.Stats
	for b := m.StatBits; b != 0 && len(values) > 0; b &= b - 1 {
		p.stats[bits.TrailingZeros64(b)] = values[0]
		p.info.StatBits |= b & -b
		values = values[1:]
	}
}

// whole returns the full state, without message flags.
func (p *quake2Player) whole() message.Quake2PlayerInfo {
	m := p.info
	m.Stats = nil
	for b := m.StatBits; b != 0; b &= b - 1 {
		m.Stats = append(m.Stats, p.stats[bits.TrailingZeros64(b)])
	}
	return m
}

// cover adds the fields that other has to p, with value 0 if p lacks them.
func (p *quake2Player) cover(other *quake2Player) {
	p.info.Mask |= other.info.Mask
	p.info.BlendBits |= other.info.BlendBits
	p.info.StatBits |= other.info.StatBits
}

// quake2ClientState holds what a server sends a client only once: the last layout, the last layout with scores,
// and the inventory.
type quake2ClientState struct {
	board, layout *message.Layout
	inventory     *message.Inventory
}

// take stores m if it is one of these messages.
func (t *quake2ClientState) take(m message.Message) {
	switch m := m.(type) {
	case *message.Layout:
		t.layout = &message.Layout{Text: bytes.Clone(m.Text)}
		if bytes.Contains(m.Text, []byte("client ")) {
			t.board = t.layout
		}
	case *message.Inventory:
		list := *m
		t.inventory = &list
	}
}

// list returns the stored messages.
func (t *quake2ClientState) list() (list []message.Message) {
	if t.board != nil && t.board != t.layout {
		list = append(list, t.board)
	}
	if t.layout != nil {
		list = append(list, t.layout)
	}
	if t.inventory != nil {
		list = append(list, t.inventory)
	}
	return list
}

// quake2Strings are the config strings of a level, by number.
type quake2Strings map[uint16][]byte

// list returns the non-empty strings, ascending by number.
func (s quake2Strings) list() (list []message.ConfigString) {
	for _, i := range slices.Sorted(maps.Keys(s)) {
		if len(s[i]) > 0 {
			list = append(list, message.ConfigString{Index: i, Text: s[i]})
		}
	}
	return list
}

// quake2Numbers is the maximum number of entities.
const quake2Numbers = 8192

// merged returns the state of an entity after delta d from base, which may be nil. Events last one frame.
func merged(base, d *message.EntityDelta) message.EntityDelta {
	e := message.EntityDelta{}
	if base != nil {
		e = *base
	}
	e.Merge(d)
	e.Difference = 0 // without a base, a difference is the value
	return e
}

// quake2Beam is the render flag of beams, whose other end is the old origin.
const quake2Beam = 128

// wholeEntity returns an entity as a delta from its baseline. Unless it is a beam, its old origin is its
// origin, as servers write an entity that is new to a client.
func wholeEntity(p *quake2.Protocol, e *message.EntityDelta) message.EntityDelta {
	m := *e
	if m.RenderFX&quake2Beam == 0 {
		m.OldOrigin = m.Origin
		m.Mask |= message.FieldOldOrigin
	}
	p.Whole(&m)
	return m
}

// changedEntity returns an entity as a delta from base, with only the fields that differ. Unless it is a beam,
// its old origin is the origin of base, or its own origin if it is new and base is its baseline.
func changedEntity(p *quake2.Protocol, base, e *message.EntityDelta, isNew bool) message.EntityDelta {
	was, m := *base, *e
	was.Mask, was.Bits, was.Difference = 0, 0, 0
	if m.RenderFX&quake2Beam == 0 {
		was.OldOrigin = was.Origin
		m.OldOrigin = was.Origin
		if isNew {
			m.OldOrigin = m.Origin
		}
	}
	m.Difference = 0
	mask := m.Mask | base.Mask | message.FieldOldOrigin
	m.Mask = 0
	for ; mask != 0; mask &= mask - 1 {
		one, after := m, was
		one.Mask = mask & -mask
		after.Merge(&one)
		if after.Mask, after.Bits, after.Remove = 0, 0, was.Remove; after != was {
			m.Mask |= one.Mask
		}
	}
	p.Whole(&m)
	return m
}

// precaches reports whether a client command is the one that ends the beginning of a level.
func precaches(text []byte) bool { return strings.HasPrefix(string(text), "precache") }
