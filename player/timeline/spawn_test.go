package timeline

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"demoscope/formats/message"
	"demoscope/formats/wire"
	"demoscope/player/world"
	"demoscope/player/world/rules"
)

// Items of a server's recording: a player spawns on an armor, which goes in that frame, before anything shows the
// place; another goes while nobody is near; then the game takes all away. Only those never return.
func TestItemTakenAtSpawn(t *testing.T) {
	w := rules.New("mvd")
	k, h, names := &itemWatch{}, &hoard{most: 1 << 20}, &gatherer{}
	time, frame := 0.0, -1.0
	packet := func(targets uint32, list ...message.Message) {
		w.Begin(&message.Packet{Block: w.Block + 1, Time: time, Targets: targets})
		for _, m := range list {
			w.Apply(m)
		}
		w.End()
		if w.FrameClock != frame {
			frame = w.FrameClock
			k.frame(w, h, names)
		}
		k.events(w, h, names)
	}
	const everybody = ^uint32(0)
	packet(everybody, &message.QWServerData{Protocol: 28, GameDir: []byte("qw"), PlayerUnits: wire.Units{}})
	packet(everybody, &message.QWList{Kind: message.QWModelList, Names: [][]byte{[]byte("maps/a.bsp"),
		[]byte("progs/player.mdl"), []byte("progs/armor.mdl")}},
		&message.QWList{Kind: message.QWSoundList, Names: [][]byte{[]byte("items/armor1.wav")}})
	packet(everybody, &message.QWUpdateUserInfo{Player: 0, User: 1, Text: []byte(`\name\Ann`)})
	armor := func(n int32) message.EntityDelta {
		return message.EntityDelta{Number: n,
			Mask:  message.FieldModel | message.FieldOriginX | message.FieldOriginY | message.FieldOriginZ,
			Model: 3, Origin: [3]wire.Coord{wire.Coord(8 * 1000 * n)}}
	}
	armors := func(numbers ...int32) *message.PacketEntities {
		m := &message.PacketEntities{}
		for _, n := range numbers {
			m.Entities = append(m.Entities, armor(n))
		}
		return m
	}
	for n := range int32(5) {
		packet(everybody, &message.SpawnBaseline{EntityDelta: armor(40 + n)})
	}
	stats := func(items, armor, health int32) {
		packet(1, &message.UpdateStat{Index: 0, Value: health}, &message.UpdateStat{Index: 4, Value: armor},
			&message.UpdateStat{Index: 15, Value: items})
	}
	time = 5
	packet(everybody, armors(40, 41, 42, 43, 44), &message.MVDPlayerInfo{Bits: message.MVDPlayerDead})
	stats(1, 0, -3)
	time = 10
	packet(everybody, armors(41, 42, 43, 44), &message.Sound{Entity: 1, Sound: 1})
	stats(1|world.ItemGreenArmor, 100, 100)
	packet(everybody, &message.MVDPlayerInfo{Bits: message.MVDPlayerOriginX, Origin: [3]wire.Coord{8 * 40000}})
	time = 12
	packet(everybody, armors(42, 43, 44))
	time = 14
	packet(everybody, armors())
	var got []string
	for _, s := range k.published().Spots {
		for _, take := range s.Takes {
			due := "never"
			if !math.IsInf(take.Due, 1) {
				due = fmt.Sprint(take.Due)
			}
			got = append(got, fmt.Sprintf("%d at %v by %q due %s final %v", s.Entity, take.Clock, take.Name, due,
				take.Final))
		}
	}
	const want = `40 at 10 by "Ann" due 30 final false
41 at 12 by "" due 32 final false
42 at 14 by "" due never final true
43 at 14 by "" due never final true
44 at 14 by "" due never final true`
	if s := strings.Join(got, "\n"); s != want {
		t.Errorf("got\n%s\nwant\n%s", s, want)
	}
}
