package assets

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"demoscope/assets/model"
	"demoscope/assets/picture"
	"demoscope/internal/fault"
	"demoscope/internal/loader"
)

const (
	// maxModel is the size in bytes of the largest model that is read. The largest known
	// has 3.4 MB.
	maxModel = 32 << 20
	// maxBrushModel is the size in bytes of the largest map that is read as a model. The
	// largest known has 31 KB.
	maxBrushModel = 4 << 20
	// maxPicture is the size in bytes of the largest picture that is read: one of 2048x2048
	// pixels of 4 bytes.
	maxPicture = 16 << 20
	// maxDrawn is how many triangles a model has that is drawn, because each costs time and
	// memory in every picture. The largest known has some 2,000.
	maxDrawn = 6000
	// maxModelsKept is how many bytes of models [Models] keeps. All models of OpenArena
	// together take 78 MB.
	maxModelsKept = 128 << 20
	// maxModelsLoading is how many models are loaded at a time.
	maxModelsLoading = 2
)

// Model reads the model with a game path as a demo names it ("progs/player.mdl",
// "players/male/tris.md2", "models/weapons2/shotgun/shotgun.md3"), and returns where it was
// found. What it is, its first bytes say. Errors: those of [Search.ReadFile], or a
// *[model.FormatError] with the place.
func (s *Search) Model(name string) (*model.Model, Source, error) {
	data, src, err := s.readFile(name, maxModel)
	if err != nil {
		return nil, src, err
	}
	m, err := drawable(data, src, model.Load)
	return m, src, err
}

// brushModel reads a model that is a map.
func (s *Search) brushModel(name string, brushes Brushes) (*model.Model, error) {
	data, src, err := s.readFile(name, maxBrushModel)
	if err != nil {
		return nil, err
	}
	return drawable(data, src, brushes)
}

// drawable makes a model of a file, and refuses one that costs too much in a picture.
func drawable(data []byte, src Source, load func([]byte) (*model.Model, error)) (*model.Model, error) {
	m, err := load(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", src, err)
	}
	if n := len(m.Triangles); n > maxDrawn {
		return nil, fmt.Errorf("%s: %d triangles, more than %d", src, n, maxDrawn)
	}
	return m, nil
}

// PlayerName is the appearance of a player in Quake III: the folders of the model and the
// head, and a skin for each.
type PlayerName struct {
	Model, Skin string
	// Head begins with * if it is a head of Team Arena, which is no player's.
	Head, HeadSkin string
}

// ParsePlayer returns what a player's information names as model and hmodel: "sarge" or
// "sarge/red". Without a head it is that of the model. For a team's colors set both
// skins.
func ParsePlayer(model, head string) PlayerName {
	parse := func(s string) (name, skin string) {
		name, skin, _ = strings.Cut(s, "/")
		if skin == "" {
			skin = defaultSkin
		}
		return name, skin
	}
	var n PlayerName
	n.Model, n.Skin = parse(model)
	if n.Head, n.HeadSkin = parse(head); n.Head == "" {
		n.Head, n.HeadSkin = n.Model, n.Skin
	}
	return n
}

const defaultSkin = "default"

// Player is a player of Quake III: three models, put together as package model says.
type Player struct {
	Lower, Upper, Head *model.Model
	// The skins are empty where no file gives any; the shaders are then the models'.
	LowerSkin, UpperSkin, HeadSkin model.Skin
	Animations                     *model.Animations
}

// Memory returns how many bytes the player takes, about.
func (p *Player) Memory() int64 { return p.Lower.Memory() + p.Upper.Memory() + p.Head.Memory() }

// Player reads a player of Quake III. Of a head that is not there it takes the model's
// own, of a skin the one named default, or none. Errors are those of [Search.Model], or a
// *[model.FormatError] of his animations with the place.
func (s *Search) Player(n PlayerName) (*Player, error) {
	const players = "models/players/"
	folder := players + n.Model + "/"
	p := &Player{}
	var err error
	if p.Lower, _, err = s.Model(folder + "lower.md3"); err != nil {
		return nil, err
	}
	if p.Upper, _, err = s.Model(folder + "upper.md3"); err != nil {
		return nil, err
	}
	data, src, err := s.readFile(folder+"animation.cfg", model.MaxText)
	if err != nil {
		return nil, err
	}
	if p.Animations, err = model.ParseAnimations(data); err != nil {
		return nil, fmt.Errorf("%s: %w", src, err)
	}
	headFolder, head := players+n.Head+"/", "head"
	if name, arena := strings.CutPrefix(n.Head, "*"); arena {
		headFolder, head = players+"heads/"+name+"/", name
	}
	p.Head, _, err = s.Model(headFolder + head + ".md3")
	if errors.Is(err, fs.ErrNotExist) {
		headFolder = folder
		p.Head, _, err = s.Model(folder + "head.md3")
	}
	if err != nil {
		return nil, err
	}
	p.LowerSkin, p.UpperSkin = s.skin(folder+"lower_", n.Skin), s.skin(folder+"upper_", n.Skin)
	p.HeadSkin = s.skin(headFolder+"head_", n.HeadSkin)
	return p, nil
}

// skin reads a skin file, or the default one, or none: a model can be drawn without.
func (s *Search) skin(prefix, name string) model.Skin {
	for _, name := range []string{name, defaultSkin} {
		data, _, err := s.readFile(prefix+name+".skin", model.MaxText)
		if err != nil {
			continue
		}
		if skin, err := model.ParseSkin(data); err == nil {
			return skin
		}
	}
	return nil
}

// Picture reads the picture of a skin by its game path, whose extension counts as little as
// in the games: where the file is missing, one of another format is taken. Errors are those
// of [Search.Model], or a *[picture.FormatError].
func (s *Search) Picture(name string) (*picture.Picture, Source, error) {
	return loadPicture(s, name, picture.Load)
}

// loadPicture reads a picture with one of the functions of package picture.
func loadPicture[P any](s *Search, name string, load func([]byte) (*P, error)) (*P, Source, error) {
	data, src, err := s.pictureFile(name)
	if err != nil {
		return nil, src, err
	}
	p, err := load(data)
	if err != nil {
		return nil, src, fmt.Errorf("%s: %w", src, err)
	}
	return p, src, nil
}

// pictureFile reads the file of a picture: see [Search.Picture].
func (s *Search) pictureFile(name string) ([]byte, Source, error) {
	data, src, err := s.readFile(name, maxPicture)
	if errors.Is(err, fs.ErrNotExist) {
		stem := strings.TrimSuffix(name, path.Ext(name))
		for _, extension := range [...]string{".tga", ".jpg", ".png", ".pcx"} {
			if other, from, err2 := s.readFile(stem+extension, maxPicture); !errors.Is(err2, fs.ErrNotExist) {
				return other, from, err2
			}
		}
	}
	return data, src, err
}

// Models finds and loads models and the pictures of their skins beside what goes on, and
// keeps those that were used last.
// It is used by one goroutine.
type Models struct {
	search   *Search
	textures *Textures
	brushes  Brushes
	kept     *loader.Loader[modelKey, modelResult]
	// waiting is set if one that was asked for was not ready: see Waiting.
	waiting bool
	atOnce  bool // see LoadAtOnce
}

// modelKey is the key of a search: the path of a model or picture, or a player.
type modelKey struct {
	name    string
	picture bool
	skin    bool // the picture with more of its pixels
	player  PlayerName
}

// modelResult is the result of a search: one of the four.
type modelResult struct {
	model   *model.Model
	picture *picture.Picture
	player  *Player
	err     error
}

// memory returns about how many bytes a result takes. An error takes some, too, because it
// lists the folders.
func (r modelResult) memory() int64 {
	n := int64(4 << 10)
	if r.model != nil {
		n += r.model.Memory()
	}
	if r.picture != nil {
		n += r.picture.Memory()
	}
	if r.player != nil {
		n += r.player.Memory()
	}
	return n
}

// Brushes makes a model of a file that is a map: see [NewModels].
type Brushes func(data []byte) (*model.Model, error)

// NewModels returns the models of a search path. Some of Quake's are maps: brushes reads
// them, or they are not found if it is nil.
func NewModels(s *Search, brushes Brushes) *Models {
	return &Models{search: s, textures: NewTextures(s), brushes: brushes,
		kept: loader.New[modelKey](maxModelsLoading, maxModelsKept, modelResult.memory)}
}

// LoadAtOnce makes callers wait until the model they ask for is loaded, for pictures that nobody sees unfinished: it is
// always ready then. It returns m.
func (m *Models) LoadAtOnce() *Models {
	m.atOnce = true
	return m
}

// Apart returns the models of the same search path for another goroutine. It keeps its own; nil has none.
func (m *Models) Apart() *Models {
	if m == nil {
		return nil
	}
	apart := NewModels(m.search, m.brushes)
	apart.textures = m.textures
	return apart
}

// Textures returns the textures of the same search path; nil has none.
func (m *Models) Textures() *Textures {
	if m == nil {
		return nil
	}
	return m.textures
}

// Model returns the model with a game path, as [Search.Model] does, once it is loaded:
// until then ready is false, and the model is being loaded or waits for others. A panic,
// which only a mistake in this program can cause, is an error.
func (m *Models) Model(name string) (found *model.Model, err error, ready bool) {
	if _, err := cleanName(name); err != nil {
		return nil, err, true // not kept: it may be long
	}
	r, ready := m.find(modelKey{name: name})
	return r.model, r.err, ready
}

// Picture returns the picture of a skin as [Search.Picture] does, once it is loaded, as
// [Models.Model] does.
func (m *Models) Picture(name string) (found *picture.Picture, err error, ready bool) {
	if _, err := cleanName(name); err != nil {
		return nil, err, true
	}
	r, ready := m.find(modelKey{name: name, picture: true})
	return r.picture, r.err, ready
}

// Skin returns the picture of a skin as [Models.Picture] does, with more of its pixels.
func (m *Models) Skin(name string) (found *picture.Picture, err error, ready bool) {
	if _, err := cleanName(name); err != nil {
		return nil, err, true
	}
	r, ready := m.find(modelKey{name: name, picture: true, skin: true})
	return r.picture, r.err, ready
}

// Player returns a player of Quake III as [Search.Player] does, once he is loaded, as
// [Models.Model] does.
func (m *Models) Player(name PlayerName) (found *Player, err error, ready bool) {
	for _, s := range []string{name.Model, name.Skin, strings.TrimPrefix(name.Head, "*"), name.HeadSkin} {
		if _, err := cleanName(s); err != nil {
			return nil, err, true
		}
	}
	r, ready := m.find(modelKey{player: name})
	return r.player, r.err, ready
}

// Waiting reports whether any model that was asked for since the last call was not ready.
func (m *Models) Waiting() bool {
	w := m.waiting
	m.waiting = false
	return w
}

// find returns what is ready, and otherwise begins to load it.
func (m *Models) find(key modelKey) (modelResult, bool) {
	r, ready := m.kept.Find(key)
	if !ready && m.atOnce {
		r, ready = m.fetch(key), true
		m.kept.Keep(key, r)
	}
	m.waiting = m.waiting || !ready
	if !ready && m.kept.Wanted(key) {
		m.kept.Start(key, func() modelResult { return m.fetch(key) })
	}
	return r, ready
}

// fetch loads what a key names.
func (m *Models) fetch(key modelKey) (r modelResult) {
	err := fault.Guard("loading "+key.String(), func() {
		switch {
		case key.picture:
			load := picture.Load
			if key.skin {
				load = picture.LoadSkin
			}
			if r.picture, _, r.err = loadPicture(m.search, key.name, load); errors.Is(r.err, fs.ErrNotExist) {
				if base := m.textures.base(key.name); base != "" {
					r.picture, _, r.err = loadPicture(m.search, base, load)
				}
			}
		case m.brushes != nil && strings.EqualFold(path.Ext(key.name), ".bsp"):
			r.model, r.err = m.search.brushModel(key.name, m.brushes)
		case key.name != "":
			r.model, _, r.err = m.search.Model(key.name)
		default:
			r.player, r.err = m.search.Player(key.player)
		}
	})
	if err != nil {
		return modelResult{err: err}
	}
	return r
}

// String is what a key names, for a sentence.
func (k modelKey) String() string {
	if k.name != "" {
		return k.name
	}
	return "the player " + k.player.Model
}
