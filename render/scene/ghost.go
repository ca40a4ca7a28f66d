package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/player/timeline"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// Ghost is what of a second demo stands in the picture: its players can be seen through, and all
// have its color.
type Ghost struct {
	// Moment is that of the second demo; nil for no ghost.
	Moment *player.Moment
	Slot   int  // of its player who is compared
	All    bool // draw its other players, too, fainter
	// Way is where that player was in the [TrailSeconds] before the moment, and is in those
	// after it, in order of time.
	Way []timeline.Sample
}

// GhostColor is the color of all that belongs to a ghost: that of no team.
var GhostColor = draw.RGB(0x9dffd8)

const (
	// ghostClear and otherClear are how much is seen through the player who is compared, and
	// through the others of his demo.
	ghostClear, otherClear = 0.55, 0.85
	ghostWay               = 0.7 // how opaque its way is
	// nearClear is how much is seen through a ghost before the camera, nearer than nearGhost
	// units; up to farGhost it grows fainter. Both players may run the same way.
	nearClear, nearGhost, farGhost = 0.93, 40, 180
	// nameApart is how far the ghost must be from the watched player for both names to be
	// written, in units: not where it only passes the same place.
	nameApart = 100
)

// addGhosts collects the players of the ghost.
func (s *Scene) addGhosts() {
	m := s.frame.opt.Ghost.Moment
	if m == nil || m.World == nil {
		return
	}
	for i := range m.World.Players {
		if !s.frame.drawsGhost(i) {
			continue
		}
		at := m.Poses[i].Origin
		inPicture, visible := s.visible.player(at)
		if !inPicture {
			continue
		}
		if visible {
			s.things.add(&s.frame, thingGhost, i, at)
		}
		if s.frame.opt.On(setting.XRay) && i == s.frame.opt.Ghost.Slot {
			s.canvas.outlineBody(at, m.Poses[i].Angles[1], GhostColor)
		}
	}
}

// drawsGhost reports whether a player of the ghost is to be drawn.
func (f *frame) drawsGhost(i int) bool {
	return (i == f.opt.Ghost.Slot || f.opt.Ghost.All) && f.hasBody(f.opt.Ghost.Moment, i)
}

// placeGhost places a player of the ghost.
func (bs *bodies) placeGhost(i int) {
	m := bs.frame.opt.Ghost.Moment
	p := &m.World.Players[i]
	look := paint{shirt: GhostColor, trousers: GhostColor, accent: GhostColor, clear: ghostClear}
	look.tint = GhostColor.Alpha(0.8) // what a figure holds, and a game's own skin
	if i != bs.frame.opt.Ghost.Slot {
		look.clear = otherClear
	}
	away := (m.Poses[i].Origin.Sub(bs.frame.origin).Len() - nearGhost) / (farGhost - nearGhost)
	look.clear = max(look.clear, nearClear+(look.clear-nearClear)*max(0, min(1, away)))
	look.carry(m.World.Carries(p))
	bs.putPlayer(m, i, look)
}

// putGhostWay places the way of the ghost.
func (pa *paths) putGhostWay() {
	o := &pa.frame.opt.Ghost
	if o.Moment != nil && o.Moment.World != nil {
		pa.putTrack(o.Way, o.Moment.Clock, GhostColor.Alpha(ghostWay))
	}
}

// labelGhosts adds the names of the ghost's players who are drawn, beside the moment that is
// watched.
func (sg *signs) labelGhosts(beside *player.Moment) {
	m := sg.frame.opt.Ghost.Moment
	if m == nil || m.World == nil {
		return
	}
	inTheWay := func(at mgl32.Vec3) bool {
		f := sg.frame.opt.Follow
		return beside != nil && f >= 0 && f < len(beside.Poses) && beside.Poses[f].Origin.Sub(at).Len() < nameApart
	}
	for i := range m.World.Players {
		p := &m.World.Players[i]
		if !sg.frame.drawsGhost(i) || p.Dead && i != sg.frame.opt.Ghost.Slot || inTheWay(m.Poses[i].Origin) {
			continue
		}
		l, ok := sg.frame.nameAt(m.Poses[i].Origin, p.Dead, i == sg.frame.opt.Ghost.Slot)
		if !ok {
			continue
		}
		if i != sg.frame.opt.Ghost.Slot {
			l.Color.A *= 0.5
		}
		if l.Unseen = sg.frame.behindWall(m.Poses[i].Origin); l.Unseen {
			if sg.frame.hidesUnseen() {
				continue
			}
			l.Color.A *= unseenDim
		}
		l.Text, l.Color, l.Ghost = p.Name, GhostColor.Alpha(l.Color.A), i == sg.frame.opt.Ghost.Slot
		sg.out.Labels = append(sg.out.Labels, l)
	}
}
