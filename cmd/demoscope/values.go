package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"demoscope/render/app"
	"demoscope/render/camera"
)

// size is a flag's value like 1280x720, in pixels.
type size struct {
	Width, Height int
}

// UnmarshalText parses WxH.
func (s *size) UnmarshalText(text []byte) error {
	w, h, ok := strings.Cut(string(text), "x")
	var err1, err2 error
	s.Width, err1 = strconv.Atoi(w)
	s.Height, err2 = strconv.Atoi(h)
	if !ok || err1 != nil || err2 != nil || s.Width < 1 || s.Height < 1 || s.Width > app.MaxShot ||
		s.Height > app.MaxShot {
		return fmt.Errorf("invalid size %q (want WxH, up to %d pixels a side)", text, app.MaxShot)
	}
	return nil
}

// cameraFlag is a flag's value: a camera mode or a position.
type cameraFlag struct {
	How   camera.Mode
	Place *app.Camera // nil for none
}

// UnmarshalText parses a camera mode.
func (c *cameraFlag) UnmarshalText(text []byte) error {
	for _, h := range camera.Modes() {
		if h.String() == string(text) {
			*c = cameraFlag{How: h}
			return nil
		}
	}
	return fmt.Errorf("invalid camera %q (want %s)", text, strings.Join(cameraNames(), ", "))
}

// placedCamera is a cameraFlag that also accepts a position.
type placedCamera struct{ cameraFlag }

// UnmarshalText parses a camera mode or six numbers.
func (c *placedCamera) UnmarshalText(text []byte) error {
	if c.cameraFlag.UnmarshalText(text) == nil {
		return nil
	}
	var at [6]float32
	parts := strings.Split(string(text), ",")
	if len(parts) != len(at) {
		return fmt.Errorf("invalid camera %q (want %s or X,Y,Z,PITCH,YAW,ROLL)", text,
			strings.Join(cameraNames(), ", "))
	}
	for i, p := range parts {
		v, err := number(p)
		if err != nil {
			return err
		}
		if v < -farthest || v > farthest {
			return fmt.Errorf("invalid camera: %s is not between %d and %d", strings.TrimSpace(p), -farthest, farthest)
		}
		at[i] = float32(v)
	}
	c.cameraFlag = cameraFlag{camera.Free, &app.Camera{Origin: [3]float32(at[:3]), Angles: [3]float32(at[3:])}}
	return nil
}

// farthest is the largest coordinate of a camera, in Quake units: eight times the extent of the largest levels, and
// small enough that rounding does not shake the picture.
const farthest = 1 << 20

// cameraNames returns the values of --camera.
func cameraNames() (names []string) {
	for _, h := range camera.Modes() {
		names = append(names, h.String())
	}
	return names
}

func number(s string) (float64, error) {
	v, err := strconv.ParseFloat(strings.TrimSpace(s), 32)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, fmt.Errorf("invalid number %q", s)
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

// UnmarshalText parses a number of degrees.
func (a *angle) UnmarshalText(text []byte) error {
	v, err := number(string(text))
	if err == nil && (v < minFOV || v > maxFOV) {
		err = fmt.Errorf("field of view must be %d to %d degrees", minFOV, maxFOV)
	}
	*a = angle(v)
	return err
}

// views is a flag's value: the number of views.
type views int

// UnmarshalText parses a number of views.
func (v *views) UnmarshalText(text []byte) error {
	n, err := strconv.Atoi(string(text))
	if err != nil || n < 1 || n > app.MaxViews {
		return fmt.Errorf("invalid number of views %q (want 1 to %d)", text, app.MaxViews)
	}
	*v = views(n)
	return nil
}

// renderer is a flag's value.
type renderer struct {
	app.Renderer
}

// UnmarshalText parses the name of a renderer.
func (r *renderer) UnmarshalText(text []byte) error {
	i := slices.Index(app.Renderers[:], string(text))
	if i < 0 {
		return fmt.Errorf("invalid renderer %q (want %s)", text, strings.Join(app.Renderers[:], ", "))
	}
	r.Renderer = app.Renderer(i)
	return nil
}

// lookFlags are the settings that apply to a window, a picture and a film.
type lookFlags struct {
	Display    string `default:"${display}" enum:"${display_choices}" placeholder:"LEVEL" predictor:"display"`
	Chat       *bool  `negatable:""`
	Mode       string `default:"${mode}" enum:"${mode_choices}" placeholder:"MODE" predictor:"mode"`
	Light      string `default:"${light}" enum:"${light_choices}" placeholder:"LIGHT" predictor:"light"`
	Brightness int    `default:"${brightness}" placeholder:"PERCENT"`
	SoundCues  string `default:"${sound_cues}" enum:"${sound_cues_choices}" placeholder:"KIND" predictor:"sound-cues"`
	UIScale    int    `name:"ui-scale" default:"${ui_scale}" placeholder:"PERCENT"`

	ColorScheme string `default:"${color_scheme}" enum:"${color_scheme_choices}" placeholder:"SCHEME"`

	Switches switchFlags `embed:""`
}

// viewsFlag is the number of views in split screen.
type viewsFlag struct {
	Views views `default:"1" placeholder:"N" help:"${views_views_text}"`
}

// windowFlags are the other settings of a window.
type windowFlags struct {
	Clock       string `default:"${clock}" enum:"${clock_choices}" placeholder:"CLOCK" predictor:"clock"`
	Volume      int    `default:"${volume}" placeholder:"PERCENT"`
	VoiceTracks string `default:"${voice_tracks}" enum:"${voice_tracks_choices}" placeholder:"WHO" predictor:"voices"`

	LibrarySort    string   `default:"${library_sort}" enum:"${library_sort_choices}" placeholder:"COLUMN"`
	LibraryColumns []string `default:"${library_columns}" enum:"${library_columns_choices}" placeholder:"COLUMN"`

	Fullscreen bool   `default:"${fullscreen}" negatable:""`
	Place      string `default:"${place}" placeholder:"X,Y"`
	Size       size   `default:"${size}" placeholder:"WxH"`

	Switches switchFlags `embed:""`
}
