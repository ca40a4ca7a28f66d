package report

import (
	"io"
	"slices"
	"strings"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/match"
	"demoscope/player/world"
	"demoscope/player/world/rules"
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
	if names := coop.PlayerNames(); !slices.Equal(names, []string{"Ann", "Di", "Cy", "Bob"}) {
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

// Who went to look on and is there at the end stands there with what he did as a player.
func TestTableOfTheWholeDemoHasWhoLooksOn(t *testing.T) {
	userInfo := func(slot uint8, text string) message.Message {
		return &message.QWUpdateUserInfo{Player: slot, User: 100 + int32(slot), Text: []byte(`\name\` + text)}
	}
	info := &Info{}
	s := Summary{info: info, counts: map[person]*tally{}, half: map[int]bool{}}
	w := rules.New("mvd")
	packet := func(list ...message.Message) {
		w.Begin(&message.Packet{Block: w.Block + 1, Time: float64(w.Block + 1), Targets: 1<<32 - 1})
		for _, m := range list {
			w.Apply(m)
		}
		w.End()
		s.packet(w)
	}
	packet(&message.QWServerData{Protocol: 28}, userInfo(0, "Ann"), userInfo(1, "Bob"), userInfo(2, "Cy"))
	packet(&message.UpdateFrags{Player: 1, Frags: 4})
	packet(userInfo(1, `Bob\*spectator\1`), userInfo(2, `Cy\*spectator\1`), &message.UpdateFrags{Player: 1,
		Frags: -999})
	packet()
	left, watching := s.gone(w.PresentAtEnd(nil))
	if bob := watching["Bob"]; len(left) != 0 || len(watching) != 1 || bob == nil || bob.frags != 4 {
		t.Errorf("%+v left, %+v look on", left, watching)
	}
	gone := 1.0
	info.game = world.QuakeWorld
	info.Players = []InfoPlayer{{Name: "Ann"}, {Slot: 1, Name: "Bob", Spectator: true, Kills: 3, Gone: &gone,
		LooksOn: true, scored: score(4)}, {Slot: 2, Name: "Cy", Spectator: true}}
	info.Kills = 3
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
	start, end, later, gone, slot := 2.0, 61.0, 125.0, 42.0, 1
	first := &Result{Map: "dm2", Complete: true, End: &end, Spectators: []string{"Cy", "Eve"}, Players: []PlayerScore{
		{Name: "Ann", Score: score(4)}}, Left: []PlayerScore{
		{Name: "Bob", Slot: &slot, Score: score(9), Gone: &gone}, {Name: "Cy", Score: score(1), Gone: &gone,
			LooksOn: true}}}
	second := &Result{Map: "dm3", Complete: true, End: &later, Spectators: []string{"Eve"}, Players: []PlayerScore{
		{Name: "Ann", Score: score(7)}}}
	piece := &Result{Map: "dm4", Start: &start, Players: []PlayerScore{{Name: "Ann", Score: score(1)}}}
	info := &Info{game: world.Quake, Players: []InfoPlayer{{Name: "Ann"}}, Result: second,
		Matches: []*Result{first, second, piece}}
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
	info = &Info{game: world.Quake, Players: []InfoPlayer{{Name: "Ann"}, {Slot: 2, Name: "Cy", Spectator: true}},
		Result: first, Matches: []*Result{first}}
	if got := trimmed(info.String()); !strings.Contains(got,
		"  2     Cy      1      0      0  spectator from 0:42\n") ||
		!strings.Contains(got, "        Eve                     spectator\n") {
		t.Error(got)
	}
	if text := match.ReturnsText([]Return{{Name: "Bob", Score: score(2), Left: 3, Back: 9, LooksOn: true}}); text !=
		"Bob spectator from 0:03 with a score of 2 and played again from 0:09, with a new score." {
		t.Error(text)
	}
}

// Who won is the best of those who were there at the end; who had more and left before it is told behind them.
func TestLineSaysWhoHadMoreAndLeft(t *testing.T) {
	left := []PlayerScore{{Name: "Di", Score: score(1)}, {Name: "Cy", Score: score(2)}, {Name: "Eve", Score: score(9),
		Spectator: true}, {Name: "Ann", Score: score(7)}, {Name: "Fay"}}
	r := &Result{Complete: true, contenders: 4, Players: []PlayerScore{{Name: "Bob", Score: score(-2)},
		{Name: "Ann", Score: score(1)}}, Left: left}
	expect := func(want string) {
		t.Helper()
		if got := r.String(); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
	expect("Ann 1, Bob -2; Cy left with 2")
	left[1].LooksOn = true
	expect("Ann 1, Bob -2; Cy left with 2 and became a spectator")
	r.Complete = false
	expect("Ann 1, Bob -2; Cy left with 2 and became a spectator (unfinished)")
	r.Players[1].Score = score(2)
	expect("Ann 2, Bob -2 (unfinished)")
	r.Players[1].Score, r.Teams = score(0), []TeamScore{{"red", 3}, {"blue", 1}}
	expect("red 3 : 1 blue (unfinished)")
}
