//go:build !js

package studio

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"demoscope/assets"
	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/internal/humanize"
	"demoscope/player/charset"
	"demoscope/player/dataset"
	"demoscope/player/library"
	"demoscope/player/match"
	"demoscope/player/pattern"
	"demoscope/player/report"
	"demoscope/player/scan"
	"demoscope/player/world"
	"demoscope/render/app"
	"demoscope/render/matchpage"
)

// TestCrosscheck compares the numbers of each player, side and match that the outputs have: info, its table and its
// JSON, events, export-stats, the library's row, the page of the demo, the report and the scoreboard.
func TestCrosscheck(t *testing.T) {
	checked := 0
	for _, s := range assets.Samples() {
		data, err := assets.ReadSample(s.Name)
		if err != nil {
			t.Fatal(err)
		}
		checked += crosscheck(t, s.Name, data)
	}
	if dir, ok := corpus.Lookup(); ok {
		for _, folder := range []string{"dem", "qwd", "mvd", "dm2", "mvd2", "dm3"} {
			for _, path := range corpus.Files(t, filepath.Join(dir, folder), func(string) bool { return true }) {
				checked += crosscheck(t, filepath.Base(path), corpus.Read(t, path))
			}
		}
	}
	if checked < 50 {
		t.Errorf("only %d numbers are in two outputs", checked)
	}
	t.Logf("%d numbers are compared", checked)
}

// statements are what each output says of something, by a text like "0:10-5:10 Milton kills".
type statements map[string]map[string]string

// say adds what an output says of something. Of two players with one name it says both.
func (s statements) say(output, of, what, number string) {
	if number == "" {
		number = match.NotKnown
	}
	key := of + " " + what
	if s[key] == nil {
		s[key] = map[string]string{}
	}
	if old, ok := s[key][output]; ok {
		list := append(strings.Split(old, "|"), number)
		slices.Sort(list)
		number = strings.Join(list, "|")
	}
	s[key][output] = number
}

// crosscheck compares the outputs of one demo, and returns how many numbers are in more than one.
func crosscheck(t *testing.T, name string, data []byte) (checked int) {
	demo, err := formats.Open(name, data)
	if err != nil {
		return 0
	}
	info := report.Summarize(demo.Name, int64(len(data)), demo.Decoder())
	facts := pattern.Read(demo.Name, demo.Decoder(), pattern.Options{})
	row := library.RowOf(info, facts, library.Place{Path: name})
	matches := facts.Counted()
	said := statements{}
	for i, m := range info.Matches {
		said.summary(m, info.Demo.Matches[i])
	}
	said.text(info)
	if info.Result != nil && len(info.Matches) == 1 {
		at := spanOf(info.Result.Start, info.Result.End)
		for _, p := range row.Players {
			said.say("row", at+" "+p.Name, "score", number(p.Frags))
			said.say("row", at+" "+p.Name, "kills", number(&p.Kills))
			said.say("row", at+" "+p.Name, "deaths", number(&p.Deaths))
		}
		for _, team := range row.Teams {
			said.say("row", at+" team "+team.Name, "score", number(&team.Score))
		}
		said.say("row", at, "result", row.Result)
		said.say("row", at, "complete", fmt.Sprint(row.Complete))
		if len(row.Players) > 0 {
			said.say("row", at, "winner", row.Players[0].Name)
		}
	}
	b := &pageMaker{options: &MatchPageOptions{Info: info, Facts: facts}, facts: facts, page: &matchpage.Page{}}
	for _, m := range matches {
		said.page(b, m)
	}
	for i, of := range dataset.StatisticsOf(facts, dataset.Demo{File: name}) {
		said.statistics(matches[i], of)
	}
	said.events(facts, matches)
	said.board(scan.NewCursor(demo.Name, demo.Decoder()), matches)
	for _, key := range slices.Sorted(maps.Keys(said)) {
		outputs := said[key]
		if len(outputs) > 1 {
			checked++
		}
		first := ""
		for _, output := range slices.Sorted(maps.Keys(outputs)) {
			if number := outputs[output]; first == "" {
				first = number
			} else if number != first {
				t.Errorf("%s: %s: %v", name, key, outputs)
				break
			}
		}
	}
	return checked
}

// number writes a number that may be unknown.
func number(n *int32) string {
	if n == nil {
		return match.NotKnown
	}
	return strconv.Itoa(int(*n))
}

// spanOf names a match by the times that the game told.
func spanOf(start, end *float64) string {
	text := ""
	if start != nil {
		text = humanize.Clock(*start)
	}
	if text += "-"; end != nil {
		text += humanize.Clock(*end)
	}
	return text
}

// spanOfResult is spanOf.
func spanOfResult(r *world.Result) string {
	told := func(t *float64) *float64 {
		if *t == world.Unknown {
			return nil
		}
		return t
	}
	return spanOf(told(&r.Start), told(&r.End))
}

// summary adds what the JSON of info has of a match.
func (s statements) summary(m *report.Result, of *match.Match) {
	at := spanOf(m.Start, m.End)
	there := map[string]bool{}
	for n, list := range [...][]report.PlayerScore{m.Players, m.Left} {
		for i := range list {
			p := &list[i]
			if n == 0 {
				there[p.Name] = true
			} else if there[p.Name] || of.Result.Left[i].Spectator {
				continue
			}
			who := at + " " + p.Name
			s.say("json", who, "score", number(p.Score))
			for _, n := range p.Numbers {
				if n.Key != "deaths" || m.DeathsMean == "" {
					s.say("json", who, cmp.Or(map[string]string{"teamkills": "team kills"}[n.Key], n.Key),
						strconv.Itoa(int(n.Value)))
				}
			}
		}
	}
	for _, team := range m.Teams {
		s.say("json", at+" team "+team.Name, "score", strconv.Itoa(int(team.Score)))
	}
	s.say("info", at, "result", of.Headline(match.MaxNames))
	s.say("json", at, "complete", fmt.Sprint(m.Complete))
	if m.Start != nil && m.End != nil {
		s.say("json", at, "seconds", fmt.Sprint(math.Round(*m.End-*m.Start)))
	}
	if ranked := of.Ranked(); len(of.Players) > 0 {
		s.say("info", at, "winner", of.Plain(ranked[0].Name))
	}
}

// text adds what the tables of info have of matches.
func (s statements) text(info *report.Info) {
	lines := strings.Split(info.String(), "\n")
	for i, title := range lines {
		at, ok := strings.CutPrefix(strings.TrimSpace(title), "Match")
		if !ok || !strings.HasSuffix(at, ":") || strings.Contains(strings.TrimSuffix(at, ":"), ": ") {
			continue
		}
		of := ""
		for _, m := range info.Matches {
			if span := spanOf(m.Start, m.End); len(info.Matches) == 1 || at == " until "+strings.SplitN(span, "-",
				2)[1]+":" {
				of = span
			}
		}
		if of == "" || i+1 >= len(lines) {
			continue
		}
		head := lines[i+1]
		columns := []string{"Player", "Team", "Frags", "Kills", "Deaths", "Team kills"}
		begins := func(column string) int { return strings.Index(head, column) }
		if begins("Player") < 0 {
			continue
		}
		for _, line := range lines[i+2:] {
			r := []rune(line)
			if len(r) < 4 || strings.TrimSpace(string(r[:8])) == "" || !strings.HasPrefix(line, "  ") {
				break
			}
			cells := map[string]string{}
			for k, column := range columns {
				from := begins(column)
				if column == "Team" && from == begins("Team kills") || from < 0 || from >= len(r) {
					continue
				}
				to := len(r)
				for _, next := range columns[k+1:] {
					if n := begins(next); n > from {
						to = min(to, n)
					}
				}
				cells[column] = strings.TrimSpace(string(r[from:to]))
				if column == "Team kills" || column == "Deaths" {
					cells[column], _, _ = strings.Cut(cells[column], " ") // a remark follows
				}
			}
			if _, err := strconv.Atoi(cells["Deaths"]); err != nil {
				continue // a spectator
			}
			for column, what := range map[string]string{"Frags": "score", "Kills": "kills", "Deaths": "deaths",
				"Team kills": "team kills"} {
				if text, ok := cells[column]; ok {
					s.say("text", of+" "+cells["Player"], what, text)
				}
			}
		}
	}
}

// statistics adds what export-stats has of a match.
func (s statements) statistics(m *match.Match, of *dataset.Statistics) {
	at := spanOfResult(m.Result)
	for i := range of.Players {
		p := &of.Players[i]
		who := at + " " + m.Plain(charset.Raw(p.Name))
		s.say("stats", who, "score", number(p.Stats.Frags))
		for what, n := range map[string]int32{"kills": p.Stats.Kills, "deaths": p.Stats.Deaths,
			"suicides": p.Stats.Suicides, "team kills": p.Stats.TeamKills} {
			s.say("stats", who, what, number(&n))
		}
	}
	if m.Result.Start != world.Unknown && m.Result.End != world.Unknown {
		s.say("stats", at, "seconds", strconv.Itoa(of.Duration))
	}
}

// events adds what the table of events adds up to, of numbers that no game reported.
func (s statements) events(f *pattern.Facts, matches []*match.Match) {
	rows := dataset.Events(f, dataset.Demo{})
	for _, m := range matches {
		players := m.Listed()
		index := m.IndexOf(players)
		kills, deaths := make([]int, len(players)), make([]int, len(players))
		for i := range rows {
			e, r := &f.Events[i], &rows[i]
			if r.Kind != "kill" || r.Match == nil || int(*r.Match) != f.MatchAt(m.From)+1 || e.Idle {
				continue
			}
			if k := index(e.Player, e.PlayerName); k >= 0 && e.Player != e.Other && !*r.TeamKill {
				kills[k]++
			}
			if k := index(e.Other, e.OtherName); k >= 0 {
				deaths[k]++
			}
		}
		for k, p := range players {
			who := spanOfResult(m.Result) + " " + m.Plain(p.Name)
			if p.Kills.Source == match.Counted {
				s.say("events", who, "kills", strconv.Itoa(kills[k]))
			}
			if p.Deaths.Source == match.Counted {
				s.say("events", who, "deaths", strconv.Itoa(deaths[k]))
			}
		}
	}
}

// board adds what the scoreboard shows two seconds after a match has ended, when all scores have come.
func (s statements) board(c *scan.Cursor, matches []*match.Match) {
	shown := map[string][]int32{}
	for c.Next() == nil {
		for _, m := range matches {
			if since := c.World.Clock - m.Result.End; !m.Complete || since < 0 || since > 2 ||
				m.Level != c.World.LevelCount {
				continue
			}
			for i := range m.Players {
				p := &m.Players[i]
				if p.Slot < 0 || p.Slot >= len(c.World.Players) || c.World.Players[p.Slot].Name != p.Name {
					continue
				}
				now := &c.World.Players[p.Slot]
				shown[spanOfResult(m.Result)+" "+m.Plain(p.Name)] = []int32{now.Frags, now.Kills, now.Deaths}
			}
		}
	}
	for who, numbers := range shown {
		for i, what := range [...]string{"score", "kills", "deaths"} {
			s.say("board", who, what, strconv.Itoa(int(numbers[i])))
		}
	}
}

// page adds what the page of the demo and the report have of a match.
func (s statements) page(b *pageMaker, m *match.Match) {
	at := spanOfResult(m.Result)
	columns, players := app.PlayersOf(m)
	titles := map[string]string{"frags": "score", "tk": "team kills"}
	for _, p := range players {
		for i, c := range columns {
			if c.Title != "acc" {
				s.say("page", at+" "+p.Name, cmp.Or(titles[c.Title], c.Title), p.Cells[i])
			}
		}
	}
	s.say("page", at, "complete", fmt.Sprint(m.Complete))
	for _, l := range m.Lines {
		if of := at + " " + m.Plain(l.Name); l.Final.Source == match.Known && !l.Team {
			s.say("plot", of, "score", l.Final.String())
		} else if l.Team {
			s.say("plot", at+" team "+m.Plain(l.Name), "score", l.Final.String())
		}
	}
	if result := app.Readable(m.Headline(match.MaxNames)); result != "" {
		s.say("report", at, "result", result)
	}
	t := scores(m)
	for _, r := range t.Rows {
		name := r[0]
		if k := strings.LastIndex(name, " ("); k > 0 && strings.HasSuffix(name, ")") {
			name = name[:k] // without when the player left, or came back
		}
		for i, head := range t.Head {
			switch head {
			case "frags", "kills", "deaths", "suicides", "team kills":
				s.say("report", at+" "+name, cmp.Or(titles[head], head), r[i])
			}
		}
	}
}
