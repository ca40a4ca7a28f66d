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
	Effects     uint32

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
	Origin, WasOrigin [3]float32
	Angles, WasAngles [3]float32
	// Punch is added to the angles when drawing.
	Punch  [3]float32
	Height float32 // of the eye above the origin
	FOV    float32 // degrees; 0 where the game does not tell
	// Entity is the number of the entity whose eye it is, 0 if none.
	Entity int32
	// Known: the demo has a recorder's view; NoLerp: it has jumped.
	Known, NoLerp bool
	wasKnown      bool
}

// Jumped reports whether the view must not be interpolated from the one
// before.
func (v *View) Jumped() bool { return v.NoLerp || !v.wasKnown }

func (v *View) rotate() {
	v.WasOrigin, v.WasAngles = v.Origin, v.Angles
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
