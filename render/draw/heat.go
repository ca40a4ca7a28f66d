package draw

import "math"

// heatColors go from places that were visited once to the most visited.
var heatColors = [...]Color{RGB(0x2d4a78), RGB(0x2f8f9d), RGB(0x6fcf72), RGB(0xf2d04a), RGB(0xff7040)}

// Heat returns the color for a heat from 0 to 1.
func Heat(t float32) Color {
	x := max(0, min(1, t)) * float32(len(heatColors)-1)
	i := min(int(x), len(heatColors)-2)
	return heatColors[i].Mix(heatColors[i+1], x-float32(i))
}

// HeatOf returns the heat of a place that was visited count times, if the most visited place was visited top times: 0
// for once, 1 for top, on a logarithmic scale.
func HeatOf(count, top uint32) float32 {
	if top <= 1 {
		return 0
	}
	return float32(math.Log(float64(max(1, count))) / math.Log(float64(top)))
}
