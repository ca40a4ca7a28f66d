package world

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

const (
	// sameClock is the largest difference, in seconds, between the clocks of recordings that are
	// combined.
	sameClock = 0.1
	// sameEffectClock and sameEffectPlace are the largest distances, in seconds and units, between
	// two records of the same effect.
	sameEffectClock, sameEffectPlace = 0.06, 2
)

// playerBuf holds the copied stats and HUD of a player from another recording.
type playerBuf struct {
	stats Stats
	hud   Quake2HUD
}

// combinedView is the view of another recorder, and the texts sent to that player.
type combinedView struct {
	slot    int
	view    View
	notices *Notices
}

// combined is the part of a combined world that comes from the other recordings.
type combined struct {
	views    []combinedView
	entities []Entity // memory for the next list
	bufs     []playerBuf
}

// NewCombined returns a world to be filled by [World.Combine] only.
func NewCombined() *World { return &World{kept: true} }

// Combine sets w, a world from [NewCombined], to the combined state of several recordings of one
// game at one moment. It starts from base and adds from others what only their recorders know: the
// recorder's place, stats and view, and players and entities that base does not have. All worlds
// must be on the same level, and their viewer's clocks must share an axis: see [World.Offsets].
// Combine modifies neither base nor others. w is valid until one of them changes.
func (w *World) Combine(base *World, others []*World) {
	base.Settle()
	w.Game, w.State = base.Game, base.State
	w.rules, w.newRules = base.rules, base.newRules // they know more about entities
	w.Nails = append(w.Nails[:0], base.Nails...)
	w.Players = copyPlayers(w.Players, base.Players)
	w.Notices.copyFrom(&base.Notices)
	w.Effects.copyFrom(&base.Effects)
	w.Statics = base.Statics
	w.level.p, w.lightStyles.p, w.baselines.p, w.results.p = base.level.p, base.lightStyles.p, base.baselines.p,
		base.results.p
	w.Entities = append(w.Entities[:0], base.Entities...)
	w.PrevEntities = append(w.PrevEntities[:0], base.PrevEntities...)
	w.LastPacket.forget()
	w.Missing = base.Missing
	w.combined.begin(len(w.Players))
	for _, o := range others {
		o.Settle()
		w.combined.add(w, o)
	}
}

// SameMoment reports whether o, a world of another recording of the same game, is at the same
// moment as w: the time between its two frames overlaps the time between those of w. That time is
// long if the recording has lost frames. SameMoment returns false if o has not begun, has ended, or
// is on another level.
func (o *World) SameMoment(w *World) bool {
	return o.SameLevel(w) && o.PrevFrameClock <= w.FrameClock && w.PrevFrameClock <= o.FrameClock
}

// SameLevel reports whether o, a world of another recording of the same game, is on the same level
// as w, with both viewer's clocks on one axis.
func (o *World) SameLevel(w *World) bool {
	if o.Game != w.Game || !o.Began() || !w.Began() || o.Level().Map != w.Level().Map {
		return false
	}
	apart := (o.Clock - o.Time) - (w.Clock - w.Time)
	return math.Abs(apart) <= sameClock
}

// span is the position of the two frames of one recording relative to those of another. A place
// that moves evenly between the recording's frames is moved to where it was at the times of the
// other's frames.
type span struct {
	same        bool
	stands      bool    // too much was lost: everything stays as in the recording's earlier frame
	before, now float32 // the other's frames: 0 at the recording's earlier frame, 1 at its later one
	limit       float32 // see [JumpLimit]
}

func spanOf(o, w *World) span {
	long := o.FrameClock - o.PrevFrameClock
	switch {
	case o.FrameClock == w.FrameClock && o.PrevFrameClock == w.PrevFrameClock || long <= 0:
		return span{same: true}
	case long > MaxInterpolation:
		return span{stands: true}
	case w.FrameClock-w.PrevFrameClock > MaxInterpolation:
		return span{same: true} // w is not interpolated, so its frames are used as they are
	}
	return span{
		before: float32((w.PrevFrameClock - o.PrevFrameClock) / long),
		now:    float32((w.FrameClock - o.PrevFrameClock) / long),
		limit:  JumpLimit(long),
	}
}

// move moves a place and its previous place, and reports whether it did so. Places between which
// the object jumped are not moved.
func (s *span) move(was, now *mgl32.Vec3, jumped bool) (moved bool) {
	switch {
	case s.stands:
		*now = *was
	case s.same, jumped, Jumped(*was, *now, s.limit):
		return false
	default:
		a, b := *was, *now
		*was, *now = Lerp(a, b, s.before), Lerp(a, b, s.now)
	}
	return true
}

// turn turns the angles of what move has moved.
func (s *span) turn(was, now *mgl32.Vec3) {
	if s.stands {
		*now = *was
		return
	}
	a, b := *was, *now
	*was, *now = LerpAngles(a, b, s.before), LerpAngles(a, b, s.now)
}

// begin forgets the other recordings, and allocates memory for the players.
func (c *combined) begin(players int) {
	c.views = c.views[:0]
	if len(c.bufs) < players {
		c.bufs = make([]playerBuf, players)
	}
}

// add adds the state of another recording to w.
func (c *combined) add(w, o *World) {
	s := spanOf(o, w)
	for i := range min(len(o.Players), len(w.Players)) {
		c.addPlayer(w, o, i, &s)
	}
	slot := o.Recorder
	if o.View.Known && slot >= 0 && slot < len(w.Players) && slot != w.Recorder && !c.hasView(slot) {
		c.views = append(c.views, combinedView{slot, o.View, &o.Notices})
		if v := &c.views[len(c.views)-1].view; v.WasKnown() {
			s.move(&v.WasOrigin, &v.Origin, v.Jumped())
		}
	}
	now := o.Entities
	if s.stands {
		now = o.PrevEntities
	}
	w.Entities, c.entities = s.mergeEntities(c.entities, w.Entities, now, o.PrevEntities, false), w.Entities
	w.PrevEntities, c.entities = s.mergeEntities(c.entities, w.PrevEntities, o.PrevEntities, now, true), w.PrevEntities
	w.Effects.merge(&o.Effects)
}

// addPlayer adds what another recording knows of the player in slot i.
func (c *combined) addPlayer(w, o *World, i int, s *span) {
	from, to := &o.Players[i], &w.Players[i]
	mine := i == o.Recorder && i != w.Recorder && !c.hasView(i)
	if !from.Visible || s.stands && !from.WasVisible || to.Visible && (!mine || s.stands) {
		if mine && o.Stats.Known != 0 {
			c.stats(to, &o.Stats)
		}
		return
	}
	c.player(to, from)
	if s.move(&to.Was.Origin, &to.Pose.Origin, !to.WasVisible || to.NoLerp) {
		s.turn(&to.Was.Angles, &to.Pose.Angles)
	}
	if mine && to.Stats == nil && o.Stats.Known != 0 {
		c.stats(to, &o.Stats)
	}
	if mine && o.Game == Quake2 {
		c.hud(to, &o.Quake2HUD)
	}
}

// player replaces a player by the one of another recording, except for what is counted since the
// recording began.
func (c *combined) player(to, from *Player) {
	own := *to
	*to = *from
	to.Frags, to.FragsReported, to.FragsAt = own.Frags, own.FragsReported, own.FragsAt
	to.SetCounts(own.Counts())
	to.Guest = own.Guest
	if from.Stats != nil {
		c.stats(to, from.Stats)
	}
	if from.Quake2HUD != nil {
		c.hud(to, from.Quake2HUD)
	}
}

// stats gives a player a copy of s.
func (c *combined) stats(p *Player, s *Stats) {
	r := &c.bufs[p.Slot]
	r.stats, p.Stats = *s, &r.stats
}

// hud gives a player a copy of h.
func (c *combined) hud(p *Player, h *Quake2HUD) {
	r := &c.bufs[p.Slot]
	r.hud, p.Quake2HUD = *h, &r.hud
}

// mergeEntities writes the entities of a, and those that only b has, into list and returns it. All
// lists are sorted by number. Entities of b are moved. beside holds their states in the recording's
// other frame, which is the later one if was is set.
func (s *span) mergeEntities(list, a, b, beside []Entity, was bool) []Entity {
	list = list[:0]
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0:
			return append(list, a...)
		case len(a) == 0 || b[0].Number < a[0].Number:
			list, b = append(list, b[0]), b[1:]
			beside = s.moveEntity(&list[len(list)-1], beside, was)
		case b[0].Number == a[0].Number:
			list, a, b = append(list, a[0]), a[1:], b[1:]
		default:
			list, a = append(list, a[0]), a[1:]
		}
	}
	return list
}

// moveEntity moves an entity like [span.move]. It returns the rest of beside, from the entity's
// number on.
func (s *span) moveEntity(e *Entity, beside []Entity, was bool) []Entity {
	for len(beside) > 0 && beside[0].Number < e.Number {
		beside = beside[1:]
	}
	if s.same || len(beside) == 0 || beside[0].Number != e.Number || beside[0].Model[0] != e.Model[0] {
		return beside
	}
	other := beside[0]
	from, to := &other, e
	if was {
		from, to = e, &other
	}
	if s.move(&from.Origin, &to.Origin, to.Flags&FlagNoLerp != 0) {
		s.turn(&from.Angles, &to.Angles)
	}
	return beside
}

// merge adds the effects and trails that only another recording has.
func (e *Effects) merge(o *Effects) {
	had := e.List
	for i := range o.List {
		f := &o.List[i]
		if len(e.List) >= maxEffects || slices.ContainsFunc(had, func(h Effect) bool {
			return h.Kind == f.Kind && math.Abs(h.Clock-f.Clock) <= sameEffectClock &&
				h.Origin.Sub(f.Origin).Len() <= sameEffectPlace
		}) {
			continue
		}
		e.List = append(e.List, *f)
	}
	trails := e.Trails
	for i := range o.Trails {
		t := &o.Trails[i]
		if len(e.Trails) >= maxTrails || slices.ContainsFunc(trails, func(h Trail) bool {
			return h.Entity == t.Entity
		}) {
			continue
		}
		e.Trails = append(e.Trails, *t)
	}
}

// hasView reports whether the view of the player in a slot was added.
func (c *combined) hasView(slot int) bool {
	return slices.ContainsFunc(c.views, func(v combinedView) bool { return v.slot == slot })
}

// NoticesOf returns the texts on the screen of a viewer who follows the player in a slot. If
// [World.Combine] has added that player's recording, they are the texts of that recording, since
// servers send many texts to one player only.
func (w *World) NoticesOf(slot int) *Notices {
	for i := range w.combined.views {
		if w.combined.views[i].slot == slot {
			return w.combined.views[i].notices
		}
	}
	return &w.Notices
}

// ViewOf returns the recorded view of the player in a slot, or the recorder's view for [Nobody]. It
// returns nil if there is none. The view is [State].View if [State.SharesView] is true; otherwise
// it is one added by [World.Combine].
func (w *World) ViewOf(slot int) *View {
	if w.SharesView(slot) {
		return &w.View
	}
	for i := range w.combined.views {
		if w.combined.views[i].slot == slot {
			return &w.combined.views[i].view
		}
	}
	return nil
}
