package rules_test

import (
	"path/filepath"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/internal/corpus"
	"demoscope/player/world"
	"demoscope/player/world/equipment"
	"demoscope/player/world/internal/facts"
	"demoscope/player/world/rules"
)

func expectCondition(t *testing.T, w *world.World, slot int, what string, want equipment.Condition) {
	t.Helper()
	if got := equipment.ConditionOf(w, &w.Players[slot]); got != want {
		t.Errorf("%s: %+v, not %+v", what, got, want)
	}
}

func expectCarries(t *testing.T, w *world.World, slot int, what string, want equipment.Carried) {
	t.Helper()
	if got := equipment.Carries(w, &w.Players[slot]); got != want {
		t.Errorf("%s: %#x, not %#x", what, got, want)
	}
}

// Health, armor and its kind by stats 0, 4 and 15 of Quake; bits 13 to 15 are the kinds.
func TestConditionInQuake(t *testing.T) {
	s := newQuakeWorld(t, "mvd", "A", "B")
	s.packet(&message.MVDPlayerInfo{Player: 0}, &message.MVDPlayerInfo{Player: 1})
	expectCondition(t, s.World, 0, "not told", equipment.Condition{})
	s.packetTo(1<<1, &message.UpdateStat{Index: 0, Value: 87})
	expectCondition(t, s.World, 1, "health", equipment.Condition{Health: 87, HealthKnown: true})
	for _, c := range []struct {
		armor, items int32
		kind         equipment.ArmorKind
	}{{0, 1 << 13, equipment.ArmorNone}, {50, 1 << 13, equipment.ArmorGreen}, {50, 1 << 14, equipment.ArmorYellow},
		{200, 1 << 15, equipment.ArmorRed}, {3, 0, equipment.ArmorGreen},
		{50, 7 << 13, equipment.ArmorRed}, {-1, 1 << 15, equipment.ArmorNone}} {
		s.packetTo(1<<1, &message.UpdateStat{Index: 4, Value: c.armor}, &message.UpdateStat{Index: 15, Value: c.items})
		expectCondition(t, s.World, 1, "armor", equipment.Condition{Health: 87, HealthKnown: true, Armor: int(c.armor),
			ArmorKnown: true, ArmorKind: c.kind})
	}
	expectCondition(t, s.World, 0, "another", equipment.Condition{})
	s.Players[1].Spectator = true // whose stats are those of another
	expectCondition(t, s.World, 1, "a spectator", equipment.Condition{})

	dem := newQuake(t, "A", "B")
	dem.packet(&message.ClientData{Health: -3, Armor: 12, Items: 1 << 14}, update(1, 2, 0), update(2, 2, 0))
	expectCondition(t, dem.World, 0, "the recorder", equipment.Condition{Health: -3, HealthKnown: true, Armor: 12,
		ArmorKnown: true, ArmorKind: equipment.ArmorYellow})
	expectCondition(t, dem.World, 1, "another", equipment.Condition{})
}

// Stats 1 and 5 of Quake II; the picture of stat 4 is the kind. Stat 16 says whose they are.
func TestConditionInQuake2(t *testing.T) {
	w := q2Client(t)
	feed(w, q2String(545, "i_jacketarmor"), q2String(546, "i_combatarmor"), q2String(547, "i_bodyarmor"),
		q2String(548, "i_powershield"))
	number := int32(0)
	stats := func(move uint8, icon, armor, chased int16) {
		info := message.Quake2PlayerInfo{Mask: message.PlayerType, Type: move, StatBits: 1<<1 | 1<<4 | 1<<5 | 1<<16,
			Stats: []int16{64, icon, armor, chased}}
		for range 12 { // longer than armor and power armor are shown by turns
			number++
			feed(w, q2Frame(number, -1, &info, q2Model(1, 255), q2Model(2, 255))...)
		}
	}
	for _, c := range []struct {
		icon, armor int16
		kind        equipment.ArmorKind
	}{{1, 20, equipment.ArmorGreen}, {2, 20, equipment.ArmorYellow}, {3, 20, equipment.ArmorRed},
		{4, 20, equipment.ArmorPower},
		{0, 20, equipment.ArmorGreen}, {999, 20, equipment.ArmorGreen},
		{-1, 20, equipment.ArmorGreen}, {3, 0, equipment.ArmorNone}} {
		stats(0, c.icon, c.armor, 0)
		expectCondition(t, w, 0, "the recorder", equipment.Condition{Health: 64, HealthKnown: true, Armor: int(c.armor),
			ArmorKnown: true, ArmorKind: c.kind})
		expectCondition(t, w, 1, "another", equipment.Condition{})
	}
	stats(0, 3, 20, 1312+1)
	expectCondition(t, w, 1, "who is chased", equipment.Condition{Health: 64, HealthKnown: true, Armor: 20,
		ArmorKnown: true, ArmorKind: equipment.ArmorRed})
	expectCondition(t, w, 0, "who chases", equipment.Condition{})

	w = mvd2Begin(t, []message.Quake2PlayerInfo{{Number: 1, StatBits: 1 << 1, Stats: []int16{33}}, {Number: 3}},
		q2Model(2, 255), q2Model(4, 255))
	expectCondition(t, w, 1, "multi-view", equipment.Condition{Health: 33, HealthKnown: true})
}

// Stats 0 and 3 or 4 of Quake III, and what a team is told of its members.
func TestConditionInQuake3(t *testing.T) {
	for _, c := range []struct {
		protocol    int32
		info        string
		armor       int32 // its stat
		value, kind int32 // kind in stat 9
		want        equipment.ArmorKind
	}{
		{68, "0 ", 3, 100, 2, equipment.ArmorYellow}, {68, "0 ", 3, 101, 0, equipment.ArmorRed},
		{71, "0 ", 4, 5, 0, equipment.ArmorYellow}, {91, "0 ", 4, 150, 0, equipment.ArmorRed},
		{68, `1 \fs_game\cpma`, 3, 100, 0, equipment.ArmorGreen}, {68, `1 \fs_game\cpma`, 3, 10, 2, equipment.ArmorRed},
		{68, `1 \fs_game\cpma`, 3, 150, 1, equipment.ArmorYellow},
		{68, `1 \fs_game\cpma`, 3, 150, -7, equipment.ArmorGreen},
		{68, `1 \fs_game\cpma`, 3, 150, 7, equipment.ArmorRed},
		{68, "0 ", 3, 0, 0, equipment.ArmorNone},
	} {
		q := q3Begin(t, c.protocol, c.info)
		q.packet(2, &q3At(1000, 0).player(message.PlayerStateStats, 99, message.PlayerStateStats+c.armor, c.value,
			message.PlayerStateStats+9, c.kind,
			message.PlayerStateClientNum, 1).entity(2, message.EntityStateType, 1).m)
		want := equipment.Condition{Health: 99, HealthKnown: true, Armor: int(c.value), ArmorKnown: true,
			ArmorKind: c.want}
		expectCondition(t, q.World, 1, c.info, want)
		expectCondition(t, q.World, 2, "another", equipment.Condition{})
		q.commands("tinfo 1 2 7 45 60 5 0")
		expectCondition(t, q.World, 2, "a team mate", equipment.Condition{Health: 45, HealthKnown: true, Armor: 60,
			ArmorKnown: true, ArmorKind: equipment.ArmorYellow})
	}
}

// What players of Quake carry: of others by what is drawn, of those with stats by items.
func TestCarriesInQuake(t *testing.T) {
	const blue, red, dim = 64, 128, 8
	s := newQuakeWorld(t, "qwd", "A", "B")
	s.packet(&message.QWList{Names: texts("maps/dm3.bsp", "progs/player.mdl", "progs/eyes.mdl")})
	show := func(model, frame, effects uint8) {
		p := &message.QWPlayerInfo{Player: 1, Frame: frame, Effects: effects}
		if model != 0 {
			p.Bits, p.Model = message.QWPlayerModel, model
		}
		s.packet(&message.QWPlayerInfo{}, p)
	}
	for _, c := range []struct {
		ktx                   bool
		model, frame, effects uint8
		want                  equipment.Carried
	}{
		{false, 0, 0, 0, 0}, {false, 0, 0, 16, equipment.FlagRed}, {false, 0, 0, 32, equipment.FlagBlue},
		{false, 0, 0, 2, 0},
		{false, 0, 0, 4, 0},
		{false, 0, 0, dim, equipment.Glowing}, {false, 0, 0, blue, 0}, {false, 0, 0, red, 0}, // a team's color
		{false, 0, 0, dim | blue, equipment.Quad}, {false, 0, 0, dim | red, equipment.Pentagram},
		{false, 0, 0, dim | blue | red, equipment.Quad | equipment.Pentagram},
		{false, 3, 0, 0, equipment.Ring}, {false, 3, 105, 0, equipment.Ring}, {false, 2, 105, 0, equipment.Firing},
		{false, 0, 106, 0, equipment.Firing},
		{false, 0, 104, 0, 0}, {false, 0, 107, 0, 0},
		{true, 0, 0, blue, equipment.Quad}, {true, 0, 0, red, equipment.Pentagram},
		{true, 0, 0, dim, equipment.Glowing},
		{true, 0, 105, blue | 16, equipment.Quad | equipment.FlagRed | equipment.Firing},
	} {
		if c.ktx {
			s.packet(&message.StuffText{Text: []byte("fullserverinfo \"\\ktxver\\1.42\"\n")})
		}
		show(c.model, c.frame, c.effects)
		expectCarries(t, s.World, 1, "QuakeWorld", c.want)
	}
	for _, c := range []struct {
		chat string
		loss uint8
		age  uint8
		want equipment.Carried
	}{
		{"", 19, 199, 0}, {"1", 0, 0, equipment.Talking}, {"2", 0, 0, equipment.Away},
		{"3", 20, 0, equipment.Talking | equipment.Away | equipment.Lagging}, {"x", 0, 200, equipment.Lagging},
		{"", 0, 0, 0},
	} {
		age := &message.QWPlayerInfo{Player: 1, Bits: message.QWPlayerMsec, Msec: c.age}
		s.packet(&message.QWSetInfo{Player: 1, Key: []byte("chat"), Value: []byte(c.chat)}, &message.QWUpdatePL{
			Player: 1, Loss: c.loss}, &message.QWPlayerInfo{}, age)
		expectCarries(t, s.World, 1, "chat "+c.chat, c.want)
	}
	// Items are certain, and lights then tell nothing. Keys and runes are none without flags.
	for _, c := range []struct {
		items int32
		flags bool
		want  equipment.Carried
	}{
		{1 << 19, false, equipment.Ring}, {1 << 20, false, equipment.Pentagram}, {1 << 21, false, equipment.BioSuit},
		{1 << 22, false, equipment.Quad}, {0x7fff, false, 0},
		{1 << 17, false, 0}, {-1 << 28, false, 0}, {1 << 17, true, equipment.FlagBlue},
		{1 << 18, true, equipment.FlagRed},
		{1 << 28, true, equipment.RuneResistance},
		{1 << 29, true, equipment.RuneStrength}, {1 << 30, true, equipment.RuneHaste},
		{-1 << 31, true, equipment.RuneRegeneration},
		// A quad, or a pentagram, that was taken from who has none, as in a match of KTX's wipeout; and who has a ring.
		{-4156289, false, 0}, {-4156289, true, 0}, {38015 - 1<<20, false, 0}, {38015 + 1<<19 - 1<<22, false,
			equipment.Ring}, {-1, false, 0},
	} {
		s.Match.Flags[1].State = world.FlagUnknown
		if c.flags {
			s.Match.Flags[1].State = world.FlagHome
		}
		s.packet(&message.UpdateStat{Index: 15, Value: c.items}, &message.QWPlayerInfo{Effects: dim | blue | red})
		expectCarries(t, s.World, 0, "items", c.want)
	}
	dem := newQuake(t, "A", "B")
	dem.packet(&message.ServerInfo{Protocol: 15, MaxClients: 2, Models: texts("maps/e1m1.bsp", "progs/player.mdl",
		"progs/eyes.mdl")},
		&message.UpdateName{Player: 0, Text: []byte("A")}, &message.UpdateName{Player: 1, Text: []byte("B")})
	other := message.EntityDelta{Number: 2, Mask: message.FieldModel | message.FieldEffects, Model: 3,
		Effects: dim | 16}
	dem.packet(&message.ClientData{Health: 100, Items: 1 << 22}, update(1, 2, 0), &message.UpdateEntity{
		EntityDelta: other})
	expectCarries(t, dem.World, 0, "the recorder of Quake", equipment.Quad)
	expectCarries(t, dem.World, 1, "another in Quake", equipment.Ring|equipment.Glowing)
}

// Effects and the third model of Quake II's players, and pictures of their own status bars.
func TestCarriesInQuake2(t *testing.T) {
	w := q2Client(t)
	feed(w, q2String(40, "players/male/flag1.md2"), q2String(41, "players/male/flag2.md2"), q2String(545, "p_quad"),
		q2String(546, "p_invulnerability"),
		q2String(547, "p_envirosuit"), q2String(548, "tech1"), q2String(549, "tech2"), q2String(550, "tech3"),
		q2String(551, "tech4"), q2String(552, "p_rebreather"))
	for i, c := range []struct {
		effects     uint32
		third       int32
		timer, tech int16
		other, own  equipment.Carried
	}{
		{0, 0, 0, 0, 0, 0},
		{0x8000, 0, 0, 0, equipment.Quad, 0}, {0x10000, 0, 0, 0, equipment.Pentagram, 0},
		{0x40000, 0, 0, 0, equipment.FlagRed, 0},
		{0x80000, 0, 0, 0, equipment.FlagBlue, 0},
		{0x8000000, 0, 0, 0, equipment.Quad, 0}, {0x20000000, 0, 0, 0, equipment.FlagWhite, 0}, {0x7f00, 0, 0, 0, 0, 0},
		{0, 8, 0, 0, equipment.FlagRed, 0}, {0, 9, 0, 0, equipment.FlagBlue, 0}, {0, 7, 0, 0, 0, 0},
		{0, 0, 1, 0, 0, equipment.Quad}, {0, 0, 2, 0, 0, equipment.Pentagram}, {0, 0, 3, 0, 0, equipment.BioSuit},
		{0, 0, 8, 0, 0, 0}, {0, 0, -5, 300, 0, 0},
		{0, 0, 0, 4, 0, equipment.RuneResistance}, {0, 0, 0, 5, 0, equipment.RuneStrength},
		{0, 0, 0, 6, 0, equipment.RuneHaste},
		{0, 0, 1, 7, 0, equipment.RuneRegeneration | equipment.Quad},
	} {
		info := message.Quake2PlayerInfo{StatBits: 1<<9 | 1<<26, Stats: []int16{c.timer, c.tech}}
		other := message.EntityDelta{Number: 2, Mask: message.FieldModel | message.FieldModel3 | message.FieldEffects,
			Model: 255, Model3: c.third, Effects: int32(c.effects)}
		feed(w, q2Frame(int32(1+i), -1, &info, q2Model(1, 255), other)...)
		expectCarries(t, w, 1, "another", c.other)
		expectCarries(t, w, 0, "the recorder", c.own)
	}
}

// Powerups of Quake III by number, of the watched player and of others, and the flags of
// entities.
func TestCarriesInQuake3(t *testing.T) {
	base := []equipment.Carried{0, equipment.Quad, equipment.BattleSuit, equipment.Haste, equipment.Invisibility,
		equipment.Regeneration,
		equipment.Flight,
		equipment.FlagRed, equipment.FlagBlue, equipment.FlagWhite, 0, 0, 0, 0, 0, 0}
	mission := append(append([]equipment.Carried{}, base[:10]...), equipment.RuneHaste, equipment.RuneResistance,
		equipment.RuneStrength, equipment.RuneRegeneration, equipment.Pentagram, 0)
	live := append(append([]equipment.Carried{}, base[:10]...), equipment.Pentagram, equipment.RuneHaste,
		equipment.RuneResistance,
		equipment.RuneStrength, equipment.RuneRegeneration, 0)
	live91 := []equipment.Carried{0, equipment.FlagRed, equipment.FlagBlue, equipment.FlagWhite, equipment.Quad,
		equipment.BattleSuit,
		equipment.Haste, equipment.Invisibility, equipment.Regeneration,
		equipment.Flight, equipment.Pentagram, equipment.RuneHaste, equipment.RuneResistance, equipment.RuneStrength,
		equipment.RuneRegeneration, 0}
	for _, game := range []struct {
		protocol int32
		info     string
		list     []equipment.Carried
	}{{43, "0 ", base}, {68, "0 ", base}, {68, `1 \fs_game\missionpack`, mission}, {71, "0 ", mission},
		{73, "0 ", live}, {90, "0 ", live}, {91, "0 ", live91}} {
		for number, want := range game.list {
			q := q3Begin(t, game.protocol, game.info)
			q.packet(2, &q3At(1000, 0).player(message.PlayerStatePowerups+int32(number), 31000).
				entity(1, message.EntityStateType, 1, message.EntityStatePowerups, 1<<number).m)
			expectCarries(t, q.World, 0, "the watched player", want)
			expectCarries(t, q.World, 1, "another", want)
			q.packet(3, &q3At(1050, 1).player(message.PlayerStatePowerups+int32(number), 0).entity(1,
				message.EntityStatePowerups, 0).m)
			expectCarries(t, q.World, 0, "the watched player, later", 0)
			expectCarries(t, q.World, 1, "another, later", 0)
		}
	}
	for bit, want := range map[int32]equipment.Carried{0x100: equipment.Firing, 0x1000: equipment.Talking,
		0x2000: equipment.Lagging,
		0x3100: equipment.Firing | equipment.Talking | equipment.Lagging, 0x4e3a: 0} {
		q := q3Begin(t, 68)
		q.packet(2, &q3At(1000, 0).player(message.PlayerStateFlags, bit).entity(1, message.EntityStateType, 1,
			message.EntityStateFlags, bit).m)
		expectCarries(t, q.World, 0, "the watched player", want)
		expectCarries(t, q.World, 1, "another", want)
	}
}

// TestCarriedInRealDemos: what is drawn of players says what their items do, in packets: all
// but some at the moment of a change.
func TestCarriedInRealDemos(t *testing.T) {
	same, missed, alone := 0, 0, 0
	for _, path := range corpus.Files(t, filepath.Join(corpus.Dir(t), "mvd"), formats.HasDemoName) {
		demo, err := formats.Open(path, corpus.Read(t, path))
		if err != nil {
			t.Fatal(err)
		}
		facts.Drive(t, rules.New(demo.Format.Name), demo.Decoder(), nil, func(w *world.World, _ *message.Packet) {
			for slot := range w.Players {
				p := w.Players[slot]
				if p.Stats == nil || !p.Visible || p.Dead || p.Spectator || w.Intermission {
					continue
				}
				has := p.Stats.Values[world.StatItems]>>22&1 != 0
				p.Stats = nil
				switch drawn := equipment.Carries(w, &p)&equipment.Quad != 0; {
				case has && drawn:
					same++
				case has:
					missed++
				case drawn:
					alone++
				}
			}
		})
	}
	t.Logf("quad damage: %d, %d not drawn, %d drawn only", same, missed, alone)
	if same < 10000 || missed > same/100 || alone > same/100 {
		t.Errorf("quad damage: %d, %d not drawn, %d drawn only", same, missed, alone)
	}
}

// A viewer asks for these for each player in each picture.
func TestPlayersAllocations(t *testing.T) {
	mvd := newHeldGames(t)["mvd"]
	mvd.packet(&message.StuffText{Text: []byte("fullserverinfo \"\\ktxver\\1.42\"\n")})
	mvd.packetTo(1<<1, &message.UpdateStat{Index: 0, Value: 9}, &message.UpdateStat{Index: 4, Value: 9})
	mvd.packet(&message.MVDPlayerInfo{Player: 0, Bits: message.MVDPlayerEffects, Effects: 64},
		&message.MVDPlayerInfo{Player: 1})
	dm2 := q2Client(t)
	feed(dm2, q2String(33, "#w_bfg.md2"), q2String(545, "i_bodyarmor"))
	feed(dm2, q2Frame(1, -1, &message.Quake2PlayerInfo{StatBits: 1<<4 | 1<<5, Stats: []int16{1, 9}}, q2Model(1, 255),
		message.EntityDelta{Number: 2, Mask: message.FieldModel | message.FieldModel2 | message.FieldSkin, Model: 255,
			Model2: 255, Skin: 0x100})...)
	dm3 := q3Begin(t, 68)
	dm3.packet(2, &q3At(1000, 0).player(message.PlayerStateStats, 9, message.PlayerStateStats+3, 9,
		message.PlayerStatePowerups+1, 9).entity(1, message.EntityStateType, 1).m)
	for name, w := range map[string]*world.World{"mvd": mvd.World, "dm2": dm2, "dm3": dm3.World} {
		for slot := range 2 {
			p := &w.Players[slot]
			all := func() {
				equipment.HeldModel(w, p)
				equipment.ConditionOf(w, p)
				equipment.Carries(w, p)
			}
			if n := testing.AllocsPerRun(10, all); n != 0 {
				t.Errorf("%s, slot %d: %v allocations", name, slot, n)
			}
		}
	}
}
