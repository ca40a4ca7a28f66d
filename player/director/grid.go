package director

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/timeline"
)

const (
	// finest is the smallest step of a plan, in seconds.
	finest = 0.05
	// maxCells limits the steps of all views together: eight players in fifty minutes at the finest step.
	// Longer levels and levels with more players have larger steps.
	maxCells = 1 << 20
	// maxWitnesses is the maximum number of players tested for seeing others' kills, and maxWitnessed limits
	// the number of tests.
	maxWitnesses = 32
	maxWitnessed = 1 << 16
)

// grid is a level divided into steps of time.
type grid struct {
	*match
	sight Sight
	from  float64 // time of the first step
	step  float64 // seconds
	steps int
	// views is the number of views: players times cameras. The first views are the players' eyes, by index.
	views int
	// viewValues are the values of each view in each step. gone is set where the player is dead or not seen.
	// Both are sorted by step, then view.
	viewValues []float32
	gone       []bool
	// leave and enter are the costs of cutting away from each view and to it, in each step.
	leave, enter []float32
	busy         []bool  // for each step, whether a player sees an enemy, or fewer than two are alive
	prizes       []prize // in order of step
	// rest, calm, full are the lengths of Rest, of calm and of the longest look at a highlight, in steps.
	rest, calm, full int
}

// prize is won at a step by paths that have been in a view since step since or earlier.
type prize struct {
	step, since, view int
	worth             float64
}

func newGrid(m *match, from float64, sight Sight) *grid {
	g := &grid{match: m, sight: sight, views: len(m.slots) * int(numCameras)}
	g.step = max(finest, (m.end-from)*float64(g.views)/maxCells)
	// The steps of a renewed plan coincide with those of the previous one. Otherwise its cuts would be between
	// steps.
	g.from = m.begin + math.Floor((from-m.begin)/g.step+slack)*g.step
	g.steps = max(1, int(math.Ceil((m.end-g.from)/g.step)))
	g.rest = max(1, int(math.Ceil(Rest/g.step-1e-9)))
	g.calm = max(g.rest, int(math.Ceil(calm/g.step-1e-9)))
	g.full = int(math.Ceil((fullBefore+fullAfter)/g.step)) + 1
	g.score()
	g.findPrizes()
	return g
}

// time returns the time of a step.
func (g *grid) time(step int) float64 { return g.from + float64(step)*g.step }

// slack is the tolerance for rounded times, in steps.
const slack = 1e-6

// stepAt and stepAfter return the steps before and after a time.
func (g *grid) stepAt(clock float64) int    { return int(math.Floor((clock-g.from)/g.step - slack)) }
func (g *grid) stepAfter(clock float64) int { return int(math.Ceil((clock-g.from)/g.step + slack)) }

// These are the values of a second with a player, where a kill is 1.
const (
	valueAbsent = -0.5
	valueDead   = -0.2
	valueSees   = 0.02 // any player
	valueFights = 0.03 // a nearby enemy
	valueArmed  = 0.03 // the player has a powerup or a flag
	valueLast   = 0.03 // the last living player of a team
	valueBehind = -0.02
	// near is the maximum distance, in units, of an enemy who counts as near.
	near = 600
	// glance is the interval between visibility tests, in seconds.
	glance = 0.4
	// wall is the distance, in units, at which a wall blocks a player's whole view.
	wall = 200
	// meeting is how many seconds before a player sees an enemy a cut to that player is free.
	meeting = 2.0
	// deadFor is the number of seconds after which dead players count as out of the round.
	deadFor = 3
)

// These are additional costs of a cut, where a kill is 1.
const (
	costHasty  = 2.0 // from or to the killer or victim, near a kill
	costCorpse = 0.3 // to a dead player
	costAlone  = 0.2 // to a player who sees no enemy
	costWall   = 0.4 // to a player who sees only a wall
	// doomed is how many seconds before a player's death a cut away is confusing: the followed player becomes
	// another player's target.
	doomed = 2.5
)

// scorer scores one step after another. Its lists have a value for each player.
type scorer struct {
	*grid
	next  []int // index in the track
	poses []pose
	died  []float64 // time of the death, infinite for the living
	seen  []float32 // value of a second because of the players in view
	met   []int     // first step at which the player no longer sees an enemy
	blank []bool    // the player sees only a wall
	armed []spans
	// fights is set if anybody sees an enemy.
	fights bool
}

// score sets viewValues, gone, and the costs of cuts.
func (g *grid) score() {
	players := len(g.slots)
	g.viewValues = make([]float32, g.steps*g.views)
	g.gone = make([]bool, g.steps*g.views)
	g.leave, g.enter = make([]float32, g.steps*g.views), make([]float32, g.steps*g.views)
	g.busy = make([]bool, g.steps)
	r := scorer{grid: g, next: make([]int, players), poses: make([]pose, players), died: make([]float64, players),
		seen: make([]float32, players), met: make([]int, players), blank: make([]bool, players), armed: g.armed()}
	for i := range r.died {
		r.died[i] = math.Inf(1)
	}
	// The cost of visibility tests grows with the square of the number of players.
	every := max(1, int(glance/g.step), players/2)
	for s := range g.steps {
		r.move(g.time(s))
		if s%every == 0 {
			r.look(s, every)
		}
		g.busy[s] = r.fights || !several(r.poses)
		last := g.lastAlive(r.poses, r.died, g.time(s))
		for i := range r.poses {
			r.scoreViews(s, i, i == last)
		}
	}
}

// move moves the players to a time, and notes who has died.
func (r *scorer) move(clock float64) {
	for i, track := range r.tracks {
		for r.next[i] < len(track) && float64(track[r.next[i]].Clock) < clock {
			r.next[i]++
		}
		r.poses[i] = poseAt(track, r.next[i], clock)
		if s := r.poses[i].state; s != dead && s != absent {
			r.died[i] = math.Inf(1)
		} else if math.IsInf(r.died[i], 1) {
			r.died[i] = clock
		}
	}
}

// look tests what the players see from a step on, for a number of steps.
func (r *scorer) look(step, steps int) {
	r.fights = false
	for i := range r.poses {
		enemy := false
		r.seen[i], enemy = r.glance(r.poses, i)
		r.fights = r.fights || enemy
		r.blank[i] = !enemy && r.poses[i].facesWall(r.sight)
		if enemy {
			r.freeCuts(i, r.met[i], step)
			r.met[i] = step + steps
		}
	}
}

// rate returns the value of a second with player i. last is set for the last living player of a team.
func (r *scorer) rate(i int, clock float64, last bool) float32 {
	switch r.poses[i].state {
	case absent:
		return valueAbsent
	case dead:
		return valueDead
	}
	rate := r.seen[i]
	if last {
		rate += valueLast
	}
	if r.armed[i].has(clock) {
		rate += valueArmed
	}
	return rate
}

// cutCost returns the cost of a cut to player i at a step.
func (r *scorer) cutCost(step, i int) float32 {
	switch {
	case r.poses[i].state != alive:
		return costCorpse
	case step < r.met[i]:
		return 0
	case r.blank[i]:
		return costWall
	}
	return costAlone
}

// scoreViews scores the views of player i at a step.
func (r *scorer) scoreViews(step, i int, last bool) {
	clock, players := r.time(step), len(r.slots)
	rate, cost := r.rate(i, clock, last), r.cutCost(step, i)
	for camera := range int(numCameras) {
		at := step*r.views + camera*players + i
		r.viewValues[at] = (rate + float32(camera)*valueBehind) * float32(r.step)
		r.gone[at] = r.poses[i].state != alive
		r.enter[at] = cost
	}
	if r.poses[i].state == dead && clock < r.died[i]+CutAfter {
		r.penalize(r.leave, i, step, step+1)
	}
}

// freeCuts clears the costs of cuts to a player in the meeting seconds before a step in which the player sees an
// enemy. It does not go back before the step first.
func (g *grid) freeCuts(who, first, step int) {
	for s := max(first, step-int(meeting/g.step)); s < step; s++ {
		for view := who; view < g.views; view += len(g.slots) {
			if at := s*g.views + view; !g.gone[at] {
				g.enter[at] = 0
			}
		}
	}
}

// penalize adds costHasty to the costs of a player's views from step first up to, but not including, step last.
// costs is g.leave or g.enter.
func (g *grid) penalize(costs []float32, who, first, last int) {
	for s := max(0, first); s < min(last, g.steps); s++ {
		for view := who; view < g.views; view += len(g.slots) {
			costs[s*g.views+view] += costHasty
		}
	}
}

// facesWall reports whether a player looks at a nearby wall.
func (a *pose) facesWall(sight Sight) bool {
	if sight == nil || a.state != alive {
		return false
	}
	sinYaw, cosYaw := math.Sincos(float64(a.yaw) * math.Pi / 180)
	sinPitch, cosPitch := math.Sincos(float64(a.pitch) * math.Pi / 180)
	eye := a.origin.Add(mgl32.Vec3{0, 0, eyeHeight})
	ahead := mgl32.Vec3{float32(cosYaw * cosPitch), float32(sinYaw * cosPitch), float32(-sinPitch)}
	return !sight(eye, eye.Add(ahead.Mul(wall)))
}

// several reports whether more than one player is alive.
func several(poses []pose) bool {
	n := 0
	for i := range poses {
		if poses[i].state == alive {
			n++
		}
	}
	return n > 1
}

// glance returns the value of a second with a player because of the players in view, and whether an enemy is
// among them.
func (g *grid) glance(poses []pose, who int) (rate float32, enemy bool) {
	a := &poses[who]
	if a.state != alive {
		return 0, false
	}
	for i := range poses {
		b := &poses[i]
		if i == who || b.state != alive || !a.sees(b, g.sight) {
			continue
		}
		foe := g.enemies(who, i)
		if d := b.origin.Sub(a.origin); foe && d.Dot(d) < near*near {
			return valueSees + valueFights, true
		}
		rate, enemy = valueSees, enemy || foe
	}
	return rate, enemy
}

// lastAlive returns the index of the last living player of a team whose other players have been dead for deadFor
// seconds, as in rounds without respawns. It returns -1 if there is none, or one in both teams.
func (g *grid) lastAlive(poses []pose, died []float64, clock float64) int {
	found := -1
	for i := range poses {
		if poses[i].state != alive || g.teams[i] == "" {
			continue
		}
		mates := 0
		for k := range poses {
			if k == i || g.teams[k] != g.teams[i] {
				continue
			}
			if poses[k].state == alive || clock-died[k] < deadFor {
				mates = -1
				break
			}
			mates++
		}
		if mates <= 0 {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = i
	}
	return found
}

// spans are the times in which a player has something, in order.
type spans struct {
	list [][2]float64
	at   int
}

// has reports whether a time is in one of the spans. Times must not decrease between calls.
func (s *spans) has(clock float64) bool {
	for s.at < len(s.list) && s.list[s.at][1] < clock {
		s.at++
	}
	return s.at < len(s.list) && s.list[s.at][0] <= clock
}

// armed returns when each player has a powerup or a flag, until it ends or the player dies.
func (g *grid) armed() []spans {
	list := make([]spans, len(g.slots))
	for i := range g.highlights {
		a := &g.highlights[i]
		if a.reason == ReasonKill && a.victim >= 0 {
			if s := list[a.victim].list; len(s) > 0 {
				last := &s[len(s)-1]
				last[1] = min(last[1], a.clock)
			}
		}
		if a.carries > 0 && a.who >= 0 {
			list[a.who].list = append(list[a.who].list, [2]float64{a.clock, a.clock + a.carries})
		}
	}
	return list
}

// These are the times before and after a highlight that must be visible, in seconds.
const (
	eyesBefore, eyesAfter = 0.5, 0.1
	settleAfter           = 0.5
	fullBefore, fullAfter = 1.5, 2.0
)

// These are prizes, where a kill through the killer's eyes is 1.
const (
	prizeFull    = 0.3  // for the whole highlight from well before
	prizeSettle  = 0.05 // and long enough afterwards to see the result
	prizeScreen  = 0.05 // with the victim on the screen
	prizeWitness = 0.95 // killer and victim in another player's view, or in a chase camera
	prizeVictim  = 0.25 // through the victim's eyes, or the victim in another player's view
)

// findPrizes sets prizes, and the penalties of cuts near kills.
func (g *grid) findPrizes() {
	for i := range g.highlights {
		a := &g.highlights[i]
		if a.clock+eyesAfter < g.from {
			continue
		}
		if a.who >= 0 {
			worth := a.worth
			if a.victim >= 0 {
				k, v := g.at(a.who, a.clock-eyesBefore/2), g.at(a.victim, a.clock-eyesBefore/2)
				if k.sees(&v, g.sight) {
					worth += prizeScreen * a.worth
				}
			}
			g.addPrize(a.who, a.clock-eyesBefore, a.clock+eyesAfter, worth)
			settled := g.aliveUntil(a.who, a.clock, a.clock+settleAfter)
			g.addPrize(a.who, a.clock-eyesBefore, settled, prizeSettle*a.worth)
			g.addPrize(a.who, a.clock-fullBefore, g.aliveUntil(a.who, a.clock, a.clock+fullAfter), prizeFull*a.worth)
		}
		if a.reason == ReasonKill {
			g.witnesses(a)
			first, last := g.stepAfter(a.clock-CutBefore), g.stepAfter(a.clock+CutAfter)
			if a.who >= 0 {
				g.penalize(g.leave, a.who, first, last)
				g.penalize(g.enter, a.who, first, last)
			}
			if a.victim >= 0 {
				g.penalize(g.leave, a.victim, g.stepAfter(a.clock-doomed), last)
				g.penalize(g.enter, a.victim, first, last)
			}
		}
	}
	slices.SortStableFunc(g.prizes, func(a, b prize) int { return cmp.Compare(a.step, b.step) })
}

// witnesses adds prizes for views of a kill other than the killer's eyes.
func (g *grid) witnesses(a *highlight) {
	if a.victim >= 0 {
		g.addPrize(a.victim, a.clock-eyesBefore, a.clock+eyesAfter, prizeVictim)
	}
	players := len(g.slots)
	if a.who < 0 || a.victim < 0 || len(g.slots) > maxWitnesses || len(g.slots)*len(g.highlights) > maxWitnessed {
		return
	}
	for view := range g.views {
		i, camera := view%players, Camera(view/players)
		if camera == Eyes && (i == a.who || i == a.victim) {
			continue
		}
		switch killer, victim := g.seesAll(i, camera, a, g.sight); {
		case killer && victim:
			g.addPrize(view, a.clock-eyesBefore, a.clock+eyesAfter, prizeWitness)
		case victim:
			g.addPrize(view, a.clock-eyesBefore, a.clock+eyesAfter, prizeVictim)
		}
	}
}

// looks are the times at which visibility of a kill is tested, in seconds relative to it.
var looks = [...]float64{-0.5, -0.3, -0.1, 0.1}

// seesAll reports whether a view of a player shows the killer, and whether it shows the victim, at all of these
// times.
func (m *match) seesAll(who int, camera Camera, a *highlight, sight Sight) (killer, victim bool) {
	killer, victim = a.who >= 0, a.victim >= 0
	for _, d := range looks {
		if !killer && !victim {
			break
		}
		p := m.at(who, a.clock+d)
		if p.state == absent {
			return false, false
		}
		eye, pitch, yaw, outside := p.camera(camera, sight)
		on := func(other int) bool {
			if other == who {
				return outside && onScreen(eye, pitch, yaw, &p, sight)
			}
			b := m.at(other, a.clock+d)
			if b.state == absent || outside && p.hides(eye, b.origin) &&
				p.hides(eye, b.origin.Add(mgl32.Vec3{0, 0, eyeHeight})) {
				return false
			}
			return onScreen(eye, pitch, yaw, &b, sight)
		}
		killer = killer && on(a.who)
		victim = victim && on(a.victim)
	}
	return killer, victim
}

// aliveUntil returns the time of a player's death if it is between from and to, otherwise to.
func (m *match) aliveUntil(who int, from, to float64) float64 {
	track := m.tracks[who]
	for next := firstAt(track, from); next < len(track) && float64(track[next].Clock) < to; next++ {
		if track[next].Dead {
			return float64(track[next].Clock)
		}
	}
	return to
}

// firstAt returns the index of the first sample at or after a time.
func firstAt(track []timeline.Sample, clock float64) int {
	return sort.Search(len(track), func(i int) bool { return float64(track[i].Clock) >= clock })
}

// addPrize adds a prize for having a view from one time to another.
func (g *grid) addPrize(view int, from, to, worth float64) {
	step := min(g.stepAfter(to), g.steps-1)
	since := g.stepAt(from)
	if step < 0 || since > step {
		return
	}
	g.prizes = append(g.prizes, prize{step: step, since: since, view: view, worth: worth})
}
