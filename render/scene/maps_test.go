package scene

import (
	"archive/zip"
	"io/fs"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"demoscope/bsp"
	"demoscope/internal/corpus"
)

// loadMap reads a map of the sample, or of the corpus by a path that begins
// with "game/" or the name of one of OpenArena's after "oa:".
func loadMap(t testing.TB, name string) *bsp.Map {
	t.Helper()
	var data []byte
	oa, isOA := strings.CutPrefix(name, "oa:")
	switch {
	case isOA:
		data = readPK3(t, filepath.Join(corpus.Dir(t), "game/oa/baseoa/corpus.pk3"), "maps/"+oa+".bsp")
	case strings.HasPrefix(name, "game/"):
		data = corpus.Read(t, filepath.Join(corpus.Dir(t), name))
	default:
		data = corpus.Read(t, filepath.Join(corpus.Sample, name))
	}
	m, err := bsp.Load(data)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func readPK3(t testing.TB, path, name string) []byte {
	t.Helper()
	z, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	data, err := fs.ReadFile(z, name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// poses are those of the reference pictures, taken by another engine, as they
// were asked for. The engine's server sends angles as bytes, so what it shows
// are the nearest 256ths of a turn: see sent.
var poses = []struct {
	name   string
	camera Camera
}{
	{"pose1", Camera{vec{-429.97, -429.97, 352.03}, vec{14, 45, 0}, 90, 0}},
	{"pose2", Camera{vec{500.03, 420.03, 262.03}, vec{12, 222, 0}, 90, 0}},
	{"pose3", Camera{vec{0.03, -729.97, 112.03}, vec{8, 270, 0}, 90, 0}},
	{"pose4", Camera{vec{60.03, -39.97, 492.03}, vec{70, 30, 0}, 90, 0}},
}

// sent returns the camera that an engine has after its angles were bytes.
func sent(c Camera) Camera {
	for i, a := range c.Angles {
		c.Angles[i] = float32(math.Round(float64(a)*256/360) * 360 / 256)
	}
	return c
}
