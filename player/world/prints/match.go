package prints

import (
	"bytes"
	"strings"

	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/player/world/internal/info"
)

// The flags as items. Games with a single flag just call it the flag.
const RedFlag, BlueFlag, WhiteFlag = "Red Flag", "Blue Flag", "Neutral Flag"

// flagVerbs are the phrases for what happens to a flag.
var flagVerbs = [...]struct {
	words string
	kind  world.EventKind
}{
	{" captured the ", world.EventCapture}, {" got the ", world.EventItem}, {" lost the ", world.EventFlagLost},
	{" returned the ", world.EventFlagReturned},
}

// Flag parses a line of capture the flag in QuakeWorld, Quake II and Quake III: "NAME got the RED flag!", the same with
// captured, lost or returned, "NAME got the flag!" in games with a single flag, and "The RED flag has returned!", which
// names nobody. It returns false for other lines, and if no player has the name. The event's Item is the flag.
func Flag(players []world.Player, line, plain []byte) (world.Event, bool) {
	e := world.Event{Player: world.Nobody, Other: world.Nobody, Text: line}
	if rest, ok := bytes.CutPrefix(plain, []byte("The ")); ok {
		flag, how, ok := bytes.Cut(rest, []byte("flag has"))
		if e.Item = flagItem(flag); ok && e.Item != "" && bytes.Contains(how, []byte(" returned")) {
			e.Kind = world.EventFlagReturned
			return e, true
		}
	}
	whose, ok := bytes.CutSuffix(plain, []byte("flag!"))
	if !ok {
		return e, false
	}
	for _, v := range flagVerbs {
		if name, flag, ok := bytes.Cut(whose, []byte(v.words)); ok {
			e.Kind, e.Item, e.Player = v.kind, flagItem(flag), playerBefore(players, line[:len(name)])
			return e, e.Item != "" && e.Player >= 0
		}
	}
	return e, false
}

// flagItem returns the flag for a color followed by a space, or for an empty color. It returns "" for other texts.
func flagItem(color []byte) string {
	switch string(color) {
	case "RED ":
		return RedFlag
	case "BLUE ":
		return BlueFlag
	case "":
		return WhiteFlag
	}
	return ""
}

// playerBefore returns the slot of the player with the name before the phrase, or [world.Nobody]. Quake III ends names
// with a color code.
func playerBefore(players []world.Player, name []byte) int {
	if slot := PlayerNamed(players, name); slot >= 0 {
		return slot
	}
	return PlayerNamed(players, bytes.TrimSuffix(name, []byte("^7")))
}

// SkullItem is the item of captures in games in which players bring in skulls.
const SkullItem = "Skulls"

// Skulls parses Team Arena's harvester line "NAME brought in 2 skulls.", that game's capture. It returns false for
// other lines, and if no player has the name.
func Skulls(players []world.Player, line []byte) (world.Event, bool) {
	e := world.Event{Kind: world.EventCapture, Other: world.Nobody, Item: SkullItem, Text: line}
	name, rest, ok := bytes.Cut(line, []byte(" brought in "))
	digits := bytes.TrimLeft(rest, "0123456789")
	if !ok || len(digits) == len(rest) || string(digits) != " skull." && string(digits) != " skulls." {
		return e, false
	}
	e.Player = playerBefore(players, name)
	return e, e.Player >= 0
}

// FlagMoves parses a line of capture the flag about a flag. It returns the flag, 0 for red and 1 for blue, its new
// state, and the name of the player, empty if there is none. ok is false for other lines.
func FlagMoves(line, plain []byte) (flag int, state world.FlagState, name []byte, ok bool) {
	for _, c := range [...]struct {
		words string
		state world.FlagState
	}{
		{" got the ", world.FlagTaken}, {" captured the ", world.FlagHome}, {" returned the ", world.FlagHome},
		{" lost the ", world.FlagDropped},
	} {
		at := bytes.Index(plain, []byte(c.words))
		if at < 1 {
			continue
		}
		switch string(bytes.TrimRight(plain[at+len(c.words):], "!.")) {
		case "RED flag":
			return 0, c.state, line[:at], true
		case "BLUE flag":
			return 1, c.state, line[:at], true
		}
	}
	switch {
	case bytes.HasPrefix(plain, []byte("The RED flag has")) && bytes.Contains(plain, []byte("returned")):
		return 0, world.FlagHome, nil, true
	case bytes.HasPrefix(plain, []byte("The BLUE flag has")) && bytes.Contains(plain, []byte("returned")):
		return 1, world.FlagHome, nil, true
	}
	return 0, world.FlagUnknown, nil, false
}

// MinutesLeft parses the remaining minutes of a match from a QuakeWorld server's status, such as "12 min left". Mods
// spell the minutes differently. ok is false for other statuses.
func MinutesLeft(status string) (minutes int, ok bool) {
	number, unit, _ := strings.Cut(status, " min")
	minutes = info.Number(number)
	return minutes, strings.HasSuffix(unit, " left") && minutes > 0
}

// Caller returns the slot of the player who calls a time-out in OpenTDM, "NAME" or "NAME (TEAM)", or [world.Nobody].
func Caller(players []world.Player, name []byte) int { return PlayerNamed(players, beforeTeam(name)) }

// beforeTeam returns the name in "NAME (TEAM)".
func beforeTeam(name []byte) []byte {
	if i := bytes.LastIndex(name, []byte(" (")); i > 0 && name[len(name)-1] == ')' {
		return name[:i]
	}
	return name
}

// QuakeLiveItem parses "NAME ^7got the ^7Red Armor.", which Quake Live prints for spectators. It returns false for
// other lines, and if no player has the name.
func QuakeLiveItem(players []world.Player, line []byte) (world.Event, bool) {
	e := world.Event{Kind: world.EventItem, Other: world.Nobody, Text: line}
	name, item, ok := bytes.Cut(line, []byte(" ^7got the ^7"))
	if !ok {
		return e, false
	}
	item = bytes.TrimSuffix(item, []byte{'.'})
	if e.Item = weapon.OfGame(item); e.Item == "" {
		return e, false
	}
	e.Player = PlayerNamed(players, bytes.TrimSuffix(name, []byte("^7")))
	return e, e.Player >= 0
}
