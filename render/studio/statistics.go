package studio

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// frameTime is the duration of one frame.
type frameTime struct {
	Block int
	Clock float64       // viewer's seconds
	Total time.Duration // until the next frame
	Build time.Duration // part of Total; see [TimedemoResult]
}

// TimedemoResult is the drawing speed of a demo. Times are in milliseconds. Build is this program's part of a frame:
// decoding, world, scene, HUD. Driver is the rest: uploading, drawing, presenting. Low1 and Low01 are the mean frame
// rates of the slowest hundredth and thousandth of the frames.
type TimedemoResult struct {
	File     string `json:"file"`
	Measures string `json:"measures"` // what was measured
	Mode     string `json:"mode"`     // render mode of the level
	Graphics string `json:"graphics"` // OpenGL, DirectX, Metal
	Width    int    `json:"width"`    // pixels
	Height   int    `json:"height"`

	WarmUp  int     `json:"warm_up"` // frames drawn before the measured ones
	Frames  int     `json:"frames"`
	Seconds float64 `json:"seconds"`
	FPS     float64 `json:"fps_mean"`
	Low1    float64 `json:"fps_1pct_low"`
	Low01   float64 `json:"fps_01pct_low"`

	MeanMS   float64 `json:"ms_mean"`
	MedianMS float64 `json:"ms_median"`
	P90MS    float64 `json:"ms_p90"`
	P99MS    float64 `json:"ms_p99"`
	P999MS   float64 `json:"ms_p999"`
	MaxMS    float64 `json:"ms_max"`
	// Standard deviations, in milliseconds.
	DeviationMS       float64 `json:"ms_deviation"`
	BuildDeviationMS  float64 `json:"build_ms_deviation"`
	DriverDeviationMS float64 `json:"driver_ms_deviation"`

	BuildMeanMS   float64 `json:"build_ms_mean"`
	BuildMedianMS float64 `json:"build_ms_median"`
	BuildP99MS    float64 `json:"build_ms_p99"`
	BuildMaxMS    float64 `json:"build_ms_max"`

	DriverMeanMS   float64 `json:"driver_ms_mean"`
	DriverMedianMS float64 `json:"driver_ms_median"`
	DriverP99MS    float64 `json:"driver_ms_p99"`
	DriverMaxMS    float64 `json:"driver_ms_max"`

	Worst []WorstFrame `json:"worst_frames"`

	frames []frameTime
}

// WriteLog writes every frame as comma-separated values, after a header: block, viewer's seconds, total milliseconds,
// build milliseconds.
func (r *TimedemoResult) WriteLog(out io.Writer) error {
	w := csv.NewWriter(out)
	if err := w.Write([]string{"block", "clock", "ms", "build_ms"}); err != nil {
		return err
	}
	number := func(v float64) string { return strconv.FormatFloat(v, 'f', 6, 64) }
	for _, f := range r.frames {
		if err := w.Write([]string{strconv.Itoa(f.Block), number(f.Clock), number(ms(f.Total)),
			number(ms(f.Build))}); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

// WorstFrame is one of the slowest frames.
type WorstFrame struct {
	Block   int     `json:"block"`
	Clock   float64 `json:"clock"` // viewer's seconds
	MS      float64 `json:"ms"`
	BuildMS float64 `json:"build_ms"`
}

// worstShown is the number of slowest frames that are listed.
const worstShown = 10

// summarize computes the result for a list of frames.
func summarize(frames []frameTime) *TimedemoResult {
	r := &TimedemoResult{Frames: len(frames), frames: frames}
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
	for _, list := range [][]time.Duration{total, build, driver} {
		slices.Sort(list)
	}
	r.MeanMS, r.MedianMS, r.P99MS, r.MaxMS = spread(total)
	r.P90MS, r.P999MS = ms(quantile(total, 0.9)), ms(quantile(total, 0.999))
	r.BuildMeanMS, r.BuildMedianMS, r.BuildP99MS, r.BuildMaxMS = spread(build)
	r.DriverMeanMS, r.DriverMedianMS, r.DriverP99MS, r.DriverMaxMS = spread(driver)
	r.DeviationMS, r.BuildDeviationMS, r.DriverDeviationMS = deviation(total), deviation(build), deviation(driver)
	r.FPS, r.Low1, r.Low01 = rate(total), rate(slowest(total, 100)), rate(slowest(total, 1000))
	byTime := slices.Clone(frames)
	slices.SortStableFunc(byTime, func(a, b frameTime) int { return int(b.Total - a.Total) })
	for _, f := range byTime[:min(worstShown, len(byTime))] {
		r.Worst = append(r.Worst, WorstFrame{f.Block, f.Clock, ms(f.Total), ms(f.Build)})
	}
	return r
}

// spread returns statistics of a sorted list of times, in milliseconds.
func spread(list []time.Duration) (mean, median, p99, longest float64) {
	var sum time.Duration
	for _, d := range list {
		sum += d
	}
	return ms(sum) / float64(len(list)), ms(quantile(list, 0.5)), ms(quantile(list, 0.99)), ms(list[len(list)-1])
}

// deviation returns the standard deviation of a list of times, in milliseconds.
func deviation(list []time.Duration) float64 {
	var sum, squares float64
	for _, d := range list {
		sum += ms(d)
	}
	mean := sum / float64(len(list))
	for _, d := range list {
		squares += (ms(d) - mean) * (ms(d) - mean)
	}
	return math.Sqrt(squares / float64(len(list)))
}

// slowest returns the longest of a sorted list of times: one in n, at least one.
func slowest(list []time.Duration, n int) []time.Duration {
	return list[len(list)-max(1, len(list)/n):]
}

// rate returns the frame rate of a list of times.
func rate(list []time.Duration) float64 {
	var sum time.Duration
	for _, d := range list {
		sum += d
	}
	if sum <= 0 {
		return 0
	}
	return float64(len(list)) / sum.Seconds()
}

// quantile returns the smallest element of a sorted list that is not less than a part q of the list, from 0 to 1.
func quantile(list []time.Duration, q float64) time.Duration {
	i := int(q*float64(len(list)-1) + 0.9999)
	return list[max(0, min(len(list)-1, i))]
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// String returns the result in readable form.
func (r *TimedemoResult) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d frames, %.3f s, %.1f fps, 1%% low %.1f fps, 0.1%% low %.1f fps (%dx%d, %s, %s)\n",
		filepath.Base(r.File), r.Frames, r.Seconds, r.FPS, r.Low1, r.Low01, r.Width, r.Height, r.Mode, r.Graphics)
	fmt.Fprintf(&b, "measured: %s\n", r.Measures)
	fmt.Fprintf(&b,
		"frame:  mean %.3f ± %.3f ms, median %.3f ms, 90%% %.3f ms, 99%% %.3f ms, 99.9%% %.3f ms, longest %.3f ms\n",
		r.MeanMS, r.DeviationMS, r.MedianMS, r.P90MS, r.P99MS, r.P999MS, r.MaxMS)
	fmt.Fprintf(&b, "build:  mean %.3f ± %.3f ms, median %.3f ms, 99%% %.3f ms, longest %.3f ms\n", r.BuildMeanMS,
		r.BuildDeviationMS, r.BuildMedianMS, r.BuildP99MS, r.BuildMaxMS)
	fmt.Fprintf(&b, "driver: mean %.3f ± %.3f ms, median %.3f ms, 99%% %.3f ms, longest %.3f ms\n", r.DriverMeanMS,
		r.DriverDeviationMS, r.DriverMedianMS, r.DriverP99MS, r.DriverMaxMS)
	b.WriteString("worst:  ")
	for i, w := range r.Worst {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "block %d at %.2f s %.2f ms (build %.2f)", w.Block, w.Clock, w.MS, w.BuildMS)
	}
	return b.String()
}
