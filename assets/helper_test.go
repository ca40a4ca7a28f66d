package assets

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"
)

// noEnv is an environment without any variable.
func noEnv(string) string { return "" }

// writeTree writes files by slash-separated path under dir.
func writeTree(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// Parts of a PAK.
const (
	pakMagic  = "PACK"
	pakHeader = 12
	pakEntry  = 64
	pakName   = 56
)

type pakFile struct{ name, content string }

// makePAK lays out header, files and directory.
func makePAK(files ...pakFile) string {
	var body, dir []byte
	for _, f := range files {
		var e [pakEntry]byte
		copy(e[:pakName], f.name)
		binary.LittleEndian.PutUint32(e[pakName:], uint32(pakHeader+len(body)))
		binary.LittleEndian.PutUint32(e[pakName+4:], uint32(len(f.content)))
		body = append(body, f.content...)
		dir = append(dir, e[:]...)
	}
	head := []byte(pakMagic)
	head = binary.LittleEndian.AppendUint32(head, uint32(pakHeader+len(body)))
	head = binary.LittleEndian.AppendUint32(head, uint32(len(dir)))
	return string(head) + string(body) + string(dir)
}

// makeZIP packs files, deflated.
func makeZIP(t testing.TB, files ...pakFile) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range files {
		m, err := w.Create(f.name)
		if err == nil {
			_, err = m.Write([]byte(f.content))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// open opens a search path and closes it at the end of the test.
func open(t testing.TB, o Options) *Search {
	t.Helper()
	if o.Getenv == nil {
		o.Getenv = noEnv
	}
	s, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}
