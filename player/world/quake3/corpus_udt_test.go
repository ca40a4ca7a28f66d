package quake3_test

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"demoscope/formats/message"
	"demoscope/player/world"
	"demoscope/player/world/internal/facts"
	"demoscope/player/world/quake3"
)

// udtFacts collects what UberDemoTools tells of players and matches.
type udtFacts struct {
	in    *quake3.Inspector
	kills []udtKill
	// seen are the players that there were at any time.
	seen   map[udtPlayer]bool
	taker  *string
	chat   int
	read   int // events of this packet that were looked at
	match  *ourMatch
	ended  []*ourMatch
	scores map[int]int32 // of the players, at the end
	now    int32         // time of the last snapshot
	before int32         // time of the last snapshot before this packet
	change udtChange
	last   world.Match
}

// ourMatch is one match as the world told it.
type ourMatch struct {
	start    int32
	ends     [2]int32 // the snapshots around its end
	scores   [2]int32
	teams    bool
	mapName  string
	gameType string
	names    map[int]string
}

type udtJSON struct {
	ChatEvents  int           `json:"chat_events"`
	Obituaries  int           `json:"obituaries"`
	First       []udtKill     `json:"first_obituaries"`
	Players     []udtPlayer   `json:"players"`
	Taker       []*string     `json:"demo_taker"`
	Matches     []udtMatch    `json:"matches"`
	Scores      [][]udtPlayer `json:"player_scores"`
	ScoreChange udtChange     `json:"last_score_change"`
}

type udtKill struct {
	Time     int32   `json:"serverTime"`
	Attacker *string `json:"attackerCleanName"`
	Target   *string `json:"targetCleanName"`
	Cause    string  `json:"causeOfDeath"`

	means int32
}

// headshot is a means of death of Quake Live: the railgun's headshot.
const headshot = 33

type udtPlayer struct {
	Slot  int    `json:"clientNumber"`
	Name  string `json:"cleanName"`
	Team  string `json:"team"`
	Score *int32 `json:"score"`
}

type udtMatch struct {
	Map         string  `json:"map"`
	GameType    string  `json:"gameType"`
	Start       int32   `json:"startTime"`
	End         int32   `json:"endTime"`
	Winner      *string `json:"winner"`
	First       *string `json:"firstPlaceName"`
	FirstScore  int32   `json:"firstPlaceScore"`
	Second      *string `json:"secondPlaceName"`
	SecondScore int32   `json:"secondPlaceScore"`

	// Guesses of the tool at what the mod is and how long a match should
	// be, from what mods write into their configstrings: not read here.
	Mod       string `json:"mod"`
	Version   string `json:"modVersion"`
	GameShort string `json:"gameTypeShort"`
	GamePlay  string `json:"gameplay"`
	Duration  int32  `json:"duration"`
}

type udtChange struct {
	GameState int     `json:"gameStateIndex"`
	Time      int32   `json:"serverTime"`
	Teams     bool    `json:"teamMode"`
	Score1    int32   `json:"score1"`
	Score2    int32   `json:"score2"`
	Client1   *int    `json:"client1"`
	Client2   *int    `json:"client2"`
	Name1     *string `json:"name1"`
	Name2     *string `json:"name2"`
	Clean1    *string `json:"cleanName1"`
	Clean2    *string `json:"cleanName2"`
}

// infoOf returns the value of a key in a string of \key\value pairs.
func infoOf(info, key string) string {
	parts := strings.Split(strings.TrimPrefix(info, `\`), `\`)
	for i := 0; i+1 < len(parts); i += 2 {
		if parts[i] == key {
			return parts[i+1]
		}
	}
	return ""
}

// withoutColors drops the pairs of a circumflex and what follows it.
func withoutColors(name string) string {
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		if name[i] == '^' && i+1 < len(name) && name[i+1] != '^' {
			i++
			continue
		}
		b.WriteByte(name[i])
	}
	return b.String()
}

// udtName is a player's name as the facts have it: without colors and
// without what stands before the last space or full stop, taken for a clan.
func udtName(name string) string {
	s := withoutColors(name)
	return s[strings.LastIndexAny(s, " .")+1:]
}

var udtTeams = map[string]string{"free": "free", "red": "red", "blue": "blue", "spectator": "spectators"}

func nameAt(w *world.World, slot int) *string {
	if slot < 0 || slot >= len(w.Players) || !w.Players[slot].InUse {
		return nil
	}
	s := udtName(w.Players[slot].Name)
	return &s
}

// milliseconds returns a time of the server's clock.
func milliseconds(seconds float64) int32 { return int32(math.Round(seconds * 1000)) }

// message sees each message after the world has taken it.
func (u *udtFacts) message(w *world.World, m message.Message) {
	if u.seen == nil {
		u.seen = map[udtPlayer]bool{}
		u.scores = map[int]int32{}
	}
	now := milliseconds(w.Time)
	for ; u.read < len(w.Events); u.read++ {
		switch e := w.Events[u.read]; e.Kind {
		case world.EventChat:
			u.chat++
		case world.EventKill:
			u.kills = append(u.kills, udtKill{now, nameAt(w, e.Player), nameAt(w, e.Other),
				quake3.MeansOfDeath(e.Value), e.Value})
		}
	}
	switch m.(type) {
	case *message.GameState, *message.ServerCommand:
		for i := range w.Players {
			if p := &w.Players[i]; p.InUse {
				u.seen[udtPlayer{Slot: i, Name: udtName(p.Name), Team: udtTeams[p.Team]}] = true
			}
		}
	}
	switch m.(type) {
	case *message.GameState:
		u.taker = nameAt(w, int(u.in.Recorder()))
		u.match = &ourMatch{}
	case *message.Snapshot:
		if w.Match != u.last && (w.Match.Scores != u.last.Scores || u.change.Time == 0) {
			u.change = udtChange{Time: now, Teams: w.Match.Teams, Score1: w.Match.Scores[0], Score2: w.Match.Scores[1]}
		}
		u.last = w.Match
		u.now = now
	}
	for i := range w.Players {
		u.scores[i] = w.Players[i].Frags
	}
}

// finish notes how things stand at the end of a match.
func (u *udtFacts) finish(w *world.World) {
	k := u.match
	k.mapName = strings.TrimSuffix(strings.TrimPrefix(w.Level().Map, "maps/"), ".bsp")
	k.gameType = infoOf(w.Level().ServerInfo, "g_gametype")
	k.scores, k.teams, k.start = w.Match.Scores, w.Match.Teams, milliseconds(w.Match.Start)
	k.names = map[int]string{}
	for i := range w.Players {
		if name := nameAt(w, i); name != nil {
			k.names[i] = *name
		}
	}
	u.ended = append(u.ended, k)
}

func (u *udtFacts) block(w *world.World) {
	u.read = 0
	for _, e := range w.Events {
		switch e.Kind {
		case world.EventMatchStart:
			u.match = &ourMatch{}
			u.ended = nil
		case world.EventMatchEnd:
			u.finish(w)
			u.match.ends = [2]int32{u.before, milliseconds(w.Time)}
		}
	}
	u.before = u.now
}

// gameTypes are the tool's names of g_gametype, as far as the corpus has them.
var gameTypes = map[string]string{"0": "Free for All", "1": "Duel", "4": "Capture The Flag", "7": "Capture Strike"}

// noScore is what the tool writes for no score at all.
const noScore = math.MinInt32

func (c *dm3Facts) checkUDT(w *world.World) {
	var want udtJSON
	c.f.Get(c.t, "udt_json", &want)
	u := &c.udt
	n := -1 // get has counted one
	check := func(what string, want, got any) {
		c.t.Helper()
		facts.Diff(c.t, "udt_json: "+what, want, got)
		n++
	}
	check("chat_events", want.ChatEvents, u.chat)
	kills := u.kills
	if w.Level().Protocol >= 91 {
		// The tool leaves out what it has no name for.
		kills = slices.DeleteFunc(slices.Clone(kills), func(k udtKill) bool { return k.means == headshot })
	}
	check("obituaries", want.Obituaries, len(kills))
	for i, k := range want.First {
		if i >= len(kills) {
			c.t.Errorf("udt_json: first_obituaries: there is no %d", i)
			break
		}
		check(fmt.Sprintf("obituary %d: time", i), k.Time, kills[i].Time)
		check(fmt.Sprintf("obituary %d: attacker", i), k.Attacker, kills[i].Attacker)
		check(fmt.Sprintf("obituary %d: target", i), k.Target, kills[i].Target)
		check(fmt.Sprintf("obituary %d: cause", i), k.Cause, kills[i].Cause)
	}
	for _, p := range want.Players {
		check(fmt.Sprintf("player %d %s in team %s", p.Slot, p.Name, p.Team), true, u.seen[p])
	}
	check("demo_taker", want.Taker, []*string{u.taker})
	if len(u.ended) == 0 {
		u.finish(w)
		u.ended[0].ends = [2]int32{u.now, u.now}
	}
	if len(want.Matches) > 0 {
		c.checkMatch(check, &want.Matches[len(want.Matches)-1], u.ended[len(u.ended)-1])
	}
	for _, scores := range want.Scores {
		for _, p := range scores {
			score := p.Score
			p.Score = nil
			check(fmt.Sprintf("score of player %d %s in team %s", p.Slot, p.Name, p.Team), true, u.seen[p])
			// Of one who left (Toast, in udt_p68_cpma_ctfs_ojfc09) the tool
			// has an old score: the last list with him says 2, not -2.
			if score != nil && nameAt(w, p.Slot) != nil {
				if w.Players[p.Slot].Spectator {
					*score = 0 // theirs is that of the player whom they follow
				}
				check(fmt.Sprintf("score of player %d %s", p.Slot, p.Name), *score, u.scores[p.Slot])
			}
		}
	}
	c.checkChange(w, check, &want.ScoreChange)
	c.f.Checked("udt_json", n)
}

func (c *dm3Facts) checkMatch(check func(string, any, any), k *udtMatch, o *ourMatch) {
	check("match map", strings.ToLower(k.Map), o.mapName)
	check("match gameType", k.GameType, gameTypes[o.gameType])
	check("match startTime", k.Start, o.start)
	// The tool goes by configstrings alone: without one the match lasts as long
	// as the demo, and CPMA's comes up to a tenth of a second late.
	end := o.ends[0]
	if near := k.End - o.ends[1]; k.End == c.udt.now || near >= -100 && near <= 100 {
		end = k.End
	}
	check("match endTime", k.End, end)
	if k.FirstScore == noScore {
		return
	}
	first, second := o.scores[0], o.scores[1]
	winner, loser := "red", "blue"
	if second > first {
		first, second, winner, loser = second, first, "blue", "red"
	}
	check("match firstPlaceScore", k.FirstScore, first)
	if c.commands.ByName["xscores"] == 0 {
		// Of udt_p68_cpma_ctfs_ojfc09 the tool says 36; the game itself
		// prints "RED wins 39 to 37".
		check("match secondPlaceScore", k.SecondScore, second)
	}
	if o.teams {
		if first != second {
			check("match winner", k.Winner, &winner)
		}
		check("match places", true, *k.First == winner && *k.Second == loser || first == second)
		return
	}
	check("match winner", k.First, k.Winner)
	for slot, name := range o.names {
		if name == *k.First {
			check("score of the winner", k.FirstScore, c.udt.scores[slot])
		}
	}
}

// checkChange checks the last change of the scores, and that the players whose
// they are have these names.
func (c *dm3Facts) checkChange(w *world.World, check func(string, any, any), k *udtChange) {
	got := c.udt.change
	got.Client1, got.Client2 = k.Client1, k.Client2
	if k.Teams && c.commands.ByName["xscores"]+c.commands.ByName["mm2"] > 0 {
		// CPMA writes the blue team's first, and so does the tool.
		got.Score1, got.Score2 = got.Score2, got.Score1
	}
	named := func(client *int, name, clean *string) (*string, *string) {
		if client == nil || name == nil {
			return name, clean
		}
		full := w.Players[*client].Name
		s := full[max(0, strings.LastIndex(full, *name)):]
		plain := withoutColors(s)
		return &s, &plain
	}
	got.Name1, got.Clean1 = named(k.Client1, k.Name1, k.Clean1)
	got.Name2, got.Clean2 = named(k.Client2, k.Name2, k.Clean2)
	check("last_score_change", *k, got)
}
