package rules_test

import (
	"testing"

	"demoscope/formats/message"
	"demoscope/formats/wire"
	"demoscope/player/world"
)

// shown is what a player shows, and since when.
type shown struct {
	was, frame  uint16
	clock       float64
	weapon      uint16
	weaponClock float64
}

func shownBy(p *world.Player) shown {
	return shown{p.WasFrame, p.Frame, p.FrameClock, p.WeaponFrame, p.WeaponFrameClock}
}

// The frame before the one that a player shows, and when that was first told: what had not
// been seen, jumped or had another model has none before it. Packets are a sixteenth of a
// second apart, from 0 on.
func TestQuakeFramesShown(t *testing.T) {
	s := newQuake(t, "A", "B")
	s.time = 0
	s.packet(&message.ServerInfo{Protocol: 15, MaxClients: 2, Models: texts("maps/e1m1.bsp", "progs/player.mdl",
		"progs/h_player.mdl")},
		&message.UpdateName{Player: 1, Text: []byte("B")})
	start := s.Clock + 0.1 - 1.0/16 // a level's first time is a tenth of a second on
	for i, c := range []struct {
		model, frame int32
		jump         bool
		want         shown // clocks in packets
	}{
		{2, 6, false, shown{6, 6, 1, 0, 0}},
		{2, 6, false, shown{6, 6, 1, 0, 0}},
		{2, 7, false, shown{6, 7, 3, 0, 0}},
		{2, 7, false, shown{6, 7, 3, 0, 0}},
		{2, 107, false, shown{7, 107, 5, 0, 0}},
		{2, 12, true, shown{12, 12, 6, 0, 0}}, // a teleporter
		{2, 13, false, shown{12, 13, 7, 0, 0}},
		{3, 0, false, shown{0, 0, 8, 0, 0}}, // gibbed
		{0, 0, false, shown{0, 0, 8, 0, 0}}, // not in view
		{3, 1, false, shown{1, 1, 10, 0, 0}},
	} {
		d := message.EntityDelta{Number: 2, Mask: message.FieldModel | message.FieldFrame, Model: c.model,
			Frame: c.frame}
		if c.jump {
			d.Mask |= message.FieldNoLerp
		}
		s.packet(&message.ClientData{Health: 100}, update(1, 2, 0), &message.UpdateEntity{EntityDelta: d})
		c.want.clock = start + c.want.clock/16
		if got := shownBy(&s.Players[1]); got != c.want {
			t.Errorf("packet %d: %+v, not %+v", i+1, got, c.want)
		}
	}
	// What has no frame changes none, and a packet without a time the frame of the last one.
	s.packet()
	s.packet(&message.ClientData{Health: 100}, &message.UpdateEntity{EntityDelta: message.EntityDelta{Number: 2,
		Mask: message.FieldModel | message.FieldFrame, Model: 3, Frame: 2}})
	want := shown{1, 2, start + 12.0/16, 0, 0}
	if got := shownBy(&s.Players[1]); got != want {
		t.Errorf("%+v, not %+v", got, want)
	}
	s.untimed(&message.UpdateEntity{EntityDelta: message.EntityDelta{Number: 2, Mask: message.FieldModel |
		message.FieldFrame, Model: 3, Frame: 5}})
	want.frame = 5
	if got := shownBy(&s.Players[1]); got != want {
		t.Errorf("without a time: %+v, not %+v", got, want)
	}
}

// The weapon in view of a .dem is in the frame that clientdata says, since that was first
// told, and is the recorder's: whose eye is shown no more has none.
func TestQuakeWeaponFramesShown(t *testing.T) {
	s := newQuake(t, "A", "B")
	for i, c := range []struct {
		list   []message.Message
		weapon [2]uint16  // of A and B
		clock  [2]float64 // in packets
	}{
		{[]message.Message{&message.ClientData{Health: 100, WeaponFrame: 1}}, [2]uint16{1, 0}, [2]float64{0, 0}},
		{[]message.Message{&message.ClientData{Health: 100, WeaponFrame: 2}}, [2]uint16{2, 0}, [2]float64{1, 0}},
		{[]message.Message{&message.ClientData{Health: 100, WeaponFrame: 2}}, [2]uint16{2, 0}, [2]float64{1, 0}},
		// the eye goes before the frame begins
		{[]message.Message{&message.SetView{Entity: 2}, &message.ClientData{Health: 100, WeaponFrame: 6}},
			[2]uint16{0, 6}, [2]float64{2, 3}},
		{[]message.Message{&message.ClientData{Health: 100}}, [2]uint16{0, 0}, [2]float64{2, 4}},
	} {
		s.packet(append(c.list, update(1, 2, 0), update(2, 2, 100))...)
		for k := range c.weapon {
			p := &s.Players[k]
			if p.WeaponFrame != c.weapon[k] || p.WeaponFrameClock != c.clock[k]/16 {
				t.Errorf("packet %d: player %d shows %d since %v, not %d since %v", i+1, k, p.WeaponFrame,
					p.WeaponFrameClock, c.weapon[k], c.clock[k]/16)
			}
		}
	}
}

func TestQuakeWorldFramesShown(t *testing.T) {
	for _, format := range []string{"qwd", "mvd"} {
		s := newQuakeWorld(t, format, "A", "B")
		start := s.Clock
		for i, c := range []struct {
			frame, weapon, model uint8
			gone, jump           bool
			want                 shown // clocks in packets
		}{
			{6, 0, 1, false, false, shown{6, 6, 1, 0, 0}},
			{7, 1, 1, false, false, shown{6, 7, 2, 1, 2}},
			{7, 2, 1, false, false, shown{6, 7, 2, 2, 3}},
			{0, 0, 0, true, false, shown{6, 7, 2, 2, 3}},
			{9, 2, 1, false, false, shown{9, 9, 5, 2, 3}},
			{10, 2, 2, false, false, shown{10, 10, 6, 2, 3}},
			{11, 2, 2, false, false, shown{10, 11, 7, 2, 3}},
			{12, 2, 2, false, true, shown{12, 12, 8, 2, 3}},
		} {
			var list []message.Message
			if c.jump && format == "qwd" {
				break // its messages say so of the recorder alone
			}
			if c.jump {
				list = append(list, &message.SetAngle{Player: 1})
			}
			for slot := range uint8(2) {
				if slot == 1 && c.gone {
					break
				}
				if format == "mvd" {
					list = append(list, &message.MVDPlayerInfo{Player: slot, Bits: message.MVDPlayerModel |
						message.MVDPlayerWeaponFrame,
						Frame: c.frame, Model: c.model, WeaponFrame: c.weapon})
				} else {
					list = append(list, &message.QWPlayerInfo{Player: slot, Bits: message.QWPlayerModel, Frame: c.frame,
						Model: c.model, WeaponFrame: c.weapon})
				}
			}
			s.packet(list...)
			c.want.clock = start + c.want.clock/16
			if c.want.weaponClock > 0 { // else it is that of a slot without a player
				c.want.weaponClock = start + c.want.weaponClock/16
			}
			if got := shownBy(&s.Players[1]); got != c.want {
				t.Errorf("%s, packet %d: %+v, not %+v", format, i+1, got, c.want)
			}
		}
	}
	// Two packets of one moment: what the first of them told was never seen.
	s := newQuakeWorld(t, "mvd", "A", "B")
	s.packet(&message.MVDPlayerInfo{Player: 1, Frame: 6})
	s.packet(&message.MVDPlayerInfo{Player: 1, Frame: 7})
	s.time -= 1.0 / 16
	s.packet(&message.MVDPlayerInfo{Player: 1, Frame: 8})
	if got, want := shownBy(&s.Players[1]), (shown{6, 8, 4.0 / 16, 0, 0}); got != want {
		t.Errorf("%+v, not %+v", got, want)
	}
}

// In Quake II every recording tells the frames of all, and the weapon's of some.
func TestQuake2FramesShown(t *testing.T) {
	steps := []struct {
		frame int32
		gun   uint8
		x     wire.Coord
		want  shown // clocks in frames
	}{
		{0, 3, 0, shown{0, 0, 0, 3, 0}},
		{40, 3, 0, shown{0, 40, 1, 3, 0}},
		{40, 4, 0, shown{0, 40, 1, 4, 2}},
		{41, 5, 0, shown{40, 41, 3, 5, 3}},
		{42, 5, 8 * 600, shown{42, 42, 4, 5, 3}},
	}
	entity := func(frame int32) message.EntityDelta {
		return message.EntityDelta{Number: 1, Mask: message.FieldModel | message.FieldFrame, Model: 255, Frame: frame}
	}
	info := func(gun uint8, x wire.Coord) message.Quake2PlayerInfo {
		return message.Quake2PlayerInfo{Mask: message.PlayerGunFrame | message.PlayerOriginX, GunFrame: gun,
			Origin: [3]wire.Coord{x}}
	}
	w := q2Client(t)
	for i, c := range steps {
		one := info(c.gun, c.x)
		feed(w, q2Frame(int32(1+i), int32(i), &one, entity(c.frame))...)
		c.want.clock /= 10
		c.want.weaponClock /= 10
		if got := shownBy(&w.Players[0]); !near(got, c.want) {
			t.Errorf("frame %d: %+v, not %+v", i+1, got, c.want)
		}
	}
	for i, c := range steps {
		list := []message.Quake2PlayerInfo{info(c.gun, c.x), {Number: 3}}
		if i == 0 {
			w = mvd2Begin(t, list, entity(c.frame), q2Model(4, 255))
		} else {
			feed(w, mvd2Frame(list, entity(c.frame)))
		}
		c.want.clock /= 10
		c.want.weaponClock /= 10
		if got := shownBy(&w.Players[0]); !near(got, c.want) {
			t.Errorf("multi-view, frame %d: %+v, not %+v", i+1, got, c.want)
		}
	}
}

// near reports whether two are equal but for the last digits of their clocks.
func near(a, b shown) bool {
	same := abs(float32(a.clock-b.clock)) < 1e-6 && abs(float32(a.weaponClock-b.weaponClock)) < 1e-6
	a.clock, a.weaponClock, b.clock, b.weaponClock = 0, 0, 0, 0
	return same && a == b
}

// In Quake III bit 128 alone begins an animation again, also in snapshots that nobody looks
// at: the first player is the watched one, the second an entity.
func TestQuake3AnimationsShown(t *testing.T) {
	for _, deferred := range []bool{false, true} {
		q := q3Begin(t, 68, `0 \sv_maxclients\8`)
		q.Defer = deferred
		for i, c := range []struct {
			legs, torso, flags int32
			gone               bool
			want               shown // clocks in snapshots
		}{
			{15, 11, 0, false, shown{15, 15, 0, 11, 0}},
			{15, 7, 0, false, shown{15, 15, 0, 7, 1}},
			{15, 7 | 128, 0, false, shown{15, 15, 0, 7 | 128, 2}},
			{15 | 128, 7 | 128, 0, false, shown{15, 15 | 128, 3, 7 | 128, 2}},
			{22, 7, 0, false, shown{15 | 128, 22, 4, 7, 5 - 1}},
			{22, 7, 4, false, shown{22, 22, 5, 7, 5}}, // a teleporter
			{0, 0, 0, true, shown{}},
			{18, 11, 4, false, shown{18, 18, 7, 11, 7}},
		} {
			s := q3At(int32(1000+50*i), 0)
			if c.gone {
				s.player(message.PlayerStatePMType, 2)
			} else {
				s.player(message.PlayerStateLegsAnim, c.legs, message.PlayerStateTorsoAnim, c.torso,
					message.PlayerStateFlags, c.flags).
					entity(1, message.EntityStateType, 1, message.EntityStateLegsAnim, c.legs,
						message.EntityStateTorsoAnim, c.torso, message.EntityStateFlags, c.flags)
			}
			q.packet(int32(2+i), &s.m)
			c.want.clock /= 20
			c.want.weaponClock /= 20
			for slot := range 2 {
				if got := shownBy(&q.Players[slot]); !near(got, c.want) {
					t.Errorf("deferred %v, snapshot %d, player %d: %+v, not %+v", deferred, i+1, slot, got, c.want)
				}
			}
		}
	}
}
