package world

import "slices"

// Level is what a demo says of the map it is on.
type Level struct {
	Map        string // game path, "maps/e1m1.bsp"; empty if the demo does not say
	Title      string // bytes in the game's charset
	GameDir    string // "", "qw", "ctf", ...
	Protocol   int
	MaxClients int
	Models     []string // by model index; [0] is empty, [1] the map
	Sounds     []string // by sound index; [0] is empty
	// ClientSounds are those that the game's client plays by itself, by
	// [SoundStart] Own; [0] is empty. No level changes them.
	ClientSounds []string
	ServerInfo   string // \key\value pairs, where the game has them
	SkyBox       string
	// Checksum is that of the map file, where the demo has it;
	// HasChecksum says so.
	Checksum    uint32
	HasChecksum bool
	// ConfigStrings are Quake III's, by index; see ConfigString.
	ConfigStrings []string
	// Texts are Quake II's, by what they are for.
	Texts Texts
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

func (l *Level) clone() *Level {
	c := *l
	c.Models = slices.Clone(l.Models)
	c.Sounds = slices.Clone(l.Sounds)
	c.ConfigStrings = slices.Clone(l.ConfigStrings)
	c.Texts.clone()
	return &c
}

// LightStyles are the brightness patterns, "a" dark, "m" normal, "z" bright,
// ten letters a second, by style number.
type LightStyles [256]string

// maxEntityNumber bounds the baselines: the largest number that any protocol
// of the family can name.
const maxEntityNumber = 1 << 15

// baselines are the states that entities begin from, by number.
type baselines struct {
	list  []Entity
	set   []bool // whether there is one
	count int
}

// entity returns the baseline of a number: all zero if there is none. Its
// Number is for the caller to set.
func (b *baselines) entity(number int32) *Entity {
	if uint32(number) < uint32(len(b.list)) {
		return &b.list[number]
	}
	return &zeroEntity
}

var zeroEntity Entity

func (b *baselines) clone() *baselines {
	return &baselines{slices.Clone(b.list), slices.Clone(b.set), b.count}
}

// maxStatics bounds the static entities of a level: more than any engine
// accepts.
const maxStatics = 4096
