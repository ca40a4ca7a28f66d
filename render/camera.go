package render

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/render/camera"
	"demoscope/render/hud"
)

// living appends the eyes of all living players who are shown.
func living(dst []mgl32.Vec3, m *player.Moment) []mgl32.Vec3 {
	if m.World == nil {
		return dst
	}
	for i := range m.World.Players {
		if p := &m.World.Players[i]; p.Visible && !p.Dead && !p.Spectator && i < len(m.Poses) {
			dst = append(dst, m.Poses[i].Origin.Add(mgl32.Vec3{0, 0, camera.EyeHeight}))
		}
	}
	return dst
}

// describeCamera returns the camera mode in words.
func describeCamera(c *camera.Camera, m *player.Moment) string {
	switch {
	case c.How == camera.Free:
		return "free camera"
	case c.How == camera.Along:
		return "camera path"
	case c.Overviews():
		return "overview"
	case !m.Eye.Known:
		return "no player"
	case c.Shown() == camera.Behind:
		return "chase camera"
	case c.How == camera.Orbit:
		return "orbit"
	case c.How == camera.Above:
		return "overhead"
	case m.Eye.Slot == m.World.Recorder && m.World.View.Known, m.Eye.Slot >= 0 && !m.World.SharesView(m.Eye.Slot) &&
		m.World.ViewOf(m.Eye.Slot) != nil:
		return "recorder's view"
	}
	return hud.PlayersView
}
