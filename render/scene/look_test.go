package scene

import (
	"path/filepath"
	"testing"
	"time"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/internal/golden"
	"demoscope/player"
)

// openPlayer opens a demo of the sample, or of the corpus by a path with a
// folder, at a time, and waits until it is there.
func openPlayer(t testing.TB, name string, clock float64) *player.Player {
	t.Helper()
	path := filepath.Join(corpus.Sample, name)
	if filepath.Dir(name) != "." {
		path = filepath.Join(corpus.Dir(t), name)
	}
	demo, err := formats.Open(path, corpus.Read(t, path))
	if err != nil {
		t.Fatal(err)
	}
	p := player.New(demo, player.Options{Budget: time.Minute})
	t.Cleanup(p.Close)
	p.SetPaused(true)
	p.Seek(clock)
	p.Update(0)
	return p
}

// looks are moments with the part of the picture that must not be empty.
var looks = []struct {
	name, demo, mapName string
	clock               float64
	camera              *Camera // nil is the eye
	mode                Mode
	filled              float64
}{
	{"dem", "demoscope1_p15.dem", "demoscope1.bsp", 20, nil, Lit, 0.9},
	{"dem-free", "demoscope1_p15.dem", "demoscope1.bsp", 20, &poses[0].camera, Lit, 0.9},
	{"mvd", "demoscope1.mvd", "demoscope1.bsp", 27.35, &poses[1].camera, Lit, 0.9},
	{"mvd-wire", "demoscope1.mvd", "demoscope1.bsp", 27.35, &poses[1].camera, Wire, 0.03},
	{"mvd-hidden", "demoscope1.mvd", "demoscope1.bsp", 27.35, &poses[1].camera, HiddenLine, 0.03},
	{"qwd", "demoscope1.qwd", "demoscope1.bsp", 30, nil, Lit, 0.9},
	{"dm2", "demoscope1.dm2", "q2/demoscope1.bsp", 46.5, nil, Lit, 0.9},
	{"dm2-free", "demoscope1.dm2", "q2/demoscope1.bsp", 46.5, &poses[0].camera, Lit, 0.9},
	{"dm3", "demoscope1.dm_71", "q3/demoscope1.bsp", 20, nil, Lit, 0.9},
	{"dm3-free", "demoscope1.dm_71", "q3/demoscope1.bsp", 20, &poses[1].camera, Lit, 0.9},
	{"rebuilt", "demoscope1.mvd", "rebuilt", 30, nil, Lit, 0.3},
	{"rebuilt-dm2", "mvd/4on4_-s-_vs_pol[dm2]20241118-2135.mvd", "rebuilt", 300, nil, Lit, 0.3},
	{"lq", "dem/lq_e0m1_p15.dem", "game/lq/id1/maps/lq_e0m1.bsp", 20, nil, Lit, 0.9},
	{"oa", "dm3/oa_dm1_player.dm_71", "oa:oa_dm1", 20, nil, Lit, 0.7},
	{"oa-ctf", "dm3/oa_ctf2_player.dm_71", "oa:oa_ctf2", 30, nil, Lit, 0.1},
	{"oa-spec", "dm3/oa_aggressor_spec.dm_71", "oa:aggressor", 30, nil, Shaded, 0.9},
	{"dm2-map", "mvd/4on4_-s-_vs_pol[dm2]20241118-2135.mvd", "game/gplmaps/id1/maps/dm2.bsp", 300, nil, Lit, 0.7},
	{"dm4-map", "qwd/rec_dm4_ktxbots.qwd", "game/gplmaps/id1/maps/dm4.bsp", 30, nil, Lit, 0.7},
	{"lq2dm11", "dm2/lq2dm11_q2pro.dm2", "game/q2/baseq2/maps/lq2dm11.bsp", 20, nil, Lit, 0.7},
}

// TestLook draws moments of real demos on their maps. With DEMOSCOPE_PICTURES
// set to a folder the pictures are written there.
func TestLook(t *testing.T) {
	for _, l := range looks {
		t.Run(l.name, func(t *testing.T) {
			p := openPlayer(t, l.demo, l.clock)
			s := New()
			if l.mapName == "rebuilt" {
				s.SetGeometry(rebuiltGeometry(t, l.demo))
			} else {
				s.SetGeometry(Prepare(loadMap(t, l.mapName)))
			}
			mo := p.Moment()
			o := DefaultOptions()
			o.Mode = l.mode
			c := EyeCamera(mo.Eye, 90)
			o.FirstPerson = l.camera == nil
			if l.camera != nil {
				c = *l.camera
			}
			p.Timeline().WaitSurveys()
			o.Walked = p.Timeline().Walked(0)
			s.Build(mo, c, View{1024, 640, 1}, &o)
			cv := s.picture(1024, 640)
			if part := float64(cv.differ(Background, 0.03)) / (1024 * 640); part < l.filled {
				t.Errorf("only %.0f%% of the picture shows anything", 100*part)
			}
			golden.Save(t, "look-"+l.name, cv.image())
		})
	}
}
