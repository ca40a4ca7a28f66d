//go:build !js

package main

import (
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"demoscope/player"
)

// parsed returns the command line of play with flags.
func parsed(t *testing.T, flags ...string) *playCmd {
	t.Helper()
	return &parsedAny(t, append([]string{"play"}, flags...)...).Play
}

// parsedAny returns a command line.
func parsedAny(t *testing.T, args ...string) *cli {
	t.Helper()
	var c cli
	parser, err := newParser(&c, kong.Writers(io.Discard, io.Discard))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.Parse(args); err != nil {
		t.Fatalf("%q: %v", args, err)
	}
	return &c
}

// TestBegin: the flags of play, on a demo of 60.223 s. Each ends where playing
// for 100 s, a tenth at a time, comes to.
func TestBegin(t *testing.T) {
	const end = 60.223
	for _, test := range []struct {
		flags        []string
		start, speed float64
		paused       bool
		stop         float64
		held         bool // paused at the end
	}{
		{nil, 0, 1, false, end, false},
		{[]string{"--at", "30"}, 30, 1, false, end, false},
		{[]string{"--at", "0:30.5"}, 30.5, 1, false, end, false},
		{[]string{"--at", "50%"}, end / 2, 1, false, end, false},
		{[]string{"--level", "1", "--at", "10"}, 10, 1, false, end, false},
		{[]string{"--from", "10"}, 10, 1, false, end, false},
		{[]string{"--from", "10", "--to", "20"}, 10, 1, false, 20, true},
		{[]string{"--from", "10", "--to", "20", "--at", "15"}, 15, 1, false, 20, true},
		{[]string{"--to", "25%"}, 0, 1, false, end / 4, true},
		{[]string{"--speed", "2.5"}, 0, 2.5, false, end, false},
		{[]string{"--speed=-20"}, end, -20, false, 0, false},
		{[]string{"--speed=-2", "--to", "20"}, 20, -2, false, 0, true},
		{[]string{"--speed=-2", "--at", "30", "--from", "5"}, 30, -2, false, 5, true},
		{[]string{"--speed", "0"}, 0, 1, true, 0, false},
		{[]string{"--paused", "--at", "7"}, 7, 1, true, 7, false},
		{[]string{"--speed", "0.001"}, 0, 0.05, false, 5, false},
	} {
		demo, err := openDemo("sample:demoscope1.mvd")
		if err != nil {
			t.Fatal(err)
		}
		p := player.New(demo, player.Options{Budget: 1 << 40})
		p.Timeline().Wait()
		c := parsed(t, test.flags...)
		if _, _, err := c.begin(p); err != nil {
			t.Errorf("%q: %v", test.flags, err)
		}
		if math.Abs(p.Clock()-test.start) > 1e-6 || p.Speed() != test.speed || p.Paused() != test.paused {
			t.Errorf("%q: at %v s, speed %v, paused %v, want %v, %v, %v",
				test.flags, p.Clock(), p.Speed(), p.Paused(), test.start, test.speed, test.paused)
		}
		for range 1000 {
			p.Update(0.1)
		}
		if math.Abs(p.Clock()-test.stop) > 1e-6 || p.Paused() != (test.held || test.paused) {
			t.Errorf("%q: 100 s later at %v s, paused %v, want %v, %v", test.flags, p.Clock(), p.Paused(), test.stop,
				test.held || test.paused)
		}
		p.Close()
	}
}

// A start outside of the part to play is an error, since nothing of it would be played.
func TestBeginOutside(t *testing.T) {
	for _, flags := range [][]string{{"--at=-5", "--to=3"}, {"--at=5", "--from=10"}} {
		demo, err := openDemo("sample:demoscope1.mvd")
		if err != nil {
			t.Fatal(err)
		}
		p := player.New(demo, player.Options{Budget: 1 << 40})
		if _, _, err := parsed(t, flags...).begin(p); err == nil ||
			err.Error() != "--at must be between --from and --to" {
			t.Errorf("%q: %v", flags, err)
		}
		p.Close()
	}
}

// One is followed by number or name, and several each in a view of his own.
func TestBeginFollows(t *testing.T) {
	for who, want := range map[string][]int{"2": {2}, "Vesper": {1}, "lum": {3}, "Vesper,3": {1, 3},
		"3, Quarry,Vesper,0": {3, 2, 1, 0}} {
		demo, err := openDemo("sample:demoscope1.mvd")
		if err != nil {
			t.Fatal(err)
		}
		p := player.New(demo, player.Options{Budget: 1 << 40})
		others, _, err := parsed(t, "--at", "20", "--follow", who).begin(p)
		if got := append([]int{p.Following()}, others...); err != nil || !slices.Equal(got, want) ||
			p.Moment().Eye.Slot != want[0] {
			t.Errorf("%s: following %v, eye of %d, %v", who, got, p.Moment().Eye.Slot, err)
		}
		p.Close()
	}
	for who, want := range map[string]string{
		"Vesper,1": "twice", "er": `several players match "er": Ranger (0), Vesper (1)`,
		"Nobody,Vesper": `no player "Nobody"`,
		"0,1,2,3,4":     "5 players, but at most 4 views",
	} {
		demo, err := openDemo("sample:demoscope1.mvd")
		if err != nil {
			t.Fatal(err)
		}
		p := player.New(demo, player.Options{Budget: 1 << 40})
		if _, _, err := parsed(t, "--at", "20", "--follow", who).begin(p); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", who, err, want)
		}
		p.Close()
	}
}
