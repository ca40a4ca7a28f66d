package raster

import (
	"image"
	"math/bits"
)

// Cover records which pixels of a picture opaque triangles cover, by the rules of [Picture.Draw]: anything behind
// them need not be drawn. Its memory is reused.
type Cover struct {
	width, height int
	words         int      // per row
	rows          []uint64 // one bit per pixel, the first pixel in the lowest bit
	left          []int32  // number of pixels in each row that are not covered
	at            []corner // corners of the polygon being added
}

// Reset empties the cover for a picture of width by height pixels.
func (c *Cover) Reset(width, height int) {
	c.width, c.height = max(1, width), max(1, height)
	c.words = (c.width + 63) / 64
	if n := c.words * c.height; cap(c.rows) < n {
		c.rows = make([]uint64, n)
	}
	if cap(c.left) < c.height {
		c.left = make([]int32, c.height)
	}
	c.rows, c.left = c.rows[:c.words*c.height], c.left[:c.height]
	clear(c.rows)
	for y := range c.left {
		c.left[y] = int32(c.width)
	}
}

// Bare is a range of rows of a picture, from From to before To, outside of which all pixels are covered. Size is the
// size of the picture in pixels. The zero Bare belongs to no picture.
type Bare struct {
	Size     image.Point
	From, To int
}

// Bare returns the range of rows with pixels that are not covered.
func (c *Cover) Bare() Bare {
	b := Bare{Size: image.Point{c.width, c.height}, To: c.height}
	for b.From < b.To && c.left[b.From] == 0 {
		b.From++
	}
	for b.To > b.From && c.left[b.To-1] == 0 {
		b.To--
	}
	return b
}

// AddFan covers a convex polygon, as a fan of triangles around its first corner. Coordinates are in pixels from the
// upper-left corner.
func (c *Cover) AddFan(polygon [][2]float32) {
	if c.addConvex(polygon) {
		return
	}
	for i := 2; i < len(polygon); i++ {
		c.add(&polygon[0], &polygon[i-1], &polygon[i])
	}
}

// addConvex covers a polygon in a single pass over its rows, where a fan needs one per triangle: faces have many
// collinear corners. It returns false and covers nothing if the polygon is not convex. On the grid, a collinear
// corner may be inside the polygon by a step or two. Even then, it covers no more than a fan, because any area that
// the polygon encloses once is in at least one triangle.
func (c *Cover) addConvex(polygon [][2]float32) bool {
	at := c.at[:0]
	for _, v := range polygon {
		x, xOK := snap(v[0])
		y, yOK := snap(v[1])
		if !xOK || !yOK {
			return false
		}
		if n := len(at); n == 0 || at[n-1].x != x || at[n-1].y != y {
			at = append(at, corner{x: x, y: y})
		}
	}
	c.at = at
	for len(at) > 1 && at[0] == at[len(at)-1] {
		at = at[:len(at)-1]
	}
	if len(at) < 3 {
		return true
	}
	top, bottom := 0, 0
	left, right := false, false // directions of the turns
	before, last := &at[len(at)-2], &at[len(at)-1]
	for i := range at {
		now := &at[i]
		turn := areaOf(before, last, now)
		line := 2 * (max(now.x, before.x) - min(now.x, before.x) + max(now.y, before.y) - min(now.y, before.y))
		left, right = left || turn < -line, right || turn > line
		if now.y < at[top].y {
			top = i
		}
		if now.y > at[bottom].y {
			bottom = i
		}
		before, last = last, now
	}
	if left == right {
		return false
	}
	// A polygon that turns only one way must also go down once and up once.
	for i := top; i != bottom; {
		from := i
		if i = next(i, len(at)); at[i].y < at[from].y {
			return false
		}
	}
	for i := bottom; i != top; {
		from := i
		if i = next(i, len(at)); at[i].y > at[from].y {
			return false
		}
	}
	c.scan(at, top, bottom, right)
	return true
}

// scan covers a convex polygon between its topmost and lowest corners. clockwise is set if its corners are in that
// order.
func (c *Cover) scan(at []corner, top, bottom int, clockwise bool) {
	y := max(0, firstMiddle(at[top].y))
	end := min(int64(c.height), firstMiddle(at[bottom].y))
	var forth, back side
	left, right := &forth, &back
	if clockwise {
		left, right = right, left
	}
	i, k := top, top          // indices of the lower corners of the two sides
	forthEnd, backEnd := y, y // rows where the sides end
	for y < end {
		for forthEnd <= y {
			from := i
			i = next(i, len(at))
			if forthEnd = firstMiddle(at[i].y); forthEnd > y {
				forth.set(&at[from], &at[i], y)
			}
		}
		for backEnd <= y {
			from := k
			if k--; k < 0 {
				k = len(at) - 1
			}
			if backEnd = firstMiddle(at[k].y); backEnd > y {
				back.set(&at[from], &at[k], y)
			}
		}
		stop := min(forthEnd, backEnd, end)
		c.between(left, right, y, stop)
		y = stop
	}
}

// between covers the area between two sides from row y to before row end, and advances the sides.
func (c *Cover) between(left, right *side, y, end int64) {
	for ; y < end; y++ {
		if from, to := max(0, left.x), min(int64(c.width), right.x); from < to && c.left[y] > 0 {
			c.span(int(y), int(from), int(to))
		}
		left.next()
		right.next()
	}
}

// next returns the index of the corner after corner i of n.
func next(i, n int) int {
	if i++; i == n {
		return 0
	}
	return i
}

func (c *Cover) add(v0, v1, v2 *[2]float32) {
	var at [3]corner
	for i, v := range [3]*[2]float32{v0, v1, v2} {
		x, xOK := snap(v[0])
		y, yOK := snap(v[1])
		if !xOK || !yOK {
			return
		}
		at[i] = corner{x: x, y: y}
	}
	area, ok := order(&at, c.width, c.height)
	if !ok {
		return
	}
	y := max(0, firstMiddle(at[0].y))
	var long, short side
	long.set(&at[0], &at[2], y)
	left, right := &short, &long
	if area > 0 {
		left, right = &long, &short
	}
	for i, end := range [2]int64{firstMiddle(at[1].y), firstMiddle(at[2].y)} {
		if end = min(end, int64(c.height)); y >= end {
			continue
		}
		short.set(&at[i], &at[i+1], y)
		c.between(left, right, y, end)
		y = end
	}
}

// span covers the pixels of a row from one to before another.
func (c *Cover) span(y, from, to int) {
	row := c.rows[y*c.words : (y+1)*c.words]
	first, last := from>>6, (to-1)>>6
	mask := ^uint64(0) << (from & 63)
	added := 0
	for w := first; w < last; w++ {
		added += bits.OnesCount64(mask &^ row[w])
		row[w] |= mask
		mask = ^uint64(0)
	}
	mask &= ^uint64(0) >> (63 - (to-1)&63)
	added += bits.OnesCount64(mask &^ row[last])
	row[last] |= mask
	c.left[y] -= int32(added)
}

// Hides reports whether all pixels whose middle is in a rectangle are covered. The sides of the rectangle are in
// pixels.
func (c *Cover) Hides(left, top, right, bottom float32) bool {
	if !(left < right && top < bottom) { // also false for NaN
		return false
	}
	from, to := int(max(0, left)), int(min(float32(c.width), right+1))
	if from >= to {
		return false // entirely outside the picture, which is for others to handle
	}
	first, last := from>>6, (to-1)>>6
	head, tail := ^uint64(0)<<(from&63), ^uint64(0)>>(63-(to-1)&63)
	if first == last {
		head &= tail
		tail = head
	}
	begin, end := int(max(0, top)), int(min(float32(c.height), bottom+1))
	for y := begin; y < end; y++ {
		if c.left[y] == 0 {
			continue
		}
		row := c.rows[y*c.words : (y+1)*c.words]
		if row[first]&head != head || row[last]&tail != tail {
			return false
		}
		for w := first + 1; w < last; w++ {
			if row[w] != ^uint64(0) {
				return false
			}
		}
	}
	return begin < end
}
