package bsp

// quake3Textures reads shaders.
func (l *loader) quake3Textures() (err error) {
	l.m.Textures, err = records(l.lumps[lumpTextures], "texture", 72, func(r *record, t *Texture) error {
		t.Name, t.Flags, t.Contents = r.name(64), r.u32(), r.u32()
		t.Kind = kindQuake3(t.Name, t.Flags, t.Contents)
		return nil
	})
	return err
}

// quake3Visibility reads the rows of all clusters.
func (l *loader) quake3Visibility() error { return l.m.Visibility.readRows(l.lumps[lumpVisibility]) }
