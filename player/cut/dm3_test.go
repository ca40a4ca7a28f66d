package cut

import (
	"fmt"
	"slices"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
)

// field returns the number of a field of a state.
func field(list []message.StateField, name string) uint8 {
	return uint8(slices.IndexFunc(list, func(f message.StateField) bool { return f.Name == name }))
}

// TestDM3: before the part stands the gamestate of its moment, with a configstring that a command has
// changed, and whole the one snapshot that a snapshot of the part is a change of, and the last one.
func TestDM3(t *testing.T) {
	model := field(message.EntityStateFields[:], "modelindex")
	client := field(message.PlayerStateFields[:], "clientNum")
	weapon := field(message.PlayerStateFields[:], "weapon")
	state := &message.GameState{
		Protocol: 68, CommandSequence: 3, ClientNum: 4, ChecksumFeed: 9,
		ConfigStrings: []message.GameStateString{{Index: 0, Text: []byte(`\mapname\a`)},
			{Index: 5, Text: []byte("old")}, {Index: 22, Text: []byte("1")}}, // an intermission, until the restart
	}
	snapshot := func(time int32, delta uint8, weaponIs int32, modelIs int32) *message.Snapshot {
		s := &message.Snapshot{ServerTime: time, DeltaNum: delta, AreaMask: []byte{0}}
		// In protocol 68 clientNum is the 41st of a player's fields and weapon the 42nd, and modelindex the 11th of an
		// entity's.
		s.Changes = []message.SnapshotChange{{Field: client, Value: 4}, {Field: weapon, Value: weaponIs}}
		s.Player.Lead = 42
		s.Player.SetRange(s.Changes, 0)
		if modelIs != 0 {
			s.Changes = append(s.Changes, message.SnapshotChange{Field: model, Value: modelIs})
			e := message.SnapshotEntity{Number: 70, Kind: message.SnapshotDelta, Lead: 48}
			e.SetRange(s.Changes, 2)
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
		at(12, &message.ServerCommand{Sequence: 4, Text: []byte(`cs 5 "new"`)},
			&message.ServerCommand{Sequence: 5, Text: []byte("map_restart")}, snapshot(2000, 1, 2, 0)),
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
				if m.CommandSequence != 5 || m.ClientNum != 4 || m.ChecksumFeed != 9 {
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
	if !slices.Equal(sequences, []int32{11, 12, 13, 14, 15}) || !slices.Equal(times, []int32{2000, 3000, 4000, 5000}) ||
		!slices.Equal(strings, []string{`\mapname\a`, "new"}) {
		t.Errorf("packets %v, snapshots %v, strings %q", sequences, times, strings)
	}
	// A snapshot of which a base is lost is not written.
	demo = makeDemo(t, "dm3", at(10, state), at(11, snapshot(1000, 9, 1, 7)), at(12, snapshot(1050, 1, 2, 0)),
		at(13, snapshot(1100, 0, 3, 8)), at(14, snapshot(1150, 1, 3, 0)))
	if part, err = Cut(demo, 0.1, 1); err != nil {
		t.Fatal(err)
	}
	for m := range messagesOf(demo.Format.Open("a.dm_68", part.Data)) {
		if m, ok := m.(*message.Snapshot); ok && m.ServerTime < 1100 {
			t.Errorf("%+v", m)
		}
	}
}

// TestDM3Scores: the part begins with the list of scores that has been told, with the frags since; one that
// is still to be seen in the part's first snapshots is in it once.
func TestDM3Scores(t *testing.T) {
	snapshot := func(time int32, delta uint8, frag bool) *message.Snapshot {
		s := &message.Snapshot{ServerTime: time, DeltaNum: delta, AreaMask: []byte{0}}
		// In protocol 68 clientNum is the 41st of a player's fields.
		s.Changes = []message.SnapshotChange{{Field: field(message.PlayerStateFields[:], "clientNum"), Value: 2}}
		s.Player.Lead = 41
		s.Player.SetRange(s.Changes, 0)
		if frag { // an obituary: 13 for events and 60, of player 1 by player 0
			e := message.SnapshotEntity{Number: 90, Kind: message.SnapshotDelta, Lead: 51}
			for _, c := range []struct {
				name  string
				value int32
			}{{"eType", 73}, {"otherEntityNum", 1}, {"otherEntityNum2", 0}, {"eventParm", 10}} {
				s.Changes = append(s.Changes, message.SnapshotChange{Field: field(message.EntityStateFields[:], c.name),
					Value: c.value})
			}
			slices.SortFunc(s.Changes[1:], func(a, b message.SnapshotChange) int { return int(a.Field) - int(b.Field) })
			e.SetRange(s.Changes, 1)
			s.Entities = append(s.Entities, e)
		}
		return s
	}
	at := func(sequence int32, m ...message.Message) record {
		return record{message.Packet{Sequence: sequence}, m}
	}
	state := &message.GameState{Protocol: 68, CommandSequence: 3, ClientNum: 2}
	for index, text := range map[uint16]string{0: `\mapname\a\g_gametype\0\sv_maxclients\4`, 544: `n\Ann\t\0`,
		545: `n\Bob\t\0`, 546: `n\Own\t\0`} {
		state.ConfigStrings = append(state.ConfigStrings, message.GameStateString{Index: index, Text: []byte(text)})
	}
	slices.SortFunc(state.ConfigStrings, func(a, b message.GameStateString) int { return int(a.Index) - int(b.Index) })
	list := &message.ServerCommand{Sequence: 4,
		Text: []byte("scores 2 0 0  1 5 40 7 0 0 30 0 0 0 0 0 0 0  0 5 60 8 0 0 20 0 0 0 0 0 0 0")}
	demo := makeDemo(t, "dm3",
		at(10, state), at(11, list, snapshot(1000, 0, false)), at(12, snapshot(2000, 1, false)),
		at(13, snapshot(2050, 1, true)), // before the part, of which nothing is a change of it
		at(14, snapshot(2100, 0, true)), at(15, snapshot(2150, 1, false)), at(16, snapshot(2200, 1, false)),
		at(17, snapshot(4000, 0, false)),
	)
	// The third is the recorder, whose snapshots tell his score.
	const scores = "4 2 scores 3 0 0" + " 0 6 60 8 0 0 20 0 0 0 0 0 0 0" + " 1 5 40 7 0 0 30 0 0 0 0 0 0 0" +
		" 2 0 0 0 0 0 0 0 0 0 0 0 0 0"
	var got *formats.Demo
	for _, c := range []struct {
		from, to  float64
		sequences []int32 // of packets, the second with the list
	}{{3, 4, []int32{15, 16, 17}}, {1.1, 1.2, []int32{12, 13, 14, 15}}} { // the first has no snapshot before it
		part, err := Cut(demo, c.from, c.to)
		if err != nil {
			t.Fatal(err)
		}
		got = demo.Format.Open("a.dm_68", part.Data)
		var told []string
		var sequences []int32
		d := got.Decoder()
		for p, err := d.NextPacket(); err == nil && p.Kind != message.PacketEnd; p, err = d.NextPacket() {
			sequences = append(sequences, p.Sequence)
			for m := range message.Rest(d) {
				if m, ok := m.(*message.ServerCommand); ok {
					told = append(told, fmt.Sprint(m.Sequence, len(sequences), " ", string(m.Text)))
				}
			}
		}
		if len(told) != 1 || told[0] != scores || !slices.Equal(sequences, c.sequences) {
			t.Errorf("from %v: %q, packets %v", c.from, told, sequences)
		}
	}
	c := cursor(got)
	for c.Next() == nil {
	}
	if p := c.World.Players; len(p) < 2 || p[0].Frags != 6 || p[1].Frags != 5 || c.Damage != nil {
		t.Errorf("%+v %v", p, c.Damage)
	}
}
