package film

import "time"

// Pace guesses how long a film takes yet.
type Pace struct {
	frames, kept int
	spent        time.Duration // on pictures that were drawn
	last         time.Time
}

// NewPace returns the pace of a film of so many frames that begins now.
func NewPace(frames int, now time.Time) Pace { return Pace{frames: frames, last: now} }

// Left returns how long the rest takes if it is drawn like what was drawn by now. Neither pictures that were kept from
// another time nor the time that was spent on going past them counts. It is false until a second was spent on drawing.
func (p *Pace) Left(so Progress, now time.Time) (time.Duration, bool) {
	if so.Kept == p.kept {
		p.spent += now.Sub(p.last)
	}
	p.kept, p.last = so.Kept, now
	drawn := so.Done - so.Kept
	if drawn <= 0 || p.spent < time.Second {
		return 0, false
	}
	return time.Duration(float64(p.spent) / float64(drawn) * float64(p.frames-so.Done)), true
}
