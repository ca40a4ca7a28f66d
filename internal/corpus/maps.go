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

// Map is a map that was found below a folder.
type Map struct {
	Name string // of the file, without folders: "dm3.bsp"
	In   string // the archive's name; "" for a loose file
	Data []byte
}

// Maps returns the maps below dir: loose, in PK3 and in PAK files. The test fails
// if there are none. Archives are not read by package assets, which is tested with
// them.
func Maps(t testing.TB, dir string) []Map {
	t.Helper()
	isMap := func(name string) bool {
		return slices.Contains([]string{".bsp", ".bsp2"}, strings.ToLower(path.Ext(name)))
	}
	var maps []Map
	for _, file := range Files(t, dir, func(name string) bool {
		ext := strings.ToLower(path.Ext(name))
		return isMap(name) || ext == ".pk3" || ext == ".pak"
	}) {
		data, name := Read(t, file), filepath.Base(file)
		var members []Map
		switch strings.ToLower(path.Ext(name)) {
		case ".pk3":
			members = zipMembers(t, data)
		case ".pak":
			members = pakMembers(data)
		default:
			maps = append(maps, Map{Name: name, Data: data})
		}
		for _, m := range members {
			if isMap(m.Name) {
				maps = append(maps, Map{Name: path.Base(m.Name), In: name, Data: m.Data})
			}
		}
	}
	if len(maps) == 0 {
		t.Fatalf("there are no maps in %s", dir)
	}
	return maps
}

func zipMembers(t testing.TB, data []byte) []Map {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var members []Map
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		members = append(members, Map{Name: f.Name, Data: data})
	}
	return members
}

func pakMembers(data []byte) []Map {
	var members []Map
	number := func(at uint32) uint32 { return binary.LittleEndian.Uint32(data[at:]) }
	for at, end := number(4), number(4)+number(8); at < end; at += 64 {
		name, _, _ := strings.Cut(string(data[at:at+56]), "\x00")
		first, n := number(at+56), number(at+60)
		members = append(members, Map{Name: name, Data: data[first : first+n]})
	}
	return members
}
