package app

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"

	"demoscope/bsp"
	"demoscope/formats"
	levels "demoscope/player/rebuilt"
	"demoscope/player/world"
	"demoscope/render/internal/rendertest"
	"demoscope/render/levelmap"
	"demoscope/render/scene"
)

// newMapless is a rig whose maps are missing.
func newMapless(t *testing.T, kept levels.Kept) *rig {
	r := &rig{t: t, input: newTestDevices(), window: &testDesktop{}, folder: t.TempDir()}
	p := newUnindexed(t, "demoscope1.mvd")
	r.App = New(&Options{Demo: Demo{Player: p, SurveyStore: kept,
		Maps: func(l *world.Level) (*bsp.Map, string) { return nil, l.Map + " was not found" }},
		Width: 1280, Height: 720}, r.window, r.input)
	return r
}

// rebuilt lets pictures follow one another until all of the level is known, and returns how many
// levels were shown on the way.
func (r *rig) rebuilt() (shown int) {
	r.t.Helper()
	var last *levelmap.Rebuilt
	r.passUntil(0.01, "the whole level", func() bool {
		if r.Demo.Maps.Rebuilt != nil && r.Demo.Maps.Rebuilt.Whole {
			return true
		}
		if r.Demo.Maps.Rebuilt != last {
			last = r.Demo.Maps.Rebuilt
			shown++
		}
		return false
	})
	return shown
}

// A level is rebuilt beside the pictures, and then made no more.
func TestLevelIsRebuiltBesidePlaying(t *testing.T) {
	r := newMapless(t, levels.Kept{})
	r.pass(0)
	if r.Demo.Maps.Map() != nil {
		t.Error("a map is there in the first picture")
	}
	r.rebuilt()
	l := r.Demo.Maps.Rebuilt
	if m := r.Demo.Maps.Map(); m == nil || m.Version != bsp.VersionBuilt || len(m.Faces) < 100 || l.Fraction != 1 ||
		l.Others != 0 {
		t.Errorf("%+v", l)
	}
	for range 20 {
		r.pass(5)
	}
	if r.Demo.Maps.Rebuilt != l || r.Demo.Maps.Rebuilder.Making() {
		t.Error("it is made again when nothing more is known")
	}
	if r.Active.Scene.World.Vertices == nil {
		t.Error("nothing is drawn")
	}
	// A map that is found takes its place.
	m := &bsp.Map{Models: []bsp.Model{{HeadNode: -1}}, Leaves: make([]bsp.Leaf, 1)} // one leaf, which is empty
	r.Demo.Maps.Loader = levelmap.NewLoader(func(*world.Level) (*bsp.Map, string) { return m, "" }, nil)
	r.Demo.LoadMap(r.Demo.Player.Moment().World)
	if r.pass(0); r.Demo.Maps.Map() != m || r.Demo.Maps.Rebuilt != nil || r.Demo.Notices.mapNotice.line != "" {
		t.Errorf("with a map there is still %v, and it says %q", r.Demo.Maps.Rebuilt, r.Demo.Notices.mapNotice.line)
	}
}

// What was known of a level when it was shown before is shown at once, before the demo is read.
func TestKeptLevelIsShownAtOnce(t *testing.T) {
	kept := levels.Kept{Folder: levels.Open(t.TempDir()), Sum: func() [sha256.Size]byte {
		return sha256.Sum256([]byte("demo"))
	}}
	first := newMapless(t, kept)
	first.rebuilt()
	again := newMapless(t, kept)
	if shown := again.rebuilt(); shown > 1 {
		t.Errorf("%d levels were shown before all was known", shown)
	}
	if a, b := first.Demo.Maps.Rebuilt, again.Demo.Maps.Rebuilt; len(a.Map.Faces) != len(b.Map.Faces) || b.Others != 0 {
		t.Errorf("%d faces the first time, then %d, of %d other demos", len(a.Map.Faces), len(b.Map.Faces), b.Others)
	}
	kept.Sum = func() [sha256.Size]byte { return sha256.Sum256([]byte("another demo")) }
	other := newMapless(t, kept)
	other.rebuilt()
	if other.Demo.Maps.Rebuilt.Others != 1 {
		t.Errorf("%d demos add to another one", other.Demo.Maps.Rebuilt.Others)
	}
	other.pass(16)
	if got := other.Demo.Notices.mapNotice.short; got !=
		"Map demoscope1 not found; showing a reconstruction from this demo and 1 more" {
		t.Errorf("it says %q", got)
	}
}

// A level that no message names is rebuilt, too: the beginning of the demo is missing.
func TestLevelWithoutNameIsRebuilt(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"dump":1,"format":"dem","file":"a.dem"}` + "\n" + `{"message":"cdtrack_line","text":"-1\n"}` + "\n")
	for i := range 200 {
		fmt.Fprintf(&b, `{"packet":"server","angles":[0,0,0]}
{"message":"time","time":%v}
{"message":"clientdata","mask":1056,"view_ofs_z":22,"vel":[12,0,0],"items":1,"health":100}
{"message":"updateentity","entity":1,"mask":1035,"modelindex":2,"origin":[%d,null,24],"angles":[null,null,null]}
`, 7+float64(i)/20, 10*i)
	}
	data, _, err := formats.Compile(strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	for _, now := range []bool{false, true} {
		r := &rig{t: t, input: newTestDevices(), window: &testDesktop{}, folder: t.TempDir()}
		p := rendertest.NewPlayer(t, "a.dem", data)
		r.App = New(&Options{Demo: Demo{Player: p,
			Maps: func(*world.Level) (*bsp.Map, string) { return nil, "not named" }},
			Width: 1280, Height: 720}, r.window, r.input)
		if now {
			r.Demo.LoadLevel(p.Moment().World)
		} else {
			r.rebuilt()
		}
		if m := r.Demo.Maps.Map(); m == nil || m.Version != bsp.VersionBuilt || len(m.Faces) == 0 ||
			r.Demo.Notices.mapNotice.short != "Map without a name not found; showing a reconstruction" {
			t.Errorf("at once %v: %+v, and it says %q", now, m, r.Demo.Notices.mapNotice.short)
		}
	}
}

// What is said of a map that is missing.
func TestMissingNotice(t *testing.T) {
	some := scene.Prepare(nil)
	for _, c := range []struct {
		name, search string
		level        *levelmap.Rebuilt
		line, short  string
		label        string
	}{
		{"maps/dm2.bsp", "lost", nil,
			"Map dm2 not found; reconstructing the map (Shift+V: details)",
			"Map dm2 not found; reconstructing the map", "reconstructing the map"},
		{"maps/dm2.bsp", "lost", &levelmap.Rebuilt{Whole: true},
			"Map dm2 not found; the demo does not show it. " +
				"Add the game's folder: drop it here, or F4, Game folders",
			"Map dm2 not found; the demo does not show it", "no map"},
		{"maps/dm2.bsp", "lost", &levelmap.Rebuilt{Geometry: some, Fraction: 0.649},
			"Map dm2 not found; showing a reconstruction (64 %) (Shift+V: details)",
			"Map dm2 not found; showing a reconstruction (64 %)", "reconstructed map"},
		{"maps/dm2.bsp", "lost", &levelmap.Rebuilt{Geometry: some, Fraction: 1, Whole: true, Others: 3},
			"Map dm2 not found; showing a reconstruction from this demo and 3 more (Shift+V: details)",
			"Map dm2 not found; showing a reconstruction from this demo and 3 more", "reconstructed map"},
		{"maps/dm2.bsp", "", &levelmap.Rebuilt{Geometry: some, Whole: true},
			"Showing a reconstruction",
			"Showing a reconstruction", "reconstructed map"},
		{"", "the demo does not name its map", nil,
			"Map without a name not found; reconstructing the map (Shift+V: details)",
			"Map without a name not found; reconstructing the map", "reconstructing the map"},
		{"maps/" + strings.Repeat("x", 90) + ".bsp", "lost", nil,
			"Map " + strings.Repeat("x", 40) + "… not found; reconstructing the map (Shift+V: details)",
			"Map " + strings.Repeat("x", 40) + "… not found; reconstructing the map", "reconstructing the map"},
	} {
		n := missingMapNotice(&levelmap.Loaded{Key: world.MapKey{Name: c.name}, Notice: c.search}, c.name, c.level,
			&keyTexts{search: "Shift+V", settings: "F4"}, false)
		if n.line != c.line || n.short != c.short || n.search != c.search || n.label != c.label {
			t.Errorf("%q: %+v", c.name, n)
		}
	}
}
