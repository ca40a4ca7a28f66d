package message

import "demoscope/formats/wire"

// Messages of Quake alone (.dem, protocols 15, 666 and 999).

// CDTrackLine is the first line of a .dem, before its blocks, including the line feed (DEM 6.1).
type CDTrackLine struct {
	Text []byte `json:"text"`
}

// Name returns "cdtrack_line".
func (*CDTrackLine) Name() string { return "cdtrack_line" }

// Version is the server's protocol (DEM 7.5).
type Version struct {
	Extensions []QWExtension `json:"extensions,omitempty"`
	Protocol   int32         `json:"serverprotocol"`
}

// Name returns "version".
func (*Version) Name() string { return "version" }

// SetView puts the camera into an entity (DEM 7.6).
type SetView struct {
	Entity int32 `json:"entity"`
}

// Name returns "setview".
func (*SetView) Name() string { return "setview" }

// Time is the time of the block in seconds since the level began (DEM 7.8). Acknowledge is as in [UpdateEntities].
type Time struct {
	Time        float32 `json:"time"`
	Acknowledge uint16  `json:"acknowledge,omitempty"`
}

// Name returns "time".
func (*Time) Name() string { return "time" }

// ServerInfo begins a level (DEM 7.12). Only protocol 999 has Flags, and only FTE2 0x20 has GameDir. The first of
// Models, and of Sounds, has the number 1.
type ServerInfo struct {
	Extensions []QWExtension `json:"extensions,omitempty"`
	Protocol   int32         `json:"serverversion"`
	Flags      uint32        `json:"flags"`
	GameDir    []byte        `json:"game,omitempty"`
	MaxClients uint8         `json:"maxclients"`
	Multi      uint8         `json:"multi"`
	MapName    []byte        `json:"mapname"` // the title, not the file
	Models     [][]byte      `json:"precache_models"`
	Sounds     [][]byte      `json:"precache_sounds"`
	Units      wire.Units    `json:"units"` // encodings of coordinates and angles in this protocol
}

// Name returns "serverinfo".
func (*ServerInfo) Name() string { return "serverinfo" }

// UpdateName sets a player's name (DEM 7.14).
type UpdateName struct {
	Player uint8  `json:"player"`
	Text   []byte `json:"netname"`
}

// Name returns "updatename".
func (*UpdateName) Name() string { return "updatename" }

// UpdateColors sets a player's colors: shirt in the high four bits, trousers
// in the low (DEM 7.18).
type UpdateColors struct {
	Player uint8 `json:"player"`
	Colors uint8 `json:"colors"`
}

// Name returns "updatecolors".
func (*UpdateColors) Name() string { return "updatecolors" }

// ClientData is the recorder's state (DEM 7.16). Fields that are not on the wire hold the protocol's defaults: view
// height 22, items 0x4001, otherwise 0. High bytes of protocols 666 and 999 are already combined with the low ones.
type ClientData struct {
	Bits         uint32  `json:"mask"`
	ViewHeight   int8    `json:"view_ofs_z"`
	IdealPitch   int8    `json:"punchangle_x"` // ideal pitch in degrees, despite its name in the document
	Punch        [3]int8 `json:"angles"`       // degrees
	Velocity     [3]int8 `json:"vel"`          // units a second, divided by 16
	Items        uint32  `json:"items"`
	WeaponFrame  uint16  `json:"weaponframe"`
	Armor        uint16  `json:"armorvalue"`
	WeaponModel  uint16  `json:"weaponmodel"`
	Health       int16   `json:"health"`
	Ammo         uint16  `json:"currentammo"`
	Shells       uint16  `json:"ammo_shells"`
	Nails        uint16  `json:"ammo_nails"`
	Rockets      uint16  `json:"ammo_rockets"`
	Cells        uint16  `json:"ammo_cells"`
	ActiveWeapon uint8   `json:"weapon"`
	WeaponAlpha  uint8   `json:"weaponalpha"`
	// HasItems is false if an old engine (up to 1.06) left out the items.
	HasItems bool `json:"has_items"`
}

// Name returns "clientdata".
func (*ClientData) Name() string { return "clientdata" }

// ClientOnGround is the bit of ClientData for a player who stands on something.
const ClientOnGround = 1 << 10

// Particle emits particles (DEM 7.19).
type Particle struct {
	Origin   [3]wire.Coord `json:"origin"`
	Velocity [3]int8       `json:"vel"`   // units a second, times 16
	Count    uint8         `json:"count"` // 255 is an explosion's 1024
	Color    uint8         `json:"color"` // index into the palette
}

// Name returns "particle".
func (*Particle) Name() string { return "particle" }

// SignonNum is a stage of the connection (DEM 7.26).
type SignonNum struct {
	Signon uint8 `json:"signon"`
}

// Name returns "signonnum", the name in other decoders.
func (*SignonNum) Name() string { return "signonnum" }

// Cutscene shows a text without ending the level (DEM 7.35).
type Cutscene struct {
	Text []byte `json:"text"`
}

// Name returns "cutscene".
func (*Cutscene) Name() string { return "cutscene" }

// SkyBox sets the sky's textures by name (id 37, protocols 666 and 999).
type SkyBox struct {
	Text []byte `json:"name"`
}

// Name returns "skybox".
func (*SkyBox) Name() string { return "skybox" }

// BonusFlash is the flash of a picked-up item (id 40, protocols 666 and 999).
type BonusFlash struct{}

// Name returns "bonusflash".
func (*BonusFlash) Name() string { return "bonusflash" }

// ShowPicture shows a picture over the view until another takes its slot (id 35, Nehahra).
type ShowPicture struct {
	Slot    []byte `json:"slot"`
	Picture []byte `json:"picture"`
	X       uint8  `json:"x"` // pixels of 320
	Y       uint8  `json:"y"` // pixels of 200
}

// Name returns "showlmp".
func (*ShowPicture) Name() string { return "showlmp" }

// HidePicture removes the picture in a slot (id 36, Nehahra).
type HidePicture struct {
	Slot []byte `json:"slot"`
}

// Name returns "hidelmp".
func (*HidePicture) Name() string { return "hidelmp" }

// SkySize sets the size of the sky box (id 50, Nehahra).
type SkySize struct {
	Size wire.Coord `json:"size"`
}

// Name returns "skyboxsize".
func (*SkySize) Name() string { return "skyboxsize" }

// NehahraFog sets the fog (id 51, Nehahra). Nothing follows On if it is 0; colors are in 255ths.
type NehahraFog struct {
	On      uint8   `json:"enable"`
	Density float32 `json:"density"`
	Red     uint8   `json:"red"`
	Green   uint8   `json:"green"`
	Blue    uint8   `json:"blue"`
}

// Name returns "nehahra_fog".
func (*NehahraFog) Name() string { return "nehahra_fog" }

// Achievement names an achievement of the recorder (id 52, the game of 2021).
type Achievement struct {
	Text []byte `json:"text"` // ACH_ and the name
}

// Name returns "achievement".
func (*Achievement) Name() string { return "achievement" }

// LocalSound is a sound without a position that only the recorder hears (id 56, the game of 2021).
type LocalSound struct {
	Bits  uint8 `json:"mask"` // bit 4: the number has 16 bits
	Sound int32 `json:"soundnum"`
}

// Name returns "localsound".
func (*LocalSound) Name() string { return "localsound" }

// Fog sets the fog (id 41, protocols 666 and 999). Density and colors are in
// 255ths, Time is in hundredths of a second.
type Fog struct {
	Density uint8 `json:"density"`
	Red     uint8 `json:"red"`
	Green   uint8 `json:"green"`
	Blue    uint8 `json:"blue"`
	Time    int16 `json:"time"`
}

// Name returns "fog".
func (*Fog) Name() string { return "fog" }
