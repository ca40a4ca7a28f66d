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

// Picture is the picture of a demo: the scene of each pane, the HUD, and the renderer. It needs no window and no input,
// so films, shots and exported scenes use it as well as the window.
type Picture struct {
	views
	Size           hud.Screen
	HUD            *hud.HUD // nil before the first picture
	Input          hud.Input
	CPU            *Software      // draws instead of the graphics card; nil for the graphics card
	trailsBuf      []scene.Trail  // memory for the scene's options
	footprintsBuf  []scene.Trail  // memory for the scene's options
	reportedNoRoom hud.OverlaySet // overlays reported to have no room that are still on
	cues           cueState
	texturing      texturing
	skins          scene.Skins // of player models, for all panes
	Ghost          *ghost
}

// NewPicture returns a picture of the demo in o. Nothing is drawn yet.
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

// prepare updates everything in the picture of a moment that changes by itself. dt is the time since the last picture
// in seconds.
func (pic *Picture) prepare(m *player.Moment, dt float64) {
	pic.Demo.updateMap(m.World, dt)
	pic.Demo.Marks.Take(&pic.Demo.Notices, false)
	pic.PrepareScene(m, dt)
	pic.UpdateMessages()
}

// build builds the picture of a moment after prepare.
func (g *App) build(m *player.Moment, in *input) {
	if level := g.untextured(); level != nil {
		palette, files, light := g.Demo.gamePalette(m.World), g.Demo.Models.Textures(), g.texturing.light
		done := make(chan struct{})
		g.texturing.done = done
		go func() { // until it ends, the level has no textures or the previous light
			defer close(done)
			err := fault.Guard("reading textures", func() { level.Paint(palette, files, light == trueLight) })
			if err != nil && g.opener.report != nil {
				g.opener.report(err)
			}
		}()
	}
	if g.Viewing.Mode == scene.Game {
		g.texturing.report(&g.Demo.Notices)
	}
	g.buildPanes(m)
	g.pointer.hover(in)
	g.Input.Finder = g.finder.view()
	g.BuildHUD(m, in)
	g.desktop.ShowHand(g.HUD.Hand(&g.Input))
}

// smallSeek is the longest seek or step that does not cut the camera, in seconds.
const smallSeek = 0.25

// BuildScene builds the picture of the level. dt is the time since the last picture in seconds.
func (pic *Picture) BuildScene(m *player.Moment, dt float64) {
	pic.PrepareScene(m, dt)
	pic.buildPanes(m)
}

// texturing records the level whose textures were requested last, in which light, and whether missing textures were
// reported. left is set while the level is shown in another mode than [scene.Game]. done is closed when the textures
// are ready; nil stands for ready textures.
type texturing struct {
	level    *scene.Geometry
	light    light
	reported bool
	left     bool
	done     chan struct{}
}

// busy reports whether textures are being prepared.
func (p *texturing) busy() bool {
	select {
	case <-p.done:
		return false
	default:
		return p.done != nil
	}
}

// textured reports whether the level has the textures that the mode needs.
func (pic *Picture) textured() bool {
	was := &pic.texturing
	return pic.Viewing.Mode != scene.Game || pic.Demo.Maps.Geometry == nil ||
		was.level == pic.Demo.Maps.Geometry && was.light == pic.Viewing.light && !was.busy()
}

// untextured returns the level if its textures are needed and not requested yet, otherwise nil. It returns nil while
// other textures are being prepared, so that the last request always wins.
func (pic *Picture) untextured() *scene.Geometry {
	g, was := pic.Demo.Maps.Geometry, &pic.texturing
	if pic.Viewing.Mode != scene.Game {
		was.left = true
		return nil
	}
	if pic.textured() || was.busy() {
		return nil
	}
	pic.texturing = texturing{level: g, light: pic.Viewing.light, reported: was.reported && g == was.level,
		left: was.left}
	return g
}

// report reports missing textures of the level in [scene.Game], once. That all are missing is only reported to
// somebody who switches to the mode: without the game's files it is usual.
func (p *texturing) report(n *notices) {
	if p.level == nil || p.reported && !p.left {
		return
	}
	const named = 3
	missing, all, ready := p.level.Unpainted()
	if !ready {
		return
	}
	switched, again := p.left, p.reported
	p.left, p.reported = false, true
	switch {
	case all && switched:
		n.say("No textures found for this level; drawn as lit")
	case all || again:
	case len(missing) == 1:
		n.say("Texture not found: " + missing[0])
	case len(missing) > named:
		n.say(fmt.Sprintf("%d textures not found: %s and others", len(missing), strings.Join(missing[:named], ", ")))
	case len(missing) > 1:
		n.say("Textures not found: " + strings.Join(missing, ", "))
	}
}

// PrepareScene updates the cameras of all panes. dt is the time since the last picture in seconds.
func (pic *Picture) PrepareScene(m *player.Moment, dt float64) {
	pic.Demo.cameraPath.update(pic.Demo.Marks.Path)
	pic.Ghost.show(pic.Demo, pic.Viewing.ghost, pic.Viewing.alignment)
	pic.layOut()
	for _, p := range pic.Panes {
		p.moveCamera(pic, pic.MomentIn(p, m), dt)
	}
}

// buildPanes builds the scene of each pane.
func (pic *Picture) buildPanes(m *player.Moment) {
	if g := pic.untextured(); g != nil {
		g.Paint(pic.Demo.gamePalette(m.World), pic.Demo.Models.Textures(), pic.Viewing.light == trueLight)
	}
	pic.updateSoundCues(m)
	common := pic.common(m)
	for _, p := range pic.Panes {
		pic.buildPane(p, pic.MomentIn(p, m), common)
	}
	pic.buildInset(m)
}

// common returns the scene options that don't depend on the followed player.
func (pic *Picture) common(m *player.Moment) scene.Options {
	s, o := pic.Demo, pic.Viewing.options()
	o.Palette, o.Models, o.Skins = s.gamePalette(m.World), s.Models, &pic.skins
	o.Ghost = pic.Ghost.sceneGhost()
	o.Path, o.Looks = s.cameraPath.line, s.cameraPath.looks
	o.Rings = pic.cues.rings
	o.Trails, o.Footprints = pic.trails(m)
	o.SkipHidden = pic.CPU != nil
	if s.Player.Player != nil {
		o.Walked = pic.heatMap()
		o.Kills = story.EventsAt(s.Player.Timeline().Events(), m.Clock, m.World.Clock, !pic.Viewing.announcesKills())
	}
	return o
}

// heatMap returns the heat map of the current level, or nil if it is unknown or not needed. It takes a pass over the
// demo, so only a picture that shows it asks for it. Without a map, it says where the floor is.
func (pic *Picture) heatMap() *scene.Walked {
	s := pic.Demo
	if !pic.Viewing.On(setting.HeatMap) && !s.Maps.Missing() {
		return nil
	}
	t := s.Player.Timeline()
	return t.Walked(t.LevelAt(s.Player.Clock()))
}

// WaitHeatMap waits until the whole heat map is known, if the picture needs it.
func (pic *Picture) WaitHeatMap() {
	s := pic.Demo
	if s.Player.Player != nil && (pic.Viewing.On(setting.HeatMap) || s.Maps.Missing() &&
		s.Maps.Rebuilt.Prepared() == nil) {
		s.Player.Timeline().WaitSurveys()
	}
}

// buildPane builds the scene of a pane.
func (pic *Picture) buildPane(p *pane, m *player.Moment, common scene.Options) {
	p.Options = common
	p.setOptions(&pic.Viewing, m)
	p.Scene.SetGeometry(pic.Demo.Maps.Geometry)
	p.Scene.Build(m, p.View, p.SceneView(pic.Size.Scale), &p.Options)
}

// UpdateMessages updates the messages.
func (pic *Picture) UpdateMessages() {
	n := &pic.Demo.Notices
	if pic.Viewing.help {
		n.hint = timedText{} // the viewer found help
	}
	pic.Input.Messages = n.list(pic.Demo.Player.Player, pic.Viewing.Display == hud.Clean)
	if pic.Input.Level = ""; n.Still {
		pic.Input.Level = n.mapNotice.label
	}
}

// BuildHUD builds the HUD for a moment of the Player, with the messages of [Picture.UpdateMessages]. in is nil if there
// is no pointer.
func (pic *Picture) BuildHUD(m *player.Moment, in *input) {
	s, v, h := pic.Demo, &pic.Viewing, &pic.Input
	p, t := s.Player.Player, s.Player.Timeline()
	h.Duration, h.Complete = p.Duration()
	h.Progress = t.Progress()
	h.Growing, h.Live, h.Lag, h.Waits = p.Growing(), p.Live(), p.Lag(), pic.Demo.Notices.waitingFor != ""
	h.PlaybackRate, h.Paused, h.Ended = p.Speed(), s.Player.pausedByViewer(), p.Ended()
	h.Levels, h.Events = t.Levels(), t.Events()
	h.Gaps, _ = t.Gaps()
	h.MatchStart, _ = t.MatchStart(m.Clock)
	h.MouseKnown = in != nil && !pic.Captured && (!in.finger || len(in.touches) > 0)
	if in != nil {
		h.MouseX, h.MouseY = in.x, in.y
	}
	h.HideBar, h.Warnings, h.Muted = !pic.barShown(), s.Notices.warningCount(), v.sound.Muted
	h.Display, h.Chat, h.Scores, h.ShowHelp = v.Display, v.chatShown(), v.scores, v.help
	if h.Sheet = (hud.Sheet{}); s.Notices.warningsOpen {
		h.Sheet = hud.Sheet{Title: warningsTitle, Text: s.Notices.allWarnings()}
	}
	h.Browsing = hud.Browsing{
		Filter: v.classes, Clocks: v.clock,
		Bookmarks: s.Marks.Marks, Path: s.Marks.Path, Clip: s.Marks.hudClip(),
	}
	if v.List {
		h.List = s.List.Events
	}
	h.Overlays = pic.overlays(m)
	if s.typing.line == &s.Marks.naming.line {
		h.Naming = s.typing.line
	}
	pic.FinishHUD(m)
}

// fitHUD makes a HUD for the window's size, unless the current one fits.
func (pic *Picture) fitHUD() {
	if pic.HUD == nil || !pic.HUD.Fits(pic.Size) {
		pic.HUD = hud.New(pic.Size.Unit())
	}
}

// FinishHUD adds the input that all HUDs need, and builds the HUD.
func (pic *Picture) FinishHUD(m *player.Moment) {
	h := &pic.Input
	h.Screen, h.SafeColors, h.Switches = pic.Size, pic.Viewing.colors == colorblind, pic.Viewing.Switches
	h.World, h.Clock, h.Time = m.World, m.Clock, m.Time
	h.Sides = h.World.Sides(h.Sides[:0])
	pic.Active.fillHUD(h, m, pic.isDirected(pic.Active))
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

// painter draws on a canvas, with or without the HUD.
type painter interface{ Paint(to Canvas, withHUD bool) }

// DrawOn draws p on an image of the graphics card.
func (pic *Picture) DrawOn(to Card, p painter, withHUD bool) {
	if pic.CPU != nil {
		to.Put(pic.DrawCPU(to.Bounds(), p, withHUD).Pix())
		return
	}
	to.Glyphs(pic.HUD.Atlas())
	p.Paint(to, withHUD)
}

// DrawCPU draws p with the CPU. The result is valid until the next call.
func (pic *Picture) DrawCPU(size image.Point, p painter, withHUD bool) *raster.Picture {
	pic.CPU.begin(size, pic.HUD.Atlas())
	p.Paint(pic.CPU, withHUD)
	return pic.CPU.Picture
}

// Paint draws the picture: the level, the overlays in it, and the HUD.
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

// Layout sets the size of the picture for a window of width by height device-independent pixels, with scale pixels per
// device-independent pixel. No side is longer than largest pixels. It returns the size in pixels.
func (pic *Picture) Layout(width, height, scale float64, largest int) (float64, float64) {
	touch := pic.Size.Touch
	pic.Size = fitScreen(width, height, scale, largest)
	pic.Size.Percent, pic.Size.Touch = pic.Viewing.UIScale, touch
	return float64(pic.Size.Width), float64(pic.Size.Height)
}

const (
	// maxScale is the maximum number of pixels per device-independent pixel. Screens have up to 4, and the image of the
	// glyphs grows with the square.
	maxScale = 4
	// imageMargin is how much Ebitengine adds to the sides of an image at most, in pixels.
	imageMargin = 2
)

// fitScreen returns the screen for a window of width by height device-independent pixels, with scale pixels per
// device-independent pixel. No side is longer than largest pixels, the limit of the graphics card: a larger window
// enlarges a smaller picture. If largest is not positive, it uses MaxShot. It replaces NaN by 1.
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

// atLeast1 limits v to the range from 1 to a million. NaN becomes 1.
func atLeast1(v float64) float64 {
	if !(v >= 1) {
		return 1
	}
	return min(v, 1e6)
}

const (
	// areaOverlays are the settings of overlays that take space from the picture-in-picture.
	areaOverlays = setting.TeamOverlay | setting.ItemTimers | setting.Speedometer | setting.KeyDisplay
	// shotOverlays also include overlays that may show places anywhere in the demo.
	shotOverlays = areaOverlays | setting.Trails | setting.Footprints | setting.AimLines
)

// overlays returns the input for the HUD's overlays at a moment.
func (pic *Picture) overlays(m *player.Moment) hud.Overlays {
	v := &pic.Viewing
	o := hud.Overlays{Team: v.On(setting.TeamOverlay), Timers: v.On(setting.ItemTimers),
		Velocity: v.On(setting.Speedometer), Buttons: v.On(setting.KeyDisplay)}
	t := pic.Demo.Player.Timeline()
	o.Items = t.Items(t.LevelAt(m.Clock))
	o.Speed.Now = -1
	if slot := followed(m); slot >= 0 && slot < len(m.Poses) && m.World.Players[slot].Visible {
		v := m.Velocity(slot)
		o.Speed.Now = v.Vec2().Len()
		o.Speed.Track = t.Track(slot, m.Clock-hud.SpeedSeconds, m.Clock)
	}
	o.Heard, o.Subtitles = v.soundCues >= SoundSubtitles, pic.cues.lines
	o.Beside, o.Ghost = pic.Ghost.hudGhost(v.alignment)
	return o
}

// sayNoRoom reports which overlays have no room in the picture just built, because otherwise their keys would seem
// broken. It reports each overlay once until it is turned off, and never the matchup panel, which the viewer did not
// ask for.
func (pic *Picture) sayNoRoom(place string, say func(text string)) {
	wanted := pic.Input.Overlays.Wanted()
	pic.reportedNoRoom &= wanted
	lack, _ := pic.HUD.NoRoom(&pic.Input)
	if lack = lack & wanted &^ pic.reportedNoRoom; lack == 0 {
		return
	}
	pic.reportedNoRoom |= lack
	say(pic.NoRoom(lack, place))
}

// NoRoom returns the message that overlays have no room. place is what lacks the room, such as "window".
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

// trails returns the players' last positions for trails and footprints. They are valid until the next call.
func (pic *Picture) trails(m *player.Moment) (ways, footprints []scene.Trail) {
	v := &pic.Viewing
	if v.On(setting.Trails) {
		pic.trailsBuf = pic.Demo.Player.tracks(pic.trailsBuf[:0], m, scene.TrailSeconds)
		ways = pic.trailsBuf
	}
	if v.On(setting.Footprints) {
		pic.footprintsBuf = pic.Demo.Player.tracks(pic.footprintsBuf[:0], m, scene.FootprintSeconds)
		footprints = pic.footprintsBuf
	}
	return ways, footprints
}

// tracks appends the positions of the players during the last seconds before a moment.
func (t *transport) tracks(list []scene.Trail, m *player.Moment, seconds float64) []scene.Trail {
	if t.Player == nil {
		return list
	}
	index := t.Timeline()
	for slot := range m.World.Players {
		if w := index.Track(slot, m.Clock-seconds, m.Clock); len(w) > 0 {
			list = append(list, scene.Trail{Slot: slot, Samples: w})
		}
	}
	return list
}

// SoundCues selects how sounds are shown.
type SoundCues uint8

// The kinds of sound cues.
const (
	NoSoundCues SoundCues = iota
	SoundRings            // at the sounds' positions
	SoundSubtitles
	SoundRingsAndSubtitles
	soundCueKinds
)

// String returns the name of the kind.
func (s SoundCues) String() string {
	return [...]string{"off", "rings", "subtitles", "both"}[s%soundCueKinds]
}

// nextSoundCues switches to the next kind of sound cues.
func (v *viewing) nextSoundCues(n *notices) {
	v.soundCues = (v.soundCues + 1) % soundCueKinds
	n.sayBriefly("Sound cues: " + v.soundCues.String())
}

// cueColors are the colors of sound cues by class.
var cueColors = [tone.ClassCount]draw.Color{
	tone.OfWorld: draw.RGB(0x6fb0ff), tone.OfWeapons: draw.RGB(0xf2b84b), tone.OfHurt: draw.RGB(0xff6a5e),
	tone.OfItems: draw.RGB(0x7fd983),
	tone.OfSteps: draw.RGB(0xc4ccd6), tone.OfVoices: draw.RGB(0xc3a0f7), tone.OfMonsters: draw.RGB(0xf08fd0),
}

// cueState holds the sound cues. Its memory is reused between frames.
type cueState struct {
	sight sound.Sight
	rings []scene.Ring
	lines []hud.Subtitle
}

// Ear returns the listener for a moment: the camera of the active pane.
func (vs *views) Ear(m *player.Moment) sound.Ear {
	view := &vs.Active.View
	ear := sound.Ear{Origin: view.Origin, Right: sound.RightOf(view.Angles), Entity: sound.NoEntity, Slot: followed(m)}
	if vs.Active.Camera.ShownMode() == camera.Eyes && m.Eye.Known && !m.Eye.ThirdPerson && m.Eye.Slot >= 0 {
		ear.Entity = m.Eye.Entity
	}
	return ear
}

// updateSoundCues updates the sound cues for a moment.
func (pic *Picture) updateSoundCues(m *player.Moment) {
	e, way := &pic.cues, pic.Viewing.soundCues
	e.rings, e.lines = e.rings[:0], e.lines[:0]
	if way == NoSoundCues {
		return
	}
	ear := pic.Ear(m)
	e.sight.Look(m, pic.Demo.Maps.Map(), &ear, &pic.Viewing.sound.Off)
	if way != SoundSubtitles {
		for i := range e.sight.List {
			if s := &e.sight.List[i]; s.Placed && !s.Own {
				e.rings = append(e.rings, scene.Ring{Origin: s.Origin, Age: float32(s.Age), Level: s.Level,
					Color: cueColors[s.Class]})
			}
		}
	}
	if way == SoundRings {
		return
	}
	for i := range e.sight.Lines {
		l := &e.sight.Lines[i]
		s := hud.Subtitle{Words: l.Words, Slot: l.Slot, Count: l.Count, Color: cueColors[l.Class], Level: l.Level,
			Fresh: l.Fresh}
		if l.Slot != world.Nobody && m.World.Players[l.Slot].Name == "" {
			s.Slot = world.Nobody
		}
		s.Turn, s.Placed = turnTo(&pic.Active.View, l)
		e.lines = append(e.lines, s)
	}
}

// turnTo returns how many degrees the camera must turn right to face the sound of a subtitle. ok is false if the sound
// is at the camera or has no position.
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
	// insetHoldSeconds is how long the picture-in-picture keeps a player who has come into the main picture or died, in
	// seconds of the demo. A shorter view would be a flash.
	insetHoldSeconds = 0.8
	// insetSeconds is how long the picture-in-picture is shown, in seconds of the demo. It starts again when its player
	// kills or is killed.
	insetSeconds = 1.0
)

// inset is the picture-in-picture. It shows a player outside the main picture who fights the followed player, from
// behind the opponent. It shows the followed player if that player is about to die alone.
type inset struct {
	scene *scene.Scene
	// slot is the opponent, or [world.Nobody]. watched is the opponent of that player, and clock is the time of the
	// last picture with slot's player.
	slot, followed int
	clock          float64
	dead           bool    // the opponent was dead in the last picture
	since          float64 // when it was first shown, in viewer's seconds
	killed         bool    // the last picture showed a kill by or of the opponent
}

func newInset() inset { return inset{scene: scene.New(), slot: world.Nobody} }

// choose updates the player in the picture-in-picture. found is the opponent at this moment, or -1. An opponent who
// takes part in the current kill is shown at once. A player who died is no longer shown after respawning.
func (n *inset) choose(m *player.Moment, found int, kill *anchor.Kill) {
	who, held := followed(m), n.held(m, kill)
	for i := range kill.Sides { // a player in this kill matters more than the previous one
		if kill.Known && found >= 0 && kill.Sides[i].Player == found+1 {
			held = held && n.slot == found
		}
	}
	switch {
	case found >= 0 && !(held && found != n.slot && !m.World.Players[n.slot].Dead):
		if n.slot != found || n.followed != who {
			n.since = m.Clock
		}
		n.slot, n.followed, n.clock, n.dead = found, who, m.Clock, m.World.Players[found].Dead
	case !held:
		n.slot = world.Nobody
	}
}

// held reports whether the picture-in-picture may keep its player at a moment.
func (n *inset) held(m *player.Moment, kill *anchor.Kill) bool {
	if n.slot < 0 || n.slot >= len(m.World.Players) || n.slot >= len(m.Poses) || !m.World.Players[n.slot].Visible ||
		n.followed != followed(m) || !(math.Abs(m.Clock-n.clock) <= insetHoldSeconds) {
		return false
	}
	wasDead := n.dead
	n.dead = m.World.Players[n.slot].Dead
	respawned := wasDead && !n.dead
	return !respawned && !(kill.Back && kill.Sides[1].Player == n.slot+1)
}

// lasts reports whether the picture-in-picture is still shown: for insetSeconds from its start or from a kill.
func (n *inset) lasts(clock float64, kill *anchor.Kill) bool {
	killed := kill.Known && kill.In <= 0 && (kill.Sides[0].Player == n.slot+1 || kill.Sides[1].Player == n.slot+1)
	if killed && !n.killed || clock < n.since {
		n.since = clock
	}
	n.killed = killed
	return clock-n.since < insetSeconds
}

// buildInset builds the picture-in-picture, if there is an opponent and enough room.
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
	c, ok := camera.Facing(m, n.slot, pic.Demo.Maps.Map(), pic.Active.Scene.Geometry())
	if !ok {
		c, ok = camera.AtVictim(m, n.slot, pic.Demo.Maps.Map(), pic.Active.Scene.Geometry())
	}
	if !ok {
		c = camera.OverShoulder(m, n.slot, pic.Demo.Maps.Map())
	}
	n.scene.SetGeometry(pic.Active.Scene.Geometry())
	n.scene.Build(m, c, scene.View{Width: width, Height: height, Scale: pic.Size.Scale}, &o)
	in.Shown, in.Slot, in.Labels, in.Bodies = true, n.slot, n.scene.Labels, n.scene.Bodies
}

// PaintInset draws the picture-in-picture where the HUD has room for it.
func (pic *Picture) PaintInset(to Canvas) {
	if r := pic.HUD.Inset(); r.W > 0 {
		s := pic.Active.inset.scene
		to.Open(insetPart, image.Rect(int(r.X), int(r.Y), int(r.X+r.W), int(r.Y+r.H)))
		to.Fill(Background, s.Bare())
		to.Draw(&s.World)
		to.Draw(&s.Overlay)
		to.Close()
	}
}
