package render

import (
	"errors"
	"slices"
	"strings"

	"demoscope/assets"
	"demoscope/render/hud"
	"demoscope/render/setting"
)

// foldersSetting is the name of the setting with the game folders.
const foldersSetting = "basedir"

// addGameData makes a folder with game data a game folder and says so. base is the game folder, "" if there is no game
// data; added is false if it was one before.
func (g *game) addGameData(folder string) (base string, added bool) {
	base, games := assets.FindBase(folder)
	folders := g.kept.Of(foldersSetting)
	if base == "" || slices.Contains(folders, base) {
		return base, false
	}
	g.setGameFolders(append(slices.Clone(folders), base))
	said := "Game folder added: " + readable(base)
	if len(games) > 0 {
		var names []string
		for _, name := range games {
			names = append(names, gameNames[string(name)])
		}
		said += " (" + strings.Join(names, ", ") + ")"
	}
	g.demo.notices.sayLonger(said)
	return base, true
}

// takeGameData makes those of some folders that hold game data game folders, and reports whether all do.
func (g *game) takeGameData(folders []string) (all bool) {
	all = true
	for _, folder := range folders {
		base, _ := g.addGameData(folder)
		all = all && base != ""
	}
	return all
}

// setGameFolders sets the game folders and keeps them. The demo is opened again, since its map may be there now.
func (g *game) setGameFolders(folders setting.Value) {
	g.store(foldersSetting, folders)
	g.demo.outdated = true
	g.refreshDemo()
}

// refreshDemo opens the demo that is shown again if the game folders have changed since it was opened.
func (g *game) refreshDemo() {
	if g.demo.outdated && !g.home.shown && !g.finder.open {
		g.demo.outdated = false
		g.openAgain()
	}
}

// typeSetting lets the viewer type the value of a setting in the line of the finder. For game folders the line takes
// another folder, and the rows are the present ones.
func (p *commandFinder) typeSetting(g *game, s *setting.Setting) {
	p.typed, p.Title = s, s.Label
	value := g.valueOf(s)
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
		p.Rows = append(p.Rows, hud.FinderRow{Label: readable(folder), Keys: "Enter: remove"})
	}
	p.Select(-1, 1)
}

// endTyping leads from the value of a setting back to the list, at that setting.
func (p *commandFinder) endTyping(g *game) {
	s := p.typed
	p.typed, p.Hint, p.Title = nil, "", p.title
	p.query.Clear()
	p.find(g)
	p.Select(slices.IndexFunc(p.shown, func(i int) bool { return i != groupTitle && p.all[i].setting == s }),
		g.finderRows())
}

// takeTypedValue takes the value that was typed for a setting, or removes the selected game folder if there is none.
func (g *game) takeTypedValue() {
	p := &g.finder
	s, text := p.typed, p.query.String()
	n := &g.demo.notices
	switch {
	case s.Kind == setting.Folders && text == "" && p.Selected >= 0:
		g.removeFolder(p.Selected)
	case s.Kind == setting.Folders && text != "":
		base, err := findGameData(text)
		if err != nil {
			n.warn(upperFirst(readable(err.Error())))
			return
		}
		if _, added := g.addGameData(base); !added {
			n.say("Already a game folder: " + readable(base))
		}
		p.endTyping(g)
	case text == "":
		p.endTyping(g)
	default:
		value, err := s.Check(setting.Value{text})
		if err != nil {
			n.warn(upperFirst(readable(err.Error())))
			return
		}
		g.store(s.Name, value)
		p.endTyping(g)
		n.say(s.Label + ": " + value.String() + " (after restart)")
	}
}

// findGameData returns the game folder that a typed path leads to.
func findGameData(text string) (base string, err error) {
	at := lookAt(text)
	if at.err != nil {
		return "", at.err
	}
	if base, _ = assets.FindBase(at.path); base == "" {
		return "", errors.New("No game data (id1, baseq2, baseq3, .pak, .pk3) in " + at.path)
	}
	return base, nil
}

// removeFolder removes a game folder.
func (g *game) removeFolder(i int) {
	folders := slices.Clone(g.kept.Of(foldersSetting))
	if i >= len(folders) {
		return
	}
	g.demo.notices.say("Game folder removed: " + readable(folders[i]))
	g.setGameFolders(slices.Delete(folders, i, i+1))
	g.finder.listFolders(g.kept.Of(foldersSetting))
}
