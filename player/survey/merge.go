package survey

import "demoscope/player/world"

// family returns the game to compare: Quake and QuakeWorld share their maps.
func family(g world.Game) world.Game {
	if g == world.Quake {
		return world.QuakeWorld
	}
	return g
}

// mostShared is the fraction of the contacts of the smaller of two surveys above which both are of one match.
// Then their counts are not added, because both contain the same contacts.
const mostShared = 0.5

// sharedBy reports whether more than mostShared of the keys of the smaller of two tables are in both.
func (t *table) sharedBy(o *table) bool {
	if t.n == 0 {
		return false
	}
	shared := 0
	for _, key := range o.keys {
		if key != 0 && t.keys[t.find(key)] != 0 {
			shared++
		}
	}
	return float64(shared) > mostShared*float64(min(t.n, o.n))
}

// Merge adds another survey of the same map to s, within the budget of s. It returns false if o is of a game
// with other maps. It does not change o.
func (s *Survey) Merge(o *Survey) bool {
	if family(s.game) != family(o.game) {
		return false
	}
	for i := range o.chunks {
		c := &o.chunks[i]
		n := s.chunkAt(c.at[0], c.at[1], c.at[2])
		if n < 0 {
			break
		}
		for k, free := range c.free {
			s.chunks[n].free[k] |= free
			s.chunks[n].flown[k] |= c.flown[k]
			for at := c.head[k]; at != 0; at = o.prints[at-1].next {
				s.mergePrint(n, int32(k), &o.prints[at-1])
			}
		}
	}
	s.heat.merge(&o.heat, s.budget)
	add := s.contacts.add
	if s.contacts.sharedBy(&o.contacts) {
		add = s.contacts.raise
	}
	for _, c := range o.contacts.sorted() {
		add(c.key, c.n, maxContacts, s.budget)
	}
	for _, c := range o.impacts.sorted() {
		s.impacts.add(c.key, c.n, maxImpacts, s.budget)
	}
	for _, c := range o.splashed.sorted() {
		s.splashed.add(c.key, c.n, maxSplashes, s.budget)
	}
	for i := range o.items {
		if model := s.model(o.models[o.items[i].model]); model >= 0 {
			s.addItem(o.items[i].origin, model)
		}
	}
	return true
}

func (s *Survey) mergePrint(n, column int32, p *footprint) {
	f := s.printAt(n, column, p.z)
	if f == nil {
		return
	}
	if f.strong == 0 && p.strong > 0 {
		f.z = p.z
	}
	for _, c := range [...]struct {
		to   *uint16
		more uint16
	}{{&f.strong, p.strong}, {&f.weak, p.weak}, {&f.middle, p.middle}, {&f.slope, p.slope}} {
		*c.to = uint16(min(uint32(*c.to)+uint32(c.more), 1<<16-1))
	}
}
