package sound

import (
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/assets/audio"
	"demoscope/player/world"
)

// steady is a sound of ones, so many frames long, at the mix's rate.
func steady(name string, frames int) *Sound {
	data := make([]float32, frames)
	for i := range data {
		data[i] = 1
	}
	return sampleOf(name, &audio.Sample{Rate: Rate, Channels: 1, Data: data})
}

// ramped is a sound whose values are their frames, in 16384ths, that repeats from a frame on.
func ramped(frames, start, end int) *Sound {
	data := make([]float32, frames)
	for i := range data {
		data[i] = float32(i) / 16384
	}
	return sampleOf("ramp", &audio.Sample{Rate: Rate, Channels: 1, Data: data, LoopStart: start, LoopEnd: end})
}

// here is a listener at the origin, far from any entity.
func here() *Ear { return &Ear{Right: mgl32.Vec3{0, -1, 0}, Entity: NoEntity, Slot: world.Nobody} }

// mixed returns so many blocks of the left and the right side from the first frame on.
func (m *Mixer) mixed(blocks int, ear *Ear) (left, right []float32) {
	left, right = make([]float32, blocks*Block), make([]float32, blocks*Block)
	for b := range blocks {
		m.Mix(left[b*Block:(b+1)*Block], right[b*Block:(b+1)*Block], int64(b*Block), Block, ear)
	}
	return left, right
}

func near(a, b float32) bool { return math.Abs(float64(a-b)) < 1e-4 }

// TestTiming: a sound begins at its frame and ends at its end, each over a moment.
func TestTiming(t *testing.T) {
	m := NewMixer(world.Quake)
	// 0.0123 s are 590.4 frames.
	m.Hear(&world.SoundStart{Clock: 0.0123, Volume: 0.5, Attenuation: 1, Origin: mgl32.Vec3{500, 0, 0}},
		steady("a", 1000))
	left, right := m.mixed(5, here())
	for i, want := range map[int]float32{0: 0, 589: 0, 590: 0, 591: 0.25 / 24, 602: 0.125, 614: 0.25, 1400: 0.25,
		1494: 0.25, 1542: 0.125, 1589: 0.25 / 96, 1590: 0, 2399: 0} {
		if !near(left[i], want) || !near(right[i], want) {
			t.Errorf("frame %d is %.5f and %.5f, not %.5f", i, left[i], right[i], want)
		}
	}
	if len(m.voices) != 0 {
		t.Error("it has not ended")
	}
}

// TestLoopPoints: after the last frame of a loop its first one is next, to the sample.
func TestLoopPoints(t *testing.T) {
	m := NewMixer(world.Quake)
	m.Hear(&world.SoundStart{Volume: 1}, ramped(1000, 300, 700))
	left, _ := m.mixed(4, here())
	for i, want := range map[int]float32{299: 299, 300: 300, 699: 699, 700: 300, 701: 301, 1099: 699, 1100: 300,
		1499: 699, 1500: 300, 1900: 300} {
		if got := left[i] * 16384; math.Abs(float64(got-want)) > 0.01 {
			t.Errorf("frame %d is %.2f, not %.0f", i, got, want)
		}
	}
	// The same at a quarter of the rate: the loop has as many frames of the mix.
	m = NewMixer(world.Quake)
	data := make([]float32, 400)
	for i := range data {
		data[i] = float32(math.Sin(2 * math.Pi * float64(i-100) / 20)) // whole swings
	}
	m.Hear(&world.SoundStart{Volume: 1}, sampleOf("sine", &audio.Sample{Rate: Rate / 4, Channels: 1, Data: data,
		LoopStart: 100, LoopEnd: 300}))
	left, _ = m.mixed(10, here())
	for i := 480; i < 4800; i++ {
		if want := math.Sin(2 * math.Pi * float64(i-400) / 80); math.Abs(float64(left[i])-want) > 2e-3 {
			t.Fatalf("frame %d is %.4f, not %.4f", i, left[i], want)
		}
	}
}

// TestNoClicks: no two values that follow each other are farther apart than a ramp makes them,
// whatever begins, ends, moves and is taken away.
func TestNoClicks(t *testing.T) {
	m := NewMixer(world.Quake2)
	for i := range 200 {
		m.Hear(&world.SoundStart{Clock: float64(i) * 0.0071, Entity: int32(i % 5), Channel: uint8(i % 3), Volume: 0.1,
			Attenuation: 1, Origin: mgl32.Vec3{float32(i * 10), 50, 0}}, steady(string(rune('a'+i%7)), 3000+i*40))
	}
	ear := here()
	last := float32(0)
	for b := range 160 {
		ear.Origin[0] = float32(b * 12)
		var left, right [Block]float32
		m.Mix(left[:], right[:], int64(b*Block), Block, ear)
		for i, v := range left {
			if d := v - last; d > 0.03 || d < -0.03 {
				t.Fatalf("block %d, frame %d: a step of %.4f", b, i, d)
			}
			last = v
		}
	}
}

// TestLoudest: of more than 64 sounds the loudest are heard.
func TestLoudest(t *testing.T) {
	m := NewMixer(world.Quake)
	for i := range 100 {
		volume := float32(1)
		if i < 40 {
			volume = 0.5
		}
		m.Hear(&world.SoundStart{Entity: int32(i), Volume: volume, Flags: world.SoundFlat, Clock: float64(i) / Rate},
			steady("x", 48000))
	}
	left, _ := m.mixed(3, here())
	if got := left[2*Block+100]; !near(got, 60+4*0.5) {
		t.Errorf("%.2f, not 62: all louder ones, and four of the others", got)
	}
	if m.Stolen != 3*36 {
		t.Errorf("%d were left out in three blocks, not 36 each time", m.Stolen)
	}
	// Of those that are as loud the newest: here the first 36 of 100 are left out.
	m = NewMixer(world.Quake)
	for i := range 100 {
		m.Hear(&world.SoundStart{Entity: int32(i), Volume: 0.5, Flags: world.SoundFlat, Clock: float64(i) / Rate},
			steady("x", 48000))
	}
	if m.mixed(1, here()); m.Stolen != 36 || m.loud[35] != 0 || m.loud[36] == 0 {
		t.Errorf("%d are left out: %v", m.Stolen, m.loud)
	}
}

// TestSameTime: in Quake the same sample of several entities that begin at once begin up to a
// tenth of a second apart, the same each time; other samples, and other games', at once.
func TestSameTime(t *testing.T) {
	begin := func(game world.Game, same bool) (frames []int64) {
		m := NewMixer(game)
		for i := range 6 {
			name := "a"
			if !same {
				name = string(rune('a' + i))
			}
			m.Hear(&world.SoundStart{Clock: 1, Entity: int32(10 + i), Volume: 1, Attenuation: 1}, samplesByName(name))
		}
		for i := range m.voices {
			frames = append(frames, m.voices[i].begins)
		}
		return frames
	}
	at := begin(world.QuakeWorld, true)
	different := map[int64]bool{}
	for _, f := range at {
		if different[f] = true; f < 48000 || f > 48000+4800 {
			t.Errorf("one begins at frame %d", f)
		}
	}
	if at[0] != 48000 || len(different) < 5 || !slices.Equal(at, begin(world.QuakeWorld, true)) {
		t.Errorf("they begin at %v, and then at %v", at, begin(world.QuakeWorld, true))
	}
	for _, at := range [][]int64{begin(world.QuakeWorld, false), begin(world.Quake2, true), begin(world.Quake3, true)} {
		if slices.Min(at) != 48000 || slices.Max(at) != 48000 {
			t.Errorf("%v", at)
		}
	}
}

var namedSamples = map[string]*Sound{}

// samplesByName returns the same sound for the same name.
func samplesByName(name string) *Sound {
	if namedSamples[name] == nil {
		namedSamples[name] = steady(name, 4800)
	}
	return namedSamples[name]
}

// TestResampling: a tone of any rate is the same tone: what is wrong with it is 60 dB below.
func TestResampling(t *testing.T) {
	for _, rate := range []int{8000, 11025, 16000, 22050, 32075, 44000, 44100, 48000, 96000} {
		const hz = 1000.
		data := make([]float32, rate)
		for i := range data {
			data[i] = float32(math.Sin(2 * math.Pi * hz * float64(i) / float64(rate)))
		}
		m := NewMixer(world.Quake)
		m.Hear(&world.SoundStart{Volume: 1, Flags: world.SoundFlat},
			sampleOf("sine", &audio.Sample{Rate: rate, Channels: 1, Data: data}))
		left, _ := m.mixed(60, here())
		wrong := 0.0
		for i := 4800; i < 28800; i++ {
			d := float64(left[i]) - math.Sin(2*math.Pi*hz*float64(i)/Rate)
			wrong += d * d
		}
		if db := 10 * math.Log10(wrong/24000/0.5+1e-20); db > -60 {
			t.Errorf("%d: what is wrong is at %.1f dB", rate, db)
		} else {
			t.Logf("%d: what is wrong is at %.1f dB", rate, db)
		}
	}
}

// TestResamplingHigh: so is a high tone, near the most that a file can have; at another pitch what
// is wrong is 30 dB below. A file of a higher rate has nothing of what the mix cannot have.
func TestResamplingHigh(t *testing.T) {
	wrong := func(rate int, hz, pitch float64) float64 {
		data := make([]float32, rate)
		for i := range data {
			data[i] = float32(math.Sin(2 * math.Pi * hz * float64(i) / float64(rate)))
		}
		m := NewMixer(world.Quake)
		m.SetPitch(pitch)
		m.Hear(&world.SoundStart{Volume: 1, Flags: world.SoundFlat},
			sampleOf("sine", &audio.Sample{Rate: rate, Channels: 1, Data: data}))
		left, _ := m.mixed(40, here())
		sum := 0.0
		for i := 4800; i < 14400; i++ {
			d := float64(left[i]) - math.Sin(2*math.Pi*hz*pitch*float64(i)/Rate)
			sum += d * d
		}
		return 10 * math.Log10(sum/9600/0.5+1e-20)
	}
	for _, c := range []struct {
		rate      int
		hz, pitch float64
		most      float64 // dB
	}{
		{11025, 4000, 1, -55}, {22050, 8000, 1, -55}, {44100, 16000, 1, -55}, {11025, 4000, 1.5, -30},
		{22050, 8000, 0.7, -30}, {44100, 10000, 1.3, -30},
	} {
		if db := wrong(c.rate, c.hz, c.pitch); db > c.most {
			t.Errorf("%+v: what is wrong is at %.1f dB", c, db)
		} else {
			t.Logf("%+v: %.1f dB", c, db)
		}
	}
	// 40 kHz would be heard as 8.
	data := make([]float32, 96000)
	for i := range data {
		data[i] = float32(math.Sin(2 * math.Pi * 40000 * float64(i) / 96000))
	}
	m := NewMixer(world.Quake)
	m.Hear(&world.SoundStart{Volume: 1, Flags: world.SoundFlat},
		sampleOf("sine", &audio.Sample{Rate: 96000, Channels: 1, Data: data}))
	left, _ := m.mixed(40, here())
	for i := 4800; i < 14400; i++ {
		if v := left[i]; v > 0.003 || v < -0.003 {
			t.Fatalf("frame %d is %v", i, v)
		}
	}
}

// TestLimiter: nothing comes out above the ceiling, and what needs no limit is as it went in,
// a block later.
func TestLimiter(t *testing.T) {
	var l Limiter
	var left, right [Block]float32
	largest := float32(0)
	for b := range 200 {
		level := float32(0.5)
		if b > 50 && b < 60 {
			level = 7
		}
		for i := range left {
			left[i] = level * float32(math.Sin(float64(b*Block+i)*0.13))
			right[i] = -left[i]
		}
		out := l.Next(left[:], right[:])
		if out != (b > 0) {
			t.Fatalf("block %d: %v", b, out)
		}
		for i, v := range left {
			largest = max(largest, v, -v)
			if right[i] != -v {
				t.Fatal("the sides are turned down by different amounts")
			}
		}
		if b > 1 && b < 50 || b > 100 {
			if want := 0.5 * float32(math.Sin(float64((b-1)*Block)*0.13)); !near(left[0], want) {
				t.Fatalf("block %d begins with %v, not %v", b, left[0], want)
			}
		}
	}
	if largest > 0.97 || largest < 0.9 {
		t.Errorf("the largest value is %v", largest)
	}
	// A block of 9.7, ten times the ceiling, is turned down to 0.1. The block before it is turned down evenly to that,
	// and the blocks after it are turned up by a 25th each.
	for b := range 60 {
		sides := [2][]float32{left[:], right[:]}
		if b >= 30 { // the loud side is the right one
			sides = [2][]float32{right[:], left[:]}
		}
		if b %= 30; b == 0 {
			l.Reset()
		}
		for i := range left {
			left[i], right[i] = 0.5, 0.25
			if b == 3 {
				left[i] = 9.7
			}
		}
		l.Next(sides[0], sides[1])
		// What comes out is the block before, whose first and last values have the gains at its edges.
		gain := func(edge int) float32 { // the edge before a block
			if edge < 3 {
				return 1
			}
			return min(1, 0.1+0.04*float32(max(0, edge-4)))
		}
		if b == 0 {
			continue
		}
		in := float32(0.5)
		if b-1 == 3 {
			in = 9.7
		}
		first, last := gain(b-1), gain(b-1)+(gain(b)-gain(b-1))*(Block-1)/Block
		if !near(left[0], min(0.97, in*first)) || !near(left[Block-1], min(0.97, in*last)) ||
			!near(right[0], 0.25*first) || !near(right[Block-1], 0.25*last) {
			t.Errorf("block %d is %v to %v and %v to %v, want gains of %v to %v", b-1, left[0], left[Block-1], right[0],
				right[Block-1], first, last)
		}
	}
}

// BenchmarkMix64 mixes a block of 64 voices of the games' usual rate, in tenths of a percent of
// one processor at the demo's own speed.
func BenchmarkMix64(b *testing.B) {
	m := NewMixer(world.Quake)
	data := make([]float32, 40*11025)
	for i := range data {
		data[i] = float32(math.Sin(float64(i)))
	}
	sounds := sampleOf("x", &audio.Sample{Rate: 11025, Channels: 1, Data: data, LoopEnd: len(data)})
	ear, frame := here(), int64(0)
	var left, right [Block]float32
	begin := func() {
		m.Clear()
		for i := range 64 {
			m.Hear(&world.SoundStart{Clock: float64(frame) / Rate, Entity: int32(i), Volume: 0.1, Attenuation: 1,
				Origin: mgl32.Vec3{100, float32(i), 0}}, sounds)
		}
	}
	begin()
	b.ReportAllocs()
	for b.Loop() {
		ear.Origin[1]++
		if ear.Origin[1] > 100 {
			ear.Origin[1] = 0
		}
		if m.Mix(left[:], right[:], frame, Block, ear); frame%(15*Rate) == 0 {
			begin()
		}
		frame += Block
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1e7*1000, "‰cpu")
}

// sampleOf makes a sound of a sample.
func sampleOf(name string, s *audio.Sample) *Sound {
	made := &Sound{Name: name, Level: 1}
	made.loaded.Store(NewSample(s))
	return made
}

// TestDoppler: what comes nearer at 900 units a second is heard 900/13500 higher, what goes lower,
// and what stands or leaps as it is; nothing clicks.
func TestDoppler(t *testing.T) {
	for _, c := range []struct {
		name  string
		at    func(seconds float64) float32 // along the way that is ahead
		pitch float64
	}{
		{"comes", func(s float64) float32 { return 1000 - 900*float32(s) }, 1 + 900./13500},
		{"goes", func(s float64) float32 { return 100 + 900*float32(s) }, 1 - 900./13500},
		{"stands", func(float64) float32 { return 500 }, 1},
		{"leaps", func(s float64) float32 { return 200 + 500*float32(int(2*s)) }, 1},
	} {
		m := NewMixer(world.Quake3)
		sound := ramped(16384, 1, 16384)
		var left, right [Block]float32
		last, rises, sum := float32(0), 0, 0.0
		for b := range 60 {
			clear(left[:])
			clear(right[:])
			ear := here()
			m.BeginLoops()
			m.HumFlying(sound, mgl32.Vec3{c.at(float64(b+1) * 0.01), 0, 0}, 7, ear)
			m.Mix(left[:], right[:], int64(b*Block), Block, ear)
			// How fast the values rise, as a part of how loud they are at the end of the block.
			if h := m.loops; len(h) == 1 && h[0].left > 0 && b > 2 {
				now := left[Block-1] / h[0].left
				if last > 0 && now > last {
					sum += float64(now-last) * 16384 / Block
					rises++
				}
				last = now
			} else {
				last = 0
			}
		}
		if rises < 30 || math.Abs(sum/float64(rises)-c.pitch) > 0.002 {
			t.Errorf("%s: it is %.4f times as high in %d blocks, not %.4f", c.name, sum/float64(rises), rises, c.pitch)
		}
	}
}
