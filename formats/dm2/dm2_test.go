package dm2

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"demoscope/formats/internal/container"
	"demoscope/formats/internal/decodertest"
	"demoscope/formats/message"
	"demoscope/formats/quake2"
)

func write(t testing.TB, list []decodertest.Record) []byte {
	t.Helper()
	return decodertest.Write(t, NewEncoder(), list)
}

// drain reads all of a demo.
func drain(t testing.TB, data []byte) decodertest.Reading {
	t.Helper()
	return decodertest.Drain(t, Name, data, NewDecoder(data))
}

func serverData(protocol int32, isDemo uint8, client int16) message.Message {
	return &message.Quake2ServerData{
		Protocol: protocol, Key: 7, IsDemo: isDemo, GameDir: []byte("baseq2"), Client: client,
		MapName: []byte("The Edge"),
	}
}

func configString(index uint16, text string) message.Message {
	return &message.ConfigString{Index: index, Text: []byte(text)}
}

// small is a demo of a client with two frames.
func small(t testing.TB) []byte {
	return write(t, []decodertest.Record{
		{Messages: []message.Message{
			serverData(34, quake2.DemoClient, 0), configString(33, "maps/q2dm1.bsp"),
			&message.StuffText{Text: []byte("precache\n")},
		}},
		{Messages: []message.Message{
			&message.Quake2Frame{Sequence: 1, Delta: -1, Areas: []byte{2}},
			&message.Quake2PlayerInfo{Bits: 1<<1 | 1<<11, FOV: 90, StatBits: 2, Stats: []int16{100}},
			&message.PacketEntities{Entities: []message.EntityDelta{{Number: 1, Bits: 3 | 1<<4, Frame: 4}}},
			&message.Quake2TempEntity{Type: 5}, &message.Sound{Bits: 8, Entity: 1, Sound: 3},
		}},
		{Messages: []message.Message{
			&message.Quake2Frame{Sequence: 2, Delta: 1, Areas: []byte{2}},
			&message.Quake2PlayerInfo{}, &message.PacketEntities{}, &message.Print{Level: 2, Text: []byte("hello\n")},
		}},
		{Packet: message.Packet{Kind: message.PacketEnd}},
	})
}

func TestContainer(t *testing.T) {
	long := func(v int32) []byte { return binary.LittleEndian.AppendUint32(nil, uint32(v)) }
	data := small(t)
	body := data[:len(data)-lengthSize]
	join := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	const all = "server serverdata configstring stufftext server frame playerinfo packetentities temp_entity sound " +
		"server frame playerinfo packetentities print"
	for _, test := range []struct {
		name   string
		data   []byte
		want   string
		damage error // of the container, nil for none
	}{
		{"whole", data, all + " end", nil},
		{"without the mark of the end", body, all, container.ErrEndMark},
		{"empty blocks", join(long(0), data[:len(data)-4], long(0), long(0), long(-1)), "server " + all +
			" server server end", nil},
		{"something behind the end", join(data, []byte("rest")), all + " end raw", nil},
		{"a negative length", join(body, long(-2), data), all + " " + all + " end", errLength},
		{"a length beyond all blocks", join(body, long(maxBlock+1), data), all + " " + all + " end",
			message.ErrTooLarge},
		{"cut inside a length", data[:len(data)-1], all, message.ErrTruncated},
		{"cut between messages", body[:len(body)-len("\x0a\x02hello\n\x00")],
			strings.TrimSuffix(all, " print"), message.ErrTruncated},
		{"nothing", nil, "", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := drain(t, test.data)
			if got := strings.Join(r.Names, " "); got != test.want {
				t.Errorf("%s\nnot\n%s", got, test.want)
			}
			switch {
			case test.damage == nil && len(r.Damages) != 0:
				t.Errorf("damage %v", r.Damages)
			case test.damage != nil && (len(r.Damages) != 1 || !errors.Is(r.Damages[0], test.damage) ||
				r.Damages[0].Message != "container"):
				t.Errorf("damage %v, not %v", r.Damages, test.damage)
			}
		})
	}
}

// Where the damage lies is told, and what follows is played.
func TestDamageInsideABlock(t *testing.T) {
	data := small(t)
	at := bytes.Index(data, []byte{3, 5})
	data[at+1] = 200 // no such kind
	d := NewDecoder(data)
	r := decodertest.Drain(t, Name, data, d)
	damages := r.Damages
	if got := strings.Count(strings.Join(r.Names, " "), "frame"); got != 2 {
		t.Errorf("%d frames: %v", got, r.Names)
	}
	if len(damages) != 1 || !errors.Is(damages[0], message.ErrUnknown) {
		t.Fatalf("damages %v", damages)
	}
	want := message.Damage{Format: Name, Message: "temp_entity", Offset: int64(at), Block: 1, Time: 0.1, Skipped: 13,
		Err: damages[0].Err}
	if *damages[0] != want {
		t.Errorf("%+v, not %+v", *damages[0], want)
	}
	if !bytes.HasPrefix(d.Rest(), []byte{3, 200}) {
		t.Errorf("rest % x", d.Rest())
	}
}

func TestRelay(t *testing.T) {
	steps := []decodertest.Record{
		{Messages: []message.Message{serverData(34, quake2.DemoRelay, -1)}},
		{Messages: []message.Message{
			&message.Quake2Frame{Sequence: 5, Delta: -1, Areas: []byte{255}, Connected: []byte{0, 3}},
			&message.RelayUnicast{Client: 3}, &message.Quake2PlayerInfo{Bits: 1, Type: 1, Stats: []int16{}},
			&message.RelayUnicast{Client: 0}, &message.Print{Level: 1, Text: []byte("x")},
			&message.PacketEntities{},
		}},
		{Packet: message.Packet{Kind: message.PacketEnd}},
	}
	data := write(t, steps)
	rewrite(t, data)
	n := count(t, data)
	want := map[string]int{"serverdata": 1, "frame": 1, "unicast": 2, "playerinfo": 1, "print": 1, "packetentities": 1}
	if diff := cmp.Diff(want, n.Messages); diff != "" {
		t.Error(diff)
	}
	var got []message.Message
	decodertest.Walk(t, NewDecoder(data), nil, func(m message.Message) {
		switch m := m.(type) {
		case *message.RelayUnicast:
			c := *m
			got = append(got, &c)
		case *message.Quake2Frame:
			c := *m
			got = append(got, &c)
		}
	})
	if diff := cmp.Diff([]message.Message{steps[1].Messages[0], steps[1].Messages[1], steps[1].Messages[3]},
		got); diff != "" {
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
		&message.Quake2Frame{Sequence: 1, Delta: -1, Areas: []byte{}}, &message.Quake2PlayerInfo{},
		&message.PacketEntities{}}
	data := write(t, []decodertest.Record{
		{Messages: level("maps/a.bsp")}, {Messages: frame}, {}, {Messages: level("maps/b.bsp")}, {Messages: frame}, {},
		{Messages: client},
		{Packet: message.Packet{Kind: message.PacketEnd}},
	})
	rewrite(t, data)
	n := count(t, data)
	if n.Blocks != 7 || n.Messages["serverdata"] != 3 || n.Messages["frame"] != 3 {
		t.Errorf("%+v", n)
	}
}

// What is recorded with a protocol that is not read ends there. (One that no recorder
// writes, with blocks that can be read, is damage: TestDamagedBeginning.)
func TestOtherProtocolsEndThere(t *testing.T) {
	for _, protocol := range []uint32{25, 56} {
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
	d := NewDecoder(data)
	r := decodertest.Drain(t, Name, data, d)
	damages := r.Damages
	var unsupported *quake2.UnsupportedError
	if len(r.Names) != 1 || len(damages) != 2 || !errors.As(damages[0], &unsupported) ||
		unsupported.Protocol != protocol ||
		!errors.Is(damages[1], container.ErrNotRead) {
		t.Errorf("protocol %d: %v, %v", protocol, r.Names, damages)
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
	decodertest.Marks(t, NewDecoder(decodertest.Sample(t, sample)))
	decodertest.Found(t, NewDecoder(decodertest.Sample(t, sample)))
}

func TestNoAllocations(t *testing.T) {
	decodertest.Allocations(t, NewDecoder(decodertest.Sample(t, sample)))
}

// Cut anywhere, a demo plays up to there and says so.
func TestCut(t *testing.T) {
	data := decodertest.Sample(t, sample)
	whole := drain(t, data).Names
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
		r := drain(t, data[:size])
		if size > 0 && len(r.Damages) != 1 {
			t.Fatalf("cut to %d bytes: %v", size, r.Damages)
		}
		if diff := cmp.Diff(whole[:len(r.Names):len(r.Names)], r.Names, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("cut to %d bytes: %s", size, diff)
		}
	}
}

// Whatever the bytes, reading ends and tells its damages in order.
func TestFlips(t *testing.T) {
	decodertest.Flips(300, decodertest.Sample(t, sample), func(bad []byte) { drain(t, bad) })
	for _, protocol := range []int32{1038, 2022, 2023} {
		decodertest.Flips(300, rerelease(t, protocol), func(bad []byte) {
			drain(t, bad)
			decodertest.Writable(t, NewDecoder(bad), NewEncoder())
		})
	}
}

// TestRewrite: each block is written as it was, also with a compressed message, whose content follows it.
func TestRewrite(t *testing.T) {
	for _, protocol := range []int32{1038, 2022, 2023} {
		data := rerelease(t, protocol)
		decodertest.Rewrite(t, data, NewDecoder(data), NewEncoder())
	}
}

// TestDamagedServerData: a serverdata that can't be read changes nothing for what comes after it.
func TestDamagedServerData(t *testing.T) {
	data := small(t)
	body := data[:len(data)-lengthSize]
	for _, protocol := range []int32{34, 2022, 3436} {
		m := serverData(protocol, quake2.DemoClient, 0).(*message.Quake2ServerData)
		level := write(t, []decodertest.Record{{Messages: []message.Message{m}}})
		cut := binary.LittleEndian.AppendUint32(nil, uint32(len(level)-lengthSize-3))
		cut = append(cut, level[lengthSize:len(level)-3]...)
		after := body[lengthSize+int(binary.LittleEndian.Uint32(body)):] // without its own serverdata
		damaged := slices.Concat(body, cut, after, data[len(data)-lengthSize:])
		r, d := drain(t, damaged), NewDecoder(damaged)
		if want := drain(t, body); len(r.Damages) != 1 || strings.Count(strings.Join(r.Names, " "), "playerinfo") !=
			2*strings.Count(strings.Join(want.Names, " "), "playerinfo") {
			t.Errorf("protocol %d: %v, %v", protocol, r.Names, r.Damages)
		}
		for err := error(nil); err != io.EOF; _, err = d.NextPacket() {
		}
		if got := d.Info().Protocol; got != 34 {
			t.Errorf("protocol %d: then it has %d", protocol, got)
		}
	}
}

// rerelease is a demo of the re-release with packed messages and a frame.
func rerelease(t testing.TB, protocol int32) []byte {
	data := serverData(protocol, quake2.DemoClient, 0).(*message.Quake2ServerData)
	data.Rate = 40
	texts := []message.ConfigString{{Index: 63, Text: []byte("maps/a.bsp")}}
	entities := []message.EntityDelta{{Number: 9, Bits: 1 | 1<<7 | 1<<11, Model: 5}}
	list := []decodertest.Record{{Messages: []message.Message{data}}}
	if protocol == 1038 {
		// A block of deflate that is stored, with a print.
		zip := []byte{1, 4, 0, 0xfb, 0xff, 10, 1, 'x', 0}
		list = append(list, decodertest.Record{Messages: []message.Message{
			&message.Quake2GameState{Strings: texts, Entities: entities},
			&message.Quake2Zip{Quake2Packed: message.Quake2Packed{Packed: zip, Plain: 4}}, &message.Quake2ZipEnd{},
		}})
	} else {
		list = append(list, decodertest.Record{Messages: []message.Message{
			&message.Quake2ConfigStrings{Strings: texts}, &message.Quake2Baselines{Entities: entities},
			&message.Quake2LocPrint{Base: []byte("$k"), Args: [][]byte{[]byte("a")}},
		}})
	}
	for n := range int32(3) {
		list = append(list, decodertest.Record{Messages: []message.Message{
			&message.Quake2Frame{Sequence: n + 1, Delta: n, Areas: []byte{1}},
			&message.Quake2PlayerInfo{Bits: 1 << 1, StatBits: 2, Stats: []int16{100}},
			&message.PacketEntities{Entities: []message.EntityDelta{{Number: 1, Bits: 1 | 1<<7 | 1<<15 | 1<<23 | 1<<27,
				Solid: n}}},
			&message.Quake2Damage{Hits: []message.Quake2Hit{{Damage: 0x21}}}, &message.Quake2FogChange{Bits: 3},
		}})
	}
	return write(t, append(list, decodertest.Record{Packet: message.Packet{Kind: message.PacketEnd}}))
}

func FuzzDecoder(f *testing.F) {
	f.Add(small(f))
	f.Add(write(f, []decodertest.Record{{Messages: []message.Message{serverData(3436, 1, 0), configString(62, "m")}},
		{}, {Packet: message.Packet{Kind: message.PacketEnd}}}))
	f.Add(write(f, []decodertest.Record{{Messages: []message.Message{serverData(34, quake2.DemoRelay, -1),
		&message.RelayUnicast{Client: 1}, &message.Nop{}}}}))
	for _, protocol := range []int32{1038, 2022, 2023} {
		f.Add(rerelease(f, protocol))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		drain(t, data)
		decodertest.Writable(t, NewDecoder(data), NewEncoder())
	})
}
