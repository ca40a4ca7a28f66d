package bsp

import "strings"

// kindFromName returns the kind of a texture by the last part of its name, if that is one of the special names that all
// games share.
func kindFromName(name string) (kind Kind, ok bool) {
	name = strings.ToLower(name)
	base := name[strings.LastIndexByte(name, '/')+1:]
	switch base {
	case "trigger":
		return KindTrigger, true
	case "clip", "playerclip", "monsterclip", "weapclip", "weaponclip", "botclip", "invisible":
		return KindClip, true
	case "skip", "hint", "hintskip", "nodraw", "caulk", "origin", "areaportal", "donotenter":
		return KindNoDraw, true
	}
	return KindSolid, false
}

// liquidFromName returns the kind of liquid of a liquid texture.
func liquidFromName(name string) Kind {
	name = strings.ToLower(name)
	switch {
	case strings.Contains(name, "lava"):
		return KindLava
	case strings.Contains(name, "slime"):
		return KindSlime
	}
	return KindWater
}

// kindQuake returns the kind of a texture of Quake, which depends on its name only.
func kindQuake(name string) Kind {
	if k, ok := kindFromName(name); ok {
		return k
	}
	lower := strings.ToLower(name)
	switch {
	case strings.HasPrefix(lower, "sky"):
		return KindSky
	case strings.HasPrefix(lower, "*"):
		if strings.Contains(lower, "tele") {
			return KindTeleport
		}
		return liquidFromName(lower)
	}
	return KindSolid
}

// Surface flags that Quake II and Quake III use, as the compilers write them.
const (
	surfSky       = 0x4
	surfWarp      = 0x8
	surfTrans33   = 0x10
	surfTrans66   = 0x20
	surfFlowing   = 0x40
	surfNoDraw    = 0x80
	surfHint      = 0x100
	surfSkip      = 0x200
	surfInvisible = surfNoDraw | surfHint | surfSkip
)

// kindQuake2 returns the kind of a texture of Quake II from its flags and, for
// special textures and liquids, its name.
func kindQuake2(name string, flags uint32) Kind {
	named, ok := kindFromName(name)
	switch {
	case flags&surfSky != 0:
		return KindSky
	case ok:
		return named
	case flags&surfInvisible != 0:
		return KindNoDraw
	case flags&surfWarp != 0:
		return liquidFromName(name)
	case flags&(surfTrans33|surfTrans66) != 0:
		return KindWindow
	}
	return KindSolid
}

// Opacity returns the opacity, up to 1, of faces with a texture of the map in the game.
func (m *Map) Opacity(t *Texture) float32 {
	switch {
	case m.Version.Game() != Quake2:
	case t.Flags&surfTrans33 != 0:
		return 0.33
	case t.Flags&surfTrans66 != 0:
		return 0.66
	}
	return 1
}

// Flows reports whether a texture of Quake II moves along its first axis.
func (m *Map) Flows(t *Texture) bool { return m.Version.Game() == Quake2 && t.Flags&surfFlowing != 0 }

// Contents of Quake II leaves and Quake III shaders.
const (
	rawSolid       = 0x1
	rawWindow      = 0x2
	rawLava        = 0x8
	rawSlime       = 0x10
	rawWater       = 0x20
	rawMist        = 0x40 // fog in Quake III
	rawAreaPortal  = 0x8000
	rawPlayerClip  = 0x10000
	rawMonsterClip = 0x20000
	rawTranslucent = 0x20000000 // ladder in Quake II
	rawTrigger     = 0x40000000 // Quake III
)

// kindQuake3 returns the kind of a shader from its flags, contents and name.
func kindQuake3(name string, flags, contents uint32) Kind {
	named, ok := kindFromName(name)
	switch {
	case flags&surfSky != 0:
		return KindSky
	case contents&rawTrigger != 0:
		return KindTrigger
	case ok:
		return named
	case flags&surfInvisible != 0 && contents&(rawPlayerClip|rawMonsterClip) != 0 && contents&rawSolid == 0:
		return KindClip
	case flags&surfInvisible != 0:
		return KindNoDraw
	case contents&rawLava != 0:
		return KindLava
	case contents&rawSlime != 0:
		return KindSlime
	case contents&rawWater != 0:
		return KindWater
	case contents&(rawTranslucent|rawMist) != 0:
		return KindWindow
	}
	return KindSolid
}

// contentsQuake translates the contents of a leaf of Quake, a negative number.
func contentsQuake(raw int32) Contents {
	switch {
	case raw == -2:
		return ContentsSolid
	case raw == -3, raw <= -9 && raw >= -14: // -9 to -14 are currents
		return ContentsWater
	case raw == -4:
		return ContentsSlime
	case raw == -5:
		return ContentsLava
	case raw == -6:
		return ContentsSky
	case raw == -8:
		return ContentsClip
	}
	return 0
}

// contentsQuake2 translates the contents of a leaf of Quake II, a set of bits.
func contentsQuake2(raw uint32) Contents {
	var c Contents
	for _, pair := range [...]struct {
		raw uint32
		c   Contents
	}{
		{rawSolid, ContentsSolid}, {rawWindow, ContentsWindow}, {rawLava, ContentsLava}, {rawSlime, ContentsSlime},
		{rawWater, ContentsWater}, {rawMist, ContentsMist}, {rawAreaPortal, ContentsAreaPortal},
		{rawPlayerClip | rawMonsterClip, ContentsClip}, {rawTranslucent, ContentsLadder},
	} {
		if raw&pair.raw != 0 {
			c |= pair.c
		}
	}
	return c
}
