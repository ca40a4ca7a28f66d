package render

import (
	"fmt"
	"image"
	"math"
	"slices"

	"demoscope/assets/tone"
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

// picture is what is drawn of a demo: the scene of each pane, the HUD over all, and what draws them. It needs no window
// and takes no input: films, shots and scenes for other programs are made with it, as the window is.
type picture struct {
	views
	size       hud.Screen
	hud        *hud.HUD // nil before the first picture
	hudIn      hud.Input
	cpu        *software      // draws instead of the graphics card; nil if that does
	ways       []scene.Trail  // in the options of the scene
	footprints []scene.Trail  // the same
	roomless   hud.OverlaySet // overlays that were said to have no room, and are still asked for
	seen       soundSight
	ghost      *ghost
}

func newPicture(o *Options) *picture {
	pic := &picture{
		views: newViews(o), ghost: newGhost(&o.Ghost, o.Report),
		size: hud.Screen{Width: float32(o.Width), Height: float32(o.Height), Scale: 1},
	}
	pic.viewing.ghost, pic.viewing.alignment = o.Ghost.Open != nil, o.Ghost.By
	if o.Renderer == CPU {
		pic.cpu = newSoftware()
	}
	return pic
}

// prepare finds out what the picture of a moment shows, dt seconds after the last one: all that
// changes by itself.
func (pic *picture) prepare(m *player.Moment, in *input, dt float64) {
	pic.demo.updateMap(m.World, dt)
	pic.demo.marks.take(&pic.demo.notices, false)
	pic.prepareScene(m, dt)
	pic.waitPointer(in, dt)
	pic.tell()
}

// build builds the picture of a moment that is prepared.
func (g *game) build(m *player.Moment, in *input) {
	g.buildPanes(m)
	g.hover(in)
	g.hudIn.Finder = nil
	if g.finder.open {
		g.hudIn.Finder = &g.finder.Finder
	}
	g.buildHUD(m, in)
	g.desktop.showHand(g.hud.Hand(&g.hudIn))
}

// smallSeek is how many seconds a seek or a step may lead away without a cut of the camera.
const smallSeek = 0.25

// buildScene builds the picture of the level, dt seconds after the last one.
func (pic *picture) buildScene(m *player.Moment, dt float64) {
	pic.prepareScene(m, dt)
	pic.buildPanes(m)
}

// prepareScene decides from where the level is seen, dt seconds after the last picture.
func (pic *picture) prepareScene(m *player.Moment, dt float64) {
	pic.demo.along.update(pic.demo.marks.Path)
	pic.ghost.show(pic.demo, pic.viewing.ghost, pic.viewing.alignment)
	pic.layOut()
	for _, p := range pic.panes {
		p.look(pic, pic.momentIn(p, m), dt)
	}
}

// buildPanes builds the picture of the level.
func (pic *picture) buildPanes(m *player.Moment) {
	pic.see(m)
	common := pic.common(m)
	for _, p := range pic.panes {
		pic.buildPane(p, pic.momentIn(p, m), common)
	}
	pic.buildInset(m)
}

// common returns the options of a picture that do not depend on who is watched.
func (pic *picture) common(m *player.Moment) scene.Options {
	s, o := pic.demo, pic.viewing.options()
	o.Palette, o.Models = s.gamePalette(m.World), s.models
	o.Ghost = pic.ghost.drawn()
	o.Path, o.Looks = s.along.line, s.along.looks
	o.Rings = pic.seen.rings
	o.Trails, o.Footprints = pic.trails(m)
	o.SkipHidden = pic.cpu != nil
	if s.player.Player != nil {
		o.Walked = s.walkedGround()
		o.Kills = story.EventsAt(s.player.Timeline().Events(), m.Clock, m.World.Clock, !pic.viewing.announces())
	}
	return o
}

// buildPane builds what a pane shows of a moment.
func (pic *picture) buildPane(p *pane, m *player.Moment, common scene.Options) {
	p.options = common
	p.choose(&pic.viewing, m)
	p.scene.SetGeometry(pic.demo.geometry)
	p.scene.Build(m, p.view, p.sees(pic.size.Scale), &p.options)
}

// tell finds out what is to be said.
func (pic *picture) tell() {
	n := &pic.demo.notices
	if pic.viewing.help {
		n.hint = timedText{} // it has been found
	}
	pic.hudIn.Messages = n.list(pic.demo.player.Player, pic.viewing.display == hud.Clean)
	if pic.hudIn.Level = ""; n.picture {
		pic.hudIn.Level = n.level.label
	}
}

// buildHUD builds the HUD for a moment of the Player, with what [picture.tell] has found. If in is nil, there is no
// pointer.
func (pic *picture) buildHUD(m *player.Moment, in *input) {
	s, v, h := pic.demo, &pic.viewing, &pic.hudIn
	p, t := s.player.Player, s.player.Timeline()
	h.Duration, h.Complete = p.Duration()
	h.Progress = t.Progress()
	h.Growing, h.Live, h.Lag, h.Waits = p.Growing(), p.Live(), p.Lag(), pic.demo.notices.awaits != ""
	h.PlaybackRate, h.Paused, h.Ended = p.Speed(), s.drag.paused(p), p.Ended()
	h.Levels, h.Events = t.Levels(), t.Events()
	h.Gaps, _ = t.Gaps()
	h.MatchStart, _ = t.MatchStart(m.Clock)
	h.MouseKnown = in != nil && !pic.captured && (!in.finger || len(in.touches) > 0)
	if in != nil {
		h.MouseX, h.MouseY = in.x, in.y
	}
	h.Held = pic.held(in)
	h.HideBar, h.Warnings, h.Muted = !pic.barShown(), s.notices.warningCount(), v.loudness.Muted
	h.Display, h.Chat, h.Scores, h.ShowHelp = v.display, v.chats(), v.scores, v.help
	if h.Sheet = (hud.Sheet{}); s.notices.searched {
		h.Sheet = hud.Sheet{Title: warningsTitle, Text: s.notices.allWarnings()}
	}
	h.Browsing = hud.Browsing{
		Filter: v.classes, Clocks: v.clock,
		Bookmarks: s.marks.Marks, Path: s.marks.Path, Clip: s.marks.hudClip(),
	}
	if v.list {
		h.List = s.list.events
	}
	h.Overlays = pic.overlaid(m)
	if s.typing.line == &s.marks.naming.line {
		h.Naming = s.typing.line
	}
	pic.finishHUD(m)
}

// fitHUD makes a HUD for the window's size, unless there is one.
func (pic *picture) fitHUD() {
	if pic.hud == nil || !pic.hud.Fits(pic.size) {
		pic.hud = hud.New(pic.size.Unit())
	}
}

// finishHUD adds the input that every HUD needs, and builds it.
func (pic *picture) finishHUD(m *player.Moment) {
	h := &pic.hudIn
	h.Screen, h.SafeColors, h.Switches = pic.size, pic.viewing.colors == colorblind, pic.viewing.Switches
	h.World, h.Clock, h.Time = m.World, m.Clock, m.Time
	h.Sides = h.World.Sides(h.Sides[:0])
	pic.active.tell(h, m, pic.directs(pic.active))
	h.Mode, h.Palette = pic.active.options.Mode.String(), pic.active.options.Palette
	pic.fitHUD()
	h.Extent, h.Panes = hud.Whole, h.Panes[:0]
	if len(pic.panes) > 1 {
		h.Extent, h.Front = hud.Window, slices.Index(pic.panes, pic.active)
		for _, p := range pic.panes {
			h.Panes = append(h.Panes, p.area)
		}
	}
	pic.hud.Build(h)
	if len(pic.panes) > 1 {
		for _, p := range pic.panes {
			pic.buildPaneHUD(p)
		}
		pic.hud.SetFront(pic.active.hud)
	}
}

// painter draws on a canvas, with the HUD if it is wanted.
type painter interface{ paint(to canvas, withHUD bool) }

// drawOn draws what p paints on an image of the graphics card.
func (pic *picture) drawOn(to card, p painter, withHUD bool) {
	if pic.cpu != nil {
		to.put(pic.drawCPU(to.bounds(), p, withHUD).Pix())
		return
	}
	to.glyphs(pic.hud.Atlas())
	p.paint(to, withHUD)
}

// drawCPU draws what p paints without the graphics card. The result is valid until the next call.
func (pic *picture) drawCPU(size image.Point, p painter, withHUD bool) *raster.Picture {
	pic.cpu.begin(size, pic.hud.Atlas())
	p.paint(pic.cpu, withHUD)
	return pic.cpu.picture
}

// paint draws the picture: the level, what is shown over it, and the HUD.
func (pic *picture) paint(to canvas, withHUD bool) {
	if len(pic.panes) > 1 {
		to.fill(background, raster.Bare{})
		pic.paintPanes(to, withHUD)
	} else {
		s := pic.active.scene
		to.fill(background, s.Bare())
		to.draw(&s.World)
		to.draw(&s.Overlay)
		if withHUD {
			pic.paintInset(to)
		}
	}
	if withHUD {
		to.draw(pic.hud.Buffer())
	}
}

// Layout makes the picture as large as a window of width by height device-independent pixels, with scale pixels to
// each. No side is longer than largest pixels. It returns the size in pixels.
func (pic *picture) Layout(width, height, scale float64, largest int) (float64, float64) {
	touch := pic.size.Touch
	pic.size = fitScreen(width, height, scale, largest)
	pic.size.Percent, pic.size.Touch = pic.viewing.uiScale, touch
	return float64(pic.size.Width), float64(pic.size.Height)
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
func (pic *picture) overlaid(m *player.Moment) hud.Overlays {
	v := &pic.viewing
	o := hud.Overlays{Team: v.On(setting.TeamOverlay), Timers: v.On(setting.ItemTimers),
		Velocity: v.On(setting.Speedometer), Buttons: v.On(setting.KeyDisplay)}
	t := pic.demo.player.Timeline()
	o.Items = t.Items(t.LevelAt(m.Clock))
	o.Speed.Now = -1
	if slot := watched(m); slot >= 0 && slot < len(m.Poses) && m.World.Players[slot].Visible {
		v := m.Velocity(slot)
		o.Speed.Now = v.Vec2().Len()
		o.Speed.Track = t.Track(slot, m.Clock-hud.SpeedSeconds, m.Clock)
	}
	o.Heard, o.Subtitles = v.seen >= SoundSubtitles, pic.seen.lines
	o.Beside, o.Ghost = pic.ghost.told(v.alignment)
	return o
}

// sayNoRoom says which overlays have no room in the picture that was built, of each once as long as it is
// switched on: the key would seem to be broken. Of the matchup panel, which nobody asked for, it says nothing.
func (pic *picture) sayNoRoom(place string, say func(text string)) {
	wanted := pic.hudIn.Overlays.Wanted()
	pic.roomless &= wanted
	lack, _ := pic.hud.NoRoom(&pic.hudIn)
	if lack = lack & wanted &^ pic.roomless; lack == 0 {
		return
	}
	pic.roomless |= lack
	say(pic.noRoom(lack, place))
}

// noRoom says that overlays have no room in a place, as in a window, or among the views that the last picture has.
func (pic *picture) noRoom(lack hud.OverlaySet, place string) string {
	text := "No room for " + lack.String()
	if len(pic.panes) < 2 {
		return text + " in this " + place
	}
	switch alone := lack &^ pic.hud.NoRoomAlone(&pic.hudIn); alone {
	case lack:
		return text + fmt.Sprintf(" in %d views; a single view has room", len(pic.panes))
	case 0:
		return text + fmt.Sprintf(" in %d views, nor in a single one", len(pic.panes))
	default:
		return text + fmt.Sprintf(" in %d views; a single view has room for %v", len(pic.panes), alone)
	}
}

// trails returns where the players were in the last seconds, for their ways and for their
// footprints, valid until the next call.
func (pic *picture) trails(m *player.Moment) (ways, footprints []scene.Trail) {
	v := &pic.viewing
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
	if vs.demo.player.Player == nil {
		return list
	}
	t := vs.demo.player.Timeline()
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

// ear returns from where a moment is heard: from where it is seen.
func (vs *views) ear(m *player.Moment) sound.Ear {
	view := &vs.active.view
	ear := sound.Ear{Origin: view.Origin, Right: sound.RightOf(view.Angles), Entity: sound.NoEntity, Slot: watched(m)}
	if vs.active.camera.Shown() == camera.Eyes && m.Eye.Known && !m.Eye.ThirdPerson && m.Eye.Slot >= 0 {
		ear.Entity = m.Eye.Entity
	}
	return ear
}

// see finds out what is heard at a moment, as far as it is to be shown.
func (pic *picture) see(m *player.Moment) {
	e, way := &pic.seen, pic.viewing.seen
	e.rings, e.lines = e.rings[:0], e.lines[:0]
	if way == SoundsUnseen {
		return
	}
	ear := pic.ear(m)
	e.sight.Look(m, pic.demo.currentMap(), &ear, &pic.viewing.loudness.Off)
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
		s.Turn, s.Placed = turnTo(&pic.active.view, l)
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
func (pic *picture) buildInset(m *player.Moment) {
	n, in := &pic.active.inset, &pic.hudIn.Inset
	in.Shown = false
	n.choose(m, pic.active.scene.Story.Opponent, &pic.active.scene.Kill)
	width, height := hud.InsetSize(pic.size)
	if n.slot < 0 || !n.lasts(m.Clock, &pic.active.scene.Kill) || len(pic.panes) > 1 || width <= 0 ||
		pic.viewing.display == hud.Clean || !pic.active.options.Opponent {
		return
	}
	o := pic.active.options
	o.Set(setting.ScreenEffects|setting.HeatMap|setting.AimLines, false)
	o.FirstPerson, o.Pointers, o.Opponent, o.Trails, o.Footprints, o.Ghost, o.Rings = false, false, false, nil, nil,
		scene.Ghost{}, nil
	c, ok := camera.Facing(m, n.slot, pic.demo.currentMap(), pic.active.scene.Geometry())
	if !ok {
		c, ok = camera.Struck(m, n.slot, pic.demo.currentMap(), pic.active.scene.Geometry())
	}
	if !ok {
		c = camera.Over(m, n.slot, pic.demo.currentMap())
	}
	n.scene.SetGeometry(pic.active.scene.Geometry())
	n.scene.Build(m, c, scene.View{Width: width, Height: height, Scale: pic.size.Scale}, &o)
	in.Shown, in.Slot, in.Labels, in.Bodies = true, n.slot, n.scene.Labels, n.scene.Bodies
}

// paintInset draws the inset where the HUD has room for it.
func (pic *picture) paintInset(to canvas) {
	if r := pic.hud.Inset(); r.W > 0 {
		s := pic.active.inset.scene
		to.open(insetPart, image.Rect(int(r.X), int(r.Y), int(r.X+r.W), int(r.Y+r.H)))
		to.fill(background, s.Bare())
		to.draw(&s.World)
		to.draw(&s.Overlay)
		to.shut()
	}
}
