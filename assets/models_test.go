package assets

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"demoscope/assets/model"
	"demoscope/assets/picture"
	"demoscope/internal/corpus"
	"demoscope/internal/wait"
)

// numbers are 32-bit numbers of a file.
func numbers(v ...int32) string {
	var b []byte
	for _, n := range v {
		b = binary.LittleEndian.AppendUint32(b, uint32(n))
	}
	return string(b)
}

// Models of a frame and nothing in it, as large as their headers and that. The frame's
// name says which one it is.
func emptyMD2(frame string) string {
	return "IDP2" + numbers(8, 0, 0, 40, 0, 0, 0, 0, 0, 1, 68, 68, 68, 68, 108, 108) + strings.Repeat("\x00", 24) +
		fmt.Sprintf("%-16s", frame)
}

func emptyMD3(frame string) string {
	return "IDP3" + numbers(15) + strings.Repeat("\x00", 64) + numbers(0, 1, 0, 0, 0, 108, 164, 164, 164) +
		strings.Repeat("\x00", 40) + fmt.Sprintf("%-16s", frame)
}

func frameName(m *model.Model) string {
	if m == nil {
		return ""
	}
	return strings.TrimSpace(m.Poses[0].Name)
}

var animationRows = strings.Repeat("0 1 1 10\n", 25)

func TestSearchModel(t *testing.T) {
	dir := t.TempDir()
	writeTree(t, dir, map[string]string{
		"baseq2/players/male/tris.md2": emptyMD2("loose"),
		"baseq2/pak0.pak": makePAK(pakFile{"players/male/tris.md2", emptyMD2("packed")},
			pakFile{"models/broken.md2", emptyMD2("")[:50]}, pakFile{"models/items/a.md2", emptyMD2("item")}),
	})
	s := open(t, Options{Game: Quake2, BaseDirs: []string{dir}, NoInstalled: true})
	for name, want := range map[string]string{"players/male/tris.md2": "loose", "Models/Items/A.MD2": "item"} {
		m, src, err := s.Model(name)
		if err != nil || frameName(m) != want || src.Kind == "" {
			t.Errorf("%s: %q, %v", name, frameName(m), err)
		}
	}
	var bad *model.FormatError
	if m, _, err := s.Model("models/broken.md2"); m != nil || !errors.As(err, &bad) ||
		!strings.Contains(err.Error(), "pak0.pak: models/broken.md2: MD2, header, byte 0: 68 bytes") {
		t.Errorf("broken: %v", err)
	}
	var name *NameError
	if _, _, err := s.Model("../tris.md2"); !errors.As(err, &name) {
		t.Errorf("a name that leaves the folder: %v", err)
	}
	if _, _, err := s.Model("models/none.md2"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing: %v", err)
	}
}

// TestLargeModel: what is larger than a model may be is not read.
func TestLargeModel(t *testing.T) {
	dir := t.TempDir()
	writeTree(t, dir, map[string]string{"id1/progs/x.mdl": strings.Repeat("\x00", maxModel+1)})
	s := open(t, Options{Game: Quake, BaseDirs: []string{dir}, NoInstalled: true})
	var large *SizeError
	if _, _, err := s.Model("progs/x.mdl"); !errors.As(err, &large) || large.Limit != maxModel {
		t.Error(err)
	}
}

// TestModelOfManyTriangles: what would cost too much in every picture is refused, with where it
// is.
func TestModelOfManyTriangles(t *testing.T) {
	md2 := func(triangles int32) string {
		const points = 68 + 4 // behind the header and a texture coordinate
		frames := points + 12*triangles
		return "IDP2" + numbers(8, 1, 1, 44, 0, 1, 1, triangles, 0, 1, 68, 68, points, frames, frames+44, frames+44) +
			strings.Repeat("\x00", 4+int(12*triangles)+24) + fmt.Sprintf("%-16s", "f") + "\x00\x00\x00\x00"
	}
	dir := t.TempDir()
	writeTree(t, dir, map[string]string{"baseq2/models/some.md2": md2(6000), "baseq2/models/many.md2": md2(6001)})
	s := open(t, Options{Game: Quake2, BaseDirs: []string{dir}, NoInstalled: true})
	if m, _, err := s.Model("models/some.md2"); err != nil || len(m.Triangles) != 6000 {
		t.Errorf("6000 triangles: %v", err)
	}
	if m, _, err := s.Model("models/many.md2"); m != nil || err == nil ||
		!strings.Contains(err.Error(), "many.md2: 6001 triangles") {
		t.Errorf("6001 triangles: %v", err)
	}
}

func TestParsePlayer(t *testing.T) {
	for _, c := range []struct {
		model, head string
		want        PlayerName
	}{
		{"sarge", "", PlayerName{"sarge", "default", "sarge", "default"}},
		{"sarge/red", "", PlayerName{"sarge", "red", "sarge", "red"}},
		{"sarge/red", "major/blue", PlayerName{"sarge", "red", "major", "blue"}},
		{"sarge/", "*kyonshi", PlayerName{"sarge", "default", "*kyonshi", "default"}},
		{"", "", PlayerName{"", "default", "", "default"}},
	} {
		if got := ParsePlayer(c.model, c.head); got != c.want {
			t.Errorf("%q, %q: %+v", c.model, c.head, got)
		}
	}
}

// playerFiles are a player in two skins, another's head, one of Team Arena, and a player
// without animations.
func playerFiles() map[string]string {
	const p = "baseq3/models/players/"
	return map[string]string{
		p + "sarge/lower.md3": emptyMD3("legs"), p + "sarge/upper.md3": emptyMD3("torso"),
		p + "sarge/head.md3":           emptyMD3("head"),
		p + "sarge/animation.cfg":      "sex f\n" + animationRows,
		p + "sarge/lower_default.skin": "l_legs,default", p + "sarge/upper_default.skin": "u_torso,default",
		p + "sarge/head_default.skin": "h_head,default",
		p + "sarge/lower_red.skin":    "l_legs,red",
		p + "major/head.md3":          emptyMD3("another head"), p + "major/head_blue.skin": "h_head,blue",
		p + "heads/kyonshi/kyonshi.md3":       emptyMD3("a head alone"),
		p + "heads/kyonshi/head_default.skin": "h_head,kyonshi",
		p + "broken/lower.md3":                emptyMD3(""), p + "broken/upper.md3": emptyMD3(""),
		p + "broken/head.md3":      emptyMD3(""),
		p + "broken/animation.cfg": "0 1",
	}
}

func TestSearchPlayer(t *testing.T) {
	dir := t.TempDir()
	writeTree(t, dir, playerFiles())
	s := open(t, Options{Game: Quake3, BaseDirs: []string{dir}, NoInstalled: true})
	for _, c := range []struct {
		model, head             string
		headFrame               string
		lower, upper, headSkins string
	}{
		{"sarge", "", "head", "default", "default", "default"},
		{"sarge/red", "", "head", "red", "default", "default"},
		{"sarge/none", "major/blue", "another head", "default", "default", "blue"},
		{"sarge", "*kyonshi", "a head alone", "default", "default", "kyonshi"},
		{"sarge", "nobody", "head", "default", "default", "default"},
		{"sarge", "*nobody", "head", "default", "default", "default"},
	} {
		p, err := s.Player(ParsePlayer(c.model, c.head))
		if err != nil {
			t.Errorf("%s, %s: %v", c.model, c.head, err)
			continue
		}
		lower, _ := p.LowerSkin.Shader("l_legs")
		upper, _ := p.UpperSkin.Shader("u_torso")
		head, _ := p.HeadSkin.Shader("h_head")
		if frameName(p.Lower) != "legs" || frameName(p.Upper) != "torso" || frameName(p.Head) != c.headFrame ||
			p.Animations.Sex != 'f' ||
			lower != c.lower || upper != c.upper || head != c.headSkins {
			t.Errorf("%s, %s: %s, %s, %s in %s, %s, %s", c.model, c.head, frameName(p.Lower), frameName(p.Upper),
				frameName(p.Head), lower, upper, head)
		}
	}
	for model, want := range map[string]string{
		"broken": "animation.cfg, animation 0, byte 3: \"\" not a number",
		"nobody": "models/players/nobody/lower.md3 not found",
		"..":     "refused: .. element", "": "refused: empty element",
		"a\\b": "refused: backslash",
	} {
		if _, err := s.Player(ParsePlayer(model, "")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, not %s", model, err, want)
		}
	}
}

// TestModels: models are loaded beside the caller, once, and so is the lack of one.
func TestModels(t *testing.T) {
	dir := t.TempDir()
	writeTree(t, dir, playerFiles())
	s := open(t, Options{Game: Quake3, BaseDirs: []string{dir}, NoInstalled: true})
	l := NewModels(s, nil)
	const name = "models/players/sarge/head.md3"
	if m, err, ready := l.Model(name); m != nil || err != nil || ready {
		t.Errorf("at once: %v, %v", m, err)
	}
	var first *model.Model
	wait.For(t, "the head", func() (ready bool) {
		var err error
		first, err, ready = l.Model(name)
		return ready && err == nil
	})
	if again, _, ready := l.Model(name); !ready || again != first || frameName(first) != "head" {
		t.Error("it is another model")
	}
	var missing, lack error
	wait.For(t, "nothing", func() (ready bool) { _, missing, ready = l.Model("models/none.md3"); return ready })
	if _, again, _ := l.Model("models/none.md3"); !errors.Is(missing, fs.ErrNotExist) || again != missing {
		t.Errorf("missing: %v, then %v", missing, again)
	}
	var p *Player
	wait.For(t, "sarge", func() (ready bool) {
		p, _, ready = l.Player(ParsePlayer("sarge", "*kyonshi"))
		return ready
	})
	if p == nil || frameName(p.Head) != "a head alone" {
		t.Errorf("player %+v", p)
	}
	wait.For(t, "a broken player", func() (ready bool) {
		_, lack, ready = l.Player(ParsePlayer("broken", ""))
		return ready
	})
	var bad *model.FormatError
	if !errors.As(lack, &bad) {
		t.Error(lack)
	}
	// Names that are refused are not kept, however long they are.
	var refused *NameError
	long := strings.Repeat("x", 1<<20)
	if _, err, ready := l.Model(long); !ready || !errors.As(err, &refused) {
		t.Error(err)
	}
	if _, err, ready := l.Player(ParsePlayer("sarge/"+long, "")); !ready || !errors.As(err, &refused) {
		t.Error(err)
	}
	if l.kept.Loading() != 0 {
		t.Errorf("%d are loading", l.kept.Loading())
	}
}

// TestModelsGuard: a panic while a model is loaded is an error of that model.
func TestModelsGuard(t *testing.T) {
	r := (*Models)(nil).fetch(modelKey{name: "progs/player.mdl"})
	if r.model != nil || r.err == nil ||
		!strings.HasPrefix(r.err.Error(), "loading progs/player.mdl met a mistake in this program") {
		t.Error(r.err)
	}
}

// TestModelMemory: what a model says that it takes is what it takes.
func TestModelMemory(t *testing.T) {
	for _, file := range corpus.GameFiles(t, filepath.Join(corpus.Dir(t), "models"), ".mdl", ".md2", ".md3") {
		if len(file.Data) < 100_000 {
			continue
		}
		heap := func() int64 {
			var s runtime.MemStats
			runtime.GC()
			runtime.GC()
			runtime.ReadMemStats(&s)
			return int64(s.HeapAlloc)
		}
		before := heap()
		m, err := model.Load(file.Data)
		if err != nil {
			t.Fatal(err)
		}
		took, says := heap()-before, m.Memory()
		if says < took*8/10 || says > took*13/10 {
			t.Errorf("%s: %d bytes, and says %d", file.Name, took, says)
		}
		runtime.KeepAlive(m)
	}
}

// TestPlayersOfOpenArena loads the players of Debian's packages as demos name them.
func TestPlayersOfOpenArena(t *testing.T) {
	base := "/usr/share/games/openarena"
	s := open(t, Options{Game: Quake3, BaseDirs: []string{base}, NoInstalled: true})
	if _, err := s.Find("models/players/neko/lower.md3"); err != nil {
		t.Skip("Debian's openarena-088-data is not installed: ", err)
	}
	for _, name := range []string{"neko", "neko/red", "gargoyle/default"} {
		p, err := s.Player(ParsePlayer(name, ""))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !p.Lower.HasTag("tag_torso") || !p.Upper.HasTag("tag_head") || !p.Upper.HasTag("tag_weapon") ||
			len(p.Head.Triangles) == 0 || len(p.LowerSkin) == 0 {
			t.Errorf("%s: tags %v, %v, skin %v", name, p.Lower.Tags, p.Upper.Tags, p.LowerSkin)
		}
	}
}

// gray is a TGA of one pixel.
func gray(bright byte) string {
	return "\x00\x00\x03\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x01\x00\x08\x20" + string([]byte{bright})
}

// TestPictures: the picture with the name is taken, and otherwise one of another format; one
// that is broken is named.
func TestPictures(t *testing.T) {
	dir := t.TempDir()
	writeTree(t, dir, map[string]string{
		"baseq3/models/a.tga": gray(10), "baseq3/models/a.pcx": gray(20), "baseq3/models/b.jpg": gray(30),
		"baseq3/models/c.pcx": "broken",
	})
	s := open(t, Options{Game: Quake3, BaseDirs: []string{dir}, NoInstalled: true})
	for name, want := range map[string]byte{"models/a.tga": 10, "models/a.pcx": 20, "models/a": 10, "models/a.jpg": 10,
		"models/b.tga": 30} {
		p, _, err := s.Picture(name)
		if err != nil || p.Pix[0] != want {
			t.Errorf("%s: %+v, %v, want %d", name, p, err, want)
		}
	}
	if _, _, err := s.Picture("models/d.tga"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("what is not there: %v", err)
	}
	var bad *picture.FormatError
	if _, _, err := s.Picture("models/c"); !errors.As(err, &bad) ||
		!strings.Contains(err.Error(), "c.pcx: TGA: truncated image") {
		t.Errorf("what is broken: %v", err)
	}

	m := NewModels(s, nil)
	if p, err, ready := m.Picture("models/../a.tga"); p != nil || err == nil || !ready || m.Waiting() {
		t.Errorf("a path that leaves the folder: %v, %v", err, ready)
	}
	now := NewModels(s, nil).LoadAtOnce()
	if p, err, ready := now.Picture("models/a.tga"); !ready || now.Waiting() || err != nil || p.Pix[0] != 10 {
		t.Errorf("loaded at once: %v, %v, ready %v", p, err, ready)
	}
	var p *picture.Picture
	var err error
	wait.For(t, "the picture", func() (ready bool) { p, err, ready = m.Picture("models/a.tga"); return ready })
	if err != nil || p.Pix[0] != 10 || !m.Waiting() {
		t.Errorf("%v, %v", p, err)
	}
}
