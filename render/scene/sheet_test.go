package scene

import (
	"cmp"
	"image"
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	figures "demoscope/assets/figure"
	models "demoscope/assets/model"
	"demoscope/internal/golden"
	"demoscope/render/draw"
)

// placed is a model in a pose at a place, for a sheet.
type placed struct {
	model  *models.Model
	pose   int
	at     models.Tag
	accent uint32
}

// sheetColors are the colors of bodies by their role.
var sheetColors = map[string]draw.Color{
	"shirt": draw.RGB(0xd84a3a), "trousers": draw.RGB(0x3a62c8), "skin": draw.RGB(0xc89878),
	"metal": draw.RGB(0x9aa4b0),
	"dark":  draw.RGB(0x4c5058), "light": draw.RGB(0xe6dfcc), "glow": draw.RGB(0xffe48a),
}

// drawPlaced draws models with shaded faces and dark lines, as seen by an eye that looks at them from yaw and
// pitch, so large that units come out as scale pixels, with the origin at x and y.
func drawPlaced(b *draw.Buffer, list []placed, yaw, pitch, x, y, scale float32) {
	rad := func(f float32) float64 { return float64(f) * math.Pi / 180 }
	// x to the eye, y right, z up
	turn := mgl32.Rotate3DY(float32(rad(pitch))).Mul3(mgl32.Rotate3DZ(float32(-rad(yaw))))
	const far = 400
	type shape struct {
		depth  float32
		m      *placed
		s      *models.Surface
		points []mgl32.Vec3 // turned
		facing []bool
	}
	var shapes []shape
	for i := range list {
		p := &list[i]
		points := p.model.Lerp(nil, p.pose, p.pose, 0)
		for k := range points {
			points[k] = turn.Mul3x1(p.at.Apply(points[k]))
		}
		facing := p.model.Facing(nil, points, mgl32.Vec3{far, 0, 0})
		for k := range p.model.Surfaces {
			s := &p.model.Surfaces[k]
			depth := float32(0)
			for _, v := range points[s.FirstVertex:][:s.NumVertices] {
				depth += v[0] / float32(s.NumVertices)
			}
			shapes = append(shapes, shape{depth, p, s, points, facing})
		}
	}
	slices.SortStableFunc(shapes, func(a, b shape) int { return cmp.Compare(a.depth, b.depth) })
	screen := func(p mgl32.Vec3) (float32, float32) {
		f := scale * far / (far - p[0])
		return x + p[1]*f, y - p[2]*f
	}
	for _, s := range shapes {
		color, ok := sheetColors[s.s.Name]
		if !ok {
			color = draw.RGB(s.m.accent)
		}
		mine := func(n int) bool { return n >= s.s.FirstTriangle && n < s.s.FirstTriangle+s.s.NumTriangles }
		for n := s.s.FirstTriangle; n < s.s.FirstTriangle+s.s.NumTriangles; n++ {
			if !s.facing[n] {
				continue
			}
			v := s.m.model.Triangles[n].V
			a, c, d := s.points[v[0]], s.points[v[1]], s.points[v[2]]
			normal := d.Sub(a).Cross(c.Sub(a))
			if l := normal.Len(); l > 0 {
				normal = normal.Mul(1 / l)
			}
			light := 0.45 + 0.45*max(0, normal.Dot(mgl32.Vec3{0.45, -0.35, 0.82}))
			if s.s.Name == "glow" {
				light = 1
			}
			x0, y0 := screen(a)
			x1, y1 := screen(c)
			x2, y2 := screen(d)
			b.Triangle(x0, y0, x1, y1, x2, y2, color.Dim(light))
		}
		for _, n := range s.m.model.Outline(nil, s.facing, 0.8) {
			e := &s.m.model.Edges[n]
			if !mine(int(e.Triangles[0])) {
				continue
			}
			width := float32(1)
			if scale < 1.2 {
				width = 0.6
			}
			x0, y0 := screen(s.points[e.V[0]])
			x1, y1 := screen(s.points[e.V[1]])
			b.Line(x0, y0, x1, y1, width, color.Dim(0.22))
		}
	}
}

// human returns a player with the poses of an animation's step, and what he holds.
func human(legs, torso, step int, weapon string) []placed {
	p := figures.Human()
	pose := func(n int) int {
		i, _ := p.Animations.List[n].Pose(step)
		return i
	}
	l, u := pose(legs), pose(torso)
	body := models.Unit.Mul(p.Lower.Tag("tag_torso", l, l, 0))
	out := []placed{{p.Lower, l, models.Unit, 0}, {p.Upper, u, body, 0},
		{p.Head, 0, body.Mul(p.Upper.Tag("tag_head", u, u, 0)), 0}}
	if f := figures.Get(weapon); f != nil && legs > models.BothDead3 {
		out = append(out, placed{f.Model, 0, body.Mul(p.Upper.Tag("tag_weapon", u, u, 0)), f.Accent})
	}
	return out
}

// sheet is a picture of cells.
type sheet struct {
	b             draw.Buffer
	columns       int
	width, height float32
	n             int
}

func (s *sheet) cell() (x, y float32) {
	x, y = float32(s.n%s.columns)*s.width, float32(s.n/s.columns)*s.height
	s.n++
	return x, y
}

// draw returns the picture, and saves it for people.
func (s *sheet) draw(t *testing.T, name string) *image.RGBA {
	rows := (s.n + s.columns - 1) / s.columns
	cv := newPage(s.columns*int(s.width), rows*int(s.height), draw.RGB(0x20242a))
	cv.draw(&s.b)
	golden.Save(t, name, cv.image())
	return cv.image()
}

// check compares what is in each cell with nothing, and what is at its borders with too much.
func (s *sheet) check(t *testing.T, name string, m *image.RGBA) {
	t.Helper()
	empty := m.RGBAAt(m.Rect.Max.X-1, m.Rect.Max.Y-1)
	for n := range s.n {
		w, h := int(s.width), int(s.height)
		cell := image.Rect(0, 0, w, h).Add(image.Pt(n%s.columns*w, n/s.columns*h))
		inside := cell.Inset(2)
		ink, outside := 0, 0
		for y := cell.Min.Y; y < cell.Max.Y; y++ {
			for x := cell.Min.X; x < cell.Max.X; x++ {
				if m.RGBAAt(x, y) != empty {
					ink++
					if !image.Pt(x, y).In(inside) {
						outside++
					}
				}
			}
		}
		if ink < 100 || outside > 0 {
			t.Errorf("%s, cell %d: %d pixels are drawn, %d of them at the cell's border", name, n, ink, outside)
		}
	}
}

// kindsOf are the figures in groups: what is held, what a level has monsters of, and the rest.
func kindsOf() (weapons, monsters, items []string) {
	for _, kind := range figures.Kinds() {
		switch f := figures.Get(kind); {
		case f.HasTag("tag_flash"):
			weapons = append(weapons, kind)
		case f.Animations["run"].Count > 0:
			monsters = append(monsters, kind)
		default:
			items = append(items, kind)
		}
	}
	return weapons, monsters, items
}

// standing returns the pose in which a figure stands.
func standing(f *figures.Figure) int { return f.Animations["stand"].First }

// middle returns the middle of a figure's pose, and its largest side.
func middle(f *figures.Figure, pose int) (at mgl32.Vec3, side float32) {
	p := &f.Poses[pose]
	d := p.Maxs.Sub(p.Mins)
	return p.Maxs.Add(p.Mins).Mul(0.5), max(d[0], d[1], d[2])
}

// drawKind draws a figure in a pose about a place, with so many pixels to a unit.
func drawKind(b *draw.Buffer, f *figures.Figure, pose int, yaw, pitch, x, y, scale float32) {
	at, _ := middle(f, standing(f))
	drawPlaced(b, []placed{{f.Model, pose, models.Tag{Origin: at.Mul(-1), Axis: mgl32.Ident3()}, f.Accent}}, yaw, pitch,
		x, y, scale)
}

// TestFiguresAreDrawnAsLookedAt compares all figures with pictures: each from between its
// front and its side, as small as it is at some distance.
func TestFiguresAreDrawnAsLookedAt(t *testing.T) {
	weapons, monsters, items := kindsOf()
	for name, kinds := range map[string][]string{"figures weapons": weapons, "figures monsters": monsters,
		"figures items": items} {
		s := sheet{columns: 16, width: 64, height: 60}
		for _, kind := range kinds {
			f := figures.Get(kind)
			x, y := s.cell()
			_, side := middle(f, standing(f))
			drawKind(&s.b, f, standing(f), -50, 15, x+32, y+30, 54/side)
		}
		golden.Picture(t, name, s.draw(t, name))
	}
	s := sheet{columns: 15, width: 64, height: 60}
	for _, row := range humanRows {
		for step := range 5 {
			x, y := s.cell()
			drawPlaced(&s.b, human(row.legs, row.torso, step*row.step, row.weapon), -55, 10, x+32, y+28, 0.9)
		}
	}
	golden.Picture(t, "figures human", s.draw(t, "figures human"))
}

// humanRows are what the human is looked at doing: five poses each.
var humanRows = []struct {
	name              string
	legs, torso, step int
	weapon            string
}{
	{"run", models.LegsRun, models.TorsoStand, 1, "rocket_launcher"}, {"back", models.LegsBack, models.TorsoStand, 1,
		"railgun"},
	{"walk", models.LegsWalk, models.TorsoAttack, 1, "shotgun"}, {"crouched", models.LegsWalkCrouched,
		models.TorsoStand, 1, "machinegun"},
	{"idle", models.LegsIdle, models.TorsoAttack, 1, "lightning_gun"}, {"idle crouched", models.LegsIdleCrouched,
		models.TorsoStand, 1, "nailgun"},
	{"swim", models.LegsSwim, models.TorsoStand, 1, "plasma_gun"}, {"jump", models.LegsJump, models.TorsoStand, 1,
		"super_shotgun"},
	{"land", models.LegsLand, models.TorsoDrop, 1, "grenade_launcher"}, {"turn", models.LegsTurn, models.TorsoRaise, 1,
		"bfg"},
	{"swing", models.LegsIdle, models.TorsoAttack2, 1, "axe"}, {"gesture", models.LegsIdle, models.TorsoGesture, 1,
		"blaster"},
	{"death backward", models.BothDeath1, models.BothDeath1, 2, ""}, {"death forward", models.BothDeath2,
		models.BothDeath2, 2, ""},
	{"death aside", models.BothDeath3, models.BothDeath3, 2, ""},
}

// TestFiguresLarge draws all poses of all figures, on sheets for people to look at (see golden.Save): none is
// empty, and none is larger than its cell, which is three times as large as the figure stands.
func TestFiguresLarge(t *testing.T) {
	weapons, monsters, items := kindsOf()
	for name, kinds := range map[string][]string{"weapons": weapons, "monsters": monsters, "items": items} {
		s := sheet{columns: 3, width: 600, height: 210}
		for _, kind := range kinds {
			f := figures.Get(kind)
			x, y := s.cell()
			_, side := middle(f, standing(f))
			for i, yaw := range []float32{-90, 0, -50} {
				drawKind(&s.b, f, standing(f), yaw, 10, x+90+float32(i)*170, y+105, 160/side)
			}
			for i, yaw := range []float32{-90, -40, 130} {
				drawKind(&s.b, f, standing(f), yaw, 10, x+555, y+40+float32(i)*60, 46/side)
			}
		}
		s.draw(t, "large "+name)
	}
	for _, kind := range monsters {
		f := figures.Get(kind)
		s := sheet{columns: 8, width: 180, height: 180}
		_, side := middle(f, standing(f))
		for pose := range f.Poses {
			x, y := s.cell()
			drawKind(&s.b, f, pose, -60, 12, x+90, y+70, 45/side)
		}
		s.check(t, "poses "+kind, s.draw(t, "poses "+kind))
	}
	for _, row := range humanRows {
		s := sheet{columns: 8, width: 190, height: 190}
		for _, yaw := range []float32{-90, 0, -50, 140} {
			for step := range 8 {
				x, y := s.cell()
				s.b.Line(x+15, y+95+24*1.8, x+175, y+95+24*1.8, 1, draw.RGB(0x404850))
				drawPlaced(&s.b, human(row.legs, row.torso, step, row.weapon), yaw, 8, x+95, y+95, 1.8)
				drawPlaced(&s.b, human(row.legs, row.torso, step, row.weapon), yaw, 8, x+28, y+32, 0.5)
			}
		}
		s.check(t, row.name, s.draw(t, "human "+row.name))
	}
	s := sheet{columns: 6, width: 250, height: 150}
	for _, kind := range weapons {
		x, y := s.cell()
		drawPlaced(&s.b, human(models.LegsIdle, models.TorsoStand, 0, kind), -90, 8, x+50, y+75, 2)
		drawPlaced(&s.b, human(models.LegsIdle, models.TorsoStand, 0, kind), -45, 8, x+130, y+75, 2)
		drawPlaced(&s.b, human(models.LegsRun, models.TorsoStand, 0, kind), -60, 12, x+215, y+45, 0.9)
		drawPlaced(&s.b, human(models.LegsRun, models.TorsoStand, 0, kind), -120, 12, x+215, y+115, 0.9)
	}
	s.draw(t, "held")
}

// TestFiguresAreToldByTheirOutline: as small as 48 pixels no two of a group cover the same
// ones, from three sides.
func TestFiguresAreToldByTheirOutline(t *testing.T) {
	const pixels, alike = 48, 0.8
	weapons, monsters, items := kindsOf()
	for _, group := range []struct {
		kinds []string
		units float32 // that 48 pixels show; 0 is as many as the figure is large
	}{{weapons, 40}, {monsters, 0}, {items, 40}} {
		type outline struct {
			kind    string
			model   *models.Model
			covered [3][]bool
		}
		var list []outline
		for _, kind := range group.kinds {
			f := figures.Get(kind)
			if slices.ContainsFunc(list, func(o outline) bool { return o.model == f.Model }) {
				continue // the same in another color
			}
			o := outline{kind: kind, model: f.Model}
			_, side := middle(f, standing(f))
			if group.units != 0 {
				side = group.units
			}
			for i, yaw := range []float32{-90, 0, -45} {
				var b draw.Buffer
				drawKind(&b, f, standing(f), yaw, 10, pixels/2, pixels/2, pixels/side)
				cv := newPage(pixels, pixels, draw.RGB(0xff00ff))
				cv.draw(&b)
				for y := range pixels {
					for x := range pixels {
						c := cv.Image().RGBAAt(x, y)
						o.covered[i] = append(o.covered[i], c.R != 255 || c.G != 0 || c.B != 255)
					}
				}
			}
			list = append(list, o)
		}
		for i := range list {
			for k := range i {
				a, b := &list[i], &list[k]
				sum := float32(0)
				for v := range a.covered {
					one, two := 0, 0
					for n, in := range a.covered[v] {
						if in || b.covered[v][n] {
							one++
						}
						if in && b.covered[v][n] {
							two++
						}
					}
					sum += float32(two) / float32(max(1, one)) / float32(len(a.covered))
				}
				if sum > alike {
					t.Errorf("%s and %s cover the same %.0f %% of pixels", a.kind, b.kind, 100*sum)
				}
			}
		}
	}
}
