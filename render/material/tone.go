package material

import (
	"math"

	"demoscope/render/draw"
)

// tone is how textures are adjusted to lifted light: in mean brightness, contrast and saturation.
type tone struct {
	// middle is a mean brightness, 0 to 1, that does not change. A mean x becomes middle*(x/middle)^dark if it is below
	// middle, and middle*(x/middle)^bright if it is above.
	middle, dark, bright float64
	// contrast is the exponent for the ratio of a texel's brightness to the mean. color is the part of its saturation
	// that a texel keeps.
	contrast, color float64
}

// The tones of levels and of skins: players, shots and items keep more contrast and color than the level around them.
var (
	worldTone = tone{middle: 0.36, dark: 0.45, bright: 0.4, contrast: 0.4, color: 0.55}
	skinTone  = tone{middle: 0.34, dark: 0.6, bright: 1, contrast: 0.9, color: 1}
)

// apply adjusts the texels of a texture of a kind: see [draw.Texture]. Glowing texels don't change.
func (t *tone) apply(pix []byte, kind draw.TextureKind) {
	sum, count := 0, 0
	for i := 0; i < len(pix); i += 4 {
		if l, ok := brightnessOf(pix[i:i+4], kind); ok {
			sum, count = sum+l, count+1
		}
	}
	if sum == 0 {
		return
	}
	mean := float64(sum) / float64(255*count)
	power := t.dark
	if mean > t.middle {
		power = t.bright
	}
	middle := t.middle * math.Pow(mean/t.middle, power)
	var to [256]float64 // by brightness
	for l := range to {
		to[l] = 255 * middle * math.Pow(float64(l)/255/mean, t.contrast)
	}
	for i := 0; i < len(pix); i += 4 {
		texel := pix[i : i+4]
		l, ok := brightnessOf(texel, kind)
		if !ok || l == 0 {
			continue
		}
		most, opaque := 255.0, 1.0
		if kind == draw.Blend {
			most, opaque = float64(texel[3]), float64(texel[3])/255
		}
		gray, gain := to[l]*opaque, to[l]/float64(l)
		for k := range 3 {
			c := gray + t.color*(float64(texel[k])*gain-gray)
			texel[k] = uint8(max(0, min(most, c)) + 0.5)
		}
	}
}

// brightnessOf returns the brightness of a texel in a kind of texture, 0 to 255. ok is false if it is a hole or glows.
func brightnessOf(texel []byte, kind draw.TextureKind) (l int, ok bool) {
	if texel[3] == 0 {
		return 0, false
	}
	l = (77*int(texel[0]) + 151*int(texel[1]) + 28*int(texel[2])) >> 8
	if kind == draw.Blend {
		l = min(255, l*255/int(texel[3]))
	}
	return l, true
}

// Targets of lifted light, as parts of full brightness: unlit faces become darkSeen, and half of the level is brighter
// than middleSeen. To keep some falloff, the curve starts at mostLeast or below and its power is at least leastPower.
const (
	darkSeen, middleSeen  = 0.1, 0.28
	mostLeast, leastPower = 0.4, 0.3
)

// toneSteps is the number of steps of texture brightness in [shares].
const toneSteps = 64

// shares is the area of a level by texture brightness and by light (0 to 255).
type shares [toneSteps][256]float64

// add adds an area with a texture of a mean brightness, 0 to 1. most is the largest channel of its light.
func (s *shares) add(mean float64, most uint8, area float64) {
	s[min(toneSteps-1, int(mean*toneSteps))][most] += area
}

// lift finds the light curve. The light is multiplied by scale.
func (s *shares) lift(scale float64) draw.Lift {
	total, bright := 0.0, 0.0
	for i := range s {
		for _, area := range s[i] {
			total += area
			bright += area * (float64(i) + 0.5) / toneSteps
		}
	}
	if !(bright > 0) { // everything is black
		return draw.Lift{Least: mostLeast, Power: 1}
	}
	l := draw.Lift{Least: float32(min(mostLeast, darkSeen/(bright/total))), Power: 1}
	if s.above(l, scale) >= total/2 {
		return l
	}
	low, high := float32(leastPower), float32(1)
	for range 12 {
		if l.Power = (low + high) / 2; s.above(l, scale) < total/2 {
			high = l.Power
		} else {
			low = l.Power
		}
	}
	return l
}

// above returns the area that is brighter than middleSeen in lifted light.
func (s *shares) above(l draw.Lift, scale float64) (area float64) {
	for most := range 256 {
		light := float64(l.At(float32(min(draw.FullLight, scale*float64(most)/255))))
		for i := range s {
			if light*(float64(i)+0.5)/toneSteps > middleSeen {
				area += s[i][most]
			}
		}
	}
	return area
}
