package app

import (
	"image"
	"slices"
	"sync/atomic"
	"time"

	"demoscope/assets"
	"demoscope/internal/fault"
	"demoscope/player"
	"demoscope/player/director"
	"demoscope/player/world"
	"demoscope/render/camera"
	"demoscope/render/hud"
	"demoscope/render/levelmap"
	"demoscope/render/scene"
	"demoscope/render/setting"
	"demoscope/render/thumbnail"
)

const (
	// maxPreviews is the maximum size in bytes of the thumbnails kept of a demo: those of a sweep along the whole bar.
	maxPreviews = 24 << 20
	// maxPreviewTime is how long a thumbnail may take. Without an index, a moment may take long to reach.
	maxPreviewTime = 2 * time.Second
	// previewModels is how long a thumbnail waits for its models.
	previewModels = 150 * time.Millisecond
	// previewTries is how often a thumbnail is made again because models were not loaded.
	previewTries = 4
	// previewStep is the minimum distance between two thumbnails in seconds, and previewPixels in pixels of the bar.
	previewStep, previewPixels = 0.25, 2
	// previewLines is the width of lines in a thumbnail relative to those in the window.
	previewLines = 0.6
)

// preview shows a seek thumbnail at the pointer over the bar. Thumbnails are made in the background, one at a time,
// with a separate demo cursor.
type preview struct {
	of         previewOf
	kept       []*previewShot // most recently used last
	bytes      int            // memory of kept
	bitmap     *Bitmap        // the thumbnail at the pointer; nil for none
	making     *previewJob
	drawer     *previewDrawer // nil while making uses it, and before the first use
	broken     bool           // drawing met an internal error
	missingMap world.MapKey   // a level whose map is not ready

	report func(error) // called with internal errors; may be nil
	wake   func()      // ends the window's wait for input
}

// previewSwitches are the on/off settings that may change a thumbnail.
var previewSwitches = setting.Group("Picture")

// previewOf is what all kept thumbnails have in common.
type previewOf struct {
	session    *Session
	geometry   *scene.Geometry
	mode       scene.Mode
	light      light
	brightness int
	display    hud.Display
	switches   setting.Switches
	colors     colorScheme
}

// previewKey identifies a thumbnail.
type previewKey struct {
	clock float64
	slot  int // the followed player
	how   camera.Mode
	stage camera.Stage
	view  scene.Camera // of a camera that follows nobody
	size  image.Point
	// The viewer's camera settings. Automatic movement of the camera needs no other thumbnail.
	fov, distance, radius, height float32
	track                         *camera.Track
}

// previewShot is a thumbnail, or the reason why there is none.
type previewShot struct {
	key    previewKey
	bitmap *Bitmap           // nil for none
	needs  *levelmap.Request // the map to load first; nil for none
	// unreached is set if the moment was not reached in time; indexed is the part of the demo that was indexed then.
	// lacksModels is set if models were not loaded yet.
	unreached   bool
	indexed     float64
	lacksModels bool
	tries       int // how often it was made before
}

// previewLevel is a level that can be drawn.
type previewLevel struct {
	key    world.MapKey
	number int // in [timeline.Timeline.Levels], -1 for all levels of the map
	thumbnail.Level
}

// previewDrawer draws the thumbnails of a demo. It belongs to the goroutine that makes one, and otherwise to the
// window.
type previewDrawer struct {
	scrubber *player.Scrubber
	drawer   *thumbnail.Drawer
	models   *assets.Models
	to       *image.RGBA // reused
}

// previewJob is a thumbnail that is being made.
type previewJob struct {
	of      previewOf
	key     previewKey
	camera  camera.Camera
	options scene.Options
	levels  []previewLevel
	player  *player.Player
	scale   float32
	drawer  *previewDrawer
	stop    atomic.Bool
	ready   chan *previewShot // receives nil if it was stopped or failed
	broken  bool
}

// previewClock returns the time under the pointer over the bar; ok is false if there is to be no thumbnail.
func (pic *Picture) previewClock(in *input) (clock float64, ok bool) {
	s, v := pic.Demo, &pic.Viewing
	if in == nil || pic.HUD == nil || !v.On(setting.SeekThumbnails) || !pic.barShown() || v.help || v.scores ||
		v.List || pic.Captured || s.Player.Player == nil {
		return 0, false
	}
	bar := pic.bar()
	whole, _ := s.Player.Duration()
	if bar.Hit(in.x, in.y) != hud.PartTrack || !(whole > 0) {
		return 0, false
	}
	if clock, ok = pic.HUD.Snap(&pic.Input, in.x); !ok {
		step := max(previewStep, previewPixels*whole/float64(bar.Track.W))
		clock = min(whole, float64(int(bar.TimeAt(in.x, whole)/step+0.5))*step)
	}
	return clock, !(!v.On(setting.Spoilers) && clock > s.Player.Clock())
}

// update starts making the thumbnail at the pointer, or shows it in pic. in is nil if something covers the bar.
func (p *preview) update(pic *Picture, in *input) {
	s := pic.Demo
	p.take(s)
	pic.Input.Preview = hud.Preview{}
	width, height := hud.PreviewSize(pic.Size)
	clock, ok := pic.previewClock(in)
	if !ok || width <= 0 || p.broken {
		p.bitmap = nil
		if p.making != nil {
			p.making.stop.Store(true)
		}
		return
	}
	v := &pic.Viewing
	p.begin(previewOf{s, s.Maps.Geometry, v.Mode, v.light, v.brightness, v.Display, v.Switches & previewSwitches,
		v.colors})
	key := pic.previewKey(clock)
	key.size = image.Pt(int(width), int(height))
	shot := p.find(key)
	if shot != nil && p.making == nil && p.improvable(shot, s) {
		shot = nil // make it again
	}
	switch {
	case shot != nil:
		p.bitmap = shot.bitmap
	case p.making == nil && pic.textured():
		p.make(pic, key)
	}
	if p.bitmap != nil && p.bitmap.Size != key.size {
		p.bitmap = nil
	}
	pic.Input.Preview = hud.Preview{Shown: p.bitmap != nil, Width: width, Height: height}
}

// previewKey returns the key of what the viewer would see at a time: the view of the followed player, or of the player
// that the director will have chosen.
func (vs *views) previewKey(clock float64) previewKey {
	s, c := vs.Demo, &vs.Active.Camera
	k := previewKey{clock: clock, slot: s.Player.Following(), how: c.Mode, fov: c.FOV, distance: c.Distance,
		radius: c.Radius, height: c.Height, track: c.Track}
	if d := &s.Directing; vs.isDirected(vs.Active) && d.Plan != nil &&
		d.Plan.Level == s.Player.Timeline().LevelAt(clock) {
		if cut := d.Plan.CutAt(clock); cut != nil {
			k.slot = cut.Slot
			if cut.Camera == director.Behind {
				k.stage = camera.ChaseStage
			}
		}
	}
	if c.Mode == camera.Free {
		k.view = vs.Active.View
	}
	return k
}

// hasMap reports whether the map of a level was found and is ready.
func (s *Session) hasMap(level *world.Level) bool {
	l, ok := s.Maps.Cache.Find(level.MapKey())
	return ok && l.Geometry != nil
}

// improvable reports whether a thumbnail would show more if it were made again. None is being made.
func (p *preview) improvable(shot *previewShot, s *Session) bool {
	switch {
	case shot.needs != nil:
		return s.hasMap(&shot.needs.Level)
	case shot.unreached:
		return s.Player.Timeline().Progress() > shot.indexed
	}
	return shot.lacksModels && shot.tries < previewTries
}

// end forgets everything about a demo.
func (p *preview) end() {
	if p.making != nil {
		p.making.stop.Store(true)
	}
	*p = preview{making: p.making, report: p.report, wake: p.wake} // making stays until its result arrives
}

// begin sets what the kept thumbnails have in common. If that has changed, it forgets them.
func (p *preview) begin(of previewOf) {
	if p.of == of {
		return
	}
	if p.of.session != of.session {
		p.drawer, p.missingMap = nil, world.MapKey{}
	}
	p.of, p.kept, p.bytes, p.bitmap = of, nil, 0, nil
	if p.making != nil {
		p.making.stop.Store(true)
	}
}

// find returns the thumbnail of a key, nil if there is none yet.
func (p *preview) find(key previewKey) *previewShot {
	for i := len(p.kept) - 1; i >= 0; i-- {
		if p.kept[i].key == key {
			shot := p.kept[i]
			copy(p.kept[i:], p.kept[i+1:])
			p.kept[len(p.kept)-1] = shot
			return shot
		}
	}
	return nil
}

// keep adds a thumbnail, which replaces the one of the same key.
func (p *preview) keep(shot *previewShot) {
	if before := p.find(shot.key); before != nil {
		shot.tries = before.tries + 1
		p.bytes -= p.kept[len(p.kept)-1].memory()
		p.kept = p.kept[:len(p.kept)-1]
	}
	p.kept = append(p.kept, shot)
	for p.bytes += shot.memory(); p.bytes > maxPreviews && len(p.kept) > 1; {
		p.bytes -= p.kept[0].memory()
		p.kept = slices.Delete(p.kept, 0, 1)
	}
}

// memory returns the approximate size of a thumbnail in bytes.
func (s *previewShot) memory() int {
	const lack = 256
	if s.bitmap == nil {
		return lack
	}
	return lack + 4*s.bitmap.Size.X*s.bitmap.Size.Y
}

// take takes the thumbnail that was being made, once it is ready.
func (p *preview) take(s *Session) {
	if p.making == nil {
		return
	}
	select {
	case shot := <-p.making.ready:
		k := p.making
		p.making = nil
		if k.of.session != s {
			return
		}
		if p.broken = p.broken || k.broken; k.broken {
			return
		}
		p.drawer = k.drawer
		if shot == nil || k.of != p.of {
			return
		}
		p.keep(shot)
		if shot.needs != nil {
			p.missingMap = shot.needs.Level.MapKey()
			if s.Maps.Cache.Wanted(p.missingMap) {
				s.Maps.Start(shot.needs)
			}
		}
	default:
	}
}

// make starts making a thumbnail.
func (p *preview) make(pic *Picture, key previewKey) {
	s := pic.Demo
	if p.drawer == nil {
		p.drawer = &previewDrawer{scrubber: s.Player.NewScrubber(), drawer: thumbnail.NewDrawer(),
			models: s.Models.Clone()}
	}
	k := &previewJob{
		of: p.of, key: key, camera: pic.Active.Camera, options: pic.Viewing.options(), player: s.Player.Player,
		scale: previewLines * pic.Size.Unit(), drawer: p.drawer, ready: make(chan *previewShot, 1),
	}
	p.making, p.drawer = k, nil
	k.camera.LivingEyes, k.camera.Staged, k.camera.Clock = nil, key.stage, key.clock
	o := &k.options
	o.Palette, o.Models = s.gamePalette(s.Player.Moment().World), k.drawer.models
	o.SkipHidden = true
	o.Set(setting.NameTags|setting.HeatMap|setting.ScreenEffects, false)
	if m := s.Maps.Map(); m != nil && s.Maps.Geometry != nil {
		level := previewLevel{s.Maps.Current.Key, -1, thumbnail.Level{Map: m, Geometry: s.Maps.Geometry}}
		if s.Maps.Missing() {
			level.number = s.level()
		}
		k.levels = append(k.levels, level)
	}
	if l, ok := s.Maps.Cache.Find(p.missingMap); ok && l.Geometry != nil {
		k.levels = append(k.levels, previewLevel{l.Key, -1,
			thumbnail.Level{Map: l.Map, Geometry: l.Geometry}})
	}
	report, wake := p.report, p.wake
	go func() {
		var shot *previewShot
		if err := fault.Guard("drawing the moment at the pointer", func() { shot = k.make() }); err != nil {
			k.broken = true
			if report != nil {
				report(err)
			}
		}
		k.ready <- shot
		wake()
	}()
}

// make makes the thumbnail. It returns nil if it was stopped.
func (k *previewJob) make() *previewShot {
	begun, indexed := time.Now(), k.player.Timeline().Progress()
	d, at := k.drawer, k.key.clock
	if !d.scrubber.Go(at, func() bool { return k.stop.Load() || time.Since(begun) > maxPreviewTime }) {
		if k.stop.Load() {
			return nil
		}
		return &previewShot{key: k.key, unreached: true, indexed: indexed}
	}
	m := d.scrubber.Moment(at, k.key.slot)
	level := m.World.Level()
	key, number := level.MapKey(), k.player.Timeline().LevelAt(at)
	i := slices.IndexFunc(k.levels, func(l previewLevel) bool {
		return l.key == key && (l.number < 0 || l.number == number)
	})
	if i < 0 {
		shot := &previewShot{key: k.key}
		if level.Map != "" {
			shot.needs = levelmap.RequestFor(m.World)
		}
		return shot
	}
	if k.key.how != camera.Free && k.key.how != camera.Path && !m.Eye.Known {
		return &previewShot{key: k.key}
	}
	l, o := &k.levels[i], &k.options
	if _, _, ready := l.Geometry.Unpainted(); !ready && o.Mode == scene.Game { // not the level in the window
		l.Geometry.Paint(o.Palette, o.Models.Textures(), o.TrueLight)
	}
	view := k.camera.View(m.Eye, l.Map)
	if k.key.how == camera.Free {
		view = k.key.view
	}
	o.FirstPerson = k.key.how == camera.Eyes && k.key.stage == camera.NoStage && !m.Eye.ThirdPerson
	o.Follow = followed(m)
	if d.to == nil || d.to.Rect.Max != k.key.size {
		d.to = image.NewRGBA(image.Rectangle{Max: k.key.size})
	}
	waited := time.Now()
	whole := d.drawer.Draw(d.to, m, l.Geometry, view, k.scale, o, func() bool {
		return time.Since(waited) > previewModels || k.stop.Load()
	})
	return &previewShot{key: k.key, bitmap: newBitmap(d.to), lacksModels: !whole}
}

// paint draws the thumbnail where the HUD has room for it.
func (p *preview) paint(to Canvas, r hud.Rect) {
	if b := p.bitmap; b != nil && r.W > 0 && b.Size == image.Pt(int(r.W), int(r.H)) {
		to.Show(previewPart, b, image.Pt(int(r.X), int(r.Y)))
	}
}
