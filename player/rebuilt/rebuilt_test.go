package rebuilt

import (
	"path/filepath"
	"reflect"
	"testing"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/internal/yield"
	"demoscope/player"
)

// TestRests: where one thread does everything a level is rebuilt in steps, between which others who work have
// their turn, and is the same level.
func TestRests(t *testing.T) {
	demo, err := formats.Open("demoscope1.mvd", corpus.Read(t, filepath.Join(corpus.Sample, "demoscope1.mvd")))
	if err != nil {
		t.Fatal(err)
	}
	p := player.New(demo, player.Options{})
	defer p.Close()
	s := New(p.Timeline(), Kept{})
	want, err := s.RebuildWhole(0, "maps/a.bsp", 0)
	if err != nil || want.Map == nil {
		t.Fatal(want, err)
	}
	undo := yield.Needed()
	var pacer yield.Pacer
	pacer.Begin()
	built, turns := make(chan *Level, 1), 0
	go func() {
		l, err := s.Rebuild(0, "maps/a.bsp", 0)
		if err != nil {
			t.Error(err)
		}
		built <- l
	}()
	for len(built) == 0 {
		pacer.Step()
		turns++
	}
	pacer.End()
	if undo() {
		t.Error("it has kept its turn")
	}
	if got := <-built; !got.Whole || !reflect.DeepEqual(got.Map, want.Map) {
		t.Error("it is another level")
	}
	if turns < 100 {
		t.Errorf("another had %d turns", turns)
	}
}
