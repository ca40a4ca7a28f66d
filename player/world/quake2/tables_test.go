package quake2

import (
	"encoding/csv"
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
	"demoscope/player/world"
)

// rows returns the rows of a data file by their first column, a number, without the heading.
func rows(t *testing.T, name string) map[int][]string {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comment = '#'
	list, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	m := map[int][]string{}
	for _, row := range list[1:] {
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
