package quake2

import (
	"demoscope/formats/internal/coding"
	"demoscope/formats/message"
)

// Ids of messages without an id on the wire: the preceding data announces them.
const (
	idAreas  = 254
	idZipEnd = 255
)

// idZip is the id of compressed messages.
const idZip = 34

// rereleaseRows are the messages of the re-release.
var rereleaseRows = []coding.Row[*coder]{
	coding.Bad[*coder](0, "bad"),
	coding.Simple(1, codeMuzzleFlash),
	coding.Variety(2, func() *message.Quake2MuzzleFlash { return &message.Quake2MuzzleFlash{Monster: true} },
		codeMuzzleFlash),
	coding.Simple(3, codeTempEntity),
	coding.Simple(4, codeLayout),
	coding.Simple(5, codeInventory),
	coding.Shared[*coder](6, coding.Empty[*message.Nop]),
	coding.Shared[*coder](7, coding.Empty[*message.Disconnect]),
	coding.Shared[*coder](8, coding.Empty[*message.Reconnect]),
	coding.Simple(idSound, codeRereleaseSound),
	coding.Shared[*coder](10, coding.Print),
	coding.Shared[*coder](11, coding.StuffText),
	coding.Simple(IDServerData, codeServerData),
	coding.Simple(13, codeConfigString),
	coding.Simple(idSpawnBaseline, codeBaseline),
	coding.Shared[*coder](15, coding.CenterPrint),
	coding.Simple(16, codeDownload),
	coding.Simple(idPlayerInfo, codeRereleasePlayer),
	coding.Simple(idPacketEntities, codePacketEntities),
	coding.Bad[*coder](19, "deltapacketentities"),
	coding.Simple(IDFrame, codeRereleaseFrame),
	coding.Simple(21, func(c *coder, m *message.Quake2SplitClient) { c.Byte(&m.Player) }),
	coding.Simple(22, codeConfigStrings),
	coding.Simple(23, codeBaselines),
	coding.Simple(24, codeLevelRestart),
	coding.Simple(25, codeDamage),
	coding.Simple(26, codeLocPrint),
	coding.Simple(27, codeFog),
	coding.Simple(28, func(c *coder, m *message.Quake2Waiting) { c.Byte(&m.Players) }),
	coding.Simple(29, codeBotChat),
	coding.Simple(30, codePoint),
	coding.Simple(31, codeHelpPath),
	coding.Variety(32, func() *message.Quake2MuzzleFlash {
		return &message.Quake2MuzzleFlash{Monster: true, Wide: true}
	}, codeMuzzleFlash),
	coding.Simple(33, func(c *coder, m *message.Quake2Achievement) { c.String(&m.ID) }),
	coding.Simple(idZip, codeZip),
	coding.Simple(35, codeZipDownload),
	coding.Simple(36, codeGameState),
	coding.Simple(37, func(c *coder, m *message.Quake2Setting) {
		c.Long(&m.Index)
		c.Long(&m.Value)
	}),
	coding.Variety(38, func() *message.Quake2ConfigStrings { return &message.Quake2ConfigStrings{Stream: true} },
		codeConfigStrings),
	coding.Variety(39, func() *message.Quake2Baselines { return &message.Quake2Baselines{Stream: true} },
		codeBaselines),
	coding.Simple(idAreas, func(c *coder, m *message.Quake2Areas) { codeAreas(c, &m.Areas) }),
	coding.Simple(idZipEnd, func(*coder, *message.Quake2ZipEnd) {}),
}

// has reports whether an id can be on the wire: some are only the engine's, others only q2repro's.
func (e Edition) has(id uint8) bool {
	switch {
	case id == 16:
		return !e.kex()
	case id == idPlayerInfo, id == idPacketEntities, id >= 21 && id <= 24, id == 26, id == 28, id == 29:
		return e.kex()
	case id >= idZip:
		return !e.kex() && id < idAreas
	}
	return true
}

func codeDamage(c *coder, m *message.Quake2Damage) {
	n := uint8(len(m.Hits))
	if c.Byte(&n); c.Reading() {
		m.Hits = m.Hits[:0]
		for range n {
			next(&m.Hits)
		}
	}
	for i := range m.Hits[:n] {
		c.Byte(&m.Hits[i].Damage)
		c.Byte(&m.Hits[i].Direction)
	}
}

func codeLocPrint(c *coder, m *message.Quake2LocPrint) {
	c.Byte(&m.Level)
	c.String(&m.Base)
	n := uint8(len(m.Args))
	if c.Byte(&n); c.Reading() {
		m.Args = m.Args[:0]
		for range n {
			next(&m.Args)
		}
	}
	for i := range m.Args[:n] {
		c.String(&m.Args[i])
	}
}

// fogMore is the flag of a fog with 16 flags.
const fogMore = 1 << 7

func codeFog(c *coder, m *message.Quake2FogChange) {
	low := uint8(m.Bits)
	if c.Byte(&low); c.Reading() {
		*m = message.Quake2FogChange{Bits: uint16(low)}
	}
	if low&fogMore != 0 {
		high := uint8(m.Bits >> 8)
		if c.Byte(&high); c.Reading() {
			m.Bits |= uint16(high) << 8
		}
	}
	bits := uint16(low)
	if low&fogMore != 0 {
		bits = m.Bits
	}
	has := func(bit int) bool { return bits&(1<<bit) != 0 }
	if has(0) {
		c.Float(&m.Density)
		c.Byte(&m.SkyFactor)
	}
	for i := range m.Color {
		if has(1 + i) {
			c.Byte(&m.Color[i])
		}
	}
	if has(4) {
		c.Word(&m.Time)
	}
	if has(5) {
		c.Float(&m.HeightFalloff)
	}
	if has(6) {
		c.Float(&m.HeightDensity)
	}
	for i := range m.StartColor {
		if has(8 + i) {
			c.Byte(&m.StartColor[i])
		}
	}
	if has(11) {
		c.Long(&m.StartDistance)
	}
	for i := range m.EndColor {
		if has(12 + i) {
			c.Byte(&m.EndColor[i])
		}
	}
	if has(15) {
		c.Long(&m.EndDistance)
	}
}

func codeBotChat(c *coder, m *message.Quake2BotChat) {
	c.String(&m.Bot)
	c.Short(&m.Client)
	c.String(&m.Key)
}

func codePoint(c *coder, m *message.Quake2Point) {
	c.Word(&m.Key)
	c.Word(&m.Time)
	c.place(&m.Origin)
	c.Word(&m.Image)
	c.Byte(&m.Color)
	c.Byte(&m.Flags)
}

func codeHelpPath(c *coder, m *message.Quake2HelpPath) {
	c.Byte(&m.First)
	c.place(&m.Origin)
	c.Byte(&m.MoveDir)
}
