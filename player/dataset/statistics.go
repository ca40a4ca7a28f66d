package dataset

import (
	"cmp"
	"math"
	"path"
	"strings"
	"time"

	"demoscope/player/match"
	"demoscope/player/pattern"
	"demoscope/player/world"
)

// Statistics are the statistics of a match in the form of the JSON that KTX, a QuakeWorld server, adds to its
// recordings. Names and texts are readable, as [charset.Plain] makes them. Unknown values are omitted.
type Statistics struct {
	Version  int                `json:"version"`
	Date     string             `json:"date,omitempty"` // "2024-06-16 17:22:17 +0000", or less if not all is known
	Map      Map                `json:"map"`
	Hostname string             `json:"hostname,omitempty"`
	Mode     string             `json:"mode,omitempty"` // "duel", "team", "ffa", "ctf", or the server's name for it
	TL       *int               `json:"tl,omitempty"`   // minutes
	FL       *int               `json:"fl,omitempty"`
	DM       *int               `json:"dm,omitempty"`
	Duration int                `json:"duration"` // seconds
	Demo     string             `json:"demo"`
	Game     string             `json:"game"` // not part of KTX's statistics
	Teams    []string           `json:"teams,omitempty"`
	Players  []PlayerStatistics `json:"players"`
}

// PlayerStatistics are the statistics of a player.
type PlayerStatistics struct {
	// TopColor and BottomColor are omitted if players have no colors: in Quake II, and in Quake III without teams.
	TopColor    *int   `json:"top-color,omitempty"`
	BottomColor *int   `json:"bottom-color,omitempty"`
	Ping        int    `json:"ping,omitempty"` // milliseconds; omitted if unknown
	Login       string `json:"login"`
	Name        string `json:"name"`
	Team        string `json:"team"`
	Stats       Stats  `json:"stats"`
	// Damage is omitted if the game did not report it.
	Damage *DamageStatistics `json:"dmg,omitempty"`
	Spree  struct {
		Max  int `json:"max"`
		Quad int `json:"quad"`
	} `json:"spree"`
	Weapons map[string]*WeaponStatistics `json:"weapons"`
	Items   map[string]*ItemStatistics   `json:"items"`
}

// DamageStatistics is the damage between opponents, in points.
type DamageStatistics struct {
	Taken *int32 `json:"taken,omitempty"`
	Given *int32 `json:"given,omitempty"`
}

// Stats are the numbers of a player.
type Stats struct {
	// Frags is the score. It is omitted if the game did not report it and it doesn't follow from deaths.
	Frags *int32 `json:"frags,omitempty"`
	// FragsAge is how many seconds before the end Frags was reported, see [world.Score].
	FragsAge  float64 `json:"frags_age,omitempty"`
	Deaths    int32   `json:"deaths"`
	TeamKills int32   `json:"tk"`
	Kills     int32   `json:"kills"`
	Suicides  int32   `json:"suicides"`

	match.Numbers `json:"-"` // numbers that KTX doesn't have
}

// MarshalJSON implements [json.Marshaler].
func (s Stats) MarshalJSON() ([]byte, error) {
	type fields Stats
	return s.Object(fields(s), struct{}{})
}

// WeaponStatistics are the statistics of a player's weapon.
type WeaponStatistics struct {
	// Aim is set if the game counted shots and hits.
	Aim   *AimStatistics `json:"acc,omitempty"`
	Kills struct {
		Total int `json:"total"` // kills with it, without team kills
		Self  int `json:"self"`
	} `json:"kills"`
	Deaths int `json:"deaths"` // deaths by it, without suicides
}

// AimStatistics are the shots and hits of a player with a weapon.
type AimStatistics struct {
	Attacks int `json:"attacks"`
	Hits    int `json:"hits"`
}

// ItemStatistics are the statistics of a player's item.
type ItemStatistics struct {
	Took int `json:"took"`
}

// StatisticsOf returns the statistics of the matches whose end is in a demo, or if there are none, of a part of a
// match.
func StatisticsOf(f *pattern.Facts, d Demo) []*Statistics {
	var list []*Statistics
	for _, m := range f.Counted() {
		list = append(list, statisticsOf(f, d, m))
	}
	return list
}

func statisticsOf(f *pattern.Facts, d Demo, m *match.Match) *Statistics {
	began, ended := f.BeginningOf(m.Result), f.EndOf(m.Result)
	s := &Statistics{
		Version: 3, Date: ktxDate(d.dateOf(cmp.Or(began.Date, ended.Date, f.Date))), Map: mapName(f.Game, m.Map),
		Duration: int(math.Round(m.To - m.From)), Demo: path.Base(strings.ReplaceAll(d.File, `\`, "/")),
		Game: f.Game.String(), Hostname: m.Plain(began.Server.Hostname), Mode: m.Plain(began.Server.Mode),
		TL: began.Server.TimeLimit, FL: began.Server.FragLimit, DM: began.Server.Deathmatch,
	}
	if s.Mode == "" {
		setting := f.Setting(began.Server)
		s.Mode = match.KTXMode(setting.Mode(m, m.Result.Contenders()))
	}
	for i := range m.Result.Teams {
		s.Teams = append(s.Teams, m.Plain(m.Result.Teams[i].Name))
	}
	for i := range m.Players {
		p := playerOf(f, ended.Players, m, &m.Players[i])
		p.Spree.Quad = quadRun(f, m.Is(&m.Players[i]), m.From, m.To)
		s.Players = append(s.Players, p)
	}
	return s
}

// ktxDate converts a date in the form of [report.Info].Date to KTX's form.
func ktxDate(date string) string {
	if t, err := time.Parse(time.RFC3339, date); err == nil {
		return t.Format("2006-01-02 15:04:05 -0700")
	}
	return strings.Replace(date, "T", " ", 1)
}

// playerOf returns the numbers of a player of a match. there are the players who were present at the end.
func playerOf(f *pattern.Facts, there []pattern.Player, m *match.Match, of *match.Player) (p PlayerStatistics) {
	p.Name, p.Team = m.Plain(of.Name), m.Plain(of.Team)
	for i := range there {
		if k := &there[i]; k.Name == of.Name && (k.Slot == of.Slot || of.Slot < 0) {
			p.Ping = int(k.Ping)
			if f.Game == world.Quake || f.Game == world.QuakeWorld || f.Game == world.Quake3 && m.Teams() {
				shirt, pants := int(k.Shirt), int(k.Pants)
				p.TopColor, p.BottomColor = &shirt, &pants
			}
			if p.Team == "" {
				p.Team = m.Plain(k.Team) // in free-for-all it is only a name
			}
		}
	}
	p.Stats = Stats{of.Frags.Pointer(), of.Age, of.Deaths.Value, of.TeamKills.Value, of.Kills.Value, of.Suicides.Value,
		match.NumbersOf(of, match.InStatistics)}
	if taken, given := of.DamageTaken.Pointer(), of.DamageGiven.Pointer(); taken != nil || given != nil {
		p.Damage = &DamageStatistics{taken, given}
	}
	p.Spree.Max = of.Spree
	p.Weapons, p.Items = map[string]*WeaponStatistics{}, map[string]*ItemStatistics{}
	for name, w := range of.Weapons {
		k := &WeaponStatistics{Deaths: int(w.Deaths - w.Suicides)}
		if k.Kills.Total, k.Kills.Self = int(w.Kills), int(w.Suicides); w.Aimed {
			k.Aim = &AimStatistics{w.Shots, w.Hits}
		}
		p.Weapons[name] = k
	}
	for name, n := range of.Items {
		if n.Value > 0 {
			p.Items[name] = &ItemStatistics{int(n.Value)}
		}
	}
	return p
}

// quadRun returns the most kills with one quad of the player that is selects.
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
