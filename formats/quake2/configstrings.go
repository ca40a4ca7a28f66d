package quake2

// Numbering is the meaning of a level's config strings: each field is the first index of a range, which ends where the
// next one begins (DM2 3.14; facts, section 3).
type Numbering struct {
	Title, CDTrack, Sky, SkyAxis, SkyRotate int

	StatusBar       int // a text in pieces
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

	Piece int // bytes of the status bar per config string
	// Names is the first of the players' names, one per slot; 0 if only their skins have the names.
	Names int
	// ShadowLights is the first of the shadow lights, which follow the light styles; 0 if there are none.
	ShadowLights int
	// GameStyle says whether the game is against monsters, 0 if no config string says so.
	GameStyle int
}

// OfMap reports whether a config string belongs to the map rather than to the game, the server or a player.
func (n *Numbering) OfMap(index int) bool {
	return index < n.StatusBar || index == n.MapChecksum || index >= n.Models && index < n.Items
}

var numberings = [...]Numbering{
	LibraryClassic: {0, 1, 2, 3, 4, 5, 29, 30, 31, 32, 288, 544, 800, 1056, 1312, 1568, 2080, 64, 0, 0, 0},
	LibraryExtended: {0, 1, 2, 3, 4, 5, 59, 60, 61, 62, 8254, 10302, 12350, 12606, 12862, 13118, 13630, 64, 0,
		0, 0},
	LibraryRerelease: {0, 1, 2, 3, 4, 5, 59, 60, 61, 62, 8254, 10302, 10814, 11326, 11582, 11838, 12448, 96, 11840,
		11070, 12447},
}

// Numbering returns the meaning of config string indices in p.
func (p Protocol) Numbering() *Numbering {
	if p.Extended {
		return &numberings[LibraryExtended]
	}
	return &numberings[p.Library]
}
