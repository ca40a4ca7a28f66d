package sound

import (
	"encoding/binary"
	"io"
	"math"
)

// WAV gathers a mix as a WAV file of 16 bits, and counts what is wrong with it.
type WAV struct {
	parts  [][]byte // the values, in parts of partBytes, so that none is copied as they grow
	Counts WAVCounts

	last [2]float32
	any  bool
	dark int // values of silence so far without a break
}

// WAVCounts are what is heard in a mix. Frames are of both sides.
type WAVCounts struct {
	Frames int
	// Peak is the largest value, and Power the sum of all squares, of both sides.
	Peak  float32
	Power float64
	// Limited counts values at the limit, Clicks those that lie farther from the one before
	// than any sound of the games does.
	Limited, Clicks int
	// Silence is how many frames lie in silences of a second and more.
	Silence int
}

const partBytes = 1 << 20

// click is the step between two values that is taken for a click; silence is below what 16
// bits hear.
const click, silence = 0.8, 1. / (1 << 15)

// Add adds a block.
func (w *WAV) Add(left, right []float32) {
	c := &w.Counts
	var b [4]byte
	for i := range left {
		v := [2]float32{left[i], right[i]}
		quiet := true
		for k, x := range v {
			c.Peak = max(c.Peak, x, -x)
			c.Power += float64(x) * float64(x)
			if x >= ceiling || x <= -ceiling {
				c.Limited++
			}
			if d := x - w.last[k]; w.any && (d > click || d < -click) {
				c.Clicks++
			}
			quiet = quiet && x < silence && x > -silence
			binary.LittleEndian.PutUint16(b[2*k:], uint16(int16(math.Round(float64(x)*math.MaxInt16))))
		}
		w.last, w.any = v, true
		c.Frames++
		if n := len(w.parts); n == 0 || len(w.parts[n-1]) == partBytes {
			w.parts = append(w.parts, make([]byte, 0, partBytes))
		}
		part := &w.parts[len(w.parts)-1]
		*part = append(*part, b[:]...)
		switch w.dark++; {
		case !quiet:
			w.dark = 0
		case w.dark == Rate:
			c.Silence += Rate
		case w.dark > Rate:
			c.Silence++
		}
	}
}

// Seconds returns how long the mix is.
func (c *WAVCounts) Seconds() float64 { return float64(c.Frames) / Rate }

// Decibels returns the peak and the mean level of all, in dB below full scale.
func (c *WAVCounts) Decibels() (peak, mean float64) {
	const nothing = 1e-6
	return 20 * math.Log10(max(nothing, float64(c.Peak))), 10 * math.Log10(max(nothing*nothing, c.Power/max(1, 2*float64(c.Frames))))
}

// WriteTo implements [io.WriterTo]: it writes the file.
func (w *WAV) WriteTo(out io.Writer) (written int64, err error) {
	const header, width, sides = 44, 2, 2
	n := w.Counts.Frames * width * sides
	le := binary.LittleEndian
	b := make([]byte, 0, header)
	b = le.AppendUint32(append(b, "RIFF"...), uint32(header-8+n))
	b = le.AppendUint32(append(b, "WAVEfmt "...), 16)
	b = le.AppendUint16(le.AppendUint16(b, 1), sides)
	b = le.AppendUint32(le.AppendUint32(b, Rate), Rate*width*sides)
	b = le.AppendUint16(le.AppendUint16(b, width*sides), 8*width)
	b = le.AppendUint32(append(b, "data"...), uint32(n))
	for k := -1; k < len(w.parts) && err == nil; k++ {
		if k >= 0 {
			b = w.parts[k]
		}
		var m int
		m, err = out.Write(b)
		written += int64(m)
	}
	return written, err
}
