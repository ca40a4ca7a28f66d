package rules_test

import (
	"testing"

	"demoscope/formats/message"
	"demoscope/player/weapon"
	"demoscope/player/world"
)

// Who stands on something, by the bit of each format; what a format does not tell of a player
// is not known.
func TestFooting(t *testing.T) {
	t.Run("dem", func(t *testing.T) {
		s := newQuake(t, "Ann", "Bob")
		for _, c := range []struct {
			bits uint32
			want world.Footing
		}{{1 << 10, world.OnGround}, {0, world.InAir}, {0xffff &^ (1 << 10), world.InAir},
			{1<<10 | 1<<11, world.OnGround}} {
			s.packet(&message.ClientData{Bits: c.bits, Health: 100, ViewHeight: 22}, update(1, 2, 100),
				update(2, 2, 100))
			if s.Players[0].Footing != c.want || s.Players[1].Footing != world.FootingUnknown {
				t.Errorf("bits %#x: %d, %d", c.bits, s.Players[0].Footing, s.Players[1].Footing)
			}
		}
	})
	t.Run("qwd", func(t *testing.T) {
		s := newQuakeWorld(t, "qwd", "Ann", "Bob")
		for _, c := range []struct {
			info string
			bits uint32
			want world.Footing
		}{
			{"", 1 << 14, world.FootingUnknown}, {`\*z_ext\3`, 1 << 14, world.FootingUnknown},
			{`\*z_ext\511`, 1 << 14, world.OnGround}, {`\*z_ext\64`, 1 << 13, world.InAir},
			{`\*z_ext\447`, 1 << 14, world.FootingUnknown},
		} {
			s.packet(&message.StuffText{Text: []byte("fullserverinfo \"" + c.info + "\"\n")}, &message.QWPlayerInfo{
				Player: 1, Bits: c.bits})
			if got := s.Players[1].Footing; got != c.want {
				t.Errorf("%s, bits %#x: %d", c.info, c.bits, got)
			}
		}
	})
	t.Run("dm2", func(t *testing.T) {
		w := q2Client(t)
		for i, c := range []struct {
			flags uint16
			want  world.Footing
		}{{4, world.OnGround}, {3, world.InAir}, {0xfffb, world.InAir}, {6, world.OnGround}} {
			feed(w, q2Frame(int32(i+1), -1, &message.Quake2PlayerInfo{Mask: message.PlayerFlags, Flags: c.flags})...)
			if got := w.Players[0].Footing; got != c.want {
				t.Errorf("flags %d: %d", c.flags, got)
			}
		}
	})
	t.Run("dm3", func(t *testing.T) {
		q := q3Begin(t, 68, `545 n\Ann\t\0`, `546 n\Bob\t\0`)
		for i, c := range []struct {
			own, other int32
			want       [2]world.Footing
		}{
			{1022, 1023, [2]world.Footing{world.OnGround, world.InAir}},
			{1023, 5, [2]world.Footing{world.InAir, world.OnGround}},
		} {
			q.packet(int32(i+2), &q3At(int32(1000+50*i), 0).player(message.PlayerStateClientNum, 1,
				message.PlayerStateGroundEntityNum, c.own).
				entity(2, message.EntityStateType, 1, message.EntityStateGroundEntityNum, c.other).m)
			if got := [2]world.Footing{q.Players[1].Footing, q.Players[2].Footing}; got != c.want {
				t.Errorf("%d, %d: %d", c.own, c.other, got)
			}
		}
	})
}

// Hidden messages of servers' recordings have the weapon of a hit, and whether a missile hit directly.
func TestHitType(t *testing.T) {
	s := newQuakeWorld(t, "mvd", "Ann", "Bob")
	for kind, want := range []weapon.Kind{0, weapon.Axe, weapon.Shotgun, weapon.SuperShotgun, weapon.Nailgun,
		weapon.SuperNailgun, weapon.GrenadeLauncher, weapon.RocketLauncher, weapon.Thunderbolt, weapon.Discharge,
		weapon.Discharge, weapon.Grapple, 0, weapon.Lava, weapon.Slime, weapon.Water, weapon.Fall, weapon.Stomp,
		weapon.Telefrag, weapon.Telefrag, weapon.Telefrag, weapon.Explosion, weapon.Trap, weapon.Trap, weapon.Squish, 0,
		weapon.Suicide, 0, 0} {
		for splash, hit := range []world.HitType{world.HitDirect, world.HitSplash} {
			s.packetTo(0, &message.MVDHiddenDamage{Type: uint16(splash<<15 | kind), Attacker: 1, Target: 2, Damage: 60})
			if e := s.Events; len(e) != 1 || e[0].HitType != hit || e[0].Weapon != want {
				t.Errorf("%d, %d: %+v", kind, splash, e)
			}
		}
	}
}
