package corpus

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// GameFile is a file found by [Maps] or [GameFiles].
type GameFile struct {
	Name string // name of the file: "dm3.bsp", or its path
	In   string // the archive's name; "" for a loose file
	Data []byte
}

// Maps returns the maps below dir: loose, in PK3 and in PAK files, named without folders. The test fails if there are
// none.
func Maps(t testing.TB, dir string) []GameFile {
	t.Helper()
	maps := GameFiles(t, dir, ".bsp", ".bsp2")
	for i := range maps {
		maps[i].Name = path.Base(maps[i].Name)
	}
	return maps
}

// GameFiles returns the files below dir with one of some extensions (".mdl"): loose, in PK3 and in PAK files. Names
// include the folders below dir or in the archive. The test fails if there are none. GameFiles does not read archives
// with package assets, which is tested with them.
func GameFiles(t testing.TB, dir string, extensions ...string) []GameFile {
	t.Helper()
	want := func(name string) bool { return slices.Contains(extensions, strings.ToLower(path.Ext(name))) }
	var list []GameFile
	for _, file := range Files(t, dir, func(name string) bool {
		ext := strings.ToLower(path.Ext(name))
		return want(name) || ext == ".pk3" || ext == ".pak"
	}) {
		data, name := Read(t, file), filepath.Base(file)
		switch strings.ToLower(path.Ext(name)) {
		case ".pk3":
			list = append(list, zipMembers(t, name, data, want)...)
		case ".pak":
			list = append(list, pakMembers(name, data, want)...)
		default:
			inside, err := filepath.Rel(dir, file)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, GameFile{Name: filepath.ToSlash(inside), Data: data})
		}
	}
	if len(list) == 0 {
		t.Fatalf("there are no files %v in %s", extensions, dir)
	}
	return list
}

func zipMembers(t testing.TB, archive string, data []byte, want func(name string) bool) []GameFile {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var members []GameFile
	for _, f := range z.File {
		if !want(f.Name) {
			continue
		}
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		members = append(members, GameFile{f.Name, archive, data})
	}
	return members
}

func pakMembers(archive string, data []byte, want func(name string) bool) []GameFile {
	var members []GameFile
	number := func(at uint32) uint32 { return binary.LittleEndian.Uint32(data[at:]) }
	for at, end := number(4), number(4)+number(8); at < end; at += 64 {
		name, _, _ := strings.Cut(string(data[at:at+56]), "\x00")
		if want(name) {
			first, n := number(at+56), number(at+60)
			members = append(members, GameFile{name, archive, data[first : first+n]})
		}
	}
	return members
}
