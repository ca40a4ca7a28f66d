package made

import (
	"math"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/formats/quake2"
	"demoscope/formats/wire"
)

// Rerelease is a recording of Quake II's re-release: ann and bob, in slots 0 and 1, on a level with an item, which is
// not solid. The text of bob's skin lacks the name. It has forty frames a second; both players move a unit a frame
// along x, from 0 and from 100. In 2022 and 2023 an obituary at RereleaseKill says that bob killed ann, and another one
// follows every hundred frames.
type Rerelease struct {
	Protocol int32 // 1038, 2022 or 2023
	Split    bool  // both play at the same screen
	Frames   int
	Back     int // how many frames back a frame's base is, 0 for 1
}

// RereleaseKill is the frame of the first death.
const RereleaseKill = 40

// RereleaseSolid is the box of a solid entity.
const RereleaseSolid = 0x40181010

// Demo returns the recording.
func (r Rerelease) Demo(t testing.TB) []byte {
	t.Helper()
	data := &message.Quake2ServerData{Protocol: r.Protocol, Key: 1, IsDemo: quake2.DemoClient, Rate: 40,
		GameDir: []byte("baseq2"), MapName: []byte("A Map")}
	if r.Split {
		data.Client, data.Players = -2, []int16{0, 1}
	}
	protocol, err := quake2.ForDemo(data)
	if err != nil {
		t.Fatal(err)
	}
	e := formats.Lookup("dm2").Encoder("made.dm2")
	block := func(list ...message.Message) {
		t.Helper()
		if err := message.Write(e, new(message.Packet), list); err != nil {
			t.Fatal(err)
		}
	}
	item := message.EntityDelta{Number: 20, Mask: message.FieldModel | message.FieldOrigin, Model: 2,
		Origin: place(50, 8.5, 0)}
	protocol.Whole(&item)
	texts := []message.ConfigString{{Index: 60, Text: []byte("2")}, {Index: 63, Text: []byte("maps/a.bsp")},
		{Index: 64, Text: []byte("models/items/quaddama/tris.md2")}, {Index: 11582, Text: []byte(`ann\male/grunt\x`)},
		{Index: 11583, Text: []byte(`\male/grunt\x`)}, {Index: 11840, Text: []byte("ann")},
		{Index: 11841, Text: []byte("bob")}, {Index: 12447, Text: []byte("1")}}
	if r.Protocol == 1038 {
		block(data, &message.Quake2GameState{Strings: texts, Entities: []message.EntityDelta{item}})
	} else {
		block(data)
		block(&message.Quake2ConfigStrings{Strings: texts},
			&message.Quake2Baselines{Entities: []message.EntityDelta{item}})
	}
	for n := 1; n <= r.Frames; n++ {
		block(r.frame(&protocol, n)...)
	}
	if err := e.Packet(&message.Packet{Kind: message.PacketEnd}); err != nil {
		t.Fatal(err)
	}
	list, err := e.Close()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// frame returns the messages of a frame.
func (r Rerelease) frame(p *quake2.Protocol, n int) []message.Message {
	head := &message.Quake2Frame{Sequence: int32(n), Delta: int32(n - max(r.Back, 1)), Areas: []byte{0xff}}
	whole := head.Delta <= 0
	if whole {
		head.Delta = -1
	}
	list := []message.Message{head}
	player := func(x float64) {
		m := &message.Quake2PlayerInfo{Mask: message.PlayerOrigin, Origin: place(x, 0, 24)}
		if whole {
			m.Rerelease.Mask = message.RereleaseViewOffset | message.RereleaseViewHeight
			m.Rerelease.ViewHeight = 22
			m.StatBits, m.Stats = 1<<1|1<<51, []int16{100, 7}
		}
		p.WholePlayer(m)
		if len(list) == 1 {
			head.PlayerFlags = uint8(m.Bits >> 16)
		}
		list = append(list, m)
	}
	player(float64(n))
	if r.Split {
		list = append(list, &message.Quake2Areas{Areas: []byte{0x0f}})
		player(100 + float64(n))
	}
	set := new(message.PacketEntities)
	for slot, x := range []float64{float64(n), 100 + float64(n)} {
		d := message.EntityDelta{Number: int32(slot) + 1, Mask: message.FieldOriginX, Origin: place(x, 0, 24),
			Solid: RereleaseSolid}
		if whole {
			d.Mask |= message.FieldOrigin | message.FieldModel | message.FieldSolid
			d.Model = 255
		}
		p.Whole(&d)
		set.Entities = append(set.Entities, d)
	}
	if whole {
		d := message.EntityDelta{Number: 20}
		p.Whole(&d)
		set.Entities = append(set.Entities, d)
	}
	list = append(list, set)
	if n >= RereleaseKill && (n-RereleaseKill)%100 == 0 && r.Protocol != 1038 {
		list = append(list, &message.Quake2LocPrint{Level: 1, Base: []byte("$g_mod_kill_rocket_splash"),
			Args: [][]byte{[]byte("ann"), []byte("##P1")}})
	}
	return list
}

// place returns coordinates given in Quake units.
func place(x, y, z float64) [3]wire.Coord {
	bits := func(f float64) wire.Coord { return wire.Coord(int32(math.Float32bits(float32(f)))) }
	return [3]wire.Coord{bits(x), bits(y), bits(z)}
}
