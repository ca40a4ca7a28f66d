package quakeworld

import (
	"encoding/binary"
	"math/bits"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// predictionSize is the number of bytes after the first byte of a weapon's prediction, if that is not zero.
const predictionSize = 22

// shortCommands is the first protocol with optional yaw, 16-bit moves and mandatory milliseconds in a user command (QWD
// 5.43; qwfacts 0.3).
const shortCommands = 27

// readPlayer reads a player of a .qwd.
func (d *Decoder) readPlayer(p *message.QWPlayerInfo) {
	r := &d.r
	*p = message.QWPlayerInfo{Player: d.slot(), Bits: uint32(r.Word())}
	bits := p.Bits
	if bits&message.QWPlayerExtra != 0 && d.Protocol.FTE&ftePlayerBits != 0 {
		bits |= uint32(r.Byte()) << 16
		p.Bits = bits
	}
	if d.widePlayers {
		p.Origin = [3]wire.Coord{wire.Coord(r.Long()), wire.Coord(r.Long()), wire.Coord(r.Long())}
	} else {
		p.Origin = [3]wire.Coord{wire.Coord(r.Short()), wire.Coord(r.Short()), wire.Coord(r.Short())}
	}
	p.Frame = r.Byte()
	if bits&message.QWPlayerMsec != 0 {
		p.Msec = r.Byte()
	}
	if bits&message.QWPlayerCommand != 0 {
		d.readCommand(&p.Command)
	}
	if bits&message.QWPlayerVelocityX != 0 {
		p.Velocity[0] = r.Short()
	}
	if bits&message.QWPlayerVelocityY != 0 {
		p.Velocity[1] = r.Short()
	}
	if bits&message.QWPlayerVelocityZ != 0 {
		p.Velocity[2] = r.Short()
	}
	if bits&message.QWPlayerModel != 0 {
		p.Model = r.Byte()
	}
	if bits&message.QWPlayerSkin != 0 {
		p.Skin = r.Byte()
	}
	if bits&message.QWPlayerEffects != 0 {
		p.Effects = r.Byte()
	}
	if bits&message.QWPlayerWeaponFrame != 0 {
		p.WeaponFrame = r.Byte()
		if d.Protocol.MVD1&mvdWeaponPrediction != 0 {
			n := 1
			if r.Peek() != 0 {
				n += predictionSize
			}
			p.Prediction = r.Bytes(n)
		}
	}
	if bits&(message.QWPlayerHull|0xff<<16) != 0 && d.Protocol.FTE != 0 {
		d.c.playerExtras(p)
	}
}

// ftePlayerBits are the bits of FTEX that allow players a third byte of bits.
const ftePlayerBits = fteScale | fteTrans | fteFatness | fteHullSize

// playerExtras codes the fields that FTE's extensions add to the end of a player.
func (c *coder) playerExtras(p *message.QWPlayerInfo) {
	for _, f := range [...]struct {
		bit, fte uint32
		value    *uint8
	}{
		{message.QWPlayerScale, fteScale, &p.Scale}, {message.QWPlayerAlpha, fteTrans, &p.Alpha},
		{message.QWPlayerFatness, fteFatness, &p.Fatness}, {message.QWPlayerHull, fteHullSize, &p.Hull},
	} {
		if p.Bits&f.bit != 0 && c.p.FTE&f.fte != 0 {
			c.Byte(f.value)
		}
	}
	if p.Bits&message.QWPlayerColorMod != 0 && c.p.FTE&fteColorMod != 0 {
		c.Copy(p.ColorMod[:])
	}
}

// readCommand reads a user command into a zero one.
func (d *Decoder) readCommand(c *message.QWUserCommand) {
	r := &d.r
	bits := r.Byte()
	c.Bits = bits
	long := d.Protocol.Version >= shortCommands
	if bits&message.QWCommandPitch != 0 {
		c.Angles[0] = r.Short()
	}
	if bits&message.QWCommandYaw != 0 || !long {
		c.Angles[1] = r.Short()
	}
	if bits&message.QWCommandRoll != 0 {
		c.Angles[2] = r.Short()
	}
	for i := range c.Moves {
		switch {
		case bits&(message.QWCommandForward<<i) == 0:
		case long:
			c.Moves[i] = r.Short()
		default:
			c.Moves[i] = int16(r.Char())
		}
	}
	if bits&message.QWCommandButtons != 0 {
		c.Buttons = r.Byte()
	}
	if bits&message.QWCommandImpulse != 0 {
		c.Impulse = r.Byte()
	}
	if bits&message.QWCommandYaw != 0 || long {
		c.Msec = r.Byte()
	}
}

// writePlayer writes a player for readPlayer.
func (e *Encoder) writePlayer(w *wire.Writer, p *message.QWPlayerInfo) {
	bits := p.Bits
	w.Byte(idPlayerInfo)
	w.Byte(p.Player)
	w.Word(uint16(bits))
	if bits&message.QWPlayerExtra != 0 && e.Protocol.FTE&ftePlayerBits != 0 {
		w.Byte(uint8(bits >> 16))
	}
	u := e.Protocol.PlayerUnits()
	for _, v := range p.Origin {
		w.Coord(u, v)
	}
	w.Byte(p.Frame)
	if bits&message.QWPlayerMsec != 0 {
		w.Byte(p.Msec)
	}
	if bits&message.QWPlayerCommand != 0 {
		writeCommand(w, &p.Command, e.Protocol.Version >= shortCommands)
	}
	for i, v := range p.Velocity {
		if bits&(message.QWPlayerVelocityX<<i) != 0 {
			w.Short(v)
		}
	}
	for _, f := range [...]struct {
		bit   uint32
		value uint8
	}{
		{message.QWPlayerModel, p.Model}, {message.QWPlayerSkin, p.Skin},
		{message.QWPlayerEffects, p.Effects}, {message.QWPlayerWeaponFrame, p.WeaponFrame},
	} {
		if bits&f.bit != 0 {
			w.Byte(f.value)
		}
	}
	if bits&message.QWPlayerWeaponFrame != 0 && e.Protocol.MVD1&mvdWeaponPrediction != 0 {
		w.Bytes(p.Prediction)
	}
	e.c.Write(w)
	e.c.playerExtras(p)
}

// WriteCommand writes a user command like clients of the newest protocol.
func WriteCommand(w *wire.Writer, c *message.QWUserCommand) { writeCommand(w, c, true) }

// writeCommand writes a user command for readCommand.
func writeCommand(w *wire.Writer, c *message.QWUserCommand, long bool) {
	bits := c.Bits
	w.Byte(bits)
	if bits&message.QWCommandPitch != 0 {
		w.Short(c.Angles[0])
	}
	if bits&message.QWCommandYaw != 0 || !long {
		w.Short(c.Angles[1])
	}
	if bits&message.QWCommandRoll != 0 {
		w.Short(c.Angles[2])
	}
	for i, v := range c.Moves {
		switch {
		case bits&(message.QWCommandForward<<i) == 0:
		case long:
			w.Short(v)
		default:
			w.Char(int8(v))
		}
	}
	if bits&message.QWCommandButtons != 0 {
		w.Byte(c.Buttons)
	}
	if bits&message.QWCommandImpulse != 0 {
		w.Byte(c.Impulse)
	}
	if bits&message.QWCommandYaw != 0 || long {
		w.Byte(c.Msec)
	}
}

// mvdPlayerHead is the size in bytes of the fields that every player in an .mvd has: slot, flags, frame.
const mvdPlayerHead = 4

// mvdPlayerBytes are the flags of one-byte fields.
const mvdPlayerBytes = message.MVDPlayerModel | message.MVDPlayerSkin | message.MVDPlayerEffects |
	message.MVDPlayerWeaponFrame

// readMVDPlayer reads a player of an .mvd (mvd facts, section 3).
func (d *Decoder) readMVDPlayer(p *message.MVDPlayerInfo) {
	b := d.r.Rest()
	*p = message.MVDPlayerInfo{}
	if len(b) < mvdPlayerHead {
		d.r.Skip(mvdPlayerHead)
		return
	}
	p.Player, p.Bits, p.Frame = b[0], binary.LittleEndian.Uint16(b[1:]), b[3]
	if p.Player >= d.Protocol.clients() {
		d.fail(message.ErrRange)
	}
	flags := p.Bits
	coord := 2
	if d.widePlayers {
		coord = 4
	}
	size := mvdPlayerHead + coord*bits.OnesCount16(flags&7) + 2*bits.OnesCount16(flags>>3&7) +
		bits.OnesCount16(flags&mvdPlayerBytes)
	d.r.Skip(size)
	if len(b) < size {
		return
	}
	b = b[mvdPlayerHead:size]
	for i := range p.Origin {
		if flags&(message.MVDPlayerOriginX<<i) == 0 {
			continue
		}
		if d.widePlayers {
			p.Origin[i] = wire.Coord(binary.LittleEndian.Uint32(b))
		} else {
			p.Origin[i] = wire.Coord(int16(binary.LittleEndian.Uint16(b)))
		}
		b = b[coord:]
	}
	for i := range p.Angles {
		if flags&(message.MVDPlayerPitch<<i) != 0 {
			p.Angles[i] = int16(binary.LittleEndian.Uint16(b))
			b = b[2:]
		}
	}
	if flags&mvdPlayerBytes == 0 {
		return
	}
	if flags&message.MVDPlayerModel != 0 {
		p.Model = b[0]
		b = b[1:]
	}
	if flags&message.MVDPlayerSkin != 0 {
		p.Skin = b[0]
		b = b[1:]
	}
	if flags&message.MVDPlayerEffects != 0 {
		p.Effects = b[0]
		b = b[1:]
	}
	if flags&message.MVDPlayerWeaponFrame != 0 {
		p.WeaponFrame = b[0]
	}
}

// writeMVDPlayer writes a player for readMVDPlayer.
func (e *Encoder) writeMVDPlayer(w *wire.Writer, p *message.MVDPlayerInfo) {
	bits := p.Bits
	w.Byte(idPlayerInfo)
	w.Byte(p.Player)
	w.Word(bits)
	w.Byte(p.Frame)
	for i, v := range p.Origin {
		if bits&(message.MVDPlayerOriginX<<i) != 0 {
			w.Coord(e.units, v)
		}
	}
	for i, v := range p.Angles {
		if bits&(message.MVDPlayerPitch<<i) != 0 {
			w.Short(v)
		}
	}
	for _, f := range [...]struct {
		bit   uint16
		value uint8
	}{
		{message.MVDPlayerModel, p.Model}, {message.MVDPlayerSkin, p.Skin},
		{message.MVDPlayerEffects, p.Effects}, {message.MVDPlayerWeaponFrame, p.WeaponFrame},
	} {
		if bits&f.bit != 0 {
			w.Byte(f.value)
		}
	}
}
