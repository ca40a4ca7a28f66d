package draw

import "math"

// heatColors go from ground that was walked on once to that walked on most.
var heatColors = [...]Color{RGB(0x2d4a78), RGB(0x2f8f9d), RGB(0x6fcf72), RGB(0xf2d04a), RGB(0xff7040)}

// Heat returns the color of a place by how warm it is, from 0 to 1.
func Heat(t float32) Color {
	x := max(0, min(1, t)) * float32(len(heatColors)-1)
	i := min(int(x), len(heatColors)-2)
	return heatColors[i].Mix(heatColors[i+1], x-float32(i))
}

// HeatOf returns how warm a place is to which somebody came count times, where it was top times at the
// place with most: 0 for once, 1 for top, by the logarithm.
func HeatOf(count, top uint32) float32 {
	if top <= 1 {
		return 0
	}
	return float32(math.Log(float64(max(1, count))) / math.Log(float64(top)))
}
