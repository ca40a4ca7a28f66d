package hud

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"demoscope/render/draw"
)

// glyphKey is the place of a glyph in the atlas.
type glyphKey struct{ u, v float32 }

// glyphNames finds what each place of the atlas shows.
func glyphNames(a *Atlas) map[glyphKey]struct {
	font  textFont
	r     rune
	glyph glyph
} {
	m := map[glyphKey]struct {
		font  textFont
		r     rune
		glyph glyph
	}{}
	note := func(f textFont, r rune, g glyph) {
		// Runes that the font lacks share a picture with the one that stands for
		// them.
		if k := (glyphKey{float32(g.u), float32(g.v)}); g.width > 0 && (m[k].r == 0 || r == missing) {
			m[k] = struct {
				font  textFont
				r     rune
				glyph glyph
			}{f, r, g}
		}
	}
	for f := range fontCount {
		for r := range a.faces[f].table {
			note(f, rune(r), a.faces[f].table[r])
		}
		for r, g := range a.faces[f].others {
			note(f, r, g)
		}
	}
	return m
}

var fontNames = [fontCount]string{"small", "text", "strong", "time", "title", "number"}

// describer turns triangles back into what was drawn, one line each: texts with
// their font, rectangles, and other shapes by the box around them.
type describer struct {
	b     *draw.Buffer
	lines []string

	text           strings.Builder // under way
	font           textFont
	x, y, pen      float32
	color          string
	shaded, shadow bool

	shape          string // color of the shapes under way
	x0, y0, x1, y1 float32
	triangles      int
}

// built is a HUD or a browser that has been built.
type built interface {
	Buffer() *draw.Buffer
	glyphs() *Atlas
}

func (c *canvas) glyphs() *Atlas { return c.Atlas }

// describe returns what was drawn, in order.
func describe(h built) []string {
	names := glyphNames(h.glyphs())
	d := &describer{b: h.Buffer()}
	ix := h.Buffer().Indices
	for i := 0; i < len(ix); {
		n := ix[i]
		quad := i+5 < len(ix) && ix[i+1] == n+1 && ix[i+2] == n+2 && ix[i+3] == n && ix[i+4] == n+2 && ix[i+5] == n+3
		if !quad {
			d.triangle(ix[i : i+3])
			i += 3
			continue
		}
		v := h.Buffer().Vertices[n : n+4]
		i += 6
		if v[0].U == draw.WhiteU && v[0].V == draw.WhiteV {
			if v[0].Y != v[1].Y || v[1].X != v[2].X || v[2].Y != v[3].Y || v[3].X != v[0].X {
				d.triangle(ix[i-6 : i-3])
				d.triangle(ix[i-3 : i])
				continue
			}
			d.rect(v)
			continue
		}
		if v[0].R+v[0].G+v[0].B == 0 {
			d.shadow = true // of the glyph that follows
			continue
		}
		g, ok := names[glyphKey{v[0].U, v[0].V}]
		if !ok {
			d.lines = append(d.lines, fmt.Sprintf("no glyph of the atlas at %v %v", v[0].U, v[0].V))
			continue
		}
		d.glyph(v, g.font, g.r, g.glyph, float32(h.glyphs().glyph(g.font, ' ').advance))
	}
	d.flush()
	return d.lines
}

// colorOf writes a color as rrggbb, and its opacity in percent if it has less
// than 100.
func colorOf(v *draw.Vertex) string {
	a := max(v.A, 1e-6)
	c := func(f float32) int { return int(math.Round(float64(f/a) * 255)) }
	s := fmt.Sprintf("%02x%02x%02x", c(v.R), c(v.G), c(v.B))
	if p := math.Round(float64(v.A) * 100); p < 100 {
		s += fmt.Sprintf("/%v", p)
	}
	return s
}

func (d *describer) glyph(v []draw.Vertex, f textFont, r rune, g glyph, space float32) {
	pen, line := v[0].X-float32(g.dx), v[0].Y-float32(g.dy)
	color := colorOf(&v[0])
	gap := pen - d.pen
	if d.shape != "" || d.text.Len() == 0 || d.font != f || d.color != color || d.y != line || gap < 0 ||
		gap > 3*space || d.shaded != d.shadow {
		d.flush()
		d.font, d.color, d.x, d.y, d.shaded = f, color, pen, line, d.shadow
		gap = 0
	}
	for ; gap >= space; gap -= space {
		d.text.WriteByte(' ')
	}
	d.text.WriteRune(r)
	d.pen = pen + float32(g.advance)
	d.shadow = false
}

func (d *describer) rect(v []draw.Vertex) {
	d.flush()
	color := colorOf(&v[0])
	if below := colorOf(&v[3]); below != color {
		color += " to " + below
	}
	d.lines = append(d.lines, fmt.Sprintf("rect %.1f %.1f %.1f %.1f %s", v[0].X, v[0].Y, v[2].X-v[0].X,
		v[2].Y-v[0].Y, color))
}

// triangle adds to the shapes of one color that follow each other.
func (d *describer) triangle(corners []uint32) {
	color := ""
	for _, i := range corners {
		if v := &d.b.Vertices[i]; v.A > 0 {
			color = colorOf(v)
		}
	}
	if d.shape != color && color != "" {
		d.flush()
		v := &d.b.Vertices[corners[0]]
		d.shape, d.x0, d.y0, d.x1, d.y1 = color, v.X, v.Y, v.X, v.Y
	}
	for _, i := range corners {
		v := &d.b.Vertices[i]
		d.x0, d.y0, d.x1, d.y1 = min(d.x0, v.X), min(d.y0, v.Y), max(d.x1, v.X), max(d.y1, v.Y)
	}
	d.triangles++
}

func (d *describer) flush() {
	if d.text.Len() > 0 {
		shade := ""
		if d.shaded {
			shade = " shaded"
		}
		d.lines = append(d.lines, fmt.Sprintf("text %.1f %.1f %s %s%s %q", d.x, d.y, fontNames[d.font], d.color, shade,
			d.text.String()))
		d.text.Reset()
	}
	if d.shape != "" {
		d.lines = append(d.lines, fmt.Sprintf("shape %.1f %.1f %.1f %.1f %s of %d", d.x0, d.y0, d.x1-d.x0, d.y1-d.y0,
			d.shape, d.triangles))
		d.shape, d.triangles = "", 0
	}
}

// sameLine compares two lines of a description: numbers may differ by rounding.
func sameLine(a, b string) bool {
	f, g := strings.Fields(a), strings.Fields(b)
	if len(f) != len(g) {
		return false
	}
	for i := range f {
		if f[i] == g[i] {
			continue
		}
		x, err := strconv.ParseFloat(f[i], 64)
		y, err2 := strconv.ParseFloat(g[i], 64)
		if err != nil || err2 != nil || !strings.Contains(f[i], ".") || math.Abs(x-y) > 0.11 {
			return false
		}
	}
	return true
}

// words returns the texts that have been drawn, each in quotes, with spaces between.
func words(h *HUD) string {
	var list []string
	for _, l := range describe(h) {
		if strings.HasPrefix(l, "text ") {
			list = append(list, l[strings.IndexByte(l, '"'):])
		}
	}
	return strings.Join(list, " ")
}
