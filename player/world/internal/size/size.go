// Package size computes the sizes of lists and texts, and what two worlds share of them, see
// [demoscope/player/world.World.Memory].
package size

import "unsafe"

// Of returns the size of n values of a type in bytes.
func Of[T any](n int) int64 {
	var v T
	return int64(unsafe.Sizeof(v)) * int64(n)
}

// String returns the size of a text in bytes, or 0 if it shares its memory with before.
func String(s, before string) int64 {
	if len(s) == 0 || len(before) > 0 && unsafe.StringData(s) == unsafe.StringData(before) {
		return 0
	}
	return int64(len(s))
}

// Strings returns the size of the texts of a list in bytes, without texts that share their memory with the text at the
// same index in before.
func Strings(list, before []string) (n int64) {
	for i, s := range list {
		if i < len(before) {
			n += String(s, before[i])
		} else {
			n += int64(len(s))
		}
	}
	return n
}
