package rules_test

import (
	"testing"

	"demoscope/formats/message"
)

// A recording whose first block was cut has entities and players before any level: nothing fails.
func TestEntitiesBeforeALevel(t *testing.T) {
	entities := &message.PacketEntities{Entities: []message.EntityDelta{{Number: 1}, {Number: 511}, {Number: 32767}}}
	for _, format := range []string{"dem", "qwd", "mvd", "dm2", "mvd2", "dm3"} {
		for _, list := range [][]message.Message{
			{entities},
			{&message.PacketEntities{Delta: true, From: 9, Entities: entities.Entities}},
			{&message.UpdateEntity{EntityDelta: message.EntityDelta{Number: 32767}}},
			{&message.QWPlayerInfo{Player: 31}, entities},
			{&message.MVDPlayerInfo{Player: 31}, entities},
			{&message.Quake2Frame{Sequence: 1 << 30, Delta: 1<<30 - 1}, &message.Quake2PlayerInfo{}, entities},
			{&message.Snapshot{ServerTime: 1 << 30, DeltaNum: 255}},
			{&message.UpdateStat{Index: 255, Value: 1}, &message.UpdateFrags{Player: 255}},
		} {
			w := newWorld(t, format)
			for n := range 3 {
				w.Begin(&message.Packet{Block: n, Sequence: int32(n) << 29, Targets: everybody})
				for _, m := range list {
					w.Apply(m)
				}
				w.End()
			}
			if w.LevelCount != 0 {
				t.Errorf("%s: %T begins a level", format, list[0])
			}
		}
	}
}
