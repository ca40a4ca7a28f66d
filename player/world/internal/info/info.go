// Package info reads info strings, the \key\value pairs in which QuakeWorld, Quake
// II and Quake III describe a player or a server.
package info

import (
	"math"
	"strings"
)

// Value returns the value of a key, empty if info lacks it. Empty pairs, which some
// engines leave behind, are skipped.
func Value(info, key string) string {
	for {
		k, v, rest, ok := cut(info)
		if !ok {
			return ""
		}
		if k == key {
			return v
		}
		info = rest
	}
}

// Set returns info with one pair replaced, added at the end, or, if the value
// is empty, removed.
func Set(info, key, value string) string {
	var b strings.Builder
	for {
		k, v, rest, ok := cut(info)
		if !ok {
			break
		}
		if k != key {
			b.WriteString(`\` + k + `\` + v)
		}
		info = rest
	}
	if value != "" {
		b.WriteString(`\` + key + `\` + value)
	}
	return b.String()
}

// cut cuts the first pair off an info string.
func cut(info string) (key, value, rest string, ok bool) {
	info = strings.TrimPrefix(info, `\`)
	if info == "" {
		return "", "", "", false
	}
	key, rest, _ = strings.Cut(info, `\`)
	if i := strings.IndexByte(rest, '\\'); i >= 0 {
		return key, rest[:i], rest[i:], true
	}
	return key, rest, "", true
}

// Byte returns the number that a value begins with, as C's atoi does, and 0
// for one that a byte cannot hold.
func Byte(value string) uint8 {
	n := 0
	for i := range len(value) {
		if value[i] < '0' || value[i] > '9' {
			break
		}
		if n = n*10 + int(value[i]-'0'); n > 255 {
			return 0
		}
	}
	return uint8(n)
}

// Number returns the decimal number that s begins with, with or without a minus
// sign; 0 if there is none. Larger numbers than 32 bits hold become the largest.
func Number[T string | []byte](s T) int {
	n, sign, i := int64(0), 1, 0
	if len(s) > 0 && s[0] == '-' {
		sign, i = -1, 1
	}
	for ; i < len(s) && s[i] >= '0' && s[i] <= '9' && n <= math.MaxInt32; i++ {
		n = n*10 + int64(s[i]-'0')
	}
	return sign * int(min(n, math.MaxInt32))
}
