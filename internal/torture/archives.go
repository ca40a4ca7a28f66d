package torture

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"math"
	"strings"

	"demoscope/assets"
)

func f32(f float64) uint32 { return math.Float32bits(float32(f)) }

// member is a file in an archive.
type member struct {
	name string
	data []byte
}

// zipOf returns a ZIP. Level 0 stores, 1 deflates.
func zipOf(list []member, level int) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range list {
		method := zip.Deflate
		if level == 0 {
			method = zip.Store
		}
		w, err := z.CreateHeader(&zip.FileHeader{Name: f.name, Method: method})
		if err == nil {
			_, err = w.Write(f.data)
		}
		if err != nil {
			return b.Bytes()
		}
	}
	z.Close()
	return b.Bytes()
}

// pakOf returns a PAK.
func pakOf(list []member) []byte {
	b := []byte("PACK\x00\x00\x00\x00\x00\x00\x00\x00")
	var directory []byte
	for _, f := range list {
		entry := make([]byte, 64)
		copy(entry[:56], f.name)
		binary.LittleEndian.PutUint32(entry[56:], uint32(len(b)))
		binary.LittleEndian.PutUint32(entry[60:], uint32(len(f.data)))
		directory = append(directory, entry...)
		b = append(b, f.data...)
	}
	binary.LittleEndian.PutUint32(b[4:], uint32(len(b)))
	binary.LittleEndian.PutUint32(b[8:], uint32(len(directory)))
	return append(b, directory...)
}

func gzipOf(data []byte) []byte {
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	z.Name = "a.dem"
	z.Write(data)
	z.Close()
	return b.Bytes()
}

// memberNames are those that programs stumble over.
var memberNames = []string{
	"maps/demoscope1.bsp", "MAPS/DEMOSCOPE1.BSP", "../../../tmp/x", "/etc/passwd", "C:\\x.dem", "maps\\a.bsp", "", ".",
	"..", "a/../b", "a//b", "CON", "\x1b[2Jx.dem",
	"\x9b31m.dem", "\u202e.dem", "a.dem", "b.mvd.gz", "c.zip", "d/", "gfx/palette.lmp", "pics/colormap.pcx",
	"x\x00y.dem", strings.Repeat("n", 56), strings.Repeat("d/", 2000) + "x.dem",
}

// members returns files for an archive, a demo among them.
func (m *maker) members(demo member) []member {
	list := []member{demo}
	for range m.small(24) {
		list = append(list, member{memberNames[m.IntN(len(memberNames))], m.fill(m.small(2048))})
	}
	i := m.IntN(len(list))
	list[0], list[i] = list[i], list[0]
	return list
}

// wrap packs a demo as people do, and sometimes damages the packing.
func (m *maker) wrap(name string, data []byte) (string, []byte) {
	depth := 1
	if m.in(8) {
		depth += m.IntN(5)
	}
	for range depth {
		if m.in(2) {
			data, name = gzipOf(data), name+".gz"
		} else {
			data = zipOf(m.members(member{name, data}), m.IntN(2))
			name += ".zip"
		}
	}
	m.note("packed as %s", name)
	if m.in(2) {
		data = m.packed(data)
	}
	return name, data
}

// signatures begin the headers of a ZIP.
var signatures = [][]byte{[]byte("PK\x01\x02"), []byte("PK\x03\x04"), []byte("PK\x05\x06"), []byte("PACK"),
	{0x1f, 0x8b}}

// packed changes an archive: the numbers in its headers, or anything.
func (m *maker) packed(data []byte) []byte {
	var places []int
	for _, s := range signatures {
		for at, n := 0, 0; n < 20; n++ {
			i := bytes.Index(data[at:], s)
			if i < 0 {
				break
			}
			at += i
			for range 6 {
				places = append(places, at+4+2*m.IntN(24))
			}
			at += len(s)
		}
	}
	if bytes.HasPrefix(data, []byte("PACK")) && len(data) > 76 {
		at := int(binary.LittleEndian.Uint32(data[4:]))
		for i := 0; i < 16; i++ {
			places = append(places, 4, 8, at+i*64+56, at+i*64+60, at+i*64)
		}
	}
	places = within(places, len(data))
	return m.bytes(data, places, nil)
}

// within returns the places that are in a file of n bytes.
func within(places []int, n int) []int {
	kept := places[:0]
	for _, p := range places {
		if p >= 0 && p < n {
			kept = append(kept, p)
		}
	}
	return kept
}

// built returns sources that are no files of anybody: a PAK, a PK3, palettes, bookmarks.
func built() []*Source {
	bsp, _ := sampleMap(assets.Quake)
	list := []member{
		{"maps/demoscope1.bsp", bsp[:min(len(bsp), 4096)]}, {"gfx/palette.lmp", make([]byte, 768)},
		{"pics/colormap.pcx", pcx()},
		{"maps/other.bsp", []byte("IBSP")}, {"demos/a.dem", []byte("2\n")}, {"scripts/x.shader", []byte("x\n{\n}\n")},
	}
	return []*Source{
		{Kind: KindArchive, Format: "pak", Name: "pak0.pak", Data: pakOf(list)},
		{Kind: KindArchive, Format: "pk3", Name: "pak0.pk3", Data: zipOf(list, 1)},
		{Kind: KindArchive, Format: "pk3", Name: "pak1.pk3", Data: zipOf(list, 0)},
		{Kind: KindArchive, Format: "palette", Name: "palette.lmp", Data: make([]byte, 768)},
		{Kind: KindArchive, Format: "palette", Name: "colormap.pcx", Data: pcx()},
		{Kind: KindSettings, Format: "keys", Name: "keys.toml", Data: []byte(
			"# keys\npause = [\"Space\", \"Shift+P\"]\nnext-kill = \"K\"\nhelp = [\n\t\"F1\",\n\t\"H\",\n]\nend = " +
				"[]\nclock = 'Ctrl+Y'\n")},
		{Kind: KindBookmarks, Format: "bookmarks", Name: "bookmarks.json", Data: []byte(
			`{"marks":[{"clock":1.5,"name":"one"},{"clock":3,"name":"two ` +
				`\u001b[2J"},{"clock":1e300,"name":"far"}],"in":2,"out":8.25,"loop":true}` + "\n")},
	}
}

// pcx returns a picture of 16x16 pixels with a palette, as Quake II keeps its colors.
func pcx() []byte {
	b := make([]byte, 128)
	b[0], b[1], b[2], b[3] = 10, 5, 1, 8
	b[8], b[10] = 15, 15
	b[65], b[66] = 1, 16
	for range 16 * 16 {
		b = append(b, 7)
	}
	b = append(b, 12)
	for i := range 768 {
		b = append(b, byte(i))
	}
	return b
}
