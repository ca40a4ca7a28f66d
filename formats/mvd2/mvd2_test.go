package mvd2

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"demoscope/formats/internal/container"
	"demoscope/formats/message"
	"demoscope/formats/quake2"
	"demoscope/formats/wire"
)

// data is a serverdata of a version with a frame in which one player stands.
func data(version, flags uint16) *message.MultiViewData {
	m := &message.MultiViewData{
		Protocol: 37, Version: version, Flags: flags, ServerCount: -3, GameDir: []byte("opentdm"), Client: 20,
		ConfigStrings: []message.ConfigString{{Index: 0, Text: []byte("The Edge")}, {Index: 33, Text: []byte("maps/q2dm1.bsp")}},
		Frame: message.MultiViewFrame{
			Portals: []byte{1, 2},
			Players: []message.Quake2PlayerInfo{{
				Number: 3, Bits: 1 | 1<<14, Mask: message.PlayerType, Type: 1, StatBits: 1 << 1, Stats: []int16{-1},
			}},
			Entities: []message.EntityDelta{{Number: 4, Bits: 1 << 4, Mask: message.FieldFrame, Frame: 200, FrameHigh: 200}},
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

// messages are one of each command of a version, but for serverdata.
func messages() []message.Message {
	list := []message.Message{
		&message.Nop{},
		&message.ConfigString{Index: 1313, Text: []byte(`Quarry\male/grunt`)},
		&message.Sound{Bits: 1 | 2 | 16, Sound: 9, Volume: 1, Attenuation: 2, TimeOffset: 3, Entity: 1023, Channel: 7, Extra: 3},
		&message.Sound{Bits: 8, Sound: 9, Volume: 255, Attenuation: 64, Entity: 1},
		&message.Print{Level: 3, Text: []byte("hello\n")},
		&message.MultiViewFrame{Portals: []byte{}, Players: []message.Quake2PlayerInfo{{Number: 3, Bits: 1 << 15, Remove: true}}},
	}
	for cmd := uint8(cmdUnicast); cmd <= cmdMulticastEnd; cmd++ {
		c := &message.MultiViewCast{Messages: []message.Message{
			&message.Quake2TempEntity{Type: 5}, &message.Quake2TempEntity{Type: 10, Count: 4, MoveDir: 5, Style: 6},
			&message.Quake2MuzzleFlash{Entity: 2, Value: 128}, &message.Quake2MuzzleFlash{Monster: true, Entity: 3},
			&message.Sound{Sound: 4, Volume: 255, Attenuation: 64}, &message.Print{Text: []byte("a")}, &message.Print{Text: []byte("b")},
			&message.CenterPrint{Text: []byte("c")}, &message.StuffText{Text: []byte("d")}, &message.Inventory{}, &message.Nop{},
			&message.ConfigString{Index: 1600, Text: []byte("e")}, &message.Layout{Text: bytes.Repeat([]byte("xv 0 "), 100)},
		}}
		setTarget(c, cmd)
		switch c.To {
		case message.CastClient:
			c.Client = 24
		case message.CastPHS, message.CastPVS:
			c.Leaf = 65535
		}
		list = append(list, c)
	}
	return append(list,
		&message.MultiViewCast{To: message.CastAll, Messages: []message.Message{&message.Nop{}, &message.Raw{Data: []byte{99, 1, 2}}}},
		&message.MultiViewCast{To: message.CastAll, Reliable: true})
}

func write(t testing.TB, packets ...[]message.Message) []byte {
	t.Helper()
	e := NewEncoder(Options{})
	for _, list := range packets {
		if err := e.Packet(&message.Packet{}); err != nil {
			t.Fatal(err)
		}
		for _, m := range list {
			if err := e.Message(m); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := e.Packet(&message.Packet{Kind: message.PacketEnd}); err != nil {
		t.Fatal(err)
	}
	out, err := e.Close()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestMessagesRoundTrip(t *testing.T) {
	for _, v := range [][2]uint16{{2009, 0}, {2010, 1}, {2011, 4}, {2012, 12}, {2013, 15}} {
		first := data(v[0], v[1])
		d := NewDecoder(write(t, []message.Message{first}, messages()), Options{})
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
		for _, want := range messages() {
			if v[0] == 2013 && reflect.TypeOf(want) == reflect.TypeOf(&message.MultiViewFrame{}) {
				want.(*message.MultiViewFrame).Players[0].Remove = false // the flag is another there
			}
			m, err := d.NextMessage()
			if err != nil {
				t.Fatalf("version %d, %s: %v", v[0], want.Name(), err)
			}
			if diff := cmp.Diff(want, m, cmpopts.EquateEmpty(), cmpopts.IgnoreFields(message.Quake2TempEntity{}, "Origin")); diff != "" {
				t.Errorf("version %d, %s: %s", v[0], want.Name(), diff)
			}
			if made := New(m.Name()); reflect.TypeOf(made) != reflect.TypeOf(m) || made.Name() != m.Name() {
				t.Errorf("New(%q) is a %T", m.Name(), made)
			}
		}
	}
}

// kinds reads a demo and lists its packets and messages by name, and the
// times of its packets.
func kinds(d *Decoder) (list []string, times []float64, damages []*message.Damage) {
	note := func(err error) {
		var m *message.Damage
		if errors.As(err, &m) {
			damages = append(damages, m)
		}
	}
	for {
		p, err := d.NextPacket()
		if err == io.EOF {
			return list, times, damages
		}
		if err != nil {
			note(err)
			continue
		}
		times = append(times, p.Time)
		list = append(list, map[message.PacketKind]string{message.PacketServer: "block", message.PacketEnd: "end"}[p.Kind])
		for {
			m, err := d.NextMessage()
			if err == io.EOF {
				break
			}
			if err != nil {
				note(err)
				continue
			}
			list = append(list, m.Name())
		}
	}
}

func small(t testing.TB) []byte {
	frame := &message.MultiViewFrame{}
	return write(t, []message.Message{data(2010, 0)}, []message.Message{frame},
		[]message.Message{&message.Print{Text: []byte("x")}, frame}, []message.Message{data(2010, 0)}, []message.Message{frame})
}

func TestContainer(t *testing.T) {
	whole := small(t)
	body := whole[:len(whole)-lengthSize]
	const all = "block serverdata block frame block print frame block serverdata block frame"
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
		{"a length beyond all blocks", binary.LittleEndian.AppendUint16(bytes.Clone(body), maxBlock+1), all, message.ErrTooLarge},
	} {
		t.Run(test.name, func(t *testing.T) {
			list, _, damages := kinds(NewDecoder(test.data, Options{}))
			if got := strings.Join(list, " "); got != test.want {
				t.Errorf("%s\nnot\n%s", got, test.want)
			}
			if test.damage == nil && len(damages) != 0 ||
				test.damage != nil && (len(damages) != 1 || !errors.Is(damages[0], test.damage)) {
				t.Errorf("damage %v, not %v", damages, test.damage)
			}
		})
	}
}

// Each frame is a tenth of a second, also one that could not be read, or was
// not asked for, and also on another level.
func TestTimes(t *testing.T) {
	want := []float64{0, 0.1, 0.2, 0.3, 0.4, 0.5}
	whole := small(t)
	_, times, _ := kinds(NewDecoder(whole, Options{}))
	if diff := cmp.Diff(want, times); diff != "" {
		t.Errorf("read: %s", diff)
	}
	broken := bytes.Clone(whole)
	at := bytes.Index(broken, []byte{cmdPrint, 0, 'x', 0, cmdFrame})
	broken[at] = 31
	_, times, damages := kinds(NewDecoder(broken, Options{}))
	if diff := cmp.Diff(want, times); diff != "" || len(damages) != 1 {
		t.Errorf("damaged %v: %s", damages, diff)
	}
	d := NewDecoder(whole, Options{})
	times = nil
	for {
		m := d.Mark()
		p, err := d.NextPacket()
		if err != nil {
			break
		}
		times = append(times, p.Time)
		if int64(p.Time*1000+0.5) != m.Time {
			t.Errorf("mark at %d ms, packet at %v s", m.Time, p.Time)
		}
	}
	if diff := cmp.Diff(want, times); diff != "" {
		t.Errorf("passed over: %s", diff)
	}
}

func TestOtherVersionsAreNamed(t *testing.T) {
	whole := small(t)
	binary.LittleEndian.PutUint16(whole[len(magic)+lengthSize+5:], 2050)
	d := NewDecoder(whole, Options{})
	list, _, damages := kinds(d)
	if len(list) != 1 || len(damages) != 2 || !strings.Contains(damages[0].Error(), "2050") || damages[0].Message != "serverdata" ||
		!errors.Is(damages[1], container.ErrNotRead) {
		t.Errorf("%v, %v", list, damages)
	}
}

// A mark leads back to where it was made, whatever was read since.
func TestMarks(t *testing.T) {
	file, err := os.ReadFile(sample)
	if err != nil {
		t.Fatal(err)
	}
	d := NewDecoder(file, Options{})
	var marks []message.Mark
	for {
		marks = append(marks, d.Mark())
		if _, err := d.NextPacket(); err != nil {
			break
		}
	}
	whole, times, _ := kinds(NewDecoder(file, Options{}))
	for i := 0; i < len(marks); i += 61 {
		d.Return(marks[i])
		list, rest, damages := kinds(d)
		if len(damages) != 0 {
			t.Fatalf("mark %d: %v", i, damages)
		}
		if diff := cmp.Diff(times[len(times)-len(rest):], rest); diff != "" {
			t.Fatalf("mark %d: %s", i, diff)
		}
		if diff := cmp.Diff(whole[len(whole)-len(list):], list); diff != "" {
			t.Fatalf("mark %d: %s", i, diff)
		}
	}
}

// Cut anywhere, a demo plays up to there and says so.
func TestCut(t *testing.T) {
	file, err := os.ReadFile(sample)
	if err != nil {
		t.Fatal(err)
	}
	whole, _, _ := kinds(NewDecoder(file, Options{}))
	for size := len(magic); size < len(file); size++ {
		if size > 1000 {
			size += 97
			if size >= len(file) {
				break
			}
		}
		list, _, damages := kinds(NewDecoder(file[:size], Options{}))
		if len(damages) != 1 || damages[0].Offset > int64(size) {
			t.Fatalf("cut to %d bytes: %v", size, damages)
		}
		if diff := cmp.Diff(whole[:len(list)], list, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("cut to %d bytes: %s", size, diff)
		}
	}
}

// Whatever the bytes, reading ends and tells its damages in order.
func TestFlips(t *testing.T) {
	file, err := os.ReadFile(sample)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		broken := bytes.Clone(file)
		for range 1 + rng.IntN(20) {
			broken[rng.IntN(len(broken))] ^= 1 << rng.IntN(8)
		}
		_, _, damages := kinds(NewDecoder(broken, Options{}))
		for i, d := range damages {
			if d.Offset < 0 || d.Offset > int64(len(broken)) || d.Format != Name || d.Message == "" || d.Err == nil {
				t.Fatalf("%+v", d)
			}
			if i > 0 && d.Offset < damages[i-1].Offset {
				t.Fatalf("damage at %d after one at %d", d.Offset, damages[i-1].Offset)
			}
		}
	}
}

func FuzzDecoder(f *testing.F) {
	f.Add(small(f))
	f.Add(write(f, []message.Message{data(2013, 12)}, messages()))
	f.Fuzz(func(t *testing.T, file []byte) {
		d := NewDecoder(file, Options{})
		e := NewEncoder(Options{})
		packets := 0
		for {
			p, err := d.NextPacket()
			if err == io.EOF {
				break
			}
			if packets++; packets > len(file)+2 {
				t.Fatal("more packets than bytes")
			}
			if err != nil {
				continue
			}
			if err := e.Packet(p); err != nil {
				t.Fatal(err)
			}
			for n := 0; ; n++ {
				m, err := d.NextMessage()
				if err == io.EOF {
					break
				}
				if n > len(file)+2 {
					t.Fatal("more messages than bytes")
				}
				if err != nil {
					continue
				}
				if err := e.Message(m); err != nil && !errors.Is(err, message.ErrTooLarge) {
					t.Fatalf("what was read cannot be written: %v", err)
				}
			}
		}
	})
}
