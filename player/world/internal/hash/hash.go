// Package hash combines the fields of a world into one number, to distinguish worlds. It is not cryptographic.
package hash

import "math"

// Hash is the hash of everything added so far. The zero value is the hash of nothing.
type Hash uint64

// Uint adds a number.
func (h *Hash) Uint(v uint64) {
	x := uint64(*h) ^ v
	x *= 0x9e3779b97f4a7c15
	*h = Hash(x ^ x>>29)
}

// Ints adds numbers.
func (h *Hash) Ints(values ...int) {
	for _, v := range values {
		h.Uint(uint64(v))
	}
}

// Bools adds booleans.
func (h *Hash) Bools(values ...bool) {
	for _, v := range values {
		if v {
			h.Uint(1)
		} else {
			h.Uint(2)
		}
	}
}

// Floats adds numbers by their bits, so 0 and -0 differ.
func (h *Hash) Floats(values ...float64) {
	for _, v := range values {
		h.Uint(math.Float64bits(v))
	}
}

// Vec adds a vector.
func (h *Hash) Vec(v [3]float32) {
	h.Uint(uint64(math.Float32bits(v[0]))<<32 | uint64(math.Float32bits(v[1])))
	h.Uint(uint64(math.Float32bits(v[2])))
}

// Bytes adds a text and its length.
func (h *Hash) Bytes(b []byte) {
	h.Uint(uint64(len(b)))
	for _, c := range b {
		h.Uint(uint64(c))
	}
}

// Strings adds texts and their lengths.
func (h *Hash) Strings(list ...string) {
	for _, s := range list {
		h.Uint(uint64(len(s)))
		for i := range len(s) {
			h.Uint(uint64(s[i]))
		}
	}
}

// List adds a list of texts and its length.
func (h *Hash) List(list []string) {
	h.Uint(uint64(len(list)))
	h.Strings(list...)
}
