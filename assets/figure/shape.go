package figure

import (
	"errors"
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// body is a convex body on a bone, in the bone's axes. It has one of the shapes Box, Tube, Ball and Hull.
type body struct {
	On   string `toml:"on"`   // bone
	Role string `toml:"role"` // role of its color: see roles

	// Box is the range of x, y and z. Top, Front and Side modify its face at the greater z, x or y: two scale factors
	// (x and y; y and z; x and z), and optionally two offsets. Bottom, Back and Other do so at the lesser.
	Box                                   []float32 `toml:"box"`
	Top, Bottom, Front, Back, Side, Other []float32

	// Tube is two points and a radius at each, with optional radii in between; radius 0 is a point.
	Tube []float32 `toml:"tube"`
	// Ball is its center and radius. Its poles are above and below.
	Ball []float32 `toml:"ball"`
	// Sides is the number of sides of a tube or ball, 6 by default.
	Sides int `toml:"sides"`
	// Spin rotates a tube's sides, in degrees.
	Spin float32 `toml:"spin"`
	// Flat are scale factors of a tube along its two other axes, or of a ball along x, y and z.
	Flat []float32 `toml:"flat"`

	// Hull is a list of points.
	Hull [][]float32 `toml:"hull"`

	// Turn rotates the shape by pitch, yaw and roll about the middle of its bone.
	Turn []float32 `toml:"turn"`
	// Both adds a mirrored body on the other side of the bone.
	Both bool `toml:"both"`
}

// roles are the possible colors of a body.
var roles = []string{"shirt", "trousers", "skin", "metal", "dark", "light", "accent", "glow"}

var (
	errOneShape = errors.New("has not one shape")
	errNumbers  = errors.New("has another number of numbers")
	errSides    = errors.New("has fewer than three or too many sides")
)

const maxSides = 12

// points returns the corners of the body's shape.
func (b *body) points() (list []mgl32.Vec3, err error) {
	shapes := 0
	for _, n := range []int{len(b.Box), len(b.Tube), len(b.Ball), len(b.Hull)} {
		if n > 0 {
			shapes++
		}
	}
	if shapes != 1 {
		return nil, errOneShape
	}
	sides := b.Sides
	if sides == 0 {
		sides = 6
	}
	if sides < 3 || sides > maxSides {
		return nil, errSides
	}
	switch {
	case b.Box != nil:
		list, err = b.box()
	case b.Tube != nil:
		list, err = b.tube(sides)
	case b.Ball != nil:
		list, err = b.ball(sides)
	default:
		for _, p := range b.Hull {
			if len(p) != 3 {
				return nil, fmt.Errorf("hull: %w", errNumbers)
			}
			list = append(list, mgl32.Vec3(p))
		}
	}
	if err != nil {
		return nil, err
	}
	turn, err := angles(b.Turn)
	if err != nil {
		return nil, err
	}
	for i := range list {
		list[i] = turn.Mul3x1(list[i])
	}
	return join(list), nil
}

// box returns the corners of a box with modified faces.
func (b *body) box() ([]mgl32.Vec3, error) {
	if len(b.Box) != 6 {
		return nil, fmt.Errorf("box: %w", errNumbers)
	}
	var list []mgl32.Vec3
	for i := range 8 {
		list = append(list, mgl32.Vec3{b.Box[i&1], b.Box[2+i>>1&1], b.Box[4+i>>2&1]})
	}
	for _, face := range []struct {
		axis, side int
		change     []float32
	}{
		{2, 1, b.Top}, {2, 0, b.Bottom}, {0, 1, b.Front}, {0, 0, b.Back}, {1, 1, b.Side}, {1, 0, b.Other},
	} {
		if face.change == nil {
			continue
		}
		if len(face.change) != 2 && len(face.change) != 4 {
			return nil, fmt.Errorf("box: %w", errNumbers)
		}
		var corners []*mgl32.Vec3
		for i := range list {
			if i>>face.axis&1 == face.side {
				corners = append(corners, &list[i])
			}
		}
		u, v := (face.axis+1)%3, (face.axis+2)%3
		if face.axis == 1 {
			u, v = v, u // x and z
		}
		for n, axis := range []int{u, v} {
			middle := float32(0)
			for _, c := range corners {
				middle += c[axis] / float32(len(corners))
			}
			for _, c := range corners {
				c[axis] = middle + (c[axis]-middle)*face.change[n]
				if len(face.change) == 4 {
					c[axis] += face.change[2+n]
				}
			}
		}
	}
	return list, nil
}

// tube returns the rings of a tube.
func (b *body) tube(sides int) ([]mgl32.Vec3, error) {
	if len(b.Tube) < 8 || len(b.Flat) != 0 && len(b.Flat) != 2 {
		return nil, fmt.Errorf("tube: %w", errNumbers)
	}
	from, to, radii := mgl32.Vec3(b.Tube[:3]), mgl32.Vec3(b.Tube[3:6]), b.Tube[6:]
	along := to.Sub(from)
	if along.Len() < flat {
		return nil, errNoVolume
	}
	// The other axes are the two of x, y and z along which the tube runs least, in order, made orthogonal to it.
	main := 0
	for k := range 3 {
		if abs(along[k]) > abs(along[main]) {
			main = k
		}
	}
	n := along.Normalize()
	var u mgl32.Vec3
	u[map[int]int{0: 1, 1: 0, 2: 0}[main]] = 1
	u = u.Sub(n.Mul(n.Dot(u))).Normalize()
	v := n.Cross(u)
	if main == 1 {
		v = v.Mul(-1)
	}
	fu, fv := float32(1), float32(1)
	if len(b.Flat) == 2 {
		fu, fv = b.Flat[0], b.Flat[1]
	}
	var list []mgl32.Vec3
	for i, r := range radii {
		middle := from.Add(along.Mul(float32(i) / float32(len(radii)-1)))
		for k := range sides {
			sin, cos := math.Sincos((float64(b.Spin) + (float64(k)+0.5)*360/float64(sides)) * math.Pi / 180)
			list = append(list, middle.Add(u.Mul(r*fu*float32(cos))).Add(v.Mul(r*fv*float32(sin))))
		}
	}
	return list, nil
}

// ball returns the corners of a ball: two poles and two rings.
func (b *body) ball(sides int) ([]mgl32.Vec3, error) {
	if len(b.Ball) != 4 || len(b.Flat) != 0 && len(b.Flat) != 3 {
		return nil, fmt.Errorf("ball: %w", errNumbers)
	}
	middle, r := mgl32.Vec3(b.Ball[:3]), b.Ball[3]
	flat := mgl32.Vec3{1, 1, 1}
	if len(b.Flat) == 3 {
		flat = mgl32.Vec3(b.Flat)
	}
	var list []mgl32.Vec3
	add := func(x, y, z float32) {
		list = append(list, middle.Add(mgl32.Vec3{x * r * flat[0], y * r * flat[1], z * r * flat[2]}))
	}
	const ring, height = 0.89, 0.45 // of the radius
	add(0, 0, 1)
	add(0, 0, -1)
	for k := range sides {
		sin, cos := math.Sincos((float64(b.Spin) + (float64(k)+0.5)*360/float64(sides)) * math.Pi / 180)
		add(ring*float32(cos), ring*float32(sin), height)
		add(ring*float32(cos), ring*float32(sin), -height)
	}
	return list, nil
}

// join removes duplicate points.
func join(list []mgl32.Vec3) []mgl32.Vec3 {
	kept := list[:0]
next:
	for _, p := range list {
		for _, q := range kept {
			if p.Sub(q).Len() < flat {
				continue next
			}
		}
		kept = append(kept, p)
	}
	return kept
}

// angles returns the rotation by pitch, yaw and roll in degrees; trailing ones may be left out. As in the games, a
// positive pitch turns forward down, a positive yaw turns it left, a positive roll turns left up.
func angles(list []float32) (mgl32.Mat3, error) {
	if len(list) > 3 {
		return mgl32.Mat3{}, fmt.Errorf("angles: %w", errNumbers)
	}
	var a [3]float32
	copy(a[:], list)
	for i := range a {
		a[i] *= math.Pi / 180
	}
	return mgl32.Rotate3DZ(a[1]).Mul3(mgl32.Rotate3DY(a[0])).Mul3(mgl32.Rotate3DX(a[2])), nil
}

func abs(f float32) float32 { return max(f, -f) }
