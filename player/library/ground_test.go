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

// Ground is that of the first place that still has the demo, and of a moment of the match; who gives up gets nothing.
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
