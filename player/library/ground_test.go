package library

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"demoscope/player/match"
)

// counted returns the matches of a demo.
func counted(l *Library, r *Row) ([]*match.Match, error) {
	f, err := l.Facts(r)
	if err != nil {
		return nil, err
	}
	return f.Counted(), nil
}

// Where players of the built-in match walked: all of it lies in the level, and who gives up gets nothing.
func TestGround(t *testing.T) {
	dir, o := inFolder(t)
	l := open(t, o)
	must(t, l.Add(dir))
	scanAll(t, l)
	r := byFile(l, "4on4_one.mvd")
	p, err := counted(l, r)
	if err != nil || len(p) != 1 {
		t.Fatal(err, len(p))
	}
	g, err := l.Ground(t.Context(), r, p[0])
	if err != nil || g == nil {
		t.Fatal(err)
	}
	if len(g.Walked.Points) < 100 || len(g.Plan.Lines) < 5 {
		t.Errorf("%d cells, %d lines", len(g.Walked.Points), len(g.Plan.Lines))
	}
	inside := 0
	for _, v := range g.Walked.Points {
		if b := g.Plan.Box; v[0] > b[0][0]-64 && v[0] < b[1][0]+64 && v[1] > b[0][1]-64 && v[1] < b[1][1]+64 {
			inside++
		}
	}
	if inside < len(g.Walked.Points)*9/10 {
		t.Errorf("of %d cells %d are within the outline", len(g.Walked.Points), inside)
	}
	none := *p[0]
	none.From, none.To = 1e6, 2e6
	if g, err := l.Ground(t.Context(), r, &none); g != nil || err != nil {
		t.Errorf("ground of a time that there is not: %v, %v", g, err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if g, err := l.Ground(ctx, r, p[0]); g != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("ground for nobody: %v, %v", g, err)
	}
	other, err := os.ReadFile(r.Places[0].Path)
	must(t, err)
	other = append(other, 0) // it opens, and is another demo
	copied := *r
	copied.Places = []Place{r.Places[0], r.Places[0]}
	copied.Places[0].Path = filepath.Join(dir, "changed.mvd")
	must(t, os.WriteFile(copied.Places[0].Path, other, 0o600))
	if g, err := l.Ground(t.Context(), &copied, p[0]); err != nil || g == nil {
		t.Errorf("the first file is another demo now, the second is the same: %v, %v", g, err)
	}
	copied.Places = copied.Places[:1]
	if g, err := l.Ground(t.Context(), &copied, p[0]); g != nil || err == nil {
		t.Errorf("ground of another demo: %v, %v", g, err)
	}
	if err := os.Remove(r.Places[0].Path); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Ground(t.Context(), r, p[0]); err == nil {
		t.Error("ground of a file that is gone")
	}
}
