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

// Speaker is an audio device that plays.
type Speaker interface {
	// Failed returns why the device stopped, or nil while it plays.
	Failed() error
	// Dry reports whether the device ran out of samples while it should have played.
	Dry() bool
	Close()
}

// Filler fills out with the next samples, left and right in turn.
type Filler func(out []float32)

// deviceLatency is how far ahead a device is filled. If the device runs dry because the machine is busy, it is reopened
// with twice the latency, up to longestLatency.
const deviceLatency, longestLatency = 40 * time.Millisecond, 160 * time.Millisecond

// audio plays sound on a device. The goroutine that draws requests what to play, the device's goroutine mixes it, and
// a third one opens and monitors the device. None of them waits for another.
type audio struct {
	open   func(Filler, time.Duration) (Speaker, error)
	report func(error) // may be nil: see [Options.Report]

	requests tripleBuffer
	mixing   sync.Mutex // guards mixing while the previous device is still closing
	stream   *sound.Stream
	request  sound.Request // mixed last
	broken   atomic.Bool

	state   atomic.Int32 // a deviceState
	latency atomic.Int64 // of the device, a [time.Duration]
	done    chan struct{}
	once    sync.Once

	frames   int         // number of calls of update
	reported deviceState // the state last reported to the viewer
	behind   time.Time   // when the player was last not behind
}

// deviceState is the state of the audio device.
type deviceState int32

const (
	deviceUnknown deviceState = iota
	deviceReady
	deviceMissing // none could be opened yet
	deviceLost    // disconnected
)

const (
	// maxBehind is how long the player may be behind before the sound pauses.
	maxBehind = 250 * time.Millisecond
	// deviceCheck is the interval between checks of the device.
	deviceCheck = 200 * time.Millisecond
	// deviceRetry is the interval between attempts to open a missing device.
	deviceRetry = 2 * time.Second
	// quietFrames is the number of updates before the device is opened. Opening takes a quarter of a second in a
	// browser, which would delay the first picture.
	quietFrames = 2
)

func newAudio(open func(Filler, time.Duration) (Speaker, error), report func(error)) *audio {
	return &audio{open: open, report: report, stream: sound.NewStream(), done: make(chan struct{})}
}

// start starts opening and monitoring a device.
func (a *audio) start() { a.once.Do(func() { go a.run() }) }

// end closes the device.
func (a *audio) end() { close(a.done) }

// run opens a device and monitors it until end is called.
func (a *audio) run() {
	var device Speaker
	wait, latency := time.Duration(0), deviceLatency
	defer func() {
		if device != nil {
			device.Close()
		}
	}()
	for {
		select {
		case <-a.done:
			return
		case <-time.After(wait):
		}
		if device == nil {
			var err error
			if guarded := fault.Guard("opening the sound", func() {
				device, err = a.open(a.fill, latency)
			}); guarded != nil && a.report != nil {
				a.report(guarded)
				return
			}
			wait = deviceCheck
			switch {
			case err == nil && device != nil:
				a.state.Store(int32(deviceReady))
				a.latency.Store(int64(latency))
			default:
				device, wait = nil, deviceRetry
				a.state.CompareAndSwap(int32(deviceUnknown), int32(deviceMissing))
			}
			continue
		}
		if device.Failed() != nil {
			a.state.Store(int32(deviceLost))
			gone := device
			device = nil
			go gone.Close() // it may wait for a device that does not respond
		} else if latency < longestLatency && device.Dry() {
			latency *= 2
			gone := device
			device, wait = nil, 0
			go gone.Close()
		}
	}
}

// fill fills out for the device. If mixing panics, there is no more sound, but the program goes on.
func (a *audio) fill(out []float32) {
	a.mixing.Lock()
	defer a.mixing.Unlock()
	if a.broken.Load() {
		clear(out)
		return
	}
	a.requests.take(&a.request)
	a.request.Ahead = time.Duration(a.latency.Load()).Seconds() + mixAhead
	if err := fault.Guard("mixing sounds", func() { a.stream.Read(out, &a.request, time.Now()) }); err != nil {
		clear(out)
		a.broken.Store(true)
		if a.report != nil {
			a.report(err)
		}
	}
}

// mixAhead is the delay of sound after the device's own buffer, in seconds. Sound servers buffer about 20 ms, and their
// devices add some.
const mixAhead = 0.03

// stateMessage returns a message about a change of the device, once, or "".
func (a *audio) stateMessage() string {
	state := deviceState(a.state.Load())
	if state == a.reported {
		return ""
	}
	before := a.reported
	a.reported = state
	switch {
	case state == deviceMissing:
		return "No audio device: no sound until one is connected"
	case state == deviceLost:
		return "Audio device lost"
	case state == deviceReady && before == deviceUnknown:
		return ""
	}
	return "Audio device found"
}

// tripleBuffer passes requests between two goroutines without blocking. One of the three slots is always unused by
// both.
type tripleBuffer struct {
	slots  [3]sound.Request
	ready  atomic.Uint32 // the slot written last, plus unread if it is unread
	write  uint32        // the writer's slot
	read   uint32        // the reader's slot
	inited sync.Once
}

const unread = 4

func (w *tripleBuffer) init() { w.inited.Do(func() { w.write, w.read = 1, 2 }) }

// put passes a request to the reader.
func (w *tripleBuffer) put(request *sound.Request) {
	w.init()
	w.slots[w.write] = *request
	w.write = w.ready.Swap(w.write|unread) &^ unread
}

// take sets request to the newest one, if there is a new one.
func (w *tripleBuffer) take(request *sound.Request) {
	w.init()
	if w.ready.Load()&unread == 0 {
		return
	}
	w.read = w.ready.Swap(w.read) &^ unread
	*request = w.slots[w.read]
}

// soundSettings holds the viewer's sound settings.
type soundSettings struct {
	// Volume is from 0 to 100 percent.
	Volume int
	Muted  bool
	// Tape makes the pitch follow the playback speed.
	Tape bool
	// Off are the muted kinds of sounds.
	Off [tone.KindCount]bool
	// Voice selects the voice tracks to play.
	Voice sound.VoiceChoice
}

// fullVolume is the maximum Volume.
const fullVolume = 100

// gain returns the gain for the volume. It is quadratic, so that all steps sound alike.
func (l *soundSettings) gain() float32 {
	if l.Muted {
		return 0
	}
	v := float32(l.Volume) / fullVolume
	return v * v
}

// update requests the sound of the current moment, or silence. home is set while the library is shown.
func (a *audio) update(vs *views, silent, home bool) {
	if a == nil {
		return
	}
	s := vs.Demo
	p := &s.Player
	l := &vs.Viewing.sound
	now := time.Now()
	if !p.Behind() {
		a.behind = now
	}
	request := sound.Request{
		Score: s.score, Clock: p.Clock(), At: now, Speed: p.Speed(), Paused: p.Paused() || p.Ended() ||
			now.Sub(a.behind) > maxBehind || silent,
		Volume: l.gain(), Tape: l.Tape, Off: l.Off, Voice: l.Voice, Follow: p.Following(), Map: s.Maps.Map(),
	}
	request.Ear = vs.Ear(p.Moment())
	a.requests.put(&request)
	if !home { // the library has no sound: the message waits until a demo plays
		if news := a.stateMessage(); news != "" {
			s.Notices.sound = timedText{news, warningSeconds}
			s.Notices.addWarning(news)
		}
	}
	if a.frames++; a.frames > quietFrames {
		a.start()
	}
}

// changeVolume changes the volume by some percent, and unmutes.
func (s *savedSettings) changeVolume(by int) {
	l := &s.pic.Viewing.sound
	text := ""
	if l.Muted {
		text = ", unmuted"
	}
	l.Volume, l.Muted = max(0, min(fullVolume, l.Volume+by)), false
	s.pic.Demo.Notices.sayBriefly(fmt.Sprintf("Volume %d %%%s", l.Volume, text))
	s.saveChoices("volume")
}

// toggleMute mutes or unmutes all sound. The choice isn't saved, because viewers would wonder why the next window is
// silent.
func (v *viewing) toggleMute(n *notices) {
	v.sound.Muted = !v.sound.Muted
	n.sayState("Mute", v.sound.Muted)
}
