package survey

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/world"
)

// Straight flights of missiles and shots show that there is nothing solid on their path, even close to a wall.
// They show more about the extent of rooms than about the positions of walls.

const (
	// longestFlight is the maximum length of a line in units: longer than any view in real maps. It limits the
	// cost of a message.
	longestFlight = 4096
	// flightShort is the distance in units between the end of a line and what was hit.
	flightShort = 8
	// pelletAside is the minimum cosine of the angle between a shooter's view and a hit. Pellets of Quake's
	// super shotgun deviate by up to 9 degrees.
	pelletAside = 0.985
)

// addShotLines adds the paths of missiles and shots since the previous frame.
func (s *Survey) addShotLines(w *world.World) {
	for i := range w.Effects.Trails {
		t := &w.Effects.Trails[i]
		if t.Until == w.FrameClock && straightTrail(t.Kind) {
			s.addShotLine(t.At(max(t.Clock, w.PrevFrameClock)), t.End, 0)
		}
	}
	list := w.Effects.List
	for i := range list {
		e := &list[i]
		if e.Clock <= w.PrevFrameClock || e.Clock > w.FrameClock {
			continue
		}
		switch e.Kind {
		case world.EffectLightning, world.EffectRail:
			s.addShotLine(e.Origin, e.End, flightShort)
		case world.EffectGunshot, world.EffectSparks:
			if eye, ok := whoShot(list, e); ok {
				s.addShotLine(eye, e.Origin, flightShort)
			}
		}
	}
}

// straightTrail reports whether trails of a kind are the paths of small missiles.
func straightTrail(k world.TrailKind) bool {
	return k != world.NoTrail && k != world.TrailRedFlag && k != world.TrailBlueFlag && k != world.TrailTag
}

// whoShot returns the eye position of the only player who shot toward a hit at that moment. ok is false if
// there is none or more than one.
func whoShot(list []world.Effect, hit *world.Effect) (eye mgl32.Vec3, ok bool) {
	for i := range list {
		f := &list[i]
		if f.Kind != world.EffectMuzzleFlash || f.Clock != hit.Clock || f.Velocity == (mgl32.Vec3{}) {
			continue
		}
		d := hit.Origin.Sub(f.End)
		if !(d.Dot(f.Velocity) > pelletAside*d.Len()) {
			continue
		}
		if ok && eye != f.End {
			return eye, false
		}
		eye, ok = f.End, true
	}
	return eye, ok
}

// addShotLine records that there is nothing solid between two positions, except for the last short units.
func (s *Survey) addShotLine(from, to mgl32.Vec3, short float32) {
	if !inside(from) || !inside(to) {
		return
	}
	d := to.Sub(from)
	long := d.Len()
	if !(long > short) || long > longestFlight {
		return
	}
	d = d.Mul(1 / long)
	for at := float32(0); at <= long-short; at += cell / 2 {
		v := from.Add(d.Mul(at))
		x, y, l := cellOf(v[0]), cellOf(v[1]), layerOf(v[2])
		n := s.chunkAt(x>>3, y>>3, floorDiv(l, 64))
		if n < 0 {
			return
		}
		s.chunks[n].flown[column(x, y)] |= 1 << uint(l&63)
	}
}

// flownUnder reports whether something flew just below a floor of a column.
func (s *Survey) flownUnder(x, y int32, z float32) bool {
	_, flown := s.layersAt(x, y, floorLayer(z)-3, 2)
	return flown != 0
}
