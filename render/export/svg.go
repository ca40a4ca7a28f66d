package export

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"demoscope/render/anchor"
	"demoscope/render/draw"
	"demoscope/render/scene"
)

// Drawing is a line drawing.
type Drawing struct {
	Width, Height int // pixels
	Strokes       []scene.Stroke
	Labels        []anchor.Label // the names of players, as UTF-8; nil for none
	// Print draws dark lines without a background, for paper, instead of the colors and the background of the window.
	Print bool
}

// style is the common style of the strokes in one path of the file.
type style struct {
	color string
	width float32
}

// Write writes the drawing as SVG, with one path per color and width.
func (d *Drawing) Write(out io.Writer) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d">`+"\n", d.Width,
		d.Height, d.Width, d.Height)
	if !d.Print {
		fmt.Fprintf(&b, `<rect width="100%%" height="100%%" fill="%s"/>`+"\n", hex(scene.Background, 255))
	}
	paths := map[style][]scene.Stroke{}
	var styles []style
	for _, s := range d.Strokes {
		k := style{hex(d.ink(s.Color), 15), float32(math.Round(float64(s.Width)*4) / 4)}
		if _, ok := paths[k]; !ok {
			styles = append(styles, k)
		}
		paths[k] = append(paths[k], s)
	}
	slices.SortFunc(styles, func(a, b style) int {
		return cmp.Or(cmp.Compare(a.color, b.color), cmp.Compare(a.width, b.width))
	})
	b.WriteString(`<g fill="none" stroke-linecap="round">` + "\n")
	for _, k := range styles {
		fmt.Fprintf(&b, `<path stroke="%s" stroke-width="%s" d="`, k.color, number(k.width))
		x, y := float32(math.NaN()), float32(math.NaN())
		for _, s := range paths[k] {
			if s.X0 != x || s.Y0 != y {
				b.WriteString("M" + number(s.X0) + " " + number(s.Y0))
			}
			b.WriteString("L" + number(s.X1) + " " + number(s.Y1))
			x, y = s.X1, s.Y1
		}
		b.WriteString(`"/>` + "\n")
	}
	b.WriteString("</g>\n")
	if len(d.Labels) > 0 {
		b.WriteString(`<g font-family="sans-serif" font-size="14" text-anchor="middle">` + "\n")
		for i := range d.Labels {
			l := &d.Labels[i]
			fmt.Fprintf(&b, `<text x="%s" y="%s" fill="%s">`, number(l.X), number(l.Y), hex(d.ink(l.Color), 255))
			if err := xml.EscapeText(&b, []byte(l.Text)); err != nil {
				return err
			}
			b.WriteString("</text>\n")
		}
		b.WriteString("</g>\n")
	}
	b.WriteString("</svg>\n")
	_, err := b.WriteTo(out)
	return err
}

// number returns a number with at most two decimals.
func number(v float32) string {
	return strconv.FormatFloat(math.Round(float64(v)*100)/100+0, 'f', -1, 64)
}

// ink returns the color of a line with its opacity applied.
func (d *Drawing) ink(c draw.Color) draw.Color {
	a := c.A
	c.A = 1
	if !d.Print {
		return scene.Background.Mix(c, a)
	}
	// The brighter a line is in the window, the darker it is on paper. The hue stays.
	most := max(c.R, c.G, c.B)
	if !(most > 0) {
		return draw.Color{A: 1}
	}
	hue := draw.Color{R: c.R / most, G: c.G / most, B: c.B / most, A: 1}
	return draw.Color{R: 1, G: 1, B: 1, A: 1}.Mix(hue.Dim(inkBright), paleInk+(1-paleInk)*min(1, most*a))
}

const (
	// inkBright is the brightness of the strongest lines on paper, and paleInk the part of the ink in the palest
	// ones.
	inkBright = 0.35
	paleInk   = 0.45
)

// hex returns a color with the given number of steps per channel, 255 or 15.
func hex(c draw.Color, steps float64) string {
	of := func(v float32) int { return int(math.Round(steps * float64(max(0, min(1, v))))) }
	if steps < 16 {
		return fmt.Sprintf("#%x%x%x", of(c.R), of(c.G), of(c.B))
	}
	return fmt.Sprintf("#%02x%02x%02x", of(c.R), of(c.G), of(c.B))
}
