package dem

import (
	"demoscope/formats/internal/coding"
	"demoscope/formats/message"
)

// Messages of FTE's extensions, as FTE and QuakeSpasm-Spiked write them. Their ids have no meaning without.

// anyFTE fails without any extension.
func (p *protocol) anyFTE() bool {
	if p.fte|p.fte2 == 0 {
		p.Fail(message.ErrUnknown)
		return false
	}
	return true
}

// replaced fails unless entities are replacement deltas.
func (p *protocol) replaced() bool {
	if !p.replacing() {
		p.Fail(message.ErrUnknown)
		return false
	}
	return true
}

// unusedRow returns the row of a message of which nothing is used. It has another id in QuakeWorld.
func unusedRow(id, quakeWorld uint8) coding.Row[*protocol] {
	return coding.Variety(id, func() *message.FTEUnused { return &message.FTEUnused{ID: quakeWorld} }, codeUnused)
}

func codeUnused(p *protocol, m *message.FTEUnused) {
	coding.Unused(&p.Codec, p.fte, p.fte2, m)
	p.unsized = p.unsized || p.Reading() && coding.Unsized(m)
}

func codePrecache(p *protocol, m *message.Precache) {
	if p.anyFTE() {
		coding.Precache(&p.Codec, m)
	}
}

func codeStatFloat(p *protocol, m *message.QWStatFloat) {
	if p.anyFTE() {
		coding.StatFloat(&p.Codec, m)
	}
}

func codeVoice(p *protocol, m *message.QWVoice) {
	if p.anyFTE() {
		coding.Voice(&p.Codec, m)
	}
}

func codeStaticSound(p *protocol, m *message.SpawnStaticSound) {
	if p.anyFTE() {
		coding.ExtendedStaticSound(&p.Codec, p.fte2, m)
	}
}

// replacements returns how replacement deltas are written.
func (p *protocol) replacements() coding.Replacements {
	return coding.Replacements{FTE2: p.fte2, Units: p.Units}
}

func codeReplacedBaseline(p *protocol, m *message.SpawnBaseline) {
	if p.replaced() {
		coding.EntityNumber(&p.Codec, p.fte2, &m.Number)
		l := p.replacements()
		l.Delta(&p.Codec, &m.EntityDelta, &m.FTE)
	}
}

func codeReplacedStatic(p *protocol, m *message.SpawnStatic) {
	if p.replaced() {
		l := p.replacements()
		l.Delta(&p.Codec, &m.EntityDelta, &m.FTE)
	}
}

func codeUpdateEntities(p *protocol, m *message.UpdateEntities) {
	if !p.replaced() {
		return
	}
	if p.fte2&message.FTE2Prediction != 0 {
		p.Word(&m.Acknowledge)
	} else if p.Reading() {
		m.Acknowledge = 0
	}
	l := p.replacements()
	l.Update(&p.Codec, m)
}
