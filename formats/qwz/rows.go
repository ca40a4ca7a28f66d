package qwz

// Rows of the table, by the meaning of their symbols. The row for the high byte of a 16-bit number follows that of the
// low byte.
const (
	// The recorder, and fields that all players share.
	rowBack     = 0 // how many packets back the packet is that this one is a change of
	rowOwnMaskA = 1
	rowOwnMaskC = 2
	rowOwnMaskD = 3

	rowMessage = 4

	rowPlayerStep  = 5 // to the number of the next player
	rowPlayerMsec  = 6
	rowPlayerMaskA = 7
	rowPlayerMaskB = 8
	rowPlayerMaskC = 9
	rowPlayerMaskD = 10

	rowPlayerOrigin      = 11 // of three numbers
	rowPlayerFrame       = 17
	rowPlayerYaw         = 18
	rowPlayerPitch       = 20
	rowPlayerForward     = 22
	rowPlayerSide        = 24
	rowPlayerUp          = 26
	rowPlayerButtons     = 28
	rowPlayerImpulse     = 29
	rowPlayerCommandMsec = 30
	rowPlayerVelocity    = 31 // of three numbers
	rowPlayerModel       = 37
	rowPlayerSkin        = 38
	rowPlayerEffects     = 39
	rowPlayerWeaponFrame = 40

	rowEntity         = 41
	rowEntityStep     = 42
	rowEntityMaskHigh = 43
	rowEntityMaskLow  = 44
	rowEntityModel    = 45
	rowEntityFrame    = 46
	rowEntityColormap = 47
	rowEntitySkin     = 48
	rowEntityEffects  = 49
	rowEntityPlace    = 50 // of three coordinates, each followed by the row of an angle

	rowStatIndex        = 63
	rowStatValue        = 64
	rowSoundChannel     = 65
	rowSoundVolume      = 67
	rowSoundAttenuation = 68
	rowSound            = 69
	rowSoundFlags       = 70
	rowPlace            = 71 // of three numbers
	rowPrintLevel       = 77
	rowFrags            = 84
	rowArmor            = 86
	rowBlood            = 87
	rowDamage           = 88 // of three numbers
	rowTempEntity       = 94
	rowEntityNumber     = 95
	rowBeamFlags        = 97
	rowTempEntityPlace  = 98 // of three numbers
	rowTempEntityCount  = 104
	rowPing             = 107
	rowStatLong         = 109 // of the index and four bytes
	rowUserID           = 114
	rowUserInfo         = 115
	rowNails            = 116
	rowNail             = 117 // of six bytes
	rowChoke            = 123
	rowSetInfo          = 126
	rowServerInfo       = 127
	rowLoss             = 128
	rowPlayer           = 129
	rowPlayerStepPing   = 130
	rowByte             = 131
	rowDamagePlace      = 132 // of two symbols
	rowVoice            = 180 // voiceSize rows

	rowMoveMask    = 224 // and 225
	rowMoveAngle   = 226 // of three numbers
	rowMove        = 232 // of three numbers
	rowMoveButtons = 238
	rowMoveImpulse = 239
	rowMoveMsec    = 240
	rowClock       = 241
	rowMode        = 242
)

// The kinds of texts with words.
const (
	textPrint = iota
	textChat
	textStuff
	textCenter
	textKey
	textKinds
)

// textKindRows are the first of their two rows.
var textKindRows = [textKinds]uint8{textPrint: 78, textChat: 80, textStuff: 82, textCenter: 105, textKey: 124}

// Records.
const (
	recordMove = iota
	recordPacket
	recordSet
	recordEnd
)

// recordRow is the row of records, which is not in the table.
var recordRow = row{
	from: [tableCounts + 1]uint32{
		recordPacket: 0x80000000, recordSet: 0xfffffc00, recordEnd: 0xfffffe00, recordEnd + 1: 1<<32 - 1,
	},
	first: recordFirst(),
	last:  recordEnd,
}

// recordFirst returns the lookup table of records.
func recordFirst() (first [lookups]uint8) {
	for i := lookups / 2; i < lookups; i++ {
		first[i] = recordPacket
	}
	return first
}

// Messages.
const (
	svcBad              = 0
	svcNop              = 1
	svcDisconnect       = 2
	svcUpdateStat       = 3
	svcSound            = 6
	svcPrint            = 8
	svcStuffText        = 9
	svcSetAngle         = 10
	svcLightStyle       = 12
	svcUpdateFrags      = 14
	svcStopSound        = 16
	svcDamage           = 19
	svcTempEntity       = 23
	svcSetPause         = 24
	svcCenterPrint      = 26
	svcKilledMonster    = 27
	svcFoundSecret      = 28
	svcSpawnStaticSound = 29
	svcIntermission     = 30
	svcCDTrack          = 32
	svcSellScreen       = 33
	svcSmallKick        = 34
	svcBigKick          = 35
	svcUpdatePing       = 36
	svcUpdateEnterTime  = 37
	svcUpdateStatLong   = 38
	svcMuzzleFlash      = 39
	svcUpdateUserInfo   = 40
	svcPlayerInfo       = 42
	svcNails            = 43
	svcChoke            = 44
	svcPacketEntities   = 47
	svcDeltaEntities    = 48
	svcMaxSpeed         = 49
	svcEntGravity       = 50
	svcSetInfo          = 51
	svcServerInfo       = 52
	svcUpdatePL         = 53
	svcQizmoText        = 81
	svcQizmoBlock       = 82
	svcQizmoVoice       = 83
)

const (
	voiceSize      = 34
	qizmoBlockSize = 162
	lastPlayer     = 31
	firstEntity    = 33 // not a player
	lastEntity     = 511
)
