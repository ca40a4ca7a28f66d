package dem

// itemsMasked tells whether the clientdata that begins at d.r leaves out its
// items where the mask has no bit for them. Quake up to 1.06 does, and nothing
// in the file says so: it shows in the first block that can be read only one
// way.
func (d *Decoder) itemsMasked() bool {
	if d.items == itemsUnknown && !d.extended() {
		mask := d.r
		if mask.Word()&clientItems == 0 && !mask.Overrun() && d.file.Packet.Missing == 0 {
			d.decideItems()
		}
	}
	return d.items == itemsMasked && !d.extended()
}

// decideItems tries both readings on the rest of the block, from the
// clientdata at d.r on.
func (d *Decoder) decideItems() {
	r, p, time, seen := d.r, d.protocol, d.time, d.seen
	try := func(choice items) bool {
		d.r, d.protocol = r, p
		d.items = choice
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
	d.r, d.protocol, d.time, d.seen = r, p, time, seen
	switch {
	case masked && !always:
		d.items = itemsMasked
	case always && !masked:
		d.items = itemsAlways
	}
}

// skip reads one message from d.r, behind its id, and reports whether it
// could.
func (d *Decoder) skip(id uint8) bool {
	if id < svcUpdateEntity {
		_, err := d.read(id)
		return err == nil && !d.r.Overrun()
	}
	rest := d.r.Rest()
	d.window = [window]byte{id}
	copy(d.window[1:], rest)
	d.r.Skip(d.readUpdate(&d.window, &d.m.update.EntityDelta) - 1)
	return !d.r.Overrun()
}
