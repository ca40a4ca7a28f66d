// Package director chooses whom to follow in a demo without a recorder's view. It knows the future, so it looks
// for players who are about to act: see [Make].
//
// The work is limited by maxCells, maxPlayers, maxWitnesses and maxWitnessed. Times are viewer's seconds,
// lengths are in units.
package director

import (
	"sort"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/timeline"
	"demoscope/player/world"
)

// Sight reports whether nothing solid is between two positions.
type Sight func(from, to mgl32.Vec3) bool

// Options are the options for a plan.
type Options struct {
	// Sight is the line of sight test of the level's map. Without it, all nearby players count as visible.
	Sight Sight
	// Until is the time up to which the director knows the demo; 0 means no limit. A live game is delayed by as
	// much as the director looks ahead.
	Until float64
}

const (
	// Rest is the minimum time between two cuts, in seconds.
	Rest = 3.0
	// CutBefore and CutAfter are the seconds before and after a kill in which cuts from or to the killer or the
	// victim are avoided.
	CutBefore, CutAfter = 1.0, 1.5
	// MaxCuts is the maximum number of cuts per minute.
	MaxCuts = 8
)

// Reason is the reason for a cut.
type Reason uint8

// The reasons. ReasonBegin is for the beginning of a level.
const (
	ReasonBegin Reason = iota
	ReasonKill         // the player is about to kill Other
	ReasonItem         // the player is about to take Item
	ReasonFlag         // the player is about to take or capture the flag Item
	ReasonDied         // the followed player is dead
	ReasonFight        // the player sees enemies
)

// String returns the reason as a word.
func (r Reason) String() string {
	return [...]string{"begin", "kill", "item", "flag", "died", "fight"}[min(r, ReasonFight)]
}

// Camera is the camera for the followed player.
type Camera uint8

// The cameras.
const (
	Eyes   Camera = iota // the player's eyes
	Behind               // chase camera, because it shows killer and victim together
	numCameras
)

// String returns the camera as a word.
func (c Camera) String() string { return [...]string{"eyes", "behind"}[min(c, numCameras-1)] }

// Cut is a change to another player or another camera.
type Cut struct {
	Clock  float64
	Slot   int
	Camera Camera
	Reason Reason
	// At is the time of the event that the cut was made for. For ReasonBegin, ReasonDied and ReasonFight, it is
	// Clock.
	At    float64
	Other int    // slot of the victim, or [world.Nobody]
	Item  string // by its name in the game
}

// Plan says whom to follow on one level. It is read-only, except in [Plan.Renew].
type Plan struct {
	Level int
	// Begin is the beginning of the level, and End the end of the plan. After End, the last cut remains in
	// effect.
	Begin, End float64
	// Whole is set if the level will not grow any more.
	Whole bool
	// Cuts are in order of time. The first one is at Begin.
	Cuts []Cut
	// Quiet are the times in which an overview is shown, in order.
	Quiet []Quiet
}

// At returns the slot of the player to follow at a time, or [world.Nobody].
func (p *Plan) At(clock float64) int {
	if c := p.CutAt(clock); c != nil {
		return c.Slot
	}
	return world.Nobody
}

// CutAt returns the last cut at or before a time, or the first cut before it. It returns nil if there are no
// cuts.
func (p *Plan) CutAt(clock float64) *Cut {
	if len(p.Cuts) == 0 {
		return nil
	}
	i := sort.Search(len(p.Cuts), func(i int) bool { return p.Cuts[i].Clock > clock })
	return &p.Cuts[max(0, i-1)]
}

// Make plans a level, by its index in [timeline.Timeline.Levels], for the part of the demo read so far. Equal timelines
// give equal plans. The plan is empty if the level is unknown or has no players.
func Make(t *timeline.Timeline, level int, o Options) *Plan {
	return (&Plan{Level: level}).Renew(t, -1, o)
}

// Renew plans a level again after more of the demo has been read. The plan up to the time kept does not change.
func (p *Plan) Renew(t *timeline.Timeline, kept float64, o Options) *Plan {
	m, ok := read(t, p.Level, o.Until)
	n := &Plan{Level: p.Level, Begin: m.begin, End: m.end, Whole: m.whole}
	if !ok {
		return n
	}
	n.Cuts = p.until(kept)
	from := m.begin
	if len(n.Cuts) > 0 {
		from = min(max(kept, m.begin), m.end)
	}
	g := newGrid(m, from, o.Sight)
	g.plan(n)
	g.quieten(n, p.Quiet)
	return n
}

// until returns a copy of the cuts up to a time.
func (p *Plan) until(kept float64) []Cut {
	i := sort.Search(len(p.Cuts), func(i int) bool { return p.Cuts[i].Clock > kept })
	return append([]Cut(nil), p.Cuts[:i]...)
}
