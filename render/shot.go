package render

import (
	"context"
	"fmt"
	"image"
	"math"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/assets"
	"demoscope/player"
	"demoscope/player/bookmarks"
	"demoscope/player/charset"
	levels "demoscope/player/rebuilt"
	"demoscope/player/story"
	"demoscope/render/camera"
	"demoscope/render/export"
	"demoscope/render/film"
	"demoscope/render/hud"
	"demoscope/render/scene"
	"demoscope/render/setting"
	"demoscope/render/sound"
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

// indexPoll is how often a picture asks whether its moment has been indexed.
const indexPoll = 5 * time.Millisecond

// MaxShot is the largest side of a picture in pixels: what graphics cards of
// the last fifteen years can draw to. Without one it bounds memory.
const MaxShot = 8192

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

// FilmOptions describe a film of a part of a demo.
type FilmOptions struct {
	// ShotOptions say what is seen and how; At and Ghost are not used. [Auto] is [CPU].
	ShotOptions
	// Film has the moments, the size and where the film goes; its Sound is filled in.
	Film film.Options
	// Score is the sound of the demo; nil for silence.
	Score *sound.Score
	// Blur is how many pictures each frame is the mean of: 1 for a sharp one.
	Blur int

	viewing *viewing // instead of what Choices say
}

// plain returns a name in letters that any program can show.
func (vs *views) plain(name string) string {
	if m := vs.demo.player.Moment(); m.World != nil {
		return charset.Plain(m.World.Game, name)
	}
	return name
}

// captureInto adds the moment that the first view shows, with all models.
func (pic *picture) captureInto(ctx context.Context, a *export.Animation, o *ShotOptions) error {
	p := pic.active
	m := pic.momentIn(p, pic.demo.player.Moment())
	p.options = pic.common(m)
	p.choose(&pic.viewing, m)
	p.scene.SetGeometry(pic.demo.geometry)
	view := p.sees(pic.size.Scale)
	var k *scene.Capture
	if !pic.waitForModels(ctx, func() { k = p.scene.Capture(m, p.view, view, &p.options) }) && o.Say != nil &&
		ctx.Err() == nil {
		o.Say(fmt.Sprintf("not all models were there after %v: the scene lacks some", modelPatience))
		o.Say = nil // once
	}
	aspect := float32(o.Width) / float32(o.Height)
	if !(aspect > 0) || math.IsInf(float64(aspect), 0) {
		aspect = 4. / 3
	}
	return a.Add(p.scene, k, p.view, aspect)
}
