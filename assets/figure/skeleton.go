package figure

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/assets/model"
)

// skeleton is a figure with checked data: bones, each after its parent, and convex bodies on them.
type skeleton struct {
	data   *data
	size   float32
	names  []string // of bones; the first is the figure itself
	parent []int
	at     []mgl32.Vec3
	bodies []solid
}

// solid is a body in the axes of its bone.
type solid struct {
	bone      int
	role      string
	points    []mgl32.Vec3
	triangles [][3]int
}

// origin is the bone that stands for the figure itself.
const origin = "root"

var (
	errBone   = errors.New("unknown bone, or a bone that carries itself")
	errPose   = errors.New("unknown pose, or a pose made from itself")
	errRole   = errors.New("unknown role")
	errFrames = errors.New("not an animation with a number of frames")
)

// newSkeleton makes a skeleton from a figure's data.
func newSkeleton(d *data) (*skeleton, error) {
	s := &skeleton{data: d, size: d.Size, names: []string{origin}, parent: []int{-1}, at: make([]mgl32.Vec3, 1)}
	if s.size == 0 {
		s.size = 1
	}
	bones := maps.Clone(d.Bones)
	for name, b := range d.Bones {
		if strings.HasSuffix(name, leftEnd) {
			if _, ok := bones[twin(name)]; !ok {
				at, err := vec3(b.At)
				if err != nil {
					return nil, fmt.Errorf("bone %s: %w", name, err)
				}
				bones[twin(name)] = bone{twin(b.On), []float32{at[0], -at[1], at[2]}}
			}
		}
	}
	if len(bones) > maxBones || len(d.Bodies) > maxBodies || len(d.Poses) > maxPoses {
		return nil, fmt.Errorf("%d bones, %d bodies and %d poses, more than %d, %d and %d", len(bones),
			len(d.Bodies), len(d.Poses), maxBones, maxBodies, maxPoses)
	}
	for _, name := range slices.Sorted(maps.Keys(bones)) {
		if _, err := s.addBone(bones, name, 0); err != nil {
			return nil, err
		}
	}
	for i := range d.Bodies {
		if err := s.addBody(&d.Bodies[i]); err != nil {
			return nil, fmt.Errorf("body %d: %w", i, err)
		}
	}
	return s, nil
}

// addBone adds a bone, after its parents.
func (s *skeleton) addBone(bones map[string]bone, name string, depth int) (int, error) {
	if i := slices.Index(s.names, name); i >= 0 {
		return i, nil
	}
	if name == "" {
		return 0, nil
	}
	b, ok := bones[name]
	if !ok || depth > len(bones) {
		return 0, fmt.Errorf("%s: %w", name, errBone)
	}
	parent, err := s.addBone(bones, b.On, depth+1)
	if err != nil {
		return 0, err
	}
	at, err := vec3(b.At)
	if err != nil {
		return 0, fmt.Errorf("bone %s: %w", name, err)
	}
	s.names, s.parent, s.at = append(s.names, name), append(s.parent, parent), append(s.at, at.Mul(s.size))
	return len(s.names) - 1, nil
}

// bone returns the index of a bone; "" is the figure itself.
func (s *skeleton) bone(name string) (int, error) {
	if name == "" {
		return 0, nil
	}
	if i := slices.Index(s.names, name); i >= 0 {
		return i, nil
	}
	return 0, fmt.Errorf("%s: %w", name, errBone)
}

// addBody adds a body and its twin.
func (s *skeleton) addBody(b *body) error {
	on, err := s.bone(b.On)
	if err != nil {
		return err
	}
	if !slices.Contains(roles, b.Role) {
		return fmt.Errorf("%q %w", b.Role, errRole)
	}
	points, err := b.points()
	if err != nil {
		return err
	}
	add := func(bone int, points []mgl32.Vec3) error {
		triangles, err := hull(points)
		if err != nil {
			return err
		}
		s.bodies = append(s.bodies, solid{bone, b.Role, points, triangles})
		return nil
	}
	for i := range points {
		points[i] = points[i].Mul(s.size)
	}
	if err := add(on, points); err != nil {
		return err
	}
	twinned := strings.HasSuffix(b.On, leftEnd)
	if !twinned && !b.Both {
		return nil
	}
	if twinned {
		if on, err = s.bone(twin(b.On)); err != nil {
			return err
		}
	}
	other := make([]mgl32.Vec3, len(points))
	for i, p := range points {
		other[i] = mgl32.Vec3{p[0], -p[1], p[2]}
	}
	return add(on, other)
}

// joints are the rotations and shifts of a pose by bone.
type joints struct {
	turn, shift map[string][3]float32
	at          mgl32.Vec3
	free        bool
	lift        float32
}

// joints returns a pose including the poses it is based on. "" is the pose with all joints straight.
func (s *skeleton) joints(name string, depth int) (*joints, error) {
	j := &joints{turn: map[string][3]float32{}, shift: map[string][3]float32{}}
	if name == "" {
		return j, nil
	}
	p, ok := s.data.Poses[name]
	if !ok || depth > maxLikes {
		return nil, fmt.Errorf("%s: %w", name, errPose)
	}
	from := p.From
	if p.Mirror != "" {
		from = append(slices.Clone(from), p.Mirror)
	}
	for _, n := range from {
		o, err := s.joints(n, depth+1)
		if err != nil {
			return nil, err
		}
		if n == p.Mirror {
			o.mirror()
		}
		maps.Copy(j.turn, o.turn)
		maps.Copy(j.shift, o.shift)
		if o.at != (mgl32.Vec3{}) {
			j.at = o.at
		}
		j.free = j.free || o.free
		if o.lift != 0 {
			j.lift = o.lift
		}
	}
	for bone, list := range p.Turn {
		if err := s.set(j.turn, bone, list, [3]float32{1, -1, -1}); err != nil {
			return nil, fmt.Errorf("pose %s: %w", name, err)
		}
	}
	for bone, list := range p.Shift {
		if err := s.set(j.shift, bone, list, [3]float32{1, -1, 1}); err != nil {
			return nil, fmt.Errorf("pose %s: %w", name, err)
		}
	}
	if p.At != nil {
		at, err := vec3(p.At)
		if err != nil {
			return nil, fmt.Errorf("pose %s: %w", name, err)
		}
		j.at = at
	}
	if p.Lift != 0 {
		j.lift = p.Lift
	}
	j.free = j.free || p.Free
	return j, nil
}

// set sets a pose's numbers for a bone, or for a bone and its twin, for which they are multiplied by other.
func (s *skeleton) set(list map[string][3]float32, bone string, numbers []float32, other [3]float32) error {
	if len(numbers) > 3 {
		return fmt.Errorf("%s: %w", bone, errNumbers)
	}
	var a [3]float32
	copy(a[:], numbers)
	if slices.Contains(s.names, bone) {
		list[bone] = a
		return nil
	}
	if !slices.Contains(s.names, bone+leftEnd) {
		return fmt.Errorf("%s: %w", bone, errBone)
	}
	list[bone+leftEnd] = a
	for k := range a {
		a[k] *= other[k]
	}
	list[bone+rightEnd] = a
	return nil
}

// mirror exchanges the sides.
func (j *joints) mirror() {
	swap := func(list map[string][3]float32, other [3]float32) map[string][3]float32 {
		m := make(map[string][3]float32, len(list))
		for name, a := range list {
			for k := range a {
				a[k] *= other[k]
			}
			m[twin(name)] = a
		}
		return m
	}
	j.turn, j.shift = swap(j.turn, [3]float32{1, -1, -1}), swap(j.shift, [3]float32{1, -1, 1})
	j.at[1] = -j.at[1]
}

// places returns the positions of all bones in a pose, relative to the figure's origin.
func (s *skeleton) places(name string) ([]model.Tag, error) {
	j, err := s.joints(name, 0)
	if err != nil {
		return nil, err
	}
	list := make([]model.Tag, len(s.names))
	for i, bone := range s.names {
		a, d := j.turn[bone], mgl32.Vec3(j.shift[bone])
		turn, err := angles(a[:])
		if err != nil {
			return nil, err
		}
		list[i] = model.Tag{Origin: s.at[i].Add(d.Mul(s.size)), Axis: turn}
		if i == 0 {
			list[i].Origin = list[i].Origin.Add(j.at.Mul(s.size))
		} else {
			list[i] = list[s.parent[i]].Mul(list[i])
		}
	}
	if s.data.Floor != 0 && !j.free {
		low := float32(1e9)
		for i := range s.bodies {
			b := &s.bodies[i]
			for _, p := range b.points {
				low = min(low, list[b.bone].Apply(p)[2])
			}
		}
		for i := range list {
			list[i].Origin[2] += s.data.Floor + j.lift*s.size - low
		}
	}
	return list, nil
}

// vec3 returns three numbers, 0 if there are none.
func vec3(list []float32) (mgl32.Vec3, error) {
	switch len(list) {
	case 0:
		return mgl32.Vec3{}, nil
	case 3:
		return mgl32.Vec3(list), nil
	}
	return mgl32.Vec3{}, errNumbers
}
