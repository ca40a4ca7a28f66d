package bsp

// Visibility holds the clusters visible from each cluster, as a row of bits for each.
type Visibility struct {
	// Clusters is the number of clusters, 0 if the map has no visibility data
	// (then everything is visible from everywhere).
	Clusters int
	words    int      // 64-bit words in a row
	rows     []uint64 // all rows
	rowOf    []int32  // row of each cluster, -1 for a cluster that sees everything
}

// Visible returns the row of a cluster ([Leaf.Cluster]): bit c%64 of word c/64 says that cluster c is visible. It is
// nil if everything is visible: without visibility data, for a cluster without a row, and for one outside 0..Clusters-1
// (such as -1, the camera in a wall). The row belongs to the map and must not be changed.
func (v *Visibility) Visible(cluster int) []uint64 {
	if uint(cluster) >= uint(len(v.rowOf)) {
		return nil
	}
	r := int(v.rowOf[cluster])
	if r < 0 {
		return nil
	}
	return v.rows[r*v.words : (r+1)*v.words : (r+1)*v.words]
}

// maxVisibility is the maximum memory of all rows in bytes. The largest maps of modern Quake compilers need about half
// of it; a map that needs more is loaded without visibility, so that all of it is drawn.
//
// Small lumps have a lower limit, so that a small file can't take so much: compressed rows become some ten times as
// long.
const (
	maxVisibility = 512 << 20
	smallRows     = 64 << 20
	rowsPerByte   = 32
)

// maxRows returns the maximum number of bytes for all rows of a lump with n bytes.
func maxRows(n int) int64 { return min(maxVisibility, smallRows+rowsPerByte*int64(n)) }

// decompress reads the rows of Quake and Quake II: a 0 byte is followed by a number of zero bytes; any other byte
// stands for itself. offsets has the offset of each cluster's row in the lump, negative for a cluster that sees
// everything. Clusters with the same offset share a row.
func (v *Visibility) decompress(l *lump, offsets []int32) error {
	clusters := len(offsets)
	if clusters == 0 || len(l.data) == 0 {
		return nil
	}
	rowBytes := (clusters + 7) / 8
	rowOf := make([]int32, clusters)
	var starts []int32
	seen := make(map[int32]int32)
	used := 0
	for i, offset := range offsets {
		if offset < 0 {
			rowOf[i] = -1
			continue
		}
		r, ok := seen[offset]
		if !ok {
			n, err := packedRow(l, int(offset), rowBytes)
			if err != nil {
				return err
			}
			// Rows follow each other, so the lump bounds the memory.
			if used += n; used > len(l.data) {
				return l.errorf(int(offset), "rows overlap: they have more than the %d bytes there are", len(l.data))
			}
			r = int32(len(starts))
			seen[offset] = r
			starts = append(starts, offset)
		}
		rowOf[i] = r
	}
	words := (clusters + 63) / 64
	if int64(len(starts))*int64(words)*8 > maxRows(len(l.data)) {
		return nil
	}
	*v = Visibility{Clusters: clusters, words: words, rows: make([]uint64, len(starts)*words), rowOf: rowOf}
	for r, start := range starts {
		row := v.rows[r*words : (r+1)*words]
		at := int(start)
		for k := 0; k < rowBytes; at++ {
			if b := l.data[at]; b != 0 {
				row[k>>3] |= uint64(b) << (k & 7 * 8)
				k++
				continue
			}
			at++
			k += int(l.data[at])
		}
	}
	v.cutRows()
	return nil
}

// packedRow returns the size in bytes of the row at offset in the lump.
func packedRow(l *lump, offset, rowBytes int) (int, error) {
	at := offset
	for k := 0; k < rowBytes; {
		switch {
		case at >= len(l.data), l.data[at] == 0 && at+1 == len(l.data):
			return 0, l.errorf(min(offset, len(l.data)), "the row that begins here runs out of the lump")
		case l.data[at] != 0:
			k++
			at++
		case l.data[at+1] == 0:
			return 0, l.errorf(at, "a run of no zeros")
		default:
			k += int(l.data[at+1])
			at += 2
		}
	}
	return at - offset, nil
}

// readRows reads the rows of Quake III, which are not compressed.
func (v *Visibility) readRows(l *lump) error {
	if len(l.data) < 8 {
		return nil // compiled without visibility
	}
	r := record{b: l.data}
	clusters, rowBytes := int64(r.i32()), int64(r.i32())
	if clusters < 0 || rowBytes < (clusters+7)/8 || clusters*rowBytes > int64(len(l.data)-8) {
		return l.errorf(0, "%d rows of %d bytes exceed the %d bytes there", clusters, rowBytes, len(l.data)-8)
	}
	words := int(clusters+63) / 64
	*v = Visibility{Clusters: int(clusters), words: words, rows: make([]uint64, int(clusters)*words),
		rowOf: make([]int32, clusters)}
	for r := range v.rowOf {
		v.rowOf[r] = int32(r)
		packed := l.data[8+r*int(rowBytes):]
		row := v.rows[r*words : (r+1)*words]
		for k := range int(clusters+7) / 8 {
			row[k>>3] |= uint64(packed[k]) << (k & 7 * 8)
		}
	}
	v.cutRows()
	return nil
}

// cutRows clears the bits past the last cluster.
func (v *Visibility) cutRows() {
	if rest := v.Clusters & 63; rest != 0 {
		for i := v.words - 1; i < len(v.rows); i += v.words {
			v.rows[i] &= 1<<rest - 1
		}
	}
}
