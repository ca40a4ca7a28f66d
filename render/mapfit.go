package render

import (
	"fmt"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
	"demoscope/player/world"
)

const (
	// leastPlaces is of how many places it is judged whether they are in a map: one alone may be that of
	// somebody who flies through walls.
	leastPlaces = 8
	// foreignShare is how many of them are in what is solid, or outside, where the demo is of another level:
	// of those of its own map there are few, such as torches in walls.
	foreignShare = 0.5
	// abovePlace is how far above a place is looked, in units: items lie on the floor.
	abovePlace = 8
)

// placesIn returns where players and all that has a model of its own are: in the air of the level, wherever
// its walls are.
func placesIn(w *world.World) (list []mgl32.Vec3) {
	add := func(p mgl32.Vec3) { list = append(list, p.Add(mgl32.Vec3{0, 0, abovePlace})) }
	for _, entities := range [...][]world.Entity{w.Entities, w.Statics} {
		for i := range entities {
			e := &entities[i]
			if name := w.Level().Model(e.Model[0]); name != "" && !strings.HasPrefix(name, "*") {
				add(e.Origin)
			}
		}
	}
	for i := range w.Players {
		if p := &w.Players[i]; p.Visible && !p.Spectator {
			add(p.Pose.Origin)
		}
	}
	return list
}

// foreign reports whether a map is another one of the same name: most places of the level would be in its
// walls, or outside.
func foreign(m *bsp.Map, places []mgl32.Vec3) bool {
	solid := 0
	for _, p := range places {
		if l := &m.Leaves[m.LeafAt(p)]; l.Contents&bsp.ContentsSolid != 0 {
			solid++
		}
	}
	return len(places) >= leastPlaces && float64(solid) > foreignShare*float64(len(places))
}

// foreignNotice says that a map is not used, and what was said of it before.
func foreignNotice(name, before string) string {
	notice := fmt.Sprintf("%s is a different map of the same name: players would be inside its walls", name)
	if before != "" {
		notice = before + "; " + notice
	}
	return notice
}
