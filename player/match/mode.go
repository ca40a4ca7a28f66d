package match

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"demoscope/player/world"
)

// Setting is what a demo reports about its game mode.
type Setting struct {
	Server   string // the server's readable name of the mode; empty if unknown
	GameType string // see [world.Level]
	Folder   string // the game folder
	Captured bool   // a flag was captured
	Monsters bool   // some level is a game against monsters
}

var (
	// onWord matches words like "4on4" or "2v2".
	onWord = regexp.MustCompile(`^([1-9]\d?)(?:on|vs?)([1-9]\d*)$`)
	// flagFolders are the folders of capture the flag mods, and arenaFolders those of mods with rounds.
	flagFolders  = []string{"ctf", "threewave", "lmctf"}
	arenaFolders = []string{"arena", "ra3", "rocketarena", "arena2"}
)

// Mode returns the mode: "1on1", "2on2" and so on, "team", "ffa", "ctf", "race", "arena", "single", "coop", another
// value of [world.Level].GameType, or "" if unknown. The match may be nil. players is the number of players who took
// part.
func (s *Setting) Mode(m *Match, players int) string {
	word, folder := strings.ToLower(s.Server), strings.ToLower(s.Folder)
	has := func(part string) bool { return strings.Contains(word, part) }
	sizes := onWord.FindStringSubmatch(word)
	switch {
	case sizes != nil:
		return sizes[1] + "on" + sizes[2]
	case has("ctf"):
		return "ctf"
	case has("duel"):
		return "1on1"
	case has("race") || folder == "defrag":
		return "race"
	case has("arena") || world.KTXRounds(word) || slices.Contains(arenaFolders, folder):
		return "arena"
	case has("ffa"):
		return "ffa"
	// A game type is more specific than a capture, which one-flag games have, too.
	case slices.Contains(flagFolders, folder) || s.Captured && s.GameType == "":
		return "ctf"
	case s.GameType == "duel":
		return "1on1"
	case s.GameType != "" && s.GameType != "team":
		return s.GameType
	case s.Monsters && players > 1:
		return "coop"
	case s.Monsters:
		return "single"
	case m != nil && m.Teams():
		return m.sizes()
	case players == 2:
		return "1on1"
	case players > 2:
		return "ffa"
	}
	return ""
}

// sizes returns the mode of a team match, such as "2on2".
func (m *Match) sizes() string {
	members := map[string]int{}
	for _, p := range m.all() {
		members[p.Team]++
	}
	teams := m.Result.Teams
	if n := members[teams[0].Name]; len(teams) == 2 && n > 0 && n == members[teams[1].Name] {
		return fmt.Sprintf("%don%d", n, n)
	}
	return "team"
}

// KTXMode returns KTX's name of a mode: "duel" for a 1on1, and "team" for larger teams.
func KTXMode(mode string) string {
	switch {
	case mode == "1on1":
		return "duel"
	case onWord.MatchString(mode):
		return "team"
	}
	return mode
}
