package coding

import (
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Bits of FTEX that change the messages of this file.
const (
	FTEFloatCoords = 0x8000
	FTEProgram     = 0x40000000 // entities and messages of a mod's own program (CSQC)
)

// Extensions codes the extensions before a protocol number, and the number.
func Extensions(c *wire.Codec, list *[]message.QWExtension, protocol *int32) {
	if !c.Reading() {
		for i := range *list {
			extension(c, &(*list)[i])
		}
		c.Long(protocol)
		return
	}
	*list = (*list)[:0]
	for {
		c.Long(protocol)
		x := message.QWExtension{Tag: uint32(*protocol)}
		switch x.Tag {
		case message.TagFTE, message.TagFTE2, message.TagMVD1, message.TagLength:
		default:
			return
		}
		extension(c, &x)
		if c.Reader().Overrun() {
			return
		}
		*list = append(*list, x)
	}
}

func extension(c *wire.Codec, x *message.QWExtension) {
	if !c.Reading() {
		c.Writer().Long(int32(x.Tag))
	}
	if x.Tag != message.TagLength {
		c.Bits(&x.Bits)
		return
	}
	for _, v := range [...]*[]byte{&x.Key, &x.Data} {
		size := int32(len(*v))
		c.Long(&size)
		c.Bytes(v, int(size))
	}
}

// Precache codes a late precache.
func Precache(c *wire.Codec, m *message.Precache) {
	c.Word(&m.Index)
	c.String(&m.Text)
}

// StatFloat codes an updatestatfloat.
func StatFloat(c *wire.Codec, m *message.QWStatFloat) {
	c.Byte(&m.Index)
	c.Float(&m.Value)
}

// Voice codes a piece of a player's speech.
func Voice(c *wire.Codec, m *message.QWVoice) {
	c.Byte(&m.Player)
	c.Byte(&m.Generation)
	c.Byte(&m.Sequence)
	size := uint16(len(m.Data))
	c.Word(&size)
	c.Bytes(&m.Data, int(size))
}

// Bits of the mask of a sound in FTE's form.
const (
	soundVolume = 1 << iota
	soundAttenuation
	soundMore
	soundLongEntity
	soundLongNumber
	soundSpeed
	soundOffset
	soundPitch
	soundVelocity
)

// Default values of a sound's fields.
const (
	soundFullVolume       = 255
	soundUsualAttenuation = 64
	soundChannels         = 7 // of the word that also has an entity
)

// ExtendedSound codes a sound in FTE's form.
func ExtendedSound(c *wire.Codec, fte2 uint32, m *message.Sound) {
	if c.Reading() {
		*m = message.Sound{Extended: m.Extended, Volume: soundFullVolume, Attenuation: soundUsualAttenuation}
	}
	soundMask(c, &m.Bits)
	has := func(bit uint16) bool { return m.Bits&bit != 0 }
	if has(soundVolume) {
		c.Byte(&m.Volume)
	}
	if has(soundAttenuation) {
		c.Byte(&m.Attenuation)
	}
	if has(soundPitch) {
		c.Byte(&m.FTE.Pitch)
	}
	if has(soundOffset) {
		c.Short(&m.FTE.TimeOffset)
	}
	if has(soundVelocity) {
		for i := range m.FTE.Velocity {
			c.Short(&m.FTE.Velocity[i])
		}
	}
	if has(soundSpeed) {
		c.Word(&m.FTE.Speed)
	}
	if has(soundLongEntity) {
		EntityNumber(c, fte2, &m.Entity)
		c.Byte(&m.Channel)
	} else {
		channel(c, &m.Channel, &m.Entity)
	}
	c.Index(&m.Sound, has(soundLongNumber))
	c.Place(&m.Origin)
}

// soundMask codes the mask of a sound. The part after the first byte is a number whose first byte has as many leading
// ones as bytes follow.
func soundMask(c *wire.Codec, v *uint16) {
	if !c.Reading() {
		c.Writer().Byte(uint8(*v))
		if *v&soundMore == 0 {
			return
		}
		if high := uint8(*v >> 8); high < 0x80 {
			c.Writer().Byte(high)
		} else {
			c.Writer().Byte(0x80)
			c.Writer().Byte(high)
		}
		return
	}
	r := c.Reader()
	*v = uint16(r.Byte())
	if *v&soundMore == 0 {
		return
	}
	first, more := r.Byte(), 0
	for more < 8 && first&(0x80>>more) != 0 {
		more++
	}
	high := first & (0x7f >> more)
	if more > 0 {
		if high != 0 || more > 1 {
			c.Fail(message.ErrRange) // more flags than exist
		} else if high = r.Byte(); high < 0x80 {
			c.Fail(errLong)
		}
	}
	*v |= uint16(high) << 8
}

// ExtendedStaticSound codes a static sound in FTE's form.
func ExtendedStaticSound(c *wire.Codec, fte2 uint32, m *message.SpawnStaticSound) {
	c.Byte(&m.Flags)
	c.Place(&m.Origin)
	long := m.Flags != 0
	if long && fte2&FTE2LerpTime != 0 {
		n := uint32(m.Sound)
		if ULEB(c, &n); c.Reading() {
			m.Sound = int32(n)
		}
	} else {
		c.Index(&m.Sound, long)
	}
	c.Byte(&m.Volume)
	c.Byte(&m.Attenuation)
}

// unused are the layouts of messages of FTE's extensions that do not change the picture, by id, with a letter for each
// field. They are needed to find the next message.
//
//	b, w, l   1, 2 or 4 bytes
//	c         a coordinate
//	e         the number of an entity
//	s         a text
//	m, n, t   bytes after their count, which has 8, 16 or 15 bits
//	*         see skipByFlags
//	!         the rest of the packet: only the mod's own program knows the size of the message
var unused = map[uint8]string{
	25: "m",
	57: "bb*",
	62: "b*",
	63: "cccllllllwbb",
	64: "cccbbbwbb",
	65: "cccbwbb",
	67: "*",
	68: "b",
	69: "bssww",
	70: "s",
	71: "sbww",
	72: "ss",
	74: "cccbbbb",
	75: "cccwwbb",
	76: "!",
	78: "bs",
	80: "ewcccccc",
	81: "wccccccw",
	82: "wccc",
	83: "!",
	85: "www",
	87: "wb*",
	89: "bsln",
	90: "n",
	91: "t",
	92: "*",
	93: "b*",
}

// Unsized reports whether a message takes the rest of its packet, because only the mod's own program knows its size.
func Unsized(m *message.FTEUnused) bool {
	return unused[m.ID] == "!" || m.ID == idEffect && len(m.Data) > 0 && m.Data[0] != effectDefinition
}

// UnsizedNote is the note for a demo with such messages.
const UnsizedNote = "the mod's own program (CSQC) has entities and messages that only the mod can read: they are " +
	"left out, with what follows them in their packets"

// idEffect is the message with an effect defined by the game, and effectDefinition its type for a definition.
const idEffect, effectDefinition = 67, 255

// Unused codes the data after the id of an unused message as bytes. fte and fte2 are the bits of the extensions.
func Unused(c *wire.Codec, fte, fte2 uint32, m *message.FTEUnused) {
	if !c.Reading() {
		c.Writer().Bytes(m.Data)
		return
	}
	if fte|fte2 == 0 {
		c.Fail(message.ErrUnknown) // the number is invalid without the extensions
		return
	}
	r := c.Reader()
	rest, start := r.Rest(), r.Pos()
	s := skipper{c, r, fte2}
	for _, field := range unused[m.ID] {
		s.skip(m.ID, field, rest[0:min(len(rest), 3)])
	}
	m.Data = append(m.Data[:0], rest[:min(r.Pos()-start, len(rest))]...)
}

// skipper skips fields.
type skipper struct {
	c    *wire.Codec
	r    *wire.Reader
	fte2 uint32
}

// skip skips a field of a message that begins with head.
func (s *skipper) skip(id uint8, field rune, head []byte) {
	r := s.r
	switch field {
	case 'b':
		r.Byte()
	case 'w':
		r.Word()
	case 'l':
		r.Long()
	case 'c':
		r.Coord(s.c.Units)
	case 'e':
		var n int32
		EntityNumber(s.c, s.fte2, &n)
	case 's':
		r.String()
	case 'm':
		r.Skip(int(r.Byte()))
	case 'n':
		r.Skip(int(r.Word()))
	case 't':
		r.Skip(int(r.Word() & 0x7fff))
	case '!':
		r.Skip(r.Len())
	case '*':
		s.skipByFlags(id, head)
	}
}

// fields skips several fields.
func (s *skipper) fields(list string) {
	for _, field := range list {
		s.skip(0, field, nil)
	}
}

// skipByFlags skips the fields announced by the flags at the beginning of a message.
func (s *skipper) skipByFlags(id uint8, head []byte) {
	r := s.r
	if r.Overrun() {
		return
	}
	switch id {
	case 57: // a colored light style: the style, flags
		if len(head) < 2 {
			return
		}
		flags := head[1]
		if flags&0x40 != 0 {
			r.Byte()
		}
		for color := uint8(1); color <= 4; color <<= 1 {
			if flags&0x80 != 0 && flags&color != 0 {
				r.Short()
			}
		}
		r.String()
	case 62: // a portal of an area opens
		skipPortal(r, head[0])
	case idEffect:
		s.skipEffect()
	case 87: // a change of the map
		s.skipBrush(head[2])
	case 92: // entities of a mod's own program, each with its size
		for !r.Overrun() {
			n := r.Word()
			if n&0x4000 != 0 && s.fte2&message.FTE2Replacement != 0 {
				r.Byte()
			} else if n == 0 {
				return
			}
			if n&0x8000 == 0 {
				r.Skip(int(r.Word()))
			}
		}
	case 93: // the base of the view angles
		for axis := uint8(1); axis <= 4; axis <<= 1 {
			if head[0]&axis != 0 {
				r.Short()
			}
		}
	}
}

// skipEffect skips the definition of an effect. The size of a used effect depends on its definition, possibly packets
// earlier: it takes the rest of its packet.
func (s *skipper) skipEffect() {
	const stains, lights, fades = 4, 8, 16
	if s.r.Byte() != effectDefinition {
		s.r.Skip(s.r.Len())
		return
	}
	s.r.Byte()
	style := s.r.Byte()
	s.fields("s")
	if style&stains != 0 {
		s.fields("bbbb")
	}
	if style&lights != 0 {
		if s.fields("bbbbb"); style&fades != 0 {
			s.fields("bbb")
		}
	}
}

// skipBrush skips the data after the command of a change of the map.
func (s *skipper) skipBrush(command uint8) {
	r := s.r
	switch command {
	case 0, 0x41: // delete, remove
		r.Long()
	case 1: // a brush
		s.fields("ll")
		for n := r.Long(); n > 0 && !r.Overrun(); n-- {
			r.String()
			r.Skip(12 * 4)
		}
	case 4: // a patch
		s.fields("ll")
		points := int(r.Word()) * int(r.Word())
		flags, size := r.Byte(), 5*4
		s.fields("sww")
		for bit := uint8(1); bit <= 8; bit <<= 1 {
			if flags&bit != 0 {
				size += 4
			}
		}
		r.Skip(points * size)
	case 0x40: // an edit
		s.fields("ls")
	}
}

// skipPortal skips the data after the mode of a portal.
func skipPortal(r *wire.Reader, mode uint8) {
	const modern, areas, wide = 0x80, 0x40, 2
	numbers := 1
	if mode&(modern|areas) == modern|areas {
		numbers = 2
	}
	for range numbers {
		if r.Byte(); mode&(modern|wide) == modern|wide {
			r.Byte()
		}
	}
}
