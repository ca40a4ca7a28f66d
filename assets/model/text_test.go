package model

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

func TestSkin(t *testing.T) {
	skin, err := ParseSkin([]byte("U_Torso, models/players/a/b.tga " +
		"\r\ntag_head,\n\nL_TAG_x,none\n\"h_head\",\"models/x/y.tga\" // of a head\nempty,\nno comma\nl_legs,a,b"))
	if err != nil {
		t.Fatal(err)
	}
	differ(t, "skin", skin, Skin{{"U_Torso", "models/players/a/b.tga"}, {"h_head", "models/x/y.tga"},
		{"l_legs", "a,b"}})
	for surface, want := range map[string]string{"u_torso": "models/players/a/b.tga", "H_HEAD_1": "models/x/y.tga",
		"h_head_2": "models/x/y.tga", "h_head_3": "", "tag_head": "", "empty": "", "": "", "_1": ""} {
		if got, ok := skin.Shader(surface); got != want || ok != (want != "") {
			t.Errorf("%s has %q, %v", surface, got, ok)
		}
	}
	var at *FormatError
	if _, err := ParseSkin([]byte(strings.Repeat("a,b\n", 257))); !errors.As(err, &at) ||
		err.Error() != "skin, byte 1024: more than 256 surfaces" {
		t.Error(err)
	}
	if _, err := ParseSkin(make([]byte, MaxText+1)); !errors.As(err, &at) {
		t.Error(err)
	}
}

// animations is an animation.cfg of n rows: row i has the poses 10 i to 10 i + 4.
func animations(options string, n int) string {
	var b strings.Builder
	b.WriteString(options)
	for i := range n {
		fmt.Fprintf(&b, "%d\t5\t%d\t15 // row %d\n", 10*i, i%3, i)
	}
	return b.String()
}

func TestAnimations(t *testing.T) {
	a, err := ParseAnimations([]byte(
		animations("// of 1999\nsex f\nheadoffset -4 0 1.5\nfootsteps MECH /* 2\n3 */ fixedtorso\nunknown\n", 25)))
	if err != nil {
		t.Fatal(err)
	}
	if a.Sex != 'f' || a.HeadOffset != (mgl32.Vec3{-4, 0, 1.5}) || a.Footsteps != "mech" || !a.FixedTorso ||
		a.FixedLegs || len(a.List) != 31 {
		t.Errorf("%+v", a)
	}
	// The legs begin at 130 in the file, where the torso begins at 60 in upper.md3.
	for n, first := range map[int]int{BothDeath1: 0, TorsoGesture: 60, TorsoStand2: 120, LegsWalkCrouched: 60,
		LegsTurn: 170, TorsoNegative: 60} {
		if got := a.List[n]; got.First != first || got.Count != 5 || got.Rate != 15 || got.Milliseconds() != 66 {
			t.Errorf("animation %d: %+v, not from %d", n, got, first)
		}
	}
	if a, err := ParseAnimations([]byte(animations("", 31))); err != nil || a.List[TorsoNegative].First != 300 ||
		a.Sex != 'm' || a.Footsteps != "default" {
		t.Errorf("31 rows: %+v, %v", a, err)
	}
	if a, err := ParseAnimations([]byte(animations("", 25) + "\nsomething else")); err != nil || len(a.List) != 31 {
		t.Errorf("text behind the rows: %v", err)
	}
	for text, want := range map[string]string{
		animations("",
			24): "animation.cfg, animation 24, byte 483: the file ends before the last of 25 animations",
		"":                                       "animation.cfg, animation 0, byte 0: the file ends before",
		"0 5 x 15":                               `animation.cfg, animation 0, byte 4: "x" not a number`,
		"0 5 0 NaN":                              `animation.cfg, animation 0, byte 6: "NaN" not a number`,
		"0 5 0":                                  `animation.cfg, animation 0, byte 5: "" not a number`,
		"0 5 0 9999999":                          `animation.cfg, animation 0, byte 6: "9999999" not a number`,
		"headoffset 1 2":                         `animation.cfg, headoffset, byte 14: "" not a number`,
		strings.Repeat(" ", MaxText) + "0 5 0 1": "animation.cfg, byte 65536: larger than any such file",
	} {
		var at *FormatError
		if _, err := ParseAnimations([]byte(text)); !errors.As(err, &at) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.20q: %v, not %s", text, err, want)
		}
	}
}

// TestAnimationPose: which pose is shown after so many steps.
func TestAnimationPose(t *testing.T) {
	for _, c := range []struct {
		name  string
		a     Animation
		poses []int // from step 0 on
		ended bool
	}{
		{"death", Animation{First: 10, Count: 3, Rate: 1}, []int{10, 11, 12, 12, 12}, true},
		{"run", Animation{First: 10, Count: 3, Loop: 3, Rate: 1}, []int{10, 11, 12, 10, 11, 12, 10}, false},
		{"the last two again", Animation{First: 10, Count: 4, Loop: 2, Rate: 1}, []int{10, 11, 12, 13, 12, 13, 12},
			false},
		{"backwards", Animation{First: 10, Count: 3, Loop: 3, Rate: 1, Backward: true}, []int{12, 11, 10, 12, 11},
			false},
	} {
		for step, want := range c.poses {
			got, ended := c.a.Pose(step)
			if got != want || ended != (c.ended && step >= c.a.Count) {
				t.Errorf("%s, step %d: pose %d, ended %v", c.name, step, got, ended)
			}
		}
	}
	rows, err := ParseAnimations([]byte("0 -8 8 0\n" + animations("", 24)))
	if err != nil {
		t.Fatal(err)
	}
	// A negative count is played backwards, and a rate of 0 is 1.
	if got := rows.List[0]; got != (Animation{First: 0, Count: 8, Loop: 8, Rate: 1, Backward: true}) ||
		got.Milliseconds() != 1000 {
		t.Errorf("%+v", got)
	}
}
