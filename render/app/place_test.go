package app

import (
	"fmt"
	"image"
	"testing"
	"time"

	"demoscope/render/setting"
)

// TestPlaceIsKept: the window's size and place are kept if a person has changed them, and not those
// of full screen.
func TestPlaceIsKept(t *testing.T) {
	for _, test := range []struct {
		after []Place
		want  map[string]string
	}{
		{nil, map[string]string{}},
		{[]Place{{image.Pt(10, 20), image.Pt(1280, 720), false}}, map[string]string{}},
		{[]Place{{image.Pt(30, 20), image.Pt(1280, 720), false}}, map[string]string{"place": "30,20"}},
		{[]Place{{image.Pt(10, 20), image.Pt(800, 600), false}}, map[string]string{"size": "800x600"}},
		{[]Place{{image.Pt(-5, 20), image.Pt(800, 600), false}, {image.Pt(0, 0), image.Pt(1920, 1080), true}},
			map[string]string{"place": "-5,20", "size": "800x600"}},
	} {
		r := newRig(t)
		kept, now := map[string]string{}, time.Now()
		r.settings.write = func(name string, v setting.Value) error {
			kept[name] = v.String()
			return nil
		}
		for _, at := range append([]Place{{image.Pt(0, 0), image.Pt(1920, 1080), true},
			{image.Pt(10, 20), image.Pt(1280, 720), false}}, test.after...) {
			r.window.at = at
			now = now.Add(placePoll)
			r.place.poll(r.desktop, now)
			r.window.at = Place{image.Pt(99, 99), image.Pt(99, 99), false}
			r.place.poll(r.desktop, now.Add(placePoll/2)) // too soon
		}
		r.place.save(r.settings.save)
		if fmt.Sprint(kept) != fmt.Sprint(test.want) {
			t.Errorf("%v: kept are %v", test.after, kept)
		}
	}
}
