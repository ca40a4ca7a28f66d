package app

import (
	"cmp"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"demoscope/internal/fault"
	"demoscope/internal/humanize"
	"demoscope/player/charset"
	"demoscope/player/library"
	"demoscope/player/pattern"
	"demoscope/player/recent"
	"demoscope/player/world"
	"demoscope/render/control"
	"demoscope/render/hud"
	"demoscope/render/setting"
)

// table is the table of demos, or of moments in them.
type table struct {
	list    *library.List
	listAge float64 // seconds since list was taken
	text    string  // the query
	filter  *library.Filter
	// problem describes an error in text. filter is then that of the previous query.
	problem string

	by         library.Column
	descending bool
	// rows are the rows of kept that are shown: all of them, unless a search for moments decides which demos match.
	rows         []*library.Row
	filtered     []*library.Row // rows that pass the filter
	narrowed     []*library.Row // memory for rows
	version      int            // counts the changes of rows and columns
	shownColumns shownColumns

	selecting   selecting
	selectFirst bool   // the next selection begins with its first row
	unreadable  int    // unreadable files among rows
	emptyReason string // why there are no rows; may be empty

	moments bool // the table shows found
	found   foundMoments
	pending *library.Filter // filter whose moments are still to be searched for
	demos   cursor

	shown      cells
	chips      map[recent.Entry]hud.HomeChip
	statusKey  statusKey
	statusLine string
}

// cursor is the selected row of a table and its first visible row.
type cursor struct {
	at, top int
	chosen  bool // by the viewer; until then the first row stays selected, even if a new list changes it
}

// choose selects another row and shows it at the same height.
func (c *cursor) choose(at int) {
	*c = cursor{at: at, top: c.top + at - c.at, chosen: true}
}

// goTo selects one of count rows and scrolls it into view.
func (c *cursor) goTo(at, count, visible int) {
	c.at, c.chosen = max(0, min(at, count-1)), true
	c.top = max(c.at-visible+1, min(c.top, c.at))
}

// scrollTo makes another row the first visible one. The same row stays selected.
func (c *cursor) scrollTo(top, count, visible int) { c.top = max(0, min(top, count-visible)) }

// moment is a moment found in a demo.
type moment struct {
	row          *library.Row
	from, to     float64
	player, what string
	words        string // player and what in words, made when first needed
	hit          *pattern.Hit
	game         world.Game
	order        int // number in the order in which moments were found
}

// cells are the visible rows as made last, and what they depend on.
type cells struct {
	version, top, visible int
	moments               bool
	ofFiles               bool // some dates are in parentheses
	rows                  []hud.HomeRow
}

const (
	// maxMoments is the maximum number of moments listed: 3,000 demos have about a million kills.
	maxMoments = 20_000
	// listInterval is how often the table takes a newer list during a scan, in seconds.
	listInterval = 0.5
	// maxFilteredInFrame is the maximum number of demos filtered within a frame. Longer lists are filtered in the
	// background.
	maxFilteredInFrame = 4000
)

// momentColumns are the columns of moments.
var momentColumns = []hud.HomeColumn{
	{Name: "time", Width: 70, Time: true}, {Name: "player", Width: 110, Grow: 0.5}, {Name: "what", Width: 250, Grow: 2},
	{Name: "map", Width: 92, Grow: 0.3},
	{Name: "date", Width: 108, Drop: 1}, {Name: "demo", Width: 190, Grow: 1, Drop: 2},
}

func (t *table) init(wake func()) {
	t.selecting = selecting{wake: wake, ready: make(chan selection, 1)}
	t.by, t.descending = library.ByDate, library.ByDate.Descending()
	t.list = &library.List{}
	t.chips = map[recent.Entry]hud.HomeChip{}
	t.found.by = -1
	t.setColumns(nil)
	t.filter, _ = library.ParseFilter("")
}

// update takes a newer list, dt seconds after the last call. It takes a growing list every listInterval seconds.
func (t *table) update(list *library.List, dt float64) {
	if t.listAge += dt; list == t.list || t.listAge < listInterval && t.list.Len() > 0 {
		return
	}
	t.list, t.listAge = list, 0
	go list.Prepare()
	t.filterRows()
	if t.hasMoments() {
		t.pending = t.filter
	}
}

// setQuery uses the typed text as the filter.
func (t *table) setQuery(text string) {
	if text == t.text {
		return
	}
	filter, err := library.ParseFilter(text)
	t.text, t.problem = text, ""
	if err != nil {
		t.problem = err.Error()
		if s := new(pattern.SyntaxError); errors.As(err, &s) {
			t.problem = UpperFirst(s.Message)
		}
		return
	}
	t.filter = filter
	t.selectFirst = true
	t.found = foundMoments{by: t.found.by, reversed: t.found.reversed}
	t.filterRows()
	t.moments, t.pending = t.hasMoments(), nil
	if t.moments {
		t.pending = filter
	}
}

// hasMoments reports whether the filter asks for moments.
func (t *table) hasMoments() bool {
	q := t.filter.Query
	return q.Named || len(q.Conditions) > 0 || !t.filter.Exact()
}

// filterRows selects the rows again, in the background if the list is long.
func (t *table) filterRows() {
	s, list, filter, by, descending := &t.selecting, t.list, t.filter, t.by, t.descending
	switch spare := s.spare[:0]; {
	case s.running:
		s.again = true
	case list.Len() <= maxFilteredInFrame:
		t.showSelection(selectionOf(list, spare, filter, by, descending))
	default:
		s.start(func() selection { return selectionOf(list, spare, filter, by, descending) })
	}
}

// selecting selects the rows of a long list in the background.
type selecting struct {
	running bool
	again   bool // something has changed since it began
	ready   chan selection
	spare   []*library.Row // memory of earlier rows
	wake    func()         // ends the window's wait for input
}

// start calls what in the background.
func (s *selecting) start(what func() selection) {
	s.running = true
	ready, wake := s.ready, s.wake
	go func() {
		var got selection
		_ = fault.Guard("filtering the library", func() { got = what() })
		ready <- got
		wake()
	}()
}

// selection holds the rows that pass a filter.
type selection struct {
	rows       []*library.Row
	unreadable int    // unreadable files among rows
	why        string // why there are none; may be empty
}

func selectionOf(list *library.List, spare []*library.Row, filter *library.Filter, by library.Column, descending bool) (
	s selection) {
	s.rows = list.Select(spare, filter, by, descending)
	if list.Unreadable() > 0 {
		s.unreadable = unreadableLast(s.rows)
	}
	if len(s.rows) == 0 && list.Len() > 0 {
		s.why = list.Missing(filter)
	}
	return s
}

// unreadableLast moves unreadable files behind the demos and keeps the order otherwise. It returns their number.
func unreadableLast(rows []*library.Row) int {
	var last []*library.Row
	n := 0
	for _, r := range rows {
		if r.Unreadable() {
			last = append(last, r)
		} else {
			rows[n] = r
			n++
		}
	}
	copy(rows[n:], last)
	return len(last)
}

// take takes the rows that were selected in the background.
func (t *table) take() {
	select {
	case s := <-t.selecting.ready:
		t.selecting.running = false
		t.showSelection(s)
		if t.selecting.again {
			t.selecting.again = false
			t.filterRows()
		}
	default:
	}
}

// showSelection shows newly selected rows.
func (t *table) showSelection(s selection) {
	t.unreadable, t.emptyReason = s.unreadable, s.why
	t.filtered, t.selecting.spare = s.rows, t.filtered
	t.showDemos(s.rows)
}

// narrow updates the rows if they depend on the moments found.
func (t *table) narrow() {
	if !t.filter.Exact() {
		t.showDemos(t.filtered)
	}
}

// showDemos shows the rows that match the query. If the viewer has chosen a demo or scrolled, the same demo stays
// selected.
func (t *table) showDemos(rows []*library.Row) {
	var at *library.Row
	if i := t.demos.at; i < len(t.rows) && !t.selectFirst && (t.demos.chosen || t.demos.top > 0) {
		at = t.rows[i]
	}
	t.rows = rows
	if !t.filter.Exact() {
		t.narrowed = t.found.demosOf(t.narrowed[:0], rows)
		t.rows, t.unreadable = t.narrowed, 0
	}
	t.version++
	if at == nil {
		t.demos, t.selectFirst = cursor{}, t.selecting.again && t.selectFirst
		return
	}
	below := t.demos.at - t.demos.top
	i := slices.IndexFunc(t.rows, func(r *library.Row) bool { return r.Key == at.Key && r.ID == at.ID })
	t.demos.at = max(0, i)
	t.demos.top = max(0, t.demos.at-below)
}

// foundMoments are the moments that a search found, and the selected one.
type foundMoments struct {
	list     []moment
	demos    int  // number of demos with moments
	unjudged int  // possible moments that the demos lack the data to judge
	full     bool // there are more
	by       int  // index of momentColumns; -1 for the order in which they were found
	reversed bool
	cursor   cursor
}

// demosOf appends to dst those of rows in whose demos moments were found.
func (f *foundMoments) demosOf(dst, rows []*library.Row) []*library.Row {
	has := map[library.Key]bool{}
	for i := range f.list {
		has[f.list[i].row.Key] = true
	}
	for _, r := range rows {
		if has[r.Key] {
			dst = append(dst, r)
		}
	}
	return dst
}

// toggle switches between moments and their demos. The same demo stays selected.
func (t *table) toggle() {
	at := t.row()
	t.moments = !t.moments
	if !t.moments {
		t.narrow()
	}
	if now := t.row(); at == nil || now != nil && sameDemo(now, at) {
		return
	}
	for i := range t.count() {
		if sameDemo(t.rowAt(i), at) {
			t.cursor().choose(i)
			return
		}
	}
}

// sortBy sorts by a column, or reverses the order if the table is sorted by it.
func (t *table) sortBy(column int) {
	if t.moments {
		if f := &t.found; f.by == column {
			f.reversed = !f.reversed
		} else {
			f.by, f.reversed = column, false
		}
		t.found.sort()
		t.version++
		return
	}
	if column < 0 || column >= len(t.shownColumns.list) {
		return
	}
	if by := demoColumns[t.shownColumns.list[column]].by; by == t.by {
		t.descending = !t.descending
	} else {
		t.by, t.descending = by, by.Descending()
	}
	t.filterRows()
	t.demos.top = max(0, t.demos.at-1)
}

// orderSetting is the name of the setting for the sort order of demos.
const orderSetting = "library-sort"

// reversed is the suffix of a value of library-sort that reverses the column's default order.
const reversed = "-reversed"

// order returns the sort order as a value of the setting library-sort.
func (t *table) order() string {
	if t.descending != t.by.Descending() {
		return t.by.String() + reversed
	}
	return t.by.String()
}

// setOrder sets the sort order from a value of the setting library-sort.
func (t *table) setOrder(order string) {
	name, other := strings.CutSuffix(order, reversed)
	if by, ok := library.ColumnNamed(name); ok {
		t.by, t.descending = by, by.Descending() != other
	}
}

// sorted returns the column that the table is sorted by, -1 for none.
func (t *table) sorted() (column int, descending bool) {
	if t.moments {
		return t.found.by, t.found.reversed
	}
	by := func(i int) bool { return demoColumns[i].by == t.by }
	return slices.IndexFunc(t.shownColumns.list, by), t.descending
}

// sort sorts the moments and keeps the same one selected.
func (f *foundMoments) sort() {
	at := -1
	if f.cursor.at < len(f.list) {
		at = f.list[f.cursor.at].order
	}
	var by func(a, b *moment) int
	switch f.by {
	case 0:
		by = func(a, b *moment) int { return cmp.Compare(a.from, b.from) }
	case 1:
		by = func(a, b *moment) int { return cmp.Compare(strings.ToLower(a.player), strings.ToLower(b.player)) }
	case 2:
		by = func(a, b *moment) int { return pattern.Better(a.hit, b.hit) }
	case 3:
		by = func(a, b *moment) int { return cmp.Compare(a.hit.Map, b.hit.Map) }
	case 4:
		by = func(a, b *moment) int { return cmp.Compare(b.row.Instant(), a.row.Instant()) }
	case 5:
		by = func(a, b *moment) int { return cmp.Compare(a.row.File(), b.row.File()) }
	default:
		by = func(*moment, *moment) int { return 0 }
	}
	slices.SortFunc(f.list, func(a, b moment) int {
		c := by(&a, &b)
		if f.reversed {
			c = -c
		}
		return cmp.Or(c, cmp.Compare(a.order, b.order))
	})
	if at >= 0 {
		f.cursor.at = max(0, slices.IndexFunc(f.list, func(m moment) bool { return m.order == at }))
	}
}

// cursor returns the cursor of the rows that are shown.
func (t *table) cursor() *cursor {
	if t.moments {
		return &t.found.cursor
	}
	return &t.demos
}

// count returns the number of rows.
func (t *table) count() int {
	if t.moments {
		return len(t.found.list)
	}
	return len(t.rows)
}

// moment returns the selected moment, nil if there is none or the table shows demos.
func (t *table) moment() *moment {
	if f := &t.found; t.moments && f.cursor.at < len(f.list) {
		return &f.list[f.cursor.at]
	}
	return nil
}

// row returns the selected demo, nil if there is none.
func (t *table) row() *library.Row { return t.rowAt(t.cursor().at) }

// rowAt returns the demo of a row, nil if there is none.
func (t *table) rowAt(i int) *library.Row {
	switch {
	case i < 0 || i >= t.count():
		return nil
	case t.moments:
		return t.found.list[i].row
	}
	return t.rows[i]
}

func (t *table) goTo(at, visible int) { t.cursor().goTo(at, t.count(), visible) }

// openRequest returns how to open the selected demo. The playlist has all readable demos of the table.
func (t *table) openRequest() openRequest {
	o := openRequest{fromTable: true, step: 1, noFallback: true, newList: true}
	for i, r := range t.rows {
		if i == t.demos.at {
			o.index = len(o.paths)
		}
		if !r.Unreadable() {
			o.paths = append(o.paths, r.Places[0].Name())
		}
	}
	return o
}

// selectPlayed selects the demo or the moment that was played last, if it is still in the table.
func (t *table) selectPlayed(f *playlist) {
	if !t.moments {
		if f.fromTable && f.shown < len(f.paths) {
			at := slices.IndexFunc(t.rows, func(r *library.Row) bool { return r.Places[0].Name() == f.paths[f.shown] })
			if at >= 0 {
				t.demos.choose(at)
			}
		}
		return
	}
	if len(f.results) != len(t.found.list) || f.shown >= len(t.found.list) {
		return
	}
	if m := &t.found.list[f.shown]; m.from == f.results[f.shown].clock && m.row.Places[0].Name() == f.paths[f.shown] {
		t.found.cursor.choose(f.shown)
	}
}

func (t *table) scroll(by, visible int) { t.scrollTo(t.cursor().top+by, visible) }

func (t *table) scrollTo(top, visible int) { t.cursor().scrollTo(top, t.count(), visible) }

func (t *table) columns() []hud.HomeColumn {
	if t.moments {
		return momentColumns
	}
	return t.shownColumns.heads
}

// show fills in the visible rows.
func (t *table) show(in *hud.Home, visible int) {
	c := t.cursor()
	count := t.count()
	c.at = max(0, min(c.at, count-1))
	c.top = max(0, min(c.top, count-visible))
	in.Sort, in.Descending = t.sorted()
	in.Count, in.Top, in.Selected = count, c.top, c.at
	s := &t.shown
	if s.rows == nil || s.version != t.version || s.top != c.top || s.visible != visible || s.moments != t.moments {
		*s = cells{version: t.version, top: c.top, visible: visible, moments: t.moments, rows: s.rows[:0]}
		for i := c.top; i < min(count, c.top+visible); i++ {
			if t.moments {
				s.rows = append(s.rows, momentRow(&t.found.list[i]))
				s.ofFiles = s.ofFiles || t.found.list[i].row.DateFrom == library.FromFile
			} else {
				s.rows = append(s.rows, t.shownColumns.cells(t.rows[i]))
				s.ofFiles = s.ofFiles || t.rows[i].DateFrom == library.FromFile &&
					t.shownColumns.list[0] == 0
			}
		}
		if s.rows == nil {
			s.rows = []hud.HomeRow{}
		}
	}
	in.Rows = s.rows
}

// momentWords returns a moment's kind, player and action as one text.
func momentWords(kind pattern.Kind, player, what string) string {
	text := kind.String()
	if player != "" {
		text += ", " + player
	}
	return text + ": " + what
}

// gameNames has the display names of the games.
var gameNames = map[string]string{"quake": "Quake", "quakeworld": "QuakeWorld", "quake2": "Quake II",
	"quake3": "Quake III"}

// dateOf returns the date of a demo, in parentheses if it is the file's.
func dateOf(r *library.Row) string {
	date := r.Day()
	if date != "" && r.DateFrom == library.FromFile {
		date = "(" + date + ")"
	}
	return Readable(date)
}

// momentRow returns the cells of a moment for momentColumns.
func momentRow(m *moment) (row hud.HomeRow) {
	row.Cells = [hud.MaxHomeColumns]string{humanize.Clock(m.from), m.player, m.what,
		Readable(charset.MapName(m.game, m.hit.Map)), dateOf(m.row), Readable(m.row.File())}
	return row
}

// dropUnprintable drops unprintable characters, for [strings.Map].
func dropUnprintable(r rune) rune {
	if !unicode.IsPrint(r) {
		return -1
	}
	return r
}

// demoColumn is a possible column of the table of demos.
type demoColumn struct {
	hud.HomeColumn
	by   library.Column
	cell func(*library.Row) string // text of a readable demo
}

// demoColumns are the columns of demos, in order. The setting library-columns uses the library's names for them. A
// column that is not shown by default is the viewer's choice, so it is among the last to be dropped when space is
// scarce.
var demoColumns = [...]demoColumn{
	{hud.HomeColumn{Name: "date", Width: 108, Drop: 3}, library.ByDate, dateOf},
	{hud.HomeColumn{Name: "game", Width: 96, Drop: 4}, library.ByGame, func(r *library.Row) string {
		return gameNames[r.Game]
	}},
	{hud.HomeColumn{Name: "map", Width: 92, Grow: 0.3}, library.ByMap, func(r *library.Row) string {
		return Readable(r.Map())
	}},
	{hud.HomeColumn{Name: "mode", Width: 58, Drop: 2}, library.ByMode, func(r *library.Row) string {
		return Readable(r.Mode)
	}},
	{hud.HomeColumn{Name: "players", Width: 170, Grow: 2}, library.ByPlayers, sidesOf},
	{hud.HomeColumn{Name: "result", Width: 150, Grow: 1.4, Drop: 1}, library.ByResult, func(r *library.Row) string {
		return Readable(r.Result)
	}},
	{hud.HomeColumn{Name: "length", Width: 62, Time: true}, library.ByLength, func(r *library.Row) string {
		return humanize.Clock(r.Length)
	}},
	{hud.HomeColumn{Name: "file", Width: 120, Grow: 1, Drop: 2}, library.ByFile, func(r *library.Row) string {
		return Readable(r.File())
	}},
	{hud.HomeColumn{Name: "best moment", Width: 190, Grow: 1.5, Drop: 5}, library.ByBest, bestOf},
	{hud.HomeColumn{Name: "recorder", Width: 96, Grow: 0.4, Drop: 1}, library.ByRecorder, func(r *library.Row) string {
		return Readable(r.Recorder)
	}},
	{hud.HomeColumn{Name: "format", Width: 64, Drop: 1}, library.ByFormat, func(r *library.Row) string {
		return r.Format
	}},
	{hud.HomeColumn{Name: "size", Width: 76, Drop: 1, Time: true}, library.BySize, func(r *library.Row) string {
		return humanize.Bytes(r.Size)
	}},
	{hud.HomeColumn{Name: "damage", Width: 90, Grow: 0.4, Drop: 1}, library.ByDamage, func(r *library.Row) string {
		return Readable(r.Damage)
	}},
	{hud.HomeColumn{Name: "folder", Width: 130, Grow: 1, Drop: 1}, library.ByFolder, func(r *library.Row) string {
		return Readable(filepath.Dir(r.Places[0].Name()))
	}},
}

// sidesOf returns the players of a demo, or its file name if they are unknown.
func sidesOf(r *library.Row) string {
	if sides := r.Sides(); sides != "" {
		return Readable(sides)
	}
	return Readable(r.File())
}

func bestOf(r *library.Row) string {
	if b := r.Best; b != nil {
		return Readable(momentWords(b.Kind, b.Player, b.What))
	}
	return ""
}

// setColumns shows the columns that a value of the setting library-columns names. If it names none, it shows the
// default columns.
func (t *table) setColumns(names setting.Value) {
	if t.shownColumns.set(names); len(t.shownColumns.list) == 0 && len(names) == 0 {
		t.shownColumns.set(setting.Find(columnsSetting).Usual)
	}
	t.version++
}

// shownColumns are the columns of demos that the viewer has chosen.
type shownColumns struct {
	list  []int // indices of demoColumns
	heads []hud.HomeColumn
}

func (s *shownColumns) set(names setting.Value) {
	s.list, s.heads = s.list[:0], s.heads[:0]
	for i := range demoColumns {
		if slices.Contains(names, demoColumns[i].by.String()) {
			s.list = append(s.list, i)
			s.heads = append(s.heads, demoColumns[i].HomeColumn)
		}
	}
}

// columnsSetting is the name of the setting for the columns of demos.
const columnsSetting = "library-columns"

// names returns the columns as a value of the setting library-columns.
func (s *shownColumns) names() (names setting.Value) {
	for _, i := range s.list {
		names = append(names, demoColumns[i].by.String())
	}
	return names
}

// demoRow returns the cells of a demo for the columns that are shown.
func (s *shownColumns) cells(r *library.Row) (row hud.HomeRow) {
	row.Dim = r.Unreadable()
	why := s.reason()
	for n, i := range s.list {
		c := &demoColumns[i]
		switch {
		case !row.Dim, c.by == library.ByDate, c.by == library.BySize, c.by == library.ByFile, c.by == library.ByFolder:
			row.Cells[n] = c.cell(r)
		case c.by == why:
			short, _, _ := strings.Cut(r.Why(), "; ")
			row.Cells[n] = "Unreadable: " + Readable(short)
		case c.by == library.ByPlayers:
			row.Cells[n] = Readable(r.File())
		}
	}
	return row
}

// reason returns the column that says why a file is unreadable: players, or result if the players' column shows
// the file name.
func (s *shownColumns) reason() library.Column {
	for _, i := range s.list {
		if demoColumns[i].by == library.ByFile {
			return library.ByPlayers
		}
	}
	return library.ByResult
}

// toggleColumns opens or closes the column menu.
func (h *home) toggleColumns() {
	switch {
	case h.menu.open:
		h.menu.open = false
	case h.games.shown:
		h.host.notices().say("Columns of live games are fixed")
	case h.table.moments:
		h.host.notices().say("Columns of moments are fixed")
	default:
		h.line.suggestions.hide()
		h.menu.open, h.menu.at = true, 0
	}
}

// columnsMenu is the menu in which the viewer chooses columns.
type columnsMenu struct {
	open bool
	at   int
	in   hud.HomeMenu
}

// show fills in the menu. It returns nil if the menu is closed.
func (m *columnsMenu) show(t *table, l *hud.HomeLayout) *hud.HomeMenu {
	if !m.open {
		return nil
	}
	m.in.Title, m.in.Selected, m.in.Rows = "Columns", m.at, m.in.Rows[:0]
	for i := range demoColumns {
		at := slices.Index(t.shownColumns.list, i)
		m.in.Rows = append(m.in.Rows, hud.HomeMenuRow{Name: demoColumns[i].Name, On: at >= 0, NoRoom: at >= 0 &&
			l.Columns[at].W <= 0})
	}
	return &m.in
}

// navigate handles a key while the column menu is open.
func (m *columnsMenu) navigate(k control.Key) {
	switch k {
	case control.KeyTab, control.KeyF9:
		m.open = false
	default:
		m.at = moveRow(k, m.at, len(demoColumns), len(demoColumns))
	}
}

// toggleColumn shows or hides a column and saves that. At least one column stays.
func (h *home) toggleColumn(i int) {
	t := &h.table
	if i < 0 || i >= len(demoColumns) {
		return
	}
	name := demoColumns[i].by.String()
	names := t.shownColumns.names()
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
	h.host.saved().set(columnsSetting, t.shownColumns.names())
}

// readColumns handles keys and the pointer while the column menu is open. A click outside closes it.
func (h *home) readColumns(in *input) {
	m := &h.menu
	for _, k := range in.navigation {
		m.navigate(k)
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
	if part, index := h.layout.Hit(&h.hudIn, in.x, in.y); part == hud.HomeMenuAt {
		if m.at = max(0, index); index >= 0 {
			h.toggleColumn(index)
		}
	} else {
		m.open = false
	}
}
