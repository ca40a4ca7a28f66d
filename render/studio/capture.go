//go:build !js

package studio

import (
	"context"
	"errors"
	"fmt"

	"demoscope/internal/fault"
	"demoscope/render/app"
	"demoscope/render/export"
	"demoscope/render/film"
	"demoscope/render/scene"
)

// Capture returns the objects in the level at one moment, with the camera of the picture. The error wraps
// [export.ErrTooLarge].
func Capture(o app.ShotOptions) (a *export.Animation, err error) {
	failed := fault.Guard(placeOf(&o), func() {
		pic := still(&o)
		a = export.New(1, pic.Demo.PlainName)
		err = pic.CaptureInto(context.Background(), a, &o)
	})
	if failed != nil {
		return nil, failed
	}
	return a, err
}

// CaptureFilm returns the objects in a level at the moments of a film, up to the end of the level that the first
// moment is in. progress is called with the number of moments done. The error is [context.Cause] of ctx, or wraps
// [export.ErrTooLarge].
func CaptureFilm(ctx context.Context, o app.ShotOptions, times film.Times,
	progress func(done int)) (a *export.Animation, err error) {
	failed := fault.Guard(placeOf(&o), func() { a, err = captureFilm(ctx, o, times, progress) })
	if failed != nil {
		return nil, failed
	}
	return a, err
}

func captureFilm(ctx context.Context, o app.ShotOptions, times film.Times, progress func(done int)) (*export.Animation,
	error) {
	o.Ghost, o.Renderer = app.Ghost{}, app.CPU
	f := &filming{picture: o.NewPicture(), ctx: ctx, options: &app.FilmOptions{
		ShotOptions: o, Film: film.Options{Times: times}}}
	defer f.picture.Ghost.End()
	defer context.AfterFunc(ctx, o.Player.Close)()
	f.begin()
	a := export.New(times.Rate.Float(), f.picture.Demo.PlainName)
	level := -1
	for i := range times.Count {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		at := times.At(i)
		if n := o.Player.Timeline().LevelAt(at); level < 0 {
			level = n
		} else if n != level {
			break
		}
		f.reach(at, f.dt(i))
		if err := f.picture.CaptureInto(ctx, a, &o); err != nil {
			return nil, err
		}
		progress(i + 1)
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return a, nil
}

var errNoLine = errors.New("there is no line to be seen then")

// Trace returns the visible lines of the picture of one moment, and the names of the players visible in it, unless
// the choices hide names.
func Trace(o app.ShotOptions) (d *export.Drawing, err error) {
	failed := fault.Guard(placeOf(&o), func() {
		pic := still(&o)
		p := pic.Active
		m := pic.MomentIn(p, pic.Demo.Player.Moment())
		// In this mode, faces hide everything behind them, and the brightness of an edge is its distance.
		p.Options.Mode, p.Options.SkipHidden = scene.HiddenLine, true
		p.Scene.Build(m, p.View, p.SceneView(pic.Size.Scale), &p.Options)
		d = &export.Drawing{Width: o.Width, Height: o.Height, Strokes: p.Scene.Strokes()}
		for _, l := range p.Scene.Labels {
			if !l.Unseen {
				l.Text = pic.Demo.PlainName(l.Text)
				d.Labels = append(d.Labels, l)
			}
		}
		if len(d.Strokes) == 0 {
			err = errNoLine
		}
	})
	if failed != nil {
		return nil, failed
	}
	return d, err
}

// placeOf describes the moment, for the report of a bug in this program.
func placeOf(o *app.ShotOptions) string { return fmt.Sprintf("a scene at %.3f s", o.At) }

// still returns a picture with the scene of a moment, including all models.
func still(o *app.ShotOptions) *app.Picture {
	o.Renderer = app.CPU
	pic := o.NewPicture()
	defer pic.Ghost.End()
	pic.BuildShot(o)
	return pic
}
