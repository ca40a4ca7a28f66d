package message

// Messages of Quake III and its family (protocols 43 to 91).

// GameState begins a level and wipes everything known: configstrings,
// baselines, earlier snapshots. Protocols up to 48 have neither ClientNum nor
// ChecksumFeed.
type GameState struct {
	// Protocol is the number that the file is read with. It is not on the
	// wire; configstring 0 may say another.
	Protocol int32 `json:"protocol"`

	CommandSequence int32             `json:"serverCommandSequence"`
	ConfigStrings   []GameStateString `json:"configstrings"`
	Baselines       []SnapshotEntity  `json:"baselines"`
	Changes         []SnapshotChange  `json:"changes"` // of the baselines, against a state of zeros
	ClientNum       int32             `json:"clientNum"`
	ChecksumFeed    int32             `json:"checksumFeed"`
}

// Name returns "gamestate".
func (*GameState) Name() string { return "gamestate" }

// GameStateString is one configstring of a GameState, its bytes as on the
// wire.
type GameStateString struct {
	Index uint16 `json:"index"` // 0 to 1023
	Text  []byte `json:"text"`
}

// ServerCommand is a command for the client's game code, repeated in every
// message until the client acknowledges it: only the first with its sequence
// number counts. Text is as on the wire.
type ServerCommand struct {
	Sequence int32  `json:"sequence"`
	Text     []byte `json:"text"`
}

// Name returns "serverCommand".
func (*ServerCommand) Name() string { return "serverCommand" }

// Snapshot is what the recorder is told of one moment, as changes against the
// snapshot of the message DeltaNum before, or against the baselines if
// DeltaNum is 0.
type Snapshot struct {
	ClientCommand int32  `json:"clientCommand"` // protocols up to 46
	ServerTime    int32  `json:"serverTime"`    // milliseconds
	DeltaNum      uint8  `json:"deltaNum"`
	Flags         uint8  `json:"snapFlags"` // SnapshotDelayed and others
	AreaMask      []byte `json:"areamask"`

	Player   SnapshotPlayer   `json:"playerState"`
	Entities []SnapshotEntity `json:"entities"` // rising by number
	// Changes are those of the player and of all entities, each of which
	// holds a stretch of it.
	Changes []SnapshotChange `json:"changes"`
}

// Name returns "snapshot".
func (*Snapshot) Name() string { return "snapshot" }

// Bits of Snapshot.Flags.
const (
	SnapshotDelayed     = 1 << iota // the server held it back to keep the client's rate
	SnapshotNotActive               // the client has not entered the game
	SnapshotServerCount             // toggles at each map_restart
)

// SnapshotPlayer changes the state of the player whom the recorder sees
// through (playerState), against that of the base snapshot or zeros.
type SnapshotPlayer struct {
	// Lead is how many leading fields have a bit each (protocols from 66).
	Lead uint8 `json:"lc"`
	// Arrays says which of the four arrays are on the wire: bit 0 stats, 1
	// persistant, 2 ammo, 3 powerups; bit 7 is the bit before them all
	// (protocols from 66).
	Arrays uint8 `json:"arrays"`
	// Masks are the bits of the elements that each array changes.
	Masks [4]uint16 `json:"masks"`
	First int32     `json:"first"` // its changes are Changes[First:End]
	End   int32     `json:"end"`
}

// SnapshotEntity changes or removes an entity.
type SnapshotEntity struct {
	Number uint16          `json:"number"`
	Kind   SnapshotChanged `json:"kind"`
	// Lead is how many leading fields have a bit each (protocols from 66),
	// or the index of the mask (before).
	Lead  uint8 `json:"lc"`
	First int32 `json:"first"` // its changes are Changes[First:End]
	End   int32 `json:"end"`
}

// SnapshotChanged is what becomes of an entity that a snapshot names.
type SnapshotChanged uint8

const (
	SnapshotSame    SnapshotChanged = iota // copied from its base
	SnapshotDelta                          // its base with changes
	SnapshotRemoved                        // gone
)

// SnapshotChange is the new value of one field.
type SnapshotChange struct {
	// Field is an index of EntityStateFields or PlayerStateFields, the same
	// in all protocols.
	Field uint8 `json:"field"`
	// Form tells ways apart to write the same value.
	Form SnapshotForm `json:"form,omitempty"`
	// Value is an integer, or the bits of a 32-bit IEEE number.
	Value int32 `json:"value"`
}

// SnapshotForm is how a value is written.
type SnapshotForm uint8

const (
	FormPlain SnapshotForm = iota // an integer, or a float as a whole number of 13 bits
	FormLong                      // a float, 32 bits
	FormZero                      // only the bit that says zero
)

// StateField names and describes one field of an entityState or playerState.
type StateField struct {
	Name  string
	Float bool // its value holds the bits of a 32-bit IEEE number
}

// Sizes of the states that changes apply to. Fields beyond the named ones do
// not exist.
const (
	EntityStateSize = 64
	PlayerStateSize = 128
)

// The arrays of a playerState are fields too, 16 each.
const (
	PlayerStateStats      = 64
	PlayerStatePersistant = 80
	PlayerStateAmmo       = 96
	PlayerStatePowerups   = 112
)

// Fields of an entityState: those of protocol 68 in the order of its wire,
// then those that only Quake Live has.
const (
	EntityStatePosTime = iota
	EntityStatePosBaseX
	EntityStatePosBaseY
	EntityStatePosDeltaX
	EntityStatePosDeltaY
	EntityStatePosBaseZ
	EntityStateAposBaseYaw
	EntityStatePosDeltaZ
	EntityStateAposBasePitch
	EntityStateEvent
	EntityStateAngles2Yaw
	EntityStateType
	EntityStateTorsoAnim
	EntityStateEventParm
	EntityStateLegsAnim
	EntityStateGroundEntityNum
	EntityStatePosType
	EntityStateFlags
	EntityStateOtherEntityNum
	EntityStateWeapon
	EntityStateClientNum
	EntityStateAnglesYaw
	EntityStatePosDuration
	EntityStateAposType
	EntityStateOriginX
	EntityStateOriginY
	EntityStateOriginZ
	EntityStateSolid
	EntityStatePowerups
	EntityStateModelIndex
	EntityStateOtherEntityNum2
	EntityStateLoopSound
	EntityStateGeneric1
	EntityStateOrigin2Z
	EntityStateOrigin2X
	EntityStateOrigin2Y
	EntityStateModelIndex2
	EntityStateAnglesPitch
	EntityStateTime
	EntityStateAposTime
	EntityStateAposDuration
	EntityStateAposBaseRoll
	EntityStateAposDeltaPitch
	EntityStateAposDeltaYaw
	EntityStateAposDeltaRoll
	EntityStateTime2
	EntityStateAnglesRoll
	EntityStateAngles2Pitch
	EntityStateAngles2Roll
	EntityStateConstantLight
	EntityStateFrame
	EntityStatePosGravity
	EntityStateAposGravity
	EntityStateJumpTime
	EntityStateDoubleJumped
	EntityStateHealth
	EntityStateArmor
	EntityStateLocation
	entityFields
)

// Fields of a playerState: those of protocol 68 in the order of its wire,
// then those that only Quake Live has.
const (
	PlayerStateCommandTime = iota
	PlayerStateOriginX
	PlayerStateOriginY
	PlayerStateBobCycle
	PlayerStateVelocityX
	PlayerStateVelocityY
	PlayerStateViewYaw
	PlayerStateViewPitch
	PlayerStateWeaponTime
	PlayerStateOriginZ
	PlayerStateVelocityZ
	PlayerStateLegsTimer
	PlayerStatePMTime
	PlayerStateEventSequence
	PlayerStateTorsoAnim
	PlayerStateMovementDir
	PlayerStateEvents0
	PlayerStateLegsAnim
	PlayerStateEvents1
	PlayerStatePMFlags
	PlayerStateGroundEntityNum
	PlayerStateWeaponState
	PlayerStateFlags
	PlayerStateExternalEvent
	PlayerStateGravity
	PlayerStateSpeed
	PlayerStateDeltaYaw
	PlayerStateExternalEventParm
	PlayerStateViewHeight
	PlayerStateDamageEvent
	PlayerStateDamageYaw
	PlayerStateDamagePitch
	PlayerStateDamageCount
	PlayerStateGeneric1
	PlayerStatePMType
	PlayerStateDeltaPitch
	PlayerStateDeltaRoll
	PlayerStateTorsoTimer
	PlayerStateEventParms0
	PlayerStateEventParms1
	PlayerStateClientNum
	PlayerStateWeapon
	PlayerStateViewRoll
	PlayerStateGrapplePointX
	PlayerStateGrapplePointY
	PlayerStateGrapplePointZ
	PlayerStateJumppadEnt
	PlayerStateLoopSound
	PlayerStateJumpTime
	PlayerStateDoubleJumped
	PlayerStateWeaponPrimary
	PlayerStateCrouchTime
	PlayerStateCrouchSlideTime
	PlayerStateLocation
	PlayerStateFOV
	PlayerStateForwardMove
	PlayerStateRightMove
	PlayerStateUpMove
	playerFields
)

// EntityStateFields describes the fields of an entityState.
var EntityStateFields = [entityFields]StateField{
	{"pos.trTime", false}, {"pos.trBase[0]", true}, {"pos.trBase[1]", true}, {"pos.trDelta[0]", true},
	{"pos.trDelta[1]", true}, {"pos.trBase[2]", true}, {"apos.trBase[1]", true}, {"pos.trDelta[2]", true},
	{"apos.trBase[0]", true}, {"event", false}, {"angles2[1]", true}, {"eType", false},
	{"torsoAnim", false}, {"eventParm", false}, {"legsAnim", false}, {"groundEntityNum", false},
	{"pos.trType", false}, {"eFlags", false}, {"otherEntityNum", false}, {"weapon", false},
	{"clientNum", false}, {"angles[1]", true}, {"pos.trDuration", false}, {"apos.trType", false},
	{"origin[0]", true}, {"origin[1]", true}, {"origin[2]", true}, {"solid", false},
	{"powerups", false}, {"modelindex", false}, {"otherEntityNum2", false}, {"loopSound", false},
	{"generic1", false}, {"origin2[2]", true}, {"origin2[0]", true}, {"origin2[1]", true},
	{"modelindex2", false}, {"angles[0]", true}, {"time", false}, {"apos.trTime", false},
	{"apos.trDuration", false}, {"apos.trBase[2]", true}, {"apos.trDelta[0]", true}, {"apos.trDelta[1]", true},
	{"apos.trDelta[2]", true}, {"time2", false}, {"angles[2]", true}, {"angles2[0]", true},
	{"angles2[2]", true}, {"constantLight", false}, {"frame", false}, {"pos.gravity", false},
	{"apos.gravity", false}, {"jumpTime", false}, {"doubleJumped", false}, {"health", false},
	{"armor", false}, {"location", false},
}

// PlayerStateFields describes the fields of a playerState without its arrays.
var PlayerStateFields = [playerFields]StateField{
	{"commandTime", false}, {"origin[0]", true}, {"origin[1]", true}, {"bobCycle", false},
	{"velocity[0]", true}, {"velocity[1]", true}, {"viewangles[1]", true}, {"viewangles[0]", true},
	{"weaponTime", false}, {"origin[2]", true}, {"velocity[2]", true}, {"legsTimer", false},
	{"pm_time", false}, {"eventSequence", false}, {"torsoAnim", false}, {"movementDir", false},
	{"events[0]", false}, {"legsAnim", false}, {"events[1]", false}, {"pm_flags", false},
	{"groundEntityNum", false}, {"weaponstate", false}, {"eFlags", false}, {"externalEvent", false},
	{"gravity", false}, {"speed", false}, {"delta_angles[1]", false}, {"externalEventParm", false},
	{"viewheight", false}, {"damageEvent", false}, {"damageYaw", false}, {"damagePitch", false},
	{"damageCount", false}, {"generic1", false}, {"pm_type", false}, {"delta_angles[0]", false},
	{"delta_angles[2]", false}, {"torsoTimer", false}, {"eventParms[0]", false}, {"eventParms[1]", false},
	{"clientNum", false}, {"weapon", false}, {"viewangles[2]", true}, {"grapplePoint[0]", true},
	{"grapplePoint[1]", true}, {"grapplePoint[2]", true}, {"jumppad_ent", false}, {"loopSound", false},
	{"jumpTime", false}, {"doubleJumped", false}, {"weaponPrimary", false}, {"crouchTime", false},
	{"crouchSlideTime", false}, {"location", false}, {"fov", false}, {"forwardmove", false},
	{"rightmove", false}, {"upmove", false},
}

// DownloadBlock is a piece of a file that the server sends. It is only ever
// shown. Size is the whole file's, in the block with number 0; -1 there means
// an error, and Data is its text.
type DownloadBlock struct {
	Block uint16 `json:"block"`
	Size  int32  `json:"size"`
	Data  []byte `json:"data"`
}

// Name returns "download".
func (*DownloadBlock) Name() string { return "download" }

// Voice is a piece of speech (ioquake3 and its relatives).
type Voice struct {
	Opus       bool   `json:"opus"` // else Speex
	Sender     int16  `json:"sender"`
	Generation uint8  `json:"generation"`
	Sequence   int32  `json:"sequence"`
	Frames     uint8  `json:"frames"`
	Flags      uint8  `json:"flags"` // 2 bits: spatial, direct
	Data       []byte `json:"data"`
}

// Name returns "voip".
func (*Voice) Name() string { return "voip" }
