package render

import (
	"demoscope/internal/humanize"
	"demoscope/render/control"
	"demoscope/render/hud"
)

// plotStep and plotLeap are how many seconds the arrow keys move in the plot, and Page Up and Page Down.
const plotStep, plotLeap = 5, 60

// at01 returns the time at a part of the plot of a page, in viewer's seconds.
func (k *demoPage) at01(part float32) float64 { return k.from + float64(part)*(k.to-k.from) }

// inPlot returns a time that is in the plot: where the keys were last, or at first where the selected moment is.
func (k *demoPage) inPlot() float64 {
	if !k.placed && k.at < len(k.clocks) {
		k.cursor = k.clocks[k.at]
	}
	k.placed = true
	k.cursor = max(k.from, min(k.cursor, k.to))
	return k.cursor
}

// showCursor says which time is at the pointer in the plot, or else where the keys are in it.
func (h *home) showCursor(in *input) {
	k, l := h.pager.now, &h.layout
	if k == nil {
		return
	}
	p := &k.page.Plot
	clock, shown := 0., false
	if part, _ := l.Hit(&h.in, in.x, in.y); part == hud.HomePlotAt && h.in.MouseKnown {
		clock, shown = k.at01(l.PlotAt(in.x)), true
	} else if h.focus == focusPlot {
		clock, shown = k.inPlot(), true
	}
	p.Focused = h.focus == focusPlot
	if !shown || !(k.to > k.from) {
		p.Time = ""
		return
	}
	p.Cursor = float32((clock - k.from) / (k.to - k.from))
	if second := int(clock); p.Time == "" || second != k.told {
		p.Time, k.told = humanize.Clock(clock), second
	}
}

// walkPlot carries out a key in the plot.
func (h *home) walkPlot(key control.Key) {
	k := h.pager.now
	if k == nil {
		return
	}
	at := k.inPlot()
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

// playAt plays the demo of the page from a time on, in viewer's seconds.
func (h *home) playAt(clock float64) {
	if k := h.pager.now; k != nil {
		h.host.start(opening{paths: []string{k.row.Places[0].Name()}, step: 1, fresh: true, clock: clock})
	}
}
