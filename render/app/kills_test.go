package app

import (
	"testing"

	"demoscope/render/anchor"
	"demoscope/render/setting"
)

// TestKillIsTold: Vesper kills Quarry at 53.343 s of our own match. That is told from 0.7 s before on,
// whoever of the two is watched and however one comes there, and not by who hides what lies ahead, or
// has turned it off: by these only when it has come.
func TestKillIsTold(t *testing.T) {
	r, lumen, quarry := insetRig(t)
	vesper := 1
	r.Viewing.Set(setting.KillPreview, true)
	told := func(clock float64) anchor.Kill {
		r.Demo.Player.Seek(clock)
		r.pass(0)
		return r.Active.Scene.Kill
	}
	is := func(what string, k anchor.Kill, want bool) {
		t.Helper()
		if k.Known != want || want && (k.Sides[0].Text != "Vesper" || k.Sides[1].Text != "Quarry" ||
			k.Means != "shotgun") {
			t.Errorf("%s: %+v", what, k)
		}
	}
	for _, slot := range []int{quarry, vesper} {
		r.Demo.Player.Follow(slot)
		is("far ahead", told(52.6), false)
		is("ahead", told(52.7), true)
		is("long after it", told(54.4), false)
		is("after it", told(54.2), true)
		is("from behind", told(53.2), true)
	}
	r.Demo.Player.Follow(lumen)
	is("in sight of another", told(53.1), true)
	r.Demo.Player.Follow(quarry)
	for _, key := range []string{"spoilers", "kill-preview"} {
		r.do(key)
		is("ahead, with "+key, told(53.1), false)
		is("after it, with "+key, told(53.5), true)
		r.do(key)
		is("ahead, again", told(53.1), true)
	}
	if n := allocations(64, 0, func() { r.App.BuildScene(r.Demo.Player.Moment(), 0) }); n > 0 {
		t.Errorf("%v allocations a picture", n)
	}
}
