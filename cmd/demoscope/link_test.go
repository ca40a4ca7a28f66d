//go:build !js

package main

import (
	"io"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"demoscope/render/app"
	"demoscope/render/camera"
)

// parsePlay reads a command line of play.
func parsePlay(t *testing.T, args ...string) (*playCmd, error) {
	t.Helper()
	var c cli
	parser, err := newParser(&c, kong.Exit(func(int) { t.Fatal("exited") }), kong.Vars{"version": ""})
	if err != nil {
		t.Fatal(err)
	}
	_, err = parser.Parse(args)
	return &c.Play, err
}

func TestLinkStandsForFlags(t *testing.T) {
	c, err := parsePlay(t, "--link",
		"#demo=../x.mvd&t=1:02.5&speed=-0.5&paused=1&follow=The%20Fly&mode=wire&camera=orbit", "a.mvd")
	if err != nil {
		t.Fatal(err)
	}
	if c.At.value != 62.5 || c.Speed != -0.5 || !c.Paused || c.Follow != "The Fly" || c.Mode != "wire" ||
		c.Camera.How != camera.Orbit || c.Camera.Place != nil {
		t.Errorf("%+v", c)
	}
	if len(c.Files) != 1 || c.Files[0] != "a.mvd" {
		t.Errorf("the link has chosen files: %q", c.Files)
	}
	c, err = parsePlay(t, "--link=camera=-1,2,3,4,5,6", "--camera", "chase")
	if err != nil {
		t.Fatal(err)
	}
	if at := c.Link.camera.Place; at == nil || at.Origin != [3]float32{-1, 2, 3} || at.Angles != [3]float32{4, 5, 6} ||
		c.Camera.How != camera.Chase {
		t.Errorf("%+v", at)
	}
}

func TestLinkRefuses(t *testing.T) {
	for link, says := range map[string]string{
		"mode=../../x":                        "unknown render mode",
		"camera=1,2,3":                        "invalid camera",
		"camera=NaN,0,0,0,0,0":                "invalid camera",
		"camera=1e30,0,0,0,0,0":               "invalid camera",
		"camera=0,0,-1048577,0,0,0":           "invalid camera",
		"camera=free":                         "invalid camera",
		"speed=21":                            "not from -20 to 20",
		"t=5&follow=":                         "invalid follow=",
		"t=1%":                                "broken",
		"basedir=/":                           "unknown key",
		"camera=" + strings.Repeat("9,", 900): "invalid camera",
	} {
		if _, err := parsePlay(t, "--link", link); err == nil || !strings.Contains(err.Error(), says) ||
			len(err.Error()) > 400 {
			t.Errorf("%.50s: %v, want %q", link, err, says)
		}
	}
	for _, other := range []string{"--at=5", "--speed=2", "--paused", "--follow=x"} {
		if _, err := parsePlay(t, "--link=t=5", other); err == nil ||
			!strings.Contains(err.Error(), "use one or the other") {
			t.Errorf("%s: %v", other, err)
		}
	}
}

// openLinked opens the sample as a command says.
func openLinked(t *testing.T, c *playCmd) app.Options {
	t.Helper()
	s := &streams{in: strings.NewReader(""), out: io.Discard, err: io.Discard}
	demo, err := c.open(t.Context(), s, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(demo.Close)
	return app.Options{Demo: demo}
}

// Whoever is not there does not keep the moment from being shown.
func TestLinkFollowsNobody(t *testing.T) {
	c, err := parsePlay(t, "--link", "t=10&follow=nobody&camera=1,2,3,4,5,6")
	if err != nil {
		t.Fatal(err)
	}
	o := openLinked(t, c)
	if o.Director != app.DirectorOff {
		t.Errorf("the director is %v before the link is known to follow nobody", o.Director)
	}
	if err := c.beginFirst(&o, ""); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(o.Notice, `no player "nobody"`) ||
		o.Director != app.DirectorAuto || o.FreeCamera.Angles != [3]float32{4, 5, 6} || o.Player.Clock() != 10 {
		t.Errorf("%q, %v, %v, %v s", o.Notice, o.Director, o.FreeCamera, o.Player.Clock())
	}
}

// TestLinkKeepsValidParts: in a page one part that is wrong is left out and said, and the others hold.
func TestLinkKeepsValidParts(t *testing.T) {
	for _, c := range []struct {
		text, good, says string
	}{
		{"t=1:02&follow=milton&speed=0.5", "t=1:02&speed=0.5&follow=milton", ""},
		{"t=1:99&follow=milton", "t=0:00&follow=milton", "want a time"},
		{"zoom=3&t=5&mode=oil&speed=2&speed=3&speed=99&camera=x", "t=0:05&speed=2",
			`unknown key "zoom" (want t, speed, paused, follow, mode, camera, demo, map); ` +
				`unknown render mode "oil"; speed appears twice`},
		{"speed=50&t=5", "t=0:05", "not from -20 to 20"},
		{"follow=%zz&t=5&camera=orbit", "t=0:05&camera=orbit", "broken"},
		{"follow=" + strings.Repeat("x", 5000) + "&t=5", "t=0:05", "at most 4096"},
		{strings.Repeat("&", 5000) + "t=5", "t=0:00", "at most 4096"},
	} {
		var f linkFlag
		f.parseValidParts(c.text)
		if !f.given || f.String() != c.good || c.says == "" != (f.wrong == nil) || f.wrong != nil &&
			!strings.Contains(f.wrong.Error(), c.says) {
			t.Errorf("%.40s: %s, %v; want %s, and %q", c.text, f.String(), f.wrong, c.good, c.says)
		}
	}
}

// A time behind the end shows the end, and that is said; the end itself, as a link rounds it, is no such time.
func TestTimeBehindTheEnd(t *testing.T) {
	for _, one := range []struct{ flag, says string }{
		{"--link=t=1:00.22", ""}, {"--link=t=1:01", "The demo ends at 1:00.22, before 1:01"},
		{"--at=2:00:00", "The demo ends at 1:00.22, before 2:00:00"},
	} {
		c, err := parsePlay(t, one.flag)
		if err != nil {
			t.Fatal(err)
		}
		o := openLinked(t, c)
		o.Notice = ""
		if err := c.beginFirst(&o, ""); err != nil {
			t.Fatal(err)
		}
		if o.Notice != one.says || o.Player.Clock() < 60.2 {
			t.Errorf("%s: it says %q at %v s", one.flag, o.Notice, o.Player.Clock())
		}
	}
}

// What a link says wrong and whom it names in vain are both said, and only the latter leaves the choice to
// the director.
func TestLinkSaysAllThatIsWrong(t *testing.T) {
	for _, one := range []struct {
		follow, says string
		director     app.Director
	}{
		{"nobody", `Link: unknown render mode "oil"; Link: no player "nobody"`, app.DirectorAuto},
		{"vesper", `Link: unknown render mode "oil"`, app.DirectorOff},
	} {
		c, err := defaultPlay()
		if err != nil {
			t.Fatal(err)
		}
		c.Link.parseValidParts("t=10&mode=oil&follow=" + one.follow)
		if err := c.Validate(); err != nil {
			t.Fatal(err)
		}
		o := openLinked(t, c)
		if err := c.beginFirst(&o, ""); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(o.Notice, one.says) || o.Director != one.director || o.Player.Clock() != 10 {
			t.Errorf("%s: it says %q, director %v, at %v s", one.follow, o.Notice, o.Director, o.Player.Clock())
		}
	}
}
