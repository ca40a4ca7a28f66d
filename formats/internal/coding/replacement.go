package coding

import (
	"fmt"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Bits of FTE2 that change the layout, besides [message.FTE2Replacement] and [message.FTE2Prediction].
const (
	FTE2Voice        = 0x2
	FTE2MaxPlayers   = 0x10
	FTE2Size         = 0x40
	FTE2InfoBlobs    = 0x80
	FTE2VRInputs     = 0x200
	FTE2LerpTime     = 0x400
	replacementLimit = 1 << 14 // entities in a message
)

// errLong says that a number has a longer form than it needs, which no engine writes.
var errLong = fmt.Errorf("a short number in a long form: %w", message.ErrRange)

// EntityNumber codes the number of an entity: 16 bits, or with FTE2 0x8 up to 23.
func EntityNumber(c *wire.Codec, fte2 uint32, v *int32) {
	const long = 0x8000
	wide := fte2&message.FTE2Replacement != 0
	if !c.Reading() {
		if wide && *v >= long {
			c.Writer().Word(uint16(*v>>8) | long)
			c.Writer().Byte(uint8(*v))
			return
		}
		c.Writer().Word(uint16(*v))
		return
	}
	n := int32(c.Reader().Word())
	if wide && n&long != 0 {
		if n = n&^long<<8 | int32(c.Reader().Byte()); n < long {
			c.Fail(errLong)
		}
	}
	*v = n
}

// index codes a number in [message.UpdateEntities], and whether the entity is removed. 0 without removal is the end.
func index(c *wire.Codec, number *int32, remove *bool) {
	const removed, more, low = 0x8000, 0x4000, 0x3fff
	if !c.Reading() {
		v := uint16(*number & low)
		if *remove {
			v |= removed
		}
		if *number > low {
			c.Writer().Word(v | more)
			c.Writer().Byte(uint8(*number >> 14))
			return
		}
		c.Writer().Word(v)
		return
	}
	v := c.Reader().Word()
	*number, *remove = int32(v&low), v&removed != 0
	if v&more != 0 {
		if *number |= int32(c.Reader().Byte()) << 14; *number <= low {
			c.Fail(errLong)
		}
	}
}

// ULEB codes a number with seven bits per byte, the lowest first.
func ULEB(c *wire.Codec, v *uint32) {
	if !c.Reading() {
		n := *v
		for ; n >= 0x80; n >>= 7 {
			c.Writer().Byte(uint8(n) | 0x80)
		}
		c.Writer().Byte(uint8(n))
		return
	}
	*v = 0
	for shift := 0; shift < 35; shift += 7 {
		b := c.Reader().Byte()
		*v |= uint32(b&0x7f) << shift
		if b&0x80 == 0 {
			if b == 0 && shift > 0 || shift == 28 && b > 0xf {
				c.Fail(errLong)
			}
			return
		}
	}
	c.Fail(message.ErrRange)
}

// Replacements is a protocol's coding of replacement deltas.
type Replacements struct {
	FTE2  uint32
	Units wire.Units // of coordinates and angles
}

// Update codes the data after the id of [message.UpdateEntities], from the server's time on.
func (l *Replacements) Update(c *wire.Codec, m *message.UpdateEntities) {
	c.Float(&m.Time)
	if !c.Reading() {
		for i := range m.Entities {
			e := &m.Entities[i]
			if e.Number == 0 && !e.Remove {
				c.Fail(message.ErrRange)
				return
			}
			index(c, &e.Number, &e.Remove)
			if !e.Remove {
				l.Delta(c, &e.EntityDelta, &e.FTE)
			}
		}
		c.Writer().Word(0)
		return
	}
	m.Entities = m.Entities[:0]
	for {
		var number int32
		var remove bool
		index(c, &number, &remove)
		if number == 0 && !remove || c.Reader().Overrun() {
			return
		}
		n := len(m.Entities)
		switch {
		case n == replacementLimit:
			c.Fail(message.ErrTooLarge)
			return
		case n < cap(m.Entities):
			m.Entities = m.Entities[:n+1]
		default:
			m.Entities = append(m.Entities, message.ReplacementUpdate{})
		}
		e := &m.Entities[n]
		e.Number, e.Remove = number, remove
		if remove {
			e.Bits, e.Mask, e.FTE = 0, 0, message.Replacement{}
			continue
		}
		if l.Delta(c, &e.EntityDelta, &e.FTE); c.Failed() {
			return
		}
	}
}

// bits codes the bits of a delta.
func (l *Replacements) bits(c *wire.Codec, v *uint64) {
	if !c.Reading() {
		n := *v
		for _, more := range [...]uint64{message.ReplaceMore3, message.ReplaceMore2, message.ReplaceMore} {
			if n >= more<<1 {
				n |= more
			}
		}
		for ; ; n >>= 8 {
			if c.Writer().Byte(uint8(n)); n&0x80 == 0 {
				return
			}
		}
	}
	*v = 0
	for shift := 0; shift < 32; shift += 8 {
		b := c.Reader().Byte()
		*v |= uint64(b) << shift
		if b&0x80 == 0 {
			return
		}
	}
	c.Fail(message.ErrRange)
}

// Delta codes a replacement delta.
func (l *Replacements) Delta(c *wire.Codec, e *message.EntityDelta, x *message.Replacement) {
	l.bits(c, &e.Bits)
	bits := e.Bits
	if bits>>30 != 0 || bits&message.ReplaceEffectsHigh != 0 && l.FTE2&FTE2LerpTime != 0 {
		c.Fail(fmt.Errorf("the bits %#x: %w", bits, message.ErrRange))
		return
	}
	if c.Reading() {
		*x = message.Replacement{}
		e.Mask = 0
		for i := range replacementFields {
			if f := &replacementFields[i]; bits&f.bits != 0 {
				e.Mask |= f.fields
			}
		}
	}
	l.number(c, bits&message.ReplaceFrame, bits, &e.Frame)
	l.place(c, e, bits)
	if l.FTE2&FTE2LerpTime != 0 && bits&message.ReplaceWide != 0 {
		ULEB(c, &x.LerpEnd)
	}
	l.effects(c, &e.Effects, bits)
	if bits&message.ReplacePrediction != 0 {
		l.prediction(c, bits, x)
	}
	l.number(c, bits&message.ReplaceModel, bits, &e.Model)
	l.skin(c, bits, &e.Skin)
	l.small(c, bits&message.ReplaceColormap, &e.Colormap)
	if bits&message.ReplaceSolid != 0 {
		l.solid(c, e, x)
	}
	l.smallBits(c, bits&message.ReplaceFlags, &x.Flags)
	if bits&message.ReplaceAlpha != 0 {
		c.Byte(&e.Alpha)
	}
	if bits&message.ReplaceScale != 0 {
		c.Byte(&e.Scale)
	}
	if bits >= message.ReplaceBones {
		l.rare(c, e, x)
	}
}

// replacementFields are the fields announced by each bit, of those that other deltas have, too.
var replacementFields = [...]struct {
	bits   uint64
	fields message.Field
}{
	{message.ReplaceFrame, message.FieldFrame},
	{message.ReplaceOriginXY, message.FieldOriginX | message.FieldOriginY},
	{message.ReplaceOriginZ, message.FieldOriginZ},
	{message.ReplaceAngleXZ, message.FieldPitch | message.FieldRoll},
	{message.ReplaceAngleY, message.FieldYaw},
	{message.ReplaceEffects | message.ReplaceEffectsHigh, message.FieldEffects},
	{message.ReplaceModel, message.FieldModel},
	{message.ReplaceSkin, message.FieldSkin},
	{message.ReplaceColormap, message.FieldColormap},
	{message.ReplaceSolid, message.FieldSolid},
	{message.ReplaceAlpha, message.FieldAlpha},
	{message.ReplaceScale, message.FieldScale},
	{message.ReplaceColorMod, message.FieldColorMod},
	{message.ReplaceFatness, message.FieldFatness},
	{message.ReplaceModel2, message.FieldModel2},
}

// number codes a frame or a model if here is not 0.
func (l *Replacements) number(c *wire.Codec, here, bits uint64, v *int32) {
	if here == 0 {
		return
	}
	if l.FTE2&FTE2LerpTime != 0 {
		n := uint32(*v)
		if ULEB(c, &n); c.Reading() {
			*v = int32(n)
		}
		return
	}
	c.Index(v, bits&message.ReplaceWide != 0)
}

// small codes a number of 8 bits if here is not 0.
func (l *Replacements) small(c *wire.Codec, here uint64, v *int32) {
	l.number(c, here, 0, v)
}

func (l *Replacements) smallBits(c *wire.Codec, here uint64, v *uint32) {
	n := int32(*v)
	if l.small(c, here, &n); c.Reading() {
		*v = uint32(n)
	}
}

// place codes origin and angles.
func (l *Replacements) place(c *wire.Codec, e *message.EntityDelta, bits uint64) {
	before := c.Units
	c.Units = l.Units
	if bits&message.ReplaceOriginXY != 0 {
		c.Coord(&e.Origin[0])
		c.Coord(&e.Origin[1])
	}
	if bits&message.ReplaceOriginZ != 0 {
		c.Coord(&e.Origin[2])
	}
	if l.ShortAngles(bits) {
		c.Units.Angle = wire.AngleShort
	}
	if bits&message.ReplaceAngleXZ != 0 {
		c.Angle(&e.Angles[0])
		c.Angle(&e.Angles[2])
	}
	if bits&message.ReplaceAngleY != 0 {
		c.Angle(&e.Angles[1])
	}
	c.Units = before
}

// ShortAngles reports whether the angles of a delta have 16 bits regardless of the protocol.
func (l *Replacements) ShortAngles(bits uint64) bool {
	return bits&message.ReplacePrediction != 0 && l.FTE2&message.FTE2Prediction == 0
}

func (l *Replacements) effects(c *wire.Codec, v *int32, bits uint64) {
	const low, high = message.ReplaceEffects, message.ReplaceEffectsHigh
	switch {
	case bits&(low|high) == 0:
	case l.FTE2&FTE2LerpTime != 0:
		l.number(c, low, 0, v)
	case bits&(low|high) == low|high:
		c.Long(v)
	default:
		c.Index(v, bits&high != 0)
	}
}

func (l *Replacements) prediction(c *wire.Codec, bits uint64, x *message.Replacement) {
	c.Byte(&x.Predicted)
	p := x.Predicted
	for i := range x.Moves {
		if p&(message.PredictForward<<i) != 0 {
			c.Short(&x.Moves[i])
		}
	}
	if p&message.PredictMoveType != 0 {
		c.Byte(&x.MoveType)
	}
	if p&message.PredictVelocityXY != 0 {
		c.Short(&x.Velocity[0])
		c.Short(&x.Velocity[1])
	}
	if p&message.PredictVelocityZ != 0 {
		c.Short(&x.Velocity[2])
	}
	if p&message.PredictMsec != 0 {
		c.Byte(&x.Msec)
	}
	switch {
	case p&message.PredictView == 0:
	case l.FTE2&message.FTE2Prediction != 0:
		if bits&message.ReplaceAngleXZ != 0 {
			c.Short(&x.View[0])
			c.Short(&x.View[2])
		}
		if bits&message.ReplaceAngleY != 0 {
			c.Short(&x.View[1])
		}
	default:
		l.weaponFrame(c, &x.WeaponFrame)
	}
}

// weaponFrame codes seven bits, and if the highest bit of the byte is set, eight more.
func (l *Replacements) weaponFrame(c *wire.Codec, v *uint16) {
	low, high := uint8(*v&0x7f), uint8(*v>>7)
	if high != 0 {
		low |= 0x80
	}
	if c.Byte(&low); low&0x80 == 0 {
		high = 0
	} else if c.Byte(&high); high == 0 {
		c.Fail(errLong)
	}
	if c.Reading() {
		*v = uint16(low&0x7f) | uint16(high)<<7
	}
}

func (l *Replacements) skin(c *wire.Codec, bits uint64, v *int32) {
	const bias = 64
	switch {
	case bits&message.ReplaceSkin == 0:
	case l.FTE2&FTE2LerpTime != 0:
		n := uint32(*v + bias)
		if ULEB(c, &n); c.Reading() {
			*v = int32(n) - bias
		}
	case bits&message.ReplaceWide != 0:
		n := int16(*v)
		if c.Short(&n); c.Reading() {
			*v = int32(n)
		}
	default:
		c.Index(v, false)
	}
}

func (l *Replacements) solid(c *wire.Codec, e *message.EntityDelta, x *message.Replacement) {
	const kinds, kind16, kind32 = 4, 16, 32
	if l.FTE2&FTE2Size == 0 {
		c.Index(&e.Solid, true)
		return
	}
	switch c.Byte(&x.SolidKind); {
	case x.SolidKind < kinds:
		if c.Reading() {
			e.Solid = int32(x.SolidKind)
		}
	case x.SolidKind == kind16:
		c.Index(&e.Solid, true)
	case x.SolidKind == kind32:
		c.Long(&e.Solid)
	default:
		c.Fail(fmt.Errorf("the size's kind %d: %w", x.SolidKind, message.ErrRange))
	}
}

// rare codes the rarely changed fields.
func (l *Replacements) rare(c *wire.Codec, e *message.EntityDelta, x *message.Replacement) {
	bits := e.Bits
	if bits&message.ReplaceBones != 0 {
		l.bones(c, &x.Bones)
	}
	if bits&message.ReplaceDrawFlags != 0 {
		const kinds, lit = 7, 6
		if c.Byte(&x.DrawFlags); x.DrawFlags&kinds >= lit {
			c.Byte(&x.AbsLight)
		}
	}
	if bits&message.ReplaceTag != 0 {
		EntityNumber(c, l.FTE2, &x.Tag)
		l.smallBits(c, 1, &x.TagIndex)
	}
	if bits&message.ReplaceLight != 0 {
		for i := range x.Light {
			c.Short(&x.Light[i])
		}
		l.smallBits(c, 1, &x.LightStyle)
		c.Byte(&x.LightFlags)
	}
	if bits&message.ReplaceTrail != 0 {
		l.trail(c, &x.Trail)
	}
	if bits&message.ReplaceColorMod != 0 {
		c.Copy(e.ColorMod[:])
	}
	if bits&message.ReplaceGlow != 0 {
		c.Byte(&x.GlowSize)
		c.Byte(&x.GlowColor)
		c.Copy(x.GlowMod[:])
	}
	if bits&message.ReplaceFatness != 0 {
		c.Byte(&e.Fatness)
	}
	l.number(c, bits&message.ReplaceModel2, bits, &e.Model2)
	if bits&message.ReplaceGravity != 0 {
		c.Copy(x.GravityTurn[:])
	}
}

// bones codes the state of a skeleton as bytes.
func (l *Replacements) bones(c *wire.Codec, v *[]byte) {
	const poses, tied, poseSize = 0x80, 0x40, 7 * 2
	if !c.Reading() {
		c.Writer().Bytes(*v)
		return
	}
	r := c.Reader()
	rest, start := r.Rest(), r.Pos()
	flags := r.Byte()
	if flags&^(poses|tied) != 0 {
		c.Fail(message.ErrRange)
		return
	}
	if flags&poses != 0 {
		r.Skip(int(r.Byte()) * poseSize)
	}
	if flags&tied != 0 {
		var n uint32
		if l.FTE2&FTE2LerpTime != 0 {
			ULEB(c, &n)
			ULEB(c, &n)
		} else {
			r.Skip(3)
		}
	}
	if !r.Overrun() {
		*v = rest[:r.Pos()-start]
	}
}

// trail codes the numbers of the effects of a moving entity.
func (l *Replacements) trail(c *wire.Codec, v *[2]uint32) {
	const second = 0x8000
	if l.FTE2&FTE2LerpTime != 0 {
		ULEB(c, &v[0])
		ULEB(c, &v[1])
		return
	}
	for i := range v {
		n := uint16(v[i])
		if c.Word(&n); c.Reading() {
			v[i] = uint32(n)
		}
		if v[0]&second == 0 {
			return
		}
	}
}
