package sound

import (
	"math"
	"time"

	"demoscope/assets/tone"
	"demoscope/bsp"
	"demoscope/player"
)

// Wish is what a viewer wants to hear now. It is a value: it goes from the goroutine that
// plays to the one that mixes.
type Wish struct {
	// Score is that of the demo that is shown, nil for none.
	Score *Score
	// Clock is the viewer's time that was shown at a moment of the machine's clock, and Speed
	// how fast it goes on.
	Clock  float64
	At     time.Time
	Speed  float64
	Paused bool
	// Volume is 0 to 1, and 0 if all is muted.
	Volume float32
	// Tape lets the pitch follow the speed.
	Tape bool
	Off  [tone.KindCount]bool // kinds that are not heard
	Talk Talk                 // which voice tracks are heard
	Ear  Ear
	// Ahead is how many seconds before its picture a sound is mixed: a device plays it as
	// much later.
	Ahead float64
	// Follow is the slot of who is followed, and Map that of the level.
	Follow int
	Map    *bsp.Map
}

// silent reports whether nothing is to be heard.
func (w *Wish) silent() bool { return w.Score == nil || w.Paused || w.Volume <= 0 || w.Speed == 0 }

const (
	// apart is how many seconds of playing what is mixed may be from what is wished before
	// it is sought. What is less is made good by letting sounds begin in a quicker or slower
	// order, at most quickest times as quick: those that have begun sound on as they are, so
	// that a picture which stutters is not heard. catchUp is how much quicker for each
	// second.
	apart, catchUp, quickest = 0.6, 4, 2
	// stalled is for how many seconds after a picture its clock is taken to go on.
	stalled = 0.25
	// fastest is the fastest speed at which sounds are played as they are.
	fastest = 4
	// scrubBlocks is how many blocks a grain of scrubbing has, of which two sound at a time,
	// and scrubBack how many seconds it listens back; scrubVolume is how loud it is.
	scrubBlocks = 8
	scrubBack   = 2
	scrubVolume = 0.5
)

// Stream mixes what is wished, block after block, for a device that plays it. It is used by one
// goroutine. Where it goes to another moment, or stops, it fades out and in again.
type Stream struct {
	limiter     Limiter
	left, right [Block]float32
	used        int // of the block that is being played

	score   *Score
	frame   int64 // where the next block begins
	playing bool  // the last block was not silence
	fresh   bool  // the next block is faded in
	volume  float32

	grain     [2][scrubBlocks * Block]float32
	grainAt   int // blocks of the grains that were played
	scrubbing bool
	// Mixed counts blocks that were mixed: silence costs none. Seeks counts how often it began
	// at another moment.
	Mixed, Seeks int
}

// NewStream returns a stream.
func NewStream() *Stream { return &Stream{used: Block} }

// Read fills out with pairs of values, left and right, of what is wished now.
func (s *Stream) Read(out []float32, wish *Wish, now time.Time) {
	for len(out) >= 2 {
		if s.used == Block {
			s.next(wish, now)
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
func (s *Stream) next(w *Wish, now time.Time) {
	target := Frame(w.Clock + (min(stalled, now.Sub(w.At).Seconds())+w.Ahead)*w.Speed)
	scrub := w.Speed < 0 || w.Speed > fastest
	far := math.Abs(float64(target-s.frame)) > apart*max(1, math.Abs(w.Speed))*Rate
	if s.playing && (w.silent() || w.Score != s.score || scrub != s.scrubbing || far && !scrub) {
		// Out, from where it was: one more block that fades.
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
			s.score.SeekTo(s.frame, player.EarBack)
			s.Seeks++
			s.mix(w, Block) // which the limiter keeps
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

// setUp tells the score what is wished.
func (s *Stream) setUp(w *Wish) {
	c := s.score
	c.Map, c.Follow, c.Talk = w.Map, w.Follow, w.Talk
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

// mix mixes a block of the demo that covers span frames.
func (s *Stream) mix(w *Wish, span int) {
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

// finish makes what is mixed as loud as it is wished, within the limit.
func (s *Stream) finish(w *Wish, level float32) {
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

// fade makes the block go from one loudness to another.
func (s *Stream) fade(from, to float32) {
	for i := range s.left {
		v := from + (to-from)*float32(i)/Block
		s.left[i] *= v
		s.right[i] *= v
	}
}

// scrub makes a block of what is heard while the demo runs faster than sounds can be followed,
// or backwards: pieces of it, forwards and at their own speed, that fade over each other.
func (s *Stream) scrub(w *Wish, target int64) {
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
