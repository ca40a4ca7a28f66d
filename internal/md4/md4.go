// Package md4 has the digest by which QuakeWorld and Quake II identify maps, and with which QTV verifies passwords. It
// is not secure.
package md4

import (
	"encoding/binary"
	"math/bits"
)

// Sum returns the four words of the MD4 digest of data (RFC 1320).
func Sum(data []byte) [4]uint32 {
	state := [4]uint32{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476}
	whole := len(data) &^ 63
	for at := 0; at < whole; at += 64 {
		addBlock(&state, data[at:at+64])
	}
	var tail [128]byte
	n := copy(tail[:], data[whole:])
	tail[n] = 0x80
	end := 64
	if n >= 56 {
		end = 128
	}
	binary.LittleEndian.PutUint64(tail[end-8:], uint64(len(data))*8)
	for at := 0; at < end; at += 64 {
		addBlock(&state, tail[at:at+64])
	}
	return state
}

// Shifts and word orders of the three rounds.
var (
	shift = [3][4]int{{3, 7, 11, 19}, {3, 5, 9, 13}, {3, 9, 11, 15}}
	order = [3][16]int{
		{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
		{0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15},
		{0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15},
	}
)

func addBlock(state *[4]uint32, block []byte) {
	var x [16]uint32
	for i := range x {
		x[i] = binary.LittleEndian.Uint32(block[4*i:])
	}
	a, b, c, d := state[0], state[1], state[2], state[3]
	for i := range 16 {
		f := b&c | ^b&d
		a, b, c, d = d, bits.RotateLeft32(a+f+x[order[0][i]], shift[0][i&3]), b, c
	}
	for i := range 16 {
		f := b&c | b&d | c&d
		a, b, c, d = d, bits.RotateLeft32(a+f+x[order[1][i]]+0x5a827999, shift[1][i&3]), b, c
	}
	for i := range 16 {
		f := b ^ c ^ d
		a, b, c, d = d, bits.RotateLeft32(a+f+x[order[2][i]]+0x6ed9eba1, shift[2][i&3]), b, c
	}
	state[0] += a
	state[1] += b
	state[2] += c
	state[3] += d
}

// Folded returns the digest as a single number: its words combined by exclusive or.
func Folded(data []byte) int32 {
	w := Sum(data)
	return int32(w[0] ^ w[1] ^ w[2] ^ w[3])
}
