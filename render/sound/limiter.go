package sound

// Limiter keeps a mix below full scale without clipping it: a block that would be too loud is
// turned down from the block before it on, and what follows is turned up slowly. It is one
// block late, and forgets what was more than a quarter of a second ago.
type Limiter struct {
	held   [2][Block]float32 // the block that waits
	needs  [release + 1]float32
	edge   float32 // how loud the held block begins
	filled bool
}

const (
	// ceiling is the largest value that comes out.
	ceiling = 0.97
	// release is how many blocks it takes to turn up from nothing to full.
	release = 25
	// warmUp is how many blocks come before what is the same as after a longer time.
	warmUp = release + 3
)

// Reset forgets all that was.
func (l *Limiter) Reset() { *l = Limiter{} }

// Next takes a block and gives back the one before it, in the same place; false if there was
// none.
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
	// The edge between the held block and this one.
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
