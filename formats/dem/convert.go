package dem

import (
	"cmp"
	"fmt"
	"math"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// maxConverted is the maximum size in bytes of a block's messages after a conversion, as in engines of protocols 666
// and 999.
const maxConverted = 64_000

// usualFlags are the flags with which engines record protocol 999: 32-bit coordinates, 16-bit angles.
const usualFlags = flagAngleShort | flagCoordLong

// maxNumber15 is the highest number of a model, a sound or a frame in protocol 15, and the maximum length of its lists.
const maxNumber15 = 255

// Converter converts messages from one protocol to another without a change visible to the client, except for rounding
// if allowed. Anything that the other protocol can't express is an error.
type Converter struct {
	from, to protocol
	began    bool
	rounded  *int // counts the rounded values, nil if rounding is not allowed
	plain    fteDowngrade
	extended bool               // the level has FTE's extensions
	one      [1]message.Message // result of Messages for a level without extensions
}

// RoundingError says which coordinate or angle the other protocol can only approximate.
type RoundingError struct {
	Name  string  // such as "x" or "yaw"
	Value float32 // Quake units or degrees
	Step  string  // why it has to be rounded: stepPlace, stepAngle or stepWhole
}

func (e *RoundingError) Error() string { return fmt.Sprintf("%s %v%s", e.Name, e.Value, e.Step) }

const (
	stepPlace = " is no eighth of a unit between -4096 and 4096"
	stepAngle = "° is no 256th of a circle"
	stepWhole = " is no whole number from -128 to 127"
)

// NewConverter returns a converter to protocol 15, 666 or 999. If rounded is not nil, coordinates and angles are
// rounded, and rounded counts those that change: a coordinate by at most a sixteenth of a unit, an angle by 0.7
// degrees.
func NewConverter(number int, rounded *int) (*Converter, error) {
	c := &Converter{rounded: rounded, plain: fteDowngrade{rounded: rounded}}
	switch number {
	case protocolQuake, protocolFitz:
		c.to.set(version{number: int32(number)})
	case protocolRMQ:
		c.to.set(version{number: protocolRMQ, flags: usualFlags})
	default:
		return nil, fmt.Errorf("a .dem has protocol 15, 666 or 999, not %d", number)
	}
	return c, nil
}

// MaxPacket returns the maximum size in bytes of a block's messages.
func (c *Converter) MaxPacket() int { return maxConverted }

// Look records the names in a message. FTE's demos may send names late, so pass all messages to Look before the first
// one to Messages.
func (c *Converter) Look(m message.Message) { c.plain.look(m) }

// Messages returns the replacement of a message. The error says which value does not fit.
func (c *Converter) Messages(m message.Message) ([]message.Message, error) {
	if info, ok := m.(*message.ServerInfo); ok {
		return []message.Message{m}, c.begin(info)
	}
	if !c.extended {
		c.one[0] = m
		return c.one[:], c.message(m)
	}
	return c.all(c.plain.messages(m))
}

// End returns additional messages for the end of a packet.
func (c *Converter) End() ([]message.Message, error) {
	if !c.extended {
		return nil, nil
	}
	return c.all(c.plain.end())
}

// all converts messages in place, unless err is not nil.
func (c *Converter) all(list []message.Message, err error) ([]message.Message, error) {
	for _, m := range list {
		err = cmp.Or(err, c.message(m))
	}
	return list, err
}

// message converts a message without extensions in place.
func (c *Converter) message(m message.Message) (err error) {
	if m, ok := m.(*message.Version); ok {
		m.Protocol, m.Extensions = c.to.number, nil
		return nil
	}
	if !c.began {
		return nil // the same in all protocols
	}
	switch m := m.(type) {
	case *message.UpdateEntity:
		if err = c.update(&m.EntityDelta); err != nil {
			err = fmt.Errorf("entity %d: %w", m.Number, err)
		}
	case *message.ClientData:
		err = c.client(m)
	case *message.Sound:
		err = c.sound(m)
	case *message.SpawnBaseline:
		if err = c.object(&m.Kind, &m.EntityDelta); err != nil {
			err = fmt.Errorf("entity %d: %w", m.Number, err)
		}
	case *message.SpawnStatic:
		err = c.object(&m.Kind, &m.EntityDelta)
	case *message.SpawnStaticSound:
		err = c.staticSound(m)
	case *message.SetAngle:
		err = c.direction(&m.Angles)
	case *message.Particle:
		err = c.place(&m.Origin)
	case *message.HitDamage:
		err = c.place(&m.Origin)
	case *message.TempEntity:
		if tempShapes[m.Type] == tempUnknown {
			return message.ErrUnknown // Nehahra's
		}
		err = cmp.Or(c.place(&m.Origin), c.place(&m.End))
	case *message.UpdateStat:
		m.Short = false
	case *message.ShowPicture, *message.HidePicture, *message.SkySize, *message.NehahraFog:
		return message.ErrUnknown
	case *message.SkyBox, *message.BonusFlash, *message.Fog:
		if !c.to.extended() {
			err = message.ErrUnknown
		}
	}
	return err
}

func (c *Converter) staticSound(m *message.SpawnStaticSound) (err error) {
	if m.Long && !c.to.extended() {
		m.Long = false
		err = small("the sound's number", m.Sound)
	}
	return cmp.Or(err, c.place(&m.Origin))
}

// small returns an error if a number exceeds a byte.
func small(what string, v int32) error {
	if v < 0 || v > maxNumber15 {
		return fmt.Errorf("%s %d is more than %d", what, v, maxNumber15)
	}
	return nil
}

// begin starts a level in the other protocol.
func (c *Converter) begin(m *message.ServerInfo) error {
	v := versionOf(m)
	c.from.set(v)
	c.began, c.extended = true, v.hasFTE()
	if err := c.plain.begin(m, &v); err != nil {
		return err
	}
	v.fte, v.fte2 = 0, 0
	if c.from.number == c.to.number {
		c.to.set(v) // some levels may have it already
	} else if c.to.number == protocolRMQ {
		c.to.set(version{number: protocolRMQ, flags: usualFlags})
	}
	if c.extended && !c.from.extended() {
		c.from.number = protocolFitz // the protocol of the plain messages
	}
	m.Protocol, m.Flags, m.Units = c.to.number, c.to.flags, c.to.Units
	if c.to.extended() {
		return nil
	}
	if n := len(m.Models); n > maxNumber15 {
		return fmt.Errorf("%d models are more than %d", n, maxNumber15)
	}
	if n := len(m.Sounds); n > maxNumber15 {
		return fmt.Errorf("%d sounds are more than %d", n, maxNumber15)
	}
	return nil
}

// place converts an origin.
func (c *Converter) place(v *[3]wire.Coord) error {
	for i := range v {
		if err := c.coord(&v[i], i); err != nil {
			return err
		}
	}
	return nil
}

// direction converts three angles.
func (c *Converter) direction(v *[3]wire.Angle) error {
	for i := range v {
		if err := c.angle(&v[i], i); err != nil {
			return err
		}
	}
	return nil
}

var (
	axes  = [3]string{"x", "y", "z"}
	turns = [3]string{"pitch", "yaw", "roll"}
)

func (c *Converter) coord(v *wire.Coord, axis int) error {
	if c.from.Units.Coord == c.to.Units.Coord {
		return nil
	}
	units := c.from.Units.Units(*v)
	var n wire.Coord
	switch c.to.Units.Coord {
	case wire.CoordFloat:
		n = wire.Coord(int32(math.Float32bits(units)))
	case wire.CoordLong:
		n = wire.Coord(nearest(float64(units)*16, math.MinInt32, math.MaxInt32))
	case wire.Coord24:
		n = wire.Coord(nearest(float64(units), math.MinInt16, math.MaxInt16)) << 8
	default:
		n = wire.Coord(nearest(float64(units)*8, math.MinInt16, math.MaxInt16))
	}
	if got := c.to.Units.Units(n); got != units {
		if c.rounded == nil || !(math.Abs(float64(got)-float64(units)) <= roundedPlace) {
			return &RoundingError{axes[axis], units, stepPlace}
		}
		*c.rounded++
	}
	*v = n
	return nil
}

// Maximum changes by rounding: half of the coarsest step, in Quake units and degrees.
const (
	roundedPlace = 1. / 16
	roundedAngle = 360. / 256 / 2
)

func (c *Converter) angle(v *wire.Angle, axis int) error {
	if c.from.Units.Angle == c.to.Units.Angle {
		return nil
	}
	degrees := c.from.Units.Degrees(*v)
	n := c.to.turn(float64(degrees), c.rounded != nil)
	switch got := c.to.Units.Degrees(n); {
	case got == degrees:
	case c.rounded == nil || !(math.Abs(math.Remainder(float64(got)-float64(degrees), 360)) <= roundedAngle):
		return &RoundingError{turns[axis], degrees, stepAngle}
	default:
		*c.rounded++
	}
	*v = n
	return nil
}

// turn returns the encoding nearest to an angle in degrees. An angle beyond the protocol's range becomes the range's
// limit, or with wrap the same direction.
func (p *protocol) turn(degrees float64, wrap bool) wire.Angle {
	steps := 256.
	switch p.Units.Angle {
	case wire.AngleFloat:
		return wire.Angle(int32(math.Float32bits(float32(degrees))))
	case wire.AngleShort:
		steps = 65536
	}
	n := degrees * steps / 360
	if wrap {
		n = math.Remainder(n, steps) // from -steps/2 to steps/2
		if math.RoundToEven(n) >= steps/2 {
			n -= steps
		}
	}
	return wire.Angle(nearest(n, -int64(steps)/2, int64(steps)/2-1))
}

// nearest rounds v to the nearest integer from low to high. It returns low for a NaN, which does not equal it.
func nearest(v float64, low, high int64) int64 {
	v = math.RoundToEven(v)
	switch {
	case v >= float64(high):
		return high
	case v > float64(low):
		return int64(v)
	}
	return low
}

// update converts an updateentity.
func (c *Converter) update(e *message.EntityDelta) error {
	for i := range 3 {
		if e.Mask&(message.FieldOriginX<<i) != 0 {
			if err := c.coord(&e.Origin[i], i); err != nil {
				return err
			}
		}
		if e.Mask&(message.FieldPitch<<i) != 0 {
			if err := c.angle(&e.Angles[i], i); err != nil {
				return err
			}
		}
	}
	if c.from.extended() == c.to.extended() {
		return nil
	}
	const extra = updateExtend1 | updateAlpha | updateFrameHigh | updateModelHigh | updateLerpFinish |
		updateScale | 0xff<<24
	bits := uint32(e.Bits)
	if c.to.extended() {
		bits &= 1<<16 - 1
		if e.Mask&message.FieldTransparency == 0 {
			e.Bits = uint64(bits &^ updateExtend1)
			return nil
		}
		alpha, err := alphaOf(&e.Transparency)
		if err != nil {
			return err
		}
		e.Alpha = alpha
		e.Bits = uint64(bits | updateAlpha)
		return nil
	}
	if bits&updateExtend1 == 0 {
		bits &= 1<<16 - 1
	}
	switch {
	case bits&updateAlpha != 0 && e.Alpha != 0:
		return fmt.Errorf("alpha %d", e.Alpha)
	case bits&updateScale != 0 && e.Scale != scaleWhole:
		return fmt.Errorf("scale %d/%d", e.Scale, scaleWhole)
	case bits&updateFrameHigh != 0 && e.FrameHigh != 0:
		return small("frame", int32(e.FrameHigh)<<8|e.Frame&0xff)
	case bits&updateModelHigh != 0 && e.ModelHigh != 0:
		return small("model", int32(e.ModelHigh)<<8|e.Model&0xff)
	case bits&updateLerpFinish != 0:
		return fmt.Errorf("lerpfinish %d (when its move ends)", e.LerpFinish)
	}
	e.Bits = uint64(bits &^ extra)
	return nil
}

// scaleWhole is the scale for the model's original size.
const scaleWhole = 16

// alphaOf converts Nehahra's transparency to the byte of later protocols, in which 0 is opaque and 1 invisible.
func alphaOf(t *[3]float32) (uint8, error) {
	if t[0] != 2 || t[2] == 0 {
		switch {
		case t[1] == 0:
			return 0, nil
		case t[1] < 0:
			return 1, nil
		}
	}
	n := 1 + nearest(float64(t[1])*254, 0, 254)
	switch {
	case t[0] == 2 && t[2] != 0:
		return 0, fmt.Errorf("full brightness %v", t[2])
	case float32(n-1)/254 != t[1]:
		return 0, fmt.Errorf("transparency %v is not a multiple of 1/254", t[1])
	}
	return uint8(n), nil
}

// object converts a baseline or a static entity.
func (c *Converter) object(kind *message.BaselineKind, e *message.EntityDelta) error {
	if err := cmp.Or(c.place(&e.Origin), c.direction(&e.Angles)); err != nil {
		return err
	}
	if c.to.extended() || *kind != message.BaselineFlags {
		return nil
	}
	bits := e.Bits
	switch {
	case bits&baselineAlpha != 0 && e.Alpha != 0:
		return fmt.Errorf("alpha %d", e.Alpha)
	case bits&baselineScale != 0 && e.Scale != scaleWhole:
		return fmt.Errorf("scale %d/%d", e.Scale, scaleWhole)
	}
	*kind, e.Bits = message.BaselinePlain, 0
	return cmp.Or(small("model", e.Model), small("frame", e.Frame))
}

// client converts the recorder's state.
func (c *Converter) client(m *message.ClientData) error {
	if c.from.extended() == c.to.extended() {
		return nil
	}
	m.Bits &= 1<<16 - 1
	if c.to.extended() {
		m.Bits &^= clientExtend1 // meaningless there
		m.HasItems = true
		return nil
	}
	m.Bits &^= clientExtend1
	for _, v := range [...]struct {
		name  string
		value uint16
	}{
		{"weapon model", m.WeaponModel}, {"armor", m.Armor}, {"ammo", m.Ammo}, {"shells", m.Shells},
		{"nails", m.Nails},
		{"rockets", m.Rockets}, {"cells", m.Cells}, {"weapon frame", m.WeaponFrame},
	} {
		if err := small(v.name, int32(v.value)); err != nil {
			return err
		}
	}
	if m.WeaponAlpha != 0 {
		return fmt.Errorf("the weapon's alpha %d", m.WeaponAlpha)
	}
	return nil
}

// sound converts a sound.
func (c *Converter) sound(m *message.Sound) error {
	if err := c.place(&m.Origin); err != nil {
		return err
	}
	if c.from.extended() == c.to.extended() {
		return nil
	}
	const channels, entities = 7, 1<<13 - 1 // of the short that combines both
	m.Bits &^= soundLongEntity | soundLongNumber
	switch {
	case c.to.extended():
		return nil
	case m.Channel > channels:
		return fmt.Errorf("channel %d is more than %d", m.Channel, channels)
	case m.Entity > entities:
		return fmt.Errorf("entity %d is more than %d", m.Entity, entities)
	}
	return small("the sound's number", m.Sound)
}
