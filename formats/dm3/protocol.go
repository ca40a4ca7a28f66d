package dm3

import (
	"slices"

	"demoscope/formats/message"
)

// field is a table entry in the form for decoding.
type field struct {
	id      uint8 // index of the state's field
	float   bool
	low     uint8 // bits before the first byte
	symbols uint8 // bytes
	shift   uint8 // 32 minus the width of a signed number, otherwise 0
	width   uint8 // total bits, 32 for a float
	_       [2]uint8
}

// protocol has the differences between the versions.
type protocol struct {
	number  int
	huffman bool // otherwise plain bits, and each message begins with a whole byte
	ack     bool // a message begins with the acknowledged client command
	client  bool // a gamestate ends with clientNum and checksumFeed
	command bool // a snapshot begins with the client command
	mask    uint // size in bits of an entity's field mask; 0 in protocols with lc instead

	entities, players int // number of fields
	entity, player    [64]field
}

// protocols are all versions, in the order in which they are tried.
var protocols = []*protocol{
	modern(68, entity68, player68),
	modern(71, entity68, player68),
	modern(70, entity68, player68),
	modern(69, entity68, player68),
	modern(67, entity68, player68),
	modern(66, entity68, player68),
	modern(91, entity91(), player91()),
	modern(90, entity90(), player90()),
	modern(73, entity73(), player68),
	early(48, entity48, player48),
	early(46, entity48, player48[:47]),
	early(45, entity45(), player45()),
	early(43, entity45(), player45()),
}

func lookUp(number int) *protocol {
	for _, p := range protocols {
		if p.number == number {
			return p
		}
	}
	return nil
}

// modern returns a protocol from 66 on (facts section 4).
func modern(number int, entity, player []entry) *protocol {
	p := &protocol{number: number, huffman: true, ack: true, client: true}
	p.fill(entity, player)
	return p
}

// early returns a protocol up to 48 (facts section 5).
func early(number int, entity, player []entry) *protocol {
	p := &protocol{number: number, ack: number >= 48, command: number <= 46, mask: uint(len(entity))}
	p.fill(entity, player)
	return p
}

func (p *protocol) fill(entity, player []entry) {
	p.entities, p.players = len(entity), len(player)
	for i, e := range entity {
		p.entity[i] = e.field()
	}
	for i, e := range player {
		p.player[i] = e.field()
	}
}

func (e entry) field() field {
	f := field{id: e.id, float: e.width == 0}
	width := e.width
	switch {
	case width == 0:
		width = 32
	case width < 0:
		width = -width
		f.shift = uint8(32 - width)
	}
	f.width = uint8(width)
	f.low, f.symbols = f.width&7, f.width>>3
	return f
}

// same reports whether both protocols have the same encoding.
func (p *protocol) same(q *protocol) bool {
	a, b := *p, *q
	a.number, b.number = 0, 0
	return a == b
}

// with returns a copy of table in which the fields in changes have the widths given there.
func with(table []entry, changes ...entry) []entry {
	table = slices.Clone(table)
	for _, c := range changes {
		i := slices.IndexFunc(table, func(e entry) bool { return e.id == c.id })
		table[i] = c
	}
	return table
}

// after returns a copy of table with e inserted after the field id.
func after(table []entry, id uint8, e entry) []entry {
	i := slices.IndexFunc(table, func(e entry) bool { return e.id == id })
	return slices.Insert(slices.Clone(table), i+1, e)
}

func entity45() []entry {
	return with(entity48, entry{message.EntityStateFlags, 16})[:50]
}

func player45() []entry {
	return with(player48,
		entry{message.PlayerStateExternalEvent, 8},
		entry{message.PlayerStateViewHeight, 8},
		entry{message.PlayerStatePMTime, 16},
		entry{message.PlayerStateWeaponTime, 16})[:45]
}

func entity73() []entry {
	table := after(entity68, message.EntityStateAposBasePitch, entry{message.EntityStatePosGravity, 32})
	return after(table, message.EntityStateAposDeltaRoll, entry{message.EntityStateAposGravity, 32})
}

func entity90() []entry {
	return append(entity73(),
		entry{message.EntityStateJumpTime, 32},
		entry{message.EntityStateDoubleJumped, 1})
}

func player90() []entry {
	return append(with(player68, entry{message.PlayerStatePMFlags, 24}),
		entry{message.PlayerStateJumpTime, 32},
		entry{message.PlayerStateDoubleJumped, 1})
}

func entity91() []entry {
	return append(entity90(),
		entry{message.EntityStateHealth, 16},
		entry{message.EntityStateArmor, 16},
		entry{message.EntityStateLocation, 8})
}

func player91() []entry {
	return append(after(player90(), message.PlayerStateWeapon, entry{message.PlayerStateWeaponPrimary, 8}),
		entry{message.PlayerStateCrouchTime, 32},
		entry{message.PlayerStateCrouchSlideTime, 32},
		entry{message.PlayerStateLocation, 8},
		entry{message.PlayerStateFOV, 8},
		entry{message.PlayerStateForwardMove, 8},
		entry{message.PlayerStateRightMove, 8},
		entry{message.PlayerStateUpMove, 8})
}
