//go:build !js

package main

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"demoscope/assets"
	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/player/report"
	"demoscope/player/timeline"
	"demoscope/render/app"
	"demoscope/render/scene"
	"demoscope/render/setting"
	"demoscope/render/studio"
	"demoscope/render/window"
)

type timedemoCmd struct {
	Headless bool     `help:"Decode and simulate without a window"`
	JSON     bool     `name:"json" help:"Print JSON"`
	Size     size     `default:"1280x720" placeholder:"WxH" help:"Window size (default: ${default})"`
	WarmUp   int      `name:"warm-up" default:"60" placeholder:"N" help:"Frames to skip first (default: ${default})"`
	Renderer renderer `default:"auto" placeholder:"NAME" predictor:"renderer" help:"${timedemo_renderer_text}"`
	Mode     string   `default:"${mode}" enum:"${mode_choices}" placeholder:"MODE" predictor:"mode"`
	Log      string   `placeholder:"FILE" predictor:"file" type:"path" help:"CSV file for the time of every frame"`
	File     string   `arg:"" optional:"" predictor:"demo" help:"Demo file (default: the built-in sample)"`
	rebuildFlag
	gameData
}

// Validate returns an error for flags that do not fit together.
func (c *timedemoCmd) Validate() error {
	if c.Headless && c.Log != "" {
		return errors.New("--log writes frame times, but --headless draws no frames")
	}
	return nil
}

func (c *timedemoCmd) Run(s *streams) error {
	demo, err := s.openDemo(c.File)
	if err != nil {
		return err
	}
	if c.Log != "" && c.Log != standardStream {
		if err := s.checkOutput(c.Log, "", s.source(demo)); err != nil {
			return err
		}
	}
	s.sayCut(demo)
	if c.Headless {
		r, damage := headless(demo)
		if damage != nil {
			s.say("%s is damaged, so only part of it is measured: %v", demo.File, damage)
		}
		r.File = demo.Path()
		return c.print(s, r)
	}
	search, err := c.search(s, demo)
	if err != nil {
		return err
	}
	defer search.Close()
	spareMemory(demo)
	index := timeline.Start(demo.Format.Name, demo.Decoder(), int64(len(demo.Data())),
		timeline.Options{Surveys: demo.Decoder})
	index.Wait() // otherwise it would slow down the pictures
	maps := c.maps(s, search)
	result, err := studio.Timedemo(studio.TimedemoOptions{
		Demo: demo, Timeline: index, WarmUp: max(0, c.WarmUp), Measure: window.Measure,
		Window: app.Options{
			Demo: app.Demo{Maps: maps.load, Palette: palette(s, search), Title: printable(title(demo)),
				Models: assets.NewModels(search, scene.BrushModel)},
			Width: c.Size.Width, Height: c.Size.Height, Renderer: c.Renderer.Renderer,
			Settings: setting.Values{"mode": {c.Mode}},
		},
	})
	if err != nil {
		return withoutWindow(err, "--headless needs none")
	}
	result.File = demo.Path()
	if c.Log == standardStream {
		if err := result.WriteLog(s.out); err != nil {
			return err
		}
		s = &streams{out: s.err, err: s.err} // the report must not mix with the log
	} else if err := c.log(s, result); err != nil {
		return err
	}
	return c.print(s, result)
}

// log writes the log of the frames, if the flag is given.
func (c *timedemoCmd) log(s *streams, r *studio.TimedemoResult) error {
	if c.Log == "" {
		return nil
	}
	var log bytes.Buffer
	if err := r.WriteLog(&log); err != nil {
		return err
	}
	return s.writeFile(c.Log, log.Bytes())
}

func (c *timedemoCmd) print(s *streams, result any) error {
	if c.JSON {
		return writeJSON(s.out, result)
	}
	_, err := fmt.Fprintln(s.out, printableLines(fmt.Sprint(result)))
	return err
}

// headlessResult is the mean cost of a pass without a window: of decoding and simulating the world, and of the same
// with the presentation for a viewer with 77 pictures per second.
type headlessResult struct {
	File           string  `json:"file"`
	Measures       string  `json:"measures"` // describes the figures
	Bytes          int     `json:"bytes"`
	Blocks         int     `json:"blocks"`
	Messages       int     `json:"messages"`
	Seconds        float64 `json:"seconds"`
	CPUSeconds     float64 `json:"cpu_seconds"`
	MBPerCPUSecond float64 `json:"mb_per_cpu_second"`
	Allocs         uint64  `json:"allocs"`
	Passes         int     `json:"passes"`

	PresentedSeconds        float64 `json:"presented_seconds"`
	PresentedCPUSeconds     float64 `json:"presented_cpu_seconds"`
	PresentedMBPerCPUSecond float64 `json:"presented_mb_per_cpu_second"`

	CPU          passSpread `json:"cpu_seconds_spread"`
	PresentedCPU passSpread `json:"presented_cpu_seconds_spread"`
	Each         []onePass  `json:"each_pass"`
}

// onePass is the duration of a pass, in seconds of wall time and of processor time, and that of the following pass
// with presentation.
type onePass struct {
	Seconds             float64 `json:"seconds"`
	CPUSeconds          float64 `json:"cpu_seconds"`
	PresentedSeconds    float64 `json:"presented_seconds"`
	PresentedCPUSeconds float64 `json:"presented_cpu_seconds"`
}

// passSpread is the range of the passes.
type passSpread struct {
	Lowest  float64 `json:"lowest"`
	Median  float64 `json:"median"`
	Highest float64 `json:"highest"`
}

func spreadOf(passes []onePass, of func(*onePass) float64) passSpread {
	list := make([]float64, len(passes))
	for i := range passes {
		list[i] = of(&passes[i])
	}
	slices.Sort(list)
	return passSpread{list[0], list[len(list)/2], list[len(list)-1]}
}

// headlessMeasures says what a headlessResult measures.
var headlessMeasures = fmt.Sprintf("decoding every packet and simulating the world, without a window; and the same "+
	"with %d presented frames per demo second, in turns; means of all passes", presentedRate)

func (r *headlessResult) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d blocks, %d messages, %d allocations, %d passes\n", filepath.Base(r.File), r.Blocks,
		r.Messages, r.Allocs, r.Passes)
	fmt.Fprintf(&b, "measured:  %s\n", r.Measures)
	line := func(what string, seconds, cpu, rate float64, s passSpread) {
		fmt.Fprintf(&b, "%-10s %.4f s, %.4f s of CPU time (median %.4f, %.4f to %.4f), %.1f MB per CPU second\n",
			what, seconds, cpu, s.Median, s.Lowest, s.Highest, rate)
	}
	line("decoded:", r.Seconds, r.CPUSeconds, r.MBPerCPUSecond, r.CPU)
	line("presented:", r.PresentedSeconds, r.PresentedCPUSeconds, r.PresentedMBPerCPUSecond, r.PresentedCPU)
	b.WriteString("passes:    ")
	for i, p := range r.Each {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%.4f", p.CPUSeconds)
	}
	return b.String()
}

// measureFor is the minimum total duration of the passes of one kind: a single pass over a small file is too short to
// measure.
const measureFor = time.Second

// presentedRate is the number of presented pictures per second of the demo, as in the usual QuakeWorld client.
const presentedRate = 77

// pass decodes a demo and simulates its world, with or without presentation.
func pass(demo *formats.Demo, presented bool) {
	c := cursorOf(demo)
	w := c.World
	if presented {
		w.Defer = true // nothing reads the world between two pictures
	} else {
		c.Skim()
	}
	next := 0.0
	for c.Next() == nil {
		if presented && w.FrameClock >= next {
			w.Settle()
			next = w.FrameClock + 1./presentedRate
		}
	}
}

func headless(demo *formats.Demo) (*headlessResult, *message.Damage) {
	begin := time.Now()
	r := &headlessResult{Bytes: len(demo.Data()), Measures: headlessMeasures}
	counting := cursorOf(demo)
	counting.Observe = func(m message.Message) {
		if report.Counts(m) {
			r.Messages++
		}
	}
	for counting.Next() == nil {
		r.Blocks++
	}
	// The passes alternate, so that other load on the machine affects both kinds.
	var before, after runtime.MemStats
	for last := time.Duration(0); r.Passes == 0 || time.Since(begin)+last < 2*measureFor; r.Passes++ {
		turn := time.Now()
		runtime.ReadMemStats(&before)
		var p onePass
		start, startCPU := time.Now(), cpuSeconds()
		pass(demo, false)
		p.Seconds, p.CPUSeconds = time.Since(start).Seconds(), cpuSeconds()-startCPU
		runtime.ReadMemStats(&after)
		r.Allocs += after.Mallocs - before.Mallocs
		start, startCPU = time.Now(), cpuSeconds()
		pass(demo, true)
		p.PresentedSeconds, p.PresentedCPUSeconds = time.Since(start).Seconds(), cpuSeconds()-startCPU
		r.Each = append(r.Each, p)
		r.Seconds += p.Seconds
		r.CPUSeconds += p.CPUSeconds
		r.PresentedSeconds += p.PresentedSeconds
		r.PresentedCPUSeconds += p.PresentedCPUSeconds
		last = time.Since(turn)
	}
	r.CPU = spreadOf(r.Each, func(p *onePass) float64 { return p.CPUSeconds })
	r.PresentedCPU = spreadOf(r.Each, func(p *onePass) float64 { return p.PresentedCPUSeconds })
	r.Allocs /= uint64(r.Passes)
	for _, sum := range []*float64{&r.Seconds, &r.CPUSeconds, &r.PresentedSeconds, &r.PresentedCPUSeconds} {
		*sum /= float64(r.Passes)
	}
	r.MBPerCPUSecond = perSecond(r.Bytes, r.CPUSeconds)
	r.PresentedMBPerCPUSecond = perSecond(r.Bytes, r.PresentedCPUSeconds)
	return r, counting.Damage
}

// perSecond returns millions of bytes per second, 0 if the time was too short to measure.
func perSecond(bytes int, seconds float64) float64 {
	if seconds <= 0 {
		return 0
	}
	return float64(bytes) / 1e6 / seconds
}
