package audio

import (
	"encoding/json"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"demoscope/internal/corpus"
)

// facts are what other decoders read of a sound: a file of the folder sounds/expect.
type facts struct {
	File     string
	Rate     int
	Bits     int
	Channels int
	Frames   int
	Loop     *struct {
		LoopStart int `json:"loop_start"`
		Mark      bool
		LoopEnd   int `json:"loop_end"`
	}
	First  []float64 `json:"first16"`
	Last   []float64 `json:"last4"`
	Middle struct {
		Frame  int
		Values []float64
	} `json:"at_middle16"`
	Min, Max, Sum float64
	RMS           float64
	Oggdec        float64 `json:"rms_oggdec"`
}

// TestSoundFacts: every value of real sounds is that of other decoders.
func TestSoundFacts(t *testing.T) {
	dir := filepath.Join(corpus.Dir(t), "sounds")
	files := corpus.Files(t, filepath.Join(dir, "expect"), func(name string) bool {
		return strings.HasSuffix(name, ".wav.json") || strings.HasSuffix(name, ".ogg.json")
	})
	for _, path := range files {
		var f facts
		if err := json.Unmarshal(corpus.Read(t, path), &f); err != nil {
			t.Fatal(err)
		}
		s, err := Decode(corpus.Read(t, filepath.Join(dir, f.File)))
		if err != nil {
			t.Errorf("%s: %v", f.File, err)
			continue
		}
		if s.Rate != f.Rate || s.Channels != f.Channels || s.Frames() != f.Frames {
			t.Errorf("%s: %d frames of %d at %d, not %d of %d at %d", f.File, s.Frames(), s.Channels, s.Rate, f.Frames,
				f.Channels, f.Rate)
		}
		start, end := 0, 0
		if f.Loop != nil {
			if start, end = f.Loop.LoopStart, f.Frames; f.Loop.Mark {
				end = f.Loop.LoopEnd
			}
		}
		if s.LoopStart != start || s.LoopEnd != end {
			t.Errorf("%s repeats from %d to %d, not from %d to %d", f.File, s.LoopStart, s.LoopEnd, start, end)
		}
		f.values(t, s)
	}
	t.Logf("%d sounds with facts", len(files))
}

func (f *facts) values(t *testing.T, s *Sample) {
	stored := func(v float32) float64 { return float64(v) } // of Ogg
	near, rms := 2e-5, f.Oggdec
	switch {
	case f.Bits == 8:
		stored, near = func(v float32) float64 { return float64(v)*128 + 128 }, 0
	case f.Bits == 16:
		stored, near = func(v float32) float64 { return float64(v) * (1 << 15) }, 0
	}
	if f.Bits > 0 {
		rms = f.RMS
	}
	compare := func(what string, from int, want []float64) {
		for i, v := range want {
			if got := stored(s.Data[from+i]); !(math.Abs(got-max(-1e9, v)) <= near) && f.Bits > 0 || f.Bits == 0 &&
				!(math.Abs(got-max(-1, min(1, v))) <= near) {
				t.Errorf("%s: value %d of the %s is %v, not %v", f.File, i, what, got, v)
			}
		}
	}
	compare("first", 0, f.First)
	compare("last", len(s.Data)-len(f.Last), f.Last)
	compare("middle", f.Middle.Frame, f.Middle.Values)
	var sum, squares float64
	least, most := math.Inf(1), math.Inf(-1)
	for _, v := range s.Data {
		w := stored(v)
		if f.Bits == 8 {
			w -= 128
		}
		sum += w
		least, most = min(least, w), max(most, w)
		squares += float64(v) * float64(v)
	}
	if f.Bits > 0 && (sum != f.Sum || least != f.Min || most != f.Max) {
		t.Errorf("%s: the sum is %v from %v to %v, not %v from %v to %v", f.File, sum, least, most, f.Sum, f.Min, f.Max)
	}
	if got := math.Sqrt(squares / float64(len(s.Data))); math.Abs(got-rms) > 1e-4 {
		t.Errorf("%s: RMS %v, not %v", f.File, got, rms)
	}
}
