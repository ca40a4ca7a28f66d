package quake2

import (
	"encoding/csv"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/formats/message"
	"demoscope/formats/wire"
	"demoscope/internal/corpus"
	"demoscope/player/world"
	"demoscope/player/world/internal/worldtest"
)

// rows returns the rows of a data file by their first column, a number, without the heading.
func rows(t *testing.T, name string) map[int][]string {
	t.Helper()
	_, list := corpus.Table(t, filepath.Join("testdata", name))
	m := map[int][]string{}
	for _, row := range list {
		n, err := strconv.Atoi(row[0])
		if err != nil || m[n] != nil {
			t.Fatalf("%s: row %q: %v", name, row, err)
		}
		m[n] = row
	}
	return m
}

// TestTempEntities: the particles of temporary entities are those of the game.
func TestTempEntities(t *testing.T) {
	const classic = 56 // the re-release has those from here on
	table := rows(t, "temp-entities.csv")
	if len(table) != classic {
		t.Errorf("%d rows", len(table))
	}
	for n := range tempEntities[:classic] {
		row, e := table[n], &tempEntities[n]
		if row == nil {
			t.Errorf("%d has no row", n)
			continue
		}
		for i, got := range []int{int(e.count), int(e.color), int(e.colors)} {
			if row[2+i] == "-" {
				continue
			}
			want, err := strconv.ParseInt(row[2+i], 0, 0)
			if err != nil || got != int(want) {
				t.Errorf("%d %s, column %d: %d, want %s, %v", n, row[1], 2+i, got, row[2+i], err)
			}
		}
	}
}

// darkening is shown in place of a light that takes light away.
const darkening = 0x606060

// TestMuzzleFlashes: the flashes of players have the colors of the game's lights.
func TestMuzzleFlashes(t *testing.T) {
	table := rows(t, "muzzle-flashes.csv")
	for n, f := range playerFlashes {
		row := table[n]
		if (row != nil) != (f != flash{}) {
			t.Errorf("%d: %+v, in the game %v", n, f, row)
			continue
		}
		if row == nil {
			continue
		}
		delete(table, n)
		var want uint32
		for _, text := range row[2:] {
			part, err := strconv.ParseFloat(text, 64)
			if err != nil {
				t.Fatal(err)
			}
			want = want<<8 | uint32(int32(math.Round(part*255)))&0xff
		}
		if row[1] == "tracker" {
			want = darkening
		}
		if f.rgb != want {
			t.Errorf("%d %s: %06x, want %06x", n, row[1], f.rgb, want)
		}
	}
	if len(table) > 0 {
		t.Errorf("not in the table: %v", table)
	}
}

// TestMonsterFlashes: the flashes of monsters are those of the weapons after which the game names them.
func TestMonsterFlashes(t *testing.T) {
	shots := map[string]world.Shot{"blaster": world.ShotBolt, "machinegun": world.ShotBullet,
		"rocket": world.ShotMissile, "shotgun": world.ShotPellets, "grenade": world.ShotMissile,
		"railgun": world.ShotBeam, "rail": world.ShotBeam, "bfg": world.ShotBolt, "disruptor": world.ShotBolt,
		"plasmabeam": world.ShotBeam, "beam": world.ShotBeam}
	table, number := rows(t, "monster-flashes.csv"), 1
	for _, last := range slices.Sorted(maps.Keys(table)) {
		row := table[last]
		want, err := strconv.ParseUint(row[2], 16, 32)
		if row[2] == "tracker" {
			want, err = darkening, nil
		}
		_, weapon, _ := strings.Cut(row[1], "_")
		shot, ok := shots[weapon]
		if err != nil || !ok {
			t.Fatalf("row %q: %v", row, err)
		}
		for ; number <= last; number++ {
			e := flashOf(&message.Quake2MuzzleFlash{Monster: true, Value: uint16(number)}, mgl32.Vec3{})
			if e.Shot != shot || e.RGB != uint32(want) {
				t.Errorf("%d %s: shot %v, light %06x", number, row[1], e.Shot, e.RGB)
			}
		}
	}
	if after := int(monsterFlashes[len(monsterFlashes)-1].upTo) + 1; number != after {
		t.Errorf("the game's numbers end before %d, ours before %d", number, after)
	}
}

// TestTrails: each effect bit that leaves a trail leaves one of its kind; of several the first one counts, as in the
// game, and a blaster's bit together with the tracker's is a green bolt.
func TestTrails(t *testing.T) {
	var q *base
	want := map[uint32]world.TrailKind{1 << 1: world.TrailGib, 1 << 3: world.TrailBlaster, 1 << 4: world.TrailRocket,
		1 << 5: world.TrailGrenade, 1 << 6: world.TrailBlaster, 1 << 7: world.TrailBFG, 1 << 18: world.TrailRedFlag,
		1 << 19: world.TrailBlueFlag, 1 << 20: world.TrailIonRipper, 1 << 21: world.TrailGreenGib,
		1 << 22: world.TrailPlasma, 1 << 24: world.TrailPlasma, 1 << 26: world.TrailTracker, 1 << 29: world.TrailTag,
		1 << 31: world.TrailTracker, 1<<3 | 1<<26: world.TrailBFG, 1<<4 | 1<<1: world.TrailRocket}
	for bit := range 32 {
		if _, ok := want[1<<bit]; !ok {
			want[1<<bit] = world.NoTrail
		}
	}
	for bits, kind := range want {
		if got := q.TrailOf("", &world.Entity{Effects: bits}); got != kind ||
			(q.TrailEffects()&bits != 0) != (kind != world.NoTrail) {
			t.Errorf("%#x: %d, want %d", bits, got, kind)
		}
	}
}

// standsAt is 1, 2, 3 in the units of the wire.
var standsAt = [3]wire.Coord{8, 16, 24}

const wholePlace = message.FieldModel | message.FieldOriginX | message.FieldOriginY | message.FieldOriginZ

// TestSounds: what the client plays on its own is what the game plays, as often, as late and as loud.
func TestSounds(t *testing.T) {
	f, err := os.Open(filepath.Join("testdata", "sounds.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comment = '#'
	table, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	at, end := mgl32.Vec3{1, 2, 3}, mgl32.Vec3{4, 5, 6}
	kinds := map[string]struct {
		last int
		by   func(n int) message.Message
	}{
		"flash": {127, func(n int) message.Message { return &message.Quake2MuzzleFlash{Entity: 9, Value: uint16(n)} }},
		"monster": {255, func(n int) message.Message {
			return &message.Quake2MuzzleFlash{Entity: 9, Value: uint16(n), Monster: true}
		}},
		"temp": {55, func(n int) message.Message {
			return &message.Quake2TempEntity{Type: uint8(n), Origin: standsAt, End: [3]wire.Coord{32, 40, 48},
				Entity: 9}
		}},
		"splash": {9, func(n int) message.Message {
			return &message.Quake2TempEntity{Type: tempSplash, Style: uint8(n), Origin: standsAt}
		}},
		"event": {9, func(n int) message.Message {
			return &message.PacketEntities{Entities: []message.EntityDelta{{Number: 9, Model: 1,
				Origin: standsAt, Event: int32(n), Mask: wholePlace | message.FieldEvent}}}
		}},
	}
	want := map[string]map[int]map[string]float64{} // by kind and number: the sounds, and how often they come
	for kind := range kinds {
		want[kind] = map[int]map[string]float64{}
	}
	next := 0 // of the monsters
	for _, row := range table[1:] {
		kind := row[0]
		last, err := strconv.Atoi(row[1])
		chance, err2 := strconv.ParseFloat(row[4], 64)
		if err != nil || err2 != nil || want[kind] == nil {
			t.Fatalf("row %q: %v, %v", row, err, err2)
		}
		if kind != "monster" || last == 0 {
			next = last
		}
		before, rest, several := strings.Cut(row[3], "[")
		variants, after, _ := strings.Cut(rest, "]")
		if !several {
			variants = "-"
		}
		for ; next <= last; next++ {
			for _, v := range variants {
				name := row[3]
				if several {
					name = before + string(v) + after
				}
				if name == "" {
					continue
				}
				if want[kind][next] == nil {
					want[kind][next] = map[string]float64{}
				}
				want[kind][next][strings.Join(append([]string{name + ".wav"}, row[5:]...), " ")] += chance /
					float64(len(variants))
			}
		}
	}
	for kind, k := range kinds {
		for n := range k.last + 1 {
			if kind == "temp" && (n == tempSplash || n == 31) { // 31 is the re-release's
				continue
			}
			place := at
			if kind == "temp" && n == 3 {
				place = end
			}
			compareSounds(t, fmt.Sprint(kind, " ", n), want[kind][n], 1, place, k.by(n))
			if kind == "flash" {
				volume := float32(0.2)
				if n >= 9 && n <= 11 {
					volume = 1
				}
				compareSounds(t, fmt.Sprint("silenced ", n), want[kind][n], volume, place, k.by(n|flashSilenced))
			}
		}
	}
}

// compareSounds applies a message again and again, while entity 9 stands at a place, and compares what is heard and how
// often with what the game plays.
func compareSounds(t *testing.T, what string, want map[string]float64, volume float32, at mgl32.Vec3,
	m message.Message) {
	t.Helper()
	rounds := 4
	for _, chance := range want {
		if chance < 1 {
			rounds = 800
		}
	}
	got := map[string]float64{}
	w := worldtest.Play(newDemo(t), quake2Begin(34, 1, 0))
	for i := range int32(rounds) {
		list := quake2FrameOf(i+1, i, message.EntityDelta{Number: 9, Model: 1, Origin: standsAt,
			Mask: wholePlace})
		if e, ok := m.(*message.PacketEntities); ok {
			list[2] = e
		} else {
			list = append(list, m)
		}
		packet(w, list)
		for _, s := range w.Heard {
			if s.Volume != volume || s.Origin != at {
				t.Errorf("%s: %+v", what, s)
			}
			delay := math.Round((s.Clock-w.Clock)*1000) / 1000
			name := fmt.Sprintf("%s %v %d %v", s.Path(w.Level()), delay, s.Channel, s.Attenuation)
			got[name] += 1 / float64(rounds)
		}
	}
	for name, chance := range want {
		if math.Abs(got[name]-chance) > 0.05 {
			t.Errorf("%s: %s comes in %.3f of the cases, want %.3f", what, name, got[name], chance)
		}
		delete(got, name)
	}
	if len(got) > 0 {
		t.Errorf("%s: the game has no sounds %v", what, got)
	}
}

// TestRereleaseMoves: movement types of the re-release are those of the game that look like them.
func TestRereleaseMoves(t *testing.T) {
	table := rows(t, "moves.csv")
	if len(table) != len(rereleaseMoves) {
		t.Errorf("%d rows for %d types", len(table), len(rereleaseMoves))
	}
	for n, got := range rereleaseMoves {
		if row := table[n]; row == nil || row[2] != strconv.Itoa(int(got)) {
			t.Errorf("%d is %d, row %q", n, got, row)
		}
	}
}
