package window

import (
	"image"
	"testing"
)

// A window without a size of its own fits on a screen: the largest, which may be the one where it stood.
func TestWindowFitsOnAScreen(t *testing.T) {
	for _, test := range []struct {
		width, height int
		screens       []image.Point
		want          image.Point
	}{
		{1280, 720, []image.Point{{640, 360}}, image.Pt(640, 360)},
		{1280, 720, []image.Point{{1024, 768}}, image.Pt(1024, 720)},
		{1280, 720, []image.Point{{1920, 1080}}, image.Pt(1280, 720)},
		{1800, 1000, []image.Point{{1366, 768}, {1920, 1080}, {800, 1600}}, image.Pt(1800, 1000)},
		{1280, 720, nil, image.Pt(1280, 720)},
		{1280, 720, []image.Point{{0, 0}, {-1, -5}}, image.Pt(1280, 720)},
	} {
		if w, h := fitWindow(test.width, test.height, test.screens); image.Pt(w, h) != test.want {
			t.Errorf("%dx%d on %v: %dx%d, want %v", test.width, test.height, test.screens, w, h, test.want)
		}
	}
}
