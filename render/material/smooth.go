package material

// smooth evens out the grain of a repeated opaque texture and keeps its edges: a texel becomes the more like those
// around it the less these differ (a guided filter). Glowing texels don't change.
func (t *tone) smooth(pix []byte, width, height int) {
	n := width * height
	list := make([]float32, 4*n)
	value, mean, square, rows := list[:n], list[n:2*n], list[2*n:3*n], list[3*n:]
	grain := float32(t.grain * t.grain * 255 * 255)
	for k := range 3 {
		for i := range value {
			c := float32(pix[4*i+k])
			value[i], mean[i], square[i] = c, c, c*c
		}
		average(mean, rows, width, height)
		average(square, rows, width, height)
		for i, m := range mean {
			differ := max(0, square[i]-float32(m*m))
			keep := differ / (differ + grain)
			square[i], mean[i] = keep, m*(1-keep)
		}
		average(mean, rows, width, height)
		average(square, rows, width, height)
		for i, c := range value {
			if pix[4*i+3] == 255 {
				pix[4*i+k] = uint8(max(0, min(255, float32(square[i]*c)+mean[i]+0.5)))
			}
		}
	}
}

// smoothReach is the distance in texels to which texels are compared.
const smoothReach = 2

// average replaces each value of a repeated picture by the mean of a square around it. rows is scratch.
func average(values, rows []float32, width, height int) {
	reach := min(smoothReach, (width-1)/2)
	for y := range height {
		from, to := values[y*width:][:width], rows[y*width:][:width]
		sum := float32(0)
		for x := -reach; x <= reach; x++ {
			sum += from[(x+width)%width]
		}
		for x := range from {
			to[x] = sum / float32(2*reach+1)
			sum += from[(x+reach+1)%width] - from[(x-reach+width)%width]
		}
	}
	reach = min(smoothReach, (height-1)/2)
	row := func(y int) []float32 { return rows[(y+height)%height*width:][:width] }
	sums := make([]float32, width)
	for y := -reach; y <= reach; y++ {
		for x, f := range row(y) {
			sums[x] += f
		}
	}
	for y := range height {
		to, enters, leaves := values[y*width:][:width], row(y+reach+1), row(y-reach)
		for x, sum := range sums {
			to[x] = sum / float32(2*reach+1)
			sums[x] = sum + enters[x] - leaves[x]
		}
	}
}
