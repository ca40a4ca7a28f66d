package sound

import (
	"fmt"
	"io"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/assets/audio"
	"demoscope/assets/tone"
	"demoscope/internal/failing"
	"demoscope/internal/golden"
	"demoscope/player/world"
)

// TestMixes compares the mix of a made scene in each game with a file, twenty times a second: sounds of each kind,
// volume, range, channel and flag, that follow, queue, loop, fly and stop, more of them than are mixed, while the
// listener turns, the pitch changes and all is cut.
func TestMixes(t *testing.T) {
	var lines []string
	for _, game := range []world.Game{world.Quake, world.Quake2, world.Quake3} {
		m := NewMixer(game)
		var sounds []*Sound
		for i := range 7 {
			data := make([]float32, 3000+1500*i)
			for k := range data {
				data[k] = float32(math.Sin(float64(k) * (0.01 + 0.004*float64(i))))
			}
			s := &audio.Sample{Rate: Rate / (1 + i%3), Channels: 1, Data: data}
			if i > 4 {
				s.LoopStart, s.LoopEnd = 600, 2600
			}
			sound := sampleOf(fmt.Sprint("s", i), s)
			sound.Kind, sound.Level = tone.Kind(i%int(KindCount)), 1-0.1*float32(i)
			sounds = append(sounds, sound)
		}
		for k := range m.Kinds {
			m.Kinds[k] = 1 - 0.15*float32(k)
		}
		var now float64
		m.Place = func(entity int32) (mgl32.Vec3, bool) {
			return mgl32.Vec3{100 * float32(entity), float32(300 * now), 8}, entity%5 != 0
		}
		flags := []world.SoundFlags{0, world.SoundFlat, world.SoundFollows, world.SoundQueues, world.SoundStops}
		ear := here()
		var limiter Limiter
		var wav WAV
		left, right := make([]float32, Block), make([]float32, Block)
		var sums [3]float64
		for block := range 600 {
			now = float64(block*Block) / Rate
			if block%3 == 0 && block < 500 {
				n := block / 3
				for k := range 1 + n%4*(n/20) {
					start := world.SoundStart{Clock: now + 0.003*float64(k), Entity: int32(n+k) % 9,
						Channel: uint8(n % 5), Volume: 0.2 + 0.1*float32(n%8), Attenuation: float32(n%4) * 0.8,
						Flags: flags[(n+k)%7%5], Only: uint32(n % 13 / 12 * 2),
						Origin: mgl32.Vec3{float32(60 * (n % 11)), float32(50*(k%7) - 120), 9}}
					if n%17 == 16 {
						start.Channel = world.AllChannels
					}
					m.Hear(&start, sounds[(n+k)%len(sounds)])
				}
			}
			ear.Origin = mgl32.Vec3{float32(block), 0, 24}
			ear.Right = mgl32.Vec3{float32(math.Sin(now)), -float32(math.Cos(now)), 0}
			ear.Entity, ear.Slot = int32(block/100), block/100-1
			clear(left)
			clear(right)
			m.BeginLoops()
			m.Loop(sounds[5], mgl32.Vec3{300, 40, 0}, 0.6, 3, ear)
			m.Loop(sounds[5], mgl32.Vec3{10, 400, 0}, 0.3, 1, ear)
			m.HumFlying(sounds[6], mgl32.Vec3{float32(900 - 700*now), 90, 0}, 7, ear)
			switch block {
			case 200:
				m.SetPitch(1.5)
			case 300:
				m.SetPitch(1)
			case 400:
				m.Cut(now + 0.015)
			}
			m.Mix(left, right, int64(block*Block), Block, ear)
			for i := range left {
				sums[0] += float64(left[i] * left[i])
				sums[1] += float64(right[i] * right[i])
			}
			if limiter.Next(left, right) {
				wav.Add(left, right)
				for i, v := range left {
					sums[2] += float64(v-right[i]) * float64(i%7)
				}
			}
			if block%5 == 4 {
				lines = append(lines, fmt.Sprintf("%v %.2f: %.3f %.3f %.3f, %d voices, %d loops, queue %d", game, now,
					sums[0], sums[1], sums[2], len(m.voices), len(m.loops), m.queue))
				sums = [3]float64{}
			}
		}
		c := wav.Counts
		peak, mean := c.Decibels()
		lines = append(lines, fmt.Sprintf("%v: dropped %d, stolen %d, %+v, %.2f dB, %.2f dB, %.3f s", game, m.Dropped,
			m.Stolen, c, peak, mean, c.Seconds()))
	}
	golden.Lines(t, "mixes", lines, golden.Near(1e-3))
}

// TestWAVCounts counts what a mix on both sides of each threshold has, and lets its file end at each byte.
func TestWAVCounts(t *testing.T) {
	var w WAV
	add := func(n int, left, right float32) {
		a, b := make([]float32, n), make([]float32, n)
		for i := range a {
			a[i], b[i] = left, right
		}
		w.Add(a, b)
	}
	want := WAVCounts{}
	check := func(what string) {
		t.Helper()
		got := w.Counts
		got.Power = math.Round(got.Power*1e4) / 1e4
		if want.Frames = got.Frames; got != want {
			t.Errorf("%s: %+v, want %+v", what, got, want)
		}
	}
	add(1, 0.9, -0.9) // the first value is no step
	want.Peak, want.Power = 0.9, 1.62
	check("begins loud")
	add(1, 0.1, -0.1)
	want.Power = 1.64
	check("a step of 0.8 is no click")
	add(1, 0.95, 0.75)
	want.Peak, want.Power, want.Clicks = 0.95, 3.105, 2
	check("steps to the limit")
	add(2, ceiling, -ceiling)
	want.Peak, want.Power, want.Clicks, want.Limited = ceiling, 6.8686, 3, 4
	check("at the limit")
	add(Rate-1, 0, 0)
	want.Clicks = 5
	check("less than a second of silence")
	add(1, silence/2, -silence/2)
	want.Silence = Rate
	check("a second of silence")
	add(2, 0, silence/2)
	want.Silence += 2
	check("more silence")
	add(1, 0, silence)
	add(Rate-1, 0, 0)
	check("a sound, and less silence")
	add(1, 0, 0)
	want.Silence += Rate
	check("silence again")
	failing.EachByte(t, "WAV", func(out io.Writer) error { _, err := w.WriteTo(out); return err })
	failing.EachByte(t, "WAVStream", func(out io.Writer) error {
		s, err := NewWAVStream(out, 40000)
		if err != nil {
			return err
		}
		block := make([]float32, Block)
		for s.Add(block, block) {
		}
		return s.Close()
	})
}
