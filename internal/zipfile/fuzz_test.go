package zipfile

import (
	"archive/zip"
	"testing"
)

// FuzzOpen: whatever the bytes are, a file that is read has the size that it is listed
// with, and its head is its beginning.
func FuzzOpen(f *testing.F) {
	f.Add(archive(f, "", zip.FileHeader{Name: "a", Comment: "stored"}, zip.FileHeader{Name: "b/c", Method: zip.Deflate,
		Comment: "deflated"}))
	f.Add(archive(f, ""))
	f.Add(append([]byte("before"), archive(f, "PK\x05\x06", zip.FileHeader{Name: "a"})...))
	f.Fuzz(func(t *testing.T, data []byte) {
		files, err := open(data)
		if err != nil {
			return
		}
		for i := range min(len(files), 100) {
			file := &files[i]
			if file.Size > 1<<20 {
				continue // whoever calls has a limit
			}
			whole, err := file.Read()
			if err != nil {
				continue
			}
			head, err := file.Head(4)
			if int64(len(whole)) != file.Size || err != nil || string(head) != string(whole[:min(4, len(whole))]) {
				t.Fatalf("%q: %d of %d bytes, head %q, %v", file.Name, len(whole), file.Size, head, err)
			}
		}
	})
}
