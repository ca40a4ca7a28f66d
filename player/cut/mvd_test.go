package cut

import (
	"encoding/json"
	"iter"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// made is a demo of the packets and messages that a test says; the last argument of each record are its messages.
type record struct {
	packet   message.Packet
	messages []message.Message
}

func makeDemo(t testing.TB, format string, records ...record) *formats.Demo {
	t.Helper()
	f := formats.Lookup(format)
	e := f.Encoder("a." + format)
	for _, r := range records {
		if err := message.Write(e, &r.packet, r.messages); err != nil {
			t.Fatal(err)
		}
	}
	data, err := e.Close()
	if err != nil {
		t.Fatal(err)
	}
	return f.Open("a."+format, data)
}

// messagesOf are the messages of a demo up to the end of what can be read. Each is valid until the next one.
func messagesOf(demo *formats.Demo) iter.Seq[message.Message] {
	return func(yield func(message.Message) bool) {
		d := demo.Decoder()
		for {
			if _, err := d.NextPacket(); err != nil {
				return
			}
			for {
				m, err := d.NextMessage()
				if err != nil {
					break
				}
				if !yield(m) {
					return
				}
			}
		}
	}
}

// lines returns the messages of a demo, each as its name and JSON.
func lines(t testing.TB, demo *formats.Demo) (list []string) {
	t.Helper()
	for m := range messagesOf(demo) {
		text, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, m.Name()+string(text))
	}
	return list
}

const mvdAllMask = 1<<32 - 1

func all(ms uint8, m ...message.Message) record {
	return record{message.Packet{Type: 6, Milliseconds: ms, Targets: mvdAllMask}, m}
}

// smallMVD is a level with a player who moves, one who goes away and comes back, and a thing that moves.
func smallMVD(t testing.TB) *formats.Demo {
	return makeDemo(t, "mvd",
		all(0,
			&message.QWServerData{Protocol: 28, Age: 7, GameDir: []byte("qw"), ServerTime: 5, MapName: []byte("A Map"),
				MoveVars: [10]float32{800}},
			&message.CDTrack{From: 4},
			&message.StuffText{Text: []byte("fullserverinfo \"\\maxfps\\77\"\n")},
			&message.QWList{Kind: message.QWSoundList, Names: [][]byte{[]byte("a.wav")}},
			&message.QWList{Names: [][]byte{[]byte("maps/a.bsp"), []byte("progs/player.mdl")}},
			&message.SpawnBaseline{EntityDelta: message.EntityDelta{Number: 40, Model: 2, Skin: 1}},
			&message.UpdateFrags{Player: 0, Frags: 3}, &message.UpdateFrags{Player: 1, Frags: 1},
			&message.QWUpdateUserInfo{Player: 0, User: 10, Text: []byte(`\name\one`)},
			&message.QWUpdateUserInfo{Player: 1, User: 11, Text: []byte(`\name\two`)},
			&message.LightStyle{Style: 3, Text: []byte("az")}),
		record{message.Packet{Type: 5 | 1<<3, Targets: 2},
			[]message.Message{&message.UpdateStat{Index: 0, Value: 100}}},
		all(20,
			&message.PacketEntities{Entities: []message.EntityDelta{
				{Number: 40, Bits: 1 << 9, Origin: [3]coord{80, 0, 0}}}},
			&message.MVDPlayerInfo{Player: 0, Bits: 0x3f, Frame: 1, Origin: [3]coord{8, 16, 24},
				Angles: [3]int16{1, 2, 3}},
			&message.MVDPlayerInfo{Player: 1, Bits: 0x87, Frame: 1, Origin: [3]coord{88, 96, 104}, Skin: 9}),
		// The second player is gone for a frame, the first moves along one axis; the thing turns.
		all(20,
			&message.PacketEntities{Delta: true, Entities: []message.EntityDelta{
				{Number: 40, Bits: 1 << 12, Angles: [3]angle{0, 64, 0}}}},
			&message.QWNails{Nails: []message.QWNail{{X: 10, Y: 20, Z: 30}}},
			&message.MVDPlayerInfo{Player: 0, Bits: 1, Frame: 2, Origin: [3]coord{800, 0, 0}}),
		record{message.Packet{Type: 5 | 1<<3, Targets: 2},
			[]message.Message{&message.UpdateStat{Index: 0, Value: 66}, &message.QWStatFloat{Index: 3, Value: 7.5}}},
		all(0, &message.UpdateFrags{Player: 0, Frags: 4}, &message.QWSetInfo{Player: 1, Key: []byte("team"),
			Value: []byte("red")}),
		// Here the part begins.
		all(20,
			&message.PacketEntities{Delta: true},
			&message.MVDPlayerInfo{Player: 0, Bits: 2, Frame: 3, Origin: [3]coord{0, 160, 0}},
			&message.MVDPlayerInfo{Player: 1, Bits: 4, Frame: 3, Origin: [3]coord{0, 0, 1040}}),
		all(20, &message.PacketEntities{Delta: true},
			&message.MVDPlayerInfo{Player: 0, Frame: 4}, &message.MVDPlayerInfo{Player: 1, Frame: 4}),
		all(20, &message.PacketEntities{Delta: true}, &message.MVDPlayerInfo{Player: 0, Frame: 5}),
	)
}

// TestBeginning: a part that begins before the first frame begins with the demo.
func TestBeginning(t *testing.T) {
	demo := smallMVD(t)
	part, err := Cut(demo, 0, 0.02)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(part.Data); n > len(demo.Data()) || string(part.Data[:n-100]) != string(demo.Data()[:n-100]) {
		t.Error("it does not begin as the demo")
	}
}

// TestRefused: a part of nothing, and one that cannot be read.
func TestRefused(t *testing.T) {
	demo := smallMVD(t)
	if _, err := Cut(demo, 3, 4); err != ErrEmpty {
		t.Error(err)
	}
	broken := demo.Format.Open("a.mvd", demo.Data()[:len(demo.Data())-3])
	if _, err := Cut(broken, 0.06, 1); err == nil || err.Error() == ErrEmpty.Error() {
		t.Error(err)
	}
	if _, err := Cut(broken, 0.02, 0.06); err != nil {
		t.Error(err)
	}
}

type (
	coord = wire.Coord
	angle = wire.Angle
)
