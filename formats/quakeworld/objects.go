package quakeworld

import "demoscope/formats/message"

const (
	qizmoVoiceSize = 34   // qwfacts 0.5
	chunkSize      = 1024 // of a chunked download
)

// maxNails is the maximum number of nails in a message, whose count is a byte.
const maxNails = 255

// codeNails codes packed nails (QWD 5.44).
func codeNails(c *coder, m *message.QWNails) {
	if len(m.Nails) > maxNails && !c.Reading() {
		c.Fail(message.ErrTooLarge)
		return
	}
	n := uint8(len(m.Nails))
	if c.Byte(&n); c.Reading() {
		m.Nails = m.Nails[:0]
	}
	for i := range int(n) {
		var nail message.QWNail
		if !c.Reading() {
			nail = m.Nails[i]
		}
		if m.Numbered {
			c.Byte(&nail.Number)
		}
		packed := packNail(&nail)
		c.Copy(packed[:])
		if !c.Reading() {
			continue
		}
		if c.Reader().Overrun() {
			return
		}
		unpackNail(&packed, &nail)
		m.Nails = append(m.Nails, nail)
	}
}

// nailZero is the packed form of coordinate 0.
const nailZero = 2048

func nailPlace(packed uint16) int16 { return int16(packed) - nailZero }

func unpackNail(b *[6]uint8, n *message.QWNail) {
	n.X = nailPlace(uint16(b[0]) | uint16(b[1]&0x0f)<<8)
	n.Y = nailPlace(uint16(b[1]>>4) | uint16(b[2])<<4)
	n.Z = nailPlace(uint16(b[3]) | uint16(b[4]&0x0f)<<8)
	n.Pitch = int8(b[4]) >> 4
	n.Yaw = int8(b[5])
}

func packNail(n *message.QWNail) [6]uint8 {
	x, y, z := uint16(n.X+nailZero), uint16(n.Y+nailZero), uint16(n.Z+nailZero)
	return [6]uint8{
		uint8(x), uint8(x>>8&0x0f | y<<4), uint8(y >> 4), uint8(z), uint8(z>>8&0x0f) | uint8(n.Pitch)<<4, uint8(n.Yaw),
	}
}

// codeDownload codes a piece of a file (QWD 5.42; qwfacts 1).
func codeDownload(c *coder, m *message.QWDownload) {
	if c.Reading() {
		*m = message.QWDownload{Chunked: c.p.FTE&fteChunkedDownloads != 0}
	}
	if !m.Chunked {
		size := int16(m.Size)
		if c.Short(&size); c.Reading() {
			m.Size = int32(size)
		}
		c.Byte(&m.Percent)
		if m.Size > 0 {
			c.Bytes(&m.Data, int(m.Size))
		}
		return
	}
	c.Long(&m.Chunk)
	if m.Chunk < 0 {
		const large = -1 << 31
		if c.Long(&m.Size); m.Size == large && m.Chunk == -1 {
			c.Bits(&m.Large[0])
			c.Bits(&m.Large[1])
		}
		c.String(&m.File)
	} else {
		c.Bytes(&m.Data, chunkSize)
	}
}

// Flags of a projectile.
const (
	projectileAngles = 1 << 0
	projectileModel  = 1 << 2
	projectileOrigin = 1 << 9
	projectileAge    = 1 << 11
	projectileRemove = 1 << 15
)

// codeProjectiles codes projectiles up to the final word 0.
func codeProjectiles(c *coder, m *message.QWProjectiles) {
	c.Long(&m.Frame)
	if !c.Reading() {
		for i := range m.Projectiles {
			c.projectile(&m.Projectiles[i])
		}
		c.Writer().Word(0)
		return
	}
	m.Projectiles = m.Projectiles[:0]
	for {
		var p message.QWProjectile
		c.projectile(&p)
		if p.Word == 0 || c.Reader().Overrun() {
			return
		}
		m.Projectiles = append(m.Projectiles, p)
	}
}

func (c *coder) projectile(p *message.QWProjectile) {
	if c.Word(&p.Word); p.Word == 0 || p.Word&projectileRemove != 0 {
		return
	}
	c.Word(&p.Bits)
	if p.Bits&projectileOrigin != 0 {
		c.Floats(&p.Origin)
		c.Floats(&p.Velocity)
	}
	if p.Bits&projectileAngles != 0 {
		c.Direction(&p.Angles)
	}
	if p.Bits&projectileModel != 0 {
		c.Short(&p.Model)
		c.Short(&p.Owner)
	}
	if p.Bits&projectileAge != 0 {
		c.Byte(&p.Age)
	}
}
