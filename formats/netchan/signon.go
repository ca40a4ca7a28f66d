package netchan

import (
	"bytes"
	"fmt"
	"net/netip"
	"strconv"
	"strings"

	"demoscope/formats/message"
)

// signOn is the progress of a level's sign-on.
type signOn struct {
	stage   stage
	count   int32  // number of the level, repeated in the answers
	gameDir string // of the level
	path    string // of the map in gameDir
	next    int    // number of the requested part of the list
}

// stage is the server message that the client waits for.
type stage uint8

const (
	awaitLevel stage = iota
	awaitSounds
	awaitModels
	awaitSpawn // the client answers the server's requests
)

// maxPath is the maximum length of a map's path; game paths are shorter.
const maxPath = 63

// serverData starts the sign-on of a level.
func (c *Client) serverData(m *message.QWServerData) error {
	if m.Client&spectatorBit == 0 {
		if c.note != "" {
			return &RefusedError{Text: c.note}
		}
		return &RefusedError{Text: "we are not to be a spectator"}
	}
	if c.state == Spectating {
		c.began = c.now
	}
	c.state = SigningOn
	c.signOn = signOn{stage: awaitSounds, count: m.Age, gameDir: string(m.GameDir)}
	c.frames, c.newest = [frameRing]uint32{}, 0 // no delta refers to the last level
	c.players, c.followed = [slots]slot{}, Nobody
	return c.answer(fmt.Sprintf("soundlist %d 0", m.Age))
}

// spectatorBit marks a spectator's slot in a serverdata.
const spectatorBit = 0x80

// list processes a part of a precache list.
func (c *Client) list(m *message.QWList) error {
	s := &c.signOn
	sounds := m.Kind == message.QWSoundList
	if sounds != (s.stage == awaitSounds) || !sounds && s.stage != awaitModels || int(m.First) != s.next {
		return nil // not requested
	}
	if !sounds && m.First == 0 && len(m.Names) > 0 {
		if len(m.Names[0]) > maxPath {
			return ErrNonsense
		}
		s.path = string(m.Names[0])
	}
	what := "modellist"
	if sounds {
		what = "soundlist"
	}
	switch next := int(m.Next); {
	case next != 0:
		if m.Kind == message.QWModelListShort {
			next |= int(m.First+uint16(len(m.Names))) &^ 0xff // the number has more bits than its byte
		}
		if next <= s.next {
			return ErrNonsense // the list would never end
		}
		s.next = next
		return c.answer(fmt.Sprintf("%s %d %d", what, s.count, next))
	case sounds:
		s.stage, s.next = awaitModels, 0
		return c.answer(fmt.Sprintf("modellist %d 0", s.count))
	}
	s.stage = awaitSpawn
	sum, err := c.opt.Checksum(s.gameDir, s.path)
	if err != nil {
		return err
	}
	return c.answer(fmt.Sprintf("prespawn %d 0 %d", s.count, sum))
}

// serverCommands processes the server's commands line by line; a line may be split over several texts.
func (c *Client) serverCommands(text []byte) error {
	for len(text) > 0 {
		line, rest, ended := bytes.Cut(text, []byte("\n"))
		text = rest
		if c.long = c.long || len(c.line)+len(line) > maxLine; !c.long {
			c.line = append(c.line, line...)
		}
		if !ended {
			break
		}
		whole, long := string(c.line), c.long
		c.line, c.long = c.line[:0], false
		if long {
			continue
		}
		if err := c.command(whole); err != nil {
			return err
		}
	}
	return nil
}

// command answers a server command if it is one of the few that have an answer.
func (c *Client) command(line string) error {
	switch line {
	case "cmd new":
		return c.answer("new")
	case "cmd pext":
		if c.asked {
			return nil
		}
		c.asked = true
		text := "pext"
		for _, x := range c.offers {
			text += fmt.Sprintf(" 0x%x 0x%x", x.Tag, x.Bits)
		}
		return c.answer(text)
	case "skins":
		if c.state == Spectating || c.signOn.stage != awaitSpawn {
			return nil
		}
		c.state, c.answers = Spectating, 0
		return c.say(fmt.Sprintf("begin %d", c.signOn.count))
	case "changing":
		c.state, c.began = Changing, c.now
		return nil
	case "reconnect":
		if c.state == Spectating {
			c.began = c.now
		}
		c.state = SigningOn
		return c.answer("new")
	}
	words := strings.Split(line, " ")
	switch {
	case len(words) == 4 && words[0] == "cmd" && (words[1] == "prespawn" || words[1] == "spawn"):
		return c.spawn(words[1], words[2], words[3])
	case len(words) == 5 && words[0] == "packet":
		return c.ownAddress(words[1], strings.Join(words[2:], " "))
	}
	return nil
}

// spawn answers a request for the next part of the sign-on.
func (c *Client) spawn(part, count, number string) error {
	n, err := strconv.ParseInt(count, 10, 32)
	from, err2 := strconv.ParseUint(number, 10, 16)
	if err != nil || err2 != nil || int32(n) != c.signOn.count || c.signOn.stage != awaitSpawn {
		return nil
	}
	return c.answer(fmt.Sprintf("%s %d %d", part, n, from))
}

// ownAddress answers the request for the client's address, but only to the server itself.
func (c *Client) ownAddress(to, text string) error {
	at, err := netip.ParseAddrPort(to)
	if err != nil || netip.AddrPortFrom(at.Addr().Unmap(), at.Port()) != c.opt.Server {
		c.note = Readable([]byte("the server asks for our address, to be told to "+to), maxNote)
		return nil
	}
	var slot, number int32
	text, quoted := strings.CutPrefix(text, `"`)
	text, closed := strings.CutSuffix(text, `"`)
	words := strings.Split(text, " ")
	if !quoted || !closed || len(words) != 3 || words[0] != "ip" {
		return nil
	}
	for i, v := range [...]*int32{&slot, &number} {
		n, err := strconv.ParseInt(words[i+1], 10, 32)
		if err != nil {
			return nil
		}
		*v = int32(n)
	}
	if c.addresses++; c.addresses > maxOwnAddress {
		return ErrSignOn
	}
	c.outer = append(c.outer[:0], OutOfBand(fmt.Sprintf("ip %d %d", slot, number))...)
	return nil
}

// spectates reports whether a user info is that of a spectator.
func spectates(info []byte) bool {
	fields := bytes.Split(info, []byte("\\"))
	for i := 1; i+1 < len(fields); i += 2 {
		if string(fields[i]) == "*spectator" {
			return len(fields[i+1]) > 0
		}
	}
	return false
}
