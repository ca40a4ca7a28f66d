package render

import (
	"context"
	"slices"
	"sync"

	"demoscope/internal/fault"
	"demoscope/player/charset"
	"demoscope/player/library"
	"demoscope/player/pattern"
)

// finder looks for moments in the demos of a table, in the background.
type finder struct {
	of *search // the last one, nil for none
}

// search is a search that goes on, or has ended.
type search struct {
	filter *library.Filter
	cancel context.CancelFunc
	again  bool // the same was looked for before, in a shorter list

	mu    sync.Mutex
	found []moment // that have not been taken
	demos int
	// unjudged is how many may be such, but their demos do not tell enough.
	unjudged int
	full     bool
	ended    bool
}

// looksFor reports whether a search for a filter goes on.
func (f *finder) looksFor(filter *library.Filter) bool { return f.running() && f.of.filter == filter }

// running reports whether a search goes on.
func (f *finder) running() bool {
	if f.of == nil {
		return false
	}
	f.of.mu.Lock()
	defer f.of.mu.Unlock()
	return !f.of.ended
}

// demos returns how many demos with such moments there are so far.
func (f *finder) demos() int {
	if f.of == nil {
		return 0
	}
	f.of.mu.Lock()
	defer f.of.mu.Unlock()
	return f.of.demos
}

// cancel ends a search.
func (f *finder) cancel() {
	if f.of != nil {
		f.of.cancel()
	}
}

// begin looks for the moments of a filter in some rows.
func (f *finder) begin(l *library.Library, filter *library.Filter, rows []*library.Row, wake func()) {
	f.cancel()
	ctx, cancel := context.WithCancel(context.Background())
	s := &search{filter: filter, cancel: cancel, again: f.of != nil && f.of.filter == filter}
	f.of = s
	rows = slices.Clone(rows)
	go func() {
		defer cancel()
		order := 0
		_ = fault.Guard("looking for moments", func() {
			_ = l.Find(ctx, rows, filter, func(k *library.Found) bool {
				if k.Err != nil || len(k.Hits) == 0 {
					return ctx.Err() == nil
				}
				list := momentsOf(k, &order)
				s.mu.Lock()
				defer s.mu.Unlock()
				for i := range k.Hits {
					if !k.Hits[i].Judged() {
						s.unjudged++
					}
				}
				if len(list) > 0 {
					s.demos++
				}
				s.found = append(s.found, list...)
				s.full = order >= maxMoments
				return !s.full && ctx.Err() == nil
			})
		})
		s.mu.Lock()
		s.ended = true
		s.mu.Unlock()
		wake()
	}()
}

// momentsOf returns the moments in a demo that are such for certain.
func momentsOf(k *library.Found, order *int) (list []moment) {
	for i := range k.Hits {
		hit := &k.Hits[i]
		if !hit.Judged() || *order >= maxMoments {
			continue
		}
		list = append(list, momentOf(k.Row, k.Facts, hit, *order))
		*order++
	}
	return list
}

func momentOf(r *library.Row, f *pattern.Facts, hit *pattern.Hit, order int) moment {
	return moment{
		row: r, from: hit.From, to: hit.To, hit: hit, game: f.Game, order: order,
		player: readable(charset.Plain(f.Game, hit.Name)), what: readable(hit.Sentence(f.Game)),
	}
}

// take adds what has been found to the table. A search for the same in a longer list takes the place of
// the one before when it has ended.
func (f *finder) take(t *table) {
	s := f.of
	if s == nil || s.filter != t.filter {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.again && !s.ended {
		return
	}
	if s.again {
		t.found, s.again = nil, false
	} else if len(s.found) == 0 && s.unjudged == t.unjudged {
		return
	}
	t.found = append(t.found, s.found...)
	s.found = nil
	t.foundIn, t.full, t.unjudged = s.demos, s.full, s.unjudged
	t.sortMoments()
	if !t.moments {
		t.narrow()
	}
}
