package text

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"reflect"

	"demoscope/formats/message"
)

// Error is an error in a text, with its place.
type Error struct {
	Line int // from 1
	Err  error
}

// Error returns the line and the reason.
func (e *Error) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns the reason alone.
func (e *Error) Unwrap() error { return e.Err }

// ErrEmpty says that a text has no lines.
var ErrEmpty = errors.New("empty text")

const (
	// maxLine is the maximum length in bytes of a line. The bytes lost to damage are in one line, with up to six
	// characters each, so a demo may have 170 MB of them.
	maxLine = 1 << 30
	// maxFirst is the maximum length in bytes of the first line, which identifies the text.
	maxFirst = 1 << 16
)

// Header is the first line of a text.
type Header struct {
	Format string
	File   string
}

// Reader reads the JSON form.
type Reader struct {
	in        *bufio.Reader
	long      []byte // a line longer than in's buffer
	longest   int    // maximum length of the next line in bytes
	line      int
	announced announced
	header    Header
	format    Format
	packet    message.Packet
	reuse     map[string]message.Message
	c         cursor
}

// NewReader reads the first line and returns a Reader for the rest. lookup returns the format with that name. Errors
// are [*Error], [ErrEmpty], and those of in.
func NewReader(in io.Reader, lookup func(name string) (Format, bool)) (*Reader, error) {
	r := &Reader{in: bufio.NewReaderSize(in, maxFirst), longest: maxFirst, reuse: map[string]message.Message{}}
	line, err := r.read()
	if err == io.EOF {
		return nil, ErrEmpty
	}
	if err != nil {
		return nil, err
	}
	r.longest = maxLine
	c := cursor{b: line}
	key, err := c.firstKey()
	if err == nil && key != "dump" {
		err = errors.New(`the first line does not begin with "dump"`)
	}
	if err == nil {
		err = r.readHeader(&c)
	}
	if err != nil {
		return nil, r.fail(err)
	}
	var ok bool
	if r.format, ok = lookup(r.header.Format); !ok {
		return nil, r.fail(fmt.Errorf("no format %.100q", r.header.Format))
	}
	return r, nil
}

// Header returns the first line's content.
func (r *Reader) Header() Header { return r.header }

func (r *Reader) readHeader(c *cursor) error {
	n, err := c.uint(64)
	if err != nil {
		return err
	}
	if n != version {
		return fmt.Errorf("version %d, not %d", n, version)
	}
	return c.rest(func(key string) error {
		s, err := c.bytes(nil)
		switch key {
		case "format":
			r.header.Format = string(s)
		case "file":
			r.header.File = latin1(s)
		}
		return err
	})
}

// latin1 converts bytes to a string of the code points with these numbers.
func latin1(b []byte) string {
	s := make([]rune, len(b))
	for i, c := range b {
		s[i] = rune(c)
	}
	return string(s)
}

func (r *Reader) fail(err error) error { return &Error{r.line, err} }

// read returns the next nonempty line.
func (r *Reader) read() ([]byte, error) {
	for {
		line, err := r.in.ReadSlice('\n')
		if err == bufio.ErrBufferFull {
			r.long = append(r.long[:0], line...)
			for err == bufio.ErrBufferFull {
				if len(r.long) >= r.longest {
					r.line++
					return nil, r.fail(fmt.Errorf("more than %d bytes", r.longest))
				}
				line, err = r.in.ReadSlice('\n')
				r.long = append(r.long, line...)
			}
			line = r.long
		}
		r.line++
		if err != nil && (err != io.EOF || len(line) == 0) {
			return nil, err
		}
		for len(line) > 0 && (line[len(line)-1] == '\n' || line[len(line)-1] == '\r' || line[len(line)-1] == ' ') {
			line = line[:len(line)-1]
		}
		if len(line) > 0 {
			return line, nil
		}
	}
}

// Next returns either the next packet or the next message, and nil for the other. It is valid until the next call.
// Errors are [io.EOF] at the end, [*Error], and those of the underlying reader.
func (r *Reader) Next() (*message.Packet, message.Message, error) {
	for {
		line, err := r.read()
		if err != nil {
			return nil, nil, err
		}
		c := &r.c
		*c = cursor{b: line, announced: &r.announced, units: r.announced.units[0], format: &r.format,
			scratch: c.scratch}
		key, err := c.firstKey()
		if err != nil {
			return nil, nil, r.fail(err)
		}
		var m message.Message
		switch key {
		case "packet":
			err = r.readPacket(c)
		case "message":
			m, err = r.readMessage(c)
		case "damage":
			continue // the raw message after it has the bytes
		default:
			err = fmt.Errorf("a line of the kind %.100q", key)
		}
		switch {
		case err != nil:
			return nil, nil, r.fail(err)
		case m != nil:
			return nil, m, nil
		}
		return &r.packet, nil, nil
	}
}

func (r *Reader) readPacket(c *cursor) error {
	name, err := c.bytes(nil)
	if err != nil {
		return err
	}
	kind, ok := message.ParsePacketKind(string(name))
	if !ok {
		return fmt.Errorf("no kind of packet is %.100q", name)
	}
	r.packet = message.Packet{Kind: kind}
	v := reflect.ValueOf(&r.packet).Elem()
	return c.fields(planOf(v.Type()), v)
}

func (r *Reader) readMessage(c *cursor) (message.Message, error) {
	name, err := c.bytes(nil)
	if err != nil {
		return nil, err
	}
	m := r.reuse[string(name)]
	if m == nil {
		if m, err = c.newMessage(name); err != nil {
			return nil, err
		}
		r.reuse[string(name)] = m
	}
	v := reflect.ValueOf(m).Elem()
	p := planOf(v.Type())
	p.clear(v)
	p.announce(v, &r.announced) // units missing in the text are zero
	c.units = r.announced.units[0]
	if err := c.content(p, v); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return m, nil
}

// At returns err as an [*Error] for the last line, unless it is one already.
func (r *Reader) At(err error) error {
	var known *Error
	if errors.As(err, &known) {
		return err
	}
	return r.fail(err)
}
