package dataset

import (
	"math"
	"path"
	"slices"
	"strings"
	"time"

	"demoscope/player/charset"
	"demoscope/player/pattern"
	"demoscope/player/weapon"
	"demoscope/player/world"
)

// Statistics are those of a match in the shape of the JSON that KTX, QuakeWorld's server, adds to
// its recordings. Names are in the game's charset, as [charset.Text] spells it. What a demo does not
// tell is left out.
type Statistics struct {
	Version  int                `json:"version"`
	Date     string             `json:"date,omitempty"` // "2024-06-16 17:22:17 +0000", or as far as it is known
	Map      string             `json:"map"`
	Hostname string             `json:"hostname,omitempty"`
	Mode     string             `json:"mode,omitempty"` // "duel", "team", "ffa", "ctf", or as the server calls it
	TL       *int               `json:"tl,omitempty"`   // minutes
	FL       *int               `json:"fl,omitempty"`
	DM       *int               `json:"dm,omitempty"`
	Duration int                `json:"duration"` // seconds
	Demo     string             `json:"demo"`
	Game     string             `json:"game"` // which KTX does not say
	Teams    []string           `json:"teams,omitempty"`
	Players  []PlayerStatistics `json:"players"`
	// Left are those of who took part and left before the end.
	Left []PlayerStatistics `json:"-"`
	// Result is the index in [pattern.Facts].Results of that of the match.
	Result int `json:"-"`
}

// PlayerStatistics are those of a player.
type PlayerStatistics struct {
	// TopColor and BottomColor are left out where players have no colours: in Quake II, and in Quake III without teams.
	TopColor    *int   `json:"top-color,omitempty"`
	BottomColor *int   `json:"bottom-color,omitempty"`
	Ping        int    `json:"ping,omitempty"` // milliseconds, left out where it is not told
	Login       string `json:"login"`
	Name        string `json:"name"`
	Team        string `json:"team"`
	Stats       struct {
		// Frags are the score, left out where the game has not told it and it does not follow from deaths.
		Frags *int32 `json:"frags,omitempty"`
		// FragsAge is how many seconds before the end, or in Left before the player left, they were told: see
		// [world.Score].
		FragsAge  float64 `json:"frags_age,omitempty"`
		Deaths    int     `json:"deaths"`
		TeamKills int     `json:"tk"`
		Kills     int     `json:"kills"`
		Suicides  int     `json:"suicides"`
		// Accuracy is in percent, of games that show one number for all weapons; KTX does not.
		Accuracy *int `json:"accuracy,omitempty"`
	} `json:"stats"`
	Spree struct {
		Max  int `json:"max"`
		Quad int `json:"quad"`
	} `json:"spree"`
	// Run is the most kills without a death; Spree.Max counts one's own death with them, as KTX does.
	Run     int                          `json:"-"`
	Weapons map[string]*WeaponStatistics `json:"weapons"`
	Items   map[string]*ItemStatistics   `json:"items"`
}

// WeaponStatistics are those of a weapon of a player.
type WeaponStatistics struct {
	// Aim are shots and those that hit, where the game counted them.
	Aim   *AimStatistics `json:"acc,omitempty"`
	Kills struct {
		Total int `json:"total"` // of others than team mates, with it
		Self  int `json:"self"`
	} `json:"kills"`
	Deaths int `json:"deaths"` // by it, whoever's it was
}

// AimStatistics are how well a player aimed with a weapon.
type AimStatistics struct {
	Attacks int `json:"attacks"`
	Hits    int `json:"hits"`
}

// ItemStatistics are those of an item of a player.
type ItemStatistics struct {
	Took int `json:"took"`
}

// shortItems are KTX's names of items, by the games' names.
var shortItems = map[string]string{
	"Green Armor": "ga", "Yellow Armor": "ya", "Red Armor": "ra", "Megahealth": "health_100",
	"Mega Health": "health_100",
	"Quad Damage": "q", "Pentagram of Protection": "p", "Ring of Shadows": "r", "Jacket Armor": "ga",
	"Combat Armor": "ya", "Body Armor": "ra",
	"Heavy Armor": "ra", "Armor": "ya", "Invulnerability": "invuln", "Kamikaze": "kamikaze", "Invisibility": "r",
	"Battle Suit": "suit", "Speed": "haste", "Haste": "haste", "Regeneration": "regen", "Flight": "flight",
}

// StatisticsOf returns those of the matches of a demo that it has the end of, or of a piece of one if
// it has no more.
func StatisticsOf(f *pattern.Facts, d Demo) []*Statistics {
	var list []*Statistics
	for i := range f.Results {
		r := &f.Results[i]
		if r.Complete || i == len(f.Results)-1 && len(list) == 0 {
			list = append(list, statisticsOf(f, d, i))
		}
	}
	return list
}

func statisticsOf(f *pattern.Facts, d Demo, result int) *Statistics {
	r := &f.Results[result]
	start, end := f.Span(result)
	began, ended := f.BeginningOf(result), f.EndOf(result)
	s := &Statistics{
		Version: 3, Result: result, Date: ktxDate(d.dateOf(began.Date)), Map: mapName(f.Game, r.Map),
		Duration: int(math.Round(end - start)), Demo: path.Base(strings.ReplaceAll(d.File, `\`, "/")),
		Game: f.Game.String(), Hostname: charset.Text(began.Server.Hostname), Mode: charset.Text(began.Server.Mode),
		TL: began.Server.TimeLimit, FL: began.Server.FragLimit, DM: began.Server.Deathmatch,
	}
	if s.Mode == "" {
		switch {
		case began.Server.GameType != "":
			s.Mode = began.Server.GameType
		case f.CaptureTheFlag():
			s.Mode = "ctf"
		case len(r.Teams) > 0:
			s.Mode = "team"
		case r.Contenders() == 2: // one who left may have had the best score
			s.Mode = "duel"
		default:
			s.Mode = "ffa"
		}
	}
	for i := range r.Teams {
		s.Teams = append(s.Teams, charset.Text(r.Teams[i].Name))
	}
	for i := range r.Players {
		p := playerOf(f, ended.Players, r, &r.Players[i], start, end, len(r.Teams) > 0)
		p.aims(r, r.Players[i].Name)
		s.Players = append(s.Players, p)
	}
	for i := range r.Left {
		left := &r.Left[i]
		if left.Spectator || slices.ContainsFunc(r.Players, func(p world.Score) bool { return p.Name == left.Name }) {
			continue // he has come back, or took no part
		}
		s.Left = append(s.Left, playerOf(f, nil, r, left, start, end, len(r.Teams) > 0))
	}
	return s
}

// ktxDate returns a date in the form of [report.Info].Date in KTX's.
func ktxDate(date string) string {
	if t, err := time.Parse("2006-01-02T15:04:05Z", date); err == nil {
		return t.Format("2006-01-02 15:04:05 -0700")
	}
	return strings.Replace(date, "T", " ", 1)
}

// playerOf counts what a player did between two times. There is who was there at the end, none for one who left.
func playerOf(f *pattern.Facts, there []pattern.Player, r *world.Result, score *world.Score, start, end float64,
	teams bool) (p PlayerStatistics) {
	p.Name, p.Team = charset.Text(score.Name), charset.Text(score.Team)
	p.Weapons, p.Items = map[string]*WeaponStatistics{}, map[string]*ItemStatistics{}
	for i := range there {
		if k := &there[i]; k.Name == score.Name && (k.Slot == score.Slot || score.Slot < 0) {
			p.Ping = int(k.Ping)
			if f.Game == world.Quake || f.Game == world.QuakeWorld || f.Game == world.Quake3 && teams {
				shirt, pants := int(k.Shirt), int(k.Pants)
				p.TopColor, p.BottomColor = &shirt, &pants
			}
			if p.Team == "" {
				p.Team = charset.Text(k.Team) // where everybody plays alone it is no more than a name
			}
		}
	}
	with := func(k weapon.Kind) *WeaponStatistics {
		short := k.KTX()
		if short == "" {
			return new(WeaponStatistics) // what is no weapon, as lava
		}
		if p.Weapons[short] == nil {
			p.Weapons[short] = new(WeaponStatistics)
		}
		return p.Weapons[short]
	}
	is := WhoIs(r, score)
	streak := 0
	for i := range f.Events {
		e := &f.Events[i]
		if e.Clock < start || e.Clock > end {
			continue
		}
		own, other := is(e.Player, e.PlayerName), is(e.Other, e.OtherName)
		switch {
		case e.Kind == world.EventItem && own:
			if short := shortItems[e.Item]; short != "" {
				if p.Items[short] == nil {
					p.Items[short] = new(ItemStatistics)
				}
				p.Items[short].Took++
			}
		case e.Kind != world.EventKill || e.Idle:
		case own && other:
			p.Stats.Suicides++
			p.Stats.Deaths++
			with(e.Weapon).Kills.Self++
			if !teams { // as KTX has it
				p.Spree.Max = max(p.Spree.Max, streak+1)
			}
			streak = 0
		case own && e.TeamKill:
			p.Stats.TeamKills++
		case own:
			p.Stats.Kills++
			with(e.Weapon).Kills.Total++
			streak++
			p.Spree.Max, p.Run = max(p.Spree.Max, streak), max(p.Run, streak)
		case other:
			p.Stats.Deaths++
			with(e.Weapon).Deaths++
			streak = 0
		}
	}
	if score.Told&(world.ToldScore|world.CountedScore) != 0 {
		frags := score.Score
		p.Stats.Frags, p.Stats.FragsAge = &frags, score.Age
	}
	told(score, world.ToldKills, score.Kills, &p.Stats.Kills)
	if all := int(score.AllDeaths()); score.Told&world.ToldDeaths != 0 {
		p.Stats.Deaths = all
	}
	told(score, world.ToldSuicides, score.Suicides, &p.Stats.Suicides)
	told(score, world.ToldTeamKills, score.TeamKills, &p.Stats.TeamKills)
	if score.Told&world.ToldAccuracy != 0 {
		accuracy := int(score.Accuracy)
		p.Stats.Accuracy = &accuracy
	}
	p.Spree.Quad = quadRun(f, is, start, end)
	return p
}

// WhoIs returns what tells, from the slot and the name of a moment, whether somebody is a player of a
// match: players come back in other slots, slots get other players, and players other names.
func WhoIs(r *world.Result, score *world.Score) func(slot int, name string) bool {
	names := map[string]int{}
	for _, list := range [...][]world.Score{r.Players, r.Left} {
		for i := range list {
			names[list[i].Name]++
		}
	}
	return func(slot int, name string) bool {
		switch {
		case slot < 0:
			return false
		case name == score.Name && names[name] == 1:
			return true
		}
		return slot == score.Slot && (name == score.Name || names[name] == 0)
	}
}

// aims adds how well a player aimed, as the game told it.
func (p *PlayerStatistics) aims(r *world.Result, name string) {
	for i := range r.Aims {
		a := &r.Aims[i]
		if a.Name != name {
			continue
		}
		if p.Weapons[a.Weapon] == nil {
			p.Weapons[a.Weapon] = new(WeaponStatistics)
		}
		p.Weapons[a.Weapon].Aim = &AimStatistics{int(a.Attacks), int(a.Hits)}
	}
}

// told takes what the game told instead of what was counted.
func told(s *world.Score, field world.ScoreFields, v int32, to *int) {
	if s.Told&field != 0 {
		*to = int(v)
	}
}

// quadRun returns the most kills with one quad of the player whom is tells, see [WhoIs].
func quadRun(f *pattern.Facts, is func(slot int, name string) bool, start, end float64) (most int) {
	q, err := pattern.Parse("quad")
	if err != nil {
		return 0
	}
	for _, h := range q.Match(f) {
		if is(h.Player, h.Name) && h.From >= start && h.From <= end {
			kills, _ := h.Get(pattern.Kills)
			most = max(most, int(kills))
		}
	}
	return most
}
