package scene

import (
	"strings"

	"demoscope/assets"
	figures "demoscope/assets/figure"
	models "demoscope/assets/model"
	"demoscope/assets/picture"
	"demoscope/player/world"
	"demoscope/render/draw"
	"demoscope/render/material"
)

// wardrobe has the game's models and their skins.
type wardrobe struct {
	frame *frame
	names modelNames
	cache colorCache
	// outfits are the outfits for the level with a number: see [material.Skins.Begin].
	outfits map[outfitKey]*outfit
	memory  int64 // of outfits and their models, in bytes
	level   int
}

// model returns a model of the game by its path, or nil if it is missing or still being loaded.
func (wd *wardrobe) model(name string) *models.Model {
	if wd.frame.opt.Models == nil || name == "" || name[0] == '*' || name[0] == '#' {
		return nil
	}
	m, err, ready := wd.frame.opt.Models.Model(name)
	if !ready || err != nil || len(m.Frames) == 0 || m.IsSprite() && wd.frame.skins == nil {
		return nil
	}
	return m
}

// single returns the model of a Quake or Quake II player, or nil if it is not available.
func (wd *wardrobe) single(w *world.World, p *world.Player) *models.Model {
	switch w.Game {
	case world.Quake, world.QuakeWorld:
		name := w.Level().Model(p.Model)
		if name == "" && w.Game == world.QuakeWorld && !p.NoModel {
			name = quakePlayer // servers only send unusual models
		}
		return wd.model(name)
	case world.Quake2:
		return wd.quake2Model(p, "tris.md2")
	}
	return nil
}

// quakePlayer is the default model of a QuakeWorld player.
const quakePlayer = "progs/player.mdl"

// quake2Male is the game's replacement for a missing player model, and quake2Grunt its replacement for a missing model
// or skin.
const quake2Male, quake2Grunt = "male", "players/male/grunt"

// quake2Model returns a model in the folder of a Quake II player's model, or nil if it is missing or still being
// loaded.
func (wd *wardrobe) quake2Model(p *world.Player, file string) *models.Model {
	folder, _, _ := strings.Cut(p.Skin, "/") // "male" of "male/grunt"
	if g := wd.model(wd.names.player(folder, file)); g != nil {
		return g
	}
	return wd.model(wd.names.player(quake2Male, file))
}

// quake2Skin returns the path of a Quake II player's skin, without its extension.
func (wd *wardrobe) quake2Skin(p *world.Player) string {
	folder, file, _ := strings.Cut(p.Skin, "/")
	name := wd.names.player(folder, file)
	if name == "" {
		return quake2Grunt
	}
	if _, err, ready := wd.frame.opt.Models.Picture(name); ready && err != nil {
		return quake2Grunt
	}
	return name
}

// triple returns the models of a player: those of Quake III if they are available, otherwise the fallback models.
func (wd *wardrobe) triple(w *world.World, p *world.Player) triple {
	if w.Game == world.Quake3 {
		if g := wd.gamePlayer(p); g != nil {
			return triple{g.Lower, g.Upper, g.Head, g.Animations.List, g}
		}
	}
	return fallbackHuman()
}

// triple is a player of three models, either Quake III's or the fallback models.
type triple struct {
	lower, upper, head *models.Model
	list               []models.Animation
	worn               *assets.Player // with the skins; nil for fallback models
}

// fallbackHuman returns the model of a human that Demoscope draws without game data.
func fallbackHuman() triple {
	h := figures.Human()
	return triple{lower: h.Lower, upper: h.Upper, head: h.Head, list: h.Animations.List}
}

// teamSkins are the skins that the game gives to teams.
var teamSkins = [...]string{1: "red", 2: "blue"}

// gamePlayer returns the models of a Quake III player, or nil if they are missing or still being loaded.
func (wd *wardrobe) gamePlayer(p *world.Player) *assets.Player {
	if wd.frame.opt.Models == nil {
		return nil
	}
	model, head := p.InfoValue("model"), p.InfoValue("hmodel")
	if model == "" {
		return nil
	}
	name := assets.ParsePlayer(model, head)
	if team := teamSkins[teamOf(p)]; team != "" {
		name.Skin, name.HeadSkin = team, team
	}
	g, err, ready := wd.frame.opt.Models.Player(name)
	if ready && err != nil && wd.frame.skins != nil {
		name.Model, name.Head = quake3Usual, quake3Usual
		g, err, ready = wd.frame.opt.Models.Player(name)
	}
	if !ready || err != nil {
		return nil
	}
	return g
}

// quake3Usual is the game's replacement for a missing player model.
const quake3Usual = "sarge"

// quake2Player is the model index that means the model in the player's skin.
const quake2Player = 255

// quake3Body is the model of a dead body in Quake III. The entity names its player.
const quake3Body = "models/players"

// Frames of Quake's player model in which the player falls or lies on the floor.
const (
	firstDeathFrame = 41
	lastDeathFrame  = 102
)

// bodyClass is the class of a corpse that a respawned player has left behind.
var bodyClass = class{kind: kindCorpse, size: 1.5}

// class returns the class of an entity, or nil if it is not drawn.
func (wd *wardrobe) class(w *world.World, e *world.Entity) *class {
	if w.Game == world.Quake2 && e.Model[0] == quake2Player {
		return &bodyClass
	}
	name := w.ModelOf(e)
	if name == "" || name == w.Level().Map {
		return nil
	}
	if w.Game == world.Quake3 && name == quake3Body {
		return &bodyClass
	}
	c := wd.names.class(name)
	if c.kind == kindPlayer && e.Frame >= firstDeathFrame && e.Frame <= lastDeathFrame {
		return &bodyClass
	}
	return c
}

// outfit has the skins of a model's surfaces. It is whole if every surface has one.
type outfit struct {
	skins       []material.Skin
	some, whole bool
}

type outfitKey struct {
	skinKey
	rows [2]uint8 // palette rows of a player's colors
}

// applySkin sets the skins of a model in [Game]. In other modes, or if a skin is missing, it sets triangle colors.
// Neither is set until it is loaded. file has the same meaning as in [wardrobe.triangleColors].
func (wd *wardrobe) applySkin(look *paint, m *models.Model, choice skinChoice, file models.Skin) {
	look.outfit, look.triangleColors = nil, nil
	if wd.frame.skins != nil && len(m.Surfaces) > 0 {
		worn := wd.outfit(m, choice, look.rows, file)
		if worn == nil || worn.whole {
			look.outfit = worn
			return
		}
		if worn.some {
			look.outfit = worn
		}
	}
	look.triangleColors = wd.triangleColors(m, choice, file)
}

// outfit returns the skins of a model, or nil until they are loaded.
func (wd *wardrobe) outfit(m *models.Model, choice skinChoice, rows [2]uint8, file models.Skin) *outfit {
	if level := wd.frame.skins.Begin(wd.frame.textures, wd.frame.opt.TrueLight); level != wd.level {
		wd.outfits, wd.memory, wd.level = nil, 0, level
	}
	if choice.skin < 0 || choice.skin >= len(m.Surfaces[0].Skins) {
		choice.skin = 0
	}
	if !choice.player {
		rows = [2]uint8{}
	}
	key := outfitKey{skinKey{m, choice, wd.frame.opt.Palette}, rows}
	if found, ok := wd.outfits[key]; ok {
		return found
	}
	o := &outfit{whole: true}
	ready := true
	for i := range m.Surfaces {
		skin, ok := wd.surfaceSkin(m, &m.Surfaces[i], choice, rows, file)
		o.skins = append(o.skins, skin)
		ready = ready && ok
		o.some, o.whole = o.some || skin.Texture >= 0, o.whole && skin.Texture >= 0
	}
	if !ready {
		return nil
	}
	const skinBytes = 16
	wd.memory += m.Memory() + skinBytes*int64(len(m.Surfaces))
	if wd.outfits == nil || wd.memory > maxSkinMemory {
		wd.outfits, wd.memory = make(map[outfitKey]*outfit), 0
	}
	wd.outfits[key] = o
	return o
}

// surfaceSkin returns the skin of a surface. ready is false while it is being loaded.
func (wd *wardrobe) surfaceSkin(m *models.Model, f *models.Surface, choice skinChoice, rows [2]uint8,
	file models.Skin) (s material.Skin, ready bool) {
	if path := skinPath(f, choice, file); path != "" {
		name := material.SkinName{Path: path, Sprite: m.IsSprite()}
		if s, ok := wd.frame.skins.Find(name); ok {
			return s, true
		}
		p, _, ready := wd.frame.opt.Models.Skin(path)
		if p.Picture == nil {
			return material.NoSkin, ready
		}
		p.Look.Holes = p.Look.Holes || name.Sprite
		return wd.frame.skins.AddPicture(name, p), true
	}
	own := f.Texture
	if choice.skins != "" {
		image, _, ready := wd.frame.opt.Models.QuakeSkin(choice.skins)
		if own = image; !ready {
			return material.NoSkin, false
		}
	}
	if own == nil {
		own = ownSkin(f, choice.skin)
	}
	if own == nil {
		return material.NoSkin, true
	}
	name := material.SkinName{Image: own, Palette: wd.frame.opt.Palette, Sprite: m.IsSprite()}
	if choice.player {
		name.Dyed, name.Shirt, name.Trousers = true, rows[0], rows[1]
	}
	if s, ok := wd.frame.skins.Find(name); ok {
		return s, true
	}
	return wd.frame.skins.AddImage(name), true
}

// film returns a picture of the animation in the first stage of a shader, after a part of its time, or its only
// picture. Its color is added to the background. ok is false unless all pictures are loaded.
func (wd *wardrobe) film(name string, part float32) (s material.Skin, ok bool) {
	if wd.frame.skins == nil || wd.frame.textures == nil || wd.frame.opt.Models == nil {
		return s, false
	}
	wd.frame.skins.Begin(wd.frame.textures, wd.frame.opt.TrueLight)
	script := wd.frame.opt.Models.Textures().Shader(name)
	if script == nil || len(script.Stages) == 0 || len(script.Stages[0].Maps) == 0 {
		return s, false
	}
	frames := script.Stages[0].Maps
	now := min(len(frames)-1, int(part*float32(len(frames))))
	ok = true
	for i, path := range frames {
		name := material.SkinName{Path: path, Sprite: true}
		skin, found := wd.frame.skins.Find(name)
		if !found {
			p, _, _ := wd.frame.opt.Models.Skin(path)
			if p.Picture == nil {
				ok = false
				continue
			}
			p.Look = assets.Look{Adds: true}
			skin = wd.frame.skins.AddPicture(name, p)
		}
		if i == now {
			s = skin
		}
		ok = ok && skin.Texture >= 0
	}
	return s, ok
}

// of returns the skin of a triangle, or nil for none.
func (o *outfit) of(m *models.Model, triangle int) *material.Skin {
	if o == nil {
		return nil
	}
	for i := range m.Surfaces {
		if f := &m.Surfaces[i]; triangle < f.FirstTriangle+f.NumTriangles {
			if s := &o.skins[i]; s.Texture >= 0 {
				return s
			}
			return nil
		}
	}
	return nil
}

// triangleColors is a skin of a game's model as seen from a distance: one color for each triangle, with the shares of
// the player's own colors.
type triangleColors []triangleColor

// triangleColor is the color of a triangle without shirt and trousers, whose shares are 0 to 255.
type triangleColor struct{ r, g, b, shirt, trousers uint8 }

// maxSkinMemory bounds the memory of cached triangle colors or skins and their models, in bytes. Levels have a few
// dozen models of at most a megabyte.
const maxSkinMemory = 128 << 20

// colorCache caches the triangle colors of skins, nil for skins without pixels.
type colorCache struct {
	made   map[skinKey]*triangleColors
	memory int64
}

// skinChoice identifies the skin of a body. A model with a skin file belongs to one player model only, so the file is
// not part of the key.
type skinChoice struct {
	skin int // index of the model's own skin; the first if it is missing
	// picture is the path of a picture that replaces the model's own, as for Quake II's players.
	picture string
	player  bool   // has shirt and trousers in Quake
	skins   string // path of a QuakeWorld player's skin for [Game], which has them, too; "" for the model's own
}

type skinKey struct {
	model   *models.Model
	choice  skinChoice
	palette *assets.Palette
}

// triangleColors returns the triangle colors of a model with a skin, or nil if there are no pixels, or not yet. file
// assigns pictures to the surfaces of a Quake III model; it is nil for the model's own.
func (wd *wardrobe) triangleColors(m *models.Model, choice skinChoice, file models.Skin) *triangleColors {
	if len(m.Surfaces) == 0 {
		return nil
	}
	if choice.skin < 0 || choice.skin >= len(m.Surfaces[0].Skins) {
		choice.skin = 0
	}
	c := &wd.cache
	key := skinKey{m, choice, wd.frame.opt.Palette}
	if found, ok := c.made[key]; ok {
		return found
	}
	if !wd.skinsReady(m, choice, file) {
		return nil
	}
	const colorBytes = 5
	c.memory += m.Memory() + colorBytes*int64(len(m.Triangles))
	if c.made == nil || c.memory > maxSkinMemory {
		c.made, c.memory = make(map[skinKey]*triangleColors), 0
	}
	made := wd.newTriangleColors(m, choice, file)
	c.made[key] = made
	return made
}

// skinsReady reports whether all pictures of a model are loaded or known to be missing.
func (wd *wardrobe) skinsReady(m *models.Model, choice skinChoice, file models.Skin) bool {
	all := true
	for i := range m.Surfaces {
		_, ready := wd.skinPicture(&m.Surfaces[i], choice, file)
		all = all && ready
	}
	return all
}

// skinPicture returns the picture that a surface wears, or nil for none. ready is false while it is being loaded.
func (wd *wardrobe) skinPicture(f *models.Surface, choice skinChoice, file models.Skin) (p *picture.Picture,
	ready bool) {
	path := skinPath(f, choice, file)
	if path == "" || wd.frame.opt.Models == nil {
		return nil, true
	}
	p, _, ready = wd.frame.opt.Models.Picture(path)
	return p, ready
}

// skinPath returns the path of the picture that a surface wears, or "" if it has its own pixels or none.
func skinPath(f *models.Surface, choice skinChoice, file models.Skin) string {
	name := choice.picture
	if skin := ownSkin(f, choice.skin); skin != nil && name == "" {
		name = skin.Name
	}
	if shader, ok := file.Shader(f.Name); ok {
		name = shader
	}
	return strings.ToLower(strings.ReplaceAll(name, `\`, "/"))
}

// ownSkin returns a skin of a surface's own, or nil if it has none.
func ownSkin(f *models.Surface, n int) *models.Image {
	if len(f.Skins) == 0 {
		return nil
	}
	if n < 0 || n >= len(f.Skins) {
		n = 0
	}
	return &f.Skins[n]
}

// newTriangleColors computes triangle colors from the pixels in each triangle. Triangles of surfaces without pixels are
// all shirt: they have the color that the whole body has without triangle colors. It returns nil if all are.
func (wd *wardrobe) newTriangleColors(m *models.Model, choice skinChoice, file models.Skin) *triangleColors {
	list, some := make(triangleColors, len(m.Triangles)), false
	for i := range m.Surfaces {
		f := &m.Surfaces[i]
		worn, _ := wd.skinPicture(f, choice, file)
		own := ownSkin(f, choice.skin)
		for n := f.FirstTriangle; n < f.FirstTriangle+f.NumTriangles; n++ {
			switch {
			case worn != nil:
				list[n] = pictureColor(m, n, worn)
			case own != nil && len(own.At(0)) > 0: // width or height may be missing
				list[n] = indexedColor(m, n, own, wd.frame.opt.Palette, choice.player)
			default:
				list[n] = noPicture
				continue
			}
			some = true
		}
	}
	if !some {
		return nil
	}
	return &list
}

// noPicture is the color of a triangle without pixels.
var noPicture = triangleColor{shirt: 255}

// samplePoints are the sample points in a triangle, as weights of its corners: its center, points near its corners, and
// points between.
var samplePoints = [...][3]float32{
	{1. / 3, 1. / 3, 1. / 3}, {0.7, 0.15, 0.15}, {0.15, 0.7, 0.15}, {0.15, 0.15, 0.7}, {0.45, 0.45, 0.1},
	{0.45, 0.1, 0.45}, {0.1, 0.45, 0.45},
}

// Palette rows that a player's colors replace in Quake's models.
const (
	shirtRow, trousersRow = 16, 96
	rowLength             = 16
)

// texCoordsAt returns the texture coordinates of the point in a triangle with weights from samplePoints.
func texCoordsAt(m *models.Model, n int, w *[3]float32) (u, v float32) {
	uv := &m.Triangles[n].UV
	a, b, c := m.TexCoords[uv[0]], m.TexCoords[uv[1]], m.TexCoords[uv[2]]
	return a[0]*w[0] + b[0]*w[1] + c[0]*w[2], a[1]*w[0] + b[1]*w[1] + c[1]*w[2]
}

// pictureColor returns the mean color of a picture in a triangle.
func pictureColor(m *models.Model, n int, p *picture.Picture) triangleColor {
	var red, green, blue int
	for i := range samplePoints {
		r, g, b := p.At(texCoordsAt(m, n, &samplePoints[i]))
		red, green, blue = red+int(r), green+int(g), blue+int(b)
	}
	const points = len(samplePoints)
	return triangleColor{r: uint8(red / points), g: uint8(green / points), b: uint8(blue / points)}
}

// indexedColor is pictureColor for a skin of the model's own, which contains players' colors.
func indexedColor(m *models.Model, n int, skin *models.Image, palette *assets.Palette, player bool) triangleColor {
	pixels := skin.At(0)
	var red, green, blue, plain, shirt, trousers int
	for i := range samplePoints {
		u, v := texCoordsAt(m, n, &samplePoints[i])
		x := max(0, min(skin.Width-1, int(u*float32(skin.Width))))
		y := max(0, min(skin.Height-1, int(v*float32(skin.Height))))
		switch p := pixels[y*skin.Width+x]; {
		case player && p >= shirtRow && p < shirtRow+rowLength:
			shirt++
		case player && p >= trousersRow && p < trousersRow+rowLength:
			trousers++
		default:
			color := palette[p]
			red, green, blue, plain = red+int(color.R), green+int(color.G), blue+int(color.B), plain+1
		}
	}
	const points = len(samplePoints)
	s := triangleColor{shirt: uint8(255 * shirt / points), trousers: uint8(255 * trousers / points)}
	if plain > 0 {
		s.r, s.g, s.b = uint8(red/plain), uint8(green/plain), uint8(blue/plain)
	}
	return s
}

// skinGain brightens skins, which are made for additional lights.
const skinGain = 1.5

// at returns the color of a triangle with the given shirt and trousers.
func (c *triangleColors) at(n int, shirt, trousers draw.Color) draw.Color {
	s := &(*c)[n]
	color := draw.RGB(uint32(s.r)<<16 | uint32(s.g)<<8 | uint32(s.b)).Dim(skinGain)
	color = color.Mix(shirt, float32(s.shirt)/255).Mix(trousers, float32(s.trousers)/255)
	color.R, color.G, color.B, color.A = min(1, color.R), min(1, color.G), min(1, color.B), 1
	return color
}

// dyed mixes a dye into the color of a triangle; the dye's A is its share. Bright colors stay bright.
func dyed(c, dye draw.Color) draw.Color {
	if dye.A == 0 {
		return c
	}
	const darkest = 0.42
	light := min(1, darkest+luminance(c)/max(darkest, luminance(dye)))
	return c.Mix(draw.Color{R: dye.R * light, G: dye.G * light, B: dye.B * light, A: 1}, dye.A)
}
