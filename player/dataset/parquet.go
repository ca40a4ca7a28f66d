package dataset

import (
	"encoding/binary"
	"io"
	"math"
	"reflect"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// This file writes Parquet as described at https://github.com/apache/parquet-format: flat columns, each plain or with a
// dictionary, one page for each column of a row group, compressed with Zstandard. General Parquet packages also contain
// brotli, LZ4 and protobuf, which would make the program a sixth larger.

const (
	// rowsTogether is the number of rows of a row group. Readers can skip whole groups, and a group stays in memory
	// until it is written.
	rowsTogether = 1 << 17
	// bytesTogether is the size in bytes at which a group with long texts ends early.
	bytesTogether = 32 << 20
)

// Numbers of the format.
const (
	typeBoolean, typeInt32, typeInt64, typeFloat, typeDouble, typeBytes = 0, 1, 2, 4, 5, 6

	encodingPlain, encodingLevels, encodingDictionary = 0, 3, 8

	pageData, pageDictionary = 0, 2

	codecZstd = 6
)

// column is one column of a row group.
type column struct {
	name     string
	index    []int // index of the field, for reflection
	kind     int32 // typeBoolean ...
	meaning  meaning
	optional bool
	dict     bool

	present []uint32 // for an optional column: 1 for a value, 0 for null
	nulls   int
	plain   []byte // the values, or those of the dictionary
	bits    []bool // the values of a typeBoolean

	numbers map[string]uint32 // index of each value in the dictionary
	values  []uint32          // the values as these indices

	lowest, highest float64 // of numbers
	first, last     string  // of texts, in byte order
}

// columns writes Parquet.
type columns[T any] struct {
	out     io.Writer
	packer  *zstd.Encoder
	columns []column
	rows    int // in the current group
	bytes   int // in the current group, approximately
	all     int // rows in all groups
	offset  int64
	groups  []byte // descriptions of the groups
	count   int    // of groups
	err     error
}

func newParquet[T any](out io.Writer) (Writer[T], error) {
	packer, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	p := &columns[T]{out: out, packer: packer}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[T]()) {
		name, option, _ := strings.Cut(f.Tag.Get("parquet"), ",")
		if name == "" || f.Anonymous {
			continue
		}
		c := column{name: name, index: f.Index, dict: option == "dict"}
		t := f.Type
		switch t {
		case reflect.TypeFor[Day]():
			c.meaning, c.kind, c.optional = aDay, typeInt32, true
			p.add(c)
			continue
		case reflect.TypeFor[Map]():
			c.meaning, c.kind, c.optional = aText, typeBytes, true
			p.add(c)
			continue
		case reflect.TypeFor[Date]():
			c.meaning, c.kind, c.optional = aTime, typeInt64, true
			p.add(c)
			continue
		}
		if c.optional = t.Kind() == reflect.Pointer; c.optional {
			t = t.Elem()
		}
		switch t.Kind() {
		case reflect.Bool:
			c.kind = typeBoolean
		case reflect.Int32:
			c.kind = typeInt32
		case reflect.Float32:
			c.kind = typeFloat
		case reflect.Float64:
			c.kind = typeDouble
		default:
			c.kind, c.meaning = typeBytes, aText
		}
		p.add(c)
	}
	p.write([]byte(magic))
	return p, p.err
}

// meaning is the logical type of a column.
type meaning uint8

const (
	aNumber meaning = iota
	aText
	aDay  // in days since 1970
	aTime // in milliseconds since 1970, UTC
)

// add adds an empty column.
func (p *columns[T]) add(c column) {
	c.reset()
	p.columns = append(p.columns, c)
}

// magic begins and ends a file.
const magic = "PAR1"

func (p *columns[T]) write(data []byte) {
	if p.err == nil {
		_, p.err = p.out.Write(data)
		p.offset += int64(len(data))
	}
}

// Write implements [Writer].
func (p *columns[T]) Write(rows []T) error {
	for i := range rows {
		row := reflect.ValueOf(&rows[i]).Elem()
		for k := range p.columns {
			c := &p.columns[k]
			p.bytes += c.add(row.FieldByIndex(c.index))
		}
		if p.rows++; p.rows == rowsTogether || p.bytes >= bytesTogether {
			p.flush()
		}
	}
	return p.err
}

// reset empties a column.
func (c *column) reset() {
	c.present, c.nulls, c.plain, c.bits, c.values = c.present[:0], 0, c.plain[:0], c.bits[:0], c.values[:0]
	c.lowest, c.highest, c.first, c.last = math.Inf(1), math.Inf(-1), "", ""
	if c.dict {
		c.numbers = map[string]uint32{}
	}
}

// add adds a value, and returns its size in bytes.
func (c *column) add(v reflect.Value) int {
	switch c.meaning {
	case aDay:
		days, known := Day(v.String()).days()
		return c.addTime(int64(days), known)
	case aTime:
		return c.addTime(Date(v.String()).millis())
	}
	if c.optional {
		if v.IsZero() { // a nil pointer, or an empty [Map]
			c.present = append(c.present, 0)
			c.nulls++
			return 0
		}
		c.present = append(c.present, 1)
		if v.Kind() == reflect.Pointer {
			v = v.Elem()
		}
	}
	before := len(c.plain)
	switch c.kind {
	case typeBoolean:
		c.bits = append(c.bits, v.Bool())
	case typeInt32:
		c.bound(float64(v.Int()))
		c.plain = binary.LittleEndian.AppendUint32(c.plain, uint32(v.Int()))
	case typeFloat:
		c.bound(v.Float())
		c.plain = binary.LittleEndian.AppendUint32(c.plain, math.Float32bits(float32(v.Float())))
	case typeDouble:
		c.bound(v.Float())
		c.plain = binary.LittleEndian.AppendUint64(c.plain, math.Float64bits(v.Float()))
	default:
		c.addText(v.String())
	}
	return len(c.plain) - before
}

// addTime adds a time, or null if it is unknown, and returns its size in bytes.
func (c *column) addTime(v int64, known bool) int {
	if !known {
		c.present = append(c.present, 0)
		c.nulls++
		return 0
	}
	c.present = append(c.present, 1)
	c.bound(float64(v))
	before := len(c.plain)
	if c.plain = binary.LittleEndian.AppendUint32(c.plain, uint32(v)); c.kind == typeInt64 {
		c.plain = binary.LittleEndian.AppendUint32(c.plain, uint32(v>>32))
	}
	return len(c.plain) - before
}

func (c *column) bound(v float64) { c.lowest, c.highest = min(c.lowest, v), max(c.highest, v) }

func (c *column) addText(text string) {
	if c.dict {
		n, known := c.numbers[text]
		if !known {
			n = uint32(len(c.numbers))
			c.numbers[text] = n
		}
		c.values = append(c.values, n)
		if known {
			return
		}
	}
	if len(c.plain) == 0 {
		c.first, c.last = text, text
	}
	c.first, c.last = min(c.first, text), max(c.last, text)
	c.plain = binary.LittleEndian.AppendUint32(c.plain, uint32(len(text)))
	c.plain = append(c.plain, text...)
}

// flush writes the current group.
func (p *columns[T]) flush() {
	if p.rows == 0 {
		return
	}
	var chunks []byte
	size := int64(0)
	for i := range p.columns {
		size += p.chunk(&p.columns[i], &chunks)
		p.columns[i].reset()
	}
	g := newThrift()
	g.list(1, thriftStruct, len(p.columns))
	g.data = append(g.data, chunks...)
	g.integer(2, size)
	g.integer(3, int64(p.rows))
	g.end()
	p.groups = append(p.groups, g.data...)
	p.all, p.rows, p.bytes = p.all+p.rows, 0, 0
	p.count++
}

// chunk writes a column, appends its description to about, and returns its size before compression.
func (p *columns[T]) chunk(c *column, about *[]byte) (size int64) {
	begin, dictionary := p.offset, int64(-1)
	encodings := []int64{encodingPlain, encodingLevels}
	if c.dict {
		dictionary = p.offset
		size += p.page(pageDictionary, len(c.numbers), encodingPlain, c.plain)
		encodings = append(encodings, encodingDictionary)
	}
	var page []byte
	if c.optional {
		page = appendHybrid(make([]byte, 4), c.present, 1)
		binary.LittleEndian.PutUint32(page, uint32(len(page)-4))
	}
	encoding := int64(encodingPlain)
	switch {
	case c.dict:
		width := 1
		for len(c.numbers) > 1<<width {
			width++
		}
		encoding = encodingDictionary
		page = appendHybrid(append(page, byte(width)), c.values, width)
	case c.kind == typeBoolean:
		page = appendBits(page, c.bits)
	default:
		page = append(page, c.plain...)
	}
	data := p.offset
	size += p.page(pageData, p.rows, encoding, page)

	t := newThrift()
	t.integer(2, begin)
	t.begin(3)
	t.integer32(1, int64(c.kind))
	t.list(2, thriftInt32, len(encodings))
	for _, e := range encodings {
		t.varint(e)
	}
	t.list(3, thriftBytes, 1)
	t.text(c.name)
	t.integer32(4, codecZstd)
	t.integer(5, int64(p.rows))
	t.integer(6, size)
	t.integer(7, p.offset-begin)
	t.integer(9, data)
	if dictionary >= 0 {
		t.integer(11, dictionary)
	}
	t.begin(12)
	t.integer(3, int64(c.nulls))
	if lowest, highest, ok := c.bounds(); ok {
		t.bytes(5, highest)
		t.bytes(6, lowest)
	}
	t.end()
	t.end()
	t.end()
	*about = append(*about, t.data...)
	return size
}

// bounds returns the lowest and highest value of a column, with which readers skip groups. ok is false if there are
// none.
func (c *column) bounds() (lowest, highest []byte, ok bool) {
	number := func(v float64) []byte {
		switch c.kind {
		case typeInt32:
			return binary.LittleEndian.AppendUint32(nil, uint32(int32(v)))
		case typeInt64:
			return binary.LittleEndian.AppendUint64(nil, uint64(int64(v)))
		case typeFloat:
			return binary.LittleEndian.AppendUint32(nil, math.Float32bits(float32(v)))
		}
		return binary.LittleEndian.AppendUint64(nil, math.Float64bits(v))
	}
	switch {
	case c.kind == typeBoolean || len(c.plain) == 0:
		return nil, nil, false
	case c.kind == typeBytes:
		const long = 256
		return []byte(c.first), []byte(c.last), len(c.first)+len(c.last) <= long
	}
	if c.lowest == 0 {
		c.lowest = math.Copysign(0, -1) // the format requires -0 and +0
	}
	c.highest += 0
	// NaN has no order.
	return number(c.lowest), number(c.highest), c.lowest <= c.highest
}

// page writes a page, and returns its size before compression.
func (p *columns[T]) page(kind int64, values int, encoding int64, data []byte) int64 {
	packed := p.packer.EncodeAll(data, nil)
	t := newThrift()
	t.integer32(1, kind)
	t.integer32(2, int64(len(data)))
	t.integer32(3, int64(len(packed)))
	if kind == pageDictionary {
		t.begin(7)
	} else {
		t.begin(5)
	}
	t.integer32(1, int64(values))
	t.integer32(2, encoding)
	if kind == pageData {
		t.integer32(3, encodingLevels)
		t.integer32(4, encodingLevels)
	}
	t.end()
	t.end()
	p.write(t.data)
	p.write(packed)
	return int64(len(t.data) + len(data))
}

// Close implements [Writer].
func (p *columns[T]) Close() error {
	p.flush()
	t := newThrift()
	t.integer32(1, 1)
	t.list(2, thriftStruct, 1+len(p.columns))
	root := newThrift()
	root.bytes(4, []byte("row"))
	root.integer32(5, int64(len(p.columns)))
	root.end()
	t.data = append(t.data, root.data...)
	for i := range p.columns {
		c := &p.columns[i]
		e := newThrift()
		e.integer32(1, int64(c.kind))
		repetition := int64(0) // required
		if c.optional {
			repetition = 1
		}
		e.integer32(3, repetition)
		e.bytes(4, []byte(c.name))
		switch c.meaning {
		case aText:
			e.integer32(6, 0) // UTF-8
			e.begin(10)
			e.begin(1)
			e.end()
			e.end()
		case aDay:
			e.integer32(6, 6) // DATE
			e.begin(10)
			e.begin(6)
			e.end()
			e.end()
		case aTime:
			e.integer32(6, 9) // TIMESTAMP_MILLIS
			e.begin(10)
			e.begin(8)
			e.field(1, thriftTrue) // UTC
			e.begin(2)
			e.begin(1) // milliseconds
			e.end()
			e.end()
			e.end()
			e.end()
		}
		e.end()
		t.data = append(t.data, e.data...)
	}
	t.integer(3, int64(p.all))
	t.list(4, thriftStruct, p.count)
	t.data = append(t.data, p.groups...)
	t.bytes(6, []byte("demoscope"))
	t.list(7, thriftStruct, len(p.columns)) // the bounds use the order of the type
	for range p.columns {
		order := newThrift()
		order.begin(1)
		order.end()
		order.end()
		t.data = append(t.data, order.data...)
	}
	t.end()
	p.write(t.data)
	p.write(append(binary.LittleEndian.AppendUint32(nil, uint32(len(t.data))), magic...))
	return p.err
}

// appendBits appends bits, the first one in the lowest bit.
func appendBits(dst []byte, bits []bool) []byte {
	for i, b := range bits {
		if i%8 == 0 {
			dst = append(dst, 0)
		}
		if b {
			dst[len(dst)-1] |= 1 << (i % 8)
		}
	}
	return dst
}

// appendHybrid appends numbers of width bits: equal ones as runs, others in groups of eight.
func appendHybrid(dst []byte, values []uint32, width int) []byte {
	run := func(i int) int {
		n := 1
		for i+n < len(values) && values[i+n] == values[i] {
			n++
		}
		return n
	}
	for i := 0; i < len(values); {
		if n := run(i); n >= 8 {
			dst = binary.AppendUvarint(dst, uint64(n)<<1)
			for b := 0; b < width; b += 8 {
				dst = append(dst, byte(values[i]>>b))
			}
			i += n
			continue
		}
		end := i
		for end < len(values) && run(end) < 8 {
			end += 8
		}
		dst = binary.AppendUvarint(dst, uint64(end-i)/8<<1|1)
		held, bits := uint64(0), 0
		for ; i < end; i++ {
			if i < len(values) {
				held |= uint64(values[i]) << bits
			}
			for bits += width; bits >= 8; bits -= 8 {
				dst = append(dst, byte(held))
				held >>= 8
			}
		}
	}
	return dst
}

// thrift writes structures in the compact protocol of Apache Thrift, which has field numbers and types, but no names.
type thrift struct {
	data []byte
	last []int // number of the last field of each open structure
}

// newThrift begins a structure.
func newThrift() *thrift { return &thrift{last: []int{0}} }

// Types of fields.
const (
	thriftTrue, thriftInt32, thriftInt64, thriftBytes, thriftList, thriftStruct = 1, 5, 6, 8, 9, 12
)

// field begins a field of the current structure.
func (t *thrift) field(id, kind int) {
	last := &t.last[len(t.last)-1]
	t.data = append(t.data, byte((id-*last)<<4|kind)) // fields are in order, with gaps below 16
	*last = id
}

// varint writes a signed number.
func (t *thrift) varint(v int64) { t.data = binary.AppendVarint(t.data, v) }

// text writes a text or bytes.
func (t *thrift) text(s string) {
	t.data = binary.AppendUvarint(t.data, uint64(len(s)))
	t.data = append(t.data, s...)
}

func (t *thrift) integer(id int, v int64)   { t.field(id, thriftInt64); t.varint(v) }
func (t *thrift) integer32(id int, v int64) { t.field(id, thriftInt32); t.varint(v) }
func (t *thrift) bytes(id int, b []byte)    { t.field(id, thriftBytes); t.text(string(b)) }

// list begins a list of n elements.
func (t *thrift) list(id, kind, n int) {
	t.field(id, thriftList)
	if n < 15 {
		t.data = append(t.data, byte(n<<4|kind))
		return
	}
	t.data = append(t.data, byte(15<<4|kind))
	t.data = binary.AppendUvarint(t.data, uint64(n))
}

// begin begins a structure, and end ends the current one.
func (t *thrift) begin(id int) {
	t.field(id, thriftStruct)
	t.last = append(t.last, 0)
}

func (t *thrift) end() {
	t.data = append(t.data, 0)
	t.last = t.last[:len(t.last)-1]
}
