package dem

import (
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// readClientData reads a clientdata after its id (DEM 7.16). If masked, the items are only present if the mask says so.
func (p *protocol) readClientData(r *wire.Reader, m *message.ClientData, masked bool) {
	*m = message.ClientData{ViewHeight: defaultViewHeight, Items: defaultItems}
	bits := uint32(r.Word())
	if p.extended() {
		if bits&clientExtend1 != 0 {
			bits |= uint32(r.Byte()) << 16
		}
		if bits&clientExtend2 != 0 {
			bits |= uint32(r.Byte()) << 24
		}
	}
	m.Bits = bits
	if bits&clientViewHeight != 0 {
		m.ViewHeight = r.Char()
	}
	if bits&clientIdealPitch != 0 {
		m.IdealPitch = r.Char()
	}
	for i := range 3 {
		if bits&(clientPunch<<i) != 0 {
			m.Punch[i] = r.Char()
		}
		if bits&(clientVelocity<<i) != 0 {
			m.Velocity[i] = r.Char()
		}
	}
	if bits&clientItems != 0 || !masked {
		m.HasItems = true
		m.Items = uint32(r.Long())
	}
	if bits&clientWeaponFrame != 0 {
		m.WeaponFrame = uint16(r.Byte())
	}
	if bits&clientArmor != 0 {
		m.Armor = uint16(r.Byte())
	}
	if bits&clientWeapon != 0 {
		m.WeaponModel = uint16(r.Byte())
	}
	m.Health = r.Short()
	m.Ammo = uint16(r.Byte())
	m.Shells = uint16(r.Byte())
	m.Nails = uint16(r.Byte())
	m.Rockets = uint16(r.Byte())
	m.Cells = uint16(r.Byte())
	m.ActiveWeapon = r.Byte()
	if bits&clientHigh != 0 && p.extended() {
		for _, h := range clientHighBytes {
			if bits&h.bit != 0 {
				*h.field(m) |= uint16(r.Byte()) << 8
			}
		}
		if bits&clientWeaponAlpha != 0 {
			m.WeaponAlpha = r.Byte()
		}
	}
}

// writeClientData is the inverse of readClientData. It writes the fields announced by m.Bits and m.HasItems.
func (p *protocol) writeClientData(w *wire.Writer, m *message.ClientData) {
	bits := m.Bits
	w.Word(uint16(bits))
	if !p.extended() || bits&clientExtend1 == 0 {
		bits &= 0xffff
	} else {
		w.Byte(uint8(bits >> 16))
		if bits&clientExtend2 == 0 {
			bits &= 0xffffff
		} else {
			w.Byte(uint8(bits >> 24))
		}
	}
	if bits&clientViewHeight != 0 {
		w.Char(m.ViewHeight)
	}
	if bits&clientIdealPitch != 0 {
		w.Char(m.IdealPitch)
	}
	for i := range 3 {
		if bits&(clientPunch<<i) != 0 {
			w.Char(m.Punch[i])
		}
		if bits&(clientVelocity<<i) != 0 {
			w.Char(m.Velocity[i])
		}
	}
	if m.HasItems {
		w.Long(int32(m.Items))
	}
	if bits&clientWeaponFrame != 0 {
		w.Byte(uint8(m.WeaponFrame))
	}
	if bits&clientArmor != 0 {
		w.Byte(uint8(m.Armor))
	}
	if bits&clientWeapon != 0 {
		w.Byte(uint8(m.WeaponModel))
	}
	w.Short(m.Health)
	w.Byte(uint8(m.Ammo))
	w.Byte(uint8(m.Shells))
	w.Byte(uint8(m.Nails))
	w.Byte(uint8(m.Rockets))
	w.Byte(uint8(m.Cells))
	w.Byte(m.ActiveWeapon)
	for _, h := range clientHighBytes {
		if bits&h.bit != 0 {
			w.Byte(uint8(*h.field(m) >> 8))
		}
	}
	if bits&clientWeaponAlpha != 0 {
		w.Byte(m.WeaponAlpha)
	}
}

// clientHighBytes are the high bytes of protocols 666 and 999, in wire order.
var clientHighBytes = [...]struct {
	bit   uint32
	field func(*message.ClientData) *uint16
}{
	{clientWeaponHigh, func(m *message.ClientData) *uint16 { return &m.WeaponModel }},
	{clientArmorHigh, func(m *message.ClientData) *uint16 { return &m.Armor }},
	{clientAmmoHigh, func(m *message.ClientData) *uint16 { return &m.Ammo }},
	{clientShellsHigh, func(m *message.ClientData) *uint16 { return &m.Shells }},
	{clientNailsHigh, func(m *message.ClientData) *uint16 { return &m.Nails }},
	{clientRocketsHigh, func(m *message.ClientData) *uint16 { return &m.Rockets }},
	{clientCellsHigh, func(m *message.ClientData) *uint16 { return &m.Cells }},
	{clientWeaponFrameHigh, func(m *message.ClientData) *uint16 { return &m.WeaponFrame }},
}
