//go:build !js

package main

import (
	"bytes"
	"context"
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

	"demoscope/formats"
	"demoscope/internal/humanize"
	"demoscope/player"
	"demoscope/player/charset"
	"demoscope/render/app"
	"demoscope/render/film"
	"demoscope/render/studio"
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

// Validate returns an error for flags that do not fit together.
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

// encoder writes a picture in a file format.
type encoder func(io.Writer, image.Image) error

// jpegQuality is between 1 and 100. Below it, lines of the wire modes blur.
const jpegQuality = 92

// encoderFor returns the encoder for the extension of a name.
func encoderFor(path string) (encoder, error) {
	if path == standardStream {
		return png.Encode, nil
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return png.Encode, nil // a device or a pipe; checkOutput reports a folder
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
	if m := p.Moment(); c.Follow != "" && c.Camera.Place == nil && !m.Eye.Known {
		who := &m.World.Players[p.Following()]
		s.say("warning: %s is out of sight at this time", charset.Plain(m.World.Game, who.Name))
	}
	shown.Maps, shown.Renderer, shown.Settings, shown.Views = c.maps(s, search).load, c.Renderer.Renderer, values,
		int(c.Views)
	shown.At, shown.Width, shown.Height = p.Clock(), c.Size.Width, c.Size.Height
	if shown.Ghost, err = c.needed(s); err != nil {
		return err
	}
	picture, err := studio.Shot(shown)
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

type sceneCmd struct {
	At     *moment `placeholder:"TIME" xor:"at-from,at-to" help:"Time: seconds, 12:34, 50%, or -5 from the end"`
	From   *moment `placeholder:"TIME" xor:"at-from" help:"Start of an animation (default: the start)"`
	To     *moment `placeholder:"TIME" xor:"at-to" help:"End of an animation, at most the end of the level"`
	Output string  `short:"o" required:"" placeholder:"FILE" predictor:"file" type:"path" help:"${scene_output_text}"`
	FPS    ratio   `name:"fps" default:"30" placeholder:"N" help:"Frames per second (default: ${default})"`
	Size   size    `default:"1280x720" placeholder:"WxH" help:"${scene_size_text}"`
	Print  bool    `help:"Draw dark lines without background, for paper (.svg)"`
	viewFlags
	lookFlags
	File string `arg:"" optional:"" predictor:"demo" help:"Demo file (default: the built-in sample)"`
	directorFlag
	othersFlag
	levelFlag
	rebuildFlag
	gameData
}

// The formats of a scene, by file extension.
const (
	glbExtension = ".glb"
	svgExtension = ".svg"
)

// form returns the extension of the file.
func (c *sceneCmd) form() string { return strings.ToLower(filepath.Ext(c.Output)) }

// Validate returns an error for flags that do not fit together.
func (c *sceneCmd) Validate() error {
	animated := c.From != nil || c.To != nil
	switch form := c.form(); {
	case c.Output == "": // the parser reports the missing flag
	case form != glbExtension && form != svgExtension:
		return fmt.Errorf("--output: scenes are %s or %s files, not %q", glbExtension, svgExtension,
			filepath.Base(c.Output))
	case form == svgExtension && animated:
		return errors.New("an .svg shows one moment: use --at")
	case form == glbExtension && c.Print:
		return errors.New("--print needs an .svg output")
	}
	if c.At == nil && !animated {
		return errors.New("missing --at TIME, or --from or --to")
	}
	if err := checkFPS(c.FPS); err != nil {
		return err
	}
	return c.check()
}

func (c *sceneCmd) Run(s *streams, ctx *kong.Context) error {
	values, err := choices(ctx)
	if err != nil {
		return err
	}
	opened, err := c.gameData.openPaused(s, c.File, &c.othersFlag, &c.Output, "a scene")
	if err != nil {
		return err
	}
	defer opened.close()
	demo, search, p := opened.demo, opened.search, opened.player
	times, err := c.times(s, demo, p)
	if err != nil {
		return err
	}
	s.sayDamage(demo, p.Timeline(), p.Clock())
	shown, err := c.picture(s, demo, search, p, &c.directorFlag)
	if err != nil {
		return err
	}
	if len(shown.OtherViews) > 0 {
		return fmt.Errorf("--follow: a scene has one camera, but %q names %d players", c.Follow,
			1+len(shown.OtherViews))
	}
	shown.Maps, shown.Settings, shown.Views = c.maps(s, search).load, values, 1
	shown.At, shown.Width, shown.Height = p.Clock(), c.Size.Width, c.Size.Height
	var file bytes.Buffer
	if c.form() == svgExtension {
		drawing, err := studio.Trace(shown)
		if err != nil {
			return fmt.Errorf("%s: %w", demo.File, err)
		}
		drawing.Print = c.Print
		if err := drawing.Write(&file); err != nil {
			return err
		}
		return c.write(s, "the moment at "+humanize.Clock(p.Clock()), &file)
	}
	if c.At != nil {
		moment, err := studio.Capture(shown)
		if err != nil {
			return fmt.Errorf("%s: %w", demo.File, err)
		}
		if err := moment.Write(&file); err != nil {
			return fmt.Errorf("%s: %w", demo.File, err)
		}
		return c.write(s, "the moment at "+humanize.Clock(p.Clock()), &file)
	}
	return c.animate(s, demo, shown, times)
}

// times takes the player to the first moment, and returns the times of an animation.
func (c *sceneCmd) times(s *streams, demo *formats.Demo, p *player.Player) (times film.Times, err error) {
	if c.At != nil {
		return times, c.seek(s, demo, p, c.At, "scene")
	}
	from, to, err := c.stretch(s, demo, p.Timeline(), c.From, c.To)
	if err != nil {
		return times, err
	}
	p.Timeline().Wait()
	end, _ := p.Timeline().Duration()
	if from >= end {
		return times, fmt.Errorf("%s ends at %s", demo.File, humanize.Clock(end))
	}
	if c.To != nil && to > end+1 {
		s.say("%s ends at %s, before --to", demo.File, humanize.Clock(end))
	}
	to = min(to, end)
	if n := p.Timeline().LevelAt(from); n >= 0 {
		if l := p.Timeline().Levels()[n]; to > l.End {
			s.say("the level ends at %s; a scene shows one level", humanize.Clock(l.End))
			to = l.End
		}
	}
	seekTo(p, from)
	return film.NewTimes(from, to, c.FPS.Ratio, film.Ratio{Num: 1, Den: 1})
}

// animate writes an animation. After an interruption, no file is left.
func (c *sceneCmd) animate(s *streams, demo *formats.Demo, shown app.ShotOptions, times film.Times) error {
	ctx, end := untilSignal()
	defer end()
	progress := func(int) {}
	if isTerminal(s.err) {
		bar := newProgressBar(s, int64(times.Count), decimal)
		defer bar.finish()
		progress = func(done int) { bar.set("capturing", done) }
	}
	animation, err := studio.CaptureFilm(ctx, shown, times, progress)
	if err == nil {
		err = context.Cause(ctx)
	}
	if errors.As(err, new(*app.Interrupted)) {
		return err
	}
	var file bytes.Buffer
	if err == nil {
		err = animation.Write(&file)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", demo.File, err)
	}
	return c.write(s, humanize.Count(animation.Moments(), "moment"), &file)
}

// write writes the file and reports its content.
func (c *sceneCmd) write(s *streams, what string, file *bytes.Buffer) error {
	size := file.Len()
	if err := s.writeFile(c.Output, file.Bytes()); err != nil {
		return err
	}
	if c.Output != standardStream {
		s.say("%s: %s, %d bytes", c.Output, what, size)
	}
	return nil
}
