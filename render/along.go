package render

import (
	"fmt"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/bookmarks"
	"demoscope/render/camera"
	"demoscope/render/scene"
)

// along is the path of the camera of a demo, as it is played and drawn.
type along struct {
	of    []bookmarks.PathPoint // that the rest is made of
	track *camera.Track
	line  []mgl32.Vec3 // places along it
	looks []scene.Look // at its points
}

// pathStep is every how many seconds there is a place on the drawn line, but there are at most
// maxPathLine.
const (
	pathStep    = 0.1
	maxPathLine = 2000
)

// update makes the path anew if it has changed.
func (a *along) update(points []bookmarks.PathPoint) {
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

// setPathPoint puts a point of the path where the camera is; at a point that is there already it
// moves it, or removes it if the camera is where it is.
func (g *game) setPathPoint() {
	s, v := g.demo, g.active.view
	clock := s.player.Clock()
	if p, ok := s.marks.PointAt(clock); ok && samePlace(&p, &v, clock) {
		s.marks.RemovePoint(clock)
		s.notices.say("Camera path: point removed")
	} else if !s.marks.SetPoint(bookmarks.PathPoint{Clock: clock, Origin: v.Origin, Angles: v.Angles,
		FOV: orDefault(v.FOV)}) {
		s.notices.say(fmt.Sprintf("Camera path is full: %d points", len(s.marks.Path)))
		return
	} else if ok {
		s.notices.say("Camera path: point moved")
	} else if len(s.marks.Path) == 1 {
		s.notices.say("Camera path: 1 point")
	} else {
		s.notices.say(fmt.Sprintf("Camera path: %d points", len(s.marks.Path)))
	}
	s.marks.save(&s.notices)
}

func orDefault(fov float32) float32 {
	if fov > 0 {
		return fov
	}
	return camera.DefaultFOV
}

// samePlace reports whether a camera is at a point of the path at its moment.
func samePlace(p *bookmarks.PathPoint, c *scene.Camera, clock float64) bool {
	const near = 1 // units, and degrees
	d := c.Angles.Sub(p.Angles)
	return c.Origin.Sub(p.Origin).Len() < near && abs(d[0])+abs(d[1]) < near && abs(float32(p.Clock-clock)) < smallSeek
}

// followPath plays along the camera's path, or goes back to the way before.
func (g *game) followPath() {
	c, s := &g.active.camera, g.demo
	switch {
	case c.How == camera.Along:
		c.Land()
		s.notices.sayState("Camera path", false)
	case len(s.marks.Path) == 0:
		s.notices.say("No camera path; add points with " + g.keyOf("path-point"))
	default:
		g.release()
		c.Set(camera.Along)
		s.notices.sayState("Camera path", true)
	}
}

// keyOf returns the key of a command for a person.
func (g *game) keyOf(name string) string {
	if c := findCommand(g.reader.groups, name); c != nil && len(c.Keys) > 0 {
		return c.Keys[0].label()
	}
	return name
}

// nextPathPoint goes to the next point of the camera's path, or to the first one.
func (g *game) nextPathPoint() {
	s := g.demo
	path := s.marks.Path
	if len(path) == 0 {
		s.notices.say("No camera path")
		return
	}
	i := slices.IndexFunc(path, func(p bookmarks.PathPoint) bool { return p.Clock > s.player.Clock()+1e-3 })
	i = max(i, 0)
	s.player.Seek(path[i].Clock)
	s.notices.say(fmt.Sprintf("Camera path: point %d of %d", i+1, len(path)))
}

// forgetPath removes the camera's path.
func (g *game) forgetPath() {
	s := g.demo
	s.marks.Path = nil
	if g.active.camera.How == camera.Along {
		g.active.camera.Land()
	}
	s.notices.say("Camera path deleted")
	s.marks.save(&s.notices)
}
