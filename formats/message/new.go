package message

// New returns a new message of the type that several games use under that
// name, nil for a name that is not shared. A format's own New asks its own
// types first.
func New(name string) Message {
	switch name {
	case "nop":
		return new(Nop)
	case "disconnect":
		return new(Disconnect)
	case "print":
		return new(Print)
	case "centerprint":
		return new(CenterPrint)
	case "stufftext":
		return new(StuffText)
	case "lightstyle":
		return new(LightStyle)
	case "updatestat", "updatestatlong":
		return new(UpdateStat)
	case "updatefrags":
		return new(UpdateFrags)
	case "damage":
		return new(HitDamage)
	case "setangle":
		return new(SetAngle)
	case "sound":
		return new(Sound)
	case "stopsound":
		return new(StopSound)
	case "spawnstaticsound", "spawnstaticsound2":
		return new(SpawnStaticSound)
	case "temp_entity":
		return new(TempEntity)
	case "setpause":
		return new(SetPause)
	case "killedmonster":
		return new(KilledMonster)
	case "foundsecret":
		return new(FoundSecret)
	case "intermission":
		return new(Intermission)
	case "finale":
		return new(Finale)
	case "cdtrack":
		return new(CDTrack)
	case "sellscreen":
		return new(SellScreen)
	case "updateentity":
		return new(UpdateEntity)
	case "spawnbaseline", "spawnbaseline2", "fte_spawnbaseline2":
		return new(SpawnBaseline)
	case "spawnstatic", "spawnstatic2", "fte_spawnstatic2":
		return new(SpawnStatic)
	case "packetentities", "deltapacketentities":
		return new(PacketEntities)
	case "raw":
		return new(Raw)
	}
	return nil
}
