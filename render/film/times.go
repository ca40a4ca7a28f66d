package film

import (
	"fmt"
	"math"
	"math/big"
	"strings"
)

// Ratio is a fraction, so that sums have no rounding errors: a frame rate or a speed.
type Ratio struct{ Num, Den int64 }

// maxRatio is the maximum numerator and denominator of a [Ratio].
const maxRatio = 1_000_000

// ntscRates holds the frame rates that differ by a thousandth from their names, by name.
var ntscRates = map[string]Ratio{
	"23.976": {24000, 1001}, "23.98": {24000, 1001}, "29.97": {30000, 1001}, "59.94": {60000, 1001},
	"119.88": {120000, 1001},
}

// ParseRatio parses a positive number such as 30, 0.25, 30000/1001, or 29.97, which stands for the television rate.
func ParseRatio(text string) (Ratio, error) {
	text = strings.TrimSpace(text)
	if r, ok := ntscRates[text]; ok {
		return r, nil
	}
	bad := fmt.Errorf("invalid number %q (try 30, 0.25 or 30000/1001)", text)
	const longest = 20 // an exponent could mean any number of digits
	if len(text) > longest || strings.ContainsAny(text, "eEpPxXoObB_") {
		return Ratio{}, bad
	}
	n, ok := new(big.Rat).SetString(text)
	if ok && n.Sign() <= 0 {
		return Ratio{}, fmt.Errorf("invalid number %q (must be more than 0)", text)
	}
	if !ok || !n.Num().IsInt64() || !n.Denom().IsInt64() || n.Num().Int64() > maxRatio || n.Denom().Int64() > maxRatio {
		return Ratio{}, bad
	}
	return Ratio{n.Num().Int64(), n.Denom().Int64()}, nil
}

// Float returns the number, rounded.
func (r Ratio) Float() float64 { return float64(r.Num) / float64(r.Den) }

func (r Ratio) String() string {
	if r.Den == 1 {
		return fmt.Sprint(r.Num)
	}
	return fmt.Sprintf("%d/%d", r.Num, r.Den)
}

// maxFrames is the maximum number of frames of a film: nine hours at 30 per second.
const maxFrames = 1_000_000

// Times are the times of a film's frames. Frame k is at From + k*Speed/Rate, computed separately for each, so that
// rounding errors do not add up.
type Times struct {
	From  float64 // viewer's seconds
	Rate  Ratio   // frames per second of the film
	Speed Ratio   // viewer's seconds per second of the film
	Count int     // number of frames
}

// NewTimes returns the times of a film of a part of a demo, in viewer's seconds: all frames before to. It returns an
// error if there are too many or none.
func NewTimes(from, to float64, rate, speed Ratio) (Times, error) {
	t := Times{From: from, Rate: rate, Speed: speed}
	num, den := t.step()
	// The end itself has no frame, and neither have times before it that are due to rounding.
	n := math.Ceil((to-from)*float64(den)/float64(num) - 1e-6)
	switch {
	case !(n >= 1):
		return t, fmt.Errorf("a film from %.3f s to %.3f s has no frame", from, to)
	case n > maxFrames:
		return t, fmt.Errorf("a film has %d frames at most, not %.0f", maxFrames, n)
	}
	t.Count = int(n)
	return t, nil
}

// step returns the viewer's seconds per frame, as a fraction.
func (t *Times) step() (num, den int64) {
	num, den = t.Speed.Num*t.Rate.Den, t.Speed.Den*t.Rate.Num
	if g := gcd(num, den); g > 1 {
		num, den = num/g, den/g
	}
	return num, den
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// At returns the viewer's time of a frame, in seconds.
func (t *Times) At(frame int) float64 { return t.Sub(frame, 0, 1) }

// shutter is the inverse of the part of a frame's duration in which a picture is exposed: half of it, as with the
// usual 180 degree shutter of film cameras.
const shutter = 2

// Sub returns the viewer's time of sub-frame i of n of a frame, in seconds. Sub-frames begin at the frame's own time
// and are spread evenly over half of the time to the next one.
func (t *Times) Sub(frame, i, n int) float64 {
	num, den := t.step()
	if i == 0 {
		return t.From + ratio(int64(frame), num, den)
	}
	return t.From + ratio(int64(frame)*int64(shutter*n)+int64(i), num, den*int64(shutter*n))
}

// ratio returns k*num/den without overflow of the product.
func ratio(k, num, den int64) float64 {
	if whole := k * num; num == 0 || whole/num == k {
		return float64(whole/den) + float64(whole%den)/float64(den)
	}
	return float64(k) * (float64(num) / float64(den))
}

// Seconds returns the length of the film in seconds.
func (t *Times) Seconds() float64 { return t.Start(t.Count) }

// Start returns the time in the film at which a frame is shown, in seconds.
func (t *Times) Start(frame int) float64 { return ratio(int64(frame), t.Rate.Den, t.Rate.Num) }

// Samples returns the number of sound samples for the frames, at rate samples per second.
func (t *Times) Samples(rate int) int64 {
	num := int64(t.Count) * t.Rate.Den
	return num/t.Rate.Num*int64(rate) + (num%t.Rate.Num*int64(rate)+t.Rate.Num/2)/t.Rate.Num
}

// Frame returns the frame that is shown at a time of the film, given in samples.
func (t *Times) Frame(sample int64, rate int) int {
	k := int(float64(sample) * float64(t.Rate.Num) / (float64(t.Rate.Den) * float64(rate)))
	return max(0, min(t.Count-1, k))
}
