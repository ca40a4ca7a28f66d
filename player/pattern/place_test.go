package pattern

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/player/world/rules"
)

// madeQuake reads a demo of a level of Quake that Ann records and Bob plays on, with the packets that write
// makes behind its sign-on.
func madeQuake(t *testing.T, write func(*maker)) *Facts {
	t.Helper()
	e := formats.Lookup("dem").Encoder("made")
	m := maker{t: t, e: e}
	m.packet(message.Packet{}, &message.ServerInfo{
		Protocol: 15, MaxClients: 2, Multi: 1, MapName: []byte("a hall"), Sounds: bytesOf("x.wav"),
		Models: bytesOf("maps/dm6.bsp", "progs/player.mdl", "progs/h_player.mdl"),
	}, &message.SetView{Entity: 1}, &message.UpdateName{Text: []byte("Ann")}, &message.UpdateName{Player: 1,
		Text: []byte("Bob")}, &message.SignonNum{Signon: 3})
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

// A victim's place and speed are those of his death in Quake: not where he came back in the same frame, not
// how the blow threw him, and not below the floor, where what is left of him is put. A line comes in a packet
// behind the frame, as servers send it.
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
		{"gives up, and is back elsewhere", "Bob suicides\n", 1, false, mgl32.Vec3{2000, 0, 24}, body, 12, 100, 0,
			mgl32.Vec3{300, 0, 24}, true, 0},
		{"gives up unseen, and is back in sight", "Bob suicides\n", 1, true, mgl32.Vec3{2000, 0, 24}, body, 12, 100, 0,
			mgl32.Vec3{}, false, 0},
		{"is thrown", "Bob rides Ann's rocket\n", 1, false, mgl32.Vec3{320, 0, 34}, body, 50, 100, 0,
			mgl32.Vec3{320, 0, 34}, true, 0},
		{"bursts", "Bob was gibbed by Ann's rocket\n", 1, false, mgl32.Vec3{300, 0, 0}, head, 0, 100, 0,
			mgl32.Vec3{300, 0, 24}, true, 0},
		{"appears as a body", "Bob rides Ann's rocket\n", 1, true, mgl32.Vec3{320, 0, 24}, body, 50, 100, 0,
			mgl32.Vec3{320, 0, 24}, true, 0},
		{"the recorder is thrown", "Ann rides Bob's rocket\n", 0, false, mgl32.Vec3{300, 0, 24}, body, 12, -5, 20,
			mgl32.Vec3{0, 0, 24}, true, 64},
	} {
		f := madeQuake(t, func(m *maker) {
			for i := range death + 3 {
				// with a velocity along x
				data := &message.ClientData{Bits: message.ClientOnGround | 1<<5, Health: 100, ViewHeight: 22,
					Velocity: [3]int8{4, 0, 0}}
				bob := c
				if i < death {
					bob.at, bob.model, bob.pose = mgl32.Vec3{300, 0, 24}, body, 12
				} else {
					data.Health, data.Velocity[0] = c.health, data.Velocity[0]+c.thrown
				}
				list := []message.Message{&message.Time{Time: float32(1 + float64(i)*frame)}, data,
					&message.UpdateEntity{EntityDelta: message.EntityDelta{
						Number: 1, Bits: 0x40f, Mask: message.FieldModel | message.FieldOrigin, Model: body,
						Origin: eighths([3]float64{0, 0, 24}),
					}}}
				if i >= death || !c.unseen {
					list = append(list, &message.UpdateEntity{EntityDelta: message.EntityDelta{
						Number: 2, Bits: 0x44f, Mask: message.FieldModel | message.FieldOrigin | message.FieldFrame,
						Model: bob.model, Frame: bob.pose,
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

// TestBurstDistance: the distance of a burst is that from the victim's box, in every direction.
func TestBurstDistance(t *testing.T) {
	for o, want := range map[mgl32.Vec3]float32{{50, 5, 5}: 34, {-50, 5, 5}: 34, {5, 50, 5}: 34, {5, -50, 5}: 34,
		{5, 5, 50}: 18, {5, 5, -50}: 26, {3, 4, 5}: -12} {
		w := rules.New("mvd")
		p := Pass{deaths: []Death{{At: mgl32.Vec3{1, 2, 3}, burst: burstFar}}}
		w.Effects.List = []world.Effect{{Kind: world.EffectExplosion, Origin: o.Add(p.deaths[0].At)}}
		if p.measureBursts(w); p.deaths[0].burst != want {
			t.Errorf("a burst at %v is %v units away, not %v", o, p.deaths[0].burst, want)
		}
	}
}

// TestMissileSpeed: a measured speed is that of one weapon of Quake III, by the game's number, and of no other game.
func TestMissileSpeed(t *testing.T) {
	for k, number := range map[weapon.Kind]int{weapon.RocketLauncher: 5, weapon.PlasmaGun: 8, weapon.BFG: 9} {
		var p Pass
		p.missiles[number] = 777
		for other := range weapon.NumKinds {
			speed, _, _ := p.missileSpeed(world.Quake3, other)
			if quakeWorld, _, _ := p.missileSpeed(world.QuakeWorld, other); (speed == 777) != (other == k) ||
				quakeWorld == 777 {
				t.Errorf("number %d is measured: %v flies at %v", number, other, speed)
			}
		}
	}
}

// Quake's games put what is left of who bursts 24 units below him; others leave him where he is.
func TestPlaceOfWhoBursts(t *testing.T) {
	for format, want := range map[string]mgl32.Vec3{"dem": {1, 2, 27}, "qwd": {1, 2, 27}, "mvd": {1, 2, 27},
		"dm2": {1, 2, 3}, "dm3": {1, 2, 3}} {
		var b body
		p := &world.Player{Dead: true, Gibbed: true}
		p.Pose.Origin = mgl32.Vec3{1, 2, 3}
		if b.see(rules.New(format), p, mgl32.Vec3{}, 1); b.at(0).origin != want {
			t.Errorf("%s: %v, not %v", format, b.at(0).origin, want)
		}
	}
}

// A body respawns in the frame in which it is first seen alive. How fast it is when it dies is how fast it was before.
func TestBodyOfWhoDies(t *testing.T) {
	w, p := rules.New("mvd"), &world.Player{}
	p.Pose.VelocityKnown = true
	var b body
	for _, c := range []struct {
		clock          float64
		dead           bool
		speed          float32 // along x, units a second
		respawned      bool    // in this frame
		known          float32
		respawnedLater bool // in the next one, in which he is not seen
	}{
		{5, false, 100, true, 100, false},
		{5.05, false, 200, false, 200, false},
		{5.1, true, 900, false, 200, false},
		{5.15, false, 0, true, 0, false},
	} {
		w.FrameClock, p.Dead, p.Pose.Velocity = c.clock, c.dead, mgl32.Vec3{c.speed, 0, 0}
		b.see(w, p, mgl32.Vec3{}, 1)
		if got, later := b.respawned(c.clock), b.respawned(c.clock+0.05); got != c.respawned ||
			later != c.respawnedLater {
			t.Errorf("at %v s: respawned %v, a frame later %v", c.clock, got, later)
		}
		if v, known := b.velocity(c.clock); !known || v[0] != c.known {
			t.Errorf("at %v s: %v units a second, known %v", c.clock, v[0], known)
		}
	}
}

// Who gives up and is back at once died where he was last seen, if that was just before.
func TestPlaceOfWhoGaveUpOutOfSight(t *testing.T) {
	for _, c := range []struct {
		name     string
		from, to int // frames in which Bob is seen before, a twentieth of a second each
		death    int // the frame in which he is back
		known    bool
	}{{"seen just before", 0, 20, 20, true}, {"seen a second before", 0, 5, 25, false}, {"never seen before", 0, 0,
		1, false}} {
		f := madeQuake(t, func(m *maker) {
			for i := range 40 {
				bob := message.EntityDelta{Number: 2, Bits: 0x40f, Mask: message.FieldModel | message.FieldOrigin,
					Model: 2, Origin: eighths([3]float64{300, 0, 24})}
				if i >= c.death {
					bob.Origin = eighths([3]float64{2000, 0, 24})
				}
				list := []message.Message{&message.Time{Time: 1 + float32(i)/20}, &message.ClientData{Health: 100,
					ViewHeight: 22}}
				if i >= c.from && i < c.to || i >= c.death {
					list = append(list, &message.UpdateEntity{EntityDelta: bob})
				}
				m.packet(message.Packet{}, list...)
				if i == c.death {
					m.packet(message.Packet{}, &message.Print{Text: []byte("Bob suicides\n")})
				}
			}
		})
		if len(f.Kills) != 1 {
			t.Fatalf("%s: %d deaths", c.name, len(f.Kills))
		}
		if d := &f.Kills[0]; d.AtKnown != c.known || c.known && d.At != (mgl32.Vec3{300, 0, 24}) {
			t.Errorf("%s: at %v, known %v", c.name, d.At, d.AtKnown)
		}
	}
}
