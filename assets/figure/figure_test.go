package figure

import (
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/assets/model"
)

// near is how far in units a stored place of a human may be from where it should be.
const near = 0.05

// checkBodies checks that each surface is a closed convex body with a color, whose
// triangles run clockwise as seen from outside, in all poses.
func checkBodies(t *testing.T, what string, m *model.Model) {
	t.Helper()
	of := make([]int, len(m.Triangles))
	for i := range m.Surfaces {
		s := &m.Surfaces[i]
		if !slices.Contains(roles, s.Name) {
			t.Errorf("%s: body %d has the color %q", what, i, s.Name)
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
	largest := float32(0)
	for pose := range m.Poses {
		for k := range 3 {
			largest = max(largest, m.Poses[pose].Maxs[k], -m.Poses[pose].Mins[k])
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
					if d := out.Dot(p.Sub(a)); d > near+largest/2000 {
						t.Fatalf("%s, pose %s: body %d is not convex: a corner lies %v outside of a face", what,
							m.Poses[pose].Name, i, d)
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
	h := human()
	memory := h.Lower.Memory() + h.Upper.Memory() + h.Head.Memory()
	for _, kind := range Kinds() {
		f := Get(kind)
		memory += f.Memory()
		checkBodies(t, kind, f.Model)
		if len(f.Triangles) > 500 || len(f.Poses) > 48 {
			t.Errorf("%s has %d triangles and %d poses", kind, len(f.Triangles), len(f.Poses))
		}
		for i := range f.Surfaces {
			if f.Surfaces[i].Name == "accent" && f.Accent == 0 {
				t.Errorf("%s has no color of its own", kind)
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
		legs, torso := n <= model.BothDead3 || n >= model.LegsWalkCrouched && n <= model.LegsTurn,
			n < model.LegsWalkCrouched || n > model.LegsTurn
		if a.Count < 1 || a.Rate <= 0 || a.Loop < 0 || legs && a.First+a.Count > len(p.Lower.Poses) || torso &&
			a.First+a.Count > len(p.Upper.Poses) {
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
				if crouches && most[2] > 24 || !crouches && n != model.LegsLand && n != model.LegsLandBack &&
					most[2] < 24 || most[2] > 34 {
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

// monsters are the kinds that Of knows for the monsters of the games, and others of their
// folders.
func monsters() []string {
	var list []string
	for _, kind := range Kinds() {
		if f := Get(kind); f.Animations["run"].Count > 0 {
			list = append(list, kind)
		}
	}
	return list
}

// fliers are those whose origin is above a floor that they do not touch.
var fliers = []string{"wizard", "wrath", "dragon", "flyer", "floater", "hover", "hornet", "fish", "flipper",
	"sword", "chthon"}

func TestMonstersDoWhatTheyShould(t *testing.T) {
	// At least these, by the families of the games.
	for _, kind := range []string{
		"soldier", "enforcer", "dog", "ogre", "knight", "hell_knight", "fiend", "shambler", "zombie", "wizard", "fish",
		"spawn", "vore", "chthon", "shub",
		"guard", "infantry", "gunner", "berserk", "gladiator", "medic", "tank", "supertank", "mutant", "parasite",
		"brain", "flyer", "floater", "hover",
		"flipper", "chick", "hornet", "jorg", "makron", "turret", "insane",
	} {
		if !slices.Contains(monsters(), kind) {
			t.Errorf("%s is no monster", kind)
		}
	}
	const floor = -24
	for _, kind := range monsters() {
		f := Get(kind)
		for _, name := range []string{"stand", "run", "attack", "pain", "death", "dead"} {
			a, ok := f.Animations[name]
			if !ok || a.Count < 1 || a.First+a.Count > len(f.Poses) || a.Rate <= 0 {
				t.Errorf("%s: %s is %+v", kind, name, a)
				continue
			}
			if stays := name != "stand" && name != "run"; stays != (a.Loop == 0) {
				t.Errorf("%s: %s repeats %d poses", kind, name, a.Loop)
			}
			if name == "run" && (a.Count < 2 || a.Count > 8) {
				t.Errorf("%s runs in %d poses", kind, a.Count)
			}
			if slices.Contains(fliers, kind) {
				continue
			}
			for i := range a.Count {
				p := &f.Poses[a.First+i]
				// In a stride or a leap both feet are up.
				if low := p.Mins[2]; low < floor-1 || low > floor+1 && name != "run" && name != "attack" &&
					name != "death" || low > floor+20 {
					t.Errorf("%s, pose %d of %s: the lowest is at %v", kind, i, name, low)
				}
			}
		}
		death := f.Animations["death"]
		end, ended := death.Pose(1000)
		if dead := f.Animations["dead"]; !ended || dead.First != end || dead.Count != 1 {
			t.Errorf("%s dies in pose %d, and its dead are %+v", kind, end, dead)
		}
		stand, dead := &f.Poses[f.Animations["stand"].First], &f.Poses[end]
		if rigid := slices.Contains([]string{"turret", "supertank", "spawn", "shub", "chthon", "fish", "flipper",
			"sword", "scorpion", "flyer", "hornet", "dragon"}, kind); !rigid {
			if high := dead.Maxs[2] - dead.Mins[2]; high > 0.8*(stand.Maxs[2]-stand.Mins[2]) {
				t.Errorf("%s stands %v and lies %v high", kind, stand.Maxs[2]-stand.Mins[2], high)
			}
		}
	}
}

// Whoever asks while figures are built gets the same ones.
func TestFiguresAreBuiltOnce(t *testing.T) {
	l := newLibrary(open().sources)
	found := make(chan *Figure)
	for range 4 {
		go func() {
			f, _ := l.get("armor_red")
			found <- f
		}()
	}
	first := <-found
	for range 3 {
		if f := <-found; f != first || f == nil {
			t.Error("a figure was built twice")
		}
	}
	human()
	for _, kind := range Kinds() {
		Get(kind)
	}
}

// Those that are like another have its poses, and only what is their own is built.
func TestLikenessIsShared(t *testing.T) {
	if a, b := Get("armor"), Get("armor_red"); a.Model != b.Model || a.Accent == b.Accent || b.Kind != "armor_red" {
		t.Error("an armor in another color is another model")
	}
	if a, b := Get("human"), Get("knight"); a.Model == b.Model ||
		b.Animations["death"].Count != a.Animations["death"].Count {
		t.Error("a knight dies otherwise than a human, whom he is like")
	}
}

// How many frames the games' models have, and what some of them do.
func TestFramesDoWhatThoseOfTheGamesDo(t *testing.T) {
	for kind, n := range map[string]int{
		"soldier": 114, "dog": 86, "ogre": 147, "knight": 97, "hell_knight": 166, "fiend": 69, "shambler": 94,
		"wizard": 54, "enforcer": 102,
		"zombie": 198, "fish": 66, "vore": 35, "guard": 475, "infantry": 207, "gunner": 209, "berserk": 244,
		"gladiator": 90, "medic": 237, "tank": 294,
		"mutant": 149, "parasite": 118, "brain": 222, "flyer": 151, "floater": 248, "hover": 205, "flipper": 160,
	} {
		if f := Get(kind); !f.Framed || len(f.Frames) != n {
			t.Errorf("%s has %d frames, not %d", kind, len(f.Frames), n)
		}
	}
	for _, c := range []struct {
		kind      string
		frame     int
		animation string
		step      int // -1 is the last one
	}{
		{"ogre", 0, "stand", 0}, {"ogre", 25, "run", 0}, {"ogre", 32, "run", 7}, {"ogre", 33, "attack", 0},
		{"ogre", 112, "death", 0}, {"ogre", 125, "death", -1},
		{"ogre", 126, "death", 0}, {"ogre", 135, "dead", 0}, {"dog", 78, "run", 0}, {"dog", 85, "run", 3},
		{"dog", 16, "dead", 0},
		{"zombie", 162, "death", 0}, {"zombie", 172, "dead", 0}, {"zombie", 180, "dead", 0}, {"zombie", 181, "dead", 0},
		{"zombie", 191, "death", 0},
		// Where monsters of recorded games lie for seconds, and where they run round again.
		{"dog", 25, "dead", 0}, {"knight", 85, "dead", 0}, {"knight", 96, "dead", 0}, {"hell_knight", 62, "dead", 0},
		{"wizard", 53, "dead", 0},
		{"fish", 38, "dead", 0}, {"knight", 53, "run", 0}, {"knight", 9, "run", 0}, {"dog", 48, "run", 0},
		{"soldier", 73, "run", 0}, {"soldier", 90, "run", 0},
		{"fiend", 21, "run", 0}, {"fish", 39, "run", 0}, {"soldier", 81, "attack", 0}, {"shambler", 47, "attack", 0},
		{"wizard", 15, "run", 0},
		{"guard", 272, "death", 0}, {"guard", 307, "dead", 0}, {"guard", 146, "stand", 0},
	} {
		f := Get(c.kind)
		a := f.Animations[c.animation]
		want := a.First + c.step
		if c.step < 0 {
			want = a.First + a.Count - 1
		}
		if got := f.Pose(c.frame, 0); got != want {
			t.Errorf("%s, frame %d: pose %d, not %d of %s", c.kind, c.frame, got-a.First, want-a.First, c.animation)
		}
	}
	if f := Get("human"); f.Framed {
		t.Error("the human has somebody's frames")
	}
	if f := Get("wrath"); f.Framed {
		t.Error("what is like a wizard has his frames")
	}
}
