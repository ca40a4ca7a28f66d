package world

import "testing"

// Who comes back has left with the score that was known of him, if any was, and no more come back than are kept.
func TestJoin(t *testing.T) {
	w := newBlank(Quake3)
	e := edit(w)
	e.BeginLevel()
	e.BeginResult(0)
	for _, c := range []struct {
		what string
		told ScoreFields
		has  bool
	}{{"told", ToldScore, true}, {"counted", CountedScore | ToldDeaths, true}, {"not known", ToldKills, false}} {
		e.Leave(Score{Slot: 1, Name: c.what, Score: 7, Told: c.told})
		if _, ok := e.Join(2, c.what); !ok {
			t.Errorf("%s: nobody is back", c.what)
		}
		r := e.Result().Returns
		if b := r[len(r)-1]; b.Name != c.what || b.Slot != 2 || b.HasScore != c.has {
			t.Errorf("%s: %+v", c.what, b)
		}
	}
	for clock := range 300 {
		w.Clock = float64(1 + clock)
		e.Leave(Score{Name: "Bob"})
		e.Join(0, "Bob")
	}
	if n := len(e.Result().Returns); n != 256 {
		t.Errorf("%d returns are kept", n)
	}
}
