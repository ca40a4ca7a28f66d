package prints

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"demoscope/player/world"
)

// lineOf returns a line of the form of a text of [Words].
func lineOf(text string) string {
	return strings.NewReplacer("%s", "Bob", "%d", "2", "*", " x ").Replace(text)
}

// Each row of the table is reached by a line of its form, also in the other color of the charset.
func TestMatchWords(t *testing.T) {
	for _, m := range MatchWords {
		line := lineOf(m.Text)
		for _, chat := range []bool{false, true} {
			want := m.Meaning
			if chat && !m.Chat {
				want = NoMeaning
			}
			said := Match(m.Game, chat, nil, []byte(line))
			if said.Meaning != want {
				t.Errorf("%v %q, chat %v: %v, not %v", m.Game, line, chat, said.Meaning, want)
				continue
			}
			if want == NoMeaning {
				continue
			}
			if strings.Contains(m.Text, "%s") != (string(said.Name) == "Bob") ||
				strings.Contains(m.Text, "%d") != (said.HasNumber && said.Number == 2) {
				t.Errorf("%v %q: name %q, number %v", m.Game, line, said.Name, said.Number)
			}
		}
		if m.Game == world.Quake3 {
			continue
		}
		colored := []byte(line)
		for i := range colored {
			if colored[i] > ' ' {
				colored[i] |= 0x80
			}
		}
		if said := Match(m.Game, false, nil, colored); said.Meaning != m.Meaning {
			t.Errorf("%v %q in color: %v", m.Game, line, said.Meaning)
		}
	}
}

// Lines of games as demos have them, and such as say nothing.
func TestMatchLines(t *testing.T) {
	const qw, q2, q3 = world.QuakeWorld, world.Quake2, world.Quake3
	for _, c := range []struct {
		game   world.Game
		chat   bool
		line   string
		says   Meaning
		name   string
		number float64
	}{
		{qw, false, "\x90\x97\x91 minutes overtime follows", Overtime, "", 5},
		{qw, false, "\x90\x93\x92\x91 minutes overtime follows", Overtime, "", 10},
		{qw, false, "Sudden death \xef\xf6\xe5\xf2\xf4\xe9\xed\xe5 begins", Overtime, "", 0},
		{qw, false, "ma\xc3\xcc paused the game. He has 2 remaining request(s).", Pauses, "ma\xc3\xcc", 0},
		{qw, false, "Ann unpaused the game (will resume in 3 seconds)", Announces, "Ann", 0},
		{qw, false, "Ann unpaused the game", Resumes, "Ann", 0},
		{qw, false, "Overtime [3]", NoMeaning, "", 0},
		{qw, false, "the match is over", NoMeaning, "", 0},
		{q2, false, "Scores are tied 3 - 3, adding 0.5 minutes overtime.", Overtime, "", 0.5},
		{q2, false, "Scores are tied 3 - 3, entering Sudden Death!", Overtime, "", 0},
		{q2, true, "stg called a time out. Match will resume automatically in 5:00.", Pauses, "stg", 0},
		{q2, true, "Bob (Home) disconnected and has 2:00 to reconnect.", Pauses, "Bob (Home)", 0},
		{q2, true, "Timelimit hit.", NoMeaning, "", 0},
		{q2, false, "Timelimit hit. Match ended.", Ends, "", 0},
		{q2, false, " wins by forfeit!", NoMeaning, "", 0},
		{q3, false, "OVERTIME! 2 minutes added", Overtime, "", 2},
		{q3, false, "Overtime mode: 3", Announces, "", 0},
		{q3, false, "suddendeathTV entered the game", NoMeaning, "", 0},
		{q3, false, "timeout entered the game", NoMeaning, "", 0},
		{q3, false, "Overtime! 99999 minutes added", Overtime, "", 0},
	} {
		said := Match(c.game, c.chat, nil, []byte(c.line))
		if said.Meaning != c.says || string(said.Name) != c.name || said.Number != c.number {
			t.Errorf("%q: %v %q %v", c.line, said.Meaning, said.Name, said.Number)
		}
	}
}

// The document has the rows of the table.
func TestMatchWordsDocument(t *testing.T) {
	document, err := os.ReadFile("../../../docs/match-words.md")
	if err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	for _, game := range []world.Game{world.QuakeWorld, world.Quake, world.Quake2, world.Quake3} {
		fmt.Fprintf(&table, "## %s\n\n| mod | words | what they do |\n| --- | --- | --- |\n", gameNames[game])
		for _, m := range MatchWords {
			if m.Game == game {
				text := strings.NewReplacer("%s", "NAME", "%d", "N", "*", "…").Replace(m.Text)
				fmt.Fprintf(&table, "| %s | %s | %s |\n", m.Mods, text, m.Meaning)
			}
		}
		table.WriteByte('\n')
	}
	if want := strings.TrimSpace(table.String()); !strings.Contains(string(document), want) {
		t.Errorf("docs/match-words.md lacks this:\n%s", want)
	}
}

var gameNames = map[world.Game]string{world.Quake: "Quake", world.QuakeWorld: "QuakeWorld", world.Quake2: "Quake II",
	world.Quake3: "Quake III and its family"}

// namesOf returns players in use with names.
func namesOf(names ...string) (players []world.Player) {
	for _, name := range names {
		players = append(players, world.Player{InUse: true, Name: name})
	}
	return players
}

// What a player says, and lines about a player whose name is the words of a match, say nothing of it.
func TestMatchWordsOfPlayers(t *testing.T) {
	for _, m := range MatchWords {
		words := strings.TrimSpace(lineOf(m.Text))
		for _, name := range []string{words, "x " + words + " y", strings.TrimRight(words, " x.!")} {
			for _, c := range []struct {
				line    string
				unknown bool // the line tells that it is about a player whose name is not known
			}{
				{name + " entered the game", true}, {name + " connected", true}, {"Zed renamed to " + name, true},
				{"Zed changed name to " + name, true}, {name + " was railgunned by Zed", false},
				{"Zed was gibbed by " + name, false}, {name + " is invulnerable", false}, {name + ": hello", false},
				{"Zed: " + words, false}, {name + "'s rocket", false},
			} {
				for _, chat := range []bool{false, true} {
					if said := Match(m.Game, chat, namesOf("Zed", name), []byte(c.line)); said.Meaning != NoMeaning {
						t.Errorf("%v %q, chat %v: %v", m.Game, c.line, chat, said.Meaning)
					}
					said := Match(m.Game, chat, nil, []byte(c.line))
					if (c.unknown || chat && strings.Contains(c.line, ": ")) && said.Meaning != NoMeaning {
						t.Errorf("%v %q without names, chat %v: %v", m.Game, c.line, chat, said.Meaning)
					}
				}
			}
		}
		// The game's own words are true whoever has a part of them as a name.
		for _, name := range []string{"The", "Match", "match", "Bob", "is", "2", "x"} {
			if said := Match(m.Game, false, namesOf(name), []byte(lineOf(m.Text))); said.Meaning != m.Meaning {
				t.Errorf("%v %q with a player %s: %v", m.Game, lineOf(m.Text), name, said.Meaning)
			}
		}
	}
	for _, name := range []string{"Timelimit hit", "Timelimit hit. Match ended."} {
		said := Match(world.Quake2, false, namesOf(name), []byte("Timelimit hit. Match ended."))
		if said.Meaning != Ends {
			t.Errorf("a player %s: %v", name, said.Meaning)
		}
	}
}
