package timeline_test

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/player/scan"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/player/world/prints"
)

// printFormats are those whose games print obituaries.
var printFormats = []string{"dem", "qwd", "mvd", "dm2", "mvd2"}

// printDemos calls check with each real demo of a game that prints obituaries.
func printDemos(t *testing.T, check func(t *testing.T, demo *formats.Demo)) {
	for _, format := range printFormats {
		for _, path := range corpus.Demos(t, format) {
			t.Run(filepath.Base(path), func(t *testing.T) {
				demo, err := formats.Open(filepath.Base(path), corpus.Read(t, path))
				if err != nil {
					t.Fatal(err)
				}
				check(t, demo)
			})
		}
	}
}

// death is one of a player.
type death struct {
	clock float64 // viewer's time
	slot  int
}

// A death that the state of a player shows has an obituary, and in recordings of
// servers, which show all players, the other way round.
func TestCorpusDeathsAreTold(t *testing.T) {
	total := 0
	printDemos(t, func(t *testing.T, demo *formats.Demo) {
		var seen, told []death
		var dead, known, half [world.MaxPlayers]bool // half: told without the killer
		health := map[string]int{"dem": world.StatHealth, "dm2": world.Quake2StatHealth}
		cursor := scan.NewCursor(demo.Name, demo.Decoder())
		w := cursor.World
		for cursor.Next() == nil {
			for i := range w.Events {
				e := &w.Events[i]
				switch {
				case e.Other < 0 || e.Kind != world.EventKill && e.Kind != world.EventNamed:
				case e.Kind == world.EventNamed && half[e.Other]:
					half[e.Other] = false
				default:
					half[e.Other] = e.Kind == world.EventKill && e.TeamKill && e.Player < 0
					told = append(told, death{w.Clock, e.Other})
				}
			}
			for i := range w.Players {
				p := &w.Players[i]
				is, ok := p.Dead, p.Visible && !p.Spectator
				if stat, client := health[demo.Name]; client {
					v, has := w.Stats.Get(stat)
					is, ok = v <= 0, has && i == w.Recorder && !p.Spectator && !w.Intermission
				}
				if ok && known[i] && is && !dead[i] {
					seen = append(seen, death{w.Clock, i})
				}
				known[i], dead[i] = ok, is
			}
		}
		// Prints are reliable: in a recording of a client with losses they come late.
		late := 0.6
		if demo.Name == "qwd" {
			late = 3.2
		}
		for _, d := range unmatched(seen, told, 0.6, late) {
			t.Errorf("slot %d dies at %.2f s and nothing tells it", d.slot, d.clock)
		}
		if demo.Name == "mvd" || demo.Name == "mvd2" {
			for _, d := range unmatched(told, seen, late, 0.6) {
				t.Errorf("slot %d is told to die at %.2f s and does not", d.slot, d.clock)
			}
		}
		t.Logf("%d deaths seen, %d told", len(seen), len(told))
		total += len(seen)
	})
	if total < 800 {
		t.Errorf("only %d deaths were seen", total)
	}
}

// unmatched returns the deaths of list of which others has none of the same player
// between some seconds before and behind. Each of others matches one.
func unmatched(list, others []death, before, behind float64) (rest []death) {
	used := make([]bool, len(others))
next:
	for _, d := range list {
		for i, o := range others {
			if !used[i] && o.slot == d.slot && o.clock > d.clock-before && o.clock < d.clock+behind {
				used[i] = true
				continue next
			}
		}
		rest = append(rest, d)
	}
	return rest
}

// noDeaths are what lines say, behind the name of a player, that is no event, and what it
// is. A name in them stands for any player's, and "*" for any text at the end.
var noDeaths = []struct{ rest, what string }{
	{" entered the game", "joins"}, {" disconnected", "leaves"}, {" rejoins the game *", "joins"},
	{" is ready*", "before the match"}, {" is READY for the match.", "before the match"},
	{" is not ready", "before the match"},
	{" stops the countdown", "before the match"}, {" says pickup!!", "before the match"},
	{" votes for stopping the match", "a vote"}, {" gives his vote", "a vote"},
	{" has requested admin rights!", "a vote"},
	{" gains admin status!*", "a vote, and the line of another without an end between"},
	{" wins, *", "the result of a duel"},
	{" vs. NAME", "who fights next in Rocket Arena"}, {" is the new challenger", "who fights next in Rocket Arena"},
	{" had *", "what the winner had left in Rocket Arena"},
	{" returned the *", "a flag"}, {" lost the *", "a flag"}, {" has The *", "a flag"}, {" defends *", "a bonus"},
	{" gets an assist for *", "a bonus"},
	{" killed the flag carrier, *", "a bonus: the death has a line of its own"},
	{" WARNING: non standard player/eyes model detected", "a warning"},
}

// Every line that begins with the name of a player is an event, or is listed with what it
// is: no obituary is left out.
func TestCorpusLinesAreRead(t *testing.T) {
	seen := make([]bool, len(noDeaths))
	lines := 0
	printDemos(t, func(t *testing.T, demo *formats.Demo) {
		cursor := scan.NewCursor(demo.Name, demo.Decoder())
		w := cursor.World
		var open [4]prints.Pieces // by print level
		for cursor.Next() == nil {
			for i := range open {
				open[i].Settle()
			}
			for i := range w.Events {
				if e := &w.Events[i]; e.Kind == world.EventPrint {
					open[e.Level&3].Add(e.Text, func(line []byte) {
						rest, ok := behindName(w, line)
						if !ok {
							return
						}
						lines++
						if known := knownLine(rest); known >= 0 {
							seen[known] = true
						} else if !read(w, line) {
							t.Errorf("at %.2f s: %q is no event", w.Clock, line)
						}
					})
				}
			}
		}
	})
	for i, is := range seen {
		if !is {
			t.Errorf("no demo says %q", noDeaths[i].rest)
		}
	}
	t.Logf("%d lines", lines)
	if lines < 2200 {
		t.Errorf("there are only %d lines", lines)
	}
}

// behindName returns what a line says behind the name of the player that it begins with,
// the longest if there are several, in the charset's usual color. Names of others in it
// are NAME.
func behindName(w *world.World, line []byte) (rest string, ok bool) {
	length := 0
	for i := range w.Players {
		name := w.Players[i].Name
		if after, begins := strings.CutPrefix(string(line), name); begins && w.Players[i].InUse && len(name) > length {
			rest, length, ok = plain(after), len(name), true
		}
	}
	for i := range w.Players {
		if name := plain(w.Players[i].Name); len(name) > 1 {
			rest = strings.ReplaceAll(rest, name, "NAME")
		}
	}
	return rest, ok
}

// knownLine returns the index of a line in noDeaths, by what it says behind the name; -1
// if it is not there.
func knownLine(rest string) int {
	return slices.IndexFunc(noDeaths, func(k struct{ rest, what string }) bool {
		begin, any := strings.CutSuffix(k.rest, "*")
		return rest == begin || any && strings.HasPrefix(rest, begin)
	})
}

// read reports whether an event of the packet has a line as its text.
func read(w *world.World, line []byte) bool {
	return slices.ContainsFunc(w.Events, func(e world.Event) bool {
		return e.Kind != world.EventPrint && e.Kind != world.EventChat && bytes.Equal(bytes.TrimSpace(e.Text),
			bytes.TrimSpace(line))
	})
}

// TestCorpusKicked: the death of who is kicked is his, although the packet that tells it has emptied his slot before.
func TestCorpusKicked(t *testing.T) {
	told := 0
	for _, e := range corpusEvents(t, "dm3", "oa_ps37ctf2_spec.dm_71") {
		if e.Kind == world.EventKill && e.Weapon == weapon.Suicide {
			told++
			if e.OtherName != "Dark" || !e.Idle {
				t.Errorf("%+v", e)
			}
		}
	}
	if told != 1 {
		t.Errorf("%d are told, want 1", told)
	}
}
