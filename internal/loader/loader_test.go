package loader

import (
	"slices"
	"testing"

	"demoscope/internal/wait"
)

func size(s string) int64 { return int64(len(s)) }

// await finds the value of a key once it is loaded.
func await(t *testing.T, l *Loader[string, string], key string) string {
	t.Helper()
	var v string
	wait.For(t, key, func() (ok bool) { v, ok = l.Find(key); return ok })
	return v
}

// TestOnce: a value is loaded once, beside the caller, and is ready from the next Find on.
func TestOnce(t *testing.T) {
	l := New[string](2, 100, size)
	goOn, loads := make(chan bool), 0
	load := func() string { loads++; <-goOn; return "value" }
	if _, ok := l.Find("a"); ok || !l.Wanted("a") {
		t.Error("it is there before it is loaded")
	}
	for range 3 {
		l.Start("a", load)
	}
	if _, ok := l.Find("a"); ok || l.Wanted("a") || l.Loading() != 1 {
		t.Errorf("found %v, %d are loading", ok, l.Loading())
	}
	close(goOn)
	if v := await(t, l, "a"); v != "value" || loads != 1 || l.Loading() != 0 || l.Wanted("a") {
		t.Errorf("%q, loaded %d times", v, loads)
	}
	l.Start("a", func() string { t.Error("loaded again"); return "" })
}

// TestFewAtOnce: the third waits until one of two is found, and no goroutine waits for
// somebody to take its value.
func TestFewAtOnce(t *testing.T) {
	l := New[string](2, 100, size)
	goOn, done := make(chan bool), make(chan bool, 3)
	for _, key := range []string{"a", "b", "c"} {
		l.Start(key, func() string { <-goOn; defer func() { done <- true }(); return key })
	}
	if l.Loading() != 2 || l.Wanted("c") {
		t.Errorf("%d are loading", l.Loading())
	}
	close(goOn)
	<-done
	<-done
	wait.For(t, "both results", func() bool { return len(l.results) == 2 })
	if !l.Wanted("c") {
		t.Error("there is room for c")
	}
}

// TestBudget: what was used last stays, up to a sum of sizes.
func TestBudget(t *testing.T) {
	l := New[string](1, 10, size)
	kept := func() (keys []string) {
		for key := range l.ready {
			keys = append(keys, key)
		}
		slices.Sort(keys)
		return keys
	}
	l.Keep("a", "1234")
	l.Keep("b", "1234")
	l.Find("a")
	l.Keep("c", "12") // together 10
	if got := kept(); !slices.Equal(got, []string{"a", "b", "c"}) {
		t.Errorf("%v", got)
	}
	l.Keep("d", "1") // b was used longest ago
	if got := kept(); !slices.Equal(got, []string{"a", "c", "d"}) || l.kept != 7 {
		t.Errorf("%v, of size %d", got, l.kept)
	}
	l.Keep("a", "1") // another in its place
	if v, _ := l.Find("a"); v != "1" || l.kept != 4 {
		t.Errorf("a is %q, all have size %d", v, l.kept)
	}
	l.Keep("e", "more than there is room for")
	if got := kept(); !slices.Equal(got, []string{"e"}) {
		t.Errorf("%v", got)
	}
}
