// Package size counts the bytes that lists and texts hold, and what two worlds share
// of them: see [demoscope/player/world.World.Memory].
package size

import "unsafe"

// Of returns how many bytes n values of a type take.
func Of[T any](n int) int64 {
	var v T
	return int64(unsafe.Sizeof(v)) * int64(n)
}

// String returns how many bytes a text holds, 0 if it is in the memory of before.
func String(s, before string) int64 {
	if len(s) == 0 || len(before) > 0 && unsafe.StringData(s) == unsafe.StringData(before) {
		return 0
	}
	return int64(len(s))
}

// Strings returns how many bytes the texts of a list hold, without those that are in
// the memory of the text at the same place in before.
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
