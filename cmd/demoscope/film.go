//go:build !js

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/alecthomas/kong"

	"demoscope/formats"
	"demoscope/internal/atomicfile"
	"demoscope/internal/humanize"
	"demoscope/player"
	"demoscope/render/app"
	"demoscope/render/film"
	"demoscope/render/studio"
)

type filmCmd struct {
	From   *moment `placeholder:"TIME" help:"Start time: seconds, 12:34, 50%, or -5 from the end (default: the start)"`
	To     *moment `placeholder:"TIME" help:"End time (default: the end)"`
	Output string  `short:"o" required:"" placeholder:"FILE" predictor:"file" help:"${film_output_text}"`
	Size   size    `default:"1280x720" placeholder:"WxH" help:"Image size in pixels (default: ${default})"`
	FPS    ratio   `name:"fps" default:"30" placeholder:"N" help:"${film_fps_text}"`
	Speed  ratio   `default:"1" placeholder:"FACTOR" help:"${film_speed_text}"`
	Blur   int     `name:"motion-blur" default:"1" placeholder:"N" help:"${film_motion_blur_text}"`
	viewFlags
	Sound    bool     `default:"true" negatable:"" help:"${film_sound_text}"`
	Fresh    bool     `help:"${film_fresh_text}"`
	Renderer renderer `default:"cpu" placeholder:"NAME" predictor:"renderer" help:"${film_renderer_text}"`
	lookFlags
	viewsFlag
	File string `arg:"" optional:"" predictor:"demo" help:"Demo file (default: the built-in sample)"`
	directorFlag
	othersFlag
	levelFlag
	rebuildFlag
	gameData
}

// ratio is a flag's value: a positive number without rounding.
type ratio struct{ film.Ratio }

// UnmarshalText parses a number or a fraction.
func (r *ratio) UnmarshalText(text []byte) (err error) {
	r.Ratio, err = film.ParseRatio(string(text))
	return err
}

// Limits of the frame rate of a film, per second.
const (
	maxFPS = 1000
	minFPS = 0.1
)

// Validate returns an error for flags that do not fit together.
func (c *filmCmd) Validate() error {
	if v := c.Speed.Float(); c.Speed.Den != 0 && !(v >= player.MinSpeed && v <= player.MaxSpeed) {
		return fmt.Errorf("--speed must be from %v to %d", player.MinSpeed, player.MaxSpeed)
	}
	if c.Blur < 1 || c.Blur > studio.MaxBlur {
		return fmt.Errorf("--motion-blur must be from 1 to %d images", studio.MaxBlur)
	}
	if err := checkForm(c.Output, c.Size, c.FPS); err != nil {
		return err
	}
	return c.check()
}

// checkFPS returns an error for an invalid frame rate. It ignores a rate that the parser rejects.
func checkFPS(fps ratio) error {
	if v := fps.Float(); fps.Den != 0 && !(v >= minFPS && v <= maxFPS) {
		return fmt.Errorf("--fps must be from %v to %d", minFPS, maxFPS)
	}
	return nil
}

// checkForm returns an error for an invalid frame rate, and for a size or rate that the format of the output does not
// support. output may be empty.
func checkForm(output string, size size, fps ratio) error {
	if err := checkFPS(fps); err != nil || fps.Den == 0 || output == "" {
		return err
	}
	kind, err := film.KindOf(output)
	if err != nil {
		return fmt.Errorf("--output: %w", err)
	}
	return kind.Check(size.Width, size.Height, fps.Ratio)
}

func (c *filmCmd) Run(s *streams, ctx *kong.Context) error {
	values, err := choices(ctx)
	if err != nil {
		return err
	}
	kind, err := checkFilm(c.Output)
	if err != nil {
		return err
	}
	output := &c.Output
	if kind == film.Pictures {
		output = nil
	}
	opened, err := c.gameData.openPaused(s, c.File, &c.othersFlag, output, "a film")
	if err != nil {
		return err
	}
	defer opened.close()
	demo, search, p := opened.demo, opened.search, opened.player
	from, to, err := c.part(s, demo, p)
	if err != nil {
		return err
	}
	times, err := film.NewTimes(from, to, c.FPS.Ratio, c.Speed.Ratio)
	if err != nil {
		return err
	}
	maps := c.maps(s, search)
	shown, err := c.picture(s, demo, search, p, &c.directorFlag)
	if err != nil {
		return err
	}
	shown.Maps, shown.Renderer, shown.Settings, shown.Views = maps.load, c.Renderer.Renderer, values, int(c.Views)
	o := app.FilmOptions{
		ShotOptions: shown,
		Film: film.Options{Output: c.Output, Kind: kind, Times: times, Width: c.Size.Width,
			Height: c.Size.Height, Fresh: c.Fresh},
		Blur: c.Blur,
	}
	if c.Sound {
		o.Score = s.newScore(demo, p, search, true)
		if c.Speed.Float() > studio.FastestSound && kind.NeedsFFmpeg() {
			s.say("no sound: films faster than %d× are silent", studio.FastestSound)
		}
	}
	if o.Film.Key, err = c.key(opened, &o); err != nil {
		return err
	}
	o.Film.Key += maps.key(p.Timeline().Levels(), from, to, o.SurveyStore)
	return s.makeFilm(&o.Film, times.Count, func(ctx context.Context) error { return studio.Film(ctx, o) })
}

// checkFilm returns the kind of film for an output. It returns an error early if the finished film could not be
// written.
func checkFilm(output string) (film.Kind, error) {
	kind, err := film.KindOf(output)
	if err != nil {
		return 0, err
	}
	if kind.NeedsFFmpeg() {
		if _, err := film.FindFFmpeg(); err != nil {
			return 0, err
		}
	}
	return kind, checkWritable(output, kind)
}

// checkWritable returns an error if a film of a kind cannot be written to an output.
func checkWritable(output string, kind film.Kind) error {
	info := fileAt(output)
	switch {
	case info != nil && !info.IsDir() && !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a regular file: films need one", output)
	case info != nil && info.IsDir() && film.NamesFile(output):
		return fmt.Errorf("%s is a folder: use another name, or append a slash for an image sequence in it",
			output)
	case info != nil && info.IsDir() && !film.NamesFolder(output) && holdsFiles(output): // such as that of the demos
		return fmt.Errorf("%s is a folder that is not empty: use another name, or append a slash for an image "+
			"sequence in it", output)
	case kind == film.Pictures:
		if err := atomicfile.TryFolder(film.PictureFolder(output)); err != nil {
			return writeError(output, err)
		}
		return nil
	}
	if err := atomicfile.Try(output); err != nil {
		return writeError(output, err)
	}
	if !kind.NeedsFFmpeg() {
		return nil
	}
	var cache *film.CacheError
	if err := film.TryCache(); errors.As(err, &cache) {
		return cacheError(cache.Folder, cache.Err)
	}
	return nil
}

// cacheError is the error for parts of a film that cannot be stored, which is not the fault of the output.
func cacheError(folder string, err error) error {
	return fmt.Errorf("film cache: %w", writeError(folder, err))
}

// key returns everything except the maps that the pictures of a film depend on.
func (c *filmCmd) key(from *paused, o *app.FilmOptions) (string, error) {
	flags, err := c.keyFlags()
	if err != nil {
		return "", err
	}
	path := ""
	if o.Bookmarks != nil {
		path = fmt.Sprintf("%+v", o.Bookmarks.Path)
	}
	key := fmt.Sprintf("%s\n%s\n%x\n%v\n%v\n%s", version(), flags, from.demo.Sum(), o.Settings, o.Director, path)
	for _, other := range from.others { // the sum of the demo does not cover them
		key += fmt.Sprintf(" with %x", other.Sum())
	}
	return key + gameKey(from.search), nil
}

// keyFlags returns the flags that the pictures depend on. Files count by their content, and times and size as
// resolved for the film, so their flags are left out.
func (c *filmCmd) keyFlags() ([]byte, error) {
	k := *c
	k.Output, k.File, k.With, k.Fresh, k.Sound = "", "", nil, false, false
	k.From, k.To, k.Level, k.Size, k.FPS, k.Speed = nil, nil, 0, size{}, ratio{}, ratio{}
	return json.Marshal(&k)
}

// part returns the part of a demo to film, in viewer's seconds, and takes the player to its start.
func (c *filmCmd) part(s *streams, demo *formats.Demo, p *player.Player) (from, to float64, err error) {
	from, to, err = c.stretch(s, demo, p.Timeline(), c.From, c.To)
	if err != nil {
		return 0, 0, err
	}
	s.sayDamage(demo, p.Timeline(), to)
	p.Timeline().Wait()
	end, _ := p.Timeline().Duration()
	if from >= end {
		return 0, 0, fmt.Errorf("%s ends at %s", demo.File, humanize.Clock(end))
	}
	if to > end {
		if c.To != nil && to > end+1 {
			s.say("%s ends at %s, before --to", demo.File, humanize.Clock(end))
		}
		to = end
	}
	seekTo(p, from)
	return from, to, nil
}

// makeFilm makes a film and shows its progress.
func (s *streams) makeFilm(o *film.Options, frames int, make func(context.Context) error) error {
	ctx, end := untilSignal()
	bar := newFilmBar(s, frames)
	o.Progress = bar.show
	err := make(ctx)
	late := end()
	bar.finish()
	var interrupted *app.Interrupted
	switch {
	case err == nil:
		s.say("%s: %s, %s%s", o.Output, humanize.Count(frames, "frame"),
			filmLength(float64(frames)/o.Times.Rate.Float()), fileSize(o.Output, o.Kind))
		return late // a signal that came too late; the caller may act on it
	case errors.As(err, &interrupted):
		s.say("%s", unfinished(o, err))
		return err
	}
	if kept := keptParts(o, err); kept != "" {
		return fmt.Errorf("%w; %s", filmError(o, err), kept)
	}
	return filmError(o, err)
}

// filmError explains why a film could not be made.
func filmError(o *film.Options, err error) error {
	var cache *film.CacheError
	switch {
	case errors.As(err, &cache):
		return cacheError(cache.Folder, cache.Err)
	case errors.As(err, new(*app.WindowError)):
		return withoutWindow(err, "--renderer cpu needs none")
	case errors.As(err, new(*film.StageError)):
		return err
	case errors.Is(err, film.ErrMaking), errors.As(err, new(*film.EncoderError)):
		return fmt.Errorf("can't make %s: %w", o.Output, err)
	}
	return writeError(o.Output, err)
}

// unfinished describes the saved parts of an interrupted film.
func unfinished(o *film.Options, err error) string {
	const nothing = "film not finished; nothing is saved"
	if !o.Kind.NeedsFFmpeg() {
		return nothing + ": only .mp4 and .webm can resume"
	}
	if kept := keptParts(o, err); kept != "" {
		return "film not finished; " + kept
	}
	return nothing + ": parts are saved every " + strconv.Itoa(film.PartSeconds) + " s"
}

// keptParts describes the saved parts of a film that ended with an error, and how to resume or discard them; "" if
// there are none.
func keptParts(o *film.Options, err error) string {
	var u *film.Unfinished
	if !errors.As(err, &u) || u.Kept == 0 {
		return ""
	}
	same := "the same command"
	if o.Fresh {
		same += " without --fresh"
	}
	return fmt.Sprintf("%s are saved for a week; %s resumes there (%s; to discard them, delete %s)",
		filmLength(u.Kept), same, humanize.Bytes(u.Size), u.Files)
}

// largeGIF is a size in bytes that many sites do not accept for pictures.
const largeGIF = 10e6

// fileSize returns the size of a film in a single file, after a comma, and for a large GIF how to reduce it.
func fileSize(path string, kind film.Kind) string {
	info := fileAt(path)
	if info == nil || !info.Mode().IsRegular() {
		return ""
	}
	size := ", " + humanize.Bytes(info.Size())
	if kind == film.GIF && info.Size() > largeGIF {
		size += "; --size 640x360 --fps 15 or .mp4 are smaller"
	}
	return size
}

// filmLength returns the length of a film as text.
func filmLength(seconds float64) string { return fmt.Sprintf("%.1f s", seconds) }

// filmBar shows the progress of a film and its remaining time on a terminal; nil shows nothing.
type filmBar struct {
	bar    *progressBar
	frames int
	pace   film.Pace
}

func newFilmBar(s *streams, frames int) *filmBar {
	if !isTerminal(s.err) {
		return nil
	}
	return &filmBar{frames: frames, pace: film.NewPace(frames, time.Now()),
		bar: newProgressBar(s, int64(frames), decimal)}
}

// decimal formats counts in a progress bar.
func decimal(n int64) string { return strconv.FormatInt(n, 10) }

// filmingWords is the label of the progress bar.
const filmingWords = "filming"

// show updates the bar.
func (b *filmBar) show(so film.Progress) {
	if b == nil {
		return
	}
	b.bar.set(b.words(so, time.Now()), so.Done)
}

// words returns the remaining time and, for GIF and PNG, which are larger than people expect, the estimated size.
func (b *filmBar) words(so film.Progress, now time.Time) string {
	words := filmingWords
	if left, ok := b.pace.Left(so, now); ok {
		words = fmt.Sprintf("%s, %s left", filmingWords, humanize.Clock(math.Ceil(left.Seconds())))
		if so.Bytes > 0 {
			words += ", about " + humanize.Bytes(so.Bytes/int64(so.Done)*int64(b.frames))
		}
	}
	return words
}

func (b *filmBar) finish() {
	if b != nil {
		b.bar.finish()
	}
}
