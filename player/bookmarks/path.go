package bookmarks

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
)

// PathPoint is the viewer's camera at a moment of its path.
type PathPoint struct {
	Clock  float64    `json:"clock"`  // seconds of the viewer's clock
	Origin [3]float32 `json:"origin"` // units
	Angles [3]float32 `json:"angles"` // degrees: pitch, yaw, roll
	FOV    float32    `json:"fov"`    // degrees
}

// MaxPath is the maximum number of points of a path: one per second for a quarter of an hour.
const MaxPath = 1000

const (
	// farOff bounds the positions of a path, in units, beyond every map, and wholeTurns its angles, in degrees.
	farOff, wholeTurns = 1 << 20, 3600
	// minFOV and maxFOV bound its fields of view, in degrees.
	minFOV, maxFOV = 1, 170
)

// SetPoint sets the point of the path at a moment, replacing the one less than a quarter of a second away. It returns
// false if the point is invalid, or if there would be more than [MaxPath] points.
func (b *Bookmarks) SetPoint(p PathPoint) bool {
	if p.check() != nil {
		return false
	}
	path := slices.DeleteFunc(slices.Clone(b.Path), func(o PathPoint) bool { return math.Abs(o.Clock-p.Clock) < near })
	if len(path) == MaxPath {
		return false
	}
	b.Path = append(path, p)
	sortPath(b.Path)
	return true
}

// RemovePoint removes the point less than a quarter of a second from a moment. It reports whether there was one.
func (b *Bookmarks) RemovePoint(clock float64) bool {
	n := len(b.Path)
	b.Path = slices.DeleteFunc(slices.Clone(b.Path), func(o PathPoint) bool { return math.Abs(o.Clock-clock) < near })
	return len(b.Path) < n
}

// PointAt returns the point less than a quarter of a second from a moment. It returns false if there is none.
func (b *Bookmarks) PointAt(clock float64) (PathPoint, bool) {
	for _, p := range b.Path {
		if math.Abs(p.Clock-clock) < near {
			return p, true
		}
	}
	return PathPoint{}, false
}

func sortPath(path []PathPoint) {
	slices.SortStableFunc(path, func(a, b PathPoint) int { return cmp.Compare(a.Clock, b.Clock) })
}

// check returns an error if a point is invalid.
func (p *PathPoint) check() error {
	within := func(v [3]float32, limit float32) bool {
		for _, f := range v {
			if !(f >= -limit && f <= limit) {
				return false
			}
		}
		return true
	}
	switch {
	case !(p.Clock >= 0 && p.Clock < math.MaxInt32):
		return fmt.Errorf("a time of %v", p.Clock)
	case !within(p.Origin, farOff):
		return fmt.Errorf("a place of %v", p.Origin)
	case !within(p.Angles, wholeTurns):
		return fmt.Errorf("angles of %v", p.Angles)
	case !(p.FOV >= minFOV && p.FOV <= maxFOV):
		return fmt.Errorf("a field of view of %v", p.FOV)
	}
	return nil
}

// takePath decodes the path of a file.
func takePath(top map[string]json.RawMessage) (path []PathPoint, err error) {
	if err := take(top, "path", &path); err != nil {
		return nil, err
	}
	if len(path) > MaxPath {
		return nil, fmt.Errorf("a path of %d points, more than %d", len(path), MaxPath)
	}
	for i := range path {
		if e := path[i].check(); e != nil {
			err = errors.Join(err, fmt.Errorf("point %d of the path: %w", i+1, e))
		}
	}
	if err != nil {
		return nil, err
	}
	sortPath(path)
	return slices.CompactFunc(path, func(a, b PathPoint) bool { return math.Abs(b.Clock-a.Clock) < near }), nil
}
