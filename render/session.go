package render

import (
	"fmt"

	"demoscope/assets"
	"demoscope/bsp"
	"demoscope/internal/humanize"
	"demoscope/player"
	"demoscope/player/charset"
	levels "demoscope/player/rebuilt"
	"demoscope/player/world"
	"demoscope/render/camera"
	"demoscope/render/hud"
	"demoscope/render/scene"
	"demoscope/render/sound"
)

// session is one demo in the window, with all state that is dropped when another one
// is opened.
type session struct {
	player  transport
	maps    *levelMaps
	taken   *loadedMap // the current one of maps that is drawn, or in whose place something is
	rebuild rebuilder
	level   *rebuilt // in place of the map that is missing; nil if there is none
	// geometry is the level's that is drawn, nil for none.
	geometry *scene.Geometry
	palette  *assets.Palette // nil until the game is known
	models   *assets.Models  // nil for figures of our own alone
	score    *sound.Score    // nil for silence

	marks   marks
	list    listPanel
	jumps   jumps
	drag    drag
	turning turning
	press   press

	rateTurn turned  // of the wheel over the speed, in notches
	stillFor float64 // seconds since the pointer moved
	// steadyFor is for how many seconds the demo has played without a seek.
	steadyFor float64
	alone     float64 // seconds that a second view has waited for somebody; negative once that is over

	directing directing
	along     along

	typing  typing
	notices notices

	title string        // the name of the demo
	path  string        // as the program opens it
	key   func() string // SHA-256 of its content; nil for a demo that is not remembered
	close func()        // may be nil
	// replaced is [Options].Replaced, nil once it was seen; growing is whether the demo grew when it was looked
	// at last.
	replaced <-chan struct{}
	outdated bool // the game folders have changed since it was opened
	source   LiveSource
	growing  bool
	cut      CutFunc // may be nil
}

func newSession(o *Options) *session {
	s := &session{
		player: transport{Player: o.Player}, maps: o.maps, palette: o.Palette, models: o.Models, score: o.Score,
		rebuild: rebuilder{report: o.Report},
		path:    o.Path, key: o.Key,
		list: listPanel{events: hud.NewEventList()}, title: o.Title, close: o.Close, cut: o.Cut, replaced: o.Replaced,
		source: o.Source,
	}
	if o.Key != nil {
		go o.Key() // who leaves the demo does not wait for it
	}
	if o.Player != nil {
		s.rebuild.source = levels.New(o.Player.Timeline(), o.Kept)
		s.growing = o.Player.Broken() != nil // it broke before anybody looked, which is said
	}
	if s.maps == nil {
		s.maps = newLevelMaps(o.Maps, o.Report)
	}
	s.notices.warn(o.Notice)
	s.marks.begin(o.Bookmarks, o.Report)
	s.directing = directing{wish: o.Director, report: o.Report}
	return s
}

// end closes the demo.
func (s *session) end() {
	s.typing.end(false)
	if s.close != nil {
		s.close()
	}
}

// togglePause pauses or resumes. While the bar is dragged, the end of the demo does
// not restart it.
func (s *session) togglePause() {
	if s.drag.active {
		s.player.SetPaused(!s.player.Paused())
	} else {
		s.player.togglePause()
	}
}

// changeSpeed plays one step faster for 1, slower for -1.
func (s *session) changeSpeed(direction int) {
	s.player.changeSpeed(direction)
	s.saySpeed()
}

// playNormally plays forward at the demo's own speed.
func (s *session) playNormally() {
	s.player.playNormally()
	s.saySpeed()
}

// reverse reverses the direction of playing.
func (s *session) reverse() {
	s.player.reverse()
	s.saySpeed()
}

// saySpeed says how fast the demo plays, and in which direction, or would if it were not paused.
func (s *session) saySpeed() {
	text := speedText(s.player.Speed())
	if s.player.Paused() {
		text += " (paused)"
	}
	s.notices.sayBriefly(text)
}

// playerName returns the name of the player in a slot as plain text, "a player" if it
// has none.
func (s *session) playerName(slot int) string {
	w := s.player.Moment().World
	if slot >= 0 && slot < len(w.Players) {
		if name := charset.Plain(w.Game, w.Players[slot].Name); name != "" {
			return name
		}
	}
	return "a player"
}

// sayFollowed says that the viewer has stopped the director, if directed is set. Who is followed now is on the name
// plate, but in clean there is none.
func (vs *views) sayFollowed(directed bool) {
	s := vs.demo
	switch {
	case vs.viewing.display == hud.Clean:
		s.notices.sayBriefly(s.playerName(s.player.Following()))
	case directed:
		s.notices.sayState("Director", false)
	}
}

// speedText returns a playback speed as "2×".
func speedText(speed float64) string {
	if speed < 0 {
		return fmt.Sprintf("Reverse %v×", -speed)
	}
	return fmt.Sprintf("%v×", speed)
}

// sayTime says where the demo is and how long it is, behind what has been done.
func (s *session) sayTime(what string) {
	whole, _ := s.player.Duration()
	s.notices.sayBriefly(what + humanize.Clock(s.player.Clock()) + " / " + humanize.Clock(whole))
}

// watched returns the slot of the watched player, [world.Nobody] if there is none.
func watched(m *player.Moment) int {
	if !m.Eye.Known {
		return world.Nobody
	}
	return m.Eye.Slot
}

// viewer returns the watched player, by whom events are classed.
func (s *session) viewer() hud.Viewer {
	m := s.player.Moment()
	slot := watched(m)
	return hud.Viewer{Slot: slot, Recorder: slot >= 0 && m.World != nil && slot == m.World.Recorder}
}

// updateMap shows the map of the level once it is loaded, dt seconds after the
// last call.
func (s *session) updateMap(w *world.World, dt float64) {
	s.maps.update(w, dt)
	changed := s.maps.current != s.taken // it may have become the current one while somebody waited for it
	if level := s.rebuiltLevel(dt); level != s.level {
		s.level, changed = level, true
	}
	if changed {
		s.setMap(w)
	}
}

// rebuiltLevel returns what is drawn in place of a map that is missing, nil if none is.
func (s *session) rebuiltLevel(dt float64) *rebuilt {
	if !s.mapMissing() {
		return nil
	}
	return s.rebuild.update(s.levelShown(), dt)
}

// levelShown returns the level that is shown.
func (s *session) levelShown() levelOf {
	return levelOf{s.player.Timeline().LevelAt(s.player.Clock()), s.maps.current.key}
}

// mapMissing reports whether the map was looked for and is not there.
func (s *session) mapMissing() bool {
	return s.player.Player != nil && s.maps.current != nil && s.maps.current.m == nil
}

// loadMap shows the map of the level at once. If it is missing, that takes until the demo is
// read, from which it is rebuilt.
func (s *session) loadMap(w *world.World) {
	s.maps.loadNow(w)
	s.level = nil
	if s.mapMissing() {
		t := s.player.Timeline()
		t.BeginSurveys()
		t.Wait()
		s.level = s.rebuild.now(s.levelShown())
	}
	s.setMap(w)
}

// setMap takes the current map as what is drawn, or the level that was rebuilt in its place, and
// says so.
func (s *session) setMap(w *world.World) {
	c := s.maps.current
	s.taken = c
	switch {
	case c == nil:
		s.notices.setMap(mapNotice{})
		s.geometry = nil
	case c.m != nil:
		n := mapNotice{key: c.key, line: c.notice}
		if n.line != "" {
			n.label = "another build of the map"
		}
		s.notices.setMap(n)
		s.geometry = c.geometry
	default:
		s.notices.setMap(missingNotice(c, charset.Plain(w.Game, c.key.name), s.level, &s.notices.keys))
		if s.geometry = s.level.prepared(); s.geometry == nil {
			s.geometry = scene.Unknown
		}
	}
}

// currentMap returns the map of the level or what is drawn in its place, nil while there is
// neither.
func (s *session) currentMap() *bsp.Map {
	switch c := s.maps.current; {
	case c == nil:
		return nil
	case c.m != nil:
		return c.m
	case s.level != nil && s.level.geometry != nil:
		return s.level.m
	}
	return nil
}

// gamePalette returns the colors of the demo's game.
func (s *session) gamePalette(w *world.World) *assets.Palette {
	if s.palette == nil {
		game := assets.Quake
		if w.Game == world.Quake2 {
			game = assets.Quake2
		}
		s.palette = assets.OwnPalette(game)
	}
	return s.palette
}

// walkedGround returns the walked ground of the current level, nil if it is not
// known.
func (s *session) walkedGround() *scene.Walked {
	t := s.player.Timeline()
	return t.Walked(t.LevelAt(s.player.Clock()))
}

// lookAtGrowth says why a demo that grew has ended, and opens the one that has taken its place.
func (g *game) lookAtGrowth() {
	s := g.demo
	grew := s.growing
	if s.growing = s.player.Growing(); grew && !s.growing {
		if err := s.player.Broken(); err != nil {
			s.notices.warnBesides("Live game ended: " + err.Error())
		} else {
			s.notices.say("Live game ended")
		}
	}
	s.notices.awaits = ""
	if s.source.Awaits != nil && s.growing {
		s.notices.awaits = upperFirst(s.source.Awaits())
	}
	select {
	case <-s.replaced:
		s.replaced = nil
		if f := &g.files; g.opener.open != nil && f.shown < len(f.paths) {
			o := f.opens(f.shown, 0)
			o.fresh, o.says = true, "A new demo is being recorded"
			g.start(o)
		}
	default:
	}
}

// spectate tells the source of a game that is being played whom one watches, or that one flies.
func (vs *views) spectate() {
	s := vs.demo
	if s.source.Spectate == nil {
		return
	}
	slot, look := -1, vs.active.camera.Stay()
	if m := s.player.Moment(); vs.active.camera.How != camera.Free && m.Eye.Known {
		slot = m.Eye.Slot
	}
	s.source.Spectate(slot, look.Origin, look.Angles)
}
