package timeline_test

import (
	"fmt"
	"math"
	"path/filepath"
	"testing"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/player/timeline"
	"demoscope/player/world"
)

// eventFacts are the facts about events, of all formats.
type eventFacts struct {
	File       string
	Obituaries struct {
		Count int
	} `json:"obituary_prints"` // mvd
	Stats struct {
		Players []struct {
			Name  string
			Stats struct{ Kills, Deaths int }
			Items map[string]int
		}
	} `json:"ktxstats"` // mvd
	RawObituaries *int `json:"obituaries_raw_entity_events"` // dm3
	UDT           struct {
		ChatEvents int `json:"chat_events"`
	} `json:"udt_json"`
}

// TestCorpusEvents compares the events of every demo with what independent
// decoders found, with the scores that the demo itself carries, and ours with
// what the servers' logs say.
func TestCorpusEvents(t *testing.T) {
	check := func(t *testing.T, dir string) {
		for _, path := range corpus.Expected(t, dir) {
			t.Run(filepath.Base(path), func(t *testing.T) { checkEvents(t, dir, path) })
		}
	}
	t.Run("sample", func(t *testing.T) { check(t, corpus.Sample) })
	t.Run("corpus", func(t *testing.T) { check(t, corpus.Dir(t)) })
}

func checkEvents(t *testing.T, dir, path string) {
	var facts eventFacts
	corpus.ReadJSON(t, path, &facts)
	file := filepath.Join(dir, filepath.FromSlash(facts.File))
	data := corpus.Read(t, file)
	demo, err := formats.Open(filepath.Base(file), data)
	if err != nil {
		t.Fatal(err)
	}
	index := timeline.Start(demo.Name, demo.Decoder(), int64(len(data)), timeline.Options{})
	index.Wait()
	c := &eventCheck{t: t, list: index.Events()}
	c.sane()
	if demo.Name == "mvd" {
		c.equal("deaths in the prints", facts.Obituaries.Count, c.count(world.EventKill))
	}
	c.matchStats(&facts)
	if facts.RawObituaries != nil {
		c.equal("obituary entities", *facts.RawObituaries, c.count(world.EventKill))
		c.equal("chat", facts.UDT.ChatEvents, c.count(world.EventChat))
	}
	if demo.Name != "dm3" {
		c.frags(demo, fragRules[filepath.Base(file)])
	}
	c.known(filepath.Base(file))
	t.Logf("%d events, %d kills, %d items; %d facts checked", len(c.list), c.count(world.EventKill), c.count(world.EventItem), c.checked)
}

type eventCheck struct {
	t       *testing.T
	list    []timeline.Event
	checked int
}

func (c *eventCheck) equal(what string, want, got any) {
	c.t.Helper()
	c.checked++
	if want != got {
		c.t.Errorf("%s: %v, not %v", what, got, want)
	}
}

func (c *eventCheck) count(kind world.EventKind) (n int) {
	for i := range c.list {
		if c.list[i].Kind == kind {
			n++
		}
	}
	return n
}

// sane checks what is true of any list.
func (c *eventCheck) sane() {
	last := 0.0
	for i := range c.list {
		e := &c.list[i]
		if e.Clock < last || e.Player >= 0 && e.PlayerName == "" && e.Kind != world.EventChat {
			c.t.Errorf("after %v: %+v", last, *e)
		}
		last = e.Clock
		if e.Kind == world.EventItem && e.Item == "" {
			c.t.Errorf("an item without a name: %+v", *e)
		}
	}
}

// ktxItems are the items of KTX's statistics that are of weight.
var ktxItems = map[string]string{"ga": "Green Armor", "ya": "Yellow Armor", "ra": "Red Armor", "health_100": "Megahealth"}

// matchStats compares with what the server counted in its match.
func (c *eventCheck) matchStats(f *eventFacts) {
	for _, p := range f.Stats.Players {
		kills, deaths, items := 0, 0, map[string]int{}
		running := false
		for i := range c.list {
			e := &c.list[i]
			switch {
			case e.Kind == world.EventMatchStart:
				running = true
			case e.Kind == world.EventMatchEnd:
				running = false
			case !running:
			case e.Kind == world.EventKill:
				if e.Player != e.Other && points(e.PlayerName) == p.Name {
					kills++
				}
				if points(e.OtherName) == p.Name {
					deaths++
				}
			case e.Kind == world.EventItem && points(e.PlayerName) == p.Name:
				items[e.Item]++
			}
		}
		c.equal(p.Name+"'s kills", p.Stats.Kills, kills)
		c.equal(p.Name+"'s deaths", p.Stats.Deaths, deaths)
		for key, item := range ktxItems {
			c.equal(p.Name+"'s "+item, p.Items[key], items[item])
		}
	}
}

// points spells bytes as the facts do: each as the code point.
func points(s string) string {
	r := make([]rune, 0, len(s))
	for i := range len(s) {
		r = append(r, rune(s[i]))
	}
	return string(r)
}

// fragRule is how a game counts frags.
type fragRule int

const (
	_ fragRule = iota // one for a kill
	// fragsForFlags: a bonus for flags, so that frags are as many as the kills
	// are worth, or more; and there are flags.
	fragsForFlags
	// fragsUntold: who lost a point is told in words of the game's own ("The
	// challenger NAME has failed"), so that no kill is worth the frags.
	fragsUntold
	// fragForASuicide: the other one of a duel gets a frag for a suicide, and
	// who did it loses none.
	fragForASuicide
)

// fragRules are those of the demos whose games count other than one for a
// kill. What each says is checked.
var fragRules = map[string]fragRule{
	"osm_demo4.qwd":  fragsForFlags,
	"1on1_milton_vs_mushi[tron]20240616-1719.mvd": fragForASuicide,
}

// frags compares the kills with the scores that the demo has: one for a kill,
// one less for a death by oneself, the world or for a team mate's.
func (c *eventCheck) frags(demo *formats.Demo, rule fragRule) {
	const slots = 256
	var was, gained, earned, free, early [slots]int
	var known [slots]bool
	unnamed := 0 // kills by team mates who are not named
	cursor := timeline.NewCursor(demo.Name, demo.Decoder())
	for cursor.Next() == nil {
		w := cursor.World
		for _, e := range w.Events {
			if e.Kind != world.EventKill {
				continue
			}
			who, by := e.Player, 1
			switch {
			case e.Player == e.Other && rule == fragForASuicide:
				by = 0
				earned[1-who]++ // the two play in the slots 0 and 1
			case e.Player == e.Other:
				by = -1
				if e.Weapon == "suicide" {
					if w.Game == world.Quake {
						by = -2 // a penalty
					} else {
						free[who]++ // before the match it costs nothing
					}
				}
			case e.Player < 0 && teamMate(e.Text):
				unnamed++
				continue
			case e.Player < 0:
				who, by = e.Other, -1
				if e.Weapon == "telefrag" {
					free[who]++
				}
			case e.Other < 0 || w.Game == world.QuakeWorld && sameTeam(w, e.Player, e.Other):
				by = -1
			}
			if known[who] {
				earned[who] += by
			}
			if w.Clock < 0.5 && by > 0 {
				early[who] += by // the score at the beginning may have it
			}
		}
		for i := range w.Players {
			p := &w.Players[i]
			frags := int(p.Frags)
			// 0 is also where all begin anew, and more than a few are the score
			// of one who came back.
			step := frags - was[i]
			if known[i] && p.InUse && step < 6 && (frags != 0 || step == 1 || step == -1) {
				gained[i] += step
			}
			was[i], known[i] = frags, p.InUse
		}
	}
	switch rule {
	case fragsForFlags:
		c.equal("flags were captured", true, c.count(world.EventCapture) > 0)
		c.equal("there is a bonus", true, sum(gained[:]) > sum(earned[:]))
		for i := range gained {
			if gained[i] < earned[i] {
				c.t.Errorf("slot %d gained %d frags, earned %d", i, gained[i], earned[i])
			}
		}
		return
	case fragsUntold:
		c.equal("there are frags", true, sum(gained[:]) > 0)
		c.equal("frags that kills are worth", 0, sum(earned[:]))
		return
	}
	off := 0
	for i := range gained {
		switch d := gained[i] - earned[i]; {
		case gained[i] == 0 && earned[i] == 0:
		case d >= -early[i] && d <= free[i]:
			c.checked++
		default:
			off -= d
			if d > 0 || -d > unnamed {
				c.t.Errorf("slot %d %q gained %d frags, earned %d", i, cursor.World.Players[i].Name, gained[i], earned[i])
			}
		}
	}
	if off > unnamed { // before the match they cost nothing
		c.t.Errorf("the killers of %d team mates lost %d frags", unnamed, off)
	}
}

func sum(list []int) (n int) {
	for _, v := range list {
		n += v
	}
	return n
}

func teamMate(text []byte) bool {
	const s = "teammate"
	return len(text) > len(s) && string(text[len(text)-len(s):]) == s
}

func sameTeam(w *world.World, a, b int) bool {
	return w.Players[a].Team != "" && w.Players[a].Team == w.Players[b].Team
}

// known compares with what the servers of our own recordings logged.
func (c *eventCheck) known(file string) {
	want, ok := sampleEvents[file]
	if !ok {
		return
	}
	var got []string
	for i := range c.list {
		e := &c.list[i]
		at := fmt.Sprintf("%.2f", e.Clock+want.start)
		switch e.Kind {
		case world.EventKill:
			got = append(got, fmt.Sprintf("%s %s > %s %s", at, e.PlayerName, e.OtherName, e.Weapon))
		case world.EventItem:
			if want.items {
				got = append(got, fmt.Sprintf("%s %s %s", at, e.PlayerName, e.Item))
			}
		}
	}
	for i, line := range want.list {
		if i >= len(got) || !sameMoment(line, got[i], want.slack) {
			c.t.Errorf("event %d: want %q, all are %q", i, line, got)
			return
		}
		c.checked++
	}
	c.equal("events", len(want.list), len(got))
	for _, line := range want.taken {
		found := false
		for i := range c.list {
			if e := &c.list[i]; e.Kind == world.EventItem {
				found = found || sameMoment(line, fmt.Sprintf("%.2f %s", e.Clock+want.start, e.Item), want.slack)
			}
		}
		c.equal("found "+line, true, found)
	}
}

// sameMoment compares two lines, times by a hundredth of a second and slack.
func sameMoment(a, b string, slack float64) bool {
	var x, y float64
	if n, _ := fmt.Sscan(a, &x); n != 1 {
		return false
	}
	if n, _ := fmt.Sscan(b, &y); n != 1 {
		return false
	}
	return math.Abs(x-y) < 0.011+slack && behindTime(a) == behindTime(b)
}

func behindTime(s string) string {
	for i := range len(s) {
		if s[i] == ' ' {
			return s[i:]
		}
	}
	return s
}
