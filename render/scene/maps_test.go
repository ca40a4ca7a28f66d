package scene

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"demoscope/bsp"
)

const sampleDir = "../../assets/sample/"

// loadMap reads a map of the sample, or of the corpus by a path that begins
// with "game/".
func loadMap(t testing.TB, name string) *bsp.Map {
	t.Helper()
	path := sampleDir + name
	if len(name) > 5 && name[:5] == "game/" {
		corpus := os.Getenv("DEMOSCOPE_CORPUS")
		if corpus == "" {
			t.Skip("DEMOSCOPE_CORPUS is not set: this map is not looked at")
		}
		path = filepath.Join(corpus, name)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	m, err := bsp.Load(data)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// poses are those of the reference pictures, taken by another engine, as they
// were asked for. The engine's server sends angles as bytes, so what it shows
// are the nearest 256ths of a turn: see sent.
var poses = []struct {
	name   string
	camera Camera
}{
	{"pose1", Camera{vec{-429.97, -429.97, 352.03}, vec{14, 45, 0}, 90}},
	{"pose2", Camera{vec{500.03, 420.03, 262.03}, vec{12, 222, 0}, 90}},
	{"pose3", Camera{vec{0.03, -729.97, 112.03}, vec{8, 270, 0}, 90}},
	{"pose4", Camera{vec{60.03, -39.97, 492.03}, vec{70, 30, 0}, 90}},
}

// sent returns the camera that an engine has after its angles were bytes.
func sent(c Camera) Camera {
	for i, a := range c.Angles {
		c.Angles[i] = float32(math.Round(float64(a)*256/360) * 360 / 256)
	}
	return c
}
