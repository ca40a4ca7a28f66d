package app

import (
	"context"
	"fmt"
	"image"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/assets"
	"demoscope/player"
	"demoscope/player/bookmarks"
	"demoscope/player/charset"
	levels "demoscope/player/rebuilt"
	"demoscope/player/story"
	"demoscope/render/camera"
	"demoscope/render/film"
	"demoscope/render/hud"
	"demoscope/render/levelmap"
	"demoscope/render/setting"
	"demoscope/render/sound"
)

// ShotOptions describes a picture of one moment.
type ShotOptions struct {
	Player      *player.Player
	Maps        levelmap.Load
	SurveyStore levels.Kept // as in [Options]
	// At is the moment, in viewer's seconds.
	At            float64
	Width, Height int // pixels
	// Camera is the camera's place; nil for the view of the player whom Player follows.
	Camera *Camera
	// Mode is the camera mode if Camera is nil. Bookmarks has the path for [camera.Path].
	CameraMode camera.Mode
	Bookmarks  *bookmarks.Bookmarks
	// Director says whether the director chooses the followed player.
	Director   Director
	Views      int     // as in [Options]
	OtherViews []int   // as in [Options]
	FOV        float32 // degrees, horizontal at 4:3; 0 for the demo's own, or 90 if it has none
	Settings   setting.Values
	Ghost      Ghost
	Renderer   Renderer
	// Offscreen opens a hidden window and calls draw with its graphics card. It is nil if there is none; the CPU then
	// draws. The error is that of draw, or a [*WindowError].
	Offscreen func(draw func(to Offscreen) error) error
	Palette   *assets.Palette // of the game; nil for a built-in one
	Models    *assets.Models  // of the game; nil for fallback models only
	// Say is called with what the picture lacks; it may be nil.
	Say func(text string)
}

// Camera is a place in Quake units and a direction in degrees (pitch, yaw, roll).
type Camera struct{ Origin, Angles mgl32.Vec3 }

// NewPicture returns a picture with these options. Nothing is drawn yet.
func (o *ShotOptions) NewPicture() *Picture {
	w := Options{Demo: Demo{Player: o.Player, Maps: o.Maps, SurveyStore: o.SurveyStore, Palette: o.Palette,
		Models: o.Models, Director: o.Director},
		Width: MinWidth, Height: MinHeight, Settings: o.Settings, Renderer: o.Renderer, Ghost: o.Ghost,
		Views: o.Views, OtherViews: o.OtherViews}
	if o.Bookmarks != nil {
		w.Bookmarks = openedAlready(o.Bookmarks)
	}
	return NewPicture(&w)
}

// Aim points the cameras as the options say.
func (vs *views) Aim(o *ShotOptions) {
	for _, p := range vs.Panes {
		p.Camera.FOV = o.FOV
		p.Camera.Set(o.CameraMode)
	}
	if at := o.Camera; at != nil {
		c := &vs.Active.Camera
		c.Mode = camera.Free
		c.Origin, c.Angles = at.Origin, at.Angles
	}
}

// openedAlready returns a function for [Options.Bookmarks] that returns b.
func openedAlready(b *bookmarks.Bookmarks) func() (*bookmarks.Bookmarks, error) {
	return func() (*bookmarks.Bookmarks, error) { return b, nil }
}

// indexPoll is the time between two checks for the part of the index, or the models, that a picture waits for.
const indexPoll = 5 * time.Millisecond

// MaxShot is the largest side of a picture in pixels, which all graphics cards of the last fifteen years can draw. For
// the CPU, it limits memory.
const MaxShot = 8192

// Shoot draws a moment with the graphics card.
func (pic *Picture) Shoot(o *ShotOptions, to Offscreen) *image.RGBA {
	pic.BuildShot(o)
	to.Begin(image.Pt(o.Width, o.Height))
	pic.DrawOn(to, pic, pic.Viewing.Display != hud.Clean)
	img := image.NewRGBA(image.Rect(0, 0, o.Width, o.Height))
	to.Read(img.Pix)
	return img
}

// ShootCPU draws a moment with the CPU, without a window.
func (pic *Picture) ShootCPU(o *ShotOptions) *image.RGBA {
	pic.CPU = NewSoftware()
	pic.BuildShot(o)
	return pic.DrawCPU(image.Pt(o.Width, o.Height), pic, pic.Viewing.Display != hud.Clean).Image()
}

// ModelPatience is how long a picture waits for its models. A demo may name thousands, and a disk may hang.
const ModelPatience = time.Minute

// buildComplete builds the picture of a moment with all its models and the ghost. It returns false if some of them did
// not load in time.
func (pic *Picture) buildComplete(m *player.Moment) bool {
	return pic.WaitForModels(context.Background(), func() { pic.BuildScene(m, 0) })
}

// BuildModels is like buildComplete, for a moment that is prepared. It stops waiting when ctx ends.
func (pic *Picture) BuildModels(ctx context.Context, m *player.Moment) bool {
	return pic.WaitForModels(ctx, func() { pic.buildPanes(m) })
}

// WaitForModels calls build until the picture has all models and the ghost. It returns false if ModelPatience or ctx
// ends before.
func (pic *Picture) WaitForModels(ctx context.Context, build func()) bool {
	begun, waited := time.Now(), false
	for ; ; time.Sleep(indexPoll) {
		build()
		models := pic.Demo.Models
		if (models == nil || !models.Waiting()) && !pic.Ghost.seeking() {
			if waited { // skins are stored in the order of the picture, not in that of loading
				pic.skins.Forget()
				build()
			}
			return true
		}
		waited = true
		if time.Since(begun) > ModelPatience || ctx.Err() != nil {
			return false
		}
	}
}

// BuildShot builds the picture of the moment in o.
func (pic *Picture) BuildShot(o *ShotOptions) {
	s, p := pic.Demo, &pic.Demo.Player
	pic.Viewing.Apply(o.Settings)
	s.Marks.Take(&s.Notices, true)
	p.SetPaused(true)
	p.Seek(o.At)
	for p.Update(0); p.Behind(); {
		p.Update(0)
	}
	// The HUD shows the events of the last seconds and, in analyst mode, the next kill.
	ahead := float64(story.KillAhead)
	if !pic.Viewing.announcesKills() {
		ahead = 0
	}
	for pic.Viewing.Display != hud.Clean {
		if known, complete := p.Timeline().Duration(); complete || known > o.At+ahead {
			break
		}
		time.Sleep(indexPoll)
	}
	approximate := p.Moment().World != nil && p.Moment().World.Match.Latest > 0 // until a later part has the clock
	if pic.Viewing.On(shotOverlays) || pic.Ghost.known() || o.Director != DirectorOff || approximate {
		p.Timeline().Wait() // they may show something from anywhere in the demo
	}
	pic.Ghost.wait(&s.Notices)
	pic.Size = hud.Screen{Width: float32(o.Width), Height: float32(o.Height), Scale: 1}
	pic.Size.Percent = pic.Viewing.UIScale
	pic.Aim(o)
	m := p.Moment()
	s.LoadMap(m.World)
	pic.WaitHeatMap()
	pic.Stage(pic.directNow) // the players in the other views depend on that in the first
	pic.Arrange(0)
	if n := len(pic.Panes); n < pic.Viewing.Views && o.Say != nil {
		o.Say(fmt.Sprintf("the picture has %s, not %d: the demo shows nobody else at that time", countViews(n),
			pic.Viewing.Views))
	}
	pic.Stage(pic.directNow)
	pic.Input.NoBar = true
	if !pic.buildComplete(m) && o.Say != nil {
		o.Say(fmt.Sprintf("not all models were there after %v: the picture lacks some", ModelPatience))
	}
	s.Notices.Still = true
	pic.UpdateMessages()
	pic.BuildHUD(m, nil)
	if o.Say != nil {
		pic.sayNoRoom("picture", o.Say)
	}
}

// still draws what a window shows, without the bar, open panels and passing messages. The picture must be built anew
// afterwards.
func (pic *Picture) still() *image.RGBA {
	n, m := &pic.Demo.Notices, pic.Demo.Player.Moment()
	card, viewing, was, noBar := pic.CPU, pic.Viewing, n.Still, pic.Input.NoBar
	defer func() { pic.CPU, pic.Viewing, n.Still, pic.Input.NoBar = card, viewing, was, noBar }()
	pic.CPU, n.Still, pic.Input.NoBar = NewSoftware(), true, true
	pic.Viewing.help, pic.Viewing.List = false, false
	pic.UpdateMessages()
	pic.buildPanes(m)
	pic.BuildHUD(m, nil)
	size := image.Pt(int(pic.Size.Width), int(pic.Size.Height))
	return pic.DrawCPU(size, pic, pic.Viewing.Display != hud.Clean).Image()
}

// FilmOptions describes a film of a part of a demo.
type FilmOptions struct {
	// ShotOptions defines the view. At and Ghost are not used. [Auto] means [CPU].
	ShotOptions
	// Film defines the moments, the size and the output. Its Sound is filled in.
	Film film.Options
	// Score is the sound of the demo; nil for silence.
	Score *sound.Score
	// Blur is the number of pictures averaged for each frame: 1 for a sharp one.
	Blur int

	Viewing *viewing // used instead of Settings, unless nil
}

// PlainName returns a name in characters that any program can show.
func (s *Session) PlainName(name string) string {
	if m := s.Player.Moment(); m.World != nil {
		return charset.Plain(m.World.Game, name)
	}
	return name
}
