package formats

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"demoscope/formats/internal/container"
	"demoscope/formats/internal/decodertest"
	"demoscope/formats/message"
)

// lineOf is what the n-th record says.
func lineOf(n int) string { return fmt.Sprintf("line %d, %s", n, strings.Repeat("x", 30+n%7)) }

// record returns by hand the n-th record of a demo of a format: a print, or a command
// of Quake III, that says its number.
func record(format string, n int) []byte {
	text := lineOf(n)
	le := binary.LittleEndian
	float := func(b []byte, f float32) []byte { return le.AppendUint32(b, math.Float32bits(f)) }
	sized := func(header, body []byte) []byte {
		return append(le.AppendUint32(header, uint32(len(body))), body...)
	}
	switch format {
	case "dem": // time, print
		body := append(append(float([]byte{7}, 1+float32(n)/10), 8), text+"\x00"...)
		b := le.AppendUint32(nil, uint32(len(body)))
		for _, angle := range []float32{-10, float32(n), 0} {
			b = float(b, angle)
		}
		return append(b, body...)
	case "qwd": // a packet of the server with its two sequence numbers: print
		body := append(le.AppendUint32(le.AppendUint32(nil, uint32(100+n)), uint32(90+n)), "\x08\x03"+text+"\x00"...)
		return sized(append(float(nil, 5+float32(n)/10), 1), body)
	case "mvd": // for all: print
		return sized([]byte{100, 6}, []byte("\x08\x03"+text+"\x00"))
	case "dm2":
		return sized(nil, []byte("\x0a\x02"+text+"\x00"))
	case "mvd2":
		return append(le.AppendUint16(nil, uint16(len(text)+3)), "\x11\x02"+text+"\x00"...)
	}
	bits := decodertest.Bits{Coded: true}
	bits.Number(uint32(n), 32) // acknowledged command
	bits.Number(5, 8)          // serverCommand
	bits.Number(uint32(n), 32)
	bits.Text(text)
	bits.Number(8, 8) // end
	// The game counts a byte more than the full ones.
	body := bits.Bytes()
	if bits.Len()%8 == 0 {
		body = append(body, 0)
	}
	return sized(le.AppendUint32(nil, uint32(500+n)), body)
}

// endMarks end a demo, by hand.
var endMarks = map[string]string{
	"dem":  "\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02",
	"qwd":  "\x00\x00\xe0\x40\x01\x06\x00\x00\x00\xff\xff\xff\xff\x02\x00",
	"mvd":  "\x00\x06\x0b\x00\x00\x00\x02EndOfDemo\x00",
	"dm2":  "\xff\xff\xff\xff",
	"mvd2": "\x00\x00",
	"dm3":  "\xff\xff\xff\xff\xff\xff\xff\xff",
}

// lines reads a demo and returns the numbers that its records say, and the damages.
// Packets and what damages skip must make up the file.
func lines(t *testing.T, d *Demo) (read []int, damages []*message.Damage) {
	t.Helper()
	decoder := d.Decoder()
	end := decoder.Mark().Offset
	note := func(err error) *message.Damage {
		var damage *message.Damage
		if !errors.As(err, &damage) {
			t.Fatal(err)
		}
		damages = append(damages, damage)
		return damage
	}
	for {
		p, err := decoder.NextPacket()
		if err == io.EOF {
			if end != int64(len(d.Data())) {
				t.Errorf("%d of %d bytes are read or skipped", end, len(d.Data()))
			}
			return read, damages
		}
		if err != nil {
			damage := note(err)
			if damage.Offset != end {
				t.Errorf("damage at %d, want %d", damage.Offset, end)
			}
			end += damage.Skipped
			continue
		}
		if p.Offset != end {
			t.Errorf("packet at %d, want %d", p.Offset, end)
		}
		end += int64(p.Size)
		for {
			m, err := decoder.NextMessage()
			if err == io.EOF {
				break
			}
			if err != nil {
				note(err)
				break
			}
			var text []byte
			switch m := m.(type) {
			case *message.Print:
				text = m.Text
			case *message.ServerCommand:
				text = m.Text
			}
			n := -1
			if fmt.Sscanf(string(text), "line %d, x", &n); n >= 0 && string(text) == lineOf(n) {
				read = append(read, n)
			}
		}
	}
}

// TestDamagedByHand damages demos that were written by hand in the middle and at the
// beginning: what is not damaged is read.
func TestDamagedByHand(t *testing.T) {
	const records, at = 60, 20
	span := func(from, to int) (list []int) {
		for n := from; n < to; n++ {
			list = append(list, n)
		}
		return list
	}
	for _, format := range []string{"dem", "qwd", "mvd", "dm2", "mvd2", "dm3"} {
		var whole []byte
		if format == "mvd2" {
			whole = append(whole, "MVD2"...)
		}
		var offsets []int
		for n := range records {
			offsets = append(offsets, len(whole))
			whole = append(whole, record(format, n)...)
		}
		hit := offsets[at]
		replace := func(from, to int, with string) []byte {
			return slices.Concat(whole[:from], []byte(with), whole[to:])
		}
		tail := ""
		if format == "mvd2" || format == "dm2" {
			tail = endMarks[format] // their demos must end with it
		}
		// The disconnect of a .dem or .qwd is a message as any other: such a file ends
		// where it has no more bytes. Behind that of an .mvd the stream of a game goes on.
		goesOn := format != "dem" && format != "qwd" && format != "mvd"
		first := 1
		if format == "dm3" {
			first = 0 // only its sequence number and its size are damaged
		}
		for _, c := range []struct {
			name    string
			data    []byte
			want    []int // what must be read
			damaged bool
		}{
			{"whole", whole, span(0, records), false},
			{"bytes lost in a record", replace(hit+25, hit+45, ""), append(span(0, at), span(at+1, records)...), true},
			{"bytes lost over two records", replace(hit+25, offsets[at+1]+10, ""),
				append(span(0, at), span(at+2, records)...), true},
			{"bytes inserted in a record", replace(hit+25, hit+25, "some bytes that nobody wrote \x00\x01\x02"),
				append(span(0, at), span(at+1, records)...), true},
			{"bytes inserted between records", replace(hit, hit, strings.Repeat("\xee\xdd\xcc", 9)),
				span(0, records), true},
			{"the mark of the end", replace(hit, hit, endMarks[format]), span(0, records), goesOn},
			{"the mark of the end over a record", replace(hit, hit+len(endMarks[format]), endMarks[format]),
				append(span(0, at), span(at+1, records)...), true},
			{"the mark of the end and noise", replace(hit, hit, endMarks[format]+strings.Repeat("\xee\xdd\xcc", 9)),
				span(0, records), true},
			{"the mark of the end twice", replace(hit, offsets[at+10], endMarks[format]+
				string(whole[hit:offsets[at+10]])+endMarks[format]), span(0, records), goesOn},
			{"the mark of the end before the last record", replace(offsets[records-1], offsets[records-1],
				endMarks[format]), span(0, records), goesOn},
			{"zeros", replace(hit, offsets[at+5], strings.Repeat("\x00", offsets[at+5]-hit)),
				append(span(0, at), span(at+5, records)...), true},
			{"a beginning that was cut", whole[offsets[2]+10:], span(3, records), true},
			{"beginning with a record", whole[offsets[2]:], span(2, records), format == "mvd2"},
			{"a damaged first record", replace(0, 5, "\xff\xfe\xfd\xfc\xfb"), span(first, records), true},
		} {
			t.Run(format+"/"+c.name, func(t *testing.T) {
				name := "x." + format
				if format == "dm3" {
					name = "x.dm_68"
				}
				d, err := Open(name, append(bytes.Clone(c.data), tail...))
				if err != nil {
					t.Fatal(err)
				}
				if d.Format.Name != format {
					t.Fatalf("opened as %s", d.Format.Name)
				}
				read, damages := lines(t, d)
				if !slices.Equal(read, c.want) {
					t.Errorf("read %v\nwant %v\ndamages %v", read, c.want, damages)
				}
				if (len(damages) > 0) != c.damaged {
					t.Errorf("damages %v", damages)
				}
				if strings.HasPrefix(c.name, "the mark of the end") && c.damaged && format != "dem" &&
					format != "qwd" && (len(damages) == 0 || !errors.Is(damages[0], container.ErrGoesOn)) {
					t.Errorf("damages %v", damages)
				}
				if err := overText(d); err != nil {
					t.Error(err)
				}
			})
		}
	}
}
