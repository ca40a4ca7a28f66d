package sound

import (
	"math"
	"math/big"
	"sync"

	"demoscope/assets/audio"
)

// Rate is the sample rate of the mix, in frames per second.
const Rate = 48000

// taps is the number of values of a file that contribute to one of the mix, if the file has a higher rate.
const taps = 32

// maxMixed is the maximum number of frames of a mixed sound, 32 MB. Longer sounds are cut.
const maxMixed = 8 << 20

// Sample is a sound ready for mixing: one channel at the rate of the mix or twice that rate. At normal pitch, it is
// added unchanged; at other pitches, a cubic through four values is good enough. A looping sample contains its loop
// twice, so that every value of the second copy has the right neighbors.
type Sample struct {
	// data has one value before the first frame and three after the last one.
	data []float32
	// frames is the number of frames, and step how many of them a frame of the mix takes, which equals over.
	frames, over int
	step         float64
	// loop is the number of frames at the end that repeat; 0 if it does not loop.
	loop int
}

// guard is the number of values before the first frame.
const guard = 1

// NewSample makes a sample of the contents of a file.
func NewSample(s *audio.Sample) *Sample {
	mono := make([]float32, s.Frames())
	for i := range mono {
		for c := range s.Channels {
			mono[i] += s.Data[i*s.Channels+c] / float32(s.Channels)
		}
	}
	return newSample(mono, s.Rate, s.LoopStart, s.LoopEnd)
}

// Whole returns a sample that loops: as the file says, otherwise as a whole.
func Whole(s *audio.Sample) *Sample {
	if s.Loops() {
		return NewSample(s)
	}
	c := *s
	c.LoopStart, c.LoopEnd = 0, s.Frames()
	return NewSample(&c)
}

func newSample(mono []float32, rate, start, end int) *Sample {
	over := 1
	if rate > Rate/4 && rate < Rate {
		over = 2 // a cubic would dull high frequencies
	}
	// Frames per frame of the file. A loop has a whole number of frames; the change in pitch is inaudible.
	up, down := Rate*over, rate
	ratio := float64(up) / float64(down)
	frames, loop := float64(len(mono)), 0
	if end > 0 {
		loop = max(1, int(float64(end-start)*ratio+0.5))
		up, down = loop, end-start
		ratio = float64(up) / float64(down)
		frames = float64(2*end - start)
	}
	n := int(frames*ratio + 0.5)
	if n > maxMixed {
		n, end, loop = maxMixed, 0, 0
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
	s := &Sample{frames: n, over: over, step: float64(over), loop: min(loop, n)}
	s.data = make([]float32, guard+s.frames+3)
	if ratio == 1 {
		for i := range n {
			s.data[guard+i] = at(i)
		}
	} else {
		s.resample(at, up, down)
	}
	for i := range 3 { // values after the end
		if s.loop > 0 {
			s.data[guard+s.frames+i] = s.data[guard+s.frames-s.loop+i%s.loop]
		}
	}
	return s
}

// phases is the number of positions between two values that have a kernel. Positions in between interpolate.
const phases = 512

// kernel holds the weights of the values around a position.
type kernel [taps]float32

// kernels are windowed sincs, at phases positions from one value to the next and one more.
var kernels = sync.OnceValue(func() *[phases + 1]kernel {
	list := new([phases + 1]kernel)
	for phase := range list {
		list[phase] = kernelAt(float64(phase)/phases, 1)
	}
	return list
})

// kernelAt returns the low-pass kernel for a position between two values. part is the cutoff as a part of half the
// rate.
func kernelAt(shift, part float64) (k kernel) {
	var exact [taps]float64
	sum := 0.0
	for i := range exact {
		x := float64(i-taps/2+1) - shift
		exact[i] = sinc(x*part) * blackman(x/(taps/2))
		sum += exact[i]
	}
	for i := range k {
		k[i] = float32(exact[i] / sum)
	}
	return k
}

// maxPlaces is the maximum number of kernels of a sample. Common rates have at most 640 positions between two values.
const maxPlaces = 1024

// resample fills in the frames, with up frames per down frames of the file.
func (s *Sample) resample(at func(int) float32, up, down int) {
	table := kernels()
	if up < down { // the file has a higher rate: avoid aliasing
		table = new([phases + 1]kernel)
		for phase := range table {
			table[phase] = kernelAt(float64(phase)/phases, float64(up)/float64(down))
		}
	}
	divisor := int(new(big.Int).GCD(nil, nil, big.NewInt(int64(up)), big.NewInt(int64(down))).Int64())
	up, down = up/divisor, down/divisor
	var places []kernel // kernels of the positions, which repeat
	if up <= maxPlaces && up < s.frames {
		places = make([]kernel, up)
	}
	var own kernel
	var near [taps]float32
	whole, place, has := 0, 0, -taps // near holds the values around has
	for n := range s.frames {
		if has < whole {
			missing := min(whole-has, taps)
			copy(near[:], near[missing:])
			for k := taps - missing; k < taps; k++ {
				near[k] = at(whole + k - taps/2 + 1)
			}
			has = whole
		}
		of := &own
		if places != nil {
			of = &places[place]
		}
		if places == nil || n < up { // each position occurs once
			phase := float64(place) / float64(up) * phases
			p := min(int(phase), phases-1)
			f := float32(phase - float64(p))
			for k, low := range &table[p] {
				of[k] = low + f*(table[p+1][k]-low)
			}
		}
		s.data[guard+n] = of.sum(&near)
		whole, place = whole+down/up, place+down%up
		if place >= up {
			whole, place = whole+1, place-up
		}
	}
}

// sum returns the weighted sum of values: in four independent sums, for speed.
func (k *kernel) sum(near *[taps]float32) float32 {
	var a, b, c, d float32
	for i := 0; i < taps; i += 4 {
		a += near[i] * k[i]
		b += near[i+1] * k[i+1]
		c += near[i+2] * k[i+2]
		d += near[i+3] * k[i+3]
	}
	return a + b + (c + d)
}

func sinc(x float64) float64 {
	if x == 0 {
		return 1
	}
	return math.Sin(math.Pi*x) / (math.Pi * x)
}

// blackman is a window function on -1 to 1.
func blackman(x float64) float64 {
	if x <= -1 || x >= 1 {
		return 0
	}
	return 0.42 + 0.5*math.Cos(math.Pi*x) + 0.08*math.Cos(2*math.Pi*x)
}

// Memory returns the approximate size of the sample in bytes.
func (s *Sample) Memory() int64 { return 4*int64(cap(s.data)) + 64 }

// read fills out with frames of the mix, beginning at a position in frames of the sample that advances by step times
// pitch. It returns the number of frames before the end; the rest of out is 0.
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
		// As many as there are before the end or the start of the loop.
		count := min(len(out)-n, int(math.Ceil((float64(s.frames)-at)/step)))
		s.run(out[n:n+count], at, step)
		n += count
	}
	return len(out)
}

// straight returns the values from a position on, s.over apart, if n frames of the mix can use them unchanged; nil if
// not.
func (s *Sample) straight(from, pitch float64, n int) []float32 {
	if pitch != 1 || from < 0 || from != math.Trunc(from) {
		return nil
	}
	at := int64(from)
	if frames := int64(s.frames); at >= frames {
		if s.loop == 0 {
			return nil
		}
		at -= ((at-frames)/int64(s.loop) + 1) * int64(s.loop)
	}
	end := at + int64(n*s.over)
	if end > int64(s.frames) {
		return nil
	}
	return s.data[guard+at : guard+end]
}

// run is read for frames that are all within the sample.
func (s *Sample) run(out []float32, at, step float64) {
	if whole := int(at); step == float64(s.over) && float64(whole) == at {
		for i := range out {
			out[i] = s.data[guard+whole+i*s.over]
		}
		return
	}
	// A fixed-point position with 32 fractional bits.
	const one = 1 << 32
	pos, inc := uint64(at*one), uint64(step*one)
	data := s.data
	for i := range out {
		k := int(pos >> 32)
		if k > len(data)-4 {
			k = len(data) - 4 // because of rounding
		}
		f := float32(uint32(pos)) * (1. / one)
		d := data[k : k+4 : k+4]
		a, b, c, e := d[0], d[1], d[2], d[3]
		out[i] = b + 0.5*f*(c-a+f*(2*a-5*b+4*c-e+f*(3*(b-c)+e-a)))
		pos += inc
	}
}
