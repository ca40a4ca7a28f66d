package app

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/render/camera"
	"demoscope/render/scene"
)

// The sample has Vesper, Quarry and Lumen in the slots 1, 2 and 3.
func TestLinkOfAMoment(t *testing.T) {
	r := newRig(t)
	says := func(want string) {
		t.Helper()
		l := r.link()
		if got := l.String(); got != want {
			t.Errorf("the link is %s, want %s", got, want)
		}
	}
	r.seek(34.25)
	r.follow(2)
	r.pass(0)
	says("t=0:34.25&paused=1&follow=Quarry&mode=game")
	r.Active.Camera.Set(camera.Chase)
	r.Viewing.Mode = scene.Wire
	r.Demo.Player.SetPaused(false)
	r.Demo.Player.SetSpeed(-0.5)
	says("t=0:34.25&speed=-0.5&follow=Quarry&mode=wire&camera=chase")
	r.Active.Camera.StartFree(scene.Camera{Origin: mgl32.Vec3{-10.26, 20, 30.5}, Angles: mgl32.Vec3{-5, 90.04, 0}})
	says("t=0:34.25&speed=-0.5&follow=Quarry&mode=wire&camera=-10.3,20,30.5,-5,90,0")
	r.Active.Camera.Restore()
	// A name that leads to another player, that looks like a slot or like two names is no name here.
	players := r.Demo.Player.Moment().World.Players
	for _, name := range []string{players[1].Name, "7", "a,b", ""} {
		players[2].Name = name
		says("t=0:34.25&speed=-0.5&follow=2&mode=wire&camera=chase")
	}
}

// What a window copies is what it says.
func TestCopyLink(t *testing.T) {
	r := newRig(t)
	copied, of := "", ""
	r.copy = func(text, path string) string { copied, of = text, path; return "It is copied." }
	r.Demo.path = "/demos/final.zip/a.mvd"
	r.seek(5)
	r.press("Shift+U")
	if copied != "t=0:05&paused=1&mode=game" || of != "/demos/final.zip/a.mvd" || r.see().Says != "It is copied." {
		t.Errorf("copied is %q of %q, said %q", copied, of, r.see().Says)
	}
}
