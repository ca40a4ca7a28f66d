package app

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"demoscope/internal/fault"
	"demoscope/internal/humanize"
	"demoscope/player/lobby"
	"demoscope/render/control"
	"demoscope/render/hud"
)

// Games finds live games for the demo browser.
type Games struct {
	// Ask queries all servers, favorites included, until ctx ends. It calls each with every game as soon as its server
	// answers, one call at a time. It is called on a separate goroutine. The errors are those of server lists that
	// could not be fetched; games of the other lists are reported all the same.
	Ask func(ctx context.Context, each func(lobby.Game)) []error
	// Favor adds a server, HOST:PORT, to the favorites or removes it. It is called on a separate goroutine.
	Favor func(address string, favorite bool) error
	// Address returns what to open for the typed address of a game; ok is false if text is no address.
	Address func(text string) (address string, ok bool)
}

// games is the table of live games. It takes the place of the table of demos.
type games struct {
	config *Games // nil if games can't be listed
	wake   func()
	shown  bool

	list    []lobby.Game // all servers that answered
	rows    []int        // indices of list that are shown, in order
	version int          // counts the changes of rows
	// hiddenEmpty is the number of games left out because nobody plays there. all shows them, too.
	hiddenEmpty int
	showEmpty   bool
	text        string // the search text

	by       lobby.Order
	reversed bool
	cursor   cursor

	query   *serverQuery // the latest query of servers, nil before the first
	queried time.Time    // start of that query
	// address of a removed favorite, which stays in the table until another row is selected
	removedFavorite string
	lastFailure     string // last error of server lists, not shown again until the viewer refreshes
	saving          sync.WaitGroup
	unsaved         chan error // receives an error of saving favorites
	otherText       string     // search text of the other table, demos or games

	cells   []hud.HomeRow
	cellKey [3]int // values of version, top and visible that cells have
	page    gamePage
}

// gamePage is the page of the selected game.
type gamePage struct {
	hud.HomePage
	of      string           // address of the game
	version int              // that of the games
	top     int              // first visible row of clients
	clients []hud.HomeMoment // players and spectators
}

// serverQuery is a running or finished query of all servers.
type serverQuery struct {
	cancel context.CancelFunc

	mu      sync.Mutex
	answers []lobby.Game
	seen    map[string]bool
	failed  []error
	ended   bool
	taken   bool // the end was handled
}

// queryInterval is the time between queries of servers while live games are shown in a focused window.
const queryInterval = time.Minute

// gameColumns are the columns of live games. gameOrders has the sort order of each.
var gameColumns = []hud.HomeColumn{
	{Name: "players", Width: 66, Time: true}, {Name: "map", Width: 96, Grow: 0.4},
	{Name: "mode", Width: 74, Grow: 0.2, Drop: 1},
	{Name: "status", Width: 104, Grow: 0.5, Drop: 3}, {Name: "ping", Width: 52, Time: true, Drop: 2},
	{Name: "watch", Width: 52, Time: true, Drop: 4},
	{Name: "name", Width: 190, Grow: 2}, {Name: "address", Width: 150, Grow: 0.6, Drop: 5},
}

var gameOrders = [...]lobby.Order{
	lobby.ByPlayers, lobby.ByMap, lobby.ByMode, lobby.ByStatus, lobby.ByPing, lobby.BySpectators, lobby.ByName,
	lobby.ByAddress,
}

// toggleGames switches between live games and demos.
func (h *home) toggleGames() {
	t := &h.games
	if t.config == nil {
		h.host.notices().say("Live games can't be listed here")
		return
	}
	t.shown = !t.shown
	now := h.line.query.String()
	h.line.query.Set(t.otherText)
	t.otherText = now
	h.line.suggestions.hide()
	h.focus, h.menu.open = focusTable, false
	if t.shown {
		t.filter(h.line.query.String())
		t.queryServers(false)
	} else {
		h.queryChanged()
	}
}

// queryServers starts querying the servers unless a query is running. If now is not set, queries are at least
// queryInterval apart.
func (t *games) queryServers(now bool) {
	if t.running() || !now && time.Since(t.queried) < queryInterval && t.query != nil {
		return
	}
	if now {
		t.lastFailure = ""
	}
	ctx, cancel := context.WithCancel(context.Background())
	a := &serverQuery{cancel: cancel, seen: map[string]bool{}}
	t.query, t.queried = a, time.Now()
	ask, wake := t.config.Ask, t.wake
	go func() {
		defer cancel()
		var failed []error
		err := fault.Guard("asking servers", func() {
			failed = ask(ctx, func(game lobby.Game) {
				a.mu.Lock()
				a.answers = append(a.answers, game)
				a.mu.Unlock()
				wake()
			})
		})
		if err != nil {
			failed = append(failed, err)
		}
		a.mu.Lock()
		a.failed, a.ended = failed, true
		a.mu.Unlock()
		wake()
		time.AfterFunc(queryInterval, wake) // an idle window waits for input
	}()
}

// running reports whether servers are being queried.
func (t *games) running() bool {
	if t.query == nil {
		return false
	}
	t.query.mu.Lock()
	defer t.query.mu.Unlock()
	return !t.query.ended
}

// stop cancels the query and waits until favorites are saved.
func (t *games) stop() {
	if t.query != nil {
		t.query.cancel()
	}
	t.saving.Wait()
}

// take takes the answers of servers. When a query ends, it drops servers that did not answer, except favorites. It
// returns an error to show, empty for none.
func (t *games) take() (trouble string) {
	select {
	case err := <-t.unsaved:
		trouble = "Can't save: " + err.Error()
	default:
	}
	a := t.query
	if a == nil {
		return trouble
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	came := len(a.answers) > 0
	for i := range a.answers {
		game := &a.answers[i]
		a.seen[game.Address] = true
		if at := slices.IndexFunc(t.list, func(k lobby.Game) bool { return k.Address == game.Address }); at >= 0 {
			t.list[at] = *game
		} else {
			t.list = append(t.list, *game)
		}
	}
	a.answers = a.answers[:0]
	if a.ended && !a.taken {
		a.taken, came = true, true
		t.list = slices.DeleteFunc(t.list, func(k lobby.Game) bool { return !a.seen[k.Address] && !k.Favorite })
		failed := ""
		if n := len(a.failed); n > 0 {
			if failed = a.failed[0].Error(); n > 1 {
				failed += fmt.Sprintf("; %d more lists failed", n-1)
			}
		}
		if failed != "" && failed != t.lastFailure {
			trouble = failed
		}
		t.lastFailure = failed
	}
	if came {
		t.choose()
	}
	return trouble
}

// filter shows the games that contain all words of text.
func (t *games) filter(text string) {
	t.text = text
	t.choose()
}

// choose updates the rows and keeps the same game selected.
func (t *games) choose() {
	at := ""
	if k := t.row(); k != nil {
		at = k.Address
	}
	words := lobby.Words(t.text)
	t.rows, t.hiddenEmpty = t.rows[:0], 0
	for i := range t.list {
		switch k := &t.list[i]; {
		case !k.Has(words):
		case len(k.Players) == 0 && !t.showEmpty && !k.Favorite && (k.Address != t.removedFavorite ||
			at != t.removedFavorite):
			t.hiddenEmpty++
		default:
			t.rows = append(t.rows, i)
		}
	}
	slices.SortFunc(t.rows, func(a, b int) int {
		order := t.by.Compare(&t.list[a], &t.list[b])
		if t.reversed {
			return -order
		}
		return order
	})
	t.version++
	if i := slices.IndexFunc(t.rows, func(i int) bool { return t.list[i].Address == at }); i >= 0 {
		t.cursor.top += i - t.cursor.at
		t.cursor.at = i
	}
	t.cursor.at = max(0, min(t.cursor.at, len(t.rows)-1))
}

// row returns the selected game, nil if there is none.
func (t *games) row() *lobby.Game {
	if t.cursor.at < 0 || t.cursor.at >= len(t.rows) || t.rows[t.cursor.at] >= len(t.list) {
		return nil
	}
	return &t.list[t.rows[t.cursor.at]]
}

// sortBy sorts by a column, or reverses the order if the table is sorted by it.
func (t *games) sortBy(column int) {
	if column < 0 || column >= len(gameOrders) {
		return
	}
	if by := gameOrders[column]; by == t.by {
		t.reversed = !t.reversed
	} else {
		t.by, t.reversed = by, false
	}
	t.choose()
}

// sortNext sorts by the next column, or reverses the order, and returns the column's name.
func (t *games) sortNext(reverse bool) string {
	column := slices.Index(gameOrders[:], t.by)
	if !reverse {
		column = (column + 1) % len(gameOrders)
	}
	t.sortBy(column)
	return gameColumns[column].Name
}

// toggleEmpty shows or hides games without players.
func (t *games) toggleEmpty() (on bool) {
	t.showEmpty = !t.showEmpty
	t.choose()
	return t.showEmpty
}

// toggleFavorite adds the selected server to the favorites or removes it.
func (t *games) toggleFavorite(n *notices) {
	k := t.row()
	if !t.shown || k == nil {
		n.say("Only servers can be favorites: F2 lists live games")
		return
	}
	k.Favorite = !k.Favorite
	t.removedFavorite = k.Address
	said := "Favorite added: " + k.Address
	if !k.Favorite {
		said = "Favorite removed: " + k.Address
	}
	n.say(said)
	favor, address, favorite, unsaved, wake := t.config.Favor, k.Address, k.Favorite, t.unsaved, t.wake
	t.saving.Add(1)
	go func() {
		defer t.saving.Done()
		var err error
		if broken := fault.Guard("saving a favorite", func() { err = favor(address, favorite) }); broken != nil {
			err = broken
		}
		if err != nil {
			select {
			case unsaved <- err:
			default: // one error is enough
			}
			wake()
		}
	}()
	t.choose()
}

// openServer opens the selected game.
func (h *home) openServer() {
	t := &h.games
	if k := t.row(); k != nil {
		h.host.startOpening(openRequest{paths: []string{k.Watch()}, step: 1, newList: true})
	}
}

// typedAddress returns what to open for the typed address, empty if no address is typed.
func (h *home) typedAddress() string {
	if !h.games.shown {
		return ""
	}
	if address, ok := h.games.config.Address(strings.TrimSpace(h.line.query.String())); ok {
		return address
	}
	return ""
}

// enterGame opens the game whose address is typed, or the selected one.
func (h *home) enterGame() {
	if address := h.typedAddress(); address != "" {
		h.host.startOpening(openRequest{paths: []string{address}, step: 1, newList: true})
		return
	}
	h.openServer()
}

// navigateGames handles a navigation key.
func (h *home) navigateGames(k control.Key) {
	t := &h.games
	visible := max(1, h.layout.Visible())
	switch {
	case k == control.KeyTab, k == control.KeyArrowRight && h.focus == focusTable && h.hudIn.Page != nil,
		k == control.KeyArrowLeft && h.focus == focusPage:
		if h.focus == focusTable && t.row() != nil {
			h.focus = focusPage
		} else {
			h.focus = focusTable
		}
	case h.focus == focusPage:
		t.page.top = moveRow(k, t.page.top, max(1, h.layout.Parts.Visible()), t.page.Count)
	default:
		t.cursor.goTo(moveRow(k, t.cursor.at, visible, len(t.rows)), len(t.rows), visible)
	}
}

// pointGames handles the pointer.
func (h *home) pointGames(in *input, part hud.HomePart, index int) {
	t := &h.games
	visible := max(1, h.layout.Visible())
	if in.wheel != 0 {
		if part == hud.HomeHighlight || part == hud.HomePageAt {
			t.page.top += in.rows
		} else {
			t.cursor.scrollTo(t.cursor.top+in.rows, len(t.rows), visible)
		}
	}
	if !in.leftPressed {
		return
	}
	switch part {
	case hud.HomeSuggest:
		h.enterGame()
	case hud.HomeSort:
		t.sortBy(index)
	case hud.HomeScroll:
		h.dragging = true
		t.cursor.scrollTo(h.layout.TopAt(in.y, len(t.rows)), len(t.rows), visible)
	case hud.HomeRowAt:
		row := h.hudIn.Top + index
		h.focus = focusTable
		t.cursor.goTo(row, len(t.rows), visible)
		if h.clickedAgain(row, in) {
			h.openServer()
		}
	case hud.HomeHighlight, hud.HomePageAt:
		h.focus = focusPage
	}
}

// fill fills in what is drawn before the layout is known. room is set if the page fits beside the table.
func (t *games) fill(h *home, room bool) {
	i := &h.hudIn
	i.Hint = gamesHint
	i.Buttons[buttonAdd], i.Buttons[buttonMoments] = "Refresh", "All"
	if t.showEmpty {
		i.Buttons[buttonMoments] = "Busy"
	}
	i.Chips, i.Chip = i.Chips[:0], -1
	if h.focus != focusTable && h.focus != focusPage || t.row() == nil {
		h.focus = focusTable
	}
	i.Page, i.Only = t.page.describe(t.row(), t.version), false
	if !room {
		if i.Only = h.focus == focusPage; !i.Only {
			i.Page = nil
		}
	}
	i.Columns = gameColumns
	most := t.by == lobby.ByPlayers || t.by == lobby.BySpectators // the largest number comes first
	i.Sort, i.Descending = slices.Index(gameOrders[:], t.by), t.reversed != most
}

// show fills in the visible rows and the texts around them.
func (t *games) show(h *home) {
	i, visible := &h.hudIn, h.layout.Visible()
	c := &t.cursor
	c.top = max(0, min(c.top, len(t.rows)-visible))
	i.Count, i.Top, i.Selected = len(t.rows), c.top, c.at
	if of := [3]int{t.version, c.top, visible}; t.cells == nil || of != t.cellKey {
		t.cellKey, t.cells = of, t.cells[:0]
		for _, n := range t.rows[c.top:min(len(t.rows), c.top+visible)] {
			t.cells = append(t.cells, gameRow(&t.list[n]))
		}
		if t.cells == nil {
			t.cells = []hud.HomeRow{}
		}
	}
	i.Rows = t.cells
	if i.Page != nil {
		t.page.show(max(1, h.layout.Parts.Visible()))
		i.Page.Focused = h.focus == focusPage
	}
	i.Empty = t.whyEmpty()
	i.Status = t.status()
	i.Keys = gamesKeys
}

const (
	gamesHint = "Search maps, modes, players, or type an address: qw://HOST:PORT, qtv:HOST:PORT"
	gamesKeys = "Enter: watch   F3: favorite   F5: refresh   F7: empty servers   Esc: library"
)

// whyEmpty returns the text of an empty table.
func (t *games) whyEmpty() string {
	switch {
	case len(t.rows) > 0:
		return ""
	case len(t.list) > 0 && t.text != "":
		return "No matching game."
	case t.hiddenEmpty > 0:
		return "No games with players. F7: show empty servers."
	case t.running():
		return "Querying servers…"
	case len(t.list) == 0:
		return "No server answered. F5: try again.\nOr type the address of a game above: qw://HOST:PORT " +
			"joins a server as a spectator, qtv:HOST:PORT watches a stream."
	}
	return ""
}

// status returns the number of games as text.
func (t *games) status() string {
	text := humanize.Count(len(t.rows), "game")
	if t.hiddenEmpty > 0 {
		text += fmt.Sprintf(", %d without players", t.hiddenEmpty)
	}
	if t.running() {
		text += ", asking"
	}
	return text
}

// gameRow returns the cells of a game for gameColumns.
func gameRow(k *lobby.Game) (row hud.HomeRow) {
	players := strconv.Itoa(len(k.Players))
	if k.MaxPlayers > 0 {
		players += "/" + strconv.Itoa(k.MaxPlayers)
	}
	watch := ""
	if n := len(k.Spectators); n > 0 {
		watch = strconv.Itoa(n)
	}
	name := Readable(k.Name)
	if k.Favorite {
		name = "* " + name
	}
	row.Cells = [hud.MaxHomeColumns]string{players, Readable(k.Map), Readable(k.Mode), Readable(k.Status),
		strconv.FormatInt(k.PingMS, 10), watch, name, Readable(k.Address)}
	row.Dim = len(k.Players) == 0
	return row
}

// show shows the visible rows of the clients.
func (p *gamePage) show(visible int) {
	p.top = max(0, min(p.top, len(p.clients)-visible))
	p.Top, p.Count, p.Selected = p.top, len(p.clients), -1
	p.Highlights = p.clients[p.top:min(len(p.clients), p.top+visible)]
}

// describe returns the page of a game, nil for none. version is that of the games.
func (p *gamePage) describe(k *lobby.Game, version int) *hud.HomePage {
	if k == nil {
		p.of = ""
		return nil
	}
	if p.of == k.Address && p.version == version {
		return &p.HomePage
	}
	if p.of != k.Address {
		p.top = 0
	}
	p.of, p.version = k.Address, version
	p.HomePage = hud.HomePage{Title: Readable(k.Name), Lines: p.Lines[:0], Plot: hud.HomePlot{Mark: -1}}
	if p.Title == "" {
		p.Title = Readable(k.Address)
	}
	line := func(parts ...string) {
		parts = slices.DeleteFunc(parts, func(s string) bool { return s == "" })
		if len(parts) > 0 {
			p.Lines = append(p.Lines, Readable(strings.Join(parts, "   ")))
		}
	}
	line(k.Map, k.Mode, k.Status)
	players := humanize.Count(len(k.Players), "player")
	if k.MaxPlayers > 0 {
		players = fmt.Sprintf("%d of %d players", len(k.Players), k.MaxPlayers)
	}
	line(players, humanize.Count(len(k.Spectators), "spectator"), fmt.Sprintf("%d ms", k.PingMS))
	line(k.Address)
	if k.QTV != "" {
		line("Enter: watch its stream " + k.QTV + " (no map needed)")
	} else {
		line("Enter: join as a spectator (needs the map)")
	}
	if k.Password {
		line("Players need a password")
	}
	if k.Locked {
		line("Spectators need a password: demoscope --password PASSWORD " + k.Watch())
	}
	p.Pending = "Empty"
	if len(k.Players)+len(k.Spectators) > 0 {
		p.Pending = "Frags and players"
	}
	p.clients = p.clients[:0]
	for i := range k.Players {
		c := &k.Players[i]
		text := c.Name
		if c.Team != "" {
			text += "   " + c.Team
		}
		p.clients = append(p.clients, hud.HomeMoment{Clock: strconv.Itoa(c.Frags),
			Text: Readable(fmt.Sprintf("%s   %d ms, %d min", text, c.PingMS, c.Minutes))})
	}
	for i := range k.Spectators {
		p.clients = append(p.clients, hud.HomeMoment{Text: Readable(k.Spectators[i].Name + "   watches")})
	}
	p.Count = len(p.clients)
	return &p.HomePage
}
