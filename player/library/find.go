package library

import (
	"context"
	"errors"

	"demoscope/internal/fault"
	"demoscope/player/pattern"
)

// Found holds the hits of a query in a demo.
type Found struct {
	Row   *Row
	Facts *pattern.Facts
	// Hits are in order of time and include hits that could not be judged: see [pattern.Hit.Judged].
	Hits []pattern.Hit
	// Err is the reason why the demo could not be searched.
	Err error
}

// Find searches demos for moments. It calls found, in the order of rows, for each demo that has moments or could not be
// searched, until found returns false. It skips unreadable demos. The error is that of ctx.
func (l *Library) Find(ctx context.Context, rows []*Row, f *Filter, found func(*Found) bool) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(l.context, cancel)()
	results := make(chan chan *Found, maxAhead*l.options.Workers)
	type job struct {
		row    *Row
		result chan *Found
	}
	jobs := make(chan job)
	go func() {
		defer close(results)
		defer close(jobs)
		for _, r := range rows {
			if r.Error != "" || !f.May(r) {
				continue
			}
			j := job{r, make(chan *Found, 1)}
			select {
			case results <- j.result:
			case <-ctx.Done():
				return
			}
			select {
			case jobs <- j:
			case <-ctx.Done():
				j.result <- nil
				return
			}
		}
	}()
	for range l.options.Workers {
		go func() {
			for j := range jobs {
				j.result <- l.ask(j.row, f.Query)
			}
		}()
	}
	for r := range results {
		if k := <-r; k != nil && !found(k) {
			return nil
		}
	}
	return ctx.Err()
}

// maxAhead is the number of demos that each worker may search ahead of the results.
const maxAhead = 8

// ask searches a demo for moments. It returns nil if there are none.
func (l *Library) ask(r *Row, q *pattern.Query) *Found {
	k := &Found{Row: r}
	failed := fault.Guard("searching "+r.Places[0].Name(), func() {
		if k.Facts, k.Err = l.Facts(r); k.Err == nil {
			k.Hits = q.Match(k.Facts)
		}
	})
	if k.Err = errors.Join(k.Err, failed); k.Err == nil && len(k.Hits) == 0 {
		return nil
	}
	return k
}
