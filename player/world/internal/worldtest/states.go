package worldtest

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"demoscope/internal/golden"
	"demoscope/player/world"
)

// states are the sums of the states that the worlds of a test had.
type states struct {
	n    int
	sums map[string]uint32 // by part of the state
}

// parts are the fields of a world that are summed.
var parts = [...]string{"State", "Entities", "PrevEntities", "Events", "Heard", "Statics", "Players", "Nails",
	"Effects", "Ended", "Missing"}

var watched struct {
	sync.Mutex
	worlds map[*world.World]string // to the test
	tests  map[string]*states
}

// Watch compares the states that [See] is told of, and the last one, with those of the same test in
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
		watched.tests[t.Name()] = &states{sums: map[string]uint32{}}
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
		golden.Entry(t, "testdata/states.txt", t.Name(), s.String())
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
		s.sums[part] += golden.Sum(reflect.ValueOf(w).Elem().FieldByName(part).Interface())
	}
	for i := range w.Notices.Len() {
		s.sums["Notices"] += golden.Sum(w.Notices.Line(i))
	}
	s.sums["Notices"] += golden.Sum(w.Notices)
	s.sums["Level"] += golden.Sum(w.Level())
	s.sums["LightStyles"] += golden.Sum(w.LightStyles())
	s.sums["Results"] += golden.Sum(w.Results())
}

func (s *states) String() string {
	var out strings.Builder
	fmt.Fprintf(&out, "%d states", s.n)
	for _, part := range slices.Sorted(maps.Keys(s.sums)) {
		fmt.Fprintf(&out, " %s %08x", part, s.sums[part])
	}
	return out.String()
}
