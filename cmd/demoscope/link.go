package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"demoscope/player"
	"demoscope/render/app"
	"demoscope/render/link"
	"demoscope/render/setting"
)

// linkFlag is a flag's value: a link. Everything that does not depend on the demo has been checked.
type linkFlag struct {
	link.Link
	given  bool
	camera placedCamera
	wrong  error // the ignored parts, and why
	nobody error // why the link's player is not followed
}

// UnmarshalText parses a link.
func (f *linkFlag) UnmarshalText(text []byte) (err error) {
	*f = linkFlag{given: true}
	if f.Link, err = link.Parse(string(text)); err != nil {
		return err
	}
	if !(f.Speed >= -player.MaxSpeed && f.Speed <= player.MaxSpeed) {
		return fmt.Errorf("speed=%v is not from %d to %d", f.Speed, -player.MaxSpeed, player.MaxSpeed)
	}
	if f.Mode != "" && !slices.Contains(setting.Find("mode").Choices, f.Mode) {
		return fmt.Errorf("unknown render mode %.60q", f.Mode)
	}
	if f.Camera != "" {
		if f.camera.UnmarshalText([]byte(f.Camera)) != nil {
			return fmt.Errorf("invalid camera=%.60s", f.Camera)
		}
	}
	return nil
}

// parseValidParts parses the valid parts of a link, and keeps the errors of the others for a notice: the web page
// shows a moment even if a part of its address belongs to another program or is cut off.
func (f *linkFlag) parseValidParts(text string) {
	wrong := f.UnmarshalText([]byte(text))
	if wrong == nil {
		return
	}
	*f = linkFlag{given: true, Link: link.Link{Speed: 1}}
	good := ""
	var all []error
	for _, part := range strings.SplitN(text, "&", linkParts) {
		var l linkFlag
		if err := l.UnmarshalText([]byte(good + part)); err == nil {
			*f, good = l, good+part+"&"
		} else if len(all) < linkFaults {
			all = append(all, err)
		}
	}
	if len(all) > 0 {
		wrong = allOf(all)
	}
	f.wrong = wrong
}

// linkParts is the maximum number of parts of an invalid link that are parsed one by one. There are 8 kinds of them.
const linkParts = 32

// linkFaults is the maximum number of invalid parts of a link in a notice.
const linkFaults = 3

// allOf joins errors on one line.
func allOf(list []error) error {
	texts := make([]string, len(list))
	for i, err := range list {
		texts[i] = err.Error()
	}
	return errors.New(strings.Join(texts, "; "))
}

// takeLink applies the link in place of the flags.
func (c *playCmd) takeLink() error {
	l := &c.Link
	if !l.given {
		return nil
	}
	if c.At != nil || c.Speed != 1 || c.Paused || c.Follow != "" {
		return errors.New("--link replaces --at, --speed, --paused and --follow: use one or the other")
	}
	c.At, c.Speed, c.Paused, c.Follow = &moment{value: l.Time}, l.Speed, l.Paused, l.Follow
	if l.Mode != "" {
		c.Mode = l.Mode
	}
	if l.Camera != "" && l.camera.Place == nil {
		c.Camera = l.camera.cameraFlag
	}
	return nil
}

// beginLink places the camera according to the link. It reports the parts of the link that the demo lacks, which are
// then ignored.
func (c *playCmd) beginLink(o *app.Options) {
	l := &c.Link
	o.FreeCamera = l.camera.Place
	if l.nobody != nil {
		o.Notice = joinNotices("link: "+l.nobody.Error(), o.Notice)
		o.Director = c.choice(false)
	}
	if l.wrong != nil {
		o.Notice = joinNotices("link: "+l.wrong.Error(), o.Notice)
	}
}
