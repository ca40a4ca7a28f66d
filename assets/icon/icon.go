// Package icon has the program's icon.
package icon

import (
	"embed"
	"fmt"
	"image"
	"image/png"
)

// SVG is the source of the PNG files.
//
//go:embed demoscope.svg
var SVG []byte

//go:embed *.png
var files embed.FS

// Window returns the icon in the sizes for window managers, 16 to 128 pixels.
func Window() ([]image.Image, error) {
	var list []image.Image
	for _, side := range []int{16, 24, 32, 48, 64, 128} {
		f, err := files.Open(fmt.Sprintf("icon%d.png", side))
		if err != nil {
			return nil, err
		}
		picture, err := png.Decode(f)
		if err != nil {
			return nil, err
		}
		list = append(list, picture)
	}
	return list, nil
}
