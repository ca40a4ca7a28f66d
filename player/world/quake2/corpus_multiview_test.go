package quake2_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"sort"
	"strconv"
	"strings"
	"testing"

	"demoscope/formats/message"
	"demoscope/formats/quake2"
	"demoscope/player/world"
	"demoscope/player/world/internal/facts"
)

// TestMultiViewFacts checks all facts of our own recordings and of the real ones.
func TestMultiViewFacts(t *testing.T) {
	facts.Check(t, "mvd2", map[string]string{
		"time_note":  "explains the times",
		"stats_note": "explains the numbers of the stats",
	}, checkMultiView)
}

// multiViewPlayer is the state of a player as the facts have it.
type multiViewPlayer struct {
	Origin      [3]float32 `json:"origin"`
	ViewAngles  [3]float32 `json:"viewangles"`
	MoveType    uint8      `json:"pm_type"`
	GunIndex    uint16     `json:"gunindex"`
	Gun         string     `json:"gun"`
	GunFrame    uint16     `json:"gunframe"`
	FOV         float32    `json:"fov"`
	ViewOffsetZ float32    `json:"viewoffset_z"`
	RDFlags     uint8      `json:"rdflags"`
	Health      int32      `json:"health"`
	Armor       int32      `json:"armor"`
	Ammo        int32      `json:"ammo"`
	Frags       int32      `json:"frags"`
}

func (c *multiViewCounts) playerState(p *world.Player) multiViewPlayer {
	s := multiViewPlayer{
		Origin: p.Pose.Origin, ViewAngles: p.Pose.Angles, MoveType: p.MoveType, GunIndex: p.WeaponModel,
		Gun: c.first[c.numbering.Models+int(p.WeaponModel)], GunFrame: p.WeaponFrame, FOV: p.FOV,
		ViewOffsetZ: p.ViewOffset[2], RDFlags: p.RDFlags,
	}
	if p.Stats != nil {
		s.Health = p.Stats.Values[world.Quake2StatHealth]
		s.Armor = p.Stats.Values[world.Quake2StatArmor]
		s.Ammo = p.Stats.Values[world.Quake2StatAmmo]
		s.Frags = p.Stats.Values[world.Quake2StatFrags]
	}
	return s
}

// samePlayer compares, angles as far as the facts have digits.
func samePlayer(t *testing.T, what string, want, got multiViewPlayer) {
	t.Helper()
	for i := range want.ViewAngles {
		if math.Abs(float64(want.ViewAngles[i]-got.ViewAngles[i])) < 1e-5 {
			want.ViewAngles[i] = got.ViewAngles[i]
		}
	}
	facts.Diff(t, what, want, got)
}

type multiViewEntity struct {
	Model    uint16     `json:"modelindex"`
	Name     string     `json:"model"`
	Model2   uint16     `json:"modelindex2"`
	Frame    uint16     `json:"frame"`
	Skin     int32      `json:"skin"`
	Effects  uint32     `json:"effects"`
	RenderFX uint32     `json:"renderfx"`
	Origin   [3]float32 `json:"origin"`
	Angles   [3]float32 `json:"angles"`
}

type multiViewSample struct {
	Block  int             `json:"block"`
	Offset int64           `json:"offset"`
	Time   float64         `json:"time"`
	Kind   string          `json:"kind"`
	Slot   int             `json:"slot"`
	Entity int32           `json:"entity"`
	State  json.RawMessage `json:"state"`
	Extra  struct {
		Entities int `json:"entities_in_frame"`
	} `json:"extra"`
}

type multiViewSnapshot struct {
	Block    int     `json:"block"`
	Time     float64 `json:"time"`
	Entities int     `json:"entities"`
	Players  []struct {
		Slot int    `json:"slot"`
		Name string `json:"name"`
		multiViewPlayer
	} `json:"players"`
}

type multiViewPrint struct {
	Level uint8   `json:"level"`
	Text  string  `json:"text"`
	Block int     `json:"block"`
	Time  float64 `json:"time"`
}

type multiViewDetail struct {
	Slot  int    `json:"slot"`
	Name  string `json:"name"`
	Dummy bool   `json:"dummy"`
	First int    `json:"first_block"`
	Last  int    `json:"last_block"`
	Skin  string `json:"skin_at_start,omitempty"`
}

// multiViewCounts is what the stream says besides the world that it makes.
type multiViewCounts struct {
	blocks, largest, frames int
	messages, submessages   map[string]int
	deltas                  map[string]int
	playerBits              uint32
	entityBits              uint64
	data                    message.MultiViewData
	models, sounds, images  int
	// first are the config strings of the first block: the facts know no
	// names but those. texts are those of the whole file.
	first, texts             map[int]string
	numbering                *quake2.Numbering
	prints                   []multiViewPrint
	block                    int
	time                     float64
	digest                   []byte
	digested                 int
	details                  map[int]*multiViewDetail
	checkedBlocks, endBlocks int
}

func (c *multiViewCounts) message(w *world.World, m message.Message) {
	c.messages[m.Name()]++
	switch m := m.(type) {
	case *message.MultiViewData:
		c.data = *m
		protocol, _ := quake2.ForMultiView(m.Protocol, m.Version, m.Flags)
		c.numbering = protocol.Numbering()
		c.first = map[int]string{}
		for i := range m.ConfigStrings {
			c.first[int(m.ConfigStrings[i].Index)] = facts.CodePoints(string(m.ConfigStrings[i].Text))
		}
		c.texts = maps.Clone(c.first)
		l := w.Level()
		c.models, c.sounds, c.images = named(l.Models), named(l.Sounds), named(l.Texts.Images)
		c.frame(&m.Frame)
	case *message.MultiViewFrame:
		c.frame(m)
	case *message.ConfigString:
		c.texts[int(m.Index)] = facts.CodePoints(string(m.Text))
	case *message.Print:
		c.prints = append(c.prints, multiViewPrint{m.Level, facts.CodePoints(string(m.Text)), c.block, c.time})
	case *message.MultiViewCast:
		if m.To == message.CastClient {
			for _, inner := range m.Messages {
				c.submessages["unicast "+inner.Name()]++
			}
		} else if len(m.Messages) > 0 {
			c.submessages[m.Name()+" first byte "+m.Messages[0].Name()]++
		}
	}
}

func (c *multiViewCounts) frame(m *message.MultiViewFrame) {
	c.frames++
	for i := range m.Players {
		p := &m.Players[i]
		c.deltas["player_deltas"]++
		c.playerBits |= p.Bits
		if p.Remove {
			c.deltas["player_removes"]++
			c.playerBits |= 1 << 16 // where newer versions have the flag
		}
	}
	for i := range m.Entities {
		c.deltas["entity_deltas"]++
		c.entityBits |= m.Entities[i].Bits
		if m.Entities[i].Remove {
			c.deltas["entity_removes"]++
		}
	}
}

// players adds the players after a block to the digest and to what is known
// of each.
func (c *multiViewCounts) players(w *world.World, block int) {
	word := func(degrees float32) int { return int(math.Round(float64(degrees)*65536/360)) & 0xffff }
	for i := range w.Players {
		p := &w.Players[i]
		if !p.InUse {
			continue
		}
		s := c.playerState(p)
		c.digest = fmt.Appendf(c.digest, "%d %d %d %d %d %d %d %d %d %d %d %d %d %d\n", block, p.Slot,
			int(s.Origin[0]*8), int(s.Origin[1]*8), int(s.Origin[2]*8),
			word(s.ViewAngles[0]), word(s.ViewAngles[1]), word(s.ViewAngles[2]),
			s.MoveType, s.GunIndex, s.GunFrame, s.Health, s.Armor, s.Frags)
		c.digested++
		d := c.details[p.Slot]
		if d == nil {
			d = &multiViewDetail{Slot: p.Slot, Dummy: p.Slot == int(c.data.Client), First: block}
			c.details[p.Slot] = d
		}
		d.Last = block
	}
}

func checkMultiView(t *testing.T, f *facts.File) {
	var samples []multiViewSample
	f.Get(t, "samples", &samples)
	f.Checked("samples", facts.Leaves(t, f.Facts["samples"])-1)
	var snapshots []multiViewSnapshot
	f.Get(t, "snapshots", &snapshots)
	f.Checked("snapshots", facts.Leaves(t, f.Facts["snapshots"])-1)

	c := &multiViewCounts{
		messages: map[string]int{}, submessages: map[string]int{}, details: map[int]*multiViewDetail{},
		deltas: map[string]int{"entity_deltas": 0, "entity_removes": 0, "player_deltas": 0, "player_removes": 0},
	}
	// Messages of a block come before it is over: its number is the next.
	w := f.Play(t, c.message, func(w *world.World, p *message.Packet) {
		if p.Kind == message.PacketEnd {
			c.endBlocks++
			return
		}
		c.blocks++
		c.block, c.time = c.blocks, float64(c.blocks)/10
		c.largest = max(c.largest, p.Size-2)
		c.players(w, p.Block)
		for i := range samples {
			if samples[i].Block == p.Block {
				checkMultiViewSample(t, c, w, p, &samples[i])
				c.checkedBlocks++
			}
		}
		for i := range snapshots {
			if snapshots[i].Block == p.Block {
				checkMultiViewSnapshot(t, c, w, &snapshots[i])
				c.checkedBlocks++
			}
		}
	})
	facts.Diff(t, "samples and snapshots met", len(samples)+len(snapshots), c.checkedBlocks)
	checkMultiViewStream(t, f, c, w)
	checkMultiViewPlayers(t, f, c, w)
}

func checkMultiViewStream(t *testing.T, f *facts.File, c *multiViewCounts, w *world.World) {
	l := w.Level()
	facts.Equal(t, f, "protocol", c.data.Protocol)
	facts.Equal(t, f, "mvd_version", c.data.Version)
	facts.Equal(t, f, "mvd_flags", c.data.Flags)
	names := []string{}
	for i, name := range []string{"NOMSGS", "SINGLEPOV", "EXTLIMITS", "EXTLIMITS_2"} {
		if c.data.Flags&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	facts.Equal(t, f, "mvd_flag_names", names)
	facts.Equal(t, f, "gamedir", facts.CodePoints(l.GameDir))
	facts.Equal(t, f, "servercount", c.data.ServerCount)
	facts.Equal(t, f, "dummy_client", c.data.Client)
	facts.Equal(t, f, "maxclients", l.MaxClients)
	checkNumbering(t, f, l)
	facts.Equal(t, f, "levels", []string{facts.CodePoints(l.Title)})
	facts.Equal(t, f, "maps", []string{facts.CodePoints(l.Map)})
	facts.Equal(t, f, "blocks", map[string]int{"message": c.blocks})
	facts.Equal(t, f, "blocks_total", c.blocks)
	if c.endBlocks == 1 {
		facts.Equal(t, f, "end_marker", "two zero bytes")
		facts.Equal(t, f, "bytes_after_end_marker", c.messages["raw"])
	}
	facts.Equal(t, f, "max_message_bytes", c.largest)
	facts.Equal(t, f, "messages", c.messages)
	f.Checked("messages", len(c.messages)-1)
	facts.Equal(t, f, "submessages", c.submessages)
	f.Checked("submessages", len(c.submessages)-1)
	facts.Equal(t, f, "deltas", c.deltas)
	f.Checked("deltas", len(c.deltas)-1)
	facts.Equal(t, f, "player_bits_or", fmt.Sprintf("0x%05x", c.playerBits))
	facts.Equal(t, f, "entity_bits_or", fmt.Sprintf("%#x", c.entityBits))
	facts.Equal(t, f, "frames", c.frames)
	facts.Equal(t, f, "first_time", 0.0)
	facts.Equal(t, f, "last_time", w.Time)
	facts.Equal(t, f, "precache_models", c.models)
	facts.Equal(t, f, "precache_sounds", c.sounds)
	facts.Equal(t, f, "precache_images", c.images)
	facts.Diff(t, "names of models", c.models, named(l.Models)-l.Texts.LateModels)
	facts.Diff(t, "names of sounds", c.sounds, named(l.Sounds)-l.Texts.LateSounds)
	facts.Equal(t, f, "configstrings", len(c.first))

	type prints struct {
		Count int              `json:"count"`
		List  []multiViewPrint `json:"first_and_last"`
	}
	var want prints
	f.Get(t, "prints", &want)
	f.Checked("prints", facts.Leaves(t, f.Facts["prints"])-1)
	got := prints{len(c.prints), c.prints}
	if n := len(want.List); n < len(c.prints) {
		got.List = append(append([]multiViewPrint{}, c.prints[:n/2]...), c.prints[len(c.prints)-n/2:]...)
	} else if c.prints == nil {
		got.List = []multiViewPrint{}
	}
	facts.Diff(t, "prints", want, got)
}

// checkNumbering compares where the ranges of config strings begin: what
// stands there is found again under the level's lists.
func checkNumbering(t *testing.T, f *facts.File, l *world.Level) {
	var end int
	f.Get(t, "configstring_end", &end)
	var at map[string]int
	f.Get(t, "configstring_offsets", &at)
	f.Checked("configstring_offsets", len(at)-1)
	for i, name := range l.Models {
		facts.Diff(t, "model "+strconv.Itoa(i), name, l.ConfigString(at["models"]+i))
	}
	for i, name := range l.Sounds {
		facts.Diff(t, "sound "+strconv.Itoa(i), name, l.ConfigString(at["sounds"]+i))
	}
	for i, name := range l.Texts.Images {
		facts.Diff(t, "image "+strconv.Itoa(i), name, l.ConfigString(at["images"]+i))
	}
	for i, name := range l.Texts.Skins {
		facts.Diff(t, "skin "+strconv.Itoa(i), name, l.ConfigString(at["playerskins"]+i))
	}
	facts.Diff(t, "maxclients", strconv.Itoa(l.MaxClients), l.ConfigString(at["maxclients"]))
	facts.Diff(t, "max_models", at["max_models"], at["sounds"]-at["models"])
	want := map[int]int{256: 1024, 8192: 8192}[at["max_models"]]
	facts.Diff(t, "max_edicts", at["max_edicts"], want)
	// 256 skins and 512 texts of the game's own follow the skins' beginning.
	facts.Diff(t, "configstring_end", end, at["playerskins"]+256+512)
}

func checkMultiViewPlayers(t *testing.T, f *facts.File, c *multiViewCounts, w *world.World) {
	players := []string{}
	stats, health, armor, frags := map[string]map[string]int32{}, map[string]int32{}, map[string]int32{},
		map[string]int32{}
	for i := range w.Players {
		p := &w.Players[i]
		if !p.InUse {
			continue
		}
		players = append(players, fmt.Sprintf("%d:%s", p.Slot, c.firstName(p.Slot)))
		facts.Diff(t, "skin of "+strconv.Itoa(p.Slot), c.texts[c.numbering.PlayerSkins+p.Slot],
			facts.CodePoints(p.Name+`\`+p.Skin))
		slot, s := strconv.Itoa(p.Slot), c.playerState(p)
		health[slot], armor[slot], frags[slot] = s.Health, s.Armor, s.Frags
		stats[slot] = map[string]int32{}
		for i, v := range p.Stats.Values {
			if v != 0 {
				stats[slot][strconv.Itoa(i)] = v
			}
		}
	}
	facts.Equal(t, f, "players", players)
	f.Checked("players", len(players)-1)
	facts.Equal(t, f, "player_count", len(players))

	type final struct {
		Stats    map[string]map[string]int32 `json:"stats"`
		Health   map[string]int32            `json:"health"`
		Armor    map[string]int32            `json:"armor"`
		Frags    map[string]int32            `json:"frags"`
		Entities int                         `json:"entities"`
	}
	var want final
	f.Get(t, "final", &want)
	f.Checked("final", facts.Leaves(t, f.Facts["final"])-1)
	facts.Diff(t, "final", want, final{stats, health, armor, frags, len(w.Entities)})

	var details []multiViewDetail
	f.Get(t, "players_detail", &details)
	f.Checked("players_detail", facts.Leaves(t, f.Facts["players_detail"])-1)
	got := []multiViewDetail{}
	for _, d := range c.details {
		d.Name, d.Skin = c.firstName(d.Slot), c.first[c.numbering.PlayerSkins+d.Slot]
		got = append(got, *d)
	}
	sort.Slice(got, func(i, j int) bool { return got[i].Slot < got[j].Slot })
	facts.Diff(t, "players_detail", details, got)

	type digest struct {
		Sum   string `json:"sha256"`
		Count int    `json:"count"`
		Line  string `json:"line"`
	}
	var d digest
	f.Get(t, "player_digest", &d)
	sum := sha256.Sum256(c.digest)
	facts.Diff(t, "player_digest", d, digest{hex.EncodeToString(sum[:]), c.digested, d.Line})
	f.Checked("player_digest", c.digested)
}

// firstName returns a player's name in the first block.
func (c *multiViewCounts) firstName(slot int) string {
	name, _, _ := strings.Cut(c.first[c.numbering.PlayerSkins+slot], `\`)
	return name
}

func checkMultiViewSample(t *testing.T, c *multiViewCounts, w *world.World, p *message.Packet, s *multiViewSample) {
	t.Helper()
	what := fmt.Sprintf("%s %d after block %d", s.Kind, s.Entity, s.Block)
	facts.Diff(t, what+": offset", s.Offset, p.Offset)
	facts.Diff(t, what+": time", s.Time, w.Time)
	switch s.Kind {
	case "player":
		var want multiViewPlayer
		if err := facts.Strict(s.State, &want); err != nil {
			t.Fatal(err)
		}
		facts.Diff(t, what+": entity", s.Entity, int32(s.Slot)+1)
		samePlayer(t, what, want, c.playerState(&w.Players[s.Slot]))
	case "entity":
		var want multiViewEntity
		if err := facts.Strict(s.State, &want); err != nil {
			t.Fatal(err)
		}
		facts.Diff(t, what+": entities", s.Extra.Entities, len(w.Entities))
		e := w.Entity(s.Entity)
		if e == nil {
			t.Errorf("there is no %s", what)
			return
		}
		facts.Diff(t, what, want, multiViewEntity{
			e.Model[0], facts.CodePoints(w.Level().Model(e.Model[0])), e.Model[1], e.Frame, e.Skin, e.Effects,
			e.RenderFX,
			e.Origin, e.Angles,
		})
	default:
		t.Errorf("a sample of the kind %q", s.Kind)
	}
}

func checkMultiViewSnapshot(t *testing.T, c *multiViewCounts, w *world.World, s *multiViewSnapshot) {
	t.Helper()
	what := fmt.Sprintf("snapshot after block %d", s.Block)
	facts.Diff(t, what+": time", s.Time, w.Time)
	facts.Diff(t, what+": entities", s.Entities, len(w.Entities))
	n := 0
	for i := range w.Players {
		p := &w.Players[i]
		if !p.InUse {
			continue
		}
		if n < len(s.Players) {
			want := &s.Players[n]
			facts.Diff(t, what+": slot", want.Slot, p.Slot)
			facts.Diff(t, what+": name", want.Name, c.firstName(p.Slot))
			samePlayer(t, what, want.multiViewPlayer, c.playerState(p))
		}
		n++
	}
	facts.Diff(t, what+": players", len(s.Players), n)
}
