package message

// Messages of Quake III and its family (protocols 43 to 91).

// GameState begins a level and invalidates all earlier configstrings, baselines and snapshots. Protocols up to 48 have
// neither ClientNum nor ChecksumFeed.
type GameState struct {
	// Protocol is the protocol by which the file is decoded. It is not on the wire; configstring 0 may state another.
	Protocol int32 `json:"protocol"`

	CommandSequence int32             `json:"serverCommandSequence"`
	ConfigStrings   []GameStateString `json:"configstrings"`
	Baselines       []SnapshotEntity  `json:"baselines"`
	Changes         []SnapshotChange  `json:"-"` // of the baselines, against a state of zeros
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

// ServerCommand is a command for the client's game code. Every message repeats it until the client acknowledges it, so
// only the first with its sequence number counts. Text is as on the wire.
type ServerCommand struct {
	Sequence int32  `json:"sequence"`
	Text     []byte `json:"text"`
}

// Name returns "serverCommand".
func (*ServerCommand) Name() string { return "serverCommand" }

// Snapshot is the state of the game that the server sends the recorder: a delta against the snapshot of the message
// DeltaNum messages earlier, or against the baselines if DeltaNum is 0.
type Snapshot struct {
	ClientCommand int32  `json:"clientCommand,omitempty"` // protocols up to 46
	ServerTime    int32  `json:"serverTime"`              // milliseconds
	DeltaNum      uint8  `json:"deltaNum"`
	Flags         uint8  `json:"snapFlags"` // SnapshotDelayed and others
	AreaMask      []byte `json:"areamask"`

	Player   SnapshotPlayer   `json:"playerState"`
	Entities []SnapshotEntity `json:"entities"` // by ascending number
	// Changes are the changes of the player and of all entities, each of which has a range of them.
	Changes []SnapshotChange `json:"-"`
}

// Name returns "snapshot".
func (*Snapshot) Name() string { return "snapshot" }

// Bits of Snapshot.Flags.
const (
	SnapshotDelayed     = 1 << iota // the server delayed it to keep the client's rate
	SnapshotNotActive               // the client has not entered the game
	SnapshotServerCount             // toggles at each map_restart
)

// SnapshotPlayer is the followed player (playerState) as a delta against the base snapshot, or against zeros if there
// is none.
type SnapshotPlayer struct {
	// Lead is the number of leading fields with a bit each (protocols from 66).
	Lead uint8 `json:"lc,omitempty"`
	// Arrays are the arrays on the wire: bit 0 stats, 1 persistant, 2 ammo, 3 powerups. Bit 7 is the wire's bit that
	// any of them follow (protocols from 66).
	Arrays uint8 `json:"arrays,omitempty"`
	// Masks are the bits of the changed elements of each array.
	Masks [4]uint16 `json:"-"`
	First int32     `json:"-"` // its changes are Changes[First:End]
	End   int32     `json:"-"`
}

// SnapshotEntity is an entity as a delta against its base, or its removal.
type SnapshotEntity struct {
	Number uint16          `json:"number"`
	Kind   SnapshotChanged `json:"kind"`
	// Lead is the number of leading fields with a bit each (protocols from 66), or the index of the mask (before).
	Lead  uint8 `json:"lc,omitempty"`
	First int32 `json:"-"` // its changes are Changes[First:End]
	End   int32 `json:"-"`
}

// SnapshotChanged is what happens to an entity in a snapshot.
type SnapshotChanged uint8

const (
	SnapshotSame    SnapshotChanged = iota // copied from its base
	SnapshotDelta                          // its base with changes
	SnapshotRemoved                        // gone
)

// Words returns the names of the values.
func (SnapshotChanged) Words() []string { return changedWords }

var changedWords = []string{SnapshotSame: "same", SnapshotDelta: "delta", SnapshotRemoved: "removed"}

// DownloadBlock is a piece of a file from the server. Demoscope displays it but never saves it. Only block 0 has Size:
// the size of the whole file in bytes, or -1 for an error, whose text is in Data.
type DownloadBlock struct {
	Block uint16 `json:"block"`
	Size  int32  `json:"size"`
	Data  []byte `json:"data"`
}

// Name returns "download".
func (*DownloadBlock) Name() string { return "download" }

// Voice is a piece of speech (ioquake3 and its relatives).
type Voice struct {
	Opus       bool   `json:"opus"` // otherwise Speex
	Sender     int16  `json:"sender"`
	Generation uint8  `json:"generation"`
	Sequence   int32  `json:"sequence"`
	Frames     uint8  `json:"frames"`
	Flags      uint8  `json:"flags"` // 2 bits: spatial, direct
	Data       []byte `json:"data"`
}

// Name returns "voip".
func (*Voice) Name() string { return "voip" }
