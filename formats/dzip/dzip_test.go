package dzip

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"demoscope/internal/corpus"
)

// bytesOf returns the bytes of hexadecimal text with spaces.
func bytesOf(t testing.TB, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.Join(strings.Fields(text), ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// The beginning of a level as it is coded, and in the demo: a server's message and the baseline of entity 5, at
// 100, -200, 300.
const (
	codedLevel = "2d310a 00 0b0f000000 0100 6c7600 6d0000 730000 1605 6001 6400 38ff 2c01 40 00 "
	level      = "2d310a 20000000 00000000 00000000 00000000 0b0f000000 0100 6c7600 6d0000 730000 " +
		"16 0500 01000000 640000 38ff40 2c0100 "
)

// transforms are demos as they are coded, and what is made of them.
var transforms = []struct {
	name        string
	major       byte
	coded, want string
}{
	{"several packets", 3, codedLevel +
		"02 0000b442 230000803f 4a9a2203196400 1901 300500 07ff0504 00 " +
		"00 2300004000 489802ffffffff 300040 3829000 99effd200f4fe 00 " +
		"02 00000200 070100 4202 300040 00 " +
		"00 23cccc0c00 40 00", level +
		"1d000000 00000000 0000b442 00000000 070000803f 0f2006 03 01400000 6400 1919000000 01 8e05 6800 3dff 2b01 " +
		"29000000 00000000 0000b442 00000000 070000c03f 0f2006 03 01400000 6300 1818000000 01 ce0501 6c00 42ff 2a01 " +
		"0600290009 0a0014001e00 " +
		"1e000000 00000000 0000b642 00000000 070100c03f 0f2006 05 01400000 6300 1818000000 01 ce0502 7000 47ff 2901 " +
		"15000000 00000000 0000b642 00000000 07cdcccc3f 0f2006 05 01400000 6300 1818000000 01"},
	{"a raw block", 2, "2d310a ff 03000000 616263 ff 01000000 64", "2d310a 61626364"},
	{"a picture of Nehahra", 2, "2d310a 00 266100 6200 0102 00",
		"2d310a 07000000 000000000000000000000000 236100 6200 0102"},
	{"transparency of Nehahra", 2, codedLevel + "00 300500 81800c 00 0000003f 01 31 058080 0000 00",
		level + "0f000000 000000000000000000000000 818005 00000040 0000003f 00000000"},
	{"an update outside of a group", 3, codedLevel + "00 8a05 0100 0200 00",
		level + "06000000 000000000000000000000000 8a05 0100 0200"},
	{"an update whose last field is taken for a message", 3,
		"2d310a 00 0b9a020000 0100 6c7600 6d0000 730000 818001 05 01 00",
		"2d310a 15000000 000000000000000000000000 0b9a020000 0100 6c7600 6d0000 730000 818001 05 01"},
	{"a frame that needs a byte less", 3, strings.Replace(codedLevel, "0b0f000000", "0b9a020000", 1) +
		"00 300500 818040 00 0701 00 " +
		"00 3000 8101 00 f8 00", strings.Replace(level, "0b0f000000", "0b9a020000", 1) +
		"06000000 000000000000000000000000 c18002 05 07 01 " +
		"03000000 000000000000000000000000 c0 05 ff"},
	{"entities of version 1", 1, codedLevel +
		"00 070000803f f90104 03 6400 80 0506 04 0000 0600 2900 09 0a0014001e00 00 " +
		"00 8104 05 0000 00 " +
		"00 8305000000 00", level +
		"25000000 000000000000000000000000 070000803f 0f2002 03 01400000 6400 0000000000 00 c20501 6800 " +
		"0600290009 0a0014001e00 " +
		"09000000 000000000000000000000000 8201 0500 c20501 6800 " +
		"04000000 000000000000000000000000 8201 0500"},
}

// TestTransform: demos are restored as by hand, however they are read.
func TestTransform(t *testing.T) {
	for _, c := range transforms {
		coded, want := bytesOf(t, c.coded), bytesOf(t, c.want)
		for _, r := range []io.Reader{bytes.NewReader(coded), iotest.OneByteReader(bytes.NewReader(coded))} {
			got, err := io.ReadAll(newDecoder(r, rules{c.major, c.major == 3}))
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s: %v\n got %x\nwant %x", c.name, err, got, want)
			}
		}
	}
}

// rowsOf returns the rows of a data file as numbers by their heading.
func rowsOf(t *testing.T, name string) (list []map[string]int) {
	t.Helper()
	heading, rows := corpus.Table(t, filepath.Join("testdata", name))
	for _, row := range rows {
		numbers := map[string]int{}
		for i, text := range row {
			if n, err := strconv.Atoi(text); err == nil {
				numbers[heading[i]] = n
			}
		}
		list = append(list, numbers)
	}
	return list
}

// TestSizes: messages that are stored as they are have the sizes that Dzip gives them, and there are no others.
func TestSizes(t *testing.T) {
	// Data that is no message, so that a wrong size can't end in another message.
	bytesOf := func(id byte, n, strings, after int) (m []byte) {
		m = append([]byte{id}, bytes.Repeat([]byte{0xfb}, n-after-1)...)
		for range strings {
			m = append(m, "a string\x00"...)
		}
		return append(m, bytes.Repeat([]byte{0xfb}, after)...)
	}
	check := func(what string, major byte, m []byte, known bool) {
		t.Helper()
		coded := slices.Concat([]byte("-1\n\x00"), m, []byte{0})
		size := binary.LittleEndian.AppendUint32(nil, uint32(len(m)))
		want := slices.Concat([]byte("-1\n"), size, make([]byte, 12), m)
		got, err := io.ReadAll(newDecoder(bytes.NewReader(coded), rules{major, major == 3}))
		if known != (err == nil) || known && !bytes.Equal(got, want) {
			t.Errorf("%s in version %d: %x, want %x, %v", what, major, got, want, err)
		}
	}
	// Those with rules of their own, besides sounds, client data and entities from 48 on.
	seen := map[int]bool{}
	for _, id := range []int{0, 6, 7, 11, 22, 23, 35, 38, 42, 43} {
		seen[id] = true
	}
	for _, row := range rowsOf(t, "messages.csv") {
		seen[row["id"]] = true
		m := bytesOf(byte(row["id"]), row["bytes"], row["strings"], row["after"])
		for major := byte(2); major <= 3; major++ {
			check(fmt.Sprint("message ", row["id"]), major, m, int(major) >= row["major"])
		}
	}
	for id := range 0x30 {
		if !seen[id] {
			check(fmt.Sprint("message ", id), 3, bytesOf(byte(id), 8, 0, 0), false)
		}
	}
	kinds := rowsOf(t, "temporary.csv")
	for kind, row := range kinds {
		m := bytesOf(23, row["bytes"], 0, 0)
		m[1] = byte(row["kind"])
		if kind == 17 {
			m = slices.Insert(m, 2, []byte("a string\x00")...)
			m = m[:len(m)-1] // the zero counts
		}
		check(fmt.Sprint("temporary entity ", kind), 3, m, kind == row["kind"])
	}
	check("temporary entity", 3, []byte{23, byte(len(kinds)), 0, 0, 0, 0, 0, 0}, false)
}

// TestUnchanged: messages that do not change are written again, also after the output before them has been read.
func TestUnchanged(t *testing.T) {
	const more = 3000
	coded := codedLevel + "00 4202 300500 40 00 " + "00 40 3000 00 00 " + strings.Repeat("00 40 3000 00 ", more)
	packet := "13000000 000000000000000000000000 0f2002 02 01400000 0000 0000000000 00 c005 01 "
	got, err := io.ReadAll(newDecoder(bytes.NewReader(bytesOf(t, coded)), rules{3, true}))
	if want := bytesOf(t, level+strings.Repeat(packet, 2+more)); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d of %d bytes, %v: begins with %x", len(got), len(want), err, got[:min(len(got), 120)])
	}
}

// TestDamage: a demo that can't be restored is kept up to its last sound packet.
func TestDamage(t *testing.T) {
	for name, c := range map[string]struct {
		major       byte
		coded, want string
	}{
		"no CD track":                    {3, "2d31", "the packed demo is damaged: no CD track"},
		"unknown block":                  {3, codedLevel + "08", "damaged: unknown block 0x08"},
		"cut in a packet":                {3, codedLevel + "00 0700", "damaged: a packet is incomplete"},
		"cut in a string":                {3, codedLevel + "00 0861", "damaged: a string is incomplete"},
		"cut in a raw block":             {3, codedLevel + "ff 02000000 61", "damaged: a raw block is incomplete"},
		"cut in the head of a raw block": {3, codedLevel + "ff 0200", "damaged: a raw block is incomplete"},
		"entity that is too large": {3, codedLevel + "00 30 " + strings.Repeat("ff", 130) + "ee",
			"damaged: entity 33258 is above 32767"},
		"unknown temporary entity": {3, codedLevel + "00 1712", "damaged: unknown temporary entity 18"},
		"message of version 3":     {2, codedLevel + "00 2c0000", "damaged: unknown message 0x2c"},
		"sound of version 3":       {2, codedLevel + "00 600000", "damaged: unknown message 0x60"},
		"group in version 1":       {1, codedLevel + "00 3000", "damaged: unknown message 0x30"},
		"packet that is too long": {3, codedLevel + "00" + strings.Repeat("01", maxPacket+1),
			"damaged: a packet is too long"},
	} {
		got, err := io.ReadAll(newDecoder(bytes.NewReader(bytesOf(t, c.coded)), rules{c.major, c.major == 3}))
		if err == nil || !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
		if c.coded != "2d31" && (len(got) < 51 || !bytes.HasPrefix(got, bytesOf(t, level))) {
			t.Errorf("%s: %d bytes are left", name, len(got))
		}
	}
}

// member is a file to pack: as it is stored in the archive, and as it is unpacked.
type member struct {
	name          string
	kind          uint32
	pak           uint16
	coded, demo   []byte
	wrongChecksum bool
}

func deflated(t testing.TB, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	_, err := w.Write(data)
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// pack makes an archive.
func pack(t testing.TB, major byte, members ...member) []byte {
	t.Helper()
	b := []byte{'D', 'Z', major, 0, 0, 0, 0, 0, byte(len(members)), 0, 0, 0}
	var directory, common []byte
	u32 := func(v int) { directory = binary.LittleEndian.AppendUint32(directory, uint32(v)) }
	for _, m := range members {
		data, at := m.coded, len(b)
		switch {
		case major == 1:
			at = headerSize + len(common)
			common = append(common, data...)
		case m.kind == typePAK, m.kind == typeDirectory:
			data = nil
		case m.kind != typeStored:
			data = deflated(t, m.coded)
		}
		if major > 1 {
			b = append(b, data...)
		}
		sum := ^crc32.ChecksumIEEE(m.demo)
		if m.wrongChecksum {
			sum++
		}
		u32(at)
		u32(len(data))
		u32(len(m.demo))
		directory = binary.LittleEndian.AppendUint16(directory, uint16(len(m.name)+1))
		directory = binary.LittleEndian.AppendUint16(directory, m.pak)
		u32(int(sum))
		u32(int(m.kind))
		if major > 1 {
			u32(0)
			u32(len(m.coded))
		}
		directory = append(append(directory, m.name...), 0)
	}
	if major == 1 {
		b = append(b, deflated(t, common)...)
	}
	binary.LittleEndian.PutUint32(b[4:], uint32(len(b)))
	return append(b, directory...)
}

// run returns a demo to pack.
func run(t testing.TB, name string) member {
	c := transforms[0]
	return member{name: name, kind: typeDemo, coded: bytesOf(t, c.coded), demo: bytesOf(t, c.want)}
}

// unpack returns what is in an archive: each file as a line of its name, its content if it is short, and its error.
func unpack(t testing.TB, data []byte) (text string) {
	t.Helper()
	a, err := Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return err.Error()
	}
	demo := bytesOf(t, transforms[0].want)
	for _, f := range a.Files {
		var got []byte
		r, err := f.Open()
		if err == nil {
			got, err = io.ReadAll(r)
		}
		text += f.Name
		switch {
		case bytes.Equal(got, demo):
			text += " is the demo"
		case len(got) > 0 && bytes.HasPrefix(demo, got):
			text += " begins as the demo"
		case len(got) < 10:
			text += " " + string(got)
		default:
			text += " is something else"
		}
		if err != nil {
			text += ": " + err.Error()
		}
		text += "\n"
	}
	return text
}

func expect(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n%swant:\n%s", what, got, want)
	}
}

// TestArchive: folders, texts, stored files and PAKs are read in all versions.
func TestArchive(t *testing.T) {
	text := member{name: `runs\a.txt`, coded: []byte("a run"), demo: []byte("a run")}
	stored := member{name: "b.txt", kind: typeStored, coded: []byte("b"), demo: []byte("b")}
	pak := member{name: "p.pak", kind: typePAK, pak: 2}
	x, y := run(t, `demos\x.dem`), stored
	x.pak, y.pak = 1, 2
	strange := member{name: "new.dem", kind: 9, coded: []byte("?"), demo: []byte("?")}
	folder := member{name: `runs\`, kind: typeDirectory}
	files := []member{run(t, "r.dem"), folder, text, stored, pak, x, y, strange, run(t, "last.dem")}
	for _, major := range []byte{2, 3} {
		expect(t, "archive", unpack(t, pack(t, major, files...)), `r.dem is the demo
runs/a.txt a run
b.txt b
p.pak is something else
p.pak/demos\x.dem is the demo
p.pak/b.txt b
new.dem : dzip: unknown type 9 of the file
last.dem is the demo
`)
	}
	expect(t, "PAK in a PAK", unpack(t, pack(t, 3, pak, member{name: "q.pak", kind: typePAK, pak: 1}, y)),
		"p.pak is something else: p.pak/q.pak: dzip: unknown type 3 of the file\n"+
			"p.pak/q.pak : dzip: unknown type 3 of the file\np.pak/b.txt b\n")
	// The counts are too small by one after Dzip deleted a file of another PAK.
	files[4].pak, files[5].pak, files[6].pak = 1, 0, 1
	if got := unpack(t, pack(t, 3, files...)); !strings.Contains(got, "p.pak/b.txt b\nnew.dem") {
		t.Errorf("the counts are too small:\n%s", got)
	}

	c := transforms[len(transforms)-1]
	old := member{name: "old.dem", kind: typeDemo1, coded: bytesOf(t, c.coded), demo: bytesOf(t, c.want)}
	expect(t, "version 1", unpack(t, pack(t, 1, text, old, member{name: "c", kind: typeText, coded: []byte("c"),
		demo: []byte("c")}, run(t, "new.dem"))), `runs/a.txt a run
old.dem is something else
c c
new.dem : dzip: unknown type 5 of the file
`)
}

// TestPlaces: a file that is not in its archive is damaged.
func TestPlaces(t *testing.T) {
	for _, major := range []byte{1, 2, 3} {
		whole := pack(t, major, member{name: "t.txt", coded: []byte("text"), demo: []byte("text")})
		at := int(binary.LittleEndian.Uint32(whole[4:]))
		for _, place := range []uint32{0, 5, uint32(len(whole)), 1<<32 - 1} {
			data := bytes.Clone(whole)
			binary.LittleEndian.PutUint32(data[at:], place)
			if got := unpack(t, data); !strings.Contains(got, ": ") && (major > 1 || place > 5) {
				t.Errorf("version %d, at %d: %s", major, place, got)
			}
		}
	}
}

// TestPAK: a PAK is what its files make.
func TestPAK(t *testing.T) {
	data := pack(t, 3, member{name: "p.pak", kind: typePAK, pak: 1},
		member{name: "a/b.txt", kind: typeStored, pak: 1, coded: []byte("text"), demo: []byte("text")})
	a, err := Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	r, err := a.Files[0].Open()
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(r)
	want := "PACK\x10\x00\x00\x00\x40\x00\x00\x00text" + "a/b.txt" + strings.Repeat("\x00", 49) +
		"\x0c\x00\x00\x00\x04\x00\x00\x00"
	if err != nil || string(got) != want || a.Files[0].Size != int64(len(want)) {
		t.Errorf("%q, %v", got, err)
	}
}

// TestWrong: whatever is wrong with an archive, what is left of its files is read, and the damage is reported.
func TestWrong(t *testing.T) {
	one := pack(t, 3, run(t, "r.dem"))
	wrong := run(t, "r.dem")
	wrong.wrongChecksum = true
	expect(t, "wrong checksum", unpack(t, pack(t, 3, wrong)), "r.dem is the demo: the checksum is wrong\n")
	short := run(t, "r.dem")
	short.demo = short.demo[:100]
	if got := unpack(t, pack(t, 3, short)); got !=
		"r.dem begins as the demo\n" { // as long as the directory says, with that checksum
		t.Errorf("too short: %s", got)
	}
	short.wrongChecksum = true
	expect(t, "more than it says", unpack(t, pack(t, 3, short)),
		"r.dem is the demo: the archive's directory says 100, and the checksum is wrong\n")
	long := run(t, "r.dem")
	long.demo = append(long.demo, 0)
	expect(t, "less than it says", unpack(t, pack(t, 3, long)),
		"r.dem is the demo: the archive's directory says 237, and the checksum is wrong\n")

	text := member{name: "t.txt", coded: []byte("text"), demo: []byte("text")}
	whole := pack(t, 3, run(t, "r.dem"), text)
	at := int(binary.LittleEndian.Uint32(whole[4:]))
	for _, length := range []uint32{0, 1, 7, 8, 235, 237, 1 << 30, 1<<31 - 1, 1<<32 - 1} {
		wrong := bytes.Clone(whole)
		binary.LittleEndian.PutUint32(wrong[at+8:], length)
		expect(t, "wrong length", unpack(t, wrong), fmt.Sprintf("r.dem is the demo: the archive's directory says %d\n"+
			"t.txt text\n", length))
	}
	const none = "the archive's directory is missing\n"
	expect(t, "without a directory", unpack(t, whole[:at]), "1.dem is the demo: "+none+"2.bin text: "+none)
	unfinished := bytes.Clone(whole)
	clear(unfinished[4:12])
	expect(t, "unfinished", unpack(t, unfinished[:at]), "1.dem is the demo: "+none+"2.bin text: "+none)
	expect(t, "cut", unpack(t, one[:len(one)/2]),
		"1.dem begins as the demo: unexpected EOF; the archive's directory is missing\n")
	expect(t, "cut in the directory", unpack(t, whole[:len(whole)-2]),
		"r.dem is the demo: the archive's directory is incomplete\n2.bin text: the archive's directory is incomplete\n")
	const nothing = "dzip: its directory is missing, and nothing in it is readable"
	expect(t, "cut at once", unpack(t, one[:14]), nothing)
	noise := rand.New(rand.NewPCG(1, 2))
	for i := range 3000 {
		random := append([]byte{'D', 'Z', byte(1 + i%3), 0, 0, 0, 0, 0, 0, 0, 0, 0}, make([]byte, 1000)...)
		for j := range random[headerSize:] {
			random[headerSize+j] = byte(noise.UintN(256))
		}
		random[headerSize] = 0x78 // as a stream
		random[headerSize+1] = 0x9c
		expect(t, "random bytes", unpack(t, random), nothing)
	}
	expect(t, "no header", unpack(t, one[:8]), "dzip: 8 bytes are too few")
	expect(t, "another version", unpack(t, append([]byte("DZ\x04"), one[3:]...)),
		"dzip: it does not begin as an archive of version 1, 2 or 3")

	c := transforms[len(transforms)-1]
	old := pack(t, 1, member{name: "old.dem", kind: typeDemo1, coded: bytesOf(t, c.coded), demo: bytesOf(t, c.want)})
	end := binary.LittleEndian.Uint32(old[4:])
	if got := unpack(t, old[:end]); got != "1.dem is something else: "+none {
		t.Errorf("version 1: %s", got)
	}

	// The Adler-32 of a stream is not looked at, because a file has a checksum.
	other := bytes.Clone(one)
	other[binary.LittleEndian.Uint32(one[4:])-1]++
	expect(t, "wrong Adler-32", unpack(t, other), "r.dem is the demo\n")
}

// TestRules: of a demo of protocol 666 in an archive of version 2, the checksum says which version of Dzip coded it.
func TestRules(t *testing.T) {
	const serverInfo = "2d310a 00 0b9a020000 0100 6c7600 6d0000 730000 00 "
	const info = "2d310a 10000000 000000000000000000000000 0b9a020000 0100 6c7600 6d0000 730000 "
	two := member{name: "two.dem", kind: typeDemo, coded: bytesOf(t, serverInfo+"00 300500 81800c 00 0000003f 01 00"),
		demo: bytesOf(t, info+"02000000 000000000000000000000000 8005")}
	three := member{name: "three.dem", kind: typeDemo, coded: bytesOf(t, serverInfo+"00 300500 81800c 00 7f 01 00"),
		demo: bytesOf(t, info+"06000000 000000000000000000000000 818011057f01")}
	for _, m := range []member{two, three} {
		data := pack(t, 2, m)
		a, err := Open(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		r, err := a.Files[0].Open()
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, m.demo) {
			t.Errorf("%s: %x, %v", m.name, got, err)
		}
	}
}

// TestLeftOut: what the directory leaves out is found, and bytes that belong to no file are named.
func TestLeftOut(t *testing.T) {
	one := pack(t, 3, run(t, "a.dem"))
	three := pack(t, 2, run(t, "a.dem"), member{name: "t.txt", coded: []byte("text"), demo: []byte("text")},
		run(t, "c.dem"))
	at := int(binary.LittleEndian.Uint32(three[4:]))
	pak := pack(t, 3, member{name: "p.pak", kind: typePAK, pak: 1},
		member{name: "b.txt", kind: typeStored, pak: 1, coded: []byte("text"), demo: []byte("text")})
	set := func(data []byte, at int, v uint32) []byte {
		data = bytes.Clone(data)
		binary.LittleEndian.PutUint32(data[at:], v)
		return data
	}
	const entry = 32 + len("a.dem\x00")
	c := transforms[len(transforms)-1]
	old := member{name: "old.dem", kind: typeDemo1, coded: bytesOf(t, c.coded), demo: bytesOf(t, c.want)}
	first := pack(t, 1, old, member{name: "t", coded: []byte("text"), demo: []byte("text")}, old)
	version := func(data []byte, v byte) []byte {
		data = bytes.Clone(data)
		data[2] = v
		return data
	}
	incomplete := func(n, at int) string {
		return fmt.Sprintf(": the archive's directory is incomplete, and %d bytes of the archive are unreadable, the "+
			"first at byte %d\n", n, at)
	}
	damaged := func(n, at int) string {
		return strings.Replace(incomplete(n, at), "incomplete", "damaged", 1)
	}
	second, third := incomplete(headerSize+len(three)-at, len(one)), incomplete(entry, len(three)-entry)
	noise := bytes.Repeat([]byte("noise"), 1000)
	directory := len(one) - entry
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"two archives", slices.Concat(one, three), "a.dem is the demo" + second + "2.dem is the demo" + second +
			"3.bin text" + second + "4.dem is the demo" + second},
		{"noise behind it", slices.Concat(one, noise), fmt.Sprintf(
			"a.dem is the demo: 5000 bytes of the archive are unreadable, the first at byte %d\n", len(one))},
		{"noise behind a PAK", slices.Concat(pak, noise), fmt.Sprintf(
			"p.pak is something else\n"+
				"p.pak/b.txt text: 5000 bytes of the archive are unreadable, the first at byte %d\n", len(pak))},
		{"a byte behind it", slices.Concat(one, []byte{1}), fmt.Sprintf(
			"a.dem is the demo: byte %d of the archive is unreadable\n", len(one))},
		{"a count that is too small", set(three, 8, 2), "a.dem is the demo" + third + "t.txt text" + third +
			"3.dem is the demo" + third},
		{"the last one of version 1", set(first, 8, 2), "old.dem is something else" + incomplete(32, len(first)-32) +
			"t text" + incomplete(32, len(first)-32) + "3.dem is something else" + incomplete(32, len(first)-32)},
		{"sizes that are too small", set(set(three, at+4, 3), at+entry+4, 0),
			"a.dem is the demo\nt.txt text\nc.dem is the demo\n"},
		{"an entry with another place", set(three, at, 5),
			"a.dem : dzip: the archive's directory says that the file begins at byte 5\n" +
				"t.txt text: the archive's directory is incomplete\n" +
				"c.dem is the demo: the archive's directory is incomplete\n" +
				"4.dem is the demo: the archive's directory is incomplete\n"},
		{"the only entry with another place", set(one, directory, 0), "1.dem is the demo" + damaged(entry, directory)},
		{"a directory a byte later", set(one, 4, uint32(directory+1)), "1.dem is the demo" + damaged(entry, directory)},
		{"a directory a byte earlier", set(one, 4, uint32(directory-1)),
			"1.dem is the demo" + damaged(entry, directory)},
		{"version 3 as 1", version(one, 1), "1.dem is the demo" + damaged(entry, directory)},
	} {
		expect(t, c.name, unpack(t, c.data), c.want)
	}
}

// TestTooMany: an archive with more files than are read is called that.
func TestTooMany(t *testing.T) {
	for _, n := range []int{MaxFiles, MaxFiles + 1, 70000} {
		data := []byte("DZ\x03\x02\x0d\x00\x00\x00\x00\x00\x00\x00-")
		binary.LittleEndian.PutUint32(data[8:], uint32(n))
		for i := range n {
			entry := make([]byte, 32)
			entry[0], entry[12], entry[20] = headerSize, 7, typeStored
			data = fmt.Appendf(append(data, entry...), "%06d\x00", i)
		}
		_, err := Open(bytes.NewReader(data), int64(len(data)))
		if n == MaxFiles && err != nil || n > MaxFiles && (err == nil ||
			err.Error() != fmt.Sprintf("dzip: %d files are more than 65535", n)) {
			t.Errorf("%d files: %v", n, err)
		}
	}
}

// TestNumbers: an archive that claims more than it has costs nothing.
func TestNumbers(t *testing.T) {
	whole := pack(t, 3, run(t, "r.dem"))
	for _, n := range []uint32{2, MaxFiles, MaxFiles + 1, 1<<32 - 1} {
		data := bytes.Clone(whole)
		binary.LittleEndian.PutUint32(data[8:], n)
		a, err := Open(bytes.NewReader(data), int64(len(data)))
		if err != nil || a.Salvage == nil || len(a.Files) != 1 {
			t.Errorf("%d files: %v", n, err)
		}
	}
}
