package quake3

import (
	"testing"

	"demoscope/formats/message"
	"demoscope/player/world/internal/fields"
	"demoscope/player/world/internal/worldtest"
)

func TestStateIsWhole(t *testing.T) {
	q := New().(*rules)
	numbers := q.numbers
	fields.Fill(&q.state)
	q.numbers = numbers
	fields.Fill(&q.big)
	q.current = q.snaps.apply(7, &snapshotAt(1000, 0).player(message.PlayerStateWeapon, 5).entity(3, delta,
		message.EntityStateFrame, 9).Snapshot)
	worldtest.ExpectWhole(t, q, New(), map[string]string{
		"state.numbers": "one of five tables, which never change: see below",
		"snaps":         "the newest snapshot counts, as current; a copy has those others that it needs",
		"text":          "of the packet",
		"line":          "of the packet",
		"args":          "of the packet",
		"headings":      "computed from the snapshot",
		"flights":       "computed from the snapshot",
		"shown":         "only saves time",
		"current":       "in snaps: see below",
		"previous":      "the next snapshot sets it first",
		"before":        "the next snapshot sets it first",
	}, "snaps.baselines", "state.numbers")
	before := New()
	worldtest.ExpectWhole(t, q, before, map[string]string{
		"state": "above", "big": "above", "text": "of the packet", "line": "of the packet", "args": "of the packet",
		"headings": "computed from the snapshot",
		"flights":  "computed from the snapshot",
		"shown":    "only saves time",
		"previous": "the next snapshot sets it first", "before": "the next snapshot sets it first", "snaps": "above",
		"current.entities[0].slot": "where the state is", "current.entities[]": "as many as there are",
		"current.kinds":  "of its entities",
		"current.serial": "says whether it is still there", "current.players": "of its entities",
	}, "snaps.baselines", "state.numbers")
	state := &q.snaps.states[q.current.entities[0].slot]
	worldtest.ExpectChange(t, q, "the state of an entity", func() { state[message.EntityStateFrame]++ })
	worldtest.ExpectChange(t, q, "the number of entities", func() { q.current.entities = q.current.entities[:0] })
	for _, n := range []*numbering{numbers43, numbersMission, numbersCPMA, numbers73} {
		worldtest.ExpectChange(t, q, "the game's numbers", func() { q.numbers = n })
	}
}
