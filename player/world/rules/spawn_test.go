package rules_test

import (
	"strings"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/world"
)

// Items that a player takes in the frame of spawning are events if their sounds are heard, and what a player starts
// with is none. The sounds come before the stats in a server's recording and behind them in a client's.
func TestItemsTakenAtSpawn(t *testing.T) {
	const (
		axe, shotgun, rockets     = 4096, 1, 32
		green, red, mega, quad    = 1 << 13, 1 << 15, 1 << 16, 1 << 22
		armorSound, weaponSound   = 2, 3
		megaSound, quadSound, oof = 4, 5, 6
	)
	sounds := texts("weapons/r_exp3.wav", "items/armor1.wav", "weapons/pkup.wav", "items/r_item2.wav",
		"items/damage.wav", "player/pain1.wav")
	for _, c := range []struct {
		what                 string
		items, armor, health int32
		heard                []int32
		want                 string
	}{
		{"nothing", axe | shotgun, 0, 100, nil, ""},
		{"an armor", axe | shotgun | green, 100, 100, []int32{armorSound}, "Green Armor"},
		{"an armor that was given", axe | shotgun | red, 200, 100, nil, ""},
		{"another sound", axe | shotgun | red, 200, 100, []int32{oof}, ""},
		{"a weapon", axe | shotgun | rockets, 0, 100, []int32{weaponSound}, "Rocket Launcher"},
		{"an armor, with a weapon that was given", axe | rockets | red, 200, 100, []int32{armorSound}, "Red Armor"},
		{"a megahealth", axe | shotgun | mega, 0, 200, []int32{megaSound}, "Megahealth"},
		{"a quad", axe | shotgun | quad, 0, 100, []int32{quadSound}, "Quad Damage"},
		{"all weapons of a start", axe | 127, 0, 100, []int32{weaponSound}, ""},
	} {
		for _, format := range []string{"mvd", "qwd", "dem"} {
			var s *script
			stats := func(items, armor, health int32) []message.Message {
				return []message.Message{&message.UpdateStat{Index: 0, Value: health},
					&message.UpdateStat{Index: 4, Value: armor}, &message.UpdateStat{Index: 15, Value: items}}
			}
			if format == "dem" {
				s = newQuake(t, "Ann", "Bob")
				s.packet(&message.ServerInfo{Protocol: 15, MaxClients: 8, Multi: 1, MapName: []byte("a"),
					Models: texts("maps/a.bsp", "progs/player.mdl"), Sounds: sounds},
					&message.UpdateName{Player: 0, Text: []byte("Ann")}, &message.SetView{Entity: 1})
				stats = func(items, armor, health int32) []message.Message {
					return []message.Message{&message.ClientData{HasItems: true, Items: uint32(items),
						Armor: uint16(armor), Health: int16(health)}}
				}
			} else {
				s = newQuakeWorld(t, format, "Ann", "Bob")
				s.packet(&message.QWList{Kind: message.QWSoundList, Names: sounds})
			}
			var happened []string
			took := func() {
				for _, e := range s.only(world.EventItem) {
					happened = append(happened, e.Item)
				}
			}
			send := func(list ...message.Message) { s.packetTo(1, list...); took() }
			send(stats(axe|shotgun|rockets, 50, 20)...)
			send(stats(axe|shotgun|rockets, 0, -5)...)
			var list []message.Message
			for _, n := range c.heard {
				list = append(list, &message.Sound{Entity: 1, Sound: n})
			}
			if format == "mvd" { // of one time
				s.packetTo(everybody, list...)
				s.time -= 1.0 / 16
				send(stats(c.items, c.armor, c.health)...)
			} else {
				send(append(stats(c.items, c.armor, c.health), list...)...)
			}
			for range 8 { // Quake waits for the print
				send(stats(c.items, c.armor, c.health)...)
			}
			if got := strings.Join(happened, ", "); got != c.want {
				t.Errorf("%s, %s: %q, not %q", c.what, format, got, c.want)
			}
		}
	}
}
