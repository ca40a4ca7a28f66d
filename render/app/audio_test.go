package app

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"demoscope/internal/wait"
	"demoscope/render/sound"
)

// fakeSpeaker is a device that fails when it is told to.
type fakeSpeaker struct {
	mu      sync.Mutex
	err     error
	drained bool
	closed  bool
}

func (s *fakeSpeaker) Failed() error { s.mu.Lock(); defer s.mu.Unlock(); return s.err }
func (s *fakeSpeaker) Dry() bool     { s.mu.Lock(); defer s.mu.Unlock(); return s.drained }
func (s *fakeSpeaker) Close()        { s.mu.Lock(); defer s.mu.Unlock(); s.closed = true }
func (s *fakeSpeaker) fail()         { s.mu.Lock(); defer s.mu.Unlock(); s.err = errors.New("gone") }

// TestDeviceComesBack: none is told once, so is one that goes away, and that it is back; the
// old one is closed. The clock is the test's: news are heard that one who draws seldom would miss.
func TestDeviceComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		there := false
		var devices []*fakeSpeaker
		h := newAudio(func(Filler, time.Duration) (Speaker, error) {
			mu.Lock()
			defer mu.Unlock()
			if !there {
				return nil, errors.New("none")
			}
			devices = append(devices, &fakeSpeaker{})
			return devices[len(devices)-1], nil
		}, nil)
		h.start()
		h.start()
		var news []string
		hear := func(n int) {
			t.Helper()
			wait.For(t, "the news", func() bool {
				if s := h.stateMessage(); s != "" {
					news = append(news, s)
				}
				return len(news) == n
			})
		}
		hear(1)
		mu.Lock()
		there = true
		mu.Unlock()
		hear(2)
		mu.Lock()
		first := devices[0]
		mu.Unlock()
		first.fail()
		hear(4) // gone, and back
		for i, want := range []string{"No audio device: no sound until one is connected", "Audio device found",
			"Audio device lost", "Audio device found"} {
			if news[i] != want {
				t.Errorf("news %d is %q, not %q", i, news[i], want)
			}
		}
		wait.For(t, "the old one", func() bool { first.mu.Lock(); defer first.mu.Unlock(); return first.closed })
		h.end()
		wait.For(t, "closing the new one", func() bool {
			mu.Lock()
			defer mu.Unlock()
			last := devices[len(devices)-1]
			last.mu.Lock()
			defer last.mu.Unlock()
			return last.closed
		})
	})
}

// TestDryDevice: one that runs dry is opened again with twice the buffer, up to 160 ms, without
// a word.
func TestDryDevice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var opened []time.Duration
		var devices []*fakeSpeaker
		h := newAudio(func(_ Filler, latency time.Duration) (Speaker, error) {
			mu.Lock()
			defer mu.Unlock()
			opened = append(opened, latency)
			devices = append(devices, &fakeSpeaker{drained: true})
			return devices[len(devices)-1], nil
		}, nil)
		h.start()
		defer h.end()
		wait.For(t, "opening", func() bool { mu.Lock(); defer mu.Unlock(); return len(opened) >= 3 })
		time.Sleep(2 * deviceCheck) // and no more
		mu.Lock()
		defer mu.Unlock()
		if want := []time.Duration{40 * time.Millisecond, 80 * time.Millisecond, 160 * time.Millisecond}; !slices.Equal(
			opened, want) {
			t.Errorf("opened with %v, not %v", opened, want)
		}
		for i, d := range devices {
			if d.mu.Lock(); d.closed != (i < 2) {
				t.Errorf("device %d: closed is %v", i, d.closed)
			}
			d.mu.Unlock()
		}
		if news := h.stateMessage(); news != "" {
			t.Errorf("%q", news)
		}
	})
}

// TestRequests: the newest request is taken, whole, and none twice, while another is written.
func TestRequests(t *testing.T) {
	var w tripleBuffer
	var got sound.Request
	if w.take(&got); got.Clock != 0 {
		t.Error("a request that nobody had")
	}
	w.put(&sound.Request{Clock: 1, Speed: 1})
	w.put(&sound.Request{Clock: 2, Speed: 2})
	if w.take(&got); got.Clock != 2 {
		t.Errorf("%v, not the newest", got.Clock)
	}
	done := make(chan bool)
	go func() {
		for i := range 200000 {
			w.put(&sound.Request{Clock: float64(i), Speed: float64(i)})
		}
		close(done)
	}()
	last := -1.0
	for running := true; running; {
		select {
		case <-done:
			running = false
		default:
		}
		var s sound.Request
		s.Clock = last
		s.Speed = last
		if w.take(&s); s.Clock != s.Speed || s.Clock < last && last >= 0 {
			t.Fatalf("half a request: %v and %v after %v", s.Clock, s.Speed, last)
		}
		last = s.Clock
	}
}

// TestVolume: keys change the volume, silence it, and it is kept.
func TestVolume(t *testing.T) {
	l := soundSettings{Volume: 100}
	for _, test := range []struct {
		l    soundSettings
		want float32
	}{
		{l, 1}, {soundSettings{Volume: 50}, 0.25}, {soundSettings{Volume: 0}, 0},
		{soundSettings{Volume: 100, Muted: true}, 0},
	} {
		if got := test.l.gain(); got != test.want {
			t.Errorf("%+v is %v, not %v", test.l, got, test.want)
		}
	}
}
