package world

// settles is how far from its baseline an entity may lie that has dropped to the floor since,
// in units.
const settles = 256

// Placed reports whether an entity of the current frame lies where its level has put it: it
// has the model of its baseline, and is above or below the same point. What players drop, and
// what flies, has no such baseline. Quake III does not keep baselines here; there its items
// say that somebody dropped them.
func (w *World) Placed(e *Entity) bool {
	if w.Game == Quake3 {
		return e.Model[1] == 0
	}
	b := w.baselines.get().entity(e.Number)
	d := e.Origin.Sub(b.Origin)
	return b.Model[0] == e.Model[0] && b.Model[0] != 0 && d[0] >= -1 && d[0] <= 1 && d[1] >= -1 && d[1] <= 1 &&
		d[2] >= -settles && d[2] <= settles
}
