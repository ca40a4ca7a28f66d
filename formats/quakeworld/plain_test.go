package quakeworld

import (
	"reflect"
	"strings"
	"testing"

	"demoscope/formats/internal/coding"
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// TestPlain: messages without replacement deltas, or what is lost without them, and the extensions that they need.
func TestPlain(t *testing.T) {
	level := func(fte2 uint32) *message.QWServerData {
		return &message.QWServerData{Protocol: 28,
			Extensions: []message.QWExtension{{Tag: message.TagFTE2, Bits: fte2}}}
	}
	entity := func(set func(*message.ReplacementUpdate)) *message.UpdateEntities {
		e := message.ReplacementUpdate{EntityDelta: message.EntityDelta{Number: 40, Bits: message.ReplaceReset}}
		set(&e)
		return &message.UpdateEntities{Entities: []message.ReplacementUpdate{e}}
	}
	type list = []message.Message
	for _, c := range []struct {
		name string
		in   message.Message
		want list
		used [2]uint32
		lost string // part of the error
	}{
		{name: "sound", in: &message.Sound{Extended: true, Bits: 7, Volume: 255, Attenuation: 64, Channel: 7,
			Entity: 1023, Sound: 255}, want: list{&message.Sound{Volume: 255, Attenuation: 64, Channel: 7, Entity: 1023,
			Sound: 255}}},
		{name: "quiet sound", in: &message.Sound{Extended: true, Volume: 254, Attenuation: 63}, want: list{
			&message.Sound{Bits: 0xc000, Volume: 254, Attenuation: 63}}},
		{name: "sound of a far entity", in: &message.Sound{Extended: true, Entity: 1024}, want: list{&message.Sound{
			Extended: true, Entity: 1024}}, used: [2]uint32{0x80}},
		{name: "sound 256", in: &message.Sound{Extended: true, Sound: 256}, want: list{&message.Sound{Extended: true,
			Sound: 256}}, used: [2]uint32{0x80}},
		{name: "channel 8", in: &message.Sound{Extended: true, Channel: 8}, want: list{&message.Sound{Extended: true,
			Channel: 8}}, used: [2]uint32{0x80}},
		{name: "pitch", in: &message.Sound{Extended: true, FTE: message.SoundExtension{Pitch: 50}}, want: list{
			&message.Sound{Extended: true, FTE: message.SoundExtension{Pitch: 50}}}, used: [2]uint32{0x80}},
		{name: "sound of entity 65536", in: &message.Sound{Extended: true, Entity: 65536}, lost: "entity 65536"},
		{name: "static sound", in: &message.SpawnStaticSound{Extended: true, Flags: 1, Origin: [3]wire.Coord{1, 2, 3},
			Sound: 255, Volume: 4, Attenuation: 5}, want: list{&message.SpawnStaticSound{Origin: [3]wire.Coord{1, 2, 3},
			Sound: 255, Volume: 4, Attenuation: 5}}},
		{name: "static sound 256", in: &message.SpawnStaticSound{Extended: true, Sound: 256}, lost: "sound 256"},
		{name: "shot", in: &message.TempEntity{Type: 21, Count: 7, Origin: [3]wire.Coord{1, 2, 3}}, want: list{
			&message.TempEntity{Type: 2, Count: 1, Origin: [3]wire.Coord{1, 2, 3}}}},
		{name: "beam", in: &message.TempEntity{Type: 5, Entity: 32767}, want: list{&message.TempEntity{Type: 5,
			Entity: 32767}}},
		{name: "beam of entity 32768", in: &message.TempEntity{Type: 5, Entity: 32768}, lost: "entity 32768"},
		{name: "explosion of FTE", in: &message.TempEntity{Type: 50}, want: list{&message.TempEntity{Type: 50}},
			used: [2]uint32{0x400}},
		{name: "muzzle flash", in: &message.QWMuzzleFlash{Entity: 32767}, want: list{&message.QWMuzzleFlash{
			Entity: 32767}}},
		{name: "muzzle flash 32768", in: &message.QWMuzzleFlash{Entity: 32768}, lost: "entity 32768"},
		{name: "view", in: &message.SetView{Entity: 3}, want: list{&message.SetView{Entity: 3}},
			used: [2]uint32{0x1}},
		{name: "stat", in: &message.UpdateStat{Index: 219, Value: 3}, want: list{
			&message.UpdateStat{Index: 219, Value: 3}}},
		{name: "movement variable", in: &message.UpdateStat{Index: 220}, want: nil},
		{name: "whole stat", in: &message.QWStatFloat{Index: 219, Value: -3}, want: list{&message.UpdateStat{Index: 219,
			Value: -3, Long: true}}},
		{name: "half a stat", in: &message.QWStatFloat{Index: 3, Value: 0.5}, lost: "stat 3 is 0.5"},
		{name: "half a movement variable", in: &message.QWStatFloat{Index: 220, Value: 0.5}, want: nil},
		{name: "voice", in: &message.QWVoice{}, want: list{&message.QWVoice{}}, used: [2]uint32{0, 0x2}},
		{name: "download", in: &message.QWDownload{Chunked: true}, want: list{&message.QWDownload{Chunked: true}},
			used: [2]uint32{0x20000000}},
		{name: "light color", in: &message.FTEUnused{ID: 57}, want: list{&message.FTEUnused{ID: 57}},
			used: [2]uint32{0x4}},
		{name: "particles", in: &message.FTEUnused{ID: 67}, want: list{&message.FTEUnused{ID: 67}},
			used: [2]uint32{0x800000}},
		{name: "particles of Hexen II", in: &message.FTEUnused{ID: 63}, want: list{&message.FTEUnused{ID: 63}},
			used: [2]uint32{0x200000}},
		{name: "angle of the view", in: &message.FTEUnused{ID: 85}, want: list{&message.FTEUnused{ID: 85}},
			used: [2]uint32{0, 0x4}},
		{name: "unknown", in: &message.FTEUnused{ID: 93}, lost: "no place"},
		{name: "set", in: &message.PacketEntities{}, lost: "no place"},
		{name: "models", in: &message.QWList{Kind: message.QWModelListShort}, want: list{&message.QWList{
			Kind: message.QWModelListShort}}, used: [2]uint32{0x1000}},
		{name: "sounds", in: &message.QWList{Kind: message.QWSoundListShort}, want: list{&message.QWList{
			Kind: message.QWSoundListShort}}, used: [2]uint32{0x80}},
		{name: "baseline 65536", in: &message.SpawnBaseline{Kind: message.BaselineDelta,
			EntityDelta: message.EntityDelta{Number: 65536}}, lost: "entity 65536"},
		{name: "static", in: &message.SpawnStatic{Kind: message.BaselineDelta, EntityDelta: message.EntityDelta{
			Mask: message.FieldModel, Model: 255}}, want: list{&message.SpawnStatic{EntityDelta: message.EntityDelta{
			Mask: coding.StateFields, Model: 255}}}},
		{name: "static of two models", in: &message.SpawnStatic{Kind: message.BaselineDelta,
			EntityDelta: message.EntityDelta{Mask: message.FieldModel2, Model2: 7}}, lost: "second model 7"},
		{name: "static 256", in: &message.SpawnStatic{Kind: message.BaselineDelta, EntityDelta: message.EntityDelta{
			Mask: message.FieldModel, Model: 256}}, want: list{&message.SpawnStatic{Kind: message.BaselineDelta,
			EntityDelta: message.EntityDelta{Mask: message.FieldModel, Model: 256,
				Bits: uModelDouble | uEvenMore | uMoreBits}}}, used: [2]uint32{fteSpawnStatic | fteModelDouble}},
	} {
		p := NewPlain(true, PlainExtensions)
		if _, err := p.Messages(level(message.FTE2Replacement)); err != nil {
			t.Fatal(err)
		}
		got, err := p.Messages(c.in)
		if (err != nil) != (c.lost != "") || err != nil && !strings.Contains(err.Error(), c.lost) {
			t.Errorf("%s: %v, want %q", c.name, err, c.lost)
		}
		if err == nil && !reflect.DeepEqual(got, c.want) || p.Used != c.used {
			t.Errorf("%s: %+v needs %#x, want %+v needing %#x", c.name, got, p.Used, c.want, c.used)
		}
	}
	type update = message.ReplacementUpdate
	for what, set := range map[string]func(*update){
		"number 2048":    func(e *update) { e.Number = 2048 },
		"model 32768":    func(e *update) { e.Mask, e.Model = message.FieldModel, 32768 },
		"frame 256":      func(e *update) { e.Mask, e.Frame = message.FieldFrame, 256 },
		"skin 256":       func(e *update) { e.Mask, e.Skin = message.FieldSkin, 256 },
		"colormap 256":   func(e *update) { e.Mask, e.Colormap = message.FieldColormap, 256 },
		"effects 256":    func(e *update) { e.Mask, e.Effects = message.FieldEffects, 256 },
		"second model 1": func(e *update) { e.Mask, e.Model2 = message.FieldModel2, 1 },
		"bones 1":        func(e *update) { e.Bits |= message.ReplaceBones; e.FTE.Bones = []byte{1} },
		"trail 1":        func(e *update) { e.Bits |= message.ReplaceTrail; e.FTE.Trail[0] = 1 },
		"glow 1":         func(e *update) { e.Bits |= message.ReplaceGlow; e.FTE.GlowSize = 1 },
		"gravity 3": func(e *update) {
			e.Bits |= message.ReplaceGravity
			e.FTE.GravityTurn = [2]uint8{1, 2}
		},
		"tag 32768": func(e *update) { e.Bits |= message.ReplaceTag; e.FTE.Tag = 32768 },
		"tag index 32768": func(e *update) {
			e.Bits |= message.ReplaceTag
			e.FTE.TagIndex = 32768
		},
		"light style 256": func(e *update) { e.Bits |= message.ReplaceLight; e.FTE.LightStyle = 256 },
		"flags 256":       func(e *update) { e.Bits |= message.ReplaceFlags; e.FTE.Flags = 256 },
		"the angle 257/65536 of a circle": func(e *update) {
			e.Number = 3
			e.Bits |= message.ReplacePrediction | message.ReplaceAngleXZ
			e.Mask, e.Angles[0] = message.FieldPitch, 257
		},
	} {
		p := NewPlain(true, PlainExtensions)
		if _, err := p.Messages(level(message.FTE2Replacement)); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Messages(entity(set)); err == nil || !strings.HasSuffix(err.Error(), ": "+what) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// TestPlainLevels: levels that have no place without replacement deltas are refused.
func TestPlainLevels(t *testing.T) {
	extensions := func(tag, bits uint32) []message.QWExtension {
		return []message.QWExtension{{Tag: message.TagFTE2, Bits: message.FTE2Replacement}, {Tag: tag, Bits: bits}}
	}
	two := []byte{0, 1}
	for _, c := range []struct {
		name     string
		level    message.QWServerData
		qwd, mvd string // the errors
	}{
		{"usual", message.QWServerData{}, "", ""},
		{"one player", message.QWServerData{Slots: 32, Players: two[:1]}, "", ""},
		{"two players", message.QWServerData{Slots: 32, Players: two}, "several players (2)", "several players (2)"},
		{"33 slots", message.QWServerData{Slots: 33, Players: two[:1]}, "33 slots", "33 slots"},
		{"split screen", message.QWServerData{Extensions: extensions(message.TagFTE, fteSplitScreen)},
			"several players (0)", ""},
		{"fine entities", message.QWServerData{Extensions: extensions(message.TagMVD1, mvdFloatCoords)}, "",
			"places of entities that are finer than those of players"},
		{"fine places", message.QWServerData{Extensions: append(extensions(message.TagMVD1, mvdFloatCoords),
			message.QWExtension{Tag: message.TagFTE, Bits: fteFloatCoords})}, "", ""},
		{"predicted weapons", message.QWServerData{Extensions: extensions(message.TagMVD1, mvdWeaponPrediction)},
			"predictions of weapons", ""},
	} {
		for _, mvd := range []bool{false, true} {
			level, want := c.level, c.qwd
			if level.Protocol = 28; mvd {
				want = c.mvd
			}
			_, err := NewPlain(mvd, PlainExtensions).Messages(&level)
			if got := text(err); got != want {
				t.Errorf("%s, mvd %v: %q, want %q", c.name, mvd, got, want)
			}
		}
	}
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
