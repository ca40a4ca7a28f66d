package main

import (
	"fmt"

	"demoscope/assets"
	"demoscope/formats"
	"demoscope/player"
	"demoscope/player/bookmarks"
	"demoscope/render"
	"demoscope/render/camera"
	"demoscope/render/scene"
)

// viewFlags say from where a picture or a film is taken, and whom it shows.
type viewFlags struct {
	Camera placedCamera `default:"eyes" placeholder:"WAY" predictor:"camera" help:"Where from (${default}): eyes, behind, orbit or above, of a player; path, along the camera's path that was set in the window; or X,Y,Z,PITCH,YAW,ROLL in Quake units and degrees."`
	FOV    angle        `name:"fov" placeholder:"DEGREES" help:"Horizontal field of view at 4:3; wider pictures see more at the sides."`
	Follow string       `placeholder:"PLAYER" help:"Follow a player, by slot number or name, or several, each in a view of his own: A,B."`
}

// picture returns what is drawn from p: all that these flags, the demo and its game say.
func (f *viewFlags) picture(s *streams, demo *formats.Demo, search *assets.Search, p *player.Player,
	director *directorFlag) (o render.ShotOptions, err error) {
	others, err := followAll(p, f.Follow)
	if err != nil {
		return o, fmt.Errorf("%s: %w", demo.File, err)
	}
	var marks *bookmarks.Bookmarks
	if f.Camera.How == camera.Along {
		if marks, err = pathOf(demo); err != nil {
			return o, err
		}
	}
	return render.ShotOptions{
		Player: p, Kept: keptOf(demo), Palette: palette(s, search), Models: assets.NewModels(search, scene.BrushModel),
		Camera: f.Camera.Place, How: f.Camera.How, Bookmarks: marks, FOV: float32(f.FOV), Watch: others,
		Director: director.choice(f.Follow != "" || f.Camera.Place != nil || f.Camera.How == camera.Along),
		Say:      func(text string) { s.say("%s", text) },
	}, nil
}

// pathOf returns the bookmarks of a demo, with the path of its camera.
func pathOf(demo *formats.Demo) (*bookmarks.Bookmarks, error) {
	marks, err := bookmarks.Open(bookmarks.Dir(), demo.Sum())
	if err != nil {
		return nil, fmt.Errorf("the camera's path: %w", err)
	}
	if len(marks.Path) == 0 {
		return nil, fmt.Errorf("%s: the camera has no path here; in the window ; sets its points", demo.File)
	}
	return marks, nil
}
