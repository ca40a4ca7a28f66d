package quake3

import (
	"testing"

	"demoscope/formats/message"
	"demoscope/player/world/internal/fields"
	"demoscope/player/world/internal/worldtest"
)

func TestStateIsWhole(t *testing.T) {
	q := New().(*rules)
	fields.Fill(&q.state)
	fields.Fill(&q.presenter.due)
	fields.Fill(&q.big)
	q.snaps.current = q.snaps.apply(7, &snapshotAt(1000, 0).player(message.PlayerStateWeapon, 5).entity(3, delta,
		message.EntityStateFrame, 9).Snapshot)
	shared := []string{"snaps.baselines", "state.game", "state.match.game", "state.match.scores.game",
		"state.pickups.game"}
	const game = "never changes: see below"
	worldtest.ExpectWhole(t, q, New(), map[string]string{
		"state.game":              game,
		"state.pickups.game":      game,
		"state.match.game":        game,
		"state.match.scores.game": game,
		"snaps":                   "the newest snapshot counts, as current; a copy has those others that it needs",
		"text":                    "of the packet",
		"chat":                    "of the packet",
		"args":                    "of the packet",
		"flights":                 "computed from the snapshot",
		"presenter.headings":      "computed from the snapshot",
		"presenter.shown":         "only saves time",
	}, shared...)
	before := New()
	worldtest.ExpectWhole(t, q, before, map[string]string{
		"state": "above", "presenter": "above", "big": "above", "text": "of the packet", "chat": "of the packet",
		"args": "of the packet", "flights": "computed from the snapshot",
		"snaps.previous": "the next snapshot sets it first", "snaps.before": "the next snapshot sets it first",
		"snaps.ring": "above", "snaps.replaced": "above", "snaps.missing": "above", "snaps.unused": "above",
		"snaps.states": "above", "snaps.used": "above", "snaps.free": "above", "snaps.enough": "above",
		"snaps.serial": "above", "snaps.baselines": "above", "snaps.changed": "above", "snaps.eventType": "above",
		"snaps.begun": "above", "snaps.direct": "above", "snaps.current.numbers": "of its entities",
		"snaps.current.entities[0].slot": "where the state is", "snaps.current.entities[]": "as many as there are",
		"snaps.current.kinds":  "of its entities",
		"snaps.current.serial": "says whether it is still there", "snaps.current.players": "of its entities",
	}, shared...)
	n := q.snaps.current
	state := &q.snaps.states[n.entities[0].slot]
	worldtest.ExpectChange(t, q, "the state of an entity", func() { state[message.EntityStateFrame]++ })
	worldtest.ExpectChange(t, q, "the number of entities", func() { n.entities = n.entities[:0] })
	worldtest.ExpectChange(t, q, "the protocol", func() { q.setGame(q.numbers, q.protocol+1) })
	for _, n := range []*numbering{numbers43, numbersMission, numbersCPMA, numbers73} {
		worldtest.ExpectChange(t, q, "the game's numbers", func() { q.setGame(n, q.protocol) })
	}
}
