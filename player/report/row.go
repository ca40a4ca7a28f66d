package report

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"demoscope/internal/humanize"
	"demoscope/player/charset"
	"demoscope/player/world"
)

// This file has what a table of many demos says of each, and what such a table is
// sorted and filtered by.

// maxNames is the longest list of players in a row of a table, in runes.
const maxNames = 44

// maxLineNames is the longest on a separate line.
const maxLineNames = 400

// Row returns the summary as the cells of a table under [RowHead]. The date is in
// brackets if it is only that of the file.
func (info *Info) Row() []string {
	kills := ""
	if info.Kills > 0 {
		kills = fmt.Sprint(info.Kills)
	}
	date, _, _ := strings.Cut(info.When(), "T")
	if info.Date == "" && date != "" {
		date = "(" + date + ")"
	}
	return []string{
		fmt.Sprintf("%s %d", info.Format, info.Protocol), FirstMap(info.MapNames()), humanize.Clock(info.Duration),
		humanize.Bytes(info.Size), kills, date,
		info.Scores(), info.names(), info.Remarks(),
	}
}

// RowHead returns the headings of [Info.Row].
func RowHead() []string {
	return []string{"FORMAT", "MAP", "LENGTH", "SIZE", "DEATHS", "DATE", "RESULT", "PLAYERS", "REMARKS"}
}

// When returns when the demo was recorded, as far as anything tells: Date, or else
// Modified; empty if there is neither. Later dates are greater strings.
func (info *Info) When() string { return cmp.Or(info.Date, info.Modified) }

// MapNames returns the names of the levels' maps without folder and extension, as
// plain text: each once, in the order in which they first come.
func (info *Info) MapNames() (names []string) {
	known := map[string]bool{}
	for i := range info.Levels {
		if name := info.mapName(info.Levels[i].Map); !known[name] {
			names, known[name] = append(names, name), true
		}
	}
	return names
}

// FirstMap returns the first of some names of maps, and how many more there are: "dm6 +1". It is empty for none.
func FirstMap(names []string) string {
	switch n := len(names); n {
	case 0:
		return ""
	case 1:
		return names[0]
	default:
		return fmt.Sprintf("%s +%d", names[0], n-1)
	}
}

// PlayerNames returns the names of the players, and of those who left before the end of the demo or
// of a match, as plain text.
func (info *Info) PlayerNames() (names []string) {
	known := map[string]bool{}
	for _, list := range [...][]InfoPlayer{info.Players, info.Left} {
		for i := range list {
			name := info.Plain(list[i].Name)
			names, known[name] = append(names, name), true
		}
	}
	for _, m := range info.Matches {
		for _, list := range [...][]PlayerScore{m.Players, m.Left} {
			for i := range list {
				if name := list[i].Name; !known[name] {
					names, known[name] = append(names, name), true
				}
			}
		}
	}
	return names
}

// Participants returns the names of those who took part in the match that Result tells
// of, or else of the players who are no spectators, as plain text; the winner first.
func (info *Info) Participants() (names []string) {
	if r := info.Result; r != nil && r.Complete {
		for _, s := range r.Ranked() {
			names = append(names, s.Name)
		}
	}
	if len(names) > 0 {
		return names
	}
	for _, p := range info.Playing() {
		names = append(names, info.Plain(p.Name))
	}
	return names
}

// Playing returns the players at the end who are no spectators: those of the winner of the match that Result tells of
// first, as [Result.Ranked] has them, and behind them who was not in it.
func (info *Info) Playing() (list []InfoPlayer) {
	for i := range info.Players {
		if p := &info.Players[i]; !info.Watched(p) {
			list = append(list, *p)
		}
	}
	ranked := info.Result.Ranked()
	place := func(p *InfoPlayer) int {
		i := slices.IndexFunc(ranked, func(s PlayerScore) bool {
			return s.Slot != nil && *s.Slot == p.Slot && s.Name == info.Plain(p.Name)
		})
		return int(min(uint(i), uint(len(ranked))))
	}
	slices.SortStableFunc(list, func(a, b InfoPlayer) int { return cmp.Compare(place(&a), place(&b)) })
	return list
}

// Parted returns who played and does not at the end: who left, and who looks on instead.
func (info *Info) Parted() []InfoPlayer {
	list := slices.Clone(info.Left)
	for i := range info.Players {
		if p := &info.Players[i]; p.LooksOn {
			list = append(list, *p)
		}
	}
	return list
}

// Watched reports whether a player was a spectator: at the end of the demo, or of the
// match that Result tells of (servers of Quake II do not say it of everybody).
func (info *Info) Watched(p *InfoPlayer) bool {
	if p.Spectator {
		return true
	}
	name, r := info.Plain(p.Name), info.Result
	return r != nil && slices.Contains(r.Spectators, name) &&
		!slices.ContainsFunc(r.Players, func(s PlayerScore) bool { return s.Name == name })
}

// names lists as many participants as fit.
func (info *Info) names() string { return listNames(info.Participants(), "%d players", maxNames) }

// Title returns a line on the demo for people: its first map and how many more, and how it ended or
// else who played.
func (info *Info) Title() string {
	row := info.Row()
	const level, result, players = 1, 6, 7
	return strings.TrimPrefix(strings.TrimSuffix(row[level]+": "+cmp.Or(row[result], row[players]), ": "), ": ")
}

// listNames lists as many names as fit in most runes, and how many more there are. If not
// even the first fits, it returns their number in the form of all.
func listNames(names []string, all string, most int) string {
	list := ""
	for i, name := range names {
		if i > 0 {
			name = ", " + name
		}
		if len([]rune(list+name)) > most {
			if i == 0 {
				return fmt.Sprintf(all, len(names))
			}
			return fmt.Sprintf("%s, and %d more", list, len(names)-i)
		}
		list += name
	}
	return list
}

// Remarks says in a line where the demo is damaged, and what else is to be said of it; empty if
// nothing is.
func (info *Info) Remarks() string {
	remarks := info.Notes
	if d := info.Damage; d != nil {
		remark := fmt.Sprintf("damaged at byte %d: %s", d.Offset, d.what())
		if d.Count > 1 {
			remark = fmt.Sprintf("%s; the first at byte %d: %s", d.sum(), d.Offset, d.what())
		}
		remarks = append([]string{remark}, remarks...)
	}
	return strings.Join(remarks, "; ")
}

// String returns the scores in one line, the winner first: "Milton 8 : 2 mushi" for two sides, if these are no
// two players of whom a third has left. It is empty if r is nil, no side has a score, or a piece of a
// match has nothing but zeros, also of its players: there, mostly, none was played.
func (r *Result) String() string { return r.line(maxNames) }

// Scores returns the scores of the match that Result tells of in one line, and of how many in the demo it is the last.
func (info *Info) Scores() string {
	line, shown := info.Result.String(), 0
	for _, m := range info.Matches {
		if m.Complete && !m.Before && m.String() != "" {
			shown++
		}
	}
	if line != "" && shown > 1 {
		line += fmt.Sprintf(" (the last of %d matches)", shown)
	}
	return line
}

// line is String with names of so many runes at most.
func (r *Result) line(most int) string {
	sides := r.sides()
	if !slices.ContainsFunc(sides, func(s side) bool { return s.score != nil }) || !r.Complete && !r.played(sides) {
		return ""
	}
	line := ""
	if len(sides) == 2 && (len(r.Teams) > 0 || r.contenders <= 2) {
		line = sides[0].name + " " + sides[0].number() + " : " + sides[1].number() + " " + sides[1].name
	} else {
		var names []string
		for _, s := range sides {
			names = append(names, s.name+" "+s.number())
		}
		line = listNames(names, "%d scores", most)
	}
	if best := r.bestWhoLeft(); best != nil && len(r.Teams) == 0 && Higher(best.Score, sides[0].score) < 0 {
		if line += fmt.Sprintf("; %s left with %d", best.Name, *best.Score); best.LooksOn {
			line += " and became a spectator"
		}
	}
	switch {
	case r.Before:
		line += " (ended before the demo)"
	case !r.Complete:
		line += " (unfinished)"
	}
	return line
}

// bestWhoLeft returns who had the highest score of those who left before the end, nil if nobody did whose
// score is known.
func (r *Result) bestWhoLeft() (best *PlayerScore) {
	for i := range r.Left {
		s := &r.Left[i]
		there := slices.ContainsFunc(r.Players, func(p PlayerScore) bool { return p.Name == s.Name })
		if s.Score != nil && !s.Spectator && !there && (best == nil || *s.Score > *best.Score) {
			best = s
		}
	}
	return best
}

// played reports whether anybody has another score than 0.
func (r *Result) played(sides []side) bool {
	counts := func(score *int32) bool { return score != nil && *score != 0 }
	return slices.ContainsFunc(sides, func(s side) bool { return counts(s.score) }) ||
		slices.ContainsFunc(r.Players, func(s PlayerScore) bool { return counts(s.Score) })
}

// side is a team or, where there are none, a player.
type side struct {
	name  string
	score *int32 // nil if the game does not tell it
}

// sides returns the teams, or else the players, the winner first. Teams of one player each go by the players' names,
// which stand beside their own where the score is the teams'.
func (r *Result) sides() (list []side) {
	if r == nil {
		return nil
	}
	teams := r.RankedTeams()
	alone := r.alone(teams)
	for i := range teams {
		list = append(list, side{teams[i].Name, &teams[i].Score})
		if alone != nil && strings.TrimSpace(alone[i]) != "" {
			if list[i].name = alone[i]; r.ofTeams {
				list[i].name = fmt.Sprintf("%s (%s)", teams[i].Name, alone[i])
			}
		}
	}
	if len(teams) == 0 {
		for _, s := range r.Ranked() {
			list = append(list, side{s.Name, s.Score})
		}
	}
	return list
}

// alone returns the names of the players of the teams, if each of these has one alone, of whom nobody has
// left; else nil.
func (r *Result) alone(teams []TeamScore) []string {
	names := make([]string, len(teams))
	for i := range teams {
		members := 0
		for _, list := range [...][]PlayerScore{r.Players, r.Left} {
			for k := range list {
				if list[k].Team == teams[i].Name {
					names[i] = list[k].Name
					members++
				}
			}
		}
		if members != 1 {
			return nil
		}
	}
	return names
}

func (s side) number() string {
	if s.score == nil {
		return "-"
	}
	return strconv.Itoa(int(*s.score))
}

// Forms of a date, for [Info].
const (
	utcForm   = "2006-01-02T15:04:05Z"
	localForm = "2006-01-02T15:04:05"
)

// DateOf returns when a demo was recorded as the server says it: KTX gives the seconds
// since 1970, prints the date, or gives the name of its own recording with the date in it;
// OpenTDM has it on its scoreboard. It is empty if it does not say.
func DateOf(level *world.Level, told string) string {
	if seconds, err := strconv.ParseInt(level.ServerInfoValue("epoch"), 10, 64); err == nil && seconds > 0 {
		if t := time.Unix(seconds, 0).UTC(); firstYear <= t.Year() && t.Year() <= lastYear {
			return t.Format(utcForm)
		}
	}
	if t, err := time.Parse(localForm, strings.TrimSuffix(told, "Z")); err == nil && firstYear <= t.Year() &&
		t.Year() <= lastYear {
		return told
	}
	return DateInName(charset.Text(level.ServerInfoValue("serverdemo")))
}

// The years in which a demo may have been recorded: Quake is of 1996.
const (
	firstYear = 1996
	lastYear  = 2099
)

// nameDate matches the date that servers and clients put in the name of a recording,
// with the time of day or not: "20240616-1719" (KTX), "20090210184530" (OpenArena),
// "2012-05-17_20-11-33" (Q2PRO, Quake Live).
var nameDate = regexp.MustCompile(
	`(?:^|\D)((?:19|20)\d\d)([-_.]?)(\d\d)([-_.]?)(\d\d)(?:[-_T. ]?(\d\d)[-_:.]?(\d\d)(?:[-_:.]?(\d\d))?)?(?:\D|$)`)

// DateInName returns the date and the time of day in the name of a demo, in the form of
// [Info].Date, empty if there is none.
func DateInName(name string) string {
	m := nameDate.FindStringSubmatch(name)
	if m == nil || m[2] != m[4] {
		return ""
	}
	number := func(i int) int {
		n, _ := strconv.Atoi(m[i]) // digits, or nothing
		return n
	}
	year, month, day, hour, minute, second := number(1), number(3), number(5), number(6), number(7), number(8)
	t := time.Date(year, time.Month(month), day, hour, minute, second, 0, time.UTC)
	if year < firstYear || t.Format("20060102150405") != fmt.Sprintf("%04d%02d%02d%02d%02d%02d", year, month, day, hour,
		minute, second) {
		return "" // the 31st of February
	}
	if m[6] == "" {
		return t.Format("2006-01-02")
	}
	return t.Format(localForm)
}
