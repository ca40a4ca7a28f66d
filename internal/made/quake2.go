// Package made has recordings for the tests of several packages, written message by message.
package made

import (
	"math"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/formats/quake2"
	"demoscope/formats/wire"
)

// Dies is the first frame of a death animation of Quake II's players.
const Dies = 178

// Body is a player in a frame: the frame of the animation, and the position in Quake units, to an eighth.
type Body struct {
	Frame  int32
	Origin [3]float64
}

// Quake2Server returns a server's own recording of Quake II (.dm2) with ann and bob in slots 0 and 1, ten frames a
// second, one for each pair of their bodies. It has no prints, like all such recordings.
func Quake2Server(t testing.TB, frames ...[2]Body) []byte {
	t.Helper()
	protocol := quake2.Protocol{Number: 34, IsDemo: quake2.DemoServer, Server: true}
	e := formats.Lookup("dm2").Encoder("made.dm2")
	block := func(list ...message.Message) {
		t.Helper()
		if err := message.Write(e, new(message.Packet), list); err != nil {
			t.Fatal(err)
		}
	}
	block(&message.Quake2ServerData{Protocol: 34, IsDemo: quake2.DemoServer, Client: -1, MapName: []byte("A Map")},
		&message.ConfigString{Index: 30, Text: []byte("2")}, // maximum number of players
		&message.ConfigString{Index: 1312, Text: []byte(`ann\male/grunt`)}, &message.ConfigString{Index: 1313,
			Text: []byte(`bob\male/grunt`)})
	for i := range frames {
		var entities []message.EntityDelta
		for slot, b := range frames[i] {
			d := message.EntityDelta{Number: int32(slot) + 1, Mask: message.FieldModel | message.FieldFrame |
				message.FieldOrigin, Model: 255, Frame: b.Frame}
			for axis, v := range b.Origin {
				d.Origin[axis] = wire.Coord(math.Round(v * 8))
			}
			protocol.Whole(&d)
			entities = append(entities, d)
		}
		block(&message.Quake2Frame{Sequence: int32(i) + 1, Server: true}, &message.PacketEntities{Entities: entities})
	}
	data, err := e.Close()
	if err != nil {
		t.Fatal(err)
	}
	return data
}
