// Package loader loads things by key beside what goes on, and keeps what was used last:
// maps of levels, models.
//
// A [Loader] is used by one goroutine; only what loads runs on others. A load that panics
// ends the program: the callers guard theirs with internal/fault.
package loader

// Loader loads values and keeps them. Make it with [New].
type Loader[K comparable, V any] struct {
	size    func(V) int64
	budget  int64
	kept    int64 // sum of the sizes in ready
	ready   map[K]*entry[K, V]
	uses    uint64 // of Find and Keep, so far
	loading map[K]bool
	results chan result[K, V]
}

type entry[K comparable, V any] struct {
	value V
	size  int64
	used  uint64 // when it was used last
}

type result[K comparable, V any] struct {
	key   K
	value V
}

// New returns a loader that loads atOnce values at a time, at least 1, and keeps those
// that were used last, as many as have together at most the size budget; the newest is
// kept in any case.
func New[K comparable, V any](atOnce int, budget int64, size func(V) int64) *Loader[K, V] {
	return &Loader[K, V]{
		size: size, budget: budget, ready: map[K]*entry[K, V]{}, loading: map[K]bool{},
		// With room for all results nobody waits for a loader that is used no longer.
		results: make(chan result[K, V], max(1, atOnce)),
	}
}

// Find returns the value of a key if it is ready.
func (l *Loader[K, V]) Find(key K) (value V, ok bool) {
	l.collect()
	e := l.ready[key]
	if e == nil {
		return value, false
	}
	l.uses++
	e.used = l.uses
	return e.value, true
}

// Wanted reports whether [Loader.Start] would load a key: it is neither ready nor being
// loaded, and not too much else is.
func (l *Loader[K, V]) Wanted(key K) bool {
	l.collect()
	return l.ready[key] == nil && !l.loading[key] && len(l.loading) < cap(l.results)
}

// Start calls load on a goroutine of its own, if the key is wanted. What it returns is
// ready for the first [Loader.Find] after that.
func (l *Loader[K, V]) Start(key K, load func() V) {
	if !l.Wanted(key) {
		return
	}
	l.loading[key] = true
	go func() { l.results <- result[K, V]{key, load()} }()
}

// Loading returns how many values are being loaded, or are loaded and have not been found.
func (l *Loader[K, V]) Loading() int { return len(l.loading) }

// Keep makes a value ready that the caller has loaded.
func (l *Loader[K, V]) Keep(key K, value V) {
	if old := l.ready[key]; old != nil {
		l.kept -= old.size
	}
	l.uses++
	e := &entry[K, V]{value, l.size(value), l.uses}
	l.ready[key] = e
	l.kept += e.size
	for l.kept > l.budget && len(l.ready) > 1 {
		l.drop()
	}
}

// drop forgets what was used longest ago.
func (l *Loader[K, V]) drop() {
	var oldest K
	var e *entry[K, V]
	for key, other := range l.ready {
		if e == nil || other.used < e.used {
			oldest, e = key, other
		}
	}
	l.kept -= e.size
	delete(l.ready, oldest)
}

// collect makes ready what has been loaded meanwhile.
func (l *Loader[K, V]) collect() {
	for {
		select {
		case r := <-l.results:
			delete(l.loading, r.key)
			l.Keep(r.key, r.value)
		default:
			return
		}
	}
}
