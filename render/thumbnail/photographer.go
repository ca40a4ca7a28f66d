package thumbnail

import (
	"cmp"
	"errors"
	"image"
	"math"
	"slices"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/assets"
	"demoscope/bsp"
	"demoscope/formats"
	"demoscope/player"
	"demoscope/player/library"
	"demoscope/player/pattern"
	"demoscope/player/pictures"
	levels "demoscope/player/rebuilt"
	"demoscope/player/world"
	"demoscope/render/camera"
	"demoscope/render/levelmap"
	"demoscope/render/scene"
	"demoscope/render/setting"
)

// Source holds a demo and everything needed to draw pictures of it.
type Source struct {
	Demo        *formats.Demo
	Maps        levelmap.Load
	SurveyStore levels.Kept
	Palette     *assets.Palette
	Models      *assets.Models
	Close       func()
}

// Reasons why there is no picture.
var (
	ErrStopped  = errors.New("stopped")
	errTooLong  = errors.New("takes too long")
	errNobody   = errors.New("no player in sight")
	errNoLevel  = errors.New("the map is missing")
	errUnlit    = errors.New("too dark")
	ErrTooLarge = errors.New("demo too large")
)

const (
	// MaxDemo is the size in bytes of the largest demo, unpacked, that pictures are made of.
	MaxDemo = 256 << 20
	// maxTime is how long the picture of a demo may take in the demo browser. Reports have no such limit.
	maxTime = 20 * time.Second
	// maxInstants is the maximum number of instants tried for a picture.
	maxInstants = 32
	// frameApart is how many seconds before an instant its frame is looked for. A later frame may already contain the
	// kill.
	frameApart = 0.05
	// maxCandidates is the maximum number of pictures drawn until one is not dark.
	maxCandidates = 3
)

// instant is a time at which something may be visible. slot is the acting player and victim the other one, each
// [world.Nobody] for none.
type instant struct {
	clock        float64
	slot, victim int
}

// beforeKill is how many seconds before a kill pictures are tried: the rocket is near then, or the bolt strikes.
var beforeKill = [...]float64{0.35, 0.08}

// instantsOf returns the instants of a hit, in order of time: shortly before its kills, or during it if it has none.
func instantsOf(f *pattern.Facts, h *pattern.Hit) (list []instant) {
	deaths := h.Deaths[max(0, len(h.Deaths)-maxInstants/len(beforeKill)):] // the last ones are the climax
	for _, d := range deaths {
		if d < 0 || d >= len(f.Kills) || f.Kills[d].Event >= len(f.Events) {
			continue
		}
		e := &f.Events[f.Kills[d].Event]
		for _, before := range beforeKill {
			list = append(list, instant{max(0, e.Clock-before), e.Player, e.Other})
		}
	}
	if len(list) == 0 {
		for _, part := range [...]float64{0.35, 0.6, 0.95} {
			list = append(list, instant{max(0, h.From+part*(h.To-h.From)), h.Player, world.Nobody})
		}
	}
	slices.SortStableFunc(list, func(a, b instant) int { return cmp.Compare(a.clock, b.clock) })
	return list
}

// candidate is a possible picture.
type candidate struct {
	rating    float32
	instant   instant
	viewpoint viewpoint
	world     *world.World // the state at a frame
	level     *pictureLevel
}

// viewpoint is the camera position of a picture.
type viewpoint uint8

const (
	fromEyes     viewpoint = iota // through the eyes of the acting player
	fromBehind                    // behind the acting player
	fromOpponent                  // behind the acting player, with the victim in the picture
)

// pictureLevel is a level that pictures are made in.
type pictureLevel struct {
	Level
	rebuilt bool
}

// Photographer makes pictures of a demo's moments. Only one goroutine may use it at a time.
type Photographer struct {
	source     *Source
	limit      time.Duration // maximum time for a picture, 0 for no limit
	stop       func() bool
	drawer     *Drawer
	scrubber   *player.Scrubber
	moment     player.Moment       // of a sight
	surveys    levels.Surveys      // for levels whose maps are missing; may be nil
	rebuilder  *levelmap.Rebuilder // reconstructs them; nil until needed
	level      *pictureLevel
	levelCount int // LevelCount of the world with this level
}

// Photograph makes the picture of a moment of a demo with facts f, or of its best moment if h is nil. It calls stop
// repeatedly, and ends early if that returns true. The error says briefly why there is no picture.
func Photograph(l *Source, f *pattern.Facts, h *pattern.Hit, rebuild bool, stop func() bool) (*pictures.Picture,
	error) {
	p := NewPhotographer(l, nil, nil)
	p.limit = maxTime
	if d := l.Demo; rebuild {
		p.surveys = levels.NewWhole(d.Format.Name, d.Decoder, d.Size(), func() bool { return p.stop() })
	}
	return p.Photograph(f, h, stop)
}

// NewPhotographer returns a photographer of a demo. keyframes speeds up seeking in it, and surveys is used to
// reconstruct levels whose maps are missing; each may be nil.
func NewPhotographer(l *Source, keyframes player.Keyframes, surveys levels.Surveys) *Photographer {
	return &Photographer{source: l, drawer: NewDrawer(), scrubber: player.NewScrubber(l.Demo, keyframes),
		surveys: surveys, levelCount: -1}
}

// Photograph makes a picture as [Photograph] does. It reuses the level of the previous picture.
func (p *Photographer) Photograph(f *pattern.Facts, h *pattern.Hit, stop func() bool) (*pictures.Picture, error) {
	of, list := 0., []instant(nil)
	if h == nil {
		h = library.Best(f)
	}
	if h != nil {
		of, list = h.From, instantsOf(f, h)
	} else {
		list = instantsBetween(0, f.Duration)
	}
	picture, err := p.take(list, stop)
	if err == nil {
		picture.Of = of
	}
	return picture, err
}

// PhotographBetween makes the best picture between two times.
func (p *Photographer) PhotographBetween(from, to float64, stop func() bool) (*pictures.Picture, error) {
	return p.take(instantsBetween(from, to), stop)
}

// instantsBetween returns evenly spaced instants between two times.
func instantsBetween(from, to float64) (list []instant) {
	const tries = 8
	for i := range tries {
		list = append(list, instant{from + (float64(i)+0.5)/tries*(to-from), world.Nobody, world.Nobody})
	}
	return list
}

// take makes a picture of the best of some instants.
func (p *Photographer) take(list []instant, stop func() bool) (*pictures.Picture, error) {
	if len(p.source.Demo.Data()) > MaxDemo {
		return nil, ErrTooLarge
	}
	begun := time.Now()
	late := func() bool { return p.limit > 0 && time.Since(begun) > p.limit }
	p.stop = func() bool { return stop() || late() }
	sights, err := p.candidates(list)
	picture := (*pictures.Picture)(nil)
	if err == nil {
		picture, err = p.drawFirst(sights)
	}
	switch {
	case err == nil:
	case stop():
		err = ErrStopped
	case late():
		err = errTooLong
	}
	return picture, err
}

// candidates returns the best possible pictures of some instants, best first.
func (p *Photographer) candidates(list []instant) ([]candidate, error) {
	var best []candidate
	missing := error(errNobody)
	for _, at := range list {
		var ok bool
		if at.clock, ok = p.scrubber.GoFrame(max(0, at.clock-frameApart), p.stop); !ok {
			return nil, ErrStopped
		}
		if err := p.load(); err != nil {
			missing = err
			if err == ErrStopped {
				return nil, err
			}
			continue
		}
		m := p.scrubber.Moment(at.clock, at.slot)
		if !m.Eye.Known { // the demo doesn't show the player now
			at.slot = world.Nobody
			m = p.scrubber.Moment(at.clock, at.slot)
		}
		var kept *world.World
		for way := fromEyes; way <= fromOpponent; way++ {
			s := candidate{instant: at, viewpoint: way, level: p.level}
			if s.rating = p.rate(m, &s); s.rating <= 0 || len(best) == maxCandidates &&
				s.rating <= best[maxCandidates-1].rating {
				continue
			}
			if kept == nil {
				kept = m.World.Clone()
			}
			s.world = kept
			best = append(best, s)
			slices.SortStableFunc(best, func(a, b candidate) int { return cmp.Compare(b.rating, a.rating) })
			best = best[:min(len(best), maxCandidates)]
		}
		if p.stop() {
			return nil, ErrStopped
		}
	}
	if len(best) == 0 {
		return nil, missing
	}
	return best, nil
}

// sightLeast is the smallest height of a visible body, as a fraction of the picture's height. A body higher than
// sightMost hides almost everything else.
const sightLeast, sightMost = 0.03, 0.45

// rate rates a picture: how large its subject appears, less toward the sides; 0 if the picture can't be made.
func (p *Photographer) rate(m *player.Moment, s *candidate) float32 {
	c, watched, ok := p.camera(m, s)
	if !ok || p.inWall(c.Origin) {
		return 0
	}
	// A place with nobody in it is better than no picture, and a wide view is better than a wall.
	far := 0.2 + 0.8*p.openness(c)
	seenAlone, inEyes := 0.02*far, 0.01*far
	w := m.World
	victim := s.instant.victim
	if victim < 0 || victim >= len(m.Poses) || !w.Players[victim].Visible || w.Players[victim].Dead ||
		victim == watched.Slot {
		if s.viewpoint == fromEyes {
			return inEyes
		}
		return max(seenAlone, p.size(m, c, watched.Slot)/4*far)
	}
	worth := p.size(m, c, victim)
	switch {
	case worth <= 0 && s.viewpoint == fromEyes:
		return inEyes
	case worth <= 0:
		return seenAlone
	case s.viewpoint == fromOpponent: // both players are visible
		return 1.3 * worth
	}
	return worth
}

// openness returns the mean distance that is visible in some directions of a picture, as a fraction of farSight.
func (p *Photographer) openness(c scene.Camera) float32 {
	const farSight = 1200 // units
	sum := float32(0)
	ways := [...]mgl32.Vec3{{0, 0}, {0, 25}, {0, -25}, {-15, 0}}
	for _, turn := range ways {
		way, _, _ := scene.Camera{Angles: c.Angles.Add(turn)}.Vectors()
		at, _ := p.level.Map.Until(c.Origin, c.Origin.Add(way.Mul(farSight)))
		sum += min(1, at.Sub(c.Origin).Len()/farSight)
	}
	return sum / float32(len(ways))
}

// size rates how large a player appears in a picture: from sightLeast to sightMost, less toward the sides; 0 if the
// player isn't visible.
func (p *Photographer) size(m *player.Moment, c scene.Camera, slot int) float32 {
	const chest, height = 8, 56 // in units; chest is above the origin
	if slot < 0 || slot >= len(m.Poses) || !m.World.Players[slot].Visible {
		return 0
	}
	at := mgl32.Vec3(m.Poses[slot].Origin).Add(mgl32.Vec3{0, 0, chest})
	forward, right, up := c.Vectors()
	d := at.Sub(c.Origin)
	depth := d.Dot(forward)
	half := float32(math.Tan(float64(c.FOV)*math.Pi/360)) * 3 / 4 // of the picture's height, at a distance of one unit
	if !(depth > 1) || !(half > 0) {
		return 0
	}
	const wide = float32(pictures.Width) / pictures.Height
	x, y := mgl32.Abs(d.Dot(right))/(depth*half*wide), mgl32.Abs(d.Dot(up))/(depth*half)
	size := height / (2 * depth * half)
	if !(max(x, y) < 0.85) || size < sightLeast || !p.drawer.scene.Geometry().Clear(c.Origin, at) {
		return 0
	}
	if size > sightMost {
		size = sightMost * sightMost / size
	}
	return size * (1 - 0.4*max(x, y))
}

// inWall reports whether a place is inside a wall or outside the level.
func (p *Photographer) inWall(at mgl32.Vec3) bool {
	m := p.level.Map
	if p.level.rebuilt {
		return false // unknown in a reconstructed level
	}
	leaf := m.LeafAt(at)
	return leaf < 0 || leaf >= len(m.Leaves) || m.Leaves[leaf].Contents&bsp.ContentsSolid != 0
}

// camera returns the camera of a picture and the eye of the player whom it follows.
func (p *Photographer) camera(m *player.Moment, s *candidate) (c scene.Camera, of player.Eye, ok bool) {
	of = m.Eye
	if !of.Known {
		return c, of, false
	}
	k := camera.New()
	switch s.viewpoint {
	case fromBehind:
		k.Staged = camera.ChaseStage
	case fromOpponent:
		v := s.instant.victim
		if v < 0 || v >= len(m.Poses) || !m.World.Players[v].Visible || v == of.Slot || of.Slot < 0 ||
			of.Slot >= len(m.Poses) || !m.World.Players[of.Slot].Visible {
			return c, of, false
		}
		other := *m
		other.Eye.Origin, other.Eye.Slot = m.World.Game.EyeOf(&m.World.Players[v], &m.Poses[v]).Origin, v
		c, ok = camera.Facing(&other, of.Slot, p.level.Map, p.drawer.scene.Geometry())
		return c, of, ok
	}
	return k.View(of, p.level.Map), of, true
}

// drawFirst draws the first of some pictures that is not dark.
func (p *Photographer) drawFirst(list []candidate) (*pictures.Picture, error) {
	for i := range list {
		s := &list[i]
		p.level = s.level
		p.drawer.scene.SetGeometry(s.level.Geometry)
		p.moment.Show(s.world, s.instant.clock, s.instant.slot)
		c, of, ok := p.camera(&p.moment, s)
		if !ok {
			continue
		}
		o := scene.DefaultOptions()
		o.Palette, o.Models, o.SkipHidden = p.source.Palette, p.source.Models, true
		o.Mode = scene.Game
		o.Set(setting.NameTags|setting.ScreenEffects, false)
		o.FirstPerson = s.viewpoint == fromEyes && !of.ThirdPerson
		if o.Palette == nil {
			o.Palette = assets.OwnPalette(assets.Quake)
		}
		s.level.Geometry.Paint(o.Palette, o.Models.Textures(), o.TrueLight)
		to := image.NewRGBA(image.Rect(0, 0, pictures.Width, pictures.Height))
		begun := time.Now()
		p.drawer.Draw(to, &p.moment, s.level.Geometry, c, 1, &o, func() bool {
			return p.limit > 0 && time.Since(begun) > p.limit/4 || p.stop()
		})
		if p.stop() {
			return nil, ErrStopped
		}
		if !dark(to) {
			return &pictures.Picture{Clock: s.instant.clock, Rebuilt: s.level.rebuilt, Image: to}, nil
		}
	}
	return nil, errUnlit
}

// leastMean is the least mean brightness of a picture, and leastSpread the least standard deviation of its pixels, 0 to
// 255. A picture of enough brightSpread is not dark, whatever its mean: levels may float in black space.
const leastMean, leastSpread, brightSpread = 22, 9, 20

// dark reports whether a picture is too dark or too uniform to show anything.
func dark(m *image.RGBA) bool {
	var sum, squares float64
	for i := 0; i < len(m.Pix); i += 4 {
		v := 0.3*float64(m.Pix[i]) + 0.59*float64(m.Pix[i+1]) + 0.11*float64(m.Pix[i+2])
		sum += v
		squares += v * v
	}
	n := float64(len(m.Pix) / 4)
	mean := sum / n
	spread := math.Sqrt(max(0, squares/n-mean*mean))
	return spread < leastSpread || mean < leastMean && spread < brightSpread
}

// load loads the current level of the world, unless it is loaded already.
func (p *Photographer) load() error {
	w := p.scrubber.World()
	if p.level != nil && p.levelCount == w.LevelCount {
		return nil
	}
	p.level, p.levelCount = nil, w.LevelCount
	l := levelmap.NewLoader(p.source.Maps, nil)
	found := l.Fetch(levelmap.RequestFor(w))
	switch {
	case found.Geometry != nil:
		p.level = &pictureLevel{Level: Level{found.Map, found.Geometry}}
	case p.surveys == nil:
		p.levelCount = -1
		return errNoLevel
	default:
		made, err := p.rebuilt(w)
		if err != nil {
			p.levelCount = -1
			return err
		}
		p.level = made
	}
	p.drawer.scene.SetGeometry(p.level.Geometry)
	return nil
}

// rebuilt reconstructs the level from the demo.
func (p *Photographer) rebuilt(w *world.World) (*pictureLevel, error) {
	if p.rebuilder == nil {
		p.rebuilder = &levelmap.Rebuilder{Source: levels.New(p.surveys, p.source.SurveyStore)}
	}
	made := p.rebuilder.Make(levelmap.Level{Number: w.LevelCount - 1, Key: w.Level().MapKey()}, true)
	switch {
	case p.stop():
		return nil, ErrStopped
	case made == nil || made.Geometry == nil:
		return nil, errNoLevel
	}
	return &pictureLevel{Level{made.Map, made.Geometry}, true}, nil
}
