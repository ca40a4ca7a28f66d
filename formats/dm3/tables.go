package dm3

import "demoscope/formats/message"

// entry is a field in a table: the state's field, and its width in bits, negative for a signed number, 0 for a float.
type entry struct {
	id    uint8
	width int8
}

// entity68 is the entityState of protocols 66 to 71, with the most frequent changes first.
var entity68 = []entry{
	{message.EntityStatePosTime, 32}, {message.EntityStatePosBaseX, 0}, {message.EntityStatePosBaseY, 0},
	{message.EntityStatePosDeltaX, 0}, {message.EntityStatePosDeltaY, 0}, {message.EntityStatePosBaseZ, 0},
	{message.EntityStateAposBaseYaw, 0}, {message.EntityStatePosDeltaZ, 0}, {message.EntityStateAposBasePitch, 0},
	{message.EntityStateEvent, 10}, {message.EntityStateAngles2Yaw, 0}, {message.EntityStateType, 8},
	{message.EntityStateTorsoAnim, 8}, {message.EntityStateEventParm, 8}, {message.EntityStateLegsAnim, 8},
	{message.EntityStateGroundEntityNum, 10}, {message.EntityStatePosType, 8}, {message.EntityStateFlags, 19},
	{message.EntityStateOtherEntityNum, 10}, {message.EntityStateWeapon, 8}, {message.EntityStateClientNum, 8},
	{message.EntityStateAnglesYaw, 0}, {message.EntityStatePosDuration, 32}, {message.EntityStateAposType, 8},
	{message.EntityStateOriginX, 0}, {message.EntityStateOriginY, 0}, {message.EntityStateOriginZ, 0},
	{message.EntityStateSolid, 24}, {message.EntityStatePowerups, 16}, {message.EntityStateModelIndex, 8},
	{message.EntityStateOtherEntityNum2, 10}, {message.EntityStateLoopSound, 8}, {message.EntityStateGeneric1, 8},
	{message.EntityStateOrigin2Z, 0}, {message.EntityStateOrigin2X, 0}, {message.EntityStateOrigin2Y, 0},
	{message.EntityStateModelIndex2, 8}, {message.EntityStateAnglesPitch, 0}, {message.EntityStateTime, 32},
	{message.EntityStateAposTime, 32}, {message.EntityStateAposDuration, 32}, {message.EntityStateAposBaseRoll, 0},
	{message.EntityStateAposDeltaPitch, 0}, {message.EntityStateAposDeltaYaw, 0}, {message.EntityStateAposDeltaRoll, 0},
	{message.EntityStateTime2, 32}, {message.EntityStateAnglesRoll, 0}, {message.EntityStateAngles2Pitch, 0},
	{message.EntityStateAngles2Roll, 0}, {message.EntityStateConstantLight, 32}, {message.EntityStateFrame, 16},
}

// player68 is the playerState of protocols 66 to 73.
var player68 = []entry{
	{message.PlayerStateCommandTime, 32}, {message.PlayerStateOriginX, 0}, {message.PlayerStateOriginY, 0},
	{message.PlayerStateBobCycle, 8}, {message.PlayerStateVelocityX, 0}, {message.PlayerStateVelocityY, 0},
	{message.PlayerStateViewYaw, 0}, {message.PlayerStateViewPitch, 0}, {message.PlayerStateWeaponTime, -16},
	{message.PlayerStateOriginZ, 0}, {message.PlayerStateVelocityZ, 0}, {message.PlayerStateLegsTimer, 8},
	{message.PlayerStatePMTime, -16}, {message.PlayerStateEventSequence, 16}, {message.PlayerStateTorsoAnim, 8},
	{message.PlayerStateMovementDir, 4}, {message.PlayerStateEvents0, 8}, {message.PlayerStateLegsAnim, 8},
	{message.PlayerStateEvents1, 8}, {message.PlayerStatePMFlags, 16}, {message.PlayerStateGroundEntityNum, 10},
	{message.PlayerStateWeaponState, 4}, {message.PlayerStateFlags, 16}, {message.PlayerStateExternalEvent, 10},
	{message.PlayerStateGravity, 16}, {message.PlayerStateSpeed, 16}, {message.PlayerStateDeltaYaw, 16},
	{message.PlayerStateExternalEventParm, 8}, {message.PlayerStateViewHeight, -8}, {message.PlayerStateDamageEvent, 8},
	{message.PlayerStateDamageYaw, 8}, {message.PlayerStateDamagePitch, 8}, {message.PlayerStateDamageCount, 8},
	{message.PlayerStateGeneric1, 8}, {message.PlayerStatePMType, 8}, {message.PlayerStateDeltaPitch, 16},
	{message.PlayerStateDeltaRoll, 16}, {message.PlayerStateTorsoTimer, 12}, {message.PlayerStateEventParms0, 8},
	{message.PlayerStateEventParms1, 8}, {message.PlayerStateClientNum, 8}, {message.PlayerStateWeapon, 5},
	{message.PlayerStateViewRoll, 0}, {message.PlayerStateGrapplePointX, 0}, {message.PlayerStateGrapplePointY, 0},
	{message.PlayerStateGrapplePointZ, 0}, {message.PlayerStateJumppadEnt, 10}, {message.PlayerStateLoopSound, 16},
}

// entity48 is the entityState of protocol 48, in structure order.
var entity48 = []entry{
	{message.EntityStateType, 8}, {message.EntityStateFlags, 19}, {message.EntityStatePosType, 8},
	{message.EntityStatePosTime, 32}, {message.EntityStatePosDuration, 32}, {message.EntityStatePosBaseX, 0},
	{message.EntityStatePosBaseY, 0}, {message.EntityStatePosBaseZ, 0}, {message.EntityStatePosDeltaX, 0},
	{message.EntityStatePosDeltaY, 0}, {message.EntityStatePosDeltaZ, 0}, {message.EntityStateAposType, 8},
	{message.EntityStateAposTime, 32}, {message.EntityStateAposDuration, 32}, {message.EntityStateAposBasePitch, 0},
	{message.EntityStateAposBaseYaw, 0}, {message.EntityStateAposBaseRoll, 0}, {message.EntityStateAposDeltaPitch, 0},
	{message.EntityStateAposDeltaYaw, 0}, {message.EntityStateAposDeltaRoll, 0}, {message.EntityStateTime, 32},
	{message.EntityStateTime2, 32}, {message.EntityStateOriginX, 0}, {message.EntityStateOriginY, 0},
	{message.EntityStateOriginZ, 0}, {message.EntityStateOrigin2X, 0}, {message.EntityStateOrigin2Y, 0},
	{message.EntityStateOrigin2Z, 0}, {message.EntityStateAnglesPitch, 0}, {message.EntityStateAnglesYaw, 0},
	{message.EntityStateAnglesRoll, 0}, {message.EntityStateAngles2Pitch, 0}, {message.EntityStateAngles2Yaw, 0},
	{message.EntityStateAngles2Roll, 0}, {message.EntityStateOtherEntityNum, 10},
	{message.EntityStateOtherEntityNum2, 10},
	{message.EntityStateGroundEntityNum, 10}, {message.EntityStateLoopSound, 8}, {message.EntityStateConstantLight, 32},
	{message.EntityStateModelIndex, 8}, {message.EntityStateModelIndex2, 8}, {message.EntityStateFrame, 16},
	{message.EntityStateClientNum, 8}, {message.EntityStateSolid, 24}, {message.EntityStateEvent, 10},
	{message.EntityStateEventParm, 8}, {message.EntityStatePowerups, 16}, {message.EntityStateWeapon, 8},
	{message.EntityStateLegsAnim, 8}, {message.EntityStateTorsoAnim, 8}, {message.EntityStateGeneric1, 8},
}

// player48 is the playerState of protocol 48, in structure order.
var player48 = []entry{
	{message.PlayerStateCommandTime, 32}, {message.PlayerStatePMType, 8}, {message.PlayerStateBobCycle, 8},
	{message.PlayerStatePMFlags, 16}, {message.PlayerStatePMTime, -16}, {message.PlayerStateOriginX, 0},
	{message.PlayerStateOriginY, 0}, {message.PlayerStateOriginZ, 0}, {message.PlayerStateVelocityX, 0},
	{message.PlayerStateVelocityY, 0}, {message.PlayerStateVelocityZ, 0}, {message.PlayerStateWeaponTime, -16},
	{message.PlayerStateGravity, 16}, {message.PlayerStateSpeed, 16}, {message.PlayerStateDeltaPitch, 16},
	{message.PlayerStateDeltaYaw, 16}, {message.PlayerStateDeltaRoll, 16}, {message.PlayerStateGroundEntityNum, 10},
	{message.PlayerStateLegsTimer, 8}, {message.PlayerStateTorsoTimer, 12}, {message.PlayerStateLegsAnim, 8},
	{message.PlayerStateTorsoAnim, 8}, {message.PlayerStateMovementDir, 4}, {message.PlayerStateFlags, 16},
	{message.PlayerStateEventSequence, 16}, {message.PlayerStateEvents0, 8}, {message.PlayerStateEvents1, 8},
	{message.PlayerStateEventParms0, 8}, {message.PlayerStateEventParms1, 8}, {message.PlayerStateExternalEvent, 10},
	{message.PlayerStateExternalEventParm, 8}, {message.PlayerStateClientNum, 8}, {message.PlayerStateWeapon, 5},
	{message.PlayerStateWeaponState, 4}, {message.PlayerStateViewPitch, 0}, {message.PlayerStateViewYaw, 0},
	{message.PlayerStateViewRoll, 0}, {message.PlayerStateViewHeight, -8}, {message.PlayerStateDamageEvent, 8},
	{message.PlayerStateDamageYaw, 8}, {message.PlayerStateDamagePitch, 8}, {message.PlayerStateDamageCount, 8},
	{message.PlayerStateGrapplePointX, 0}, {message.PlayerStateGrapplePointY, 0}, {message.PlayerStateGrapplePointZ, 0},
	{message.PlayerStateJumppadEnt, 10}, {message.PlayerStateLoopSound, 16}, {message.PlayerStateGeneric1, 8},
}

// knownMasks are the sets of fields that protocols up to 48 identify by a 5-bit number; bit i is field i of entity48.
// The number after the last one announces an explicit set.
var knownMasks = [31]uint64{
	1<<5 | 1<<6 | 1<<15,
	1<<5 | 1<<6,
	1<<5 | 1<<6 | 1<<14 | 1<<15,
	1<<0 | 1<<5 | 1<<6 | 1<<7 | 1<<45,
	1<<5 | 1<<6 | 1<<15 | 1<<44,
	1<<5 | 1<<6 | 1<<7 | 1<<15,
	1<<5 | 1<<6 | 1<<7 | 1<<14 | 1<<15,
	1 << 44,
	1<<6 | 1<<15,
	1<<5 | 1<<15,
	1<<5 | 1<<6 | 1<<15 | 1<<32,
	1<<0 | 1<<2 | 1<<3 | 1<<5 | 1<<6 | 1<<7 | 1<<8 | 1<<9 | 1<<10 | 1<<47,
	1<<5 | 1<<6 | 1<<7,
	1<<0 | 1<<2 | 1<<3 | 1<<5 | 1<<6 | 1<<7 | 1<<8 | 1<<9 | 1<<10 | 1<<44 | 1<<45,
	1 << 7,
	1 << 6,
	1<<5 | 1<<6 | 1<<7 | 1<<14 | 1<<15 | 1<<44,
	1<<5 | 1<<6 | 1<<44,
	1 << 5,
	1<<0 | 1<<5 | 1<<6 | 1<<7 | 1<<34 | 1<<45,
	1<<0 | 1<<5 | 1<<6 | 1<<7 | 1<<22 | 1<<23 | 1<<24 | 1<<37 | 1<<45,
	1<<5 | 1<<6 | 1<<7 | 1<<14 | 1<<15 | 1<<32,
	1<<5 | 1<<6 | 1<<14,
	1<<6 | 1<<14 | 1<<15,
	1<<5 | 1<<6 | 1<<14 | 1<<15 | 1<<32,
	1<<5 | 1<<6 | 1<<14 | 1<<15 | 1<<44,
	1<<5 | 1<<6 | 1<<15 | 1<<32 | 1<<48,
	1<<5 | 1<<6 | 1<<15 | 1<<44 | 1<<45,
	1<<5 | 1<<6 | 1<<7 | 1<<15 | 1<<44,
	1<<5 | 1<<14 | 1<<15,
	1<<5 | 1<<6 | 1<<15 | 1<<49,
}
