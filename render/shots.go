package render

import (
	"errors"
	"fmt"
	"image"

	"demoscope/internal/fault"
)

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

// shot is one picture that is made.
type shot struct {
	options ShotOptions
	shown   *picture
	picture *image.RGBA
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

// checkSize refuses a size in pixels that no picture has; what says what has it.
func checkSize(what string, width, height int) error {
	if width <= 0 || height <= 0 || width > MaxShot || height > MaxShot {
		return fmt.Errorf("%s of %dx%d is not from 1x1 to %dx%d", what, width, height, MaxShot, MaxShot)
	}
	return nil
}
