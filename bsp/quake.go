package bsp

import (
	"slices"
	"strings"
)

// miptex is the header of a texture stored in a Quake map.
type miptex struct {
	name          string
	width, height uint32
	at            int // offset of the header in its lump, 0 for a missing texture
	texels        []uint8
	pixels        []uint8
	used          bool // by a texinfo
}

// readMiptex reads the names and sizes of textures: a count, then the offset of each texture's header (-1 for a missing
// texture).
func readMiptex(l *lump) ([]miptex, error) {
	const word, header, missing = 4, miptexName + 8, -1
	if len(l.data) < word {
		return nil, nil
	}
	r := record{b: l.data}
	n := int64(r.i32())
	if n < 0 || word+word*n > int64(len(l.data)) {
		return nil, l.errorf(0, "%d textures do not lie in %d bytes", n, len(l.data))
	}
	textures := make([]miptex, n)
	for i := range textures {
		offset := int64(r.i32())
		if offset == missing {
			continue
		}
		if offset < 0 || offset+header > int64(len(l.data)) {
			return nil, l.errorf(word+word*i, "texture %d: offset %d in %d bytes", i, offset, len(l.data))
		}
		t := record{b: l.data, at: int(offset)}
		textures[i] = miptex{name: t.name(miptexName), width: t.u32(), height: t.u32(), at: int(offset)}
	}
	return textures, nil
}

// quakeTextures reads texinfos with their textures. In a map without textures every face is KindSolid.
func (l *loader) quakeTextures() error {
	list, err := readMiptex(l.lumps[lumpTextures])
	if err != nil {
		return err
	}
	data, pixels := l.lumps[lumpTextures].data, 0
	// Images do not overlap, so all together are no larger than their lump.
	load := func(t *miptex) {
		header := data[t.at:]
		t.texels = texels(header, miptexName)
		if image := mip(header, miptexName, 0); pixels+len(image) <= len(data) {
			pixels += len(image)
			t.pixels = slices.Clone(image)
		}
	}
	l.m.Textures, err = records(l.lumps[lumpTexInfo], "texinfo", 40, func(r *record, t *Texture) error {
		t.Axes = textureAxes(r)
		index := r.u32()
		t.Flags = r.u32()
		if len(list) == 0 {
			return nil
		}
		if err := checkIndex("texture", index, len(list)); err != nil {
			return err
		}
		used := &list[index]
		if used.texels == nil && used.at > 0 {
			load(used)
		}
		t.Name, t.Width, t.Height, t.Texels, t.Pixels = used.name, used.width, used.height, used.texels, used.pixels
		t.Kind = kindQuake(t.Name)
		used.used = true
		return nil
	})
	for i := range list {
		if t := &list[i]; !t.used && t.at > 0 && strings.HasPrefix(t.name, "+") {
			load(t)
			l.m.Frames = append(l.m.Frames, Texture{Name: t.name, Width: t.width, Height: t.height, Texels: t.texels,
				Pixels: t.pixels})
		}
	}
	return err
}

// quakeLeaves reads the leaves of Quake. Each leaf of the world is a separate cluster: leaf 1 is cluster 0.
func (l *loader) quakeLeaves() (err error) {
	m, lump := l.m, l.lumps[lumpLeaves]
	// Contents, offset of the visibility and ambient sounds; box and range.
	size := l.leafSize + l.bounds.size() + 2*l.index
	if n := len(lump.data) / size; l.visLeaves < 0 || l.visLeaves > max(n-1, 0) {
		return lump.errorf(0, "%d leaves, but the world has %d", n, l.visLeaves)
	}
	l.visOffsets = make([]int32, l.visLeaves)
	total := uint64(0)
	m.Leaves, err = records(lump, "leaf", size, func(r *record, leaf *Leaf) error {
		leaf.Contents, leaf.Cluster = contentsQuake(r.i32()), -1
		offset := r.i32()
		leaf.Mins, leaf.Maxs = r.bounds(l.bounds)
		leaf.FirstFace, leaf.NumFaces = r.index(l.index), r.index(l.index)
		leaf.Ambient = r.bytes4()
		if r.number > 0 && r.number <= l.visLeaves {
			leaf.Cluster = int32(r.number - 1)
			l.visOffsets[leaf.Cluster] = offset
		}
		return checkFaces(leaf.FirstFace, leaf.NumFaces, &total, len(m.LeafFaces))
	})
	return err
}

// quakeVisibility reads the rows of all leaves.
func (l *loader) quakeVisibility() error {
	return l.m.Visibility.decompress(l.lumps[lumpVisibility], l.visOffsets)
}
