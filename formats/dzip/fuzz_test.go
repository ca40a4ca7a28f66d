package dzip

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"io"
	"testing"
)

// FuzzOpen: whatever an archive is, a file without an error has as many bytes as the archive says, and any file begins
// with its head.
func FuzzOpen(f *testing.F) {
	for _, major := range []byte{2, 3} {
		f.Add(pack(f, major, run(f, "a.dem"), member{name: "t", coded: []byte("text"), demo: []byte("text")},
			member{name: "p.pak", kind: typePAK, pak: 1}, run(f, "x.dem")))
	}
	c := transforms[len(transforms)-1]
	f.Add(pack(f, 1, member{name: "a.dem", kind: typeDemo1, coded: bytesOf(f, c.coded), demo: bytesOf(f, c.want)}))
	for _, major := range []byte{1, 2, 3} {
		whole := pack(f, major, salvageMembers(f, major)...)
		f.Add(whole[:binary.LittleEndian.Uint32(whole[4:])])
		f.Add(whole[:len(whole)-20])
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := Open(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return
		}
		for _, file := range a.Files[:min(len(a.Files), 20)] {
			r, err := file.Open()
			if err != nil {
				continue
			}
			const most = 1 << 20 // whoever calls has a limit
			whole, err := io.ReadAll(io.LimitReader(r, most))
			if s := (*SalvageError)(nil); errors.As(err, &s) {
				err = s.Err
			}
			head, _ := file.Head(20)
			if err == nil && len(whole) < most && int64(len(whole)) != file.Size ||
				!bytes.Equal(head, whole[:min(20, len(whole))]) {
				t.Fatalf("%q: %d of %d bytes, head %q", file.Name, len(whole), file.Size, head)
			}
		}
	})
}

// FuzzTransform: whatever a demo is coded as, it is restored the same way from pieces of any size, in packets that
// are not too long.
func FuzzTransform(f *testing.F) {
	for _, c := range transforms {
		f.Add(c.major, bytesOf(f, c.coded))
	}
	f.Fuzz(func(t *testing.T, major byte, coded []byte) {
		rules := rules{major%3 + 1, major%3 == 2}
		const most = 4 << 20
		whole, err := io.ReadAll(io.LimitReader(newDecoder(bytes.NewReader(coded), rules), most))
		small := newDecoder(&pieces{coded, 1}, rules)
		again, other := io.ReadAll(io.LimitReader(small, most))
		if !bytes.Equal(whole, again) || (err == nil) != (other == nil) || err != nil && err.Error() != other.Error() {
			t.Fatalf("%d bytes, %v; in pieces %d bytes, %v", len(whole), err, len(again), other)
		}
	})
}

// FuzzInflate: any stream unpacks as with the standard library. Of an incomplete stream, a few more symbols may be
// unpacked, which the standard library leaves if the next code might be longer than the rest.
func FuzzInflate(f *testing.F) {
	for level := flate.HuffmanOnly; level <= flate.BestCompression; level++ {
		var b bytes.Buffer
		w, _ := flate.NewWriter(&b, level)
		w.Write(bytes.Repeat([]byte("a man, a plan, a canal: Panama"), 4*(level+3)))
		w.Close()
		f.Add(b.Bytes())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		const most = 4 << 20
		var z inflater
		z.reset(bytes.NewReader(data))
		got, err := io.ReadAll(io.LimitReader(&z, most))
		source := bytes.NewReader(data)
		want, other := io.ReadAll(io.LimitReader(flate.NewReader(source), most))
		if (err == nil) != (other == nil) || (err == io.ErrUnexpectedEOF) != (other == io.ErrUnexpectedEOF) {
			t.Fatalf("%v, not %v", err, other)
		}
		more := len(got) - len(want)
		if !bytes.HasPrefix(got, want) || more > 0 && (err != io.ErrUnexpectedEOF || more > longestCode) {
			t.Fatalf("%d bytes, not %d: %v", len(got), len(want), err)
		}
		if used := int64(len(data) - source.Len()); err == nil && len(got) < most && z.offset() != used {
			t.Fatalf("ends at %d, not %d", z.offset(), used)
		}
	})
}

// pieces reads data in pieces of 1, 2, 3… bytes.
type pieces struct {
	data []byte
	n    int
}

func (p *pieces) Read(b []byte) (int, error) {
	if len(p.data) == 0 {
		return 0, io.EOF
	}
	n := copy(b[:min(len(b), p.n)], p.data)
	p.data = p.data[n:]
	p.n++
	return n, nil
}
