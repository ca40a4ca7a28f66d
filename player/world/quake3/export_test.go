package quake3

import "demoscope/player/world"

// What the tests of facts need to see of the raw state.

// Inspector shows the state of rules.
type Inspector struct{ rules *rules }

// NewInspected returns a world before its first packet, and its rules to look
// into.
func NewInspected() (*world.World, *Inspector) {
	in := &Inspector{}
	w := world.New(world.Quake3, func() world.Rules {
		r := New()
		if in.rules == nil {
			in.rules = r.(*rules)
		}
		return r
	})
	return w, in
}

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
func (in *Inspector) Raw(r *RawSnapshot) bool {
	q := in.rules
	n := q.snaps.current
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
func (in *Inspector) RawBaseline(number int) *entityState {
	return in.rules.snaps.baseline(uint16(number))
}

// LastCommand returns the sequence number of the last command carried out.
func (in *Inspector) LastCommand() int32 { return in.rules.command }

// Recorder returns the slot of the player who recorded, -1 if the demo does not
// tell.
func (in *Inspector) Recorder() int32 { return in.rules.recorder }

// CleanText returns a string as the game takes it.
func (in *Inspector) CleanText(text []byte) []byte { return in.rules.clean(text) }

// EventType returns the number of the kind of entity that is an obituary.
func (in *Inspector) ObituaryType() int32 {
	n := in.rules.numbers
	for e := int32(0); e < 256; e++ {
		if n.event(e) == evObituary {
			return n.events + e
		}
	}
	return -1
}

// PlayerConfig returns the number of the first configstring of a player.
func (in *Inspector) PlayerConfig() int { return in.rules.numbers.players }

// meansOfDeath are the game's names, by number (facts section 9).
var meansOfDeath = [...]string{
	"unknown", "shotgun", "gauntlet", "machine gun", "grenade", "grenade splash", "rocket", "rocket splash",
	"plasma", "plasma splash", "railgun", "lightning", "BFG", "BFG splash", "water", "slime", "lava", "crush",
	"telefrag", "falling", "suicide", "target laser", "trigger hurt", "grapple",
}

// MeansOfDeath names the Value of Quake III's EventKill, as far as all its
// versions agree; "unknown" beyond.
func MeansOfDeath(means int32) string {
	if means < 0 || int(means) >= len(meansOfDeath) {
		means = 0
	}
	return meansOfDeath[means]
}
