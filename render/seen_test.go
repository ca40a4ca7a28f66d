package render

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
		return shown{r.viewing.seen.String(), len(r.active.options.Rings) > 0, len(r.hudIn.Subtitles) > 0}
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
			lines := slices.Clone(r.hudIn.Subtitles)
			rings := slices.Clone(r.active.options.Rings)
			for _, from := range []float64{0, 24.5, 24.7, 59} {
				r.seek(from)
				r.seek(24.6)
				if !slices.Equal(lines, r.hudIn.Subtitles) || !slices.Equal(rings, r.active.options.Rings) {
					t.Errorf("from %v: %+v, not %+v", from, r.hudIn.Subtitles, lines)
				}
			}
			m := r.demo.player.Moment()
			if n := allocations(256, 0, func() {
				r.game.buildScene(m, 0)
				r.game.tell()
				r.game.buildHUD(m, nil)
			}); n > 0 {
				t.Errorf("%v allocations a picture", n)
			}
			r.do("sound-cues")
		}
	}
}
