package scene

import (
	"testing"

	"demoscope/player/story"
	"demoscope/player/world"
)

// TestOpponents: the eye is at 0 0 22 and looks along x; who is behind it looks at it where his
// yaw is 0.
func TestOpponents(t *testing.T) {
	s := New()
	behind, far, ahead := vec{-500, 0, 0}, vec{-1600, 0, 0}, vec{500, 0, 0}
	fired := func(slot int, clock float64) func([]world.Player, *world.Effects) {
		return func(list []world.Player, _ *world.Effects) {
			list[slot].Fired = world.Timestamp{Clock: clock, Known: true}
		}
	}
	shot := func(owner int32, x float32, seen float64) func([]world.Player, *world.Effects) {
		return func(_ []world.Player, e *world.Effects) {
			e.Projectiles = []world.Projectile{{Owner: owner, At: vec{x, 0, 0}, Seen: seen}}
		}
	}
	for _, c := range []struct {
		what   string
		places []vec
		yaws   []float32
		change func([]world.Player, *world.Effects)
		want   int
	}{
		{"aims", []vec{{}, behind}, []float32{0}, nil, 1},
		{"looks elsewhere", []vec{{}, behind}, []float32{90}, nil, -1},
		{"fires about there", []vec{{}, behind}, []float32{14}, fired(1, 9.5), 1},
		{"fired about there", []vec{{}, behind}, []float32{14}, fired(1, 8.9), -1},
		{"fires elsewhere", []vec{{}, behind}, []float32{30}, fired(1, 9.5), -1},
		{"is in the picture", []vec{{}, ahead}, []float32{180}, nil, -1},
		{"is close, whatever he does", []vec{{}, {-400, 0, 0}}, []float32{90}, nil, 1},
		{"aims, though another is closer", []vec{{}, behind, {-400, 0, 0}}, []float32{0, 90}, nil, 1},
		{"is hit in the picture, while another aims", []vec{{}, ahead, behind}, []float32{0, 0},
			func(list []world.Player, _ *world.Effects) {
				list[1].Struck, list[1].StruckBy = world.Timestamp{Clock: 9.5, Known: true}, 1
			}, -1},
		{"is hit in the picture, while another fires", []vec{{}, ahead, behind}, []float32{0, 0},
			func(list []world.Player, _ *world.Effects) {
				list[1].Struck, list[1].StruckBy = world.Timestamp{Clock: 9.5, Known: true}, 1
				list[2].Fired = world.Timestamp{Clock: 9.5, Known: true}
			}, 2},
		{"is hit outside, while another aims", []vec{{}, behind, {-400, 0, 0}}, []float32{90, 0},
			func(list []world.Player, _ *world.Effects) {
				list[1].Struck, list[1].StruckBy = world.Timestamp{Clock: 9.5, Known: true}, 1
			}, 1},
		{"is far", []vec{{}, far}, []float32{0}, nil, -1},
		{"is far, and has hit", []vec{{}, far}, []float32{90}, func(list []world.Player, _ *world.Effects) {
			list[0].Hit = world.Hit{Clock: 10, Strength: 0.5, By: 2}
		}, 1},
		{"was hit", []vec{{}, behind}, []float32{90}, func(list []world.Player, _ *world.Effects) {
			list[1].Struck, list[1].StruckBy = world.Timestamp{Clock: 9.5, Known: true}, 1
		}, 1},
		{"the nearer of two who aim", []vec{{}, {-800, 0, 0}, behind}, []float32{0, 0}, nil, 2},
		{"a shot of his is near", []vec{{}, behind}, []float32{90}, shot(2, -200, 9.9), 1},
		{"a shot of his was near", []vec{{}, behind}, []float32{90}, shot(2, -200, 9.7), -1},
		{"a shot of his is far", []vec{{}, behind}, []float32{90}, shot(2, -300, 9.9), -1},
		{"a shot of the watched is near, however far he is", []vec{{}, behind, far}, []float32{0, 90},
			shot(1, -1500, 10), 2},
		{"a shot of nobody", []vec{{}, behind}, []float32{90}, shot(0, -400, 10), -1},
		{"a mate", []vec{{}, behind}, []float32{0}, func(list []world.Player, _ *world.Effects) {
			list[0].Team, list[1].Team = "a", "a"
		}, -1},
		{"the dead", []vec{{}, behind}, []float32{0}, func(list []world.Player, _ *world.Effects) {
			list[1].Dead = true
		}, -1},
		{"the watched is dead", []vec{{}, behind}, []float32{0}, func(list []world.Player, _ *world.Effects) {
			list[0].Dead = true
		}, -1},
		{"nowhere", []vec{{}, {float32(1e30), 0, 0}}, []float32{0}, shot(1, 0, 10), -1},
	} {
		m := fightMoment(c.places, c.yaws...)
		if c.change != nil {
			c.change(m.World.Players, &m.World.Effects)
			m.World.Match.Teams = m.World.Players[0].Team != ""
		}
		o := &Options{FirstPerson: true, Follow: 0, Opponent: true}
		build := func() { s.Build(m, EyeCamera(m.Eye, 90), View{640, 480, 1}, o) }
		if build(); s.Story.Opponent != c.want {
			t.Errorf("%s: %d, want %d", c.what, s.Story.Opponent, c.want)
		}
		if foe := s.Matchup.Sides[1].Player - 1; c.what == "aims" &&
			(foe != 1 || s.Matchup.Actions != [2]story.Action{0, story.ActionAims}) {
			t.Errorf("%s: a duel with %d, %v", c.what, foe, s.Matchup.Actions)
		}
		if n := testing.AllocsPerRun(5, build); n > 0 {
			t.Errorf("%s: %v allocations", c.what, n)
		}
		if o.Opponent = false; c.want >= 0 {
			if build(); s.Story.Opponent != world.Nobody {
				t.Errorf("%s: %d, though it is not asked for", c.what, s.Story.Opponent)
			}
		}
	}
}
