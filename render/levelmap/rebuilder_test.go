package levelmap

import (
	"testing"

	"demoscope/bsp"
)

// A level that took long is not made again for longer: a browser does nothing else meanwhile.
func TestLevelThatTakesLong(t *testing.T) {
	level := Level{Number: 0}
	r := Rebuilder{making: make(chan *Rebuilt, 1), current: level, wait: 0.5}
	r.making <- &Rebuilt{level: level, Map: &bsp.Map{}, took: 3}
	r.collect()
	if r.find(level) == nil || r.wait != 12 {
		t.Errorf("it is made again after %v s", r.wait)
	}
	r.making = make(chan *Rebuilt, 1)
	r.making <- &Rebuilt{level: level, Map: &bsp.Map{}, took: 0.01}
	if r.collect(); r.wait != 12 {
		t.Errorf("behind one that was quick it is made again after %v s", r.wait)
	}
	// Another, at which one is meanwhile, need not wait for that.
	r.current, r.wait, r.making = Level{Number: 1}, 0, make(chan *Rebuilt, 1)
	r.making <- &Rebuilt{level: level, Map: &bsp.Map{}, took: 3}
	if r.collect(); r.wait != 0 {
		t.Errorf("another level waits for %v s", r.wait)
	}
}

// The last few levels stay ready.
func TestFewRebuiltLevelsAreKept(t *testing.T) {
	var r Rebuilder
	at := func(n int) Level { return Level{Number: n} }
	for n := range 4 {
		r.keep(&Rebuilt{level: at(n)})
	}
	r.find(at(0)) // it is shown again
	better := &Rebuilt{level: at(2), Whole: true}
	r.keep(better)
	r.keep(&Rebuilt{level: at(4)})
	if len(r.kept) != 4 || r.find(at(1)) != nil || r.find(at(0)) == nil || r.find(at(2)) != better ||
		r.find(at(3)) == nil || r.find(at(4)) == nil {
		t.Errorf("kept are %+v", r.kept)
	}
}
