package render

import (
	"context"
	"errors"
	"fmt"
	"image"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/assets"
	"demoscope/internal/fault"
	"demoscope/player"
	"demoscope/player/bookmarks"
	levels "demoscope/player/rebuilt"
	"demoscope/player/story"
	"demoscope/render/camera"
	"demoscope/render/hud"
	"demoscope/render/setting"
)

// ShotOptions describe a picture of one moment.
type ShotOptions struct {
	Player *player.Player
	Maps   Maps
	Kept   levels.Kept // as in [Options]
	// At is the moment, in viewer's seconds.
	At            float64
	Width, Height int // pixels
	// Camera is where the picture is taken from; nil for the eye that the Player
	// follows.
	Camera *Camera
	// How is how the camera behaves without one, and Bookmarks has the path for [camera.Along].
	How       camera.How
	Bookmarks *bookmarks.Bookmarks
	// Director is whether the director chooses whom the picture shows.
	Director Director
	Views    int     // as in [Options]
	Watch    []int   // as in [Options]
	FOV      float32 // degrees, horizontal at 4:3; 0 for the demo's own, or else 90
	Choices  setting.Values
	Ghost    Ghost
	Renderer Renderer
	// Offscreen opens a window that is not shown, and calls draw with its graphics card; nil if there is none, which
	// leaves the processor. The error is that of draw, or a [*WindowError].
	Offscreen func(draw func(to offscreen) error) error
	Palette   *assets.Palette // of the game; nil for a built-in one
	Models    *assets.Models  // of the game; nil for figures of our own alone
	// Say is told what the picture lacks; it may be nil.
	Say func(text string)
}

// Camera is a place in Quake units and a direction in degrees (pitch, yaw, roll).
type Camera struct{ Origin, Angles mgl32.Vec3 }

// Shot draws a picture of one moment. With [GPU] it needs a display, but shows no window, and may be called once in a
// process; with [Auto] it goes without if it must. The error is a [*WindowError], or says that the size is out of
// range.
func Shot(o ShotOptions) (*image.RGBA, error) {
	if err := checkSize("a picture", o.Width, o.Height); err != nil {
		return nil, err
	}
	window := o.window()
	s := &shot{options: o, shown: newPicture(&window)}
	defer s.shown.ghost.end()
	if o.Renderer == CPU || o.Offscreen == nil {
		return s.onCPU()
	}
	err := s.guard(func() error {
		return o.Offscreen(func(to offscreen) (err error) {
			if err = checkCard(to, "a picture", o.Width, o.Height); err == nil {
				s.picture = s.shown.shoot(&s.options, to)
			}
			return err
		})
	})
	if o.Renderer == Auto && (errors.As(err, new(*WindowError)) || errors.Is(err, errTooLarge)) {
		return s.onCPU()
	}
	return s.picture, err
}

// window returns the options of the window that shows the picture, which is not shown itself.
func (o *ShotOptions) window() Options {
	w := Options{Player: o.Player, Maps: o.Maps, Kept: o.Kept, Width: minWidth, Height: minHeight, Choices: o.Choices,
		Palette: o.Palette, Models: o.Models, Renderer: o.Renderer, Ghost: o.Ghost, Director: o.Director,
		Views: o.Views, Watch: o.Watch}
	if o.Bookmarks != nil {
		w.Bookmarks = openedAlready(o.Bookmarks)
	}
	return w
}

// aim points the cameras as the options say.
func (vs *views) aim(o *ShotOptions) {
	for _, p := range vs.panes {
		p.camera.FOV = o.FOV
		p.camera.Set(o.How)
	}
	if at := o.Camera; at != nil {
		c := &vs.active.camera
		c.How = camera.Free
		c.Origin, c.Angles = at.Origin, at.Angles
	}
}

// openedAlready returns what gives bookmarks as [Options.Bookmarks] does.
func openedAlready(b *bookmarks.Bookmarks) func() (*bookmarks.Bookmarks, error) {
	return func() (*bookmarks.Bookmarks, error) { return b, nil }
}

// onCPU draws the picture without a window.
func (s *shot) onCPU() (*image.RGBA, error) {
	err := s.guard(func() error { s.picture = s.shown.shootCPU(&s.options); return nil })
	return s.picture, err
}

// guard calls draw. If that panics, the error says at which moment.
func (s *shot) guard(draw func() error) (err error) {
	doing := fmt.Sprintf("showing a picture at %.3f s", s.options.At)
	if failed := fault.Guard(doing, func() { err = draw() }); failed != nil {
		return failed
	}
	return err
}

// indexPoll is how often a picture asks whether its moment has been indexed.
const indexPoll = 5 * time.Millisecond

// MaxShot is the largest side of a picture in pixels: what graphics cards of
// the last fifteen years can draw to. Without one it bounds memory.
const MaxShot = 8192

// checkSize refuses a size in pixels that no picture has; what says what has it.
func checkSize(what string, width, height int) error {
	if width <= 0 || height <= 0 || width > MaxShot || height > MaxShot {
		return fmt.Errorf("%s of %dx%d is not from 1x1 to %dx%d", what, width, height, MaxShot, MaxShot)
	}
	return nil
}

// shot is one picture that is made.
type shot struct {
	options ShotOptions
	shown   *picture
	picture *image.RGBA
}

// shoot draws a moment with the graphics card.
func (pic *picture) shoot(o *ShotOptions, to offscreen) *image.RGBA {
	pic.buildShot(o)
	to.begin(image.Pt(o.Width, o.Height))
	pic.drawOn(to, pic, pic.viewing.display != hud.Clean)
	img := image.NewRGBA(image.Rect(0, 0, o.Width, o.Height))
	to.read(img.Pix)
	return img
}

// shootCPU draws a moment without a window.
func (pic *picture) shootCPU(o *ShotOptions) *image.RGBA {
	pic.cpu = newSoftware()
	pic.buildShot(o)
	return pic.drawCPU(image.Pt(o.Width, o.Height), pic, pic.viewing.display != hud.Clean).Image()
}

// modelPatience bounds how long a picture waits for the models in it: a demo may name
// thousands, and a disk may hang.
const modelPatience = time.Minute

// buildWhole builds the picture of a moment with all models that it shows, and the ghost. It
// returns false if some of that did not come.
func (pic *picture) buildWhole(m *player.Moment) bool {
	return pic.waitForModels(context.Background(), func() { pic.buildScene(m, 0) })
}

// buildModels is buildWhole of a moment that is prepared. It waits no longer than until ctx ends.
func (pic *picture) buildModels(ctx context.Context, m *player.Moment) bool {
	return pic.waitForModels(ctx, func() { pic.buildPanes(m) })
}

// waitForModels builds a picture until it has all models.
func (pic *picture) waitForModels(ctx context.Context, build func()) bool {
	for begun := time.Now(); ; time.Sleep(indexPoll) {
		build()
		models := pic.demo.models
		if (models == nil || !models.Waiting()) && !pic.ghost.seeking() {
			return true
		}
		if time.Since(begun) > modelPatience || ctx.Err() != nil {
			return false
		}
	}
}

// buildShot builds the picture of a moment.
func (pic *picture) buildShot(o *ShotOptions) {
	s, p := pic.demo, &pic.demo.player
	pic.viewing.choose(o.Choices)
	s.marks.take(&s.notices, true)
	p.SetPaused(true)
	p.Seek(o.At)
	for p.Update(0); p.Behind(); {
		p.Update(0)
	}
	// The HUD shows events of the last seconds, and in analyst the next kill.
	ahead := float64(story.KillAhead)
	if !pic.viewing.announces() {
		ahead = 0
	}
	for pic.viewing.display != hud.Clean {
		if known, complete := p.Timeline().Duration(); complete || known > o.At+ahead {
			break
		}
		time.Sleep(indexPoll)
	}
	approximate := p.Moment().World != nil && p.Moment().World.Match.Latest > 0 // until a later part gives the clock
	if pic.viewing.On(shotOverlays) || pic.ghost.known() || o.Director != DirectorOff || approximate {
		p.Timeline().Wait() // what they show may lie anywhere in the demo
	}
	pic.ghost.wait(&s.notices)
	pic.size = hud.Screen{Width: float32(o.Width), Height: float32(o.Height), Scale: 1}
	pic.size.Percent = pic.viewing.uiScale
	pic.aim(o)
	m := p.Moment()
	s.loadMap(m.World)
	pic.stage(pic.directNow) // whom the first view shows decides who is in the others
	pic.arrange(0)
	if n := len(pic.panes); n < pic.viewing.views && o.Say != nil {
		o.Say(fmt.Sprintf("the picture has %s, not %d: the demo shows nobody else at that time", countViews(n),
			pic.viewing.views))
	}
	pic.stage(pic.directNow)
	pic.hudIn.NoBar = true
	if !pic.buildWhole(m) && o.Say != nil {
		o.Say(fmt.Sprintf("not all models were there after %v: the picture lacks some", modelPatience))
	}
	s.notices.picture = true
	pic.tell()
	pic.buildHUD(m, nil)
	if o.Say != nil {
		pic.sayNoRoom("picture", o.Say)
	}
}
