package app

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"demoscope/assets/tone"
	"demoscope/internal/fault"
	"demoscope/render/sound"
)

// Speaker is a device that plays.
type Speaker interface {
	// Failed returns why the device plays no more, nil while it does.
	Failed() error
	// Dry reports whether it had nothing to play although it was to play something.
	Dry() bool
	Close()
}

// Filler fills pairs of values, left and right, with what is to be played next.
type Filler func(out []float32)

// deviceLatency is for how long a device is filled ahead. One that runs dry, because the machine
// has more to do than it can, is opened again with twice that, up to longestLatency.
const deviceLatency, longestLatency = 40 * time.Millisecond, 160 * time.Millisecond

// hearing plays what is heard on a device. The goroutine that draws says what is wished, that
// of the device mixes it, and a third one opens the device and looks after it: none waits for
// another.
type hearing struct {
	open   func(Filler, time.Duration) (Speaker, error)
	report func(error) // may be nil: see [Options.Report]

	requests requests
	mixing   sync.Mutex // of the device before and the one after it
	stream   *sound.Stream
	request  sound.Request // that was mixed last
	broken   atomic.Bool

	state   atomic.Int32 // a deviceState
	latency atomic.Int64 // of the device, as a [time.Duration]
	done    chan struct{}
	once    sync.Once

	turns  int         // of [App.hear], as far as they are counted
	told   deviceState // what the viewer knows
	behind time.Time   // when the player was last where it should be
}

// deviceState is how it stands with the device.
type deviceState int32

const (
	deviceUnknown deviceState = iota
	deviceThere
	deviceMissing // none could be opened
	deviceLost    // one went away
)

const (
	// behindLong is how long a player may take for a moment before it is silent.
	behindLong = 250 * time.Millisecond
	// deviceLook is how often the device is looked after, and deviceAgain how often one that
	// is not there is tried again.
	deviceLook  = 200 * time.Millisecond
	deviceAgain = 2 * time.Second
	// quietTurns is for how many turns of the game no device is opened: a browser needs a quarter of a second for that,
	// for which the first picture would wait.
	quietTurns = 2
)

func newHearing(open func(Filler, time.Duration) (Speaker, error), report func(error)) *hearing {
	return &hearing{open: open, report: report, stream: sound.NewStream(), done: make(chan struct{})}
}

// start begins to look for a device.
func (h *hearing) start() { h.once.Do(func() { go h.keep() }) }

// end closes the device.
func (h *hearing) end() { close(h.done) }

// keep opens a device and looks after it until the end.
func (h *hearing) keep() {
	var device Speaker
	wait, latency := time.Duration(0), deviceLatency
	defer func() {
		if device != nil {
			device.Close()
		}
	}()
	for {
		select {
		case <-h.done:
			return
		case <-time.After(wait):
		}
		if device == nil {
			var err error
			if guarded := fault.Guard("opening the sound", func() {
				device, err = h.open(h.fill, latency)
			}); guarded != nil && h.report != nil {
				h.report(guarded)
				return
			}
			wait = deviceLook
			switch {
			case err == nil && device != nil:
				h.state.Store(int32(deviceThere))
				h.latency.Store(int64(latency))
			default:
				device, wait = nil, deviceAgain
				h.state.CompareAndSwap(int32(deviceUnknown), int32(deviceMissing))
			}
			continue
		}
		if device.Failed() != nil {
			h.state.Store(int32(deviceLost))
			gone := device
			device = nil
			go gone.Close() // it may wait for who does not answer
		} else if latency < longestLatency && device.Dry() {
			latency *= 2
			gone := device
			device, wait = nil, 0
			go gone.Close()
		}
	}
}

// fill is called by the device. A mistake costs the sound, and nothing else.
func (h *hearing) fill(out []float32) {
	h.mixing.Lock()
	defer h.mixing.Unlock()
	if h.broken.Load() {
		clear(out)
		return
	}
	h.requests.take(&h.request)
	h.request.Ahead = time.Duration(h.latency.Load()).Seconds() + mixAhead
	if err := fault.Guard("mixing sounds", func() { h.stream.Read(out, &h.request, time.Now()) }); err != nil {
		clear(out)
		h.broken.Store(true)
		if h.report != nil {
			h.report(err)
		}
	}
}

// mixAhead is how much later than it was asked for a device plays, in seconds: servers keep some
// 20 ms more, and their devices some.
const mixAhead = 0.03

// news returns what the viewer has to know of the device, once; empty for nothing.
func (h *hearing) news() string {
	state := deviceState(h.state.Load())
	if state == h.told {
		return ""
	}
	before := h.told
	h.told = state
	switch {
	case state == deviceMissing:
		return "No audio device: no sound until one is connected"
	case state == deviceLost:
		return "Audio device lost"
	case state == deviceThere && before == deviceUnknown:
		return ""
	}
	return "Audio device found"
}

// requests are handed over without waiting: there is always one that nobody reads and nobody
// writes.
type requests struct {
	slots  [3]sound.Request
	ready  atomic.Uint32 // the slot that was written last, and a bit that says that it is new
	write  uint32        // the writer's
	read   uint32        // the reader's
	inited sync.Once
}

const newWish = 4

func (w *requests) init() { w.inited.Do(func() { w.write, w.read = 1, 2 }) }

// put hands a request over.
func (w *requests) put(request *sound.Request) {
	w.init()
	w.slots[w.write] = *request
	w.write = w.ready.Swap(w.write|newWish) &^ newWish
}

// take sets request to the newest one, or leaves it.
func (w *requests) take(request *sound.Request) {
	w.init()
	if w.ready.Load()&newWish == 0 {
		return
	}
	w.read = w.ready.Swap(w.read) &^ newWish
	*request = w.slots[w.read]
}

// loudness is what the viewer has chosen of what is heard.
type loudness struct {
	// Volume is in tenths, from 0 to 10.
	Volume int
	Muted  bool
	// Tape lets the pitch follow the speed.
	Tape bool
	// Off are the kinds that are not heard.
	Off [tone.KindCount]bool
	// Voice selects the audible voice tracks.
	Voice sound.VoiceChoice
}

// fullVolume is the largest loudness.Volume.
const fullVolume = 10

// gain returns how loud the volume is: tenths of it sound alike.
func (l *loudness) gain() float32 {
	if l.Muted {
		return 0
	}
	v := float32(l.Volume) / fullVolume
	return v * v
}

// hear says what is heard now.
func (g *App) hear() {
	h := g.hearing
	if h == nil {
		return
	}
	s := g.Demo
	p := &s.Player
	l := &g.Viewing.loudness
	now := time.Now()
	if !p.Behind() {
		h.behind = now
	}
	request := sound.Request{
		Score: s.score, Clock: p.Clock(), At: now, Speed: p.Speed(), Paused: p.Paused() || p.Ended() ||
			now.Sub(h.behind) > behindLong || g.broken != nil,
		Volume: l.gain(), Tape: l.Tape, Off: l.Off, Voice: l.Voice, Follow: p.Following(), Map: s.CurrentMap(),
	}
	request.Ear = g.Ear(p.Moment())
	h.requests.put(&request)
	if !g.home.shown { // where nothing is heard, it is said when a demo plays
		if news := h.news(); news != "" {
			s.Notices.sound = timedText{news, longKept}
			s.Notices.remember(news)
		}
	}
	if h.turns++; h.turns > quietTurns {
		h.start()
	}
}

// changeVolume makes everything louder or quieter by a tenth, and unmutes it.
func (g *App) changeVolume(by int) {
	l := &g.Viewing.loudness
	text := ""
	if l.Muted {
		text = ", unmuted"
	}
	l.Volume, l.Muted = max(0, min(fullVolume, l.Volume+by)), false
	g.Demo.Notices.sayBriefly(fmt.Sprintf("Volume %d %%%s", l.Volume*100/fullVolume, text))
	g.keep("volume")
}

// toggleMute mutes all sound, or stops muting it. The next window is as loud as before: silence would be a
// riddle there.
func (g *App) toggleMute() {
	l := &g.Viewing.loudness
	l.Muted = !l.Muted
	g.Demo.Notices.sayState("Mute", l.Muted)
}
