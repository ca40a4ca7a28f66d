package dem

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// extendedLevel begins a level with FTE's replacement deltas and predictions.
func extendedLevel() *message.ServerInfo {
	return &message.ServerInfo{Extensions: []message.QWExtension{{Tag: message.TagFTE2, Bits: 0x28}},
		GameDir:  []byte("id1"),
		Protocol: protocolFitz, MaxClients: 2, Models: words("maps/a.bsp")}
}

// plainly converts packets to protocol 666 without extensions.
func plainly(t *testing.T, rounded *int, packets ...[]message.Message) (list []message.Message, err error) {
	t.Helper()
	c, err := NewConverter(protocolFitz, rounded)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range packets {
		for _, m := range p {
			c.Look(m)
		}
	}
	for _, p := range packets {
		for _, m := range p {
			more, err := c.Messages(m)
			if err != nil {
				return list, err
			}
			list = append(list, more...)
		}
		more, err := c.End()
		if err != nil {
			return list, err
		}
		list = append(list, more...)
	}
	return list, nil
}

// TestPlainFrames: frames have all entities as changes of their baselines, and the recorder's state of the stats;
// names that come late are in the lists, and users' infos in messages.
func TestPlainFrames(t *testing.T) {
	box := message.ReplacementUpdate{EntityDelta: message.EntityDelta{Number: 0x105, Bits: message.ReplaceReset |
		message.ReplaceOriginXY | message.ReplaceAlpha, Origin: [3]wire.Coord{8, 16}, Alpha: 99,
		Mask: message.FieldOriginX | message.FieldOriginY | message.FieldAlpha}}
	me := message.ReplacementUpdate{EntityDelta: message.EntityDelta{Number: 1, Bits: message.ReplaceReset |
		message.ReplaceModel | message.ReplacePrediction | message.ReplaceFlags, Model: 2, Mask: message.FieldModel},
		FTE: message.Replacement{Predicted: message.PredictVelocityXY, Velocity: [3]int16{128 * 5}, Flags: 0x80}}
	got, err := plainly(t, nil, []message.Message{extendedLevel(),
		&message.Precache{Index: 2, Text: []byte("progs/player.mdl")}, &message.Precache{Index: 0x8001,
			Text: []byte("a.wav")}, &message.Precache{Index: 0x4001, Text: []byte("effect")},
		&message.StuffText{Text: []byte("//fui 1 \"\\name\\bob\\topcolor\\4\\bottomcolor\\13\"\n")},
		&message.SpawnBaseline{Kind: message.BaselineDelta, EntityDelta: message.EntityDelta{Number: 0x105, Model: 2,
			Mask: message.FieldModel, Bits: message.ReplaceModel}},
		&message.SetView{Entity: 1}, &message.UpdateStat{Index: 225, Value: 7}},
		[]message.Message{&message.UpdateStat{Index: 0, Value: 80, Short: true},
			&message.QWStatFloat{Index: 4, Value: 300},
			&message.UpdateStat{Index: 15, Value: 4097}, &message.UpdateStat{Index: 12, Value: 3, Short: true},
			&message.UpdateEntities{Time: 2, Entities: []message.ReplacementUpdate{{EntityDelta: message.EntityDelta{
				Remove: true}}, me, box}},
			&message.TempEntity{Type: 21, Count: 2, Origin: [3]wire.Coord{1, 2, 3}}},
		[]message.Message{&message.UpdateEntities{Time: 2.5, Entities: []message.ReplacementUpdate{{
			EntityDelta: message.EntityDelta{
				Number: 0x105, Remove: true}}}}})
	if err != nil {
		t.Fatal(err)
	}
	client := &message.ClientData{Bits: 0xa600 | 1<<17 | 1<<5, ViewHeight: 22, HasItems: true, Items: 4097, Health: 80,
		Armor: 300, Velocity: [3]int8{5}}
	player := &message.UpdateEntity{EntityDelta: message.EntityDelta{Number: 1, Bits: 0x401, Model: 2, Scale: 16,
		Mask: message.FieldModel}}
	shot := &message.TempEntity{Type: 2, Origin: [3]wire.Coord{1, 2, 3}}
	want := []message.Message{
		&message.ServerInfo{Protocol: protocolFitz, MaxClients: 2, Models: words("maps/a.bsp", "progs/player.mdl"),
			Sounds: words("a.wav")},
		&message.UpdateName{Player: 1, Text: []byte("bob")}, &message.UpdateColors{Player: 1, Colors: 0x4d},
		&message.StuffText{Text: []byte("//fui 1 \"\\name\\bob\\topcolor\\4\\bottomcolor\\13\"\n")},
		&message.SpawnBaseline{EntityDelta: message.EntityDelta{Number: 0x105, Model: 2, Scale: 16,
			Mask: message.FieldModel | message.FieldFrame | message.FieldColormap | message.FieldSkin |
				message.FieldOrigin | message.FieldAngles}},
		&message.SetView{Entity: 1},
		&message.UpdateStat{Index: 12, Value: 3},
		&message.Time{Time: 2}, shot, shot, client, player,
		// An alpha of 99 is 100 there; the number is long.
		&message.UpdateEntity{EntityDelta: message.EntityDelta{Number: 0x105, Bits: 0x1c007, Model: 2, Scale: 16,
			Alpha: 100, Origin: [3]wire.Coord{8, 16}, Mask: message.FieldOriginX | message.FieldOriginY |
				message.FieldAlpha}},
		&message.Time{Time: 2.5}, client, player,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestPlainRefused: what only FTE's extensions have a place for is named.
func TestPlainRefused(t *testing.T) {
	entity := func(bits uint64, d message.EntityDelta, x message.Replacement) message.Message {
		d.Number, d.Bits = 1, bits
		return &message.UpdateEntities{Entities: []message.ReplacementUpdate{{EntityDelta: d, FTE: x}}}
	}
	stat := func(index uint8, v float32) []message.Message {
		return []message.Message{&message.QWStatFloat{Index: index, Value: v}, &message.UpdateEntities{Time: 1}}
	}
	for want, list := range map[string][]message.Message{
		"has no place": {&message.FTEUnused{ID: 76}}, "effects 256": {entity(message.ReplaceEffects|
			message.ReplaceEffectsHigh, message.EntityDelta{Effects: 256, Mask: message.FieldEffects},
			message.Replacement{})},
		"second model 3": {entity(message.ReplaceModel2, message.EntityDelta{Model2: 3, Mask: message.FieldModel2},
			message.Replacement{})},
		"tag 7": {entity(message.ReplaceTag, message.EntityDelta{}, message.Replacement{Tag: 7})},
		"color [1 2 3]": {entity(message.ReplaceColorMod, message.EntityDelta{
			FTEFields: message.FTEFields{ColorMod: [3]uint8{1, 2, 3}},
			Mask:      message.FieldColorMod}, message.Replacement{})},
		"flags 8":            {entity(message.ReplaceFlags, message.EntityDelta{}, message.Replacement{Flags: 8})},
		"kick pitch -1.5 is": stat(26, -1.5), "stat 40,": stat(40, 1), "health 1.5": stat(0, 1.5),
		"ammo -1":                             stat(3, -1),
		"pitch 50":                            {&message.Sound{Bits: 0x80, FTE: message.SoundExtension{Pitch: 50}}},
		"type 15":                             {&message.TempEntity{Type: 15}},
		"model 2":                             {&message.Precache{Index: 3, Text: []byte("a.mdl")}},
		"two names, \"maps/a.bsp\" and \"b\"": {&message.Precache{Index: 1, Text: []byte("b")}},
	} {
		_, err := plainly(t, nil, append([]message.Message{extendedLevel()}, list...))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, not %q", err, want)
		}
	}
	rounded := 0
	if _, err := plainly(t, &rounded, append([]message.Message{extendedLevel()}, stat(26, -1.5)...)); err != nil ||
		rounded != 1 {
		t.Errorf("%v, %d rounded", err, rounded)
	}
}
