package text

import (
	"fmt"
	"reflect"

	"demoscope/formats/message"
)

// fields reads the rest of an object into a struct, after its first value.
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
		return c.extraBits(p, v, string(c.scratch))
	}
	if err := c.masked(target, f); err != nil {
		return fmt.Errorf("%s: %w", f.name, err)
	}
	if f.announces && c.depth == 0 {
		p.announce(v, c.announced)
		c.units = c.announced.units[0]
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

// list returns the list of changes of all states in a message.
func (p *plan) list(v reflect.Value) *[]message.SnapshotChange {
	return v.Field(p.changes).Addr().Interface().(*[]message.SnapshotChange)
}

// owner is a struct and the mask for its fields.
type owner struct {
	value, mask reflect.Value
}

// find returns the field with that name and the struct that holds it: v or one embedded in v. The field is nil if there
// is none.
func (p *plan) find(v reflect.Value, name []byte) (o owner, found *field) {
	for i := range p.fields {
		f := &p.fields[i]
		if f.embedded {
			o, found = f.codec.plan.find(v.Field(f.index), name)
		} else if f.name == string(name) {
			o, found = owner{value: v}, f
		}
		if found == nil {
			continue
		}
		if p.mask >= 0 && !o.mask.IsValid() {
			o.mask = v.Field(p.mask)
		}
		return o, found
	}
	return owner{}, nil
}

// masked reads the value of a field and sets its bits in the mask.
func (c *cursor) masked(o owner, f *field) error {
	v := o.value.Field(f.index)
	if f.units != 0 {
		around := c.units
		c.units = c.announced.units[f.units]
		defer func() { c.units = around }()
	}
	if f.present == 0 {
		return c.value(f.codec, v)
	}
	if len(f.bits) == 1 {
		o.mask.SetUint(o.mask.Uint() | f.present)
		return c.value(f.codec, v)
	}
	return c.list(f.codec.elem, v, func(i int) bool {
		if c.word("null") {
			return false
		}
		o.mask.SetUint(o.mask.Uint() | f.bits[i])
		return true
	})
}

// extraBits reads the names of the set mask bits that have no field.
func (c *cursor) extraBits(p *plan, v reflect.Value, key string) error {
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
		return fmt.Errorf("unknown field %.100q", key)
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
			return fmt.Errorf("unknown mark %.100q", name)
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
