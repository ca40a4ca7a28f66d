package model

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
)

// maxSkinSurfaces is the maximum number of surfaces in a skin file.
const maxSkinSurfaces = maxSurfaces

// Skin is a skin file of Quake III (lower_default.skin): it replaces the shaders of surfaces.
type Skin []SkinSurface

// SkinSurface is a line of a skin file.
type SkinSurface struct {
	Surface string
	Shader  string // without quotation marks
}

var errLongText = errors.New("larger than any such file")

// ParseSkin parses a skin file: lines of a surface, a comma and a shader. It ignores lines for tags and without a
// shader. The error is a *[FormatError].
func ParseSkin(data []byte) (Skin, error) {
	if len(data) > MaxText {
		return nil, &FormatError{"skin", "", MaxText, errLongText}
	}
	var skin Skin
	at := 0
	for line := range bytes.Lines(data) {
		surface, shader, _ := strings.Cut(string(line), ",")
		surface, shader = plain(surface), plain(shader)
		if shader != "" && surface != "" && !strings.Contains(strings.ToLower(surface), "tag_") {
			if len(skin) == maxSkinSurfaces {
				return nil, &FormatError{"skin", "", int64(at), fmt.Errorf("more than %d surfaces", maxSkinSurfaces)}
			}
			skin = append(skin, SkinSurface{surface, shader})
		}
		at += len(line)
	}
	return skin, nil
}

// plain returns a word without surrounding white space and quotation marks.
func plain(s string) string {
	s, _, _ = strings.Cut(s, "//")
	return strings.Trim(s, " \t\r\n\v\f\x00\"")
}

// Shader returns the skin's shader for a surface. It ignores case and the "_1" and "_2" at the end of surface names in
// coarser models.
func (s Skin) Shader(surface string) (shader string, ok bool) {
	for i := range s {
		if strings.EqualFold(s[i].Surface, surface) {
			return s[i].Shader, true
		}
	}
	for _, suffix := range []string{"_1", "_2"} {
		if short, cut := strings.CutSuffix(surface, suffix); cut {
			return s.Shader(short)
		}
	}
	return "", false
}
