// Package director decides whom to watch in a demo of which nobody's view was recorded. Since
// the future is known, it looks for whoever is about to act: see [Make].
//
// What it tries is bounded: maxCells, maxPlayers, maxWitnesses, maxWitnessed. All times are viewer's
// seconds, all lengths units.
package director

import (
	"sort"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/timeline"
	"demoscope/player/world"
)

// Sight reports whether nothing solid lies between two places.
type Sight func(from, to mgl32.Vec3) bool

// Options are what a plan is made with.
type Options struct {
	// Sight is that of the level's map. Without one whoever is near is in sight.
	Sight Sight
	// Until is the time up to which the director knows the demo, if it is not 0: a live game
	// is shown late by as much as the director sees ahead.
	Until float64
}

const (
	// Rest is how many seconds lie at least between two cuts.
	Rest = 3.0
	// CutBefore and CutAfter are how many seconds before and after a kill there is no cut from or to
	// the killer or the victim, if that can be.
	CutBefore, CutAfter = 1.0, 1.5
	// MaxCuts is how many cuts a minute there are at most.
	MaxCuts = 8
)

// Why is the reason for a cut.
type Why uint8

// The reasons, that of the level's beginning first.
const (
	WhyBegin Why = iota
	WhyKill      // the player is about to kill Other
	WhyItem      // the player is about to take Item
	WhyFlag      // the player is about to take or to bring home the flag Item
	WhyDied      // the one who was watched is dead
	WhyFight     // the player sees enemies
)

// String returns the reason in a word.
func (w Why) String() string {
	return [...]string{"begin", "kill", "item", "flag", "died", "fight"}[min(w, WhyFight)]
}

// How is from where a player is watched.
type How uint8

// The ways to watch.
const (
	Eyes   How = iota // the player's own
	Behind            // from behind, since killer and victim are in one picture then
	hows
)

// String returns the way in a word.
func (h How) String() string { return [...]string{"eyes", "behind"}[min(h, hows-1)] }

// Cut is a moment from which another player is watched, or in another way.
type Cut struct {
	Clock float64
	Slot  int
	How   How
	Why   Why
	// At is when that happens which the cut was made for: of WhyBegin, WhyDied and WhyFight
	// Clock itself.
	At    float64
	Other int    // slot of the victim, or [world.Nobody]
	Item  string // by the game's name
}

// Plan is whom to watch in one level. It is read-only, but for [Plan.Renew].
type Plan struct {
	Level int
	// Begin is the level's, and End is up to when the plan goes. Behind it the last one stays.
	Begin, End float64
	// Whole is set if the level will not grow any more.
	Whole bool
	// Cuts are in order of time. The first one is at Begin.
	Cuts []Cut
	// Quiet are the times in which an overview is shown, in order.
	Quiet []Quiet
}

// At returns the slot of whom to watch at a time, [world.Nobody] if there is nobody to watch.
func (p *Plan) At(clock float64) int {
	if c := p.CutAt(clock); c != nil {
		return c.Slot
	}
	return world.Nobody
}

// CutAt returns the last cut until a time, the first one before it; nil if there is none.
func (p *Plan) CutAt(clock float64) *Cut {
	if len(p.Cuts) == 0 {
		return nil
	}
	i := sort.Search(len(p.Cuts), func(i int) bool { return p.Cuts[i].Clock > clock })
	return &p.Cuts[max(0, i-1)]
}

// Make plans a level, by its index in [timeline.Timeline.Levels], as far as the demo has been
// read. The same index gives the same plan. It is empty if the level is unknown or nobody
// plays in it.
func Make(t *timeline.Timeline, level int, o Options) *Plan {
	return (&Plan{Level: level}).Renew(t, -1, o)
}

// Renew plans a level anew, since more of the demo has been read. What the plan says until
// the time kept stays as it is.
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

// until returns a copy of the cuts until a time.
func (p *Plan) until(kept float64) []Cut {
	i := sort.Search(len(p.Cuts), func(i int) bool { return p.Cuts[i].Clock > kept })
	return append([]Cut(nil), p.Cuts[:i]...)
}
