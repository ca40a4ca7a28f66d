package dem

import (
	"encoding/binary"
	"fmt"

	"demoscope/formats/wire"
)

// itemsMasked reports whether the clientdata at d.r has items only if its mask says so. Quake up to 1.06 writes it that
// way, and nothing in the file says so: the first block that can be read in only one way decides.
func (d *Decoder) itemsMasked() bool {
	if d.p.items == itemsUnknown && !d.p.extended() {
		mask := d.r
		if mask.Word()&clientItems == 0 && !mask.Overrun() && d.file.Packet.Missing == 0 {
			d.decideItems()
		}
	}
	return d.p.items == itemsMasked && !d.p.extended()
}

// doubt records an ambiguity about items: the first block that can be read both ways, and the later block that decided,
// -1 if none did. Its zero value means that there is none.
type doubt struct {
	found          bool
	block, decided int
}

// lookAhead is the number of bytes after an ambiguous block to read in search of a decision. More than a few blocks are
// rarely needed.
const lookAhead = 1 << 20

// decideItems tries both ways to read the rest of the block, from the clientdata at d.r on, and if both succeed, the
// following blocks. If nothing decides, it assumes that the items are present, as in later engines.
func (d *Decoder) decideItems() {
	r, p, time := d.r, d.p, d.time
	masked, always := d.readable(r, svcClientData, itemsMasked), d.readable(r, svcClientData, itemsAlways)
	if masked && always && d.ahead {
		d.doubt = doubt{found: true, block: d.file.Packet.Block, decided: -1}
		masked, always = d.decideLater()
	}
	d.r, d.p, d.time = r, p, time
	switch {
	case masked && !always:
		d.p.items = itemsMasked
	case always && !masked:
		d.p.items = itemsAlways
	}
}

// decideLater tries both ways on the following blocks until one of them can be read in only one way.
func (d *Decoder) decideLater() (masked, always bool) {
	p := d.p
	data := d.file.Data[d.file.Pos:]
	data = data[:min(len(data), lookAhead)]
	for block := d.file.Packet.Block + 1; len(data) > headerSize; block++ {
		size := int32(binary.LittleEndian.Uint32(data))
		if checkSize(size) != nil || int(size) > len(data)-headerSize {
			break
		}
		var r wire.Reader
		r.Reset(data[headerSize:][:size])
		data = data[headerSize+int(size):]
		if size == 0 {
			continue
		}
		id := r.Byte()
		d.p = p
		masked, always = d.readable(r, id, itemsMasked), d.readable(r, id, itemsAlways)
		if masked != always {
			d.doubt.decided = block
			return masked, always
		}
		if d.p.extended() {
			break // another engine's recording begins
		}
		p = d.p
	}
	return false, true
}

// readable reports whether all messages of a block can be read in the given way, from the one with that id, which r is
// just after. It updates the protocol.
func (d *Decoder) readable(r wire.Reader, id uint8, way items) bool {
	p := d.p
	d.r, d.p.items = r, way
	for ; ; id = d.r.Byte() {
		if !d.skip(id) {
			d.p = p
			return false
		}
		if d.r.Len() == 0 {
			d.p.items = itemsUnknown
			return true
		}
	}
}

// itemsNote describes the ambiguity, empty if there is none.
func (d *Decoder) itemsNote() string {
	way := "with its items"
	if d.p.items == itemsMasked {
		way = "without"
	}
	switch {
	case !d.doubt.found:
		return ""
	case d.doubt.decided < 0:
		return fmt.Sprintf("clientdata can be read with or without its items from block %d on: read with them",
			d.doubt.block)
	}
	return fmt.Sprintf("clientdata of block %d can be read with or without its items: read %s, because of block %d",
		d.doubt.block, way, d.doubt.decided)
}

// skip reads one message from d.r, which is just after its id, and reports whether that succeeded.
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
