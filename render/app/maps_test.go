package app

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
	"demoscope/internal/wait"
	"demoscope/player/world"
	"demoscope/player/world/rules"
	"demoscope/render/levelmap"
)

// countingMaps load maps and note which.
type countingMaps struct {
	loads []string
	m     *bsp.Map
}

func (c *countingMaps) load(level *world.Level) (*bsp.Map, string) {
	c.loads = append(c.loads, level.Map)
	return c.m, "of " + level.Map
}

// ready lets time stand still until the map is there.
func ready(t *testing.T, l *levelmap.Loader, w *world.World) {
	t.Helper()
	wait.For(t, "the map", func() bool { l.Update(w, 0); return l.Current != nil })
}

// A map is loaded beside the picture, once, and kept.
func TestMapsAreLoadedOnce(t *testing.T) {
	r := newRig(t)
	w := r.Demo.Player.Moment().World
	c := &countingMaps{}
	l := levelmap.NewLoader(c.load, nil)
	if l.Update(w, 0) || l.Current != nil {
		t.Error("the map is there before it is loaded")
	}
	l.Update(w, 0)
	ready(t, l, w)
	if l.Current.Notice != "of maps/demoscope1.bsp" || l.Current.Geometry != nil {
		t.Errorf("current %+v", l.Current)
	}
	if l.Update(w, 0) {
		t.Error("the map is another")
	}
	l.LoadNow(w)
	if len(c.loads) != 1 {
		t.Errorf("loaded %q", c.loads)
	}
}

// A map that is there is prepared for drawing.
func TestMapsArePrepared(t *testing.T) {
	r := newRig(t)
	w := r.Demo.Player.Moment().World
	c := &countingMaps{m: r.Demo.Maps.Map()}
	l := levelmap.NewLoader(c.load, nil)
	l.LoadNow(w)
	if l.Current == nil || l.Current.Map != c.m || l.Current.Geometry == nil {
		t.Errorf("current %+v", l.Current)
	}
}

// A map of another level that has the same name is none: what is in the level would be in its walls.
func TestForeignMapIsNone(t *testing.T) {
	r := newRig(t)
	w := r.Demo.Player.Moment().World
	for name, c := range map[string]struct {
		inside, outside int // things
		none            bool
	}{
		"its own": {20, 0, false}, "another": {0, 20, true}, "too little is known": {0, 7, false},
		"half of it": {4, 4, false}, "more than half": {3, 5, true},
	} {
		t.Run(name, func(t *testing.T) {
			own := *w
			own.Statics, own.Entities, own.Players = nil, nil, nil
			figure := slices.IndexFunc(w.Level().Models, func(name string) bool {
				return strings.HasSuffix(name, ".mdl")
			})
			for i := range c.inside + c.outside {
				e := world.Entity{Origin: w.Players[0].Pose.Origin}
				if i < c.outside {
					e.Origin[0] += 1e5
				}
				e.Model[0] = uint16(figure)
				own.Entities = append(own.Entities, e)
			}
			inline := world.Entity{Origin: mgl32.Vec3{0, 0, 1e6}} // a door is where the map says
			for k, model := range w.Level().Models {
				if strings.HasPrefix(model, "*") {
					inline.Model[0] = uint16(k)
				}
			}
			own.Entities = append(own.Entities, slices.Repeat([]world.Entity{inline}, 30)...)
			counted := &countingMaps{m: r.Demo.Maps.Map()}
			l := levelmap.NewLoader(counted.load, nil)
			l.LoadNow(&own)
			got := l.Current
			if (got.Map == nil) != c.none || (got.Geometry == nil) != c.none {
				t.Errorf("the map is %v, its geometry %v", got.Map != nil, got.Geometry != nil)
			}
			if want := "of maps/demoscope1.bsp; maps/demoscope1.bsp is a different map of the same name: " +
				"players would be inside its walls"; c.none && got.Notice != want {
				t.Errorf("it says %q", got.Notice)
			}
		})
	}
}

// A level that does not name its map is given a second.
func TestMapsWaitForTheirName(t *testing.T) {
	w := rules.New("dem")
	c := &countingMaps{}
	l := levelmap.NewLoader(c.load, nil)
	for range 4 {
		l.Update(w, 0.25)
	}
	if l.Cache.Loading() != 0 {
		t.Error("after a second a map without a name is being loaded")
	}
	l.Update(w, 0.25)
	if l.Cache.Loading() != 1 {
		t.Error("after more than a second no map is being loaded")
	}
	ready(t, l, w)
}

// The last six maps are kept.
func TestMapsAreKept(t *testing.T) {
	l := levelmap.NewLoader(nil, nil)
	for i := range 8 {
		key := world.MapKey{Name: fmt.Sprint(i)}
		l.Cache.Keep(key, &levelmap.Loaded{Key: key})
	}
	for i := range 8 {
		if found := l.Find(world.MapKey{Name: fmt.Sprint(i)}) != nil; found != (i >= 2) {
			t.Errorf("map %d is kept: %v", i, found)
		}
	}
	if l.Find(world.MapKey{Name: "7", Checksum: 1}) != nil {
		t.Error("a map of another checksum is the same")
	}
}

// A map that is kept no longer is loaded again.
func TestMapsAreLoadedAgain(t *testing.T) {
	w := newRig(t).Demo.Player.Moment().World
	c := &countingMaps{}
	l := levelmap.NewLoader(c.load, nil)
	for _, name := range []string{"0", "1", "2", "3", "4", "5", "6", "6", "1", "0"} {
		w.Level().Map = name
		l.Update(w, 0)
		ready(t, l, w)
		if l.Current.Notice != "of "+name {
			t.Errorf("in level %s the map is %q", name, l.Current.Notice)
		}
	}
	if want := []string{"0", "1", "2", "3", "4", "5", "6", "0"}; !slices.Equal(c.loads, want) {
		t.Errorf("loaded %q, want %q", c.loads, want)
	}
}

// The window shows a map once it is loaded.
func TestMapIsShownWhenLoaded(t *testing.T) {
	r := newRig(t)
	r.passUntil(0, "the textures", r.textured)
	r.pass(0)
	lines := len(r.Active.Scene.World.Indices)
	m := r.Demo.Maps.Map()
	r.Demo.Maps.Loader = levelmap.NewLoader(func(*world.Level) (*bsp.Map, string) { return m, "" }, nil)
	r.pass(0)
	if r.Demo.Maps.Map() != nil {
		t.Fatal("the map is there before it is loaded")
	}
	r.passUntil(0, "the map", func() bool { return r.Demo.Maps.Map() != nil && r.textured() })
	r.pass(0)
	if n := len(r.Active.Scene.World.Indices); n != lines {
		t.Errorf("with the map %d indices are drawn, before %d", n, lines)
	}
}

// A demo that names many maps has two of them loaded at a time, and when it is closed
// meanwhile, no goroutine stays behind.
func TestFewMapsAreLoadedAtATime(t *testing.T) {
	w := newRig(t).Demo.Player.Moment().World
	began, goOn, ended := make(chan string, 100), make(chan bool), make(chan bool, 100)
	l := levelmap.NewLoader(func(level *world.Level) (*bsp.Map, string) {
		began <- level.Map
		<-goOn
		ended <- true
		return nil, ""
	}, nil)
	for i := range 100 {
		w.Level().Map = fmt.Sprint(i)
		l.Update(w, 0)
	}
	first := []string{<-began, <-began}
	slices.Sort(first)
	if !slices.Equal(first, []string{"0", "1"}) || len(began) > 0 {
		t.Errorf("%q are loaded, and %d more", first, len(began))
	}
	close(goOn)
	<-ended
	<-ended
	// What waited is loaded when it is shown.
	wait.For(t, "another map", func() bool { l.Update(w, 0); return len(began) > 0 })
	if name := <-began; name != "99" {
		t.Errorf("then %q is loaded", name)
	}
}

// A map that was loaded before the window's first picture is drawn in it, though nobody is told then
// that it has come.
func TestMapReadyBeforeTheFirstPicture(t *testing.T) {
	r := newRig(t)
	for _, waits := range []bool{false, true} {
		o := Options{Demo: Demo{Player: r.Demo.Player.Player, Maps: sampleMap(t)},
			Width: 640, Height: 360, Renderer: CPU}
		o.LoadFirst()
		w := o.Player.Moment().World
		key := world.MapKey{Name: w.Level().Map, Checksum: w.Level().Checksum}
		wait.For(t, "the map", func() bool { return o.maps.Find(key) != nil })
		g := New(&o, &testDesktop{}, newTestDevices())
		if waits {
			g.Demo.Maps.Await(w, firstPatience)
		}
		g.frame(0)
		if g.Demo.Maps.Geometry == nil || g.Demo.Maps.Geometry != g.Demo.Maps.Current.Geometry {
			t.Errorf("waited for %v: the level is not drawn", waits)
		}
	}
}
