package scene

import (
	"demoscope/bsp"
	"demoscope/player"
)

// styledLight is the light of a face that is not always equally bright: its light styles,
// and how bright each makes it in the mean. The corners have the light of the first.
type styledLight struct {
	styles [4]uint8
	means  [4]uint8
	count  int
}

const (
	// styleRate is how many letters of a light style pass in a second.
	styleRate = 10
	// maxStyle is how many letters of a light style count, as in the engines.
	maxStyle = 64
)

// styleValues is how bright each light style is at a moment, 1 for normal.
type styleValues [bsp.NoStyle + 1]float32

// set finds the values of a moment, which may be nil, or with steady their means.
func (v *styleValues) set(m *player.Moment, steady bool) {
	if m == nil || m.World == nil {
		for i := range v {
			v[i] = 1
		}
		return
	}
	for i, pattern := range m.World.LightStyles() {
		v[i] = styleValue(pattern, m.Time, steady)
	}
}

// styleValue returns how bright a light style is at a time in seconds, or with steady in
// the mean. One without letters is normal.
func styleValue(pattern string, time float64, steady bool) float32 {
	pattern = pattern[:min(len(pattern), maxStyle)]
	n := len(pattern)
	if n == 0 {
		return 1
	}
	if steady {
		sum := float32(0)
		for i := range n {
			sum += letterValue(pattern[i])
		}
		return sum / float32(n)
	}
	const longest = 1 << 40 // beyond every demo, and no number is NaN that is below
	if !(time >= 0 && time < longest) {
		time = 0
	}
	// A time that is a whole number of letters may be a little less as a float.
	return letterValue(pattern[int(time*styleRate+1e-6)%n])
}

// letterValue returns the brightness of a letter of a light style: 0 for a, 1 for m.
func letterValue(c byte) float32 { return float32(max('a', min('z', c))-'a') / ('m' - 'a') }

// light returns by what to multiply the light of a face's corners, and what to add to it.
func (v *styleValues) light(l *styledLight) (scale, more float32) {
	for k := 1; k < l.count; k++ {
		more += float32(l.means[k]) * v[l.styles[k]]
	}
	return v[l.styles[0]], more
}
