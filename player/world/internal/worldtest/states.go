package worldtest

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"demoscope/internal/sums"
	"demoscope/player/world"
)

// states are the sums of the states that the worlds of a test had.
type states struct {
	n     int
	parts map[string]uint32 // sums by part of the state
}

// parts are the fields of a world that are summed.
var parts = [...]string{"State", "Entities", "PrevEntities", "Events", "Heard", "Statics", "Players", "Nails",
	"Effects", "Ended", "Missing"}

var watched struct {
	sync.Mutex
	worlds map[*world.World]string // to the test
	tests  map[string]*states
}

// Watch compares the states of w that [See] adds, and the last one, with those of the same test in
// testdata/states.txt.
func Watch(t testing.TB, w *world.World) *world.World {
	if strings.HasPrefix(t.Name(), "Benchmark") || strings.HasPrefix(t.Name(), "Fuzz") {
		return w
	}
	watched.Lock()
	defer watched.Unlock()
	if watched.worlds == nil {
		watched.worlds, watched.tests = map[*world.World]string{}, map[string]*states{}
	}
	watched.worlds[w] = t.Name()
	if watched.tests[t.Name()] == nil {
		watched.tests[t.Name()] = &states{parts: map[string]uint32{}}
		t.Cleanup(func() { compare(t) })
	}
	return w
}

// compare compares the states of a test at its end.
func compare(t testing.TB) {
	watched.Lock()
	defer watched.Unlock()
	s := watched.tests[t.Name()]
	delete(watched.tests, t.Name())
	for w, name := range watched.worlds {
		if name == t.Name() {
			s.add(w)
			delete(watched.worlds, w)
		}
	}
	if !t.Failed() && !t.Skipped() {
		sums.Entry(t, "testdata/states.txt", t.Name(), s.String())
	}
}

// See adds the state of a world.
func See(w *world.World) {
	watched.Lock()
	defer watched.Unlock()
	if s := watched.tests[watched.worlds[w]]; s != nil {
		s.add(w)
	}
}

// add adds the state of a world. The order of states makes no difference.
func (s *states) add(w *world.World) {
	s.n++
	for _, part := range parts {
		s.parts[part] += sums.Sum(reflect.ValueOf(w).Elem().FieldByName(part).Interface())
	}
	for i := range w.Notices.Len() {
		s.parts["Notices"] += sums.Sum(w.Notices.Line(i))
	}
	s.parts["Notices"] += sums.Sum(w.Notices)
	s.parts["Level"] += sums.Sum(w.Level())
	s.parts["LightStyles"] += sums.Sum(w.LightStyles())
	s.parts["Results"] += sums.Sum(w.Results())
}

func (s *states) String() string {
	var out strings.Builder
	fmt.Fprintf(&out, "%d states", s.n)
	for _, part := range slices.Sorted(maps.Keys(s.parts)) {
		fmt.Fprintf(&out, " %s %08x", part, s.parts[part])
	}
	return out.String()
}
