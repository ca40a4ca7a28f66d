package message

import "strconv"

// Number of field indices of each state. Indices without a name are unused.
const (
	EntityStateSize = 64
	PlayerStateSize = 128
)

// The arrays of a playerState are fields too, 16 each.
const (
	PlayerStateStats      = 64
	PlayerStatePersistant = 80
	PlayerStateAmmo       = 96
	PlayerStatePowerups   = 112
)

// Fields of an entityState: those of protocol 68 in wire order, then those that only Quake Live has.
const (
	EntityStatePosTime = iota
	EntityStatePosBaseX
	EntityStatePosBaseY
	EntityStatePosDeltaX
	EntityStatePosDeltaY
	EntityStatePosBaseZ
	EntityStateAposBaseYaw
	EntityStatePosDeltaZ
	EntityStateAposBasePitch
	EntityStateEvent
	EntityStateAngles2Yaw
	EntityStateType
	EntityStateTorsoAnim
	EntityStateEventParm
	EntityStateLegsAnim
	EntityStateGroundEntityNum
	EntityStatePosType
	EntityStateFlags
	EntityStateOtherEntityNum
	EntityStateWeapon
	EntityStateClientNum
	EntityStateAnglesYaw
	EntityStatePosDuration
	EntityStateAposType
	EntityStateOriginX
	EntityStateOriginY
	EntityStateOriginZ
	EntityStateSolid
	EntityStatePowerups
	EntityStateModelIndex
	EntityStateOtherEntityNum2
	EntityStateLoopSound
	EntityStateGeneric1
	EntityStateOrigin2Z
	EntityStateOrigin2X
	EntityStateOrigin2Y
	EntityStateModelIndex2
	EntityStateAnglesPitch
	EntityStateTime
	EntityStateAposTime
	EntityStateAposDuration
	EntityStateAposBaseRoll
	EntityStateAposDeltaPitch
	EntityStateAposDeltaYaw
	EntityStateAposDeltaRoll
	EntityStateTime2
	EntityStateAnglesRoll
	EntityStateAngles2Pitch
	EntityStateAngles2Roll
	EntityStateConstantLight
	EntityStateFrame
	EntityStatePosGravity
	EntityStateAposGravity
	EntityStateJumpTime
	EntityStateDoubleJumped
	EntityStateHealth
	EntityStateArmor
	EntityStateLocation
	entityFields
)

// Fields of a playerState: those of protocol 68 in wire order, then those that only Quake Live has.
const (
	PlayerStateCommandTime = iota
	PlayerStateOriginX
	PlayerStateOriginY
	PlayerStateBobCycle
	PlayerStateVelocityX
	PlayerStateVelocityY
	PlayerStateViewYaw
	PlayerStateViewPitch
	PlayerStateWeaponTime
	PlayerStateOriginZ
	PlayerStateVelocityZ
	PlayerStateLegsTimer
	PlayerStatePMTime
	PlayerStateEventSequence
	PlayerStateTorsoAnim
	PlayerStateMovementDir
	PlayerStateEvents0
	PlayerStateLegsAnim
	PlayerStateEvents1
	PlayerStatePMFlags
	PlayerStateGroundEntityNum
	PlayerStateWeaponState
	PlayerStateFlags
	PlayerStateExternalEvent
	PlayerStateGravity
	PlayerStateSpeed
	PlayerStateDeltaYaw
	PlayerStateExternalEventParm
	PlayerStateViewHeight
	PlayerStateDamageEvent
	PlayerStateDamageYaw
	PlayerStateDamagePitch
	PlayerStateDamageCount
	PlayerStateGeneric1
	PlayerStatePMType
	PlayerStateDeltaPitch
	PlayerStateDeltaRoll
	PlayerStateTorsoTimer
	PlayerStateEventParms0
	PlayerStateEventParms1
	PlayerStateClientNum
	PlayerStateWeapon
	PlayerStateViewRoll
	PlayerStateGrapplePointX
	PlayerStateGrapplePointY
	PlayerStateGrapplePointZ
	PlayerStateJumppadEnt
	PlayerStateLoopSound
	PlayerStateJumpTime
	PlayerStateDoubleJumped
	PlayerStateWeaponPrimary
	PlayerStateCrouchTime
	PlayerStateCrouchSlideTime
	PlayerStateLocation
	PlayerStateFOV
	PlayerStateForwardMove
	PlayerStateRightMove
	PlayerStateUpMove
	playerFields
)

// EntityStateFields describes the fields of an entityState.
var EntityStateFields = [entityFields]StateField{
	{"pos.trTime", false}, {"pos.trBase[0]", true}, {"pos.trBase[1]", true}, {"pos.trDelta[0]", true},
	{"pos.trDelta[1]", true}, {"pos.trBase[2]", true}, {"apos.trBase[1]", true}, {"pos.trDelta[2]", true},
	{"apos.trBase[0]", true}, {"event", false}, {"angles2[1]", true}, {"eType", false},
	{"torsoAnim", false}, {"eventParm", false}, {"legsAnim", false}, {"groundEntityNum", false},
	{"pos.trType", false}, {"eFlags", false}, {"otherEntityNum", false}, {"weapon", false},
	{"clientNum", false}, {"angles[1]", true}, {"pos.trDuration", false}, {"apos.trType", false},
	{"origin[0]", true}, {"origin[1]", true}, {"origin[2]", true}, {"solid", false},
	{"powerups", false}, {"modelindex", false}, {"otherEntityNum2", false}, {"loopSound", false},
	{"generic1", false}, {"origin2[2]", true}, {"origin2[0]", true}, {"origin2[1]", true},
	{"modelindex2", false}, {"angles[0]", true}, {"time", false}, {"apos.trTime", false},
	{"apos.trDuration", false}, {"apos.trBase[2]", true}, {"apos.trDelta[0]", true}, {"apos.trDelta[1]", true},
	{"apos.trDelta[2]", true}, {"time2", false}, {"angles[2]", true}, {"angles2[0]", true},
	{"angles2[2]", true}, {"constantLight", false}, {"frame", false}, {"pos.gravity", false},
	{"apos.gravity", false}, {"jumpTime", false}, {"doubleJumped", false}, {"health", false},
	{"armor", false}, {"location", false},
}

// PlayerStateFields describes the fields of a playerState without its arrays.
var PlayerStateFields = [playerFields]StateField{
	{"commandTime", false}, {"origin[0]", true}, {"origin[1]", true}, {"bobCycle", false},
	{"velocity[0]", true}, {"velocity[1]", true}, {"viewangles[1]", true}, {"viewangles[0]", true},
	{"weaponTime", false}, {"origin[2]", true}, {"velocity[2]", true}, {"legsTimer", false},
	{"pm_time", false}, {"eventSequence", false}, {"torsoAnim", false}, {"movementDir", false},
	{"events[0]", false}, {"legsAnim", false}, {"events[1]", false}, {"pm_flags", false},
	{"groundEntityNum", false}, {"weaponstate", false}, {"eFlags", false}, {"externalEvent", false},
	{"gravity", false}, {"speed", false}, {"delta_angles[1]", false}, {"externalEventParm", false},
	{"viewheight", false}, {"damageEvent", false}, {"damageYaw", false}, {"damagePitch", false},
	{"damageCount", false}, {"generic1", false}, {"pm_type", false}, {"delta_angles[0]", false},
	{"delta_angles[2]", false}, {"torsoTimer", false}, {"eventParms[0]", false}, {"eventParms[1]", false},
	{"clientNum", false}, {"weapon", false}, {"viewangles[2]", true}, {"grapplePoint[0]", true},
	{"grapplePoint[1]", true}, {"grapplePoint[2]", true}, {"jumppad_ent", false}, {"loopSound", false},
	{"jumpTime", false}, {"doubleJumped", false}, {"weaponPrimary", false}, {"crouchTime", false},
	{"crouchSlideTime", false}, {"location", false}, {"fov", false}, {"forwardmove", false},
	{"rightmove", false}, {"upmove", false},
}

// playerStateAll describes the fields of a playerState with its arrays.
var playerStateAll = func() (all [PlayerStateSize]StateField) {
	copy(all[:], PlayerStateFields[:])
	for array, name := range [...]string{"stats", "persistant", "ammo", "powerups"} {
		for i := range 16 {
			all[PlayerStateStats+array<<4+i].Name = name + "[" + strconv.Itoa(i) + "]"
		}
	}
	return all
}()
