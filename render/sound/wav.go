package sound

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// WAV collects a mix as a 16-bit WAV file, and counts its defects.
type WAV struct {
	parts  [][]byte // the values, in parts of partBytes to avoid copying
	Counts WAVCounts

	last [2]float32
	any  bool
	dark int // number of silent values in a row so far
}

// WAVCounts are measurements of a mix. A frame has both sides.
type WAVCounts struct {
	Frames int
	// Peak is the largest value, and Power the sum of all squares, over both sides.
	Peak  float32
	Power float64
	// Limited counts values at the limit. Clicks counts steps between two values that are larger than in any sound of
	// the games.
	Limited, Clicks int
	// Silence is the number of frames in silences of a second or more.
	Silence int
}

const partBytes = 1 << 20

// click is the step between two values that counts as a click. Values below silence are silent in 16 bits.
const click, silence = 0.8, 1. / (1 << 15)

// Add adds a block.
func (w *WAV) Add(left, right []float32) {
	c := &w.Counts
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
		}
		w.last, w.any = v, true
		c.Frames++
		if n := len(w.parts); n == 0 || len(w.parts[n-1]) == partBytes {
			w.parts = append(w.parts, make([]byte, 0, partBytes))
		}
		part := &w.parts[len(w.parts)-1]
		*part = appendFrame(*part, v)
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

// Seconds returns the length of the mix in seconds.
func (c *WAVCounts) Seconds() float64 { return float64(c.Frames) / Rate }

// Decibels returns the peak and the mean level, in dB below full scale.
func (c *WAVCounts) Decibels() (peak, mean float64) {
	const nothing = 1e-6
	return 20 * math.Log10(max(nothing, float64(c.Peak))),
		10 * math.Log10(max(nothing*nothing, c.Power/max(1, 2*float64(c.Frames))))
}

// WriteTo implements [io.WriterTo]: it writes the file.
func (w *WAV) WriteTo(out io.Writer) (written int64, err error) {
	b, err := header(int64(w.Counts.Frames))
	if err != nil {
		return 0, err
	}
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

// A frame of a WAV file has two sides of 16 bits each.
const sampleBytes, sides = 2, 2

// MaxFrames is the maximum number of frames in a WAV file, whose sizes have 32 bits.
const MaxFrames = (1<<32 - 1 - (headerBytes - 8)) / (sampleBytes * sides)

const headerBytes = 44

// header returns the header of a WAV file with the given number of frames.
func header(frames int64) ([]byte, error) {
	if frames > MaxFrames {
		return nil, fmt.Errorf("%.1f hours of sound are more than a WAV file holds, %.1f", float64(frames)/Rate/3600,
			float64(MaxFrames)/Rate/3600)
	}
	n := uint32(frames * sampleBytes * sides)
	le := binary.LittleEndian
	b := make([]byte, 0, headerBytes)
	b = le.AppendUint32(append(b, "RIFF"...), headerBytes-8+n)
	b = le.AppendUint32(append(b, "WAVEfmt "...), 16)
	b = le.AppendUint16(le.AppendUint16(b, 1), sides)
	b = le.AppendUint32(le.AppendUint32(b, Rate), Rate*sampleBytes*sides)
	b = le.AppendUint16(le.AppendUint16(b, sampleBytes*sides), 8*sampleBytes)
	return le.AppendUint32(append(b, "data"...), n), nil
}

// appendFrame appends a frame in the format of the file.
func appendFrame(b []byte, v [sides]float32) []byte {
	for _, x := range v {
		b = binary.LittleEndian.AppendUint16(b, uint16(int16(math.Round(float64(x)*math.MaxInt16))))
	}
	return b
}

// WAVStream writes a WAV file of known length while it is mixed.
type WAVStream struct {
	out     io.Writer
	left    int64 // number of frames left
	pending []byte
	err     error
}

// NewWAVStream begins a WAV file with the given number of frames. It returns an error if there are more than
// [MaxFrames].
func NewWAVStream(out io.Writer, frames int64) (*WAVStream, error) {
	head, err := header(frames)
	return &WAVStream{out: out, left: frames, pending: head}, err
}

// Add writes a block, cut to the length of the file, and reports whether more is missing.
func (w *WAVStream) Add(left, right []float32) bool {
	n := int(min(w.left, int64(len(left))))
	for i := range n {
		w.pending = appendFrame(w.pending, [sides]float32{left[i], right[i]})
	}
	w.left -= int64(n)
	const enough = 1 << 16
	if len(w.pending) >= enough {
		w.flush()
	}
	return w.left > 0 && w.err == nil
}

func (w *WAVStream) flush() {
	if w.err == nil {
		_, w.err = w.out.Write(w.pending)
	}
	w.pending = w.pending[:0]
}

// Close ends the file. It returns an error if the file could not be written or frames are missing.
func (w *WAVStream) Close() error {
	w.flush()
	if w.err == nil && w.left > 0 {
		return errShort
	}
	return w.err
}

// errShort is returned if a file has fewer frames than announced.
var errShort = errors.New("the sound has ended early")
