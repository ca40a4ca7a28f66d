package camera

import (
	"strconv"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
	"demoscope/render/scene"
)

// viewPoints are the classes of entities with a good view of the level, best first.
var viewPoints = []string{"info_intermission", "info_player_intermission", "info_player_start",
	"info_player_deathmatch"}

// EyeHeight is the approximate height of the eyes above a player's origin in every game, in units.
const EyeHeight = 22

// levelOverview returns the camera to use without an eye.
func levelOverview(m *bsp.Map) scene.Camera {
	if m == nil {
		return scene.Camera{Origin: mgl32.Vec3{-256, -256, 192}, Angles: mgl32.Vec3{25, 45, 0}, FOV: DefaultFOV}
	}
	for _, class := range viewPoints {
		for i := range m.Entities {
			if name, _ := m.Entities[i].Get("classname"); name == class {
				return entityCamera(&m.Entities[i])
			}
		}
	}
	c := scene.Camera{Angles: mgl32.Vec3{25, 45, 0}, FOV: DefaultFOV}
	if len(m.Models) > 0 {
		c.Origin = mgl32.Vec3(m.Models[0].Mins).Add(mgl32.Vec3(m.Models[0].Maxs)).Mul(0.5)
	}
	return c
}

// entityCamera returns the view from an entity of a map.
func entityCamera(e *bsp.Entity) scene.Camera {
	c := scene.Camera{FOV: DefaultFOV}
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
		c.Origin[2] += EyeHeight
	}
	return c
}

// numbers parses up to three numbers. Words that are not numbers are 0.
func numbers(s string) (v mgl32.Vec3) {
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
