package main

import (
	"errors"
	"fmt"
	"slices"

	"demoscope/player"
	"demoscope/render"
	"demoscope/render/link"
	"demoscope/render/setting"
)

// linkFlag is a flag's value: a link, of which all is known that can be known without the demo.
type linkFlag struct {
	link.Link
	given  bool
	camera placedCamera
	wrong  error // of whom to follow
}

// UnmarshalText reads a link.
func (f *linkFlag) UnmarshalText(text []byte) (err error) {
	*f = linkFlag{given: true}
	if f.Link, err = link.Parse(string(text)); err != nil {
		return err
	}
	if !(f.Speed >= -player.MaxSpeed && f.Speed <= player.MaxSpeed) {
		return fmt.Errorf("speed=%v in the link is not from %d to %d", f.Speed, -player.MaxSpeed, player.MaxSpeed)
	}
	if f.View != "" && !slices.Contains(setting.Find("mode").Choices, f.View) {
		return fmt.Errorf("view=%.60s in the link is no way to draw a level", f.View)
	}
	if f.Camera != "" {
		if f.camera.UnmarshalText([]byte(f.Camera)) != nil {
			return fmt.Errorf("camera=%.60s in the link is no way to watch, and no place", f.Camera)
		}
	}
	return nil
}

// takeLink lets the link stand for the flags.
func (c *playCmd) takeLink() error {
	l := &c.Link
	if !l.given {
		return nil
	}
	if c.At != nil || c.Speed != 1 || c.Paused || c.Follow != "" {
		return errors.New("--link says what --at, --speed, --paused and --follow say: give either")
	}
	c.At, c.Speed, c.Paused, c.Follow = &moment{value: l.Time}, l.Speed, l.Paused, l.Follow
	if l.View != "" {
		c.Mode = l.View
	}
	if l.Camera != "" && l.camera.Place == nil {
		c.Camera = l.camera.cameraFlag
	}
	return nil
}

// beginLink has the camera where the link says, and says what the demo has not: then it is watched as without a link.
func (c *playCmd) beginLink(o *render.Options) {
	l := &c.Link
	o.Fly = l.camera.Place
	if l.wrong != nil {
		o.Notice = joinNotices("the link: "+l.wrong.Error(), o.Notice)
		o.Director = c.choice(false)
	}
}
