package rebuilt

import (
	"demoscope/formats/message"
	"demoscope/internal/fault"
	"demoscope/internal/yield"
	"demoscope/player/scan"
	"demoscope/player/survey"
	"demoscope/player/timeline"
)

// Whole implements [Surveys] for a demo without an index. It reads the whole demo once, in [Whole.WaitSurveys].
type Whole struct {
	format  string
	decoder func() message.Decoder
	size    int64
	stop    func() bool
	read    *timeline.Surveyor // nil until the demo has been read
	failed  bool               // a bug in this program ended the reading
}

// NewWhole returns the surveys of a demo of size bytes in a format. decoder returns a decoder before the first
// packet. stop is called regularly; when it returns true, reading ends and nothing is known.
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
		r.pacer.Begin()
		defer r.pacer.End()
		scan.Read(k.format, k.decoder(), &r)
		r.Finish()
		if k.failed = false; !r.stopped {
			k.read = r.Surveyor
		}
	})
}

// Survey returns the survey of the level with an index. Worlds count levels from 1.
func (k *Whole) Survey(level int) *survey.Survey {
	if k.read == nil {
		return nil
	}
	return k.read.Of(level + 1)
}

// Surveyed returns 1 and true once the demo has been read.
func (k *Whole) Surveyed(int) (part float64, whole bool) {
	if k.read == nil {
		return 0, false
	}
	return 1, true
}

// reading is a surveyor that can be stopped.
type reading struct {
	*timeline.Surveyor
	stop    func() bool
	count   int // packets read
	stopped bool
	pacer   yield.Pacer
}

// stopEvery is the number of packets between calls of stop.
const stopEvery = 64

// Packet implements [scan.Listener].
func (r *reading) Packet(c *scan.Cursor) {
	r.Surveyor.Packet(c)
	r.pacer.Step()
	if r.count++; r.count%stopEvery == 0 {
		r.stopped = r.stop()
	}
}

// Stop reports whether reading was stopped.
func (r *reading) Stop() bool { return r.stopped }
