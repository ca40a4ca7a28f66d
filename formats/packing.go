package formats

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"sync"

	"demoscope/formats/message"
	"demoscope/formats/qwd"
	"demoscope/formats/qwz"
)

// packedNames are the extensions of files with one packed demo, each with the extension that the demo gets if the rest
// of the name has none.
var packedNames = [...]struct{ packed, demo string }{{".gz", ""}, {".qwz", ".qwd"}}

// UnpackedName returns the name of a demo without the extensions of its packing.
func UnpackedName(name string) string {
	name = strings.TrimRight(name, " ")
	ext := path.Ext(name)
	for _, n := range packedNames {
		if strings.EqualFold(ext, n.packed) && len(ext) < len(name) {
			return UnpackedName(name[:len(name)-len(ext)] + n.demo)
		}
	}
	return name
}

// UsualSize estimates the memory in bytes that a demo takes, from the name and size of its file.
func UsualSize(name string, size int64) int64 {
	for _, n := range packedNames {
		if strings.EqualFold(path.Ext(name), n.packed) {
			return size * usualRatio
		}
	}
	return size
}

// QizmoTable is Qizmo's decompression table, read from QizmoTableName below a folder with games.
type QizmoTable = qwz.Table

// QizmoTableName is the path of the table.
const QizmoTableName = qwz.TableName

// NewQizmoTable is [qwz.NewTable].
func NewQizmoTable(data []byte) (*QizmoTable, error) { return qwz.NewTable(data) }

// Opener opens demos. The zero value opens all but Qizmo's packed demos.
type Opener struct {
	// Table returns Qizmo's table for unpacking the demo in file. Its error says where it searched.
	Table func(file string) (*qwz.Table, error)
	// Texts maps the text keys of the demo's game to texts, nil if not found. It is called for demos that may contain
	// keys.
	Texts func(*Demo) map[string]string
}

// TableError says that a demo can't be unpacked because Qizmo's table is missing.
type TableError struct {
	File string
	Err  error // says where the table was searched
}

// Error says which demo can't be unpacked, and why.
func (e *TableError) Error() string { return fmt.Sprintf("%s: packed with Qizmo: %v", e.File, e.Err) }

// Unwrap returns the reason.
func (e *TableError) Unwrap() error { return e.Err }

// errNoTable is the error of an [Opener] without Table.
var errNoTable = errors.New(qwz.TableName + " is needed to unpack it")

// qizmoTable returns Qizmo's table for a demo.
func (o *Opener) qizmoTable(d *Demo) (*qwz.Table, error) {
	if o == nil || o.Table == nil {
		return nil, errNoTable
	}
	return o.Table(d.File)
}

const (
	// windowSize is the minimum number of bytes to unpack at a time, a few milliseconds' work.
	windowSize = 256 << 10
	// usualRatio is the compression ratio that few packed demos exceed.
	usualRatio = 16
	// mostReserved is the maximum number of bytes allocated in advance for a packed demo.
	mostReserved = 32 << 20
)

// unpacking is a packed demo that is unpacked on demand, so that it can be played at once.
type unpacking struct {
	size  int64 // of the packed file, in bytes
	limit int64 // maximum size of the demo in bytes

	mu     sync.Mutex
	r      *qwz.Reader // nil once all is unpacked
	data   []byte      // whole records
	places []place     // of records, in order
	err    error       // why there are no more records, nil at the end of the demo
}

// place holds the offsets of a record in the demo and in the packed file, in bytes.
type place struct{ demo, packed int64 }

// placeStep is the minimum distance in bytes between two places in the demo.
const placeStep = 1 << 10

func newUnpacking(data []byte, t *qwz.Table) *unpacking {
	size := int64(len(data))
	return &unpacking{size: size, limit: unpackLimit(size), r: qwz.NewReader(data, t),
		data: make([]byte, 0, min(size*usualRatio, mostReserved)+windowSize)}
}

// unpackPast returns all bytes unpacked so far, more than n if the demo has them, and the damage that ends the demo, if
// any.
func (u *unpacking) unpackPast(n int) ([]byte, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if n < len(u.data) {
		return u.data, nil
	}
	for end := len(u.data) + windowSize; u.r != nil && len(u.data) < end; {
		at := place{int64(len(u.data)), max(0, u.r.Offset())}
		if n := len(u.places); n == 0 || at.demo >= u.places[n-1].demo+placeStep {
			u.places = append(u.places, at)
		}
		record, err := u.r.Next()
		if int64(len(u.data)+len(record)) > u.limit {
			record, err = nil, &message.Damage{Format: qwz.Name, Message: "container", Offset: u.r.Offset(),
				Skipped: max(0, u.size-u.r.Offset()), Err: tooLarge(u.limit)}
		}
		u.data = append(u.data, record...)
		if err != nil {
			u.r = nil
			if err != io.EOF {
				u.err = err
			}
		}
	}
	return u.data, u.err
}

// all unpacks and returns the whole demo.
func (u *unpacking) all() []byte {
	for {
		u.mu.Lock()
		n, ended := len(u.data), u.r == nil
		u.mu.Unlock()
		data, _ := u.unpackPast(n)
		if ended {
			return data
		}
	}
}

// packed returns the approximate offset in the packed file of an offset in the demo.
func (u *unpacking) packed(at int64) int64 {
	u.mu.Lock()
	defer u.mu.Unlock()
	i, found := slices.BinarySearchFunc(u.places, at, func(p place, at int64) int { return cmp.Compare(p.demo, at) })
	switch {
	case found:
		return u.places[i].packed
	case i == 0:
		return 0
	}
	return u.places[i-1].packed
}

// inFile returns damage of the demo with offsets in the packed file.
func (u *unpacking) inFile(err error) error {
	var damage *message.Damage
	if !errors.As(err, &damage) {
		return err
	}
	again := *damage
	again.Offset = u.packed(damage.Offset)
	again.Skipped = max(0, u.packed(damage.Offset+damage.Skipped)-again.Offset)
	return &again
}

// length estimates the size of the whole demo in bytes.
func (u *unpacking) length() int64 {
	u.mu.Lock()
	defer u.mu.Unlock()
	n := int64(len(u.data))
	if u.r == nil || u.r.Offset() <= 0 {
		return n
	}
	return max(n, int64(float64(n)/float64(u.r.Offset())*float64(u.size)))
}

// unpackingDecoder reads a demo and unpacks it on demand.
type unpackingDecoder struct {
	windowed
	u     *unpacking
	ended bool // the damage at the end was returned
}

var (
	_ message.Grower          = (*unpackingDecoder)(nil)
	_ message.Informer        = (*unpackingDecoder)(nil)
	_ message.ProtocolGuesser = (*unpackingDecoder)(nil)
	_ message.LostBytes       = (*unpackingDecoder)(nil)
	_ message.Placer          = (*unpackingDecoder)(nil)
)

func (u *unpacking) decoder(d *Demo) message.Decoder {
	data, _ := u.unpackPast(0)
	return &unpackingDecoder{windowed: d.Format.decoder(data, d.name(), d.start).(windowed), u: u}
}

// NextPacket goes to the next packet. It unpacks more of the demo if needed.
func (d *unpackingDecoder) NextPacket() (*message.Packet, error) {
	f := d.File()
	if f.Left() > 0 {
		p, err := d.windowed.NextPacket()
		return p, d.u.inFile(err)
	}
	for {
		if _, err := d.NextMessage(); err != nil {
			break
		}
	}
	data, err := d.u.unpackPast(f.Pos)
	if len(data) > f.Pos {
		f.Slide(data, 0)
		p, err := d.windowed.NextPacket()
		return p, d.u.inFile(err)
	}
	var damage *message.Damage
	if errors.As(err, &damage) && !d.ended {
		d.ended = true
		again := *damage
		again.Err = fmt.Errorf("packed data: %w", damage.Err)
		return nil, &again
	}
	p, err := d.windowed.NextPacket()
	return p, d.u.inFile(err)
}

// NextMessage returns the next message of the packet.
func (d *unpackingDecoder) NextMessage() (message.Message, error) {
	m, err := d.windowed.NextMessage()
	if err != nil {
		err = d.u.inFile(err)
	}
	return m, err
}

// Rest returns the bytes lost by the last damage. It returns nil for bytes that can't be unpacked.
func (d *unpackingDecoder) Rest() []byte {
	if d.ended {
		return nil
	}
	return d.windowed.Rest()
}

// Return goes to a position returned by Mark, also of another decoder.
func (d *unpackingDecoder) Return(m message.Mark) {
	d.ended = false
	if f := d.File(); m.Offset >= int64(len(f.Data)) {
		data, _ := d.u.unpackPast(int(m.Offset))
		f.Slide(data, 0)
	}
	d.windowed.Return(m)
}

// Place implements [message.Placer].
func (d *unpackingDecoder) Place(offset int64) int64 { return d.u.packed(offset) }

// Grown implements [message.Grower]. The channel is closed because NextPacket waits itself.
func (d *unpackingDecoder) Grown() <-chan struct{} { return closed }

// Size implements [message.Grower].
func (d *unpackingDecoder) Size() int64 { return d.u.length() }

// isQizmo reports whether a file that begins with head is a demo packed by Qizmo, and stores the table for it. The
// error says why it can't tell.
func (d *Demo) isQizmo(head []byte) (bool, error) {
	if !qwz.Likely(head) {
		return false, nil
	}
	t, err := d.opener.qizmoTable(d)
	if err != nil {
		return false, &TableError{d.Path(), err}
	}
	if !qwz.Detect(head, t) && !(d.claimsQizmo() && qwd.Detect(unpackedHead(head, t), "")) {
		return false, nil
	}
	d.Format, d.table = Lookup(qwd.Name), t
	return true, nil
}

// claimsQizmo reports whether the file name has the extension of a demo packed by Qizmo.
func (d *Demo) claimsQizmo() bool {
	return strings.EqualFold(path.Ext(cmp.Or(d.Member, d.File)), "."+qwz.Name)
}

// unpackedHead unpacks the beginning of a demo from the beginning of its packed file.
func unpackedHead(head []byte, t *qwz.Table) []byte {
	data, _ := io.ReadAll(io.LimitReader(qwz.NewReader(head, t), guessBytes))
	return data
}

// unpackQizmo sets the demo to data, which Qizmo packed.
func (d *Demo) unpackQizmo(data []byte) {
	d.Packing = append(d.Packing, "qizmo")
	d.rest = newUnpacking(data, d.table)
	first, _ := d.rest.unpackPast(0)
	d.start = d.Format.start(first, d.name(), true)
}
