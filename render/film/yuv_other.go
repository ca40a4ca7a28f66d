//go:build !amd64

package film

func twoRows(upper, lower []uint16, u, v []byte, above, below []uint64) {
	plainTwoRows(upper, lower, u, v, above, below)
}
