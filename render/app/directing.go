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

// Director is whether the director chooses whom one watches, until the viewer does.
type Director uint8

// The choices.
const (
	DirectorOff  Director = iota
	DirectorAuto          // where nobody's view was recorded
	DirectorOn
)

// directing is the director of a session.
type directing struct {
	wish   Director
	On     bool // it chooses
	report func(error)

	Plan   *director.Plan
	of     seeing              // what it was made with
	making chan *director.Plan // nil if none is being made
	asked  seeing              // with what
	shown  float64             // the latest time that was shown of the plan's level
}

// seeing is what a plan knows of where one sees: a map, and whether all that is known of a level
// that was rebuilt.
type seeing struct {
	key   world.MapKey
	whole bool
}

const (
	// planAhead is how many seconds behind what was shown a new plan does not change: it takes
	// some time to make.
	planAhead = 1
	// A plan is made anew when the demo has been read by so many seconds more, and by such a
	// part of what was not shown: the whole costs no more than some plans of all.
	planGrowth, planGrowthPart = 2, 0.25
)

// Decide turns the director on where nobody's view was recorded, once that is known.
func (d *directing) Decide(w *world.World) {
	switch d.wish {
	case DirectorOff:
		return
	case DirectorAuto:
		if !w.View.Known && !w.AnyoneVisible() {
			return
		}
		d.On = !viewRecorded(w)
	case DirectorOn:
		d.On = true
	}
	d.wish = DirectorOff
}

// viewRecorded reports whether the view of somebody who plays was recorded: the recorder's, or
// that of the player whom the recorder followed.
func viewRecorded(w *world.World) bool {
	if w.Recorder < 0 || w.Recorder >= len(w.Players) {
		return w.View.Known
	}
	return !w.Players[w.Recorder].Spectator || w.Chased(&w.Stats) != world.Nobody
}

// directs reports whether the director chooses whom a pane shows.
func (vs *views) directs(p *pane) bool { return vs.Demo.Directing.On && p == vs.directed }

// direct watches whom the director chooses, and returns how.
func (vs *views) direct() camera.Stage {
	s := vs.Demo
	d, p := &s.Directing, s.Player.Player
	if p == nil || !d.On && d.wish == DirectorOff {
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
			d.On = false // it met a mistake in this program
			return camera.NoStage
		}
		d.Plan, d.of = plan, d.asked
	default:
	}
	level := p.Timeline().LevelAt(p.Clock())
	if d.Plan != nil && d.Plan.Level != level {
		d.Plan = nil
	}
	if d.making == nil && s.Maps.Current != nil {
		s.renewPlan(level)
	}
	d.shown = max(d.shown, p.Clock())
	return vs.Obey()
}

// Obey watches whom the plan says, and returns how. Until there is a plan everybody is shown. Beside
// other panes there is no overview, since they show what else there is, and none is a copy of
// another.
func (vs *views) Obey() camera.Stage {
	s := vs.Demo
	d, p := &s.Directing, s.Player.Player
	overview, beside := camera.FromAllOver, len(vs.Panes) > 1
	if beside {
		overview = camera.NoStage
	}
	if d.Plan == nil {
		return overview
	}
	cut := d.Plan.CutAt(p.Clock())
	if cut == nil {
		if d.Plan.Whole {
			return camera.NoStage // nobody plays here
		}
		return overview
	}
	if beside && vs.showsElsewhere(vs.directed, cut.Slot) {
		return camera.NoStage
	}
	quiet := d.Plan.QuietAt(p.Clock()) && !beside
	if cut.Slot != vs.follows(vs.directed) {
		vs.followIn(vs.directed, cut.Slot)
	}
	switch {
	case quiet:
		return camera.FromAllOver
	case cut.Camera == director.Behind:
		return camera.FromBehind
	}
	return camera.NoStage
}

// renewPlan begins to plan a level, if there is no plan of it or more is known now.
func (s *Session) renewPlan(level int) {
	d, t := &s.Directing, s.Player.Timeline()
	levels := t.Levels()
	if level < 0 || level >= len(levels) {
		return
	}
	with := seeing{s.Maps.Current.Key, s.Level != nil && s.Level.Whole}
	base, kept := d.Plan, d.shown+planAhead
	if base == nil {
		base, kept, d.shown = &director.Plan{Level: level}, -1, 0
	} else {
		end := levels[level].End
		_, complete := t.Duration()
		whole := complete || level+1 < len(levels)
		grown := end - base.End
		if !(whole && !base.Whole) && d.of == with && !(grown > planGrowth && grown > planGrowthPart*(end-d.shown)) {
			return
		}
	}
	o := director.Options{Sight: s.Sight()}
	making, report := make(chan *director.Plan, 1), d.report
	d.making, d.asked = making, with
	go func() {
		var plan *director.Plan
		if err := fault.Guard("planning the camera", func() { plan = base.Renew(t, kept, o) }); err != nil &&
			report != nil {
			report(err)
		}
		making <- plan
	}()
}

// directNow plans the level at once and watches whom the director chooses; it returns
// how. All of the demo must have been read.
func (vs *views) directNow() camera.Stage {
	s := vs.Demo
	d, p := &s.Directing, s.Player.Player
	d.Decide(p.Moment().World)
	if !d.On {
		return camera.NoStage
	}
	t := p.Timeline()
	d.Plan = director.Make(t, t.LevelAt(p.Clock()), director.Options{Sight: s.Sight()})
	return vs.Obey()
}

// Sight returns the director's sight on the map of the level, nil if there is none.
func (s *Session) Sight() director.Sight {
	if m := s.CurrentMap(); m != nil {
		return m.Sees
	}
	return nil
}

// undirected ends that the director chooses for the active pane, because the viewer has, and
// reports whether he did.
func (vs *views) undirected() bool {
	d := &vs.Demo.Directing
	if vs.Active != vs.directed {
		return false
	}
	was := d.On
	d.On, d.wish = false, DirectorOff
	return was
}

// watch watches a player whom the viewer has chosen.
func (vs *views) watch(slot int) {
	vs.undirected()
	vs.Demo.Player.Follow(slot)
}

// choose watches a player whom the viewer has pointed at, and says so.
func (vs *views) choose(slot int) {
	directed := vs.undirected()
	vs.Demo.Player.Follow(slot)
	vs.sayFollowed(directed)
}

// follow watches the next player, or for -1 the previous one: among several views, of those who
// are in no other.
func (vs *views) follow(direction int) {
	p := &vs.Demo.Player
	before, directed := p.Following(), vs.undirected()
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

// toggleDirector lets the director choose whom one watches in the active pane, or the viewer.
func (vs *views) toggleDirector() {
	d := &vs.Demo.Directing
	d.On, d.wish = !vs.directs(vs.Active), DirectorOff
	vs.directed = vs.Active
	vs.Demo.Notices.sayState("Director", d.On)
}

// directedWords are how the camera behaves, in words, while the director chooses whom one
// watches.
var directedWords = map[string]string{
	hud.PlayersView:   "director",
	"recorder's view": "director, recorder's view",
	"chase camera":    "director, chase camera",
	"overview":        "director, overview",
}

// lostPatience is how long a watched player who cannot be seen is waited for, in
// seconds of the viewer, while the demo plays.
const lostPatience = 2.0

// lost is the watch over a player whom the demo has stopped to show: a client's
// recording has only those near to it, and players leave.
type lost struct {
	level int     // in which the player was seen last, 0 before that
	since float64 // seconds
	slot  int     // who was seen last
	alone bool    // nobody else can be watched instead, so the picture stays
}

// holds reports whether the picture stays as it was when the watched player was last
// seen.
func (l *lost) holds(m *player.Moment) bool {
	return !m.Eye.Known && l.level > 0 && m.World != nil && m.World.LevelCount == l.level &&
		(l.since <= lostPatience || l.alone)
}

// handOver makes a pane watch somebody else, dt seconds after the last call, when whom it watches
// has been out of sight for lostPatience: in one view the recorder, or else the next player who
// can be seen; in one of several who is shown in no other. It says so.
func (vs *views) handOver(p *pane, dt float64) {
	s, l, m, slot := vs.Demo, &p.lost, vs.momentOf(p), vs.follows(p)
	if slot == world.Nobody || m.Eye.Known || m.World == nil || l.slot != slot {
		*l = lost{slot: slot}
		if m.Eye.Known && m.World != nil {
			l.level = m.World.LevelCount
		}
		return
	}
	if t := s.Player.Player; t.Paused() || t.Behind() || vs.directs(p) {
		return
	}
	if l.since += dt; l.since <= lostPatience {
		return
	}
	gone := s.playerName(slot)
	if !vs.handOverTo(p, m) {
		return
	}
	who := s.playerName(watched(vs.momentOf(p)))
	*l = lost{slot: vs.follows(p)}
	s.Notices.say(fmt.Sprintf("%s is out of sight; following %s", gone, who))
}

// handOverTo makes a pane watch somebody else; false if nobody can be seen.
func (vs *views) handOverTo(p *pane, m *player.Moment) bool {
	if len(vs.Panes) > 1 {
		slot := vs.next(m)
		if slot == world.Nobody {
			p.lost.alone = true
			return false
		}
		vs.followIn(p, slot)
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

// eyeInBody reports whether the eye of the moment is that of a player at the same
// place, and not a camera of the game's.
func (s *Session) eyeInBody() bool {
	m := s.Player.Moment()
	slot := watched(m)
	if m.Eye.ThirdPerson || slot < 0 || slot >= len(m.Poses) {
		return false
	}
	const reach = 64 // units
	return m.Eye.Origin.Sub(m.Poses[slot].Origin).Len() < reach
}
