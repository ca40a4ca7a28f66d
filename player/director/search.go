package director

import (
	"math"
	"slices"

	"demoscope/player/world"
)

// This file finds the best way through a grid: dynamic programming over whom one watches and
// for how many steps one has done so. Prizes depend on that age, so that the way is the best
// one exactly. What a cut costs is found by bisection, so that there are not too many.

// source is where a way comes from that begins to watch somebody: whom it watched, and for how
// many steps.
type source struct{ who, age int32 }

var noSource = source{-1, 0}

// search is the state of a search.
type search struct {
	*grid
	ages int // how many are told apart; the last one stands for all beyond
	// value is the best that a way can have won that watches who at an age: who*ages+age.
	value, next []float64
	// from has for every step the best way that may cut there, and the best one that does
	// not watch the same player.
	from [][2]source
	// stays has for every step and player whether the best way of the last age had it before.
	stays []bool
}

const (
	// pricings is how many prices of a cut are tried.
	pricings = 11
	// A cut costs at least minPrice and at most maxPrice, where a kill is 1.
	minPrice, maxPrice = 0.04, 4
	// usualPrice is that of a cut where there were as many as there may be, and debtScale how
	// many more make it 2.7 times as dear.
	usualPrice, debtScale = 0.35, 2
	// burst is over how many seconds at least cuts are counted against [MaxCuts].
	burst = 60
	// lead and tail are the seconds before the first kill and after the last one in which
	// cuts count.
	lead, tail = 5, 2
)

// plan adds the cuts from g.from on to a plan.
func (g *grid) plan(p *Plan) {
	s := &search{grid: g, ages: max(g.full, g.rest, 1) + 1}
	players := len(g.slots)
	s.value, s.next = make([]float64, players*s.ages), make([]float64, players*s.ages)
	s.from, s.stays = make([][2]source, g.steps), make([]bool, g.steps*players)

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
		prices := prices{math.Exp(low), math.Exp(high), (first + end) / 2}
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
	const a, spare, begun = MaxCuts / 60.0, 2.0, 3.0 // cuts a second, and cuts that are saved, and owed at the beginning
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

// turn is a step from which somebody is watched.
type turn struct{ step, who int }

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
	players := len(s.slots)
	never := math.Inf(-1)
	for i := range s.value {
		s.value[i] = never
	}
	begun := s.begin(kept)
	if begun < 0 {
		for who := range players {
			s.value[who*s.ages] = float64(s.crumbs[who])
		}
	}
	prizes := s.prizes
	for step := range s.steps {
		if step > 0 {
			s.advance(step, price.at(step))
		}
		for len(prizes) > 0 && prizes[0].step == step {
			p := &prizes[0]
			prizes = prizes[1:]
			row := s.value[p.who*s.ages : (p.who+1)*s.ages]
			for age := min(max(0, p.step-p.since), s.ages-1); age < s.ages; age++ {
				row[age] += p.worth
			}
		}
	}
	return s.trace(begun)
}

// begin sets the state in which the kept cuts leave the search, and returns whom they watch,
// -1 if there are none.
func (s *search) begin(kept []Cut) int {
	if len(kept) == 0 {
		return -1
	}
	last := &kept[len(kept)-1]
	who := s.index(last.Slot)
	if who < 0 {
		return -1
	}
	age := min(s.ages-1, max(0, -s.stepAfter(last.Clock)))
	s.value[who*s.ages+age] = float64(s.crumbs[who])
	return who
}

// advance goes from one step to the next.
func (s *search) advance(step int, price float64) {
	players, ages := len(s.slots), s.ages
	gone := s.gone[step*players:]
	// The best two ways that may cut, which watch different players.
	best, second := noSource, noSource
	bestValue, secondValue := math.Inf(-1), math.Inf(-1)
	for who := range players {
		row := s.value[who*ages : (who+1)*ages]
		first := s.rest - 1 // it becomes older with this step
		if gone[who] {
			first = 0
		}
		at, most := -1, math.Inf(-1)
		for age := first; age < ages; age++ {
			if row[age] > most {
				at, most = age, row[age]
			}
		}
		switch {
		case at < 0:
		case most > bestValue:
			second, secondValue = best, bestValue
			best, bestValue = source{int32(who), int32(at)}, most
		case most > secondValue:
			second, secondValue = source{int32(who), int32(at)}, most
		}
	}
	s.from[step] = [2]source{best, second}
	crumbs := s.crumbs[step*players:]
	for who := range players {
		row, next := s.value[who*ages:(who+1)*ages], s.next[who*ages:(who+1)*ages]
		crumb := float64(crumbs[who])
		next[0] = bestValue - price + crumb
		if best.who == int32(who) {
			next[0] = secondValue - price + crumb
		}
		for age := 1; age < ages; age++ {
			next[age] = row[age-1] + crumb
		}
		stays := row[ages-1] > row[ages-2]
		if stays {
			next[ages-1] = row[ages-1] + crumb
		}
		s.stays[step*players+who] = stays
	}
	s.value, s.next = s.next, s.value
}

// trace returns the best way, in order of time; begun is whom it watches before, or -1.
func (s *search) trace(begun int) (way []turn) {
	players, ages := len(s.slots), s.ages
	who, age, most := -1, 0, math.Inf(-1)
	for i, v := range s.value {
		if v > most {
			who, age, most = i/ages, i%ages, v
		}
	}
	for step := s.steps - 1; step > 0 && who >= 0; step-- {
		switch {
		case age == 0:
			way = append(way, turn{step, who})
			from := s.from[step][0]
			if int(from.who) == who {
				from = s.from[step][1]
			}
			who, age = int(from.who), int(from.age)
		case age == ages-1 && s.stays[step*players+who]:
		default:
			age--
		}
	}
	if begun < 0 && who >= 0 {
		way = append(way, turn{0, who})
	}
	slices.Reverse(way)
	return way
}

// cut returns the cut of a turn behind other cuts, without what it was made for.
func (g *grid) cut(w turn, before []Cut) Cut {
	c := Cut{Clock: g.time(w.step), Slot: g.slots[w.who], Why: WhyFight, Other: world.Nobody}
	switch n := len(before); {
	case n == 0:
		c.Clock, c.Why = g.begin, WhyBegin
	case g.gone[w.step*len(g.slots)+max(0, g.index(before[n-1].Slot))]:
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
