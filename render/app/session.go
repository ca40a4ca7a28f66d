package app

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
	"demoscope/render/levelmap"
	"demoscope/render/scene"
	"demoscope/render/sound"
)

// Session is one demo in the window, with all state that is dropped when another one
// is opened.
type Session struct {
	Player  transport
	Maps    *levelmap.Loader
	taken   *levelmap.Loaded // the current one of maps that is drawn, or in whose place something is
	Rebuild levelmap.Rebuilder
	Level   *levelmap.Rebuilt // in place of the map that is missing; nil if there is none
	// geometry is the level's that is drawn, nil for none.
	geometry *scene.Geometry
	palette  *assets.Palette // nil until the game is known
	Models   *assets.Models  // nil for figures of our own alone
	score    *sound.Score    // nil for silence

	Marks   marks
	List    listPanel
	jumps   jumps
	drag    drag
	turning turning
	press   press

	rateTurn turned  // of the wheel over the speed, in notches
	stillFor float64 // seconds since the pointer moved
	// steadyFor is for how many seconds the demo has played without a seek.
	steadyFor float64
	alone     float64 // seconds that a second view has waited for somebody; negative once that is over

	Directing directing
	along     along

	typing  typing
	Notices notices

	Title string        // the name of the demo
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

func newSession(o *Options) *Session {
	s := &Session{
		Player: transport{Player: o.Player}, Maps: o.maps, palette: o.Palette, Models: o.Models, score: o.Score,
		Rebuild: levelmap.Rebuilder{Report: o.Report},
		path:    o.Path, key: o.Key,
		List: listPanel{Events: hud.NewEventList()}, Title: o.Title, close: o.Close, cut: o.Cut, replaced: o.Replaced,
		source: o.Source,
	}
	if o.Key != nil {
		go o.Key() // who leaves the demo does not wait for it
	}
	if o.Player != nil {
		s.Rebuild.Source = levels.New(o.Player.Timeline(), o.Kept)
		s.growing = o.Player.Broken() != nil // it broke before anybody looked, which is said
	}
	if s.Maps == nil {
		s.Maps = levelmap.NewLoader(o.Maps, o.Report)
	}
	s.Notices.warn(o.Notice)
	s.Marks.begin(o.Bookmarks, o.Report)
	s.Directing = directing{wish: o.Director, report: o.Report}
	return s
}

// end closes the demo.
func (s *Session) end() {
	s.typing.end(false)
	if s.close != nil {
		s.close()
	}
}

// togglePause pauses or resumes. While the bar is dragged, the end of the demo does
// not restart it.
func (s *Session) togglePause() {
	if s.drag.active {
		s.Player.SetPaused(!s.Player.Paused())
	} else {
		s.Player.togglePause()
	}
}

// changeSpeed plays one step faster for 1, slower for -1.
func (s *Session) changeSpeed(direction int) {
	s.Player.changeSpeed(direction)
	s.saySpeed()
}

// playNormally plays forward at the demo's own speed.
func (s *Session) playNormally() {
	s.Player.playNormally()
	s.saySpeed()
}

// reverse reverses the direction of playing.
func (s *Session) reverse() {
	s.Player.reverse()
	s.saySpeed()
}

// saySpeed says how fast the demo plays, and in which direction, or would if it were not paused.
func (s *Session) saySpeed() {
	text := speedText(s.Player.Speed())
	if s.Player.Paused() {
		text += " (paused)"
	}
	s.Notices.sayBriefly(text)
}

// playerName returns the name of the player in a slot as plain text, "a player" if it
// has none.
func (s *Session) playerName(slot int) string {
	w := s.Player.Moment().World
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
	s := vs.Demo
	switch {
	case vs.Viewing.Display == hud.Clean:
		s.Notices.sayBriefly(s.playerName(s.Player.Following()))
	case directed:
		s.Notices.sayState("Director", false)
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
func (s *Session) sayTime(what string) {
	whole, _ := s.Player.Duration()
	s.Notices.sayBriefly(what + humanize.Clock(s.Player.Clock()) + " / " + humanize.Clock(whole))
}

// watched returns the slot of the watched player, [world.Nobody] if there is none.
func watched(m *player.Moment) int {
	if !m.Eye.Known {
		return world.Nobody
	}
	return m.Eye.Slot
}

// viewer returns the watched player, by whom events are classed.
func (s *Session) viewer() hud.Viewer {
	m := s.Player.Moment()
	slot := watched(m)
	return hud.Viewer{Slot: slot, Recorder: slot >= 0 && m.World != nil && slot == m.World.Recorder}
}

// updateMap shows the map of the level once it is loaded, dt seconds after the
// last call.
func (s *Session) updateMap(w *world.World, dt float64) {
	s.Maps.Update(w, dt)
	changed := s.Maps.Current != s.taken // it may have become the current one while somebody waited for it
	if level := s.rebuiltLevel(dt); level != s.Level {
		s.Level, changed = level, true
	}
	if changed {
		s.setMap(w)
	}
}

// rebuiltLevel returns what is drawn in place of a map that is missing, nil if none is.
func (s *Session) rebuiltLevel(dt float64) *levelmap.Rebuilt {
	if !s.mapMissing() {
		return nil
	}
	return s.Rebuild.Update(s.levelShown(), dt)
}

// levelShown returns the level that is shown.
func (s *Session) levelShown() levelmap.Level {
	number := -1
	if s.Player.Moment().World.LevelCount > 0 {
		number = s.Player.Timeline().LevelAt(s.Player.Clock())
	}
	return levelmap.Level{Number: number, Key: s.Maps.Current.Key}
}

// mapMissing reports whether the map was looked for and is not there.
func (s *Session) mapMissing() bool {
	return s.Player.Player != nil && s.Maps.Current != nil && s.Maps.Current.M == nil
}

// LoadMap shows the map of the level at once. If it is missing, that takes until the demo is
// read, from which it is rebuilt.
func (s *Session) LoadMap(w *world.World) {
	s.Maps.LoadNow(w)
	s.Level = nil
	if s.mapMissing() {
		t := s.Player.Timeline()
		t.BeginSurveys()
		t.Wait()
		s.Level = s.Rebuild.Now(s.levelShown())
	}
	s.setMap(w)
}

// setMap takes the current map as what is drawn, or the level that was rebuilt in its place, and
// says so.
func (s *Session) setMap(w *world.World) {
	c := s.Maps.Current
	s.taken = c
	switch {
	case c == nil:
		s.Notices.setMap(mapNotice{})
		s.geometry = nil
	case c.M != nil:
		n := mapNotice{key: c.Key, line: c.Notice}
		if n.line != "" {
			n.label = "another build of the map"
		}
		s.Notices.setMap(n)
		s.geometry = c.Geometry
	default:
		s.Notices.setMap(missingNotice(c, charset.Plain(w.Game, c.Key.Name), s.Level, &s.Notices.keys,
			s.Notices.fingers))
		if s.geometry = s.Level.Prepared(); s.geometry == nil {
			s.geometry = scene.Unknown
		}
	}
}

// CurrentMap returns the map of the level or what is drawn in its place, nil while there is
// neither.
func (s *Session) CurrentMap() *bsp.Map {
	switch c := s.Maps.Current; {
	case c == nil:
		return nil
	case c.M != nil:
		return c.M
	case s.Level != nil && s.Level.Geometry != nil:
		return s.Level.M
	}
	return nil
}

// gamePalette returns the colors of the demo's game.
func (s *Session) gamePalette(w *world.World) *assets.Palette {
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
func (s *Session) walkedGround() *scene.Walked {
	t := s.Player.Timeline()
	return t.Walked(t.LevelAt(s.Player.Clock()))
}

// lookAtGrowth says why a demo that grew has ended, and opens the one that has taken its place.
func (g *App) lookAtGrowth() {
	s := g.Demo
	grew := s.growing
	if s.growing = s.Player.Growing(); grew && !s.growing {
		if err := s.Player.Broken(); err != nil {
			s.Notices.warnBesides("Live game ended: " + err.Error())
		} else {
			s.Notices.say("Live game ended")
		}
	}
	s.Notices.awaits = ""
	if s.source.Awaits != nil && s.growing {
		s.Notices.awaits = UpperFirst(s.source.Awaits())
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
	s := vs.Demo
	if s.source.Spectate == nil {
		return
	}
	slot, look := -1, vs.Active.Camera.Stay()
	if m := s.Player.Moment(); vs.Active.Camera.How != camera.Free && m.Eye.Known {
		slot = m.Eye.Slot
	}
	s.source.Spectate(slot, look.Origin, look.Angles)
}

// LoadLevel waits for the map of the level of w, unless that is loaded. A level without a map is rebuilt, if there is
// something to rebuild it from.
func (s *Session) LoadLevel(w *world.World) {
	c := s.Maps.Current
	if w.Level().Map == "" && !world.LacksBeginning(w) || c != nil && c.Key == w.Level().MapKey() {
		return
	}
	s.LoadMap(w)
	if c := s.Maps.Current; c != nil && c.M == nil && s.Rebuild.Source != nil {
		s.Level = s.Rebuild.Now(levelmap.Level{Number: w.LevelCount - 1, Key: c.Key})
		s.setMap(w)
	}
}
