package library

import (
	"errors"
	"slices"
	"time"

	"demoscope/player/pattern"
)

// store holds the data of a library. Its methods are safe for concurrent use, except close.
type store interface {
	// load returns the rows that changed after since, and the value of since for the next call. Rows of demos that are
	// gone have no places. The error is errMissed if the caller must start again with 0.
	load(since int64) (rows []*Row, seq int64, err error)
	// changed returns the seq that load would return.
	changed() (int64, error)
	// files returns the known files in a folder and its subfolders, by path.
	files(folder string) (map[string]known, error)
	// paths calls found for all files.
	paths(found func(id int64, path string)) error
	// knows reports whether a demo has been read, in any place.
	knows(k Key) (bool, error)
	write(b *batch) error
	// tidy forgets demos without a place. Until then, they may reappear in another place.
	tidy() error
	// facts returns the facts of a demo, or nil if they are not saved.
	facts(id int64) (*pattern.Facts, error)
	close() error
}

// errMissed is the error if removed demos have been forgotten since the last load.
var errMissed = errors.New("too long ago")

// known is a file that was read.
type known struct {
	id       int64
	size     int64
	modified int64 // nanoseconds since 1970
	changed  int64 // likewise; 0 if unknown
	// whole is set if all demos of the file were read, and away if its folder is not available.
	whole, away bool
}

// same reports whether a file is unchanged since it was read.
func (k *known) same(f *File) bool {
	return k.whole && k.size == f.Size && k.modified == f.Modified.UnixNano() && k.changed == f.Changed
}

// batch is the content of one transaction.
type batch struct {
	read []readFile
	// removed, away and back are the IDs of files that are gone, whose folder is not available, and whose folder is
	// available again.
	removed, away, back []int64
}

func (b *batch) empty() bool { return len(b.read)+len(b.removed)+len(b.away)+len(b.back) == 0 }

// readFile holds demos of a file that were read.
type readFile struct {
	file  File
	demos []readDemo
	// first is set for the first demos of a file, and last for the last ones. With last, the file is whole if it has as
	// many members, counted by name: a known demo may have been forgotten before it is written.
	first, last bool
	members     int
}

// readDemo is a demo that was read.
type readDemo struct {
	member string
	key    Key
	row    *Row   // nil if the demo is known by its key
	facts  []byte // packed; nil if unreadable
	again  bool   // it may be readable next time
}

// memory is a store without facts that lasts as long as the process.
type memory struct {
	rows   map[int64]*memoryRow
	keys   map[Key]int64
	byPath map[string]*memoryFile
	next   int64
	seq    int64
	loaded int64 // what load last returned
}

type memoryRow struct {
	row    *Row
	places []memoryPlace
	seq    int64
}

type memoryPlace struct {
	file   *memoryFile
	member string
}

type memoryFile struct {
	known
	path    string
	members map[string]bool // the known ones by name
}

func newMemory() *lockedMemory {
	return &lockedMemory{m: memory{rows: map[int64]*memoryRow{}, keys: map[Key]int64{},
		byPath: map[string]*memoryFile{}}}
}

func (m *memory) load(since int64) (rows []*Row, seq int64, err error) {
	for id, k := range m.rows {
		if k.seq <= since {
			continue
		}
		r := *k.row
		r.ID, r.Places = id, nil
		for _, p := range k.places {
			if !p.file.away {
				r.Places = append(r.Places, Place{p.file.path, p.member, time.Unix(0, p.file.modified)})
			}
		}
		if len(r.Places) > 0 {
			r.finish()
		}
		rows = append(rows, &r)
	}
	slices.SortFunc(rows, func(a, b *Row) int { return int(a.ID - b.ID) })
	m.loaded = m.seq
	return rows, m.seq, nil
}

func (m *memory) tidy() {
	for id, k := range m.rows {
		if len(k.places) == 0 && k.seq <= m.loaded {
			delete(m.rows, id)
			delete(m.keys, k.row.Key)
		}
	}
}

func (m *memory) files(folder string) (map[string]known, error) {
	list := map[string]known{}
	for path, f := range m.byPath {
		if within(path, folder) {
			list[path] = f.known
		}
	}
	return list, nil
}

func (m *memory) knows(k Key) bool {
	id, ok := m.keys[k]
	return ok && m.rows[id].row.Error == ""
}

func (m *memory) write(b *batch) {
	m.seq++
	ids := map[int64]*memoryFile{}
	if len(b.removed)+len(b.away)+len(b.back) > 0 {
		for _, f := range m.byPath {
			ids[f.id] = f
		}
	}
	for _, list := range [...][]int64{b.removed, b.away, b.back} {
		for _, id := range list {
			if f := ids[id]; f != nil {
				m.touch(f)
			}
		}
	}
	for _, id := range b.removed {
		if f := ids[id]; f != nil {
			m.clear(f)
			delete(m.byPath, f.path)
		}
	}
	for _, id := range b.away {
		if f := ids[id]; f != nil {
			f.away = true
		}
	}
	for _, id := range b.back {
		if f := ids[id]; f != nil {
			f.away = false
		}
	}
	for i := range b.read {
		m.add(&b.read[i])
	}
}

// touch marks all rows of a file as changed.
func (m *memory) touch(f *memoryFile) {
	for _, r := range m.rows {
		if slices.ContainsFunc(r.places, func(p memoryPlace) bool { return p.file == f }) {
			r.seq = m.seq
		}
	}
}

// clear removes the places of a file.
func (m *memory) clear(f *memoryFile) {
	f.members = nil
	for _, r := range m.rows {
		n := len(r.places)
		if r.places = slices.DeleteFunc(r.places, func(p memoryPlace) bool { return p.file == f }); len(r.places) < n {
			r.seq = m.seq
		}
	}
}

func (m *memory) add(k *readFile) {
	f := m.byPath[k.file.Path]
	if f == nil {
		m.next++
		f = &memoryFile{known: known{id: m.next}, path: k.file.Path}
		m.byPath[k.file.Path] = f
	} else if k.first {
		m.clear(f)
	}
	f.size, f.modified, f.changed = k.file.Size, k.file.Modified.UnixNano(), k.file.Changed
	f.whole, f.away = false, false
	for _, d := range k.demos {
		id, ok := m.keys[d.key]
		if !ok {
			if d.row == nil {
				continue
			}
			m.next++
			id = m.next
			m.keys[d.key], m.rows[id] = id, &memoryRow{}
		}
		r := m.rows[id]
		if d.row != nil {
			r.row = d.row
			r.row.Key = d.key
		}
		r.seq = m.seq
		if !slices.Contains(r.places, memoryPlace{f, d.member}) {
			r.places = append(r.places, memoryPlace{f, d.member})
		}
		if f.members == nil {
			f.members = map[string]bool{}
		}
		f.members[d.member] = true
	}
	f.whole = k.last && len(f.members) == k.members
}
