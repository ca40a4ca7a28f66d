// Package loader loads values by key in the background, and caches the most recently used: maps of levels, models.
//
// A [Loader] must be used by a single goroutine; only the load functions run on others. A load function that panics
// ends the program: callers guard theirs with internal/fault.
package loader

// Loader loads and caches values. Create it with [New].
type Loader[K comparable, V any] struct {
	size    func(V) int64
	budget  int64
	kept    int64 // sum of the sizes in ready
	ready   map[K]*entry[K, V]
	uses    uint64 // number of calls of Find and Keep
	loading map[K]bool
	results chan result[K, V]
}

type entry[K comparable, V any] struct {
	value V
	size  int64
	used  uint64 // value of uses at the last use
}

type result[K comparable, V any] struct {
	key   K
	value V
}

// New returns a loader that loads up to atOnce values at a time, at least 1, and keeps the most recently used ones with
// a total size of at most budget. It always keeps the newest.
func New[K comparable, V any](atOnce int, budget int64, size func(V) int64) *Loader[K, V] {
	return &Loader[K, V]{
		size: size, budget: budget, ready: map[K]*entry[K, V]{}, loading: map[K]bool{},
		// With room for all results, no goroutine blocks on a loader that is no longer used.
		results: make(chan result[K, V], max(1, atOnce)),
	}
}

// Find returns the value for a key if it is ready.
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

// Wanted reports whether [Loader.Start] would load a key: it is neither ready nor loading, and not too many others are
// loading.
func (l *Loader[K, V]) Wanted(key K) bool {
	l.collect()
	return l.ready[key] == nil && !l.loading[key] && len(l.loading) < cap(l.results)
}

// Start calls load on a separate goroutine, if the key is wanted. The first [Loader.Find] after that returns its
// result.
func (l *Loader[K, V]) Start(key K, load func() V) {
	if !l.Wanted(key) {
		return
	}
	l.loading[key] = true
	go func() { l.results <- result[K, V]{key, load()} }()
}

// Loading returns the number of values that are loading, or loaded but not yet found.
func (l *Loader[K, V]) Loading() int { return len(l.loading) }

// Keep adds a value loaded by the caller.
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

// drop removes the least recently used value.
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

// collect takes the values loaded in the meantime.
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
