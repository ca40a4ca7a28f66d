package app

import (
	"math"
	"path/filepath"
	"slices"
	"testing"

	"demoscope/render/camera"
	"demoscope/render/control"
	"demoscope/render/hud"
	"demoscope/render/setting"
)

// put puts fingers on the screen, at x and y of each, for a frame of 1/64 s.
func (r *rig) put(xy ...float32) {
	r.input.fingers = r.input.fingers[:0]
	for i := 0; i+1 < len(xy); i += 2 {
		r.input.fingers = append(r.input.fingers, Touch{control.Finger(i/2 + 7), xy[i], xy[i+1]})
	}
	r.pass(1. / 64)
}

// liftAll lifts all fingers, and lets the frame pass in which a tap ends.
func (r *rig) liftAll() { r.put(); r.pass(1. / 64) }

// tap taps a place.
func (r *rig) tap(x, y float32) {
	r.put(x, y)
	r.put(x+3, y-2) // no finger lies quite still
	r.liftAll()
}

func (r *rig) tapOn(a hud.Rect) { r.tap(a.X+a.W/2, a.Y+a.H/2) }

// swipe moves a finger, in four frames.
func (r *rig) swipe(x0, y0, x1, y1 float32) {
	for i := range 5 {
		k := float32(i) / 4
		r.put(x0+(x1-x0)*k, y0+(y1-y0)*k)
	}
	r.liftAll()
}

// drag moves a finger as swipe does, and holds it still before it is lifted.
func (r *rig) drag(x0, y0, x1, y1 float32) {
	for i := range 5 {
		k := float32(i) / 4
		r.put(x0+(x1-x0)*k, y0+(y1-y0)*k)
	}
	r.lie(x1, y1, 0.4)
	r.liftAll()
}

// lie holds a finger still for seconds.
func (r *rig) lie(x, y float32, seconds float64) {
	for range int(seconds * 64) {
		r.put(x, y)
	}
}

// TestTap: a tap plays and pauses, presses buttons, and chooses names; it never captures the pointer.
func TestTap(t *testing.T) {
	r := newRig(t)
	r.tap(640, 250)
	if r.Demo.Player.Paused() {
		t.Error("a tap on the picture does not play")
	}
	r.tap(640, 250)
	if !r.Demo.Player.Paused() {
		t.Error("a second tap does not pause")
	}
	r.tapOn(r.bar().Play)
	if r.Demo.Player.Paused() {
		t.Error("a tap on the button does not play")
	}
	r.tapOn(r.bar().List)
	if !r.Viewing.List {
		t.Error("a tap does not open the list")
	}
	r.tapOn(r.panel().Close)
	if r.Viewing.List {
		t.Error("a tap does not close the list")
	}
	r.press("Tab")
	for i := range 60 { // down the board, to the line of another player
		who := r.see().Follow
		r.tap(640, 60+float32(i)*8)
		if r.see().Follow != who {
			break
		}
		r.Viewing.scores = true
		if i == 59 {
			t.Error("no tap on the scoreboard follows a player")
		}
	}
	r.Viewing.scores = false
	r.press("G")
	r.press("Esc") // the pointer is free
	r.tap(640, 250)
	if r.Captured || r.Active.Camera.Mode != camera.Free {
		t.Error("a tap while flying captures the pointer, or ends it")
	}
}

// TestTouchedBar: a finger on the track is a moment at once, and playing goes on as before. The bar's parts are
// as large as a finger: in 640x360 the list of a mouse's bar is 25 pixels wide.
func TestTouchedBar(t *testing.T) {
	r := newRig(t)
	// Of a finger the track goes from 208 to 1086.
	r.put(423.5, trackY)
	if got := r.see(); !near(got.Clock, 14.781, 0.02) || r.Input.Held != hud.HeldTrack {
		t.Errorf("on the track: %+v", got)
	}
	r.put(647, trackY-30)
	r.put(647, trackY-300)
	if got := r.see(); !near(got.Clock, 30.112, 0.02) {
		t.Errorf("half of the track: %v", got.Clock)
	}
	r.liftAll()
	if r.Input.Held == hud.HeldTrack || !r.Demo.Player.Paused() || !near(r.see().Clock, 30.112, 0.02) {
		t.Errorf("lifted: %+v", r.see())
	}
	s := hud.Screen{Width: 640, Height: 360, Scale: 1}
	mouse := hud.NewBar(hud.NewLayout(s), false)
	s.Touch = true
	fingers := hud.NewBar(hud.NewLayout(s), false)
	if mouse.List.W != 25 || fingers.List.W != 32 || fingers.Menu.W != 32 || fingers.Back.W != 32 ||
		fingers.Rect.H != 40 {
		t.Errorf("the list is %v wide for a mouse, %v for fingers, a step %v, the bar %v high", mouse.List.W,
			fingers.List.W, fingers.Back.W, fingers.Rect.H)
	}
}

// TestTouchedCamera: a finger turns the camera where a mouse can, fingers that part bring it nearer.
func TestTouchedCamera(t *testing.T) {
	r := newRig(t)
	c := &r.Active.Camera
	r.press("N")
	r.settle()
	who := r.see().Follow
	r.swipe(800, 300, 600, 310)
	next := r.see().Follow
	if next == who || !r.Demo.Player.Paused() {
		t.Errorf("a swipe in the eyes leads from %d to %d", who, next)
	}
	r.swipe(600, 300, 800, 310)
	if got := r.see().Follow; got != who {
		t.Errorf("a swipe back leads to %d", got)
	}
	r.swipe(600, 300, 630, 300)
	r.swipe(600, 200, 700, 400)
	if got := r.see().Follow; got != who || !r.Demo.Player.Paused() {
		t.Errorf("short, and down: %+v", r.see())
	}
	r.swipe(700, 300, 600, 340) // 2.5 times as far across as down
	r.swipe(600, 300, 700, 340)
	r.swipe(700, 300, 600, 360) // 1.7 times
	if got := r.see().Follow; got != who {
		t.Errorf("across and down leads from %d to %d", who, got)
	}
	r.swipe(700, 300, 600, 340)
	if got := r.see().Follow; got != next {
		t.Errorf("across, and a little down, leads to %d, not %d", got, next)
	}
	r.swipe(600, 300, 700, 340)
	r.press("C")
	r.swipe(600, 300, 700, 300)
	if c.Mode != camera.Chase || !near(float64(c.ChaseTurn[1]), -11, 0.01) || r.see().Follow != who {
		t.Errorf("100 points turn by %v degrees", c.ChaseTurn)
	}
	pinch := func(from, to float32) {
		for i := range 9 {
			half := (from + (to-from)*float32(i)/8) / 2
			r.put(640-half, 300, 640+half, 300)
		}
		r.liftAll()
	}
	was := c.Distance
	pinch(100, 200)
	if got := c.Distance / was; !near(float64(got), 0.5, 0.13) { // what it took to be a pinch is not of it
		t.Errorf("fingers twice as far apart bring the camera to %v of the distance", got)
	}
	if !r.Demo.Player.Paused() || r.see().Follow != who {
		t.Errorf("a pinch does more: %+v", r.see())
	}
	// While one turns, a second finger comes down.
	for i := range 4 {
		r.put(500+20*float32(i), 300)
	}
	was, turned := c.Distance, c.ChaseTurn
	for i := range 9 {
		r.put(560-10*float32(i), 300, 660+10*float32(i), 300)
	}
	r.liftAll()
	if c.Distance > was*0.6 || c.ChaseTurn != turned {
		t.Errorf("of one that turned a pinch is made: from distance %v to %v, turned from %v to %v", was, c.Distance,
			turned, c.ChaseTurn)
	}
	c.Set(camera.Eyes)
	r.settle()
	pinch(100, 200)
	if c.Mode != camera.Eyes || c.FOV > 65 || c.FOV < 45 { // tan 45 / 2 is that of 53 degrees / 2
		t.Errorf("in the eyes the field of view is %v", c.FOV)
	}
	r.press("C")
	if c.FOV != 0 {
		t.Error("the next camera keeps the field of view")
	}
	r.press("G")
	r.press("Esc")
	r.settle()
	at := c.Origin
	for i := range 40 { // two fingers up: forward
		y := float32(max(300, 400-5*i))
		r.put(600, y, 680, y)
	}
	way := c.Origin.Sub(at)
	r.liftAll()
	if way.Len() < 50 || !r.Demo.Player.Paused() {
		t.Errorf("two fingers fly %v", way)
	}
	yaw := c.Angles[1]
	r.swipe(600, 300, 700, 300)
	if got := c.Angles[1] - yaw; !near(float64(got), 11, 0.01) {
		t.Errorf("a finger to the right turns by %v, so that the picture does not go with it", got)
	}
}

// TestFingerComesBack: where the second finger comes down again is no movement of the two.
func TestFingerComesBack(t *testing.T) {
	r := newRig(t)
	r.press("N")
	r.settle()
	c := &r.Active.Camera
	for i := range 9 {
		half := 50 + 3*float32(i)
		r.put(640-half, 300, 640+half, 300)
	}
	zoomed := c.FOV
	if zoomed == 0 {
		t.Fatal("a pinch does nothing")
	}
	r.put(566, 300)
	r.put(566, 300, 1100, 300)
	if c.FOV != zoomed {
		t.Errorf("from %v degrees to %v with no finger moved", zoomed, c.FOV)
	}
	r.put(566, 300, 1050, 300)
	if c.FOV <= zoomed {
		t.Errorf("nearer each other again: %v degrees, %v before", c.FOV, zoomed)
	}
	r.liftAll()
	r.press("G")
	r.settle()
	for i := range 4 {
		y := 400 - 8*float32(i)
		r.put(600, y, 680, y)
	}
	r.put(600, 376)
	at := c.Origin
	r.put(600, 376, 1200, 100)
	r.put(600, 376, 1200, 100)
	if way := c.Origin.Sub(at).Len(); way > 1 {
		t.Errorf("flown %v units with no finger moved", way)
	}
}

// TestLongPress: a finger that lies still opens the list of everything, which scrolls with the finger, does what
// is tapped, and is closed by a tap beside it.
func TestLongPress(t *testing.T) {
	r := newRig(t)
	r.lie(640, 250, 0.4)
	if r.finder.open {
		t.Fatal("it opens too soon")
	}
	r.lie(640, 250, 0.2)
	if !r.finder.open {
		t.Fatal("it does not open")
	}
	r.liftAll()
	if !r.Demo.Player.Paused() || !r.finder.open {
		t.Fatal("lifting the finger does more")
	}
	b := hud.NewFinderBox(r.Size)
	if b.Row != 32 || b.Close.W != 32 {
		t.Errorf("a row is %v high, the cross %v", b.Row, b.Close.W)
	}
	x, y := b.Rows.X+100, b.Rows.Y+10*b.Row
	r.drag(x, y, x, y-5*32-4)
	if r.finder.Top != 5 {
		t.Errorf("a finger over five rows scrolls by %d", r.finder.Top)
	}
	r.swipe(x, y, x, y+900)
	if r.finder.Top != 0 || !r.finder.open {
		t.Errorf("back it scrolls to %d", r.finder.Top)
	}
	r.tap(5, 300)
	if r.finder.open {
		t.Error("a tap beside it does not close it")
	}
	r.lie(640, 250, 0.6)
	r.liftAll()
	how := r.Active.Camera.Mode
	r.tap(b.Rows.X+100, b.Rows.Y+b.Row/2) // the next camera, the first row
	if r.finder.open || r.Active.Camera.Mode == how {
		t.Error("a tap on a row does not do it")
	}
	r.lie(640, 250, 0.6)
	r.liftAll()
	r.tapOn(b.Close)
	if r.finder.open {
		t.Error("the cross does not close it")
	}
}

// TestTouchedList: a finger scrolls the list of events, and a tap on a row seeks.
func TestTouchedList(t *testing.T) {
	r := newRig(t)
	r.press("F3")
	r.tap(200, 250) // from here on the rows are as high as a finger
	p := r.panel()
	if p.Row != 32 || p.Chips[0].H != 32 || p.Close.W != 32 || p.Query.H != 32 {
		t.Errorf("row %v, chip %v, cross %v, query %v", p.Row, p.Chips[0].H, p.Close.W, p.Query.H)
	}
	r.Demo.Player.SetPaused(true)
	r.turn(100) // the wheel is a mouse's: up, and back to small rows
	if r.Size.Touch {
		t.Error("a wheel is a finger")
	}
	r.put(200, 250)
	r.liftAll()
	r.Demo.Player.SetPaused(true)
	x, y := p.Rows.X+100, p.Rows.Y+6*p.Row+16
	first, _ := p.Hit(r.Demo.List.Events, x, p.Rows.Y+1)
	_, top := p.Hit(r.Demo.List.Events, x, p.Rows.Y+1)
	was := r.see().Clock
	r.drag(x, y, x, y-3*32-5)
	if _, now := p.Hit(r.Demo.List.Events, x, p.Rows.Y+1); first != hud.ListRow || now-top != 3 ||
		r.see().Clock != was {
		t.Errorf("a finger over three rows scrolls from row %d to %d, and seeks to %v", top, now, r.see().Clock)
	}
	r.tap(x, p.Rows.Y+p.Row/2)
	if r.see().Clock == was {
		t.Error("a tap on a row does not seek")
	}
}

// TestFling: a list goes on behind a finger that was lifted while it moved, slower and slower; a finger that comes
// down stops it and presses nothing, and with reduced motion it stays where the finger left it.
func TestFling(t *testing.T) {
	r := madeHome(t, 3000)
	r.tap(300, 20) // from here on the rows are as high as a finger
	h, table := &r.home, &r.home.table
	top := func() int { r.pass(0); return h.hudIn.Top }
	x, y := h.layout.Rows.X+100, h.layout.Rows.Y+10*32+16
	fling := func() {
		for i := range 9 {
			r.put(x, y-float32(i)*20) // 1280 pixels a second
		}
	}
	fling()
	if got := top(); got != 5 {
		t.Fatalf("160 pixels scroll %d rows of 32", got)
	}
	r.liftAll()
	way := []int{top()}
	for range 4 {
		r.run(16)
		way = append(way, top())
	}
	for i := 2; i < len(way); i++ {
		if way[i]-way[i-1] > way[i-1]-way[i-2] {
			t.Errorf("it does not slow: rows %v after each quarter of a second", way)
		}
	}
	// Without an end 1280 pixels a second that fade in 0.325 s lead 416 pixels on: 13 rows, of which 1.3 are slower
	// than 4 a second.
	if end := way[4]; end < 14 || end > 18 {
		t.Errorf("it ends at row %d", end)
	}
	r.run(64)
	if got := top(); got != way[4] || r.fingers.action != actionNone {
		t.Errorf("after a second it still goes, from %d to %d", way[4], got)
	}

	fling()
	r.liftAll()
	r.run(4)
	at, selected := top(), table.cursor().at
	r.tap(x, y)
	r.run(64)
	if got := top(); got != at || table.cursor().at != selected || !h.shown {
		t.Errorf("a tap leaves it at row %d, not %d; selected %d, was %d", got, at, table.cursor().at, selected)
	}
	r.tap(x, h.layout.Rows.Y+2*32+16)
	if got := table.cursor().at; got != at+2 {
		t.Errorf("another tap selects row %d, want %d", got, at+2)
	}

	fling()
	r.lie(x, y-160, 0.4)
	at = top()
	r.liftAll()
	r.run(64)
	if got := top(); got != at {
		t.Errorf("a finger that lay still before it was lifted leaves it at %d, not %d", got, at)
	}

	r.Viewing.Set(setting.ReducedMotion, true)
	fling()
	at = top()
	r.liftAll()
	r.run(64)
	if got := top(); got != at {
		t.Errorf("with reduced motion it goes on from %d to %d", at, got)
	}
}

// TestFlingEndsWithItsRows: rows that go on when the demo is shown again leave it alone.
func TestFlingEndsWithItsRows(t *testing.T) {
	r := madeHome(t, 3000)
	r.home.below.placeholder = false // there is a demo to go back to
	r.tap(300, 20)
	x, y := r.home.layout.Rows.X+100, r.home.layout.Rows.Y+10*32+16
	for i := range 9 {
		r.put(x, y-float32(i)*20)
	}
	r.liftAll()
	if r.fingers.action != actionCoast {
		t.Fatalf("the rows do not go on: %v", r.fingers.action)
	}
	r.leaveHome()
	r.pass(1. / 64)
	if r.fingers.action != actionNone {
		t.Error("rows that are not there go on")
	}
}

// TestTouchedHome: a finger scrolls the table and the moments, a tap selects a row and a second one plays it, a finger
// that lies still on a row plays nothing, and on the head it opens the columns.
func TestTouchedHome(t *testing.T) {
	r := newHomeRig(t, folderSource{})
	r.dropFolder(sampleFolder(t), 2)
	r.until("the page", func() bool {
		return !r.home.pager.making && r.home.pager.now != nil && r.home.pager.now.complete()
	})
	r.tap(300, 20)
	h := &r.home
	if !h.shown || h.layout.Row != 32 || h.layout.Head.H != 32 || h.layout.Query.H != 32 || h.layout.Chips[0].H != 42 {
		t.Fatalf("row %v, head %v, line %v, chip %v", h.layout.Row, h.layout.Head.H, h.layout.Query.H,
			h.layout.Chips[0].H)
	}
	whole := r.Size
	r.Size.Height = 300 // with less room than the four moments take
	r.pass(0)
	k := h.layout.Parts
	r.drag(k.Rows.X+60, k.Rows.Y+k.Row*1.5, k.Rows.X+60, k.Rows.Y-k.Row*0.5)
	r.pass(0)
	if got := h.hudIn.Page.Top; k.Visible() != 2 || h.hudIn.Page.Count != 4 || got != 2 || !h.shown {
		t.Errorf("a finger over two moments of %d, %d seen, leaves the first at %d", h.hudIn.Page.Count, k.Visible(),
			got)
	}
	r.Size = whole
	r.pass(0)
	row := func(i int) (x, y float32) { return h.layout.Rows.X + 150, h.layout.Rows.Y + float32(i)*32 + 16 }
	x, y := row(1)
	r.tap(x, y)
	if got := h.table.cursor().at; got != 1 || !h.shown {
		t.Errorf("a tap selects row %d", got)
	}
	x, y = row(0)
	r.lie(x, y, 0.7)
	r.liftAll()
	if got := h.table.cursor().at; got != 1 || !h.shown || h.menu.open {
		t.Errorf("a finger that lies on a row selects %d", got)
	}
	r.lie(h.layout.Head.X+50, h.layout.Head.Y+16, 0.7)
	r.liftAll()
	if !h.menu.open {
		t.Error("a finger that lies on the head does not open the columns")
	}
	r.press("Esc")
	x, y = row(1)
	r.tap(x, y)
	r.tap(x, y)
	r.until("the demo", func() bool { return !h.shown })
	if got := filepath.Base(r.Demo.path); got != "demoscope1.dm2" {
		t.Errorf("a second tap plays %s", got)
	}
}

// TestTouchHelp: the help page begins with fingers while they are used, and a tap closes it.
func TestTouchHelp(t *testing.T) {
	r := newRig(t)
	r.press("H")
	if got := r.Input.Help[0].Title; got != "Playback" {
		t.Errorf("before: %s", got)
	}
	for r.Viewing.help {
		r.press("H")
	}
	r.tap(640, 250)
	for _, want := range []string{"Touch screen", "Playback"} {
		r.press("H")
		if got := r.Input.Help[0].Title; got != want || !r.Viewing.help {
			t.Errorf("the help page begins with %s, not %s", got, want)
		}
	}
	r.tap(640, 250) // all keys
	r.tap(640, 250)
	if r.Viewing.help {
		t.Error("a tap does not close it")
	}
	r.move(100, 100)
	r.press("H")
	if got := r.Input.Help[0].Title; got != "Playback" || r.Size.Touch {
		t.Errorf("with a mouse again: %s", got)
	}
}

// TestFingersDoNotAllocate: nor do numbers that are none move anything.
func TestFingersDoNotAllocate(t *testing.T) {
	r := newRig(t)
	r.press("C")
	r.put(600, 300, 700, 300)
	in := r.reader.read(1. / 64)
	if n := allocations(50, 0, func() { r.readFingers(r.reader.read(1./64), 1./64) }); n > 0 || len(in.touches) != 2 {
		t.Errorf("%v allocations", n)
	}
	r.liftAll()
	was := r.Active.Camera.ChaseTurn
	r.put(600, 300)
	r.put(float32(math.Inf(1)), 300)
	r.put(float32(math.NaN()), 1)
	r.liftAll()
	if r.Active.Camera.ChaseTurn != was {
		t.Errorf("turned to %v", r.Active.Camera.ChaseTurn)
	}
}

// Which of two fingers is lifted first does not matter: the other one is no movement of the first.
func TestFirstFingerLifted(t *testing.T) {
	r := newRig(t)
	one := func(id control.Finger, x, y float32) {
		r.input.fingers = append(r.input.fingers[:0], Touch{id, x, y})
		r.pass(1. / 64)
	}
	r.press("N")
	r.settle()
	r.press("C")
	if r.Active.Camera.Mode != camera.Chase {
		t.Fatal(r.Active.Camera.Mode)
	}
	for _, left := range []Touch{{8, 700, 300}, {7, 400, 300}} {
		was, paused := r.Active.Camera.ChaseTurn, r.Demo.Player.Paused()
		r.put(400, 300, 700, 300)
		r.put(400, 300, 700, 300)
		one(left.ID, left.X, left.Y)
		one(left.ID, left.X+20, left.Y)
		for range 64 { // as long as a finger that lies still
			one(left.ID, left.X+20, left.Y)
		}
		r.liftAll()
		if now := r.Active.Camera.ChaseTurn; now != was || r.Demo.Player.Paused() != paused || r.see().Finder {
			t.Errorf("finger %d is lifted last: turned from %v to %v; %+v", left.ID, was, now, r.see())
		}
	}
	// Two fingers that swipe are not lifted at once.
	who := r.see().Follow
	for _, left := range []control.Finger{8, 7} {
		for i := range 9 {
			r.put(800-float32(i)*20, 300, 900-float32(i)*20, 300)
		}
		one(left, 700, 300)
		r.liftAll()
		if got := r.see().Follow; got == who {
			t.Errorf("finger %d is lifted last: a swipe leads to nobody else", left)
		} else {
			who = got
		}
	}

	// A finger that rests beside the one on the bar does not take its place.
	r.put(423.5, trackY)
	r.put(423.5, trackY, 1000, trackY)
	one(8, 1000, trackY)
	if got := r.see().Clock; !near(got, 14.781, 0.02) || r.Input.Held == hud.HeldTrack {
		t.Errorf("at %v s, held %v", got, r.Input.Held)
	}
	r.liftAll()
	if got := r.see().Clock; !near(got, 14.781, 0.02) {
		t.Errorf("lifted at %v s", got)
	}
}

// TestNewcomerWithFingers: who has nothing but fingers reads what they can do, not which key does something,
// and at the end what plays it again.
func TestNewcomerWithFingers(t *testing.T) {
	const hint = "Tap: play, pause. Hold: menu"
	r := newRig(t)
	r.reader.touched = true
	r.panels.help.welcome()
	r.pass(0)
	if got := r.see().Says; got != hint {
		t.Errorf("at first it says %q", got)
	}
	r.pass(4.9)
	if got := r.see().Says; got != hint {
		t.Errorf("after 4.9 s it says %q", got)
	}
	r.pass(0.2)
	r.tap(640, 250)
	r.tap(640, 250)
	r.pass(3)
	if got := r.see().Says; got != "" {
		t.Errorf("it is said again: %q", got)
	}
	r.seek(60)
	r.Demo.Player.SetPaused(false)
	r.pass(0.5)
	r.pass(5)
	if got := r.see().Says; got != "End. Tap to play again." {
		t.Errorf("at the end it says %q", got)
	}
	r.tap(640, 250)
	if r.Demo.Player.Paused() || r.Demo.Player.Clock() > 5 {
		t.Errorf("a tap at the end: at %v s, paused %v", r.Demo.Player.Clock(), r.Demo.Player.Paused())
	}
}

// TestMenuWithFingers: the menu at the bar is there for fingers, too, and a tap on the speed is faster, one
// that lies there slower.
func TestMenuWithFingers(t *testing.T) {
	r := newRig(t)
	r.put(640, 250)
	r.liftAll()
	r.tapOn(r.bar().Menu)
	if !r.finder.open || r.labels()[0] != "Next camera" {
		t.Errorf("the menu is open %v", r.finder.open)
	}
	r.tapOn(r.bar().Menu)
	if r.finder.open {
		t.Error("a second tap does not close it")
	}
	r.tapOn(r.bar().Rate)
	if got := r.see().Speed; got != 1.5 {
		t.Errorf("a tap on the speed makes it %v", got)
	}
	b := r.bar().Rate
	r.put(b.X+b.W/2, b.Y+b.H/2)
	r.lie(b.X+b.W/2, b.Y+b.H/2, 0.6)
	r.liftAll()
	if got := r.see().Speed; got != 1 {
		t.Errorf("a finger that lies on it makes it %v", got)
	}
}

// TestFinderWithFingers: what is usual stands where fingers need not scroll, without keys, and leaves the program, too.
func TestFinderWithFingers(t *testing.T) {
	r := newRig(t)
	first := func() hud.Rect {
		b := hud.NewFinderBox(r.Size)
		return hud.Rect{X: b.Rows.X + 50, Y: b.Rows.Y, W: 20, H: b.Row}
	}
	open := func() {
		r.put(640, 250)
		r.lie(640, 250, 0.6)
		r.liftAll()
	}
	open()
	// As many rows as a phone on its side has room for.
	if got, want := r.labels()[:7], []string{"Next camera", "Free camera", "Director on / off",
		"Scoreboard", "Event list", "Settings", "Close / quit"}; !slices.Equal(got, want) {
		t.Errorf("first are %q", got)
	}
	for _, row := range r.finder.Rows {
		if row.Keys != "" {
			t.Fatalf("%s has a key: %s", row.Label, row.Keys)
		}
	}
	was := r.Active.Camera.Mode
	r.tapOn(first())
	if r.finder.open || r.Active.Camera.Mode == was {
		t.Errorf("the first row: open %v, the camera is still %v", r.finder.open, was)
	}
	leave := func() {
		open()
		at := first()
		at.Y += 6 * at.H
		r.tapOn(at)
	}
	r.tapOn(r.bar().List)
	if key := r.Demo.List.Events.SearchKey; key != "" {
		t.Errorf("the list says that %s searches it", key)
	}
	if leave(); r.Viewing.List || r.quit {
		t.Errorf("the list is open: %v; quit %v", r.Viewing.List, r.quit)
	}
	if leave(); !r.quit {
		t.Error("it is not left")
	}
	r.quit = false
	open()
	at := first()
	at.Y += 5 * at.H
	r.tapOn(at)
	if got := r.finder.Title; got != "Settings: tap to change" {
		t.Errorf("the settings say %q", got)
	}
	r.tapOn(hud.NewFinderBox(r.Size).Close)
	if r.finder.open {
		t.Error("a tap does not close the settings")
	}
	// With keys the list is the same as with a mouse.
	r = newRig(t)
	r.press("Shift+/")
	if row := r.finder.Rows[0]; row.Label != "Help" || row.Keys != "H F1" {
		t.Errorf("first is %+v", row)
	}
}

// TestHintWaits: in a picture so small that messages make room for a kill, a newcomer's hint is seen as long
// as in a large one.
func TestHintWaits(t *testing.T) {
	for _, size := range [][2]float32{{1280, 720}, {390, 844}} {
		r := newRig(t)
		r.Size.Width, r.Size.Height = size[0], size[1]
		r.reader.touched = true
		r.Viewing.Display = hud.Analyst // which shows kills in the middle
		r.seek(0)
		r.Demo.Player.SetPaused(false)
		r.panels.help.welcome()
		seen, waited := 0, 0
		for range 8 * 16 {
			r.pass(1. / 16)
			switch {
			case !r.Demo.Notices.hint.visible():
			case r.HUD.MessagesWait(&r.Input):
				waited++
			default:
				seen++
			}
		}
		if seconds := float64(seen) / 16; !near(seconds, 5, 0.2) || size[0] < 1000 && waited == 0 {
			t.Errorf("%v: it is seen for %v s, and waits in %d pictures", size, seconds, waited)
		}
	}
}
