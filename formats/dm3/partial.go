package dm3

import (
	"bytes"

	"demoscope/formats/message"
)

// trimDamaged cuts a damaged gamestate to its trustworthy part and reports whether it names a map: otherwise it is
// useless, may be no gamestate at all, and stays unchanged. The bytes between a wrong bit and the detected damage are
// mostly the rest of a string. So the last string, and any impossible one, loses its last value.
func trimDamaged(m *message.GameState) bool {
	n, cut := 0, false
	for last := -1; n < len(m.ConfigStrings) && !cut; n++ {
		s := &m.ConfigStrings[n]
		if int(s.Index) <= last {
			break
		}
		last = int(s.Index)
		end := bytes.IndexFunc(s.Text, isControl)
		switch {
		case end >= 0:
			s.Text, cut = wholePairs(s.Text[:end]), true
		case n == len(m.ConfigStrings)-1 && len(m.Baselines) == 0:
			s.Text, cut = wholePairs(s.Text), true
		}
		if cut && len(s.Text) == 0 {
			break
		}
	}
	if n == 0 || m.ConfigStrings[0].Index != csServerInfo {
		return false
	}
	if name := infoValue(m.ConfigStrings[0].Text, "mapname"); len(name) == 0 || !isMapName(name) {
		return false
	}
	if cut || n < len(m.ConfigStrings) {
		m.Baselines = m.Baselines[:0]
	}
	m.ConfigStrings = m.ConfigStrings[:n]
	for i := range m.Baselines {
		if i == len(m.Baselines)-1 || m.Baselines[i+1].Number <= m.Baselines[i].Number {
			m.Baselines = m.Baselines[:i]
			break
		}
	}
	return true
}

// wholePairs returns the keys and values at the beginning of an info string that are followed by another key.
func wholePairs(text []byte) []byte {
	pairs, first := 0, 0
	if len(text) > 0 && text[0] == '\\' {
		first = 1
	}
	at := 0
	for i := first; i < len(text); i++ {
		if text[i] == '\\' {
			if pairs++; pairs%2 == 0 {
				at = i
			}
		}
	}
	return text[:at:at]
}
