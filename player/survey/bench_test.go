package survey_test

import (
	"path/filepath"
	"testing"
	"time"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/player/scan"
	"demoscope/player/survey"
)

// benchDemo is the sample's recording of a server, or a real match.
func benchDemo(b *testing.B) *formats.Demo {
	b.Helper()
	if dir, ok := corpus.Lookup(); ok {
		if real, _ := filepath.Glob(filepath.Join(dir, "mvd", "4on4*")); len(real) > 0 {
			return openDemo(b, real[0])
		}
	}
	return sampleDemo(b)
}

func sampleDemo(t testing.TB) *formats.Demo {
	t.Helper()
	return openDemo(t, filepath.Join(corpus.Sample, "demoscope1.mvd"))
}

func openDemo(t testing.TB, name string) *formats.Demo {
	t.Helper()
	demo, err := formats.Open(name, corpus.Read(t, name))
	if err != nil {
		t.Fatal(err)
	}
	return demo
}

func surveyOf(demo *formats.Demo) *survey.Survey {
	c := scan.NewCursor(demo.Name, demo.Decoder())
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

// BenchmarkPlan is the plan of a survey, as a part of the time that its level takes.
func BenchmarkPlan(b *testing.B) {
	s := surveyOf(benchDemo(b))
	var plan, level time.Duration
	for b.Loop() {
		begun := time.Now()
		s.Plan()
		between := time.Now()
		survey.PlanOf(s.Build().Map())
		plan, level = plan+between.Sub(begun), level+time.Since(between)
	}
	b.ReportMetric(plan.Seconds()/level.Seconds(), "of-the-map's")
}

// BenchmarkClone is what a reader costs the index.
func BenchmarkClone(b *testing.B) {
	s := surveyOf(benchDemo(b))
	b.ReportAllocs()
	for b.Loop() {
		s.Clone()
	}
}

// BenchmarkSurvey is a demo read with a survey beside it; BenchmarkRead the same without. What the survey costs is the
// difference, by user time: it allocates, and so keeps the collector busy beside it.
func BenchmarkSurvey(b *testing.B) {
	benchDemos(b, func(demo *formats.Demo) { surveyOf(demo) })
}

func BenchmarkRead(b *testing.B) {
	benchDemos(b, func(demo *formats.Demo) {
		c := scan.NewCursor(demo.Name, demo.Decoder())
		for c.Next() == nil {
		}
	})
}

// benchDemos reads the sample, and a demo of each game that is at hand.
func benchDemos(b *testing.B, read func(*formats.Demo)) {
	files := []string{filepath.Join(corpus.Sample, "demoscope1.mvd")}
	if dir, ok := corpus.Lookup(); ok {
		for _, name := range [...]string{"dem/osm_demo2.dem", "qwd/qwz_demo02.qwd", "qwd/qwz_demo15.qwd", "mvd/4on4*",
			"mvd/ffa*", "dm2/lq2dm11_yq2.dm2", "dm3/oa_dm1*", "dm3/udt_p68_36kills*"} {
			real, _ := filepath.Glob(filepath.Join(dir, name))
			files = append(files, real...)
		}
	}
	for _, file := range files {
		demo, err := formats.Open(file, corpus.Read(b, file))
		if err != nil {
			b.Fatal(err)
		}
		b.Run(filepath.Base(file), func(b *testing.B) {
			b.SetBytes(int64(len(demo.Data())))
			b.ReportAllocs()
			for b.Loop() {
				read(demo)
			}
		})
	}
}
