package quakeworld

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/formats/message"
	"demoscope/player/world"
	"demoscope/player/world/id1"
	"demoscope/player/world/internal/hash"
	"demoscope/player/world/internal/ring"
	"demoscope/player/world/internal/size"
)

const (
	// deltaDepth is the number of frames that a delta may refer back. Only the low six bits of the sequence numbers of
	// a .qwd's packets matter.
	deltaDepth = 64
	// sequenceMask removes the flag of reliable packets from a sequence number.
	sequenceMask = 1<<31 - 1
	// consoleID is the connectionless message whose text the client prints (QWD 4.6). Other messages are about the
	// connection.
	consoleID = 'n'
	// spectatorBit is a bit of the client number in a serverdata message.
	spectatorBit = 0x80
)

// client interprets a client's recording (.qwd), in which each packet is one frame of the server.
type client struct {
	base
	eye      eye
	sequence int32 // of the packet
	// frames are the entities of earlier packets, by sequence number.
	frames ring.Ring[frame]
	// replaced is the frame that the newest frame replaced in the ring. It is kept until the next frame, because the
	// newest frame may be a delta from it.
	replaced frame
	tracking *tracking // nil unless the recorder is a spectator
}

var (
	_ world.FrameKeeper = (*client)(nil)
	_ world.LossMarker  = (*client)(nil)
)

// frame holds the entities of a packet.
type frame struct {
	list      *world.List
	uncertain bool // a delta from a lost frame
	// partial is set if it is a delta from a frame before the beginning of the recording.
	partial bool
}

// eye holds the recorder's view.
type eye struct {
	angles mgl32.Vec3 // degrees
	punch  float32    // pitch of the recoil in degrees
	clock  float64    // viewer's time of punch
	rolled bool       // the view was last rolled as for a dead player
	slot   int        // slot of the recorder
	seen   bool       // the packet has the recorder's playerinfo
}

// NewClient returns the rules for .qwd demos.
func NewClient() world.Rules {
	return &client{eye: eye{slot: world.Nobody}, frames: ring.New[frame](deltaDepth)}
}

func (q *client) Begin(w world.Edit, p *message.Packet) {
	q.sequence = p.Sequence & sequenceMask
	q.eye.seen = false
	if q.tracking != nil {
		q.tracking.begin(&w.Stats)
	}
	q.frames.Begin()
	q.begin(w, p, world.Everybody, w.Recorder)
}

func (q *client) Apply(w world.Edit, m message.Message) {
	switch m := m.(type) {
	case *message.PacketEntities:
		q.packetEntities(w, m)
	case *message.QWPlayerInfo:
		if m.Player < slots {
			q.player(w, m)
		}
	case *message.UpdateEntities:
		q.updateEntities(w, m)
		q.own(w)
	case *message.QWClientBlock:
		q.move(w, m)
	case *message.UpdateStat:
		q.stat(w, int(m.Index), m.Value)
	case *message.QWStatFloat:
		if v, ok := id1.WholeStat(m); ok {
			q.stat(w, int(m.Index), v)
		}
	case *message.QWKick:
		q.kick(w, m.Big)
	case *message.HitDamage:
		if q.eye.slot >= 0 {
			p := w.Player(q.eye.slot)
			w.Hurt(int(m.Save)+int(m.Take), q.units.Vec(m.Origin), p.Pose.Origin)
			id1.Hit(w, p, m, q.units)
		}
		q.apply(w, m)
	case *message.SetAngle:
		q.setAngle(w, m)
	case *message.QWServerData:
		q.serverData(w, m)
	case *message.SpawnBaseline:
		q.frames.All(func(f frame) { f.list.All() }) // they start from the old baselines
		q.replaced.list.All()
		q.apply(w, m)
	case *message.QWConnectionless:
		if m.ID == consoleID {
			w.Print(printMatch, false, m.Text, world.Everybody, world.Nobody)
		}
	default:
		q.apply(w, m)
	}
}

func (q *client) End(w world.Edit) {
	if q.statsOf != 0 && q.eye.slot >= 0 {
		q.tookByStats(w, q.eye.slot, &w.Stats)
	}
	q.statsOf = 0
	q.track(w)
	q.carriers(w)
	q.end(w)
	if q.bodies != nil {
		q.bodies.certain(w)
	}
	q.view(w)
}

// serverData begins a level.
func (q *client) serverData(w world.Edit, m *message.QWServerData) {
	q.beginLevel(w, m)
	q.clearFrames()
	q.eye = eye{slot: int(m.Client &^ spectatorBit)}
	spectator := m.Client&spectatorBit != 0
	if q.eye.slot >= slots {
		q.eye.slot = world.Nobody
	} else {
		w.Player(q.eye.slot).Spectator = spectator
	}
	w.Recorder, q.slot = q.eye.slot, q.eye.slot
	q.beginTracking(spectator)
}

// packetEntities applies a packetentities message. Its base is given by the low byte of a sequence number. If that
// frame was lost, the newest frame is the best guess, because nearly all values in a delta are absolute. A recording
// that begins with deltas begins with no entities (qwfacts 0.8).
func (q *client) packetEntities(w world.Edit, m *message.PacketEntities) {
	q.frame(w)
	w.Nails = w.Nails[:0] // nails come after the entities
	var base frame
	if m.Delta {
		back := (q.sequence - int32(m.From)) & 0xff
		var ok bool
		if base, ok = q.frames.Base(q.sequence - back); !ok {
			if base, _, ok = q.frames.Newest(); !ok || base.partial {
				base = frame{partial: true}
			} else if !base.uncertain {
				w.PacketsMissing()
			}
			base.uncertain = !base.partial || w.Uncertain.Entities
		}
	}
	next := base
	switch {
	case base.list == nil:
		next.list = w.Full(m, q.entityUnits)
	case len(m.Entities) == 0:
		next.list.Retain()
	default:
		next.list = w.Merge(base.list.All(), m.Entities, q.entityUnits)
	}
	next.list.Retain()
	release(q.replaced)
	q.replaced = q.frames.Put(q.sequence, next)
	w.SetEntities(next.list)
	if next.uncertain {
		w.EntitiesUncertain()
	} else {
		w.Uncertain.EntitiesCertain()
	}
}

// stat sets a stat of the recorder.
func (q *client) stat(w world.Edit, index int, value int32) {
	w.SetStat(&w.Stats, index, value)
	id1.Count(w, index, value)
	q.statsOf = 1 << (q.eye.slot & (slots - 1))
	if q.eye.slot >= 0 && q.predicts {
		q.weaponStat(w, w.Player(q.eye.slot), index, value)
	}
}

// Lost marks the newest frame as uncertain.
func (q *client) Lost(world.Edit) {
	if f, key, ok := q.frames.Newest(); ok {
		f.uncertain = true
		q.frames.Put(key, f)
	}
	if q.bodies != nil {
		q.bodies.lose()
	}
}

func release(f frame) { f.list.Release() }

func (q *client) clearFrames() {
	q.frames.Clear(release)
	release(q.replaced)
	q.replaced = frame{}
}

// player applies a playerinfo of a client's recording, which is never a delta (qwfacts 0.8).
func (q *client) player(w world.Edit, m *message.QWPlayerInfo) {
	p := q.named(w, int(m.Player))
	world.Admit(w, p)
	w.Uncertain.PlayersCertain()
	p.Pose.Origin = q.playerUnits.Vec(m.Origin)
	p.Pose.Velocity = mgl32.Vec3{float32(m.Velocity[0]), float32(m.Velocity[1]), float32(m.Velocity[2])}
	p.Pose.VelocityKnown = true
	p.Footing = world.FootingUnknown
	if q.footing {
		ground := uint32(message.QWPlayerOnGround)
		if q.hull {
			ground = message.QWPlayerOnGroundHull
		}
		p.Footing = world.FootingOf(m.Bits&ground != 0)
	}
	p.Effects, p.Age = uint32(m.Effects), m.Msec
	w.SetWeaponFrame(p, uint16(m.WeaponFrame), false)
	p.Gibbed = m.Bits&message.QWPlayerGib != 0
	p.Dead = m.Bits&message.QWPlayerDead != 0
	q.setModel(w, p, m.Model, m.Skin, m.Frame, m.Bits&message.QWPlayerModel != 0)
	p.NoModel = m.Bits&message.QWPlayerModel != 0 && p.Model == 0 // without the bit it has the default model
	q.out(w, p)
	if q.tracking != nil && !p.Out {
		q.sight(int(m.Player), m.Origin)
	}
	if q.eye.slot < 0 && w.LevelCount == 0 && m.Bits&(message.QWPlayerMsec|message.QWPlayerCommand) == 0 {
		// The beginning, which has the slot, is missing. Servers do not send players their own commands.
		q.eye.slot = int(m.Player)
		w.Recorder, q.slot = q.eye.slot, q.eye.slot
	}
	if int(m.Player) == q.eye.slot {
		// The recorder's own moves are in the client blocks.
		p.Pose.Angles = q.eye.angles
		q.eye.seen = true
		return
	}
	p.Keys, p.KeysKnown = 0, 0
	if m.Bits&message.QWPlayerCommand != 0 { // servers omit the buttons
		p.Keys, p.KeysKnown = world.MoveOf(m.Command.Moves[0], m.Command.Moves[1]), world.MoveKeys
	}
	for i, a := range m.Command.Angles {
		p.Pose.Angles[i] = float32(a) * (360.0 / 65536)
	}
}

// own applies the recorder's view to the recorder's body.
func (q *client) own(w world.Edit) {
	if slot := q.eye.slot; slot >= 0 && q.visible>>slot&1 != 0 {
		// The recorder's own moves are in the client blocks.
		p := w.Player(slot)
		p.Pose.Angles = q.eye.angles
		q.eye.seen = true
		if health, known := w.Stats.Get(world.StatHealth); known {
			p.Dead = health <= 0
		}
	}
}

// move applies the recorder's own move.
func (q *client) move(w world.Edit, m *message.QWClientBlock) {
	q.eye.angles = m.ViewAngles
	if w.Intermission || q.eye.slot < 0 {
		return
	}
	q.turnView(w, q.turned>>q.eye.slot&1 != 0)
	p := w.Player(q.eye.slot)
	if p.Visible {
		p.Pose.Angles = m.ViewAngles
	}
	p.Keys, p.KeysKnown = world.MoveOf(m.Moves[0], m.Moves[1])|world.ButtonsOf(m.Buttons), world.MoveKeys|
		world.ButtonKeys
}

// turnView turns the view to the recorder's angles, rolled if the recorder is dead.
func (q *client) turnView(w world.Edit, jump bool) {
	angles, dead := q.eye.angles, w.Player(q.eye.slot).Dead
	if dead {
		angles[2] = world.DeadRoll
	}
	w.Turn(angles, jump || dead != q.eye.rolled)
	q.eye.rolled = dead
}

// kick applies the recoil of a weapon to the recorder's view.
func (q *client) kick(w world.Edit, big bool) {
	q.eye.punch, q.eye.clock = -2, w.Clock
	if big {
		q.eye.punch = -4
	}
}

// setAngle applies view angles set by the server.
func (q *client) setAngle(w world.Edit, m *message.SetAngle) {
	if q.eye.slot < 0 {
		return
	}
	q.turn(q.eye.slot)
	if !w.Intermission {
		q.eye.angles = q.units.Angles(m.Angles)
		q.turnView(w, true)
	}
}

// punchDecay is how fast a recoil decays, in degrees per second.
const punchDecay = 10

// Heights of the eye above a player's origin, in units.
const (
	eyeHeight       = 22
	eyeHeightDead   = -16
	eyeHeightGibbed = 8
)

// view moves the recorder's eye to the recorder's position in the packet.
func (q *client) view(w world.Edit) {
	v := &w.View
	v.Punch[0] = min(0, q.eye.punch+punchDecay*float32(w.Clock-q.eye.clock))
	if !q.eye.seen || w.Intermission {
		return
	}
	p := w.Player(q.eye.slot)
	if p.Dead != q.eye.rolled {
		q.turnView(w, true)
	}
	v.Known = true
	v.Entity = int32(q.eye.slot) + 1
	v.NoLerp = v.NoLerp || p.NoLerp
	v.Height = eyeHeight
	if h, known := w.Stats.Get(world.StatViewHeight); known {
		v.Height = float32(h) // an extension of ZQuake
	}
	switch {
	case p.Gibbed:
		v.Height = eyeHeightGibbed
	case p.Dead:
		v.Height = eyeHeightDead
	}
	v.Origin = p.Pose.Origin
	v.Origin[2] += v.Height
}

func (q *client) CopyFrom(src world.Rules, whole bool) {
	s := src.(*client)
	q.copyFrom(&s.base)
	q.eye, q.sequence = s.eye, s.sequence
	q.copyTracking(s.tracking)
	q.clearFrames()
	q.frames.CopyFrom(&s.frames, whole, pinned)
}

// pinned pins the entities of a frame and returns it.
func pinned(f frame) frame {
	f.list.Pin()
	return f
}

func (q *client) Base() (key int32, ok bool) { return q.frames.Used() }

func (q *client) AddBase(src world.Rules, key int32) bool {
	s := &src.(*client).frames
	return q.frames.Add(s, key, pinned) || q.frames.AddReplaced(s, key, pinned)
}

func (q *client) Memory(w, before *world.World) int64 {
	n := size.Of[client](1) + q.texts.memory() + q.bodies.memory() + q.frames.Size()
	if q.tracking != nil {
		n += size.Of[tracking](1)
	}
	q.frames.All(func(f frame) {
		if !w.Holds(f.list) {
			n += f.list.Size(before)
		}
	})
	return n
}

func (q *client) Hash(h *hash.Hash) {
	q.hash(h)
	h.Vec(q.eye.angles)
	h.Floats(float64(q.eye.punch), q.eye.clock)
	h.Bools(q.eye.rolled, q.eye.seen)
	h.Ints(q.eye.slot, int(q.sequence))
	if q.tracking != nil {
		q.tracking.hash(h)
	}
}
