package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/player/timeline"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// cellSize is the width of a cell of the heat map, in units.
const cellSize = timeline.CellSize

// Walked is the walked area of players: see [timeline.Walked].
type Walked = timeline.Walked

// walkedCells are the cells of the heat map with their leaves.
type walkedCells struct {
	of          *Walked
	first, last mgl32.Vec3 // points in the first and the last known cell
	leaf        []int32    // leaf of each cell
	top         uint32     // largest count
	// heights counts cells by height in steps of cellSize/2. floor is the most common height.
	heights map[int32]int
	floor   float32
	most    int
}

func (c *walkedCells) reset() { *c = walkedCells{} }

// update adds new cells. While a demo is being indexed, it has a longer list from time to time, which starts with the
// previous one.
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

// place places the cells into their leaves. Without a map, a grid is drawn below them.
func (c *walkedCells) place(ps *pieces, m *player.Moment) {
	f := ps.frame
	w := f.opt.Walked
	if w != nil {
		c.update(w, f.g)
	}
	if !f.g.hasMap() {
		z := c.floor
		if c.most == 0 {
			z = lowestPlayer(f.origin, m)
		}
		ps.canvas.grid(z)
	}
	if w == nil || !f.opt.On(setting.HeatMap) {
		return
	}
	for i, l := range c.leaf {
		d := mgl32.Vec3(w.Points[i]).Sub(f.origin)
		if d.Dot(f.forward) < -cellSize || d.Dot(d) > cellReach*cellReach || !ps.visible.leaf(l) ||
			f.g.leaves[l].solid {
			continue
		}
		if f.opt.Mode == Wire {
			at, color := c.cell(i)
			ps.canvas.cell(ps.canvas.overlay, at, color)
			continue
		}
		ps.addToLeaf(l, piece{shape: shapeCell, first: int32(i)})
	}
}

// cell returns the center of a cell and its color.
func (c *walkedCells) cell(i int) (middle mgl32.Vec3, color draw.Color) {
	return cellMiddle(c.of.Points[i]), draw.Heat(draw.HeatOf(c.of.Counts[i], c.top))
}

// cellMiddle returns the center of the cell that a point is in, at the height of the point.
func cellMiddle(p mgl32.Vec3) mgl32.Vec3 {
	for k := range 2 {
		p[k] = float32(math.Floor(float64(p[k]/cellSize)))*cellSize + cellSize/2
	}
	return p
}

// cell writes a cell: a square on the ground, or a dot in the distance.
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

// The step of the grid without a map, and the distance from the camera that it reaches, in units.
const (
	gridStep  = 128
	gridBold  = 4 // every fourth line is brighter
	gridReach = 24
)

// grid draws a grid at a height around the camera.
func (cv *canvas) grid(z float32) {
	cx := float32(math.Round(float64(cv.frame.origin[0] / gridStep)))
	cy := float32(math.Round(float64(cv.frame.origin[1] / gridStep)))
	for i := -gridReach; i <= gridReach; i++ {
		f := float32(i)
		cv.gridLine(mgl32.Vec3{(cx + f) * gridStep, 0, z}, 1, cy, int(cx)+i)
		cv.gridLine(mgl32.Vec3{0, (cy + f) * gridStep, z}, 0, cx, int(cy)+i)
	}
}

// gridLine draws a line of the grid along an axis, in pieces that each fade by their own distance.
func (cv *canvas) gridLine(at mgl32.Vec3, axis int, middle float32, number int) {
	color := draw.RGB(0x3d4c6b)
	if number%gridBold == 0 {
		color = draw.RGB(0x6a80ab)
	}
	for i := -gridReach; i < gridReach; i += gridBold {
		a, b := at, at
		a[axis] = (middle + float32(i)) * gridStep
		b[axis] = (middle + float32(i+gridBold)) * gridStep
		far := float32(gridReach * gridStep)
		from := color.Alpha(max(0, 1-a.Sub(cv.frame.origin).Len()/far))
		to := color.Alpha(max(0, 1-b.Sub(cv.frame.origin).Len()/far))
		cv.line(cv.world, cv.frame.corner(a), cv.frame.corner(b), cv.frame.line, 0, from, to)
	}
}

// lowestPlayer returns the height of the feet of the lowest player, or of a player whose eye is at a point.
func lowestPlayer(eye mgl32.Vec3, m *player.Moment) float32 {
	z := eye[2] - 46 // feet below the eye
	if m == nil || m.World == nil {
		return z
	}
	z -= float32(math.Mod(float64(z), 64)) // in steps, so that the grid does not follow the camera
	found := false
	for i := range m.World.Players {
		if stands(m, i) {
			foot := m.Poses[i].Origin[2] + playerLow
			if !found || foot < z {
				z, found = foot, true
			}
		}
	}
	return z
}
