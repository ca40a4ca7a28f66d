package ring

import (
	"slices"
	"testing"
)

// held returns the keys of the frames 0 to 40 that a ring of frames, which are
// their keys times ten, holds.
func held(t *testing.T, r *Ring[int]) (keys []int32) {
	t.Helper()
	for key := int32(-8); key <= 40; key++ {
		frame, ok := r.Get(key)
		if !ok {
			if frame != 0 {
				t.Errorf("frame %d is missing, and %d", key, frame)
			}
			continue
		}
		if frame != int(key)*10 {
			t.Errorf("frame %d is %d", key, frame)
		}
		keys = append(keys, key)
	}
	return keys
}

func expect(t *testing.T, what string, r *Ring[int], want ...int32) {
	t.Helper()
	if got := held(t, r); !slices.Equal(got, want) {
		t.Errorf("%s: %d, not %d", what, got, want)
	}
}

// A frame stays until the one as many later takes its place.
func TestPut(t *testing.T) {
	r := New[int](4)
	expect(t, "at first", &r)
	if _, _, ok := r.Newest(); ok {
		t.Error("there is a newest of none")
	}
	for key, old := range []int{0, 0, 0, 0, 0, 10, 20} {
		if key == 0 {
			continue
		}
		if _, ok := r.Place(int32(key)); ok != (old != 0) {
			t.Errorf("the place of %d is taken: %v", key, ok)
		}
		if got := r.Put(int32(key), key*10); got != old {
			t.Errorf("%d takes the place of %d, not %d", key, got, old)
		}
	}
	expect(t, "six", &r, 3, 4, 5, 6)
	r.Put(9, 90)
	expect(t, "a gap", &r, 3, 4, 6, 9)
	if frame, key, ok := r.Newest(); frame != 90 || key != 9 || !ok {
		t.Errorf("newest is %d, %d, %v", frame, key, ok)
	}
	r.Put(7, 70)
	if _, key, _ := r.Newest(); key != 7 {
		t.Errorf("newest is %d, not what was put last", key)
	}
	r.Put(-3, -30)
	expect(t, "below zero", &r, -3, 4, 6, 7)
	sum := 0
	r.All(func(f int) { sum += f })
	if sum != -30+40+60+70 {
		t.Errorf("all are %d together", sum)
	}
	var dropped []int
	r.Base(4)
	r.Clear(func(f int) { dropped = append(dropped, f) })
	slices.Sort(dropped)
	if _, ok := r.Used(); ok || !slices.Equal(dropped, []int{-30, 40, 60, 70}) {
		t.Errorf("dropped %d, used %v", dropped, ok)
	}
	expect(t, "cleared", &r)
}

// What a delta is against is remembered until the next packet.
func TestBase(t *testing.T) {
	r := New[int](4)
	r.Put(1, 10)
	r.Put(2, 20)
	if _, ok := r.Used(); ok {
		t.Error("nothing was used")
	}
	for _, missing := range []int32{5, 0, -3} {
		if _, ok := r.Base(missing); ok {
			t.Errorf("there is a frame %d", missing)
		}
		if _, ok := r.Used(); ok {
			t.Errorf("%d was used, which is not there", missing)
		}
	}
	for key := int32(1); key <= 2; key++ {
		if frame, ok := r.Base(key); frame != int(key)*10 || !ok {
			t.Errorf("base %d: %d, %v", key, frame, ok)
		}
		if used, ok := r.Used(); used != key || !ok {
			t.Errorf("used %d, %v, not %d", used, ok, key)
		}
	}
	r.Begin()
	if _, ok := r.Used(); ok {
		t.Error("used in the packet before")
	}
}

// A copy has the newest frame, or all; those that it lacks can be added, but
// none that is newer than it.
func TestCopies(t *testing.T) {
	same := func(f int) int { return f }
	src := New[int](4)
	for key := int32(1); key <= 6; key++ {
		src.Put(key, int(key)*10)
	}
	c := New[int](4)
	c.CopyFrom(&src, false, same)
	expect(t, "the newest", &c, 6)
	if _, key, ok := c.Newest(); key != 6 || !ok {
		t.Errorf("newest %d, %v", key, ok)
	}
	all := New[int](4)
	all.CopyFrom(&src, true, same)
	expect(t, "all", &all, 3, 4, 5, 6)
	src.Put(7, 70)
	for _, key := range []int32{5, 2, 7, 4, 6, 99} {
		c.Add(&src, key, same)
	}
	expect(t, "added", &c, 4, 5, 6)
	if _, key, _ := c.Newest(); key != 6 {
		t.Errorf("newest %d: a frame that is added is none", key)
	}
	c.Add(&src, 5, func(int) int { return -1 })
	expect(t, "added again", &c, 4, 5, 6)
	// The newest, 7, has replaced 3, which it may be a change of.
	c.AddReplaced(&src, 2, same)
	c.AddReplaced(&src, 7, same)
	expect(t, "others were not replaced", &c, 4, 5, 6)
	with := New[int](4)
	with.CopyFrom(&c, true, same)
	if !with.AddReplaced(&src, 3, same) {
		t.Error("what the newest has replaced is not added")
	}
	expect(t, "added, what was replaced", &with, 3, 4, 5, 6)
	src.Put(8, 80)
	if late := New[int](4); late.AddReplaced(&src, 4, same) {
		t.Error("what was replaced is added to nothing")
	}
	src.Clear(func(int) {})
	if all.AddReplaced(&src, 4, same) {
		t.Error("what was replaced outlasts the ring's frames")
	}
	for key := int32(1); key <= 7; key++ {
		src.Put(key, int(key)*10)
	}
	empty := New[int](4)
	empty.Add(&src, 5, same)
	expect(t, "nothing is added to nothing", &empty)
	if all.Size() != c.Size() || c.Size() < 4*12 {
		t.Errorf("%d and %d bytes", all.Size(), c.Size())
	}
	if frame := src.Put(8, 80); frame != 40 {
		t.Errorf("%d", frame)
	}
	expect(t, "the copy stays", &c, 4, 5, 6)
}

// TestNumbersBeginAnew: a frame that was put after a copy was made is not added to
// it, although its number is lower than the newest: a damaged demo may count again
// from where it was.
func TestNumbersBeginAnew(t *testing.T) {
	same := func(f int) int { return f }
	src := New[int](4)
	src.Put(9, 90)
	src.Put(10, 100)
	c := New[int](4)
	c.CopyFrom(&src, false, same)
	src.Put(7, 70)
	src.Put(9, 91)
	for _, key := range []int32{7, 9} {
		c.Add(&src, key, same)
	}
	expect(t, "frames of later", &c, 10)
	// One that was there is.
	src = New[int](4)
	src.Put(9, 90)
	src.Put(10, 100)
	c = New[int](4)
	c.CopyFrom(&src, false, same)
	src.Put(11, 110)
	c.Add(&src, 9, same)
	c.Add(&src, 11, same)
	expect(t, "a frame of before", &c, 9, 10)
}
