package rebuilt

import (
	"demoscope/formats/message"
	"demoscope/internal/breath"
	"demoscope/internal/fault"
	"demoscope/player/scan"
	"demoscope/player/survey"
	"demoscope/player/timeline"
)

// Whole are the [Surveys] of a demo without an index: it is read as a whole, once, when somebody waits for that.
type Whole struct {
	format  string
	decoder func() message.Decoder
	size    int64
	stop    func() bool
	read    *timeline.Surveyor // nil until the demo was read
	failed  bool               // a mistake in this program ended the reading
}

// NewWhole returns the surveys of a demo of size bytes in a format; decoder returns a decoder before the first packet.
// If stop, which is called now and then, returns true, the reading ends, and nothing is known.
func NewWhole(format string, decoder func() message.Decoder, size int64, stop func() bool) *Whole {
	return &Whole{format: format, decoder: decoder, size: size, stop: stop}
}

// WaitSurveys reads the demo.
func (k *Whole) WaitSurveys() {
	if k.read != nil || k.failed {
		return
	}
	k.failed = true
	_ = fault.Guard("gathering the shape of the level", func() {
		r := reading{Surveyor: timeline.NewSurveyor(k.size), stop: k.stop}
		r.breath.Begin()
		defer r.breath.End()
		scan.Read(k.format, k.decoder(), &r)
		r.Finish()
		if k.failed = false; !r.stopped {
			k.read = r.Surveyor
		}
	})
}

// Survey returns what is known of the level with an index: that in which worlds count one level more.
func (k *Whole) Survey(level int) *survey.Survey {
	if k.read == nil {
		return nil
	}
	return k.read.Of(level + 1)
}

// Surveyed returns 1 and true once the demo was read.
func (k *Whole) Surveyed(int) (part float64, whole bool) {
	if k.read == nil {
		return 0, false
	}
	return 1, true
}

// reading is the surveyor of a [Whole] that may be stopped.
type reading struct {
	*timeline.Surveyor
	stop    func() bool
	count   int // packets
	stopped bool
	breath  breath.Breath
}

// stopEvery is after how many packets it is asked whether the reading is to stop.
const stopEvery = 64

// Packet adds what the last packet changed.
func (r *reading) Packet(c *scan.Cursor) {
	r.Surveyor.Packet(c)
	r.breath.Step()
	if r.count++; r.count%stopEvery == 0 {
		r.stopped = r.stop()
	}
}

// Stop reports whether the reading was stopped.
func (r *reading) Stop() bool { return r.stopped }
