package library

import (
	"sync"

	"demoscope/player/pattern"
)

// lockedMemory is a [memory] that is safe for concurrent use.
type lockedMemory struct {
	mu sync.Mutex
	m  memory
}

func (l *lockedMemory) load(since int64) ([]*Row, int64, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.m.load(since)
}

func (l *lockedMemory) changed() (int64, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.m.seq, nil
}

func (l *lockedMemory) files(folder string) (map[string]known, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.m.files(folder)
}

func (l *lockedMemory) paths(found func(id int64, path string)) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for path, f := range l.m.byPath {
		found(f.id, path)
	}
	return nil
}

func (l *lockedMemory) knows(k Key) (bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.m.knows(k), nil
}

func (l *lockedMemory) write(b *batch) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.m.write(b)
	return nil
}

func (l *lockedMemory) tidy() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.m.tidy()
	return nil
}

func (l *lockedMemory) facts(int64) (*pattern.Facts, error) { return nil, nil }

func (l *lockedMemory) close() error { return nil }
