package pattern

import (
	"cmp"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/weapon"
)

// Hit is a moment that a query asked for. Names are bytes in the game's charset.
type Hit struct {
	Kind     Kind
	From, To float64
	Level    int    // index in [Facts].Levels, -1 if there is none
	Map      string // game path
	Player   int    // slot of who did it, [demoscope/player/world.Nobody] if that is a team, or not told
	Name     string
	Victims  []string
	Weapon   weapon.Kind // None if there were several
	Item     string      // or flag
	Text     string
	// At is where it happened: where the victim was, or where a way ended.
	At      mgl32.Vec3
	AtKnown bool
	Numbers
	// Deaths are indices in [Facts].Kills.
	Deaths []int
	// Seen is set if all that the pattern needs was in sight. Of a run or a capture it always is.
	Seen bool
	// Unjudged says what of the query the demo does not tell: the hit may be one, or not.
	Unjudged []string
	// WarmUp is set if it belongs to no match.
	WarmUp bool
}

// Judged reports whether the hit is one for certain.
func (h *Hit) Judged() bool { return len(h.Unjudged) == 0 }

// ByTime sorts hits by their beginnings.
func ByTime(list []Hit) {
	slices.SortStableFunc(list, func(a, b Hit) int { return cmp.Compare(a.From, b.From) })
}

// Most returns the number by which hits of a pattern are compared, as the kills of a run: more is
// better. It is 0 if it is not known.
func (h *Hit) Most() float64 {
	d := h.Kind.Describe()
	v, known := h.Get(d.most)
	switch {
	case !known:
		return 0
	case d.less:
		return -v
	}
	return v
}

// Better compares two hits: negative if a is the better one. Of two patterns the first in the
// list of patterns comes first.
func Better(a, b *Hit) int {
	if c := cmp.Compare(a.Kind, b.Kind); c != 0 {
		return c
	}
	d := a.Kind.Describe()
	v, vKnown := a.Get(d.most)
	w, wKnown := b.Get(d.most)
	switch {
	case vKnown != wKnown:
		if vKnown {
			return -1
		}
		return 1
	case d.less:
		return cmp.Compare(v, w)
	}
	if c := cmp.Compare(w, v); c != 0 {
		return c
	}
	v, _ = a.Get(Time)
	w, _ = b.Get(Time)
	return cmp.Compare(v, w) // the quicker
}
