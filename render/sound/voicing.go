package sound

import (
	"math"

	"demoscope/assets/audio"
)

// Rate is how many frames a second the mix has.
const Rate = 48000

// taps is how many values of a file make one of what is mixed, where that has more.
const taps = 32

// maxMixed bounds the frames of a sound as it is mixed: 32 MB. What is longer is cut.
const maxMixed = 8 << 20

// Sample is a sound as it is mixed: one channel, with a few times the values that the file
// has, so that a cubic between four of them is good enough. A sample that repeats has the part
// that does twice, so that every value of the second one has the right neighbours.
type Sample struct {
	// data has one value before the first frame and three behind the last one.
	data []float32
	// frames is how many there are, and step how many of them a frame of the mix takes.
	frames int
	step   float64
	// loop is how many frames at the end repeat; 0 if it ends.
	loop int
}

// guard is how many values stand before the first frame.
const guard = 1

// NewSample makes a sample of what a file has. A loop of a whole file is one that the file
// does not say: whatever sounds as long as something is there repeats.
func NewSample(s *audio.Sample) *Sample {
	mono := make([]float32, s.Frames())
	for i := range mono {
		for c := range s.Channels {
			mono[i] += s.Data[i*s.Channels+c] / float32(s.Channels)
		}
	}
	return newSample(mono, s.Rate, s.LoopStart, s.LoopEnd)
}

// Whole returns the sample for what repeats as a whole if it does not repeat by itself.
func Whole(s *audio.Sample) *Sample {
	if s.Loops() {
		return NewSample(s)
	}
	c := *s
	c.LoopStart, c.LoopEnd = 0, s.Frames()
	return NewSample(&c)
}

func newSample(mono []float32, rate, start, end int) *Sample {
	finer := 1
	switch {
	case rate <= Rate/2:
		finer = 4
	case rate < Rate:
		finer = 2
	}
	frames := len(mono)
	if end > 0 {
		frames = 2*end - start
	}
	for finer > 1 && frames*finer > maxMixed {
		finer /= 2
	}
	if frames*finer > maxMixed {
		frames, end = maxMixed/finer, 0
	}
	at := func(i int) float32 {
		if end > 0 && i >= end {
			i = start + (i-end)%(end-start)
		}
		if i < 0 || i >= len(mono) {
			return 0
		}
		return mono[i]
	}
	s := &Sample{frames: frames * finer, step: float64(rate*finer) / Rate}
	if end > 0 {
		s.loop = (end - start) * finer
	}
	s.data = make([]float32, guard+s.frames+3)
	if finer == 1 {
		for i := range frames {
			s.data[guard+i] = at(i)
		}
	} else {
		s.refine(at, frames, finer)
	}
	for i := range 3 { // what is behind the end
		if s.loop > 0 {
			s.data[guard+s.frames+i] = s.data[guard+s.frames-s.loop+i%s.loop]
		}
	}
	return s
}

// refine puts finer-1 values between each two, by a sinc in a window.
func (s *Sample) refine(at func(int) float32, frames, finer int) {
	for phase := range finer {
		var kernel [taps]float64
		sum := 0.0
		shift := float64(phase) / float64(finer)
		for k := range kernel {
			x := float64(k-taps/2+1) - shift
			kernel[k] = sinc(x) * blackman(x/(taps/2))
			sum += kernel[k]
		}
		for i := range frames {
			v := 0.0
			for k := range kernel {
				v += kernel[k] * float64(at(i+k-taps/2+1))
			}
			s.data[guard+i*finer+phase] = float32(v / sum)
		}
	}
}

func sinc(x float64) float64 {
	if x == 0 {
		return 1
	}
	return math.Sin(math.Pi*x) / (math.Pi * x)
}

// blackman is a window from -1 to 1.
func blackman(x float64) float64 {
	if x <= -1 || x >= 1 {
		return 0
	}
	return 0.42 + 0.5*math.Cos(math.Pi*x) + 0.08*math.Cos(2*math.Pi*x)
}

// Memory returns how many bytes the sample takes, about.
func (s *Sample) Memory() int64 { return 4*int64(cap(s.data)) + 64 }

// read writes the values of so many frames of the mix into out, from a position on that is in
// frames of the sample and rises by step times pitch. It returns how many there were before
// the end; the rest of out is 0.
func (s *Sample) read(out []float32, from, pitch float64) int {
	step := s.step * pitch
	for n := 0; n < len(out); {
		at := from + step*float64(n)
		if s.loop > 0 && at >= float64(s.frames) {
			turns := math.Floor((at-float64(s.frames))/float64(s.loop)) + 1
			at -= turns * float64(s.loop)
		}
		if at < 0 || at >= float64(s.frames) {
			clear(out[n:])
			return n
		}
		// As many as there are before the end, or before it repeats.
		count := min(len(out)-n, int(math.Ceil((float64(s.frames)-at)/step)))
		s.run(out[n:n+count], at, step)
		n += count
	}
	return len(out)
}

// run is read for frames that all lie in the sample.
func (s *Sample) run(out []float32, at, step float64) {
	if whole := int(at); step == 1 && float64(whole) == at {
		copy(out, s.data[guard+whole:])
		return
	}
	// A fixed-point position: 32 bits behind the point.
	const one = 1 << 32
	pos, inc := uint64(at*one), uint64(step*one)
	data := s.data
	for i := range out {
		k := int(pos >> 32)
		if k > len(data)-4 {
			k = len(data) - 4 // by rounding
		}
		f := float32(uint32(pos)) * (1. / one)
		d := data[k : k+4 : k+4]
		a, b, c, e := d[0], d[1], d[2], d[3]
		out[i] = b + 0.5*f*(c-a+f*(2*a-5*b+4*c-e+f*(3*(b-c)+e-a)))
		pos += inc
	}
}
