package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"demoscope/render"
	"demoscope/render/camera"
	"demoscope/render/scene"
)

// size is a flag's value like 1280x720, in pixels.
type size struct {
	Width, Height int
}

// UnmarshalText reads WxH.
func (s *size) UnmarshalText(text []byte) error {
	w, h, ok := strings.Cut(string(text), "x")
	var err1, err2 error
	s.Width, err1 = strconv.Atoi(w)
	s.Height, err2 = strconv.Atoi(h)
	if !ok || err1 != nil || err2 != nil || s.Width < 1 || s.Height < 1 || s.Width > render.MaxShot || s.Height > render.MaxShot {
		return fmt.Errorf("%q is no size like 1280x720, up to %d a side", text, render.MaxShot)
	}
	return nil
}

// cameraFlag is a flag's value: how the camera behaves, or where it is and looks.
type cameraFlag struct {
	How   camera.How
	Place *render.Camera // nil for none; then it is where How says
}

// UnmarshalText reads one of the ways of watching a player.
func (c *cameraFlag) UnmarshalText(text []byte) error {
	for _, h := range camera.Ways() {
		if h.String() == string(text) {
			*c = cameraFlag{How: h}
			return nil
		}
	}
	return fmt.Errorf("%q is none of %s", text, strings.Join(cameraNames(), ", "))
}

// placedCamera is a cameraFlag that may be a place, too.
type placedCamera struct{ cameraFlag }

// UnmarshalText reads one of the ways, or six numbers.
func (c *placedCamera) UnmarshalText(text []byte) error {
	if c.cameraFlag.UnmarshalText(text) == nil {
		return nil
	}
	var at [6]float32
	parts := strings.Split(string(text), ",")
	if len(parts) != len(at) {
		return fmt.Errorf("a camera is one of %s, or x,y,z,pitch,yaw,roll, not %q", strings.Join(cameraNames(), ", "), text)
	}
	for i, p := range parts {
		v, err := number(p)
		if err != nil {
			return err
		}
		at[i] = float32(v)
	}
	c.cameraFlag = cameraFlag{camera.Free, &render.Camera{Origin: [3]float32(at[:3]), Angles: [3]float32(at[3:])}}
	return nil
}

// cameraNames returns the words of --camera.
func cameraNames() (names []string) {
	for _, h := range camera.Ways() {
		names = append(names, h.String())
	}
	return names
}

func number(s string) (float64, error) {
	v, err := strconv.ParseFloat(strings.TrimSpace(s), 32)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, fmt.Errorf("%q is no number", s)
	}
	return v, nil
}

// angle is a flag's value: a field of view in degrees.
type angle float32

// Limits of the field of view, in degrees.
const (
	minFOV = 1
	maxFOV = 170
)

// UnmarshalText reads a number of degrees.
func (a *angle) UnmarshalText(text []byte) error {
	v, err := number(string(text))
	if err == nil && (v < minFOV || v > maxFOV) {
		err = fmt.Errorf("a field of view is from %d to %d degrees", minFOV, maxFOV)
	}
	*a = angle(v)
	return err
}

// views is a flag's value: how many views there are.
type views int

// UnmarshalText reads a number of views.
func (v *views) UnmarshalText(text []byte) error {
	n, err := strconv.Atoi(string(text))
	if err != nil || n < 1 || n > render.MaxViews {
		return fmt.Errorf("there are 1 to %d views, not %q", render.MaxViews, text)
	}
	*v = views(n)
	return nil
}

// drawMode is a flag's value: how the level is drawn.
type drawMode struct {
	scene.Mode
}

// UnmarshalText reads the name of a mode.
func (d *drawMode) UnmarshalText(text []byte) error {
	for _, m := range modes() {
		if m.String() == string(text) {
			d.Mode = m
			return nil
		}
	}
	return fmt.Errorf("%q is none of %s", text, strings.Join(modeNames(), ", "))
}

// seenSounds is a flag's value: how sounds are shown.
type seenSounds struct{ render.SeenSounds }

// UnmarshalText reads the name of a way.
func (w *seenSounds) UnmarshalText(text []byte) error {
	for _, s := range render.SeenSoundsWays() {
		if s.String() == string(text) {
			w.SeenSounds = s
			return nil
		}
	}
	return fmt.Errorf("%q is none of %s", text, strings.Join(seenSoundsNames(), ", "))
}

// seenSoundsNames returns the words of --show-sounds.
func seenSoundsNames() (names []string) {
	for _, s := range render.SeenSoundsWays() {
		names = append(names, s.String())
	}
	return names
}

// overlays is a flag's value: what is drawn to understand what happens.
type overlays struct{ render.Overlays }

// UnmarshalText reads names of overlays.
func (o *overlays) UnmarshalText(text []byte) (err error) {
	o.Overlays, err = render.ParseOverlays(string(text))
	return err
}

// renderer is a flag's value: what draws pictures.
type renderer struct {
	render.Renderer
}

// UnmarshalText reads the name of a renderer.
func (r *renderer) UnmarshalText(text []byte) error {
	i := slices.Index(render.Renderers[:], string(text))
	if i < 0 {
		return fmt.Errorf("%q is none of %s", text, strings.Join(render.Renderers[:], ", "))
	}
	r.Renderer = render.Renderer(i)
	return nil
}

// modes returns all modes, in the order of the key for them.
func modes() (list []scene.Mode) {
	for m := scene.Mode(0); len(list) == 0 || m != 0; m = m.Next() {
		list = append(list, m)
	}
	return list
}

func modeNames() (names []string) {
	for _, m := range modes() {
		names = append(names, m.String())
	}
	return names
}

// lookFlags say how a moment looks, in a window or a picture.
type lookFlags struct {
	ViewKick bool       `help:"Let strafing, recoil and damage shake the view through a player's eyes, as in the games."`
	Tint     bool       `help:"Let damage and liquids tint the view through a player's eyes." default:"true" negatable:""`
	Inset    bool       `help:"Show in an inset who fights the watched player from outside of the picture." default:"true" negatable:""`
	Sounds   seenSounds `name:"show-sounds" default:"off" placeholder:"WAY" predictor:"sounds" help:"Show what is heard: off, rings where it is, subtitles, or both."`
	Mode     drawMode   `default:"lit" placeholder:"MODE" predictor:"mode" help:"How the level is drawn: lit, shaded, hidden-line or wire."`
	Views    views      `default:"1" placeholder:"N" help:"How many views of the match to show, 1 to 4: --follow says whose, with commas between them; else those who do best."`
}
