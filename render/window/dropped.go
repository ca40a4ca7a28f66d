//go:build !js

package window

import (
	"io/fs"

	"github.com/hajimehoshi/ebiten/v2"

	"demoscope/render/app"
	"demoscope/render/hud"
)

func (windowDesktop) DroppedFiles() fs.FS { return ebiten.DroppedFiles() }

// There is no page around a window.
func (windowDesktop) TypeOnPage(*hud.Typed, hud.Rect) {}
func (windowDesktop) TypedOnPage() app.Typed          { return app.Typed{} }
