package torture

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/assets"
	"demoscope/bsp"
	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/scene"
)

// gameFolder is where the files of a game are put while a drive draws with them.
const gameFolder = "game"

// gameDirs are the game folders of the families.
var gameDirs = map[bsp.Game]string{bsp.Quake: "id1", bsp.Quake2: "baseq2", bsp.Quake3: "baseq3"}

// families are the games as the search path names them.
var families = map[bsp.Game]assets.Game{bsp.Quake: assets.Quake, bsp.Quake2: assets.Quake2, bsp.Quake3: assets.Quake3}

// put writes a file of a game under all paths that are given, which are the same file.
func (b *bench) put(game bsp.Game, data []byte, paths ...string) error {
	first := ""
	for _, path := range paths {
		path = filepath.Join(b.dir, gameFolder, gameDirs[game], filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		err := os.Remove(path)
		if err == nil || errors.Is(err, os.ErrNotExist) {
			if first == "" {
				first, err = path, os.WriteFile(path, data, 0o644)
			} else {
				err = os.Link(first, path)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// taken removes what was put.
func (b *bench) taken() { os.RemoveAll(filepath.Join(b.dir, gameFolder)) }

// searched opens the search path of what was put, as the program does for a demo.
func (b *bench) searched(game bsp.Game) (*assets.Search, error) {
	return assets.Open(assets.Options{
		Game: families[game], BaseDirs: []string{filepath.Join(b.dir, gameFolder)}, NoInstalled: true,
		Getenv: func(string) string { return "" },
	})
}

// asked is a model that a moment shows, by its game path, and where it is.
type asked struct {
	path string
	at   mgl32.Vec3
}

// askedFor returns the models that drawing a moment asks for, except those of Quake III's
// players: each once.
func askedFor(m *player.Moment) (list []asked) {
	w := m.World
	add := func(path string, at mgl32.Vec3) {
		if strings.Contains(path, ".m") && !slices.ContainsFunc(list, func(a asked) bool { return a.path == path }) {
			list = append(list, asked{path, at})
		}
	}
	for i := range m.Entities {
		add(w.ModelOf(&m.Entities[i]), m.Entities[i].Origin)
	}
	for i := range w.Statics {
		add(w.ModelOf(&w.Statics[i]), w.Statics[i].Origin)
	}
	for i := range w.Players {
		p := &w.Players[i]
		if !p.Visible || i >= len(m.Poses) {
			continue
		}
		at, held := mgl32.Vec3(m.Poses[i].Origin), w.HeldModel(p)
		if w.Game == world.Quake2 {
			folder, _, _ := strings.Cut(p.Skin, "/")
			add("players/"+folder+"/tris.md2", at)
			if name, ok := strings.CutPrefix(held, "#"); ok {
				add("players/"+folder+"/"+name, at)
				continue
			}
		} else if w.Game != world.Quake3 {
			add(w.Level().Model(p.Model), at)
		}
		add(held, at)
	}
	return list
}

// arenaPlayer puts the files of a player of Quake III, whose folder is models/players/ and
// his name, with data in the place of one of them, by its format.
func (b *bench) arenaPlayer(name, format string, data []byte) error {
	folder := "models/players/" + name + "/"
	files := []struct {
		format string
		paths  []string
		data   []byte
	}{
		{"md3", []string{folder + "lower.md3", folder + "upper.md3", folder + "head.md3"}, pyramidMD3()},
		{"skin", []string{folder + "lower_default.skin", folder + "upper_default.skin", folder + "head_default.skin"},
			[]byte(skinText)},
		{"cfg", []string{folder + "animation.cfg"}, []byte(animationText)},
	}
	for _, f := range files {
		if err := b.put(bsp.Quake3, f.data, f.paths...); err != nil {
			return err
		}
		if f.format == format {
			if err := b.put(bsp.Quake3, data, f.paths[b.IntN(len(f.paths))]); err != nil {
				return err
			}
		}
	}
	return nil
}

// formatGames are the games that models of a format belong to.
var formatGames = map[string]bsp.Game{"mdl": bsp.Quake, "md2": bsp.Quake2}

// gameModel draws moments of a demo of our own with a model, or a text that belongs to one,
// as a file of the game: found, loaded beside and drawn as the program does.
func (b *bench) gameModel(in *Input) (Outcome, error) {
	game, ok := formatGames[in.Format]
	if !ok {
		game = bsp.Quake3
	}
	if in.Format != "skin" && in.Format != "cfg" && b.IntN(8) == 0 { // what a file is, its content says
		game = []bsp.Game{bsp.Quake, bsp.Quake2, bsp.Quake3}[b.IntN(3)]
	}
	m, err := b.pictures.moment(game, moments[b.IntN(len(moments))])
	if err != nil {
		return Found, err
	}
	defer b.taken()
	// A few of the models that are in the picture, or a player of three models.
	list, names := askedFor(m), []assets.PlayerName(nil)
	if n := visiblePlayers(m); game == bsp.Quake3 && len(n) > 0 && (in.Format != "md3" || b.IntN(2) == 0 ||
		len(list) == 0) {
		slot := n[b.IntN(len(n))]
		p := &m.World.Players[slot]
		name := assets.ParsePlayer(p.InfoValue("model"), p.InfoValue("hmodel"))
		if err := b.arenaPlayer(name.Model, in.Format, in.Data); err != nil {
			return Found, err
		}
		list, names = []asked{{at: mgl32.Vec3(m.Poses[slot].Origin)}}, append(names, name)
	} else {
		if len(list) == 0 {
			return Found, errors.New("the moment shows no model")
		}
		b.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		list = list[:min(len(list), 1+b.IntN(3))]
		for _, a := range list {
			if err := b.put(game, in.Data, a.path); err != nil {
				return Found, err
			}
		}
	}
	s, err := b.searched(game)
	if err != nil {
		return Found, err
	}
	defer s.Close()
	return b.drawWith(s, game, m, list, names)
}

// visiblePlayers returns the slots of the players in the world who have a name for their model.
func visiblePlayers(m *player.Moment) (slots []int) {
	for i := range m.World.Players {
		if p := &m.World.Players[i]; p.Visible && i < len(m.Poses) && p.InfoValue("model") != "" {
			slots = append(slots, i)
		}
	}
	return slots
}

// drawWith loads the models of a search path as drawing asks for them, and draws them from
// near. The outcome is Refused if none can be read.
func (b *bench) drawWith(s *assets.Search, game bsp.Game, m *player.Moment, list []asked, names []assets.PlayerName) (
	Outcome, error) {
	models := assets.NewModels(s, scene.BrushModel)
	outcome := Refused
	for _, a := range list {
		if a.path == "" {
			continue
		}
		err := wait(func() (error, bool) { _, err, ready := models.Model(a.path); return err, ready })
		if err == nil {
			outcome = Whole
		} else if bad := plain(err.Error(), false); bad != nil {
			return Found, bad
		}
	}
	for _, n := range names {
		err := wait(func() (error, bool) { _, err, ready := models.Player(n); return err, ready })
		if err == nil {
			outcome = Whole
		} else if bad := plain(err.Error(), false); bad != nil {
			return Found, bad
		}
	}
	if outcome == Refused && b.IntN(8) > 0 {
		return outcome, nil // what is drawn is what is drawn without game folders
	}
	var g *scene.Geometry
	if b.IntN(2) == 0 {
		var err error
		if g, err = b.pictures.geometry(families[game]); err != nil {
			return Found, err
		}
	}
	sc := b.pictures.drawn()
	sc.SetGeometry(g)
	palette, _, _ := s.Palette()
	b.pictures.game = gameLook{models: models, palette: palette}
	defer func() { b.pictures.game = gameLook{} }()
	for i := range 3 {
		b.pictures.game.near = nil
		if i > 0 {
			b.pictures.game.near = &list[b.IntN(len(list))].at
		}
		if err := b.picture(m, nil); err != nil {
			return Found, err
		}
	}
	return outcome, nil
}

// wait asks until something is loaded beside, and returns with which error.
func wait(ready func() (error, bool)) error {
	for {
		if err, ok := ready(); ok {
			return err
		}
		time.Sleep(20 * time.Microsecond)
	}
}

// equip puts a model for all that moments of the demos of our own ask for, which changed demos
// then show in ways that nobody has thought of, and returns the models.
func (b *bench) equip(name string) (*assets.Models, func(), error) {
	game := map[string]bsp.Game{"quake2": bsp.Quake2, "quake3": bsp.Quake3}[name] // bsp.Quake for all others
	data := map[bsp.Game]func() []byte{bsp.Quake: pyramidMDL, bsp.Quake2: pyramidMD2, bsp.Quake3: pyramidMD3}[game]()
	var paths []string
	var names []assets.PlayerName
	for _, at := range moments {
		m, err := b.pictures.moment(game, at)
		if err != nil {
			return nil, nil, err
		}
		for _, a := range askedFor(m) {
			paths = append(paths, a.path)
		}
		for _, slot := range visiblePlayers(m) {
			if game == bsp.Quake3 {
				names = append(names, assets.ParsePlayer(m.World.Players[slot].InfoValue("model"), ""))
			}
		}
	}
	slices.Sort(paths)
	paths = slices.Compact(paths)
	if err := b.put(game, data, paths...); err != nil {
		return nil, nil, err
	}
	for _, n := range names {
		if err := b.arenaPlayer(n.Model, "", nil); err != nil {
			return nil, nil, err
		}
	}
	s, err := b.searched(game)
	if err != nil {
		return nil, nil, err
	}
	models := assets.NewModels(s, scene.BrushModel)
	for _, path := range paths {
		err = errors.Join(err, wait(func() (error, bool) { _, err, ready := models.Model(path); return err, ready }))
	}
	for _, n := range names {
		err = errors.Join(err, wait(func() (error, bool) { _, err, ready := models.Player(n); return err, ready }))
	}
	return models, func() { s.Close(); b.taken() }, err
}
