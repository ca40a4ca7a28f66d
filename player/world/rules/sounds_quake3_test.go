package rules_test

import (
	"slices"
	"strings"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/world"
)

// heard returns the game paths of what a packet began to sound, without the numbers of those
// that are chosen by chance if they are in a list of them.
func (q *q3World) heard() (paths []string) {
	for i := range q.Heard {
		if q.Heard[i].Flags&world.SoundStops == 0 {
			paths = append(paths, strings.TrimSuffix(strings.TrimPrefix(q.Heard[i].Path(q.Level()), "sound/"), ".wav"))
		}
	}
	return paths
}

// TestQuake3EventSounds: what the game's client plays at an event of player 5, by protocol
// 68's numbers. A digit stands for any.
func TestQuake3EventSounds(t *testing.T) {
	for event, want := range map[int32]string{
		1: "player/footsteps/step#", 2: "player/footsteps/clank#", 3: "player/footsteps/splash#",
		4: "player/footsteps/splash#", 5: "player/footsteps/splash#",
		6: "", 7: "", 8: "", 9: "", 10: "player/land1", 11: "*pain100_1", 12: "*fall1", 13: "world/jumppad *jump1",
		14: "*jump1", 15: "player/watr_in",
		16: "player/watr_out", 17: "player/watr_un", 18: "*gasp", 19: "misc/ar#_pkup", 20: "misc/ar#_pkup", 21: "",
		22: "weapons/change", 23: "weapons/rocket/rocklf1a",
		24: "items/use_nothing", 25: "", 26: "items/use_medkit", 40: "items/respawn1", 41: "items/respawn1",
		42: "world/telein", 43: "world/teleout",
		44: "weapons/grenade/hgrenb#a", 47: "teamplay/flagreturn_opponent teamplay/voc_red_returned", 48: "",
		49: "weapons/machinegun/ric#",
		50: "weapons/rocket/rocklx1a", 51: "weapons/rocket/rocklx1a", 52: "weapons/rocket/rocklx1a",
		53: "weapons/plasma/plasmx1a", 54: "", 56: "*pain25_1",
		57: "*death1", 58: "*death2", 59: "*death3", 60: "", 61: "items/damage3", 62: "items/protect3",
		63: "items/regen", 64: "player/gibsplt1", 76: "*taunt",
	} {
		q := q3Begin(t, 68, `0 \sv_maxclients\8`)
		q.packet(2, &q3At(1000, 0).m)
		q.packet(3, &q3At(1500, 1).entity(5, message.EntityStateEvent, event, message.EntityStateEventParm, 3,
			message.EntityStateWeapon, 5, message.EntityStatePosBaseX, q3Bits(7)).m)
		got := q.heard()
		fits := len(got) == len(strings.Fields(want))
		for i, name := range strings.Fields(want) {
			fits = fits && len(got[i]) == len(name)
			for k := range name {
				fits = fits && (got[i][k] == name[k] || name[k] == '#' && got[i][k] >= '1' && got[i][k] <= '4')
			}
		}
		if !fits {
			t.Errorf("event %d sounds like %v, not %q", event, got, want)
		}
		for _, s := range q.Heard {
			flat := event == 20 || event == 47
			if s.Clock != 0.5 || !flat && s.Origin[0] != 7 || flat != (s.Flags&world.SoundFlat != 0) || s.Volume != 1 {
				t.Errorf("event %d: %+v", event, s)
			}
		}
	}
}

// What weapons sound like when they fire and where they hit a wall, by number.
func TestQuake3WeaponSounds(t *testing.T) {
	for weapon, want := range []struct{ fires, wall, body string }{
		{}, {"weapons/melee/fstatck", "", ""}, {"weapons/machinegun/machgf#b", "", ""},
		{"weapons/shotgun/sshotf1b", "", ""},
		{"weapons/grenade/grenlf1a", "weapons/rocket/rocklx1a", "weapons/rocket/rocklx1a"}, {"weapons/rocket/rocklf1a",
			"weapons/rocket/rocklx1a", "weapons/rocket/rocklx1a"},
		{"weapons/lightning/lg_fire", "weapons/lightning/lg_hit", ""}, {"weapons/railgun/railgf1a", "", ""},
		{"weapons/plasma/hyprbf1a", "weapons/plasma/plasmx1a", ""},
		{"weapons/bfg/bfg_fire", "weapons/rocket/rocklx1a", "weapons/rocket/rocklx1a"}, {},
		{"weapons/nailgun/wnalfire", "", ""},
		{"weapons/proxmine/wstbfire", "weapons/rocket/rocklx1a", "weapons/rocket/rocklx1a"},
		{"weapons/vulcan/vulcanf#b", "", ""}, {}, {},
	} {
		if weapon == 14 {
			continue // Quake Live's
		}
		for event, want := range map[int32]string{23: want.fires, 51: want.wall, 50: want.body} {
			q := q3Begin(t, 68)
			q.packet(2, &q3At(1000, 0).m)
			q.packet(3, &q3At(1500, 1).entity(5, message.EntityStateEvent, event, message.EntityStateWeapon,
				int32(weapon)).m)
			got := strings.Join(q.heard(), " ")
			if prefix, _, any := strings.Cut(want, "#"); got != want && !(any && strings.HasPrefix(got, prefix)) &&
				!(weapon == 6 && strings.HasPrefix(got, want) && want != "") {
				t.Errorf("weapon %d, event %d: %q, not %q", weapon, event, got, want)
			}
		}
	}
	// Lightning begins once: it was firing in the snapshot before.
	q := q3Begin(t, 68)
	q.packet(2, &q3At(1000, 0).entity(5, message.EntityStateFlags, 0x100).m)
	q.packet(3, &q3At(1050, 1).entity(5, message.EntityStateEvent, 23, message.EntityStateWeapon, 6,
		message.EntityStateFlags, 0x100).m)
	if got := q.heard(); len(got) != 0 {
		t.Errorf("%v", got)
	}
	// With quad damage a shot has its sound too.
	q.packet(4, &q3At(1100, 1).entity(5, message.EntityStateEvent, 23|0x100, message.EntityStateWeapon, 5,
		message.EntityStatePowerups, 2).m)
	if got := q.heard(); !slices.Equal(got, []string{"weapons/rocket/rocklf1a", "items/damage3"}) {
		t.Errorf("%v", got)
	}
}

// What the client of the watched player makes of its own state, which no message says.
func TestQuake3LocalSounds(t *testing.T) {
	const health, hits, impressive, captures, quad = message.PlayerStateStats, message.PlayerStatePersistant + 1,
		message.PlayerStatePersistant + 9, message.PlayerStatePersistant + 14, message.PlayerStatePowerups + 1
	for name, test := range map[string]struct {
		before, after []int32
		want          []string
	}{
		"nothing":          {nil, nil, nil},
		"a hit":            {[]int32{hits, 3}, []int32{hits, 4}, []string{"feedback/hit"}},
		"a hit on a mate":  {[]int32{hits, 3}, []int32{hits, 2}, []string{"feedback/hit_teammate"}},
		"a point of decay": {[]int32{health, 101}, []int32{health, 100}, nil},
		"hurt":             {[]int32{health, 100}, []int32{health, 60}, []string{"*pain75_1"}},
		"hurt badly":       {[]int32{health, 100}, []int32{health, 24}, []string{"*pain25_1"}},
		"dead":             {[]int32{health, 100}, []int32{health, -5}, nil},
		"impressive":       {nil, []int32{impressive, 1}, []string{"feedback/impressive"}},
		"a capture":        {nil, []int32{captures, 1, impressive, 1}, []string{"teamplay/flagcapture_yourteam"}},
		"quad ends":        {[]int32{quad, 4400}, []int32{quad, 4400}, []string{"items/wearoff"}},
		"quad goes on":     {[]int32{quad, 4900}, []int32{quad, 4900}, nil},
	} {
		q := q3Begin(t, 68)
		place := []int32{message.PlayerStateOriginX, q3Bits(1), message.PlayerStateOriginY, q3Bits(1),
			message.PlayerStateOriginZ, q3Bits(1)}
		alive := func(fields []int32) []int32 {
			if !slices.Contains(fields, health) {
				fields = append(slices.Clone(fields), health, 100)
			}
			return append(slices.Clone(fields), place...)
		}
		q.packet(2, &q3At(1000, 0).player(alive(test.before)...).m)
		q.packet(3, &q3At(1500, 1).player(alive(test.after)...).m)
		if got := q.heard(); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, not %v", name, got, test.want)
		}
	}
}

// The announcer counts down to the match, and says the time that is left.
func TestQuake3Announcer(t *testing.T) {
	q := q3Begin(t, 68, `0 \g_gametype\0\timelimit\10\fraglimit\20`, "5 10000", "21 10000")
	var got []string
	for ms := int32(6500); ms <= 10500; ms += 500 {
		q.packet(ms/500, &q3At(ms, 0).m)
		got = append(got, q.heard()...)
	}
	if want := []string{"feedback/three", "feedback/two", "feedback/one", "feedback/fight"}; !slices.Equal(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
}

// Looping sounds of weapons and entities.
func TestQuake3LoopSounds(t *testing.T) {
	q := q3Begin(t, 68, "290 sound/world/drone6.wav")
	q.packet(2, &q3At(1000, 0).
		entity(5, message.EntityStateType, 1, message.EntityStateWeapon, 6).entity(6, message.EntityStateType, 1,
		message.EntityStateWeapon, 6, message.EntityStateFlags, 0x100).
		entity(7, message.EntityStateType, 1, message.EntityStateWeapon, 7).entity(70, message.EntityStateType, 3,
		message.EntityStateWeapon, 5).
		entity(71, message.EntityStateType, 7, message.EntityStateLoopSound, 2).entity(72, message.EntityStateType, 4,
		message.EntityStateLoopSound, 2).m)
	loops := q.Rules().(world.LoopSounder)
	for number, want := range map[int32]string{
		5: "sound/weapons/melee/fsthum.wav", 6: "sound/weapons/lightning/lg_hum.wav",
		7: "sound/weapons/railgun/rg_hum.wav",
	} {
		if got := loops.WeaponLoopSoundOf(&q.Players[number]); got != want {
			t.Errorf("player %d: %q, not %q", number, got, want)
		}
	}
	for number, want := range map[int32]string{70: "sound/weapons/rocket/rockfly.wav", 71: "sound/world/drone6.wav",
		72: "sound/world/drone6.wav"} {
		got, volume := loops.LoopSoundOf(q.Level(), q.Entity(number))
		if got != want || (volume == 1) != (number != 71) || volume < 0.7 {
			t.Errorf("entity %d: %q at %v, not %q", number, got, volume, want)
		}
	}
}

// Who dies with his head below water, as his events told, drowns; who came up, or went through a
// teleporter, does not.
func TestQuake3Drowns(t *testing.T) {
	for _, test := range []struct {
		events []int32
		want   string
	}{
		{[]int32{57}, "*death1"}, {[]int32{15, 58}, "*death2"}, {[]int32{17, 57}, "*drown"},
		{[]int32{17, 18, 59}, "*death3"},
		{[]int32{17, 16, 57}, "*death1"}, {[]int32{17, 42, 57}, "*death1"}, {[]int32{17, 14, 59}, "*drown"},
	} {
		q := q3Begin(t, 68)
		q.packet(2, &q3At(1000, 0).m)
		for i, event := range test.events {
			q.packet(int32(3+i), &q3At(1000+50*int32(i+1), 1).entity(5, message.EntityStateEvent, event|int32(i&1)<<8,
				message.EntityStateType, 1).m)
		}
		if got := q.heard(); !slices.Equal(got, []string{test.want}) {
			t.Errorf("%v: %v, not %s", test.events, got, test.want)
		}
		// The player beside him did not dive.
		if c := q.Clone(); c.Hash() != q.Hash() {
			t.Errorf("%v: a copy differs", test.events)
		}
	}
}

// The followed player makes at most one pain sound in half a second.
func TestQuake3PainIsSeldom(t *testing.T) {
	const health = message.PlayerStateStats
	q := q3Begin(t, 68)
	place := []int32{message.PlayerStateOriginX, q3Bits(1), message.PlayerStateOriginY, q3Bits(1),
		message.PlayerStateOriginZ, q3Bits(1)}
	var sounds []int32
	for i, points := range []int32{100, 90, 80, 70, 60, 50, 40, 30, 20, 10} {
		at := 1000 + 100*int32(i)
		q.packet(int32(2+i), &q3At(at, 0).player(append([]int32{health, points}, place...)...).m)
		if len(q.heard()) > 0 {
			sounds = append(sounds, at)
		}
	}
	if !slices.Equal(sounds, []int32{1100, 1600}) {
		t.Errorf("pain sounds at %v ms", sounds)
	}
}

// When a warm-up gets an end the announcer says so.
func TestQuake3Prepare(t *testing.T) {
	q := q3Begin(t, 68, `0 \g_gametype\0`, "5 -1")
	q.packet(2, &q3At(1000, 0).m)
	if got := q.heard(); len(got) != 0 {
		t.Errorf("%v", got)
	}
	q.packet(3, q.say(`cs 5 "20000"`), &q3At(1050, 0).m)
	if got := q.heard(); !slices.Equal(got, []string{"feedback/prepare"}) {
		t.Errorf("%v", got)
	}
	q.packet(4, q.say(`cs 5 "25000"`), &q3At(1100, 0).m)
	q.packet(5, q.say(`cs 5 ""`), &q3At(1150, 0).m)
	if got := q.heard(); len(got) != 0 {
		t.Errorf("%v", got)
	}
}

// A speaker of the map plays its sound every two seconds, give or take half of one, wherever the
// demo is played from; one without a spread plays only as long as it is there.
func TestQuake3Speakers(t *testing.T) {
	play := func(from int32) (at []int32) {
		q := q3Begin(t, 68, "290 sound/world/drip.wav")
		for ms := from; ms <= 60000; ms += 50 {
			q.packet(ms/50, &q3At(ms, 0).
				entity(71, message.EntityStateType, 7, message.EntityStateEventParm, 2, message.EntityStateFrame, 20,
					message.EntityStateClientNum, 5, message.EntityStatePosBaseX, q3Bits(9)).
				entity(72, message.EntityStateType, 7, message.EntityStateEventParm, 2, message.EntityStateFrame, 20).m)
			for i := range q.Heard {
				s := &q.Heard[i]
				if s.Path(q.Level()) != "sound/world/drip.wav" || s.Entity != 71 || s.Origin[0] != 9 {
					t.Fatalf("%+v", s)
				}
				at = append(at, ms)
			}
		}
		return at
	}
	whole := play(1000)
	if len(whole) < 28 || len(whole) > 31 {
		t.Errorf("%d in 59 seconds: %v", len(whole), whole)
	}
	apart := map[int32]bool{}
	for i := 1; i < len(whole); i++ {
		d := whole[i] - whole[i-1]
		if apart[d] = true; d < 950 || d > 3050 {
			t.Errorf("%d ms apart", d)
		}
	}
	if len(apart) < 8 {
		t.Errorf("they are %d different times apart", len(apart))
	}
	part := play(30000)
	if k := slices.Index(whole, part[0]); k < 0 || !slices.Equal(whole[k:], part) {
		t.Errorf("from 30 s on: %v, not %v", part, whole)
	}
}
