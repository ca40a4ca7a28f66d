package quake2

import (
	"fmt"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// The fields of a temporary entity, in the order of the wire, one letter each
// (DM2 3.4):
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

// tempEntities has the fields of each kind; kinds without are not legal. From
// 56 on they are those of the re-release and of Q2PRO, which its demos may
// have.
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

// Kinds that changed places in protocol 32.
const (
	tempGreenBlood       = 26 // before, a plasma trail
	tempBlueHyperblaster = 27 // before, green blood
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

func errTempEntity(kind uint8) error {
	return fmt.Errorf("temporary entity of kind %d: %w", kind, message.ErrUnknown)
}

func (p *Protocol) readTempEntity(r *wire.Reader, m *message.Quake2TempEntity) error {
	*m = message.Quake2TempEntity{Type: r.Byte()}
	fields := p.tempEntityFields(m.Type)
	if fields == "" {
		return errTempEntity(m.Type)
	}
	for i := 0; i < len(fields); i++ {
		switch fields[i] {
		case 'a':
			p.position(r, &m.Start)
		case 'o':
			p.position(r, &m.Origin)
		case 'e':
			p.position(r, &m.End)
		case '1':
			p.position(r, &m.Pos1)
		case '2':
			p.position(r, &m.Pos2)
		case '3':
			p.position(r, &m.Pos3)
		case '4':
			p.position(r, &m.Pos4)
		case 'd':
			m.MoveDir = r.Byte()
		case 's':
			m.Style = r.Byte()
		case 'c':
			m.Count = int16(r.Byte())
		case 'C':
			m.Count = r.Short()
		case 'n':
			m.Entity = r.Short()
		case 'D':
			m.Dest = r.Short()
		case 'i':
			m.NextID = r.Short()
		case 'k':
			m.Kind = r.Short()
		case 'f':
			m.Flags = r.Short()
		case 'w':
			if m.NextID != -1 {
				m.Wait = r.Long()
			}
		}
	}
	return nil
}

func (p *Protocol) writeTempEntity(w *wire.Writer, m *message.Quake2TempEntity) error {
	fields := p.tempEntityFields(m.Type)
	if fields == "" {
		return errTempEntity(m.Type)
	}
	w.Byte(m.Type)
	for i := 0; i < len(fields); i++ {
		switch fields[i] {
		case 'a':
			p.writePosition(w, &m.Start)
		case 'o':
			p.writePosition(w, &m.Origin)
		case 'e':
			p.writePosition(w, &m.End)
		case '1':
			p.writePosition(w, &m.Pos1)
		case '2':
			p.writePosition(w, &m.Pos2)
		case '3':
			p.writePosition(w, &m.Pos3)
		case '4':
			p.writePosition(w, &m.Pos4)
		case 'd':
			w.Byte(m.MoveDir)
		case 's':
			w.Byte(m.Style)
		case 'c':
			w.Byte(uint8(m.Count))
		case 'C':
			w.Short(m.Count)
		case 'n':
			w.Short(m.Entity)
		case 'D':
			w.Short(m.Dest)
		case 'i':
			w.Short(m.NextID)
		case 'k':
			w.Short(m.Kind)
		case 'f':
			w.Short(m.Flags)
		case 'w':
			if m.NextID != -1 {
				w.Long(m.Wait)
			}
		}
	}
	return nil
}
