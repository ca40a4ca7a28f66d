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
	// finest is the step of a plan, in seconds.
	finest = 0.05
	// maxCells bounds the steps of all views together: eight players in fifty minutes at
	// the finest step. Of longer or fuller levels the steps are coarser.
	maxCells = 1 << 20
	// maxWitnesses is up to how many players are asked whether they see others kill, and
	// maxWitnessed bounds how often.
	maxWitnesses = 32
	maxWitnessed = 1 << 16
)

// grid is a level in steps of time.
type grid struct {
	*match
	sight Sight
	from  float64 // the time of the first step
	step  float64 // seconds
	steps int
	// views are how many ways to watch somebody there are: players times hows. The first are
	// through the players' eyes, by index.
	views int
	// crumbs are what each view is worth in each step, and gone is set where
	// the player is dead or not seen: steps times views, step by step.
	crumbs []float32
	gone   []bool
	// leave and enter are what it costs to cut away from each view and to it in each step.
	leave, enter []float32
	busy         []bool  // by step: somebody sees an enemy, or there are not two who live
	prizes       []prize // in order of step
	// rest, calm, full are the seconds of Rest, of calm and of the longest look at an act in steps.
	rest, calm, full int
}

// prize is what is won at a step by who has had a view since another one, or earlier.
type prize struct {
	step, since, view int
	worth             float64
}

func newGrid(m *match, from float64, sight Sight) *grid {
	g := &grid{match: m, sight: sight, views: len(m.slots) * int(hows)}
	g.step = max(finest, (m.end-from)*float64(g.views)/maxCells)
	// The steps of a plan that is made anew are those of the one before, or its cuts would lie
	// between them.
	g.from = m.begin + math.Floor((from-m.begin)/g.step+slack)*g.step
	g.steps = max(1, int(math.Ceil((m.end-g.from)/g.step)))
	g.rest = max(1, int(math.Ceil(Rest/g.step-1e-9)))
	g.calm = max(g.rest, int(math.Ceil(calm/g.step-1e-9)))
	g.full = int(math.Ceil((fullBefore+fullAfter)/g.step)) + 1
	g.scatter()
	g.award()
	return g
}

// time returns the time of a step.
func (g *grid) time(step int) float64 { return g.from + float64(step)*g.step }

// slack is of rounded times, in steps.
const slack = 1e-6

// stepAt and stepAfter return the step before a time, and after it.
func (g *grid) stepAt(clock float64) int    { return int(math.Floor((clock-g.from)/g.step - slack)) }
func (g *grid) stepAfter(clock float64) int { return int(math.Ceil((clock-g.from)/g.step + slack)) }

// What a second with a player is worth, where a kill is 1.
const (
	crumbAbsent = -0.5
	crumbDead   = -0.2
	crumbSees   = 0.02 // somebody
	crumbFights = 0.03 // an enemy who is near
	crumbArmed  = 0.03 // the player has a powerup or a flag
	crumbLast   = 0.03 // the last one alive of a team
	crumbBehind = -0.02
	// near is how close an enemy is whom one is about to meet.
	near = 600
	// glance is every how many seconds it is asked who sees whom.
	glance = 0.4
	// wall is how near a wall is that leaves a player nothing else to see, in units.
	wall = 200
	// meeting is how many seconds before an enemy is seen a cut to a player is free.
	meeting = 2.0
	// deadFor is after how many seconds the dead count as out of the round.
	deadFor = 3
)

// Costs of a cut besides its price, where a kill is 1.
const (
	costHasty  = 2.0 // from or to the killer or victim, near a kill
	costCorpse = 0.3 // to a dead player
	costAlone  = 0.2 // to a player who sees no enemy
	costWall   = 0.4 // to a player who sees only a wall
	// doomed is for how many seconds before their death a cut away from a player confuses: the followed player
	// becomes somebody else's target.
	doomed = 2.5
)

// scatter fills crumbs and gone.
func (g *grid) scatter() {
	players := len(g.slots)
	g.crumbs = make([]float32, g.steps*g.views)
	g.gone = make([]bool, g.steps*g.views)
	g.leave, g.enter = make([]float32, g.steps*g.views), make([]float32, g.steps*g.views)
	g.busy = make([]bool, g.steps)
	fights := false
	next := make([]int, players)
	poses := make([]pose, players)
	seen := make([]float32, players)
	died := make([]float64, players)
	met := make([]int, players) // from which step on a player sees no enemy
	blank := make([]bool, players)
	// Who sees whom costs as much as players times players.
	every := max(1, int(glance/g.step), players/2)
	armed := g.armed()
	for i := range died {
		died[i] = math.Inf(1)
	}
	for s := range g.steps {
		clock := g.time(s)
		for i, track := range g.tracks {
			for next[i] < len(track) && float64(track[next[i]].Clock) < clock {
				next[i]++
			}
			poses[i] = poseAt(track, next[i], clock)
			if poses[i].state != dead && poses[i].state != absent {
				died[i] = math.Inf(1)
			} else if math.IsInf(died[i], 1) {
				died[i] = clock
			}
		}
		if s%every == 0 {
			fights = false
			for i := range poses {
				enemy := false
				seen[i], enemy = g.glance(poses, i)
				fights = fights || enemy
				blank[i] = !enemy && poses[i].facesWall(g.sight)
				if enemy {
					g.meets(i, met[i], s)
					met[i] = s + every
				}
			}
		}
		g.busy[s] = fights || !several(poses)
		last := g.lasts(poses, died, clock)
		row, gone := g.crumbs[s*g.views:], g.gone[s*g.views:]
		for i := range poses {
			rate := float32(0)
			switch poses[i].state {
			case absent:
				rate = crumbAbsent
			case dead:
				rate = crumbDead
			default:
				rate = seen[i]
				if i == last {
					rate += crumbLast
				}
				if armed[i].has(clock) {
					rate += crumbArmed
				}
			}
			for how := range int(hows) {
				row[how*players+i] = (rate + float32(how)*crumbBehind) * float32(g.step)
				gone[how*players+i] = poses[i].state != alive
				cost := float32(costAlone)
				switch {
				case poses[i].state != alive:
					cost = costCorpse
				case s < met[i]:
					cost = 0
				case blank[i]:
					cost = costWall
				}
				g.enter[s*g.views+how*players+i] = cost
			}
			if poses[i].state == dead && clock < died[i]+CutAfter {
				g.penalize(g.leave, i, s, s+1)
			}
		}
	}
}

// meets clears the cost of cuts to a player in the seconds before a step in which the player sees an enemy, but
// not before the step first.
func (g *grid) meets(who, first, step int) {
	for s := max(first, step-int(meeting/g.step)); s < step; s++ {
		for view := who; view < g.views; view += len(g.slots) {
			if at := s*g.views + view; !g.gone[at] {
				g.enter[at] = 0
			}
		}
	}
}

// penalize adds costHasty to the costs of a player's views in the steps from first to before last. Costs are
// g.leave or g.enter.
func (g *grid) penalize(costs []float32, who, first, last int) {
	for s := max(0, first); s < min(last, g.steps); s++ {
		for view := who; view < g.views; view += len(g.slots) {
			costs[s*g.views+view] += costHasty
		}
	}
}

// facesWall reports whether a player looks at something solid that is near.
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

// several reports whether more than one lives.
func several(poses []pose) bool {
	n := 0
	for i := range poses {
		if poses[i].state == alive {
			n++
		}
	}
	return n > 1
}

// glance returns what a second with a player is worth for whom the player sees, and whether an
// enemy is among them.
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
			return crumbSees + crumbFights, true
		}
		rate, enemy = crumbSees, enemy || foe
	}
	return rate, enemy
}

// lasts returns the index of the last one alive of a team whose others have been dead for
// long, as in rounds without rebirth; -1 if there is none, or in both teams.
func (g *grid) lasts(poses []pose, died []float64, clock float64) int {
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

// spans are times in which a player has something, in order.
type spans struct {
	list [][2]float64
	at   int
}

// has reports whether a time, which must not fall from call to call, lies in one of the spans.
func (s *spans) has(clock float64) bool {
	for s.at < len(s.list) && s.list[s.at][1] < clock {
		s.at++
	}
	return s.at < len(s.list) && s.list[s.at][0] <= clock
}

// armed returns when each player has a powerup or a flag: until it is over or the player dies.
func (g *grid) armed() []spans {
	list := make([]spans, len(g.slots))
	for i := range g.acts {
		a := &g.acts[i]
		if a.why == WhyKill && a.victim >= 0 {
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

// When an act must be watched, in seconds before and after it.
const (
	eyesBefore, eyesAfter = 0.5, 0.1
	settleAfter           = 0.5
	fullBefore, fullAfter = 1.5, 2.0
)

// Prizes, where a kill through the killer's eyes is 1.
const (
	prizeFull    = 0.3  // all of it from well before
	prizeSettle  = 0.05 // and for so long after it that one sees what became of it
	prizeScreen  = 0.05 // with the victim on the screen
	prizeWitness = 0.95 // killer and victim on another's screen, or from behind somebody
	prizeVictim  = 0.25 // through the victim's eyes, or the victim on another's screen
)

// award fills prizes.
func (g *grid) award() {
	for i := range g.acts {
		a := &g.acts[i]
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
			g.offer(a.who, a.clock-eyesBefore, a.clock+eyesAfter, worth)
			g.offer(a.who, a.clock-eyesBefore, g.aliveUntil(a.who, a.clock, a.clock+settleAfter), prizeSettle*a.worth)
			g.offer(a.who, a.clock-fullBefore, g.aliveUntil(a.who, a.clock, a.clock+fullAfter), prizeFull*a.worth)
		}
		if a.why == WhyKill {
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

// witnesses awards those who see a kill but do not act.
func (g *grid) witnesses(a *act) {
	if a.victim >= 0 {
		g.offer(a.victim, a.clock-eyesBefore, a.clock+eyesAfter, prizeVictim)
	}
	players := len(g.slots)
	if a.who < 0 || a.victim < 0 || len(g.slots) > maxWitnesses || len(g.slots)*len(g.acts) > maxWitnessed {
		return
	}
	for view := range g.views {
		i, how := view%players, How(view/players)
		if how == Eyes && (i == a.who || i == a.victim) {
			continue
		}
		switch killer, victim := g.seesAll(i, how, a, g.sight); {
		case killer && victim:
			g.offer(view, a.clock-eyesBefore, a.clock+eyesAfter, prizeWitness)
		case victim:
			g.offer(view, a.clock-eyesBefore, a.clock+eyesAfter, prizeVictim)
		}
	}
}

// looks are when it is asked who has a kill on the screen, in seconds from it.
var looks = [...]float64{-0.5, -0.3, -0.1, 0.1}

// seesAll reports whether who watches a player has the killer and the victim of a kill on the
// screen all the time.
func (m *match) seesAll(who int, how How, a *act, sight Sight) (killer, victim bool) {
	killer, victim = a.who >= 0, a.victim >= 0
	for _, d := range looks {
		if !killer && !victim {
			break
		}
		p := m.at(who, a.clock+d)
		if p.state == absent {
			return false, false
		}
		eye, pitch, yaw, outside := p.camera(how, sight)
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

// aliveUntil returns the time of a player's death if it is between two times, else the later.
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

// offer adds a prize for who has a view from one time to another.
func (g *grid) offer(view int, from, to, worth float64) {
	step := min(g.stepAfter(to), g.steps-1)
	since := g.stepAt(from)
	if step < 0 || since > step {
		return
	}
	g.prizes = append(g.prizes, prize{step: step, since: since, view: view, worth: worth})
}
