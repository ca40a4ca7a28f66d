// Package render is the window: what a person does becomes commands, and the
// finished buffers of render/scene and render/hud go to the screen. Nothing
// here knows a file format.
package render

import (
	"math"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"demoscope/assets"
	"demoscope/bsp"
	"demoscope/player"
	"demoscope/player/bookmarks"
	"demoscope/player/timeline"
	"demoscope/player/world"
	"demoscope/render/hud"
	"demoscope/render/scene"
)

// Game plays one demo in a window. Update decides and builds the picture; Draw
// only draws it.
type Game struct {
	player *player.Player
	levels *levels
	camera camera
	read   func(dt float64) *input

	scene   *scene.Scene
	options scene.Options
	hud     *hud.HUD
	in      hud.Input
	screen  screen

	width, height, scale float32 // of the picture, pixels; pixels to a device-independent pixel
	last                 time.Time
	lastView             scene.Camera

	drag       drag
	hold       hold
	jump       jump
	marks      *bookmarks.Bookmarks
	naming     naming
	typing     typing
	open       func(path string) (Options, error)
	opening    opening
	close      func()
	bindings   []Group
	list       *hud.EventList
	listOpen   bool
	scrolling  bool // the pointer holds the list's scroll bar
	shown      hud.ClassSet
	spoilers   bool // what lies ahead is hidden
	clocks     hud.ClockKind
	captured   bool // the pointer turns the camera
	scores     bool
	scoresHeld float64 // seconds since the key of the scoreboard went down
	help       bool
	hidden     bool
	heat       bool
	walked     scene.Walked
	walkedOf   *timeline.Walked
	notices    notices
	quit       bool
	names      bool // the help page has this keyboard's names
}

// drag is a movement of the pointer along the bar's track.
type drag struct {
	active  bool
	paused  bool    // what the clock was before
	from    float32 // where it began, pixels
	snapped bool    // it holds an event's tick and has not moved yet
}

// Options choose what a window shows.
type Options struct {
	// Player plays the demo.
	Player *player.Player
	Maps   Maps
	Title  string
	// Width and Height are of the window, in device-independent pixels; 0
	// stands for 1280x720.
	Width, Height int
	Fullscreen    bool
	Version       string // shown on the help page
	Mode          scene.Mode
	Palette       *assets.Palette // of the game; nil: our own
	// Bookmarks are the viewer's for this demo, saved whenever they change;
	// nil: they are not kept.
	Bookmarks *bookmarks.Bookmarks
	// Keys is the table of keys; nil: Bindings.
	Keys []Group
	// Notice is what a viewer must know from the beginning, of his settings;
	// may be empty.
	Notice string
	// Open opens another demo, which is dropped on the window, at a path. It is
	// called off the drawing goroutine; of the result the size of the window,
	// Fullscreen and Open are not looked at. nil: nothing can be dropped.
	Open func(path string) (Options, error)
	// Close, if it is set, is called when the demo is not shown any longer.
	Close func()
}

func newGame(o *Options) *Game {
	g := &Game{
		player: o.Player, levels: newLevels(o.Maps), camera: newCamera(),
		scene: scene.New(), options: scene.DefaultOptions(),
		width: float32(o.Width), height: float32(o.Height), scale: 1,
		marks: o.Bookmarks, list: hud.NewEventList(), shown: hud.AllClasses,
		open: o.Open, close: o.Close,
	}
	g.bindings = Bindings
	if o.Keys != nil {
		g.bindings = o.Keys
	}
	g.read = newReader(g.bindings).read
	g.notices.warn(o.Notice)
	if g.marks == nil {
		g.marks = &bookmarks.Bookmarks{}
	}
	g.options.Mode, g.options.Palette = o.Mode, o.Palette
	g.in.Version = o.Version
	for _, item := range scene.Legend() {
		g.in.Legend = append(g.in.Legend, legendLine(item))
	}
	return g
}

// maxStep is the longest time, in seconds, that one frame lets pass: after a
// machine slept nobody wants to have missed something.
const maxStep = 0.25

// Update lets the time since the last frame pass.
func (g *Game) Update() error {
	now := time.Now()
	dt := 0.0
	if !g.last.IsZero() {
		dt = min(maxStep, now.Sub(g.last).Seconds())
	}
	g.last = now
	if !g.names {
		// Only a running window knows the keyboard.
		g.in.Help, g.names = helpGroups(g.bindings), true
	}
	g.openDropped()
	g.step(g.read(dt), dt)
	if g.quit {
		return ebiten.Termination
	}
	return nil
}

// step is Update with what a person did.
func (g *Game) step(in *input, dt float64) {
	g.notices.pass(dt)
	g.scoresHeld += dt
	if g.typing.line != nil {
		g.typeKeys(in)
	} else {
		for _, o := range in.orders {
			if g.typing.line == nil {
				g.obey(o)
			}
		}
		if g.typing.line == nil {
			g.holdKeys(in)
		}
	}
	g.point(in)
	if in.scoresReleased && g.scores && g.scoresHeld > holdScores {
		g.scores = false
	}
	if g.typing.line == nil {
		if movesCamera(in) && g.camera.how != HowFly {
			g.takeOff()
		}
		if g.camera.how == HowFly {
			g.camera.fly(&in.held, dt)
		}
	}
	was := g.player.Clock()
	g.player.Update(dt)
	g.loop(was)
	g.build(in)
}

// build makes the picture of the moment.
func (g *Game) build(in *input) {
	m := g.player.Moment()
	g.needPalette(m.World)
	if g.levels.update(m.World, false) {
		g.changeMap()
	}
	g.buildScene(m)
	g.buildHUD(m, in)
}

// needPalette makes sure that there are colours for the game.
func (g *Game) needPalette(w *world.World) {
	if g.options.Palette != nil {
		return
	}
	game := assets.Quake
	if w.Game == world.Quake2 {
		game = assets.Quake2
	}
	g.options.Palette = assets.OwnPalette(game)
}

// changeMap shows the map that the levels have now.
func (g *Game) changeMap() {
	var geometry *scene.Geometry
	g.notices.setMap("", "")
	if c := g.levels.current; c != nil {
		geometry = c.geometry
		short := ""
		if c.m == nil && c.notice != "" {
			short = "No map: " + c.key.name
		}
		g.notices.setMap(c.notice, short)
	}
	g.scene.SetGeometry(geometry)
}

func (g *Game) currentMap() *bsp.Map {
	if g.levels.current == nil {
		return nil
	}
	return g.levels.current.m
}

func (g *Game) buildScene(m *player.Moment) {
	view := g.camera.view(m.Eye, g.currentMap())
	g.lastView = view
	o := &g.options
	o.FirstPerson = g.camera.how == HowEye && m.Eye.Known
	o.Follow = watched(m)
	o.Heat = g.heat
	o.Walked = g.walkedGround()
	g.scene.Build(m, view, g.sceneView(), o)
}

func (g *Game) sceneView() scene.View {
	return scene.View{Width: g.width, Height: g.height, Scale: g.scale}
}

// walkedGround returns the ground that was walked in this level.
func (g *Game) walkedGround() *scene.Walked {
	t := g.player.Timeline()
	w := t.Walked(t.LevelAt(g.player.Clock()))
	if w == nil {
		return nil
	}
	if w != g.walkedOf {
		g.walkedOf = w
		g.walked = scene.Walked{Points: w.Points, Counts: w.Counts}
	}
	return &g.walked
}

// watched returns the slot of whom one watches, world.Nobody if there is
// nobody.
func watched(m *player.Moment) int {
	if !m.Eye.Known {
		return world.Nobody
	}
	return m.Eye.Slot
}

func (g *Game) buildHUD(m *player.Moment, in *input) {
	p, t := g.player, g.player.Timeline()
	h := &g.in
	h.World, h.Clock, h.Time = m.World, m.Clock, m.Time
	h.Duration, h.Complete = p.Duration()
	h.Progress = t.Progress()
	h.PlaybackRate, h.Paused, h.Ended = p.Speed(), p.Paused() && !g.drag.active || g.drag.active && g.drag.paused, p.Ended()
	h.Levels, h.Events = t.Levels(), t.Events()
	h.Watched = watched(m)
	h.View, h.Mode = g.viewName(m), g.options.Mode.String()
	h.Crosshair = g.options.FirstPerson
	h.MouseKnown = in != nil && !g.captured
	if in != nil {
		h.MouseX, h.MouseY = in.x, in.y
	}
	h.Dragging = g.drag.active
	h.Hidden, h.Scores, h.ShowHelp = g.hidden, g.scores, g.help
	h.Palette = g.options.Palette
	h.Messages = g.notices.list(p)
	g.browse(&h.Browsing)
	g.finishHUD()
}

// browse fills in what a viewer wants to see of the events, and his marks.
func (g *Game) browse(b *hud.Browsing) {
	b.Filter, b.NoSpoilers, b.Clocks = g.shown, g.spoilers, g.clocks
	b.Bookmarks, b.Clip = g.marks.Marks, g.clip()
	b.List, b.Naming = nil, nil
	if g.listOpen {
		b.List = g.list
	}
	if g.typing.line == &g.naming.line {
		b.Naming = g.typing.line
	}
}

// finishHUD adds what every HUD has and draws it.
func (g *Game) finishHUD() {
	h := &g.in
	h.Screen = g.hudScreen()
	if g.hud == nil || !g.hud.Fits(h.Screen) {
		g.hud = hud.New(h.Screen.Unit())
	}
	h.Labels = g.scene.Labels
	g.hud.Build(h)
	g.screen.update(g.hud.Atlas())
}

func (g *Game) hudScreen() hud.Screen {
	return hud.Screen{Width: g.width, Height: g.height, Scale: g.scale}
}

// viewName says how the camera behaves.
func (g *Game) viewName(m *player.Moment) string {
	switch {
	case g.camera.how == HowFly:
		return "flying"
	case !m.Eye.Known:
		return "nobody to watch"
	case g.camera.how == HowChase:
		return "from behind"
	case m.Eye.Slot == m.World.Recorder && m.World.View.Known:
		return "recorder's view"
	}
	return "player's view"
}

// Draw draws what Update has built.
func (g *Game) Draw(to *ebiten.Image) {
	if g.hud == nil {
		return
	}
	to.Fill(background)
	g.screen.draw(to, &g.scene.World)
	g.screen.draw(to, &g.scene.Overlay)
	g.screen.draw(to, g.hud.Buffer())
}

// LayoutF makes the picture as large as the window has pixels.
func (g *Game) LayoutF(width, height float64) (float64, float64) {
	scale := ebiten.Monitor().DeviceScaleFactor()
	w, h := math.Ceil(max(1, width*scale)), math.Ceil(max(1, height*scale))
	g.width, g.height, g.scale = float32(w), float32(h), float32(scale)
	return w, h
}

// Layout is never called: there is LayoutF.
func (g *Game) Layout(width, height int) (int, int) { return width, height }
