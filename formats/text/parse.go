package text

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

var (
	errJSON   = errors.New("this is no JSON as it is written here")
	errNumber = errors.New("number out of range")
	errString = errors.New("a string with a character above 255")
)

// maxNesting limits how deep values may stand in each other; messages need
// four.
const maxNesting = 16

// cursor reads JSON values from a line into what a codec knows. It reads what
// the standard library would, and is several times faster, because nothing is
// kept between the bytes and the field.
type cursor struct {
	b       []byte
	pos     int
	depth   int
	told    *told
	units   wire.Units                // of the value being read
	changes *[]message.SnapshotChange // of the message being read
	format  *Format
	scratch []byte // of keys and short strings
}

// space passes over white space and returns the next byte, 0 at the end.
func (c *cursor) space() byte {
	for c.pos < len(c.b) {
		switch ch := c.b[c.pos]; ch {
		case ' ', '\t':
			c.pos++
		default:
			return ch
		}
	}
	return 0
}

// take passes over a byte that must be there.
func (c *cursor) take(want byte) error {
	if c.space() != want {
		return fmt.Errorf("%w: no %q at column %d", errJSON, want, c.pos+1)
	}
	c.pos++
	return nil
}

// is passes over a byte if it is there.
func (c *cursor) is(want byte) bool {
	if c.space() != want {
		return false
	}
	c.pos++
	return true
}

// word passes over a literal if it is there.
func (c *cursor) word(w string) bool {
	c.space()
	if !bytes.HasPrefix(c.b[c.pos:], []byte(w)) {
		return false
	}
	c.pos += len(w)
	return true
}

// firstKey reads the beginning of an object up to its first value.
func (c *cursor) firstKey() (string, error) {
	if err := c.take('{'); err != nil {
		return "", err
	}
	return c.key()
}

func (c *cursor) key() (string, error) {
	var err error
	c.scratch, err = c.bytes(c.scratch[:0])
	if err != nil {
		return "", err
	}
	return string(c.scratch), c.take(':')
}

// rest reads the other fields of an object whose first value was read.
func (c *cursor) rest(field func(key string) error) error {
	for c.is(',') {
		key, err := c.key()
		if err != nil {
			return err
		}
		if err := field(key); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
	}
	return c.take('}')
}

// fields reads the rest of an object into a struct.
func (c *cursor) fields(p *plan, v reflect.Value) error {
	for c.is(',') {
		if err := c.field(p, v); err != nil {
			return err
		}
	}
	return c.take('}')
}

// field reads a key and its value into a struct.
func (c *cursor) field(p *plan, v reflect.Value) error {
	var err error
	if c.scratch, err = c.bytes(c.scratch[:0]); err != nil {
		return err
	}
	if err := c.take(':'); err != nil {
		return err
	}
	target, f := p.find(v, c.scratch)
	if f == nil && p.states != nil {
		return c.state(p.states, v, string(c.scratch))
	}
	if f == nil {
		return c.marks(p, v, string(c.scratch))
	}
	if err := c.masked(target, f); err != nil {
		return fmt.Errorf("%s: %w", f.name, err)
	}
	if f.tells && c.depth == 0 {
		p.tell(v, c.told)
		c.units = c.told.units[0]
	}
	return nil
}

// content reads the rest of a message.
func (c *cursor) content(p *plan, v reflect.Value) error {
	around := c.changes
	if c.changes = nil; p.changes >= 0 {
		c.changes = p.list(v)
	}
	err := c.fields(p, v)
	c.changes = around
	return err
}

// list returns the changes of all states of a message.
func (p *plan) list(v reflect.Value) *[]message.SnapshotChange {
	return v.Field(p.changes).Addr().Interface().(*[]message.SnapshotChange)
}

// owner is a struct and its plan.
type owner struct {
	plan  *plan
	value reflect.Value
}

// find returns the field of that name, and the struct in which it is: v or one
// that is embedded in it.
func (p *plan) find(v reflect.Value, name []byte) (owner, *field) {
	for i := range p.fields {
		f := &p.fields[i]
		if f.embedded {
			if o, g := f.codec.plan.find(v.Field(f.index), name); g != nil {
				return o, g
			}
		} else if f.name == string(name) {
			return owner{p, v}, f
		}
	}
	return owner{}, nil
}

// masked reads the value of a field and sets its bits in the mask.
func (c *cursor) masked(o owner, f *field) error {
	v := o.value.Field(f.index)
	if f.units != 0 {
		around := c.units
		c.units = c.told.units[f.units]
		defer func() { c.units = around }()
	}
	if f.present == 0 {
		return c.value(f.codec, v)
	}
	mask := o.value.Field(o.plan.mask)
	if len(f.bits) == 1 {
		mask.SetUint(mask.Uint() | f.present)
		return c.value(f.codec, v)
	}
	return c.list(f.codec.elem, v, func(i int) bool {
		if c.word("null") {
			return false
		}
		mask.SetUint(mask.Uint() | f.bits[i])
		return true
	})
}

// marks reads the names of the bits that have no field.
func (c *cursor) marks(p *plan, v reflect.Value, key string) error {
	for p.mask < 0 {
		inner := -1
		for i := range p.fields {
			if p.fields[i].embedded {
				inner = i
			}
		}
		if inner < 0 {
			break
		}
		f := &p.fields[inner]
		p, v = f.codec.plan, v.Field(f.index)
	}
	if key != "marks" || p.mask < 0 {
		return fmt.Errorf("there is no field %q", key)
	}
	mask := v.Field(p.mask)
	if err := c.take('['); err != nil {
		return err
	}
	for n := 0; !c.is(']'); n++ {
		if n > 0 {
			if err := c.take(','); err != nil {
				return err
			}
		}
		name, err := c.bytes(nil)
		if err != nil {
			return err
		}
		bit := encodingBit(p.names, string(name))
		if bit < 0 {
			return fmt.Errorf("there is no mark %q", name)
		}
		mask.SetUint(mask.Uint() | 1<<bit)
	}
	return nil
}

func encodingBit(names []string, name string) int {
	for i, n := range names {
		if n == name && n != "" {
			return i
		}
	}
	return -1
}

func (c *cursor) value(k *codec, v reflect.Value) error {
	switch k.kind {
	case kindBool:
		switch {
		case c.word("true"):
			v.SetBool(true)
		case c.word("false"):
			v.SetBool(false)
		default:
			return errJSON
		}
		return nil
	case kindInt:
		n, err := strconv.ParseInt(string(c.number()), 10, v.Type().Bits())
		if err != nil {
			return errNumber
		}
		v.SetInt(n)
	case kindUint:
		n, err := c.uint(v.Type().Bits())
		if err != nil {
			return err
		}
		v.SetUint(n)
	case kindFloat32:
		bits, err := c.float32()
		if err != nil {
			return err
		}
		// Not by SetFloat, which would quiet a signalling NaN.
		*v.Addr().Interface().(*float32) = math.Float32frombits(bits)
	case kindFloat64:
		f, err := c.float64()
		if err != nil {
			return err
		}
		v.SetFloat(f)
	case kindBytes:
		b, err := c.bytes(v.Bytes()[:0])
		if err != nil {
			return err
		}
		v.SetBytes(b)
	case kindCoord:
		n, err := c.coord()
		v.SetInt(int64(n))
		return err
	case kindAngle:
		n, err := c.angle(k.angleEncoding(c.units.Angle))
		v.SetInt(int64(n))
		return err
	case kindUnits:
		u, err := c.encodings()
		v.Set(reflect.ValueOf(u))
		return err
	case kindWord:
		n, err := c.wordNumber(k.words, v.Type().Bits())
		if err != nil {
			return err
		}
		v.SetUint(n)
	case kindList:
		return c.list(k.elem, v, nil)
	case kindPointer:
		if c.word("null") {
			return nil
		}
		v.Set(reflect.New(v.Type().Elem()))
		return c.value(k.elem, v.Elem())
	case kindMessage:
		if c.word("null") {
			return nil
		}
		return c.message(v)
	case kindStruct:
		return c.object(k.plan, v)
	}
	return nil
}

// newMessage returns a new message of that name.
func (c *cursor) newMessage(name []byte) (message.Message, error) {
	if m := c.format.Message(string(name)); m != nil {
		return m, nil
	}
	return nil, fmt.Errorf("a .%s has no message %q", c.format.Name, name)
}

// message reads a message that stands in another.
func (c *cursor) message(v reflect.Value) error {
	if c.depth++; c.depth > maxNesting {
		return errJSON
	}
	defer func() { c.depth-- }()
	key, err := c.firstKey()
	if err != nil {
		return err
	}
	if key != "message" {
		return errJSON
	}
	name, err := c.bytes(nil)
	if err != nil {
		return err
	}
	m, err := c.newMessage(name)
	if err != nil {
		return err
	}
	v.Set(reflect.ValueOf(m))
	inner := reflect.ValueOf(m).Elem()
	return c.content(planOf(inner.Type()), inner)
}

// object reads a whole object into a struct.
func (c *cursor) object(p *plan, v reflect.Value) error {
	if c.depth++; c.depth > maxNesting {
		return errJSON
	}
	defer func() { c.depth-- }()
	if p.states != nil {
		c.beginState(v)
	}
	if err := c.take('{'); err != nil {
		return err
	}
	if c.is('}') {
		return nil
	}
	if err := c.field(p, v); err != nil {
		return err
	}
	return c.fields(p, v)
}
