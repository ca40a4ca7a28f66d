package qwz

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
)

// TableName is the path of Qizmo's table below a folder with games.
const TableName = "qizmo/compress.dat"

// TableSize is the size of the table in bytes.
const TableSize = tableRows * tableCounts * 4

// TableSum is the SHA-256 of Qizmo's table, the only one that unpacks its demos.
const TableSum = "d5013d85ad4a0df70b34cb292078ef51be05a67935dbefeaddcadb0e483546e0"

const (
	tableRows   = 256
	tableCounts = 256
	// lookups is the number of equal parts of a row's range with an entry in its lookup table.
	lookups = 256
)

// Errors of a table.
var (
	ErrTableSize   = fmt.Errorf("not Qizmo's table: its size is not %d bytes", TableSize)
	ErrTableSum    = errors.New("not Qizmo's table: its checksum differs")
	errTableCounts = errors.New("not Qizmo's table: symbols without a place in their row")
)

// Table has the frequencies of all symbols in packed demos. It is safe for concurrent use.
type Table struct {
	rows  [tableRows]row
	texts [textKinds]textRow // pairs of rows
}

// row has the frequencies of the symbols at one place: symbol s has the part of the 32-bit range from from[s] to
// from[s+1].
type row struct {
	from  [tableCounts + 1]uint32
	first [lookups]uint8 // first symbol in each part of the range
	last  uint8          // symbol
}

// textRow is a row of letters and words.
type textRow struct {
	from  [2*tableCounts + 1]uint32
	first [lookups]uint16
}

// NewTable returns the table in data, Qizmo's file compress.dat. The error is [ErrTableSize] or [ErrTableSum] if data
// is something else.
func NewTable(data []byte) (*Table, error) {
	if len(data) != TableSize {
		return nil, ErrTableSize
	}
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != TableSum {
		return nil, ErrTableSum
	}
	return ParseTable(data)
}

// ParseTable is [NewTable] for any table in that form.
func ParseTable(data []byte) (*Table, error) {
	if len(data) != TableSize {
		return nil, ErrTableSize
	}
	t := new(Table)
	counts := make([]uint32, tableRows*tableCounts)
	for i := range counts {
		counts[i] = binary.LittleEndian.Uint32(data[4*i:])
	}
	counts[1] += oftenOneBack
	good := true
	for i := range t.rows {
		n := tableCounts
		if i == rowDamagePlace {
			n = 2
		}
		r := &t.rows[i]
		r.last = uint8(n - 1)
		good = accumulate(r.from[:n+1], r.first[:], counts[i*tableCounts:][:n]) && good
	}
	for i := range t.texts {
		r, first := &t.texts[i], int(textKindRows[i])*tableCounts
		good = accumulate(r.from[:], r.first[:], counts[first:][:2*tableCounts]) && good
	}
	if !good {
		return nil, errTableCounts
	}
	return t, nil
}

// oftenOneBack is Qizmo's addition to the count of a packet that refers to the previous one.
const oftenOneBack = 256

// leastPart is the smallest part of the 32-bit range that the decoder can distinguish from nothing: it keeps at least
// 24 bits of the range.
const leastPart = 1 << 8

// accumulate fills a row from the counts of its symbols, and reports whether each has a part of the range.
func accumulate[T uint8 | uint16](from []uint32, first []T, counts []uint32) bool {
	const whole = 1<<32 - 1
	sum := uint64(0)
	for _, n := range counts {
		sum += uint64(n)
	}
	if sum == 0 || sum > whole {
		return false
	}
	good, part := true, uint64(0)
	for i, n := range counts {
		part += uint64(n)
		from[i+1] = uint32(part * whole / sum)
		good = good && from[i+1]-from[i] >= leastPart
	}
	s := 0
	for i := range first {
		for s < len(counts)-1 && from[s+1] <= uint32(i)*(1<<32/lookups) {
			s++
		}
		first[i] = T(s)
	}
	return good
}
