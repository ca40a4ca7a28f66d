package thumbnail

import (
	"math/rand/v2"
	"testing"

	"demoscope/bsp"
	"demoscope/formats"
	"demoscope/player/pattern"
	"demoscope/player/world"
	"demoscope/render/internal/rendertest"
)

// Of a level whose map is missing a picture is made only if the level is rebuilt, and says so.
func TestPictureOfARebuiltLevel(t *testing.T) {
	d, err := formats.Open("demoscope1.mvd", rendertest.Sample(t, "demoscope1.mvd"))
	if err != nil {
		t.Fatal(err)
	}
	f := pattern.Read(d.Format.Name, d.Decoder(), pattern.Options{})
	l := &Source{Demo: d, Maps: func(*world.Level) (*bsp.Map, string) { return nil, "" }}
	if _, err := Photograph(l, f, nil, false, func() bool { return false }); err != errNoLevel {
		t.Errorf("without the map and without rebuilding: %v", err)
	}
	p, err := Photograph(l, f, nil, true, func() bool { return false })
	if err != nil || !p.Rebuilt {
		t.Errorf("rebuilt: %+v, %v", p, err)
	}
	if _, err := Photograph(l, f, nil, true, func() bool { return true }); err != ErrStopped {
		t.Errorf("stopped: %v", err)
	}
}

// The demo browser gives up a picture that takes too long, a report waits for it.
func TestReportsWaitForPictures(t *testing.T) {
	d, err := formats.Open("demoscope1.mvd", rendertest.Sample(t, "demoscope1.mvd"))
	if err != nil {
		t.Fatal(err)
	}
	f := pattern.Read(d.Format.Name, d.Decoder(), pattern.Options{})
	p := NewPhotographer(&Source{Demo: d, Maps: rendertest.SampleMap(t)}, nil, nil) // as of a report
	goOn := func() bool { return false }
	if picture, err := p.Photograph(f, nil, goOn); err != nil || picture == nil {
		t.Errorf("without a limit: %v", err)
	}
	p.limit = 1
	if _, err := p.Photograph(f, nil, goOn); err != errTooLong {
		t.Errorf("in a nanosecond: %v", err)
	}
}

// Whatever stands in a demo, there is a picture or none, and never one of a place in a wall.
func TestPicturesOfHostileDemos(t *testing.T) {
	maps := rendertest.SampleMap(t)
	for _, name := range []string{"demoscope1.mvd", "demoscope1.dm2"} {
		whole := rendertest.Sample(t, name)
		for seed := range uint64(12) {
			data := append([]byte(nil), whole...)
			random := rand.New(rand.NewPCG(seed, 7))
			for range 1 + len(data)>>10<<(seed%4) {
				data[random.IntN(len(data))] = byte(random.Uint32())
			}
			d, err := formats.Open(name, data)
			if err != nil {
				continue
			}
			f := pattern.Read(d.Format.Name, d.Decoder(), pattern.Options{})
			p, err := Photograph(&Source{Demo: d, Maps: maps}, f, nil, true, func() bool { return false })
			if (p == nil) == (err == nil) || p != nil && dark(p.Image) {
				t.Errorf("%s, seed %d: %v, %v", name, seed, p != nil, err)
			}
		}
	}
}
