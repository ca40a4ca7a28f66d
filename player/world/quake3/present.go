package quake3

import (
	"math"
	"math/bits"
	"slices"
	"strconv"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/formats/message"
	"demoscope/player/world"
)

// snapshot applies one snapshot. What only a viewer needs is left to Settle.
func (q *rules) snapshot(w world.Edit, m *message.Snapshot) {
	if n, ok := q.snaps.ring.Place(q.sequence); ok && (n == q.snaps.current || n == q.snaps.before) {
		q.Settle(w) // it needs a snapshot that is about to be replaced
		if n == q.snaps.before {
			q.snaps.before = nil
		}
	}
	n := q.snaps.apply(q.sequence, m)
	if !n.known.has(message.PlayerStateClientNum) && q.recorderPlays(w) {
		n.player[message.PlayerStateClientNum] = q.recorder
		n.known.add(message.PlayerStateClientNum)
	}
	q.search.complete(n)
	n.multiView = isMultiView(q, w, n)
	if q.snaps.missing && (q.snaps.current != nil || !w.Uncertain.Places()) {
		w.PacketsMissing()
	}
	w.Snapshots++
	n.command = q.command
	w.SetTime(float64(m.ServerTime) / 1000)
	if q.stepped = w.StepFrame(); q.stepped {
		q.snaps.before, q.presenter.late = q.snaps.current, q.presenter.stale
		q.presenter.newFrame = true
	}
	if q.snaps.current == nil {
		q.match.firstSnapshot(w)
	}
	q.snaps.previous, q.snaps.current = q.snaps.current, n
	q.presenter.stale = true
	q.admit(w, n)
	q.presenter.animate(w, &q.snaps)
	q.hit(w, n)
	if n.uncertain {
		w.EntitiesUncertain()
		w.PlayersUncertain()
	} else {
		w.Uncertain.EntitiesCertain()
		w.Uncertain.PlayersWhole()
	}
	if n.multiView {
		followAll(q, w, n)
	} else {
		q.follow(w, n)
	}
	q.events(w, m, n)
	if w.Fleeting() {
		q.trails(w, n)
	} else if q.flights != nil {
		q.flights.forget()
	}
	q.match.flags.findCarriers(w, &q.snaps, q.redFlagPowerup())
	q.snaps.findObelisks(w, n)
	q.match.suddenDeath(w)
	if w.LevelCount == 0 {
		q.search.find(n, q.snaps.previous)
	}
}

// recorderPlays reports whether the view must be that of the recorder. A spectator may follow any other player.
func (q *rules) recorderPlays(w world.Edit) bool {
	if q.recorder < 0 || int(q.recorder) >= len(w.Players) {
		return false
	}
	p := &w.Players[q.recorder]
	return p.InUse && !p.Spectator
}

// admit adds the players of a snapshot that the server has not named. Settle must not be the first to add them, because
// it skips snapshots that nobody looks at.
func (q *rules) admit(w world.Edit, n *snapshot) {
	for _, e := range n.entities {
		if e.number >= clients {
			break
		}
		if (int(e.number) >= len(w.Players) || w.LevelCount == 0) &&
			q.snaps.states[e.slot][message.EntityStateType] == etPlayer {
			admitPlayer(w, int(e.number))
			q.search.seen |= 1 << e.number
		}
	}
	admitPlayer(w, n.slot())
}

// admitPlayer adds the player in a slot. In a demo without a beginning, nothing else names the players.
func admitPlayer(w world.Edit, slot int) {
	if p := w.Player(slot); p != nil {
		world.Admit(w, p)
	}
}

// presenter builds the World's entities and poses from snapshots when somebody looks at them.
type presenter struct {
	due
	// headings caches the headings of missiles, which keep them in flight, by entity number modulo its length.
	headings [64]heading
	shown    shownLists
}

// due is what is still to be built.
type due struct {
	// stale is set if the World's entities and poses are not those of the last snapshot. newFrame is set if a frame has
	// begun since they were last built. late is stale at the moment when that frame began: the last snapshot of the
	// frame before was not built yet.
	stale, newFrame, late bool
	// was are the players of the frame before the one presented last.
	was playerBits
	// animated are the players of the last snapshot.
	animated playerBits
}

// animate sets the animations of the players in a snapshot. It is not left to Settle, which skips snapshots that nobody
// looks at: any of them may restart an animation.
func (pr *presenter) animate(w world.Edit, snaps *snapshots) {
	n := snaps.current
	now, doubled := playerBits{}, playerBits{}
	set := func(slot int, flags, legs, torso int32) {
		p := &w.Players[slot]
		begins := pr.animated.there>>slot&1 == 0 || pr.animated.jumped(slot, flags)
		w.SetFrame(p, uint16(legs), begins)
		w.SetWeaponFrame(p, uint16(torso), begins)
		now.add(slot, flags)
	}
	watched := world.Nobody
	if n.hasPlayer() {
		watched = n.slot()
		ps := &n.player
		set(watched, ps[message.PlayerStateFlags], ps[message.PlayerStateLegsAnim], ps[message.PlayerStateTorsoAnim])
	}
	for _, e := range n.entities {
		if e.number >= clients {
			break
		}
		switch s := &snaps.states[e.slot]; {
		case s[message.EntityStateType] != etPlayer:
		case int(e.number) == watched: // no server sends it
			doubled.add(watched, s[message.EntityStateFlags])
		default:
			set(int(e.number), s[message.EntityStateFlags], s[message.EntityStateLegsAnim],
				s[message.EntityStateTorsoAnim])
		}
	}
	for gone := pr.animated.there &^ now.there; gone != 0; gone &= gone - 1 {
		p := &w.Players[bits.TrailingZeros64(gone)]
		p.Frame, p.WasFrame, p.WeaponFrame, p.FrameClock, p.WeaponFrameClock = 0, 0, 0, 0, 0
		p.ForgetHealth() // a player who is not reported may have been healed or have respawned
	}
	pr.animated = now
	n.players = playerBits{now.there, now.teleport | doubled.teleport, now.dead}
}

// Settle builds the entities and poses of the last snapshot.
func (q *rules) Settle(w world.Edit) {
	if !q.presenter.stale {
		return
	}
	before := q.snaps.before
	if q.presenter.late && before != nil {
		q.presenter.present(w, &q.snaps, before)
	}
	if q.presenter.newFrame {
		w.Rotate()
	}
	if before != nil {
		q.presenter.was = before.players
	}
	q.presenter.present(w, &q.snaps, q.snaps.current)
	q.presenter.stale, q.presenter.newFrame, q.presenter.late = false, false, false
}

// playerBits are the players in a snapshot, one bit per slot.
type playerBits struct{ there, teleport, dead uint64 }

// living returns the players who are not dead.
func (b *playerBits) living() uint64 { return b.there &^ b.dead }

// jumped reports whether the player in a slot, who now has flags, has gone through a teleporter since b.
func (b *playerBits) jumped(slot int, flags int32) bool {
	return b.there>>slot&1 != 0 && (b.teleport>>slot&1 != 0) != (flags&efTeleport != 0)
}

func (b *playerBits) add(slot int, flags int32) {
	b.there |= 1 << slot
	if flags&efTeleport != 0 {
		b.teleport |= 1 << slot
	}
	if flags&efDead != 0 {
		b.dead |= 1 << slot
	}
}

// present builds the entities and poses of a snapshot.
func (pr *presenter) present(w world.Edit, snaps *snapshots, n *snapshot) {
	there := uint64(0) // players in the snapshot, one bit per slot
	l := w.NewList()
	m := pr.shown.of(l)
	old := m.entities()
	items := slices.Grow(l.Items, len(n.entities))[:len(n.entities)]
	m.looks = slices.Grow(m.looks[:0], len(n.entities))[:len(n.entities)]
	for i, e := range n.entities {
		d := &items[i]
		var k look
		if i < len(old) && old[i].slot == e.slot {
			if k = m.looks[i]; k == looksStill {
				continue
			}
		} else {
			k = pr.show(d, e, &snaps.states[e.slot])
			m.looks[i] = k
		}
		s := &snaps.states[e.slot]
		if k&looksMoving != 0 {
			s.placeAt(n.time, &d.Origin)
		}
		if k&looksTurning != 0 {
			s.anglesAt(n.time, &d.Angles)
		}
		if k&looksPlayer != 0 {
			pr.presentPlayer(w, s, d)
			there |= 1 << e.number
		}
	}
	l.Items = items
	m.is(n)
	w.SetEntities(l)
	for i := range w.Players {
		// Players who were not visible have nothing to clear.
		if p := &w.Players[i]; p.Visible && there>>i&1 == 0 {
			p.Visible, p.Dead, p.Ducked, p.NoModel, p.NoLerp, p.Pose = false, false, false, false, false, world.Pose{}
			p.Effects, p.Powerups, p.Weapon, p.Gun, p.Keys, p.KeysKnown = 0, 0, 0, world.Gun{}, 0, 0
			p.Footing = world.FootingUnknown
		}
	}
	if n.hasPlayer() {
		p, ps := w.Player(n.slot()), &n.player
		w.SetVisible(p, true)
		p.Dead = ps[message.PlayerStatePMType] == pmDead || ps[message.PlayerStateFlags]&efDead != 0
		p.NoModel = ps[message.PlayerStateStats] <= gibHealth
		p.Footing = world.FootingUnknown
		if n.known.has(message.PlayerStateGroundEntityNum) {
			p.Footing = world.FootingOf(ps[message.PlayerStateGroundEntityNum] != nothing)
		}
		ps.set(&p.Pose.Origin, message.PlayerStateOriginX, message.PlayerStateOriginY, message.PlayerStateOriginZ)
		ps.set(&p.Pose.Angles, message.PlayerStateViewPitch, message.PlayerStateViewYaw, message.PlayerStateViewRoll)
		ps.set(&p.Pose.Velocity, message.PlayerStateVelocityX, message.PlayerStateVelocityY,
			message.PlayerStateVelocityZ)
		p.Pose.VelocityKnown = true
		p.Effects, p.Weapon = uint32(ps[message.PlayerStateFlags]), uint8(ps[message.PlayerStateWeapon])
		p.Powerups = ps.powerupBits()
		p.Gun = world.Gun{Known: true, Bob: uint8(ps[message.PlayerStateBobCycle])}
		p.Keys, p.KeysKnown = ps.keys(), world.KeyAttack|world.KeyJump|world.KeyCrouch
		p.NoLerp = w.View.NoLerp
	}
}

// shownLists are the entity lists built last: those of the last two frames, and the one that the last snapshot of a
// frame replaced. When the world hands back a list, only the entities that changed are rebuilt; most don't change.
type shownLists struct {
	lists [3]shownList
	last  int // index of the list built last
}

// shownList is an entity list built from a snapshot.
type shownList struct {
	list   *world.List
	from   *snapshot
	serial uint64 // serial of the snapshot, which may have been dropped since, with its states
	looks  []look // one for each entity
}

// of returns what is known about a list that is about to be built. An unknown list replaces the oldest one.
func (k *shownLists) of(l *world.List) *shownList {
	for i := range k.lists {
		if m := &k.lists[i]; m.list == l {
			k.last = i
			return m
		}
	}
	k.last = (k.last + 1) % len(k.lists)
	m := &k.lists[k.last]
	m.list, m.from = l, nil
	return m
}

// entities returns the entities that the list was built from, or nil if their snapshot is gone.
func (m *shownList) entities() []snapEntity {
	if m.from == nil || m.from.serial != m.serial {
		return nil
	}
	return m.from.entities
}

// is records the snapshot that the list has been built from.
func (m *shownList) is(n *snapshot) { m.from, m.serial = n, n.serial }

// look says which parts of an entity depend on the time or must be copied to a player.
type look uint8

const (
	looksStill   look = 1 << iota // nothing
	looksMoving                   // the origin depends on the time
	looksTurning                  // the angles depend on the time
	looksPlayer                   // a player, who must be set in the list of players, too
)

// show sets what does not depend on the time from the state of an entity.
func (pr *presenter) show(d *world.Entity, e snapEntity, s *entityState) (k look) {
	*d = world.Entity{}
	s.present(d, e.number)
	if uint32(s[message.EntityStatePosType]) > trInterpolate {
		k |= looksMoving
	}
	switch {
	case d.Type == etMissile || d.Type == etGrapple:
		d.Angles = pr.headings[e.number%uint16(len(pr.headings))].of(s)
	case uint32(s[message.EntityStateAposType]) > trInterpolate:
		k |= looksTurning
	}
	if d.Type == etGrapple {
		if owner := s[message.EntityStateOtherEntityNum]; owner >= 0 && owner < clients {
			d.Colormap = uint8(owner) + 1
		}
	}
	if d.Type == etPlayer && e.number < clients {
		k |= looksPlayer
	}
	if k == 0 {
		k = looksStill
	}
	return k
}

// keys returns the keys that a state reports. The direction of the legs is not used: it remains when the keys are
// released.
func (ps *playerState) keys() (k world.Keys) {
	const ducked, jumpHeld, firing = 1, 2, 0x100
	if ps[message.PlayerStateFlags]&firing != 0 {
		k |= world.KeyAttack
	}
	if ps[message.PlayerStatePMFlags]&jumpHeld != 0 {
		k |= world.KeyJump
	}
	if ps[message.PlayerStatePMFlags]&ducked != 0 {
		k |= world.KeyCrouch
	}
	return k
}

// nothing is the entity number that stands for no entity.
const nothing = 1023

// gibHealth is the health at or below which a dead player is gibbed.
const gibHealth = -40

// presentPlayer fills in a player from the player's entity.
func (pr *presenter) presentPlayer(w world.Edit, s *entityState, e *world.Entity) {
	p := w.Player(int(e.Number))
	w.SetVisible(p, true)
	p.Dead = s[message.EntityStateFlags]&efDead != 0
	p.Ducked = ducks(s[message.EntityStateLegsAnim])
	p.NoModel = s[message.EntityStateFlags]&efNoDraw != 0
	p.Footing = world.FootingOf(s[message.EntityStateGroundEntityNum] != nothing)
	for i := range e.Origin {
		p.Pose.Origin[i], p.Pose.Angles[i] = e.Origin[i], e.Angles[i]
	}
	s.set(&p.Pose.Velocity, message.EntityStatePosDeltaX, message.EntityStatePosDeltaY, message.EntityStatePosDeltaZ)
	p.Pose.VelocityKnown = true
	p.Effects, p.Weapon = uint32(s[message.EntityStateFlags]), uint8(s[message.EntityStateWeapon])
	p.Powerups = uint32(s[message.EntityStatePowerups])
	p.Gun, p.Keys, p.KeysKnown = world.Gun{}, 0, 0
	p.NoLerp = pr.was.jumped(int(e.Number), s[message.EntityStateFlags])
}

// ducks reports whether a legs animation is crouching: standing, forward or backward. One bit only distinguishes an
// animation from an equal one before.
func ducks(legs int32) bool {
	const again, walk, idle, back = 128, 13, 23, 32
	switch legs &^ again {
	case walk, idle, back:
		return true
	}
	return false
}

func (q *rules) SentPose(number int32) (world.Pose, bool) {
	if q.snaps.current == nil || number < 0 || number >= maxEntities {
		return world.Pose{}, false
	}
	s := q.snaps.find(q.snaps.current, uint16(number))
	if s == nil {
		return world.Pose{}, false
	}
	return world.Pose{
		Origin: s.place(),
		Angles: s.vec(message.EntityStateAposBasePitch, message.EntityStateAposBaseYaw,
			message.EntityStateAposBaseRoll),
		Velocity:      s.vec(message.EntityStatePosDeltaX, message.EntityStatePosDeltaY, message.EntityStatePosDeltaZ),
		VelocityKnown: true,
	}, true
}

// present fills in d, which is zero, from a raw state. The origin and angles are the bases of their trajectories.
func (s *entityState) present(d *world.Entity, number uint16) {
	d.Number = int32(number)
	s.set(&d.Origin, message.EntityStatePosBaseX, message.EntityStatePosBaseY, message.EntityStatePosBaseZ)
	d.Type = uint8(s[message.EntityStateType])
	s.set(&d.Angles, message.EntityStateAposBasePitch, message.EntityStateAposBaseYaw, message.EntityStateAposBaseRoll)
	s.set(&d.OldOrigin, message.EntityStateOrigin2X, message.EntityStateOrigin2Y, message.EntityStateOrigin2Z)
	d.Weapon = uint8(s[message.EntityStateWeapon])
	d.Model[0], d.Model[1] = uint16(s[message.EntityStateModelIndex]), uint16(s[message.EntityStateModelIndex2])
	d.Frame = uint16(s[message.EntityStateFrame])
	d.Sound = uint16(s[message.EntityStateLoopSound])
	d.Skin = s[message.EntityStateClientNum]
	d.Effects = uint32(s[message.EntityStateFlags])
	d.Event = uint8(s[message.EntityStateEvent])
	d.Solid = s[message.EntityStateSolid]
}

// inlineModels are the names of the map's inline models.
var inlineModels = func() (names [256]string) {
	for i := range names {
		names[i] = "*" + strconv.Itoa(i)
	}
	return names
}()

func (q *rules) ModelOf(l *world.Level, e *world.Entity) string {
	index := int(e.Model[0])
	if e.Effects&efNoDraw != 0 {
		return ""
	}
	switch e.Type {
	case etPlayer:
		return "models/players"
	case etItem:
		if index < len(q.numbers.items) {
			return q.numbers.items[index].model
		}
	case etMissile, etGrapple:
		if int(e.Weapon) < len(missileModels) {
			return missileModels[e.Weapon]
		}
	case etGeneral, etMover, etBeam, etPortal, etTeam:
		if e.Solid == solidBrushModel {
			return inlineModels[index&255]
		}
		// 0 is no model, whatever its name: exploded missiles keep it for some time.
		if index != 0 {
			return l.Model(e.Model[0])
		}
	}
	return ""
}

// hit records damage that a snapshot reports and the previous one didn't.
func (q *rules) hit(w world.Edit, n *snapshot) {
	before := q.snaps.previous
	if before == nil || !n.hasPlayer() || !before.hasPlayer() || before.slot() != n.slot() {
		return
	}
	ps, old := &n.player, &before.player
	points := int(ps[message.PlayerStateDamageCount])
	if points <= 0 || ps[message.PlayerStateDamageEvent] == old[message.PlayerStateDamageEvent] {
		return
	}
	p := w.Player(n.slot())
	w.Hit(p, points, 0)
	const nowhere = 255
	pitch, yaw := ps[message.PlayerStateDamagePitch], ps[message.PlayerStateDamageYaw]
	if pitch == nowhere && yaw == nowhere {
		return // by the world: drowning, falling, lava
	}
	// The direction is that in which the attack flew.
	const far, degrees = 1000, 360.0 / 256
	sinPitch, cosPitch := math.Sincos(float64(pitch) * degrees * math.Pi / 180)
	sinYaw, cosYaw := math.Sincos(float64(yaw) * degrees * math.Pi / 180)
	flew := mgl32.Vec3{float32(cosPitch * cosYaw), float32(cosPitch * sinYaw), float32(-sinPitch)}
	origin := ps.vec(message.PlayerStateOriginX, message.PlayerStateOriginY, message.PlayerStateOriginZ)
	w.HitFrom(p, origin.Sub(flew.Mul(far)))
}
