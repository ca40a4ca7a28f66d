package world

// Stats are numbers shown in the status bar, by the game's own indices
// (Quake: DEM table 2; Quake II: DM2 stats; Quake III: 0-15 stats, 16-31
// persistant, 32-47 ammo, 48-63 powerups).
type Stats struct {
	Values [64]int32
	Known  uint64 // bit per index that the demo has set
}

// Quake's stat numbers, QuakeWorld's too.
const (
	StatHealth        = 0
	StatWeapon        = 2 // model index of the weapon in view
	StatAmmo          = 3
	StatArmor         = 4
	StatWeaponFrame   = 5
	StatShells        = 6
	StatNails         = 7
	StatRockets       = 8
	StatCells         = 9
	StatActiveWeapon  = 10
	StatTotalSecrets  = 11
	StatTotalMonsters = 12
	StatSecrets       = 13
	StatMonsters      = 14
	StatItems         = 15
	StatViewHeight    = 16
)

// Set sets one number; indices that do not exist are ignored.
func (s *Stats) Set(index int, v int32) {
	if uint(index) < uint(len(s.Values)) {
		s.Values[index] = v
		s.Known |= 1 << uint(index)
	}
}

// Get returns a number and whether the demo has set it.
func (s *Stats) Get(index int) (v int32, known bool) {
	if uint(index) >= uint(len(s.Values)) {
		return 0, false
	}
	return s.Values[index], s.Known>>uint(index)&1 != 0
}

// Pose is where something stands and looks, in Quake units and degrees.
type Pose struct {
	Origin   [3]float32
	Angles   [3]float32
	Velocity [3]float32 // units a second, zero where the game does not tell
}

// Player is one client slot.
type Player struct {
	Slot int
	// InUse: somebody has this slot (he has a name or a user info).
	InUse bool
	// Visible: the current frame holds the player's Pose; WasVisible: the
	// frame before held Was.
	Visible, WasVisible bool
	Spectator           bool
	// NoLerp: Pose is a jump from Was.
	NoLerp bool
	Dead   bool

	Pose Pose
	Was  Pose

	Name     string // bytes in the game's charset
	Team     string
	Skin     string
	UserInfo string // \key\value pairs, where the game has them
	Shirt    uint8  // colours 0 to 13
	Pants    uint8
	Frags    int32
	Kills    int32
	Deaths   int32
	Ping     int32   // milliseconds
	Loss     int32   // packets lost, percent
	Entered  float64 // demo time in seconds
	UserID   int32

	Model       uint16
	Frame       uint16
	WeaponFrame uint16
	SkinNumber  int32
	Weapon      uint8 // in hand, by the game's number (Quake III)
	Effects     uint32

	// EyeKnown: the demo tells this player's eye, ViewOffset above
	// Pose.Origin in units, and looking along Pose.Angles with Punch added,
	// in degrees (Quake II).
	EyeKnown    bool
	ViewOffset  [3]float32
	Punch       [3]float32
	FOV         float32 // degrees, horizontal; 0 where it is not told
	MoveType    uint8   // Quake II: 0 normal, 1 spectator, 2 dead, 3 gib, 4 freeze
	RDFlags     uint8   // Quake II: 1 under water, 2 no world
	WeaponModel uint16  // of the weapon in view, 0 where it is not told

	// Stats are the player's own, nil where the format tells only the
	// recorder's.
	Stats *Stats
}

// rotate makes the current pose the previous one.
func (p *Player) rotate() {
	p.Was, p.WasVisible = p.Pose, p.Visible
	p.NoLerp = false
}

// maxPlayers bounds the client slots: Quake II's and Quake III's servers have
// up to 256 and 64, all others fewer.
const maxPlayers = 256

// player returns the player of a slot, which begins to exist with it; nil
// for a slot that no game has.
func (w *World) player(slot int) *Player {
	if slot < 0 || slot >= maxPlayers {
		return nil
	}
	for slot >= len(w.Players) {
		w.Players = append(w.Players, Player{Slot: len(w.Players)})
	}
	return &w.Players[slot]
}

// View is what the recorder sees from: his eye, with view height and offsets,
// in Quake units and degrees.
type View struct {
	// Origin is true at the World's FrameClock, WasOrigin at its
	// PrevFrameClock.
	Origin, WasOrigin [3]float32
	// Angles are the newest; At gives those of a moment.
	Angles [3]float32
	// Punch is added to the angles when drawing.
	Punch  [3]float32
	Height float32 // of the eye above the origin
	FOV    float32 // degrees; 0 where the game does not tell
	// Entity is the number of the entity whose eye it is, 0 if none.
	Entity int32
	// Known: the demo has a recorder's view; NoLerp: Origin is a jump.
	Known, NoLerp bool
	wasKnown      bool

	looks [viewLooks]look
	count int
}

// viewLooks is how many directions are kept: a client sends several between
// two frames of the server.
const viewLooks = 16

// look is a direction at a time.
type look struct {
	clock  float64
	angles [3]float32
	jump   bool
}

// Jumped reports whether Origin must not be interpolated from WasOrigin.
func (v *View) Jumped() bool { return v.NoLerp || !v.wasKnown }

// turn sets the angles of a viewer's time; a jump is not interpolated to.
func (v *View) turn(clock float64, angles [3]float32, jump bool) {
	v.Angles = angles
	if v.count > 0 && v.looks[(v.count-1)%viewLooks].clock == clock {
		v.count--
		jump = jump || v.looks[v.count%viewLooks].jump
	}
	v.looks[v.count%viewLooks] = look{clock, angles, jump}
	v.count++
}

// At returns the angles at a viewer's time, interpolated the short way round
// between the two directions around it.
func (v *View) At(clock float64) [3]float32 {
	for i := range min(v.count, viewLooks) {
		from := &v.looks[(v.count-1-i)%viewLooks]
		if from.clock > clock {
			continue
		}
		if i == 0 {
			break
		}
		to := &v.looks[(v.count-i)%viewLooks]
		if to.jump || to.clock <= from.clock {
			return from.angles
		}
		return LerpAngles(from.angles, to.angles, float32((clock-from.clock)/(to.clock-from.clock)))
	}
	return v.Angles
}

func (v *View) rotate() {
	v.WasOrigin = v.Origin
	v.wasKnown = v.Known
	v.NoLerp = false
}

// Nail is a projectile of QuakeWorld's packed list: units and degrees.
// Number is 0 where the format gives none.
type Nail struct {
	Number uint8
	Origin [3]float32
	Angles [3]float32
}
