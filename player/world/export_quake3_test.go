package world

// What tests need to see of Quake III's raw state.

// RawEntity is an entity of a snapshot as the stream has it.
type RawEntity struct {
	Number int
	State  *entityState
}

// RawSnapshot is a snapshot as the stream has it.
type RawSnapshot struct {
	Sequence, Time, Command int32
	Player                  *playerState
	Entities                []RawEntity
}

// Raw appends the last snapshot to r, whose entities are reused.
func (w *World) Raw(r *RawSnapshot) bool {
	q := w.rules.(*quake3Rules)
	n := q.current
	if n == nil {
		return false
	}
	r.Sequence, r.Time, r.Command, r.Player = n.sequence, n.time, n.command, &n.player
	r.Entities = r.Entities[:0]
	for _, e := range n.entities {
		r.Entities = append(r.Entities, RawEntity{int(e.number), &q.snaps.states[e.slot]})
	}
	return true
}

// RawBaseline returns the state that an entity begins from.
func (w *World) RawBaseline(number int) *entityState {
	return w.rules.(*quake3Rules).snaps.baseline(uint16(number))
}

// LastCommand returns the sequence number of the last command carried out.
func (w *World) LastCommand() int32 { return w.rules.(*quake3Rules).command }

// Taker returns the slot of the player who recorded, -1 if the demo does not
// tell.
func (w *World) Taker() int32 { return w.rules.(*quake3Rules).taker }

// CleanText returns a string as the game takes it.
func (w *World) CleanText(text []byte) []byte { return w.rules.(*quake3Rules).clean(text) }

// EventType returns the number of the kind of entity that is an obituary.
func (w *World) ObituaryType() int32 {
	n := w.rules.(*quake3Rules).numbers
	for e := int32(0); e < 256; e++ {
		if n.event(e) == evObituary {
			return n.events + e
		}
	}
	return -1
}

// PlayerConfig returns the number of the first configstring of a player.
func (w *World) PlayerConfig() int { return w.rules.(*quake3Rules).numbers.players }
