package message

import "demoscope/formats/wire"

// Messages that more than one game sends in the same shape.

// Nop does nothing (DEM 7.2, QWD 5.2).
type Nop struct{}

// Name returns "nop".
func (*Nop) Name() string { return "nop" }

// Disconnect ends the game (DEM 7.3, QWD 5.3). In .mvd a text follows; Bare marks one without text at the end of a
// packet.
type Disconnect struct {
	Text []byte `json:"text,omitempty"`
	Bare bool   `json:"bare,omitempty"`
}

// Name returns "disconnect".
func (*Disconnect) Name() string { return "disconnect" }

// Print is a line, or part of a line, for the console and the notify area (DEM 7.9, QWD 5.9, DM2 print). Level is 0 to
// 3 (low, medium, high, chat) if the game has levels, otherwise 0.
type Print struct {
	Level uint8  `json:"level"`
	Text  []byte `json:"text"`
}

// Name returns "print".
func (*Print) Name() string { return "print" }

// CenterPrint is a text for the middle of the screen (DEM 7.27, QWD 5.27).
type CenterPrint struct {
	Text []byte `json:"text"`
}

// Name returns "centerprint".
func (*CenterPrint) Name() string { return "centerprint" }

// StuffText is a command that the server wants the client to run (DEM 7.10). Demoscope displays it but never runs it.
type StuffText struct {
	Text []byte `json:"text"`
}

// Name returns "stufftext".
func (*StuffText) Name() string { return "stufftext" }

// LightStyle sets the brightness pattern of a light style, "a" dark to "z"
// bright, ten letters a second (DEM 7.13).
type LightStyle struct {
	Style uint8  `json:"style"`
	Text  []byte `json:"string"`
}

// Name returns "lightstyle".
func (*LightStyle) Name() string { return "lightstyle" }

// UpdateStat sets one of the recorder's stats (DEM 7.4; QWD 5.4 a byte, 5.39
// a long).
type UpdateStat struct {
	Index uint8 `json:"index"`
	Value int32 `json:"value"`
	// Long distinguishes QuakeWorld's two messages.
	Long bool `json:"long,omitempty"`
	// Short marks the message of .dem that has a byte (id 51, FTE2 0x8).
	Short bool `json:"short,omitempty"`
}

// Name returns "updatestat", "updatestatlong" or "updatestatbyte".
func (s *UpdateStat) Name() string {
	if s.Short {
		return "updatestatbyte"
	}
	if s.Long {
		return "updatestatlong"
	}
	return "updatestat"
}

// UpdateFrags sets a player's frags (DEM 7.15, QWD 5.15).
type UpdateFrags struct {
	Player uint8 `json:"player"`
	Frags  int16 `json:"frags"`
}

// Name returns "updatefrags".
func (*UpdateFrags) Name() string { return "updatefrags" }

// HitDamage reports how hard the recorder was hit, and from where (DEM 7.20).
type HitDamage struct {
	Save   uint8         `json:"save"` // taken from the armor
	Take   uint8         `json:"take"` // taken from the health
	Origin [3]wire.Coord `json:"origin"`
}

// Name returns "damage".
func (*HitDamage) Name() string { return "damage" }

// SetAngle turns the recorder's view (DEM 7.11). In .mvd a player slot precedes the angles, and in .qwd with MVD1 0x2
// the reason: 0 unknown, 1 teleport, 2 respawn.
type SetAngle struct {
	Reason uint8         `json:"reason,omitempty"`
	Player uint8         `json:"player,omitempty"`
	Angles [3]wire.Angle `json:"angles"`
}

// Name returns "setangle".
func (*SetAngle) Name() string { return "setangle" }

// Sound starts a sound (DEM 7.7, QWD 5.7). Volume is 255 and Attenuation 64 if they are not on the wire. In FTE's form
// (id 55 if Extended, otherwise any sound of a .dem with extensions), Bits has the bits of the mask that announce
// fields, and 8 flags of the channel.
type Sound struct {
	Extended    bool          `json:"extended,omitempty"`
	Bits        uint16        `json:"mask"` // flags as on the wire
	Volume      uint8         `json:"vol"`  // 255 is full
	Attenuation uint8         `json:"attenuation"`
	Channel     uint8         `json:"channel"`
	Entity      int32         `json:"entity"`
	Sound       int32         `json:"soundnum"`
	Origin      [3]wire.Coord `json:"origin"`
	TimeOffset  uint8         `json:"timeofs"`         // milliseconds after the frame (Quake II)
	Extra       uint8         `json:"extra,omitempty"` // 1 audible everywhere, 2 reliable (mvd2)

	FTE SoundExtension `json:"fte,omitempty"`
}

// Name returns "sound", or "soundextended" for QuakeWorld's id 55.
func (s *Sound) Name() string {
	if s.Extended {
		return "soundextended"
	}
	return "sound"
}

// StopSound stops the sound that an entity plays on a channel (DEM 7.17).
type StopSound struct {
	Channel uint8 `json:"channel"`
	Entity  int32 `json:"entity"`
}

// Name returns "stopsound".
func (*StopSound) Name() string { return "stopsound" }

// SpawnStaticSound starts a permanent ambient sound at a place (DEM 7.30). Long marks id 44 of protocols 666 and 999,
// with a 16-bit sound number. Extended marks FTE's id 94, with Flags, of which bit 0 says that the number has 16 bits
// or more.
type SpawnStaticSound struct {
	Long        bool          `json:"long,omitempty"`
	Extended    bool          `json:"extended,omitempty"`
	Flags       uint8         `json:"flags,omitempty"`
	Origin      [3]wire.Coord `json:"origin"`
	Sound       int32         `json:"soundnum"`
	Volume      uint8         `json:"vol"`
	Attenuation uint8         `json:"attenuation"`
}

// Name returns "spawnstaticsound", "spawnstaticsound2" for id 44, or "fte_spawnstaticsound2" for id 94.
func (s *SpawnStaticSound) Name() string {
	if s.Extended {
		return "fte_spawnstaticsound2"
	}
	if s.Long {
		return "spawnstaticsound2"
	}
	return "spawnstaticsound"
}

// TempEntity is an effect that ends by itself (DEM 7.24, QWD 5.24). Type, whose numbers differ between games,
// determines the fields on the wire.
type TempEntity struct {
	Type   uint8         `json:"entitytype"`
	Entity int32         `json:"entity,omitempty"`
	Count  uint8         `json:"count,omitempty"`
	Color  uint8         `json:"color,omitempty"`
	Range  uint8         `json:"range,omitempty"`
	Origin [3]wire.Coord `json:"origin"`
	End    [3]wire.Coord `json:"trace_endpos,omitempty"`
	// Extra holds the bytes after the positions of FTE's types in QuakeWorld.
	Extra []byte `json:"extra,omitempty"`
}

// Name returns "temp_entity".
func (*TempEntity) Name() string { return "temp_entity" }

// SetPause stops or continues the game (DEM 7.25).
type SetPause struct {
	Pause uint8 `json:"pausestate"`
}

// Name returns "setpause".
func (*SetPause) Name() string { return "setpause" }

// KilledMonster counts one monster (DEM 7.28).
type KilledMonster struct{}

// Name returns "killedmonster".
func (*KilledMonster) Name() string { return "killedmonster" }

// FoundSecret counts one secret (DEM 7.29).
type FoundSecret struct{}

// Name returns "foundsecret".
func (*FoundSecret) Name() string { return "foundsecret" }

// Intermission shows the results of the level (DEM 7.31). QuakeWorld adds the
// place and direction of the camera.
type Intermission struct {
	Origin [3]wire.Coord `json:"origin,omitempty"`
	Angles [3]wire.Angle `json:"angles,omitempty"`
}

// Name returns "intermission".
func (*Intermission) Name() string { return "intermission" }

// Finale shows the text at an episode's end (DEM 7.32).
type Finale struct {
	Text []byte `json:"text"`
}

// Name returns "finale".
func (*Finale) Name() string { return "finale" }

// CDTrack starts music (DEM 7.33). QuakeWorld has only the first number.
type CDTrack struct {
	From uint8 `json:"fromtrack"`
	To   uint8 `json:"totrack"`
}

// Name returns "cdtrack".
func (*CDTrack) Name() string { return "cdtrack" }

// SellScreen shows the shareware's last page (DEM 7.34).
type SellScreen struct{}

// Name returns "sellscreen".
func (*SellScreen) Name() string { return "sellscreen" }
