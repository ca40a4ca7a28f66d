package world

import (
	"slices"

	"demoscope/player/world/internal/info"
)

// Level is what a demo says of the current map.
type Level struct {
	Map        string // game path, "maps/e1m1.bsp"; empty if the demo does not say
	Title      string // bytes in the game's charset
	GameDir    string // "", "qw", "ctf", ...
	Protocol   int
	MaxClients int
	Models     []string // by model index; [0] is empty, [1] the map
	Sounds     []string // by sound index; [0] is empty
	// ClientSounds are game paths of what the game's client plays by itself,
	// indexed by [SoundStart].Own; [0] is empty. They never change.
	ClientSounds []string
	ServerInfo   string // \key\value pairs, where the game has them
	SkyBox       string
	// Checksum is that of the map file, valid if HasChecksum is set.
	Checksum    uint32
	HasChecksum bool
	// ServerCount is a number that a server of Quake II gives each of its levels, and one of Quake III each
	// restart of one, too; 0 if the demo does not say. Recordings of Quake II's clients may have 0x10000 more.
	ServerCount int32
	// ConfigStrings are Quake III's, by index: see [Level.ConfigString].
	ConfigStrings []string
	Quake3Stats   Quake3Stats
	// GameType is what Quake III's number of the game type means, as far as that is known of the level's game:
	// "ffa", "duel", "team", "ctf", "arena", "freeze", "race", "oneflag", "overload", "harvester", "elimination",
	// "ctfelim", "lastman", "doubledom" or "domination"; else empty.
	GameType string
	// MultiView is set of Quake III's recordings that have the stats of all players: CPMA's.
	MultiView bool
	// Texts are Quake II's config strings, by their purpose.
	Texts Texts
	// GameTexts are the texts of the game's data by their keys, nil if they are not known. They are
	// those of all levels.
	GameTexts map[string]string
}

// SetGameTexts gives a world the texts of the game's data, before its first packet.
func SetGameTexts(w *World, texts map[string]string) {
	w.level.edit((*Level).clone).GameTexts = texts
}

// Model returns the name of a model index, empty if there is none.
func (l *Level) Model(index uint16) string {
	if int(index) < len(l.Models) {
		return l.Models[index]
	}
	return ""
}

// Sound returns the name of a sound index, empty if there is none.
func (l *Level) Sound(index uint16) string {
	if int(index) < len(l.Sounds) {
		return l.Sounds[index]
	}
	return ""
}

// Image returns the name of a Quake II image by its number, as the stats have it; empty if there is none.
func (l *Level) Image(index int32) string {
	if index <= 0 || int(index) >= len(l.Texts.Images) {
		return ""
	}
	return l.Texts.Images[index]
}

// ServerInfoValue returns the value of a key in the server's info string, empty if it
// lacks the key.
func (l *Level) ServerInfoValue(key string) string { return info.Value(l.ServerInfo, key) }

func (l *Level) clone() *Level {
	c := *l
	c.Models = slices.Clone(l.Models)
	c.Sounds = slices.Clone(l.Sounds)
	c.ConfigStrings = slices.Clone(l.ConfigStrings)
	c.Texts.clone()
	return &c
}

// LightStyles are the brightness patterns by style number: one letter for a tenth
// of a second, from "a", dark, over "m", normal, to "z", bright.
type LightStyles [256]string

// maxStatics bounds the static entities of a level: more than any engine
// accepts.
const maxStatics = 4096

// MapKey identifies a map.
type MapKey struct {
	Name     string
	Checksum uint32
}

// MapKey returns the key of the map of the level.
func (l *Level) MapKey() MapKey { return MapKey{l.Map, l.Checksum} }
