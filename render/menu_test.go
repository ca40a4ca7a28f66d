package render

import (
	"slices"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"demoscope/render/hud"
)

// rowOf returns the area of a row of the open menu, in 1280x720 pixels.
func rowOf(i int) hud.Rect { return hud.Rect{X: 12, Y: 92 + 20*float32(i), W: 344, H: 20} }

// The menu has each choice of the picture once, with its key and what is chosen.
func TestMenuShowsChoices(t *testing.T) {
	r := newRig(t)
	r.press("F4")
	r.press("V")
	r.press("X")
	want := []hud.MenuRow{
		{Label: "views of several players", Keys: "Shift+.", State: "1"},
		{Label: "how the level is drawn", Keys: "V", State: "shaded", On: true},
		{Label: "players through walls", Keys: "X", State: "on", On: true},
		{Label: "ground that was walked", Keys: "G", State: "off"},
		{Label: "items and things", Keys: "M", State: "on", On: true},
		{Label: "colours of textures", Keys: "Shift+C", State: "on", On: true},
		{Label: "grid on large faces", Keys: "Shift+G", State: "on", On: true},
		{Label: "lines of the sky", Keys: "Shift+Y", State: "on", On: true},
		{Label: "flickering lights", Keys: "Shift+Z", State: "on", On: true},
		{Label: "names of players", Keys: "Shift+M", State: "on", On: true},
		{Label: "arrows to who is near", Keys: "Shift+O", State: "on", On: true},
		{Label: "inset of who fights from outside", Keys: "Shift+F9", State: "on", On: true},
		{Label: "the kill that comes", Keys: "Shift+F12", State: "on", On: true},
		{Label: "sounds for the eye", Keys: "Shift+F10", State: "off"},
		{Label: "effects", Keys: "Shift+X", State: "on", On: true},
		{Label: "damage, liquids (eyes)", Keys: "Shift+R", State: "on", On: true},
		{Label: "how players are", Keys: "F5", State: "off"},
		{Label: "when items are back", Keys: "F6", State: "off"},
		{Label: "speed of the watched", Keys: "F7", State: "off"},
		{Label: "keys of the watched", Keys: "F8", State: "off"},
		{Label: "ways of the last seconds", Keys: "F9", State: "off"},
		{Label: "footprints", Keys: "Shift+F11", State: "off"},
		{Label: "where players aim", Keys: "F10", State: "off"},
		{Label: "ghost: a second demo", Keys: "F12", State: "off"},
		{Label: "where the ghost is", Keys: "Shift+H", State: "by start", On: true},
		{Label: "status and bar", Keys: "O", State: "on", On: true},
	}
	if got := r.hudIn.Menu; !slices.Equal(got, want) {
		t.Errorf("the menu is %+v", got)
	}
}

// A click on a row does what its key does; one beside the menu does what it did before.
func TestPointingAtTheMenu(t *testing.T) {
	r := newRig(t)
	r.press("F4")
	was := r.see()
	r.click(rowOf(7))
	r.changed("a click on the sky", was, func(s *seen) { s.Plain, s.Says = "sky", "Sky lines: off" })
	was = r.see()
	r.click(rowOf(7))
	r.changed("another one", was, func(s *seen) { s.Plain, s.Says = "", "Sky lines: on" })
	was = r.see()
	r.click(rowOf(1))
	r.changed("a click on the mode", was, func(s *seen) { s.Mode, s.Says = "shaded", "The level is drawn shaded" })
	was = r.see()
	r.hover(rowOf(3))
	r.hit(ebiten.MouseButtonRight)
	r.lift(ebiten.MouseButtonRight)
	r.changed("the right button", was, func(*seen) {})
	r.click(hud.Rect{X: 20, Y: 66, W: 100, H: 10})
	r.changed("a click on the title", was, func(*seen) {})
	r.click(hud.Rect{X: 600, Y: 300, W: 4, H: 4})
	r.changed("a click on the picture", was, func(s *seen) { s.Follow, s.Says = 1, "Watching Vesper" })
	was = r.see()
	r.click(hud.Rect{X: 328, Y: 64, W: 28, H: 28})
	r.changed("a click on the cross", was, func(s *seen) { s.Menu, s.Says = false, "The menu is closed" })
	r.click(rowOf(7))
	if got := r.see(); got.Plain != "" {
		t.Error("the closed menu can be clicked")
	}
}

// In a small window the menu is scrolled by the wheel and by its bar, and a click is on the row that is there then.
func TestMenuIsScrolled(t *testing.T) {
	r := newRig(t)
	r.size = fitScreen(747, 420, 1, 0)
	r.press("F4")
	p := hud.NewMenu(r.size, len(r.hudIn.Menu))
	first := hud.Rect{X: p.Rows.X, Y: p.Rows.Y, W: p.Rows.W, H: p.Row}
	r.hover(first)
	was := r.see()
	r.turn(-1)
	r.turn(0)
	r.changed("the wheel over the menu", was, func(*seen) {})
	if r.hudIn.MenuTop != wheelRows {
		t.Fatalf("a notch scrolls the menu to row %d", r.hudIn.MenuTop)
	}
	was = r.see()
	r.click(first) // the fourth row
	r.changed("a click on the first row", was, func(s *seen) {
		s.Walked, s.Says = true, "Heat map: on"
	})
	r.hover(first)
	r.turn(-9)
	r.turn(0)
	was = r.see()
	r.click(first) // the ninth of 26, since there is room for 18
	r.changed("a click on the first row at the end", was, func(s *seen) {
		s.Plain, s.Says = "flicker", "Flickering lights: off"
	})
	r.click(hud.Rect{X: p.Scroll.X, Y: p.Scroll.Y, W: p.Scroll.W, H: 2})
	if r.hudIn.MenuTop != 0 {
		t.Errorf("a click on the top of the bar scrolls to row %d", r.hudIn.MenuTop)
	}
}

// Who drags the menu's scroll bar over the bar of the time touches nothing there, nor the list: see
// TestHeldTouchesNothingElse of the HUD.
func TestScrollingTheMenuOverTheBar(t *testing.T) {
	r := newRig(t)
	r.size = fitScreen(640, 360, 1, 0)
	r.press("F4")
	p, bar := hud.NewMenu(r.size, len(r.hudIn.Menu)), r.bar()
	r.move(p.Scroll.X+p.Scroll.W/2, p.Scroll.Y+1)
	r.hit(ebiten.MouseButtonLeft)
	was := r.see()
	r.hover(bar.Track)
	if r.hudIn.Held != hud.HeldMenu || r.hudIn.MenuTop != 26-p.Visible() {
		t.Errorf("over the bar %d is held, and the menu is at row %d", r.hudIn.Held, r.hudIn.MenuTop)
	}
	r.hover(bar.Rate)
	r.turn(1)
	r.lift(ebiten.MouseButtonLeft)
	r.turn(0)
	r.changed("the pointer over the bar", was, func(*seen) {})
	r.hover(bar.Track)
	if r.hudIn.Held != hud.HeldNothing {
		t.Errorf("let go, %d is held", r.hudIn.Held)
	}
	// What closes the menu while it is scrolled lets go of it.
	r.move(p.Scroll.X+p.Scroll.W/2, p.Scroll.Y+1)
	r.hit(ebiten.MouseButtonLeft)
	r.press("F4")
	r.lift(ebiten.MouseButtonLeft)
	r.press("F4")
	r.hit(ebiten.MouseButtonLeft)
	if r.hudIn.Held == hud.HeldNothing { // on the scroll bar again
		t.Error("the menu that was opened again cannot be scrolled")
	}
	r.lift(ebiten.MouseButtonLeft)
}

// Who turns the camera over the list of events turns on, and no row is lit; a button that went down on the
// bar turns nothing.
func TestTurningOverTheList(t *testing.T) {
	r := newRig(t)
	r.demo.player.SetPaused(true)
	r.press("C") // from behind, which can be turned
	r.press("F3")
	r.move(640, 300)
	r.hit(ebiten.MouseButtonRight)
	r.move(r.panel().Rows.X+20, 300)
	if !r.active.camera.Turns() || r.hudIn.Held != hud.HeldPicture {
		t.Fatalf("over the list %d is held", r.hudIn.Held)
	}
	was := r.active.view.Angles
	r.move(r.panel().Rows.X+40, 300)
	if now := r.active.view.Angles; vecNear(now, was, 1) {
		t.Errorf("over the list the camera stays at %v", now)
	}
	r.lift(ebiten.MouseButtonRight)
	r.hover(r.bar().Rate)
	r.hit(ebiten.MouseButtonRight)
	r.run(64) // what the camera has been turned by takes a moment
	was = r.active.view.Angles
	r.move(640, 300)
	r.run(64)
	if now := r.active.view.Angles; !vecNear(now, was, 1) {
		t.Errorf("from the bar the camera turns from %v to %v", was, now)
	}
}

// Under the page of keys the menu is not there.
func TestMenuUnderAPage(t *testing.T) {
	r := newRig(t)
	r.press("F4")
	r.press("H")
	r.click(rowOf(7))
	if got := r.see(); got.Plain != "" || !got.Menu {
		t.Errorf("%+v", got)
	}
}

// With other keys the menu has their names.
func TestMenuHasTheKeysOfTheTable(t *testing.T) {
	groups := newCommands()
	rebind(groups, "sky", keys(ebiten.KeyF9))
	if m := newMenu(groups); m.rows[7].Keys != "F9" || m.commands[7].Name != "sky" {
		t.Errorf("%+v", m.rows[7])
	}
}
