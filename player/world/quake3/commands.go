package quake3

import (
	"bytes"

	"demoscope/formats/message"
	"demoscope/player/world"
	"demoscope/player/world/internal/info"
)

// maxBigString bounds a configstring that arrives in pieces, in bytes. It is the size of the game's buffer.
const maxBigString = 8192

// serverCommand applies a server command. The server repeats commands until the client acknowledges them; repeats are
// ignored.
func (q *rules) serverCommand(w world.Edit, m *message.ServerCommand) {
	if m.Sequence-q.command <= 0 {
		return
	}
	q.command = m.Sequence
	q.execute(w, q.clean(m.Text))
}

// execute applies the text of a server command.
func (q *rules) execute(w world.Edit, text []byte) {
	q.args = tokens(q.args[:0], text)
	if len(q.args) == 0 {
		return
	}
	args := q.args[1:]
	first := []byte(nil)
	if len(args) > 0 {
		first = args[0]
	}
	switch string(q.args[0]) {
	case "print":
		first = bytes.TrimPrefix(first, []byte("[skipnotify]")) // only for the console
		w.Print(0, false, first, world.Everybody, world.Nobody)
		events := len(w.Events)
		q.printed(w, first)
		w.LineRead(events)
	case "chat", "tchat":
		startLocalSound(w, soundTalk)
		q.chat.print(w, q.game, first)
	case "mm2":
		q.chat.printTeam(w, q.game, args)
	case "tinfo":
		teamInfo(w, args)
	case "cp":
		w.CenterPrint(first, world.Everybody, false)
		q.match.announced(w, first)
	case "cs":
		if len(args) >= 2 {
			q.setConfig(w, info.Number(first), args[1])
		}
	case "bcs0", "bcs1", "bcs2":
		q.bigString(w, q.args[0][3], args)
	case "map_restart":
		q.mapRestart(w)
	default:
		if IsScores(q.args[0]) {
			q.match.scores.takeScores(w, q.args[0], args)
		}
		q.match.scores.takeStats(w, q.args[0], args)
	}
}

// bigString joins a configstring that is too long for one command: piece 0 starts it, piece 1 appends, piece 2 appends
// and applies it.
func (q *rules) bigString(w world.Edit, piece byte, args [][]byte) {
	if len(args) < 2 {
		return
	}
	if piece == '0' {
		q.big = append(append(append(q.big[:0], "cs "...), args[0]...), ` "`...)
	}
	if len(q.big) == 0 {
		return // the first piece is missing or was too long
	}
	if len(q.big)+len(args[1]) > maxBigString {
		q.big = q.big[:0]
		return
	}
	q.big = append(q.big, args[1]...)
	if piece == '2' {
		q.big = append(q.big, '"')
		big := q.big
		q.execute(w, big)
		q.big = q.big[:0]
	}
}

// mapRestart restarts the level. A map_restart sends no gamestate.
func (q *rules) mapRestart(w world.Edit) {
	w.Intermission, q.match.restarted = false, true
	w.SealResult()
	q.match.scores.reset(w)
	w.Notices.Center = w.Notices.Center[:0]
	q.clearEffects(w)
	for i := range w.Players {
		w.Players[i].ForgetHealth()
	}
}

// chatEscape precedes a colon or bracket that the game added and that isn't part of a name. It is not shown.
const chatEscape = 0x19

// chat holds the chat lines of a packet. The world refers to them until the next packet.
type chat struct{ line []byte }

// print prints a chat line: "NAME^7: text", "(NAME^7) (PLACE): text" to a team, or "[NAME^7]: text" to one player.
// Quake Live puts the speaker's slot, as two digits, and a space in front.
func (c *chat) print(w world.Edit, g *game, text []byte) {
	slot := world.Nobody
	if g.protocol >= protocolLive && len(text) > 3 && digit(text[0]) && digit(text[1]) && text[2] == ' ' {
		if n := info.Number(text[:2]); n < len(w.Players) && w.Players[n].InUse {
			slot, text = n, text[3:]
		}
	}
	start := len(c.line)
	for _, b := range text {
		if b != chatEscape {
			c.line = append(c.line, b)
		}
	}
	line := c.line[start:]
	if slot == world.Nobody {
		slot = speaker(w.Players, line)
	}
	c.flush(w, start, slot)
}

// protocolLive is the first protocol of Quake Live.
const protocolLive = 73

func digit(c byte) bool { return c >= '0' && c <= '9' }

// speaker returns the slot of the player who wrote a chat line, or [world.Nobody] if the game wrote it.
func speaker(players []world.Player, line []byte) int {
	if len(line) > 0 && (line[0] == '(' || line[0] == '[') {
		if slot := namedBefore(players, line[1:]); slot != world.Nobody {
			return slot
		}
	}
	return namedBefore(players, line)
}

// namedBefore returns the slot of the player with the longest name that starts the text and is followed by a colon or a
// closing bracket, or [world.Nobody] if there is none.
func namedBefore(players []world.Player, text []byte) int {
	best, length := world.Nobody, 0
	for i := range players {
		p := &players[i]
		if !p.InUse || len(p.Name) <= length || len(text) <= len(p.Name) || string(text[:len(p.Name)]) != p.Name {
			continue
		}
		rest := bytes.TrimPrefix(text[len(p.Name):], []byte("^7"))
		if len(rest) > 0 && (rest[0] == ':' || rest[0] == ')' || rest[0] == ']') {
			best, length = i, len(p.Name)
		}
	}
	return best
}

// flush prints the chat line that starts at index start of c.line, as said by the player in slot.
func (c *chat) flush(w world.Edit, start, slot int) {
	c.line = append(c.line, '\n')
	w.Print(3, true, c.line[start:], world.Everybody, slot)
}

// printTeam prints CPMA's team chat. Its arguments are slot, place and text; place is the index of a place name, 0 for
// none.
func (c *chat) printTeam(w world.Edit, g *game, args [][]byte) {
	if len(args) < 3 {
		return
	}
	start := len(c.line)
	slot, place := info.Number(args[0]), info.Number(args[1])
	c.line = append(c.line, '(')
	if slot < 0 || slot >= len(w.Players) {
		slot = world.Nobody
	} else {
		c.line = append(c.line, w.Players[slot].Name...)
	}
	c.line = append(c.line, "^7)"...)
	if place > 0 && place < places {
		if name := w.Level().ConfigString(g.numbers.locations + place); name != "" {
			c.line = append(append(append(c.line, " ("...), name...), "^7)"...)
		}
	}
	c.line = append(append(c.line, ": "...), args[2]...)
	c.flush(w, start, slot)
}

// teamInfo applies the state of the recorder's team. Its arguments are the number of members and, for each member,
// slot, location, health, armor, weapon and powerups; mods may append more. It skips the recorder, because the
// playerState says more.
func teamInfo(w world.Edit, args [][]byte) {
	if len(args) == 0 {
		return
	}
	const least = 6 // least number of values per member
	members := info.Number(args[0])
	args = args[1:]
	if members <= 0 || members > clients || len(args) < members*least || w.Level().MultiView {
		return
	}
	values := len(args) / members
	for ; len(args) >= values; args = args[values:] {
		slot := info.Number(args[0])
		if slot < 0 || slot >= clients || slot == w.Recorder {
			continue
		}
		p := w.Player(slot)
		if p.Stats == nil {
			p.Stats = new(world.Stats)
		}
		w.SetStat(p.Stats, 0, int32(info.Number(args[2])))
		w.SetStat(p.Stats, w.Level().Quake3Stats.Armor, int32(info.Number(args[3])))
	}
}

// tokens appends the words of a command to dst. Quoted text is one word.
func tokens(dst [][]byte, text []byte) [][]byte {
	for {
		i := 0
		for i < len(text) && text[i] <= ' ' {
			i++
		}
		text = text[i:]
		switch {
		case len(text) == 0:
			return dst
		case text[0] == '"':
			word, rest, _ := bytes.Cut(text[1:], []byte{'"'})
			dst = append(dst, word)
			text = rest
		default:
			n := 0
			for n < len(text) && text[n] > ' ' && text[n] != '"' {
				n++
			}
			dst = append(dst, text[:n])
			text = text[n:]
		}
	}
}
