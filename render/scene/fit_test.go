package scene

import (
	"archive/zip"
	"cmp"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"demoscope/bsp"
	"demoscope/internal/corpus"
)

// openArena is where Linux distributions install OpenArena's data.
const openArena = "/usr/share/games/openarena/baseoa"

// everyMap calls f with the sample's maps, and if there are real files with all maps among them.
func everyMap(t *testing.T, f func(name string, m *bsp.Map)) {
	for _, name := range []string{"demoscope1.bsp", "q2/demoscope1.bsp", "q3/demoscope1.bsp"} {
		f(name, loadMap(t, name))
	}
	dir, ok := corpus.Lookup()
	if !ok {
		return
	}
	seen := func(name string, data []byte) {
		if m, err := bsp.Load(data); err == nil && len(m.Models) > 0 && m.Models[0].NumFaces > 0 {
			f(name, m)
		}
	}
	roots := []string{filepath.Join(dir, "game")}
	if !testing.Short() {
		roots = append(roots, openArena)
	}
	for _, root := range roots {
		_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			switch ext := filepath.Ext(path); {
			case err != nil || d.IsDir():
			case ext == ".bsp" || ext == ".bsp2":
				if data, err := os.ReadFile(path); err == nil {
					seen(path, data)
				}
			case ext == ".pk3":
				eachFile(path, ".bsp", func(name string, data []byte) { seen(filepath.Base(path)+"/"+name, data) })
			}
			return nil
		})
	}
}

// eachFile calls f with the files in an archive whose names have an ending.
func eachFile(path, ending string, f func(name string, data []byte)) {
	z, err := zip.OpenReader(path)
	if err != nil {
		return
	}
	defer z.Close()
	for _, file := range z.File {
		if !strings.HasSuffix(file.Name, ending) {
			continue
		}
		if r, err := file.Open(); err == nil {
			if data, err := io.ReadAll(r); err == nil {
				f(file.Name, data)
			}
			r.Close()
		}
	}
}

// faceBrightness returns how bright the faces of a map's world are that want chooses, in the mode Lit and near the
// camera, at a part of their area: 0 is the darkest of them.
func faceBrightness(s *Scene, part float32, want func(*face) bool) float32 {
	type seen struct{ bright, area float32 }
	var list []seen
	total := float32(0)
	for i := range s.frame.g.faces {
		f := &s.frame.g.faces[i]
		if f.kind != bsp.KindSolid && f.kind != bsp.KindPresumed || !want(f) {
			continue
		}
		light := f.light
		if f.styled != 0 {
			light = s.frame.g.styled[f.styled-1].usual(light)
		}
		bright := luminance(s.tints.faceColor(f).Dim(s.frame.g.lightOf(float32(light))))
		list = append(list, seen{bright, s.frame.g.areaOf(f)})
		total += s.frame.g.areaOf(f)
	}
	slices.SortFunc(list, func(a, b seen) int { return cmp.Compare(a.bright, b.bright) })
	sum := float32(0)
	for _, f := range list {
		if sum += f.area; sum >= part*total {
			return f.bright
		}
	}
	return 0
}

// TestLightFitsTheLevel checks that in every map, also in those that were rebuilt, half of the floors' area is brighter
// and half is darker than 35 to 55 % of full brightness, that no floor glares, and that walls have 12 % or more.
func TestLightFitsTheLevel(t *testing.T) {
	isFloor := func(f *face) bool { return f.plane.normal[2] >= floorSlope }
	isWall := func(f *face) bool { return abs(f.plane.normal[2]) <= wallSlope }
	check := func(name string, g *Geometry) {
		s := New()
		s.SetGeometry(g)
		s.begin(nil, Camera{}, View{64, 64, 1}, nil)
		floor, most := faceBrightness(s, 0.5, isFloor), faceBrightness(s, 0.99, isFloor)
		wall := faceBrightness(s, 0.05, isWall)
		t.Logf("%-40s floors %.0f %% (at most %.0f %%), walls %.0f %%", name, 100*floor, 100*most, 100*wall)
		if floor != 0 && (floor < 0.35 || floor > 0.55) || most > 0.8 {
			t.Errorf("%s: floors have %.2f in the middle, and up to %.2f", name, floor, most)
		}
		if wall != 0 && wall < 0.12 {
			t.Errorf("%s: dark walls have %.3f", name, wall)
		}
	}
	everyMap(t, func(name string, m *bsp.Map) { check(name, Prepare(m)) })
	check("rebuilt", rebuiltGeometry(t, "demoscope1.mvd"))
	if _, ok := corpus.Lookup(); ok {
		for _, demo := range []string{"dm3/udt_p68_36kills.dm_68", "dm3/udt_p90_campgrounds.dm_90",
			"mvd/1on1_milton_vs_mushi[tron]20240616-1719.mvd", "mvd/2on2_sf_vs_red[frobodm2]220104-0915.mvd"} {
			check(demo, rebuiltGeometry(t, demo))
		}
	}
}

// TestLightHasAKnee: without light a face is not black, with the usual light of a floor it has usualLight, and with
// any more light it stays below mostLight.
func TestLightHasAKnee(t *testing.T) {
	g := &Geometry{knee: lightKnee * 50}
	for light, want := range map[float32]float32{0: leastLight, 50: usualLight} {
		if got := g.lightOf(light); abs(got-want) > 1e-4 {
			t.Errorf("light %v makes %v bright, want %v", light, got, want)
		}
	}
	if got := g.lightOf(1000); got <= usualLight || got >= mostLight {
		t.Errorf("much light makes %v bright", got)
	}
}
