package render

import (
	"demoscope/player"
	"demoscope/render/camera"
)

// describeCamera returns how the camera behaves in words.
func describeCamera(c *camera.Camera, m *player.Moment) string {
	switch {
	case c.How == camera.Free:
		return "flying"
	case !m.Eye.Known:
		return "nobody to watch"
	case c.Shown() == camera.Behind:
		return "from behind"
	case c.How == camera.Orbit:
		return "orbit"
	case c.How == camera.Above:
		return "from above"
	case m.Eye.Slot == m.World.Recorder && m.World.View.Known:
		return "recorder's view"
	}
	return "player's view"
}
