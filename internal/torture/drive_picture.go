package torture

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/assets"
	"demoscope/bsp"
	"demoscope/formats/message"
	"demoscope/player"
	"demoscope/player/bookmarks"
	"demoscope/player/scan"
	"demoscope/player/story"
	"demoscope/player/timeline"
	"demoscope/player/world"
	"demoscope/render/draw"
	"demoscope/render/hud"
	"demoscope/render/raster"
	"demoscope/render/scene"
	"demoscope/render/setting"
)

// pictures are what the drives that draw keep from run to run.
type pictures struct {
	maps  map[assets.Game]*scene.Geometry // prepared
	scene *scene.Scene
	huds  map[float32]*hud.HUD // by unit
	built int
	in    hud.Input
	paper *raster.Picture
	// played are moments of a demo of each game to look at changed maps and models with.
	played map[played]*player.Moment
	game   gameLook
	trails []scene.Trail
}

// played is a moment of the demo of a game, in seconds.
type played struct {
	game bsp.Game
	at   float64
}

// gameLook is what of a game's files pictures are drawn with.
type gameLook struct {
	models  *assets.Models
	palette *assets.Palette
	near    *mgl32.Vec3 // what the camera is before; nil for that of the moment
}

// renewed is after how many pictures the scene and the HUD are made anew: what they keep
// must not hide what they allocate.
const renewed = 512

// drawn returns the scene.
func (p *pictures) drawn() *scene.Scene {
	if p.scene == nil || p.built >= renewed {
		p.scene, p.huds, p.built = scene.New(), map[float32]*hud.HUD{}, 0
		p.paper = raster.New(640, 360)
	}
	p.built++
	return p.scene
}

// hudFor returns the HUD of a screen.
func (p *pictures) hudFor(s hud.Screen) *hud.HUD {
	unit := s.Unit()
	if p.huds[unit] == nil {
		p.huds[unit] = hud.New(unit)
	}
	return p.huds[unit]
}

// geometry returns the built-in map of a game.
func (p *pictures) geometry(game assets.Game) (*scene.Geometry, error) {
	if g := p.maps[game]; g != nil {
		return g, nil
	}
	data, err := sampleMap(game)
	if err != nil {
		return nil, err
	}
	m, err := bsp.Load(data)
	if err != nil {
		return nil, err
	}
	if p.maps == nil {
		p.maps = map[assets.Game]*scene.Geometry{}
	}
	g := scene.Prepare(m)
	p.maps[game] = g
	return g, nil
}

// mapsOf are the maps that a demo is drawn with: its own game's most often.
func (b *bench) geometryFor(game string) (*scene.Geometry, error) {
	games := []assets.Game{assets.Game(game), assets.Game(game), "", assets.Quake, assets.Quake2, assets.Quake3}
	switch g := games[b.IntN(len(games))]; g {
	case "":
		return nil, nil
	case assets.QuakeWorld:
		return b.pictures.geometry(assets.Quake)
	default:
		return b.pictures.geometry(g)
	}
}

// scene draws moments of a demo, with the HUD.
func (b *bench) scene(in *Input) (Outcome, error) {
	demo, err := b.demo(in)
	if demo == nil {
		return Refused, err
	}
	p := player.New(demo, player.Options{Index: timeline.Options{Spacing: 16 << 10}, Budget: 1 << 50})
	defer p.Close()
	p.Timeline().Wait()
	duration, _ := p.Duration()
	g, err := b.geometryFor(demo.Game)
	if err != nil {
		return Found, err
	}
	if b.IntN(2) == 0 {
		models, end, err := b.equip(demo.Game)
		if err != nil {
			return Found, err
		}
		b.pictures.game.models = models
		defer func() {
			b.pictures.game = gameLook{}
			end()
		}()
	}
	s := b.pictures.drawn()
	s.SetGeometry(g)
	for range 2 {
		p.Seek(b.Float64() * duration)
		if b.IntN(2) == 0 {
			p.FollowNext(1)
		}
		p.Update(float64(b.IntN(100)) / 1000)
		if err := b.picture(p.Moment(), p); err != nil {
			return Found, err
		}
	}
	return outcomeOf(p.Timeline().Damage()), nil
}

// picture draws one moment as the window does. p may be nil.
func (b *bench) picture(m *player.Moment, p *player.Player) error {
	size := [...][2]float32{{1280, 720}, {640, 360}, {320, 200}, {1, 1}, {3840, 2160}}[b.IntN(5)]
	s := b.pictures.scene
	camera := scene.EyeCamera(m.Eye, 90)
	o := scene.DefaultOptions()
	o.Mode = scene.Mode(b.IntN(4))
	o.Switches = setting.Switches(b.Uint64() & b.Uint64()) // each changed one time in four
	o.Pointers = !o.On(setting.XRay)
	o.FirstPerson = m.Eye.Known && b.IntN(2) == 0
	o.Follow = m.Eye.Slot
	o.Models, o.Palette = b.pictures.game.models, b.pictures.game.palette
	if near := b.pictures.game.near; near != nil {
		yaw := float32(b.IntN(360))
		camera.Angles = mgl32.Vec3{float32(b.IntN(90) - 30), yaw, 0}
		forward, _, _ := camera.Vectors()
		camera.Origin = near.Sub(forward.Mul(float32(int(8) << b.IntN(6))))
		o.FirstPerson = false
		o.Set(setting.Items, true)
	} else if b.IntN(3) == 0 { // flying anywhere
		camera.Origin = mgl32.Vec3{b.coordinate(), b.coordinate(), b.coordinate()}
		camera.Angles = mgl32.Vec3{float32(b.IntN(180) - 90), float32(b.IntN(360)), 0}
		camera.FOV = [...]float32{0, 1, 90, 179}[b.IntN(4)]
	}
	if p != nil {
		t := p.Timeline()
		o.Walked = t.Walked(t.LevelAt(m.Clock))
		b.pictures.trails = b.pictures.trails[:0]
		for slot := range m.World.Players {
			if way := t.Track(slot, m.Clock-scene.TrailSeconds, m.Clock); b.IntN(2) == 0 && len(way) > 0 {
				b.pictures.trails = append(b.pictures.trails, scene.Trail{Slot: slot, Samples: way})
			}
		}
		o.Trails = b.pictures.trails
		o.Kills = story.EventsAt(t.Events(), m.Clock, m.World.Clock, b.IntN(2) == 0)
	}
	s.Build(m, camera, scene.View{Width: size[0], Height: size[1], Scale: 1}, &o)
	if err := drawable("the scene", &s.World, size); err != nil {
		return err
	}
	if err := drawable("what lies over the scene", &s.Overlay, size); err != nil {
		return err
	}
	b.pictures.paper.Draw(&s.World, nil)
	b.pictures.paper.Draw(&s.Overlay, nil)
	s.Pick(size[0]/2, size[1]/2, 50)
	if p == nil {
		return nil
	}
	in := &b.pictures.in
	t := p.Timeline()
	*in = hud.Input{
		Screen: hud.Screen{Width: size[0], Height: size[1], Scale: 1}, World: m.World,
		Sides: m.World.Sides(in.Sides[:0]), Clock: m.Clock, Time: m.Time,
		Progress: t.Progress(), PlaybackRate: p.Speed(), Paused: p.Paused(), Ended: p.Ended(), Levels: t.Levels(),
		Events:  t.Events(),
		Watched: m.Eye.Slot, Crosshair: o.FirstPerson, View: "eyes", Mode: o.Mode.String(), MouseKnown: b.IntN(2) == 0,
		MouseX: b.Float32() * size[0], MouseY: b.Float32() * size[1],
		Display: hud.Display(b.IntN(len(hud.Displays))), NoBar: b.IntN(8) == 0, Scores: b.IntN(3) == 0,
		ShowHelp: b.IntN(32) == 0,
		Labels:   s.Labels, Pointers: s.Pointers, Attacker: s.Attacker, Kill: s.Kill, Matchup: s.Matchup,
		Bodies:   s.Bodies,
		Palette:  o.Palette,
		Messages: []hud.Message{{Text: "A message"}},
	}
	in.Duration, in.Complete = p.Duration()
	in.Gaps, _ = t.Gaps()
	in.Switches = setting.Switches(b.Uint64() & b.Uint64())
	in.Filter, in.Clocks = hud.ClassSet(b.IntN(1<<hud.ClassCount)), hud.ClockKind(b.IntN(int(hud.ClockCount)))
	in.Bookmarks = []bookmarks.Mark{{Clock: in.Duration / 2, Name: "one"}, {Clock: 1e9, Name: "two"}}
	in.Overlays = hud.Overlays{
		Team: b.IntN(2) == 0, Timers: b.IntN(2) == 0, Velocity: b.IntN(2) == 0, Buttons: b.IntN(2) == 0,
		Items: t.Items(t.LevelAt(m.Clock)), Speed: hud.Speed{Now: -1},
	}
	if slot := m.Eye.Slot; slot >= 0 && slot < len(m.Poses) && m.World.Players[slot].Visible {
		in.Speed.Now, in.Speed.Track = m.Velocity(slot).Vec2().Len(), t.Track(slot, m.Clock-hud.SpeedSeconds, m.Clock)
	}
	if b.IntN(3) == 0 {
		in.List = hud.NewEventList()
	}
	h := b.pictures.hudFor(in.Screen)
	h.Build(in)
	if err := drawable("the HUD", h.Buffer(), size); err != nil {
		return err
	}
	b.pictures.paper.Draw(h.Buffer(), h.Atlas().Image)
	h.ScoreAt(in.MouseX, in.MouseY)
	h.Snap(in, in.MouseX)
	if in.List != nil {
		panel := hud.NewPanel(in.Screen)
		for i := range min(in.List.Len(), 20) {
			in.List.Row(i)
		}
		panel.Hit(in.List, in.MouseX, in.MouseY)
	}
	return nil
}

// coordinate returns a place that a camera may come to.
func (b *bench) coordinate() float32 {
	if b.IntN(8) == 0 {
		return [...]float32{0, 1e9, -1e9, 32768, -32768, 1e30}[b.IntN(6)]
	}
	return (b.Float32() - 0.5) * 4096
}

// maxVertices is how many vertices a picture may have: the largest maps have a tenth of
// them in view.
const maxVertices = 4 << 20

// drawable requires that a GPU can draw a buffer: whole triangles, indices that have a
// vertex, numbers that are numbers.
func drawable(what string, b *draw.Buffer, size [2]float32) error {
	if len(b.Indices)%3 != 0 {
		return fmt.Errorf("%s has %d indices", what, len(b.Indices))
	}
	if len(b.Vertices) > maxVertices {
		return fmt.Errorf("%s has %d vertices", what, len(b.Vertices))
	}
	for _, i := range b.Indices {
		if int(i) >= len(b.Vertices) {
			return fmt.Errorf("%s has a triangle with vertex %d of %d", what, i, len(b.Vertices))
		}
	}
	for i := range b.Vertices {
		v := &b.Vertices[i]
		if f := float64(v.X) + float64(v.Y) + float64(v.U) + float64(v.V) + float64(v.R) + float64(v.G) + float64(v.B) +
			float64(v.A); math.IsNaN(f) || math.IsInf(f, 0) {
			return fmt.Errorf("%s has a vertex %+v", what, *v)
		}
	}
	return nil
}

// level loads a map and draws it with a demo of our own in it.
func (b *bench) level(in *Input) (Outcome, error) {
	m, err := bsp.Load(in.Data)
	if err != nil {
		return Refused, nil
	}
	g := scene.Prepare(m)
	moment, err := b.pictures.moment(m.Version.Game(), moments[b.IntN(len(moments))])
	if err != nil {
		return Found, err
	}
	b.flicker(moment.World)
	s := b.pictures.drawn()
	s.SetGeometry(g)
	for range 3 {
		if err := b.picture(moment, nil); err != nil {
			return Found, err
		}
	}
	s.SetGeometry(nil)
	if b.IntN(4) == 0 {
		lit := append([]byte("QLIT\x01\x00\x00\x00"), make([]byte, 300)...)
		_ = m.AttachLit(lit)
	}
	return Whole, nil
}

// moments are the times of the demos of our own that are drawn with changed files, in
// seconds: at some somebody is dead, or carries something.
var moments = [...]float64{4, 20, 37}

// moment returns a moment of a demo of our own.
func (p *pictures) moment(game bsp.Game, at float64) (*player.Moment, error) {
	if m := p.played[played{game, at}]; m != nil {
		return m, nil
	}
	name := map[bsp.Game]string{bsp.Quake: "demoscope1_p15.dem", bsp.Quake2: "demoscope1.dm2",
		bsp.Quake3: "demoscope1.dm_71"}[game]
	data, err := assets.ReadSample(name)
	if err != nil {
		return nil, err
	}
	format := map[bsp.Game]string{bsp.Quake: "dem", bsp.Quake2: "dm2", bsp.Quake3: "dm3"}[game]
	c := scan.NewCursor(format, openAs(format, name, data).Decoder())
	c.Reach(at, nil)
	m := &player.Moment{}
	m.Show(c.World, c.World.Clock, world.Nobody)
	if p.played == nil {
		p.played = map[played]*player.Moment{}
	}
	p.played[played{game, at}] = m
	return m, nil
}

// flicker gives a world light styles that no game has.
func (b *bench) flicker(w *world.World) {
	const ofQuake2 = 32 + 3*256 // the first configstring that is a light style
	m := maker{Rand: b.Rand}
	for style := range 64 {
		switch w.Game {
		case world.Quake:
			w.Apply(&message.LightStyle{Style: uint8(style), Text: m.text()})
		case world.Quake2:
			w.Apply(&message.ConfigString{Index: uint16(ofQuake2 + style), Text: m.text()})
		}
	}
}
