package qwz

import (
	"encoding/binary"
	"slices"
)

// packet is the state shared by the messages of a packet.
type packet struct {
	hasBase  bool     // it is a change of another packet, which has
	players  []player // these players
	entities []entity // and entities
	msec     int      // milliseconds since that packet

	own        [3]int16 // origin of the recorder
	place      [3]int16 // position in the last message
	entity     uint16   // of the last message with one
	player     uint8    // of the last message about players
	ping, loss uint8    // of the last messages about connections

	listed  bool // its entities were read
	dropped bool // it refers to a missing packet or entity
}

// messageNames are the names of messages in a damage.
var messageNames = map[uint8]string{
	svcNop: "nop", svcDisconnect: "disconnect", svcUpdateStat: "updatestat", svcSound: "sound", svcPrint: "print",
	svcStuffText: "stufftext", svcSetAngle: "setangle", svcLightStyle: "lightstyle", svcUpdateFrags: "updatefrags",
	svcStopSound: "stopsound", svcDamage: "damage", svcTempEntity: "temp_entity", svcSetPause: "setpause",
	svcCenterPrint: "centerprint", svcKilledMonster: "killedmonster", svcFoundSecret: "foundsecret",
	svcSpawnStaticSound: "spawnstaticsound", svcIntermission: "intermission", svcCDTrack: "cdtrack",
	svcSellScreen: "sellscreen", svcSmallKick: "smallkick", svcBigKick: "bigkick", svcUpdatePing: "updateping",
	svcUpdateEnterTime: "updateentertime", svcUpdateStatLong: "updatestatlong", svcMuzzleFlash: "muzzleflash",
	svcUpdateUserInfo: "updateuserinfo", svcPlayerInfo: "playerinfo", svcNails: "nails", svcChoke: "choke",
	svcPacketEntities: "packetentities", svcDeltaEntities: "deltapacketentities", svcMaxSpeed: "maxspeed",
	svcEntGravity: "entgravity", svcSetInfo: "setinfo", svcServerInfo: "serverinfo", svcUpdatePL: "updatepl",
	svcQizmoVoice: "qizmovoice",
}

// full reports whether the record has its maximum size, or no more symbols can be read.
func (r *Reader) full() bool {
	if len(r.out) > headerSize+maxPacket {
		r.fail(errPacket)
	}
	return r.coder.err != nil
}

// readPacket reads a packet that is a change of another one. It comes mode packets after the last one.
func (r *Reader) readPacket(mode uint8) {
	r.place.part = "packet"
	r.sequence = (r.sequence + uint32(mode)) & numberBits
	r.write32(0) // the size, filled in later
	r.write32(r.sequence)
	r.write32(r.sequence)
	p := &r.packet
	*p = packet{player: 255, ping: 255, loss: 255}
	r.current = r.current[:0]
	if !r.readBase() {
		r.drop()
		return
	}
	alone := true
	for {
		m := r.byte(rowMessage)
		if m == 0 {
			break
		}
		alone = false
		r.place.message = m
		r.readMessage(m)
		switch {
		case r.full():
			return
		case p.dropped:
			r.drop()
			return
		}
	}
	if r.coder.err != nil {
		return
	}
	if alone && mode > 1 {
		r.drop()
		r.fail(errAlone)
		return
	}
	binary.LittleEndian.PutUint32(r.out[prefixSize:], uint32(len(r.out)-headerSize))
	if !p.listed && p.hasBase {
		r.entities.copy(r.sequence, p.entities)
	}
	r.current = r.players.keep(r.sequence, r.current)
	r.dropped = 0
}

// drop makes the packet empty.
func (r *Reader) drop() {
	r.out = append(r.out[:prefixSize], 0, 0, 0, 0)
	if r.dropped++; r.dropped > maxDropped {
		r.fail(errDropped)
	}
}

// readBase reads the recorder, and the packet that this one is a change of. It returns false if that is missing.
func (r *Reader) readBase() bool {
	back := r.byte(rowBack)
	own := r.usual()
	p := &r.packet
	if back > 0 {
		base := r.sequence - uint32(back)
		sent := &r.sent[base%uint32(len(r.sent))]
		players, ok := r.players.of(base)
		entities, listed := r.entities.of(base)
		if !ok || !listed || sent.number != base {
			return false
		}
		p.hasBase, p.players, p.entities = true, players, entities
		p.msec = int(sent.msec) * int(back)
		if was := find(players, r.own); was != nil {
			own = *was
		}
	}
	own.maskA ^= r.byte(rowOwnMaskA)
	own.maskC ^= r.byte(rowOwnMaskC)
	own.maskD ^= r.byte(rowOwnMaskD)
	own.predict(p.msec)
	r.write(svcPlayerInfo)
	r.readOwn(&own)
	r.current = append(r.current, own)
	p.own, p.place = own.origin, own.origin
	return true
}

// readPlayers reads players other than the recorder. Each is a separate message in the demo.
func (r *Reader) readPlayers() {
	for first := true; ; first = false {
		step := r.byte(rowPlayerStep)
		if step == 0 {
			return
		}
		p := &r.packet
		if p.player += step; p.player > lastPlayer {
			p.dropped = true
			return
		}
		if len(r.current) > lastPlayer+1 {
			r.fail(errPlayers)
			return
		}
		if !first {
			r.write(svcPlayerInfo)
		}
		base := player{number: p.player, origin: p.own, model: r.playerModel}
		if was := find(p.players, p.player); was != nil {
			base = *was
		}
		other := base
		r.readOther(&other, &base)
		r.current = append(r.current, other)
	}
}

// copied are the rows of the bytes of each message of constant length, nil for other messages.
var copied = [256][]uint8{
	svcNop: {}, svcDisconnect: {}, svcKilledMonster: {}, svcFoundSecret: {}, svcSellScreen: {}, svcSmallKick: {},
	svcBigKick:          {},
	svcUpdateStat:       {rowStatIndex, rowStatValue},
	svcUpdateStatLong:   rowsFrom(rowStatLong, 5),
	svcUpdateFrags:      {rowPlayer, rowFrags, rowFrags + 1},
	svcUpdateEnterTime:  slices.Repeat([]uint8{rowByte}, 5),
	svcSetAngle:         {rowByte, rowByte, rowByte},
	svcStopSound:        {rowByte, rowByte},
	svcSpawnStaticSound: slices.Repeat([]uint8{rowByte}, 9),
	svcIntermission:     slices.Repeat([]uint8{rowByte}, 9),
	svcSetPause:         {rowByte},
	svcCDTrack:          {rowByte},
	svcChoke:            {rowChoke},
	svcMaxSpeed:         slices.Repeat([]uint8{rowByte}, 4),
	svcEntGravity:       slices.Repeat([]uint8{rowByte}, 4),
	svcQizmoBlock:       slices.Repeat([]uint8{rowByte}, qizmoBlockSize),
	svcQizmoVoice:       rowsFrom(rowVoice, voiceSize),
}

// copy reads bytes of the given rows and writes them.
func (r *Reader) copy(rows ...uint8) {
	for _, n := range rows {
		r.write(r.byte(n))
	}
}

// rowsFrom returns consecutive rows.
func rowsFrom(first, count uint8) []uint8 {
	rows := make([]uint8, count)
	for i := range rows {
		rows[i] = first + uint8(i)
	}
	return rows
}

// readMessage reads a message and writes it.
func (r *Reader) readMessage(m uint8) {
	if m == svcDeltaEntities {
		m = svcPacketEntities // which always has all of them
	}
	r.write(m)
	if rows := copied[m]; rows != nil {
		r.copy(rows...)
		return
	}
	switch m {
	case svcSound:
		r.readSound()
	case svcPrint:
		r.readPrint()
	case svcStuffText:
		r.readWords(textStuff)
	case svcLightStyle:
		r.copy(rowByte)
		r.readText(rowByte)
	case svcDamage:
		r.readDamage()
	case svcTempEntity:
		r.readTempEntity()
	case svcCenterPrint:
		r.readWords(textCenter)
	case svcUpdatePing:
		r.packet.ping += r.byte(rowPlayerStepPing)
		r.write(r.packet.ping)
		r.copy(rowPing, rowPing+1)
	case svcMuzzleFlash:
		r.readEntity()
	case svcUpdateUserInfo:
		r.readUserInfo()
	case svcPlayerInfo:
		r.readPlayers()
	case svcNails:
		r.readNails()
	case svcPacketEntities:
		r.readEntities()
	case svcSetInfo:
		r.readSetInfo()
	case svcServerInfo:
		r.readText(rowServerInfo)
		r.readText(rowServerInfo)
	case svcUpdatePL:
		r.packet.loss += r.byte(rowPlayerStepPing)
		r.write(r.packet.loss)
		r.copy(rowLoss)
	case svcQizmoText:
		r.readText(rowByte)
	default:
		r.fail(errMessage)
	}
}

// readEntity reads the number of an entity.
func (r *Reader) readEntity() {
	r.packet.entity ^= uint16(r.byte(rowEntityNumber)) | uint16(r.byte(rowEntityNumber+1))<<8
	r.write16(r.packet.entity)
}
