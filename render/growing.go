package render

// lookAtGrowth says why a demo that grew has ended, and opens the one that has taken its place.
func (g *game) lookAtGrowth() {
	s := g.demo
	grew := s.growing
	if s.growing = s.player.Growing(); grew && !s.growing {
		if err := s.player.Broken(); err != nil {
			s.notices.warn("The live game has ended: " + err.Error())
		} else {
			s.notices.say("The live game has ended")
		}
	}
	select {
	case <-s.replaced:
		s.replaced = nil
		if f := &g.files; g.opener.open != nil && f.shown < len(f.paths) {
			s.notices.say("Another demo is being written")
			g.start(opening{paths: f.paths, results: f.results, index: f.shown, fresh: true})
		}
	default:
	}
}
