package wire

// Codec either reads or writes messages, so that one function defines the wire format for both directions. It costs a
// branch per value. The messages that make up most of a demo use a [Reader] and a [Writer] instead.
type Codec struct {
	// Units is the encoding of coordinates and angles.
	Units Units

	r   *Reader
	w   *Writer
	err error
}

// Read makes c read from r.
func (c *Codec) Read(r *Reader) { c.r, c.w, c.err = r, nil, nil }

// Write makes c write to w.
func (c *Codec) Write(w *Writer) { c.r, c.w, c.err = nil, w, nil }

// Wire returns c. It gives access to a Codec that is embedded in another type.
func (c *Codec) Wire() *Codec { return c }

// Reading reports whether c reads.
func (c *Codec) Reading() bool { return c.r != nil }

// Reader returns the source of c, nil if it writes.
func (c *Codec) Reader() *Reader { return c.r }

// Writer returns the destination of c, nil if it reads.
func (c *Codec) Writer() *Writer { return c.w }

// Fail abandons the message. The first error counts.
func (c *Codec) Fail(err error) {
	if c.err == nil {
		c.err = err
	}
}

// Failed reports whether [Codec.Fail] was called since the last call of Err.
func (c *Codec) Failed() bool { return c.err != nil }

// Err returns the error of [Codec.Fail], nil if there is none, and resets it. It does not report overruns; see
// [Reader.Overrun].
func (c *Codec) Err() error {
	err := c.err
	c.err = nil
	return err
}

// Byte codes an unsigned byte.
func (c *Codec) Byte(v *uint8) {
	if c.r != nil {
		*v = c.r.Byte()
	} else {
		c.w.Byte(*v)
	}
}

// Char codes a signed byte.
func (c *Codec) Char(v *int8) {
	if c.r != nil {
		*v = c.r.Char()
	} else {
		c.w.Char(*v)
	}
}

// Short codes a signed 16-bit number.
func (c *Codec) Short(v *int16) {
	if c.r != nil {
		*v = c.r.Short()
	} else {
		c.w.Short(*v)
	}
}

// Word codes an unsigned 16-bit number.
func (c *Codec) Word(v *uint16) {
	if c.r != nil {
		*v = c.r.Word()
	} else {
		c.w.Word(*v)
	}
}

// Long codes a signed 32-bit number.
func (c *Codec) Long(v *int32) {
	if c.r != nil {
		*v = c.r.Long()
	} else {
		c.w.Long(*v)
	}
}

// Bits codes an unsigned 32-bit number.
func (c *Codec) Bits(v *uint32) {
	if c.r != nil {
		*v = uint32(c.r.Long())
	} else {
		c.w.Long(int32(*v))
	}
}

// Float codes a 32-bit IEEE number.
func (c *Codec) Float(v *float32) {
	if c.r != nil {
		*v = c.r.Float()
	} else {
		c.w.Float(*v)
	}
}

// Floats codes three 32-bit IEEE numbers.
func (c *Codec) Floats(v *[3]float32) {
	for i := range v {
		c.Float(&v[i])
	}
}

// Index codes an unsigned number of 16 bits if wide, otherwise of 8.
func (c *Codec) Index(v *int32, wide bool) {
	switch {
	case c.r != nil && wide:
		*v = int32(c.r.Word())
	case c.r != nil:
		*v = int32(c.r.Byte())
	case wide:
		c.w.Word(uint16(*v))
	default:
		c.w.Byte(uint8(*v))
	}
}

// String codes bytes and the zero byte after them. Reading returns a view.
func (c *Codec) String(v *[]byte) {
	if c.r != nil {
		*v = c.r.String()
	} else {
		c.w.String(*v)
	}
}

// Strings codes strings up to an empty one.
func (c *Codec) Strings(v *[][]byte) {
	if c.r == nil {
		for _, s := range *v {
			c.w.String(s)
		}
		c.w.Byte(0)
		return
	}
	list := (*v)[:0]
	for {
		s := c.r.String()
		if len(s) == 0 || c.r.Overrun() {
			break
		}
		list = append(list, s)
	}
	*v = list
}

// Bytes reads n bytes as a view, or writes all of v.
func (c *Codec) Bytes(v *[]byte, n int) {
	if c.r != nil {
		*v = c.r.Bytes(n)
	} else {
		c.w.Bytes(*v)
	}
}

// Rest reads all remaining bytes as a view, or writes all of v.
func (c *Codec) Rest(v *[]byte) {
	if c.r != nil {
		*v = c.r.Bytes(c.r.Len())
	} else {
		c.w.Bytes(*v)
	}
}

// Copy reads len(v) bytes into v, or writes all of v.
func (c *Codec) Copy(v []byte) {
	if c.r != nil {
		copy(v, c.r.Bytes(len(v)))
	} else {
		c.w.Bytes(v)
	}
}

// Place codes three coordinates.
func (c *Codec) Place(v *[3]Coord) {
	for i := range v {
		c.Coord(&v[i])
	}
}

// Coord codes a coordinate.
func (c *Codec) Coord(v *Coord) {
	if c.r != nil {
		*v = c.r.Coord(c.Units)
	} else {
		c.w.Coord(c.Units, *v)
	}
}

// Direction codes three angles.
func (c *Codec) Direction(v *[3]Angle) {
	for i := range v {
		c.Angle(&v[i])
	}
}

// Angle codes an angle.
func (c *Codec) Angle(v *Angle) {
	if c.r != nil {
		*v = c.r.Angle(c.Units)
	} else {
		c.w.Angle(c.Units, *v)
	}
}
