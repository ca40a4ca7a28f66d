package pattern

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/player/charset"
	"demoscope/player/scan"
	"demoscope/player/world"
)

// reference is what the reference tool for Quake III found in a demo.
type reference struct {
	Patterns []struct {
		Type   string
		Params struct {
			MinFrags int     `json:"min_frags"`
			MaxGap   float64 `json:"max_gap_s"`
			Deaths   bool
			MinDist  float64 `json:"min_distance"`
			MinAir   float64 `json:"min_air_ms"`
			TeamChat bool    `json:"team_chat"`
			Weapons  []string
			Base     bool    `json:"base_to_base"`
			Missing  bool    `json:"missing_to_base"`
			MinAngle float64 `json:"min_angle_deg"`
			MinSpeed float64 `json:"min_speed_deg_s"`
		}
		Player *struct{ Slot int }
		Hits   []struct {
			Start float64 `json:"start_ms"`
			End   float64 `json:"end_ms"`
			Kills []struct {
				Victim struct{ Slot int }
				Mod    string
			}
			Air      float64   `json:"air_ms"`
			Ground   *float64  `json:"ground_ms_ago"`
			Distance *float64  `json:"distance"`
			Angles   []float64 `json:"angle_deg_back_1_to_4"`
			Interval float64   `json:"interval_ms"`
			Carry    float64   `json:"carry_ms"`
			Base     bool      `json:"base_to_base"`
			Messages []struct{ Text string }
		}
	}
}

// referred is a demo as we read it, with the server's milliseconds of its frames.
type referred struct {
	facts  *Facts
	clocks []float64
	times  []float64
}

// ms returns the server's milliseconds at a viewer's time.
func (r *referred) ms(clock float64) float64 {
	i := sort.SearchFloat64s(r.clocks, clock-1e-6)
	return math.Round(r.times[min(i, len(r.times)-1)])
}

func readReferred(t *testing.T, name string) *referred {
	t.Helper()
	demo, err := formats.Open(name, corpus.Read(t, filepath.Join(corpus.Dir(t), "dm3", name)))
	if err != nil {
		t.Fatal(err)
	}
	r := &referred{}
	p, c := NewPass(demo.Name, Options{}), scan.NewCursor(demo.Name, demo.Decoder())
	for c.Next() == nil {
		p.Packet(c)
		r.clocks, r.times = append(r.clocks, c.World.Clock), append(r.times, c.World.Time*1000)
	}
	r.facts = p.Finish(c)
	return r
}

// find answers a query.
func (r *referred) find(t *testing.T, query string, args ...any) []Hit {
	t.Helper()
	q, err := Parse(fmt.Sprintf(query, args...))
	if err != nil {
		t.Fatal(err)
	}
	return q.Match(r.facts)
}

// mods are the weapons of the tool's means of death.
var mods = map[string]string{
	"rocket": "rocket launcher", "rocket splash": "rocket launcher", "grenade": "grenade launcher",
	"grenade splash": "grenade launcher",
	"plasma":         "plasma gun", "plasma splash": "plasma gun", "BFG": "BFG", "nail": "nailgun",
	"lightning":   "lightning gun",
	"machine gun": "machine gun", "machinegun": "machine gun", "shotgun": "shotgun", "gauntlet": "gauntlet",
	"railgun":  "railgun",
	"telefrag": "telefrag", "heavy machine gun": "heavy machine gun", "hmg": "heavy machine gun",
}

// differences are all hits in which we and the tool do not agree, and why: by the demo, the
// pattern, the player and the milliseconds of the server.
var differences = map[string]string{
	// A player who is thrown into a trap is killed by who threw him; for the tool that is no
	// weapon, so that it ends the run.
	"oa_ctf2_player.dm_71 run 2/5 3 69450 ours alone":       "its second kill is one by a trap",
	"oa_ctf2_player.dm_71 run 2/5 dead 3 69450 ours alone":  "its second kill is one by a trap",
	"oa_ctf2_player.dm_71 run 2/5 5 91500 ours alone":       "its first kill is one by a trap",
	"oa_ctf2_player.dm_71 run 2/5 dead 5 91500 ours alone":  "its first kill is one by a trap",
	"oa_ctf2_player.dm_71 run 2/5 5 140950 ours alone":      "both kills are by a trap",
	"oa_ctf2_player.dm_71 run 2/5 dead 5 140950 ours alone": "both kills are by a trap",
	// The flag's configstring says 0, at home, before it says 1, taken; the tool's taker is not the
	// captor, since the sound of the pick-up is not in the demo.
	"udt_p68_cpma_ctfs_ojfc09.dm_68 flag 3 867640 from the base": "the tool has it from the field",
	// Who stood on the ground until the blow was in no air.
	"udt_p67_duel_wcg2002.dm_67 midair 9 1585750 theirs alone": "on the ground 50 ms before, the frame before " +
		"the blow",
	"udt_p67_duel_wcg2002.dm_67 midair 9 1684900 theirs alone":    "on the ground 50 ms before",
	"udt_p68_36kills.dm_68 midair 0 585094 theirs alone":          "on the ground 33 ms before",
	"udt_p68_cpma_ctfs_ojfc09.dm_68 midair 4 161539 theirs alone": "on the ground 33 ms before",
	"udt_p68_cpma_ctfs_ojfc09.dm_68 midair 7 884833 theirs alone": "he jumped off the ground 99 ms before: heard, " +
		"and seen to rise, but between two frames",
	"udt_p73_duel.dm_73 midair 1 1467425 theirs alone":      "on the ground 75 ms before",
	"udt_p73_duel.dm_73 midair 1 1514925 theirs alone":      "on the ground 25 ms before",
	"udt_p90_campgrounds.dm_90 midair 1 63050 theirs alone": "on the ground 25 ms before",
}

// TestReference compares with what the reference tool finds in Quake III's demos, hit by hit:
// runs, flag runs and chat of everybody are to be the same, of hits in the air and flicks none of
// its may be missing. What differs stands in differences, with the reason, and nothing else does.
func TestReference(t *testing.T) {
	found := map[string]bool{}
	counts := map[string]int{}
	files := corpus.Files(t, filepath.Join(corpus.Dir(t), "patterns"), func(n string) bool {
		return strings.HasSuffix(n, ".json")
	})
	for _, path := range files {
		name := strings.TrimSuffix(filepath.Base(path), ".json")
		t.Run(name, func(t *testing.T) {
			var ref reference
			corpus.ReadJSON(t, path, &ref)
			c := &comparison{t: t, name: name, r: readReferred(t, name), found: found, counts: counts}
			c.compare(&ref)
		})
	}
	for key := range differences {
		if !found[key] {
			t.Errorf("no such difference any more: %s", key)
		}
	}
	// So many hits of each were compared: the tool's.
	for kind, want := range map[string]int{"run": 63, "midair": 27, "flick": 31, "flag": 19, "chat": 13} {
		if counts[kind] != want {
			t.Errorf("%d hits of %s were compared, not %d", counts[kind], kind, want)
		}
	}
}

type comparison struct {
	t      *testing.T
	name   string
	r      *referred
	found  map[string]bool
	counts map[string]int
}

func (c *comparison) differ(format string, args ...any) {
	c.t.Helper()
	key := c.name + " " + fmt.Sprintf(format, args...)
	if differences[key] == "" {
		c.t.Errorf("unexplained: %s", key)
	}
	c.found[key] = true
}

func (c *comparison) compare(ref *reference) {
	type setting struct {
		frags  int
		gap    float64
		deaths bool
	}
	runs := map[setting]map[int]bool{} // the slots with hits
	chat, flags := false, false
	for i := range ref.Patterns {
		p := &ref.Patterns[i]
		switch {
		case p.Type == "frag_run":
			s := setting{p.Params.MinFrags, p.Params.MaxGap, p.Params.Deaths}
			if runs[s] == nil {
				runs[s] = map[int]bool{}
			}
			runs[s][p.Player.Slot] = true
			var theirs []string
			for _, h := range p.Hits {
				line := fmt.Sprintf("%.0f-%.0f", h.Start, h.End)
				for _, k := range h.Kills {
					line += fmt.Sprintf(" %d %s", k.Victim.Slot, mods[k.Mod])
				}
				theirs = append(theirs, line)
			}
			c.runs(s.frags, s.gap, s.deaths, p.Player.Slot, theirs)
			c.counts["run"] += len(theirs)
		case p.Type == "mid_air" && p.Params.MinDist == 0 && p.Params.MinAir == 0:
			for _, h := range p.Hits {
				c.midair(p.Player.Slot, h.Start, h.Air, h.Distance, h.Ground)
			}
			c.counts["midair"] += len(p.Hits)
		case p.Type == "flick_rail":
			for _, h := range p.Hits {
				c.flick(p.Player.Slot, h.Start, h.Interval, h.Angles)
			}
			c.counts["flick"] += len(p.Hits)
		case p.Type == "flag_capture" && p.Params.Base && p.Params.Missing:
			var ours []Hit
			for _, h := range c.r.find(c.t, "flag warmup:yes") {
				if h.Player == p.Player.Slot {
					ours = append(ours, h)
				}
			}
			if len(ours) != len(p.Hits) {
				c.t.Errorf("slot %d: %d captures, not %d", p.Player.Slot, len(ours), len(p.Hits))
				continue
			}
			for k, h := range p.Hits {
				o := &ours[k]
				carry, _ := o.Get(Time)
				straight, known := o.Get(Distance)
				if math.Abs(c.r.ms(o.To)-h.End) > 250 || math.Abs(1000*carry-h.Carry) > 250 {
					c.t.Errorf("capture of slot %d at %.0f: ours at %.0f carried %.3f s %s", p.Player.Slot, h.End,
						c.r.ms(o.To), carry, o.Text)
				}
				if (o.Text == "from the base") != h.Base {
					c.differ("flag %d %.0f %s", p.Player.Slot, h.End, o.Text)
				}
				if known && h.Distance != nil && math.Abs(straight-*h.Distance) > 0.05**h.Distance+150 {
					c.t.Errorf("capture of slot %d at %.0f: %.0f units, not %.0f", p.Player.Slot, h.End, straight,
						*h.Distance)
				}
			}
			flags = true
			c.counts["flag"] += len(p.Hits)
		case p.Type == "chat" && !p.Params.TeamChat:
			chat = true
			var theirs, ours []string
			for _, h := range p.Hits {
				for _, m := range h.Messages {
					theirs = append(theirs, m.Text)
				}
			}
			for _, h := range c.r.find(c.t, `chat "*gg*" warmup:yes`) {
				_, text, _ := strings.Cut(charset.Plain(world.Quake3, h.Text), ": ")
				ours = append(ours, text)
			}
			if !slices.Equal(ours, theirs) {
				c.t.Errorf("chat: %q, not %q", ours, theirs)
			}
			c.counts["chat"] += len(theirs)
		}
	}
	// Where the tool has no hit, we have none.
	for s, slots := range runs {
		for slot := range 64 {
			if !slots[slot] {
				c.runs(s.frags, s.gap, s.deaths, slot, nil)
			}
		}
	}
	if n := len(c.r.find(c.t, `chat "*gg*" warmup:yes`)); !chat && n > 0 {
		c.t.Errorf("%d lines with gg", n)
	}
	if n := len(c.r.find(c.t, `flag warmup:yes`)); !flags && n > 0 && c.name != "oa_ctf2_player.dm_71" &&
		c.name != "oa_ps37ctf2_spec.dm_71" {
		c.t.Errorf("%d flag runs", n)
	}
}

// runs compares the runs of a slot.
func (c *comparison) runs(frags int, gap float64, deaths bool, slot int, theirs []string) {
	query, label := fmt.Sprintf("run kills>=%d gap<=%g warmup:yes", frags, gap), fmt.Sprintf("%d/%g", frags, gap)
	if deaths {
		query += " through:deaths"
		label += " dead"
	}
	var ours []string
	for _, h := range c.r.find(c.t, "%s", query) {
		if h.Player != slot {
			continue
		}
		line := fmt.Sprintf("%.0f-%.0f", c.r.ms(h.From), c.r.ms(h.To))
		for _, k := range h.Deaths {
			e := &c.r.facts.Events[c.r.facts.Kills[k].Event]
			line += fmt.Sprintf(" %d %s", e.Other, e.Weapon)
		}
		ours = append(ours, line)
	}
	for _, line := range ours {
		if !slices.Contains(theirs, line) {
			start, _, _ := strings.Cut(line, "-")
			c.differ("run %s %d %s ours alone", label, slot, start)
		}
	}
	for _, line := range theirs {
		if !slices.Contains(ours, line) {
			start, _, _ := strings.Cut(line, "-")
			c.t.Log(line, ours)
			c.differ("run %s %d %s theirs alone", label, slot, start)
		}
	}
}

// killAt returns the kill by a slot at a time of the server.
func (c *comparison) killAt(slot int, ms float64) *Death {
	for i := range c.r.facts.Kills {
		d := &c.r.facts.Kills[i]
		if e := &c.r.facts.Events[d.Event]; e.Player == slot && c.r.ms(e.Clock) == ms {
			return d
		}
	}
	c.t.Errorf("slot %d has no kill at %.0f", slot, ms)
	return &Death{}
}

// midair compares a midair hit: that we have it, and its numbers.
func (c *comparison) midair(slot int, ms, air float64, distance, ground *float64) {
	d := c.killAt(slot, ms)
	hit := false
	for _, h := range c.r.find(c.t, "midair air>=0 warmup:yes weapon:rl") {
		hit = hit || h.Player == slot && c.r.ms(h.From) == ms && h.Judged()
	}
	if !hit {
		c.differ("midair %d %.0f theirs alone", slot, ms)
	}
	if apex, _ := d.Get(Apex); math.Abs(1000*apex-air) > 51 {
		c.differ("midair %d %.0f apex %.0f, not %.0f", slot, ms, 1000*apex, air)
	}
	// The last ground is never longer ago than the tool has seen it, which misses jumps that touch
	// it between two frames.
	if own, known := d.Get(Air); ground != nil && (!known || 1000*own > *ground+1) {
		c.differ("midair %d %.0f ground %.0f, not %.0f", slot, ms, 1000*own, *ground)
	}
	if own, known := d.Get(Distance); distance != nil && (!known || math.Abs(own-*distance) > 0.05**distance+70) {
		c.differ("midair %d %.0f distance %.0f, not %.0f", slot, ms, own, *distance)
	}
}

// flick compares the turn before a shot with the angles between the last frames.
func (c *comparison) flick(slot int, ms, interval float64, angles []float64) {
	d := c.killAt(slot, ms)
	turn, known := d.Get(Turn)
	speed, _ := d.Get(TurnRate)
	want, rate := 0.0, 0.0
	for i, a := range angles {
		if back := float64(i+1) * interval; back <= 200 {
			want = max(want, a)
			if back >= 40 && back <= 100 {
				rate = max(rate, a*1000/back)
			}
		}
	}
	if interval*float64(len(angles)) >= 200 && (!known || math.Abs(turn-want) > 2) || turn < want-2 ||
		math.Abs(speed-rate) > 2 {
		c.differ("flick %d %.0f %.1f at %.0f, not %.1f at %.0f", slot, ms, turn, speed, want, rate)
	}
}
