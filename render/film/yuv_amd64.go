package film

// brightRow is [plainBrightRow].
func brightRow(to []uint16, row []uint64) {
	n := len(to) &^ 3
	brightEights(to[:n], row[:n])
	plainBrightRow(to[n:], row[n:])
}

// colourRow is [plainColourRow].
func colourRow(u, v []byte, above, below []uint64) {
	n := len(u) &^ 3
	colourEights(u[:n], v[:n], above[:n], below[:n])
	plainColourRow(u[n:], v[n:], above[n:], below[n:])
}

// brightEights is [plainBrightRow] of eight pixels at a time: the length is a multiple of 4.
//
//go:noescape
func brightEights(to []uint16, row []uint64)

// colourEights is [plainColourRow] of eight pixels of each row at a time: the length is a multiple of 4.
//
//go:noescape
func colourEights(u, v []byte, above, below []uint64)
