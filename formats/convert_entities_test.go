package formats_test

import (
	"io"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// change sets random fields of an entity or a player (up to number 32) of a demo with replacement deltas, and returns
// the delta.
func change(r *rand.Rand, fte2 uint32, e *message.ReplacementUpdate) message.ReplacementUpdate {
	bits := uint64(0)
	player := e.Number <= 32
	few := func(n int) int { return r.IntN(3) * r.IntN(n) } // often zero
	for _, f := range []struct {
		bit  uint64
		mask message.Field
		set  func()
	}{
		{message.ReplaceModel, message.FieldModel, func() { e.Model = int32(1 + r.IntN(4)) }},
		{message.ReplaceFrame, message.FieldFrame, func() { e.Frame = int32([]int{0, 40, 41, 102, 103}[r.IntN(5)]) }},
		{message.ReplaceSkin, message.FieldSkin, func() { e.Skin = int32(few(9)) }},
		{message.ReplaceColormap, message.FieldColormap, func() { e.Colormap = int32(few(9)) }},
		{message.ReplaceEffects, message.FieldEffects, func() { e.Effects = int32(few(100)) }},
		{message.ReplaceOriginXY, message.FieldOriginX | message.FieldOriginY,
			func() { e.Origin[0], e.Origin[1] = wire.Coord(r.IntN(9999)-5000), wire.Coord(few(4000)) }},
		{message.ReplaceOriginZ, message.FieldOriginZ, func() { e.Origin[2] = wire.Coord(few(4000)) }},
		{message.ReplaceAngleXZ, message.FieldPitch | message.FieldRoll,
			func() { e.Angles[0], e.Angles[2] = wire.Angle(few(20)), wire.Angle(-few(60)) }},
		{message.ReplaceAngleY, message.FieldYaw, func() { e.Angles[1] = wire.Angle(few(60)) }},
		{message.ReplaceAlpha, message.FieldAlpha, func() { e.Alpha = []uint8{255, 0, 99}[r.IntN(3)] }},
		{message.ReplaceScale, message.FieldScale, func() { e.Scale = []uint8{16, 8, 40}[r.IntN(3)] }},
		{message.ReplaceFatness, message.FieldFatness, func() { e.Fatness = uint8(few(9)) }},
		{message.ReplaceColorMod, message.FieldColorMod,
			func() { e.ColorMod = [3]uint8{32, 32, uint8(31 + r.IntN(2))} }},
		{message.ReplaceFlags, 0, func() { e.FTE.Flags = []uint32{0, 1, 0x80, 4, 0x85}[r.IntN(5)] }},
		{message.ReplaceDrawFlags, 0, func() {
			if e.FTE.DrawFlags, e.FTE.AbsLight = uint8(few(9)), 0; e.FTE.DrawFlags&7 == 7 {
				e.FTE.AbsLight = uint8(few(9))
			}
		}},
		{message.ReplaceTag, 0, func() { e.FTE.Tag, e.FTE.TagIndex = int32(few(999)), uint32(few(9)) }},
		{message.ReplaceLight, 0, func() {
			e.FTE.Light = [4]int16{int16(few(9)), int16(few(9)), int16(few(9)), int16(few(9))}
			e.FTE.LightStyle, e.FTE.LightFlags = uint32(few(9)), uint8(few(9))
		}},
	} {
		if r.IntN(3) > 0 || player && f.bit >= message.ReplaceFlags {
			continue
		}
		f.set()
		bits |= f.bit
		e.Mask |= f.mask
	}
	if player {
		e.FTE.Moves, e.FTE.Velocity = [3]int16{int16(few(400)), 0, int16(few(9))}, [3]int16{int16(few(4000)), 0, 84}
		e.FTE.Msec = uint8(few(30))
		e.FTE.WeaponFrame = uint16(few(9))
		e.FTE.View = [3]int16{int16(r.IntN(9999)), int16(r.IntN(9999)), int16(few(9))}
		bits |= message.ReplacePrediction | message.ReplaceAngleXZ | message.ReplaceAngleY
		e.FTE.Predicted = 0xff &^ message.PredictMoveType
	}
	d := *e
	d.Bits = bits
	if player && fte2&0x20 == 0 { // as part of the prediction, angles have 16 bits
		for k := range d.Angles {
			d.Angles[k] <<= 8
		}
	}
	return d
}

// wanted is an entity of QuakeWorld without replacement deltas.
func wanted(e *message.ReplacementUpdate) message.EntityDelta {
	x := &e.FTE
	to := message.EntityDelta{Number: e.Number, Model: e.Model, Frame: e.Frame, Skin: e.Skin, Colormap: e.Colormap,
		Effects: e.Effects, Origin: e.Origin, Angles: e.Angles, FTEFields: message.FTEFields{Fatness: e.Fatness,
			DrawFlags: x.DrawFlags, AbsLight: x.AbsLight, DPFlags: uint8(x.Flags &^ 0x81), Light: x.Light,
			LightStyle: uint8(x.LightStyle), LightFlags: x.LightFlags, Tag: [2]int16{int16(x.Tag), int16(x.TagIndex)}}}
	if e.Mask&message.FieldAlpha != 0 && e.Alpha != 255 {
		to.Alpha = e.Alpha + 1
	}
	if e.Scale != 16 {
		to.Scale = e.Scale
	}
	if e.ColorMod != [3]uint8{32, 32, 32} {
		to.ColorMod = e.ColorMod
	}
	return to
}

// scene is what a frame shows: the entities, and the players by slot.
type scene struct {
	entities []message.EntityDelta
	players  map[uint8]body
}

// body is a player as both formats have it. The rest is only in .qwd: the velocity, and if the player is not the
// recorder, the last move.
type body struct {
	message.MVDPlayerInfo
	velocity, moves [3]int16
	msec            [2]uint8
}

// recorder is the slot of the recorder.
const recorder = 3

// randomScenes returns a demo with replacement deltas of random entities and players, and what it shows. fte2 are bits
// of FTE2: without 0x20, players have no view angles.
func randomScenes(t *testing.T, format string, fte2 uint32, r *rand.Rand) (data []byte, scenes []scene) {
	t.Helper()
	e := formats.Lookup(format).Encoder("a." + format)
	block := 0
	write := func(list ...message.Message) {
		t.Helper()
		block++
		p := &message.Packet{Type: 6, Targets: 1<<32 - 1, Milliseconds: 20}
		if format == "qwd" {
			p = &message.Packet{Type: 1, RawTime: math.Float32bits(float32(block) / 10), Sequence: int32(block),
				Acknowledge: int32(block)}
		}
		if err := message.Write(e, p, list); err != nil {
			t.Fatal(err)
		}
	}
	start := []message.Message{
		&message.QWServerData{Extensions: []message.QWExtension{{Tag: message.TagFTE2, Bits: fte2}}, Protocol: 28,
			MapName: []byte("A Map"), Client: recorder},
		&message.QWList{Names: [][]byte{
			[]byte("maps/a.bsp"), []byte("progs/player.mdl"), []byte("progs/h_player.mdl")}}}
	numbers := []int32{1, 2, 4, 32, 33, 40, 511, 512, 600, 1023, 1024, 1500, 2047}
	based := map[int32]message.ReplacementUpdate{}
	for _, n := range numbers[4:9] {
		b := message.ReplacementUpdate{EntityDelta: message.EntityDelta{Number: n}}
		d := change(r, fte2, &b)
		start = append(start, &message.SpawnBaseline{Kind: message.BaselineDelta, EntityDelta: d.EntityDelta,
			FTE: d.FTE})
		based[n] = b
	}
	write(start...)
	now := map[int32]*message.ReplacementUpdate{}
	for i := range 200 {
		m := &message.UpdateEntities{Time: float32(i) / 50}
		if i == 0 || r.IntN(40) == 0 {
			clear(now)
			m.Entities = append(m.Entities, message.ReplacementUpdate{EntityDelta: message.EntityDelta{Remove: true}})
		}
		for _, n := range numbers {
			switch e := now[n]; {
			case e == nil && r.IntN(4) == 0:
				b := based[n]
				b.Number = n
				d := change(r, fte2, &b)
				d.Bits |= message.ReplaceReset
				now[n] = &b
				m.Entities = append(m.Entities, d)
			case e == nil:
			case n > 32 && r.IntN(9) == 0:
				delete(now, n)
				m.Entities = append(m.Entities, message.ReplacementUpdate{EntityDelta: message.EntityDelta{Number: n,
					Remove: true}})
			case n <= 32 || r.IntN(2) == 0:
				m.Entities = append(m.Entities, change(r, fte2, e))
			}
		}
		if i == 100 { // the weapon's frame: in .mvd of all players
			write(&message.UpdateStat{Index: 5, Value: 7})
		}
		write(m)
		s := scene{players: map[uint8]body{}}
		for _, n := range numbers {
			e := now[n]
			if e == nil {
				continue
			}
			if n > 32 {
				s.entities = append(s.entities, wanted(e))
				continue
			}
			p := message.MVDPlayerInfo{Player: uint8(n - 1), Frame: uint8(e.Frame), Model: uint8(e.Model),
				Skin: uint8(e.Skin), Effects: uint8(e.Effects), Origin: e.Origin, Angles: e.FTE.View}
			if fte2&0x20 == 0 {
				p.WeaponFrame, p.Angles = uint8(e.FTE.WeaponFrame), [3]int16{-3 * int16(e.Angles[0]) << 8,
					int16(e.Angles[1]) << 8, int16(e.Angles[2]) << 8}
			} else if i >= 100 && (format == "mvd" || p.Player == recorder) {
				p.WeaponFrame = 7
			}
			switch {
			case e.Model == 3:
				p.Bits = message.MVDPlayerDead | message.MVDPlayerGib
			case e.Model == 2 && e.Frame >= 41 && e.Frame <= 102:
				p.Bits = message.MVDPlayerDead
			}
			b := body{MVDPlayerInfo: p}
			if format == "qwd" {
				for k, v := range e.FTE.Velocity {
					b.velocity[k] = int16(math.RoundToEven(float64(v) / 8))
				}
				b.moves, b.msec = e.FTE.Moves, [2]uint8{e.FTE.Msec, e.FTE.Msec}
				if p.Player == recorder { // the packet has the recorder's view angles
					b.Angles, b.moves, b.msec[1] = [3]int16{}, [3]int16{}, 0
				}
			}
			s.players[p.Player] = b
		}
		scenes = append(scenes, s)
	}
	data, err := e.Close()
	if err != nil {
		t.Fatal(err)
	}
	return data, scenes
}

// TestConvertedEntities: what a client without replacement deltas sees in a converted demo is what the demo showed.
func TestConvertedEntities(t *testing.T) {
	for _, format := range []string{"mvd", "qwd"} {
		for seed := range uint64(4) {
			fte2 := []uint32{0x28, 0x08}[seed%2]
			data, scenes := randomScenes(t, format, fte2, rand.New(rand.NewPCG(seed, 7)))
			demo := formats.Lookup(format).Open("a."+format, data)
			plain, err := formats.Convert(demo, 28, "a."+format, nil)
			if err != nil {
				t.Fatal(err)
			}
			d := formats.Lookup(format).Open("a."+format, plain).Decoder()
			based := map[int32]message.EntityDelta{}
			sets := map[uint8][]message.EntityDelta{} // by the number of their packet
			players := map[uint8]message.MVDPlayerInfo{}
			var last []message.EntityDelta
			frame := 0
			for {
				p, err := d.NextPacket()
				if err == io.EOF {
					break
				}
				var set *message.PacketEntities
				present := map[uint8]body{}
				for err == nil {
					var m message.Message
					if m, err = d.NextMessage(); err != nil {
						break
					}
					switch m := m.(type) {
					case *message.SpawnBaseline:
						based[m.Number] = m.EntityDelta
					case *message.PacketEntities:
						set = &message.PacketEntities{Delta: m.Delta, From: m.From, Entities: slices.Clone(m.Entities)}
					case *message.MVDPlayerInfo:
						players[m.Player] = fromServer(players[m.Player], m)
						present[m.Player] = body{MVDPlayerInfo: players[m.Player]}
					case *message.QWPlayerInfo:
						present[m.Player] = fromClient(m)
					}
				}
				if err != io.EOF {
					t.Fatal(err)
				}
				if set == nil {
					continue
				}
				if format == "qwd" {
					last = sets[set.From]
				}
				if !set.Delta {
					last = nil
				}
				last = merged(last, set.Entities, based)
				sets[uint8(p.Sequence)] = last
				if got := shown(last); !reflect.DeepEqual(got, scenes[frame].entities) {
					t.Fatalf(".%s, frame %d:\n%+v\nwant\n%+v", format, frame, got, scenes[frame].entities)
				}
				if want := scenes[frame].players; !reflect.DeepEqual(present, want) {
					t.Fatalf(".%s, frame %d:\n%+v\nwant\n%+v", format, frame, present, want)
				}
				frame++
			}
			if frame != len(scenes) {
				t.Errorf(".%s: %d frames, want %d", format, frame, len(scenes))
			}
		}
	}
}

// fromServer returns a player after a change, with those bits that are no mask.
func fromServer(i message.MVDPlayerInfo, m *message.MVDPlayerInfo) message.MVDPlayerInfo {
	for k := range 3 {
		if m.Bits&(message.MVDPlayerOriginX<<k) != 0 {
			i.Origin[k] = m.Origin[k]
		}
		if m.Bits&(message.MVDPlayerPitch<<k) != 0 {
			i.Angles[k] = m.Angles[k]
		}
	}
	for _, f := range []struct {
		bit      uint16
		to, from *uint8
	}{
		{message.MVDPlayerEffects, &i.Effects, &m.Effects}, {message.MVDPlayerSkin, &i.Skin, &m.Skin},
		{message.MVDPlayerWeaponFrame, &i.WeaponFrame, &m.WeaponFrame}, {message.MVDPlayerModel, &i.Model, &m.Model},
	} {
		if m.Bits&f.bit != 0 {
			*f.to = *f.from
		}
	}
	i.Player, i.Frame, i.Bits = m.Player, m.Frame, m.Bits&(message.MVDPlayerDead|message.MVDPlayerGib)
	return i
}

// fromClient returns a player of .qwd.
func fromClient(m *message.QWPlayerInfo) body {
	b := body{message.MVDPlayerInfo{Player: m.Player, Frame: m.Frame, Model: m.Model, Skin: m.Skin, Effects: m.Effects,
		WeaponFrame: m.WeaponFrame, Origin: m.Origin, Angles: m.Command.Angles}, m.Velocity, m.Command.Moves,
		[2]uint8{m.Msec, m.Command.Msec}}
	if m.Bits&message.QWPlayerModel == 0 {
		b.Model = 2
	}
	if m.Bits&message.QWPlayerDead != 0 {
		b.Bits |= message.MVDPlayerDead
	}
	if m.Bits&message.QWPlayerGib != 0 {
		b.Bits |= message.MVDPlayerGib
	}
	return b
}

// merged applies the deltas of a set to the last one, as clients do.
func merged(last, deltas []message.EntityDelta, based map[int32]message.EntityDelta) (next []message.EntityDelta) {
	for len(last) > 0 || len(deltas) > 0 {
		switch {
		case len(deltas) == 0 || len(last) > 0 && last[0].Number < deltas[0].Number:
			next, last = append(next, last[0]), last[1:]
			continue
		case len(last) > 0 && last[0].Number == deltas[0].Number:
			if !deltas[0].Remove {
				e := last[0]
				e.Merge(&deltas[0])
				next = append(next, e)
			}
			last = last[1:]
		default:
			e := based[deltas[0].Number]
			e.Merge(&deltas[0])
			e.Number = deltas[0].Number
			next = append(next, e)
		}
		deltas = deltas[1:]
	}
	return next
}

// shown returns entities without what only their deltas have.
func shown(list []message.EntityDelta) (out []message.EntityDelta) {
	for _, e := range list {
		e.Bits, e.Mask, e.Difference = 0, 0, 0
		out = append(out, e)
	}
	return out
}
