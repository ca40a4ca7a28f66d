package report

import (
	"io"
	"slices"
	"strings"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/match"
	"demoscope/player/world"
)

// packets is a decoder of packets that a test has made, one a second.
type packets struct {
	list     [][]message.Message
	at, next int
}

func (p *packets) NextPacket() (*message.Packet, error) {
	if p.at == len(p.list) {
		return nil, io.EOF
	}
	p.at, p.next = p.at+1, 0
	return &message.Packet{Block: p.at}, nil
}

func (p *packets) NextMessage() (message.Message, error) {
	list := p.list[p.at-1]
	switch p.next++; {
	case p.next == 1:
		return &message.Time{Time: float32(p.at)}, nil
	case p.next-2 < len(list):
		return list[p.next-2], nil
	case p.next-2 == len(list):
		return &message.ClientData{Health: 100, ViewHeight: 22}, nil
	}
	return nil, io.EOF
}

func (p *packets) Mark() message.Mark    { return message.Mark{Block: p.at} }
func (p *packets) Return(m message.Mark) { p.at = m.Block }

// quake sums up a demo of Quake with levels against monsters, or of deathmatch.
func quake(multi uint8, list ...[]message.Message) *Info {
	return Summarize("dem", 0, &packets{list: append([][]message.Message{{level(multi, "e1m1")}}, list...)})
}

func level(multi uint8, name string) message.Message {
	return &message.ServerInfo{Protocol: 15, MaxClients: 8, Multi: multi,
		Models: [][]byte{[]byte("maps/" + name + ".bsp"), []byte("progs/player.mdl")}}
}

func called(slot uint8, name string) message.Message {
	return &message.UpdateName{Player: slot, Text: []byte(name)}
}

func says(line string) message.Message { return &message.Print{Text: []byte(line + "\n")} }

// Who played and left before the end stands in the table of the whole demo, with when he left: against
// monsters whatever he did, elsewhere who had a score or a part in a death. Who has come back has not left.
func TestTableOfTheWholeDemoHasWhoLeft(t *testing.T) {
	coop := quake(0,
		[]message.Message{called(0, "Ann"), called(1, "Bob"), called(2, "Cy"), called(3, "Di")},
		[]message.Message{says("Bob visits the Volcano God")},
		[]message.Message{called(2, ""), called(3, "")}, // at 2.1 s of the viewer's clock
		[]message.Message{called(4, "Di")},
		[]message.Message{level(0, "e1m2"), called(0, "Ann"), called(1, "Bob"), called(4, "Di")},
		[]message.Message{says("Bob visits the Volcano God"), says("Ann visits the Volcano God")},
		[]message.Message{called(1, "")},
		[]message.Message{},
	)
	const want = `
  Whole demo:
  Slot  Player  Frags  Kills  Deaths
  0     Ann     0      0      1  recorder
  1     Bob     0      0      2  left at 0:05
  2     Cy      0      0      0  left at 0:02
  4     Di      0      0      0
`
	if got := trimmed(coop.String()); !strings.HasSuffix(got, want) {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if names := coop.Demo.Names(); !slices.Equal(names, []string{"Ann", "Di", "Cy", "Bob"}) {
		t.Errorf("its players are %q", names)
	}
	alone := &message.ServerInfo{Protocol: 15, MaxClients: 1}
	if info := quake(0, []message.Message{alone, called(0, "player")}, []message.Message{alone, called(0, "Ann")},
		[]message.Message{}); len(info.Left) > 0 {
		t.Errorf("who plays alone under two names left as %+v", info.Left)
	}
	for _, score := range []int16{0, 3} {
		info := quake(1,
			[]message.Message{called(0, "Ann"), called(1, "Bob"), called(2, "Cy"), &message.UpdateFrags{Player: 2,
				Frags: 1}},
			[]message.Message{&message.UpdateFrags{Player: 1, Frags: score}},
			[]message.Message{called(1, "")},
		)
		if got, want := len(info.Left), map[int16]int{0: 0, 3: 1}[score]; got != want {
			t.Errorf("with a score of %d who left is %+v", score, info.Left)
		} else if want == 1 && (info.Left[0].Name != "Bob" || *info.Left[0].Frags != 3 || *info.Left[0].Gone < 2 ||
			*info.Left[0].Gone > 2.2) {
			t.Errorf("%+v left with %d at %v", info.Left[0], *info.Left[0].Frags, *info.Left[0].Gone)
		} else if strings.Contains(info.String(), "Whole demo:") != (want == 1) {
			t.Errorf("with %d who left: %s", want, info)
		}
	}
}

// Who did something on one level, came to the next and did nothing there has left when he left that, with the
// score that he had made.
func TestWhoLeftAfterAChangeOfTheMap(t *testing.T) {
	info := quake(1,
		[]message.Message{called(0, "Ann"), called(1, "Bob"), &message.UpdateFrags{Player: 1, Frags: 3}},
		[]message.Message{level(1, "e1m2"), called(0, "Ann"), called(2, "Bob")}, // at 1.1 s of the viewer's clock
		[]message.Message{},
		[]message.Message{called(2, "")}, // at 2.2 s
		[]message.Message{},
	)
	if len(info.Left) != 1 || info.Left[0].Name != "Bob" || info.Left[0].Slot != 2 || *info.Left[0].Frags != 3 ||
		*info.Left[0].Gone < 2.1 || *info.Left[0].Gone > 2.3 {
		t.Fatalf("%+v", info.Left)
	}
}

// A spectator at the end who played before is listed with what the player did.
func TestTableOfTheWholeDemoHasWhoLooksOn(t *testing.T) {
	bob := has(1, "Bob", 4, 3, 0)
	bob.Spectator, bob.LooksOn, bob.Gone = true, true, 1
	info := &Info{Kills: 3, Demo: match.DemoOf(world.QuakeWorld, []world.Score{did(0, "Ann", 0, 0), bob,
		{Slot: 2, Name: "Cy", Spectator: true}}, nil, nil)}
	const want = `
  Whole demo:
  Slot  Player  Frags  Kills  Deaths
  0     Ann            0      0
  1     Bob     4      3      0  spectator from 0:01
  2     Cy                      spectator
`
	if got := trimmed(info.String()); !strings.HasSuffix(got, want) {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// Each match has its table, with when who was not there at its end left, or since when he looked on, and who
// looked on at its end.
func TestEachMatchHasItsTable(t *testing.T) {
	looks := left(has(world.Nobody, "Cy", 1, 0, 0), 42)
	looks.LooksOn = true
	ann := func(score int32) []world.Score { return []world.Score{has(world.Nobody, "Ann", score, 0, 0)} }
	results := []world.Result{
		{Map: "dm2", Complete: true, End: 61, Spectators: []string{"Cy", "Eve"}, Players: ann(4),
			Left: []world.Score{left(has(1, "Bob", 9, 0, 0), 42), looks}},
		{Map: "dm3", Complete: true, End: 125, Spectators: []string{"Eve"}, Players: ann(7)},
		{Map: "dm4", Start: 2, End: world.Unknown, Players: ann(1)},
	}
	info := &Info{Demo: match.DemoOf(world.Quake, []world.Score{did(0, "Ann", 0, 0)}, nil, results)}
	const want = `
  Match until 1:01:
  Slot  Player  Frags  Kills  Deaths
  1     Bob     9      0      0  left at 0:42
        Ann     4      0      0
        Cy      1      0      0  spectator from 0:42
        Eve                     spectator

  Match until 2:05:
  Slot  Player  Frags  Kills  Deaths
  0     Ann     7      0      0
        Eve                     spectator

  Match from 0:02:
  Slot  Player  Frags  Kills  Deaths
        Ann     1      0      0
`
	if got := trimmed(info.String()); !strings.HasSuffix(got, want) {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	// Who looks on at the end of the demo, too, is still told to do so.
	info = &Info{Demo: match.DemoOf(world.Quake, []world.Score{did(0, "Ann", 0, 0),
		{Slot: 2, Name: "Cy", Spectator: true}}, nil, results[:1])}
	if got := trimmed(info.String()); !strings.Contains(got,
		"  2     Cy      1      0      0  spectator from 0:42\n") ||
		!strings.Contains(got, "        Eve                     spectator\n") {
		t.Error(got)
	}
}

// Every name that somebody had is one of the demo's, in the order of the demo.
func TestNamesOfTheWholeDemo(t *testing.T) {
	info := quake(1,
		[]message.Message{called(0, "Ann"), called(1, "Bob")},
		[]message.Message{called(0, "\xc1nna"), called(1, "")},
		[]message.Message{level(1, "e1m2"), called(0, "Zoe")},
		[]message.Message{},
	)
	names := info.Demo.Names()
	for _, name := range []string{"Ann", "Bob", "Anna", "Zoe"} {
		if !slices.Contains(names, name) {
			t.Errorf("%q lacks %s", names, name)
		}
	}
	if len(names) != 4 {
		t.Errorf("%q", names)
	}
}

// TestLevelsOfOneMap: a level has its map and its times also if it is that of the level before.
func TestLevelsOfOneMap(t *testing.T) {
	info := quake(0, []message.Message{}, []message.Message{level(0, "e1m1")}, []message.Message{})
	for i, l := range info.Levels {
		if l.Map != "maps/e1m1.bsp" || l.Start != float64(1+2*i) || l.End != float64(2+2*i) {
			t.Errorf("level %d: %+v", i, l)
		}
	}
	if len(info.Levels) != 2 || info.Start != 1 || info.End != 4 {
		t.Errorf("%d levels from %v to %v", len(info.Levels), info.Start, info.End)
	}
}
