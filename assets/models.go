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
	// maxModel is the maximum size in bytes of a model file. The largest known has 3.4 MB.
	maxModel = 32 << 20
	// maxBrushModel is the maximum size in bytes of a map used as a model. The largest known has 31 KB.
	maxBrushModel = 4 << 20
	// maxPicture is the maximum size in bytes of a picture: 2048x2048 pixels of 4 bytes.
	maxPicture = 16 << 20
	// maxDrawn is the maximum number of triangles of a drawable model, because each costs time and memory in every
	// frame. The largest known has some 2,000.
	maxDrawn = 6000
	// maxModelsKept is the maximum number of bytes of models that [Models] keeps. All models of OpenArena together take
	// 78 MB.
	maxModelsKept = 128 << 20
	// maxModelsLoading is the maximum number of models loaded at a time.
	maxModelsLoading = 2
)

// Model reads the model with a game path from a demo ("progs/player.mdl", "players/male/tris.md2",
// "models/weapons2/shotgun/shotgun.md3"), and returns where it was found. The first bytes determine the format. Errors
// are those of [Search.ReadFile], or a *[model.FormatError].
func (s *Search) Model(name string) (*model.Model, Source, error) {
	data, src, err := s.readFile(name, maxModel)
	if err != nil {
		return nil, src, err
	}
	m, err := drawable(data, src, model.Load)
	return m, src, err
}

// brushModel reads a map as a model.
func (s *Search) brushModel(name string, brushes Brushes) (*model.Model, error) {
	data, src, err := s.readFile(name, maxBrushModel)
	if err != nil {
		return nil, err
	}
	return drawable(data, src, brushes)
}

// drawable loads a model, and refuses one that is too expensive to draw.
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

// PlayerName is the appearance of a Quake III player: the folders of the model and the head, and a skin for each.
type PlayerName struct {
	Model, Skin string
	// Head begins with * for a head of Team Arena, which is not in a player's folder.
	Head, HeadSkin string
}

// ParsePlayer parses the values of model and hmodel in a player's info: "sarge" or "sarge/red". Without a head it is
// that of the model. For a team's colors set both skins.
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

// Player is a Quake III player: three models, assembled as described in package model.
type Player struct {
	Lower, Upper, Head *model.Model
	// The skins are empty if there are no files for them; the shaders are then the models'.
	LowerSkin, UpperSkin, HeadSkin model.Skin
	Animations                     *model.Animations
}

// Memory returns the approximate memory of the player in bytes.
func (p *Player) Memory() int64 { return p.Lower.Memory() + p.Upper.Memory() + p.Head.Memory() }

// Player reads a Quake III player. It replaces a missing head by the model's own, and a missing skin by the default
// one, or none. Errors are those of [Search.Model], or a *[model.FormatError] of the animations.
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

// skin reads a skin file, or the default one, or none: a model can be drawn without a skin.
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

// Picture reads the picture of a skin by its game path. As in the games, a missing file is replaced by one with another
// extension. Errors are those of [Search.Model], or a *[picture.FormatError].
func (s *Search) Picture(name string) (*picture.Picture, Source, error) {
	return loadPicture(s, name, picture.Load)
}

// loadPicture reads a picture with a function of package picture.
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

// Models finds and loads models and the pictures of their skins in the background, and keeps the most recently used
// ones. It must be used by a single goroutine.
type Models struct {
	search   *Search
	textures *Textures
	brushes  Brushes
	kept     *loader.Loader[modelKey, modelResult]
	// waiting is set if a requested model was not ready: see Waiting.
	waiting bool
	atOnce  bool // see LoadAtOnce
}

// modelKey is the key of a search: the path of a model or picture, or a player.
type modelKey struct {
	name    string
	picture bool
	skin    bool // the picture at the higher resolution
	indices bool // the picture as indices of a palette
	player  PlayerName
}

// modelResult is the result of a search: one of the five.
type modelResult struct {
	indices *model.Image
	model   *model.Model
	picture *picture.Picture
	look    Look // of the picture
	player  *Player
	err     error
}

// memory returns the approximate memory of a result in bytes. An error takes some, too, because it lists the folders.
func (r modelResult) memory() int64 {
	n := int64(4 << 10)
	if r.model != nil {
		n += r.model.Memory()
	}
	if r.picture != nil {
		n += r.picture.Memory()
	}
	if r.indices != nil {
		n += quakeSkinWidth * quakeSkinHeight
	}
	if r.player != nil {
		n += r.player.Memory()
	}
	return n
}

// Brushes makes a model from a map file: see [NewModels].
type Brushes func(data []byte) (*model.Model, error)

// NewModels returns the models of a search path. Some of Quake's models are maps, which brushes reads. If it is nil,
// they are not found.
func NewModels(s *Search, brushes Brushes) *Models {
	return &Models{search: s, textures: NewTextures(s), brushes: brushes,
		kept: loader.New[modelKey](maxModelsLoading, maxModelsKept, modelResult.memory)}
}

// LoadAtOnce makes requests wait until the model is loaded, so that it is always ready, for pictures that must be
// complete. It returns m.
func (m *Models) LoadAtOnce() *Models {
	m.atOnce = true
	return m
}

// Clone returns separate Models of the same search path for another goroutine. It returns nil for nil.
func (m *Models) Clone() *Models {
	if m == nil {
		return nil
	}
	clone := NewModels(m.search, m.brushes)
	clone.textures = m.textures
	return clone
}

// Textures returns the textures of the same search path, nil for nil.
func (m *Models) Textures() *Textures {
	if m == nil {
		return nil
	}
	return m.textures
}

// Model returns the model with a game path like [Search.Model], if it is loaded. Otherwise ready is false, and the
// model is loading or queued. A panic, which only a bug in this program can cause, becomes an error.
func (m *Models) Model(name string) (found *model.Model, err error, ready bool) {
	if _, err := cleanName(name); err != nil {
		return nil, err, true // not stored: it may be long
	}
	r, ready := m.find(modelKey{name: name})
	return r.model, r.err, ready
}

// Picture returns the picture of a skin like [Search.Picture], if it is loaded: see [Models.Model].
func (m *Models) Picture(name string) (found *picture.Picture, err error, ready bool) {
	if _, err := cleanName(name); err != nil {
		return nil, err, true
	}
	r, ready := m.find(modelKey{name: name, picture: true})
	return r.picture, r.err, ready
}

// Skin is [Models.Picture] at a higher resolution, with how a script draws it.
func (m *Models) Skin(name string) (found Skin, err error, ready bool) {
	if _, err := cleanName(name); err != nil {
		return Skin{}, err, true
	}
	r, ready := m.find(modelKey{name: name, picture: true, skin: true})
	return Skin{r.picture, r.look}, r.err, ready
}

// QuakeSkin returns the PCX of a QuakeWorld player's skin as an image of the player model, if it is loaded: see
// [Models.Model].
func (m *Models) QuakeSkin(name string) (found *model.Image, err error, ready bool) {
	if _, err := cleanName(name); err != nil {
		return nil, err, true
	}
	r, ready := m.find(modelKey{name: name, indices: true})
	return r.indices, r.err, ready
}

// Size of the skin of Quake's player model, which is the upper left corner of QuakeWorld's skins, in pixels.
const quakeSkinWidth, quakeSkinHeight = 296, 194

// quakeSkin reads the PCX of a QuakeWorld player's skin.
func (s *Search) quakeSkin(name string) (*model.Image, error) {
	data, src, err := s.readFile(name, maxPicture)
	if err != nil {
		return nil, err
	}
	pix, width, height, err := picture.Indices(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", src, err)
	}
	cut := make([]byte, quakeSkinWidth*quakeSkinHeight)
	for y := range min(height, quakeSkinHeight) {
		copy(cut[y*quakeSkinWidth:(y+1)*quakeSkinWidth], pix[y*width:(y+1)*width])
	}
	return &model.Image{Width: quakeSkinWidth, Height: quakeSkinHeight, Pixels: [][]byte{cut}}, nil
}

// Player returns a Quake III player like [Search.Player], if it is loaded: see [Models.Model].
func (m *Models) Player(name PlayerName) (found *Player, err error, ready bool) {
	for _, s := range []string{name.Model, name.Skin, strings.TrimPrefix(name.Head, "*"), name.HeadSkin} {
		if _, err := cleanName(s); err != nil {
			return nil, err, true
		}
	}
	r, ready := m.find(modelKey{player: name})
	return r.player, r.err, ready
}

// Waiting reports whether any model requested since the last call was not ready.
func (m *Models) Waiting() bool {
	w := m.waiting
	m.waiting = false
	return w
}

// find returns the result for a key if it is ready, and otherwise starts loading it.
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

// fetch loads the resource of a key.
func (m *Models) fetch(key modelKey) (r modelResult) {
	err := fault.Guard("loading "+key.String(), func() {
		switch {
		case key.indices:
			r.indices, r.err = m.search.quakeSkin(key.name)
		case key.skin:
			if file, look := m.textures.look(key.name); file != "" {
				r.picture, _, r.err = loadPicture(m.search, file, picture.LoadSkin)
				r.look = look
			}
			if r.picture == nil {
				r.picture, _, r.err = loadPicture(m.search, key.name, picture.LoadSkin)
				r.look = Look{}
			}
		case key.picture:
			if r.picture, _, r.err = loadPicture(m.search, key.name, picture.Load); errors.Is(r.err, fs.ErrNotExist) {
				if base := m.textures.base(key.name); base != "" {
					r.picture, _, r.err = loadPicture(m.search, base, picture.Load)
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

// String describes the resource, for a sentence.
func (k modelKey) String() string {
	if k.name != "" {
		return k.name
	}
	return "the player " + k.player.Model
}
