package pattern

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/formats/quake2"
)

// In a server's own recording of Quake II no line tells of a death: it is seen, and so is where.
func TestWhereDeathsAreThatAreSeen(t *testing.T) {
	const alive, dying = 40, 178
	protocol := quake2.Protocol{Number: 34, IsDemo: quake2.DemoServer, Server: true}
	e := formats.Lookup("dm2").Encoder("a.dm2")
	block := func(list ...message.Message) {
		t.Helper()
		if err := message.Write(e, new(message.Packet), list); err != nil {
			t.Fatal(err)
		}
	}
	block(&message.Quake2ServerData{Protocol: 34, IsDemo: quake2.DemoServer, Client: -1, MapName: []byte("A Map")},
		&message.ConfigString{Index: 30, Text: []byte("2")},
		&message.ConfigString{Index: 1312, Text: []byte(`ann\male/grunt`)}, &message.ConfigString{Index: 1313, Text: []byte(`bob\male/grunt`)})
	body := func(number, frame int32, x float64) message.EntityDelta {
		d := message.EntityDelta{Number: number, Mask: message.FieldModel | message.FieldFrame | message.FieldOrigin, Model: 255, Frame: frame, Origin: eighths([3]float64{x, 20, 30})}
		protocol.Whole(&d)
		return d
	}
	for i, frames := range [...][2]int32{{alive, alive}, {alive, dying}, {alive, dying}, {dying, dying}} {
		block(&message.Quake2Frame{Sequence: int32(1 + i), Server: true},
			&message.PacketEntities{Entities: []message.EntityDelta{body(1, frames[0], 100), body(2, frames[1], 200)}})
	}
	data, err := e.Close()
	if err != nil {
		t.Fatal(err)
	}
	f := Read("dm2", formats.Lookup("dm2").Open("a.dm2", data).Decoder(), Options{})
	if len(f.Kills) != 2 {
		t.Fatalf("%d deaths", len(f.Kills))
	}
	for i, want := range []mgl32.Vec3{{200, 20, 30}, {100, 20, 30}} {
		if d := &f.Kills[i]; !d.AtKnown || d.At != want {
			t.Errorf("death %d is at %v (known: %t), not %v", i, d.At, d.AtKnown, want)
		}
	}
}
