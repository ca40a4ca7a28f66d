package quakeworld

import (
	"demoscope/formats/message"
)

const (
	// moveVars is the first protocol whose serverdata has the movement variables
	// (QWD 5.12). Before, it ends with the level's name.
	moveVars = 25
	// chunkedLists is the first protocol whose precache lists come in parts
	// (QWD 5.46; qwfacts 0.3).
	chunkedLists = 26
)

// codeServerData codes the beginning of a level and switches to its protocol.
func codeServerData(c *coder, m *message.QWServerData) {
	c.extensions(m)
	if m.Protocol < oldestProtocol || m.Protocol > newestProtocol {
		c.Fail(message.ErrRange)
		return
	}
	c.Long(&m.Age)
	c.String(&m.GameDir)
	if c.Reading() {
		m.Client, m.ServerTime, m.MoveVars = 0, 0, [10]float32{}
	}
	if c.p.MVD {
		c.Float(&m.ServerTime)
	} else {
		c.Byte(&m.Client)
	}
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

// extensions codes the pairs of words before the protocol number, and the number.
func (c *coder) extensions(m *message.QWServerData) {
	if !c.Reading() {
		for i := range m.Extensions {
			c.Bits(&m.Extensions[i].Tag)
			c.Bits(&m.Extensions[i].Bits)
		}
		c.Long(&m.Protocol)
		return
	}
	m.Extensions = m.Extensions[:0]
	for {
		c.Long(&m.Protocol)
		x := message.QWExtension{Tag: uint32(m.Protocol)}
		if x.Tag != tagFTE && x.Tag != tagFTE2 && x.Tag != tagMVD1 {
			return
		}
		c.Bits(&x.Bits)
		m.Extensions = append(m.Extensions, x)
	}
}

// codeList codes a part of a precache list. An empty name ends it.
func codeList(c *coder, m *message.QWList) {
	if c.p.Version < chunkedLists {
		if c.Reading() {
			m.First, m.Next = 0, 0
		}
		c.Strings(&m.Names)
		return
	}
	if m.Kind == message.QWModelListShort {
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
