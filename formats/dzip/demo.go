package dzip

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math/bits"
	"sync"
)

const (
	// maxPacket is the maximum size in bytes of a packet, packed or unpacked; Dzip 3 does not pack larger ones.
	maxPacket = 65536
	// maxEntities is the number of entities that Dzip supports.
	maxEntities = 32768
	// margin is the number of zero bytes after the window of a decoder. It exceeds the size of any fixed-size message,
	// so that one check after the message is enough.
	margin = 64
	// window is the size in bytes of a decoder's window on the intermediate form, and served how many bytes of the demo
	// it makes at a time.
	window = 2 * maxPacket
	served = 32 << 10
	// slack exceeds the number of bytes written between two checks of a packet's length.
	slack = 4 << 10
)

// Reasons why a demo ends within a packet.
const (
	shortPacket = "a packet is incomplete"
	shortString = "a string is incomplete"
)

// DamageError is the reason why the rest of a demo can't be restored.
type DamageError struct{ Reason string }

// Error returns the reason.
func (e *DamageError) Error() string { return "the packed demo is damaged: " + e.Reason }

// rules are the variant of the demo's coding.
type rules struct {
	major byte
	fitz  bool // protocol 666 has its own coded messages
}

// decoder restores a demo from its intermediate form.
type decoder struct {
	rules
	r io.Reader
	// detectRules returns the rules. It is called when a level of protocol 666 begins, and nil if they are known.
	detectRules func() rules

	// The window: in[at:end] is not decoded yet; margin zero bytes follow end.
	in      *[window + margin]byte
	at, end int
	taken   int64 // bytes of r before in[0]
	ended   error // why r has no more bytes
	raw     int64 // remaining bytes of a raw block
	parts   int   // number of decoded parts: the line with the CD track, packets, pieces of raw blocks
	levels  int   // number of levels that began

	out     *[served + 2*(maxPacket+slack)]byte // out[sent:n] is decoded but not read yet
	sent, n int
	err     error
	why     string // error of the packet
	// The packet begins at in[start], and must end before out[limit].
	start, limit int

	angles [3]uint32
	time   uint32
	wide   bool // the level has protocol 666, and rules.fitz is set
	client client
	// The last client data message is out[clientStart:][:clientSize], unless clientSize is 0.
	clientStart, clientSize int

	entities
}

// maxKept is the maximum number of entities of a decoder that is kept for reuse.
const maxKept = 2048

// decoders are unused decoders. Their memory costs as much as a small demo.
var decoders sync.Pool

// newDecoder returns a decoder for the intermediate form r.
func newDecoder(r io.Reader, rules rules) *decoder {
	d, _ := decoders.Get().(*decoder)
	if d == nil {
		d = new(decoder)
		d.in, d.out = new([window + margin]byte), new([served + 2*(maxPacket+slack)]byte)
	}
	if d.rules, d.r = rules, r; rules.major == 1 { // it has another list of entities
		d.entities = entities{}
	}
	d.client.viewheight, d.client.items = defaultViewheight, 0x4001
	return d
}

// release keeps the memory of the decoder for reuse. The decoder must not be used any more.
func (d *decoder) release() {
	clear(d.ent)
	clear(d.base)
	clear(d.sizes)
	kept := entities{ent: d.ent, base: d.base, sizes: d.sizes, touched: d.touched[:0]}
	if d.major == 1 || len(d.ent) > maxKept {
		kept = entities{}
	}
	*d = decoder{in: d.in, out: d.out, entities: kept}
	decoders.Put(d)
}

// Read returns decoded bytes: the whole packets before the first damage, then the error.
func (d *decoder) Read(p []byte) (int, error) {
	for d.sent == d.n {
		if d.err != nil {
			return 0, d.err
		}
		d.empty()
		for d.err == nil && d.n-d.sent < served {
			d.err = d.block()
		}
	}
	n := copy(p, d.out[d.sent:d.n])
	d.sent += n
	return n, nil
}

// empty makes room in the output. It keeps the last group and the last client data message, which the next packets
// copy if nothing changes.
func (d *decoder) empty() {
	var message [maxClient]byte
	copy(message[:], d.out[d.clientStart:d.clientStart+d.clientSize])
	d.clientStart = copy(d.out[:], d.out[d.groupStart:d.groupEnd])
	d.groupStart, d.groupEnd = 0, d.clientStart
	d.n = d.clientStart + copy(d.out[d.clientStart:], message[:d.clientSize])
	d.sent = d.n
}

// fill reads until the window is full or the input ends.
func (d *decoder) fill() {
	d.taken += int64(d.at)
	d.end = copy(d.in[:], d.in[d.at:d.end])
	d.at = 0
	for d.ended == nil && d.end < len(d.in)-margin {
		var got int
		got, d.ended = d.r.Read(d.in[d.end : len(d.in)-margin])
		d.end += got
	}
	clear(d.in[d.end : d.end+margin])
}

// block decodes the next block. The error is io.EOF at the regular end.
func (d *decoder) block() error {
	if d.end-d.at < maxPacket && d.ended == nil {
		d.fill()
	}
	rest := d.in[d.at:d.end]
	switch {
	case d.parts == 0:
		line := bytes.IndexByte(rest[:min(len(rest), 12)], '\n')
		if line < 0 {
			return d.damage("no CD track")
		}
		d.parts++
		d.n += copy(d.out[d.n:], rest[:line+1])
		d.at += line + 1
	case d.raw > 0 && len(rest) > 0:
		n := min(int(min(d.raw, served)), len(rest))
		d.n += copy(d.out[d.n:], rest[:n])
		d.at += n
		d.raw -= int64(n)
		d.parts++
	case d.raw > 0:
		return d.damage("a raw block is incomplete")
	case len(rest) == 0:
		return d.ended
	case rest[0] == 0xff:
		if len(rest) < 5 {
			return d.damage("a raw block is incomplete")
		}
		d.raw = int64(binary.LittleEndian.Uint32(rest[1:]))
		d.at += 5
	default:
		length := d.n
		if d.start, d.limit = d.at, length+maxPacket; !d.packet() {
			d.n, d.at = length, d.start
			return d.damage(d.why)
		}
		d.parts++
	}
	return nil
}

// damage returns the error that ends decoding: a read error, or the reason.
func (d *decoder) damage(reason string) error {
	if d.ended != nil && d.ended != io.EOF {
		return d.ended
	}
	return &DamageError{reason}
}

// offset returns the number of bytes of the intermediate form that are decoded.
func (d *decoder) offset() int64 { return d.taken + int64(d.at) }

func (d *decoder) u8() byte {
	b := d.in[d.at]
	d.at++
	return b
}

func (d *decoder) u16() uint16 {
	v := binary.LittleEndian.Uint16(d.in[d.at:])
	d.at += 2
	return v
}

func (d *decoder) u32() uint32 {
	v := binary.LittleEndian.Uint32(d.in[d.at:])
	d.at += 4
	return v
}

func (d *decoder) put(b byte) {
	d.out[d.n] = b
	d.n++
}

func (d *decoder) put16(v uint16) {
	binary.LittleEndian.PutUint16(d.out[d.n:], v)
	d.n += 2
}

// fail records the reason for the packet's and the demo's end and returns false.
func (d *decoder) fail(reason string) bool {
	if d.why == "" {
		d.why = reason
	}
	return false
}

// whole reports whether the decoded part of the packet is complete and not too long.
func (d *decoder) whole() bool {
	switch {
	case d.at > d.end:
		return d.fail(shortPacket)
	case d.at-d.start > maxPacket || d.n > d.limit:
		return d.fail("a packet is too long")
	}
	return true
}

// packet decodes a packet and reports whether it is intact.
func (d *decoder) packet() bool {
	mask := d.u8()
	if mask > 7 {
		return d.fail(fmt.Sprintf("unknown block %#02x", mask))
	}
	in, at := (*[margin]byte)(d.in[d.at:]), 0
	header := (*[16]byte)(d.out[d.n:])
	for i := range d.angles {
		changed := int(mask >> i & 1)
		d.angles[i] += binary.LittleEndian.Uint32(in[at&(margin/2-1):]) & -uint32(changed)
		at += 4 * changed
		binary.LittleEndian.PutUint32(header[4+4*i:], d.angles[i])
	}
	d.at += at
	d.n += len(header)
	first := d.n
	whole := false
	if d.major == 1 {
		whole = d.messages1()
	} else {
		whole = d.messages()
	}
	if !whole {
		return false
	}
	binary.LittleEndian.PutUint32(header[:], uint32(d.n-first))
	if d.renewed {
		d.renew()
	}
	return true
}

// Sizes in bytes, including the id, of messages that are copied; 0 for others.
var lengths = [...]byte{1: 1, 2: 1, 3: 6, 4: 5, 5: 3, 10: 4, 14: 4, 16: 3, 17: 3, 18: 12, 19: 9, 20: 14, 21: 1, 24: 2,
	25: 2, 27: 1, 28: 1, 29: 10, 30: 1, 32: 3, 33: 1, 41: 6, 44: 11}

// Sizes in bytes, including the id, of temporary entities; that of kind 17 also has a string.
var temporary = [...]byte{8, 8, 8, 8, 8, 16, 16, 8, 8, 16, 8, 8, 10, 16, 8, 8, 14, 17}

// Message ids of the demo.
const (
	msgSound        = 6
	msgTime         = 7
	msgClientData   = 15
	msgBaseline     = 22
	msgShowPicture  = 35
	msgBaselineWide = 42
)

// messages decodes the messages of a packet up to its end, and reports whether they are intact.
func (d *decoder) messages() bool {
	for {
		more := true
		switch id := d.in[d.at]; {
		case id >= 0x80:
			d.update()
		case id == 0:
			d.at++
			return d.whole()
		case id == msgTime:
			d.at++
			d.setTime(uint32(d.u16()))
		case id&0xf0 == 0x40:
			d.at++
			d.clientData(uint64(id))
		case id&0xf8 == 0x30:
			d.at++
			more = d.group()
		case id >= 0x60 && d.major >= 3, id&0xf8 == 0x38, id == msgSound:
			d.sound(id)
		default:
			more = d.plain(id)
		}
		if !more || !d.whole() {
			return false
		}
	}
}

// plain decodes a message that all versions code alike.
func (d *decoder) plain(id byte) bool {
	if id >= 39 && d.major < 3 {
		return d.unknown(id)
	}
	if int(id) < len(lengths) && lengths[id] > 0 {
		d.copyShort(int(lengths[id]))
		return true
	}
	switch id {
	case 35:
		d.at++
		d.setTime(d.u32())
	case 8, 9, 26, 31, 34, 36, 37:
		return d.copyStrings(1, 1, 0)
	case 12, 13:
		return d.copyStrings(2, 1, 0)
	case 38:
		at := d.n
		if !d.copyStrings(1, 2, 2) {
			return false
		}
		d.out[at] = msgShowPicture
	case 11:
		return d.serverInfo()
	case msgBaseline, msgBaselineWide:
		return d.spawnBaseline(id)
	case 23:
		kind := int(d.in[d.at+1])
		switch {
		case kind >= len(temporary):
			return d.fail(fmt.Sprintf("unknown temporary entity %d", kind))
		case kind == 17:
			n := bytes.IndexByte(d.in[min(d.at+2, d.end):d.end], 0)
			if n < 0 {
				return d.fail(shortString)
			}
			return d.copy(17 + n)
		}
		d.copyShort(int(temporary[kind]))
	case 43:
		d.copyShort(15 + bits.OnesCount8(d.in[d.at+1]&7))
	default:
		return d.unknown(id)
	}
	return true
}

func (d *decoder) unknown(id byte) bool { return d.fail(fmt.Sprintf("unknown message %#02x", id)) }

// copy copies n bytes.
func (d *decoder) copy(n int) bool {
	switch {
	case d.end-d.at < n:
		return d.fail(shortPacket)
	case d.limit-d.n < n:
		return d.fail("a packet is too long")
	}
	d.n += copy(d.out[d.n:], d.in[d.at:d.at+n])
	d.at += n
	return true
}

// copyShort copies n bytes, at most 24. The margin and the slack have room for them and more.
func (d *decoder) copyShort(n int) {
	in, out := (*[24]byte)(d.in[d.at:]), (*[24]byte)(d.out[d.n:])
	binary.LittleEndian.PutUint64(out[:], binary.LittleEndian.Uint64(in[:]))
	binary.LittleEndian.PutUint64(out[8:], binary.LittleEndian.Uint64(in[8:]))
	binary.LittleEndian.PutUint64(out[16:], binary.LittleEndian.Uint64(in[16:]))
	d.n += n
	d.at += n
}

// copyStrings copies before bytes, n strings, and after bytes.
func (d *decoder) copyStrings(before, n, after int) bool {
	length := before
	for range n {
		s := bytes.IndexByte(d.in[min(d.at+length, d.end):d.end], 0)
		if s < 0 {
			return d.fail(shortString)
		}
		length += s + 1
	}
	return d.copy(length + after)
}

func (d *decoder) setTime(difference uint32) {
	d.time += difference
	out := (*[5]byte)(d.out[d.n:])
	out[0] = msgTime
	binary.LittleEndian.PutUint32(out[1:], d.time)
	d.n += len(out)
}

// serverInfo copies the message that begins a level.
func (d *decoder) serverInfo() bool {
	const protocol666 = 666
	protocol := binary.LittleEndian.Uint32(d.in[d.at+1:])
	if !d.copyStrings(7, 1, 0) {
		return false
	}
	for range 2 { // models, sounds
		for more := true; more; {
			at := d.at
			if !d.copyStrings(0, 1, 0) {
				return false
			}
			more = d.at-at > 1
		}
	}
	if protocol == protocol666 && d.detectRules != nil {
		d.rules = d.detectRules()
		d.detectRules = nil
	}
	if wide := d.fitz && protocol == protocol666; wide != d.wide {
		d.wide = wide
		for _, n := range d.touched {
			d.stale.add(n)
		}
	}
	d.baseline = 0
	d.levels++
	return true
}

// sound decodes a sound. Its origin is stored relative to its entity.
func (d *decoder) sound(id byte) {
	const volume, attenuation, largeEntity, largeSound = 1, 2, 8, 16
	d.at++
	flags := id & 7
	switch {
	case id == msgSound:
		flags = d.u8()
	default:
		flags |= ^id & (largeEntity | largeSound)
	}
	d.put(msgSound)
	d.put(flags)
	if flags&volume != 0 {
		d.put(d.u8())
	}
	if flags&attenuation != 0 {
		d.put(d.u8())
	}
	entity := 0
	if flags&largeEntity != 0 {
		n := d.u16()
		entity = int(n)
		d.put16(n)
		d.put(d.u8())
	} else {
		c := d.u16()
		entity = int(c >> 3)
		d.put16(c&^7 | (2-c)&7)
	}
	d.put(d.u8())
	if flags&largeSound != 0 {
		d.put(d.u8())
	}
	if entity >= maxEntities { // Dzip uses this range for other messages
		return
	}
	var origin [3]int32
	if entity < len(d.ent) {
		origin = d.ent[entity].origin
	}
	for _, v := range origin {
		d.put16(d.u16() + uint16(v))
	}
}
