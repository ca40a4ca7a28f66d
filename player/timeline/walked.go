package timeline

import (
	"slices"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/world"
)

// CellSize is the edge of a cell of walked ground, in units: a player's width.
const CellSize = 32

// maxCells bounds the walked ground of a level; the largest maps have some tens of
// thousands of cells of floor. All levels together are bounded by [Options].Memory.
const maxCells = 1 << 18

const (
	// cellBytes is what a cell takes for good, and openCellBytes what it takes as long as
	// its level is played: in the map by which it is found, and in the copy that was
	// published last.
	cellBytes     = 16
	openCellBytes = cellBytes + 64
)

// ground is what the walked ground of all levels takes.
type ground struct {
	bytes, most int64
}

// feet is the height of a player's origin above the ground, in units.
const feet = 24

// Walked is the ground of one level that players have walked on, as cubes with
// edges of [CellSize]. The slices are parallel, and cells are in the order in which
// they were first reached.
type Walked struct {
	Points []mgl32.Vec3 // where the feet of the first player in the cell were, in units
	Counts []uint32     // how often players came to the cell
}

// walker gathers the walked ground of one level. The zero value has none.
type walker struct {
	cells map[[3]int32]int // indices into sum
	last  []int            // cell of each slot, to count arrivals and not frames
	sum   Walked
	ended bool // sum does not change any more
}

// end ends the level.
func (k *walker) end(g *ground) {
	g.bytes -= int64(len(k.sum.Points)) * (openCellBytes - cellBytes)
	k.cells, k.last, k.ended = nil, nil, true
}

// frame adds where all players are.
func (k *walker) frame(w *world.World, g *ground) {
	for i := range w.Players {
		p := &w.Players[i]
		if p.Visible && !p.Spectator {
			k.step(i, p.Pose.Origin, g)
		}
	}
	if w.Recorder < 0 && w.View.Known {
		k.step(len(w.Players), w.View.Origin, g)
	}
}

// step adds the cell below a player's origin.
func (k *walker) step(slot int, at mgl32.Vec3, g *ground) {
	at[2] -= feet
	var cell [3]int32
	for i := range at {
		if !(at[i] > -1<<20 && at[i] < 1<<20) { // no map is that large; NaN too
			return
		}
		cell[i] = int32(at[i]) >> 5 // CellSize
	}
	for slot >= len(k.last) {
		k.last = append(k.last, -1)
	}
	n, ok := k.cells[cell]
	if !ok {
		if len(k.sum.Points) >= maxCells || g.bytes+openCellBytes > g.most {
			return
		}
		if k.cells == nil {
			k.cells = map[[3]int32]int{}
		}
		g.bytes += openCellBytes
		n = len(k.sum.Points)
		k.cells[cell] = n
		k.sum.Points = append(k.sum.Points, at)
		k.sum.Counts = append(k.sum.Counts, 0)
	}
	if k.last[slot] != n {
		k.last[slot] = n
		k.sum.Counts[n]++
	}
}

// published returns the ground so far, for readers.
func (k *walker) published() *Walked {
	if k.ended {
		return &k.sum
	}
	return &Walked{
		Points: slices.Clone(k.sum.Points),
		Counts: slices.Clone(k.sum.Counts),
	}
}

// walkedEvery is how often walked ground is published while the pass runs.
const walkedEvery = 200 * time.Millisecond

// Walked returns the walked ground of a level, by its index in [Timeline.Levels],
// as far as the demo has been read; nil if there is none. A later call returns
// another pointer if more is known.
func (t *Timeline) Walked(level int) *Walked {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if level < 0 || level >= len(t.walked) {
		return nil
	}
	return t.walked[level]
}
