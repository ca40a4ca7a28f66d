package figure

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"demoscope/assets/model"
)

// part is a model made of some of a skeleton's bones: those below root, up to the roots of other parts.
type part struct {
	name  string
	root  int
	bones []bool
	below []cut // parts attached to it
}

// cut is a part attached to another one at a tag.
type cut struct {
	tag  string
	bone int
}

// parts returns the parts of a player from bottom to top; whole makes a single part of all.
func (s *skeleton) parts(whole bool) ([]part, error) {
	list := []part{{name: "lower", bones: make([]bool, len(s.names))}}
	owner := make([]int, len(s.names))
	roots := map[int]string{}
	if !whole {
		for name, on := range s.data.Parts {
			i, err := s.bone(on)
			if err != nil {
				return nil, err
			}
			roots[i] = name
		}
	}
	for i := range s.names {
		if i > 0 {
			owner[i] = owner[s.parent[i]]
		}
		if name, ok := roots[i]; ok {
			below := &list[owner[i]]
			below.below = append(below.below, cut{"tag_" + name, i})
			owner[i] = len(list)
			list = append(list, part{name: name, root: i, bones: make([]bool, len(s.names))})
		}
		list[owner[i]].bones[i] = true
	}
	return list, nil
}

// bake makes a model of a part in the given poses. frames maps its frames to poses.
func (s *skeleton) bake(p *part, poses []string, frames []int) (*model.Model, error) {
	d := model.Draft{Frames: frames}
	var bodies []*solid
	for i := range s.bodies {
		if b := &s.bodies[i]; p.bones[b.bone] {
			bodies = append(bodies, b)
			d.Surfaces = append(d.Surfaces, model.DraftSurface{Name: b.role, Vertices: len(b.points),
				Triangles: b.triangles})
		}
	}
	type place struct {
		bone int
		at   model.Tag
	}
	var tags []place
	for _, c := range p.below {
		d.Tags = append(d.Tags, c.tag)
		tags = append(tags, place{c.bone, model.Unit})
	}
	for _, name := range slices.Sorted(maps.Keys(s.data.Tags)) {
		t := s.data.Tags[name]
		i, err := s.bone(t.On)
		if err != nil {
			return nil, fmt.Errorf("tag %s: %w", name, err)
		}
		if !p.bones[i] {
			continue
		}
		at, err := vec3(t.At)
		if err != nil {
			return nil, fmt.Errorf("tag %s: %w", name, err)
		}
		turn, err := angles(t.Turn)
		if err != nil {
			return nil, fmt.Errorf("tag %s: %w", name, err)
		}
		d.Tags = append(d.Tags, name)
		tags = append(tags, place{i, model.Tag{Origin: at.Mul(s.size), Axis: turn}})
	}
	if len(poses) == 0 {
		poses = []string{""}
	}
	for _, name := range poses {
		places, err := s.places(name)
		if err != nil {
			return nil, err
		}
		if p.root != 0 {
			root := places[p.root]
			back := root.Axis.Transpose()
			for i := range places {
				places[i] = model.Tag{Origin: back.Mul3x1(places[i].Origin.Sub(root.Origin)),
					Axis: back.Mul3(places[i].Axis)}
			}
		}
		dp := model.DraftPose{Name: name}
		for _, b := range bodies {
			for _, v := range b.points {
				dp.Points = append(dp.Points, places[b.bone].Apply(v))
			}
		}
		for _, t := range tags {
			dp.Tags = append(dp.Tags, places[t.bone].Mul(t.at))
		}
		d.Poses = append(d.Poses, dp)
	}
	return model.New(&d)
}

// frames returns the pose of each frame of the game's model.
func (s *skeleton) frames(animations map[string]model.Animation) ([]int, error) {
	words := strings.Fields(s.data.Frames)
	if len(words)%2 != 0 {
		return nil, fmt.Errorf("frames: %w", errNumbers)
	}
	var list []int
	for ; len(words) > 0; words = words[2:] {
		name, backward := strings.CutPrefix(words[0], "-")
		a, ok := animations[name]
		n, err := strconv.Atoi(words[1])
		if !ok || err != nil || n < 1 || n > maxFrames {
			return nil, fmt.Errorf("frames: %s %s: %w", words[0], words[1], errFrames)
		}
		for i := range n {
			step := spread(&a, i, n)
			if backward {
				step = a.Count - 1 - step
			}
			list = append(list, a.First+step)
		}
	}
	return list, nil
}

// spread returns the pose of an animation for frame i of n. A loop takes about 1.6 seconds. An animation that ends
// takes at most 1.4 seconds, because few poses over many frames stutter, and then stays at its last pose.
func spread(a *model.Animation, i, n int) int {
	const round, ending = 16, 14
	if a.Loop > 0 {
		times := max(1, (n+round/4)/round)
		return i * times * a.Count / n % a.Count
	}
	last := min(n, ending) - 1
	if i >= last {
		return a.Count - 1
	}
	return (i*(a.Count-1) + last/2) / last
}

// strip is a list of poses that contains animations as ranges.
type strip struct{ poses []string }

// add returns an animation as a range of the strip, and appends its poses if needed.
func (s *strip) add(a animation) model.Animation {
	n := len(a.Poses)
	first := len(s.poses)
	for i := 0; i+n <= len(s.poses); i++ {
		if slices.Equal(s.poses[i:i+n], a.Poses) {
			first = i
			break
		}
	}
	if first == len(s.poses) {
		s.poses = append(s.poses, a.Poses...)
	}
	out := model.Animation{First: first, Count: n, Loop: n, Rate: a.Rate}
	if a.Once {
		out.Loop = 0
	}
	if out.Rate == 0 {
		out.Rate = 10
	}
	return out
}

// whole makes a single model of the whole skeleton with its animations.
func (s *skeleton) whole() (*model.Model, map[string]model.Animation, error) {
	parts, err := s.parts(true)
	if err != nil {
		return nil, nil, err
	}
	var st strip
	list := map[string]model.Animation{}
	// The longest first: it may contain a shorter one.
	names := slices.SortedFunc(maps.Keys(s.data.Animations), func(a, b string) int {
		if d := len(s.data.Animations[b].Poses) - len(s.data.Animations[a].Poses); d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	for _, name := range names {
		if len(s.data.Animations[name].Poses) == 0 {
			return nil, nil, fmt.Errorf("animation %s: %w", name, errNumbers)
		}
		list[name] = st.add(s.data.Animations[name])
	}
	frames, err := s.frames(list)
	if err != nil {
		return nil, nil, err
	}
	m, err := s.bake(&parts[0], st.poses, frames)
	return m, list, err
}
