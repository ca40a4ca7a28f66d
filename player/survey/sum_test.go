package survey

import (
	"testing"

	"demoscope/player/world"
)

// square returns a survey of a level square of 160 units whose lower corner is at a place.
func squareAt(g world.Game, x, y, z float32) *Survey {
	s := New(g, NewBudget(4<<20))
	for dx := float32(4); dx < 160; dx += 8 {
		for dy := float32(4); dy < 160; dy += 8 {
			s.print(x+dx, y+dy, z, standsStrong)
		}
	}
	return s
}

func TestSumAddsUpOneMap(t *testing.T) {
	s := squareAt(world.QuakeWorld, 0, 0, 24)
	others := []*Survey{
		squareAt(world.QuakeWorld, 80, 0, 24), // shares a half
		squareAt(world.QuakeWorld, 0, 0, 60),  // of another map: its floor is higher
		squareAt(world.Quake2, 0, 80, 24),     // of another game
		squareAt(world.Quake, 800, 0, 24),     // shares nothing
	}
	b := NewBudget(4 << 20)
	sum, used := Sum(s, others, b)
	if used != 2 || b.Used == 0 || s.budget.Used == b.Used {
		t.Errorf("%d are used, %d bytes", used, b.Used)
	}
	for x, want := range map[float32]bool{4: true, 200: true, 860: true, 500: false} {
		found := false
		for _, f := range sum.Build().Faces {
			if f.Kind == Floor && f.Corners[0][2] == 24 {
				low, high := f.Corners[0][0], f.Corners[0][0]
				for _, v := range f.Corners {
					low, high = min(low, v[0]), max(high, v[0])
				}
				found = found || low <= x && x <= high
			}
		}
		if found != want {
			t.Errorf("there is a floor at x = %v: %v, want %v", x, found, want)
		}
	}
}

// Two demos of one match tell of each touch twice, which makes no wall surer; those of two matches tell
// of more touches.
func TestOneMatchCountsOnce(t *testing.T) {
	match := func(planes ...float32) *Survey {
		s := newSurvey()
		for _, x := range planes {
			for y := float32(0); y < 80; y += 8 {
				s.touch(0, 1, x, [3]float32{x, y, 0}, [3]float32{x, y + 8, 0}, true)
			}
		}
		return s
	}
	count := func(s *Survey, plane float32) uint32 {
		for _, c := range s.contacts.sorted() {
			if p := pieceOf(c.key); p.at() == plane && p.along == 4 {
				return c.n
			}
		}
		return 0
	}
	first := match(100, 200, 300)
	once := count(first, 100)
	if once < visit {
		t.Fatalf("a wall was touched %d times", once)
	}
	same, other := match(100, 200, 300), match(100, 500, 600, 700)
	if !same.Merge(first) || !other.Merge(first) {
		t.Fatal("not merged")
	}
	if n := count(same, 100); n != once {
		t.Errorf("two demos of one match: %d touches of %d", n, once)
	}
	if n := count(other, 100); n != 2*once {
		t.Errorf("demos of two matches: %d touches of %d", n, 2*once)
	}
	if n := count(other, 300); n != once {
		t.Errorf("a wall of one of them: %d touches of %d", n, once)
	}
}
