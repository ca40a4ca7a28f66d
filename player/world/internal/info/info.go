// Package info reads info strings, the \key\value pairs with which QuakeWorld, Quake II and Quake III describe players
// and servers.
package info

import (
	"math"
	"strings"
)

// Value returns the value of a key, or "". It skips empty pairs, which some engines leave behind.
func Value(info, key string) string {
	if strings.IndexByte(key, '\\') >= 0 {
		return ""
	}
	info = strings.TrimPrefix(info, `\`)
	// Search for the key as text, because this is called in every packet. A match is a key if an even number of
	// backslashes precedes it, and a backslash is on each side.
	for from, odd := 0, false; from < len(info); {
		i := strings.Index(info[from:], key)
		if i < 0 {
			break
		}
		odd = odd != (strings.Count(info[from:from+i], `\`)%2 != 0)
		i += from
		begins := i == 0 || info[i-1] == '\\'
		value, follows := strings.CutPrefix(info[i+len(key):], `\`)
		if begins && !odd && follows {
			value, _, _ = strings.Cut(value, `\`)
			return value
		}
		if from = i + 1; info[i] == '\\' { // the key is empty
			odd = !odd
		}
	}
	return ""
}

// MaxBytes is the maximum length of an info string in bytes, as in servers and clients of QuakeWorld and Quake III. The
// original games allow less.
const MaxBytes = 1023

// Set returns info with one pair replaced, appended or, if the value is empty, removed. As in the engines, a pair that
// contains a backslash or doesn't fit changes nothing.
func Set(info, key, value string) string {
	if len(key)+len(value) > MaxBytes || strings.IndexByte(key, '\\') >= 0 || strings.IndexByte(value, '\\') >= 0 {
		return info
	}
	rest := info
	if !isWhole(info) || key == "" {
		rest = without(info, key)
	} else {
		for from, to := find(rest, key); from >= 0; from, to = find(rest, key) {
			rest = rest[:from] + rest[to:]
		}
	}
	length := len(rest)
	if value != "" {
		length += len(key) + len(value) + 2
	}
	switch {
	case length > MaxBytes && length > len(info):
		return info
	case value == "":
		return rest
	}
	return rest + `\` + key + `\` + value
}

// isWhole reports whether info has a backslash before each key and each value, and nothing else.
func isWhole(info string) bool {
	return info == "" || info[0] == '\\' && strings.Count(info, `\`)%2 == 0
}

// without returns info without the pairs of a key, with a backslash before each key and each value.
func without(info, key string) string {
	var b strings.Builder
	All(info, func(k, v string) {
		if k != key {
			pair(&b, k, v)
		}
	})
	return b.String()
}

// find returns the range of the first pair of a key in info, or -1. info must be whole. Hostile demos set thousands of
// keys in a full info string, so find doesn't parse each pair.
func find(info, key string) (from, to int) {
	for at, slashes := 0, 0; ; {
		i := strings.Index(info[at:], key)
		if i < 0 {
			return -1, -1
		}
		slashes += strings.Count(info[at:at+i], `\`)
		i += at
		if end := i + len(key); slashes%2 == 1 && info[i-1] == '\\' && end < len(info) && info[end] == '\\' {
			value, _, _ := strings.Cut(info[end+1:], `\`)
			return i - 1, end + 1 + len(value)
		}
		at = i + 1
	}
}

func pair(b *strings.Builder, key, value string) {
	b.WriteByte('\\')
	b.WriteString(key)
	b.WriteByte('\\')
	b.WriteString(value)
}

// All calls each with the pairs of info.
func All(info string, each func(key, value string)) {
	for {
		k, v, rest, ok := cut(info)
		if !ok {
			return
		}
		each(k, v)
		info = rest
	}
}

// cut cuts the first pair off an info string. Pairs are short, so it examines each byte.
func cut(info string) (key, value, rest string, ok bool) {
	if info != "" && info[0] == '\\' {
		info = info[1:]
	}
	if info == "" {
		return "", "", "", false
	}
	k := 0
	for k < len(info) && info[k] != '\\' {
		k++
	}
	v := min(k+1, len(info))
	end := v
	for end < len(info) && info[end] != '\\' {
		end++
	}
	return info[:k], info[v:end], info[end:], true
}

// Byte returns the number at the beginning of a value, like C's atoi, or 0 if it doesn't fit in a byte.
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

// Number returns the decimal number at the beginning of s, with or without a minus sign, or 0. It clamps numbers to 32
// bits.
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
