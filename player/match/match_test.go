package match

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"demoscope/player/timeline"
	"demoscope/player/world"
)

// Who had a slot one after the other have a line each, which ends when they left. A score under a name of
// nobody is that of who had the slot then; of who has come back in another slot, or left, it is found by his name.
func TestLinesOfOneSlot(t *testing.T) {
	scores := []Change{
		{Clock: 11, Slot: 1, Name: "Bob", Score: 2}, {Clock: 12, Slot: 1, Name: "Robert", Score: 3},
		{Clock: 14, Slot: 0, Name: "Ann", Score: 1},
		{Clock: 16, Slot: 1, Name: "Cy", Score: 4}, {Clock: 17, Slot: 1, Name: "Cyril", Score: 5},
		{Clock: 18, Slot: 2, Name: "Ann", Score: 2},
		{Clock: 9, Slot: 2, Name: "Ann", Score: 7}, {Clock: 31, Slot: 2, Name: "Ann", Score: 8},
		{Clock: 19, Slot: 1, Name: "Bob", Score: 0}, {Clock: 22, Slot: 1, Name: "Di", Score: -1},
		{Clock: 23, Slot: 9, Name: "Eve", Score: 9},
	}
	k := &world.Result{Players: []world.Score{{Slot: 1, Name: "Di", Score: -2, Told: world.ToldScore},
		{Slot: 2, Name: "Ann"}}, Left: []world.Score{
		{Slot: 1, Name: "Bob", Score: 3, Told: world.ToldScore, Gone: 15}, {Slot: 1, Name: "Cy", Gone: 20}}}
	lines := func() []Line {
		m := Of(world.QuakeWorld, k)
		m.Count(nil, scores, 10, 30, world.Nobody, false)
		return m.Lines
	}
	want := []Line{
		{Name: "Cy", Until: 20, Points: []Point{{16, 4}, {17, 5}}},
		{Name: "Bob", Until: 15, Points: []Point{{11, 2}, {12, 3}}},
		{Name: "Ann", Until: 30, Points: []Point{{14, 1}, {18, 2}}},
		{Name: "Di", Until: 30, Points: []Point{{22, -1}, {30, -2}}},
	}
	got := lines()
	for i := range got {
		got[i].Final, got[i].is = Number{}, nil
	}
	if d := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Line{})); d != "" {
		t.Error(d)
	}
	k.Left[0].Score = 4 // as the game told it when he left
	if got := lines(); got[0].Name != "Cy" || got[1].Name != "Bob" || got[1].Points[2] != (Point{15, 4}) {
		t.Errorf("%+v", got[:2])
	}
	k.Left[0].Gone, k.Left[1].Gone = 5, 40 // who left in the warm-up, or later
	for _, l := range lines() {
		if want := map[string]float64{"Ann": 30, "Bob": 10, "Cy": 30, "Di": 30}[l.Name]; l.Until != want {
			t.Errorf("the line of %s ends at %v, not %v", l.Name, l.Until, want)
		}
	}
}

// TestShortNamesOfItems: the pentagram is Quake's alone.
func TestShortNamesOfItems(t *testing.T) {
	for item, short := range map[string]string{"Pentagram of Protection": "p", "Invulnerability": "invuln",
		"Kamikaze": "kamikaze"} {
		events := []timeline.Event{{Kind: world.EventItem, Clock: 1, Player: 0, PlayerName: "Ann",
			Other: world.Nobody, Item: item}}
		m := Of(world.Quake, &world.Result{Players: []world.Score{{Name: "Ann"}}})
		m.Count(events, nil, 0, 2, world.Nobody, false)
		if p := &m.Players[0]; len(p.Items) != 1 || p.Item(short) != (Number{1, Counted}) {
			t.Errorf("%s: %+v", item, p.Items)
		}
	}
}

// TestRunsOfKills: a run is of kills; the spree of KTX's statistics counts one's own death that ends it with them.
func TestRunsOfKills(t *testing.T) {
	var events []timeline.Event
	kill := func(by, of int) {
		names := [...]string{"Ann", "Bob"}
		events = append(events, timeline.Event{Kind: world.EventKill, Clock: 1, Player: by, PlayerName: names[by],
			Other: of, OtherName: names[of]})
	}
	ann, bob := world.Score{Name: "Ann"}, world.Score{Slot: 1, Name: "Bob"}
	r := &world.Result{Players: []world.Score{ann, bob}}
	of := func(player int) [2]int {
		m := Of(world.Quake, r)
		m.Count(events, nil, 0, 2, world.Nobody, false)
		return [2]int{int(m.Players[player].Run.Value), m.Players[player].Spree}
	}
	kill(1, 1)
	if got := of(1); got != [2]int{0, 1} {
		t.Errorf("a death of one's own: %v", got)
	}
	for range 2 {
		kill(0, 1)
	}
	kill(0, 0)
	kill(0, 1)
	if got := of(0); got != [2]int{2, 3} {
		t.Errorf("two kills before a death of one's own: %v", got)
	}
}
