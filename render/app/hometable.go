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
	rows     []*library.Row
	filtered []*library.Row // rows that pass the filter
	narrowed []*library.Row // memory for rows
	version  int            // counts the changes of rows and columns
	// columnsShown are indices of demoColumns. demoHeads are these columns.
	columnsShown []int
	demoHeads    []hud.HomeColumn

	// filtering is set while the rows of a long list are selected in the background. again is set if something has
	// changed since, and anew if the first row is to be selected afterwards.
	filtering, refilter, selectFirst bool
	selected                         chan selection
	spare                            []*library.Row // memory of earlier rows
	unreadable                       int            // unreadable files among rows
	emptyReason                      string         // why there are no rows; may be empty
	wake                             func()

	// moments is set if the table shows found, sorted by momentsBy.
	moments    bool
	found      []moment
	foundIn    int // number of demos with moments
	unjudged   int // possible moments that the demos lack the data to judge
	full       bool
	momentsBy  int // index of momentColumns; -1 for the order in which they were found
	momentsRev bool
	pending    *library.Filter // filter whose moments are still to be searched for

	demos, hits cursor

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
	t.wake, t.selected = wake, make(chan selection, 1)
	t.by, t.descending = library.ByDate, library.ByDate.Descending()
	t.list = &library.List{}
	t.chips = map[recent.Entry]hud.HomeChip{}
	t.momentsBy = -1
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
	t.hits, t.selectFirst = cursor{}, true
	t.found, t.foundIn, t.full, t.unjudged = nil, 0, false, 0
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
	switch {
	case t.filtering:
		t.refilter = true
	case t.list.Len() <= maxFilteredInFrame:
		t.showSelection(selectionOf(t.list, t.spare[:0], t.filter, t.by, t.descending))
	default:
		t.filtering = true
		list, rows, filter, by, descending := t.list, t.spare[:0], t.filter, t.by, t.descending
		go func() {
			var s selection
			_ = fault.Guard("filtering the library", func() { s = selectionOf(list, rows, filter, by, descending) })
			t.selected <- s
			t.wake()
		}()
	}
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
	case s := <-t.selected:
		t.filtering = false
		t.showSelection(s)
		if t.refilter {
			t.refilter = false
			t.filterRows()
		}
	default:
	}
}

// showSelection shows newly selected rows.
func (t *table) showSelection(s selection) {
	t.unreadable, t.emptyReason = s.unreadable, s.why
	t.filtered, t.spare = s.rows, t.filtered
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
		t.narrowed = t.withFound(t.narrowed[:0], rows)
		t.rows, t.unreadable = t.narrowed, 0
	}
	t.version++
	if at == nil {
		t.demos, t.selectFirst = cursor{}, t.refilter && t.selectFirst
		return
	}
	below := t.demos.at - t.demos.top
	i := slices.IndexFunc(t.rows, func(r *library.Row) bool { return r.Key == at.Key && r.ID == at.ID })
	t.demos.at = max(0, i)
	t.demos.top = max(0, t.demos.at-below)
}

// withFound appends to dst the rows of demos in which moments were found.
func (t *table) withFound(dst, rows []*library.Row) []*library.Row {
	has := map[library.Key]bool{}
	for i := range t.found {
		has[t.found[i].row.Key] = true
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
		if t.momentsBy == column {
			t.momentsRev = !t.momentsRev
		} else {
			t.momentsBy, t.momentsRev = column, false
		}
		t.sortMoments()
		return
	}
	if column < 0 || column >= len(t.columnsShown) {
		return
	}
	if by := demoColumns[t.columnsShown[column]].by; by == t.by {
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
		return t.momentsBy, t.momentsRev
	}
	return slices.IndexFunc(t.columnsShown, func(i int) bool { return demoColumns[i].by == t.by }), t.descending
}

// sortMoments sorts the moments and keeps the same one selected.
func (t *table) sortMoments() {
	at := -1
	if t.hits.at < len(t.found) {
		at = t.found[t.hits.at].order
	}
	var by func(a, b *moment) int
	switch t.momentsBy {
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
	slices.SortFunc(t.found, func(a, b moment) int {
		c := by(&a, &b)
		if t.momentsRev {
			c = -c
		}
		return cmp.Or(c, cmp.Compare(a.order, b.order))
	})
	t.version++
	if at >= 0 {
		t.hits.at = max(0, slices.IndexFunc(t.found, func(m moment) bool { return m.order == at }))
	}
}

// cursor returns the cursor of the rows that are shown.
func (t *table) cursor() *cursor {
	if t.moments {
		return &t.hits
	}
	return &t.demos
}

// count returns the number of rows.
func (t *table) count() int {
	if t.moments {
		return len(t.found)
	}
	return len(t.rows)
}

// row returns the selected demo, nil if there is none.
func (t *table) row() *library.Row { return t.rowAt(t.cursor().at) }

// rowAt returns the demo of a row, nil if there is none.
func (t *table) rowAt(i int) *library.Row {
	switch {
	case i < 0 || i >= t.count():
		return nil
	case t.moments:
		return t.found[i].row
	}
	return t.rows[i]
}

// goTo selects a row and scrolls it into view.
func (t *table) goTo(at, visible int) {
	c := t.cursor()
	c.at, c.chosen = max(0, min(at, t.count()-1)), true
	c.top = max(c.at-visible+1, min(c.top, c.at))
}

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
	if len(f.results) != len(t.found) || f.shown >= len(t.found) {
		return
	}
	if m := &t.found[f.shown]; m.from == f.results[f.shown].clock && m.row.Places[0].Name() == f.paths[f.shown] {
		t.hits.choose(f.shown)
	}
}

// scroll scrolls the rows. The cursor stays where it is.
func (t *table) scroll(by, visible int) { t.scrollTo(t.cursor().top+by, visible) }

func (t *table) scrollTo(top, visible int) {
	t.cursor().top = max(0, min(top, t.count()-visible))
}

func (t *table) columns() []hud.HomeColumn {
	if t.moments {
		return momentColumns
	}
	return t.demoHeads
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
				s.rows = append(s.rows, momentRow(&t.found[i]))
				s.ofFiles = s.ofFiles || t.found[i].row.DateFrom == library.FromFile
			} else {
				s.rows = append(s.rows, t.demoRow(t.rows[i]))
				s.ofFiles = s.ofFiles || t.rows[i].DateFrom == library.FromFile && t.columnsShown[0] == 0
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
	t.version++
}

// columnsSetting is the name of the setting for the columns of demos.
const columnsSetting = "library-columns"

// shownColumns returns the columns that are shown as a value of the setting library-columns.
func (t *table) shownColumns() (names setting.Value) {
	for _, i := range t.columnsShown {
		names = append(names, demoColumns[i].by.String())
	}
	return names
}

// demoRow returns the cells of a demo for the columns that are shown.
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
			row.Cells[n] = "Unreadable: " + Readable(short)
		case c.by == library.ByPlayers:
			row.Cells[n] = Readable(r.File())
		}
	}
	return row
}

// reasonColumn returns the column that says why a file is unreadable: players, or result if the players' column shows
// the file name.
func (t *table) reasonColumn() library.Column {
	for _, i := range t.columnsShown {
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
		at := slices.Index(t.columnsShown, i)
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
	h.host.saved().set(columnsSetting, t.shownColumns())
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
