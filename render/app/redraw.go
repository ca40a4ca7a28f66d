package app

import (
	"hash/maphash"
	"image"
	"image/color"
	"math/bits"
	"slices"
	"time"
	"unsafe"

	"demoscope/player"
	"demoscope/player/bookmarks"
	"demoscope/player/director"
	"demoscope/render/draw"
	"demoscope/render/hud"
	"demoscope/render/levelmap"
	"demoscope/render/raster"
	"demoscope/render/scene"
)

const (
	// activeSeconds is for how many seconds after a change pictures are built at the full rate. Automatic movement,
	// such as a camera flight, changes the picture again within that time.
	activeSeconds = 0.25
	// idleSeconds is how long a window in which nothing moves waits for input, and compareSeconds how long it goes
	// without building a picture for comparison, in seconds. idleSeconds bounds the delay of background changes that
	// signs contain, compareSeconds that of all others.
	idleSeconds, compareSeconds = 0.1, 0.5
)

// redrawState saves work while the picture doesn't change: it is not drawn and, after a while, not even built. The
// window then waits for input.
type redrawState struct {
	key      frameKey
	messages []hud.Message // of the last tick

	since   float64 // seconds since something changed
	unbuilt float64 // seconds since a picture was built
	skipped bool    // the picture of this tick was not built
	draw    bool    // the picture of this tick is to be drawn
	hidden  bool    // the window is minimized

	drawn fingerprint // of the picture drawn last
	built fingerprint // of the picture built last
	seed  maphash.Seed
	alarm *time.Timer // ends the wait for input; nil while the window does not wait
}

// frameKey holds what a picture shows that may change without input and is cheap to compare.
type frameKey struct {
	session *Session
	size    hud.Screen
	playbackKey
	known, progress      float64 // length and part of the demo that are indexed
	complete             bool
	levels, events, gaps int
	found                *levelmap.Loaded
	level                *levelmap.Rebuilt
	geometry             *scene.Geometry
	walked               *scene.Walked
	directs              bool
	plan                 *director.Plan
	pointing, bar        bool
	marks                *bookmarks.Bookmarks
	ghost                player.GhostState
	ghostClock           float64
	panes                int
	views                [MaxViews]scene.Camera
	slots                [MaxViews]int
	preview              *Bitmap
	waiting              bool // some models were not loaded
}

// playbackKey holds where and how the demo plays.
type playbackKey struct {
	clock, time, speed    float64
	paused, ended, behind bool
	follow                int
}

// frameKey returns the signs of a moment, except those of the pointer.
func (pic *Picture) frameKey(m *player.Moment) (n frameKey) {
	s := pic.Demo
	p, t := s.Player.Player, s.Player.Timeline()
	n.session, n.size = s, pic.Size
	n.clock, n.time, n.speed, n.paused, n.ended, n.behind, n.follow = m.Clock, m.Time, p.Speed(),
		s.Player.pausedByViewer(), p.Ended(), p.Behind(), p.Following()
	n.known, n.complete = p.Duration()
	gaps, _ := t.Gaps()
	n.progress, n.levels, n.events, n.gaps = t.Progress(), len(t.Levels()), len(t.Events()), len(gaps)
	n.found, n.level, n.geometry, n.walked = s.Maps.Current, s.Maps.Rebuilt, s.Maps.Geometry, pic.heatMap()
	n.directs, n.plan, n.marks = s.Directing.On, s.Directing.Plan, s.Marks.Bookmarks
	n.bar = pic.barShown()
	if b := pic.Ghost.view; b != nil {
		if n.ghost = b.State; b.State == player.GhostShown {
			n.ghostClock = b.Moment.Clock
		}
	}
	n.panes = len(pic.Panes)
	for i, pane := range pic.Panes {
		n.views[i], n.slots[i] = pane.View, followed(pic.MomentIn(pane, m))
	}
	return n
}

// canSkip reports whether the picture of a moment need not be built, because nothing has changed for a while. busy
// reports input, and dt is the time since the last call in seconds.
func (s *redrawState) canSkip(now *frameKey, messages []hud.Message, busy bool, dt float64) bool {
	changed := *now != s.key || now.behind || busy || !slices.Equal(messages, s.messages) || s.key.waiting
	s.key, s.messages = *now, append(s.messages[:0], messages...)
	s.advance(changed, dt)
	s.unbuilt += dt
	s.skipped = s.hidden || s.since > activeSeconds && s.unbuilt < compareSeconds
	return s.skipped
}

// advance begins a tick dt seconds after the last one.
func (s *redrawState) advance(changed bool, dt float64) {
	s.draw = false
	if s.since += dt; changed {
		s.since = 0
	}
}

// restart forgets what was drawn, because something else is shown from now on.
func (s *redrawState) restart() { *s = redrawState{alarm: s.alarm, hidden: s.hidden} }

// decide decides whether the picture that was built is to be drawn. waiting reports whether it lacks models that are
// being loaded.
func (s *redrawState) decide(p painter, waiting bool) {
	s.unbuilt, s.key.waiting = 0, waiting
	if s.since == 0 && !s.key.paused && !s.key.ended {
		s.draw, s.drawn = true, fingerprint{} // the demo plays, so the next picture differs
		return
	}
	s.compare(p)
}

// compare has the picture that was built drawn if it differs from the one drawn last.
func (s *redrawState) compare(p painter) {
	if s.seed == (maphash.Seed{}) {
		s.seed = maphash.MakeSeed()
	}
	s.built = fingerprint{seed: s.seed}
	p.Paint(&s.built, true)
	if s.draw = s.built != s.drawn; s.draw {
		s.drawn, s.since = s.built, 0
	}
}

// woken reports, at the start of an Update, whether input ended the window's wait. After input the picture is always
// drawn again, since the system may have asked for that.
func (s *redrawState) woken() (byInput bool) {
	if s.alarm == nil {
		return false
	}
	return s.alarm.Stop()
}

// wait lets the window wait for input, at most idleSeconds, if it may and nothing moves in it.
func (s *redrawState) wait(d Desktop, may bool) {
	waits := may && s.skipped
	if waits != (s.alarm != nil) {
		d.WaitForInput(waits)
	}
	switch {
	case !waits:
		s.alarm = nil
	case s.alarm == nil:
		s.alarm = time.AfterFunc(seconds(idleSeconds), d.Wake)
	default:
		s.alarm.Reset(seconds(idleSeconds))
	}
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// any reports whether there was input, or a key or button is held.
func (in *input) any() bool {
	return in.busy || len(in.commands) > 0 || len(in.released) > 0 || in.held != (held{}) || in.changes() ||
		in.enter || in.escape || len(in.navigation) > 0 || len(in.touches) > 0 ||
		in.dx != 0 || in.dy != 0 || in.wheel != 0 || in.left || in.right || in.leftPressed || in.rightPressed
}

// fingerprint is a canvas that only computes a hash of the picture.
type fingerprint struct {
	seed maphash.Seed
	sum  uint64
}

func (f *fingerprint) add(v uint64) { f.sum = (bits.RotateLeft64(f.sum, 23) ^ v) * 0x9e3779b97f4a7c15 }

func (f *fingerprint) Fill(c color.RGBA, _ raster.Bare) {
	f.add(uint64(c.R)<<24 | uint64(c.G)<<16 | uint64(c.B)<<8 | uint64(c.A))
}

func (f *fingerprint) Draw(b *draw.Buffer) {
	f.add(maphash.Bytes(f.seed, bytesOf(b.Vertices)))
	f.add(maphash.Bytes(f.seed, bytesOf(b.Indices)))
}

func (f *fingerprint) Open(part int, r image.Rectangle) {
	for _, v := range [...]int{part, r.Min.X, r.Min.Y, r.Max.X, r.Max.Y} {
		f.add(uint64(v))
	}
}

func (f *fingerprint) Close() { f.add(0) }

func (f *fingerprint) Show(part int, p *Bitmap, at image.Point) {
	f.Open(part, image.Rectangle{Min: at, Max: at})
	f.add(p.Number)
}

// bytesOf returns the memory of a slice of numbers.
func bytesOf[T any](s []T) []byte {
	var one T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(one)))
}
