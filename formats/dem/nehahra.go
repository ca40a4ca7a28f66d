package dem

import (
	"fmt"

	"demoscope/formats/internal/coding"
	"demoscope/formats/message"
)

// Nehahra's demos have protocol 250 or 15. They add the following messages and temporary entities to those of 15.

// nehahra reports whether Nehahra's messages may occur: FTE's extensions give one of their ids another meaning.
func (v *version) nehahra() bool { return !v.extended() && !v.hasFTE() }

const svcNehahraFog = 51

// nehahraMessages are the messages that only Nehahra has.
var nehahraMessages = coding.NewTable(unknownName,
	coding.Simple(35, codeShowPicture),
	coding.Simple(36, codeHidePicture),
	coding.Simple(50, codeSkySize),
	coding.Simple(svcNehahraFog, codeNehahraFog),
)

func codeShowPicture(p *protocol, m *message.ShowPicture) {
	p.String(&m.Slot)
	p.String(&m.Picture)
	p.Byte(&m.X)
	p.Byte(&m.Y)
}

func codeHidePicture(p *protocol, m *message.HidePicture) { p.String(&m.Slot) }

func codeSkySize(p *protocol, m *message.SkySize) { p.Coord(&m.Size) }

func codeNehahraFog(p *protocol, m *message.NehahraFog) {
	p.Byte(&m.On)
	if m.On == 0 {
		if p.Reading() {
			*m = message.NehahraFog{}
		}
		return
	}
	p.Float(&m.Density)
	p.Byte(&m.Red)
	p.Byte(&m.Green)
	p.Byte(&m.Blue)
}

// Temporary entities of Nehahra.
const (
	teNehahraFirst     = 14 // it and the next one have a position
	teNehahraExplosion = 16
	teNehahraLightning = 17
	teSmoke            = 18
	teNehahraLast      = 20 // it and the previous one have no data after the type
)

// codeNehahraEntity codes the data after the type of a temporary entity that only Nehahra has.
func codeNehahraEntity(p *protocol, m *message.TempEntity) {
	switch m.Type {
	case teNehahraFirst, teNehahraFirst + 1:
		p.Place(&m.Origin)
	case teNehahraExplosion: // the second position is a color
		p.Place(&m.Origin)
		p.Place(&m.End)
	case teNehahraLightning:
		p.String(&m.Extra) // the model's name
		p.Index(&m.Entity, true)
		p.Place(&m.Origin)
		p.Place(&m.End)
	case teSmoke:
		p.Place(&m.Origin)
		p.Byte(&m.Color)
	case teNehahraLast - 1, teNehahraLast:
	default:
		p.Fail(fmt.Errorf("type %d: %w", m.Type, message.ErrUnknown))
	}
}
