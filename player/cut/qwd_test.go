package cut

import (
	"io"
	"math"
	"path/filepath"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/internal/corpus"
)

// smallQWD is a recording in which the thing with the number 40 moves along one axis after the other, each
// packet a change of the one before the last.
func smallQWD(t testing.TB) *formats.Demo {
	at := func(seconds float32, sequence int32, m ...message.Message) record {
		return record{message.Packet{Type: 1, RawTime: math.Float32bits(seconds), Sequence: sequence,
			Acknowledge: sequence}, m}
	}
	thing := func(from uint8, axis int, v coord) *message.PacketEntities {
		d := message.EntityDelta{Number: 40, Bits: 1 << (9 + axis)}
		d.Origin[axis] = v
		return &message.PacketEntities{Delta: from != 0, From: from, Entities: []message.EntityDelta{d}}
	}
	info := &message.QWPlayerInfo{Player: 2, Origin: [3]coord{8, 8, 8}}
	return makeDemo(t, "qwd",
		at(100, 1,
			&message.QWServerData{Protocol: 28, Age: 7, GameDir: []byte("qw"), Client: 2, MapName: []byte("A Map")},
			&message.QWList{Names: [][]byte{[]byte("maps/a.bsp"), []byte("progs/player.mdl")}},
			&message.SpawnBaseline{EntityDelta: message.EntityDelta{Number: 40, Model: 2}},
			&message.QWUpdateUserInfo{Player: 2, User: 10, Text: []byte(`\name\one`)}),
		record{message.Packet{Kind: message.PacketSequence, Type: 2, RawTime: math.Float32bits(100)},
			[]message.Message{&message.QWSequence{Outgoing: 50, Incoming: 40}}},
		at(101, 41, &message.UpdateStat{Index: 0, Value: 100}, info, thing(0, 0, 8)),
		record{message.Packet{Kind: message.PacketCommand, Type: 0, RawTime: math.Float32bits(101)},
			[]message.Message{&message.QWClientBlock{ViewAngles: [3]float32{5, 6, 7}}}},
		at(102, 42, info, thing(41, 1, 16)),
		at(103, 43, &message.UpdateStat{Index: 0, Value: 55}, &message.QWStatFloat{Index: 3, Value: 7.5}, info,
			thing(41, 2, 24)),
		// Here the part begins.
		at(104, 44, info, thing(42, 0, 80)),
		at(105, 45, info, thing(43, 1, 88)),
		at(106, 46, info, thing(44, 2, 96)),
		at(107, 47, info, thing(45, 2, 104)),
	)
}

// moveNumbers returns by how much the number of a client's next move is ahead of the server's packet when
// that comes, by the packet's number.
func moveNumbers(t *testing.T, demo *formats.Demo) map[int32]int32 {
	t.Helper()
	ahead := map[int32]int32{}
	next, known := int32(0), false
	d := demo.Decoder()
	for {
		p, err := d.NextPacket()
		if err != nil {
			if err != io.EOF {
				t.Fatal(err)
			}
			return ahead
		}
		switch {
		case p.Type == qwdClient && p.Kind == message.PacketCommand:
			next++
		case p.Type == qwdServer && known && p.Sequence != -1:
			n := p.Sequence & sequenceOf
			ahead[n] = next - n
		}
		for {
			m, err := d.NextMessage()
			if err != nil {
				break
			}
			if m, ok := m.(*message.QWSequence); ok {
				next, known = m.Outgoing, true
			}
		}
	}
}

// TestMovesKeepTheirNumbers: where a move has another number than in the original, ezQuake's view stands still.
func TestMovesKeepTheirNumbers(t *testing.T) {
	demo := open(t, filepath.Join(corpus.Sample, "demoscope1.qwd"))
	want := moveNumbers(t, demo)
	for _, from := range []float64{5, 17.3, 40} {
		part, err := Cut(demo, from, from+10)
		if err != nil {
			t.Fatal(err)
		}
		got := moveNumbers(t, demo.Format.Open("part.qwd", part.Data))
		if len(got) < 300 {
			t.Errorf("from %v s: %d packets", from, len(got))
		}
		for n, ahead := range got {
			if want[n] != ahead {
				t.Fatalf("from %v s: when packet %d comes the next move is %d ahead, in the original %d", from, n,
					ahead, want[n])
			}
		}
	}
}
