package quakeworld

import (
	"demoscope/formats/internal/coding"
	"demoscope/formats/message"
)

// unusedIDs are the ids of [message.FTEUnused].
var unusedIDs = []uint8{25, 57, 62, 63, 64, 65, 67, 68, 69, 70, 71, 72, 74, 75, 78, 80, 81, 82, 85, 87, 89, 90, 91, 92,
	93}

// unusedRow returns the row of a [message.FTEUnused].
func unusedRow(id uint8) coding.Row[*coder] {
	return coding.Variety(id, func() *message.FTEUnused { return &message.FTEUnused{ID: id} }, codeUnused)
}

// idSeat precedes a message for one of several players at the same screen.
const idSeat = 68

func codeUnused(c *coder, m *message.FTEUnused) {
	coding.Unused(&c.Codec, c.p.FTE, c.p.FTE2, m)
	if m.ID == idSeat && c.Reading() && !c.Failed() {
		c.seat(m)
	}
	if c.Reading() && coding.Unsized(m) {
		c.d.unsized = true
	}
}

// seat adds the following message to m, unless it is for the first seat, whose player is the recorder.
func (c *coder) seat(m *message.FTEUnused) {
	r := c.Reader()
	if r.Overrun() || m.Data[0] == 0 {
		return
	}
	rest, start := r.Rest(), r.Pos()
	switch id := r.Byte(); id {
	case idSeat, idServerData:
		c.Fail(message.ErrRange)
	default:
		c.d.read(id)
	}
	m.Data = append(m.Data, rest[:min(r.Pos()-start, len(rest))]...)
}

// extended fails the message and returns false unless the demo has FTE's extensions: otherwise the numbers of their
// messages are invalid.
func (c *coder) extended() bool {
	if c.p.FTE|c.p.FTE2 == 0 {
		c.Fail(message.ErrUnknown)
		return false
	}
	return true
}

func codeSetView(c *coder, m *message.SetView) {
	if c.p.FTE&fteSetView == 0 {
		c.Fail(message.ErrUnknown)
		return
	}
	coding.EntityNumber(&c.Codec, c.p.FTE2, &m.Entity)
}

func codeExtendedSound(c *coder, m *message.Sound) {
	if c.extended() {
		coding.ExtendedSound(&c.Codec, c.p.FTE2, m)
	}
}

func codeStaticSound(c *coder, m *message.SpawnStaticSound) {
	if c.extended() {
		coding.ExtendedStaticSound(&c.Codec, c.p.FTE2, m)
	}
}

func codePrecache(c *coder, m *message.Precache) {
	if c.extended() {
		coding.Precache(&c.Codec, m)
	}
}

func codeUpdateEntities(c *coder, m *message.UpdateEntities) {
	if !c.p.replacing() {
		c.Fail(message.ErrUnknown)
		return
	}
	l := c.p.replacements()
	l.Update(&c.Codec, m)
}
