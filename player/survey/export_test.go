package survey

// Merge adds where players went and brush models were in other demos of the map.
func (t *Measure) Merge(o *Measure) {
	for n, places := range o.places {
		for at := range places {
			t.mover(n, at)
		}
	}
	for c, list := range o.floors {
		for _, f := range list {
			own := t.floors[c]
			for i := range own {
				if d := own[i].z - f.z; d > -0.5 && d < 0.5 {
					own[i].touched = own[i].touched || f.touched
				}
			}
		}
	}
	t.paths = append(t.paths, o.paths[:min(len(o.paths), maxPaths-len(t.paths))]...)
}

// flownAt returns in which of the 64 layers from one on, in a column, something flew.
func (s *Survey) flownAt(x, y, l int32) uint64 {
	_, flown := s.layersAt(x, y, l, 64)
	return flown
}
