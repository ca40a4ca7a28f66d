package report

import (
	"strings"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/formats/quake2"
)

// A server's own recording of Quake II has no lines: its deaths are seen, and the kills of nobody are known.
func TestPageOfDeathsThatAreSeen(t *testing.T) {
	protocol := quake2.Protocol{Number: 34, IsDemo: quake2.DemoServer, Server: true}
	f := formats.Lookup("dm2")
	e := f.Encoder("a.dm2")
	block := func(list ...message.Message) {
		t.Helper()
		if err := message.Write(e, new(message.Packet), list); err != nil {
			t.Fatal(err)
		}
	}
	block(&message.Quake2ServerData{Protocol: 34, IsDemo: quake2.DemoServer, Client: -1, MapName: []byte("A Map")},
		&message.ConfigString{Index: 30, Text: []byte("2")},
		&message.ConfigString{Index: 1312, Text: []byte(`ann\male/grunt`)}, &message.ConfigString{Index: 1313, Text: []byte(`bob\male/grunt`)})
	body := func(number, frame int32) message.EntityDelta {
		d := message.EntityDelta{Number: number, Mask: message.FieldModel | message.FieldFrame, Model: 255, Frame: frame}
		protocol.Whole(&d)
		return d
	}
	for i, frames := range [...][2]int32{{0, 0}, {0, 178}, {0, 183}, {1, 0}} {
		block(&message.Quake2Frame{Sequence: int32(1 + i), Server: true}, &message.PacketEntities{Entities: []message.EntityDelta{body(1, frames[0]), body(2, frames[1])}})
	}
	data, err := e.Close()
	if err != nil {
		t.Fatal(err)
	}
	info := Summarize("dm2", int64(len(data)), f.Open("a.dm2", data).Decoder())
	want := "  Slot  Player  Team  Frags  Kills  Deaths\n  0     ann                         0\n  1     bob                         1\n"
	if page := trimmed(info.String()); info.Kills != 1 || !strings.Contains(page, want) {
		t.Errorf("%d deaths:\n%s", info.Kills, page)
	} else if !strings.HasSuffix(page, "\n  Note: who killed whom is not known: the recording has no lines on deaths, only who is seen to die") {
		t.Errorf("the page does not say why there are no kills:\n%s", page)
	}
}
