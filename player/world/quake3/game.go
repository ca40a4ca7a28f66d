package quake3

import (
	"strings"

	"demoscope/player/world"
	"demoscope/player/world/internal/info"
)

// game identifies the game of the Quake III family that a level belongs to. It never changes, so all parts of the rules
// and their copies share one.
type game struct {
	numbers  *numbering
	protocol int32
}

// cpma reports whether the game is CPMA, which reports the match in its own way.
func (g *game) cpma() bool { return g.numbers == numbersCPMA }

// live reports whether the game is Quake Live.
func (g *game) live() bool { return g.numbers == numbers73 }

// gameFolder returns the mod folder that a level's configstrings name, in lower case. It is empty for the base game.
func gameFolder(l *world.Level) string {
	if folder := info.Value(l.ConfigString(csSystemInfo), "fs_game"); folder != "" {
		return strings.ToLower(folder)
	}
	if game := strings.ToLower(info.Value(l.ConfigString(csServerInfo), "gamename")); game != "baseq3" {
		return game
	}
	return ""
}

// openArena reports whether the demo shows that the game is OpenArena or one of its mods.
func openArena(protocol int32, l *world.Level) bool {
	const protocolOpenArena, folder = 71, "baseoa" // no other game has demos with this protocol
	return protocol == protocolOpenArena || gameFolder(l) == folder ||
		strings.EqualFold(info.Value(l.ConfigString(csServerInfo), "gamename"), folder)
}

// firstTeamGame is the first g_gametype with teams in the known games, except for soloTypes.
const firstTeamGame = 3

// Game types with their own rules or configstrings.
const (
	ctf            = "ctf"
	ctfElimination = "ctfelim"
	oneFlag        = "oneflag"
	overload       = "overload"
	harvester      = "harvester"
	lastMan        = "lastman"
	possession     = "possession"
	redRover       = "redrover"
	jump           = "jump"
	gunGame        = "gungame"
)

// soloTypes are the types without teams or without team scores, although their numbers are not below firstTeamGame.
// Configstrings 6 and 7 hold the scores of the two best players there, as in lower types.
var soloTypes = map[string]bool{lastMan: true, possession: true, redRover: true, jump: true, gunGame: true}

// Names of the g_gametype numbers. The same number can be another game type in another mod.
var (
	commonTypes = map[int32]string{0: "ffa", 1: "duel", 3: "team", 4: ctf}
	cpmaTypes   = map[int32]string{0: "ffa", 1: "duel", 3: "team", 4: ctf, 5: "arena", 6: "freeze", 7: ctf}
	liveTypes   = map[int32]string{
		0: "ffa", 1: "duel", 2: "race", 3: "team", 4: "arena", 5: ctf, 6: oneFlag, 8: harvester, 9: "freeze",
		10: "domination", 11: "attack", 12: redRover,
	}
	missionTypes   = map[int32]string{0: "ffa", 1: "duel", 3: "team", 4: ctf, 5: oneFlag, 6: overload, 7: harvester}
	openArenaTypes = map[int32]string{
		0: "ffa", 1: "duel", 3: "team", 4: ctf, 5: oneFlag, 6: overload, 7: harvester,
		8: "elimination", 9: ctfElimination, 10: lastMan, 11: "doubledom", 12: "domination",
		13: possession,
	}
	urbanTerrorTypes = map[int32]string{1: lastMan, 9: jump, 11: gunGame} // type 4 has no flags
)

// typeName returns the game type that a g_gametype number stands for, or "" if it is unknown.
func (g *game) typeName(l *world.Level, kind int32) string {
	folder := gameFolder(l)
	switch {
	case g.live():
		return liveTypes[kind]
	case g.cpma():
		return cpmaTypes[kind]
	case folder == "missionpack":
		return missionTypes[kind]
	case strings.HasPrefix(folder, "q3ut"):
		return urbanTerrorTypes[kind]
	case folder == "excessiveplus": // has its own types from 5 on, on OpenArena too
		return commonTypes[kind]
	case openArena(g.protocol, l): // its mods keep its types
		return openArenaTypes[kind]
	}
	return commonTypes[kind]
}

// reportsMatch reports whether a level's configstrings contain match information.
func (g *game) reportsMatch(l *world.Level) bool {
	return info.Value(l.ServerInfo, "g_gametype") != "" || l.ConfigString(g.numbers.levelStart) != ""
}

// waiting returns when the warm-up ends, encoded like [csWarmUp].
func (g *game) waiting(l *world.Level) int32 {
	end := warmUpEnd(l)
	if !g.live() {
		return end
	}
	switch state := info.Value(l.ServerInfo, "g_gameState"); {
	case state == "IN_PROGRESS":
		return 0
	case state == "PRE_GAME" && end == 0: // it can stay PRE_GAME during the countdown
		return -1
	case state == "COUNT_DOWN" && end <= 0:
		return 1
	}
	return end
}

// warmUpEnd returns the number in configstring [csWarmUp].
func warmUpEnd(l *world.Level) int32 {
	s := l.ConfigString(csWarmUp)
	if v := info.Value(s, "time"); v != "" {
		s = v
	}
	return int32(info.Number(s))
}

// redFlagPowerup returns the powerup of the red flag's carrier. The next two are those of the blue and the white flag.
func (g *game) redFlagPowerup() int {
	if g.protocol >= 91 {
		return 1
	}
	return 7
}

// isRune reports whether a number is 0 or the index of a rune in the game's item list.
func (g *game) isRune(item int32) bool {
	if item <= 0 || int(item) >= len(g.numbers.items) {
		return item == 0
	}
	switch g.numbers.items[item].class {
	case "item_scout", "item_guard", "item_doubler", "item_ammoregen":
		return true
	}
	return false
}

// itemSound returns the pickup sound of the item with an index in the game's list, or 0 if it has none.
func (g *game) itemSound(item int32) uint8 {
	if item <= 0 || int(item) >= len(g.numbers.items) {
		return 0
	}
	class := g.numbers.items[item].class
	for i := range itemSounds {
		if strings.HasPrefix(class, itemSounds[i].class) {
			return itemSounds[i].sound
		}
	}
	return 0
}

// everydayItem reports whether the pickup event of an item plays the health sound. It does for powerups and flags,
// because a global event plays their own sound for everybody.
func (g *game) everydayItem(item int32) bool {
	if item <= 0 || int(item) >= len(g.numbers.items) {
		return false
	}
	class := g.numbers.items[item].class
	switch {
	case strings.HasPrefix(class, "team_"), strings.HasPrefix(class, "item_quad"),
		strings.HasPrefix(class, "item_enviro"), strings.HasPrefix(class, "item_haste"),
		strings.HasPrefix(class, "item_invis"), strings.HasPrefix(class, "item_regen"),
		strings.HasPrefix(class, "item_flight"):
		return true
	}
	return false
}

// majorItem returns the item with an index in the game's list, or nil if it is not a major item.
func (g *game) majorItem(item int32) *item {
	if item <= 0 || int(item) >= len(g.numbers.items) {
		return nil
	}
	if i := &g.numbers.items[item]; i.major() {
		return i
	}
	return nil
}
