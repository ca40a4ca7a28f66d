package quakeworld_test

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/world"
	"demoscope/player/world/internal/facts"
)

// mvdEntities is what the sets of entities say about themselves.
type mvdEntities struct {
	there            map[int32]bool // in the last set
	first            string
	steps, full      map[string]int
	from             int // of the last set, -1 after a full one
	since            int // sets since a full one, it included
	maxNumber        int32
	maxSet           int
	removes, absent  int
	entities, frames int
}

func newMVDEntities() mvdEntities {
	return mvdEntities{there: map[int32]bool{}, steps: map[string]int{}, full: map[string]int{}, from: -1}
}

func (c *mvdEntities) packet(m *message.PacketEntities, w *world.World) {
	if c.first == "" {
		c.first = m.Name()
	}
	if m.Delta {
		if c.from >= 0 {
			c.steps[strconv.Itoa(int(m.From-uint8(c.from)))]++
		}
		c.from = int(m.From)
		c.since++
	} else {
		if c.frames > 0 {
			c.full[strconv.Itoa(c.since)]++
		}
		c.from, c.since = -1, 1
	}
	for i := range m.Entities {
		d := &m.Entities[i]
		c.maxNumber = max(c.maxNumber, d.Number)
		if d.Remove {
			c.removes++
			if !c.there[d.Number] {
				c.absent++
			}
		}
	}
	clear(c.there)
	for i := range w.Entities {
		c.there[w.Entities[i].Number] = true
	}
	c.maxSet = max(c.maxSet, len(w.Entities))
	c.frames++
	c.entities += len(w.Entities)
}

func (c *mvdEntities) compare(t *testing.T, f *facts.File) {
	t.Helper()
	facts.Equal(t, f, "max_entity", c.maxNumber)
	facts.Equal(t, f, "max_packet_entities", c.maxSet)
	facts.Equal(t, f, "removes", c.removes)
	facts.Equal(t, f, "removes_of_absent", c.absent)
	facts.Equal(t, f, "entity_packets", map[string]any{
		"first": c.first, "delta_from_step": numbers(c.steps), "packets_between_full_updates": numbers(c.full),
	})
	f.Checked("entity_packets", len(c.steps)+len(c.full))
}

// numbers makes counts look like decoded JSON.
func numbers(m map[string]int) map[string]any {
	out := map[string]any{}
	for k, n := range m {
		out[k] = float64(n)
	}
	return out
}

// mvdPlayer is what the facts tell of somebody who was there.
type mvdPlayer struct {
	Slot      int      `json:"slot"`
	UserID    int32    `json:"userid"`
	Name      string   `json:"name"`
	ASCII     string   `json:"name_ascii"`
	Team      string   `json:"team"`
	TeamASCII string   `json:"team_ascii"`
	Shirt     uint8    `json:"topcolor"`
	Pants     uint8    `json:"bottomcolor"`
	Spectator bool     `json:"spectator"`
	First     float64  `json:"first_time"`
	Bot       string   `json:"bot"`
	Ping      *int32   `json:"ping"`
	Left      *float64 `json:"left_time"`
	LastFrags *int32   `json:"last_nonzero_frags"`
}

// mvdPlayers follows who comes and goes.
type mvdPlayers struct {
	now  [32]*mvdPlayer
	left []*mvdPlayer
	last [32]int32 // frags that were not 0
}

func (c *mvdPlayers) update(w *world.World, slot int, time float64) {
	p := &w.Players[slot]
	was := c.now[slot]
	if was != nil && (p.Name == "" || was.UserID != p.UserID) {
		frags := c.last[slot]
		was.Left, was.LastFrags, was.Bot = &time, &frags, ""
		c.left = append(c.left, was)
		c.now[slot], was = nil, nil
	}
	if p.Name == "" {
		c.last[slot] = 0
		return
	}
	first := time
	if was != nil {
		first = was.First
	}
	c.now[slot] = &mvdPlayer{
		Slot: slot, UserID: p.UserID, Name: facts.CodePoints(p.Name), ASCII: quakeASCII(p.Name),
		Team:      facts.CodePoints(p.Team),
		TeamASCII: quakeASCII(p.Team), Shirt: p.Shirt, Pants: p.Pants, Spectator: p.Spectator, First: first,
		Bot: infoMap(p.UserInfo)["*bot"],
	}
}

func (c *mvdPlayers) frags(w *world.World, slot int) {
	if n := w.Players[slot].Frags; n != 0 {
		c.last[slot] = n
	}
}

func (c *mvdPlayers) compare(t *testing.T, f *facts.File, w *world.World) {
	t.Helper()
	now := []*mvdPlayer{}
	for i, p := range c.now {
		if p != nil {
			p.Ping = &w.Players[i].Ping
			now = append(now, p)
		}
	}
	facts.Equal(t, f, "players_detail", now)
	f.Checked("players_detail", 10*len(now))
	if f.Has("players_left") {
		var want []*mvdPlayer // the first of them
		f.Get(t, "players_left", &want)
		f.Checked("players_left", 10*len(want))
		facts.Diff(t, "players_left", want, c.left[:min(len(want), len(c.left))])
	}
	facts.Equal(t, f, "players_left_count", len(c.left))
}

// compareStream compares what is on the wire.
func (c *mvdCounts) compareStream(t *testing.T, f *facts.File) {
	t.Helper()
	near(t, f, "first_time", 0)
	near(t, f, "last_time", c.last)
	facts.Equal(t, f, "protocol_ext", map[string]any{
		"fte": float64(c.extensions["fte"]), "fte_hex": fmt.Sprintf("0x%08x", c.extensions["fte"]),
		"fte2": float64(c.extensions["fte2"]), "fte2_hex": fmt.Sprintf("0x%08x", c.extensions["fte2"]),
		"mvd1": float64(c.extensions["mvd"]), "mvd1_hex": fmt.Sprintf("0x%08x", c.extensions["mvd"]),
	})
	facts.Equal(t, f, "servercount", c.age)
	var serverTime float64
	f.Get(t, "server_time", &serverTime)
	if math.Abs(serverTime-float64(c.serverTime)) > 1e-5 { // the facts have as many digits as a float has
		t.Errorf("server_time is %v, want %v", c.serverTime, serverTime)
	}
	facts.Equal(t, f, "movevars", c.moveVars[:])
	facts.Equal(t, f, "empty_blocks", c.empty)
	facts.Equal(t, f, "trailing_bytes", 0) // a packet behind the end would fail the count of blocks
	facts.Equal(t, f, "max_block_bytes", c.largest)
	equalCounts(t, f, "hidden_messages", c.hidden)
	equalCounts(t, f, "hidden_bytes", c.hiddenBytes)
	facts.Equal(t, f, "damage_events", map[string]int{"count": c.damage.Count, "sum": c.damage.Sum})
	equalCounts(t, f, "temp_entities", c.temp)
	equalCounts(t, f, "prints_by_level", c.prints)
	equalCounts(t, f, "delta_ms_histogram", c.steps)
	equalCounts(t, f, "df_flag_bits", c.bits)
	equalCounts(t, f, "stats_carrier", c.carriers)
	equalCounts(t, f, "fte_evenmore", c.extra)
	facts.Equal(t, f, "intermission_times", c.intermissions)
	facts.Equal(t, f, "disconnect", c.disconnects)
}

// mvdFinal is the fact "final": the state at the end of the file.
type mvdFinal struct {
	Baselines int                         `json:"baselines"`
	Entities  int                         `json:"entities"`
	Frags     map[string]int32            `json:"frags"`
	Stats     map[string]map[string]int32 `json:"stats"`
}

// compareWorld compares what is true at the end.
func (c *mvdCounts) compareWorld(t *testing.T, f *facts.File, w *world.World) {
	t.Helper()
	level := w.Level()
	last := len(level.Models) - 1
	facts.Equal(t, f, "models_sample", map[string]any{
		"1": facts.CodePoints(level.Model(1)), "last": facts.CodePoints(level.Models[last]),
		"last_index": float64(last),
	})
	facts.Equal(t, f, "player_modelindex", slices.Index(level.Models, "progs/player.mdl"))
	facts.Equal(t, f, "baselines", w.Baselines())
	var info map[string]string
	f.Get(t, "serverinfo", &info)
	f.Checked("serverinfo", len(info)-1)
	for k, v := range info {
		if v == "" {
			delete(info, k) // engines remove a key that is set to nothing
		}
	}
	facts.Diff(t, "serverinfo", info, infoMap(level.ServerInfo))
	facts.Equal(t, f, "playerinfo_digest", map[string]any{
		"sha256": fmt.Sprintf("%x", c.playerDigest.Sum(nil)), "count": float64(c.playerCount),
		"line": c.note(t, f, "playerinfo_digest"),
	})
	facts.Equal(t, f, "entity_digest", map[string]any{
		"sha256": fmt.Sprintf("%x", c.entityDigest.Sum(nil)), "entities": float64(c.entities.entities),
		"frames": float64(c.entities.frames), "line": c.note(t, f, "entity_digest"),
	})
	final := mvdFinal{
		Baselines: w.Baselines(), Entities: len(w.Entities), Frags: map[string]int32{},
		Stats: map[string]map[string]int32{},
	}
	for i := range w.Players {
		p := &w.Players[i]
		if p.Name == "" {
			continue
		}
		slot := strconv.Itoa(i)
		final.Frags[slot] = p.Frags
		if p.Stats != nil {
			stats := map[string]int32{}
			for n := range p.Stats.Values {
				if v, known := p.Stats.Get(n); known {
					stats[strconv.Itoa(n)] = v
				}
			}
			final.Stats[slot] = stats
		}
	}
	facts.Equal(t, f, "final", final)
	f.Checked("final", facts.Leaves(t, f.Facts["final"])-1)
}

// note returns what a digest's fact says about its own lines.
func (c *mvdCounts) note(t *testing.T, f *facts.File, kind string) any {
	t.Helper()
	return anyOf(t, f.Facts[kind]).(map[string]any)["line"]
}

// compareTexts compares what the prints and the match's statistics say.
func (c *mvdCounts) compareTexts(t *testing.T, f *facts.File, w *world.World) {
	t.Helper()
	shown := c.obituaries
	if len(shown) > 10 {
		shown = append(slices.Clone(shown[:5]), shown[len(shown)-5:]...)
	}
	if f.Has("obituary_prints") {
		var want struct {
			Count int           `json:"count"`
			Lines []mvdObituary `json:"first_and_last"`
		}
		f.Get(t, "obituary_prints", &want)
		f.Checked("obituary_prints", 5*len(want.Lines))
		facts.Diff(t, "obituary_prints", want.Count, len(c.obituaries))
		if len(want.Lines) > 0 {
			facts.Diff(t, "obituary_prints", want.Lines, shown)
		}
		facts.Diff(t, "kills found in the prints", want.Count, c.kills)
	}
	if f.Has("ktxstats") {
		want := anyOf(t, f.Facts["ktxstats"]).(map[string]any)
		facts.Diff(t, "documents of statistics", want["documents"], any(float64(c.documents(w))))
		delete(want, "documents")
		if err := subset("ktxstats", want, anyOf(t, []byte(facts.CodePoints(w.MatchStats)))); err != nil {
			t.Error(err)
		}
		f.Checked("ktxstats", facts.Leaves(t, f.Facts["ktxstats"]))
	}
	c.compareVikpe(t, f, w)
}

// documents counts the JSON documents among the hidden messages.
func (c *mvdCounts) documents(w *world.World) int {
	if json.Valid([]byte(facts.CodePoints(w.MatchStats))) {
		return 1
	}
	return 0
}
