package world

// cow is a copy-on-write value shared by many worlds. After share, either side clones the value
// before writing. Several goroutines may read a published copy, because share writes to its source
// only while the source is the sole owner of the value.
type cow[T any] struct {
	p    *T
	mine bool
}

// get returns the value for reading.
func (c *cow[T]) get() *T { return c.p }

// fresh replaces the value by a new zero value and returns it for writing.
func (c *cow[T]) fresh() *T {
	c.p, c.mine = new(T), true
	return c.p
}

// edit returns the value for writing. It clones a shared value first.
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
