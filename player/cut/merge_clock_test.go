package cut

import "testing"

// TestRetime: all times of a recording become those of the other clock, which is 5 s ahead of its own and goes evenly.
func TestRetime(t *testing.T) {
	r := recording{
		frames:   []qwFrame{{time: 1}, {time: 2}},
		messages: pile[recordedMessage]{{{time: 1}, {time: 1.5}}, {{time: 2}}},
		marks:    []mark{{1, 1.25}, {2, 1.75}},
		server:   []instant{{1, 100}, {2, 101}},
	}
	var list []instant
	for i := range 40 {
		list = append(list, instant{float64(i) / 10, float64(i)/10 + 5})
	}
	r.retime(list)
	for _, c := range [][2]float64{
		{r.frames[0].time, 6}, {r.frames[1].time, 7}, {r.messages[0][0].time, 6}, {r.messages[0][1].time, 6.5},
		{r.messages[1][0].time, 7}, {r.marks[0].time, 6.25}, {r.marks[1].time, 6.75}, {r.server[0].here, 6},
		{r.server[1].here, 7}, {r.server[0].there, 100}, {r.server[1].there, 101},
	} {
		if d := c[0] - c[1]; d < -1e-9 || d > 1e-9 {
			t.Errorf("%v, want %v", c[0], c[1])
		}
	}
}
