package draw

// safeHue maps a hue to its replacement for viewers who cannot distinguish red and green: another hue, in degrees,
// the part of white to mix in, and the factor of brightness.
type safeHue struct{ from, to, white, bright float32 }

// safeHues map red to vermilion and green to a light sky blue, and darken blue, as in the palette of Okabe and Ito
// (2008). Yellow and orange stay. Hues in between are interpolated.
var safeHues = [...]safeHue{
	{0, 22, 0, 1}, {28, 36, 0, 1}, {50, 54, 0, 1}, {70, 58, 0, 1}, {95, 196, 0.3, 1}, {125, 201, 0.3, 1},
	{170, 205, 0.2, 1},
	{190, 212, 0, 0.95}, {215, 224, 0, 0.8}, {250, 246, 0, 0.8}, {285, 305, 0.15, 1}, {330, 345, 0.2, 1},
	{360, 382, 0, 1},
}

// Colors with a saturation below leastSafe are unchanged. From wholeSafe on, they are replaced completely.
const leastSafe, wholeSafe = 0.15, 0.4

// Safe replaces the colors in the buffer by ones that colorblind viewers can distinguish. Call it once for a finished
// buffer: a second call would change the colors again.
func (b *Buffer) Safe() {
	var was, is [3]float32 // the previous corner's color, which is often the same
	for i := range b.Vertices {
		v := &b.Vertices[i]
		if c := [3]float32{v.R, v.G, v.B}; c != was {
			was = c
			is = safe(c)
		}
		v.R, v.G, v.B = is[0], is[1], is[2]
	}
}

// Safe returns the replacement of c for colorblind viewers.
func (c Color) Safe() Color {
	is := safe([3]float32{c.R, c.G, c.B})
	return Color{is[0], is[1], is[2], c.A}
}

// safe returns the replacement of a color of any brightness.
func safe(c [3]float32) [3]float32 {
	most, least := max(c[0], c[1], c[2]), min(c[0], c[1], c[2])
	spread := most - least
	if !(spread > leastSafe*most) {
		return c
	}
	var hue float32
	switch most {
	case c[0]:
		hue = 60 * (c[1] - c[2]) / spread
		if hue < 0 {
			hue += 360
		}
	case c[1]:
		hue = 60*(c[2]-c[0])/spread + 120
	default:
		hue = 60*(c[0]-c[1])/spread + 240
	}
	i := 1
	for i < len(safeHues)-1 && hue > safeHues[i].from {
		i++
	}
	a, z := &safeHues[i-1], &safeHues[i]
	t := (hue - a.from) / (z.from - a.from)
	to, white, bright := a.to+(z.to-a.to)*t, a.white+(z.white-a.white)*t, a.bright+(z.bright-a.bright)*t
	weight := min(1, (spread/most-leastSafe)/(wholeSafe-leastSafe))
	is := [3]float32{wheel(to), wheel(to + 240), wheel(to + 120)}
	for k := range is {
		v := (least + spread*is[k]) * bright
		v += (most - v) * white
		is[k] = c[k] + (v-c[k])*weight
	}
	return is
}

// wheel returns the red component of a hue in degrees, 0 to 1.
func wheel(hue float32) float32 {
	for hue >= 360 {
		hue -= 360
	}
	return max(0, min(1, max(2-hue/60, hue/60-4)))
}
