package world

import (
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// TestTrailsGrow: a trail grows while its projectile goes on in a line from frame to frame;
// it begins anew at a turn, after a gap, and for another projectile.
func TestTrailsGrow(t *testing.T) {
	type vec = mgl32.Vec3
	step := func(e *Effects, from, to vec, clock float64) { e.trail(0, TrailRocket, 7, from, to, clock, clock+0.1) }
	for _, c := range []struct {
		name  string
		steps func(e *Effects)
		want  []Trail
	}{
		{"in a line", func(e *Effects) {
			step(e, vec{0, 0, 0}, vec{100, 0, 0}, 1)
			step(e, vec{100, 0, 0}, vec{200, 0.5, 0}, 1.1)
		}, []Trail{{Clock: 1, Until: 1.2, End: vec{200, 0.5, 0}}}},
		{"a turn", func(e *Effects) {
			step(e, vec{0, 0, 0}, vec{100, 0, 0}, 1)
			step(e, vec{100, 0, 0}, vec{200, 10, 0}, 1.1)
		}, []Trail{{Clock: 1, Until: 1.1, End: vec{100, 0, 0}}, {Clock: 1.1, Until: 1.2, Origin: vec{100, 0, 0},
			End: vec{200, 10, 0}}}},
		{"back", func(e *Effects) {
			step(e, vec{0, 0, 0}, vec{100, 0, 0}, 1)
			step(e, vec{100, 0, 0}, vec{50, 0, 0}, 1.1)
		}, []Trail{{Clock: 1, Until: 1.1, End: vec{100, 0, 0}}, {Clock: 1.1, Until: 1.2, Origin: vec{100, 0, 0},
			End: vec{50, 0, 0}}}},
		{"a gap of time", func(e *Effects) {
			step(e, vec{0, 0, 0}, vec{100, 0, 0}, 1)
			step(e, vec{100, 0, 0}, vec{200, 0, 0}, 1.2)
		}, []Trail{{Clock: 1, Until: 1.1, End: vec{100, 0, 0}}, {Clock: 1.2, Until: 1.3, Origin: vec{100, 0, 0},
			End: vec{200, 0, 0}}}},
		{"a gap of place", func(e *Effects) {
			step(e, vec{0, 0, 0}, vec{100, 0, 0}, 1)
			step(e, vec{120, 0, 0}, vec{200, 0, 0}, 1.1)
		}, []Trail{{Clock: 1, Until: 1.1, End: vec{100, 0, 0}}, {Clock: 1.1, Until: 1.2, Origin: vec{120, 0, 0},
			End: vec{200, 0, 0}}}},
		{"twice", func(e *Effects) {
			step(e, vec{0, 0, 0}, vec{100, 0, 0}, 1)
			step(e, vec{0, 0, 0}, vec{100, 0, 0}, 1)
		}, []Trail{{Clock: 1, Until: 1.1, End: vec{100, 0, 0}}}},
	} {
		var e Effects
		c.steps(&e)
		ok := len(e.Trails) == len(c.want)
		for i := range c.want {
			c.want[i].Kind, c.want[i].Entity = TrailRocket, 7
			if ok {
				got := e.Trails[i]
				ok = got.Origin == c.want[i].Origin && got.End == c.want[i].End && got.Kind == TrailRocket &&
					got.Entity == 7 &&
					got.Clock > c.want[i].Clock-1e-9 && got.Clock < c.want[i].Clock+1e-9 &&
					got.Until > c.want[i].Until-1e-9 && got.Until < c.want[i].Until+1e-9
			}
		}
		if !ok {
			t.Errorf("%s: %+v, want %+v", c.name, e.Trails, c.want)
		}
	}
}

// TestTrailAt: places on a straight trail, and on one that falls: 1 second long, at 800
// units a second squared it is 100 units above the line in the middle, and 75 at a quarter.
func TestTrailAt(t *testing.T) {
	trail := Trail{Clock: 2, Until: 3, Origin: mgl32.Vec3{10, 0, 0}, End: mgl32.Vec3{110, 40, 0}}
	for _, c := range []struct {
		clock   float64
		gravity float32
		want    mgl32.Vec3
	}{
		{2, 0, mgl32.Vec3{10, 0, 0}}, {2.5, 0, mgl32.Vec3{60, 20, 0}}, {3, 0, mgl32.Vec3{110, 40, 0}},
		{1, 0, mgl32.Vec3{10, 0, 0}}, {9, 0, mgl32.Vec3{110, 40, 0}},
		{2.5, 800, mgl32.Vec3{60, 20, 100}}, {2.25, 800, mgl32.Vec3{35, 10, 75}}, {3, 800, mgl32.Vec3{110, 40, 0}},
	} {
		trail.Gravity = c.gravity
		if got := trail.At(c.clock); got.Sub(c.want).Len() > 1e-3 {
			t.Errorf("at %v with %v: %v, want %v", c.clock, c.gravity, got, c.want)
		}
	}
	none := Trail{Clock: 2, Until: 2, End: mgl32.Vec3{1, 2, 3}}
	if got := none.At(2); got != none.End {
		t.Errorf("without a length: %v", got)
	}
}

// TestTrailsAreBounded: 128 are kept, the newest, and each for 2 seconds after its end, and
// at most a quarter more.
func TestTrailsAreBounded(t *testing.T) {
	var e Effects
	expire := func(clock float64) {
		if e.trailsMayEnd(clock) {
			e.expireTrails(clock)
		}
	}
	for i := range 200 {
		e.addTrail(Trail{Entity: int32(i), Until: float64(i) / 100})
	}
	if len(e.Trails) != 128 || e.Trails[0].Entity != 72 || e.Trails[127].Entity != 199 {
		t.Errorf("%d trails, from %d", len(e.Trails), e.Trails[0].Entity)
	}
	expire(3) // those until 1
	if len(e.Trails) != 100 || e.Trails[0].Entity != 100 {
		t.Errorf("%d trails, from %d", len(e.Trails), e.Trails[0].Entity)
	}
	expire(3.24)
	if len(e.Trails) != 100 {
		t.Errorf("%d trails: it was looked at too soon", len(e.Trails))
	}
	expire(3.25)
	if len(e.Trails) != 75 || e.Trails[0].Entity != 125 {
		t.Errorf("%d trails, from %d", len(e.Trails), e.Trails[0].Entity)
	}
	expire(4)
	if len(e.Trails) != 0 {
		t.Errorf("%d trails", len(e.Trails))
	}
}

// Packets before the moment from which on somebody looks leave nothing fleeting, but all that is counted.
func TestSinceLeavesOutWhatIsFleeting(t *testing.T) {
	for _, c := range []struct {
		since float64
		want  int
	}{{0, 1}, {1.1, 1}, {1.11, 0}, {math.Inf(1), 0}} {
		w := New(Quake, func() Rules { return trailing{} })
		w.Since, w.moved = c.since, true
		w.Clock, w.FrameClock, w.PrevFrameClock = 1.1, 1.1, 1
		w.PrevEntities = []Entity{{Number: 7}}
		w.Entities = []Entity{{Number: 7, Origin: mgl32.Vec3{50, 0, 0}, Effects: 1}}
		w.Players = []Player{{Visible: true}}
		Edit{w}.AddEffect(Effect{Kind: EffectMuzzleFlash, Entity: 1, Life: 1})
		Edit{w}.StartSound(SoundStart{Entity: 9}, 0)
		w.End()
		got := [...]int{len(w.Effects.Trails), len(w.Effects.Projectiles), len(w.Effects.List), len(w.Effects.Sounds),
			len(w.Heard)}
		if want := [...]int{c.want, c.want, c.want, c.want, c.want}; got != want {
			t.Errorf("since %v: %d trails, projectiles, effects, sounds and heard, want %d", c.since, got, want)
		}
		if !w.Players[0].Fired.Known {
			t.Errorf("since %v: fired %v", c.since, w.Players[0].Fired)
		}
	}
}

// TestTrailsOfFrame: what was there in the frame before, with the same model, leaves a trail unless it jumped, stood or
// moved more than 64 units and 2400 a second.
func TestTrailsOfFrame(t *testing.T) {
	type vec = mgl32.Vec3
	thing := func(number int32, at vec) Entity { return Entity{Number: number, Origin: at, Effects: 1} }
	changed := func(e Entity, change func(*Entity)) Entity {
		change(&e)
		return e
	}
	for _, c := range []struct {
		what string
		e    Entity
		span float64
		want bool
	}{
		{"moves", thing(7, vec{0, 0, 8}), 0.1, true},
		{"is new", thing(8, vec{0, 0, 8}), 0.1, false},
		{"stands", thing(7, vec{}), 0.1, false},
		{"has no trail", changed(thing(7, vec{0, 0, 8}), func(e *Entity) { e.Effects = 2 }), 0.1, false},
		{"jumps", changed(thing(7, vec{0, 0, 8}), func(e *Entity) { e.Flags = FlagNoLerp }), 0.1, false},
		{"is another model", changed(thing(7, vec{0, 0, 8}), func(e *Entity) { e.Model[0] = 1 }), 0.1, false},
		{"after a second", thing(7, vec{0, 0, 8}), 1, true},
		{"after more", thing(7, vec{0, 0, 8}), 1.125, false},
		{"at once", thing(7, vec{0, 0, 8}), 0, false},
		{"fast", thing(7, vec{363, -363, 363}), 0.125, true},
		{"too fast along x", thing(7, vec{364, 0, 0}), 0.125, false},
		{"too fast along y", thing(7, vec{0, -364, 0}), 0.125, false},
		{"too fast along z", thing(7, vec{0, 0, 364}), 0.125, false},
	} {
		w := New(Quake, func() Rules { return trailing{} })
		w.Clock, w.FrameClock, w.PrevFrameClock = 10, 10, 10-c.span
		w.PrevEntities = []Entity{thing(3, vec{}), thing(7, vec{})}
		w.Entities = []Entity{c.e, thing(9, vec{1, 2, 3})}
		w.trailsOfFrame()
		var want []Trail
		if c.want {
			want = []Trail{{Kind: TrailGrenade, Entity: 7, Clock: 10 - c.span, Until: 10, End: c.e.Origin}}
		}
		if !slices.Equal(w.Effects.Trails, want) {
			t.Errorf("%s: %+v, want %+v", c.what, w.Effects.Trails, want)
		}
	}
}

// trailing are rules of a game in which everything leaves smoke.
type trailing struct{ Rules }

func (trailing) TrailOf(string, *Entity) TrailKind { return TrailGrenade }
func (trailing) TrailEffects() uint32              { return 1 }
func (trailing) End(Edit)                          {}
