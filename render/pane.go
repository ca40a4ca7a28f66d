package render

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/player/story"
	"demoscope/player/world"
	"demoscope/render/anchor"
	"demoscope/render/camera"
	"demoscope/render/hud"
	"demoscope/render/scene"
	"demoscope/render/setting"
)

// pane is one view of the match: whom it watches and how, and what it sees of him.
type pane struct {
	// camera is the viewer's choice and stays when another demo is opened; all else belongs to a
	// demo.
	camera camera.Camera

	// slot is whom it watches while another pane is the active one, whom the Player follows, and
	// moment the one with that eye.
	slot   int
	moment player.Moment

	area    hud.Rect // where in the window it is, since the last picture
	scene   *scene.Scene
	options scene.Options // of the last picture
	matchup bool          // the matchup panel is on
	view    scene.Camera  // of the last picture
	shownAt float64       // the viewer's time of it
	// followed is the slot of the player in the last picture, and since the viewer's time from which it is; 0 if
	// that is unknown, after a seek.
	followed int
	since    float64
	lost     lost
	inset    inset
	outside  bool // the camera is behind a player because the demo has no view of the player's own

	// What is drawn over it if it is one of several.
	hud   *hud.HUD
	hudIn hud.Input
}

func newPane(how camera.How) *pane {
	p := &pane{camera: camera.New()}
	p.camera.Set(how)
	p.begin()
	return p
}

// begin forgets what belonged to a demo.
func (p *pane) begin() {
	*p = pane{camera: p.camera, slot: world.Nobody, followed: world.Nobody, scene: scene.New(), inset: newInset()}
	p.camera.Cut()
}

// look decides from where the picture of a moment is taken, dt seconds after the last one.
func (p *pane) look(pic *picture, m *player.Moment, dt float64) {
	s, c := pic.demo, &p.camera
	c.Track, c.Clock = s.along.track, m.Clock
	c.People = living(c.People[:0], m)
	c.Aspect, c.Covered = p.area.W/max(1, p.area.H), pic.covered(p)
	eye := m.Eye
	c.Death = pic.deathOf(m)
	c.Calm = pic.viewing.On(setting.ReducedMotion)
	switch {
	case c.Shown() != camera.Eyes:
	case pic.viewing.On(setting.ViewShake) && !c.Calm:
		eye.Angles = eye.Angles.Add(eye.Kick)
	default:
		eye.Angles[2] = 0 // servers send the roll of players who strafe or are hurt
	}
	jumped := abs(float32(m.Clock-p.shownAt)) > float32(dt)*player.MaxSpeed+smallSeek
	if p.lost.holds(m) && c.How != camera.Free {
		p.view = c.Stay()
	} else {
		if jumped {
			c.Cut()
		}
		p.view = c.Move(eye, s.currentMap(), dt)
	}
	p.shownAt = m.Clock
	p.noteFollowed(pic, m, jumped)
}

// deathOf returns how the player died from whose eye a moment is seen, if the player is dead.
func (vs *views) deathOf(m *player.Moment) (d camera.Death) {
	if !m.Eye.ThirdPerson || vs.demo.player.Player == nil { // a benchmark has no index
		return d
	}
	t := vs.demo.player.Timeline()
	e := story.LastDeath(t.Events(), m.Eye.Slot, m.Clock)
	if e == nil {
		return d
	}
	place := func(slot int) (at mgl32.Vec3, known bool) {
		const near = 0.3 // seconds
		if slot < 0 {
			return at, false
		}
		track := t.Track(slot, e.Clock-near, e.Clock)
		if len(track) == 0 {
			return at, false
		}
		return track[len(track)-1].Origin, true
	}
	d.At, d.Known = place(e.Other)
	if !e.Suicide() {
		d.Killer, d.KillerKnown = place(e.Player)
	}
	return d
}

// noteFollowed notes since when the picture shows its player. After a seek only the director knows that.
func (p *pane) noteFollowed(pic *picture, m *player.Moment, jumped bool) {
	slot, d := p.watched(m), &pic.demo.directing
	switch {
	case jumped || m.Clock < p.since:
		p.since = 0
		if pic.directs(p) && d.plan != nil {
			if c := d.plan.CutAt(m.Clock); c != nil && c.Clock <= m.Clock {
				p.since = c.Clock
			}
		}
	case slot != p.followed:
		p.since = m.Clock
	}
	p.followed = slot
}

// choose fills in what is drawn of a moment, and how; all that is the same in every pane is
// there.
func (p *pane) choose(v *viewing, m *player.Moment) {
	o, c := &p.options, &p.camera
	p.matchup = v.On(setting.MatchupPanel)
	if c.Overviews() {
		o.Set(setting.XRay, true) // of players below others
	}
	o.FirstPerson = c.Inside() && m.Eye.Known
	o.Follow = p.watched(m)
	o.Pointers = v.display == hud.Analyst && v.On(setting.OffScreenArrows) && c.How != camera.Free && o.Follow >= 0
	o.Opponent = v.display == hud.Analyst && v.On(setting.PictureInPicture) && c.How != camera.Free && !c.Overviews() &&
		m.Eye.Known && m.Eye.Slot >= 0
	if c.How == camera.Along {
		o.Path, o.Looks = nil, nil
	}
}

// watched is watched, but in an overview nobody is.
func (p *pane) watched(m *player.Moment) int {
	if p.camera.Overviews() {
		return world.Nobody
	}
	return watched(m)
}

// word says how the camera behaves.
func (p *pane) word(m *player.Moment, directed bool) string {
	word := describeCamera(&p.camera, m)
	if p.lost.holds(m) && p.camera.How != camera.Free {
		word = "out of sight"
	}
	if words := directedWords[word]; directed && words != "" {
		word = words
	}
	return word
}

// tell fills in what the HUD says of the picture of a moment.
func (p *pane) tell(h *hud.Input, m *player.Moment, directed bool) {
	h.Watched, h.View, h.FollowedSince = p.watched(m), p.word(m, directed), p.since
	h.Crosshair = p.options.FirstPerson && !m.Eye.ThirdPerson
	h.Places = p.scene.Places
	if !p.matchup {
		h.Matchup = anchor.Matchup{}
	}
}
