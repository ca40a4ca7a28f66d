package text

import (
	"bytes"
	"errors"
	"io"
	"math"
	"math/rand"
	"reflect"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"demoscope/formats/dem"
	"demoscope/formats/dm2"
	"demoscope/formats/message"
	"demoscope/formats/mvd"
	"demoscope/formats/qwd"
	"demoscope/formats/wire"
)

// shared is a format of the messages that games share, and one that sets the
// units.
var shared = Format{Name: "test", Message: func(name string) message.Message {
	switch name {
	case "serverinfo":
		return new(message.ServerInfo)
	case "time":
		return new(message.Time)
	case "serverdata":
		return new(message.Quake2ServerData)
	case "gamestate":
		return new(message.GameState)
	case "snapshot":
		return new(message.Snapshot)
	case "multicast_all", "unicast":
		return new(message.MultiViewCast)
	}
	for _, format := range []func(string) message.Message{dem.New, qwd.New, mvd.New, dm2.New} {
		if m := format(name); m != nil {
			return m
		}
	}
	return nil
}}

func lookup(name string) (Format, bool) { return shared, name == shared.Name }

// write returns the text of the messages.
func write(t testing.TB, list ...message.Message) string {
	t.Helper()
	var b bytes.Buffer
	w := NewWriter(&b, false)
	if err := w.Begin(shared.Name, "a b.\"test\""); err != nil {
		t.Fatal(err)
	}
	for _, m := range list {
		if err := w.Message(m); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// read reads a text and calls each with its messages.
func read(in string, each func(message.Message)) error {
	r, err := NewReader(strings.NewReader(in), lookup)
	if err != nil {
		return err
	}
	for {
		_, m, err := r.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if m != nil {
			each(m)
		}
	}
}

func TestLines(t *testing.T) {
	update := &message.UpdateEntity{EntityDelta: message.EntityDelta{
		Number: 7, Bits: 0x1b2, Mask: message.FieldOriginX | message.FieldOriginZ | message.FieldModel |
			message.FieldNoLerp,
		Model: 3, Frame: 99, Origin: [3]wire.Coord{-1, 99, 32767},
	}}
	long := &message.ServerInfo{Units: wire.Units{Coord: wire.CoordLong, Angle: wire.AngleShort}}
	for _, c := range []struct {
		list []message.Message
		want string // the last line
	}{
		{[]message.Message{&message.Print{Level: 2, Text: []byte("a\"\\\n\x01\x7f\x80\xff")}},
			"{\"message\":\"print\",\"level\":2,\"text\":\"a\\\"\\\\\\n\\u0001\\u007f\\u0080ÿ\"}"},
		{[]message.Message{update},
			`{"message":"updateentity","entity":7,"mask":434,"modelindex":3,"origin":[-0.125,null,4095.875],` +
				`"marks":["NoLerp"]}`},
		{[]message.Message{&message.SetAngle{Angles: [3]wire.Angle{-128, 1, 128}}},
			`{"message":"setangle","angles":[-180,1.40625,"0x00000080"]}`},
		{[]message.Message{long, &message.HitDamage{Origin: [3]wire.Coord{1, -16, math.MaxInt32}}},
			`{"message":"damage","save":0,"take":0,"origin":[0.0625,-1,134217727.9375]}`},
		{[]message.Message{&message.Time{Time: float32(math.Inf(-1))}}, `{"message":"time","time":"0xff800000"}`},
		{[]message.Message{&message.Time{Time: math.Float32frombits(0x7f812345)}},
			`{"message":"time","time":"0x7f812345"}`},
		{[]message.Message{&message.Time{Time: float32(math.Copysign(0, -1))}}, `{"message":"time","time":-0}`},
		{[]message.Message{&message.TempEntity{Type: 3}}, `{"message":"temp_entity","entitytype":3,"origin":[0,0,0]}`},
	} {
		text := write(t, c.list...)
		lines := strings.Split(strings.TrimSpace(text), "\n")
		if got := lines[len(lines)-1]; got != c.want {
			t.Errorf("\n%s instead of\n%s", got, c.want)
		}
	}
}

// TestNumbers takes every value of the small encodings, and a choice of the
// large ones, to text and back.
func TestNumbers(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for coord := range wire.CoordFloat + 1 {
		for angle := range wire.AngleFloat + 1 {
			list := []message.Message{&message.ServerInfo{Units: wire.Units{Coord: coord, Angle: angle}}}
			for i := range 1 << 12 {
				v := r.Uint32()
				if i%2 == 0 {
					v = uint32(int32(v) >> 16)
				}
				list = append(list, &message.Intermission{
					Origin: [3]wire.Coord{wire.Coord(v), wire.Coord(int32(v) >> 8), wire.Coord(i - 2048)},
					Angles: [3]wire.Angle{wire.Angle(v), wire.Angle(i - 2048), wire.Angle(int8(i))},
				})
			}
			i := 0
			err := read(write(t, list...), func(m message.Message) {
				if diff := cmp.Diff(list[i], m, cmpopts.EquateEmpty()); diff != "" {
					t.Fatalf("encoding %d %d: %s", coord, angle, diff)
				}
				i++
			})
			if err != nil || i != len(list) {
				t.Fatal(i, err)
			}
		}
	}
}

// fill gives every field a random value; those that a mask leaves out stay
// zero. An embedded struct without a mask has that of the outer one.
func fill(r *rand.Rand, v reflect.Value) { fillMasked(r, v, reflect.Value{}) }

func fillMasked(r *rand.Rand, v, mask reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		t := v.Type()
		if f, ok := t.FieldByName("Mask"); ok && len(f.Index) == 1 {
			mask = v.FieldByIndex(f.Index)
			if n, ok := mask.Interface().(namedMask); ok {
				mask.SetUint(r.Uint64() & (1<<len(n.Names()) - 1))
			}
		}
		for i := range t.NumField() {
			tag := t.Field(i).Tag
			switch names := strings.Split(tag.Get("mask"), ","); {
			case strings.HasPrefix(tag.Get("json"), "-"):
			case t.Field(i).Anonymous:
				fillMasked(r, v.Field(i), mask)
			case names[0] == "":
				fill(r, v.Field(i))
			case len(names) == 1:
				if hasBit(mask, names[0]) {
					fill(r, v.Field(i))
				}
			default:
				for j, name := range names {
					if hasBit(mask, name) {
						fill(r, v.Field(i).Index(j))
					}
				}
			}
		}
		if t == unitsType {
			v.Set(reflect.ValueOf(wire.Units{Coord: wire.CoordEncoding(r.Intn(4)),
				Angle: wire.AngleEncoding(r.Intn(3))}))
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), r.Intn(4), 4))
		for i := range v.Len() {
			fill(r, v.Index(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(r, v.Index(i))
		}
	case reflect.Bool:
		v.SetBool(r.Intn(2) == 1)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(r.Uint64()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(r.Uint64())
	case reflect.Float32:
		v.SetFloat(float64(r.Float32()*1e6 - 5e5))
	case reflect.Float64:
		v.SetFloat(r.NormFloat64())
	}
}

func hasBit(mask reflect.Value, name string) bool {
	bit := encodingBit(mask.Interface().(namedMask).Names(), name)
	return mask.Uint()&(1<<bit) != 0
}

// TestRandom takes random messages of every shared type to text and back.
func TestRandom(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	types := []message.Message{
		new(message.ServerInfo), new(message.UpdateEntity), new(message.SpawnBaseline), new(message.SpawnStatic),
		new(message.PacketEntities), new(message.Sound), new(message.TempEntity), new(message.SpawnStaticSound),
		new(message.UpdateStat), new(message.Raw), new(message.LightStyle), new(message.Intermission),
	}
	for range 200 {
		var list []message.Message
		for _, m := range types {
			v := reflect.New(reflect.TypeOf(m).Elem())
			fill(r, v.Elem())
			list = append(list, v.Interface().(message.Message))
		}
		i := 0
		text := write(t, list...)
		err := read(text, func(m message.Message) {
			if diff := cmp.Diff(list[i], m, cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("%s\n%s", strings.Split(text, "\n")[i+1], diff)
			}
			i++
		})
		if err != nil || i != len(list) {
			t.Fatalf("%d of %d: %v", i, len(list), err)
		}
	}
}

func TestPacket(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	for kind := range message.PacketRaw + 1 {
		var want message.Packet
		fill(r, reflect.ValueOf(&want).Elem())
		want.Kind = kind
		want.Time = math.NaN()
		want.Angles[1] = math.Float32frombits(0xff812345)
		if kind == message.PacketEnd { // all zero, but not in all bits
			want.Angles = [3]float32{2: float32(math.Copysign(0, -1))}
		}
		var b bytes.Buffer
		w := NewWriter(&b, false)
		if err := errors.Join(w.Begin("test", ""), w.Packet(&want), w.Flush()); err != nil {
			t.Fatal(err)
		}
		rd, err := NewReader(&b, lookup)
		if err != nil {
			t.Fatal(err)
		}
		got, _, err := rd.Next()
		if err != nil {
			t.Fatal(err)
		}
		if math.Float64bits(want.Time) != math.Float64bits(got.Time) {
			t.Errorf("%+v", got)
		}
		for i := range want.Angles {
			if math.Float32bits(want.Angles[i]) != math.Float32bits(got.Angles[i]) {
				t.Errorf("%+v", got)
			}
		}
		want.Time, got.Time, want.Angles[1], got.Angles[1] = 0, 0, 0, 0
		if diff := cmp.Diff(&want, got); diff != "" {
			t.Error(diff)
		}
	}
}

func TestHeader(t *testing.T) {
	r, err := NewReader(strings.NewReader(write(t)), lookup)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Header{Format: "test", File: `a b."test"`}, r.Header()); diff != "" {
		t.Error(diff)
	}
	if _, _, err := r.Next(); err != io.EOF {
		t.Error(err)
	}
}

// TestLongLine reads messages that are much longer than the reader's buffer: the
// bytes of a demo that is damaged at its beginning stand in one line.
func TestLongLine(t *testing.T) {
	want := &message.Raw{Data: bytes.Repeat([]byte{0, 0xff, 'x', 0x9b}, 1_000_000)}
	n := 0
	if err := read(write(t, want, want), func(m message.Message) {
		n++
		if !bytes.Equal(m.(*message.Raw).Data, want.Data) {
			t.Error("it differs")
		}
	}); err != nil || n != 2 {
		t.Error(n, err)
	}
}

// TestQuoteForTerminals: no byte that a terminal obeys is written as it is. 0x9b would
// be a control character of its own, and 0x7f deletes.
func TestQuoteForTerminals(t *testing.T) {
	var all []byte
	for i := range 256 {
		all = append(all, byte(i))
	}
	for _, readable := range []bool{false, true} {
		var out bytes.Buffer
		w := NewWriter(&out, readable)
		if err := w.Message(&message.Raw{Data: all}); err != nil || w.Flush() != nil {
			t.Fatal(err)
		}
		text := strings.TrimSuffix(out.String(), "\n")
		if i := strings.IndexFunc(text, unicode.IsControl); i >= 0 {
			t.Errorf("readable %v: %q at %d", readable, text[i], i)
		}
		if !strings.Contains(text, `\u001b`) || !strings.Contains(text, `\u009b`) || !strings.Contains(text, "\u00e9") {
			t.Errorf("readable %v: %s", readable, text)
		}
	}
}

// FuzzReader reads any text: it comes to an end or to an error, and what it
// read can be written and read again.
func FuzzReader(f *testing.F) {
	f.Add(write(f, &message.Print{Text: []byte("a\n\xff")}, &message.ServerInfo{Models: [][]byte{[]byte("x")}}))
	f.Add(write(f, &message.UpdateEntity{EntityDelta: message.EntityDelta{Mask: 0xffffffff}}))
	f.Add(write(f, &message.PacketEntities{Entities: make([]message.EntityDelta, 2)}))
	f.Add(write(f, &message.GameState{Protocol: 48, Baselines: []message.SnapshotEntity{
		{Number: 1, Kind: message.SnapshotDelta}}}))
	f.Add(write(f, deltas([]message.SnapshotChange{{Form: message.FormLong, Value: 1}, {Field: 64}},
		[]message.SnapshotChange{{Field: 1}})))
	f.Add("")
	f.Add("{\"dump\":1,\"format\":\"test\"}\n{ \"message\" : \"time\" , \"time\" : -1.5e3 " +
		"}\r\n{\"damage\":1}\n{\"packet\":\"raw\"}")
	f.Fuzz(func(t *testing.T, in string) {
		var again bytes.Buffer
		w := NewWriter(&again, false)
		if err := w.Begin("test", ""); err != nil {
			t.Fatal(err)
		}
		n := 0
		err := read(in, func(m message.Message) {
			n++
			if err := w.Message(m); err != nil {
				t.Fatal(err)
			}
		})
		var place *Error
		if err != nil && err != io.EOF && err != ErrEmpty && !errors.As(err, &place) {
			t.Fatalf("%T %v", err, err)
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		m := 0
		if err := read(again.String(), func(message.Message) { m++ }); err != nil || m != n {
			t.Fatalf("%d messages, again %d: %v\n%s", n, m, err, again.String())
		}
	})
}

// TestNesting: messages in messages are read 16 deep, far more than any demo has;
// beyond, a line that is nothing but brackets would fill the stack.
func TestNesting(t *testing.T) {
	for _, c := range []struct {
		depth int // of casts, the outermost included
		ok    bool
	}{{1, true}, {5, true}, {17, true}, {18, false}, {100, false}, {5000, false}} {
		var m message.Message = &message.Print{Text: []byte("x")}
		for range c.depth - 1 {
			m = &message.MultiViewCast{To: message.CastAll, Messages: []message.Message{m}}
		}
		n := 0
		err := read(write(t, m), func(message.Message) { n++ })
		if c.ok && (err != nil || n != 1) || !c.ok && err == nil {
			t.Errorf("%d messages in one another: %d read, %v", c.depth, n, err)
		}
	}
}

// endless is a text whose last line does not end.
type endless struct{ begin string }

func (e *endless) Read(b []byte) (int, error) {
	n := copy(b, e.begin)
	e.begin = e.begin[n:]
	for i := n; i < len(b); i++ {
		b[i] = 'x'
	}
	return len(b), nil
}

// A line without an end is an error: the first one early.
func TestEndlessLines(t *testing.T) {
	_, err := NewReader(&endless{}, lookup)
	if err == nil || err.Error() != "line 1: more than 65536 bytes" {
		t.Errorf("the first line: %v", err)
	}
	r, err := NewReader(&endless{"{\"dump\":1,\"format\":\"test\",\"file\":\"\"}\n\n{\"packet"}, lookup)
	if err != nil {
		t.Fatal(err)
	}
	r.longest = 1 << 20 // a quicker end
	if _, _, err = r.Next(); err == nil || err.Error() != "line 3: more than 1048576 bytes" {
		t.Errorf("a later line: %v", err)
	}
	if _, err = NewReader(strings.NewReader(" \n\n"), lookup); err != ErrEmpty {
		t.Errorf("nothing: %v", err)
	}
}
