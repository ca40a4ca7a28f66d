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
	// contrast is the exponent for the ratio of a texel's brightness to the mean if it is darker, and glare if it is
	// brighter.
	contrast, glare float64
	// even is the share of the mean hue in that of a texel. color is the part of its saturation that a texel keeps, or
	// less, so that the mean color of the texture has at most the saturation loudest.
	even, color, loudest float64
	// tint is the share of the hue tinge in that of a texel; tinge is as [tone.hueOf] returns it.
	tint  float64
	tinge [3]float64
	// grain is the contrast that [tone.smooth] halves, as a part of full brightness. 0 keeps all.
	grain float64
}

// The tones of levels, liquids, skies and skins: players, shots and items keep more contrast and color than the level
// around them.
var (
	worldTone = tone{middle: 0.36, dark: 0.6, bright: 0.4, contrast: 0.6, glare: 0.45, even: 0.4, color: 0.8,
		loudest: 0.45, grain: 0.065}
	liquidTone = tone{middle: 0.26, dark: 1, bright: 0.5, contrast: 0.5, glare: 0.5, color: 0.8, loudest: 0.4,
		grain: 0.06}
	// One knows water and slime by their colors, whatever their textures.
	waterTone = liquidTone.tinged(0.6, [3]float64{0.56, 1.07, 1.82})
	slimeTone = liquidTone.tinged(0.6, [3]float64{0.74, 1.24, 0.42})
	skyTone   = tone{middle: 0.18, dark: 1, bright: 0.5, contrast: 0.6, glare: 0.6, color: 0.7, loudest: 0.4}
	skinTone  = tone{middle: 0.34, dark: 0.6, bright: 1, contrast: 0.9, glare: 0.9, color: 1, loudest: 1}
)

// tinged returns a tone with a tint, for which dark textures become brighter.
func (t tone) tinged(tint float64, tinge [3]float64) tone {
	t.tint, t.tinge, t.dark = tint, tinge, 0.75
	return t
}

// apply adjusts the texels of a texture of a kind: see [draw.Texture]. Glowing texels don't change.
func (t *tone) apply(pix []byte, kind draw.TextureKind) {
	sum, count := 0, 0
	var colors [3]int // sums of the channels
	for i := 0; i < len(pix); i += 4 {
		if l, ok := brightnessOf(pix[i:i+4], kind); ok {
			sum, count = sum+l, count+1
			for k := range colors {
				colors[k] += int(pix[i+k])
			}
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
		ratio, power := float64(l)/255/mean, t.contrast
		if ratio > 1 {
			power = t.glare
		}
		to[l] = 255 * middle * math.Pow(ratio, power)
	}
	hue, color := t.hueOf(colors)
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
			c := float64((1-t.even)*float64(texel[k])*gain) + float64(t.even*hue[k]*gray)
			c = gray + float64(color*(c-gray))
			c += float64(t.tint * (float64(t.tinge[k]*gray) - c))
			texel[k] = uint8(max(0, min(most, c)) + 0.5)
		}
	}
}

// hueOf returns the ratios of the channels of a mean color to its brightness, and the part of its saturation that a
// texel keeps.
func (t *tone) hueOf(colors [3]int) (hue [3]float64, color float64) {
	bright := max(1, luma(colors[0], colors[1], colors[2]))
	for k, c := range colors {
		hue[k] = float64(256*c) / float64(bright)
	}
	color = t.color
	if most := max(hue[0], hue[1], hue[2]); most > 0 {
		color = min(color, t.loudest/max(1e-6, 1-min(hue[0], hue[1], hue[2])/most))
	}
	return hue, color
}

// pale makes a luxel less colorful in lifted light, and keeps its largest channel.
func (b *builder) pale(luxel []byte) {
	if b.level.True {
		return
	}
	most := max(luxel[0], luxel[1], luxel[2])
	for k, c := range luxel[:3] {
		luxel[k] = most - uint8(float64(most-c)*lightColor+0.5)
	}
}

// lightColor is the part of the saturation of light that [builder.pale] keeps.
const lightColor = 0.7

// brightnessOf returns the brightness of a texel in a kind of texture, 0 to 255. ok is false if it is a hole or glows.
func brightnessOf(texel []byte, kind draw.TextureKind) (l int, ok bool) {
	if texel[3] == 0 {
		return 0, false
	}
	l = luma(int(texel[0]), int(texel[1]), int(texel[2])) >> 8
	if kind == draw.Blend {
		l = min(255, l*255/int(texel[3]))
	}
	return l, true
}

// luma returns the brightness of a color, 256 times that of its channels.
func luma(r, g, b int) int { return 77*r + 151*g + 28*b }

// Targets of lifted light, as parts of full brightness: unlit faces become darkSeen, and half of the level is brighter
// than middleSeen and darker than mostSeen. To keep some falloff, the curve starts at mostLeast or below and its power
// is at least leastPower.
const (
	darkSeen, middleSeen, mostSeen = 0.08, 0.2, 0.25
	mostLeast, leastPower          = 0.4, 0.4
)

// toneSteps is the number of steps of texture brightness in [shares].
const toneSteps = 64

// shares is the area of a level by texture brightness and by light (0 to 255).
type shares [toneSteps][256]float64

// add adds an area with a texture of a mean brightness, 0 to 1. most is the largest channel of its light.
func (s *shares) add(mean float64, most uint8, area float64) {
	s[min(toneSteps-1, int(mean*toneSteps))][most] += area
}

// liftLight sets the light curve of the level, and its scale if it is too bright.
func (b *builder) liftLight() {
	lift, dim := b.shares.lift(float64(b.level.LightScale))
	b.level.Lift = lift
	b.level.LightScale *= float32(dim)
}

// lift finds the light curve. The light is multiplied by scale, and that of a level that is too bright also by dim.
func (s *shares) lift(scale float64) (l draw.Lift, dim float64) {
	total, bright := 0.0, 0.0
	for i := range s {
		for _, area := range s[i] {
			total += area
			bright += area * (float64(i) + 0.5) / toneSteps
		}
	}
	if !(bright > 0) { // everything is black
		return draw.Lift{Least: mostLeast, Power: 1}, 1
	}
	l = draw.Lift{Least: float32(min(mostLeast, darkSeen/(bright/total))), Power: 1}
	if s.above(l, scale, middleSeen) < total/2 {
		low, high := float32(leastPower), float32(1)
		for range 12 {
			if l.Power = (low + high) / 2; s.above(l, scale, middleSeen) < total/2 {
				high = l.Power
			} else {
				low = l.Power
			}
		}
		return l, 1
	}
	low, high := 0.0, 1.0
	for range 12 {
		if dim = (low + high) / 2; s.above(l, dim*scale, mostSeen) < total/2 {
			low = dim
		} else {
			high = dim
		}
	}
	return l, high
}

// above returns the area that is brighter than seen in lifted light.
func (s *shares) above(l draw.Lift, scale, seen float64) (area float64) {
	for most := range 256 {
		light := float64(l.At(float32(min(draw.FullLight, scale*float64(most)/255))))
		for i := range s {
			if light*(float64(i)+0.5)/toneSteps > seen {
				area += s[i][most]
			}
		}
	}
	return area
}
