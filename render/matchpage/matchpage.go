// Package matchpage writes a match as one page of HTML that needs nothing else: no script, no other file, no
// network. It is read in light and in dark, on a desktop and on a phone, and can be printed.
//
// Every text may be of a demo: html/template escapes them all.
package matchpage

import (
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strconv"
	"strings"

	"demoscope/render/draw"
	"demoscope/render/hud"
)

// Page is what the page of a demo says. Texts that are empty are left out.
type Page struct {
	Title string
	Lines []string // on the demo: its game and map, when it was recorded
	// File is the name of the demo, Made which program wrote the page, and Sum the demo's SHA-256 in hex.
	File, Made, Sum string
	// In is the name of the file that a folder holds: the demo's, or that of the archive which it is in.
	In string
	// Command plays a moment of the demo without a browser; empty if none does.
	Command string
	// Address is where the demo is played by links; empty if the page has none.
	Address string
	// Unlinked says why it is played by none, empty if there is nothing to say.
	Unlinked   string
	Highlights []Highlight
	// Scenes are pictures of a demo that has no highlights.
	Scenes []Highlight
	Levels []Level // where some are against monsters
	// LevelHead are the headings of their Cells.
	LevelHead []string
	Players   *Table // of the whole demo, nil where the matches have them
	Matches   []Match
	Remarks   []string // on what is missing, such as damage
}

// Time is a moment, and where it can be watched.
type Time struct {
	Text string
	Link string // empty for none
}

// Highlight is a moment that is worth watching.
type Highlight struct {
	Time  Time
	Title string
	JPEG  []byte // nil if there is no picture
	Lack  string // why
}

// Level is a level of a demo against monsters.
type Level struct {
	Map, Title string
	Cells      []string
}

// Match is a match, or a level without words on matches.
type Match struct {
	Title  string
	Lines  []string
	Score  hud.HomePlot // over time
	Vitals []Vitals
	Times  []Tick // of the plots over time
	Tables []Table
	// Captures are those of flags.
	Captures []Capture
	// Flags are all that happened to flags.
	Flags  []Event
	Map    hud.HomeMap // its Deaths are in Deaths instead
	Deaths []Death
	Log    []LogLine
	Events []Event // of a level without a match: all that happened
}

// Tick is a time below a plot: X is 0 at its left edge, and 1 at the right one.
type Tick struct {
	X    float32
	Text string
}

// maxTicks is how many ticks a plot has at most: more have no room on a phone.
const maxTicks = 6

// TicksOf returns the ticks of plots that are some seconds long: whole minutes since the start, or for short ones parts
// of a minute, as clock writes them. There is none where the end of the plot stands.
func TicksOf(seconds float64, clock func(seconds float64) string) (list []Tick) {
	if !(seconds > 0) {
		return nil
	}
	const longest = 24 * 60 * 60
	step := float64(longest)
	for _, s := range [...]float64{5, 10, 30, 60, 120, 300, 600, 1200, 3600, 4 * 3600} {
		if seconds/s <= maxTicks {
			step = s
			break
		}
	}
	const endRoom = 0.92
	for i := range maxTicks {
		t := float64(i) * step
		if t > endRoom*seconds {
			break
		}
		list = append(list, Tick{float32(t / seconds), clock(t)})
	}
	return list
}

// Vitals are a player's health and armor over a match.
type Vitals struct {
	Name string
	// Health and Armor are lines: each a piece in which they are known.
	Health, Armor [][]hud.HomePoint
}

// MaxVital is the health and the armor at the upper edge of their plot.
const MaxVital = 250

// Table is a table: the first column are names, the others numbers.
type Table struct {
	Title, Note string
	Head        []string
	Rows        [][]string
}

// Death is a place on the map where somebody died.
type Death struct {
	At   hud.HomePoint
	Text string
	Link string
}

// Capture is when somebody captured a flag, and for which team: empty if that is not known.
type Capture struct {
	Time     Time
	By, Team string
}

// Event is something that happened.
type Event struct {
	Time Time
	Text string
}

// LogLine is a death in the list of all.
type LogLine struct {
	Time                Time
	Killer, How, Victim string
}

//go:embed page.html
var pageText string

//go:embed page.css
var pageStyle string

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"style":   func() template.CSS { return template.CSS(pageStyle) },
	"address": func(s string) template.URL { return template.URL(s) }, // made by us: see render.MatchPage
	"jpeg": func(b []byte) template.URL {
		return template.URL("data:image/jpeg;base64," + base64.StdEncoding.EncodeToString(b))
	},
	"steps": steps, "level": level, "line": line, "heat": heat, "percent": percent, "across": across, "map": drawn,
	"color":   func(i int) string { return "c" + strconv.Itoa(i%colors) },
	"numbers": func(i int) bool { return i > 0 },
}).Parse(pageText))

// colors is how many colors of lines the style has.
const colors = 8

// Write writes the page.
func (p *Page) Write(out io.Writer) error { return page.Execute(out, p) }

// side is how many parts a plot has in either way: finer than any screen.
const side = 1000

// steps returns a line of a score as a path: it stays from each point to the next.
func steps(points []hud.HomePoint) string {
	var b strings.Builder
	x, y := 0, side
	across := func(to int) {
		if to != x {
			fmt.Fprintf(&b, "H%d", to)
			x = to
		}
	}
	for i, q := range points {
		toX, toY := place(q)
		switch {
		case i == 0:
			fmt.Fprintf(&b, "M%d %d", toX, toY)
			x = toX
		case toY != y:
			across(toX)
			fmt.Fprintf(&b, "V%d", toY)
		case i == len(points)-1:
			across(toX)
		}
		y = toY
	}
	return b.String()
}

// line returns lines as a path.
func line(pieces [][]hud.HomePoint) string {
	var b strings.Builder
	for _, piece := range pieces {
		for i, q := range piece {
			x, y := place(q)
			command := 'L'
			if i == 0 {
				command = 'M'
			}
			fmt.Fprintf(&b, "%c%d %d", command, x, y)
		}
	}
	return b.String()
}

// place returns a place of a plot in its parts, from the upper edge.
func place(q hud.HomePoint) (x, y int) {
	return int(q.X*side + 0.5), int((1-q.Y)*side + 0.5)
}

// level returns a line over all of a plot, at a height.
func level(y float32) string {
	_, at := place(hud.HomePoint{Y: y})
	return fmt.Sprintf("M0 %dH%d", at, side)
}

// across returns a line over all of a plot, at a time.
func across(x float32) string {
	at, _ := place(hud.HomePoint{X: x})
	return fmt.Sprintf("M%d 0V%d", at, side)
}

func percent(part float32) string { return strconv.FormatFloat(float64(100*part), 'f', 2, 32) }

// heat returns the color of a cell.
func heat(part float32) string {
	c := draw.Heat(part)
	return fmt.Sprintf("#%02x%02x%02x", byte255(c.R), byte255(c.G), byte255(c.B))
}

func byte255(v float32) uint8 { return uint8(255*max(0, min(1, v)) + 0.5) }

// mapWidth is the width of a map in its own units.
const mapWidth = 1000

// mapParts is a map in the units of its picture.
type mapParts struct {
	Width, Height int
	Cells         []mapCells
	Lines         string
	Deaths        []mapDeath
}

// mapCells are the cells with one color.
type mapCells struct{ Color, Path string }

type mapDeath struct {
	X, Y       int
	Text, Link string
}

// drawn returns the map of a match.
func drawn(m *Match) *mapParts {
	g := &m.Map
	if !(g.Aspect > 0) {
		return nil
	}
	p := &mapParts{Width: mapWidth, Height: max(1, int(mapWidth/g.Aspect))}
	x := func(v float32) int { return int(v*float32(p.Width) + 0.5) }
	y := func(v float32) int { return int((1-v)*float32(p.Height) + 0.5) }
	paths := map[string]*strings.Builder{}
	var order []string
	for i := range g.Cells {
		c := &g.Cells[i]
		color := heat(c.Heat)
		b := paths[color]
		if b == nil {
			b = new(strings.Builder)
			paths[color] = b
			order = append(order, color)
		}
		fmt.Fprintf(b, "M%d %dH%dV%dH%dz", x(c.Low.X), y(c.High.Y), x(c.High.X), y(c.Low.Y), x(c.Low.X))
	}
	for _, color := range order {
		p.Cells = append(p.Cells, mapCells{color, paths[color].String()})
	}
	var b strings.Builder
	var last hud.HomePoint
	for i := range g.Lines {
		l := &g.Lines[i]
		if i == 0 || l.From != last {
			fmt.Fprintf(&b, "M%d %d", x(l.From.X), y(l.From.Y))
		}
		fmt.Fprintf(&b, "L%d %d", x(l.To.X), y(l.To.Y))
		last = l.To
	}
	p.Lines = b.String()
	for i := range m.Deaths {
		d := &m.Deaths[i]
		p.Deaths = append(p.Deaths, mapDeath{x(d.At.X), y(d.At.Y), d.Text, d.Link})
	}
	return p
}
