package rules_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"demoscope/formats/message"
)

// BenchmarkPrints applies printed lines that cost most: as many as fit, such as begin with
// every player's name, with phrases in them. The promise is a second for each megabyte.
func BenchmarkPrints(b *testing.B) {
	same := func(n int, letter string) (names []string) {
		for i := range n {
			names = append(names, strings.Repeat(letter, i+1))
		}
		return names
	}
	phrased := func(n int) (names []string) { // each begins the next one, and a phrase is behind each
		name := "a"
		for range n {
			names = append(names, name)
			name += " was gibbed by a"
		}
		return names
	}
	numbered := func(n int) (names []string) {
		for i := range n {
			names = append(names, fmt.Sprintf("player %03d", i))
		}
		return names
	}
	for _, test := range []struct {
		name  string
		names func(n int) []string
		line  string
	}{
		{"empty", numbered, ""},
		{"short", numbered, "x"},
		{"sentence", numbered, "the quick brown fox jumps over the lazy dog"},
		{"kill", numbered, "player 007 rides player 008's rocket"},
		{"names", func(n int) []string { return same(n, "a") }, strings.Repeat("a", 300)},
		{"spaces", func(n int) []string { return same(n, " ") }, strings.Repeat(" ", 300)},
		{"phrases", phrased, strings.Repeat("a was gibbed by ", 60)},
		{"own", func(n int) []string { return same(n, "a") }, "aaaa was gibbed by aaaaa's rocke"},
		{"arena", func(n int) []string { return same(n, "a") }, strings.Repeat(" vs. ", 200)},
		{"flags", numbered, strings.Repeat(" got the ", 100)},
	} {
		for _, game := range []string{"dem", "qwd", "mvd", "dm2"} {
			b.Run(test.name+"/"+game, func(b *testing.B) {
				var s *script
				m := &message.Print{Level: 1}
				switch game {
				case "dem":
					s = newQuake(b)
					s.packet(&message.ServerInfo{Protocol: 15, MaxClients: 255, MapName: []byte("the Slipgate Complex"),
						Models: texts("maps/e1m1.bsp"), Sounds: texts("weapons/r_exp3.wav")})
					for i, name := range test.names(255) {
						s.packet(&message.UpdateName{Player: uint8(i), Text: []byte(name)})
					}
				case "dm2":
					s = &script{World: newWorld(b, "dm2"), t: b}
					s.packet(append(q2Begin(34, 0, 0), q2String(30, "255"))...)
					for i, name := range test.names(255) {
						s.packet(q2String(1312+i, name+`\male/grunt`))
					}
				default:
					s = newQuakeWorld(b, game, test.names(32)...)
				}
				m.Text = bytes.Repeat([]byte(test.line+"\n"), max(1, 1024/(len(test.line)+1)))
				if game == "dm2" {
					m.Text = []byte(test.line + "\n")
				}
				b.SetBytes(int64(len(m.Text) + 3))
				b.ReportAllocs()
				for range b.N {
					s.packet(m)
				}
			})
		}
	}
}
