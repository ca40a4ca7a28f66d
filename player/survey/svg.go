package survey

import (
	"bufio"
	"fmt"
	"io"
)

// These constants are the margin and the line width in units, and the color of the background.
const (
	planMargin, planWidth = 64, 4
	planGround            = "#0a0c10"
)

var planLow, planHigh = [3]float32{0x46, 0x54, 0x6c}, [3]float32{0xe6, 0xee, 0xf6}

// WriteSVG writes a plan as an SVG picture. One SVG unit is one game unit, with x to the right and y up as in
// the game. Higher lines are brighter and drawn over lower ones.
func (p *Plan) WriteSVG(out io.Writer) error {
	w := bufio.NewWriter(out)
	low, high := p.Box[0], p.Box[1]
	x, y := low[0]-planMargin, -high[1]-planMargin
	wide, tall := high[0]-low[0]+2*planMargin, high[1]-low[1]+2*planMargin
	fmt.Fprintf(w, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"%g %g %g %g\">\n", x, y, wide, tall)
	fmt.Fprintf(w, "<rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" fill=\"%s\"/>\n", x, y, wide, tall, planGround)
	fmt.Fprintf(w, "<g fill=\"none\" stroke-width=\"%d\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n",
		planWidth)
	for _, l := range p.Lines {
		part := (l.Points[0][2] - low[2]) / max(1, high[2]-low[2])
		var color [3]uint8
		for k := range color {
			color[k] = uint8(planLow[k] + (planHigh[k]-planLow[k])*part)
		}
		fmt.Fprintf(w, "<polyline stroke=\"#%02x%02x%02x\" points=\"", color[0], color[1], color[2])
		for i, v := range l.Points {
			if i > 0 {
				w.WriteByte(' ')
			}
			fmt.Fprintf(w, "%g,%g", v[0], 0-v[1])
		}
		w.WriteString("\"/>\n")
	}
	w.WriteString("</g>\n</svg>\n")
	return w.Flush()
}
