package app

import (
	"cmp"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"demoscope/formats"
	"demoscope/internal/fault"
	"demoscope/internal/humanize"
	"demoscope/player/library"
	"demoscope/player/recent"
	"demoscope/render/control"
	"demoscope/render/hud"
	"demoscope/render/setting"
)

// navigationKeys are the navigation keys of the demo browser. They are not in the table of commands, since letters are
// typed here.
var navigationKeys = [...]control.Key{
	control.KeyArrowUp, control.KeyArrowDown, control.KeyArrowLeft, control.KeyArrowRight, control.KeyPageUp,
	control.KeyPageDown, control.KeyHome, control.KeyEnd, control.KeyTab, control.KeyF2, control.KeyF3, control.KeyF5,
	control.KeyF6, control.KeyF7, control.KeyF8, control.KeyF9,
}

// readNavigation reads the navigationKeys. A key that is held repeats.
func (r *reader) readNavigation(shift bool, dt float64) {
	in := &r.in
	in.navigation, in.shifted = in.navigation[:0], shift
	for i, k := range navigationKeys {
		switch {
		case r.devices.KeyPressed(k):
			in.navigation = append(in.navigation, k)
			r.navigationHeld[i] = 0
		case r.devices.KeyDown(k):
			var again bool
			if r.navigationHeld[i], again = repeatTime(r.navigationHeld[i], dt); again {
				in.navigation = append(in.navigation, k)
			}
		}
	}
}

// lastClick is the last click on a row of the table.
type lastClick struct {
	row   int     // -1 for none
	since float64 // seconds
}

// doubleClick is the longest time between the two clicks of a double click, in seconds.
const doubleClick = 0.45

// read handles typed text, keys and the pointer.
func (h *home) read(in *input) {
	if h.menu.open {
		h.readColumns(in)
		return
	}
	was := len(h.line.query.Bytes())
	in.edit(&h.line.query)
	if len(in.typed) > 0 || len(h.line.query.Bytes()) != was {
		h.queryChanged()
	}
	for _, k := range in.navigation {
		h.navigate(k, in.shifted)
	}
	switch {
	case in.escape:
		h.escape()
	case in.enter:
		h.enter()
	}
	if h.shown {
		h.point(in)
	}
}

// queryChanged handles a change of the search line.
func (h *home) queryChanged() {
	l := &h.line
	text := l.query.String()
	l.path.text, l.path.enter = "", false
	if h.games.shown {
		if h.typedAddress() != "" {
			text = "" // an address is not a filter
		}
		h.games.filter(text)
		h.focus = focusTable
		return
	}
	if isPath(text) {
		l.path.text = text
		h.table.setQuery("")
	} else {
		h.table.setQuery(text)
	}
	h.focus = focusTable
	l.suggestions.wanted = text != ""
	l.suggest(h.table.list)
}

// searchLine is the line for a query or a path, with suggestions for completing it.
type searchLine struct {
	query       hud.Typed
	suggestions suggestions
	path        pathLine
	wake        func() // ends the window's wait for input
}

func newSearchLine(wake func()) searchLine {
	return searchLine{wake: wake, suggestions: suggestions{ready: make(chan suggestionResult, 1)},
		path: pathLine{ready: make(chan pathLookup, 1)}}
}

// suggestions are suggestions for completing the search line.
type suggestions struct {
	list   []library.Suggestion
	of     string                // the text that they complete
	wanted bool                  // the viewer is typing, so show them
	asking bool                  // they are being looked up in the background
	ready  chan suggestionResult // receives them
}

// suggestionResult holds the suggestions for a text.
type suggestionResult struct {
	text string
	list []library.Suggestion
}

// suggest looks up suggestions for a list of demos, in the background if there are many.
func (l *searchLine) suggest(list *library.List) {
	text := l.query.String()
	switch {
	case !l.suggestions.wanted:
		l.suggestions.list = l.suggestions.list[:0]
	case l.path.known():
		l.suggestions.show(text, l.path.result.next)
	case l.path.text != "":
		l.suggestions.list = l.suggestions.list[:0]
		l.startPathLookup()
	case list.Len() <= maxFilteredInFrame:
		l.suggestions.show(text, library.Complete(list, text, len(text)))
	case !l.suggestions.asking:
		l.suggestions.asking = true
		result, wake := l.suggestions.ready, l.wake
		go func() {
			r := suggestionResult{text: text}
			_ = fault.Guard("completing a query", func() { r.list = library.Complete(list, text, len(text)) })
			result <- r
			wake()
		}()
	}
}

// show shows the suggestions for a text.
func (s *suggestions) show(text string, list []library.Suggestion) {
	s.of = text
	s.list = append(s.list[:0], list[:min(len(list), maxSuggestions)]...)
}

// hide hides the suggestions.
func (s *suggestions) hide() { s.list, s.wanted = s.list[:0], false }

// take takes what was looked up in the background, and looks it up again if the text has changed since. It reports
// whether the typed path, for which Enter was pressed, is known now.
func (l *searchLine) take(list *library.List) (enter bool) {
	select {
	case r := <-l.suggestions.ready:
		l.suggestions.asking = false
		if r.text == l.query.String() && l.suggestions.wanted {
			l.suggestions.show(r.text, r.list)
		} else if l.path.text == "" {
			l.suggest(list)
		}
	default:
	}
	return l.takePathLookup()
}

// maxSuggestions is the maximum number of suggestions shown.
const maxSuggestions = 8

// complete inserts a suggestion into the line.
func (h *home) complete(i int) {
	if h.line.complete(i) {
		h.queryChanged()
	}
}

// complete inserts a suggestion, unless the text has changed since.
func (l *searchLine) complete(i int) (changed bool) {
	s, text := l.suggestions.list[i], l.query.String()
	if text != l.suggestions.of || s.From < 0 || s.From > s.To || s.To > len(text) {
		return false
	}
	next := text[:s.From] + s.Text
	if last := s.Text[max(0, len(s.Text)-1):]; last != ":" && last != "=" && l.path.text == "" {
		next += " " // the word is complete
	}
	l.query.Set(next + text[s.To:])
	return true
}

// navigate handles a navigation key.
func (h *home) navigate(k control.Key, shift bool) {
	t := &h.table
	visible := max(1, h.layout.Visible())
	if k == control.KeyTab && len(h.line.suggestions.list) > 0 && !shift {
		h.complete(0)
		return
	}
	h.line.suggestions.hide()
	if h.games.shown && (k < control.KeyF1 || k > control.KeyF12) {
		h.navigateGames(k)
		return
	}
	switch k {
	case control.KeyTab:
		h.nextFocus(shift)
		return
	case control.KeyF2, control.KeyF3, control.KeyF5, control.KeyF6, control.KeyF7, control.KeyF8, control.KeyF9:
		h.command(k, shift)
		return
	}
	if h.focus == focusTable && h.empty() { // nothing else can be selected
		h.focus = focusChips
	}
	switch h.focus {
	case focusChips:
		h.navigateChips(k)
		return
	case focusPage:
		if p := h.pager.now; p != nil {
			p.at = moveRow(k, p.at, max(1, h.layout.Parts.Visible()), len(p.moments))
		}
		if k == control.KeyArrowLeft {
			h.focus = focusTable
		}
		return
	case focusPlot:
		h.navigatePlot(k)
		return
	}
	if k == control.KeyArrowRight && h.pager.page != nil {
		h.focus = focusPage
		return
	}
	if k == control.KeyArrowUp && t.cursor().at == 0 {
		h.focus = focusChips
		return
	}
	t.goTo(moveRow(k, t.cursor().at, visible, t.count()), visible)
}

// nextFocus moves the focus to the next part, or the previous one if back is set. It skips parts that are not there.
func (h *home) nextFocus(back bool) {
	step := focus(1)
	if back {
		step = focusCount - 1
	}
	h.focus = (h.focus + step) % focusCount
	for h.focus == focusPage && h.pager.page == nil || h.focus == focusPlot && h.layout.Parts.Plot.H <= 0 {
		h.focus = (h.focus + step) % focusCount
	}
}

// navigateChips handles a key in the recently watched demos.
func (h *home) navigateChips(k control.Key) {
	switch k {
	case control.KeyArrowLeft:
		h.chip--
	case control.KeyArrowRight:
		h.chip++
	case control.KeyHome:
		h.chip = 0
	case control.KeyEnd:
		h.chip = len(h.hudIn.Chips)
	case control.KeyArrowDown:
		if !h.empty() {
			h.focus = focusTable
		}
	}
}

// command executes the command of the demo browser on a key. Shift is ignored if no command uses it.
func (h *home) command(k control.Key, shift bool) {
	list := homeCommands().Commands
	for _, c := range [...]chord{{k, shift}, {k, false}} {
		if i := slices.IndexFunc(list, func(row command) bool { return slices.Contains(row.Keys, c) }); i >= 0 {
			h.host.runCommand(&list[i])
			return
		}
	}
}

// rescan scans the folders again, or queries the servers.
func (h *home) rescan() {
	if t := &h.games; t.shown {
		t.queryServers(true)
		h.host.notices().say("Querying servers…")
	} else if l := h.library.Library; l != nil {
		l.Rescan()
		h.host.notices().say("Scanning folders…")
	}
}

// moveRow returns the row that a key moves to from row at, in a list of count rows.
func moveRow(k control.Key, at, visible, count int) int {
	switch k {
	case control.KeyArrowUp:
		at--
	case control.KeyArrowDown:
		at++
	case control.KeyPageUp:
		at -= max(1, visible-1)
	case control.KeyPageDown:
		at += max(1, visible-1)
	case control.KeyHome:
		at = 0
	case control.KeyEnd:
		at = count - 1
	}
	return max(0, min(at, count-1))
}

// keepOrder saves the sort order of demos.
func (h *home) keepOrder() {
	if t := &h.table; !t.moments {
		h.host.saved().save(orderSetting, setting.Value{t.order()})
	}
}

// sortNext sorts by the next column, or reverses the order.
func (h *home) sortNext(reverse bool) {
	if k := &h.games; k.shown {
		h.host.notices().say("Sorted by " + k.sortNext(reverse))
		return
	}
	t := &h.table
	column, _ := t.sorted()
	if !reverse || column < 0 {
		column = (column + 1) % len(t.columns())
	}
	t.sortBy(column)
	h.keepOrder()
	t.goTo(t.cursor().at, max(1, h.layout.Visible()))
	h.host.notices().say("Sorted by " + t.columns()[column].Name)
}

// toggleMoments switches between moments and their demos. For live games, it shows or hides those without players.
func (h *home) toggleMoments() {
	t := &h.table
	if k := &h.games; k.shown {
		h.host.notices().sayState("Empty servers", k.toggleEmpty())
	} else if t.hasMoments() {
		t.toggle()
	} else {
		h.host.notices().say("Type a pattern first, such as midair height>64")
	}
}

// escape handles Esc. It closes the topmost open part. If none is open, it returns to the demo below or quits.
func (h *home) escape() {
	n := h.host.notices()
	switch {
	case h.host.isOpening():
		h.host.cancelOpening()
		n.say("Canceled")
	case len(h.line.suggestions.list) > 0, h.line.offer() != "":
		h.line.suggestions.hide()
	case h.focus != focusTable:
		h.focus = focusTable
	case len(h.line.query.Bytes()) > 0:
		h.line.query.Set("")
		h.queryChanged()
	case h.games.shown:
		h.toggleGames()
	case h.below.escReturns():
		h.host.leaveHome()
	case n.quitAsked():
		h.host.exit()
	default:
		n.askQuit()
	}
}

// enter handles Enter: it takes the typed address or path, or plays what is selected.
func (h *home) enter() {
	if h.games.shown {
		h.enterGame()
		return
	}
	if h.line.path.text != "" && h.line.suggestions.wanted && h.focus == focusTable {
		h.openPath()
		return
	}
	h.line.suggestions.hide()
	if h.focus == focusTable && h.empty() {
		h.focus = focusChips
	}
	switch h.focus {
	case focusChips:
		if len(h.hudIn.Chips) > 0 {
			h.playChip(h.chip)
		}
	case focusPage:
		h.playHighlight(h.pager.now)
	case focusPlot:
		if k := h.pager.now; k != nil {
			h.playAt(k.cursorClock())
		}
	default:
		h.playRow()
	}
}

// empty reports whether the library has no demos and nothing is typed.
func (h *home) empty() bool { return h.table.list.Len() == 0 && len(h.line.query.Bytes()) == 0 }

// playRow plays the selected row. A demo resumes where the viewer left it.
func (h *home) playRow() {
	t := &h.table
	if t.moments {
		h.playResults(t.found.list, t.found.cursor.at)
		return
	}
	r := t.row()
	switch {
	case r == nil:
	case r.Unreadable():
		h.host.notices().warn(Readable(r.Error))
	default:
		o := t.openRequest()
		list := h.config.recent()
		if i := slices.IndexFunc(list, func(e recent.Entry) bool { return e.Key == r.Key.String() }); i >= 0 {
			o.resume(&list[i])
		}
		h.host.startOpening(o)
	}
}

// resume makes a demo start where the viewer left it, unless that was its start or its end.
func (o *openRequest) resume(e *recent.Entry) {
	if !ended(e) && e.Clock >= 1 {
		o.clock, o.message = e.Clock, "Resumed at "+humanize.Clock(e.Clock)
	}
}

// playResults plays moments one after another, starting at index from.
func (h *home) playResults(found []moment, from int) {
	if from >= len(found) {
		return
	}
	o := openRequest{index: from, step: 1, newList: true}
	for i := range found {
		m := &found[i]
		o.paths = append(o.paths, m.row.Places[0].Name())
		o.results = append(o.results, result{clock: m.from, slot: m.hit.Player, text: momentWords(m.hit.Kind,
			m.player, m.what)})
	}
	h.host.startOpening(o)
}

// playHighlight plays the selected moment of a page. The playlist has all moments of the page.
func (h *home) playHighlight(k *demoPage) {
	if k == nil || k.at >= len(k.moments) {
		return
	}
	o := openRequest{index: k.at, step: 1, newList: true}
	for i := range k.moments {
		o.paths = append(o.paths, k.row.Places[0].Name())
		o.results = append(o.results, result{clock: k.clocks[i], slot: k.slots[i], text: k.moments[i].Text})
	}
	h.host.startOpening(o)
}

// playChip resumes a recently watched demo, or plays the sample.
func (h *home) playChip(i int) {
	list := h.config.recent()
	if i >= len(h.hudIn.Chips)-1 {
		h.playSample()
		return
	}
	e := list[i]
	path := e.Path
	if r := h.table.byKey(e.Key); r != nil {
		path = r.Places[0].Name() // the file may have moved
	}
	o := openRequest{paths: []string{path}, step: 1, newList: true}
	o.resume(&e)
	h.host.startOpening(o)
}

// playSample plays the built-in sample.
func (h *home) playSample() {
	h.host.startOpening(openRequest{paths: []string{""}, step: 1, newList: true})
}

// byKey returns the row of the demo with a hash in hexadecimal, nil if there is none.
func (t *table) byKey(key string) *library.Row {
	sum, err := hex.DecodeString(key)
	if err != nil || len(sum) != len(library.Key{}) {
		return nil
	}
	return t.list.ByKey(library.Key(sum))
}

// clickedAgain records a click on a row of the table, and reports whether it is the second of a double click. Taps have
// no time limit.
func (h *home) clickedAgain(row int, in *input) bool {
	again := h.clicked.row == row && (h.clicked.since < doubleClick || in.finger)
	h.clicked = lastClick{row: row}
	if again {
		h.clicked.row = -1
	}
	return again
}

// press handles a click on a button.
func (h *home) press(index int) {
	h.line.suggestions.hide()
	switch index {
	case buttonMenu:
		h.host.openFinder()
	case buttonAdd:
		if h.games.shown {
			h.rescan()
		} else {
			h.chooseFolder()
		}
	case buttonBack:
		h.host.leaveHome()
	case buttonMoments:
		h.toggleMoments()
	case buttonGames:
		h.toggleGames()
	}
}

// point handles the pointer.
func (h *home) point(in *input) {
	t := &h.table
	visible := max(1, h.layout.Visible())
	if h.dragging {
		if g := &h.games; g.shown {
			g.cursor.scrollTo(h.layout.TopAt(in.y, len(g.rows)), len(g.rows), visible)
		} else {
			t.scrollTo(h.layout.TopAt(in.y, t.count()), visible)
		}
		h.dragging = in.left
		return
	}
	part, index := h.layout.Hit(&h.hudIn, in.x, in.y)
	if in.leftPressed && part == hud.HomeButton {
		h.press(index)
		return
	}
	if h.games.shown {
		h.pointGames(in, part, index)
		return
	}
	if in.wheel != 0 {
		rows := in.rows
		if part == hud.HomeHighlight || part == hud.HomePageAt || part == hud.HomePlotAt {
			if p := h.pager.now; p != nil {
				p.top += rows
				if h.focus == focusPage {
					p.at = max(p.top, min(p.at, p.top+h.layout.Parts.Visible()-1))
				}
			}
		} else {
			t.scroll(rows, visible)
		}
	}
	if in.rightPressed && (part == hud.HomeSort || part == hud.HomeMore) {
		h.toggleColumns()
	}
	if in.leftPressed {
		h.click(in, part, index)
	}
}

// click handles a click on a part of the demo browser while it lists demos. index is that of the row or item there.
func (h *home) click(in *input, part hud.HomePart, index int) {
	t := &h.table
	visible := max(1, h.layout.Visible())
	if part != hud.HomeSuggest {
		h.line.suggestions.hide()
	}
	switch part {
	case hud.HomeSuggest:
		if h.line.offer() != "" {
			index--
		}
		if index >= 0 {
			h.complete(index)
		} else {
			h.openPath()
		}
	case hud.HomeQuery:
		h.focus = focusTable
	case hud.HomeChipAt:
		h.focus, h.chip = focusChips, index
		h.playChip(index)
	case hud.HomeSort:
		t.sortBy(index)
		h.keepOrder()
	case hud.HomeMore:
		h.toggleColumns()
	case hud.HomeScroll:
		h.dragging = true
		t.scrollTo(h.layout.TopAt(in.y, t.count()), visible)
	case hud.HomeRowAt:
		row := h.hudIn.Top + index
		h.focus = focusTable
		t.goTo(row, visible)
		if h.clickedAgain(row, in) {
			h.playRow()
		}
	case hud.HomeHighlight:
		if p := h.pager.now; p != nil {
			h.focus = focusPage
			p.at = p.top + index
			h.playHighlight(p)
		}
	case hud.HomePictureAt:
		h.playBest()
	case hud.HomePlotAt:
		h.focus = focusPlot
		if k := h.pager.now; k != nil {
			k.cursor, k.cursorMoved = k.clockAt(h.layout.PlotAt(in.x)), true
			h.playAt(k.cursor)
		}
	case hud.HomePageAt:
		h.focus = focusPage
	}
}

// maxNames is the maximum number of names of a folder that are read to complete a path.
const maxNames = 20_000

// pathLine is a path typed into the search line. Enter adds its folder or plays its file. It is looked up in the
// background, since a disk may be asleep or remote.
type pathLine struct {
	text    string // the typed path; empty if the line has none
	result  pathLookup
	looking bool
	ready   chan pathLookup
	// enter is set if Enter was pressed before the path was looked up.
	enter bool
}

// pathLookup is the result of looking up a typed path.
type pathLookup struct {
	text   string // as typed
	path   string // absolute; empty if there is nothing
	folder bool
	next   []library.Suggestion // completions of the path
	err    error                // why path is empty
}

// isPath reports whether text is a path and not a query. It knows the prefixes of paths on all systems.
func isPath(text string) bool {
	text = unquoted(text)
	for _, begin := range [...]string{"/", "./", "../", "~/", `\\`, `.\`, `..\`, `~\`} {
		if strings.HasPrefix(text, begin) {
			return true
		}
	}
	letter := len(text) >= 3 && (text[0] >= 'a' && text[0] <= 'z' || text[0] >= 'A' && text[0] <= 'Z')
	return text == "~" || letter && text[1] == ':' && (text[2] == '\\' || text[2] == '/')
}

// unquoted returns a path without surrounding spaces and quotation marks.
func unquoted(text string) string {
	text = strings.TrimSpace(text)
	for _, mark := range [...]string{`"`, "'"} {
		if rest, ok := strings.CutPrefix(text, mark); ok {
			return strings.TrimSuffix(rest, mark)
		}
	}
	return text
}

// lookUpPath looks up a typed path.
func lookUpPath(text string) (s pathLookup) {
	s.text = text
	typed := unquoted(text)
	path := typed
	if rest, ok := strings.CutPrefix(path, "~"); ok {
		home, err := os.UserHomeDir()
		if err != nil {
			s.err = err
			return s
		}
		path = home + rest
	}
	whole, err := filepath.Abs(path)
	if err != nil {
		s.err = err
		return s
	}
	info, err := os.Stat(whole)
	switch {
	case errors.Is(err, os.ErrNotExist):
		s.err = errors.New("Not found: " + whole)
	case err != nil:
		s.err = err
	default:
		s.path, s.folder = whole, info.IsDir()
	}
	// The last name may be incomplete.
	end := strings.LastIndexFunc(typed, separates) + 1
	if end == 0 { // "~", or a path of another system
		return s
	}
	s.next = namesIn(path[:len(path)-len(typed)+end], typed[:end], typed[end:], len(text))
	return s
}

// separates reports whether r separates the names of a path.
func separates(r rune) bool { return r < 128 && os.IsPathSeparator(uint8(r)) }

// lastName returns the last name of a path, including separators at its end.
func lastName(path string) string {
	return path[strings.LastIndexFunc(strings.TrimRightFunc(path, separates), separates)+1:]
}

// namesIn returns the folders, demos and lists in folder whose names begin with begun, as suggestions that replace a
// whole line of the given number of bytes. before is the typed text before begun.
func namesIn(folder, before, prefix string, bytes int) (list []library.Suggestion) {
	f, err := os.Open(folder)
	if err != nil {
		return nil
	}
	defer f.Close()
	for looked := 0; looked < maxNames; {
		const some = 256
		entries, err := f.ReadDir(some)
		looked += len(entries)
		for _, e := range entries {
			name := e.Name()
			if len(name) < len(prefix) || !strings.EqualFold(name[:len(prefix)], prefix) || name == prefix &&
				!e.IsDir() || prefix == "" && name[0] == '.' || Readable(name) != name {
				continue
			}
			s := library.Suggestion{Text: before + name, To: bytes, What: "folder"}
			switch {
			case isFolder(folder, e):
				s.Text += string(filepath.Separator)
			case formats.HasDemoName(name), isList(name):
				s.What = "file"
			default:
				continue
			}
			list = append(list, s)
		}
		if err == io.EOF || err != nil || len(entries) == 0 {
			break
		}
	}
	slices.SortFunc(list, func(a, b library.Suggestion) int {
		return cmp.Or(-cmp.Compare(a.What, b.What), strings.Compare(strings.ToLower(a.Text), strings.ToLower(b.Text)))
	})
	return list[:min(len(list), maxSuggestions)]
}

// isFolder reports whether an entry of a folder is a folder or a link to one.
func isFolder(in string, e os.DirEntry) bool {
	if e.Type()&os.ModeSymlink == 0 {
		return e.IsDir()
	}
	info, err := os.Stat(filepath.Join(in, e.Name()))
	return err == nil && info.IsDir()
}

// isList reports whether a file is a list of demos or an archive, by its name.
func isList(name string) bool {
	ext := strings.ToLower(filepath.Ext(name))
	return ext == ".m3u" || ext == ".m3u8" || formats.HasArchiveName(name)
}

// startPathLookup starts looking up the typed path, if there is one and no lookup is running.
func (l *searchLine) startPathLookup() {
	p := &l.path
	if p.text == "" || p.looking || p.result.text == p.text {
		return
	}
	p.looking = true
	text, ready, wake := p.text, p.ready, l.wake
	go func() {
		s := pathLookup{text: text}
		if err := fault.Guard("looking at a path", func() { s = lookUpPath(text) }); err != nil {
			s.err = err
		}
		ready <- s
		wake()
	}()
}

// takePathLookup takes the result of a lookup, and reports whether Enter was pressed before it was known. If the path
// has changed since, it starts another lookup.
func (l *searchLine) takePathLookup() (enter bool) {
	p := &l.path
	select {
	case p.result = <-p.ready:
		p.looking = false
		if p.result.text != p.text {
			l.startPathLookup()
			return false
		}
		if l.suggestions.wanted {
			l.suggestions.show(p.text, p.result.next)
		}
		return p.enter
	default:
		return false
	}
}

// known reports whether the typed path has been looked up.
func (p *pathLine) known() bool { return p.text != "" && p.result.text == p.text }

// offer returns what Enter does with the typed path, empty for nothing or if that is not known yet.
func (l *searchLine) offer() string {
	p := &l.path
	switch {
	case !l.suggestions.wanted || !p.known() || p.result.path == "":
		return ""
	case p.result.folder:
		return "Add this folder"
	}
	return "Play this file"
}

// problem returns why the path leads nowhere. It is empty if the path exists or can be completed.
func (p *pathLine) problem() string {
	if !p.known() || p.result.err == nil || len(p.result.next) > 0 {
		return ""
	}
	return UpperFirst(Readable(p.result.err.Error()))
}

// openPath adds the folder at the path, or plays its file.
func (h *home) openPath() {
	p := &h.line.path
	if p.enter = !p.known(); p.enter {
		return
	}
	if p.result.path == "" {
		if p.result.err != nil && p.problem() == "" { // otherwise it is shown already
			h.host.notices().warn(UpperFirst(Readable(p.result.err.Error())))
		}
		return
	}
	path := p.result.path
	h.line.query.Set("")
	h.queryChanged()
	h.line.suggestions.hide()
	h.host.openDropped([]string{path})
}
