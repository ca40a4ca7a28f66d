package cut

import (
	"bytes"
	"encoding/binary"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/formats/quake2"
	"demoscope/formats/wire"
	"demoscope/internal/corpus"
	"demoscope/player/world/rules"
)

// TestSecondLevel: a part that begins with a level of a recording of two begins as a file of its own.
func TestSecondLevel(t *testing.T) {
	for name, seam := range map[string]struct{ head, mark []byte }{
		"demoscope1.mvd2": {[]byte("MVD2"), []byte{0, 0}},
		"demoscope1.dm2":  {nil, []byte{0xff, 0xff, 0xff, 0xff}},
	} {
		data := corpus.Read(t, filepath.Join(corpus.Sample, name))
		if !bytes.HasSuffix(data, seam.mark) {
			t.Fatalf("%s is not ended by its mark", name)
		}
		one, err := formats.Open(name, data)
		if err != nil {
			t.Fatal(err)
		}
		twice := append(bytes.Clone(bytes.TrimSuffix(data, seam.mark)), bytes.TrimPrefix(data, seam.head)...)
		both := one.Format.Open(name, twice)
		part, err := Cut(both, length(one)+0.001, math.Inf(1))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(part.Data, data) {
			t.Errorf("%s: of two recordings behind each other, the second has %d bytes instead of %d", name,
				len(part.Data), len(data))
		}
	}
}

// A client's recording of Quake II in which so much is in sight that all of it is too much for one block, and which the
// server tells as changes of frames a few before: engines of the time end with an error at a block of more
// than 1400 bytes.
func TestQuake2FullFrames(t *testing.T) {
	const (
		things  = 90
		largest = 1400
		first   = 20  // number of the first frame
		frames  = 100 // after it
		from    = 95  // frame of the part
		back    = 3   // frames from one to its base
	)
	protocol := quake2.Default()
	thing := func(n int32) message.EntityDelta {
		e := message.EntityDelta{
			Number: n, Model: 1 + n%200, Frame: n % 7, Skin: 1, Effects: 1, RenderFX: 512, Solid: 4129,
			Origin: [3]coord{coord(8 * n), coord(16 * n), 8}, Angles: [3]wire.Angle{1, 2, 3},
			OldOrigin: [3]coord{8, 8, 8},
			Mask: message.FieldOrigin | message.FieldAngles | message.FieldModel | message.FieldFrame |
				message.FieldSkin | message.FieldEffects |
				message.FieldRenderFX | message.FieldSolid | message.FieldOldOrigin,
		}
		protocol.Whole(&e)
		return e
	}
	list := []record{{message.Packet{}, []message.Message{
		&message.Quake2ServerData{Protocol: 34, Key: 7, IsDemo: 1, MapName: []byte("A Map")},
		&message.ConfigString{Index: 33, Text: []byte("maps/a.bsp")},
		&message.SpawnBaseline{EntityDelta: thing(9)},
		&message.StuffText{Text: []byte("precache\n")},
	}}}
	for f := range frames {
		head := &message.Quake2Frame{Sequence: int32(first + f), Delta: int32(first + f - back)}
		if f < back {
			head.Delta = -1
		}
		set := new(message.PacketEntities)
		// A thing comes with each frame. Its base lacks those of the frames between.
		for k := max(0, f-back+1); k <= f; k++ {
			if k < things {
				set.Entities = append(set.Entities, thing(int32(5+k)))
			}
		}
		if f == things+1 {
			// every third frame from here on lacks it
			set.Entities = append([]message.EntityDelta{quake2.Removed(60)}, set.Entities...)
		}
		info := &message.Quake2PlayerInfo{Mask: message.PlayerGunIndex | message.PlayerGunFrame, GunIndex: uint16(f),
			StatBits: 2, Stats: []int16{int16(f)}}
		protocol.WholePlayer(info)
		packet := []message.Message{head, info, set}
		if f == from-1 { // what the server draws is more than a block, too
			board := "xv 32 yv 32 picn tag1 client 0 32 0 7 36 1 " + strings.Repeat(" ", 900)
			list = append(list, record{message.Packet{}, []message.Message{&message.Layout{Text: []byte(board)}}})
			packet = append(packet, &message.Layout{Text: bytes.Repeat([]byte(" "), 900)})
		}
		list = append(list, record{message.Packet{}, packet})
	}
	demo := makeDemo(t, "dm2", append(list, record{packet: message.Packet{Kind: message.PacketEnd}})...)
	part, err := Cut(demo, (from-0.5)/10, math.Inf(1))
	if err != nil {
		t.Fatal(err)
	}
	short := demo.Format.Open("part.dm2", part.Data)
	for at := 0; at+4 <= len(part.Data); {
		size := int32(binary.LittleEndian.Uint32(part.Data[at:]))
		if size < 0 {
			break
		}
		if size > largest {
			t.Errorf("a block of %d bytes", size)
		}
		at += 4 + int(size)
	}
	whole, got := things2(demo), things2(short)
	for n := first + from; n < first+frames; n++ {
		if diff := cmp.Diff(whole[n], got[n]); diff != "" || len(got[n]) < things-1 {
			t.Fatalf("frame %d: %d things: %s", n, len(got[n]), diff)
		}
	}
}

// A frame that is a change of itself, as servers send before the map changes, is whole for those behind it.
func TestQuake2ChangeOfItself(t *testing.T) {
	protocol := quake2.Default()
	frame := func(number, delta int32, entities ...message.EntityDelta) record {
		return record{messages: []message.Message{
			&message.Quake2Frame{Sequence: number, Delta: delta}, new(message.Quake2PlayerInfo),
			&message.PacketEntities{Entities: entities},
		}}
	}
	thing := message.EntityDelta{Number: 40, Model: 5, Mask: message.FieldModel | message.FieldOriginX,
		Origin: [3]coord{800}}
	protocol.Whole(&thing)
	demo := makeDemo(t, "dm2",
		record{messages: []message.Message{&message.Quake2ServerData{Protocol: 34, Key: 7, IsDemo: 1,
			MapName: []byte("A Map")}}},
		frame(20, -1, thing), frame(21, 20), frame(21, 21), frame(22, 21), frame(23, 22), frame(24, 23),
		record{packet: message.Packet{Kind: message.PacketEnd}})
	part, err := Cut(demo, 0.25, math.Inf(1))
	if err != nil {
		t.Fatal(err)
	}
	want := map[int32][5]float32{0: {}, 40: {100, 5}}
	if diff := cmp.Diff(want, things2(demo.Format.Open("part.dm2", part.Data))[23]); diff != "" {
		t.Error(diff)
	}
}

// things2 returns what a recording of Quake II shows in each frame: of each entity its place, and its model, frame,
// effects and skin, and of 0 the numbers of the recorder.
func things2(demo *formats.Demo) map[int]map[int32][5]float32 {
	frames := map[int]map[int32][5]float32{}
	c := cursor(demo)
	for c.Next() == nil {
		w := c.World
		gun, _ := w.Stats.Get(1)
		shown := map[int32][5]float32{0: {float32(gun), float32(w.Players[w.Recorder].WeaponModel)}}
		for i := range w.Entities {
			e := &w.Entities[i]
			shown[e.Number] = [5]float32{e.Origin[0] + 1000*e.Origin[1], float32(e.Model[0]), float32(e.Frame),
				float32(e.Effects), float32(e.Skin)}
		}
		frames[int(math.Round(w.Time*10))] = shown
	}
	return frames
}

// A level of a server's own recording that nothing begins, since that has gone on over a change of the map,
// is cut out with what begins one: with its second frame, and without the names of a map that it may not be.
func TestLevelThatNothingBegins(t *testing.T) {
	protocol := quake2.Protocol{Number: 34, IsDemo: quake2.DemoServer, Server: true}
	thing := func(number int32, x float32) message.EntityDelta {
		d := message.EntityDelta{Number: number, Mask: message.FieldModel | message.FieldOriginX, Model: 2,
			Origin: [3]wire.Coord{wire.Coord(x * 8)}}
		protocol.Whole(&d)
		return d
	}
	for name, c := range map[string]struct {
		moved          float32
		mapName, title string
	}{"the same map": {0, "maps/a.bsp", "A Map"}, "another map": {50, "", ""}} {
		f := formats.Lookup("dm2")
		e := f.Encoder("a.dm2")
		block := func(list ...message.Message) {
			t.Helper()
			if err := message.Write(e, new(message.Packet), list); err != nil {
				t.Fatal(err)
			}
		}
		list := []message.Message{&message.Quake2ServerData{Protocol: 34, IsDemo: quake2.DemoServer, Client: -1,
			MapName: []byte("A Map")}}
		for i, text := range map[uint16]string{0: "A Map", 30: "4", 33: "maps/a.bsp", 34: "models/a.md2",
			1312: `ann\male/grunt`} {
			list = append(list, &message.ConfigString{Index: i, Text: []byte(text)})
		}
		block(list...)
		for i := range int32(40) {
			number, moved := 700+i, float32(0)
			if i >= 20 {
				number, moved = i-19, c.moved
			}
			block(&message.Quake2Frame{Sequence: number, Server: true}, &message.PacketEntities{
				Entities: []message.EntityDelta{thing(10, 100+moved), thing(11, 200+moved)}})
		}
		data, err := e.Close()
		if err != nil {
			t.Fatal(err)
		}
		demo := f.Open("a.dm2", data)
		var parts []*Part
		for part, err := range Parts(demo, []Span{{From: 0, Level: true}, {From: 1.95, Level: true}}) {
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			parts = append(parts, part)
		}
		w := rules.New("dm2")
		frames, first := 0, 0.0
		d := f.Open("b.dm2", parts[1].Data).Decoder()
		for p, err := d.NextPacket(); err == nil; p, err = d.NextPacket() {
			w.Begin(p)
			for m, err := d.NextMessage(); err == nil; m, err = d.NextMessage() {
				if _, ok := m.(*message.Quake2Frame); ok {
					frames++
				}
				w.Apply(m)
			}
			if w.End(); frames == 1 && first == 0 {
				first = w.Time
			}
		}
		if l := w.Level(); w.LevelCount != 1 || l.Map != c.mapName || l.Title != c.title || len(w.Players) == 0 ||
			w.Players[0].Name != "ann" || frames != 19 || first != 0.2 {
			t.Errorf("%s: %d levels, map %q, title %q, players %+v, %d frames from %v s", name, w.LevelCount, l.Map,
				l.Title, w.Players, frames, first)
		}
	}
}
