// Package figure has figures of our own, for what a viewer has no game data of: a human,
// monsters, weapons, items and what flies, as models that are drawn and posed like those of
// the games.
//
// A figure is data: bones, convex bodies on them, poses as angles of joints, and animations
// as lists of poses, in TOML files that are a part of the program. All shapes are invented
// for it. Each is built once, when it is first asked for.
//
// Each surface of a figure's model is one closed convex body, whose Name is what it is
// coloured by:
//
//	shirt, trousers  colours of the player or his team
//	skin             of a face or hand, a monster's hide
//	metal, dark      steel, and what is darker
//	light            pale: bone, teeth, paint
//	accent           the item's own colour: see [Figure]
//	glow             shines by itself
//
// So what is behind what is told by the order of the bodies, and inside of one by which
// triangles face the eye.
//
// A player ([Human]) is three models with the tags and the animations of Quake III's, for
// every game. His origin is 24 above the floor. What he holds has its grip at its origin
// and tag_flash at its muzzle. What lies in the world has its middle at its origin, and is
// about as large as in the games.
package figure

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"demoscope/assets/model"
)

// Figure is a model of our own.
type Figure struct {
	*model.Model
	Kind string
	// Accent is the colour of the bodies named so, as 0xrrggbb, where the caller knows none.
	Accent uint32
	// Animations are ranges of the model's poses by name. Monsters have stand, run, attack,
	// pain, death and dead, which is the end of death.
	Animations map[string]model.Animation
}

// library is all figures.
type library struct {
	data map[string]*data
	mu   sync.Mutex
	made map[string]*Figure
}

// open returns the figures that are a part of the program. Their data are tested: an error
// is a mistake in them.
var open = sync.OnceValue(func() *library {
	all, err := parse(files)
	if err != nil {
		panic("figures: " + err.Error())
	}
	return &library{data: all, made: map[string]*Figure{}}
})

// Kinds returns the names of all figures, in order.
func Kinds() []string { return slices.Sorted(maps.Keys(open().data)) }

// Get returns a figure, nil if there is none of that name. Nobody may change it. It can be
// used by several goroutines.
func Get(kind string) *Figure {
	l := open()
	if l.data[kind] == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	f := l.made[kind]
	if f == nil {
		var err error
		if f, err = l.make(kind); err != nil {
			panic("figures: " + err.Error())
		}
		l.made[kind] = f
	}
	return f
}

// make builds a figure. One that is another in other colours shares its model.
func (l *library) make(kind string) (*Figure, error) {
	d := l.data[kind]
	if d.recoloured() {
		base := l.made[d.Like]
		if base == nil {
			if l.data[d.Like] == nil {
				return nil, fmt.Errorf("%s %w", kind, errLike)
			}
			var err error
			if base, err = l.make(d.Like); err != nil {
				return nil, err
			}
			l.made[d.Like] = base
		}
		f := *base
		f.Kind = kind
		if d.Accent != 0 {
			f.Accent = d.Accent
		}
		return &f, nil
	}
	d, err := whole(l.data, kind)
	if err != nil {
		return nil, err
	}
	s, err := newSkeleton(d)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", kind, err)
	}
	m, animations, err := s.whole()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", kind, err)
	}
	return &Figure{Model: m, Kind: kind, Accent: d.Accent, Animations: animations}, nil
}

// recoloured reports whether a figure is like another but for its accent.
func (d *data) recoloured() bool {
	return d.Like != "" && !d.Own && d.Without == nil && d.Roles == nil && d.Size == 0 && d.Floor == 0 && d.Bones == nil &&
		d.Bodies == nil && d.Poses == nil && d.Animations == nil && d.Tags == nil && d.Parts == nil && d.Player == nil
}
