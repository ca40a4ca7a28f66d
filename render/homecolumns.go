package render

import (
	"path/filepath"
	"slices"
	"strings"

	"demoscope/internal/humanize"
	"demoscope/player/library"
	"demoscope/render/control"
	"demoscope/render/hud"
	"demoscope/render/setting"
)

// demoColumn is a column that the table of demos may have.
type demoColumn struct {
	hud.HomeColumn
	by   library.Column
	cell func(*library.Row) string // of a demo that can be read
}

// demoColumns are the columns of demos, in their order. Their names are those of the setting
// library-columns, which are those of the library. Whoever chooses one that is not usual wants to see it: it
// goes last where the room is scarce.
var demoColumns = [...]demoColumn{
	{hud.HomeColumn{Name: "date", Width: 108, Drop: 3}, library.ByDate, dateOf},
	{hud.HomeColumn{Name: "game", Width: 96, Drop: 4}, library.ByGame, func(r *library.Row) string {
		return gameNames[r.Game]
	}},
	{hud.HomeColumn{Name: "map", Width: 92, Grow: 0.3}, library.ByMap, func(r *library.Row) string {
		return readable(r.Map())
	}},
	{hud.HomeColumn{Name: "mode", Width: 58, Drop: 2}, library.ByMode, func(r *library.Row) string {
		return readable(r.Mode)
	}},
	{hud.HomeColumn{Name: "players", Width: 170, Grow: 2}, library.ByPlayers, sidesOf},
	{hud.HomeColumn{Name: "result", Width: 150, Grow: 1.4, Drop: 1}, library.ByResult, func(r *library.Row) string {
		return readable(r.Result)
	}},
	{hud.HomeColumn{Name: "length", Width: 62, Time: true}, library.ByLength, func(r *library.Row) string {
		return humanize.Clock(r.Length)
	}},
	{hud.HomeColumn{Name: "file", Width: 120, Grow: 1, Drop: 2}, library.ByFile, func(r *library.Row) string {
		return readable(r.File())
	}},
	{hud.HomeColumn{Name: "best moment", Width: 190, Grow: 1.5, Drop: 5}, library.ByBest, bestOf},
	{hud.HomeColumn{Name: "recorder", Width: 96, Grow: 0.4, Drop: 1}, library.ByRecorder, func(r *library.Row) string {
		return readable(r.Recorder)
	}},
	{hud.HomeColumn{Name: "format", Width: 64, Drop: 1}, library.ByFormat, func(r *library.Row) string {
		return r.Format
	}},
	{hud.HomeColumn{Name: "size", Width: 76, Drop: 1, Time: true}, library.BySize, func(r *library.Row) string {
		return humanize.Bytes(r.Size)
	}},
	{hud.HomeColumn{Name: "damage", Width: 90, Grow: 0.4, Drop: 1}, library.ByDamage, func(r *library.Row) string {
		return readable(r.Damage)
	}},
	{hud.HomeColumn{Name: "folder", Width: 130, Grow: 1, Drop: 1}, library.ByFolder, func(r *library.Row) string {
		return readable(filepath.Dir(r.Places[0].Name()))
	}},
}

// sidesOf returns who played, or else the file.
func sidesOf(r *library.Row) string {
	if sides := r.Sides(); sides != "" {
		return readable(sides)
	}
	return readable(r.File())
}

func bestOf(r *library.Row) string {
	if b := r.Best; b != nil {
		return readable(momentWords(b.Kind, b.Player, b.What))
	}
	return ""
}

// setColumns shows the columns that a value of the setting library-columns names; the usual ones if it
// names none.
func (t *table) setColumns(names setting.Value) {
	t.columnsShown, t.demoHeads = t.columnsShown[:0], t.demoHeads[:0]
	for i := range demoColumns {
		if slices.Contains(names, demoColumns[i].by.String()) {
			t.columnsShown = append(t.columnsShown, i)
			t.demoHeads = append(t.demoHeads, demoColumns[i].HomeColumn)
		}
	}
	if len(t.columnsShown) == 0 && len(names) == 0 {
		t.setColumns(setting.Find(columnsSetting).Usual)
	}
	t.rowsOf++
}

// columnsSetting is the name of the setting.
const columnsSetting = "library-columns"

// shownColumns returns the value of the setting library-columns for what is shown.
func (t *table) shownColumns() (names setting.Value) {
	for _, i := range t.columnsShown {
		names = append(names, demoColumns[i].by.String())
	}
	return names
}

// demoRow writes a demo into the cells of the columns that are shown.
func (t *table) demoRow(r *library.Row) (row hud.HomeRow) {
	row.Dim = r.Unreadable()
	why := t.reasonColumn()
	for n, i := range t.columnsShown {
		c := &demoColumns[i]
		switch {
		case !row.Dim, c.by == library.ByDate, c.by == library.BySize, c.by == library.ByFile, c.by == library.ByFolder:
			row.Cells[n] = c.cell(r)
		case c.by == why:
			short, _, _ := strings.Cut(r.Why(), "; ")
			row.Cells[n] = "Unreadable: " + readable(short)
		case c.by == library.ByPlayers:
			row.Cells[n] = readable(r.File())
		}
	}
	return row
}

// reasonColumn returns the column that says why a file cannot be read: that of the players, or of the result if the
// players' column has the name of the file.
func (t *table) reasonColumn() library.Column {
	for _, i := range t.columnsShown {
		if demoColumns[i].by == library.ByFile {
			return library.ByPlayers
		}
	}
	return library.ByResult
}

// toggleColumns opens or closes the list of columns.
func (h *home) toggleColumns() {
	switch {
	case h.menu.open:
		h.menu.open = false
	case h.games.shown:
		h.host.notices().say("Columns of live games are fixed")
	case h.table.moments:
		h.host.notices().say("Columns of moments are fixed")
	default:
		h.noHelp()
		h.menu.open, h.menu.at = true, 0
	}
}

// columnsMenu is the list in which columns are chosen.
type columnsMenu struct {
	open bool
	at   int
	in   hud.HomeMenu
}

// show fills in the list.
func (m *columnsMenu) show(t *table, l *hud.HomeLayout) *hud.HomeMenu {
	if !m.open {
		return nil
	}
	m.in.Title, m.in.Selected, m.in.Rows = "Columns", m.at, m.in.Rows[:0]
	for i := range demoColumns {
		at := slices.Index(t.columnsShown, i)
		m.in.Rows = append(m.in.Rows, hud.HomeMenuRow{Name: demoColumns[i].Name, On: at >= 0, NoRoom: at >= 0 &&
			l.Columns[at].W <= 0})
	}
	return &m.in
}

// walk carries out a key while the list of columns is open.
func (m *columnsMenu) walk(k control.Key) {
	switch k {
	case control.KeyTab, control.KeyF9:
		m.open = false
	default:
		m.at = walked(k, m.at, len(demoColumns), len(demoColumns))
	}
}

// toggleColumn shows a column, or hides it, and keeps that. One stays.
func (h *home) toggleColumn(i int) {
	t := &h.table
	if i < 0 || i >= len(demoColumns) {
		return
	}
	name := demoColumns[i].by.String()
	names := t.shownColumns()
	if at := slices.Index(names, name); at >= 0 {
		names = slices.Delete(names, at, at+1)
	} else {
		names = append(names, name)
	}
	if len(names) == 0 {
		h.host.notices().say("At least one column stays")
		return
	}
	t.setColumns(names)
	h.host.store(columnsSetting, t.shownColumns())
}

// readColumns carries out what is typed, walked and clicked while the list of columns is open. A click beside
// it closes it.
func (h *home) readColumns(in *input) {
	m := &h.menu
	for _, k := range in.walked {
		m.walk(k)
	}
	if in.enter || string(in.typed) == " " {
		h.toggleColumn(m.at)
	}
	if in.escape {
		m.open = false
	}
	if !in.leftPressed && !in.rightPressed {
		return
	}
	if part, index := h.layout.Hit(&h.in, in.x, in.y); part == hud.HomeMenuAt {
		if m.at = max(0, index); index >= 0 {
			h.toggleColumn(index)
		}
	} else {
		m.open = false
	}
}
