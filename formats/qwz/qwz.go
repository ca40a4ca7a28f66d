// Package qwz unpacks .qwz, the QuakeWorld demos packed by the proxy Qizmo: each file is a single range coder stream,
// and unpacks to a .qwd that plays like the original.
//
// The frequencies of symbols are in a table that Qizmo has in a file, compress.dat. Without it, unpacking is
// impossible: see [Table].
//
// No input makes the package panic, read past the file, or allocate by an unchecked number. A packet has at most 8 KiB.
// A file has no checksum, so the data after damage may be nonsense until an impossible symbol ends the demo with a
// [message.Damage].
package qwz

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"

	"demoscope/formats/message"
)

// Name is the format's name.
const Name = "qwz"

const (
	// maxPacket is the maximum size in bytes of a packet's messages, as in the engines.
	maxPacket = 8 << 10
	// maxDropped is the maximum number of packets in a row that refer to missing packets. No intact file has one.
	maxDropped = 32
	// prefixSize is the number of bytes before a record: its time and its type.
	prefixSize = 5
	// headerSize is the number of bytes before the messages of a server packet.
	headerSize = prefixSize + 4
	setSize    = 8
	nowhere    = 1<<32 - 1 // the number of a packet outside the connection
	numberBits = 1<<31 - 1 // of a packet number, without the reliable flag
)

// Errors of a demo. All are in a [message.Damage].
var (
	errMessage = errors.New("unknown message")
	errWord    = errors.New("unknown word")
	errEntity  = errors.New("number of an entity out of range")
	errPlayers = errors.New("more than 32 players")
	errPacket  = errors.New("packet too large")
	errAlone   = errors.New("a packet after a gap with nothing in it")
	errDropped = errors.New("many packets refer to packets that are not there")
)

// Reader unpacks a demo record by record. It is also an [io.Reader].
type Reader struct {
	coder
	output
	table *Table
	words *words
	place place
	err   error  // result of all further calls of Next
	left  []byte // of the record, for Read

	now, step uint32 // milliseconds
	move      move
	sequence  uint32 // number of the last packet
	outgoing  uint32 // number of the last move
	sent      [64]sentMove
	dropped   int // number in a row

	own         uint8 // slot of the recorder
	playerModel uint8
	lists       lists
	names       [lastPlayer + 1][]byte
	baselines   [lastEntity + 1]entity
	players     history[player]
	entities    history[entity]
	plain       plain

	packet  packet
	current []player // of the packet
	spare   []entity // for the next list
}

// place is the position of the reader, for damage.
type place struct {
	block   int    // number of the record
	begin   int64  // offset in the file
	part    string // of the demo
	message uint8  // of the packet
}

// name returns the name of the current part.
func (p *place) name() string {
	if name, ok := messageNames[p.message]; ok {
		return name
	}
	return p.part
}

// output is the record being written.
type output struct{ out []byte }

func (o *output) write(b uint8) { o.out = append(o.out, b) }

func (o *output) write16(v uint16) { o.out = append(o.out, byte(v), byte(v>>8)) }

func (o *output) write32(v uint32) { o.out = binary.LittleEndian.AppendUint32(o.out, v) }

func (o *output) writeFloat(v float32) { o.write32(math.Float32bits(v)) }

func (o *output) writeText(s string) { o.out = append(o.out, s...) }

func (o *output) writeAll(v *[3]int16) {
	o.write16(uint16(v[0]))
	o.write16(uint16(v[1]))
	o.write16(uint16(v[2]))
}

// writeIf writes a byte if its flag is set.
func (o *output) writeIf(flag uint16, b uint8) {
	if flag != 0 {
		o.write(b)
	}
}

// sentMove is a move of the client.
type sentMove struct {
	number uint32
	msec   uint8
}

// move is a move of the client; the next one is a change of it.
type move struct {
	mask                   uint16
	angles, steps          [3]int16
	moves                  [3]int16
	buttons, msec, impulse uint8
}

// NewReader returns a reader of a whole file, which must not change.
func NewReader(data []byte, t *Table) *Reader {
	r := &Reader{table: t, words: theWords()}
	r.coder.reset(data)
	r.move.impulse = 8
	for i := range r.sent {
		r.sent[i].msec = 1
	}
	r.lists.models.reset()
	r.lists.sounds.reset()
	r.plain.init()
	return r
}

// Offset returns the approximate number of bytes read from the file.
func (r *Reader) Offset() int64 { return r.coder.at() }

// Read returns the demo's next bytes.
func (r *Reader) Read(p []byte) (int, error) {
	for len(r.left) == 0 {
		var err error
		if r.left, err = r.Next(); err != nil && len(r.left) == 0 {
			return 0, err
		}
	}
	n := copy(p, r.left)
	r.left = r.left[n:]
	return n, nil
}

// Next returns the next record in the form of a .qwd, or the last records together. It is valid until the next call.
// The error is [io.EOF] at the end of the demo, or a [*message.Damage] with an offset in the packed file. A last record
// may come with it.
func (r *Reader) Next() ([]byte, error) {
	record, err := r.next()
	if err != nil || r.pos <= len(r.data) {
		return record, err
	}
	// The file has no more bytes. If it is complete, the demo ends soon. Otherwise these records are made up.
	damage := r.damage(errEnd)
	var last []byte
	for err == nil && len(last) <= maxPacket {
		last = append(last, record...)
		record, err = r.next()
	}
	if err != io.EOF {
		r.err = damage
		return nil, damage
	}
	return last, nil
}

// next returns the next record.
func (r *Reader) next() ([]byte, error) {
	if r.err != nil {
		return nil, r.err
	}
	p := &r.place
	p.begin, p.part, p.message = r.coder.at(), "container", svcBad
	r.out = r.out[:0]
	switch kind := r.symbol(&recordRow); {
	case r.coder.err != nil:
	case kind == recordEnd:
		r.err = io.EOF
		if stray := r.data[min(r.pos, len(r.data)):]; len(bytes.Trim(stray, padding)) > 0 {
			p.begin = int64(r.pos)
			r.err = r.damage(errStray)
		}
		return nil, r.err
	case kind == recordMove:
		r.record(kind)
		r.readMove()
	case kind == recordSet:
		r.record(kind)
		r.readSet()
	default:
		r.record(kind)
		if mode := r.byte(rowMode); mode == 0 {
			r.readPlain()
		} else {
			r.readPacket(mode)
		}
	}
	if err := r.coder.err; err != nil {
		r.err = r.damage(err)
		if err != errAlone {
			return nil, r.err
		}
		return r.out, r.err
	}
	p.block++
	return r.out, nil
}

// padding are the bytes that file transfers, tapes and text editors add at the end of a file.
const padding = "\x00\r\n\x1a"

// damage returns the damage of the current record.
func (r *Reader) damage(err error) *message.Damage {
	p := &r.place
	return &message.Damage{Format: Name, Message: p.name(), Offset: p.begin, Block: p.block,
		Time: float64(r.now) / 1000, Skipped: int64(len(r.data)) - p.begin, Err: err}
}

// byte reads a symbol of a row.
func (r *Reader) byte(n uint8) uint8 { return r.symbol(&r.table.rows[n]) }

// add adds the bytes announced by bits 0 and 1 of a mask to a number: a signed low byte, of row n, and a high byte of
// the next row.
func (r *Reader) add(v *int16, mask uint16, n uint8) {
	if mask&1 != 0 {
		*v += int16(int8(r.byte(n)))
	}
	if mask&2 != 0 {
		*v += int16(uint16(r.byte(n+1)) << 8)
	}
}

// addAll is add for three numbers.
func (r *Reader) addAll(v *[3]int16, mask uint16, n uint8) {
	r.add(&v[0], mask, n)
	r.add(&v[1], mask>>2, n+2)
	r.add(&v[2], mask>>4, n+4)
}

// pass copies symbols of a row to the output.
func (r *Reader) pass(n uint8, count int) {
	for range count {
		r.write(r.byte(n))
	}
}

// record begins a record.
func (r *Reader) record(kind uint8) {
	r.writeFloat(float32(0.001 * float64(r.now)))
	r.write(kind)
}

// readMove reads a move of the client, and its duration.
func (r *Reader) readMove() {
	m := &r.move
	low := uint16(r.byte(rowMoveMask))
	high := uint16(r.byte(rowMoveMask + 1))
	m.mask = m.mask&0x203f ^ low ^ high<<8
	for i := range m.angles {
		r.add(&m.steps[i], m.mask>>(2*i), rowMoveAngle+2*uint8(i))
		m.angles[i] += m.steps[i]
	}
	r.addAll(&m.moves, m.mask>>6, rowMove)
	if m.mask&(1<<12) != 0 {
		m.buttons ^= r.byte(rowMoveButtons)
	}
	if m.mask&(1<<13) != 0 {
		m.msec += r.byte(rowMoveMsec)
	}
	if m.mask&(1<<14) != 0 {
		m.impulse = r.byte(rowMoveImpulse)
	}
	r.write32(uint32(m.msec))
	r.writeAngles()
	r.writeAll(&m.moves)
	r.write(m.buttons)
	r.write(m.impulse)
	r.writeAngles()
	r.outgoing++
	r.sent[r.outgoing%uint32(len(r.sent))] = sentMove{r.outgoing, m.msec}
	r.step = uint32(uint8(r.step) + r.byte(rowClock))
	r.now += r.step
}

func (r *Reader) writeAngles() {
	for _, a := range r.move.angles {
		r.writeFloat(float32(float64(a) * 360 / 65536))
	}
}

// readSet reads the numbers of the next packets.
func (r *Reader) readSet() {
	r.pass(rowByte, setSize)
	r.outgoing = binary.LittleEndian.Uint32(r.out[prefixSize:])
	r.lists.build(r.words)
}
