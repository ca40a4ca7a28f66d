//go:build !js

package studio

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"demoscope/render/app"
	"demoscope/render/film"
)

// A captured film has every moment, reports each, and its first is the capture of that moment.
func TestCapture(t *testing.T) {
	const name = "demoscope1.mvd"
	options := func() app.ShotOptions {
		return app.ShotOptions{Player: newPlayer(t, name, sample(t, name)), Maps: sampleMap(t), At: 20,
			Width: 320, Height: 180}
	}
	times := film.Times{From: 20, Rate: film.Ratio{Num: 1, Den: 1}, Speed: film.Ratio{Num: 1, Den: 1}}
	var last []byte
	for _, count := range []int{3, 1} {
		var done []int
		times.Count = count
		a, err := CaptureFilm(t.Context(), options(), times, func(n int) { done = append(done, n) })
		if err != nil {
			t.Fatal(err)
		}
		if a.Moments() != count || !slices.Equal(done, []int{1, 2, 3}[:count]) {
			t.Errorf("%d moments: %d captured, reported as %v", count, a.Moments(), done)
		}
		var b bytes.Buffer
		if err := a.Write(&b); err != nil {
			t.Fatal(err)
		}
		last = b.Bytes()
	}
	a, err := Capture(options())
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := a.Write(&b); err != nil || !bytes.Equal(b.Bytes(), last) {
		t.Errorf("a capture of %d bytes, a film of one moment %d; %v", b.Len(), len(last), err)
	}

	given := errors.New("canceled")
	for after := range 2 {
		ctx, cancel := context.WithCancelCause(t.Context())
		times.Count = 1
		if after == 0 {
			cancel(given)
		}
		a, err := CaptureFilm(ctx, options(), times, func(int) { cancel(given) })
		if a != nil || !errors.Is(err, given) {
			t.Errorf("canceled after %d moments: %v, %v", after, a != nil, err)
		}
	}
}

// A trace has lines, and the names of the players that no wall hides.
func TestTrace(t *testing.T) {
	for at, want := range map[float64]string{10: "Ranger Quarry Lumen", 40: "Vesper", 50: ""} {
		o := app.ShotOptions{Player: newPlayer(t, "demoscope1.mvd", sample(t, "demoscope1.mvd")), Maps: sampleMap(t),
			At: at, Width: 320, Height: 180}
		d, err := Trace(o)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, l := range d.Labels {
			names = append(names, l.Text)
		}
		if got := strings.Join(names, " "); got != want || len(d.Strokes) < 50 || d.Width != 320 || d.Height != 180 {
			t.Errorf("at %v s: names %q, want %q; %d lines of %dx%d", at, got, want, len(d.Strokes), d.Width, d.Height)
		}
		o.Camera = &app.Camera{Origin: [3]float32{0, 0, 30000}, Angles: [3]float32{-90, 0, 0}} // into the void
		if _, err := Trace(o); !errors.Is(err, errNoLine) {
			t.Errorf("at %v s, into the void: %v", at, err)
		}
	}
}
