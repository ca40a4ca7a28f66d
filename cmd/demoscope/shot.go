package main

import (
	"image/png"
	"os"

	"demoscope/player"
	"demoscope/render"
)

type shotCmd struct {
	At     string   `required:"" placeholder:"TIME" help:"When: seconds, 12:34 or 50%."`
	Output string   `short:"o" required:"" placeholder:"FILE.png" type:"path" help:"File to write."`
	Size   size     `default:"1280x720" placeholder:"WxH" help:"Size in pixels."`
	Camera *camera  `placeholder:"X,Y,Z,PITCH,YAW,ROLL" help:"Where from, in Quake units and degrees; the recorder's view if not given."`
	FOV    *float32 `name:"fov" placeholder:"DEGREES" help:"Horizontal field of view at 4:3; wider pictures see more at the sides."`
	Follow string   `placeholder:"PLAYER" help:"Follow a player, by slot number or name."`
	HUD    bool     `name:"hud" default:"true" negatable:"" help:"Draw the status bar and texts."`
	File   string   `arg:"" optional:"" help:"Demo (the built-in sample if none is named)."`
	gameData
}

func (c *shotCmd) Run(s *streams) error {
	demo, err := openDemo(c.File)
	if err != nil {
		return err
	}
	search, err := c.search(demo)
	if err != nil {
		return err
	}
	defer search.Close()
	p := player.New(demo, player.Options{Budget: 1 << 40})
	defer p.Close()
	p.SetPaused(true)
	if err := seekTo(p, c.At); err != nil {
		return err
	}
	if err := follow(p, c.Follow); err != nil {
		return err
	}
	o := render.ShotOptions{
		Player: p, Maps: mapLoader(search), At: p.Clock(),
		Width: c.Size.Width, Height: c.Size.Height, Camera: (*[6]float32)(c.Camera), HUD: c.HUD,
	}
	if c.FOV != nil {
		o.FOV = *c.FOV
	}
	picture, err := render.Shot(o)
	if err != nil {
		return err
	}
	f, err := os.Create(c.Output)
	if err != nil {
		return err
	}
	if err := png.Encode(f, picture); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
