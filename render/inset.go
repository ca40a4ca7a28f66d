package render

import (
	"image"
	"math"

	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/anchor"
	"demoscope/render/camera"
	"demoscope/render/hud"
	"demoscope/render/scene"
	"demoscope/render/setting"
)

const (
	// insetHold is for how many seconds of the demo the inset stays with somebody who has come
	// into the picture, or has died: a shorter look at anything is a flash.
	insetHold = 0.8
	// insetShown is for how many seconds of the demo it is shown, and again when that player kills or is killed.
	insetShown = 1.0
)

// inset is a small picture of who fights the watched player from outside of the picture,
// from behind him, or of the watched himself, who is about to die alone.
type inset struct {
	scene *scene.Scene
	// slot is the opponent, [world.Nobody] for none; watched is the player that the opponent fights, and clock the time
	// of the last picture with the opponent.
	slot, watched int
	clock         float64
	dead          bool    // the opponent was dead in the last picture
	since         float64 // when it began to be shown
	killed        bool    // there was a kill by or of the opponent in the last picture
}

func newInset() inset { return inset{scene: scene.New(), slot: world.Nobody} }

// choose decides at a moment whom the inset shows; found is the opponent of that moment,
// who is shown at once if he has part in the kill that is told. Who has died in it is shown no more when he
// has come back.
func (n *inset) choose(m *player.Moment, found int, kill *anchor.Kill) {
	who := watched(m)
	held := n.slot >= 0 && n.slot < len(m.World.Players) && n.slot < len(m.Poses) && m.World.Players[n.slot].Visible &&
		n.watched == who && math.Abs(m.Clock-n.clock) <= insetHold
	if held {
		is := m.World.Players[n.slot].Dead
		held = !(n.dead && !is) && !(kill.Back && kill.Sides[1].Player == n.slot+1)
		n.dead = is
	}
	for i := range kill.Sides { // whoever it was: that one matters now
		if kill.Known && found >= 0 && kill.Sides[i].Player == found+1 {
			held = held && n.slot == found
		}
	}
	switch {
	case found >= 0 && !(held && found != n.slot && !m.World.Players[n.slot].Dead):
		if n.slot != found || n.watched != who {
			n.since = m.Clock
		}
		n.slot, n.watched, n.clock, n.dead = found, who, m.Clock, m.World.Players[found].Dead
	case !held:
		n.slot = world.Nobody
	}
}

// lasts reports whether the inset is still shown at a moment: for a short time since it began, or since a kill.
func (n *inset) lasts(clock float64, kill *anchor.Kill) bool {
	killed := kill.Known && kill.In <= 0 && (kill.Sides[0].Player == n.slot+1 || kill.Sides[1].Player == n.slot+1)
	if killed && !n.killed || clock < n.since {
		n.since = clock
	}
	n.killed = killed
	return clock-n.since < insetShown
}

// buildInset builds the inset, if there is an opponent and room.
func (pic *picture) buildInset(m *player.Moment) {
	n, in := &pic.active.inset, &pic.hudIn.Inset
	in.Shown = false
	n.choose(m, pic.active.scene.Story.Opponent, &pic.active.scene.Kill)
	width, height := hud.InsetSize(pic.size)
	if n.slot < 0 || !n.lasts(m.Clock, &pic.active.scene.Kill) || len(pic.panes) > 1 || width <= 0 ||
		pic.viewing.display == hud.Clean || !pic.active.options.Opponent {
		return
	}
	o := pic.active.options
	o.Set(setting.ScreenEffects|setting.HeatMap|setting.AimLines, false)
	o.FirstPerson, o.Pointers, o.Opponent, o.Trails, o.Footprints, o.Ghost, o.Rings = false, false, false, nil, nil,
		scene.Ghost{}, nil
	c, ok := camera.Facing(m, n.slot, pic.demo.currentMap(), pic.active.scene.Geometry())
	if !ok {
		c, ok = camera.Struck(m, n.slot, pic.demo.currentMap(), pic.active.scene.Geometry())
	}
	if !ok {
		c = camera.Over(m, n.slot, pic.demo.currentMap())
	}
	n.scene.SetGeometry(pic.active.scene.Geometry())
	n.scene.Build(m, c, scene.View{Width: width, Height: height, Scale: pic.size.Scale}, &o)
	in.Shown, in.Slot, in.Labels, in.Bodies = true, n.slot, n.scene.Labels, n.scene.Bodies
}

// paintInset draws the inset where the HUD has room for it.
func (pic *picture) paintInset(to canvas) {
	if r := pic.hud.Inset(); r.W > 0 {
		s := pic.active.inset.scene
		to.open(insetPart, image.Rect(int(r.X), int(r.Y), int(r.X+r.W), int(r.Y+r.H)))
		to.fill(background, s.Bare())
		to.draw(&s.World)
		to.draw(&s.Overlay)
		to.shut()
	}
}
