package sound

import (
	"math"
	"time"

	"demoscope/assets/tone"
	"demoscope/bsp"
	"demoscope/player"
)

// Request is the sound that the viewer should hear now. It is a value that the playing goroutine passes to the mixing
// one.
type Request struct {
	// Score is the score of the current demo, nil for none.
	Score *Score
	// Clock is the viewer's time shown at time At of the machine's clock, and Speed the playback rate.
	Clock  float64
	At     time.Time
	Speed  float64
	Paused bool
	// Volume is 0 to 1; 0 is muted.
	Volume float32
	// Tape makes the pitch follow the speed.
	Tape  bool
	Off   [tone.KindCount]bool // muted kinds
	Voice VoiceChoice          // audible voice tracks
	Ear   Ear
	// Ahead is how much earlier than its picture a sound is mixed, in seconds, because of the device's latency.
	Ahead float64
	// Follow is the slot of the followed player, and Map the map of the level.
	Follow int
	Map    *bsp.Map
}

// silent reports whether nothing is audible.
func (w *Request) silent() bool { return w.Score == nil || w.Paused || w.Volume <= 0 || w.Speed == 0 }

const (
	// maxDrift is the maximum distance in seconds between the mix and the requested time before a seek. A smaller
	// distance is corrected by starting sounds faster or slower, up to quickest times as fast. Sounds that have begun
	// continue unchanged, so that stuttering pictures are not audible. catchUp is the additional speed per second of
	// distance.
	maxDrift, catchUp, quickest = 0.6, 4, 2
	// stalled is how long the clock is assumed to continue after a picture, in seconds.
	stalled = 0.25
	// fastest is the highest speed at which sounds are played normally.
	fastest = 4
	// scrubBlocks is the number of blocks of a grain of scrubbing; two grains play at a time. scrubBack is how many
	// seconds before a grain its sounds may begin, and scrubVolume the volume.
	scrubBlocks = 8
	scrubBack   = 2
	scrubVolume = 0.5
)

// Stream mixes the requested sound block by block for a device that plays it. It is used by one goroutine. When it
// seeks or stops, it fades out and in again.
type Stream struct {
	limiter     Limiter
	left, right [Block]float32
	used        int // values played of the current block

	score   *Score
	frame   int64 // start of the next block
	playing bool  // the last block was not silent
	fresh   bool  // the next block fades in
	volume  float32

	grain     [2][scrubBlocks * Block]float32
	grainAt   int // number of blocks of the grains played so far
	scrubbing bool
	// Mixed counts mixed blocks; silence is not mixed. Seeks counts seeks.
	Mixed, Seeks int
}

// NewStream returns a stream.
func NewStream() *Stream { return &Stream{used: Block} }

// Read fills out with pairs of left and right values for the current request.
func (s *Stream) Read(out []float32, request *Request, now time.Time) {
	for len(out) >= 2 {
		if s.used == Block {
			s.next(request, now)
			s.used = 0
		}
		n := min(len(out)/2, Block-s.used)
		for i := range n {
			out[2*i], out[2*i+1] = s.left[s.used+i], s.right[s.used+i]
		}
		out = out[2*n:]
		s.used += n
	}
	clear(out)
}

// next makes the next block.
func (s *Stream) next(w *Request, now time.Time) {
	target := Frame(w.Clock + (min(stalled, now.Sub(w.At).Seconds())+w.Ahead)*w.Speed)
	scrub := w.Speed < 0 || w.Speed > fastest
	far := math.Abs(float64(target-s.frame)) > maxDrift*max(1, math.Abs(w.Speed))*Rate
	if s.playing && (w.silent() || w.Score != s.score || scrub != s.scrubbing || far && !scrub) {
		// Fade out from the current position with one more block.
		s.mix(w, Block)
		s.fade(1, 0)
		s.playing = false
		return
	}
	if w.silent() {
		if w.Score == nil {
			s.score = nil
		}
		clear(s.left[:])
		clear(s.right[:])
		return
	}
	if !s.playing {
		s.score, s.scrubbing, s.fresh, s.playing = w.Score, scrub, true, true
		s.limiter.Reset()
		s.volume = w.Volume
		s.grain, s.grainAt = [2][scrubBlocks * Block]float32{}, 0
		if !scrub {
			s.frame = max(0, target)
			s.setUp(w)
			s.score.SeekTo(s.frame, player.SoundLookback)
			s.Seeks++
			s.mix(w, Block) // held back by the limiter
			s.frame += Block
		}
	}
	if scrub {
		s.scrub(w, max(0, target))
	} else {
		behind := float64(target-s.frame) / Rate
		speed := w.Speed * max(0, min(quickest, 1+behind*catchUp))
		span := max(1, int(Block*speed+0.5))
		s.mix(w, span)
		s.frame += int64(span)
	}
	if s.fresh {
		s.fade(0, 1)
		s.fresh = false
	}
}

// setUp configures the score for a request.
func (s *Stream) setUp(w *Request) {
	c := s.score
	c.Map, c.Follow, c.Voice = w.Map, w.Follow, w.Voice
	ear := w.Ear
	c.SetEar(&ear)
	for i, off := range w.Off {
		c.Mixer.Kinds[i] = 1
		if off {
			c.Mixer.Kinds[i] = 0
		}
	}
	pitch := 1.
	if w.Tape && !s.scrubbing {
		pitch = max(0.05, w.Speed)
	}
	c.Mixer.SetPitch(pitch)
}

// mix mixes a block that covers span frames of the demo.
func (s *Stream) mix(w *Request, span int) {
	if s.score == nil {
		clear(s.left[:])
		clear(s.right[:])
		return
	}
	s.setUp(w)
	s.score.Mix(s.left[:], s.right[:], s.frame, span)
	s.Mixed++
	s.finish(w, master)
}

// finish applies the volume and the limiter.
func (s *Stream) finish(w *Request, level float32) {
	volume := w.Volume
	if w.silent() {
		volume = s.volume // it fades by itself
	}
	from, step := s.volume, (volume-s.volume)/Block
	for i := range s.left {
		v := level * (from + step*float32(i))
		s.left[i] *= v
		s.right[i] *= v
	}
	s.volume = volume
	s.limiter.Next(s.left[:], s.right[:])
}

// fade changes the volume of the block linearly from one value to another.
func (s *Stream) fade(from, to float32) {
	for i := range s.left {
		v := from + (to-from)*float32(i)/Block
		s.left[i] *= v
		s.right[i] *= v
	}
}

// scrub makes a block of scrubbing, for playback that is reversed or too fast for normal sound: short pieces of the
// demo, played forward at normal speed, that fade into each other.
func (s *Stream) scrub(w *Request, target int64) {
	const half = scrubBlocks / 2
	if s.grainAt%half == 0 {
		for side := range s.grain {
			g := s.grain[side][:]
			copy(g, g[half*Block:])
			clear(g[half*Block:])
		}
		s.setUp(w)
		s.frame = target
		s.score.SeekTo(target, scrubBack)
		for b := range scrubBlocks {
			s.score.Mix(s.left[:], s.right[:], target+int64(b)*Block, Block)
			s.Mixed++
			for i := range Block {
				at := b*Block + i
				window := float32(0.5 - 0.5*math.Cos(2*math.Pi*float64(at)/(scrubBlocks*Block)))
				s.grain[0][at] += window * s.left[i]
				s.grain[1][at] += window * s.right[i]
			}
		}
	}
	at := s.grainAt % half * Block
	copy(s.left[:], s.grain[0][at:])
	copy(s.right[:], s.grain[1][at:])
	s.grainAt++
	s.finish(w, master*scrubVolume)
}
