package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/render/draw"
)

const (
	// FootprintSeconds is how long footprints are seen, and footEvery the time from one to the next.
	FootprintSeconds = 8
	footEvery        = 0.16
	// A footprint is footLong and footWide in units, footAside from the middle of the way, and
	// footLift above the floor.
	footLong, footWide, footAside, footLift = 11, 4.5, 5, 0.5
	// Who stands has the floor footLow to footDeep units below his origin; who has come less than
	// footLeast units since his last sample stands still.
	footLow, footDeep, footLeast = 20, 28, 4
	// maxFootprints bounds those of a picture.
	maxFootprints = 512
)

// putFootprints places the prints of players' feet on the floors that they walked on, the older the
// fainter. One is where a player was in the first sample of each step of time, so that prints stay
// where they are.
func (pa *paths) putFootprints(m *player.Moment) {
	count := 0
	for i := range pa.frame.opt.Footprints {
		t := &pa.frame.opt.Footprints[i]
		if t.Slot < 0 || t.Slot >= len(m.World.Players) {
			continue
		}
		color := pa.colors.way(m.World, &m.World.Players[t.Slot])
		for k := 1; k < len(t.Samples); k++ {
			a, b := &t.Samples[k-1], &t.Samples[k]
			step := int64(math.Floor(float64(b.Clock) / footEvery))
			left := 1 - float32(m.Clock-float64(b.Clock))/FootprintSeconds
			if b.Begins || b.Dead || step == int64(math.Floor(float64(a.Clock)/footEvery)) ||
				!(left > 0 && left <= 1) || !sane(a.Origin) || !sane(b.Origin) {
				continue
			}
			way := mgl32.Vec3{b.Origin[0] - a.Origin[0], b.Origin[1] - a.Origin[1]}
			low := b.Origin.Sub(mgl32.Vec3{0, 0, footDeep})
			floor := pa.frame.g.until(b.Origin, low)
			if way.Len() < footLeast || floor == low || b.Origin[2]-floor[2] < footLow {
				continue
			}
			if count++; count > maxFootprints {
				return
			}
			f := way.Normalize()
			side := mgl32.Vec3{f[1], -f[0]}.Mul(footAside)
			if step&1 != 0 {
				side = side.Mul(-1)
			}
			pa.putFootprint(floor.Add(side).Add(mgl32.Vec3{0, 0, footLift}), f, color.Alpha(0.15+0.6*left))
		}
	}
}

// putFootprint places the print of a foot that points along f: narrower at the heel.
func (pa *paths) putFootprint(at, f mgl32.Vec3, color draw.Color) {
	toe, r := f.Mul(footLong/2), mgl32.Vec3{f[1], -f[0]}.Mul(footWide/2)
	if pa.frame.opt.Mode == Wire {
		pa.pieces.putLine(at.Sub(toe), at.Add(toe), 1.5, 0.5, color)
		return
	}
	pa.pieces.put(piece{shape: shapeFill, color: color}, at.Sub(toe).Sub(r.Mul(0.6)), at.Add(toe).Sub(r), at.Add(toe.Mul(1.3)),
		at.Add(toe).Add(r), at.Sub(toe).Add(r.Mul(0.6)))
}
