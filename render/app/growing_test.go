package app

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"demoscope/formats"
	"demoscope/player"
	"demoscope/render/hud"
)

// TestLive: a game that is still being played is shown live; a pause leaves that, and End, a click on what says how
// far behind one is, and one on the end of the bar return. Its end is said, and another game in its place is opened.
func TestLive(t *testing.T) {
	data := sample(t, "demoscope1.mvd")
	g := formats.Grow("game.mvd", formats.GrowOptions{})
	if _, err := g.Write(data[:len(data)/2]); err != nil {
		t.Fatal(err)
	}
	demo, err := g.Demo(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	p := player.New(demo, player.Options{Budget: 1 << 40})
	t.Cleanup(p.Close)
	replaced := make(chan struct{})
	awaits := ""
	opened := make(chan string, 1)
	r := &rig{t: t, input: newTestDevices(), window: &testDesktop{}}
	r.App = New(&Options{Demo: Demo{Player: p, Maps: sampleMap(t), Replaced: replaced,
		Source: LiveSource{WaitingFor: func() string { return awaits }}},
		Width: 1280, Height: 720, Playlist: Playlist{Files: []string{"game.mvd"}},
		Open: func(_ context.Context, path string) (Demo, error) {
			opened <- path
			return Demo{Player: newPlayer(t, "next.mvd", data), Maps: sampleMap(t), Title: "next"}, nil
		}}, r.window, r.input)
	r.until("half of the game is known", func() bool { return p.Timeline().Progress() == 1 })
	live := func(how string) {
		t.Helper()
		if h := &r.Input; !h.Live || !h.Growing || h.Paused || h.Lag > 1 {
			t.Errorf("%s: live %v, growing %v, paused %v, %.1f s behind", how, h.Live, h.Growing, h.Paused, h.Lag)
		}
	}
	behind := func(how string) {
		t.Helper()
		r.Demo.Player.SetPaused(true)
		r.Demo.Player.Seek(5)
		r.pass(0.02)
		if h := &r.Input; h.Live || !h.Growing || h.Lag < 5 {
			t.Fatalf("%s: live %v, growing %v, %.1f s behind", how, h.Live, h.Growing, h.Lag)
		}
	}
	behind("5 s from the beginning")
	r.press("End")
	r.pass(0.02)
	live("End")
	behind("back")
	bar := r.bar()
	r.click(bar.Total)
	r.pass(0.02)
	live("a click on the place")
	behind("back again")
	r.Demo.Player.SetPaused(false)
	r.click(hud.Rect{X: bar.Track.X + bar.Track.W - 2, Y: bar.Track.Y, W: 2, H: bar.Track.H})
	r.pass(0.02)
	live("a click on the bar's end")

	awaits = "nothing has come for 5 s"
	r.pass(0.02)
	if says := r.messages(); !strings.Contains(says, "Nothing has come for 5 s") {
		t.Errorf("while nothing comes it says %q", says)
	}
	if !r.Input.Waits {
		t.Error("the bar says how far behind it is, though nothing comes")
	}
	g.End(nil)
	r.pass(0.02)
	if says := r.messages(); strings.Contains(says, "Nothing has come") {
		t.Errorf("after its end it says %q", says)
	}
	if says := r.messages(); !strings.Contains(says, "Live game ended") {
		t.Errorf("at its end it says %q", says)
	}
	close(replaced)
	r.until("the next is shown", func() bool { return r.Demo.Title == "next" })
	if path := <-opened; path != "game.mvd" {
		t.Errorf("%q was opened", path)
	}
	if says := r.messages(); !strings.Contains(says, "A new demo is being recorded") {
		t.Errorf("of the next it says %q", says)
	}
}

// TestSpectate: the server is told who is watched, and whence one looks who flies.
func TestSpectate(t *testing.T) {
	r := newRig(t)
	slot, at := -2, [2][3]float32{}
	r.Demo.source.Spectate = func(s int, origin, angles [3]float32) { slot, at = s, [2][3]float32{origin, angles} }
	for _, who := range []int{2, 0} {
		r.Demo.Player.Follow(who)
		r.pass(0.02)
		if r.pass(0.02); slot != who {
			t.Errorf("watching %d it is told %d", who, slot)
		}
	}
	r.press("G")
	r.move(740, 350)
	r.pass(0.02)
	if v := r.Active.View; slot != -1 || !vecNear(at[0], v.Origin, 1e-3) || !vecNear(at[1], v.Angles, 1e-3) {
		t.Errorf("flying, it is told %d at %v, looking %v", slot, at[0], at[1])
	}
}

// TestBrokenBefore: a game that broke off before the window was there is said to have.
func TestBrokenBefore(t *testing.T) {
	g := formats.Grow("game.mvd", formats.GrowOptions{})
	if _, err := g.Write(sample(t, "demoscope1.mvd")[:60000]); err != nil {
		t.Fatal(err)
	}
	demo, err := g.Demo(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	g.End(errors.New("the disk is full"))
	p := player.New(demo, player.Options{Budget: 1 << 40})
	t.Cleanup(p.Close)
	r := &rig{t: t, input: newTestDevices(), window: &testDesktop{}}
	r.App = New(&Options{Demo: Demo{Player: p, Maps: sampleMap(t)}, Width: 1280, Height: 720}, r.window, r.input)
	// Neither what is said of the sound nor of the demo's beginning hides it.
	r.Demo.Notices.warn("it is long")
	h := newAudio(func(Filler, time.Duration) (Speaker, error) { return nil, errors.New("none") }, nil)
	r.audio = h
	h.start()
	t.Cleanup(h.end)
	r.until("news of the sound", func() bool { return strings.Contains(r.messages(), "No audio device") })
	if says := r.messages(); !strings.Contains(says, "it is long; Live game ended: the disk is full") {
		t.Errorf("it says %q", says)
	}
}
