package assets

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"

	"golang.org/x/image/font/opentype"
)

// TestSamples: every recording in the folder is in the program, unchanged, and
// the search finds its map with no game installed.
func TestSamples(t *testing.T) {
	facts, err := os.ReadDir("sample/expect")
	if err != nil {
		t.Fatal(err)
	}
	sums := map[string]string{}
	for _, f := range facts {
		text, err := os.ReadFile("sample/expect/" + f.Name())
		if err != nil {
			t.Fatal(err)
		}
		var fact struct{ File, SHA256 string }
		if err := json.Unmarshal(text, &fact); err != nil {
			t.Fatalf("%s: %v", f.Name(), err)
		}
		sums[fact.File] = fact.SHA256
	}
	for _, d := range Samples() {
		data, err := ReadSample(d.Name)
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(data)
		if want, ok := sums[d.Name]; ok && want != hex.EncodeToString(sum[:]) {
			t.Errorf("%s is not the file that the facts are of", d.Name)
		}
		delete(sums, d.Name)
		s := open(t, Options{Game: d.Game, NoInstalled: true})
		bsp, src, err := s.ReadFile("maps/Demoscope1.bsp")
		if err != nil || src.Kind != Sample {
			t.Fatalf("%s: its map: %v, %v", d.Name, src, err)
		}
		magic := map[Game]string{Quake: "\x1d\x00\x00\x00", QuakeWorld: "\x1d\x00\x00\x00", Quake2: "IBSP\x26", Quake3: "IBSP\x2e"}[d.Game]
		if !strings.HasPrefix(string(bsp), magic) {
			t.Errorf("%s: the map is of another game: %q", d.Name, bsp[:8])
		}
	}
	if len(sums) > 0 {
		t.Errorf("not in the program: %v", sums)
	}
	for _, name := range []string{"", "none.mvd", "../sample.go", "q2/demoscope1.bsp"} {
		if _, err := ReadSample(name); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("ReadSample(%q): %v", name, err)
		}
	}
}

// TestSampleComesLast: a map of the user's goes before the built-in one.
func TestSampleComesLast(t *testing.T) {
	root := t.TempDir()
	writeTree(t, root, map[string]string{"id1/maps/demoscope1.bsp": "the user's"})
	s := open(t, Options{Game: Quake, BaseDirs: []string{root}, NoInstalled: true})
	if data, src, err := s.ReadFile("maps/demoscope1.bsp"); err != nil || string(data) != "the user's" {
		t.Errorf("%v, %v", src, err)
	}
}

func TestFonts(t *testing.T) {
	for name, ttf := range map[string][]byte{"regular": FontRegular(), "bold": FontBold(), "mono": FontMono(), "mono bold": FontMonoBold()} {
		if _, err := opentype.Parse(ttf); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
