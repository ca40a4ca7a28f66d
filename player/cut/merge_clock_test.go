package cut

import (
	"math"
	"slices"
	"testing"

	"demoscope/formats"
)

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

// TestAlike: the instants are those of the difference that more than half of them have, if there are five.
func TestAlike(t *testing.T) {
	for _, c := range []struct{ alike, others, want int }{{4, 0, 0}, {5, 0, 5}, {5, 4, 5}, {5, 5, 0}, {9, 8, 9}} {
		var list, want []instant
		for i := range c.alike {
			want = append(want, instant{float64(i), float64(i) + 7 + 0.5*float64(i%2)})
		}
		for i := range c.others {
			list = append(list, instant{float64(i) + 0.5, float64(i * i)})
		}
		list = append(list, want...)
		slices.Reverse(list)
		if got := alike(list); len(got) != c.want || c.want > 0 && !slices.Equal(got, want) {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// TestReach: records without data fill the time up to the next one, of at most ten seconds.
func TestReach(t *testing.T) {
	m := merger{encoder: formats.Lookup("mvd").Encoder("a.mvd"), most: 1 << 20, begin: 100}
	for _, c := range []struct {
		time  float64
		rest  uint8
		clock int64
	}{{100.1, 100, 100}, {100.1, 0, 100}, {100.7, 90, 700}, {110.7, 55, 10700}, {130.7, 55, 20700}, {130.8, 100, 20800},
		{130, 0, 20800}} {
		if rest, err := m.reach(c.time); err != nil || rest != c.rest || m.clock != c.clock {
			t.Errorf("%v s: %d ms, at %d ms, %v", c.time, rest, m.clock, err)
		}
	}
}

// TestByServer: times become those of the server's clock, if that is at most five seconds off, from the same start on.
func TestByServer(t *testing.T) {
	for _, c := range []struct{ ahead, frame, server float64 }{{6, 13, 16}, {15, 17.5, 25}, {15.5, 15, 20}} {
		r := recording{frames: []qwFrame{{time: 10}, {time: 15}, {time: 20}},
			server: []instant{{10, 100}, {20, 100 + c.ahead}}}
		r.byServer()
		want := []instant{{10, 100}, {c.server, 100 + c.ahead}}
		if r.frames[0].time != 10 || r.frames[1].time != c.frame || r.frames[2].time != c.server ||
			!slices.Equal(r.server, want) {
			t.Errorf("%v s later: frames at %v, server's %v", c.ahead, r.frames, r.server)
		}
	}
}

// TestByClock: moments by the server's clock lie between the other recording's nearest two, or on the line through its
// first or last two.
func TestByClock(t *testing.T) {
	r := recording{server: []instant{{1, 100}, {2, 101}, {3, 110}, {9, 95}, {10, 103}}}
	o := recording{server: []instant{{50, 99}, {51, 100}, {53, 101}, {60, 105}}}
	want := []instant{{1, 51}, {2, 53}, {3, 68.75}, {9, 46}, {10, 56.5}}
	if got := r.byClock(&o); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	one := recording{server: o.server[:1]}
	if a, b := r.byClock(&one), one.byClock(&r); a != nil || b != nil {
		t.Errorf("with one moment: %v and %v", a, b)
	}
}

// TestSmooth: each second has the median of the differences around it, except in a gap.
func TestSmooth(t *testing.T) {
	var list []instant
	for i := range 100 {
		here := float64(i) / 10
		if i > 40 {
			here += 96
		}
		list = append(list, instant{here, here + 5 + [...]float64{-0.25, 0, 3, 0, 0}[i%5]})
	}
	var times []float64
	for _, x := range smooth(list) {
		times = append(times, x.here)
		if math.Abs(x.there-x.here-5) > 1e-9 {
			t.Errorf("at %v it is %v", x.here, x.there)
		}
	}
	want := []float64{0, 1, 2, 3, 4, 5, 99.1, 100.1, 101.1, 102.1, 103.1, 104.1, 105.1, 106.1}
	if !slices.EqualFunc(times, want, func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }) {
		t.Errorf("seconds are %v", times)
	}
	there := clockOf(list)
	for _, c := range [][2]float64{{-1, 4}, {0, 5}, {50, 55}, {3.5, 8.5}, {200, 205}, {2.25, 7.25}} {
		if got := there(c[0]); math.Abs(got-c[1]) > 1e-9 {
			t.Errorf("%v is %v, want %v", c[0], got, c[1])
		}
	}
}
