package rules_test

import (
	"testing"

	"demoscope/formats/message"
	"demoscope/player/world"
)

// A recording that begins in an intermission has the result of the match before it, but not its end.
func TestRecordingThatBeginsInTheIntermission(t *testing.T) {
	for what, begin := range map[string]func() *script{
		"dem": func() *script { return newQuake(t) },
		"qwd": func() *script { return newQuakeWorld(t, "qwd") },
		"mvd": func() *script { return newQuakeWorld(t, "mvd") },
	} {
		for _, late := range []bool{false, true} {
			s := begin()
			start := 0.0 // of all packets: the level is told in no time
			if s.Game == world.Quake {
				start = 5 // servers are older than a level
			}
			s.time = start
			signOn := []message.Message{&message.UpdateFrags{Player: 1, Frags: 7}}
			for i, name := range []string{"Ann", "Bob"} {
				signOn = append(signOn, &message.UpdateName{Player: uint8(i), Text: []byte(name)},
					&message.QWUpdateUserInfo{Player: uint8(i), User: int32(100 + i), Text: []byte(`\name\` + name)})
			}
			s.packet(signOn...)
			if !late {
				s.time = start
			}
			ends := 0
			for range 2 {
				s.packet(&message.Intermission{})
				for _, e := range s.Events {
					if e.Kind == world.EventMatchEnd {
						ends++
					}
				}
			}
			list := s.Results()
			if len(list) != 1 || !list[0].Complete || len(list[0].Players) != 2 || list[0].Players[1].Score != 7 {
				t.Fatalf("%s: the results are %+v", what, list)
			}
			if r := &list[0]; late != (ends == 1) || late != (r.End != world.Unknown) {
				t.Errorf("%s: late %v: %d ends, at %v", what, late, ends, r.End)
			}
		}
	}
}

// A recording of OpenTDM that begins behind the end of a duel, with a scoreboard from before the last frag, has the
// final scores.
func TestOldScoreboardBehindTheEnd(t *testing.T) {
	w := newWorld23(t, "dm2")
	feed(w, tdmBegin("Ann", "Bob", "3", "18", " \xb0\xb0", "0:00", "Match End")...)
	feed(w, append(q2Frame(100, -1, nil), tdmBoard("Ann", "Bob"))...)
	expectResults(t, "old scoreboard", w, "true -1--1; 0 Ann 3/-/18/-/-; 1 Bob 18/-/8/-/-; spectator Cy")
}
