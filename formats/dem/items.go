package dem

// itemsMasked reports whether the clientdata that begins at d.r has items only if
// its mask says so. Quake up to 1.06 writes it that way, and nothing in the file
// says so: the first block that can be read in only one way decides.
func (d *Decoder) itemsMasked() bool {
	if d.p.items == itemsUnknown && !d.p.extended() {
		mask := d.r
		if mask.Word()&clientItems == 0 && !mask.Overrun() && d.file.Packet.Missing == 0 {
			d.decideItems()
		}
	}
	return d.p.items == itemsMasked && !d.p.extended()
}

// decideItems tries both readings on the rest of the block, from the
// clientdata at d.r on.
func (d *Decoder) decideItems() {
	r, p, time := d.r, d.p, d.time
	try := func(choice items) bool {
		d.r, d.p = r, p
		d.p.items = choice
		for id := uint8(svcClientData); ; id = d.r.Byte() {
			if !d.skip(id) {
				return false
			}
			if d.r.Len() == 0 {
				return true
			}
		}
	}
	masked, always := try(itemsMasked), try(itemsAlways)
	d.r, d.p, d.time = r, p, time
	switch {
	case masked && !always:
		d.p.items = itemsMasked
	case always && !masked:
		d.p.items = itemsAlways
	}
}

// skip reads one message from d.r, which stands after its id, and reports whether
// that succeeded.
func (d *Decoder) skip(id uint8) bool {
	if id < svcUpdateEntity {
		_, err := d.read(id)
		return err == nil && !d.r.Overrun()
	}
	rest := d.r.Rest()
	d.window = [window]byte{id}
	copy(d.window[1:], rest)
	d.r.Skip(d.p.readUpdate(&d.window, &d.update.EntityDelta) - 1)
	return !d.r.Overrun()
}
