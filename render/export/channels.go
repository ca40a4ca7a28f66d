//go:build !js

package export

import (
	"encoding/binary"
	"math"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"
)

// channels collects the animation channels.
type channels struct {
	a     *Animation
	list  *gltf.Animation
	times map[string]int // accessors, by the bytes of their times
}

// jump and jumpSpeed detect teleports: a body that moves farther than jump units plus jumpSpeed units per second
// between two moments has teleported or respawned, and is not shown on the way.
const jump, jumpSpeed = 64, 2500

// add gives a node its position at the first moment, and adds channels for its changes.
func (c *channels) add(node int, n *gltf.Node, t *track, poses []int) {
	first := &t.keys[0]
	n.Translation, n.Rotation, n.Scale = wide3(first.at), wide4(first.turn), wide3(first.scale)
	if len(poses) > 0 {
		for _, w := range weights(nil, first, poses) {
			n.Weights = append(n.Weights, float64(w)/255)
		}
	}
	if c.a.frames < 2 {
		return
	}
	keys, at := c.held(t)
	c.scale(node, t)
	channel(c, node, gltf.TRSTranslation, gltf.InterpolationLinear, at, keys, func(k *key) [3]float32 { return k.at })
	channel(c, node, gltf.TRSRotation, gltf.InterpolationLinear, at, keys, func(k *key) [4]float32 { return k.turn })
	c.weights(node, at, keys, poses)
}

// second returns the time of a frame in seconds.
func (c *channels) second(frame int) float32 { return float32(float64(frame) / c.a.rate) }

// held returns the keys of a track with their times. It repeats keys where the track rests before it jumps or
// disappears.
func (c *channels) held(t *track) (keys []*key, at []float32) {
	for i := range t.keys {
		k := &t.keys[i]
		keys, at = append(keys, k), append(at, c.second(k.frame))
		if i+1 == len(t.keys) {
			break
		}
		next := &t.keys[i+1]
		switch {
		case next.frame > k.frame+2: // gone for some moments: it moves while invisible
			keys, at = append(keys, k, next), append(at, c.second(k.frame+1), c.second(next.frame-1))
		case next.frame > k.frame+1:
			keys, at = append(keys, k), append(at, c.second(k.frame+1))
		case jumps(k, next, c.a.rate):
			keys, at = append(keys, k), append(at, math.Nextafter32(c.second(next.frame), 0))
		}
	}
	return keys, at
}

// jumps reports whether a body jumps from one key to the next.
func jumps(a, b *key, rate float64) bool {
	d := 0.0
	for i := range a.at {
		d += float64(b.at[i]-a.at[i]) * float64(b.at[i]-a.at[i])
	}
	return math.Sqrt(d)*UnitsPerMeter > jump+jumpSpeed/rate
}

// scale adds the channel that hides and shows a node by its scale, if the node is not always visible.
func (c *channels) scale(node int, t *track) {
	var at []float32
	var values [][3]float32
	put := func(frame int, v [3]float32) {
		if n := len(values); n == 0 || values[n-1] != v {
			at, values = append(at, c.second(frame)), append(values, v)
		}
	}
	if t.keys[0].frame > 0 {
		put(0, [3]float32{})
	}
	for i := range t.keys {
		k := &t.keys[i]
		put(k.frame, k.scale)
		if k.frame+1 < c.a.frames && (i+1 == len(t.keys) || t.keys[i+1].frame > k.frame+1) {
			put(k.frame+1, [3]float32{})
		}
	}
	if len(values) > 1 {
		c.write(node, gltf.TRSScale, gltf.InterpolationStep, at, modeler.WriteAccessor(c.a.doc,
			gltf.TargetNone, values))
	}
}

// channel adds a channel without redundant keys, or none if the value is constant.
func channel[T comparable](c *channels, node int, path gltf.TRSProperty, how gltf.Interpolation, at []float32,
	keys []*key, of func(*key) T) {
	var times []float32
	var values []T
	for i, k := range keys {
		v := of(k)
		if n := len(values); n > 0 && i+1 < len(keys) && values[n-1] == v && of(keys[i+1]) == v {
			continue
		}
		times, values = append(times, at[i]), append(values, v)
	}
	for _, v := range values {
		if v != values[0] {
			c.write(node, path, how, times, modeler.WriteAccessor(c.a.doc, gltf.TargetNone, values))
			return
		}
	}
}

// weights adds the channel of a node's morph targets.
func (c *channels) weights(node int, at []float32, keys []*key, poses []int) {
	if len(poses) == 0 {
		return
	}
	type blend struct {
		from, to int
		t        float32
	}
	of := func(k *key) blend { return blend{k.from, k.to, k.t} }
	var times []float32
	var values []uint8
	var last blend
	for i, k := range keys {
		if len(times) > 0 && i+1 < len(keys) && last == of(k) && of(keys[i+1]) == last {
			continue
		}
		last = of(k)
		times, values = append(times, at[i]), weights(values, k, poses)
	}
	n := modeler.WriteAccessor(c.a.doc, gltf.TargetNone, values)
	c.a.doc.Accessors[n].Normalized = true
	c.write(node, gltf.TRSWeights, gltf.InterpolationLinear, times, n)
}

// weights appends the weight of each pose at a key, 0 to 255. The rest is the weight of the mesh's own pose.
func weights(to []uint8, k *key, poses []int) []uint8 {
	part := uint8(math.Round(255 * float64(k.t)))
	for _, n := range poses {
		w := uint8(0)
		if n == k.from {
			w = 255 - part
		}
		if n == k.to && k.to != k.from {
			w = part
		}
		to = append(to, w)
	}
	return to
}

// write adds a channel of a node.
func (c *channels) write(node int, path gltf.TRSProperty, how gltf.Interpolation, at []float32, output int) {
	bytes := make([]byte, 0, 4*len(at))
	for _, t := range at {
		bytes = binary.LittleEndian.AppendUint32(bytes, math.Float32bits(t))
	}
	input, ok := c.times[string(bytes)]
	if !ok {
		input = modeler.WriteAccessor(c.a.doc, gltf.TargetNone, at)
		c.a.doc.Accessors[input].Min, c.a.doc.Accessors[input].Max = []float64{float64(at[0])},
			[]float64{float64(at[len(at)-1])}
		c.times[string(bytes)] = input
	}
	c.list.Samplers = append(c.list.Samplers, &gltf.AnimationSampler{Input: input, Interpolation: how, Output: output})
	c.list.Channels = append(c.list.Channels, &gltf.AnimationChannel{
		Sampler: len(c.list.Samplers) - 1, Target: gltf.AnimationChannelTarget{Node: &node, Path: path},
	})
}

func wide3(v [3]float32) [3]float64 { return [3]float64{float64(v[0]), float64(v[1]), float64(v[2])} }

func wide4(v [4]float32) [4]float64 {
	return [4]float64{float64(v[0]), float64(v[1]), float64(v[2]), float64(v[3])}
}
