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

// expectHeld fails unless a player holds what a model shows.
func expectHeld(t *testing.T, w *world.World, slot int, what, model string) {
	t.Helper()
	if got := equipment.HeldModel(w, &w.Players[slot]); got != model {
		t.Errorf("%s: %q, not %q", what, got, model)
	}
}

// shots are the sounds of the weapons in Quake, and two that are none.
var shots = texts("weapons/ax1.wav", "weapons/guncock.wav", "weapons/shotgn2.wav", "weapons/rocket1i.wav",
	"weapons/spike2.wav",
	"weapons/grenade.wav", "weapons/sgun1.wav", "weapons/lstart.wav", "weapons/lhit.wav", "weapons/pkup.wav",
	"weapons/bounce.wav")

// heldGame is a game in which the second player's stats are not known; its packets show
// that player in a frame, while sounds, 0 for none, come from the player.
type heldGame struct {
	*script
	show func(frame uint8, dead bool, sound int, more ...message.Message)
}

func newHeldGames(t *testing.T) map[string]heldGame {
	games := map[string]heldGame{}
	sounds := func(sound int, more []message.Message) []message.Message {
		if sound > 0 {
			more = append(more, &message.Sound{Entity: 2, Sound: int32(sound), Channel: 1, Volume: 255})
		}
		return more
	}
	dem := newQuake(t, "A", "B")
	dem.packet(&message.ServerInfo{Protocol: 15, MaxClients: 2, Models: texts("maps/e1m1.bsp", "progs/player.mdl",
		"progs/eyes.mdl"), Sounds: shots},
		&message.UpdateName{Player: 1, Text: []byte("B")})
	games["dem"] = heldGame{dem, func(frame uint8, dead bool, sound int, more ...message.Message) {
		if dead {
			frame = 60
		}
		d := message.EntityDelta{Number: 2, Mask: message.FieldModel | message.FieldFrame, Model: 2,
			Frame: int32(frame)}
		dem.packet(append(sounds(sound, more), &message.ClientData{Health: 100}, update(1, 2, 0), &message.UpdateEntity{
			EntityDelta: d})...)
	}}
	qwd, mvd := newQuakeWorld(t, "qwd", "A", "B"), newQuakeWorld(t, "mvd", "A", "B")
	for _, s := range []*script{qwd, mvd} {
		s.packet(&message.QWList{Names: texts("maps/dm3.bsp", "progs/player.mdl")},
			&message.QWList{Kind: message.QWSoundList, Names: shots})
	}
	games["qwd"] = heldGame{qwd, func(frame uint8, dead bool, sound int, more ...message.Message) {
		p := &message.QWPlayerInfo{Player: 1, Frame: frame}
		if dead {
			p.Bits = message.QWPlayerDead
		}
		qwd.packet(append(sounds(sound, more), p)...)
	}}
	games["mvd"] = heldGame{mvd, func(frame uint8, dead bool, sound int, more ...message.Message) {
		p := &message.MVDPlayerInfo{Player: 1, Bits: message.MVDPlayerModel, Model: 2, Frame: frame}
		if dead {
			p.Bits |= message.MVDPlayerDead
		}
		mvd.packet(append(sounds(sound, more), p)...)
	}}
	return games
}

// What players of Quake hold whose stats are not known, by what they did last.
func TestHeldByDeeds(t *testing.T) {
	for format, s := range newHeldGames(t) {
		for i, c := range []struct {
			frame uint8
			dead  bool
			sound int // of shots, from 1 on
			model string
		}{
			{12, false, 0, "progs/v_shot.mdl"}, // what players spawn with
			{107, false, 7, "progs/v_rock2.mdl"},
			{112, false, 10, "progs/v_rock2.mdl"},
			{6, false, 11, "progs/v_rock2.mdl"},
			{107, false, 6, "progs/v_rock.mdl"},
			{108, false, 0, "progs/v_rock.mdl"}, // a frame of both
			{40, false, 0, "progs/v_rock.mdl"},
			{113, false, 0, "progs/v_shot.mdl"}, // its sound was lost
			{113, false, 3, "progs/v_shot2.mdl"},
			{118, false, 0, "progs/v_shot2.mdl"},
			{103, false, 0, "progs/v_nail2.mdl"},
			{104, false, 4, "progs/v_nail.mdl"},
			{103, false, 0, "progs/v_nail.mdl"},
			{103, false, 5, "progs/v_nail2.mdl"},
			{105, false, 0, "progs/v_light.mdl"},
			{12, false, 2, "progs/v_shot.mdl"},
			{12, false, 8, "progs/v_light.mdl"},
			{16, false, 4, "progs/v_nail.mdl"},
			{16, false, 9, "progs/v_light.mdl"},
			{17, false, 0, "progs/v_axe.mdl"},
			{142, false, 0, "progs/v_axe.mdl"},
			{143, false, 0, "progs/v_axe.mdl"}, // no frame of the model
			{35, false, 0, "progs/v_shot.mdl"},
			{0, false, 0, "progs/v_axe.mdl"},
			{6, false, 0, "progs/v_shot.mdl"}, // which gun is forgotten
			{34, false, 0, "progs/v_axe.mdl"},
			{119, false, 1, "progs/v_axe.mdl"},
			{107, false, 0, "progs/v_rock2.mdl"},
			{60, true, 0, ""},
			{12, false, 0, "progs/v_shot.mdl"},
		} {
			s.show(c.frame, c.dead, c.sound)
			if got := equipment.HeldModel(s.World, &s.Players[1]); got != c.model {
				t.Errorf("%s, step %d: %q, not %q", format, i, got, c.model)
			}
		}
		// Beams of the Thunderbolt, and those of monsters.
		s.show(12, false, 0, &message.TempEntity{Type: 6, Entity: 2})
		expectHeld(t, s.World, 1, format+": a beam", "progs/v_light.mdl")
		s.show(12, false, 7, &message.TempEntity{Type: 5, Entity: 2}, &message.TempEntity{Type: 9, Entity: 2},
			&message.TempEntity{Type: 6, Entity: 99})
		expectHeld(t, s.World, 1, format+": beams of others", "progs/v_rock2.mdl")
		// An obituary forgets it, too.
		s.printed("B becomes bored with life")
		if s.Players[1].Weapon != 0 {
			t.Errorf("%s: after an obituary %d", format, s.Players[1].Weapon)
		}
		// QuakeWorld's players put it away.
		s.show(107, false, 7)
		for range 16 {
			s.show(6, false, 0)
		}
		expectHeld(t, s.World, 1, format+": after a second", "progs/v_rock2.mdl")
		s.show(6, false, 0)
		if format == "dem" {
			expectHeld(t, s.World, 1, "dem: later", "progs/v_rock2.mdl")
		} else {
			expectHeld(t, s.World, 1, format+": later", "progs/v_shot.mdl")
		}
		s.show(119, false, 0)
		for range 40 {
			s.show(143, false, 0)
		}
		expectHeld(t, s.World, 1, format+": the axe", "progs/v_axe.mdl")
	}
	// A ring of shadows shows no body, whose frame is that of none.
	s := newHeldGames(t)["dem"]
	s.show(107, false, 7)
	s.packet(&message.ClientData{Health: 100}, &message.UpdateEntity{EntityDelta: message.EntityDelta{Number: 2,
		Mask: message.FieldModel, Model: 3}})
	expectHeld(t, s.World, 1, "eyes", "progs/v_rock2.mdl")
}

// Stats say it for certain: the model in view.
func TestHeldByStats(t *testing.T) {
	games := newHeldGames(t)
	s := games["mvd"]
	s.packet(&message.QWList{First: 2, Names: texts("progs/v_nail2.mdl")})
	s.show(107, false, 7)
	s.packetTo(1<<1, &message.UpdateStat{Index: 2, Value: 3})
	expectHeld(t, s.World, 1, "mvd", "progs/v_nail2.mdl")
	for _, value := range []int32{0, -1, 1 << 16} { // none, and hostile ones
		s.packetTo(1<<1, &message.UpdateStat{Index: 2, Value: value})
		expectHeld(t, s.World, 1, "mvd without a model", "progs/v_rock2.mdl")
	}
	s = games["dem"]
	s.packet(&message.ServerInfo{Protocol: 15, MaxClients: 2, Models: texts("maps/e1m1.bsp", "progs/player.mdl",
		"progs/v_axe.mdl"), Sounds: shots},
		&message.UpdateName{Player: 0, Text: []byte("A")})
	s.packet(&message.ClientData{Health: 100, WeaponModel: 3}, update(1, 2, 0))
	expectHeld(t, s.World, 0, "dem", "progs/v_axe.mdl")
	// In a cutscene he has nothing, whatever he did before; without the model alone it is guessed.
	s.packet(&message.ClientData{Health: 75, Items: 1 << 12}, update(1, 2, 0))
	expectHeld(t, s.World, 0, "dem without a model", "progs/v_axe.mdl")
	s.packet(&message.ClientData{Health: 75}, update(1, 2, 0))
	expectHeld(t, s.World, 0, "dem, a cutscene", "")
	s.packet(&message.ClientData{Health: 0, WeaponModel: 3}, update(1, 2, 0))
	expectHeld(t, s.World, 0, "a dead one", "")
}

// Quake II numbers the weapons of a level in the upper bits of the skin.
func TestHeldInQuake2(t *testing.T) {
	w := q2Client(t)
	feed(w, q2String(34, "models/weapons/v_rail/tris.md2"), q2String(35, "#w_blaster.md2"), q2String(36, "sound.md2"),
		q2String(37, "#w_bfg.md2"),
		q2String(38, "#w_unheard-of.md2"), q2String(39, "models/weapons/g_chain/tris.md2"))
	one := message.Quake2PlayerInfo{Mask: message.PlayerGunIndex, GunIndex: 2}
	other := func(model, second, skin int32) message.EntityDelta {
		return message.EntityDelta{Number: 2, Mask: message.FieldModel | message.FieldModel2 | message.FieldSkin,
			Model: model, Model2: second, Skin: skin}
	}
	for i, c := range []struct {
		model, second, skin int32
		want                string
	}{
		{255, 255, 0x101, "#w_blaster.md2"},
		{255, 255, 0x201, "#w_bfg.md2"},
		{255, 255, 0x301, "#w_unheard-of.md2"},
		{255, 255, 0x401, ""},
		{255, 255, 0xff01, ""},
		{255, 255, 0x001, ""},
		{255, 255, -1, ""},
		{255, 0, 0x101, ""},
		{255, 7, 0x101, "models/weapons/g_chain/tris.md2"},
		{254, 255, 0x101, ""},
	} {
		feed(w, q2Frame(int32(1+i), -1, &one, q2Model(1, 255), other(c.model, c.second, c.skin))...)
		expectHeld(t, w, 1, "another", c.want)
		expectHeld(t, w, 0, "the recorder", "models/weapons/v_rail/tris.md2")
	}
	one.GunIndex = 0
	feed(w, q2Frame(20, -1, &one, message.EntityDelta{Number: 1, Mask: message.FieldModel | message.FieldModel2 |
		message.FieldSkin, Model: 255, Model2: 255, Skin: 0x200})...)
	expectHeld(t, w, 0, "the recorder without a view", "#w_bfg.md2")
	feed(w, q2Frame(21, -1, &one, message.EntityDelta{Number: 2, Mask: message.FieldModel | message.FieldModel2 |
		message.FieldSkin | message.FieldFrame,
		Model: 255, Model2: 255, Skin: 0x201, Frame: 180})...)
	expectHeld(t, w, 1, "a dead one", "")
}

// The weapons of Quake III by number.
func TestHeldInQuake3(t *testing.T) {
	for weapon, want := range []string{
		"", "models/weapons2/gauntlet/gauntlet.md3", "models/weapons2/machinegun/machinegun.md3",
		"models/weapons2/shotgun/shotgun.md3", "models/weapons2/grenadel/grenadel.md3",
		"models/weapons2/rocketl/rocketl.md3", "models/weapons2/lightning/lightning.md3",
		"models/weapons2/railgun/railgun.md3", "models/weapons2/plasma/plasma.md3",
		"models/weapons2/bfg/bfg.md3", "models/weapons2/grapple/grapple.md3",
		"models/weapons/nailgun/nailgun.md3", "models/weapons/proxmine/proxmine.md3",
		"models/weapons/vulcan/vulcan.md3", "models/weapons2/machinegun/machinegun.md3", "",
	} {
		q := q3Begin(t, 68, `0 \sv_maxclients\8`)
		q.packet(2, &q3At(1000, 0).player(message.PlayerStateWeapon, int32(weapon)).
			entity(1, message.EntityStateType, 1, message.EntityStateWeapon, int32(weapon)).
			entity(2, message.EntityStateType, 1, message.EntityStateWeapon, int32(weapon), message.EntityStateFlags,
				1).m)
		for slot := range 2 {
			expectHeld(t, q.World, slot, "Quake III", want)
		}
		expectHeld(t, q.World, 2, "a dead one", "")
	}
}

// TestHeldInRealDemos compares what the deeds of players tell with what their stats say, in
// seconds of each: the recorder's of clients' recordings, and those of all in servers'.
func TestHeldInRealDemos(t *testing.T) {
	weapons := map[string]bool{"progs/v_axe.mdl": true, "progs/v_shot.mdl": true, "progs/v_shot2.mdl": true,
		"progs/v_nail.mdl":  true,
		"progs/v_nail2.mdl": true, "progs/v_rock.mdl": true, "progs/v_rock2.mdl": true, "progs/v_light.mdl": true}
	for format, least := range map[string]float64{"mvd": 0.84, "qwd": 0.66, "dem": 0.89} {
		right, all := 0.0, 0.0
		for _, path := range corpus.Files(t, filepath.Join(corpus.Dir(t), format), formats.HasDemoName) {
			demo, err := formats.Open(path, corpus.Read(t, path))
			if err != nil {
				t.Fatal(err)
			}
			var known, guessed [32]bool // in the packet before
			before := 0.0
			facts.Drive(t, rules.New(demo.Format.Name), demo.Decoder(), nil, func(w *world.World, _ *message.Packet) {
				for slot := range known {
					if step := w.Clock - before; known[slot] && step < 1 {
						all += step
						if guessed[slot] {
							right += step
						}
					}
					known[slot] = false
					if slot >= len(w.Players) || w.Intermission {
						continue
					}
					p, s := &w.Players[slot], w.StatsOf(slot)
					if s == nil || !p.Visible || p.Dead || p.Spectator || s.Values[world.StatHealth] <= 0 {
						continue
					}
					truth := w.Level().Model(uint16(s.Values[world.StatWeapon]))
					if !weapons[truth] {
						continue // a mod's own
					}
					stats, recorder := p.Stats, w.Recorder
					p.Stats, w.Recorder = nil, world.Nobody
					known[slot], guessed[slot] = true, equipment.HeldModel(w, p) == truth
					p.Stats, w.Recorder = stats, recorder
				}
				before = w.Clock
			})
		}
		t.Logf("%s: right in %.1f%% of %.0f s", format, 100*right/all, all)
		if right < least*all || all < 500 {
			t.Errorf("%s: right in %.1f%% of %.0f s only", format, 100*right/all, all)
		}
	}
}

// TestHeldKnown: what players spawn with is a guess, what they have just fired is none; in
// QuakeWorld it is one again after a second, because players put such weapons away.
func TestHeldKnown(t *testing.T) {
	for format, s := range newHeldGames(t) {
		known := func(what string, want bool) {
			t.Helper()
			if got := equipment.HeldKnown(s.World, &s.Players[1]); got != want {
				t.Errorf("%s, %s: %v", format, what, got)
			}
		}
		s.show(12, false, 0)
		known("spawned", false)
		s.show(107, false, 7)
		known("a rocket", true)
		s.Players[1].WeaponClock -= 1.5
		known("1.5 s after it", format == "dem")
		s.show(60, true, 0)
		known("dead", false)
	}
}

// TestHeldByActiveWeapon: players without a model of their weapon, as bots in demos of FTE, hold the weapon that their
// stats say is in use.
func TestHeldByActiveWeapon(t *testing.T) {
	for active, model := range map[int32]string{1: "progs/v_shot.mdl", 2: "progs/v_shot2.mdl", 4: "progs/v_nail.mdl",
		32: "progs/v_rock2.mdl", 64: "progs/v_light.mdl", 4096: "progs/v_axe.mdl", 8192: "progs/v_shot.mdl"} {
		s := newQuakeWorld(t, "mvd", "A", "B")
		s.packet(&message.QWList{Names: texts("maps/dm3.bsp", "progs/player.mdl")},
			&message.MVDPlayerInfo{Player: 1, Bits: message.MVDPlayerModel, Model: 2, Frame: 12})
		s.packetTo(1<<1, &message.UpdateStat{Index: 2}, &message.UpdateStat{Index: 10, Value: active, Long: true},
			&message.UpdateStat{Index: 15, Value: 4096 | active, Long: true})
		expectHeld(t, s.World, 1, "active", model)
	}
}
