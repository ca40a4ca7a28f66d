package world

import "slices"

// maxEntityNumber bounds the numbers of entities that have a baseline: the largest number in any
// protocol of the family.
const maxEntityNumber = 1 << 15

// baselinePage is the number of baselines in a page, the unit that copies share. It is small enough
// that changing one baseline is cheap, and large enough to keep the list of pages short.
const baselinePage = 32

// baselines holds the baselines of entities by number. Copies share the pages that neither side has
// changed.
type baselines struct {
	pages []*[baselinePage]baseline // nil for a page without baselines
	mine  []bool                    // by page: not shared with a copy
	count int
}

// baseline is the baseline of one entity.
type baseline struct {
	entity Entity
	set    bool // the demo has sent it
}

var zeroEntity Entity

// entity returns the baseline with the given number, all zero if there is none. The caller sets
// Number in its own copy.
func (b *baselines) entity(number int32) *Entity {
	page := uint32(number) / baselinePage
	if page >= uint32(len(b.pages)) || b.pages[page] == nil {
		return &zeroEntity
	}
	return &b.pages[page][uint32(number)%baselinePage].entity
}

// put sets the baseline of e.Number, which must be in [0, maxEntityNumber).
func (b *baselines) put(e *Entity) {
	page := int(e.Number) / baselinePage
	for page >= len(b.pages) {
		b.pages = append(b.pages, nil)
		b.mine = append(b.mine, false)
	}
	if !b.mine[page] {
		own := new([baselinePage]baseline)
		if b.pages[page] != nil {
			*own = *b.pages[page]
		}
		b.pages[page], b.mine[page] = own, true
	}
	s := &b.pages[page][e.Number%baselinePage]
	if !s.set {
		s.set = true
		b.count++
	}
	s.entity = *e
}

// clone returns a copy that shares all pages with b. b must not be modified afterwards.
func (b *baselines) clone() *baselines {
	return &baselines{slices.Clone(b.pages), make([]bool, len(b.pages)), b.count}
}

// memory returns the number of bytes that b holds and before does not. before may be nil.
func (b *baselines) memory(before *baselines) (n int64) {
	if b == before {
		return 0
	}
	n = sizeOf[baselines](1) + sizeOf[*baseline](cap(b.pages)) + int64(cap(b.mine))
	for i, page := range b.pages {
		if page != nil && (before == nil || i >= len(before.pages) || before.pages[i] != page) {
			n += sizeOf[baseline](baselinePage)
		}
	}
	return n
}
