package figure

import (
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/assets/model"
)

// near is how far in units a stored place may be from where it should be.
const near = 0.05

// checkBodies checks that each surface is a closed convex body with a colour, whose
// triangles run clockwise as seen from outside, in all poses.
func checkBodies(t *testing.T, what string, m *model.Model) {
	t.Helper()
	of := make([]int, len(m.Triangles))
	for i := range m.Surfaces {
		s := &m.Surfaces[i]
		if !slices.Contains(roles, s.Name) {
			t.Errorf("%s: body %d has the colour %q", what, i, s.Name)
		}
		for n := range s.NumTriangles {
			of[s.FirstTriangle+n] = i
		}
	}
	for i := range m.Edges {
		e := &m.Edges[i]
		if e.Rim() || of[e.Triangles[0]] != of[e.Triangles[1]] {
			t.Errorf("%s: an edge of body %d is that of another one, or of none", what, of[e.Triangles[0]])
			return
		}
	}
	for pose := range m.Poses {
		points := m.Lerp(nil, pose, pose, 0)
		for i := range m.Surfaces {
			s := &m.Surfaces[i]
			corners := points[s.FirstVertex:][:s.NumVertices]
			volume := float32(0)
			for _, tri := range m.Triangles[s.FirstTriangle:][:s.NumTriangles] {
				a, b, c := points[tri.V[0]], points[tri.V[1]], points[tri.V[2]]
				out := c.Sub(a).Cross(b.Sub(a)) // of clockwise corners
				volume += out.Dot(a.Sub(corners[0])) / 6
				if out.Len() < 1e-3 {
					continue
				}
				out = out.Normalize()
				for _, p := range corners {
					if d := out.Dot(p.Sub(a)); d > near {
						t.Fatalf("%s, pose %s: body %d is not convex: a corner lies %v outside of a face", what, m.Poses[pose].Name, i, d)
					}
				}
			}
			if volume < 0.02 {
				t.Errorf("%s, pose %s: body %d has a volume of %v", what, m.Poses[pose].Name, i, volume)
			}
		}
	}
}

func TestFiguresAreConvexBodies(t *testing.T) {
	memory := human().Memory()
	for _, kind := range Kinds() {
		f := Get(kind)
		memory += f.Memory()
		checkBodies(t, kind, f.Model)
		if len(f.Triangles) > 500 || len(f.Poses) > 48 {
			t.Errorf("%s has %d triangles and %d poses", kind, len(f.Triangles), len(f.Poses))
		}
		for i := range f.Surfaces {
			if f.Surfaces[i].Name == "accent" && f.Accent == 0 {
				t.Errorf("%s has no colour of its own", kind)
				break
			}
		}
	}
	t.Logf("all %d figures and the human take %d KB", len(Kinds()), memory>>10)
	if memory > 4<<20 {
		t.Errorf("all figures take %d bytes", memory)
	}
}

func TestGetKnowsNoOther(t *testing.T) {
	for _, kind := range []string{"", "Human", "nothing"} {
		if f := Get(kind); f != nil {
			t.Errorf("%q is %s", kind, f.Kind)
		}
	}
	if Get("human") != Get("human") {
		t.Error("a figure is made twice")
	}
}

// assemble puts the parts of the human together, as package model says.
func assemble(p *Player, legs, torso int) (all []mgl32.Vec3, upper, head model.Tag) {
	upper = model.Unit.Mul(p.Lower.Tag("tag_torso", legs, legs, 0))
	head = upper.Mul(p.Upper.Tag("tag_head", torso, torso, 0))
	all = p.Lower.Lerp(nil, legs, legs, 0)
	for _, v := range p.Upper.Lerp(nil, torso, torso, 0) {
		all = append(all, upper.Apply(v))
	}
	for _, v := range p.Head.Lerp(nil, 0, 0, 0) {
		all = append(all, head.Apply(v))
	}
	return all, upper, head
}

func reach(points []mgl32.Vec3) (least, most mgl32.Vec3) {
	least, most = points[0], points[0]
	for _, p := range points {
		for k := range p {
			least[k], most[k] = min(least[k], p[k]), max(most[k], p[k])
		}
	}
	return least, most
}

func TestHumanStandsRunsAndLies(t *testing.T) {
	const floor = -24
	p := Human()
	checkBodies(t, "lower", p.Lower)
	checkBodies(t, "upper", p.Upper)
	checkBodies(t, "head", p.Head)
	if n := len(p.Lower.Triangles) + len(p.Upper.Triangles) + len(p.Head.Triangles); n > 200 {
		t.Errorf("%d triangles", n)
	}
	list := p.Animations.List
	if len(list) != model.NumAnimations {
		t.Fatalf("%d animations", len(list))
	}
	stand := list[model.TorsoStand].First
	for n, a := range list {
		legs, torso := n <= model.BothDead3 || n >= model.LegsWalkCrouched && n <= model.LegsTurn, n < model.LegsWalkCrouched || n > model.LegsTurn
		if a.Count < 1 || a.Rate <= 0 || a.Loop < 0 || legs && a.First+a.Count > len(p.Lower.Poses) || torso && a.First+a.Count > len(p.Upper.Poses) {
			t.Errorf("animation %d: %+v", n, a)
			continue
		}
		for step := range a.Count {
			pose, _ := a.Pose(step)
			if !legs {
				continue
			}
			upper := stand
			if torso {
				upper = pose
			}
			points, _, head := assemble(p, pose, upper)
			least, most := reach(points)
			switch n {
			case model.LegsJump, model.LegsJumpBack, model.LegsSwim: // in the air
				if least[2] < floor-1 {
					t.Errorf("animation %d, pose %d reaches to %v", n, step, least)
				}
			case model.BothDeath1, model.BothDeath2, model.BothDeath3:
				if abs(least[2]-floor) > 1 {
					t.Errorf("animation %d, pose %d begins at the height of %v", n, step, least[2])
				}
			case model.BothDead1, model.BothDead2, model.BothDead3:
				if abs(least[2]-floor) > 1 || most[2] > floor+19 {
					t.Errorf("the dead of animation %d lie from %v to %v", n, least, most)
				}
			default:
				feet, _ := reach(p.Lower.Lerp(nil, pose, pose, 0))
				if abs(feet[2]-floor) > 1 {
					t.Errorf("animation %d, pose %d: the soles are at %v", n, step, feet[2])
				}
				if face := head.Axis.Col(0); face[0] < 0.9 {
					t.Errorf("animation %d, pose %d: the head looks to %v", n, step, face)
				}
				crouches := n == model.LegsWalkCrouched || n == model.LegsIdleCrouched
				if crouches && most[2] > 24 || !crouches && n != model.LegsLand && n != model.LegsLandBack && most[2] < 24 || most[2] > 34 {
					t.Errorf("animation %d, pose %d: the head reaches to %v", n, step, most[2])
				}
			}
			if least[1] < -40 || most[1] > 40 || least[0] < -60 || most[0] > 60 {
				t.Errorf("animation %d, pose %d reaches from %v to %v", n, step, least, most)
			}
		}
	}
	for n := model.BothDeath1; n <= model.BothDeath3; n += 2 {
		end, ended := list[n].Pose(100)
		if dead, _ := list[n+1].Pose(0); !ended || dead != end {
			t.Errorf("death %d ends with pose %d, and the dead lie in %d", n, end, dead)
		}
	}
	// A stride: one foot is far before the other, and they change.
	ahead := func(step int) float32 {
		pose, _ := list[model.LegsRun].Pose(step)
		points := p.Lower.Lerp(nil, pose, pose, 0)
		return foot(p.Lower, points, 1) - foot(p.Lower, points, -1)
	}
	if a, b := ahead(0), ahead(4); a < 14 || abs(a+b) > near {
		t.Errorf("the left foot is %v before the right one, and half a stride later %v", a, b)
	}
}

// foot returns how far forward the foot on a side is: the first and the second dark
// body of the legs.
func foot(m *model.Model, points []mgl32.Vec3, side int) float32 {
	var feet []*model.Surface
	for i := range m.Surfaces {
		if m.Surfaces[i].Name == "dark" {
			feet = append(feet, &m.Surfaces[i])
		}
	}
	s := feet[0]
	if side < 0 {
		s = feet[1]
	}
	sum := float32(0)
	for _, p := range points[s.FirstVertex:][:s.NumVertices] {
		sum += p[0] / float32(s.NumVertices)
	}
	return sum
}

// What he holds points ahead while he aims, and both hands are at it.
func TestHumanAims(t *testing.T) {
	p := Human()
	aim := p.Animations.List[model.TorsoStand].First
	gun := p.Upper.Tag("tag_weapon", aim, aim, 0)
	if forward := gun.Axis.Col(0); forward[0] < 0.99 {
		t.Errorf("the weapon points to %v", forward)
	}
	points := p.Upper.Lerp(nil, aim, aim, 0)
	for i, s := range p.Upper.Surfaces {
		if s.Name != "skin" {
			continue
		}
		least, most := reach(points[s.FirstVertex:][:s.NumVertices])
		hand := least.Add(most).Mul(0.5).Sub(gun.Origin)
		if abs(hand[1]) > 3 || abs(hand[2]) > 3 || hand[0] < -4 || hand[0] > 10 {
			t.Errorf("hand %d is %v from the grip", i, hand)
		}
	}
	if !p.Lower.HasTag("tag_torso") || !p.Upper.HasTag("tag_head") {
		t.Error("tags are missing")
	}
}
