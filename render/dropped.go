//go:build !js

package render

import (
	"io/fs"

	"github.com/hajimehoshi/ebiten/v2"

	"demoscope/render/hud"
)

func (windowDesktop) droppedFiles() fs.FS { return ebiten.DroppedFiles() }

// There is no page around a window.
func (windowDesktop) typeOnPage(*hud.Typed, hud.Rect) {}
func (windowDesktop) typedOnPage() pageTyping         { return pageTyping{} }
