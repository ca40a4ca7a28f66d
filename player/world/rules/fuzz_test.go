package rules_test

import (
	"bytes"
	"testing"

	"demoscope/formats/message"
)

// FuzzTexts gives a world of each game any lines in each message that has text: names,
// infos, layouts and commands are read out of them.
func FuzzTexts(f *testing.F) {
	for _, text := range []string{
		"\\name\\A\\team\\red\n\x02A was gibbed by B's rocket\nB: gg\n",
		"fullserverinfo \"\\teamplay\\2\\status\\5 min left\"\n//ktx took 3 20 1\n//ktx matchstart\nThe match " +
			"is over\n",
		"cs 0 \"\\g_gametype\\4\\sv_maxclients\\8\"\ncs 544 \"n\\A\\t\\1\"\nbcs0 1 \"a\"\nbcs2 1 \"b\"\nscores 1 0 " +
			"0 0 5 9 1 0 0 0 0 0 0 0 0 0 0\nprint \"A^7 was railgunned by B\n\"\n",
		"xv 32 yv 8 picn inventory xv 240 yv 24 string2 \"a\"\nclient 0 58 0 12 34 5\nif 2 xv 3 endif\n",
		"statistics <?xml version=\"1.0\"?>\nRed scores!\n+A leads\nPlayer [name] left with 3 frags\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, format := range []string{"dem", "qwd", "mvd", "dm2", "mvd2", "dm3"} {
			s := &script{World: newWorld(t, format), t: t}
			s.packet(&message.ServerInfo{Protocol: 15, MaxClients: 4}, &message.QWServerData{Protocol: 28},
				&message.Quake2ServerData{Protocol: 34, IsDemo: 1}, &message.GameState{Protocol: 68})
			sequence := int32(0)
			for i, line := range bytes.SplitAfter(text, []byte("\n")) {
				if i == 100 {
					break
				}
				sequence++
				slot := uint8(i % 4)
				line := line[:min(len(line), 2000)]
				s.packet(
					&message.Print{Level: slot, Text: line}, &message.StuffText{Text: line}, &message.CenterPrint{
						Text: line},
					&message.UpdateName{Player: slot, Text: line}, &message.LightStyle{Style: slot, Text: line},
					&message.QWUpdateUserInfo{Player: slot, User: int32(i), Text: line},
					&message.QWSetInfo{Player: slot, Key: []byte("name"), Value: line},
					&message.QWServerInfo{Key: []byte("status"), Value: line},
					&message.ConfigString{Index: uint16(1312 + i), Text: line}, &message.Layout{Text: line},
					&message.ServerCommand{Sequence: sequence, Text: bytes.TrimSuffix(line, []byte("\n"))},
				)
			}
			for _, r := range s.Results() {
				if len(r.Left) > 256 || len(r.Players) > 256 {
					t.Fatalf("%s: a result with %d and %d players", format, len(r.Players), len(r.Left))
				}
			}
			for i := range s.Players {
				if n := len(s.Players[i].UserInfo); n > 2000 {
					t.Fatalf("%s: a user info of %d bytes", format, n)
				}
			}
		}
	})
}
