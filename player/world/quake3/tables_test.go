package quake3

import (
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"demoscope/formats/message"
	"demoscope/internal/corpus"
	"demoscope/player/world"
)

// rows returns the rows of a data file, without the heading.
func rows(t *testing.T, name string) [][]string {
	t.Helper()
	_, list := corpus.Table(t, filepath.Join("testdata", name))
	return list
}

func number32(t *testing.T, text string) int32 {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return int32(n)
}

// happens plays an event of player 5, again and again, and returns how often each sound comes.
func happens(t *testing.T, rounds int, event, parm, weapon int32) map[string]float64 {
	t.Helper()
	q, heard := newQ3(t, 68), map[string]float64{}
	for i := range int32(rounds) {
		q.packet(10+i, &snapshotAt(1000+50*i, 0).entity(5, delta, message.EntityStateType, etPlayer,
			message.EntityStateEvent, event|0x100<<(i%2), message.EntityStateEventParm, parm,
			message.EntityStateWeapon, weapon).Snapshot)
		for _, s := range q.w.Heard {
			if s.Flags&world.SoundStops != 0 {
				continue
			}
			heard[s.Path(q.w.Level())] += 1 / float64(rounds)
		}
	}
	return heard
}

// TestItems: the items are those of the game's list, and sound, heal and look as there.
func TestItems(t *testing.T) {
	table := rows(t, "items.csv")
	if len(table) != len(numbersMission.items)-1 {
		t.Fatalf("%d rows for %d items", len(table), len(numbersMission.items)-1)
	}
	for i, row := range table {
		n, sound := int32(i+1), row[3]
		got := numbersMission.items[n]
		if row[0] != strconv.Itoa(int(n)) || got.class != row[1] || !strings.EqualFold(got.name, row[2]) ||
			got.model != row[5] {
			t.Errorf("row %q: %+v", row, got)
		}
		near := sound // of who takes it
		switch row[4] {
		case "powerup", "team":
			if !strings.HasSuffix(row[1], "cube") {
				near = "sound/items/n_health.wav"
			}
		}
		for event, want := range map[int32]string{evItemPickup: near, evGlobalItemPickup: sound} {
			heard := happens(t, 1, event, n, 0)
			if want != "" && heard[want] != 1 || len(heard) > 1 || want == "" && len(heard) > 0 {
				t.Errorf("row %q, event %d: %v", row, event, heard)
			}
		}
		var health, most int16
		for _, h := range healths {
			if h.class == row[1] {
				health, most = h.points, h.most
			}
		}
		if row[6] == "" {
			row[6], row[7] = "0", "0"
		}
		if row[6] != strconv.Itoa(int(health)) || row[7] != strconv.Itoa(int(most)) {
			t.Errorf("row %q: %d up to %d", row, health, most)
		}
	}
}

// TestSounds: what the client plays at events is what the game plays, as often.
func TestSounds(t *testing.T) {
	type cause struct{ event, parm, weapon int32 }
	want := map[cause]map[string]float64{}
	for _, row := range rows(t, "sounds.csv") {
		c := cause{number32(t, row[0]), number32(t, row[2]), number32(t, row[3])}
		if want[c] == nil {
			want[c] = map[string]float64{}
		}
		chance, err := strconv.ParseFloat(row[5], 64)
		if err != nil {
			t.Fatal(err)
		}
		before, rest, several := strings.Cut(row[4], "[")
		variants, after, _ := strings.Cut(rest, "]")
		if !several {
			variants = " "
		}
		for _, v := range variants {
			if name := before + strings.TrimSpace(string(v)) + after + ".wav"; row[4] != "" {
				want[c][name] += chance / float64(len(variants))
			}
		}
	}
	covered := map[int32]bool{evItemPickup: true, evGlobalItemPickup: true, evGeneralSound: true, evGlobalSound: true,
		evGlobalTeamSound: true, evKamikaze: true, evObeliskExplodes: true}
	for c := range want {
		covered[c.event] = true
	}
	for n := range int32(128) {
		if !covered[n] {
			want[cause{n, 0, 5}] = nil
		}
	}
	for c, sounds := range want {
		rounds := 2
		for _, chance := range sounds {
			if chance < 1 {
				rounds = 600
			}
		}
		got := happens(t, rounds, c.event, c.parm, c.weapon)
		for name, chance := range sounds {
			if math.Abs(got[name]-chance) > 0.06 {
				t.Errorf("%+v: %s comes in %.3f of the cases, want %.3f", c, name, got[name], chance)
			}
			delete(got, name)
		}
		if len(got) > 0 {
			t.Errorf("%+v: the game has no sounds %v", c, got)
		}
	}
}

// TestEventNumbers: each protocol has its own numbers for the same events.
func TestEventNumbers(t *testing.T) {
	for _, row := range rows(t, "events.csv") {
		want := number32(t, row[2])
		for i, protocol := range []int32{1: 43, 2: 68, 3: 73} {
			if i == 0 || row[i] == "" {
				continue
			}
			if got := numbersOf(protocol, &world.Level{}).event(number32(t, row[i])); got != want {
				t.Errorf("%s, protocol %d: %d, want %d", row[0], protocol, got, want)
			}
		}
	}
}

// TestWeapons: weapons light, look and hum as in the game.
func TestWeapons(t *testing.T) {
	for _, row := range rows(t, "weapons.csv") {
		n := number32(t, row[0])
		light := uint32(0)
		for _, text := range strings.Fields(row[2]) {
			part, err := strconv.ParseFloat(text, 64)
			if err != nil {
				t.Fatal(err)
			}
			light = light<<8 | uint32(math.Round(part*255))
		}
		q := newQ3(t, 68)
		q.packet(10, &snapshotAt(1000, 0).entity(5, delta, message.EntityStateType, etPlayer, message.EntityStateEvent,
			evFireWeapon, message.EntityStateWeapon, n).Snapshot)
		switch list := q.w.Effects.List; {
		case row[2] == "" && len(list) != 0, row[2] != "" && (len(list) != 1 || list[0].RGB != light):
			t.Errorf("row %q: %+v, want %06x", row, list, light)
		}
		missile := &world.Entity{Type: etMissile, Weapon: uint8(n)}
		if got := q.w.ModelOf(missile); row[3] != "-" && got != row[3] {
			t.Errorf("row %q: missile %q", row, got)
		}
		if got, _ := q.in.rules.LoopSoundOf(q.w.Level(), missile); got != row[6] {
			t.Errorf("row %q: a missile with %q", row, got)
		}
		p := &world.Player{Weapon: uint8(n)}
		if got := q.in.rules.WeaponLoopSoundOf(p); got != row[4] {
			t.Errorf("row %q: in hand %q", row, got)
		}
		p.Effects = 0x100
		if got := q.in.rules.WeaponLoopSoundOf(p); got != row[5] && (row[5] != "" || got != row[4]) {
			t.Errorf("row %q: firing %q", row, got)
		}
		if p.Dead = true; q.in.rules.WeaponLoopSoundOf(p) != "" {
			t.Errorf("row %q: the dead have a weapon", row)
		}
	}
}

// TestMeansOfDeath: means of death are those of the game, and others are unknown.
func TestMeansOfDeath(t *testing.T) {
	hits := map[string]world.HitType{"": world.HitUnknown, "direct": world.HitDirect, "splash": world.HitSplash}
	counts := map[*numbering]int32{numbers68: 0, numbersMission: 0}
	for _, row := range rows(t, "deaths.csv") {
		for i, n := range []*numbering{numbers68, numbersMission} {
			if row[i] == "" {
				continue
			}
			means := number32(t, row[i])
			counts[n]++
			if got := n.deathWeapon(means); got.String() != row[3] || hitTypeOf(means) != hits[row[4]] {
				t.Errorf("row %q: %v, %v", row, got, hitTypeOf(means))
			}
		}
	}
	for n, count := range counts {
		for _, means := range []int32{-1, count, 255} {
			if got := n.deathWeapon(means); got.String() != "" || int(count) != len(n.deaths) {
				t.Errorf("%d of %d: %v", means, count, got)
			}
		}
	}
}

// TestAnnouncer: the followed player hears of hits, rewards, ranks and flags what the game says.
func TestAnnouncer(t *testing.T) {
	for _, row := range rows(t, "announcer.csv") {
		q := newQ3(t, 68, `0 \g_gametype\`+row[5], `547 n\ann\t\`+row[4])
		n := number32(t, row[1])
		first, second := snapshotAt(1000, 0), snapshotAt(1050, 1)
		if row[0] == "pers" {
			first.player(message.PlayerStateClientNum, 3, message.PlayerStatePersistant+n, number32(t, row[2]))
			second.player(message.PlayerStatePersistant+n, number32(t, row[3]))
		} else {
			first.player(message.PlayerStateClientNum, 3)
			second.player().entity(100, delta, message.EntityStateType, 13+evGlobalTeamSound,
				message.EntityStateEventParm, n)
		}
		q.packet(10, &first.Snapshot)
		q.packet(11, &second.Snapshot)
		heard := ""
		for _, s := range q.w.Heard {
			heard += " " + strings.TrimSuffix(s.Path(q.w.Level()), ".wav")
		}
		if strings.TrimSpace(heard) != row[6] {
			t.Errorf("row %q: heard%s", row, heard)
		}
	}
}
