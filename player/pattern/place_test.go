package pattern

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/formats"
	"demoscope/formats/message"
)

// madeQuake reads a demo of a level of Quake that Ann records and Bob plays on, with the packets that write makes behind its sign-on.
func madeQuake(t *testing.T, write func(*maker)) *Facts {
	t.Helper()
	e := formats.Lookup("dem").Encoder("made")
	m := maker{t: t, e: e}
	m.packet(message.Packet{}, &message.ServerInfo{
		Protocol: 15, MaxClients: 2, Multi: 1, MapName: []byte("a hall"), Sounds: bytesOf("x.wav"),
		Models: bytesOf("maps/dm6.bsp", "progs/player.mdl", "progs/h_player.mdl"),
	}, &message.SetView{Entity: 1}, &message.UpdateName{Text: []byte("Ann")}, &message.UpdateName{Player: 1, Text: []byte("Bob")}, &message.SignonNum{Signon: 3})
	write(&m)
	data, err := e.Close()
	if err != nil {
		t.Fatal(err)
	}
	demo, err := formats.Open("made.dem", data)
	if err != nil {
		t.Fatal(err)
	}
	return Read(demo.Name, demo.Decoder(), Options{})
}

// A victim's place and speed are those of his death in Quake: not where he came back in the same frame, not how the blow threw
// him, and not below the floor, where what is left of him is put. A line comes in a packet behind the frame, as servers send it.
func TestDeathsPlaces(t *testing.T) {
	const (
		frame      = 0.05
		death      = 20 // the frame of it
		body, head = 2, 3
	)
	for _, c := range []struct {
		name, line string
		of         int // Ann, who records, or Bob
		unseen     bool
		at         mgl32.Vec3 // in the frame of the death
		model      int32
		pose       int32
		health     int16 // Ann's then
		thrown     int8  // Ann's speed then, a sixteenth
		want       mgl32.Vec3
		known      bool
		speed      float64
	}{
		{"gives up, and is back elsewhere", "Bob suicides\n", 1, false, mgl32.Vec3{2000, 0, 24}, body, 12, 100, 0, mgl32.Vec3{300, 0, 24}, true, 0},
		{"gives up unseen, and is back in sight", "Bob suicides\n", 1, true, mgl32.Vec3{2000, 0, 24}, body, 12, 100, 0, mgl32.Vec3{}, false, 0},
		{"is thrown", "Bob rides Ann's rocket\n", 1, false, mgl32.Vec3{320, 0, 34}, body, 50, 100, 0, mgl32.Vec3{320, 0, 34}, true, 0},
		{"bursts", "Bob was gibbed by Ann's rocket\n", 1, false, mgl32.Vec3{300, 0, 0}, head, 0, 100, 0, mgl32.Vec3{300, 0, 24}, true, 0},
		{"appears as a body", "Bob rides Ann's rocket\n", 1, true, mgl32.Vec3{320, 0, 24}, body, 50, 100, 0, mgl32.Vec3{320, 0, 24}, true, 0},
		{"the recorder is thrown", "Ann rides Bob's rocket\n", 0, false, mgl32.Vec3{300, 0, 24}, body, 12, -5, 20, mgl32.Vec3{0, 0, 24}, true, 64},
	} {
		f := madeQuake(t, func(m *maker) {
			for i := range death + 3 {
				data := &message.ClientData{Bits: message.ClientOnGround | 1<<5, Health: 100, ViewHeight: 22, Velocity: [3]int8{4, 0, 0}} // with a velocity along x
				bob := c
				if i < death {
					bob.at, bob.model, bob.pose = mgl32.Vec3{300, 0, 24}, body, 12
				} else {
					data.Health, data.Velocity[0] = c.health, data.Velocity[0]+c.thrown
				}
				list := []message.Message{&message.Time{Time: float32(1 + float64(i)*frame)}, data, &message.UpdateEntity{EntityDelta: message.EntityDelta{
					Number: 1, Bits: 0x40f, Mask: message.FieldModel | message.FieldOrigin, Model: body, Origin: eighths([3]float64{0, 0, 24}),
				}}}
				if i >= death || !c.unseen {
					list = append(list, &message.UpdateEntity{EntityDelta: message.EntityDelta{
						Number: 2, Bits: 0x44f, Mask: message.FieldModel | message.FieldOrigin | message.FieldFrame, Model: bob.model, Frame: bob.pose,
						Origin: eighths([3]float64{float64(bob.at[0]), float64(bob.at[1]), float64(bob.at[2])}),
					}})
				}
				m.packet(message.Packet{}, list...)
				if i == death {
					m.packet(message.Packet{}, &message.Print{Text: []byte(c.line)})
				}
			}
		})
		if len(f.Kills) != 1 || f.Events[f.Kills[0].Event].Other != c.of {
			t.Fatalf("%s: %+v of %+v", c.name, f.Kills, f.Events)
		}
		d := &f.Kills[0]
		if d.AtKnown != c.known || d.At != c.want {
			t.Errorf("%s: at %v, known %v, not %v, %v", c.name, d.At, d.AtKnown, c.want, c.known)
		}
		if speed, known := d.Get(Speed); speed != c.speed || known != (c.of == 0 || !c.unseen && c.pose != 12) {
			t.Errorf("%s: %v units a second, known %v, not %v", c.name, speed, known, c.speed)
		}
	}
}
