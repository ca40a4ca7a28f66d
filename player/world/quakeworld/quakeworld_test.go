package quakeworld

import (
	"math"
	"slices"
	"testing"

	"demoscope/formats/message"
	"demoscope/formats/wire"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/player/world/internal/worldtest"
)

// newWorld returns the world of a client's or of a server's recording.
func newWorld(t testing.TB, format string) *world.World {
	if format == "mvd" {
		return worldtest.Watch(t, world.New(world.QuakeWorld, NewServer))
	}
	return worldtest.Watch(t, world.New(world.QuakeWorld, NewClient))
}

// qwWorld drives a world by hand.
type qwWorld struct {
	*world.World
	t        *testing.T
	time     float64
	sequence int32
}

func newQWWorld(t *testing.T, format string) *qwWorld {
	w := &qwWorld{World: newWorld(t, format), t: t}
	units := wire.Units{}
	w.all(&message.QWServerData{
		Protocol: 28, GameDir: []byte("qw"), MapName: []byte("Test"), Client: 1,
		Units: units, EntityUnits: units, PlayerUnits: wire.Units{Angle: wire.AngleShort},
		Extensions: []message.QWExtension{{Tag: message.TagMVD1, Bits: mvdHiddenMessages}},
	})
	for slot, name := range []string{"Ann", "Bo b", "Cy"} {
		w.all(&message.QWUpdateUserInfo{Player: uint8(slot), User: int32(slot + 1),
			Text: []byte(`\name\` + name + `\team\red\topcolor\4\bottomcolor\13`)})
	}
	return w
}

// packet applies one packet for the targets, a tenth of a second later.
func (w *qwWorld) packet(targets uint32, list ...message.Message) {
	w.time += 0.1
	w.sequence++
	w.Begin(&message.Packet{Block: w.Block + 1, Time: w.time, Sequence: w.sequence, Targets: targets})
	for _, m := range list {
		w.Apply(m)
	}
	w.End()
	worldtest.See(w.World)
}

func (w *qwWorld) all(list ...message.Message) { w.packet(world.Everybody, list...) }

// entity is a change of an entity's x coordinate.
func entityX(number int32, x int32) message.EntityDelta {
	return message.EntityDelta{Number: number, Mask: message.FieldOriginX, Origin: [3]wire.Coord{wire.Coord(x * 8)}}
}

// places returns the x coordinates of the entities by number.
func (w *qwWorld) places(want map[int32]float32) {
	w.t.Helper()
	got := map[int32]float32{}
	for i := range w.Entities {
		got[w.Entities[i].Number] = w.Entities[i].Origin[0]
	}
	if len(got) != len(want) {
		w.t.Errorf("entities %v, want %v", got, want)
		return
	}
	for n, x := range want {
		if got[n] != x {
			w.t.Errorf("entities %v, want %v", got, want)
			return
		}
	}
}

func set(delta bool, from int32, list ...message.EntityDelta) *message.PacketEntities {
	return &message.PacketEntities{Delta: delta, From: uint8(from), Entities: list}
}

// TestQWDDelta: a change is of the frame whose sequence number it names, of the
// newest if that is not there.
func TestQWDDelta(t *testing.T) {
	w := newQWWorld(t, "qwd")
	base := entityX(7, 100)
	w.all(&message.SpawnBaseline{EntityDelta: base})
	w.all(set(false, 0, entityX(3, 1), message.EntityDelta{Number: 7}, entityX(9, 5)))
	w.places(map[int32]float32{3: 1, 7: 100, 9: 5})
	first := w.sequence
	w.all(set(true, first, entityX(3, 2), message.EntityDelta{Number: 7, Remove: true}))
	w.places(map[int32]float32{3: 2, 9: 5})
	w.all(set(true, first, entityX(8, 8)))
	w.places(map[int32]float32{3: 1, 7: 100, 8: 8, 9: 5})
	w.all(set(true, first))
	w.places(map[int32]float32{3: 1, 7: 100, 9: 5})
	w.all(set(true, 200, entityX(4, 4)))
	w.places(map[int32]float32{3: 1, 4: 4, 7: 100, 9: 5})
	for range 70 {
		w.all(set(false, 0, entityX(5, 5)))
	}
	w.all(set(true, first, entityX(6, 6))) // too long ago
	w.places(map[int32]float32{5: 5, 6: 6})
	w.all(set(true, w.sequence, message.EntityDelta{Number: 6, Remove: true}, message.EntityDelta{Number: 7}))
	w.places(map[int32]float32{5: 5, 7: 100})
}

// TestMVDDelta: a change is of the set before, whatever number it names.
func TestMVDDelta(t *testing.T) {
	w := newQWWorld(t, "mvd")
	base := entityX(7, 100)
	w.all(&message.SpawnBaseline{EntityDelta: base})
	w.all(set(true, 77, entityX(3, 1)))
	w.places(map[int32]float32{3: 1}) // it began from nothing, not from the baselines
	w.all(set(true, 5, message.EntityDelta{Number: 7}, message.EntityDelta{Number: 9, Remove: true}))
	w.places(map[int32]float32{3: 1, 7: 100})
	w.all(set(true, 5, entityX(7, 50)))
	w.all(set(true, 5))
	w.places(map[int32]float32{3: 1, 7: 50})
	w.all(set(true, 5, message.EntityDelta{Number: 7, Remove: true}))
	w.all(set(true, 5, message.EntityDelta{Number: 7}))
	w.places(map[int32]float32{3: 1, 7: 100})
	w.all(set(false, 0, entityX(4, 4)))
	w.places(map[int32]float32{4: 4})
}

// TestMVDNails: nails stay where the players of their frame have a packet of their own behind them, as
// servers write it, and go with the next frame.
func TestMVDNails(t *testing.T) {
	w := newQWWorld(t, "mvd")
	nails := &message.QWNails{Numbered: true, Nails: []message.QWNail{{Number: 3, X: 10, Y: -10}}}
	w.all(&message.PacketEntities{}, nails)
	w.time -= 0.1
	w.all(&message.MVDPlayerInfo{Player: 0, Bits: message.MVDPlayerOriginX})
	if len(w.Nails) != 1 || w.Nails[0].Origin != [3]float32{20, -20, 0} || !w.Players[0].Visible {
		t.Errorf("behind the players: nails %+v", w.Nails)
	}
	w.time -= 0.1
	w.all(&message.PacketEntities{Delta: true}, nails)
	if len(w.Nails) != 1 {
		t.Errorf("two frames at one time have %d nails", len(w.Nails))
	}
	w.all(&message.MVDPlayerInfo{Player: 0})
	if len(w.Nails) != 0 {
		t.Errorf("nails of a frame before: %+v", w.Nails)
	}
}

// TestQWDPlayers: a player is what one packet says; the recorder's angles are
// in his own moves.
func TestQWDPlayers(t *testing.T) {
	w := newQWWorld(t, "qwd")
	if w.Recorder != 1 {
		t.Fatalf("recorder %d", w.Recorder)
	}
	other := &message.QWPlayerInfo{
		Player: 0, Bits: message.QWPlayerCommand | message.QWPlayerSkin | message.QWPlayerDead,
		Origin: [3]wire.Coord{8, 16, 24},
		Skin:   5, Command: message.QWUserCommand{Angles: [3]int16{8192, -16384, 0}},
	}
	me := &message.QWPlayerInfo{Player: 1, Origin: [3]wire.Coord{800, 0, 0}, Velocity: [3]int16{0, -320, 0}}
	w.all(&message.QWClientBlock{ViewAngles: [3]float32{10, 20, 0}})
	w.all(other, me, &message.QWNails{Nails: []message.QWNail{{X: 10, Y: -10, Pitch: 4, Yaw: 64}}})
	p := w.Players[0]
	if !p.Visible || !p.Dead || p.SkinNumber != 5 || p.Pose.Origin != [3]float32{1, 2, 3} ||
		p.Pose.Angles != [3]float32{45, -90, 0} {
		t.Errorf("%+v", p)
	}
	if v := w.View; !v.Known || v.Origin != [3]float32{100, 0, 22} || v.Angles != [3]float32{10, 20, 0} ||
		v.Entity != 2 {
		t.Errorf("%+v", v)
	}
	if w.Players[1].Pose.Velocity[1] != -320 || w.Players[1].Pose.Angles != [3]float32{10, 20, 0} {
		t.Errorf("%+v", w.Players[1].Pose)
	}
	if len(w.Nails) != 1 || w.Nails[0].Origin != [3]float32{20, -20, 0} || w.Nails[0].Angles != [3]float32{90, 90, 0} {
		t.Errorf("%+v", w.Nails)
	}
	w.all(&message.Print{Text: []byte("x\n")})
	if !w.Players[0].Visible || len(w.Nails) != 1 {
		t.Error("a packet without players has taken them away")
	}
	other.Bits, other.Skin = 0, 0
	w.all(&message.UpdateStat{Index: world.StatViewHeight, Value: 4}, me)
	if w.Players[0].Visible || len(w.Nails) != 0 {
		t.Error("players or nails outlive their packet")
	}
	if w.View.Height != 4 {
		t.Errorf("height %v", w.View.Height)
	}
	w.all(other)
	if w.Players[0].SkinNumber != 0 || w.Players[0].Dead || w.Players[1].Visible {
		t.Errorf("%+v", w.Players[0])
	}
	w.all(&message.Intermission{Origin: [3]wire.Coord{8, 8, 8}, Angles: [3]wire.Angle{0, 64, 0}})
	w.all(&message.QWClientBlock{ViewAngles: [3]float32{1, 1, 1}}, me)
	if v := w.View; !w.Intermission || v.Origin != [3]float32{1, 1, 1} || v.Angles != [3]float32{0, 90, 0} {
		t.Errorf("%+v", v)
	}
}

// TestMVDPlayers: a player is a change of what he was, angles 0 to 360.
func TestMVDPlayers(t *testing.T) {
	w := newQWWorld(t, "mvd")
	w.all(&message.MVDPlayerInfo{
		Player: 2, Frame: 3, Bits: 0xfff, Origin: [3]wire.Coord{8, 16, 24}, Angles: [3]int16{-16384, 0, 0},
		Model: 5, Skin: 1, Effects: 64, WeaponFrame: 2,
	})
	w.all(&message.MVDPlayerInfo{Player: 2, Frame: 4, Bits: message.MVDPlayerOriginY, Origin: [3]wire.Coord{0, 80, 0}})
	p := &w.Players[2]
	if p.Frame != 4 || p.Pose.Origin != [3]float32{1, 10, 3} || p.Pose.Angles != [3]float32{270, 0, 0} ||
		p.Model != 5 ||
		p.SkinNumber != 1 || p.Effects != 64 || p.WeaponFrame != 2 || p.Dead || p.NoLerp {
		t.Errorf("%+v", p)
	}
	if p.Was.Origin != [3]float32{1, 2, 3} || !p.WasVisible {
		t.Errorf("before: %+v", p.Was)
	}
	w.all(&message.SetAngle{Player: 2}, &message.MVDPlayerInfo{Player: 2})
	if !p.NoLerp {
		t.Error("who is turned by the server has jumped")
	}
	w.all(&message.MVDPlayerInfo{Player: 0})
	if p.Visible || w.View.Known || w.Recorder != -1 {
		t.Error("a player who is not in the packet is there, or there is a recorder")
	}
}

// TestMVDTargets: stats and prints are for some.
func TestMVDTargets(t *testing.T) {
	w := newQWWorld(t, "mvd")
	w.packet(1<<2, &message.UpdateStat{Index: world.StatHealth, Value: 77}, &message.CenterPrint{Text: []byte("go")})
	w.packet(1<<0|1<<1, &message.UpdateStat{Index: world.StatArmor, Value: 50, Long: true})
	w.packet(1<<3, &message.UpdateStat{Index: 40, Value: 7}, &message.QWStatFloat{Index: world.StatHealth, Value: -12},
		&message.QWStatFloat{Index: world.StatArmor, Value: 1e30})
	w.all(&message.UpdateStat{Index: world.StatArmor, Value: 1})
	if v, ok := w.Players[2].Stats.Get(world.StatHealth); !ok || v != 77 {
		t.Error("health of slot 2:", v, ok)
	}
	for slot := range 2 {
		if v, ok := w.Players[slot].Stats.Get(world.StatArmor); !ok || v != 50 {
			t.Errorf("armor of slot %d: %v %v", slot, v, ok)
		}
	}
	if v, ok := w.Players[3].Stats.Get(world.StatHealth); !ok || v != -12 {
		t.Error("health as a float:", v, ok)
	}
	if v, ok := w.Players[3].Stats.Get(world.StatArmor); ok {
		t.Error("armor that no stat can hold:", v)
	}
	if !world.For(w.Notices.CenterTargets, 2) || world.For(w.Notices.CenterTargets, 1) ||
		world.For(w.Notices.CenterTargets, world.Nobody) {
		t.Errorf("center print for %x", w.Notices.CenterTargets)
	}
	// A team message is sent to each of the team.
	n := w.Notices.Len()
	w.packet(1<<0, &message.Print{Level: printChat, Text: []byte("(Bo b): hi\n")})
	if e := w.Events[0]; e.Kind != world.EventChat || e.Player != 1 {
		t.Errorf("%+v", e)
	}
	w.time -= 0.1
	w.packet(1<<2, &message.Print{Level: printChat, Text: []byte("(Bo b): hi\n")})
	if w.Notices.Len() != n+1 || w.Notices.Line(0).Targets != 1<<0|1<<2 || len(w.Events) != 0 {
		t.Errorf("%d lines, %+v, %v", w.Notices.Len()-n, w.Notices.Line(0), w.Events)
	}
	// Pieces for one player are not mixed with those for another.
	w.packet(1<<0, &message.Print{Text: []byte("You get ")})
	w.packet(1<<1, &message.Print{Text: []byte("You get nothing\n")})
	if text := string(w.Notices.Line(0).Text); text != "You get nothing" {
		t.Errorf("%q", text)
	}
}

func TestQuakeWorldUserInfo(t *testing.T) {
	w := newQWWorld(t, "qwd")
	p := &w.Players[1]
	if p.Name != "Bo b" || p.Team != "red" || p.Shirt != 4 || p.Pants != 13 || !p.InUse || p.UserID != 2 {
		t.Errorf("%+v", p)
	}
	w.all(&message.QWSetInfo{Player: 1, Key: []byte("name"), Value: []byte("crit")}, &message.QWSetInfo{Player: 1,
		Key: []byte("team")},
		&message.QWSetInfo{Player: 1, Key: []byte("*spectator"), Value: []byte("1")}, &message.QWUpdatePing{
			Player: 1, Ping: 50},
		&message.QWUpdatePL{Player: 1, Loss: 3}, &message.UpdateFrags{Player: 1, Frags: -2}, &message.QWUpdateEnterTime{
			Player: 1, Time: 0.25})
	if p.Name != "crit" || p.Team != "" || !p.Spectator ||
		p.UserInfo != `\topcolor\4\bottomcolor\13\name\crit\*spectator\1` {
		t.Errorf("%+v", p)
	}
	if p.Ping != 50 || p.Loss != 3 || p.Frags != -2 || p.Entered != w.Time-0.25 {
		t.Errorf("%+v", p)
	}
	w.all(&message.QWUpdateUserInfo{Player: 1})
	if p.InUse || p.Name != "" || p.Spectator {
		t.Errorf("%+v", p)
	}
	w.all(&message.StuffText{Text: []byte("fullserverinfo \"\\map\\dm4\\teamplay\\2\"\n//nothing\n")},
		&message.QWServerInfo{Key: []byte("map"), Value: []byte("dm6")})
	if s := w.Level().ServerInfo; s != `\teamplay\2\map\dm6` {
		t.Errorf("%q", s)
	}
	w.all(&message.QWList{Names: [][]byte{[]byte("maps/dm6.bsp"), []byte("*1")}},
		&message.QWList{First: 2, Names: [][]byte{[]byte("progs/player.mdl")}},
		&message.QWList{Kind: message.QWSoundList, Names: [][]byte{[]byte("a.wav")}})
	if l := w.Level(); l.Map != "maps/dm6.bsp" || l.Model(3) != "progs/player.mdl" || l.Sound(1) != "a.wav" ||
		l.Title != "Test" {
		t.Errorf("%+v", l)
	}
	w.all(&message.QWServerData{Protocol: 28, Client: 0x82})
	if w.LevelCount != 2 || w.Recorder != 2 || !w.Players[2].Spectator || w.Level().Map != "" || len(w.Players) != 3 {
		t.Errorf("%d %d %v", w.LevelCount, w.Recorder, w.Players)
	}
}

// TestDeathInPieces reads a line of a death, whole and cut anywhere.
func TestDeathInPieces(t *testing.T) {
	for line, want := range map[string]string{
		"Bo b was gibbed by Cy's rocket":      "Cy kills Bo b by rocket launcher",
		"Bo b squishes Cy":                    "Bo b kills Cy by squish",
		"Bo b discharges into the water":      "Bo b kills Bo b by discharge",
		"Bo b gets a frag for the other team": "Bo b kills - by ",
		"Bo b visits the Volcano God":         "- kills Bo b by lava",
	} {
		for cut := range line {
			w := newQWWorld(t, "qwd")
			w.all(&message.Print{Level: printDeath, Text: []byte(line[:cut])})
			w.all(&message.Print{Level: printDeath, Text: []byte(line[cut:] + "\nAnn suicides\n")})
			worldtest.ExpectEvents(t, w.World, line, want, "Ann kills Ann by suicide")
			if w.Players[0].Deaths != 1 {
				t.Errorf("%q: %d deaths", line, w.Players[0].Deaths)
			}
		}
	}
	w := newQWWorld(t, "qwd")
	w.all(&message.Print{Level: printDeath,
		Text: []byte(
			"Satan's power deflects Ann's telefrag\nAnn was gibbed by nobody's rocket\nBo b rides Cy's rocketship\n")})
	worldtest.ExpectEvents(t, w.World, "lines with names of nobody", "Ann kills Ann by telefrag")
}

// TestQuakeWorldItems reads pick-ups from prints and from KTX's notes, once.
func TestQuakeWorldItems(t *testing.T) {
	w := newQWWorld(t, "mvd")
	armor := entityX(40, 0)
	armor.Mask |= message.FieldModel | message.FieldSkin
	armor.Model, armor.Skin = 2, 2
	w.all(&message.QWList{Names: [][]byte{[]byte("maps/x.bsp"), []byte("progs/armor.mdl")}}, &message.SpawnBaseline{
		EntityDelta: armor})
	items := func() string {
		s := ""
		for _, e := range w.Events {
			if e.Kind == world.EventItem {
				s += w.Players[e.Player].Name + " " + e.Item + ";"
			}
		}
		return s
	}
	w.all(&message.StuffText{Text: []byte("//ktx took 40 20 3\n")})
	if got := items(); got != "Cy Red Armor;" {
		t.Error(got)
	}
	w.time -= 0.1
	w.packet(1<<2, &message.Print{Text: []byte("You got the Red Armor\n")})
	if got := items(); got != "" {
		t.Error("twice:", got)
	}
	w.packet(1<<0, &message.Print{
		Text: []byte("You got the nails\nYou got the nailgun\nYou receive 100 health\nYou receive 25 health\n")})
	if got := items(); got != "Ann Nailgun;Ann Megahealth;" {
		t.Error(got)
	}
	w.all(&message.StuffText{Text: []byte(
		"//ktx took 999 20 3\n//ktx took\n//ktx took 40 20 77\n//ktx matchstart\n//ktx matchstart\n//demomark 3\n")})
	kinds := map[world.EventKind]int{}
	for _, e := range w.Events {
		kinds[e.Kind]++
	}
	if kinds[world.EventItem] != 0 || kinds[world.EventMatchStart] != 1 || kinds[world.EventMark] != 1 {
		t.Error(kinds)
	}
}

// TestHidden applies what servers hide in their recordings.
func TestHidden(t *testing.T) {
	w := newQWWorld(t, "mvd")
	w.packet(0, &message.MVDHiddenDamage{Attacker: 2, Target: 33, Damage: 40}, &message.MVDHiddenDemoInfo{Block: 1,
		Data: []byte(`{"a"`)})
	if e := w.Events[0]; e.Kind != world.EventDamage || e.Player != 1 || e.Other != world.Nobody || e.Value != 40 ||
		w.MatchStats != "" {
		t.Errorf("%+v %q", e, w.MatchStats)
	}
	w.packet(0, &message.MVDHiddenDemoInfo{Data: []byte(`:1}`)})
	if w.MatchStats != `{"a":1}` {
		t.Errorf("%q", w.MatchStats)
	}
	w.packet(0, &message.MVDHiddenDemoInfo{Block: 2, Data: make([]byte, maxMatchStats+1)}, &message.MVDHiddenDemoInfo{
		Data: []byte("2")})
	if w.MatchStats != "2" {
		t.Errorf("%d bytes", len(w.MatchStats))
	}
}

// TestHiddenWeapons sends damage of each of KTX's types of death in their order, from dtNONE to dtUNKNOWN.
func TestHiddenWeapons(t *testing.T) {
	w := newQWWorld(t, "mvd")
	for number, want := range [...]weapon.Kind{0, weapon.Axe, weapon.Shotgun, weapon.SuperShotgun, weapon.Nailgun,
		weapon.SuperNailgun, weapon.GrenadeLauncher, weapon.RocketLauncher, weapon.Thunderbolt, weapon.Discharge,
		weapon.Discharge, weapon.Grapple, 0, weapon.Lava, weapon.Slime, weapon.Water, weapon.Fall, weapon.Stomp,
		weapon.Telefrag, weapon.Telefrag, weapon.Telefrag, weapon.Explosion, weapon.Trap, weapon.Trap, weapon.Squish,
		0, weapon.Suicide, 0} {
		for _, splash := range []uint16{0, 1 << 15} {
			w.packet(0, &message.MVDHiddenDamage{Type: splash | uint16(number), Attacker: 2, Target: 1, Damage: 40})
			if e := w.Events[0]; e.Weapon != want || (e.HitType == world.HitSplash) != (splash != 0) {
				t.Errorf("%d, %#x: %+v", number, splash, e)
			}
		}
	}
}

// TestQuakeWorldCopy: a copy goes on as its source does.
func TestQuakeWorldCopy(t *testing.T) {
	w := newQWWorld(t, "qwd")
	w.all(set(false, 0, entityX(3, 1)), &message.QWPlayerInfo{Player: 1}, &message.QWKick{Big: true},
		&message.Print{Level: printDeath, Text: []byte("Ann ")})
	c := &qwWorld{World: w.Clone(), t: t, time: w.time, sequence: w.sequence}
	for _, x := range []*qwWorld{w, c} {
		x.all(set(true, x.sequence, entityX(4, 2)), &message.Print{Level: printDeath, Text: []byte("suicides\n")},
			&message.QWPlayerInfo{Player: 1},
			&message.TempEntity{Type: 12, Count: 3}, &message.QWMuzzleFlash{Entity: 2})
	}
	if w.Hash() != c.Hash() || c.Players[0].Deaths != 1 || c.View.Punch[0] != w.View.Punch[0] || w.View.Punch[0] >= 0 {
		t.Errorf("the copy differs: %+v %+v", w.View, c.View)
	}
	w.places(map[int32]float32{3: 1, 4: 2})
	c.places(map[int32]float32{3: 1, 4: 2})
}

func TestQuakeWorldTold(t *testing.T) {
	for _, test := range []struct {
		level uint8
		print string
		want  []string
	}{
		{printItem, "You get the Rocket Launcher, 47 shells\n", []string{"Bo b takes Rocket Launcher"}},
		{printItem, "You get 25 shells\n", nil},
		{printItem, "You got the \xf2\xf5\xee\xe5!\n", []string{"Bo b takes rune"}},
		{printMatch, "Cy \xe7\xef\xf4 the \xd2\xc5\xc4 flag!\n", []string{"Cy takes Red Flag"}},
		{printMatch, "Cy \xe3\xe1\xf0\xf4\xf5\xf2\xe5\xe4 the \xc2\xcc\xd5\xc5 flag!\n",
			[]string{"Cy captures Blue Flag0"}},
		{printMatch, "Cy \xf2\xe5\xf4\xf5\xf2\xee\xe5\xe4 the \xc2\xcc\xd5\xc5 flag!\n",
			[]string{"Cy returns Blue Flag"}},
		{printMatch, "Cy \xec\xef\xf3\xf4 the \xd2\xc5\xc4 flag!\n", []string{"Cy loses Red Flag"}},
		{printMatch, "The match has begun!\n", []string{"begin"}},
		{printMatch, "\xd4\xe8\xe5 \xe4\xf5\xe5\xec \xe8\xe1\xf3 \xe2\xe5\xe7\xf5\xee\xa1\n", []string{"begin"}},
		{printMatch, "The match is over                (5)\n", []string{"end"}},
		{printMatch, "Match stopped by majority vote\n", []string{"end"}},
		{printMatch, "\xc2\xcc\xd5\xc5 team won the level with 368 points!\n", []string{"end"}},
		{printMatch, "Cy paused the game. He has 2 remaining request(s).\n", []string{"Cy pause 1"}},
		{printMatch, "world.Nobody paused the game\n", nil},
		{printChat, "Cy: The match is over\n", []string{`Cy says "Cy: The match is over\n"`}},
		{printChat, "(Bo b): x\n", []string{`Bo b says "(Bo b): x\n"`}},
		{printChat, "[SPEC] Ann: x\n", []string{`Ann says "[SPEC] Ann: x\n"`}},
		{printChat, "[wire]: x\n", []string{`- says "[wire]: x\n"`}},
	} {
		w := newQWWorld(t, "qwd")
		w.all(&message.Print{Level: test.level, Text: []byte(test.print)})
		worldtest.ExpectEvents(t, w.World, test.print, test.want...)
	}
	w := newQWWorld(t, "mvd")
	w.all(&message.Print{Level: printMatch, Text: []byte("Cy paused the game\n")})
	w.all(&message.Print{Level: printMatch, Text: []byte("Cy paused the game\nAnn unpaused the game\n")})
	worldtest.ExpectEvents(t, w.World, "goes on", "Ann pause 0")
}

// A match begins and ends once, whatever tells of it; its rounds do not count.
func TestQuakeWorldMatch(t *testing.T) {
	w := newQWWorld(t, "mvd")
	line := func(s string) message.Message { return &message.Print{Level: printMatch, Text: []byte(s)} }
	note := &message.StuffText{Text: []byte("//ktx matchstart\n")}
	w.all(note, line("The match has begun!\n"), note)
	worldtest.ExpectEvents(t, w.World, "begins", "begin")
	for range 2 { // within a second of the last announcement, so the match begins then
		w.time += 0.5
		w.all(note, line("The match has begun!\n"))
		worldtest.ExpectEvents(t, w.World, "is told again")
		if w.Match.Start != w.Time || w.Results()[0].Start == w.Clock {
			t.Errorf("at %v it began at %v: %+v", w.Time, w.Match.Start, w.Results())
		}
	}
	w.time += 10
	w.all(note)
	worldtest.ExpectEvents(t, w.World, "a round")
	w.all(line("Match stopped by majority vote\n"), line("The match is over\n"))
	worldtest.ExpectEvents(t, w.World, "ends", "end")
	w.time += 10
	w.all(note, note)
	worldtest.ExpectEvents(t, w.World, "another", "begin")
	w.all(line("The match is over\n"))
	worldtest.ExpectEvents(t, w.World, "and its end", "end")
}

// stats makes a packet of stats: pairs of index and value.
func stats(pairs ...int32) (list []message.Message) {
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, &message.UpdateStat{Index: uint8(pairs[i]), Value: pairs[i+1]})
	}
	return list
}

// Where nothing is printed, the stats tell what was taken.
func TestQuakeWorldStatsTell(t *testing.T) {
	const axe, shotgun, launcher, quad, green, red = 4096, 1, 32, 1 << 22, 1 << 13, 1 << 15
	for _, format := range []string{"qwd", "mvd"} {
		w := newQWWorld(t, format)
		say := func(what string, list []message.Message, want ...string) {
			t.Helper()
			w.packet(1<<1, list...)
			worldtest.ExpectEvents(t, w.World, format+": "+what, want...)
		}
		say("at first", stats(world.StatItems, axe|shotgun|launcher, world.StatHealth, 100))
		say("again", stats(world.StatItems, axe|shotgun|launcher))
		say("a powerup", stats(world.StatItems, axe|shotgun|launcher|quad), "Bo b takes Quad Damage")
		say("it ends", stats(world.StatItems, axe|shotgun|launcher))
		say("armor", stats(world.StatItems, axe|shotgun|launcher|green, world.StatArmor, 100),
			"Bo b takes Green Armor")
		say("less armor", stats(world.StatArmor, 60, world.StatHealth, 90))
		say("a little health", stats(world.StatHealth, 100))
		say("the same armor, and health", stats(world.StatArmor, 100, world.StatHealth, 200), "Bo b takes Green Armor")
		say("megahealth", stats(world.StatHealth, 250, world.StatItems, axe|shotgun|launcher|green|1<<16),
			"Bo b takes Megahealth")
		say("health that ends", stats(world.StatHealth, 199))
		say("death", stats(world.StatHealth, -5))
		say("life", stats(world.StatHealth, 100, world.StatItems, axe|shotgun|64|16, world.StatArmor, 0))
		say("all at once", stats(world.StatItems, 127|red, world.StatArmor, 200))
		c := &qwWorld{World: w.Clone(), t: t, time: w.time, sequence: w.sequence}
		for _, x := range []*qwWorld{w, c} {
			x.packet(1<<1, stats(world.StatItems, 127|red|quad)...)
			worldtest.ExpectEvents(t, x.World, "a copy goes on", "Bo b takes Quad Damage")
		}
		if w.Hash() != c.Hash() {
			t.Error("a copy differs")
		}
		if format == "mvd" {
			w.packet(1<<0|1<<2, stats(world.StatItems, 1, world.StatHealth, 100)...)
			w.packet(1<<2, stats(world.StatItems, 33)...)
			worldtest.ExpectEvents(t, w.World, "another player", "Cy takes Rocket Launcher")
		}
	}
	// A print tells the same.
	w := newQWWorld(t, "qwd")
	w.all(stats(world.StatItems, 1, world.StatHealth, 100)...)
	w.all(&message.Print{Text: []byte("You got the Rocket Launcher\n")})
	worldtest.ExpectEvents(t, w.World, "printed", "Bo b takes Rocket Launcher")
	w.all(stats(world.StatItems, 33)...)
	worldtest.ExpectEvents(t, w.World, "and seen")
	// Who looks on sees the stats of others.
	w.all(&message.QWUpdateUserInfo{Player: 1, Text: []byte(`\name\Bo b\*spectator\1`)})
	w.all(stats(world.StatItems, 65)...)
	worldtest.ExpectEvents(t, w.World, "a spectator")
}

func serverInfo(key, value string) message.Message {
	return &message.QWServerInfo{Key: []byte(key), Value: []byte(value)}
}

// A match's clock begins with the line that says so, or where the minutes that
// are left tell, and stops with the match.
func TestQuakeWorldMatchClock(t *testing.T) {
	w := newQWWorld(t, "mvd")
	w.time = 100
	line := func(s string) message.Message { return &message.Print{Level: printMatch, Text: []byte(s)} }
	expect := func(what string, seconds, limit float64, ok bool) {
		t.Helper()
		if s, l, k := w.Match.Clock(w.Level(), w.Time); s != seconds || l != limit || k != ok {
			t.Errorf("%s: %v of %v, %v, want %v of %v, %v", what, s, l, k, seconds, limit, ok)
		}
	}
	w.all(serverInfo("timelimit", "20"), serverInfo("status", "Countdown"))
	expect("before", 0, 0, false)
	w.all(line("The match has begun!\n"), serverInfo("status", "20 min left"))
	began := w.Time
	w.time += 30
	w.all(serverInfo("status", "Standby"), serverInfo("status", "19 min left"))
	expect("half a minute on, whatever the status says", w.Time-began, 1200, true)
	w.all(line("The match is over\n"), serverInfo("status", "0 min left"))
	expect("after", 0, 0, false)

	for _, status := range []string{"12 min left", "12 minutes left"} {
		w = newQWWorld(t, "qwd")
		w.all(serverInfo("status", status))
		expect("without a limit nothing is known", 0, 0, false)
		w.all(serverInfo("timelimit", "20"), serverInfo("status", "21 min left"))
		expect("more than the limit cannot be", 0, 0, false)
		w.all(serverInfo("status", status))
		expect("8 minutes have passed", 480, 1200, true)
		w.all(serverInfo("status", "1 minute left"))
		expect("once known it is not guessed again", 480+(w.Time-w.Match.Start-480), 1200, true)
	}
}

// TestSlots: a server of FTE may have fewer or more slots than 32. Entities behind them are no players, and players
// behind the 32nd are on the scoreboard only.
func TestSlots(t *testing.T) {
	entity := func(number int32) message.ReplacementUpdate {
		return message.ReplacementUpdate{EntityDelta: message.EntityDelta{Number: number, Bits: message.ReplaceModel,
			Mask: message.FieldModel, Model: 3}}
	}
	for _, c := range []struct {
		slots, client     uint8
		recorder, players int
		entities          []int32
	}{
		{1, 0, 0, 1, []int32{2, 32, 33}}, // alone against monsters
		{32, 31, 31, 3, []int32{33}},
		{40, 35, world.Nobody, 3, []int32{33}},
	} {
		w := &qwWorld{World: newWorld(t, "qwd"), t: t}
		w.all(&message.QWServerData{Protocol: 28, Client: c.client, Slots: c.slots, Seats: 1, Players: []byte{c.client},
			Extensions: []message.QWExtension{{Tag: message.TagFTE2, Bits: 0x18}}})
		w.all(&message.QWUpdateUserInfo{Player: 36, User: 1, Text: []byte(`\name\Zed`)},
			&message.UpdateFrags{Player: 36, Frags: 4}, &message.UpdateStat{Index: world.StatHealth, Value: 70},
			&message.QWPlayerInfo{Player: 36},
			&message.UpdateEntities{Entities: []message.ReplacementUpdate{entity(1), entity(2), entity(32),
				entity(33)}})
		visible := 0
		for i := range w.Players {
			if w.Players[i].Visible {
				visible++
			}
		}
		var entities []int32
		for i := range w.Entities {
			entities = append(entities, w.Entities[i].Number)
		}
		if w.Recorder != c.recorder || visible != c.players || !slices.Equal(entities, c.entities) {
			t.Errorf("%d slots: recorder %d, %d players in view, entities %d", c.slots, w.Recorder, visible, entities)
		}
		if p := &w.Players[36]; p.Name != "Zed" || p.Frags != 4 || p.Visible {
			t.Errorf("%d slots: %+v", c.slots, p)
		}
	}
}

// TestItemsOfFTE: items of which the recorder's engine has written the bits of a number for those of a float are not
// known, and whole ones are.
func TestItemsOfFTE(t *testing.T) {
	for _, c := range []struct {
		bits  uint32
		items int32 // -1 if they are not known
	}{
		{0x45801000, 4098}, {0x10001020, -1}, {0x40001020, -1}, {0x80001020, -1}, {0xf0001020, -1},
	} {
		w := newQWWorld(t, "qwd")
		w.all(&message.QWStatFloat{Index: world.StatItems, Value: math.Float32frombits(c.bits)})
		if v, known := w.Stats.Get(world.StatItems); known != (c.items >= 0) || known && v != c.items {
			t.Errorf("%#x: items %d, known %v", c.bits, v, known)
		}
	}
}
