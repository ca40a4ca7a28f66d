package qwz

// Bits of the symbols before positions. The lower six announce coordinates.
const (
	placeSame      = 1 << 7 // relative to the last position instead of the entity's
	soundBase      = 1 << 6 // the entity was in the previous packet
	beamEntity     = 1 << 6 // the number of the entity follows
	volumeFlag     = 1 << 15
	attenuateFlag  = 1 << 14
	tempGunshot    = 2
	tempBlood      = 12
	tempLightning1 = 5
	tempLightning2 = 6
	tempLightning3 = 9
)

// readSound reads a sound.
func (r *Reader) readSound() {
	p := &r.packet
	word := uint16(uint8(p.entity*8)^r.byte(rowSoundChannel)) |
		uint16(uint8(p.entity>>5)^r.byte(rowSoundChannel+1))<<8
	p.entity = word >> 3 & lastEntity
	r.write16(word)
	if word&volumeFlag != 0 {
		r.write(r.byte(rowSoundVolume))
	}
	if word&attenuateFlag != 0 {
		r.write(r.byte(rowSoundAttenuation))
	}
	r.write(r.lists.sounds.numbers[r.byte(rowSound)])
	flags := r.byte(rowSoundFlags)
	if flags&placeSame == 0 {
		players := r.current
		if flags&soundBase != 0 {
			players = p.players
		}
		entities, _ := r.entities.of(r.sequence)
		if !r.from(players, entities) && p.entity >= firstEntity && r.isBefore(entities) {
			if b := &r.baselines[p.entity]; b.origin != [3]int16{} {
				p.place = b.origin
			}
		}
	}
	r.addAll(&p.place, uint16(flags), rowPlace)
	r.writeAll(&p.place)
}

// from sets the position to that of the entity, if it is in one of the lists, and reports whether it is.
func (r *Reader) from(players []player, entities []entity) bool {
	p := &r.packet
	switch {
	case p.entity == 0:
	case p.entity < firstEntity:
		if len(p.players) == 0 {
			break
		}
		if at := find(players, uint8(p.entity-1)); at != nil {
			p.place = at.origin
			return true
		}
	default:
		if i, ok := findEntity(entities, p.entity); ok {
			p.place = entities[i].origin
			return true
		}
	}
	return false
}

// isBefore reports whether a list has entities after that of the message.
func (r *Reader) isBefore(list []entity) bool {
	return len(list) > 0 && list[len(list)-1].number > r.packet.entity
}

// readTempEntity reads an effect.
func (r *Reader) readTempEntity() {
	p := &r.packet
	kind := r.byte(rowTempEntity)
	r.write(kind)
	switch kind {
	case tempGunshot, tempBlood:
		r.write(r.byte(rowTempEntityCount))
	case tempLightning1, tempLightning2, tempLightning3:
		flags := r.byte(rowBeamFlags)
		if flags&beamEntity != 0 {
			p.entity ^= uint16(r.byte(rowEntityNumber)) | uint16(r.byte(rowEntityNumber+1))<<8
		}
		r.write16(p.entity)
		if flags&placeSame == 0 {
			r.from(r.current, p.entities)
		}
		r.addAll(&p.place, uint16(flags), rowPlace)
		r.writeAll(&p.place)
	}
	r.addAll(&p.place, allCoordinates, rowTempEntityPlace)
	r.writeAll(&p.place)
}

// allCoordinates announces three numbers for addAll.
const allCoordinates = 1<<6 - 1

// readDamage reads damage to the recorder.
func (r *Reader) readDamage() {
	r.write(r.byte(rowArmor))
	r.write(r.byte(rowBlood))
	var place [3]int16
	if r.byte(rowDamagePlace) != 0 {
		place = r.packet.own
		r.addAll(&place, allCoordinates, rowDamage)
	}
	r.writeAll(&place)
}

// readNails reads nails, each as a change of the previous one.
func (r *Reader) readNails() {
	count := r.byte(rowNails)
	r.write(count)
	x, y, z := uint16(r.packet.own[0]), uint16(r.packet.own[1]), uint16(r.packet.own[2])
	nail := [6]uint8{uint8(x >> 4), uint8(y&0xf0 | x>>12), uint8(y >> 8), uint8(z >> 4), uint8(int8(z>>8) >> 4), 0}
	for range count {
		for i := range nail {
			nail[i] += r.byte(rowNail + uint8(i))
		}
		r.out = append(r.out, nail[:]...)
	}
}
