// Package quake interprets Quake's demos (.dem). Every update of an entity is a delta from its baseline, and every
// packet with a time contains all visible entities, so earlier frames need not be kept.
package quake

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/formats/message"
	"demoscope/formats/wire"
	"demoscope/player/world"
	"demoscope/player/world/id1"
	"demoscope/player/world/internal/hash"
	"demoscope/player/world/internal/size"
	"demoscope/player/world/prints"
)

// rules are the rules of Quake.
type rules struct {
	state
	text text

	// building is the entity list of the current packet, or nil.
	building *world.List
	unsorted bool
	timed    bool  // the packet has a time, but no frame yet
	last     int32 // number of the last updated entity
}

// state is the part of rules that is copied by assignment.
type state struct {
	units wire.Units
	// extended is set if the level has any of FTE's extensions, replaces if these include replacement deltas, and
	// predicts if deltas or stats contain the state of the recorder's eye.
	extended, replaces, predicts bool
	// angles are the view angles of the packet, from the container.
	angles mgl32.Vec3
	// turned is set if the server has set the view angles, so that the next ones are a jump.
	turned bool
	// moved is set after the eye has moved to another entity, until the next frame.
	moved bool
	eye   eye
	// switches is set if the eye has moved to another entity within a level, like that of a spectator, and eyeUncertain
	// if another such move may have been lost since.
	switches, eyeUncertain bool
	match                  match
	// teamplay is set if a line has reported a team kill, and recolored if players or their colors have changed in the
	// packet.
	teamplay, recolored bool
	// noTeams is set if a player got a frag for killing a player of the same color, which shows that there are no teams
	// on this level. sameColorKill is the kill in this packet that may show this.
	noTeams       bool
	sameColorKill sameColorKill
	// fixed is set from an intermission, finale or cutscene until the level ends: the view is that of the entity's
	// origin and angles.
	fixed bool
	// dead is set if the last view was that of a dead player.
	dead bool
	// body and head are the model indices of a player and of a gibbed player's head, 0 for none.
	body, head uint16

	events events
}

// eye is the recorder's eye according to the last clientdata.
type eye struct {
	height   float32
	punch    mgl32.Vec3
	velocity mgl32.Vec3
	footing  world.Footing
}

var _ world.LossMarker = (*rules)(nil)

// New returns the rules for .dem demos.
func New() world.Rules { return &rules{} }

func (q *rules) Begin(w world.Edit, p *message.Packet) {
	q.angles = p.Angles
	q.timed, q.events.framed, q.events.hasClientData = false, false, false
	q.text.lines.Settle()
}

func (q *rules) Apply(w world.Edit, m message.Message) {
	switch m := m.(type) {
	case *message.UpdateEntity:
		q.update(w, &m.EntityDelta)
	case *message.Time:
		w.SetTime(float64(m.Time))
		q.drop(w)
		q.timed = true
	case *message.ClientData:
		q.events.hasClientData = true
		q.beginFrame(w)
		q.clientData(w, m)
	case *message.ServerInfo:
		q.serverInfo(w, m)
	case *message.SetView:
		q.switches = q.switches || len(w.Entities) > 0 && m.Entity != w.View.Entity
		q.eyeUncertain = false
		q.setView(w, m.Entity)
	case *message.SetAngle:
		q.turned = true
	case *message.SpawnBaseline:
		var e world.Entity
		e.Apply(q.object(m.Kind, &m.EntityDelta), q.units)
		w.SetBaseline(e)
	case *message.SpawnStatic:
		w.AddStatic(q.object(m.Kind, &m.EntityDelta), q.units)
	case *message.UpdateName:
		if p := w.Player(int(m.Player)); p != nil {
			if p.Name != string(m.Text) {
				q.rename(w, p, string(m.Text))
				q.recolored = true
			}
		}
	case *message.UpdateFrags:
		if p := w.Player(int(m.Player)); p != nil {
			w.SetFrags(p, int32(m.Frags))
			p.FragsReported = true
			q.events.unnamed.Frags(w.Clock, int(m.Player), p.Frags)
		}
	case *message.UpdateColors:
		if p := w.Player(int(m.Player)); p != nil {
			p.Shirt, p.Pants = m.Colors>>4, m.Colors&15
			q.recolored = true
		}
	case *message.KilledMonster:
		q.events.monsters.Killed(w)
	case *message.Intermission:
		q.fix()
		w.BeginIntermission()
		q.levelEnd(w)
	case *message.Finale:
		q.fix()
		w.BeginIntermission()
		w.CenterPrint(prints.QuakeText(w.Level().GameTexts, w.Players, m.Text), world.Everybody, true)
		w.Notices.Congratulations = true
	case *message.CenterPrint:
		w.CenterPrint(prints.QuakeText(w.Level().GameTexts, w.Players, m.Text), world.Everybody, false)
	case *message.Cutscene:
		// Demos made for viewing use an empty one to hide the status bar, which ends nothing.
		q.fix()
		w.CenterPrint(m.Text, world.Everybody, len(m.Text) > 0)
	case *message.SkyBox:
		w.EditLevel().SkyBox = string(m.Text)
	case *message.Print:
		q.print(w, m.Text)
	case *message.HitDamage:
		if e := w.Entity(w.View.Entity); e != nil {
			w.Hurt(int(m.Save)+int(m.Take), q.units.Vec(m.Origin), e.Origin)
		}
		if w.Recorder >= 0 && w.Recorder < len(w.Players) {
			id1.Hit(w, &w.Players[w.Recorder], m, q.units)
		}
		id1.Apply(w, m, q.units)
	case *message.Sound:
		id1.Apply(w, m, q.units)
		q.events.picked.Hear(w, m)
	case *message.TempEntity:
		if m = fromNehahra(m); q.extended {
			m = id1.Extended(m)
		}
		id1.TempEntity(w, m, q.units)
	case *message.LocalSound:
		w.StartSound(world.SoundStart{Entity: w.View.Entity, Sound: uint16(m.Sound), Volume: 1,
			Flags: world.SoundFlat}, 0)
	case *message.UpdateEntities:
		q.updateEntities(w, m)
	case *message.QWStatFloat:
		if v, ok := id1.WholeStat(m); ok {
			w.SetStat(&w.Stats, int(m.Index), v)
			id1.Count(w, int(m.Index), v)
		}
	case *message.Precache:
		q.precache(w, m)
	case *message.StuffText:
		q.stuffText(w, m.Text)
	case *message.UpdateStat:
		id1.Apply(w, m, q.units)
		if m.Index == world.StatTotalMonsters && m.Value > 0 {
			w.DropResult() // levels of matches have no monsters
			q.recolored = true
		}
	default:
		id1.Apply(w, m, q.units)
	}
}

// beginFrame begins the list of a packet with a time, at the first clientdata or entity. During the sign-on, packets
// have times but no frame.
func (q *rules) beginFrame(w world.Edit) {
	if !q.timed {
		return
	}
	q.timed, q.events.framed = false, true
	w.BeginFrame()
	// A packet with a time contains all entities, each as a delta from its baseline.
	w.Uncertain.EntitiesCertain()
	if !q.eyeUncertain {
		w.Uncertain.PlayersCertain()
	}
	q.building = w.NewList()
	q.last = -1
}

func (q *rules) update(w world.Edit, d *message.EntityDelta) {
	if q.timed {
		q.beginFrame(w)
	}
	var e *world.Entity
	if l := q.building; l != nil {
		if d.Number <= q.last {
			q.unsorted = true
		}
		q.last = d.Number
		n := len(l.Items)
		if n == cap(l.Items) {
			l.Items = append(l.Items, world.Entity{})
		}
		l.Items = l.Items[:n+1] // overwritten below
		e = &l.Items[n]
	} else if e = w.AmendEntity(d.Number); e == nil {
		return // without a time, the packet updates entities of the last frame
	}
	*e = *w.Baseline(d.Number)
	e.Apply(d, q.units)
	if e.Effects&effectMuzzleFlash != 0 {
		id1.MuzzleFlash(w, d.Number, e.Origin)
	}
}

// effectMuzzleFlash is the effect bit of an entity that has just fired (DEM table 11). Servers set it for one frame.
const effectMuzzleFlash = 1 << 1

func (q *rules) End(w world.Edit) {
	if q.building != nil {
		if q.unsorted {
			q.building.Items = sortByNumber(q.building.Items)
		}
		w.SetEntities(q.building)
		q.building, q.unsorted = nil, false
	}
	// Not at the start of the level, because a packet may start thousands of levels.
	w.Player(w.Level().MaxClients - 1)
	if w.LevelCount == 0 && w.View.Entity == 0 && q.events.hasClientData {
		q.guessEye(w)
	}
	q.judge(w)
	if q.recolored {
		q.setTeams(w)
	}
	for i := range w.Players {
		q.place(w, &w.Players[i])
	}
	if q.eyeUncertain && q.events.framed {
		q.findEye(w)
	}
	recorded := w.Recorder >= 0 && w.Recorder < len(w.Players)
	if recorded {
		p := &w.Players[w.Recorder]
		p.Dead = q.dies(w)
		// Only the recorder has a view weapon; its frame is one of the recorder's stats.
		if frame, known := w.Stats.Get(world.StatWeaponFrame); known {
			w.SetWeaponFrame(p, uint16(frame), false)
		}
	}
	for i := range w.Players {
		if p := &w.Players[i]; p.Visible {
			id1.Hold(w, p)
		}
	}
	if e := w.Entity(w.View.Entity); e != nil {
		q.view(w, e)
		if recorded {
			p := &w.Players[w.Recorder]
			p.Pose.Velocity, p.Pose.VelocityKnown = q.eye.velocity, true
			p.Footing = q.eye.footing
		}
	}
	q.events.end(w)
}

// place sets a player's body to that of the entity.
func (q *rules) place(w world.Edit, p *world.Player) {
	e := w.Entity(int32(p.Slot) + 1)
	shown := p.InUse && e != nil && e.Model[0] != 0
	if w.LevelCount == 0 && p.Slot == w.Recorder { // the baseline, which has the model, is missing
		shown = e != nil
		world.Admit(w, p)
	}
	w.SetVisible(p, shown)
	if p.Visible {
		p.Pose.Origin, p.Pose.Angles = e.Origin, e.Angles
		p.SkinNumber, p.Effects = e.Skin, e.Effects
		p.NoLerp = e.Flags&world.FlagNoLerp != 0
		w.SetLook(p, e.Model[0], e.Frame)
		p.Gibbed = e.Model[0] == q.head
		p.Dead = p.Gibbed || e.Model[0] == q.body && id1.DeathFrame(e.Frame)
	}
}

// dies reports whether the recorder has no health left.
func (q *rules) dies(w world.Edit) bool {
	health, known := w.Stats.Get(world.StatHealth)
	return known && health <= 0
}

// fix fixes the view to the view entity, with a jump.
func (q *rules) fix() {
	if !q.fixed {
		q.fixed, q.moved, q.turned = true, true, true
	}
}

// view moves the eye to its entity. During play, the eye is above the entity and has the angles of the packet, and dead
// players see a rolled view. In an intermission or cutscene, it has the entity's own position and angles, whose pitch
// is not divided by three then.
func (q *rules) view(w world.Edit, e *world.Entity) {
	v := &w.View
	v.Known, v.Fixed = true, q.fixed
	v.NoLerp = v.NoLerp || q.moved
	v.Origin = e.Origin
	angles := q.angles
	dead := q.dies(w) && !q.fixed
	switch {
	case q.fixed:
		angles = e.Angles
	case dead:
		v.Origin[2] += q.eye.height
		angles[2] = world.DeadRoll
	default:
		v.Origin[2] += q.eye.height
	}
	w.Turn(angles, q.turned || dead != q.dead)
	q.moved, q.turned, q.dead = false, false, dead
	v.Punch = q.eye.punch
	v.Height = q.eye.height
}

// drop discards an unfinished list.
func (q *rules) drop(w world.Edit) {
	q.building.Release()
	q.building, q.unsorted = nil, false
}

func (q *rules) serverInfo(w world.Edit, m *message.ServerInfo) {
	q.drop(w)
	l := w.BeginLevel()
	l.Title = string(prints.QuakeText(l.GameTexts, nil, m.MapName))
	l.Protocol = int(m.Protocol)
	l.MaxClients = int(m.MaxClients)
	l.Models = names(m.Models)
	l.Sounds = names(m.Sounds)
	l.Map = l.Model(1)
	l.ClientSounds = id1.ClientSounds
	q.events.begin(w, m)
	q.setProtocol(m)
	q.eye = eye{height: 22}
	q.fixed, q.dead, q.teamplay, q.noTeams, q.eyeUncertain = false, false, false, false, false
	q.sameColorKill = sameColorKill{}
	q.findBody(l)
	q.text.lines.Drop()
	q.beginMatch(w)
	q.setView(w, 1)
}

// Assume implements [world.Assumer].
func (q *rules) Assume(_ world.Edit, m message.Message) {
	if m, ok := m.(*message.ServerInfo); ok {
		q.setProtocol(m)
	}
}

// names returns the names of a precache list by their indices, which start at 1.
func names(list [][]byte) []string {
	s := make([]string, 1, len(list)+1)
	for _, n := range list {
		s = append(s, string(n))
	}
	return s
}

// modelIndex returns the index of a model, or 0 if the level doesn't have it.
func modelIndex(l *world.Level, name string) uint16 {
	return uint16(max(0, slices.Index(l.Models, name)))
}

// setView moves the recorder's eye to an entity.
func (q *rules) setView(w world.Edit, entity int32) {
	if w.View.Entity != entity {
		w.View.NoLerp, q.moved = true, true
		if w.Recorder >= 0 && w.Recorder < len(w.Players) {
			// Only the player whose view was recorded has a velocity and a view weapon.
			p := &w.Players[w.Recorder]
			p.Pose.Velocity, p.Pose.VelocityKnown, p.Footing = mgl32.Vec3{}, false, world.FootingUnknown
			w.SetWeaponFrame(p, 0, false)
		}
	}
	w.View.Entity = entity
	w.Recorder = world.Nobody
	if entity >= 1 && int(entity) <= max(len(w.Players), w.Level().MaxClients) {
		w.Recorder = int(entity) - 1
	}
}

// Lost implements [world.LossMarker]. A lost message may have moved the eye to another player; then the health and view
// of that player would be attributed to the wrong player. This is only assumed in recordings whose eye changes players,
// because otherwise the doubt would last until the end of the level.
func (q *rules) Lost(world.Edit) { q.eyeUncertain = q.switches }

// findEye finds the player whose eye the packet has: the only player whose angles are exactly those of the packet,
// which is true while a spectator sees through the player's eyes.
func (q *rules) findEye(w world.Edit) {
	found := int32(0)
	for i := range w.Players {
		e := w.Entity(int32(i) + 1)
		if e == nil || e.Angles.Vec2() != q.angles.Vec2() || e.Angles.Vec2() == (mgl32.Vec2{}) {
			continue
		}
		if found != 0 {
			return
		}
		found = e.Number
	}
	if found != 0 {
		q.eyeUncertain = false
		q.setView(w, found)
		w.Uncertain.PlayersCertain()
	}
}

// guessEye guesses the recorder of a demo without its beginning, which contains the view entity: the first player who
// looks in the direction of the packet's angles, or otherwise the first player.
func (q *rules) guessEye(w world.Edit) {
	const most, near = 16, 3 // players in the original game, and degrees
	found := int32(0)
	for i := range w.Entities {
		e := &w.Entities[i]
		if e.Number > most {
			break
		}
		if turned := math.Remainder(float64(e.Angles[1]-q.angles[1]), 360); math.Abs(turned) <= near {
			found = e.Number
			break
		}
		if found == 0 {
			found = e.Number
		}
	}
	if found > 0 {
		w.Player(int(found) - 1)
		q.setView(w, found)
	}
}

func (q *rules) clientData(w world.Edit, m *message.ClientData) {
	q.eye.height = float32(m.ViewHeight)
	q.eye.footing = world.FootingOf(m.Bits&message.ClientOnGround != 0)
	for i := range 3 {
		q.eye.punch[i] = float32(m.Punch[i])
		q.eye.velocity[i] = float32(m.Velocity[i]) * 16
	}
	s := &w.Stats
	w.SetStat(s, world.StatHealth, int32(m.Health))
	w.SetStat(s, world.StatWeapon, int32(m.WeaponModel))
	w.SetStat(s, world.StatAmmo, int32(m.Ammo))
	w.SetStat(s, world.StatArmor, int32(m.Armor))
	w.SetStat(s, world.StatWeaponFrame, int32(m.WeaponFrame))
	w.SetStat(s, world.StatShells, int32(m.Shells))
	w.SetStat(s, world.StatNails, int32(m.Nails))
	w.SetStat(s, world.StatRockets, int32(m.Rockets))
	w.SetStat(s, world.StatCells, int32(m.Cells))
	w.SetStat(s, world.StatActiveWeapon, int32(m.ActiveWeapon))
	w.SetStat(s, world.StatItems, int32(m.Items))
	w.SetStat(s, world.StatViewHeight, int32(m.ViewHeight))
}

func (q *rules) CopyFrom(src world.Rules, _ bool) {
	s := src.(*rules)
	// Between packets no list is being built.
	q.state = s.state
	q.text.lines.CopyFrom(&s.text.lines)
}

func (q *rules) Memory(_, _ *world.World) int64 { return size.Of[rules](1) + q.text.lines.Memory() }

func (q *rules) Hash(h *hash.Hash) {
	h.Ints(int(q.units.Coord), int(q.units.Angle))
	h.Vec(q.angles)
	h.Bools(q.extended, q.replaces, q.predicts, q.turned, q.moved, q.fixed, q.dead, q.teamplay, q.recolored, q.noTeams,
		q.sameColorKill.known, q.switches, q.eyeUncertain)
	h.Ints(q.sameColorKill.killer, int(q.sameColorKill.frags))
	h.Ints(int(q.body), int(q.head))
	h.Vec(q.eye.punch)
	h.Vec(q.eye.velocity)
	h.Floats(float64(q.eye.height))
	h.Ints(int(q.eye.footing))
	h.Bytes(q.text.lines.Open())
	q.events.hash(h)
	h.Bools(q.match.begun, q.match.over)
	h.Strings(q.match.scorePrinted)
}

// sortByNumber sorts an almost sorted list. Of entities with the same number, the last one stays.
func sortByNumber(list []world.Entity) []world.Entity {
	slices.SortStableFunc(list, func(a, b world.Entity) int { return int(a.Number - b.Number) })
	n := 0
	for i := range list {
		if i+1 < len(list) && list[i+1].Number == list[i].Number {
			continue
		}
		if n != i {
			list[n] = list[i]
		}
		n++
	}
	return list[:n]
}

// TrailOf implements [world.Trailer].
func (*rules) TrailOf(model string, _ *world.Entity) world.TrailKind { return id1.TrailOf(model) }

// TrailEffects implements [world.Trailer].
func (*rules) TrailEffects() uint32 { return 0 }
