package timeline_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"path/filepath"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/player/timeline"
	"demoscope/player/world"
)

// A demo of Quake made by hand (DEM 6): Ann stands at a red armor, entity 5, which is gone at
// 1 s and seen again at 21 s. A second one, entity 6, goes while nobody is near: it is out of
// sight. Entity 7 flies about and lies nowhere. Meanwhile is what each update says while the red armor is gone.
func itemDemo(t *testing.T, meanwhile string) *formats.Demo {
	t.Helper()
	const level = "\x0b\x0f\x00\x00\x00\x04\x01T\x00maps/a.bsp\x00progs/player.mdl" +
		"\x00progs/armor.mdl\x00\x00\x00\x0d\x00Ann\x00"
	place := func(x, y, z int) string {
		text := ""
		for _, v := range []int{x, y, z} {
			text += string(binary.LittleEndian.AppendUint16(nil, uint16(int16(v*8)))) + "\x00"
		}
		return text
	}
	baseline := func(entity, model, skin byte, x, y, z int) string {
		return "\x16" + string([]byte{entity, 0, model, 0, 0, skin}) + place(x, y, z)
	}
	at := func(seconds float64) string {
		return string(binary.LittleEndian.AppendUint32([]byte{7}, math.Float32bits(float32(seconds))))
	}
	data := []byte("-1\n")
	for i := range 241 { // a tenth of a second each
		seconds := float64(i) / 10
		text := at(seconds)
		if i == 0 {
			text = level + baseline(1, 2, 0, 100, 0, 24) + baseline(5, 3, 2, 110, 10, 24) + baseline(6, 3, 1, 900, 0,
				24) + text + "\x05\x01\x00"
		}
		if i > 0 {
			text += "\x80\x01"
			if seconds < 1 || seconds >= 21 {
				text += "\x80\x05"
			} else {
				text += meanwhile
			}
			if seconds < 5 {
				text += "\x80\x06"
			}
		}
		data = binary.LittleEndian.AppendUint32(data, uint32(len(text)))
		data = append(append(data, make([]byte, 12)...), text...)
	}
	demo, err := formats.Open("items.dem", data)
	if err != nil {
		t.Fatal(err)
	}
	return demo
}

func TestItemsAreTakenAndComeBack(t *testing.T) {
	t.Run("out of the updates", func(t *testing.T) { takenAndBack(t, "") })
	// Entity 5 with the model of a player, and without any.
	t.Run("another thing with its number", func(t *testing.T) { takenAndBack(t, "\x81\x04\x05\x02") })
	t.Run("without a model", func(t *testing.T) { takenAndBack(t, "\x81\x04\x05\x00") })
}

func takenAndBack(t *testing.T, meanwhile string) {
	got := index(t, itemDemo(t, meanwhile), timeline.Options{}).Items(0)
	if got == nil || got.Whole || len(got.Spots) != 2 {
		t.Fatalf("%+v", got)
	}
	red, yellow := got.Spots[0], got.Spots[1]
	if red.Entity != 5 || red.Item.Tag() != "RA" || red.Origin != (mgl32.Vec3{110, 10, 24}) ||
		yellow.Item.Tag() != "YA" ||
		len(yellow.Takes) != 0 {
		t.Errorf("%+v", got.Spots)
	}
	if len(red.Takes) != 1 {
		t.Fatalf("%+v", red.Takes)
	}
	k := red.Takes[0]
	if k.Slot != 0 || k.Name != "Ann" || math.Abs(k.Clock-1) > 1e-6 || math.Abs(k.Counts-1) > 1e-6 ||
		math.Abs(k.Due-21) > 1e-6 || math.Abs(k.Back-21) > 1e-6 {
		t.Errorf("%+v", k)
	}
	if red.TakeAt(0.9) != nil || red.TakeAt(1.05) == nil || red.TakeAt(24).Clock != k.Clock {
		t.Error("a take is found at a wrong time")
	}
	for at, want := range map[mgl32.Vec3]string{{0, 0, 0}: "RA", {600, 0, 0}: "YA", {110, 10, 500}: "RA"} {
		if s := got.Nearest(at); s == nil || s.Item.Tag() != want {
			t.Errorf("nearest to %v is %v, want %s", at, s, want)
		}
	}
	if got := (&timeline.Items{}).Nearest(mgl32.Vec3{}); got != nil {
		t.Errorf("nearest of nothing is %+v", got)
	}
}

// The takes of a whole match agree with what the stats of each player say, with the rules'
// times, and with the things themselves: they are seen again when they are due.
func TestItemsOfAMatch(t *testing.T) {
	const name = "4on4_-s-_vs_pol[dm2]20241118-2135.mvd"
	demo, err := formats.Open(name, corpus.Read(t, filepath.Join(corpus.Dir(t), "mvd", name)))
	if err != nil {
		t.Fatal(err)
	}
	x := index(t, demo, timeline.Options{})
	got := x.Items(0)
	want := map[int32]string{ // entity: tag, takes, and the first two of them
		123: "Quad 6: 15.68 slot 1 due 75.68; 77.31 slot 2 due 137.31",
		75:  "MH 8: 11.92 slot 0 due 40.90; 51.10 slot 6 due 93.11",
		99:  "RA 17: 14.53 slot 9 due 34.53; 34.50 slot 4 due 54.50",
		59:  "YA 15: 13.05 slot 6 due 33.05; 33.05 slot 8 due 53.05",
	}
	takes, punctual := 0, 0
	for i := range got.Spots {
		s := &got.Spots[i]
		if text, ok := want[s.Entity]; ok {
			is := fmt.Sprintf("%s %d: %.2f slot %d due %.2f; %.2f slot %d due %.2f", s.Item.Tag(), len(s.Takes),
				s.Takes[0].Clock, s.Takes[0].Slot, s.Takes[0].Due, s.Takes[1].Clock, s.Takes[1].Slot, s.Takes[1].Due)
			if is != text {
				t.Errorf("entity %d: %s, want %s", s.Entity, is, text)
			}
		}
		for _, k := range s.Takes {
			if math.IsInf(k.Due, 1) || math.IsInf(k.Back, 1) {
				continue
			}
			takes++
			if math.Abs(k.Due-k.Back) < 0.1 {
				punctual++
			}
		}
	}
	if !got.Whole || takes < 80 || punctual < takes*9/10 {
		t.Errorf("%d of %d takes come back when they are due", punctual, takes)
	}
	said, found := 0, 0
	for _, e := range x.Events() {
		if e.Kind != world.EventItem || (e.Item != "Red Armor" && e.Item != "Quad Damage" && e.Item != "Megahealth") {
			continue
		}
		said++
		for i := range got.Spots {
			if k := got.Spots[i].TakeAt(e.Clock + 0.2); k != nil && k.Slot == e.Player &&
				math.Abs(k.Clock-e.Clock) < 0.3 {
				found++
				break
			}
		}
	}
	if said < 40 || found < said {
		t.Errorf("%d of %d takes in the stats are found", found, said)
	}
}
