package world

// Damage is detected where reading fails, usually some bytes after the damaged place, so what the
// packet said before may be damaged as well. Places are sent continuously, but a number stays until
// it changes, perhaps to the end of the demo. Therefore the stats, frags and level counts of a
// packet with damage are reverted.

// numbers are the changes of numbers in the packet.
type numbers struct {
	changes []numberChange // the oldest first
	single  Single         // before the packet
	health  bool           // see HealthChanged
}

// numberChange is the value of a number before a change.
type numberChange struct {
	stats *Stats // the changed stats, nil for frags
	of    int32  // index of the stat, or slot
	old   int32
	known bool // whether the stat was known
}

// maxNumberChanges bounds the revertible changes of a packet. It is twice the number of stats of
// all players of a QuakeWorld server. Each change takes about 24 bytes. Real packets have some
// tens.
const maxNumberChanges = 1 << 12

// begin forgets the changes of the previous packet.
func (n *numbers) begin(single *Single) {
	n.changes, n.single, n.health = n.changes[:0], *single, false
}

func (n *numbers) add(c numberChange) {
	if len(n.changes) < maxNumberChanges {
		n.changes = append(n.changes, c)
	}
}

// SetStat sets a stat in s, which must belong to the state or to a player. Indices out of range are
// ignored. The change is reverted if the packet is damaged.
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

// HealthChanges reports that the packet may change a health without [Edit.SetStat].
func (w Edit) HealthChanges() { w.numbers.health = true }

// HealthChanged reports whether the last packet may have changed the health in the stats of the
// recorder or of a player, or whose stats they are. It does not cover a new level or another
// recorder.
func (w *World) HealthChanged() bool { return w.numbers.health }

// SetFrags sets the frags of a player. The change is reverted if the packet is damaged.
func (w Edit) SetFrags(p *Player, frags int32) {
	if p.Frags != frags {
		w.numbers.add(numberChange{of: int32(p.Slot), old: p.Frags})
		p.Frags = frags
	}
}

// revert restores the numbers to their values before the packet, or at the beginning of the level
// if that began in the packet.
func (n *numbers) revert(single *Single, players []Player) {
	for i := len(n.changes) - 1; i >= 0; i-- {
		c := &n.changes[i]
		switch {
		case c.stats != nil && c.known:
			c.stats.Set(int(c.of), c.old)
		case c.stats != nil:
			c.stats.unset(int(c.of))
		case int(c.of) < len(players):
			players[c.of].Frags = c.old
		}
	}
	*single = n.single
	n.begin(single)
	n.health = true
}
