package world

import (
	"strings"

	"demoscope/player/world/internal/info"
)

// Carried are things that a player has or does and that others can see, one bit each; the
// same for all games.
type Carried uint32

// What players carry and do.
const (
	Quad         Carried = 1 << iota // damage is multiplied; also Quake II's double damage
	Pentagram                        // no damage is taken; also Quake II's and III's invulnerability
	Glowing                          // quad damage or the pentagram, the demo does not tell which (Quake)
	Ring                             // of shadows: only the eyes are seen
	BioSuit                          // also Quake II's environment suit
	Haste                            // Quake III's
	Regeneration                     // Quake III's
	Invisibility                     // Quake III's
	BattleSuit                       // Quake III's
	Flight                           // Quake III's
	FlagRed
	FlagBlue
	FlagWhite        // Quake III's neutral flag, and the token of Quake II's game of tag
	RuneResistance   // the first of Quake's runes; Quake II's technology; Quake III's guard
	RuneStrength     // the second; Quake III's doubler
	RuneHaste        // the third; Quake III's scout
	RuneRegeneration // the fourth; Quake III's ammo regeneration
	Firing           // in this frame: the Thunderbolt in Quake, any weapon in Quake III
	Talking          // types a line, or reads the console (QuakeWorld, Quake III)
	Lagging          // the connection is lost, or much of it (QuakeWorld, Quake III)
	Away             // looks at another window (QuakeWorld)
)

// Bits of Quake's StatItems (DEM table 5).
const (
	ItemGreenArmor  = 1 << 13
	ItemYellowArmor = 1 << 14
	ItemRedArmor    = 1 << 15
	ItemMegahealth  = 1 << 16
	ItemSilverKey   = 1 << 17 // the blue flag in capture the flag
	ItemGoldKey     = 1 << 18 // the red flag
	ItemRing        = 1 << 19
	ItemPentagram   = 1 << 20
	ItemSuit        = 1 << 21
	ItemQuad        = 1 << 22
	ItemFirstRune   = 1 << 28 // of four
)

// carriedBy is what a bit of the game's stands for.
type carriedBy struct {
	bit  uint32
	what Carried
}

func carriedOf(bits uint32, table []carriedBy) (c Carried) {
	for i := range table {
		if bits&table[i].bit != 0 {
			c |= table[i].what
		}
	}
	return c
}

// Carries returns what a visible player carries and does.
//
// In Quake and QuakeWorld the bits of items say it for certain where the player's own stats
// are known. Of others it is what is drawn: the eyes of a player with the ring and
// QuakeWorld's bits of the two flags, which are certain, and less so its blue and red light
// and the one light that Quake has for both quad damage and the pentagram: a mod may light
// players for reasons of its own. The suit does not show. Runes show in capture the flag alone: they are the
// keys of episodes in other games. Who talks or is away says so in QuakeWorld's user info, and lags who has lost a
// fifth of his packets or moved by a command as old as a server lets them be. In Quake II the effects of the
// player's entity and the model of the flag say it, and a player's own stats the suit and the technology. In
// Quake III the bits of powerups and flags of the player's entity are all that there is.
func (w *World) Carries(p *Player) Carried {
	switch w.Game {
	case Quake, QuakeWorld:
		return w.carriesQuake(p)
	case Quake2:
		return w.carriesQuake2(p)
	}
	c := carriedOf(p.Effects, quake3Flags)
	for i, what := range w.Level().Quake3Powerups() {
		if p.Powerups>>i&1 != 0 {
			c |= what
		}
	}
	return c
}

var (
	quakeItems = []carriedBy{{ItemRing, Ring}, {ItemPentagram, Pentagram}, {ItemSuit, BioSuit}, {ItemQuad, Quad}}
	// flagItems are bits of items in capture the flag.
	flagItems = []carriedBy{
		{ItemSilverKey, FlagBlue}, {ItemGoldKey, FlagRed},
		{ItemFirstRune, RuneResistance}, {ItemFirstRune << 1, RuneStrength}, {ItemFirstRune << 2, RuneHaste},
		{ItemFirstRune << 3, RuneRegeneration},
	}
	quakeWorldLights = []carriedBy{{64, Quad}, {128, Pentagram}}
	quakeWorldFlags  = []carriedBy{{16, FlagRed}, {32, FlagBlue}}
	// quakeWorldChat are the bits of what clients put into their user info.
	quakeWorldChat = []carriedBy{{1, Talking}, {2, Away}}
)

// From where on a connection of QuakeWorld lags: in real games nearly all packets arrive, and
// commands are some tens of milliseconds old.
const (
	muchLoss   = 20  // percent
	oldCommand = 200 // milliseconds
)

const (
	quakeDimLight    = 8
	quakeWorldColors = 64 | 128
	quakeEyes        = "progs/eyes.mdl"
	quakeBody        = "progs/player.mdl"
	// Frames of a player who fires the Thunderbolt.
	firstLightFrame, lastLightFrame = 105, 106
)

func (w *World) carriesQuake(p *Player) (c Carried) {
	model := ""
	if p.Model != 0 {
		model = w.Level().Model(p.Model)
	}
	if (model == "" || model == quakeBody) && p.Frame >= firstLightFrame && p.Frame <= lastLightFrame && !p.Dead {
		c |= Firing
	}
	if w.Game == QuakeWorld {
		c |= carriedOf(p.Effects, quakeWorldFlags) | carriedOf(uint32(p.Chat), quakeWorldChat)
		if p.Loss >= muchLoss || p.Age >= oldCommand {
			c |= Lagging
		}
	}
	if s := w.OwnStats(p); s != nil {
		if items, known := s.QuakeItems(); known {
			c |= carriedOf(items, quakeItems)
			if w.Match.FlagsKnown() {
				c |= carriedOf(items, flagItems)
			}
			return c
		}
	}
	if model == quakeEyes {
		c |= Ring
	}
	return c | w.lights(p)
}

// lights returns what the light around a player of Quake tells. The colors count beside the
// dim light, as in the first games, or in KTX, which leaves that out: some mods color teams
// by them.
func (w *World) lights(p *Player) (c Carried) {
	dim := p.Effects&quakeDimLight != 0
	if w.Game == QuakeWorld && p.Effects&quakeWorldColors != 0 &&
		(dim || info.Value(w.Level().ServerInfo, "ktxver") != "") {
		return carriedOf(p.Effects, quakeWorldLights)
	}
	if dim {
		c = Glowing
	}
	return c
}

// Effects of Quake II's players who carry a flag (DM2 3.15).
const (
	Quake2EffectRedFlag  = 0x00040000
	Quake2EffectBlueFlag = 0x00080000
)

// quake2Effects are effects of entities (DM2 3.15).
var quake2Effects = []carriedBy{
	{0x00008000, Quad}, {0x00010000, Pentagram}, {Quake2EffectRedFlag, FlagRed}, {Quake2EffectBlueFlag, FlagBlue},
	{0x08000000, Quad}, {0x20000000, FlagWhite},
}

// quake2Images are pictures in a player's own status bar, by what their names begin with.
var quake2Images = [...]struct {
	stat   int
	prefix string
	what   Carried
}{
	{Quake2StatTimerIcon, "p_quad", Quad}, {Quake2StatTimerIcon, "p_invul", Pentagram},
	{Quake2StatTimerIcon, "p_envirosuit", BioSuit},
	{quake2StatTech, "tech1", RuneResistance}, {quake2StatTech, "tech2", RuneStrength},
	{quake2StatTech, "tech3", RuneHaste},
	{quake2StatTech, "tech4", RuneRegeneration},
}

// quake2StatTech is the picture of the technology that a player has in capture the flag.
const quake2StatTech = 26

func (w *World) carriesQuake2(p *Player) Carried {
	c := carriedOf(p.Effects, quake2Effects)
	l := w.Level()
	if e := w.Entity(int32(p.Slot) + 1); e != nil {
		switch l.Model(e.Model[2]) {
		case "players/male/flag1.md2":
			c |= FlagRed
		case "players/male/flag2.md2":
			c |= FlagBlue
		}
	}
	if s := w.OwnStats(p); s != nil {
		for i := range quake2Images {
			k := &quake2Images[i]
			if v := s.Values[k.stat]; v > 0 && strings.HasPrefix(l.Image(v), k.prefix) {
				c |= k.what
			}
		}
	}
	return c
}

// quake3Flags are the flags of a player's entity that say what the player does (eFlags).
var quake3Flags = []carriedBy{{0x100, Firing}, {0x1000, Talking}, {0x2000, Lagging}}

// The powerups of Quake III by number, of Team Arena and OpenArena, of Quake Live up to
// protocol 90, and of protocol 91. Number 0 is none.
var (
	basePowerups = []Carried{0, Quad, BattleSuit, Haste, Invisibility, Regeneration, Flight, FlagRed,
		FlagBlue, FlagWhite}
	missionPowerups = []Carried{
		0, Quad, BattleSuit, Haste, Invisibility, Regeneration, Flight, FlagRed, FlagBlue, FlagWhite,
		RuneHaste, RuneResistance, RuneStrength, RuneRegeneration, Pentagram,
	}
	livePowerups = []Carried{
		0, Quad, BattleSuit, Haste, Invisibility, Regeneration, Flight, FlagRed, FlagBlue, FlagWhite,
		Pentagram, RuneHaste, RuneResistance, RuneStrength, RuneRegeneration,
	}
	live91Powerups = []Carried{
		0, FlagRed, FlagBlue, FlagWhite, Quad, BattleSuit, Haste, Invisibility, Regeneration, Flight,
		Pentagram, RuneHaste, RuneResistance, RuneStrength, RuneRegeneration,
	}
)

// Quake3Powerups returns what the powerups of a level of Quake III's family are, by number:
// one of [Carried] each, 0 for none.
func (l *Level) Quake3Powerups() []Carried {
	const (
		protocolLive, protocolLive91 = 73, 91
		missionWeapons               = 3 // the stat of the weapons in games that have runes
	)
	switch {
	case l.Protocol >= protocolLive91:
		return live91Powerups
	case l.Protocol >= protocolLive:
		return livePowerups
	case l.Quake3Stats.Weapons == missionWeapons:
		return missionPowerups
	}
	return basePowerups
}
