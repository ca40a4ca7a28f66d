package timeline_test

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/internal/corpus"
	"demoscope/player/scan"
	"demoscope/player/timeline"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/player/world/prints"
)

// eventFacts are the facts about events, of all formats.
type eventFacts struct {
	File       string
	Levels     []string       // titles
	Messages   map[string]int // how many of each name
	Obituaries struct {
		Count int
	} `json:"obituary_prints"` // mvd
	Stats struct {
		Players []struct {
			Name  string
			Stats struct{ Kills, Deaths, TK int }
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
	c.levels(&facts)
	if demo.Name == "mvd" {
		c.equal("deaths in the prints", facts.Obituaries.Count, c.count(world.EventKill))
	}
	c.matchStats(&facts)
	if facts.RawObituaries != nil {
		c.equal("obituary entities", *facts.RawObituaries, c.count(world.EventKill))
		c.equal("chat", facts.UDT.ChatEvents, c.count(world.EventChat))
	}
	if demo.Name != "dm3" {
		c.frags(demo)
	}
	c.known(filepath.Base(file))
	if c.checked == 0 {
		t.Error("no fact was checked")
	}
	t.Logf("%d events, %d kills, %d items; %d facts checked", len(c.list), c.count(world.EventKill),
		c.count(world.EventItem), c.checked)
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

// levels checks that each level begins once, and counts of Quake's monsters and secrets.
func (c *eventCheck) levels(facts *eventFacts) {
	var titles []string
	for i := range c.list {
		if c.list[i].Kind == world.EventLevel {
			titles = append(titles, points(c.list[i].Text))
		}
	}
	if facts.Levels != nil {
		c.equal("levels", strings.Join(facts.Levels, "|"), strings.Join(titles, "|"))
	}
	if facts.Messages != nil {
		c.equal("monsters", facts.Messages["killedmonster"], c.count(world.EventMonster))
		c.equal("secrets", facts.Messages["foundsecret"], c.count(world.EventSecret))
	}
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
var ktxItems = map[string]string{"ga": "Green Armor", "ya": "Yellow Armor", "ra": "Red Armor",
	"health_100": "Megahealth"}

// matchStats compares with what the server counted in its match.
func (c *eventCheck) matchStats(f *eventFacts) {
	for _, p := range f.Stats.Players {
		kills, teamKills, deaths, items := 0, 0, 0, map[string]int{}
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
				switch {
				case points(e.PlayerName) != p.Name:
				case e.TeamKill:
					teamKills++
				case e.Player != e.Other:
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
		c.equal(p.Name+"'s team kills", p.Stats.TK, teamKills)
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

// bonuses are what capture-the-flag gives for a line that it prints, behind the name of
// a player.
var bonuses = []struct {
	rest  string
	frags int
}{
	{" killed the flag carrier, 2 bonus frags", 2},
	{" defends RED's flag carrier", 1}, {" defends BLUE's flag carrier", 1},
	{" defends RED's flag carrier against an agressive enemy", 2},
	{" defends BLUE's flag carrier against an agressive enemy", 2},
	{" defends the RED flag", 1}, {" defends the BLUE flag", 1},
	{" returned the RED flag!", 1}, {" returned the BLUE flag!", 1},
	{" gets an assist for returning his flag!", 1},
	{" gets an assist for fragging the flag carrier!", 2},
	{" captured the RED flag!", 15}, {" captured the BLUE flag!", 15},
}

// teamBonus is what the team mates of one who captures a flag get.
const teamBonus = 10

// bonus adds to earned what a line gives.
func bonus(w *world.World, line string, earned []int) {
	for i := range w.Players {
		p := &w.Players[i]
		rest, ok := strings.CutPrefix(line, p.Name)
		if !ok || !p.InUse || p.Name == "" {
			continue
		}
		for _, b := range bonuses {
			if plain(rest) != b.rest {
				continue
			}
			earned[i] += b.frags
			for k := range w.Players {
				if m := &w.Players[k]; strings.Contains(b.rest, "captured") && k != i && m.InUse && !m.Spectator &&
					m.Team == p.Team {
					earned[k] += teamBonus
				}
			}
			return
		}
	}
}

// plain is s in the charset's usual color.
func plain(s string) string { return string(prints.Plain(nil, []byte(s))) }

// frags compares the kills with the scores that the demo has: one for a kill, one less
// for a death by oneself, the world or for a team mate's, and what lines of
// capture-the-flag give. In hoonymode, which the server's info says, a suicide is a frag
// of the other one.
func (c *eventCheck) frags(demo *formats.Demo) {
	const slots = 256
	var was, gained, earned, free, early [slots]int
	var known [slots]bool
	unnamed := 0 // kills by team mates who are not named
	cursor := scan.NewCursor(demo.Name, demo.Decoder())
	w := cursor.World
	cursor.Observe = func(m message.Message) {
		f, ok := m.(*message.UpdateFrags)
		if !ok || w.Game != world.QuakeWorld || w.Clock == 0 || int(f.Player) >= len(w.Players) {
			return
		}
		if slot := int(f.Player); known[slot] && int(f.Frags) == was[slot] && f.Frags != 0 {
			// A server sends scores that have changed: the one at the beginning
			// had this frag already.
			early[slot]++
		}
	}
	var lines [4]prints.Pieces // by print level
	for cursor.Next() == nil {
		hoonymode := strings.Contains(w.Level().ServerInfo, `\mode\hoonymode`)
		before := earned
		for i := range lines {
			lines[i].Settle()
		}
		for i := range w.Events {
			e := &w.Events[i]
			if e.Kind == world.EventPrint && w.Game == world.QuakeWorld {
				lines[e.Level&3].Add(e.Text, func(line []byte) { bonus(w, string(line), earned[:]) })
			}
			if e.Kind == world.EventNamed && e.Player >= 0 {
				for k := range c.list {
					// The killer was not counted by the line.
					if l := &c.list[k]; l.Kind == world.EventKill && l.TeamKill && l.Other == e.Other &&
						l.Player == e.Player &&
						w.Clock-l.Clock < 1 && w.Clock >= l.Clock && victimOnly(l.Text) && known[e.Player] {
						earned[e.Player]--
						unnamed--
						break
					}
				}
			}
			if e.Kind != world.EventKill {
				continue
			}
			who, by := e.Player, 1
			switch {
			case e.Player == e.Other && hoonymode:
				earned[1-who]++ // the two play in the slots 0 and 1
				by = 0
			case e.Player == e.Other:
				by = -1
				if e.Weapon == weapon.Suicide {
					if w.Game == world.Quake {
						by = -2 // a penalty
					} else {
						free[who]++ // before the match it costs nothing
					}
				}
			case e.Player < 0 && e.TeamKill:
				unnamed++
				continue
			case e.Player < 0:
				who, by = e.Other, -1
				if e.Weapon == weapon.Telefrag {
					free[who]++
				}
			case e.TeamKill:
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
			// 0 is also where all begin anew, and more than a few that nothing gives
			// are the score of one who came back.
			step := frags - was[i]
			if known[i] && p.InUse && (step < 6 || earned[i]-before[i] > 5) && (frags != 0 || step == 1 || step == -1) {
				gained[i] += step
			}
			was[i], known[i] = frags, p.InUse
		}
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
				c.t.Errorf("slot %d %q gained %d frags, earned %d", i, cursor.World.Players[i].Name,
					gained[i], earned[i])
			}
		}
	}
	if off > unnamed { // before the match they cost nothing
		c.t.Errorf("the killers of %d team mates lost %d frags", unnamed, off)
	}
}

func victimOnly(text string) bool {
	return strings.HasSuffix(text, " teammate") && strings.Contains(text, " by ")
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
			got = append(got, fmt.Sprintf("%s %s > %s %s", at, e.PlayerName, e.OtherName, e.WeaponName()))
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
