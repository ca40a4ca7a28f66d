//go:build !windows && !darwin && !js

package window

import (
	"path/filepath"
	"time"

	"github.com/jfreymuth/pulse"

	"demoscope/internal/fault"
	"demoscope/render/app"
	"demoscope/render/sound"
)

// openSpeaker opens the server of sound that desktops have, PulseAudio or PipeWire, in a way
// that can be tried again; where there is none, the card itself, if it is free.
func openSpeaker(fill app.Filler, latency time.Duration) (app.Speaker, error) {
	s, err := openPulse(fill, latency)
	if err == nil {
		return s, nil
	}
	// Without a card the library for it fills standard error with what it has tried.
	if cards, _ := filepath.Glob("/dev/snd/pcmC*p"); len(cards) == 0 {
		return nil, err
	}
	if card, cardErr := openOto(fill, latency); cardErr == nil {
		return card, nil
	}
	return nil, err
}

// pulseSpeaker plays by a server.
type pulseSpeaker struct {
	client *pulse.Client
	stream *pulse.PlaybackStream
	began  time.Time
}

// settled is how long after the start the library has written what it tells of a stream, which it
// does without a lock.
const settled = time.Second

func openPulse(fill app.Filler, latency time.Duration) (app.Speaker, error) {
	client, err := pulse.NewClient(pulse.ClientApplicationName(programName))
	if err != nil {
		return nil, err
	}
	stream, err := client.NewPlayback(pulse.Float32Reader(func(out []float32) (int, error) {
		fill(out)
		return len(out), nil
	}), pulse.PlaybackStereo, pulse.PlaybackSampleRate(sound.Rate), pulse.PlaybackLatency(latency.Seconds()),
		pulse.PlaybackMediaName("demo"))
	if err != nil {
		client.Close()
		return nil, err
	}
	// It waits for a word of the server that does not come if the stream runs dry before, and
	// panics if the server ends meanwhile: it plays without waiting, or fails by itself.
	go func() { _ = fault.Guard("starting the sound", stream.Start) }()
	return &pulseSpeaker{client, stream, time.Now()}, nil
}

func (s *pulseSpeaker) Failed() error {
	if time.Since(s.began) < settled {
		return nil
	}
	return s.stream.Error()
}

func (s *pulseSpeaker) Dry() bool {
	return time.Since(s.began) >= settled && s.stream.Underflow()
}

func (s *pulseSpeaker) Close() {
	s.stream.Stop()
	s.client.Close()
}
