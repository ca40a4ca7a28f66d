package torture

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/metrics"
	"slices"
	"strings"
	"time"

	"demoscope/bsp"
	"demoscope/formats"
	"demoscope/player"
	"demoscope/player/report"
	"demoscope/render/scene"
)

// SoakOptions say how long and what is watched.
type SoakOptions struct {
	For    time.Duration
	Pace   float64 // part of a processor that may be used
	Corpus string  // folder of real files
	Seed   uint64
	Out    io.Writer // a line for each minute
}

// soakFrame is how long a picture is watched, in seconds.
const soakFrame = 1.0 / 60

// Soak watches demos at random as a person does who never sleeps: opens one, plays it at
// any speed in both directions, seeks, steps, follows others, changes how it is drawn,
// and opens the next. Each minute it writes a line with the memory that is left after a
// collection. The error says that it grew.
func Soak(o SoakOptions) error {
	var demos, maps []string
	err := filepath.WalkDir(o.Corpus, func(path string, d os.DirEntry, err error) error {
		switch {
		case err != nil || d.IsDir():
		case formats.HasDemoName(path):
			demos = append(demos, path)
		case strings.HasSuffix(path, ".bsp"):
			maps = append(maps, path)
		}
		return err
	})
	if err != nil {
		return err
	}
	if len(demos) == 0 {
		return fmt.Errorf("there is no demo in %q: name a folder with --corpus", o.Corpus)
	}
	s := &soak{
		o: o, b: &bench{Rand: rand.New(rand.NewPCG(o.Seed, 0))}, demos: demos, maps: maps, began: time.Now(),
		cpu: cpuTime(),
	}
	s.measured = s.began
	fmt.Fprintf(o.Out, "%d demos, %d maps, %v\n", len(demos), len(maps), o.For)
	fmt.Fprintln(o.Out, "minute  opened  seeks  pictures  heap MB after GC  resident MB  goroutines  CPU s")
	for time.Since(s.began) < o.For {
		if err := s.watch(); err != nil {
			return err
		}
	}
	s.measure()
	return s.flat()
}

type soak struct {
	o           SoakOptions
	b           *bench
	demos, maps []string
	began       time.Time
	measured    time.Time
	cpu         time.Duration
	samples     []soakSample

	opened, seeks, pictures int
}

type soakSample struct {
	at             time.Duration
	heap, resident int64
}

// watch watches one demo for a while.
func (s *soak) watch() error {
	b := s.b
	path := s.demos[b.IntN(len(s.demos))]
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	demo, err := formats.Open(path, data)
	if err != nil {
		return err
	}
	s.opened++
	p := player.New(demo, player.Options{})
	defer p.Close()
	if b.IntN(8) == 0 {
		report.Summarize(demo.Name, int64(len(demo.Data)), demo.Decoder())
	}
	g, err := s.geometry(demo.Game)
	if err != nil {
		return err
	}
	sc := b.pictures.drawn()
	sc.SetGeometry(g)
	for range 20 + b.IntN(400) {
		duration, _ := p.Duration()
		switch b.IntN(60) {
		case 0:
			p.Seek(b.Float64() * duration)
			s.seeks++
		case 1:
			p.SeekBy(float64(b.IntN(60) - 30))
			s.seeks++
		case 2:
			p.Step(b.IntN(21) - 10)
		case 3:
			p.SetPaused(b.IntN(2) == 0)
		case 4:
			p.SetSpeed([]float64{1, -1, 0.25, 4, -4, 20, 0.05}[b.IntN(7)])
		case 5:
			p.FollowNext(1 - 2*b.IntN(2))
		case 6:
			p.Follow(b.IntN(34) - 2)
		case 7:
			if p.Ended() {
				p.Seek(0)
			}
		case 8:
			sc = b.pictures.drawn()
			sc.SetGeometry(g)
		}
		p.Update(soakFrame)
		if err := b.picture(p.Moment(), p); err != nil {
			return fmt.Errorf("%s at %v s: %w", path, p.Clock(), err)
		}
		s.pictures++
		s.rest()
		if time.Since(s.measured) > time.Minute {
			s.measure()
		}
		if time.Since(s.began) > s.o.For {
			return nil
		}
	}
	return nil
}

// geometry returns a map: one of our own, one of the real ones, or none.
func (s *soak) geometry(game string) (*scene.Geometry, error) {
	if len(s.maps) == 0 || s.b.IntN(2) == 0 {
		return s.b.geometryFor(game)
	}
	data, err := os.ReadFile(s.maps[s.b.IntN(len(s.maps))])
	if err != nil {
		return nil, err
	}
	m, err := bsp.Load(data)
	if err != nil {
		return nil, nil // some are refused
	}
	return scene.Prepare(m), nil
}

// rest waits so that no more of the processor is used than was asked for.
func (s *soak) rest() {
	if s.o.Pace <= 0 || s.o.Pace >= 1 {
		return
	}
	should := time.Duration(float64(cpuTime()-s.cpu) / s.o.Pace)
	if ahead := should - time.Since(s.began); ahead > time.Millisecond {
		time.Sleep(min(ahead, time.Second))
	}
}

// measure writes a line.
func (s *soak) measure() {
	s.measured = time.Now()
	runtime.GC()
	heap := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(heap)
	sample := soakSample{time.Since(s.began), int64(heap[0].Value.Uint64()), resident()}
	s.samples = append(s.samples, sample)
	fmt.Fprintf(s.o.Out, "%6.1f  %6d  %5d  %8d  %16.1f  %11.1f  %10d  %5.0f\n", sample.at.Minutes(), s.opened, s.seeks,
		s.pictures,
		float64(sample.heap)/1e6, float64(sample.resident)/1e6, runtime.NumGoroutine(), (cpuTime() - s.cpu).Seconds())
}

// flat compares the memory of the second and the last third: medians, because the
// demo that is open decides how much it is.
func (s *soak) flat() error {
	n := len(s.samples) / 3
	if n == 0 {
		return nil
	}
	heap := func(list []soakSample) int64 {
		var v []int64
		for _, x := range list {
			v = append(v, x.heap)
		}
		slices.Sort(v)
		return v[len(v)/2]
	}
	least := func(list []soakSample) int64 {
		v := list[0].heap
		for _, x := range list {
			v = min(v, x.heap)
		}
		return v
	}
	first, last := s.samples[n:2*n], s.samples[2*n:]
	fmt.Fprintf(s.o.Out,
		"heap after GC: median %.1f MB in the second third, %.1f MB in the last; least %.1f and %.1f MB\n",
		float64(heap(first))/1e6, float64(heap(last))/1e6, float64(least(first))/1e6, float64(least(last))/1e6)
	// The least is what nothing that is open hides.
	if least(last) > least(first)+least(first)/4+8<<20 {
		return errors.New("memory grows")
	}
	fmt.Fprintln(s.o.Out, "flat")
	return nil
}
