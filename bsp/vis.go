package bsp

// Visibility says which clusters can be seen from which: one row of bits for
// each cluster.
type Visibility struct {
	// Clusters is the number of clusters, 0 if the map has no visibility data
	// (then everything is visible from everywhere).
	Clusters int
	words    int      // 64-bit words in a row
	rows     []uint64 // all rows
	rowOf    []int32  // row of each cluster, -1 for one that sees everything
}

// Visible returns the row of a cluster: bit c%64 of word c/64 says that
// cluster c can be seen. It is nil where everything is visible: no visibility
// data, or a cluster outside 0..Clusters-1 (as -1, the camera in a wall). The
// row belongs to the map and must not be written.
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

// Sees reports whether cluster to can be seen from cluster from. A cluster of
// -1 sees everything and is seen by none.
func (v *Visibility) Sees(from, to int) bool {
	if to < 0 {
		return false
	}
	row := v.Visible(from)
	return row == nil || (to>>6 < len(row) && row[to>>6]>>(to&63)&1 != 0)
}
