package world

// settles is the largest vertical distance, in units, between an entity that has dropped to the
// floor and its baseline.
const settles = 256

// Placed reports whether an entity of the current frame lies where the map has placed it: it has
// the model of its baseline and is above or below the baseline's origin. Items that players drop
// and projectiles have no such baseline. In Quake III, whose baselines are not stored here, items
// themselves say whether a player dropped them.
func (w *World) Placed(e *Entity) bool {
	if w.Game == Quake3 {
		return e.Model[1] == 0
	}
	b := w.baselines.get().entity(e.Number)
	d := e.Origin.Sub(b.Origin)
	return b.Model[0] == e.Model[0] && b.Model[0] != 0 && d[0] >= -1 && d[0] <= 1 && d[1] >= -1 && d[1] <= 1 &&
		d[2] >= -settles && d[2] <= settles
}
