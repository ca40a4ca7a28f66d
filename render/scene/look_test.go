package scene

import "testing"

func TestLook(t *testing.T) {
	for _, name := range []string{"demoscope1.bsp", "q3/demoscope1.bsp", "q2/demoscope1.bsp"} {
		s := New()
		s.SetGeometry(Prepare(loadMap(t, name)))
		for mode := range modes {
			for _, p := range poses {
				s.Build(nil, p.camera, View{640, 480, 1}, &Options{Mode: mode})
				pre := name[:2]
				s.picture(640, 480).save(t, pre+p.name+"-"+mode.String())
			}
		}
	}
}
