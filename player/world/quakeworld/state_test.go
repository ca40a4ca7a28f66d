package quakeworld

import (
	"testing"

	"demoscope/player/world/internal/fields"
	"demoscope/player/world/internal/worldtest"
	"demoscope/player/world/prints"
)

func fill(q *base) {
	fields.Fill(&q.state)
	fields.Fill(&q.texts)
	q.bodies = new(bodies)
	fields.Fill(q.bodies)
	q.texts.death, q.texts.match, q.texts.items = prints.Pieces{}, prints.Pieces{}, prints.Pieces{}
	q.texts.death.Add([]byte("Bob was"), nil)
	q.texts.match.Add([]byte("Ann was"), nil)
	q.texts.items.Add([]byte("You got"), nil)
}

func TestClientIsWhole(t *testing.T) {
	q := NewClient().(*client)
	fill(&q.base)
	fields.Fill(&q.eye)
	q.sequence = 5
	q.tracking = &tracking{}
	fields.Fill(q.tracking)
	worldtest.ExpectWhole(t, q, NewClient(), map[string]string{
		"base.texts.plain":  "scratch",
		"frames":            "a copy has those that it needs",
		"replaced":          "of the last packet",
		"tracking.stats":    "of the packet",
		"tracking.now":      "of the packet",
		"tracking.own":      "of the packet",
		"tracking.ownKnown": "of the packet",
	})
}

func TestServerIsWhole(t *testing.T) {
	q := NewServer().(*server)
	fill(&q.base)
	worldtest.ExpectWhole(t, q, NewServer(), map[string]string{"base.texts.plain": "scratch"})
}
