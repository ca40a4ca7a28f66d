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
	pic      *Picture
	reader   *reader
	settings *savedSettings
	folders  *gameFolders
	host     finderHost
	open     bool
	finderList
}

// finderHost is what the finder needs from the window.
type finderHost interface {
	atHome() bool // reports whether the library is shown
	runCommand(c *command)
	exit()
}

// finderList is what the finder lists since it was opened.
type finderList struct {
	hud.Finder
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

// show opens the finder with everything, or with the settings only.
func (p *commandFinder) show(settingsAlone bool) {
	p.settings.startReading()
	touched, home := p.reader.touched, p.host.atHome()
	p.open = true
	p.finderList = finderList{byPointer: touched && !home, titled: settingsAlone,
		Finder: hud.Finder{Title: "Commands", Query: &p.query}}
	if settingsAlone {
		p.Title = "Settings: Left / Right to change"
		if touched {
			p.Title = "Settings: tap to change"
		}
	} else {
		p.addCommands()
	}
	switch {
	case settingsAlone || home:
	case touched:
		p.order = touchOrder
	default:
		p.order = desktopOrder
	}
	p.title = p.Title
	p.addSettings()
	p.pic.ReleasePointer()
	p.find()
	p.pic.Demo.beginTyping(&p.query, func(bool) { p.open = false })
	p.pic.Demo.typing.take = p.take
}

// showMenu opens the command palette for use with a mouse.
func (p *commandFinder) showMenu() {
	p.show(false)
	p.byPointer = true
}

// toggleSettings opens or closes the settings page.
func (p *commandFinder) toggleSettings() {
	if p.open {
		p.close()
		return
	}
	p.show(true)
}

// close closes the finder, if it is open.
func (p *commandFinder) close() {
	if p.open {
		p.pic.Demo.typing.end(true)
	}
}

// view returns what the HUD draws, or nil while the finder is closed.
func (p *commandFinder) view() *hud.Finder {
	if !p.open {
		return nil
	}
	return &p.Finder
}

// addCommands adds the commands that are available here. It leaves out commands that change a setting, since the
// setting has a row.
func (p *commandFinder) addCommands() {
	groups, home := p.reader.groups, p.host.atHome()
	if home {
		groups = slices.Concat([]group{homeCommands()}, groups)
	}
	for i := range groups {
		group := &groups[i]
		for j := range group.Commands {
			c := &group.Commands[j]
			if c.Do == nil || c.Name == "command-palette" ||
				home && i > 0 && !c.Anywhere || liveSettingOf(c.Name) != nil {
				continue
			}
			row := finderRow{FinderRow: hud.FinderRow{Label: c.Label, Group: group.Title}, command: c}
			if !p.reader.touched {
				row.Keys = lineKeys(group.Commands[j : j+1])
			}
			p.all = append(p.all, row)
		}
	}
}

// addSettings adds all settings, with the keys of their commands.
func (p *commandFinder) addSettings() {
	table := setting.Table()
	for i := range table {
		s := &table[i]
		row := finderRow{FinderRow: hud.FinderRow{Label: s.Label, Group: s.Group}, setting: s}
		if c := p.reader.command(s.Name); c != nil && liveSettingOf(s.Name) != nil && !p.reader.touched &&
			(c.Anywhere || !p.host.atHome()) {
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

// find lists the rows that contain each word of the query. Rows that begin with the query come first.
func (p *commandFinder) find() {
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
	p.refresh()
	p.Top, p.Selected = 0, 0
	p.moveSelection(0, p.box().Visible())
}

// groupTitle marks the title of a group in commandFinder.shown.
const groupTitle = -1

// addTitles inserts the titles of groups before their first rows.
func (p *finderList) addTitles() {
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
func (p *finderList) moveSelection(rows, visible int) {
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
func (p *commandFinder) refresh() {
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
			p.Rows[i].State, p.Rows[i].On = p.stateOf(row)
		case row.command.State != nil:
			p.Rows[i].State = row.command.State(&p.pic.Viewing)
		}
	}
}

// stateOf returns the value of a setting in words, and whether it differs from the default.
func (p *commandFinder) stateOf(row *finderRow) (state string, changed bool) {
	value := p.settings.of(row.setting)
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
func (p *commandFinder) change(row *finderRow, steps int) {
	s := row.setting
	value := s.Next(p.settings.of(s), steps)
	switch {
	case row.word == "" && s.Kind == setting.Set:
		p.query.Set(s.Label)
		p.find()
		return
	case row.word != "":
		value = slices.Clone(p.settings.of(s))
		if i := slices.Index(value, row.word); i >= 0 {
			value = slices.Delete(value, i, i+1)
		} else {
			value = append(value, row.word)
		}
	}
	switch s.Kind {
	case setting.Size, setting.Place, setting.Folders:
		p.edit(s)
		return
	}
	live := p.settings.set(s.Name, value)
	p.refresh()
	state, _ := p.stateOf(row)
	said := row.Label + ": " + state
	if !live {
		said += " (after restart)"
	}
	p.pic.Demo.Notices.sayBriefly(said)
}

// box returns the layout of the finder.
func (p *commandFinder) box() *hud.FinderBox {
	b := hud.NewFinderBox(p.pic.Size)
	return &b
}

// take handles keys, and reports whether Enter did something that leaves the finder open.
func (p *commandFinder) take(in *input) bool {
	switch {
	case p.editing != nil && in.escape:
		in.escape = false
		p.endEditing()
		return true
	case p.editing != nil && in.enter:
		p.acceptValue()
		return true
	case p.editing == nil && in.changes():
		p.find()
	}
	visible := p.box().Visible()
	across, down := steps(in.navigation, visible)
	if down != 0 {
		if p.editing != nil {
			p.Select(max(0, p.Selected+down), visible)
		} else {
			p.moveSelection(down, visible)
		}
	}
	row := p.row(p.Selected)
	switch {
	case row == nil:
	case row.setting != nil && across != 0:
		p.change(row, across)
	case in.enter:
		return p.activate(row)
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
func (p *finderList) row(i int) *finderRow {
	if i < 0 || i >= len(p.shown) || p.shown[i] == groupTitle {
		return nil
	}
	return &p.all[p.shown[i]]
}

// activate runs the command of a row or changes its setting. A setting leaves the finder open.
func (p *commandFinder) activate(row *finderRow) (open bool) {
	if row.setting != nil {
		p.change(row, 1)
		return true
	}
	pointed := p.byPointer
	p.close()
	asked := p.pic.Demo.Notices.quitAsked()
	p.host.runCommand(row.command)
	if pointed && p.pic.Demo.Notices.quitAsked() && !asked {
		p.host.exit() // without keys, the viewer couldn't confirm in time
	}
	return true // the command may have started another input line
}

// gripAt returns what a finger touches at a position, and the height of its rows in pixels.
func (p *commandFinder) gripAt(x, y float32) (what grip, row float32) {
	b := p.box()
	if part, _ := b.Hit(&p.Finder, x, y); part == hud.FinderItem {
		return gripRows, b.Row
	}
	return gripButton, 0
}

// point handles the pointer over the finder, and reports whether the finder used it.
func (p *commandFinder) point(in *input) bool {
	b := p.box()
	part, index := b.Hit(&p.Finder, in.x, in.y)
	if part == hud.FinderNone {
		if in.leftPressed {
			p.close()
		}
		return in.leftPressed
	}
	if in.wheel != 0 {
		p.Scroll(in.rows, b.Visible())
	}
	row := p.row(index)
	switch {
	case part == hud.FinderClose && in.leftPressed:
		p.close()
	case p.editing != nil:
		if index >= 0 && in.leftPressed {
			p.removeFolder(index)
		}
	case row == nil:
	case in.leftPressed:
		p.Selected = index
		p.activate(row)
	case in.rightPressed && row.setting != nil:
		p.Selected = index
		p.change(row, -1)
	}
	return true
}

// foldersSetting is the name of the setting for the game folders.
const foldersSetting = "basedir"

// gameFolders are the folders with game data, which are a setting. The viewer can also drop them on the window.
type gameFolders struct {
	settings *savedSettings
	changed  bool // since the demo was opened, whose map may be available now
}

// list returns the folders.
func (f *gameFolders) list() setting.Value { return f.settings.values.Of(foldersSetting) }

// set sets and saves the folders.
func (f *gameFolders) set(folders setting.Value) {
	f.settings.set(foldersSetting, folders)
	f.changed = true
}

// add makes a folder with game data a game folder and shows a message. base is the game folder, "" if there is no game
// data. added is false if it already was a game folder.
func (f *gameFolders) add(folder string, n *notices) (base string, added bool) {
	base, games := assets.FindBase(folder)
	folders := f.list()
	if base == "" || slices.Contains(folders, base) {
		return base, false
	}
	f.set(append(slices.Clone(folders), base))
	said := "Game folder added: " + Readable(base)
	if len(games) > 0 {
		var names []string
		for _, name := range games {
			names = append(names, gameNames[string(name)])
		}
		said += " (" + strings.Join(names, ", ") + ")"
	}
	n.sayLonger(said)
	return base, true
}

// addAll makes those folders with game data game folders, and reports whether all contain some.
func (f *gameFolders) addAll(folders []string, n *notices) (all bool) {
	all = true
	for _, folder := range folders {
		base, _ := f.add(folder, n)
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

// edit lets the viewer type the value of a setting in the line of the finder. For game folders, the line takes another
// folder, and the rows list the current ones.
func (p *commandFinder) edit(s *setting.Setting) {
	p.editing, p.Title = s, s.Label
	value := p.settings.of(s)
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
func (p *finderList) listFolders(folders setting.Value) {
	p.Rows = p.Rows[:0]
	for _, folder := range folders {
		p.Rows = append(p.Rows, hud.FinderRow{Label: Readable(folder), Keys: "Enter: remove"})
	}
	p.Select(-1, 1)
}

// endEditing returns from the value of a setting to the list, with that setting selected.
func (p *commandFinder) endEditing() {
	s := p.editing
	p.editing, p.Hint, p.Title = nil, "", p.title
	p.query.Clear()
	p.find()
	p.Select(slices.IndexFunc(p.shown, func(i int) bool { return i != groupTitle && p.all[i].setting == s }),
		p.box().Visible())
}

// acceptValue uses the value that was typed for a setting. If nothing was typed, it removes the selected game
// folder.
func (p *commandFinder) acceptValue() {
	s, text, n := p.editing, p.query.String(), &p.pic.Demo.Notices
	switch {
	case s.Kind == setting.Folders && text == "" && p.Selected >= 0:
		p.removeFolder(p.Selected)
	case s.Kind == setting.Folders && text != "":
		base, err := findGameData(text)
		if err != nil {
			n.warn(UpperFirst(Readable(err.Error())))
			return
		}
		if _, added := p.folders.add(base, n); !added {
			n.say("Already a game folder: " + Readable(base))
		}
		p.endEditing()
	case text == "":
		p.endEditing()
	default:
		value, err := s.Check(setting.Value{text})
		if err != nil {
			n.warn(UpperFirst(Readable(err.Error())))
			return
		}
		p.settings.set(s.Name, value)
		p.endEditing()
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
func (p *commandFinder) removeFolder(i int) {
	folders := slices.Clone(p.folders.list())
	if i >= len(folders) {
		return
	}
	p.pic.Demo.Notices.say("Game folder removed: " + Readable(folders[i]))
	p.folders.set(slices.Delete(folders, i, i+1))
	p.listFolders(p.folders.list())
}
