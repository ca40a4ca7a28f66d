//go:build !js

package studio

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/formats"
	"demoscope/player/match"
	"demoscope/player/pattern"
	"demoscope/player/report"
	"demoscope/player/timeline"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/render/link"
	"demoscope/render/matchpage"
	"demoscope/render/thumbnail"
)

// made returns what makes a page of a demo of Quake III with some events.
func made(events ...timeline.Event) *pageMaker {
	f := &pattern.Facts{Game: world.Quake3, Events: events}
	for i := range events {
		if events[i].Kind == world.EventKill {
			f.Kills = append(f.Kills, pattern.Death{Event: i})
		}
	}
	return &pageMaker{options: &MatchPageOptions{Address: "http://localhost/", Link: link.Link{Speed: 1},
		Info: &report.Info{}}, facts: f}
}

// scores returns the table of a match on the page.
func scores(m *match.Match) matchpage.Table { return playerTable("Scores", m.Table(match.InPage)) }

// counted returns the match of a result, with what happened between two times in a demo.
func (b *pageMaker) counted(r world.Result, from, to float64) *match.Match {
	m := match.Of(b.facts.Game, &r)
	m.Count(b.facts.Events, b.facts.Scores, from, to, world.Nobody, false)
	return m
}

// How old scores are is said of who was there at the end: the age of who left is before that.
func TestMatchPageOldScores(t *testing.T) {
	b := made()
	m := b.counted(world.Result{Players: []world.Score{{Name: "Ann", Told: world.ToldScore}},
		Left: []world.Score{{Name: "Bob", Told: world.ToldScore, Age: 90}}}, 0, 99)
	if note := scores(m).Note; strings.Contains(note, "before the end") {
		t.Errorf("only who left has an old score: %q", note)
	}
	m.Players[0].Age = 21
	if note := scores(m).Note; !strings.HasSuffix(note, "up to 0:21 before the end.") {
		t.Errorf("the score is of 21 s before: %q", note)
	}
}

// When somebody left a match, or since when he looked on, stands with his score; other tables say only that he did.
func TestMatchPageSaysWhoLeftAndWhen(t *testing.T) {
	b := made(timeline.Event{Kind: world.EventKill, Clock: 5, Player: 0, Other: 1, PlayerName: "Ann", OtherName: "Bob"})
	m := b.counted(world.Result{Players: []world.Score{{Name: "Ann"}}, Left: []world.Score{
		{Name: "Bob", Slot: 1, Gone: 65}, {Name: "Cy", Slot: 2, Gone: 83, LooksOn: true}}}, 0, 99)
	names := func(t matchpage.Table) (list []string) {
		for _, row := range t.Rows {
			list = append(list, row[0])
		}
		return list
	}
	if got, want := names(scores(m)), []string{"Ann", "Bob (left at 1:05)",
		"Cy (spectator from 1:23)"}; !slices.Equal(got, want) {
		t.Errorf("scores of %q, want %q", got, want)
	}
	if got, want := names(b.kills(m)[0]), []string{"Ann", "Bob (left)", "Cy (spectator)"}; !slices.Equal(
		got, want) {
		t.Errorf("kills by %q, want %q", got, want)
	}
}

// Who left a level without a match before the end has his health over time, as those who stayed.
func TestLevelPageHasWhoLeft(t *testing.T) {
	b := made()
	b.facts.Players = []pattern.Player{{Slot: 0, Name: "Ann"}, {Slot: 2, Name: "Di"}}
	b.options.Info = &report.Info{Demo: match.DemoOf(world.Quake, nil, []world.Score{{Slot: 2, Name: "Cy", Gone: 65},
		{Slot: 1, Name: "Bob", Gone: 65}, {Slot: 3, Name: "Unseen", Gone: 65}}, nil)}
	track := []healthSample{{clock: 1, health: 100}, {clock: 2, health: 90}, {clock: 3, health: 50}}
	page := b.visit(&match.Match{To: 99}, nil, map[int32][]healthSample{0: track, 1: track, 2: track})
	var names []string
	for i := range page.Vitals {
		names = append(names, page.Vitals[i].Name)
	}
	if want := []string{"Ann", "Di", "Bob (left at 1:05)"}; !slices.Equal(names, want) {
		t.Errorf("health of %q, want %q", names, want)
	}
}

// A page of a demo without a match has the players of the whole demo, as info has them; one that tells of a
// match has them there.
func TestMatchPageOfAGameTogether(t *testing.T) {
	d, err := formats.Open("demoscope1.mvd", sample(t, "demoscope1.mvd"))
	if err != nil {
		t.Fatal(err)
	}
	f := pattern.Read(d.Format.Name, d.Decoder(), pattern.Options{})
	page := func(info *report.Info, results []world.Result) *matchpage.Page {
		t.Helper()
		facts := *f
		facts.Results = results
		p, err := MatchPage(&thumbnail.Source{Demo: d, Maps: sampleMap(t), Close: func() {}},
			MatchPageOptions{File: "a.mvd", Facts: &facts, Info: info})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	players := []world.Score{
		{Name: "Ann", Score: 2, Told: world.ToldScore, Counted: world.Counts{Deaths: 4, TeamKills: 1}},
		{Slot: 2, Name: "<b>", Spectator: true}}
	left := []world.Score{{Slot: 1, Name: "Bob", Counted: world.Counts{Deaths: 1}, Gone: 65}}
	info := &report.Info{Demo: match.DemoOf(world.Quake, players, left, nil)}
	info.Demo.Present = &world.Present{Recorder: 0}
	want := &matchpage.Table{Title: "Players", Head: []string{"player", "frags", "kills", "deaths", "team kills"},
		Rows: [][]string{
			{"Ann (recorder)", "2", "0", "4", "1"}, {"Bob (left at 1:05)", "-", "0", "1", "0"},
			{"<b> (spectator)", "", "", "", ""}}}
	if d := cmp.Diff(want, page(info, nil).Players); d != "" {
		t.Error(d)
	}
	if got := page(&report.Info{}, nil).Players; got != nil {
		t.Errorf("nobody is there: %+v", got)
	}
	if got := page(info, f.Results).Players; len(f.Results) != 1 || got != nil {
		t.Errorf("of a piece of a match: %+v", got)
	}
	before := []world.Result{f.Results[0]}
	before[0].Complete, before[0].Start, before[0].End = true, world.Unknown, world.Unknown
	if got := page(info, before).Players; got == nil || len(got.Rows) != 3 {
		t.Errorf("of a demo after a match: %+v", got)
	}
	info.Demo = match.DemoOf(world.Quake, players, left, []world.Result{{Complete: true}})
	if got := page(info, before).Players; got != nil {
		t.Errorf("of a demo with a match: %+v", got)
	}
}

// The column of team kills stands where somebody killed a mate.
func TestMatchPageOfTeamKills(t *testing.T) {
	r := world.Result{Teams: []world.TeamScore{{Name: "red"}}, Players: []world.Score{{Name: "Ann"}, {Name: "Bob"}}}
	m := made().counted(r, 0, 9)
	head := []string{"player", "team", "frags", "kills", "deaths", "suicides", "best run"}
	if table := scores(m); !slices.Equal(table.Head, head) || len(table.Rows[0]) != len(head) {
		t.Errorf("nobody killed a mate: %q, %q", table.Head, table.Rows)
	}
	r.Players[1].Counted.TeamKills = 2
	m = made().counted(r, 0, 9)
	if table := scores(m); !slices.Equal(table.Head, slices.Insert(head, 6, "team kills")) ||
		table.Rows[1][6] != "2" || table.Rows[0][6] != "0" {
		t.Errorf("Bob killed two: %q, %q", table.Head, table.Rows)
	}
}

// A score that began anew is no riddle beside the kills, and what the level did is said to be no suicide.
func TestMatchPageSaysWhatScoresAreOf(t *testing.T) {
	fall := timeline.Event{Kind: world.EventKill, Clock: 5, Player: world.Nobody, Other: 1, OtherName: "Bob",
		Weapon: weapon.Falling}
	b := made(fall)
	m := b.counted(world.Result{Players: []world.Score{{Name: "Bob", Slot: 1}}}, 0, 10)
	if table := scores(m); table.Rows[0][0] != "Bob" || strings.Contains(table.Note, "back") ||
		!strings.Contains(table.Note, "Falls, lava and other deaths by the level do not count") {
		t.Errorf("%q: %s", table.Rows, table.Note)
	}
	m.Result.Returns = []world.Return{{Name: "Bob", Slot: 1, Score: 2, HasScore: true, Left: 2, Back: 4}}
	if table := scores(m); table.Rows[0][0] != "Bob (back since 0:04)" ||
		!strings.Contains(table.Note, "Bob left at 0:02 with 2 frags and was back at 0:04") {
		t.Errorf("%q: %s", table.Rows, table.Note)
	}
	// Of these nothing is to be said: a death that does not count, a mate's, another player's, and where the
	// game tells suicides.
	for what, change := range map[string]func(e *timeline.Event, s *world.Score){
		"idle": func(e *timeline.Event, _ *world.Score) {
			e.Idle = true
		}, "a mate": func(e *timeline.Event, _ *world.Score) { e.TeamKill = true },
		"a player": func(e *timeline.Event, _ *world.Score) {
			e.Player = 1
		}, "told": func(_ *timeline.Event, s *world.Score) { s.Told = world.ToldSuicides },
	} {
		e, s := fall, m.Result.Players[0]
		change(&e, &s)
		of := *m.Result
		of.Players = []world.Score{s}
		if b := made(e); strings.Contains(scores(b.counted(of, 0, 10)).Note, "lava") {
			t.Errorf("%s: %s", what, scores(b.counted(of, 0, 10)).Note)
		}
	}
}

// In the list of deaths, below "With", what the level kills with is a noun: "Ann, fell out of the map, Bo"
// says that Ann fell.
func TestMatchPageDeathsOfALevel(t *testing.T) {
	kill := func(player int, name string, mate bool) timeline.Event {
		return timeline.Event{Kind: world.EventKill, Clock: 5, Player: player, Other: 2, PlayerName: name,
			OtherName: "Bo", Weapon: weapon.Void, TeamKill: mate}
	}
	b := made(kill(1, "Ann", false), kill(world.Nobody, "", false), kill(2, "Bo", false), kill(world.Nobody, "", true))
	m := b.counted(world.Result{}, 0, 10)
	log := b.match(m, nil, nil).Log
	if len(log) != 4 {
		t.Fatalf("%d deaths", len(log))
	}
	for i, want := range [...][3]string{
		{"Ann", "fall out of the map", "Bo"}, {"the world", "fall out of the map", "Bo"},
		{"(own)", "fall out of the map", "Bo"},
		{"somebody (team-mate)", "fall out of the map", "Bo"},
	} {
		if l := log[i]; [...]string{l.Killer, l.How, l.Victim} != want {
			t.Errorf("death %d: %q, %q, %q, want %q", i, l.Killer, l.How, l.Victim, want)
		}
	}
}

// The line of the result says of a demo with several matches of how many it is the last, and once; what is to
// be said of the demo stands below.
func TestMatchPageOfSeveralMatches(t *testing.T) {
	d, err := formats.Open("demoscope1.mvd", sample(t, "demoscope1.mvd"))
	if err != nil {
		t.Fatal(err)
	}
	f := pattern.Read(d.Format.Name, d.Decoder(), pattern.Options{})
	f.Results[0].Complete = true
	f.Results = append(f.Results, f.Results[0])
	last := world.Result{Complete: true, Players: []world.Score{{Name: "Quarry", Score: 5, Told: world.ToldScore},
		{Name: "Vesper", Score: 2, Told: world.ToldScore}}}
	p, err := MatchPage(&thumbnail.Source{Demo: d, Maps: sampleMap(t), Close: func() {}},
		MatchPageOptions{File: "a.mvd", Facts: f,
			Info: &report.Info{Demo: match.DemoOf(world.QuakeWorld, nil, nil, []world.Result{last, last}),
				Notes: []string{"no line tells deaths"}}, Highlights: 3, Address: "http://localhost/"})
	if err != nil || len(p.Lines) == 0 || len(p.Matches) != 2 {
		t.Fatalf("%d lines, %d matches, %v", len(p.Lines), len(p.Matches), err)
	}
	if want := "Quarry 5 : 2 Vesper (the last of 2 matches)"; p.Lines[0] != want {
		t.Errorf("%q, want %q", p.Lines[0], want)
	}
	if want := "No line tells deaths"; !slices.Contains(p.Remarks, want) {
		t.Errorf("%q do not have the note %q", p.Remarks, want)
	}
	// Highlights are told as find tells them, in their order, and a link to one leads to a little before it.
	if len(p.Highlights) < 2 {
		t.Fatalf("%d highlights", len(p.Highlights))
	}
	before := 0.0
	for i := range p.Highlights {
		var minutes, linkMinutes, linkSeconds int
		var seconds float64
		h := &p.Highlights[i].Time
		_, err := fmt.Sscanf(h.Text, "%d:%f", &minutes, &seconds)
		_, linkErr := fmt.Sscanf(h.Link[strings.Index(h.Link, "t=")+2:], "%d:%d", &linkMinutes, &linkSeconds)
		at, link := float64(60*minutes)+seconds, float64(60*linkMinutes+linkSeconds)
		if err != nil || linkErr != nil || at < before || at-link < 1 || at-link > 10 {
			t.Errorf("%d: %s after %v s, %s: %v, %v", i, h.Text, before, h.Link, err, linkErr)
		}
		before = at
	}
}

// Who captured a flag in a match is told with the time, a link and the team: that whose flag it was not, or
// his own where there is one flag.
func TestMatchPageCaptures(t *testing.T) {
	capture := func(clock float64, player int, name, flag string, value int32) timeline.Event {
		return timeline.Event{Kind: world.EventCapture, Clock: clock, Player: player, Other: world.Nobody,
			PlayerName: name, Item: flag, Value: value}
	}
	b := made(capture(4, 1, "Ann", "Red Flag", 0), capture(12, 1, "Ann", "Red Flag", 0),
		capture(15, 2, "Bo", "Neutral Flag", 0), capture(19, world.Nobody, "", "", 2),
		capture(31, 1, "Ann", "Red Flag", 0))
	m := b.counted(world.Result{Players: []world.Score{{Slot: 2, Name: "Bo", Team: "red"}}}, 10, 30)
	got := b.match(m, nil, nil).Captures
	if want := []matchpage.Capture{
		{Time: matchpage.Time{Text: "0:12.0", Link: "http://localhost/#t=0:09&follow=Ann"}, By: "Ann", Team: "blue"},
		{Time: matchpage.Time{Text: "0:15.0", Link: "http://localhost/#t=0:12&follow=Bo"}, By: "Bo", Team: "red"},
		{Time: matchpage.Time{Text: "0:19.0", Link: "http://localhost/#t=0:16"}, By: "unknown", Team: "blue"},
	}; !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// All that happened to flags in a match is told in words, with the time; other events are not.
func TestMatchPageFlags(t *testing.T) {
	event := func(clock float64, kind world.EventKind, player int, name, item string) timeline.Event {
		return timeline.Event{Kind: kind, Clock: clock, Player: player, Other: world.Nobody, PlayerName: name,
			Item: item}
	}
	b := made(event(4, world.EventItem, 1, "Ann", "Red Flag"), event(12, world.EventItem, 1, "Ann", "Red Flag"),
		event(13, world.EventItem, 1, "Ann", "Quad Damage"),
		event(15, world.EventFlagLost, 1, "Ann", "Red Flag"), event(19, world.EventFlagReturned, world.Nobody, "",
			"Red Flag"), event(21, world.EventFlagReturned, 2, "Bo", "Blue Flag"),
		event(25, world.EventCapture, 2, "Bo", "Red Flag"), event(31, world.EventFlagLost, 1, "Ann", "Red Flag"))
	m := b.counted(world.Result{}, 10, 30)
	var got []string
	for _, e := range b.match(m, nil, nil).Flags {
		got = append(got, e.Time.Text+" "+e.Text)
	}
	if want := []string{"0:12.0 Ann took Red Flag", "0:15.0 Ann lost Red Flag", "0:19.0 Red Flag is back",
		"0:21.0 Bo returned Blue Flag", "0:25.0 Bo captured the flag"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	got = nil
	for _, e := range b.visit(m, nil, nil).Events {
		got = append(got, e.Text)
	}
	if want := []string{"Ann took Red Flag", "Ann took Quad Damage", "Ann lost Red Flag", "Red Flag is back",
		"Bo returned Blue Flag", "Bo captured the flag"}; !slices.Equal(got, want) {
		t.Errorf("of a level: %q, want %q", got, want)
	}
}

// Kills by player, and with what, counts players who changed their names in the match, under the last one.
func TestMatchPageKillsAcrossNames(t *testing.T) {
	kill := func(player int, name string, other int, otherName string) timeline.Event {
		return timeline.Event{Kind: world.EventKill, Clock: 5, Player: player, Other: other, PlayerName: name,
			OtherName: otherName, Weapon: weapon.Railgun}
	}
	b := made(kill(0, "ann", 1, "bob"), kill(1, "bob", 0, "ann"), kill(0, "Annie", 1, "bob"), kill(0, "ann", 0, "ann"),
		kill(2, "Cy", world.Nobody, "Di"))
	score := func(slot int, name string) world.Score { return world.Score{Slot: slot, Name: name} }
	m := b.counted(world.Result{Players: []world.Score{score(0, "Annie"), score(1, "bob")}, Left: []world.Score{
		score(2, "Cy"), score(3, "Di")}}, 0, 10)
	tables := b.kills(m)
	want := [][]string{{"Annie", "1", "2", "", ""}, {"bob", "1", "", "", ""}, {"Cy (left)", "", "", "", "1"},
		{"Di (left)", "", "", "", ""}}
	if diff := cmp.Diff(want, tables[0].Rows); diff != "" {
		t.Errorf("who killed whom: %s", diff)
	}
	want = [][]string{{"Annie", "2"}, {"bob", "1"}, {"Cy (left)", "1"}, {"Di (left)", ""}}
	if diff := cmp.Diff(want, tables[1].Rows); diff != "" {
		t.Errorf("with what: %s", diff)
	}
}

// The table of accuracy has what the game prints, or else hits and shots, and names the weapons of which only direct
// hits are known.
func TestAccuracyTable(t *testing.T) {
	of := func(game world.Game, weapons map[string]*match.Weapon) (row []string, note string) {
		m := &match.Match{Game: game, Result: &world.Result{}}
		table := aims(m, []*match.Player{{Score: &world.Score{Name: "Ann"}, Weapons: weapons}})
		if len(table.Rows) != 1 {
			t.Fatalf("%+v", table)
		}
		return table.Rows[0], table.Note
	}
	weapons := map[string]*match.Weapon{"gl": {Shots: 4, Hits: 1}, "lg": {Shots: 3, Hits: 1},
		"rl": {Shots: 39, Hits: 1, Printed: match.Number{Value: 308, Source: match.Known}},
		"sg": {Printed: match.Number{Value: 250, Source: match.Known}}, "ssg": {}}
	row, note := of(world.QuakeWorld, weapons)
	if want := []string{"Ann", "25% of 4", "33% of 3", "31% of 39", "25%"}; !slices.Equal(row, want) {
		t.Errorf("%q, not %q", row, want)
	}
	if want := "Hits and shots as counted by the game; without splash damage: gl."; note != want {
		t.Errorf("%q, not %q", note, want)
	}
	if _, note = of(world.Quake3, weapons); note != "Hits and shots as counted by the game." {
		t.Errorf("%q", note)
	}
}
