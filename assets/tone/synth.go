package tone

import "math"

// Rate is the sample rate of tones in frames a second.
const Rate = 48000

// shape is the waveform of a layer.
type shape uint8

const (
	sine     shape = iota
	triangle       // soft, like a flute
	reed           // richer: a few odd and even overtones
	noise          // in a band around its frequency
	rumble         // below its frequency
)

// layer is a part of a tone. Frequencies are in Hz, times in seconds.
type layer struct {
	shape     shape
	from, to  float64 // the frequency glides from the beginning to the end of life
	level     float64
	delay     float64 // before it begins
	rise      float64 // from zero to its level
	life      float64 // until it decays to a thousandth
	vibrato   float64 // relative change of the frequency
	vibratoHz float64
}

// recipe describes the synthesis of a tone.
type recipe struct {
	layers []layer
	// seconds is the length of a repeating tone; 0 for a tone that ends.
	seconds float64
	// peak is its largest value: the tones are quieter than a game's sounds.
	peak float64
}

// edge is the minimum time in seconds for a tone to start and to end.
const edge = 0.004

// make returns the tone's values.
func (r *recipe) make() []float32 {
	length := r.seconds
	if length == 0 {
		for _, l := range r.layers {
			length = max(length, l.delay+l.rise+l.life)
		}
	}
	n := int(length * Rate)
	sum := make([]float64, n)
	for i := range r.layers {
		r.layers[i].add(sum, r.seconds > 0, uint32(i+1))
	}
	largest := 1e-9
	for _, v := range sum {
		largest = max(largest, math.Abs(v))
	}
	out := make([]float32, n)
	for i, v := range sum {
		v *= r.peak / largest
		if r.seconds == 0 {
			v *= min(1, float64(i)/(edge*Rate), float64(n-i)/(2*edge*Rate))
		}
		out[i] = float32(v)
	}
	return out
}

// add adds a layer. In a repeating tone it has a whole number of periods.
func (l *layer) add(sum []float64, repeats bool, seed uint32) {
	if l.shape >= noise {
		l.addNoise(sum, repeats, seed)
		return
	}
	from, to := l.from, l.to
	if to == 0 {
		to = from
	}
	seconds := float64(len(sum)) / Rate
	whole := func(f float64) float64 { return max(1, math.Round(f*seconds)) / seconds }
	vibratoHz := l.vibratoHz
	if repeats {
		from = whole(from)
		to = from
		vibratoHz = whole(vibratoHz)
	}
	start, phase := int(l.delay*Rate), 0.0
	for i := start; i < len(sum); i++ {
		t := float64(i-start) / Rate
		level := 1.0
		if !repeats {
			if level = l.envelope(t); level < 1e-4 && t > l.rise {
				break
			}
		}
		f := from
		if to != from {
			f = from * math.Pow(to/from, min(1, t/max(l.life, edge)))
		}
		swing := phase
		if l.vibrato > 0 {
			// The vibrato changes the phase itself, so that a repeating tone returns to its start.
			swing += l.vibrato * f / max(vibratoHz, 0.1) * math.Sin(2*math.Pi*vibratoHz*t) / (2 * math.Pi)
		}
		sum[i] += l.level * level * wave(l.shape, swing)
		phase += f / Rate
	}
}

// wave returns the value of a shape at a phase in turns. It has few overtones, so that it neither whistles nor aliases.
func wave(s shape, phase float64) float64 {
	x := 2 * math.Pi * (phase - math.Floor(phase))
	switch s {
	case triangle:
		return math.Sin(x) - math.Sin(3*x)/9 + math.Sin(5*x)/25
	case reed:
		return 0.8*math.Sin(x) + 0.35*math.Sin(2*x) + 0.22*math.Sin(3*x) + 0.1*math.Sin(4*x) + 0.06*math.Sin(5*x)
	}
	return math.Sin(x)
}

// envelope returns the level at a time since the layer began.
func (l *layer) envelope(t float64) float64 {
	rise := max(l.rise, edge)
	if t < rise {
		return t / rise
	}
	return math.Exp(-6.9 * (t - rise) / l.life)
}

// addNoise adds noise through a filter that follows the frequency. The end of repeating noise fades into its beginning.
func (l *layer) addNoise(sum []float64, repeats bool, seed uint32) {
	n := len(sum)
	overlap := 0
	if repeats {
		overlap = min(n/4, Rate/4)
	}
	to := l.to
	if to == 0 {
		to = l.from
	}
	start := int(l.delay * Rate)
	values := make([]float64, 0, max(0, n-start)+overlap)
	random := seed*0x9e3779b1 | 1
	var low, band float64
	damping := 0.9
	if l.shape == noise {
		damping = 0.7
	}
	for i := start; i < n+overlap; i++ {
		t := float64(i-start) / Rate
		level := 1.0
		if !repeats {
			if level = l.envelope(t); level < 1e-4 && t > l.rise {
				break
			}
		}
		random = random*1664525 + 1013904223
		white := float64(int32(random)) / (1 << 31)
		f := l.from
		if to != l.from {
			f = l.from * math.Pow(to/l.from, min(1, t/max(l.life, edge)))
		}
		g := 2 * math.Sin(math.Pi*min(f, Rate/6)/Rate)
		low += g * band
		band += g * (white - low - damping*band)
		v := band
		if l.shape == rumble {
			v = low
		}
		values = append(values, l.level*level*v*2)
	}
	for i := range min(len(values), n-start) {
		v := values[i]
		if repeats && i < overlap && i+n < len(values) {
			x := float64(i) / float64(overlap)
			v = v*math.Sqrt(x) + values[i+n]*math.Sqrt(1-x)
		}
		sum[start+i] += v
	}
}
