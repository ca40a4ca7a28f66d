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
	"github.com/schollz/progressbar/v3"

	"demoscope/formats"
	"demoscope/internal/atomicfile"
	"demoscope/player"
	"demoscope/player/report"
	"demoscope/render"
	"demoscope/render/film"
	"demoscope/render/sound"
)

type filmCmd struct {
	From   *moment `placeholder:"TIME" help:"From when: seconds, 12:34, 50%, or -5 from the end; the beginning if not given."`
	To     *moment `placeholder:"TIME" help:"Until when; the end if not given."`
	Output string  `short:"o" required:"" placeholder:"FILE" predictor:"file" help:"File to write: .mp4 or .webm, for which ffmpeg must be installed, .gif or .png (animated); NAME/ or an empty folder, or a name as frame-%05d.png, for numbered pictures. A film that is there is written over."`
	Size   size    `default:"1280x720" placeholder:"WxH" help:"Size in pixels (${default}); 1080x1920 is for phones."`
	FPS    ratio   `name:"fps" default:"30" placeholder:"N" help:"Pictures a second (${default}), also as 59.94 or 24000/1001."`
	Speed  ratio   `default:"1" placeholder:"FACTOR" help:"Speed (${default}), 0.05 to 20: 0.25 is slow motion. Faster than 4 there is no sound."`
	Blur   int     `name:"motion-blur" default:"1" placeholder:"N" help:"Make each picture the mean of N, which are spread over half of the time to the next one, as a film camera does; 1 is sharp. It takes N times as long."`
	viewFlags
	Sound    bool     `default:"true" negatable:"" help:"Have the sound in it. GIF and PNG have none, nor films faster than 4."`
	Fresh    bool     `help:"Draw all of it, even if a part was drawn before the same film was interrupted. GIF and PNG are always drawn from the beginning."`
	Renderer renderer `default:"cpu" placeholder:"NAME" predictor:"renderer" help:"What draws: cpu, all processors; gpu, the graphics card, which needs a display; auto is cpu."`
	lookFlags
	viewsFlag
	File string `arg:"" optional:"" predictor:"demo" help:"Demo (the built-in sample if none is named)."`
	directorFlag
	othersFlag
	levelFlag
	rebuildFlag
	gameData
}

// ratio is a flag's value: a positive number that is not rounded.
type ratio struct{ film.Ratio }

// UnmarshalText reads a number or a fraction.
func (r *ratio) UnmarshalText(text []byte) (err error) {
	r.Ratio, err = film.ParseRatio(string(text))
	return err
}

// The most pictures a second that a film has, and the fewest.
const (
	maxFPS = 1000
	minFPS = 0.1
)

// Validate refuses flags that do not fit together.
func (c *filmCmd) Validate() error {
	if v := c.Speed.Float(); c.Speed.Den != 0 && !(v >= player.MinSpeed && v <= player.MaxSpeed) {
		return fmt.Errorf("--speed is from %v to %d", player.MinSpeed, player.MaxSpeed)
	}
	if c.Blur < 1 || c.Blur > render.MaxBlur {
		return fmt.Errorf("--motion-blur is from 1 to %d pictures", render.MaxBlur)
	}
	if err := checkForm(c.Output, c.Size, c.FPS); err != nil {
		return err
	}
	return c.check()
}

// checkFPS refuses a rate that no film has, but none that could not be read, which the parser says.
func checkFPS(fps ratio) error {
	if v := fps.Float(); fps.Den != 0 && !(v >= minFPS && v <= maxFPS) {
		return fmt.Errorf("--fps is from %v to %d", minFPS, maxFPS)
	}
	return nil
}

// checkForm refuses a rate that no film has, and a size or rate that the form of a film, whose name may be
// empty, does not have.
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
	shown.Maps, shown.Renderer, shown.Choices, shown.Views = maps.load, c.Renderer.Renderer, values, int(c.Views)
	o := render.FilmOptions{
		ShotOptions: shown,
		Film: film.Options{Output: c.Output, Kind: kind, Times: times, Width: c.Size.Width,
			Height: c.Size.Height, Fresh: c.Fresh},
		Blur: c.Blur,
	}
	if c.Sound {
		o.Score = sound.NewScore(p.NewEar(), sound.NewBank(p.Moment().World.Game, search, true))
		if c.Speed.Float() > render.FastestSound && kind.NeedsFFmpeg() {
			s.say("it has no sound: that is for films up to %d times as fast", render.FastestSound)
		}
	}
	if o.Film.Key, err = c.key(opened, &o); err != nil {
		return err
	}
	o.Film.Key += maps.key(p.Timeline().Levels(), from, to, o.Kept)
	return s.makeFilm(&o.Film, times.Count, func(ctx context.Context) error { return render.Film(ctx, o) })
}

// checkFilm returns the kind of film that an output is. It refuses, before anything takes time, what could
// not be written when it is drawn.
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

// checkWritable refuses an output to which a film of some kind could not be written.
func checkWritable(output string, kind film.Kind) error {
	info := fileAt(output)
	switch {
	case info != nil && !info.IsDir() && !info.Mode().IsRegular():
		return fmt.Errorf("%s is no regular file: a film is written to a file of its own", output)
	case info != nil && info.IsDir() && film.NamesFile(output):
		return fmt.Errorf("%s is a folder: name another file, or put a slash behind it for numbered pictures in it",
			output)
	case info != nil && info.IsDir() && !film.NamesFolder(output) && holdsFiles(output): // such as that of the demos
		return fmt.Errorf(
			"%s is a folder with files in it: name a film, or put a slash behind it for numbered pictures among them",
			output)
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

// cacheError says that the parts of a film cannot be kept, which is not the fault of its output.
func cacheError(folder string, err error) error {
	return fmt.Errorf("the parts of a film are kept in the cache, but %w", writeError(folder, err))
}

// key says on what the pictures of a film depend, but for the maps.
func (c *filmCmd) key(from *paused, o *render.FilmOptions) (string, error) {
	flags, err := c.keyFlags()
	if err != nil {
		return "", err
	}
	path := ""
	if o.Bookmarks != nil {
		path = fmt.Sprintf("%+v", o.Bookmarks.Path)
	}
	key := fmt.Sprintf("%s\n%s\n%x\n%v\n%v\n%s", version(), flags, from.demo.Sum(), o.Choices, o.Director, path)
	for _, other := range from.others { // of what is merged the demo has a sum of its own
		key += fmt.Sprintf(" with %x", other.Sum())
	}
	return key + gameKey(from.search), nil
}

// keyFlags returns the flags on which pictures depend, all but those of which others know better: the files
// by what is in them, and the times and the size by those of the film.
func (c *filmCmd) keyFlags() ([]byte, error) {
	k := *c
	k.Output, k.File, k.With, k.Fresh, k.Sound = "", "", nil, false, false
	k.From, k.To, k.Level, k.Size, k.FPS, k.Speed = nil, nil, 0, size{}, ratio{}, ratio{}
	return json.Marshal(&k)
}

// part returns which part of a demo is filmed, in viewer's seconds, and takes the player to its beginning.
func (c *filmCmd) part(s *streams, demo *formats.Demo, p *player.Player) (from, to float64, err error) {
	from, to, err = c.stretch(s, demo, p.Timeline(), c.From, c.To)
	if err != nil {
		return 0, 0, err
	}
	s.sayDamage(demo, p.Timeline(), to)
	p.Timeline().Wait()
	end, _ := p.Timeline().Duration()
	if from >= end {
		return 0, 0, fmt.Errorf("%s ends at %s", demo.File, report.Clock(end))
	}
	if to > end {
		if c.To != nil && to > end+1 {
			s.say("%s ends at %s, before --to", demo.File, report.Clock(end))
		}
		to = end
	}
	seekTo(p, from)
	return from, to, nil
}

// makeFilm makes a film of some frames, with a bar of how far it is.
func (s *streams) makeFilm(o *film.Options, frames int, make func(context.Context) error) error {
	ctx, end := untilSignal()
	bar := newFilmBar(s, frames)
	o.Progress = bar.show
	err := make(ctx)
	late := end()
	bar.finish()
	var interrupted *render.Interrupted
	switch {
	case err == nil:
		s.say("%s: %s, %s%s", o.Output, report.Count(frames, "picture"),
			filmLength(float64(frames)/o.Times.Rate.Float()), fileSize(o.Output, o.Kind))
		return late // a signal that came too late: what comes behind the command may want to know of it
	case errors.As(err, &interrupted):
		s.say("%s", unfinished(o, err))
		return err
	}
	if kept := keptParts(o, err); kept != "" {
		return fmt.Errorf("%w; %s", filmError(o, err), kept)
	}
	return filmError(o, err)
}

// filmError says why a film could not be made.
func filmError(o *film.Options, err error) error {
	var cache *film.CacheError
	switch {
	case errors.As(err, &cache):
		return cacheError(cache.Folder, cache.Err)
	case errors.As(err, new(*render.WindowError)):
		return withoutWindow(err, "--renderer cpu draws without one")
	case errors.As(err, new(*film.StageError)):
		return err
	case errors.Is(err, film.ErrMaking), errors.As(err, new(*film.EncoderError)):
		return fmt.Errorf("%s cannot be made: %w", o.Output, err)
	}
	return writeError(o.Output, err)
}

// unfinished says what is kept of a film that was interrupted.
func unfinished(o *film.Options, err error) string {
	const nothing = "the film is not finished, and nothing of it is kept"
	if !o.Kind.NeedsFFmpeg() {
		return nothing + ": only .mp4 and .webm go on"
	}
	if kept := keptParts(o, err); kept != "" {
		return "the film is not finished; " + kept
	}
	return nothing + ": parts of " + strconv.Itoa(film.PartSeconds) + " s are"
}

// keptParts says what is kept of a film that ended with an error, how one goes on with it, and how one is rid
// of it; "" if nothing is.
func keptParts(o *film.Options, err error) string {
	var u *film.Unfinished
	if !errors.As(err, &u) || u.Kept == 0 {
		return ""
	}
	same := "the same command"
	if o.Fresh {
		same += " without --fresh"
	}
	return fmt.Sprintf("%s of it are kept for a week, and %s goes on with them (%s; to be rid of them, delete %s)",
		filmLength(u.Kept), same, report.Bytes(u.Size), u.Files)
}

// largeGIF is more bytes than many places take that people send pictures to.
const largeGIF = 10e6

// fileSize says how large a film is that is one file, behind a comma, and what makes a GIF smaller that is large.
func fileSize(path string, kind film.Kind) string {
	info := fileAt(path)
	if info == nil || !info.Mode().IsRegular() {
		return ""
	}
	size := ", " + report.Bytes(info.Size())
	if kind == film.GIF && info.Size() > largeGIF {
		size += "; smaller with --size 640x360 and --fps 15, and by far as .mp4"
	}
	return size
}

// filmLength says how long a film is.
func filmLength(seconds float64) string { return fmt.Sprintf("%.1f s", seconds) }

// filmBar shows on a terminal how far a film is and how long it takes yet; nil shows nothing.
type filmBar struct {
	bar    *progressbar.ProgressBar
	frames int
	pace   film.Pace
}

func newFilmBar(s *streams, frames int) *filmBar {
	if !isTerminal(s.err) {
		return nil
	}
	// How long it takes yet is said by the pace: the bar's own guess takes kept pictures for quick ones.
	return &filmBar{frames: frames, pace: film.NewPace(frames, time.Now()), bar: progressbar.NewOptions(frames,
		progressbar.OptionSetWriter(terminalOf(s.err)), progressbar.OptionClearOnFinish(),
		progressbar.OptionSetDescription(filmingWords), progressbar.OptionFullWidth(),
		progressbar.OptionShowCount(), progressbar.OptionSetPredictTime(false), progressbar.OptionSetElapsedTime(false),
		progressbar.OptionThrottle(100*time.Millisecond))}
}

// filmingWords stand before the bar.
const filmingWords = "filming"

// show moves the bar.
func (b *filmBar) show(so film.Progress) {
	if b == nil {
		return
	}
	b.bar.Describe(b.words(so, time.Now()))
	_ = b.bar.Set(so.Done) // the bar is only for the eye
}

// words says how long a film takes yet and, of what is larger than people expect, GIF and PNG, how large it will be.
func (b *filmBar) words(so film.Progress, now time.Time) string {
	words := filmingWords
	if left, ok := b.pace.Left(so, now); ok {
		words = fmt.Sprintf("%s, %s left", filmingWords, report.Clock(math.Ceil(left.Seconds())))
		if so.Bytes > 0 {
			words += ", some " + report.Bytes(so.Bytes/int64(so.Done)*int64(b.frames))
		}
	}
	return words
}

func (b *filmBar) finish() {
	if b != nil {
		_ = b.bar.Finish()
	}
}
