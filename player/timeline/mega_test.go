package timeline_test

import (
	"math"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/formats/quake2"
	"demoscope/formats/wire"
	"demoscope/player/timeline"
)

// megaDemo is a demo in which ann, at a megahealth, takes it at 1 s, and shows until the end of her stats at worn that
// she has it. It is back twenty seconds later. Of Quake II, her health is told, which is 100 at last.
func megaDemo(t *testing.T, format string, worn float64, dies bool) *formats.Demo {
	t.Helper()
	e := formats.Lookup(format).Encoder("mega." + format)
	block := func(list ...message.Message) {
		t.Helper()
		if err := message.Write(e, new(message.Packet), list); err != nil {
			t.Fatal(err)
		}
	}
	protocol := quake2.Protocol{Number: 34, IsDemo: quake2.DemoClient}
	at := [3]wire.Coord{100 * 8, 0, 24 * 8}
	const player, mega = 1, 5
	whole := func(d message.EntityDelta) *message.EntityDelta {
		d.Mask, d.Origin = message.FieldModel|message.FieldOrigin, at
		protocol.Whole(&d)
		return &d
	}
	if format == "dem" {
		block(&message.ServerInfo{Protocol: 15, MaxClients: 2, Multi: 1, MapName: []byte("A Map"),
			Models: [][]byte{[]byte("maps/a.bsp"), []byte("progs/player.mdl"), []byte("maps/b_bh100.bsp")}},
			&message.SetView{Entity: player}, &message.UpdateName{Text: []byte("ann")},
			&message.SpawnBaseline{EntityDelta: message.EntityDelta{Number: player, Model: 2, Origin: at}},
			&message.SpawnBaseline{EntityDelta: message.EntityDelta{Number: mega, Model: 3, Origin: at}})
	} else {
		block(&message.Quake2ServerData{Protocol: 34, IsDemo: 1, MapName: []byte("A Map")},
			&message.ConfigString{Index: 30, Text: []byte("4")}, &message.ConfigString{Index: 33,
				Text: []byte("maps/a.bsp")}, &message.ConfigString{Index: 34,
				Text: []byte("models/items/mega_h/tris.md2")},
			&message.ConfigString{Index: 1312, Text: []byte(`ann\male/grunt`)},
			&message.SpawnBaseline{EntityDelta: *whole(message.EntityDelta{Number: mega, Model: 2})})
	}
	for i := range 400 {
		seconds := float64(i) / 10
		has, there := seconds >= 1 && seconds < worn, seconds < 1 || seconds >= worn+20
		health := int32(100)
		if has {
			health = 180
		}
		if dies && seconds >= worn {
			health = -5
		}
		if format == "dem" {
			items := int32(0x1001)
			if has || dies && seconds >= worn { // the dead keep the bit
				items |= 1 << 16
			}
			list := []message.Message{&message.Time{Time: float32(seconds)},
				&message.ClientData{Bits: 1 << 9, Health: int16(health), Items: uint32(items), HasItems: true},
				&message.UpdateEntity{EntityDelta: message.EntityDelta{Number: player}}}
			if there {
				list = append(list, &message.UpdateEntity{EntityDelta: message.EntityDelta{Number: mega}})
			}
			block(list...)
			continue
		}
		entities := []message.EntityDelta{*whole(message.EntityDelta{Number: player, Model: 255})}
		if there {
			entities = append(entities, *whole(message.EntityDelta{Number: mega, Model: 2}))
		}
		info := &message.Quake2PlayerInfo{Mask: message.PlayerOrigin, Origin: at, StatBits: 1 << 1,
			Stats: []int16{int16(health)}}
		protocol.WholePlayer(info)
		block(&message.Quake2Frame{Sequence: int32(i) + 1, Delta: -1}, info,
			&message.PacketEntities{Entities: entities})
	}
	data, err := e.Close()
	if err != nil {
		t.Fatal(err)
	}
	demo, err := formats.Open("mega."+format, data)
	if err != nil {
		t.Fatal(err)
	}
	return demo
}

// TestMegahealth: the time until a megahealth is back counts from when it has worn off, or its owner has died.
func TestMegahealth(t *testing.T) {
	for _, format := range []string{"dem", "dm2"} {
		for _, dies := range []bool{false, true} {
			const worn = 8.
			got := index(t, megaDemo(t, format, worn, dies), timeline.Options{}).Items(0)
			if got == nil || len(got.Spots) != 1 || got.Spots[0].Item.Tag() != "MH" || len(got.Spots[0].Takes) != 1 {
				t.Fatalf("%s, dies %v: %+v", format, dies, got)
			}
			k := got.Spots[0].Takes[0]
			near := func(a, b float64) bool { return math.Abs(a-b) < 0.11 }
			if k.Slot != 0 || !near(k.Clock, 1) || !near(k.Counts, worn) || !near(k.Due, worn+20) ||
				!near(k.Back, worn+20) || k.Final {
				t.Errorf("%s, dies %v: %+v", format, dies, k)
			}
		}
	}
}
