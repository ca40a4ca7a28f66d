package bsp

import (
	"encoding/binary"
	"fmt"
	"slices"
)

// Lengths in bytes of the names that begin the header of a texture: in a map of Quake, and
// in a .wal file of Quake II. Width, height and the offsets of four images follow, each
// half as wide and high as the one before.
const (
	miptexName = 16
	walName    = 32
)

// maxTexels bounds the texels that are kept of a texture: enough for its mean color, and
// little more than the texinfo that refers to it takes in a file.
const maxTexels = 64

// texels returns texels of the smallest image of a texture, whose header begins with a
// name of so many bytes; nil if it has none, as those that a map only names.
func texels(header []byte, name int) []uint8 {
	const word, smallest = 4, 3 // the fourth image
	if len(header) < name+word*(2+smallest+1) {
		return nil
	}
	field := func(i int) uint64 { return uint64(binary.LittleEndian.Uint32(header[name+word*i:])) }
	size, at := (field(0)>>smallest)*(field(1)>>smallest), field(2+smallest)
	if size == 0 || at == 0 || at > uint64(len(header)) || size > uint64(len(header))-at {
		return nil
	}
	image := header[at : at+size]
	n := min(len(image), maxTexels)
	list := make([]uint8, n)
	for i := range list {
		list[i] = image[i*len(image)/n]
	}
	return list
}

// AttachWal gives all texinfos of a Quake II map that name a texture its texels, from the
// .wal file of that name. It is called before the map is shared. An error, a *[FormatError]
// whose Offset is in the .wal file, leaves the map as it was.
func (m *Map) AttachWal(name string, data []byte) error {
	list := texels(data, walName)
	if list == nil {
		return &FormatError{m.Version, "wal", 0, fmt.Errorf("%s has no smallest mip level", name)}
	}
	for i := range m.Textures {
		if t := &m.Textures[i]; t.Name == name {
			t.Texels = list
		}
	}
	return nil
}

// maxWals bounds how many .wal files a map asks for. The largest known maps have some
// hundred textures.
const maxWals = 1024

// Wals returns the names of the textures whose texels are in .wal files, each once and
// without folder and ending, sorted; empty except in Quake II.
func (m *Map) Wals() []string {
	if m.Version.Game() != Quake2 {
		return nil
	}
	var names []string
	for i := range m.Textures {
		if t := &m.Textures[i]; t.Name != "" && t.Texels == nil {
			names = append(names, t.Name)
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	return names[:min(len(names), maxWals)]
}

// maxImages bounds how many images of textures a map asks for.
const maxImages = 256

// Images returns the names of the textures of a Quake III map whose colors are in image files, each once, sorted;
// empty for other games. There may be no image for a name: it may be that of a shader.
func (m *Map) Images() []string {
	if m.Version.Game() != Quake3 {
		return nil
	}
	var names []string
	for i := range m.Textures {
		if t := &m.Textures[i]; t.Kind == KindSolid && t.Name != "" && t.Color == 0 {
			names = append(names, t.Name)
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	return names[:min(len(names), maxImages)]
}

// AttachColor gives all textures of a name their mean color. It is called before the map is shared.
func (m *Map) AttachColor(name string, red, green, blue uint8) {
	for i := range m.Textures {
		if t := &m.Textures[i]; t.Name == name {
			t.Color = 0xff<<24 | uint32(red)<<16 | uint32(green)<<8 | uint32(blue)
		}
	}
}
