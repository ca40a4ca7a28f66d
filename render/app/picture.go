package app

import (
	"fmt"
	"image"
	"math"
	"slices"
	"strings"

	"demoscope/assets/tone"
	"demoscope/internal/fault"
	"demoscope/player"
	"demoscope/player/story"
	"demoscope/player/world"
	"demoscope/render/anchor"
	"demoscope/render/camera"
	"demoscope/render/draw"
	"demoscope/render/hud"
	"demoscope/render/raster"
	"demoscope/render/scene"
	"demoscope/render/setting"
	"demoscope/render/sound"
)

// Picture is what is drawn of a demo: the scene of each pane, the HUD over all, and what draws them. It needs no window
// and takes no input: films, shots and scenes for other programs are made with it, as the window is.
type Picture struct {
	views
	Size       hud.Screen
	HUD        *hud.HUD // nil before the first picture
	Input      hud.Input
	CPU        *Software      // draws instead of the graphics card; nil if that does
	ways       []scene.Trail  // in the options of the scene
	footprints []scene.Trail  // the same
	roomless   hud.OverlaySet // overlays that were said to have no room, and are still asked for
	seen       soundSight
	painted    painted
	skins      scene.Skins // of bodies, for all panes
	Ghost      *ghost
}

// NewPicture returns a picture of the demo of some options, before anything is drawn.
func NewPicture(o *Options) *Picture {
	pic := &Picture{
		views: newViews(o), Ghost: newGhost(&o.Ghost, o.Report),
		Size: hud.Screen{Width: float32(o.Width), Height: float32(o.Height), Scale: 1},
	}
	pic.Viewing.ghost, pic.Viewing.alignment = o.Ghost.Open != nil, o.Ghost.By
	if o.Renderer == CPU {
		pic.CPU = NewSoftware()
	}
	return pic
}

// prepare finds out what the picture of a moment shows, dt seconds after the last one: all that
// changes by itself.
func (pic *Picture) prepare(m *player.Moment, in *input, dt float64) {
	pic.Demo.updateMap(m.World, dt)
	pic.Demo.Marks.Take(&pic.Demo.Notices, false)
	pic.PrepareScene(m, dt)
	pic.waitPointer(in, dt)
	pic.Tell()
}

// build builds the picture of a moment that is prepared.
func (g *App) build(m *player.Moment, in *input) {
	if level := g.unpainted(); level != nil {
		palette, files, light := g.Demo.gamePalette(m.World), g.Demo.Models.Textures(), g.painted.light
		go func() { // until it has ended, the level is drawn as without textures, or in the other light
			err := fault.Guard("reading textures", func() { level.Paint(palette, files, light == trueLight) })
			if err != nil && g.opener.report != nil {
				g.opener.report(err)
			}
		}()
	}
	g.painted.tell(&g.Demo.Notices)
	g.buildPanes(m)
	g.hover(in)
	g.Input.Finder = nil
	if g.finder.open {
		g.Input.Finder = &g.finder.Finder
	}
	g.BuildHUD(m, in)
	g.desktop.ShowHand(g.HUD.Hand(&g.Input))
}

// smallSeek is how many seconds a seek or a step may lead away without a cut of the camera.
const smallSeek = 0.25

// BuildScene builds the picture of the level, dt seconds after the last one.
func (pic *Picture) BuildScene(m *player.Moment, dt float64) {
	pic.PrepareScene(m, dt)
	pic.buildPanes(m)
}

// painted is the level whose textures were asked for last, and in which light, and whether it was said which are
// missing.
type painted struct {
	level *scene.Geometry
	light light
	told  bool
}

// unpainted returns the level if its textures are wanted and nobody has asked for them yet, otherwise nil.
func (pic *Picture) unpainted() *scene.Geometry {
	g, was := pic.Demo.geometry, &pic.painted
	if pic.Viewing.Mode != scene.Game || g == nil || g == was.level && pic.Viewing.light == was.light {
		return nil
	}
	pic.painted = painted{level: g, light: pic.Viewing.light, told: was.told && g == was.level}
	return g
}

// tell says once which textures of the level are missing.
func (p *painted) tell(n *notices) {
	if p.level == nil || p.told {
		return
	}
	const named = 3
	missing, all, ready := p.level.Unpainted()
	switch p.told = ready; {
	case !ready:
	case all:
		n.say("No textures found for this level; drawn as lit")
	case len(missing) == 1:
		n.say("Texture not found: " + missing[0])
	case len(missing) > named:
		n.say(fmt.Sprintf("%d textures not found: %s and others", len(missing), strings.Join(missing[:named], ", ")))
	case len(missing) > 1:
		n.say("Textures not found: " + strings.Join(missing, ", "))
	}
}

// PrepareScene decides from where the level is seen, dt seconds after the last picture.
func (pic *Picture) PrepareScene(m *player.Moment, dt float64) {
	pic.Demo.along.update(pic.Demo.Marks.Path)
	pic.Ghost.show(pic.Demo, pic.Viewing.ghost, pic.Viewing.alignment)
	pic.layOut()
	for _, p := range pic.Panes {
		p.look(pic, pic.MomentIn(p, m), dt)
	}
}

// buildPanes builds the picture of the level.
func (pic *Picture) buildPanes(m *player.Moment) {
	if g := pic.unpainted(); g != nil {
		g.Paint(pic.Demo.gamePalette(m.World), pic.Demo.Models.Textures(), pic.Viewing.light == trueLight)
	}
	pic.see(m)
	common := pic.common(m)
	for _, p := range pic.Panes {
		pic.buildPane(p, pic.MomentIn(p, m), common)
	}
	pic.buildInset(m)
}

// common returns the options of a picture that do not depend on who is watched.
func (pic *Picture) common(m *player.Moment) scene.Options {
	s, o := pic.Demo, pic.Viewing.options()
	o.Palette, o.Models, o.Skins = s.gamePalette(m.World), s.Models, &pic.skins
	o.Ghost = pic.Ghost.drawn()
	o.Path, o.Looks = s.along.line, s.along.looks
	o.Rings = pic.seen.rings
	o.Trails, o.Footprints = pic.trails(m)
	o.SkipHidden = pic.CPU != nil
	if s.Player.Player != nil {
		o.Walked = s.walkedGround()
		o.Kills = story.EventsAt(s.Player.Timeline().Events(), m.Clock, m.World.Clock, !pic.Viewing.announces())
	}
	return o
}

// buildPane builds what a pane shows of a moment.
func (pic *Picture) buildPane(p *pane, m *player.Moment, common scene.Options) {
	p.Options = common
	p.choose(&pic.Viewing, m)
	p.Scene.SetGeometry(pic.Demo.geometry)
	p.Scene.Build(m, p.View, p.Sees(pic.Size.Scale), &p.Options)
}

// Tell finds out what is to be said.
func (pic *Picture) Tell() {
	n := &pic.Demo.Notices
	if pic.Viewing.help {
		n.hint = timedText{} // it has been found
	}
	pic.Input.Messages = n.list(pic.Demo.Player.Player, pic.Viewing.Display == hud.Clean)
	if pic.Input.Level = ""; n.Picture {
		pic.Input.Level = n.level.label
	}
}

// BuildHUD builds the HUD for a moment of the Player, with what [Picture.Tell] has found. If in is nil, there is no
// pointer.
func (pic *Picture) BuildHUD(m *player.Moment, in *input) {
	s, v, h := pic.Demo, &pic.Viewing, &pic.Input
	p, t := s.Player.Player, s.Player.Timeline()
	h.Duration, h.Complete = p.Duration()
	h.Progress = t.Progress()
	h.Growing, h.Live, h.Lag, h.Waits = p.Growing(), p.Live(), p.Lag(), pic.Demo.Notices.awaits != ""
	h.PlaybackRate, h.Paused, h.Ended = p.Speed(), s.drag.paused(p), p.Ended()
	h.Levels, h.Events = t.Levels(), t.Events()
	h.Gaps, _ = t.Gaps()
	h.MatchStart, _ = t.MatchStart(m.Clock)
	h.MouseKnown = in != nil && !pic.Captured && (!in.finger || len(in.touches) > 0)
	if in != nil {
		h.MouseX, h.MouseY = in.x, in.y
	}
	h.Held = pic.held(in)
	h.HideBar, h.Warnings, h.Muted = !pic.barShown(), s.Notices.warningCount(), v.loudness.Muted
	h.Display, h.Chat, h.Scores, h.ShowHelp = v.Display, v.chats(), v.scores, v.help
	if h.Sheet = (hud.Sheet{}); s.Notices.searched {
		h.Sheet = hud.Sheet{Title: warningsTitle, Text: s.Notices.allWarnings()}
	}
	h.Browsing = hud.Browsing{
		Filter: v.classes, Clocks: v.clock,
		Bookmarks: s.Marks.Marks, Path: s.Marks.Path, Clip: s.Marks.hudClip(),
	}
	if v.List {
		h.List = s.List.Events
	}
	h.Overlays = pic.overlaid(m)
	if s.typing.line == &s.Marks.naming.line {
		h.Naming = s.typing.line
	}
	pic.FinishHUD(m)
}

// fitHUD makes a HUD for the window's size, unless there is one.
func (pic *Picture) fitHUD() {
	if pic.HUD == nil || !pic.HUD.Fits(pic.Size) {
		pic.HUD = hud.New(pic.Size.Unit())
	}
}

// FinishHUD adds the input that every HUD needs, and builds it.
func (pic *Picture) FinishHUD(m *player.Moment) {
	h := &pic.Input
	h.Screen, h.SafeColors, h.Switches = pic.Size, pic.Viewing.colors == colorblind, pic.Viewing.Switches
	h.World, h.Clock, h.Time = m.World, m.Clock, m.Time
	h.Sides = h.World.Sides(h.Sides[:0])
	pic.Active.tell(h, m, pic.directs(pic.Active))
	h.Mode, h.Palette = pic.Active.Options.Mode.String(), pic.Active.Options.Palette
	pic.fitHUD()
	h.Extent, h.Panes = hud.Whole, h.Panes[:0]
	if len(pic.Panes) > 1 {
		h.Extent, h.Front = hud.Window, slices.Index(pic.Panes, pic.Active)
		for _, p := range pic.Panes {
			h.Panes = append(h.Panes, p.area)
		}
	}
	pic.HUD.Build(h)
	if len(pic.Panes) > 1 {
		for _, p := range pic.Panes {
			pic.buildPaneHUD(p)
		}
		pic.HUD.SetFront(pic.Active.hud)
	}
}

// painter draws on a canvas, with the HUD if it is wanted.
type painter interface{ Paint(to Canvas, withHUD bool) }

// DrawOn draws what p paints on an image of the graphics card.
func (pic *Picture) DrawOn(to Card, p painter, withHUD bool) {
	if pic.CPU != nil {
		to.Put(pic.DrawCPU(to.Bounds(), p, withHUD).Pix())
		return
	}
	to.Glyphs(pic.HUD.Atlas())
	p.Paint(to, withHUD)
}

// DrawCPU draws what p paints without the graphics card. The result is valid until the next call.
func (pic *Picture) DrawCPU(size image.Point, p painter, withHUD bool) *raster.Picture {
	pic.CPU.begin(size, pic.HUD.Atlas())
	p.Paint(pic.CPU, withHUD)
	return pic.CPU.Picture
}

// Paint draws the picture: the level, what is shown over it, and the HUD.
func (pic *Picture) Paint(to Canvas, withHUD bool) {
	if len(pic.Panes) > 1 {
		to.Fill(Background, raster.Bare{})
		pic.paintPanes(to, withHUD)
	} else {
		s := pic.Active.Scene
		to.Fill(Background, s.Bare())
		to.Draw(&s.World)
		to.Draw(&s.Overlay)
		if withHUD {
			pic.PaintInset(to)
		}
	}
	if withHUD {
		to.Draw(pic.HUD.Buffer())
	}
}

// Layout makes the picture as large as a window of width by height device-independent pixels, with scale pixels to
// each. No side is longer than largest pixels. It returns the size in pixels.
func (pic *Picture) Layout(width, height, scale float64, largest int) (float64, float64) {
	touch := pic.Size.Touch
	pic.Size = fitScreen(width, height, scale, largest)
	pic.Size.Percent, pic.Size.Touch = pic.Viewing.UIScale, touch
	return float64(pic.Size.Width), float64(pic.Size.Height)
}

const (
	// maxScale is the largest number of pixels to a device-independent pixel: screens have
	// up to 4, and the image of the glyphs grows with its square.
	maxScale = 4
	// imageMargin is what Ebitengine adds to the sides of an image, in pixels, at most.
	imageMargin = 2
)

// fitScreen returns the screen for a window of width by height device-independent pixels
// and scale pixels to each. No side of the picture is longer than largest pixels, which the
// graphics card can draw to: a larger window shows a smaller picture enlarged. If largest is
// not positive, MaxShot stands for it. What is no number counts as 1.
func fitScreen(width, height, scale float64, largest int) hud.Screen {
	if largest <= imageMargin {
		largest = MaxShot
	}
	limit := float64(min(largest, MaxShot) - imageMargin)
	if !(scale > 0) {
		scale = 1
	}
	scale = min(scale, maxScale)
	w, h := atLeast1(width*scale), atLeast1(height*scale)
	if longest := max(w, h); longest > limit {
		shrink := limit / longest
		w, h, scale = w*shrink, h*shrink, scale*shrink
	}
	side := func(v float64) float32 { return float32(min(limit, math.Ceil(atLeast1(v)))) }
	return hud.Screen{Width: side(w), Height: side(h), Scale: float32(scale)}
}

// atLeast1 returns v between 1 and a million, 1 for NaN.
func atLeast1(v float64) float64 {
	if !(v >= 1) {
		return 1
	}
	return min(v, 1e6)
}

// areaOverlays are the settings of overlays that take room from the picture-in-picture, and shotOverlays are those
// that may show what lies anywhere in the demo.
const (
	areaOverlays = setting.TeamOverlay | setting.ItemTimers | setting.Speedometer | setting.KeyDisplay
	shotOverlays = areaOverlays | setting.Trails | setting.Footprints | setting.AimLines
)

// overlaid returns what the HUD draws of the overlays at a moment.
func (pic *Picture) overlaid(m *player.Moment) hud.Overlays {
	v := &pic.Viewing
	o := hud.Overlays{Team: v.On(setting.TeamOverlay), Timers: v.On(setting.ItemTimers),
		Velocity: v.On(setting.Speedometer), Buttons: v.On(setting.KeyDisplay)}
	t := pic.Demo.Player.Timeline()
	o.Items = t.Items(t.LevelAt(m.Clock))
	o.Speed.Now = -1
	if slot := watched(m); slot >= 0 && slot < len(m.Poses) && m.World.Players[slot].Visible {
		v := m.Velocity(slot)
		o.Speed.Now = v.Vec2().Len()
		o.Speed.Track = t.Track(slot, m.Clock-hud.SpeedSeconds, m.Clock)
	}
	o.Heard, o.Subtitles = v.seen >= SoundSubtitles, pic.seen.lines
	o.Beside, o.Ghost = pic.Ghost.told(v.alignment)
	return o
}

// sayNoRoom says which overlays have no room in the picture that was built, of each once as long as it is
// switched on: the key would seem to be broken. Of the matchup panel, which nobody asked for, it says nothing.
func (pic *Picture) sayNoRoom(place string, say func(text string)) {
	wanted := pic.Input.Overlays.Wanted()
	pic.roomless &= wanted
	lack, _ := pic.HUD.NoRoom(&pic.Input)
	if lack = lack & wanted &^ pic.roomless; lack == 0 {
		return
	}
	pic.roomless |= lack
	say(pic.NoRoom(lack, place))
}

// NoRoom says that overlays have no room in a place, as in a window, or among the views that the last picture has.
func (pic *Picture) NoRoom(lack hud.OverlaySet, place string) string {
	text := "No room for " + lack.String()
	if len(pic.Panes) < 2 {
		return text + " in this " + place
	}
	switch alone := lack &^ pic.HUD.NoRoomAlone(&pic.Input); alone {
	case lack:
		return text + fmt.Sprintf(" in %d views; a single view has room", len(pic.Panes))
	case 0:
		return text + fmt.Sprintf(" in %d views, nor in a single one", len(pic.Panes))
	default:
		return text + fmt.Sprintf(" in %d views; a single view has room for %v", len(pic.Panes), alone)
	}
}

// trails returns where the players were in the last seconds, for their ways and for their
// footprints, valid until the next call.
func (pic *Picture) trails(m *player.Moment) (ways, footprints []scene.Trail) {
	v := &pic.Viewing
	if v.On(setting.Trails) {
		pic.ways = pic.tracks(pic.ways[:0], m, scene.TrailSeconds)
		ways = pic.ways
	}
	if v.On(setting.Footprints) {
		pic.footprints = pic.tracks(pic.footprints[:0], m, scene.FootprintSeconds)
		footprints = pic.footprints
	}
	return ways, footprints
}

// tracks appends where the players were in some seconds before a moment.
func (vs *views) tracks(list []scene.Trail, m *player.Moment, seconds float64) []scene.Trail {
	if vs.Demo.Player.Player == nil {
		return list
	}
	t := vs.Demo.Player.Timeline()
	for slot := range m.World.Players {
		if w := t.Track(slot, m.Clock-seconds, m.Clock); len(w) > 0 {
			list = append(list, scene.Trail{Slot: slot, Samples: w})
		}
	}
	return list
}

// SeenSounds is how sounds are shown.
type SeenSounds uint8

// The ways.
const (
	SoundsUnseen SeenSounds = iota
	SoundRings              // where they are
	SoundSubtitles
	SoundRingsAndSubtitles
	seenSounds
)

// String returns the name of the way.
func (s SeenSounds) String() string {
	return [...]string{"off", "rings", "subtitles", "both"}[s%seenSounds]
}

// nextSeenSounds switches to the next kind of sound cues.
func (v *viewing) nextSeenSounds(n *notices) {
	v.seen = (v.seen + 1) % seenSounds
	n.sayBriefly("Sound cues: " + v.seen.String())
}

// seenColors are those of sounds by what makes them.
var seenColors = [tone.ClassCount]draw.Color{
	tone.OfWorld: draw.RGB(0x6fb0ff), tone.OfWeapons: draw.RGB(0xf2b84b), tone.OfHurt: draw.RGB(0xff6a5e),
	tone.OfItems: draw.RGB(0x7fd983),
	tone.OfSteps: draw.RGB(0xc4ccd6), tone.OfVoices: draw.RGB(0xc3a0f7), tone.OfMonsters: draw.RGB(0xf08fd0),
}

// soundSight is what is shown of what is heard. Its memory is reused from frame to frame.
type soundSight struct {
	sight sound.Sight
	rings []scene.Ring
	lines []hud.Subtitle
}

// Ear returns from where a moment is heard: from where it is seen.
func (vs *views) Ear(m *player.Moment) sound.Ear {
	view := &vs.Active.View
	ear := sound.Ear{Origin: view.Origin, Right: sound.RightOf(view.Angles), Entity: sound.NoEntity, Slot: watched(m)}
	if vs.Active.Camera.Shown() == camera.Eyes && m.Eye.Known && !m.Eye.ThirdPerson && m.Eye.Slot >= 0 {
		ear.Entity = m.Eye.Entity
	}
	return ear
}

// see finds out what is heard at a moment, as far as it is to be shown.
func (pic *Picture) see(m *player.Moment) {
	e, way := &pic.seen, pic.Viewing.seen
	e.rings, e.lines = e.rings[:0], e.lines[:0]
	if way == SoundsUnseen {
		return
	}
	ear := pic.Ear(m)
	e.sight.Look(m, pic.Demo.CurrentMap(), &ear, &pic.Viewing.loudness.Off)
	if way != SoundSubtitles {
		for i := range e.sight.List {
			if s := &e.sight.List[i]; s.Placed && !s.Own {
				e.rings = append(e.rings, scene.Ring{Origin: s.Origin, Age: float32(s.Age), Level: s.Level,
					Color: seenColors[s.Class]})
			}
		}
	}
	if way == SoundRings {
		return
	}
	for i := range e.sight.Lines {
		l := &e.sight.Lines[i]
		s := hud.Subtitle{Words: l.Words, Slot: l.Slot, Count: l.Count, Color: seenColors[l.Class], Level: l.Level,
			Fresh: l.Fresh}
		if l.Slot != world.Nobody && m.World.Players[l.Slot].Name == "" {
			s.Slot = world.Nobody
		}
		s.Turn, s.Placed = turnTo(&pic.Active.View, l)
		e.lines = append(e.lines, s)
	}
}

// turnTo returns how many degrees a camera would have to turn to the right to face what a
// subtitle tells of; ok is false if that is at the camera, or nowhere.
func turnTo(c *scene.Camera, l *sound.Line) (degrees float32, ok bool) {
	const near = 24 // units
	d := l.Origin.Sub(c.Origin)
	if !l.Placed || d[0]*d[0]+d[1]*d[1] < near*near {
		return 0, false
	}
	turn := float64(c.Angles[1]) - math.Atan2(float64(d[1]), float64(d[0]))*180/math.Pi
	return float32(math.Mod(math.Mod(turn+180, 360)+360, 360) - 180), true
}

const (
	// insetHold is for how many seconds of the demo the inset stays with somebody who has come
	// into the picture, or has died: a shorter look at anything is a flash.
	insetHold = 0.8
	// insetShown is for how many seconds of the demo it is shown, and again when that player kills or is killed.
	insetShown = 1.0
)

// inset is a small picture of who fights the watched player from outside of the picture,
// from behind him, or of the watched himself, who is about to die alone.
type inset struct {
	scene *scene.Scene
	// slot is the opponent, [world.Nobody] for none; watched is the player that the opponent fights, and clock the time
	// of the last picture with the opponent.
	slot, watched int
	clock         float64
	dead          bool    // the opponent was dead in the last picture
	since         float64 // when it began to be shown
	killed        bool    // there was a kill by or of the opponent in the last picture
}

func newInset() inset { return inset{scene: scene.New(), slot: world.Nobody} }

// choose decides at a moment whom the inset shows; found is the opponent of that moment,
// who is shown at once if he has part in the kill that is told. Who has died in it is shown no more when he
// has come back.
func (n *inset) choose(m *player.Moment, found int, kill *anchor.Kill) {
	who := watched(m)
	held := n.slot >= 0 && n.slot < len(m.World.Players) && n.slot < len(m.Poses) && m.World.Players[n.slot].Visible &&
		n.watched == who && math.Abs(m.Clock-n.clock) <= insetHold
	if held {
		is := m.World.Players[n.slot].Dead
		held = !(n.dead && !is) && !(kill.Back && kill.Sides[1].Player == n.slot+1)
		n.dead = is
	}
	for i := range kill.Sides { // whoever it was: that one matters now
		if kill.Known && found >= 0 && kill.Sides[i].Player == found+1 {
			held = held && n.slot == found
		}
	}
	switch {
	case found >= 0 && !(held && found != n.slot && !m.World.Players[n.slot].Dead):
		if n.slot != found || n.watched != who {
			n.since = m.Clock
		}
		n.slot, n.watched, n.clock, n.dead = found, who, m.Clock, m.World.Players[found].Dead
	case !held:
		n.slot = world.Nobody
	}
}

// lasts reports whether the inset is still shown at a moment: for a short time since it began, or since a kill.
func (n *inset) lasts(clock float64, kill *anchor.Kill) bool {
	killed := kill.Known && kill.In <= 0 && (kill.Sides[0].Player == n.slot+1 || kill.Sides[1].Player == n.slot+1)
	if killed && !n.killed || clock < n.since {
		n.since = clock
	}
	n.killed = killed
	return clock-n.since < insetShown
}

// buildInset builds the inset, if there is an opponent and room.
func (pic *Picture) buildInset(m *player.Moment) {
	n, in := &pic.Active.inset, &pic.Input.Inset
	in.Shown = false
	n.choose(m, pic.Active.Scene.Story.Opponent, &pic.Active.Scene.Kill)
	width, height := hud.InsetSize(pic.Size)
	if n.slot < 0 || !n.lasts(m.Clock, &pic.Active.Scene.Kill) || len(pic.Panes) > 1 || width <= 0 ||
		pic.Viewing.Display == hud.Clean || !pic.Active.Options.Opponent {
		return
	}
	o := pic.Active.Options
	o.Set(setting.ScreenEffects|setting.HeatMap|setting.AimLines, false)
	o.FirstPerson, o.Pointers, o.Opponent, o.Trails, o.Footprints, o.Ghost, o.Rings = false, false, false, nil, nil,
		scene.Ghost{}, nil
	c, ok := camera.Facing(m, n.slot, pic.Demo.CurrentMap(), pic.Active.Scene.Geometry())
	if !ok {
		c, ok = camera.Struck(m, n.slot, pic.Demo.CurrentMap(), pic.Active.Scene.Geometry())
	}
	if !ok {
		c = camera.Over(m, n.slot, pic.Demo.CurrentMap())
	}
	n.scene.SetGeometry(pic.Active.Scene.Geometry())
	n.scene.Build(m, c, scene.View{Width: width, Height: height, Scale: pic.Size.Scale}, &o)
	in.Shown, in.Slot, in.Labels, in.Bodies = true, n.slot, n.scene.Labels, n.scene.Bodies
}

// PaintInset draws the inset where the HUD has room for it.
func (pic *Picture) PaintInset(to Canvas) {
	if r := pic.HUD.Inset(); r.W > 0 {
		s := pic.Active.inset.scene
		to.Open(insetPart, image.Rect(int(r.X), int(r.Y), int(r.X+r.W), int(r.Y+r.H)))
		to.Fill(Background, s.Bare())
		to.Draw(&s.World)
		to.Draw(&s.Overlay)
		to.Shut()
	}
}
