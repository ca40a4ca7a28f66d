package dm3

// The fields of the states by the facts of real files (sections 4 and 5): name
// and width in bits, 0 for a float, below zero for a signed number.

// entityFields68 is the entityState of protocols 66 to 71.
const entityFields68 = `
	pos.trTime 32, pos.trBase[0] 0, pos.trBase[1] 0, pos.trDelta[0] 0, pos.trDelta[1] 0, pos.trBase[2] 0,
	apos.trBase[1] 0, pos.trDelta[2] 0, apos.trBase[0] 0, event 10, angles2[1] 0, eType 8, torsoAnim 8,
	eventParm 8, legsAnim 8, groundEntityNum 10, pos.trType 8, eFlags 19, otherEntityNum 10, weapon 8,
	clientNum 8, angles[1] 0, pos.trDuration 32, apos.trType 8, origin[0] 0, origin[1] 0, origin[2] 0, solid 24,
	powerups 16, modelindex 8, otherEntityNum2 10, loopSound 8, generic1 8, origin2[2] 0, origin2[0] 0,
	origin2[1] 0, modelindex2 8, angles[0] 0, time 32, apos.trTime 32, apos.trDuration 32, apos.trBase[2] 0,
	apos.trDelta[0] 0, apos.trDelta[1] 0, apos.trDelta[2] 0, time2 32, angles[2] 0, angles2[0] 0, angles2[2] 0,
	constantLight 32, frame 16
`

// playerFields68 is the playerState of protocols 66 to 73.
const playerFields68 = `
	commandTime 32, origin[0] 0, origin[1] 0, bobCycle 8, velocity[0] 0, velocity[1] 0, viewangles[1] 0,
	viewangles[0] 0, weaponTime -16, origin[2] 0, velocity[2] 0, legsTimer 8, pm_time -16, eventSequence 16,
	torsoAnim 8, movementDir 4, events[0] 8, legsAnim 8, events[1] 8, pm_flags 16, groundEntityNum 10,
	weaponstate 4, eFlags 16, externalEvent 10, gravity 16, speed 16, delta_angles[1] 16, externalEventParm 8,
	viewheight -8, damageEvent 8, damageYaw 8, damagePitch 8, damageCount 8, generic1 8, pm_type 8,
	delta_angles[0] 16, delta_angles[2] 16, torsoTimer 12, eventParms[0] 8, eventParms[1] 8, clientNum 8,
	weapon 5, viewangles[2] 0, grapplePoint[0] 0, grapplePoint[1] 0, grapplePoint[2] 0, jumppad_ent 10,
	loopSound 16
`

// entityFields48 is the entityState of protocol 48.
const entityFields48 = `
	eType 8, eFlags 19, pos.trType 8, pos.trTime 32, pos.trDuration 32, pos.trBase[0] 0, pos.trBase[1] 0,
	pos.trBase[2] 0, pos.trDelta[0] 0, pos.trDelta[1] 0, pos.trDelta[2] 0, apos.trType 8, apos.trTime 32,
	apos.trDuration 32, apos.trBase[0] 0, apos.trBase[1] 0, apos.trBase[2] 0, apos.trDelta[0] 0,
	apos.trDelta[1] 0, apos.trDelta[2] 0, time 32, time2 32, origin[0] 0, origin[1] 0, origin[2] 0, origin2[0] 0,
	origin2[1] 0, origin2[2] 0, angles[0] 0, angles[1] 0, angles[2] 0, angles2[0] 0, angles2[1] 0, angles2[2] 0,
	otherEntityNum 10, otherEntityNum2 10, groundEntityNum 10, loopSound 8, constantLight 32, modelindex 8,
	modelindex2 8, frame 16, clientNum 8, solid 24, event 10, eventParm 8, powerups 16, weapon 8, legsAnim 8,
	torsoAnim 8, generic1 8
`

// playerFields48 is the playerState of protocol 48.
const playerFields48 = `
	commandTime 32, pm_type 8, bobCycle 8, pm_flags 16, pm_time -16, origin[0] 0, origin[1] 0, origin[2] 0,
	velocity[0] 0, velocity[1] 0, velocity[2] 0, weaponTime -16, gravity 16, speed 16, delta_angles[0] 16,
	delta_angles[1] 16, delta_angles[2] 16, groundEntityNum 10, legsTimer 8, torsoTimer 12, legsAnim 8,
	torsoAnim 8, movementDir 4, eFlags 16, eventSequence 16, events[0] 8, events[1] 8, eventParms[0] 8,
	eventParms[1] 8, externalEvent 10, externalEventParm 8, clientNum 8, weapon 5, weaponstate 4,
	viewangles[0] 0, viewangles[1] 0, viewangles[2] 0, viewheight -8, damageEvent 8, damageYaw 8, damagePitch 8,
	damageCount 8, grapplePoint[0] 0, grapplePoint[1] 0, grapplePoint[2] 0, jumppad_ent 10, loopSound 16,
	generic1 8
`

// wireMasks are the sets of fields that protocols up to 48 name by a number.
var wireMasks = [...][]int{
	{5, 6, 15},
	{5, 6},
	{5, 6, 14, 15},
	{0, 5, 6, 7, 45},
	{5, 6, 15, 44},
	{5, 6, 7, 15},
	{5, 6, 7, 14, 15},
	{44},
	{6, 15},
	{5, 15},
	{5, 6, 15, 32},
	{0, 2, 3, 5, 6, 7, 8, 9, 10, 47},
	{5, 6, 7},
	{0, 2, 3, 5, 6, 7, 8, 9, 10, 44, 45},
	{7},
	{6},
	{5, 6, 7, 14, 15, 44},
	{5, 6, 44},
	{5},
	{0, 5, 6, 7, 34, 45},
	{0, 5, 6, 7, 22, 23, 24, 37, 45},
	{5, 6, 7, 14, 15, 32},
	{5, 6, 14},
	{6, 14, 15},
	{5, 6, 14, 15, 32},
	{5, 6, 14, 15, 44},
	{5, 6, 15, 32, 48},
	{5, 6, 15, 44, 45},
	{5, 6, 7, 15, 44},
	{5, 14, 15},
	{5, 6, 15, 49},
}
