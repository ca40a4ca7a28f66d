package dem

import (
	"errors"
	"fmt"

	"demoscope/formats/internal/coding"
	"demoscope/formats/message"
)

// Ids used outside the table.
const (
	svcNop          = 1
	svcSound        = 6
	svcTime         = 7
	svcClientData   = 15
	svcSpawnBinary  = 21
	svcAchievement  = 52
	svcLocalSound   = 56
	svcUpdateEntity = 0x80 // and all greater ids
)

var errObsolete = errors.New("obsolete message with unknown content")

// messages are the messages of all three protocols by id (DEM 7.1 to 7.36; 37 to 44 belong to protocols 666 and 999,
// but engines read 37, 40 and 41 in any protocol).
//
// Updateentity, clientdata, sound and time make up four fifths of a demo; they have separate code for each direction:
// see entity.go, client.go, sound.go and decode.go.
var messages = coding.NewTable(unknownName,
	coding.Bad[*protocol](0, "bad"),
	coding.Shared[*protocol](1, coding.Empty[*message.Nop]),
	coding.Shared[*protocol](2, coding.Empty[*message.Disconnect]),
	coding.Simple(3, codeUpdateStat),
	coding.Simple(4, codeVersion),
	coding.Simple(5, codeSetView),
	coding.Handwritten[*protocol, message.Sound](svcSound),
	coding.Handwritten[*protocol, message.Time](svcTime),
	coding.Simple(8, codePrint),
	coding.Shared[*protocol](9, coding.StuffText),
	coding.Simple(10, codeSetAngle),
	coding.Simple(11, codeServerInfo),
	coding.Shared[*protocol](12, coding.LightStyle),
	coding.Simple(13, codeUpdateName),
	coding.Shared[*protocol](14, coding.UpdateFrags),
	coding.Handwritten[*protocol, message.ClientData](svcClientData),
	coding.Shared[*protocol](16, coding.StopSound),
	coding.Simple(17, codeUpdateColors),
	coding.Simple(18, codeParticle),
	coding.Shared[*protocol](19, coding.HitDamage),
	coding.Simple(20, codeSpawnStatic),
	coding.Variety(svcSpawnBinary, func() *message.SpawnStatic { // obsolete spawnbinary without FTE's extensions
		return &message.SpawnStatic{Kind: message.BaselineDelta}
	}, codeReplacedStatic),
	coding.Simple(22, codeSpawnBaseline),
	coding.Simple(23, codeTempEntity),
	coding.Shared[*protocol](24, coding.SetPause),
	coding.Simple(25, codeSignonNum),
	coding.Shared[*protocol](26, coding.CenterPrint),
	coding.Shared[*protocol](27, coding.Empty[*message.KilledMonster]),
	coding.Shared[*protocol](28, coding.Empty[*message.FoundSecret]),
	coding.Shared[*protocol](29, coding.SpawnStaticSound),
	coding.Shared[*protocol](30, coding.Empty[*message.Intermission]),
	coding.Shared[*protocol](31, coding.Finale),
	coding.Simple(32, codeCDTrack),
	coding.Shared[*protocol](33, coding.Empty[*message.SellScreen]),
	coding.Simple(34, codeCutscene),
	coding.Simple(37, codeSkyBox),
	coding.Shared[*protocol](40, coding.Empty[*message.BonusFlash]),
	coding.Simple(41, codeFog),
	coding.Variety(42, func() *message.SpawnBaseline { return &message.SpawnBaseline{Kind: message.BaselineFlags} },
		codeSpawnBaseline),
	coding.Variety(43, func() *message.SpawnStatic { return &message.SpawnStatic{Kind: message.BaselineFlags} },
		codeSpawnStatic),
	coding.Variety(44, func() *message.SpawnStaticSound { return &message.SpawnStaticSound{Long: true} },
		codeLongStaticSound),
	coding.Variety(51, func() *message.UpdateStat { return &message.UpdateStat{Short: true} }, codeUpdateStat),
	coding.Simple(svcAchievement, codeAchievement),
	coding.Simple(54, codePrecache),
	coding.Simple(svcLocalSound, codeLocalSound),
	unusedRow(58, 76),
	unusedRow(60, 80),
	unusedRow(61, 81),
	unusedRow(62, 82),
	coding.Variety(66, func() *message.SpawnBaseline { return &message.SpawnBaseline{Kind: message.BaselineDelta} },
		codeReplacedBaseline),
	unusedRow(78, 78),
	coding.Simple(79, codeStatFloat),
	unusedRow(83, 83),
	coding.Simple(84, codeVoice),
	unusedRow(85, 85),
	coding.Simple(86, codeUpdateEntities),
	unusedRow(90, 90),
	unusedRow(91, 91),
	unusedRow(92, 92),
	unusedRow(93, 93),
	coding.Variety(94, func() *message.SpawnStaticSound { return &message.SpawnStaticSound{Extended: true} },
		codeStaticSound),
	coding.Handwritten[*protocol, message.UpdateEntity](svcUpdateEntity),
)

// extensionIDs are the ids of messages that only FTE's extensions have.
var extensionIDs = [256]bool{svcSpawnBinary: true, 51: true, 54: true, 58: true, 60: true, 61: true, 62: true, 66: true,
	78: true, 79: true, 83: true, 84: true, 85: true, 86: true, 90: true, 91: true, 92: true, 93: true, 94: true}

// nameOf returns the name of a message id.
func (v *version) nameOf(id uint8) string {
	switch {
	case v.nehahra() && nehahraMessages.ID(id) != nil:
		return nehahraMessages.Name(id)
	case v.hasFTE() && fteMessages.ID(id) != nil:
		return fteMessages.Name(id)
	case v.hasFTE() || !extensionIDs[id]:
		return messages.Name(min(id, svcUpdateEntity))
	case id == svcSpawnBinary:
		return "spawnbinary"
	}
	return unknownName
}

// unknownName is the name for ids without a message.
const unknownName = "unknown"

// codeUpdateStat codes a stat, or with FTE's extensions a byte-sized one.
func codeUpdateStat(p *protocol, m *message.UpdateStat) {
	if m.Short && !p.anyFTE() {
		return
	}
	p.Byte(&m.Index)
	if !m.Short {
		p.Long(&m.Value)
		return
	}
	p.Index(&m.Value, false)
}

func codeVersion(p *protocol, m *message.Version) {
	coding.Extensions(&p.Codec, &m.Extensions, &m.Protocol)
}

func codeSetView(p *protocol, m *message.SetView) { coding.EntityNumber(&p.Codec, p.fte2, &m.Entity) }

func codePrint(p *protocol, m *message.Print) { p.String(&m.Text) }

func codeSetAngle(p *protocol, m *message.SetAngle) { p.Direction(&m.Angles) }

func codeUpdateName(p *protocol, m *message.UpdateName) {
	p.Byte(&m.Player)
	p.String(&m.Text)
}

func codeUpdateColors(p *protocol, m *message.UpdateColors) {
	p.Byte(&m.Player)
	p.Byte(&m.Colors)
}

func codeParticle(p *protocol, m *message.Particle) {
	p.Place(&m.Origin)
	for i := range m.Velocity {
		p.Char(&m.Velocity[i])
	}
	p.Byte(&m.Count)
	p.Byte(&m.Color)
}

func codeSignonNum(p *protocol, m *message.SignonNum) { p.Byte(&m.Signon) }

func codeCDTrack(p *protocol, m *message.CDTrack) {
	p.Byte(&m.From)
	p.Byte(&m.To)
}

func codeCutscene(p *protocol, m *message.Cutscene) { p.String(&m.Text) }

func codeSkyBox(p *protocol, m *message.SkyBox) { p.String(&m.Text) }

func codeFog(p *protocol, m *message.Fog) {
	p.Byte(&m.Density)
	p.Byte(&m.Red)
	p.Byte(&m.Green)
	p.Byte(&m.Blue)
	p.Short(&m.Time)
}

// codeAchievement codes the message of the 2021 game that shares its id with DarkPlaces' effects.
func codeAchievement(p *protocol, m *message.Achievement) {
	if p.String(&m.Text); !isAchievement(m.Text) {
		p.Fail(message.ErrUnknown)
	}
}

func codeLocalSound(p *protocol, m *message.LocalSound) {
	p.Byte(&m.Bits)
	p.Index(&m.Sound, m.Bits&soundLongNumber != 0)
}

// UnsupportedError is the error for an unsupported protocol of Quake.
type UnsupportedError struct{ Protocol int32 }

func (e *UnsupportedError) Error() string {
	return fmt.Sprintf("unsupported protocol %d (supported: 15, 250, 666 and 999)", e.Protocol)
}

// codeServerInfo codes a serverinfo and switches to its protocol. The lists may be longer than the document's 255
// names: they end with an empty string, and can't be longer than the block.
func codeServerInfo(p *protocol, m *message.ServerInfo) {
	coding.Extensions(&p.Codec, &m.Extensions, &m.Protocol)
	switch m.Protocol {
	case protocolQuake, protocolNehahra, protocolFitz:
		if p.Reading() {
			m.Flags = 0
		}
	case protocolRMQ:
		p.Bits(&m.Flags)
	default:
		p.Fail(&UnsupportedError{m.Protocol})
		return
	}
	p.begun = true
	v := versionOf(m)
	if v.fte2&message.FTE2Prediction != 0 {
		p.String(&m.GameDir)
	} else if p.Reading() {
		m.GameDir = nil
	}
	p.Byte(&m.MaxClients)
	p.Byte(&m.Multi)
	p.String(&m.MapName)
	p.Strings(&m.Models)
	p.Strings(&m.Sounds)
	if p.Reading() {
		if p.Reader().Overrun() {
			return
		}
		m.Units = v.units()
	}
	p.set(v)
}

func codeSpawnBaseline(p *protocol, m *message.SpawnBaseline) {
	coding.EntityNumber(&p.Codec, p.fte2, &m.Number)
	p.state(m.Kind, &m.EntityDelta)
}

func codeSpawnStatic(p *protocol, m *message.SpawnStatic) { p.state(m.Kind, &m.EntityDelta) }

// state codes the common part of spawnbaseline and spawnstatic, all but the entity's number.
func (p *protocol) state(kind message.BaselineKind, e *message.EntityDelta) {
	bits := uint8(e.Bits)
	if p.Reading() {
		*e = message.EntityDelta{Number: e.Number, Mask: coding.StateFields}
	}
	if kind == message.BaselineFlags {
		p.Byte(&bits)
	} else {
		bits = 0
	}
	coding.State(&p.Codec, e, bits&baselineLongModel != 0, bits&baselineLongFrame != 0)
	if bits&baselineAlpha != 0 {
		p.Byte(&e.Alpha)
	}
	if bits&baselineScale != 0 {
		p.Byte(&e.Scale)
	}
	if !p.Reading() {
		return
	}
	e.Bits = uint64(bits)
	if bits&baselineAlpha != 0 {
		e.Mask |= message.FieldAlpha
	}
	if bits&baselineScale != 0 {
		e.Mask |= message.FieldScale
	}
}

// codeTempEntity codes a temp_entity (DEM 7.24). An unknown type is an error, because its size is unknown, too.
func codeTempEntity(p *protocol, m *message.TempEntity) {
	if p.Reading() {
		*m = message.TempEntity{}
	}
	p.Byte(&m.Type)
	shape := tempShapes[m.Type]
	if shape == tempUnknown {
		switch {
		case p.nehahra():
			codeNehahraEntity(p, m)
		case p.hasFTE():
			codeFTETemp(p, m)
		default:
			p.Fail(fmt.Errorf("type %d: %w", m.Type, message.ErrUnknown))
		}
		return
	}
	if shape == tempLine {
		coding.EntityNumber(&p.Codec, p.fte2, &m.Entity)
	}
	p.Place(&m.Origin)
	switch shape {
	case tempLine:
		p.Place(&m.End)
	case tempColors:
		p.Byte(&m.Color)
		p.Byte(&m.Range)
	}
}
