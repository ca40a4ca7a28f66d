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

// openSpeaker opens the sound server of the desktop, PulseAudio or PipeWire, in a way that can be retried. Without a
// sound server, it opens the sound card, if it is free.
func openSpeaker(fill app.Filler, latency time.Duration) (app.Speaker, error) {
	s, err := openPulse(fill, latency)
	if err == nil {
		return s, nil
	}
	// Without a card, its library would write all its attempts to standard error.
	if cards, _ := filepath.Glob("/dev/snd/pcmC*p"); len(cards) == 0 {
		return nil, err
	}
	if card, cardErr := openOto(fill, latency); cardErr == nil {
		return card, nil
	}
	return nil, err
}

// pulseSpeaker plays through a sound server.
type pulseSpeaker struct {
	client *pulse.Client
	stream *pulse.PlaybackStream
	began  time.Time
}

// settled is the time after the start until the library has written its information about a stream, which it does
// without a lock.
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
	// Start waits for a reply from the server that never comes if the stream runs dry first, and panics if the server
	// ends meanwhile. So it runs on its own goroutine, and errors show up elsewhere.
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
