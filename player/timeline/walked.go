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
	cellBytes     = 20
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
	// Stood says where there is ground: a player stood or ran in the cell, at the height of
	// its point. In the others players were seen in the air alone, as far as is known.
	Stood []bool
}

// walker gathers the walked ground of one level. The zero value has none.
type walker struct {
	cells map[[3]int32]int // indices into sum
	last  []int            // cell of each slot, to count arrivals and not frames
	paces []pace           // of each slot
	level []uint32         // of each cell, how often a player was at one height there
	sum   Walked
	ended bool // sum does not change any more
}

// end ends the level.
func (k *walker) end(g *ground) {
	g.bytes -= int64(len(k.sum.Points)) * (openCellBytes - cellBytes)
	k.cells, k.last, k.paces, k.level, k.ended = nil, nil, nil, nil, true
}

// frame adds where all players are.
func (k *walker) frame(w *world.World, g *ground) {
	for i := range w.Players {
		p := &w.Players[i]
		if p.Visible && !p.Spectator {
			k.step(i, p.Pose.Origin, g)
			if !p.Dead {
				k.stand(i, p.Pose.Origin, w.FrameClock)
			}
		}
	}
	if w.Recorder < 0 && w.View.Known {
		k.step(len(w.Players), w.View.Origin, g)
		k.stand(len(w.Players), w.View.Origin, w.FrameClock)
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
		k.sum.Stood, k.level = append(k.sum.Stood, false), append(k.level, 0)
	}
	if k.last[slot] != n {
		k.last[slot] = n
		k.sum.Counts[n]++
	}
}

// pace is where a player was at some moments, the latest one last.
type pace struct {
	known  int // how many of them are
	clocks [2]float64
	feet   [2]float32 // heights
	cells  [2]int
	at     mgl32.Vec3 // the origin at the latest one
	steady bool       // the way to the last but one and on to the last was straight
}

// Who is on the ground is told by no demo for all, but who falls is known by it: gravity
// bends the way, which between moments this far apart shows above the wire's eighths of a
// unit. Seconds, units, and units a second squared: the least gravity that servers set is
// a quarter of the usual 800.
const (
	paceTime, longestPace = 0.09, 0.3
	leastGravity          = 200
	steepest              = 400 // units a second up or down, on slopes
	// Two moments at one height are no proof, because every jump has a highest place: so
	// many of them are, and as many for each who came to the cell.
	levelPace               = 0.1
	fewestLevel, levelShare = 2, 1. / 32
)

// stand notes whether a player, whose cell is known, is on the ground. One who is exactly
// where he was says nothing: the demo may only have no news of him.
func (k *walker) stand(slot int, at mgl32.Vec3, clock float64) {
	for slot >= len(k.paces) {
		k.paces = append(k.paces, pace{})
	}
	o := &k.paces[slot]
	n := -1
	if slot < len(k.last) {
		n = k.last[slot]
	}
	since := clock - o.clocks[1]
	if n < 0 || o.known > 0 && (at == o.at || since >= 0 && since < paceTime) {
		return
	}
	z := at[2] - feet
	if o.known == 0 || since < 0 || since > longestPace {
		*o = pace{known: 1, clocks: [2]float64{1: clock}, feet: [2]float32{1: z}, cells: [2]int{1: n}, at: at}
		return
	}
	steady := false
	if o.known > 1 {
		before := o.clocks[1] - o.clocks[0]
		rise, was := (z-o.feet[1])/float32(since), (o.feet[1]-o.feet[0])/float32(before)
		bend := (rise - was) / float32((since+before)/2)
		steady = max(bend, -bend) < leastGravity && max(rise, -rise, was, -was) < steepest
		if steady && o.steady {
			// Once may be the moment of pushing off or of coming down.
			k.ground(o.cells[0], o.feet[0])
			k.ground(o.cells[1], o.feet[1])
		}
	}
	if d := z - o.feet[1]; d >= -levelPace && d <= levelPace {
		if k.level[n]++; k.level[n] >= fewestLevel && float32(k.level[n]) >= levelShare*float32(k.sum.Counts[n]) {
			k.ground(n, z)
		}
	}
	*o = pace{known: 2, clocks: [2]float64{o.clocks[1], clock}, feet: [2]float32{o.feet[1], z}, cells: [2]int{o.cells[1], n}, at: at, steady: steady}
}

// ground notes that a player's feet are on the ground in a cell.
func (k *walker) ground(cell int, feet float32) {
	if !k.sum.Stood[cell] {
		k.sum.Stood[cell] = true
		k.sum.Points[cell][2] = feet
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
		Stood:  slices.Clone(k.sum.Stood),
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
