package library

// continueInMemory continues in memory with everything known so far, because the store can't be written, for example on
// a full disk. The store keeps what was written before for the next start.
func (l *Library) continueInMemory(why error) {
	l.notKept(why)
	l.refreshing.Lock()
	defer l.refreshing.Unlock()
	l.refreshLocked() // rows that were written, but are not in the list yet
	l.storeMu.Lock()
	defer l.storeMu.Unlock()
	if _, ok := l.store.(*lockedMemory); ok {
		return
	}
	m := newMemory()
	byPath := map[string]*memoryFile{}
	for _, folder := range l.folders.list() {
		files, err := l.store.files(folder)
		if err != nil {
			continue
		}
		for path, k := range files {
			f := &memoryFile{known: k, path: path}
			byPath[path] = f
			m.m.next = max(m.m.next, k.id)
		}
	}
	m.m.byPath = byPath
	m.m.seq = l.seq
	for _, r := range l.rows {
		k := &memoryRow{row: r, seq: l.seq}
		for i := range r.Places {
			if f := byPath[r.Places[i].Path]; f != nil {
				k.places = append(k.places, memoryPlace{f, r.Places[i].Member})
				if f.members == nil {
					f.members = map[string]bool{}
				}
				f.members[r.Places[i].Member] = true
			}
		}
		m.m.rows[r.ID], m.m.keys[r.Key] = k, r.ID
		m.m.next = max(m.m.next, r.ID)
	}
	_ = l.store.close() // can't be written anyway
	l.store = m
}
