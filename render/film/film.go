// Package film makes films of pictures that come one after another: it has the moments of the frames, draws
// several at a time, keeps their order, and gives them to what encodes them. It knows neither demos nor
// windows.
//
// Films for players are made by the program ffmpeg, in parts that are kept in the cache until the film is
// whole, so that one that was interrupted goes on. It gets pixels and sound through pipes and files of the cache, and
// nothing that a demo says.
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

// Stage is what is filmed. Its methods are called by one goroutine at a time, with the frames in order, each once.
type Stage interface {
	// Pass goes past a frame that needs no picture, because it was drawn before. Soon is set if one of
	// the next frames does.
	Pass(frame int, soon bool) error
	// Show returns what there is to draw of a frame.
	Show(frame int) (Picture, error)
}

// StageError says that what is filmed, or its sound, cannot be shown, whatever becomes of the output.
type StageError struct{ Err error }

func (e *StageError) Error() string { return e.Err.Error() }

func (e *StageError) Unwrap() error { return e.Err }

// EncoderError says what ffmpeg says, or that it has ended.
type EncoderError struct{ Err error }

func (e *EncoderError) Error() string { return program + ": " + e.Err.Error() }

func (e *EncoderError) Unwrap() error { return e.Err }

// Picture is a frame that is to be drawn.
type Picture interface {
	// Draw draws it, on any goroutine. What it returns is valid until Done.
	Draw() *image.RGBA
	Done()
}

// Options describe a film.
type Options struct {
	Output string
	// Name, if it is not nil, is called instead of Output once a film by ffmpeg is whole: it makes an empty
	// file for it, and returns its name.
	Name          func() (string, error)
	Kind          Kind
	Times         Times
	Width, Height int // pixels
	// Workers is how many pictures are drawn at a time; 0 for as many as there are processors.
	Workers int
	// Key says everything that the pictures depend on. Parts of a film with the same one are used again,
	// unless Fresh is set; with an empty one none are.
	Key   string
	Fresh bool
	// Sound writes the sound of the film as a WAV file, [Times.Samples] long; nil for silence. It is called
	// once, by a goroutine of its own while the pictures are drawn, and waits itself for the frames that it
	// is about; ctx ends when these will not come.
	Sound func(ctx context.Context, out io.Writer) error
	// Progress, if it is not nil, is told after each frame how far the film is.
	Progress func(Progress)
}

// Progress is how far a film is.
type Progress struct {
	Done  int   // frames
	Kept  int   // of them, those from another time
	Bytes int64 // of what is written, but not of what ffmpeg makes
}

// Make makes a film. If there is an error, there is nothing under its name, or what was there before. The error
// is an [*Unfinished] with that of ctx if that ended it, and with its own where parts are kept.
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
	if cause == nil && m.left.frames == 0 {
		return err
	}
	return &Unfinished{float64(m.left.frames) / o.Times.Rate.Float(), m.left.size, m.left.files, cmp.Or(cause, err)}
}

// maxPixels is how many pixels are drawn at a time: 256 MB, and with those that wait for their turn twice that.
const maxPixels = 1 << 26

// maker makes one film.
type maker struct {
	Options
	stage Stage
	spare chan []byte // memory for pictures, that was used
	// joining is set once a film with ffmpeg has nothing more to begin.
	joining *joining
	so      Progress
	left    left // of a film that is not finished, for the next time
}

func (m *maker) progress() {
	if m.Progress != nil {
		m.Progress(m.so)
	}
}

// job is a frame on its way.
type job struct {
	frame   int
	picture Picture
	packed  []byte
	err     error
	ready   chan struct{}
}

// draw draws the frames from first to before last, several at a time, and gives what pack makes of each to write,
// in order. What pack gets is valid until write has returned. Pack is called by several goroutines.
func (m *maker) draw(ctx context.Context, first, last int, pack func(frame int, picture *image.RGBA) ([]byte, error),
	write func(frame int, packed []byte) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	// As many wait for their turn as are drawn.
	ordered, work := make(chan *job, m.Workers), make(chan *job)
	var group sync.WaitGroup
	defer func() { // nobody who waits to send is waited for, whatever ends this
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

// send sends a job unless the film ends before.
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

// errEnded says that ffmpeg has ended before the film did; what it said comes with it.
var errEnded = &EncoderError{errors.New("it has ended")}
