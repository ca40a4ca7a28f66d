package app

import (
	"fmt"

	"demoscope/assets"
	"demoscope/internal/humanize"
	"demoscope/player"
	"demoscope/player/charset"
	levels "demoscope/player/rebuilt"
	"demoscope/player/world"
	"demoscope/render/camera"
	"demoscope/render/hud"
	"demoscope/render/levelmap"
	"demoscope/render/sound"
)

// Session is an open demo with all state that is dropped when another one is opened.
type Session struct {
	Player  transport
	Maps    levelmap.Shown
	palette *assets.Palette // nil until the game is known
	Models  *assets.Models  // nil for the fallback models
	score   *sound.Score    // nil for silence

	Marks    marks
	List     listPanel
	jumps    jumps
	rest     rest
	aloneFor float64 // seconds without a player for a second view; negative once reported or found

	Directing  directing
	cameraPath cameraPath

	typing  typing
	Notices notices

	Title string        // the name of the demo
	path  string        // argument of [Options].Open
	key   func() string // SHA-256 of the content; nil for a demo that is not remembered
	close func()        // may be nil
	// replaced is [Options].Replaced, or nil after it was closed. growing reports whether the demo was live in the last
	// frame.
	replaced <-chan struct{}
	source   LiveSource
	growing  bool
	cut      CutFunc // may be nil
}

func newSession(o *Demo) *Session {
	s := &Session{
		Player: transport{Player: o.Player}, Maps: levelmap.Shown{Loader: o.maps}, palette: o.Palette,
		Models: o.Models, score: o.Score, path: o.Path, key: o.Key,
		List: listPanel{Events: hud.NewEventList()}, Title: o.Title, close: o.Close, cut: o.Cut, replaced: o.Replaced,
		source: o.Source,
	}
	if o.Key != nil {
		go o.Key() // in the background, so that leaving the demo need not wait for it
	}
	if o.Player != nil {
		s.Maps.Rebuilder.Source = levels.New(o.Player.Timeline(), o.SurveyStore)
		s.growing = o.Player.Broken() != nil // a game that broke before is reported, too
	}
	if s.Maps.Loader == nil {
		s.Maps.Loader = levelmap.NewLoader(o.Maps, o.Report)
	}
	s.Maps.Rebuilder.Report = o.Report
	s.Notices.warn(o.Notice)
	s.Marks.open(o.Bookmarks, o.Report)
	s.Directing = directing{initial: o.Director, report: o.Report}
	return s
}

// end closes the demo.
func (s *Session) end() {
	s.typing.end(false)
	if s.close != nil {
		s.close()
	}
}

// changeSpeed makes playback one step faster if direction is 1, or slower if it is -1.
func (s *Session) changeSpeed(direction int) {
	s.Player.changeSpeed(direction)
	s.saySpeed()
}

// playNormally plays forward at normal speed.
func (s *Session) playNormally() {
	s.Player.playNormally()
	s.saySpeed()
}

// reverse reverses the playback direction.
func (s *Session) reverse() {
	s.Player.reverse()
	s.saySpeed()
}

// saySpeed shows the playback speed and direction.
func (s *Session) saySpeed() {
	text := speedText(s.Player.Speed())
	if s.Player.Paused() {
		text += " (paused)"
	}
	s.Notices.sayBriefly(text)
}

// playerName returns the name of the player in a slot as plain text, or "a player" if there is none.
func (s *Session) playerName(slot int) string {
	w := s.Player.Moment().World
	if slot >= 0 && slot < len(w.Players) {
		if name := charset.Plain(w.Game, w.Players[slot].Name); name != "" {
			return name
		}
	}
	return "a player"
}

// sayFollowed reports that the director is off, if directed is set. The HUD shows the name of the followed player,
// except on the clean display, where this message does.
func (vs *views) sayFollowed(directed bool) {
	s := vs.Demo
	switch {
	case vs.Viewing.Display == hud.Clean:
		s.Notices.sayBriefly(s.playerName(s.Player.Following()))
	case directed:
		s.Notices.sayState("Director", false)
	}
}

// speedText returns a playback speed as text, such as "2×".
func speedText(speed float64) string {
	if speed < 0 {
		return fmt.Sprintf("Reverse %v×", -speed)
	}
	return fmt.Sprintf("%v×", speed)
}

// sayTime shows the current time and the duration, after a text about what was done.
func (s *Session) sayTime(what string) {
	whole, _ := s.Player.Duration()
	s.Notices.sayBriefly(what + humanize.Clock(s.Player.Clock()) + " / " + humanize.Clock(whole))
}

// followed returns the slot of the followed player, or [world.Nobody].
func followed(m *player.Moment) int {
	if !m.Eye.Known {
		return world.Nobody
	}
	return m.Eye.Slot
}

// viewer returns the followed player, which determines the classes of events.
func (s *Session) viewer() hud.Viewer {
	m := s.Player.Moment()
	slot := followed(m)
	return hud.Viewer{Slot: slot, Recorder: slot >= 0 && m.World != nil && slot == m.World.Recorder}
}

// updateMap shows the map of the level once it is loaded. dt is the time since the last call in seconds.
func (s *Session) updateMap(w *world.World, dt float64) {
	if s.Maps.Update(w, s.level(), dt) {
		s.sayMap(w)
	}
}

// level returns the index of the current level in [timeline.Timeline.Levels], -1 before the first one.
func (s *Session) level() int {
	if s.Player.Moment().World.LevelCount == 0 {
		return -1
	}
	return s.Player.Timeline().LevelAt(s.Player.Clock())
}

// LoadMap waits for the map of the level and shows it. If the map is missing, it waits until the whole demo is read,
// and reconstructs the map.
func (s *Session) LoadMap(w *world.World) {
	s.Maps.LoadNow(w)
	if s.Player.Player != nil && s.Maps.Missing() {
		t := s.Player.Timeline()
		t.BeginSurveys()
		t.Wait()
		s.Maps.RebuildNow(s.level())
	}
	s.sayMap(w)
}

// sayMap sets the notice about the map.
func (s *Session) sayMap(w *world.World) {
	switch c := s.Maps.Current; {
	case c == nil:
		s.Notices.setMapNotice(mapNotice{})
	case c.Map != nil:
		n := mapNotice{key: c.Key, line: c.Notice}
		if n.line != "" {
			n.label = "another build of the map"
		}
		s.Notices.setMapNotice(n)
	default:
		s.Notices.setMapNotice(missingMapNotice(c, charset.Plain(w.Game, c.Key.Name), s.Maps.Rebuilt, &s.Notices.keys,
			s.Notices.touch))
	}
}

// gamePalette returns the palette of the demo's game.
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

// checkLive shows a message about the end of a live game, and reports whether another demo has replaced it.
func (s *Session) checkLive() (replaced bool) {
	grew := s.growing
	if s.growing = s.Player.Growing(); grew && !s.growing {
		if err := s.Player.Broken(); err != nil {
			s.Notices.warnAlso("Live game ended: " + err.Error())
		} else {
			s.Notices.say("Live game ended")
		}
	}
	s.Notices.waitingFor = ""
	if s.source.WaitingFor != nil && s.growing {
		s.Notices.waitingFor = UpperFirst(s.source.WaitingFor())
	}
	select {
	case <-s.replaced:
		s.replaced = nil
		return true
	default:
		return false
	}
}

// spectate passes the followed player and the camera to the source of a live game.
func (s *Session) spectate(c *camera.Camera) {
	if s.source.Spectate == nil {
		return
	}
	slot, look := -1, c.Last()
	if m := s.Player.Moment(); c.Mode != camera.Free && m.Eye.Known {
		slot = m.Eye.Slot
	}
	s.source.Spectate(slot, look.Origin, look.Angles)
}

// LoadLevel waits for the map of w's level, unless it is loaded. If the map is missing, it is reconstructed if
// possible.
func (s *Session) LoadLevel(w *world.World) {
	c := s.Maps.Current
	if w.Level().Map == "" && !world.LacksBeginning(w) || c != nil && c.Key == w.Level().MapKey() {
		return
	}
	s.LoadMap(w)
	if s.Maps.Missing() && s.Maps.Rebuilder.Source != nil {
		s.Maps.RebuildNow(w.LevelCount - 1)
		s.sayMap(w)
	}
}
