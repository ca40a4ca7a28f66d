package app

import (
	"errors"
	"slices"
	"strings"

	"demoscope/assets"
	"demoscope/render/control"
	"demoscope/render/hud"
	"demoscope/render/setting"
)

// commandFinder is the command palette, with all commands that need no key to be held and all settings, or the settings
// page, with the settings only.
type commandFinder struct {
	hud.Finder
	open      bool
	query     hud.Typed
	all       []finderRow // all rows that can be found
	order     []string    // commands that come first until something is typed
	byPointer bool        // opened without keys
	shown     []int       // indices in all of the rows that match the query, parallel to Rows
	title     string      // of the list
	// titled is set if groups have titles while nothing is typed.
	titled  bool
	editing *setting.Setting // the setting whose value is being typed; nil for a search
}

// finderRow is a command, a setting, or one word of a setting whose value is a set of words.
type finderRow struct {
	hud.FinderRow
	command *command
	setting *setting.Setting
	word    string // "" for the whole setting
}

// openFinder opens the finder with everything, or with the settings only.
func (g *App) openFinder(settingsAlone bool) {
	g.settings.startReading(g.desktop.Wake)
	p := &g.finder
	*p = commandFinder{open: true, byPointer: g.reader.touched && !g.home.shown,
		Finder: hud.Finder{Title: "Commands", Query: &p.query}}
	p.titled = settingsAlone
	if settingsAlone {
		p.Title = "Settings: Left / Right to change"
		if g.reader.touched {
			p.Title = "Settings: tap to change"
		}
	} else {
		p.addCommands(g)
	}
	switch {
	case settingsAlone || g.home.shown:
	case g.reader.touched:
		p.order = touchOrder
	default:
		p.order = desktopOrder
	}
	p.title = p.Title
	p.addSettings(g)
	g.ReleasePointer()
	p.find(g)
	g.Demo.beginTyping(&p.query, func(bool) {
		g.finder.open = false
		g.refreshDemo()
	})
	g.Demo.typing.take = g.takeFinder
}

// toggleSettings opens or closes the settings page.
func (g *App) toggleSettings() {
	if g.finder.open {
		g.closeFinder()
		return
	}
	g.openFinder(true)
}

// addCommands adds the commands that are available here. It leaves out commands that change a setting, since the
// setting has a row.
func (p *commandFinder) addCommands(g *App) {
	groups := g.reader.groups
	if g.home.shown {
		groups = slices.Concat([]group{homeCommands()}, groups)
	}
	for i := range groups {
		group := &groups[i]
		for j := range group.Commands {
			c := &group.Commands[j]
			if c.Do == nil || c.Name == "command-palette" ||
				g.home.shown && i > 0 && !c.Anywhere || liveSettingOf(c.Name) != nil {
				continue
			}
			row := finderRow{FinderRow: hud.FinderRow{Label: c.Label, Group: group.Title}, command: c}
			if !g.reader.touched {
				row.Keys = lineKeys(group.Commands[j : j+1])
			}
			p.all = append(p.all, row)
		}
	}
}

// addSettings adds all settings, with the keys of their commands.
func (p *commandFinder) addSettings(g *App) {
	table := setting.Table()
	for i := range table {
		s := &table[i]
		row := finderRow{FinderRow: hud.FinderRow{Label: s.Label, Group: s.Group}, setting: s}
		if c := g.reader.command(s.Name); c != nil && liveSettingOf(s.Name) != nil && !g.reader.touched &&
			(c.Anywhere || !g.home.shown) {
			row.Keys = lineKeys([]command{*c})
		}
		p.all = append(p.all, row)
		if s.Kind != setting.Set {
			continue
		}
		for _, word := range s.Choices {
			row.Label, row.word = s.Label+": "+word, word
			p.all = append(p.all, row)
		}
	}
}

// openMenu opens the command palette for use with a mouse.
func (g *App) openMenu() {
	g.openFinder(false)
	g.finder.byPointer = true
}

// closeFinder closes the finder, if it is open.
func (g *App) closeFinder() {
	if g.finder.open {
		g.Demo.typing.end(true)
	}
}

// find lists the rows that contain each word of the query. Rows that begin with the query come first.
func (p *commandFinder) find(g *App) {
	p.Rows, p.shown = p.Rows[:0], p.shown[:0]
	query := strings.ToLower(p.query.String())
	words := strings.Fields(query)
	for i := range p.all {
		row := &p.all[i]
		if row.setting != nil && row.setting.Kind == setting.Set && (row.word == "") != (len(words) == 0) {
			continue // words are listed while searching, the whole setting otherwise
		}
		text := strings.ToLower(row.Label + " " + row.Group)
		if row.command != nil {
			text += " " + row.command.Name
		} else {
			text += " " + row.setting.Name
		}
		if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) }) {
			p.shown = append(p.shown, i)
		}
	}
	rank := func(i int) int {
		switch label := strings.ToLower(p.all[i].Label); {
		case strings.HasPrefix(label, query):
			return 0
		case strings.Contains(" "+label, " "+query):
			return 1
		case strings.Contains(label, query):
			return 2
		}
		return 3
	}
	if len(words) > 0 {
		slices.SortStableFunc(p.shown, func(a, b int) int { return rank(a) - rank(b) })
	} else if p.order != nil {
		slices.SortStableFunc(p.shown, func(a, b int) int {
			return p.all[a].orderIn(p.order) - p.all[b].orderIn(p.order)
		})
	}
	if p.titled && len(words) == 0 {
		p.addTitles()
	}
	for range p.shown {
		p.Rows = append(p.Rows, hud.FinderRow{})
	}
	p.refresh(g)
	p.Top, p.Selected = 0, 0
	p.moveSelection(0, g.finderRows())
}

// groupTitle marks the title of a group in commandFinder.shown.
const groupTitle = -1

// addTitles inserts the titles of groups before their first rows.
func (p *commandFinder) addTitles() {
	rows := p.shown
	p.shown = nil
	group := ""
	for _, i := range rows {
		if p.all[i].Group != group {
			group = p.all[i].Group
			p.shown = append(p.shown, groupTitle)
		}
		p.shown = append(p.shown, i)
	}
}

// moveSelection moves the selection by a number of rows. It skips titles of groups.
func (p *commandFinder) moveSelection(rows, visible int) {
	at := max(0, min(p.Selected+rows, len(p.shown)-1))
	switch {
	case len(p.shown) == 0 || p.shown[at] != groupTitle:
	case rows < 0 && at > 0:
		at--
	default:
		at++
	}
	p.Select(at, visible)
	if at == 1 && p.shown[0] == groupTitle {
		p.Top = 0
	}
}

// touchOrder are the commands and settings that come first on a touch screen.
var touchOrder = []string{
	"next-camera", "free-camera", "director", "scoreboard", "event-list", "settings", "close",
	"next-kill", "previous-kill",
	"slower", "faster", "normal-speed",
	"next-file", "previous-file", "next-view", "x-ray", "fullscreen", "mute", "copy-link", "help",
}

// desktopOrder are the commands and settings that come first for keyboard and mouse.
var desktopOrder = []string{
	"help", "settings", "display", "scoreboard", "event-list", "director", "next-camera", "free-camera",
	"split-screen", "next-kill",
	"previous-kill", "mute", "fullscreen",
	"copy-link", "library", "close",
}

// orderIn returns the index of a row in a list of names, or the length of the list.
func (r *finderRow) orderIn(list []string) int {
	name := ""
	switch {
	case r.command != nil:
		name = r.command.Name
	case r.setting.Name != "director": // this setting is for the next start, while the command of that name acts now
		name = r.setting.Name
	}
	if i := slices.Index(list, name); i >= 0 {
		return i
	}
	return len(list)
}

// refresh updates the states of the rows.
func (p *commandFinder) refresh(g *App) {
	for i, n := range p.shown {
		if n == groupTitle {
			group := p.all[p.shown[i+1]].Group
			p.Rows[i] = hud.FinderRow{Label: group, Group: group, Title: true}
			continue
		}
		row := &p.all[n]
		p.Rows[i] = row.FinderRow
		switch {
		case row.setting != nil:
			p.Rows[i].State, p.Rows[i].On = g.stateOf(row)
		case row.command.State != nil:
			p.Rows[i].State = row.command.State(&g.Viewing)
		}
	}
}

// stateOf returns the value of a setting in words, and whether it differs from the default.
func (g *App) stateOf(row *finderRow) (state string, changed bool) {
	value := g.settings.of(row.setting)
	if row.word != "" {
		state = onOff(slices.Contains(value, row.word))
		return state, slices.Contains(value, row.word) != slices.Contains(row.setting.Usual, row.word)
	}
	state = strings.Join(value, ", ")
	switch {
	case row.setting.Kind == setting.Switch:
		state = onOff(value.On())
	case state == "":
		state = "none"
	}
	return state, !slices.Equal(value, row.setting.Usual)
}

// change changes a setting by a number of steps and saves it.
func (g *App) change(row *finderRow, steps int) {
	s := row.setting
	value := s.Next(g.settings.of(s), steps)
	switch {
	case row.word == "" && s.Kind == setting.Set:
		g.finder.query.Set(s.Label)
		g.finder.find(g)
		return
	case row.word != "":
		value = slices.Clone(g.settings.of(s))
		if i := slices.Index(value, row.word); i >= 0 {
			value = slices.Delete(value, i, i+1)
		} else {
			value = append(value, row.word)
		}
	}
	switch s.Kind {
	case setting.Size, setting.Place, setting.Folders:
		g.finder.editSetting(g, s)
		return
	}
	live := g.settings.set(s.Name, value)
	g.finder.refresh(g)
	state, _ := g.stateOf(row)
	said := row.Label + ": " + state
	if !live {
		said += " (after restart)"
	}
	g.Demo.Notices.sayBriefly(said)
}

// finderRows returns the number of visible rows of the finder.
func (g *App) finderRows() int {
	b := hud.NewFinderBox(g.Size)
	return b.Visible()
}

// takeFinder handles keys in the finder, and reports whether Enter did something that leaves it open.
func (g *App) takeFinder(in *input) bool {
	p := &g.finder
	switch {
	case p.editing != nil && in.escape:
		in.escape = false
		p.endEditing(g)
		return true
	case p.editing != nil && in.enter:
		g.acceptValue()
		return true
	case p.editing == nil && (len(in.typed) > 0 || in.erased > 0 || in.edited != editNone):
		p.find(g)
	}
	across, down := steps(in.navigation, g.finderRows())
	if down != 0 {
		if p.editing != nil {
			p.Select(max(0, p.Selected+down), g.finderRows())
		} else {
			p.moveSelection(down, g.finderRows())
		}
	}
	row := p.row(p.Selected)
	switch {
	case row == nil:
	case row.setting != nil && across != 0:
		g.change(row, across)
	case in.enter:
		return g.activateRow(row)
	}
	return false
}

// steps adds up keys as steps to the right and down. page is the number of rows of a page.
func steps(keys []control.Key, page int) (across, down int) {
	for _, k := range keys {
		switch k {
		case control.KeyArrowUp:
			down--
		case control.KeyArrowDown:
			down++
		case control.KeyPageUp:
			down -= page
		case control.KeyPageDown:
			down += page
		case control.KeyArrowLeft:
			across--
		case control.KeyArrowRight:
			across++
		}
	}
	return across, down
}

// row returns a row of the list, nil if there is none or it is a title.
func (p *commandFinder) row(i int) *finderRow {
	if i < 0 || i >= len(p.shown) || p.shown[i] == groupTitle {
		return nil
	}
	return &p.all[p.shown[i]]
}

// activateRow runs the command of a row or changes its setting. A setting leaves the finder open.
func (g *App) activateRow(row *finderRow) (open bool) {
	if row.setting != nil {
		g.change(row, 1)
		return true
	}
	pointed := g.finder.byPointer
	g.closeFinder()
	asked := g.Demo.Notices.quitAsked()
	row.command.Do(g)
	if pointed && g.Demo.Notices.quitAsked() && !asked {
		g.quit = true // without keys, the viewer couldn't confirm in time
	}
	return true // the command may have started another input line
}

// pointFinder handles the pointer over the finder, and reports whether the finder used it.
func (g *App) pointFinder(in *input) bool {
	p := &g.finder
	b := hud.NewFinderBox(g.Size)
	part, index := b.Hit(&p.Finder, in.x, in.y)
	if part == hud.FinderNone {
		if in.leftPressed {
			g.closeFinder()
		}
		return in.leftPressed
	}
	if in.wheel != 0 {
		p.Scroll(in.rows, b.Visible())
	}
	row := p.row(index)
	switch {
	case part == hud.FinderClose && in.leftPressed:
		g.closeFinder()
	case p.editing != nil:
		if index >= 0 && in.leftPressed {
			g.removeFolder(index)
		}
	case row == nil:
	case in.leftPressed:
		p.Selected = index
		g.activateRow(row)
	case in.rightPressed && row.setting != nil:
		p.Selected = index
		g.change(row, -1)
	}
	return true
}

// foldersSetting is the name of the setting for the game folders.
const foldersSetting = "basedir"

// addGameData makes a folder with game data a game folder and shows a message. base is the game folder, "" if there is
// no game data. added is false if it already was a game folder.
func (g *App) addGameData(folder string) (base string, added bool) {
	base, games := assets.FindBase(folder)
	folders := g.settings.values.Of(foldersSetting)
	if base == "" || slices.Contains(folders, base) {
		return base, false
	}
	g.setGameFolders(append(slices.Clone(folders), base))
	said := "Game folder added: " + Readable(base)
	if len(games) > 0 {
		var names []string
		for _, name := range games {
			names = append(names, gameNames[string(name)])
		}
		said += " (" + strings.Join(names, ", ") + ")"
	}
	g.Demo.Notices.sayLonger(said)
	return base, true
}

// takeGameData makes those folders with game data game folders, and reports whether all contain some.
func (g *App) takeGameData(folders []string) (all bool) {
	all = true
	for _, folder := range folders {
		base, _ := g.addGameData(folder)
		all = all && base != ""
	}
	return all
}

// haveGameData reports whether all those folders contain game data.
func haveGameData(folders []string) bool {
	return !slices.ContainsFunc(folders, func(folder string) bool {
		base, _ := assets.FindBase(folder)
		return base == ""
	})
}

// setGameFolders sets and saves the game folders. It reopens the demo, since its map may be available now.
func (g *App) setGameFolders(folders setting.Value) {
	g.settings.set(foldersSetting, folders)
	g.Demo.outdated = true
	g.refreshDemo()
}

// refreshDemo reopens the demo if the game folders have changed since it was opened.
func (g *App) refreshDemo() {
	if g.Demo.outdated && !g.home.shown && !g.finder.open {
		g.Demo.outdated = false
		g.reopen()
	}
}

// editSetting lets the viewer type the value of a setting in the line of the finder. For game folders, the line takes
// another folder, and the rows list the current ones.
func (p *commandFinder) editSetting(g *App, s *setting.Setting) {
	p.editing, p.Title = s, s.Label
	value := g.settings.of(s)
	p.query.Clear()
	p.Rows, p.shown, p.Top = p.Rows[:0], p.shown[:0], 0
	switch s.Kind {
	case setting.Folders:
		p.Hint = "Type a folder's path, then Enter"
		p.listFolders(value)
		return
	case setting.Place:
		p.Hint = "X,Y in pixels, or center"
	default:
		p.Hint = "Width and height in pixels, such as 1280x720"
	}
	p.Title += " (after restart)"
	p.query.Set(value.String())
	p.query.SelectAll()
	p.Select(-1, 1)
}

// listFolders lists the game folders.
func (p *commandFinder) listFolders(folders setting.Value) {
	p.Rows = p.Rows[:0]
	for _, folder := range folders {
		p.Rows = append(p.Rows, hud.FinderRow{Label: Readable(folder), Keys: "Enter: remove"})
	}
	p.Select(-1, 1)
}

// endEditing returns from the value of a setting to the list, with that setting selected.
func (p *commandFinder) endEditing(g *App) {
	s := p.editing
	p.editing, p.Hint, p.Title = nil, "", p.title
	p.query.Clear()
	p.find(g)
	p.Select(slices.IndexFunc(p.shown, func(i int) bool { return i != groupTitle && p.all[i].setting == s }),
		g.finderRows())
}

// acceptValue uses the value that was typed for a setting. If nothing was typed, it removes the selected game
// folder.
func (g *App) acceptValue() {
	p := &g.finder
	s, text := p.editing, p.query.String()
	n := &g.Demo.Notices
	switch {
	case s.Kind == setting.Folders && text == "" && p.Selected >= 0:
		g.removeFolder(p.Selected)
	case s.Kind == setting.Folders && text != "":
		base, err := findGameData(text)
		if err != nil {
			n.warn(UpperFirst(Readable(err.Error())))
			return
		}
		if _, added := g.addGameData(base); !added {
			n.say("Already a game folder: " + Readable(base))
		}
		p.endEditing(g)
	case text == "":
		p.endEditing(g)
	default:
		value, err := s.Check(setting.Value{text})
		if err != nil {
			n.warn(UpperFirst(Readable(err.Error())))
			return
		}
		g.settings.set(s.Name, value)
		p.endEditing(g)
		n.say(s.Label + ": " + value.String() + " (after restart)")
	}
}

// findGameData returns the game folder at a typed path.
func findGameData(text string) (base string, err error) {
	at := lookUpPath(text)
	if at.err != nil {
		return "", at.err
	}
	if base, _ = assets.FindBase(at.path); base == "" {
		return "", errors.New("No game data (id1, baseq2, baseq3, .pak, .pk3) in " + at.path)
	}
	return base, nil
}

// removeFolder removes a game folder.
func (g *App) removeFolder(i int) {
	folders := slices.Clone(g.settings.values.Of(foldersSetting))
	if i >= len(folders) {
		return
	}
	g.Demo.Notices.say("Game folder removed: " + Readable(folders[i]))
	g.setGameFolders(slices.Delete(folders, i, i+1))
	g.finder.listFolders(g.settings.values.Of(foldersSetting))
}
