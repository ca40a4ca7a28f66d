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

// alike are groups of protocols with the same encoding and the same numbers for events, items and configstrings. A demo
// of one becomes a demo of another by changing its name and its server info. Other protocols can be re-encoded, but not
// translated: an obituary of protocol 45 is a missile of 68.
var alike = [...][]int{{43, 45}, {66, 67, 68, 71}}

// Converter converts a demo from one protocol to another.
type Converter struct {
	from, to int
	text     []byte
}

// openArena is the protocol of OpenArena, and of current engines that play Quake III with its rules. The display
// depends on the game code, which for these folders is the same under either protocol.
const openArena = 71

var sameGames = []string{"baseoa", "missionpack", "cpma"}

// NewConverter returns a converter between two protocols.
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

// MaxPacket returns the maximum size of a record in bytes.
func (c *Converter) MaxPacket() int { return wire.MaxBitMessage }

// Message changes the protocol in a message.
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

// info replaces the protocol in a server info, if it has one.
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
