package quake2

import (
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Ids of the messages (DM2 section 3).
const (
	IDMuzzleFlash         = 1
	IDMuzzleFlash2        = 2
	IDTempEntity          = 3
	IDLayout              = 4
	IDInventory           = 5
	IDNop                 = 6
	IDDisconnect          = 7
	IDReconnect           = 8
	IDSound               = 9
	IDPrint               = 10
	IDStuffText           = 11
	IDServerData          = 12
	IDConfigString        = 13
	IDSpawnBaseline       = 14
	IDCenterPrint         = 15
	IDDownload            = 16
	IDPlayerInfo          = 17
	IDPacketEntities      = 18
	IDDeltaPacketEntities = 19
	IDFrame               = 20
)

// names are those of the documents; from 21 on those of messages that only
// go over the network.
var names = [...]string{
	"bad", "muzzleflash", "muzzleflash2", "temp_entity", "layout", "inventory", "nop", "disconnect",
	"reconnect", "sound", "print", "stufftext", "serverdata", "configstring", "spawnbaseline",
	"centerprint", "download", "playerinfo", "packetentities", "deltapacketentities", "frame",
	"zpacket", "zdownload", "gamestate", "setting", "configstringstream", "baselinestream",
}

// Name returns the name of a message id, "bad" if it has none.
func Name(id uint8) string {
	if int(id) < len(names) {
		return names[id]
	}
	return names[0]
}

// New returns a new message of the type that has a name in this game, nil if
// there is none.
func New(name string) message.Message {
	switch name {
	case "muzzleflash", "muzzleflash2":
		return &message.Quake2MuzzleFlash{Monster: name == "muzzleflash2"}
	case "temp_entity":
		return new(message.Quake2TempEntity)
	case "layout":
		return new(message.Layout)
	case "inventory":
		return new(message.Inventory)
	case "reconnect":
		return new(message.Reconnect)
	case "serverdata":
		return new(message.Quake2ServerData)
	case "configstring":
		return new(message.ConfigString)
	case "download":
		return new(message.Quake2Download)
	case "playerinfo":
		return new(message.Quake2PlayerInfo)
	case "deltapacketentities":
		return new(message.DeltaPacketEntities)
	case "frame":
		return new(message.Quake2Frame)
	case "unicast":
		return new(message.RelayUnicast)
	}
	return message.New(name)
}

// Parser reads the messages of one packet after the other. The messages that
// it returns are its own and valid until the next call.
type Parser struct {
	Protocol Protocol
	// Reader stands at the id of the next message.
	Reader wire.Reader

	stats []int16

	serverData   message.Quake2ServerData
	configString message.ConfigString
	muzzleFlash  message.Quake2MuzzleFlash
	tempEntity   message.Quake2TempEntity
	layout       message.Layout
	inventory    message.Inventory
	nop          message.Nop
	disconnect   message.Disconnect
	reconnect    message.Reconnect
	sound        message.Sound
	print        message.Print
	stuffText    message.StuffText
	baseline     message.SpawnBaseline
	centerPrint  message.CenterPrint
	download     message.Quake2Download
	playerInfo   message.Quake2PlayerInfo
	entities     message.PacketEntities
	delta        message.DeltaPacketEntities
	frame        message.Quake2Frame
}

// Message reads the message behind its id. A serverdata sets the protocol.
// Errors are those of package message and *UnsupportedError.
func (p *Parser) Message(id uint8) (message.Message, error) {
	m, err := p.message(id)
	if err == nil && p.Reader.Overrun() {
		err = message.ErrTruncated
	}
	if err != nil {
		return nil, err
	}
	return m, nil
}

func (p *Parser) message(id uint8) (message.Message, error) {
	r := &p.Reader
	switch id {
	case IDFrame:
		p.readFrame()
		return &p.frame, nil
	case IDPlayerInfo:
		p.stats = p.Protocol.readPlayer(r, &p.playerInfo, p.stats[:0])
		return &p.playerInfo, nil
	case IDPacketEntities:
		var err error
		p.entities.Entities, err = p.Protocol.ReadEntities(r, p.entities.Entities[:0])
		return &p.entities, err
	case IDTempEntity:
		return &p.tempEntity, p.Protocol.readTempEntity(r, &p.tempEntity)
	case IDSound:
		p.readSound()
		return &p.sound, nil
	case IDMuzzleFlash, IDMuzzleFlash2:
		p.readMuzzleFlash(id == IDMuzzleFlash2)
		return &p.muzzleFlash, nil
	case IDLayout:
		p.layout.Text = r.String()
		return &p.layout, nil
	case IDInventory:
		for i := range p.inventory.Items {
			p.inventory.Items[i] = r.Short()
		}
		return &p.inventory, nil
	case IDNop:
		return &p.nop, nil
	case IDDisconnect:
		return &p.disconnect, nil
	case IDReconnect:
		return &p.reconnect, nil
	case IDPrint:
		p.print.Level = r.Byte()
		p.print.Text = r.String()
		return &p.print, nil
	case IDStuffText:
		p.stuffText.Text = r.String()
		return &p.stuffText, nil
	case IDServerData:
		return &p.serverData, p.readServerData()
	case IDConfigString:
		return &p.configString, p.Protocol.ReadConfigString(r, &p.configString)
	case IDSpawnBaseline:
		return &p.baseline, p.readBaseline()
	case IDCenterPrint:
		p.centerPrint.Text = r.String()
		return &p.centerPrint, nil
	case IDDownload:
		return &p.download, p.readDownload()
	case IDDeltaPacketEntities:
		return &p.delta, nil
	}
	return nil, message.ErrUnknown
}

func (p *Parser) readServerData() error {
	r, m := &p.Reader, &p.serverData
	m.Protocol = r.Long()
	m.Key = r.Long()
	m.IsDemo = r.Byte()
	m.GameDir = r.String()
	m.Client = r.Short()
	m.MapName = r.String()
	protocol, err := ForDemo(m)
	p.Protocol = protocol
	m.Units = protocol.Units()
	return err
}

// ReadConfigString reads an index and a text.
func (p *Protocol) ReadConfigString(r *wire.Reader, m *message.ConfigString) error {
	m.Index = r.Word()
	m.Text = r.String()
	if int(m.Index) >= p.Numbering().End {
		return message.ErrRange
	}
	return nil
}

func (p *Parser) readFrame() {
	r, m := &p.Reader, &p.frame
	m.Server = p.Protocol.Server
	m.Sequence = r.Long()
	m.Delta, m.Suppressed, m.Areas, m.Connected = 0, 0, nil, nil
	if m.Server {
		return
	}
	m.Delta = r.Long()
	if p.Protocol.Number != protocolFirst {
		m.Suppressed = r.Byte()
	}
	m.Areas = r.Bytes(int(r.Byte()))
	if p.Protocol.IsDemo == DemoRelay {
		m.Connected = r.Bytes(int(r.Byte()))
	}
}

func (p *Parser) readBaseline() error {
	bits, number := p.Protocol.entityHead(&p.Reader)
	if number >= int32(p.Protocol.MaxEntities()) {
		return message.ErrRange
	}
	p.Protocol.readEntity(&p.Reader, &p.baseline.EntityDelta, bits, number)
	return nil
}

// Muzzle flashes of extended protocols have more weapons: the entity number
// takes 13 bits, those above are the weapon's.
const (
	flashEntityBits = 13
	flashEntity     = 1<<flashEntityBits - 1
)

func (p *Parser) readMuzzleFlash(monster bool) {
	r, m := &p.Reader, &p.muzzleFlash
	entity := r.Word()
	m.Monster = monster
	m.Value = uint16(r.Byte())
	if monster && p.Protocol.Extended {
		m.Value |= entity >> flashEntityBits << 8
		entity &= flashEntity
	}
	m.Entity = int32(entity)
}

// download data exist from this protocol on.
const protocolDownload = 32

func (p *Parser) readDownload() error {
	r, m := &p.Reader, &p.download
	m.Size = r.Short()
	m.Percent = r.Byte()
	m.Data = nil
	switch {
	case m.Size < -1:
		return message.ErrRange
	case m.Size > 0 && p.Protocol.Number >= protocolDownload:
		m.Data = r.Bytes(int(m.Size))
	}
	return nil
}

// Flags of a sound (DM2 3.10).
const (
	soundVolume      = 1 << 0
	soundAttenuation = 1 << 1
	soundOrigin      = 1 << 2
	soundEntity      = 1 << 3
	soundTimeOffset  = 1 << 4
	soundIndex16     = 1 << 5 // extended protocols
)

// What a sound has that does not tell.
const (
	fullVolume        = 255
	normalAttenuation = 64
)

func (p *Parser) readSound() {
	r, m := &p.Reader, &p.sound
	p.Protocol.readSoundHead(r, m)
	if m.Bits&soundEntity != 0 {
		readChannel(r, m)
	}
	if m.Bits&soundOrigin != 0 {
		p.Protocol.position(r, &m.Origin)
	}
}

// readSoundHead reads the part of a sound that demos and multi-view recordings
// share: flags, number, volume, attenuation and offset.
func (p *Protocol) readSoundHead(r *wire.Reader, m *message.Sound) {
	f := r.Byte()
	*m = message.Sound{Bits: uint16(f), Volume: fullVolume, Attenuation: normalAttenuation}
	m.Sound = index(r, p.Extended && f&soundIndex16 != 0)
	if f&soundVolume != 0 {
		m.Volume = r.Byte()
	}
	if f&soundAttenuation != 0 {
		m.Attenuation = r.Byte()
	}
	if f&soundTimeOffset != 0 {
		m.TimeOffset = r.Byte()
	}
}

// ReadMultiViewSound reads a sound of a multi-view recording, which always
// has an entity and never a place.
func (p *Protocol) ReadMultiViewSound(r *wire.Reader, m *message.Sound) {
	p.readSoundHead(r, m)
	readChannel(r, m)
}

func readChannel(r *wire.Reader, m *message.Sound) {
	v := r.Word()
	m.Entity, m.Channel = int32(v>>3), uint8(v&7)
}

// HasOrigin reports whether a sound has a place of its own; else it comes
// from its entity.
func HasOrigin(m *message.Sound) bool { return m.Bits&soundOrigin != 0 }
