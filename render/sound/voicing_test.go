package sound

import (
	"math"
	"testing"

	"demoscope/assets/audio"
)

// A tone is the same tone at the rate of the mix, of whatever rate the file is, and on around a loop.
func TestSampleIsTheToneOfItsFile(t *testing.T) {
	for _, rate := range []int{8000, 11025, 16000, 22050, 44100, 47999, 48000, 96000, 10007} {
		for _, loops := range []bool{false, true} {
			const frames, turns = 20000, 997 // a whole number of them, so that a loop goes on
			file := &audio.Sample{Rate: rate, Channels: 1, Data: make([]float32, frames)}
			tone := func(at float64) float64 { return math.Sin(2 * math.Pi * turns * at / frames) }
			for i := range file.Data {
				file.Data[i] = float32(tone(float64(i)))
			}
			s, end := NewSample(file), frames
			if loops {
				s, end = Whole(file), 2*frames
			}
			ratio := float64(s.over) * Rate / float64(rate)
			if loops {
				ratio = float64(s.loop) / frames
			}
			if want := int(float64(end)*ratio + 0.5); s.frames != want {
				t.Fatalf("%d Hz, loops %v: %d frames instead of %d", rate, loops, s.frames, want)
			}
			worst := 0.0
			// At the ends there is silence before the tone.
			for n := int(ratio * taps); n < s.frames-int(ratio*taps); n++ {
				worst = max(worst, math.Abs(float64(s.data[guard+n])-tone(float64(n)/ratio)))
			}
			if worst > 2e-4 {
				t.Errorf("%d Hz, loops %v: a value is wrong by %g", rate, loops, worst)
			}
		}
	}
}

// BenchmarkNewSample makes a second of the games' usual rate ready for the mix.
func BenchmarkNewSample(b *testing.B) {
	file := &audio.Sample{Rate: 22050, Channels: 1, Data: make([]float32, 22050)}
	for i := range file.Data {
		file.Data[i] = float32(math.Sin(float64(i)))
	}
	for b.Loop() {
		NewSample(file)
	}
}
