package render

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/library"
	"demoscope/player/survey"
	"demoscope/render/draw"
	"demoscope/render/hud"
)

const (
	// maxMapCells and maxMapLines are how many cells of ground and pieces of outline a map on a page has,
	// and maxMapDeaths how many places of deaths: it has the size of a stamp.
	maxMapCells  = 4000
	maxMapLines  = 3000
	maxMapDeaths = 1000
	// mapHeats is how many colors its ground has.
	mapHeats = 12
	// mapDetail is the length of a line that is left out, as a part of the map.
	mapDetail = 1.0 / 250
)

// mapOf returns the ground of a level as a page shows it, with the places of deaths: its longer side is
// level.
func mapOf(g *library.Ground, deaths []mgl32.Vec3) hud.HomeMap {
	m, at := groundMap(g)
	if m.Aspect == 0 {
		return m
	}
	for _, v := range deaths {
		if q := at(v); onMap(q) {
			m.Deaths = append(m.Deaths, q)
		}
	}
	return m
}

// onMap reports whether a place lies on its map.
func onMap(q hud.HomePoint) bool { return q.X >= 0 && q.X <= 1 && q.Y >= 0 && q.Y <= 1 }

// groundMap returns the ground without deaths, and what says where a place of the level is on it.
func groundMap(g *library.Ground) (m hud.HomeMap, at func(mgl32.Vec3) hud.HomePoint) {
	low, high := g.Walked.Points[0], g.Walked.Points[0]
	reach := func(v mgl32.Vec3) {
		for k := range 2 {
			low[k], high[k] = min(low[k], v[k]), max(high[k], v[k])
		}
	}
	for _, v := range g.Walked.Points {
		reach(v)
	}
	if len(g.Plan.Lines) > 0 {
		reach(g.Plan.Box[0])
		reach(g.Plan.Box[1])
	}
	size := high.Sub(low)
	if size[0] <= 0 || size[1] <= 0 {
		return m, nil
	}
	at = func(v mgl32.Vec3) hud.HomePoint {
		return hud.HomePoint{X: (v[0] - low[0]) / size[0], Y: (v[1] - low[1]) / size[1]}
	}
	if m.Aspect = size[0] / size[1]; m.Aspect < 1 { // it lies on its side, since its place is wide
		upright := at
		at = func(v mgl32.Vec3) hud.HomePoint { q := upright(v); return hud.HomePoint{X: q.Y, Y: 1 - q.X} }
		m.Aspect = 1 / m.Aspect
	}
	for edge := float32(survey.HeatSize); ; edge *= 2 {
		if m.Cells = cellsOf(g.Walked, edge, at); len(m.Cells) <= maxMapCells {
			break
		}
	}
	m.Lines = strokesOf(g.Plan, max(size[0], size[1]), at)
	return m, at
}

// cellsOf returns the heat map in cells of an edge length in units, regardless of heights. Neighbors along x with the
// same heat are merged.
func cellsOf(w *survey.Walked, edge float32, at func(mgl32.Vec3) hud.HomePoint) (list []hud.HomeCell) {
	counts := map[[2]int32]uint32{} // by y and x
	top := uint32(1)
	for i, v := range w.Points {
		cell := [2]int32{int32(math.Floor(float64(v[1] / edge))), int32(math.Floor(float64(v[0] / edge)))}
		counts[cell] += w.Counts[i]
		top = max(top, counts[cell])
	}
	cells := make([][2]int32, 0, len(counts))
	for cell := range counts {
		cells = append(cells, cell)
	}
	slices.SortFunc(cells, func(a, b [2]int32) int { return slices.Compare(a[:], b[:]) })
	heat := func(cell [2]int32) int { return int(draw.HeatOf(counts[cell], top)*(mapHeats-1) + 0.5) }
	for i := 0; i < len(cells); {
		first := cells[i]
		last := first
		for i++; i < len(cells) && cells[i] == [2]int32{last[0], last[1] + 1} && heat(cells[i]) == heat(first); i++ {
			last = cells[i]
		}
		p, q := at(mgl32.Vec3{float32(first[1]) * edge, float32(first[0]) * edge}),
			at(mgl32.Vec3{float32(last[1]+1) * edge, float32(last[0]+1) * edge})
		list = append(list, hud.HomeCell{
			Low: hud.HomePoint{X: min(p.X, q.X), Y: min(p.Y, q.Y)}, High: hud.HomePoint{X: max(p.X, q.X),
				Y: max(p.Y, q.Y)}, Heat: float32(heat(first)) / (mapHeats - 1),
		})
	}
	return list
}

// strokesOf returns the lines of a plan of a size in units, without what is too small to be seen.
func strokesOf(p *survey.Plan, size float32, at func(mgl32.Vec3) hud.HomePoint) (list []hud.HomeStroke) {
	for i := range p.Lines {
		points := p.Lines[i].Points
		from := points[0]
		for n, v := range points[1:] {
			if len(list) == maxMapLines {
				return list
			}
			if n+2 < len(points) && v.Sub(from).Len() < size*mapDetail {
				continue
			}
			list = append(list, hud.HomeStroke{From: at(from), To: at(v)})
			from = v
		}
	}
	return list
}
