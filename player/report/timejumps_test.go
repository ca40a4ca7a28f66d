package report

import (
	"testing"

	"demoscope/formats/message"
	"demoscope/player/world/rules"
)

// A jump of a server's time by a minute is reported, with where it is. A pause of less, another level, and a time that
// the next one shows to be damage are none.
func TestTimeJumps(t *testing.T) {
	for _, c := range []struct {
		what  string
		times []float64 // negative: another level begins
		want  string
	}{
		{"none", []float64{1, 2, 3, 40, 41}, ""},
		{"one", []float64{1, 2, 70, 70.1}, "the server's time jumps by 1:08 at 0:01: nothing was recorded there"},
		{"two", []float64{1, 2, 70, 70.1, 200, 200.1},
			"the server's time jumps 2 times, first by 1:08 at 0:01: nothing was recorded there"},
		{"damage", []float64{1, 2, 500, 2.1, 2.2}, ""},
		{"another level", []float64{1, 2, -1, 300, 300.1}, ""},
	} {
		w := rules.New("dem")
		w.ConfirmTime = true
		var h timeJumps
		for i, time := range append([]float64{-1}, c.times...) {
			w.Begin(&message.Packet{Block: i})
			if time < 0 {
				w.Apply(&message.ServerInfo{Protocol: 15, MaxClients: 4, Models: [][]byte{[]byte("maps/a.bsp")}})
			} else {
				w.Apply(&message.Time{Time: float32(time)})
				w.Apply(&message.ClientData{Health: 100})
			}
			w.End()
			h.packet(w)
		}
		if got := h.note(); got != c.want {
			t.Errorf("%s: %q, not %q", c.what, got, c.want)
		}
	}
}
