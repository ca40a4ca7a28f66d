package dem

import (
	"bytes"
	"fmt"

	"demoscope/formats/internal/coding"
	"demoscope/formats/message"
	"demoscope/formats/quakeworld"
)

// Messages of FTE's extensions, as written by FTE and QuakeSpasm-Spiked. Their ids are invalid without the extensions.

// fteMessages are the messages whose ids have another meaning without extensions.
var fteMessages = coding.NewTable(unknownName,
	coding.Simple(35, codeShowPicture),
	coding.Simple(36, codeHidePicture),
	coding.Simple(50, codeDownload),
	unusedRow(svcAchievement, 74),
	unusedRow(53, 75),
)

// isAchievement reports whether the bytes after the id of an effect are a message of the 2021 game instead. Mods for
// that game send it in any engine.
func isAchievement(rest []byte) bool { return bytes.HasPrefix(rest, achievementPrefix) }

var achievementPrefix = []byte("ACH_")

// hasFTE reports whether the demo has any of FTE's extensions.
func (v *version) hasFTE() bool { return v.fte|v.fte2 != 0 }

// anyFTE fails the message and returns false unless there is an extension.
func (p *protocol) anyFTE() bool {
	if !p.hasFTE() {
		p.Fail(message.ErrUnknown)
		return false
	}
	return true
}

// unusedRow returns the row of an unused message, with its id in QuakeWorld.
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

func codeDownload(p *protocol, m *message.QWDownload) {
	p.Long(&m.Chunk)
	size := uint16(len(m.Data))
	p.Word(&size)
	p.Bytes(&m.Data, int(size))
}

// codeLongStaticSound codes a static sound with a number of 16 bits or, with FTE2 0x400, of any size.
func codeLongStaticSound(p *protocol, m *message.SpawnStaticSound) {
	if p.fte2&coding.FTE2LerpTime == 0 {
		coding.SpawnStaticSound(&p.Codec, m)
		return
	}
	p.Place(&m.Origin)
	n := uint32(m.Sound)
	if coding.ULEB(&p.Codec, &n); p.Reading() {
		m.Sound = int32(n)
	}
	p.Byte(&m.Volume)
	p.Byte(&m.Attenuation)
}

// FTE's temporary entities. Nehahra's have a color or a model name.
var fteTemps = map[uint8]coding.TempLayout{
	14: {Known: true}, 15: {Known: true, End: true}, teNehahraExplosion: {Known: true, End: true},
	18: {Known: true, Beam: true}, 20: {Known: true}, 21: {Known: true, Count: true},
}

// codeFTETemp codes the data after the type of a temporary entity that only FTE's extensions have.
func codeFTETemp(p *protocol, m *message.TempEntity) {
	l, ok := fteTemps[m.Type]
	if !ok {
		l = coding.ExtendedTemp(m.Type)
	}
	switch {
	case l.Known:
		l.Temp(&p.Codec, p.fte2, m)
	case m.Type == teNehahraLightning:
		p.String(&m.Extra) // the model's name
		coding.EntityNumber(&p.Codec, p.fte2, &m.Entity)
		p.Place(&m.Origin)
		p.Place(&m.End)
	case m.Type == teColorExplosion:
		p.Place(&m.Origin)
		p.Byte(&m.Color)
		p.Byte(&m.Range)
	default:
		p.Fail(fmt.Errorf("type %d: %w", m.Type, message.ErrUnknown))
	}
}

// teColorExplosion is QuakeWorld's number of Quake's colored explosion.
const teColorExplosion = 19

// replacements returns the coding of replacement deltas.
func (p *protocol) replacements() coding.Replacements {
	return coding.Replacements{FTE2: p.fte2, Units: p.Units}
}

func codeReplacedBaseline(p *protocol, m *message.SpawnBaseline) {
	if !p.anyFTE() {
		return
	}
	if !p.replacing() {
		quakeworld.CodeDelta(&p.Codec, p.fte, &m.EntityDelta)
		return
	}
	coding.EntityNumber(&p.Codec, p.fte2, &m.Number)
	l := p.replacements()
	l.Delta(&p.Codec, &m.EntityDelta, &m.FTE)
}

func codeReplacedStatic(p *protocol, m *message.SpawnStatic) {
	if !p.anyFTE() {
		return
	}
	if !p.replacing() {
		quakeworld.CodeDelta(&p.Codec, p.fte, &m.EntityDelta)
		return
	}
	l := p.replacements()
	l.Delta(&p.Codec, &m.EntityDelta, &m.FTE)
}

func codeUpdateEntities(p *protocol, m *message.UpdateEntities) {
	if !p.replacing() {
		p.Fail(message.ErrUnknown)
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
