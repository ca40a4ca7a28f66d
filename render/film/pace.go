package film

import "time"

// Pace estimates the remaining time of a film.
type Pace struct {
	frames, kept int
	spent        time.Duration // time spent drawing pictures
	last         time.Time
}

// NewPace returns the pace of a film with the given number of frames that begins now.
func NewPace(frames int, now time.Time) Pace { return Pace{frames: frames, last: now} }

// Left returns the remaining time, assuming that the rest is drawn as fast as the pictures drawn so far. Reused
// pictures and the time spent on skipping them do not count. It returns false during the first second of drawing.
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
