package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/player/timeline"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// Trail is the path of a player in the last seconds.
type Trail struct {
	Slot    int
	Samples []timeline.Sample // in order of time, none after the moment
}

// TrailSeconds is the length of the trail behind a player, in seconds.
const TrailSeconds = 3

const (
	trailWidth  = 2
	trailHeight = -12 // height of a trail above a player's origin, in units: at the knees
	// aimLength is the length of an aim line that hits no wall, in units.
	aimLength = 3000
	// aimBegins is the distance from the eye at which it starts, outside of the head, in units.
	aimBegins = 20
	aimDot    = 5
)

// paths places trails, aim lines, footprints and camera paths.
type paths struct {
	frame  *frame
	pieces *pieces
	colors *colors
}

// place places trails behind players, lines along their views and the camera path. They are drawn before everything
// else in a leaf.
func (pa *paths) place(m *player.Moment) {
	for i := range pa.frame.opt.Trails {
		pa.putTrail(m, &pa.frame.opt.Trails[i])
	}
	pa.putFootprints(m)
	pa.putGhostTrail()
	pa.putCameraPath()
	if !pa.frame.opt.On(setting.AimLines) {
		return
	}
	for i := range m.World.Players {
		if p := &m.World.Players[i]; pa.frame.drawsPlayer(m, i) && !p.Dead {
			pa.putAim(m, i)
		}
	}
}

// Look is a point of a camera path.
type Look struct{ Origin, Angles mgl32.Vec3 }

// colorPath is the color of bookmarks, with which camera paths are stored.
var colorPath = draw.RGB(0x55d6d6)

// putCameraPath places the path of a camera. Each of its points is a dot with a short line in the direction that the
// camera looks. Points at the current camera are omitted.
func (pa *paths) putCameraPath() {
	const look, near = 48, 24 // units
	far := func(at mgl32.Vec3) bool { return sane(at) && at.Sub(pa.frame.origin).Len() > near }
	for i := 1; i < len(pa.frame.opt.Path); i++ {
		if a, b := pa.frame.opt.Path[i-1], pa.frame.opt.Path[i]; far(a) && far(b) {
			pa.pieces.putLine(a, b, 1.5, 0.6, colorPath.Alpha(0.8))
		}
	}
	for i := range pa.frame.opt.Looks {
		l := &pa.frame.opt.Looks[i]
		if !far(l.Origin) || !sane(l.Angles) {
			continue
		}
		forward, _, _ := vectors(l.Angles)
		pa.pieces.putDot(l.Origin, 7, 0.6, colorPath)
		pa.pieces.putLine(l.Origin, l.Origin.Add(forward.Mul(look)), 1.5, 0.6, colorPath)
	}
}

// putTrail places the trail behind a player, which fades with age.
func (pa *paths) putTrail(m *player.Moment, t *Trail) {
	if t.Slot < 0 || t.Slot >= len(m.Poses) {
		return
	}
	p := &m.World.Players[t.Slot]
	color := pa.colors.trail(m.World, p)
	pa.putTrack(t.Samples, m.Clock, color)
	// From the last sample to the current position of the player.
	if n := len(t.Samples); n > 0 && p.Visible {
		const soon, near = 0.3, 200 // seconds, units
		last := &t.Samples[n-1]
		if at := m.Poses[t.Slot].Origin; m.Clock-float64(last.Clock) < soon && at.Sub(last.Origin).Len() < near {
			pa.putStep(last.Origin, at, 1, color)
		}
	}
}

// putTrack places lines between the samples of a track. They fade with the time before or after a moment.
func (pa *paths) putTrack(list []timeline.Sample, clock float64, color draw.Color) {
	for i := 1; i < len(list); i++ {
		a, b := &list[i-1], &list[i]
		if b.Begins {
			continue
		}
		if left := 1 - abs(float32(clock-float64(b.Clock)))/TrailSeconds; left > 0 {
			pa.putStep(a.Origin, b.Origin, left, color)
		}
	}
}

// putStep places a line of a trail. left is 1 for now, and less before and after.
func (pa *paths) putStep(a, b mgl32.Vec3, left float32, color draw.Color) {
	if sane(a) && sane(b) {
		lift := mgl32.Vec3{0, 0, trailHeight}
		pa.pieces.putLine(a.Add(lift), b.Add(lift), trailWidth, 0.5, color.Alpha(0.15+0.75*left))
	}
}

// putAim places the line along a player's view up to a wall or another player.
func (pa *paths) putAim(m *player.Moment, slot int) {
	eye := m.World.Game.EyeOf(&m.World.Players[slot], &m.Poses[slot])
	if !sane(eye.Origin) || !sane(eye.Angles) {
		return
	}
	forward, _, _ := vectors(eye.Angles)
	end := pa.frame.g.until(eye.Origin, eye.Origin.Add(forward.Mul(aimLength)))
	end, _ = untilPlayer(m, slot, eye.Origin, end)
	begin := eye.Origin.Add(forward.Mul(aimBegins))
	if end.Sub(eye.Origin).Len() <= aimBegins {
		return
	}
	color := pa.colors.trail(m.World, &m.World.Players[slot])
	pa.pieces.putLine(begin, end, 1, 0.5, color.Alpha(0.55))
	pa.pieces.putDot(end.Sub(forward), aimDot, 0.6, color)
}

const (
	// FootprintSeconds is how long footprints are visible, and footEvery the interval between two, in seconds.
	FootprintSeconds = 8
	footEvery        = 0.16
	// A footprint is footLong units long and footWide units wide, footAside units beside the path, and footLift units
	// above the floor.
	footLong, footWide, footAside, footLift = 11, 4.5, 5, 0.5
	// The floor is footLow to footDeep units below the origin of a player who stands on it. A player who has moved less
	// than footLeast units since the last sample is standing still.
	footLow, footDeep, footLeast = 20, 28, 4
	// maxFootprints bounds the footprints in a picture.
	maxFootprints = 512
)

// putFootprints places the footprints of players on the floors that they walked on. They fade with age. A print is at
// the first sample of each time step, so that prints keep their places.
func (pa *paths) putFootprints(m *player.Moment) {
	count := 0
	for i := range pa.frame.opt.Footprints {
		t := &pa.frame.opt.Footprints[i]
		if t.Slot < 0 || t.Slot >= len(m.World.Players) {
			continue
		}
		color := pa.colors.trail(m.World, &m.World.Players[t.Slot])
		for k := 1; k < len(t.Samples); k++ {
			a, b := &t.Samples[k-1], &t.Samples[k]
			step := int64(math.Floor(float64(b.Clock) / footEvery))
			left := 1 - float32(m.Clock-float64(b.Clock))/FootprintSeconds
			if b.Begins || b.Dead || step == int64(math.Floor(float64(a.Clock)/footEvery)) ||
				!(left > 0 && left <= 1) || !sane(a.Origin) || !sane(b.Origin) {
				continue
			}
			delta := mgl32.Vec3{b.Origin[0] - a.Origin[0], b.Origin[1] - a.Origin[1]}
			low := b.Origin.Sub(mgl32.Vec3{0, 0, footDeep})
			floor := pa.frame.g.until(b.Origin, low)
			if delta.Len() < footLeast || floor == low || b.Origin[2]-floor[2] < footLow {
				continue
			}
			if count++; count > maxFootprints {
				return
			}
			f := delta.Normalize()
			side := mgl32.Vec3{f[1], -f[0]}.Mul(footAside)
			if step&1 != 0 {
				side = side.Mul(-1)
			}
			pa.putFootprint(floor.Add(side).Add(mgl32.Vec3{0, 0, footLift}), f, color.Alpha(0.15+0.6*left))
		}
	}
}

// putFootprint places a footprint that points along f. It is narrower at the heel.
func (pa *paths) putFootprint(at, f mgl32.Vec3, color draw.Color) {
	toe, r := f.Mul(footLong/2), mgl32.Vec3{f[1], -f[0]}.Mul(footWide/2)
	if pa.frame.opt.Mode == Wire {
		pa.pieces.putLine(at.Sub(toe), at.Add(toe), 1.5, 0.5, color)
		return
	}
	pa.pieces.put(piece{shape: shapeFill, color: color}, at.Sub(toe).Sub(r.Mul(0.6)), at.Add(toe).Sub(r),
		at.Add(toe.Mul(1.3)), at.Add(toe).Add(r), at.Sub(toe).Add(r.Mul(0.6)))
}

// putGhostTrail places the trail of the ghost.
func (pa *paths) putGhostTrail() {
	o := &pa.frame.opt.Ghost
	if o.Moment != nil && o.Moment.World != nil {
		pa.putTrack(o.Track, o.Moment.Clock, GhostColor.Alpha(ghostTrailAlpha))
	}
}
