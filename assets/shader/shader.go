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
	Raised   bool // it is drawn over surfaces in its plane
	// Sky is set if a sky is seen through the surface. Box are the pictures far away, without "_rt.tga" and the like,
	// and "" for none. The stages are clouds on a dome whose top is CloudHeight units above the eye.
	Sky         bool
	Box         string
	CloudHeight float32
	Stages      []Stage
	Deforms     []Deform
	// FogColor is the color of a fog, and FogDepth the distance in units at which it is opaque; 0 for no fog.
	FogColor [3]float32
	FogDepth float32
}

// Deform moves the points of a surface. Spread is the change of the phase of its wave for a unit along each axis.
type Deform struct {
	Kind   DeformKind
	Wave   Wave
	Spread float64
	Way    [3]float32 // of Shift, in units
}

// DeformKind is a kind of Deform.
type DeformKind uint8

// Kinds of Deform: along its normal, all points alike, a square that faces the eye, and one that turns around its long
// axis to the eye.
const (
	Ripple DeformKind = iota
	Shift
	Sprite
	Pole
)

// At returns how far a point at x, y, z is moved at a time in seconds, as a factor for the normal or for Way.
func (d *Deform) At(x, y, z float32, time float64) float32 {
	w := d.Wave
	w.Phase += float64((float64(x) + float64(y) + float64(z)) * d.Spread)
	return float32(max(-mostMoved, min(mostMoved, w.At(time))))
}

// Turns reports whether the surface turns to the eye.
func (s *Shader) Turns() bool {
	for i := range s.Deforms {
		if s.Deforms[i].Kind >= Sprite {
			return true
		}
	}
	return false
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

// Of returns the coordinates s, t moved.
func (a *Affine) Of(s, t float32) (u, v float32) {
	x, y := float64(s), float64(t)
	return float32(float64(x*a[0]) + float64(y*a[1]) + a[2]), float32(float64(x*a[3]) + float64(y*a[4]) + a[5])
}

// Moved returns how the picture of the stage is moved at a time in seconds, without its [Swirl].
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

// Swirl moves each place of a picture differently: s by S[0] times a sine that runs along x + z, plus S[1] times one
// that runs along y, and t likewise by T. A wave is 1024 units long. Phase is in waves, 0 to 1.
type Swirl struct {
	S, T  [2]float64
	Phase float64
}

// Swirl returns the turbulence of the stage at a time in seconds. Of several the last counts.
func (s *Stage) Swirl(time float64) (w Swirl) {
	for i := range s.Mods {
		m := &s.Mods[i]
		if m.Kind == Turbulence {
			phase := m.Wave.Phase + float64(time*m.Wave.Frequency)
			w = Swirl{[2]float64{m.Wave.Amplitude, 0}, [2]float64{0, m.Wave.Amplitude}, phase - math.Floor(phase)}
			continue
		}
		a := m.at(time)
		for k := range 2 {
			was := [2]float64{w.S[k], w.T[k]}
			w.S[k] = float64(was[0]*a[0]) + float64(was[1]*a[1])
			w.T[k] = float64(was[0]*a[3]) + float64(was[1]*a[4])
		}
	}
	for _, f := range [...]float64{w.S[0], w.S[1], w.T[0], w.T[1]} {
		if !(f > -mostMoved && f < mostMoved) {
			return Swirl{}
		}
	}
	return w
}

// At returns how far the picture is moved at a point.
func (w *Swirl) At(x, y, z float32) (s, t float32) {
	const waves = 1.0 / 1024 // in a unit
	a := math.Sin(2 * math.Pi * (float64((float64(x)+float64(z))*waves) + w.Phase))
	b := math.Sin(2 * math.Pi * (float64(float64(y)*waves) + w.Phase))
	return float32(float64(w.S[0]*a) + float64(w.S[1]*b)), float32(float64(w.T[0]*a) + float64(w.T[1]*b))
}

// mostMoved bounds the numbers of an Affine, a Swirl and a Deform.
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
