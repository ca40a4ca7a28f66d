package quake

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/formats/message"
	"demoscope/formats/wire"
	"demoscope/player/world"
	"demoscope/player/world/internal/worldtest"
)

// TestReplacedView: without a clientdata, the recorder's eye follows from the deltas and stats of FTE.
func TestReplacedView(t *testing.T) {
	const whole = message.ReplaceReset | message.ReplaceModel | message.ReplaceOriginXY | message.ReplaceOriginZ |
		message.ReplacePrediction
	for _, onGround := range []bool{false, true} {
		ann := message.ReplacementUpdate{
			EntityDelta: message.EntityDelta{Number: 1, Bits: whole | message.ReplaceFlags, Model: 2,
				Mask:   message.FieldModel | message.FieldOrigin,
				Origin: [3]wire.Coord{8, 16, 24 * 8}},
			FTE: message.Replacement{Predicted: message.PredictVelocityXY | message.PredictVelocityZ,
				Velocity: [3]int16{80 * 8, -40 * 8, 4}},
		}
		want := world.FootingOf(onGround)
		if onGround {
			ann.FTE.Flags = message.ReplacementOnGround
		}
		w := worldtest.Play(worldtest.Watch(t, world.New(world.Quake, New)), []message.Message{
			&message.ServerInfo{Protocol: 666, MaxClients: 2, Models: [][]byte{[]byte("maps/a.bsp"),
				[]byte("progs/player.mdl")}, Extensions: []message.QWExtension{{Tag: message.TagFTE2,
				Bits: message.FTE2Replacement | message.FTE2Prediction}}},
			&message.SetView{Entity: 1}, &message.UpdateName{Text: []byte("ann")},
			&message.UpdateStat{Index: 16, Value: 31}, // the height of the eye
			&message.UpdateStat{Index: 26, Value: 3}, &message.UpdateStat{Index: 27, Value: -4},
			&message.UpdateStat{Index: 28, Value: 5}, // the recoil
		}, []message.Message{&message.UpdateEntities{Time: 10, Entities: []message.ReplacementUpdate{ann}}},
			[]message.Message{&message.UpdateEntities{Time: 10.1}})
		v, p := &w.View, &w.Players[0]
		if v.Origin != (mgl32.Vec3{1, 2, 24 + 31}) || v.Punch != (mgl32.Vec3{3, -4, 5}) ||
			p.Pose.Velocity != (mgl32.Vec3{80, -40, 0.5}) || p.Footing != want {
			t.Errorf("the eye is at %v with recoil %v, moves at %v, footing %v, want %v", v.Origin, v.Punch,
				p.Pose.Velocity, p.Footing, want)
		}
	}
}

// TestPrecache: a name that comes later has its number, also beyond the list, and only in its list.
func TestPrecache(t *testing.T) {
	w := newQuakeWith(t, "A")
	name := func(kind, number uint16, text string) message.Message {
		return &message.Precache{Index: kind<<14 | number, Text: []byte(text)}
	}
	worldtest.Play(w, []message.Message{name(message.PrecacheModel, 5, "progs/armor.mdl"),
		name(message.PrecacheModel, 3, "progs/eyes.mdl"), name(message.PrecacheSound, 4, "misc/talk.wav"),
		name(message.PrecacheParticles, 9, "particles")})
	l := w.Level()
	for number, want := range map[uint16]string{1: "maps/e1m1.bsp", 2: "", 3: "progs/eyes.mdl", 4: "",
		5: "progs/armor.mdl", 6: "", 9: ""} {
		if got := l.Model(number); got != want {
			t.Errorf("model %d is %q, want %q", number, got, want)
		}
	}
	if len(l.Models) != 6 || len(l.Sounds) != 5 || l.Sound(4) != "misc/talk.wav" || l.Map != "maps/e1m1.bsp" {
		t.Errorf("%q, %q, map %s", l.Models, l.Sounds, l.Map)
	}
}

// TestUserInfos: servers with FTE's extensions say names and colors in a text.
func TestUserInfos(t *testing.T) {
	w := newQuakeWith(t, "A", "B")
	for _, c := range []struct {
		text         string
		name         string
		shirt, pants uint8
	}{
		{"//fui 1 \"\\name\\carl\\topcolor\\4\\bottomcolor\\13\"\n", "carl", 4, 13},
		{"//ui 1 \"name\" \"dora\"\n", "dora", 4, 13},
		{"//ui 1 \"topcolor\" \"2\"\n//ui 1 \"bottomcolor\" \"3\"\n", "dora", 2, 3},
		{"//ui 1 \"team\" \"red\"\n//ui 77 \"name\" \"x\"\n//ui x \"name\" \"x\"\n//ui 1\n", "dora", 2, 3},
		{"ui 1 \"name\" \"x\"\n// ui 1 \"name\" \"x\"\n", "dora", 2, 3},
	} {
		worldtest.Play(w, []message.Message{&message.StuffText{Text: []byte(c.text)}})
		if p := &w.Players[1]; p.Name != c.name || uint8(p.Shirt) != c.shirt || uint8(p.Pants) != c.pants ||
			w.Players[0].Name != "A" {
			t.Errorf("%q: %q, %d and %d", c.text, p.Name, p.Shirt, p.Pants)
		}
	}
}
