package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"demoscope/render"
	"demoscope/render/camera"
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
	if !ok || err1 != nil || err2 != nil || s.Width < 1 || s.Height < 1 || s.Width > render.MaxShot ||
		s.Height > render.MaxShot {
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
		return fmt.Errorf("a camera is one of %s, or x,y,z,pitch,yaw,roll, not %q", strings.Join(cameraNames(), ", "),
			text)
	}
	for i, p := range parts {
		v, err := number(p)
		if err != nil {
			return err
		}
		if v < -farthest || v > farthest {
			return fmt.Errorf("a camera's numbers are from %d to %d, not %s", -farthest, farthest, strings.TrimSpace(p))
		}
		at[i] = float32(v)
	}
	c.cameraFlag = cameraFlag{camera.Free, &render.Camera{Origin: [3]float32(at[:3]), Angles: [3]float32(at[3:])}}
	return nil
}

// farthest is how far from the middle of a level a camera may be, in Quake units: eight times as far as the
// largest levels reach, and near enough that rounding does not shake the picture.
const farthest = 1 << 20

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

// lookFlags say how a moment looks, in a window or a picture. They are settings.
type lookFlags struct {
	Mode         string   `default:"${mode}" enum:"${mode_choices}" placeholder:"MODE" predictor:"mode" help:"${mode_help}"`
	Brightness   int      `default:"${brightness}" placeholder:"PERCENT" help:"${brightness_help}"`
	XRay         bool     `name:"x-ray" default:"${x_ray}" negatable:"" help:"${x_ray_help}"`
	Inset        bool     `default:"${inset}" negatable:"" help:"${inset_help}"`
	Foretell     bool     `default:"${foretell}" negatable:"" help:"${foretell_help}"`
	Tint         bool     `default:"${tint}" negatable:"" help:"${tint_help}"`
	ViewKick     bool     `default:"${view_kick}" negatable:"" help:"${view_kick_help}"`
	WalkedGround bool     `default:"${walked_ground}" negatable:"" help:"${walked_ground_help}"`
	Display      string   `default:"${display}" enum:"${display_choices}" placeholder:"LEVEL" predictor:"display" help:"${display_help}"`
	Hide         []string `enum:"${hide_choices}" placeholder:"PART" predictor:"hide" help:"${hide_help}"`
	Overlay      []string `enum:"${overlay_choices}" placeholder:"NAME" predictor:"overlay" help:"${overlay_help}"`
	ShowSounds   string   `default:"${show_sounds}" enum:"${show_sounds_choices}" placeholder:"WAY" predictor:"sounds" help:"${show_sounds_help}"`
	UIScale      int      `name:"ui-scale" default:"${ui_scale}" placeholder:"PERCENT" help:"${ui_scale_help}"`
	Colours      string   `default:"${colours}" enum:"${colours_choices}" placeholder:"SET" predictor:"colours" help:"${colours_help}"`
	Reduced      bool     `name:"reduced-motion" default:"${reduced_motion}" negatable:"" help:"${reduced_motion_help}"`
}

// viewsFlag says how many views there are beside each other.
type viewsFlag struct {
	Views views `default:"1" placeholder:"N" help:"${views_views_text}"`
}

// windowFlags are the settings of a window beside those of its picture.
type windowFlags struct {
	Spoilers   bool     `default:"${spoilers}" negatable:"" help:"${spoilers_help}"`
	Preview    bool     `name:"seek-preview" default:"${seek_preview}" negatable:"" help:"${seek_preview_help}"`
	Clock      string   `default:"${clock}" enum:"${clock_choices}" placeholder:"CLOCK" predictor:"clock" help:"${clock_help}"`
	Volume     int      `default:"${volume}" placeholder:"PERCENT" help:"${volume_help}"`
	Mute       bool     `default:"${mute}" negatable:"" help:"${mute_help}"`
	Pitch      bool     `name:"pitch-follows-speed" default:"${pitch_follows_speed}" negatable:"" help:"${pitch_follows_speed_help}"`
	Silent     []string `enum:"${silent_choices}" placeholder:"KIND" predictor:"silent" help:"${silent_help}"`
	Sort       string   `name:"library-sort" default:"${library_sort}" enum:"${library_sort_choices}" placeholder:"COLUMN" help:"${library_sort_help}"`
	Columns    []string `name:"library-columns" default:"${library_columns}" enum:"${library_columns_choices}" placeholder:"COLUMN" help:"${library_columns_help}"`
	Fullscreen bool     `default:"${fullscreen}" negatable:"" help:"${fullscreen_help}"`
	Place      string   `default:"${place}" placeholder:"X,Y" help:"${place_help}"`
	Size       size     `default:"${size}" placeholder:"WxH" help:"${size_help}"`
}
