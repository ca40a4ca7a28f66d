package quake3_test

import (
	"bytes"
	"math/bits"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/internal/corpus"
	"demoscope/player/world"
	"demoscope/player/world/internal/facts"
	"demoscope/player/world/quake3"
)

// playDM3 plays a demo and calls onMessage after each message that the world has
// taken, and onPacket after each packet.
func playDM3(t *testing.T, path string, onMessage func(w *world.World, m message.Message), onPacket func(w *world.World,
	in *quake3.Inspector)) {
	t.Helper()
	demo, err := formats.Open(filepath.Base(path), corpus.Read(t, path))
	if err != nil {
		t.Fatal(err)
	}
	w, in := quake3.NewInspected()
	facts.Drive(t, w, demo.Decoder(), onMessage, func(w *world.World, _ *message.Packet) {
		if onPacket != nil {
			onPacket(w, in)
		}
	})
}

func realDM3(t *testing.T) []string {
	return corpus.Files(t, filepath.Join(corpus.Dir(t), "dm3"), func(string) bool { return true })
}

// weaponItems are the names of the weapons' items by number.
var weaponItems = [...]string{
	1: "Gauntlet", 2: "Machinegun", 3: "Shotgun", 4: "Grenade Launcher", 5: "Rocket Launcher", 6: "Lightning Gun",
	7: "Railgun",
	8: "Plasma Gun", 9: "BFG10K", 10: "Grappling Hook", 11: "Nailgun", 12: "Prox Launcher", 13: "Chaingun",
	14: "Heavy Machinegun",
}

// Whoever is watched and has a new weapon has taken it: its bits tell of every pick-up of
// one, whichever way the event came, and every pick-up of them. The stat is that of the game: 2, or 3 in OpenArena
// and Quake Live.
func TestWeaponsAreTaken(t *testing.T) {
	gained, events := map[string]int{}, 0
	for _, path := range realDM3(t) {
		name := filepath.Base(path)
		stat := message.PlayerStateStats + 2
		if strings.HasPrefix(name, "oa_") || strings.Contains(name, ".dm_73") || strings.Contains(name, ".dm_9") {
			stat = message.PlayerStateStats + 3
		}
		type taking struct {
			clock float64
			slot  int
			item  string
		}
		var taken []taking
		var raw quake3.RawSnapshot
		var last struct{ client, owned, spawn, health int32 }
		playDM3(t, path, nil, func(w *world.World, in *quake3.Inspector) {
			for _, e := range w.Events {
				if e.Kind == world.EventItem {
					taken = append(taken, taking{w.Clock, e.Player, e.Item})
				}
			}
			if len(w.Events) > 0 && w.Events[0].Kind == world.EventLevel {
				last.client = -1
			}
			if !in.Raw(&raw) {
				return
			}
			ps := raw.Player
			client, owned := ps[message.PlayerStateClientNum], ps[stat]
			spawn, health := ps[message.PlayerStatePersistant+4], ps[message.PlayerStateStats]
			if client == last.client && spawn == last.spawn && health > 0 && last.health > 0 {
				for fresh := uint32(owned &^ last.owned); fresh != 0; fresh &= fresh - 1 {
					gained[name]++
					item := weaponItems[bits.TrailingZeros32(fresh)]
					found := false
					for i := max(0, len(taken)-16); i < len(taken); i++ {
						found = found || taken[i].slot == int(client) && taken[i].item == item &&
							w.Clock-taken[i].clock < 0.3
					}
					if !found {
						t.Errorf("%s: at %.3f player %d has the %s, which it did not take", name, w.Time, client, item)
					}
				}
			}
			for _, e := range w.Events {
				number := slices.Index(weaponItems[:], e.Item)
				if e.Kind != world.EventItem || e.Player != int(client) || number <= 0 || health <= 0 {
					continue
				}
				events++
				if owned>>number&1 == 0 {
					t.Errorf("%s: at %.3f player %d does not have the %s, which it took", name, w.Time, client, e.Item)
				}
			}
			last.client, last.owned, last.spawn, last.health = client, owned, spawn, health
		})
	}
	t.Log(gained, events, "pick-ups")
	if len(gained) < 12 || events < 400 {
		t.Errorf("weapons were taken in %d demos only", len(gained))
	}
}

// Quake Live counts the armors and megahealths that the two of a duel have taken, and
// prints them at the end.
func TestItemsOfDuel(t *testing.T) {
	items := [...]string{"Red Armor", "Yellow Armor", "Green Armor", "Mega Health"}
	want, got := map[string]int{}, map[string]int{}
	var board []byte
	last := int32(0)
	playDM3(t, filepath.Join(corpus.Dir(t), "dm3", "udt_p91_duel.dm_91"), func(_ *world.World, m message.Message) {
		if c, ok := m.(*message.ServerCommand); ok && c.Sequence > last {
			last = c.Sequence
			if bytes.HasPrefix(c.Text, []byte("scores_duel ")) {
				board = bytes.Clone(c.Text)
			}
		}
	}, func(w *world.World, _ *quake3.Inspector) {
		for _, e := range w.Events {
			switch e.Kind {
			case world.EventMatchStart:
				clear(got)
			case world.EventItem:
				got[strconv.Itoa(e.Player)+" "+e.Item]++
			}
		}
	})
	// Client, 12 numbers, and for each of the four how often and after how long.
	words := strings.Fields(string(board))
	if len(words) < 2+2*22 || words[1] != "2" {
		t.Fatalf("%q", board)
	}
	second := 2 + (len(words)-2)/2
	for _, first := range []int{2, second} {
		for i, item := range items {
			n, err := strconv.Atoi(words[first+13+2*i])
			if err != nil {
				t.Fatal(err)
			}
			want[words[first]+" "+item] = n
		}
	}
	if want["0 Yellow Armor"] != 20 || want["1 Mega Health"] != 6 {
		t.Fatalf("%q has %v", board, want)
	}
	for what, n := range want {
		if got[what] != n {
			t.Errorf("%s: %d, not %d", what, got[what], n)
		}
	}
}

// Every line of chat is told by who said it, without what is not a part of it.
func TestChatOfRealDemos(t *testing.T) {
	lines, demos := 0, 0
	for _, path := range realDM3(t) {
		name, before := filepath.Base(path), lines
		live := strings.Contains(name, ".dm_73") || strings.Contains(name, ".dm_9")
		seen, last := 0, int32(0)
		playDM3(t, path, func(w *world.World, m message.Message) {
			if g, ok := m.(*message.GameState); ok {
				last = g.CommandSequence
			}
			c, ok := m.(*message.ServerCommand)
			fresh := ok && c.Sequence-last > 0
			if fresh {
				last = c.Sequence
			}
			for ; seen < len(w.Events); seen++ {
				e := &w.Events[seen]
				if e.Kind != world.EventChat {
					continue
				}
				text := withoutColors(strings.TrimSuffix(string(e.Text), "\n"))
				who, _, said := strings.Cut(text, ": ")
				if strings.ContainsRune(text, 0x19) {
					t.Errorf("%s: %q has an escape", name, text)
				}
				if !said { // "Liz is on a killing spree with 5 kills"
					if e.Player != world.Nobody {
						t.Errorf("%s: %q is said by player %d", name, text, e.Player)
					}
					continue
				}
				lines++
				if e.Player == world.Nobody {
					t.Errorf("%s: nobody says %q", name, text)
					continue
				}
				p := &w.Players[e.Player]
				plain := infoOf(p.UserInfo, "cn")
				if plain != "" {
					plain += " "
				}
				plain += withoutColors(p.Name)
				if i := strings.Index(who, ") ("); i > 0 { // a place
					who = who[:i+1]
				}
				if who != plain && who != "("+plain+")" {
					t.Errorf("%s: %q is said by %q", name, text, plain)
				}
				if live && !bytes.HasPrefix(c.Text, []byte("chat \"0"+strconv.Itoa(e.Player)+" ")) {
					t.Errorf("%s: %q is said by player %d", name, c.Text, e.Player)
				}
			}
		}, func(*world.World, *quake3.Inspector) { seen = 0 })
		if lines > before {
			demos++
		}
	}
	t.Logf("%d lines in %d demos", lines, demos)
	if demos < 14 || lines < 300 {
		t.Errorf("%d lines in %d demos only", lines, demos)
	}
}

// What a team is told of its players is what their own playerStates say: the demo's
// player is one of them. It is told of the moment before.
func TestTeamInfoOfRealDemos(t *testing.T) {
	checked := map[string]int{}
	for _, path := range realDM3(t) {
		name := filepath.Base(path)
		armor := 3
		if strings.HasPrefix(name, "oa_") {
			armor = 4
		}
		last := int32(0)
		playDM3(t, path, func(w *world.World, m message.Message) {
			if g, ok := m.(*message.GameState); ok {
				last = g.CommandSequence
			}
			c, ok := m.(*message.ServerCommand)
			if !ok || c.Sequence-last <= 0 {
				return
			}
			last = c.Sequence
			words := strings.Fields(string(c.Text))
			if words[0] != "tinfo" || w.Recorder < 0 {
				return
			}
			for i := 2; i+6 <= len(words); i += 6 {
				slot, _ := strconv.Atoi(words[i])
				if slot == w.Recorder {
					if w.Players[slot].Stats != nil {
						t.Errorf("%s: of the watched player only the team's words are known", name)
					}
					continue
				}
				for k, stat := range map[int]int{2: 0, 3: armor} {
					want, _ := strconv.Atoi(words[i+k])
					if v, known := w.Players[slot].Stats.Get(stat); !known || int(v) != want {
						t.Errorf("%s: player %d has %d in stat %d, the team is told %d", name, slot, v, stat, want)
					}
					checked[name]++
				}
			}
		}, nil)
	}
	t.Log(checked)
	if len(checked) < 2 {
		t.Error("no demo tells a team of its players")
	}
}

// The two best scores stand in configstrings at every moment, and lists tell all seldom: in games
// where a frag is a point the scores of players are those all the time, and no list changes one by more than
// the deaths that came with it.
func TestScoresAgree(t *testing.T) {
	checked, lists := 0, 0
	for _, path := range realDM3(t) {
		name := filepath.Base(path)
		if !strings.Contains(name, "duel") && name != "oa_dm1_player.dm_71" && name != "oa_aggressor_spec.dm_71" {
			continue
		}
		told := map[int]bool{} // by a list, or a restart before it
		var before []int32
		listed := false
		playDM3(t, path, func(_ *world.World, m message.Message) {
			if c, ok := m.(*message.ServerCommand); ok {
				listed = listed || bytes.HasPrefix(c.Text, []byte("scores"))
			}
		}, func(w *world.World, _ *quake3.Inspector) {
			deaths := map[int]int32{}
			for _, e := range w.Events {
				switch e.Kind {
				case world.EventKill:
					deaths[e.Player]++
					deaths[e.Other]++
				case world.EventLevel, world.EventMatchStart:
					clear(told)
				}
			}
			var scores []int32
			known := w.Match.Known && w.Match.Phase >= world.PhaseRunning
			for i := range w.Players {
				p := &w.Players[i]
				if !p.InUse || p.Spectator {
					delete(told, i)
					continue
				}
				scores = append(scores, p.Frags)
				if i < len(before) && told[i] && max(p.Frags-before[i], before[i]-p.Frags) > deaths[i] {
					t.Errorf("%s at %.2f: %s has %d after %d with %d deaths or kills", name, w.Clock, p.Name, p.Frags,
						before[i], deaths[i])
				}
				if listed {
					told[i] = true
					lists++
				}
				known = known && told[i]
			}
			listed = false
			before = before[:0]
			for i := range w.Players {
				before = append(before, w.Players[i].Frags)
			}
			if !known || len(scores) < 2 {
				return
			}
			slices.Sort(scores)
			slices.Reverse(scores)
			checked++
			if got := [2]int32(scores); got != w.Match.Scores {
				t.Fatalf("%s at %.2f: the best players have %d, and the server says %d", name, w.Clock, got,
					w.Match.Scores)
			}
		})
	}
	if checked < 50000 || lists < 250 {
		t.Errorf("%d moments and %d scores in lists", checked, lists)
	}
}
