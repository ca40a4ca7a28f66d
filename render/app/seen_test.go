package app

import (
	"slices"
	"testing"
)

// TestShownSounds: a key shows what is heard as rings, as subtitles, as both and not; it is the
// same after a seek as after playing, without a device, and a picture with it allocates nothing.
func TestShownSounds(t *testing.T) {
	r := newRig(t)
	type shown struct {
		way              string
		rings, subtitles bool
	}
	state := func() shown {
		r.seek(24.6) // lightning
		return shown{r.Viewing.soundCues.String(), len(r.Active.Options.Rings) > 0, len(r.Input.Subtitles) > 0}
	}
	want := []shown{{"off", false, false}, {"rings", true, false}, {"subtitles", false, true}, {"both", true, true},
		{"off", false, false}}
	for i, w := range want {
		if got := state(); got != w {
			t.Errorf("%+v, want %+v", got, w)
		}
		if i < 3 {
			r.do("sound-cues")
		} else if i == 3 {
			lines := slices.Clone(r.Input.Subtitles)
			rings := slices.Clone(r.Active.Options.Rings)
			for _, from := range []float64{0, 24.5, 24.7, 59} {
				r.seek(from)
				r.seek(24.6)
				if !slices.Equal(lines, r.Input.Subtitles) || !slices.Equal(rings, r.Active.Options.Rings) {
					t.Errorf("from %v: %+v, not %+v", from, r.Input.Subtitles, lines)
				}
			}
			m := r.Demo.Player.Moment()
			if n := allocations(256, 0, func() {
				r.App.BuildScene(m, 0)
				r.App.UpdateMessages()
				r.App.BuildHUD(m, nil)
			}); n > 0 {
				t.Errorf("%v allocations a picture", n)
			}
			r.do("sound-cues")
		}
	}
}
