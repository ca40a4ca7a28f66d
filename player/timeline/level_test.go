package timeline

import (
	"fmt"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/scan"
	"demoscope/player/world"
)

// levelsAndChat lists the levels and the chat among events, with their times.
func levelsAndChat(list []Event) (s string) {
	for i := range list {
		switch e := &list[i]; e.Kind {
		case world.EventLevel:
			s += fmt.Sprintf("%s at %.1f;", e.Text, e.Clock)
		case world.EventChat:
			s += fmt.Sprintf("%s at %.1f;", e.Text, e.Clock)
		}
	}
	return s
}

// The event of a level is at its first frame, as the level is, behind what was said while it was only named,
// and nothing of that is published before. One without a frame stays where it was named.
func TestLevelEventIsAtTheFirstFrame(t *testing.T) {
	a := newGathering()
	level := func(name string) message.Message {
		return &message.ServerInfo{Protocol: 15, MaxClients: 4, Multi: 1, MapName: []byte(name)}
	}
	ann := &message.UpdateName{Text: []byte("Ann")}
	says := func(what string) message.Message { return print1("\x01Ann: " + what + "\n") }
	a.step(1, health(100), says("bye"))
	a.step(1, level("The Second"), ann, says("hi"))
	a.step(1, says("wait"))
	if got, want := levelsAndChat(a.list), "A Test at 0.0;Ann: bye at 0.1;"; got != want {
		t.Errorf("while the second is only named: %q, not %q", got, want)
	}
	a.step(1, says("go"), health(100))
	a.step(1, says("one"), health(100))
	// The first step after a level has been named is a tenth of a second.
	second := "A Test at 0.0;Ann: bye at 0.1;Ann: hi at 1.1;Ann: wait at 1.2;The Second at 2.2;Ann: go at 2.2;Ann: " +
		"one at 3.2;"
	if got := levelsAndChat(a.list); got != second {
		t.Errorf("%q, not %q", got, second)
	}
	a.step(1, level("The Third"), ann, says("again"))
	a.step(1, says("nothing"))
	a.step(1, level("The Fourth"), ann)
	a.step(1, health(100))
	a.step(1, level("The Fifth"), ann, says("end"))
	a.step(1, says("over"))
	a.list = a.g.take(a.list, true)
	want := second + "The Third at 4.2;Ann: again at 4.2;Ann: nothing at 4.3;The Fourth at 5.4;The Fifth at " +
		"6.4;Ann: end at 6.4;Ann: over at 6.5;"
	if got := levelsAndChat(a.list); got != want {
		t.Errorf("%q, not %q", got, want)
	}
}

// A death that the recorder's health told, and whose line may still come, is found again when the event of a
// level passes it.
func TestLevelEventPassesATentativeDeath(t *testing.T) {
	a := newGathering()
	a.step(1, health(100))
	a.step(0.1, health(0))
	a.g.list = append([]Event{{Kind: world.EventLevel}}, a.g.list...)
	a.g.begins, a.g.start, a.g.tentative = 0, scan.Beginning{}, 1
	a.step(0.1, health(0))
	if a.g.tentative != 0 || len(a.g.list) != 2 || a.g.list[1].Kind != world.EventLevel {
		t.Fatalf("the death is at %d of %+v", a.g.tentative, a.g.list)
	}
	a.step(0.1, print1("Ann rides Bob's rocket\n"), health(0))
	a.step(2, health(0))
	if got := a.kills(true); got != "Bob>Ann,rocket launcher,true;" {
		t.Error(got)
	}
}
