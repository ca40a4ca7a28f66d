package survey

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/world"
)

// fileMagic is the start of a survey file. Its last byte is the version; other versions are rejected.
const fileMagic = "DemoscopeSurvey\x02"

// maxModelName is the maximum length of a model name in bytes; no game path is longer.
const maxModelName = 256

// MarshalBinary returns the survey in the form for [Read], to build and merge it later. The walked area is left
// out, because it belongs to one demo. Equal surveys have equal bytes.
func (s *Survey) MarshalBinary() ([]byte, error) {
	var b []byte
	b = append(b, byte(s.game))
	b = binary.AppendUvarint(b, uint64(len(s.chunks)))
	for i := range s.chunks {
		b = s.appendChunk(b, &s.chunks[i])
	}
	for _, t := range [...]*table{&s.contacts, &s.impacts, &s.splashed} {
		list := t.sorted()
		b = binary.AppendUvarint(b, uint64(len(list)))
		last := uint64(0)
		for _, c := range list {
			b = binary.AppendUvarint(b, c.key-last)
			b = binary.AppendUvarint(b, uint64(c.n))
			last = c.key
		}
	}
	b = binary.AppendUvarint(b, uint64(len(s.models)))
	for _, name := range s.models {
		b = binary.AppendUvarint(b, uint64(len(name)))
		b = append(b, name...)
	}
	b = binary.AppendUvarint(b, uint64(len(s.items)))
	for i := range s.items {
		o := &s.items[i]
		for _, x := range [...]float32{o.origin[0], o.origin[1], o.origin[2], o.floor} {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
		}
		b = binary.AppendUvarint(b, uint64(o.model))
	}
	var out bytes.Buffer
	out.WriteString(fileMagic)
	z, _ := zlib.NewWriterLevel(&out, zlib.BestSpeed) // the level is valid
	if _, err := z.Write(b); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func (s *Survey) appendChunk(b []byte, c *chunk) []byte {
	for _, at := range c.at {
		b = binary.AppendVarint(b, int64(at))
	}
	for _, layers := range [...]*[chunkCells * chunkCells]uint64{&c.free, &c.flown} {
		for _, bits := range layers {
			b = binary.LittleEndian.AppendUint64(b, bits)
		}
	}
	var list [columnPrints]int32
	for _, head := range c.head {
		n := 0
		for i := head; i != 0 && n < len(list); i = s.prints[i-1].next {
			list[n] = i - 1
			n++
		}
		b = append(b, byte(n))
		for ; n > 0; n-- { // the list starts with the latest; write it in order of addition
			p := &s.prints[list[n-1]]
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(p.z))
			for _, count := range [...]uint16{p.strong, p.weak, p.middle, p.slope} {
				b = binary.AppendUvarint(b, uint64(count))
			}
		}
	}
	return b
}

var errNoRoom = errors.New("too large")

// Read reads a survey written by [Survey.MarshalBinary], within a budget. The bytes are untrusted: Read returns
// an error if they are not a survey, are damaged, or exceed the budget.
func Read(data []byte, b *Budget) (*Survey, error) {
	if !bytes.HasPrefix(data, []byte(fileMagic)) {
		return nil, errors.New("not a survey, or one of another version")
	}
	z, err := zlib.NewReader(bytes.NewReader(data[len(fileMagic):]))
	if err != nil {
		return nil, err
	}
	r := reader{in: bufio.NewReader(z), s: New(world.Quake, b)}
	if r.s == nil {
		return nil, errNoRoom
	}
	r.survey()
	if r.err == nil { // reading to the end checks the checksum
		if _, err := r.in.ReadByte(); err != io.EOF {
			r.fail("more than a survey: %v", err)
		}
	}
	if r.err != nil {
		return nil, r.err
	}
	r.s.Finish()
	return r.s, nil
}

// reader reads a survey, up to the first error.
type reader struct {
	in  *bufio.Reader
	s   *Survey
	err error
}

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
}

// uint reads a number that must not exceed most.
func (r *reader) uint(most uint64) uint64 {
	if r.err != nil {
		return 0
	}
	n, err := binary.ReadUvarint(r.in)
	switch {
	case err != nil:
		r.fail("ends too early: %w", err)
	case n > most:
		r.fail("%d where at most %d is possible", n, most)
	default:
		return n
	}
	return 0
}

// bytes fills b.
func (r *reader) bytes(b []byte) {
	if r.err != nil {
		return
	}
	if _, err := io.ReadFull(r.in, b); err != nil {
		r.fail("ends too early: %w", err)
	}
}

// float reads a coordinate.
func (r *reader) float() float32 {
	var b [4]byte
	r.bytes(b[:])
	x := math.Float32frombits(binary.LittleEndian.Uint32(b[:]))
	if !(x > -reachable && x < reachable) {
		r.fail("a coordinate of %v", x)
		return 0
	}
	return x
}

func (r *reader) survey() {
	s := r.s
	s.game = world.Game(r.uint(uint64(world.Quake3)))
	for n := r.uint(maxChunks); n > 0 && r.err == nil; n-- {
		r.chunk()
	}
	r.table(&s.contacts, maxContacts)
	r.table(&s.impacts, maxImpacts)
	r.table(&s.splashed, maxSplashes)
	for n := r.uint(maxKinds); n > 0 && r.err == nil; n-- {
		name := make([]byte, r.uint(maxModelName))
		r.bytes(name)
		s.models = append(s.models, string(name))
	}
	for n := r.uint(maxItems); n > 0 && r.err == nil; n-- {
		o := restingItem{origin: mgl32.Vec3{r.float(), r.float(), r.float()}, floor: r.float()}
		if o.model = int32(r.uint(maxKinds)); int(o.model) >= len(s.models) {
			r.fail("model %d of %d", o.model, len(s.models))
		}
		if !room(&s.items, s.budget, restingItemBytes) {
			r.fail("%w", errNoRoom)
		}
		s.items = append(s.items, o)
	}
}

func (r *reader) chunk() {
	s := r.s
	var at [3]int32
	for k := range at {
		x, err := binary.ReadVarint(r.in)
		if err != nil {
			r.fail("ends too early: %w", err)
		}
		if x < -reachable/chunkWidth || x > reachable/chunkWidth {
			r.fail("a chunk at %d", x)
			return
		}
		at[k] = int32(x)
	}
	known := len(s.chunks)
	n := s.chunkAt(at[0], at[1], at[2])
	if n < 0 || len(s.chunks) == known {
		r.fail("duplicate or too large chunk %v", at)
		return
	}
	var word [8]byte
	for _, layers := range [...]*[chunkCells * chunkCells]uint64{&s.chunks[n].free, &s.chunks[n].flown} {
		for k := range layers {
			r.bytes(word[:])
			layers[k] = binary.LittleEndian.Uint64(word[:])
		}
	}
	for k := range s.chunks[n].head {
		for count := r.uint(columnPrints); count > 0 && r.err == nil; count-- {
			p := footprint{z: r.float(), next: s.chunks[n].head[k]}
			for _, to := range [...]*uint16{&p.strong, &p.weak, &p.middle, &p.slope} {
				*to = uint16(r.uint(math.MaxUint16))
			}
			if len(s.prints) >= maxPrints || !room(&s.prints, s.budget, printBytes) {
				r.fail("%w", errNoRoom)
				return
			}
			s.prints = append(s.prints, p)
			s.chunks[n].head[k] = int32(len(s.prints))
		}
	}
}

// table reads a table with at most most keys.
func (r *reader) table(t *table, most uint64) {
	last := uint64(0)
	for n, first := r.uint(most), true; n > 0 && r.err == nil; n-- {
		step := r.uint(math.MaxUint64)
		count := uint32(r.uint(math.MaxUint32))
		key := last + step
		p := pieceOf(key)
		switch {
		case r.err != nil:
			return
		case key < last || step == 0 && !first || p.key() != key || count == 0:
			r.fail("keys that do not rise, or a count of none")
			return
		case !reachableCell(p.along) || !reachableCell(p.low):
			r.fail("a piece at %d, %d", p.along, p.low)
			return
		}
		known := t.n
		if t.add(key, count, int(most), r.s.budget); t.n == known {
			r.fail("%w", errNoRoom)
			return
		}
		last, first = key, false
	}
}

func reachableCell(c int32) bool { return c > -reachable/cell && c < reachable/cell }
