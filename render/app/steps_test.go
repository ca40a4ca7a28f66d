// Other processors round differently.

//go:build amd64

package app

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"demoscope/internal/golden"
)

// TestSteps compares what each command does with a file: what changes on the screen, and hashes of what is drawn. The
// second time, switches go back.
func TestSteps(t *testing.T) {
	elsewhere := []string{"quit", "save-picture", "export-video", "clip-cut", "copy-link", "library", "next-file",
		"previous-file", "fullscreen"} // these have effects outside of the picture
	var lines []string
	for _, name := range []string{"demoscope1.mvd", "demoscope1.dm_71"} {
		r := newRigOf(t, name, sample(t, name))
		r.Demo.Player.Timeline().Wait()
		r.passUntil(0, "the textures", r.textured)
		r.pass(0)
		last := r.see()
		note := func(step string) {
			now := r.see()
			var changed []string
			a, b := reflect.ValueOf(last), reflect.ValueOf(now)
			for i := range a.NumField() {
				if x, y := fmt.Sprint(a.Field(i)), fmt.Sprint(b.Field(i)); x != y {
					changed = append(changed, fmt.Sprintf("%s %q", a.Type().Field(i).Name, y))
				}
			}
			last = now
			lines = append(lines, fmt.Sprintf("%s: %s; %s, %s", step, strings.Join(changed, ", "),
				hashOf(&r.Active.Scene.World), hashOf(r.HUD.Buffer())))
		}
		note(name)
		for round := range 2 {
			for _, g := range newCommands() {
				for i := range g.Commands {
					c := &g.Commands[i]
					if len(c.Keys) == 0 || slices.Contains(elsewhere, c.Name) {
						continue
					}
					key := c.Keys[0].String()
					r.hold(key)
					if r.Demo.Directing.On {
						r.directed()
					}
					r.pass(0.25)
					r.release(key)
					note(fmt.Sprint(c.Name, " ", round+1))
					if s := r.see(); s.List || s.Finder || s.Help || s.Asking || r.Input.Naming != nil {
						r.press("Esc")
					}
				}
			}
		}
	}
	golden.Lines(t, "steps", lines, golden.Equal)
}
