package quake2

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// TestWhole: an entity and a player are written with all their fields, however large those are.
func TestWhole(t *testing.T) {
	plain := Protocol{Number: 34, IsDemo: DemoClient}
	wide := Protocol{Number: 3436, IsDemo: DemoClient, Extended: true, Wide: true, Fog: true}
	const fields = message.FieldOrigin | message.FieldAngles | message.FieldModel | message.FieldModel2 |
		message.FieldFrame |
		message.FieldSkin | message.FieldEffects | message.FieldRenderFX | message.FieldOldOrigin | message.FieldSound |
		message.FieldSolid
	small := message.EntityDelta{
		Number: 7, Mask: fields, Model: 3, Model2: 255, Frame: 9, Skin: 1, Effects: 2, RenderFX: 4,
		Origin: [3]wire.Coord{-8, 16, 24}, Angles: [3]wire.Angle{1, 2, 3}, OldOrigin: [3]wire.Coord{4, 5, 6},
		Sound: 5, Solid: 77,
	}
	large := small
	large.Number, large.Frame, large.Skin, large.Effects, large.RenderFX = 300, 256, 0x1234, 0x8000, 0x12345
	huge := large
	huge.Number, huge.Model, huge.MoreEffects, huge.Alpha, huge.Scale = 8000, 300, 0x200, 9, 8
	huge.Origin, huge.Angles = [3]wire.Coord{-300000, 100000, 1}, [3]wire.Angle{256, -32768, 32767}
	huge.Mask |= message.FieldMoreEffects | message.FieldAlpha | message.FieldScale
	for _, test := range []struct {
		p    Protocol
		want message.EntityDelta
	}{{plain, small}, {plain, large}, {wide, huge}} {
		e := test.want
		e.Mask |= message.FieldEvent
		e.Event, e.Difference = 6, message.FieldOriginX
		test.p.Whole(&e)
		var w wire.Writer
		test.p.WriteEntities(&w, []message.EntityDelta{e})
		var r wire.Reader
		r.Reset(w.Data)
		got, err := test.p.ReadEntities(&r, nil)
		if err != nil || len(got) != 1 || r.Len() > 0 {
			t.Fatalf("%d entities, %d bytes left, %v", len(got), r.Len(), err)
		}
		test.want.Bits = got[0].Bits
		if d := cmp.Diff(test.want, got[0]); d != "" {
			t.Errorf("entity %d (- want, + got):\n%s", test.want.Number, d)
		}
	}
}
