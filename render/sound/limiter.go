package sound

// Limiter keeps a mix below full scale without clipping. It turns the volume down over the block before one that
// would be too loud, and turns it up slowly afterwards. Its output is one block late and depends only on the last
// quarter of a second.
type Limiter struct {
	held   [2][Block]float32 // the delayed block
	needs  [release + 1]float32
	edge   float32 // gain at the start of the held block
	filled bool
}

const (
	// ceiling is the maximum output value.
	ceiling = 0.97
	// release is the number of blocks to turn up from silence to full volume.
	release = 25
	// warmUp is the number of blocks after which the output no longer depends on where the input began.
	warmUp = release + 3
)

// Reset resets the limiter to its initial state.
func (l *Limiter) Reset() { *l = Limiter{} }

// Next takes a block and replaces it by the previous one; false if there was none.
func (l *Limiter) Next(left, right []float32) bool {
	peak := float32(0)
	for i, v := range left {
		peak = max(peak, v, -v, right[i], -right[i])
	}
	need := float32(1)
	if peak > ceiling {
		need = ceiling / peak
	}
	if !l.filled {
		for i := range l.needs {
			l.needs[i] = 1
		}
		l.edge = need
	}
	// The gain at the boundary between the held block and this one.
	edge := need
	for i, n := range l.needs { // the last block's first
		edge = min(edge, n+float32(i)/release)
	}
	copy(l.needs[1:], l.needs[:])
	l.needs[0] = need
	step := (edge - l.edge) / Block
	for i := range Block {
		gain := l.edge + step*float32(i)
		a, b := l.held[0][i]*gain, l.held[1][i]*gain
		l.held[0][i], l.held[1][i] = left[i], right[i]
		left[i], right[i] = max(-ceiling, min(ceiling, a)), max(-ceiling, min(ceiling, b))
	}
	l.edge = edge
	was := l.filled
	l.filled = true
	return was
}
