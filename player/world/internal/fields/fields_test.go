package fields

import (
	"slices"
	"testing"
)

type inner struct {
	n    int
	list []string
}

type outer struct {
	inner
	Flag  bool
	where *inner
	pair  [2]float32
	Skip  func()
}

func TestEach(t *testing.T) {
	v := outer{where: &inner{}}
	Fill(&v)
	if v.n == 0 || len(v.list) != 2 || v.list[0] == "" || !v.Flag || v.pair[1] == 0 || v.where.n != 0 {
		t.Errorf("%+v", v)
	}
	before := v
	var paths []string
	Each(t, &v, map[string]string{"Skip": "a function"}, func(path string) {
		paths = append(paths, path)
		switch path {
		case "pair[1]":
			if v.pair[1] == before.pair[1] {
				t.Error("not changed")
			}
		case "where.n":
			if v.where.n != 1 {
				t.Error("not changed behind the pointer")
			}
		case "inner.list[]":
			if len(v.list) != 3 {
				t.Error("not longer")
			}
		}
	})
	want := []string{"inner.n", "inner.list[0]", "inner.list[1]", "inner.list[]", "Flag", "where.n", "where.list[]",
		"pair[0]", "pair[1]"}
	if !slices.Equal(paths, want) {
		t.Errorf("%q, not %q", paths, want)
	}
	if v.pair != before.pair || v.where.n != 0 || len(v.list) != 2 {
		t.Errorf("not set back: %+v", v)
	}
}

func TestShared(t *testing.T) {
	shared := []string{"x"}
	a := outer{inner: inner{list: shared[:0]}, where: &inner{list: []string{"own"}}}
	b := outer{inner: inner{list: []string{"other"}}, where: &inner{list: shared}}
	if got, want := Shared(&a, &b), []string{"inner.list"}; !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
	b.where = a.where
	if got, want := Shared(&a, &b), []string{"where"}; !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
}
