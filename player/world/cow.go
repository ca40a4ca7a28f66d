package world

// cow is a copy-on-write value that many worlds share. After share, either side
// clones before it writes. Reading is safe from several goroutines once a copy was
// published, because share writes to its source only while the source is the
// value's sole owner.
type cow[T any] struct {
	p    *T
	mine bool
}

// get returns the value for reading.
func (c *cow[T]) get() *T { return c.p }

// fresh drops the value and returns a new zero one for writing.
func (c *cow[T]) fresh() *T {
	c.p, c.mine = new(T), true
	return c.p
}

// edit returns the value for writing, cloned if it is shared.
func (c *cow[T]) edit(clone func(*T) *T) *T {
	if !c.mine {
		c.p, c.mine = clone(c.p), true
	}
	return c.p
}

// share makes c refer to the value of src.
func (c *cow[T]) share(src *cow[T]) {
	if src.mine {
		src.mine = false
	}
	c.p, c.mine = src.p, false
}
