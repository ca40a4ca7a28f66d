package camera

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/internal/golden"
	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/scene"
)

// TestCameras compares the cameras of a viewer who does everything with a file: all modes and stages follow players
// through a level, who die and are followed by others, while the viewer turns, zooms, flies and changes the mode. Then
// come the cameras of fights, of deaths and of a path.
func TestCameras(t *testing.T) {
	m := sampleMap(t)
	p := places{m, rand.New(rand.NewPCG(3, 4))}
	c := New()
	c.Track = NewTrack([]Point{pointAt(1, 0, 100, 50, 10, 20), pointAt(4, 200, -100, 90, -20, 170)})
	eye := p.eye()
	var lines []string
	show := func(what string) {
		now := c.Last()
		lines = append(lines, fmt.Sprintf(
			"%s: %v as %v, in head %v, turns %v, overview %v: %.2f %.2f fov %.2f near %.2f", what, c.Mode,
			c.ShownMode(), c.InHead(), c.CanTurn(), c.ShowsOverview(), now.Origin, now.Angles, now.FOV,
			now.Near))
	}
	for n := range 160 {
		what := "next player"
		switch n % 8 {
		case 0:
			was := eye.Origin
			if eye = p.eye(); n%16 == 0 {
				eye.Origin = was.Add(mgl32.Vec3{40, 30, 8}) // near enough for a flight
			}
			eye.Slot, eye.FOV, eye.Known = n/8%3, float32(n%3*50), n%40 != 24
		case 1:
			what = "next mode"
			if c.Next(); n%24 == 9 {
				c.Set(Mode(n / 24 % int(modeCount)))
			}
		case 2:
			what = "turn"
			c.TurnBy(p.angle(900), p.angle(700))
		case 3:
			what = "scroll"
			c.Scroll(float32(n/8%5 - 2))
		case 4:
			what = "zoom"
			c.Zoom(float32(n/8%7-3) * 4)
		case 5:
			what = "stage"
			c.Staged, c.Calm = Stage(n/8%3), n%5 == 0
			c.LivingEyes = nil
			for range n / 8 % 4 {
				c.LivingEyes = append(c.LivingEyes, p.next())
			}
			c.Aspect, c.Covered = float32(n%3)*0.9, float32(n%4)*0.1
		case 6:
			what = "death"
			eye.ThirdPerson = !eye.ThirdPerson
			c.Death = Death{At: eye.Origin.Add(mgl32.Vec3{9, 5, -3}), Killer: p.next(), Known: n%3 > 0,
				KillerKnown: n%5 > 1}
		case 7:
			what = "fly"
			switch n / 8 % 4 {
			case 0:
				c.StartFree(c.Last())
			case 1:
				c.Restore()
			case 2:
				c.Set(Path)
			case 3:
				c.Cut()
			}
		}
		for frame := range 12 {
			if c.Mode == Free {
				c.Fly(mgl32.Vec3{1, float32(n%3 - 1), float32(n%2) / 2}, n%4 > 1, 1./20)
			}
			c.Clock = float64(n%8) * 0.7
			eye.Origin = eye.Origin.Add(mgl32.Vec3{float32(n%5 - 2), float32(n%7 - 3), 0})
			eye.Angles[1] += float32(n % 4)
			c.Move(eye, m, 1./20)
			if frame == 0 || frame == 7 {
				show(fmt.Sprintf("%d.%d %s", n, frame, what))
			}
		}
	}
	fresh := New()
	fresh.Zoom(1)
	lines = append(lines, fmt.Sprint(Modes(), fresh.FOV))
	track := NewTrack([]Point{pointAt(1, 0, 100, 50, 10, 20), pointAt(4, 200, -100, 90, -20, 170),
		pointAt(5, 210, -90, 80, 0, -120), pointAt(11, 900, 300, 80, 40, 100), pointAt(12.5, 300, 0, 20, 0, 0)})
	for clock := 0.5; clock < 13; clock += 0.4 {
		at := track.At(clock)
		lines = append(lines, fmt.Sprintf("track at %.1f: %.2f %.2f", clock, at.Origin, at.Angles))
	}
	g := scene.Prepare(m)
	moment := &player.Moment{World: &world.World{}, Poses: make([]world.Pose, 3)}
	moment.World.Players = make([]world.Player, 3)
	for n := 0; n < 120; {
		at := p.next()
		moment.Eye = player.Eye{Known: true, Origin: p.next()}
		if d := at.Sub(moment.Eye.Origin).Len(); d < 30 || d > 1500 || !g.Clear(at, moment.Eye.Origin) {
			continue
		}
		n++
		moment.Poses[1] = world.Pose{Origin: at.Sub(mgl32.Vec3{0, 0, 22}),
			Angles: mgl32.Vec3{p.angle(80), p.angle(180)}}
		moment.Poses[2].Origin = at.Add(mgl32.Vec3{p.angle(90), p.angle(90), 0})
		moment.World.Players[2].Visible = n%3 > 0
		facing, ok := Facing(moment, 1, m, g)
		victim, ok2 := AtVictim(moment, 1, m, g)
		shoulder := OverShoulder(moment, 1, m)
		eye := player.Eye{Origin: p.next(), Angles: mgl32.Vec3{20, p.angle(180), 0}, Known: true, ThirdPerson: true}
		dead := New()
		death := dead.View(eye, m)
		lines = append(lines, fmt.Sprintf("facing %v %.2f %.2f %.2f, victim %v %.2f %.2f %.2f, "+
			"shoulder %.2f %.2f %.2f, death %.2f %.2f", ok, facing.Origin, facing.Angles, facing.FOV, ok2,
			victim.Origin, victim.Angles, victim.FOV, shoulder.Origin, shoulder.Angles, shoulder.FOV, death.Origin,
			death.Angles))
	}
	golden.Lines(t, "cameras", lines, golden.Near(1e-3))
}
