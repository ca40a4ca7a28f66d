package model

import "bytes"

// MaxText is the maximum size in bytes of a .skin or animation.cfg file. The largest known has 1,187.
const MaxText = 64 << 10

// tokens reads the words of a text as in Quake III: separated by characters up to the space, without // and /* */
// comments.
type tokens struct {
	text []byte
	at   int // end of the last word
}

// next returns the next word and its offset; the word is empty at the end.
func (t *tokens) next() (word []byte, at int) {
	for t.at < len(t.text) {
		rest := t.text[t.at:]
		switch {
		case rest[0] <= ' ':
			t.at++
		case bytes.HasPrefix(rest, []byte("//")):
			t.skip(rest, "\n")
		case bytes.HasPrefix(rest, []byte("/*")):
			t.skip(rest, "*/")
		default:
			n := bytes.IndexFunc(rest, func(r rune) bool { return r <= ' ' })
			if n < 0 {
				n = len(rest)
			}
			at = t.at
			t.at += n
			return rest[:n], at
		}
	}
	return nil, len(t.text)
}

// skip skips to after the first occurrence of end in rest, the remaining text.
func (t *tokens) skip(rest []byte, end string) {
	n := bytes.Index(rest, []byte(end))
	if n < 0 {
		t.at = len(t.text)
		return
	}
	t.at += n + len(end)
}
