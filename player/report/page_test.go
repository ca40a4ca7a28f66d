package report

import (
	"regexp"
	"strings"
	"testing"

	"demoscope/player/match"
	"demoscope/player/world"
)

// trimmed returns text without the spaces at the ends of its lines.
func trimmed(text string) string { return regexp.MustCompile(`(?m) +$`).ReplaceAllString(text, "") }

// The page of a demo says what its row in a table says, and more.
func TestPage(t *testing.T) {
	end, first, slot, fourth, recorder := 61.0, 0, 1, 4, 2
	did := func(kills, deaths int32) match.Player { return counted(kills, deaths, 0) }
	info := &Info{
		File: "a.qwd", Format: "qwd", Protocol: 28, Duration: 83, Size: 1000, Blocks: 5, Kills: 1,
		Date: "2024-06-16T17:19:29Z", Modified: "2026-01-02T03:04:05Z",
		Levels: []Level{{Map: "maps/dm6.bsp", Title: "The Dark Zone"}},
		Players: []InfoPlayer{
			{Name: "a", Team: "x", Frags: ref[int32](2), Kills: 3, Deaths: 8}, {Slot: 1, Name: "b", Kills: 8,
				Deaths: 3},
			{Slot: 2, Name: "camera", Team: "y", Frags: ref[int32](-999), Spectator: true}, {Slot: 3, Name: "fly"},
		},
		Recorder: &recorder,
		game:     world.QuakeWorld,
	}
	info.Result = &Result{
		Map: "dm6", Complete: true, End: &end, Spectators: []string{"camera", "fly"},
		Players: []PlayerScore{
			{Name: "a", Slot: &first, Score: score(2), numbers: did(2, 7)}, {Name: "b", Slot: &slot, Score: score(8),
				numbers: did(7, 2)},
			{Name: "went", Slot: &fourth, Score: score(1), numbers: did(1, 0)},
		},
		Left: []PlayerScore{{Name: "c", Score: score(-1), numbers: did(0, 1)}, {Name: "b"},
			{Name: "saw", Team: "spectator", Spectator: true}},
	}
	info.Matches = []*Result{info.Result}
	const want = `a.qwd
  QuakeWorld client demo, protocol 28
  1:23, 1 KB, 5 blocks, 0 messages, 1 death
  Recorded 2024-06-16 17:19:29 UTC
  Result: b 8, a 2, went 1

  Level  Map  Title          Start
  1      dm6  The Dark Zone  0:00

  Match:
  Slot  Player  Frags  Kills  Deaths
  0     a       2      2      7
  1     b       8      7      2
  2     camera                  spectator, recorder
  3     fly                     spectator
  4     went    1      1      0
        c       -1     0      1  left
`
	if got := trimmed(info.String()); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// Deaths that are of no match are deaths of the demo, and said to be none of the table.
func TestPageSaysHowManyDeathsCount(t *testing.T) {
	if got := (&Info{Kills: 142, Idle: 16}).String(); !strings.Contains(got, " 142 deaths (16 not counted)") {
		t.Error(got)
	}
	if got := (&Info{Kills: 1}).String(); !strings.Contains(got, " 1 death") || strings.Contains(got, "not counted") {
		t.Error(got)
	}
}

// Without a match that begins or ends the table is of all that happened, and of several matches of the last.
func TestPageSaysWhatItsTableIsOf(t *testing.T) {
	zero, one, end := 0, 1, 61.0
	info := &Info{Kills: 3, game: world.Quake, Players: []InfoPlayer{{Name: "a", Frags: ref[int32](5), Kills: 6,
		Deaths: 1}, {Slot: 1, Name: "b", Frags: ref[int32](0), Deaths: 9}}}
	table := func(heading, a, b string) {
		t.Helper()
		want := "  " + heading + "\n  Slot  Player  Frags  Kills  Deaths\n  0     a       " + a + "\n  1     b       " +
			b + "\n"
		if got := trimmed(info.String()); !strings.Contains(got, want) {
			t.Errorf("%s\nwant\n%s", got, want)
		}
	}
	table("Whole demo:", "5      6      1", "0      0      9")
	piece := &Result{Players: []PlayerScore{{Name: "a", Slot: &zero, Score: score(4)}, {Name: "b", Slot: &one}}}
	info.Result, info.Matches = piece, []*Result{piece}
	table("Whole demo:", "5      6      1", "0      0      9")
	last := &Result{Complete: true, End: &end, Players: []PlayerScore{
		{Name: "a", Slot: &zero, Score: score(3), numbers: counted(3, 0, 0)},
		{Name: "b", Slot: &one, Score: score(2), numbers: counted(0, 0, 0)}}}
	info.Result, info.Matches = last, []*Result{piece, last}
	table("Match until 1:01:", "3      3      0", "2      0      0")
}

// A match that was over before the demo began says so, and nothing in the demo is of it.
func TestPageOfAMatchBefore(t *testing.T) {
	slot := 0
	said := world.Result{Map: "maps/q3dm6.bsp", Complete: true, Start: world.Unknown, End: world.Unknown,
		Players: []world.Score{
			{Slot: 0, Name: "a", Score: 2, Told: world.ToldScore}, {Slot: 1, Name: "b", Score: 7,
				Told: world.ToldScore},
		}}
	before := resultOf(world.Quake3, &said)
	info := &Info{
		Kills: 1, game: world.Quake3, Result: before, Matches: []*Result{before},
		Players: []InfoPlayer{{Slot: slot, Name: "a", Frags: ref[int32](2), Kills: 1},
			{Slot: 1, Name: "b", Frags: ref[int32](7), Deaths: 1}},
	}
	page := trimmed(info.String())
	for _, want := range []string{
		"  Result: b 7 : 2 a (ended before the demo)\n",
		"  Whole demo:\n  Slot  Player  Frags  Kills  Deaths\n  0     a       2      1      0\n  1     b     " +
			"  7      0      1\n",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("%s\nwant\n%s", page, want)
		}
	}
	said.End = 5
	if after := resultOf(world.Quake3, &said); !before.Before || after.Before {
		t.Errorf("before is %v, and of one that ends in the demo %v", before.Before, after.Before)
	}
}

func TestPageOfManyMatches(t *testing.T) {
	end := 61.0
	info := &Info{
		File: "a.dm_68", Format: "dm3", Protocol: 68, Modified: "2026-01-02T03:04:05Z",
		Matches: []*Result{
			{Map: "q3dm6", Complete: true, End: &end, Players: []PlayerScore{{Name: "a", Score: score(2)},
				{Name: "b", Score: score(0)}}},
			{Map: "q3dm7"}, // without scores
			{Map: "q3dm6", Players: []PlayerScore{{Name: "a", Score: score(0)}, {Name: "b", Score: score(1)}}},
		},
		game: world.Quake3,
	}
	const want = `a.dm_68
  Quake III demo, protocol 68
  0:00, 0 B, 0 blocks, 0 messages
  File written 2026-01-02 03:04:05 UTC
  Match on q3dm6 until 1:01: a 2 : 0 b
  Match on q3dm6: b 1 : 0 a (unfinished)`
	if got := trimmed(info.String()); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func TestPageOfLevelsAgainstMonsters(t *testing.T) {
	took := 65.4321
	info := &Info{
		File: "a.dem", Format: "dem", Protocol: 15,
		Levels: []Level{
			{Map: "maps/e1m1.bsp", Single: &Single{Time: &took, Kills: score(12), Monsters: score(47),
				Secrets: score(0), TotalSecrets: score(3)}},
			{Map: "maps/e1m2.bsp", Clock: 70, Single: &Single{}},
		},
		game: world.Quake,
	}
	const want = `a.dem
  Quake demo, protocol 15
  0:00, 0 B, 0 blocks, 0 messages

  Level  Map   Title  Start  Monsters  Secrets  Finished in
  1      e1m1         0:00   12 of 47  0 of 3   1:05.432
  2      e1m2         1:10`
	if got := trimmed(info.String()); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// Columns that nothing fills are left out: a recording of a server tells neither monsters nor secrets, and
// one that ends within a level no time.
func TestPageOfColumnsThatNothingFills(t *testing.T) {
	info := &Info{Format: "dm2", Levels: []Level{{Map: "maps/base1.bsp", Single: &Single{}},
		{Map: "maps/base2.bsp", Single: &Single{Kills: score(1), Monsters: score(2)}}}, game: world.Quake2}
	if got, want := trimmed(info.String()), "\n  Level  Map    Title  Start  Monsters\n  1      base1         "+
		"0:00\n  2      base2         0:00   1 of 2"; !strings.HasSuffix(got, want) {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	info.Levels = info.Levels[:1]
	if got, want := trimmed(info.String()),
		"\n  Level  Map    Title  Start\n  1      base1         0:00"; !strings.HasSuffix(got, want) {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// A line end in a name does not begin a line of the page.
func TestPageOfNamesWithLineEnds(t *testing.T) {
	const name = "a\nDamaged at 0:00 b.dem"
	info := Info{File: "old.zip", Member: name, Format: "dem", Notes: []string{"it is \n new"}}
	lines := strings.Split(info.String(), "\n")
	if lines[0] != `old.zip: a\x0aDamaged at 0:00 b.dem` {
		t.Errorf("the first line is %q", lines[0])
	}
	if last := lines[len(lines)-1]; last != `  Note: it is \x0a new` {
		t.Errorf("the last line is %q", last)
	}
}

// Where scores of Quake III's games with flags or rounds were told before the end, the page says so, once.
func TestPageOfOldScores(t *testing.T) {
	score := int32(7)
	info := &Info{Format: "dm3", Game: "quake3", game: world.Quake3, Players: []InfoPlayer{
		{Name: "Ann", Frags: &score, FragsAge: 21}, {Slot: 1, Name: "Bob", Frags: &score, FragsAge: 83},
		{Slot: 2, Name: "Own", Frags: &score},
	}}
	const want = "  Scores are the last that the game reported, up to 1:23 before the end."
	if n := strings.Count(info.String(), want); n != 1 {
		t.Errorf("%d times in\n%s", n, info)
	}
	for i := range info.Players {
		info.Players[i].FragsAge = 0
	}
	if strings.Contains(info.String(), "before the end") {
		t.Errorf("nothing is old:\n%s", info)
	}
	// The age of who left is before that.
	info.Result = &Result{Complete: true, Players: []PlayerScore{{Name: "Ann", Score: &score, ScoreAge: 9}},
		Left: []PlayerScore{{Name: "Zoe", Score: &score, ScoreAge: 90}}}
	info.Matches = []*Result{info.Result}
	if text := info.String(); !strings.Contains(text, "up to 0:09 before the end.") {
		t.Errorf("the oldest of who was there is of 9 s before:\n%s", text)
	}
}

// Who left a match and came back has a score that began anew, which the table says, so that it is no riddle
// beside the kills.
func TestPageOfWhoCameBack(t *testing.T) {
	score, was := int32(-1), int32(2)
	r := &Result{Complete: true, Players: []PlayerScore{{Name: "Ann", Score: &score}, {Name: "Bob", Score: &score}},
		Returns: []Return{{Name: "Bob", Score: &was, Left: 123.9, Back: 128.6, Totals: true}}}
	info := &Info{Format: "dm2", Game: "quake2", game: world.Quake2, Kills: 1, Result: r, Matches: []*Result{r}}
	text := info.String()
	for _, want := range []string{"0  (back since 2:08)\n", "  Bob left at 2:03 with a score of 2 and was back at " +
		"2:08, with a new score; kills and deaths are totals.\n"} {
		if strings.Count(text, want) != 1 {
			t.Errorf("not once %q in\n%s", want, text)
		}
	}
	if text := match.ReturnsText([]Return{{Name: "Bob", Back: 3}}); text !=
		"Bob left at 0:00 and was back at 0:03, with a new score." {
		t.Errorf("of Quake III: %q", text)
	}
	of := &world.Result{Returns: []world.Return{{Name: "Bob", Left: 60, Back: 70}, {Name: "Cy", Left: 80, Back: 90},
		{Name: "Bob", Left: 100, Back: 110}}}
	if text := match.BackSince(match.ReturnsOf(world.Quake, of), "Bob"); text != "(back since 1:50)" {
		t.Errorf("who came back twice: %q", text)
	}
	if text := match.BackSince(match.ReturnsOf(world.Quake, of), "Ann"); text != "" {
		t.Errorf("who has not left: %q", text)
	}
	for game, whole := range map[world.Game]bool{world.Quake: true, world.QuakeWorld: true, world.Quake2: true,
		world.Quake3: false} {
		if text := match.ReturnsText(match.ReturnsOf(game, of)); strings.Contains(text,
			"kills and deaths are totals") != whole {
			t.Errorf("%v: %s", game, text)
		}
	}
	r.Returns = nil
	if text := info.String(); strings.Contains(text, "back") {
		t.Errorf("nobody left:\n%s", text)
	}
	for range match.MaxReturns + 3 {
		r.Returns = append(r.Returns, Return{Name: "Bob"})
	}
	if text := match.ReturnsText(r.Returns); strings.Count(text, "Bob left") != match.MaxReturns ||
		!strings.HasSuffix(text, "3 more players left and came back.") {
		t.Errorf("many: %s", text)
	}
}

// A piece of a match without its beginning and its end has the table of the whole demo, which says who came back, too.
func TestPageOfAPieceSaysWhoCameBack(t *testing.T) {
	score, was := int32(-1), int32(2)
	r := &Result{Players: []PlayerScore{{Name: "Bob", Score: &score}},
		Returns: []Return{{Name: "Bob", Score: &was, Left: 19, Back: 24, Totals: true}}}
	info := &Info{Format: "dm2", game: world.Quake2, Kills: 1, Result: r, Matches: []*Result{r}, Players: []InfoPlayer{
		{Name: "Ann", Kills: 2}, {Slot: 1, Name: "Bob", Frags: &score, Kills: 4, Deaths: 2}}}
	const want = `
  Whole demo:
  Slot  Player  Frags  Kills  Deaths
  0     Ann            2      0
  1     Bob     -1     4      2  (back since 0:24)
  Bob left at 0:19 with a score of 2 and was back at 0:24, with a new score; kills and deaths are totals.
`
	if got := trimmed(info.String()); !strings.HasSuffix(got, want) {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	r.Returns, r.Before = nil, true
	if got := info.String(); strings.Contains(got, "back") {
		t.Errorf("nobody came back:\n%s", got)
	}
}

// Kills of mates stand where there are any, of a match and of a whole demo: they count against who did it.
func TestPageOfTeamKills(t *testing.T) {
	end, slot := 61.0, 1
	match := &Result{Complete: true, End: &end, Teams: []TeamScore{{"red", 3}}, Players: []PlayerScore{
		{Name: "Ann", Team: "red", Score: score(3), numbers: counted(4, 1, 0)}, {Name: "Bob", Slot: &slot, Team: "red",
			Score: score(-2), numbers: counted(1, 5, 3)}}}
	info := &Info{Format: "mvd", game: world.QuakeWorld, Result: match, Matches: []*Result{match},
		Players: []InfoPlayer{{Slot: 2, Name: "Eve", Spectator: true}}}
	expect := func(want string) {
		t.Helper()
		if got := trimmed(info.String()); !strings.HasSuffix(got, want) {
			t.Errorf("%s\nwant\n%s", got, want)
		}
	}
	expect(`
  Slot  Player  Team       Frags  Kills  Deaths  Team kills
  1     Bob     red        -2     1      5       3
  2     Eve     spectator
        Ann     red        3      4      1       0
`)
	match.Players[1].numbers.TeamKills.Value = 0
	expect(`
  Slot  Player  Team       Frags  Kills  Deaths
  1     Bob     red        -2     1      5
  2     Eve     spectator
        Ann     red        3      4      1
`)
	if whole := info.PlayerTable(); len(whole.Players) != 1 || whole.Players[0] != (TablePlayer{Remark: "spectator"}) ||
		whole.Columns[1].Cells[0] != "Eve" {
		t.Errorf("of the whole demo with a match: %+v", whole)
	}
	info.Result, info.Matches, info.Players = nil, nil, []InfoPlayer{{Name: "Ann", Deaths: 1},
		{Slot: 1, Name: "Bob", TeamKills: 1}}
	expect(`
  Slot  Player  Frags  Kills  Deaths  Team kills
  0     Ann            0      1       0
  1     Bob            0      0       1
`)
}

// Where everybody plays alone nobody has a team, though Quake III calls that one "free" and QuakeWorld's
// players name what they like; where teams play who has come since is in one, too.
func TestPageOfPlayersWithoutTeams(t *testing.T) {
	first, second, slot := 61.0, 125.0, 1
	alone := func(end *float64) *Result {
		return &Result{Complete: true, End: end, Players: []PlayerScore{{Name: "Ann", Slot: new(int), Score: score(3)},
			{Name: "Bob", Slot: &slot, Score: score(1)}},
			Left: []PlayerScore{{Name: "Cy", Team: "spectator", Spectator: true}}}
	}
	info := &Info{Format: "dm3", game: world.Quake3, Matches: []*Result{alone(&first), alone(&second)},
		Players: []InfoPlayer{
			{Name: "Ann", Team: "free"}, {Slot: 1, Name: "Bob", Team: "free"}, {Slot: 2, Name: "Di", Team: "free"},
			{Slot: 3, Name: "Eve", Team: "spectator", Spectator: true}}}
	info.Result = info.Matches[1]
	expect := func(want string) {
		t.Helper()
		if got := trimmed(info.String()); !strings.HasSuffix(got, want) {
			t.Errorf("%s\nwant\n%s", got, want)
		}
	}
	expect(`
  Match until 1:01:
  Slot  Player  Frags  Kills  Deaths
  0     Ann     3      0      0
  1     Bob     1      0      0

  Match until 2:05:
  Slot  Player  Frags  Kills  Deaths
  0     Ann     3      0      0
  1     Bob     1      0      0
  2     Di
  3     Eve                     spectator
`)
	whole := *info
	whole.Result, whole.Matches = nil, nil
	if got := trimmed(whole.String()); !strings.HasSuffix(got, "\n  Slot  Player  Frags  Kills  Deaths\n  0     Ann "+
		"           0      0\n  1     Bob            0      0\n  2     Di             0      0\n  3     Eve         "+
		"            spectator\n") {
		t.Error(got)
	}
	whole.teams, whole.Players = true, []InfoPlayer{{Name: "Ann", Team: "red"}}
	if got := trimmed(whole.String()); !strings.HasSuffix(got,
		"\n  Slot  Player  Team  Frags  Kills  Deaths\n  0     Ann     red          0      0\n") {
		t.Error(got)
	}
	info.Players[2].Team = "red"
	for i := range info.Matches[1].Players {
		info.Matches[1].Players[i].Team = "red"
	}
	expect(`
  Slot  Player  Team       Frags  Kills  Deaths
  0     Ann     red        3      0      0
  1     Bob     red        1      0      0
  2     Di      red
  3     Eve     spectator
`)
}
