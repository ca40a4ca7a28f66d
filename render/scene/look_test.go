package scene

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"demoscope/bsp"
	"demoscope/formats"
	"demoscope/player"
)

// openPlayer opens a demo of the sample, or of the corpus by a path with a
// folder, at a time, and waits until it is there.
func openPlayer(t testing.TB, name string, clock float64) *player.Player {
	t.Helper()
	path := sampleDir + name
	if filepath.Dir(name) != "." {
		corpus := os.Getenv("DEMOSCOPE_CORPUS")
		if corpus == "" {
			t.Skip("DEMOSCOPE_CORPUS is not set: this demo is not looked at")
		}
		path = filepath.Join(corpus, name)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	demo, err := formats.Open(path, data)
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

// waitForIndex returns when the whole demo has been read.
func waitForIndex(p *player.Player) {
	for {
		if _, done := p.Duration(); done {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// looks are moments that are drawn and must show something of what is there.
var looks = []struct {
	name, demo, mapName string
	clock               float64
	camera              *Camera // nil is the eye
	mode                Mode
	kinds               []Kind
}{
	{"dem", "demoscope1_p15.dem", "demoscope1.bsp", 20, nil, Lit, nil},
	{"dem-free", "demoscope1_p15.dem", "demoscope1.bsp", 20, &poses[0].camera, Lit, nil},
	{"mvd", "demoscope1.mvd", "demoscope1.bsp", 27.35, &poses[1].camera, Lit, nil},
	{"mvd-wire", "demoscope1.mvd", "demoscope1.bsp", 27.35, &poses[1].camera, Wire, nil},
	{"mvd-hidden", "demoscope1.mvd", "demoscope1.bsp", 27.35, &poses[1].camera, HiddenLine, nil},
	{"qwd", "demoscope1.qwd", "demoscope1.bsp", 30, nil, Lit, nil},
	{"dm2", "demoscope1.dm2", "q2/demoscope1.bsp", 46.5, nil, Lit, nil},
	{"dm2-free", "demoscope1.dm2", "q2/demoscope1.bsp", 46.5, &poses[0].camera, Lit, nil},
	{"dm3", "demoscope1.dm_71", "q3/demoscope1.bsp", 20, nil, Lit, nil},
	{"dm3-free", "demoscope1.dm_71", "q3/demoscope1.bsp", 20, &poses[1].camera, Lit, nil},
	{"nomap", "demoscope1.mvd", "", 30, nil, Lit, nil},
	{"lq", "dem/lq_e0m1_p15.dem", "game/lq/id1/maps/lq_e0m1.bsp", 20, nil, Lit, nil},
	{"oa", "dm3/oa_dm1_player.dm_71", "oa:oa_dm1", 20, nil, Lit, nil},
	{"oa-later", "dm3/oa_dm1_player.dm_71", "oa:oa_dm1", 31, nil, Lit, nil},
	{"oa-ctf", "dm3/oa_ctf2_player.dm_71", "oa:oa_ctf2", 30, nil, Lit, nil},
	{"oa-ctf-hidden", "dm3/oa_ctf2_player.dm_71", "oa:oa_ctf2", 40, nil, HiddenLine, nil},
	{"oa-spec", "dm3/oa_aggressor_spec.dm_71", "oa:aggressor", 30, nil, Shaded, nil},
	{"dm2-map", "mvd/4on4_-s-_vs_pol[dm2]20241118-2135.mvd", "game/gplmaps/id1/maps/dm2.bsp", 300, nil, Lit, nil},
	{"dm3-map", "qwd/qwz_demo24.qwd", "game/gplmaps/id1/maps/dm3.bsp", 100, nil, Lit, nil},
	{"lq2dm11", "dm2/lq2dm11_q2pro.dm2", "game/q2/baseq2/maps/lq2dm11.bsp", 12, nil, Lit, nil},
}

func TestLook(t *testing.T) {
	for _, l := range looks {
		t.Run(l.name, func(t *testing.T) {
			p := openPlayer(t, l.demo, l.clock)
			s := New()
			var m *bsp.Map
			if l.mapName != "" {
				m = loadMap(t, l.mapName)
			}
			s.SetGeometry(Prepare(m))
			mo := p.Moment()
			o := DefaultOptions()
			o.Mode = l.mode
			c := EyeCamera(mo.Eye, 90)
			o.FirstPerson = l.camera == nil
			if l.camera != nil {
				c = *l.camera
			}
			waitForIndex(p)
			o.Walked = p.Timeline().Walked(0)
			s.Build(mo, c, View{1024, 640, 1}, &o)
			cv := s.picture(1024, 640)
			for _, lb := range s.Labels {
				t.Logf("label %q at %.0f %.0f", lb.Text, lb.X, lb.Y)
			}
			t.Logf("eye %+v, %d entities, %d vertices", mo.Eye, len(mo.Entities), len(s.World.Vertices))
			cv.save(t, "look-"+l.name)
		})
	}
}
