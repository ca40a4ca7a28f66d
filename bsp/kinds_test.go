package bsp

import "testing"

func TestKindsOfQuake(t *testing.T) {
	for name, want := range map[string]Kind{
		"wall1": KindSolid, "": KindSolid, "+0slip": KindSolid, "{grate": KindSolid, "skyline": KindSky,
		"SKY4": KindSky, "midsky": KindSolid,
		"*water0": KindWater, "*04mwat1": KindWater, "*slime1": KindSlime, "*SLIME": KindSlime, "*lava1": KindLava,
		"*teleport": KindTeleport, "*Tele01": KindTeleport, "lava1": KindSolid, "teleport": KindSolid,
		"trigger": KindTrigger, "Trigger": KindTrigger, "clip": KindClip, "playerclip": KindClip, "skip": KindNoDraw,
		"hint":     KindNoDraw,
		"hintskip": KindNoDraw, "origin": KindNoDraw, "clip2": KindSolid,
	} {
		if got := kindQuake(name); got != want {
			t.Errorf("%q is %v, not %v", name, got, want)
		}
	}
}

func TestKindsOfQuake2(t *testing.T) {
	for _, c := range []struct {
		name  string
		flags uint32
		want  Kind
	}{
		{"e1u1/wall", 0, KindSolid},
		{"e1u1/wall", 0x1 | 0x2, KindSolid}, // a light, slick
		{"e1u1/sky1", 0x4, KindSky},
		{"e1u1/clip", 0x4, KindSky},
		{"e1u1/trigger", 0x80, KindTrigger},
		{"e1u1/clip", 0x80, KindClip},
		{"e1u1/wall", 0x80, KindNoDraw},
		{"e1u1/wall", 0x100, KindNoDraw}, // hint
		{"e1u1/wall", 0x200, KindNoDraw}, // skip
		{"e1u1/water4", 0x8 | 0x20, KindWater},
		{"e1u1/brlava", 0x8, KindLava},
		{"e1u1/SLIME", 0x8, KindSlime},
		{"e1u1/lava", 0, KindSolid},
		{"e1u1/glass", 0x10, KindWindow},
		{"e1u1/glass", 0x20, KindWindow},
		{"e1u1/flowing", 0x40, KindSolid},
		{"lava/wall", 0x8, KindLava},
		{"trigger/wall", 0, KindSolid},
	} {
		if got := kindQuake2(c.name, c.flags); got != c.want {
			t.Errorf("%s with flags %#x is %v, not %v", c.name, c.flags, got, c.want)
		}
	}
}

func TestKindsOfQuake3(t *testing.T) {
	for _, c := range []struct {
		name            string
		flags, contents uint32
		want            Kind
	}{
		{"textures/base/wall", 0, 0x1, KindSolid},
		{"textures/skies/a", 0x4, 0x1, KindSky},
		{"textures/common/trigger", 0x80, 0x40000000, KindTrigger},
		{"textures/base/wall", 0, 0x40000000, KindTrigger},
		{"textures/common/caulk", 0x80, 0x1, KindNoDraw},
		{"textures/common/weapclip", 0, 0, KindClip},
		{"textures/common/invisible", 0, 0, KindClip},
		{"textures/common/full", 0x80, 0x10000, KindClip},
		{"textures/common/full", 0x80, 0x20000, KindClip},
		{"textures/common/full", 0x80, 0x10001, KindNoDraw},
		{"textures/common/full", 0, 0x10000, KindSolid},
		{"textures/base/hidden", 0x80, 0, KindNoDraw},
		{"textures/base/hidden", 0x100, 0, KindNoDraw},
		{"textures/base/hidden", 0x200, 0, KindNoDraw},
		{"textures/liquids/a", 0, 0x8, KindLava},
		{"textures/liquids/a", 0, 0x10, KindSlime},
		{"textures/liquids/a", 0, 0x20, KindWater},
		{"textures/liquids/lava", 0, 0x1, KindSolid},
		{"textures/sfx/fog", 0, 0x40, KindWindow},
		{"textures/base/glass", 0, 0x20000001, KindWindow},
	} {
		if got := kindQuake3(c.name, c.flags, c.contents); got != c.want {
			t.Errorf("%s with flags %#x, contents %#x is %v, not %v", c.name, c.flags, c.contents, got, c.want)
		}
	}
}

func TestContents(t *testing.T) {
	for raw, want := range map[int32]Contents{
		0: 0, -1: 0, -2: ContentsSolid, -3: ContentsWater, -4: ContentsSlime, -5: ContentsLava, -6: ContentsSky, -7: 0,
		-8: ContentsClip,
		-9: ContentsWater, -14: ContentsWater, -15: 0, 1: 0,
	} {
		if got := contentsQuake(raw); got != want {
			t.Errorf("Quake %d: %b, not %b", raw, got, want)
		}
	}
	for raw, want := range map[uint32]Contents{
		0: 0, 0x1: ContentsSolid, 0x2: ContentsWindow, 0x4: 0, 0x8: ContentsLava, 0x10: ContentsSlime,
		0x20: ContentsWater, 0x40: ContentsMist,
		0x8000: ContentsAreaPortal, 0x10000: ContentsClip, 0x20000: ContentsClip, 0x8000000: 0,
		0x20000000: ContentsLadder,
		0x28:       ContentsLava | ContentsWater,
	} {
		if got := contentsQuake2(raw); got != want {
			t.Errorf("Quake II %#x: %b, not %b", raw, got, want)
		}
	}
}

func TestKinds(t *testing.T) {
	for i, name := range []string{"solid", "window", "water", "slime", "lava", "teleport", "sky", "presumed", "trigger",
		"clip", "nodraw", "unknown"} {
		if k := Kind(i); k.String() != name || i < 11 && k.Drawn() != (i < 8) {
			t.Errorf("kind %d is %s, drawn %v", i, k, k.Drawn())
		}
	}
}

// TestOpacity: only Quake II draws faces at a third or two thirds, by their flags; a third counts first.
func TestOpacity(t *testing.T) {
	for flags, want := range map[uint32]float32{0: 1, 0x10: 0.33, 0x20: 0.66, 0x30: 0.33, 0x08: 1, 0x40: 1} {
		for version, opacity := range map[Version]float32{VersionQuake: 1, VersionQuake2: want} {
			if got := (&Map{Version: version}).Opacity(&Texture{Flags: flags}); got != opacity {
				t.Errorf("version %v, flags %#x: %v, want %v", version, flags, got, opacity)
			}
		}
	}
}
