package quakeworld

import (
	"encoding/binary"

	"demoscope/formats/internal/container"
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Limits that the engines share; a number beyond them means that the decoder
// reads something that is no such message.
const (
	maxClients     = 32
	maxStats       = 32
	maxLightStyles = 64
	// MaxPayload is the most that one packet may carry: no engine sends or
	// records more than 8,192 bytes, and no UDP packet holds more than this.
	MaxPayload = 1 << 16
)

// Decoder reads the messages of one payload after the other. All messages are
// fields of it, reused by the next call.
type Decoder struct {
	// Protocol is what the last serverdata message said.
	Protocol Protocol

	r   wire.Reader
	err error

	units       wire.Units
	entitySizes deltaSizes
	widePlayers bool // their places are floats

	nop           message.Nop
	disconnect    message.Disconnect
	updateStat    message.UpdateStat
	sound         message.Sound
	print         message.Print
	stuffText     message.StuffText
	setAngle      message.SetAngle
	serverData    message.QWServerData
	lightStyle    message.LightStyle
	updateFrags   message.UpdateFrags
	stopSound     message.StopSound
	damage        message.HitDamage
	spawnStatic   message.SpawnStatic
	spawnBaseline message.SpawnBaseline
	tempEntity    message.TempEntity
	setPause      message.SetPause
	centerPrint   message.CenterPrint
	killedMonster message.KilledMonster
	foundSecret   message.FoundSecret
	staticSound   message.SpawnStaticSound
	intermission  message.Intermission
	finale        message.Finale
	cdTrack       message.CDTrack
	sellScreen    message.SellScreen
	kick          message.QWKick
	updatePing    message.QWUpdatePing
	enterTime     message.QWUpdateEnterTime
	muzzleFlash   message.QWMuzzleFlash
	userInfo      message.QWUpdateUserInfo
	download      message.QWDownload
	playerInfo    message.QWPlayerInfo
	mvdPlayer     message.MVDPlayerInfo
	nails         message.QWNails
	choke         message.QWChoke
	list          message.QWList
	entities      message.PacketEntities
	maxSpeed      message.QWMaxSpeed
	entGravity    message.QWEntGravity
	setInfo       message.QWSetInfo
	serverInfo    message.QWServerInfo
	updatePL      message.QWUpdatePL
	qizmoVoice    message.QWQizmoVoice
	voice         message.QWVoice
	projectiles   message.QWProjectiles
}

// Init makes d ready for a recording whose first level has not begun.
func (d *Decoder) Init(mvd bool) {
	d.SetProtocol(Protocol{Version: newestProtocol, MVD: mvd})
}

// SetProtocol makes d parse by p.
func (d *Decoder) SetProtocol(p Protocol) {
	d.Protocol = p
	d.units = p.Units()
	d.entitySizes.set(p.EntityUnits())
	d.widePlayers = p.PlayerUnits().Coord == wire.CoordFloat
}

// SetState goes back to what State of the protocol gave.
func (d *Decoder) SetState(s [6]uint32) {
	d.SetProtocol(Protocol{Version: int32(s[0]), FTE: s[1], FTE2: s[2], MVD1: s[3], MVD: d.Protocol.MVD})
}

// Reset makes d read a payload from its first byte.
func (d *Decoder) Reset(payload []byte) { d.r.Reset(payload) }

// fail gives up the message that is being read.
func (d *Decoder) fail(err error) {
	if d.err == nil {
		d.err = err
	}
}

// slot reads the number of a player.
func (d *Decoder) slot() uint8 {
	n := d.r.Byte()
	if n >= maxClients {
		d.fail(message.ErrRange)
	}
	return n
}

func (d *Decoder) coords(v *[3]wire.Coord) {
	if d.units.Coord == wire.CoordShort {
		if b := d.r.Bytes(6); b != nil {
			v[0] = wire.Coord(int16(binary.LittleEndian.Uint16(b)))
			v[1] = wire.Coord(int16(binary.LittleEndian.Uint16(b[2:])))
			v[2] = wire.Coord(int16(binary.LittleEndian.Uint16(b[4:])))
		}
		return
	}
	for i := range v {
		v[i] = d.r.Coord(d.units)
	}
}

func (d *Decoder) angles(v *[3]wire.Angle) {
	for i := range v {
		v[i] = d.r.Angle(d.units)
	}
}

// Next returns the next message, whose payload is that of the packet of f; at
// its end what else the packet has: see container.Reader.Last. A damage gives
// up the rest of the payload.
func (d *Decoder) Next(f *container.Reader) (message.Message, error) {
	r := &d.r
	if r.Len() == 0 {
		return f.Last()
	}
	start := r.Pos()
	id := r.Byte()
	m := d.read(id)
	if d.err == nil && !r.Overrun() {
		return m, nil
	}
	err := d.err
	d.err = nil
	if r.Overrun() {
		err = message.ErrTruncated
	}
	r.Reset(nil)
	return nil, f.Lost(name(id), f.Payload+start, err)
}

// read reads what follows a message's id.
func (d *Decoder) read(id uint8) message.Message {
	r := &d.r
	switch id {
	case idPacketEntities:
		d.entities.Delta, d.entities.From = false, 0
		d.readEntities(&d.entities)
		return &d.entities
	case idDeltaEntities:
		d.entities.Delta, d.entities.From = true, r.Byte()
		d.readEntities(&d.entities)
		return &d.entities
	case idPlayerInfo:
		if d.Protocol.MVD {
			d.readMVDPlayer(&d.mvdPlayer)
			return &d.mvdPlayer
		}
		d.readPlayer(&d.playerInfo)
		return &d.playerInfo
	case idNop:
		return &d.nop
	case idDisconnect:
		d.disconnect.Text = nil
		if d.Protocol.MVD && r.Len() > 0 {
			d.disconnect.Text = r.String()
		}
		return &d.disconnect
	case idUpdateStat:
		d.updateStat = message.UpdateStat{Index: d.stat(), Value: int32(r.Byte())}
		return &d.updateStat
	case idUpdateStatLong:
		d.updateStat = message.UpdateStat{Index: d.stat(), Value: r.Long(), Long: true}
		return &d.updateStat
	case idSound:
		d.readSound(&d.sound)
		return &d.sound
	case idStopSound:
		w := r.Word()
		d.stopSound = message.StopSound{Channel: uint8(w & 7), Entity: int32(w >> 3)}
		return &d.stopSound
	case idPrint:
		d.print.Level = r.Byte()
		d.print.Text = r.String()
		return &d.print
	case idCenterPrint:
		d.centerPrint.Text = r.String()
		return &d.centerPrint
	case idStuffText:
		d.stuffText.Text = r.String()
		return &d.stuffText
	case idFinale:
		d.finale.Text = r.String()
		return &d.finale
	case idSetAngle:
		d.setAngle.Player = 0
		if d.Protocol.MVD {
			d.setAngle.Player = r.Byte()
		}
		d.angles(&d.setAngle.Angles)
		return &d.setAngle
	case idDamage:
		d.damage.Save, d.damage.Take = r.Byte(), r.Byte()
		d.coords(&d.damage.Origin)
		return &d.damage
	case idTempEntity:
		d.readTempEntity(&d.tempEntity)
		return &d.tempEntity
	case idSmallKick, idBigKick:
		d.kick.Big = id == idBigKick
		return &d.kick
	case idUpdateFrags:
		d.updateFrags = message.UpdateFrags{Player: d.slot(), Frags: r.Short()}
		return &d.updateFrags
	case idUpdatePing:
		d.updatePing = message.QWUpdatePing{Player: d.slot(), Ping: r.Short()}
		return &d.updatePing
	case idUpdatePL:
		d.updatePL = message.QWUpdatePL{Player: d.slot(), Loss: r.Byte()}
		return &d.updatePL
	case idUpdateEnterTime:
		d.enterTime = message.QWUpdateEnterTime{Player: d.slot(), Time: r.Float()}
		return &d.enterTime
	case idMuzzleFlash:
		d.muzzleFlash.Entity = r.Short()
		return &d.muzzleFlash
	case idNails, idNails2:
		d.nails.Numbered = id == idNails2
		d.readNails(&d.nails)
		return &d.nails
	case idChoke:
		d.choke.Count = r.Byte()
		return &d.choke
	case idQizmoVoice:
		d.qizmoVoice.Data = r.Bytes(qizmoVoiceSize)
		return &d.qizmoVoice
	}
	return d.readRare(id)
}

// readRare reads the messages that come with a level or hardly ever.
func (d *Decoder) readRare(id uint8) message.Message {
	r := &d.r
	switch id {
	case idServerData:
		d.readServerData(&d.serverData)
		return &d.serverData
	case idModelList:
		d.list.Kind = message.QWModelList
		d.readList(&d.list)
		return &d.list
	case idSoundList:
		d.list.Kind = message.QWSoundList
		d.readList(&d.list)
		return &d.list
	case idModelListShort:
		d.list.Kind = message.QWModelListShort
		d.readList(&d.list)
		return &d.list
	case idSpawnStatic:
		d.spawnStatic.Kind = message.BaselinePlain
		d.readBaseline(&d.spawnStatic.EntityDelta)
		d.spawnStatic.Number = 0
		return &d.spawnStatic
	case idSpawnStatic2:
		d.spawnStatic.Kind = message.BaselineDelta
		d.readDelta(&d.spawnStatic.EntityDelta)
		return &d.spawnStatic
	case idSpawnBaseline:
		d.spawnBaseline.Kind = message.BaselinePlain
		number := r.Word()
		d.readBaseline(&d.spawnBaseline.EntityDelta)
		d.spawnBaseline.Number = int32(number)
		return &d.spawnBaseline
	case idSpawnBaseline2:
		d.spawnBaseline.Kind = message.BaselineDelta
		d.readDelta(&d.spawnBaseline.EntityDelta)
		return &d.spawnBaseline
	case idSpawnStaticSound:
		d.coords(&d.staticSound.Origin)
		d.staticSound.Sound = int32(r.Byte())
		d.staticSound.Volume, d.staticSound.Attenuation = r.Byte(), r.Byte()
		return &d.staticSound
	case idLightStyle:
		d.lightStyle.Style = r.Byte()
		if d.lightStyle.Style >= maxLightStyles {
			d.fail(message.ErrRange)
		}
		d.lightStyle.Text = r.String()
		return &d.lightStyle
	case idSetPause:
		d.setPause.Pause = r.Byte()
		return &d.setPause
	case idKilledMonster:
		return &d.killedMonster
	case idFoundSecret:
		return &d.foundSecret
	case idIntermission:
		d.coords(&d.intermission.Origin)
		d.angles(&d.intermission.Angles)
		return &d.intermission
	case idCDTrack:
		d.cdTrack.From = r.Byte()
		return &d.cdTrack
	case idSellScreen:
		return &d.sellScreen
	case idUpdateUserInfo:
		d.userInfo = message.QWUpdateUserInfo{Player: d.slot(), User: r.Long(), Text: r.String()}
		return &d.userInfo
	case idSetInfo:
		d.setInfo = message.QWSetInfo{Player: d.slot(), Key: r.String(), Value: r.String()}
		return &d.setInfo
	case idServerInfo:
		d.serverInfo = message.QWServerInfo{Key: r.String(), Value: r.String()}
		return &d.serverInfo
	case idDownload:
		d.readDownload(&d.download)
		return &d.download
	case idMaxSpeed:
		d.maxSpeed.Speed = r.Float()
		return &d.maxSpeed
	case idEntGravity:
		d.entGravity.Gravity = r.Float()
		return &d.entGravity
	case idVoice:
		d.voice = message.QWVoice{Player: r.Byte(), Generation: r.Byte(), Sequence: r.Byte()}
		d.voice.Data = r.Bytes(int(r.Short()))
		return &d.voice
	case idProjectiles:
		d.readProjectiles(&d.projectiles)
		return &d.projectiles
	}
	// idDeltaProjectiles is among these: the number is reserved, no server
	// sends it and no client reads it.
	d.fail(message.ErrUnknown)
	return nil
}

// stat reads the index of a stat.
func (d *Decoder) stat() uint8 {
	n := d.r.Byte()
	if n >= maxStats {
		d.fail(message.ErrRange)
	}
	return n
}
