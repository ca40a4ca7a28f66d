package equipment

import (
	"strings"

	"demoscope/player/world"
	"demoscope/player/world/internal/info"
)

// Carried is a set of bits for the visible items and activities of a player. The bits are the same
// in all games.
type Carried uint32

// The items and activities of players.
const (
	Quad         Carried = 1 << iota // also Quake II's double damage
	Pentagram                        // also the invulnerability of Quake II and III
	Glowing                          // quad damage or the pentagram, not known which (Quake)
	Ring                             // ring of shadows: only the eyes are visible
	BioSuit                          // also Quake II's environment suit
	Haste                            // Quake III's
	Regeneration                     // Quake III's
	Invisibility                     // Quake III's
	BattleSuit                       // Quake III's
	Flight                           // Quake III's
	FlagRed
	FlagBlue
	FlagWhite        // Quake III's neutral flag; the token of Quake II's tag mode
	RuneResistance   // the first of Quake's runes; Quake II's technology; Quake III's guard
	RuneStrength     // the second; Quake III's doubler
	RuneHaste        // the third; Quake III's scout
	RuneRegeneration // the fourth; Quake III's ammo regeneration
	Firing           // in this frame; only the Thunderbolt in Quake, any weapon in Quake III
	Talking          // typing or in the console (QuakeWorld, Quake III)
	Lagging          // connection lost or poor (QuakeWorld, Quake III)
	Away             // another window has the focus (QuakeWorld)
)

// carriedBy maps a bit of the game to a Carried bit.
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

// Carries returns the items and activities of a visible player.
//
// In Quake and QuakeWorld, item bits are reliable if the player's own stats are known. For other
// players Carries uses what is drawn. The eyes of a player with the ring and QuakeWorld's two flag
// bits are reliable. Less reliable are QuakeWorld's blue and red lights, and the single light that
// Quake uses for both quad damage and the pentagram, because mods may light players for other
// reasons. The suit is not visible. Runes are reported only in CTF, since their bits are the
// episode keys in other modes. QuakeWorld clients report Talking and Away in their user info.
// Lagging is set if a player has lost a fifth of the packets, or if the last command is as old as
// the server allows.
//
// In Quake II the effects of the player's entity and the flag model are used, and the player's own
// stats for the suit and the techs. In Quake III it is the powerup bits and the flags of the
// player's entity.
func Carries(w *world.World, p *world.Player) Carried {
	switch w.Game {
	case world.Quake, world.QuakeWorld:
		return carriesQuake(w, p)
	case world.Quake2:
		return carriesQuake2(w, p)
	}
	c := carriedOf(p.Effects, quake3Flags)
	for i, what := range Quake3Powerups(w.Level()) {
		if p.Powerups>>i&1 != 0 {
			c |= what
		}
	}
	return c
}

var (
	quakeItems = []carriedBy{
		{world.ItemRing, Ring}, {world.ItemPentagram, Pentagram}, {world.ItemSuit, BioSuit}, {world.ItemQuad, Quad},
	}
	// flagItems are the item bits in CTF.
	flagItems = []carriedBy{
		{world.ItemSilverKey, FlagBlue}, {world.ItemGoldKey, FlagRed},
		{world.ItemFirstRune, RuneResistance}, {world.ItemFirstRune << 1, RuneStrength},
		{world.ItemFirstRune << 2, RuneHaste}, {world.ItemFirstRune << 3, RuneRegeneration},
	}
	quakeWorldLights = []carriedBy{{64, Quad}, {128, Pentagram}}
	quakeWorldFlags  = []carriedBy{{16, FlagRed}, {32, FlagBlue}}
	// quakeWorldChat are the chat bits that clients put into their user info.
	quakeWorldChat = []carriedBy{{1, Talking}, {2, Away}}
)

// A QuakeWorld connection lags from these values on. In real games nearly all packets arrive, and
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
	// Frames of a player firing the Thunderbolt.
	firstLightFrame, lastLightFrame = 105, 106
)

func carriesQuake(w *world.World, p *world.Player) (c Carried) {
	model := ""
	if p.Model != 0 {
		model = w.Level().Model(p.Model)
	}
	if (model == "" || model == quakeBody) && p.Frame >= firstLightFrame && p.Frame <= lastLightFrame && !p.Dead {
		c |= Firing
	}
	if w.Game == world.QuakeWorld {
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
	return c | lights(w, p)
}

// lights returns what the light around a player of Quake reveals. The color bits count together
// with the dim light, as in the original games, and also in KTX, which omits the dim light. In
// other cases they are ignored, since some mods use them to color teams.
func lights(w *world.World, p *world.Player) (c Carried) {
	dim := p.Effects&quakeDimLight != 0
	if w.Game == world.QuakeWorld && p.Effects&quakeWorldColors != 0 &&
		(dim || info.Value(w.Level().ServerInfo, "ktxver") != "") {
		return carriedOf(p.Effects, quakeWorldLights)
	}
	if dim {
		c = Glowing
	}
	return c
}

// quake2Effects are effect bits of entities (DM2 3.15).
var quake2Effects = []carriedBy{
	{0x00008000, Quad}, {0x00010000, Pentagram},
	{world.Quake2EffectRedFlag, FlagRed}, {world.Quake2EffectBlueFlag, FlagBlue},
	{0x08000000, Quad}, {0x20000000, FlagWhite},
}

// quake2Images are pictures in a player's own status bar, identified by the beginning of their
// names.
var quake2Images = [...]struct {
	stat   int
	prefix string
	what   Carried
}{
	{world.Quake2StatTimerIcon, "p_quad", Quad}, {world.Quake2StatTimerIcon, "p_invul", Pentagram},
	{world.Quake2StatTimerIcon, "p_envirosuit", BioSuit},
	{quake2StatTech, "tech1", RuneResistance}, {quake2StatTech, "tech2", RuneStrength},
	{quake2StatTech, "tech3", RuneHaste},
	{quake2StatTech, "tech4", RuneRegeneration},
}

// quake2StatTech is the stat of the picture of the tech that a player has in CTF.
const quake2StatTech = 26

func carriesQuake2(w *world.World, p *world.Player) Carried {
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

// quake3Flags are the bits of eFlags, in the player's entity, for the player's activities.
var quake3Flags = []carriedBy{{0x100, Firing}, {0x1000, Talking}, {0x2000, Lagging}}

// The powerups of Quake III by number: of the base game, of Team Arena and OpenArena, of Quake Live
// up to protocol 90, and of protocol 91. Number 0 is no powerup.
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

// Quake3Powerups returns the powerups of a level of the Quake III family by number. Each is one bit
// of [Carried], or 0 if the number is unused.
func Quake3Powerups(l *world.Level) []Carried {
	const (
		protocolLive, protocolLive91 = 73, 91
		missionWeapons               = 3 // index of the weapons stat in games with runes
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
