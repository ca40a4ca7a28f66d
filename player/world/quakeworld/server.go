package quakeworld

import (
	"math/bits"

	"demoscope/formats/message"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/player/world/id1"
	"demoscope/player/world/internal/hash"
	"demoscope/player/world/internal/size"
)

// server interprets a server's recording (.mvd), in which a frame of the server may be several packets with the same
// time, each for some of the clients.
type server struct {
	base
	// lost are the fields of each player that no message has set since a loss of messages: bits from
	// message.MVDPlayerOriginX on. lostOf has one bit for each slot with such fields.
	lost   [slots]uint16
	lostOf uint32
	left   [slots]left
	// since is when a player got each of powerupItems, plus the whole seconds counted so far, in seconds of the
	// viewer's clock; 0 for none. powered has one bit for each slot with a powerup.
	since   [slots][len(powerupItems)]float64
	powered uint32
}

// left is the health and armor that hits have left a player, at a time of the viewer's clock.
type left struct {
	health, armor int32
	clock         float64 // 0 until the first hit, and after stats with the new values
}

var _ world.LossMarker = (*server)(nil)

// placeFields are the fields of a playerinfo with a player's position and view angles.
const placeFields = message.MVDPlayerOriginX*7 | message.MVDPlayerPitch*3

// NewServer returns the rules for .mvd demos.
func NewServer() world.Rules { return &server{} }

func (q *server) Begin(w world.Edit, p *message.Packet) {
	slot := world.Nobody
	if bits.OnesCount32(p.Targets) == 1 {
		slot = bits.TrailingZeros32(p.Targets)
	}
	q.begin(w, p, p.Targets, slot)
}

func (q *server) Apply(w world.Edit, m message.Message) {
	switch m := m.(type) {
	case *message.PacketEntities:
		q.packetEntities(w, m)
	case *message.MVDPlayerInfo:
		if m.Player < slots {
			q.player(w, m)
		}
	case *message.UpdateStat:
		q.stat(w, int(m.Index), m.Value)
	case *message.QWStatFloat:
		if v, ok := id1.WholeStat(m); ok {
			q.stat(w, int(m.Index), v)
		}
	case *message.HitDamage:
		if q.targets != world.Everybody {
			for list := q.targets; list != 0; list &= list - 1 {
				id1.Hit(w, w.Player(bits.TrailingZeros32(list)), m, q.units)
			}
		}
		q.apply(w, m)
	case *message.SetAngle:
		q.turn(int(m.Player))
	case *message.QWServerData:
		q.beginLevel(w, m)
		q.lost, q.lostOf, q.left, q.powered = [slots]uint16{}, 0, [slots]left{}, 0
		q.since = [slots][len(powerupItems)]float64{}
		q.hidden = message.ExtensionBits(m.Extensions, message.TagMVD1)&mvdHiddenMessages != 0
	case *message.MVDHiddenDamage:
		q.hurt(w, m)
	case *message.MVDHiddenCommand:
		if int(m.Player) < slots {
			p := w.Player(int(m.Player))
			p.Keys, p.KeysKnown = world.MoveOf(m.Moves[0], m.Moves[1])|world.ButtonsOf(m.Buttons), world.MoveKeys|
				world.ButtonKeys
		}
	case *message.MVDHiddenDemoInfo:
		q.demoInfo(w, m)
	default:
		q.apply(w, m)
	}
}

func (q *server) End(w world.Edit) {
	for m := q.statsOf; m != 0; m &= m - 1 {
		slot := bits.TrailingZeros32(m)
		if slot < len(w.Players) && w.Players[slot].Stats != nil {
			q.tookByStats(w, slot, w.Players[slot].Stats)
		}
	}
	q.statsOf = 0
	q.sumPowerups(w)
	q.carriers(w)
	q.end(w)
	if q.bodies != nil {
		q.bodies.certain(w)
		return
	}
	if w.Uncertain.Players && q.lostOf&q.visible == 0 {
		w.Uncertain.PlayersCertain()
	} else if q.lostOf&q.visible != 0 {
		w.PlayersUncertain()
	}
}

// packetEntities applies a packetentities message. Its base is the last frame (mvd facts, section 4).
func (q *server) packetEntities(w world.Edit, m *message.PacketEntities) {
	q.frame(w)
	w.Nails = w.Nails[:0] // nails come after the entities
	if !m.Delta {
		w.SetEntities(w.Full(m, q.entityUnits))
		w.Uncertain.EntitiesCertain()
	} else if len(m.Entities) > 0 {
		w.Settle()
		w.SetEntities(w.Merge(w.Entities, m.Entities, q.entityUnits))
	}
}

// player applies a playerinfo, which is a delta from the player's last one.
func (q *server) player(w world.Edit, m *message.MVDPlayerInfo) {
	p := q.named(w, int(m.Player))
	flags := m.Bits
	for i := range 3 {
		if flags&(message.MVDPlayerOriginX<<i) != 0 {
			p.Pose.Origin[i] = q.playerUnits.Units(m.Origin[i])
		}
		if flags&(message.MVDPlayerPitch<<i) != 0 {
			// From 0 to 360 degrees, not around 0.
			p.Pose.Angles[i] = float32(uint16(m.Angles[i])) * (360.0 / 65536)
		}
	}
	if flags&message.MVDPlayerEffects != 0 {
		p.Effects = uint32(m.Effects)
	}
	skin := uint8(p.SkinNumber)
	if flags&message.MVDPlayerSkin != 0 {
		skin = m.Skin
	}
	if flags&message.MVDPlayerModel != 0 {
		q.setModel(w, p, m.Model, skin, m.Frame, true)
	} else {
		p.SkinNumber = int32(skin)
		w.SetLook(p, p.Model, uint16(m.Frame))
	}
	if flags&message.MVDPlayerWeaponFrame != 0 {
		w.SetWeaponFrame(p, uint16(m.WeaponFrame), false)
	}
	if q.lostOf != 0 {
		q.found(int(m.Player), flags)
	}
	if w.LevelCount > 0 {
		p.NoModel = p.Model == 0
	} else {
		// Without the beginning of the demo, names and models are only known once they change. Servers omit spectators.
		world.Admit(w, p)
		if flags&message.MVDPlayerModel != 0 {
			p.NoModel = p.Model == 0
		}
	}
	// Every playerinfo has the dead and gibbed bits.
	p.Gibbed = flags&message.MVDPlayerGib != 0
	p.Dead = p.Gibbed || flags&message.MVDPlayerDead != 0
	q.out(w, p)
}

// Lost marks the places of all players as uncertain.
func (q *server) Lost(w world.Edit) {
	for i := range q.lost {
		q.lost[i] = placeFields
	}
	q.lostOf = 1<<slots - 1
	if q.bodies != nil {
		q.bodies.lose()
	}
}

// found notes that a playerinfo has set these fields.
func (q *server) found(slot int, flags uint16) {
	if slot >= slots {
		return
	}
	if q.lost[slot] &^= flags; q.lost[slot] == 0 {
		q.lostOf &^= 1 << slot
	}
}

// stat sets a stat of the players that the packet is for.
func (q *server) stat(w world.Edit, index int, value int32) {
	if q.targets == world.Everybody {
		return
	}
	q.statsOf |= q.targets
	id1.Count(w, index, value) // the same for all players
	for m := q.targets; m != 0; m &= m - 1 {
		p := w.Player(bits.TrailingZeros32(m))
		if p.Stats == nil {
			p.Stats = new(world.Stats)
		}
		w.SetStat(p.Stats, index, value)
		q.weaponStat(w, p, index, value)
		q.sumStat(w, p, index)
	}
}

// slotOfEntity returns the slot of the player with an entity number, or Nobody.
func slotOfEntity(entity uint16) int {
	if entity >= 1 && entity <= slots {
		return int(entity) - 1
	}
	return world.Nobody
}

// maxMatchStats bounds KTX's statistics in bytes. For 32 players they take about 60,000.
const maxMatchStats = 1 << 20

// demoInfo joins the blocks of KTX's statistics. The last block is number 0.
func (q *server) demoInfo(w world.Edit, m *message.MVDHiddenDemoInfo) {
	if m.Block == 1 {
		q.texts.stats = q.texts.stats[:0]
	}
	if len(q.texts.stats)+len(m.Data) > maxMatchStats {
		return
	}
	q.texts.stats = append(q.texts.stats, m.Data...)
	if m.Block == 0 {
		w.MatchStats = string(q.texts.stats)
		q.statistics(w, q.texts.stats)
		w.Event(world.Event{Kind: world.EventData, Player: world.Nobody, Other: world.Nobody, Text: m.Data})
		q.texts.stats = q.texts.stats[:0]
	}
}

// hurt reports a hit. The type of death is the weapon, and whether the damage was splash.
func (q *server) hurt(w world.Edit, m *message.MVDHiddenDamage) {
	const splash = 1 << 15
	e := world.Event{Kind: world.EventDamage, Player: slotOfEntity(m.Attacker), Other: slotOfEntity(m.Target),
		Value: int32(m.Damage), HitType: world.HitDirect}
	if m.Type&splash != 0 {
		e.HitType = world.HitSplash
	}
	if kind := m.Type &^ splash; int(kind) < len(deathTypes) {
		e.Weapon = deathTypes[kind]
	}
	w.Event(e)
	q.sumHit(w, e.Player, e.Other, e.Value)
}

// deathTypes maps KTX's types of death to the causes that their obituaries name. Types without an obituary are empty: a
// level change, damage by the level, and unknown causes.
var deathTypes = [...]weapon.Kind{
	1: weapon.Axe, 2: weapon.Shotgun, 3: weapon.SuperShotgun, 4: weapon.Nailgun, 5: weapon.SuperNailgun,
	6: weapon.GrenadeLauncher,
	7: weapon.RocketLauncher,
	8: weapon.Thunderbolt, 9: weapon.Discharge, 10: weapon.Discharge, 11: weapon.Grapple, 13: weapon.Lava,
	14: weapon.Slime, 15: weapon.Water, 16: weapon.Fall,
	17: weapon.Stomp,
	18: weapon.Telefrag, 19: weapon.Telefrag, 20: weapon.Telefrag, 21: weapon.Explosion, 22: weapon.Trap,
	23: weapon.Trap, 24: weapon.Squish,
	26: weapon.Suicide,
}

func (q *server) CopyFrom(src world.Rules, _ bool) {
	s := src.(*server)
	q.copyFrom(&s.base)
	q.lost, q.lostOf, q.left, q.since, q.powered = s.lost, s.lostOf, s.left, s.since, s.powered
}

func (q *server) Memory(_, _ *world.World) int64 {
	return size.Of[server](1) + q.texts.memory() + q.bodies.memory()
}

func (q *server) Hash(h *hash.Hash) {
	q.hash(h)
	h.Ints(int(q.lostOf), int(q.powered))
	for _, fields := range q.lost {
		h.Ints(int(fields))
	}
	for i := range q.left {
		l := &q.left[i]
		h.Ints(int(l.health), int(l.armor))
		h.Floats(l.clock)
		h.Floats(q.since[i][:]...)
	}
}
