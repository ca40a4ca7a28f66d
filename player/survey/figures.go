package survey

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
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

func share(part, of int) float64 {
	if of == 0 {
		return math.NaN()
	}
	return float64(part) / float64(of)
}

// drawn are the heights of floors by column.
type drawn map[[2]int32][]float32

func (d drawn) has(x, y int32, z, reach float32) bool {
	for _, h := range d[[2]int32{x, y}] {
		if h-z <= reach && z-h <= reach {
			return true
		}
	}
	return false
}

// Compare measures a level.
func (t *Truth) Compare(l *Level) Figures {
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

// Count returns the figures of a level that need no true map: Cells and Walls.
func Count(l *Level) Figures {
	var g Figures
	for i := range l.Faces {
		switch f := &l.Faces[i]; f.Kind {
		case Floor, Slope:
			f.columns(func(int32, int32, float32) { g.Cells++ })
		case Wall:
			f.uprightCells(func(mgl32.Vec3, piece) { g.Walls++ })
		}
	}
	return g
}

// columns visits the columns whose middle is below a floor.
func (f *Face) columns(visit func(x, y int32, z float32)) {
	low, high := f.Corners[0], f.Corners[0]
	for _, c := range f.Corners {
		for k := range c {
			low[k], high[k] = min(low[k], c[k]), max(high[k], c[k])
		}
	}
	for y := cellOf(low[1]); y <= cellOf(high[1]); y++ {
		for x := cellOf(low[0]); x <= cellOf(high[0]); x++ {
			px, py := float32(x)*cell+cell/2, float32(y)*cell+cell/2
			if px > low[0] && px < high[0] && py > low[1] && py < high[1] && within(f.Corners, px, py) {
				visit(x, y, f.Corners[0][2]-(f.Normal[0]*(px-f.Corners[0][0])+f.Normal[1]*(py-f.Corners[0][1]))/
					f.Normal[2])
			}
		}
	}
}

func (t *Truth) floorAt(x, y int32, z, reach float32) bool {
	for _, f := range t.floors[[2]int32{x, y}] {
		if f.z-z <= reach && z-f.z <= reach {
			return true
		}
	}
	return false
}

func (t *Truth) floorNear(x, y int32, z float32) bool {
	for b := y - 1; b <= y+1; b++ {
		for a := x - 1; a <= x+1; a++ {
			if t.floorAt(a, b, z, near) {
				return true
			}
		}
	}
	return false
}

func (t *Truth) touchedDrawn(floor drawn) float64 {
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
func (t *Truth) cover(floor drawn) float64 {
	have := 0
	walked := t.walked()
	for _, p := range walked {
		if floor.has(p.x, p.y, p.z, near) {
			have++
		}
	}
	return share(have, len(walked))
}

// place is a floor of a column.
type place struct {
	x, y int32
	z    float32
}

// walked floods the true floor from where players start, things lie and feet were, and returns
// what it reaches, each once: as far as can be told, what can be walked on.
func (t *Truth) walked() []place {
	var queue []place
	reach := func(x, y int32, f *trueFloor) {
		f.reached = true
		queue = append(queue, place{x, y, f.z})
	}
	for c, list := range t.floors {
		for i := range list {
			list[i].reached = false
			if list[i].touched && !list[i].mover && t.walkable(c[0], c[1], list[i].z) {
				reach(c[0], c[1], &list[i])
			}
		}
	}
	for _, e := range t.m.Entities {
		class, _ := e.Get("classname")
		text, ok := e.Get("origin")
		if !ok || !(strings.HasPrefix(class, "info_player") || strings.HasPrefix(class, "item_") ||
			strings.HasPrefix(class, "weapon_") ||
			strings.HasPrefix(class, "ammo_") || strings.Contains(class, "teleport")) {
			continue
		}
		var at [3]float32
		for i, word := range strings.Fields(text) {
			if v, err := strconv.ParseFloat(word, 32); err == nil && i < 3 {
				at[i] = float32(v)
			}
		}
		if !inside(at) {
			continue
		}
		c := [2]int32{cellOf(at[0]), cellOf(at[1])}
		list := t.floors[c]
		for i := len(list) - 1; i >= 0; i-- {
			if list[i].z <= at[2]+8 && !list[i].mover {
				if !list[i].reached {
					reach(c[0], c[1], &list[i])
				}
				break
			}
		}
	}
	for n := 0; n < len(queue); n++ {
		p := queue[n]
		for _, d := range around {
			x, y := p.x+d[0], p.y+d[1]
			list := t.floors[[2]int32{x, y}]
			for i := len(list) - 1; i >= 0; i-- {
				if list[i].z > p.z+stepUp || list[i].mover {
					continue
				}
				if !list[i].reached && t.walkable(x, y, list[i].z) {
					reach(x, y, &list[i])
				}
				break
			}
		}
	}
	return queue
}

// walkable reports whether somebody could stand on a floor of a column: with room for his body,
// and not in what burns or under water.
func (t *Truth) walkable(x, y int32, z float32) bool {
	at := mgl32.Vec3{float32(x)*cell + cell/2, float32(y)*cell + cell/2, z + 4}
	if t.m.Leaves[t.m.LeafAt(at)].Contents&(bsp.ContentsSolid|bsp.ContentsLava|bsp.ContentsSlime) != 0 {
		return false
	}
	at[2] = z + 40
	return t.m.Leaves[t.m.LeafAt(at)].Contents&(bsp.ContentsSolid|bsp.ContentsLava|bsp.ContentsSlime|
		bsp.ContentsWater) == 0
}
