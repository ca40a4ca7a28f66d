package dm2

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"demoscope/formats/internal/container"
	"demoscope/formats/message"
	"demoscope/formats/quake2"
)

// step is a packet to write, with its messages.
type step struct {
	kind     message.PacketKind
	messages []message.Message
}

func write(t testing.TB, steps []step) []byte {
	t.Helper()
	e := NewEncoder(Options{})
	for _, s := range steps {
		if err := e.Packet(&message.Packet{Kind: s.kind}); err != nil {
			t.Fatal(err)
		}
		for _, m := range s.messages {
			if err := e.Message(m); err != nil {
				t.Fatal(err)
			}
		}
	}
	data, err := e.Close()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func serverData(protocol int32, isDemo uint8, client int16) message.Message {
	return &message.Quake2ServerData{
		Protocol: protocol, Key: 7, IsDemo: isDemo, GameDir: []byte("baseq2"), Client: client, MapName: []byte("The Edge"),
	}
}

func configString(index uint16, text string) message.Message {
	return &message.ConfigString{Index: index, Text: []byte(text)}
}

// small is a demo of a client with two frames.
func small(t testing.TB) []byte {
	return write(t, []step{
		{messages: []message.Message{
			serverData(34, quake2.DemoClient, 0), configString(33, "maps/q2dm1.bsp"), &message.StuffText{Text: []byte("precache\n")},
		}},
		{messages: []message.Message{
			&message.Quake2Frame{Sequence: 1, Delta: -1, Areas: []byte{2}},
			&message.Quake2PlayerInfo{Bits: 1<<1 | 1<<11, FOV: 90, StatBits: 2, Stats: []int16{100}},
			&message.PacketEntities{Entities: []message.EntityDelta{{Number: 1, Bits: 3 | 1<<4, Frame: 4}}},
			&message.Quake2TempEntity{Type: 5}, &message.Sound{Bits: 8, Entity: 1, Sound: 3},
		}},
		{messages: []message.Message{
			&message.Quake2Frame{Sequence: 2, Delta: 1, Areas: []byte{2}},
			&message.Quake2PlayerInfo{}, &message.PacketEntities{}, &message.Print{Level: 2, Text: []byte("hello\n")},
		}},
		{kind: message.PacketEnd},
	})
}

// names reads a demo and lists its packets and messages by name.
func names(d *Decoder) (list []string, damages []*message.Damage) {
	note := func(err error) {
		var m *message.Damage
		if errors.As(err, &m) {
			damages = append(damages, m)
		}
	}
	for {
		p, err := d.NextPacket()
		if err == io.EOF {
			return list, damages
		}
		if err != nil {
			note(err)
			continue
		}
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

func TestContainer(t *testing.T) {
	long := func(v int32) []byte { return binary.LittleEndian.AppendUint32(nil, uint32(v)) }
	data := small(t)
	body := data[:len(data)-lengthSize]
	join := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	const all = "block serverdata configstring stufftext block frame playerinfo packetentities temp_entity sound " +
		"block frame playerinfo packetentities print"
	for _, test := range []struct {
		name   string
		data   []byte
		want   string
		damage error // of the container, nil for none
	}{
		{"whole", data, all + " end", nil},
		{"without the mark of the end", body, all, container.ErrEndMark},
		{"empty blocks", join(long(0), data[:len(data)-4], long(0), long(0), long(-1)), "block " + all + " block block end", nil},
		{"something behind the end", join(data, []byte("rest")), all + " end raw", nil},
		{"a negative length", join(body, long(-2), data), all, errLength},
		{"a length beyond all blocks", join(body, long(maxBlock+1), data), all, message.ErrTooLarge},
		{"cut inside a length", data[:len(data)-1], all, message.ErrTruncated},
		{"cut between messages", body[:len(body)-len("\x0a\x02hello\n\x00")],
			strings.TrimSuffix(all, " print"), message.ErrTruncated},
		{"nothing", nil, "", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := NewDecoder(test.data, Options{})
			list, damages := names(d)
			if got := strings.Join(list, " "); got != test.want {
				t.Errorf("%s\nnot\n%s", got, test.want)
			}
			switch {
			case test.damage == nil && len(damages) != 0:
				t.Errorf("damage %v", damages)
			case test.damage != nil && (len(damages) != 1 || !errors.Is(damages[0], test.damage) || damages[0].Message != "container"):
				t.Errorf("damage %v, not %v", damages, test.damage)
			}
		})
	}
}

// Where the damage lies is told, and what follows is played.
func TestDamageInsideABlock(t *testing.T) {
	data := small(t)
	at := bytes.Index(data, []byte{quake2.IDTempEntity, 5})
	data[at+1] = 200 // no such kind
	d := NewDecoder(data, Options{})
	list, damages := names(d)
	if got := strings.Count(strings.Join(list, " "), "frame"); got != 2 {
		t.Errorf("%d frames: %v", got, list)
	}
	if len(damages) != 1 || !errors.Is(damages[0], message.ErrUnknown) {
		t.Fatalf("damages %v", damages)
	}
	want := message.Damage{Format: Name, Message: "temp_entity", Offset: int64(at), Block: 1, Time: 0.1, Err: damages[0].Err}
	if *damages[0] != want {
		t.Errorf("%+v, not %+v", *damages[0], want)
	}
	if !bytes.HasPrefix(d.Rest(), []byte{quake2.IDTempEntity, 200}) {
		t.Errorf("rest % x", d.Rest())
	}
}

func TestRelay(t *testing.T) {
	steps := []step{
		{messages: []message.Message{serverData(34, quake2.DemoRelay, -1)}},
		{messages: []message.Message{
			&message.Quake2Frame{Sequence: 5, Delta: -1, Areas: []byte{255}, Connected: []byte{0, 3}},
			&message.RelayUnicast{Client: 3}, &message.Quake2PlayerInfo{Bits: 1, Type: 1, Stats: []int16{}},
			&message.RelayUnicast{Client: 0}, &message.Print{Level: 1, Text: []byte("x")},
			&message.PacketEntities{},
		}},
		{kind: message.PacketEnd},
	}
	data := write(t, steps)
	n, out := recode(t, data)
	if !bytes.Equal(out, data) {
		t.Error("written back otherwise")
	}
	want := map[string]int{"serverdata": 1, "frame": 1, "unicast": 2, "playerinfo": 1, "print": 1, "packetentities": 1}
	if diff := cmp.Diff(want, n.Messages); diff != "" {
		t.Error(diff)
	}
	d := NewDecoder(data, Options{})
	var got []message.Message
	for {
		if _, err := d.NextPacket(); err != nil {
			break
		}
		for {
			m, err := d.NextMessage()
			if err != nil {
				break
			}
			switch m := m.(type) {
			case *message.RelayUnicast:
				c := *m
				got = append(got, &c)
			case *message.Quake2Frame:
				c := *m
				got = append(got, &c)
			}
		}
	}
	if diff := cmp.Diff([]message.Message{steps[1].messages[0], steps[1].messages[1], steps[1].messages[3]}, got); diff != "" {
		t.Error(diff)
	}
}

func TestServerRecordingAndSeveralLevels(t *testing.T) {
	level := func(name string) []message.Message {
		return []message.Message{serverData(34, quake2.DemoServer, -1), configString(33, name)}
	}
	frame := []message.Message{&message.Quake2Frame{Server: true, Sequence: 838},
		&message.PacketEntities{Entities: []message.EntityDelta{{Number: 9, Bits: 1 << 7}}}}
	client := []message.Message{serverData(26, quake2.DemoClient, 2),
		&message.Quake2Frame{Sequence: 1, Delta: -1, Areas: []byte{}}, &message.Quake2PlayerInfo{}, &message.PacketEntities{}}
	data := write(t, []step{
		{messages: level("maps/a.bsp")}, {messages: frame}, {}, {messages: level("maps/b.bsp")}, {messages: frame}, {}, {messages: client},
		{kind: message.PacketEnd},
	})
	n, out := recode(t, data)
	if !bytes.Equal(out, data) {
		t.Error("written back otherwise")
	}
	if n.Blocks != 7 || n.Messages["serverdata"] != 3 || n.Messages["frame"] != 3 {
		t.Errorf("%+v", n)
	}
}

func TestOtherProtocolsEndThere(t *testing.T) {
	for _, protocol := range []uint32{25, 56, 36} {
		data := small(t)
		binary.LittleEndian.PutUint32(data[lengthSize+1:], protocol)
		checkRefused(t, data, int32(protocol))
	}
	// The test release has other ids: its serverdata is not 12.
	data := small(t)
	data[lengthSize] = 7
	binary.LittleEndian.PutUint32(data[lengthSize+1:], protocolTest)
	checkRefused(t, data, protocolTest)
}

func checkRefused(t *testing.T, data []byte, protocol int32) {
	t.Helper()
	if !Detect(data, "x.dm2") {
		t.Errorf("protocol %d: not detected", protocol)
	}
	d := NewDecoder(data, Options{})
	list, damages := names(d)
	var unsupported *quake2.UnsupportedError
	if len(list) != 1 || len(damages) != 2 || !errors.As(damages[0], &unsupported) || unsupported.Protocol != protocol ||
		!errors.Is(damages[1], container.ErrNotRead) {
		t.Errorf("protocol %d: %v, %v", protocol, list, damages)
	}
	if got := d.Info().Protocol; got != int(protocol) {
		t.Errorf("protocol %d: info says %d", protocol, got)
	}
}

func TestDetect(t *testing.T) {
	for _, test := range []struct {
		data string
		want bool
	}{
		{string(small(t)), true},
		{"\x00\x00\x00\x00" + string(small(t)), true},
		{"", false},
		{"\x0c", false},
		{"MVD2 and something else", false},
		{"-1\n\x05\x00\x00\x00 a Quake demo", false},
		{"\x10\x00\x00\x00\x0c\x99\x00\x00\x00 of no known protocol", false},
		{"\x10\x00\x00\x00\x0d\x22\x00\x00\x00 no serverdata", false},
		{"\xff\xff\xff\xff\x0c\x22\x00\x00\x00 no length", false},
	} {
		if got := Detect([]byte(test.data), "x.dm2"); got != test.want {
			t.Errorf("%.20q: %v", test.data, got)
		}
	}
}

// A mark leads back to where it was made, whatever was read since.
func TestMarks(t *testing.T) {
	data, err := os.ReadFile(sample)
	if err != nil {
		t.Fatal(err)
	}
	d := NewDecoder(data, Options{})
	var marks []message.Mark
	var tails [][]string
	for {
		marks = append(marks, d.Mark())
		if _, err := d.NextPacket(); err != nil {
			break
		}
		for {
			if _, err := d.NextMessage(); err != nil {
				break
			}
		}
	}
	for i := 0; i < len(marks); i += 100 {
		d.Return(marks[i])
		list, damages := names(d)
		if len(damages) != 0 {
			t.Fatalf("mark %d: %v", i, damages)
		}
		tails = append(tails, list)
	}
	for i := 1; i < len(tails); i++ {
		long, short := tails[i-1], tails[i]
		if diff := cmp.Diff(long[len(long)-len(short):], short); diff != "" {
			t.Fatalf("mark %d: %s", i*100, diff)
		}
	}
}

// Cut anywhere, a demo plays up to there and says so.
func TestCut(t *testing.T) {
	data, err := os.ReadFile(sample)
	if err != nil {
		t.Fatal(err)
	}
	whole, _ := names(NewDecoder(data, Options{}))
	step := 1
	if testing.Short() {
		step = 37
	}
	for size := 0; size < len(data); size += step {
		if size > 1500 {
			size += 197 * step
			if size >= len(data) {
				break
			}
		}
		list, damages := names(NewDecoder(data[:size], Options{}))
		if size > 0 && len(damages) != 1 {
			t.Fatalf("cut to %d bytes: %v", size, damages)
		}
		if size > 0 && damages[0].Offset > int64(size) {
			t.Fatalf("cut to %d bytes: damage at %d", size, damages[0].Offset)
		}
		if diff := cmp.Diff(whole[:len(list):len(list)], list, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("cut to %d bytes: %s", size, diff)
		}
	}
}

// Whatever the bytes, reading ends and tells its damages in order.
func TestFlips(t *testing.T) {
	data, err := os.ReadFile(sample)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		broken := bytes.Clone(data)
		for range 1 + rng.IntN(20) {
			broken[rng.IntN(len(broken))] ^= 1 << rng.IntN(8)
		}
		_, damages := names(NewDecoder(broken, Options{}))
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
	f.Add(write(f, []step{{messages: []message.Message{serverData(3436, 1, 0), configString(62, "m")}}, {}, {kind: message.PacketEnd}}))
	f.Add(write(f, []step{{messages: []message.Message{serverData(34, quake2.DemoRelay, -1), &message.RelayUnicast{Client: 1}, &message.Nop{}}}}))
	f.Fuzz(func(t *testing.T, data []byte) {
		d := NewDecoder(data, Options{})
		e := NewEncoder(Options{})
		packets := 0
		for {
			p, err := d.NextPacket()
			if err == io.EOF {
				break
			}
			if packets++; packets > len(data)+1 {
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
				if n > 2*len(data)+2 {
					t.Fatal("more messages than bytes")
				}
				if err != nil {
					continue
				}
				if err := e.Message(m); err != nil {
					t.Fatalf("what was read cannot be written: %v", err)
				}
			}
		}
	})
}
