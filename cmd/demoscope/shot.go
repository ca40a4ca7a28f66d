//go:build !js

package main

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/alecthomas/kong"

	"demoscope/render"
)

type shotCmd struct {
	At     *moment `placeholder:"TIME" help:"Time: seconds, 12:34, 50%, or -5 from the end; required without --level"`
	Output string  `short:"o" required:"" placeholder:"FILE" predictor:"file" type:"path" help:"${shot_output_text}"`
	Size   size    `default:"1280x720" placeholder:"WxH" help:"Image size in pixels (default: ${default})"`
	viewFlags
	lookFlags
	viewsFlag
	Renderer renderer `default:"auto" placeholder:"NAME" predictor:"renderer" help:"${shot_renderer_text}"`
	File     string   `arg:"" optional:"" predictor:"demo" help:"Demo file (default: the built-in sample)"`
	directorFlag
	othersFlag
	ghostFlags
	levelFlag
	rebuildFlag
	gameData
}

// Validate refuses flags that do not fit together.
func (c *shotCmd) Validate() error {
	if c.At == nil && c.Level == 0 {
		return errors.New("missing --at TIME or --level N")
	}
	if c.Output != "" { // if it is missing, the parser reports it
		if _, err := encoderFor(c.Output); err != nil {
			return err
		}
	}
	if err := c.checkGhost(); err != nil {
		return err
	}
	return c.check()
}

// encoder writes a picture in the form of some kind of file.
type encoder func(io.Writer, image.Image) error

// jpegQuality is between 1 and 100; lines of the wire modes blur below it.
const jpegQuality = 92

// encoderFor returns the encoder for the kind of file that a name ends with.
func encoderFor(path string) (encoder, error) {
	if path == standardStream {
		return png.Encode, nil
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return png.Encode, nil // a device or a pipe; of a folder checkOutput says that it is one
	}
	switch strings.ToLower(filepath.Ext(path)) {
	case ".png":
		return png.Encode, nil
	case ".jpg", ".jpeg":
		return func(w io.Writer, m image.Image) error { return jpeg.Encode(w, m, &jpeg.Options{Quality: jpegQuality}) },
			nil
	}
	return nil, fmt.Errorf("--output: %q is not a .png, .jpg or .jpeg", filepath.Base(path))
}

func (c *shotCmd) Run(s *streams, ctx *kong.Context) error {
	values, err := choices(ctx)
	if err != nil {
		return err
	}
	opened, err := c.gameData.openPaused(s, c.File, &c.othersFlag, &c.Output, "a picture")
	if err != nil {
		return err
	}
	defer opened.close()
	demo, search, p := opened.demo, opened.search, opened.player
	if err := c.seek(s, demo, p, c.At, "picture"); err != nil {
		return err
	}
	s.sayDamage(demo, p.Timeline(), p.Clock())
	shown, err := c.picture(s, demo, search, p, &c.directorFlag)
	if err != nil {
		return err
	}
	shown.Maps, shown.Renderer, shown.Choices, shown.Views = c.maps(s, search).load, c.Renderer.Renderer, values,
		int(c.Views)
	shown.At, shown.Width, shown.Height = p.Clock(), c.Size.Width, c.Size.Height
	if shown.Ghost, err = c.needed(s); err != nil {
		return err
	}
	picture, err := render.Shot(shown)
	if err != nil {
		return withoutWindow(err, "--renderer cpu needs none")
	}
	encode, err := encoderFor(c.Output)
	if err != nil {
		return err
	}
	var file bytes.Buffer
	if err := encode(&file, picture); err != nil {
		return err
	}
	return s.writeFile(c.Output, file.Bytes())
}
