package survey

import "demoscope/player/world"

// family is a game that shares its maps with others.
func family(g world.Game) world.Game {
	if g == world.Quake {
		return world.QuakeWorld
	}
	return g
}

// mostShared is the part of the contacts of the lesser of two surveys that the other one has too if both are of one
// match: then nobody touched a wall twice because both tell it.
const mostShared = 0.5

// sharedBy reports whether most keys of a table or of another one are in both.
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

// Merge adds what another survey knows of the same map, as far as the budget of s allows it;
// false if that is of a game that has other maps. The other one does not change.
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
		add = s.contacts.most
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
	for i := range o.lying {
		if model := s.model(o.models[o.lying[i].model]); model >= 0 {
			s.lie(o.lying[i].origin, model)
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
