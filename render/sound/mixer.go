// Package sound mixes the sounds of a demo: floats in, floats out. It knows no device.
//
// A [Mixer] is given sounds that begin and sounds that loop ([Mixer.Hear], [Mixer.Loop]), and mixes them in blocks of
// ten milliseconds. The mix is a function of the time and of the sounds that began in the [player.SoundLookback]
// seconds before it: it is the same after playing as after a seek, to the sample. A [Score] feeds all sounds of a demo
// to a Mixer.
package sound

import (
	"cmp"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/player/world"
)

const (
	// Block is the number of frames mixed at a time. Volumes change linearly within a block.
	Block = 480
	// Voices is the maximum number of sounds mixed at once, the loudest ones. The games have 8, 32 and 96.
	Voices = 64
	// maxVoices is the maximum number of sounds that have begun and not ended; the oldest are dropped first. A
	// crowded moment has a few hundred.
	maxVoices = 512
	// maxLoops is the maximum number of looping samples. The games' maps have about ten.
	maxLoops = 64
	// ramp, ending and cutting are the lengths in frames of the fades when a sound begins, ends by itself and is cut
	// off. Shorter fades click.
	ramp, ending, cutting = 24, 96, 240
	// lookback is the age in seconds at which any sound ends, after a fade of fading seconds.
	lookback, fading = player.SoundLookback - 1, 0.25
	// queued is the time between the starts of two sounds of an announcer, in seconds.
	queued = 0.75
	// sameTime is the maximum delay of a sample, in seconds, if several starts of the same sample coincide in Quake.
	sameTime = 0.1
	// repeated is the time in seconds within which Quake III does not start the same sample of an entity again.
	repeated = 0.05
	// together and togetherOwn are how often the same sample of an entity may play at once in Quake III: of another
	// entity, and of the listener's own.
	together, togetherOwn = 4, 8
	// speedOfSound is in Quake units per second; a unit is about an inch. It determines the Doppler shift of Quake
	// III's missiles. leap is the maximum movement of a source relative to the ear in a block, in Quake units; a
	// larger one counts as a teleport.
	speedOfSound, leap = 13500, 60
)

// endless is the last frame of a sound without an end.
const endless = math.MaxInt64 / 2

// voice is a sound that has begun or will begin soon. Frames are counted from the start of the demo.
type voice struct {
	sound   *Sound
	begins  int64 // start frame
	ends    int64 // frame where it is cut off
	at      mgl32.Vec3
	entity  int32
	channel uint8
	flags   world.SoundFlags
	volume  float32
	fades   float32 // attenuation by distance
	only    uint32
	// crowded and crowdedOwn are set if too many of the same sample were playing when it began, for another listener
	// and for its own entity; see together.
	crowded, crowdedOwn bool
	// count is the number of frames of the mix that it has played since it was at base, which is in frames of its
	// sample.
	count int64
	base  float64
	// left and right are its volumes at the end of the last block.
	left, right float32
	begun, over bool
}

// loop is a looping sample, for all sources that share it.
type loop struct {
	sound *Sound
	// entity is the source, noEntity if it has several. lag is the delay in seconds of a flying source's sound by its
	// distance to the ear, and was that at the end of the last block.
	entity          int32
	was, lag        float64
	left, right     float32 // at the end of the last block
	toLeft, toRight float32 // at the end of this one
	count           int64
	base            float64
	begun           bool
}

// noEntity is the entity of a loop that stands for several sources.
const noEntity = -1

// Mixer mixes sounds. Make it with [NewMixer]. It is used by one goroutine.
type Mixer struct {
	Game world.Game
	// Kinds are the volumes of the kinds of sounds; 1 is unchanged.
	Kinds [KindCount]float32
	// Place returns the position of an entity, for sounds that follow one; false if the entity does not exist. It may
	// be nil.
	Place func(entity int32) (mgl32.Vec3, bool)

	voices []voice
	loops  []loop
	queue  int64 // earliest start of the next sound of the announcer
	pitch  float64
	loud   []float32 // scratch: volumes of the voices
	one    [Block]float32
	// Dropped counts sounds beyond maxVoices, and Stolen the blocks of audible voices beyond [Voices].
	Dropped, Stolen int
}

// NewMixer returns a mixer for a game.
func NewMixer(game world.Game) *Mixer {
	m := &Mixer{Game: game, pitch: 1, voices: make([]voice, 0, maxVoices), loops: make([]loop, 0, maxLoops),
		loud: make([]float32, 0, maxVoices)}
	for i := range m.Kinds {
		m.Kinds[i] = 1
	}
	return m
}

// Frame returns the frame at a viewer's time in seconds.
func Frame(clock float64) int64 { return int64(math.Floor(clock*Rate + 0.5)) }

// Clear drops all sounds.
func (m *Mixer) Clear() {
	m.voices, m.loops, m.queue = m.voices[:0], m.loops[:0], 0
}

// Hear starts a sound or stops some; see [player.Listener]. sound is the sound that starts, nil for a stop.
func (m *Mixer) Hear(s *world.SoundStart, sound *Sound) {
	begins := Frame(s.Clock)
	if s.Flags&world.SoundStops != 0 {
		m.stop(s, begins)
		return
	}
	if sound == nil {
		return
	}
	if s.Flags&world.SoundQueues != 0 {
		begins = max(begins, m.queue)
		m.queue = begins + queued*Rate
	}
	v := voice{sound: sound, begins: begins, ends: endless, at: s.Origin, entity: s.Entity, channel: s.Channel,
		flags: s.Flags, volume: s.Volume, fades: s.Attenuation, only: s.Only}
	if m.Game == world.Quake3 {
		if s.Flags&(world.SoundQueues|world.SoundFlat) == 0 && !m.crowd(&v) {
			return
		}
	} else {
		m.replace(&v)
	}
	if len(m.voices) == maxVoices {
		m.voices = slices.Delete(m.voices, 0, 1)
		m.Dropped++
	}
	m.voices = append(m.voices, v)
}

// replace ends the voice of the same entity and channel where a new one begins, and delays one that begins together
// with the same sound of another entity.
func (m *Mixer) replace(v *voice) {
	for i := range m.voices {
		switch o := &m.voices[i]; {
		case v.channel != 0 && o.entity == v.entity && (o.channel == v.channel || v.channel == world.AllChannels):
			if o.begins <= v.begins {
				o.ends = min(o.ends, v.begins)
			} else {
				v.ends = min(v.ends, o.begins)
			}
		case m.Game != world.Quake2 && o.sound == v.sound && o.begins == v.begins && o.entity != v.entity:
			v.begins += int64(uint32(v.entity)*0x9e3779b1>>16) * int64(sameTime*Rate) >> 16
		}
	}
}

// crowd marks a new voice of Quake III if too many voices of its entity already play the same sound. It returns false
// if one of them has just begun, which the new one would only repeat.
func (m *Mixer) crowd(v *voice) bool {
	others, own := 0, 0
	for i := range m.voices {
		o := &m.voices[i]
		if o.sound != v.sound || o.entity != v.entity {
			continue
		}
		if v.begins-o.begins < repeated*Rate && o.begins-v.begins < repeated*Rate {
			return false
		}
		if o.lasts(v.begins) {
			if !o.crowded {
				others++
			}
			if !o.crowdedOwn {
				own++
			}
		}
	}
	v.crowded, v.crowdedOwn = others >= together, own >= togetherOwn
	return true
}

// stop ends what an entity plays on a channel.
func (m *Mixer) stop(s *world.SoundStart, at int64) {
	for i := range m.voices {
		v := &m.voices[i]
		if v.entity == s.Entity && (s.Channel == world.AllChannels || v.channel == s.Channel) && v.begins <= at {
			v.ends = min(v.ends, at)
		}
	}
}

// lasts reports whether a voice that has begun still plays at a frame, at normal pitch.
func (v *voice) lasts(frame int64) bool {
	s := v.sound.Sample()
	return s == nil || s.loop > 0 || float64(frame-v.begins)*s.step < float64(s.frames)
}

// Cut ends all sounds at a viewer's time in seconds.
func (m *Mixer) Cut(clock float64) {
	at := Frame(clock)
	for i := range m.voices {
		m.voices[i].ends = min(m.voices[i].ends, at)
	}
	m.queue = 0
}

// SetPitch sets the pitch of all sounds; 1 is unchanged.
func (m *Mixer) SetPitch(pitch float64) {
	if pitch == m.pitch {
		return
	}
	for i := range m.voices {
		if v := &m.voices[i]; v.begun {
			v.base, v.count = v.base+v.sound.Sample().step*m.pitch*float64(v.count), 0
		}
	}
	for i := range m.loops {
		if h := &m.loops[i]; h.begun {
			h.base, h.count = h.base+h.sound.Sample().step*m.pitch*float64(h.count), 0
		}
	}
	m.pitch = pitch
}

// Mix adds a block to left and right, which have [Block] values each: the sounds from a frame to the one span frames
// later. At normal speed, span is Block. ear is the position of the listener at the end of the block.
func (m *Mixer) Mix(left, right []float32, frame int64, span int, ear *Ear) {
	m.measure(frame, frame+int64(span), ear)
	m.choose()
	kept := m.voices[:0]
	for i := range m.voices {
		v := &m.voices[i]
		m.mixVoice(left, right, v, frame, span, ear, m.loud[i] > 0)
		if !v.over {
			kept = append(kept, *v)
		}
	}
	m.voices = kept
	m.mixLoops(left, right, frame)
}

// measure computes the volume at frame next of each voice that plays between frame and next.
func (m *Mixer) measure(frame, next int64, ear *Ear) {
	m.loud = m.loud[:0]
	for i := range m.voices {
		v := &m.voices[i]
		loud := float32(0)
		if v.begins < next && v.ends+cutting > frame && v.sound.Sample() != nil {
			l, r := m.gain(v, ear)
			loud = max(l, r)
		}
		m.loud = append(m.loud, loud)
	}
}

// gain returns the volume of a voice for an ear.
func (m *Mixer) gain(v *voice, ear *Ear) (left, right float32) {
	if !heardBy(v.only, ear) {
		return 0, 0
	}
	own := v.entity == ear.Entity
	if own && v.crowdedOwn || !own && v.crowded {
		return 0, 0
	}
	if v.flags&world.SoundFollows != 0 && m.Place != nil {
		if at, ok := m.Place(v.entity); ok {
			v.at = at
		}
	}
	left, right = Gain(m.Game, ear, v.at, v.volume, v.fades, own, v.flags&world.SoundFlat != 0)
	scale := m.Kinds[v.sound.Kind] * v.sound.Level
	if m.Game == world.Quake3 {
		scale *= makeUp
	}
	return left * scale, right * scale
}

// choose silences all but the loudest [Voices] voices. Among voices as loud as the last of these, it silences the
// oldest.
func (m *Mixer) choose() {
	audible := 0
	for _, v := range m.loud {
		if v > 0 {
			audible++
		}
	}
	if audible <= Voices {
		return
	}
	// Find the lowest volume that at most Voices reach, by bisection: with that many voices, sorting costs more.
	low, high, above := float32(0), float32(beyondLoud), 0
	for range 24 {
		middle := (low + high) / 2
		n := 0
		for _, v := range m.loud {
			if v >= middle {
				n++
			}
		}
		if n > Voices {
			low = middle
		} else {
			high, above = middle, n
		}
	}
	for i := len(m.loud) - 1; i >= 0; i-- {
		v := m.loud[i]
		switch {
		case v >= high || v <= 0:
		case v >= low && above < Voices:
			above++
		default:
			m.loud[i] = 0
			m.Stolen++
		}
	}
}

// beyondLoud is higher than the volume of any voice.
const beyondLoud = 4

// mixVoice adds a voice to a block.
func (m *Mixer) mixVoice(left, right []float32, v *voice, frame int64, span int, ear *Ear, audible bool) {
	if v.begins >= frame+int64(span) {
		return
	}
	if frame >= v.ends+cutting || frame-v.begins >= lookback*Rate {
		v.over = true
		return
	}
	sample := v.sound.Sample()
	if sample == nil {
		v.over = v.sound.bad.Load()
		return
	}
	first := v.begin(frame, span)
	toLeft, toRight := float32(0), float32(0)
	if audible {
		toLeft, toRight = m.gain(v, ear)
	}
	fromLeft, fromRight := v.left, v.right
	if v.count == 0 && v.base == 0 {
		fromLeft, fromRight = toLeft, toRight
	}
	v.left, v.right = toLeft, toRight
	n := Block - first
	from := v.base + sample.step*m.pitch*float64(v.count)
	if sample.loop == 0 && from >= float64(sample.frames) {
		v.over = true
		return
	}
	if fromLeft == 0 && fromRight == 0 && toLeft == 0 && toRight == 0 {
		v.count += int64(n)
		return
	}
	edges := edges{begins: v.count < ramp && v.base == 0, cut: v.ends < frame+int64(span),
		old: frame-v.begins > (lookback-1)*Rate}
	// Frames left at the start of the block.
	rest := math.Inf(1)
	if sample.loop == 0 {
		rest = (float64(sample.frames) - from) / (sample.step * m.pitch)
	}
	if edges.none() && rest >= float64(n+ending) {
		if values := sample.straight(from, m.pitch, n); values != nil {
			v.count += int64(n)
			add(left[first:], right[first:], values, sample.over, fromLeft, fromRight, toLeft, toRight)
			return
		}
	}
	out := m.one[:n]
	sample.read(out, from, m.pitch)
	edges.fade(out, v, frame, span, rest)
	v.count += int64(n)
	add(left[first:], right[first:], out, 1, fromLeft, fromRight, toLeft, toRight)
}

// begin begins a voice that has not begun, and returns the frame of the block where it does.
func (v *voice) begin(frame int64, span int) (first int) {
	if v.begun {
		return 0
	}
	v.begun = true
	since := frame - v.begins
	if since < 0 {
		return int(-since * Block / int64(span))
	}
	v.count = since * Block / int64(span) // after a seek, or loaded late
	return 0
}

// edges say why a voice fades in a block: it begins, is cut, or is too old.
type edges struct{ begins, cut, old bool }

func (e edges) none() bool { return !e.begins && !e.cut && !e.old }

// fade fades the values of a voice, which are the last ones of a block, in and out. Its sample ends after rest values.
func (e edges) fade(out []float32, v *voice, frame int64, span int, rest float64) {
	n := len(out)
	if e.begins {
		for i := v.count; i < ramp && int(i-v.count) < n; i++ {
			out[i-v.count] *= float32(i) / ramp
		}
	}
	if rest < float64(n+ending) {
		for i := max(0, int(rest)-ending); i < n && float64(i) < rest; i++ {
			out[i] *= min(1, float32(rest-float64(i))/ending)
		}
	}
	if e.cut {
		end := int((v.ends-frame)*Block/int64(span)) - (Block - n)
		for i := max(0, end); i < n; i++ {
			out[i] *= max(0, 1-float32(i-end)/cutting)
		}
	}
	if e.old {
		const fade = fading * Rate
		age := frame - v.begins
		for i := range out {
			out[i] *= max(0, min(1, float32(lookback*Rate-Block-age-int64(i))/fade))
		}
	}
}

// add adds values, all of them or every second one, to both sides. The volumes change linearly from one pair to the
// other.
func add(left, right, values []float32, stride int, fromLeft, fromRight, toLeft, toRight float32) {
	count := len(values) / stride
	left, right = left[:count], right[:count]
	if fromLeft == toLeft && fromRight == toRight {
		if stride == 1 {
			values = values[:count]
			for i := range left {
				v := values[i]
				left[i] += v * toLeft
				right[i] += v * toRight
			}
			return
		}
		for i := range left {
			v := values[2*i]
			left[i] += v * toLeft
			right[i] += v * toRight
		}
		return
	}
	n := float32(count)
	stepLeft, stepRight := (toLeft-fromLeft)/n, (toRight-fromRight)/n
	if stride == 1 {
		values = values[:count]
		for i := range left {
			v, x := values[i], float32(i)
			left[i] += v * (fromLeft + stepLeft*x)
			right[i] += v * (fromRight + stepRight*x)
		}
		return
	}
	for i := range left {
		v, x := values[2*i], float32(i)
		left[i] += v * (fromLeft + stepLeft*x)
		right[i] += v * (fromRight + stepRight*x)
	}
}

// BeginLoops begins the list of looping sounds at the end of the next block. Calls of [Mixer.Loop] follow it.
func (m *Mixer) BeginLoops() {
	for i := range m.loops {
		m.loops[i].toLeft, m.loops[i].toRight = 0, 0
	}
}

// Loop adds a looping sound at a position. Equal samples share a voice, as in the games.
func (m *Mixer) Loop(sound *Sound, at mgl32.Vec3, volume, attenuation float32, ear *Ear) {
	left, right := Gain(m.Game, ear, at, volume, attenuation, false, false)
	m.addLoop(sound, noEntity, left, right)
}

// HumFlying adds the looping sound of an entity at a position, with a Doppler shift.
func (m *Mixer) HumFlying(sound *Sound, at mgl32.Vec3, entity int32, ear *Ear) {
	left, right := Gain(m.Game, ear, at, 1, 0, false, false)
	if h := m.addLoop(sound, entity, left, right); h != nil {
		h.lag = float64(at.Sub(ear.Origin).Len()) / speedOfSound
		switch d := (h.lag - h.was) * speedOfSound; {
		case h.left == 0 && h.right == 0:
			h.was = h.lag
		case !(d > -leap && d < leap): // a jump: fade out here and fade in there
			h.lag, h.toLeft, h.toRight = h.was, 0, 0
		}
	}
}

// addLoop adds volumes to a looping sample and returns its loop, nil if it is silent.
func (m *Mixer) addLoop(sound *Sound, entity int32, left, right float32) *loop {
	if left == 0 && right == 0 || sound == nil {
		return nil
	}
	// They are sorted, so that they are always added up in the same order.
	i, found := slices.BinarySearchFunc(m.loops, sound, func(h loop, s *Sound) int {
		if c := h.sound.compare(s); c != 0 {
			return c
		}
		return cmp.Compare(h.entity, entity)
	})
	if !found {
		if len(m.loops) == maxLoops {
			m.Dropped++
			return nil
		}
		m.loops = slices.Insert(m.loops, i, loop{sound: sound, entity: entity})
	}
	scale := m.Kinds[sound.Kind] * sound.Level
	if m.Game == world.Quake3 {
		scale *= makeUp
	}
	h := &m.loops[i]
	h.toLeft, h.toRight = min(1, h.toLeft+left*scale), min(1, h.toRight+right*scale)
	return h
}

// mixLoops adds the looping sounds to a block. The position in a sample follows from the time.
func (m *Mixer) mixLoops(left, right []float32, frame int64) {
	kept := m.loops[:0]
	for i := range m.loops {
		h := &m.loops[i]
		if s := h.sound.Sample(); s != nil && s.loop > 0 {
			if !h.begun {
				h.begun = true
				h.count = max(0, frame)
			}
			from, pitch := h.base+s.step*m.pitch*float64(h.count), m.pitch
			if h.was != 0 || h.lag != 0 {
				from -= s.step * h.was * Rate
				pitch = max(0, pitch-(h.lag-h.was)*Rate/Block)
				h.was = h.lag
				if from < 0 {
					from += math.Ceil(-from/float64(s.loop)) * float64(s.loop)
				}
			}
			if values := s.straight(from, pitch, Block); values != nil {
				add(left, right, values, s.over, h.left, h.right, h.toLeft, h.toRight)
			} else {
				out := m.one[:]
				s.read(out, from, pitch)
				add(left, right, out, 1, h.left, h.right, h.toLeft, h.toRight)
			}
			h.count += Block
			h.left, h.right = h.toLeft, h.toRight
		}
		if h.toLeft > 0 || h.toRight > 0 {
			kept = append(kept, *h)
		}
	}
	m.loops = kept
}
