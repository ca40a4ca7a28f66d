package scene

import (
	"testing"

	"demoscope/player/story"
	"demoscope/player/world"
)

// TestDuels: the eye is at 0 0 22 and looks along x, the clock is 10.
func TestDuels(t *testing.T) {
	s := New()
	ahead, behind, aside := vec{500, 0, 0}, vec{-500, 0, 0}, vec{0, 600, 0}
	type change = func([]world.Player, *world.Effects)
	fired := func(slot int) change {
		return func(list []world.Player, _ *world.Effects) {
			list[slot].Fired = world.Timestamp{Clock: 9.5, Known: true}
		}
	}
	struck := func(slot, by int, clock float64) change {
		return func(list []world.Player, _ *world.Effects) {
			list[slot].Struck, list[slot].StruckBy = world.Timestamp{Clock: clock, Known: true}, by+1
		}
	}
	// A projectile that has flown for a tenth of a second until now.
	flies := func(kind world.TrailKind, owner int, from, to vec) change {
		return func(_ []world.Player, e *world.Effects) {
			e.Trails = []world.Trail{{Kind: kind, Owner: int32(owner) + 1, Clock: 9.9, Until: 10,
				Origin: from, End: to}}
		}
	}
	none := [2]story.Action{}
	for _, c := range []struct {
		what    string
		places  []vec
		yaws    []float32
		change  change
		foe     int // 0 for none
		actions [2]story.Action
	}{
		{"nothing", []vec{{}, behind}, []float32{180}, nil, 0, none},
		{"aims alone", []vec{{}, ahead}, []float32{90}, nil, 1, [2]story.Action{story.ActionAims, 0}},
		{"is hit by somebody", []vec{{}, {500, 300, 0}, ahead}, []float32{0, 0},
			func(list []world.Player, _ *world.Effects) {
				list[1].Hurt = world.Timestamp{Clock: 9.5, Known: true}
				list[2].Dead = true
			}, 1, none},
		{"is the only one", []vec{{}, {500, 300, 0}}, []float32{0}, nil, 1, none},
		{"is one of two", []vec{{}, {500, 300, 0}, {500, -300, 0}}, []float32{0, 0}, nil, 0, none},
		{"aims aside and fires", []vec{{}, {500, 100, 0}}, []float32{90}, fired(0), 1,
			[2]story.Action{story.ActionFires, 0}},
		{"aims from far, the only one", []vec{{}, {1600, 0, 0}}, []float32{180}, nil, 1, none},
		{"the only one, far away", []vec{{}, {2100, 0, 0}}, []float32{180}, nil, 0, none},
		{"aims from far", []vec{{}, {1600, 0, 0}, {0, 3000, 0}}, []float32{180, 0}, nil, 0, none},
		{"aims, and another fires", []vec{{}, ahead, behind}, []float32{90, 0}, fired(2), 2,
			[2]story.Action{0, story.ActionFires}},
		{"both aim", []vec{{}, ahead}, []float32{180}, nil, 1, [2]story.Action{story.ActionAims, story.ActionAims}},
		{"aims and fires", []vec{{}, ahead}, []float32{90}, fired(0), 1, [2]story.Action{story.ActionFires, 0}},
		{"is aimed at from behind", []vec{{}, behind}, []float32{0}, fired(1), 1,
			[2]story.Action{0, story.ActionFires}},
		{"was hit", []vec{{}, aside}, []float32{0}, struck(1, 0, 9.4), 1, [2]story.Action{story.ActionHits, 0}},
		{"was hit a while ago", []vec{{}, aside}, []float32{0}, struck(1, 0, 8.5), 1, none},
		{"was hit long ago", []vec{{}, aside}, []float32{0}, struck(1, 0, 7.5), 0, none},
		{"has hit", []vec{{}, aside, ahead}, []float32{0, 90}, struck(0, 1, 9.5), 1,
			[2]story.Action{0, story.ActionHits}},
		{"a rocket at him", []vec{{}, ahead}, []float32{90}, flies(world.TrailRocket, 0, vec{100, 0, 0},
			vec{200, 0, 0}), 1, [2]story.Action{story.ActionRocket, 0}},
		{"a rocket past him", []vec{{}, ahead}, []float32{90}, flies(world.TrailRocket, 0, vec{100, 0, 0},
			vec{180, 60, 0}), 1, [2]story.Action{story.ActionAims, 0}},
		{"a rocket away from him", []vec{{}, aside}, []float32{0}, flies(world.TrailRocket, 1, vec{0, 300, 0},
			vec{0, 400, 0}), 0, none},
		{"a rocket that is not there yet", []vec{{}, aside}, []float32{0}, flies(world.TrailRocket, 1, vec{0, 600, 0},
			vec{0, 550, 0}), 0, none},
		{"nails", []vec{{}, aside}, []float32{0}, flies(world.TrailNail, 1, vec{0, 400, 0}, vec{0, 300, 0}), 1,
			[2]story.Action{0, story.ActionShot}},
		{"a grenade that lies", []vec{{}, aside}, []float32{0}, flies(world.TrailGrenade, 1, vec{0, 150, 0},
			vec{0, 150, 0}), 1, [2]story.Action{0, story.ActionGrenade}},
		{"smoke of nothing that flies", []vec{{}, aside}, []float32{0}, flies(world.TrailGib, 1, vec{0, 400, 0},
			vec{0, 300, 0}), 0, none},
		{"of two the one who is hit", []vec{{}, ahead, aside}, []float32{180, 0}, struck(2, 0, 9.5), 2,
			[2]story.Action{story.ActionHits, 0}},
		{"a mate", []vec{{}, ahead}, []float32{180}, func(list []world.Player, _ *world.Effects) {
			list[0].Team, list[1].Team = "a", "a"
		}, 0, none},
		{"a rocket that is about to hit a mate", []vec{{}, ahead}, []float32{90},
			func(list []world.Player, e *world.Effects) {
				list[0].Team, list[1].Team = "a", "a"
				flies(world.TrailRocket, 0, vec{300, 0, 0}, vec{400, 0, 0})(list, e)
			}, 1, [2]story.Action{story.ActionRocket, 0}},
		{"a rocket that is far from a mate", []vec{{}, ahead}, []float32{90},
			func(list []world.Player, e *world.Effects) {
				list[0].Team, list[1].Team = "a", "a"
				flies(world.TrailRocket, 0, vec{0, 0, 0}, vec{100, 0, 0})(list, e)
			}, 0, none},
		{"the dead", []vec{{}, ahead}, []float32{180}, func(list []world.Player, _ *world.Effects) {
			list[1].Dead = true
		}, 0, none},
		{"the watched is dead", []vec{{}, ahead}, []float32{180}, func(list []world.Player, _ *world.Effects) {
			list[0].Dead = true
		}, 0, none},
	} {
		m := fightMoment(c.places, c.yaws...)
		if c.change != nil {
			c.change(m.World.Players, &m.World.Effects)
			m.World.Match.Teams = m.World.Players[0].Team != ""
		}
		build := func() {
			s.Build(m, EyeCamera(m.Eye, 90), View{640, 480, 1}, &Options{FirstPerson: true, Follow: 0})
		}
		build()
		foe := 0
		if sides := &s.Matchup.Sides; sides[1].Text != "" {
			if foe = sides[1].Player - 1; sides[0].Player != 1 || sides[1].Mate != (m.World.Players[foe].Team == "a") ||
				sides[1].Text != m.World.Players[foe].Name {
				t.Errorf("%s: %+v", c.what, sides)
			}
		}
		if foe != c.foe || s.Matchup.Actions != c.actions {
			t.Errorf("%s: against %d, %v; want %d, %v", c.what, foe, s.Matchup.Actions, c.foe, c.actions)
		}
		if n := testing.AllocsPerRun(5, build); n > 0 {
			t.Errorf("%s: %v allocations", c.what, n)
		}
	}
}
