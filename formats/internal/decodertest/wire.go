package decodertest

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"demoscope/formats/message"
)

// Wire is a message in two forms: its bytes, handwritten from the documents, and the decoded message. A decoder and an
// encoder with the same mistake agree with each other, but not with this.
type Wire struct {
	Hex  string // see [Hex]
	Want message.Message
	// Open says that a part of the message is a valid message, too, so truncating it is not damage.
	Open bool
}

// Refused are bytes of a message that a decoder must refuse, and the reason.
type Refused struct {
	Hex string
	Err error
}

// hexWord is a word in the input of Hex: a comment, a text, or digits with an optional number of repetitions.
var hexWord = regexp.MustCompile(`#[^\n]*|'([^']*)'|([0-9a-f]+)(?:\*(\d+))?`)

// Hex parses handwritten bytes: hexadecimal digits, "00*3" for three zero bytes, 'texts' as they are; a comment is from
// # to the end of the line.
func Hex(t testing.TB, s string) []byte {
	t.Helper()
	if rest := strings.TrimSpace(hexWord.ReplaceAllString(s, "")); rest != "" {
		t.Fatalf("no bytes: %q in %q", rest, s)
	}
	var data []byte
	for _, m := range hexWord.FindAllStringSubmatch(s, -1) {
		switch {
		case m[0][0] == '#':
		case m[0][0] == '\'':
			data = append(data, m[1]...)
		default:
			b, err := hex.DecodeString(m[2])
			if err != nil {
				t.Fatalf("%q: %v", m[0], err)
			}
			n := 1
			if m[3] != "" {
				n, _ = strconv.Atoi(m[3])
			}
			data = append(data, bytes.Repeat(b, n)...)
		}
	}
	return data
}

// Container is a format, for [Container.Check] and [Container.Refuse].
type Container struct {
	Decoder func(data []byte) message.Decoder
	Encoder func() message.Encoder
	// Head is the bytes before the first record, and Header the message that an encoder writes there, if it needs one.
	Head   string
	Header message.Message
	// Record returns the handwritten record of a payload; Packet is the packet from which an encoder makes the same
	// record.
	Record func(payload []byte) []byte
	Packet message.Packet
}

// Check reads and writes messages, each in a separate file after those of level. It requires that the bytes become the
// message, that the message becomes the bytes, and that truncating a message anywhere is damage.
func (c *Container) Check(t *testing.T, level, list []Wire) {
	t.Helper()
	if len(list) == 0 {
		t.Fatal("nothing to check")
	}
	for i := range list {
		w := &list[i]
		t.Run(fmt.Sprintf("%d_%s", i, w.Want.Name()), func(t *testing.T) {
			c.check(t, append(level[:len(level):len(level)], *w))
			payload := Hex(t, w.Hex)
			for n := 1; n < len(payload) && !w.Open; n += 1 + n/64 { // for long ones only some
				if err := c.refuse(t, level, payload[:n]); !errors.Is(err, message.ErrTruncated) {
					t.Fatalf("cut at byte %d of %d: %v", n, len(payload), err)
				}
			}
		})
	}
}

// Refuse requires that messages after those of level are refused.
func (c *Container) Refuse(t *testing.T, level []Wire, list []Refused) {
	t.Helper()
	if len(list) == 0 {
		t.Fatal("nothing to refuse")
	}
	for _, r := range list {
		if err := c.refuse(t, level, Hex(t, r.Hex)); !errors.Is(err, r.Err) {
			t.Errorf("%s: %v, want %v", r.Hex, err, r.Err)
		}
	}
}

// check reads and writes a file with a record for each message.
func (c *Container) check(t *testing.T, list []Wire) {
	t.Helper()
	data := Hex(t, c.Head)
	for i := range list {
		data = append(data, c.Record(Hex(t, list[i].Hex))...)
	}
	d := c.Decoder(data)
	for i := range list {
		if _, err := d.NextPacket(); err != nil {
			t.Fatalf("%s: %v", list[i].Hex, err)
		}
		m, err := d.NextMessage()
		if err != nil {
			t.Fatalf("%s: %v", list[i].Hex, err)
		}
		if diff := cmp.Diff(list[i].Want, m, Valid); diff != "" {
			t.Fatalf("%s (-expected +read)\n%s", list[i].Hex, diff)
		}
		if m, err := d.NextMessage(); err != io.EOF {
			t.Fatalf("%s: then %v, %v", list[i].Hex, m, err)
		}
	}
	e := c.Encoder()
	if c.Header != nil {
		if err := e.Message(c.Header); err != nil {
			t.Fatal(err)
		}
	}
	for i := range list {
		p := c.Packet
		if err := e.Packet(&p); err != nil {
			t.Fatal(err)
		}
		if err := e.Message(list[i].Want); err != nil {
			t.Fatalf("%s: %v", list[i].Hex, err)
		}
	}
	if got, err := e.Close(); err != nil || !bytes.Equal(got, data) {
		t.Fatalf("written as\n% x, %v, want\n% x", got, err, data)
	}
}

// refuse returns the damage of the payload in the record after those of level. The damage must be at its first byte.
func (c *Container) refuse(t *testing.T, level []Wire, payload []byte) error {
	t.Helper()
	data := Hex(t, c.Head)
	for i := range level {
		data = append(data, c.Record(Hex(t, level[i].Hex))...)
	}
	record := c.Record(payload)
	data = append(data, record...)
	d := c.Decoder(data)
	for range level {
		if _, err := d.NextPacket(); err != nil {
			t.Fatal(err)
		}
		if _, err := d.NextMessage(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := d.NextPacket(); err != nil {
		t.Fatal(err)
	}
	m, err := d.NextMessage()
	if err == nil {
		return fmt.Errorf("read as %T %+v", m, m)
	}
	var damage *message.Damage
	if !errors.As(err, &damage) {
		t.Fatalf("%x: an error without a place: %v", payload, err)
	}
	if at := int64(len(data) - len(payload)); damage.Offset != at {
		t.Errorf("%x: damage at %d, want %d", payload, damage.Offset, at)
	}
	return damage.Err
}

// Valid compares only the valid fields of structs with a mask (see the mask tags of package message); an empty list
// equals nil.
var Valid = cmp.Options{
	cmpopts.EquateEmpty(),
	cmp.Transformer("validEntity", func(e message.EntityDelta) validEntity { return validEntity(valid(e, e.Mask)) }),
	cmp.Transformer("validPlayer", func(p message.Quake2PlayerInfo) validPlayer {
		return validPlayer(valid(p, p.Mask))
	}),
}

// The same structs with only the valid fields, compared as usual.
type (
	validEntity message.EntityDelta
	validPlayer message.Quake2PlayerInfo
)

// valid returns v with the fields missing in mask set to zero.
func valid[T any, M interface {
	~uint32 | ~uint64
	Names() []string
}](v T, mask M) T {
	s := reflect.ValueOf(&v).Elem()
	for i := range s.NumField() {
		tag := s.Type().Field(i).Tag.Get("mask")
		if tag == "" {
			continue
		}
		names := strings.Split(tag, ",")
		for n, name := range names {
			here := false
			for bit, other := range mask.Names() {
				here = here || other == name && mask>>bit&1 != 0
			}
			switch {
			case here:
			case len(names) > 1:
				s.Field(i).Index(n).SetZero()
			default:
				s.Field(i).SetZero()
			}
		}
	}
	return v
}

// File requires that a handwritten file is read as those packets and messages, and that writing them reproduces the
// file. A raw message may stand for unreadable bytes.
func File(t *testing.T, data []byte, d RestDecoder, e message.Encoder, records []Record) {
	t.Helper()
	for i := range records {
		r := &records[i]
		p, err := d.NextPacket()
		if err != nil {
			t.Fatalf("packet %d: %v", i, err)
		}
		if *p != r.Packet {
			t.Errorf("packet %d\n%+v, want\n%+v", i, *p, r.Packet)
		}
		for _, want := range r.Messages {
			m, err := d.NextMessage()
			if raw, ok := want.(*message.Raw); ok && err != nil && bytes.Equal(d.Rest(), raw.Data) {
				continue
			}
			if err != nil {
				t.Fatalf("packet %d: %v", i, err)
			}
			if diff := cmp.Diff(want, m, Valid); diff != "" {
				t.Errorf("packet %d (-expected +read)\n%s", i, diff)
			}
		}
		_, err = d.NextMessage()
		if p.Missing > 0 && len(r.Messages) == 0 && errors.Is(err, message.ErrTruncated) {
			_, err = d.NextMessage()
		}
		if err != io.EOF {
			t.Errorf("packet %d: then %v", i, err)
		}
	}
	if p, err := d.NextPacket(); err != io.EOF {
		t.Errorf("at the end %+v, %v", p, err)
	}
	if got := Write(t, e, records); !bytes.Equal(got, data) {
		t.Errorf("written as\n% x, want\n% x", got, data)
	}
}

// Largest requires that a container accepts a record with the header largest, and refuses one with the header larger
// for that reason.
func Largest(t *testing.T, open func(data []byte) message.Decoder, largest, larger string, reason error) {
	t.Helper()
	const room = 1 << 17
	if p, err := open(append(Hex(t, largest), make([]byte, room)...)).NextPacket(); err != nil {
		t.Errorf("%s: %v", largest, err)
	} else if p.Missing != 0 {
		t.Errorf("%s: %+v", largest, p)
	}
	if p, err := open(append(Hex(t, larger), make([]byte, room)...)).NextPacket(); !errors.Is(err, reason) {
		t.Errorf("%s: %+v, %v", larger, p, err)
	}
}
