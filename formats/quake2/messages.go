package quake2

import (
	"slices"

	"demoscope/formats/internal/coding"
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Ids used outside the table (DM2 section 3).
const (
	IDServerData = 12
	IDFrame      = 20

	idSound          = 9
	idSpawnBaseline  = 14
	idPlayerInfo     = 17
	idPacketEntities = 18
)

// coder is the state for coding messages.
type coder struct {
	wire.Codec
	p *Protocol

	// Only for reading the re-release's protocols:

	solids      *Solids // for protocol 2022
	ofBaseline  bool    // the entity is a baseline
	playerFlags uint8   // flags of the next player from the head of the frame
	unpacker    unpacker
	inner       wire.Reader  // reads the decompressed bytes
	outer       *wire.Reader // reads the data after them
	outerWriter *wire.Writer // destination of the compressed bytes
	zip         wire.Reader  // content of the last zpacket
	zipped      bool         // zip was set and has not been read
}

// gameRows are the messages of the game code. Casts in multi-view recordings hold only these.
//
// Frames, players, sets of entities and sounds make up most of a demo; they have separate code for each direction: see
// frame.go, player.go, entity.go, sound.go.
var gameRows = []coding.Row[*coder]{
	coding.Simple(1, codeMuzzleFlash),
	coding.Variety(2, func() *message.Quake2MuzzleFlash { return &message.Quake2MuzzleFlash{Monster: true} },
		codeMuzzleFlash),
	coding.Simple(3, codeTempEntity),
	coding.Simple(4, codeLayout),
	coding.Simple(5, codeInventory),
	coding.Shared[*coder](6, coding.Empty[*message.Nop]),
	coding.Handwritten[*coder, message.Sound](idSound),
	coding.Shared[*coder](10, coding.Print),
	coding.Shared[*coder](11, coding.StuffText),
	coding.Simple(13, codeConfigString),
	coding.Shared[*coder](15, coding.CenterPrint),
}

// serverRows are the messages that only the server itself sends. Those from 21 on occur on the network but not in
// demos.
var serverRows = []coding.Row[*coder]{
	coding.Bad[*coder](0, "bad"),
	coding.Shared[*coder](7, coding.Empty[*message.Disconnect]),
	coding.Shared[*coder](8, coding.Empty[*message.Reconnect]),
	coding.Simple(IDServerData, codeServerData),
	coding.Handwritten[*coder, message.SpawnBaseline](idSpawnBaseline),
	coding.Simple(16, codeDownload),
	coding.Handwritten[*coder, message.Quake2PlayerInfo](idPlayerInfo),
	coding.Handwritten[*coder, message.PacketEntities](idPacketEntities),
	coding.Shared[*coder](19, coding.Empty[*message.DeltaPacketEntities]),
	coding.Handwritten[*coder, message.Quake2Frame](IDFrame),
	coding.Bad[*coder](21, "zpacket"),
	coding.Bad[*coder](22, "zdownload"),
	coding.Bad[*coder](23, "gamestate"),
	coding.Bad[*coder](24, "setting"),
	coding.Bad[*coder](25, "configstringstream"),
	coding.Bad[*coder](26, "baselinestream"),
}

var (
	messages     = coding.NewTable("bad", append(slices.Clone(gameRows), serverRows...)...)
	gameMessages = coding.NewTable("bad", gameRows...)
	rerelease    = coding.NewTable("bad", rereleaseRows...)
)

// table returns the messages of the edition.
func (e Edition) table() *coding.Table[*coder] {
	if e != Classic {
		return rerelease
	}
	return messages
}

// Name returns the name of a message id in the edition, "bad" if it has none.
func (e Edition) Name(id uint8) string { return e.table().Name(id) }

// Legal reports whether a message of the edition has that id.
func (e Edition) Legal(id uint8) bool { return (e == Classic || e.has(id)) && e.table().ID(id) != nil }

// New returns a new message of the type with that name in an edition, nil if there is none.
func (e Edition) New(name string) message.Message { return e.table().New(name) }

// NewOfGame returns a new message of the type with that id, nil if the game code can't send it.
func NewOfGame(id uint8) message.Message {
	if row := gameMessages.ID(id); row != nil {
		return row.New()
	}
	return nil
}

// Extended protocols have more weapons for monsters' muzzle flashes: the low 13 bits of the word are the entity's
// number, the rest are high bits of the weapon.
const (
	flashEntityBits = 13
	flashEntity     = 1<<flashEntityBits - 1
)

func codeMuzzleFlash(c *coder, m *message.Quake2MuzzleFlash) {
	extended := m.Monster && c.p.Extended
	entity, value := uint16(m.Entity), uint8(m.Value)
	if extended {
		entity |= m.Value >> 8 << flashEntityBits
	}
	c.Word(&entity)
	if m.Wide {
		if c.Word(&m.Value); c.Reading() {
			m.Entity = int32(entity)
		}
		return
	}
	if c.Byte(&value); !c.Reading() {
		return
	}
	m.Value = uint16(value)
	if extended {
		m.Value |= entity >> flashEntityBits << 8
		entity &= flashEntity
	}
	m.Entity = int32(entity)
}

func codeLayout(c *coder, m *message.Layout) { c.String(&m.Text) }

func codeInventory(c *coder, m *message.Inventory) {
	for i := range m.Items {
		c.Short(&m.Items[i])
	}
}

// codeConfigString codes an index, which must exist in the protocol, and a text.
func codeConfigString(c *coder, m *message.ConfigString) {
	c.p.CodeConfigString(&c.Codec, m)
}

// CodeConfigString codes a config string of the protocol. An index beyond its numbering is [message.ErrRange].
func (p *Protocol) CodeConfigString(c *wire.Codec, m *message.ConfigString) {
	CodeConfigString(c, m)
	if int(m.Index) >= p.Numbering().End {
		c.Fail(message.ErrRange)
	}
}

// CodeConfigString codes an index, without a check, and a text.
func CodeConfigString(c *wire.Codec, m *message.ConfigString) {
	c.Word(&m.Index)
	c.String(&m.Text)
}

// codeServerData codes the beginning of a level and switches to its protocol.
func codeServerData(c *coder, m *message.Quake2ServerData) {
	c.Long(&m.Protocol)
	c.Long(&m.Key)
	c.Byte(&m.IsDemo)
	kex := m.Protocol == protocolDemo || m.Protocol == protocolNet
	if kex {
		c.Byte(&m.Rate)
	}
	c.String(&m.GameDir)
	c.Short(&m.Client)
	if c.Reading() {
		m.Players = m.Players[:0]
	}
	if kex && m.Client == splitScreen {
		codePlayers(c, m)
	}
	c.String(&m.MapName)
	if m.Protocol == protocolRepro {
		c.Word(&m.Minor)
		c.Byte(&m.State)
		c.Word(&m.Flags)
		c.Byte(&m.Rate)
	}
	protocol, err := ForDemo(m)
	if err != nil {
		c.Fail(err)
	}
	*c.p = protocol
	if c.Reading() {
		m.Units = protocol.Units()
	}
}

// protocolDownload is the first protocol with data in downloads.
const protocolDownload = 32

func codeDownload(c *coder, m *message.Quake2Download) {
	if c.Reading() {
		m.Data = nil
	}
	c.Short(&m.Size)
	c.Byte(&m.Percent)
	switch {
	case m.Size < -1:
		c.Fail(message.ErrRange)
	case m.Size > 0 && c.p.Number >= protocolDownload:
		c.Bytes(&m.Data, int(m.Size))
	}
}
