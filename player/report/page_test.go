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

// did is a player without a score, who killed and died so often, and has one with a score.
func did(slot int, name string, kills, deaths int32) world.Score {
	return world.Score{Slot: slot, Name: name, Counted: world.Counts{Kills: kills, Deaths: deaths}}
}

func has(slot int, name string, score, kills, deaths int32) world.Score {
	s := did(slot, name, kills, deaths)
	s.Score, s.Told = score, world.ToldScore
	return s
}

// left is a player who left at a time.
func left(s world.Score, clock float64) world.Score {
	s.Gone = clock
	return s
}

func score(n int32) *int32 { return &n }

// The page of a demo says what its row in a table says, and more.
func TestPage(t *testing.T) {
	info := &Info{
		File: "a.qwd", Format: "qwd", Encoding: Encoding{Protocol: 28}, Duration: 83, Size: 1000, Blocks: 5, Kills: 1,
		Date: "2024-06-16T17:19:29Z", Modified: "2026-01-02T03:04:05Z",
		Levels: []Level{{Map: "maps/dm6.bsp", Title: "The Dark Zone"}},
		Demo: match.DemoOf(world.QuakeWorld, []world.Score{
			has(0, "a", 2, 3, 8), did(1, "b", 8, 3), {Slot: 2, Name: "camera", Team: "y", Score: -999,
				Told: world.ToldScore, Spectator: true}, did(3, "fly", 0, 0)}, nil,
			[]world.Result{{
				Map: "dm6", Complete: true, End: 61, Spectators: []string{"camera", "fly"},
				Players: []world.Score{has(0, "a", 2, 2, 7), has(1, "b", 8, 7, 2), has(4, "went", 1, 1, 0)},
				Left: []world.Score{left(has(world.Nobody, "c", -1, 0, 1), 42), did(world.Nobody, "b", 0, 0),
					{Name: "saw", Team: "spectator", Spectator: true}},
			}}),
	}
	info.Demo.Present = &world.Present{Recorder: 2}
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
        c       -1     0      1  left at 0:42
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
	players := []world.Score{has(0, "a", 5, 6, 1), has(1, "b", 0, 0, 9)}
	info := &Info{Kills: 3, Demo: match.DemoOf(world.Quake, players, nil, nil)}
	table := func(heading, a, b string) {
		t.Helper()
		want := "  " + heading + "\n  Slot  Player  Frags  Kills  Deaths\n  0     a       " + a + "\n  1     b       " +
			b + "\n"
		if got := trimmed(info.String()); !strings.Contains(got, want) {
			t.Errorf("%s\nwant\n%s", got, want)
		}
	}
	table("Whole demo:", "5      6      1", "0      0      9")
	piece := world.Result{Start: world.Unknown, End: world.Unknown,
		Players: []world.Score{has(0, "a", 4, 0, 0), did(1, "b", 0, 0)}}
	info.Demo = match.DemoOf(world.Quake, players, nil, []world.Result{piece})
	table("Whole demo:", "5      6      1", "0      0      9")
	last := world.Result{Complete: true, End: 61, Players: []world.Score{has(0, "a", 3, 3, 0), has(1, "b", 2, 0, 0)}}
	info.Demo = match.DemoOf(world.Quake, players, nil, []world.Result{piece, last})
	table("Match until 1:01:", "3      3      0", "2      0      0")
}

// A match that was over before the demo began says so, and nothing in the demo is of it.
func TestPageOfAMatchBefore(t *testing.T) {
	said := world.Result{Map: "maps/q3dm6.bsp", Complete: true, Start: world.Unknown, End: world.Unknown,
		Players: []world.Score{has(0, "a", 2, 0, 0), has(1, "b", 7, 0, 0)}}
	info := &Info{Kills: 1, Demo: match.DemoOf(world.Quake3,
		[]world.Score{has(0, "a", 2, 1, 0), has(1, "b", 7, 0, 1)}, nil, []world.Result{said})}
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
	if info.setResults(); !info.Matches[0].Before {
		t.Error("the result is not said to be of before")
	}
}

func TestPageOfManyMatches(t *testing.T) {
	both := func(a, b int32) []world.Score { return []world.Score{has(0, "a", a, 0, 0), has(1, "b", b, 0, 0)} }
	info := &Info{
		File: "a.dm_68", Format: "dm3", Encoding: Encoding{Protocol: 68}, Modified: "2026-01-02T03:04:05Z",
		Demo: match.DemoOf(world.Quake3, nil, nil, []world.Result{
			{Map: "maps/q3dm6.bsp", Complete: true, End: 61, Players: both(2, 0)},
			{Map: "maps/q3dm7.bsp", Start: 70, End: world.Unknown}, // nobody was there
			{Map: "maps/q3dm6.bsp", Start: world.Unknown, End: world.Unknown, Players: both(0, 1)},
		}),
	}
	const want = `a.dm_68
  Quake III demo, protocol 68
  0:00, 0 B, 0 blocks, 0 messages
  File written 2026-01-02 03:04:05 UTC
  Match on q3dm6 until 1:01: a 2 : 0 b
  Match on q3dm6: b 1 : 0 a (unfinished)

  Match until 1:01:
  Slot  Player  Frags  Kills  Deaths
  0     a       2      0      0
  1     b       0      0      0
`
	if got := trimmed(info.String()); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func TestPageOfLevelsAgainstMonsters(t *testing.T) {
	took := 65.4321
	info := &Info{
		File: "a.dem", Format: "dem", Encoding: Encoding{Protocol: 15},
		Levels: []Level{
			{Map: "maps/e1m1.bsp", Single: &Single{Time: &took, Kills: score(12), Monsters: score(47),
				Secrets: score(0), TotalSecrets: score(3)}},
			{Map: "maps/e1m2.bsp", Clock: 70, Single: &Single{}},
		},
		Demo: match.Demo{Game: world.Quake},
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
		{Map: "maps/base2.bsp", Single: &Single{Kills: score(1), Monsters: score(2)}}},
		Demo: match.Demo{Game: world.Quake2}}
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
	old := func(name string, age float64) world.Score {
		return world.Score{Name: name, Score: 7, Age: age, Told: world.ToldScore}
	}
	players := []world.Score{old("Ann", 21), old("Bob", 83), old("Own", 0)}
	info := &Info{Format: "dm3", Game: "quake3", Demo: match.DemoOf(world.Quake3, players, nil, nil)}
	const want = "  Scores are the last that the game reported, up to 1:23 before the end."
	if n := strings.Count(info.String(), want); n != 1 {
		t.Errorf("%d times in\n%s", n, info)
	}
	for i := range players {
		players[i].Age = 0
	}
	if strings.Contains(info.String(), "before the end") {
		t.Errorf("nothing is old:\n%s", info)
	}
	// The age of who left is before that.
	info.Demo = match.DemoOf(world.Quake3, nil, nil, []world.Result{{Complete: true,
		Players: []world.Score{old("Ann", 9)}, Left: []world.Score{old("Zoe", 90)}}})
	if text := info.String(); !strings.Contains(text, "up to 0:09 before the end.") {
		t.Errorf("the oldest of who was there is of 9 s before:\n%s", text)
	}
}

// Who left a match and came back has a score that began anew, which the table says, so that it is no riddle
// beside the kills.
func TestPageOfWhoCameBack(t *testing.T) {
	r := world.Result{Complete: true, Players: []world.Score{has(0, "Ann", -1, 0, 0), has(1, "Bob", -1, 0, 0)},
		Returns: []world.Return{{Name: "Bob", Score: 2, HasScore: true, Left: 123.9, Back: 128.6}}}
	results := []world.Result{r}
	info := &Info{Format: "dm2", Game: "quake2", Kills: 1, Demo: match.DemoOf(world.Quake2, nil, nil, results)}
	text := info.String()
	for _, want := range []string{"0  (back since 2:08)\n", "  Bob left at 2:03 with 2 frags and was back at " +
		"2:08, with a new frag count; kills and deaths are totals.\n"} {
		if strings.Count(text, want) != 1 {
			t.Errorf("not once %q in\n%s", want, text)
		}
	}
	results[0].Returns = nil
	if text := info.String(); strings.Contains(text, "back") {
		t.Errorf("nobody left:\n%s", text)
	}
}

// A piece of a match without its beginning and its end has the table of the whole demo, which says who came back, too.
func TestPageOfAPieceSaysWhoCameBack(t *testing.T) {
	results := []world.Result{{Start: world.Unknown, End: world.Unknown,
		Players: []world.Score{has(1, "Bob", -1, 0, 0)},
		Returns: []world.Return{{Name: "Bob", Score: 2, HasScore: true, Left: 19, Back: 24}}}}
	info := &Info{Format: "dm2", Kills: 1, Demo: match.DemoOf(world.Quake2,
		[]world.Score{did(0, "Ann", 2, 0), has(1, "Bob", -1, 4, 2)}, nil, results)}
	const want = `
  Whole demo:
  Slot  Player  Frags  Kills  Deaths
  0     Ann            2      0
  1     Bob     -1     4      2  (back since 0:24)
  Bob left at 0:19 with 2 frags and was back at 0:24, with a new frag count; kills and deaths are totals.
`
	if got := trimmed(info.String()); !strings.HasSuffix(got, want) {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	results[0].Returns, results[0].Complete = nil, true
	if got := info.String(); strings.Contains(got, "back") {
		t.Errorf("nobody came back:\n%s", got)
	}
}

// Kills of mates stand where there are any, of a match and of a whole demo: they count against who did it.
func TestPageOfTeamKills(t *testing.T) {
	results := []world.Result{{Complete: true, End: 61, Teams: []world.TeamScore{{Name: "red", Score: 3}},
		Players: []world.Score{has(world.Nobody, "Ann", 3, 4, 1), has(1, "Bob", -2, 1, 5)}}}
	ann, bob := &results[0].Players[0], &results[0].Players[1]
	ann.Team, bob.Team, bob.Counted.TeamKills = "red", "red", 3
	players := []world.Score{{Slot: 2, Name: "Eve", Spectator: true}}
	info := &Info{Format: "mvd", Demo: match.DemoOf(world.QuakeWorld, players, nil, results)}
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
	bob.Counted.TeamKills = 0
	info.Demo = match.DemoOf(world.QuakeWorld, players, nil, results)
	expect(`
  Slot  Player  Team       Frags  Kills  Deaths
  1     Bob     red        -2     1      5
  2     Eve     spectator
        Ann     red        3      4      1
`)
	whole := info.Demo.Table(nil, match.InText)
	if len(whole.Rows) != 1 || whole.Rows[0].Name != "Eve" || whole.Rows[0].Note() != "(spectator)" {
		t.Errorf("of the whole demo with a match: %+v", whole)
	}
	mate := did(1, "Bob", 0, 0)
	mate.Counted.TeamKills = 1
	info.Demo = match.DemoOf(world.QuakeWorld, []world.Score{did(0, "Ann", 0, 1), mate}, nil, nil)
	expect(`
  Slot  Player  Frags  Kills  Deaths  Team kills
  0     Ann            0      1       0
  1     Bob            0      0       1
`)
}

// Where everybody plays alone nobody has a team, though Quake III calls that one "free" and QuakeWorld's
// players name what they like; where teams play who has come since is in one, too.
func TestPageOfPlayersWithoutTeams(t *testing.T) {
	alone := func(end float64) world.Result {
		return world.Result{Complete: true, End: end, Players: []world.Score{has(0, "Ann", 3, 0, 0),
			has(1, "Bob", 1, 0, 0)}, Left: []world.Score{{Name: "Cy", Team: "spectator", Spectator: true}}}
	}
	results := []world.Result{alone(61), alone(125)}
	players := []world.Score{{Name: "Ann", Team: "free"}, {Slot: 1, Name: "Bob", Team: "free"},
		{Slot: 2, Name: "Di", Team: "free"}, {Slot: 3, Name: "Eve", Team: "spectator", Spectator: true}}
	info := &Info{Format: "dm3", Demo: match.DemoOf(world.Quake3, players, nil, results)}
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
	whole.Demo = match.DemoOf(world.Quake3, players, nil, nil)
	if got := trimmed(whole.String()); !strings.HasSuffix(got, "\n  Slot  Player  Frags  Kills  Deaths\n  0     Ann "+
		"           0      0\n  1     Bob            0      0\n  2     Di             0      0\n  3     Eve         "+
		"            spectator\n") {
		t.Error(got)
	}
	whole.Demo = match.DemoOf(world.Quake3, []world.Score{{Name: "Ann", Team: "red"}}, nil, nil)
	whole.Demo.Teams = true
	if got := trimmed(whole.String()); !strings.HasSuffix(got,
		"\n  Slot  Player  Team  Frags  Kills  Deaths\n  0     Ann     red          0      0\n") {
		t.Error(got)
	}
	players[2].Team, results[1].Players[0].Team, results[1].Players[1].Team = "red", "red", "red"
	expect(`
  Slot  Player  Team       Frags  Kills  Deaths
  0     Ann     red        3      0      0
  1     Bob     red        1      0      0
  2     Di      red
  3     Eve     spectator
`)
}
