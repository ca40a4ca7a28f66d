package app

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/render/setting"
)

// TestEveryChoiceIsSeen changes each on/off setting with a bit and opens each page: one that changes
// nothing to be seen is not used, or seen does not have it yet.
func TestEveryChoiceIsSeen(t *testing.T) {
	r := newRig(t)
	r.seek(25) // the followed player strafes
	was := r.see()
	v := &r.Viewing
	flips := map[string]func(){"help": func() { v.help = !v.help }, "scores": func() { v.scores = !v.scores },
		"list": func() { v.List = !v.List }}
	for _, s := range setting.Table() {
		if s.Bit != 0 {
			flips[s.Name] = func() { v.Set(s.Bit, !v.On(s.Bit)) }
		}
	}
	for name, flip := range flips {
		flip()
		r.pass(0)
		if cmp.Equal(was, r.see()) {
			t.Errorf("%s changes nothing that is seen", name)
		}
		flip()
		r.pass(0)
		if d := cmp.Diff(was, r.see()); d != "" {
			t.Errorf("%s leaves something behind:\n%s", name, d)
		}
	}
	if len(flips) < 25 {
		t.Errorf("only %d switches were found", len(flips))
	}
}

// TestDisplayLevels: on its own, only the analyst display shows chat, and the clean one has no screen effects.
func TestDisplayLevels(t *testing.T) {
	for display, want := range map[string]struct{ chat, effects bool }{
		"clean": {false, false}, "watch": {false, true}, "analyst": {true, true},
	} {
		v := newViewing(&Options{Settings: setting.Values{"display": {display}}})
		o := v.options()
		if got := o.On(setting.ScreenEffects); v.chatShown() != want.chat || got != want.effects {
			t.Errorf("%s: chat %v, screen effects %v", display, v.chatShown(), got)
		}
		for _, on := range []bool{true, false} {
			v.Apply(setting.Values{"display": {display}, "chat": {map[bool]string{true: "true", false: "false"}[on]}})
			if v.chatShown() != on {
				t.Errorf("%s: chat set to %v is %v", display, on, v.chatShown())
			}
		}
	}
}
