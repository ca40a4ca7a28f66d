package survey

import (
	"math"
	"slices"
	"strconv"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
	"demoscope/player/world"
)

// Figures are how true and how complete a level is: shares from 0 to 1, NaN without anything
// to count. What is presumed does not count.
type Figures struct {
	// FloorTrue is how much of the floor drawn has a true one no more than 8 units above or
	// below, in its column or one beside it; FloorExact no more than 2, in its column.
	FloorTrue, FloorExact float64
	// TouchedDrawn is how much of the true floor below which players' feet were is drawn no
	// more than 8 units off.
	TouchedDrawn float64
	// WallsTrue is how much of the walls drawn has something upright no more than 8 units away.
	WallsTrue float64
	// WallsThrough is how much of the walls drawn a player went through.
	WallsThrough float64
	// Cover is how much of the floor that can be walked on, as far as can be told, is drawn.
	Cover float64
	// Recall is how much of the ends of the drawn floor at which a true wall across x or y
	// stands has a wall drawn.
	Recall float64
	// PresumedTrue is FloorTrue of the presumed floor, and PresumedWallsTrue that of walls.
	PresumedTrue, PresumedWallsTrue float64
	// LiquidTrue is how much of the surface of liquids drawn has a true one no more than 8 units
	// above or below.
	LiquidTrue float64
	// Cells is the floor drawn, of 8 by 8 units, and Walls the walls, of as many.
	Cells, Walls int
}

// Measure measures levels by the real map, and by where players touched it. It is fed with the frames of demos of that
// map.
type Measure struct {
	*RealMap
	places []map[mgl32.Vec3]bool // by inline model, where it was seen
	paths  []path
	was    map[int]sample
}

// path is a part of the way of the middle of a body.
type path struct{ from, to mgl32.Vec3 }

// maxPaths bounds what is kept of ways: 100 MB. maxPlaces bounds those of a brush model.
const maxPaths, maxPlaces = 1 << 22, 64

// NewMeasure returns a measure by a map.
func NewMeasure(m *bsp.Map) *Measure {
	return &Measure{RealMap: NewRealMap(m), places: make([]map[mgl32.Vec3]bool, len(m.Models)), was: map[int]sample{}}
}

func share(part, of int) float64 {
	if of == 0 {
		return math.NaN()
	}
	return float64(part) / float64(of)
}

// Compare measures a level.
func (t *Measure) Compare(l *Level) Figures {
	var g Figures
	floor, presumed := drawn{}, drawn{}
	var truly, exact, ghostTrue, ghosts, liquids, liquidsTrue int
	for i := range l.Faces {
		f := &l.Faces[i]
		if f.Kind >= Water {
			f.columns(func(x, y int32, z float32) {
				liquids++
				if slices.ContainsFunc(t.liquids[[2]int32{x, y}], func(h float32) bool {
					return h-z <= near && z-h <= near
				}) {
					liquidsTrue++
				}
			})
			continue
		}
		if f.Kind != Floor && f.Kind != Slope && f.Kind != PresumedFloor {
			continue
		}
		f.columns(func(x, y int32, z float32) {
			ok := t.floorNear(x, y, z)
			if f.Kind == PresumedFloor {
				presumed[[2]int32{x, y}] = append(presumed[[2]int32{x, y}], z)
				ghosts++
				if ok {
					ghostTrue++
				}
				return
			}
			floor[[2]int32{x, y}] = append(floor[[2]int32{x, y}], z)
			g.Cells++
			if ok {
				truly++
			}
			if t.floorAt(x, y, z, exactly) {
				exact++
			}
		})
	}
	g.FloorTrue, g.FloorExact, g.PresumedTrue = share(truly, g.Cells), share(exact, g.Cells), share(ghostTrue, ghosts)
	g.LiquidTrue = share(liquidsTrue, liquids)
	g.TouchedDrawn = t.touchedDrawn(floor)
	g.Cover = t.cover(floor)
	t.compareWalls(l, floor, &g)
	return g
}

func (t *Measure) floorAt(x, y int32, z, reach float32) bool {
	for _, f := range t.floors[[2]int32{x, y}] {
		if f.z-z <= reach && z-f.z <= reach {
			return true
		}
	}
	return false
}

func (t *Measure) floorNear(x, y int32, z float32) bool {
	for b := y - 1; b <= y+1; b++ {
		for a := x - 1; a <= x+1; a++ {
			if t.floorAt(a, b, z, near) {
				return true
			}
		}
	}
	return false
}

func (t *Measure) touchedDrawn(floor drawn) float64 {
	touched, have := 0, 0
	for c, list := range t.floors {
		for _, f := range list {
			if f.touched && !f.mover {
				touched++
				if floor.has(c[0], c[1], f.z, near) {
					have++
				}
			}
		}
	}
	return share(have, touched)
}

// cover returns how much of the floor that can be walked on is drawn.
func (t *Measure) cover(floor drawn) float64 {
	have := 0
	walked := t.walked()
	for _, p := range walked {
		if floor.has(p.x, p.y, p.z, near) {
			have++
		}
	}
	return share(have, len(walked))
}

// Frame adds where players and brush models are in a frame of a demo of the map.
func (t *Measure) Frame(w *world.World) {
	t.movers(w)
	for i := range w.Players {
		p := &w.Players[i]
		if !p.Visible || p.Spectator || p.Dead || w.Intermission || w.Paused || !inside(p.Pose.Origin) {
			delete(t.was, i)
			continue
		}
		at := p.Pose.Origin
		at[2] -= feet
		last, known := t.was[i]
		d := at.Sub(last.at)
		dt := w.FrameClock - last.clock
		reach := float32(jumpFar + jumpSpeed*dt)
		joined := known && !p.NoLerp && dt >= 0 && dt <= longestGap && d.Dot(d) <= reach*reach
		if joined && d.Dot(d) < 1 {
			t.was[i] = sample{at: last.at, clock: w.FrameClock}
			continue
		}
		if joined && len(t.paths) < maxPaths {
			t.paths = append(t.paths, path{last.at, at})
		}
		t.was[i] = sample{at: at, clock: w.FrameClock}
		t.touch(at)
	}
}

// mover adds a brush model at a place, if it was not seen there yet.
func (t *Measure) mover(n int, at mgl32.Vec3) {
	if t.places[n] == nil {
		t.places[n] = map[mgl32.Vec3]bool{}
	}
	if !t.places[n][at] && len(t.places[n]) < maxPlaces {
		t.model(n, at, len(t.places[n]) > 0)
		t.places[n][at] = true
	}
}

// movers adds the brush models at places where they were not seen yet.
func (t *Measure) movers(w *world.World) {
	for i := range w.Entities {
		e := &w.Entities[i]
		if e.Model[0] == 0 || !inside(e.Origin) {
			continue
		}
		name := w.ModelOf(e)
		if len(name) < 2 || name[0] != '*' {
			continue
		}
		n, err := strconv.Atoi(name[1:])
		if err != nil || n < 1 || n >= len(t.places) || e.Angles != (mgl32.Vec3{}) {
			continue
		}
		at := e.Origin
		for k := range at {
			at[k] = float32(math.Round(float64(at[k])/4) * 4)
		}
		t.mover(n, at)
	}
}

// touch marks the true floors under feet.
func (t *Measure) touch(at mgl32.Vec3) {
	t.under(at, printReach, func(f *trueFloor) {
		if d := f.z - at[2]; d >= -1 && d <= 1 {
			f.touched = true
		}
	})
}

// under visits the true floors of the columns whose middle is at most reach from a place.
func (t *Measure) under(at mgl32.Vec3, reach float32, visit func(*trueFloor)) {
	for y := cellOf(at[1] - reach + cell/2 - 0.001); y <= cellOf(at[1]+reach-cell/2); y++ {
		for x := cellOf(at[0] - reach + cell/2 - 0.001); x <= cellOf(at[0]+reach-cell/2); x++ {
			list := t.floors[[2]int32{x, y}]
			for i := range list {
				visit(&list[i])
			}
		}
	}
}
