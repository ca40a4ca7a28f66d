package director

import (
	"math"
	"slices"

	"demoscope/player/world"
)

// This file finds the best path through a grid, by dynamic programming over the current view and the number of
// steps since it began, its age. Prizes depend on the age, so the result is optimal. The price of a cut is
// found by bisection, so that there are not too many cuts.

// source is the view of a path before a cut, and its age in steps at that time.
type source struct{ view, age int32 }

var noSource = source{-1, 0}

// search is the state of a search.
type search struct {
	*grid
	ages int // number of distinct ages; the last one includes all greater ages
	// value is the best total, without the row's sum, of the paths that began a view at a step, for the last
	// ages-1 steps: by view and step.
	value []float64
	rows  []row // by view
	// oldest stands for the step at which paths of the last age began their view.
	oldest int
	// from has, for each step, the source of the best path that can cut there, and that of the best path with
	// another view.
	from [][2]source
	// stays has, for each step and view, whether the best path of the last age already had that age at the step
	// before.
	stays []bool
}

const (
	// pricings is the number of prices tried.
	pricings = 11
	// minPrice and maxPrice limit the price of a cut, where a kill is 1.
	minPrice, maxPrice = 0.3, 4
	// usualPrice is the price of a cut when the number of cuts equals the allowance. debtScale is the number of
	// extra cuts that multiplies the price by e.
	usualPrice, debtScale = 0.35, 2
	// apart is the minimum difference of two prices, as a logarithm, to have an effect.
	apart = 0.05
	// burst is the minimum period, in seconds, over which cuts are counted against [MaxCuts].
	burst = 60
	// hurry is the extra cost of a cut less than calm seconds after the last one, because the viewer has hardly
	// recognized the player.
	hurry, calm = 0.3, 5.0
	// lead and tail are the seconds before the first kill and after the last one in which cuts count.
	lead, tail = 5, 2
)

// plan adds the cuts from g.from on to a plan.
func (g *grid) plan(p *Plan) {
	s := &search{grid: g, ages: max(g.full, g.calm, 1) + 1, oldest: math.MinInt}
	s.value, s.rows = make([]float64, g.views*s.ages), make([]row, g.views)
	s.from, s.stays = make([][2]source, g.steps), make([]bool, g.steps*g.views)

	var best []turn
	if !p.Whole && len(p.Cuts) > 0 && g.end-g.from < burst {
		best = s.run(p.Cuts, same(g.price(p.Cuts)))
	} else {
		best = s.cheapest(p.Cuts)
	}
	for _, w := range best {
		p.Cuts = append(p.Cuts, g.cut(w, p.Cuts))
	}
	g.explain(p.Cuts)
}

// cheapest returns the best path that does not have too many cuts.
func (s *search) cheapest(kept []Cut) []turn {
	allowed, counted := s.budget(kept)
	best := s.run(kept, same(minPrice))
	if s.count(best, counted) <= allowed {
		return best
	}
	low, high := math.Log(minPrice), math.Log(maxPrice)
	best = nil
	for range pricings {
		price := (low + high) / 2
		if way := s.run(kept, same(math.Exp(price))); s.count(way, counted) > allowed {
			low = price
		} else {
			high, best = price, way
		}
	}
	// If many cuts have the same value, no single price selects only some of them. Then the first part of the
	// level gets a lower price.
	first, end := 0, s.steps
	for range pricings {
		if best != nil && s.count(best, counted) >= allowed-1 {
			break
		}
		prices := prices{math.Exp(low - apart), math.Exp(high + apart), (first + end) / 2}
		if way := s.run(kept, prices); s.count(way, counted) > allowed {
			end = prices.change
		} else {
			first, best = prices.change, way
		}
	}
	if best == nil {
		best = s.run(kept, same(maxPrice))
	}
	return best
}

// prices are the prices of a cut before a step, and from it on.
type prices struct {
	before, after float64
	change        int
}

func same(price float64) prices { return prices{price, price, 0} }

func (p *prices) at(step int) float64 {
	if step < p.change {
		return p.before
	}
	return p.after
}

// price returns the price of a cut if little is known of the future, as in a live game. It rises with the
// number of recent cuts.
func (g *grid) price(kept []Cut) float64 {
	// a is the allowance of cuts per second, spare the maximum number of saved cuts, and begun the debt at the
	// beginning.
	const a, spare, begun = MaxCuts / 60.0, 4.0, 1.0
	debt, at := begun, g.begin
	for i := range kept {
		debt = max(-spare, debt-(kept[i].Clock-at)*a)
		at = kept[i].Clock
		if i > 0 {
			debt++
		}
	}
	debt = max(-spare, debt-(g.from-at)*a)
	return max(minPrice, min(maxPrice, usualPrice*math.Exp(debt/debtScale)))
}

// budget returns how many cuts are allowed from g.from on, and between which times cuts count.
func (g *grid) budget(kept []Cut) (allowed int, between [2]float64) {
	between = [2]float64{g.begin, g.end}
	if first, last, ok := g.killed(); ok {
		between = [2]float64{max(g.begin, first-lead), min(g.end, last+tail)}
	}
	// A short remainder of a level must not use up cuts saved long ago.
	begin := max(between[0], min(g.from, g.end-burst))
	n := 0
	for i := range kept {
		if c := &kept[i]; i > 0 && c.Clock >= begin && c.Clock <= between[1] {
			n++
		}
	}
	return int((between[1]-begin)/60*MaxCuts) - n, between
}

// killed returns the times of the first and the last kill of a match.
func (m *match) killed() (first, last float64, ok bool) {
	for i := range m.highlights {
		if a := &m.highlights[i]; a.reason == ReasonKill {
			if !ok {
				first = a.clock
			}
			last, ok = a.clock, true
		}
	}
	return first, last, ok
}

// turn is a step at which a view begins.
type turn struct{ step, view int }

// count returns the number of cuts of a path between two times. The first view is not a cut.
func (g *grid) count(way []turn, between [2]float64) (n int) {
	for _, w := range way {
		if t := g.time(w.step); w.step > 0 && t >= between[0] && t <= between[1] {
			n++
		}
	}
	return n
}

// run returns the best path for the given prices. It continues from the last of the kept cuts, which is not
// part of the result.
func (s *search) run(kept []Cut, price prices) []turn {
	for i := range s.value {
		s.value[i] = never
	}
	for view := range s.rows {
		s.rows[view] = row{old: never, best: [2]best{{never, s.oldest}, {never, s.oldest}}}
	}
	begun := s.begin(kept)
	prizes := s.prizes
	for step := range s.steps {
		if step > 0 {
			s.cuts(step, price.at(step))
		}
		values := s.viewValues[step*s.views:]
		for view := range s.rows {
			s.rows[view].sum += float64(values[view])
		}
		for len(prizes) > 0 && prizes[0].step == step {
			s.applyPrize(&prizes[0])
			prizes = prizes[1:]
		}
	}
	return s.trace(begun)
}

// row is the state of a view in a search. The total of a path is its value plus sum.
type row struct {
	// sum is the sum of viewValues of all steps so far. It is the same for all ages.
	sum float64
	// old is the best value of the last age.
	old float64
	// best are the best paths that have rested, and the best paths old enough to cut without hurry.
	best [2]best
}

// best is the best value of the paths of some ages, and the step at which that path began its view, or oldest
// for the last age.
type best struct {
	value float64
	at    int
}

// since returns the minimum ages of the paths in [row].best, in steps.
func (s *search) since() [2]int { return [2]int{s.rest, s.calm} }

var never = math.Inf(-1)

// at returns a pointer to the value of the path that began a view at a step.
func (s *search) at(view, begun int) *float64 {
	n := begun % s.ages
	if n < 0 {
		n += s.ages
	}
	return &s.value[view*s.ages+n]
}

// begin sets the state after the kept cuts, and returns their last view, or -1 if there are none.
func (s *search) begin(kept []Cut) int {
	if len(kept) > 0 {
		last := &kept[len(kept)-1]
		if who := s.index(last.Slot); who >= 0 {
			view := who + int(last.Camera)*len(s.slots)
			if age := max(0, int(math.Round((s.grid.from-last.Clock)/s.step))); age < s.ages-1 {
				*s.at(view, -age) = 0
				s.rested(view, 0)
			} else {
				s.rows[view] = row{best: [2]best{{0, s.oldest}, {0, s.oldest}}}
			}
			return view
		}
	}
	for view := range s.views {
		*s.at(view, 0) = 0
	}
	return -1
}

// rested updates the best rested paths of a view at a step.
func (s *search) rested(view, step int) {
	r := &s.rows[view]
	for i, since := range s.since() {
		b := best{r.old, s.oldest}
		for begun := step - since; begun > step-s.ages; begun-- {
			if v := *s.at(view, begun); v > b.value {
				b = best{v, begun}
			}
		}
		r.best[i] = b
	}
}

// applyPrize adds a prize to the paths that have had its view long enough.
func (s *search) applyPrize(p *prize) {
	r := &s.rows[p.view]
	last := min(p.since, p.step)
	for begun := last; begun > p.step-s.ages+1; begun-- {
		*s.at(p.view, begun) += p.worth
	}
	r.old += p.worth
	s.rested(p.view, p.step)
}

// cuts advances the search to a step, and considers all cuts there.
func (s *search) cuts(step int, price float64) {
	leave, enter := s.leave[step*s.views:], s.enter[step*s.views:]
	// The best two paths that can cut, with different views.
	first, second := noSource, noSource
	bestValue, secondValue := never, never
	for view := range s.rows {
		r := &s.rows[view]
		for i, since := range s.since() {
			if since < s.ages-1 {
				if v := *s.at(view, step-since); v > r.best[i].value {
					r.best[i] = best{v, step - since}
				}
			}
		}
		value, at := r.best[0].value-hurry, r.best[0].at
		if r.best[1].value >= value {
			value, at = r.best[1].value, r.best[1].at
		}
		value += r.sum - float64(leave[view])
		from := source{int32(view), int32(s.ages - 1)}
		if at != s.oldest {
			from.age = int32(step - 1 - at)
		}
		switch {
		case value > bestValue:
			second, secondValue = first, bestValue
			first, bestValue = from, value
		case value > secondValue:
			second, secondValue = from, value
		}
	}
	s.from[step] = [2]source{first, second}
	for view := range s.rows {
		r := &s.rows[view]
		// Paths that reach the last age join the old ones.
		aged := step - (s.ages - 1)
		v := s.at(view, aged)
		stays := r.old > *v
		if !stays {
			r.old = *v
		}
		s.stays[step*s.views+view] = stays
		for i := range r.best {
			if r.best[i].at == aged {
				r.best[i].at = s.oldest
			}
		}
		*v = never
		value := bestValue
		if first.view == int32(view) {
			value = secondValue
		}
		*s.at(view, step) = value - price - float64(enter[view]) - r.sum
	}
}

// trace returns the turns of the best path, in order of time. begun is the view before it, or -1.
func (s *search) trace(begun int) (way []turn) {
	views, ages := s.views, s.ages
	view, age, most := -1, 0, never
	for i := range s.rows {
		r := &s.rows[i]
		if v := r.old + r.sum; v > most {
			view, age, most = i, ages-1, v
		}
		for a := range ages - 1 {
			if v := *s.at(i, s.steps-1-a) + r.sum; v > most {
				view, age, most = i, a, v
			}
		}
	}
	for step := s.steps - 1; step > 0 && view >= 0; step-- {
		switch {
		case age == 0:
			way = append(way, turn{step, view})
			from := s.from[step][0]
			if int(from.view) == view {
				from = s.from[step][1]
			}
			view, age = int(from.view), int(from.age)
		case age == ages-1 && s.stays[step*views+view]:
		default:
			age--
		}
	}
	if begun < 0 && view >= 0 {
		way = append(way, turn{0, view})
	}
	slices.Reverse(way)
	return way
}

// cut returns the cut for a turn after other cuts, without the event that it was made for.
func (g *grid) cut(w turn, before []Cut) Cut {
	players := len(g.slots)
	c := Cut{Clock: g.time(w.step), Slot: g.slots[w.view%players], Camera: Camera(w.view / players),
		Reason: ReasonFight, Other: world.Nobody}
	switch n := len(before); {
	case n == 0:
		c.Clock, c.Reason = g.begin, ReasonBegin
	case g.gone[w.step*g.views+max(0, g.index(before[n-1].Slot))]:
		c.Reason = ReasonDied
	}
	c.At = c.Clock
	return c
}

// promise is the maximum time between a cut and the event that it was made for, in seconds.
const promise = 10

// explain finds the events that cuts were made for.
func (g *grid) explain(cuts []Cut) {
	highlights := g.highlights
	for i := range cuts {
		c := &cuts[i]
		end := g.end
		if i+1 < len(cuts) {
			end = cuts[i+1].Clock
		}
		for len(highlights) > 0 && highlights[0].clock < c.Clock {
			highlights = highlights[1:]
		}
		var found *highlight
		for k := range highlights {
			a := &highlights[k]
			if a.clock > min(end, c.Clock+promise) {
				break
			}
			if a.who >= 0 && g.slots[a.who] == c.Slot && (found == nil || a.worth > found.worth) {
				found = a
			}
		}
		if found != nil {
			c.At, c.Other, c.Item = found.clock, found.event, found.item
			if i > 0 {
				c.Reason = found.reason
			}
		}
	}
}
