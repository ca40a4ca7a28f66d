package quake_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/world"
	"demoscope/player/world/internal/facts"
)

// TestFacts checks all facts of our own recordings and of the real ones.
func TestFacts(t *testing.T) { facts.Check(t, "dem", nil, checkQuake) }

// quakeFinal is the fact "final": the state at the end of the file.
type quakeFinal struct {
	Health       int32            `json:"health"`
	Armor        int32            `json:"armor"`
	Ammo         int32            `json:"ammo"`
	Shells       int32            `json:"shells"`
	Nails        int32            `json:"nails"`
	Rockets      int32            `json:"rockets"`
	Cells        int32            `json:"cells"`
	Weapon       int32            `json:"weapon"` // model
	WeaponFrame  int32            `json:"weaponframe"`
	ViewHeight   float32          `json:"viewheight"`
	Items        int64            `json:"items"`
	ActiveWeapon int32            `json:"activeweapon"`
	Velocity     [3]float32       `json:"velocity"`
	PunchAngle   [3]float32       `json:"punchangle"`
	Stats        map[string]int32 `json:"stats"` // what updatestat set, and killed_events of the whole file
	Frags        map[string]int32 `json:"frags"`
	Baselines    int              `json:"baselines"`
}

// quakeSample is one entity after one block.
type quakeSample struct {
	Block  int         `json:"block"`
	Entity int32       `json:"entity"`
	Kind   string      `json:"kind"`
	State  quakeEntity `json:"state"`
}

type quakeEntity struct {
	Model    uint16     `json:"modelindex"`
	Frame    uint16     `json:"frame"`
	Skin     int32      `json:"skin"`
	Colormap uint8      `json:"colormap"`
	Origin   [3]float32 `json:"origin"`
	Angles   [3]float32 `json:"angles"`
	Effects  uint32     `json:"effects"`
}

// quakeCounts is what the stream says besides the world that it makes.
type quakeCounts struct {
	blocks, killed, secrets int
	messages                map[string]int
	stats                   map[string]int32
	levels, maps            []string
	updateFlags             uint64
	clientFlags             uint32
	maxEntity               int32
	protocol                int32
	flags                   uint32
	maxClients              uint8
	models, sounds          int
	first, last             float32
	timed                   bool
}

func (c *quakeCounts) message(m message.Message) {
	c.messages[m.Name()]++
	switch m := m.(type) {
	case *message.Time:
		if !c.timed {
			c.first, c.timed = m.Time, true
		}
		c.last = m.Time
	case *message.ServerInfo:
		c.protocol, c.flags, c.maxClients = m.Protocol, m.Flags, m.MaxClients
		c.levels = append(c.levels, facts.CodePoints(string(m.MapName)))
		c.maps = append(c.maps, facts.CodePoints(string(m.Models[0])))
		c.models, c.sounds = len(m.Models), len(m.Sounds)
		c.stats = map[string]int32{}
	case *message.UpdateStat:
		c.stats[strconv.Itoa(int(m.Index))] = m.Value
	case *message.KilledMonster:
		c.killed++
	case *message.FoundSecret:
		c.secrets++
	case *message.UpdateEntity:
		c.updateFlags |= m.Bits
		c.maxEntity = max(c.maxEntity, m.Number)
	case *message.ClientData:
		c.clientFlags |= m.Bits
	}
}

func checkQuake(t *testing.T, f *facts.File) {
	var samples []quakeSample
	f.Get(t, "samples", &samples)
	byBlock := map[int][]quakeSample{}
	for _, s := range samples {
		if s.Kind != "updateentity" {
			t.Errorf("a sample of the kind %q", s.Kind)
		}
		byBlock[s.Block] = append(byBlock[s.Block], s)
	}

	c := &quakeCounts{messages: map[string]int{}, stats: map[string]int32{}}
	w := f.Play(t,
		func(_ *world.World, m message.Message) { c.message(m) },
		func(w *world.World, p *message.Packet) {
			c.blocks++
			for _, s := range byBlock[p.Block] {
				checkQuakeSample(t, w, s)
			}
			delete(byBlock, p.Block)
		})
	if len(byBlock) != 0 {
		t.Errorf("samples of blocks that did not come: %v", byBlock)
	}
	f.Checked("samples", facts.Leaves(t, f.Facts["samples"])-1)

	facts.Equal(t, f, "protocol", c.protocol)
	facts.Equal(t, f, "protocol_flags", c.flags)
	facts.Equal(t, f, "levels", c.levels)
	facts.Equal(t, f, "maps", c.maps)
	facts.Equal(t, f, "maxclients", c.maxClients)
	facts.Equal(t, f, "blocks", map[string]int{"block": c.blocks})
	facts.Equal(t, f, "blocks_total", c.blocks)
	facts.Equal(t, f, "messages", c.messages)
	f.Checked("messages", len(c.messages)-1)
	facts.Equal(t, f, "submessages", map[string]int{})
	facts.Equal(t, f, "first_time", c.first)
	facts.Equal(t, f, "last_time", c.last)
	facts.Equal(t, f, "precache_models", c.models)
	facts.Equal(t, f, "precache_sounds", c.sounds)
	facts.Equal(t, f, "updateentity_flags_or", fmt.Sprintf("%#x", c.updateFlags))
	facts.Equal(t, f, "clientdata_flags_or", fmt.Sprintf("%#x", c.clientFlags))
	facts.Equal(t, f, "max_entity", c.maxEntity)
	facts.Equal(t, f, "cdtrack_line", trackLine(f))

	players := []string{}
	for i := range w.Players {
		if p := &w.Players[i]; p.InUse {
			players = append(players, fmt.Sprintf("%d:%s", p.Slot, facts.CodePoints(p.Name)))
		}
	}
	facts.Equal(t, f, "players", players)
	f.Checked("players", len(players)-1)
	facts.Equal(t, f, "player_count", len(players))

	checkQuakeLevel(t, c, w)
	checkQuakeFinal(t, f, c, w)
}

// trackLine returns what stands before the first block.
func trackLine(f *facts.File) string {
	if d, ok := f.Demo.Decoder().(message.Headed); ok {
		if line, ok := d.Header().(*message.CDTrackLine); ok {
			return strings.TrimSpace(string(line.Text))
		}
	}
	return ""
}

func checkQuakeSample(t *testing.T, w *world.World, s quakeSample) {
	t.Helper()
	e := w.Entity(s.Entity)
	if e == nil {
		t.Errorf("block %d: there is no entity %d", s.Block, s.Entity)
		return
	}
	got := quakeEntity{e.Model[0], e.Frame, e.Skin, e.Colormap, e.Origin, e.Angles, e.Effects}
	facts.Diff(t, fmt.Sprintf("entity %d after block %d", s.Entity, s.Block), s.State, got)
}

// checkQuakeLevel compares the world's level with what the stream said.
func checkQuakeLevel(t *testing.T, c *quakeCounts, w *world.World) {
	t.Helper()
	l := w.Level()
	facts.Diff(t, "level's map", c.maps[len(c.maps)-1], facts.CodePoints(l.Map))
	facts.Diff(t, "level's title", c.levels[len(c.levels)-1], facts.CodePoints(l.Title))
	facts.Diff(t, "level's protocol", int(c.protocol), l.Protocol)
	facts.Diff(t, "level's models", c.models+1, len(l.Models))
	facts.Diff(t, "level's sounds", c.sounds+1, len(l.Sounds))
	facts.Diff(t, "number of levels", len(c.levels), w.LevelCount)
	facts.Diff(t, "time", c.last, float32(w.Time))
}

func checkQuakeFinal(t *testing.T, f *facts.File, c *quakeCounts, w *world.World) {
	t.Helper()
	var want quakeFinal
	f.Get(t, "final", &want)
	f.Checked("final", facts.Leaves(t, f.Facts["final"])-1)

	stat := func(index int) int32 { v, _ := w.Stats.Get(index); return v }
	got := quakeFinal{
		Health: stat(world.StatHealth), Armor: stat(world.StatArmor), Ammo: stat(world.StatAmmo),
		Shells: stat(world.StatShells), Nails: stat(world.StatNails),
		Rockets: stat(world.StatRockets), Cells: stat(world.StatCells),
		Weapon: stat(world.StatWeapon), WeaponFrame: stat(world.StatWeaponFrame),
		ViewHeight: w.View.Height, Items: int64(uint32(stat(world.StatItems))),
		ActiveWeapon: stat(world.StatActiveWeapon),
		PunchAngle:   w.View.Punch,
		Stats:        c.stats,
		Frags:        map[string]int32{},
		Baselines:    w.Baselines(),
	}
	if w.Recorder >= 0 {
		got.Velocity = w.Players[w.Recorder].Pose.Velocity
	}
	if c.killed > 0 {
		got.Stats["killed_events"] = int32(c.killed)
	}
	for slot := range want.Frags {
		n, err := strconv.Atoi(slot)
		if err != nil || n < 0 || n >= len(w.Players) {
			t.Errorf("frags of %q", slot)
			continue
		}
		got.Frags[slot] = w.Players[n].Frags
	}
	facts.Diff(t, "final", want, got)

	// The world counts on from what updatestat set.
	if len(c.levels) == 1 {
		facts.Diff(t, "monsters killed", c.stats[strconv.Itoa(world.StatMonsters)]+int32(c.killed),
			stat(world.StatMonsters))
		facts.Diff(t, "secrets found", c.stats[strconv.Itoa(world.StatSecrets)]+int32(c.secrets),
			stat(world.StatSecrets))
	}
}
