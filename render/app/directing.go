package app

import (
	"fmt"

	"demoscope/internal/fault"
	"demoscope/player"
	"demoscope/player/director"
	"demoscope/player/world"
	"demoscope/render/camera"
	"demoscope/render/hud"
)

// Director selects whether the director chooses the followed player, until the viewer does.
type Director uint8

// The choices for the director.
const (
	DirectorOff  Director = iota
	DirectorAuto          // on if the demo has no recorded view
	DirectorOn
)

// directing is the state of the director in a session.
type directing struct {
	initial Director
	On      bool // the director chooses the player
	report  func(error)

	Plan       *director.Plan
	input      planInput           // what Plan was made with
	making     chan *director.Plan // receives the next plan; nil if none is being made
	nextInput  planInput           // what the next plan is made with
	shownUntil float64             // latest time shown of the plan's level
}

// planInput describes what a plan knows about visibility: the map, and whether a reconstructed level is complete.
type planInput struct {
	key   world.MapKey
	whole bool
}

const (
	// planAhead is the time after the last shown moment that a new plan keeps unchanged, in seconds, because making it
	// takes time.
	planAhead = 1
	// A new plan is made when the known part of the demo has grown by more than planGrowth seconds and by more than the
	// fraction planGrowthPart of the part not shown yet. This limits the total cost to that of a few full plans.
	planGrowth, planGrowthPart = 2, 0.25
)

// Decide applies the initial choice once it is known whether the demo has a recorded view.
func (d *directing) Decide(w *world.World) {
	switch d.initial {
	case DirectorOff:
		return
	case DirectorAuto:
		if !w.View.Known && !world.AnyoneVisible(w.Players) {
			return
		}
		d.On = !viewRecorded(w)
	case DirectorOn:
		d.On = true
	}
	d.initial = DirectorOff
}

// viewRecorded reports whether the demo contains the view of a player: the recorder, or the player that the recorder
// followed.
func viewRecorded(w *world.World) bool {
	if w.Recorder < 0 || w.Recorder >= len(w.Players) {
		return w.View.Known
	}
	return !w.Players[w.Recorder].Spectator || w.Chased(&w.Stats) != world.Nobody
}

// isDirected reports whether the director chooses the player of a pane.
func (vs *views) isDirected(p *pane) bool { return vs.Demo.Directing.On && p == vs.directed }

// direct follows the player chosen by the director and returns the camera's staging.
func (vs *views) direct() camera.Stage {
	s := vs.Demo
	d, p := &s.Directing, s.Player.Player
	if p == nil || !d.On && d.initial == DirectorOff {
		return camera.NoStage
	}
	d.Decide(p.Moment().World)
	if !d.On {
		return camera.NoStage
	}
	select {
	case plan := <-d.making:
		d.making = nil
		if plan == nil {
			d.On = false // making the plan panicked
			return camera.NoStage
		}
		d.Plan, d.input = plan, d.nextInput
	default:
	}
	level := p.Timeline().LevelAt(p.Clock())
	if d.Plan != nil && d.Plan.Level != level {
		d.Plan = nil
	}
	if d.making == nil && s.Maps.Current != nil {
		s.renewPlan(level)
	}
	d.shownUntil = max(d.shownUntil, p.Clock())
	return vs.FollowPlan()
}

// FollowPlan follows the plan and returns the camera's staging. Without a plan it shows an overview. If there are other
// panes, it never shows an overview, because they show the rest, nor a player that another pane shows.
func (vs *views) FollowPlan() camera.Stage {
	s := vs.Demo
	d, p := &s.Directing, s.Player.Player
	overview, beside := camera.OverviewStage, len(vs.Panes) > 1
	if beside {
		overview = camera.NoStage
	}
	if d.Plan == nil {
		return overview
	}
	cut := d.Plan.CutAt(p.Clock())
	if cut == nil {
		if d.Plan.Whole {
			return camera.NoStage // nobody plays at this time
		}
		return overview
	}
	if beside && vs.showsElsewhere(vs.directed, cut.Slot) {
		return camera.NoStage
	}
	quiet := d.Plan.QuietAt(p.Clock()) && !beside
	if cut.Slot != vs.followedSlot(vs.directed) {
		vs.setFollowed(vs.directed, cut.Slot)
	}
	switch {
	case quiet:
		return camera.OverviewStage
	case cut.Camera == director.Behind:
		return camera.ChaseStage
	}
	return camera.NoStage
}

// renewPlan starts planning a level, unless the current plan is up to date.
func (s *Session) renewPlan(level int) {
	d, t := &s.Directing, s.Player.Timeline()
	levels := t.Levels()
	if level < 0 || level >= len(levels) {
		return
	}
	with := planInput{s.Maps.Current.Key, s.Maps.Rebuilt != nil && s.Maps.Rebuilt.Whole}
	base, kept := d.Plan, d.shownUntil+planAhead
	if base == nil {
		base, kept, d.shownUntil = &director.Plan{Level: level}, -1, 0
	} else {
		end := levels[level].End
		_, complete := t.Duration()
		whole := complete || level+1 < len(levels)
		grown := end - base.End
		if !(whole && !base.Whole) && d.input == with && !(grown > planGrowth &&
			grown > planGrowthPart*(end-d.shownUntil)) {
			return
		}
	}
	o := director.Options{Sight: s.Sight()}
	making, report := make(chan *director.Plan, 1), d.report
	d.making, d.nextInput = making, with
	go func() {
		var plan *director.Plan
		if err := fault.Guard("planning the camera", func() { plan = base.Renew(t, kept, o) }); err != nil &&
			report != nil {
			report(err)
		}
		making <- plan
	}()
}

// directNow plans the level at once, follows the player chosen by the director and returns the camera's staging. The
// whole demo must have been read.
func (vs *views) directNow() camera.Stage {
	s := vs.Demo
	d, p := &s.Directing, s.Player.Player
	d.Decide(p.Moment().World)
	if !d.On {
		return camera.NoStage
	}
	t := p.Timeline()
	d.Plan = director.Make(t, t.LevelAt(p.Clock()), director.Options{Sight: s.Sight()})
	return vs.FollowPlan()
}

// Sight returns the visibility test for the level's map, or nil if there is no map.
func (s *Session) Sight() director.Sight {
	if m := s.Maps.Map(); m != nil {
		return m.Sees
	}
	return nil
}

// stopDirector turns the director off for the active pane, because the viewer chose a player. It reports whether it was
// on.
func (vs *views) stopDirector() bool {
	d := &vs.Demo.Directing
	if vs.Active != vs.directed {
		return false
	}
	was := d.On
	d.On, d.initial = false, DirectorOff
	return was
}

// follow follows a player chosen by the viewer.
func (vs *views) follow(slot int) {
	vs.stopDirector()
	vs.Demo.Player.Follow(slot)
}

// followChosen follows a player that the viewer pointed at, and shows a message.
func (vs *views) followChosen(slot int) {
	directed := vs.stopDirector()
	vs.Demo.Player.Follow(slot)
	vs.sayFollowed(directed)
}

// followNext follows the next player, or the previous one if direction is -1. It skips players shown in other panes.
func (vs *views) followNext(direction int) {
	p := &vs.Demo.Player
	before, directed := p.Following(), vs.stopDirector()
	vs.leaveFreeCamera()
	p.FollowNext(direction)
	for n := 0; n < MaxViews && vs.showsElsewhere(vs.Active, p.Following()); n++ {
		p.FollowNext(direction)
	}
	if p.Following() == before || vs.showsElsewhere(vs.Active, p.Following()) {
		p.Follow(before)
		vs.Demo.Notices.say(nobodyElse)
		return
	}
	vs.sayFollowed(directed)
}

// toggleDirector turns the director on or off for the active pane.
func (vs *views) toggleDirector() {
	d := &vs.Demo.Directing
	d.On, d.initial = !vs.isDirected(vs.Active), DirectorOff
	vs.directed = vs.Active
	vs.Demo.Notices.sayState("Director", d.On)
}

// directedWords maps descriptions of the camera to those used while the director chooses the player.
var directedWords = map[string]string{
	hud.PlayersView:   "director",
	"recorder's view": "director, recorder's view",
	"chase camera":    "director, chase camera",
	"overview":        "director, overview",
}

// lostPatience is how long the camera waits for a followed player who is out of sight, in viewer's seconds of playback.
const lostPatience = 2.0

// lost keeps track of a followed player who is out of sight. A client's recording only contains players near the
// recorder, and players may leave.
type lost struct {
	level int     // where the player was last seen; 0 if never
	since float64 // seconds out of sight
	slot  int     // the player last seen
	alone bool    // there is nobody else to follow, so the picture stays
}

// holds reports whether the picture stays as it was when the followed player was last seen.
func (l *lost) holds(m *player.Moment) bool {
	return !m.Eye.Known && l.level > 0 && m.World != nil && m.World.LevelCount == l.level &&
		(l.since <= lostPatience || l.alone)
}

// handOver makes a pane follow another player when its player has been out of sight for more than lostPatience, and
// shows a message. dt is the time since the last call in seconds. A single pane goes back to the recorder or to the
// next visible player. One of several panes gets a player that no other pane shows.
func (vs *views) handOver(p *pane, dt float64) {
	s, l, m, slot := vs.Demo, &p.lost, vs.momentOf(p), vs.followedSlot(p)
	if slot == world.Nobody || m.Eye.Known || m.World == nil || l.slot != slot {
		*l = lost{slot: slot}
		if m.Eye.Known && m.World != nil {
			l.level = m.World.LevelCount
		}
		return
	}
	if t := s.Player.Player; t.Paused() || t.Behind() || vs.isDirected(p) {
		return
	}
	if l.since += dt; l.since <= lostPatience {
		return
	}
	gone := s.playerName(slot)
	if !vs.handOverTo(p, m) {
		return
	}
	who := s.playerName(followed(vs.momentOf(p)))
	*l = lost{slot: vs.followedSlot(p)}
	s.Notices.say(fmt.Sprintf("%s is out of sight; following %s", gone, who))
}

// handOverTo makes a pane follow another player. It returns false if nobody is visible.
func (vs *views) handOverTo(p *pane, m *player.Moment) bool {
	if len(vs.Panes) > 1 {
		slot := vs.nextPlayer(m)
		if slot == world.Nobody {
			p.lost.alone = true
			return false
		}
		vs.setFollowed(p, slot)
		return true
	}
	t := vs.Demo.Player.Player
	slot := t.Following()
	if m.World.View.Known {
		t.Follow(world.Nobody)
	} else if t.FollowNext(1); t.Following() == slot {
		return false
	}
	t.Update(0)
	return true
}

// eyeInBody reports whether the moment's eye is at the followed player's position, and not at one of the game's
// cameras.
func (s *Session) eyeInBody() bool {
	m := s.Player.Moment()
	slot := followed(m)
	if m.Eye.ThirdPerson || slot < 0 || slot >= len(m.Poses) {
		return false
	}
	const reach = 64 // units
	return m.Eye.Origin.Sub(m.Poses[slot].Origin).Len() < reach
}
