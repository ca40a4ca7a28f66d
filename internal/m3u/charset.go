package m3u

import (
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// decode returns the text of a playlist: UTF-16, with or without a byte order mark, becomes UTF-8. Bytes that are not
// UTF-8 stay, because file names may contain them.
func decode(data string) string {
	order := utf16Order(data)
	if order == nil {
		return strings.TrimPrefix(data, "\ufeff")
	}
	units := make([]uint16, len(data)/2)
	for i := range units {
		units[i] = order.Uint16([]byte(data[2*i : 2*i+2]))
	}
	return strings.TrimPrefix(string(utf16.Decode(units)), "\ufeff")
}

// utf16Order returns the byte order of a playlist in UTF-16, nil for another encoding. Without a byte order mark it
// goes by the 0 bytes of ASCII characters, at least one in four: other encodings have none.
func utf16Order(data string) binary.ByteOrder {
	switch {
	case strings.HasPrefix(data, "\xff\xfe"):
		return binary.LittleEndian
	case strings.HasPrefix(data, "\xfe\xff"):
		return binary.BigEndian
	}
	var zeros [2]int // at even and odd offsets
	for i := range len(data) {
		if data[i] == 0 {
			zeros[i%2]++
		}
	}
	switch {
	case zeros[1] > zeros[0] && zeros[1]*8 >= len(data):
		return binary.LittleEndian
	case zeros[0] > zeros[1] && zeros[0]*8 >= len(data):
		return binary.BigEndian
	}
	return nil
}

// windows1252 are the characters 0x80 to 0x9f of Windows-1252. The others are those of Unicode.
const windows1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f" +
	"\u0090‘’“”•–—˜™š›œ\u009džŸ"

var windowsRunes = []rune(windows1252)

// fromWindows returns a text as UTF-8: a text that is not UTF-8 is in Windows-1252, the usual character set of M3U
// files.
func fromWindows(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for i := range len(text) {
		c := rune(text[i])
		if c >= 0x80 && c < 0xa0 {
			c = windowsRunes[c-0x80]
		}
		b.WriteRune(c)
	}
	return b.String()
}
