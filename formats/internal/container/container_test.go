package container

import (
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

func reader(data string) *Reader {
	return &Reader{Format: "test", Data: []byte(data), Clock: func() float64 { return 2.5 }}
}

// checkDamage demands a damage with its place, and the bytes that it lost.
func checkDamage(t *testing.T, r *Reader, err error, want message.Damage, rest string) {
	t.Helper()
	var d *message.Damage
	if !errors.As(err, &d) || !errors.Is(d.Err, want.Err) {
		t.Fatalf("%v, want %v", err, want.Err)
	}
	want.Format, want.Time, want.Skipped, want.Err = "test", 2.5, int64(len(rest)), d.Err
	if *d != want {
		t.Errorf("%+v, want %+v", *d, want)
	}
	if string(r.Rest()) != rest {
		t.Errorf("the rest is %q, want %q", r.Rest(), rest)
	}
}

// Records of a header of one byte and three bytes of messages; the last one
// lacks two.
func TestRecords(t *testing.T) {
	r := reader("1abc2def3g")
	for i, want := range []string{"abc", "def"} {
		mark := r.Mark([6]uint32{7})
		for range 2 {
			if r.Return(mark); r.Mark([6]uint32{7}) != mark {
				t.Fatal("the mark changes")
			}
			left, err := r.Next(1, true)
			if err != nil || len(left) != 10-4*i {
				t.Fatalf("%q, %v", left, err)
			}
			if body := r.Take(1, 3); string(body) != want {
				t.Errorf("record %q, want %q", body, want)
			}
			if p := r.Packet; p.Block != i || p.Offset != int64(4*i) || p.Size != 4 || p.Missing != 0 ||
				r.Payload != 4*i+1 {
				t.Errorf("%+v", p)
			}
			if _, err := r.Last(); err != io.EOF {
				t.Error(err)
			}
		}
	}
	checkDamage(t, r, r.Lost("print", 6, 7, message.ErrRange), message.Damage{Message: "print", Offset: 6, Block: 1,
		Err: message.ErrRange}, "ef")
	if _, err := r.Next(1, true); err != nil {
		t.Fatal(err)
	}
	if body := r.Take(1, 3); string(body) != "g" || r.Packet.Missing != 2 || r.Packet.Size != 2 {
		t.Errorf("%q, %+v", body, r.Packet)
	}
	_, err := r.Last()
	checkDamage(t, r, err, message.Damage{Message: "container", Offset: 10, Block: 2, Missing: 2,
		Err: message.ErrTruncated}, "")
	if _, err := r.Last(); err != io.EOF {
		t.Error(err)
	}
	// A record that is cut ends the file, mark or not.
	if _, err := r.Next(1, false); err != io.EOF {
		t.Error(err)
	}
}

// The time of a damage is the last one that can be true, also where the time itself is
// the damage.
func TestDamageTime(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		clock []float64 // after each record
		want  float64
	}{
		{[]float64{0}, 0},
		{[]float64{7.5}, 7.5},
		{[]float64{-8.1e30}, 0},
		{[]float64{nan}, 0},
		{[]float64{0, 1234.5, 1234.6}, 1234.6},
		{[]float64{10, 10.5, -8.1e30}, 10.5},
		{[]float64{10, 10.5, math.Inf(1), math.Inf(1)}, 10.5},
		{[]float64{10, 10.5, nan, nan, nan}, 10.5},
		{[]float64{10, 10.5, 99999}, 10.5},
		{[]float64{10, 10.5, 99999, 99999, 99999}, 10.5}, // the same one is no second one
		{[]float64{10, 10.5, 99999, 11}, 11},
		{[]float64{10, 10.5, 200, 200.1}, 200.1}, // another level, or a cut
		{[]float64{500, 500.1, 1, 1.1}, 1.1},
		{[]float64{10, -1, -1.1}, 10},
		{[]float64{10, 1e12, 1e12 + 1}, 10},
		{[]float64{10, 70}, 70},
		{[]float64{10, 70.5}, 10},
		{[]float64{longest, longest + 1}, longest},
	} {
		now := 0.0
		r := &Reader{Format: "test", Data: make([]byte, len(c.clock)+1), Clock: func() float64 { return now }}
		for _, now = range c.clock {
			r.Take(1, 0)
		}
		var d *message.Damage
		if !errors.As(r.Broken(message.ErrRange), &d) || d.Time != c.want {
			t.Errorf("%v: %v, not %v", c.clock, d.Time, c.want)
		}
		// A seek forgets it.
		r.Return(message.Mark{})
		now = 3
		if !errors.As(r.Broken(message.ErrRange), &d) || d.Time != 3 {
			t.Errorf("%v, then back: %v", c.clock, d.Time)
		}
	}
}

func TestEnds(t *testing.T) {
	for _, c := range []struct {
		name, data     string
		header, taken  int
		mayEnd, ended  bool
		want           error
		offset, blocks int
	}{
		{name: "may end", data: "abc", header: 1, taken: 2, mayEnd: true, want: io.EOF},
		{name: "without its mark", data: "abc", header: 1, taken: 2, want: ErrEndMark, offset: 3, blocks: 1},
		{name: "inside a header", data: "abcd", header: 2, taken: 1, mayEnd: true, want: message.ErrTruncated,
			offset: 3, blocks: 1},
		{name: "not read", data: "abcd", header: 1, taken: 1, ended: true, want: ErrNotRead, offset: 2, blocks: 1},
		{name: "ended", data: "abcd", header: 1, taken: 3, ended: true, want: io.EOF},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := reader(c.data)
			r.Take(c.header, c.taken)
			r.Ended = c.ended
			_, err := r.Next(c.header, c.mayEnd)
			if c.want == io.EOF {
				if err != io.EOF {
					t.Error(err)
				}
				return
			}
			checkDamage(t, r, err, message.Damage{Message: "container", Offset: int64(c.offset), Block: c.blocks,
				Err: c.want}, c.data[c.offset:])
			if _, err := r.Next(c.header, c.mayEnd); err != io.EOF {
				t.Errorf("then %v", err)
			}
		})
	}
}

// What is behind the mark of the end comes as a raw message, once.
func TestTail(t *testing.T) {
	r := reader("1abc..more")
	r.Take(1, 3)
	if p, err := r.End(2); err != nil || p.Kind != message.PacketEnd || p.Offset != 4 || p.Size != 2 || p.Block != 1 {
		t.Errorf("%+v", p)
	}
	if m, err := r.Last(); err != nil || string(m.(*message.Raw).Data) != "more" {
		t.Error(m, err)
	}
	if _, err := r.Last(); err != io.EOF {
		t.Error(err)
	}
	mark := r.Mark([6]uint32{})
	r.Return(mark)
	if _, err := r.Next(2, false); err != io.EOF {
		t.Error(err)
	}
}

func TestReturnAnywhere(t *testing.T) {
	for _, offset := range []int64{-1 << 63, -1, 4, 1<<63 - 1} {
		r := reader("abc")
		r.Return(message.Mark{Offset: offset})
		if r.Pos < 0 || r.Pos > 3 {
			t.Errorf("offset %d becomes %d", offset, r.Pos)
		}
	}
}

func TestSize(t *testing.T) {
	for width, want := range map[int]string{2: "\x05\x00h123", 4: "\x05\x00\x00\x00h123"} {
		s := Size{Format: "test", Limit: 5}
		var w wire.Writer
		s.Begin(&w, width, 2)
		w.Byte('h')
		s.Body(&w)
		w.Bytes([]byte("123"))
		if !s.Open() {
			t.Error("not open")
		}
		if data, err := s.Close(&w); err != nil || string(data) != want || s.Open() {
			t.Errorf("%q, %v, want %q", data, err, want)
		}
		for _, missing := range []int{5, -4} {
			s.Begin(&w, width, missing)
			w.Byte(0)
			if _, err := s.Close(&w); !errors.Is(err, message.ErrTooLarge) {
				t.Errorf("1 byte and %d missing: %v", missing, err)
			}
			s = Size{Format: "test", Limit: 5}
		}
	}
}

// What a format left of a packet is gone with the packet, with its damage, and with a
// seek.
func TestLeftovers(t *testing.T) {
	for name, leave := range map[string]func(r *Reader){
		"the next packet": func(r *Reader) {
			_, _ = r.Next(1, true)
			r.Take(1, 3)
		},
		"damage": func(r *Reader) { _ = r.Lost("print", 2, 3, message.ErrRange) },
		"a seek": func(r *Reader) { r.Return(message.Mark{Offset: 4, Block: 7}) },
	} {
		r := reader("1abc2def")
		r.Take(1, 3)
		r.Tail = r.Data[2:4]
		leave(r)
		if m, err := r.Last(); err != io.EOF {
			t.Errorf("%s: %v, %v", name, m, err)
		}
	}
}

// A seek begins anew, wherever the reader was.
func TestReturn(t *testing.T) {
	r := reader("1abc2d")
	r.Take(1, 3)
	r.Take(1, 3)
	_ = r.Broken(message.ErrRange)
	r.Packet.Missing, r.cut = 2, true
	r.Return(message.Mark{Offset: 4, Block: 1})
	if r.Pos != 4 || r.Block != 1 || r.Ended || r.Packet != (message.Packet{}) || r.Payload != 4 || r.Rest() != nil {
		t.Errorf("%+v", r)
	}
	if _, err := r.Last(); err != io.EOF {
		t.Error(err)
	}
	if left, err := r.Next(2, true); err != nil || string(left) != "2d" {
		t.Errorf("%q, %v", left, err)
	}
}

// A format without a header may be asked for nothing: at the end there is none.
func TestNextWithoutHeader(t *testing.T) {
	r := reader("abc")
	r.Take(0, 3)
	if _, err := r.Next(0, true); err != io.EOF {
		t.Error(err)
	}
}

func TestSized(t *testing.T) {
	const limit = 5
	for data, want := range map[string]error{
		"Z\x00\x00\x00\x00":       nil,
		"Z\x05\x00\x00\x00abcde":  nil,
		"Z\x05\x00\x00\x00abc":    nil, // the end of the file cuts it
		"Z\x06\x00\x00\x00abcdef": message.ErrTooLarge,
		"Z\xff\xff\xff\xff":       message.ErrTooLarge,
		"Z\x00\x00\x00":           message.ErrTruncated,
	} {
		body, err := reader(data).Sized(5, limit)
		if err != want || err == nil && string(body) != data[5:] {
			t.Errorf("%q: %q, %v, want %v", data, body, err, want)
		}
	}
}

// The mark of the end has the time of the packet before it.
func TestEndTime(t *testing.T) {
	r := reader("1abcEE")
	r.Take(1, 3)
	r.Packet.Time = 7.5
	if p, err := r.End(2); err != nil || p.Time != 7.5 {
		t.Error(p, err)
	}
}

func TestZeros(t *testing.T) {
	for data, want := range map[string]bool{
		strings.Repeat("\x00", 64):          true,
		strings.Repeat("\x00", 63):          false,
		strings.Repeat("\x00", 63) + "\x01": false,
		strings.Repeat("\x00", 64) + "\x01": true,
	} {
		if l := newLetters(data); l.file.Zeros() != want {
			t.Errorf("%q: %v", data, !want)
		}
		if reader(data).Zeros() {
			t.Errorf("%q, which is not looked behind", data)
		}
	}
}

// What lacks something may begin where the reader is, what is broken only behind it.
func TestSkipMissing(t *testing.T) {
	for name, c := range map[string]struct {
		damage func(*Reader, error) error
		lost   int
	}{"lacks": {(*Reader).SkipMissing, 0}, "broken": {(*Reader).Broken, len(one)}} {
		l := newLetters(many)
		err := c.damage(&l.file, message.ErrRange)
		var d *message.Damage
		if !errors.As(err, &d) || d.Err != message.ErrRange || int(d.Skipped) != c.lost || l.file.Pos != c.lost {
			t.Errorf("%s: %v, then at %d", name, err, l.file.Pos)
		}
	}
}
