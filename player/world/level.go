package world

import (
	"slices"

	"demoscope/player/world/internal/info"
)

// Level is what the demo says about the current map.
type Level struct {
	Map        string // game path, "maps/e1m1.bsp"; empty if unknown
	Title      string // bytes in the game's charset
	GameDir    string // "", "qw", "ctf", ...
	Protocol   int
	MaxClients int
	Models     []string // by model index; [0] is empty, [1] is the map
	Sounds     []string // by sound index; [0] is empty
	// ClientSounds are the game paths of sounds that the game's client plays by itself, indexed by
	// [SoundStart].Own. [0] is empty. They never change.
	ClientSounds []string
	ServerInfo   string // \key\value pairs, if the game has them
	SkyBox       string
	// Checksum is the checksum of the map file, valid if HasChecksum is set.
	Checksum    uint32
	HasChecksum bool
	// ServerCount is a number that a Quake II server assigns to each of its levels, and a Quake III
	// server also to each restart of a level. It is 0 if unknown. In client recordings of Quake II
	// it may be 0x10000 higher.
	ServerCount int32
	// ConfigStrings are Quake III's config strings by index. See [Level.ConfigString].
	ConfigStrings []string
	Quake3Stats   Quake3Stats
	// GameType is the meaning of Quake III's game type number in the level's game: "ffa", "duel",
	// "team", "ctf", "arena", "freeze", "race", "oneflag", "overload", "harvester", "elimination",
	// "ctfelim", "lastman", "doubledom" or "domination". It is empty if unknown.
	GameType string
	// MultiView is set for recordings of Quake III with the stats of all players (CPMA).
	MultiView bool
	// Texts are Quake II's config strings by purpose.
	Texts Texts
	// GameTexts are the texts of the game data by key, nil if unknown. They are the same in all
	// levels.
	GameTexts map[string]string
}

// SetGameTexts sets the texts of the game data. Call it before the first packet of the world.
func SetGameTexts(w *World, texts map[string]string) {
	w.level.edit((*Level).clone).GameTexts = texts
}

// Model returns the name of a model index, or "" if there is none.
func (l *Level) Model(index uint16) string {
	if int(index) < len(l.Models) {
		return l.Models[index]
	}
	return ""
}

// Sound returns the name of a sound index, or "" if there is none.
func (l *Level) Sound(index uint16) string {
	if int(index) < len(l.Sounds) {
		return l.Sounds[index]
	}
	return ""
}

// Image returns the name of a Quake II image by its number in the stats, or "" if there is none.
func (l *Level) Image(index int32) string {
	if index <= 0 || int(index) >= len(l.Texts.Images) {
		return ""
	}
	return l.Texts.Images[index]
}

// ServerInfoValue returns the value of a key in the server info, or "" if there is none.
func (l *Level) ServerInfoValue(key string) string { return info.Value(l.ServerInfo, key) }

func (l *Level) clone() *Level {
	c := *l
	c.Models = slices.Clone(l.Models)
	c.Sounds = slices.Clone(l.Sounds)
	c.ConfigStrings = slices.Clone(l.ConfigStrings)
	c.Texts.clone()
	return &c
}

// LightStyles are the brightness patterns by style number. Each letter lasts a tenth of a second,
// from "a" (dark) and "m" (normal) to "z" (bright).
type LightStyles [256]string

// maxStatics bounds the static entities of a level. It is more than any engine accepts.
const maxStatics = 4096

// MapKey identifies a map.
type MapKey struct {
	Name     string
	Checksum uint32
}

// MapKey returns the key of the level's map.
func (l *Level) MapKey() MapKey { return MapKey{l.Map, l.Checksum} }
