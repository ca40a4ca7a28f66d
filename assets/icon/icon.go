// Package icon has the program's icon, an SVG file, in the formats that desktops need. It supports the part
// of SVG that the icon uses: rectangles, circles and paths of straight lines, filled or stroked with round
// joints.
package icon

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/image/vector"
)

//go:embed demoscope.svg
var svg []byte

// SVG returns the drawing. It must not be changed.
func SVG() []byte { return svg }

// viewSide is the side of the drawing in its own units.
const viewSide = 128

// Draw returns the icon as a square picture of side pixels, 1 to 1024.
func Draw(side int) *image.RGBA {
	side = max(1, min(side, 1024))
	picture := image.NewRGBA(image.Rect(0, 0, side, side))
	for _, s := range drawing() {
		s.draw(picture, float32(side)/viewSide)
	}
	return picture
}

// windowSides are the sides of the icons of windows, pixels.
var windowSides = []int{16, 24, 32, 48, 64, 128}

// Window returns the icon in the sizes that windows are shown with.
func Window() (list []image.Image) {
	for _, side := range windowSides {
		list = append(list, Draw(side))
	}
	return list
}

// ICO returns the icon as a file of Windows.
func ICO() []byte {
	sides := []int{16, 24, 32, 48, 64, 256}
	var head, body bytes.Buffer
	put := func(values ...any) {
		for _, v := range values {
			_ = binary.Write(&head, binary.LittleEndian, v) // a buffer takes everything
		}
	}
	put(uint16(0), uint16(1), uint16(len(sides)))
	for _, side := range sides {
		data := encode(side)
		// 256 is 0
		put(uint8(side), uint8(side), uint8(0), uint8(0), uint16(1), uint16(32), uint32(len(data)),
			uint32(6+16*len(sides)+body.Len()))
		body.Write(data)
	}
	return append(head.Bytes(), body.Bytes()...)
}

// ICNS returns the icon as a file of macOS.
func ICNS() []byte {
	var body bytes.Buffer
	for _, part := range []struct {
		name string
		side int
	}{{"icp4", 16}, {"icp5", 32}, {"ic11", 32}, {"ic12", 64}, {"ic07", 128}, {"ic08", 256}, {"ic09", 512}} {
		data := encode(part.side)
		body.WriteString(part.name)
		_ = binary.Write(&body, binary.BigEndian, uint32(8+len(data)))
		body.Write(data)
	}
	head := binary.BigEndian.AppendUint32([]byte("icns"), uint32(8+body.Len()))
	return append(head, body.Bytes()...)
}

// encode returns the icon as a PNG.
func encode(side int) []byte {
	var out bytes.Buffer
	_ = png.Encode(&out, Draw(side)) // a buffer takes everything
	return out.Bytes()
}

// drawing is the SVG as shapes.
var drawing = sync.OnceValue(func() []shape {
	list, err := parse(svg)
	if err != nil {
		panic("the icon: " + err.Error()) // it is our own, and a test draws it
	}
	return list
})

// shape is a part of the drawing: outlines, all turning the same way, in one color.
type shape struct {
	outlines [][]point
	color    color.NRGBA
}

type point struct{ x, y float32 }

func (s *shape) draw(to *image.RGBA, scale float32) {
	r := vector.NewRasterizer(to.Bounds().Dx(), to.Bounds().Dy())
	for _, o := range s.outlines {
		for i, p := range o {
			if i == 0 {
				r.MoveTo(p.x*scale, p.y*scale)
			} else {
				r.LineTo(p.x*scale, p.y*scale)
			}
		}
		r.ClosePath()
	}
	r.DrawOp = draw.Over
	r.Draw(to, to.Bounds(), image.NewUniform(s.color), image.Point{})
}

// paint is how a part of the drawing is painted; groups hand it down.
type paint struct {
	fill, stroke string
	width        float32
}

// parse reads the SVG.
func parse(data []byte) (list []shape, err error) {
	d := xml.NewDecoder(bytes.NewReader(data))
	paints := []paint{{fill: "#000000", width: 1}}
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return list, nil
		}
		if err != nil {
			return nil, err
		}
		switch t := token.(type) {
		case xml.EndElement:
			paints = paints[:len(paints)-1]
		case xml.StartElement:
			p, values := paints[len(paints)-1], map[string]string{}
			for _, a := range t.Attr {
				values[a.Name.Local] = a.Value
			}
			number := func(name string) float32 {
				v, _ := strconv.ParseFloat(values[name], 32)
				return float32(v)
			}
			if v, ok := values["fill"]; ok {
				p.fill = v
			}
			if v, ok := values["stroke"]; ok {
				p.stroke = v
			}
			if _, ok := values["stroke-width"]; ok {
				p.width = number("stroke-width")
			}
			paints = append(paints, p)
			var lines []line
			switch t.Name.Local {
			case "svg", "g":
				continue
			case "rect":
				lines = []line{{roundRect(number("x"), number("y"), number("width"), number("height"), number("rx")),
					true}}
			case "circle":
				lines = []line{{circle(point{number("cx"), number("cy")}, number("r")), true}}
			case "path":
				if lines, err = pathLines(values["d"]); err != nil {
					return nil, err
				}
			default:
				return nil, fmt.Errorf("<%s> is not drawn", t.Name.Local)
			}
			for _, paint := range []struct {
				color  string
				stroke bool
			}{{p.fill, false}, {p.stroke, true}} {
				if paint.color == "" || paint.color == "none" {
					continue
				}
				s := shape{}
				if s.color, err = parseColor(paint.color); err != nil {
					return nil, err
				}
				for _, l := range lines {
					if paint.stroke {
						s.outlines = append(s.outlines, l.stroked(p.width/2)...)
					} else {
						s.outlines = append(s.outlines, turned(l.points))
					}
				}
				list = append(list, s)
			}
		}
	}
}

// parseColor parses "#rrggbb".
func parseColor(text string) (c color.NRGBA, err error) {
	v, err := strconv.ParseUint(strings.TrimPrefix(text, "#"), 16, 32)
	if err != nil || len(text) != 7 {
		return c, fmt.Errorf("invalid color %q", text)
	}
	return color.NRGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255}, nil
}

// line is a part of a path.
type line struct {
	points []point
	closed bool
}

// pathLines parses the data of a path: M, L, H, V and Z, absolute or relative.
func pathLines(data string) (list []line, err error) {
	var at, begin point
	for data = strings.TrimSpace(data); data != ""; {
		command := data[0]
		data = data[1:]
		end := strings.IndexFunc(data, func(r rune) bool { return r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' })
		if end < 0 {
			end = len(data)
		}
		var numbers []float32
		for _, f := range strings.FieldsFunc(strings.ReplaceAll(data[:end], "-", " -"), func(r rune) bool {
			return r == ' ' || r == ','
		}) {
			v, err := strconv.ParseFloat(f, 32)
			if err != nil {
				return nil, fmt.Errorf("invalid number %q", f)
			}
			numbers = append(numbers, float32(v))
		}
		data = data[end:]
		from := point{}
		if command >= 'a' {
			from = at
		}
		switch c := command &^ 0x20; {
		case c == 'Z' && len(list) > 0:
			list[len(list)-1].closed = true
			at = begin
			continue
		case (c == 'M' || c == 'L') && len(numbers) == 2:
			at = point{from.x + numbers[0], from.y + numbers[1]}
			if c == 'M' {
				list, begin = append(list, line{}), at
			}
		case c == 'H' && len(numbers) == 1:
			at.x = from.x + numbers[0]
		case c == 'V' && len(numbers) == 1:
			at.y = from.y + numbers[0]
		default:
			return nil, fmt.Errorf("%c in a path is not drawn", command)
		}
		if len(list) == 0 {
			return nil, errors.New("a path does not begin with M")
		}
		l := &list[len(list)-1]
		l.points = append(l.points, at)
	}
	return list, nil
}

// stroked returns the outlines of a line with round ends and joints, half its width to each side.
func (l *line) stroked(half float32) (list [][]point) {
	n := len(l.points)
	for i, p := range l.points {
		list = append(list, circle(p, half))
		if i == n-1 && !l.closed {
			break
		}
		q := l.points[(i+1)%n]
		dx, dy := q.x-p.x, q.y-p.y
		length := float32(math.Hypot(float64(dx), float64(dy)))
		if length == 0 {
			continue
		}
		x, y := -dy/length*half, dx/length*half
		list = append(list, turned([]point{{p.x + x, p.y + y}, {q.x + x, q.y + y}, {q.x - x, q.y - y},
			{p.x - x, p.y - y}}))
	}
	return list
}

// turned returns an outline that turns as all do, so that overlapping ones are one area.
func turned(o []point) []point {
	area := float32(0)
	for i, p := range o {
		q := o[(i+1)%len(o)]
		area += p.x*q.y - q.x*p.y
	}
	if area >= 0 {
		return o
	}
	back := make([]point, len(o))
	for i, p := range o {
		back[len(o)-1-i] = p
	}
	return back
}

// arcSteps is by how many straight lines a quarter of a circle is drawn.
const arcSteps = 12

// arc appends a quarter of a circle that begins at an angle of so many quarters.
func arc(list []point, center point, radius float32, quarter int) []point {
	for i := range arcSteps + 1 {
		sin, cos := math.Sincos((float64(quarter) + float64(i)/arcSteps) * math.Pi / 2)
		list = append(list, point{center.x + radius*float32(cos), center.y + radius*float32(sin)})
	}
	return list
}

func circle(center point, radius float32) (list []point) {
	for quarter := range 4 {
		list = arc(list, center, radius, quarter)
	}
	return list
}

func roundRect(x, y, w, h, r float32) (list []point) {
	for quarter, c := range []point{{x + w - r, y + h - r}, {x + r, y + h - r}, {x + r, y + r}, {x + w - r, y + r}} {
		list = arc(list, c, r, quarter)
	}
	return list
}
