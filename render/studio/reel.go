package studio

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"demoscope/internal/fault"
	"demoscope/render/app"
	"demoscope/render/film"
	"demoscope/render/sound"
)

// titleKept is how long the title of a scene is shown, in seconds.
const titleKept = 4.0

// ReelScene is a part of a demo in a film of several parts.
type ReelScene struct {
	From   float64 // viewer's seconds
	Frames int
	Title  string // shown at the start; empty for none
	// Open opens the demo and returns the options for a film of it, except for Film, which the reel fills in. It is
	// called when the film reaches the scene, and close after it.
	Open func() (o app.FilmOptions, close func(), err error)
}

// ReelFrames returns the number of frames of a scene that is the given number of seconds long.
func ReelFrames(seconds float64, rate film.Ratio) int {
	t, err := film.NewTimes(0, seconds, rate, film.Ratio{Num: 1, Den: 1})
	if err != nil {
		return 1
	}
	return t.Count
}

// Reel makes one film of scenes from several demos, one after another, on the processor. It uses only the rate of the
// options' times, and sets their Sound if withSound is set. It returns the errors of [film.Make] and of opening the
// demos.
func Reel(ctx context.Context, o film.Options, scenes []ReelScene, withSound bool) error {
	if err := checkSize("a film", o.Width, o.Height); err != nil {
		return err
	}
	r := &reel{ctx: ctx, options: &o, scenes: scenes, over: make(chan struct{})}
	o.Times = film.Times{Rate: o.Times.Rate, Speed: film.Ratio{Num: 1, Den: 1}}
	for i := range scenes {
		o.Times.Count += scenes[i].Frames
	}
	defer r.leave(false)
	var err error
	if withSound && o.Kind.NeedsFFmpeg() {
		if r.wav, err = sound.NewWAVStream(&r.soundData, o.Times.Samples(sound.Rate)); err != nil {
			return fmt.Errorf("%w (the film works without sound)", err)
		}
		o.Sound = r.sound
	}
	if failed := fault.Guard("filming several scenes", func() { err = film.Make(ctx, r, o) }); failed != nil {
		return failed
	}
	return err
}

// reel is a film of several scenes in progress. Its frames come in order, so that only one scene is open at a time.
type reel struct {
	ctx           context.Context
	options       *film.Options
	scenes        []ReelScene
	titleReported bool // a title without room was reported
	next          int  // index of the scene after the open one
	first         int  // first frame of the open scene
	end           int  // frame after its last one

	over      chan struct{} // closed after the last frame
	open      *filming      // nil for none
	close     func()
	stop      func() bool
	wav       *sound.WAVStream // nil without sound
	soundData bytes.Buffer     // sound of the finished scenes, 192 kB per second
}

// to goes to the scene of a frame, and returns the number of the frame in the scene.
func (r *reel) to(frame int) (*filming, int, error) {
	for r.open == nil || frame >= r.end {
		if err := r.leave(true); err != nil {
			return nil, 0, err
		}
		if err := r.enter(); err != nil {
			return nil, 0, err
		}
	}
	return r.open, frame - r.first, nil
}

// enter opens the next scene.
func (r *reel) enter() error {
	s := &r.scenes[r.next]
	o, closeDemo, err := s.Open()
	if err != nil {
		return err
	}
	r.close = closeDemo
	r.next++
	r.first, r.end = r.end, r.end+s.Frames
	t := r.options.Times
	o.Film = film.Options{Times: film.Times{From: s.From, Rate: t.Rate, Speed: t.Speed, Count: s.Frames},
		Width: r.options.Width, Height: r.options.Height, Kind: r.options.Kind}
	o.Width, o.Height, o.Renderer, o.Ghost, o.Blur = r.options.Width, r.options.Height, app.CPU, app.Ghost{}, 1
	f := &filming{picture: o.NewPicture(), options: &o, ctx: r.ctx}
	r.open = f
	// A closed player stops reading, so that a canceled film ends soon.
	r.stop = context.AfterFunc(r.ctx, o.Player.Close)
	if failed := fault.Guard(f.place(), f.begin); failed != nil {
		return failed
	}
	if r.ctx.Err() != nil {
		return context.Cause(r.ctx)
	}
	f.picture.Demo.Notices.SayTitle(s.Title, titleKept)
	return nil
}

// leave closes the open scene. If all its frames exist, its sound is mixed.
func (r *reel) leave(whole bool) (err error) {
	f := r.open
	if f == nil {
		return nil
	}
	r.open = nil
	if f.titleHidden && !r.titleReported && f.options.Say != nil {
		r.titleReported = true
		f.options.Say(fmt.Sprintf("no room for titles in a film of %dx%d", r.options.Width, r.options.Height))
	}
	if whole && r.wav != nil {
		err = r.mix(f)
	}
	r.stop()
	f.picture.Ghost.End()
	r.close()
	return err
}

// mix adds the sound of a scene: the samples between its first frame and that of the next scene, so that rounding
// errors do not add up.
func (r *reel) mix(f *filming) error {
	upTo := func(frame int) int64 {
		t := r.options.Times
		t.Count = frame
		return t.Samples(sound.Rate)
	}
	left := upTo(r.end) - upTo(r.first)
	add := func(l, rt []float32) bool {
		n := int(min(left, int64(len(l))))
		r.wav.Add(l[:n], rt[:n])
		left -= int64(n)
		return left > 0
	}
	if f.options.Score == nil {
		for quiet := make([]float32, sound.Block); add(quiet, quiet); {
		}
		return nil
	}
	return f.mixInto(r.ctx, add)
}

// sound writes the sound of all scenes, when all are finished.
func (r *reel) sound(ctx context.Context, out io.Writer) error {
	select {
	case <-r.over:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	if err := r.leave(true); err != nil {
		return err
	}
	if err := r.wav.Close(); err != nil {
		return err
	}
	_, err := r.soundData.WriteTo(out)
	return err
}

// Pass implements [film.Stage].
func (r *reel) Pass(frame int, soon bool) error {
	f, k, err := r.to(frame)
	if err != nil {
		return err
	}
	if err := f.Pass(k, soon); err != nil {
		return err
	}
	r.passed(frame)
	return nil
}

// Show implements [film.Stage].
func (r *reel) Show(frame int) (film.Picture, error) {
	f, k, err := r.to(frame)
	if err != nil {
		return nil, err
	}
	p, err := f.Show(k)
	if err == nil {
		r.passed(frame)
	}
	return p, err
}

// passed is called for each frame that was taken.
func (r *reel) passed(frame int) {
	if frame == r.options.Times.Count-1 {
		close(r.over)
	}
}
