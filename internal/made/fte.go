package made

import (
	"math"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// fte2 are the extensions of [Replacing]: replacement deltas, view angles, and the new encoding of sizes.
const fte2 = 0x68

// Replacing returns a recording of QuakeWorld (.mvd, .qwd) or Quake (.dem) with FTE's replacement deltas, ten frames a
// second. The recorder, ann, stands at 0 0 24 and has 90 health. Bob, in slot 1, walks 8 units a frame along x. A box,
// entity 40, appears in the second frame at its baseline and disappears in the last.
func Replacing(t testing.TB, format string, frames int) []byte {
	t.Helper()
	e := formats.Lookup(format).Encoder("made." + format)
	clock := 0
	block := func(list ...message.Message) {
		t.Helper()
		p := &message.Packet{Type: 6, Targets: 1<<32 - 1, Milliseconds: 100}
		if format == "qwd" {
			p = &message.Packet{Type: 1, RawTime: math.Float32bits(1 + float32(clock)/10), Sequence: int32(clock) + 1,
				Acknowledge: int32(clock) + 1}
		}
		clock++
		if err := message.Write(e, p, list); err != nil {
			t.Fatal(err)
		}
	}
	extensions := []message.QWExtension{{Tag: 'F' | 'T'<<8 | 'E'<<16 | '2'<<24, Bits: fte2}}
	models := [][]byte{[]byte("maps/a.bsp"), []byte("progs/player.mdl"), []byte("maps/b_bh25.bsp")}
	box := message.EntityDelta{Number: 40,
		Bits:  message.ReplaceModel | message.ReplaceOriginXY | message.ReplaceOriginZ,
		Model: 3, Origin: [3]wire.Coord{64 * 8, 32 * 8, 16 * 8}}
	baseline := &message.SpawnBaseline{Kind: message.BaselineDelta, EntityDelta: box}
	if format == "dem" {
		block(&message.ServerInfo{Extensions: extensions, Protocol: 666, MaxClients: 2, Multi: 1,
			MapName: []byte("A Map"),
			Models:  models}, &message.SetView{Entity: 1}, &message.UpdateName{Text: []byte("ann")},
			&message.UpdateName{Player: 1, Text: []byte("bob")}, baseline, &message.UpdateStat{Value: 90})
	} else {
		block(&message.QWServerData{Extensions: extensions, Protocol: 28, MapName: []byte("A Map")},
			&message.QWList{Names: models}, baseline,
			&message.QWUpdateUserInfo{User: 1, Text: []byte(`\name\ann`)},
			&message.QWUpdateUserInfo{Player: 1, User: 2, Text: []byte(`\name\bob`)})
		if format == "qwd" {
			block(&message.UpdateStat{Value: 90})
		} else if err := message.Write(e, &message.Packet{Type: 5, Targets: 1}, []message.Message{
			&message.UpdateStat{Value: 90}}); err != nil {
			t.Fatal(err)
		}
	}
	for i := range frames {
		block(&message.UpdateEntities{Time: 10 + float32(i)/10, Entities: replacingFrame(i, i == frames-1)})
	}
	data, err := e.Close()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// replacingFrame returns the changes in a frame of [Replacing].
func replacingFrame(i int, last bool) (list []message.ReplacementUpdate) {
	add := func(d message.EntityDelta, x message.Replacement) {
		list = append(list, message.ReplacementUpdate{EntityDelta: d, FTE: x})
	}
	bob := message.Replacement{Predicted: message.PredictVelocityXY, Velocity: [3]int16{80 * 8}}
	x := wire.Coord(i * 8 * 8)
	switch {
	case i == 0:
		const whole = message.ReplaceReset | message.ReplaceModel | message.ReplaceOriginXY | message.ReplaceOriginZ |
			message.ReplacePrediction
		add(message.EntityDelta{Remove: true}, message.Replacement{})
		add(message.EntityDelta{Number: 1, Bits: whole, Model: 2, Origin: [3]wire.Coord{2: 24 * 8}},
			message.Replacement{})
		add(message.EntityDelta{Number: 2, Bits: whole, Model: 2, Origin: [3]wire.Coord{x, 0, 24 * 8}}, bob)
		return list
	case i == 1:
		add(message.EntityDelta{Number: 2, Bits: message.ReplaceOriginXY | message.ReplacePrediction,
			Origin: [3]wire.Coord{x}}, bob)
		add(message.EntityDelta{Number: 40, Bits: message.ReplaceReset}, message.Replacement{})
		return list
	}
	add(message.EntityDelta{Number: 2, Bits: message.ReplaceOriginXY | message.ReplacePrediction,
		Origin: [3]wire.Coord{x}}, bob)
	if last {
		add(message.EntityDelta{Number: 40, Remove: true}, message.Replacement{})
	}
	return list
}
