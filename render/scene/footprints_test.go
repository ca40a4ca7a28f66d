package scene

import (
	"testing"

	"demoscope/bsp"
	"demoscope/player/timeline"
)

// TestFootprints: on a floor at a height of 0, samples 0.05 s apart at 320 units a second are 16
// units apart; steps of 0.16 s begin at 9.6 (the 60th) and 9.76 (the 61st), so that the prints are at
// the samples of 9.6 and 9.8, left and right of the way. In the air, and where somebody stands or is
// dead, there is none.
func TestFootprints(t *testing.T) {
	s := New()
	s.SetGeometry(Prepare(bsp.Build([]bsp.Polygon{levelAt(-512, -512, 512, 512, 0, bsp.KindSolid)}, nil)))
	walk := func(change func(k int, a *timeline.Sample)) (list []timeline.Sample) {
		for k := range 8 { // 9.5 to 9.85
			a := timeline.Sample{Clock: 9.5 + 0.05*float32(k) + 0.001, Origin: vec{16 * float32(k), 0, 24},
				Begins: k == 0}
			if change != nil {
				change(k, &a)
			}
			list = append(list, a)
		}
		return list
	}
	for _, c := range []struct {
		what   string
		clock  float64
		change func(k int, a *timeline.Sample)
		want   []vec // where prints are
	}{
		{"walks", 10, nil, []vec{{32, -5, 0.5}, {96, 5, 0.5}}},
		{"jumps", 10, func(_ int, a *timeline.Sample) { a.Origin[2] += 4.1 }, nil},
		{"is just on the floor", 10, func(_ int, a *timeline.Sample) { a.Origin[2] += 3.9 },
			[]vec{{32, -5, 0.5}, {96, 5, 0.5}}},
		{"sinks", 10, func(_ int, a *timeline.Sample) { a.Origin[2] -= 4.1 }, nil},
		{"creeps", 10, func(k int, a *timeline.Sample) { a.Origin[0] = 4.1 * float32(k) },
			[]vec{{8.2, -5, 0.5}, {24.6, 5, 0.5}}},
		{"hardly moves", 10, func(k int, a *timeline.Sample) { a.Origin[0] = 3.9 * float32(k) }, nil},
		{"stands", 10, func(_ int, a *timeline.Sample) { a.Origin[0] = 0 }, nil},
		{"is dead", 10, func(_ int, a *timeline.Sample) { a.Dead = true }, nil},
		{"has come from elsewhere", 10, func(k int, a *timeline.Sample) { a.Begins = k == 2 }, []vec{{96, 5, 0.5}}},
		{"long ago", 20, nil, nil},
		{"later", 9, nil, nil},
	} {
		m := momentOf(vec{140, 0, 24})
		m.Clock = c.clock
		o := Options{Follow: -1, Footprints: []Trail{{0, walk(c.change)}, {Slot: 7, Samples: walk(nil)}}}
		s.begin(nil, Camera{Origin: vec{-400, 0, 300}, FOV: 90}, View{640, 480, 1}, &o)
		s.pieces.begin()
		s.pieces.group, s.pieces.grouping = s.pieces.group[:0], true // nothing cuts them
		s.paths.putFootprints(m)
		s.pieces.grouping = false
		var got []vec
		for _, p := range s.pieces.group {
			at := s.pieces.points[p.first : p.first+p.count]
			got = append(got, at[0].Add(at[4]).Mul(0.5).Add(at[1].Add(at[3]).Mul(0.5)).Mul(0.5)) // between heel and toe
		}
		if len(got) != len(c.want) {
			t.Errorf("%s: prints at %v, want %v", c.what, got, c.want)
			continue
		}
		for i := range got {
			if got[i].Sub(c.want[i]).Len() > 0.01 {
				t.Errorf("%s: a print at %v, want %v", c.what, got[i], c.want[i])
			}
		}
	}
	// They are the fainter the older: of 8 seconds 0.4 have passed.
	m := momentOf(vec{140, 0, 24})
	m.Clock = 10.001
	o := Options{Follow: -1, Footprints: []Trail{{0, walk(nil)}}}
	s.begin(nil, Camera{Origin: vec{-400, 0, 300}, FOV: 90}, View{640, 480, 1}, &o)
	s.pieces.begin()
	s.pieces.group, s.pieces.grouping = s.pieces.group[:0], true
	s.paths.putFootprints(m)
	s.pieces.grouping = false
	if a := s.pieces.group[0].color.A; abs(a-(0.15+0.6*0.95)) > 1e-3 {
		t.Errorf("a print is opaque by %v", a)
	}
}
