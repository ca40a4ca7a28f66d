package prints

import (
	"bytes"
	"strings"

	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/player/world/internal/info"
)

// The flags as items. Games with one flag call that no more than the flag.
const RedFlag, BlueFlag, WhiteFlag = "Red Flag", "Blue Flag", "Neutral Flag"

// flagVerbs say what happened to a flag.
var flagVerbs = [...]struct {
	words string
	kind  world.EventKind
}{
	{" captured the ", world.EventCapture}, {" got the ", world.EventItem}, {" lost the ", world.EventFlagLost},
	{" returned the ", world.EventFlagReturned},
}

// Flag reads a line of capture-the-flag in QuakeWorld, Quake II and Quake III,
// "NAME got the RED flag!", "NAME captured the RED flag!", "NAME lost the RED flag!", "NAME returned the RED
// flag!" or, where there is one flag, "NAME got the flag!", and "The RED flag has returned!", which tells of
// nobody; false if it is no such line, or no player has that name. The event's Item is the flag.
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
			e.Kind, e.Item, e.Player = v.kind, flagItem(flag), whoseLine(players, line[:len(name)])
			return e, e.Item != "" && e.Player >= 0
		}
	}
	return e, false
}

// flagItem returns the flag that a line calls by a color and a space, or by nothing; empty if it is none.
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

// whoseLine returns the slot of the player whose name a line begins with, [world.Nobody] if there is none.
// Quake III ends names with a color code.
func whoseLine(players []world.Player, name []byte) int {
	if slot := playerNamed(players, name); slot >= 0 {
		return slot
	}
	return playerNamed(players, bytes.TrimSuffix(name, []byte("^7")))
}

// SkullItem is the item of the captures of a game in which skulls are brought in.
const SkullItem = "Skulls"

// Skulls reads the line of Team Arena's harvester "NAME brought in 2 skulls.", which is that game's capture;
// false if it is no such line, or no player has that name.
func Skulls(players []world.Player, line []byte) (world.Event, bool) {
	e := world.Event{Kind: world.EventCapture, Other: world.Nobody, Item: SkullItem, Text: line}
	name, rest, ok := bytes.Cut(line, []byte(" brought in "))
	digits := bytes.TrimLeft(rest, "0123456789")
	if !ok || len(digits) == len(rest) || string(digits) != " skull." && string(digits) != " skulls." {
		return e, false
	}
	e.Player = whoseLine(players, name)
	return e, e.Player >= 0
}

// FlagMoves reads what a line of capture-the-flag says of a flag: whose it is, 0 for red
// and 1 for blue, its new state, and the name of the player who did it, empty if there is
// none. False for other lines.
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

// Named returns the slot of the player in use with a name, or [world.Nobody].
func Named(players []world.Player, name []byte) int { return playerNamed(players, name) }

// MinutesLeft reads the minutes left in a match from a QuakeWorld server's status,
// such as "12 min left"; mods spell the minutes differently. False if the status
// is not of that form.
func MinutesLeft(status string) (minutes int, ok bool) {
	number, unit, _ := strings.Cut(status, " min")
	minutes = info.Number(number)
	return minutes, strings.HasSuffix(unit, " left") && minutes > 0
}

// Caller returns the slot of the player who takes a time-out in OpenTDM, "NAME" or "NAME (TEAM)", or [world.Nobody].
func Caller(players []world.Player, name []byte) int { return playerNamed(players, beforeTeam(name)) }

// beforeTeam returns the name in "NAME (TEAM)".
func beforeTeam(name []byte) []byte {
	if i := bytes.LastIndex(name, []byte(" (")); i > 0 && name[len(name)-1] == ')' {
		return name[:i]
	}
	return name
}

// QuakeLiveItem reads "NAME ^7got the ^7Red Armor.", which Quake Live prints for
// spectators; false if it is no such line, or no player has that name.
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
	e.Player = playerNamed(players, bytes.TrimSuffix(name, []byte("^7")))
	return e, e.Player >= 0
}
