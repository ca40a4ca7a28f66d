package quakeworld

import (
	"testing"

	"demoscope/formats/message"
	"demoscope/player/world"
)

// sums expects damage given and taken and the seconds with powerups of the players in a match.
func (w *qwWorld) sums(what string, want map[string][3]int32) {
	w.t.Helper()
	for _, s := range w.Results()[0].Players {
		c := s.Counted
		if got := [...]int32{c.DamageGiven, c.DamageTaken, c.PowerupTime}; got != want[s.Name] {
			w.t.Errorf("%s: %s has %v, not %v", what, s.Name, got, want[s.Name])
		}
	}
}

// A recording that ends before KTX's table has damage and powerups by its hits and by the stats of the players.
func TestSumsOfAMatch(t *testing.T) {
	w := newQWWorld(t, "mvd")
	stats := func(slot int, list ...[2]int32) {
		var messages []message.Message
		for _, s := range list {
			messages = append(messages, &message.UpdateStat{Index: uint8(s[0]), Value: s[1]})
		}
		w.packet(1<<slot, messages...)
	}
	hit := func(by, of, damage uint16) message.Message {
		return &message.MVDHiddenDamage{Type: 7, Attacker: by + 1, Target: of + 1, Damage: damage}
	}
	w.all(fullInfo(`\teamplay\2\mode\2on2`), user(0, 1, `\name\Ann\team\red`), user(1, 2, `\name\Bo b\team\blue`),
		user(2, 3, `\name\Cy\team\blue`))
	for slot := range 3 {
		stats(slot, [2]int32{world.StatHealth, 100}, [2]int32{world.StatArmor, 0}, [2]int32{world.StatItems, 1})
	}
	w.all(hit(0, 1, 10))
	w.all(lines("The match has begun!\n"))
	if s := w.Results()[0].Players[0]; s.Told&world.SummedPowerups != 0 {
		t.Errorf("powerups that nobody had are %v", s.Told)
	}
	w.sums("a hit before the match", nil)

	w.all(hit(0, 1, 30))
	w.sums("health", map[string][3]int32{"Ann": {30, 0, 0}, "Bo b": {0, 30, 0}})
	// Of 90 points the armor takes 54, and 36 are more than the 20 that are left.
	stats(1, [2]int32{world.StatHealth, 20}, [2]int32{world.StatArmor, 100},
		[2]int32{world.StatItems, world.ItemYellowArmor})
	w.all(hit(0, 1, 90))
	w.sums("armor", map[string][3]int32{"Ann": {104, 0, 0}, "Bo b": {0, 104, 0}})
	// Two hits of a moment, of which the first one leaves 46 of the armor and 10 of the health.
	stats(1, [2]int32{world.StatHealth, 20}, [2]int32{world.StatArmor, 61})
	w.all(hit(0, 1, 25), hit(0, 1, 9999))
	w.sums("a telefrag", map[string][3]int32{"Ann": {185, 0, 0}, "Bo b": {0, 185, 0}})
	// KTX counts what hits the dead.
	stats(1, [2]int32{world.StatHealth, -5}, [2]int32{world.StatArmor, 0})
	w.all(hit(0, 1, 7))
	w.sums("a corpse", map[string][3]int32{"Ann": {192, 0, 0}, "Bo b": {0, 192, 0}})
	// Team-mates, the player's own hits and the world are no opponents.
	stats(1, [2]int32{world.StatHealth, 100})
	w.all(hit(2, 1, 10), hit(1, 1, 10), &message.MVDHiddenDamage{Type: 16, Target: 2, Damage: 5})
	w.sums("others", map[string][3]int32{"Ann": {192, 0, 0}, "Bo b": {0, 192, 0}})
	// The pentagram lets the armor alone take its share.
	stats(2, [2]int32{world.StatArmor, 50}, [2]int32{world.StatItems, world.ItemPentagram | world.ItemRedArmor})
	w.all(hit(0, 2, 40))
	want := map[string][3]int32{"Ann": {224, 0, 0}, "Bo b": {0, 192, 0}, "Cy": {0, 32, 0}}
	w.sums("a pentagram", want)

	// Each powerup counts whole seconds: 14 of 14.9, and then 2 of 2.9.
	w.time += 14.7
	stats(2, [2]int32{world.StatItems, world.ItemQuad})
	w.time += 2.8
	stats(2, [2]int32{world.StatItems, 1})
	want["Cy"] = [3]int32{0, 32, 16}
	w.sums("powerups", want)

	// Who leaves keeps the sums, and has them when back.
	w.all(user(1, 2, ""))
	r := w.Results()[0]
	if len(r.Left) != 1 || r.Left[0].Counted.DamageTaken != 192 || r.Left[0].Told&world.SummedDamage == 0 {
		t.Errorf("who left is %+v", r.Left)
	}
	w.all(user(4, 9, `\name\Bo b\team\blue`))
	w.sums("back", want)
	w.all(lines("The match is over\n"))
	w.all(hit(0, 2, 40))
	w.sums("after the match", want)
	if s := w.Results()[0].Players[0]; s.Told&(world.SummedDamage|world.SummedPowerups|world.ToldDamageGiven) !=
		world.SummedDamage|world.SummedPowerups {
		t.Errorf("told %b", s.Told)
	}
}
