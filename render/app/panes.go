package app

import (
	"fmt"
	"image"
	"slices"

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

// MaxViews is the maximum number of views in a window.
const MaxViews = 4

// views are the panes that show a demo.
type views struct {
	Demo     *Session
	Viewing  viewing
	Panes    []*pane // 1 to MaxViews
	Active   *pane   // receives keyboard and mouse input
	directed *pane   // the director chooses its player, if the director is on
	Captured bool    // the pointer turns the camera of the active pane
}

func newViews(o *Options) views {
	first := newPane(o.Camera)
	vs := views{Demo: newSession(&o.Demo), Viewing: newViewing(o), Panes: []*pane{first}, Active: first,
		directed: first}
	for _, slot := range o.OtherViews[:min(len(o.OtherViews), MaxViews-1)] {
		vs.addPane(slot, o.Camera)
	}
	vs.Viewing.Views = max(vs.Viewing.Views, len(vs.Panes))
	if at := o.FreeCamera; at != nil {
		first.Camera.StartFree(scene.Camera{Origin: at.Origin, Angles: at.Angles})
	}
	return vs
}

// Arrange adds or removes panes to match the number that the viewer wants, if there are enough players, and gives panes
// without a player another one. dt is the time since the last call in seconds.
func (vs *views) Arrange(dt float64) {
	m := vs.Demo.Player.Moment()
	if m.World != nil {
		vs.replaceLost(m)
	}
	for len(vs.Panes) > max(1, vs.Viewing.Views) {
		vs.drop(vs.lastPane())
	}
	for _, p := range vs.Panes {
		if p != vs.Active {
			p.moment = m.Watch(p.slot)
		}
		vs.handOver(p, dt)
	}
	for m.World != nil && len(vs.Panes) < vs.Viewing.Views && vs.addNext(m) {
	}
	vs.sayAlone(m, dt)
}

// alonePatience is how long to wait for a player for a second view, in seconds.
const alonePatience = 1.0

// sayAlone reports, once per demo, that there is no player for a second view.
func (vs *views) sayAlone(m *player.Moment, dt float64) {
	s := vs.Demo
	if s.aloneFor < 0 || vs.Viewing.Views < 2 || !m.Eye.Known || s.Player.Paused() || s.Player.Behind() {
		return
	}
	if s.aloneFor += dt; len(vs.Panes) > 1 {
		s.aloneFor = -1
	} else if s.aloneFor > alonePatience {
		s.aloneFor = -1
		s.Notices.say(nobodyElse)
	}
}

// nobodyElse is the message that there is no other player to follow.
const nobodyElse = "No other player to follow now"

// lastPane returns the last pane that is not the active one.
func (vs *views) lastPane() *pane {
	if p := vs.Panes[len(vs.Panes)-1]; p != vs.Active {
		return p
	}
	return vs.Panes[len(vs.Panes)-2]
}

// addNext adds a pane with the next player. It returns false if all players are shown already.
func (vs *views) addNext(m *player.Moment) bool {
	if len(vs.Panes) == 1 && followed(m) == world.Nobody {
		return false // the player of the first pane is not known yet
	}
	slot := vs.nextPlayer(m)
	if slot == world.Nobody {
		return false
	}
	if p := vs.Demo.Player.Player; len(vs.Panes) == 1 && p.Following() == world.Nobody && !m.World.View.Known {
		p.Follow(m.Eye.Slot) // keep this player when another one would come first
		p.Update(0)
	}
	how := vs.Active.Camera.Mode
	if how == camera.Free || how == camera.Path {
		how = camera.Eyes
	}
	vs.addPane(slot, how)
	return true
}

// addPane adds a pane that follows the player in a slot, with the given camera mode.
func (vs *views) addPane(slot int, how camera.Mode) {
	p := newPane(how)
	p.slot, p.Camera.FOV = slot, vs.Active.Camera.FOV
	p.moment = vs.Demo.Player.Moment().Watch(slot)
	vs.Panes = append(vs.Panes, p)
}

// drop removes a pane, unless it is the only one. If it was active, the pane that takes its place becomes active.
func (vs *views) drop(p *pane) {
	i := slices.Index(vs.Panes, p)
	if i < 0 || len(vs.Panes) < 2 {
		return
	}
	vs.Panes = slices.Delete(vs.Panes, i, i+1)
	if p == vs.Active {
		vs.activate(vs.Panes[min(i, len(vs.Panes)-1)])
	}
	if p == vs.directed {
		vs.directed = vs.Active
		vs.Demo.Directing.On = false
	}
}

// replaceLost gives a pane another player, or removes it, if its player has left, or if the active pane now shows that
// player because the recorder does.
func (vs *views) replaceLost(m *player.Moment) {
	for i := len(vs.Panes) - 1; i >= 0; i-- {
		p := vs.Panes[i]
		if p == vs.Active || p.slot >= 0 && p.slot < len(m.World.Players) && m.World.Players[p.slot].InUse &&
			p.slot != followed(m) {
			continue
		}
		if slot := vs.nextPlayer(m); slot != world.Nobody {
			p.slot, p.lost = slot, lost{}
		} else {
			vs.drop(p)
		}
	}
}

// activate makes a pane the active one.
func (vs *views) activate(p *pane) {
	if p == vs.Active {
		return
	}
	vs.ReleasePointer()
	s := vs.Demo
	vs.Active.slot = s.Player.Following()
	vs.Active = p
	s.Player.Follow(p.slot)
	s.Player.Update(0)
}

// followedSlot returns the slot that a pane follows, as passed to [player.Player.Follow].
func (vs *views) followedSlot(p *pane) int {
	if p == vs.Active {
		return vs.Demo.Player.Following()
	}
	return p.slot
}

// setFollowed makes a pane follow the player in a slot.
func (vs *views) setFollowed(p *pane, slot int) {
	if p != vs.Active {
		p.slot = slot
		p.moment = vs.Demo.Player.Moment().Watch(slot)
		return
	}
	vs.Demo.Player.Follow(slot)
	vs.Demo.Player.Update(0)
}

// momentOf returns the current moment, seen by a pane's player.
func (vs *views) momentOf(p *pane) *player.Moment { return vs.MomentIn(p, vs.Demo.Player.Moment()) }

// MomentIn returns m, the moment of the active pane, as seen by p's player.
func (vs *views) MomentIn(p *pane, m *player.Moment) *player.Moment {
	if p == vs.Active {
		return m
	}
	return &p.moment
}

// showsElsewhere reports whether a pane other than p shows the player in a slot.
func (vs *views) showsElsewhere(p *pane, slot int) bool {
	for _, q := range vs.Panes {
		if q == p {
			continue
		}
		if who := vs.followedSlot(q); who == slot || who == world.Nobody && followed(vs.momentOf(q)) == slot {
			return true
		}
	}
	return false
}

// nextPlayer returns the player for the next pane: among the players not shown yet, first the team-mates of the first
// pane's player, then the player with the most frags. It returns [world.Nobody] if there is none.
func (vs *views) nextPlayer(m *player.Moment) int {
	w := m.World
	best, mates := world.Nobody, false
	var first *world.Player
	if who := followed(vs.momentOf(vs.Panes[0])); who >= 0 && who < len(w.Players) {
		first = &w.Players[who]
	}
	for slot := range w.Players {
		p := &w.Players[slot]
		if !p.Visible || p.Spectator || vs.showsElsewhere(nil, slot) {
			continue
		}
		mate := first != nil && w.Mates(first, p)
		if best < 0 || mate && !mates || mate == mates && p.Frags > w.Players[best].Frags {
			best, mates = slot, mate
		}
	}
	return best
}

// nextView makes the next pane the active one.
func (vs *views) nextView() {
	if len(vs.Panes) < 2 {
		vs.Demo.Notices.say(vs.Demo.Notices.keys.oneView)
		return
	}
	vs.activate(vs.Panes[(slices.Index(vs.Panes, vs.Active)+1)%len(vs.Panes)])
	vs.sayActive()
}

// sayActive shows the name of the active pane's player.
func (vs *views) sayActive() {
	vs.Demo.Notices.sayBriefly("View of " + vs.Demo.playerName(followed(vs.Demo.Player.Moment())))
}

// changeViews adds a view. After the maximum it returns to one.
func (vs *views) changeViews() {
	n, v := &vs.Demo.Notices, &vs.Viewing
	have := len(vs.Panes)
	if v.Views = have + 1; v.Views > MaxViews {
		v.Views = 1
	}
	vs.Arrange(0)
	if now := len(vs.Panes); now != v.Views {
		v.Views = 1
		vs.Arrange(0)
		if have == 1 {
			n.say(nobodyElse)
			return
		}
	}
	vs.sayViews()
}

func (vs *views) sayViews() {
	vs.Demo.Notices.sayBriefly(UpperFirst(countViews(len(vs.Panes))))
}

// countViews returns a number of views in words.
func countViews(n int) string {
	if n == 1 {
		return "one view"
	}
	return fmt.Sprintf("%d views", n)
}

// closeView removes the active pane.
func (vs *views) closeView() {
	if len(vs.Panes) < 2 {
		vs.Demo.Notices.say("Only one view")
		return
	}
	vs.drop(vs.Active)
	vs.Viewing.Views = len(vs.Panes)
	vs.sayViews()
}

// paneAt returns the pane at a position in the window, in pixels. It is nil if there is none or only one pane.
func (vs *views) paneAt(x, y float32) *pane {
	if len(vs.Panes) < 2 {
		return nil
	}
	for _, p := range vs.Panes {
		if p.area.Has(x, y) {
			return p
		}
	}
	return nil
}

// layOut sets the areas of the panes: above the timeline, and left of the event list.
func (pic *Picture) layOut() {
	if len(pic.Panes) < 2 {
		pic.Active.area = hud.Rect{W: pic.Size.Width, H: pic.Size.Height}
		return
	}
	all := hud.Rect{W: pic.Size.Width, H: pic.Size.Height}
	if pic.Viewing.Display != hud.Clean && !pic.Input.NoBar {
		all.H = hud.NewLayout(pic.Size).Bar.Y
	}
	if pic.Viewing.List {
		if x := hud.NewPanel(pic.Size).Rect.X; x >= leastPanes*pic.Size.Unit() {
			all.W = x
		}
	}
	areas := grid(all, len(pic.Panes), paneGap)
	for i, p := range pic.Panes {
		p.area = areas[i]
	}
}

const (
	// paneGap is the gap between panes in pixels.
	paneGap = 2
	// leastPanes is the minimum width of all panes next to the event list, in units. In a narrower window the list
	// covers the panes.
	leastPanes = 480
)

// grid divides an area, in pixels, into 2 to MaxViews panes. Two panes are side by side in a wide area and stacked in a
// high one. Three are a large one and two small ones, and four are two rows of two.
func grid(r hud.Rect, n int, gap float32) (p [MaxViews]hud.Rect) {
	wide := r.W >= r.H
	// divide divides an area into two; part is the share of a.
	divide := func(r hud.Rect, across bool, part float32) (a, b hud.Rect) {
		a, b = r, r
		if across {
			a.W = whole((r.W - gap) * part)
			b.X, b.W = r.X+a.W+gap, max(1, r.W-a.W-gap)
		} else {
			a.H = whole((r.H - gap) * part)
			b.Y, b.H = r.Y+a.H+gap, max(1, r.H-a.H-gap)
		}
		return a, b
	}
	switch n {
	case 2:
		p[0], p[1] = divide(r, wide, 0.5)
	case 3:
		p[0], p[1] = divide(r, wide, 2./3)
		p[1], p[2] = divide(p[1], !wide, 0.5)
	case 4:
		p[0], p[2] = divide(r, false, 0.5)
		p[0], p[1] = divide(p[0], true, 0.5)
		p[2], p[3] = divide(p[2], true, 0.5)
	default:
		p[0] = r
	}
	return p
}

func whole(pixels float32) float32 { return max(1, float32(int(pixels))) }

// place returns the position of a pane in the window, in whole pixels.
func (p *pane) place() image.Rectangle {
	return image.Rect(int(p.area.X), int(p.area.Y), int(p.area.X+p.area.W), int(p.area.Y+p.area.H))
}

// covered returns the fraction of a pane's height that the timeline and the status cover at its lower side.
func (pic *Picture) covered(p *pane) float32 {
	if pic.Viewing.Display == hud.Clean {
		return 0
	}
	if len(pic.Panes) > 1 {
		return min(0.5, hud.StripHeight(pic.Size)/max(1, p.area.H))
	}
	l := hud.NewLayout(pic.Size)
	low := l.Vitals.Y
	if p.Camera.ShowsOverview() {
		low = l.Bar.Y
	}
	if pic.Input.NoBar {
		low += l.Bar.H
	}
	return max(0, min(0.5, 1-low/pic.Size.Height))
}

// SceneView returns the size of a pane's picture.
func (p *pane) SceneView(scale float32) scene.View {
	return scene.View{Width: p.area.W, Height: p.area.H, Scale: scale}
}

// buildPaneHUD builds the HUD of a pane, if there are several.
func (pic *Picture) buildPaneHUD(p *pane) {
	m, h := pic.momentOf(p), &p.hudIn
	if p.hud == nil || !p.hud.Within(pic.HUD) {
		p.hud = pic.HUD.Pane()
	}
	*h = pic.Input
	h.Extent = hud.Pane
	h.Screen.Width, h.Screen.Height = p.area.W, p.area.H
	h.At = [2]float32{p.area.X, p.area.Y}
	h.Inset.Shown = false
	p.fillHUD(h, m, pic.isDirected(p))
	p.hud.Build(h)
}

// paintPanes draws the panes, if there are several.
func (pic *Picture) paintPanes(to Canvas, withHUD bool) {
	for i, p := range pic.Panes {
		to.Open(i, p.place())
		to.Fill(Background, p.Scene.Bare())
		to.Draw(&p.Scene.World)
		to.Draw(&p.Scene.Overlay)
		if withHUD {
			to.Draw(p.hud.Buffer())
		}
		to.Close()
	}
}

// pane is a view of the demo: the player it follows, its camera and its picture.
type pane struct {
	// Camera is the viewer's choice and stays when another demo is opened. Everything else belongs to the demo.
	Camera camera.Camera

	// slot is the followed player and moment the current moment as that player sees it, while another pane is active.
	// The Player follows the active pane's player.
	slot   int
	moment player.Moment

	area    hud.Rect // in the window, as of the last picture
	Scene   *scene.Scene
	Options scene.Options // of the last picture
	matchup bool          // the matchup panel is on
	View    scene.Camera  // of the last picture
	shownAt float64       // viewer's time of the last picture
	// lastFollowed is the player in the last picture. since is the viewer's time from which the player was shown, or 0
	// if unknown after a seek.
	lastFollowed  int
	followedSince float64
	lost          lost
	inset         inset
	chaseInstead  bool // the chase camera replaces first person, because the demo has no view of this player

	// The HUD of the pane, if there are several.
	hud   *hud.HUD
	hudIn hud.Input
}

func newPane(how camera.Mode) *pane {
	p := &pane{Camera: camera.New()}
	p.Camera.Set(how)
	p.reset()
	return p
}

// reset resets everything that belongs to a demo.
func (p *pane) reset() {
	*p = pane{Camera: p.Camera, slot: world.Nobody, lastFollowed: world.Nobody, Scene: scene.New(), inset: newInset()}
	p.Camera.Cut()
}

// moveCamera sets the camera for the picture of a moment. dt is the time since the last picture in seconds.
func (p *pane) moveCamera(pic *Picture, m *player.Moment, dt float64) {
	s, c := pic.Demo, &p.Camera
	c.Track, c.Clock = s.cameraPath.track, m.Clock
	c.LivingEyes = living(c.LivingEyes[:0], m)
	c.Aspect, c.Covered = p.area.W/max(1, p.area.H), pic.covered(p)
	eye := m.Eye
	c.Death = pic.Demo.Player.deathOf(m)
	c.Calm = pic.Viewing.On(setting.ReducedMotion)
	switch {
	case c.ShownMode() != camera.Eyes:
	case pic.Viewing.On(setting.ViewShake) && !c.Calm:
		eye.Angles = eye.Angles.Add(eye.Kick)
	default:
		eye.Angles[2] = 0 // servers send the roll from strafing and damage
	}
	jumped := abs(float32(m.Clock-p.shownAt)) > float32(dt)*player.MaxSpeed+smallSeek
	if p.lost.holds(m) && c.Mode != camera.Free {
		p.View = c.Last()
	} else {
		if jumped {
			c.Cut()
		}
		p.View = c.Move(eye, s.Maps.Map(), dt)
	}
	p.shownAt = m.Clock
	p.noteFollowed(pic, m, jumped)
}

// deathOf returns how the player whose view is shown died, if that player is dead.
func (t *transport) deathOf(m *player.Moment) (d camera.Death) {
	if !m.Eye.ThirdPerson || t.Player == nil { // benchmarks have no timeline
		return d
	}
	index := t.Timeline()
	e := story.LastDeath(index.Events(), m.Eye.Slot, m.Clock)
	if e == nil {
		return d
	}
	place := func(slot int) (at mgl32.Vec3, known bool) {
		const near = 0.3 // seconds
		if slot < 0 {
			return at, false
		}
		track := index.Track(slot, e.Clock-near, e.Clock)
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

// noteFollowed updates followed and since. After a seek, only the director's plan knows since.
func (p *pane) noteFollowed(pic *Picture, m *player.Moment, jumped bool) {
	slot, d := p.followed(m), &pic.Demo.Directing
	switch {
	case jumped || m.Clock < p.followedSince:
		p.followedSince = 0
		if pic.isDirected(p) && d.Plan != nil {
			if c := d.Plan.CutAt(m.Clock); c != nil && c.Clock <= m.Clock {
				p.followedSince = c.Clock
			}
		}
	case slot != p.lastFollowed:
		p.followedSince = m.Clock
	}
	p.lastFollowed = slot
}

// setOptions sets the options of the scene that differ between panes.
func (p *pane) setOptions(v *viewing, m *player.Moment) {
	o, c := &p.Options, &p.Camera
	p.matchup = v.On(setting.MatchupPanel)
	if c.ShowsOverview() {
		o.Set(setting.XRay, true) // to see players on lower floors
	}
	o.FirstPerson = c.InHead() && m.Eye.Known
	o.Follow = p.followed(m)
	o.Pointers = v.Display == hud.Analyst && v.On(setting.OffScreenArrows) && c.Mode != camera.Free && o.Follow >= 0
	o.Opponent = v.Display == hud.Analyst && v.On(setting.PictureInPicture) && c.Mode != camera.Free &&
		!c.ShowsOverview() && m.Eye.Known && m.Eye.Slot >= 0
	if c.Mode == camera.Path {
		o.Path, o.Looks = nil, nil
	}
}

// followed returns the followed player, or [world.Nobody] in an overview.
func (p *pane) followed(m *player.Moment) int {
	if p.Camera.ShowsOverview() {
		return world.Nobody
	}
	return followed(m)
}

// describeView describes the camera in a word or two.
func (p *pane) describeView(m *player.Moment, directed bool) string {
	word := describeCamera(&p.Camera, m)
	if p.lost.holds(m) && p.Camera.Mode != camera.Free {
		word = "out of sight"
	}
	if words := directedWords[word]; directed && words != "" {
		word = words
	}
	return word
}

// fillHUD sets the pane's part of the HUD's input.
func (p *pane) fillHUD(h *hud.Input, m *player.Moment, directed bool) {
	h.Watched, h.View, h.FollowedSince = p.followed(m), p.describeView(m, directed), p.followedSince
	h.Crosshair = p.Options.FirstPerson && !m.Eye.ThirdPerson
	h.Places = p.Scene.Places
	if !p.matchup {
		h.Matchup = anchor.Matchup{}
	}
}

// living appends the eye positions of all visible living players.
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
	case c.Mode == camera.Free:
		return "free camera"
	case c.Mode == camera.Path:
		return "camera path"
	case c.ShowsOverview():
		return "overview"
	case !m.Eye.Known:
		return "no player"
	case c.ShownMode() == camera.Chase:
		return "chase camera"
	case c.Mode == camera.Orbit:
		return "orbit"
	case c.Mode == camera.Overhead:
		return "overhead"
	case m.Eye.Slot == m.World.Recorder && m.World.View.Known, m.Eye.Slot >= 0 && !m.World.SharesView(m.Eye.Slot) &&
		m.World.ViewOf(m.Eye.Slot) != nil:
		return "recorder's view"
	}
	return hud.PlayersView
}
