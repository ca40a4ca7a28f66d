package mvd2

import (
	"bytes"
	"encoding/binary"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"demoscope/formats/internal/container"
	"demoscope/formats/internal/decodertest"
	"demoscope/formats/message"
	"demoscope/formats/quake2"
	"demoscope/formats/wire"
)

// data is a serverdata of a version with a frame in which one player stands.
func data(version, flags uint16) *message.MultiViewData {
	m := &message.MultiViewData{
		Protocol: 37, Version: version, Flags: flags, ServerCount: -3, GameDir: []byte("opentdm"), Client: 20,
		ConfigStrings: []message.ConfigString{{Index: 0, Text: []byte("The Edge")},
			{Index: 33, Text: []byte("maps/q2dm1.bsp")}},
		Frame: message.MultiViewFrame{
			Portals: []byte{1, 2},
			Players: []message.Quake2PlayerInfo{{
				Number: 3, Bits: 1 | 1<<14, Mask: message.PlayerType, Type: 1, StatBits: 1 << 1, Stats: []int16{-1},
			}},
			Entities: []message.EntityDelta{{Number: 4, Bits: 1 << 4, Mask: message.FieldFrame, Frame: 200}},
		},
	}
	if flags&4 != 0 {
		m.Units.Angle = wire.AngleShort // the extended limits
	}
	if version < quake2.MultiViewFlags {
		m.Extra = uint8(flags)
	}
	return m
}

// everyMessage returns one of each command of a version, but for serverdata.
func everyMessage() []message.Message {
	list := []message.Message{
		&message.Nop{},
		&message.ConfigString{Index: 1313, Text: []byte(`Quarry\male/grunt`)},
		&message.Sound{Bits: 1 | 2 | 16, Sound: 9, Volume: 1, Attenuation: 2, TimeOffset: 3, Entity: 1023,
			Channel: 7, Extra: 3},
		&message.Sound{Bits: 8, Sound: 9, Volume: 255, Attenuation: 64, Entity: 1},
		&message.Print{Level: 3, Text: []byte("hello\n")},
		&message.MultiViewFrame{Portals: []byte{}, Players: []message.Quake2PlayerInfo{
			{Number: 3, Bits: 1 << 15, Quake2PlayerRare: message.Quake2PlayerRare{Remove: true}}}},
	}
	for cmd := uint8(cmdUnicast); cmd <= cmdMulticastEnd; cmd++ {
		c := &message.MultiViewCast{Messages: []message.Message{
			&message.Quake2TempEntity{Type: 5}, &message.Quake2TempEntity{Type: 10, Count: 4, MoveDir: 5, Style: 6},
			&message.Quake2MuzzleFlash{Entity: 2, Value: 128}, &message.Quake2MuzzleFlash{Monster: true, Entity: 3},
			&message.Sound{Sound: 4, Volume: 255, Attenuation: 64}, &message.Print{Text: []byte("a")},
			&message.Print{Text: []byte("b")},
			&message.CenterPrint{Text: []byte("c")}, &message.StuffText{Text: []byte("d")}, &message.Inventory{},
			&message.Nop{},
			&message.ConfigString{Index: 1600, Text: []byte("e")},
			&message.Layout{Text: bytes.Repeat([]byte("xv 0 "), 100)},
		}}
		c.To, c.Reliable = casts[cmd].To, casts[cmd].Reliable
		switch c.To {
		case message.CastClient:
			c.Client = 24
		case message.CastPHS, message.CastPVS:
			c.Leaf = 65535
		}
		list = append(list, c)
	}
	return append(list,
		&message.MultiViewCast{To: message.CastAll, Messages: []message.Message{&message.Nop{},
			&message.Raw{Data: []byte{99, 1, 2}}}},
		&message.MultiViewCast{To: message.CastAll, Reliable: true})
}

// write returns a demo of packets with messages.
func write(t testing.TB, packets ...[]message.Message) []byte {
	t.Helper()
	var list []decodertest.Record
	for _, messages := range packets {
		list = append(list, decodertest.Record{Messages: messages})
	}
	list = append(list, decodertest.Record{Packet: message.Packet{Kind: message.PacketEnd}})
	return decodertest.Write(t, NewEncoder(), list)
}

// drain reads all of a demo.
func drain(t testing.TB, data []byte) decodertest.Reading {
	t.Helper()
	return decodertest.Drain(t, Name, data, NewDecoder(data))
}

func TestMessagesRoundTrip(t *testing.T) {
	for _, v := range [][2]uint16{{2009, 0}, {2010, 1}, {2011, 4}, {2012, 12}, {2013, 15}} {
		first := data(v[0], v[1])
		d := NewDecoder(write(t, []message.Message{first}, everyMessage()))
		if _, err := d.NextPacket(); err != nil {
			t.Fatal(err)
		}
		m, err := d.NextMessage()
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(message.Message(first), m, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("version %d: %s", v[0], diff)
		}
		if _, err := d.NextPacket(); err != nil {
			t.Fatal(err)
		}
		for _, want := range everyMessage() {
			if v[0] == 2013 && reflect.TypeOf(want) == reflect.TypeOf(&message.MultiViewFrame{}) {
				want.(*message.MultiViewFrame).Players[0].Remove = false // the flag is another there
			}
			m, err := d.NextMessage()
			if err != nil {
				t.Fatalf("version %d, %s: %v", v[0], want.Name(), err)
			}
			if diff := cmp.Diff(want, m, cmpopts.EquateEmpty(), cmpopts.IgnoreFields(message.Quake2TempEntity{},
				"Origin")); diff != "" {
				t.Errorf("version %d, %s: %s", v[0], want.Name(), diff)
			}
			if made := New(m.Name()); reflect.TypeOf(made) != reflect.TypeOf(m) || made.Name() != m.Name() {
				t.Errorf("New(%q) is a %T", m.Name(), made)
			}
		}
	}
}

func small(t testing.TB) []byte {
	frame := &message.MultiViewFrame{}
	return write(t, []message.Message{data(2010, 0)}, []message.Message{frame},
		[]message.Message{&message.Print{Text: []byte("x")}, frame}, []message.Message{data(2010, 0)},
		[]message.Message{frame})
}

func TestContainer(t *testing.T) {
	whole := small(t)
	body := whole[:len(whole)-lengthSize]
	const all = "server serverdata server frame server print frame server serverdata server frame"
	for _, test := range []struct {
		name   string
		data   []byte
		want   string
		damage error
	}{
		{"whole", whole, all + " end", nil},
		{"without the mark of the end", body, all, container.ErrEndMark},
		{"something behind the end", append(bytes.Clone(whole), 1, 2), all + " end raw", nil},
		{"cut inside a length", whole[:len(whole)-1], all, message.ErrTruncated},
		{"a length beyond all blocks", binary.LittleEndian.AppendUint16(bytes.Clone(body), maxBlock+1), all,
			message.ErrTooLarge},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := drain(t, test.data)
			if got := strings.Join(r.Names, " "); got != test.want {
				t.Errorf("%s\nnot\n%s", got, test.want)
			}
			if test.damage == nil && len(r.Damages) != 0 ||
				test.damage != nil && (len(r.Damages) != 1 || !errors.Is(r.Damages[0], test.damage)) {
				t.Errorf("damage %v, not %v", r.Damages, test.damage)
			}
		})
	}
}

// Each frame is a tenth of a second, also one that could not be read, or was
// not asked for, and also on another level.
func TestTimes(t *testing.T) {
	want := []float64{0, 0.1, 0.2, 0.3, 0.4, 0.5}
	whole := small(t)
	times := func(packets []message.Packet) (list []float64) {
		for i := range packets {
			list = append(list, packets[i].Time)
		}
		return list
	}
	if diff := cmp.Diff(want, times(drain(t, whole).Packets)); diff != "" {
		t.Errorf("read: %s", diff)
	}
	broken := bytes.Clone(whole)
	at := bytes.Index(broken, []byte{17, 0, 'x', 0, cmdFrame})
	broken[at] = 31
	r := drain(t, broken)
	if diff := cmp.Diff(want, times(r.Packets)); diff != "" || len(r.Damages) != 1 {
		t.Errorf("damaged %v: %s", r.Damages, diff)
	}
	d := NewDecoder(whole)
	var passed []message.Packet
	for {
		m := d.Mark()
		p, err := d.NextPacket()
		if err != nil {
			break
		}
		passed = append(passed, *p)
		if int64(p.Time*1000+0.5) != m.Time {
			t.Errorf("mark at %d ms, packet at %v s", m.Time, p.Time)
		}
	}
	if diff := cmp.Diff(want, times(passed)); diff != "" {
		t.Errorf("passed over: %s", diff)
	}
}

// The serverdata of another version ends the demo, unless the blocks behind it can be
// read: then its version is damaged.
func TestOtherVersionsAreNamed(t *testing.T) {
	whole := small(t)
	binary.LittleEndian.PutUint16(whole[len(magic)+lengthSize+5:], 2050)
	r := drain(t, whole)
	if len(r.Names) < 5 || len(r.Damages) != 1 || !strings.Contains(r.Damages[0].Error(), "2050") {
		t.Errorf("%v, %v", r.Names, r.Damages)
	}
	for at := len(magic) + lengthSize + int(binary.LittleEndian.Uint16(whole[len(magic):])); at < len(whole); {
		size := int(binary.LittleEndian.Uint16(whole[at:]))
		if at += lengthSize; size > 0 {
			whole[at] = 0 // no message has this id
		}
		at += size
	}
	r = drain(t, whole)
	damages := r.Damages
	if len(r.Names) != 1 || len(damages) != 2 || !strings.Contains(damages[0].Error(), "2050") ||
		damages[0].Message != "serverdata" ||
		!errors.Is(damages[1], container.ErrNotRead) {
		t.Errorf("%v, %v", r.Names, damages)
	}
}

// A mark leads back to where it was made, whatever was read since.
// TestCastLimits: the messages in a cast have 2047 bytes at most, and a frame has 255 bytes of portals; longer ones and
// messages of another game are refused.
func TestCastLimits(t *testing.T) {
	write := func(m message.Message) error {
		e := NewEncoder()
		if err := errors.Join(e.Packet(&message.Packet{}), e.Message(data(2010, 0))); err != nil {
			t.Fatal(err)
		}
		if err := e.Message(m); err != nil {
			return err
		}
		demo, err := e.Close()
		if err != nil {
			return err
		}
		d := NewDecoder(demo)
		for _, want := range []string{"serverdata", m.Name()} {
			if want == "serverdata" {
				if _, err := d.NextPacket(); err != nil {
					t.Fatal(err)
				}
			}
			got, err := d.NextMessage()
			if err != nil || got.Name() != want || want == m.Name() && !cmp.Equal(got, m, cmpopts.EquateEmpty()) {
				t.Errorf("%+v, %v, want %s", got, err, want)
			}
		}
		return nil
	}
	cast := func(n int) message.Message { // a print has an id, a level and a zero beside its text
		return &message.MultiViewCast{To: message.CastAll, Messages: []message.Message{
			&message.Print{Level: 2, Text: bytes.Repeat([]byte{'a'}, n-3)}}}
	}
	for n, fits := range map[int]bool{3: true, 255: true, 256: true, 2047: true, 2048: false, 3000: false} {
		if err := write(cast(n)); (err == nil) != fits || err != nil && !errors.Is(err, message.ErrTooLarge) {
			t.Errorf("a cast of %d bytes: %v", n, err)
		}
	}
	for n, fits := range map[int]bool{0: true, 255: true, 256: false} {
		frame := &message.MultiViewFrame{Portals: make([]byte, n)}
		if err := write(frame); (err == nil) != fits || err != nil && !errors.Is(err, message.ErrTooLarge) {
			t.Errorf("a frame with %d bytes of portals: %v", n, err)
		}
	}
	if err := write(&message.MultiViewCast{To: message.CastAll, Messages: []message.Message{
		&message.GameState{}}}); err == nil {
		t.Error("a message of another game was written")
	}
}

func TestMarks(t *testing.T) {
	decodertest.Marks(t, NewDecoder(decodertest.Sample(t, sample)))
	decodertest.Found(t, NewDecoder(decodertest.Sample(t, sample)))
}

func TestNoAllocations(t *testing.T) {
	decodertest.Allocations(t, NewDecoder(decodertest.Sample(t, sample)))
}

// Cut anywhere, a demo plays up to there and says so.
func TestCut(t *testing.T) {
	file := decodertest.Sample(t, sample)
	whole := drain(t, file).Names
	for size := len(magic); size < len(file); size++ {
		if size > 1000 {
			size += 97
			if size >= len(file) {
				break
			}
		}
		r := drain(t, file[:size])
		if len(r.Damages) != 1 {
			t.Fatalf("cut to %d bytes: %v", size, r.Damages)
		}
		if diff := cmp.Diff(whole[:len(r.Names)], r.Names, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("cut to %d bytes: %s", size, diff)
		}
	}
}

// Whatever the bytes, reading ends and tells its damages in order.
func TestFlips(t *testing.T) {
	decodertest.Flips(300, decodertest.Sample(t, sample), func(bad []byte) { drain(t, bad) })
}

func FuzzDecoder(f *testing.F) {
	f.Add(small(f))
	f.Add(write(f, []message.Message{data(2013, 12)}, everyMessage()))
	f.Fuzz(func(t *testing.T, file []byte) {
		drain(t, file)
		decodertest.Writable(t, NewDecoder(file), NewEncoder())
	})
}
