package torture

import (
	"bytes"
	"slices"
	"strconv"
)

// textHead is about how many bytes of a demo are written as text.
const textHead = 4 << 10

// lines returns the start of a demo as text, that compile reads.
func (s *Source) lines() []byte {
	s.text.Do(func() {
		var b bytes.Buffer
		if err := openAs(s.Format, s.Name, s.head(textHead).data).Dump(&b, false); err == nil {
			s.dump = b.Bytes()
		}
	})
	return s.dump
}

// textOf changes the text of a demo: its lines, its numbers, its strings, its bytes.
func (m *maker) textOf(text, other []byte) []byte {
	text = slices.Clone(text)
	for range 1 + m.IntN(4) {
		switch m.IntN(10) {
		case 0:
			return m.bytes(text, nil, other)
		case 1, 2:
			text = m.moveLines(text, other)
		default:
			text = m.changeToken(text)
		}
	}
	return text
}

// moveLines takes lines out, repeats them, or puts those of another demo in.
func (m *maker) moveLines(text, other []byte) []byte {
	from, to := m.someLines(text)
	switch m.IntN(4) {
	case 0:
		m.note("lines from byte %d to %d lost", from, to)
		return slices.Delete(text, from, to)
	case 1:
		m.note("lines from byte %d to %d twice", from, to)
		return slices.Insert(text, from, slices.Clone(text[from:to])...)
	case 2:
		part := slices.Clone(text[from:to])
		text = slices.Delete(text, from, to)
		at, _ := m.someLines(text)
		m.note("lines from byte %d to %d moved to %d", from, to, at)
		return slices.Insert(text, at, part...)
	}
	a, b := m.someLines(other)
	m.note("lines of another demo at byte %d", from)
	return slices.Insert(text, from, other[a:b]...)
}

// someLines returns where some lines begin and end.
func (m *maker) someLines(text []byte) (from, to int) {
	if len(text) == 0 {
		return 0, 0
	}
	from = m.IntN(len(text))
	from = bytes.LastIndexByte(text[:from], '\n') + 1
	to = from
	for range 1 + m.small(8) {
		if to >= len(text) {
			break
		}
		n := bytes.IndexByte(text[to:], '\n')
		if n < 0 {
			to = len(text)
			break
		}
		to += n + 1
	}
	return from, to
}

// changeToken puts another number or string in the place of one.
func (m *maker) changeToken(text []byte) []byte {
	if len(text) == 0 {
		return text
	}
	at := m.IntN(len(text))
	for ; at < len(text) && text[at] != ':' && text[at] != ','; at++ {
	}
	if at++; at >= len(text) {
		return text
	}
	end := at
	if text[at] == '"' {
		for end = at + 1; end < len(text) && text[end] != '"' && text[end] != '\n'; end++ {
			if text[end] == '\\' {
				end++
			}
		}
		end = min(len(text), end+1)
	} else {
		for end < len(text) && bytes.IndexByte([]byte(",]}\n"), text[end]) < 0 {
			end++
		}
	}
	var token []byte
	switch m.IntN(5) {
	case 0:
		token = strconv.AppendInt(nil, int64(m.number()), 10)
	case 1:
		token = strconv.AppendFloat(nil, m.float(), 'g', -1, 64)
	case 2:
		token = append(strconv.AppendUint([]byte(`"0x`), m.number(), 16), '"')
	case 3:
		token = strconv.AppendQuoteToASCII(nil, string(m.text()))
	default:
		token = []byte([]string{"null", "[]", "{}", "true", "[[[[[[[[1]]]]]]]]", "[1,2,3,4,5,6,7,8,9]", `{"a":1}`, "",
			"-", "1e999", "-0"}[m.IntN(11)])
	}
	m.note("%s at byte %d for %s", token, at, text[at:end])
	return slices.Replace(text, at, end, token...)
}
