//go:build !amd64

package film

func brightRow(to []uint16, row []uint64) { plainBrightRow(to, row) }

func colourRow(u, v []byte, above, below []uint64) { plainColourRow(u, v, above, below) }
