package qwz

// player is a player in a packet, and their change from packet to packet.
type player struct {
	number                 uint8
	maskA, maskB           uint8
	maskC, maskD           uint8
	origin                 [3]int16
	frame                  uint8
	yaw, pitch             int16
	yawStep, pitchStep     int16
	forward, side, up      int16
	buttons, impulse       uint8
	commandMsec            uint8
	model, skin, effects   uint8
	velocity, acceleration [3]int16
	weaponFrame            uint8
	msec                   uint8
}

// Mask bits that are kept for the next packet.
const (
	keptC    = 0x97
	frameBit = 1 << 6 // in mask A, and in mask D for the weapon's frame
	deadBit  = 1 << 7 // in mask D
)

// Flags of a playerinfo on the wire.
const (
	flagMsec = 1 << iota
	flagCommand
	flagVelocity // of three numbers
	_
	_
	flagModel
	flagSkin
	flagEffects
	flagWeaponFrame
	flagDead
)

// Flags of a command in it.
const (
	commandPitch   = 0x01
	commandForward = 0x04
	commandSide    = 0x08
	commandUp      = 0x10
	commandImpulse = 0x40
	commandYaw     = 0x80
)

// find returns the player with a number, nil if there is none.
func find(list []player, number uint8) *player {
	for i := range list {
		if list[i].number == number {
			return &list[i]
		}
	}
	return nil
}

// usual returns the recorder in the initial state.
func (r *Reader) usual() player { return player{number: r.own, model: r.playerModel} }

// predict moves a player by a time in milliseconds, as Qizmo does.
func (p *player) predict(msec int) {
	for i, v := range p.velocity {
		v := int(v)
		if v < 0 {
			p.origin[i] -= int16((-v*msec + 62) / 125)
		} else {
			p.origin[i] += int16((v*msec + 62) / 125)
		}
	}
}

// readOwn reads the recorder.
func (r *Reader) readOwn(p *player) {
	r.readOrigin(p)
	r.readLooks(p)
	r.readVelocity(p)
	flags := p.flags(r.playerModel)
	r.write(p.number)
	r.write16(flags)
	r.writeAll(&p.origin)
	r.write(p.frame)
	r.writeRest(p, flags)
}

// readOther reads another player; base is the last state.
func (r *Reader) readOther(p, base *player) {
	kind := r.byte(rowPlayerMsec)
	p.msec = kind & 0x7f
	if kind&0x80 == 0 {
		p.predict(between(int(p.msec)+r.packet.msec-int(base.msec), int(base.commandMsec)))
		p.maskA ^= r.byte(rowPlayerMaskA)
		p.maskB ^= r.byte(rowPlayerMaskB)
		p.maskC ^= r.byte(rowPlayerMaskC)
		p.maskD ^= r.byte(rowPlayerMaskD)
		r.readOrigin(p)
		r.readCommand(p)
		r.readLooks(p)
		r.readVelocity(p)
	}
	flags := p.flags(r.playerModel) | flagMsec
	bits := p.commandBits()
	if bits != 0 || p.commandMsec != 0 {
		flags |= flagCommand
	}
	r.write(p.number)
	r.write16(flags)
	r.writeAll(&p.origin)
	r.write(p.frame)
	r.write(p.msec)
	if flags&flagCommand != 0 {
		r.writeCommand(p, bits)
	}
	r.writeRest(p, flags)
}

// between returns the milliseconds that a player moves between two packets with moves of step milliseconds: whole
// moves, at least one.
func between(target, step int) int {
	if step == 0 {
		return 0
	}
	msec := step
	if need := target - step - msec; need > 0 {
		msec += (need + step - 1) / step * step
	}
	return msec
}

// readOrigin reads the fields announced by mask A.
func (r *Reader) readOrigin(p *player) {
	r.addAll(&p.origin, uint16(p.maskA), rowPlayerOrigin)
	if p.maskA&frameBit != 0 {
		p.frame += r.byte(rowPlayerFrame)
	}
	p.maskA &^= frameBit
}

// readCommand reads the fields announced by mask B and the lower bits of mask C.
func (r *Reader) readCommand(p *player) {
	b, c := uint16(p.maskB), uint16(p.maskC)
	r.add(&p.yawStep, b, rowPlayerYaw)
	p.yaw += p.yawStep
	r.add(&p.pitchStep, b>>2, rowPlayerPitch)
	p.pitch += p.pitchStep
	r.add(&p.forward, b>>4, rowPlayerForward)
	r.add(&p.side, b>>6, rowPlayerSide)
	r.add(&p.up, c, rowPlayerUp)
	if c&(1<<2) != 0 {
		p.buttons ^= r.byte(rowPlayerButtons)
	}
	if c&(1<<3) != 0 {
		p.impulse = r.byte(rowPlayerImpulse)
	}
	if c&(1<<4) != 0 {
		p.commandMsec += r.byte(rowPlayerCommandMsec)
	}
}

// readLooks reads the fields announced by the upper bits of mask C.
func (r *Reader) readLooks(p *player) {
	if p.maskC&(1<<5) != 0 {
		p.model = r.lists.models.numbers[r.byte(rowPlayerModel)]
	}
	if p.maskC&(1<<6) != 0 {
		p.skin = r.byte(rowPlayerSkin)
	}
	if p.maskC&(1<<7) != 0 {
		p.effects ^= r.byte(rowPlayerEffects)
	}
	p.maskC &= keptC
}

// readVelocity reads the fields announced by mask D.
func (r *Reader) readVelocity(p *player) {
	r.addAll(&p.acceleration, uint16(p.maskD), rowPlayerVelocity)
	for i := range p.velocity {
		p.velocity[i] += p.acceleration[i]
	}
	if p.maskD&frameBit != 0 {
		p.weaponFrame += r.byte(rowPlayerWeaponFrame)
	}
	p.maskD &^= frameBit
}

// flags returns the flags of the fields that both kinds of players have.
func (p *player) flags(model uint8) (flags uint16) {
	for i, v := range p.velocity {
		if v != 0 {
			flags |= flagVelocity << i
		}
	}
	if p.model != model {
		flags |= flagModel
	}
	if p.skin != 0 {
		flags |= flagSkin
	}
	if p.effects != 0 {
		flags |= flagEffects
	}
	if p.weaponFrame != 0 {
		flags |= flagWeaponFrame
	}
	if p.maskD&deadBit != 0 {
		flags |= flagDead
	}
	return flags
}

// commandBits returns the flags of a command.
func (p *player) commandBits() (bits uint8) {
	for _, f := range [...]struct {
		v   int16
		bit uint8
	}{
		{p.pitch, commandPitch}, {p.yaw, commandYaw}, {p.forward, commandForward}, {p.side, commandSide},
		{p.up, commandUp}, {int16(p.impulse), commandImpulse},
	} {
		if f.v != 0 {
			bits |= f.bit
		}
	}
	return bits
}

// writeCommand writes a command, without the buttons, which Qizmo drops.
func (r *Reader) writeCommand(p *player, bits uint8) {
	r.write(bits)
	for _, f := range [...]struct {
		v   int16
		bit uint8
	}{
		{p.pitch, commandPitch}, {p.yaw, commandYaw}, {p.forward, commandForward}, {p.side, commandSide},
		{p.up, commandUp},
	} {
		if bits&f.bit != 0 {
			r.write16(uint16(f.v))
		}
	}
	if bits&commandImpulse != 0 {
		r.write(p.impulse)
	}
	r.write(p.commandMsec)
}

// writeRest writes the fields announced by flags.
func (r *Reader) writeRest(p *player, flags uint16) {
	for i, v := range p.velocity {
		if flags&(flagVelocity<<i) != 0 {
			r.write16(uint16(v))
		}
	}
	if flags&flagModel != 0 {
		r.write(p.model)
	}
	if flags&flagSkin != 0 {
		r.write(p.skin)
	}
	if flags&flagEffects != 0 {
		r.write(p.effects)
	}
	if flags&flagWeaponFrame != 0 {
		r.write(p.weaponFrame)
	}
}
