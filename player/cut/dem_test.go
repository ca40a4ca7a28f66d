package cut

import (
	"testing"

	"demoscope/formats/message"
)

// TestDEM: the sign-on has what the messages before the part have left, and the packets of the part follow.
func TestDEM(t *testing.T) {
	at := func(seconds float32, m ...message.Message) record {
		return record{message.Packet{Angles: [3]float32{1, 2, 3}},
			append([]message.Message{&message.Time{Time: seconds}}, m...)}
	}
	entity := func(x coord) message.Message {
		return &message.UpdateEntity{EntityDelta: message.EntityDelta{Number: 1, Bits: 1<<1 | 1<<0,
			Origin: [3]coord{x}}}
	}
	begin := []message.Message{
		&message.ServerInfo{Protocol: 15, MaxClients: 2, MapName: []byte("A Map"),
			Models: [][]byte{[]byte("maps/a.bsp"), []byte("progs/player.mdl")}, Sounds: [][]byte{[]byte("a.wav")}},
		&message.CDTrack{From: 4, To: 4}, &message.SetView{Entity: 1}, &message.SignonNum{Signon: 1},
	}
	demo := makeDemo(t, "dem",
		record{message.Packet{Kind: message.PacketRaw}, []message.Message{&message.CDTrackLine{Text: []byte("3\n")}}},
		record{message.Packet{}, begin},
		record{message.Packet{}, []message.Message{
			&message.SpawnBaseline{EntityDelta: message.EntityDelta{Number: 1, Model: 2}},
			&message.SignonNum{Signon: 2}}},
		record{message.Packet{}, []message.Message{
			&message.UpdateName{Player: 0, Text: []byte("one")}, &message.UpdateFrags{Player: 0, Frags: 1},
			&message.UpdateColors{Player: 0, Colors: 0x42},
			&message.LightStyle{Style: 3, Text: []byte("az")}, &message.UpdateStat{Index: 12, Value: 9},
			&message.UpdateStat{Index: 14, Value: 2},
			&message.SignonNum{Signon: 3}}},
		at(10, &message.ClientData{HasItems: true, Health: 90}, entity(8)),
		at(11, &message.ClientData{HasItems: true, Health: 80}, entity(16), &message.KilledMonster{},
			&message.UpdateFrags{Player: 0, Frags: 2}),
		at(12, &message.ClientData{HasItems: true, Health: 70}, entity(24)),
		at(13, &message.ClientData{HasItems: true, Health: 60}, entity(32)),
		at(14, &message.ClientData{HasItems: true, Health: 50}, entity(40)),
	)
	end := length(demo)
	part, err := Cut(demo, end-2, end-1)
	if err != nil {
		t.Fatal(err)
	}
	if string(part.Data[:2]) != "3\n" {
		t.Errorf("it begins with %q", part.Data[:2])
	}
	cut := demo.Format.Open("a.dem", part.Data)
	got := lines(t, cut)
	for _, want := range []string{
		`cdtrack{"fromtrack":4,"totrack":4}`, `setview{"entity":1}`, `updatefrags{"player":0,"frags":2}`,
		`updatecolors{"player":0,"colors":66}`,
		`updatestat{"index":12,"value":9}`, `updatestat{"index":14,"value":3}`, `time{"time":13}`,
		`signonnum{"signon":1}`, `signonnum{"signon":2}`, `signonnum{"signon":3}`,
	} {
		if n := count(got, want); n != 1 {
			t.Errorf("%s is there %d times in\n%q", want, n, got)
		}
	}
	if n := count(got, "clientdata"); n != 2 {
		t.Errorf("there are %d frames", n)
	}
	if last := got[len(got)-1]; last != "disconnect{}" {
		t.Errorf("it ends with %s", last)
	}
	c := cursor(cut)
	for c.Next() == nil {
	}
	w := c.World
	if w.Time != 13 || w.Level().Map != "maps/a.bsp" || w.LightStyles()[3] != "az" || w.Players[0].Name != "one" ||
		c.Damage != nil {
		t.Errorf("%v %+v %q %+v %v", w.Time, w.Level(), w.LightStyles()[3], w.Players[0], c.Damage)
	}
	if len(w.Entities) != 1 || w.Entities[0].Origin[0] != 4 || w.Entities[0].Model[0] != 2 {
		t.Errorf("%+v", w.Entities)
	}
}

// TestDEMUnseen: in a part of an intermission the engine puts the eye, which has no model there, where it is:
// it is held against what the engine does.
func TestDEMUnseen(t *testing.T) {
	frame := func(seconds float32, model int32, x coord) record {
		return record{message.Packet{}, []message.Message{
			&message.Time{Time: seconds}, &message.ClientData{HasItems: true, Health: 100},
			&message.UpdateEntity{EntityDelta: message.EntityDelta{Number: 1, Bits: 1<<10 | 1<<1 | 1<<0, Model: model,
				Origin: [3]coord{x}}},
		}}
	}
	demo := makeDemo(t, "dem",
		record{message.Packet{Kind: message.PacketRaw}, []message.Message{&message.CDTrackLine{Text: []byte("3\n")}}},
		record{message.Packet{}, []message.Message{
			&message.ServerInfo{Protocol: 15, MaxClients: 1, MapName: []byte("A Map"),
				Models: [][]byte{[]byte("maps/a.bsp"), []byte("progs/player.mdl")}},
			&message.SetView{Entity: 1}, &message.SignonNum{Signon: 1}}},
		record{message.Packet{}, []message.Message{
			&message.SpawnBaseline{EntityDelta: message.EntityDelta{Number: 1, Model: 2}},
			&message.SignonNum{Signon: 2}}},
		record{message.Packet{}, []message.Message{&message.SignonNum{Signon: 3}}},
		frame(10, 2, 8), frame(11, 0, 800),
		record{message.Packet{}, []message.Message{&message.Intermission{}}},
		frame(12, 0, 800), frame(13, 0, 800), frame(14, 0, 800),
	)
	part, err := Cut(demo, length(demo)-1.5, length(demo))
	if err != nil {
		t.Fatal(err)
	}
	// Of the engine: the times of the last two frames, and of the entity when it last came, its model and
	// where it stands.
	var times [2]float32
	var came float32
	var model int32 // it had none before
	var stands coord
	for m := range messagesOf(demo.Format.Open("a.dem", part.Data)) {
		switch m := m.(type) {
		case *message.Time:
			times = [2]float32{m.Time, times[0]}
		case *message.UpdateEntity:
			vanishes := m.Model == 0 && model != 0
			if came != times[1] || vanishes || m.Model != 0 {
				stands = m.Origin[0]
			}
			came, model = times[0], m.Model
		}
	}
	if times[0] != 14 || stands != 800 {
		t.Errorf("at %v the eye is at %v, want 800", times[0], stands)
	}
}
