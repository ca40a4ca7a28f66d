package pakfile

import (
	"bytes"
	"encoding/binary"
	"io"
	"testing"
)

// pak returns a PAK with one file.
func pak(name, content string) []byte {
	b := binary.LittleEndian.AppendUint32([]byte("PACK"), uint32(12+len(content)))
	b = append(binary.LittleEndian.AppendUint32(b, 64), content...)
	b = append(b, make([]byte, 64)...)
	entry := b[len(b)-64:]
	copy(entry, name)
	binary.LittleEndian.PutUint32(entry[56:], 12)
	binary.LittleEndian.PutUint32(entry[60:], uint32(len(content)))
	return b
}

// TestOpen reads a file; that it refuses what can't be true is tested in package assets.
func TestOpen(t *testing.T) {
	data := pak(`demos\a.dem`, "0123456789")
	files, err := Open(bytes.NewReader(data), int64(len(data)))
	if err != nil || len(files) != 1 || files[0].Name != "demos/a.dem" || files[0].Packed() != 10 {
		t.Fatalf("%v, %v", files, err)
	}
	whole, err := files[0].Read()
	head, headErr := files[0].Head(3)
	if err != nil || headErr != nil || string(whole) != "0123456789" || string(head) != "012" {
		t.Errorf("%q, %q, %v, %v", whole, head, err, headErr)
	}
	if files, err := Open(bytes.NewReader(data[:80]), 80); err == nil || err == io.EOF {
		t.Errorf("%v, %v", files, err)
	}
}

// FuzzOpen: whatever the bytes are, a file that is read has the size that it is listed with.
func FuzzOpen(f *testing.F) {
	f.Add(pak("a.dem", "content"))
	f.Fuzz(func(t *testing.T, data []byte) {
		files, err := Open(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return
		}
		for i := range min(len(files), 100) {
			if whole, err := files[i].Read(); err != nil || int64(len(whole)) != files[i].Size {
				t.Fatalf("%q: %d of %d bytes, %v", files[i].Name, len(whole), files[i].Size, err)
			}
		}
	})
}
