package quakeworld

import (
	"bytes"

	"demoscope/formats/internal/coding"
	"demoscope/formats/message"
)

const (
	// moveVars is the first protocol whose serverdata has the movement variables (QWD 5.12). Earlier ones end with the
	// level's name.
	moveVars = 25
	// chunkedLists is the first protocol whose precache lists come in parts (QWD 5.46; qwfacts 0.3).
	chunkedLists = 26
)

// codeServerData codes the beginning of a level and switches to its protocol.
func codeServerData(c *coder, m *message.QWServerData) {
	coding.Extensions(&c.Codec, &m.Extensions, &m.Protocol)
	if m.Protocol < oldestProtocol || m.Protocol > newestProtocol {
		c.Fail(message.ErrRange)
		return
	}
	c.Long(&m.Age)
	c.String(&m.GameDir)
	if c.Reading() {
		m.Client, m.ServerTime, m.MoveVars, m.Slots, m.Seats, m.Players = 0, 0, [10]float32{}, 0, 0, nil
	}
	c.slots(m)
	c.String(&m.MapName)
	if m.Protocol >= moveVars {
		for i := range m.MoveVars {
			c.Float(&m.MoveVars[i])
		}
	}
	if c.Reading() && c.Reader().Overrun() {
		return
	}
	p := *c.p
	p.begin(m)
	if c.Reading() {
		m.Units, m.EntityUnits, m.PlayerUnits = p.Units(), p.EntityUnits(), p.PlayerUnits()
		c.d.setProtocol(p)
	} else {
		c.e.setProtocol(p)
	}
}

// slots codes the server's time, or the recorder's slots. It uses the extensions of m, not those of c.
func (c *coder) slots(m *message.QWServerData) {
	most := message.ExtensionBits(m.Extensions, message.TagFTE2)&coding.FTE2MaxPlayers != 0
	if most {
		c.Byte(&m.Slots)
	}
	if c.p.MVD {
		c.Float(&m.ServerTime)
		return
	}
	const spectator = 0x80
	if most {
		c.Byte(&m.Seats)
		seats := int(m.Seats)
		if message.ExtensionBits(m.Extensions, message.TagFTE2)&coding.FTE2VRInputs == 0 {
			seats &^= spectator
		}
		if c.Bytes(&m.Players, seats); c.Reading() && len(m.Players) > 0 {
			m.Client = m.Players[0]&^spectator | m.Seats&spectator
		}
		return
	}
	c.Byte(&m.Client)
	if message.ExtensionBits(m.Extensions, message.TagFTE)&fteSplitScreen == 0 {
		return
	}
	const end = 128
	if !c.Reading() {
		c.Writer().Bytes(m.Players)
		c.Writer().Byte(end)
		return
	}
	if n := bytes.IndexByte(c.Reader().Rest(), end); n >= 0 {
		m.Players = c.Reader().Bytes(n)
		c.Reader().Byte()
	} else {
		c.Reader().Skip(c.Reader().Len() + 1)
	}
}

// codeList codes a part of a precache list. An empty name ends it.
func codeList(c *coder, m *message.QWList) {
	if m.Kind == message.QWSoundListShort && !c.extended() {
		return
	}
	if c.p.Version < chunkedLists {
		if c.Reading() {
			m.First, m.Next = 0, 0
		}
		c.Strings(&m.Names)
		return
	}
	if m.Kind == message.QWModelListShort || m.Kind == message.QWSoundListShort {
		c.Word(&m.First)
	} else {
		first := uint8(m.First)
		if c.Byte(&first); c.Reading() {
			m.First = uint16(first)
		}
	}
	c.Strings(&m.Names)
	c.Byte(&m.Next)
}
