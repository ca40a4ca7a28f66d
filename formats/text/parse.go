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
	errJSON   = errors.New("not JSON as dump writes it")
	errNumber = errors.New("number out of range")
	errString = errors.New("a string with a character above 255")
)

// maxNesting is the maximum depth of nested values; messages need four levels.
const maxNesting = 16

// cursor reads JSON values from a line directly into fields, which is several times faster than the standard library.
type cursor struct {
	b         []byte
	pos       int
	depth     int
	announced *announced
	units     wire.Units                // of the value being read
	changes   *[]message.SnapshotChange // of the message being read
	format    *Format
	scratch   []byte // for keys and short strings
}

// space skips white space and returns the next byte, 0 at the end.
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

// take skips white space and then the byte want, which must follow.
func (c *cursor) take(want byte) error {
	if c.space() != want {
		return fmt.Errorf("%w: no %q at column %d", errJSON, want, c.pos+1)
	}
	c.pos++
	return nil
}

// is skips white space, and then the byte want if it follows. It reports whether it did.
func (c *cursor) is(want byte) bool {
	if c.space() != want {
		return false
	}
	c.pos++
	return true
}

// word skips white space, and then the literal w if it follows. It reports whether it did.
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

// rest reads the remaining fields of an object after its first value.
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

// value reads a value into v with codec k.
func (c *cursor) value(k *codec, v reflect.Value) error {
	switch k.kind {
	case kindBytes:
		b, err := c.bytes(v.Bytes()[:0])
		if err != nil {
			return err
		}
		v.SetBytes(b)
		return nil
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
	return c.basic(k, v)
}

// basic reads a truth value or a number.
func (c *cursor) basic(k *codec, v reflect.Value) error {
	switch k.kind {
	case kindBool:
		yes := c.word("true")
		if !yes && !c.word("false") {
			return errJSON
		}
		v.SetBool(yes)
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
		// SetFloat would quiet a signaling NaN.
		*v.Addr().Interface().(*float32) = math.Float32frombits(bits)
	case kindFloat64:
		f, err := c.float64()
		if err != nil {
			return err
		}
		v.SetFloat(f)
	case kindWord:
		n, err := c.wordNumber(k.words, v.Type().Bits())
		if err != nil {
			return err
		}
		v.SetUint(n)
	}
	return nil
}

// newMessage returns a new message with that name.
func (c *cursor) newMessage(name []byte) (message.Message, error) {
	if m := c.format.Message(string(name)); m != nil {
		return m, nil
	}
	return nil, fmt.Errorf(".%s demos have no message %.100q", c.format.Name, name)
}

// message reads a nested message.
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
