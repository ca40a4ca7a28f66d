package audio

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/jfreymuth/oggvorbis"

	"demoscope/internal/fault"
)

// maxTrackFrames is the maximum number of frames of a track: 6 hours at 48 kHz.
const maxTrackFrames = 6 * 3600 * 48000

// Track is a long recording, decoded during playback. It must be used by a single goroutine.
type Track struct {
	// Rate is in frames a second, and Frames the number of frames.
	Rate   int
	Frames int64

	channels int
	read     func(frame int64, out []float32) (int, error) // reads consecutive values from a frame on

	part   []float32 // frames from frame at on, as the average of the channels
	at     int64
	values []float32 // scratch
}

// OpenTrack opens a WAV or Ogg Vorbis file. It keeps data.
func OpenTrack(data []byte) (*Track, error) {
	switch {
	case isWAV(data):
		return openWAVTrack(data)
	case isOgg(data):
		return openOggTrack(data)
	}
	return nil, &FormatError{"", 0, errors.New("neither WAV nor Ogg Vorbis")}
}

func openWAVTrack(data []byte) (*Track, error) {
	w, err := readWAV(data)
	if err != nil {
		return nil, err
	}
	size := w.width * w.channels
	t := &Track{Rate: w.rate, Frames: int64(len(w.body) / size), channels: w.channels}
	t.read = func(frame int64, out []float32) (int, error) {
		body := w.body[frame*int64(size):]
		n := min(len(out), len(body)/w.width)
		for i := range n {
			out[i] = w.value(body[i*w.width:])
		}
		return n, nil
	}
	return t, nil
}

func openOggTrack(data []byte) (*Track, error) {
	frames, err := checkOgg(data, maxTrackFrames)
	if err != nil {
		return nil, err
	}
	var r *oggvorbis.Reader
	failed := fault.Guard("reading an Ogg", func() { r, err = oggvorbis.NewReader(bytes.NewReader(data)) })
	if failed != nil {
		err = errors.New("decoding failed")
	}
	if err != nil {
		return nil, &FormatError{"Ogg", 0, err}
	}
	t := &Track{Rate: r.SampleRate(), Frames: int64(frames), channels: r.Channels()}
	if t.Rate < MinRate || t.Rate > MaxRate || t.channels > 2 {
		return nil, &FormatError{"Ogg", 0, fmt.Errorf("%d channels at %d frames a second", t.channels, t.Rate)}
	}
	next := int64(-1)
	t.read = func(frame int64, out []float32) (n int, err error) {
		failed := fault.Guard("reading an Ogg", func() {
			if frame != next {
				if err = r.SetPosition(frame); err != nil {
					return
				}
			}
			n, err = r.Read(out)
		})
		next = frame + int64(n/t.channels)
		if failed != nil {
			err = failed
		}
		return n, err
	}
	return t, nil
}

// ReadAt fills out with frames from the given one on, as the average of the channels. It reads silence before and after
// the track, and after damage.
func (t *Track) ReadAt(frame int64, out []float32) {
	clear(out)
	if frame < 0 {
		silent := min(-frame, int64(len(out)))
		out, frame = out[silent:], frame+silent
	}
	out = out[:max(0, min(int64(len(out)), t.Frames-frame))]
	if len(out) == 0 {
		return
	}
	const decoded = 1024 // frames at a time
	if have := t.at + int64(len(t.part)); frame < t.at || frame > have {
		t.part, t.at = t.part[:0], frame
	}
	for t.at+int64(len(t.part)) < frame+int64(len(out)) {
		if t.values == nil {
			t.values = make([]float32, decoded*t.channels)
		}
		n, err := t.read(t.at+int64(len(t.part)), t.values)
		for i := 0; i+t.channels <= n; i += t.channels {
			sum := bounded(t.values[i])
			if t.channels == 2 {
				sum = (sum + bounded(t.values[i+1])) / 2
			}
			t.part = append(t.part, sum)
		}
		if err != nil || n < t.channels {
			t.Frames = min(t.Frames, t.at+int64(len(t.part)))
			break
		}
	}
	skipped := min(frame-t.at, int64(len(t.part)))
	copy(out, t.part[skipped:])
	t.part = append(t.part[:0], t.part[skipped:]...)
	t.at += skipped
}
