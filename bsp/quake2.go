package bsp

import "fmt"

// quake2Textures reads texinfos.
func (l *loader) quake2Textures() (err error) {
	l.m.Textures, err = records(l.lumps[lumpTexInfo], "texinfo", 76, func(r *record, t *Texture) error {
		t.Axes = textureAxes(r)
		t.Flags = r.u32()
		r.skip(4) // light value
		t.Name = r.name(32)
		t.Kind = kindQuake2(t.Name, t.Flags)
		if next := r.i32(); next > 0 { // 0 and -1 are none
			t.Next = uint32(next) + 1
		}
		return nil
	})
	return err
}

// quake2Visibility reads the table of offsets (each cluster's potentially visible set and potentially hearable set) and
// the visibility rows.
func (l *loader) quake2Visibility() error {
	const count, entry = 4, 8
	lump := l.lumps[lumpVisibility]
	if len(lump.data) < count {
		return nil
	}
	r := record{b: lump.data}
	clusters := int64(r.i32())
	if clusters < 0 || count+entry*clusters > int64(len(lump.data)) {
		return lump.errorf(0, "%d clusters do not lie in %d bytes", clusters, len(lump.data))
	}
	offsets := make([]int32, clusters)
	for i := range offsets {
		offsets[i] = r.i32()
		r.skip(4)
	}
	return l.m.Visibility.decompress(lump, offsets)
}

// areas reads areas and areaportals.
func (l *loader) areas() (err error) {
	m := l.m
	count := len(l.lumps[lumpAreas].data) / 8
	m.AreaPortals, err = records(l.lumps[lumpAreaPortals], "portal", 8, func(r *record, p *AreaPortal) error {
		p.Portal, p.Other = r.i32(), r.i32()
		if p.Other < 0 || int(p.Other) >= count {
			return fmt.Errorf("area %d, but only %d exist", p.Other, count)
		}
		return nil
	})
	if err != nil {
		return err
	}
	m.Areas, err = records(l.lumps[lumpAreas], "area", 8, func(r *record, a *Area) error {
		a.NumPortals, a.FirstPortal = r.u32(), r.u32()
		return checkRange("portals", a.FirstPortal, a.NumPortals, len(m.AreaPortals))
	})
	return err
}
