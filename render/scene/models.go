package scene

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	figures "demoscope/assets/figure"
	models "demoscope/assets/model"
	"demoscope/bsp"
	"demoscope/player/weapon"
	"demoscope/render/draw"
)

// Kind is what a marker represents.
type Kind uint8

// The kinds of markers.
const (
	kindPlayer Kind = iota
	kindMonster
	kindWeapon
	kindArmor
	kindHealth
	kindAmmo
	kindPowerup
	kindKey
	kindFlag
	kindProjectile
	kindBackpack
	kindCorpse // gibs, heads and dead bodies
	kindOther
	kinds
)

var kindNames = [kinds]string{
	"player", "monster", "weapon", "armor", "health", "ammo", "power-up", "key", "flag", "projectile", "backpack",
	"gib, corpse", "other",
}

// String returns the name of the kind.
func (k Kind) String() string { return kindNames[min(k, kindOther)] }

// body reports whether a marker of the kind represents a creature, dead or alive, not a thing.
func (k Kind) body() bool { return k == kindPlayer || k == kindMonster || k == kindCorpse }

// item reports whether a marker of the kind represents something that players pick up.
func (k Kind) item() bool { return k >= kindWeapon && k <= kindFlag || k == kindBackpack }

// Default colors of markers. Some models, such as armor and flags, have their own.
var kindColors = [kinds]draw.Color{
	kindPlayer:     draw.RGB(0xd8d8d8),
	kindMonster:    draw.RGB(0xe0503c),
	kindWeapon:     draw.RGB(0x58b8f0),
	kindArmor:      draw.RGB(0x58c850),
	kindHealth:     draw.RGB(0xf4f4f4),
	kindAmmo:       draw.RGB(0xc89858),
	kindPowerup:    draw.RGB(0x6878ff),
	kindKey:        draw.RGB(0xf0d050),
	kindFlag:       draw.RGB(0xe04848),
	kindProjectile: draw.RGB(0xffa040),
	kindBackpack:   draw.RGB(0xb8905c),
	kindCorpse:     draw.RGB(0x8c3a34),
	kindOther:      draw.RGB(0x7c8794),
}

// Colors that several kinds use.
var (
	colorGreen  = draw.RGB(0x58c850)
	colorYellow = draw.RGB(0xf0d040)
	colorRed    = draw.RGB(0xf04838)
	colorBlue   = draw.RGB(0x4c78ff)
	colorGold   = draw.RGB(0xf0c848)
	colorSilver = draw.RGB(0xc8d4e0)
	colorPurple = draw.RGB(0xb068ff)
	colorCyan   = draw.RGB(0x58e0e8)
	colorWhite  = draw.RGB(0xf4f4f4)
	colorOrange = draw.RGB(0xff9838)
	colorBrown  = draw.RGB(0xb08858)
	colorGray   = draw.RGB(0x98a0a8)
)

// class describes what a model represents.
type class struct {
	kind  Kind
	color draw.Color // zero for the kind's color
	size  float32    // factor; 0 stands for 1
	// inline is the number of the inline model ("*1"), 0 for other models.
	inline int
	// hidden is set for models that are not drawn (weapons in hand, the map itself).
	hidden bool
	// skins is set if the color depends on the skin: green, yellow, red.
	skins bool
	// corner is set if the origin is the lower corner of a box 32 units wide, as in Quake's ammo and health boxes.
	corner bool
}

// scale returns the size of a marker of the class, 1 for the normal size.
func (c *class) scale() float32 {
	if c.size == 0 {
		return 1
	}
	return c.size
}

func (c *class) markerColor(skin int32) draw.Color {
	switch {
	case c.skins:
		return [...]draw.Color{colorGreen, colorYellow, colorRed}[max(0, min(2, skin))]
	case c.color.A != 0:
		return c.color
	}
	return kindColors[c.kind]
}

// LegendItem is a line of the legend: the name of a kind of marker.
type LegendItem struct {
	Kind Kind
	Name string
}

// Legend returns all kinds of markers in the order of the help page.
func Legend() []LegendItem {
	list := make([]LegendItem, 0, kinds)
	for k := range kinds {
		list = append(list, LegendItem{k, k.String()})
	}
	return list
}

// legendFigures are the figures that represent the kinds in the legend, and their angles there, in degrees.
var legendFigures = [kinds]struct {
	figure string
	yaw    float32
}{
	kindPlayer: {"human", 200}, kindMonster: {"ogre", 200}, kindWeapon: {"rocket_launcher", 120},
	kindArmor: {"armor", 200}, kindHealth: {"health", 198},
	kindAmmo: {"shells", 215}, kindPowerup: {"quad", 200}, kindKey: {"key_gold", 200}, kindFlag: {"flag", 200},
	kindProjectile: {"rocket", 130},
	kindBackpack:   {"backpack", 215}, kindCorpse: {"gib_ribs", 200},
}

// legendSize is the size of a figure in the legend, in units.
const legendSize = 40

// LegendIcon draws a kind of marker as it looks in the level, centered at a point and size pixels high.
func LegendIcon(b *draw.Buffer, k Kind, x, y, size float32) {
	s := New()
	s.begin(nil, Camera{Origin: mgl32.Vec3{-90, -30, 34}, Angles: mgl32.Vec3{20, 18, 0}, FOV: 40},
		View{Width: size, Height: size, Scale: 1}, nil)
	s.visible.update(s.frame.origin)
	if f := figures.Get(legendFigures[k].figure); f != nil {
		pose := f.Animations["stand"].First
		p := &f.Poses[pose]
		extent := p.Maxs.Sub(p.Mins)
		at := bodyOf(mgl32.Vec3{}, mgl32.Vec3{0, legendFigures[k].yaw, 0}, legendSize/max(extent[0], extent[1],
			extent[2]))
		at.Origin = at.Apply(p.Mins.Add(p.Maxs).Mul(-0.5)) // moves its center to the origin
		look := paint{accent: draw.RGB(f.Accent), shirt: kindColors[k], trousers: kindColors[k].Dim(0.7)}
		s.bodies.poser.put([]posed{{model: f.Model, from: pose, to: pose, at: at, paint: look}})
	} else {
		at := placeAt(mgl32.Vec3{}, mgl32.Vec3{0, 200, 0}, 1.4)
		at.line, at.solidFill, at.minFade = kindColors[k], kindColors[k].Dim(0.5), 1
		s.pieces.putMarker(k, &at)
	}
	s.pieces.emitLeaf(0)

	first := uint32(len(b.Vertices))
	for _, v := range s.World.Vertices {
		v.X += x - size/2
		v.Y += y - size/2
		b.Vertices = append(b.Vertices, v)
	}
	for _, i := range s.World.Indices {
		b.Indices = append(b.Indices, first+i)
	}
}

// modelNames caches the looks of models by name.
type modelNames struct {
	looks map[string]*look
	paths map[[2]string]string // of the files in player model folders, by both names
}

// look is what a model represents, and its fallback figure, nil for none.
type look struct {
	class
	figure *figures.Figure
	weapon weapon.Kind // weapon that the model shows
	glows  bool        // a flame that no light falls on
	fire   bool        // an explosion sprite
	// barrel and hand are the models of the rotating part and of the view hand of a Quake III weapon, or "".
	barrel, hand string
}

// maxModelNames bounds the cache: a level has at most 8192 models (the largest index in the protocols), but a demo may
// have many levels.
const maxModelNames = 1 << 14

// class returns the class of a model.
func (n *modelNames) class(name string) *class { return &n.look(name).class }

// look returns the look of a model.
func (n *modelNames) look(name string) *look {
	if l := n.looks[name]; l != nil {
		return l
	}
	if n.looks == nil || len(n.looks) >= maxModelNames {
		n.looks = make(map[string]*look)
	}
	l := &look{class: classify(name), weapon: weapon.OfFigure(figures.Of(name))}
	if !l.hidden && l.inline == 0 {
		kind := figures.Of(name)
		l.figure = figures.Get(kind)
		l.fire = strings.EqualFold(name, "progs/s_explod.spr")
		l.glows = kind == "flame" || kind == "torch" || kind == "candle"
	}
	if stem, ok := strings.CutSuffix(name, ".md3"); ok && strings.HasPrefix(name, "models/weapons") {
		l.barrel, l.hand = stem+"_barrel.md3", stem+"_hand.md3"
	}
	n.looks[name] = l
	return l
}

// player returns the path of a file in the folder of a Quake II player model, or "" without a name. Quake II writes
// such files as "#w_railgun.md2", too.
func (n *modelNames) player(model, file string) string {
	key := [2]string{model, file}
	if path, ok := n.paths[key]; ok {
		return path
	}
	if n.paths == nil || len(n.paths) >= maxModelNames {
		n.paths = make(map[[2]string]string)
	}
	path := ""
	if model != "" && file != "" {
		path = "players/" + model + "/" + strings.TrimPrefix(file, "#")
	}
	n.paths[key] = path
	return path
}

// quakeSkin returns the path of a QuakeWorld player's skin, or "" without a name.
func (n *modelNames) quakeSkin(name string) string {
	key := [2]string{"skins/", name} // no folder of a player model has a slash
	if path, ok := n.paths[key]; ok {
		return path
	}
	if n.paths == nil || len(n.paths) >= maxModelNames {
		n.paths = make(map[[2]string]string)
	}
	path := ""
	if name != "" {
		path = "skins/" + strings.ToLower(strings.TrimSuffix(name, ".pcx")) + ".pcx"
	}
	n.paths[key] = path
	return path
}

// classify returns the class of a model by its name.
func classify(name string) class {
	name = strings.ToLower(name)
	switch {
	case name == "":
		return class{hidden: true}
	case name[0] == '*':
		n, err := strconv.Atoi(name[1:])
		if err != nil || n <= 0 {
			return class{hidden: true}
		}
		return class{kind: kindOther, inline: n}
	}
	for _, dir := range [...]string{"models/", "players/", "sprites/"} {
		if strings.HasPrefix(name, dir) {
			return firstNamed(laterModels, name)
		}
	}
	base := name[strings.LastIndexByte(name, '/')+1:]
	if i := strings.LastIndexByte(base, '.'); i >= 0 {
		base = base[:i]
	}
	if c, ok := quakeModels[base]; ok {
		return c
	}
	return firstNamed(quakePrefixes, base)
}

// firstNamed returns the class of the first prefix in a list that matches a name.
func firstNamed(list []named, name string) class {
	for _, p := range list {
		if strings.HasPrefix(name, p.prefix) {
			return p.class
		}
	}
	return class{kind: kindOther}
}

// quakeModels are the models of Quake and its mission packs by the last part of their names.
var quakeModels = map[string]class{
	"player": {kind: kindPlayer}, "eyes": {kind: kindPlayer, size: 0.4},

	"soldier": {kind: kindMonster}, "dog": {kind: kindMonster, size: 0.7}, "demon": {kind: kindMonster, size: 1.3},
	"ogre": {kind: kindMonster, size: 1.3}, "knight": {kind: kindMonster}, "hknight": {kind: kindMonster, size: 1.15},
	"zombie": {kind: kindMonster}, "wizard": {kind: kindMonster}, "shalrath": {kind: kindMonster, size: 1.3},
	"shambler": {kind: kindMonster, size: 1.7}, "tarbaby": {kind: kindMonster, size: 0.8},
	"enforcer": {kind: kindMonster},
	"fish":     {kind: kindMonster, size: 0.6}, "boss": {kind: kindMonster, size: 4},
	"oldone": {kind: kindMonster, size: 4},
	"grem":   {kind: kindMonster, size: 0.8}, "scor": {kind: kindMonster, size: 1.2},
	"armabody": {kind: kindMonster, size: 3},
	"armalegs": {kind: kindMonster, size: 3}, "dragon": {kind: kindMonster, size: 4}, "eel2": {kind: kindMonster,
		size: 0.7},
	"lavaman": {kind: kindMonster, size: 2}, "mummy": {kind: kindMonster}, "morph_az": {kind: kindMonster},
	"morph_eg": {kind: kindMonster}, "morph_gr": {kind: kindMonster}, "s_wrath": {kind: kindMonster, size: 2},
	"superwrath": {kind: kindMonster, size: 2}, "wrath": {kind: kindMonster}, "sword": {kind: kindMonster, size: 0.6},

	"armor": {kind: kindArmor, skins: true},

	"b_bh10":  {kind: kindHealth, size: 0.85, color: colorGray, corner: true},
	"b_bh25":  {kind: kindHealth, corner: true},
	"b_bh100": {kind: kindHealth, size: 1.4, color: colorCyan, corner: true},

	"b_shell0": {kind: kindAmmo, size: 0.8, corner: true}, "b_shell1": {kind: kindAmmo, corner: true},
	"b_nail0":  {kind: kindAmmo, size: 0.8, color: colorGray, corner: true},
	"b_nail1":  {kind: kindAmmo, color: colorGray, corner: true},
	"b_rock0":  {kind: kindAmmo, size: 0.8, color: colorRed, corner: true},
	"b_rock1":  {kind: kindAmmo, color: colorRed, corner: true},
	"b_batt0":  {kind: kindAmmo, size: 0.8, color: colorCyan, corner: true},
	"b_batt1":  {kind: kindAmmo, color: colorCyan, corner: true},
	"b_lnail0": {kind: kindAmmo, size: 0.8, color: colorOrange, corner: true},
	"b_lnail1": {kind: kindAmmo, color: colorOrange, corner: true},
	"b_mrock0": {kind: kindAmmo, size: 0.8, color: colorRed, corner: true},
	"b_mrock1": {kind: kindAmmo, color: colorRed, corner: true},
	"b_plas0":  {kind: kindAmmo, size: 0.8, color: colorPurple, corner: true},
	"b_plas1":  {kind: kindAmmo, color: colorPurple, corner: true},
	"b_explob": {kind: kindOther, size: 1.6, color: colorOrange, corner: true},
	"b_exbox2": {kind: kindOther, color: colorOrange, corner: true},

	"w_s_key": {kind: kindKey, color: colorSilver}, "w_g_key": {kind: kindKey}, "m_s_key": {kind: kindKey,
		color: colorSilver},
	"m_g_key": {kind: kindKey}, "b_s_key": {kind: kindKey, color: colorSilver}, "b_g_key": {kind: kindKey},
	"end1": {kind: kindKey, color: colorPurple}, "end2": {kind: kindKey, color: colorPurple},
	"end3": {kind: kindKey, color: colorPurple}, "end4": {kind: kindKey, color: colorPurple},

	"quaddama": {kind: kindPowerup, color: colorBlue, size: 1.2}, "invulner": {kind: kindPowerup, color: colorRed,
		size: 1.2},
	"invisibl": {kind: kindPowerup, color: colorYellow}, "suit": {kind: kindPowerup, color: colorGreen},
	"wetsuit": {kind: kindPowerup, color: colorCyan}, "empathy": {kind: kindPowerup, color: colorPurple},
	"beltup": {kind: kindPowerup, color: colorWhite}, "shield": {kind: kindPowerup, color: colorCyan},
	"sphere": {kind: kindPowerup, color: colorPurple}, "vsphere": {kind: kindPowerup, color: colorPurple},
	"tokens": {kind: kindPowerup, color: colorGold},

	"missile": {kind: kindProjectile}, "grenade": {kind: kindProjectile, color: colorGreen},
	"grenade2": {kind: kindProjectile, color: colorGreen}, "grenade3": {kind: kindProjectile, color: colorGreen},
	"spike": {kind: kindProjectile, size: 0.6, color: colorGray}, "s_spike": {kind: kindProjectile, size: 0.7,
		color: colorSilver},
	"w_spike": {kind: kindProjectile, color: colorGreen}, "k_spike": {kind: kindProjectile, color: colorOrange},
	"v_spike": {kind: kindProjectile, color: colorPurple}, "laser": {kind: kindProjectile, color: colorRed},
	"lavaball": {kind: kindProjectile, color: colorOrange, size: 1.4}, "lspike": {kind: kindProjectile,
		color: colorOrange, size: 0.6},
	"mirv": {kind: kindProjectile}, "plasma": {kind: kindProjectile, color: colorPurple},
	"proxbomb": {kind: kindProjectile},
	"lasrspik": {kind: kindProjectile, color: colorRed}, "hook": {kind: kindProjectile, color: colorGray},
	"star": {kind: kindProjectile, color: colorYellow}, "rockup_d": {kind: kindProjectile},
	"fireball": {kind: kindProjectile},
	"teleport": {kind: kindOther}, "zom_gib": {kind: kindProjectile, color: kindColors[kindCorpse], size: 0.7},
	"bolt": {kind: kindProjectile, color: colorCyan}, "bolt2": {kind: kindProjectile, color: colorCyan},
	"bolt3": {kind: kindProjectile, color: colorCyan},

	"backpack": {kind: kindBackpack},

	"gib1": {kind: kindCorpse}, "gib2": {kind: kindCorpse}, "gib3": {kind: kindCorpse},

	"flag": {kind: kindFlag}, "stag": {kind: kindFlag, color: colorBlue}, "rflag": {kind: kindFlag},
	"bflag": {kind: kindFlag, color: colorBlue}, "w_s_flag": {kind: kindFlag},

	"flame": {kind: kindOther, color: colorOrange, size: 0.7}, "flame2": {kind: kindOther, color: colorOrange,
		size: 0.7},
	"candle": {kind: kindOther, color: colorOrange, size: 0.4}, "lantern": {kind: kindOther, color: colorOrange,
		size: 0.5},
	"s_light": {kind: kindOther, color: colorYellow, size: 0.5}, "s_explod": {kind: kindOther, color: colorOrange},
	"s_bubble": {kind: kindOther, color: colorCyan, size: 0.3},
}

// named is a class for all names with a prefix.
type named struct {
	prefix string
	class  class
}

// quakePrefixes are tried in order for names that are not in quakeModels.
var quakePrefixes = []named{
	{"g_", class{kind: kindWeapon}},
	{"v_", class{hidden: true}},
	{"h_", class{kind: kindCorpse}},
	{"gib", class{kind: kindCorpse}},
	{"b_nail", class{kind: kindAmmo, corner: true}},
	{"b_", class{kind: kindOther, corner: true}},
	{"mon_", class{kind: kindMonster}},
	{"w_", class{kind: kindOther, size: 0.8}},
	{"s_", class{kind: kindOther, size: 0.5}},
}

// laterModels are the models of Quake II, its mission packs and Quake III, by
// prefixes of their names; the first match counts.
var laterModels = []named{
	{"models/monsters/", class{kind: kindMonster}},
	{"models/weapons/v_", class{hidden: true}},
	{"models/weapons", class{kind: kindWeapon}},
	{"models/items/armor/jacket", class{kind: kindArmor, color: colorGreen}},
	{"models/items/armor/combat", class{kind: kindArmor, color: colorYellow}},
	{"models/items/armor/body", class{kind: kindArmor, color: colorRed}},
	{"models/items/armor/shard", class{kind: kindArmor, size: 0.5}},
	{"models/items/armor/s", class{kind: kindPowerup, color: colorGreen}}, // power screen, power shield
	{"models/items/armor/effect", class{hidden: true}},
	{"models/items/armor/", class{kind: kindArmor}},
	{"models/items/healing/stimpack", class{kind: kindHealth, size: 0.6}},
	{"models/items/healing/large", class{kind: kindHealth, size: 1.2}},
	{"models/items/healing/", class{kind: kindHealth}},
	{"models/items/mega_h", class{kind: kindHealth, size: 1.4, color: colorCyan}},
	{"models/items/ammo/rockets", class{kind: kindAmmo, color: colorRed}},
	{"models/items/ammo/cells", class{kind: kindAmmo, color: colorCyan}},
	{"models/items/ammo/grenades", class{kind: kindAmmo, color: colorGreen}},
	{"models/items/ammo/slugs", class{kind: kindAmmo, color: colorGray}},
	{"models/items/ammo/", class{kind: kindAmmo}},
	{"models/items/keys/blue", class{kind: kindKey, color: colorBlue}},
	{"models/items/keys/red", class{kind: kindKey, color: colorRed}},
	{"models/items/keys/", class{kind: kindKey}},
	{"models/items/quaddama", class{kind: kindPowerup, color: colorBlue, size: 1.2}},
	{"models/items/invulner", class{kind: kindPowerup, color: colorRed, size: 1.2}},
	{"models/items/pack", class{kind: kindBackpack}},
	{"models/items/band", class{kind: kindBackpack}},
	{"models/items/", class{kind: kindPowerup, color: colorGreen}},
	{"models/objects/gibs/", class{kind: kindCorpse}},
	{"models/objects/debris", class{kind: kindCorpse, color: colorGray, size: 0.5}},
	{"models/objects/rocket", class{kind: kindProjectile}},
	{"models/objects/grenade", class{kind: kindProjectile, color: colorGreen}},
	{"models/objects/laser", class{kind: kindProjectile, color: colorYellow}},
	{"models/objects/bomb", class{kind: kindProjectile}},
	{"models/objects/hbolt", class{kind: kindProjectile}},
	{"models/objects/dmspot", class{kind: kindOther, color: kindColors[kindCorpse], size: 0.4}},
	{"models/objects/barrels", class{kind: kindOther, size: 1.6, color: colorOrange}},
	{"models/objects/", class{kind: kindOther}},
	{"models/deadbods/", class{kind: kindCorpse}},
	{"models/gibs/", class{kind: kindCorpse}},
	{"players/team1/flag", class{kind: kindFlag, color: colorRed}},
	{"players/team2/flag", class{kind: kindFlag, color: colorBlue}},
	{"players/male/flag1", class{kind: kindFlag, color: colorRed}}, // on a back and in the world
	{"players/male/flag2", class{kind: kindFlag, color: colorBlue}},
	{"models/flags/n", class{kind: kindFlag, color: colorWhite}},
	{"models/flags/b", class{kind: kindFlag, color: colorBlue}},
	{"models/flags/", class{kind: kindFlag}},
	{"models/players", class{kind: kindCorpse, size: 1.5}}, // a body that a player has left behind
	{"models/powerups/armor/armor_green", class{kind: kindArmor, color: colorGreen}},
	{"models/powerups/armor/armor_red", class{kind: kindArmor, color: colorRed}},
	{"models/powerups/armor/armor_yel", class{kind: kindArmor, color: colorYellow}},
	{"models/powerups/armor/shard", class{kind: kindArmor, size: 0.5}},
	{"models/powerups/armor/", class{kind: kindArmor}},
	{"models/powerups/health/mega", class{kind: kindHealth, size: 1.4, color: colorCyan}},
	{"models/powerups/health/small", class{kind: kindHealth, size: 0.6}},
	{"models/powerups/health/large", class{kind: kindHealth, size: 1.2}},
	{"models/powerups/health/", class{kind: kindHealth}},
	{"models/powerups/ammo/rocket", class{kind: kindAmmo, color: colorRed}},
	{"models/powerups/ammo/grenade", class{kind: kindAmmo, color: colorGreen}},
	{"models/powerups/ammo/lightning", class{kind: kindAmmo, color: colorYellow}},
	{"models/powerups/ammo/plasma", class{kind: kindAmmo, color: colorPurple}},
	{"models/powerups/ammo/rail", class{kind: kindAmmo, color: colorCyan}},
	{"models/powerups/ammo/", class{kind: kindAmmo}},
	{"models/powerups/instant/quad", class{kind: kindPowerup, color: colorBlue, size: 1.2}},
	{"models/powerups/instant/haste", class{kind: kindPowerup, color: colorYellow}},
	{"models/powerups/instant/regen", class{kind: kindPowerup, color: colorRed}},
	{"models/powerups/instant/enviro", class{kind: kindPowerup, color: colorGold}},
	{"models/powerups/instant/flight", class{kind: kindPowerup, color: colorPurple}},
	{"models/powerups/instant/invis", class{kind: kindPowerup, color: colorWhite}},
	{"models/powerups/orb/r", class{kind: kindFlag, color: colorRed, size: 0.6}},
	{"models/powerups/orb/b", class{kind: kindFlag, color: colorBlue, size: 0.6}},
	{"models/powerups/", class{kind: kindPowerup, color: colorGreen}},
	{"models/ammo/grenade", class{kind: kindProjectile, color: colorGreen}},
	{"models/ammo/", class{kind: kindProjectile}},
	{"models/weaphits/bfg", class{kind: kindProjectile, color: colorGreen, size: 1.5}},
	{"models/weaphits/", class{kind: kindProjectile, size: 0.7}},
	{"models/misc/backpack", class{kind: kindBackpack}},
	{"sprites/plasma", class{kind: kindProjectile, color: colorPurple, size: 0.8}},
	{"sprites/s_bfg", class{kind: kindProjectile, color: colorGreen, size: 1.5}},
	{"players/", class{kind: kindPlayer}},
}

// BrushModel returns the model of a small map: Quake's ammo and health boxes are maps ("maps/b_shell0.bsp"). It omits
// faces that the game does not draw. Errors are those of [bsp.Load] and [models.New], or report that nothing is drawn.
func BrushModel(data []byte) (*models.Model, error) {
	m, err := bsp.Load(data)
	if err != nil {
		return nil, err
	}
	var d models.Draft
	var skins [][]models.Image
	var textures []*models.Image
	var points []mgl32.Vec3
	var places []mgl32.Vec2
	// One surface per texture, because each surface has one skin.
	for texture := int32(-1); texture < int32(len(m.Textures)); texture++ {
		surface := models.DraftSurface{}
		for i := range m.Faces {
			f := &m.Faces[i]
			if f.Texture == texture && f.Model == 0 && f.Kind.Drawn() {
				points, places = addBrushFace(&surface, points, places, m, f)
			}
		}
		if surface.Vertices > 0 {
			d.Surfaces = append(d.Surfaces, surface)
			skins, textures = append(skins, brushSkin(m, texture)), append(textures, brushTexture(m, texture))
		}
	}
	if len(d.Surfaces) == 0 {
		return nil, fmt.Errorf("%v: no face of the world is drawn", m.Version)
	}
	d.Poses = []models.DraftPose{{Points: points}}
	g, err := models.New(&d)
	if err != nil {
		return nil, err
	}
	for i := range g.Surfaces {
		g.Surfaces[i].Skins, g.Surfaces[i].Texture = skins[i], textures[i]
	}
	g.TexCoords = places
	for i := range g.Triangles {
		g.Triangles[i].UV = g.Triangles[i].V // each corner of a face has its own vertex
	}
	return g, nil
}

// brushTexture returns the full image of a texture of a map, or nil if its pixels are unknown.
func brushTexture(m *bsp.Map, texture int32) *models.Image {
	if texture < 0 || len(m.Textures[texture].Pixels) == 0 {
		return nil
	}
	t := &m.Textures[texture]
	return &models.Image{Width: int(t.Width), Height: int(t.Height), Pixels: [][]byte{t.Pixels}}
}

// addBrushFace adds the triangles of a face to a surface. It returns points with the face's corners appended, and
// places with their texture coordinates appended.
func addBrushFace(surface *models.DraftSurface, points []mgl32.Vec3, places []mgl32.Vec2, m *bsp.Map,
	f *bsp.Face) ([]mgl32.Vec3, []mgl32.Vec2) {
	first, corners := surface.Vertices, m.FaceVertices[f.FirstVertex:f.FirstVertex+f.NumVertices]
	for _, v := range corners {
		p, at := m.Vertices[v], mgl32.Vec2{}
		if f.Texture >= 0 && len(m.Textures[f.Texture].Pixels) > 0 {
			t := &m.Textures[f.Texture]
			for k, size := range [2]uint32{t.Width, t.Height} {
				at[k] = (t.Axes[k].Vec3().Dot(p) + t.Axes[k][3]) / float32(size)
			}
		}
		points, places = append(points, p), append(places, at)
	}
	surface.Vertices += len(corners)
	if f.Triangles {
		for k := 0; k+2 < len(corners); k += 3 {
			surface.Triangles = append(surface.Triangles, [3]int{first + k, first + k + 1, first + k + 2})
		}
		return points, places
	}
	for k := 2; k < len(corners); k++ {
		surface.Triangles = append(surface.Triangles, [3]int{first, first + k - 1, first + k})
	}
	return points, places
}

const unpainted = 255 // index in the palette

// brushSkin returns the skin of a textured face: one pixel, or none if the texels are unknown. The rows of Quake's
// palette each have one color from dark to light. The pixel is the middle of the row that the texture uses most. Texels
// with the color unpainted don't count.
func brushSkin(m *bsp.Map, texture int32) []models.Image {
	if texture < 0 || len(m.Textures[texture].Texels) == 0 {
		return nil
	}
	var count [256]int
	var rows [256 / rowLength]int
	for _, t := range m.Textures[texture].Texels {
		if t == unpainted {
			continue
		}
		count[t]++
		rows[t/rowLength]++
	}
	most := 0
	for row, n := range rows {
		if n > rows[most] {
			most = row
		}
	}
	index, seen := most*rowLength, count[most*rowLength]
	for 2*seen < rows[most] {
		index++
		seen += count[index]
	}
	return []models.Image{{Width: 1, Height: 1, Pixels: [][]byte{{uint8(index)}}}}
}
