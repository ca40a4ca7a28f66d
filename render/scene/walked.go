package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/player/timeline"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// cellSize is the width in units of a cell of walked ground.
const cellSize = timeline.CellSize

// Walked is the ground that players have walked on: see [timeline.Walked].
type Walked = timeline.Walked

// walkedCells are the cells of walked ground with the leaves that they lie in.
type walkedCells struct {
	of          *Walked
	first, last mgl32.Vec3 // points of the first and the last known cell
	leaf        []int32    // leaf of each cell
	top         uint32     // largest count
	// heights counts cells by height in steps of cellSize/2; floor is the most
	// common height.
	heights map[int32]int
	floor   float32
	most    int
}

func (c *walkedCells) reset() { *c = walkedCells{} }

// update adds new cells. While a demo is being indexed, it has a longer list from
// time to time, which begins with the one before.
func (c *walkedCells) update(w *Walked, g *Geometry) {
	if w == c.of {
		return
	}
	known := len(c.leaf)
	points := w.Points[:min(len(w.Points), len(w.Counts))]
	if known > len(points) || known > 0 && (points[0] != c.first || points[known-1] != c.last) {
		c.reset()
	}
	c.of = w
	if c.heights == nil {
		c.heights = make(map[int32]int)
	}
	for _, p := range points[len(c.leaf):] {
		c.leaf = append(c.leaf, g.leafAt(mgl32.Vec3(p).Add(mgl32.Vec3{0, 0, 4})))
		step := int32(math.Floor(float64(p[2] / (cellSize / 2))))
		c.heights[step]++
		if n := c.heights[step]; n > c.most {
			c.most, c.floor = n, float32(step)*cellSize/2
		}
	}
	if len(points) > 0 {
		c.first, c.last = points[0], points[len(points)-1]
	}
	c.top = 1
	for _, n := range w.Counts {
		c.top = max(c.top, n)
	}
}

// cellReach is the distance up to which cells are drawn, in units.
const cellReach = 5000

// addWalked places the cells into their leaves. Without a map there is a grid below them.
func (s *Scene) addWalked(m *player.Moment) {
	if s.frame.opt.Walked != nil {
		s.walked.update(s.frame.opt.Walked, s.frame.g)
	}
	if !s.frame.g.hasMap() {
		s.drawGrid(m)
	}
	if s.frame.opt.Walked == nil || !s.frame.opt.On(setting.HeatMap) {
		return
	}
	for i := range s.walked.leaf {
		p := s.frame.opt.Walked.Points[i]
		d := mgl32.Vec3(p).Sub(s.frame.origin)
		if d.Dot(s.frame.forward) < -cellSize || d.Dot(d) > cellReach*cellReach {
			continue
		}
		l := s.walked.leaf[i]
		if !s.visible.leaf(l) || s.frame.g.leaves[l].solid {
			continue
		}
		if s.frame.opt.Mode == Wire {
			at, color := s.walked.cell(i)
			s.canvas.cell(&s.Overlay, at, color)
			continue
		}
		s.pieces.addToLeaf(l, piece{shape: shapeCell, first: int32(i)})
	}
}

// cell returns the middle of a cell and its color.
func (c *walkedCells) cell(i int) (middle mgl32.Vec3, color draw.Color) {
	return cellMiddle(c.of.Points[i]), draw.Heat(draw.HeatOf(c.of.Counts[i], c.top))
}

// cellMiddle returns the middle of the cell that a point is in, at its height.
func cellMiddle(p mgl32.Vec3) mgl32.Vec3 {
	for k := range 2 {
		p[k] = float32(math.Floor(float64(p[k]/cellSize)))*cellSize + cellSize/2
	}
	return p
}

// cell writes a cell: a square on the ground, far away a dot.
func (cv *canvas) cell(buf *draw.Buffer, p mgl32.Vec3, color draw.Color) {
	x, y, w := cv.frame.transform(p)
	half := float32(cellSize)/2 - 3
	color = color.Alpha(0.25 + 0.6*fade(w))
	if w > 1500 {
		x, y = cv.frame.centerX+x/w, cv.frame.centerY+y/w
		size := max(1.5*cv.frame.scale, 2*half*cv.frame.focal/w)
		if x > -size && y > -size && x < cv.frame.width+size && y < cv.frame.height+size {
			buf.Rect(x-size/2, y-size/4, size, size/2, color)
		}
		return
	}
	at := func(x, y float32) mgl32.Vec3 { return mgl32.Vec3{p[0] + x, p[1] + y, p[2]} }
	cv.quad(buf, [4]mgl32.Vec3{at(-half, -half), at(-half, half), at(half, half), at(half, -half)}, color)
}

// quad writes a four-sided face.
func (cv *canvas) quad(buf *draw.Buffer, corners [4]mgl32.Vec3, color draw.Color) {
	if color.A <= 0 {
		return
	}
	in := cv.polygon[0][:0]
	any, all := uint32(0), ^uint32(0)
	for _, v := range corners {
		var q projected
		q.set(&cv.frame.frustum, v)
		any |= q.outside
		all &= q.outside
		in = append(in, corner{q.x, q.y, q.w, 1})
	}
	cv.polygon[0] = in
	if all&^outGuard != 0 {
		return
	}
	if any&(outNear|outGuard) != 0 {
		in = cv.clip()
	}
	cv.fan(buf, in, color, false, false)
}

// Steps of the grid without a map, in units, and how far it reaches from the
// camera.
const (
	gridStep  = 128
	gridBold  = 4 // every fourth line is brighter
	gridReach = 24
)

// drawGrid draws a grid at the most common height of walked ground, or below the
// players.
func (s *Scene) drawGrid(m *player.Moment) {
	z := s.walked.floor
	if s.walked.most == 0 {
		z = s.lowestPlayer(m)
	}
	cx := float32(math.Round(float64(s.frame.origin[0] / gridStep)))
	cy := float32(math.Round(float64(s.frame.origin[1] / gridStep)))
	for i := -gridReach; i <= gridReach; i++ {
		f := float32(i)
		s.gridLine(mgl32.Vec3{(cx + f) * gridStep, 0, z}, 1, cy, int(cx)+i)
		s.gridLine(mgl32.Vec3{0, (cy + f) * gridStep, z}, 0, cx, int(cy)+i)
	}
}

// gridLine draws a line of the grid along an axis, in pieces that each fade by their
// own distance.
func (s *Scene) gridLine(at mgl32.Vec3, axis int, middle float32, number int) {
	color := draw.RGB(0x3d4c6b)
	if number%gridBold == 0 {
		color = draw.RGB(0x6a80ab)
	}
	for i := -gridReach; i < gridReach; i += gridBold {
		a, b := at, at
		a[axis] = (middle + float32(i)) * gridStep
		b[axis] = (middle + float32(i+gridBold)) * gridStep
		var p, q corner
		p.x, p.y, p.w = s.frame.transform(a)
		q.x, q.y, q.w = s.frame.transform(b)
		far := float32(gridReach * gridStep)
		c0 := color.Alpha(max(0, 1-a.Sub(s.frame.origin).Len()/far))
		c1 := color.Alpha(max(0, 1-b.Sub(s.frame.origin).Len()/far))
		s.canvas.line(&s.World, p, q, s.frame.line, c0, c1)
	}
}

// lowestPlayer returns the height of the feet of the lowest player, or of a player
// at the camera.
func (s *Scene) lowestPlayer(m *player.Moment) float32 {
	z := s.frame.origin[2] - 46 // feet below the eye
	if m == nil || m.World == nil {
		return z
	}
	z -= float32(math.Mod(float64(z), 64)) // in steps, so that the grid does not follow the camera
	found := false
	for i := range m.World.Players {
		if m.World.Players[i].Visible && i < len(m.Poses) && sane(m.Poses[i].Origin) {
			foot := m.Poses[i].Origin[2] + playerLow
			if !found || foot < z {
				z, found = foot, true
			}
		}
	}
	return z
}
