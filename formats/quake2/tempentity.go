package quake2

import (
	"fmt"

	"demoscope/formats/message"
)

// The fields of a temporary entity, in wire order, one letter each (DM2 3.4):
//
//	a start       n entity      c count, a byte      d movedir
//	o origin      D dest_entity C count, a word      s style
//	e end         i nextid      f plat2flags         k type
//	1-4 pos1-pos4               w wait, unless nextid is -1
const (
	fieldsPoint  = "o"
	fieldsImpact = "od"
	fieldsLine   = "oe"
	fieldsSplash = "cods"
	fieldsBeam   = "noe"
)

// tempEntities has the fields of each kind; kinds without fields are not legal. Those from 56 on are the re-release's
// and Q2PRO's, which occur in demos of Q2PRO.
var tempEntities = [256]string{
	0: fieldsImpact, 1: fieldsImpact, 2: fieldsImpact, 3: fieldsLine, 4: fieldsImpact,
	5: fieldsPoint, 6: fieldsPoint, 7: fieldsPoint, 8: fieldsPoint, 9: fieldsImpact,
	10: fieldsSplash, 11: fieldsLine, 12: fieldsImpact, 13: fieldsImpact, 14: fieldsImpact,
	15: fieldsSplash, 16: fieldsBeam, 17: fieldsPoint, 18: fieldsPoint, 19: fieldsBeam,
	20: fieldsPoint, 21: fieldsPoint, 22: fieldsPoint, 23: fieldsLine, 24: "noe1",
	25: fieldsSplash, 26: fieldsImpact, 27: fieldsLine, 28: fieldsPoint, 29: fieldsSplash,
	30: fieldsImpact, 31: fieldsLine, 32: "nCao1234", 33: "Dneo", 34: fieldsLine,
	35: fieldsPoint, 36: "on", 37: "oes", 38: fieldsBeam, 39: fieldsBeam,
	40: "icodsfw", 41: fieldsLine, 42: fieldsImpact, 43: fieldsImpact, 44: fieldsImpact,
	45: fieldsPoint, 46: fieldsImpact, 47: fieldsPoint, 48: fieldsPoint, 49: fieldsPoint,
	50: "ko", 51: fieldsPoint, 52: fieldsPoint, 53: fieldsPoint, 54: fieldsPoint,
	55: fieldsImpact,

	56: fieldsImpact, 57: fieldsLine, 58: fieldsImpact, 59: fieldsBeam, 60: "nc",
	61: fieldsBeam, 62: fieldsPoint, 63: fieldsPoint, 128: "C",
}

// Kinds whose meaning changed in protocol 32.
const (
	tempGreenBlood       = 26 // before: plasma trail
	tempBlueHyperblaster = 27 // before: green blood
	protocolNewBlood     = 32
)

// tempEntityFields returns the fields of a kind, empty if it is not legal.
func (p *Protocol) tempEntityFields(kind uint8) string {
	if p.Number < protocolNewBlood {
		switch kind {
		case tempGreenBlood:
			return fieldsLine
		case tempBlueHyperblaster:
			return fieldsImpact
		}
	}
	return tempEntities[kind]
}

// codeTempEntity codes a temporary entity. Its kind determines its fields.
func codeTempEntity(c *coder, m *message.Quake2TempEntity) {
	if c.Reading() {
		*m = message.Quake2TempEntity{}
	}
	c.Byte(&m.Type)
	fields := c.p.tempEntityFields(m.Type)
	if fields == "" {
		c.Fail(fmt.Errorf("temporary entity of kind %d: %w", m.Type, message.ErrUnknown))
		return
	}
	for i := 0; i < len(fields); i++ {
		switch fields[i] {
		case 'a':
			c.place(&m.Start)
		case 'o':
			c.place(&m.Origin)
		case 'e':
			c.place(&m.End)
		case '1':
			c.place(&m.Pos1)
		case '2':
			c.place(&m.Pos2)
		case '3':
			c.place(&m.Pos3)
		case '4':
			c.place(&m.Pos4)
		case 'd':
			c.Byte(&m.MoveDir)
		case 's':
			c.Byte(&m.Style)
		case 'c':
			count := uint8(m.Count)
			if c.Byte(&count); c.Reading() {
				m.Count = int16(count)
			}
		case 'C':
			c.Short(&m.Count)
		case 'n':
			c.Short(&m.Entity)
		case 'D':
			c.Short(&m.Dest)
		case 'i':
			c.Short(&m.NextID)
		case 'k':
			c.Short(&m.Kind)
		case 'f':
			c.Short(&m.Flags)
		case 'w':
			if m.NextID != -1 {
				c.Long(&m.Wait)
			}
		}
	}
}
