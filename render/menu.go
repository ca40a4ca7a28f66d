package render

import "demoscope/render/hud"

// pictureMenu is the menu of how the picture is drawn: the commands with a State. Whether
// it is open is in viewing.
type pictureMenu struct {
	commands []*command
	rows     []hud.MenuRow // parallel to commands
	// top is the first row, where there is no room for all, and scrolling is set while the pointer holds the
	// scroll bar.
	top       int
	scrolling bool
}

// newMenu returns the menu of a table of commands, with the names of their keys.
func newMenu(groups []group) pictureMenu {
	var m pictureMenu
	for _, g := range groups {
		for i := range g.Commands {
			if c := &g.Commands[i]; c.State != nil {
				m.commands = append(m.commands, c)
				m.rows = append(m.rows, hud.MenuRow{Label: c.Label, Keys: lineKeys(g.Commands[i : i+1])})
			}
		}
	}
	return m
}

// list returns the rows with the states of the viewer's choices.
func (m *pictureMenu) list(v *viewing) []hud.MenuRow {
	for i, c := range m.commands {
		m.rows[i].State, m.rows[i].On = c.State(v)
	}
	return m.rows
}

// toggleMenu opens or closes the menu. It needs the pointer.
func (g *game) toggleMenu() {
	g.viewing.menu = !g.viewing.menu
	if g.viewing.menu {
		g.menu = newMenu(g.reader.groups) // the keyboard may be another one now
		g.coverNoMore()
		g.release()
	}
}

// pointMenu handles the pointer over the menu, and reports whether it was there.
func (g *game) pointMenu(in *input) bool {
	m := &g.menu
	p := hud.NewMenu(g.size, len(m.rows))
	if m.scrolling {
		m.top, m.scrolling = p.TopAt(in.y), in.left
		return true
	}
	part, row := p.Hit(in.x, in.y)
	if part != hud.MenuNone {
		m.top = p.First(p.First(m.top) + in.rows)
	}
	switch {
	case part == hud.MenuNone:
		return false
	case !in.leftPressed:
	case part == hud.MenuClose:
		g.toggleMenu()
	case part == hud.MenuScroll:
		m.top, m.scrolling = p.TopAt(in.y), true
	case part == hud.MenuItem:
		c := m.commands[p.First(m.top)+row]
		c.Do(g)
	}
	return true
}
