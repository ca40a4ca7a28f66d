package pattern

import (
	"cmp"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/weapon"
)

// Hit is a moment that matches a query. Names are bytes in the game's charset.
type Hit struct {
	Kind     Kind
	From, To float64
	Level    int    // index in [Facts].Levels, -1 if there is none
	Map      string // game path
	Player   int    // slot of the player, [demoscope/player/world.Nobody] for a team or an unknown player
	Name     string
	Victims  []string
	Weapon   weapon.Kind // None if there are several
	Item     string      // item or flag
	Text     string
	// At is where it happened: the position of the victim, or the end of a carry or jump.
	At      mgl32.Vec3
	AtKnown bool
	Numbers
	// Deaths are indices in [Facts].Kills.
	Deaths []int
	// Seen is set if everything that the pattern needs was in sight. It is always set for runs and captures.
	Seen bool
	// Unjudged names the parts of the query that the demo cannot confirm. If there are any, the hit is
	// uncertain.
	Unjudged []string
	// WarmUp is set if the hit is outside of matches.
	WarmUp bool
}

// Judged reports whether the hit is certain.
func (h *Hit) Judged() bool { return len(h.Unjudged) == 0 }

// ByTime sorts hits by start time.
func ByTime(list []Hit) {
	slices.SortStableFunc(list, func(a, b Hit) int { return cmp.Compare(a.From, b.From) })
}

// Most returns the number by which hits of a kind are compared, such as the kills of a run. Larger is better.
// It is 0 if unknown.
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

// Better compares two hits for sorting; it is negative if a is better. Different kinds are sorted in the order
// of their constants.
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
	return cmp.Compare(v, w) // the shorter one
}
