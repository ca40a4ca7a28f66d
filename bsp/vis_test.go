package bsp

import (
	"math/rand/v2"
	"testing"
)

// sees reports whether cluster to can be seen from cluster from.
func sees(v *Visibility, from, to int) bool {
	row := v.Visible(from)
	return row == nil || row[to/64]>>(to%64)&1 != 0
}

// packRow packs a row as vis tools of Quake do.
func packRow(row []byte) []byte {
	var out []byte
	for i := 0; i < len(row); {
		if row[i] != 0 {
			out = append(out, row[i])
			i++
			continue
		}
		n := 0
		for i < len(row) && row[i] == 0 && n < 255 {
			n++
			i++
		}
		out = append(out, 0, byte(n))
	}
	return out
}

func TestDecompress(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, clusters := range []int{1, 7, 8, 9, 63, 64, 65, 700, 5000} {
		rowBytes := (clusters + 7) / 8
		rows := make([][]byte, clusters)
		var data []byte
		offsets := make([]int32, clusters)
		for i := range rows {
			switch i % 5 {
			case 3:
				offsets[i] = -1
				continue
			case 4: // shares the row of another
				rows[i], offsets[i] = rows[i-2], offsets[i-2]
				continue
			}
			rows[i] = make([]byte, rowBytes)
			for k := range rowBytes {
				if rng.IntN(clusters) < 40 {
					rows[i][k] = byte(rng.Uint32())
				}
			}
			offsets[i] = int32(len(data))
			data = append(data, packRow(rows[i])...)
		}
		var v Visibility
		if err := v.decompress(&lump{name: "visibility", data: data}, offsets); err != nil {
			t.Fatal(err)
		}
		for from := range clusters {
			for to := range clusters {
				want := rows[from] == nil || rows[from][to/8]>>(to%8)&1 != 0
				if sees(&v, from, to) != want {
					t.Fatalf("%d clusters: %d sees %d: %v", clusters, from, to, !want)
				}
			}
		}
		if v.Visible(-1) != nil || v.Visible(clusters) != nil || !sees(&v, -1, 0) {
			t.Error("clusters that do not exist")
		}
	}
}

func TestDecompressRefuses(t *testing.T) {
	for _, c := range []struct {
		name    string
		data    []byte
		offsets []int32
	}{
		{"row past the end", []byte{1, 2}, []int32{5, -1, -1, -1, -1, -1, -1, -1, -1}},
		{"row that ends too soon", []byte{1}, []int32{0, -1, -1, -1, -1, -1, -1, -1, -1}},
		{"run without a length", []byte{1, 0}, []int32{0, -1, -1, -1, -1, -1, -1, -1, -1}},
		{"run of nothing", []byte{1, 0, 0}, []int32{0, -1, -1, -1, -1, -1, -1, -1, -1}},
		{"overlapping rows", []byte{1, 2, 3}, []int32{0, 1, 0, 1, 0, 1, 0, 1, 0}},
	} {
		var v Visibility
		if err := v.decompress(&lump{data: c.data}, c.offsets); err == nil {
			t.Errorf("%s was taken", c.name)
		} else if v.Visible(0) != nil {
			t.Errorf("%s left rows", c.name)
		}
	}
}

func TestNoVisibilitySeesAll(t *testing.T) {
	var v Visibility
	if err := v.decompress(&lump{}, make([]int32, 100)); err != nil || v.Clusters != 0 || v.Visible(3) != nil ||
		!sees(&v, 3, 4) {
		t.Errorf("%+v, %v", v, err)
	}
	if err := v.readRows(&lump{}); err != nil || v.Visible(0) != nil {
		t.Errorf("%+v, %v", v, err)
	}
}

// TestHugeVisibility: rows that would take more than 512 MiB are not unpacked,
// and everything is visible.
func TestHugeVisibility(t *testing.T) {
	const clusters = 66000 // rows of 8,250 bytes; unpacked 8,256 each, 545 MB
	var row []byte
	for range 32 {
		row = append(row, 0, 255)
	}
	row = append(row, 0, 90) // 8,250
	var data []byte
	offsets := make([]int32, clusters)
	for i := range offsets {
		offsets[i] = int32(len(data))
		data = append(data, row...)
	}
	var v Visibility
	if err := v.decompress(&lump{data: data}, offsets); err != nil || v.Clusters != 0 || v.Visible(0) != nil {
		t.Errorf("%d clusters, %v", v.Clusters, err)
	}
}
