package dzip

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"demoscope/internal/corpus"
)

// A record has the fields of clientdata or an entity by name.
type record map[string]uint32

// thing is an entity of the reference.
type thing struct {
	now      record
	last     record // as written last, in Dzip 1
	velocity [3]uint32
	force    uint64
	active   bool
}

// reference makes coded demos at random, and what they are by the tables of testdata, a field at a time.
type reference struct {
	random         *rand.Rand
	coded, written [][]string
	fitz           bool // the rules of protocol 666, which only Dzip 3 has
	first          bool // the rules of Dzip 1
	coding, demo   bytes.Buffer
	angles         [3]uint32
	time           uint32
	client         record
	clientForce    uint64
	lastBase       int
	base           map[int]record
	things         map[int]*thing
	listed         []int // ascending
}

func put(b *bytes.Buffer, bits int, v uint32) {
	for range bits / 8 {
		b.WriteByte(byte(v))
		v >>= 8
	}
}

// cell returns the number in a cell, or -1.
func cell(text string) int {
	if n, err := strconv.Atoi(text); err == nil {
		return n
	}
	return -1
}

// any returns a random number of so many bits, often a small one.
func (r *reference) any(bits int) uint32 {
	v := r.random.Uint32()
	if r.random.IntN(3) == 0 {
		v = uint32(int32(r.random.IntN(5) - 2))
	}
	return v & uint32(1<<bits-1)
}

// signed is a number of so many bits with its sign.
func signed(v uint32, bits int) uint32 { return uint32(int32(v<<(32-bits)) >> (32 - bits)) }

// change chooses fields of a kind to change, as many as one in most, and returns the mask and the fields' data. Numbers
// are added to those in from.
func (r *reference) change(kind string, most int, now, from record, old func(field string) (origin, velocity uint32),
	move func(field string, origin uint32)) (mask uint64, data []byte) {
	var b bytes.Buffer
	framed := false
	for _, row := range r.coded {
		bit, wide, field, form := cell(row[1]), cell(row[2]), row[3], row[4]
		if row[0] != kind || row[5] == "666" && !r.fitz || row[5] == "other" && r.fitz || r.random.IntN(most) > 0 {
			continue
		}
		v := now[field]
		if form[0] == '+' || form == "1" {
			v = from[field]
		}
		if field == "frame" {
			if framed || form == "1" && v&0xff == 0xff {
				continue
			}
			framed = true
		}
		mask |= 1 << bit
		value := func(bits int) uint32 {
			n := r.any(bits)
			put(&b, bits, n)
			return n
		}
		switch form {
		case "+8":
			v = (v + value(8)) & 0xff
		case "+8w":
			switch {
			case wide >= 0 && r.fitz && r.random.IntN(2) == 0:
				mask |= 1 << wide
				v = value(16)
			case v < 256:
				v = (v + value(8)) & 0xff
			default:
				v = (v + signed(value(8), 8)) & 0xffff
			}
		case "+8s":
			v += signed(value(8), 8)
		case "+16":
			v = (v + value(16)) & 0xffff
		case "+32":
			v += value(32)
		case "^32":
			v ^= value(32)
		case "!":
			v ^= 1
		case "1":
			v++
		case "=8", "=16", "=32":
			bits := cell(form[1:])
			if v = value(bits); strings.HasPrefix(field, "origin") {
				if v = signed(v, 16); move != nil {
					move(field, v)
				}
			}
		case "low":
			v = v&^0xff | value(8)
		case "high":
			v = v&0xff | value(8)<<8
		case "v":
			origin, velocity := old(field)
			v = origin + velocity + signed(value(8), 8)
			move(field, v)
		}
		now[field] = v
	}
	return mask, b.Bytes()
}

// fields returns the mask and the fields of a message as the demo has it.
func (r *reference) fields(kind string, now, usual record, force uint64) (mask uint32, data []byte) {
	var b bytes.Buffer
	for _, row := range r.written {
		field, part, bit, when := row[1], row[2], cell(row[3]), row[4]
		if row[0] != kind || !r.fitz && slices.Contains([]string{"transparency", "scale", "lerpfinish"}, field) ||
			r.fitz && part == "nehahra" {
			continue
		}
		v, want, bits := now[field], usual[field], 8
		switch part {
		case "low":
			v, want = v&0xff, want&0xff
		case "high":
			v, want = v>>8, want>>8
		case "16", "32":
			bits = cell(part)
		}
		if n := cell(when); n >= 0 {
			want = uint32(n)
		}
		is := v != want
		switch when {
		case "always":
			is = true
		case "never":
			is = v != 0 != (part == "!")
		case "forced":
			is = false
		case "b0":
			is = is && v != 0
		}
		if f := cell(row[5]); f >= 0 && force>>f&1 != 0 {
			is = true
		}
		if !is {
			continue
		}
		if bit >= 0 {
			mask |= 1 << bit
		}
		switch {
		case when == "never":
		case part == "nehahra":
			first := float32(1)
			if v != 0 {
				first = 2
			}
			put(&b, 32, math.Float32bits(first))
			put(&b, 32, now["alpha"])
			if v != 0 {
				put(&b, 32, math.Float32bits(float32(int8(v-1))))
			}
		default:
			put(&b, bits, v)
		}
	}
	return mask, b.Bytes()
}

// clientData adds a clientdata message.
func (r *reference) clientData(demo *bytes.Buffer) {
	before := r.client["alpha"]
	kind, id, force, continues := "client", uint64(0x40), byte(0x50), []int{3, 15, 23, 31}
	if r.first {
		kind, id, force, continues = "client1", 0xf0, 0xe0, []int{0, 8, 16}
	}
	mask, data := r.change(kind, 1+r.random.IntN(8), r.client, r.client, nil, nil)
	for _, more := range slices.Backward(continues) {
		if mask>>(more&^7+8) != 0 {
			mask |= 1 << more
		}
	}
	mask |= id
	r.coding.WriteByte(byte(mask))
	for _, more := range continues {
		if mask>>more&1 != 0 {
			r.coding.WriteByte(byte(mask >> (more&^7 + 8)))
		}
	}
	r.coding.Write(data)
	if r.random.IntN(4) == 0 {
		w := uint64(r.any(16)) & 0xff07
		if w>>8 != 0 {
			w |= 8
		}
		r.coding.WriteByte(force | byte(w))
		if w&8 != 0 {
			r.coding.WriteByte(byte(w >> 8))
		}
		r.clientForce ^= w &^ 8
	}
	bits, fields := r.fields("client", r.client, record{"alpha": before}, r.clientForce)
	if bits>>24 != 0 {
		bits |= 1 << 23
	}
	if bits>>16 != 0 {
		bits |= 1 << 15
	}
	demo.WriteByte(15)
	put(demo, 16, bits)
	if bits>>15&1 != 0 {
		demo.WriteByte(byte(bits >> 16))
	}
	if bits>>23&1 != 0 {
		demo.WriteByte(byte(bits >> 24))
	}
	demo.Write(fields)
}

// edicts returns the numbers of the entities, of which only Dzip 3 has those from 1024 on.
func (r *reference) edicts() []int {
	list := []int{1, 5, 9, 200, 254, 255, 256, 300, 511, 1023, 1024, 2000, 4000}
	if !r.fitz {
		list = list[:10]
	}
	return list
}

func (r *reference) edict() int { list := r.edicts(); return list[r.random.IntN(len(list))] }

func (r *reference) thing(n int) *thing {
	if r.things[n] == nil {
		r.things[n] = &thing{now: record{}, last: record{}}
		maps.Copy(r.things[n].now, r.base[n])
		maps.Copy(r.things[n].last, r.base[n])
	}
	return r.things[n]
}

// group adds a group of entities.
func (r *reference) group(demo *bytes.Buffer) {
	r.coding.WriteByte(0x30)
	b := 0
	for _, n := range r.edicts() {
		if r.random.IntN(4) > 0 {
			continue
		}
		for ; n-b > 254; b += 254 {
			r.coding.WriteByte(0xff)
		}
		r.coding.WriteByte(byte(n - b))
		r.thing(n).active = true
		if !slices.Contains(r.listed, n) {
			r.listed = append(r.listed, n)
			slices.Sort(r.listed)
		}
	}
	r.coding.WriteByte(0)
	for _, n := range slices.Clone(r.listed) {
		e := r.thing(n)
		origins, velocity := [3]uint32{}, e.velocity
		axis := func(field string) int { return int(field[len(field)-1] - '0') }
		for i := range origins {
			field := fmt.Sprint("origin", i)
			origins[i] = e.now[field]
			e.now[field] += velocity[i]
		}
		if !e.active {
			continue
		}
		switch r.random.IntN(12) {
		case 0:
			r.coding.WriteByte(0x80)
			delete(r.things, n)
			r.listed = slices.DeleteFunc(r.listed, func(k int) bool { return k == n })
			continue
		case 1:
			r.coding.WriteByte(0)
			e.active = false
			continue
		}
		mask, data := r.change("entity", 1+r.random.IntN(6), e.now, e.now, func(field string) (uint32, uint32) {
			return origins[axis(field)], velocity[axis(field)]
		}, func(field string, origin uint32) {
			e.velocity[axis(field)] = origin - origins[axis(field)]
		})
		if mask&0x7f == 0 { // the packer's filler: a velocity that does not change, which is replaced by a value
			mask |= 1
			data = append([]byte{0}, data...)
			if mask>>11&1 == 0 {
				e.now["origin2"] = origins[2] + velocity[2]
				e.velocity[2] = velocity[2]
			}
		}
		if mask>>16 != 0 {
			mask |= 1 << 15
		}
		if mask>>8 != 0 {
			mask |= 1 << 7
		}
		r.coding.WriteByte(byte(mask))
		if mask>>7&1 != 0 {
			r.coding.WriteByte(byte(mask >> 8))
			if mask>>15&1 != 0 {
				r.coding.WriteByte(byte(mask >> 16))
			}
		}
		r.coding.Write(data)
	}
	if r.random.IntN(3) == 0 {
		r.coding.WriteByte(0x31)
		r.force(false)
		if r.fitz && r.random.IntN(2) == 0 {
			r.coding.WriteByte(0x32)
			r.force(true)
		}
	}
	r.updates(demo)
}

// force forces fields of some entities to be written: of those from 1024 on, or of the others.
func (r *reference) force(high bool) {
	for _, n := range r.edicts() {
		if r.random.IntN(4) > 0 || n >= 1024 != high {
			continue
		}
		const more1, more2 = 1 << 15, 1 << 23
		w := uint64(r.any(32)) &^ (more1 | more2 | 0x3ff)
		if !r.fitz {
			w &= more2 - 1
			if !r.first {
				w |= uint64(r.random.IntN(2)) << 23 // Nehahra's part
			}
		} else if w>>24 != 0 {
			w |= more2
		}
		if w>>16 != 0 {
			w |= more1
		}
		r.thing(n).force ^= w
		if !high {
			put(&r.coding, 16, uint32(w)|uint32(n))
		} else {
			put(&r.coding, 16, uint32(n))
			r.coding.WriteByte(byte(w >> 8))
		}
		if w&more1 != 0 {
			r.coding.WriteByte(byte(w >> 16))
			if r.fitz && w&more2 != 0 {
				r.coding.WriteByte(byte(w >> 24))
			}
		}
	}
	put(&r.coding, 16, 0)
}

// group1 adds entities as Dzip 1 has them.
func (r *reference) group1(demo *bytes.Buffer) {
	leave := func(n int) { r.listed = slices.DeleteFunc(r.listed, func(k int) bool { return k == n }) }
	for range 1 + r.random.IntN(3) {
		switch r.random.IntN(6) {
		case 0:
			r.coding.WriteByte(0x82)
		case 1:
			r.coding.WriteByte(0x83)
			for _, n := range r.edicts() {
				if r.random.IntN(8) == 0 {
					put(&r.coding, 16, uint32(n))
					last := r.thing(n).last
					delete(r.things, n)
					r.thing(n).last = last
					leave(n)
				}
			}
			put(&r.coding, 16, 0)
		case 2:
			r.coding.WriteByte(0x84)
			r.force(false)
		default:
			id := r.coding.Len()
			r.coding.WriteByte(0x80)
			for _, n := range r.edicts() {
				if r.random.IntN(3) > 0 {
					continue
				}
				e := r.thing(n)
				mask, data := r.change("entity1", 1+r.random.IntN(6), e.now, e.last, nil, nil)
				if !slices.Contains(r.listed, n) {
					r.listed = append(r.listed, n)
					slices.Sort(r.listed)
				}
				mask |= uint64(n&0x1ff | n>>9<<27)
				if mask>>24 != 0 {
					mask |= 1 << 23
				}
				if mask>>16 != 0 {
					mask |= 1 << 15
				}
				if byte(mask) == 1 && r.coding.Len() == id+1 { // it is left out
					r.coding.Bytes()[id] = 0x81
				} else {
					r.coding.WriteByte(byte(mask))
				}
				r.coding.WriteByte(byte(mask >> 8))
				for more := 15; more <= 23 && mask>>more&1 != 0; more += 8 {
					r.coding.WriteByte(byte(mask >> (more + 1)))
				}
				r.coding.Write(data)
			}
			put(&r.coding, 16, 0)
		}
	}
	r.updates(demo)
	for _, e := range r.things {
		e.last = maps.Clone(e.now)
	}
}

// updates writes the listed entities.
func (r *reference) updates(demo *bytes.Buffer) {
	for _, n := range r.listed {
		e, base := r.thing(n), r.base[n]
		force := e.force
		if r.fitz {
			force &^= 1 << 23
		}
		bits, fields := r.fields("entity", e.now, base, force)
		bits |= 0x80
		width := 8
		if n > 255 || force>>22&1 != 0 {
			bits, width = bits|1<<14, 16
		}
		if bits>>16 != 0 {
			bits |= 1 << 15
		}
		if bits>>8 != 0 {
			bits |= 1
		}
		demo.WriteByte(byte(bits))
		if bits&1 != 0 {
			demo.WriteByte(byte(bits >> 8))
		}
		if bits>>16 != 0 {
			demo.WriteByte(byte(bits >> 16))
		}
		put(demo, width, uint32(n))
		demo.Write(fields)
	}
}

// baseline adds a baseline of an entity.
func (r *reference) baseline(demo *bytes.Buffer) {
	n := r.edict()
	k := r.any(8) & 0xfc
	wide := n >= 1024 || r.fitz && r.random.IntN(2) == 0
	ordinary := wide && r.random.IntN(4) == 0 // in the demo
	if wide {
		if k |= r.any(4) << 8 &^ 0x100; ordinary {
			k = k&0xff | 0x100
		}
		if k>>8 != 0 {
			k |= 1
		}
		r.coding.WriteByte(42)
		put(&r.coding, 16, uint32(n))
		r.coding.WriteByte(byte(k))
		if k&1 != 0 {
			r.coding.WriteByte(byte(k >> 8))
		}
	} else {
		r.coding.WriteByte(22)
		put(&r.coding, 16, uint32(n-r.lastBase)&0x3ff|k<<8)
		r.lastBase = n
	}
	now := record{}
	value := func(field string, is bool, bits int) {
		if is {
			now[field] = r.any(bits)
			put(&r.coding, bits, now[field])
		}
	}
	size := func(bit int) int { return 8 << (k >> bit & 1) }
	value("model", true, size(9))
	value("frame", k>>2&1 != 0, size(10))
	value("colormap", k>>3&1 != 0, 8)
	value("skin", k>>4&1 != 0, 8)
	for i := range 3 {
		value(fmt.Sprint("origin", i), k>>5&1 != 0, 16)
		now[fmt.Sprint("origin", i)] = signed(now[fmt.Sprint("origin", i)], 16)
	}
	value("angle1", k>>6&1 != 0, 8)
	value("angle0", k>>7&1 != 0, 8)
	value("angle2", k>>7&1 != 0, 8)
	value("transparency", k>>11&1 != 0, 8)
	r.thing(n) // which has the old one until the end of the packet
	r.base[n] = now
	if wide && !ordinary {
		demo.WriteByte(42)
		put(demo, 16, uint32(n))
		demo.WriteByte(byte(k >> 9 & 7))
	} else {
		demo.WriteByte(22)
		put(demo, 16, uint32(n))
	}
	put(demo, size(9), now["model"])
	put(demo, size(10), now["frame"])
	put(demo, 8, now["colormap"])
	put(demo, 8, now["skin"])
	for i := range 3 {
		put(demo, 16, now[fmt.Sprint("origin", i)])
		put(demo, 8, now[fmt.Sprint("angle", i)])
	}
	if k>>11&1 != 0 {
		put(demo, 8, now["transparency"])
	}
}

// sound adds a sound of an entity, whose place is relative to it.
func (r *reference) sound(demo *bytes.Buffer) {
	flags := r.any(3)
	id, far, large := 0x38|flags, false, false
	if r.fitz && r.random.IntN(2) == 0 {
		far, large = r.random.IntN(2) == 0, r.random.IntN(2) == 0
		id = 0x60 | flags
		if !far {
			id |= 8
		}
		if !large {
			id |= 16
		}
	}
	bit := func(is bool, n int) uint32 {
		if is {
			return 1 << n
		}
		return 0
	}
	demo.WriteByte(6)
	demo.WriteByte(byte(flags | bit(far, 3) | bit(large, 4)))
	r.coding.WriteByte(byte(id))
	both := func(bits int, v uint32) {
		put(demo, bits, v)
		put(&r.coding, bits, v)
	}
	for i := range 2 {
		if flags>>i&1 != 0 {
			both(8, r.any(8))
		}
	}
	n, channel := r.edict(), r.any(3)
	const most = 0x8000 // the entities: a sound of another one has no place
	if far && r.random.IntN(3) == 0 {
		n = most + int(r.any(15))
	}
	if far {
		both(16, uint32(n))
		both(8, channel)
	} else {
		put(&r.coding, 16, uint32(n)<<3|channel)
		put(demo, 16, uint32(n)<<3|(2-channel)&7)
	}
	both(8<<bit(large, 0), r.any(8<<bit(large, 0)))
	if n >= most {
		return
	}
	for i := range 3 {
		v := r.any(16)
		put(&r.coding, 16, v)
		put(demo, 16, v+r.thing(n).now[fmt.Sprint("origin", i)])
	}
}

// packet adds a packet.
func (r *reference) packet() {
	head := r.any(3)
	r.coding.WriteByte(byte(head))
	for i := range r.angles {
		if head>>i&1 != 0 {
			d := r.any(32)
			put(&r.coding, 32, d)
			r.angles[i] += d
		}
	}
	var messages bytes.Buffer
	if d := r.any(32); r.first {
		r.coding.WriteByte([]byte{7, 35}[r.random.IntN(2)])
		put(&r.coding, 32, d)
		r.time += d
	} else if r.random.IntN(4) == 0 {
		r.coding.WriteByte(35)
		put(&r.coding, 32, d)
		r.time += d
	} else {
		r.coding.WriteByte(7)
		put(&r.coding, 16, d)
		r.time += d & 0xffff
	}
	messages.WriteByte(7)
	put(&messages, 32, r.time)
	based := r.random.IntN(20) == 0
	if based {
		for range 1 + r.random.IntN(4) {
			r.baseline(&messages)
		}
	}
	if r.random.IntN(8) > 0 {
		r.clientData(&messages)
	}
	if r.random.IntN(8) > 0 {
		if r.first {
			r.group1(&messages)
		} else {
			r.group(&messages)
		}
	}
	for range r.random.IntN(3) {
		if !r.first {
			r.sound(&messages)
		}
	}
	if based {
		if r.things = map[int]*thing{}; r.first {
			r.listed = nil
		}
	}
	r.coding.WriteByte(0)
	put(&r.demo, 32, uint32(messages.Len()))
	for _, a := range r.angles {
		put(&r.demo, 32, a)
	}
	r.demo.Write(messages.Bytes())
}

// TestReference: random demos are restored as the tables say.
func TestReference(t *testing.T) {
	_, coded := corpus.Table(t, "testdata/coded.csv")
	_, written := corpus.Table(t, "testdata/written.csv")
	for seed := range uint64(80) {
		major := []byte{1, 2, 3, 3}[seed%4]
		fitz := seed%4 == 3
		r := &reference{random: rand.New(rand.NewPCG(seed, 1)), coded: coded, written: written, fitz: fitz,
			first: major == 1, client: record{"viewheight": 22, "items": 0x4001}, base: map[int]record{},
			things: map[int]*thing{}}
		protocol := uint32(15)
		if fitz {
			protocol = 666
		}
		for _, b := range []*bytes.Buffer{&r.coding, &r.demo} {
			b.WriteString("-1\n")
		}
		info := binary.LittleEndian.AppendUint32([]byte{11}, protocol)
		info = append(info, "\x01\x00level\x00m\x00\x00s\x00\x00"...)
		r.coding.WriteByte(0)
		r.coding.Write(info)
		r.coding.WriteByte(0)
		put(&r.demo, 32, uint32(len(info)))
		r.demo.Write(make([]byte, 12))
		r.demo.Write(info)
		for range 60 {
			r.packet()
		}
		got, err := io.ReadAll(newDecoder(bytes.NewReader(r.coding.Bytes()), rules{major, major == 3}))
		if want := r.demo.Bytes(); err != nil || !bytes.Equal(got, want) {
			at := 0
			for at < len(got) && at < len(want) && got[at] == want[at] {
				at++
			}
			t.Fatalf("seed %d, version %d, protocol %d: %v, %d of %d bytes, other from %d on:\n got %x\nwant %x", seed,
				major, protocol, err, len(got), len(want), at, got[max(0, at-20):min(len(got), at+300)],
				want[max(0, at-20):min(len(want), at+300)])
		}
	}
}
