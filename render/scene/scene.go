package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/assets"
	"demoscope/player"
	"demoscope/player/story"
	"demoscope/player/timeline"
	"demoscope/player/world"
	"demoscope/render/anchor"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// Mode is how the level is drawn.
type Mode uint8

// The modes. All draw lines; all but Wire hide what lies behind faces.
const (
	Lit        Mode = iota // faces by their direction and the light of the map
	Shaded                 // faces by their direction
	HiddenLine             // faces nearly as dark as the background
	Wire                   // lines only
	modes
)

// String returns the name of the mode.
func (m Mode) String() string {
	return [...]string{"lit", "shaded", "hidden-line", "wire"}[m%modes]
}

// Next returns the mode after m.
func (m Mode) Next() Mode { return (m + 1) % modes }

// Options choose what is drawn and how.
type Options struct {
	Mode Mode
	// Brightness is how bright the picture is, 1 for the usual brightness; 0 stands for 1.
	Brightness float32
	// Switches are the on/off settings of the picture. Without [setting.NameTags] Labels stays empty, and no signs
	// say who talks or lags.
	setting.Switches
	// SafeColors draws in colors that colorblind viewers can distinguish.
	SafeColors bool
	// NoRims draws players without the thin outline in the color of their team.
	NoRims bool
	// NoSigns leaves out what explains the fight: [setting.Brackets], [setting.HitSigns] and [setting.PlayerStates].
	NoSigns bool
	// MissileMark draws a small ring around the nearest missile that comes toward the followed player.
	MissileMark bool
	// FirstPerson is set if the camera is the moment's eye, whose player is not
	// drawn.
	FirstPerson bool
	// Pointers points at players near the followed one who are not in the picture.
	Pointers bool
	// Opponent looks for who is in the scene's Opponent.
	Opponent bool
	// Follow is the slot of a player whose name is always drawn, -1 for none.
	Follow int
	// Models has the models of the game, as far as they are found; nil for none. Figures of
	// our own are drawn for the rest.
	Models *assets.Models
	// Palette has the colors of players and particles; nil for Quake's.
	Palette *assets.Palette

	// SkipHidden leaves out the faces that nearer ones cover. The picture is the same. It takes some
	// 0.3 ms, and less than that is saved where a graphics card fills the faces.
	SkipHidden bool
	// Walked is the ground that players have walked on, for [setting.HeatMap].
	Walked *Walked

	// Trails are drawn behind players. Footprints are where they were in the last [FootprintSeconds].
	Trails, Footprints []Trail

	// Path are places on the way of a camera, and Looks its points.
	Path  []mgl32.Vec3
	Looks []Look

	// Ghost is a second demo that is shown beside the moment.
	Ghost Ghost

	// Kills are the events around the moment, in order of time: one kill among them is told
	// [KillAhead] seconds before it comes, and until [KillBehind] seconds after it.
	Kills []timeline.Event

	// Rings are sounds that are shown where they are.
	Rings []Ring
}

// DefaultOptions returns the usual options: everything is drawn, the level is lit,
// and nobody is followed.
func DefaultOptions() Options { return Options{Follow: -1} }

// signs reports whether a kind of signs is drawn.
func (o *Options) signs(kind setting.Switches) bool { return !o.NoSigns && o.On(kind) }

// showsTrails reports whether the viewer wants trails.
func (o *Options) showsTrails() bool { return len(o.Trails) > 0 }

// Scene builds pictures. Its memory is reused from one to the next.
type Scene struct {
	// World is the level with everything in it, back to front. Overlay is drawn
	// over it.
	World   draw.Buffer
	Overlay draw.Buffer
	// Places are what is written over both.
	anchor.Places
	// Story is what the moment means.
	Story story.Moment

	frame frame

	visible  visibility
	pieces   pieces
	things   things
	level    level
	movers   movers
	markers  markers
	effects  effects
	signs    signs
	paths    paths
	canvas   canvas
	sight    sight
	wardrobe wardrobe
	colors   colors
	bodies   bodies
	walked   walkedCells
	tints    tints
}

// New returns a scene without a map.
func New() *Scene {
	s := &Scene{Story: story.None()}
	s.frame.story = &s.Story
	f, v, c := &s.frame, &s.visible, &s.canvas
	s.sight.frame, v.frame = f, f
	*c = canvas{frame: f, world: &s.World, overlay: &s.Overlay}
	s.wardrobe.frame, s.colors.frame, s.tints.frame = f, f, f
	s.bodies = bodies{frame: f, pieces: &s.pieces, wardrobe: &s.wardrobe, colors: &s.colors,
		poser: poser{frame: f, pieces: &s.pieces}}
	s.effects = effects{frame: f, visible: v, things: &s.things, colors: &s.colors, bodies: &s.bodies, sight: &s.sight,
		sparks: sparks{frame: f, pieces: &s.pieces}}
	s.markers = markers{frame: f, visible: v, things: &s.things, pieces: &s.pieces, bodies: &s.bodies, sight: &s.sight,
		sparks: &s.effects.sparks}
	s.signs = signs{frame: f, canvas: c, colors: &s.colors, sight: &s.sight, markers: &s.markers, out: &s.Places}
	s.paths = paths{frame: f, pieces: &s.pieces, colors: &s.colors}
	s.level = level{frame: f, visible: v, canvas: c, pieces: &s.pieces, tints: &s.tints,
		lights: lights{frame: f, visible: v, canvas: c}}
	s.movers = movers{frame: f, visible: v, things: &s.things, pieces: &s.pieces, names: &s.wardrobe.names, tints: &s.tints,
		edges: &s.level.edges}
	s.pieces = pieces{frame: f, visible: v, canvas: c, walked: &s.walked}
	s.SetGeometry(nil)
	return s
}

// openSpace is the geometry without a map.
var openSpace = Prepare(nil)

// Unknown is the geometry of a level whose map is missing and of which the demo shows nothing: a haze, which tells up
// from down.
var Unknown = unknown()

func unknown() *Geometry {
	g := Prepare(nil)
	g.unknown = true
	return g
}

// SetGeometry changes the map to one that [Prepare] has prepared; nil for none.
func (s *Scene) SetGeometry(g *Geometry) {
	if g == nil {
		g = openSpace
	}
	if s.frame.g == g {
		return
	}
	s.frame.g = g
	s.visible.reset(g)
	s.pieces.reset(g)
	s.level.reset(g)
	s.walked.reset()
	s.tints.reset(g)
}

// Geometry returns the map.
func (s *Scene) Geometry() *Geometry { return s.frame.g }

// hasMap reports whether there is a map.
func (g *Geometry) hasMap() bool { return g.source != nil }

// Build builds the picture of a moment as a camera sees it, or of the level alone if
// m is nil. Nil options stand for [DefaultOptions]. It fills World, Overlay and
// Labels, which are valid until the next Build.
func (s *Scene) Build(m *player.Moment, c Camera, v View, o *Options) {
	s.begin(m, c, v, o)
	if s.frame.plan() {
		s.visible.open()
	} else {
		s.visible.update(s.frame.origin)
	}

	if !s.frame.g.hasMap() || s.frame.opt.On(setting.HeatMap) {
		s.walked.place(&s.pieces, m)
	}
	if m != nil && m.World != nil {
		s.movers.addAll(m)
		s.markers.addAll(m)
		if s.frame.opt.On(setting.Effects) {
			s.effects.addAll(m)
		}
		s.addPlayers(m)
		s.addGhosts()
		s.paths.place(m)
	}
	s.boxBodies(m)
	s.tell(m)
	s.signs.fillMatchup(m)
	s.signs.drawKill(m)
	s.placeThings(m)
	s.level.lights.find(m, s.effects.items, s.markers.list)

	s.canvas.drawUnknown()
	s.level.walk()
	s.level.emit()
	s.placeLate(m)
	s.Hand = s.bodies.boxHand(m)
	s.signs.colorNames(m)
	s.signs.addRings()
	s.signs.markMissile(m)
	s.signs.addFelt(m)
	s.Falls = s.frame.falls(m)
	if s.frame.opt.On(setting.NameTags) {
		if s.frame.opt.signs(setting.Brackets) {
			s.signs.bracketPlayers(m)
		}
		if s.frame.opt.signs(setting.PlayerStates) {
			s.signs.addSigns(m)
		}
		s.signs.labelPlayers(m)
		s.signs.addPointers(m)
		s.signs.labelGhosts(m)
		if s.frame.opt.signs(setting.HitSigns) {
			s.signs.labelShots(m)
		}
	}
	if b := s.frame.opt.Brightness; b > 0 && b != 1 {
		s.World.Brighten(b)
	}
	if s.frame.opt.SafeColors {
		s.World.Safe()
		s.Overlay.Safe()
	}
}

// tell finds out what the moment means.
func (s *Scene) tell(m *player.Moment) {
	o := &s.frame.opt
	s.Story.Fill(m, &s.sight, &story.Options{Follow: o.Follow, FirstPerson: o.FirstPerson, NoKills: !o.On(setting.NameTags),
		Threats: o.Pointers && o.On(setting.NameTags), Opponent: o.Opponent, Events: o.Kills})
}

func (s *Scene) begin(m *player.Moment, c Camera, v View, o *Options) {
	s.World.Reset()
	s.Overlay.Reset()
	s.Places.Reset()
	s.sight.begin()
	s.frame.number++
	s.frame.opt = Options{Follow: -1}
	if o != nil {
		s.frame.opt = *o
	}
	if s.frame.opt.Palette == nil {
		s.frame.opt.Palette = assets.OwnPalette(assets.Quake)
	}
	s.tints.paint(s.frame.g, s.frame.opt.Palette)
	s.frame.camera = c
	s.frame.set(c, v)
	s.frame.line = lineWidth * s.frame.scale
	s.canvas.haze.set(&s.frame)
	s.pieces.begin()
	s.things.list, s.movers.list, s.markers.list = s.things.list[:0], s.movers.list[:0], s.markers.list[:0]
	s.level.begin()
	s.tints.styles.set(m, !s.frame.opt.On(setting.LightFlicker))
	s.colors.sides = s.colors.sides[:0]
	if m != nil && m.World != nil && (m.World.Game == world.Quake || m.World.Game == world.QuakeWorld) {
		s.colors.sides = m.World.Sides(s.colors.sides)
	}
}
