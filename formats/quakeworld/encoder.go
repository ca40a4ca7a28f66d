package quakeworld

import (
	"fmt"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Encoder writes messages: the inverse of a Decoder.
type Encoder struct {
	Protocol Protocol

	units wire.Units
}

// Init makes e ready for a recording whose first level has not begun.
func (e *Encoder) Init(mvd bool) {
	e.Protocol = Protocol{Version: newestProtocol, MVD: mvd}
	e.units = e.Protocol.Units()
}

func (e *Encoder) coords(w *wire.Writer, v *[3]wire.Coord) {
	for i := range v {
		w.Coord(e.units, v[i])
	}
}

func (e *Encoder) angles(w *wire.Writer, v *[3]wire.Angle) {
	for i := range v {
		w.Angle(e.units, v[i])
	}
}

// Message appends one message to w.
func (e *Encoder) Message(w *wire.Writer, m message.Message) error {
	switch m := m.(type) {
	case *message.PacketEntities:
		return e.writeEntities(w, m)
	case *message.QWPlayerInfo:
		e.writePlayer(w, m)
	case *message.MVDPlayerInfo:
		e.writeMVDPlayer(w, m)
	case *message.Nop:
		w.Byte(idNop)
	case *message.Disconnect:
		w.Byte(idDisconnect)
		if m.Text != nil {
			w.String(m.Text)
		}
	case *message.UpdateStat:
		if m.Long {
			w.Byte(idUpdateStatLong)
			w.Byte(m.Index)
			w.Long(m.Value)
		} else {
			w.Byte(idUpdateStat)
			w.Byte(m.Index)
			w.Byte(uint8(m.Value))
		}
	case *message.Sound:
		e.writeSound(w, m)
	case *message.StopSound:
		w.Byte(idStopSound)
		w.Word(uint16(m.Entity)<<3 | uint16(m.Channel&7))
	case *message.Print:
		w.Byte(idPrint)
		w.Byte(m.Level)
		w.String(m.Text)
	case *message.CenterPrint:
		w.Byte(idCenterPrint)
		w.String(m.Text)
	case *message.StuffText:
		w.Byte(idStuffText)
		w.String(m.Text)
	case *message.Finale:
		w.Byte(idFinale)
		w.String(m.Text)
	case *message.SetAngle:
		w.Byte(idSetAngle)
		if e.Protocol.MVD {
			w.Byte(m.Player)
		}
		e.angles(w, &m.Angles)
	case *message.HitDamage:
		w.Byte(idDamage)
		w.Byte(m.Save)
		w.Byte(m.Take)
		e.coords(w, &m.Origin)
	case *message.TempEntity:
		return e.writeTempEntity(w, m)
	case *message.QWKick:
		if m.Big {
			w.Byte(idBigKick)
		} else {
			w.Byte(idSmallKick)
		}
	case *message.UpdateFrags:
		w.Byte(idUpdateFrags)
		w.Byte(m.Player)
		w.Short(m.Frags)
	case *message.QWUpdatePing:
		w.Byte(idUpdatePing)
		w.Byte(m.Player)
		w.Short(m.Ping)
	case *message.QWUpdatePL:
		w.Byte(idUpdatePL)
		w.Byte(m.Player)
		w.Byte(m.Loss)
	case *message.QWUpdateEnterTime:
		w.Byte(idUpdateEnterTime)
		w.Byte(m.Player)
		w.Float(m.Time)
	case *message.QWMuzzleFlash:
		w.Byte(idMuzzleFlash)
		w.Short(m.Entity)
	case *message.QWNails:
		return e.writeNails(w, m)
	case *message.QWChoke:
		w.Byte(idChoke)
		w.Byte(m.Count)
	case *message.QWQizmoVoice:
		w.Byte(idQizmoVoice)
		w.Bytes(m.Data)
	default:
		return e.writeRare(w, m)
	}
	return nil
}

// writeRare writes the messages that come with a level or hardly ever.
func (e *Encoder) writeRare(w *wire.Writer, m message.Message) error {
	switch m := m.(type) {
	case *message.QWServerData:
		e.writeServerData(w, m)
	case *message.QWList:
		e.writeList(w, m)
	case *message.SpawnStatic:
		if m.Kind == message.BaselineDelta {
			w.Byte(idSpawnStatic2)
			e.writeDelta(w, &m.EntityDelta)
		} else {
			w.Byte(idSpawnStatic)
			e.writeBaseline(w, &m.EntityDelta)
		}
	case *message.SpawnBaseline:
		if m.Kind == message.BaselineDelta {
			w.Byte(idSpawnBaseline2)
			e.writeDelta(w, &m.EntityDelta)
		} else {
			w.Byte(idSpawnBaseline)
			w.Word(uint16(m.Number))
			e.writeBaseline(w, &m.EntityDelta)
		}
	case *message.SpawnStaticSound:
		w.Byte(idSpawnStaticSound)
		e.coords(w, &m.Origin)
		w.Byte(uint8(m.Sound))
		w.Byte(m.Volume)
		w.Byte(m.Attenuation)
	case *message.LightStyle:
		w.Byte(idLightStyle)
		w.Byte(m.Style)
		w.String(m.Text)
	case *message.SetPause:
		w.Byte(idSetPause)
		w.Byte(m.Pause)
	case *message.KilledMonster:
		w.Byte(idKilledMonster)
	case *message.FoundSecret:
		w.Byte(idFoundSecret)
	case *message.Intermission:
		w.Byte(idIntermission)
		e.coords(w, &m.Origin)
		e.angles(w, &m.Angles)
	case *message.CDTrack:
		w.Byte(idCDTrack)
		w.Byte(m.From)
	case *message.SellScreen:
		w.Byte(idSellScreen)
	case *message.QWUpdateUserInfo:
		w.Byte(idUpdateUserInfo)
		w.Byte(m.Player)
		w.Long(m.User)
		w.String(m.Text)
	case *message.QWSetInfo:
		w.Byte(idSetInfo)
		w.Byte(m.Player)
		w.String(m.Key)
		w.String(m.Value)
	case *message.QWServerInfo:
		w.Byte(idServerInfo)
		w.String(m.Key)
		w.String(m.Value)
	case *message.QWDownload:
		e.writeDownload(w, m)
	case *message.QWMaxSpeed:
		w.Byte(idMaxSpeed)
		w.Float(m.Speed)
	case *message.QWEntGravity:
		w.Byte(idEntGravity)
		w.Float(m.Gravity)
	case *message.QWVoice:
		w.Byte(idVoice)
		w.Byte(m.Player)
		w.Byte(m.Generation)
		w.Byte(m.Sequence)
		w.Short(int16(len(m.Data)))
		w.Bytes(m.Data)
	case *message.QWProjectiles:
		e.writeProjectiles(w, m)
	case *message.Raw:
		w.Bytes(m.Data)
	default:
		return fmt.Errorf("quakeworld: no such message: %s", m.Name())
	}
	return nil
}
