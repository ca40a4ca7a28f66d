package render

import (
	"errors"
	"fmt"
	"image"
	"math"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"demoscope/assets"
	"demoscope/formats"
	"demoscope/player"
	"demoscope/player/bookmarks"
	"demoscope/player/timeline"
	"demoscope/player/world"
	"demoscope/render/hud"
)

// kept gives a game bookmarks in a folder of the test's own.
func kept(t *testing.T, g *Game) string {
	t.Helper()
	dir := t.TempDir()
	b, err := bookmarks.Open(dir, []byte("demo"))
	if err != nil {
		t.Fatal(err)
	}
	window.on(func() { g.marks = b })
	return dir
}

// keptMarks reads the bookmarks again.
func keptMarks(t *testing.T, dir string) *bookmarks.Bookmarks {
	t.Helper()
	b, err := bookmarks.Open(dir, []byte("demo"))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-6 }

func TestRealKeysJumpOverKills(t *testing.T) {
	g := open(t, "demoscope1.mvd", sampleMaps(t))
	pointer(t)
	events, levels := g.player.Timeline().Events(), g.player.Timeline().Levels()
	kill := func(e *timeline.Event) bool { return e.Kind == world.EventKill }
	now, jumps := 10.0, 0
	for {
		to, ok := nextLanding(events, levels, kill, now)
		if !ok {
			break
		}
		xdotool(t, "key", "k")
		window.until(t, fmt.Sprintf("K has gone to 3 s before the kill at %v", to+lead), func(g *Game) bool { return near(g.player.Clock(), to) })
		now = to
		jumps++
	}
	if jumps < 5 {
		t.Fatalf("only %d kills were jumped over", jumps)
	}
	xdotool(t, "key", "k")
	window.until(t, "after the last kill it says so", func(g *Game) bool { return g.notices.text == "No further kill" && near(g.player.Clock(), now) })
	back := 0
	for {
		to, ok := previousLanding(events, levels, kill, now, now+lead+1)
		if !ok {
			break
		}
		xdotool(t, "key", "shift+k")
		window.until(t, fmt.Sprintf("Shift+K has gone back to %v", to), func(g *Game) bool { return near(g.player.Clock(), to) })
		now = to
		back++
	}
	if back < jumps {
		t.Errorf("%d jumps back, %d on", back, jumps)
	}
	// An event that is not shown is not jumped to.
	xdotool(t, "key", "Home")
	window.until(t, "Home is the beginning", func(g *Game) bool { return g.player.Clock() == 0 })
	xdotool(t, "key", "shift+5")
	window.until(t, "Shift+5 hides items", func(g *Game) bool { return !g.shown.Has(hud.ClassItem) && g.player.Clock() == 0 })
	var want float64
	window.on(func() {
		want, _ = nextLanding(events, levels, func(e *timeline.Event) bool { return g.shown.Has(g.viewer().Class(e)) }, 0)
	})
	xdotool(t, "key", "Down")
	window.until(t, "Down goes to the next that is shown", func(g *Game) bool { return near(g.player.Clock(), want) })
}

func TestRealKeysHoldAndPlayBackwards(t *testing.T) {
	g := open(t, "demoscope1.mvd", sampleMaps(t))
	pointer(t)
	xdotool(t, "keydown", "l")
	window.until(t, "L plays 5 times as fast although it was paused", func(g *Game) bool {
		return g.player.Speed() == 5 && !g.player.Paused() && g.player.Clock() > 12
	})
	xdotool(t, "keyup", "l")
	window.until(t, "it is paused again, at its speed", func(g *Game) bool { return g.player.Speed() == 1 && g.player.Paused() })
	at := clockOf(g)
	xdotool(t, "keydown", "j")
	window.until(t, "J plays backwards", func(g *Game) bool { return g.player.Speed() == -5 && g.player.Clock() < at-1 })
	// A speed chosen meanwhile is that for afterwards.
	xdotool(t, "key", "bracketright")
	window.until(t, "still backwards", func(g *Game) bool { return g.player.Speed() == -5 && g.hold.speed == 1.5 })
	xdotool(t, "keyup", "j")
	window.until(t, "it is paused at the new speed", func(g *Game) bool { return g.player.Speed() == 1.5 && g.player.Paused() })

	window.on(func() { g.player.Seek(20); g.player.SetSpeed(1) })
	xdotool(t, "key", "F3", "key", "BackSpace", "key", "space")
	last := 20.0
	for range 20 {
		time.Sleep(30 * time.Millisecond)
		window.on(func() {
			c := g.player.Clock()
			if c > last {
				t.Errorf("backwards the clock went from %v to %v", last, c)
			}
			last = c
		})
	}
	if last > 19.8 {
		t.Errorf("after 0.6 s backwards from 20 s it is %v", last)
	}
	saved(t, "backwards", window.shoot())
	xdotool(t, "key", "space")
	window.until(t, "it is paused and remembers the way", func(g *Game) bool { return g.player.Paused() && g.player.Speed() == -1 })
}

func clockOf(g *Game) (c float64) {
	window.on(func() { c = g.player.Clock() })
	return c
}

// A drag back and forth: the picture follows, and the newest wish wins.
func TestRealPointerDragsBackAndForth(t *testing.T) {
	g := open(t, "demoscope1.mvd", sampleMaps(t))
	pointer(t)
	var bar hud.Bar
	var duration float64
	window.on(func() { bar = hud.NewBar(hud.NewLayout(g.hudScreen())); duration, _ = g.player.Duration() })
	y := fmt.Sprint(int(bar.Track.Y + bar.Track.H/2))
	at := func(part float64) string { return fmt.Sprint(int(bar.Track.X + bar.Track.W*float32(part))) }
	xdotool(t, "mousemove", at(0.2), y, "mousedown", "1")
	defer xdotool(t, "mouseup", "1")
	window.until(t, "the track is held", func(g *Game) bool { return g.drag.active })
	var pictures []*image.RGBA
	for _, part := range []float64{0.9, 0.1, 0.8, 0.3, 0.85, 0.2, 0.9, 0.15} {
		for step := range 4 {
			xdotool(t, "mousemove", at(part+float64(step-3)*0.004), y)
		}
		window.until(t, fmt.Sprintf("the moment is at %v of the demo", part), func(g *Game) bool {
			m := g.player.Moment()
			return math.Abs(m.Clock/duration-part) < 0.005 && !g.player.Behind() && g.drag.active
		})
		pictures = append(pictures, window.shoot())
	}
	window.on(func() {
		if !g.player.Paused() || g.in.Paused != g.drag.paused {
			t.Error("while it is held the clock runs")
		}
	})
	for i := 1; i < len(pictures); i++ {
		if n := differing(pictures[i-1], pictures[i], image.Rect(0, 0, 1280, 560)); n < 2000 {
			t.Errorf("from drag %d to the next only %d pixels change", i-1, n)
		}
	}
}

func TestRealPointerSnapsToTicks(t *testing.T) {
	g := open(t, "demoscope1.mvd", sampleMaps(t))
	pointer(t)
	var bar hud.Bar
	var duration float64
	var events []timeline.Event
	window.on(func() {
		bar = hud.NewBar(hud.NewLayout(g.hudScreen()))
		duration, _ = g.player.Duration()
		events = g.player.Timeline().Events()
		g.shown = hud.Classes(hud.ClassMine, hud.ClassDeath, hud.ClassKill)
	})
	target := -1.0
	for i := range events {
		e := &events[i]
		if e.Kind == world.EventKill && e.Clock > 15 {
			target = e.Clock
			break
		}
	}
	y := fmt.Sprint(int(bar.Track.Y + bar.Track.H/2))
	x := int(bar.XAt(target, duration)) + 3
	xdotool(t, "mousemove", fmt.Sprint(x), y)
	time.Sleep(100 * time.Millisecond)
	saved(t, "tip", window.shoot())
	xdotool(t, "click", "1")
	window.until(t, "a click beside a tick goes to it", func(g *Game) bool { return g.player.Clock() == target && !g.drag.active })
	// What lies ahead is neither shown nor snapped to.
	xdotool(t, "key", "u", "key", "Home")
	window.until(t, "U hides what lies ahead", func(g *Game) bool { return g.spoilers && g.player.Clock() == 0 && g.in.Clock == 0 })
	saved(t, "nospoilers", window.shoot())
	xdotool(t, "click", "1")
	window.until(t, "a click goes where it was", func(g *Game) bool { c := g.player.Clock(); return c > 1 && c != target && !g.drag.active })
}

func TestRealPointerInTheList(t *testing.T) {
	g := open(t, "demoscope1.mvd", sampleMaps(t))
	pointer(t)
	var p hud.Panel
	window.on(func() { p = hud.NewPanel(g.hudScreen()) })
	click := func(r hud.Rect, button string) {
		xdotool(t, "mousemove", fmt.Sprint(int(r.X+r.W/2)), fmt.Sprint(int(r.Y+r.H/2)), "click", button)
	}
	before := window.shoot()
	xdotool(t, "key", "grave")
	window.until(t, "the key left of 1 opens the list", func(g *Game) bool { return g.listOpen && g.list.Len() > 20 })
	img := window.shoot()
	saved(t, "list", img)
	if n := differing(before, img, image.Rect(880, 30, 1250, 640)); n < 100000 {
		t.Errorf("the list changed only %d pixels", n)
	}
	row := func(i int) hud.Rect {
		return hud.Rect{X: p.Rows.X, Y: p.Rows.Y + float32(i)*p.Row, W: p.Rows.W, H: p.Row}
	}
	landingOf := func(i int) (to float64) {
		window.on(func() {
			_, index := p.Hit(g.list, row(i).X+5, row(i).Y+5)
			event, _ := g.list.Row(index)
			to = landing(&g.player.Timeline().Events()[event], g.player.Timeline().Levels())
		})
		return to
	}
	xdotool(t, "key", "Home")
	window.until(t, "the list shows the beginning", func(g *Game) bool { return g.player.Clock() == 0 && g.in.Clock == 0 })
	time.Sleep(50 * time.Millisecond)
	to := landingOf(9)
	click(row(9), "1")
	window.until(t, "a click on a row goes to 3 s before", func(g *Game) bool { return near(g.player.Clock(), to) })

	// Chips: off, and with the right button alone.
	var all, chat int
	window.on(func() { all = g.list.Len() })
	click(p.Chips[hud.ClassItem], "1")
	window.until(t, "a click on a chip hides a kind", func(g *Game) bool { return !g.shown.Has(hud.ClassItem) && g.list.Len() < all })
	click(p.Chips[hud.ClassKill], "3")
	window.until(t, "a right click shows nothing else", func(g *Game) bool { return g.shown == hud.Classes(hud.ClassKill) })
	window.on(func() { chat = g.list.Len() })
	if chat == 0 || chat >= all {
		t.Errorf("%d rows of one kind, %d of all", chat, all)
	}
	click(p.Chips[hud.ClassKill], "3")
	window.until(t, "and again shows all", func(g *Game) bool { return g.shown == hud.AllClasses && g.list.Len() == all })

	// The wheel, the scroll bar and the page keys move the list, not the camera.
	top := func() (n int) {
		window.on(func() { _, n = p.Hit(g.list, row(0).X+5, row(0).Y+5) })
		return n
	}
	first := top()
	xdotool(t, "mousemove", fmt.Sprint(int(p.Rows.X+50)), fmt.Sprint(int(p.Rows.Y+50)), "click", "5", "click", "5")
	window.until(t, "the wheel scrolls", func(g *Game) bool {
		_, n := p.Hit(g.list, row(0).X+5, row(0).Y+5)
		return n > first
	})
	xdotool(t, "key", "Next")
	window.until(t, "so does the key for a page", func(g *Game) bool {
		_, n := p.Hit(g.list, row(0).X+5, row(0).Y+5)
		return n > first+p.Visible()/2 || n == g.list.Len()-p.Visible()
	})
	x := fmt.Sprint(int(p.Scroll.X + p.Scroll.W/2))
	xdotool(t, "mousemove", x, fmt.Sprint(int(p.Scroll.Y+p.Scroll.H/2)), "mousedown", "1")
	defer xdotool(t, "mouseup", "1")
	window.until(t, "the scroll bar is held", func(g *Game) bool { return g.scrolling })
	xdotool(t, "mousemove", x, fmt.Sprint(int(p.Scroll.Y-10)))
	window.until(t, "the scroll bar pulls it to the top", func(g *Game) bool {
		_, n := p.Hit(g.list, row(0).X+5, row(0).Y+5)
		return n == 0 && g.scrolling
	})
	xdotool(t, "mouseup", "1")
	window.until(t, "and is let go", func(g *Game) bool { return !g.scrolling })

	// Searching: letters are text and no commands.
	xdotool(t, "key", "slash")
	window.until(t, "a slash asks", func(g *Game) bool { return g.list.Asking })
	xdotool(t, "type", "xRocket")
	window.until(t, "letters are typed", func(g *Game) bool { return g.list.Query.String() == "xRocket" && g.list.Len() == 0 })
	xdotool(t, "key", "Home") // no command either
	for i := range 7 {
		xdotool(t, "key", "BackSpace")
		window.until(t, "a letter is gone", func(g *Game) bool { return len(g.list.Query.Bytes()) == 6-i })
	}
	xdotool(t, "type", "rocket")
	window.until(t, "and erased", func(g *Game) bool {
		return g.list.Query.String() == "rocket" && g.list.Len() > 0 && g.list.Len() < all && g.player.Clock() != 0
	})
	saved(t, "search", window.shoot())
	xdotool(t, "key", "Return")
	window.until(t, "Enter keeps it", func(g *Game) bool {
		return !g.list.Asking && g.list.Query.String() == "rocket" && g.player.Speed() == 1
	})
	xdotool(t, "key", "slash")
	window.until(t, "a slash asks again", func(g *Game) bool { return g.list.Asking })
	xdotool(t, "key", "Escape")
	window.until(t, "Esc drops it", func(g *Game) bool { return !g.list.Asking && g.list.Query.String() == "" && g.listOpen })
	xdotool(t, "key", "Escape")
	window.until(t, "Esc closes the list and does not ask to leave", func(g *Game) bool { return !g.listOpen && !g.notices.leaving() })
}

func TestRealKeysBookmarksAndClip(t *testing.T) {
	g := open(t, "demoscope1.mvd", sampleMaps(t))
	pointer(t)
	dir := kept(t, g)
	xdotool(t, "key", "b")
	window.until(t, "B has set a bookmark", func(g *Game) bool { return len(g.marks.Marks) == 1 && g.marks.Marks[0].Clock == 10 })
	if b := keptMarks(t, dir); len(b.Marks) != 1 {
		t.Errorf("on disk are %v", b.Marks)
	}
	xdotool(t, "key", "shift+Right")
	window.until(t, "30 s on", func(g *Game) bool { return g.player.Clock() == 40 })
	xdotool(t, "key", "shift+b")
	window.until(t, "Shift+B sets one and asks for its name", func(g *Game) bool {
		return len(g.marks.Marks) == 2 && g.typing.line != nil && len(g.typing.line.Bytes()) == 0
	})
	xdotool(t, "type", "hq2")
	window.until(t, "letters are its name", func(g *Game) bool { return g.naming.line.String() == "hq2" && !g.help })
	saved(t, "naming", window.shoot())
	xdotool(t, "key", "Return")
	window.until(t, "Enter keeps it", func(g *Game) bool { return g.typing.line == nil && g.marks.Marks[1].Name == "hq2" })
	if b := keptMarks(t, dir); b.Marks[1].Name != "hq2" {
		t.Errorf("on disk are %v", b.Marks)
	}
	xdotool(t, "key", "shift+F2")
	window.until(t, "Shift+F2 goes to the one before", func(g *Game) bool { return g.player.Clock() == 10 })
	xdotool(t, "key", "F2")
	window.until(t, "F2 goes to the next", func(g *Game) bool { return g.player.Clock() == 40 })
	xdotool(t, "key", "b")
	window.until(t, "B removes the one that is here", func(g *Game) bool { return len(g.marks.Marks) == 1 })

	xdotool(t, "key", "shift+backslash")
	window.until(t, "there is no clip to loop", func(g *Game) bool { return !g.marks.Loop })
	window.on(func() { g.player.Seek(20) })
	xdotool(t, "key", "shift+bracketleft")
	window.until(t, "{ begins a clip", func(g *Game) bool { return g.marks.In != nil && *g.marks.In == 20 && g.player.Speed() == 1 })
	window.on(func() { g.player.Seek(20.5) })
	window.until(t, "half a second on", func(g *Game) bool { return g.in.Clock == 20.5 })
	xdotool(t, "key", "shift+bracketright", "key", "shift+backslash")
	window.until(t, "} ends it, | loops", func(g *Game) bool { return g.marks.Loop && *g.marks.Out == 20.5 })
	window.on(func() { g.player.Seek(20); g.player.SetPaused(false) })
	turns, last := 0, 20.0
	for end := time.Now().Add(5 * time.Second); turns < 3 && time.Now().Before(end); {
		c := clockOf(g)
		if c < last {
			turns++
		}
		if c < 20-1e-9 || c > 20.5 {
			t.Fatalf("the loop is at %v", c)
		}
		last = c
		time.Sleep(10 * time.Millisecond)
	}
	if turns < 3 {
		t.Errorf("the clip came %d times again", turns)
	}
	saved(t, "clip", window.shoot())
	window.on(func() { g.player.SetSpeed(-1) })
	turns, last = 0, 21.0
	for end := time.Now().Add(5 * time.Second); turns < 2 && time.Now().Before(end); {
		c := clockOf(g)
		if c > last {
			turns++
		}
		last = c
		time.Sleep(10 * time.Millisecond)
	}
	if turns < 2 {
		t.Errorf("backwards the clip came %d times again", turns)
	}
	if b := keptMarks(t, dir); !b.Loop || b.In == nil || *b.In != 20 {
		t.Errorf("on disk the clip is %v", b)
	}
	xdotool(t, "key", "shift+BackSpace")
	window.until(t, "Shift+Backspace forgets it", func(g *Game) bool { return g.marks.In == nil && !g.marks.Loop && g.player.Speed() == -1 })
}

func TestRealPointerOnTheClock(t *testing.T) {
	g := open(t, "demoscope1.mvd", sampleMaps(t))
	pointer(t)
	var bar hud.Bar
	window.on(func() { bar = hud.NewBar(hud.NewLayout(g.hudScreen())) })
	x, y := fmt.Sprint(int(bar.Elapsed.X+bar.Elapsed.W/2)), fmt.Sprint(int(bar.Elapsed.Y+bar.Elapsed.H/2))
	xdotool(t, "key", "y")
	window.until(t, "Y shows the server's clock", func(g *Game) bool { return g.clocks == hud.ClockServer })
	saved(t, "serverclock", window.shoot())
	xdotool(t, "mousemove", x, y, "click", "1")
	window.until(t, "a click the match's", func(g *Game) bool { return g.clocks == hud.ClockMatch })
	saved(t, "matchclock", window.shoot())
	xdotool(t, "key", "y")
	window.until(t, "and then the demo's again", func(g *Game) bool { return g.clocks == hud.ClockViewer })
	x = fmt.Sprint(int(bar.List.X + bar.List.W/2))
	xdotool(t, "mousemove", x, y, "click", "1")
	window.until(t, "the button opens the list", func(g *Game) bool { return g.listOpen })
	xdotool(t, "click", "1")
	window.until(t, "and closes it", func(g *Game) bool { return !g.listOpen })
}

// A file that is dropped takes the place of the one that is shown; one that
// cannot be read changes nothing.
func TestAnotherDemoTakesItsPlace(t *testing.T) {
	g := open(t, "demoscope1.mvd", sampleMaps(t))
	closed := 0
	maps := sampleMaps(t)
	window.on(func() {
		g.close = func() { closed++ }
		g.spoilers = true
		g.open = func(path string) (Options, error) {
			data, err := assets.ReadSample(path)
			if err != nil {
				return Options{}, errors.New("there is no " + path)
			}
			demo, err := formats.Open(path, data)
			if err != nil {
				return Options{}, err
			}
			p := player.New(demo, player.Options{})
			return Options{Player: p, Title: path, Maps: maps, Close: p.Close}, nil
		}
		g.openFile("nothing.dem")
	})
	window.until(t, "it says that there is none", func(g *Game) bool { return g.notices.warning == "there is no nothing.dem" })
	old := g.player
	window.on(func() {
		if closed != 0 || g.player != old {
			t.Error("a failure has closed what was shown")
		}
		g.openFile("demoscope1.dm2")
		g.openFile("demoscope1.dm_71") // the newest wish wins
	})
	window.until(t, "the other demo plays", func(g *Game) bool {
		return g.player != old && g.player.Moment().World.Game == world.Quake3 && g.player.Clock() > 0.1 && g.levels.current != nil
	})
	window.on(func() {
		if closed != 1 || !g.spoilers {
			t.Errorf("closed %d times, spoilers hidden %v", closed, g.spoilers)
		}
	})
	saved(t, "another", window.shoot())
	window.on(func() { g.close(); ebiten.SetWindowTitle(windowTitle("test")) })
}
