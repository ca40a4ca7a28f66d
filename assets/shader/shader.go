// Package shader reads Quake III's shader scripts: texts that say how surfaces are drawn, in stages of pictures that
// are blended one over the other.
//
// Only what changes the picture of a level is kept. Words that no version of the game has are ignored, as it does.
package shader

import "math"

// Shader says how a surface is drawn.
type Shader struct {
	Name     string // as the script writes it
	TwoSided bool
	// Sky is set if a sky is seen through the surface. Box are the pictures far away, without "_rt.tga" and the like,
	// and "" for none. The stages are clouds on a dome whose top is CloudHeight units above the eye.
	Sky         bool
	Box         string
	CloudHeight float32
	Stages      []Stage
}

// Stage is a picture of a surface, blended with what earlier stages have drawn.
type Stage struct {
	// Maps are game paths of pictures, or [Lightmap] or [White]; Rate of them are shown in a second.
	Maps []string
	Rate float64
	// Clamp says that the picture is not repeated.
	Clamp bool
	// Source and Dest are the factors of the stage and of the picture under it. One, Zero is opaque.
	Source, Dest Factor
	Test         Test
	// Color and Opacity are those of the stage; they multiply the picture's.
	Color, Opacity Gen
	Coords         Coords
	Mods           []Mod
	// Detail is set of stages that show no more than fine grain.
	Detail bool
}

// Names of pictures that are not in files: the light of the surface, and white.
const Lightmap, White = "$lightmap", "$whiteimage"

// Factor is a factor of blending.
type Factor uint8

// Factors: Src is the stage, Dst the picture under it.
const (
	Zero Factor = iota
	One
	SrcColor
	OneMinusSrcColor
	SrcAlpha
	OneMinusSrcAlpha
	DstColor
	OneMinusDstColor
	DstAlpha
	OneMinusDstAlpha
)

// Test says which pixels of a stage are drawn, by their opacity.
type Test uint8

// Tests.
const (
	Always Test = iota
	AboveZero
	BelowHalf
	AtLeastHalf
)

// Coords says where on its picture a stage is.
type Coords uint8

// Coords: the coordinates of the surface, of its light, or those of what a mirror would show.
const (
	OfTexture Coords = iota
	OfLight
	OfEnvironment
)

// Gen says where a color or an opacity comes from.
type Gen struct {
	Kind  GenKind
	Value [3]float32 // of Const; an opacity has it in each
	Wave  Wave
}

// GenKind is a kind of Gen.
type GenKind uint8

// Kinds of Gen. Lit stands for all that depends on the eye or on lamps, as models have it.
const (
	Identity GenKind = iota
	Const
	Waving
	Vertex
	OneMinusVertex
	Lit
)

// At returns the factor at a time in seconds, 1 where it does not depend on the time alone.
func (g *Gen) At(time float64) [3]float32 {
	switch g.Kind {
	case Const:
		return g.Value
	case Waving:
		v := float32(max(0, min(1, g.Wave.At(time))))
		return [3]float32{v, v, v}
	}
	return [3]float32{1, 1, 1}
}

// Wave is a value that changes over time.
type Wave struct {
	Form                              Form
	Base, Amplitude, Phase, Frequency float64 // Phase in parts of a wave, Frequency in waves a second
}

// Form is the form of a wave.
type Form uint8

// Forms. Noise is even: it stays at the base.
const (
	Sine Form = iota
	Square
	Triangle
	Sawtooth
	InverseSawtooth
	Noise
)

// At returns the value at a time in seconds.
func (w *Wave) At(time float64) float64 {
	x := w.Phase + float64(time*w.Frequency)
	x -= math.Floor(x)
	v := 0.0
	switch w.Form {
	case Sine:
		v = math.Sin(2 * math.Pi * x)
	case Square:
		if v = 1; x >= 0.5 {
			v = -1
		}
	case Triangle:
		switch v = 4 * x; {
		case x >= 0.75:
			v -= 4
		case x >= 0.25:
			v = 2 - v
		}
	case Sawtooth:
		v = x
	case InverseSawtooth:
		v = 1 - x
	}
	return w.Base + float64(v*w.Amplitude)
}

// Mod moves a picture on its surface.
type Mod struct {
	Kind ModKind
	// Args are the two speeds in pictures a second (Scroll), two factors (Scale), degrees a second (Rotate), or the
	// numbers of an [Affine] (Transform).
	Args [6]float64
	Wave Wave // Stretch; Turbulence, which has no form
}

// ModKind is a kind of Mod.
type ModKind uint8

// Kinds of Mod.
const (
	Scroll ModKind = iota
	Scale
	Rotate
	Stretch
	Transform
	Turbulence
)

// Affine moves coordinates s, t to s*A[0]+t*A[1]+A[2] and s*A[3]+t*A[4]+A[5].
type Affine [6]float64

// Still is the Affine that moves nothing.
var Still = Affine{1, 0, 0, 0, 1, 0}

// then returns a, and b after it.
func (a Affine) then(b Affine) Affine {
	var c Affine
	for row := range 2 {
		x, y := b[3*row], b[3*row+1]
		for k := range 3 {
			c[3*row+k] = float64(x*a[k]) + float64(y*a[3+k])
		}
		c[3*row+2] += b[3*row+2]
	}
	return c
}

// Moved returns how the picture of the stage is moved at a time in seconds. Turbulence is left out: it moves each
// place differently.
func (s *Stage) Moved(time float64) Affine {
	a := Still
	for i := range s.Mods {
		a = a.then(s.Mods[i].at(time))
	}
	for i := range a {
		if !(a[i] > -mostMoved && a[i] < mostMoved) {
			return Still
		}
	}
	return a
}

// mostMoved bounds the numbers of an Affine.
const mostMoved = 1 << 16

// at returns the Affine of one modification.
func (m *Mod) at(time float64) Affine {
	switch m.Kind {
	case Scroll:
		_, s := math.Modf(m.Args[0] * time)
		_, t := math.Modf(m.Args[1] * time)
		return Affine{1, 0, s, 0, 1, t}
	case Scale:
		return Affine{m.Args[0], 0, 0, 0, m.Args[1], 0}
	case Rotate:
		turns := -m.Args[0] * time / 360
		sin, cos := math.Sincos(2 * math.Pi * (turns - math.Floor(turns)))
		return Affine{cos, -sin, 0.5 - float64(0.5*cos) + float64(0.5*sin), sin, cos,
			0.5 - float64(0.5*sin) - float64(0.5*cos)}
	case Stretch:
		v := m.Wave.At(time)
		if math.Abs(v) < 1e-4 {
			return Still
		}
		return Affine{1 / v, 0, 0.5 - 0.5/v, 0, 1 / v, 0.5 - 0.5/v}
	case Transform:
		return Affine{m.Args[0], m.Args[2], m.Args[4], m.Args[1], m.Args[3], m.Args[5]}
	}
	return Still
}
