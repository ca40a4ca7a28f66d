package assets

import (
	"bytes"
	"crypto/sha256"
	"demoscope/internal/corpus"
	"encoding/hex"
	"errors"
	"io/fs"
	"path/filepath"
	"testing"

	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
)

// TestSamples: every recording in the folder is in the program, unchanged, and
// the search finds its map with no game installed.
func TestSamples(t *testing.T) {
	sums := map[string]string{}
	for _, path := range corpus.Expected(t, corpus.Sample) {
		var fact struct{ File, SHA256 string }
		corpus.ReadJSON(t, path, &fact)
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
		folder := map[Game]string{Quake2: "q2", Quake3: "q3"}[d.Game]
		if !bytes.Equal(bsp, corpus.Read(t, filepath.Join(corpus.Sample, folder, "demoscope1.bsp"))) {
			t.Errorf("%s: the map is that of another game", d.Name)
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
	for want, ttf := range map[string][]byte{"Go Regular": FontRegular(), "Go Bold": FontBold(),
		"Go Mono": FontMono()} {
		font, err := opentype.Parse(ttf)
		if err != nil {
			t.Fatalf("%s: %v", want, err)
		}
		if name, err := font.Name(nil, sfnt.NameIDFull); err != nil || name != want {
			t.Errorf("%s is %q, %v", want, name, err)
		}
	}
}
