package timeline_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"path/filepath"
	"runtime"
	"testing"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/player/timeline"
)

// heap returns how many bytes are in use.
func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// grown returns how many bytes more are in use with the index of a demo, and how many
// the index counts.
func grown(t testing.TB, demo *formats.Demo, o timeline.Options) (more, counted int64, keyframes int) {
	t.Helper()
	before := heap()
	x := index(t, demo, o)
	more = heap() - before
	counted, keyframes = x.Memory()
	runtime.KeepAlive(x)
	return more, counted, keyframes
}

// What an index counts is what it takes from the heap, and a little more where texts
// share their memory: in the sample's recordings of every format.
func TestMemoryIsHeap(t *testing.T) {
	for _, name := range corpus.Files(t, corpus.Sample, formats.HasDemoName) {
		data := corpus.Read(t, name)
		demo, err := formats.Open(filepath.Base(name), data)
		if err != nil {
			t.Fatal(err)
		}
		more, counted, n := grown(t, demo, timeline.Options{Spacing: 4000, Memory: 1 << 30})
		if ratio := float64(counted) / float64(more); ratio < 1 || ratio > 1.4 || n < 5 {
			t.Errorf("%s: %d keyframes take %d bytes, counted are %d: %.2f", filepath.Base(name), n, more,
				counted, ratio)
		}
	}
}

// Demos that are made to fill an index, by hand (DEM 6): blocks of a size, three angles
// and messages.
func TestHostileIndexes(t *testing.T) {
	const level = "\x0b\x0f\x00\x00\x00\x04\x01T\x00maps/a.bsp\x00\x00\x00\x0d\x00Ann\x00"
	time := func(block int) string {
		return string(binary.LittleEndian.AppendUint32([]byte{7}, math.Float32bits(float32(block)/8)))
	}
	const blocks = 20000
	for name, block := range map[string]func(i int) string{
		// Every packet is a frame: times.
		"frames": func(i int) string { return time(i) + "\x81\x04\x01\x01" },
		// A level in every packet.
		"levels": func(i int) string { return level + time(i) + "\x81\x04\x01\x01" },
		// Baselines of 32,000 entities, each in a page of its own, change all the time.
		"baselines": func(i int) string {
			text := time(i)
			for k := range 8 {
				n := (i*8 + k) * 37 % 32000
				text += "\x16" + string([]byte{byte(n), byte(n >> 8), byte(i)}) +
					"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"
			}
			return text
		},
		"chat":  func(i int) string { return time(i) + fmt.Sprintf("\x08\x01Ann: %060d\n\x00", i) },
		"names": func(i int) string { return time(i) + fmt.Sprintf("\x0d\x00%0300d\x00\x08%0300d died\n\x00", i, i) },
	} {
		data := []byte("-1\n")
		for i := range blocks {
			text := block(i)
			if i == 0 {
				text = level + text
			}
			data = binary.LittleEndian.AppendUint32(data, uint32(len(text)))
			data = append(append(data, make([]byte, 12)...), text...)
		}
		demo, err := formats.Open(name+".dem", data)
		if err != nil {
			t.Fatal(err)
		}
		const memory = 1 << 20
		more, counted, n := grown(t, demo, timeline.Options{Spacing: 1 << 13, Memory: memory})
		// One keyframe always stays: of 32,000 baselines that is 3 MB.
		largest := int64(memory)
		switch name {
		case "baselines":
			largest = 4 << 20
		case "levels":
			largest += 4096 * 300 // they come on top of it
		}
		if counted > largest || more > largest*3/2 || n < 1 {
			t.Errorf("%s: %d keyframes, %d bytes counted, %d more in the heap", name, n, counted, more)
		}
		x := index(t, demo, timeline.Options{Memory: memory})
		if len(x.Levels()) > 4096 || len(x.Events()) > 1<<16 {
			t.Errorf("%s: %d levels, %d events", name, len(x.Levels()), len(x.Events()))
		}
		if seconds, complete := x.Duration(); !complete || seconds < 100 {
			t.Errorf("%s: %v s, complete %v", name, seconds, complete)
		}
		// Steps go on to the end, though not to every frame.
		steps, at := 0, 0.0
		for next, ok := x.NextFrame(at); ok; next, ok = x.NextFrame(at) {
			at, steps = next, steps+1
		}
		if steps*8 > memory/4+8 || name == "frames" && (steps < 10000 || at < 2400) {
			t.Errorf("%s: %d steps to %v s", name, steps, at)
		}
	}
}
