package quake2

// Numbering says what the config strings of a level mean: each field is the first
// index of a range, which ends where the next begins (DM2 3.14; facts, section 3).
type Numbering struct {
	Title, CDTrack, Sky, SkyAxis, SkyRotate int

	StatusBar       int // one text in pieces of 64 bytes
	AirAcceleration int
	MaxClients      int
	MapChecksum     int
	Models          int
	Sounds          int
	Images          int
	Lights          int
	Items           int
	PlayerSkins     int
	General         int
	End             int
}

// OfMap reports whether a config string belongs to the map, and not to the game, the server or a player.
func (n *Numbering) OfMap(index int) bool {
	return index < n.StatusBar || index == n.MapChecksum || index >= n.Models && index < n.Items
}

// StatusBarPiece is how many bytes of the status bar one config string holds.
const StatusBarPiece = 64

var numberings = [2]Numbering{
	{0, 1, 2, 3, 4, 5, 29, 30, 31, 32, 288, 544, 800, 1056, 1312, 1568, 2080},
	{0, 1, 2, 3, 4, 5, 59, 60, 61, 62, 8254, 10302, 12350, 12606, 12862, 13118, 13630},
}

// Numbering returns the meaning of config string indices in p.
func (p Protocol) Numbering() *Numbering {
	if p.Extended {
		return &numberings[1]
	}
	return &numberings[0]
}
