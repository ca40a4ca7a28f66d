package dm3

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// alike are protocols that write the same bits and whose game numbers its events, items and configstrings
// alike, so that a demo of one becomes one of another by its name and by what its server info says. Between
// others the bits can be written anew, but not what they mean: an obituary of protocol 45 is a missile of 68.
var alike = [...][]int{{43, 45}, {66, 67, 68, 71}}

// Converter makes a demo of one protocol one of another.
type Converter struct {
	from, to int
	text     []byte
}

// openArena is the protocol of OpenArena, and of engines of today that play Quake III with its rules. What
// they show is by the game's code, which for these folders is the same under another protocol's number.
const openArena = 71

var sameGames = []string{"baseoa", "missionpack", "cpma"}

// NewConverter returns a converter from a protocol to another.
func NewConverter(from, to int) (*Converter, error) {
	if lookUp(to) == nil {
		return nil, fmt.Errorf("no Quake III version has protocol %d", to)
	}
	for _, group := range alike {
		if slices.Contains(group, from) && slices.Contains(group, to) {
			return &Converter{from: from, to: to}, nil
		}
	}
	return nil, fmt.Errorf("protocols %d and %d number events, items or configstrings in other ways", from, to)
}

// MaxPacket returns how many bytes a record may have.
func (c *Converter) MaxPacket() int { return wire.MaxBitMessage }

// Message changes what a message says of the protocol.
func (c *Converter) Message(m message.Message) error {
	switch m := m.(type) {
	case *message.GameState:
		if int(m.Protocol) != c.from {
			return fmt.Errorf("the level has protocol %d, not %d as the first one", m.Protocol, c.from)
		}
		if game := gameOf(m); c.from != c.to && (c.from == openArena || c.to == openArena) &&
			!slices.Contains(sameGames, game) {
			return fmt.Errorf("the game folder %q: its code numbers weapons otherwise under protocol %d",
				game, openArena)
		}
		m.Protocol = int32(c.to)
		for i := range m.ConfigStrings {
			if s := &m.ConfigStrings[i]; s.Index == 0 {
				s.Text = c.info(s.Text)
			}
		}
	case *message.ServerCommand:
		if bytes.HasPrefix(m.Text, []byte("cs 0 ")) {
			m.Text = c.info(m.Text)
		}
	}
	return nil
}

// gameOf returns the game folder of a level.
func gameOf(m *message.GameState) string {
	var server, folder string
	for _, s := range m.ConfigStrings {
		switch s.Index {
		case 0:
			server = string(infoValue(s.Text, "gamename"))
		case 1:
			folder = string(infoValue(s.Text, "fs_game"))
		}
	}
	if folder != "" {
		return strings.ToLower(folder)
	}
	return strings.ToLower(server)
}

var protocolKey = []byte(`\protocol\`)

// info returns a server info that says the other protocol, if it says one.
func (c *Converter) info(text []byte) []byte {
	at := bytes.Index(text, protocolKey)
	if at < 0 {
		return text
	}
	at += len(protocolKey)
	end := at
	for end < len(text) && text[end] >= '0' && text[end] <= '9' {
		end++
	}
	c.text = append(c.text[:0], text[:at]...)
	c.text = strconv.AppendInt(c.text, int64(c.to), 10)
	c.text = append(c.text, text[end:]...)
	return c.text
}
