package window

import (
	"errors"
	"strings"
	"testing"

	"demoscope/internal/fault"
	"demoscope/render/app"
)

// brokenGame panics in Update or Draw when it is told to.
type brokenGame struct {
	update, draw, noPlace bool
	updates               int
}

func (b *brokenGame) Update() error {
	b.updates++
	if b.update {
		panic("broken update")
	}
	return nil
}

func (b *brokenGame) Draw(app.Card) {
	if b.draw {
		panic("broken draw")
	}
}

func (b *brokenGame) Layout(w, h, _ float64, _ int) (float64, float64) { return w, h }

func (b *brokenGame) Recover(*fault.Error) bool { return false }

func (b *brokenGame) Describe() string {
	if b.noPlace {
		panic("no place either")
	}
	return "a.dem at 1.500 s"
}

// A panic in Update or Draw ends the window with an error that names the file, the time
// and the place in the program.
func TestPanicsEndTheWindowInOrder(t *testing.T) {
	for _, c := range []struct {
		game *brokenGame
		want string
	}{
		{&brokenGame{update: true},
			"showing a.dem at 1.500 s met a mistake in this program (broken update); please report it, with the file"},
		{&brokenGame{draw: true},
			"showing a.dem at 1.500 s met a mistake in this program (broken draw); please report it, with the file"},
		{&brokenGame{draw: true, noPlace: true},
			"showing a demo met a mistake in this program (broken draw); please report it, with the file"},
	} {
		g := &guarded{game: c.game}
		err := g.Update()
		g.Draw(nil)
		if err == nil {
			err = g.Update()
		}
		var f *fault.Error
		if !errors.As(err, &f) || f.Error() != c.want || !strings.Contains(f.Stack, "brokenGame") {
			t.Errorf("%+v: the error is %v, want %q", c.game, err, c.want)
		}
		if c.game.updates > 1 {
			t.Error("a broken game goes on")
		}
	}
	fine := &guarded{game: &brokenGame{}}
	for range 3 {
		if err := fine.Update(); err != nil {
			t.Fatal(err)
		}
		fine.Draw(nil)
	}
}
