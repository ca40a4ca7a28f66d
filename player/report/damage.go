package report

import (
	"demoscope/player/scan"

	"demoscope/internal/humanize"
)

// Damage describes what of a demo is unreadable: the first place, and the sum of all. All times are seconds of the
// viewer's clock, as in state --at and in the window.
type Damage struct {
	Offset  int64   `json:"offset"`  // bytes from the start of the unpacked demo, or of a .qwz
	Time    float64 `json:"time"`    // of the last frame before it
	Message string  `json:"message"` // name of the message, or "container"
	Error   string  `json:"error"`
	Count   int     `json:"count"`   // number of damaged places
	Bytes   int64   `json:"bytes"`   // bytes that are in the file but were not read
	Missing int64   `json:"missing"` // bytes that are not in the file: it ends early, or some were lost
	Seconds float64 `json:"seconds"` // time without a frame
	// Estimated is set if Seconds is an estimate from the bytes, because the demo only has time differences, which
	// don't show what was lost between them.
	Estimated bool `json:"estimated,omitempty"`
	// Beginning is set if the demo begins in the middle of a level, and Packets if packets are missing although no
	// bytes are damaged.
	Beginning bool `json:"beginning,omitempty"`
	Packets   bool `json:"packets,omitempty"`
	// Gaps are the damaged places. Places close together are one gap.
	Gaps []Gap `json:"gaps"`
}

// Gap is a damaged place of a demo.
type Gap struct {
	Offset  int64   `json:"offset"` // of the first damage, in bytes from the start of the file
	Count   int     `json:"count"`  // number of damages; 0 if only data is missing that later messages refer to
	Bytes   int64   `json:"bytes"`  // as in Damage
	Missing int64   `json:"missing"`
	Start   float64 `json:"start"` // time of the last frame before it
	// End is the time of the first frame after it, null if there is none.
	End *float64 `json:"end"`
	// Until is when the positions of entities and players are certain again, null if they stay uncertain until the end
	// of the demo.
	Until *float64 `json:"until"`
}

// DamageOf returns the damage of a demo that a cursor has read completely, or nil. The cursor must have
// [scan.Cursor].Gaps.
func DamageOf(c *scan.Cursor) *Damage {
	d := c.Damage
	if d == nil {
		return nil
	}
	sum := c.Gaps.Losses()
	out := &Damage{
		Offset: d.Offset, Time: c.DamageClock, Message: d.Message, Error: d.Err.Error(),
		Count: sum.Count, Bytes: sum.Skipped, Missing: sum.Missing, Seconds: sum.Lost, Estimated: sum.Estimated,
		Beginning: sum.Beginning, Packets: sum.Packets, Gaps: []Gap{},
	}
	for _, k := range c.Gaps.List(c.World.Clock) {
		gap := Gap{Offset: k.Damage.Offset, Count: k.Count, Bytes: k.Skipped, Missing: k.Missing, Start: k.Start}
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

// losses returns the sum of all damages.
func (d *Damage) losses() scan.Losses {
	return scan.Losses{Count: d.Count, Skipped: d.Bytes, Missing: d.Missing, Lost: d.Seconds, Estimated: d.Estimated,
		Beginning: d.Beginning, Packets: d.Packets}
}

// what describes the first damage without its place.
func (d *Damage) what() string { return d.Message + ": " + d.Error }

// sum describes all damages in one line.
func (d *Damage) sum() string {
	places := humanize.Count(d.Count, "damaged place")
	if lost := d.losses().Text(); lost != "" {
		return places + ": " + lost
	}
	return places
}
