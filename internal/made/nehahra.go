package made

import (
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Nehahra returns a demo of Nehahra (.dem, protocol 250), ten frames a second from 10 s on. The recorder, ann, walks 8
// units a frame along x. Entity 40 is a half-transparent ghost at 64 32 16. From the second frame on a picture is
// shown, with fog, and the third has an explosion of Nehahra.
func Nehahra(t testing.TB, frames int) []byte {
	t.Helper()
	const (
		more, x, y, z, model, transparency = 1, 1 << 1, 1 << 2, 1 << 3, 1 << 10, 1 << 15
		explosion                          = 16
	)
	e := formats.Lookup("dem").Encoder("made.dem")
	block := func(list ...message.Message) {
		t.Helper()
		if err := message.Write(e, new(message.Packet), list); err != nil {
			t.Fatal(err)
		}
	}
	block(&message.ServerInfo{Protocol: 250, MaxClients: 1, MapName: []byte("A Map"),
		Models: [][]byte{[]byte("maps/a.bsp"), []byte("progs/player.mdl"), []byte("progs/soldier.mdl")}},
		&message.SetView{Entity: 1}, &message.UpdateName{Text: []byte("ann")}, &message.UpdateStat{Value: 90})
	ghost := [3]wire.Coord{64 * 8, 32 * 8, 16 * 8}
	for i := range frames {
		list := []message.Message{&message.Time{Time: 10 + float32(i)/10},
			&message.ClientData{Bits: 1 << 9, Items: 1, HasItems: true, Health: 90},
			&message.UpdateEntity{EntityDelta: message.EntityDelta{Number: 1, Bits: more | x | model, Model: 2,
				Origin: [3]wire.Coord{wire.Coord(64 * i)}}},
			&message.UpdateEntity{EntityDelta: message.EntityDelta{Number: 40,
				Bits: more | x | y | z | model | transparency, Model: 3, Origin: ghost,
				Transparency: [3]float32{1, 0.5}}}}
		switch i {
		case 1:
			list = append(list, &message.ShowPicture{Slot: []byte("a"), Picture: []byte("gfx/a.lmp"), X: 10, Y: 20},
				&message.SkySize{Size: 800}, &message.NehahraFog{On: 1, Density: 0.05, Red: 80, Green: 90, Blue: 100})
		case 2:
			list = append(list, &message.ShowPicture{Slot: []byte("b"), Picture: []byte("gfx/b.lmp"), X: 30, Y: 40},
				&message.ShowPicture{Slot: []byte("c"), Picture: []byte("gfx/c.lmp"), X: 50, Y: 60})
			list = append(list, &message.TempEntity{Type: explosion, Origin: ghost, End: [3]wire.Coord{1, 2, 3}})
		case 3:
			list = append(list, &message.HidePicture{Slot: []byte("b")},
				&message.ShowPicture{Slot: []byte("c"), Picture: []byte("gfx/d.lmp"), X: 70, Y: 80},
				&message.SkySize{Size: 900}, &message.NehahraFog{On: 1, Density: 0.25, Red: 81, Green: 91, Blue: 101})
		}
		block(list...)
	}
	block(&message.Disconnect{})
	data, err := e.Close()
	if err != nil {
		t.Fatal(err)
	}
	return data
}
