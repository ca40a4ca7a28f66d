package report

import (
	"regexp"
	"strings"
	"testing"

	"demoscope/player/world"
)

// trimmed returns text without the spaces at the ends of its lines.
func trimmed(text string) string { return regexp.MustCompile(`(?m) +$`).ReplaceAllString(text, "") }

// The page of a demo says what its row in a table says, and more.
func TestPage(t *testing.T) {
	end, slot, recorder := 61.0, 1, 2
	info := &Info{
		File: "a.qwd", Format: "qwd", Protocol: 28, Duration: 83, Size: 1000, Blocks: 5, Kills: 1,
		Date: "2024-06-16T17:19:29Z", Modified: "2026-01-02T03:04:05Z",
		Levels: []Level{{Map: "maps/dm6.bsp", Title: "The Dark Zone"}},
		Players: []InfoPlayer{
			{Name: "a", Team: "x", Frags: 2, Kills: 3, Deaths: 8}, {Slot: 1, Name: "b", Kills: 8, Deaths: 3},
			{Slot: 2, Name: "camera", Team: "y", Frags: -999, Spectator: true}, {Slot: 3, Name: "fly"},
		},
		Recorder: &recorder,
		game:     world.QuakeWorld,
	}
	info.Result = &Result{
		Map: "dm6", Complete: true, End: &end, Spectators: []string{"camera", "fly"},
		Players: []PlayerScore{{Name: "a", Score: score(2)}, {Name: "b", Slot: &slot, Score: score(8)}},
	}
	info.Matches = []*Result{info.Result}
	const want = `a.qwd
  QuakeWorld demo of a client, protocol 28
  1:23, 1 KB, 5 blocks, 0 messages, 1 death
  Recorded 2024-06-16 17:19:29 UTC
  Result: a 2 : 8 b

  Level  Map  Title          Begins
  1      dm6  The Dark Zone  0:00

  Slot  Player  Team       Frags  Kills  Deaths
  0     a       x          2      3      8
  1     b                  8      8      3
  2     camera  spectator                  recorder
  3     fly     spectator
`
	if got := trimmed(info.String()); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func TestPageOfManyMatches(t *testing.T) {
	end := 61.0
	info := &Info{
		File: "a.dm_68", Format: "dm3", Protocol: 68, Modified: "2026-01-02T03:04:05Z",
		Matches: []*Result{
			{Map: "q3dm6", Complete: true, End: &end, Players: []PlayerScore{{Name: "a", Score: score(2)}, {Name: "b", Score: score(0)}}},
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
  Match on q3dm6: a 0 : 1 b (unfinished)`
	if got := trimmed(info.String()); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func TestPageOfLevelsAgainstMonsters(t *testing.T) {
	took := 65.4321
	info := &Info{
		File: "a.dem", Format: "dem", Protocol: 15,
		Levels: []Level{
			{Map: "maps/e1m1.bsp", Single: &Single{Time: &took, Kills: score(12), Monsters: score(47), Secrets: score(0), TotalSecrets: score(3)}},
			{Map: "maps/e1m2.bsp", Clock: 70, Single: &Single{}},
		},
		game: world.Quake,
	}
	const want = `a.dem
  Quake demo, protocol 15
  0:00, 0 B, 0 blocks, 0 messages

  Level  Map   Title  Begins  Monsters  Secrets  Finished in
  1      e1m1         0:00    12 of 47  0 of 3   1:05.432
  2      e1m2         1:10`
	if got := trimmed(info.String()); got != want {
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
