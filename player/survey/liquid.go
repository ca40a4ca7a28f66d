package survey

import (
	"cmp"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/world"
)

// Players make a sound when they enter or leave a liquid. At that time, their feet are at its surface.

// maxSplashes limits the splashes of a survey: 3 MB.
const maxSplashes = 1 << 18

// splash is a kind of liquid, as known from a sound.
type splash uint8

const (
	splashOut splash = iota // a player left any liquid
	splashWater
	splashSlime
	splashLava
)

// splashSounds are the sounds of players who enter or leave a liquid, by base name. Quake III uses the same
// sounds for all liquids.
var splashSounds = map[string]splash{
	"inh2o.wav": splashWater, "slimbrn2.wav": splashSlime, "inlava.wav": splashLava, "outwater.wav": splashOut,
	"watr_in.wav": splashWater, "watr_in": splashWater, "lava_in.wav": splashLava, "watr_out.wav": splashOut,
	"watr_out": splashOut,
}

// splashes records the players who entered or left a liquid since the previous frame.
func (s *Survey) splashes(w *world.World) {
	list := w.Effects.Sounds
	for i := range list {
		o := &list[i]
		if o.Clock <= w.PrevFrameClock || o.Clock > w.FrameClock || o.Flags&world.SoundFlat != 0 || !inside(o.Origin) {
			continue
		}
		name := o.Path(w.Level())
		kind, known := splashSounds[name[strings.LastIndexByte(name, '/')+1:]]
		if !known {
			continue
		}
		at := o.Origin
		at[2] -= feet
		s.splashed.add(kind.piece(at).key(), 1, maxSplashes, s.budget)
	}
}

// piece encodes a splash as a piece. The kind is stored in axis and side, the height of the feet in plane.
func (k splash) piece(at mgl32.Vec3) piece {
	return piece{axis: int(k & 1), side: int8(k&2) - 1, plane: planeOf(at[2]), along: cellOf(at[0]), low: cellOf(at[1])}
}

// splashOf decodes a splash from its key: the kind, the height of the feet, and the column.
func splashOf(key uint64) (kind splash, z float32, c [2]int32) {
	p := pieceOf(key)
	return splash(p.axis) | splash(p.side+1), p.at(), [2]int32{p.along, p.low}
}

const (
	// Splashes belong to one pool if they are at most poolHigh units above its lowest splash, and at most one
	// block of poolBlock columns away. A falling player is up to one frame's fall below the surface when heard,
	// and a player who jumps out is equally far above it. If all splashes are on one side of the surface, it is
	// assumed feetIn units above the feet of the highest player who entered, or feetOut units below those of
	// the lowest player who left.
	poolHigh, poolBlock, feetIn, feetOut = 64, 32, 1, 3
	// poolColumns limits the columns of a pool that bodies were in. The pool extends poolGrow columns around
	// them; within the first poolOpen of these, nothing is presumed above it.
	poolColumns, poolGrow, poolOpen = 1 << 14, 3, 1
	// wetLayers is the number of layers below the surface that are searched for bodies. Down to sunk units below the
	// surface, a small floor is dropped as swimmers' footprints unless another floor is within islandNear columns.
	wetLayers, sunk, islandNear = 6, 512, 2
)

// pool is a liquid while a level is built.
type pool struct {
	kind    splash
	z       float32
	in, out []float32  // heights of feet of players who entered or left, ascending
	low     float32    // the lowest of these
	columns [][2]int32 // in the order in which they were found
}

// liquids finds the pools, and drops floors that are only swimmers' footprints.
func (f *field) liquids() {
	type place struct {
		kind splash
		z    float32
		c    [2]int32
	}
	var list []place
	for _, k := range f.s.splashed.sorted() {
		kind, z, c := splashOf(k.key)
		list = append(list, place{kind, z, c})
	}
	slices.SortStableFunc(list, func(a, b place) int { return cmp.Compare(a.z, b.z) })
	highest := map[[2]int32]int{} // maps a block to its last pool, which is the highest, because the list is ascending
	for _, l := range list {
		at := -1
		block := [2]int32{floorDiv(l.c[0], poolBlock), floorDiv(l.c[1], poolBlock)}
		for y := block[1] - 1; y <= block[1]+1; y++ {
			for x := block[0] - 1; x <= block[0]+1; x++ {
				if n, known := highest[[2]int32{x, y}]; known && l.z-f.pools[n].low <= poolHigh {
					at = max(at, n)
				}
			}
		}
		if at < 0 {
			at = len(f.pools)
			f.pools = append(f.pools, pool{low: l.z})
		}
		highest[block] = at
		p := &f.pools[at]
		p.kind = max(p.kind, l.kind)
		p.columns = append(p.columns, l.c)
		if l.kind == splashOut {
			p.out = append(p.out, l.z)
		} else {
			p.in = append(p.in, l.z)
		}
	}
	for i := range f.pools {
		p := &f.pools[i]
		p.z = surfaceOf(p.in, p.out)
		p.columns = f.wetAround(p.columns, p.z)
		p.kind = max(p.kind, splashWater)
		f.dropSwimmers(p)
	}
}

// surfaceOf returns the height of a surface between the feet of players who entered and those who left. Both
// lists are in ascending order. If they contradict each other, it uses their medians.
func surfaceOf(in, out []float32) float32 {
	switch n, m := len(in), len(out); {
	case m == 0:
		return in[n-1] + feetIn
	case n == 0:
		return out[0] - feetOut
	case in[n-1] <= out[0]:
		return (in[n-1] + out[0]) / 2
	default:
		return (in[n/2] + feetIn + out[m/2] - feetOut) / 2
	}
}

// wetAround returns the given columns without duplicates, and all connected columns in which bodies were just
// below height z and no floor is at that height or above it.
func (f *field) wetAround(from [][2]int32, z float32) (list [][2]int32) {
	seen := map[[2]int32]bool{}
	for _, c := range from {
		if !seen[c] {
			seen[c] = true
			list = append(list, c)
		}
	}
	for at := 0; at < len(list) && len(list) < poolColumns; at++ {
		for _, d := range around {
			n := [2]int32{list[at][0] + d[0], list[at][1] + d[1]}
			if !seen[n] {
				if seen[n] = true; f.wet(n, z) && f.near(n[0], n[1], z+body, body) < 0 {
					list = append(list, n)
				}
			}
		}
	}
	return list
}

// wet reports whether a body was in a column just below a height.
func (f *field) wet(c [2]int32, z float32) bool {
	free, _ := f.s.layersAt(c[0], c[1], layerOf(z)-wetLayers, wetLayers)
	return free != 0
}

// dropSwimmers drops small isolated floors below the surface of a pool: swimmers seem to stand now and then.
func (f *field) dropSwimmers(p *pool) {
	beside := map[int32]bool{} // by patch
	small := func(q *spot) bool {
		return !q.gone && !q.hasItem && q.z > p.z-sunk && q.z <= p.z+feetOut && f.patchSize[q.patch] < smallIsland
	}
	for _, drop := range [2]bool{false, true} {
		for _, c := range p.columns {
			for i := f.first(c[0], c[1]); i != 0; i = f.spots[i-1].next {
				q := &f.spots[i-1]
				switch {
				case !small(q) || beside[q.patch]:
				case drop:
					q.gone = true
				default:
					beside[q.patch] = f.anyNear(q.x, q.y, islandNear, func(o *spot) bool {
						return !o.gone && o.patch != q.patch && o.z-q.z <= body && q.z-o.z <= body
					})
				}
			}
		}
	}
}

// pour extends the pools around their columns, up to floors and walls.
func (f *field) pour() {
	for i := range f.pools {
		p := &f.pools[i]
		seen := make(map[[2]int32]bool, len(p.columns))
		for _, c := range p.columns {
			seen[c] = true
		}
		steps := make([]int, len(p.columns))
		for at := 0; at < len(p.columns); at++ {
			if steps[at] >= poolGrow {
				continue
			}
			c := p.columns[at]
			for _, d := range around {
				n := [2]int32{c[0] + d[0], c[1] + d[1]}
				if seen[n] {
					continue
				}
				seen[n] = true
				if f.walled(c[0], c[1], d, p.z) || f.near(n[0], n[1], p.z, body) >= 0 {
					continue
				}
				p.columns, steps = append(p.columns, n), append(steps, steps[at]+1)
			}
		}
		for n, c := range p.columns {
			if steps[n] <= poolOpen {
				f.poured[c] = append(f.poured[c], p.z)
			}
		}
	}
}

// liquidAt reports whether a column has the surface of a liquid at a height or up to floorGap below it.
func (f *field) liquidAt(x, y int32, z float32) bool {
	for _, surface := range f.poured[[2]int32{x, y}] {
		if surface <= z+body && surface > z-floorGap {
			return true
		}
	}
	return false
}

// poolFaces adds the surfaces of the pools. Pools of one height and kind are merged, and their edges are
// straightened.
func (f *field) poolFaces(l *Level) {
	columns := map[uint64]map[[2]int32]bool{} // by plane
	var planes []uint64
	for i := range f.pools {
		p := &f.pools[i]
		s := spot{z: p.z, kind: [...]Kind{Water, Water, Slime, Lava}[p.kind]}
		plane := s.planeID()
		if columns[plane] == nil {
			columns[plane] = map[[2]int32]bool{}
			planes = append(planes, plane)
		}
		for _, c := range p.columns {
			columns[plane][c] = true
		}
	}
	slices.Sort(planes)
	for _, plane := range planes {
		var lines []segment
		all := rims(poolSides(plane, columns[plane]))
		for i := range all {
			all[i].straighten()
			lines = all[i].segments(lines)
		}
		trapezoids(lines, func(low, high float32, left, right segment) { l.floor(plane, low, high, left, right) })
	}
}

// poolSides returns the sides of columns that have no neighbor, sorted by position.
func poolSides(plane uint64, columns map[[2]int32]bool) []side {
	var list []side
	for c := range columns {
		for _, d := range around {
			if columns[[2]int32{c[0] + d[0], c[1] + d[1]}] {
				continue
			}
			s := side{pair: [2]uint64{beyondUnknown, plane}, ends: [2]bool{false, true}, ahead: true}
			if s.a, s.b = sideCorners(c[0], c[1], d); s.b[0] < s.a[0] || s.b[1] < s.a[1] {
				s.a, s.b, s.ahead = s.b, s.a, false
			}
			list = append(list, s)
		}
	}
	slices.SortFunc(list, func(p, q side) int {
		return cmp.Or(slices.Compare(p.a[:], q.a[:]), slices.Compare(p.b[:], q.b[:]))
	})
	return list
}
