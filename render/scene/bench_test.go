package scene

import (
	"fmt"
	"image/color"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"demoscope/assets"
	"demoscope/internal/corpus"
	"demoscope/player"
	"demoscope/player/story"
	"demoscope/render/draw"
	"demoscope/render/raster"
	"demoscope/render/setting"
)

// benchMaps are maps of every version.
var benchMaps = []string{
	"demoscope1.bsp", "demoscope1_bsp2.bsp", "q2/demoscope1.bsp", "q3/demoscope1.bsp",
	"game/lq/id1/maps/lq_e0m1.bsp", "game/gplmaps/id1/maps/dm3.bsp", "game/gplmaps/id1/maps/e1m6.bsp",
	"game/misc/id1/maps/ultrav.bsp", "game/q2/baseq2/maps/lq2dm11.bsp", "oa:oa_dm1", "oa:oa_ctf2", "oa:ps37ctf2",
}

// eachMap runs a benchmark of each of benchMaps, with textures, lit and as lines.
func eachMap(b *testing.B, bench func(*testing.B, *Geometry, Mode)) {
	for _, name := range benchMaps {
		b.Run(name, func(b *testing.B) {
			g := Prepare(loadMap(b, name))
			g.Paint(assets.OwnPalette(assets.Quake), nil, false)
			for _, mode := range []Mode{Game, Lit, Wire} {
				b.Run(mode.String(), func(b *testing.B) { bench(b, g, mode) })
			}
		})
	}
}

// insideCameras returns cameras in leaves of a map that are not solid, the
// same ones each time.
func insideCameras(g *Geometry, n int) []Camera {
	r := rand.New(rand.NewPCG(1, 2))
	var list []Camera
	m := g.source
	for tries := 0; len(list) < n && tries < 100*n; tries++ {
		l := r.IntN(len(m.Leaves))
		lf := &m.Leaves[l]
		if lf.Cluster < 0 || lf.Maxs.Sub(lf.Mins).Len() > 1<<18 { // or around a level that was built
			continue
		}
		at := vec(lf.Mins).Add(vec(lf.Maxs)).Mul(0.5)
		if g.leaves[g.leafAt(at)].cluster < 0 {
			continue
		}
		list = append(list, Camera{at, vec{float32(r.IntN(40) - 20), float32(r.IntN(360)), 0}, 90, 0})
	}
	return list
}

// BenchmarkBuild is one picture of a map alone, seen from places all over it.
// Turning in place is the usual case; every 16 pictures the camera is
// somewhere else.
func BenchmarkBuild(b *testing.B) { eachMap(b, benchBuild) }

func benchBuild(b *testing.B, g *Geometry, mode Mode) {
	s := New()
	s.SetGeometry(g)
	cameras := insideCameras(g, 64)
	o := DefaultOptions()
	o.Mode = mode
	v := View{1280, 720, 1}
	faces, vertices := 0, 0
	for _, c := range cameras {
		for turn := range 16 {
			c.Angles[1] += float32(turn) * 22.5
			s.Build(nil, c, v, &o)
		}
		faces += len(s.level.order)
		vertices += len(s.World.Vertices)
	}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		c := cameras[i>>4%len(cameras)]
		c.Angles[1] += float32(i&15) * 22.5
		s.Build(nil, c, v, &o)
		i++
	}
	b.ReportMetric(float64(faces)/float64(len(cameras)), "faces")
	b.ReportMetric(float64(vertices)/float64(len(cameras)), "vertices")
}

// BenchmarkBuildMoment is a picture of a moment with everything in it.
func BenchmarkBuildMoment(b *testing.B) {
	for _, d := range []struct {
		demo, mapName string
		clock         float64
	}{
		{"demoscope1.mvd", "demoscope1.bsp", 30},
		{"demoscope1.dm2", "q2/demoscope1.bsp", 46},
		{"demoscope1.dm_71", "q3/demoscope1.bsp", 30},
		{"mvd/4on4_-s-_vs_pol[dm2]20241118-2135.mvd", "game/gplmaps/id1/maps/dm2.bsp", 300},
	} {
		b.Run(d.demo, func(b *testing.B) {
			p := openPlayer(b, d.demo, d.clock)
			s := New()
			s.SetGeometry(Prepare(loadMap(b, d.mapName)))
			mo := p.Moment()
			o := DefaultOptions()
			o.FirstPerson, o.Follow, o.Pointers, o.Opponent = true, mo.Eye.Slot, true, true
			p.Timeline().Wait()
			o.Kills = story.EventsAt(p.Timeline().Events(), mo.Clock, mo.World.Clock, false)
			buildTurning(b, s, mo, &o)
		})
	}
}

// BenchmarkBuildSkins is a picture of a moment with the models of LibreQuake, with skins and lit.
func BenchmarkBuildSkins(b *testing.B) {
	const demo, mapName = "mvd/4on4_-s-_vs_pol[dm2]20241118-2135.mvd", "game/gplmaps/id1/maps/dm2.bsp"
	search, err := assets.Open(assets.Options{Game: assets.Quake, BaseDirs: []string{corpus.Dir(b) + "/game/lq"},
		NoInstalled: true})
	if err != nil {
		b.Fatal(err)
	}
	defer search.Close()
	list := assets.NewModels(search, BrushModel).LoadAtOnce()
	g := Prepare(loadMap(b, mapName))
	g.Paint(assets.OwnPalette(assets.Quake), nil, false)
	p := openPlayer(b, demo, 300)
	for _, mode := range []Mode{Game, Lit} {
		b.Run(mode.String(), func(b *testing.B) {
			s := New()
			s.SetGeometry(g)
			o := DefaultOptions()
			o.Mode, o.FirstPerson, o.Follow, o.Models = mode, true, p.Moment().Eye.Slot, list
			buildTurning(b, s, p.Moment(), &o)
		})
	}
}

// BenchmarkRebuilt is a picture of a moment in the level that is rebuilt from the demo, with its haze and
// without, and in the true map.
func BenchmarkRebuilt(b *testing.B) {
	for _, d := range []struct {
		demo, mapName string
		clock         float64
	}{
		{"demoscope1.mvd", "demoscope1.bsp", 30},
		{"mvd/4on4_-s-_vs_pol[dm2]20241118-2135.mvd", "game/gplmaps/id1/maps/dm2.bsp", 300},
		{"qwd/qwz_demo15.qwd", "game/gplmaps/id1/maps/dm3.bsp", 300},
		{"dm3/oa_dm1_player.dm_71", "oa:oa_dm1", 60},
	} {
		p := openPlayer(b, d.demo, d.clock)
		rebuilt := rebuiltGeometry(b, d.demo)
		clear := *rebuilt
		clear.built = false
		for _, g := range []struct {
			name     string
			geometry *Geometry
		}{{"rebuilt", rebuilt}, {"clear", &clear}, {"true", Prepare(loadMap(b, d.mapName))}} {
			for _, mode := range []Mode{Lit, Wire} {
				b.Run(g.name+"/"+mode.String()+"/"+d.demo, func(b *testing.B) {
					s := New()
					s.SetGeometry(g.geometry)
					o := DefaultOptions()
					o.FirstPerson, o.Mode = true, mode
					buildTurning(b, s, p.Moment(), &o)
					b.ReportMetric(float64(len(g.geometry.faces)), "faces")
				})
			}
		}
	}
}

// buildTurning measures pictures of a moment from its eye, which turns.
func buildTurning(b *testing.B, s *Scene, m *player.Moment, o *Options) {
	b.Helper()
	c := EyeCamera(m.Eye, 90)
	build := func(i int) {
		c.Angles[1] = float32(i%32) * 11.25
		s.Build(m, c, View{1280, 720, 1}, o)
	}
	triangles := 0
	for i := range 64 {
		build(i)
		triangles += len(s.World.Indices) / 3
	}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		build(i)
		i++
	}
	b.ReportMetric(float64(triangles)/64, "triangles")
}

// BenchmarkRaster is what it costs to draw pictures of a map without a graphics card,
// 1280x720 pixels each, from places all over it.
func BenchmarkRaster(b *testing.B) { eachMap(b, benchRaster) }

func benchRaster(b *testing.B, g *Geometry, mode Mode) {
	s := New()
	s.SetGeometry(g)
	o := DefaultOptions()
	o.Mode = mode
	var list []draw.Buffer
	triangles := 0
	for _, c := range insideCameras(g, 64) {
		s.Build(nil, c, View{1280, 720, 1}, &o)
		drawn := s.World
		drawn.Vertices, drawn.Indices = slices.Clone(drawn.Vertices), slices.Clone(drawn.Indices)
		list = append(list, drawn)
		triangles += len(s.World.Indices) / 3
	}
	p := raster.New(1280, 720)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		p.Fill(color.RGBA{10, 12, 16, 255})
		p.Draw(&list[i%len(list)], nil)
		i++
	}
	b.ReportMetric(float64(triangles)/float64(len(list)), "triangles")
}

// BenchmarkPrepare is what a new map costs before its first picture.
func BenchmarkPrepare(b *testing.B) {
	for _, name := range benchMaps {
		b.Run(name, func(b *testing.B) {
			m := loadMap(b, name)
			var g *Geometry
			for b.Loop() {
				g = Prepare(m)
			}
			b.ReportMetric(float64(len(g.faces)), "faces")
			b.ReportMetric(float64(len(m.Faces)), "map_faces")
		})
	}
}

// TestBuildDoesNotAllocate builds pictures of a map, in every mode and with
// everything that a moment has, and counts allocations after the first round.
func TestBuildDoesNotAllocate(t *testing.T) {
	for _, d := range []struct{ demo, mapName string }{
		{"demoscope1_p15.dem", "demoscope1.bsp"},
		{"demoscope1.mvd", "demoscope1.bsp"},
		{"demoscope1.mvd", ""},
		{"demoscope1.mvd", "rebuilt"},
		{"demoscope1.dm2", "q2/demoscope1.bsp"},
		{"demoscope1.dm_71", "q3/demoscope1.bsp"},
	} {
		t.Run(fmt.Sprintf("%s on %q", d.demo, d.mapName), func(t *testing.T) {
			p := openPlayer(t, d.demo, 30)
			s := New()
			switch d.mapName {
			case "":
			case "rebuilt":
				s.SetGeometry(rebuiltGeometry(t, d.demo))
			default:
				s.SetGeometry(Prepare(loadMap(t, d.mapName)))
			}
			mo := p.Moment()
			p.Timeline().WaitSurveys()
			walked := p.Timeline().Walked(0)
			if walked == nil || len(walked.Points) == 0 {
				t.Fatal("no walked ground")
			}
			round := func() {
				for _, pose := range poses {
					for mode := range modes {
						o := Options{Mode: mode, Switches: setting.XRay, Walked: walked, Follow: 1}
						o.Set(setting.HeatMap, d.mapName != "")
						s.Build(mo, pose.camera, View{800, 600, 1.5}, &o)
					}
				}
			}
			round()
			if n := testing.AllocsPerRun(3, round); n > 0 {
				t.Errorf("%v allocations in %d pictures", n, len(poses)*int(modes))
			}
		})
	}
}

// BenchmarkHidden is one picture of a map with all its faces and without those that are covered, in
// turns, built and drawn by the processor. Of each place the quickest picture counts.
func BenchmarkHidden(b *testing.B) {
	for _, name := range benchMaps {
		b.Run(name, func(b *testing.B) {
			s := New()
			g := Prepare(loadMap(b, name))
			s.SetGeometry(g)
			o := DefaultOptions()
			p := raster.New(1280, 720)
			cameras := insideCameras(g, 48)
			type times struct{ build, draw [2]time.Duration } // with all faces, and without
			best := make([]times, len(cameras))
			least := func(a *time.Duration, t time.Duration) {
				if *a == 0 || t < *a {
					*a = t
				}
			}
			for b.Loop() {
				for i, c := range cameras {
					for k := range 2 {
						o.SkipHidden = k == 1
						begun := time.Now()
						s.Build(nil, c, View{1280, 720, 1}, &o)
						built := time.Now()
						p.Fill(color.RGBA{10, 12, 16, 255})
						p.Draw(&s.World, nil)
						least(&best[i].build[k], built.Sub(begun))
						least(&best[i].draw[k], time.Since(built))
					}
				}
			}
			var sum times
			for i := range best {
				for k := range 2 {
					sum.build[k] += best[i].build[k]
					sum.draw[k] += best[i].draw[k]
				}
			}
			for k, name := range [2]string{"all", "seen"} {
				b.ReportMetric(sum.build[k].Seconds()*1e3/float64(len(cameras)), name+"-build-ms")
				b.ReportMetric(sum.draw[k].Seconds()*1e3/float64(len(cameras)), name+"-draw-ms")
			}
			b.ReportMetric(float64(sum.build[1]+sum.draw[1])/float64(sum.build[0]+sum.draw[0]), "ratio")
		})
	}
}
