package bookmarks

import (
	"crypto/sha256"

	"errors"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
)

func pointOf(clock float64, x float32) PathPoint {
	return PathPoint{Clock: clock, Origin: [3]float32{x, 2, 3}, Angles: [3]float32{4, 5, 0}, FOV: 90}
}

// Points are kept in order of time, one for a quarter of a second, and are on disk.
func TestPathIsKept(t *testing.T) {
	dir := t.TempDir()
	b, err := Open(dir, sha256.Sum256([]byte("demo")))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []PathPoint{pointOf(20, 1), pointOf(10, 2), pointOf(20.1, 3), pointOf(30, 4)} {
		if !b.SetPoint(p) {
			t.Errorf("%v is not set", p)
		}
	}
	if !b.RemovePoint(30.2) || b.RemovePoint(15) {
		t.Error("the wrong point is removed")
	}
	if err := b.Save(); err != nil {
		t.Fatal(err)
	}
	again, err := Open(dir, sha256.Sum256([]byte("demo")))
	if want := []PathPoint{pointOf(10, 2), pointOf(20.1, 3)}; err != nil || !slices.Equal(again.Path, want) {
		t.Errorf("the path is %v (%v), want %v", again.Path, err, want)
	}
	if p, ok := again.PointAt(20); !ok || p.Origin[0] != 3 {
		t.Errorf("at 20 s is %v", p)
	}
	if _, ok := again.PointAt(15); ok {
		t.Error("there is a point at 15 s")
	}
	// Another window sets a bookmark: the path stays.
	other, _ := Open(dir, sha256.Sum256([]byte("demo")))
	other.Toggle(5, "")
	if err := other.Save(); err != nil {
		t.Fatal(err)
	}
	again.SetPoint(pointOf(40, 5))
	if err := again.Save(); err != nil || len(again.Path) != 3 || len(again.Marks) != 1 {
		t.Errorf("%v, path %v, marks %v", err, again.Path, again.Marks)
	}
}

func TestPathRefusesNonsense(t *testing.T) {
	b := &Bookmarks{}
	nan := float32(math.NaN())
	for _, p := range []PathPoint{
		{Clock: -1, FOV: 90}, {Clock: math.NaN(), FOV: 90}, {Clock: math.Inf(1), FOV: 90}, {FOV: 0}, {FOV: 171},
		{FOV: nan},
		{FOV: 90, Origin: [3]float32{0, nan, 0}}, {FOV: 90, Origin: [3]float32{2e6, 0, 0}},
		{FOV: 90, Angles: [3]float32{0, 0, -4000}},
	} {
		if b.SetPoint(p) {
			t.Errorf("%v is a point", p)
		}
	}
	for i := range MaxPath {
		if !b.SetPoint(pointOf(float64(i), 0)) {
			t.Fatalf("point %d is refused", i)
		}
	}
	if b.SetPoint(pointOf(5000, 0)) || !b.SetPoint(pointOf(7, 9)) {
		t.Error("the limit is wrong")
	}
	for _, text := range []string{
		`{"path": [{"clock": -5, "fov": 90}]}`, `{"path": [{"clock": 5, "fov": 0}]}`,
		`{"path": [{"clock": 5, "fov": 90, "origin": [1e9, 0, 0]}]}`, `{"path": 7}`,
		`{"path": [` + strings.TrimSuffix(strings.Repeat(`{"clock": 1, "fov": 90},`, MaxPath+1), ",") + `]}`,
	} {
		dir := t.TempDir()
		b, _ := Open(dir, sha256.Sum256([]byte("demo")))
		if err := os.WriteFile(b.path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		b, err := Open(dir, sha256.Sum256([]byte("demo")))
		if damaged := new(DamagedError); !errors.As(err, &damaged) || len(b.Path) > 0 {
			t.Errorf("%.60s: %v, %d points", text, err, len(b.Path))
		}
	}
	c, err := decode([]byte(`{"path": [{"clock": 9, "fov": 90}, {"clock": 3, "fov": 90}, {"clock": 3.1, "fov": 80}]}`))
	if err != nil || len(c.path) != 2 || c.path[0].Clock != 3 || c.path[1].Clock != 9 {
		t.Errorf("%v, %v", c.path, err)
	}
}
