package story

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/player/timeline"
	"demoscope/player/world"
)

// now is the time of the made moments, in viewer's seconds.
const now = 100.

// picture is a made view: everybody is in the picture and nothing is hidden, but for what its fields say.
type picture struct {
	wall    float32                // blocks lines that cross this x coordinate; 0 for none
	hidden  map[mgl32.Vec3]bool    // places that the level hides from the camera
	outside map[mgl32.Vec3]bool    // places outside the bounds of the picture
	bodies  map[int]Body           // instead of a seen one, 100 units ahead
	bolts   map[int]int            // whom the lightning of a shooter hits
	hollow  bool                   // there is no ground
	asked   map[[2]mgl32.Vec3]bool // the lines that [picture.Clear] was asked for
}

func (v *picture) Clear(a, b mgl32.Vec3) bool {
	if v.asked != nil {
		v.asked[[2]mgl32.Vec3{a, b}] = true
	}
	return v.wall == 0 || (a[0] < v.wall) == (b[0] < v.wall)
}
func (v *picture) Glimpses(from, at mgl32.Vec3) bool { return v.Clear(from, at) }
func (v *picture) Hollow(mgl32.Vec3) bool            { return v.hollow }
func (v *picture) Hides(at mgl32.Vec3) bool          { return v.hidden[at] }
func (v *picture) Shows(at mgl32.Vec3) bool {
	return !v.outside[at] && !v.outside[at.Sub(mgl32.Vec3{0, 0, headHigh})]
}
func (v *picture) Sees(at mgl32.Vec3) bool { return v.Shows(at) && !v.Hides(at) }

func (v *picture) Body(slot int) Body {
	if b, ok := v.bodies[slot]; ok {
		return b
	}
	return Body{Depth: 100, Seen: true}
}

func (v *picture) Bolt(shooter int) int {
	if who, ok := v.bolts[shooter]; ok {
		return who
	}
	return world.Nobody
}

// made is a made moment: a game of Quake in which slot 0 is followed, stands at the origin and looks along x, and the
// others stand 400 units ahead, each 400 units beside the one before, and look along x, too: away from slot 0.
type made struct {
	player.Moment
	w    *world.World
	see  picture
	opt  Options
	fill Moment
}

// moment returns a made moment with so many players, named a, b, c and so on.
func moment(players int) *made {
	w := &world.World{}
	w.Recorder = world.Nobody
	w.Clock, w.FrameClock = now, now
	m := &made{w: w, fill: None(), opt: Options{Follow: 0, Threats: true, Opponent: true}}
	m.World, m.Clock = w, now
	m.Eye.Slot = world.Nobody
	for i := range players {
		at := mgl32.Vec3{400, 400 * float32(i-1), 0}
		if i == 0 {
			at = mgl32.Vec3{}
		}
		w.Players = append(w.Players, world.Player{Slot: i, InUse: true, Visible: true, Name: string(rune('a' + i)),
			Pose: world.Pose{Origin: at}})
		m.Poses = append(m.Poses, world.Pose{Origin: at})
	}
	return m
}

// at returns the place of the player in a slot.
func (m *made) at(slot int) mgl32.Vec3 { return m.Poses[slot].Origin }

// put places the player in a slot.
func (m *made) put(slot int, x, y, z float32) *made {
	m.Poses[slot].Origin = mgl32.Vec3{x, y, z}
	return m
}

// turn has the player in a slot look that many degrees to the left of x.
func (m *made) turn(slot int, yaw float32) *made {
	m.Poses[slot].Angles[1] = yaw
	return m
}

// leave puts the player in a slot outside the picture.
func (m *made) leave(slots ...int) *made {
	if m.see.outside == nil {
		m.see.outside = map[mgl32.Vec3]bool{}
	}
	for _, slot := range slots {
		m.see.outside[m.at(slot)] = true
		m.body(slot, Body{})
	}
	return m
}

// body says how the player in a slot is seen.
func (m *made) body(slot int, b Body) *made {
	if m.see.bodies == nil {
		m.see.bodies = map[int]Body{}
	}
	m.see.bodies[slot] = b
	return m
}

// fired has the player in a slot have fired that many seconds ago, hit by been hit by another.
func (m *made) fired(slot int, ago float64) *made {
	m.w.Players[slot].Fired = world.Timestamp{Clock: now - ago, Known: true}
	return m
}

func (m *made) hit(slot, by int, ago float64) *made {
	p := &m.w.Players[slot]
	p.Struck, p.StruckBy = world.Timestamp{Clock: now - ago, Known: true}, by+1
	return m
}

// hurt has the player in a slot feel a hit by another, [world.Nobody] for an unknown one.
func (m *made) hurt(slot, by int) *made {
	m.w.Players[slot].Hit = world.Hit{Clock: now - 0.1, Strength: 0.5, By: by + 1}
	return m
}

// team puts players into one team of a game of teams.
func (m *made) team(slots ...int) *made {
	m.w.Match.Teams = true
	for i := range m.w.Players {
		m.w.Players[i].Team = fmt.Sprint("team ", i+1)
	}
	for _, slot := range slots {
		m.w.Players[slot].Team = "team"
	}
	return m
}

// shot adds the trail of a missile of a shooter: in the last 0.1 seconds it flew from one place to another, both in the
// plane of the players' origins.
func (m *made) shot(kind world.TrailKind, by int, x, y, toX, toY float32) *made {
	m.w.Effects.Trails = append(m.w.Effects.Trails, world.Trail{Kind: kind, Owner: int32(by + 1), Clock: now - 0.1,
		Until: now, Origin: mgl32.Vec3{x, y, 0}, End: mgl32.Vec3{toX, toY, 0}})
	return m
}

// missile adds a missile of a shooter at a place.
func (m *made) missile(by int, x, y float32) *made {
	m.w.Effects.Projectiles = append(m.w.Effects.Projectiles, world.Projectile{Owner: int32(by + 1), Seen: now,
		At: mgl32.Vec3{x, y, 0}})
	return m
}

// kill adds a kill that comes in that many seconds, by a rocket unless change says otherwise.
func (m *made) kill(by, victim int, in float64, change func(e *timeline.Event)) *made {
	e := timeline.Event{Kind: world.EventKill, Clock: now + in, Player: by, Other: victim}
	if by >= 0 {
		e.PlayerName = m.w.Players[by].Name
	}
	if victim >= 0 {
		e.OtherName = m.w.Players[victim].Name
		m.w.Players[victim].Dead = in <= 0
	}
	if change != nil {
		change(&e)
	}
	m.opt.Events = append(m.opt.Events, e)
	return m
}

// story returns what the moment means.
func (m *made) story() *Moment {
	m.fill.Fill(&m.Moment, &m.see, &m.opt)
	return &m.fill
}

// near reports whether two numbers are as good as the same.
func near(a, b float32) bool { return math.Abs(float64(a-b)) < 1e-3 }
