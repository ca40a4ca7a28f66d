package app

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"demoscope/render/setting"
)

// TestChoices: every choice begins as usual, becomes each thing that it may be, and changes no
// other.
func TestChoices(t *testing.T) {
	usual := newViewing(&Options{})
	for _, c := range liveSettings {
		s := setting.Find(c.name)
		if got := usual.value(c.name); !slices.Equal(got, s.Usual) {
			t.Errorf("%s begins as %q", c.name, got)
		}
		var values []setting.Value
		switch s.Kind {
		case setting.Switch:
			values = []setting.Value{{"true"}, {"false"}}
		case setting.Number:
			values = []setting.Value{{strconv.Itoa(s.Least)}, {strconv.Itoa(s.Usual.Number() - s.Step)},
				{strconv.Itoa(s.Most)}}
		case setting.Set:
			values = append(values, s.Choices)
			fallthrough
		case setting.Choice:
			for _, word := range s.Choices {
				values = append(values, setting.Value{word})
			}
		}
		if len(values) < 2 {
			t.Errorf("%s: nothing to try", c.name)
		}
		for _, want := range values {
			v := newViewing(&Options{Settings: setting.Values{c.name: want}})
			if got := v.value(c.name); !slices.Equal(got, want) {
				t.Errorf("%s is set to %q and is %q", c.name, want, got)
			}
			for _, other := range liveSettings {
				if got := v.value(other.name); other.name != c.name &&
					!slices.Equal(got, setting.Find(other.name).Usual) {
					t.Errorf("%s changes %s to %q", c.name, other.name, got)
				}
			}
		}
	}
}

// TestKept: keys change the volume for good, and other settings only until the window closes. A failure to
// save is reported once.
func TestKept(t *testing.T) {
	r := newRig(t)
	var kept []string
	r.settings.write = func(name string, v setting.Value) error {
		kept = append(kept, name+"="+v.String())
		return nil
	}
	for _, key := range []string{"-", "M", "V", "X", "F5"} {
		r.press(key)
	}
	if got, want := strings.Join(kept, " "), "volume=60"; got != want {
		t.Errorf("kept are %s, not %s", got, want)
	}
	tried := 0
	r.settings.write = func(string, setting.Value) error { tried++; return errors.New("the disk is full") }
	r.press("-")
	r.press("-")
	if s := r.see(); tried != 1 || r.Viewing.sound.Volume != 40 {
		t.Errorf("tried %d times, %+v", tried, s)
	}
}
