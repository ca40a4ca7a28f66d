package studio

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"io"
	"sync"

	"demoscope/bsp"
	"demoscope/internal/fault"
	"demoscope/player/director"
	"demoscope/player/world"
	"demoscope/render/app"
	"demoscope/render/camera"
	"demoscope/render/draw"
	"demoscope/render/film"
	"demoscope/render/hud"
	"demoscope/render/raster"
	"demoscope/render/sound"
)

// FastestSound is the highest speed at which a film has sound. Faster sound would not be understandable.
const FastestSound = 4

// MaxBlur is the maximum number of pictures that are averaged for a frame.
const MaxBlur = 64

// Film makes a film. On the processor, it may be called repeatedly and concurrently; for the graphics card, the
// limits of [Shot] apply. It returns the errors of [film.Make], or a [*app.WindowError].
func Film(ctx context.Context, o app.FilmOptions) error {
	size := &o.Film
	if err := checkSize("a film", size.Width, size.Height); err != nil {
		return err
	}
	o.Width, o.Height = size.Width, size.Height
	o.Ghost = app.Ghost{}
	o.Blur = max(1, min(MaxBlur, o.Blur))
	if o.Renderer != app.GPU || o.Offscreen == nil {
		o.Renderer = app.CPU
	}
	f := &filming{picture: o.NewPicture(), options: &o, ctx: ctx}
	defer f.picture.Ghost.End()
	draw := f.make
	if o.Renderer == app.GPU {
		draw = func() error { return o.Offscreen(f.makeOn) }
	}
	var err error
	if failed := fault.Guard(f.place(), func() { err = draw() }); failed != nil {
		return failed
	}
	return err
}

// makeOn makes the film on the graphics card.
func (f *filming) makeOn(to app.Offscreen) error {
	if err := app.CheckCard(to, "a film", f.options.Width, f.options.Height); err != nil {
		return err
	}
	f.card = to
	f.card.Begin(image.Pt(f.options.Width, f.options.Height))
	return f.make()
}

// filming is a film in progress. It plays the demo as a window does, one frame after another, so that movements that
// ease from one picture to the next do so. Other goroutines draw the pictures meanwhile.
type filming struct {
	picture *app.Picture
	options *app.FilmOptions
	ctx     context.Context
	planned int // level of the director's plan, plus 1

	// Shared with the sound, which another goroutine mixes.
	hearing  sync.Mutex
	earAdded sync.Cond                 // signals more ears
	ears     []sound.Ear               // one per frame
	maps     map[world.MapKey]*bsp.Map // of the levels reached so far

	pool    sync.Mutex
	free    []*frameDrawing
	atlas   *image.RGBA   // a copy of the glyphs, which is never modified
	card    app.Offscreen // nil for the processor
	lacking bool          // missing models were reported
	// Overlays that had no room in some picture, and overlays that had room in some.
	hiddenOverlays, shownOverlays hud.OverlaySet
	titleHidden                   bool // a title had no room
}

// make makes the film.
func (f *filming) make() error {
	o := f.options
	// A closed player stops reading, so that a canceled film ends soon.
	defer context.AfterFunc(f.ctx, o.Player.Close)()
	f.begin()
	if f.ctx.Err() != nil {
		return context.Cause(f.ctx)
	}
	if o.Score != nil && o.Film.Times.Speed.Float() <= FastestSound && o.Film.Kind.NeedsFFmpeg() {
		o.Film.Sound = f.mix
		if _, err := sound.NewWAVStream(nil, o.Film.Times.Samples(sound.Rate)); err != nil { // check before drawing
			return fmt.Errorf("%w (the film works without sound)", err)
		}
	}
	f.ears = make([]sound.Ear, 0, o.Film.Times.Count)
	err := film.Make(f.ctx, f, o.Film)
	if err == nil {
		f.sayNoRoom()
	}
	return err
}

func (f *filming) place() string {
	return "filming " + fmt.Sprintf("%.3f s", f.options.Film.Times.From)
}

// begin waits for the parts of the index that the film needs, and sets up the view.
func (f *filming) begin() {
	pic, o := f.picture, f.options
	s, p := pic.Demo, &pic.Demo.Player
	s.Marks.Take(&s.Notices, true)
	p.Timeline().Wait()
	if f.ctx.Err() != nil {
		return // the first picture may take long
	}
	pic.Size = hud.Screen{Width: float32(o.Width), Height: float32(o.Height), Scale: 1}
	pic.Viewing.Apply(o.Settings)
	if v := o.Viewing; v != nil {
		pic.Viewing = *v
	}
	pic.Viewing.Views = max(pic.Viewing.Views, len(pic.Panes))
	pic.Size.Percent = pic.Viewing.UIScale
	pic.Aim(&o.ShotOptions)
	pic.Input.NoBar = true
	s.Notices.Still = true
	// A view that is not paused switches away from a player who is out of sight.
	p.SetPaused(false)
	f.reach(o.Film.Times.From, 0)
}

// reach seeks to a viewer's time of the film, dt seconds after the last picture, and updates everything that changes
// by itself.
func (f *filming) reach(clock, dt float64) {
	pic := f.picture
	s, p := pic.Demo, &pic.Demo.Player
	s.Notices.Advance(dt)
	p.Seek(clock)
	for p.Update(0); p.Behind() && f.ctx.Err() == nil; {
		p.Update(0)
	}
	w := p.Moment().World
	if s.Maps.Current == nil || s.Maps.Current.Key != w.Level().MapKey() {
		s.LoadMap(w)
		pic.WaitHeatMap()
	}
	f.keepMap()
	pic.Stage(f.direct)
	pic.Arrange(dt)
	pic.PrepareScene(p.Moment(), dt)
	pic.UpdateMessages()
}

// direct follows the director's choice of player, and returns how to show that player.
func (f *filming) direct() camera.Stage {
	s := f.picture.Demo
	d, p := &s.Directing, s.Player.Player
	d.Decide(p.Moment().World)
	if !d.On {
		return camera.NoStage
	}
	if level := p.Timeline().LevelAt(p.Clock()); f.planned != level+1 {
		d.Plan = director.Make(p.Timeline(), level, director.Options{Sight: s.Sight()})
		f.planned = level + 1
	}
	return f.picture.FollowPlan()
}

// dt returns the time since the previous picture, in seconds of the film.
func (f *filming) dt(frame int) float64 {
	if frame == 0 {
		return 0
	}
	return 1 / f.options.Film.Times.Rate.Float()
}

// Pass implements [film.Stage].
func (f *filming) Pass(frame int, soon bool) error {
	f.reach(f.options.Film.Times.At(frame), f.dt(frame))
	m := f.picture.Demo.Player.Moment()
	if soon {
		f.build()
	}
	f.hear(f.picture.Ear(m))
	return nil
}

// hear passes the ear for the next frame to the sound.
func (f *filming) hear(ear sound.Ear) {
	f.hearing.Lock()
	f.ears = append(f.ears, ear)
	f.hearing.Unlock()
	f.earAdded.Broadcast()
}

// earOf waits for a frame and returns its ear; false if ctx ends first.
func (f *filming) earOf(ctx context.Context, frame int) (ear sound.Ear, ok bool) {
	f.hearing.Lock()
	defer f.hearing.Unlock()
	for len(f.ears) <= frame {
		if ctx.Err() != nil {
			return sound.Ear{}, false
		}
		f.earAdded.Wait()
	}
	return f.ears[frame], true
}

// keepMap stores the map of the current level for the sound.
func (f *filming) keepMap() {
	c := f.picture.Demo.Maps.Current
	if c == nil {
		return
	}
	f.hearing.Lock()
	defer f.hearing.Unlock()
	if _, there := f.maps[c.Key]; !there {
		if f.maps == nil {
			f.maps = map[world.MapKey]*bsp.Map{}
		}
		f.maps[c.Key] = c.Map
	}
}

// build builds the current picture, with all models.
func (f *filming) build() {
	pic := f.picture
	m := pic.Demo.Player.Moment()
	if !pic.BuildModels(f.ctx, m) && !f.lacking && f.ctx.Err() == nil && f.options.Say != nil {
		f.lacking = true
		f.options.Say(fmt.Sprintf("some models not loaded after %v; the film lacks them", app.ModelPatience))
	}
	pic.BuildHUD(m, nil)
	lack, known := pic.HUD.NoRoom(&pic.Input)
	f.titleHidden = f.titleHidden || pic.HUD.TitleLacksRoom(&pic.Input)
	f.hiddenOverlays |= lack
	f.shownOverlays |= known &^ lack
}

// sayNoRoom reports at the end of a film the overlays that had no room in any of its pictures.
func (f *filming) sayNoRoom() {
	if lack := f.hiddenOverlays &^ f.shownOverlays; lack != 0 && f.options.Say != nil {
		f.options.Say(f.picture.NoRoom(lack, "film"))
	}
}

// Show implements [film.Stage].
func (f *filming) Show(frame int) (film.Picture, error) {
	pic, o := f.picture, f.options
	t := &o.Film.Times
	n := f.frameDrawing()
	blended := o.Blur > 1
	for i := range o.Blur {
		dt := f.dt(frame)
		if blended { // sub-frames are close to each other, and far from those of the previous frame
			dt /= float64(2 * o.Blur)
			if i == 0 {
				dt = f.dt(frame) - dt*float64(o.Blur-1)
			}
		}
		f.reach(t.Sub(frame, i, o.Blur), max(0, dt))
		f.build()
		if i == 0 {
			f.hear(pic.Ear(pic.Demo.Player.Moment()))
		}
		// The HUD over a single view is not blurred. Several views are blurred with their HUDs.
		over := blended && len(pic.Panes) == 1
		if over && i == 0 {
			n.whole = &n.top
			n.top.reset()
			if pic.Viewing.Display != hud.Clean {
				pic.PaintInset(&n.top)
				n.top.Draw(pic.HUD.Buffer())
			}
		}
		if f.card != nil {
			f.shoot(n, i, pic.Viewing.Display != hud.Clean && !over)
			continue
		}
		n.glyphs = f.glyphs()
		pic.Paint(n.next(), pic.Viewing.Display != hud.Clean && !over)
	}
	return n, nil
}

// glyphs returns a copy of the current image of the glyphs that is never modified.
func (f *filming) glyphs() *image.RGBA {
	a := f.picture.HUD.Atlas()
	if f.atlas == nil || !a.TakeDirty().Empty() || f.atlas.Rect != a.Image.Rect {
		f.atlas = &image.RGBA{Pix: append([]byte(nil), a.Image.Pix...), Stride: a.Image.Stride, Rect: a.Image.Rect}
	}
	return f.atlas
}

// frameDrawing returns an empty drawing, which reuses memory if possible.
func (f *filming) frameDrawing() *frameDrawing {
	f.pool.Lock()
	defer f.pool.Unlock()
	var n *frameDrawing
	if k := len(f.free); k > 0 {
		n, f.free = f.free[k-1], f.free[:k-1]
	} else {
		n = &frameDrawing{of: f}
	}
	n.used, n.whole, n.glyphs = 0, nil, nil
	return n
}

// frameDrawing holds everything that is needed to draw a frame: the buffers of all its pictures.
type frameDrawing struct {
	of       *filming
	pictures []*recording
	used     int
	top      recording  // drawn over the mean of the pictures
	whole    *recording // top, or nil
	glyphs   *image.RGBA
	canvas   *app.Software
	sums     []uint32
	shot     *image.RGBA // drawn by the graphics card
}

// next returns the recording for the next picture.
func (n *frameDrawing) next() *recording {
	if n.used == len(n.pictures) {
		n.pictures = append(n.pictures, &recording{})
	}
	r := n.pictures[n.used]
	r.reset()
	n.used++
	return r
}

// Draw implements [film.Picture].
func (n *frameDrawing) Draw() *image.RGBA {
	if n.shot != nil {
		return n.shot
	}
	if n.canvas == nil {
		n.canvas = app.NewSoftware()
	}
	o := n.of.options
	to := n.canvas
	to.Picture.Resize(o.Width, o.Height)
	to.Glyphs = n.glyphs
	if n.used == 1 {
		n.pictures[0].play(to)
		return to.Picture.Image()
	}
	pix := to.Picture.Pix()
	for i, r := range n.pictures[:n.used] {
		r.play(to)
		n.add(i, pix)
	}
	n.mean(n.used, pix)
	if n.whole != nil {
		n.whole.play(to)
	}
	return to.Picture.Image()
}

// add adds the pixels of picture i to the sums. Picture 0 resets the sums.
func (n *frameDrawing) add(i int, pix []byte) {
	if len(n.sums) != len(pix) {
		n.sums = make([]uint32, len(pix))
	}
	if i == 0 {
		clear(n.sums)
	}
	for k, v := range pix {
		n.sums[k] += uint32(v)
	}
}

// mean sets pix to the mean of count pictures.
func (n *frameDrawing) mean(count int, pix []byte) {
	by := uint32(count)
	for k, v := range n.sums {
		pix[k] = uint8((v + by/2) / by)
	}
}

// Done implements [film.Picture].
func (n *frameDrawing) Done() {
	f := n.of
	f.pool.Lock()
	defer f.pool.Unlock()
	f.free = append(f.free, n)
}

// recording is a canvas that records drawing, for another goroutine to replay. Its memory is reused.
type recording struct {
	steps   []step
	buffers []draw.Buffer
	used    int
}

// step is a recorded call to a canvas.
type step struct {
	kind   stepKind
	color  color.RGBA
	bare   raster.Bare
	buffer int
	part   int
	area   image.Rectangle
	shown  *app.Bitmap
}

type stepKind uint8

const (
	stepFill stepKind = iota
	stepDraw
	stepOpen
	stepClose
	stepShow
)

func (r *recording) reset() { r.steps, r.used = r.steps[:0], 0 }

func (r *recording) Fill(c color.RGBA, b raster.Bare) {
	r.steps = append(r.steps, step{kind: stepFill, color: c, bare: b})
}

// Draw takes the contents of a buffer, which is rebuilt for the next picture, and gives it used memory in exchange.
func (r *recording) Draw(b *draw.Buffer) {
	if r.used == len(r.buffers) {
		r.buffers = append(r.buffers, draw.Buffer{})
	}
	own := &r.buffers[r.used]
	own.Reset()
	*own, *b = *b, *own
	r.steps = append(r.steps, step{kind: stepDraw, buffer: r.used})
	r.used++
}

func (r *recording) Open(part int, area image.Rectangle) {
	r.steps = append(r.steps, step{kind: stepOpen, part: part, area: area})
}

func (r *recording) Close() { r.steps = append(r.steps, step{kind: stepClose}) }

func (r *recording) Show(part int, p *app.Bitmap, at image.Point) {
	r.steps = append(r.steps, step{kind: stepShow, part: part, shown: p, area: image.Rectangle{Min: at}})
}

// play replays the recording on a canvas.
func (r *recording) play(to app.Canvas) {
	for i := range r.steps {
		switch s := &r.steps[i]; s.kind {
		case stepFill:
			to.Fill(s.color, s.bare)
		case stepDraw:
			to.Draw(&r.buffers[s.buffer])
		case stepOpen:
			to.Open(s.part, s.area)
		case stepClose:
			to.Close()
		case stepShow:
			to.Show(s.part, s.shown, s.area.Min)
		}
	}
}

// mix writes the sound of the film, heard from the view of its frames.
func (f *filming) mix(ctx context.Context, out io.Writer) error {
	wav, err := sound.NewWAVStream(out, f.options.Film.Times.Samples(sound.Rate))
	if err != nil {
		return err
	}
	if err := f.mixInto(ctx, wav.Add); err != nil {
		return err
	}
	return wav.Close()
}

// mixInto passes the sound of the frames to add, block by block, until that returns false. It waits for the frames,
// which may be built concurrently.
func (f *filming) mixInto(ctx context.Context, add func(l, r []float32) bool) error {
	f.earAdded.L = &f.hearing
	defer context.AfterFunc(ctx, func() {
		f.hearing.Lock() // no goroutine is between checking ctx and waiting
		defer f.hearing.Unlock()
		f.earAdded.Broadcast()
	})()
	o := f.options
	t := &o.Film.Times
	score, more := o.Score, true
	score.Follow = world.Nobody
	score.Maps = func(w *world.World) *bsp.Map { return f.mapOf(w) }
	first, speed := sound.Frame(t.From), t.Speed.Float()
	at := func(block int64) int64 { return first + int64(float64(block*sound.Block)*speed) }
	score.RenderBlocks(at, func(block int64) {
		// Once the frame after the block exists, the map of a level that begins in the block is known.
		if _, ok := f.earOf(ctx, min(t.Count-1, t.Frame((max(0, block)+1)*sound.Block, sound.Rate)+1)); !ok {
			return
		}
		ear, _ := f.earOf(ctx, t.Frame(max(0, block)*sound.Block, sound.Rate))
		score.SetEar(&ear)
	}, func(l, r []float32) bool {
		more = ctx.Err() == nil && add(l, r)
		return more
	})
	for quiet := make([]float32, sound.Block); more && ctx.Err() == nil; { // the demo has ended
		more = add(quiet, quiet)
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

// mapOf returns the map of a level, for the positions of doors; nil if there is none.
func (f *filming) mapOf(w *world.World) *bsp.Map {
	if f.options.Maps == nil {
		return nil
	}
	l := w.Level()
	f.hearing.Lock()
	m, there := f.maps[l.MapKey()]
	f.hearing.Unlock()
	if there {
		return m
	}
	m, _ = f.options.Maps(l)
	return m
}

// shoot draws the current picture on the graphics card. It is picture i of those that are averaged for a frame.
func (f *filming) shoot(n *frameDrawing, i int, withHUD bool) {
	pic := f.picture
	pic.DrawOn(f.card, pic, withHUD)
	if n.shot == nil {
		n.shot = image.NewRGBA(image.Rectangle{Max: f.card.Bounds()})
	}
	f.card.Read(n.shot.Pix)
	count := f.options.Blur
	if count == 1 {
		return
	}
	if n.add(i, n.shot.Pix); i+1 < count {
		return
	}
	n.mean(count, n.shot.Pix)
	if n.whole != nil {
		f.card.Put(n.shot.Pix)
		n.whole.play(f.card)
		f.card.Read(n.shot.Pix)
	}
}

var _ film.Picture = (*frameDrawing)(nil)
var _ app.Canvas = (*recording)(nil)
