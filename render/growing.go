package render

import "demoscope/render/camera"

// lookAtGrowth says why a demo that grew has ended, and opens the one that has taken its place.
func (g *game) lookAtGrowth() {
	s := g.demo
	grew := s.growing
	if s.growing = s.player.Growing(); grew && !s.growing {
		if err := s.player.Broken(); err != nil {
			s.notices.warnBesides("Live game ended: " + err.Error())
		} else {
			s.notices.say("Live game ended")
		}
	}
	s.notices.awaits = ""
	if s.source.Awaits != nil && s.growing {
		s.notices.awaits = upperFirst(s.source.Awaits())
	}
	select {
	case <-s.replaced:
		s.replaced = nil
		if f := &g.files; g.opener.open != nil && f.shown < len(f.paths) {
			o := f.opens(f.shown, 0)
			o.fresh, o.says = true, "A new demo is being recorded"
			g.start(o)
		}
	default:
	}
}

// spectate tells the source of a game that is being played whom one watches, or that one flies.
func (vs *views) spectate() {
	s := vs.demo
	if s.source.Spectate == nil {
		return
	}
	slot, look := -1, vs.active.camera.Stay()
	if m := s.player.Moment(); vs.active.camera.How != camera.Free && m.Eye.Known {
		slot = m.Eye.Slot
	}
	s.source.Spectate(slot, look.Origin, look.Angles)
}
