package survey_test

import (
	"path/filepath"
	"testing"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/player/survey"
	"demoscope/player/timeline"
)

// benchDemo is the sample's recording of a server, or a real match.
func benchDemo(b *testing.B) *formats.Demo {
	b.Helper()
	name := filepath.Join(corpus.Sample, "demoscope1.mvd")
	if dir, ok := corpus.Lookup(); ok {
		if real, _ := filepath.Glob(filepath.Join(dir, "mvd", "4on4*")); len(real) > 0 {
			name = real[0]
		}
	}
	demo, err := formats.Open(name, corpus.Read(b, name))
	if err != nil {
		b.Fatal(err)
	}
	return demo
}

func surveyOf(demo *formats.Demo) *survey.Survey {
	c := timeline.NewCursor(demo.Name, demo.Decoder())
	var s *survey.Survey
	frame := -1.0
	for c.Next() == nil {
		if w := c.World; w.FrameClock != frame && len(w.Players) > 0 {
			if frame = w.FrameClock; s == nil {
				s = survey.New(w.Game, survey.NewBudget(64<<20))
			}
			s.Frame(w)
		}
	}
	s.Finish()
	return s
}

// BenchmarkBuild is a level made of all that a demo tells.
func BenchmarkBuild(b *testing.B) {
	s := surveyOf(benchDemo(b))
	b.ReportAllocs()
	for b.Loop() {
		s.Build()
	}
	b.ReportMetric(float64(s.Memory()), "survey-bytes")
}

// BenchmarkClone is what a reader costs the index.
func BenchmarkClone(b *testing.B) {
	s := surveyOf(benchDemo(b))
	b.ReportAllocs()
	for b.Loop() {
		s.Clone()
	}
}

// BenchmarkSurvey is a demo read with a survey beside it; BenchmarkRead the same without.
func BenchmarkSurvey(b *testing.B) {
	demo := benchDemo(b)
	b.SetBytes(int64(len(demo.Data)))
	b.ReportAllocs()
	for b.Loop() {
		surveyOf(demo)
	}
}

func BenchmarkRead(b *testing.B) {
	demo := benchDemo(b)
	b.SetBytes(int64(len(demo.Data)))
	b.ReportAllocs()
	for b.Loop() {
		c := timeline.NewCursor(demo.Name, demo.Decoder())
		for c.Next() == nil {
		}
	}
}
