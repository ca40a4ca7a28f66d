package render

import (
	"strconv"
	"strings"

	"demoscope/bsp"
	"demoscope/render/scene"
)

// viewPoints are the entities from which a level shows well, the best first.
var viewPoints = []string{"info_intermission", "info_player_intermission", "info_player_start", "info_player_deathmatch"}

// overview returns where to look from while there is nobody to look through.
func overview(m *bsp.Map) scene.Camera {
	if m == nil {
		return scene.Camera{Origin: [3]float32{-256, -256, 192}, Angles: [3]float32{25, 45, 0}, FOV: defaultFOV}
	}
	for _, class := range viewPoints {
		for i := range m.Entities {
			if name, _ := m.Entities[i].Get("classname"); name == class {
				return entityCamera(&m.Entities[i])
			}
		}
	}
	c := scene.Camera{Angles: [3]float32{25, 45, 0}, FOV: defaultFOV}
	if len(m.Models) > 0 {
		for i := range c.Origin {
			c.Origin[i] = (m.Models[0].Mins[i] + m.Models[0].Maxs[i]) / 2
		}
	}
	return c
}

// entityCamera returns the view from an entity of a map.
func entityCamera(e *bsp.Entity) scene.Camera {
	c := scene.Camera{FOV: defaultFOV}
	origin, _ := e.Get("origin")
	c.Origin = numbers(origin)
	if mangle, ok := e.Get("mangle"); ok {
		c.Angles = numbers(mangle)
	} else if angles, ok := e.Get("angles"); ok {
		c.Angles = numbers(angles)
	} else if angle, ok := e.Get("angle"); ok {
		c.Angles[1] = numbers(angle)[0]
	}
	class, _ := e.Get("classname")
	if strings.HasPrefix(class, "info_player_") && class != "info_player_intermission" {
		c.Origin[2] += 22
	}
	return c
}

// numbers reads up to three numbers; what is none is 0.
func numbers(s string) (v [3]float32) {
	for i, word := range strings.Fields(s) {
		if i == len(v) {
			break
		}
		if f, err := strconv.ParseFloat(word, 32); err == nil {
			v[i] = float32(f)
		}
	}
	return v
}
