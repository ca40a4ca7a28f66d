// Package figure has fallback models, for viewers without game data: a human, monsters, weapons, items and missiles.
// They are drawn and posed like the models of the games.
//
// A figure is defined in TOML files that are built into the program: bones, convex bodies on them, poses as angles of
// joints, and animations as lists of poses. All shapes were made for Demoscope. A figure is built on first use.
//
// Each surface of a figure's model is a closed convex body. Its Name is its color:
//
//	shirt, trousers  colors of the player or team
//	skin             of a face or hand, a monster's hide
//	metal, dark      steel, and darker materials
//	light            pale: bone, teeth, paint
//	accent           the item's own color: see [Figure]
//	glow             emits light
//
// Because the bodies are convex, a renderer needs no depth buffer: it sorts the bodies, and draws the triangles of each
// that face the eye.
//
// A player ([Human]) has three models with the tags and animations of Quake III, in every game. The origin of a player
// is 24 units above the floor. A weapon in the hand has its grip at its origin, and tag_flash at its muzzle. An item in
// the level has its center at its origin, and is about as large as in the games.
package figure

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"demoscope/assets/model"
)

// Figure is a fallback model.
type Figure struct {
	*model.Model
	Kind string
	// Accent is the color of the accent bodies, as 0xrrggbb, if the caller has none.
	Accent uint32
	// Animations are ranges of the model's poses by name. Monsters have stand, run, attack, pain, death and dead, the
	// end of death.
	Animations map[string]model.Animation
	// Framed says that the model's frames match those of the game's model, so that an entity's frame selects the pose
	// ([model.Model.Pose]). Otherwise frames have no meaning.
	Framed bool
}

// library has all figures and builds each on first use.
type library struct {
	sources sources
	built   map[string]*builtFigure
}

// builtFigure is a built figure.
type builtFigure struct {
	once   sync.Once
	figure *Figure
	err    error
}

func newLibrary(all sources) *library {
	l := &library{all, make(map[string]*builtFigure, len(all))}
	for kind := range all {
		l.built[kind] = &builtFigure{}
	}
	return l
}

// open returns the built-in figures. Tests check their data: an error is a mistake in them.
var open = sync.OnceValue(func() *library {
	all, err := read(files)
	if err != nil {
		panic("figures: " + err.Error())
	}
	return newLibrary(all)
})

// Kinds returns the names of all figures, in order.
func Kinds() []string { return slices.Sorted(maps.Keys(open().sources)) }

// Get returns a figure, nil if there is none of that name. The first call takes some milliseconds. The figure must not
// be modified. Get is safe for concurrent use.
func Get(kind string) *Figure {
	f, err := open().get(kind)
	if err != nil {
		panic("figures: " + err.Error())
	}
	return f
}

func (l *library) get(kind string) (*Figure, error) {
	m := l.built[kind]
	if m == nil {
		return nil, nil
	}
	m.once.Do(func() { m.figure, m.err = l.build(kind) })
	return m.figure, m.err
}

// build builds a figure. A figure that only recolors another shares its model.
func (l *library) build(kind string) (*Figure, error) {
	own, err := l.sources.get(kind)
	if err != nil {
		return nil, err
	}
	d, err := l.sources.inherited(kind)
	if err != nil {
		return nil, err
	}
	if own.recolored() {
		base, err := l.get(own.Like)
		if err != nil {
			return nil, err
		}
		f := *base
		f.Kind, f.Accent = kind, d.Accent
		return &f, nil
	}
	s, err := newSkeleton(d)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", kind, err)
	}
	m, animations, err := s.whole()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", kind, err)
	}
	return &Figure{Model: m, Kind: kind, Accent: d.Accent, Animations: animations, Framed: d.Frames != ""}, nil
}

// recolored reports whether a figure equals another except for its accent.
func (d *data) recolored() bool {
	return d.Like != "" && !d.Own && d.Without == nil && d.Roles == nil && d.Size == 0 && d.Floor == 0 &&
		d.Bones == nil &&
		d.Bodies == nil && d.Poses == nil && d.Animations == nil && d.Tags == nil && d.Frames == "" && d.Parts == nil &&
		d.Player == nil
}
