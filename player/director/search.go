package director

import (
	"math"
	"slices"

	"demoscope/player/world"
)

// This file finds the best way through a grid: dynamic programming over whom one watches, how, and
// for how many steps one has done so. Prizes depend on that age, so that the way is the best
// one exactly. What a cut costs is found by bisection, so that there are not too many.

// source is where a way comes from that begins with a view: its view before, and for how many
// steps.
type source struct{ view, age int32 }

var noSource = source{-1, 0}

// search is the state of a search.
type search struct {
	*grid
	ages int // how many are told apart; the last one stands for all beyond
	// value is, without the row's sum, the best that a way can have won that began to have a
	// view in a step, of the last ages-1 steps: by view and step.
	value []float64
	rows  []row // by view
	// oldest stands for the step in which those of the last age began.
	oldest int
	// from has for every step the best way that may cut there, and the best one that does
	// not have the same view.
	from [][2]source
	// stays has for every step and view whether the best way of the last age had it before.
	stays []bool
}

const (
	// pricings is how many prices of a cut are tried.
	pricings = 11
	// A cut costs at least minPrice and at most maxPrice, where a kill is 1.
	minPrice, maxPrice = 0.3, 4
	// usualPrice is that of a cut where there were as many as there may be, and debtScale how
	// many more make it 2.7 times as dear.
	usualPrice, debtScale = 0.35, 2
	// apart is how far apart, as a logarithm, two prices must be to make a difference.
	apart = 0.05
	// burst is over how many seconds at least cuts are counted against [MaxCuts].
	burst = 60
	// A cut costs hurry more less than calm seconds after the last one: the viewer has hardly seen
	// who that is.
	hurry, calm = 0.3, 5.0
	// lead and tail are the seconds before the first kill and after the last one in which
	// cuts count.
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

// cheapest returns the best way that has not too many cuts.
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
	// Where many cuts are worth the same there is no price for some of them: then the first
	// part has a lower one.
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

// prices are what a cut costs before a step, and from it on.
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

// price returns what a cut costs where little is known of the future, as in a live game: the
// more the more cuts there were of late.
func (g *grid) price(kept []Cut) float64 {
	// cuts a second, and cuts that are saved, and owed at the beginning
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

// budget returns how many cuts there may be from g.from on, of those between two times.
func (g *grid) budget(kept []Cut) (allowed int, between [2]float64) {
	between = [2]float64{g.begin, g.end}
	if first, last, ok := g.killed(); ok {
		between = [2]float64{max(g.begin, first-lead), min(g.end, last+tail)}
	}
	// A short rest of a level must not spend what was saved long ago.
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
	for i := range m.acts {
		if a := &m.acts[i]; a.why == WhyKill {
			if !ok {
				first = a.clock
			}
			last, ok = a.clock, true
		}
	}
	return first, last, ok
}

// turn is a step from which a view is had.
type turn struct{ step, view int }

// count returns how many cuts a way has between two times. To begin to watch is none.
func (g *grid) count(way []turn, between [2]float64) (n int) {
	for _, w := range way {
		if t := g.time(w.step); w.step > 0 && t >= between[0] && t <= between[1] {
			n++
		}
	}
	return n
}

// run returns the best way at prices of a cut. It begins as the last of the cuts made before
// says, which is then not part of it.
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
		crumbs := s.crumbs[step*s.views:]
		for view := range s.rows {
			s.rows[view].sum += float64(crumbs[view])
		}
		for len(prizes) > 0 && prizes[0].step == step {
			s.win(&prizes[0])
			prizes = prizes[1:]
		}
	}
	return s.trace(begun)
}

// row is the state of a view in a search. What a way has won is what the row says, and sum.
type row struct {
	// sum are the crumbs of all steps so far: they are the same for all ages.
	sum float64
	// old is the best of the last age.
	old float64
	// best are the best of those who have rested, and of those who have had the view so long that
	// nobody is hurried by a cut.
	best [2]best
}

// best is the best of the ways of some ages, and the step in which it began to have the view;
// oldest for that of the last age.
type best struct {
	value float64
	at    int
}

// since returns from which age on, in steps, a way is one of those of [row].best.
func (s *search) since() [2]int { return [2]int{s.rest, s.calm} }

var never = math.Inf(-1)

// at returns the place of the value of the way that began to have a view in a step.
func (s *search) at(view, begun int) *float64 {
	n := begun % s.ages
	if n < 0 {
		n += s.ages
	}
	return &s.value[view*s.ages+n]
}

// begin sets the state in which the kept cuts leave the search, and returns the view they leave,
// -1 if there are none.
func (s *search) begin(kept []Cut) int {
	if len(kept) > 0 {
		last := &kept[len(kept)-1]
		if who := s.index(last.Slot); who >= 0 {
			view := who + int(last.How)*len(s.slots)
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

// rested finds the best of those who will have rested at a step.
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

// win gives a prize to those who have had its view long enough.
func (s *search) win(p *prize) {
	r := &s.rows[p.view]
	last := min(p.since, p.step)
	for begun := last; begun > p.step-s.ages+1; begun-- {
		*s.at(p.view, begun) += p.worth
	}
	r.old += p.worth
	s.rested(p.view, p.step)
}

// cuts goes to a step.
func (s *search) cuts(step int, price float64) {
	leave, enter := s.leave[step*s.views:], s.enter[step*s.views:]
	// The best two ways that may cut, which have different views.
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
		// Who is of the last age now joins the old ones.
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

// trace returns the best way, in order of time; begun is the view it has before, or -1.
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

// cut returns the cut of a turn behind other cuts, without what it was made for.
func (g *grid) cut(w turn, before []Cut) Cut {
	players := len(g.slots)
	c := Cut{Clock: g.time(w.step), Slot: g.slots[w.view%players], How: How(w.view / players), Why: WhyFight,
		Other: world.Nobody}
	switch n := len(before); {
	case n == 0:
		c.Clock, c.Why = g.begin, WhyBegin
	case g.gone[w.step*g.views+max(0, g.index(before[n-1].Slot))]:
		c.Why = WhyDied
	}
	c.At = c.Clock
	return c
}

// promise is how many seconds after a cut that happens at the latest which it was made for.
const promise = 10

// explain finds what cuts were made for.
func (g *grid) explain(cuts []Cut) {
	acts := g.acts
	for i := range cuts {
		c := &cuts[i]
		end := g.end
		if i+1 < len(cuts) {
			end = cuts[i+1].Clock
		}
		for len(acts) > 0 && acts[0].clock < c.Clock {
			acts = acts[1:]
		}
		var found *act
		for k := range acts {
			a := &acts[k]
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
				c.Why = found.why
			}
		}
	}
}
