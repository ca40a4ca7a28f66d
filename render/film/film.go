// Package film makes films of a sequence of pictures: it knows the times of the frames, draws several at a time,
// keeps them in order, and passes them to the encoder. It knows neither demos nor windows.
//
// Films for video players are encoded by ffmpeg, in parts that stay in the cache until the film is complete, so that
// an interrupted film can be continued. ffmpeg gets pixels and sound through pipes and files in the cache, and no
// text from a demo.
package film

import (
	"cmp"
	"context"
	"errors"
	"image"
	"io"
	"runtime"
	"sync"

	"demoscope/internal/fault"
)

// Stage is the subject of a film. Its methods are called by one goroutine at a time, with the frames in order, each
// once.
type Stage interface {
	// Pass skips a frame that needs no picture because it was drawn before. soon is set if one of the next frames
	// needs one.
	Pass(frame int, soon bool) error
	// Show returns the picture of a frame, to be drawn.
	Show(frame int) (Picture, error)
}

// StageError means that the stage or its sound failed, not the output.
type StageError struct{ Err error }

func (e *StageError) Error() string { return e.Err.Error() }

func (e *StageError) Unwrap() error { return e.Err }

// EncoderError is an error reported by ffmpeg, or its unexpected end.
type EncoderError struct{ Err error }

func (e *EncoderError) Error() string { return program + ": " + e.Err.Error() }

func (e *EncoderError) Unwrap() error { return e.Err }

// Picture is a frame to be drawn.
type Picture interface {
	// Draw draws it, on any goroutine. The result is valid until Done.
	Draw() *image.RGBA
	Done()
}

// Options describe a film.
type Options struct {
	Output string
	// Name, if not nil, replaces Output for a film by ffmpeg. It is called when the film is complete, creates an
	// empty file for it, and returns its name.
	Name          func() (string, error)
	Kind          Kind
	Times         Times
	Width, Height int // pixels
	// Workers is the number of pictures drawn at a time; 0 means the number of processors.
	Workers int
	// Key contains everything that the pictures depend on. Parts of a film with the same key are reused, unless Fresh
	// is set or the key is empty.
	Key   string
	Fresh bool
	// Sound writes the sound of the film as a WAV file, [Times.Samples] long; nil for silence. It is called once, on
	// its own goroutine while the pictures are drawn, and must itself wait for the frames that it belongs to. ctx
	// ends when these will not come.
	Sound func(ctx context.Context, out io.Writer) error
	// Progress, if not nil, is called after each frame.
	Progress func(Progress)
}

// Progress is the progress of a film.
type Progress struct {
	Done  int   // frames
	Kept  int   // frames reused from an earlier run
	Bytes int64 // bytes written, without those written by ffmpeg
}

// Make makes a film. If it returns an error, Output is unchanged. The error is an [*Unfinished] if ctx ended the film
// or parts are kept.
func Make(ctx context.Context, stage Stage, o Options) error {
	m := &maker{Options: o, stage: stage}
	if m.Workers <= 0 {
		m.Workers = runtime.GOMAXPROCS(0)
	}
	// A picture takes memory while it waits for its turn.
	m.Workers = max(1, min(m.Workers, maxPixels/max(1, o.Width*o.Height)))
	var err error
	switch o.Kind {
	case MP4, WebM:
		err = m.film(ctx)
	case Pictures:
		err = m.pictures(ctx)
	default:
		err = m.animation(ctx)
	}
	if err == nil {
		return nil
	}
	cause := context.Cause(ctx)
	if cause == nil && m.leftover.frames == 0 {
		return err
	}
	l := &m.leftover
	return &Unfinished{float64(l.frames) / o.Times.Rate.Float(), l.size, l.files, cmp.Or(cause, err)}
}

// maxPixels is the maximum number of pixels drawn at a time: 256 MB, and twice that with the pictures that wait for
// their turn.
const maxPixels = 1 << 26

// maker makes one film.
type maker struct {
	Options
	stage Stage
	spare chan []byte // used memory for pictures
	// joining is set when a film by ffmpeg has nothing more to start.
	joining  *joining
	so       Progress
	leftover leftover // kept parts of a film that is not finished
}

func (m *maker) progress() {
	if m.Progress != nil {
		m.Progress(m.so)
	}
}

// job is a frame in progress.
type job struct {
	frame   int
	picture Picture
	packed  []byte
	err     error
	ready   chan struct{}
}

// draw draws the frames from first to before last, several at a time, and passes the results of pack to write in
// order. The arguments of pack are valid until write has returned. Several goroutines call pack.
func (m *maker) draw(ctx context.Context, first, last int, pack func(frame int, picture *image.RGBA) ([]byte, error),
	write func(frame int, packed []byte) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	// As many pictures wait for their turn as are drawn.
	ordered, work := make(chan *job, m.Workers), make(chan *job)
	var group sync.WaitGroup
	defer func() { // no goroutine that waits to send may block the end
		cancel(nil)
		group.Wait()
	}()
	group.Go(func() {
		defer close(ordered)
		defer close(work)
		err := fault.Guard("filming", func() {
			for k := first; k < last; k++ {
				p, err := m.stage.Show(k)
				if err != nil {
					cancel(&StageError{err})
					return
				}
				j := &job{frame: k, picture: p, ready: make(chan struct{})}
				if !send(ctx, work, j) {
					p.Done()
					return
				}
				if !send(ctx, ordered, j) {
					<-j.ready
					p.Done()
					return
				}
			}
		})
		if err != nil {
			cancel(&StageError{err})
		}
	})
	for range m.Workers {
		group.Go(func() {
			for j := range work {
				if err := fault.Guard("drawing a film", func() {
					j.packed, j.err = pack(j.frame, j.picture.Draw())
				}); err != nil {
					j.err = &StageError{err}
				}
				close(j.ready)
			}
		})
	}
	var failed error
	for j := range ordered {
		<-j.ready
		if failed == nil {
			failed = j.err
		}
		if failed == nil && ctx.Err() == nil {
			failed = write(j.frame, j.packed)
		}
		j.picture.Done()
		if failed != nil {
			cancel(failed)
			continue
		}
		if ctx.Err() == nil {
			m.so.Done++
			if !m.Kind.NeedsFFmpeg() {
				m.so.Bytes += int64(len(j.packed))
			}
			m.progress()
		}
	}
	if failed != nil {
		return failed
	}
	return context.Cause(ctx)
}

// send sends a job unless the film ends first.
func send(ctx context.Context, to chan<- *job, j *job) bool {
	select {
	case <-ctx.Done():
		return false
	default:
	}
	select {
	case to <- j:
		return true
	case <-ctx.Done():
		return false
	}
}

// errEnded means that ffmpeg has ended before the film. Its output is reported as well.
var errEnded = &EncoderError{errors.New("it has ended")}
