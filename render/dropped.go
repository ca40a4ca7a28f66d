//go:build !js

package render

import (
	"io/fs"

	"github.com/hajimehoshi/ebiten/v2"
)

func (windowDesktop) droppedFiles() fs.FS { return ebiten.DroppedFiles() }
