package render

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// frameTime is how long one frame took.
type frameTime struct {
	Block int
	Clock float64       // viewer's seconds
	Total time.Duration // to the next frame
	Build time.Duration // of it in this program: decoding, world, scene, HUD
}

// TimedemoResult is how fast a demo was drawn. Times are in milliseconds. The
// driver's time is what a frame took beyond its building: handing over,
// drawing, showing.
type TimedemoResult struct {
	File     string       `json:"file"`
	Graphics string       `json:"graphics"` // OpenGL, DirectX, Metal
	Width    int          `json:"width"`    // pixels
	Height   int          `json:"height"`
	Frames   int          `json:"frames"`
	Seconds  float64      `json:"seconds"`
	FPS      float64      `json:"fps"`       // mean
	LowFPS   float64      `json:"low_1_fps"` // mean of the slowest hundredth
	MedianMS float64      `json:"median_ms"` // of a frame
	P99MS    float64      `json:"p99_ms"`    //
	MaxMS    float64      `json:"max_ms"`    //
	Build    Spread       `json:"build"`     // this program's part of a frame
	Driver   Spread       `json:"driver"`    // the rest
	Worst    []WorstFrame `json:"worst_frames"`
}

// Spread says how times are spread, in milliseconds.
type Spread struct {
	MeanMS   float64 `json:"mean_ms"`
	MedianMS float64 `json:"median_ms"`
	P99MS    float64 `json:"p99_ms"`
	MaxMS    float64 `json:"max_ms"`
}

// WorstFrame is one of the slowest frames.
type WorstFrame struct {
	Block   int     `json:"block"`
	Clock   float64 `json:"clock"` // viewer's seconds
	MS      float64 `json:"ms"`
	BuildMS float64 `json:"build_ms"`
}

// worstShown is how many of the slowest frames are named.
const worstShown = 5

// summarize makes the result of a list of frames.
func summarize(frames []frameTime) *TimedemoResult {
	r := &TimedemoResult{Frames: len(frames)}
	if len(frames) == 0 {
		return r
	}
	total := make([]time.Duration, len(frames))
	build := make([]time.Duration, len(frames))
	driver := make([]time.Duration, len(frames))
	var sum time.Duration
	for i, f := range frames {
		total[i], build[i], driver[i] = f.Total, f.Build, f.Total-f.Build
		sum += f.Total
	}
	r.Seconds = sum.Seconds()
	all := spread(total)
	r.MedianMS, r.P99MS, r.MaxMS = all.MedianMS, all.P99MS, all.MaxMS
	r.Build, r.Driver = spread(build), spread(driver)
	if sum > 0 {
		r.FPS = float64(len(frames)) / sum.Seconds()
	}
	// spread has sorted the list.
	slowest := total[len(total)-max(1, len(total)/100):]
	var slow time.Duration
	for _, d := range slowest {
		slow += d
	}
	if slow > 0 {
		r.LowFPS = float64(len(slowest)) / slow.Seconds()
	}
	byTime := slices.Clone(frames)
	slices.SortStableFunc(byTime, func(a, b frameTime) int { return int(b.Total - a.Total) })
	for _, f := range byTime[:min(worstShown, len(byTime))] {
		r.Worst = append(r.Worst, WorstFrame{f.Block, f.Clock, ms(f.Total), ms(f.Build)})
	}
	return r
}

// spread sorts a list of times and describes it.
func spread(list []time.Duration) Spread {
	slices.Sort(list)
	var sum time.Duration
	for _, d := range list {
		sum += d
	}
	return Spread{
		MeanMS:   ms(sum) / float64(len(list)),
		MedianMS: ms(quantile(list, 0.5)),
		P99MS:    ms(quantile(list, 0.99)),
		MaxMS:    ms(list[len(list)-1]),
	}
}

// quantile returns the smallest element that is not less than the part q of a
// sorted list.
func quantile(list []time.Duration, q float64) time.Duration {
	i := int(q*float64(len(list)-1) + 0.9999)
	return list[max(0, min(len(list)-1, i))]
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// String returns the result for people.
func (r *TimedemoResult) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d frames, %.3f s, %.1f fps, 1%% low %.1f fps (%dx%d, %s)\n",
		filepath.Base(r.File), r.Frames, r.Seconds, r.FPS, r.LowFPS, r.Width, r.Height, r.Graphics)
	fmt.Fprintf(&b, "frame:  median %.3f ms, 99%% %.3f ms, longest %.3f ms\n", r.MedianMS, r.P99MS, r.MaxMS)
	fmt.Fprintf(&b, "build:  mean %.3f ms, median %.3f ms, 99%% %.3f ms, longest %.3f ms\n", r.Build.MeanMS, r.Build.MedianMS, r.Build.P99MS, r.Build.MaxMS)
	fmt.Fprintf(&b, "driver: mean %.3f ms, median %.3f ms, 99%% %.3f ms, longest %.3f ms\n", r.Driver.MeanMS, r.Driver.MedianMS, r.Driver.P99MS, r.Driver.MaxMS)
	b.WriteString("worst:  ")
	for i, w := range r.Worst {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "block %d at %.2f s %.2f ms (build %.2f)", w.Block, w.Clock, w.MS, w.BuildMS)
	}
	return b.String()
}
