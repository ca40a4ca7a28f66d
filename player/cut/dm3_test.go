package cut

import (
	"testing"

	"demoscope/formats/message"
)

// TestDM3: before the part stands the gamestate of its moment, with a configstring that a command has changed, and whole
// the one snapshot that a snapshot of the part is a change of.
func TestDM3(t *testing.T) {
	field := func(list []message.StateField, name string) uint8 {
		for i := range list {
			if list[i].Name == name {
				return uint8(i)
			}
		}
		t.Fatalf("there is no %s", name)
		return 0
	}
	model := field(message.EntityStateFields[:], "modelindex")
	client := field(message.PlayerStateFields[:], "clientNum")
	weapon := field(message.PlayerStateFields[:], "weapon")
	state := &message.GameState{
		Protocol: 68, CommandSequence: 3, ClientNum: 4, ChecksumFeed: 9,
		ConfigStrings: []message.GameStateString{{Index: 0, Text: []byte(`\mapname\a`)}, {Index: 5, Text: []byte("old")}},
	}
	snapshot := func(time int32, delta uint8, weaponIs int32, modelIs int32) *message.Snapshot {
		s := &message.Snapshot{ServerTime: time, DeltaNum: delta, AreaMask: []byte{0}}
		// In protocol 68 clientNum is the 41st of a player's fields and weapon the 42nd, and modelindex the 11th of an
		// entity's.
		s.Changes = []message.SnapshotChange{{Field: client, Value: 4}, {Field: weapon, Value: weaponIs}}
		s.Player.Lead = 42
		s.Player.SetStretch(s.Changes, 0)
		if modelIs != 0 {
			s.Changes = append(s.Changes, message.SnapshotChange{Field: model, Value: modelIs})
			e := message.SnapshotEntity{Number: 70, Kind: message.SnapshotDelta, Lead: 48}
			e.SetStretch(s.Changes, 2)
			s.Entities = append(s.Entities, e)
		}
		return s
	}
	at := func(sequence int32, m ...message.Message) record {
		return record{message.Packet{Sequence: sequence}, m}
	}
	demo := makeDemo(t, "dm3",
		at(10, state),
		at(11, snapshot(1000, 0, 1, 7)),
		at(12, &message.ServerCommand{Sequence: 4, Text: []byte(`cs 5 "new"`)}, snapshot(2000, 1, 2, 0)),
		at(13, &message.ServerCommand{Sequence: 4, Text: []byte(`cs 5 "new"`)}, snapshot(3000, 1, 3, 0)),
		at(14, snapshot(4000, 2, 5, 8)),
		at(15, snapshot(5000, 1, 5, 0)),
	)
	part, err := Cut(demo, 3, 4)
	if err != nil {
		t.Fatal(err)
	}
	got := demo.Format.Open("a.dm_68", part.Data)
	d := got.Decoder()
	var sequences, times []int32
	var strings []string
	for {
		p, err := d.NextPacket()
		if err != nil {
			break
		}
		if p.Kind == message.PacketEnd {
			continue
		}
		sequences = append(sequences, p.Sequence)
		for {
			m, err := d.NextMessage()
			if err != nil {
				break
			}
			switch m := m.(type) {
			case *message.GameState:
				for _, s := range m.ConfigStrings {
					strings = append(strings, string(s.Text))
				}
				if m.CommandSequence != 4 || m.ClientNum != 4 || m.ChecksumFeed != 9 {
					t.Errorf("%+v", m)
				}
			case *message.Snapshot:
				times = append(times, m.ServerTime)
				if m.ServerTime == 2000 && (m.DeltaNum != 0 || len(m.Entities) != 1 || m.Entities[0].Number != 70) {
					t.Errorf("the snapshot before the part is %+v", m)
				}
			}
		}
	}
	for _, x := range []struct{ got, want []int32 }{{sequences, []int32{11, 12, 14, 15}}, {times, []int32{2000, 4000, 5000}}} {
		if len(x.got) != len(x.want) {
			t.Fatalf("%v, want %v", x.got, x.want)
		}
		for i := range x.want {
			if x.got[i] != x.want[i] {
				t.Errorf("%v, want %v", x.got, x.want)
			}
		}
	}
	if len(strings) != 2 || strings[0] != `\mapname\a` || strings[1] != "new" {
		t.Errorf("%q", strings)
	}
}
