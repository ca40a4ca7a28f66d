package torture

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// version is a format of maps: its magic, and how many lumps the directory behind it has.
type version struct {
	name, magic string
	lumps       int
	// record is the size of the records of each lump that have one, by its number.
	record map[int]int
}

// versions are from the documents of the games' formats.
var versions = []version{
	{"bsp29", "\x1d\x00\x00\x00", 15, map[int]int{1: 20, 3: 12, 5: 24, 6: 40, 7: 20, 9: 8, 10: 28, 11: 2, 12: 4,
		13: 4, 14: 64}},
	{"bsp2psb", "2PSB", 15, map[int]int{1: 20, 3: 12, 5: 32, 6: 40, 7: 28, 10: 32, 11: 4, 12: 8, 13: 4, 14: 64}},
	{"bsp2", "BSP2", 15, map[int]int{1: 20, 3: 12, 5: 44, 6: 40, 7: 28, 10: 44, 11: 4, 12: 8, 13: 4, 14: 64}},
	{"bsp38", "IBSP\x26\x00\x00\x00", 19, map[int]int{1: 20, 2: 12, 4: 28, 5: 76, 6: 20, 8: 28, 9: 2, 10: 2, 11: 4,
		12: 4, 13: 48, 14: 12, 15: 4, 17: 8, 18: 8}},
	{"qbsp", "QBSP\x26\x00\x00\x00", 19, map[int]int{1: 20, 2: 12, 4: 44, 5: 76, 6: 28, 8: 52, 9: 4, 10: 4, 11: 8,
		12: 4, 13: 48, 14: 12, 15: 8, 17: 8, 18: 8}},
	{"bsp46", "IBSP\x2e\x00\x00\x00", 17, map[int]int{1: 72, 2: 16, 3: 36, 4: 48, 5: 4, 6: 4, 7: 40, 8: 12, 9: 8,
		10: 44, 11: 4, 12: 72, 13: 104}},
	{"bsp47", "IBSP\x2f\x00\x00\x00", 17, map[int]int{1: 72, 2: 16, 3: 36, 4: 48, 5: 4, 6: 4, 7: 40, 8: 12, 9: 8,
		10: 44, 11: 4, 12: 72, 13: 104}},
}

// mapVersion returns the version of a map, nil if it is none.
func mapVersion(data []byte) *version {
	for i := range versions {
		if bytes.HasPrefix(data, []byte(versions[i].magic)) && len(data) > len(versions[i].magic)+8*versions[i].lumps {
			return &versions[i]
		}
	}
	return nil
}

// entities are texts of entities that parsers stumble over.
var entities = []string{
	"{", "}", "{{{{{{{{", "{\"a\"", "{\"a\" \"b\"", "{\"\" \"\"}", "{\"model\" \"*99999\"}", "{\"model\" \"*-1\"}",
	"{\"origin\" \"nan inf 1e39\"}",
	"{\"classname\" \"info_player_start\"\n\"origin\" \"99999999999 0 0\"}", "\"", "//", "/*", "\x00",
	"{\"light\" \"1e99\"}", "\x1b[2J", "\xff\xfe",
}

// bsp changes a map by its directory: lumps that lie elsewhere, and records in them.
func (m *maker) bsp(data, other []byte) []byte {
	v := mapVersion(data)
	if v == nil {
		return m.bytes(data, nil, other)
	}
	for range 1 + m.IntN(4) {
		if len(data) < len(v.magic)+8*v.lumps {
			break
		}
		lump := m.IntN(v.lumps)
		entry := len(v.magic) + 8*lump
		at := int(binary.LittleEndian.Uint32(data[entry:]))
		n := int(binary.LittleEndian.Uint32(data[entry+4:]))
		inside := at >= 0 && n > 0 && at <= len(data) && n <= len(data)-at
		switch k := m.IntN(16); {
		case k == 0:
			data = m.extreme(data, entry+4*m.IntN(2))
		case k == 1:
			to := len(v.magic) + 8*m.IntN(v.lumps)
			m.note("lump %d lies where that of entry %d does", lump, to)
			copy(data[entry:entry+8], data[to:to+8])
		case k == 2 && inside:
			cut := m.IntN(n)
			m.note("lump %d has %d of %d bytes", lump, cut, n)
			binary.LittleEndian.PutUint32(data[entry+4:], uint32(cut))
		case k == 3:
			text := []byte(entities[m.IntN(len(entities))])
			text = slices.Repeat(text, 1+m.small(2000))
			binary.LittleEndian.PutUint32(data[len(v.magic)+0:], uint32(len(data)))
			binary.LittleEndian.PutUint32(data[len(v.magic)+4:], uint32(len(text)))
			m.note("entities %.40q, %d bytes", text, len(text))
			data = append(data, text...)
		case k == 4 && inside: // a lump that is longer than it was, of the same records
			size := max(1, v.record[lump])
			i := at + m.IntN(n)/size*size
			part := slices.Repeat(data[i:min(i+size, at+n)], 1+m.small(4000))
			m.note("lump %d has %d bytes of one record behind it", lump, len(part))
			moved := append(slices.Clone(data[at:at+n]), part...)
			binary.LittleEndian.PutUint32(data[entry:], uint32(len(data)))
			binary.LittleEndian.PutUint32(data[entry+4:], uint32(len(moved)))
			data = append(data, moved...)
		case k == 5:
			return m.bytes(data, nil, other)
		case inside:
			// A field of a record, or the same one of many.
			size := v.record[lump]
			if size == 0 {
				size = 4
			}
			field := m.IntN(size) &^ 1
			first, count := m.IntN(n)/size, 1
			if m.in(3) {
				count = 1 + m.small(200)
			}
			value, width := m.number(), 2<<m.IntN(2)
			if width == 4 && m.in(3) {
				value = uint64(f32(m.float()))
			}
			m.note("lump %d: %d bytes at %d of %d records from %d on are %#x", lump, width, field, count, first, value)
			for i := first; i < first+count; i++ {
				if p := at + i*size + field; p+width <= at+n {
					var b [8]byte
					binary.LittleEndian.PutUint64(b[:], value)
					copy(data[p:p+width], b[:])
				}
			}
		}
	}
	return data
}
