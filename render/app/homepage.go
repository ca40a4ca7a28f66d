package app

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/internal/fault"
	"demoscope/internal/humanize"
	"demoscope/player/charset"
	"demoscope/player/library"
	"demoscope/player/match"
	"demoscope/player/pattern"
	"demoscope/player/survey"
	"demoscope/render/control"
	"demoscope/render/draw"
	"demoscope/render/hud"
)

// pager makes the pages of demos, in the background, one at a time.
type pager struct {
	kept  []*demoPage // most recently used last
	ready chan *demoPage
	// making is set while a page is being made. cancel cancels the making of a map.
	making bool
	cancel context.CancelFunc
	now    *demoPage     // the page that is shown
	page   *hud.HomePage // of now; nil for none
}

// demoPage is the page that describes a demo.
type demoPage struct {
	row         *library.Row
	Page        hud.HomePage
	moments     []hud.HomeMoment
	clocks      []float64 // times of the moments, in viewer's seconds
	slots       []int     // players of the moments
	hits        []pattern.Hit
	from        float64      // start of the match in the plot
	to          float64      // and its end
	at, top     int          // selected and first visible moment
	cursor      float64      // cursor in the plot, moved by keys, in viewer's seconds
	cursorMoved bool         // cursor was used
	shownSecond int          // second of the time shown at the cursor
	done        bool         // everything is there but the map
	match       *match.Match // the match in the plot, nil for none
	deaths      []mgl32.Vec3 // places of deaths in the match
	mapped      bool         // the map has been made, or there is none
	failed      bool         // the map could not be made; it is tried again when the page is shown again
}

// maxPages is the maximum number of pages kept.
const maxPages = 16

func (p *pager) init() { p.ready = make(chan *demoPage, 1) }

// complete reports whether a page is complete.
func (k *demoPage) complete() bool { return k.done && (k.mapped || k.match == nil) }

// sameDemo reports whether two rows, possibly of different lists, are the same demo.
func sameDemo(a, b *library.Row) bool {
	return a == b || a.ID == b.ID && a.Key == b.Key && a.Error == b.Error
}

// show shows the page of a demo, nil for none. It shows what the list knows at once, and the rest as soon as that is
// ready.
func (p *pager) show(l *library.Library, r *library.Row, wake func()) {
	select {
	case made := <-p.ready:
		p.making = false
		for i, k := range p.kept {
			if sameDemo(k.row, made.row) {
				made.at, made.top, made.cursor, made.cursorMoved = k.at, k.top, k.cursor, k.cursorMoved
				p.kept[i] = made
				if p.now == k {
					p.now, p.page = made, &made.Page
				}
			}
		}
	default:
	}
	if r == nil || l == nil {
		p.now, p.page = nil, nil
		p.stop()
		return
	}
	if p.now == nil || !sameDemo(p.now.row, r) {
		p.stop()
		i := slices.IndexFunc(p.kept, func(k *demoPage) bool { return sameDemo(k.row, r) })
		if i >= 0 {
			p.now = p.kept[i]
			p.now.row, p.now.failed = r, false // the file may have moved
			p.kept = append(slices.Delete(p.kept, i, i+1), p.now)
		} else {
			p.now = PageHead(r)
			p.kept = append(p.kept, p.now)
			if len(p.kept) > maxPages {
				p.kept = slices.Delete(p.kept, 0, 1)
			}
		}
		p.page = &p.now.Page
	}
	switch {
	case p.making || p.now.complete() || p.now.failed:
	case p.now.done:
		p.drawMap(l, *p.now, wake)
	default:
		p.making = true
		ready := p.ready
		go func() {
			made := PageHead(r)
			if err := fault.Guard("describing "+r.Places[0].Name(), func() { made.describe(l) }); err != nil {
				made = PageHead(r)
				made.Page.Pending = Readable(err.Error())
			}
			made.done = true
			ready <- made
			wake()
		}()
	}
}

// drawMap makes the map of a page, which reads the whole demo. Showing another page cancels it.
func (p *pager) drawMap(l *library.Library, made demoPage, wake func()) {
	p.making = true
	ctx, giveUp := context.WithCancel(context.Background())
	p.cancel = giveUp
	ready := p.ready
	go func() {
		defer giveUp()
		made.failed = true
		_ = fault.Guard("drawing the map of "+made.row.Places[0].Name(), func() {
			g, err := l.Ground(ctx, made.row, made.match)
			if err == nil && g != nil {
				made.Page.Map = mapOf(g, made.deaths)
			}
			made.mapped, made.failed = err == nil, err != nil && ctx.Err() == nil
		})
		ready <- &made
		wake()
	}()
}

// stop cancels the map that is being made. Showing the page again starts over.
func (p *pager) stop() {
	if p.now != nil {
		p.now.failed = false
	}
	if p.cancel != nil {
		p.cancel()
		p.cancel = nil
	}
}

// fillMoments fills in the visible moments.
func (p *pager) fillMoments(focused bool, visible int) {
	k := p.now
	if k == nil {
		return
	}
	k.at = max(0, min(k.at, len(k.moments)-1))
	if focused {
		k.top = max(k.at-visible+1, min(k.top, k.at))
	}
	k.top = max(0, min(k.top, len(k.moments)-visible))
	h := &k.Page
	h.Highlights = k.moments[k.top:min(len(k.moments), k.top+visible)]
	h.Top, h.Count, h.Selected, h.Focused = k.top, len(k.moments), k.at, focused
	h.Plot.Mark = -1
	if focused && k.at < len(k.clocks) && k.to > k.from {
		h.Plot.Mark = float32((k.clocks[k.at] - k.from) / (k.to - k.from))
	}
}

// PageHead returns a page with what the list knows of a demo.
func PageHead(r *library.Row) *demoPage {
	k := &demoPage{row: r}
	p := &k.Page
	p.Title = Readable(r.Sides())
	if p.Title == "" {
		p.Title = Readable(r.File())
	}
	if r.Unreadable() {
		p.Lines = []string{Readable(r.Places[0].Name())}
		p.Pending = UpperFirst(Readable(r.Why()))
		k.done = true
		return k
	}
	p.Pending = "Reading the demo…"
	result, what, date := RowLines(r)
	p.Lines = []string{what, date, Readable(r.Places[0].Name())}
	if result != "" {
		p.Lines = slices.Insert(p.Lines, 0, result)
	}
	p.Lines = append(p.Lines, copyLines(r.Places[1:])...)
	if r.Damage != "" {
		p.Lines = append(p.Lines, Readable("damaged: "+r.Damage))
	}
	return k
}

// RowLines describes a demo in lines, by what the list knows: its result, which may be empty, what it is, and when and
// by whom it was recorded.
func RowLines(r *library.Row) (result, what, date string) {
	first := []string{gameNames[r.Game], r.Mode, r.Map(), r.Title}
	date = []string{"from the demo: ", "from the name: ", "from the file: "}[r.DateFrom%3] + r.ReadableDate()
	if r.Date == "" {
		date = "no date"
	}
	if r.Recorder != "" {
		date += ", recorded by " + r.Recorder
	}
	what = strings.Join(slices.DeleteFunc(first, func(s string) bool { return s == "" }), " · ") + " · " +
		humanize.Clock(r.Length)
	return Readable(r.Result), Readable(what), Readable(date)
}

// maxCopyLines is the maximum number of lines that name copies.
const maxCopyLines = 2

// copyLines returns lines with the places of copies.
func copyLines(copies []library.Place) (lines []string) {
	for i := range copies {
		if i == maxCopyLines-1 && len(copies) > maxCopyLines {
			return append(lines, fmt.Sprintf("%d more copies", len(copies)-i))
		}
		lines = append(lines, Readable("copy: "+copies[i].Name()))
	}
	return lines
}

// describe adds what must be read from the demo.
func (k *demoPage) describe(l *library.Library) {
	f, err := l.Facts(k.row)
	if err != nil {
		k.Page.Pending = Readable(err.Error())
		return
	}
	k.Page.Pending = ""
	highlights, matches := library.Highlights(f), f.Counted()
	for i := range highlights {
		h := &highlights[i]
		what := momentWords(h.Kind, charset.Plain(f.Game, h.Name), h.Sentence(f.Game))
		k.moments = append(k.moments, hud.HomeMoment{Clock: humanize.Clock(h.From), Text: Readable(what)})
		k.clocks, k.slots = append(k.clocks, h.From), append(k.slots, h.Player)
		k.hits = append(k.hits, *h)
		if len(k.moments) == maxHighlights {
			break
		}
	}
	if len(k.moments) == 0 {
		k.Page.Pending = hud.NoHighlights
	}
	m := longest(matches)
	if m == nil {
		return
	}
	if n := len(matches); n > 1 {
		k.Page.Lines = append(k.Page.Lines, fmt.Sprintf("%d matches; longest at %s:", n, humanize.Clock(m.From)))
	}
	k.match, k.from, k.to = m, m.From, m.To
	for i := range f.Kills {
		d := &f.Kills[i]
		if e := &f.Events[d.Event]; d.AtKnown && e.Clock >= m.From && e.Clock <= m.To && len(k.deaths) < maxMapDeaths {
			k.deaths = append(k.deaths, d.At)
		}
	}
	k.Page.Plot = PlotOf(m)
	k.Page.Columns, k.Page.Players = PlayersOf(m)
}

const (
	// maxHighlights is the maximum number of moments listed for a demo.
	maxHighlights = 2000
	// maxPlotLines is the maximum number of lines in a plot.
	maxPlotLines = 8
	// maxPlotSteps is the approximate maximum number of points of a line in a plot.
	maxPlotSteps = 500
)

// longest returns the longest match of a list, nil if there is none.
func longest(list []*match.Match) (longest *match.Match) {
	for _, m := range list {
		if longest == nil || m.To-m.From > longest.To-longest.From {
			longest = m
		}
	}
	return longest
}

// PlotOf returns the score plot of a match. It has no lines if the match has no length or no frags.
func PlotOf(m *match.Match) (p hud.HomePlot) {
	lines := m.Lines[:min(len(m.Lines), maxPlotLines)]
	least, most := 0, 1
	frags := false
	for i := range lines {
		for _, q := range lines[i].Points {
			least, most = min(least, q.Score), max(most, q.Score)
			frags = true
		}
	}
	if !frags || m.To <= m.From {
		return p
	}
	height := float32(most - least)
	y := func(frags int) float32 { return float32(frags-least) / height }
	p.Zero, p.Most, p.Length, p.Mark = y(0), strconv.Itoa(most), humanize.Clock(m.To-m.From), -1
	tones := tonesOf(lines)
	for i := range lines {
		l := &lines[i]
		line := hud.HomeLine{Name: Readable(m.Plain(l.Name)), Tone: tones[i], Steps: []hud.HomePoint{{X: 0, Y: y(0)}}}
		every := len(l.Points)/maxPlotSteps + 1
		for n, q := range l.Points {
			if n%every != 0 && n+1 < len(l.Points) {
				continue
			}
			x := float32((q.Clock - m.From) / (m.To - m.From))
			line.Steps = append(line.Steps, hud.HomePoint{X: max(0, min(1, x)), Y: y(q.Score)})
		}
		end := line.Steps[len(line.Steps)-1]
		end.X = max(end.X, min(1, float32((l.Until-m.From)/(m.To-m.From))))
		line.Steps = append(line.Steps, end)
		line.Score = strconv.Itoa(l.Last())
		p.Lines = append(p.Lines, line)
	}
	return p
}

// tonesOf returns the colors of the lines of a plot. Teams named red and blue have their color.
func tonesOf(lines []match.Line) (tones []int) {
	var taken [hud.PlotTones]bool
	for i := range lines {
		tone := -1
		switch l := &lines[i]; {
		case l.Team && strings.EqualFold(l.Name, "red"):
			tone = hud.ToneRed
		case l.Team && strings.EqualFold(l.Name, "blue"):
			tone = hud.ToneBlue
		}
		if tones = append(tones, tone); tone >= 0 {
			taken[tone] = true
		}
	}
	next := 0
	for i := range tones {
		if tones[i] >= 0 {
			continue
		}
		for next < len(taken)-1 && taken[next] {
			next++
		}
		tones[i], taken[next] = next, true
	}
	return tones
}

// PlayersOf returns the table of a match's players, best first.
func PlayersOf(m *match.Match) (columns []hud.HomeNumber, list []hud.HomePlayer) {
	t := m.Table(match.InWindow)
	for _, c := range t.Columns {
		columns = append(columns, hud.HomeNumber{Title: cmp.Or(c.Short, c.Title), Width: c.Narrow})
	}
	lines := m.Lines[:min(len(m.Lines), maxPlotLines)]
	for i := range t.Rows {
		r := &t.Rows[i]
		p := &r.Numbers
		list = append(list, hud.HomePlayer{Name: Readable(r.Name), Remark: r.Note(), Cells: r.Cells,
			Items: itemsOf(m, p), Weapons: weaponsOf(p), Line: slices.IndexFunc(lines, func(l match.Line) bool {
				return l.Team && l.Name == p.Team || !l.Team && l.Name == p.Name
			})})
	}
	return columns, list
}

// itemsOf returns the items that a player took, such as "ra 3  mh 1".
func itemsOf(m *match.Match, p *match.Player) string {
	var parts []string
	for _, k := range match.Items {
		if n := p.Item(k.Name); n.Value > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", match.ItemTitle(m.Game, k.Title), n.Value))
		}
	}
	return strings.Join(parts, "  ")
}

// weaponsOf returns a player's kills with each weapon, most kills first, and the accuracy in percent if the game
// counted it, such as "rl 12 24%  sg 31%".
func weaponsOf(p *match.Player) string {
	names := slices.SortedFunc(maps.Keys(p.Weapons), func(a, b string) int {
		x, y := p.Weapons[a], p.Weapons[b]
		return cmp.Or(cmp.Compare(y.Kills, x.Kills), cmp.Compare(y.Shots, x.Shots), strings.Compare(a, b))
	})
	var parts []string
	for _, name := range names {
		w, text := p.Weapons[name], name
		if w.Kills > 0 {
			text += fmt.Sprintf(" %d", w.Kills)
		}
		if percent, known := w.Accuracy(); known {
			text += fmt.Sprintf(" %.0f%%", percent)
		}
		if text != name {
			parts = append(parts, text)
		}
	}
	return Readable(strings.Join(parts, "  "))
}

const (
	// maxMapCells is the maximum number of heat map cells on the small map of a page.
	maxMapCells = 4000
	// maxMapLines is the maximum number of outline segments on the map of a page.
	maxMapLines = 3000
	// maxMapDeaths is the maximum number of deaths on the map of a page.
	maxMapDeaths = 1000
	// mapHeats is the number of heat map colors on the map of a page.
	mapHeats = 12
	// mapDetail is the length below which lines are left out, as a fraction of the map's longer side.
	mapDetail = 1.0 / 250
)

// mapOf returns the map of a level for a page, with the places of deaths. Its longer side is horizontal.
func mapOf(g *library.Ground, deaths []mgl32.Vec3) hud.HomeMap {
	m, at := GroundMap(g)
	if m.Aspect == 0 {
		return m
	}
	for _, v := range deaths {
		if q := at(v); OnMap(q) {
			m.Deaths = append(m.Deaths, q)
		}
	}
	return m
}

// OnMap reports whether a point is within its map.
func OnMap(q hud.HomePoint) bool { return q.X >= 0 && q.X <= 1 && q.Y >= 0 && q.Y <= 1 }

// GroundMap returns the map of a level without deaths. at converts a place in the level to a point on the map.
func GroundMap(g *library.Ground) (m hud.HomeMap, at func(mgl32.Vec3) hud.HomePoint) {
	low, high := g.Walked.Points[0], g.Walked.Points[0]
	reach := func(v mgl32.Vec3) {
		for k := range 2 {
			low[k], high[k] = min(low[k], v[k]), max(high[k], v[k])
		}
	}
	for _, v := range g.Walked.Points {
		reach(v)
	}
	if len(g.Plan.Lines) > 0 {
		reach(g.Plan.Box[0])
		reach(g.Plan.Box[1])
	}
	size := high.Sub(low)
	if size[0] <= 0 || size[1] <= 0 {
		return m, nil
	}
	at = func(v mgl32.Vec3) hud.HomePoint {
		return hud.HomePoint{X: (v[0] - low[0]) / size[0], Y: (v[1] - low[1]) / size[1]}
	}
	if m.Aspect = size[0] / size[1]; m.Aspect < 1 { // turn it, since its space on the page is wide
		upright := at
		at = func(v mgl32.Vec3) hud.HomePoint { q := upright(v); return hud.HomePoint{X: q.Y, Y: 1 - q.X} }
		m.Aspect = 1 / m.Aspect
	}
	for edge := float32(survey.HeatSize); ; edge *= 2 {
		if m.Cells = cellsOf(g.Walked, edge, at); len(m.Cells) <= maxMapCells {
			break
		}
	}
	m.Lines = strokesOf(g.Plan, max(size[0], size[1]), at)
	return m, at
}

// cellsOf returns the heat map in cells with edges of edge units, regardless of heights. Neighbors along x with the
// same heat are merged.
func cellsOf(w *survey.Walked, edge float32, at func(mgl32.Vec3) hud.HomePoint) (list []hud.HomeCell) {
	counts := map[[2]int32]uint32{} // keyed by y and x
	top := uint32(1)
	for i, v := range w.Points {
		cell := [2]int32{int32(math.Floor(float64(v[1] / edge))), int32(math.Floor(float64(v[0] / edge)))}
		counts[cell] += w.Counts[i]
		top = max(top, counts[cell])
	}
	cells := make([][2]int32, 0, len(counts))
	for cell := range counts {
		cells = append(cells, cell)
	}
	slices.SortFunc(cells, func(a, b [2]int32) int { return slices.Compare(a[:], b[:]) })
	heat := func(cell [2]int32) int { return int(draw.HeatOf(counts[cell], top)*(mapHeats-1) + 0.5) }
	for i := 0; i < len(cells); {
		first := cells[i]
		last := first
		for i++; i < len(cells) && cells[i] == [2]int32{last[0], last[1] + 1} && heat(cells[i]) == heat(first); i++ {
			last = cells[i]
		}
		p, q := at(mgl32.Vec3{float32(first[1]) * edge, float32(first[0]) * edge}),
			at(mgl32.Vec3{float32(last[1]+1) * edge, float32(last[0]+1) * edge})
		list = append(list, hud.HomeCell{
			Low: hud.HomePoint{X: min(p.X, q.X), Y: min(p.Y, q.Y)}, High: hud.HomePoint{X: max(p.X, q.X),
				Y: max(p.Y, q.Y)}, Heat: float32(heat(first)) / (mapHeats - 1),
		})
	}
	return list
}

// strokesOf returns the lines of a plan without those too short to see. size is the longer side of the plan, in units.
func strokesOf(p *survey.Plan, size float32, at func(mgl32.Vec3) hud.HomePoint) (list []hud.HomeStroke) {
	for i := range p.Lines {
		points := p.Lines[i].Points
		from := points[0]
		for n, v := range points[1:] {
			if len(list) == maxMapLines {
				return list
			}
			if n+2 < len(points) && v.Sub(from).Len() < size*mapDetail {
				continue
			}
			list = append(list, hud.HomeStroke{From: at(from), To: at(v)})
			from = v
		}
	}
	return list
}

// plotStep is how many seconds the arrow keys move the cursor in the plot, and plotLeap how many Page Up and Page Down
// do.
const plotStep, plotLeap = 5, 60

// clockAt returns the time at a fraction of the plot's width, in viewer's seconds.
func (k *demoPage) clockAt(part float32) float64 { return k.from + float64(part)*(k.to-k.from) }

// cursorClock returns the time of the cursor in the plot, in viewer's seconds. The cursor starts at the selected
// moment.
func (k *demoPage) cursorClock() float64 {
	if !k.cursorMoved && k.at < len(k.clocks) {
		k.cursor = k.clocks[k.at]
	}
	k.cursorMoved = true
	k.cursor = max(k.from, min(k.cursor, k.to))
	return k.cursor
}

// showCursor shows the time under the pointer in the plot, or that of the cursor if the plot has the focus.
func (h *home) showCursor(in *input) {
	k, l := h.pager.now, &h.layout
	if k == nil {
		return
	}
	p := &k.Page.Plot
	clock, shown := 0., false
	if part, _ := l.Hit(&h.hudIn, in.x, in.y); part == hud.HomePlotAt && h.hudIn.MouseKnown {
		clock, shown = k.clockAt(l.PlotAt(in.x)), true
	} else if h.focus == focusPlot {
		clock, shown = k.cursorClock(), true
	}
	p.Focused = h.focus == focusPlot
	if !shown || !(k.to > k.from) {
		p.Time = ""
		return
	}
	p.Cursor = float32((clock - k.from) / (k.to - k.from))
	if second := int(clock); p.Time == "" || second != k.shownSecond {
		p.Time, k.shownSecond = humanize.Clock(clock), second
	}
}

// navigatePlot handles a key in the plot.
func (h *home) navigatePlot(key control.Key) {
	k := h.pager.now
	if k == nil {
		return
	}
	at := k.cursorClock()
	switch key {
	case control.KeyArrowLeft:
		at -= plotStep
	case control.KeyArrowRight:
		at += plotStep
	case control.KeyPageUp:
		at -= plotLeap
	case control.KeyPageDown:
		at += plotLeap
	case control.KeyHome:
		at = k.from
	case control.KeyEnd:
		at = k.to
	case control.KeyArrowUp:
		h.focus = focusTable
	case control.KeyArrowDown:
		h.focus = focusPage
	}
	k.cursor = max(k.from, min(at, k.to))
}

// playAt plays the page's demo from a time, in viewer's seconds.
func (h *home) playAt(clock float64) {
	if k := h.pager.now; k != nil {
		h.host.startOpening(openRequest{paths: []string{k.row.Places[0].Name()}, step: 1, newList: true, clock: clock})
	}
}
