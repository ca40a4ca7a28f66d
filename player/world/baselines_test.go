package world

import (
	"strings"
	"testing"
	"unsafe"
)

// TestBaselineMemory: a copy counts the pages that it does not share, and makes those that it
// changes its own once.
func TestBaselineMemory(t *testing.T) {
	const page = int64(baselinePage * unsafe.Sizeof(baseline{}))
	put := func(b *baselines, number int32) { b.put(&Entity{Number: number}) }
	own := func(b, before *baselines) int64 {
		n := b.memory(before)
		return n - n%page
	}
	b := new(baselines)
	put(b, 3)
	put(b, 4*baselinePage)
	c := b.clone()
	if got := own(c, b); got != 0 {
		t.Errorf("a copy that has changed nothing has %d bytes of its own", got)
	}
	put(c, 4)
	first := c.pages[0]
	put(c, 5)
	if c.pages[0] != first || c.pages[0] == b.pages[0] || c.pages[4] != b.pages[4] {
		t.Error("pages are shared or copied wrongly")
	}
	put(c, 5*baselinePage) // one page more than the other has
	for _, k := range []struct {
		what      string
		got, want int64
	}{
		{"the same", b.memory(b), 0}, {"the first", own(b, nil), 2 * page},
		{"a copy with one page changed and one added", own(c, b), 2 * page},
		{"the copy alone", own(c, nil), 3 * page},
	} {
		if k.got != k.want {
			t.Errorf("%s: %d bytes, not %d", k.what, k.got, k.want)
		}
	}
}

// TestSharedMemory: what two worlds share is counted once.
func TestSharedMemory(t *testing.T) {
	list := make([]int64, 2, 8)
	for _, k := range []struct {
		what         string
		list, before []int64
		want         int64
	}{
		{"shared", list, list[:1], 0}, {"another", list, make([]int64, 2), 80}, {"the first", list, nil, 80},
		{"nothing", nil, list, 0},
	} {
		if got := appendedSize(k.list, k.before); got != k.want {
			t.Errorf("%s: %d bytes, not %d", k.what, got, k.want)
		}
	}
	w := full()
	c := w.Clone()
	for what, l := range map[string]*List{"current": w.current, "previous": w.previous} {
		if l == nil || l.Size(w) != 0 || l.Size(newBlank(Quake2)) == 0 {
			t.Errorf("the %s list is counted wrongly", what)
		}
	}
	shared := c.Memory(w)
	w.Players[0].UserInfo = strings.Repeat("a", 10_000)
	c.Players[0].UserInfo = w.Players[0].UserInfo
	if more := c.Memory(w) - shared; more > 1000 {
		t.Errorf("a text that is shared takes %d bytes more", more)
	}
	shared = c.Memory(w)
	edit(c).EditLevel().Map += "a"
	if more := c.Memory(w) - shared; more < int64(unsafe.Sizeof(Level{})) {
		t.Errorf("a level of its own takes %d bytes more", more)
	}
	shared = c.Memory(w)
	for i := range c.Players {
		c.Players[i].UserInfo += "0123456789abcdef"
	}
	if more := c.Memory(w) - shared; more < int64(16*len(c.Players)) {
		t.Errorf("texts of %d players take %d bytes more", len(c.Players), more)
	}
}
