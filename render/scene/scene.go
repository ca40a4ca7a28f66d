// Package scene builds the picture of a moment: it walks the visible part of the level back to front, inserts doors,
// players, items and effects at their leaves, and writes triangles and lines in that order, which replaces a depth
// buffer.
//
// It needs no window: it fills buffers. Positions are in Quake units, angles in degrees, and picture coordinates in
// pixels from the upper left corner. Once its memory has grown to what a level needs, building a picture does not
// allocate.
//
// No demo and no map can make a picture slow: maxThings, maxWork, maxThingPoints and maxPieces limit its contents, and
// cutsPerFace and maxLeafDepth the preparation of a level. Entities at positions that are not numbers are not drawn.
package scene

import (
	"cmp"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/assets"
	"demoscope/player"
	"demoscope/player/story"
	"demoscope/player/timeline"
	"demoscope/player/world"
	"demoscope/render/anchor"
	"demoscope/render/draw"
	"demoscope/render/material"
	"demoscope/render/raster"
	"demoscope/render/setting"
)

// Mode is how the level is drawn.
type Mode uint8

// The modes. All but Game draw lines. All but Wire hide what is behind faces.
const (
	// Game draws faces with the game's textures and the light of the map, without lines. Faces whose textures
	// [Geometry.Paint] has not found are drawn as in Lit.
	Game       Mode = iota
	Lit             // faces shaded by their direction and the light of the map
	Shaded          // faces shaded by their direction
	HiddenLine      // faces nearly as dark as the background
	Wire            // lines only
	modes
)

// String returns the name of the mode.
func (m Mode) String() string {
	return [...]string{"game", "lit", "shaded", "hidden-line", "wire"}[m%modes]
}

// Next returns the mode after m.
func (m Mode) Next() Mode { return (m + 1) % modes }

// Options choose what is drawn and how.
type Options struct {
	Mode Mode
	// TrueLight keeps the light of [Game] as dark as in the game. Otherwise dark areas are brightened.
	TrueLight bool
	// Brightness is the brightness of the picture, 1 for normal. 0 means 1.
	Brightness float32
	// Switches are the on/off settings of the picture. Without [setting.NameTags], Labels stays empty and no signs show
	// who is talking or lagging.
	setting.Switches
	// SafeColors draws in colors that colorblind viewers can distinguish.
	SafeColors bool
	// NoRims draws players without the thin outline in the color of their team.
	NoRims bool
	// NoSigns hides the signs that explain the fight: [setting.Brackets], [setting.HitSigns] and
	// [setting.PlayerStates].
	NoSigns bool
	// MissileMark draws a small ring around the nearest missile that comes toward the followed player.
	MissileMark bool
	// FirstPerson is set if the camera is the moment's eye. Its player is not drawn.
	FirstPerson bool
	// Pointers adds pointers to players near the followed one who are outside the picture.
	Pointers bool
	// Opponent enables the search for the opponent of the followed player: see [story.Moment].
	Opponent bool
	// Follow is the slot of a player whose name is always drawn, or -1 for none.
	Follow int
	// Models provides the game's models, or nil. Fallback figures replace missing ones.
	Models *assets.Models
	// Skins are the skins of bodies in [Game]. Scenes of the same level on one screen share them. If it is nil, the
	// scene uses its own.
	Skins *Skins
	// Palette has the colors of players and particles. If it is nil, Quake's palette is used.
	Palette *assets.Palette

	// SkipHidden omits the faces that are covered by nearer ones. The picture is the same. It takes some 0.3 ms, and
	// saves less than that if a graphics card fills the faces.
	SkipHidden bool
	// Walked is the walked area of players, for [setting.HeatMap].
	Walked *Walked

	// Trails are drawn behind players. Footprints are the positions of players in the last [FootprintSeconds].
	Trails, Footprints []Trail

	// Path has points along a camera path, and Looks the path's key points.
	Path  []mgl32.Vec3
	Looks []Look

	// Ghost is a second demo that is shown together with the moment.
	Ghost Ghost

	// Kills are the events around the moment, in order of time, for the kill preview of the [story.Moment].
	Kills []timeline.Event

	// Rings are sounds that are shown at their positions.
	Rings []Ring
}

// Skins are skins of bodies in one image with the textures of a level.
type Skins = material.Skins

// DefaultOptions returns the default options: everything is drawn, the level is lit, and no player is followed.
func DefaultOptions() Options { return Options{Mode: Lit, Follow: -1} }

// signs reports whether a kind of signs is drawn.
func (o *Options) signs(kind setting.Switches) bool { return !o.NoSigns && o.On(kind) }

// showsTrails reports whether the viewer wants trails.
func (o *Options) showsTrails() bool { return len(o.Trails) > 0 }

// Scene builds pictures. It reuses its memory from one picture to the next.
type Scene struct {
	// World is the level with everything in it, back to front. Overlay is drawn over it.
	World   draw.Buffer
	Overlay draw.Buffer
	// Places are the positions of players in the picture, for names and signs.
	anchor.Places
	// Story is the interpretation of the moment.
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
	textured textured
}

// New returns a scene without a map.
func New() *Scene {
	s := &Scene{Story: story.None()}
	f, v, ps, cv, th := &s.frame, &s.visible, &s.pieces, &s.canvas, &s.things
	f.story, v.frame = &s.Story, f
	th.frame, s.wardrobe.frame, s.colors.frame, s.tints.frame = f, f, f, f
	s.sight.frame, s.sight.visible, s.sight.things = f, v, th
	*cv = canvas{frame: f, world: &s.World, overlay: &s.Overlay}
	*ps = pieces{frame: f, visible: v, canvas: cv, walked: &s.walked, textured: &s.textured}
	s.textured = textured{frame: f, canvas: cv, styles: &s.tints.styles}
	s.level = level{frame: f, visible: v, canvas: cv, pieces: ps, tints: &s.tints, textured: &s.textured,
		lights: lights{frame: f, visible: v, canvas: cv}}
	s.movers = movers{frame: f, visible: v, things: th, pieces: ps, names: &s.wardrobe.names, tints: &s.tints,
		textured: &s.textured,
		edges:    &s.level.edges}
	s.bodies = bodies{frame: f, pieces: ps, wardrobe: &s.wardrobe, colors: &s.colors,
		poser: poser{frame: f, pieces: ps, textured: &s.textured}}
	s.effects = effects{frame: f, visible: v, things: th, pieces: ps, colors: &s.colors, bodies: &s.bodies,
		sight: &s.sight, sparks: sparks{frame: f, pieces: ps}}
	s.markers = markers{frame: f, visible: v, things: th, pieces: ps, bodies: &s.bodies, poser: &s.bodies.poser,
		wardrobe: &s.wardrobe, colors: &s.colors, sight: &s.sight, sparks: &s.effects.sparks}
	s.paths = paths{frame: f, pieces: ps, colors: &s.colors}
	s.signs = signs{frame: f, canvas: cv, colors: &s.colors, sight: &s.sight, markers: &s.markers, out: &s.Places}
	s.SetGeometry(nil)
	return s
}

// openSpace is the geometry without a map.
var openSpace = Prepare(nil)

// Unknown is the geometry of a level whose map is missing and about which the demo contains nothing: a haze that shows
// which way is up.
var Unknown = unknown()

func unknown() *Geometry {
	g := Prepare(nil)
	g.unknown = true
	return g
}

// SetGeometry sets the map, prepared by [Prepare]; nil for none.
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

// Build builds the picture of a moment as a camera sees it, or of the level alone if m is nil. Nil options mean
// [DefaultOptions]. It fills World, Overlay, Places and Story, which are valid until the next Build.
func (s *Scene) Build(m *player.Moment, c Camera, v View, o *Options) {
	if m != nil && m.World == nil {
		m = nil
	}
	s.begin(m, c, v, o)
	if s.frame.overhead() {
		s.visible.open()
	} else {
		s.visible.update(s.frame.origin)
	}
	o = &s.frame.opt

	if !s.frame.g.hasMap() || o.On(setting.HeatMap) {
		s.walked.place(&s.pieces, m)
	}
	if m != nil {
		s.signs.colorNames(m)
		s.collect(m)
	}
	s.Story.Fill(m, &s.sight, &story.Options{Follow: o.Follow, FirstPerson: o.FirstPerson, Opponent: o.Opponent,
		NoKills: !o.On(setting.NameTags), Threats: o.Pointers && o.On(setting.NameTags), Events: o.Kills})
	if m != nil {
		s.signs.fillMatchup(m)
		s.signs.drawKill(m)
		s.placeThings(m)
		s.level.lights.find(m, s.effects.items, s.markers.list)
	}

	s.canvas.drawUnknown()
	s.level.walk()
	s.level.emit()

	if m != nil {
		s.placeLate(m)
		s.Hand = s.bodies.drawViewWeapon(m)
		s.Falls = s.frame.falls(m)
	}
	s.signs.addRings()
	if m != nil {
		s.signs.markMissile(m)
		s.signs.addScreenEffects(m)
	}
	if o.On(setting.NameTags) {
		s.label(m)
	}
	s.textured.end(&s.World)
	if b := o.Brightness; b > 0 && b != 1 {
		s.World.Brighten(b)
	}
	if o.SafeColors {
		s.World.Safe()
		s.Overlay.Safe()
	}
}

// collect collects the contents of the picture of a moment.
func (s *Scene) collect(m *player.Moment) {
	s.movers.addAll(m)
	s.markers.addAll(m)
	if s.frame.opt.On(setting.Effects) {
		s.effects.addAll(m)
	}
	s.sight.addAll(m)
	if s.frame.opt.On(setting.XRay) {
		for i := range s.sight.figures {
			slot := s.sight.figures[i].slot
			shirt, _ := s.colors.player(m.World, &m.World.Players[slot])
			s.canvas.outlineBody(m.Poses[slot].Origin, m.Poses[slot].Angles[1], bright(shirt))
		}
	}
	s.addGhosts()
	s.paths.place(m)
	s.boxBodies(m)
}

// label draws names and signs at players.
func (s *Scene) label(m *player.Moment) {
	o := &s.frame.opt
	if m == nil {
		s.signs.labelGhosts(m)
		return
	}
	if o.signs(setting.Brackets) {
		s.signs.bracketPlayers(m)
	}
	if o.signs(setting.PlayerStates) {
		s.signs.addSigns(m)
	}
	s.signs.labelPlayers(m)
	s.signs.addPointers(m)
	s.signs.labelGhosts(m)
	if o.signs(setting.HitSigns) {
		s.signs.labelShots(m)
	}
}

// begin starts a picture.
func (s *Scene) begin(m *player.Moment, c Camera, v View, o *Options) {
	s.World.Reset()
	s.Overlay.Reset()
	s.Places.Reset()
	s.frame.begin(c, v, o)
	s.tints.begin(m)
	s.textured.begin(m, &s.World)
	s.colors.begin(m)
	s.canvas.haze.set(&s.frame)
	s.sight.begin()
	s.pieces.begin()
	s.things.list, s.movers.list, s.markers.list = s.things.list[:0], s.movers.list[:0], s.markers.list[:0]
	s.level.begin()
}

// boxBodies records which players are visible, and the boxes of the living ones in the picture, so that no text covers
// them.
func (s *Scene) boxBodies(m *player.Moment) {
	for i := range s.sight.figures {
		f := &s.sight.figures[i]
		p := &m.World.Players[f.slot]
		at := m.Poses[f.slot].Origin
		if f.unseen = f.hidden || s.frame.behindWall(at); f.unseen || p.Dead || f.w < s.frame.near {
			continue
		}
		high := float32(bodyHigh)
		if m.World.Game == world.Quake3 && s.wardrobe.triple(m.World, p).worn != nil {
			high = bodyTall
		}
		if b, ok := s.frame.boxAt(at, high, bodyWide); ok {
			b.Watched = s.frame.isFollowed(m, f.slot)
			s.Bodies = append(s.Bodies, b)
			f.body = len(s.Bodies)
		}
	}
}

// Ghost is a second demo in the picture. Its players are transparent and all have its color.
type Ghost struct {
	// Moment is the moment of the second demo, or nil for no ghost.
	Moment *player.Moment
	Slot   int  // the player that is compared
	All    bool // also draw the other players, fainter
	// Track is the path of that player from [TrailSeconds] before the moment to [TrailSeconds] after it, in order of
	// time.
	Track []timeline.Sample
}

// GhostColor is the color of everything that belongs to a ghost. No team has it.
var GhostColor = draw.RGB(0x9dffd8)

// addGhosts collects the players of the ghost.
func (s *Scene) addGhosts() {
	m := s.frame.opt.Ghost.Moment
	if m == nil || m.World == nil {
		return
	}
	for i := range m.World.Players {
		if !s.frame.drawsGhost(i) {
			continue
		}
		at := m.Poses[i].Origin
		inPicture, visible := s.visible.player(at)
		if !inPicture {
			continue
		}
		if visible {
			s.things.add(thingGhost, i, at)
		}
		if s.frame.opt.On(setting.XRay) && i == s.frame.opt.Ghost.Slot {
			s.canvas.outlineBody(at, m.Poses[i].Angles[1], GhostColor)
		}
	}
}

// thing is a brush model, player, ghost, marker or effect in the level. Things are placed from farthest to nearest.
type thing struct {
	depth float32 // squared distance from the camera
	kind  thingKind
	index int32
}

type thingKind uint8

const (
	thingBrushModel thingKind = iota
	thingMarker
	thingPlayer
	thingGhost
	thingEffect
	thingNail
)

// things are brush models, players, ghosts, markers and effects before they are placed. late are living players and
// monsters that are drawn over presumed faces in front of them.
type things struct {
	frame      *frame
	list, late []thing
}

// add collects a thing with its center at a place.
func (t *things) add(kind thingKind, index int, at mgl32.Vec3) {
	if len(t.list) < maxThings {
		d := at.Sub(t.frame.origin)
		t.list = append(t.list, thing{d.Dot(d), kind, int32(index)})
	}
}

// placeThings places all things into their leaves.
func (s *Scene) placeThings(m *player.Moment) {
	slices.SortStableFunc(s.things.list, farther)
	s.things.late = s.things.late[:0]
	for i := range s.things.list {
		if s.pieces.overBudget() {
			return
		}
		t := &s.things.list[i]
		if at, ok := s.living(m, t); ok {
			presumed := !s.frame.overhead() && s.frame.onlyPresumedHides(at)
			if s.frame.overhead() || presumed && s.showsPresumed(t) {
				s.things.late = append(s.things.late, *t)
				continue
			}
			if i := s.sight.figureOf(int(t.index)); presumed && t.kind == thingPlayer && i >= 0 {
				s.sight.figures[i].unseen = true
			}
		}
		switch t.kind {
		case thingBrushModel:
			s.movers.place(&s.movers.list[t.index])
		case thingMarker:
			s.markers.place(m, &s.markers.list[t.index])
		case thingPlayer:
			s.bodies.placePlayer(m, int(t.index))
		case thingGhost:
			s.bodies.placeGhost(int(t.index))
		case thingEffect:
			s.effects.place(m, int(t.index))
		case thingNail:
			s.markers.placeNail(m, int(t.index))
		}
		s.pieces.alpha = 0
	}
}

// living returns the position of a living thing: a player or a monster.
func (s *Scene) living(m *player.Moment, t *thing) (at mgl32.Vec3, ok bool) {
	switch t.kind {
	case thingPlayer:
		return m.Poses[t.index].Origin, !m.World.Players[t.index].Dead
	case thingMarker:
		k := &s.markers.list[t.index]
		return k.origin, k.class.kind == kindMonster
	}
	return at, false
}

func farther(a, b thing) int { return cmp.Compare(b.depth, a.depth) }

// showsPresumed reports whether a living thing is drawn that only presumed faces hide: the opponent in the fight, who
// may well be in sight, and with signs everybody.
func (s *Scene) showsPresumed(t *thing) bool {
	o := &s.frame.opt
	return !o.NoSigns || o.On(setting.XRay) || t.kind != thingPlayer || int(t.index) == o.Follow ||
		s.Story.Matchup.With(int(t.index))
}

// placeLate draws living players and monsters over everything else: in an overhead view all of them, because roofs hide
// nobody there, otherwise those that only presumed faces hide. These faces get a hole, so that nobody seems to stand in
// front of them.
func (s *Scene) placeLate(m *player.Moment) {
	s.pieces.direct, s.pieces.keeps, s.pieces.firstLate = true, true, len(s.pieces.list)
	for i := range s.things.late {
		switch t := &s.things.late[i]; t.kind {
		case thingPlayer:
			if int(t.index) != s.frame.opt.Follow && !s.frame.overhead() {
				s.pieces.put(piece{shape: shapeHole}, m.Poses[t.index].Origin)
			}
			s.bodies.placePlayer(m, int(t.index))
		case thingMarker:
			s.markers.place(m, &s.markers.list[t.index])
		}
		s.pieces.alpha = 0
	}
	s.pieces.direct, s.pieces.keeps, s.pieces.endLate = false, false, len(s.pieces.list)
}

// Pick returns the slot of the player whose figure is nearest to a point of the picture, in pixels, or -1 if none is
// within radius pixels. It refers to the last [Scene.Build].
func (s *Scene) Pick(x, y, radius float32) int {
	best, slot := radius, -1
	for i := range s.sight.figures {
		f := &s.sight.figures[i]
		if f.w < s.frame.near {
			continue
		}
		halfWidth, halfHeight := 16*s.frame.focal/f.w, 28*s.frame.focal/f.w
		dx, dy := max(0, abs(x-f.x)-halfWidth), max(0, abs(y-f.y)-halfHeight)
		// If several figures are under the point, take the nearest to the camera.
		d := float32(math.Hypot(float64(dx), float64(dy))) + f.w*1e-5
		if d < best {
			best, slot = d, f.slot
		}
	}
	return slot
}

// BodyOf returns the box of a player in the picture of the last [Scene.Build]. It returns false if the player is not
// visible.
func (s *Scene) BodyOf(slot int) (b anchor.Body, ok bool) {
	for i := range s.sight.figures {
		if f := &s.sight.figures[i]; f.slot == slot && f.body > 0 {
			return s.Bodies[f.body-1], true
		}
	}
	return b, false
}

// Bare returns the rows of the picture that need a background, because no opaque face of the world is drawn over all of
// their pixels. If they are unknown, it returns those of no picture.
func (s *Scene) Bare() raster.Bare { return s.level.hidden.bare }
