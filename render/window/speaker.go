package window

import (
	"io"
	"math"
	"sync"
	"time"

	"github.com/ebitengine/oto/v3"

	"demoscope/render/app"
	"demoscope/render/sound"
)

// programName is the name of the program in the system's mixer.
const programName = "Demoscope"

// otoContext is created once per process, because the library allows no other. After an error, it can play no sound
// any more.
var otoContext struct {
	once    sync.Once
	context *oto.Context
	err     error
}

// otoSpeaker plays through a library that supports the devices of all systems.
type otoSpeaker struct{ player *oto.Player }

func openOto(fill app.Filler, latency time.Duration) (app.Speaker, error) {
	c := &otoContext
	c.once.Do(func() {
		var ready chan struct{}
		c.context, ready, c.err = oto.NewContext(&oto.NewContextOptions{
			SampleRate: sound.Rate, ChannelCount: 2, Format: oto.FormatFloat32LE, BufferSize: latency,
			ApplicationName: programName,
		})
		if c.err == nil {
			<-ready
			c.err = c.context.Err()
		}
	})
	if c.err != nil {
		return nil, c.err
	}
	if err := c.context.Err(); err != nil {
		return nil, err
	}
	p := c.context.NewPlayer(&floatBytes{fill: fill})
	p.SetBufferSize(int(latency.Seconds()*sound.Rate) * 8)
	p.Play()
	return &otoSpeaker{p}, nil
}

func (s *otoSpeaker) Failed() error {
	if err := otoContext.context.Err(); err != nil {
		return err
	}
	return s.player.Err()
}

func (s *otoSpeaker) Dry() bool { return false } // the library does not report it

func (s *otoSpeaker) Close() { s.player.PauseAndStopReading() }

// floatBytes converts the output of fill to bytes.
type floatBytes struct {
	fill   app.Filler
	values [2048]float32
}

// Read implements [io.Reader].
func (f *floatBytes) Read(out []byte) (int, error) {
	n := min(len(out)/8*2, len(f.values))
	if n == 0 {
		return 0, io.ErrShortBuffer
	}
	f.fill(f.values[:n])
	for i, v := range f.values[:n] {
		b := math.Float32bits(v)
		out[4*i], out[4*i+1], out[4*i+2], out[4*i+3] = byte(b), byte(b>>8), byte(b>>16), byte(b>>24)
	}
	return 4 * n, nil
}
