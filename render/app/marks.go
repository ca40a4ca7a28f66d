package app

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/internal/fault"
	"demoscope/internal/humanize"
	"demoscope/player/bookmarks"
	"demoscope/render/camera"
	"demoscope/render/hud"
	"demoscope/render/scene"
)

// marks are the bookmarks, the clip and the camera path of a demo. They are saved after every change.
type marks struct {
	*bookmarks.Bookmarks
	naming naming
	// clipChanged is set until playback continues after a change of the clip or its loop, which was made at the
	// viewer's time clipChangedAt.
	clipChanged   bool
	clipChangedAt float64
	opening       chan openedMarks // nil once they are open
	// lastError is the last reported error of saving. The same error is reported only once.
	lastError string
	// lastSet is the viewer's time of the last bookmark set, which has no name yet.
	lastSet float64
}

// nameWithin is how long naming refers to the bookmark just set, in viewer's seconds. The demo goes on between the two
// key presses.
const nameWithin = 3

// openedMarks is the result of opening the bookmarks.
type openedMarks struct {
	*bookmarks.Bookmarks
	err error
}

// open starts opening the bookmarks: see [Options.Bookmarks]. Until they are open, there are none.
func (m *marks) open(open func() (*bookmarks.Bookmarks, error), report func(error)) {
	m.Bookmarks = &bookmarks.Bookmarks{}
	if open == nil {
		return
	}
	opening := make(chan openedMarks, 1)
	m.opening = opening
	go func() {
		var r openedMarks
		if err := fault.Guard("opening the bookmarks", func() { r.Bookmarks, r.err = open() }); err != nil {
			if r.err = err; report != nil {
				report(err)
			}
		}
		opening <- r
	}()
}

// Take takes the bookmarks once they are open, or waits for them if wait is set. It shows an error as a warning.
func (m *marks) Take(n *notices, wait bool) {
	if m.opening == nil {
		return
	}
	var r openedMarks
	if wait {
		r = <-m.opening
	} else {
		select {
		case r = <-m.opening:
		default:
			return
		}
	}
	m.opening = nil
	if r.Bookmarks != nil {
		m.Bookmarks = r.Bookmarks
	}
	if r.err != nil {
		n.warnAlso("Can't read the bookmarks: " + r.err.Error())
	}
}

// needMarks makes commands wait until the bookmarks are open.
func needMarks(list []command) []command {
	for i := range list {
		do := list[i].Do
		list[i].Do = func(g *App) {
			g.Demo.Marks.Take(&g.Demo.Notices, true)
			do(g)
		}
	}
	return list
}

// naming is the name being typed, and the viewer's time of its bookmark.
type naming struct {
	line  hud.Typed
	clock float64
}

// save saves everything. If that fails, it shows the error, unless it is the same as last time.
func (m *marks) save(n *notices) {
	err := m.Save()
	if err == nil {
		m.lastError = ""
		return
	}
	if why := err.Error(); why != m.lastError {
		m.lastError = why
		if !errors.Is(err, bookmarks.ErrNotLocked) {
			why = "Bookmarks are not kept: " + why
		}
		n.warn(why)
	}
}

// toggle sets a bookmark at a moment, or removes the one that is there.
func (m *marks) toggle(clock float64, n *notices) {
	if m.Toggle(clock, "") {
		m.lastSet = clock
		n.say("Bookmark set")
	} else {
		n.say("Bookmark removed")
	}
	m.save(n)
}

// nameBookmark lets the viewer name the bookmark at the current moment or the one just set. If there is neither, it
// sets one.
func (s *Session) nameBookmark() {
	m, clock := &s.Marks, s.Player.Clock()
	mark := m.At(clock)
	if mark == nil && math.Abs(clock-m.lastSet) < nameWithin {
		if last := m.At(m.lastSet); last != nil && last.Clock == m.lastSet && last.Name == "" {
			mark = last
		}
	}
	if mark == nil {
		m.Toggle(clock, "")
		m.save(&s.Notices)
		mark = m.At(clock)
	}
	m.naming.clock = mark.Clock
	m.naming.line.Set(mark.Name)
	s.beginTyping(&m.naming.line, func(keep bool) {
		if mark := m.At(m.naming.clock); keep && mark != nil {
			mark.Name = m.naming.line.String()
			m.save(&s.Notices)
		}
	})
}

// adjacent returns the time of the first bookmark after a moment, or of the last one before it if direction is -1.
func (m *marks) adjacent(now float64, direction int) (clock float64, ok bool) {
	mark, ok := m.Next(now)
	if direction < 0 {
		mark, ok = m.Previous(now)
	}
	return mark.Clock, ok
}

// setClipStart sets the start of the clip.
func (m *marks) setClipStart(clock float64, n *notices) {
	had := m.Out != nil
	m.SetIn(clock)
	m.clipChanged, m.clipChangedAt = true, clock
	said := "Clip start set"
	if had && m.Out == nil {
		said += "; removed the end, which was before it"
	}
	n.say(said)
	m.save(n)
}

// setClipEnd sets the end of the clip.
func (m *marks) setClipEnd(clock float64, n *notices) {
	had := m.In != nil
	m.SetOut(clock)
	m.clipChanged, m.clipChangedAt = true, clock
	said := "Clip end set"
	if had && m.In == nil {
		said += "; removed the start, which was after it"
	}
	n.say(said)
	m.save(n)
}

// toggleLoop turns the loop of the clip on or off.
func (m *marks) toggleLoop(clock float64, n *notices) {
	if _, _, ok := m.Clip(); !ok {
		n.say("Set the start and the end of a clip first")
		return
	}
	m.Loop = !m.Loop
	m.clipChanged, m.clipChangedAt = true, clock
	n.sayState("Clip loop", m.Loop)
	m.save(n)
}

// clearClip removes both ends of the clip.
func (m *marks) clearClip(n *notices) {
	m.In, m.Out, m.Loop = nil, nil, false
	n.say("Clip cleared")
	m.save(n)
}

// hudClip returns the clip for the timeline.
func (m *marks) hudClip() (c hud.Clip) {
	if m.In != nil {
		c.In, c.HasIn = *m.In, true
	}
	if m.Out != nil {
		c.Out, c.HasOut = *m.Out, true
	}
	c.Loop = m.Loop
	return c
}

// cameraPath is the camera path of a demo, prepared for playing and drawing.
type cameraPath struct {
	of    []bookmarks.PathPoint // the points that the rest was made from
	track *camera.Track
	line  []mgl32.Vec3 // positions along the path
	looks []scene.Look // the camera at each point
}

const (
	// pathStep is the minimum time between positions on the drawn path, in seconds.
	pathStep = 0.1
	// maxPathLine is the approximate maximum number of positions on the drawn path.
	maxPathLine = 2000
)

// update rebuilds the path if its points have changed.
func (a *cameraPath) update(points []bookmarks.PathPoint) {
	if slices.Equal(a.of, points) && a.track != nil {
		return
	}
	a.of = slices.Clone(points)
	list := make([]camera.Point, len(points))
	a.line, a.looks = a.line[:0], a.looks[:0]
	for i, p := range points {
		list[i] = camera.Point{Clock: p.Clock, Camera: scene.Camera{Origin: p.Origin, Angles: p.Angles, FOV: p.FOV}}
		a.looks = append(a.looks, scene.Look{Origin: p.Origin, Angles: p.Angles})
	}
	a.track = camera.NewTrack(list)
	if len(points) < 2 {
		return
	}
	begin, end := points[0].Clock, points[len(points)-1].Clock
	step := max(pathStep, (end-begin)/maxPathLine)
	for clock := begin; clock < end; clock += step {
		a.line = append(a.line, a.track.At(clock).Origin)
	}
	a.line = append(a.line, mgl32.Vec3(points[len(points)-1].Origin))
}

// setPathPoint sets a point of the camera path at a moment. If there is one already, it moves the point, or
// removes it if the camera hasn't moved.
func (m *marks) setPathPoint(clock float64, v *scene.Camera, n *notices) {
	p, had := m.PointAt(clock)
	switch {
	case had && samePlace(&p, v, clock):
		m.RemovePoint(clock)
		n.say("Camera path: point removed")
	case !m.SetPoint(bookmarks.PathPoint{Clock: clock, Origin: v.Origin, Angles: v.Angles, FOV: orDefault(v.FOV)}):
		n.say(fmt.Sprintf("Camera path is full: %d points", len(m.Path)))
		return
	case had:
		n.say("Camera path: point moved")
	default:
		n.say("Camera path: " + humanize.Count(len(m.Path), "point"))
	}
	m.save(n)
}

func orDefault(fov float32) float32 {
	if fov > 0 {
		return fov
	}
	return camera.DefaultFOV
}

// samePlace reports whether a camera is at a point of the path, at the point's time.
func samePlace(p *bookmarks.PathPoint, c *scene.Camera, clock float64) bool {
	const near = 1 // units, and degrees
	d := c.Angles.Sub(p.Angles)
	return c.Origin.Sub(p.Origin).Len() < near && abs(d[0])+abs(d[1]) < near && abs(float32(p.Clock-clock)) < smallSeek
}

// togglePath starts or stops moving a camera along the path, and reports whether it started.
func (m *marks) togglePath(c *camera.Camera, n *notices) (started bool) {
	if c.Mode != camera.Path && len(m.Path) == 0 {
		n.say(n.keys.noPath)
		return false
	}
	if started = c.Mode != camera.Path; started {
		c.Set(camera.Path)
	} else {
		c.Restore()
	}
	n.sayState("Camera path", started)
	return started
}

// nextPathPoint seeks to the next point of the camera path, or from the last one to the first.
func (s *Session) nextPathPoint() {
	path := s.Marks.Path
	if len(path) == 0 {
		s.Notices.say("No camera path")
		return
	}
	i := slices.IndexFunc(path, func(p bookmarks.PathPoint) bool { return p.Clock > s.Player.Clock()+1e-3 })
	i = max(i, 0)
	s.Player.Seek(path[i].Clock)
	s.Notices.say(fmt.Sprintf("Camera path: point %d of %d", i+1, len(path)))
}

// deletePath removes the camera path, which c may follow.
func (m *marks) deletePath(c *camera.Camera, n *notices) {
	m.Path = nil
	if c.Mode == camera.Path {
		c.Restore()
	}
	n.say("Camera path deleted")
	m.save(n)
}
