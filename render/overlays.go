package render

import (
	"fmt"

	"demoscope/player"
	"demoscope/render/hud"
	"demoscope/render/scene"
	"demoscope/render/setting"
)

// areaOverlays are the settings of overlays that take room from the picture-in-picture, and shotOverlays are those
// that may show what lies anywhere in the demo.
const (
	areaOverlays = setting.TeamOverlay | setting.ItemTimers | setting.Speedometer | setting.KeyDisplay
	shotOverlays = areaOverlays | setting.Trails | setting.Footprints | setting.AimLines
)

// overlaid returns what the HUD draws of the overlays at a moment.
func (pic *picture) overlaid(m *player.Moment) hud.Overlays {
	v := &pic.viewing
	o := hud.Overlays{Team: v.On(setting.TeamOverlay), Timers: v.On(setting.ItemTimers),
		Velocity: v.On(setting.Speedometer), Buttons: v.On(setting.KeyDisplay)}
	t := pic.demo.player.Timeline()
	o.Items = t.Items(t.LevelAt(m.Clock))
	o.Speed.Now = -1
	if slot := watched(m); slot >= 0 && slot < len(m.Poses) && m.World.Players[slot].Visible {
		v := m.Velocity(slot)
		o.Speed.Now = v.Vec2().Len()
		o.Speed.Track = t.Track(slot, m.Clock-hud.SpeedSeconds, m.Clock)
	}
	o.Heard, o.Subtitles = v.seen >= SoundSubtitles, pic.seen.lines
	o.Beside, o.Ghost = pic.ghost.told(v.alignment)
	return o
}

// sayNoRoom says which overlays have no room in the picture that was built, of each once as long as it is
// switched on: the key would seem to be broken. Of the matchup panel, which nobody asked for, it says nothing.
func (pic *picture) sayNoRoom(place string, say func(text string)) {
	wanted := pic.hudIn.Overlays.Wanted()
	pic.roomless &= wanted
	lack, _ := pic.hud.NoRoom(&pic.hudIn)
	if lack = lack & wanted &^ pic.roomless; lack == 0 {
		return
	}
	pic.roomless |= lack
	say(pic.noRoom(lack, place))
}

// noRoom says that overlays have no room in a place, as in a window, or among the views that the last picture has.
func (pic *picture) noRoom(lack hud.OverlaySet, place string) string {
	text := "No room for " + lack.String()
	if len(pic.panes) < 2 {
		return text + " in this " + place
	}
	switch alone := lack &^ pic.hud.NoRoomAlone(&pic.hudIn); alone {
	case lack:
		return text + fmt.Sprintf(" in %d views; a single view has room", len(pic.panes))
	case 0:
		return text + fmt.Sprintf(" in %d views, nor in a single one", len(pic.panes))
	default:
		return text + fmt.Sprintf(" in %d views; a single view has room for %v", len(pic.panes), alone)
	}
}

// trails returns where the players were in the last seconds, for their ways and for their
// footprints, valid until the next call.
func (pic *picture) trails(m *player.Moment) (ways, footprints []scene.Trail) {
	v := &pic.viewing
	if v.On(setting.Trails) {
		pic.ways = pic.tracks(pic.ways[:0], m, scene.TrailSeconds)
		ways = pic.ways
	}
	if v.On(setting.Footprints) {
		pic.footprints = pic.tracks(pic.footprints[:0], m, scene.FootprintSeconds)
		footprints = pic.footprints
	}
	return ways, footprints
}

// tracks appends where the players were in some seconds before a moment.
func (vs *views) tracks(list []scene.Trail, m *player.Moment, seconds float64) []scene.Trail {
	if vs.demo.player.Player == nil {
		return list
	}
	t := vs.demo.player.Timeline()
	for slot := range m.World.Players {
		if w := t.Track(slot, m.Clock-seconds, m.Clock); len(w) > 0 {
			list = append(list, scene.Trail{Slot: slot, Samples: w})
		}
	}
	return list
}
