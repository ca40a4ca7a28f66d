package world

// Damage is found where it cannot be read on, which is mostly some bytes behind where it
// is: what a packet said before may be damage as well. Places are told anew all the time,
// but a number stays until it changes, or to the end of the demo. So a packet in which
// damage is found leaves no stats, frags or counts of a level: they are as they were before.

// numbers are those that the packet has changed.
type numbers struct {
	changes []numberChange // the oldest first
	single  Single         // before the packet
	health  bool           // see HealthChanged
}

// numberChange is a number before it was changed.
type numberChange struct {
	stats *Stats // that have it, nil for frags
	of    int32  // index of the stat, or slot
	old   int32
	known bool // of a stat
}

// maxNumberChanges bounds the changes of a packet that can be taken back, some 24 bytes
// each: all stats of as many players as QuakeWorld has, twice. Real packets have some tens.
const maxNumberChanges = 1 << 12

// begin forgets the changes of the packet before.
func (n *numbers) begin(single *Single) {
	n.changes, n.single, n.health = n.changes[:0], *single, false
}

func (n *numbers) add(c numberChange) {
	if len(n.changes) < maxNumberChanges {
		n.changes = append(n.changes, c)
	}
}

// SetStat sets a stat of s, which must be those of the state or of a player; indices out
// of range are ignored. It is taken back if the packet is damaged.
func (w Edit) SetStat(s *Stats, index int, v int32) {
	if uint(index) >= uint(len(s.Values)) || s.has(uint(index), v) {
		return
	}
	old, known := s.Get(index)
	w.numbers.add(numberChange{s, int32(index), old, known})
	s.Set(index, v)
	if index <= Quake2StatHealth || index == Quake2StatChase {
		w.numbers.health = true
	}
}

// HealthChanges says that the packet may change a health without [Edit.SetStat].
func (w Edit) HealthChanges() { w.numbers.health = true }

// HealthChanged reports whether the last packet may have changed the health in the stats of the recorder or a
// player, or whose stats they are. It says nothing of a new level or another recorder.
func (w *World) HealthChanged() bool { return w.numbers.health }

// SetFrags sets the frags of a player. They are taken back if the packet is damaged.
func (w Edit) SetFrags(p *Player, frags int32) {
	if p.Frags != frags {
		w.numbers.add(numberChange{of: int32(p.Slot), old: p.Frags})
		p.Frags = frags
	}
}

// takeBack makes the numbers what they were before the packet, or when the level began in
// it.
func (w *World) takeBack() {
	n := &w.numbers
	for i := len(n.changes) - 1; i >= 0; i-- {
		c := &n.changes[i]
		switch {
		case c.stats != nil && c.known:
			c.stats.Set(int(c.of), c.old)
		case c.stats != nil:
			c.stats.unset(int(c.of))
		case int(c.of) < len(w.Players):
			w.Players[c.of].Frags = c.old
		}
	}
	w.Single = n.single
	n.begin(&w.Single)
	n.health = true
	if r, ok := w.rules.(NumberKeeper); ok {
		r.TakeBack(Edit{w})
	}
}
