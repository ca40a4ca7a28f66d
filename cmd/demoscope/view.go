package main

import (
	"fmt"

	"demoscope/assets"
	"demoscope/formats"
	"demoscope/player"
	"demoscope/player/bookmarks"
	"demoscope/render/app"
	"demoscope/render/camera"
	"demoscope/render/scene"
	"demoscope/render/window"
)

// viewFlags choose the camera and the followed players of a picture or film.
type viewFlags struct {
	Camera placedCamera `default:"eyes" placeholder:"CAMERA" predictor:"camera" help:"${view_camera_text}"`
	FOV    angle        `name:"fov" placeholder:"DEGREES" help:"${view_fov_text}"`
	Follow string       `placeholder:"PLAYER" help:"${play_follow_text}"`
}

// picture returns the options to draw p with these flags.
func (f *viewFlags) picture(s *streams, demo *formats.Demo, search *assets.Search, p *player.Player,
	director *directorFlag) (o app.ShotOptions, err error) {
	others, err := followAll(p, f.Follow)
	if err != nil {
		return o, fmt.Errorf("%s: %w", demo.File, err)
	}
	var marks *bookmarks.Bookmarks
	if f.Camera.How == camera.Path {
		if marks, err = pathOf(demo); err != nil {
			return o, err
		}
	}
	return app.ShotOptions{
		Player: p, SurveyStore: levelCache(demo), Palette: palette(s, search),
		Models: assets.NewModels(search, scene.BrushModel),
		Camera: f.Camera.Place, CameraMode: f.Camera.How, Bookmarks: marks, FOV: float32(f.FOV), OtherViews: others,
		Director:  director.choice(f.Follow != "" || f.Camera.Place != nil || f.Camera.How == camera.Path),
		Offscreen: window.Offscreen, Say: func(text string) { s.say("%s", text) },
	}, nil
}

// pathOf returns the bookmarks of a demo, which contain its camera path.
func pathOf(demo *formats.Demo) (*bookmarks.Bookmarks, error) {
	marks, err := bookmarks.Open(bookmarks.Dir(), demo.Sum())
	if err != nil {
		return nil, fmt.Errorf("camera path: %w", err)
	}
	if len(marks.Path) == 0 {
		return nil, fmt.Errorf("%s: no camera path for this demo; press ; in the window to add keyframes", demo.File)
	}
	return marks, nil
}

// directorFlag says whether the director chooses the followed player.
type directorFlag struct {
	Director *bool `negatable:"" help:"${director_director_text}"`
}

// choice returns the value of the flag. If it is not given, chosen says whether another flag names the player to
// follow.
func (f *directorFlag) choice(chosen bool) app.Director {
	switch {
	case f.Director == nil && chosen, f.Director != nil && !*f.Director:
		return app.DirectorOff
	case f.Director == nil:
		return app.DirectorAuto
	}
	return app.DirectorOn
}
