package container

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// letterWriter is an encoder of letters: of records with a sequence number, which is below
// 256, and of sized ones.
type letterWriter struct {
	w        wire.Writer
	size     Size
	protocol uint32
	refused  bool // the packet, with all its messages
}

var errRefused = errors.New("refused")

func newLetterWriter() *letterWriter {
	return &letterWriter{size: Size{Format: "letters", Limit: 100}}
}

func (e *letterWriter) Packet(p *message.Packet) error {
	if err := e.size.Finish(&e.w); err != nil {
		return err
	}
	e.refused = p.Sequence >= 256
	switch {
	case p.Sequence != 0:
		e.w.Byte('S')
		e.w.Bytes(binary.LittleEndian.AppendUint32(nil, uint32(p.Sequence)))
		e.w.Byte(byte(p.Size - 6))
	case p.Kind == message.PacketServer:
		e.w.Byte('Z')
		e.size.Begin(&e.w, 4, p.Missing)
	}
	if e.refused {
		return errRefused
	}
	return nil
}

// Message writes "?", too, but it is none of the letters that may be written.
func (e *letterWriter) Message(m message.Message) error {
	switch m := m.(type) {
	case *message.Exact:
		e.size.Exact(&e.w, m)
		return nil
	case *message.Protocol:
		e.Adopt(m.State)
		return nil
	case *message.Raw:
		e.w.Bytes(m.Data)
		return nil
	case *message.Print:
		e.w.Bytes(m.Text)
		if c := m.Text[0]; c == '?' || !knows(e.protocol, c) {
			return errRefused
		}
	case *message.ServerInfo:
		if e.refused {
			return errRefused
		}
		e.protocol = uint32(m.Protocol)
		e.w.Bytes([]byte{'#', '0' + byte(m.Protocol)})
	}
	return nil
}

func (e *letterWriter) Adopt(state [6]uint32) bool {
	before := e.protocol
	e.protocol = state[0]
	return e.protocol != before
}

func (e *letterWriter) Flush() ([]byte, error) { return e.size.Flush(&e.w) }
func (e *letterWriter) Close() ([]byte, error) { return e.size.Close(&e.w) }

// spell reads a file through an Exact and returns what it is made of: letters as they are,
// a level with its protocol, what is exact or lost in brackets; and what another encoder
// writes of it, which refuses only what has its bytes behind it.
func spell(x *Exact) (text, written string) {
	var b strings.Builder
	e := newLetterWriter()
	if m := x.Header(); m != nil {
		_ = e.Message(m)
	}
	for {
		p, err := x.NextPacket()
		if err == io.EOF {
			data, err := e.Close()
			return b.String(), fmt.Sprintf("%s%v", data, err)
		}
		if err != nil {
			fmt.Fprintf(&b, " lost(%s)", x.Rest())
			_ = e.Packet(&message.Packet{Kind: message.PacketRaw})
			_ = e.Message(&message.Raw{Data: x.Rest()})
			continue
		}
		_ = e.Packet(p)
		b.WriteString(" ")
		for {
			m, err := x.NextMessage()
			if err == io.EOF {
				break
			}
			if err != nil {
				m = &message.Raw{Data: x.Rest()}
			}
			_ = e.Message(m)
			switch m := m.(type) {
			case *message.Print:
				b.Write(m.Text)
			case *message.ServerInfo:
				fmt.Fprintf(&b, "level(%d)", m.Protocol)
			case *message.Protocol:
				fmt.Fprintf(&b, "protocol(%d)", m.State[0])
			case *message.Exact:
				fmt.Fprintf(&b, "exact(%s)", strings.ReplaceAll(string(m.Data), "\x00", ""))
			case *message.Raw:
				fmt.Fprintf(&b, "lost(%s)", m.Data)
			}
		}
	}
}

// TestExact: what an encoder does not write as it was has its bytes behind it, and what
// damage hides of the protocol is said before the next packet.
func TestExact(t *testing.T) {
	long := strings.Repeat("a", 101)
	for _, c := range []struct {
		name, data string
		protocol   uint32 // before the first record
		want       string
	}{
		{"as it is written", sized("ab") + sized("#2A") + sequenced(7, "B"), 0, " ab level(2)A B"},
		{"with a title", ">a title\n" + sized("ab"), 0, " ab"},
		{"a protocol that no message says", sized("A") + sized("B"), 2, " protocol(2)A B"},
		{"bits that no message holds", sized("#5a") + sized("b"), 0, " level(1)aexact(Z\x03#5a) b"},
		{"a letter that is not written", sized("#2A") + sized("A?") + sized("B"), 0, " level(2)A A?exact(Z\x02A?) B"},
		{"a packet that is not written, with a level in it", sequenced(256, "#2A") + sized("B"), 0,
			" level(2)Aexact(S\x01\x03#2A) protocol(2)B"},
		{"a packet that is too large", sized(long) + sized("b"), 0, " " + long + "exact(Z\x65" + long + ") b"},
		{"damage in a packet", sized("ab!c") + sized("d"), 0, " ablost(!c) d"},
		{"damage in a level", sized("a#!") + sized("A"), 0, " alost(#!) protocol(2)A"},
		{"damage between packets", sized("ab") + "??" + sized(long[:20]) + sized("b"), 0,
			" ab lost(??) aaaaaaaaaaaaaaaaaaaa b"},
	} {
		l := newLetters(c.data)
		first, _ := l.Begin()
		first.State[0] = c.protocol
		l.Return(first)
		got, written := spell(NewExact(l, newLetterWriter(), []byte(c.data)))
		if got != c.want {
			t.Errorf("%s:%q, want%q", c.name, got, c.want)
		}
		if written != c.data+"<nil>" {
			t.Errorf("%s: %q is written as %q", c.name, c.data, written)
		}
	}
}

// A level that the caller skips is known all the same.
func TestExactSkipped(t *testing.T) {
	data := sized("#2A") + sized("B")
	x := NewExact(bareLetters(data), newLetterWriter(), []byte(data))
	if _, err := x.NextPacket(); err != nil {
		t.Fatal(err)
	}
	if got, _ := spell(x); got != " B" {
		t.Errorf("%q, want the second packet as it is", got)
	}
}
