// Package studio makes everything that needs no window: pictures, films, reports of matches, scenes for other
// programs, and benchmarks of drawing a demo. It draws on the processor, or on a graphics card that its caller
// provides.
package studio

import (
	"errors"
	"fmt"
	"image"

	"demoscope/internal/fault"
	"demoscope/render/app"
)

// Shot draws a picture of one moment. With [app.GPU], it needs a display, but shows no window, and may be called once
// per process. With [app.Auto], it falls back to the processor. The error is a [*app.WindowError], or says that the
// size is out of range.
func Shot(o app.ShotOptions) (*image.RGBA, error) {
	if err := checkSize("a picture", o.Width, o.Height); err != nil {
		return nil, err
	}
	s := &shot{options: o, shown: o.NewPicture()}
	defer s.shown.Ghost.End()
	if o.Renderer == app.CPU || o.Offscreen == nil {
		return s.onCPU()
	}
	err := s.guard(func() error {
		return o.Offscreen(func(to app.Offscreen) (err error) {
			if err = app.CheckCard(to, "a picture", o.Width, o.Height); err == nil {
				s.picture = s.shown.Shoot(&s.options, to)
			}
			return err
		})
	})
	if o.Renderer == app.Auto && (errors.As(err, new(*app.WindowError)) || errors.Is(err, app.ErrTooLarge)) {
		return s.onCPU()
	}
	return s.picture, err
}

// shot is a picture in progress.
type shot struct {
	options app.ShotOptions
	shown   *app.Picture
	picture *image.RGBA
}

// onCPU draws the picture without a window.
func (s *shot) onCPU() (*image.RGBA, error) {
	err := s.guard(func() error { s.picture = s.shown.ShootCPU(&s.options); return nil })
	return s.picture, err
}

// guard calls draw. If draw panics, the error contains the moment.
func (s *shot) guard(draw func() error) (err error) {
	doing := fmt.Sprintf("showing a picture at %.3f s", s.options.At)
	if failed := fault.Guard(doing, func() { err = draw() }); failed != nil {
		return failed
	}
	return err
}

// checkSize returns an error for an invalid size in pixels; what names the picture.
func checkSize(what string, width, height int) error {
	if width <= 0 || height <= 0 || width > app.MaxShot || height > app.MaxShot {
		return fmt.Errorf("%s of %dx%d is not from 1x1 to %dx%d", what, width, height, app.MaxShot, app.MaxShot)
	}
	return nil
}
