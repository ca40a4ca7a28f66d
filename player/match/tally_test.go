package match

import (
	"fmt"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/world"
	"demoscope/player/world/rules"
)

// A death that only the recorder's health tells counts, as it is an event: once, also if the obituary comes behind it.
func TestDeathsWithoutObituary(t *testing.T) {
	for _, c := range []struct {
		what   string
		before string // a line a packet before the fall, and behind it
		behind string
		want   string
	}{
		{"unknown words", "", "Ann shouldn't have played with lava\n", "1 of 1 deaths"},
		{"no words", "", "", "1 of 1 deaths"},
		{"the obituary before it", "Ann visits the Volcano God\n", "", "1 of 1 deaths"},
		{"the obituary behind it", "", "Ann visits the Volcano God\n", "1 of 1 deaths"},
	} {
		for _, format := range []string{"dem", "qwd"} {
			w, tally, time := rules.New(format), NewTally(), 0.0
			packet := func(list ...message.Message) {
				w.Begin(&message.Packet{Block: w.Block + 1, Time: time, Targets: 1})
				if format == "dem" && w.LevelCount > 0 {
					w.Apply(&message.Time{Time: float32(time)})
				}
				for _, m := range list {
					w.Apply(m)
				}
				w.End()
				tally.Packet(w, true)
				time += 0.1
			}
			health := func(n int16) message.Message {
				if format == "dem" {
					return &message.ClientData{Health: n, HasItems: true}
				}
				return &message.UpdateStat{Index: world.StatHealth, Value: int32(n)}
			}
			line := func(text string) message.Message { return &message.Print{Level: 1, Text: []byte(text)} }
			if format == "dem" {
				packet(&message.ServerInfo{Protocol: 15, MaxClients: 4, Multi: 1,
					Models: [][]byte{[]byte("maps/a.bsp")}},
					&message.UpdateName{Player: 0, Text: []byte("Ann")}, &message.SetView{Entity: 1})
			} else {
				packet(&message.QWServerData{Protocol: 28, GameDir: []byte("qw")},
					&message.QWUpdateUserInfo{Player: 0, User: 1, Text: []byte(`\name\Ann`)})
			}
			packet(health(100))
			if c.before != "" {
				packet(line(c.before))
			}
			packet(health(-4))
			if c.behind != "" {
				packet(line(c.behind))
			}
			packet(health(-4))
			d := tally.Finish(w)
			deaths := int32(-1)
			for i := range d.Players {
				deaths = d.Players[i].Deaths.Value
			}
			if got := fmt.Sprintf("%d of %d deaths", deaths, d.Deaths); got != c.want {
				t.Errorf("%s, %s: %s, not %s", format, c.what, got, c.want)
			}
		}
	}
}
