package cut

import (
	"slices"
	"testing"

	"demoscope/formats"
	"demoscope/internal/made"
)

// TestNehahra: a part of a demo of Nehahra has the pictures, the sky's size and the fog from before it.
func TestNehahra(t *testing.T) {
	demo, err := formats.Open("made.dem", made.Nehahra(t, 30))
	if err != nil {
		t.Fatal(err)
	}
	part, err := Cut(demo, 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	cut, err := formats.Open("part.dem", part.Data)
	if err != nil {
		t.Fatal(err)
	}
	got := lines(t, cut)
	for _, want := range []string{`showlmp{"slot":"YQ==","picture":"Z2Z4L2EubG1w","x":10,"y":20}`,
		`skyboxsize{"size":800}`,
		`nehahra_fog{"enable":1,"density":0.05,"red":80,"green":90,"blue":100}`} {
		if n := count(got, want); n != 1 {
			t.Errorf("%s is there %d times", want, n)
		}
	}
	if !slices.ContainsFunc(got, func(s string) bool { return len(s) > 12 && s[:12] == "updateentity" }) ||
		cursorProtocol(t, cut) != 250 {
		t.Errorf("protocol %d, %d messages", cursorProtocol(t, cut), len(got))
	}
}
