package dzip

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"demoscope/internal/corpus"
)

// place is a file of an archive: its content, and where it is.
type place struct {
	name    string
	content []byte
	err     error
	kind    uint32
	span    // in the archive, or in the common stream of version 1
}

// places returns the files of an archive with a complete directory, and the offset of the directory.
func places(t *testing.T, whole []byte) (list []place, directory int64) {
	t.Helper()
	a, err := Open(bytes.NewReader(whole), int64(len(whole)))
	if err != nil || a.Salvage != nil {
		t.Fatal(err)
	}
	for _, f := range a.Files {
		if f.IsPAK() {
			continue
		}
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		p := place{name: f.Name, kind: f.kind, span: span{f.at, f.at + f.size}}
		if p.content, p.err = io.ReadAll(r); p.err == io.EOF {
			p.err = nil
		}
		list = append(list, p)
	}
	return list, int64(binary.LittleEndian.Uint32(whole[4:]))
}

// salvaged opens an archive without a complete directory, and returns the contents of its files and why they are not
// complete.
func salvaged(t *testing.T, data []byte) (a *Archive, contents [][]byte, errs []error) {
	t.Helper()
	a, err := Open(bytes.NewReader(data), int64(len(data)))
	var bad *FormatError
	if err != nil {
		if !errors.As(err, &bad) || !strings.HasSuffix(bad.Reason, " and nothing in it is readable") {
			t.Error(err)
		}
		return &Archive{Salvage: &Salvage{Unread: int64(len(data)) - headerSize}}, nil, nil
	}
	for _, f := range a.Files {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		var s *SalvageError
		if !errors.As(err, &s) || s.Salvage != a.Salvage {
			t.Fatalf("%s: %v", f.Name, err)
		}
		contents, errs = append(contents, content), append(errs, s.Err)
	}
	return a, contents, errs
}

// checkCut checks what is found in an archive that is cut: all that was complete, nothing else, and no byte is left
// out without a word.
func checkCut(t *testing.T, whole []byte, list []place, directory, cut int64) {
	t.Helper()
	data := whole[:cut]
	a, contents, errs := salvaged(t, data)
	left := cut // where the data ends
	if whole[2] == 1 {
		unpacked, _ := io.Copy(io.Discard, flate.NewReader(bytes.NewReader(data[min(headerSize+2, cut):])))
		left = unpacked
	}
	used, stored := make([]bool, len(contents)), int64(0)
	for _, p := range list {
		at := -1
		for i := range contents {
			if !used[i] && bytes.Equal(contents[i], p.content) && (errs[i] == nil || p.err != nil ||
				whole[2] == 1 && left == p.end) { // whether it ends there is unknown
				at = i
				break
			}
		}
		switch {
		case at >= 0:
			used[at] = true
		case p.end > left || len(p.content) == 0:
		case whole[2] == 1 && p.kind != typeDemo1 && left <= p.end+maxTrack: // the next demo is not known as one yet
		case p.kind == typeStored:
			stored += p.end - p.at
		default:
			t.Errorf("cut at %d: %s is not found", cut, p.name)
		}
	}
	partial := 0
	for i := range contents {
		if used[i] {
			continue
		}
		partial++
		ok := false
		for _, p := range list {
			ok = ok || errs[i] != nil && bytes.HasPrefix(p.content, contents[i]) && p.end >= left
			// Of the next demo there is only the CD track.
			rest, text := bytes.CutPrefix(contents[i], p.content)
			ok = ok || errs[i] != nil && text && p.kind != typeDemo1 && len(rest) <= maxTrack
		}
		if !ok {
			t.Errorf("cut at %d: %s has %d bytes of no file, %v", cut, a.Files[i].Name, len(contents[i]), errs[i])
		}
	}
	if partial > 1 {
		t.Errorf("cut at %d: %d files are not complete", cut, partial)
	}
	said := a.Salvage.Unread + min(max(cut-directory, 0), cut)
	if a.major > 1 {
		for _, f := range a.Files {
			said += f.size
		}
		if said != cut-headerSize {
			t.Errorf("cut at %d: %d bytes are read or named", cut, said)
		}
	}
	if a.Salvage.Unread < stored {
		t.Errorf("cut at %d: %d bytes are unread, but %d of uncompressed files", cut, a.Salvage.Unread, stored)
	}
}

// checkFlips checks that damage in a file of an archive without a directory does not touch the others; in version 1,
// the demos before it.
func checkFlips(t *testing.T, whole []byte, list []place, directory int64, random *rand.Rand, n int) {
	t.Helper()
	for range n {
		data := bytes.Clone(whole[:directory])
		at := headerSize + random.Int64N(directory-headerSize)
		bit := random.IntN(8)
		data[at] ^= 1 << bit
		_, contents, errs := salvaged(t, data)
		v1, right := whole[2] == 1, int64(0)
		if v1 {
			right, _ = io.Copy(io.Discard, flate.NewReader(bytes.NewReader(data[min(headerSize+2, at):at])))
		}
		for _, p := range list {
			if v1 && (p.end > right || p.kind != typeDemo1) || !v1 && p.at <= at && at < p.end {
				continue
			}
			found := len(p.content) == 0 || p.kind == typeStored
			for j := range contents {
				found = found || bytes.Equal(contents[j], p.content) && (errs[j] == nil || p.err != nil || v1)
			}
			if !found {
				t.Errorf("bit %d of byte %d: %s is not found", bit, at, p.name)
			}
		}
		for j := range contents {
			known := errs[j] != nil || v1 // as of the damaged file
			for _, p := range list {
				known = known || bytes.Equal(contents[j], p.content)
			}
			if !known {
				t.Errorf("bit %d of byte %d: file %d has %d bytes of no file", bit, at, j, len(contents[j]))
			}
		}
	}
}

// sweep cuts an archive at n places and around each file and entry, and damages it n times.
func sweep(t *testing.T, whole []byte, n int) {
	list, directory := places(t, whole)
	cuts := map[int64]bool{}
	add := func(at int64) {
		if at >= headerSize && at < int64(len(whole)) {
			cuts[at] = true
		}
	}
	for i := range n {
		add(int64(i+1) * int64(len(whole)) / int64(n+1))
	}
	for _, p := range list {
		for d := int64(-1); d <= 1; d++ {
			if whole[2] > 1 {
				add(p.at + d)
				add(p.end + d)
				add(p.end + d - 4)
			}
			add(directory + d)
		}
	}
	for at := directory; at < int64(len(whole)); at += max(1, (int64(len(whole))-directory)/int64(n)) {
		add(at)
	}
	for cut := range cuts {
		checkCut(t, whole, list, directory, cut)
	}
	checkFlips(t, whole, list, directory, rand.New(rand.NewPCG(1, uint64(len(whole)))), n)
}

// salvageMembers returns files to pack, with demos whose ends are random bytes.
func salvageMembers(t testing.TB, major byte) []member {
	random := rand.New(rand.NewPCG(3, uint64(major)))
	noise := func(n int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(random.UintN(256))
		}
		return b
	}
	demo := func(name, coded, want string, raw int) member {
		m := member{name: name, kind: typeDemo, coded: bytesOf(t, coded), demo: bytesOf(t, want)}
		if major == 1 {
			m.kind = typeDemo1
		}
		end := noise(raw)
		m.coded = binary.LittleEndian.AppendUint32(append(m.coded, 0xff), uint32(raw))
		m.coded, m.demo = append(m.coded, end...), append(m.demo, end...)
		return m
	}
	text := func(name string, n int) member {
		text := strings.Repeat("a run of 0:42\n", n)
		return member{name: name, coded: []byte(text), demo: []byte(text)}
	}
	old := transforms[len(transforms)-1]
	if major == 1 {
		quiet := demo("quiet.dem", old.coded, old.want, 0)
		quiet.coded = quiet.coded[:len(quiet.coded)-5] // without a raw block
		return []member{text("first.txt", 3), quiet, demo("b.dem", old.coded, old.want, 900), text("second.txt", 40),
			demo("c.dem", old.coded, old.want, 2000), demo("d.dem", old.coded, old.want, 10), text("last.txt", 1)}
	}
	stored := func(name string, n int) member {
		m := member{name: name, kind: typeStored, coded: noise(n)}
		m.demo = m.coded
		return m
	}
	in := func(pak uint16, m member) member {
		m.pak = pak
		return m
	}
	const info = "0b9a020000 0100 6c7600 6d0000 730000 "
	wide := demo("wide.dem", "2d310a 00 "+info+"00 00 300500 81800c 00 7f 01 00",
		"2d310a 10000000 000000000000000000000000 "+info+"06000000 000000000000000000000000 818011057f01", 0x0b00)
	c := &transforms[0]
	return []member{demo("a.dem", c.coded, c.want, 900), text("a.txt", 30), stored("noise", 3000), stored("empty", 0),
		demo("b.dem", c.coded, c.want, 1500), stored("x", 1), stored("y", 2), wide,
		{name: "p.pak", kind: typePAK, pak: 3}, in(1, demo("c.dem", c.coded, c.want, 10)), in(2, stored("z", 40)),
		in(3, text("d", 9)), text("b.txt", 1), demo("last.dem", c.coded, c.want, 20), stored("end", 100)}
}

// TestSalvage: see checkCut and checkFlips.
func TestSalvage(t *testing.T) {
	for _, major := range []byte{1, 2, 3} {
		members := salvageMembers(t, major)
		whole := pack(t, major, members...)
		list, directory := places(t, whole)
		at := 0
		for _, m := range members {
			if m.kind == typePAK {
				continue
			}
			if p := &list[at]; p.err != nil || !bytes.Equal(p.content, m.demo) {
				t.Fatalf("version %d: %s: %v", major, p.name, p.err)
			}
			at++
		}
		for cut := int64(headerSize); cut < int64(len(whole)); cut++ {
			checkCut(t, whole, list, directory, cut)
		}
		checkFlips(t, whole, list, directory, rand.New(rand.NewPCG(1, 2)), 300)
	}
}

// TestSalvagePlain: of a demo that Dzip does not code, all is found before the cut, also behind an uncompressed file.
func TestSalvagePlain(t *testing.T) {
	var plain []byte
	for i := range 20_000 {
		plain = fmt.Appendf(plain, "%d ", i*i)
	}
	for _, before := range []string{"hi", strings.Repeat("an uncompressed file ", 200)} {
		whole := pack(t, 3, member{name: "short.txt", kind: typeStored, coded: []byte(before), demo: []byte(before)},
			member{name: "match.mvd", coded: plain, demo: plain})
		at := int(binary.LittleEndian.Uint32(whole[4:]))
		for _, cut := range []int{at, at - 1, at - 4, at - 5, at * 3 / 4, (at + len(before)) / 2} {
			a, contents, _ := salvaged(t, whole[:cut])
			if len(contents) != 1 || a.Salvage.Unread != int64(len(before)) || !bytes.HasPrefix(plain, contents[0]) ||
				len(contents[0]) < len(plain)/3 || cut >= at-4 && len(contents[0]) < len(plain) {
				t.Errorf("cut at %d of %d: %d files, %v", cut, at, len(contents), a.Salvage)
			}
		}
	}
}

// TestSalvageVersion: a wrong version in the header does not matter without the directory, or with one that makes no
// sense in that version.
func TestSalvageVersion(t *testing.T) {
	for _, major := range []byte{1, 3} {
		whole := pack(t, major, salvageMembers(t, major)[1:]...)
		if major == 3 {
			whole = pack(t, major, salvageMembers(t, major)...)
		}
		list, directory := places(t, whole)
		for _, other := range []byte{1, 2, 3} {
			for _, size := range []int64{directory, int64(len(whole))} {
				if size > directory && (major == 1) == (other == 1) {
					continue
				}
				data := bytes.Clone(whole[:size])
				data[2] = other
				_, contents, errs := salvaged(t, data)
				for _, p := range list {
					found := p.kind == typeStored
					for i := range contents {
						found = found || errs[i] == nil && bytes.Equal(contents[i], p.content)
					}
					if !found {
						t.Errorf("version %d as %d: %s is not found", major, other, p.name)
					}
				}
			}
		}
	}
}

// countedReaderAt counts the bytes that are read.
type countedReaderAt struct {
	io.ReaderAt
	n int64
}

func (c *countedReaderAt) ReadAt(p []byte, at int64) (int, error) {
	n, err := c.ReaderAt.ReadAt(p, at)
	c.n += int64(n)
	return n, err
}

// TestSalvageWork: a search reads and unpacks a limited number of bytes, whatever the archive has.
func TestSalvageWork(t *testing.T) {
	const size = 1 << 20
	zeros := deflated(t, make([]byte, 100<<10))
	candidate := "1\n\x00\x08" + strings.Repeat("a", 100)
	var demos []byte
	for i := range 200_000 {
		demos = append(demos, "1\n\x00\x00"...)
		demos = fmt.Appendf(demos, "%d text\n", i)
	}
	for name, c := range map[string]struct {
		major byte
		data  []byte
	}{
		"headers": {3, bytes.Repeat([]byte("\x78\x9c"), size/2)},
		// From each header on, empty blocks and blocks of 7 bytes follow each other to the end.
		"long streams":     {3, bytes.Repeat([]byte("\x78\x9c\x00\x00\x00\xff\xff\x00\x07\x00\xf8\xff"), size/12)},
		"streams that end": {2, bytes.Repeat(zeros[:len(zeros)-4], size/len(zeros))},
		"large files":      {2, bytes.Repeat(zeros, size/len(zeros))},
		"demos":            {3, bytes.Repeat(deflated(t, bytesOf(t, codedLevel+strings.Repeat("00 00 ", 5000))), 9000)},
		"candidates":       {1, deflated(t, []byte(strings.Repeat(candidate, 100_000)))},
		"demos and texts":  {1, deflated(t, demos)},
	} {
		data := append([]byte{'D', 'Z', c.major, 0, 0, 0, 0, 0, 0, 0, 0, 0}, c.data...)
		r := &countedReaderAt{ReaderAt: bytes.NewReader(data)}
		a, err := Open(r, int64(len(data)))
		var unpacked int64
		if err == nil {
			for _, f := range a.Files {
				unpacked += f.Size
			}
		}
		if limit := int64(8<<20 + 16*len(data)); r.n > limit {
			t.Errorf("%s: %d bytes are read, more than %d", name, r.n, limit)
		}
		if unpacked > min(maxSalvage, minSalvage+ratioSalvage*int64(len(data))) {
			t.Errorf("%s: %d bytes are unpacked", name, unpacked)
		}
	}
}

// TestCorpusSalvage: see checkCut and checkFlips.
func TestCorpusSalvage(t *testing.T) {
	for _, file := range corpus.Files(t, filepath.Join(corpus.Dir(t), "dz"), func(name string) bool {
		return strings.HasSuffix(name, ".dz") && !strings.HasPrefix(name, "bad_")
	}) {
		t.Run(filepath.Base(file), func(t *testing.T) { sweep(t, corpus.Read(t, file), 30) })
	}
}
