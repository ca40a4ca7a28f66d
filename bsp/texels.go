package bsp

import (
	"encoding/binary"
	"fmt"
	"slices"
)

// Sizes in bytes of the name at the beginning of a texture header: in a map of Quake, and in a .wal file of Quake II.
// Width, height and the offsets of four images follow, each half as wide and high as the previous one.
const (
	miptexName = 16
	walName    = 32
)

// maxTexels is the maximum number of texels kept of a texture: enough for its mean color, and little more than the
// texinfo that refers to it takes in a file.
const maxTexels = 64

// mip returns an image of a texture, whose header begins with a name of name bytes: level 0 is the full image, and each
// of the three others is half as wide and high as the previous one. It is nil if there is none, such as for a texture
// that a map only names.
func mip(header []byte, name, level int) []uint8 {
	const word = 4
	if len(header) < name+word*(2+level+1) {
		return nil
	}
	field := func(i int) uint64 { return uint64(binary.LittleEndian.Uint32(header[name+word*i:])) }
	size, at := (field(0)>>level)*(field(1)>>level), field(2+level)
	if size == 0 || at == 0 || at > uint64(len(header)) || size > uint64(len(header))-at {
		return nil
	}
	return header[at : at+size]
}

// texels returns texels of the smallest image of a texture, nil if it has none: see [mip].
func texels(header []byte, name int) []uint8 {
	image := mip(header, name, 3)
	if image == nil {
		return nil
	}
	n := min(len(image), maxTexels)
	list := make([]uint8, n)
	for i := range list {
		list[i] = image[i*len(image)/n]
	}
	return list
}

// maxWalPixels is the maximum number of pixels kept of a .wal file, more than any texture of the game has.
const maxWalPixels = 1 << 18

// AttachWal gives all texinfos of a Quake II map with the named texture its size and pixels, from the .wal file of that
// name. Call it before sharing the map. An error, a *[FormatError] whose Offset is in the .wal file, leaves the map
// unchanged.
func (m *Map) AttachWal(name string, data []byte) error {
	list := texels(data, walName)
	if list == nil {
		return &FormatError{m.Version, "wal", 0, fmt.Errorf("%s has no smallest mip level", name)}
	}
	width, height := binary.LittleEndian.Uint32(data[walName:]), binary.LittleEndian.Uint32(data[walName+4:])
	image := mip(data, walName, 0)
	if len(image) > maxWalPixels {
		image = nil
	}
	image = slices.Clone(image)
	for i := range m.Textures {
		if t := &m.Textures[i]; t.Name == name {
			t.Width, t.Height, t.Texels, t.Pixels = width, height, list, image
		}
	}
	return nil
}

// maxWals is the maximum number of .wal files that a map requests. The largest known maps have some hundred textures.
const maxWals = 1024

// Wals returns the sorted names of the textures whose texels are in .wal files, each once and without folder and
// extension; empty except in Quake II.
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

// maxImages is the maximum number of texture images that a map requests.
const maxImages = 256

// Images returns the sorted names of the textures of a Quake III map whose colors are in image files, each once; empty
// for other games. A name may have no image but a shader.
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

// AttachColor sets the mean color of all textures with a name. Call it before sharing the map.
func (m *Map) AttachColor(name string, red, green, blue uint8) {
	for i := range m.Textures {
		if t := &m.Textures[i]; t.Name == name {
			t.Color = 0xff<<24 | uint32(red)<<16 | uint32(green)<<8 | uint32(blue)
		}
	}
}
