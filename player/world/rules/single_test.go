package rules_test

import (
	"fmt"
	"slices"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/world"
)

// alone is a Quake game of one player with these models; the first monster has entity 10.
func alone(t *testing.T, models ...string) *script {
	s := &script{World: newWorld(t, "dem"), t: t}
	s.packet(&message.ServerInfo{Protocol: 15, MaxClients: 1,
		Models: texts(append([]string{"maps/e1m1.bsp", "progs/player.mdl"}, models...)...)},
		&message.UpdateName{Text: []byte("Ann")}, &message.SetView{Entity: 1})
	return s
}

// thing is entity 10 with a model and a frame.
func thing(number, model, frame int32) message.Message {
	return &message.UpdateEntity{EntityDelta: message.EntityDelta{
		Number: number, Mask: message.FieldModel | message.FieldFrame, Model: model, Frame: frame,
	}}
}

// monsters lists the monsters that the last packet says were killed: "slot kind".
func (s *script) monsters() (list []string) {
	for _, e := range s.only(world.EventMonster) {
		list = append(list, fmt.Sprint(e.Player, " ", e.Item))
	}
	return list
}

// The kind of a killed monster is that of the entity that begins to die.
func TestKindsOfMonsters(t *testing.T) {
	killed := &message.KilledMonster{}
	for _, test := range []struct {
		model, becomes string // becomes "" for the same
		was, is        int32
		want           string
	}{
		{"progs/soldier.mdl", "", 7, 8, "0 Grunt"}, {"progs/soldier.mdl", "", 90, 18, "0 Grunt"},
		{"progs/soldier.mdl", "", 7, 29, "0 "},
		{"progs/dog.mdl", "", 0, 8, "0 Rottweiler"}, {"progs/dog.mdl", "", 0, 26, "0 "},
		{"progs/enforcer.mdl", "", 0, 41, "0 Enforcer"}, {"progs/knight.mdl", "", 0, 76, "0 Knight"},
		{"progs/hknight.mdl", "", 0, 42, "0 Death Knight"}, {"progs/ogre.mdl", "", 9, 112, "0 Ogre"},
		{"progs/ogre.mdl", "", 9, 126, "0 Ogre"},
		{"progs/ogre.mdl", "", 9, 111, "0 "}, {"progs/demon.mdl", "", 0, 45, "0 Fiend"}, {"progs/wizard.mdl", "", 0, 46,
			"0 Scrag"},
		{"progs/shambler.mdl", "", 0, 83, "0 Shambler"}, {"progs/shalrath.mdl", "", 0, 16, "0 Vore"},
		{"progs/fish.mdl", "", 0, 18, "0 Rotfish"},
		{"progs/boss.mdl", "", 0, 48, "0 Chthon"},
		{"progs/ogre.mdl", "", 112, 113, "0 "}, // it died before
		{"progs/ogre.mdl", "progs/h_ogre.mdl", 9, 0, "0 Ogre"},
		{"progs/ogre.mdl", "progs/h_ogre.mdl", 125, 0, "0 "}, // its body bursts
		{"progs/zombie.mdl", "progs/h_zombie.mdl", 3, 0, "0 Zombie"},
		{"progs/tarbaby.mdl", "progs/s_explod.spr", 3, 0, "0 Spawn"},
		{"progs/ogre.mdl", "progs/armor.mdl", 9, 0, "0 "}, // another entity in its place
		{"progs/armor.mdl", "", 0, 112, "0 "},
	} {
		s := alone(t, test.model, "progs/h_other.mdl", "progs/s_light.mdl")
		becomes := int32(3)
		if test.becomes != "" {
			s = alone(t, test.model, test.becomes)
			becomes = 4
		}
		me := &message.ClientData{Health: 100}
		for range 2 {
			s.packet(me, thing(1, 2, 0), thing(10, 3, test.was))
		}
		s.packet(me, killed, thing(1, 2, 0), thing(10, becomes, test.is))
		if got := s.monsters(); !slices.Equal(got, []string{test.want}) {
			t.Errorf("%s from frame %d to %d of %q: %q, not %q", test.model, test.was, test.is, test.becomes,
				got, test.want)
		}
	}
}

// Messages and deaths may come in different packets, and several at once.
func TestMonstersOneByOne(t *testing.T) {
	me := &message.ClientData{Health: 100}
	killed := &message.KilledMonster{}
	s := alone(t, "progs/ogre.mdl", "progs/dog.mdl")
	for range 2 {
		s.packet(me, thing(1, 2, 0), thing(10, 3, 0), thing(11, 4, 0), thing(12, 3, 0))
	}
	s.packet(me, thing(1, 2, 0), thing(10, 3, 112), thing(11, 4, 8), thing(12, 3, 0))
	if got := s.monsters(); got != nil {
		t.Errorf("before the message: %q", got)
	}
	s.packet(me, killed, killed, thing(1, 2, 0), thing(10, 3, 113), thing(11, 4, 9), thing(12, 3, 0))
	if got := s.monsters(); !slices.Equal(got, []string{"0 Ogre", "0 Rottweiler"}) {
		t.Errorf("two: %q", got)
	}
	// One out of sight.
	s.time += 5
	s.packet(me, killed, thing(1, 2, 0))
	if got := s.monsters(); !slices.Equal(got, []string{"0 "}) {
		t.Errorf("out of sight: %q", got)
	}
	// A death that nothing counted is not the next one's.
	s.packet(me, thing(1, 2, 0), thing(12, 3, 0))
	s.packet(me, thing(1, 2, 0), thing(12, 3, 112))
	s.time += 2
	s.packet(me, killed, thing(1, 2, 0), thing(12, 3, 125))
	if got := s.monsters(); !slices.Equal(got, []string{"0 "}) {
		t.Errorf("a long time behind: %q", got)
	}
	if v := s.Single.Kills; v != 4 {
		t.Errorf("%d kills, not 4", v)
	}
}

// A level ends with its time to a thousandth, the monsters and secrets.
func TestSummaryOfALevel(t *testing.T) {
	stat := func(index uint8, v int32) message.Message { return &message.UpdateStat{Index: index, Value: v} }
	s := alone(t)
	s.packet(stat(world.StatTotalMonsters, 30), stat(world.StatTotalSecrets, 5), stat(world.StatMonsters, 11),
		stat(world.StatSecrets, 1))
	s.packet(&message.KilledMonster{}, &message.FoundSecret{})
	if e := s.only(world.EventSecret); len(e) != 1 || e[0].Player != 0 {
		t.Errorf("a secret: %+v", e)
	}
	s.time = 83.4567
	s.packet(&message.Intermission{})
	want := "1:23.457, 12 of 30 kills, 2 of 5 secrets"
	if e := s.only(world.EventIntermission); len(e) != 1 || string(e[0].Text) != want {
		t.Errorf("%+v, not %q", e, want)
	}
	if g := s.Single; !g.Known || g.Kills != 12 || g.Monsters != 30 || g.Secrets != 2 || g.TotalSecrets != 5 ||
		g.SkillKnown {
		t.Errorf("%+v", g)
	}
	s.time = 90
	if s.packet(&message.Intermission{}); len(s.only(world.EventIntermission)) != 0 {
		t.Error("it ends twice")
	}
	// The next level knows nothing of it.
	s.packet(&message.ServerInfo{Protocol: 15, MaxClients: 1})
	if g := s.Single; !g.Known || g.Monsters != 0 || g.Kills != 0 || g.Counted != 0 {
		t.Errorf("a new level: %+v", g)
	}
	// Deathmatch is no such level.
	d := &script{World: newWorld(t, "dem"), t: t}
	d.packet(&message.ServerInfo{Protocol: 15, MaxClients: 8, Multi: 1})
	d.packet(stat(world.StatTotalMonsters, 0), stat(world.StatTotalSecrets, 5))
	d.time = 5
	d.packet(&message.Intermission{})
	if e := d.only(world.EventIntermission); d.Single.Known || len(e) != 1 || len(e[0].Text) != 0 {
		t.Errorf("deathmatch: %+v %+v", d.Single, e)
	}
	// QuakeWorld is one if it has monsters, which its stats say; secrets are nobody's.
	for _, format := range []string{"qwd", "mvd"} {
		q := newQuakeWorld(t, format, "A", "B")
		if q.packet(&message.StuffText{Text: []byte("fullserverinfo \"\\skill\\3\"\n")}); !q.Single.SkillKnown ||
			q.Single.Skill != 3 {
			t.Errorf("%s: %+v", format, q.Single)
		}
		if q.packet(&message.QWServerInfo{Key: []byte("skill"), Value: []byte("1")}); q.Single.Skill != 1 {
			t.Errorf("%s: %+v", format, q.Single)
		}
		if q.packet(&message.QWServerInfo{Key: []byte("skill"), Value: []byte("hard")}); q.Single.Skill != 1 {
			t.Errorf("%s: %+v", format, q.Single)
		}
		q.packetTo(1, stat(world.StatTotalMonsters, 0), stat(world.StatTotalSecrets, 3))
		if q.Single.Known {
			t.Errorf("%s: %+v", format, q.Single)
		}
		q.packetTo(1, stat(world.StatTotalMonsters, 9))
		q.packet(&message.KilledMonster{}, &message.FoundSecret{})
		if e := q.only(world.EventSecret, world.EventMonster); !q.Single.Known || q.Single.Kills != 1 || len(e) != 2 ||
			e[0].Player != nobody || e[1].Player != nobody {
			t.Errorf("%s: %+v %+v", format, q.Single, e)
		}
	}
}

// What Quake's recorder takes shows in its stats where nothing is printed.
func TestQuakeItemBits(t *testing.T) {
	const axe, shotgun, nailgun, launcher, green, yellow, mega, key, quad = 4096, 1, 4, 32, 1 << 13, 1 << 14, 1 << 16,
		1 << 18, 1 << 22
	has := func(items uint32, armor uint16, health int16) *message.ClientData {
		return &message.ClientData{Items: items, Armor: armor, Health: health}
	}
	for _, test := range []struct {
		name   string
		models []string
		was    *message.ClientData
		is     []message.Message // packets of one message, the stats and perhaps a print
		want   []string
	}{
		{"a weapon", nil, has(axe, 0, 100), []message.Message{has(axe|nailgun, 0, 100)}, []string{"0 Nailgun"}},
		{"its print", nil, has(axe, 0, 100), []message.Message{has(axe|nailgun, 0, 100),
			printAt(0, "You got the nailgun\n")}, []string{"0 Nailgun"}},
		{"its print two packets later", nil, has(axe, 0, 100), []message.Message{has(axe|64, 0, 100),
			has(axe|64, 0, 100), printAt(0, "You got the Lightning Gun\n")}, []string{"0 Lightning Gun"}},
		{"its print before", nil, has(axe, 0, 100), []message.Message{printAt(0, "You got the nailgun\n"),
			has(axe|nailgun, 0, 100)}, []string{"0 Nailgun"}},
		{"the game's own name", nil, has(axe, 0, 100), []message.Message{has(axe|64, 0, 100),
			printAt(0, "You got the Lightning Gun\n")}, []string{"0 Lightning Gun"}},
		{"a key", nil, has(axe, 0, 100), []message.Message{has(axe|key, 0, 100),
			printAt(0, "You got the gold keycard\n")}, []string{"0 gold keycard"}},
		{"another print", nil, has(axe, 0, 100), []message.Message{has(axe|nailgun, 0, 100),
			printAt(0, "You got the Rocket Launcher\n")}, []string{"0 Rocket Launcher", "0 Nailgun"}},
		{"armor", nil, has(axe, 0, 100), []message.Message{has(axe|green, 100, 100)}, []string{"0 Green Armor"}},
		{"id's armor", nil, has(axe, 0, 100), []message.Message{has(axe|yellow, 150, 100),
			printAt(0, "You got armor\n")}, []string{"0 Yellow Armor"}},
		{"a piece of armor", nil, has(axe|green, 50, 100), []message.Message{has(axe|green, 55, 100)}, nil},
		{"megahealth", nil, has(axe, 0, 100), []message.Message{has(axe|mega, 0, 200)}, []string{"0 Megahealth"}},
		{"health", nil, has(axe, 0, 100), []message.Message{has(axe, 0, 200)}, nil},
		{"a cheat", nil, has(axe, 0, 100), []message.Message{has(axe|quad, 0, 100), printAt(0, "Quad Cheat\n")}, nil},
		{"all at once", nil, has(axe, 0, 100), []message.Message{has(axe|nailgun|launcher|quad, 0, 100)}, nil},
		{"dead", nil, has(axe, 0, 0), []message.Message{has(axe|nailgun, 0, 100)}, nil},
		// In the mission packs weapons have the bits of armor and megahealth.
		{"a weapon of a pack", []string{"progs/v_prox.mdl"}, has(axe, 0, 90), []message.Message{has(axe|mega, 0, 100)},
			nil},
		{"armor of a pack", []string{"progs/v_lava.mdl"}, has(axe|green, 0, 100),
			[]message.Message{has(axe|green, 100, 100), printAt(0, "You got armor\n")}, []string{"0 armor"}},
	} {
		s := alone(t, test.models...)
		s.packet(test.was, thing(1, 2, 0))
		s.packet(test.was, thing(1, 2, 0))
		var got []string
		for _, m := range test.is {
			s.packet(m, thing(1, 2, 0))
			got = append(got, s.taken()...)
		}
		last := test.was
		for _, m := range test.is {
			if c, ok := m.(*message.ClientData); ok {
				last = c
			}
		}
		for range 8 {
			s.packet(last, thing(1, 2, 0))
			got = append(got, s.taken()...)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, not %q", test.name, got, test.want)
		}
	}
}

// Quake II's help computer tells the skill and what was counted; the level is one against
// monsters if the server has one client, too.
func TestHelpComputer(t *testing.T) {
	const help = `xv 32 yv 8 picn help xv 202 yv 12 string2 "hard" xv 0 yv 24 cstring2 "Outer Base" ` +
		`xv 0 yv 54 cstring2 "Locate the elevator" xv 50 yv 164 string2 " kills     goals    secrets" ` +
		`xv 50 yv 172 string2 "  7/ 21     0/1       2/3" `
	w := q2Client(t)
	if w.Single.Known {
		t.Errorf("four clients: %+v", w.Single)
	}
	want := world.Single{
		Known: true, Kills: 7, Monsters: 21, Secrets: 2, TotalSecrets: 3, Counted: world.CountedMonsters |
			world.CountedSecrets,
		Skill: 2, SkillKnown: true,
	}
	feed(w, &message.Layout{Text: []byte(help)})
	if w.Single != want {
		t.Errorf("%+v, not %+v", w.Single, want)
	}
	for word, skill := range map[string]int32{"easy": 0, "medium": 1, "hard": 2, "hard+": 3} {
		w := q2Client(t)
		feed(w, &message.Layout{Text: []byte(`picn help string2 "` + word + `"`)})
		if !w.Single.SkillKnown || w.Single.Skill != skill {
			t.Errorf("%s: %+v", word, w.Single)
		}
	}
	// A scoreboard is none.
	d := q2Client(t)
	feed(d, &message.Layout{Text: []byte(`picn tag1 string2 "hard" string2 "1/2 3/4 5/6"`)})
	if d.Single != (world.Single{}) {
		t.Errorf("a scoreboard: %+v", d.Single)
	}
	one := newWorld23(t, "dm2")
	feed(one, &message.Quake2ServerData{Protocol: 34, IsDemo: 1}, q2String(30, "1"))
	if one.Single != (world.Single{Known: true}) {
		t.Errorf("one client: %+v", one.Single)
	}
	// The end tells the time alone: the counts may be old.
	feed(one, &message.Layout{Text: []byte(help)})
	freeze := &message.Quake2PlayerInfo{Mask: message.PlayerType, Type: 4}
	feed(one, q2Frame(1234, 0, freeze)...)
	if e := eventsOf(one, world.EventIntermission); len(e) != 1 || string(e[0].Text) != "2:03.400" {
		t.Errorf("the end: %+v", e)
	}
}

// A chase camera shows the stats of another player: what that one takes is its own, and
// the camera stands still without an intermission.
func TestChaseCamera(t *testing.T) {
	info := func(kind uint8, chase, picked int16) *message.Quake2PlayerInfo {
		return &message.Quake2PlayerInfo{
			Mask: message.PlayerType, Type: kind, StatBits: 1<<world.Quake2StatChase | 1<<world.Quake2StatPickupText,
			Stats: []int16{picked, chase},
		}
	}
	for _, test := range []struct {
		name   string
		frames []*message.Quake2PlayerInfo
		want   []string // items
		ended  bool
	}{
		{"a player", []*message.Quake2PlayerInfo{info(0, 0, 0), info(0, 0, 1057)}, []string{"0 Railgun"}, false},
		{"a camera", []*message.Quake2PlayerInfo{info(4, 1313, 0), info(4, 1313, 1057)}, []string{"1 Railgun"}, false},
		{"another player before", []*message.Quake2PlayerInfo{info(4, 1314, 0), info(4, 1313, 1057)}, nil, false},
		{"the end", []*message.Quake2PlayerInfo{info(0, 0, 0), info(4, 0, 0)}, nil, true},
		{"a mod's own stat", []*message.Quake2PlayerInfo{info(0, 1600, 0), info(4, 1600, 0)}, nil, true},
	} {
		w := q2Client(t)
		feed(w, q2String(1057, "Railgun"))
		var got []string
		for i, f := range test.frames {
			feed(w, q2Frame(int32(i+1), 0, f)...)
			for _, e := range eventsOf(w, world.EventItem) {
				got = append(got, fmt.Sprint(e.Player, " ", e.Item))
			}
		}
		if !slices.Equal(got, test.want) || w.Intermission != test.ended {
			t.Errorf("%s: %q, not %q; intermission %v", test.name, got, test.want, w.Intermission)
		}
	}
}

// Who looks on through a chase camera has the score of whom it chases in his numbers, and is dead when that
// one is: both are not his own.
func TestChaseCameraIsNobodyWhoPlays(t *testing.T) {
	w := q2Client(t)
	feed(w, q2String(1312, `Ann\male/grunt`), q2String(1313, `Bob\male/grunt`))
	info := func(kind uint8, chase, frags int16) *message.Quake2PlayerInfo {
		return &message.Quake2PlayerInfo{
			Mask: message.PlayerType, Type: kind, StatBits: 1<<world.Quake2StatFrags | 1<<world.Quake2StatChase,
			Stats: []int16{frags, chase},
		}
	}
	const spectator, dead, freeze = 1, 2, 4
	ann, bob := func() *world.Player { return &w.Players[0] }, func() *world.Player { return &w.Players[1] }
	for i, f := range []struct {
		info *message.Quake2PlayerInfo
		bob  int32
	}{{info(spectator, 0, 0), 0}, {info(freeze, 1313, -2), -2}, {info(dead, 1313, -3), -3}} {
		feed(w, q2Frame(int32(i+1), 0, f.info, q2Model(2, 255))...)
		if a, b := ann(), bob(); a.Frags != 0 || a.Dead || !a.Spectator || b.Frags != f.bob || b.Spectator {
			t.Errorf("frame %d: Ann has %d, dead %v, looks on %v; Bob has %d, looks on %v", i+1, a.Frags, a.Dead,
				a.Spectator, b.Frags, b.Spectator)
		}
	}
	if !bob().FragsKnown(w) {
		t.Error("Bob's score is not known")
	}
	feed(w, q2Frame(5, 0, info(0, 0, 0), q2Model(1, 255), q2Model(2, 255))...)
	if ann().Spectator || ann().Frags != 0 || bob().Frags != -3 {
		t.Errorf("Ann plays again: looks on %v, has %d; Bob has %d", ann().Spectator, ann().Frags, bob().Frags)
	}
	feed(w, q2Frame(6, 0, info(0, 1313, 7), q2Model(2, 255))...) // a mod's number, of whom she aims at
	if ann().Spectator || ann().Frags != 7 || bob().Frags != -3 {
		t.Errorf("Ann aims at Bob: looks on %v, has %d; Bob has %d", ann().Spectator, ann().Frags, bob().Frags)
	}
}

// In capture-the-flag the skins tell the teams.
func TestQuake2TeamKills(t *testing.T) {
	for _, test := range []struct {
		ann, bob string
		want     bool
	}{
		{`male/ctf_r`, `female/ctf_r`, true}, {`male/ctf_r`, `male/ctf_b`, false}, {`male/grunt`, `male/grunt`, false},
		{`male/ctf_r`, `male/grunt`, false}, {`/ctf_`, `/ctf_`, false},
	} {
		w := q2Client(t)
		feed(w, q2String(1312, `Ann\`+test.ann), q2String(1313, `Bob\`+test.bob))
		feed(w, &message.Print{Level: 1, Text: []byte("Ann was railed by Bob\n")})
		e := eventsOf(w, world.EventKill)
		if len(e) != 1 || e[0].TeamKill != test.want {
			t.Errorf("%v: %+v", test, e)
			continue
		}
		bob := w.Players[1]
		if test.want && (bob.TeamKills != 1 || bob.Kills != 0 || bob.Frags != -1) || !test.want &&
			(bob.TeamKills != 0 || bob.Kills != 1 || bob.Frags != 1) {
			t.Errorf("%v: %d kills, %d team kills, %d frags", test, bob.Kills, bob.TeamKills, bob.Frags)
		}
	}
}
