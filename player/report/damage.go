package report

import (
	"fmt"

	"demoscope/player/timeline"
)

// Damage is what of a demo cannot be read: the first place, and the sum of all. All times
// in it are seconds of the viewer's clock, as state --at and the window have them.
type Damage struct {
	Offset  int64   `json:"offset"`  // bytes from the file's beginning
	Time    float64 `json:"time"`    // the last frame before it
	Message string  `json:"message"` // name of the message, or "container"
	Error   string  `json:"error"`
	Count   int     `json:"count"`   // of damaged places
	Bytes   int64   `json:"bytes"`   // that are not read because of them
	Seconds float64 `json:"seconds"` // without a frame because of them
	// Gaps are the places, those close together as one.
	Gaps []Gap `json:"gaps"`
}

// Gap is a damaged place of a demo.
type Gap struct {
	Offset int64   `json:"offset"` // of the first damage, bytes from the file's beginning
	Count  int     `json:"count"`  // damages; 0 if only what later messages refer to is missing
	Bytes  int64   `json:"bytes"`
	Start  float64 `json:"start"` // the last frame before
	// End is the first frame after it, null if none follows.
	End *float64 `json:"end"`
	// Until is when the places of entities and players are certain again, null if they
	// stay uncertain to the end of the demo.
	Until *float64 `json:"until"`
}

// damageOf returns the damage that a cursor has met in a whole demo, nil for none; clock
// is the end of the demo.
func damageOf(c *timeline.Cursor) *Damage {
	d := c.Damage
	if d == nil {
		return nil
	}
	sum := c.Gaps.Losses()
	out := &Damage{
		Offset: d.Offset, Time: c.DamageClock, Message: d.Message, Error: d.Err.Error(),
		Count: sum.Count, Bytes: sum.Skipped, Seconds: sum.Lost, Gaps: []Gap{},
	}
	for _, k := range c.Gaps.List(c.World.Clock) {
		gap := Gap{Offset: k.Damage.Offset, Count: k.Count, Bytes: k.Skipped, Start: k.Start}
		if !k.Last {
			gap.End = &k.End
		}
		if !k.Lasting {
			gap.Until = &k.Until
		}
		out.Gaps = append(out.Gaps, gap)
	}
	return out
}

// what describes the first damage without its place.
func (d *Damage) what() string { return d.Message + ": " + d.Error }

// sum describes all damages in a line.
func (d *Damage) sum() string {
	return Losses(timeline.Losses{Count: d.Count, Skipped: d.Bytes, Lost: d.Seconds})
}

// Losses describes the damages of a demo: "3 damaged places, 412 bytes are missing, 2.1 s".
func Losses(l timeline.Losses) string {
	places := Count(l.Count, "damaged place")
	if missing := Missing(l.Skipped, l.Lost); missing != "" {
		return places + ", " + missing
	}
	return places
}

// leastLost is the shortest time that is said to be missing, in seconds: of two frames
// of the fastest servers.
const leastLost = 0.05

// Missing describes what is missing at a damaged place: "412 bytes are missing, 1.2 s".
// It is empty if that is nothing.
func Missing(bytes int64, seconds float64) string {
	switch {
	case bytes == 0 && seconds < leastLost:
		return ""
	case bytes == 0:
		return fmt.Sprintf("%.1f s are missing", seconds)
	}
	text := fmt.Sprintf("%d bytes are missing", bytes)
	if bytes == 1 {
		text = "1 byte is missing"
	}
	if seconds >= leastLost {
		text += fmt.Sprintf(", %.1f s", seconds)
	}
	return text
}
