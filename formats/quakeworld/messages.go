package quakeworld

import (
	"slices"

	"demoscope/formats/internal/coding"
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Limits of the engines. A larger number means that the data is no such message. Stats have no limit: FTE sends all
// 256.
const (
	// maxClients is the maximum number of players and spectators.
	maxClients = 32
	// maxLightStyles is the number of light styles without FTE's extensions.
	maxLightStyles = 64

	// maxFTEClients is FTE's limit of players, if the demo has it (FTE2 0x10).
	maxFTEClients = 255
)

// Ids used outside the tables.
const (
	idUpdateStat     = 3
	idSound          = 6
	idServerData     = 11
	idTempEntity     = 23
	idUpdateStatLong = 38
	idPlayerInfo     = 42
	idPacketEntities = 47
	idDeltaEntities  = 48
	idEntities       = 76 // of a mod's own program
	idProgram        = 83 // a message of that program
	idUpdateEntities = 86
)

// coder is the state for coding messages.
type coder struct {
	wire.Codec
	p *Protocol
	d *Decoder // when reading, otherwise nil
	e *Encoder // when writing, otherwise nil
}

// rows are the messages of both containers by id (QWD section 5). The ids inherited from Quake but unused in QuakeWorld
// are all "bad" (QWD 5.1 and others).
//
// Players, sets of entities, sounds, temporary entities and stats make up nine tenths of a demo; they have separate
// code for each direction: see players.go, entities.go and handwritten.go.
var rows = []coding.Row[*coder]{
	coding.Bad[*coder](0, "bad"),
	coding.Shared[*coder](1, coding.Empty[*message.Nop]),
	coding.Simple(2, codeDisconnect),
	coding.Handwritten[*coder, message.UpdateStat](idUpdateStat),
	coding.Bad[*coder](4, "bad (version)"),
	coding.Simple(5, codeSetView),
	coding.Handwritten[*coder, message.Sound](idSound),
	coding.Bad[*coder](7, "bad (time)"),
	coding.Shared[*coder](8, coding.Print),
	coding.Shared[*coder](9, coding.StuffText),
	coding.Simple(10, codeSetAngle),
	coding.Simple(idServerData, codeServerData),
	coding.Simple(12, codeLightStyle),
	coding.Bad[*coder](13, "bad (updatename)"),
	coding.Simple(14, codeUpdateFrags),
	coding.Bad[*coder](15, "bad (clientdata)"),
	coding.Shared[*coder](16, coding.StopSound),
	coding.Bad[*coder](17, "bad (updatecolors)"),
	coding.Bad[*coder](18, "bad (particle)"),
	coding.Shared[*coder](19, coding.HitDamage),
	coding.Simple(20, codeSpawnStatic),
	coding.Variety(21, func() *message.SpawnStatic { return &message.SpawnStatic{Kind: message.BaselineDelta} },
		codeSpawnStatic),
	coding.Simple(22, codeSpawnBaseline),
	coding.Handwritten[*coder, message.TempEntity](idTempEntity),
	coding.Shared[*coder](24, coding.SetPause),
	coding.Shared[*coder](26, coding.CenterPrint),
	coding.Shared[*coder](27, coding.Empty[*message.KilledMonster]),
	coding.Shared[*coder](28, coding.Empty[*message.FoundSecret]),
	coding.Shared[*coder](29, coding.SpawnStaticSound),
	coding.Simple(30, codeIntermission),
	coding.Shared[*coder](31, coding.Finale),
	coding.Simple(32, codeCDTrack),
	coding.Shared[*coder](33, coding.Empty[*message.SellScreen]),
	coding.Simple(34, codeKick),
	coding.Variety(35, func() *message.QWKick { return &message.QWKick{Big: true} }, codeKick),
	coding.Simple(36, codeUpdatePing),
	coding.Simple(37, codeUpdateEnterTime),
	coding.HandwrittenVariety[*coder](idUpdateStatLong, func() *message.UpdateStat {
		return &message.UpdateStat{Long: true}
	}),
	coding.Simple(39, codeMuzzleFlash),
	coding.Simple(40, codeUpdateUserInfo),
	coding.Simple(41, codeDownload),
	coding.Simple(43, codeNails),
	coding.Simple(44, codeChoke),
	coding.Simple(45, codeList),
	coding.Variety(46, func() *message.QWList { return &message.QWList{Kind: message.QWSoundList} }, codeList),
	coding.Handwritten[*coder, message.PacketEntities](idPacketEntities),
	coding.HandwrittenVariety[*coder](idDeltaEntities, func() *message.PacketEntities {
		return &message.PacketEntities{Delta: true}
	}),
	coding.Simple(49, codeMaxSpeed),
	coding.Simple(50, codeEntGravity),
	coding.Simple(51, codeSetInfo),
	coding.Simple(52, codeServerInfo),
	coding.Simple(53, codeUpdatePL),
	coding.Variety(54, func() *message.QWNails { return &message.QWNails{Numbered: true} }, codeNails),
	coding.Variety(55, func() *message.Sound { return &message.Sound{Extended: true} }, codeExtendedSound),
	coding.Variety(56, func() *message.QWList { return &message.QWList{Kind: message.QWSoundListShort} }, codeList),
	coding.Variety(60, func() *message.QWList { return &message.QWList{Kind: message.QWModelListShort} }, codeList),
	coding.Variety(66, func() *message.SpawnBaseline { return &message.SpawnBaseline{Kind: message.BaselineDelta} },
		codeSpawnBaseline),
	coding.Simple(77, codePrecache),
	coding.Shared[*coder](79, coding.StatFloat),
	coding.Shared[*coder](84, coding.Voice),
	coding.Simple(idUpdateEntities, codeUpdateEntities),
	coding.Variety(94, func() *message.SpawnStaticSound { return &message.SpawnStaticSound{Extended: true} },
		codeStaticSound),
	coding.Simple(100, codeProjectiles),
	// The number is reserved: no server sends it and no client reads it.
	coding.Bad[*coder](101, "deltapacketsprojectiles"),
}

// Name of ids without a row.
const unknownName = "unknown message"

// tables are the messages of the two containers, which differ in playerinfo. Each has a table without and with the
// messages of a mod's own program, which otherwise have the id of Qizmo's voice, or none.
var tables = [2][2]*coding.Table[*coder]{
	{newTable(coding.Handwritten[*coder, message.QWPlayerInfo](idPlayerInfo), voiceRow),
		newTable(coding.Handwritten[*coder, message.QWPlayerInfo](idPlayerInfo), unusedRow(idProgram),
			unusedRow(idEntities))},
	{newTable(coding.Handwritten[*coder, message.MVDPlayerInfo](idPlayerInfo), voiceRow),
		newTable(coding.Handwritten[*coder, message.MVDPlayerInfo](idPlayerInfo), unusedRow(idProgram),
			unusedRow(idEntities))},
}

// voiceRow is Qizmo's voice.
var voiceRow = coding.Simple(83, codeQizmoVoice)

// newTable returns the table of a container.
func newTable(own ...coding.Row[*coder]) *coding.Table[*coder] {
	list := slices.Concat(rows, own)
	for _, id := range unusedIDs {
		list = append(list, unusedRow(id))
	}
	return coding.NewTable(unknownName, list...)
}

// containerTables returns the tables for a recording of a server (mvd) or of a client.
func containerTables(mvd bool) *[2]*coding.Table[*coder] {
	if mvd {
		return &tables[1]
	}
	return &tables[0]
}

// table returns the index of the protocol's table in those of its container.
func (p *Protocol) table() int {
	if p.FTE&coding.FTEProgram != 0 {
		return 1
	}
	return 0
}

// New returns a new message of the type with that name in a recording of a server (mvd) or of a client, nil if there is
// none.
func New(mvd bool, name string) message.Message {
	t := containerTables(mvd)
	if m := t[0].New(name); m != nil {
		return m
	}
	return t[1].New(name)
}

// below codes a byte that must be less than limit.
func (c *coder) below(limit uint8, v *uint8) {
	if c.Byte(v); *v >= limit {
		c.Fail(message.ErrRange)
	}
}

// slot codes the number of a player.
func (c *coder) slot(v *uint8) { c.below(c.p.clients(), v) }

func codeDisconnect(c *coder, m *message.Disconnect) {
	if c.Reading() {
		m.Text, m.Bare = nil, c.p.MVD && c.Reader().Len() == 0
	}
	if c.p.MVD && !m.Bare {
		c.String(&m.Text)
	}
}

func codeSetAngle(c *coder, m *message.SetAngle) {
	if c.Reading() {
		*m = message.SetAngle{}
	}
	if c.p.MVD {
		c.Byte(&m.Player)
	} else if c.p.MVD1&mvdSetAngleReason != 0 {
		c.Byte(&m.Reason)
	}
	c.Direction(&m.Angles)
}

func codeLightStyle(c *coder, m *message.LightStyle) {
	if c.Byte(&m.Style); m.Style >= maxLightStyles && c.p.FTE == 0 { // FTE has more
		c.Fail(message.ErrRange)
	}
	c.String(&m.Text)
}

func codeUpdateFrags(c *coder, m *message.UpdateFrags) {
	coding.UpdateFrags(&c.Codec, m)
	if m.Player >= c.p.clients() {
		c.Fail(message.ErrRange)
	}
}

func codeIntermission(c *coder, m *message.Intermission) {
	c.Place(&m.Origin)
	c.Direction(&m.Angles)
}

func codeCDTrack(c *coder, m *message.CDTrack) { c.Byte(&m.From) }

func codeKick(*coder, *message.QWKick) {}

func codeUpdatePing(c *coder, m *message.QWUpdatePing) {
	c.slot(&m.Player)
	c.Short(&m.Ping)
}

func codeUpdateEnterTime(c *coder, m *message.QWUpdateEnterTime) {
	c.slot(&m.Player)
	c.Float(&m.Time)
}

func codeMuzzleFlash(c *coder, m *message.QWMuzzleFlash) {
	if c.p.replacing() {
		coding.EntityNumber(&c.Codec, c.p.FTE2, &m.Entity)
		return
	}
	n := int16(m.Entity)
	if c.Short(&n); c.Reading() {
		m.Entity = int32(n)
	}
}

func codeUpdateUserInfo(c *coder, m *message.QWUpdateUserInfo) {
	c.slot(&m.Player)
	c.Long(&m.User)
	c.String(&m.Text)
}

func codeChoke(c *coder, m *message.QWChoke) { c.Byte(&m.Count) }

func codeMaxSpeed(c *coder, m *message.QWMaxSpeed) { c.Float(&m.Speed) }

func codeEntGravity(c *coder, m *message.QWEntGravity) { c.Float(&m.Gravity) }

func codeSetInfo(c *coder, m *message.QWSetInfo) {
	c.slot(&m.Player)
	c.String(&m.Key)
	c.String(&m.Value)
}

func codeServerInfo(c *coder, m *message.QWServerInfo) {
	c.String(&m.Key)
	c.String(&m.Value)
}

func codeUpdatePL(c *coder, m *message.QWUpdatePL) {
	c.slot(&m.Player)
	c.Byte(&m.Loss)
}

func codeQizmoVoice(c *coder, m *message.QWQizmoVoice) { c.Bytes(&m.Data, qizmoVoiceSize) }

func codeSpawnBaseline(c *coder, m *message.SpawnBaseline) {
	switch {
	case m.Kind != message.BaselineDelta:
		coding.EntityNumber(&c.Codec, c.p.FTE2, &m.Number)
		c.state(&m.EntityDelta)
	case c.p.replacing():
		coding.EntityNumber(&c.Codec, c.p.FTE2, &m.Number)
		c.replacement(&m.EntityDelta, &m.FTE)
	default:
		c.delta(&m.EntityDelta)
	}
}

func codeSpawnStatic(c *coder, m *message.SpawnStatic) {
	if c.Reading() {
		m.Number = 0
	}
	switch {
	case m.Kind != message.BaselineDelta:
		c.state(&m.EntityDelta)
	case c.p.replacing():
		c.replacement(&m.EntityDelta, &m.FTE)
	default:
		c.delta(&m.EntityDelta)
	}
}

// replacement codes a separate replacement delta.
func (c *coder) replacement(e *message.EntityDelta, x *message.Replacement) {
	l := c.p.replacements()
	e.Remove = false
	l.Delta(&c.Codec, e, x)
}

// delta codes a separate delta.
func (c *coder) delta(e *message.EntityDelta) {
	if c.Reading() {
		c.d.readDelta(c.Reader(), e)
	} else {
		c.e.writeDelta(c.Writer(), e)
	}
}

// state codes a baseline or static entity that is not a delta (QWD 5.21, 5.23).
func (c *coder) state(e *message.EntityDelta) {
	if c.Reading() {
		e.Bits, e.Mask, e.Remove = 0, coding.StateFields, false
	}
	coding.State(&c.Codec, e, false, false)
}
