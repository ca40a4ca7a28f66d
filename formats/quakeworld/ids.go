package quakeworld

import "demoscope/formats/message"

// Ids of the server messages (QWD section 5).
const (
	idNop              = 1
	idDisconnect       = 2
	idUpdateStat       = 3
	idSound            = 6
	idPrint            = 8
	idStuffText        = 9
	idSetAngle         = 10
	idServerData       = 11
	idLightStyle       = 12
	idUpdateFrags      = 14
	idStopSound        = 16
	idDamage           = 19
	idSpawnStatic      = 20
	idSpawnStatic2     = 21
	idSpawnBaseline    = 22
	idTempEntity       = 23
	idSetPause         = 24
	idCenterPrint      = 26
	idKilledMonster    = 27
	idFoundSecret      = 28
	idSpawnStaticSound = 29
	idIntermission     = 30
	idFinale           = 31
	idCDTrack          = 32
	idSellScreen       = 33
	idSmallKick        = 34
	idBigKick          = 35
	idUpdatePing       = 36
	idUpdateEnterTime  = 37
	idUpdateStatLong   = 38
	idMuzzleFlash      = 39
	idUpdateUserInfo   = 40
	idDownload         = 41
	idPlayerInfo       = 42
	idNails            = 43
	idChoke            = 44
	idModelList        = 45
	idSoundList        = 46
	idPacketEntities   = 47
	idDeltaEntities    = 48
	idMaxSpeed         = 49
	idEntGravity       = 50
	idSetInfo          = 51
	idServerInfo       = 52
	idUpdatePL         = 53
	idNails2           = 54
	idModelListShort   = 60
	idSpawnBaseline2   = 66
	idQizmoVoice       = 83
	idVoice            = 84
	idProjectiles      = 100
	idDeltaProjectiles = 101
)

// names are what damage is reported under, by id. The numbers that QuakeWorld
// took over from Quake without a use are all "bad" (QWD 5.1 and others).
var names = [...]string{
	0: "bad", 4: "bad (version)", 5: "bad (setview)", 7: "bad (time)", 13: "bad (updatename)",
	15: "bad (clientdata)", 17: "bad (updatecolors)", 18: "bad (particle)", 25: "bad (signonum)",
	idNop: "nop", idDisconnect: "disconnect", idUpdateStat: "updatestat", idSound: "sound",
	idPrint: "print", idStuffText: "stufftext", idSetAngle: "setangle", idServerData: "serverdata",
	idLightStyle: "lightstyle", idUpdateFrags: "updatefrags", idStopSound: "stopsound",
	idDamage: "damage", idSpawnStatic: "spawnstatic", idSpawnStatic2: "fte_spawnstatic2",
	idSpawnBaseline: "spawnbaseline", idTempEntity: "temp_entity", idSetPause: "setpause",
	idCenterPrint: "centerprint", idKilledMonster: "killedmonster", idFoundSecret: "foundsecret",
	idSpawnStaticSound: "spawnstaticsound", idIntermission: "intermission", idFinale: "finale",
	idCDTrack: "cdtrack", idSellScreen: "sellscreen", idSmallKick: "smallkick", idBigKick: "bigkick",
	idUpdatePing: "updateping", idUpdateEnterTime: "updateentertime",
	idUpdateStatLong: "updatestatlong", idMuzzleFlash: "muzzleflash",
	idUpdateUserInfo: "updateuserinfo", idDownload: "download", idPlayerInfo: "playerinfo",
	idNails: "nails", idChoke: "choke", idModelList: "modellist", idSoundList: "soundlist",
	idPacketEntities: "packetentities", idDeltaEntities: "deltapacketentities",
	idMaxSpeed: "maxspeed", idEntGravity: "entgravity", idSetInfo: "setinfo",
	idServerInfo: "serverinfo", idUpdatePL: "updatepl", idNails2: "nails2",
	idModelListShort: "fte_modellist_short", idSpawnBaseline2: "fte_spawnbaseline2",
	idQizmoVoice: "qizmovoice", idVoice: "voice", idProjectiles: "packetsprojectiles",
	idDeltaProjectiles: "deltapacketsprojectiles",
}

// name returns the name of a message id.
func name(id uint8) string {
	if int(id) < len(names) && names[id] != "" {
		return names[id]
	}
	return "unknown message"
}

// New returns a new message of the type that both containers hand out under a
// name, nil if there is none. Playerinfo is not among them: the containers
// differ in it.
func New(name string) message.Message {
	switch name {
	case "serverdata":
		return new(message.QWServerData)
	case "modellist", "soundlist", "fte_modellist_short":
		return new(message.QWList)
	case "nails", "nails2":
		return new(message.QWNails)
	case "choke":
		return new(message.QWChoke)
	case "smallkick", "bigkick":
		return new(message.QWKick)
	case "updateping":
		return new(message.QWUpdatePing)
	case "updatepl":
		return new(message.QWUpdatePL)
	case "updateentertime":
		return new(message.QWUpdateEnterTime)
	case "muzzleflash":
		return new(message.QWMuzzleFlash)
	case "updateuserinfo":
		return new(message.QWUpdateUserInfo)
	case "setinfo":
		return new(message.QWSetInfo)
	case "serverinfo":
		return new(message.QWServerInfo)
	case "maxspeed":
		return new(message.QWMaxSpeed)
	case "entgravity":
		return new(message.QWEntGravity)
	case "download":
		return new(message.QWDownload)
	case "qizmovoice":
		return new(message.QWQizmoVoice)
	case "voice":
		return new(message.QWVoice)
	case "packetsprojectiles":
		return new(message.QWProjectiles)
	}
	return message.New(name)
}
